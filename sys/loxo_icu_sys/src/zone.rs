//! ICU's time zones: by name or offset, their rules and display names, and lists of them.

use std::ffi::CStr;

use crate::{call, filled_text, given, given_all, handle, text};

handle! {
    /// A time zone.
    TimeZone, lx_zone_free
}

/// Which zones to list, beside their kind.
#[derive(Clone, Copy)]
pub enum Filter<'a> {
    All,
    RawOffset(i32),
    Region(&'a CStr),
}

impl Clone for TimeZone {
    fn clone(&self) -> TimeZone {
        // Clones of live objects are never null but when memory is out, and then a zone of any kind is no help either.
        TimeZone::own(call!(lx_zone_clone(self.ptr()))).unwrap_or_else(TimeZone::unknown)
    }
}

impl PartialEq for TimeZone {
    fn eq(&self, other: &TimeZone) -> bool {
        call!(lx_zone_equal(self.ptr(), other.ptr())) != 0
    }
}

impl TimeZone {
    fn certain(pointer: crate::raw::Ptr) -> TimeZone {
        TimeZone::own(pointer).expect("ICU has memory for a time zone")
    }

    /// The unknown zone if there is none of that name.
    pub fn named(id: &[u16]) -> TimeZone {
        let (id, length) = text(id);
        TimeZone::certain(call!(lx_zone_create(id, length)))
    }

    /// The system's.
    pub fn system() -> TimeZone {
        TimeZone::certain(call!(lx_zone_default()))
    }

    pub fn gmt() -> TimeZone {
        TimeZone::certain(call!(lx_zone_gmt()))
    }

    pub fn unknown() -> TimeZone {
        TimeZone::certain(call!(lx_zone_unknown()))
    }

    /// Of one offset from UTC, under a name.
    pub fn fixed(millis: i32, id: &[u16]) -> TimeZone {
        let (id, length) = text(id);
        TimeZone::certain(call!(lx_zone_offset(millis, id, length)))
    }

    pub fn id(&self) -> Vec<u16> {
        given(|put, to| call!(lx_zone_id(self.ptr(), put, to))).unwrap_or_default()
    }

    pub fn is_unknown(&self) -> bool {
        call!(lx_zone_is_unknown(self.ptr())) != 0
    }

    pub fn has_same_rules(&self, other: &TimeZone) -> bool {
        call!(lx_zone_same_rules(self.ptr(), other.ptr())) != 0
    }

    /// Milliseconds.
    pub fn raw_offset(&self) -> i32 {
        call!(lx_zone_raw_offset(self.ptr()))
    }

    /// Milliseconds.
    pub fn dst_savings(&self) -> i32 {
        call!(lx_zone_dst_savings(self.ptr()))
    }

    pub fn uses_daylight_time(&self) -> bool {
        call!(lx_zone_uses_daylight(self.ptr())) != 0
    }

    /// The raw offset and what summer adds to it at a moment; `local`: the moment is on this zone's clocks.
    pub fn offset(&self, date: f64, local: bool, status: &mut i32) -> (i32, i32) {
        let (mut raw_offset, mut dst) = (0, 0);
        call!(lx_zone_get_offset(self.ptr(), date, i8::from(local), &raw mut raw_offset, &raw mut dst, status));
        (raw_offset, dst)
    }

    pub fn display_name(&self, daylight: bool, style: i32, locale: &CStr) -> Vec<u16> {
        let locale = if crate::usable(locale, &mut 0) { locale } else { c"" };
        given(|put, to| call!(lx_zone_name(self.ptr(), i8::from(daylight), style, locale.as_ptr(), put, to))).unwrap_or_default()
    }

    /// The canonical name, and whether it is one of the system's.
    pub fn canonical_id(id: &[u16], status: &mut i32) -> (Vec<u16>, bool) {
        let (id, length) = text(id);
        let mut system = 0;
        let canonical = given(|put, to| call!(lx_zone_canonical(id, length, &raw mut system, put, to, status)));
        (canonical.unwrap_or_default(), system != 0)
    }

    pub fn iana_id(id: &[u16], status: &mut i32) -> Vec<u16> {
        let (id, length) = text(id);
        given(|put, to| call!(lx_zone_iana(id, length, put, to, status))).unwrap_or_default()
    }

    pub fn region(id: &[u16], status: &mut i32) -> String {
        let (id, length) = text(id);
        filled_text(status, |out, cap, status| call!(lx_zone_region(id, length, out, cap, status)))
    }

    pub fn windows_id(id: &[u16], status: &mut i32) -> Vec<u16> {
        let (id, length) = text(id);
        given(|put, to| call!(lx_zone_windows(id, length, put, to, status))).unwrap_or_default()
    }

    pub fn from_windows_id(id: &[u16], region: Option<&CStr>, status: &mut i32) -> Vec<u16> {
        let (id, length) = text(id);
        let region = region.map_or(std::ptr::null(), CStr::as_ptr);
        given(|put, to| call!(lx_zone_from_windows(id, length, region, put, to, status))).unwrap_or_default()
    }

    pub fn count_equivalent_ids(id: &[u16]) -> i32 {
        let (id, length) = text(id);
        call!(lx_zone_count_equivalent(id, length))
    }

    pub fn equivalent_id(id: &[u16], at: i32) -> Vec<u16> {
        let (id, length) = text(id);
        given(|put, to| call!(lx_zone_equivalent(id, length, at, put, to))).unwrap_or_default()
    }

    /// The names of zones of a kind (any, canonical, canonical with a location).
    pub fn list(kind: i32, region: Option<&CStr>, offset: Option<i32>, status: &mut i32) -> Vec<Vec<u16>> {
        let region = region.map_or(std::ptr::null(), CStr::as_ptr);
        let offset = offset.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        given_all(|put, to| call!(lx_zones(kind, region, offset, put, to, status)))
    }

    pub fn list_all(filter: Filter<'_>, status: &mut i32) -> Vec<Vec<u16>> {
        let (mut offset, mut region) = (std::ptr::null(), std::ptr::null());
        match &filter {
            Filter::All => {}
            Filter::RawOffset(millis) => offset = std::ptr::from_ref(millis),
            Filter::Region(name) => region = name.as_ptr(),
        }
        given_all(|put, to| call!(lx_zones_all(offset, region, put, to, status)))
    }

    /// The version of the zones' data, such as `2024b`.
    pub fn data_version(status: &mut i32) -> Option<String> {
        crate::kept(call!(ucal_getTZDataVersion(status)))
    }
}
