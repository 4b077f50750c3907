//! `DateInterval::format()`: replaces `%y`, `%a` and the other placeholders by the parts of an interval.

use std::io::Write;

use crate::time::Relative;

pub(crate) fn format(interval: &Relative, format: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(format.len() * 2);
    let mut letters = format.iter().copied();
    while let Some(letter) = letters.next() {
        if letter != b'%' {
            out.push(letter);
            continue;
        }
        let Some(letter) = letters.next() else { break };
        // Amounts but those of seconds and less are 32-bit numbers in PHP.
        let int = |amount: i64| i64::from(amount as i32);
        let (value, width) = match letter {
            b'Y' => (int(interval.years), 2),
            b'y' => (int(interval.years), 0),
            b'M' => (int(interval.months), 2),
            b'm' => (int(interval.months), 0),
            b'D' => (int(interval.days), 2),
            b'd' => (int(interval.days), 0),
            b'H' => (int(interval.hours), 2),
            b'h' => (int(interval.hours), 0),
            b'I' => (int(interval.minutes), 2),
            b'i' => (int(interval.minutes), 0),
            b'S' => (interval.seconds, 2),
            b's' => (interval.seconds, 0),
            b'F' => (interval.micros, 6),
            b'f' => (interval.micros, 0),
            b'a' if interval.total_days.is_some() => (int(interval.total_days.unwrap_or(0)), 0),
            _ => {
                match letter {
                    b'a' => out.extend_from_slice(b"(unknown)"),
                    b'r' if interval.is_inverted() => out.push(b'-'),
                    b'r' => {}
                    b'R' => out.push(if interval.is_inverted() { b'-' } else { b'+' }),
                    b'%' => out.push(b'%'),
                    other => out.extend_from_slice(&[b'%', other]),
                }
                continue;
            }
        };
        let _ = write!(out, "{value:0width$}");
    }
    out
}
