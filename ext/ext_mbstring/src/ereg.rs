//! `mb_ereg()` and its like.

use std::rc::Rc;

use loxo_runtime::{Callable, Cx, OrFalse, PhpArray, PhpResult, PhpStr, RefArg, Value, convert};
use onig::Regex;

use crate::encoding::{Encoding, Lengths};
use crate::regex::{Groups, IGNORECASE, Mode, Subject, compile, names, set_encoding, state};

/// `mb_regex_encoding()`
pub(crate) fn mb_regex_encoding(cx: &mut Cx, encoding: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = encoding else { return Ok(Value::from(state(cx).name)) };
    if !set_encoding(cx, name) {
        return Err(cx.argument_value_error(1, [b"must be a valid encoding, \"", name.as_bytes(), b"\" given"].concat()));
    }
    Ok(Value::TRUE)
}

/// `mb_regex_set_options()`: answers the old ones.
pub(crate) fn mb_regex_set_options(cx: &mut Cx, options: Option<&PhpStr>) -> PhpResult<String> {
    let old = state(cx).mode.letters();
    if let Some(letters) = options {
        let mode = Mode::read(cx, letters)?;
        state(cx).mode = mode;
    }
    Ok(old)
}

fn mode(cx: &mut Cx, options: Option<&PhpStr>) -> PhpResult<Mode> {
    match options {
        Some(letters) => Mode::read(cx, letters),
        None => Ok(state(cx).mode),
    }
}

/// Adds the named groups; of several with one name the last that matched counts.
fn add_names(array: &mut PhpArray, regex: &Regex, groups: &Groups, subject: &Subject) {
    for (name, numbers) in names(regex) {
        let found = numbers.iter().rev().find_map(|number| groups.get(*number as usize)).filter(|(start, end)| start < end);
        let value = found.map_or(Value::FALSE, |place| Value::bytes(subject.part(place)));
        array.set_bytes(name.as_bytes(), value);
    }
}

/// The groups of a match; what is empty is false unless `empty` says otherwise.
fn group_array(regex: &Regex, groups: &Groups, subject: &Subject, empty: bool) -> PhpArray {
    let value = |place: &Option<(usize, usize)>| match place {
        Some((start, end)) if empty || start < end => Value::bytes(subject.part((*start, *end))),
        _ => Value::FALSE,
    };
    let mut array = PhpArray::from_values(groups.0.iter().map(value));
    add_names(&mut array, regex, groups, subject);
    array
}

fn ereg(cx: &mut Cx, pattern: &PhpStr, string: &PhpStr, matches: Option<&RefArg>, options: u32) -> PhpResult<bool> {
    if pattern.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if let Some(matches) = matches {
        matches.set(cx, Value::array(PhpArray::new()))?;
    }
    let Some(subject) = Subject::new(cx, string) else { return Ok(false) };
    let mut mode = state(cx).mode;
    mode.options |= options;
    let Some(regex) = compile(cx, pattern, mode)? else { return Ok(false) };
    let Ok(Some(groups)) = subject.search(cx, &regex, 0) else { return Ok(false) };
    if let Some(matches) = matches {
        matches.set(cx, group_array(&regex, &groups, &subject, false).into())?;
    }
    Ok(true)
}

/// `mb_ereg()`
pub(crate) fn mb_ereg(cx: &mut Cx, pattern: &PhpStr, string: &PhpStr, matches: Option<&RefArg>) -> PhpResult<bool> {
    ereg(cx, pattern, string, matches, 0)
}

/// `mb_eregi()`
pub(crate) fn mb_eregi(cx: &mut Cx, pattern: &PhpStr, string: &PhpStr, matches: Option<&RefArg>) -> PhpResult<bool> {
    ereg(cx, pattern, string, matches, IGNORECASE)
}

