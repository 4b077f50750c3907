//! Certificates with their keys in one (PKCS #12).

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::openssl::pkcs12::Pkcs12;
use loxo_openssl_sys::{cert, keep};
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};

use crate::errors;
use crate::source::{self, PathOrigin, warn};

/// The structure of certificate, key and what the options add. `None`: a warning said what is wrong, or the library noted it.
fn make(
    cx: &mut Cx,
    certificate: &Value,
    private_key: &Value,
    passphrase: &[u8],
    options: &PhpArray,
    check: impl FnOnce(&mut Cx) -> PhpResult<bool>,
) -> PhpResult<Option<Vec<u8>>> {
    let Some(cert) = source::needed_certificate(cx, certificate, 1)? else { return Ok(None) };
    let message = "Cannot get private key from parameter 3";
    let Some(key) = source::needed_private_key(cx, private_key, 3, message)? else { return Ok(None) };
    if !cert::has_key(&cert, &key) {
        errors::store(cx);
        warn(cx, "Private key does not correspond to cert")?;
        return Ok(None);
    }
    if !check(cx)? {
        return Ok(None);
    }
    let name = source::text_option(options, "friendly_name");
    let mut others = None;
    if let Some(value) = options.get_bytes(b"extracerts").map(Value::clone_deref) {
        let place = PathOrigin { argument: 5, option: Some("extracerts"), element: false };
        others = source::certificates(cx, &value, place)?;
    }
    Ok(errors::noted(cx, cert::to_pkcs12(&cert, &key, others.as_ref(), name.as_deref(), passphrase)))
}

/// `openssl_pkcs12_export_to_file()`
pub(crate) fn openssl_pkcs12_export_to_file(
    cx: &mut Cx,
    certificate: &Value,
    filename: &PhpStr,
    private_key: &Value,
    passphrase: &PhpStr,
    options: &PhpArray,
) -> PhpResult<bool> {
    let mut path = None;
    let made = make(cx, certificate, private_key, passphrase, options, |cx| {
        path = source::path(cx, filename, PathOrigin::argument(2))?;
        Ok(path.is_some())
    })?;
    let (Some(bytes), Some(path)) = (made, path) else { return Ok(false) };
    let Some(out) = errors::noted(cx, Bio::create(&path, true)) else {
        warn(cx, [b"Error opening file ", &path[..]].concat())?;
        return Ok(false);
    };
    if !out.write(&bytes) {
        errors::store(cx);
        warn(cx, [b"Error writing to file ", &path[..]].concat())?;
        return Ok(false);
    }
    Ok(true)
}

/// `openssl_pkcs12_export()`
pub(crate) fn openssl_pkcs12_export(
    cx: &mut Cx,
    certificate: &Value,
    output: &RefArg,
    private_key: &Value,
    passphrase: &PhpStr,
    options: &PhpArray,
) -> PhpResult<bool> {
    let Some(bytes) = make(cx, certificate, private_key, passphrase, options, |_| Ok(true))? else { return Ok(false) };
    output.set(cx, Value::from(bytes))?;
    Ok(true)
}

/// `openssl_pkcs12_read()`
pub(crate) fn openssl_pkcs12_read(cx: &mut Cx, pkcs12: &PhpStr, certificates: &RefArg, passphrase: &PhpStr) -> PhpResult<bool> {
    let text = String::from_utf8_lossy(passphrase);
    let parsed = keep(Pkcs12::from_der(pkcs12)).and_then(|structure| keep(structure.parse2(&text)));
    let Some(parsed) = errors::noted(cx, parsed) else { return Ok(false) };
    let mut all = PhpArray::new();
    if let Some(text) = parsed.cert.as_ref().and_then(|cert| keep(cert.to_pem())) {
        all.set_bytes(b"cert", Value::from(text));
    }
    if let Some(text) = parsed.pkey.as_ref().and_then(|key| keep(key.private_key_to_pem_pkcs8())) {
        all.set_bytes(b"pkey", Value::from(text));
    }
    if let Some(others) = parsed.ca.filter(|others| !others.is_empty()) {
        let mut texts: Vec<Vec<u8>> = others.iter().filter_map(|cert| keep(cert.to_pem())).collect();
        texts.reverse();
        all.set_bytes(b"extracerts", Value::array(PhpArray::from_values(texts)));
    }
    certificates.set(cx, Value::array(all))?;
    Ok(true)
}
