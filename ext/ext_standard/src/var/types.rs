//! What a variable is, and making it something else.

use crate::prelude::*;

/// `gettype()`
pub(crate) fn gettype(_cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    Ok(convert::type_word(value))
}

/// `get_debug_type()`
pub(crate) fn get_debug_type(_cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    Ok(convert::debug_type(value))
}

/// `settype()`
pub(crate) fn settype(cx: &mut Cx, var: &RefArg, r#type: &PhpStr) -> PhpResult<bool> {
    let v = var.get();
    let new = match r#type.to_ascii_lowercase().as_slice() {
        b"integer" | b"int" => Value::int(cx.int_of(&v)?),
        b"float" | b"double" => Value::float(cx.float_of(&v)?),
        b"string" => cx.str_of(&v)?.into(),
        b"array" => array_of(cx, &v)?.into(),
        b"object" => convert::to_object(cx, &v)?.into(),
        b"boolean" | b"bool" => Value::bool(convert::to_bool(cx, &v)?),
        b"null" => Value::NULL,
        b"resource" => return Err(cx.value_error("Cannot convert to resource type")),
        _ => return Err(cx.argument_value_error(2, "must be a valid type")),
    };
    var.set(cx, new)?;
    Ok(true)
}

/// `(array)`
pub(crate) fn array_of(cx: &mut Cx, v: &Value) -> PhpResult<PhpArray> {
    match v.deref().as_object() {
        Some(object) => object::to_array(cx, object),
        None => convert::to_array(cx, v),
    }
}

/// `intval()`
pub(crate) fn intval(cx: &mut Cx, value: &Value, base: i64) -> PhpResult<i64> {
    match value.as_bytes() {
        Some(text) if base != 10 => Ok(int_in_base(text, base)),
        _ => cx.int_of(value),
    }
}

/// As C's `strtol` reads it, with PHP's prefix for base 2.
fn int_in_base(text: &[u8], base: i64) -> i64 {
    if base != 0 && !(2..=36).contains(&base) {
        return 0;
    }
    let spaces = text.iter().take_while(|b| matches!(b, b' ' | 9..=13)).count();
    let text = text.get(spaces..).unwrap_or_default();
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (base, digits) = match (base, digits) {
        (0 | 2, [b'0', b'b' | b'B', rest @ ..]) => (2, rest),
        (0 | 16, [b'0', b'x' | b'X', rest @ ..]) if rest.first().is_some_and(u8::is_ascii_hexdigit) => (16, rest),
        (0, [b'0', rest @ ..]) => (8, rest),
        (0, _) => (10, digits),
        _ => (base as u32, digits),
    };
    let mut number: i128 = 0;
    for digit in digits.iter().map_while(|b| (*b as char).to_digit(base)) {
        number = (number * i128::from(base) + i128::from(digit)).min(1 << 64);
    }
    let number = if negative { -number } else { number };
    number.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// `floatval()`
pub(crate) fn floatval(cx: &mut Cx, value: &Value) -> PhpResult<f64> {
    cx.float_of(value)
}

/// `boolval()`
pub(crate) fn boolval(cx: &mut Cx, value: &Value) -> PhpResult<bool> {
    convert::to_bool(cx, value)
}

/// `strval()`
pub(crate) fn strval(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    cx.str_of(value)
}

macro_rules! type_tests {
    ($($name:ident: |$v:ident| $test:expr;)*) => {
        $(#[doc = concat!("`", stringify!($name), "()`")]
        pub(crate) fn $name(_cx: &mut Cx, value: &Value) -> PhpResult<bool> {
            let $v = value.deref();
            Ok($test)
        })*
    };
}

type_tests! {
    is_null: |v| v.is_null();
    is_bool: |v| v.is_bool();
    is_int: |v| v.is_int();
    is_float: |v| v.is_float();
    is_string: |v| v.is_string();
    is_array: |v| v.is_array();
    is_object: |v| v.is_object();
    is_scalar: |v| v.is_scalar();
    is_resource: |v| v.as_resource().is_some_and(|r| !r.is_closed());
    is_numeric: |v| v.is_int() || v.is_float() || v.as_bytes().is_some_and(value::number::is_numeric);
}

/// `is_iterable()`
pub(crate) fn is_iterable(cx: &mut Cx, value: &Value) -> PhpResult<bool> {
    Ok(value.is_array() || value.as_object().is_some_and(|o| cx.instance_of(o, "Traversable")))
}

/// `is_countable()`
pub(crate) fn is_countable(cx: &mut Cx, value: &Value) -> PhpResult<bool> {
    let countable = |o: &PhpObject| cx.class_of(o).object_handlers.count.is_some() || cx.instance_of(o, "Countable");
    Ok(value.is_array() || value.as_object().is_some_and(countable))
}

/// `is_callable()`
pub(crate) fn is_callable(cx: &mut Cx, value: &Value, syntax_only: bool, callable_name: Option<&RefArg>) -> PhpResult<bool> {
    if let Some(name) = callable_name {
        let text = name_of_callable(cx, value)?;
        name.set(cx, text.into())?;
    }
    if syntax_only && !value.is_object() {
        return Ok(value.is_string() || value.as_array().is_some_and(looks_callable));
    }
    Ok((cx.hooks.callable)(cx, value)?.is_ok())
}

/// `[object or class name, method name]`?
fn looks_callable(pair: &PhpArray) -> bool {
    let part = |i| pair.get_int(i).map(Value::deref);
    let (Some(target), Some(method), 2) = (part(0), part(1), pair.len()) else { return false };
    (target.is_object() || target.is_string()) && method.is_string()
}

/// How messages and `is_callable()` name what shall be called.
fn name_of_callable(cx: &mut Cx, v: &Value) -> PhpResult<PhpStr> {
    if let Some(object) = v.as_object() {
        return Ok(PhpStr::concat(&[cx.class_of(object).name.as_bytes(), b"::__invoke"]));
    }
    let Some(pair) = v.as_array().filter(|pair| looks_callable(pair)) else {
        return if v.is_array() { Ok(PhpStr::new(b"Array")) } else { cx.str_of(v) };
    };
    let part = |i| pair.get_int(i).map_or(Value::NULL, Value::clone_deref);
    let method = cx.str_of(&part(1))?;
    let class = match part(0).as_object() {
        Some(object) => cx.class_of(object).name.to_php(),
        None => cx.str_of(&part(0))?,
    };
    Ok(PhpStr::concat(&[&class, b"::", &method]))
}
