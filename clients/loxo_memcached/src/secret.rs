//! Values that servers cannot read: AES-256 in CBC, as libmemcached 1.1 does it with OpenSSL.

use loxo_openssl_sys::openssl::hash::MessageDigest;
use loxo_openssl_sys::openssl::pkcs5::bytes_to_key;
use loxo_openssl_sys::openssl::symm::{Cipher, decrypt, encrypt};

const KEY: usize = 32;
/// How often the digest is applied for the first block.
const ROUNDS: i32 = 5;

/// Key and first block of a client.
pub(crate) struct Secret {
    key: [u8; KEY],
    iv: Vec<u8>,
}

impl Secret {
    /// libmemcached derives a key and a first block, and takes of both the block only: the key is what was given, of which it reads 32 bytes,
    /// however many there are. Here zeros stand for what lies behind a short key in memory.
    pub fn new(given: &[u8]) -> Option<Secret> {
        let derived = bytes_to_key(Cipher::aes_256_cbc(), MessageDigest::sha256(), given, None, ROUNDS).ok()?;
        let mut key = [0; KEY];
        key.iter_mut().zip(given).for_each(|(byte, given)| *byte = *given);
        Some(Secret { key, iv: derived.iv? })
    }

    pub fn encrypt(&self, value: &[u8]) -> Option<Vec<u8>> {
        encrypt(Cipher::aes_256_cbc(), &self.key, Some(&self.iv), value).ok()
    }

    pub fn decrypt(&self, value: &[u8]) -> Option<Vec<u8>> {
        decrypt(Cipher::aes_256_cbc(), &self.key, Some(&self.iv), value).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn what_libmemcached_writes() {
        let secret = Secret::new(b"0123456789abcdef0123456789abcdef").unwrap();
        let written = [0x15, 0x7e, 0x97, 0x46, 0x8e, 0x72, 0xe8, 0x04, 0x4f, 0x47, 0x9a, 0xbe, 0x45, 0xbf, 0x66, 0xf4];
        assert_eq!(secret.encrypt(b"a").unwrap(), written);
        assert_eq!(secret.decrypt(&written).unwrap(), b"a");
        assert_eq!(secret.decrypt(b"hello"), None);
    }
}
