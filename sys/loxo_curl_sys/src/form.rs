//! The form of a `multipart/form-data` request.

use std::ffi::{CStr, c_void};

use crate::easy::Easy;
use crate::events;
use crate::ffi::{self, MimeRaw};

/// A form that belongs to a handle.
pub struct Form(*mut MimeRaw);

/// What a part has.
pub enum Content<'a> {
    Data(&'a [u8]),
    /// Asked for by this number; the size if it is known, which says that one may seek.
    Source {
        number: usize,
        size: Option<i64>,
    },
}

/// A part of a form.
pub struct Part<'a> {
    pub name: &'a CStr,
    pub content: Content<'a>,
    pub filename: Option<&'a CStr>,
    pub kind: Option<&'a CStr>,
}

impl Form {
    /// A form without parts.
    pub fn new(easy: &Easy) -> Option<Form> {
        // SAFETY: an open handle.
        let raw = unsafe { ffi::curl_mime_init(easy.pointer()) };
        (!raw.is_null()).then_some(Form(raw))
    }

    pub(crate) fn raw(&self) -> *mut MimeRaw {
        self.0
    }

    /// Adds a part; the answer is a `CURLcode`.
    pub fn add(&mut self, part: &Part<'_>) -> i32 {
        // SAFETY: the form is open; everything is copied but the number, which nobody follows as a pointer.
        unsafe {
            let raw = ffi::curl_mime_addpart(self.0);
            if raw.is_null() {
                return 27;
            }
            let mut codes = vec![ffi::curl_mime_name(raw, part.name.as_ptr())];
            codes.push(match part.content {
                Content::Data(data) => ffi::curl_mime_data(raw, data.as_ptr().cast(), data.len()),
                Content::Source { number, size } => ffi::curl_mime_data_cb(
                    raw,
                    size.unwrap_or(-1),
                    events::on_part_read,
                    size.map(|_| events::on_part_seek as ffi::SeekFn),
                    None,
                    number as *mut c_void,
                ),
            });
            if let Some(filename) = part.filename {
                codes.push(ffi::curl_mime_filename(raw, filename.as_ptr()));
            }
            if let Some(kind) = part.kind {
                codes.push(ffi::curl_mime_type(raw, kind.as_ptr()));
            }
            codes.into_iter().find(|code| *code != 0).unwrap_or(0) as i32
        }
    }
}

impl Drop for Form {
    fn drop(&mut self) {
        // SAFETY: made by `curl_mime_init()`, freed once.
        unsafe { ffi::curl_mime_free(self.0) };
    }
}
