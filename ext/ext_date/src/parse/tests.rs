//! The grammar, and that no text makes anything panic.

use super::{by_format, iso_interval, parse};
use crate::time::{Time, ZoneRef};

/// A text as seconds since 1970, on 2024-02-10 12:34:56 UTC, a Saturday.
fn at(text: &str) -> Option<i64> {
    let parsed = parse(text.as_bytes());
    if !parsed.errors.is_empty() {
        return None;
    }
    let mut time = parsed.complete(&Time::local(1_707_568_496, ZoneRef::Offset(0)), false);
    time.resolve();
    Some(time.moment)
}

#[test]
fn texts() {
    for (text, wanted) in [
        ("now", Some(1_707_568_496)),
        ("@86400", Some(86_400)),
        ("2024-02-10", Some(1_707_523_200)),
        ("2024-02-10 01:00 CET", Some(1_707_523_200)),
        ("2024-02-10T00:00:00.5+00:00", Some(1_707_523_200)),
        ("10 February 2024", Some(1_707_523_200)),
        ("Feb 10, 2024", Some(1_707_523_200)),
        ("2/10/2024", Some(1_707_523_200)),
        ("20240210", Some(1_707_523_200)),
        ("2024W066", Some(1_707_523_200)),
        ("2024.041", Some(1_707_523_200)),
        ("10/Feb/2024:01:00:00 +0100", Some(1_707_523_200)),
        ("today", Some(1_707_523_200)),
        ("yesterday noon", Some(1_707_480_000)),
        ("+1 day midnight", Some(1_707_609_600)),
        ("monday", Some(1_707_696_000)),
        ("last day of february 2024 midnight", Some(1_709_164_800)),
        ("first monday of january 2024", Some(1_704_067_200)),
        ("3 days ago 00:00", Some(1_707_264_000)),
        ("+2 weekdays midnight", Some(1_707_782_400)),
        ("gibberish", None),
        ("10:00 11:00", None),
        ("", None),
    ] {
        assert_eq!(at(text), wanted, "{text}");
    }
}

/// Numbers that look random and are the same each time (xorshift).
struct Noise(u64);

impl Noise {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below
    }
}

/// Everything that reads texts reads this one, and what it reads is worked with.
fn read_all(text: &[u8], other: &[u8]) {
    let now = Time::local(1_707_568_496, ZoneRef::Offset(3600));
    for parsed in [parse(text), by_format::parse(other, text)] {
        let mut time = parsed.complete(&now, false);
        time.resolve();
        time.read_clock();
        let _ = crate::format::format(&time, other);
        let _ = crate::format::strftime::strftime(&time, other, None);
        let _ = crate::interval::difference(&time, &now);
    }
    let interval = iso_interval::parse(text);
    if let Some(period) = interval.period {
        let mut time = now.clone();
        time.add(&period, crate::interval::Arithmetic::Wall);
        time.subtract(&period, crate::interval::Arithmetic::Civil);
    }
}

#[test]
fn no_bytes_panic() {
    const PIECES: &[&str] = &[
        "2024",
        "-",
        "02",
        "10",
        "/",
        ":",
        ".",
        " ",
        "T",
        "Z",
        "+",
        "1",
        "99999999999999999999",
        "week",
        "monday",
        "of",
        "last",
        "first",
        "day",
        "ago",
        "@",
        "W",
        "\0",
        "\t",
        "Feb",
        "XII",
        "am",
        "p.m.",
        "CET",
        "Europe/Berlin",
        "(",
        ")",
        "µs",
        "\u{a0}",
        "back of ",
        "noon",
        "P",
        "D",
        "R",
        "é",
        "next",
        "year",
        "9223372036854775807",
        "weekdays",
        "!",
        "|",
        "Y",
        "m",
        "d",
        "H",
        "i",
        "s",
        "u",
        "e",
        "*",
        "?",
        "\\",
    ];
    let mut noise = Noise(0x2545_F491_4F6C_DD1D);
    for _ in 0..20_000 {
        let piece = |noise: &mut Noise| match noise.next(8) {
            0 => vec![noise.next(256) as u8],
            _ => PIECES[noise.next(PIECES.len())].as_bytes().to_vec(),
        };
        let length = noise.next(9);
        let text: Vec<u8> = (0..length).flat_map(|_| piece(&mut noise)).collect();
        let length = noise.next(9);
        let other: Vec<u8> = (0..length).flat_map(|_| piece(&mut noise)).collect();
        read_all(&text, &other);
    }
}

#[test]
fn what_was_read_in_vain_changes_nothing() {
    use super::automaton::{InVain, longest_match};
    for part in ["+", "-+", "1 ", "+\t", "first ", "+1 week ", "12:", "00.", "2000-", " \t", "a-", "sat+", "T1"] {
        let text = [&part.repeat(150), " 2000-01-01 ", &part.repeat(150)].concat().into_bytes();
        let (mut memory, mut at) = (InVain::default(), 0);
        while at <= text.len() {
            let found = longest_match(&text, at, &mut memory);
            assert_eq!(found, longest_match(&text, at, &mut InVain::default()), "{part} at {at}");
            let Some((_, length)) = found else { break };
            at += length;
        }
    }
}
