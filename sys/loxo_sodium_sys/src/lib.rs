//! libsodium, safe to call: keys, nonces and results of fixed sizes are arrays, what is written to is a slice whose length is checked.
//!
//! The library is the one that the binding carries as source. It ends the process where it is misused, so what it calls misuse is refused
//! here. It knows nothing of PHP.

mod aead;
mod curve;
mod hash;
mod password;
mod secret;
mod text;

use std::ffi::{CStr, c_int, c_ulonglong};
use std::sync::OnceLock;

use libsodium_sys as ffi;

pub use aead::{aes256gcm, chacha20poly1305, chacha20poly1305_ietf, xchacha20poly1305_ietf};
pub use curve::{boxes, exchange, ristretto, scalarmult, scalarmult_base, sign};
pub use hash::{State, auth, auth_verify, derive, generichash, shorthash};
pub use password::{argon2, scrypt};
pub use secret::{Stream, secretbox, secretbox_open, stream, stream_xchacha20, stream_xchacha20_xor_ic, stream_xor};
pub use text::{base64_decode, base64_encode, base64_encoded_len, compare, hex_decode, hex_encode, same, unpad};

/// The library refused: something was forged, or is no point of the curve, or a length does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

pub type Done = Result<(), Failed>;

/// Chooses what is best on this processor, once.
fn ready() -> Done {
    static STATUS: OnceLock<c_int> = OnceLock::new();
    // SAFETY: the function has no conditions and may be called by any thread.
    let status = *STATUS.get_or_init(|| unsafe { ffi::sodium_init() });
    if status < 0 { Err(Failed) } else { Ok(()) }
}

fn done(status: c_int) -> Done {
    if status == 0 { Ok(()) } else { Err(Failed) }
}

/// Lengths that go together.
fn fits(condition: bool) -> Done {
    if condition { ready() } else { Err(Failed) }
}

/// The library's type for lengths; slices are never longer than that.
fn long(bytes: &[u8]) -> c_ulonglong {
    bytes.len() as c_ulonglong
}

/// The version of the library, such as `1.0.20`.
pub fn version() -> &'static str {
    // SAFETY: no conditions; the answer is a string that lives for ever.
    unsafe { CStr::from_ptr(ffi::sodium_version_string()) }.to_str().unwrap_or_default()
}

/// The major and the minor number of the library's interface.
pub fn interface() -> (i64, i64) {
    // SAFETY: no conditions.
    unsafe { (i64::from(ffi::sodium_library_version_major()), i64::from(ffi::sodium_library_version_minor())) }
}

/// Fills a slice with random bytes.
pub fn random(out: &mut [u8]) -> Done {
    ready()?;
    // SAFETY: the slice has that many bytes to write.
    unsafe { ffi::randombytes_buf(out.as_mut_ptr().cast(), out.len()) };
    Ok(())
}

/// Overwrites, so that the compiler cannot leave it out.
pub fn wipe(bytes: &mut [u8]) {
    // SAFETY: the slice has that many bytes to write.
    unsafe { ffi::sodium_memzero(bytes.as_mut_ptr().cast(), bytes.len()) };
}

/// Adds 1 to a number whose lowest byte is first, in constant time.
pub fn increment(number: &mut [u8]) {
    // SAFETY: the slice has that many bytes to read and write.
    unsafe { ffi::sodium_increment(number.as_mut_ptr(), number.len()) };
}

/// Adds numbers of the same length whose lowest bytes are first, in constant time.
pub fn add(number: &mut [u8], other: &[u8]) -> Done {
    fits(number.len() == other.len())?;
    // SAFETY: both slices have that many bytes.
    unsafe { ffi::sodium_add(number.as_mut_ptr(), other.as_ptr(), number.len()) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_cannot_point_beyond_its_buffer() {
        let mut state = State::new(&[], 32).expect("begins");
        state.update(b"12345").expect("takes");
        let mut bytes = *state.bytes();
        assert_eq!(bytes[352..360], 5u64.to_le_bytes(), "where the library keeps the length of what waits");
        assert!(State::from_bytes(&bytes).is_ok());
        bytes[352..360].copy_from_slice(&257u64.to_le_bytes());
        assert!(State::from_bytes(&bytes).is_err());
        assert!(State::from_bytes(&bytes[1..]).is_err());
    }

    #[test]
    fn what_is_sealed_is_opened_and_forgeries_are_not() {
        let (key, nonce) = ([1; 32], [2; 24]);
        let mut sealed = [0; 5 + 16];
        secretbox(&mut sealed, b"hello", &nonce, &key).expect("seals");
        let mut opened = [0; 5];
        secretbox_open(&mut opened, &sealed, &nonce, &key).expect("opens");
        assert_eq!(&opened, b"hello");
        sealed[0] ^= 1;
        assert_eq!(secretbox_open(&mut opened, &sealed, &nonce, &key), Err(Failed));
        assert_eq!(secretbox_open(&mut [], b"short", &nonce, &key), Err(Failed));
    }
}
