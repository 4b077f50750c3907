//! `mb_send_mail()`: encodes subject and body as the current language wants it, and completes the header fields of MIME.

use loxo_runtime::{Callable, Cx, FnId, KeyRef, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::codec::{self, Codec, Illegal};
use crate::encoding::{Encoding, known};
use crate::mime::{self, Transfer};
use crate::settings::settings;

/// The header fields that a program gave: names in lower case.
fn fields(text: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut found: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if matches!(line.first(), Some(b' ' | b'\t')) {
            if let Some((_, value)) = found.last_mut() {
                value.extend_from_slice(line);
            }
            continue;
        }
        if let Some(at) = line.iter().position(|byte| *byte == b':') {
            found.push((line[..at].trim_ascii().to_ascii_lowercase(), line[at + 1..].trim_ascii().to_vec()));
        }
    }
    found
}

fn field<'a>(fields: &'a [(Vec<u8>, Vec<u8>)], name: &[u8]) -> Option<&'a [u8]> {
    fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| &value[..])
}

/// The charset that a content type names.
fn charset(content_type: &[u8]) -> Option<Vec<u8>> {
    let at = content_type.iter().position(|byte| *byte == b';')?;
    let parameter = content_type[at + 1..].trim_ascii();
    let mut parts = parameter.splitn(2, |byte| *byte == b'=');
    let name = parts.next()?.trim_ascii();
    let value = parts.next()?;
    name.eq_ignore_ascii_case(b"charset")
        .then(|| value.split(|byte| b"= \"".contains(byte)).find(|part| !part.is_empty()).unwrap_or_default().to_vec())
}

/// Header fields of an array as text.
fn lines(cx: &mut Cx, headers: &PhpArray) -> PhpResult<Vec<u8>> {
    let mut text = Vec::new();
    for (name, value) in headers {
        let KeyRef::Str(name) = name else { continue };
        let value = value.clone_deref();
        let values: Vec<Value> = match value.as_array() {
            Some(values) => values.values().map(Value::clone_deref).collect(),
            None => vec![value],
        };
        for value in values {
            let value = convert::to_string(cx, &value)?;
            if !text.is_empty() {
                text.extend_from_slice(b"\r\n");
            }
            text.extend_from_slice(&[name.as_bytes(), b": ", value.as_bytes()].concat());
        }
    }
    Ok(text)
}

/// Control characters in an address become spaces, but for line breaks that continue the field.
fn clean(to: &[u8]) -> Vec<u8> {
    let mut to = to.trim_ascii_end().to_vec();
    let mut at = 0;
    while at < to.len() {
        if to[at].is_ascii_control() {
            if to[at..].starts_with(b"\r\n") && matches!(to.get(at + 2), Some(b' ' | b'\t')) {
                at += 3;
                while matches!(to.get(at), Some(b' ' | b'\t')) {
                    at += 1;
                }
                continue;
            }
            to[at] = b' ';
        }
        at += 1;
    }
    to
}

/// `mb_send_mail()`
pub(crate) fn mb_send_mail(
    cx: &mut Cx,
    to: &PhpStr,
    subject: &PhpStr,
    message: &PhpStr,
    additional_headers: &Value,
    additional_params: Option<&PhpStr>,
) -> PhpResult<bool> {
    let headers = match additional_headers.deref().as_array().cloned() {
        Some(headers) => lines(cx, &headers)?,
        None => {
            let text = convert::to_string(cx, additional_headers.deref())?;
            if text.contains(&0) {
                return Err(cx.argument_value_error(4, "must not contain any null bytes"));
            }
            text.trim_ascii_end().to_vec()
        }
    };
    let given = fields(&headers);
    let language = settings(cx).language;
    let mut charset_encoding = known(language.charset);
    let mut body = known(language.body);
    let content_type = field(&given, b"content-type").map(<[u8]>::to_vec);
    if let Some(name) = content_type.as_deref().and_then(charset) {
        charset_encoding = match Encoding::find(&name) {
            Some(found) => found,
            None => {
                cx.builtin_warning([b"Unsupported charset \"", &name[..], b"\" - will be regarded as ascii"].concat());
                cx.check()?;
                known("ASCII")
            }
        };
    }
    let transfer = field(&given, b"content-transfer-encoding").map(<[u8]>::to_vec);
    if let Some(name) = &transfer {
        body = match Encoding::find(name).filter(|found| ["BASE64", "7bit", "8bit"].contains(&found.name)) {
            Some(found) => found,
            None => {
                cx.builtin_warning([b"Unsupported transfer encoding \"", &name[..], b"\" - will be regarded as 8bit"].concat());
                cx.check()?;
                known("8bit")
            }
        };
    }
    let separator: &[u8] = if cx.ini_bool("mail.mixed_lf_and_crlf") { b"\n" } else { b"\r\n" };
    let internal = settings(cx).internal;
    let head = if language.head == "BASE64" { Transfer::Base64 } else { Transfer::Quoted };
    let indent = ("Subject: [PHP-jp nnnnnnnn]".len() + separator.len()) as i64;
    let subject = mime::encode(subject, internal, charset_encoding, head, separator, indent);
    let (text, _) = codec::encode(charset_encoding.codec, &codec::decode(internal.codec, message), Illegal::QUESTION);
    let (text, _) = codec::encode(body.codec, &codec::decode(Codec::EightBit, &text), Illegal::QUESTION);
    let mut parts: Vec<Vec<u8>> = Vec::new();
    if !headers.is_empty() {
        let headers = headers.strip_suffix(b"\n").unwrap_or(&headers);
        parts.push(headers.strip_suffix(b"\r").unwrap_or(headers).to_vec());
    }
    if field(&given, b"mime-version").is_none() {
        parts.push(b"MIME-Version: 1.0".to_vec());
    }
    if content_type.is_none() {
        let charset = charset_encoding.mime.map_or_else(String::new, |name| format!("; charset={name}"));
        parts.push(format!("Content-Type: text/plain{charset}").into_bytes());
    }
    if transfer.is_none() {
        parts.push(format!("Content-Transfer-Encoding: {}", body.mime.unwrap_or("7bit")).into_bytes());
    }
    let headers = parts.join(separator);
    let Some(func) = FnId::find(b"mail").and_then(|id| cx.func(id)) else { return Ok(false) };
    let bytes = |bytes: &[u8]| Value::bytes(bytes);
    let mut args = vec![bytes(&clean(to)), bytes(&subject), bytes(&text), bytes(&headers)];
    args.extend(additional_params.map(|params| Value::string(params.clone())));
    let sent = cx.call_vec(&Callable { func, this: None, called_class: None, closure: None, magic_name: None }, args)?;
    Ok(sent.is_true())
}
