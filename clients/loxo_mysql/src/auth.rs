//! Ways to prove who one is.

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::key;
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// `mysql_native_password`
pub(crate) fn native(password: &[u8], salt: &[u8]) -> Vec<u8> {
    if password.is_empty() {
        return Vec::new();
    }
    let salt = salt.get(..20).unwrap_or(salt);
    let once = Sha1::digest(password);
    let twice = Sha1::digest(once);
    let mixed = Sha1::new().chain_update(salt).chain_update(twice).finalize();
    once.iter().zip(mixed).map(|(a, b)| a ^ b).collect()
}

/// `caching_sha2_password`, its short way.
pub(crate) fn sha2(password: &[u8], salt: &[u8]) -> Vec<u8> {
    if password.is_empty() {
        return Vec::new();
    }
    let salt = salt.get(..20).unwrap_or(salt);
    let once = Sha256::digest(password);
    let twice = Sha256::digest(once);
    let mixed = Sha256::new().chain_update(twice).chain_update(salt).finalize();
    once.iter().zip(mixed).map(|(a, b)| a ^ b).collect()
}

/// The password for a server's public key.
pub(crate) fn encrypted(password: &[u8], salt: &[u8], pem: &[u8]) -> Option<Vec<u8>> {
    const OAEP: i32 = 4;
    let salt = salt.get(..20).filter(|salt| !salt.is_empty())?;
    let plain: Vec<u8> = password.iter().chain(&[0]).zip(salt.iter().cycle()).map(|(a, b)| a ^ b).collect();
    let key = key::read_public(&Bio::of_bytes(pem)?)?;
    key::rsa(key::Rsa::PublicEncrypt, &key, OAEP, &plain)
}

#[cfg(test)]
mod tests {
    #[test]
    fn known_answers() {
        let salt = b"abcdefghijklmnopqrst";
        assert!(super::native(b"", salt).is_empty());
        assert_eq!(super::native(b"secret", salt).len(), 20);
        assert_eq!(super::sha2(b"secret", salt).len(), 32);
    }
}
