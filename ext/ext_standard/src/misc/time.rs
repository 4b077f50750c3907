//! The clocks that programs read, and the functions that pause them.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use loxo_runtime::FnId;
use nix::time::{ClockId, clock_gettime};
use rustix::thread::{NanosleepRelativeResult, Timespec, nanosleep};

use crate::prelude::*;

/// Unix time.
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// `microtime()`
pub(crate) fn microtime(_cx: &mut Cx, as_float: bool) -> PhpResult<Value> {
    let now = now();
    if as_float {
        return Ok(Value::float(now.as_secs() as f64 + f64::from(now.subsec_micros()) / 1e6));
    }
    Ok(format!("{:.8} {}", f64::from(now.subsec_micros()) / 1e6, now.as_secs()).into())
}

/// `gettimeofday()`
pub(crate) fn gettimeofday(cx: &mut Cx, as_float: bool) -> PhpResult<Value> {
    let now = now();
    if as_float {
        return Ok(Value::float(now.as_secs() as f64 + f64::from(now.subsec_micros()) / 1e6));
    }
    let (offset, dst) = (zone_number(cx, "Z")?, zone_number(cx, "I")?);
    let mut out = PhpArray::new();
    out.set_bytes(b"sec", Value::int(now.as_secs() as i64));
    out.set_bytes(b"usec", Value::int(i64::from(now.subsec_micros())));
    out.set_bytes(b"minuteswest", Value::int(-offset / 60));
    out.set_bytes(b"dsttime", Value::int(dst));
    Ok(out.into())
}

/// What `idate()` says of the default time zone; UTC without that extension.
fn zone_number(cx: &mut Cx, letter: &str) -> PhpResult<i64> {
    let Some(func) = FnId::find(b"idate").and_then(|id| cx.func(id)) else { return Ok(0) };
    let idate = Callable { func, this: None, called_class: None, closure: None, magic_name: None };
    Ok(cx.call_vec(&idate, vec![Value::from(letter)])?.as_int().unwrap_or(0))
}

/// `hrtime()`
pub(crate) fn hrtime(_cx: &mut Cx, as_number: bool) -> PhpResult<Value> {
    let Ok(time) = clock_gettime(ClockId::CLOCK_MONOTONIC) else { return Ok(Value::FALSE) };
    let (seconds, nanos) = (time.tv_sec(), time.tv_nsec());
    Ok(if as_number { Value::int(seconds * 1_000_000_000 + nanos) } else { PhpArray::from_values([seconds, nanos]).into() })
}

/// `uniqid()`
pub(crate) fn uniqid(cx: &mut Cx, prefix: &PhpStr, more_entropy: bool) -> PhpResult<PhpStr> {
    // Two ids of the same microsecond would be the same.
    if !more_entropy {
        std::thread::sleep(Duration::from_micros(1));
    }
    let now = now();
    let mut id = format!("{:08x}{:05x}", now.as_secs(), now.subsec_micros());
    if more_entropy {
        let random = loxo_random::combined_lcg(cx) * 10.0;
        id.push_str(&format!("{random:.8}"));
    }
    Ok(PhpStr::concat2(prefix, id.as_bytes()))
}

fn not_negative(cx: &mut Cx, number: usize, n: i64) -> PhpResult<u64> {
    u64::try_from(n).map_err(|_| cx.argument_value_error(number, "must be greater than or equal to 0"))
}

/// Sleeps, and gives the time that was left when a signal came that the program has a handler for. Whoever reads the output does not wait
/// for what was printed before.
fn wait(cx: &mut Cx, time: Duration) -> Duration {
    cx.flush_pending();
    let began = Instant::now();
    loop {
        let left = time.saturating_sub(began.elapsed());
        if left.is_zero() {
            return left;
        }
        let request = Timespec { tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX), tv_nsec: i64::from(left.subsec_nanos()) };
        let interrupted = matches!(nanosleep(&request), NanosleepRelativeResult::Interrupted(_));
        loxo_process_sys::was_asked();
        // Other signals are not the program's affair.
        if interrupted && value::interrupt::pending() & value::interrupt::EXTERNAL != 0 {
            return time.saturating_sub(began.elapsed());
        }
    }
}

/// `sleep()`
pub(crate) fn sleep(cx: &mut Cx, seconds: i64) -> PhpResult<i64> {
    let seconds = not_negative(cx, 1, seconds)?;
    Ok(wait(cx, Duration::from_secs(seconds)).as_secs() as i64)
}

/// `usleep()`
pub(crate) fn usleep(cx: &mut Cx, microseconds: i64) -> PhpResult<()> {
    let microseconds = not_negative(cx, 1, microseconds)?;
    wait(cx, Duration::from_micros(microseconds));
    Ok(())
}

/// `time_nanosleep()`
pub(crate) fn time_nanosleep(cx: &mut Cx, seconds: i64, nanoseconds: i64) -> PhpResult<Value> {
    let seconds = not_negative(cx, 1, seconds)?;
    let nanoseconds = not_negative(cx, 2, nanoseconds)?;
    if nanoseconds > 999_999_999 {
        return Err(cx.value_error("Nanoseconds was not in the range 0 to 999 999 999 or seconds was negative"));
    }
    let left = wait(cx, Duration::new(seconds, nanoseconds as u32));
    if left.is_zero() {
        return Ok(Value::TRUE);
    }
    let mut out = PhpArray::new();
    out.set_bytes(b"seconds", Value::int(left.as_secs() as i64));
    out.set_bytes(b"nanoseconds", Value::int(i64::from(left.subsec_nanos())));
    Ok(out.into())
}

/// `time_sleep_until()`
pub(crate) fn time_sleep_until(cx: &mut Cx, timestamp: f64) -> PhpResult<bool> {
    const LATEST: u64 = u64::MAX / 1_000_000_000;
    if !(0.0..=LATEST as f64).contains(&timestamp) {
        return Err(cx.argument_value_error(1, format!("must be between 0 and {LATEST}")));
    }
    let left = timestamp - now().as_secs_f64();
    if left <= 0.0 {
        cx.warn("Argument #1 ($timestamp) must be greater than or equal to the current time")?;
        return Ok(false);
    }
    match Duration::try_from_secs_f64(left) {
        // This one goes on after a signal.
        Ok(mut left) => {
            while !left.is_zero() {
                left = wait(cx, left);
            }
        }
        Err(_) => return Err(cx.argument_value_error(1, format!("must be between 0 and {LATEST}"))),
    }
    Ok(true)
}
