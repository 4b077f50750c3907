//! Moving what is in streams.

use loxo_runtime::PhpResource;
use loxo_streams::{Stream, Whence, copy};

use crate::file::stream;
use crate::prelude::*;

/// `stream_get_contents()`
pub(crate) fn stream_get_contents(cx: &mut Cx, resource: &PhpResource, length: Option<i64>, offset: i64) -> PhpResult<Value> {
    let max = match length {
        None | Some(-1) => None,
        Some(length) => match usize::try_from(length) {
            Ok(max) => Some(max),
            Err(_) => return Err(cx.argument_value_error(2, "must be greater than or equal to -1")),
        },
    };
    let stream = stream(cx, resource)?;
    if offset >= 0 && !seek_to(cx, &stream, offset) {
        cx.check()?;
        cx.warn(&format!("Failed to seek to position {offset} in the stream"))?;
        return Ok(Value::FALSE);
    }
    let contents = stream.read_all(cx, max);
    cx.check()?;
    Ok(Value::string(contents))
}

/// Forward moves of streams that cannot seek are reads, so a position ahead is gone to step by step.
fn seek_to(cx: &mut Cx, stream: &Stream, offset: i64) -> bool {
    let position = stream.position.get();
    if position >= 0 && offset > position {
        return stream.seek(cx, offset - position, Whence::Cur);
    }
    offset == position || stream.seek(cx, offset, Whence::Set)
}

/// `stream_copy_to_stream()`
pub(crate) fn stream_copy_to_stream(
    cx: &mut Cx,
    from: &PhpResource,
    to: &PhpResource,
    length: Option<i64>,
    offset: i64,
) -> PhpResult<Value> {
    let source = stream(cx, from)?;
    let target = stream(cx, to)?;
    if offset > 0 && !source.seek(cx, offset, Whence::Set) {
        cx.check()?;
        cx.warn(&format!("Failed to seek to position {offset} in the stream"))?;
        return Ok(Value::FALSE);
    }
    let max = length.and_then(|length| usize::try_from(length).ok());
    let (copied, ok) = copy::copy(cx, &source, &target, max);
    cx.check()?;
    Ok(if ok { Value::from(copied) } else { Value::FALSE })
}

/// `stream_get_line()`
pub(crate) fn stream_get_line(cx: &mut Cx, resource: &PhpResource, length: i64, ending: &PhpStr) -> PhpResult<Value> {
    // No limit is a large one.
    const DEFAULT: usize = 8192;
    let max = match usize::try_from(length) {
        Ok(0) => DEFAULT,
        Ok(max) => max,
        Err(_) => return Err(cx.argument_value_error(2, "must be greater than or equal to 0")),
    };
    let record = stream(cx, resource)?.get_record(cx, max, ending);
    cx.check()?;
    Ok(record.map_or(Value::FALSE, Value::string))
}
