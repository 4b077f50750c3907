//! `Dom\HTMLDocument`: parses HTML from strings and files by the standard's algorithm, and writes it again.

use encoding_rs::Encoding;
use loxo_libxml_sys::errors::{XmlError, add, domain};
use loxo_streams::OpenOptions;

use super::object::show_document;
use crate::html::{self, Parsed, encoding};
use crate::prelude::*;

const NO_ERROR: i64 = 32;
const NO_IMPLIED: i64 = 8192;
const COMPACT: i64 = 65536;
const NO_DEFAULT_NS: i64 = 1 << 31;
const INVALID: &str = "contains invalid flags (allowed flags: LIBXML_NOERROR, LIBXML_COMPACT, LIBXML_HTML_NOIMPLIED, \
                       Dom\\HTML_NO_DEFAULT_NS)";

/// `Dom\HTMLDocument::createEmpty()`
pub(crate) fn create_empty(cx: &mut Cx, encoding: &PhpStr) -> PhpResult<PhpObject> {
    if encoding.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    if Encoding::for_label(encoding.as_bytes()).is_none() {
        return Err(cx.argument_value_error(1, "must be a valid document encoding"));
    }
    let Some(document) = Node::new_html_document() else { return Err(dom_error(cx, Code::InvalidState)) };
    document.set_encoding(Some(encoding.as_bytes()));
    show_document(cx, document)
}

/// The encoding that is asked for.
fn wanted(cx: &mut Cx, options: i64, label: Option<&PhpStr>) -> PhpResult<Option<&'static Encoding>> {
    if label.is_some_and(|label| label.as_bytes().contains(&0)) {
        return Err(cx.argument_value_error(3, "must not contain any null bytes"));
    }
    if options & !(NO_ERROR | NO_IMPLIED | COMPACT | NO_DEFAULT_NS) != 0 {
        return Err(cx.argument_value_error(2, INVALID));
    }
    match label {
        Some(label) => match Encoding::for_label(label.as_bytes()) {
            Some(encoding) => Ok(Some(encoding)),
            None => Err(cx.argument_value_error(3, "must be a valid document encoding")),
        },
        None => Ok(None),
    }
}

/// Reports errors as libxml2's are reported.
fn tell(cx: &mut Cx, text: &str, parsed: &Parsed, name: &[u8], no_implied: bool) -> PhpResult<()> {
    let mut of_tokenizer = html::Positions::new(text.as_bytes());
    let mut of_tree = html::Positions::new(text.as_bytes());
    for error in &parsed.reports {
        let (line, column) = if error.of_tree { of_tree.of(error.at) } else { of_tokenizer.of(error.at) };
        if error.of_tree && no_implied && line == 1 && error.name == "unexpected-token-in-initial-mode" {
            continue;
        }
        let who = if error.of_tree { "tree" } else { "tokenizer" };
        let to = if error.of_tree && error.length > 1 { format!("-{}", column + error.length - 1) } else { String::new() };
        let mut message = format!("{who} error {} in ", error.name).into_bytes();
        message.extend(name);
        message.extend(format!(", line: {line}, column: {column}{to}").into_bytes());
        add(XmlError {
            domain: domain::HTML,
            level: 2,
            code: 1,
            message,
            file: Some(name.to_vec()),
            line: line as i32,
            column: column as i32,
            ..XmlError::default()
        });
    }
    report(cx)
}

fn hoist(parent: &Node, name: &[u8]) {
    let Some(node) = parent.children().find(|child| child.is_element() && child.has_name(name)) else { return };
    node.unlink();
    while let Some(child) = node.first_child() {
        if !parent.insert(&child, None) {
            child.unlink();
        }
    }
}

