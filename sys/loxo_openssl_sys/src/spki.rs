//! Signed public keys with a challenge (SPKAC), as browsers made them.

use std::ptr::NonNull;

use foreign_types::ForeignType;
use openssl::hash::MessageDigest;

use crate::ffi;
use crate::{Key, bytes_of, c_string, cert, key};

/// A signed public key.
pub struct Spki(NonNull<ffi::Spki>);

/// Why none was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MakeError {
    New,
    Challenge,
    Key,
    Sign,
    Encode,
}

impl Spki {
    /// Makes one and encodes it in base64.
    pub fn make(key: &Key, challenge: &[u8], digest: MessageDigest) -> Result<Vec<u8>, MakeError> {
        let length = i32::try_from(challenge.len()).map_err(|_| MakeError::Challenge)?;
        // SAFETY: the structure is ours, its parts are open with it; the key is open; the text that comes out is freed here.
        unsafe {
            let spki = Spki(NonNull::new(ffi::NETSCAPE_SPKI_new()).ok_or(MakeError::New)?);
            let raw = spki.0.as_ptr();
            if openssl_sys::ASN1_STRING_set((*(*raw).spkac).challenge, challenge.as_ptr().cast(), length) == 0 {
                return Err(MakeError::Challenge);
            }
            if ffi::NETSCAPE_SPKI_set_pubkey(raw, key.as_ptr()) == 0 {
                return Err(MakeError::Key);
            }
            if ffi::NETSCAPE_SPKI_sign(raw, key.as_ptr(), digest.as_ptr()) == 0 {
                return Err(MakeError::Sign);
            }
            let text = ffi::NETSCAPE_SPKI_b64_encode(raw);
            let bytes = bytes_of(text).ok_or(MakeError::Encode);
            openssl_sys::OPENSSL_free(text.cast());
            bytes
        }
    }

    /// Decodes one.
    pub fn decode(text: &[u8]) -> Option<Spki> {
        openssl::init();
        let (text, length) = (c_string(text), i32::try_from(text.len()).ok()?);
        // SAFETY: a C string that is as long as is said, or ends earlier, which the library looks at.
        let length = length.min(i32::try_from(text.as_bytes().len()).ok()?);
        // SAFETY: as above.
        NonNull::new(unsafe { ffi::NETSCAPE_SPKI_b64_decode(text.as_ptr(), length) }).map(Spki)
    }

    pub fn key(&self) -> Option<Key> {
        // SAFETY: the structure is open, and its parts with it; the key that comes out is ours.
        unsafe { key::from_raw(ffi::X509_PUBKEY_get((*(*self.0.as_ptr()).spkac).pubkey)) }
    }

    pub fn challenge(&self) -> Vec<u8> {
        // SAFETY: the structure is open, and its parts with it.
        unsafe { cert::string_bytes((*(*self.0.as_ptr()).spkac).challenge) }
    }

    /// Is it signed by that key?
    pub fn is_signed_by(&self, key: &Key) -> bool {
        // SAFETY: both are open.
        unsafe { ffi::NETSCAPE_SPKI_verify(self.0.as_ptr(), key.as_ptr()) > 0 }
    }
}

impl Drop for Spki {
    fn drop(&mut self) {
        // SAFETY: the structure is open, and is not used after this.
        unsafe { ffi::NETSCAPE_SPKI_free(self.0.as_ptr()) };
    }
}
