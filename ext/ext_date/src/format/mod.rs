//! Dates as text: `date()` and `format()`, `idate()`, `strftime()`.

pub(crate) mod strftime;

use std::io::Write;

use crate::calendar::{self, DAY_NAMES, MONTH_NAMES};
use crate::time::{Time, ZoneRef, offset_name};

/// What formats ask of the zone.
pub(super) struct ZoneInfo {
    offset: i64,
    is_dst: bool,
    abbreviation: Abbreviation,
}

enum Abbreviation {
    /// `CEST`, as a text said.
    Known(Box<str>),
    /// Of a zone of the database.
    Shared(&'static str),
    /// `GMT+0200`
    Offset,
}

impl ZoneInfo {
    fn of(time: &Time) -> ZoneInfo {
        match &time.zone {
            None => ZoneInfo { offset: 0, is_dst: false, abbreviation: Abbreviation::Shared("GMT") },
            Some(ZoneRef::Offset(seconds)) => ZoneInfo { offset: i64::from(*seconds), is_dst: false, abbreviation: Abbreviation::Offset },
            Some(zone @ ZoneRef::Abbreviation { is_dst, name, .. }) => {
                ZoneInfo { offset: zone.offset_at(0), is_dst: *is_dst, abbreviation: Abbreviation::Known(name.clone()) }
            }
            Some(ZoneRef::Id(zone)) => {
                let kind = zone.at(time.moment).kind;
                ZoneInfo { offset: i64::from(kind.offset), is_dst: kind.is_dst, abbreviation: Abbreviation::Shared(&kind.abbreviation) }
            }
        }
    }

    fn is_utc(&self) -> bool {
        match &self.abbreviation {
            Abbreviation::Known(name) => matches!(name.as_ref(), "UTC" | "Z"),
            Abbreviation::Shared(name) => matches!(*name, "UTC" | "Z"),
            // Seconds do not count.
            Abbreviation::Offset => (0..60).contains(&self.offset),
        }
    }
}

/// Two digits.
#[inline]
fn two(out: &mut Vec<u8>, number: i64) {
    match number {
        0..100 => out.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
        _ => {
            let _ = write!(out, "{number:02}");
        }
    }
}

fn plain(out: &mut Vec<u8>, number: i64) {
    let _ = write!(out, "{number}");
}

/// A sign where one is wanted, and at least four digits.
fn year(out: &mut Vec<u8>, year: i64, plus: bool) {
    if year < 0 {
        out.push(b'-');
    } else if plus {
        out.push(b'+');
    }
    let _ = write!(out, "{:04}", year.unsigned_abs());
}

/// `+0200`, `+02:00`
fn offset(out: &mut Vec<u8>, place: &ZoneInfo, colon: bool) {
    out.push(if place.offset < 0 { b'-' } else { b'+' });
    two(out, (place.offset / 3600).abs());
    if colon {
        out.push(b':');
    }
    two(out, (place.offset % 3600 / 60).abs());
}

fn twelve(hour: i64) -> i64 {
    if hour % 12 == 0 { 12 } else { hour % 12 }
}

/// Swatch beats.
fn beats(moment: i64) -> i64 {
    let tenths = (moment % 86_400 + 3600) * 10;
    let tenths = if tenths < 0 { tenths + 864_000 } else { tenths };
    tenths / 864 % 1000
}

fn english_suffix(number: i64) -> &'static str {
    match number {
        10..=19 => "th",
        _ => match number % 10 {
            1 => "st",
            2 => "nd",
            3 => "rd",
            _ => "th",
        },
    }
}

fn day_name(time: &Time) -> &'static str {
    DAY_NAMES[calendar::weekday(time.year, time.month, time.day) as usize]
}

fn month_name(time: &Time) -> &'static str {
    MONTH_NAMES[(time.month - 1).clamp(0, 11) as usize]
}

