//! Encryption with a shared key.

use std::ptr;

use libsodium_sys as ffi;

use crate::{Done, Failed, done, fits, long, ready, wipe};

const MAC: usize = 16;

/// `out` is 16 bytes longer than the message.
pub fn secretbox(out: &mut [u8], message: &[u8], nonce: &[u8; 24], key: &[u8; 32]) -> Done {
    fits(out.len().checked_sub(MAC) == Some(message.len()))?;
    // SAFETY: `out` has space for the message and its tag, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_secretbox_easy(out.as_mut_ptr(), message.as_ptr(), long(message), nonce.as_ptr(), key.as_ptr()) })
}

/// `out` is 16 bytes shorter than the ciphertext.
pub fn secretbox_open(out: &mut [u8], ciphertext: &[u8], nonce: &[u8; 24], key: &[u8; 32]) -> Done {
    fits(ciphertext.len().checked_sub(MAC) == Some(out.len()))?;
    let (from, length) = (ciphertext.as_ptr(), long(ciphertext));
    // SAFETY: `out` has space for the ciphertext without its tag, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_secretbox_open_easy(out.as_mut_ptr(), from, length, nonce.as_ptr(), key.as_ptr()) })
}

/// The bytes of XSalsa20.
pub fn stream(out: &mut [u8], nonce: &[u8; 24], key: &[u8; 32]) -> Done {
    ready()?;
    // SAFETY: `out` is as long as is said, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_stream(out.as_mut_ptr(), long(out), nonce.as_ptr(), key.as_ptr()) })
}

/// A message and the bytes of XSalsa20; `out` is as long as the message.
pub fn stream_xor(out: &mut [u8], message: &[u8], nonce: &[u8; 24], key: &[u8; 32]) -> Done {
    fits(out.len() == message.len())?;
    // SAFETY: `out` and the message have that length, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_stream_xor(out.as_mut_ptr(), message.as_ptr(), long(message), nonce.as_ptr(), key.as_ptr()) })
}

/// The bytes of XChaCha20.
pub fn stream_xchacha20(out: &mut [u8], nonce: &[u8; 24], key: &[u8; 32]) -> Done {
    ready()?;
    // SAFETY: `out` is as long as is said, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_stream_xchacha20(out.as_mut_ptr(), long(out), nonce.as_ptr(), key.as_ptr()) })
}

/// A message and the bytes of XChaCha20 from a block on; `out` is as long as the message.
pub fn stream_xchacha20_xor_ic(out: &mut [u8], message: &[u8], nonce: &[u8; 24], counter: u64, key: &[u8; 32]) -> Done {
    fits(out.len() == message.len())?;
    let (from, length) = (message.as_ptr(), long(message));
    // SAFETY: `out` and the message have that length, the arrays have the sizes that the function reads.
    done(unsafe { ffi::crypto_stream_xchacha20_xor_ic(out.as_mut_ptr(), from, length, nonce.as_ptr(), counter, key.as_ptr()) })
}

/// A stream of messages whose order cannot be changed. Its state may leave the program as bytes and come back; any bytes are a state.
pub struct Stream(ffi::crypto_secretstream_xchacha20poly1305_state);

impl Stream {
    pub const SIZE: usize = 32 + 12 + 8;
    pub const HEADER: usize = 24;
    /// Bytes that encryption adds.
    pub const ADDED: usize = 17;

    fn empty() -> Stream {
        Stream(ffi::crypto_secretstream_xchacha20poly1305_state { k: [0; 32], nonce: [0; 12], _pad: [0; 8] })
    }

    /// A new stream; its header is for the one who reads it.
    pub fn push(key: &[u8; 32]) -> Result<(Stream, [u8; Self::HEADER]), Failed> {
        ready()?;
        let (mut stream, mut header) = (Stream::empty(), [0; Self::HEADER]);
        // SAFETY: the state is the library's type, the arrays have the sizes that the function takes.
        done(unsafe { ffi::crypto_secretstream_xchacha20poly1305_init_push(&mut stream.0, header.as_mut_ptr(), key.as_ptr()) })?;
        Ok((stream, header))
    }

    /// The stream that a header begins.
    pub fn pull(header: &[u8; Self::HEADER], key: &[u8; 32]) -> Result<Stream, Failed> {
        ready()?;
        let mut stream = Stream::empty();
        // SAFETY: the state is the library's type, the arrays have the sizes that the function reads.
        done(unsafe { ffi::crypto_secretstream_xchacha20poly1305_init_pull(&mut stream.0, header.as_ptr(), key.as_ptr()) })?;
        Ok(stream)
    }

    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Stream {
        let mut stream = Stream::empty();
        let (key, rest) = bytes.split_at(32);
        let (nonce, padding) = rest.split_at(12);
        stream.0.k.copy_from_slice(key);
        stream.0.nonce.copy_from_slice(nonce);
        stream.0._pad.copy_from_slice(padding);
        stream
    }

    pub fn write_to(&self, bytes: &mut [u8; Self::SIZE]) {
        let (key, rest) = bytes.split_at_mut(32);
        let (nonce, padding) = rest.split_at_mut(12);
        key.copy_from_slice(&self.0.k);
        nonce.copy_from_slice(&self.0.nonce);
        padding.copy_from_slice(&self.0._pad);
    }

    /// `out` is 17 bytes longer than the message.
    pub fn encrypt(&mut self, out: &mut [u8], message: &[u8], data: &[u8], tag: u8) -> Done {
        // SAFETY: no conditions.
        let most = unsafe { ffi::crypto_secretstream_xchacha20poly1305_messagebytes_max() };
        fits(out.len().checked_sub(Self::ADDED) == Some(message.len()) && message.len() <= most)?;
        let (to, length, from) = (out.as_mut_ptr(), ptr::null_mut(), message.as_ptr());
        // SAFETY: `out` has space for the message and what is added, the slices are as long as is said.
        done(unsafe {
            ffi::crypto_secretstream_xchacha20poly1305_push(&mut self.0, to, length, from, long(message), data.as_ptr(), long(data), tag)
        })
    }

    /// The tag of a message; `out` is 17 bytes shorter than the ciphertext.
    pub fn decrypt(&mut self, out: &mut [u8], ciphertext: &[u8], data: &[u8]) -> Result<u8, Failed> {
        // SAFETY: no conditions.
        let most = unsafe { ffi::crypto_secretstream_xchacha20poly1305_messagebytes_max() };
        fits(ciphertext.len().checked_sub(Self::ADDED) == Some(out.len()) && out.len() <= most)?;
        let (to, length, mut tag) = (out.as_mut_ptr(), ptr::null_mut(), 0);
        let (from, size) = (ciphertext.as_ptr(), long(ciphertext));
        // SAFETY: `out` has space for the ciphertext without what was added, the slices are as long as is said.
        done(unsafe {
            ffi::crypto_secretstream_xchacha20poly1305_pull(&mut self.0, to, length, &mut tag, from, size, data.as_ptr(), long(data))
        })?;
        Ok(tag)
    }

    /// Both sides do this at the same message.
    pub fn rekey(&mut self) {
        // SAFETY: the state is the library's type.
        unsafe { ffi::crypto_secretstream_xchacha20poly1305_rekey(&mut self.0) };
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        wipe(&mut self.0.k);
        wipe(&mut self.0.nonce);
    }
}
