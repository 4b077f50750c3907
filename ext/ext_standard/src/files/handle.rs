//! The functions that open files, and read, write and move in them.

use loxo_observer::counters::{self, Counter};
use loxo_runtime::PhpResource;
use loxo_streams::{OptionResult, StreamOption, Whence, context, flags, plain, process};

use super::{open_options, or_false, stream};
use crate::prelude::*;
use crate::strings::format::{Missing, formatted};

/// `fopen()`
pub(crate) fn fopen(cx: &mut Cx, filename: &PhpStr, mode: &PhpStr, use_include_path: bool, context: &Value) -> PhpResult<Value> {
    let context = context::from_arg(cx, 4, context, false)?;
    counters::add(Counter::FileOpens, 1);
    loxo_streams::open(cx, filename, mode, open_options(use_include_path), context.as_ref()).map(or_false)
}

/// `fclose()`
pub(crate) fn fclose(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    if stream.has_flag(flags::NO_FCLOSE) {
        cx.warn(&format!("{} is not a valid stream resource", resource.id()))?;
        return Ok(false);
    }
    loxo_streams::close_resource(cx, resource);
    cx.check()?;
    Ok(true)
}

/// `feof()`
pub(crate) fn feof(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    let end = stream(cx, resource)?.eof(cx);
    cx.check()?;
    Ok(end)
}

/// `fgetc()`
pub(crate) fn fgetc(cx: &mut Cx, resource: &PhpResource) -> PhpResult<Value> {
    let byte = stream(cx, resource)?.getc(cx);
    cx.check()?;
    Ok(byte.map_or(Value::FALSE, |b| Value::string(PhpStr::byte(b))))
}

/// `fgets()`
pub(crate) fn fgets(cx: &mut Cx, resource: &PhpResource, length: Option<i64>) -> PhpResult<Value> {
    let max = match length {
        None => None,
        Some(length @ 1..) => Some(length as usize - 1),
        Some(_) => return Err(cx.argument_value_error(2, "must be greater than 0")),
    };
    let line = stream(cx, resource)?.get_line(cx, max);
    cx.check()?;
    Ok(line.map_or(Value::FALSE, Value::string))
}

/// `fread()`
pub(crate) fn fread(cx: &mut Cx, resource: &PhpResource, length: i64) -> PhpResult<Value> {
    let stream = stream(cx, resource)?;
    if length <= 0 {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    }
    let data = stream.read_str(cx, length as usize);
    cx.check()?;
    Ok(data.map_or(Value::FALSE, Value::string))
}

/// `fwrite()`
pub(crate) fn fwrite(cx: &mut Cx, resource: &PhpResource, data: &PhpStr, length: Option<i64>) -> PhpResult<Value> {
    let size = match length {
        None => data.len(),
        Some(length) => usize::try_from(length).unwrap_or(0).min(data.len()),
    };
    if size == 0 {
        return Ok(Value::int(0));
    }
    let written = stream(cx, resource)?.write(cx, &data[..size]);
    cx.check()?;
    Ok(written.map_or(Value::FALSE, Value::from))
}

/// `fflush()`
pub(crate) fn fflush(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    let ok = stream(cx, resource)?.flush(cx, false);
    cx.check()?;
    Ok(ok)
}

/// `fsync()`
pub(crate) fn fsync(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    sync(cx, resource, false)
}

/// `fdatasync()`
pub(crate) fn fdatasync(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    sync(cx, resource, true)
}

fn sync(cx: &mut Cx, resource: &PhpResource, data_only: bool) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    if stream.set_option(cx, StreamOption::SyncSupported) != OptionResult::Ok {
        cx.warn("Can't fsync this stream!")?;
        return Ok(false);
    }
    Ok(stream.set_option(cx, StreamOption::Sync(data_only)) == OptionResult::Ok)
}

/// `fseek()`
pub(crate) fn fseek(cx: &mut Cx, resource: &PhpResource, offset: i64, whence: i64) -> PhpResult<i64> {
    let stream = stream(cx, resource)?;
    let Some(whence) = Whence::from_int(whence) else { return Ok(-1) };
    let ok = stream.seek(cx, offset, whence);
    cx.check()?;
    Ok(if ok { 0 } else { -1 })
}

/// `ftell()`
pub(crate) fn ftell(cx: &mut Cx, resource: &PhpResource) -> PhpResult<Value> {
    let position = stream(cx, resource)?.position.get();
    Ok(if position == -1 { Value::FALSE } else { Value::int(position) })
}

/// `rewind()`
pub(crate) fn rewind(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    let ok = stream(cx, resource)?.seek(cx, 0, Whence::Set);
    cx.check()?;
    Ok(ok)
}

