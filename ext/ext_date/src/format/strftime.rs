//! `strftime()` with the conversions and flags of the C library of Linux.

use std::borrow::Cow;
use std::io::Write;

use loxo_runtime::locale::Locale;

use crate::calendar::{self, DAY_NAMES, HOUR, MONTH_NAMES};
use crate::time::Time;

use super::{Abbreviation, ZoneInfo, twelve};

/// A conversion's flags.
#[derive(Clone, Copy, Default)]
struct Flags {
    /// `_` and `0` fill with these, `-` with nothing.
    pad: Option<u8>,
    no_pad: bool,
    upper: bool,
    swap_case: bool,
    width: usize,
}

/// Names and forms as `nl_langinfo(3)` numbers them.
const SHORT_DAYS: i32 = 0x20000;
const DAYS: i32 = 0x20007;
const SHORT_MONTHS: i32 = 0x2000e;
const MONTHS: i32 = 0x2001a;
const MERIDIANS: i32 = 0x20026;
const DATE_AND_TIME: i32 = 0x20028;
const DATE: i32 = 0x20029;
const CLOCK: i32 = 0x2002a;
const CLOCK_OF_TWELVE: i32 = 0x2002b;

/// What is named by the locale; without one, by C.
fn fact<'a>(locale: Option<&Locale>, item: i32, of_c: &'a str) -> Cow<'a, [u8]> {
    match locale.map(|locale| locale.info(item)) {
        // A locale without the halves of the day has no form for them, but may be asked for it.
        Some(form) if item == CLOCK_OF_TWELVE && form.is_empty() => Cow::Borrowed(of_c.as_bytes()),
        Some(fact) => Cow::Owned(fact),
        None => Cow::Borrowed(of_c.as_bytes()),
    }
}

/// Without a locale, everything is as in C.
pub(crate) fn strftime(time: &Time, format: &[u8], locale: Option<&Locale>) -> Vec<u8> {
    let mut out = Vec::with_capacity(format.len() * 3);
    let format = format.split(|&b| b == 0).next().unwrap_or_default();
    let mut rest = format;
    while let Some((&letter, after)) = rest.split_first() {
        rest = after;
        if letter != b'%' {
            out.push(letter);
            continue;
        }
        let start = rest;
        let flags = flags(&mut rest);
        while let Some((b'E' | b'O', after)) = rest.split_first() {
            rest = after;
        }
        let Some((&conversion, after)) = rest.split_first() else {
            out.push(b'%');
            out.extend_from_slice(start);
            break;
        };
        rest = after;
        if !convert(&mut out, time, conversion, flags, locale) {
            out.push(b'%');
            out.extend_from_slice(&start[..start.len() - rest.len()]);
        }
    }
    out
}

fn flags(rest: &mut &[u8]) -> Flags {
    let mut flags = Flags::default();
    while let Some((&flag, after)) = rest.split_first() {
        match flag {
            b'_' => flags.pad = Some(b' '),
            b'0' => flags.pad = Some(b'0'),
            b'-' => flags.no_pad = true,
            b'^' => flags.upper = true,
            b'#' => flags.swap_case = true,
            _ => break,
        }
        *rest = after;
    }
    while let Some((digit @ b'0'..=b'9', after)) = rest.split_first() {
        flags.width = (flags.width * 10 + usize::from(digit - b'0')).min(1024);
        *rest = after;
    }
    flags
}

fn number(out: &mut Vec<u8>, value: i64, width: usize, pad: u8, flags: Flags) {
    let width = if flags.no_pad { 0 } else { width.max(flags.width) };
    let pad = flags.pad.unwrap_or(pad);
    let _ = if pad == b' ' { write!(out, "{value:width$}") } else { write!(out, "{value:0width$}") };
}

fn text(out: &mut Vec<u8>, text: &[u8], flags: Flags) {
    for _ in text.len()..flags.width {
        out.push(flags.pad.unwrap_or(b' '));
    }
    if flags.upper || flags.swap_case {
        out.extend(text.iter().map(u8::to_ascii_uppercase));
    } else {
        out.extend_from_slice(text);
    }
}

/// A conversion made of others.
fn composed(out: &mut Vec<u8>, time: &Time, format: &[u8], flags: Flags, locale: Option<&Locale>) {
    text(out, &strftime(time, format, locale), flags);
}

/// Weeks of the year that begin on a day of the week; days before the first one are in week 0.
fn week(time: &Time, first: i64) -> i64 {
    let day = calendar::day_of_year(time.year, time.month, time.day);
    let weekday = (calendar::weekday(time.year, time.month, time.day) - first).rem_euclid(7);
    (day + 7 - weekday) / 7
}

