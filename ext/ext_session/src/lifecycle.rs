//! How a session begins and ends.

use loxo_runtime::{Cx, Ending, ErrorLevel, LocalsOp, PhpArray, PhpRef, PhpResult, PhpStr, Thrown, Value};

use crate::state::{Short, Status, Storage};
use crate::user::{self, Hook};
use crate::{format, headers, id};
use ext_standard::url;

/// The variable that programs see.
const VARIABLE: &[u8] = b"_SESSION";

/// The beginning of a request.
pub(crate) fn request_start(cx: &mut Cx) {
    let session = cx.session();
    session.reset();
    if session.storage.is_none() || session.format.is_none() {
        session.status = Status::Disabled;
    }
    // The id may stand in a cookie, and the handler be another extension's that starts later.
    cx.after_superglobals.push(|cx| {
        if cx.session().storage.is_none() {
            cx.session().storage = Storage::find(&cx.ini_str("session.save_handler"));
        }
        let session = cx.session();
        if session.storage.is_none() || session.format.is_none() {
            return;
        }
        session.status = Status::None;
        if cx.ini_bool("session.auto_start") {
            cx.session().outside = true;
            let _ = start(cx);
            cx.session().outside = false;
        }
    });
}

/// The end of a request: an active session is kept. What fails ends the work on the session, nothing else.
pub(crate) fn request_end(cx: &mut Cx) {
    let ending = cx.ending.take();
    cx.session().outside = true;
    if cx.is_active() {
        let _ = flush(cx, true);
        cx.ending = None;
    }
    let _ = close_and_forget(cx);
    cx.session().hooks = Default::default();
    cx.ending = cx.ending.or(ending);
}

/// After code of the program has not returned: an exception stays in flight, the end of the request is the end of the work.
pub(crate) fn survive<T>(cx: &mut Cx, value: T) -> PhpResult<T> {
    if cx.exception.is_some() && cx.session().outside {
        // Nobody is there to catch it.
        cx.handle_uncaught();
        return Err(Thrown);
    }
    if matches!(cx.ending, Some(Ending::Fatal | Ending::Timeout)) { Err(Thrown) } else { Ok(value) }
}

/// The session's variables; `None`: there is no session, or the program has put something else in their place.
pub(crate) fn variables(cx: &mut Cx) -> Option<PhpArray> {
    cx.session().variables.as_ref()?.value().as_array().cloned()
}

/// Works on the session's variables in place; no code of the program may run meanwhile.
pub(crate) fn with_variables(cx: &mut Cx, work: impl FnOnce(&mut PhpArray)) {
    let Some(reference) = cx.session().variables.clone() else { return };
    if let Ok(mut array) = reference.replace(Value::EMPTY_ARRAY).into_array() {
        work(&mut array);
        reference.set(Value::array(array));
    }
}

/// Makes `$_SESSION` anew.
pub(crate) fn bind_variables(cx: &mut Cx, value: Value) -> PhpResult<()> {
    let reference = PhpRef::new(value);
    let old = cx.session().variables.replace(reference.clone());
    let name = PhpStr::interned(VARIABLE);
    let bound = (cx.hooks.globals)(cx, LocalsOp::Set(&name, Value::reference(reference)));
    drop(old);
    bound.map(drop)
}

fn storage(cx: &mut Cx) -> Storage {
    cx.session().storage.unwrap_or(Storage::Files)
}

fn save_path(cx: &Cx) -> Vec<u8> {
    cx.ini_str("session.save_path").to_vec()
}

/// `user (path: /tmp)`, as messages say it.
pub(crate) fn place(cx: &mut Cx) -> String {
    let name = storage(cx).name();
    format!("{name} (path: {})", cx.setting_text("session.save_path"))
}

/// Closes what is open and forgets the session; handlers of the program stay.
fn close_and_forget(cx: &mut Cx) -> PhpResult<()> {
    let variables = cx.session().variables.take();
    drop(variables);
    let closed = if cx.session().is_open() { storage(cx).close(cx).map(drop) } else { Ok(()) };
    let session = cx.session();
    session.id = None;
    session.original = None;
    session.handler_class = None;
    session.started = None;
    session.status = Status::None;
    closed
}

