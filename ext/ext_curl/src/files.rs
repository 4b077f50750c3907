//! `CURLFile`, by which a program names a file for a posted form, and its procedural twin `curl_file_create()`.

use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, PhpStr, Value, convert};

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { no_serialize: true, ..ObjectHandlers::default() }
}

/// `CURLFile::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, file: &PhpStr, kind: Option<&PhpStr>, name: Option<&PhpStr>) -> PhpResult<()> {
    for (property, text) in [("name", Some(file)), ("mime", kind), ("postname", name)] {
        if let Some(text) = text {
            cx.write_property(this, property, Value::from(text))?;
        }
    }
    Ok(())
}

/// `curl_file_create()`
pub(crate) fn curl_file_create(cx: &mut Cx, file: &PhpStr, kind: Option<&PhpStr>, name: Option<&PhpStr>) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("CURLFile");
    let object = cx.new_object_raw(class);
    construct(cx, &object, file, kind, name)?;
    Ok(object)
}

fn text(cx: &mut Cx, this: &PhpObject, property: &str) -> PhpResult<PhpStr> {
    let value = cx.read_property(this, property)?;
    convert::to_string(cx, value.deref())
}

/// `CURLFile::getFilename()`
pub(crate) fn get_filename(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    text(cx, this, "name")
}

/// `CURLFile::getMimeType()`
pub(crate) fn get_mime_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    text(cx, this, "mime")
}

/// `CURLFile::getPostFilename()`
pub(crate) fn get_post_filename(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    text(cx, this, "postname")
}

/// `CURLFile::setMimeType()`
pub(crate) fn set_mime_type(cx: &mut Cx, this: &PhpObject, kind: &PhpStr) -> PhpResult<()> {
    cx.write_property(this, "mime", Value::from(kind))
}

/// `CURLFile::setPostFilename()`
pub(crate) fn set_post_filename(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    cx.write_property(this, "postname", Value::from(name))
}
