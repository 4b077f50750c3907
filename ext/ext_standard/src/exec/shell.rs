//! Texts for the shell.

use loxo_runtime::locale;

use crate::prelude::*;

/// What the system takes as arguments at most.
const LONGEST: usize = 2_097_152;

/// A piece of a text for the shell.
enum Piece<'a> {
    Byte(usize, u8),
    /// A character of several bytes.
    Character(&'a [u8]),
}

/// The pieces of a text: what is no character in the locale is left out.
fn pieces<'a>(cx: &mut Cx, text: &'a [u8]) -> impl Iterator<Item = Piece<'a>> {
    let locale = if text.is_ascii() { None } else { locale::current(cx) };
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(&byte) = text.get(at) {
            let start = at;
            let length = match &locale {
                Some(locale) if !byte.is_ascii() => locale.character(&text[start..]),
                _ => Some(1),
            };
            at += length.unwrap_or(1).max(1);
            match length {
                None => {}
                Some(0 | 1) => return Some(Piece::Byte(start, byte)),
                Some(length) => return Some(Piece::Character(&text[start..start + length])),
            }
        }
        None
    })
}

/// `escapeshellcmd()`
pub(crate) fn escapeshellcmd(cx: &mut Cx, command: &PhpStr) -> PhpResult<PhpStr> {
    if command.len() > LONGEST - 3 {
        return Err(cx.value_error(format!("Command exceeds the allowed length of {LONGEST} bytes")));
    }
    let mut out = StrBuilder::with_capacity(command.len() + 16);
    // Where the quote that is open now will be closed.
    let mut closing: Option<usize> = None;
    for piece in pieces(cx, command) {
        let (at, b) = match piece {
            Piece::Byte(at, b) => (at, b),
            Piece::Character(bytes) => {
                out.push_bytes(bytes);
                continue;
            }
        };
        match b {
            b'"' | b'\'' => match closing {
                None => match memchr::memchr(b, &command[at + 1..]) {
                    Some(ahead) => closing = Some(at + 1 + ahead),
                    None => out.push(b'\\'),
                },
                Some(end) if command[end] == b => closing = None,
                Some(_) => out.push(b'\\'),
            },
            b'#' | b'&' | b';' | b'`' | b'|' | b'*' | b'?' | b'~' | b'<' | b'>' | b'^' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'$'
            | b'\\' | b'\n' => out.push(b'\\'),
            _ => {}
        }
        out.push(b);
    }
    Ok(out.finish())
}

/// `escapeshellarg()`
pub(crate) fn escapeshellarg(cx: &mut Cx, arg: &PhpStr) -> PhpResult<PhpStr> {
    if arg.len() > LONGEST - 3 {
        return Err(cx.value_error(format!("Argument exceeds the allowed length of {LONGEST} bytes")));
    }
    let mut out = StrBuilder::with_capacity(arg.len() + 16);
    out.push(b'\'');
    for piece in pieces(cx, arg) {
        match piece {
            Piece::Byte(_, b'\'') => out.push_bytes(b"'\\''"),
            Piece::Byte(_, other) => out.push(other),
            Piece::Character(bytes) => out.push_bytes(bytes),
        }
    }
    out.push(b'\'');
    let escaped = out.finish();
    if escaped.len() > LONGEST + 1 {
        return Err(cx.value_error(format!("Escaped argument exceeds the allowed length of {LONGEST} bytes")));
    }
    Ok(escaped)
}
