//! Texts that look like others.

use std::ffi::CStr;

use crate::{call, handle, text};

handle! {
    /// A checker and its settings.
    SpoofChecker, uspoof_close
}

handle! {
    Details, uspoof_closeCheckResult
}

handle! {
    Set, uset_close
}

impl SpoofChecker {
    pub fn open(status: &mut i32) -> Option<SpoofChecker> {
        SpoofChecker::own(call!(uspoof_open(status)))
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<SpoofChecker> {
        SpoofChecker::own(call!(uspoof_clone(self.ptr(), status)))
    }

    pub fn set_checks(&mut self, checks: i32, status: &mut i32) {
        call!(uspoof_setChecks(self.ptr(), checks, status));
    }

    pub fn checks(&self, status: &mut i32) -> i32 {
        call!(uspoof_getChecks(self.ptr(), status))
    }

    /// What was found, as bits, and the checks in detail.
    pub fn check(&self, string: &[u16], status: &mut i32) -> (i32, i32) {
        let Some(details) = Details::own(call!(uspoof_openCheckResult(status))) else { return (0, 0) };
        let (string, length) = text(string);
        let found = call!(uspoof_check2(self.ptr(), string, length, details.ptr(), status));
        let checks = call!(uspoof_getCheckResultChecks(details.ptr(), status));
        (found, checks)
    }

    pub fn are_confusable(&self, a: &[u16], b: &[u16], status: &mut i32) -> i32 {
        let ((a, a_len), (b, b_len)) = (text(a), text(b));
        call!(uspoof_areConfusable(self.ptr(), a, a_len, b, b_len, status))
    }

    pub fn set_allowed_locales(&mut self, locales: &CStr, status: &mut i32) {
        call!(uspoof_setAllowedLocales(self.ptr(), locales.as_ptr(), status));
    }

    pub fn set_restriction_level(&mut self, level: i32) {
        call!(uspoof_setRestrictionLevel(self.ptr(), level));
    }

    /// Answers false if the pattern has something behind its set; nothing is set then.
    pub fn set_allowed_chars(&mut self, pattern: &[u16], options: u32, status: &mut i32) -> bool {
        let Some(set) = Set::own(call!(uset_openEmpty())) else { return false };
        let whole = pattern.len();
        let (pattern, length) = text(pattern);
        let end = call!(uset_applyPattern(set.ptr(), pattern, length, options, status));
        if crate::failed(*status) || usize::try_from(end) != Ok(whole) {
            return false;
        }
        call!(uspoof_setAllowedChars(self.ptr(), set.ptr(), status));
        true
    }
}
