//! Functions that count in grapheme clusters: what a reader takes for one character.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, RefArg, Value};
use unicode_segmentation::UnicodeSegmentation;

use crate::errors::{self, ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND};
use crate::search::{Clusters, Search};

const EXTR_MAXBYTES: i64 = 1;
const EXTR_MAXCHARS: i64 = 2;

/// Is every byte of the first `len` a cluster? A carriage return and the line feed behind it are one, and so not simple.
fn is_simple(bytes: &[u8], len: usize) -> bool {
    let pair = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..len.min(bytes.len())).all(|at| bytes[at].is_ascii() && !pair(at))
}

fn all_simple(bytes: &[u8]) -> bool {
    is_simple(bytes, bytes.len())
}

/// The text of a string; if it is not UTF-8, that is the last error.
fn text<'a>(cx: &mut Cx, string: &'a PhpStr, which: &str) -> PhpResult<Option<&'a str>> {
    match str::from_utf8(string) {
        Ok(text) => Ok(Some(text)),
        Err(_) => {
            errors::set(cx, INVALID_CHAR_FOUND, format!("Error converting {which} string to UTF-16"))?;
            Ok(None)
        }
    }
}

/// `grapheme_strlen()`
pub(crate) fn grapheme_strlen(cx: &mut Cx, string: &PhpStr) -> PhpResult<Option<i64>> {
    if all_simple(string) {
        return Ok(Some(string.len() as i64));
    }
    Ok(text(cx, string, "input")?.map(|text| text.graphemes(true).count() as i64))
}

/// What is looked for and how.
#[derive(Clone, Copy)]
struct How {
    ignore_case: bool,
    last: bool,
}

/// Where a match is: in clusters, and in units of UTF-16.
struct MatchPosition {
    cluster: i64,
    unit: Option<usize>,
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

fn outside(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.argument_value_error(3, "must be contained in argument #1 ($haystack)")
}

fn find(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, how: How) -> PhpResult<Option<MatchPosition>> {
    let Some(haystack) = text(cx, haystack, "input")? else { return Ok(None) };
    let Some(needle) = text(cx, needle, "needle")? else { return Ok(None) };
    let clusters = Clusters::new(haystack);
    let from = clusters.index(offset);
    if needle.is_empty() {
        let from = from.ok_or_else(|| outside(cx))?;
        // Nothing is everywhere. PHP counts in other units here.
        let at = if how.last && offset >= 0 { haystack.len() } else { clusters.bounds[from] };
        return Ok(Some(MatchPosition { cluster: units(&haystack[..at]) as i64, unit: None }));
    }
    if haystack.is_empty() {
        errors::set(cx, ILLEGAL_ARGUMENT, "Error creating search object")?;
        return Ok(None);
    }
    let search = Search::new(&clusters, needle, how.ignore_case);
    let from = from.ok_or_else(|| outside(cx))?;
    let found = search.and_then(|search| match how.last {
        false => search.first(from).map(|(start, _)| start),
        true if offset >= 0 => search.last().filter(|start| *start >= from),
        true => search.last_until(from),
    });
    Ok(found.map(|index| MatchPosition { cluster: index as i64, unit: Some(units(&haystack[..clusters.bounds[index]])) }))
}

/// The last place in simple text, from which the needle is whole; a negative offset is where it may begin at the latest.
fn last_simple(haystack: &[u8], needle: &[u8], offset: i64) -> Option<usize> {
    let first = usize::try_from(offset).unwrap_or(0);
    let mut last = haystack.len().checked_sub(needle.len())?;
    let from_end = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    if offset < 0 && needle.len() <= from_end {
        last = haystack.len().checked_sub(from_end)?;
    }
    (first..=last).rev().find(|at| haystack[*at..].starts_with(needle))
}

fn position(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, how: How) -> PhpResult<OrFalse<i64>> {
    let within = i32::try_from(offset).is_ok_and(|offset| offset != i32::MIN);
    if !within || offset.unsigned_abs() > haystack.len() as u64 {
        return Err(outside(cx));
    }
    // Forwards and exactly, an offset from the end takes the long way.
    if all_simple(haystack) && (how.last || how.ignore_case || offset >= 0) {
        let folded = |bytes: &[u8]| if how.ignore_case { bytes.to_ascii_lowercase() } else { bytes.to_vec() };
        let (hay, pin) = (folded(haystack), folded(needle));
        let found = if how.last {
            last_simple(&hay, &pin, offset)
        } else {
            let from = if offset < 0 { hay.len() - offset.unsigned_abs() as usize } else { offset as usize };
            memchr::memmem::find(&hay[from..], &pin).map(|at| from + at)
        };
        let sure = !(how.last || how.ignore_case) || all_simple(needle);
        if found.is_some() || sure {
            return Ok(OrFalse(found.map(|at| at as i64)));
        }
    }
    Ok(OrFalse(find(cx, haystack, needle, offset, how)?.map(|place| place.cluster)))
}

/// `grapheme_strpos()`
pub(crate) fn grapheme_strpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, How { ignore_case: false, last: false })
}

