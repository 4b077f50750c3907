//! The classes `OpenSSLCertificate`, `OpenSSLCertificateSigningRequest` and `OpenSSLAsymmetricKey`, which only hold the library's structures.

use std::rc::Rc;

use loxo_openssl_sys::Key;
use loxo_openssl_sys::openssl::x509::{X509, X509Req};
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, compare};

/// The native part of a certificate.
#[derive(Default)]
pub(crate) struct Certificate(Option<X509>);

/// The native part of a request.
#[derive(Default)]
pub(crate) struct Request(Option<Rc<X509Req>>);

/// The native part of a key.
#[derive(Default)]
pub(crate) struct AsymmetricKey {
    key: Option<Key>,
    private: bool,
}

impl Native for Certificate {}
impl Native for Request {}
impl Native for AsymmetricKey {}

fn opaque(no_new: &'static str) -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        no_new: Some(no_new),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

pub(crate) fn certificate_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Certificate::default())),
        ..opaque("Cannot directly construct OpenSSLCertificate, use openssl_x509_read() instead")
    }
}

pub(crate) fn request_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Request::default())),
        ..opaque("Cannot directly construct OpenSSLCertificateSigningRequest, use openssl_csr_new() instead")
    }
}

pub(crate) fn key_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(AsymmetricKey::default())),
        ..opaque("Cannot directly construct OpenSSLAsymmetricKey, use openssl_pkey_new() instead")
    }
}

pub(crate) fn new_certificate(cx: &mut Cx, cert: X509) -> PhpObject {
    let class = cx.builtin_class("OpenSSLCertificate");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Certificate(Some(cert))));
    object
}

pub(crate) fn new_request(cx: &mut Cx, request: X509Req) -> PhpObject {
    let class = cx.builtin_class("OpenSSLCertificateSigningRequest");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Request(Some(Rc::new(request)))));
    object
}

pub(crate) fn new_key(cx: &mut Cx, key: Key, private: bool) -> PhpObject {
    let class = cx.builtin_class("OpenSSLAsymmetricKey");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(AsymmetricKey { key: Some(key), private }));
    object
}

/// The certificate that an object is.
pub(crate) fn certificate(object: &PhpObject) -> Option<X509> {
    object.native::<Certificate>()?.0.clone()
}

/// The request that an object is.
pub(crate) fn request(object: &PhpObject) -> Option<Rc<X509Req>> {
    object.native::<Request>()?.0.clone()
}

/// The key that an object is, and whether it is a private one.
pub(crate) fn key(object: &PhpObject) -> Option<(Key, bool)> {
    let native = object.native::<AsymmetricKey>()?;
    Some((native.key.clone()?, native.private))
}
