//! The words of dates: months, units, ordinals.

use super::cursor::Cursor;

/// What a unit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// So many microseconds.
    Micros(i64),
    Seconds,
    Minutes,
    Hours,
    /// So many days.
    Days(i64),
    Months,
    Years,
    /// A day of the week, from Sunday.
    Weekday(i64),
    /// Days from Monday to Friday.
    Weekdays,
}

/// A unit by its name in any case; the name ends where something stands that is in no name.
pub(super) fn unit(text: &mut Cursor<'_>) -> Option<Unit> {
    let rest = text.rest();
    let length = rest.iter().take_while(|b| !b" ,\t;:/.-()".contains(b)).count();
    text.skip(length);
    unit_of(&rest[..length].to_ascii_lowercase())
}

fn unit_of(name: &[u8]) -> Option<Unit> {
    Some(match name {
        b"ms" | b"msec" | b"msecs" | b"millisecond" | b"milliseconds" => Unit::Micros(1000),
        b"\xC2\xB5s" | b"usec" | b"usecs" | b"\xC2\xB5sec" | b"\xC2\xB5secs" | b"microsecond" | b"microseconds" => Unit::Micros(1),
        b"sec" | b"secs" | b"second" | b"seconds" => Unit::Seconds,
        b"min" | b"mins" | b"minute" | b"minutes" => Unit::Minutes,
        b"hour" | b"hours" => Unit::Hours,
        b"day" | b"days" => Unit::Days(1),
        b"week" | b"weeks" => Unit::Days(7),
        b"fortnight" | b"fortnights" | b"forthnight" | b"forthnights" => Unit::Days(14),
        b"month" | b"months" => Unit::Months,
        b"year" | b"years" => Unit::Years,
        b"sundays" | b"sunday" | b"sun" => Unit::Weekday(0),
        b"mondays" | b"monday" | b"mon" => Unit::Weekday(1),
        b"tuesdays" | b"tuesday" | b"tue" => Unit::Weekday(2),
        b"wednesdays" | b"wednesday" | b"wed" => Unit::Weekday(3),
        b"thursdays" | b"thursday" | b"thu" => Unit::Weekday(4),
        b"fridays" | b"friday" | b"fri" => Unit::Weekday(5),
        b"saturdays" | b"saturday" | b"sat" => Unit::Weekday(6),
        b"weekday" | b"weekdays" => Unit::Weekdays,
        _ => return None,
    })
}

/// `first`, `next`, `last`, `this` as an amount. The flag: "this", which may be today.
pub(super) fn ordinal(text: &mut Cursor<'_>) -> (i64, bool) {
    text.skip_while(|b| matches!(b, b' ' | b'\t' | b'-' | b'/'));
    let amount = match text.word().to_ascii_lowercase().as_slice() {
        b"first" | b"next" => 1,
        b"second" => 2,
        b"third" => 3,
        b"fourth" => 4,
        b"fifth" => 5,
        b"sixth" => 6,
        b"seventh" => 7,
        b"eight" | b"eighth" => 8,
        b"ninth" => 9,
        b"tenth" => 10,
        b"eleventh" => 11,
        b"twelfth" => 12,
        b"last" | b"previous" => -1,
        b"this" => return (0, true),
        _ => 0,
    };
    (amount, false)
}

/// A month by name or Roman numeral, behind separators.
pub(super) fn month(text: &mut Cursor<'_>) -> i64 {
    text.skip_while(|b| matches!(b, b' ' | b'\t' | b'-' | b'.' | b'/'));
    month_word(text).unwrap_or(0)
}

/// A month that begins here.
pub(super) fn month_word(text: &mut Cursor<'_>) -> Option<i64> {
    Some(match text.word().to_ascii_lowercase().as_slice() {
        b"jan" | b"january" | b"i" => 1,
        b"feb" | b"february" | b"ii" => 2,
        b"mar" | b"march" | b"iii" => 3,
        b"apr" | b"april" | b"iv" => 4,
        b"may" | b"v" => 5,
        b"jun" | b"june" | b"vi" => 6,
        b"jul" | b"july" | b"vii" => 7,
        b"aug" | b"august" | b"viii" => 8,
        b"sep" | b"sept" | b"september" | b"ix" => 9,
        b"oct" | b"october" | b"x" => 10,
        b"nov" | b"november" | b"xi" => 11,
        b"dec" | b"december" | b"xii" => 12,
        _ => return None,
    })
}

/// `am`, `p.m.`: what to add to an hour from 1 to 12.
pub(super) fn meridian(text: &mut Cursor<'_>, hour: i64) -> i64 {
    text.skip_while(|b| !matches!(b, b'a' | b'A' | b'p' | b'P'));
    let change = meridian_change(text.peek(), hour);
    text.skip(1);
    for optional in [b'.', b'm', b'.'] {
        if text.peek().eq_ignore_ascii_case(&optional) {
            text.skip(1);
        }
    }
    change
}

fn meridian_change(letter: u8, hour: i64) -> i64 {
    match (letter.eq_ignore_ascii_case(&b'a'), hour == 12) {
        (true, true) => -12,
        (true, false) | (false, true) => 0,
        (false, false) => 12,
    }
}

/// The same, which must be complete.
pub(super) fn strict_meridian(text: &mut Cursor<'_>, hour: i64) -> Option<i64> {
    text.skip_while(|b| !matches!(b, b'a' | b'A' | b'p' | b'P'));
    if text.at_end() {
        return None;
    }
    let change = meridian_change(text.peek(), hour);
    text.skip(1);
    let dotted = text.peek() == b'.';
    if dotted {
        text.skip(1);
    }
    if !text.peek().eq_ignore_ascii_case(&b'm') {
        return None;
    }
    text.skip(1);
    if dotted {
        if text.peek() != b'.' {
            return None;
        }
        text.skip(1);
    }
    Some(change)
}

/// Two digits mean a year from 1970 to 2069.
pub(super) fn full_year(year: Option<(i64, usize)>) -> Option<i64> {
    year.map(|(year, length)| match year {
        year if length >= 4 || year >= 100 => year,
        year if year < 70 => year + 2000,
        year => year + 1900,
    })
}
