//! What comes in and goes out: `mb_parse_str()` and `mb_output_handler()`.

use loxo_runtime::web::{VariableRules, register, url_decode};
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, RefArg, Value};

use crate::codec::{self, Encoder};
use crate::convert::convert;
use crate::detect::guess;
use crate::encoding::PASS;
use crate::settings::{follow_core, illegal, settings};

/// `mb_parse_str()`
pub(crate) fn mb_parse_str(cx: &mut Cx, string: &PhpStr, result: &RefArg) -> PhpResult<bool> {
    follow_core(cx);
    let mut out = PhpArray::new();
    let text = string.split(|byte| *byte == 0).next().unwrap_or_default();
    let separators = cx.ini_str("arg_separator.input");
    let parts = text.split(|byte| separators.contains(byte)).filter(|part| !part.is_empty());
    let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for part in parts {
        let (name, value) = match part.iter().position(|byte| *byte == b'=') {
            Some(at) => (&part[..at], &part[at + 1..]),
            None => (part, &b""[..]),
        };
        pairs.push((url_decode(name), url_decode(value)));
    }
    let most = cx.ini_int("max_input_vars");
    if pairs.len() as i64 > most {
        result.set(cx, out.into())?;
        cx.builtin_warning(format!("Input variables exceeded {most}. To increase the limit change max_input_vars in php.ini."));
        cx.check()?;
        return Ok(false);
    }
    let list = settings(cx).http_input.clone();
    let to = settings(cx).internal;
    let from = match list[..] {
        _ if pairs.is_empty() => None,
        [] => Some(&PASS),
        [only] => Some(only),
        _ => {
            let strings: Vec<&[u8]> = pairs.iter().flat_map(|(name, value)| [&name[..], &value[..]]).collect();
            let strict = cx.ini_bool("mbstring.strict_detection");
            match guess(&strings, &list, strict, false) {
                Some(found) => Some(found),
                None => {
                    cx.builtin_warning("Unable to detect encoding");
                    cx.check()?;
                    Some(&PASS)
                }
            }
        }
    };
    if let Some(from) = from {
        let rules = VariableRules::of(cx);
        for (name, value) in pairs {
            let (name, value) = if from.same(&PASS) {
                (PhpStr::from_vec(name), PhpStr::from_vec(value))
            } else {
                (convert(cx, &PhpStr::from_vec(name), to, from), convert(cx, &PhpStr::from_vec(value), to, from))
            };
            let _ = register(&mut out, &name, Value::string(value), &rules);
        }
    }
    settings(cx).identified = from;
    result.set(cx, out.into())?;
    Ok(from.is_some())
}

/// `PHP_OUTPUT_HANDLER_START`
const START: i64 = 1;
/// `PHP_OUTPUT_HANDLER_END`
const END: i64 = 8;

fn content_type(cx: &Cx) -> Option<Vec<u8>> {
    let value = cx.info.headers.get("content-type")?;
    Some(value.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii().to_vec())
}

/// Only text is converted; which types are is a regular expression, but hardly anybody has another one than the default.
fn is_text(cx: &mut Cx, mime: &[u8]) -> bool {
    let pattern = cx.ini_str("mbstring.http_output_conv_mimetypes");
    let pattern = pattern.trim_ascii();
    if pattern.is_empty() {
        return false;
    }
    crate::regex::matches(cx, pattern, mime)
}

/// `mb_output_handler()`
pub(crate) fn mb_output_handler(cx: &mut Cx, string: &PhpStr, status: i64) -> PhpResult<PhpStr> {
    follow_core(cx);
    let to = settings(cx).http_output;
    if to.same(&PASS) {
        return Ok(string.clone());
    }
    if status & START != 0 {
        let own = content_type(cx);
        let mime = match own {
            Some(mime) if is_text(cx, &mime) => Some(mime),
            Some(_) => None,
            None => Some(match &cx.ini_str("default_mimetype")[..] {
                [] => b"text/html".to_vec(),
                mime => mime.to_vec(),
            }),
        };
        if let Some(mime) = mime {
            if let Some(charset) = to.mime
                && !cx.info.headers_sent
            {
                cx.info.headers.set("Content-Type", &[&mime[..], b"; charset=", charset.as_bytes()].concat());
            }
            settings(cx).converting = true;
        }
    }
    if !settings(cx).converting {
        return Ok(string.clone());
    }
    let illegal = illegal(cx);
    let from = settings(cx).internal;
    let codes = codec::decode(from.codec, string);
    let mut out = Encoder::new(to.codec, illegal);
    out.put_all(&codes);
    out.finish();
    settings(cx).illegal_count += out.errors;
    if status & END != 0 {
        settings(cx).converting = false;
    }
    Ok(PhpStr::from_vec(out.bytes))
}
