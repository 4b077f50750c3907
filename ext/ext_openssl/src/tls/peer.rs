//! Who the other side is.

use std::net::IpAddr;

use loxo_openssl_sys::openssl::nid::Nid;
use loxo_openssl_sys::openssl::x509::{X509, X509Ref, X509VerifyResult};
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpStr, Value, convert};
use loxo_streams::{StreamRef, context::Context};

use super::with_tls;
use crate::{certs, digests, objects};

fn option(stream: &StreamRef, name: &str) -> Option<Value> {
    let context = stream.context.borrow().clone();
    loxo_streams::context::option(context.as_ref(), "ssl", name)
}

fn set_option(stream: &StreamRef, name: &str, value: Value) {
    let context = stream.context.borrow().clone();
    if let Some(context) = context.as_ref().and_then(|context| context.data_mut::<Context>()) {
        context.set_option(b"ssl", &PhpStr::from(name), value);
    }
}

/// Keeps the other side's certificates in the context, if that is wanted.
pub(super) fn capture(cx: &mut Cx, stream: &StreamRef) {
    let wanted = |name: &str| option(stream, name).is_some_and(|value| value.to_bool());
    let (one, chain) = (wanted("capture_peer_cert"), wanted("capture_peer_cert_chain"));
    let Some(cert) = with_tls(stream, |tls| tls.ssl.ssl().peer_certificate()).flatten() else { return };
    if one {
        let object = objects::new_certificate(cx, cert);
        set_option(stream, "peer_certificate", Value::object(object));
    }
    if chain {
        let certs = with_tls(stream, |tls| {
            let chain = tls.ssl.ssl().peer_cert_chain()?;
            Some(chain.iter().map(|cert| cert.to_owned()).collect::<Vec<X509>>())
        });
        let value = match certs.flatten().filter(|certs| !certs.is_empty()) {
            Some(certs) => {
                let objects: Vec<Value> = certs.into_iter().map(|cert| Value::object(objects::new_certificate(cx, cert))).collect();
                Value::array(PhpArray::from_values(objects))
            }
            None => Value::NULL,
        };
        set_option(stream, "peer_certificate_chain", value);
    }
}

/// Is the other side who it should be? Warnings tell why not.
pub(super) fn is_accepted(cx: &mut Cx, stream: &StreamRef, client: bool) -> bool {
    const SELF_SIGNED: i32 = 18;
    let flag = |name: &str| option(stream, name).map_or(client, |value| value.to_bool());
    let (verify, verify_name) = (flag("verify_peer"), flag("verify_peer_name"));
    let expected = option(stream, "peer_fingerprint");
    let facts = with_tls(stream, |tls| (tls.ssl.ssl().peer_certificate(), tls.ssl.ssl().verify_result()));
    let Some((cert, result)) = facts else { return false };
    let Some(cert) = cert else {
        if verify || verify_name || expected.is_some() {
            cx.builtin_warning("Could not get peer certificate");
            return false;
        }
        return true;
    };
    if verify && result != X509VerifyResult::OK {
        let self_signed = option(stream, "allow_self_signed").is_some_and(|value| value.to_bool());
        if !(self_signed && result.as_raw() == SELF_SIGNED) {
            let (code, text) = (result.as_raw(), result.error_string());
            cx.builtin_warning(format!("Could not verify peer: code:{code} {text}"));
            return false;
        }
    }
    if let Some(expected) = expected
        && !has_expected_fingerprint(cx, &cert, expected.deref())
    {
        return false;
    }
    !verify_name || has_expected_name(cx, stream, &cert, client)
}

