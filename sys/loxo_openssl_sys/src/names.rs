//! What the library knows the names of.

use std::ffi::{c_char, c_void};

use openssl_sys::EVP_CIPHER;

use crate::ffi::{self, BuiltinCurve, ObjName};
use crate::{bytes_of, c_string};

/// Number of an object by its short or long name or its dotted number; 0: unknown.
pub fn nid(text: &[u8]) -> i32 {
    let text = c_string(text);
    crate::errors::ignoring(|| {
        // SAFETY: a C string that outlives the call.
        unsafe { ffi::OBJ_txt2nid(text.as_ptr()) }
    })
}

/// Number of an object by its short name; 0: unknown.
pub fn nid_of_short(text: &[u8]) -> i32 {
    let text = c_string(text);
    // SAFETY: a C string that outlives the call.
    unsafe { openssl_sys::OBJ_sn2nid(text.as_ptr()) }
}

/// Short name of an object.
pub fn short(nid: i32) -> Vec<u8> {
    // SAFETY: the function answers null or a string that lives for ever.
    unsafe { bytes_of(openssl_sys::OBJ_nid2sn(nid)) }.unwrap_or_default()
}

/// Long name of an object.
pub fn long(nid: i32) -> Vec<u8> {
    // SAFETY: as in `short`.
    unsafe { bytes_of(openssl_sys::OBJ_nid2ln(nid)) }.unwrap_or_default()
}

/// Dotted number of an object.
pub fn dotted(nid: i32) -> Option<Vec<u8>> {
    let mut buffer = [0u8; 80];
    // SAFETY: objects of numbers live for ever; the buffer is as long as is said.
    let length = unsafe {
        let object = openssl_sys::OBJ_nid2obj(nid);
        if object.is_null() {
            return None;
        }
        openssl_sys::OBJ_obj2txt(buffer.as_mut_ptr().cast(), buffer.len() as i32, object, 1)
    };
    Some(buffer[..usize::try_from(length).ok()?.min(buffer.len() - 1)].to_vec())
}

/// Makes an object known by a dotted number and a name; false: it cannot be.
pub fn create(dotted: &[u8], name: &[u8]) -> bool {
    let (dotted, name) = (c_string(dotted), c_string(name));
    // SAFETY: C strings that outlive the call; the library copies them.
    unsafe {
        openssl_sys::OBJ_sn2nid(name.as_ptr()) != 0
            || ffi::OBJ_txt2nid(name.as_ptr()) != 0
            || openssl_sys::OBJ_create(dotted.as_ptr(), name.as_ptr(), name.as_ptr()) != 0
    }
}

struct List {
    names: Vec<Vec<u8>>,
    aliases: bool,
}

/// Names of digests, sorted.
pub fn digests(aliases: bool) -> Vec<Vec<u8>> {
    const DIGESTS: i32 = 1;
    unsafe extern "C" fn each(row: *const ObjName, list: *mut c_void) {
        // SAFETY: the library hands over a row that lives during the call, and the list that was given to it below.
        unsafe {
            let list = &mut *list.cast::<List>();
            if list.aliases || (*row).alias == 0 {
                list.names.extend(bytes_of((*row).name));
            }
        }
    }
    openssl::init();
    let mut list = List { names: Vec::new(), aliases };
    // SAFETY: the callback takes the list, which outlives the call.
    unsafe { ffi::OBJ_NAME_do_all_sorted(DIGESTS, each, (&raw mut list).cast()) };
    list.names
}

/// Names of ciphers in lower case, in no order.
pub fn ciphers(aliases: bool) -> Vec<Vec<u8>> {
    unsafe extern "C" fn add(name: *const c_char, list: *mut c_void) {
        // SAFETY: a C string that lives during the call, and the list that was given to the library below.
        unsafe {
            let list = &mut *list.cast::<List>();
            list.names.extend(bytes_of(name).map(|name| name.to_ascii_lowercase()));
        }
    }
    unsafe extern "C" fn each(cipher: *mut EVP_CIPHER, list: *mut c_void) {
        // SAFETY: a cipher that lives during the call, and the list that was given to the library below.
        unsafe {
            if (*list.cast::<List>()).aliases {
                ffi::EVP_CIPHER_names_do_all(cipher, add, list);
            } else {
                add(ffi::EVP_CIPHER_get0_name(cipher), list);
            }
        }
    }
    openssl::init();
    let mut list = List { names: Vec::new(), aliases };
    // SAFETY: the callbacks take the list, which outlives the call; a null context is the default one.
    unsafe { ffi::EVP_CIPHER_do_all_provided(std::ptr::null_mut(), each, (&raw mut list).cast()) };
    list.names
}

/// Short names of elliptic curves.
pub fn curves() -> Vec<Vec<u8>> {
    // SAFETY: a null buffer asks for the number of curves.
    let count = unsafe { ffi::EC_get_builtin_curves(std::ptr::null_mut(), 0) };
    let mut curves: Vec<BuiltinCurve> = (0..count).map(|_| BuiltinCurve { nid: 0, comment: std::ptr::null() }).collect();
    // SAFETY: there is space for as many as is said.
    unsafe { ffi::EC_get_builtin_curves(curves.as_mut_ptr(), count) };
    curves.iter().map(|curve| short(curve.nid)).collect()
}

/// The library's version, such as `OpenSSL 3.5.5 27 Jan 2026`.
pub fn version() -> &'static str {
    openssl::version::version()
}
