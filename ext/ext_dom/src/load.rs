//! Documents from text and to text; validation and inclusion.

use loxo_libxml_sys::{RelaxNg, Schema, Source, parse_html, parse_xml, save_flags};

use loxo_runtime::ErrorLevel;

use crate::object::attach;
use crate::prelude::*;

/// `xmlParserOption`
mod option {
    pub(super) const RECOVER: i64 = 1;
    pub(super) const NOENT: i64 = 2;
    pub(super) const DTDLOAD: i64 = 4;
    pub(super) const DTDATTR: i64 = 8;
    pub(super) const DTDVALID: i64 = 16;
    pub(super) const NOBLANKS: i64 = 256;
    /// Of PHP, for saving.
    pub(super) const NOXMLDECL: i64 = 2;
    pub(super) const NOEMPTYTAG: i64 = 4;
}

/// Options that a document's settings mean.
fn with_settings(own: &DocProps, options: i64) -> i64 {
    let mut options = options;
    let mut on = |flag: bool, bits: i64| {
        if flag {
            options |= bits;
        }
    };
    on(own.validate_on_parse.get(), option::DTDVALID);
    on(own.resolve_externals.get(), option::DTDATTR | option::DTDLOAD);
    on(own.substitute_entities.get(), option::NOENT);
    on(!own.preserve_white_space.get(), option::NOBLANKS);
    on(own.recover.get(), option::RECOVER);
    options
}

/// The settings of the object's document; one that was never constructed gets them now.
fn settings(this: &PhpObject) -> std::rc::Rc<DocProps> {
    node_of(this).map_or_else(|| std::rc::Rc::new(DocProps::default()), |node| props(&node))
}

fn check_options(cx: &mut Cx, options: i64) -> PhpResult<()> {
    if i32::try_from(options).is_err() {
        return Err(cx.argument_value_error(2, "is too large"));
    }
    Ok(())
}

/// The object shows the new document, with the settings that it had.
fn replace(this: &PhpObject, document: Node, own: std::rc::Rc<DocProps>) {
    document.shared().set_extra(own);
    document.mark(node_of(this).map_or(0, |old| old.marks()));
    attach(this, Some(document));
}

/// What documents in memory have as their base.
pub(crate) fn working_folder(cx: &Cx) -> Vec<u8> {
    let mut folder = loxo_runtime::paths::cwd(cx);
    if !folder.ends_with(b"/") {
        folder.push(b'/');
    }
    folder
}

/// The parser's messages. A recovering one's are warnings that neither `error_reporting()` nor `@` turns off.
pub(crate) fn report_recovering(cx: &mut Cx, recover: bool) -> PhpResult<()> {
    if !recover {
        return report(cx);
    }
    let levels = cx.errors.reporting;
    cx.errors.reporting |= ErrorLevel::Warning as u32;
    let reported = report(cx);
    cx.errors.reporting = levels;
    reported
}

fn parse_into(cx: &mut Cx, this: &PhpObject, source: &[u8], name: Option<&[u8]>, options: i64) -> PhpResult<bool> {
    let own = settings(this);
    let options = with_settings(&own, options);
    let recover = options & option::RECOVER != 0;
    let folder = working_folder(cx);
    let source = Source { text: source, name, folder: Some(&folder), encoding: None, options: options as i32 };
    let parsed = ext_libxml::reading(cx, || parse_xml(source));
    let reported = report_recovering(cx, recover);
    let Some(document) = parsed.doc.filter(|_| parsed.well_formed || recover) else { return reported.map(|()| false) };
    if document.url().is_none() {
        document.set_url(Some(&folder));
    }
    // What a handler of the messages throws does not keep the document away.
    replace(this, document, own);
    reported.map(|()| true)
}

/// `DOMDocument::loadXML()`
pub(crate) fn load_xml(cx: &mut Cx, this: &PhpObject, source: &PhpStr, options: i64) -> PhpResult<bool> {
    if source.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    check_options(cx, options)?;
    parse_into(cx, this, source.as_bytes(), None, options)
}

fn check_path(cx: &mut Cx, path: &PhpStr) -> PhpResult<()> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if path.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    Ok(())
}

/// `DOMDocument::load()`
pub(crate) fn load(cx: &mut Cx, this: &PhpObject, path: &PhpStr, options: i64) -> PhpResult<bool> {
    check_path(cx, path)?;
    check_options(cx, options)?;
    let found = ext_libxml::read_document(cx, path.as_bytes())?;
    report(cx)?;
    match found {
        Some((source, name)) => parse_into(cx, this, &source, Some(&name), options),
        None => Ok(false),
    }
}

