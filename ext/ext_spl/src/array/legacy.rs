//! `serialize()` and `unserialize()`, the methods: `x:i:<flags>;<storage>;m:<members>`.

use super::array_object::{stored_flags, stored_source};
use super::{IS_SELF, PUBLIC_FLAGS, Source, check_not_sorting, data, set_source};
use crate::prelude::*;
use crate::serialized::{Parts, malformed, written};
use crate::support::{load_members, members};

pub(super) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let mut text = b"x:".to_vec();
    text.extend_from_slice(&written(cx, Value::int(stored_flags(this)))?);
    if let Some(source) = stored_source(this) {
        text.extend_from_slice(&written(cx, source)?);
        text.push(b';');
    }
    text.extend_from_slice(b"m:");
    text.extend_from_slice(&written(cx, Value::array(members(this)))?);
    Ok(PhpStr::from_vec(text))
}

pub(super) fn unserialize(cx: &mut Cx, this: &PhpObject, text: &PhpStr) -> PhpResult<()> {
    if text.is_empty() {
        return Ok(());
    }
    check_not_sorting(cx, this)?;
    let mut parts = Parts::new(text);
    match restore(cx, this, &mut parts)? {
        Some(()) => Ok(()),
        None => Err(malformed(cx, &parts)),
    }
}

/// `None`: the text is not what it should be where the parts are.
fn restore(cx: &mut Cx, this: &PhpObject, parts: &mut Parts<'_>) -> PhpResult<Option<()>> {
    if parts.expect(b"x:").is_none() {
        return Ok(None);
    }
    let Some(flags) = parts.int(cx)? else { return Ok(None) };
    if parts.expect(b";").is_none() {
        return Ok(None);
    }
    if flags & IS_SELF != 0 {
        data(this).flags = flags & PUBLIC_FLAGS;
        let old = std::mem::replace(&mut data(this).source, Source::Own);
        drop(old);
    } else {
        if !matches!(parts.peek(), Some(b'a' | b'O' | b'C' | b'r')) {
            return Ok(None);
        }
        let Some(source) = parts.value(cx)?.filter(|source| source.is_array() || source.is_object()) else { return Ok(None) };
        data(this).flags = flags & PUBLIC_FLAGS;
        set_source(cx, this, &source, 0, true)?;
        if parts.expect(b";").is_none() {
            return Ok(None);
        }
    }
    if parts.expect(b"m:").is_none() {
        return Ok(None);
    }
    let Some(members) = parts.value(cx)?.and_then(|members| members.into_array().ok()) else { return Ok(None) };
    load_members(cx, this, &members).map(Some)
}
