//! Requests for certificates, and certificates made of them.

use std::rc::Rc;

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::cert::{self, IssueError, Order, Serial};
use loxo_openssl_sys::openssl::x509::X509Req;
use loxo_openssl_sys::request::{self, Draft};
use loxo_openssl_sys::{key, names};
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, KeyRef, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::settings::Settings;
use crate::source::{self, PathOrigin, warn};
use crate::{certs, errors, objects};

fn needed_request(cx: &mut Cx, value: &Value) -> PhpResult<Option<Rc<X509Req>>> {
    let request = source::request(cx, value, 1)?;
    if request.is_none() {
        warn(cx, "X.509 Certificate Signing Request cannot be retrieved")?;
    }
    Ok(request)
}

/// `openssl_csr_export_to_file()`
pub(crate) fn openssl_csr_export_to_file(cx: &mut Cx, csr: &Value, filename: &PhpStr, no_text: bool) -> PhpResult<bool> {
    let Some(request) = needed_request(cx, csr)? else { return Ok(false) };
    let Some(path) = source::path(cx, filename, PathOrigin::argument(2))? else { return Ok(false) };
    let Some(out) = errors::noted(cx, Bio::create(&path, true)) else {
        warn(cx, [b"Error opening file ", &path[..]].concat())?;
        return Ok(false);
    };
    if !request::write(&out, &request, !no_text) {
        warn(cx, [b"Error writing PEM to file ", &path[..]].concat())?;
        errors::store(cx);
        return Ok(false);
    }
    Ok(true)
}

/// `openssl_csr_export()`
pub(crate) fn openssl_csr_export(cx: &mut Cx, csr: &Value, output: &RefArg, no_text: bool) -> PhpResult<bool> {
    let Some(request) = needed_request(cx, csr)? else { return Ok(false) };
    let text = Bio::memory().and_then(|out| request::write(&out, &request, !no_text).then(|| out.rest()));
    let Some(text) = errors::noted(cx, text) else { return Ok(false) };
    output.set(cx, Value::from(text))?;
    Ok(true)
}

/// `openssl_csr_sign()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_csr_sign(
    cx: &mut Cx,
    csr: &Value,
    ca_certificate: Option<&Value>,
    private_key: &Value,
    days: i64,
    options: Option<&PhpArray>,
    serial: i64,
    serial_hex: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpObject>> {
    const MOST_DAYS: i64 = i64::MAX / 86400;
    const LONGEST_SERIAL: usize = 200;
    let Some(request) = needed_request(cx, csr)? else { return Ok(OrFalse::FALSE) };
    let mut issuer = None;
    if let Some(certificate) = ca_certificate {
        issuer = source::needed_certificate(cx, certificate, 2)?;
        if issuer.is_none() {
            return Ok(OrFalse::FALSE);
        }
    }
    let message = "Cannot get private key from parameter 3";
    let Some(issuer_key) = source::needed_private_key(cx, private_key, 3, message)? else { return Ok(OrFalse::FALSE) };
    if issuer.as_ref().is_some_and(|issuer| !cert::has_key(issuer, &issuer_key)) {
        errors::store(cx);
        warn(cx, "Private key does not correspond to signing cert")?;
        return Ok(OrFalse::FALSE);
    }
    if !(0..=MOST_DAYS).contains(&days) {
        warn(cx, format!("Days must be between 0 and {MOST_DAYS}"))?;
        return Ok(OrFalse::FALSE);
    }
    let Some(settings) = Settings::read(cx, options)? else { return Ok(OrFalse::FALSE) };
    let Some(public_key) = errors::noted(cx, cert::key_of_request(&request)) else {
        warn(cx, "Error unpacking public key")?;
        return Ok(OrFalse::FALSE);
    };
    match cert::verify_request(&request, &public_key) {
        1 => {}
        0 => {
            warn(cx, "Signature did not match the certificate request")?;
            return Ok(OrFalse::FALSE);
        }
        _ => {
            errors::store(cx);
            warn(cx, "Signature verification problems")?;
            return Ok(OrFalse::FALSE);
        }
    }
    if serial_hex.is_some_and(|digits| digits.len() > LONGEST_SERIAL) {
        warn(cx, "Error parsing serial number because it is too long")?;
        return Ok(OrFalse::FALSE);
    }
    let order = Order {
        request: &request,
        public_key: &public_key,
        issuer: issuer.as_deref(),
        issuer_key: &issuer_key,
        days,
        serial: serial_hex.map_or(Serial::Number(serial), |digits| Serial::Hex(digits)),
        extensions: settings.extensions.as_deref().map(|section| (&settings.conf, section)),
        digest: Some(settings.digest),
    };
    match cert::issue(&order) {
        Ok(cert) => Ok(objects::new_certificate(cx, cert).into()),
        Err(error) => {
            errors::store(cx);
            match error {
                IssueError::SerialText => warn(cx, "Error parsing serial number")?,
                IssueError::SerialNumber => warn(cx, "Error setting serial number")?,
                IssueError::Signature => warn(cx, "Failed to sign it")?,
                IssueError::Other => {}
            }
            Ok(OrFalse::FALSE)
        }
    }
}

