//! Key pairs: encryption for their owners, and agreement on keys.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};
use loxo_sodium_sys::{Done, boxes, exchange, scalarmult, scalarmult_base};

use crate::source::{array, fail, filled, longer, pair, sized, written};

const MAC: usize = 16;
const SEAL: usize = 48;

/// A key pair as one string.
fn keys(cx: &mut Cx, make: impl FnOnce(&mut [u8; 32], &mut [u8; 32]) -> Done) -> PhpResult<PhpStr> {
    array::<64>(cx, |out| {
        let (mut public, mut secret) = ([0; 32], [0; 32]);
        make(&mut public, &mut secret)?;
        let (first, second) = out.split_at_mut(32);
        first.copy_from_slice(&secret);
        second.copy_from_slice(&public);
        loxo_sodium_sys::wipe(&mut secret);
        Ok(())
    })
}

/// `sodium_crypto_box_keypair()`
pub(crate) fn sodium_crypto_box_keypair(cx: &mut Cx) -> PhpResult<PhpStr> {
    keys(cx, boxes::keypair)
}

/// `sodium_crypto_box_seed_keypair()`
pub(crate) fn sodium_crypto_box_seed_keypair(cx: &mut Cx, seed: &PhpStr) -> PhpResult<PhpStr> {
    let seed = sized(cx, seed, 1, "CRYPTO_BOX_SEEDBYTES")?;
    keys(cx, |public, secret| boxes::seed_keypair(public, secret, seed))
}

/// `sodium_crypto_box_keypair_from_secretkey_and_publickey()`
pub(crate) fn sodium_crypto_box_keypair_from_secretkey_and_publickey(cx: &mut Cx, secret: &PhpStr, public: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized::<32>(cx, secret, 1, "CRYPTO_BOX_SECRETKEYBYTES")?;
    let public = sized::<32>(cx, public, 2, "CRYPTO_BOX_PUBLICKEYBYTES")?;
    Ok(PhpStr::concat2(secret, public))
}

/// `sodium_crypto_box_secretkey()`
pub(crate) fn sodium_crypto_box_secretkey(cx: &mut Cx, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let (secret, _) = pair::<32>(cx, key_pair, 1, "CRYPTO_BOX_KEYPAIRBYTES")?;
    Ok(PhpStr::new(secret))
}

/// `sodium_crypto_box_publickey()`
pub(crate) fn sodium_crypto_box_publickey(cx: &mut Cx, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let (_, public) = pair::<32>(cx, key_pair, 1, "CRYPTO_BOX_KEYPAIRBYTES")?;
    Ok(PhpStr::new(public))
}

/// `sodium_crypto_box_publickey_from_secretkey()`
pub(crate) fn sodium_crypto_box_publickey_from_secretkey(cx: &mut Cx, secret: &PhpStr) -> PhpResult<PhpStr> {
    let secret = sized(cx, secret, 1, "CRYPTO_BOX_SECRETKEYBYTES")?;
    array(cx, |out| scalarmult_base(out, secret))
}

/// `sodium_crypto_scalarmult_base()`
pub(crate) fn sodium_crypto_scalarmult_base(cx: &mut Cx, secret: &PhpStr) -> PhpResult<PhpStr> {
    sodium_crypto_box_publickey_from_secretkey(cx, secret)
}

/// `sodium_crypto_scalarmult()`
pub(crate) fn sodium_crypto_scalarmult(cx: &mut Cx, scalar: &PhpStr, point: &PhpStr) -> PhpResult<PhpStr> {
    let scalar = sized(cx, scalar, 1, "CRYPTO_SCALARMULT_SCALARBYTES")?;
    let point = sized(cx, point, 2, "CRYPTO_SCALARMULT_BYTES")?;
    array(cx, |out| scalarmult(out, scalar, point))
}

/// `sodium_crypto_box()`
pub(crate) fn sodium_crypto_box(cx: &mut Cx, message: &PhpStr, nonce: &PhpStr, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let nonce = sized(cx, nonce, 2, "CRYPTO_BOX_NONCEBYTES")?;
    let (secret, public) = pair(cx, key_pair, 3, "CRYPTO_BOX_KEYPAIRBYTES")?;
    let length = longer(cx, message, MAC)?;
    filled(cx, length, |out| boxes::encrypt(out, message, nonce, public, secret))
}

