//! `substr()` and the other functions that take, replace or compare parts of strings.

use super::search::bounds;
use crate::prelude::*;

/// `substr()`
pub(crate) fn substr(_cx: &mut Cx, string: &PhpStr, offset: i64, length: Option<i64>) -> PhpResult<PhpStr> {
    let (start, end) = bounds(string.len(), offset, length);
    Ok(string.slice(start..end))
}

/// `substr_replace()`
pub(crate) fn substr_replace(cx: &mut Cx, string: &Value, replace: &Value, offset: &Value, length: Option<&Value>) -> PhpResult<Value> {
    let null = Value::NULL;
    let length = length.unwrap_or(&null);
    let Some(strings) = string.as_array() else {
        if offset.is_array() {
            return Err(cx.argument_type_error(3, "cannot be an array when working on a single string"));
        }
        if length.is_array() {
            return Err(cx.argument_type_error(4, "cannot be an array when working on a single string"));
        }
        let string = cx.str_of(string)?;
        let replace = match replace.as_array() {
            Some(list) => match list.first() {
                Some((_, first)) => cx.str_of(first)?,
                None => PhpStr::empty(),
            },
            None => cx.str_of(replace)?,
        };
        return Ok(spliced(&string, &replace, offset.as_int().unwrap_or(0), length.as_int()).into());
    };
    let mut replaces = Supply::new(replace);
    let mut offsets = Supply::new(offset);
    let mut lengths = Supply::new(length);
    let mut out = PhpArray::hash_with_capacity(strings.len());
    for (key, string) in strings {
        let string = cx.str_of(string)?;
        let offset = match offsets.next() {
            Some(v) => cx.int_of(&v)?,
            None => 0,
        };
        let length = match lengths.next() {
            Some(v) if !v.is_null() || length.is_array() => Some(cx.int_of(&v)?),
            _ => None,
        };
        let replace = match replaces.next() {
            Some(v) => cx.str_of(&v)?,
            None => PhpStr::empty(),
        };
        out.set_ref(key, spliced(&string, &replace, offset, length).into());
    }
    Ok(out.into())
}

/// One value for all, or one after the other from an array.
struct Supply<'a> {
    one: Option<&'a Value>,
    many: Option<crate::prelude::value::array::Values<'a>>,
}

impl<'a> Supply<'a> {
    fn new(v: &'a Value) -> Supply<'a> {
        match v.as_array() {
            Some(a) => Supply { one: None, many: Some(a.values()) },
            None => Supply { one: Some(v), many: None },
        }
    }

    fn next(&mut self) -> Option<Value> {
        match &mut self.many {
            Some(values) => values.next().map(Value::clone_deref),
            None => self.one.cloned(),
        }
    }
}

fn spliced(string: &[u8], replace: &[u8], offset: i64, length: Option<i64>) -> PhpStr {
    let (start, end) = bounds(string.len(), offset, length);
    PhpStr::concat(&[&string[..start], replace, &string[end..]])
}

/// `substr_compare()`
pub(crate) fn substr_compare(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    offset: i64,
    length: Option<i64>,
    case_insensitive: bool,
) -> PhpResult<i64> {
    match length {
        Some(0) => return Ok(0),
        Some(n) if n < 0 => return Err(cx.argument_value_error(4, "must be greater than or equal to 0")),
        _ => {}
    }
    let len = haystack.len() as i64;
    let start = if offset < 0 { offset.saturating_add(len).max(0) } else { offset };
    if start > len {
        return Err(cx.argument_value_error(3, "must be contained in argument #1 ($haystack)"));
    }
    let part = &haystack[start as usize..];
    let longest = part.len().max(needle.len());
    let limit = length.map_or(longest, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let a = &part[..part.len().min(limit)];
    let b = &needle[..needle.len().min(limit)];
    Ok(if case_insensitive { byte_order(&a.to_ascii_lowercase(), &b.to_ascii_lowercase()) } else { byte_order(a, b) })
}

/// The difference of the first bytes that differ, else -1, 0 or 1 by length: what the C library's comparison gives PHP.
pub(crate) fn byte_order(a: &[u8], b: &[u8]) -> i64 {
    match a.iter().zip(b).find(|(x, y)| x != y) {
        Some((x, y)) => i64::from(*x) - i64::from(*y),
        None => a.len().cmp(&b.len()) as i64,
    }
}

/// `str_split()`
pub(crate) fn str_split(cx: &mut Cx, string: &PhpStr, length: i64) -> PhpResult<PhpArray> {
    if length <= 0 {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    }
    let size = usize::try_from(length).unwrap_or(usize::MAX);
    // PHP answers an empty string with an empty list.
    Ok(PhpArray::from_values(string.chunks(size)))
}

/// `chunk_split()`
pub(crate) fn chunk_split(cx: &mut Cx, string: &PhpStr, length: i64, separator: &PhpStr) -> PhpResult<PhpStr> {
    let Some(size) = usize::try_from(length).ok().filter(|n| *n > 0) else {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    };
    if string.is_empty() || size > string.len() {
        return Ok(PhpStr::concat2(string, separator));
    }
    let chunks = string.len().div_ceil(size);
    let mut out = StrBuilder::with_capacity(string.len() + chunks * separator.len());
    for chunk in string.chunks(size) {
        out.push_bytes(chunk);
        out.push_bytes(separator);
    }
    Ok(out.finish())
}

/// `strrev()`
pub(crate) fn strrev(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut out = PhpStr::new(string);
    if out.len() > 1 {
        out.as_mut_bytes().reverse();
    }
    Ok(out)
}

/// `strtok()`: the string being cut and where its next token may begin.
#[derive(Default)]
struct Tokens {
    string: Option<PhpStr>,
    at: usize,
}

impl ExtSlot for Tokens {}

/// `strtok()`
pub(crate) fn strtok(cx: &mut Cx, string: &PhpStr, token: Option<&PhpStr>) -> PhpResult<Value> {
    let delimiters = token.unwrap_or(string);
    let set = super::search::byte_set(delimiters);
    if token.is_some() {
        *cx.ext::<Tokens>() = Tokens { string: Some(string.clone()), at: 0 };
    }
    let state = cx.ext::<Tokens>();
    let Some(text) = state.string.clone() else {
        cx.warn("Both arguments must be provided when starting tokenization")?;
        return Ok(Value::FALSE);
    };
    if state.at >= text.len() {
        return Ok(Value::FALSE);
    }
    let Some(start) = text[state.at..].iter().position(|b| !set[*b as usize]).map(|skip| skip + state.at) else {
        state.string = None;
        return Ok(Value::FALSE);
    };
    let end = text[start..].iter().position(|b| set[*b as usize]).map_or(text.len(), |n| n + start);
    state.at = end + 1;
    Ok(text.slice(start..end).into())
}
