//! `CurlShareHandle` and the `curl_share_*` functions: cookies, names and connections that several transfers share.

use std::rc::Rc;

use loxo_curl_sys::Share;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, Value, compare, convert};

struct State {
    share: Rc<Share>,
    status: i32,
}

#[derive(Default)]
struct Holder(Option<State>);

impl Native for Holder {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Holder::default())),
        no_new: Some("Cannot directly construct CurlShareHandle, use curl_share_init() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        cast: Some(crate::handle::number_of),
        ..ObjectHandlers::default()
    }
}

/// The share that an object is.
pub(crate) fn of(object: &PhpObject) -> Option<Rc<Share>> {
    Some(object.native::<Holder>()?.0.as_ref()?.share.clone())
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn state<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut State> {
    match this.native_mut::<Holder>().and_then(|holder| holder.0.as_mut()) {
        Some(state) => Ok(state),
        None => Err(cx.throw_error("The CurlShareHandle object is not initialized")),
    }
}

/// `curl_share_init()`
pub(crate) fn curl_share_init(cx: &mut Cx) -> PhpResult<PhpObject> {
    let Some(share) = Share::new() else { return Err(cx.throw_error("Could not initialize a new cURL share handle")) };
    let class = cx.builtin_class("CurlShareHandle");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Holder(Some(State { share: Rc::new(share), status: 0 }))));
    Ok(object)
}

/// `curl_share_close()`
pub(crate) fn curl_share_close(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `curl_share_setopt()`
pub(crate) fn curl_share_setopt(cx: &mut Cx, this: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    if option != 1 && option != 2 {
        // CURLSHE_BAD_OPTION
        state(cx, this)?.status = 1;
        return Err(cx.argument_value_error(2, "is not a valid cURL share option"));
    }
    let value = convert::to_int(cx, value.deref())?;
    let own = state(cx, this)?;
    own.status = own.share.set(option as u32, value as i32);
    Ok(own.status == 0)
}

/// `curl_share_errno()`
pub(crate) fn curl_share_errno(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(state(cx, this)?.status))
}

/// `curl_share_strerror()`
pub(crate) fn curl_share_strerror(_: &mut Cx, code: i64) -> PhpResult<&'static str> {
    Ok(loxo_curl_sys::share_text(code as i32))
}
