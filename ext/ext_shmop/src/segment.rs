//! The builtins `shmop_*`: segments of memory that processes share, read and written as strings of bytes.

use loxo_runtime::streams::error_text;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, PhpStr, Value, compare};
use loxo_sysv_sys::{self as sysv, IPC_CREAT, IPC_EXCL, Segment};

#[derive(Default)]
struct Open(Option<(i32, Segment)>);

impl Native for Open {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Open::default())),
        no_new: Some("Cannot directly construct Shmop, use shmop_open() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// `shmop_open()`
pub(crate) fn shmop_open(cx: &mut Cx, key: i64, mode: &PhpStr, permissions: i64, size: i64) -> PhpResult<Value> {
    let (makes, flags) = match mode.as_bytes() {
        b"a" | b"w" => (false, 0),
        b"c" => (true, IPC_CREAT),
        b"n" => (true, IPC_CREAT | IPC_EXCL),
        _ => return Err(cx.argument_value_error(2, "must be a valid access mode")),
    };
    let flags = flags | permissions as i32;
    let bytes = if makes { size } else { 0 };
    let bytes = match usize::try_from(bytes) {
        Ok(bytes) if bytes > 0 || flags & IPC_CREAT == 0 => bytes,
        _ => {
            let message = "must be greater than 0 for the \"c\" and \"n\" access modes";
            return Err(cx.argument_value_error(4, message));
        }
    };
    let id = match sysv::segment(key as i32, bytes, flags) {
        Ok(id) => id,
        Err(error) => {
            cx.builtin_warning(format!("Unable to attach or create shared memory segment \"{}\"", error_text(error)));
            return cx.check().map(|()| Value::FALSE);
        }
    };
    match Segment::attach(id, mode.as_bytes() == b"a") {
        Ok(segment) => {
            let class = cx.builtin_class("Shmop");
            let object = cx.new_object_raw(class);
            object.set_native(Box::new(Open(Some((id, segment)))));
            Ok(Value::object(object))
        }
        Err(error) => {
            cx.builtin_warning(format!("Unable to attach to shared memory segment \"{}\"", error_text(error)));
            cx.check().map(|()| Value::FALSE)
        }
    }
}

fn open<'a>(cx: &mut Cx, shmop: &'a PhpObject) -> PhpResult<(i32, &'a mut Segment)> {
    match shmop.native_mut::<Open>().and_then(|open| open.0.as_mut()) {
        Some((id, segment)) => Ok((*id, segment)),
        None => Err(cx.throw_error("Shmop is not open")),
    }
}

/// `shmop_read()`
pub(crate) fn shmop_read(cx: &mut Cx, shmop: &PhpObject, offset: i64, size: i64) -> PhpResult<PhpStr> {
    let (_, segment) = open(cx, shmop)?;
    let Some(at) = usize::try_from(offset).ok().filter(|at| *at <= segment.size()) else {
        return Err(cx.argument_value_error(2, "must be between 0 and the segment size"));
    };
    let left = segment.size() - at;
    let bytes = usize::try_from(size).ok().filter(|size| *size <= left);
    // Nothing is all.
    match bytes.and_then(|bytes| segment.read(at, if bytes == 0 { left } else { bytes })) {
        Some(bytes) => Ok(PhpStr::from_vec(bytes)),
        None => Err(cx.argument_value_error(3, "is out of range")),
    }
}

/// `shmop_close()`
pub(crate) fn shmop_close(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `shmop_size()`
pub(crate) fn shmop_size(cx: &mut Cx, shmop: &PhpObject) -> PhpResult<i64> {
    Ok(open(cx, shmop)?.1.size() as i64)
}

/// `shmop_write()`
pub(crate) fn shmop_write(cx: &mut Cx, shmop: &PhpObject, data: &PhpStr, offset: i64) -> PhpResult<i64> {
    let (_, segment) = open(cx, shmop)?;
    if segment.is_read_only() {
        return Err(cx.throw_error("Read-only segment cannot be written"));
    }
    let Some(at) = usize::try_from(offset).ok().filter(|at| *at <= segment.size()) else {
        return Err(cx.argument_value_error(3, "is out of range"));
    };
    let bytes = &data[..data.len().min(segment.size() - at)];
    segment.write(at, bytes);
    Ok(bytes.len() as i64)
}

/// `shmop_delete()`
pub(crate) fn shmop_delete(cx: &mut Cx, shmop: &PhpObject) -> PhpResult<bool> {
    let (id, _) = open(cx, shmop)?;
    if sysv::remove_segment(id).is_ok() {
        return Ok(true);
    }
    cx.builtin_warning("Can't mark segment for deletion (are you the owner?)");
    cx.check().map(|()| false)
}
