//! What the profiler and the timer share: which clock they go by, and times in seconds.

use std::time::Duration;

use loxo_observer::Clock;
use loxo_runtime::{Cx, PhpResult, Value, args};

/// `EXCIMER_REAL` and `EXCIMER_CPU`; of anything else there is a warning.
pub(crate) fn clock(cx: &mut Cx, event_type: &Value) -> PhpResult<Option<Clock>> {
    match args::int(cx, 1, &mut event_type.clone())? {
        0 => Ok(Some(Clock::Wall)),
        1 => Ok(Some(Clock::Cpu)),
        _ => {
            cx.builtin_warning("Invalid event type");
            cx.check().map(|()| None)
        }
    }
}

/// An argument in seconds. Times before the beginning are none, and no program waits for the end of time.
pub(crate) fn seconds(cx: &mut Cx, index: usize, value: &Value) -> PhpResult<Duration> {
    const LONGEST: f64 = 1e9;
    let seconds = args::float(cx, index, &mut value.clone())?;
    Ok(Duration::from_secs_f64(if seconds.is_nan() { 0.0 } else { seconds.clamp(0.0, LONGEST) }))
}

/// A timer cannot be started that is never to run down: then there is a warning.
pub(crate) fn first(cx: &mut Cx, initial: Duration, period: Duration) -> PhpResult<Option<Duration>> {
    let first = if initial.is_zero() { period } else { initial };
    if first.is_zero() {
        cx.builtin_warning("Unable to start timer with a value of zero duration and period");
        cx.check()?;
    }
    Ok(Some(first).filter(|first| !first.is_zero()))
}

/// Can it be called? If not, why not.
pub(crate) fn check_callable(cx: &mut Cx, callback: &Value) -> PhpResult<Result<(), String>> {
    Ok((cx.hooks.callable)(cx, callback)?.map(drop))
}