/// What takes the place of matches.
enum Replacement<'a> {
    Text(&'a PhpStr),
    Callback(&'a Callable),
}

fn char_size(bytes: &[u8], encoding: &Encoding) -> usize {
    let size = match encoding.lengths {
        Lengths::Fixed(size) => size,
        Lengths::ByLead(lead) => bytes.first().map_or(1, |byte| lead(*byte)),
        Lengths::Unknown => 2,
    };
    size.clamp(1, bytes.len().max(1))
}

/// The reference behind a backslash: its length, and the group if there is one.
fn reference(text: &[u8], encoding: &Encoding, named: &[(String, Vec<u32>)], groups: &Groups) -> (usize, Option<usize>) {
    let numbers = named.is_empty();
    match text.first() {
        Some(b'0') => (1, Some(0)),
        Some(digit @ b'1'..=b'9') => (1, numbers.then(|| usize::from(digit - b'0'))),
        Some(b'k') => {
            let (open, close) = match text.get(1) {
                Some(b'<') => (1, b'>'),
                Some(b'\'') => (1, b'\''),
                Some(_) => return (1 + char_size(&text[1..], encoding), None),
                None => return (1, None),
            };
            let mut end = open + 1;
            while end < text.len() && text[end] != close {
                end += char_size(&text[end..], encoding);
            }
            let name = text.get(open + 1..end.min(text.len())).unwrap_or_default();
            if name.is_empty() || end >= text.len() {
                return ((end + 1).min(text.len()), None);
            }
            if name.iter().all(u8::is_ascii_digit) {
                let number = std::str::from_utf8(name).ok().and_then(|name| name.parse().ok());
                let number = number.filter(|_| numbers && (name.len() == 1 || name[0] != b'0'));
                return (end + 1, number);
            }
            let of_name = named.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, numbers)| numbers);
            let number = of_name.and_then(|numbers| {
                let matched = numbers.iter().rev().find(|number| groups.get(**number as usize).is_some());
                matched.or(numbers.last()).map(|number| *number as usize)
            });
            (end + 1, number)
        }
        Some(_) => (char_size(text, encoding).saturating_sub(1), None),
        None => (0, None),
    }
}

fn substitute(text: &[u8], regex: &Regex, groups: &Groups, subject: &Subject, encoding: &Encoding, out: &mut Vec<u8>) {
    let named = names(regex);
    let mut at = 0;
    while at < text.len() {
        let size = char_size(&text[at..], encoding);
        if size != 1 || text[at] != b'\\' {
            out.extend_from_slice(&text[at..at + size]);
            at += size;
            continue;
        }
        let (length, group) = reference(&text[at + 1..], encoding, &named, groups);
        match group.filter(|group| *group < groups.0.len()) {
            Some(group) => out.extend(groups.get(group).map(|place| subject.part(place)).unwrap_or_default()),
            None => out.extend_from_slice(&text[at..at + 1 + length]),
        }
        at += 1 + length;
    }
}

fn replace(
    cx: &mut Cx,
    pattern: &PhpStr,
    replacement: Replacement<'_>,
    string: &PhpStr,
    options: Option<&PhpStr>,
    more: u32,
) -> PhpResult<Value> {
    let Some(subject) = Subject::new(cx, string) else { return Ok(Value::NULL) };
    let mut mode = mode(cx, options)?;
    mode.options |= more;
    let encoding = state(cx).encoding;
    let Some(regex) = compile(cx, pattern, mode)? else { return Ok(Value::FALSE) };
    let mut out = Vec::with_capacity(string.len());
    let mut at = 0;
    loop {
        let groups = match subject.search(cx, &regex, at) {
            Ok(Some(groups)) => groups,
            Ok(None) => break,
            Err(reason) => {
                cx.builtin_warning(format!("mbregex search failure in php_mbereg_replace_exec(): {reason}"));
                cx.check()?;
                return Ok(Value::FALSE);
            }
        };
        let (start, end) = groups.whole();
        out.extend_from_slice(subject.part((at, start)));
        match &replacement {
            Replacement::Text(text) => substitute(text, &regex, &groups, &subject, encoding, &mut out),
            Replacement::Callback(callback) => {
                let parts = groups.0.iter().map(|place| Value::bytes(place.map(|place| subject.part(place)).unwrap_or_default()));
                let mut parts = PhpArray::from_values(parts);
                add_names(&mut parts, &regex, &groups, &subject);
                let made = cx.call(callback, &[parts.into()])?;
                out.extend_from_slice(&convert::to_string(cx, &made)?);
            }
        }
        if at < end {
            at = end;
        } else {
            out.extend_from_slice(subject.part((at, (at + 1).min(string.len()))));
            at += 1;
        }
    }
    if at < string.len() {
        out.extend_from_slice(&string[at..]);
    }
    Ok(Value::string(PhpStr::from_vec(out)))
}