fn has_expected_fingerprint(cx: &mut Cx, cert: &X509Ref, expected: &Value) -> bool {
    const FORM: &str = "Invalid peer_fingerprint array; [algo => fingerprint] form required";
    let matches = if let Some(text) = expected.as_bytes() {
        match text.len() {
            32 => is_fingerprint(cx, cert, b"md5", text),
            40 => is_fingerprint(cx, cert, b"sha1", text),
            _ => false,
        }
    } else if let Some(list) = expected.as_array() {
        if list.is_empty() {
            cx.builtin_warning(FORM);
        }
        let mut all = !list.is_empty();
        for (key, value) in list {
            let (KeyRef::Str(algorithm), Some(text)) = (key, value.deref().as_bytes()) else {
                cx.builtin_warning(FORM);
                all = false;
                break;
            };
            all = is_fingerprint(cx, cert, algorithm, text);
            if !all {
                break;
            }
        }
        all
    } else {
        cx.builtin_warning("Expected peer fingerprint must be a string or an array");
        return false;
    };
    if !matches {
        cx.builtin_warning("peer_fingerprint match failure");
    }
    matches
}

fn is_fingerprint(cx: &mut Cx, cert: &X509Ref, algorithm: &[u8], expected: &[u8]) -> bool {
    let digest = certs::fingerprint(cx, cert, algorithm).ok().flatten();
    digest.is_some_and(|digest| digests::encode_digest(&digest, false).eq_ignore_ascii_case(expected))
}

fn has_expected_name(cx: &mut Cx, stream: &StreamRef, cert: &X509Ref, client: bool) -> bool {
    let own = option(stream, "peer_name").and_then(|value| convert::to_string(cx, &value).ok());
    let name = match own {
        Some(name) => Some(name.to_str_lossy().into_owned()),
        None if client => with_tls(stream, |tls| tls.host.clone()).flatten(),
        None => None,
    };
    let Some(name) = name else { return false };
    has_alternative_name(cert, &name) || has_common_name(cx, cert, &name)
}

fn has_alternative_name(cert: &X509Ref, name: &str) -> bool {
    let Some(names) = cert.subject_alt_names() else { return false };
    let address: Option<IpAddr> = name.parse().ok();
    names.iter().any(|known| {
        if let Some(known) = known.dnsname() {
            let known = known.strip_suffix('.').unwrap_or(known);
            return !known.contains('\0') && matches_name(name, known);
        }
        match (known.ipaddress(), address) {
            (Some(bytes), Some(IpAddr::V4(address))) => bytes == address.octets(),
            (Some(bytes), Some(IpAddr::V6(address))) => bytes == address.octets(),
            _ => false,
        }
    })
}

fn has_common_name(cx: &mut Cx, cert: &X509Ref, name: &str) -> bool {
    let entry = cert.subject_name().entries_by_nid(Nid::COMMONNAME).next().map(|entry| entry.data().as_slice().to_vec());
    let Some(common) = entry else {
        cx.builtin_warning("Unable to locate peer certificate CN");
        return false;
    };
    let shown = String::from_utf8_lossy(&common).into_owned();
    if common.contains(&0) {
        let shown = shown.split('\0').next().unwrap_or_default();
        cx.builtin_warning(format!("Peer certificate CN=`{shown}' is malformed"));
        return false;
    }
    let matches = matches_name(name, &shown);
    if !matches {
        cx.builtin_warning(format!("Peer certificate CN=`{shown}' did not match expected CN=`{name}'"));
    }
    matches
}

/// Is that the name of a certificate, which may have a `*` in its first part?
pub(super) fn matches_name(name: &str, pattern: &str) -> bool {
    if name.eq_ignore_ascii_case(pattern) {
        return true;
    }
    let (name, pattern) = (name.to_ascii_lowercase(), pattern.to_ascii_lowercase());
    let Some((before, behind)) = pattern.split_once('*') else { return false };
    if before.contains('.') {
        return false;
    }
    let Some(rest) = name.strip_prefix(before) else { return false };
    rest.strip_suffix(behind).is_some_and(|middle| !middle.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::matches_name;

    #[test]
    fn names() {
        assert!(matches_name("WWW.example.org", "www.example.org") && matches_name("a.example.org", "*.example.org"));
        assert!(matches_name("foo1.example.org", "foo*.example.org"));
        assert!(!matches_name("a.b.example.org", "*.example.org") && !matches_name("a.example.org", "a.*.org"));
    }
}
