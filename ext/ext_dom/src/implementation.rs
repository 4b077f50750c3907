//! `DOMImplementation`: makes documents and document types, and says which features of DOM there are.

use crate::object::attach;
use crate::prelude::*;

/// `DOMImplementation::hasFeature()`
pub(crate) fn has_feature(_: &mut Cx, _: &PhpObject, feature: &PhpStr, version: &PhpStr) -> PhpResult<bool> {
    Ok(supports(feature.as_bytes(), version.as_bytes()))
}

/// Is a feature of DOM there?
pub(crate) fn supports(feature: &[u8], version: &[u8]) -> bool {
    let one = matches!(version, b"1.0" | b"2.0" | b"");
    (one && feature.eq_ignore_ascii_case(b"XML")) || (version == b"1.0" && feature.eq_ignore_ascii_case(b"Core"))
}

/// `DOMImplementation::createDocumentType()`
pub(crate) fn create_document_type(cx: &mut Cx, _: &PhpObject, name: &PhpStr, public_id: &PhpStr, system_id: &PhpStr) -> PhpResult<Value> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if name.as_bytes().windows(3).any(|part| part == b"%00") {
        cx.builtin_warning("URI must not contain percent-encoded NUL bytes");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let document = crate::object::hidden_document(cx)?;
    let given = |id: &PhpStr| (!id.is_empty()).then(|| id.as_bytes().to_vec());
    let doctype = document.create_doctype(name.as_bytes(), given(public_id).as_deref(), given(system_id).as_deref());
    if let Some(doctype) = &doctype {
        doctype.unlink();
    }
    value_for(cx, doctype)
}

/// `DOMImplementation::createDocument()`
pub(crate) fn create_document(
    cx: &mut Cx,
    _: &PhpObject,
    ns: Option<&PhpStr>,
    name: &PhpStr,
    doctype: Option<&PhpObject>,
) -> PhpResult<PhpObject> {
    let doctype = match doctype {
        Some(object) => Some(this_node(cx, object)?),
        None => None,
    };
    if let Some(doctype) = &doctype
        && (doctype.has_parent() || !crate::object::is_homeless(doctype))
    {
        return Err(dom_error(cx, Code::WrongDocument));
    }
    let Some(document) = Node::new_document(b"1.0") else { return Err(dom_error(cx, Code::InvalidState)) };
    let mut element = None;
    if !name.is_empty() {
        element = Some(crate::document::element_ns(cx, &document, bytes(ns), name.as_bytes())?);
    }
    if let Some(doctype) = doctype {
        let (public, system) = doctype.external_ids();
        document.create_doctype(&doctype.name(), public.as_deref(), system.as_deref());
    }
    if let Some(element) = element {
        document.insert(&element, None);
    }
    let class = cx.builtin_class("DOMDocument");
    let new = object::instantiate_raw(cx, class)?;
    attach(&new, Some(document));
    Ok(new)
}