/// `mb_ereg_replace()`
pub(crate) fn mb_ereg_replace(cx: &mut Cx, pattern: &PhpStr, text: &PhpStr, string: &PhpStr, options: Option<&PhpStr>) -> PhpResult<Value> {
    replace(cx, pattern, Replacement::Text(text), string, options, 0)
}

/// `mb_eregi_replace()`
pub(crate) fn mb_eregi_replace(
    cx: &mut Cx,
    pattern: &PhpStr,
    text: &PhpStr,
    string: &PhpStr,
    options: Option<&PhpStr>,
) -> PhpResult<Value> {
    replace(cx, pattern, Replacement::Text(text), string, options, IGNORECASE)
}

/// `mb_ereg_replace_callback()`
pub(crate) fn mb_ereg_replace_callback(
    cx: &mut Cx,
    pattern: &PhpStr,
    callback: &Callable,
    string: &PhpStr,
    options: Option<&PhpStr>,
) -> PhpResult<Value> {
    replace(cx, pattern, Replacement::Callback(callback), string, options, 0)
}

/// `mb_split()`
pub(crate) fn mb_split(cx: &mut Cx, pattern: &PhpStr, string: &PhpStr, limit: i64) -> PhpResult<OrFalse<PhpArray>> {
    let mut left = if limit > 0 { limit - 1 } else { limit };
    let Some(subject) = Subject::new(cx, string) else { return Ok(OrFalse::FALSE) };
    let mode = state(cx).mode;
    let Some(regex) = compile(cx, pattern, mode)? else { return Ok(OrFalse::FALSE) };
    let mut pieces = PhpArray::new();
    let (mut piece, mut at) = (0, 0);
    while left != 0 && at < string.len() {
        let groups = match subject.search(cx, &regex, at) {
            Ok(Some(groups)) => groups,
            Ok(None) => break,
            Err(reason) => {
                cx.builtin_warning(format!("mbregex search failure in mbsplit(): {reason}"));
                cx.check()?;
                return Ok(OrFalse::FALSE);
            }
        };
        let (start, end) = groups.whole();
        if at < end {
            let _ = pieces.push(Value::bytes(subject.part((piece, start))));
            // No limit is as good as one that is never reached.
            left = left.wrapping_sub(1);
            (piece, at) = (end, end);
        } else {
            at += 1;
        }
    }
    let _ = pieces.push(Value::bytes(&string[piece..]));
    Ok(pieces.into())
}

/// `mb_ereg_match()`
pub(crate) fn mb_ereg_match(cx: &mut Cx, pattern: &PhpStr, string: &PhpStr, options: Option<&PhpStr>) -> PhpResult<bool> {
    let mode = mode(cx, options)?;
    let Some(subject) = Subject::new(cx, string) else { return Ok(false) };
    let Some(regex) = compile(cx, pattern, mode)? else { return Ok(false) };
    Ok(subject.matches(cx, &regex))
}

