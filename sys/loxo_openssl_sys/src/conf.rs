//! OpenSSL's configuration files: their sections and values, and the extensions that they describe.

use std::ptr::NonNull;

use openssl_sys::{CONF, X509, X509_REQ, X509V3_CTX};

use crate::ffi::ConfValue;
use crate::{bytes_of, c_string, errors, ffi};

/// A configuration file that was read.
pub struct Conf(NonNull<CONF>);

impl Conf {
    /// Reads a file.
    pub fn load(path: &[u8]) -> Option<Conf> {
        openssl::init();
        let path = c_string(path);
        // SAFETY: the configuration is ours; the path is a C string that outlives the call.
        unsafe {
            let conf = Conf(NonNull::new(openssl_sys::NCONF_new(std::ptr::null_mut()))?);
            (ffi::NCONF_load(conf.0.as_ptr(), path.as_ptr(), std::ptr::null_mut()) > 0).then_some(conf)
        }
    }

    fn string(&self, section: Option<&[u8]>, name: &str) -> Option<Vec<u8>> {
        let (section, name) = (section.map(c_string), c_string(name.as_bytes()));
        let group = section.as_ref().map_or(std::ptr::null(), |section| section.as_ptr());
        // SAFETY: names are C strings; what comes out lives as long as the configuration.
        unsafe { bytes_of(ffi::NCONF_get_string(self.0.as_ptr(), group, name.as_ptr())) }
    }

    /// A value that must be there: the library notes it if not.
    pub fn required(&self, section: &[u8], name: &str) -> Option<Vec<u8>> {
        self.string(Some(section), name)
    }

    /// A value that may be there. Without section: of the default one.
    pub fn optional(&self, section: Option<&[u8]>, name: &str) -> Option<Vec<u8>> {
        errors::ignoring(|| self.string(section, name))
    }

    /// The rows of a section, names and values.
    pub fn section(&self, section: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        let section = c_string(section);
        // SAFETY: the name is a C string; the stack and its rows live as long as the configuration.
        unsafe {
            let rows = ffi::NCONF_get_section(self.0.as_ptr(), section.as_ptr());
            if rows.is_null() {
                return None;
            }
            let row = |index| {
                let row = openssl_sys::OPENSSL_sk_value(rows, index).cast::<ConfValue>();
                if row.is_null() {
                    return None;
                }
                Some((bytes_of((*row).name)?, bytes_of((*row).value).unwrap_or_default()))
            };
            Some((0..openssl_sys::OPENSSL_sk_num(rows)).filter_map(row).collect())
        }
    }

    /// Runs with a context of extensions that refers to this configuration.
    fn with_context<R>(&self, objects: [*mut std::ffi::c_void; 3], flags: i32, work: impl FnOnce(*mut X509V3_CTX) -> R) -> R {
        // Longer than the library's own, which has eight words.
        let mut room = [0usize; 32];
        let context = room.as_mut_ptr().cast::<X509V3_CTX>();
        let [issuer, subject, request] = objects;
        // SAFETY: the buffer is longer than a context; objects are open or null, as callers promise.
        unsafe {
            openssl_sys::X509V3_set_ctx(context, issuer.cast(), subject.cast(), request.cast(), std::ptr::null_mut(), flags);
            openssl_sys::X509V3_set_nconf(context, self.0.as_ptr());
        }
        work(context)
    }

    /// Can the extensions of a section be made?
    pub fn check_extensions(&self, section: &[u8]) -> bool {
        const TEST: i32 = 1;
        let (section, null) = (c_string(section), std::ptr::null_mut());
        self.with_context([null; 3], TEST, |context| {
            // SAFETY: the configuration is open, the context is the one above; no certificate asks for a test.
            unsafe { ffi::X509V3_EXT_add_nconf(self.0.as_ptr(), context, section.as_ptr(), std::ptr::null_mut()) != 0 }
        })
    }

    /// Adds the extensions of a section to a certificate.
    ///
    /// # Safety
    ///
    /// All three are open.
    pub(crate) unsafe fn add_extensions(&self, section: &[u8], issuer: *mut X509, cert: *mut X509, request: *mut X509_REQ) -> bool {
        let section = c_string(section);
        self.with_context([issuer.cast(), cert.cast(), request.cast()], 0, |context| {
            // SAFETY: the caller's promise.
            unsafe { ffi::X509V3_EXT_add_nconf(self.0.as_ptr(), context, section.as_ptr(), cert) != 0 }
        })
    }

    /// Adds the extensions of a section to a request.
    ///
    /// # Safety
    ///
    /// The request is open.
    pub(crate) unsafe fn add_request_extensions(&self, section: &[u8], request: *mut X509_REQ) -> bool {
        let (section, null) = (c_string(section), std::ptr::null_mut());
        self.with_context([null, null, request.cast()], 0, |context| {
            // SAFETY: the caller's promise.
            unsafe { ffi::X509V3_EXT_REQ_add_nconf(self.0.as_ptr(), context, section.as_ptr(), request) != 0 }
        })
    }
}

impl Drop for Conf {
    fn drop(&mut self) {
        // SAFETY: the configuration is open, and is not used after this.
        unsafe { openssl_sys::NCONF_free(self.0.as_ptr()) };
    }
}

/// Which kinds of strings names are made of (`string_mask`); false: there is no such mask.
pub fn set_string_mask(mask: &[u8]) -> bool {
    let mask = c_string(mask);
    // SAFETY: a C string that outlives the call.
    unsafe { ffi::ASN1_STRING_set_default_mask_asc(mask.as_ptr()) != 0 }
}
