//! The builtins `session_*` that programs call; what they do to a session is in `lifecycle`.

use loxo_runtime::{Cx, ErrorLevel, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::state::{Short, Status, Storage};
use crate::user::{self, Hook};
use crate::{format, id, lifecycle};

pub(crate) use crate::cookie_params::{session_get_cookie_params, session_set_cookie_params};
pub(crate) use crate::set_handler::session_set_save_handler;

/// Something cannot be changed while a session is active or, if `head` counts, after the head is sent.
pub(crate) fn may_change(cx: &mut Cx, what: &str, head: bool) -> PhpResult<bool> {
    let when = match () {
        () if cx.is_active() => "when a session is active",
        () if head && cx.info.headers_sent => "after headers have already been sent",
        () => return Ok(true),
    };
    cx.builtin_warning(format!("{what} cannot be changed {when}"));
    cx.check()?;
    Ok(false)
}

/// The setting's value before it is changed; false: it may not be.
fn exchange(cx: &mut Cx, setting: &str, new: Option<&PhpStr>, what: &str) -> PhpResult<Value> {
    if new.is_some() && !may_change(cx, what, true)? {
        return Ok(Value::FALSE);
    }
    let old = Value::bytes(&cx.ini_str(setting));
    if let Some(new) = new {
        // A value that is refused is reported by a warning.
        let _ = cx.ini_set(setting.as_bytes(), new);
        cx.check()?;
    }
    Ok(old)
}

/// `session_name()`
pub(crate) fn session_name(cx: &mut Cx, name: Option<&PhpStr>) -> PhpResult<Value> {
    exchange(cx, "session.name", name, "Session name")
}

/// `session_save_path()`
pub(crate) fn session_save_path(cx: &mut Cx, path: Option<&PhpStr>) -> PhpResult<Value> {
    exchange(cx, "session.save_path", path, "Session save path")
}

/// `session_cache_limiter()`
pub(crate) fn session_cache_limiter(cx: &mut Cx, value: Option<&PhpStr>) -> PhpResult<Value> {
    exchange(cx, "session.cache_limiter", value, "Session cache limiter")
}

/// `session_cache_expire()`
pub(crate) fn session_cache_expire(cx: &mut Cx, value: Option<i64>) -> PhpResult<Value> {
    let old = Value::int(cx.ini_int("session.cache_expire"));
    let Some(value) = value else { return Ok(old) };
    if !may_change(cx, "Session cache expiration", true)? {
        return Ok(if cx.is_active() { old } else { Value::FALSE });
    }
    let _ = cx.ini_set(b"session.cache_expire", value.to_string().as_bytes());
    cx.check()?;
    Ok(old)
}

/// `session_module_name()`
pub(crate) fn session_module_name(cx: &mut Cx, module: Option<&PhpStr>) -> PhpResult<Value> {
    if module.is_some() && !may_change(cx, "Session save handler module", true)? {
        return Ok(Value::FALSE);
    }
    let old = cx.session().storage;
    if let Some(module) = module {
        if module.eq_ignore_ascii_case(b"user") {
            return Err(cx.argument_value_error(1, "cannot be \"user\""));
        }
        if Storage::find(id::before_nul(module)).is_none() {
            cx.builtin_warning([b"Session handler module \"", id::before_nul(module), b"\" cannot be found"].concat());
            cx.check()?;
            return Ok(Value::FALSE);
        }
        if let Some(old) = old.filter(|_| cx.session().is_open()) {
            old.close(cx)?;
        }
        cx.session().files = None;
        let _ = cx.ini_set(b"session.save_handler", module);
        cx.check()?;
    }
    Ok(old.map_or(Value::EMPTY_STRING, |storage| storage.name().into()))
}

/// `session_id()`
pub(crate) fn session_id(cx: &mut Cx, id: Option<&PhpStr>) -> PhpResult<Value> {
    let head = cx.ini_bool("session.use_cookies");
    if id.is_some() && !may_change(cx, "Session ID", head)? {
        return Ok(Value::FALSE);
    }
    let old = cx.session().id.clone().unwrap_or_default();
    if let Some(id) = id {
        cx.session().id = Some(id.clone());
    }
    Ok(if old.contains(&0) { Value::bytes(id::before_nul(&old)) } else { old.into() })
}

/// `session_create_id()`
pub(crate) fn session_create_id(cx: &mut Cx, prefix: &PhpStr) -> PhpResult<Value> {
    if prefix.len() > id::LONGEST {
        return Err(cx.argument_value_error(1, format!("cannot be longer than {} characters", id::LONGEST)));
    }
    if !prefix.is_empty() && !id::is_valid(prefix) {
        cx.builtin_warning("Prefix cannot contain special characters. Only the A-Z, a-z, 0-9, \"-\", and \",\" characters are allowed");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let storage = cx.session().storage.filter(|_| true);
    let by_handler = cx.is_active() && !cx.session().in_handler;
    let new = match storage.filter(|_| by_handler) {
        None => id::create(cx),
        Some(storage) => {
            let validates = !cx.session().user_open || user::has(cx, Hook::ValidateSid);
            let mut attempts = 3;
            loop {
                let new = storage.create_sid(cx)?;
                attempts -= 1;
                match new {
                    Some(new) if validates && storage.validate_sid(cx, &new)? => {
                        if attempts == 0 {
                            break None;
                        }
                    }
                    new => break new,
                }
            }
        }
    };
    cx.check()?;
    match new {
        Some(new) => Ok(PhpStr::concat(&[prefix, &new]).into()),
        None => {
            cx.builtin_warning("Failed to create new ID");
            cx.check()?;
            Ok(Value::FALSE)
        }
    }
}

/// `session_regenerate_id()`
pub(crate) fn session_regenerate_id(cx: &mut Cx, delete_old_session: bool) -> PhpResult<bool> {
    let late = match () {
        () if !cx.is_active() => "when there is no active session",
        () if cx.info.headers_sent => "after headers have already been sent",
        () => {
            let done = lifecycle::regenerate(cx, delete_old_session)?;
            cx.check()?;
            return Ok(done);
        }
    };
    cx.builtin_warning(format!("Session ID cannot be regenerated {late}"));
    cx.check()?;
    Ok(false)
}

/// `session_decode()`
pub(crate) fn session_decode(cx: &mut Cx, data: &PhpStr) -> PhpResult<bool> {
    if !cx.is_active() {
        cx.builtin_warning("Session data cannot be decoded when there is no active session");
        cx.check()?;
        return Ok(false);
    }
    let done = lifecycle::decode(cx, data)?;
    cx.check()?;
    Ok(done)
}

/// `session_encode()`
pub(crate) fn session_encode(cx: &mut Cx) -> PhpResult<Value> {
    let text = format::encode(cx)?;
    cx.check()?;
    Ok(text.map_or(Value::FALSE, Value::from))
}

/// `session_destroy()`
pub(crate) fn session_destroy(cx: &mut Cx) -> PhpResult<bool> {
    let done = lifecycle::destroy(cx)?;
    cx.check()?;
    Ok(done)
}

/// `session_unset()`
pub(crate) fn session_unset(cx: &mut Cx) -> PhpResult<bool> {
    if !cx.is_active() {
        return Ok(false);
    }
    empty(cx);
    Ok(true)
}

fn empty(cx: &mut Cx) {
    let mut old = PhpArray::new();
    lifecycle::with_variables(cx, |variables| old = std::mem::take(variables));
}

/// `session_gc()`
pub(crate) fn session_gc(cx: &mut Cx) -> PhpResult<Value> {
    if !cx.is_active() {
        cx.builtin_warning("Session cannot be garbage collected when there is no active session");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let removed = lifecycle::collect(cx, true)?;
    cx.check()?;
    Ok(if removed < 0 { Value::FALSE } else { Value::int(removed) })
}

/// `session_write_close()`
pub(crate) fn session_write_close(cx: &mut Cx) -> PhpResult<bool> {
    let done = lifecycle::flush(cx, true)?;
    cx.check()?;
    Ok(done)
}

/// `session_abort()`
pub(crate) fn session_abort(cx: &mut Cx) -> PhpResult<bool> {
    let done = lifecycle::abort(cx)?;
    cx.check()?;
    Ok(done)
}

/// `session_reset()`
pub(crate) fn session_reset(cx: &mut Cx) -> PhpResult<bool> {
    if !cx.is_active() {
        return Ok(false);
    }
    lifecycle::initialize(cx)?;
    cx.check()?;
    Ok(true)
}

/// `session_status()`
pub(crate) fn session_status(cx: &mut Cx) -> PhpResult<i64> {
    Ok(match cx.session().status {
        Status::Disabled => 0,
        Status::None => 1,
        Status::Active => 2,
    })
}

/// `session_start()`
pub(crate) fn session_start(cx: &mut Cx, options: &PhpArray) -> PhpResult<bool> {
    if cx.is_active() {
        let message = lifecycle::already(cx, "is already active", "is already automatically active");
        cx.builtin_raise(ErrorLevel::Notice, message);
        cx.check()?;
        return Ok(true);
    }
    if cx.ini_bool("session.use_cookies") && cx.info.headers_sent {
        cx.builtin_warning("Session cannot be started after headers have already been sent");
        cx.check()?;
        return Ok(false);
    }
    let read_and_close = set_options(cx, options)?;
    lifecycle::start(cx)?;
    if !cx.is_active() {
        empty(cx);
        cx.check()?;
        return Ok(false);
    }
    if read_and_close {
        lifecycle::flush(cx, false)?;
    }
    cx.check()?;
    Ok(true)
}

/// Options of `session_start()` are settings; but one.
fn set_options(cx: &mut Cx, options: &PhpArray) -> PhpResult<bool> {
    let mut read_and_close = false;
    for (key, value) in &options.clone() {
        let loxo_runtime::KeyRef::Str(name) = key else { continue };
        let value = value.deref();
        if !(value.is_string() || value.is_bool() || value.is_int()) {
            let given = convert::value_name(value);
            return Err(cx.type_error(format!("session_start(): Option \"{name}\" must be of type string|int|bool, {given} given")));
        }
        if name.as_bytes() == b"read_and_close" {
            read_and_close = convert::to_int(cx, value)? != 0;
            continue;
        }
        let text = convert::to_string(cx, value)?;
        let refused = cx.ini_set(&[b"session.", &name[..]].concat(), &text).is_err();
        cx.check()?;
        if refused {
            cx.builtin_warning([b"Setting option \"", &name[..], b"\" failed"].concat());
            cx.check()?;
        }
    }
    Ok(read_and_close)
}

/// `session_register_shutdown()`
pub(crate) fn session_register_shutdown(cx: &mut Cx) -> PhpResult<()> {
    crate::set_handler::add_shutdown(cx, "session_write_close");
    Ok(())
}
