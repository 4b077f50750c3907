//! `header()` and its like, and `setcookie()`: what a program does to the head of its response.

use loxo_runtime::web::{cookie_date, headers_may_change, percent_encode, set_header_line};

use crate::prelude::*;

/// `header()`
pub(crate) fn header(cx: &mut Cx, header: &PhpStr, replace: bool, response_code: i64) -> PhpResult<()> {
    set_header_line(cx, header, replace, response_code).map(drop)
}

/// `header_remove()`
pub(crate) fn header_remove(cx: &mut Cx, name: Option<&PhpStr>) -> PhpResult<()> {
    if !headers_may_change(cx)? {
        return Ok(());
    }
    match name {
        None => cx.info.headers.clear(),
        Some(name) if name.contains(&b':') => cx.warn_plain("Header to delete may not contain colon.")?,
        Some(name) => {
            cx.info.headers.remove(name.trim_ascii_end());
        }
    }
    Ok(())
}

/// `headers_list()`
pub(crate) fn headers_list(cx: &mut Cx) -> PhpResult<PhpArray> {
    // The command line answers nobody: PHP keeps no fields there.
    if cx.sapi.name() == "cli" {
        return Ok(PhpArray::new());
    }
    Ok(PhpArray::from_values(cx.info.headers.iter().map(|line| PhpStr::new(line.text()))))
}

/// `headers_sent()`
pub(crate) fn headers_sent(cx: &mut Cx, filename: Option<&RefArg>, line: Option<&RefArg>) -> PhpResult<bool> {
    let sent = cx.info.headers_sent;
    let place = cx.info.output_started.clone().filter(|_| sent);
    if let Some(line) = line {
        line.set(cx, Value::int(place.as_ref().map_or(0, |(_, line)| i64::from(*line))))?;
    }
    if let Some(filename) = filename {
        filename.set(cx, place.map_or(Value::EMPTY_STRING, |(file, _)| file.into()))?;
    }
    Ok(sent)
}

/// `http_response_code()`
pub(crate) fn http_response_code(cx: &mut Cx, response_code: i64) -> PhpResult<Value> {
    // A server's answers begin with 200, a command line has none.
    let old = if cx.info.status == 0 && cx.sapi.is_web() { 200 } else { cx.info.status };
    if response_code == 0 {
        return Ok(if old == 0 { Value::FALSE } else { Value::int(i64::from(old)) });
    }
    if cx.info.headers_sent {
        let text = match &cx.info.output_started {
            Some((file, line)) => format!("Cannot set response code - headers already sent (output started at {file}:{line})"),
            None => "Cannot set response code - headers already sent".into(),
        };
        cx.warn(&text)?;
        return Ok(Value::FALSE);
    }
    cx.info.status = u16::try_from(response_code).unwrap_or(500);
    Ok(if old == 0 { Value::TRUE } else { Value::int(i64::from(old)) })
}

/// `header_register_callback()`
pub(crate) fn header_register_callback(cx: &mut Cx, callback: &Callable) -> PhpResult<bool> {
    let closure = (cx.hooks.closure)(cx, callback);
    cx.output.header_callback = Some(closure.into());
    Ok(true)
}

/// What a cookie says besides name and value.
#[derive(Default)]
struct Attributes {
    expires: i64,
    path: PhpStr,
    domain: PhpStr,
    secure: bool,
    httponly: bool,
    samesite: PhpStr,
}

/// `setcookie()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn setcookie(
    cx: &mut Cx,
    name: &PhpStr,
    value: &PhpStr,
    expires_or_options: &Value,
    path: Option<&PhpStr>,
    domain: &PhpStr,
    secure: bool,
    httponly: bool,
) -> PhpResult<bool> {
    let more = path.is_some() || !domain.is_empty() || secure || httponly;
    let path = path.cloned().unwrap_or_default();
    let plain = Attributes { path, domain: domain.clone(), secure, httponly, ..Attributes::default() };
    cookie(cx, name, value, expires_or_options, plain, more, true)
}

/// `setrawcookie()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn setrawcookie(
    cx: &mut Cx,
    name: &PhpStr,
    value: &PhpStr,
    expires_or_options: &Value,
    path: Option<&PhpStr>,
    domain: &PhpStr,
    secure: bool,
    httponly: bool,
) -> PhpResult<bool> {
    let more = path.is_some() || !domain.is_empty() || secure || httponly;
    let path = path.cloned().unwrap_or_default();
    let plain = Attributes { path, domain: domain.clone(), secure, httponly, ..Attributes::default() };
    cookie(cx, name, value, expires_or_options, plain, more, false)
}