fn html_into(cx: &mut Cx, this: &PhpObject, source: &[u8], name: Option<&[u8]>, options: i64) -> PhpResult<bool> {
    let own = settings(this);
    let source = Source { text: source, name, folder: None, encoding: None, options: options as i32 };
    let parsed = ext_libxml::reading(cx, || parse_html(source));
    report(cx)?;
    let Some(document) = parsed.doc else { return Ok(false) };
    replace(this, document, own);
    Ok(true)
}

/// `DOMDocument::loadHTML()`
pub(crate) fn load_html(cx: &mut Cx, this: &PhpObject, source: &PhpStr, options: i64) -> PhpResult<bool> {
    if source.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    check_options(cx, options)?;
    html_into(cx, this, source.as_bytes(), None, options)
}

/// `DOMDocument::loadHTMLFile()`
pub(crate) fn load_html_file(cx: &mut Cx, this: &PhpObject, path: &PhpStr, options: i64) -> PhpResult<bool> {
    check_path(cx, path)?;
    check_options(cx, options)?;
    let found = ext_libxml::read_document_as_named(cx, path.as_bytes())?;
    report(cx)?;
    match found {
        Some((source, name)) if source.is_empty() => {
            let name = String::from_utf8_lossy(&name).into_owned();
            cx.builtin_warning(format!("Document is empty in {name}, line: 1"));
            cx.check()?;
            Ok(false)
        }
        Some((source, name)) => html_into(cx, this, &source, Some(&name), options),
        None => Ok(false),
    }
}

fn document_text(document: &Node, options: i64) -> Option<Vec<u8>> {
    let mut flags = save_flags::AS_XML;
    if props(document).format_output.get() {
        flags |= save_flags::FORMAT;
    }
    if options & option::NOEMPTYTAG != 0 {
        flags |= save_flags::NO_EMPTY;
    }
    if options & option::NOXMLDECL != 0 {
        flags |= save_flags::NO_DECLARATION;
    }
    document.save_document(document.encoding().as_deref(), flags)
}

/// `DOMDocument::saveXML()`
pub(crate) fn save_xml(cx: &mut Cx, this: &PhpObject, node: Option<&PhpObject>, options: i64) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    let saved = match node {
        Some(node) => {
            let node = this_node(cx, node)?;
            if node.document() != document {
                refuse(cx, &document, Code::WrongDocument)?;
                return Ok(Value::FALSE);
            }
            match node.is_document() {
                true => document_text(&document, options),
                false => node.save(props(&document).format_output.get(), options & option::NOEMPTYTAG != 0),
            }
        }
        None => document_text(&document, options),
    };
    report_plain(cx)?;
    Ok(saved.map_or(Value::FALSE, text))
}

/// `DOMDocument::save()`
pub(crate) fn save(cx: &mut Cx, this: &PhpObject, path: &PhpStr, options: i64) -> PhpResult<Value> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let document = this_node(cx, this)?;
    let Some(saved) = document_text(&document, options) else { return Ok(Value::FALSE) };
    report_plain(cx)?;
    let written = ext_libxml::write_document(cx, path.as_bytes(), &saved)?;
    Ok(written.map_or(Value::FALSE, |written| Value::from(written as i64)))
}

/// `DOMDocument::saveHTML()`
pub(crate) fn save_html(cx: &mut Cx, this: &PhpObject, node: Option<&PhpObject>) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    let format = props(&document).format_output.get();
    let Some(node) = node else { return Ok(document.save_html_document(format).map_or(Value::FALSE, text)) };
    let node = this_node(cx, node)?;
    if node.document() != document {
        refuse(cx, &document, Code::WrongDocument)?;
        return Ok(Value::FALSE);
    }
    if node.kind() == kind::FRAGMENT {
        let parts: Vec<u8> = node.children().flat_map(|child| child.save_html(format).unwrap_or_default()).collect();
        return Ok(text(parts));
    }
    Ok(node.save_html(format).map_or(Value::FALSE, text))
}

/// `DOMDocument::saveHTMLFile()`
pub(crate) fn save_html_file(cx: &mut Cx, this: &PhpObject, path: &PhpStr) -> PhpResult<Value> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let document = this_node(cx, this)?;
    // Files say in which encoding they are.
    document.say_html_encoding();
    let Some(saved) = document.save_html_document(props(&document).format_output.get()) else { return Ok(Value::FALSE) };
    let written = ext_libxml::write_document(cx, path.as_bytes(), &saved)?;
    Ok(written.map_or(Value::FALSE, |written| Value::from(written as i64)))
}

/// `DOMDocument::validate()`
pub(crate) fn validate(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let document = this_node(cx, this)?;
    let valid = ext_libxml::reading(cx, || document.is_valid());
    report_plain(cx)?;
    Ok(valid)
}

