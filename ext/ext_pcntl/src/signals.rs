//! Signals: what they do, and the calls of handlers.

use std::time::Duration;

use loxo_process_sys::{self as sys, Disposition, Info, SIGNALS};
use loxo_runtime::args::RefArg;
use loxo_runtime::{Callable, Cx, ExtSlot, FnId, PhpArray, PhpResult, Registry, Value, convert, value};

use crate::{failed, text_of};

const SIGALRM: i64 = 14;
const SIGCHLD: i32 = 17;
const SIGPOLL: i32 = 29;
const FIRST_REALTIME: i32 = 34;
const EINVAL: i32 = 22;
const EAGAIN: i32 = 11;

/// `SIG_DFL` and `SIG_IGN`
const DEFAULT: i64 = 0;
const IGNORED: i64 = 1;

/// `SIG_SETMASK`
const SET: i64 = 2;

/// What the program has said of signals.
#[derive(Default)]
struct Signals {
    /// Handlers and dispositions by number.
    handlers: PhpArray,
    asynchronous: bool,
    /// Handlers are being called: those of signals that come meanwhile wait.
    dispatching: bool,
    prepared: bool,
}

impl ExtSlot for Signals {}

/// Once: signals call this thread, and `declare(ticks)` looks for them.
fn prepare(cx: &mut Cx) {
    if std::mem::replace(&mut cx.ext::<Signals>().prepared, true) {
        return;
    }
    value::gc::listen();
    sys::notify(value::gc::call_listener);
    let dispatch = Registry::get().and_then(|registry| registry.function(FnId::find(b"pcntl_signal_dispatch")?));
    if let Some(func) = dispatch {
        let callable = Callable { func, this: None, called_class: None, closure: None, magic_name: None };
        cx.tick_functions.push((callable, Vec::new()));
    }
}

/// `pcntl_signal()`
pub(crate) fn pcntl_signal(cx: &mut Cx, signal: i64, handler: &Value, restart_syscalls: Option<bool>) -> PhpResult<bool> {
    if signal < 1 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 1"));
    }
    if signal > i64::from(SIGNALS) {
        return Err(cx.argument_value_error(1, format!("must be less than {}", SIGNALS + 1)));
    }
    // A call that an alarm interrupts ends, unless the program says otherwise.
    let restart = restart_syscalls.unwrap_or(signal != SIGALRM);
    let handler = handler.deref();
    let disposition = match handler.as_int() {
        Some(DEFAULT) => Disposition::Default,
        Some(IGNORED) => Disposition::Ignored,
        Some(_) => return Err(cx.argument_value_error(2, "must be either SIG_DFL or SIG_IGN when an integer value is given")),
        None => {
            if (cx.hooks.callable)(cx, handler)?.is_err() {
                cx.ext::<crate::LastError>().0 = EINVAL;
                let name = convert::value_name(handler).to_string();
                return Err(cx.argument_type_error(2, format!("must be of type callable|int, {name} given")));
            }
            Disposition::Handled
        }
    };
    prepare(cx);
    if let Err(error) = sys::dispose(signal as i32, disposition, restart) {
        failed(cx, &error);
        cx.builtin_warning("Error assigning signal");
        cx.check()?;
        return Ok(false);
    }
    let handler = handler.clone();
    cx.ext::<Signals>().handlers.set_int(signal, handler);
    Ok(true)
}

/// `pcntl_signal_get_handler()`
pub(crate) fn pcntl_signal_get_handler(cx: &mut Cx, signal: i64) -> PhpResult<Value> {
    if !(1..=i64::from(SIGNALS)).contains(&signal) {
        return Err(cx.argument_value_error(1, format!("must be between 1 and {SIGNALS}")));
    }
    Ok(cx.ext::<Signals>().handlers.get_int(signal).cloned().unwrap_or(Value::int(DEFAULT)))
}

/// `pcntl_signal_dispatch()`
pub(crate) fn pcntl_signal_dispatch(cx: &mut Cx) -> PhpResult<bool> {
    dispatch(cx)?;
    Ok(true)
}

/// Calls the handlers of what has come. After an exception the rest is forgotten.
fn dispatch(cx: &mut Cx) -> PhpResult<()> {
    if std::mem::replace(&mut cx.ext::<Signals>().dispatching, true) {
        return Ok(());
    }
    let mut result = Ok(());
    let outer = std::mem::replace(&mut cx.fibers_stay, true);
    while let Some(info) = sys::take() {
        if result.is_ok() {
            result = call(cx, &info);
        }
    }
    cx.fibers_stay = outer;
    cx.ext::<Signals>().dispatching = false;
    result
}

fn call(cx: &mut Cx, info: &Info) -> PhpResult<()> {
    let handler = cx.ext::<Signals>().handlers.get_int(i64::from(info.signal)).cloned();
    let Some(handler) = handler.filter(|handler| handler.as_int().is_none()) else { return Ok(()) };
    if let Ok(callable) = (cx.hooks.callable)(cx, &handler)? {
        cx.call_vec(&callable, vec![Value::int(i64::from(info.signal)), Value::array(facts(info))])?;
    }
    Ok(())
}

