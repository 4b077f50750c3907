//! Functions for compressed files. All but those that open them are what functions for streams are.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResource, PhpResult, PhpStr, Value};
use loxo_streams::{OpenOptions, StreamRef, Whence};

use crate::gzip;

fn open(cx: &mut Cx, filename: &[u8], mode: &[u8], use_include_path: i64) -> PhpResult<Option<StreamRef>> {
    let report = OpenOptions::REPORT_ERRORS;
    let options = if use_include_path != 0 { report.with(OpenOptions::USE_PATH) } else { report };
    let stream = gzip::open(cx, filename, mode, options, None);
    cx.check()?;
    Ok(stream)
}

/// `gzopen()`
pub(crate) fn gzopen(cx: &mut Cx, filename: &PhpStr, mode: &PhpStr, use_include_path: i64) -> PhpResult<Value> {
    let stream = open(cx, filename, mode, use_include_path)?;
    Ok(stream.map_or(Value::FALSE, |stream| Value::resource(loxo_streams::into_resource(stream))))
}

/// `gzfile()`
pub(crate) fn gzfile(cx: &mut Cx, filename: &PhpStr, use_include_path: i64) -> PhpResult<OrFalse<PhpArray>> {
    /// Longest part of a line.
    const LONGEST: usize = 8190;
    let Some(stream) = open(cx, filename, b"rb", use_include_path)? else { return Ok(OrFalse::FALSE) };
    let mut lines = PhpArray::new();
    while let Some(line) = stream.get_line(cx, Some(LONGEST)) {
        // PHP takes them for C strings.
        let end = line.iter().position(|byte| *byte == 0).unwrap_or(line.len());
        let _ = lines.push(Value::bytes(&line[..end]));
    }
    stream.close(cx);
    cx.check()?;
    Ok(lines.into())
}

/// `readgzfile()`
pub(crate) fn readgzfile(cx: &mut Cx, filename: &PhpStr, use_include_path: i64) -> PhpResult<OrFalse<i64>> {
    let Some(stream) = open(cx, filename, b"rb", use_include_path)? else { return Ok(OrFalse::FALSE) };
    let printed = loxo_streams::copy::passthru(cx, &stream);
    stream.close(cx);
    cx.check()?;
    Ok(printed.map_or(-1, |n| n as i64).into())
}

/// `gzwrite()`
pub(crate) fn gzwrite(cx: &mut Cx, stream: &PhpResource, data: &PhpStr, length: Option<i64>) -> PhpResult<OrFalse<i64>> {
    let size = length.map_or(data.len(), |length| usize::try_from(length).unwrap_or(0).min(data.len()));
    if size == 0 {
        return Ok(0.into());
    }
    let written = loxo_streams::from_resource(cx, stream)?.write(cx, &data[..size]);
    cx.check()?;
    Ok(OrFalse(written.map(|n| n as i64)))
}

/// `gzrewind()`
pub(crate) fn gzrewind(cx: &mut Cx, stream: &PhpResource) -> PhpResult<bool> {
    let done = loxo_streams::from_resource(cx, stream)?.seek(cx, 0, Whence::Set);
    cx.check()?;
    Ok(done)
}

/// `gzclose()`
pub(crate) fn gzclose(cx: &mut Cx, stream: &PhpResource) -> PhpResult<bool> {
    let opened = loxo_streams::from_resource(cx, stream)?;
    if opened.has_flag(loxo_streams::flags::NO_FCLOSE) {
        cx.builtin_warning(format!("cannot close the provided stream, as it must not be manually closed: {}", stream.id()));
        cx.check()?;
        return Ok(false);
    }
    loxo_streams::close_resource(cx, stream);
    cx.check()?;
    Ok(true)
}

/// `gzeof()`
pub(crate) fn gzeof(cx: &mut Cx, stream: &PhpResource) -> PhpResult<bool> {
    let ended = loxo_streams::from_resource(cx, stream)?.eof(cx);
    cx.check()?;
    Ok(ended)
}

/// `gzgetc()`
pub(crate) fn gzgetc(cx: &mut Cx, stream: &PhpResource) -> PhpResult<OrFalse<PhpStr>> {
    let byte = loxo_streams::from_resource(cx, stream)?.getc(cx);
    cx.check()?;
    Ok(OrFalse(byte.map(PhpStr::byte)))
}

/// `gzpassthru()`
pub(crate) fn gzpassthru(cx: &mut Cx, stream: &PhpResource) -> PhpResult<i64> {
    let stream = loxo_streams::from_resource(cx, stream)?;
    let printed = loxo_streams::copy::passthru(cx, &stream);
    cx.check()?;
    Ok(printed.map_or(-1, |n| n as i64))
}

/// `gzseek()`
pub(crate) fn gzseek(cx: &mut Cx, stream: &PhpResource, offset: i64, whence: i64) -> PhpResult<i64> {
    let stream = loxo_streams::from_resource(cx, stream)?;
    let Some(whence) = Whence::from_int(whence) else { return Ok(-1) };
    let done = stream.seek(cx, offset, whence);
    cx.check()?;
    Ok(if done { 0 } else { -1 })
}

/// `gztell()`
pub(crate) fn gztell(cx: &mut Cx, stream: &PhpResource) -> PhpResult<OrFalse<i64>> {
    let position = loxo_streams::from_resource(cx, stream)?.position.get();
    Ok(OrFalse((position != -1).then_some(position)))
}

/// `gzread()`
pub(crate) fn gzread(cx: &mut Cx, stream: &PhpResource, length: i64) -> PhpResult<OrFalse<PhpStr>> {
    let stream = loxo_streams::from_resource(cx, stream)?;
    let Some(length) = usize::try_from(length).ok().filter(|length| *length > 0) else {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    };
    let data = stream.read_str(cx, length);
    cx.check()?;
    Ok(OrFalse(data))
}

/// `gzgets()`
pub(crate) fn gzgets(cx: &mut Cx, stream: &PhpResource, length: Option<i64>) -> PhpResult<OrFalse<PhpStr>> {
    let stream = loxo_streams::from_resource(cx, stream)?;
    let max = match length {
        None => None,
        Some(length) if length > 0 => Some((length - 1) as usize),
        Some(_) => return Err(cx.argument_value_error(2, "must be greater than 0")),
    };
    let line = stream.get_line(cx, max);
    cx.check()?;
    Ok(OrFalse(line))
}