/// `more`: arguments behind the options.
fn cookie(
    cx: &mut Cx,
    name: &PhpStr,
    value: &PhpStr,
    options: &Value,
    mut attributes: Attributes,
    more: bool,
    encode: bool,
) -> PhpResult<bool> {
    match options.as_array() {
        Some(options) => {
            if more {
                let text =
                    format!("{}(): Expects exactly 3 arguments when argument #3 ($expires_or_options) is an array", cx.active_name());
                return Err(cx.argument_count_error(&text));
            }
            attributes = read_options(cx, options)?;
        }
        None => attributes.expires = options.as_int().unwrap_or(0),
    }
    check_cookie(cx, name, value, &attributes, encode)?;
    let line = cookie_line(cx, name, value, &attributes, encode)?;
    set_header_line(cx, &line, false, 0)
}

fn read_options(cx: &mut Cx, options: &PhpArray) -> PhpResult<Attributes> {
    let mut out = Attributes::default();
    let function = cx.active_name();
    for (key, v) in options.clone().iter() {
        let KeyRef::Str(key) = key else {
            return Err(cx.value_error(format!("{function}(): option array cannot have numeric keys")));
        };
        match key.to_ascii_lowercase().as_slice() {
            b"expires" => out.expires = cx.int_of(v)?,
            b"path" => out.path = cx.str_of(v)?,
            b"domain" => out.domain = cx.str_of(v)?,
            b"secure" => out.secure = convert::to_bool(cx, v.deref())?,
            b"httponly" => out.httponly = convert::to_bool(cx, v.deref())?,
            b"samesite" => out.samesite = cx.str_of(v)?,
            _ => return Err(cx.value_error(format!("{function}(): option \"{key}\" is invalid"))),
        }
    }
    Ok(out)
}

const ILLEGAL: &str = "\",\", \";\", \" \", \"\\t\", \"\\r\", \"\\n\", \"\\013\", or \"\\014\"";

fn illegal(text: &[u8], also: &[u8]) -> bool {
    text.iter().any(|b| b",; \t\r\n\x0b\x0c".contains(b) || also.contains(b))
}

fn check_cookie(cx: &mut Cx, name: &[u8], value: &[u8], attributes: &Attributes, encode: bool) -> PhpResult<()> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if illegal(name, b"=") {
        return Err(cx.argument_value_error(1, format!("cannot contain \"=\", {ILLEGAL}")));
    }
    if !encode && illegal(value, b"") {
        return Err(cx.argument_value_error(2, format!("cannot contain {ILLEGAL}")));
    }
    let function = cx.active_name();
    for (option, text) in [("path", &attributes.path), ("domain", &attributes.domain)] {
        if illegal(text, b"") {
            return Err(cx.value_error(format!("{function}(): \"{option}\" option cannot contain {ILLEGAL}")));
        }
    }
    Ok(())
}

fn cookie_line(cx: &mut Cx, name: &[u8], value: &[u8], attributes: &Attributes, encode: bool) -> PhpResult<Vec<u8>> {
    let mut line = [b"Set-Cookie: ", name, b"="].concat();
    if value.is_empty() {
        // The way to delete a cookie: an expiry date in the past.
        line.extend_from_slice(b"deleted; expires=");
        line.extend_from_slice(cookie_date(1).unwrap_or_default().as_bytes());
        line.extend_from_slice(b"; Max-Age=0");
    } else {
        line.extend_from_slice(&if encode { percent_encode(value, false) } else { PhpStr::new(value) });
        if attributes.expires > 0 {
            let Some(date) = cookie_date(attributes.expires) else {
                let function = cx.active_name();
                return Err(cx.value_error(format!("{function}(): \"expires\" option cannot have a year greater than 9999")));
            };
            let age = (attributes.expires - crate::misc::time::now().as_secs() as i64).max(0);
            line.extend_from_slice(format!("; expires={date}; Max-Age={age}").as_bytes());
        }
    }
    for (label, text) in [("path", &attributes.path), ("domain", &attributes.domain)] {
        if !text.is_empty() {
            line.extend_from_slice(&[b"; ", label.as_bytes(), b"=", text].concat());
        }
    }
    if attributes.secure {
        line.extend_from_slice(b"; secure");
    }
    if attributes.httponly {
        line.extend_from_slice(b"; HttpOnly");
    }
    if !attributes.samesite.is_empty() {
        line.extend_from_slice(&[b"; SameSite=", &attributes.samesite[..]].concat());
    }
    Ok(line)
}
