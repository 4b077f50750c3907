//! `strftime()` in the C locale, with the conversions and flags of the C library of Linux.

use std::io::Write;

use crate::calendar::{self, DAY_NAMES, HOUR, MONTH_NAMES};
use crate::time::Time;

use super::{Abbreviation, Place, twelve};

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

pub(crate) fn strftime(time: &Time, format: &[u8]) -> Vec<u8> {
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
        if !convert(&mut out, time, conversion, flags) {
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

fn text(out: &mut Vec<u8>, text: &str, flags: Flags) {
    for _ in text.len()..flags.width {
        out.push(flags.pad.unwrap_or(b' '));
    }
    if flags.upper || flags.swap_case {
        out.extend(text.bytes().map(|b| b.to_ascii_uppercase()));
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

/// A conversion made of others.
fn composed(out: &mut Vec<u8>, time: &Time, format: &[u8], flags: Flags) {
    let made = strftime(time, format);
    text(out, &String::from_utf8_lossy(&made), flags);
}

/// Weeks of the year that begin on a day of the week; days before the first one are in week 0.
fn week(time: &Time, first: i64) -> i64 {
    let day = calendar::day_of_year(time.year, time.month, time.day);
    let weekday = (calendar::weekday(time.year, time.month, time.day) - first).rem_euclid(7);
    (day + 7 - weekday) / 7
}

/// `false`: there is no such conversion.
fn convert(out: &mut Vec<u8>, time: &Time, conversion: u8, flags: Flags) -> bool {
    let weekday = calendar::weekday(time.year, time.month, time.day);
    let day_name = DAY_NAMES[weekday as usize];
    let month_name = MONTH_NAMES[(time.month - 1).clamp(0, 11) as usize];
    let (iso_year, iso_week) = calendar::iso_week(time.year, time.month, time.day);
    let meridian = if time.hour >= 12 { "PM" } else { "AM" };
    match conversion {
        b'a' => text(out, &day_name[..3], flags),
        b'A' => text(out, day_name, flags),
        b'b' | b'h' => text(out, &month_name[..3], flags),
        b'B' => text(out, month_name, flags),
        b'c' => composed(out, time, b"%a %b %e %H:%M:%S %Y", flags),
        b'C' => number(out, time.year.div_euclid(100), 2, b'0', flags),
        b'd' => number(out, time.day, 2, b'0', flags),
        b'D' | b'x' => composed(out, time, b"%m/%d/%y", flags),
        b'e' => number(out, time.day, 2, b' ', flags),
        b'F' => composed(out, time, b"%Y-%m-%d", flags),
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
        b'p' => text(out, meridian, flags),
        b'P' => text(out, &meridian.to_ascii_lowercase(), flags),
        b'r' => composed(out, time, b"%I:%M:%S %p", flags),
        b'R' => composed(out, time, b"%H:%M", flags),
        // The C library takes the fields for the time of the process, which is UTC.
        b's' => number(out, time.moment.wrapping_add(Place::of(time).offset), 1, b'0', flags),
        b'S' => number(out, time.second, 2, b'0', flags),
        b't' => out.push(b'\t'),
        b'T' | b'X' => composed(out, time, b"%H:%M:%S", flags),
        b'u' => number(out, if weekday == 0 { 7 } else { weekday }, 1, b'0', flags),
        b'U' => number(out, week(time, 0), 2, b'0', flags),
        b'V' => number(out, iso_week, 2, b'0', flags),
        b'w' => number(out, weekday, 1, b'0', flags),
        b'W' => number(out, week(time, 1), 2, b'0', flags),
        b'y' => number(out, time.year.rem_euclid(100), 2, b'0', flags),
        b'Y' => number(out, time.year, 1, b'0', flags),
        b'z' => {
            let offset = Place::of(time).offset;
            out.push(if offset < 0 { b'-' } else { b'+' });
            number(out, (offset / HOUR * 100 + offset % HOUR / 60).abs(), 4, b'0', flags);
        }
        b'Z' => {
            let name = match &Place::of(time).abbreviation {
                Abbreviation::Known(name) => name.to_string(),
                Abbreviation::Shared(name) => (*name).to_string(),
                Abbreviation::Offset => String::new(),
            };
            let name = if flags.swap_case { name.to_ascii_lowercase() } else { name };
            text(out, &name, Flags { swap_case: false, ..flags });
        }
        b'%' => out.push(b'%'),
        _ => return false,
    }
    true
}
