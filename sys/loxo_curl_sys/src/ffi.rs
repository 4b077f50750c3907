//! What the `curl-sys` crate does not declare.

use std::ffi::{c_char, c_int, c_void};

use curl_sys::{CURL, CURLM, CURLMcode, CURLcode};

/// `curl_mime`
pub enum MimeRaw {}
/// `curl_mimepart`
pub enum PartRaw {}

/// `struct curl_blob`
#[repr(C)]
pub struct Blob {
    pub data: *const c_void,
    pub len: usize,
    pub flags: u32,
}

pub type SeekFn = extern "C" fn(*mut c_void, i64, c_int) -> c_int;
pub type ReadFn = extern "C" fn(*mut c_char, usize, usize, *mut c_void) -> usize;

unsafe extern "C" {
    pub fn curl_mime_init(easy: *mut CURL) -> *mut MimeRaw;
    pub fn curl_mime_free(mime: *mut MimeRaw);
    pub fn curl_mime_addpart(mime: *mut MimeRaw) -> *mut PartRaw;
    pub fn curl_mime_name(part: *mut PartRaw, name: *const c_char) -> CURLcode;
    pub fn curl_mime_filename(part: *mut PartRaw, name: *const c_char) -> CURLcode;
    pub fn curl_mime_type(part: *mut PartRaw, kind: *const c_char) -> CURLcode;
    pub fn curl_mime_data(part: *mut PartRaw, data: *const c_char, len: usize) -> CURLcode;
    pub fn curl_mime_data_cb(
        part: *mut PartRaw,
        len: i64,
        read: ReadFn,
        seek: Option<SeekFn>,
        free: Option<extern "C" fn(*mut c_void)>,
        arg: *mut c_void,
    ) -> CURLcode;
    pub fn curl_easy_upkeep(easy: *mut CURL) -> CURLcode;
    pub fn curl_multi_poll(multi: *mut CURLM, extra: *mut c_void, count: u32, timeout: c_int, ready: *mut c_int) -> CURLMcode;
}