/// `false`: there is no such conversion.
fn convert(out: &mut Vec<u8>, time: &Time, conversion: u8, flags: Flags, locale: Option<&Locale>) -> bool {
    let weekday = calendar::weekday(time.year, time.month, time.day);
    let month = (time.month - 1).clamp(0, 11);
    let (day_name, month_name) = (DAY_NAMES[weekday as usize], MONTH_NAMES[month as usize]);
    let (iso_year, iso_week) = calendar::iso_week(time.year, time.month, time.day);
    let is_late = time.hour >= 12;
    let meridian = fact(locale, MERIDIANS + i32::from(is_late), if is_late { "PM" } else { "AM" });
    match conversion {
        b'a' => text(out, &fact(locale, SHORT_DAYS + weekday as i32, &day_name[..3]), flags),
        b'A' => text(out, &fact(locale, DAYS + weekday as i32, day_name), flags),
        b'b' | b'h' => text(out, &fact(locale, SHORT_MONTHS + month as i32, &month_name[..3]), flags),
        b'B' => text(out, &fact(locale, MONTHS + month as i32, month_name), flags),
        b'c' => composed(out, time, &fact(locale, DATE_AND_TIME, "%a %b %e %H:%M:%S %Y"), flags, locale),
        b'C' => number(out, time.year.div_euclid(100), 2, b'0', flags),
        b'd' => number(out, time.day, 2, b'0', flags),
        b'D' => composed(out, time, b"%m/%d/%y", flags, locale),
        b'x' => composed(out, time, &fact(locale, DATE, "%m/%d/%y"), flags, locale),
        b'e' => number(out, time.day, 2, b' ', flags),
        b'F' => composed(out, time, b"%Y-%m-%d", flags, locale),
        b'g' => number(out, iso_year.rem_euclid(100), 2, b'0', flags),
        b'G' => number(out, iso_year, 1, b'0', flags),
        b'H' => number(out, time.hour, 2, b'0', flags),
        b'I' => number(out, twelve(time.hour), 2, b'0', flags),
        b'j' => number(out, calendar::day_of_year(time.year, time.month, time.day) + 1, 3, b'0', flags),
        b'k' => number(out, time.hour, 2, b' ', flags),
        b'l' => number(out, twelve(time.hour), 2, b' ', flags),
        b'm' => number(out, time.month, 2, b'0', flags),
        b'M' => number(out, time.minute, 2, b'0', flags),
        b'n' => out.push(b'\n'),
        b'p' if flags.swap_case => text(out, &meridian.to_ascii_lowercase(), Flags { swap_case: false, ..flags }),
        b'p' => text(out, &meridian, flags),
        b'P' => text(out, &meridian.to_ascii_lowercase(), flags),
        b'r' => composed(out, time, &fact(locale, CLOCK_OF_TWELVE, "%I:%M:%S %p"), flags, locale),
        b'R' => composed(out, time, b"%H:%M", flags, locale),
        // The C library takes the fields for the time of the process, which is UTC.
        b's' => number(out, time.moment.wrapping_add(ZoneInfo::of(time).offset), 1, b'0', flags),
        b'S' => number(out, time.second, 2, b'0', flags),
        b't' => out.push(b'\t'),
        b'T' => composed(out, time, b"%H:%M:%S", flags, locale),
        b'X' => composed(out, time, &fact(locale, CLOCK, "%H:%M:%S"), flags, locale),
        b'u' => number(out, if weekday == 0 { 7 } else { weekday }, 1, b'0', flags),
        b'U' => number(out, week(time, 0), 2, b'0', flags),
        b'V' => number(out, iso_week, 2, b'0', flags),
        b'w' => number(out, weekday, 1, b'0', flags),
        b'W' => number(out, week(time, 1), 2, b'0', flags),
        b'y' => number(out, time.year.rem_euclid(100), 2, b'0', flags),
        b'Y' => number(out, time.year, 1, b'0', flags),
        b'z' => {
            let offset = ZoneInfo::of(time).offset;
            out.push(if offset < 0 { b'-' } else { b'+' });
            number(out, (offset / HOUR * 100 + offset % HOUR / 60).abs(), 4, b'0', flags);
        }
        b'Z' => {
            let name = match &ZoneInfo::of(time).abbreviation {
                Abbreviation::Known(name) => name.to_string(),
                Abbreviation::Shared(name) => (*name).to_string(),
                Abbreviation::Offset => String::new(),
            };
            let name = if flags.swap_case { name.to_ascii_lowercase() } else { name };
            text(out, name.as_bytes(), Flags { swap_case: false, ..flags });
        }
        b'%' => out.push(b'%'),
        _ => return false,
    }
    true
}