/// `session_destroy()`
pub(crate) fn destroy(cx: &mut Cx) -> PhpResult<bool> {
    if !cx.is_active() {
        cx.builtin_warning("Trying to destroy uninitialized session");
        return Ok(false);
    }
    let mut done = true;
    if let Some(id) = cx.session().id.clone()
        && !storage(cx).destroy(cx, &id)?
    {
        done = false;
        if !cx.unwinds() {
            cx.builtin_warning("Session object destruction failed");
        }
    }
    close_and_forget(cx)?;
    cx.session().reset();
    Ok(done)
}

/// `session_decode()`
pub(crate) fn decode(cx: &mut Cx, data: &PhpStr) -> PhpResult<bool> {
    let decoded = format::decode(cx, data);
    let Ok(true) = decoded else {
        // What was read of it may be only half of it.
        let ending = cx.ending.take_if(|_| decoded.is_err());
        let active = cx.active.take_if(|_| decoded.is_err());
        destroy(cx)?;
        bind_variables(cx, Value::EMPTY_ARRAY)?;
        let message = "Failed to decode session object. Session has been destroyed";
        if decoded.is_err() {
            cx.raise_at(ErrorLevel::Warning, ["Unknown: ", message].concat(), "Unknown", 0);
            cx.active = active;
            cx.ending = ending;
        } else {
            cx.builtin_warning(message);
        }
        return decoded;
    };
    Ok(true)
}

/// `session_abort()`
pub(crate) fn abort(cx: &mut Cx) -> PhpResult<bool> {
    if !cx.is_active() {
        return Ok(false);
    }
    if cx.session().is_open() {
        storage(cx).close(cx)?;
    }
    cx.session().status = Status::None;
    Ok(true)
}

/// Ends the session; `write`: its variables are kept.
pub(crate) fn flush(cx: &mut Cx, write: bool) -> PhpResult<bool> {
    if !cx.is_active() {
        return Ok(false);
    }
    save(cx, write)?;
    cx.session().status = Status::None;
    Ok(true)
}

fn save(cx: &mut Cx, write: bool) -> PhpResult<()> {
    if write && variables(cx).is_some() {
        let class = cx.session().handler_class.clone();
        let (done, method) = if cx.session().is_open() { write_variables(cx)? } else { (false, "write") };
        if !done && !cx.unwinds() {
            let path = cx.setting_text("session.save_path");
            let message = match (cx.session().user_open, class) {
                (false, _) => {
                    let name = storage(cx).name();
                    format!(
                        "Failed to write session data ({name}). Please verify that the current setting of session.save_path is correct ({path})"
                    )
                }
                (true, class) => {
                    let class = class.map(|class| format!("{class}::")).unwrap_or_default();
                    format!(
                        "Failed to write session data using user defined save handler. (session.save_path: {path}, handler: {class}{method})"
                    )
                }
            };
            cx.builtin_warning(message);
        }
    }
    if cx.session().is_open() {
        storage(cx).close(cx)?;
    }
    Ok(())
}

/// Whether it was done, and the handler's method that did it.
fn write_variables(cx: &mut Cx) -> PhpResult<(bool, &'static str)> {
    let id = cx.session().id.clone().unwrap_or_default();
    let Some(data) = format::encode(cx)? else {
        let done = storage(cx).write(cx, &id, &PhpStr::empty())?;
        return Ok((done, "write"));
    };
    let unchanged = cx.session().original.as_ref() == Some(&data) && cx.ini_bool("session.lazy_write");
    if unchanged {
        let name = if cx.session().handler_class.is_some() { "updateTimestamp" } else { "update_timestamp" };
        return Ok((storage(cx).touch(cx, &id, &data)?, name));
    }
    Ok((storage(cx).write(cx, &id, &data)?, "write"))
}

/// Removes old sessions, at once or by chance. -1: nothing was done.
pub(crate) fn collect(cx: &mut Cx, at_once: bool) -> PhpResult<i64> {
    if !cx.session().is_open() {
        return Ok(-1);
    }
    let probability = cx.ini_int("session.gc_probability");
    if !at_once && (probability <= 0 || !by_chance(probability, cx.ini_int("session.gc_divisor"))) {
        return Ok(-1);
    }
    let lifetime = cx.ini_int("session.gc_maxlifetime");
    storage(cx).gc(cx, lifetime)
}

fn by_chance(probability: i64, divisor: i64) -> bool {
    let mut bytes = [0; 8];
    // Without random numbers it happens another time.
    loxo_random::system_bytes(&mut bytes).is_ok() && (u64::from_le_bytes(bytes) % divisor.max(1) as u64) < probability as u64
}

