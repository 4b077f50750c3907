//! `SplFileObject`: a file as an object that reads, writes, and iterates over its lines or rows of CSV.

use loxo_runtime::args::RefArg;
use loxo_runtime::streams::{OptionResult, StreamOption, Whence, copy};

use super::lines::{self, PUBLIC, READ_AHEAD};
use super::{check, open, opened, resource, stream};
use crate::files::{Kind, directory_part, state};
use crate::prelude::*;
use crate::support::call_function;

/// A constructor runs once.
pub(super) fn check_unset(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    match &state(this).kind {
        Kind::File(file) if file.resource.is_some() => Err(cx.throw_error("Cannot call constructor twice")),
        _ => Ok(()),
    }
}

/// `SplFileObject::__construct()`
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    filename: &PhpStr,
    mode: &PhpStr,
    use_include_path: bool,
    context: &Value,
) -> PhpResult<()> {
    check_unset(cx, this)?;
    open(cx, this, filename, mode, use_include_path, context, 4)?;
    let opened = match &state(this).kind {
        Kind::File(file) => file.opened_path(),
        _ => None,
    };
    let path = opened.or_else(|| state(this).file_name.clone()).unwrap_or_default();
    let path = path.strip_suffix(b"/").unwrap_or(&path);
    state(this).path = Some(PhpStr::new(directory_part(path)));
    Ok(())
}

/// `SplFileObject::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    lines::rewind(cx, this)
}

/// `SplFileObject::eof()`
pub(crate) fn eof(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let end = stream(cx, this)?.eof(cx);
    cx.check()?;
    Ok(end)
}

/// `SplFileObject::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    if state(this).flags & READ_AHEAD != 0 {
        let file = opened(cx, this)?;
        return Ok(file.line.is_some() || !file.record.is_undef());
    }
    Ok(!eof(cx, this)?)
}

/// `SplFileObject::fgets()`
pub(crate) fn fgets(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    lines::read(cx, this, false, Some(1), false)?;
    Ok(opened(cx, this)?.line.clone().unwrap_or_default())
}

/// `SplFileObject::fread()`
pub(crate) fn fread(cx: &mut Cx, this: &PhpObject, length: i64) -> PhpResult<Value> {
    let stream = stream(cx, this)?;
    let Some(length) = usize::try_from(length).ok().filter(|length| *length > 0) else {
        return Err(cx.argument_value_error(1, "must be greater than 0"));
    };
    let data = stream.read_str(cx, length);
    cx.check()?;
    Ok(data.map_or(Value::FALSE, Value::string))
}

const SOON: &str = ", as its default value will change, either explicitly or via SplFileObject::setCsvControl()";

/// `SplFileObject::fgetcsv()`
pub(crate) fn fgetcsv(
    cx: &mut Cx,
    this: &PhpObject,
    separator: Option<&PhpStr>,
    enclosure: Option<&PhpStr>,
    escape: Option<&PhpStr>,
) -> PhpResult<Value> {
    let format = opened(cx, this)?.format.with(cx, 1, separator, enclosure, escape)?;
    format.warn(cx, SOON)?;
    if !lines::read_csv(cx, this, &format, true)? {
        return Ok(Value::FALSE);
    }
    Ok(opened(cx, this)?.record.clone())
}

/// `SplFileObject::fputcsv()`
pub(crate) fn fputcsv(
    cx: &mut Cx,
    this: &PhpObject,
    fields: &PhpArray,
    separator: Option<&PhpStr>,
    enclosure: Option<&PhpStr>,
    escape: Option<&PhpStr>,
    eol: &PhpStr,
) -> PhpResult<Value> {
    let format = opened(cx, this)?.format.with(cx, 2, separator, enclosure, escape)?;
    format.warn(cx, SOON)?;
    let mut args = vec![Value::resource(resource(cx, this)?), Value::array(fields.clone())];
    args.extend(format.arguments());
    args.push(Value::string(eol.clone()));
    call_function(cx, "fputcsv", args)
}

/// `SplFileObject::setCsvControl()`
pub(crate) fn set_csv_control(
    cx: &mut Cx,
    this: &PhpObject,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: Option<&PhpStr>,
) -> PhpResult<()> {
    let format = super::csv::Format::default().with(cx, 1, Some(separator), Some(enclosure), escape)?;
    format.warn(cx, " as its default value will change")?;
    opened(cx, this)?.format = format;
    Ok(())
}

/// `SplFileObject::getCsvControl()`
pub(crate) fn get_csv_control(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(opened(cx, this)?.format.arguments()))
}

/// `SplFileObject::flock()`
pub(crate) fn flock(cx: &mut Cx, this: &PhpObject, operation: i64, would_block: Option<&RefArg>) -> PhpResult<Value> {
    let mut args = vec![Value::resource(resource(cx, this)?), Value::int(operation)];
    if operation & 3 == 0 {
        return Err(cx.argument_value_error(1, "must be one of LOCK_SH, LOCK_EX, or LOCK_UN"));
    }
    args.extend(would_block.map(|place| Value::reference(place.reference())));
    call_function(cx, "flock", args)
}

