//! Keys made of passwords, and passwords kept as hashes.

use std::ffi::CString;

use libsodium_sys as ffi;

use crate::{Done, Failed, done, fits, long};

/// What comes before the first NUL byte.
fn terminated(text: &[u8]) -> CString {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// The text in a buffer that the library ended with a NUL byte.
fn text_in(buffer: &[u8]) -> Vec<u8> {
    buffer.iter().copied().take_while(|byte| *byte != 0).collect()
}

pub mod argon2 {
    use super::*;

    pub const ARGON2I13: i32 = ffi::crypto_pwhash_ALG_ARGON2I13 as i32;
    pub const ARGON2ID13: i32 = ffi::crypto_pwhash_ALG_ARGON2ID13 as i32;
    const STRING: usize = ffi::crypto_pwhash_STRBYTES as usize;

    /// A key made of a password.
    pub fn derive(out: &mut [u8], password: &[u8], salt: &[u8; 16], operations: u64, memory: usize, algorithm: i32) -> Done {
        fits(matches!(algorithm, ARGON2I13 | ARGON2ID13))?;
        let (to, size) = (out.as_mut_ptr(), long(out));
        let (from, length) = (password.as_ptr().cast(), long(password));
        // SAFETY: the slices are as long as is said, the salt has the size that the function reads.
        done(unsafe { ffi::crypto_pwhash(to, size, from, length, salt.as_ptr(), operations, memory, algorithm) })
    }

    /// A hash with all that is needed to check a password.
    pub fn hash(password: &[u8], operations: u64, memory: usize) -> Result<Vec<u8>, Failed> {
        fits(true)?;
        let mut out = [0u8; STRING];
        let (from, length) = (password.as_ptr().cast(), long(password));
        // SAFETY: `out` has the size that the function writes, the password is as long as is said.
        done(unsafe { ffi::crypto_pwhash_str(out.as_mut_ptr().cast(), from, length, operations, memory) })?;
        Ok(text_in(&out))
    }

    pub fn verify(hash: &[u8], password: &[u8]) -> Done {
        fits(true)?;
        let hash = terminated(hash);
        // SAFETY: the hash ends with a NUL byte, the password is as long as is said.
        done(unsafe { ffi::crypto_pwhash_str_verify(hash.as_ptr(), password.as_ptr().cast(), long(password)) })
    }

    /// Was the hash made with other settings? So is what is no hash at all.
    pub fn needs_rehash(hash: &[u8], operations: u64, memory: usize) -> bool {
        let hash = terminated(hash);
        // SAFETY: the hash ends with a NUL byte.
        fits(true).is_err() || unsafe { ffi::crypto_pwhash_str_needs_rehash(hash.as_ptr(), operations, memory) } != 0
    }
}

pub mod scrypt {
    use super::*;

    /// The longest hash, with the NUL byte at its end.
    pub const STRING: usize = ffi::crypto_pwhash_scryptsalsa208sha256_STRBYTES as usize;

    pub fn derive(out: &mut [u8], password: &[u8], salt: &[u8; 32], operations: u64, memory: usize) -> Done {
        fits(true)?;
        let (to, size) = (out.as_mut_ptr(), long(out));
        let (from, length) = (password.as_ptr().cast(), long(password));
        // SAFETY: the slices are as long as is said, the salt has the size that the function reads.
        done(unsafe { ffi::crypto_pwhash_scryptsalsa208sha256(to, size, from, length, salt.as_ptr(), operations, memory) })
    }

    pub fn hash(password: &[u8], operations: u64, memory: usize) -> Result<Vec<u8>, Failed> {
        fits(true)?;
        let mut out = [0u8; STRING];
        let (from, length) = (password.as_ptr().cast(), long(password));
        // SAFETY: `out` has the size that the function writes, the password is as long as is said.
        done(unsafe { ffi::crypto_pwhash_scryptsalsa208sha256_str(out.as_mut_ptr().cast(), from, length, operations, memory) })?;
        Ok(text_in(&out))
    }

    pub fn verify(hash: &[u8], password: &[u8]) -> Done {
        // The function reads as many bytes as a hash has.
        fits(hash.len() == STRING - 1)?;
        let mut whole = [0u8; STRING];
        whole[..STRING - 1].copy_from_slice(hash);
        let (from, length) = (password.as_ptr().cast(), long(password));
        // SAFETY: the hash has the size that the function reads and ends with a NUL byte, the password is as long as is said.
        done(unsafe { ffi::crypto_pwhash_scryptsalsa208sha256_str_verify(whole.as_ptr().cast(), from, length) })
    }
}
