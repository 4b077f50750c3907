//! Calendars: moments as years, months and days.

use std::ffi::CStr;

use crate::{TimeZone, call, enumerated, given_all, handle, kept};

handle! {
    /// A calendar and the moment that it stands at.
    Calendar, ucal_close
}

/// The fields of calendars are numbers below this; functions of ICU do not check all of theirs. Version 73 brought one more.
pub const FIELDS: i32 = if major() >= 73 { 24 } else { 23 };
/// The same, for constants.
pub const FIELDS_INT: i64 = FIELDS as i64;

/// The major version.
const fn major() -> u32 {
    let (version, mut at, mut major) = (crate::VERSION.as_bytes(), 0, 0);
    while at < version.len() && version[at].is_ascii_digit() {
        major = major * 10 + (version[at] - b'0') as u32;
        at += 1;
    }
    major
}

impl Calendar {
    pub fn open(zone: &TimeZone, locale: &CStr, status: &mut i32) -> Option<Calendar> {
        if !crate::usable(locale, status) {
            return None;
        }
        Calendar::own(call!(lx_cal_create(zone.ptr(), locale.as_ptr(), status)))
    }

    /// A Gregorian one: at the present, or at three, five or six fields from the year on.
    pub fn gregorian(zone: &TimeZone, locale: &CStr, fields: &[i32], status: &mut i32) -> Option<Calendar> {
        if !crate::usable(locale, status) {
            return None;
        }
        let count = i32::try_from(fields.len()).unwrap_or(0);
        Calendar::own(call!(lx_gregorian_create(zone.ptr(), locale.as_ptr(), fields.as_ptr(), count, status)))
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<Calendar> {
        Calendar::own(call!(ucal_clone(self.ptr(), status)))
    }

    pub fn is_gregorian(&self) -> bool {
        call!(lx_cal_is_gregorian(self.ptr())) != 0
    }

    /// Milliseconds since 1970.
    pub fn now() -> f64 {
        call!(ucal_getNow())
    }

    pub fn time(&self, status: &mut i32) -> f64 {
        call!(ucal_getMillis(self.ptr(), status))
    }

    pub fn set_time(&mut self, millis: f64, status: &mut i32) {
        call!(ucal_setMillis(self.ptr(), millis, status));
    }

    pub fn zone(&self) -> TimeZone {
        TimeZone::own(call!(lx_cal_zone(self.ptr()))).unwrap_or_else(TimeZone::unknown)
    }

    pub fn set_zone(&mut self, zone: &TimeZone) {
        call!(lx_cal_set_zone(self.ptr(), zone.ptr()));
    }

    pub fn set(&mut self, field: i32, value: i32) {
        if (0..FIELDS).contains(&field) {
            call!(ucal_set(self.ptr(), field, value));
        }
    }

    /// Three, five or six fields from the year on.
    pub fn set_fields(&mut self, fields: &[i32]) {
        let count = i32::try_from(fields.len()).unwrap_or(0);
        call!(lx_cal_set_fields(self.ptr(), fields.as_ptr(), count));
    }

    pub fn add(&mut self, field: i32, amount: i32, status: &mut i32) {
        if (0..FIELDS).contains(&field) {
            call!(ucal_add(self.ptr(), field, amount, status));
        }
    }

    pub fn roll(&mut self, field: i32, amount: i32, status: &mut i32) {
        if (0..FIELDS).contains(&field) {
            call!(ucal_roll(self.ptr(), field, amount, status));
        }
    }

    pub fn get(&self, field: i32, status: &mut i32) -> i32 {
        if (0..FIELDS).contains(&field) { call!(ucal_get(self.ptr(), field, status)) } else { 0 }
    }

    pub fn is_set(&self, field: i32) -> bool {
        (0..FIELDS).contains(&field) && call!(ucal_isSet(self.ptr(), field)) != 0
    }

    /// Clears one field, or all.
    pub fn clear(&mut self, field: Option<i32>) {
        match field {
            Some(field) if (0..FIELDS).contains(&field) => call!(ucal_clearField(self.ptr(), field)),
            Some(_) => {}
            None => call!(ucal_clear(self.ptr())),
        }
    }

    /// Kinds: minimum, maximum, greatest minimum, least maximum, actual minimum, actual maximum.
    pub fn limit(&self, field: i32, kind: i32, status: &mut i32) -> i32 {
        if (0..FIELDS).contains(&field) { call!(ucal_getLimit(self.ptr(), field, kind, status)) } else { 0 }
    }

    /// Attributes: lenient, first day of week, minimal days in first week, repeated and skipped wall time.
    pub fn attribute(&self, attribute: i32) -> i32 {
        call!(ucal_getAttribute(self.ptr(), attribute))
    }

    pub fn set_attribute(&mut self, attribute: i32, value: i32) {
        call!(ucal_setAttribute(self.ptr(), attribute, value));
    }

    pub fn locale(&self, kind: i32, status: &mut i32) -> Option<String> {
        kept(call!(ucal_getLocaleByType(self.ptr(), kind, status)))
    }

    pub fn kind(&self, status: &mut i32) -> Option<String> {
        kept(call!(ucal_getType(self.ptr(), status)))
    }

    pub fn day_of_week_type(&self, day: i32, status: &mut i32) -> i32 {
        call!(ucal_getDayOfWeekType(self.ptr(), day, status))
    }

    pub fn weekend_transition(&self, day: i32, status: &mut i32) -> i32 {
        call!(ucal_getWeekendTransition(self.ptr(), day, status))
    }

    pub fn is_weekend(&self, date: f64, status: &mut i32) -> bool {
        call!(ucal_isWeekend(self.ptr(), date, status)) != 0
    }

    pub fn in_daylight_time(&self, status: &mut i32) -> bool {
        call!(ucal_inDaylightTime(self.ptr(), status)) != 0
    }

    pub fn is_equivalent_to(&self, other: &Calendar) -> bool {
        call!(ucal_equivalentTo(self.ptr(), other.ptr())) != 0
    }

    pub fn field_difference(&mut self, target: f64, field: i32, status: &mut i32) -> i32 {
        if (0..FIELDS).contains(&field) { call!(ucal_getFieldDifference(self.ptr(), target, field, status)) } else { 0 }
    }

    pub fn is_leap_year(&self, year: i32) -> bool {
        call!(lx_cal_is_leap_year(self.ptr(), year)) != 0
    }

    pub fn gregorian_change(&self) -> f64 {
        call!(lx_cal_change(self.ptr()))
    }

    pub fn set_gregorian_change(&mut self, date: f64, status: &mut i32) {
        call!(lx_cal_set_change(self.ptr(), date, status));
    }

    pub fn keyword_values(key: &CStr, locale: &CStr, common: bool, status: &mut i32) -> Vec<String> {
        let all = call!(ucal_getKeywordValuesForLocale(key.as_ptr(), locale.as_ptr(), i8::from(common), status));
        enumerated(all, status)
    }

    pub fn locales() -> Vec<Vec<u16>> {
        given_all(|put, to| call!(lx_cal_locales(put, to)))
    }
}
