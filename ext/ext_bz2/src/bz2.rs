//! The builtins of bz2: compressed files opened as streams by `bzopen()`, and strings compressed whole by `bzcompress()`.

use bzip2::{Action, Compress, Compression, Decompress, Status};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResource, PhpResult, PhpStr, StrBuilder, Value, convert};
use loxo_streams::{OpenOptions, StreamRef};

use crate::error_code::{PARAM_ERROR, code};
use crate::file::{self, Bzip2Ops};

fn opened(stream: Option<StreamRef>) -> Value {
    stream.map_or(Value::FALSE, |stream| Value::resource(loxo_streams::into_resource(stream)))
}

/// `bzopen()`
pub(crate) fn bzopen(cx: &mut Cx, file: &Value, mode: &PhpStr) -> PhpResult<Value> {
    let reads = match mode.as_bytes() {
        b"r" => true,
        b"w" => false,
        _ => return Err(cx.argument_value_error(2, "must be either \"r\" or \"w\"")),
    };
    let file = file.deref();
    if let Some(path) = file.as_str() {
        if path.is_empty() {
            return Err(cx.argument_value_error(1, "must not be empty"));
        }
        if path.contains(&0) {
            return Err(cx.argument_type_error(1, "must not contain null bytes"));
        }
        let stream = file::open(cx, path, mode, OpenOptions::REPORT_ERRORS, None);
        cx.check()?;
        return Ok(opened(stream));
    }
    let Some(resource) = file.as_resource() else {
        let given = convert::value_name(file);
        return Err(cx.argument_type_error(1, format!("must be of type string or file-resource, {given} given")));
    };
    let stream = loxo_streams::from_resource(cx, resource)?;
    let own = stream.mode.borrow().clone();
    let plain = match own.as_slice() {
        [letter] => matches!(letter, b'r' | b'w' | b'a' | b'x'),
        [_, _] => own.contains(&b'b'),
        _ => false,
    };
    if !plain {
        cx.builtin_warning([b"Cannot use stream opened in mode '", &own[..], b"'"].concat());
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let own_reads = own.contains(&b'r');
    if reads != own_reads {
        let message = match reads {
            true => "Cannot read from a stream opened in write only mode",
            false => "cannot write to a stream opened in read only mode",
        };
        cx.builtin_warning(message);
        cx.check()?;
        return Ok(Value::FALSE);
    }
    Ok(opened(Some(file::over(resource.clone(), mode, reads))))
}

/// `bzread()`
pub(crate) fn bzread(cx: &mut Cx, bz: &PhpResource, length: i64) -> PhpResult<OrFalse<PhpStr>> {
    let stream = loxo_streams::from_resource(cx, bz)?;
    let Ok(length) = usize::try_from(length) else {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    };
    let data = stream.read_str(cx, length);
    cx.check()?;
    Ok(OrFalse(data))
}

/// `bzwrite()`
pub(crate) fn bzwrite(cx: &mut Cx, bz: &PhpResource, data: &PhpStr, length: Option<i64>) -> PhpResult<OrFalse<i64>> {
    let size = length.map_or(data.len(), |length| usize::try_from(length).unwrap_or(0).min(data.len()));
    if size == 0 {
        return Ok(0.into());
    }
    let written = loxo_streams::from_resource(cx, bz)?.write(cx, &data[..size]);
    cx.check()?;
    Ok(OrFalse(written.map(|n| n as i64)))
}

/// `bzflush()`
pub(crate) fn bzflush(cx: &mut Cx, bz: &PhpResource) -> PhpResult<bool> {
    let done = loxo_streams::from_resource(cx, bz)?.flush(cx, false);
    cx.check()?;
    Ok(done)
}

/// `bzclose()`
pub(crate) fn bzclose(cx: &mut Cx, bz: &PhpResource) -> PhpResult<bool> {
    loxo_streams::from_resource(cx, bz)?;
    loxo_streams::close_resource(cx, bz);
    cx.check()?;
    Ok(true)
}

/// The last error of a stream: number and name.
fn last_error(cx: &mut Cx, bz: &PhpResource) -> PhpResult<(i64, &'static str)> {
    const NAMES: [&str; 10] = [
        "OK",
        "SEQUENCE_ERROR",
        "PARAM_ERROR",
        "MEM_ERROR",
        "DATA_ERROR",
        "DATA_ERROR_MAGIC",
        "IO_ERROR",
        "UNEXPECTED_EOF",
        "OUTBUFF_FULL",
        "CONFIG_ERROR",
    ];
    let stream = loxo_streams::from_resource(cx, bz)?;
    let Some(code) = stream.with_ops(|ops: &mut Bzip2Ops| ops.error()) else {
        return Err(cx.argument_type_error(1, "must be a bz2 stream"));
    };
    let name = usize::try_from(-code).ok().and_then(|index| NAMES.get(index)).copied().unwrap_or("???");
    Ok((code, name))
}

/// `bzerrno()`
pub(crate) fn bzerrno(cx: &mut Cx, bz: &PhpResource) -> PhpResult<i64> {
    Ok(last_error(cx, bz)?.0)
}

/// `bzerrstr()`
pub(crate) fn bzerrstr(cx: &mut Cx, bz: &PhpResource) -> PhpResult<&'static str> {
    Ok(last_error(cx, bz)?.1)
}

