//! Ciphers that authenticate what they encrypt, and additional data with it.

use std::ptr;

use libsodium_sys as ffi;

use crate::{Done, done, fits, long, ready};

/// Bytes that encryption adds; the same for all.
const TAG: usize = 16;

macro_rules! aead {
    ($name:ident, $nonce:literal, $encrypt:ident, $decrypt:ident, $most:ident) => {
        pub mod $name {
            use super::*;

            pub const NONCE: usize = $nonce;

            fn within(message: usize) -> bool {
                // SAFETY: no conditions.
                message <= unsafe { ffi::$most() }
            }

            /// Writes the message encrypted and its tag; `out` is 16 bytes longer than the message.
            pub fn encrypt(out: &mut [u8], message: &[u8], data: &[u8], nonce: &[u8; $nonce], key: &[u8; 32]) -> Done {
                fits(out.len().checked_sub(TAG) == Some(message.len()) && within(message.len()))?;
                let (length, secret) = (ptr::null_mut(), ptr::null());
                // SAFETY: `out` has space for the message and the tag, the others are as long as is said or as their types say.
                done(unsafe {
                    ffi::$encrypt(
                        out.as_mut_ptr(),
                        length,
                        message.as_ptr(),
                        long(message),
                        data.as_ptr(),
                        long(data),
                        secret,
                        nonce.as_ptr(),
                        key.as_ptr(),
                    )
                })
            }

            /// Writes the message, if it is authentic; `out` is 16 bytes shorter than the ciphertext.
            pub fn decrypt(out: &mut [u8], ciphertext: &[u8], data: &[u8], nonce: &[u8; $nonce], key: &[u8; 32]) -> Done {
                fits(ciphertext.len().checked_sub(TAG) == Some(out.len()) && within(out.len()))?;
                let (length, secret) = (ptr::null_mut(), ptr::null_mut());
                // SAFETY: `out` has space for the ciphertext without its tag, the others are as long as is said or as their types say.
                done(unsafe {
                    ffi::$decrypt(
                        out.as_mut_ptr(),
                        length,
                        secret,
                        ciphertext.as_ptr(),
                        long(ciphertext),
                        data.as_ptr(),
                        long(data),
                        nonce.as_ptr(),
                        key.as_ptr(),
                    )
                })
            }
        }
    };
}

aead!(aes256gcm_unchecked, 12, crypto_aead_aes256gcm_encrypt, crypto_aead_aes256gcm_decrypt, crypto_aead_aes256gcm_messagebytes_max);
aead!(
    chacha20poly1305,
    8,
    crypto_aead_chacha20poly1305_encrypt,
    crypto_aead_chacha20poly1305_decrypt,
    crypto_aead_chacha20poly1305_messagebytes_max
);
aead!(
    chacha20poly1305_ietf,
    12,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_messagebytes_max
);
aead!(
    xchacha20poly1305_ietf,
    24,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_messagebytes_max
);

/// AES-256-GCM, which the library has for processors with instructions for it only.
pub mod aes256gcm {
    use super::{Done, aes256gcm_unchecked, ffi, ready};
    use crate::Failed;

    pub const NONCE: usize = aes256gcm_unchecked::NONCE;

    pub fn is_available() -> bool {
        // SAFETY: no conditions.
        ready().is_ok() && unsafe { ffi::crypto_aead_aes256gcm_is_available() } == 1
    }

    fn available() -> Done {
        if is_available() { Ok(()) } else { Err(Failed) }
    }

    pub fn encrypt(out: &mut [u8], message: &[u8], data: &[u8], nonce: &[u8; NONCE], key: &[u8; 32]) -> Done {
        available()?;
        aes256gcm_unchecked::encrypt(out, message, data, nonce, key)
    }

    pub fn decrypt(out: &mut [u8], ciphertext: &[u8], data: &[u8], nonce: &[u8; NONCE], key: &[u8; 32]) -> Done {
        available()?;
        aes256gcm_unchecked::decrypt(out, ciphertext, data, nonce, key)
    }
}