/// Where a schema comes from.
enum Origin<'a> {
    File(&'a PhpStr),
    Text(&'a PhpStr),
}

/// `PHP_MAXPATHLEN`
const LONGEST_PATH: usize = 4096;

fn check_origin(cx: &mut Cx, origin: &Origin<'_>) -> PhpResult<bool> {
    let (Origin::File(given) | Origin::Text(given)) = origin;
    if let Origin::File(path) = origin {
        crate::list::no_nul(cx, 1, Some(path))?;
    }
    if given.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if let Origin::File(path) = origin
        && (path.len() > LONGEST_PATH || ext_libxml::absolute_name(cx, path.as_bytes()).is_none())
    {
        cx.builtin_warning("Invalid Schema file source");
        cx.check()?;
        return Ok(false);
    }
    Ok(true)
}

fn by_schema(cx: &mut Cx, this: &PhpObject, origin: Origin<'_>, flags: i64) -> PhpResult<bool> {
    let document = this_node(cx, this)?;
    if !check_origin(cx, &origin)? {
        return Ok(false);
    }
    let name = match &origin {
        Origin::File(path) => ext_libxml::absolute_name(cx, path.as_bytes()),
        Origin::Text(_) => None,
    };
    let schema = ext_libxml::reading(cx, || match (&origin, &name) {
        (Origin::File(_), Some(name)) => Schema::from_name(name),
        (Origin::Text(source), _) => Schema::from_text(source.as_bytes()),
        (Origin::File(_), None) => None,
    });
    report_plain(cx)?;
    let Some(schema) = schema else {
        cx.builtin_warning("Invalid Schema");
        cx.check()?;
        return Ok(false);
    };
    let create = flags & 1 != 0;
    let run = || schema.validate(&document, create);
    // Attributes that are made meanwhile would be lost.
    let valid = if crate::marks::is_modern(&document) && !create { document.with_declarations(run) } else { run() };
    report_plain(cx)?;
    Ok(valid == Some(true))
}

/// `DOMDocument::schemaValidate()`
pub(crate) fn schema_validate(cx: &mut Cx, this: &PhpObject, path: &PhpStr, flags: i64) -> PhpResult<bool> {
    by_schema(cx, this, Origin::File(path), flags)
}

/// `DOMDocument::schemaValidateSource()`
pub(crate) fn schema_validate_source(cx: &mut Cx, this: &PhpObject, source: &PhpStr, flags: i64) -> PhpResult<bool> {
    by_schema(cx, this, Origin::Text(source), flags)
}

fn by_relax_ng(cx: &mut Cx, this: &PhpObject, origin: Origin<'_>) -> PhpResult<bool> {
    let document = this_node(cx, this)?;
    if !check_origin(cx, &origin)? {
        return Ok(false);
    }
    let name = match &origin {
        Origin::File(path) => ext_libxml::absolute_name(cx, path.as_bytes()),
        Origin::Text(_) => None,
    };
    let schema = ext_libxml::reading(cx, || match (&origin, &name) {
        (Origin::File(_), Some(name)) => RelaxNg::from_name(name),
        (Origin::Text(source), _) => RelaxNg::from_text(source.as_bytes()),
        (Origin::File(_), None) => None,
    });
    report_plain(cx)?;
    let Some(schema) = schema else {
        cx.builtin_warning("Invalid RelaxNG");
        cx.check()?;
        return Ok(false);
    };
    let run = || schema.validate(&document);
    let valid = if crate::marks::is_modern(&document) { document.with_declarations(run) } else { run() };
    report_plain(cx)?;
    Ok(valid == Some(true))
}

/// `DOMDocument::relaxNGValidate()`
pub(crate) fn relax_ng_validate(cx: &mut Cx, this: &PhpObject, path: &PhpStr) -> PhpResult<bool> {
    by_relax_ng(cx, this, Origin::File(path))
}

/// `DOMDocument::relaxNGValidateSource()`
pub(crate) fn relax_ng_validate_source(cx: &mut Cx, this: &PhpObject, source: &PhpStr) -> PhpResult<bool> {
    by_relax_ng(cx, this, Origin::Text(source))
}

/// `DOMDocument::xinclude()`
pub(crate) fn xinclude(cx: &mut Cx, this: &PhpObject, options: i64) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if i32::try_from(options).is_err() {
        if crate::marks::is_modern(&document) {
            return Err(cx.argument_value_error(1, "is too large"));
        }
        cx.builtin_warning("Invalid flags");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let count = ext_libxml::reading(cx, || document.include(options as i32));
    remove_marks(&document);
    report(cx)?;
    Ok(if count < 0 {
        Value::from(-1)
    } else if count == 0 {
        Value::FALSE
    } else {
        Value::from(i64::from(count))
    })
}

/// Takes out the nodes with which libxml2 marks what was included.
fn remove_marks(document: &Node) {
    let mut at = document.first_child();
    while let Some(node) = at {
        at = crate::list::following(&node, document);
        if matches!(node.kind(), kind::XINCLUDE_START | kind::XINCLUDE_END) {
            node.unlink();
        }
    }
}
