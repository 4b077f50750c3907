//! Strings by their characters.

use loxo_iconv_sys::Converter;
use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr, StrBuilder};

use crate::convert::{Failure, WIDE, append, convert, finish};
use crate::settings;

/// Bytes of a character in [`WIDE`].
const WIDTH: usize = 4;

/// All characters, or why there is no telling.
fn characters(text: &[u8], encoding: &[u8]) -> Result<PhpStr, Failure> {
    let mut converter = Converter::open(WIDE, encoding)?;
    let mut wide = StrBuilder::new();
    append(&mut converter, text, &mut wide).map_err(|(stop, _)| Failure::of_stop(stop))?;
    finish(&mut converter, &mut wide).map_err(Failure::of_stop)?;
    Ok(wide.finish())
}

fn answer<T>(cx: &mut Cx, result: Result<T, Failure>, encoding: &[u8]) -> PhpResult<OrFalse<T>> {
    match result {
        Ok(value) => Ok(OrFalse::some(value)),
        Err(failure) => {
            failure.show(cx, WIDE, encoding)?;
            Ok(OrFalse(None))
        }
    }
}

/// `iconv_strlen()`
pub(crate) fn iconv_strlen(cx: &mut Cx, string: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    let Some(encoding) = settings::encoding(cx, encoding)? else { return Ok(OrFalse::FALSE) };
    let length = characters(string, &encoding).map(|wide| (wide.len() / WIDTH) as i64);
    answer(cx, length, &encoding)
}

/// `iconv_substr()`
pub(crate) fn iconv_substr(
    cx: &mut Cx,
    string: &PhpStr,
    offset: i64,
    length: Option<i64>,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpStr>> {
    let Some(encoding) = settings::encoding(cx, encoding)? else { return Ok(OrFalse::FALSE) };
    let length = length.unwrap_or(string.len() as i64);
    let part = characters(string, &encoding).and_then(|wide| part(&wide, offset, length, &encoding));
    answer(cx, part, &encoding)
}

fn part(wide: &[u8], offset: i64, length: i64, encoding: &[u8]) -> Result<PhpStr, Failure> {
    let total = (wide.len() / WIDTH) as i64;
    let start = if offset < 0 { (offset + total).max(0) } else { offset.min(total) };
    let length = if length < 0 { (length + total - start).max(0) } else { length.min(total - start) };
    if length == 0 {
        return Ok(PhpStr::empty());
    }
    let (start, end) = (start as usize * WIDTH, (start + length) as usize * WIDTH);
    let mut converter = Converter::open(encoding, WIDE)?;
    let mut out = StrBuilder::new();
    append(&mut converter, &wide[start..end], &mut out).map_err(|(stop, _)| Failure::of_stop(stop))?;
    finish(&mut converter, &mut out).map_err(Failure::of_stop)?;
    Ok(out.finish())
}

/// `iconv_strpos()`
pub(crate) fn iconv_strpos(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    offset: i64,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<i64>> {
    let Some(encoding) = settings::encoding(cx, encoding)? else { return Ok(OrFalse::FALSE) };
    let mut offset = offset;
    if offset < 0 {
        let wide = characters(haystack, &encoding);
        let Some(wide) = answer(cx, wide, &encoding)?.0 else { return Ok(OrFalse::FALSE) };
        offset += (wide.len() / WIDTH) as i64;
    }
    let Ok(offset) = usize::try_from(offset) else {
        Failure::OutOfBounds.show(cx, WIDE, &encoding)?;
        return Ok(OrFalse::FALSE);
    };
    if needle.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let found = search(haystack, needle, offset, &encoding, false);
    Ok(OrFalse(answer(cx, found, &encoding)?.0.flatten()))
}

/// `iconv_strrpos()`
pub(crate) fn iconv_strrpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    if needle.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let Some(encoding) = settings::encoding(cx, encoding)? else { return Ok(OrFalse::FALSE) };
    let found = search(haystack, needle, 0, &encoding, true);
    Ok(OrFalse(answer(cx, found, &encoding)?.0.flatten()))
}

/// Where the needle is. What is no text in the haystack ends it silently.
fn search(haystack: &[u8], needle: &[u8], offset: usize, encoding: &[u8], last: bool) -> Result<Option<i64>, Failure> {
    let needle = convert(needle, WIDE, encoding)?;
    let mut converter = Converter::open(WIDE, encoding)?;
    let mut wide = StrBuilder::new();
    if append(&mut converter, haystack, &mut wide).is_ok() {
        let _ = finish(&mut converter, &mut wide);
    }
    let wide = wide.finish();
    let total = wide.len() / WIDTH;
    if offset > total {
        return Err(Failure::OutOfBounds);
    }
    let length = needle.len() / WIDTH;
    let (mut at, mut found) = (offset, None);
    while length > 0 && at + length <= total {
        if wide[at * WIDTH..(at + length) * WIDTH] == needle[..] {
            found = Some(at as i64);
            if !last {
                break;
            }
            // PHP goes on behind what it has found.
            at += length;
        } else {
            at += 1;
        }
    }
    Ok(found)
}
