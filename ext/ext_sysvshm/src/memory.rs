//! Variables in shared memory, in PHP's layout, so that both engines can share a segment.
//!
//! A head (`PHP_SM`, then where entries begin and end, how much is free, and how much there is) is followed by entries: key, length, distance
//! to the next one, serialized value. All numbers are of 64 bits. What stands there was written by others: nothing is believed.

use ext_standard::serialization::{Serializer, Unserializer};
use loxo_runtime::streams::error_text;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, Value, compare};
use loxo_sysv_sys::{self as sysv, IPC_CREAT, IPC_EXCL, Segment};

const MAGIC: &[u8; 8] = b"PHP_SM\0\0";
const HEAD: usize = 40;
const ENTRY: usize = 24;
/// `sysvshm.init_mem`
const DEFAULT_SIZE: i64 = 10_000;

#[derive(Default)]
struct Memory {
    key: i64,
    id: i32,
    segment: Option<Segment>,
}

impl Native for Memory {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Memory::default())),
        no_new: Some("Cannot directly construct SysvSharedMemory, use shm_attach() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// The numbers of the head, as far as they make sense.
#[derive(Clone, Copy)]
struct Head {
    start: usize,
    end: usize,
    free: usize,
}

fn number(segment: &Segment, at: usize) -> Option<i64> {
    let bytes = segment.read(at, 8)?;
    Some(i64::from_ne_bytes(bytes.try_into().ok()?))
}

fn head(segment: &Segment) -> Option<Head> {
    let get = |at| number(segment, at).and_then(|n| usize::try_from(n).ok());
    let (start, end, free) = (get(8)?, get(16)?, get(24)?);
    let rest = segment.size().checked_sub(end)?;
    (start >= HEAD && start <= end).then_some(Head { start, end, free: free.min(rest) })
}

fn put_number(segment: &mut Segment, at: usize, value: usize) {
    segment.write(at, &(value as i64).to_ne_bytes());
}

/// An entry: where it is, how long its value and it itself are.
struct Entry {
    at: usize,
    length: usize,
    size: usize,
}

fn find(segment: &Segment, key: i64) -> Option<Entry> {
    let head = head(segment)?;
    let mut at = head.start;
    while at < head.end {
        let size = number(segment, at + 16).and_then(|n| usize::try_from(n).ok()).filter(|size| *size >= ENTRY)?;
        if number(segment, at)? == key {
            let length = number(segment, at + 8).and_then(|n| usize::try_from(n).ok())?;
            let fits = length <= size - ENTRY && at.checked_add(size).is_some_and(|end| end <= head.end);
            return fits.then_some(Entry { at, length, size });
        }
        at = at.checked_add(size)?;
    }
    None
}

fn remove(segment: &mut Segment, entry: &Entry) {
    let Some(head) = head(segment) else { return };
    let behind = entry.at + entry.size;
    // Others may have written to the head since the entry was found.
    let Some(count) = head.end.checked_sub(behind) else { return };
    if let Some(rest) = segment.read(behind, count) {
        segment.write(entry.at, &rest);
    }
    put_number(segment, 16, head.end - entry.size);
    put_number(segment, 24, head.free + entry.size);
}

/// False: there is not enough space.
fn put(segment: &mut Segment, key: i64, value: &[u8]) -> bool {
    if let Some(old) = find(segment, key) {
        remove(segment, &old);
    }
    let Some(head) = head(segment) else { return false };
    // PHP's structure ends in padding, which counts.
    let size = (value.len() + 31) / 8 * 8 + 8;
    if head.free < size {
        return false;
    }
    segment.write(head.end, &key.to_ne_bytes());
    put_number(segment, head.end + 8, value.len());
    put_number(segment, head.end + 16, size);
    segment.write(head.end + ENTRY, value);
    put_number(segment, 16, head.end + size);
    put_number(segment, 24, head.free - size);
    true
}

/// `shm_attach()`
pub(crate) fn shm_attach(cx: &mut Cx, key: i64, size: Option<i64>, permissions: i64) -> PhpResult<Value> {
    let size = size.unwrap_or(DEFAULT_SIZE);
    let Some(bytes) = usize::try_from(size).ok().filter(|size| *size > 0) else {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    };
    let attached = match sysv::segment(key as i32, 0, 0) {
        Ok(id) => Ok(id),
        Err(_) if bytes < HEAD => {
            cx.builtin_warning(format!("Failed for key 0x{key:x}: memorysize too small"));
            return cx.check().map(|()| Value::FALSE);
        }
        Err(_) => sysv::segment(key as i32, bytes, permissions as i32 | IPC_CREAT | IPC_EXCL),
    };
    let attached = attached.and_then(|id| Ok((id, Segment::attach(id, false)?)));
    let (id, mut segment) = match attached {
        Ok(attached) => attached,
        Err(error) => {
            cx.builtin_warning(format!("Failed for key 0x{key:x}: {}", error_text(error)));
            return cx.check().map(|()| Value::FALSE);
        }
    };
    if segment.read(0, 7).as_deref() != Some(&MAGIC[..7]) {
        segment.write(0, MAGIC);
        put_number(&mut segment, 8, HEAD);
        put_number(&mut segment, 16, HEAD);
        put_number(&mut segment, 24, bytes.saturating_sub(HEAD));
        put_number(&mut segment, 32, bytes);
    }
    let class = cx.builtin_class("SysvSharedMemory");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Memory { key, id, segment: Some(segment) }));
    Ok(Value::object(object))
}

