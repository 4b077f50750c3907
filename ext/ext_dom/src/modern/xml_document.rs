//! `Dom\XMLDocument`: parses XML from strings and files, processes XInclude, and writes the document again.

use ext_libxml::read_document;
use loxo_libxml_sys::{Source, parse_xml};

use super::object::show_document;
use super::xml_text;
use crate::errors::dom_error_saying;
use crate::load::{report_recovering, working_folder};
use crate::prelude::*;

/// Options that are taken.
const VALID: i64 = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 1024 | 2048 | 8192 | 16384 | 65536 | 524_288 | 4_194_304;
const INVALID: &str = "contains invalid flags (allowed flags: LIBXML_RECOVER, LIBXML_NOENT, LIBXML_DTDLOAD, LIBXML_DTDATTR, LIBXML_DTDVALID, \
                       LIBXML_NOERROR, LIBXML_NOWARNING, LIBXML_NOBLANKS, LIBXML_XINCLUDE, LIBXML_NSCLEAN, LIBXML_NOCDATA, LIBXML_NONET, \
                       LIBXML_PEDANTIC, LIBXML_COMPACT, LIBXML_PARSEHUGE, LIBXML_BIGLINES)";
const RECOVER: i64 = 1;
const IGNORE_ENCODING: i64 = 1 << 21;
/// Of PHP, for saving.
const NO_DECLARATION: i64 = 2;
const NO_EMPTY_TAGS: i64 = 4;

/// `Dom\XMLDocument::createEmpty()`
pub(crate) fn create_empty(cx: &mut Cx, version: &PhpStr, encoding: &PhpStr) -> PhpResult<PhpObject> {
    if encoding.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(2, "must not contain any null bytes"));
    }
    if !names::is_encoding(encoding.as_bytes()) {
        return Err(cx.argument_value_error(2, "is not a valid document encoding"));
    }
    let Some(document) = Node::new_document(version.as_bytes()) else { return Err(dom_error(cx, Code::InvalidState)) };
    document.set_encoding(Some(encoding.as_bytes()));
    show_document(cx, document)
}

fn check(cx: &mut Cx, source: &PhpStr, options: i64, encoding: Option<&PhpStr>, file: bool) -> PhpResult<()> {
    if encoding.is_some_and(|encoding| encoding.as_bytes().contains(&0)) {
        return Err(cx.argument_value_error(3, "must not contain any null bytes"));
    }
    if source.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if i32::try_from(source.len()).is_err() {
        return Err(cx.argument_value_error(1, "is too long"));
    }
    if file && source.as_bytes().windows(3).any(|part| part == b"%00") {
        return Err(cx.argument_value_error(1, "must not contain percent-encoded NUL bytes"));
    }
    if options & !VALID != 0 {
        return Err(cx.argument_value_error(2, INVALID));
    }
    if encoding.is_some_and(|encoding| !names::is_encoding(encoding.as_bytes())) {
        return Err(cx.argument_value_error(3, "must be a valid document encoding"));
    }
    Ok(())
}

fn parse(cx: &mut Cx, source: &[u8], name: Option<&[u8]>, options: i64, encoding: Option<&PhpStr>) -> PhpResult<PhpObject> {
    let recover = options & RECOVER != 0;
    let options = if encoding.is_some() { options | IGNORE_ENCODING } else { options };
    let folder = working_folder(cx);
    let source = Source { text: source, name, folder: Some(&folder), encoding: bytes(encoding), options: options as i32 };
    let parsed = ext_libxml::reading(cx, || parse_xml(source));
    report_recovering(cx, recover)?;
    let document = parsed.doc.filter(|_| parsed.well_formed || recover);
    let Some(document) = document else { return Err(dom_error_saying(cx, Code::Syntax, "XML fragment is not well-formed")) };
    if document.encoding().is_none() {
        document.set_encoding(Some(bytes(encoding).unwrap_or(b"UTF-8")));
    }
    document.declarations_to_attributes();
    document.mark(crate::marks::MODERN);
    show_document(cx, document)
}

