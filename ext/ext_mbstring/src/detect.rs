//! Guessing encodings, and checking strings.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};

use crate::codec::{self, BAD, Codec, Endian, Width};
use crate::encoding::Encoding;
use crate::settings::{encoding, encodings, settings};
use crate::strings::is_utf8;
use crate::unicode;

/// How much a character speaks against an encoding.
fn demerits(cp: u32) -> u64 {
    match cp {
        0x1_0000.. => 40,
        0x21..=0x2f => 6,
        _ if unicode::is_rare(cp) => 30,
        _ => 1,
    }
}

fn without_mark(bytes: &[u8], codec: Codec) -> &[u8] {
    let mark: &[u8] = match codec {
        Codec::Utf8 => &[0xef, 0xbb, 0xbf],
        Codec::Wide(Width::Utf16, Endian::Big) => &[0xfe, 0xff],
        Codec::Wide(Width::Utf16, Endian::Little) => &[0xff, 0xfe],
        _ => &[],
    };
    bytes.strip_prefix(mark).unwrap_or(bytes)
}

/// Encodings with a check of their own.
fn has_check(codec: Codec) -> bool {
    matches!(codec, Codec::Utf7 | Codec::Utf7Imap | Codec::Iso2022(_))
}

/// The likeliest encoding of strings. With `ordered`, the first ones are preferred.
pub(crate) fn guess(strings: &[&[u8]], list: &[&'static Encoding], strict: bool, ordered: bool) -> Option<&'static Encoding> {
    match list {
        [] => return None,
        [only] => {
            let fits = !strict || strings.iter().all(|string| codec::is_valid(only.codec, string));
            return fits.then_some(*only);
        }
        [first, ..] if matches!(strings, [[]]) => return Some(first),
        _ => {}
    }
    let mut best: Option<(u64, &'static Encoding)> = None;
    for (i, candidate) in list.iter().enumerate() {
        let mut sum = 0u64;
        let mut wrong = false;
        for string in strings {
            if has_check(candidate.codec) && !codec::is_valid(candidate.codec, string) {
                wrong = true;
                sum += 500;
            }
            let string = without_mark(string, candidate.codec);
            if strict && candidate.codec.is_ascii_alone() && !string.is_ascii() {
                wrong = true;
                break;
            }
            let mut add = |cp: u32, times: u64| {
                if cp == BAD {
                    wrong = true;
                    sum += 1000 * times;
                } else {
                    sum += demerits(cp) * times;
                }
            };
            if let Some(image) = candidate.codec.bytes_image() {
                // Which bytes there are says all.
                let mut counts = [0u64; 256];
                string.iter().for_each(|byte| counts[usize::from(*byte)] += 1);
                for (cp, times) in image.iter().zip(counts).filter(|(_, times)| *times > 0) {
                    add(*cp, times);
                }
            } else if let (Codec::Utf8, Ok(text)) = (candidate.codec, simdutf8::basic::from_utf8(string)) {
                text.chars().for_each(|c| add(u32::from(c), 1));
            } else {
                codec::decode(candidate.codec, string).into_iter().for_each(|cp| add(cp, 1));
            }
            if strict && wrong {
                break;
            }
        }
        if strict && wrong {
            continue;
        }
        if ordered {
            let factor = (1.0 + (0.3 * i as f64) / list.len() as f64) as f32;
            sum = (sum as f64 * f64::from(factor)) as u64;
        }
        if best.is_none_or(|(least, _)| sum < least) {
            best = Some((sum, candidate));
        }
    }
    best.map(|(_, encoding)| encoding)
}

/// `mb_detect_encoding()`
pub(crate) fn mb_detect_encoding(
    cx: &mut Cx,
    string: &PhpStr,
    list: Option<&Value>,
    strict: Option<bool>,
) -> PhpResult<OrFalse<&'static str>> {
    let list = list.filter(|list| !list.is_null());
    let mut candidates = match list {
        Some(list) => encodings(cx, list, 2)?,
        None => settings(cx).order(),
    };
    if candidates.is_empty() {
        return Err(cx.argument_value_error(2, "must specify at least one encoding"));
    }
    // The whole list has no order that means something.
    let ordered = !(list.is_some_and(Value::is_array)
        && candidates.len() == crate::encoding::ALL.len()
        && candidates.iter().zip(crate::encoding::ALL).all(|(a, b)| a.same(b)));
    remove_transfer(&mut candidates);
    if candidates.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let strict = strict.unwrap_or_else(|| cx.ini_bool("mbstring.strict_detection"));
    Ok(OrFalse(guess(&[string], &candidates, strict, ordered).map(|found| found.name)))
}

/// What only looks like an encoding of characters is no guess.
pub(crate) fn remove_transfer(list: &mut Vec<&'static Encoding>) {
    list.retain(|encoding| !encoding.is_transfer() && !matches!(encoding.codec, Codec::SevenBit | Codec::EightBit));
}

/// `mb_check_encoding()`
pub(crate) fn mb_check_encoding(cx: &mut Cx, value: Option<&Value>, name: Option<&PhpStr>) -> PhpResult<bool> {
    let encoding = encoding(cx, name, 2)?;
    let Some(value) = value.filter(|value| !value.is_null()) else {
        cx.builtin_deprecated("Calling mb_check_encoding() without argument is deprecated");
        cx.check()?;
        return Ok(settings(cx).illegal_count == 0);
    };
    match (value.as_str(), value.as_array()) {
        (Some(string), _) if encoding.is_utf8() => Ok(is_utf8(string)),
        (Some(string), _) => Ok(codec::is_valid(encoding.codec, string)),
        (_, Some(array)) => check_array(cx, array, encoding, &mut Vec::new()),
        _ => Ok(false),
    }
}

fn check_array(cx: &mut Cx, array: &PhpArray, encoding: &Encoding, outer: &mut Vec<PhpArray>) -> PhpResult<bool> {
    if outer.iter().any(|other| other.ptr_eq(array)) || loxo_runtime::stack::exhausted() {
        cx.builtin_warning("Cannot not handle circular references");
        cx.check()?;
        return Ok(false);
    }
    outer.push(array.clone());
    for (key, value) in array {
        if let loxo_runtime::KeyRef::Str(key) = key
            && !codec::is_valid(encoding.codec, key)
        {
            return Ok(false);
        }
        let value = value.deref();
        let fits = match (value.as_bytes(), value.as_array()) {
            (Some(bytes), _) => codec::is_valid(encoding.codec, bytes),
            (_, Some(inner)) => check_array(cx, inner, encoding, outer)?,
            _ => !(value.is_object() || value.is_resource()),
        };
        if !fits {
            return Ok(false);
        }
    }
    outer.pop();
    Ok(true)
}
