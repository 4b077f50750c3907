//! The builtins `sodium_crypto_sign*`: key pairs and signatures by Ed25519, attached or detached.

use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr};
use loxo_sodium_sys::{Done, sign};

use crate::source::{array, fail, filled, longer, pair, sized, written};

fn keys(cx: &mut Cx, make: impl FnOnce(&mut [u8; 32], &mut [u8; 64]) -> Done) -> PhpResult<PhpStr> {
    array::<96>(cx, |out| {
        let (mut public, mut secret) = ([0; 32], [0; 64]);
        make(&mut public, &mut secret)?;
        let (first, second) = out.split_at_mut(64);
        first.copy_from_slice(&secret);
        second.copy_from_slice(&public);
        loxo_sodium_sys::wipe(&mut secret);
        Ok(())
    })
}

/// `sodium_crypto_sign_keypair()`
pub(crate) fn sodium_crypto_sign_keypair(cx: &mut Cx) -> PhpResult<PhpStr> {
    keys(cx, sign::keypair)
}

/// `sodium_crypto_sign_seed_keypair()`
pub(crate) fn sodium_crypto_sign_seed_keypair(cx: &mut Cx, seed: &PhpStr) -> PhpResult<PhpStr> {
    let seed = sized(cx, seed, 1, "CRYPTO_SIGN_SEEDBYTES")?;
    keys(cx, |public, secret| sign::seed_keypair(public, secret, seed))
}

/// `sodium_crypto_sign_keypair_from_secretkey_and_publickey()`
pub(crate) fn sodium_crypto_sign_keypair_from_secretkey_and_publickey(cx: &mut Cx, secret: &PhpStr, public: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized::<64>(cx, secret, 1, "CRYPTO_SIGN_SECRETKEYBYTES")?;
    let public = sized::<32>(cx, public, 2, "CRYPTO_SIGN_PUBLICKEYBYTES")?;
    Ok(PhpStr::concat2(secret, public))
}

/// `sodium_crypto_sign_publickey_from_secretkey()`
pub(crate) fn sodium_crypto_sign_publickey_from_secretkey(cx: &mut Cx, secret: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized(cx, secret, 1, "CRYPTO_SIGN_SECRETKEYBYTES")?;
    array(cx, |out| sign::public_of(out, secret))
}

/// `sodium_crypto_sign_secretkey()`
pub(crate) fn sodium_crypto_sign_secretkey(cx: &mut Cx, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let (secret, _) = pair::<64>(cx, key_pair, 1, "CRYPTO_SIGN_KEYPAIRBYTES")?;
    Ok(PhpStr::new(secret))
}

/// `sodium_crypto_sign_publickey()`
pub(crate) fn sodium_crypto_sign_publickey(cx: &mut Cx, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let (_, public) = pair::<64>(cx, key_pair, 1, "CRYPTO_SIGN_KEYPAIRBYTES")?;
    Ok(PhpStr::new(public))
}

/// `sodium_crypto_sign()`
pub(crate) fn sodium_crypto_sign(cx: &mut Cx, message: &PhpStr, secret: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized(cx, secret, 2, "CRYPTO_SIGN_SECRETKEYBYTES")?;
    let length = longer(cx, message, sign::SIGNATURE)?;
    filled(cx, length, |out| sign::sign(out, message, secret))
}

/// `sodium_crypto_sign_open()`
pub(crate) fn sodium_crypto_sign_open(cx: &mut Cx, signed: &PhpStr, public: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    let public = sized(cx, public, 2, "CRYPTO_SIGN_PUBLICKEYBYTES")?;
    let Some(length) = signed.len().checked_sub(sign::SIGNATURE) else { return Ok(OrFalse::FALSE) };
    Ok(OrFalse(written(length, |out| sign::open(out, signed, public)).ok()))
}

/// `sodium_crypto_sign_detached()`
pub(crate) fn sodium_crypto_sign_detached(cx: &mut Cx, message: &PhpStr, secret: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized(cx, secret, 2, "CRYPTO_SIGN_SECRETKEYBYTES")?;
    let mut out = [0; sign::SIGNATURE];
    sign::detached(&mut out, message, secret).map_err(|_| fail(cx, "signature creation failed"))?;
    Ok(PhpStr::new(&out))
}

/// `sodium_crypto_sign_verify_detached()`
pub(crate) fn sodium_crypto_sign_verify_detached(cx: &mut Cx, signature: &PhpStr, message: &PhpStr, public: &PhpStr) -> PhpResult<bool> {
    let signature = sized(cx, signature, 1, "CRYPTO_SIGN_BYTES")?;
    let public = sized(cx, public, 3, "CRYPTO_SIGN_PUBLICKEYBYTES")?;
    Ok(sign::verify(signature, message, public).is_ok())
}

fn converted(cx: &mut Cx, convert: impl FnOnce(&mut [u8; 32]) -> Done) -> PhpResult<PhpStr> {
    let mut out = [0; 32];
    convert(&mut out).map_err(|_| fail(cx, "conversion failed"))?;
    Ok(PhpStr::new(&out))
}

/// `sodium_crypto_sign_ed25519_sk_to_curve25519()`
pub(crate) fn sodium_crypto_sign_ed25519_sk_to_curve25519(cx: &mut Cx, secret: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized(cx, secret, 1, "CRYPTO_SIGN_SECRETKEYBYTES")?;
    converted(cx, |out| sign::secret_to_curve25519(out, secret))
}

/// `sodium_crypto_sign_ed25519_pk_to_curve25519()`
pub(crate) fn sodium_crypto_sign_ed25519_pk_to_curve25519(cx: &mut Cx, public: &PhpStr) -> PhpResult<PhpStr> {
    let public = sized(cx, public, 1, "CRYPTO_SIGN_PUBLICKEYBYTES")?;
    converted(cx, |out| sign::public_to_curve25519(out, public))
}