/// Opens the storage and reads the session.
pub(crate) fn initialize(cx: &mut Cx) -> PhpResult<bool> {
    cx.session().status = Status::Active;
    let Some(storage) = cx.session().storage else {
        cx.session().status = Status::Disabled;
        cx.builtin_warning("No storage module chosen - failed to initialize session");
        return Ok(false);
    };
    let name = cx.ini_str("session.name");
    if !storage.open(cx, &save_path(cx), &name)? {
        abort(cx)?;
        if !cx.unwinds() {
            let place = place(cx);
            cx.builtin_warning(format!("Failed to initialize storage module: {place}"));
        }
        return Ok(false);
    }
    if !choose_id(cx, storage)? || !announce_id(cx)? {
        abort(cx)?;
        if cx.session().id.is_none() && !cx.unwinds() {
            let place = place(cx);
            cx.throw_error(format!("Failed to create session ID: {place}"));
        }
        return Ok(false);
    }
    bind_variables(cx, Value::EMPTY_ARRAY)?;
    let id = cx.session().id.clone().unwrap_or_default();
    let Some(data) = storage.read(cx, &id)? else {
        abort(cx)?;
        if !cx.unwinds() {
            let place = place(cx);
            cx.builtin_warning(format!("Failed to read session data: {place}"));
        }
        return Ok(false);
    };
    collect(cx, false)?;
    let lazy = cx.ini_bool("session.lazy_write");
    cx.session().original = lazy.then(|| data.clone());
    decode(cx, &data)?;
    let (file, line) = (cx.hooks.location)(cx);
    let by_program = !cx.session().outside;
    cx.session().started = by_program.then_some((file, line));
    Ok(true)
}

/// Makes an id if there is none, or none that may be used. False: that failed.
fn choose_id(cx: &mut Cx, storage: Storage) -> PhpResult<bool> {
    let given = cx.session().id.clone().filter(|id| !id::before_nul(id).is_empty());
    let new = match given {
        None => {
            cx.session().id = None;
            storage.create_sid(cx)?
        }
        Some(given) => {
            if !cx.ini_bool("session.use_strict_mode") || storage.validate_sid(cx, &given)? {
                return Ok(true);
            }
            match storage.create_sid(cx)? {
                Some(id) => Some(id),
                None => id::create(cx),
            }
        }
    };
    let made = new.is_some();
    cx.session().id = new;
    if made && cx.ini_bool("session.use_cookies") {
        cx.session().send_cookie = true;
    }
    Ok(made)
}

/// Tells the client and the program the id.
pub(crate) fn announce_id(cx: &mut Cx) -> PhpResult<bool> {
    let Some(id) = cx.session().id.clone() else {
        // Making one failed, and that is reported elsewhere.
        return Ok(false);
    };
    if cx.ini_bool("session.use_cookies") && cx.session().send_cookie {
        if !headers::send_cookie(cx, &id) {
            return Ok(false);
        }
        cx.session().send_cookie = false;
    }
    let name = cx.ini_str("session.name");
    let sid = if cx.session().define_sid { PhpStr::concat(&[&name, b"=", id::before_nul(&id)]) } else { PhpStr::empty() };
    cx.set_deprecated_constant(b"SID", sid.into());
    if cx.ini_bool("session.use_trans_sid") && !cx.ini_bool("session.use_only_cookies") && !has_cookie(cx, &name) {
        url::remove_variable(cx, url::Owner::Session, &name);
        url::add_variable(cx, url::Owner::Session, &PhpStr::new(&name), &PhpStr::new(id::before_nul(&id)));
    }
    Ok(true)
}

/// Has the client sent the id as a cookie, so that URLs need not have it?
fn has_cookie(cx: &mut Cx, name: &[u8]) -> bool {
    if !cx.ini_bool("session.use_cookies") {
        return false;
    }
    let cookies = (cx.hooks.globals)(cx, LocalsOp::Get(&PhpStr::interned(b"_COOKIE"))).ok();
    let cookie = cookies.as_ref().and_then(|cookies| cookies.deref().as_array()?.get_bytes(name));
    cookie.is_some_and(|cookie| cookie.deref().as_bytes().is_some_and(|id| !id.is_empty()))
}

