//! Digests, keys made of passwords, random bytes.

use loxo_openssl_sys::keep;
use loxo_openssl_sys::openssl::{hash, pkcs5, rand};
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr, StrBuilder, Value};

use crate::source::warn;
use crate::{errors, settings};

/// Bytes as they are, or as hexadecimal digits.
pub(crate) fn encode_digest(bytes: &[u8], binary: bool) -> PhpStr {
    if binary {
        return PhpStr::new(bytes);
    }
    PhpStr::from(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// `openssl_digest()`
pub(crate) fn openssl_digest(cx: &mut Cx, data: &PhpStr, algorithm: &PhpStr, binary: bool) -> PhpResult<OrFalse<PhpStr>> {
    let Some(digest) = settings::digest_named(algorithm) else {
        warn(cx, "Unknown digest algorithm")?;
        return Ok(OrFalse::FALSE);
    };
    let bytes = errors::noted(cx, keep(hash::hash(digest, data)));
    Ok(OrFalse(bytes.map(|bytes| encode_digest(&bytes, binary))))
}

/// A number that the library takes for an `int`.
pub(crate) fn check_int(cx: &mut Cx, value: i64, name: &str, argument: usize) -> PhpResult<i32> {
    i32::try_from(value).map_err(|_| cx.argument_value_error(argument, format!("{name} is too long")))
}

/// `openssl_pbkdf2()`
pub(crate) fn openssl_pbkdf2(
    cx: &mut Cx,
    password: &PhpStr,
    salt: &PhpStr,
    key_length: i64,
    iterations: i64,
    algorithm: &PhpStr,
) -> PhpResult<OrFalse<PhpStr>> {
    let length = check_int(cx, key_length, "key", 3)?;
    let iterations = check_int(cx, iterations, "iterations", 4)?;
    let Some(length) = usize::try_from(length).ok().filter(|length| *length > 0) else {
        return Err(cx.argument_value_error(3, "must be greater than 0"));
    };
    let digest = if algorithm.is_empty() { Some(hash::MessageDigest::sha1()) } else { settings::digest_named(algorithm) };
    let Some(digest) = digest else {
        warn(cx, "Unknown digest algorithm")?;
        return Ok(OrFalse::FALSE);
    };
    let mut key = StrBuilder::new();
    key.push_n(0, length);
    let iterations = usize::try_from(iterations).unwrap_or(0);
    let made = keep(pkcs5::pbkdf2_hmac(password, salt, iterations, digest, key.as_mut_bytes()));
    Ok(OrFalse(errors::noted(cx, made).map(|()| key.finish())))
}

/// `openssl_random_pseudo_bytes()`
pub(crate) fn openssl_random_pseudo_bytes(cx: &mut Cx, length: i64, strong: Option<&RefArg>) -> PhpResult<PhpStr> {
    let checked = usize::try_from(length).ok().filter(|length| *length > 0);
    if let (None, Some(strong)) = (checked, strong) {
        strong.set(cx, Value::FALSE)?;
    }
    let Some(count) = checked else { return Err(cx.argument_value_error(1, "must be greater than 0")) };
    if i32::try_from(length).is_err() {
        return Err(cx.argument_value_error(1, format!("must be less than or equal to {}", i32::MAX)));
    }
    let mut bytes = StrBuilder::new();
    bytes.push_n(0, count);
    if errors::noted(cx, keep(rand::rand_bytes(bytes.as_mut_bytes()))).is_none() {
        return Err(cx.throw_exception("Error reading from source device"));
    }
    if let Some(strong) = strong {
        strong.set(cx, Value::TRUE)?;
    }
    Ok(bytes.finish())
}
