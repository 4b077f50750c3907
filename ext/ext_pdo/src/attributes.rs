//! Attributes and their values.

use loxo_runtime::{Cx, PhpArray, PhpResult, Value, convert};

/// An int among the options of a constructor or `prepare()`.
pub fn attr_int(cx: &mut Cx, options: Option<&PhpArray>, attribute: i64, otherwise: i64) -> PhpResult<i64> {
    match options.and_then(|options| options.get_int(attribute)) {
        Some(value) => convert::to_int(cx, value.deref()),
        None => Ok(otherwise),
    }
}

/// An attribute's value that must be an int.
pub fn int_param(cx: &mut Cx, value: &Value) -> PhpResult<i64> {
    let value = value.deref();
    if value.is_int() || value.is_bool() {
        return convert::to_int(cx, value);
    }
    if value.is_string() {
        let number = convert::to_number(cx, value).ok().flatten().and_then(|number| number.as_int());
        cx.check()?;
        if let (Some(number), true) = (number, value.as_bytes().is_some_and(is_int_text)) {
            return Ok(number);
        }
    }
    let given = convert::value_name(value);
    Err(cx.type_error(format!("Attribute value must be of type int for selected attribute, {given} given")))
}

/// An int in digits, with white space around it.
pub(crate) fn is_int_text(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    !digits.is_empty() && digits.len() < 19 && digits.iter().all(u8::is_ascii_digit)
}

/// An attribute's value that must be a bool.
pub fn bool_param(cx: &mut Cx, value: &Value) -> PhpResult<bool> {
    let value = value.deref();
    if value.is_bool() || value.is_int() {
        return Ok(value.to_bool());
    }
    let given = convert::value_name(value);
    Err(cx.type_error(format!("Attribute value must be of type bool for selected attribute, {given} given")))
}
