//! `mail()`, by the program that `sendmail_path` names.

use std::io::Write;
use std::process::Stdio;

use crate::exec::{escapeshellcmd, shell_command};
use crate::prelude::*;

/// `mail()`
pub(crate) fn mail(
    cx: &mut Cx,
    to: &PhpStr,
    subject: &PhpStr,
    message: &PhpStr,
    additional_headers: &Value,
    additional_params: &PhpStr,
) -> PhpResult<bool> {
    let headers = match additional_headers.deref().as_array() {
        Some(headers) => header_lines(cx, &headers.clone())?,
        None => {
            let text = cx.str_of(additional_headers)?;
            if text.contains(&0) {
                return Err(cx.argument_value_error(4, "must not contain any null bytes"));
            }
            text.trim_ascii().to_vec()
        }
    };
    if additional_params.contains(&0) {
        return Err(cx.argument_value_error(5, "must not contain any null bytes"));
    }
    if !headers.is_empty() && !are_well_formed(&headers) {
        cx.warn("Multiple or malformed newlines found in additional_header")?;
        return Ok(false);
    }
    let program = cx.ini_str("sendmail_path");
    let forced = cx.ini_str("mail.force_extra_parameters");
    let extra = if forced.is_empty() { additional_params.clone() } else { PhpStr::new(&forced) };
    let extra = if extra.is_empty() { PhpStr::empty() } else { escapeshellcmd(cx, &extra)? };
    if program.is_empty() {
        return Ok(false);
    }
    let command = if extra.is_empty() { program.to_vec() } else { [&program[..], b" ", &extra].concat() };
    let mut letter = Vec::new();
    for (name, text) in [("To", clean(to)), ("Subject", clean(subject))] {
        letter.extend_from_slice(&[name.as_bytes(), b": ", &text, b"\r\n"].concat());
    }
    if !headers.is_empty() {
        letter.extend_from_slice(&headers);
        letter.extend_from_slice(b"\r\n");
    }
    letter.extend_from_slice(b"\r\n");
    letter.extend_from_slice(message);
    letter.extend_from_slice(b"\r\n");
    send(cx, &command, &letter)
}

fn send(cx: &mut Cx, command: &[u8], letter: &[u8]) -> PhpResult<bool> {
    /// "Try again later" is as good as sent: the program keeps it.
    const TEMPFAIL: i32 = 75;
    let mut shell = shell_command(cx, command);
    let delivered = shell.stdin(Stdio::piped()).spawn().and_then(|mut child| {
        if let Some(mut input) = child.stdin.take() {
            // A program that does not read its input says with its status whether that matters.
            let _ = input.write_all(letter);
        }
        child.wait()
    });
    match delivered {
        Ok(status) => Ok(matches!(status.code(), Some(0 | TEMPFAIL))),
        Err(_) => {
            let message = [b"Could not execute mail delivery program '", command, b"'"].concat();
            cx.builtin_warning(message);
            cx.check()?;
            Ok(false)
        }
    }
}

/// No control characters in the middle, no white space at the end.
fn clean(text: &[u8]) -> Vec<u8> {
    let end = text.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |at| at + 1);
    text[..end].iter().map(|b| if b.is_ascii_control() { b' ' } else { *b }).collect()
}

/// Line ends in headers must be followed by another header.
fn are_well_formed(headers: &[u8]) -> bool {
    let starts_well = (33..127).contains(&headers[0]) && headers[0] != b':';
    let mut rest = headers;
    while let Some(at) = rest.iter().position(|b| matches!(b, b'\r' | b'\n')) {
        let after = &rest[at..];
        let skip = if after.starts_with(b"\r\n") { 2 } else { 1 };
        match after.get(skip) {
            None | Some(0 | b'\r' | b'\n') => return false,
            Some(_) => rest = &after[skip..],
        }
    }
    starts_well
}

/// `name => value` or `name => [values]`, as lines.
fn header_lines(cx: &mut Cx, headers: &PhpArray) -> PhpResult<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for (name, value) in headers.iter() {
        let KeyRef::Str(name) = name else {
            return Err(cx.type_error("Header name cannot be numeric, 0 given"));
        };
        let shown = String::from_utf8_lossy(name).into_owned();
        if !name.iter().all(|b| (33..127).contains(b) && *b != b':') {
            return Err(cx.value_error(format!("Header name \"{shown}\" contains invalid characters")));
        }
        let values: Vec<Value> = match value.deref().as_array() {
            Some(values) => values.values().cloned().collect(),
            None => vec![value.clone_deref()],
        };
        for value in values {
            let Some(text) = value.deref().as_str() else {
                let given = cx.value_name(&value);
                return Err(cx.type_error(format!("Header \"{shown}\" must be of type array|string, {given} given")));
            };
            if !value_is_safe(text) {
                return Err(cx.value_error(format!("Header \"{shown}\" has invalid format, or contains invalid characters")));
            }
            lines.push([name.as_bytes(), b": ", text].concat());
        }
    }
    Ok(lines.join(&b"\r\n"[..]))
}

/// A line end is allowed if the next line goes on with white space.
fn value_is_safe(text: &[u8]) -> bool {
    text.iter().enumerate().all(|(at, b)| match b {
        0 => false,
        b'\r' => text.get(at + 1) == Some(&b'\n'),
        b'\n' => at > 0 && text[at - 1] == b'\r' && matches!(text.get(at + 1), Some(b' ' | b'\t')),
        _ => true,
    })
}
