//! What messages of both formats have in common.

use loxo_openssl_sys::Key;
use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::cipher::Cipher;
use loxo_openssl_sys::openssl::stack::Stack;
use loxo_openssl_sys::openssl::x509::X509;
use loxo_openssl_sys::store::Store;
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::source::{self, PathOrigin, warn};
use crate::{errors, settings};

/// Data is taken as it is: line ends are not changed.
pub(crate) const BINARY: i64 = 0x80;

/// Writes header fields before the message. False: that failed.
pub(crate) fn write_headers(cx: &mut Cx, out: &Bio, headers: Option<&PhpArray>) -> PhpResult<bool> {
    let Some(headers) = headers else { return Ok(true) };
    for (key, value) in headers {
        let text = convert::to_string(cx, value.deref())?;
        let line = match key {
            KeyRef::Str(name) => [&name[..], b": ", &text, b"\n"].concat(),
            KeyRef::Int(_) => [&text[..], b"\n"].concat(),
        };
        if !out.write(&line) {
            errors::store(cx);
            return Ok(false);
        }
    }
    Ok(true)
}

/// Files, readers and cipher of a message to be encrypted.
pub(crate) struct Encrypting {
    pub input: Bio,
    pub output: Bio,
    pub readers: Stack<X509>,
    pub cipher: Cipher,
}

pub(crate) fn encrypting(cx: &mut Cx, files: [&PhpStr; 2], readers: &Value, flags: i64, cipher: i64) -> PhpResult<Option<Encrypting>> {
    let binary = flags & BINARY != 0;
    let Some(input) = source::open(cx, files[0], 1, binary)? else { return Ok(None) };
    let Some(output) = source::create(cx, files[1], 2, binary)? else { return Ok(None) };
    let Some(readers) = source::certificates(cx, readers, PathOrigin::argument(3))? else { return Ok(None) };
    let Some(cipher) = settings::cipher_of(cipher) else {
        warn(cx, "Failed to get cipher")?;
        return Ok(None);
    };
    Ok(Some(Encrypting { input, output, readers, cipher }))
}

/// Files, certificate and key of a message to be signed.
pub(crate) struct Signing {
    pub input: Bio,
    pub output: Bio,
    pub others: Option<Stack<X509>>,
    pub key: Key,
    pub cert: X509,
}

/// `others_argument` is the number of the argument that names the file of further certificates. `check` may refuse before files are opened.
pub(crate) fn signing(
    cx: &mut Cx,
    files: [&PhpStr; 2],
    certificate: &Value,
    private_key: &Value,
    flags: i64,
    others_file: (Option<&PhpStr>, usize),
    check: impl FnOnce(&mut Cx) -> PhpResult<bool>,
) -> PhpResult<Option<Signing>> {
    let mut others = None;
    if let (Some(file), argument) = others_file {
        others = source::all_certificates(cx, file, argument)?;
        if others.is_none() {
            return Ok(None);
        }
    }
    let Some(key) = source::needed_private_key(cx, private_key, 4, "Error getting private key")? else { return Ok(None) };
    let Some(cert) = source::needed_certificate(cx, certificate, 3)? else { return Ok(None) };
    if !check(cx)? {
        return Ok(None);
    }
    let Some(input) = source::open(cx, files[0], 1, flags & BINARY != 0)? else {
        warn(cx, [b"Error opening input file ", &files[0][..], b"!"].concat())?;
        return Ok(None);
    };
    let Some(output) = source::create(cx, files[1], 2, true)? else {
        warn(cx, [b"Error opening output file ", &files[1][..], b"!"].concat())?;
        return Ok(None);
    };
    Ok(Some(Signing { input, output, others, key, cert }))
}

/// Certificate and key of the reader of a message, and its files.
pub(crate) struct Decrypting {
    pub cert: X509,
    pub key: Key,
    pub input: Bio,
    pub output: Bio,
}

pub(crate) fn decrypting(cx: &mut Cx, files: [&PhpStr; 2], certificate: &Value, private_key: &Value) -> PhpResult<Option<Decrypting>> {
    let Some(cert) = source::needed_certificate(cx, certificate, 3)? else { return Ok(None) };
    let key = if private_key.deref().is_null() { certificate } else { private_key };
    let Some(key) = source::needed_private_key(cx, key, 4, "Unable to get private key")? else { return Ok(None) };
    let Some(input) = source::open(cx, files[0], 1, true)? else { return Ok(None) };
    let Some(output) = source::create(cx, files[1], 2, true)? else { return Ok(None) };
    Ok(Some(Decrypting { cert, key, input, output }))
}

/// Certificates that a check goes by: further ones, and those that are trusted.
pub(crate) fn checking(cx: &mut Cx, others: Option<&PhpStr>, trusted: &PhpArray) -> PhpResult<Option<(Option<Stack<X509>>, Store)>> {
    let mut chain = None;
    if let Some(file) = others {
        chain = source::all_certificates(cx, file, 5)?;
        if chain.is_none() {
            return Ok(None);
        }
    }
    Ok(source::store(cx, trusted, 4)?.map(|store| (chain, store)))
}

/// Writes the certificates of those who signed. False: that failed.
pub(crate) fn write_signers(cx: &mut Cx, file: &PhpStr, signers: impl FnOnce() -> Option<Vec<Vec<u8>>>) -> PhpResult<bool> {
    let Some(out) = source::create(cx, file, 3, true)? else {
        warn(cx, [b"Signature OK, but cannot open ", &file[..], b" for writing"].concat())?;
        return Ok(false);
    };
    let Some(texts) = errors::noted(cx, signers()) else { return Ok(false) };
    Ok(texts.iter().all(|text| out.write(text)))
}
