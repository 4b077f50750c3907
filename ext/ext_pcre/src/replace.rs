//! `preg_replace()`, `preg_filter()` and those with callbacks: replaces what a pattern finds by text or a function's result.

use std::cell::OnceCell;

use loxo_runtime::convert::to_string;
use loxo_runtime::{Callable, CallsInARow, Cx, KeyRef, PhpArray, PhpResult, PhpStr, RefArg, StrBuilder, Value};

use crate::errors::{PregError, State};
use crate::groups::{Shape, bounds};
use crate::pattern;
use crate::search::Search;

/// `preg_replace()`
pub fn preg_replace(
    cx: &mut Cx,
    pattern: &Value,
    replacement: &Value,
    subject: &Value,
    limit: i64,
    count: Option<&RefArg>,
) -> PhpResult<Value> {
    replace_with_text(cx, pattern, replacement, subject, limit, count, false)
}

/// `preg_filter()`
pub(crate) fn preg_filter(
    cx: &mut Cx,
    pattern: &Value,
    replacement: &Value,
    subject: &Value,
    limit: i64,
    count: Option<&RefArg>,
) -> PhpResult<Value> {
    replace_with_text(cx, pattern, replacement, subject, limit, count, true)
}

fn replace_with_text(
    cx: &mut Cx,
    pattern: &Value,
    replacement: &Value,
    subject: &Value,
    limit: i64,
    count: Option<&RefArg>,
    filter: bool,
) -> PhpResult<Value> {
    let mut replaced = 0;
    if let (Some(pattern), Some(replacement), Some(subject)) = (pattern.as_str(), replacement.as_str(), subject.as_str()) {
        let template = Template::new(replacement.clone());
        let result = with_text(cx, pattern, &template, subject, limit, &mut replaced)?;
        report(cx, count, replaced)?;
        return Ok(result.filter(|_| !filter || replaced > 0).map_or(Value::NULL, Value::string));
    }
    if replacement.is_array() && !pattern.is_array() {
        let message = "must be of type array when argument #2 ($replacement) is an array, string given";
        return Err(cx.argument_type_error(1, message));
    }
    let result = each_subject(cx, subject, |cx, subject| {
        let before = replaced;
        let result = with_texts(cx, pattern, replacement, subject, limit, &mut replaced)?;
        Ok(result.filter(|_| !filter || replaced > before))
    })?;
    report(cx, count, replaced)?;
    Ok(result)
}

fn report(cx: &mut Cx, count: Option<&RefArg>, replaced: i64) -> PhpResult<()> {
    count.map_or(Ok(()), |count| count.set(cx, Value::int(replaced)))
}

/// Works on a subject, or on each of an array of them; those that come to nothing are left out.
fn each_subject(cx: &mut Cx, subject: &Value, mut work: impl FnMut(&mut Cx, PhpStr) -> PhpResult<Option<PhpStr>>) -> PhpResult<Value> {
    let Some(subjects) = subject.as_array() else {
        let subject = to_string(cx, subject)?;
        return Ok(work(cx, subject)?.map_or(Value::NULL, Value::string));
    };
    let mut results = PhpArray::with_capacity(subjects.len());
    for (key, subject) in subjects.iter() {
        let subject = to_string(cx, subject.deref())?;
        if let Some(result) = work(cx, subject)? {
            results.set_ref(key, Value::string(result));
        }
    }
    Ok(Value::array(results))
}

/// All patterns, one after another, on one subject.
fn with_texts(
    cx: &mut Cx,
    pattern: &Value,
    replacement: &Value,
    mut subject: PhpStr,
    limit: i64,
    replaced: &mut i64,
) -> PhpResult<Option<PhpStr>> {
    let Some(patterns) = pattern.as_array() else {
        let pattern = to_string(cx, pattern)?;
        let template = Template::new(to_string(cx, replacement)?);
        return with_text(cx, &pattern, &template, &subject, limit, replaced);
    };
    let mut texts = replacement.as_array().map(PhpArray::values);
    let single = if texts.is_none() { Some(Template::new(to_string(cx, replacement)?)) } else { None };
    for pattern in patterns.values() {
        let pattern = to_string(cx, pattern.deref())?;
        // Patterns beyond the last replacement are taken out.
        let own = match texts.as_mut().map(Iterator::next) {
            Some(Some(text)) => Some(Template::new(to_string(cx, text.deref())?)),
            Some(None) => Some(Template::new(PhpStr::empty())),
            None => None,
        };
        let Some(template) = own.as_ref().or(single.as_ref()) else { continue };
        match with_text(cx, &pattern, template, &subject, limit, replaced)? {
            Some(result) => subject = result,
            None => return Ok(None),
        }
    }
    Ok(Some(subject))
}

