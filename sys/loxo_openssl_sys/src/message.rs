//! Signed and encrypted messages: PKCS #7 and CMS (RFC 5652).

use std::ptr::NonNull;

use foreign_types::{ForeignType, ForeignTypeRef};
use openssl::stack::StackRef;
use openssl::x509::{X509, X509Ref};
use openssl_sys::{CMS_ContentInfo, OPENSSL_STACK, PKCS7};

use crate::bio::{Bio, written};
use crate::cipher::Cipher;
use crate::store::Store;
use crate::{Key, ffi};

const SIGNED: i32 = 22;
const SIGNED_AND_ENVELOPED: i32 = 24;

fn stack_ptr(stack: Option<&StackRef<X509>>) -> *mut openssl_sys::stack_st_X509 {
    stack.map_or(std::ptr::null_mut(), |stack| stack.as_ptr())
}

fn bio_ptr(bio: Option<&Bio>) -> *mut openssl_sys::BIO {
    bio.map_or(std::ptr::null_mut(), Bio::as_ptr)
}

/// Each certificate of a stack as text.
///
/// # Safety
///
/// `stack` is null or an open stack of certificates (`lists` false) or of revocation lists.
unsafe fn texts(stack: *mut OPENSSL_STACK, lists: bool) -> Vec<Vec<u8>> {
    if stack.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe {
        let text = |index| {
            let member = openssl_sys::OPENSSL_sk_value(stack, index);
            written(|out| match lists {
                true => ffi::PEM_write_bio_X509_CRL(out, member.cast()) != 0,
                false => openssl_sys::PEM_write_bio_X509(out, member.cast()) != 0,
            })
        };
        (0..openssl_sys::OPENSSL_sk_num(stack)).filter_map(text).collect()
    }
}

/// A message in the older format.
pub struct Pkcs7(NonNull<PKCS7>);

impl Pkcs7 {
    /// Reads a message of S/MIME; with what is signed, if that stands beside it.
    pub fn read_mime(input: &Bio) -> Option<(Pkcs7, Option<Bio>)> {
        openssl::init();
        let mut content = std::ptr::null_mut();
        // SAFETY: the input is open; message and content are ours.
        unsafe {
            let message = NonNull::new(openssl_sys::SMIME_read_PKCS7(input.as_ptr(), &raw mut content)).map(Pkcs7);
            let content = Bio::from_raw(content);
            Some((message?, content))
        }
    }

    /// Reads a message as text.
    pub fn read_text(input: &Bio) -> Option<Pkcs7> {
        openssl::init();
        // SAFETY: the input is open; no place, no callback.
        let message = unsafe { openssl_sys::PEM_read_bio_PKCS7(input.as_ptr(), std::ptr::null_mut(), None, std::ptr::null_mut()) };
        NonNull::new(message).map(Pkcs7)
    }

    pub fn sign(cert: &X509Ref, key: &Key, others: Option<&StackRef<X509>>, data: &Bio, flags: i32) -> Option<Pkcs7> {
        // SAFETY: everything is open; the library counts up what it keeps.
        NonNull::new(unsafe { openssl_sys::PKCS7_sign(cert.as_ptr(), key.as_ptr(), stack_ptr(others), data.as_ptr(), flags) }).map(Pkcs7)
    }

    pub fn encrypt(readers: &StackRef<X509>, data: &Bio, cipher: Cipher, flags: i32) -> Option<Pkcs7> {
        // SAFETY: everything is open; the library counts up what it keeps.
        NonNull::new(unsafe { openssl_sys::PKCS7_encrypt(readers.as_ptr(), data.as_ptr(), cipher.as_ptr(), flags) }).map(Pkcs7)
    }

    pub fn write_mime(&self, out: &Bio, data: &Bio, flags: i32) -> bool {
        // SAFETY: everything is open.
        unsafe { openssl_sys::SMIME_write_PKCS7(out.as_ptr(), self.0.as_ptr(), data.as_ptr(), flags) != 0 }
    }

    pub fn write_text(&self, out: &Bio) -> bool {
        // SAFETY: everything is open.
        unsafe { openssl_sys::PEM_write_bio_PKCS7(out.as_ptr(), self.0.as_ptr()) != 0 }
    }