/// `date()`
pub(crate) fn format(time: &Time, format: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(format.len() * 3);
    let mut place = None;
    let mut letters = format.iter().copied();
    while let Some(letter) = letters.next() {
        match letter {
            b'd' => two(&mut out, time.day),
            b'D' => out.extend_from_slice(&day_name(time).as_bytes()[..3]),
            b'j' => plain(&mut out, time.day),
            b'l' => out.extend_from_slice(day_name(time).as_bytes()),
            b'S' => out.extend_from_slice(english_suffix(time.day).as_bytes()),
            b'w' => plain(&mut out, calendar::weekday(time.year, time.month, time.day)),
            b'N' => plain(&mut out, calendar::iso_weekday(time.year, time.month, time.day)),
            b'z' => plain(&mut out, calendar::day_of_year(time.year, time.month, time.day)),
            b'W' => two(&mut out, calendar::iso_week(time.year, time.month, time.day).1),
            b'o' => plain(&mut out, calendar::iso_week(time.year, time.month, time.day).0),
            b'F' => out.extend_from_slice(month_name(time).as_bytes()),
            b'm' => two(&mut out, time.month),
            b'M' => out.extend_from_slice(&month_name(time).as_bytes()[..3]),
            b'n' => plain(&mut out, time.month),
            b't' => plain(&mut out, calendar::days_in_month(time.year, time.month)),
            b'L' => out.push(if calendar::is_leap(i64::from(time.year as i32)) { b'1' } else { b'0' }),
            b'y' => two(&mut out, time.year % 100),
            b'Y' => year(&mut out, time.year, false),
            b'x' => year(&mut out, time.year, time.year >= 10_000),
            b'X' => year(&mut out, time.year, true),
            b'a' => out.extend_from_slice(if time.hour >= 12 { b"pm" } else { b"am" }),
            b'A' => out.extend_from_slice(if time.hour >= 12 { b"PM" } else { b"AM" }),
            b'B' => {
                let _ = write!(out, "{:03}", beats(time.moment));
            }
            b'g' => plain(&mut out, twelve(time.hour)),
            b'G' => plain(&mut out, time.hour),
            b'h' => two(&mut out, twelve(time.hour)),
            b'H' => two(&mut out, time.hour),
            b'i' => two(&mut out, time.minute),
            b's' => two(&mut out, time.second),
            b'u' => {
                let _ = write!(out, "{:06}", time.micro);
            }
            b'v' => {
                let _ = write!(out, "{:03}", time.micro / 1000);
            }
            b'U' => plain(&mut out, time.moment),
            b'I' | b'p' | b'P' | b'O' | b'T' | b'e' | b'Z' | b'c' | b'r' => {
                let place = place.get_or_insert_with(|| ZoneInfo::of(time));
                zoned(&mut out, time, place, letter);
            }
            b'\\' => {
                // At the end it stands for nothing, but PHP's byte behind the format.
                out.push(letters.next().unwrap_or(0));
            }
            other => out.push(other),
        }
    }
    out
}

/// The letters that depend on the zone.
fn zoned(out: &mut Vec<u8>, time: &Time, place: &ZoneInfo, letter: u8) {
    match letter {
        b'I' => out.push(if place.is_dst { b'1' } else { b'0' }),
        b'p' if time.zone.is_none() || place.is_utc() => out.push(b'Z'),
        b'p' | b'P' => offset(out, place, true),
        b'O' => offset(out, place, false),
        b'T' => match &place.abbreviation {
            Abbreviation::Known(name) => out.extend_from_slice(name.as_bytes()),
            Abbreviation::Shared(name) => out.extend_from_slice(name.as_bytes()),
            Abbreviation::Offset => {
                out.extend_from_slice(b"GMT");
                offset(out, place, false);
            }
        },
        b'e' => match &time.zone {
            None => out.extend_from_slice(b"UTC"),
            Some(ZoneRef::Offset(seconds)) => out.extend_from_slice(offset_name(*seconds).as_bytes()),
            Some(zone) => out.extend_from_slice(zone.name().as_bytes()),
        },
        b'Z' => plain(out, place.offset),
        b'c' => {
            let _ = write!(out, "{:04}-{:02}-{:02}T", time.year, time.month, time.day);
            let _ = write!(out, "{:02}:{:02}:{:02}", time.hour, time.minute, time.second);
            offset(out, place, true);
        }
        _ => {
            let (day, month) = (&day_name(time)[..3], &month_name(time)[..3]);
            let _ = write!(out, "{day}, {:02} {month} {:04} ", time.day, time.year);
            let _ = write!(out, "{:02}:{:02}:{:02} ", time.hour, time.minute, time.second);
            offset(out, place, false);
        }
    }
}

/// `idate()`; `None` for letters that are no numbers.
pub(crate) fn number(time: &Time, letter: u8) -> Option<i64> {
    let place = || ZoneInfo::of(time);
    let number = match letter {
        b'd' | b'j' => time.day,
        b'N' => calendar::iso_weekday(time.year, time.month, time.day),
        b'w' => calendar::weekday(time.year, time.month, time.day),
        b'z' => calendar::day_of_year(time.year, time.month, time.day),
        b'W' => calendar::iso_week(time.year, time.month, time.day).1,
        b'm' | b'n' => time.month,
        b't' => calendar::days_in_month(time.year, time.month),
        b'L' => i64::from(calendar::is_leap(i64::from(time.year as i32))),
        b'y' => time.year % 100,
        b'Y' => time.year,
        b'o' => calendar::iso_week(time.year, time.month, time.day).0,
        b'B' => beats(time.moment),
        b'g' | b'h' => twelve(time.hour),
        b'H' | b'G' => time.hour,
        b'i' => time.minute,
        b's' => time.second,
        b'I' => i64::from(place().is_dst),
        b'Z' => place().offset,
        b'U' => time.moment,
        _ => return None,
    };
    // -1 means "no such letter" there.
    Some(i64::from(number as i32)).filter(|number| *number != -1)
}
