//! Symmetric ciphers, and letters sealed for several readers.

use std::ptr::NonNull;

use foreign_types::ForeignType;
use openssl_sys::{EVP_CIPHER, EVP_CIPHER_CTX};

use crate::{Key, c_string, ffi};

/// A cipher of the library's.
#[derive(Clone, Copy)]
pub struct Cipher(NonNull<EVP_CIPHER>);

/// How a cipher works, as far as callers must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Plain,
    Gcm,
    Ccm,
    Ocb,
    ChaCha,
    Wrap,
}

const SET_IV_LENGTH: i32 = 9;
const GET_TAG: i32 = 16;
const SET_TAG: i32 = 17;
const LONGEST_IV: usize = 16;

impl Cipher {
    pub fn named(name: &[u8]) -> Option<Cipher> {
        openssl::init();
        let name = c_string(name);
        // SAFETY: a C string that outlives the call; ciphers live for ever.
        NonNull::new(unsafe { openssl_sys::EVP_get_cipherbyname(name.as_ptr()) }.cast_mut()).map(Cipher)
    }

    pub(crate) fn as_ptr(&self) -> *const EVP_CIPHER {
        self.0.as_ptr()
    }

    pub fn iv_length(&self) -> usize {
        // SAFETY: ciphers live for ever.
        usize::try_from(unsafe { openssl_sys::EVP_CIPHER_iv_length(self.as_ptr()) }).unwrap_or(0)
    }

    pub fn key_length(&self) -> usize {
        // SAFETY: ciphers live for ever.
        usize::try_from(unsafe { openssl_sys::EVP_CIPHER_key_length(self.as_ptr()) }).unwrap_or(0)
    }

    pub fn block_size(&self) -> usize {
        // SAFETY: ciphers live for ever.
        usize::try_from(unsafe { openssl_sys::EVP_CIPHER_block_size(self.as_ptr()) }).unwrap_or(1)
    }

    pub fn mode(&self) -> Mode {
        const CHACHA20_POLY1305: i32 = 1018;
        // SAFETY: ciphers live for ever.
        let (mode, nid) = unsafe { (ffi::EVP_CIPHER_get_mode(self.as_ptr()), openssl_sys::EVP_CIPHER_nid(self.as_ptr())) };
        match mode {
            6 => Mode::Gcm,
            7 => Mode::Ccm,
            0x10002 => Mode::Wrap,
            0x10003 => Mode::Ocb,
            _ if nid == CHACHA20_POLY1305 => Mode::ChaCha,
            _ => Mode::Plain,
        }
    }
}

/// A cipher at work.
pub struct Crypter {
    context: NonNull<EVP_CIPHER_CTX>,
    encrypt: i32,
    block: usize,
    iv_length: usize,
    has_key: bool,
}

impl Crypter {
    pub fn new(cipher: Cipher, encrypt: bool) -> Option<Crypter> {
        const WRAP_ALLOW: i32 = 1;
        // SAFETY: the context is ours; the cipher lives for ever.
        unsafe {
            let context = NonNull::new(openssl_sys::EVP_CIPHER_CTX_new())?;
            let block = cipher.block_size();
            let crypter = Crypter { context, encrypt: i32::from(encrypt), block, iv_length: cipher.iv_length(), has_key: false };
            openssl_sys::EVP_CIPHER_CTX_set_flags(context.as_ptr(), WRAP_ALLOW * i32::from(cipher.mode() == Mode::Wrap));
            let null = std::ptr::null_mut();
            let ready = openssl_sys::EVP_CipherInit_ex(
                context.as_ptr(),
                cipher.as_ptr(),
                null,
                std::ptr::null(),
                std::ptr::null(),
                crypter.encrypt,
            );
            (ready == 1).then_some(crypter)
        }
    }

    fn control(&mut self, command: i32, number: usize, data: *mut u8) -> bool {
        let Ok(number) = i32::try_from(number) else { return false };
        // SAFETY: the context is open; callers hand over as many bytes as the number says, or null.
        unsafe { openssl_sys::EVP_CIPHER_CTX_ctrl(self.context.as_ptr(), command, number, data.cast()) > 0 }
    }

    pub fn set_iv_length(&mut self, length: usize) -> bool {
        let set = self.control(SET_IV_LENGTH, length, std::ptr::null_mut());
        if set {
            self.iv_length = length;
        }
        set
    }

    pub fn set_tag_length(&mut self, length: usize) -> bool {
        self.control(SET_TAG, length, std::ptr::null_mut())
    }

    pub fn set_tag(&mut self, tag: &[u8]) -> bool {
        let mut tag = tag.to_vec();
        self.control(SET_TAG, tag.len(), tag.as_mut_ptr())
    }

    /// The tag of what was encrypted.
    pub fn tag(&mut self, length: usize) -> Option<Vec<u8>> {
        // The library writes no more than its own tags are long, but it gets the length of this.
        let mut tag = vec![0; length];
        self.control(GET_TAG, length, tag.as_mut_ptr()).then_some(tag)
    }

    pub fn set_key_length(&mut self, length: usize) -> bool {
        let Ok(length) = i32::try_from(length) else { return false };
        // SAFETY: the context is open.
        unsafe { openssl_sys::EVP_CIPHER_CTX_set_key_length(self.context.as_ptr(), length) > 0 }
    }

    pub fn without_padding(&mut self) {
        // SAFETY: the context is open.
        unsafe { openssl_sys::EVP_CIPHER_CTX_set_padding(self.context.as_ptr(), 0) };
    }

