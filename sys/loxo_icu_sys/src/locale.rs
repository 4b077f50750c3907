//! Takes the names of locales apart and asks ICU how their parts are called in a language.

use std::ffi::CStr;

use crate::{call, enumerated, filled, filled_text, kept};

/// The process's default.
pub fn default_locale() -> String {
    kept(call!(uloc_getDefault())).unwrap_or_default()
}

/// A part of a locale's name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Language,
    Script,
    Region,
    Variant,
}

/// The bytes as they were written, in the case that is usual for the part.
pub fn locale_part(locale: &CStr, part: Part, status: &mut i32) -> Vec<u8> {
    filled::<u8>(status, |out, cap, status| {
        let out = out.cast();
        match part {
            Part::Language => call!(uloc_getLanguage(locale.as_ptr(), out, cap, status)),
            Part::Script => call!(uloc_getScript(locale.as_ptr(), out, cap, status)),
            Part::Region => call!(uloc_getCountry(locale.as_ptr(), out, cap, status)),
            Part::Variant => call!(uloc_getVariant(locale.as_ptr(), out, cap, status)),
        }
    })
}

pub fn canonicalize_locale(locale: &CStr, status: &mut i32) -> String {
    filled_text(status, |out, cap, status| call!(uloc_canonicalize(locale.as_ptr(), out, cap, status)))
}

/// What a part (`None`: the whole) is called in another locale.
pub fn display_name(locale: &CStr, shown: &CStr, part: Option<Part>, status: &mut i32) -> Vec<u16> {
    let (locale, shown) = (locale.as_ptr(), shown.as_ptr());
    filled(status, |out, cap, status| match part {
        Some(Part::Language) => call!(uloc_getDisplayLanguage(locale, shown, out, cap, status)),
        Some(Part::Script) => call!(uloc_getDisplayScript(locale, shown, out, cap, status)),
        Some(Part::Region) => call!(uloc_getDisplayCountry(locale, shown, out, cap, status)),
        Some(Part::Variant) => call!(uloc_getDisplayVariant(locale, shown, out, cap, status)),
        None => call!(uloc_getDisplayName(locale, shown, out, cap, status)),
    })
}

/// The names of the keywords.
pub fn locale_keywords(locale: &CStr, status: &mut i32) -> Vec<String> {
    let all = call!(uloc_openKeywords(locale.as_ptr(), status));
    enumerated(all, status)
}

pub fn locale_keyword(locale: &CStr, keyword: &CStr, status: &mut i32) -> String {
    filled_text(status, |out, cap, status| call!(uloc_getKeywordValue(locale.as_ptr(), keyword.as_ptr(), out, cap, status)))
}

/// The best of ICU's locales for an HTTP header. `None` if none fits.
pub fn accept_language(header: &CStr, status: &mut i32) -> Option<String> {
    let available = call!(ures_openAvailableLocales(std::ptr::null(), status));
    if crate::failed(*status) {
        return None;
    }
    let mut result = 0;
    let found = filled_text(status, |out, cap, status| {
        call!(uloc_acceptLanguageFromHTTP(out, cap, &raw mut result, header.as_ptr(), available, status))
    });
    call!(uenum_close(available));
    (!crate::failed(*status) && result != 0 && !found.is_empty()).then_some(found)
}

/// The language in three letters; empty if there is none.
pub fn iso3_language(locale: &CStr) -> String {
    kept(call!(uloc_getISO3Language(locale.as_ptr()))).unwrap_or_default()
}
