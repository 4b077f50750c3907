//! Queues, and messages with or without serialization.

use ext_serialize::{Serializer, Unserializer};
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, Key, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Value, compare, convert};
use loxo_streams::error_text;
use loxo_sysv_sys::{self as sysv, IPC_CREAT, IPC_EXCL, IPC_NOWAIT};

struct Queue(i32);

impl Native for Queue {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Queue(-1))),
        no_new: Some("Cannot directly construct SysvMessageQueue, use msg_get_queue() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

fn id(queue: &PhpObject) -> i32 {
    queue.native::<Queue>().map_or(-1, |queue| queue.0)
}

/// `msg_get_queue()`
pub(crate) fn msg_get_queue(cx: &mut Cx, key: i64, permissions: i64) -> PhpResult<Value> {
    let found = sysv::queue(key as i32, 0).or_else(|_| sysv::queue(key as i32, IPC_CREAT | IPC_EXCL | permissions as i32));
    match found {
        Ok(id) => {
            let class = cx.builtin_class("SysvMessageQueue");
            let object = cx.new_object_raw(class);
            object.set_native(Box::new(Queue(id)));
            Ok(Value::object(object))
        }
        Err(error) => {
            cx.builtin_warning(format!("Failed for key 0x{key:x}: {}", error_text(error)));
            cx.check().map(|()| Value::FALSE)
        }
    }
}

/// `msg_send()`
pub(crate) fn msg_send(
    cx: &mut Cx,
    queue: &PhpObject,
    message_type: i64,
    message: &Value,
    serialize: bool,
    blocking: bool,
    error_code: Option<&RefArg>,
) -> PhpResult<bool> {
    let message = message.deref();
    let text = if serialize {
        let mut serializer = Serializer::default();
        serializer.value(cx, message)?;
        serializer.finish()
    } else {
        match (message.as_str(), message.as_int(), message.as_float(), message.as_bool()) {
            (Some(text), ..) => text.clone(),
            (_, Some(n), ..) => PhpStr::from(n.to_string().as_str()),
            (_, _, Some(d), _) => PhpStr::from(format!("{d:.6}").as_str()),
            (.., Some(b)) => PhpStr::from(if b { "1" } else { "0" }),
            _ => {
                let name = convert::value_name(message);
                return Err(cx.argument_type_error(3, format!("must be of type string|int|float|bool, {name} given")));
            }
        }
    };
    let outcome = sysv::send(id(queue), message_type, &text, if blocking { 0 } else { IPC_NOWAIT });
    let Err(error) = outcome else { return Ok(true) };
    let code = i64::from(error.raw_os_error().unwrap_or(0));
    cx.builtin_warning(format!("msgsnd failed: {}", error_text(error)));
    cx.check()?;
    if let Some(place) = error_code {
        place.set(cx, Value::int(code))?;
    }
    Ok(false)
}

/// `msg_receive()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn msg_receive(
    cx: &mut Cx,
    queue: &PhpObject,
    desired_message_type: i64,
    received_message_type: &RefArg,
    max_message_size: i64,
    message: &RefArg,
    unserialize: bool,
    flags: i64,
    error_code: Option<&RefArg>,
) -> PhpResult<bool> {
    let Some(size) = usize::try_from(max_message_size).ok().filter(|size| *size > 0) else {
        return Err(cx.argument_value_error(4, "must be greater than 0"));
    };
    ensure_room(size);
    let pairs = [(4, sysv::MSG_EXCEPT), (2, sysv::MSG_NOERROR), (1, IPC_NOWAIT)];
    let real = pairs.into_iter().filter(|(ours, _)| flags & ours != 0).fold(0, |all, (_, theirs)| all | theirs);
    let (kind, text) = match sysv::receive(id(queue), desired_message_type, size, real) {
        Ok(received) => received,
        Err(error) => {
            received_message_type.set(cx, Value::int(0))?;
            message.set(cx, Value::FALSE)?;
            if let Some(place) = error_code {
                place.set(cx, Value::int(i64::from(error.raw_os_error().unwrap_or(0))))?;
            }
            return Ok(false);
        }
    };
    received_message_type.set(cx, Value::int(kind))?;
    if let Some(place) = error_code {
        place.set(cx, Value::int(0))?;
    }
    if !unserialize {
        message.set(cx, Value::bytes(&text))?;
        return Ok(true);
    }
    let mut reader = Unserializer::new(cx, &text, |at| (at == 0).then_some(0));
    let value = reader.value(cx, 0)?;
    reader.finish(cx)?;
    match value {
        Some((value, _)) => {
            message.set(cx, value)?;
            Ok(true)
        }
        None => {
            cx.builtin_warning("Message corrupted");
            cx.check()?;
            message.set(cx, Value::FALSE)?;
            Ok(false)
        }
    }
}

/// `msg_remove_queue()`
pub(crate) fn msg_remove_queue(_: &mut Cx, queue: &PhpObject) -> PhpResult<bool> {
    Ok(sysv::remove_queue(id(queue)).is_ok())
}

/// `msg_stat_queue()`
pub(crate) fn msg_stat_queue(_: &mut Cx, queue: &PhpObject) -> PhpResult<Value> {
    let Ok(status) = sysv::queue_status(id(queue)) else { return Ok(Value::FALSE) };
    let mut all = PhpArray::new();
    for (name, value) in [
        ("msg_perm.uid", i64::from(status.uid)),
        ("msg_perm.gid", i64::from(status.gid)),
        ("msg_perm.mode", i64::from(status.mode)),
        ("msg_stime", status.sent),
        ("msg_rtime", status.received),
        ("msg_ctime", status.changed),
        ("msg_qnum", status.messages as i64),
        ("msg_qbytes", status.max_bytes as i64),
        ("msg_lspid", i64::from(status.sender)),
        ("msg_lrpid", i64::from(status.receiver)),
    ] {
        all.set_str(&PhpStr::interned(name.as_bytes()), Value::int(value));
    }
    Ok(Value::array(all))
}

/// `msg_set_queue()`
pub(crate) fn msg_set_queue(cx: &mut Cx, queue: &PhpObject, data: &PhpArray) -> PhpResult<bool> {
    let Ok(mut status) = sysv::queue_status(id(queue)) else { return Ok(false) };
    let mut wanted = |name: &str| -> PhpResult<Option<i64>> {
        match data.get(&Key::Str(PhpStr::interned(name.as_bytes()))).cloned() {
            Some(value) => convert::to_int(cx, value.deref()).map(Some),
            None => Ok(None),
        }
    };
    if let Some(uid) = wanted("msg_perm.uid")? {
        status.uid = uid as u32;
    }
    if let Some(gid) = wanted("msg_perm.gid")? {
        status.gid = gid as u32;
    }
    if let Some(mode) = wanted("msg_perm.mode")? {
        status.mode = mode as u32;
    }
    if let Some(bytes) = wanted("msg_qbytes")? {
        status.max_bytes = bytes as u64;
    }
    Ok(sysv::set_queue_status(id(queue), &status).is_ok())
}

/// `msg_queue_exists()`
pub(crate) fn msg_queue_exists(_: &mut Cx, key: i64) -> PhpResult<bool> {
    Ok(sysv::queue(key as i32, 0).is_ok())
}
