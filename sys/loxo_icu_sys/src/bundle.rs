//! Resource bundles: trees of named and numbered things, by locale.

use std::ffi::CStr;
use std::ptr::null_mut;

use crate::{call, enumerated, failed, handle, kept, kept16};

handle! {
    /// A bundle, or a part of one. Parts keep what they are of.
    Bundle, ures_close
}

/// What a resource is.
pub enum Content {
    Text(Vec<u16>),
    Binary(Vec<u8>),
    Int(i64),
    Ints(Vec<i32>),
    /// Tables and arrays.
    Tree,
    /// Aliases and what newer versions bring.
    Unknown,
}

impl Bundle {
    /// `package`: a folder, or `None` for ICU's own data.
    pub fn open(package: Option<&CStr>, locale: Option<&CStr>, fallback: bool, status: &mut i32) -> Option<Bundle> {
        let package = package.map_or(std::ptr::null(), CStr::as_ptr);
        let locale = locale.map_or(std::ptr::null(), CStr::as_ptr);
        Bundle::own(if fallback { call!(ures_open(package, locale, status)) } else { call!(ures_openDirect(package, locale, status)) })
    }

    pub fn len(&self) -> i32 {
        call!(ures_getSize(self.ptr()))
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn is_table(&self) -> bool {
        call!(ures_getType(self.ptr())) == 2
    }

    pub fn key(&self) -> Option<String> {
        kept(call!(ures_getKey(self.ptr())))
    }

    pub fn locale(&self, kind: i32, status: &mut i32) -> Option<String> {
        kept(call!(ures_getLocaleByType(self.ptr(), kind, status)))
    }

    pub fn at(&self, index: i32, status: &mut i32) -> Option<Bundle> {
        let part = Bundle::own(call!(ures_getByIndex(self.ptr(), index, null_mut(), status)));
        part.filter(|_| !failed(*status))
    }

    pub fn named(&self, key: &CStr, status: &mut i32) -> Option<Bundle> {
        let part = Bundle::own(call!(ures_getByKey(self.ptr(), key.as_ptr(), null_mut(), status)));
        part.filter(|_| !failed(*status))
    }

    pub fn content(&self, status: &mut i32) -> Content {
        let mut length = 0;
        match call!(ures_getType(self.ptr())) {
            0 => {
                let text = call!(ures_getString(self.ptr(), &raw mut length, status));
                Content::Text(kept16(text, length).unwrap_or_default())
            }
            1 => {
                let bytes = call!(ures_getBinary(self.ptr(), &raw mut length, status));
                Content::Binary(slice(bytes, length))
            }
            7 => Content::Int(i64::from(call!(ures_getInt(self.ptr(), status)))),
            14 => {
                let numbers = call!(ures_getIntVector(self.ptr(), &raw mut length, status));
                Content::Ints(slice(numbers, length))
            }
            2 | 8 => Content::Tree,
            _ => Content::Unknown,
        }
    }

    /// The locales that a package has.
    pub fn locales(package: Option<&CStr>, status: &mut i32) -> Vec<String> {
        let all = call!(ures_openAvailableLocales(package.map_or(std::ptr::null(), CStr::as_ptr), status));
        enumerated(all, status)
    }
}

fn slice<T: Copy>(pointer: *const T, length: i32) -> Vec<T> {
    let length = usize::try_from(length).unwrap_or(0);
    if pointer.is_null() {
        return Vec::new();
    }
    // SAFETY: the callers pass on what ICU has just answered: a pointer to so many of them.
    unsafe { std::slice::from_raw_parts(pointer, length) }.to_vec()
}