/// `SplFileObject::fflush()`
pub(crate) fn fflush(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let done = stream(cx, this)?.flush(cx, false);
    cx.check()?;
    Ok(done)
}

/// `SplFileObject::ftell()`
pub(crate) fn ftell(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let position = stream(cx, this)?.position.get();
    Ok(if position == -1 { Value::FALSE } else { Value::int(position) })
}

/// `SplFileObject::fseek()`
pub(crate) fn fseek(cx: &mut Cx, this: &PhpObject, offset: i64, whence: i64) -> PhpResult<i64> {
    let stream = stream(cx, this)?;
    lines::free(cx, this)?;
    let done = Whence::from_int(whence).is_some_and(|whence| stream.seek(cx, offset, whence));
    cx.check()?;
    Ok(if done { 0 } else { -1 })
}

/// `SplFileObject::fgetc()`
pub(crate) fn fgetc(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let stream = stream(cx, this)?;
    lines::free(cx, this)?;
    let byte = stream.getc(cx);
    cx.check()?;
    opened(cx, this)?.number += i64::from(byte == Some(b'\n'));
    Ok(byte.map_or(Value::FALSE, |byte| Value::string(PhpStr::byte(byte))))
}

/// `SplFileObject::fpassthru()`
pub(crate) fn fpassthru(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let stream = stream(cx, this)?;
    let count = copy::passthru(cx, &stream);
    cx.check()?;
    Ok(count.map_or(0, |count| count as i64))
}

/// `SplFileObject::fscanf()`
pub(crate) fn fscanf(cx: &mut Cx, this: &PhpObject, format: &PhpStr, vars: &[Value]) -> PhpResult<Value> {
    lines::read(cx, this, false, None, false)?;
    let line = opened(cx, this)?.line.clone().unwrap_or_default();
    let mut args = vec![Value::string(line), Value::string(format.clone())];
    args.extend(vars.iter().cloned());
    call_function(cx, "sscanf", args)
}

/// `SplFileObject::fwrite()`
pub(crate) fn fwrite(cx: &mut Cx, this: &PhpObject, data: &PhpStr, length: Option<i64>) -> PhpResult<Value> {
    let stream = stream(cx, this)?;
    let size = match length {
        None => data.len(),
        Some(length) => usize::try_from(length).unwrap_or(0).min(data.len()),
    };
    if size == 0 {
        return Ok(Value::int(0));
    }
    let written = stream.write(cx, &data[..size]);
    cx.check()?;
    Ok(written.map_or(Value::FALSE, Value::from))
}

/// `SplFileObject::fstat()`
pub(crate) fn fstat(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let stat = stream(cx, this)?.stat(cx);
    cx.check()?;
    Ok(stat.map_or(Value::FALSE, |stat| Value::array(stat.to_array())))
}

/// `SplFileObject::ftruncate()`
pub(crate) fn ftruncate(cx: &mut Cx, this: &PhpObject, size: i64) -> PhpResult<bool> {
    let stream = stream(cx, this)?;
    if size < 0 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    if stream.set_option(cx, StreamOption::TruncateSupported) != OptionResult::Ok {
        let name = state(this).file_name.clone().unwrap_or_default();
        return Err(cx.throw("LogicException", [b"Can't truncate file ", name.as_bytes()].concat()));
    }
    let done = stream.set_option(cx, StreamOption::Truncate(size)) == OptionResult::Ok;
    cx.check()?;
    Ok(done)
}

/// `SplFileObject::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    lines::current(cx, this)
}

/// `SplFileObject::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(opened(cx, this)?.number)
}

/// `SplFileObject::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    lines::advance(cx, this)
}

/// `SplFileObject::setFlags()`
pub(crate) fn set_flags(_: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    state(this).flags = flags;
    Ok(())
}

/// `SplFileObject::getFlags()`
pub(crate) fn get_flags(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    check(cx, this)?;
    Ok(state(this).flags & PUBLIC)
}

/// `SplFileObject::setMaxLineLen()`
pub(crate) fn set_max_line_len(cx: &mut Cx, this: &PhpObject, max_length: i64) -> PhpResult<()> {
    if max_length < 0 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    opened(cx, this)?.max_line = max_length;
    Ok(())
}

/// `SplFileObject::getMaxLineLen()`
pub(crate) fn get_max_line_len(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(opened(cx, this)?.max_line)
}

/// `SplFileObject::hasChildren()`
pub(crate) fn has_children(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(false)
}

/// `SplFileObject::getChildren()`
pub(crate) fn get_children(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `SplFileObject::seek()`
pub(crate) fn seek(cx: &mut Cx, this: &PhpObject, line: i64) -> PhpResult<()> {
    opened(cx, this)?;
    if line < 0 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    lines::seek(cx, this, line)
}

/// `SplFileObject::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    if opened(cx, this)?.line.is_none() {
        lines::read_line(cx, this, false)?;
    }
    Ok(opened(cx, this)?.line.clone().unwrap_or_default())
}