/// `bzerror()`
pub(crate) fn bzerror(cx: &mut Cx, bz: &PhpResource) -> PhpResult<PhpArray> {
    let (code, name) = last_error(cx, bz)?;
    let mut all = PhpArray::new();
    all.set_bytes(b"errno", Value::int(code));
    all.set_bytes(b"errstr", Value::from(name));
    Ok(all)
}

/// `bzcompress()`
pub(crate) fn bzcompress(cx: &mut Cx, data: &PhpStr, block_size: i64, work_factor: i64) -> PhpResult<Value> {
    let room = data.len() + data.len() / 100 + 600;
    if u32::try_from(room).is_err() {
        return Err(cx.argument_value_error(1, format!("must have a length less than or equal to {}", u32::MAX)));
    }
    if !(1..=9).contains(&block_size) || !(0..=250).contains(&work_factor) {
        return Ok(Value::int(PARAM_ERROR));
    }
    let mut compress = Compress::new(Compression::new(block_size as u32), work_factor as u32);
    let mut out = StrBuilder::new();
    out.push_n(0, room);
    loop {
        let (taken, made) = (compress.total_in() as usize, compress.total_out() as usize);
        match compress.compress(&data[taken..], &mut out.as_mut_bytes()[made..], Action::Finish) {
            Ok(Status::StreamEnd) => {
                out.truncate(compress.total_out() as usize);
                return Ok(Value::string(out.finish()));
            }
            Ok(_) if compress.total_out() as usize == out.len() => out.push_n(0, room),
            Ok(_) => {}
            Err(error) => return Ok(Value::int(code(&error))),
        }
    }
}

/// `bzdecompress()`
pub(crate) fn bzdecompress(_: &mut Cx, data: &PhpStr, use_less_memory: bool) -> PhpResult<Value> {
    const LEAST: usize = 64;
    let mut decompress = Decompress::new(use_less_memory);
    let mut out = StrBuilder::new();
    out.push_n(0, (2 * data.len()).max(LEAST));
    loop {
        let (taken, made) = (decompress.total_in() as usize, decompress.total_out() as usize);
        match decompress.decompress(&data[taken..], &mut out.as_mut_bytes()[made..]) {
            Ok(Status::StreamEnd) => break,
            Ok(Status::MemNeeded) => return Ok(Value::int(-3)),
            // Data that ends too early gives what it has.
            Ok(_) if (decompress.total_out() as usize) < out.len() && decompress.total_in() as usize == data.len() => break,
            Ok(_) => out.push_n(0, data.len().max(LEAST)),
            Err(error) => return Ok(Value::int(code(&error))),
        }
    }
    out.truncate(decompress.total_out() as usize);
    Ok(Value::string(out.finish()))
}
