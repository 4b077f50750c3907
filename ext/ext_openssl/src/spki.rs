//! Signed public keys with a challenge.

use loxo_openssl_sys::key;
use loxo_openssl_sys::spki::{MakeError, Spki};
use loxo_runtime::{Cx, OrFalse, PhpObject, PhpResult, PhpStr, Value};

use crate::source::{self, warn};
use crate::{errors, settings};

/// `openssl_spki_new()`
pub(crate) fn openssl_spki_new(cx: &mut Cx, private_key: &PhpObject, challenge: &PhpStr, algorithm: i64) -> PhpResult<OrFalse<PhpStr>> {
    let value = Value::object(private_key.clone());
    let Some(key) = source::private_key(cx, &value, Some(challenge), 1)? else {
        warn(cx, "Unable to use supplied private key")?;
        return Ok(OrFalse::FALSE);
    };
    let Some(digest) = settings::digest_of(algorithm) else {
        warn(cx, "Unknown digest algorithm")?;
        return Ok(OrFalse::FALSE);
    };
    match Spki::make(&key, challenge, digest) {
        Ok(text) => Ok(PhpStr::concat(&[b"SPKAC=", &text]).into()),
        Err(error) => {
            errors::store(cx);
            let message = match error {
                MakeError::New => "Unable to create new SPKAC",
                MakeError::Challenge => "Unable to set challenge data",
                MakeError::Key => "Unable to embed public key",
                MakeError::Sign => "Unable to sign with specified digest algorithm",
                MakeError::Encode => "Unable to encode SPKAC",
            };
            warn(cx, message)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// Decodes an argument; line ends do not count.
fn decode(cx: &mut Cx, text: &PhpStr, message: &str) -> PhpResult<Option<Spki>> {
    let clean: Vec<u8> = text.iter().copied().take_while(|byte| *byte != 0).filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    if clean.is_empty() {
        warn(cx, "Invalid SPKAC")?;
        return Ok(None);
    }
    let spki = errors::noted(cx, Spki::decode(&clean));
    if spki.is_none() {
        warn(cx, message)?;
    }
    Ok(spki)
}

const UNREADABLE: &str = "Unable to decode supplied SPKAC";

/// `openssl_spki_verify()`
pub(crate) fn openssl_spki_verify(cx: &mut Cx, spki: &PhpStr) -> PhpResult<bool> {
    let Some(spki) = decode(cx, spki, UNREADABLE)? else { return Ok(false) };
    let Some(key) = errors::noted(cx, spki.key()) else {
        warn(cx, "Unable to acquire signed public key")?;
        return Ok(false);
    };
    let signed = spki.is_signed_by(&key);
    Ok(errors::noted(cx, signed.then_some(())).is_some())
}

/// `openssl_spki_export()`
pub(crate) fn openssl_spki_export(cx: &mut Cx, spki: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    let Some(spki) = decode(cx, spki, UNREADABLE)? else { return Ok(OrFalse::FALSE) };
    let Some(key) = errors::noted(cx, spki.key()) else {
        warn(cx, "Unable to acquire signed public key")?;
        return Ok(OrFalse::FALSE);
    };
    Ok(OrFalse(errors::noted(cx, key::public_text(&key)).map(|text| PhpStr::new(&text))))
}

/// `openssl_spki_export_challenge()`
pub(crate) fn openssl_spki_export_challenge(cx: &mut Cx, spki: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    let Some(spki) = decode(cx, spki, "Unable to decode SPKAC")? else { return Ok(OrFalse::FALSE) };
    let challenge = spki.challenge();
    Ok(PhpStr::new(challenge.split(|byte| *byte == 0).next().unwrap_or_default()).into())
}
