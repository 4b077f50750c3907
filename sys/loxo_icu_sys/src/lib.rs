//! ICU, safe to call: locales, characters, collation, formats, calendars, break iterators, transliteration, resource bundles, domain names, spoof
//! checks and converters.
//!
//! The library is the system's, linked statically; what only C++ can reach comes through `shim.cpp`. Calls take and set a status as ICU's do:
//! nothing happens if it is a failure already. Texts are UTF-16 unless a function says otherwise. Handles are owned and freed once; nothing
//! in here is shared between threads, and the process's default locale and time zone are never set.

mod breaks;
mod bundle;
mod calendar;
mod chars;
mod collator;
mod convert;
mod date;
mod idna;
mod locale;
mod message;
mod number;
mod raw;
mod spoof;
mod transliterator;
mod zone;

use std::ffi::{CStr, c_char, c_void};

pub use breaks::{Breaks, DONE};
pub use bundle::{Bundle, Content};
pub use calendar::{Calendar, FIELDS, FIELDS_INT};
pub use chars::*;
pub use collator::Collator;
pub use convert::{Converter, aliases, available_converters, standards};
pub use date::{DateFormat, PatternGenerator};
pub use idna::{Idna, IdnaInfo};
pub use locale::*;
pub use message::{Arguments, Kind, MessageFormat, Parsed};
pub use number::NumberFormat;
pub use spoof::SpoofChecker;
pub use transliterator::Transliterator;
pub use zone::{Filter, TimeZone};

/// The version that is linked, such as `72.1`.
pub const VERSION: &str = env!("LOXO_ICU_VERSION");

/// The version of its data, such as `72.1`.
pub const DATA_VERSION: &str = env!("LOXO_ICU_DATA_VERSION");

/// The version of Unicode that its data have, such as `15.0`.
pub const UNICODE_VERSION: &str = env!("LOXO_UNICODE_VERSION");

/// Statuses that callers ask about.
pub mod status {
    pub const USING_FALLBACK: i32 = -128;
    pub const USING_DEFAULT: i32 = -127;
    pub const ZERO: i32 = 0;
    pub const ILLEGAL_ARGUMENT: i32 = 1;
    pub const MISSING_RESOURCE: i32 = 2;
    pub const INVALID_FORMAT: i32 = 3;
    pub const INTERNAL_PROGRAM: i32 = 5;
    pub const MEMORY_ALLOCATION: i32 = 7;
    pub const INDEX_OUTOFBOUNDS: i32 = 8;
    pub const PARSE: i32 = 9;
    pub const INVALID_CHAR_FOUND: i32 = 10;
    pub const TRUNCATED_CHAR_FOUND: i32 = 11;
    pub const ILLEGAL_CHAR_FOUND: i32 = 12;
    pub const BUFFER_OVERFLOW: i32 = 15;
    pub const UNSUPPORTED: i32 = 16;
    pub const RESOURCE_TYPE_MISMATCH: i32 = 17;
    pub const INVALID_STATE: i32 = 27;
    pub const ARGUMENT_TYPE_MISMATCH: i32 = 65804;
}

/// Is the status a failure? Warnings are none.
pub fn failed(status: i32) -> bool {
    status > 0
}

/// Calls a function of `raw`. What all calls have in common: handles are alive because they are borrowed, texts come with their lengths or end
/// in NUL and outlive the call, buffers come with their capacities, and the status is a place of ours.
macro_rules! call {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        // SAFETY: the conditions above hold at every use; ICU asks for no more.
        unsafe { $crate::raw::$name($($arg),*) }
    }};
}
use call;

/// An owned handle.
macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $close:ident) => {
        $(#[$doc])*
        pub struct $name(std::ptr::NonNull<std::ffi::c_void>);

        impl $name {
            pub(crate) fn own(pointer: $crate::raw::Ptr) -> Option<$name> {
                std::ptr::NonNull::new(pointer).map($name)
            }

            #[inline]
            pub(crate) fn ptr(&self) -> $crate::raw::Ptr {
                self.0.as_ptr()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                $crate::call!($close(self.ptr()));
            }
        }
    };
}
use handle;

/// A pointer and a length as ICU takes them. What is longer than ICU can count is cut; callers refuse such texts before.
fn text(text: &[u16]) -> (*const u16, i32) {
    (text.as_ptr(), i32::try_from(text.len()).unwrap_or(i32::MAX))
}