fn with_text(
    cx: &mut Cx,
    pattern: &PhpStr,
    template: &Template,
    subject: &PhpStr,
    limit: i64,
    replaced: &mut i64,
) -> PhpResult<Option<PhpStr>> {
    replace(cx, pattern, subject, limit, replaced, |_, out, search| {
        template.write(out, subject, search.offsets());
        Ok(())
    })
}

/// `preg_replace_callback()`
pub(crate) fn preg_replace_callback(
    cx: &mut Cx,
    pattern: &Value,
    callback: &Callable,
    subject: &Value,
    limit: i64,
    count: Option<&RefArg>,
    flags: i64,
) -> PhpResult<Value> {
    let mut replaced = 0;
    let result = each_subject(cx, subject, |cx, subject| with_callbacks(cx, pattern, callback, subject, limit, &mut replaced, flags))?;
    report(cx, count, replaced)?;
    Ok(result)
}

/// `preg_replace_callback_array()`
pub(crate) fn preg_replace_callback_array(
    cx: &mut Cx,
    pattern: &PhpArray,
    subject: &Value,
    limit: i64,
    count: Option<&RefArg>,
    flags: i64,
) -> PhpResult<Value> {
    let mut replaced = 0;
    let mut subject = subject.clone();
    for (source, callback) in pattern.iter() {
        let Ok(callback) = (cx.hooks.callable)(cx, callback.deref())? else {
            return Err(cx.argument_type_error(1, "must contain only valid callbacks"));
        };
        let KeyRef::Str(source) = source else {
            return Err(cx.argument_type_error(1, "must contain only string patterns as keys"));
        };
        let work = |cx: &mut Cx, subject: PhpStr| with_callback(cx, source, &callback, &subject, limit, &mut replaced, flags);
        subject = each_subject(cx, &subject, work)?;
        if subject.is_null() {
            return Ok(Value::NULL);
        }
    }
    report(cx, count, replaced)?;
    Ok(subject)
}

/// All patterns, one after another, on one subject.
fn with_callbacks(
    cx: &mut Cx,
    pattern: &Value,
    callback: &Callable,
    mut subject: PhpStr,
    limit: i64,
    replaced: &mut i64,
    flags: i64,
) -> PhpResult<Option<PhpStr>> {
    let Some(patterns) = pattern.as_array() else {
        let pattern = to_string(cx, pattern)?;
        return with_callback(cx, &pattern, callback, &subject, limit, replaced, flags);
    };
    for pattern in patterns.values() {
        let pattern = to_string(cx, pattern.deref())?;
        match with_callback(cx, &pattern, callback, &subject, limit, replaced, flags)? {
            Some(result) => subject = result,
            None => return Ok(None),
        }
    }
    Ok(Some(subject))
}

fn with_callback(
    cx: &mut Cx,
    pattern: &PhpStr,
    callback: &Callable,
    subject: &PhpStr,
    limit: i64,
    replaced: &mut i64,
    flags: i64,
) -> PhpResult<Option<PhpStr>> {
    let (shape, mut calls) = (Shape::of(flags), CallsInARow::of(callback));
    replace(cx, pattern, subject, limit, replaced, |cx, out, search| {
        let groups = shape.groups(search.regex(), subject, search);
        let result = calls.call(cx, [Value::array(groups)])?;
        match result.as_bytes() {
            Some(text) => out.push_bytes(text),
            None => out.push_bytes(&to_string(cx, result.deref())?),
        }
        Ok(())
    })
}

