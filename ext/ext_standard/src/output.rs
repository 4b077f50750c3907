//! The functions `ob_*`, `flush()` and `output_*`: buffers of what a program prints.

use loxo_runtime::output::BufferInfo;

use crate::prelude::*;
pub(crate) use crate::url::{output_add_rewrite_var, output_reset_rewrite_vars};

/// `flush()`
pub(crate) fn flush(cx: &mut Cx) -> PhpResult<()> {
    cx.flush_output();
    cx.check()
}

/// `ob_start()`
pub(crate) fn ob_start(cx: &mut Cx, callback: &Value, chunk_size: i64, flags: i64) -> PhpResult<bool> {
    let started = cx.start_buffer(callback, usize::try_from(chunk_size).unwrap_or(0), flags as u32);
    cx.check()?;
    if !started {
        cx.note("Failed to create buffer")?;
    }
    Ok(started)
}

/// Name and level of the innermost buffer: `default output handler (0)`.
fn innermost(cx: &Cx) -> Option<String> {
    cx.output.buffers().next_back().map(|b| format!("{} ({})", b.name, b.level))
}

/// `ob_flush()`
pub(crate) fn ob_flush(cx: &mut Cx) -> PhpResult<bool> {
    let Some(buffer) = innermost(cx) else {
        cx.note("Failed to flush buffer. No buffer to flush")?;
        return Ok(false);
    };
    let done = cx.flush_buffer();
    cx.check()?;
    if !done {
        cx.note(&format!("Failed to flush buffer of {buffer}"))?;
    }
    Ok(done)
}

/// `ob_clean()`
pub(crate) fn ob_clean(cx: &mut Cx) -> PhpResult<bool> {
    let Some(buffer) = innermost(cx) else {
        cx.note("Failed to delete buffer. No buffer to delete")?;
        return Ok(false);
    };
    let done = cx.clean_buffer();
    cx.check()?;
    if !done {
        cx.note(&format!("Failed to delete buffer of {buffer}"))?;
    }
    Ok(done)
}

/// `ob_end_flush()`
pub(crate) fn ob_end_flush(cx: &mut Cx) -> PhpResult<bool> {
    if cx.output.level() == 0 {
        cx.note("Failed to delete and flush buffer. No buffer to delete or flush")?;
        return Ok(false);
    }
    let done = cx.end_buffer();
    cx.check()?;
    Ok(done)
}

/// `ob_end_clean()`
pub(crate) fn ob_end_clean(cx: &mut Cx) -> PhpResult<bool> {
    if cx.output.level() == 0 {
        cx.note("Failed to delete buffer. No buffer to delete")?;
        return Ok(false);
    }
    let done = cx.discard_buffer();
    cx.check()?;
    Ok(done)
}

fn contents(cx: &Cx) -> Option<Value> {
    cx.output.contents().map(Value::bytes)
}

/// `ob_get_flush()`
pub(crate) fn ob_get_flush(cx: &mut Cx) -> PhpResult<Value> {
    let Some(text) = contents(cx) else {
        cx.note("Failed to delete and flush buffer. No buffer to delete or flush")?;
        return Ok(Value::FALSE);
    };
    let done = cx.end_buffer();
    cx.check()?;
    if !done {
        let buffer = innermost(cx).unwrap_or_default();
        cx.note(&format!("Failed to delete buffer of {buffer}"))?;
    }
    Ok(text)
}

/// `ob_get_clean()`
pub(crate) fn ob_get_clean(cx: &mut Cx) -> PhpResult<Value> {
    let Some(text) = contents(cx) else { return Ok(Value::FALSE) };
    let done = cx.discard_buffer();
    cx.check()?;
    if !done {
        let buffer = innermost(cx).unwrap_or_default();
        cx.note(&format!("Failed to delete buffer of {buffer}"))?;
    }
    Ok(text)
}

/// `ob_get_contents()`
pub(crate) fn ob_get_contents(cx: &mut Cx) -> PhpResult<Value> {
    Ok(contents(cx).unwrap_or(Value::FALSE))
}

/// `ob_get_level()`
pub(crate) fn ob_get_level(cx: &mut Cx) -> PhpResult<i64> {
    Ok(cx.output.level() as i64)
}

/// `ob_get_length()`
pub(crate) fn ob_get_length(cx: &mut Cx) -> PhpResult<Value> {
    Ok(cx.output.contents().map_or(Value::FALSE, |text| Value::int(text.len() as i64)))
}

/// `ob_list_handlers()`
pub(crate) fn ob_list_handlers(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(cx.output.buffers().map(|b| b.name.clone())))
}

fn status(info: &BufferInfo) -> PhpArray {
    let mut out = PhpArray::new();
    out.set_bytes(b"name", info.name.into());
    out.set_bytes(b"type", Value::int(i64::from(info.flags & 0xf)));
    out.set_bytes(b"flags", Value::int(i64::from(info.flags)));
    out.set_bytes(b"level", Value::int(info.level as i64));
    out.set_bytes(b"chunk_size", Value::int(info.chunk_size as i64));
    out.set_bytes(b"buffer_size", Value::int(info.buffer_size as i64));
    out.set_bytes(b"buffer_used", Value::int(info.buffer_used as i64));
    out
}

/// `ob_get_status()`
pub(crate) fn ob_get_status(cx: &mut Cx, full_status: bool) -> PhpResult<PhpArray> {
    let mut buffers = cx.output.buffers();
    Ok(match full_status {
        true => PhpArray::from_values(buffers.map(|b| status(&b))),
        false => buffers.next_back().map_or(PhpArray::new(), |b| status(&b)),
    })
}

/// `ob_implicit_flush()`
pub(crate) fn ob_implicit_flush(cx: &mut Cx, enable: bool) -> PhpResult<()> {
    cx.output.implicit_flush = enable;
    Ok(())
}