/// What handlers and waiters get to know of a signal.
pub(crate) fn facts(info: &Info) -> PhpArray {
    let mut out = PhpArray::new();
    let mut put = |name: &str, value: i64| out.set_bytes(name.as_bytes(), Value::int(value));
    put("signo", i64::from(info.signal));
    put("errno", i64::from(info.error));
    put("code", i64::from(info.code));
    match info.signal {
        SIGCHLD => {
            put("status", i64::from(info.status));
            put("pid", i64::from(info.pid));
            put("uid", i64::from(info.uid));
        }
        // SIGUSR1 and SIGUSR2
        10 | 12 | FIRST_REALTIME.. => {
            put("pid", i64::from(info.pid));
            put("uid", i64::from(info.uid));
        }
        // Faults, sent by somebody: no address.
        4 | 7 | 8 | 11 => out.set_bytes(b"addr", Value::float(0.0)),
        SIGPOLL => put("band", 0),
        _ => {}
    }
    out
}

/// `pcntl_async_signals()`
pub(crate) fn pcntl_async_signals(cx: &mut Cx, enable: Option<bool>) -> PhpResult<bool> {
    let old = cx.ext::<Signals>().asynchronous;
    if let Some(enable) = enable {
        cx.ext::<Signals>().asynchronous = enable;
        cx.on_attention = enable.then_some(dispatch as fn(&mut Cx) -> PhpResult<()>);
    }
    Ok(old)
}

/// The signals of an argument; `None`: refused, with a warning.
fn list(cx: &mut Cx, signals: &PhpArray, argument: usize, may_be_empty: bool) -> PhpResult<Vec<i32>> {
    if signals.is_empty() && !may_be_empty {
        return Err(cx.argument_value_error(argument, "must not be empty"));
    }
    let mut out = Vec::with_capacity(signals.len());
    for value in signals.clone().values() {
        let value = value.deref();
        if let Some(number) = number_of(cx, value)? {
            match i32::try_from(number).ok().filter(|number| (1..=SIGNALS).contains(number)) {
                Some(number) => out.push(number),
                None => return Err(cx.argument_value_error(argument, format!("signals must be between 1 and {SIGNALS}"))),
            }
            continue;
        }
        let name = convert::value_name(value).to_string();
        return Err(cx.argument_type_error(argument, format!("signals must be of type int, {name} given")));
    }
    Ok(out)
}

/// A number, or something that reads as one.
fn number_of(cx: &mut Cx, value: &Value) -> PhpResult<Option<i64>> {
    let readable = match value.as_bytes() {
        Some(text) => value::number::is_numeric(text),
        None => value.as_array().is_none() && value.as_object().is_none(),
    };
    if readable { convert::to_int(cx, value).map(Some) } else { Ok(None) }
}

fn refused(cx: &mut Cx, error: &std::io::Error) -> PhpResult<()> {
    let number = failed(cx, error);
    cx.builtin_warning(text_of(number));
    cx.check()
}

/// `pcntl_sigprocmask()`
pub(crate) fn pcntl_sigprocmask(cx: &mut Cx, mode: i64, signals: &PhpArray, old_signals: Option<&RefArg>) -> PhpResult<bool> {
    if !(0..=SET).contains(&mode) {
        return Err(cx.argument_value_error(1, "must be one of SIG_BLOCK, SIG_UNBLOCK, or SIG_SETMASK"));
    }
    let signals = list(cx, signals, 2, mode == SET)?;
    match sys::mask(mode as i32, &signals) {
        Ok(old) => {
            if let Some(place) = old_signals {
                let old = PhpArray::from_values(old.into_iter().map(i64::from));
                place.set(cx, Value::array(old))?;
            }
            Ok(true)
        }
        Err(error) => {
            refused(cx, &error)?;
            Ok(false)
        }
    }
}

fn wait(cx: &mut Cx, signals: &[i32], info: Option<&RefArg>, limit: Option<Duration>) -> PhpResult<Value> {
    cx.flush_pending();
    match sys::wait_for_signal(signals, limit) {
        Ok(found) => {
            if let Some(place) = info {
                place.set(cx, Value::array(facts(&found)))?;
            }
            Ok(Value::int(i64::from(found.signal)))
        }
        Err(error) => {
            if error.raw_os_error() != Some(EAGAIN) {
                refused(cx, &error)?;
            }
            Ok(Value::FALSE)
        }
    }
}

/// `pcntl_sigwaitinfo()`
pub(crate) fn pcntl_sigwaitinfo(cx: &mut Cx, signals: &PhpArray, info: Option<&RefArg>) -> PhpResult<Value> {
    let signals = list(cx, signals, 1, false)?;
    wait(cx, &signals, info, None)
}

/// `pcntl_sigtimedwait()`
pub(crate) fn pcntl_sigtimedwait(
    cx: &mut Cx,
    signals: &PhpArray,
    info: Option<&RefArg>,
    seconds: i64,
    nanoseconds: i64,
) -> PhpResult<Value> {
    let signals = list(cx, signals, 1, false)?;
    let Ok(whole) = u64::try_from(seconds) else {
        return Err(cx.argument_value_error(3, "must be greater than or equal to 0"));
    };
    let part = match u32::try_from(nanoseconds) {
        Ok(part) if part < 1_000_000_000 => part,
        _ => return Err(cx.argument_value_error(4, "must be between 0 and 1e9")),
    };
    if whole == 0 && part == 0 {
        let message = "pcntl_sigtimedwait(): At least one of argument #3 ($seconds) or argument #4 ($nanoseconds) must be greater than 0";
        return Err(cx.value_error(message));
    }
    wait(cx, &signals, info, Some(Duration::new(whole, part)))
}

/// `pcntl_alarm()`
pub(crate) fn pcntl_alarm(_cx: &mut Cx, seconds: i64) -> PhpResult<i64> {
    Ok(i64::from(sys::alarm(seconds as u32)))
}