/// Begins a session. What fails is reported.
pub(crate) fn start(cx: &mut Cx) -> PhpResult<bool> {
    match cx.session().status {
        Status::Active => {
            let message = already(cx, "has already been started", "has already been started automatically");
            cx.notice(message);
            return Ok(false);
        }
        Status::Disabled => {
            if !find_handlers(cx) {
                return Ok(false);
            }
            cx.session().status = Status::None;
        }
        Status::None => {}
    }
    let (cookies, only_cookies) = (cx.ini_bool("session.use_cookies"), cx.ini_bool("session.use_only_cookies"));
    let session = cx.session();
    session.define_sid = !only_cookies;
    session.send_cookie = cookies || only_cookies;
    if session.id.is_none() {
        headers::find_id(cx, cookies, only_cookies);
    }
    let dangerous = |b: &u8| b"\r\n\t <>'\"\\".contains(b);
    if cx.session().id.as_ref().is_some_and(|id| id::before_nul(id).iter().any(dangerous)) {
        cx.session().id = None;
    }
    if !initialize(cx)? || !headers::limit_caching(cx)? {
        cx.session().status = Status::None;
        cx.session().id = None;
        return Ok(false);
    }
    Ok(true)
}

/// "Ignoring session_start() because a session …"
pub(crate) fn already(cx: &mut Cx, how: &str, automatically: &str) -> String {
    let place = cx.session().started.as_ref().map(|(file, line)| format!("{how} (started from {file} on line {line})"));
    let automatic = cx.ini_bool("session.auto_start");
    let what = place.unwrap_or_else(|| if automatic { automatically } else { how }.to_string());
    format!("Ignoring session_start() because a session {what}")
}

/// The configuration named handlers that did not exist; by now they may.
fn find_handlers(cx: &mut Cx) -> bool {
    let name = cx.ini_str("session.save_handler");
    if cx.session().storage.is_none() {
        cx.session().storage = Storage::find(&name);
        if cx.session().storage.is_none() {
            cx.builtin_warning([b"Cannot find session save handler \"", &name[..], b"\" - session startup failed"].concat());
            return false;
        }
    }
    let name = cx.ini_str("session.serialize_handler");
    if cx.session().format.is_none() {
        cx.session().format = format::Format::find(&name);
        if cx.session().format.is_none() {
            cx.builtin_warning([b"Cannot find session serialization handler \"", &name[..], b"\" - session startup failed"].concat());
            return false;
        }
    }
    true
}

/// `session_regenerate_id()`. False: it failed, and that was reported.
pub(crate) fn regenerate(cx: &mut Cx, delete_old: bool) -> PhpResult<bool> {
    let storage = storage(cx);
    let old = cx.session().id.clone().unwrap_or_default();
    let (done, complaint) = if delete_old {
        (storage.destroy(cx, &old)?, "Session object destruction failed")
    } else {
        let data = format::encode(cx)?.unwrap_or_default();
        (storage.write(cx, &old, &data)?, "Session write failed")
    };
    if !done {
        storage.close(cx)?;
        cx.session().status = Status::None;
        if !cx.unwinds() {
            let place = place(cx);
            cx.builtin_warning(format!("{complaint}. ID: {place}"));
        }
        return Ok(false);
    }
    storage.close(cx)?;
    cx.session().original = None;
    cx.session().id = None;
    let name = cx.ini_str("session.name");
    if !storage.open(cx, &save_path(cx), &name)? {
        return give_up(cx, false, "Failed to open session");
    }
    let Some(mut id) = storage.create_sid(cx)? else { return give_up(cx, false, "Failed to create new session ID") };
    let validates = !cx.session().user_open || user::has(cx, Hook::ValidateSid);
    if cx.ini_bool("session.use_strict_mode") && validates {
        let mut attempts = 3;
        while attempts > 0 && storage.validate_sid(cx, &id)? {
            attempts -= 1;
            match storage.create_sid(cx)? {
                Some(new) => id = new,
                None => return give_up(cx, true, "Failed to create session ID by collision"),
            }
        }
    }
    cx.session().id = Some(id.clone());
    if storage.read(cx, &id)?.is_none() {
        return give_up(cx, true, "Failed to create(read) session ID");
    }
    if cx.ini_bool("session.use_cookies") {
        cx.session().send_cookie = true;
    }
    announce_id(cx)
}

/// There is no session any more, which is an error.
fn give_up(cx: &mut Cx, close: bool, message: &str) -> PhpResult<bool> {
    if close {
        storage(cx).close(cx)?;
    }
    cx.session().status = Status::None;
    if !cx.unwinds() {
        let place = place(cx);
        cx.throw_error(format!("{message}: {place}"));
    }
    Ok(false)
}
