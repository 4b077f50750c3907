//! Formats and parses dates as a locale writes them, by ICU, and finds patterns for skeletons.

use std::ffi::CStr;
use std::mem::ManuallyDrop;
use std::ptr::{null, null_mut};

use crate::{Calendar, TimeZone, call, filled, handle, kept, text};

handle! {
    /// A format of dates and times.
    DateFormat, udat_close
}

impl DateFormat {
    pub fn open(
        date: i32,
        time: i32,
        locale: &CStr,
        zone: Option<&[u16]>,
        pattern: Option<&[u16]>,
        status: &mut i32,
    ) -> Option<DateFormat> {
        if !crate::usable(locale, status) {
            return None;
        }
        let (zone, zone_len) = zone.map_or((null(), 0), text);
        let (pattern, length) = pattern.map_or((null(), 0), text);
        DateFormat::own(call!(udat_open(time, date, locale.as_ptr(), zone, zone_len, pattern, length, status)))
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<DateFormat> {
        DateFormat::own(call!(udat_clone(self.ptr(), status)))
    }

    pub fn format(&self, millis: f64, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(udat_format(self.ptr(), millis, out, cap, null_mut(), status)))
    }

    /// `at`: where to begin (`None`: the whole text), then where it ended.
    pub fn parse(&self, string: &[u16], at: Option<&mut i32>, status: &mut i32) -> f64 {
        let (string, length) = text(string);
        call!(udat_parse(self.ptr(), string, length, at.map_or(null_mut(), std::ptr::from_mut), status))
    }

    /// Fills the format's own calendar.
    pub fn parse_to_calendar(&mut self, string: &[u16], at: Option<&mut i32>, status: &mut i32) {
        let (string, length) = text(string);
        let at = at.map_or(null_mut(), std::ptr::from_mut);
        let own = call!(udat_getCalendar(self.ptr())).cast_mut();
        call!(udat_parseCalendar(self.ptr(), own, string, length, at, status));
    }

    /// Looks at the format's own calendar.
    pub fn with_calendar<R>(&self, look: impl FnOnce(&Calendar) -> R) -> Option<R> {
        // The format goes on owning what it shows.
        let own = ManuallyDrop::new(Calendar::own(call!(udat_getCalendar(self.ptr())).cast_mut())?);
        Some(look(&own))
    }

    pub fn is_lenient(&self) -> bool {
        call!(udat_isLenient(self.ptr())) != 0
    }

    pub fn set_lenient(&mut self, lenient: bool) {
        call!(udat_setLenient(self.ptr(), i8::from(lenient)));
    }

    /// A copy of its calendar.
    pub fn calendar(&self, status: &mut i32) -> Option<Calendar> {
        self.with_calendar(|calendar| calendar.try_clone(status))?
    }

    /// Takes a copy.
    pub fn set_calendar(&mut self, calendar: &Calendar) {
        call!(lx_date_adopt_calendar(self.ptr(), calendar.ptr()));
    }

    pub fn zone(&self) -> TimeZone {
        self.with_calendar(Calendar::zone).unwrap_or_else(TimeZone::unknown)
    }

    pub fn set_zone(&mut self, zone: &TimeZone) {
        call!(lx_date_set_zone(self.ptr(), zone.ptr()));
    }

    pub fn pattern(&self, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(udat_toPattern(self.ptr(), 0, out, cap, status)))
    }

    pub fn set_pattern(&mut self, pattern: &[u16], localized: bool) {
        let (pattern, length) = text(pattern);
        call!(udat_applyPattern(self.ptr(), i8::from(localized), pattern, length));
    }

    pub fn locale(&self, kind: i32, status: &mut i32) -> Option<String> {
        kept(call!(udat_getLocaleByType(self.ptr(), kind, status)))
    }
}

handle! {
    /// Makes patterns of dates from what shall be in them.
    PatternGenerator, udatpg_close
}

impl PatternGenerator {
    pub fn open(locale: &CStr, status: &mut i32) -> Option<PatternGenerator> {
        if !crate::usable(locale, status) {
            return None;
        }
        PatternGenerator::own(call!(udatpg_open(locale.as_ptr(), status)))
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<PatternGenerator> {
        PatternGenerator::own(call!(udatpg_clone(self.ptr(), status)))
    }

    /// What a pattern or skeleton has in it, in ICU's order.
    pub fn skeleton(&self, pattern: &[u16], status: &mut i32) -> Vec<u16> {
        let (pattern, length) = text(pattern);
        filled(status, |out, cap, status| call!(udatpg_getSkeleton(self.ptr(), pattern, length, out, cap, status)))
    }

    pub fn best_pattern(&mut self, skeleton: &[u16], status: &mut i32) -> Vec<u16> {
        let (skeleton, length) = text(skeleton);
        filled(status, |out, cap, status| call!(udatpg_getBestPattern(self.ptr(), skeleton, length, out, cap, status)))
    }
}
