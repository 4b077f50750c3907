//! Numeric entities of HTML.

use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, convert};

use crate::codec;
use crate::settings::{encoding, illegal};

/// What is converted: first and last code point, an offset, and a mask.
struct Range {
    first: u32,
    last: u32,
    offset: u32,
    mask: u32,
}

fn ranges(cx: &mut Cx, map: &PhpArray) -> PhpResult<Vec<Range>> {
    if !map.len().is_multiple_of(4) {
        return Err(cx.argument_value_error(2, "must have a multiple of 4 elements"));
    }
    let mut numbers = Vec::with_capacity(map.len());
    for value in map.clone().values() {
        let value = value.clone_deref();
        let fits = value.is_int() || value.is_float() || value.is_bool() || value.is_null() || value.is_string();
        let number = if fits { numeric(cx, &value)? } else { None };
        let Some(number) = number else {
            return Err(cx.argument_value_error(2, "must only be composed of values of type int"));
        };
        numbers.push(number as u32);
    }
    Ok(numbers
        .as_chunks::<4>()
        .0
        .iter()
        .map(|[first, last, offset, mask]| Range { first: *first, last: *last, offset: *offset, mask: *mask })
        .collect())
}

/// The number that a value is, if it is one.
fn numeric(cx: &mut Cx, value: &loxo_runtime::Value) -> PhpResult<Option<i64>> {
    if let Some(text) = value.as_bytes()
        && !text.trim_ascii().first().is_some_and(|byte| byte.is_ascii_digit() || b"+-.".contains(byte))
    {
        return Ok(None);
    }
    convert::to_int(cx, value).map(Some)
}

/// UTF-8 without a detour. ASCII is passed over if no range has any.
fn encode_text(text: &str, ranges: &[Range], hex: bool) -> PhpStr {
    let keeps_ascii = ranges.iter().all(|range| range.first >= 0x80);
    let mut out = PhpStr::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = if keeps_ascii { rest.bytes().position(|byte| byte >= 0x80).unwrap_or(rest.len()) } else { 0 };
        let (head, tail) = rest.split_at(ascii);
        out.push_str(head);
        let Some(c) = tail.chars().next() else { break };
        rest = &tail[c.len_utf8()..];
        let cp = u32::from(c);
        match ranges.iter().find(|range| (range.first..=range.last).contains(&cp)) {
            Some(range) => {
                let number = cp.wrapping_add(range.offset) & range.mask;
                if hex {
                    out.push_str(&format!("&#x{number:X};"));
                } else {
                    out.push_str("&#");
                    out.push_int(i64::from(number));
                    out.push(b';');
                }
            }
            None => out.push_char(c),
        }
    }
    out.finish()
}

/// `mb_encode_numericentity()`
pub(crate) fn mb_encode_numericentity(cx: &mut Cx, string: &PhpStr, map: &PhpArray, name: Option<&PhpStr>, hex: bool) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 3)?;
    let ranges = ranges(cx, map)?;
    let illegal = illegal(cx);
    if encoding.is_utf8()
        && let Some(text) = string.as_text()
    {
        return Ok(encode_text(text, &ranges, hex));
    }
    let mut out = Vec::with_capacity(string.len());
    for cp in codec::decode(encoding.codec, string) {
        match ranges.iter().find(|range| (range.first..=range.last).contains(&cp)) {
            Some(range) => {
                let number = cp.wrapping_add(range.offset) & range.mask;
                let text = if hex { format!("&#x{number:X};") } else { format!("&#{number};") };
                out.extend(text.bytes().map(u32::from));
            }
            None => out.push(cp),
        }
    }
    Ok(PhpStr::from_vec(codec::encode(encoding.codec, &out, illegal).0))
}

/// The entity at the beginning: its length without a semicolon, and its number if it has one.
fn read_entity(codes: &[u32]) -> (usize, Option<u32>) {
    const HASH: u32 = b'#' as u32;
    const X: u32 = b'x' as u32;
    let (prefix, radix, longest) = match codes {
        [_, HASH, X, ..] => (3, 16, 11),
        [_, HASH, ..] => (2, 10, 12),
        _ => return (1, None),
    };
    let digits: Vec<u32> = codes[prefix..].iter().map_while(|cp| char::from_u32(*cp)?.to_digit(radix)).collect();
    let length = prefix + digits.len();
    if digits.is_empty() || length > longest {
        return (length, None);
    }
    let mut value = 0u32;
    for digit in digits {
        if radix == 10 && value > 0x1999_9999 {
            return (length, None);
        }
        value = value.wrapping_mul(radix).wrapping_add(digit);
    }
    (length, Some(value))
}

/// `mb_decode_numericentity()`
pub(crate) fn mb_decode_numericentity(cx: &mut Cx, string: &PhpStr, map: &PhpArray, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    const AMPERSAND: u32 = b'&' as u32;
    const SEMICOLON: u32 = b';' as u32;
    let encoding = encoding(cx, name, 3)?;
    let ranges = ranges(cx, map)?;
    let illegal = illegal(cx);
    let codes = codec::decode(encoding.codec, string);
    let mut out = Vec::with_capacity(codes.len());
    let mut rest = &codes[..];
    while let [first, more @ ..] = rest {
        if *first != AMPERSAND {
            out.push(*first);
            rest = more;
            continue;
        }
        let (length, number) = read_entity(rest);
        let found = number.and_then(|number| {
            let original = |range: &Range| {
                let cp = number.wrapping_sub(range.offset);
                (range.first..=range.last).contains(&cp).then_some(cp)
            };
            ranges.iter().find_map(original)
        });
        match found {
            Some(cp) => {
                out.push(cp);
                let semicolon = rest.get(length) == Some(&SEMICOLON);
                rest = &rest[length + usize::from(semicolon)..];
            }
            None => {
                out.extend_from_slice(&rest[..length]);
                rest = &rest[length..];
            }
        }
    }
    Ok(PhpStr::from_vec(codec::encode(encoding.codec, &out, illegal).0))
}