    pub fn verify(&self, others: Option<&StackRef<X509>>, store: &Store, content: Option<&Bio>, out: Option<&Bio>, flags: i32) -> bool {
        // SAFETY: everything is open or null.
        unsafe { openssl_sys::PKCS7_verify(self.0.as_ptr(), stack_ptr(others), store.as_ptr(), bio_ptr(content), bio_ptr(out), flags) > 0 }
    }

    /// The certificates of those who signed, as text.
    pub fn signers(&self, others: Option<&StackRef<X509>>, flags: i32) -> Option<Vec<Vec<u8>>> {
        // SAFETY: everything is open; the stack is ours, its members are the message's.
        unsafe {
            let signers = openssl_sys::PKCS7_get0_signers(self.0.as_ptr(), stack_ptr(others), flags).cast::<OPENSSL_STACK>();
            if signers.is_null() {
                return None;
            }
            let all = texts(signers, false);
            openssl_sys::OPENSSL_sk_free(signers);
            Some(all)
        }
    }

    pub fn decrypt(&self, key: &Key, cert: &X509Ref, out: &Bio, flags: i32) -> bool {
        // SAFETY: everything is open.
        unsafe { openssl_sys::PKCS7_decrypt(self.0.as_ptr(), key.as_ptr(), cert.as_ptr(), out.as_ptr(), flags) != 0 }
    }

    /// Certificates and revocation lists in it, as text.
    pub fn certificates(&self) -> Vec<Vec<u8>> {
        // SAFETY: the message is open; its type tells which part it has, if it has one.
        unsafe {
            let raw = self.0.as_ptr();
            let (certs, lists) = match openssl_sys::OBJ_obj2nid((*raw).type_) {
                SIGNED if !(*raw).d.sign.is_null() => ((*(*raw).d.sign).cert, (*(*raw).d.sign).crl),
                SIGNED_AND_ENVELOPED if !(*raw).d.signed_and_enveloped.is_null() => {
                    ((*(*raw).d.signed_and_enveloped).cert, (*(*raw).d.signed_and_enveloped).crl)
                }
                _ => return Vec::new(),
            };
            let mut all = texts(certs.cast(), false);
            // Lists take the places of certificates, as in PHP.
            for (index, list) in texts(lists.cast(), true).into_iter().enumerate() {
                match all.get_mut(index) {
                    Some(place) => *place = list,
                    None => all.push(list),
                }
            }
            all
        }
    }
}

impl Drop for Pkcs7 {
    fn drop(&mut self) {
        // SAFETY: the message is open, and is not used after this.
        unsafe { openssl_sys::PKCS7_free(self.0.as_ptr()) };
    }
}

/// A message in the newer format.
pub struct Cms(NonNull<CMS_ContentInfo>);

impl Cms {
    /// Reads a message of S/MIME; with what is signed, if that stands beside it.
    pub fn read_mime(input: &Bio) -> Option<(Cms, Option<Bio>)> {
        openssl::init();
        let mut content = std::ptr::null_mut();
        // SAFETY: the input is open; message and content are ours.
        unsafe {
            let message = NonNull::new(openssl_sys::SMIME_read_CMS(input.as_ptr(), &raw mut content)).map(Cms);
            let content = Bio::from_raw(content);
            Some((message?, content))
        }
    }

    pub fn read_text(input: &Bio) -> Option<Cms> {
        openssl::init();
        // SAFETY: the input is open; no place, no callback.
        let message = unsafe { openssl_sys::PEM_read_bio_CMS(input.as_ptr(), std::ptr::null_mut(), None, std::ptr::null_mut()) };
        NonNull::new(message).map(Cms)
    }

    pub fn read_der(input: &Bio) -> Option<Cms> {
        openssl::init();
        // SAFETY: the input is open; no place.
        NonNull::new(unsafe { ffi::d2i_CMS_bio(input.as_ptr(), std::ptr::null_mut()) }).map(Cms)
    }

    pub fn sign(cert: &X509Ref, key: &Key, others: Option<&StackRef<X509>>, data: &Bio, flags: u32) -> Option<Cms> {
        // SAFETY: everything is open; the library counts up what it keeps.
        NonNull::new(unsafe { openssl_sys::CMS_sign(cert.as_ptr(), key.as_ptr(), stack_ptr(others), data.as_ptr(), flags) }).map(Cms)
    }

    pub fn encrypt(readers: &StackRef<X509>, data: &Bio, cipher: Cipher, flags: u32) -> Option<Cms> {
        // SAFETY: everything is open; the library counts up what it keeps.
        NonNull::new(unsafe { openssl_sys::CMS_encrypt(readers.as_ptr(), data.as_ptr(), cipher.as_ptr(), flags) }).map(Cms)
    }

