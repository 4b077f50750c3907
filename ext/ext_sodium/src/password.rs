//! Keys made of passwords, and passwords kept as hashes.

use loxo_runtime::{Cx, PhpResult, PhpStr};
use loxo_sodium_sys::{argon2, scrypt};

use crate::source::{argument, fail, filled, sized};

const MOST: usize = 0xffff_ffff;
const LEAST_OPERATIONS: i64 = 1;
const LEAST_MEMORY: i64 = 8192;
const SCRYPT_LEAST_OPERATIONS: i64 = 524_288;
const SCRYPT_LEAST_MEMORY: i64 = 16_777_216;
const SCRYPT_MOST: i64 = 0x1f_ffff_ffe0;

fn positive(cx: &mut Cx, value: i64, number: usize) -> PhpResult<()> {
    if value > 0 { Ok(()) } else { Err(argument(cx, number, "must be greater than 0")) }
}

fn at_least(cx: &mut Cx, value: i64, number: usize, least: i64) -> PhpResult<()> {
    if value >= least { Ok(()) } else { Err(argument(cx, number, format!("must be greater than or equal to {least}"))) }
}

/// Hashes of empty passwords are made, but hardly meant.
fn warn_of_empty(cx: &mut Cx, password: &PhpStr) -> PhpResult<()> {
    if password.is_empty() {
        cx.warning("empty password");
        cx.check()?;
    }
    Ok(())
}

fn not_too_long(cx: &mut Cx, password: &PhpStr, number: usize) -> PhpResult<()> {
    if password.len() < MOST { Ok(()) } else { Err(argument(cx, number, "is too long")) }
}

/// `sodium_crypto_pwhash()`
pub(crate) fn sodium_crypto_pwhash(
    cx: &mut Cx,
    length: i64,
    password: &PhpStr,
    salt: &PhpStr,
    operations: i64,
    memory: i64,
    algorithm: i64,
) -> PhpResult<PhpStr> {
    positive(cx, length, 1)?;
    let Some(length) = usize::try_from(length).ok().filter(|length| *length < MOST) else {
        return Err(argument(cx, 1, "is too large"));
    };
    not_too_long(cx, password, 2)?;
    positive(cx, operations, 4)?;
    positive(cx, memory, 5)?;
    let algorithm = i32::try_from(algorithm).ok().filter(|n| matches!(*n, argon2::ARGON2I13 | argon2::ARGON2ID13));
    let Some(algorithm) = algorithm else { return Err(fail(cx, "unsupported password hashing algorithm")) };
    warn_of_empty(cx, password)?;
    let salt = sized(cx, salt, 3, "CRYPTO_PWHASH_SALTBYTES")?;
    at_least(cx, operations, 4, LEAST_OPERATIONS)?;
    at_least(cx, memory, 5, LEAST_MEMORY)?;
    filled(cx, length, |out| argon2::derive(out, password, salt, operations as u64, memory as usize, algorithm))
}

/// `sodium_crypto_pwhash_str()`
pub(crate) fn sodium_crypto_pwhash_str(cx: &mut Cx, password: &PhpStr, operations: i64, memory: i64) -> PhpResult<PhpStr> {
    positive(cx, operations, 2)?;
    positive(cx, memory, 3)?;
    not_too_long(cx, password, 1)?;
    warn_of_empty(cx, password)?;
    at_least(cx, operations, 2, LEAST_OPERATIONS)?;
    at_least(cx, memory, 3, LEAST_MEMORY)?;
    let hash = argon2::hash(password, operations as u64, memory as usize).map_err(|_| fail(cx, "internal error"))?;
    Ok(PhpStr::new(&hash))
}

/// `sodium_crypto_pwhash_str_needs_rehash()`
pub(crate) fn sodium_crypto_pwhash_str_needs_rehash(_: &mut Cx, hash: &PhpStr, operations: i64, memory: i64) -> PhpResult<bool> {
    Ok(argon2::needs_rehash(hash, operations as u64, memory as usize))
}

/// `sodium_crypto_pwhash_str_verify()`
pub(crate) fn sodium_crypto_pwhash_str_verify(cx: &mut Cx, hash: &PhpStr, password: &PhpStr) -> PhpResult<bool> {
    not_too_long(cx, password, 2)?;
    warn_of_empty(cx, password)?;
    Ok(argon2::verify(hash, password).is_ok())
}

/// `sodium_crypto_pwhash_scryptsalsa208sha256()`
pub(crate) fn sodium_crypto_pwhash_scryptsalsa208sha256(
    cx: &mut Cx,
    length: i64,
    password: &PhpStr,
    salt: &PhpStr,
    operations: i64,
    memory: i64,
) -> PhpResult<PhpStr> {
    let Some(length) = usize::try_from(length).ok().filter(|n| *n > 0 && length <= SCRYPT_MOST) else {
        return Err(argument(cx, 1, "must be greater than 0"));
    };
    positive(cx, operations, 4)?;
    positive(cx, memory, 5)?;
    warn_of_empty(cx, password)?;
    let salt = sized(cx, salt, 3, "CRYPTO_PWHASH_SCRYPTSALSA208SHA256_SALTBYTES")?;
    at_least(cx, operations, 4, SCRYPT_LEAST_OPERATIONS)?;
    at_least(cx, memory, 5, SCRYPT_LEAST_MEMORY)?;
    filled(cx, length, |out| scrypt::derive(out, password, salt, operations as u64, memory as usize))
}

/// `sodium_crypto_pwhash_scryptsalsa208sha256_str()`
pub(crate) fn sodium_crypto_pwhash_scryptsalsa208sha256_str(
    cx: &mut Cx,
    password: &PhpStr,
    operations: i64,
    memory: i64,
) -> PhpResult<PhpStr> {
    positive(cx, operations, 2)?;
    positive(cx, memory, 3)?;
    warn_of_empty(cx, password)?;
    at_least(cx, operations, 2, SCRYPT_LEAST_OPERATIONS)?;
    at_least(cx, memory, 3, SCRYPT_LEAST_MEMORY)?;
    let hash = scrypt::hash(password, operations as u64, memory as usize).map_err(|_| fail(cx, "internal error"))?;
    Ok(PhpStr::new(&hash))
}

/// `sodium_crypto_pwhash_scryptsalsa208sha256_str_verify()`
pub(crate) fn sodium_crypto_pwhash_scryptsalsa208sha256_str_verify(cx: &mut Cx, hash: &PhpStr, password: &PhpStr) -> PhpResult<bool> {
    warn_of_empty(cx, password)?;
    if hash.len() != scrypt::STRING - 1 {
        cx.warning("wrong size for the hashed password");
        cx.check()?;
        return Ok(false);
    }
    Ok(scrypt::verify(hash, password).is_ok())
}
