//! HTML: special characters and entities.

mod charset;
mod decode;
mod encode;
mod entities;
mod translation;

pub(crate) use charset::{Charset, next_utf8};
pub(crate) use decode::*;
pub(crate) use encode::*;
pub(crate) use translation::*;

use crate::prelude::*;

const QUOTE_SINGLE: i64 = 1;
const QUOTE_DOUBLE: i64 = 2;
const IGNORE: i64 = 4;
const SUBSTITUTE: i64 = 8;
const DISALLOWED: i64 = 128;

/// Text inside of quotes, in whatever character set pages have.
pub(crate) fn escaped_attribute(cx: &mut Cx, text: &PhpStr) -> PhpStr {
    // Nothing is said, so nothing can be thrown.
    let charset = charset_of(cx, None, true).unwrap_or(Charset::Utf8);
    escaped(text, QUOTE_SINGLE | QUOTE_DOUBLE | SUBSTITUTE, charset, false, false)
}

/// The character set that an argument names; without one that of the `default_charset` setting.
fn charset_of(cx: &mut Cx, name: Option<&PhpStr>, quiet: bool) -> PhpResult<Charset> {
    let given = name.filter(|name| !name.is_empty());
    if given.map_or_else(|| cx.settings().texts_are_utf8, |name| name.as_bytes().eq_ignore_ascii_case(b"utf-8")) {
        return Ok(Charset::Utf8);
    }
    let name = match given {
        Some(name) => name.to_vec(),
        None => {
            let internal = cx.ini_str("internal_encoding");
            if internal.is_empty() { cx.ini_str("default_charset").to_vec() } else { internal.to_vec() }
        }
    };
    if name.is_empty() || name.eq_ignore_ascii_case(b"utf-8") {
        return Ok(Charset::Utf8);
    }
    if let Some(found) = Charset::named(&name) {
        return Ok(found);
    }
    if !quiet {
        let shown = name.split(|b| *b == 0).next().unwrap_or_default();
        cx.builtin_warning([b"Charset \"", shown, b"\" is not supported, assuming UTF-8"].concat());
        cx.check()?;
    }
    Ok(Charset::Utf8)
}
