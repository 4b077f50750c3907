//! Reading lines, and where one is among them.

use loxo_runtime::Func;

use super::csv::{self, Format};
use super::{opened, stream};
use crate::files::state;
use crate::prelude::*;
use crate::support::class_name;

pub(super) const DROP_NEW_LINE: i64 = 1;
pub(super) const READ_AHEAD: i64 = 2;
const SKIP_EMPTY: i64 = 4;
const READ_CSV: i64 = 8;
/// Flags that programs see.
pub(super) const PUBLIC: i64 = 15;

fn has(this: &PhpObject, flag: i64) -> bool {
    state(this).flags & flag != 0
}

/// Forgets the line.
pub(super) fn free(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let file = opened(cx, this)?;
    file.line = None;
    let old = std::mem::replace(&mut file.record, Value::UNDEF);
    drop(old);
    Ok(())
}

/// Reads a line; `false`: there is none. Unless it is `silent`, that is an exception.
pub(super) fn read(cx: &mut Cx, this: &PhpObject, silent: bool, add: Option<i64>, csv: bool) -> PhpResult<bool> {
    let stream = stream(cx, this)?;
    let add = add.unwrap_or(i64::from(opened(cx, this)?.line.is_some()));
    free(cx, this)?;
    if stream.eof(cx) {
        cx.check()?;
        if !silent {
            let name = state(this).file_name.clone().unwrap_or_default();
            return Err(cx.throw("RuntimeException", [b"Cannot read from file ", name.as_bytes()].concat()));
        }
        return Ok(false);
    }
    let max = usize::try_from(opened(cx, this)?.max_line).ok().filter(|max| *max > 0);
    let line = stream.get_line(cx, max);
    cx.check()?;
    let mut line = line.unwrap_or_default();
    if !csv && has(this, DROP_NEW_LINE) {
        line = without_end(&line);
    }
    let file = opened(cx, this)?;
    file.line = Some(line);
    file.number += add;
    Ok(true)
}

fn without_end(line: &PhpStr) -> PhpStr {
    match line.strip_suffix(b"\n") {
        Some(rest) => PhpStr::new(rest.strip_suffix(b"\r").unwrap_or(rest)),
        None => line.clone(),
    }
}

/// Is the line one that `SKIP_EMPTY` skips?
fn is_blank(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let lenient = has(this, READ_CSV) && has(this, DROP_NEW_LINE);
    let line = opened(cx, this)?.line.as_ref();
    Ok(line.is_none_or(|line| line.is_empty() || lenient && matches!(line.as_bytes(), b"\n" | b"\r\n")))
}

/// Reads a record, which may be several lines.
pub(super) fn read_csv(cx: &mut Cx, this: &PhpObject, format: &Format, silent: bool) -> PhpResult<bool> {
    loop {
        if !read(cx, this, silent, None, true)? {
            return Ok(false);
        }
        if !has(this, SKIP_EMPTY) || !is_blank(cx, this)? {
            break;
        }
    }
    let mut text = opened(cx, this)?.line.as_ref().map_or_else(Vec::new, |line| line.to_vec());
    let stream = stream(cx, this)?;
    while format.is_open(&text) {
        let more = stream.get_line(cx, None);
        cx.check()?;
        match more {
            Some(more) => text.extend_from_slice(&more),
            None => break,
        }
    }
    let record = csv::parse(cx, format, &text)?;
    let old = std::mem::replace(&mut opened(cx, this)?.record, record);
    drop(old);
    Ok(true)
}

/// `getCurrentLine()` of a child class.
fn own_reader(this: &PhpObject) -> Option<&'static Func> {
    class_of(this).method(b"getcurrentline").filter(|func| func.is_user())
}

/// What `foreach` takes for a line: a record, what a child class gives, or a line.
fn read_one(cx: &mut Cx, this: &PhpObject, silent: bool) -> PhpResult<bool> {
    if has(this, READ_CSV) {
        let format = opened(cx, this)?.format;
        return read_csv(cx, this, &format, silent);
    }
    let Some(reader) = own_reader(this) else { return read(cx, this, silent, None, false) };
    free(cx, this)?;
    let stream = stream(cx, this)?;
    if stream.eof(cx) {
        return if silent { Ok(false) } else { read(cx, this, silent, None, false) };
    }
    let line = cx.call_method(this, reader, &[])?;
    let Some(line) = line.deref().as_str().cloned() else {
        let (class, given) = (class_name(this), convert::value_name(line.deref()));
        let text = format!("{class}::getCurrentLine(): Return value must be of type string, {given} returned");
        return Err(cx.type_error(text));
    };
    let file = opened(cx, this)?;
    file.number += i64::from(file.line.is_some() || !file.record.is_undef());
    free(cx, this)?;
    opened(cx, this)?.line = Some(line);
    Ok(true)
}

fn is_empty(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let csv = has(this, READ_CSV);
    let file = opened(cx, this)?;
    if let Some(line) = &file.line {
        return Ok(line.is_empty());
    }
    Ok(match (file.record.as_array(), file.record.as_str()) {
        (Some(fields), _) if csv && fields.len() == 1 => {
            fields.first().is_some_and(|(_, field)| field.as_str().is_some_and(|field| field.is_empty()))
        }
        (Some(fields), _) => fields.is_empty(),
        (None, Some(text)) => text.is_empty(),
        (None, None) => true,
    })
}

pub(super) fn read_line(cx: &mut Cx, this: &PhpObject, silent: bool) -> PhpResult<bool> {
    let mut there = read_one(cx, this, silent)?;
    while there && has(this, SKIP_EMPTY) && is_empty(cx, this)? {
        free(cx, this)?;
        there = read_one(cx, this, silent)?;
    }
    Ok(there)
}

pub(super) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let stream = stream(cx, this)?;
    if !stream.seek(cx, 0, loxo_streams::Whence::Set) {
        cx.check()?;
        let name = state(this).file_name.clone().unwrap_or_default();
        return Err(cx.throw("RuntimeException", [b"Cannot rewind file ", name.as_bytes()].concat()));
    }
    free(cx, this)?;
    opened(cx, this)?.number = 0;
    if has(this, READ_AHEAD) {
        read_line(cx, this, true)?;
    }
    Ok(())
}

pub(super) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let file = opened(cx, this)?;
    if file.line.is_none() && file.record.is_undef() {
        read_line(cx, this, true)?;
    }
    let csv = has(this, READ_CSV);
    let file = opened(cx, this)?;
    Ok(match &file.line {
        Some(line) if !csv || file.record.is_undef() => Value::string(line.clone()),
        _ if !file.record.is_undef() => file.record.clone(),
        _ => Value::FALSE,
    })
}

pub(super) fn advance(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    free(cx, this)?;
    if has(this, READ_AHEAD) {
        read_line(cx, this, true)?;
    }
    opened(cx, this)?.number += 1;
    Ok(())
}

/// To the line of that number, or the last.
pub(super) fn seek(cx: &mut Cx, this: &PhpObject, line: i64) -> PhpResult<()> {
    rewind(cx, this)?;
    for _ in 0..line {
        if !read_line(cx, this, true)? {
            return Ok(());
        }
    }
    if line > 0 && !has(this, READ_AHEAD) {
        opened(cx, this)?.number += 1;
        free(cx, this)?;
    }
    Ok(())
}
