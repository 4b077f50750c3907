//! Certificates that are trusted.

use std::ptr::NonNull;

use foreign_types::ForeignTypeRef;
use openssl::stack::StackRef;
use openssl::x509::{X509, X509Ref};
use openssl_sys::{X509_LOOKUP_METHOD, X509_STORE};

use crate::{c_string, ffi};

/// A set of trusted certificates.
pub struct Store(NonNull<X509_STORE>);

const PEM: i64 = 1;
const FILE_LOAD: i32 = 1;
const ADD_DIR: i32 = 2;

impl Store {
    pub fn new() -> Option<Store> {
        openssl::init();
        // SAFETY: the function has no conditions.
        NonNull::new(unsafe { openssl_sys::X509_STORE_new() }).map(Store)
    }

    pub(crate) fn as_ptr(&self) -> *mut X509_STORE {
        self.0.as_ptr()
    }

    fn look_up(&self, method: *mut X509_LOOKUP_METHOD, command: i32, path: &[u8]) -> bool {
        let path = c_string(path);
        // SAFETY: the store is open; the path is a C string that the library copies.
        unsafe {
            let lookup = openssl_sys::X509_STORE_add_lookup(self.as_ptr(), method);
            !lookup.is_null() && openssl_sys::X509_LOOKUP_ctrl(lookup, command, path.as_ptr(), PEM, std::ptr::null_mut()) > 0
        }
    }

    /// Adds the certificates of a file.
    pub fn add_file(&self, path: &[u8]) -> bool {
        // SAFETY: the method lives for ever.
        self.look_up(unsafe { openssl_sys::X509_LOOKUP_file() }, FILE_LOAD, path)
    }

    /// Certificates are looked for in a directory, by the hash of their subject.
    pub fn add_directory(&self, path: &[u8]) -> bool {
        // SAFETY: the method lives for ever.
        self.look_up(unsafe { openssl_sys::X509_LOOKUP_hash_dir() }, ADD_DIR, path)
    }

    /// Is a certificate trusted, for a purpose (negative: any)? 1, 0, or less than 0 for failures.
    pub fn check(&self, cert: &X509Ref, untrusted: Option<&StackRef<X509>>, purpose: i32) -> i32 {
        // SAFETY: the context is freed below; store, certificate and chain outlive it.
        unsafe {
            let context = openssl_sys::X509_STORE_CTX_new();
            if context.is_null() {
                return -1;
            }
            let chain = untrusted.map_or(std::ptr::null_mut(), |chain| chain.as_ptr());
            let mut result = openssl_sys::X509_STORE_CTX_init(context, self.as_ptr(), cert.as_ptr(), chain);
            if result == 1 {
                if purpose >= 0 {
                    ffi::X509_STORE_CTX_set_purpose(context, purpose);
                }
                result = openssl_sys::X509_verify_cert(context);
            }
            openssl_sys::X509_STORE_CTX_free(context);
            result
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // SAFETY: the store is open, and is not used after this.
        unsafe { openssl_sys::X509_STORE_free(self.as_ptr()) };
    }
}
