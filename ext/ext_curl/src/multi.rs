//! `CurlMultiHandle` and the `curl_multi_*` functions: several transfers that run at once.

use std::rc::Rc;

use loxo_curl_sys::Multi;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, compare, convert};

use crate::handle::{self, Target};
use crate::transfer::{self, Calls};

const MAX_TIMEOUT: f64 = i32::MAX as f64 / 1000.0;
const PIPELINING: i64 = 3;
const PUSHFUNCTION: i64 = 20014;
const NUMBERS: [i64; 8] = [PIPELINING, 6, 7, 8, 13, 16, 30009, 30010];
const UNKNOWN_OPTION: i32 = 6;

struct State {
    multi: Rc<Multi>,
    handles: Vec<PhpObject>,
    status: i32,
}

#[derive(Default)]
struct Holder(Option<State>);

impl Native for Holder {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.0.iter().flat_map(|own| &own.handles).for_each(|handle| tracer.object(handle));
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Holder::default())),
        no_new: Some("Cannot directly construct CurlMultiHandle, use curl_multi_init() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        cast: Some(handle::number_of),
        ..ObjectHandlers::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn state<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut State> {
    match this.native_mut::<Holder>().and_then(|holder| holder.0.as_mut()) {
        Some(state) => Ok(state),
        None => Err(cx.throw_error("The CurlMultiHandle object is not initialized")),
    }
}

/// `curl_multi_init()`
pub(crate) fn curl_multi_init(cx: &mut Cx) -> PhpResult<PhpObject> {
    let Some(multi) = Multi::new() else { return Err(cx.throw_error("Could not initialize a new cURL multi handle")) };
    let class = cx.builtin_class("CurlMultiHandle");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Holder(Some(State { multi: Rc::new(multi), handles: Vec::new(), status: 0 }))));
    Ok(object)
}

/// `curl_multi_close()`
pub(crate) fn curl_multi_close(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let (multi, handles) = (state(cx, this)?.multi.clone(), state(cx, this)?.handles.clone());
    for handle in &handles {
        let easy = handle::state(cx, handle)?.easy.clone();
        let status = multi.remove(&mut Calls { cx: &mut *cx, handles: handles.clone() }, &easy);
        let own = state(cx, this)?;
        own.status = status;
        if status == 0 {
            own.handles.retain(|held| !held.ptr_eq(handle));
        }
        cx.check()?;
    }
    Ok(())
}

/// `curl_multi_add_handle()`
pub(crate) fn curl_multi_add_handle(cx: &mut Cx, this: &PhpObject, handle: &PhpObject) -> PhpResult<i64> {
    transfer::check_streams(cx, handle)?;
    transfer::clean(cx, handle)?;
    let easy = handle::state(cx, handle)?.easy.clone();
    let own = state(cx, this)?;
    own.status = own.multi.add(&easy);
    if own.status == 0 {
        own.handles.push(handle.clone());
    }
    Ok(i64::from(own.status))
}

/// `curl_multi_remove_handle()`
pub(crate) fn curl_multi_remove_handle(cx: &mut Cx, this: &PhpObject, handle: &PhpObject) -> PhpResult<i64> {
    let easy = handle::state(cx, handle)?.easy.clone();
    let own = state(cx, this)?;
    let (multi, handles) = (own.multi.clone(), own.handles.clone());
    let status = multi.remove(&mut Calls { cx: &mut *cx, handles }, &easy);
    let own = state(cx, this)?;
    own.status = status;
    if status == 0 {
        own.handles.retain(|held| !held.ptr_eq(handle));
    }
    cx.check()?;
    Ok(i64::from(status))
}

/// `curl_multi_select()`
pub(crate) fn curl_multi_select(cx: &mut Cx, this: &PhpObject, timeout: f64) -> PhpResult<i64> {
    if !(0.0..=MAX_TIMEOUT).contains(&timeout) {
        return Err(cx.argument_value_error(2, format!("must be between 0 and {}", MAX_TIMEOUT.ceil())));
    }
    let own = state(cx, this)?;
    let (status, ready) = own.multi.wait((timeout * 1000.0) as i32);
    own.status = status;
    cx.check_interrupt()?;
    Ok(if status == 0 { i64::from(ready) } else { -1 })
}

/// `curl_multi_exec()`
pub(crate) fn curl_multi_exec(cx: &mut Cx, this: &PhpObject, still_running: &RefArg) -> PhpResult<i64> {
    let own = state(cx, this)?;
    let (multi, handles) = (own.multi.clone(), own.handles.clone());
    for handle in &handles {
        transfer::check_streams(cx, handle)?;
    }
    let (status, running) = multi.perform(&mut Calls { cx: &mut *cx, handles });
    cx.check()?;
    still_running.set(cx, Value::int(i64::from(running)))?;
    state(cx, this)?.status = status;
    Ok(i64::from(status))
}

/// `curl_multi_getcontent()`
pub(crate) fn curl_multi_getcontent(cx: &mut Cx, handle: &PhpObject) -> PhpResult<Option<PhpStr>> {
    let own = handle::state(cx, handle)?;
    Ok(matches!(own.write, Target::Text).then(|| own.content.clone()))
}

/// `curl_multi_info_read()`
pub(crate) fn curl_multi_info_read(cx: &mut Cx, this: &PhpObject, queued: Option<&RefArg>) -> PhpResult<Value> {
    let own = state(cx, this)?;
    let Some(message) = own.multi.message() else { return Ok(Value::FALSE) };
    let handles = own.handles.clone();
    if let Some(queued) = queued {
        queued.set(cx, Value::int(i64::from(message.left)))?;
    }
    let mut out = PhpArray::new();
    out.set_bytes(b"msg", Value::int(i64::from(message.kind)));
    out.set_bytes(b"result", Value::int(i64::from(message.result)));
    for handle in handles {
        let own = handle::state(cx, &handle)?;
        if own.easy.id() == message.easy {
            own.status = message.result;
            out.set_bytes(b"handle", handle.into());
            break;
        }
    }
    Ok(out.into())
}

/// `curl_multi_errno()`
pub(crate) fn curl_multi_errno(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(state(cx, this)?.status))
}

/// `curl_multi_strerror()`
pub(crate) fn curl_multi_strerror(_: &mut Cx, code: i64) -> PhpResult<&'static str> {
    Ok(loxo_curl_sys::multi_text(code as i32))
}

/// `curl_multi_setopt()`
pub(crate) fn curl_multi_setopt(cx: &mut Cx, this: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    let status = if option == PUSHFUNCTION {
        if let Err(why) = (cx.hooks.callable)(cx, value.deref())? {
            return Err(cx.argument_type_error(2, format!("must be a valid callback for option CURLMOPT_PUSHFUNCTION, {why}")));
        }
        // Nothing that servers push is taken: it is refused, as libcurl does without a callback.
        UNKNOWN_OPTION
    } else if NUMBERS.contains(&option) {
        let number = convert::to_int(cx, value.deref())?;
        if option == PIPELINING && number & 1 != 0 {
            cx.builtin_warning("CURLPIPE_HTTP1 is no longer supported");
            cx.check()?;
        }
        state(cx, this)?.multi.set_number(option as u32, number)
    } else {
        state(cx, this)?.status = UNKNOWN_OPTION;
        return Err(cx.argument_value_error(2, "is not a valid cURL multi option"));
    };
    state(cx, this)?.status = status;
    Ok(status == 0)
}