/// One step of the search: what matched, and in what.
fn step(cx: &mut Cx, pattern: Option<&PhpStr>, options: Option<&PhpStr>) -> PhpResult<Option<(Rc<Regex>, Groups, Rc<Subject>)>> {
    let mode = mode(cx, options)?;
    state(cx).search.groups = None;
    if let Some(pattern) = pattern {
        let regex = compile(cx, pattern, mode)?;
        state(cx).search.regex = regex.clone();
        if regex.is_none() {
            return Ok(None);
        }
    }
    let search = &state(cx).search;
    let (regex, subject, from) = (search.regex.clone(), search.subject.clone(), search.position);
    let Some(regex) = regex else { return Err(cx.throw_error("No pattern was provided")) };
    let Some(subject) = subject else { return Err(cx.throw_error("No string was provided")) };
    match subject.search(cx, &regex, from) {
        Ok(Some(groups)) => {
            let (_, end) = groups.whole();
            let search = &mut state(cx).search;
            search.position = if from <= end { end } else { from + 1 };
            search.groups = Some(groups.clone());
            Ok(Some((regex, groups, subject)))
        }
        Ok(None) => {
            state(cx).search.position = subject.original.len();
            Ok(None)
        }
        Err(reason) => {
            cx.builtin_warning(format!("mbregex search failure in mbregex_search(): {reason}"));
            cx.check()?;
            Ok(None)
        }
    }
}

/// `mb_ereg_search()`
pub(crate) fn mb_ereg_search(cx: &mut Cx, pattern: Option<&PhpStr>, options: Option<&PhpStr>) -> PhpResult<bool> {
    Ok(step(cx, pattern, options)?.is_some())
}

/// `mb_ereg_search_pos()`
pub(crate) fn mb_ereg_search_pos(cx: &mut Cx, pattern: Option<&PhpStr>, options: Option<&PhpStr>) -> PhpResult<OrFalse<PhpArray>> {
    let found = step(cx, pattern, options)?;
    Ok(OrFalse(found.map(|(_, groups, _)| {
        let (start, end) = groups.whole();
        PhpArray::from_values([start as i64, end as i64 - start as i64])
    })))
}

/// `mb_ereg_search_regs()`
pub(crate) fn mb_ereg_search_regs(cx: &mut Cx, pattern: Option<&PhpStr>, options: Option<&PhpStr>) -> PhpResult<OrFalse<PhpArray>> {
    let found = step(cx, pattern, options)?;
    Ok(OrFalse(found.map(|(regex, groups, subject)| group_array(&regex, &groups, &subject, true))))
}

/// `mb_ereg_search_init()`
pub(crate) fn mb_ereg_search_init(cx: &mut Cx, string: &PhpStr, pattern: Option<&PhpStr>, options: Option<&PhpStr>) -> PhpResult<bool> {
    if pattern.is_some_and(|pattern| pattern.is_empty()) {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let mode = mode(cx, options)?;
    if let Some(pattern) = pattern {
        let regex = compile(cx, pattern, mode)?;
        state(cx).search.regex = regex.clone();
        if regex.is_none() {
            return Ok(false);
        }
    }
    let subject = Subject::new(cx, string);
    let whole = subject.is_some();
    let search = &mut state(cx).search;
    search.position = if whole { 0 } else { string.len() };
    search.subject = Some(Rc::new(subject.unwrap_or_else(|| Subject::malformed(string))));
    search.groups = None;
    Ok(whole)
}

/// `mb_ereg_search_getregs()`
pub(crate) fn mb_ereg_search_getregs(cx: &mut Cx) -> PhpResult<OrFalse<PhpArray>> {
    let search = &state(cx).search;
    let (Some(groups), Some(regex), Some(subject)) = (&search.groups, &search.regex, &search.subject) else { return Ok(OrFalse::FALSE) };
    Ok(group_array(regex, groups, subject, true).into())
}

/// `mb_ereg_search_getpos()`
pub(crate) fn mb_ereg_search_getpos(cx: &mut Cx) -> PhpResult<i64> {
    Ok(state(cx).search.position as i64)
}

/// `mb_ereg_search_setpos()`
pub(crate) fn mb_ereg_search_setpos(cx: &mut Cx, offset: i64) -> PhpResult<bool> {
    let length = state(cx).search.subject.as_ref().map(|subject| subject.original.len());
    let position = match length {
        Some(length) if offset < 0 => offset + length as i64,
        _ => offset,
    };
    match usize::try_from(position) {
        Ok(position) if length.is_none_or(|length| position <= length) => {
            state(cx).search.position = position;
            Ok(true)
        }
        _ => Err(cx.argument_value_error(1, "is out of range")),
    }
}