/// Replaces up to `limit` matches (negative: all) by what `write` writes. `None`: a bad pattern, or the search failed.
fn replace(
    cx: &mut Cx,
    pattern: &PhpStr,
    subject: &PhpStr,
    limit: i64,
    replaced: &mut i64,
    mut write: impl FnMut(&mut Cx, &mut StrBuilder, &Search<'_>) -> PhpResult<()>,
) -> PhpResult<Option<PhpStr>> {
    cx.check()?;
    let Some(regex) = pattern::find(cx, pattern) else {
        cx.check()?;
        return Ok(None);
    };
    let mut search = Search::new(cx, &regex, subject, 0);
    let mut out = StrBuilder::new();
    let mut copied = 0;
    let mut left = limit as u64;
    loop {
        // Even when nothing may be replaced the search can fail.
        match search.next(cx) {
            Ok(true) if left > 0 => {}
            Ok(_) => break,
            Err(_) => return Ok(None),
        }
        let &[start, end, ..] = search.offsets() else { break };
        if end < start {
            cx.ext::<State>().last = PregError::Internal;
            return Ok(None);
        }
        if out.is_empty() {
            out.reserve(subject.len());
        }
        // A look-behind with `\K` may begin in what was copied already.
        out.push_bytes(subject.get(copied..start).unwrap_or_default());
        write(cx, &mut out, &search)?;
        *replaced += 1;
        left -= 1;
        copied = end;
    }
    if left == limit as u64 {
        return Ok(Some(subject.clone()));
    }
    out.push_bytes(&subject[copied..]);
    Ok(Some(out.finish()))
}

/// The text of a replacement, taken apart when there is something to replace.
struct Template {
    text: PhpStr,
    /// None if the text stands for itself.
    pieces: OnceCell<Option<Vec<Piece>>>,
}

enum Piece {
    /// A part of the text.
    Text(usize, usize),
    Group(usize),
}

impl Template {
    fn new(text: PhpStr) -> Template {
        Template { text, pieces: OnceCell::new() }
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let text = &self.text;
        if !text.iter().any(|byte| matches!(byte, b'\\' | b'$')) {
            return None;
        }
        let mut pieces = Vec::new();
        let (mut start, mut at) = (0, 0);
        // A backslash that stands for itself so far, but not if the next character wants it.
        let mut escaped = false;
        while let Some(&byte) = text.get(at) {
            if byte != b'\\' && byte != b'$' {
                escaped = false;
                at += 1;
            } else if escaped {
                pieces.push(Piece::Text(start, at - 1));
                start = at;
                escaped = false;
                at += 1;
            } else if let Some((group, length)) = reference(&text[at..]) {
                pieces.push(Piece::Text(start, at));
                pieces.push(Piece::Group(group));
                at += length;
                start = at;
            } else {
                escaped = byte == b'\\';
                at += 1;
            }
        }
        pieces.push(Piece::Text(start, at));
        Some(pieces)
    }

    fn write(&self, out: &mut StrBuilder, subject: &PhpStr, offsets: &[usize]) {
        let Some(pieces) = self.pieces.get_or_init(|| self.pieces()) else { return out.push_bytes(&self.text) };
        for piece in pieces {
            match *piece {
                Piece::Text(start, end) => out.push_bytes(&self.text[start..end]),
                Piece::Group(number) => {
                    if let Some((start, end)) = bounds(offsets, number) {
                        out.push_bytes(&subject[start..end]);
                    }
                }
            }
        }
    }
}

/// `\1`, `$1`, `${1}`, with one or two digits: the number, and the length of all that.
fn reference(text: &[u8]) -> Option<(usize, usize)> {
    let braced = text.starts_with(b"${");
    let digits = 1 + usize::from(braced);
    let digit = |at: usize| text.get(at).filter(|byte| byte.is_ascii_digit()).map(|byte| usize::from(byte - b'0'));
    let first = digit(digits)?;
    let (number, mut length) = match digit(digits + 1) {
        Some(second) => (first * 10 + second, digits + 2),
        None => (first, digits + 1),
    };
    if braced {
        text.get(length).filter(|byte| **byte == b'}')?;
        length += 1;
    }
    Some((number, length))
}