/// `sodium_crypto_box_open()`
pub(crate) fn sodium_crypto_box_open(cx: &mut Cx, ciphertext: &PhpStr, nonce: &PhpStr, key_pair: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    let nonce = sized(cx, nonce, 2, "CRYPTO_BOX_NONCEBYTES")?;
    let (secret, public) = pair(cx, key_pair, 3, "CRYPTO_BOX_KEYPAIRBYTES")?;
    let Some(length) = ciphertext.len().checked_sub(MAC) else { return Ok(OrFalse::FALSE) };
    Ok(OrFalse(written(length, |out| boxes::decrypt(out, ciphertext, nonce, public, secret)).ok()))
}

/// `sodium_crypto_box_seal()`
pub(crate) fn sodium_crypto_box_seal(cx: &mut Cx, message: &PhpStr, public: &PhpStr) -> PhpResult<PhpStr> {
    let public = sized(cx, public, 2, "CRYPTO_BOX_PUBLICKEYBYTES")?;
    let length = longer(cx, message, SEAL)?;
    filled(cx, length, |out| boxes::seal(out, message, public))
}

/// `sodium_crypto_box_seal_open()`
pub(crate) fn sodium_crypto_box_seal_open(cx: &mut Cx, ciphertext: &PhpStr, key_pair: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    let (secret, public) = pair(cx, key_pair, 2, "CRYPTO_BOX_KEYPAIRBYTES")?;
    let Some(length) = ciphertext.len().checked_sub(SEAL) else { return Ok(OrFalse::FALSE) };
    Ok(OrFalse(written(length, |out| boxes::seal_open(out, ciphertext, public, secret)).ok()))
}

/// `sodium_crypto_kx_keypair()`
pub(crate) fn sodium_crypto_kx_keypair(cx: &mut Cx) -> PhpResult<PhpStr> {
    keys(cx, exchange::keypair)
}

/// `sodium_crypto_kx_seed_keypair()`
pub(crate) fn sodium_crypto_kx_seed_keypair(cx: &mut Cx, seed: &PhpStr) -> PhpResult<PhpStr> {
    let seed = sized(cx, seed, 1, "CRYPTO_KX_SEEDBYTES")?;
    keys(cx, |public, secret| exchange::seed_keypair(public, secret, seed))
}

/// `sodium_crypto_kx_secretkey()`
pub(crate) fn sodium_crypto_kx_secretkey(cx: &mut Cx, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let (secret, _) = pair::<32>(cx, key_pair, 1, "CRYPTO_KX_KEYPAIRBYTES")?;
    Ok(PhpStr::new(secret))
}

/// `sodium_crypto_kx_publickey()`
pub(crate) fn sodium_crypto_kx_publickey(cx: &mut Cx, key_pair: &PhpStr) -> PhpResult<PhpStr> {
    let (_, public) = pair::<32>(cx, key_pair, 1, "CRYPTO_KX_KEYPAIRBYTES")?;
    Ok(PhpStr::new(public))
}

/// The keys of a session: to receive with, to send with.
fn session(cx: &mut Cx, made: Result<[[u8; 32]; 2], loxo_sodium_sys::Failed>) -> PhpResult<PhpArray> {
    let keys = made.map_err(|_| fail(cx, "internal error"))?;
    Ok(PhpArray::from_values(keys.iter().map(|key| Value::bytes(key)).collect::<Vec<_>>()))
}

/// `sodium_crypto_kx_client_session_keys()`
pub(crate) fn sodium_crypto_kx_client_session_keys(cx: &mut Cx, key_pair: &PhpStr, server: &PhpStr) -> PhpResult<PhpArray> {
    let (secret, public) = pair(cx, key_pair, 1, "CRYPTO_KX_KEYPAIRBYTES")?;
    let server = sized(cx, server, 2, "CRYPTO_KX_PUBLICKEYBYTES")?;
    session(cx, exchange::client(public, secret, server))
}

/// `sodium_crypto_kx_server_session_keys()`
pub(crate) fn sodium_crypto_kx_server_session_keys(cx: &mut Cx, key_pair: &PhpStr, client: &PhpStr) -> PhpResult<PhpArray> {
    let (secret, public) = pair(cx, key_pair, 1, "CRYPTO_KX_KEYPAIRBYTES")?;
    let client = sized(cx, client, 2, "CRYPTO_KX_PUBLICKEYBYTES")?;
    session(cx, exchange::server(public, secret, client))
}