    pub fn write_mime(&self, out: &Bio, data: &Bio, flags: i32) -> bool {
        // SAFETY: everything is open.
        unsafe { ffi::SMIME_write_CMS(out.as_ptr(), self.0.as_ptr(), data.as_ptr(), flags) != 0 }
    }

    pub fn write_der(&self, out: &Bio) -> bool {
        // SAFETY: everything is open.
        unsafe { ffi::i2d_CMS_bio(out.as_ptr(), self.0.as_ptr()) == 1 }
    }

    pub fn write_text(&self, out: &Bio) -> bool {
        // SAFETY: everything is open.
        unsafe { openssl_sys::PEM_write_bio_CMS(out.as_ptr(), self.0.as_ptr()) != 0 }
    }

    /// Writes as text while the data is read.
    pub fn write_text_stream(&self, out: &Bio, data: &Bio, flags: i32) -> bool {
        // SAFETY: everything is open.
        unsafe { ffi::PEM_write_bio_CMS_stream(out.as_ptr(), self.0.as_ptr(), data.as_ptr(), flags) != 0 }
    }

    /// Takes in the data of a message that was begun without.
    pub fn finish(&self, data: &Bio, flags: u32) -> bool {
        // SAFETY: everything is open.
        unsafe { ffi::CMS_final(self.0.as_ptr(), data.as_ptr(), std::ptr::null_mut(), flags) == 1 }
    }

    pub fn verify(&self, others: Option<&StackRef<X509>>, store: &Store, content: Option<&Bio>, out: Option<&Bio>, flags: u32) -> bool {
        // SAFETY: everything is open or null.
        unsafe { openssl_sys::CMS_verify(self.0.as_ptr(), stack_ptr(others), store.as_ptr(), bio_ptr(content), bio_ptr(out), flags) > 0 }
    }

    /// The certificates of those who signed, as text.
    pub fn signers(&self) -> Option<Vec<Vec<u8>>> {
        // SAFETY: the message is open; the stack is ours, its members are the message's.
        unsafe {
            let signers = ffi::CMS_get0_signers(self.0.as_ptr()).cast::<OPENSSL_STACK>();
            if signers.is_null() {
                return None;
            }
            let all = texts(signers, false);
            openssl_sys::OPENSSL_sk_free(signers);
            Some(all)
        }
    }

    pub fn decrypt(&self, key: &Key, cert: &X509Ref, out: &Bio) -> bool {
        // SAFETY: everything is open.
        unsafe { openssl_sys::CMS_decrypt(self.0.as_ptr(), key.as_ptr(), cert.as_ptr(), std::ptr::null_mut(), out.as_ptr(), 0) != 0 }
    }

    /// Certificates and revocation lists in it, as text.
    pub fn certificates(&self) -> Vec<Vec<u8>> {
        // SAFETY: the message is open; the stacks are ours with their members.
        unsafe {
            if !matches!(openssl_sys::OBJ_obj2nid(ffi::CMS_get0_type(self.0.as_ptr())), SIGNED | SIGNED_AND_ENVELOPED) {
                return Vec::new();
            }
            let certs = ffi::CMS_get1_certs(self.0.as_ptr());
            let lists = ffi::CMS_get1_crls(self.0.as_ptr());
            let mut all = texts(certs.cast(), false);
            for (index, list) in texts(lists.cast(), true).into_iter().enumerate() {
                match all.get_mut(index) {
                    Some(place) => *place = list,
                    None => all.push(list),
                }
            }
            if !certs.is_null() {
                drop(openssl::stack::Stack::<X509>::from_ptr(certs));
            }
            if !lists.is_null() {
                let lists = lists.cast::<OPENSSL_STACK>();
                for index in 0..openssl_sys::OPENSSL_sk_num(lists) {
                    openssl_sys::X509_CRL_free(openssl_sys::OPENSSL_sk_value(lists, index).cast());
                }
                openssl_sys::OPENSSL_sk_free(lists);
            }
            all
        }
    }
}

impl Drop for Cms {
    fn drop(&mut self) {
        // SAFETY: the message is open, and is not used after this.
        unsafe { openssl_sys::CMS_ContentInfo_free(self.0.as_ptr()) };
    }
}
