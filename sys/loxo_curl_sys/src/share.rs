//! What handles have together.

use std::ffi::c_int;
use std::ptr::NonNull;

use curl_sys::CURLSH;

/// A share. It is let go when the last handle that has it is.
pub struct Share(NonNull<CURLSH>);

impl Share {
    pub fn new() -> Option<Share> {
        crate::start();
        // SAFETY: libcurl is initialised.
        NonNull::new(unsafe { curl_sys::curl_share_init() }).map(Share)
    }

    pub(crate) fn raw(&self) -> *const CURLSH {
        self.0.as_ptr()
    }

    /// `CURLSHOPT_SHARE` (1) and `CURLSHOPT_UNSHARE` (2).
    pub fn set(&self, option: u32, value: i32) -> i32 {
        if option != 1 && option != 2 {
            return 1;
        }
        // SAFETY: these two take an int.
        unsafe { curl_sys::curl_share_setopt(self.0.as_ptr(), option, value as c_int) as i32 }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // SAFETY: handles that have it hold it: nobody does any more.
        unsafe { curl_sys::curl_share_cleanup(self.0.as_ptr()) };
    }
}
