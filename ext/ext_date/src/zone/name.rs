//! A zone in a text: `+02:00`, `CEST`, `Europe/Amsterdam`.

use super::abbreviations;
use super::data;
use crate::parse::cursor::Cursor;
use crate::time::ZoneRef;

/// Longer words are no abbreviations.
const MAX_ABBREVIATION: usize = 6;

/// What stood there.
pub(crate) enum Named {
    Zone(ZoneRef),
    /// An offset that makes no sense: type and sign were seen.
    BadOffset,
    Unknown,
}

/// Reads a zone; spaces and parentheses around it are skipped.
pub(crate) fn read(text: &mut Cursor<'_>) -> Named {
    let mut parentheses = 0;
    while matches!(text.peek(), b' ' | b'\t' | b'(') {
        parentheses += usize::from(text.peek() == b'(');
        text.skip(1);
    }
    if text.rest().starts_with(b"GMT") && matches!(text.peek_at(3), b'+' | b'-') {
        text.skip(3);
    }
    let named = match text.peek() {
        sign @ (b'+' | b'-') => {
            text.skip(1);
            match correction(text) {
                Some(seconds) => Named::Zone(ZoneRef::Offset(if sign == b'-' { -seconds } else { seconds })),
                None => Named::BadOffset,
            }
        }
        _ => word(text),
    };
    while parentheses > 0 && text.peek() == b')' {
        text.skip(1);
        parentheses -= 1;
    }
    named
}

/// An abbreviation or a name of the database.
fn word(text: &mut Cursor<'_>) -> Named {
    let rest = text.rest();
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'_' | b'-' | b'+')).count();
    let word = &rest[..length];
    text.skip(length);
    let meaning = if length < MAX_ABBREVIATION { abbreviations::find(word, None) } else { None };
    // UTC is both.
    if (meaning.is_none() || word == b"UTC")
        && let Some(zone) = data::zone(word)
    {
        return Named::Zone(ZoneRef::Id(zone));
    }
    match meaning {
        Some(meaning) => Named::Zone(ZoneRef::Abbreviation {
            offset: (meaning.offset - if meaning.is_dst { 3600 } else { 0 }) as i32,
            is_dst: meaning.is_dst,
            name: String::from_utf8_lossy(&word.to_ascii_uppercase()).into(),
        }),
        None => Named::Unknown,
    }
}

/// `2`, `0200`, `02:00`, `020000`, `02:00:00` in seconds.
fn correction(text: &mut Cursor<'_>) -> Option<i32> {
    let rest = text.rest();
    let length = rest.iter().take_while(|b| b.is_ascii_digit() || **b == b':').count();
    let word = &rest[..length];
    text.skip(length);
    let number =
        |from: usize| word[from.min(length)..].iter().take_while(|b| b.is_ascii_digit()).fold(0, |n, b| n * 10 + i32::from(b - b'0'));
    let colon = |at: usize| word.get(at) == Some(&b':');
    Some(match length {
        1 | 2 => number(0) * 3600,
        3 | 4 if colon(1) => number(0) * 3600 + number(2) * 60,
        3 | 4 if colon(2) => number(0) * 3600 + number(3) * 60,
        3 | 4 => number(0) / 100 * 3600 + number(0) % 100 * 60,
        5 if colon(2) => number(0) * 3600 + number(3) * 60,
        6 => number(0) / 10_000 * 3600 + number(0) / 100 % 100 * 60 + number(0) % 100,
        8 if colon(2) && colon(5) => number(0) * 3600 + number(3) * 60 + number(6),
        _ => return None,
    })
}
