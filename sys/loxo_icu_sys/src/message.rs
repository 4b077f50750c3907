//! Messages with places for arguments.

use std::ffi::{CStr, c_void};

use crate::{ParseError, TimeZone, call, given, handle, kept, kept16, text};

handle! {
    /// A message's pattern.
    MessageFormat, lx_msg_free
}

handle! {
    /// Arguments by name.
    Arguments, lx_args_free
}

/// What an argument takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Date,
    Float,
    Int32,
    Text,
    Int64,
    Other,
}

impl Kind {
    fn of(number: i32) -> Kind {
        match number {
            0 => Kind::Date,
            1 => Kind::Float,
            2 => Kind::Int32,
            3 => Kind::Text,
            5 => Kind::Int64,
            _ => Kind::Other,
        }
    }
}

/// What was found in a text.
#[derive(Clone, PartialEq, Debug)]
pub enum Parsed {
    /// Milliseconds since 1970.
    Date(f64),
    Float(f64),
    Int(i64),
    Text(Vec<u16>),
}

impl MessageFormat {
    pub fn open(pattern: &[u16], locale: &CStr, error: &mut ParseError, status: &mut i32) -> Option<MessageFormat> {
        if !crate::usable(locale, status) {
            return None;
        }
        let (pattern, length) = text(pattern);
        let mut place = ParseError::raw();
        let format = call!(lx_msg_create(pattern, length, locale.as_ptr(), &raw mut place, status));
        *error = ParseError::of(&place);
        MessageFormat::own(format)
    }

    pub fn try_clone(&self) -> Option<MessageFormat> {
        MessageFormat::own(call!(lx_msg_clone(self.ptr())))
    }

    /// A pattern that is wrong changes nothing: ICU would leave a format that must not be used any more.
    pub fn set_pattern(&mut self, pattern: &[u16], error: &mut ParseError, status: &mut i32) {
        let Some(mut changed) = self.try_clone() else {
            *status = crate::status::MEMORY_ALLOCATION;
            return;
        };
        let (pattern, length) = text(pattern);
        let mut place = ParseError::raw();
        call!(lx_msg_apply(changed.ptr(), pattern, length, &raw mut place, status));
        *error = ParseError::of(&place);
        if !crate::failed(*status) {
            std::mem::swap(self, &mut changed);
        }
    }

    pub fn locale(&self) -> String {
        kept(call!(lx_msg_locale(self.ptr()))).unwrap_or_default()
    }

    /// For the dates that stand directly in it.
    pub fn set_zone(&mut self, zone: &TimeZone) {
        call!(lx_msg_set_zone(self.ptr(), zone.ptr()));
    }

    /// The arguments, numbers as digits; one that is there twice may have two kinds.
    pub fn kinds(&mut self, status: &mut i32) -> Vec<(Vec<u16>, Kind)> {
        extern "C" fn put(to: *mut c_void, name: *const u16, length: i32, kind: i32) {
            // SAFETY: `to` is the list below, which nobody else touches while the shim works.
            let list = unsafe { &mut *to.cast::<Vec<(Vec<u16>, Kind)>>() };
            list.push((kept16(name, length).unwrap_or_default(), Kind::of(kind)));
        }
        let mut list: Vec<(Vec<u16>, Kind)> = Vec::new();
        call!(lx_msg_kinds(self.ptr(), put, (&raw mut list).cast(), status));
        list
    }

    pub fn format(&self, arguments: &Arguments, status: &mut i32) -> Vec<u16> {
        given(|put, to| call!(lx_msg_format(self.ptr(), arguments.ptr(), put, to, status))).unwrap_or_default()
    }

    pub fn parse(&self, string: &[u16], status: &mut i32) -> Vec<Parsed> {
        extern "C" fn put(to: *mut c_void, kind: i32, int: i64, float: f64, string: *const u16, length: i32) {
            // SAFETY: `to` is the list below, which nobody else touches while the shim works.
            let list = unsafe { &mut *to.cast::<Vec<Parsed>>() };
            list.push(match Kind::of(kind) {
                Kind::Date => Parsed::Date(float),
                Kind::Float => Parsed::Float(float),
                Kind::Int32 | Kind::Int64 => Parsed::Int(int),
                Kind::Text | Kind::Other => Parsed::Text(kept16(string, length).unwrap_or_default()),
            });
        }
        let (string, length) = text(string);
        let mut list: Vec<Parsed> = Vec::new();
        call!(lx_msg_parse(self.ptr(), string, length, put, (&raw mut list).cast(), status));
        list
    }
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments::own(call!(lx_args_new())).expect("there is memory for an empty list")
    }
}

impl Arguments {
    pub fn int(&mut self, name: &[u16], value: i64) {
        let (name, length) = text(name);
        call!(lx_args_int(self.ptr(), name, length, value));
    }

    pub fn float(&mut self, name: &[u16], value: f64) {
        let (name, length) = text(name);
        call!(lx_args_float(self.ptr(), name, length, value));
    }

    /// Milliseconds since 1970.
    pub fn date(&mut self, name: &[u16], value: f64) {
        let (name, length) = text(name);
        call!(lx_args_date(self.ptr(), name, length, value));
    }

    pub fn text(&mut self, name: &[u16], value: &[u16]) {
        let ((name, length), (value, value_length)) = (text(name), text(value));
        call!(lx_args_text(self.ptr(), name, length, value, value_length));
    }
}