/// `openssl_csr_new()`
pub(crate) fn openssl_csr_new(
    cx: &mut Cx,
    names: &PhpArray,
    private_key: &RefArg,
    options: Option<&PhpArray>,
    attributes: Option<&PhpArray>,
) -> PhpResult<Value> {
    let Some(settings) = Settings::read(cx, options)? else { return Ok(Value::FALSE) };
    let given = private_key.get();
    let mut key = None;
    if !given.deref().is_null() {
        key = source::private_key(cx, given.deref(), None, 2)?;
    }
    let made_here = key.is_none();
    if made_here {
        key = settings.new_key(cx)?;
    }
    let Some(key) = key else {
        warn(cx, "Unable to generate a private key")?;
        return Ok(Value::FALSE);
    };
    let Some(mut draft) = errors::noted(cx, Draft::new()) else { return Ok(Value::FALSE) };
    if !fill(cx, &settings, &mut draft, names, attributes)? {
        return Ok(Value::FALSE);
    }
    if !draft.set_key(&key) {
        errors::store(cx);
    }
    if let Some(section) = &settings.request_extensions
        && !draft.add_extensions(&settings.conf, section)
    {
        errors::store(cx);
        warn(cx, [b"Error loading extension section ", &section[..]].concat())?;
        return Ok(Value::FALSE);
    }
    let result = match errors::noted(cx, draft.sign(&key, Some(settings.digest))) {
        Some(request) => Value::object(objects::new_request(cx, request)),
        None => {
            warn(cx, "Error signing request")?;
            Value::TRUE
        }
    };
    if made_here {
        let object = objects::new_key(cx, key, true);
        private_key.set(cx, Value::object(object))?;
    }
    Ok(result)
}

/// Fills in whom a request is for. False: that failed.
fn fill(cx: &mut Cx, settings: &Settings, draft: &mut Draft, names: &PhpArray, attributes: Option<&PhpArray>) -> PhpResult<bool> {
    let conf = &settings.conf;
    let section = conf.required(&settings.section, "distinguished_name").and_then(|section| conf.section(&section));
    let Some(defaults) = errors::noted(cx, section) else { return Ok(false) };
    let mut attribute_defaults = Vec::new();
    if let Some(section) = conf.optional(Some(&settings.section), "attributes") {
        let Some(rows) = errors::noted(cx, conf.section(&section)) else { return Ok(false) };
        attribute_defaults = rows;
    }
    for (key, value) in names {
        let KeyRef::Str(name) = key else { continue };
        if !add_name(cx, draft, name, value.deref())? {
            return Ok(false);
        }
    }
    if !add_defaults(cx, draft, &defaults)? {
        return Ok(false);
    }
    match attributes {
        Some(attributes) => add_attributes(cx, draft, attributes, &attribute_defaults),
        None => Ok(true),
    }
}

