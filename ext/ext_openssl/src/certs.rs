//! The builtins `openssl_x509_*`: certificates are read, parsed into arrays, verified and exported.

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::cert;
use loxo_openssl_sys::openssl::asn1::Asn1TimeRef;
use loxo_openssl_sys::openssl::x509::{X509NameRef, X509Ref};
use loxo_openssl_sys::{keep, names};
use loxo_runtime::args::RefArg;
use loxo_runtime::civil::days_of_date;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::source::{self, PathOrigin, warn};
use crate::{digests, errors, objects, settings};

/// `openssl_x509_export_to_file()`
pub(crate) fn openssl_x509_export_to_file(cx: &mut Cx, certificate: &Value, filename: &PhpStr, no_text: bool) -> PhpResult<bool> {
    let Some(cert) = source::needed_certificate(cx, certificate, 1)? else { return Ok(false) };
    let Some(path) = source::path(cx, filename, PathOrigin::argument(2))? else { return Ok(false) };
    let Some(out) = errors::noted(cx, Bio::create(&path, true)) else {
        warn(cx, [b"Error opening file ", &path[..]].concat())?;
        return Ok(false);
    };
    let done = cert::write(&out, &cert, !no_text);
    Ok(errors::noted(cx, done.then_some(())).is_some())
}

/// `openssl_x509_export()`
pub(crate) fn openssl_x509_export(cx: &mut Cx, certificate: &Value, output: &RefArg, no_text: bool) -> PhpResult<bool> {
    let Some(cert) = source::needed_certificate(cx, certificate, 1)? else { return Ok(false) };
    let Some(text) = errors::noted(cx, cert::to_text(&cert, !no_text)) else { return Ok(false) };
    output.set(cx, Value::from(text))?;
    Ok(true)
}

/// The digest of a certificate; `None`, with a warning: there is no such digest.
pub(crate) fn fingerprint(cx: &mut Cx, cert: &X509Ref, algorithm: &[u8]) -> PhpResult<Option<Vec<u8>>> {
    let Some(digest) = settings::digest_named(algorithm) else {
        warn(cx, "Unknown digest algorithm")?;
        return Ok(None);
    };
    match errors::noted(cx, keep(cert.digest(digest))) {
        Some(bytes) => Ok(Some(bytes.to_vec())),
        None => Err(cx.fatal("Could not generate signature")),
    }
}

/// `openssl_x509_fingerprint()`
pub(crate) fn openssl_x509_fingerprint(cx: &mut Cx, certificate: &Value, algorithm: &PhpStr, binary: bool) -> PhpResult<OrFalse<PhpStr>> {
    let Some(cert) = source::needed_certificate(cx, certificate, 1)? else { return Ok(OrFalse::FALSE) };
    let digest = fingerprint(cx, &cert, algorithm)?;
    Ok(OrFalse(digest.map(|digest| digests::encode_digest(&digest, binary))))
}

/// `openssl_x509_check_private_key()`
pub(crate) fn openssl_x509_check_private_key(cx: &mut Cx, certificate: &Value, private_key: &Value) -> PhpResult<bool> {
    let Some(cert) = source::certificate(cx, certificate, PathOrigin::argument(1))? else { return Ok(false) };
    let key = source::private_key(cx, private_key, Some(b""), 2)?;
    Ok(key.is_some_and(|key| cert::has_key(&cert, &key)))
}

/// `openssl_x509_verify()`
pub(crate) fn openssl_x509_verify(cx: &mut Cx, certificate: &Value, public_key: &Value) -> PhpResult<i64> {
    let Some(cert) = source::certificate(cx, certificate, PathOrigin::argument(1))? else { return Ok(-1) };
    let Some(key) = source::public_key(cx, public_key, 2)? else { return Ok(-1) };
    let result = cert::verify(&cert, &key);
    if result < 0 {
        errors::store(cx);
    }
    Ok(i64::from(result))
}

/// A name as an array: kinds that occur more than once have lists.
pub(crate) fn name_array(cx: &mut Cx, name: &X509NameRef, short: bool) -> PhpArray {
    let mut all = PhpArray::new();
    let entries = cert::name_entries(name);
    errors::store(cx);
    for (nid, text) in entries {
        let kind = if short { names::short(nid) } else { names::long(nid) };
        let value = Value::from(text);
        match all.get_bytes_mut(&kind) {
            None => all.set_bytes(&kind, value),
            Some(known) => match known.as_array_mut() {
                Some(list) => drop(list.push(value)),
                None => {
                    let first = known.take();
                    *known = Value::array(PhpArray::from_values([first, value]));
                }
            },
        }
    }
    all
}

/// Seconds since 1970 of a time as certificates have it; -1 with a warning if it is none.
fn seconds(cx: &mut Cx, time: &Asn1TimeRef) -> PhpResult<i64> {
    let text = cert::time_text(time);
    let digits = if cert::is_long_time(time) { 14 } else { 12 };
    if text.contains(&0) {
        warn(cx, "Illegal length in timestamp")?;
        return Ok(-1);
    }
    if text.len() <= digits {
        warn(cx, [b"Unable to parse time string ", &text[..], b" correctly"].concat())?;
        return Ok(-1);
    }
    let field = |from: usize, length: usize| -> i64 {
        text.get(from..from + length)
            .map_or(0, |digits| digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit.wrapping_sub(b'0') % 10)))
    };
    let (year, at) = match digits {
        14 => (field(0, 4), 4),
        _ => match field(0, 2) {
            year if year < 68 => (2000 + year, 2),
            year => (1900 + year, 2),
        },
    };
    let days = days_of_date(year, field(at, 2), field(at + 2, 2));
    Ok(days * 86400 + field(at + 4, 2) * 3600 + field(at + 6, 2) * 60 + field(at + 8, 2))
}

