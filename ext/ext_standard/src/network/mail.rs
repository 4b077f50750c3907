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
            text.trim_ascii_end().to_vec()
        }
    };
    if additional_params.contains(&0) {
        return Err(cx.argument_value_error(5, "must not contain any null bytes"));
    }
    deliver(cx, &clean(to), &clean(subject), message, &headers, additional_params)
}

/// Hands a letter to the program, and notes it in `mail.log`.
pub(crate) fn deliver(
    cx: &mut Cx,
    to: &[u8],
    subject: &[u8],
    message: &[u8],
    headers: &[u8],
    additional_params: &PhpStr,
) -> PhpResult<bool> {
    note(cx, to, subject, headers)?;
    if !headers.is_empty() && !are_well_formed(headers) {
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
    let line_end: &[u8] = if cx.ini_bool("mail.mixed_lf_and_crlf") { b"\n" } else { b"\r\n" };
    let mut letter = Vec::new();
    for (name, text) in [("To", to), ("Subject", subject)] {
        letter.extend_from_slice(&[name.as_bytes(), b": ", text, line_end].concat());
    }
    if cx.ini_bool("mail.add_x_header") {
        letter.extend_from_slice(&[&origin(cx), line_end].concat());
    }
    if !headers.is_empty() {
        letter.extend_from_slice(headers);
        letter.extend_from_slice(line_end);
    }
    letter.extend_from_slice(line_end);
    letter.extend_from_slice(message);
    letter.extend_from_slice(line_end);
    send(cx, &command, &letter)
}

/// The entry of `mail.log`: a file, or the system's log.
fn note(cx: &mut Cx, to: &[u8], subject: &[u8], headers: &[u8]) -> PhpResult<()> {
    const NOTICE: i64 = 5;
    let target = cx.ini_str("mail.log");
    if target.is_empty() {
        return Ok(());
    }
    let (file, line) = (cx.hooks.location)(cx);
    let place = [b"mail() on [", &file[..], format!(":{line}]").as_bytes()].concat();
    let mut entry = [&place[..], b": To: ", to, b" -- Headers: ", headers, b" -- Subject: ", subject].concat();
    if !headers.is_empty() {
        entry.iter_mut().filter(|b| matches!(b, b'\r' | b'\n')).for_each(|b| *b = b' ');
    }
    if &target[..] == b"syslog" {
        return super::log::syslog(cx, NOTICE, &PhpStr::new(&entry)).map(drop);
    }
    let line = [b"[", &cx.log_time()[..], b"] ", &entry, b"\n"].concat();
    crate::errors::append_to_file(cx, &target, &line).map(drop)
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

/// No control characters in the middle but line breaks that continue the field, no white space at the end.
fn clean(text: &[u8]) -> Vec<u8> {
    let end = text.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |at| at + 1);
    let mut text = text[..end].to_vec();
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with(b"\r\n") && matches!(text.get(at + 2), Some(b' ' | b'\t')) {
            at += 3;
            at += text[at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            continue;
        }
        if text[at].is_ascii_control() {
            text[at] = b' ';
        }
        at += 1;
    }
    text
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

/// `X-PHP-Originating-Script: 1000:script.php`
fn origin(cx: &mut Cx) -> Vec<u8> {
    let (file, _) = (cx.hooks.location)(cx);
    let name = file.rsplit(|&b| b == b'/').next().unwrap_or_default();
    let user = format!("X-PHP-Originating-Script: {}:", rustix::process::getuid().as_raw());
    [user.as_bytes(), name].concat()
}

/// Headers that a letter has once.
const SINGLE: [&str; 9] = ["orig-date", "from", "sender", "reply-to", "cc", "bcc", "message-id", "references", "in-reply-to"];

/// `name => value` or `name => [values]`, as lines.
fn header_lines(cx: &mut Cx, headers: &PhpArray) -> PhpResult<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for (name, value) in headers.iter() {
        let name = match name {
            KeyRef::Str(name) => name.clone(),
            KeyRef::Int(n) => return Err(cx.type_error(format!("Header name cannot be numeric, {n} given"))),
        };
        for own in ["To", "Subject"] {
            if name.eq_ignore_ascii_case(own.as_bytes()) {
                return Err(cx.value_error(format!("The additional headers cannot contain the \"{own}\" header")));
            }
        }
        let value = value.deref();
        let single = SINGLE.iter().find(|single| name.eq_ignore_ascii_case(single.as_bytes()));
        match (value.as_str(), value.as_array(), single) {
            (Some(text), ..) => lines.push(header_line(cx, &name, text)?),
            (None, Some(_), Some(single)) => {
                return Err(cx.type_error(format!("Header \"{single}\" must be of type string, array given")));
            }
            (None, Some(values), None) => {
                for (key, value) in values.clone().iter() {
                    lines.push(listed_line(cx, &name, key, value.deref())?);
                }
            }
            (None, None, _) => {
                let (shown, given) = (name.to_str_lossy().into_owned(), cx.value_name(value));
                return Err(cx.type_error(format!("Header \"{shown}\" must be of type array|string, {given} given")));
            }
        }
    }
    Ok(lines.join(&b"\r\n"[..]))
}

fn listed_line(cx: &mut Cx, name: &PhpStr, key: KeyRef<'_>, value: &Value) -> PhpResult<Vec<u8>> {
    let shown = name.to_str_lossy().into_owned();
    if let KeyRef::Str(key) = key {
        let key = key.to_str_lossy().into_owned();
        return Err(cx.type_error(format!("Header \"{shown}\" must only contain numeric keys, \"{key}\" found")));
    }
    match value.as_str() {
        Some(text) => header_line(cx, name, text),
        None => {
            let found = cx.value_name(value);
            Err(cx.type_error(format!("Header \"{shown}\" must only contain values of type string, {found} found")))
        }
    }
}

fn header_line(cx: &mut Cx, name: &PhpStr, text: &PhpStr) -> PhpResult<Vec<u8>> {
    // Messages end where C's strings would.
    let shown = String::from_utf8_lossy(name.split(|b| *b == 0).next().unwrap_or_default()).into_owned();
    if !name.iter().all(|b| (33..127).contains(b) && *b != b':') {
        return Err(cx.value_error(format!("Header name \"{shown}\" contains invalid characters")));
    }
    match fault(text) {
        None => Ok([name.as_bytes(), b": ", text].concat()),
        Some(fault) => Err(cx.value_error(format!("Header \"{shown}\" {fault}"))),
    }
}

/// What is wrong with a header's value. A line end is allowed if the next line goes on with white space.
fn fault(text: &[u8]) -> Option<&'static str> {
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        match b {
            b'\r' if text.get(at + 1) != Some(&b'\n') => return Some("contains CR character that is not allowed in the header"),
            b'\r' if !matches!(text.get(at + 2), Some(b' ' | b'\t')) => {
                return Some("contains CRLF characters that are used as a line separator and are not allowed in the header");
            }
            b'\r' => at += 2,
            b'\n' => return Some("contains LF character that is not allowed in the header"),
            0 => return Some("contains NULL character that is not allowed in the header"),
            _ => {}
        }
        at += 1;
    }
    None
}
