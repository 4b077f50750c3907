//! Signatures of archives: digests and OpenSSL's signatures are verified when an archive is opened and made when it is written.

use std::fs::File;
use std::rc::Rc;

use loxo_openssl_sys::openssl::hash::{Hasher, MessageDigest};
use loxo_openssl_sys::openssl::pkey::PKey;
use loxo_openssl_sys::openssl::sign::{Signer, Verifier};
use loxo_runtime::Cx;
use loxo_runtime::hex::encode_upper;
use loxo_runtime::paths;

use crate::archive::{ArchiveRef, Try, fail};
use crate::content::Region;
use crate::registry::registry;

pub(crate) const MD5: u32 = 1;
pub(crate) const SHA1: u32 = 2;
pub(crate) const SHA256: u32 = 3;
pub(crate) const SHA512: u32 = 4;
pub(crate) const OPENSSL: u32 = 0x10;
pub(crate) const OPENSSL_SHA256: u32 = 0x11;
pub(crate) const OPENSSL_SHA512: u32 = 0x12;

/// Made with a key.
pub(crate) fn is_keyed(kind: u32) -> bool {
    matches!(kind, OPENSSL | OPENSSL_SHA256 | OPENSSL_SHA512)
}

fn digest(kind: u32) -> Option<MessageDigest> {
    Some(match kind {
        MD5 => MessageDigest::md5(),
        SHA1 | OPENSSL => MessageDigest::sha1(),
        SHA256 | OPENSSL_SHA256 => MessageDigest::sha256(),
        SHA512 | OPENSSL_SHA512 => MessageDigest::sha512(),
        _ => return None,
    })
}

/// The name that messages and `getSignature()` have for it.
pub(crate) fn name(kind: u32) -> Option<&'static str> {
    Some(match kind {
        MD5 => "MD5",
        SHA1 => "SHA-1",
        SHA256 => "SHA-256",
        SHA512 => "SHA-512",
        OPENSSL => "OpenSSL",
        OPENSSL_SHA256 => "OpenSSL_SHA256",
        OPENSSL_SHA512 => "OpenSSL_SHA512",
        _ => return None,
    })
}

/// Length of a digest.
pub(crate) fn length(kind: u32) -> Option<usize> {
    digest(kind).map(|digest| digest.size())
}

fn hash(cx: &mut Cx, region: &Region, digest: MessageDigest) -> Option<Vec<u8>> {
    let mut hasher = Hasher::new(digest).ok()?;
    if !region.pieces(cx, |piece| hasher.update(piece).is_ok()) {
        return None;
    }
    hasher.finish().ok().map(|digest| digest.to_vec())
}

/// Compares a signature with what it is of; it comes back in hexadecimal.
pub(crate) fn verify(cx: &mut Cx, file: &Rc<File>, end: u64, kind: u32, signature: &[u8], archive: &[u8]) -> Try<Vec<u8>> {
    let region = Region { file: file.clone(), at: 0, len: end };
    let Some(digest) = digest(kind) else { return fail("broken or unsupported signature", &[]) };
    if !is_keyed(kind) {
        let own = hash(cx, &region, digest);
        let given = signature.get(..digest.size());
        return if own.is_some() && own.as_deref() == given {
            Ok(encode_upper(given.unwrap_or_default()))
        } else {
            fail("broken signature", &[])
        };
    }
    let path = [archive, b".pubkey"].concat();
    let key = match paths::check_open_basedir(cx, &path, true) {
        true => loxo_files::read(paths::path_of(&path)).unwrap_or_default(),
        false => Vec::new(),
    };
    if key.is_empty() {
        return fail("openssl public key could not be read", &[]);
    }
    let Ok(key) = PKey::public_key_from_pem(&key) else { return fail("openssl signature could not be processed", &[]) };
    let Ok(mut verifier) = Verifier::new(digest, &key) else { return fail("openssl signature could not be verified", &[]) };
    let good = region.pieces(cx, |piece| verifier.update(piece).is_ok()) && verifier.verify(signature).unwrap_or(false);
    if good { Ok(encode_upper(signature)) } else { fail("broken openssl signature", &[]) }
}

/// Signs what was written, as the archive wants it; notes the signature with the archive.
pub(crate) fn create(cx: &mut Cx, archive: &ArchiveRef, region: &Region) -> Try<Vec<u8>> {
    archive.edit().signature = None;
    let mut kind = archive.get().signature_kind;
    if digest(kind).is_none() {
        kind = SHA256;
        archive.edit().signature_kind = kind;
    }
    let digest = digest(kind).unwrap_or_else(MessageDigest::sha256);
    let name = archive.name();
    let made = if is_keyed(kind) {
        let pem = registry(cx).private_key.clone();
        let Ok(key) = PKey::private_key_from_pem_passphrase(&pem, b"") else { return fail("unable to process private key", &[]) };
        let Ok(mut signer) = Signer::new(digest, &key) else {
            return fail("unable to initialize openssl signature for phar \"{}\"", &[&name]);
        };
        region.pieces(cx, |piece| signer.update(piece).is_ok()).then(|| signer.sign_to_vec().ok()).flatten()
    } else {
        hash(cx, region, digest)
    };
    let Some(made) = made else { return fail("unable to write phar \"{}\" with requested openssl signature", &[&name]) };
    archive.edit().signature = Some(encode_upper(&made));
    Ok(made)
}
