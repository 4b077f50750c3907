//! Formats and parses numbers and amounts of money as a locale writes them, by ICU.

use std::ffi::CStr;
use std::ptr::null_mut;

use crate::{ParseError, call, filled, handle, kept, text};

handle! {
    /// A format of numbers.
    NumberFormat, unum_close
}

/// Styles that are patterns or sets of rules.
const PATTERN_DECIMAL: i32 = 0;
const PATTERN_RULEBASED: i32 = 9;

impl NumberFormat {
    /// Styles are ICU's; a pattern is looked at where the style asks for one.
    pub fn open(style: i32, pattern: Option<&[u16]>, locale: &CStr, error: &mut ParseError, status: &mut i32) -> Option<NumberFormat> {
        if !crate::usable(locale, status) {
            return None;
        }
        let pattern = if matches!(style, PATTERN_DECIMAL | PATTERN_RULEBASED) { Some(pattern.unwrap_or(&[])) } else { pattern };
        let (pattern, length) = pattern.map_or((std::ptr::null(), 0), text);
        let mut place = ParseError::raw();
        let format = call!(unum_open(style, pattern, length, locale.as_ptr(), &raw mut place, status));
        *error = ParseError::of(&place);
        NumberFormat::own(format)
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<NumberFormat> {
        NumberFormat::own(call!(unum_clone(self.ptr(), status)))
    }

    pub fn format_int(&self, n: i64, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(unum_formatInt64(self.ptr(), n, out, cap, null_mut(), status)))
    }

    pub fn format_float(&self, n: f64, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(unum_formatDouble(self.ptr(), n, out, cap, null_mut(), status)))
    }

    pub fn format_currency(&self, n: f64, currency: &[u16], status: &mut i32) -> Vec<u16> {
        let mut unit = [currency, &[0]].concat();
        filled(status, |out, cap, status| call!(unum_formatDoubleCurrency(self.ptr(), n, unit.as_mut_ptr(), out, cap, null_mut(), status)))
    }

    /// Can it parse? ICU ends the process where it cannot.
    fn parses(&self, status: &mut i32) -> bool {
        let able = call!(lx_num_parses(self.ptr())) != 0;
        if !able {
            *status = crate::status::UNSUPPORTED;
        }
        able
    }

    /// `at`: where to begin, then where it ended.
    pub fn parse_int32(&self, string: &[u16], at: &mut i32, status: &mut i32) -> i32 {
        if !self.parses(status) {
            return 0;
        }
        let (string, length) = text(string);
        call!(unum_parse(self.ptr(), string, length, at, status))
    }

    pub fn parse_int64(&self, string: &[u16], at: &mut i32, status: &mut i32) -> i64 {
        if !self.parses(status) {
            return 0;
        }
        let (string, length) = text(string);
        call!(unum_parseInt64(self.ptr(), string, length, at, status))
    }

    pub fn parse_float(&self, string: &[u16], at: &mut i32, status: &mut i32) -> f64 {
        if !self.parses(status) {
            return 0.0;
        }
        let (string, length) = text(string);
        call!(unum_parseDouble(self.ptr(), string, length, at, status))
    }

    /// The number and its currency.
    pub fn parse_currency(&self, string: &[u16], at: &mut i32, status: &mut i32) -> (f64, Vec<u16>) {
        if !self.parses(status) {
            return (0.0, Vec::new());
        }
        let (string, length) = text(string);
        let mut unit = [0u16; 4];
        let number = call!(lx_num_parse_currency(self.ptr(), string, length, at, unit.as_mut_ptr(), status));
        (number, unit.iter().copied().take_while(|c| *c != 0).collect())
    }

    pub fn attribute(&self, attribute: i32) -> i32 {
        call!(unum_getAttribute(self.ptr(), attribute))
    }

    pub fn set_attribute(&mut self, attribute: i32, value: i32) {
        call!(unum_setAttribute(self.ptr(), attribute, value));
    }

    pub fn float_attribute(&self, attribute: i32) -> f64 {
        call!(unum_getDoubleAttribute(self.ptr(), attribute))
    }

    pub fn set_float_attribute(&mut self, attribute: i32, value: f64) {
        call!(unum_setDoubleAttribute(self.ptr(), attribute, value));
    }

    pub fn text_attribute(&self, attribute: i32, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(unum_getTextAttribute(self.ptr(), attribute, out, cap, status)))
    }

    pub fn set_text_attribute(&mut self, attribute: i32, value: &[u16], status: &mut i32) {
        let (value, length) = text(value);
        call!(unum_setTextAttribute(self.ptr(), attribute, value, length, status));
    }

    pub fn symbol(&self, symbol: i32, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(unum_getSymbol(self.ptr(), symbol, out, cap, status)))
    }

    pub fn set_symbol(&mut self, symbol: i32, value: &[u16], status: &mut i32) {
        let (value, length) = text(value);
        call!(unum_setSymbol(self.ptr(), symbol, value, length, status));
    }

    pub fn pattern(&self, status: &mut i32) -> Vec<u16> {
        filled(status, |out, cap, status| call!(unum_toPattern(self.ptr(), 0, out, cap, status)))
    }

    pub fn set_pattern(&mut self, pattern: &[u16], error: &mut ParseError, status: &mut i32) {
        let (pattern, length) = text(pattern);
        let mut place = ParseError::raw();
        call!(unum_applyPattern(self.ptr(), 0, pattern, length, &raw mut place, status));
        *error = ParseError::of(&place);
    }

    pub fn locale(&self, kind: i32, status: &mut i32) -> Option<String> {
        kept(call!(unum_getLocaleByType(self.ptr(), kind, status)))
    }
}
