//! Sorting of what compares by a number, or byte by byte, alone: nobody sees in which order that is compared. A word for each element is put beside its
//! position once, and those are sorted.

use crate::prelude::*;

/// What an element is sorted by: a word that says most, what is asked where words are the same, and the element's position.
type Item<T> = (u64, T, u32);

/// What decides the order.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By {
    Keys,
    Values,
}

/// How they compare.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum As {
    /// What they are: `SORT_REGULAR`.
    Themselves,
    Floats,
    Bytes,
}

/// The positions of an array's elements in their order, if they all compare like that; equal ones stay as they are.
pub(super) fn order_of(array: &PhpArray, by: By, compared: As, reverse: bool) -> Option<Vec<u32>> {
    if compared != As::Bytes {
        let ints = items(array, |element| {
            let int = int_of(element, by).filter(|int| compared == As::Themselves || EXACT.contains(int))?;
            Some((int as u64 ^ TOP, ()))
        });
        if let Some(ints) = ints {
            return Some(sorted(ints, reverse));
        }
        if by == By::Values
            && let Some(numbers) = items(array, |element| Some((word_of_float(number_of(element.1, compared)?), ())))
        {
            return Some(sorted(numbers, reverse));
        }
    }
    if compared == As::Floats {
        return None;
    }
    let texts = items(array, |element| {
        let text = text_of(element, by).filter(|text| compared == As::Bytes || is_text(text))?;
        Some((text_prefix(text), text))
    });
    texts.map(|texts| sorted(texts, reverse))
}

type Element<'a> = (KeyRef<'a>, &'a Value);

/// What each element is sorted by, unless there is nothing for one.
fn items<'a, T>(array: &'a PhpArray, by: impl Fn(Element<'a>) -> Option<(u64, T)>) -> Option<Vec<Item<T>>> {
    let mut items = Vec::new();
    let mut add = |at: usize, key: KeyRef<'a>, value: &'a Value| -> Option<()> {
        if !value.is_undef() {
            let (word, rest) = by((key, value))?;
            if items.is_empty() {
                items.reserve(array.len());
            }
            items.push((word, rest, at as u32));
        }
        Some(())
    };
    match array.packed_data() {
        Some(values) => values.iter().enumerate().try_for_each(|(at, value)| add(at, KeyRef::Int(at as i64), value))?,
        None => array.bucket_data().iter().enumerate().try_for_each(|(at, bucket)| add(at, bucket.key(), &bucket.value))?,
    }
    Some(items)
}

fn sorted<T: Ord>(mut items: Vec<Item<T>>, reverse: bool) -> Vec<u32> {
    if reverse {
        items.sort_unstable_by(|a, b| (b.0, &b.1, a.2).cmp(&(a.0, &a.1, b.2)));
    } else {
        items.sort_unstable();
    }
    items.into_iter().map(|item| item.2).collect()
}

/// Flipped, it makes signed numbers compare as unsigned ones.
const TOP: u64 = 1 << 63;

/// Ints that floats hold exactly.
const EXACT: std::ops::Range<i64> = -(1 << 53)..1 << 53;

#[inline(always)]
fn int_of((key, value): Element<'_>, by: By) -> Option<i64> {
    match (by, key) {
        (By::Values, _) => value.as_int(),
        (By::Keys, KeyRef::Int(key)) => Some(key),
        (By::Keys, KeyRef::Str(_)) => None,
    }
}

/// The number that a value compares by, if that says all. NAN is in no order.
fn number_of(value: &Value, compared: As) -> Option<f64> {
    if let Some(int) = value.as_int() {
        return EXACT.contains(&int).then_some(int as f64);
    }
    let number = match value.as_str() {
        Some(text) if compared == As::Floats => value::number::str_to_float(text),
        _ => value.as_float()?,
    };
    (!number.is_nan()).then_some(number)
}

/// A word that compares as the float does.
fn word_of_float(float: f64) -> u64 {
    // The two zeros are equal.
    let bits = (float + 0.0).to_bits();
    if bits & TOP == 0 { bits ^ TOP } else { !bits }
}

#[inline(always)]
fn text_of<'a>((key, value): Element<'a>, by: By) -> Option<&'a [u8]> {
    match (by, key) {
        (By::Values, _) => value.as_str().map(|text| text.as_bytes()),
        (By::Keys, KeyRef::Str(key)) => Some(key.as_bytes()),
        (By::Keys, KeyRef::Int(_)) => None,
    }
}

/// A string that is no number, as its first byte says: such compare byte by byte.
fn is_text(text: &[u8]) -> bool {
    text.first().is_none_or(|byte| !matches!(byte, b'\t'..=b'\r' | b' ' | b'+' | b'-' | b'.' | b'0'..=b'9'))
}

/// The first eight bytes as a number, with zeros behind the last one: where they differ, strings compare as these do.
#[inline(always)]
fn text_prefix(text: &[u8]) -> u64 {
    if let Some(first) = text.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    match (text.first_chunk(), text.last_chunk()) {
        // The last four lie over some of the first.
        (Some(first), Some(last)) => {
            let rest = u64::from(u32::from_be_bytes(*last)) << (64 - 8 * text.len());
            u64::from(u32::from_be_bytes(*first)) << 32 | rest & 0xffff_ffff
        }
        _ => (0..3).fold(0, |prefix, at| prefix << 8 | u64::from(text.get(at).copied().unwrap_or(0))) << 40,
    }
}
