//! Stream contexts: options for wrappers, and whom to tell how it goes.

use loxo_value::{PhpArray, PhpResource, PhpStr, Value};

use super::{Stream, state};
use loxo_runtime::{Cx, PhpResult, Thrown};

/// What a `stream-context` resource is about.
pub struct Context {
    /// wrapper → option → value
    pub options: PhpArray,
    /// `notification` parameter: a callable, as it was given.
    pub notification: Option<Value>,
    /// Bytes so far and in all, of the transfer that is being watched.
    progress: (i64, i64),
    watching: bool,
}

pub const RESOURCE_KIND: &str = "stream-context";

/// `STREAM_NOTIFY_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notify {
    Resolve = 1,
    Connect = 2,
    AuthRequired = 3,
    MimeType = 4,
    FileSize = 5,
    Redirected = 6,
    Progress = 7,
    Completed = 8,
    Failure = 9,
    AuthResult = 10,
}

/// `STREAM_NOTIFY_SEVERITY_*`
pub const SEVERITY_INFO: i64 = 0;
pub const SEVERITY_ERR: i64 = 2;

impl Context {
    /// A new context with its resource.
    pub fn new_resource() -> PhpResource {
        let context = Context { options: PhpArray::new(), notification: None, progress: (0, 0), watching: false };
        PhpResource::new(RESOURCE_KIND, Box::new(context))
    }

    pub fn option(&self, wrapper: &str, name: &str) -> Option<Value> {
        let options = self.options.get_bytes(wrapper.as_bytes())?.deref().as_array()?;
        options.get_bytes(name.as_bytes()).map(Value::clone_deref)
    }

    pub fn set_option(&mut self, wrapper: &[u8], name: &PhpStr, value: Value) {
        let place = self.options.entry_bytes(wrapper).deref_mut();
        if !place.is_array() {
            *place = Value::array(PhpArray::new());
        }
        if let Some(options) = place.as_array_mut() {
            options.set_str(name, value);
        }
    }
}

/// An option of a context, by wrapper and name.
pub fn option(context: Option<&PhpResource>, wrapper: &str, name: &str) -> Option<Value> {
    context?.data::<Context>()?.option(wrapper, name)
}

/// The context that is used where none is given; made on first use.
pub fn default_context(cx: &mut Cx) -> PhpResource {
    if let Some(context) = &state(cx).default_context {
        return context.clone();
    }
    let context = Context::new_resource();
    state(cx).default_context = Some(context.clone());
    context
}

/// A `$context` argument (number from 1): null is the default context, unless `no_default`.
pub fn from_arg(cx: &mut Cx, number: usize, value: &Value, no_default: bool) -> PhpResult<Option<PhpResource>> {
    let value = value.deref();
    if value.is_null() || value.is_undef() {
        return Ok((!no_default).then(|| default_context(cx)));
    }
    let Some(resource) = value.as_resource() else {
        let given = loxo_runtime::convert::value_name(value);
        return Err(cx.argument_type_error(number, format!("must be of type resource or null, {given} given")));
    };
    check(cx, resource)?;
    Ok(Some(resource.clone()))
}

/// The resource must be an open context.
pub fn check(cx: &mut Cx, resource: &PhpResource) -> PhpResult<()> {
    if resource.data::<Context>().is_some() { Ok(()) } else { Err(not_valid(cx, "Stream-Context")) }
}

/// "supplied resource is not a valid ... resource"
pub fn not_valid(cx: &mut Cx, kind: &str) -> Thrown {
    let name = cx.active.map_or_else(Vec::new, |f| f.display_name());
    cx.type_error([&name[..], b"(): supplied resource is not a valid ", kind.as_bytes(), b" resource"].concat())
}

/// Tells the context's notification callback, if there is one.
pub fn notify(cx: &mut Cx, context: Option<&PhpResource>, code: Notify, severity: i64, message: Option<&[u8]>, message_code: i64) {
    let Some((callback, (so_far, max))) =
        context.and_then(|c| c.data::<Context>()).and_then(|c| c.notification.clone().map(|n| (n, c.progress)))
    else {
        return;
    };
    // Exceptions in flight are not to be disturbed.
    if cx.exception.is_some() {
        return;
    }
    let args = vec![
        Value::int(code as i64),
        Value::int(severity),
        message.map_or(Value::NULL, Value::bytes),
        Value::int(message_code),
        Value::int(so_far),
        Value::int(max),
    ];
    match (cx.hooks.callable)(cx, &callback) {
        Ok(Ok(callable)) => drop(cx.call_vec(&callable, args)),
        Ok(Err(_)) => cx.builtin_warning("Failed to call user notifier"),
        Err(_) => {}
    }
}

/// Starts counting bytes of a transfer.
pub fn start_progress(cx: &mut Cx, context: Option<&PhpResource>, so_far: i64, max: i64) {
    let Some(data) = context.and_then(|c| c.data_mut::<Context>()) else { return };
    data.progress = (so_far, max);
    data.watching = true;
    notify(cx, context, Notify::Progress, SEVERITY_INFO, None, 0);
}

/// The size of what will come is known.
pub fn announce_size(cx: &mut Cx, context: Option<&PhpResource>, size: i64, message: Option<&[u8]>) {
    if let Some(data) = context.and_then(|c| c.data_mut::<Context>()) {
        data.progress.1 = size;
    }
    notify(cx, context, Notify::FileSize, SEVERITY_INFO, message, 0);
}

/// Bytes have come or gone.
pub fn add_progress(cx: &mut Cx, context: Option<&PhpResource>, more: i64) {
    let Some(data) = context.and_then(|c| c.data_mut::<Context>()) else { return };
    if data.notification.is_none() || !data.watching {
        return;
    }
    data.progress.0 += more;
    notify(cx, context, Notify::Progress, SEVERITY_INFO, None, 0);
}

pub(crate) fn notify_completed(cx: &mut Cx, stream: &Stream) {
    let context = stream.context.borrow().clone();
    notify(cx, context.as_ref(), Notify::Completed, SEVERITY_INFO, None, 0);
}
