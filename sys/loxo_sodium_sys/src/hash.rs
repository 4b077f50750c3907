//! Hashes, codes of authentication, keys made of keys.

use libsodium_sys as ffi;

use crate::{Done, Failed, done, fits, long, ready, wipe};

/// Lengths that a hash and its key may have.
fn hash_fits(out: usize, key: usize) -> bool {
    (1..=64).contains(&out) && key <= 64
}

/// BLAKE2b; the key may be empty.
pub fn generichash(out: &mut [u8], message: &[u8], key: &[u8]) -> Done {
    fits(hash_fits(out.len(), key.len()))?;
    let (to, size) = (out.as_mut_ptr(), out.len());
    // SAFETY: all slices are as long as is said, and the lengths are ones that the function takes.
    done(unsafe { ffi::crypto_generichash(to, size, message.as_ptr(), long(message), key.as_ptr(), key.len()) })
}

/// BLAKE2b piece by piece. A state may leave the program as bytes and come back.
pub struct State(Box<ffi::crypto_generichash_state>);

impl State {
    pub const SIZE: usize = size_of::<ffi::crypto_generichash_state>();
    /// Where the library keeps how much of its buffer is full, which it trusts: 64 bytes of hash and two pairs of counters and flags lie
    /// before the buffer of two blocks. A test looks whether that is so.
    const FILLED: usize = 64 + 16 + 16 + Self::BUFFER;
    const BUFFER: usize = 256;

    pub fn new(key: &[u8], out: usize) -> Result<State, Failed> {
        fits(hash_fits(out, key.len()))?;
        let mut state = Box::new(ffi::crypto_generichash_state { opaque: [0; Self::SIZE] });
        // SAFETY: the state is the library's type, the key is as long as is said.
        done(unsafe { ffi::crypto_generichash_init(&mut *state, key.as_ptr(), key.len(), out) })?;
        Ok(State(state))
    }

    /// A state that was bytes. Whatever they are, nothing is written outside.
    pub fn from_bytes(bytes: &[u8]) -> Result<State, Failed> {
        let opaque: [u8; Self::SIZE] = bytes.try_into().map_err(|_| Failed)?;
        let filled = opaque[Self::FILLED..].first_chunk().map_or(usize::MAX, |n| usize::from_le_bytes(*n));
        fits(filled <= Self::BUFFER)?;
        Ok(State(Box::new(ffi::crypto_generichash_state { opaque })))
    }

    pub fn bytes(&self) -> &[u8; Self::SIZE] {
        &self.0.opaque
    }

    pub fn update(&mut self, message: &[u8]) -> Done {
        // SAFETY: the state is one that `new` or `from_bytes` made: what its buffer holds is not more than it has space for.
        done(unsafe { ffi::crypto_generichash_update(&mut *self.0, message.as_ptr(), long(message)) })
    }

    /// The hash. Its length is asked for again.
    pub fn finish(mut self, out: &mut [u8]) -> Done {
        fits(hash_fits(out.len(), 0))?;
        // SAFETY: as for `update`; `out` is as long as is said.
        done(unsafe { ffi::crypto_generichash_final(&mut *self.0, out.as_mut_ptr(), out.len()) })
    }
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.0.opaque);
    }
}

/// SipHash-2-4.
pub fn shorthash(out: &mut [u8; 8], message: &[u8], key: &[u8; 16]) -> Done {
    ready()?;
    // SAFETY: the arrays have the sizes that the function takes, the message is as long as is said.
    done(unsafe { ffi::crypto_shorthash(out.as_mut_ptr(), message.as_ptr(), long(message), key.as_ptr()) })
}

/// HMAC-SHA512-256.
pub fn auth(out: &mut [u8; 32], message: &[u8], key: &[u8; 32]) -> Done {
    ready()?;
    // SAFETY: the arrays have the sizes that the function takes, the message is as long as is said.
    done(unsafe { ffi::crypto_auth(out.as_mut_ptr(), message.as_ptr(), long(message), key.as_ptr()) })
}

pub fn auth_verify(code: &[u8; 32], message: &[u8], key: &[u8; 32]) -> Done {
    ready()?;
    // SAFETY: the arrays have the sizes that the function takes, the message is as long as is said.
    done(unsafe { ffi::crypto_auth_verify(code.as_ptr(), message.as_ptr(), long(message), key.as_ptr()) })
}

/// A key made of a key, by number and context. It has 16 to 64 bytes.
pub fn derive(out: &mut [u8], id: u64, context: &[u8; 8], key: &[u8; 32]) -> Done {
    fits((16..=64).contains(&out.len()))?;
    // SAFETY: `out` is as long as is said, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_kdf_derive_from_key(out.as_mut_ptr(), out.len(), id, context.as_ptr().cast(), key.as_ptr()) })
}