/// `openssl_x509_parse()`
pub(crate) fn openssl_x509_parse(cx: &mut Cx, certificate: &Value, short: bool) -> PhpResult<OrFalse<PhpArray>> {
    /// From here on numbers are shown in hexadecimal.
    const LONG_NUMBER: i32 = 128;
    let Some(cert) = source::certificate(cx, certificate, PathOrigin::argument(1))? else { return Ok(OrFalse::FALSE) };
    let mut all = PhpArray::new();
    let Some(line) = errors::noted(cx, cert::name_line(cert.subject_name())) else { return Ok(OrFalse::FALSE) };
    all.set_bytes(b"name", Value::from(line));
    all.set_bytes(b"subject", Value::array(name_array(cx, cert.subject_name(), short)));
    all.set_bytes(b"hash", Value::from(format!("{:08x}", cert.subject_name_hash())));
    all.set_bytes(b"issuer", Value::array(name_array(cx, cert.issuer_name(), short)));
    all.set_bytes(b"version", Value::int(i64::from(cert.version())));
    let serial = keep(cert.serial_number().to_bn());
    let hex = serial.as_ref().and_then(|serial| keep(serial.to_hex_str()));
    let decimal = serial.as_ref().and_then(|serial| keep(serial.to_dec_str()));
    let Some((serial, hex, decimal)) = errors::noted(cx, serial.zip(hex).zip(decimal)).map(|((s, h), d)| (s, h, d)) else {
        return Ok(OrFalse::FALSE);
    };
    let shown = match hex.strip_prefix('-') {
        _ if serial.num_bits() < LONG_NUMBER => decimal.to_string(),
        Some(digits) => format!("-0x{digits}"),
        None => format!("0x{}", &*hex),
    };
    all.set_bytes(b"serialNumber", Value::from(shown));
    all.set_bytes(b"serialNumberHex", Value::from(hex.to_string()));
    all.set_bytes(b"validFrom", Value::from(cert::time_text(cert.not_before())));
    all.set_bytes(b"validTo", Value::from(cert::time_text(cert.not_after())));
    all.set_bytes(b"validFrom_time_t", Value::int(seconds(cx, cert.not_before())?));
    all.set_bytes(b"validTo_time_t", Value::int(seconds(cx, cert.not_after())?));
    if let Some(alias) = cert.alias() {
        all.set_bytes(b"alias", Value::bytes(alias));
    }
    let algorithm = cert.signature_algorithm().object().nid().as_raw();
    all.set_bytes(b"signatureTypeSN", Value::from(names::short(algorithm)));
    all.set_bytes(b"signatureTypeLN", Value::from(names::long(algorithm)));
    all.set_bytes(b"signatureTypeNID", Value::int(i64::from(algorithm)));
    let mut purposes = PhpArray::new();
    for purpose in cert::purposes(&cert) {
        let name = if short { purpose.short } else { purpose.long };
        let row = [Value::bool(purpose.itself), Value::bool(purpose.authority), Value::from(name)];
        purposes.set_int(i64::from(purpose.id), Value::array(PhpArray::from_values(row)));
    }
    all.set_bytes(b"purposes", Value::array(purposes));
    let Some(extensions) = errors::noted(cx, cert::extensions(&cert)) else { return Ok(OrFalse::FALSE) };
    let mut shown = PhpArray::new();
    for (name, text) in extensions {
        shown.set_bytes(&name, Value::from(text));
    }
    all.set_bytes(b"extensions", Value::array(shown));
    Ok(all.into())
}

/// `openssl_x509_checkpurpose()`
pub(crate) fn openssl_x509_checkpurpose(
    cx: &mut Cx,
    certificate: &Value,
    purpose: i64,
    ca_info: &PhpArray,
    untrusted: Option<&PhpStr>,
) -> PhpResult<Value> {
    let mut chain = None;
    if let Some(file) = untrusted {
        chain = source::all_certificates(cx, file, 4)?;
        if chain.is_none() {
            return Ok(Value::int(-1));
        }
    }
    let Some(store) = source::store(cx, ca_info, 3)? else { return Ok(Value::int(-1)) };
    let Some(cert) = source::certificate(cx, certificate, PathOrigin::argument(1))? else { return Ok(Value::int(-1)) };
    let result = store.check(&cert, chain.as_deref(), purpose as i32);
    if result < 0 {
        errors::store(cx);
    }
    Ok(match result {
        0 => Value::FALSE,
        1 => Value::TRUE,
        other => Value::int(i64::from(other)),
    })
}

/// `openssl_x509_read()`
pub(crate) fn openssl_x509_read(cx: &mut Cx, certificate: &Value) -> PhpResult<OrFalse<PhpObject>> {
    let Some(cert) = source::needed_certificate(cx, certificate, 1)? else { return Ok(OrFalse::FALSE) };
    Ok(objects::new_certificate(cx, cert).into())
}

/// `openssl_x509_free()`
pub(crate) fn openssl_x509_free(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}
