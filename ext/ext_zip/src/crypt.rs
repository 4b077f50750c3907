//! Encryption of files: the traditional one, and AES as WinZip has it.

use loxo_openssl_sys::openssl::hash::{Hasher, MessageDigest};
use loxo_openssl_sys::openssl::memcmp;
use loxo_openssl_sys::openssl::pkcs5::pbkdf2_hmac;
use loxo_openssl_sys::openssl::symm::{Cipher, Crypter, Mode};

/// Bytes before the content, traditionally.
pub(crate) const HEADER: usize = 12;
/// Bytes behind the content, of AES.
pub(crate) const TAG: usize = 10;
const BLOCK: usize = 16;
const ROUNDS: usize = 1000;

/// The keys of the traditional encryption.
pub(crate) struct Traditional([u32; 3]);

fn crc_step(crc: u32, byte: u8) -> u32 {
    let mut value = (crc ^ u32::from(byte)) & 0xFF;
    for _ in 0..8 {
        value = if value & 1 != 0 { 0xEDB8_8320 ^ value >> 1 } else { value >> 1 };
    }
    crc >> 8 ^ value
}

impl Traditional {
    pub(crate) fn new(password: &[u8]) -> Traditional {
        let mut keys = Traditional([0x1234_5678, 0x2345_6789, 0x3456_7890]);
        for &byte in password {
            keys.update(byte);
        }
        keys
    }

    fn update(&mut self, byte: u8) {
        let [a, b, c] = &mut self.0;
        *a = crc_step(*a, byte);
        *b = b.wrapping_add(*a & 0xFF).wrapping_mul(134_775_813).wrapping_add(1);
        *c = crc_step(*c, (*b >> 24) as u8);
    }

    fn mask(&self) -> u8 {
        let value = (self.0[2] | 2) & 0xFFFF;
        (value.wrapping_mul(value ^ 1) >> 8) as u8
    }

    pub(crate) fn decrypt(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte ^= self.mask();
            self.update(*byte);
        }
    }

    pub(crate) fn encrypt(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            let plain = *byte;
            *byte ^= self.mask();
            self.update(plain);
        }
    }
}

/// AES in counter mode, and the digest of what is encrypted.
pub(crate) struct Aes {
    cipher: Crypter,
    counter: u128,
    mask: Vec<u8>,
    used: usize,
    /// Encrypted bytes, for the tag; hashed piece by piece.
    hasher: Hmac,
}

/// HMAC-SHA1 over what comes in pieces.
struct Hmac {
    data: Hasher,
    outer: Vec<u8>,
}

impl Hmac {
    fn new(key: &[u8]) -> Option<Hmac> {
        const SHA_BLOCK: usize = 64;
        let mut padded = key.to_vec();
        padded.resize(SHA_BLOCK, 0);
        let mut data = Hasher::new(MessageDigest::sha1()).ok()?;
        data.update(&padded.iter().map(|b| b ^ 0x36).collect::<Vec<u8>>()).ok()?;
        let outer = padded.iter().map(|b| b ^ 0x5C).collect();
        Some(Hmac { data, outer })
    }

    fn finish(&mut self) -> Option<Vec<u8>> {
        let inner = self.data.finish().ok()?;
        let mut hasher = Hasher::new(MessageDigest::sha1()).ok()?;
        hasher.update(&self.outer).ok()?;
        hasher.update(&inner).ok()?;
        hasher.finish().ok().map(|digest| digest.to_vec())
    }
}

/// Length of the salt for a strength (1 to 3).
pub(crate) fn salt_length(strength: u8) -> usize {
    4 + 4 * usize::from(strength)
}

impl Aes {
    /// The keys of a password, and the two bytes by which a wrong one shows.
    pub(crate) fn new(password: &[u8], salt: &[u8], strength: u8) -> Option<(Aes, [u8; 2])> {
        let key_len = 8 + 8 * usize::from(strength);
        let cipher = match strength {
            1 => Cipher::aes_128_ecb(),
            2 => Cipher::aes_192_ecb(),
            3 => Cipher::aes_256_ecb(),
            _ => return None,
        };
        let mut keys = vec![0; 2 * key_len + 2];
        pbkdf2_hmac(password, salt, ROUNDS, MessageDigest::sha1(), &mut keys).ok()?;
        let mut crypter = Crypter::new(cipher, Mode::Encrypt, &keys[..key_len], None).ok()?;
        crypter.pad(false);
        let check = [keys[2 * key_len], keys[2 * key_len + 1]];
        let hasher = Hmac::new(&keys[key_len..2 * key_len])?;
        Some((Aes { cipher: crypter, counter: 0, mask: Vec::new(), used: 0, hasher }, check))
    }

    fn mask_byte(&mut self) -> Option<u8> {
        if self.used == self.mask.len() {
            self.counter = self.counter.wrapping_add(1);
            let mut out = [0; 2 * BLOCK];
            let made = self.cipher.update(&self.counter.to_le_bytes(), &mut out).ok()?;
            self.mask = out[..made].to_vec();
            self.used = 0;
        }
        let byte = *self.mask.get(self.used)?;
        self.used += 1;
        Some(byte)
    }

    pub(crate) fn decrypt(&mut self, bytes: &mut [u8]) -> Option<()> {
        self.hasher.data.update(bytes).ok()?;
        for byte in bytes {
            *byte ^= self.mask_byte()?;
        }
        Some(())
    }

    pub(crate) fn encrypt(&mut self, bytes: &mut [u8]) -> Option<()> {
        for byte in bytes.iter_mut() {
            *byte ^= self.mask_byte()?;
        }
        self.hasher.data.update(bytes).ok()
    }

    /// The bytes behind the content.
    pub(crate) fn tag(&mut self) -> Option<Vec<u8>> {
        self.hasher.finish().map(|mut digest| {
            digest.truncate(TAG);
            digest
        })
    }

    pub(crate) fn tag_is(&mut self, given: &[u8]) -> bool {
        self.tag().is_some_and(|own| own.len() == given.len() && memcmp::eq(&own, given))
    }
}

/// Bytes that nobody can guess.
pub(crate) fn random(len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    let _ = loxo_openssl_sys::openssl::rand::rand_bytes(&mut out);
    out
}