fn memory<'a>(cx: &mut Cx, shm: &'a PhpObject) -> PhpResult<&'a mut Memory> {
    match shm.native_mut::<Memory>() {
        Some(memory) if memory.segment.is_some() => Ok(memory),
        _ => Err(cx.throw_error("Shared memory block has already been destroyed")),
    }
}

fn segment<'a>(cx: &mut Cx, shm: &'a PhpObject) -> PhpResult<&'a mut Segment> {
    match memory(cx, shm)?.segment.as_mut() {
        Some(segment) => Ok(segment),
        None => Err(cx.throw_error("Shared memory block has already been destroyed")),
    }
}

/// `shm_detach()`
pub(crate) fn shm_detach(cx: &mut Cx, shm: &PhpObject) -> PhpResult<bool> {
    memory(cx, shm)?.segment = None;
    Ok(true)
}

/// `shm_remove()`
pub(crate) fn shm_remove(cx: &mut Cx, shm: &PhpObject) -> PhpResult<bool> {
    let (key, id) = {
        let memory = memory(cx, shm)?;
        (memory.key, memory.id)
    };
    if let Err(error) = sysv::remove_segment(id) {
        let handle = shm.handle();
        cx.builtin_warning(format!("Failed for key 0x{:x}, id {handle}: {}", key as i32, error_text(error)));
        return cx.check().map(|()| false);
    }
    Ok(true)
}

/// `shm_put_var()`
pub(crate) fn shm_put_var(cx: &mut Cx, shm: &PhpObject, key: i64, value: &Value) -> PhpResult<bool> {
    memory(cx, shm)?;
    let mut serializer = Serializer::default();
    serializer.value(cx, value)?;
    let text = serializer.finish();
    // Serializing runs code of the program.
    let Some(segment) = shm.native_mut::<Memory>().and_then(|memory| memory.segment.as_mut()) else {
        return Err(cx.throw_error("Shared memory block has been destroyed by the serialization function"));
    };
    if put(segment, key, &text) {
        return Ok(true);
    }
    cx.builtin_warning("Not enough shared memory left");
    cx.check().map(|()| false)
}

/// `shm_get_var()`
pub(crate) fn shm_get_var(cx: &mut Cx, shm: &PhpObject, key: i64) -> PhpResult<Value> {
    let segment = segment(cx, shm)?;
    let text = find(segment, key).and_then(|entry| segment.read(entry.at + ENTRY, entry.length));
    let Some(text) = text else {
        cx.builtin_warning(format!("Variable key {key} doesn't exist"));
        return cx.check().map(|()| Value::FALSE);
    };
    let mut reader = Unserializer::new(cx, &text, |at| (at == 0).then_some(0));
    let value = reader.value(cx, 0)?;
    reader.finish(cx)?;
    match value {
        Some((value, _)) => Ok(value),
        None => {
            cx.builtin_warning("Variable data in shared memory is corrupted");
            cx.check().map(|()| Value::FALSE)
        }
    }
}

/// `shm_has_var()`
pub(crate) fn shm_has_var(cx: &mut Cx, shm: &PhpObject, key: i64) -> PhpResult<bool> {
    Ok(find(segment(cx, shm)?, key).is_some())
}

/// `shm_remove_var()`
pub(crate) fn shm_remove_var(cx: &mut Cx, shm: &PhpObject, key: i64) -> PhpResult<bool> {
    let segment = segment(cx, shm)?;
    if let Some(entry) = find(segment, key) {
        remove(segment, &entry);
        return Ok(true);
    }
    cx.builtin_warning(format!("Variable key {key} doesn't exist"));
    cx.check().map(|()| false)
}
