//! Splitting, filtering arrays and quoting.

use loxo_runtime::convert::to_string;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, StrBuilder};

use crate::errors::{PregError, State};
use crate::groups::{Shape, bounds, push};
use crate::pattern;
use crate::search::Search;

const NO_EMPTY: i64 = 1;
const DELIM_CAPTURE: i64 = 2;
const OFFSET_CAPTURE: i64 = 4;

const GREP_INVERT: i64 = 1;

/// `preg_split()`
pub fn preg_split(cx: &mut Cx, pattern: &PhpStr, subject: &PhpStr, limit: i64, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    let Some(regex) = pattern::find(cx, pattern) else { return Ok(OrFalse::FALSE) };
    let shape = Shape { offsets: flags & OFFSET_CAPTURE != 0, nulls: false };
    let keeps = |start: usize, end: usize| flags & NO_EMPTY == 0 || start != end;
    let mut pieces = PhpArray::new();
    // Pieces that are left, the last one included; 0 and -1 are no limit, other negative numbers are 1.
    let mut left = match limit {
        0 | -1 => None,
        limit => Some(limit.max(1)),
    };
    let mut last = 0;
    let mut search = Search::new(cx, &regex, subject, 0);
    while left.is_none_or(|left| left > 1) {
        match search.next(cx) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => return Ok(OrFalse::FALSE),
        }
        let offsets = search.offsets();
        let &[start, end, ..] = offsets else { break };
        // `\K` can turn a match around, or let it begin before the last one has ended.
        if end < start || start < last {
            cx.ext::<State>().last = PregError::Internal;
            return Ok(OrFalse::FALSE);
        }
        if keeps(last, start) {
            push(&mut pieces, shape.group(subject, Some((last, start))));
            left = left.map(|left| left - 1);
        }
        if flags & DELIM_CAPTURE != 0 {
            for number in 1..offsets.len() / 2 {
                let bounds = bounds(offsets, number);
                if keeps(bounds.map_or(0, |(start, _)| start), bounds.map_or(0, |(_, end)| end)) {
                    push(&mut pieces, shape.group(subject, bounds));
                }
            }
        }
        last = end;
    }
    if keeps(last, subject.len()) {
        push(&mut pieces, shape.group(subject, Some((last, subject.len()))));
    }
    Ok(pieces.into())
}

/// `preg_grep()`
pub(crate) fn preg_grep(cx: &mut Cx, pattern: &PhpStr, array: &PhpArray, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    let Some(regex) = pattern::find(cx, pattern) else { return Ok(OrFalse::FALSE) };
    let wanted = flags & GREP_INVERT == 0;
    let mut result = PhpArray::new();
    let mut search = Search::idle(cx, &regex);
    for (key, value) in array.iter() {
        let outcome = match value.deref().as_str() {
            Some(text) => search.is_match(cx, text),
            None => {
                let text = to_string(cx, value.deref())?;
                search.is_match(cx, &text)
            }
        };
        match outcome {
            Ok(matched) if matched == wanted => result.append_new(key, value.clone()),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Ok(result.into())
}

/// Bytes that mean something in a pattern.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut all: &[u8] = b".\\+*?[^]$(){}=!<>|:-#\0";
    while let [byte, rest @ ..] = all {
        special[*byte as usize] = true;
        all = rest;
    }
    special
};

/// `preg_quote()`
pub(crate) fn preg_quote(_: &mut Cx, str: &PhpStr, delimiter: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let delimiter = delimiter.and_then(|delimiter| delimiter.first());
    let special = |byte: &u8| SPECIAL[*byte as usize] || delimiter == Some(byte);
    let Some(first) = str.iter().position(special) else { return Ok(str.clone()) };
    let mut out = StrBuilder::with_capacity(str.len() + 16);
    let (mut rest, mut next) = (str.as_bytes(), Some(first));
    while let Some(at) = next {
        out.push_bytes(&rest[..at]);
        match rest[at] {
            0 => out.push_bytes(b"\\000"),
            byte => out.push_bytes(&[b'\\', byte]),
        }
        rest = &rest[at + 1..];
        next = rest.iter().position(special);
    }
    out.push_bytes(rest);
    Ok(out.finish())
}