fn parse(cx: &mut Cx, source: &[u8], name: &[u8], options: i64, encoding: Option<&'static Encoding>) -> PhpResult<Node> {
    let (encoding, skip) = match encoding {
        Some(encoding) => (encoding, 0),
        None => encoding::determine(source),
    };
    let text = encoding.decode_without_bom_handling(&source[skip..]).0;
    let no_implied = options & NO_IMPLIED != 0;
    let report = options & NO_ERROR == 0;
    let Some(parsed) = html::parse_document(&text, report, options & NO_DEFAULT_NS == 0) else {
        return Err(dom_error(cx, Code::InvalidState));
    };
    if report {
        tell(cx, &text, &parsed, name, no_implied)?;
    }
    let document = parsed.document;
    let own = props(&document);
    document.mark(crate::marks::MODERN);
    own.quirks.set(parsed.quirks);
    if no_implied {
        let root = document.children().find(|child| child.is_element() && child.has_name(b"html"));
        if let Some(root) = root {
            for (explicit, name) in parsed.explicit[1..].iter().zip([&b"head"[..], b"body"]) {
                if !explicit {
                    hoist(&root, name);
                }
            }
        }
        if !parsed.explicit[0] {
            hoist(&document, b"html");
        }
    }
    document.set_encoding(Some(encoding.name().as_bytes()));
    Ok(document)
}

/// `Dom\HTMLDocument::createFromString()`
pub(crate) fn create_from_string(cx: &mut Cx, source: &PhpStr, options: i64, encoding: Option<&PhpStr>) -> PhpResult<PhpObject> {
    let encoding = wanted(cx, options, encoding)?;
    let document = parse(cx, source.as_bytes(), b"Entity", options, encoding)?;
    show_document(cx, document)
}

/// `Dom\HTMLDocument::createFromFile()`
pub(crate) fn create_from_file(cx: &mut Cx, path: &PhpStr, options: i64, encoding: Option<&PhpStr>) -> PhpResult<PhpObject> {
    if path.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    if path.as_bytes().windows(3).any(|part| part == b"%00") {
        return Err(cx.argument_value_error(1, "must not contain percent-encoded NUL bytes"));
    }
    let mut encoding = wanted(cx, options, encoding)?;
    let context = ext_libxml::context(cx);
    let opened = loxo_streams::open_stream(cx, path.as_bytes(), b"rb", OpenOptions::REPORT_ERRORS, Some(&context))?;
    cx.check()?;
    let Some(stream) = opened else {
        return Err(cx.throw_exception([b"Cannot open file '", path.as_bytes(), b"'"].concat()));
    };
    if encoding.is_none() {
        encoding = ext_libxml::charset_of(cx, &stream).and_then(|label| Encoding::for_label(&label));
    }
    let mut source = Vec::new();
    let mut piece = vec![0; 8192];
    while cx.exception.is_none()
        && let Some(count) = stream.read(cx, &mut piece).filter(|count| *count > 0)
    {
        loxo_runtime::memory_limit::check_growth::<u8>(source.len(), source.capacity());
        source.extend(&piece[..count]);
    }
    stream.close(cx);
    cx.check()?;
    let document = parse(cx, &source, path.as_bytes(), options, encoding)?;
    let local = loxo_streams::scheme(path.as_bytes()).is_none_or(|scheme| scheme.eq_ignore_ascii_case(b"file"));
    let url = match local.then(|| ext_libxml::absolute_name(cx, path.as_bytes())).flatten() {
        Some(name) => super::xml_document::file_url(&name),
        None => path.as_bytes().to_vec(),
    };
    document.set_url(Some(&url));
    show_document(cx, document)
}

/// The text of a node in the document's encoding.
fn saved(document: &Node, node: &Node) -> Vec<u8> {
    encoding::encode(html::serialize::outer(node), &document.encoding().unwrap_or_default())
}

/// `Dom\HTMLDocument::saveHtml()`
pub(crate) fn save_html(cx: &mut Cx, this: &PhpObject, node: Option<&PhpObject>) -> PhpResult<PhpStr> {
    let document = this_node(cx, this)?;
    let node = match node {
        Some(node) => this_node(cx, node)?,
        None => document.clone(),
    };
    if node.document() != document {
        return Err(dom_error(cx, Code::WrongDocument));
    }
    Ok(PhpStr::new(&saved(&document, &node)))
}

/// `Dom\HTMLDocument::saveHtmlFile()`
pub(crate) fn save_html_file(cx: &mut Cx, this: &PhpObject, path: &PhpStr) -> PhpResult<Value> {
    if path.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let document = this_node(cx, this)?;
    let written = ext_libxml::write_document(cx, path.as_bytes(), &saved(&document, &document))?;
    Ok(written.map_or(Value::FALSE, |written| Value::from(written as i64)))
}
