//! Ciphers that authenticate what they encrypt, and additional data with it.

use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr};
use loxo_sodium_sys::{aes256gcm, chacha20poly1305, chacha20poly1305_ietf, xchacha20poly1305_ietf};

use crate::source::{argument, fail, filled, key as new_key, longer, sized, written};

const KEY: usize = 32;
const TAG: usize = 16;
/// What one key may encrypt with counters of 32 bits.
const MOST_AES: u64 = 16 * ((1 << 32) - 2);
const MOST_CHACHA: u64 = 64 * (1 << 32) - 64;

/// `sodium_crypto_aead_aes256gcm_is_available()`
pub(crate) fn sodium_crypto_aead_aes256gcm_is_available(_: &mut Cx) -> PhpResult<bool> {
    Ok(aes256gcm::is_available())
}

fn too_long(length: usize, most: u64) -> bool {
    u64::try_from(length).map_or(true, |length| length > most)
}

type Check = fn(&mut Cx, usize) -> PhpResult<()>;

fn any_length(_: &mut Cx, _: usize) -> PhpResult<()> {
    Ok(())
}

fn aes_message(cx: &mut Cx, length: usize) -> PhpResult<()> {
    if too_long(length, MOST_AES - TAG as u64) { Err(fail(cx, "message too long for a single key")) } else { Ok(()) }
}

fn aes_ciphertext(cx: &mut Cx, length: usize) -> PhpResult<()> {
    if too_long(length, MOST_AES) { Err(argument(cx, 1, "is too long")) } else { Ok(()) }
}

fn chacha_message(cx: &mut Cx, length: usize) -> PhpResult<()> {
    if too_long(length, MOST_CHACHA) { Err(fail(cx, "message too long for a single key")) } else { Ok(()) }
}

fn xchacha_ciphertext(cx: &mut Cx, length: usize) -> PhpResult<()> {
    if too_long(length, MOST_CHACHA) { Err(fail(cx, "arithmetic overflow")) } else { Ok(()) }
}

macro_rules! cipher {
    ($name:literal, $module:ident, $nonce:literal, $encrypt:ident $check:ident, $decrypt:ident $check_back:ident, $keygen:ident) => {
        #[doc = concat!("`", stringify!($encrypt), "()`")]
        pub(crate) fn $encrypt(cx: &mut Cx, message: &PhpStr, data: &PhpStr, nonce: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
            const CHECK: Check = $check;
            let nonce = sized::<$nonce>(cx, nonce, 3, concat!("CRYPTO_AEAD_", $name, "_NPUBBYTES"))?;
            let key = sized::<KEY>(cx, key, 4, concat!("CRYPTO_AEAD_", $name, "_KEYBYTES"))?;
            let length = longer(cx, message, TAG)?;
            CHECK(cx, message.len())?;
            filled(cx, length, |out| $module::encrypt(out, message, data, nonce, key))
        }

        #[doc = concat!("`", stringify!($decrypt), "()`")]
        pub(crate) fn $decrypt(
            cx: &mut Cx,
            ciphertext: &PhpStr,
            data: &PhpStr,
            nonce: &PhpStr,
            key: &PhpStr,
        ) -> PhpResult<OrFalse<PhpStr>> {
            const CHECK: Check = $check_back;
            let nonce = sized::<$nonce>(cx, nonce, 3, concat!("CRYPTO_AEAD_", $name, "_NPUBBYTES"))?;
            let key = sized::<KEY>(cx, key, 4, concat!("CRYPTO_AEAD_", $name, "_KEYBYTES"))?;
            let Some(length) = ciphertext.len().checked_sub(TAG) else { return Ok(OrFalse::FALSE) };
            CHECK(cx, length)?;
            Ok(OrFalse(written(length, |out| $module::decrypt(out, ciphertext, data, nonce, key)).ok()))
        }

        #[doc = concat!("`", stringify!($keygen), "()`")]
        pub(crate) fn $keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
            new_key(cx, KEY)
        }
    };
}

cipher!(
    "AES256GCM", aes256gcm, 12,
    sodium_crypto_aead_aes256gcm_encrypt aes_message,
    sodium_crypto_aead_aes256gcm_decrypt aes_ciphertext,
    sodium_crypto_aead_aes256gcm_keygen
);
cipher!(
    "CHACHA20POLY1305", chacha20poly1305, 8,
    sodium_crypto_aead_chacha20poly1305_encrypt any_length,
    sodium_crypto_aead_chacha20poly1305_decrypt any_length,
    sodium_crypto_aead_chacha20poly1305_keygen
);
cipher!(
    "CHACHA20POLY1305_IETF", chacha20poly1305_ietf, 12,
    sodium_crypto_aead_chacha20poly1305_ietf_encrypt chacha_message,
    sodium_crypto_aead_chacha20poly1305_ietf_decrypt chacha_message,
    sodium_crypto_aead_chacha20poly1305_ietf_keygen
);
cipher!(
    "XCHACHA20POLY1305_IETF", xchacha20poly1305_ietf, 24,
    sodium_crypto_aead_xchacha20poly1305_ietf_encrypt any_length,
    sodium_crypto_aead_xchacha20poly1305_ietf_decrypt xchacha_ciphertext,
    sodium_crypto_aead_xchacha20poly1305_ietf_keygen
);
