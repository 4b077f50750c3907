//! The request's body, read when the program asks for it.

use loxo_runtime::ini::parse_quantity;
use loxo_runtime::web::{BodyRules, parse_body};

use crate::prelude::*;

/// `request_parse_body()`
pub(crate) fn request_parse_body(cx: &mut Cx, options: Option<&PhpArray>) -> PhpResult<PhpArray> {
    let mut rules = BodyRules { throws: true, ..BodyRules::of(cx) };
    if let Some(options) = options {
        read_options(cx, options, &mut rules)?;
    }
    let Some(content_type) = cx.info.web.content_type.clone().filter(|kind| !kind.is_empty()) else {
        return Err(cx.throw("RequestParseBodyException", "Request does not provide a content type"));
    };
    let kind = content_type.split(|b| matches!(b, b';' | b',' | b' ')).next().unwrap_or_default().to_ascii_lowercase();
    if !matches!(&kind[..], b"application/x-www-form-urlencoded" | b"multipart/form-data") {
        let message = [b"Content-Type \"", &content_type[..], b"\" is not supported"].concat();
        return Err(cx.throw("RequestParseBodyException", message));
    }
    let length = cx.info.web.content_length;
    let form = parse_body(cx, &content_type, length, &rules)?;
    Ok(PhpArray::from_values([Value::array(form.post), Value::array(form.files)]))
}

/// Limits for this body in place of those of the settings.
fn read_options(cx: &mut Cx, options: &PhpArray, rules: &mut BodyRules) -> PhpResult<()> {
    for (key, value) in options.clone().iter() {
        let KeyRef::Str(key) = key else {
            return Err(cx.value_error("Invalid integer key in $options argument"));
        };
        if key.is_empty() {
            return Err(cx.value_error("Invalid empty string key in $options argument"));
        }
        let place = match key.to_ascii_lowercase().as_slice() {
            b"max_file_uploads" => &mut rules.files,
            b"max_input_vars" => &mut rules.variables.vars,
            b"max_multipart_body_parts" => &mut rules.parts,
            b"post_max_size" => &mut rules.total,
            b"upload_max_filesize" => &mut rules.file_size,
            _ => {
                let message = [b"Invalid key \"", key.as_bytes(), b"\" in $options argument"].concat();
                return Err(cx.value_error(message));
            }
        };
        *place = limit(cx, value.deref())?;
    }
    Ok(())
}

fn limit(cx: &mut Cx, value: &Value) -> PhpResult<i64> {
    if let Some(number) = value.as_int() {
        return Ok(number);
    }
    let Some(text) = value.as_bytes() else {
        let name = cx.value_name(value);
        return Err(cx.value_error(format!("Invalid {name} value in $options argument")));
    };
    let read = parse_quantity(text);
    if let Some(error) = read.error {
        cx.warn_plain(&error)?;
    }
    Ok(read.value)
}