    /// Sets key and initialization vector; too short ones are refused.
    pub fn start(&mut self, key: &[u8], iv: &[u8]) -> bool {
        // SAFETY: the context is open.
        let key_length = unsafe { openssl_sys::EVP_CIPHER_CTX_key_length(self.context.as_ptr()) };
        if key.len() < usize::try_from(key_length).unwrap_or(0) || iv.len() < self.iv_length {
            return false;
        }
        // SAFETY: the context is open; key and vector are as long as the cipher reads.
        self.has_key = unsafe {
            let (no_cipher, no_engine) = (std::ptr::null(), std::ptr::null_mut());
            openssl_sys::EVP_CipherInit_ex(self.context.as_ptr(), no_cipher, no_engine, key.as_ptr(), iv.as_ptr(), self.encrypt) == 1
        };
        self.has_key
    }

    fn feed(&mut self, out: *mut u8, data: *const u8, length: usize) -> Option<usize> {
        let (Ok(length), true) = (i32::try_from(length), self.has_key) else { return None };
        let mut written = 0;
        // SAFETY: the context is open and has a key; callers hand over as many bytes as is said (or null, which asks for nothing to be read),
        // and space for them and two blocks (or null, which asks for nothing to be written).
        let done = unsafe { openssl_sys::EVP_CipherUpdate(self.context.as_ptr(), out, &raw mut written, data, length) };
        if done == 1 { usize::try_from(written).ok() } else { None }
    }

    /// Tells how much data will come.
    pub fn announce(&mut self, length: usize) -> bool {
        self.feed(std::ptr::null_mut(), std::ptr::null(), length).is_some()
    }

    /// Data that is authenticated, not encrypted.
    pub fn authenticate(&mut self, data: &[u8]) -> bool {
        self.feed(std::ptr::null_mut(), data.as_ptr(), data.len()).is_some()
    }

    /// Encrypts or decrypts all of the data, but for what [`Crypter::finish`] adds.
    pub fn update(&mut self, data: &[u8]) -> Option<Vec<u8>> {
        let mut out = vec![0; data.len() + 2 * self.block.max(LONGEST_IV)];
        let written = self.feed(out.as_mut_ptr(), data.as_ptr(), data.len())?;
        out.truncate(written);
        Some(out)
    }

    /// The end.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> bool {
        let mut last = [0u8; 64];
        let mut written = 0;
        // SAFETY: the context is open; the buffer is longer than any block.
        let done = self.has_key && unsafe { ffi::EVP_CipherFinal_ex(self.context.as_ptr(), last.as_mut_ptr(), &raw mut written) } == 1;
        if done {
            out.extend_from_slice(&last[..usize::try_from(written).unwrap_or(0).min(last.len())]);
        }
        done
    }
}

impl Drop for Crypter {
    fn drop(&mut self) {
        // SAFETY: the context is open, and is not used after this.
        unsafe { openssl_sys::EVP_CIPHER_CTX_free(self.context.as_ptr()) };
    }
}

/// A sealed letter: text, keys for each reader, initialization vector.
pub struct Sealed {
    pub data: Vec<u8>,
    pub keys: Vec<Vec<u8>>,
    pub iv: Vec<u8>,
}

/// Seals data for the owners of these keys.
pub fn seal(cipher: Cipher, readers: &[Key], data: &[u8]) -> Option<Sealed> {
    let mut keys: Vec<Vec<u8>> = readers.iter().map(|key| vec![0; key.size() + 1]).collect();
    let mut places: Vec<*mut u8> = keys.iter_mut().map(|key| key.as_mut_ptr()).collect();
    let mut lengths = vec![0; readers.len()];
    let mut pointers: Vec<_> = readers.iter().map(|key| key.as_ptr()).collect();
    let mut iv = [0u8; LONGEST_IV + 1];
    let mut crypter = Crypter::new(cipher, true)?;
    // SAFETY: the context is open; every key has as much space as it asks for, and the vectors are as long as is said.
    let made = unsafe {
        ffi::EVP_CIPHER_CTX_reset(crypter.context.as_ptr());
        openssl_sys::EVP_SealInit(
            crypter.context.as_ptr(),
            cipher.as_ptr(),
            places.as_mut_ptr(),
            lengths.as_mut_ptr(),
            iv.as_mut_ptr(),
            pointers.as_mut_ptr(),
            i32::try_from(readers.len()).ok()?,
        )
    };
    if made <= 0 {
        return None;
    }
    crypter.has_key = true;
    let mut out = crypter.update(data)?;
    if !crypter.finish(&mut out) {
        return None;
    }
    for (key, length) in keys.iter_mut().zip(&lengths) {
        key.truncate(usize::try_from(*length).unwrap_or(0));
    }
    Some(Sealed { data: out, keys, iv: iv[..cipher.iv_length().min(LONGEST_IV)].to_vec() })
}

/// Opens a sealed letter. The vector must be as long as the cipher's.
pub fn open(cipher: Cipher, key: &Key, sealed_key: &[u8], iv: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    if iv.len() < cipher.iv_length() {
        return None;
    }
    let mut crypter = Crypter::new(cipher, false)?;
    // SAFETY: the context and the key are open; the sealed key is as long as is said, the vector as long as the cipher reads.
    let opened = unsafe {
        ffi::EVP_CIPHER_CTX_reset(crypter.context.as_ptr());
        openssl_sys::EVP_OpenInit(
            crypter.context.as_ptr(),
            cipher.as_ptr(),
            sealed_key.as_ptr(),
            i32::try_from(sealed_key.len()).ok()?,
            iv.as_ptr(),
            key.as_ptr(),
        )
    };
    if opened <= 0 {
        return None;
    }
    crypter.has_key = true;
    let mut out = crypter.update(data)?;
    crypter.finish(&mut out).then_some(out)
}
