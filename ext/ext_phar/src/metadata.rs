//! What is noted of archives and files: any value, serialized.

use ext_standard::serialization::{self, Serializer};
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};

use crate::archive::{ArchiveRef, EntryRef, Metadata};

pub(crate) fn serialized(cx: &mut Cx, value: &Value) -> PhpResult<Vec<u8>> {
    let mut out = Serializer::default();
    out.value(cx, value)?;
    Ok(out.finish().to_vec())
}

/// Makes the text of what a file's metadata are; nothing if that fails.
pub(crate) fn ensure_text(cx: &mut Cx, entry: &EntryRef) {
    let value = entry.get().metadata.value.clone().filter(|_| entry.get().metadata.text.is_none());
    if let Some(text) = value.and_then(|value| serialized(cx, &value).ok()) {
        entry.edit().metadata.text = Some(text);
    }
}

pub(crate) fn ensure_archive_text(cx: &mut Cx, archive: &ArchiveRef) {
    let value = archive.get().metadata.value.clone().filter(|_| archive.get().metadata.text.is_none());
    if let Some(text) = value.and_then(|value| serialized(cx, &value).ok()) {
        archive.edit().metadata.text = Some(text);
    }
}

/// What `getMetadata()` gives.
pub(crate) fn value_of(cx: &mut Cx, metadata: &Metadata, options: &PhpArray) -> PhpResult<Value> {
    if let (Some(value), true) = (&metadata.value, options.is_empty()) {
        return Ok(value.clone());
    }
    let Some(text) = &metadata.text else { return Ok(Value::NULL) };
    serialization::unserialize(cx, &PhpStr::new(text), options)
}

/// New metadata. The value is serialized at once, so that what cannot be is reported now.
pub(crate) fn make(cx: &mut Cx, value: &Value) -> PhpResult<Metadata> {
    let text = serialized(cx, value)?;
    cx.check()?;
    Ok(Metadata { value: Some(value.clone_deref()), text: Some(text) })
}