/// `grapheme_stripos()`
pub(crate) fn grapheme_stripos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, How { ignore_case: true, last: false })
}

/// `grapheme_strrpos()`
pub(crate) fn grapheme_strrpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, How { ignore_case: false, last: true })
}

/// `grapheme_strripos()`
pub(crate) fn grapheme_strripos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, How { ignore_case: true, last: true })
}

fn part(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, before: bool, ignore_case: bool) -> PhpResult<OrFalse<PhpStr>> {
    let piece = |at: usize| PhpStr::from(if before { &haystack[..at] } else { &haystack[at..] });
    if !ignore_case {
        let Some(at) = memchr::memmem::find(haystack, needle) else { return Ok(OrFalse::FALSE) };
        if all_simple(haystack) {
            return Ok(piece(at).into());
        }
    }
    let Some(place) = find(cx, haystack, needle, 0, How { ignore_case, last: false })? else { return Ok(OrFalse::FALSE) };
    // PHP takes the units of UTF-16 for characters.
    let skipped = place.unit.unwrap_or(0);
    let haystack_text = String::from_utf8_lossy(haystack);
    let at = haystack_text.char_indices().nth(skipped).map_or(haystack.len(), |(at, _)| at);
    Ok(piece(at).into())
}

/// `grapheme_strstr()`
pub(crate) fn grapheme_strstr(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, before: bool) -> PhpResult<OrFalse<PhpStr>> {
    part(cx, haystack, needle, before, false)
}

/// `grapheme_stristr()`
pub(crate) fn grapheme_stristr(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, before: bool) -> PhpResult<OrFalse<PhpStr>> {
    part(cx, haystack, needle, before, true)
}

/// `grapheme_substr()`
pub(crate) fn grapheme_substr(cx: &mut Cx, string: &PhpStr, start: i64, length: Option<i64>) -> PhpResult<OrFalse<PhpStr>> {
    if i32::try_from(start).is_err() {
        return Err(cx.argument_value_error(2, "is too large"));
    }
    let length = length.unwrap_or(string.len() as i64);
    if i32::try_from(length).is_err() {
        return Err(cx.argument_value_error(3, "is too large"));
    }
    let bounds: Vec<usize> = if all_simple(string) {
        (0..=string.len()).collect()
    } else {
        match text(cx, string, "input")? {
            Some(text) => Clusters::new(text).bounds,
            None => return Ok(OrFalse::FALSE),
        }
    };
    let count = (bounds.len() - 1) as i64;
    if start > count {
        return Ok(PhpStr::from(&b""[..]).into());
    }
    let first = if start < 0 { (count + start).max(0) } else { start };
    // A number of bytes that reaches the end is a number of clusters that does.
    let last = if length < 0 { count + length } else { first.saturating_add(length).min(count) };
    Ok(if last <= first { PhpStr::from(&b""[..]) } else { PhpStr::from(&string[bounds[first as usize]..bounds[last as usize]]) }.into())
}

