//! Domain names of any letters.

use loxo_icu_sys::{self as icu, Idna};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, RefArg, Value};

use crate::errors;

/// The longest results that PHP has space for.
const ASCII_LIMIT: usize = 255;
const UTF8_LIMIT: usize = 252 * 4;

fn convert(cx: &mut Cx, domain: &PhpStr, flags: i64, variant: i64, info: Option<&RefArg>, to_ascii: bool) -> PhpResult<OrFalse<Vec<u8>>> {
    errors::reset(cx);
    if domain.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if domain.len() >= i32::MAX as usize {
        return Err(cx.argument_value_error(1, "must be less than d bytes"));
    }
    if variant != 1 {
        return Err(cx.argument_value_error(2, "must be INTL_IDNA_VARIANT_UTS46"));
    }
    if let Some(info) = info {
        info.set(cx, Value::EMPTY_ARRAY)?;
    }
    let function = if to_ascii { "idn_to_ascii" } else { "idn_to_utf8" };
    let mut code = 0;
    let idna = Idna::open(flags as u32, &mut code);
    let Some(idna) = idna.filter(|_| !icu::failed(code)) else {
        errors::set(cx, code, format!("{function}: failed to open UIDNA instance"))?;
        return Ok(OrFalse::FALSE);
    };
    let (result, found) = idna.convert(domain, to_ascii, &mut code);
    if result.len() >= if to_ascii { ASCII_LIMIT } else { UTF8_LIMIT } {
        return Ok(OrFalse::FALSE);
    }
    errors::set_code(cx, code);
    if icu::failed(code) {
        errors::set(cx, code, format!("{function}: failed to convert name"))?;
        return Ok(OrFalse::FALSE);
    }
    if let Some(info) = info {
        let mut array = PhpArray::new();
        array.set_bytes(b"result", Value::bytes(&result));
        array.set_bytes(b"isTransitionalDifferent", Value::bool(found.transitional_different));
        array.set_bytes(b"errors", Value::int(i64::from(found.errors)));
        info.set(cx, Value::array(array))?;
    }
    Ok(OrFalse((found.errors == 0).then_some(result)))
}

/// `idn_to_ascii()`
pub(crate) fn idn_to_ascii(cx: &mut Cx, domain: &PhpStr, flags: i64, variant: i64, info: Option<&RefArg>) -> PhpResult<OrFalse<Vec<u8>>> {
    convert(cx, domain, flags, variant, info, true)
}

/// `idn_to_utf8()`
pub(crate) fn idn_to_utf8(cx: &mut Cx, domain: &PhpStr, flags: i64, variant: i64, info: Option<&RefArg>) -> PhpResult<OrFalse<Vec<u8>>> {
    convert(cx, domain, flags, variant, info, false)
}
