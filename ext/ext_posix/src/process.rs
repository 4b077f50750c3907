//! The builtins for processes, process groups and sessions: `posix_kill()`, `posix_getpid()`, `posix_setsid()` and others.

use loxo_runtime::{Cx, PhpResult, Value};
use nix::errno::Errno;
use nix::unistd::{self, Pid};

use crate::{done, number, whole_process};

/// C takes the low 32 bits.
fn pid(number: i64) -> Pid {
    Pid::from_raw(number as i32)
}

/// `posix_kill()`
pub(crate) fn posix_kill(cx: &mut Cx, process_id: i64, signal: i64) -> PhpResult<bool> {
    let (target, own) = (process_id as i32, unistd::getpid().as_raw());
    // Signals to all that may be reached, to the own group, or to itself; 0 only asks.
    let reaches_itself = [0, -1, own, -unistd::getpgrp().as_raw()].contains(&target);
    if signal != 0
        && reaches_itself
        && let Err(error) = whole_process(cx)
    {
        return Ok(done(cx, Err(error)));
    }
    let result = loxo_process_sys::kill(target, signal as i32);
    Ok(done(cx, result.map_err(|error| Errno::from_raw(error.raw_os_error().unwrap_or(0)))))
}

/// `posix_getpid()`
pub(crate) fn posix_getpid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::getpid().as_raw()))
}

/// `posix_getppid()`
pub(crate) fn posix_getppid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::getppid().as_raw()))
}

/// `posix_getpgrp()`
pub(crate) fn posix_getpgrp(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::getpgrp().as_raw()))
}

/// `posix_setsid()`; -1 and no error where the process leads a group already.
pub(crate) fn posix_setsid(cx: &mut Cx) -> PhpResult<i64> {
    Ok(whole_process(cx).and_then(|()| unistd::setsid()).map_or(-1, |session| i64::from(session.as_raw())))
}

/// `posix_setpgid()`
pub(crate) fn posix_setpgid(cx: &mut Cx, process_id: i64, process_group_id: i64) -> PhpResult<bool> {
    let result = whole_process(cx).and_then(|()| unistd::setpgid(pid(process_id), pid(process_group_id)));
    Ok(done(cx, result))
}

/// `posix_getpgid()`
pub(crate) fn posix_getpgid(cx: &mut Cx, process_id: i64) -> PhpResult<Value> {
    let group = unistd::getpgid(Some(pid(process_id)));
    Ok(number(cx, group.map(|group| i64::from(group.as_raw()))))
}

/// `posix_getsid()`
pub(crate) fn posix_getsid(cx: &mut Cx, process_id: i64) -> PhpResult<Value> {
    let session = unistd::getsid(Some(pid(process_id)));
    Ok(number(cx, session.map(|session| i64::from(session.as_raw()))))
}

/// `posix_getcwd()`: the request's.
pub(crate) fn posix_getcwd(cx: &mut Cx) -> PhpResult<Value> {
    Ok(Value::bytes(&cx.info.cwd))
}