/// `ftruncate()`
pub(crate) fn ftruncate(cx: &mut Cx, resource: &PhpResource, size: i64) -> PhpResult<bool> {
    if size < 0 {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    }
    let stream = stream(cx, resource)?;
    if stream.set_option(cx, StreamOption::TruncateSupported) != OptionResult::Ok {
        cx.warn("Can't truncate this stream!")?;
        return Ok(false);
    }
    let ok = stream.set_option(cx, StreamOption::Truncate(size)) == OptionResult::Ok;
    cx.check()?;
    Ok(ok)
}

/// `flock()`
pub(crate) fn flock(cx: &mut Cx, resource: &PhpResource, operation: i64, would_block: Option<&RefArg>) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    if operation & 3 == 0 {
        return Err(cx.argument_value_error(2, "must be one of LOCK_SH, LOCK_EX, or LOCK_UN"));
    }
    if let Some(would_block) = would_block {
        would_block.set(cx, Value::int(0))?;
    }
    let result = stream.set_option(cx, StreamOption::Lock(operation & 7));
    if let (OptionResult::WouldBlock, Some(would_block)) = (result, would_block) {
        would_block.set(cx, Value::int(1))?;
    }
    cx.check()?;
    Ok(result == OptionResult::Ok)
}

/// `fstat()`
pub(crate) fn fstat(cx: &mut Cx, resource: &PhpResource) -> PhpResult<Value> {
    let stat = stream(cx, resource)?.stat(cx);
    cx.check()?;
    Ok(stat.map_or(Value::FALSE, |stat| Value::array(stat.to_array())))
}

/// `fpassthru()`
pub(crate) fn fpassthru(cx: &mut Cx, resource: &PhpResource) -> PhpResult<i64> {
    let stream = stream(cx, resource)?;
    let printed = loxo_streams::copy::passthru(cx, &stream);
    cx.check()?;
    Ok(printed.map_or(-1, |n| n as i64))
}

/// `fscanf()`
pub(crate) fn fscanf(cx: &mut Cx, resource: &PhpResource, format: &PhpStr, vars: &[Value]) -> PhpResult<Value> {
    let Some(stream) = loxo_streams::of_resource(resource) else {
        return Err(context::not_valid(cx, "File-Handle"));
    };
    let line = stream.get_line(cx, None);
    cx.check()?;
    match line {
        Some(line) => crate::strings::sscanf(cx, &line, format, vars),
        None => Ok(Value::FALSE),
    }
}

/// `fprintf()`
pub(crate) fn fprintf(cx: &mut Cx, resource: &PhpResource, format: &PhpStr, values: &[Value]) -> PhpResult<i64> {
    let stream = stream(cx, resource)?;
    let text = formatted(cx, format, values, Missing::Count(2))?;
    stream.write(cx, &text);
    cx.check()?;
    Ok(text.len() as i64)
}

/// `vfprintf()`
pub(crate) fn vfprintf(cx: &mut Cx, resource: &PhpResource, format: &PhpStr, values: &PhpArray) -> PhpResult<i64> {
    let stream = stream(cx, resource)?;
    let text = crate::strings::format::vsprintf(cx, format, values)?;
    stream.write(cx, &text);
    cx.check()?;
    Ok(text.len() as i64)
}

/// `tmpfile()`
pub(crate) fn tmpfile(cx: &mut Cx) -> PhpResult<Value> {
    let stream = plain::temporary(cx);
    Ok(stream.map_or(Value::FALSE, |stream| Value::resource(loxo_streams::into_resource(stream))))
}

/// `popen()`
pub(crate) fn popen(cx: &mut Cx, command: &PhpStr, mode: &PhpStr) -> PhpResult<Value> {
    // A `b` means nothing here, as everywhere.
    let posix: Vec<u8> = mode.iter().copied().filter(|b| *b != b'b').collect();
    let posix = if posix.len() + 1 == mode.len() || posix.len() == mode.len() { posix } else { mode.to_vec() };
    if !matches!(posix.as_slice(), b"r" | b"w" | b"re" | b"we") {
        return Err(cx.argument_value_error(2, "must be one of \"r\", \"rb\", \"w\", or \"wb\""));
    }
    let shell = crate::exec::shell_command(cx, command);
    match process::popen(shell, posix[0] == b'r', mode) {
        Ok(stream) => Ok(Value::resource(loxo_streams::into_resource(stream))),
        Err(error) => {
            let subject = [command.as_bytes(), b",", &posix].concat();
            cx.builtin_raise_about(loxo_runtime::ErrorLevel::Warning, subject, loxo_streams::error_text(error));
            cx.check()?;
            Ok(Value::FALSE)
        }
    }
}

/// `pclose()`
pub(crate) fn pclose(cx: &mut Cx, resource: &PhpResource) -> PhpResult<i64> {
    stream(cx, resource)?;
    let status = loxo_streams::close_resource(cx, resource);
    cx.check()?;
    Ok(i64::from(status))
}
