//! Requests for certificates, in the making.

use foreign_types::{ForeignType, ForeignTypeRef};
use openssl::hash::MessageDigest;
use openssl::x509::{X509Req, X509ReqRef};

use crate::bio::Bio;
use crate::conf::Conf;
use crate::{Key, c_string, keep};

const UTF8: i32 = 0x1000;

/// A request that is not signed yet.
pub struct Draft(X509Req);

impl Draft {
    pub fn new() -> Option<Draft> {
        openssl::init();
        let request = keep(X509Req::builder())?.build();
        // SAFETY: the request is open.
        unsafe { openssl_sys::X509_REQ_set_version(request.as_ptr(), 0) };
        Some(Draft(request))
    }

    fn subject(&self) -> *mut openssl_sys::X509_NAME {
        // SAFETY: the request is open; the name is its own.
        unsafe { openssl_sys::X509_REQ_get_subject_name(self.0.as_ptr()) }
    }

    /// Adds to the subject, by the number of the kind.
    pub fn add_subject(&mut self, nid: i32, text: &[u8]) -> bool {
        let text = c_string(text);
        // SAFETY: the name is open; the text is a C string that the library copies.
        unsafe { openssl_sys::X509_NAME_add_entry_by_NID(self.subject(), nid, UTF8, text.as_ptr().cast_mut().cast(), -1, -1, 0) != 0 }
    }

    /// Adds to the subject, by the name of the kind.
    pub fn add_subject_named(&mut self, kind: &[u8], text: &[u8]) -> bool {
        let (kind, text) = (c_string(kind), c_string(text));
        // SAFETY: as above.
        unsafe { openssl_sys::X509_NAME_add_entry_by_txt(self.subject(), kind.as_ptr(), UTF8, text.as_ptr().cast(), -1, -1, 0) != 0 }
    }

    pub fn has_subject(&self, nid: i32) -> bool {
        // SAFETY: the name is open.
        unsafe { openssl_sys::X509_NAME_get_index_by_NID(self.subject(), nid, -1) >= 0 }
    }

    pub fn add_attribute(&mut self, nid: i32, text: &[u8]) -> bool {
        let Ok(length) = i32::try_from(text.len()) else { return false };
        // SAFETY: the request is open; the text is as long as is said.
        unsafe { openssl_sys::X509_REQ_add1_attr_by_NID(self.0.as_ptr(), nid, UTF8, text.as_ptr(), length) != 0 }
    }

    pub fn add_attribute_named(&mut self, kind: &[u8], text: &[u8]) -> bool {
        let (kind, text) = (c_string(kind), c_string(text));
        // SAFETY: the request is open; both are C strings that the library copies.
        unsafe { openssl_sys::X509_REQ_add1_attr_by_txt(self.0.as_ptr(), kind.as_ptr(), UTF8, text.as_ptr().cast(), -1) != 0 }
    }

    pub fn has_attribute(&self, nid: i32) -> bool {
        // SAFETY: the request is open.
        unsafe { openssl_sys::X509_REQ_get_attr_by_NID(self.0.as_ptr(), nid, -1) >= 0 }
    }

    pub fn set_key(&mut self, key: &Key) -> bool {
        // SAFETY: both are open.
        unsafe { openssl_sys::X509_REQ_set_pubkey(self.0.as_ptr(), key.as_ptr()) != 0 }
    }

    /// Adds the extensions of a section.
    pub fn add_extensions(&mut self, conf: &Conf, section: &[u8]) -> bool {
        // SAFETY: the request is open.
        unsafe { conf.add_request_extensions(section, self.0.as_ptr()) }
    }

    /// Signs it; `None`: that failed.
    pub fn sign(self, key: &Key, digest: Option<MessageDigest>) -> Option<X509Req> {
        let digest = digest.map_or(std::ptr::null(), |digest| digest.as_ptr());
        // SAFETY: both are open; digests live for ever.
        let signed = unsafe { openssl_sys::X509_REQ_sign(self.0.as_ptr(), key.as_ptr(), digest) };
        (signed != 0).then_some(self.0)
    }
}

/// Writes a request, readable text first if wanted. False: that failed.
pub fn write(out: &Bio, request: &X509ReqRef, with_text: bool) -> bool {
    // SAFETY: output and request are open.
    unsafe {
        (!with_text || openssl_sys::X509_REQ_print(out.as_ptr(), request.as_ptr()) != 0)
            && openssl_sys::PEM_write_bio_X509_REQ(out.as_ptr(), request.as_ptr()) != 0
    }
}