/// `Dom\XMLDocument::createFromString()`
pub(crate) fn create_from_string(cx: &mut Cx, source: &PhpStr, options: i64, encoding: Option<&PhpStr>) -> PhpResult<PhpObject> {
    check(cx, source, options, encoding, false)?;
    parse(cx, source.as_bytes(), None, options, encoding)
}

/// `Dom\XMLDocument::createFromFile()`
pub(crate) fn create_from_file(cx: &mut Cx, path: &PhpStr, options: i64, encoding: Option<&PhpStr>) -> PhpResult<PhpObject> {
    check(cx, path, options, encoding, true)?;
    let found = if path.as_bytes().contains(&0) { None } else { read_document(cx, path.as_bytes())? };
    report(cx)?;
    let Some((source, name)) = found else {
        return Err(cx.throw_exception([b"Cannot open file '", path.as_bytes(), b"'"].concat()));
    };
    let new = parse(cx, &source, Some(&name), options, encoding)?;
    if let Some(document) = node_of(&new) {
        document.set_url(Some(&file_url(&name)));
    }
    Ok(new)
}

/// A local path as a URL; URLs as they are.
pub(crate) fn file_url(name: &[u8]) -> Vec<u8> {
    if loxo_streams::scheme(name).is_some() {
        return name.to_vec();
    }
    let mut url = b"file://".to_vec();
    for byte in name {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => url.push(*byte),
            _ if b"-_.!~*'()/;:@&=+$,%".contains(byte) => url.push(*byte),
            _ => url.extend(format!("%{byte:02X}").into_bytes()),
        }
    }
    url
}

/// `Dom\XMLDocument::createEntityReference()`
pub(crate) fn create_entity_reference(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    value_for(cx, document.new_reference(name.as_bytes()))
}

/// `Dom\XMLDocument::xinclude()`
pub(crate) fn xinclude(cx: &mut Cx, this: &PhpObject, options: i64) -> PhpResult<i64> {
    let document = this_node(cx, this)?;
    let done = crate::load::xinclude(cx, this, options)?;
    document.declarations_to_attributes();
    match done.as_int() {
        Some(count) if count >= 0 => Ok(count),
        Some(_) => Err(dom_error(cx, Code::InvalidModification)),
        None => Ok(0),
    }
}

/// The text of a document or a node, in the document's encoding.
fn saved(cx: &mut Cx, this: &PhpObject, node: Option<&PhpObject>, options: i64) -> PhpResult<Option<Vec<u8>>> {
    let document = this_node(cx, this)?;
    let node = match node {
        Some(node) => this_node(cx, node)?,
        None => document.clone(),
    };
    if node.document() != document {
        return Err(dom_error(cx, Code::WrongDocument));
    }
    let how = xml_text::How {
        format: props(&document).format_output.get(),
        well_formed: false,
        no_empty: options & NO_EMPTY_TAGS != 0,
        declaration: options & NO_DECLARATION == 0,
    };
    let written = xml_text::write(cx, &node, &how)?;
    Ok(written.map(|written| encoded(&document, written)))
}

/// UTF-8 in the encoding of the document; what the encoding does not have as numbers.
fn encoded(document: &Node, written: Vec<u8>) -> Vec<u8> {
    match document.encoding() {
        Some(encoding) if !encoding.eq_ignore_ascii_case(b"utf-8") => loxo_libxml_sys::encode(&written, &encoding).unwrap_or(written),
        _ => written,
    }
}

/// `Dom\XMLDocument::saveXml()`
pub(crate) fn save_xml(cx: &mut Cx, this: &PhpObject, node: Option<&PhpObject>, options: i64) -> PhpResult<Value> {
    Ok(saved(cx, this, node, options)?.map_or(Value::FALSE, text))
}

/// `Dom\XMLDocument::saveXmlFile()`
pub(crate) fn save_xml_file(cx: &mut Cx, this: &PhpObject, path: &PhpStr, options: i64) -> PhpResult<Value> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let Some(saved) = saved(cx, this, None, options)? else { return Ok(Value::FALSE) };
    let written = ext_libxml::write_document(cx, path.as_bytes(), &saved)?;
    Ok(written.map_or(Value::FALSE, |written| Value::from(written as i64)))
}
