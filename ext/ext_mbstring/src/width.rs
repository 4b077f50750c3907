//! Columns: characters of double width count twice.

use loxo_runtime::{Cx, PhpResult, PhpStr};

use crate::codec::{self, BAD};
use crate::encoding::Encoding;
use crate::settings::{encoding, illegal};
use crate::strings::{length, substring, substring_slow, utf8_place};
use crate::unicode;

fn width_of(codes: &[u32]) -> usize {
    codes.iter().map(|cp| unicode::width(*cp)).sum()
}

fn width(string: &PhpStr, encoding: &Encoding) -> usize {
    match string.as_text().filter(|_| encoding.is_utf8()) {
        Some(text) => text.chars().map(|c| unicode::width(u32::from(c))).sum(),
        None => width_of(&codec::decode(encoding.codec, string)),
    }
}

/// As much of the text as fits into so many columns; `None` if all of it does. What follows is not looked at.
fn cut(text: &str, columns: usize) -> Option<&str> {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += unicode::width(u32::from(c));
        if used > columns {
            return Some(&text[..at]);
        }
    }
    None
}

/// `mb_strwidth()`
pub(crate) fn mb_strwidth(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<i64> {
    let encoding = encoding(cx, name, 2)?;
    Ok(width(string, encoding) as i64)
}

/// `mb_strimwidth()`
pub(crate) fn mb_strimwidth(
    cx: &mut Cx,
    string: &PhpStr,
    start: i64,
    wanted: i64,
    marker: &PhpStr,
    name: Option<&PhpStr>,
) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 5)?;
    let illegal = illegal(cx);
    let mut from = start;
    if start != 0 {
        let total = length(string, encoding) as i64;
        if start < 0 {
            from += total;
        }
        if !(0..=total).contains(&from) {
            return Err(cx.argument_value_error(2, "is out of range"));
        }
    }
    let from = from as usize;
    let mut columns = wanted;
    if wanted < 0 {
        cx.builtin_deprecated("passing a negative integer to argument #3 ($width) is deprecated");
        cx.check()?;
        columns += width(string, encoding) as i64;
        if from > 0 {
            columns -= width(&substring(string, 0, from, encoding, illegal), encoding) as i64;
        }
        if columns < 0 {
            return Err(cx.argument_value_error(3, "is out of range"));
        }
    }
    let columns = columns as usize;
    if let Some(text) = string.as_text().filter(|_| encoding.is_utf8()) {
        let shown = &text[utf8_place(string, from)..];
        if cut(shown, columns).is_none() {
            return Ok(if from == 0 { string.clone() } else { PhpStr::new(shown.as_bytes()) });
        }
        let of_marker = width(marker, encoding);
        let head = columns.checked_sub(of_marker).filter(|left| *left > 0).and_then(|left| cut(shown, left));
        return Ok(head.map_or_else(|| marker.clone(), |head| PhpStr::concat2(head.as_bytes(), marker)));
    }
    let codes = codec::decode(encoding.codec, string);
    let shown = codes.get(from..).unwrap_or_default();
    if width_of(shown) <= columns {
        if shown.contains(&BAD) {
            return Ok(substring_slow(string, from, usize::MAX, encoding, illegal));
        }
        return Ok(if from == 0 { string.clone() } else { substring(string, from, usize::MAX, encoding, illegal) });
    }
    let of_marker = width(marker, encoding);
    if columns <= of_marker {
        return Ok(marker.clone());
    }
    let mut left = columns - of_marker;
    let fits = shown
        .iter()
        .take_while(|cp| {
            let width = unicode::width(**cp);
            let fits = left >= width;
            left = left.saturating_sub(width);
            fits
        })
        .count();
    let (head, _) = codec::encode(encoding.codec, &shown[..fits], illegal);
    Ok(PhpStr::concat2(&head, marker))
}