/// Lets a function fill a buffer that is as large as it asks for.
fn filled<T: Copy + Default>(status: &mut i32, mut fill: impl FnMut(*mut T, i32, *mut i32) -> i32) -> Vec<T> {
    if failed(*status) {
        return Vec::new();
    }
    let mut buffer = vec![T::default(); 256];
    for _ in 0..3 {
        let capacity = i32::try_from(buffer.len()).unwrap_or(i32::MAX);
        let length = fill(buffer.as_mut_ptr(), capacity, status);
        let length = usize::try_from(length).unwrap_or(0);
        if *status == status::BUFFER_OVERFLOW && length > buffer.len() {
            *status = status::ZERO;
            buffer = vec![T::default(); length.saturating_add(1)];
            continue;
        }
        if failed(*status) {
            return Vec::new();
        }
        // Not terminated is what texts of ours never have to be.
        if *status == -124 {
            *status = status::ZERO;
        }
        buffer.truncate(length);
        return buffer;
    }
    Vec::new()
}

/// The same for text in ICU's invariant characters.
fn filled_text(status: &mut i32, mut fill: impl FnMut(*mut c_char, i32, *mut i32) -> i32) -> String {
    let bytes = filled::<u8>(status, |out, cap, status| fill(out.cast(), cap, status));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Text that ICU keeps.
fn kept(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: ICU's names end in NUL, and live until something is changed; this is before.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// UTF-16 that ICU keeps.
fn kept16(pointer: *const u16, length: i32) -> Option<Vec<u16>> {
    let length = usize::try_from(length).ok()?;
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the caller passes on what ICU has just answered: a pointer to so many units.
    Some(unsafe { std::slice::from_raw_parts(pointer, length) }.to_vec())
}

/// Lets the shim give one text.
fn given(work: impl FnOnce(raw::Sink, *mut c_void)) -> Option<Vec<u16>> {
    given_all(work).pop()
}

/// Lets the shim give many texts.
fn given_all(work: impl FnOnce(raw::Sink, *mut c_void)) -> Vec<Vec<u16>> {
    extern "C" fn put(to: *mut c_void, text: *const u16, length: i32) {
        // SAFETY: `to` is the list below, which nobody else touches while the shim works.
        let list = unsafe { &mut *to.cast::<Vec<Vec<u16>>>() };
        list.push(kept16(text, length).unwrap_or_default());
    }
    let mut list: Vec<Vec<u16>> = Vec::new();
    work(put, (&raw mut list).cast());
    list
}

/// Sets a failure for names that are no locale's at all: parts of ICU take for granted that they never see one.
fn usable(locale: &CStr, status: &mut i32) -> bool {
    if !failed(*status) && call!(lx_locale_is_bogus(locale.as_ptr())) != 0 {
        *status = status::ILLEGAL_ARGUMENT;
    }
    !failed(*status)
}

/// Where a pattern or rules are wrong.
#[derive(Clone, Default)]
pub struct ParseError {
    pub line: i32,
    pub offset: i32,
    /// Up to fifteen units.
    pub before: Vec<u16>,
    pub after: Vec<u16>,
}

impl ParseError {
    fn raw() -> raw::UParseError {
        raw::UParseError { line: 0, offset: 0, before: [0; 16], after: [0; 16] }
    }

    fn of(raw: &raw::UParseError) -> ParseError {
        let cut = |text: &[u16; 16]| text.iter().copied().take_while(|unit| *unit != 0).collect();
        ParseError { line: raw.line, offset: raw.offset, before: cut(&raw.before), after: cut(&raw.after) }
    }
}

/// The strings of an enumeration; frees it.
fn enumerated(enumeration: raw::Ptr, status: &mut i32) -> Vec<String> {
    let mut all = Vec::new();
    if enumeration.is_null() {
        return all;
    }
    while !failed(*status) {
        let mut length = 0;
        match kept(call!(uenum_next(enumeration, &raw mut length, status))) {
            Some(text) => all.push(text),
            None => break,
        }
    }
    call!(uenum_close(enumeration));
    all
}

/// The same for one of UTF-16 texts.
fn enumerated_units(enumeration: raw::Ptr, status: &mut i32) -> Vec<Vec<u16>> {
    let mut all = Vec::new();
    if enumeration.is_null() {
        return all;
    }
    while !failed(*status) {
        let mut length = 0;
        let text = call!(uenum_unext(enumeration, &raw mut length, status));
        match kept16(text, length) {
            Some(text) => all.push(text),
            None => break,
        }
    }
    call!(uenum_close(enumeration));
    all
}

/// What ICU calls a status.
pub fn error_name(status: i32) -> String {
    kept(call!(u_errorName(status))).unwrap_or_default()
}