/// The ends of clusters in bytes of any kind. What is not UTF-8 counts as replacement characters.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let mut text = String::with_capacity(bytes.len());
    // Where in the text replacements end, and how much longer the text is than the bytes up to there.
    let mut shifts: Vec<(usize, isize)> = Vec::new();
    let mut read = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        read += chunk.valid().len() + chunk.invalid().len();
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            shifts.push((text.len(), text.len() as isize - read as isize));
        }
    }
    let mut shifts = shifts.into_iter().peekable();
    let mut shift = 0;
    let end = |(at, cluster): (usize, &str)| {
        let end = at + cluster.len();
        while let Some((_, new)) = shifts.next_if(|(from, _)| *from <= end) {
            shift = new;
        }
        (end as isize - shift) as usize
    };
    text.grapheme_indices(true).map(end).collect()
}

/// `grapheme_str_split()`
pub(crate) fn grapheme_str_split(cx: &mut Cx, string: &PhpStr, length: i64) -> PhpResult<PhpArray> {
    let most = i64::from(u32::MAX / 4);
    if length <= 0 || length > most {
        return Err(cx.argument_value_error(2, format!("must be greater than 0 and less than or equal to {most}")));
    }
    let mut pieces = PhpArray::default();
    let mut start = 0;
    for chunk in ends(string).chunks(length as usize) {
        let end = chunk.last().copied().unwrap_or(start);
        let _ = pieces.push(Value::from(&string[start..end]));
        start = end;
    }
    Ok(pieces)
}

/// `grapheme_extract()`
pub(crate) fn grapheme_extract(
    cx: &mut Cx,
    haystack: &PhpStr,
    size: i64,
    kind: i64,
    start: i64,
    next: Option<&RefArg>,
) -> PhpResult<OrFalse<PhpStr>> {
    let start = if start < 0 { start.saturating_add(haystack.len() as i64) } else { start };
    let assign = |cx: &mut Cx, at: i64| next.map_or(Ok(()), |next| next.set(cx, Value::int(at)));
    assign(cx, start)?;
    if !(0..=EXTR_MAXCHARS).contains(&kind) {
        let kinds = "must be one of GRAPHEME_EXTR_COUNT, GRAPHEME_EXTR_MAXBYTES, or GRAPHEME_EXTR_MAXCHARS";
        return Err(cx.argument_value_error(3, kinds));
    }
    let Some(mut rest) =
        i32::try_from(start).ok().and_then(|start| haystack.get(usize::try_from(start).ok()?..)).filter(|rest| !rest.is_empty())
    else {
        errors::set(cx, ILLEGAL_ARGUMENT, "grapheme_extract: start not contained in string")?;
        return Ok(OrFalse::FALSE);
    };
    if size < 0 {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    }
    if size > i64::from(i32::MAX) {
        return Err(cx.argument_value_error(2, "is too large"));
    }
    if size == 0 {
        return Ok(PhpStr::from(&b""[..]).into());
    }
    // From within a character on to the next one.
    let Some(lead) = rest.iter().position(|byte| matches!(byte, 0..=0x7f | 0xc2..=0xf4)) else {
        errors::set(cx, ILLEGAL_ARGUMENT, "grapheme_extract: invalid input string")?;
        return Ok(OrFalse::FALSE);
    };
    rest = &rest[lead..];
    let size = size as usize;
    let taken = if is_simple(rest, size + 1) { size.min(rest.len()) } else { whole_clusters(rest, size, kind) };
    assign(cx, start + taken as i64)?;
    Ok(PhpStr::from(&rest[..taken]).into())
}

/// How many bytes the whole clusters have that fit.
fn whole_clusters(bytes: &[u8], size: usize, kind: i64) -> usize {
    let ends = ends(bytes);
    match kind {
        EXTR_MAXBYTES => ends.into_iter().take_while(|end| *end <= size).last().unwrap_or(0),
        EXTR_MAXCHARS => {
            let (mut chars, mut taken) = (0, 0);
            for end in ends {
                chars += String::from_utf8_lossy(&bytes[taken..end]).chars().count();
                if chars > size {
                    break;
                }
                taken = end;
            }
            taken
        }
        _ => ends.into_iter().take(size).next_back().unwrap_or(0),
    }
}
