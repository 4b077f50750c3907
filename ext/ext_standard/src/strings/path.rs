//! Paths as text; nothing is looked up.

use crate::prelude::*;

/// `basename()`
pub(crate) fn basename(_cx: &mut Cx, path: &PhpStr, suffix: &PhpStr) -> PhpResult<PhpStr> {
    Ok(PhpStr::new(base(path, suffix)))
}

/// The last part of a path, without the suffix if that is not all of it.
pub(crate) fn base<'a>(path: &'a [u8], suffix: &[u8]) -> &'a [u8] {
    let end = path.iter().rposition(|b| *b != b'/').map_or(0, |at| at + 1);
    let start = memchr::memrchr(b'/', &path[..end]).map_or(0, |at| at + 1);
    let name = &path[start..end];
    match name.strip_suffix(suffix) {
        Some(rest) if !rest.is_empty() => rest,
        _ => name,
    }
}

/// `dirname()`
pub(crate) fn dirname(cx: &mut Cx, path: &PhpStr, levels: i64) -> PhpResult<PhpStr> {
    if levels < 1 {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 1"));
    }
    let mut dir = path.as_bytes();
    for _ in 0..levels {
        let parent = parent(dir);
        if parent == dir {
            break;
        }
        dir = parent;
    }
    Ok(PhpStr::new(dir))
}

/// The path without its last part: `.` if there is no other, `/` at the root.
pub(crate) fn parent(path: &[u8]) -> &[u8] {
    if path.is_empty() {
        return path;
    }
    let trimmed = |part: &[u8]| part.iter().rposition(|b| *b != b'/').map_or(0, |at| at + 1);
    let end = trimmed(path);
    if end == 0 {
        return b"/";
    }
    let Some(slash) = memchr::memrchr(b'/', &path[..end]) else { return b"." };
    match trimmed(&path[..slash]) {
        0 => b"/",
        end => &path[..end],
    }
}

/// `pathinfo()`
pub(crate) fn pathinfo(_cx: &mut Cx, path: &PhpStr, flags: i64) -> PhpResult<Value> {
    const ALL: i64 = 15;
    let name = base(path, b"");
    let dot = memchr::memrchr(b'.', name);
    let mut out = PhpArray::new();
    let mut add = |flag: i64, key: &str, text: Option<&[u8]>| {
        if let (true, Some(text)) = (flags & flag != 0, text) {
            out.set_bytes(key.as_bytes(), Value::bytes(text));
        }
    };
    add(1, "dirname", Some(parent(path)).filter(|dir| !dir.is_empty()));
    add(2, "basename", Some(name));
    add(4, "extension", dot.map(|at| &name[at + 1..]));
    add(8, "filename", Some(dot.map_or(name, |at| &name[..at])));
    if flags == ALL {
        return Ok(out.into());
    }
    Ok(out.first().map_or(Value::EMPTY_STRING, |(_, v)| v.clone()))
}
