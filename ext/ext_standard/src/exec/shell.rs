//! Texts for the shell.

use crate::prelude::*;

/// What the system takes as arguments at most.
const LONGEST: usize = 2_097_152;

/// `escapeshellcmd()`
pub(crate) fn escapeshellcmd(cx: &mut Cx, command: &PhpStr) -> PhpResult<PhpStr> {
    if command.len() > LONGEST - 3 {
        return Err(cx.value_error(format!("Command exceeds the allowed length of {LONGEST} bytes")));
    }
    let mut out = StrBuilder::with_capacity(command.len() + 16);
    // Where the quote that is open now will be closed.
    let mut closing: Option<usize> = None;
    for (at, &b) in command.iter().enumerate() {
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
            // No character of the C locale.
            0x80..=0xff => continue,
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
    for &b in arg.iter() {
        match b {
            b'\'' => out.push_bytes(b"'\\''"),
            other => out.push(other),
        }
    }
    out.push(b'\'');
    let escaped = out.finish();
    if escaped.len() > LONGEST + 1 {
        return Err(cx.value_error(format!("Escaped argument exceeds the allowed length of {LONGEST} bytes")));
    }
    Ok(escaped)
}
