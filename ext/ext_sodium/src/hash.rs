//! Hashes, codes of authentication, keys made of keys.

use loxo_runtime::{Cx, PhpResult, PhpStr, Value};
use loxo_sodium_sys::{self as sodium, State};

use crate::source::{argument, array, change, checked, fail, filled, forget, key as new_key, sized, string_in};

/// `sodium_crypto_shorthash()`
pub(crate) fn sodium_crypto_shorthash(cx: &mut Cx, message: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let key = sized(cx, key, 2, "CRYPTO_SHORTHASH_KEYBYTES")?;
    array(cx, |out| sodium::shorthash(out, message, key))
}

/// `sodium_crypto_shorthash_keygen()`
pub(crate) fn sodium_crypto_shorthash_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 16)
}

/// `sodium_crypto_auth()`
pub(crate) fn sodium_crypto_auth(cx: &mut Cx, message: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let key = sized(cx, key, 2, "CRYPTO_AUTH_KEYBYTES")?;
    array(cx, |out| sodium::auth(out, message, key))
}

/// `sodium_crypto_auth_verify()`
pub(crate) fn sodium_crypto_auth_verify(cx: &mut Cx, mac: &PhpStr, message: &PhpStr, key: &PhpStr) -> PhpResult<bool> {
    let key = sized(cx, key, 3, "CRYPTO_AUTH_KEYBYTES")?;
    let mac = sized(cx, mac, 1, "CRYPTO_AUTH_BYTES")?;
    Ok(sodium::auth_verify(mac, message, key).is_ok())
}

/// `sodium_crypto_auth_keygen()`
pub(crate) fn sodium_crypto_auth_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

/// The length that a hash is to have.
fn output_length(cx: &mut Cx, length: i64) -> PhpResult<usize> {
    usize::try_from(length).ok().filter(|length| (16..=64).contains(length)).ok_or_else(|| fail(cx, "unsupported output length"))
}

fn check_key(cx: &mut Cx, key: &PhpStr) -> PhpResult<()> {
    if key.is_empty() || (16..=64).contains(&key.len()) { Ok(()) } else { Err(fail(cx, "unsupported key length")) }
}

/// `sodium_crypto_generichash()`
pub(crate) fn sodium_crypto_generichash(cx: &mut Cx, message: &PhpStr, key: &PhpStr, length: i64) -> PhpResult<PhpStr> {
    let length = output_length(cx, length)?;
    check_key(cx, key)?;
    filled(cx, length, |out| sodium::generichash(out, message, key))
}

/// `sodium_crypto_generichash_keygen()`
pub(crate) fn sodium_crypto_generichash_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

/// `sodium_crypto_generichash_init()`
pub(crate) fn sodium_crypto_generichash_init(cx: &mut Cx, key: &PhpStr, length: i64) -> PhpResult<PhpStr> {
    let length = output_length(cx, length)?;
    check_key(cx, key)?;
    let state = State::new(key, length).map_err(|_| fail(cx, "internal error"))?;
    Ok(PhpStr::new(state.bytes()))
}

/// The state in a variable.
fn state_in(cx: &mut Cx, state: &Value) -> PhpResult<State> {
    let Some(bytes) = string_in(state) else { return Err(argument(cx, 1, "must be a reference to a state")) };
    if bytes.len() != State::SIZE {
        return Err(fail(cx, "incorrect state length"));
    }
    State::from_bytes(&bytes).map_err(|_| fail(cx, "internal error"))
}

/// `sodium_crypto_generichash_update()`
pub(crate) fn sodium_crypto_generichash_update(cx: &mut Cx, state: &Value, message: &PhpStr) -> PhpResult<bool> {
    let mut hash = state_in(cx, state)?;
    let done = hash.update(message);
    checked(cx, done)?;
    change(state, |bytes| bytes.copy_from_slice(hash.bytes()));
    Ok(true)
}

/// `sodium_crypto_generichash_final()`
pub(crate) fn sodium_crypto_generichash_final(cx: &mut Cx, state: &Value, length: i64) -> PhpResult<PhpStr> {
    let hash = state_in(cx, state)?;
    let length = output_length(cx, length)?;
    let out = filled(cx, length, |out| hash.finish(out))?;
    forget(state);
    Ok(out)
}

/// `sodium_crypto_kdf_keygen()`
pub(crate) fn sodium_crypto_kdf_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

/// `sodium_crypto_kdf_derive_from_key()`
pub(crate) fn sodium_crypto_kdf_derive_from_key(cx: &mut Cx, length: i64, id: i64, context: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    if length < 16 {
        return Err(argument(cx, 1, "must be greater than or equal to SODIUM_CRYPTO_KDF_BYTES_MIN"));
    }
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= 64) else {
        return Err(argument(cx, 1, "must be less than or equal to SODIUM_CRYPTO_KDF_BYTES_MAX"));
    };
    let Ok(id) = u64::try_from(id) else { return Err(argument(cx, 2, "must be greater than or equal to 0")) };
    let context = sized(cx, context, 3, "CRYPTO_KDF_CONTEXTBYTES")?;
    let key = sized(cx, key, 4, "CRYPTO_KDF_KEYBYTES")?;
    filled(cx, length, |out| sodium::derive(out, id, context, key))
}
