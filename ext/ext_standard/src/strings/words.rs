//! Counting words and characters.

use super::trim::char_mask;
use crate::prelude::*;
use loxo_runtime::locale::{self, Kind};

/// `str_word_count()`
pub(crate) fn str_word_count(cx: &mut Cx, string: &PhpStr, format: i64, characters: Option<&PhpStr>) -> PhpResult<Value> {
    if !(0..=2).contains(&format) {
        return Err(cx.argument_value_error(2, "must be a valid format value"));
    }
    let mut words = PhpArray::new();
    if string.is_empty() {
        return Ok(if format == 0 { Value::int(0) } else { words.into() });
    }
    let extra = match characters {
        Some(list) => char_mask(cx, list)?,
        None => [false; 256],
    };
    let locale = locale::other_than_c(cx);
    let letter = |b: u8| match &locale {
        _ if b.is_ascii() => b.is_ascii_alphabetic(),
        Some(locale) => locale.is(Kind::Alpha, b),
        None => false,
    };
    let letter = |b: u8| letter(b) || extra[b as usize] || b == b'\'' || b == b'-';
    let mut at = 0;
    let mut end = string.len();
    if matches!(string[0], b'\'' | b'-') && !extra[string[0] as usize] {
        at += 1;
    }
    if string[end - 1] == b'-' && !extra[b'-' as usize] {
        end -= 1;
    }
    let mut count = 0;
    while at < end {
        let length = string[at..end].iter().take_while(|b| letter(**b)).count();
        if length > 0 {
            count += 1;
            match format {
                1 => drop(words.push(Value::bytes(&string[at..at + length]))),
                2 => words.set_int(at as i64, Value::bytes(&string[at..at + length])),
                _ => {}
            }
        }
        at += length + 1;
    }
    Ok(if format == 0 { Value::int(count) } else { words.into() })
}

/// `count_chars()`
pub(crate) fn count_chars(cx: &mut Cx, string: &PhpStr, mode: i64) -> PhpResult<Value> {
    if !(0..=4).contains(&mode) {
        return Err(cx.argument_value_error(2, "must be between 0 and 4 (inclusive)"));
    }
    let mut counts = [0i64; 256];
    for b in string.iter() {
        counts[*b as usize] += 1;
    }
    let wanted = |n: i64| match mode {
        0 => true,
        1 | 3 => n > 0,
        _ => n == 0,
    };
    let hits = counts.iter().enumerate().filter(|(_, n)| wanted(**n));
    if mode >= 3 {
        let bytes: Vec<u8> = hits.map(|(b, _)| b as u8).collect();
        return Ok(Value::bytes(&bytes));
    }
    let mut out = PhpArray::with_capacity(256);
    for (b, n) in hits {
        out.set_int(b as i64, Value::int(*n));
    }
    Ok(out.into())
}
