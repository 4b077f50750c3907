//! `simplexml_load_string()` and its kin.

use loxo_libxml_sys::{Node, Source, kind, parse_xml};
use loxo_runtime::{Class, Cx, OrFalse, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::object::{View, create_as};

/// Parses a document; `None` with warnings raised.
pub(crate) fn parse(cx: &mut Cx, source: &[u8], name: Option<&[u8]>, options: i64) -> PhpResult<Option<Node>> {
    let source = Source { text: source, name, folder: None, encoding: None, options: options as i32 };
    let parsed = ext_libxml::reading(cx, || parse_xml(source));
    ext_libxml::report_plain(cx)?;
    Ok(parsed.doc)
}

/// The class that a parameter names.
fn class_named(cx: &mut Cx, number: usize, name: Option<&PhpStr>) -> PhpResult<&'static Class> {
    let base = cx.builtin_class("SimpleXMLElement");
    let Some(name) = name else { return Ok(base) };
    match cx.class(name.as_bytes())? {
        Some(class) if class.is_subclass_of(base) => Ok(class),
        _ => {
            let given = convert::shown_name(name.as_bytes());
            Err(cx
                .argument_type_error(number, [b"must be a class name derived from SimpleXMLElement or null, ", given, b" given"].concat()))
        }
    }
}

fn check_options(cx: &mut Cx, options: i64) -> PhpResult<()> {
    if i32::try_from(options).is_err() {
        return Err(cx.argument_value_error(3, "is too large"));
    }
    Ok(())
}

pub(crate) fn view_for(ns: &PhpStr, is_prefix: bool) -> View {
    View { ns: (!ns.is_empty()).then(|| ns.as_bytes().to_vec()), is_prefix, ..View::default() }
}

fn root_object(cx: &mut Cx, class: &'static Class, document: Option<Node>, view: View) -> PhpResult<OrFalse<PhpObject>> {
    match document.and_then(|document| document.root()) {
        Some(root) => create_as(cx, class, root, view).map(OrFalse::some),
        None => Ok(OrFalse::FALSE),
    }
}

/// `simplexml_load_string()`
pub(crate) fn simplexml_load_string(
    cx: &mut Cx,
    data: &PhpStr,
    class_name: Option<&PhpStr>,
    options: i64,
    ns: &PhpStr,
    is_prefix: bool,
) -> PhpResult<OrFalse<PhpObject>> {
    let class = class_named(cx, 2, class_name)?;
    check_options(cx, options)?;
    if data.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let document = parse(cx, data.as_bytes(), None, options)?;
    root_object(cx, class, document, view_for(ns, is_prefix))
}

/// `simplexml_load_file()`
pub(crate) fn simplexml_load_file(
    cx: &mut Cx,
    filename: &PhpStr,
    class_name: Option<&PhpStr>,
    options: i64,
    ns: &PhpStr,
    is_prefix: bool,
) -> PhpResult<OrFalse<PhpObject>> {
    if filename.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    let class = class_named(cx, 2, class_name)?;
    check_options(cx, options)?;
    let found = ext_libxml::read_document_as_named(cx, filename.as_bytes())?;
    ext_libxml::report(cx)?;
    let Some((source, name)) = found else { return Ok(OrFalse::FALSE) };
    let document = parse(cx, &source, Some(&name), options)?;
    root_object(cx, class, document, view_for(ns, is_prefix))
}

/// `simplexml_import_dom()`
pub(crate) fn simplexml_import_dom(cx: &mut Cx, node: &PhpObject, class_name: Option<&PhpStr>) -> PhpResult<Value> {
    let class = class_named(cx, 2, class_name)?;
    let Some(mut own) = ext_libxml::node_of(node) else {
        return Err(cx.argument_type_error(1, "must be a valid XML node"));
    };
    if matches!(own.kind(), kind::DOCUMENT | kind::HTML_DOCUMENT) {
        match own.root() {
            Some(root) => own = root,
            None => {
                cx.builtin_warning("Invalid Nodetype to import");
                cx.check()?;
                return Ok(Value::NULL);
            }
        }
    }
    if own.kind() != kind::ELEMENT {
        cx.builtin_warning("Invalid Nodetype to import");
        cx.check()?;
        return Ok(Value::NULL);
    }
    create_as(cx, class, own, View::default()).map(Value::object)
}
