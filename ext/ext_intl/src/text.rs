//! Texts on their way to ICU and back.

use std::ffi::CString;

use loxo_icu_sys::ParseError;
use loxo_icu_sys::status::{ILLEGAL_CHAR_FOUND, INVALID_CHAR_FOUND};
use loxo_runtime::{Cx, PhpStr};

/// UTF-8 as UTF-16; ICU's code if it is none, or longer than ICU can count.
pub(crate) fn utf16(text: &[u8]) -> Result<Vec<u16>, i32> {
    if i32::try_from(text.len()).is_err() {
        return Err(loxo_icu_sys::status::BUFFER_OVERFLOW);
    }
    match str::from_utf8(text) {
        Ok(text) => Ok(text.encode_utf16().collect()),
        Err(_) => Err(INVALID_CHAR_FOUND),
    }
}

/// UTF-16 as UTF-8; ICU's code if a surrogate stands alone.
pub(crate) fn utf8(text: &[u16]) -> Result<String, i32> {
    String::from_utf16(text).map_err(|_| INVALID_CHAR_FOUND)
}

/// The same where nobody asks whether it is right.
pub(crate) fn utf8_lossy(text: &[u16]) -> String {
    String::from_utf16_lossy(text)
}

/// Up to the first NUL, as C reads texts.
pub(crate) fn cstring(text: &[u8]) -> CString {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// The same, without bytes that no locale's name has.
pub(crate) fn until_nul(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    &text[..end]
}

/// The default locale: PHP's setting, else ICU's.
pub(crate) fn default_locale(cx: &mut Cx) -> Vec<u8> {
    let own = cx.ini_str("intl.default_locale");
    if own.is_empty() { loxo_icu_sys::default_locale().into_bytes() } else { own.to_vec() }
}

/// A locale that a program named, or the default.
pub(crate) fn locale_or_default(cx: &mut Cx, locale: Option<&PhpStr>) -> CString {
    match locale.filter(|locale| !locale.is_empty()) {
        Some(locale) => cstring(locale),
        None => cstring(&default_locale(cx)),
    }
}

/// The UTF-8 character that a text begins with, and how many bytes it has.
pub(crate) fn first_char(text: &[u8]) -> Result<(char, usize), i32> {
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.chars().next().map(|c| (c, c.len_utf8())).ok_or(ILLEGAL_CHAR_FOUND)
}

/// Where a pattern or rules are wrong, in words.
pub(crate) fn parse_error_text(error: &ParseError) -> String {
    let mut parts = Vec::new();
    if error.line > 0 {
        parts.push(format!("on line {}", error.line));
    }
    if error.offset >= 0 {
        parts.push(format!("{}offset {}", if parts.is_empty() { "at " } else { "" }, error.offset));
    }
    let context =
        |text: &[u16], name: &str| utf8(text).unwrap_or_else(|_| format!("(could not convert parser error {name}-context to UTF-8)"));
    if !error.before.is_empty() {
        parts.push(format!("after \"{}\"", context(&error.before, "pre")));
    }
    if !error.after.is_empty() {
        parts.push(format!("before or at \"{}\"", context(&error.after, "post")));
    }
    if parts.is_empty() { "no parse error".into() } else { format!("parse error {}", parts.join(", ")) }
}
