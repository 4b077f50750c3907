//! Comparison of texts by the rules of a locale.

use std::cmp::Ordering;
use std::ffi::CStr;

use crate::{call, handle, kept, text};

handle! {
    /// An order of texts.
    Collator, ucol_close
}

impl Collator {
    pub fn open(locale: &CStr, status: &mut i32) -> Option<Collator> {
        if !crate::usable(locale, status) {
            return None;
        }
        Collator::own(call!(ucol_open(locale.as_ptr(), status)))
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<Collator> {
        Collator::own(call!(ucol_clone(self.ptr(), status)))
    }

    pub fn compare(&self, a: &[u16], b: &[u16]) -> Ordering {
        let ((a, a_len), (b, b_len)) = (text(a), text(b));
        call!(ucol_strcoll(self.ptr(), a, a_len, b, b_len)).cmp(&0)
    }

    pub fn attribute(&self, attribute: i32, status: &mut i32) -> i32 {
        call!(ucol_getAttribute(self.ptr(), attribute, status))
    }

    pub fn set_attribute(&mut self, attribute: i32, value: i32, status: &mut i32) {
        call!(ucol_setAttribute(self.ptr(), attribute, value, status));
    }

    pub fn strength(&self) -> i32 {
        call!(ucol_getStrength(self.ptr()))
    }

    pub fn set_strength(&mut self, strength: i32) {
        call!(ucol_setStrength(self.ptr(), strength));
    }

    pub fn locale(&self, kind: i32, status: &mut i32) -> Option<String> {
        kept(call!(ucol_getLocaleByType(self.ptr(), kind, status)))
    }

    /// Bytes that compare as the texts do, NUL at the end. Empty if ICU has none.
    pub fn sort_key(&self, string: &[u16]) -> Vec<u8> {
        let (string, length) = text(string);
        let needed = call!(ucol_getSortKey(self.ptr(), string, length, std::ptr::null_mut(), 0));
        let mut key = vec![0; usize::try_from(needed).unwrap_or(0)];
        let made = call!(ucol_getSortKey(self.ptr(), string, length, key.as_mut_ptr(), needed.max(0)));
        key.truncate(usize::try_from(made).unwrap_or(0));
        key
    }
}