fn add_name(cx: &mut Cx, draft: &mut Draft, name: &PhpStr, value: &Value) -> PhpResult<bool> {
    let nid = names::nid(name);
    if nid == 0 {
        warn(cx, [b"dn: ", &name[..], b" is not a recognized name"].concat())?;
        return Ok(true);
    }
    let values = value.as_array().cloned().unwrap_or_else(|| PhpArray::from_values([value.clone()]));
    for value in values.values() {
        let text = convert::to_string(cx, value.deref())?;
        if !draft.add_subject(nid, &text) {
            errors::store(cx);
            let why = b" (failed; check error queue and value of string_mask OpenSSL option if illegal characters are reported)";
            warn(cx, [format!("dn: add_entry_by_NID {nid} -> ").as_bytes(), &text, why].concat())?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// What the configuration says for kinds that the program did not name.
fn add_defaults(cx: &mut Cx, draft: &mut Draft, rows: &[(Vec<u8>, Vec<u8>)]) -> PhpResult<bool> {
    for (name, value) in rows {
        let Some(kind) = name.strip_suffix(b"_default").filter(|kind| !kind.is_empty()) else { continue };
        // Several of a kind are distinguished by what stands before a dot.
        let kind = match kind.iter().position(|byte| matches!(byte, b':' | b',' | b'.')) {
            Some(at) if at + 1 < kind.len() => &kind[at + 1..],
            _ => kind,
        };
        if draft.has_subject(names::nid(kind)) {
            continue;
        }
        if !draft.add_subject_named(kind, value) {
            errors::store(cx);
            warn(cx, [b"add_entry_by_txt ", kind, b" -> ", value, b" (failed)"].concat())?;
            return Ok(false);
        }
    }
    Ok(true)
}

fn add_attributes(cx: &mut Cx, draft: &mut Draft, attributes: &PhpArray, defaults: &[(Vec<u8>, Vec<u8>)]) -> PhpResult<bool> {
    for (key, value) in attributes {
        let KeyRef::Str(name) = key else {
            warn(cx, "attributes: numeric fild names are not supported")?;
            continue;
        };
        let nid = names::nid(name);
        if nid == 0 {
            warn(cx, [b"attributes: ", &name[..], b" is not a recognized attribute name"].concat())?;
            continue;
        }
        let text = convert::to_string(cx, value.deref())?;
        if !draft.add_attribute(nid, &text) {
            errors::store(cx);
            warn(cx, [format!("attributes: add_attr_by_NID {nid} -> ").as_bytes(), &text, b" (failed)"].concat())?;
            return Ok(false);
        }
    }
    for (name, value) in defaults {
        if draft.has_attribute(names::nid(name)) {
            continue;
        }
        if !draft.add_attribute_named(name, value) {
            errors::store(cx);
            let why = b" (failed; check error queue and value of string_mask OpenSSL option if illegal characters are reported)";
            warn(cx, [b"add1_attr_by_txt ", &name[..], b" -> ", value, why].concat())?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// `openssl_csr_get_subject()`
pub(crate) fn openssl_csr_get_subject(cx: &mut Cx, csr: &Value, short: bool) -> PhpResult<OrFalse<PhpArray>> {
    let Some(request) = source::request(cx, csr, 1)? else { return Ok(OrFalse::FALSE) };
    Ok(certs::name_array(cx, request.subject_name(), short).into())
}

/// `openssl_csr_get_public_key()`
pub(crate) fn openssl_csr_get_public_key(cx: &mut Cx, csr: &Value, _: bool) -> PhpResult<OrFalse<PhpObject>> {
    let Some(request) = source::request(cx, csr, 1)? else { return Ok(OrFalse::FALSE) };
    let public = cert::key_of_request(&request).and_then(|key| key::public_part(&key));
    Ok(OrFalse(errors::noted(cx, public).map(|key| objects::new_key(cx, key, false))))
}
