//! What is done with pairs of keys: encrypting, signing, sealing.

use loxo_openssl_sys::cipher::{self, Cipher};
use loxo_openssl_sys::key::{self, Rsa};
use loxo_openssl_sys::openssl::hash::MessageDigest;
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};

use crate::source::{self, warn};
use crate::{errors, settings};

fn run(cx: &mut Cx, operation: Rsa, data: &PhpStr, out: &RefArg, key: &Value, padding: i64, message: &str) -> PhpResult<bool> {
    let key = match operation {
        Rsa::PrivateEncrypt | Rsa::PrivateDecrypt => source::private_key(cx, key, Some(b""), 3)?,
        Rsa::PublicEncrypt | Rsa::PublicDecrypt => source::public_key(cx, key, 3)?,
    };
    let Some(key) = key else {
        warn(cx, message)?;
        return Ok(false);
    };
    let Some(result) = errors::noted(cx, key::rsa(operation, &key, padding as i32, data)) else { return Ok(false) };
    out.set(cx, Value::from(result))?;
    Ok(true)
}

/// `openssl_private_encrypt()`
pub(crate) fn openssl_private_encrypt(cx: &mut Cx, data: &PhpStr, out: &RefArg, key: &Value, padding: i64) -> PhpResult<bool> {
    run(cx, Rsa::PrivateEncrypt, data, out, key, padding, "key param is not a valid private key")
}

/// `openssl_private_decrypt()`
pub(crate) fn openssl_private_decrypt(cx: &mut Cx, data: &PhpStr, out: &RefArg, key: &Value, padding: i64) -> PhpResult<bool> {
    run(cx, Rsa::PrivateDecrypt, data, out, key, padding, "key parameter is not a valid private key")
}

/// `openssl_public_encrypt()`
pub(crate) fn openssl_public_encrypt(cx: &mut Cx, data: &PhpStr, out: &RefArg, key: &Value, padding: i64) -> PhpResult<bool> {
    run(cx, Rsa::PublicEncrypt, data, out, key, padding, "key parameter is not a valid public key")
}

/// `openssl_public_decrypt()`
pub(crate) fn openssl_public_decrypt(cx: &mut Cx, data: &PhpStr, out: &RefArg, key: &Value, padding: i64) -> PhpResult<bool> {
    run(cx, Rsa::PublicDecrypt, data, out, key, padding, "key parameter is not a valid public key")
}

/// The digest of an argument; `Some(None)`: the key's own. `None`: there is no such digest.
fn digest(cx: &mut Cx, algorithm: &Value) -> PhpResult<Option<Option<MessageDigest>>> {
    const SHA1: i64 = 1;
    let (found, number) = match algorithm.deref().as_bytes() {
        Some(name) => (settings::digest_named(name), SHA1),
        None => {
            let number = algorithm.deref().as_int().unwrap_or(SHA1);
            (settings::digest_of(number), number)
        }
    };
    if found.is_none() && number != 0 {
        warn(cx, "Unknown digest algorithm")?;
        return Ok(None);
    }
    Ok(Some(found))
}

/// `openssl_sign()`
pub(crate) fn openssl_sign(cx: &mut Cx, data: &PhpStr, signature: &RefArg, key: &Value, algorithm: &Value) -> PhpResult<bool> {
    let message = "Supplied key param cannot be coerced into a private key";
    let Some(key) = source::needed_private_key(cx, key, 3, message)? else { return Ok(false) };
    let Some(digest) = digest(cx, algorithm)? else { return Ok(false) };
    let Some(signed) = errors::noted(cx, key::sign(&key, digest, data)) else { return Ok(false) };
    signature.set(cx, Value::from(signed))?;
    Ok(true)
}

/// `openssl_verify()`
pub(crate) fn openssl_verify(cx: &mut Cx, data: &PhpStr, signature: &PhpStr, key: &Value, algorithm: &Value) -> PhpResult<OrFalse<i64>> {
    let Some(digest) = digest(cx, algorithm)? else { return Ok(OrFalse::FALSE) };
    let Some(key) = source::public_key(cx, key, 3)? else {
        warn(cx, "Supplied key param cannot be coerced into a public key")?;
        return Ok(OrFalse::FALSE);
    };
    Ok(match key::verify(&key, digest, signature, data) {
        Ok(answer) => i64::from(answer),
        Err(answer) => {
            errors::store(cx);
            i64::from(answer)
        }
    }
    .into())
}

/// `openssl_seal()`
pub(crate) fn openssl_seal(
    cx: &mut Cx,
    data: &PhpStr,
    sealed_data: &RefArg,
    encrypted_keys: &RefArg,
    public_keys: &PhpArray,
    algorithm: &PhpStr,
    iv: Option<&RefArg>,
) -> PhpResult<OrFalse<i64>> {
    if i32::try_from(data.len()).is_err() {
        return Err(cx.argument_value_error(1, "data is too long"));
    }
    if public_keys.is_empty() {
        return Err(cx.argument_value_error(4, "must not be empty"));
    }
    let Some(cipher) = Cipher::named(algorithm) else {
        warn(cx, "Unknown cipher algorithm")?;
        return Ok(OrFalse::FALSE);
    };
    if iv.is_none() && cipher.iv_length() > 0 {
        return Err(cx.argument_value_error(6, "cannot be null for the chosen cipher algorithm"));
    }
    let mut readers = Vec::new();
    for (index, value) in public_keys.values().enumerate() {
        let Some(key) = source::public_key(cx, value, 4)? else {
            warn(cx, format!("Not a public key ({}th member of pubkeys)", index + 1))?;
            return Ok(OrFalse::FALSE);
        };
        readers.push(key);
    }
    let Some(sealed) = errors::noted(cx, cipher::seal(cipher, &readers, data)) else { return Ok(OrFalse::FALSE) };
    let length = sealed.data.len() as i64;
    if length > 0 {
        sealed_data.set(cx, Value::from(sealed.data))?;
        encrypted_keys.set(cx, Value::array(PhpArray::from_values(sealed.keys)))?;
        if let Some(iv) = iv {
            iv.set(cx, Value::from(sealed.iv))?;
        }
    }
    Ok(length.into())
}

/// `openssl_open()`
pub(crate) fn openssl_open(
    cx: &mut Cx,
    data: &PhpStr,
    output: &RefArg,
    encrypted_key: &PhpStr,
    private_key: &Value,
    algorithm: &PhpStr,
    iv: Option<&PhpStr>,
) -> PhpResult<bool> {
    for (number, name, text) in [(1, "data", data), (3, "ekey", encrypted_key)] {
        if i32::try_from(text.len()).is_err() {
            return Err(cx.argument_value_error(number, format!("{name} is too long")));
        }
    }
    let message = "Unable to coerce parameter 4 into a private key";
    let Some(key) = source::needed_private_key(cx, private_key, 4, message)? else { return Ok(false) };
    let Some(cipher) = Cipher::named(algorithm) else {
        warn(cx, "Unknown cipher algorithm")?;
        return Ok(false);
    };
    let needed = cipher.iv_length();
    let mut vector: &[u8] = b"";
    if needed > 0 {
        let Some(iv) = iv else { return Err(cx.argument_value_error(6, "cannot be null for the chosen cipher algorithm")) };
        if iv.len() != needed {
            warn(cx, "IV length is invalid")?;
            return Ok(false);
        }
        vector = iv;
    }
    let opened = cipher::open(cipher, &key, encrypted_key, vector, data).filter(|opened| !opened.is_empty());
    let Some(opened) = errors::noted(cx, opened) else { return Ok(false) };
    output.set(cx, Value::from(opened))?;
    Ok(true)
}
