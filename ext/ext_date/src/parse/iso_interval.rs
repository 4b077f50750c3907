//! ISO 8601 durations and repeating intervals: `P1Y2M10DT2H30M`, `R4/2012-07-01T00:00:00Z/P7D`.

use super::cursor::Cursor;
use crate::time::{Relative, Time, ZoneRef};

/// The parts that were there.
#[derive(Default)]
pub(crate) struct IsoInterval {
    pub begin: Option<Time>,
    pub end: Option<Time>,
    pub period: Option<Relative>,
    pub recurrences: Option<i64>,
    pub malformed: bool,
}

pub(crate) fn parse(text: &[u8]) -> IsoInterval {
    let text = text.trim_ascii();
    let mut interval = IsoInterval { malformed: text.is_empty(), ..IsoInterval::default() };
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let length = match first {
            b' ' | b'.' | b',' | b'\t' | b'/' | b'\n' | 0 => 1,
            b'R' => recurrences(rest, &mut interval),
            b'P' => match combined(rest, &mut interval) {
                0 => period(rest, &mut interval),
                length => length,
            },
            b'0'..=b'9' => date(rest, &mut interval),
            _ => 0,
        };
        if length == 0 {
            interval.malformed = true;
        }
        rest = &rest[length.max(1)..];
    }
    interval
}

/// `R5`
fn recurrences(text: &[u8], interval: &mut IsoInterval) -> usize {
    let digits = text[1..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return 0;
    }
    interval.recurrences = Cursor::new(&text[1..=digits]).number(9);
    digits + 1
}

/// Does the text begin like the shape? `9` is any digit, the rest stands for itself.
fn has_shape(text: &[u8], shape: &[u8]) -> bool {
    text.len() >= shape.len()
        && text.iter().zip(shape).all(|(byte, wanted)| if *wanted == b'9' { byte.is_ascii_digit() } else { byte == wanted })
}

fn number(text: &[u8]) -> i64 {
    text.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
}

/// `2012-07-01T00:00:00Z` or `20120701T000000Z`
fn date(text: &[u8], interval: &mut IsoInterval) -> usize {
    let extended = has_shape(text, b"9999-99-99T99:99:99Z");
    if !extended && !has_shape(text, b"99999999T999999Z") {
        return 0;
    }
    let length = if extended { 20 } else { 16 };
    let digits: Vec<u8> = text[..length].iter().copied().filter(u8::is_ascii_digit).collect();
    let part = |from: usize, to: usize| number(&digits[from..to]);
    let (month, day, hour, minute, second) = (part(4, 6), part(6, 8), part(8, 10), part(10, 12), part(12, 14));
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 24 || minute > 59 || second > 59 {
        return 0;
    }
    let mut time = Time { year: part(0, 4), month, day, hour, minute, second, zone: Some(ZoneRef::Offset(0)), ..Time::utc(0) };
    // The instant stays open until the fields are resolved.
    time.have_zone = false;
    if interval.begin.is_some() || interval.period.is_some() {
        interval.end = Some(time);
    } else {
        interval.begin = Some(time);
    }
    length
}

/// `P0001-02-03T04:05:06`
fn combined(text: &[u8], interval: &mut IsoInterval) -> usize {
    const SHAPE: &[u8] = b"P9999-99-99T99:99:99";
    if !has_shape(text, SHAPE) {
        return 0;
    }
    let part = |from: usize, to: usize| number(&text[from..to]);
    let period = Relative {
        years: part(1, 5),
        months: part(6, 8),
        days: part(9, 11),
        hours: part(12, 14),
        minutes: part(15, 17),
        seconds: part(18, 20),
        ..Relative::default()
    };
    if period.months > 12 || period.days > 31 || period.hours > 24 || period.minutes > 59 || period.seconds > 59 {
        return 0;
    }
    interval.period = Some(period);
    SHAPE.len()
}

/// `P1Y2M3W4DT5H6M7S`: every part is optional, their order is not.
fn period(text: &[u8], interval: &mut IsoInterval) -> usize {
    let mut at = 1;
    // Of more than one duration the days add up, other parts are replaced.
    let mut found = interval.period.take().unwrap_or_default();
    let mut part = |at: &mut usize, letter: u8| {
        let digits = text[*at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || text.get(*at + digits) != Some(&letter) {
            return None;
        }
        let value = Cursor::new(&text[*at..*at + digits]).number(12);
        *at += digits + 1;
        // Of a longer number the rest is taken for the unit.
        if digits > 12 {
            interval.malformed = true;
        }
        value
    };
    found.years = part(&mut at, b'Y').unwrap_or(found.years);
    found.months = part(&mut at, b'M').unwrap_or(found.months);
    found.days = found.days.wrapping_add(part(&mut at, b'W').unwrap_or(0).wrapping_mul(7));
    found.days = found.days.wrapping_add(part(&mut at, b'D').unwrap_or(0));
    let mut missing = at == 1;
    if text.get(at) == Some(&b'T') {
        at += 1;
        let before = at;
        found.hours = part(&mut at, b'H').unwrap_or(found.hours);
        found.minutes = part(&mut at, b'M').unwrap_or(found.minutes);
        found.seconds = part(&mut at, b'S').unwrap_or(found.seconds);
        missing = at == before;
    }
    interval.malformed |= missing;
    interval.period = Some(found);
    at
}
