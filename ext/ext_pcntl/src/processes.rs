//! Processes: making them, waiting for them, becoming another program.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use loxo_process_sys::{self as sys, Usage};
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, Key, KeyRef, PhpArray, PhpResult, PhpStr, Value, convert};
use nix::sched::{CloneFlags, CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity, setns, unshare};
use nix::unistd::{Pid, SysconfVar};

use crate::signals::facts;
use crate::{LastError, failed, text_of};

const EPERM: i32 = 1;
const ESRCH: i32 = 3;
const EAGAIN: i32 = 11;
const ENOMEM: i32 = 12;
const EACCES: i32 = 13;
const EINVAL: i32 = 22;
const ENOSPC: i32 = 28;
const ENOSYS: i32 = 38;
const EUSERS: i32 = 87;

/// A warning with the error's number; the result is false.
fn warn(cx: &mut Cx, number: i32, text: &str) -> PhpResult<()> {
    cx.builtin_warning(format!("Error {number}{text}"));
    cx.check()
}

/// `pcntl_fork()`
pub(crate) fn pcntl_fork(cx: &mut Cx) -> PhpResult<i64> {
    // What is printed already must not come out of both.
    cx.flush_pending();
    match sys::fork() {
        Ok(0) => {
            // The thread that lets output out in time has stayed with the parent.
            cx.output.implicit_flush = true;
            Ok(0)
        }
        Ok(child) => Ok(i64::from(child)),
        Err(error) => {
            let number = failed(cx, &error);
            let text = match number {
                EAGAIN => ": Reached the maximum limit of number of processes",
                ENOMEM => ": Insufficient memory",
                ENOSYS => ": Unimplemented",
                _ => "",
            };
            warn(cx, number, text)?;
            Ok(-1)
        }
    }
}

fn used(usage: &Usage) -> PhpArray {
    let mut out = PhpArray::new();
    let times = [
        ("ru_utime.tv_usec", usage.user.1),
        ("ru_utime.tv_sec", usage.user.0),
        ("ru_stime.tv_usec", usage.system.1),
        ("ru_stime.tv_sec", usage.system.0),
    ];
    for (name, value) in usage.counts.iter().chain(&times) {
        out.set_bytes(name.as_bytes(), Value::int(*value));
    }
    out
}

fn wait(cx: &mut Cx, process: i64, status: &RefArg, flags: i64, resource_usage: Option<&RefArg>) -> PhpResult<i64> {
    cx.flush_pending();
    let old = convert::to_int(cx, &status.get())?;
    let (child, new, usage) = match sys::wait4(process as i32, flags as i32) {
        Ok((child, new, usage)) => (child, if child > 0 { i64::from(new) } else { old }, usage),
        Err(error) => {
            failed(cx, &error);
            (-1, old, Usage::default())
        }
    };
    if let Some(place) = resource_usage {
        let usage = if child > 0 { used(&usage) } else { PhpArray::new() };
        place.set(cx, Value::array(usage))?;
    }
    status.set(cx, Value::int(new))?;
    Ok(i64::from(child))
}

/// `pcntl_waitpid()`
pub(crate) fn pcntl_waitpid(cx: &mut Cx, process_id: i64, status: &RefArg, flags: i64, resource_usage: Option<&RefArg>) -> PhpResult<i64> {
    wait(cx, process_id, status, flags, resource_usage)
}

/// `pcntl_wait()`
pub(crate) fn pcntl_wait(cx: &mut Cx, status: &RefArg, flags: i64, resource_usage: Option<&RefArg>) -> PhpResult<i64> {
    wait(cx, -1, status, flags, resource_usage)
}

/// `pcntl_waitid()`
pub(crate) fn pcntl_waitid(cx: &mut Cx, idtype: i64, id: Option<i64>, info: Option<&RefArg>, flags: i64) -> PhpResult<bool> {
    cx.flush_pending();
    match sys::waitid(idtype as u32, id.unwrap_or(0) as u32, flags as i32) {
        Ok(found) => {
            if let Some(place) = info {
                // Whatever has changed, it is reported as SIGCHLD would report it.
                let told = facts(&sys::Info { signal: 17, ..found });
                place.set(cx, Value::array(told))?;
            }
            Ok(true)
        }
        Err(error) => {
            failed(cx, &error);
            Ok(false)
        }
    }
}

/// `pcntl_wifexited()`
pub(crate) fn pcntl_wifexited(_cx: &mut Cx, status: i64) -> PhpResult<bool> {
    Ok(status & 0x7f == 0)
}

/// `pcntl_wifstopped()`
pub(crate) fn pcntl_wifstopped(_cx: &mut Cx, status: i64) -> PhpResult<bool> {
    Ok(status & 0xff == 0x7f)
}

/// `pcntl_wifcontinued()`
pub(crate) fn pcntl_wifcontinued(_cx: &mut Cx, status: i64) -> PhpResult<bool> {
    Ok(status as i32 == 0xffff)
}

/// `pcntl_wifsignaled()`
pub(crate) fn pcntl_wifsignaled(_cx: &mut Cx, status: i64) -> PhpResult<bool> {
    Ok(!matches!(status & 0x7f, 0 | 0x7f))
}

/// `pcntl_wexitstatus()`
pub(crate) fn pcntl_wexitstatus(_cx: &mut Cx, status: i64) -> PhpResult<i64> {
    Ok(status >> 8 & 0xff)
}

/// `pcntl_wtermsig()`
pub(crate) fn pcntl_wtermsig(_cx: &mut Cx, status: i64) -> PhpResult<i64> {
    Ok(status & 0x7f)
}

/// `pcntl_wstopsig()`
pub(crate) fn pcntl_wstopsig(_cx: &mut Cx, status: i64) -> PhpResult<i64> {
    Ok(status >> 8 & 0xff)
}

/// `pcntl_exec()`: comes back only if it fails.
pub(crate) fn pcntl_exec(cx: &mut Cx, path: &PhpStr, args: &PhpArray, env_vars: Option<&PhpArray>) -> PhpResult<bool> {
    let mut program = Command::new(OsStr::from_bytes(&loxo_runtime::streams::paths::absolute(cx, path)));
    program.arg0(OsStr::from_bytes(path));
    for value in args.clone().values() {
        let text = text_argument(cx, value, 2)?;
        program.arg(OsStr::from_bytes(&text));
    }
    if let Some(env_vars) = env_vars {
        program.env_clear();
        for (key, value) in env_vars.clone().iter() {
            let name = match key {
                KeyRef::Int(number) => number.to_string().into_bytes(),
                KeyRef::Str(name) => name.to_vec(),
            };
            let text = text_argument(cx, value, 3)?;
            if name.contains(&0) {
                return Err(cx.argument_value_error(3, "must not contain keys with null bytes"));
            }
            program.env(OsStr::from_bytes(&name), OsStr::from_bytes(&text));
        }
    }
    cx.flush_pending();
    let error = program.current_dir(OsStr::from_bytes(&cx.info.cwd)).exec();
    let number = failed(cx, &error);
    cx.builtin_warning(format!("Error has occurred: (errno {number}) {}", text_of(number)));
    cx.check()?;
    Ok(false)
}

fn text_argument(cx: &mut Cx, value: &Value, argument: usize) -> PhpResult<PhpStr> {
    let text = convert::to_string(cx, value)?;
    if text.contains(&0) {
        return Err(cx.argument_value_error(argument, "individual argument must not contain null bytes"));
    }
    Ok(text)
}

/// `pcntl_get_last_error()`
pub(crate) fn pcntl_get_last_error(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(cx.ext::<LastError>().0))
}

/// `pcntl_strerror()`
pub(crate) fn pcntl_strerror(_cx: &mut Cx, error_code: i64) -> PhpResult<String> {
    Ok(text_of(error_code as i32))
}

const MODES: &str = "must be one of PRIO_PGRP, PRIO_USER, or PRIO_PROCESS";

/// `pcntl_getpriority()`
pub(crate) fn pcntl_getpriority(cx: &mut Cx, process_id: Option<i64>, mode: i64) -> PhpResult<Value> {
    let error = match sys::priority(mode as u32, process_id.unwrap_or(0) as u32) {
        Ok(priority) => return Ok(Value::int(i64::from(priority))),
        Err(error) => error,
    };
    match failed(cx, &error) {
        ESRCH => warn(cx, ESRCH, ": No process was located using the given parameters")?,
        EINVAL => return Err(cx.argument_value_error(2, MODES)),
        number => {
            cx.builtin_warning(format!("Unknown error {number} has occurred"));
            cx.check()?;
        }
    }
    Ok(Value::FALSE)
}

/// `pcntl_setpriority()`
pub(crate) fn pcntl_setpriority(cx: &mut Cx, priority: i64, process_id: Option<i64>, mode: i64) -> PhpResult<bool> {
    let error = match sys::set_priority(mode as u32, process_id.unwrap_or(0) as u32, priority as i32) {
        Ok(()) => return Ok(true),
        Err(error) => error,
    };
    match failed(cx, &error) {
        ESRCH => warn(cx, ESRCH, ": No process was located using the given parameters")?,
        EINVAL => return Err(cx.argument_value_error(3, MODES)),
        EPERM => {
            let text = ": A process was located, but neither its effective nor real user ID matched the effective user ID of the caller";
            warn(cx, EPERM, text)?;
        }
        EACCES => warn(cx, EACCES, ": Only a super user may attempt to increase the process priority")?,
        number => {
            cx.builtin_warning(format!("Unknown error {number} has occurred"));
            cx.check()?;
        }
    }
    Ok(false)
}

/// `pcntl_unshare()`. The kernel refuses new user namespaces to processes with several threads, as this one is.
pub(crate) fn pcntl_unshare(cx: &mut Cx, flags: i64) -> PhpResult<bool> {
    let wanted = CloneFlags::from_bits(flags as i32).ok_or(nix::errno::Errno::EINVAL);
    let Err(error) = wanted.and_then(unshare) else { return Ok(true) };
    let text = match failed(cx, &error.into()) {
        EINVAL => {
            let text = "must be a combination of CLONE_* flags, or at least one flag is unsupported by the kernel";
            return Err(cx.argument_value_error(1, text));
        }
        ENOMEM => ": Insufficient memory for unshare",
        EPERM => ": No privilege to use these flags",
        ENOSPC => ": Reached the maximum nesting limit for one of the specified namespaces",
        EUSERS => ": Reached the maximum nesting limit for the user namespace",
        _ => "",
    };
    warn(cx, error as i32, text)?;
    Ok(false)
}

/// `pcntl_setns()`
pub(crate) fn pcntl_setns(cx: &mut Cx, process_id: Option<i64>, nstype: i64) -> PhpResult<bool> {
    const ENFILE: i32 = 23;
    const ENODEV: i32 = 19;
    let process_id = process_id.unwrap_or_else(|| i64::from(std::process::id()));
    // The kernel says the same of numbers that no process has; rustix does not take them.
    let number = Some(process_id as i32).filter(|number| *number > 0);
    let pid = number.and_then(rustix::process::Pid::from_raw).ok_or(rustix::io::Errno::INVAL);
    let fd = match pid.and_then(|pid| rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty())) {
        Ok(fd) => fd,
        Err(error) => {
            let number = failed(cx, &error.into());
            let text = match number {
                EINVAL | ESRCH => return Err(cx.argument_value_error(1, format!("is not a valid process ({process_id})"))),
                ENFILE => ": File descriptors per-process limit reached",
                ENODEV => ": Anonymous inode fs unsupported",
                ENOMEM => ": Insufficient memory for pidfd_open",
                _ => "",
            };
            return warn(cx, number, text).map(|()| false);
        }
    };
    let wanted = CloneFlags::from_bits(nstype as i32).ok_or(nix::errno::Errno::EINVAL);
    let Err(error) = wanted.and_then(|wanted| setns(&fd, wanted)) else { return Ok(true) };
    let text = match failed(cx, &error.into()) {
        ESRCH => return Err(cx.argument_value_error(1, format!("process no longer available ({process_id})"))),
        EINVAL => return Err(cx.argument_value_error(2, format!("is an invalid nstype ({})", nstype as i32))),
        EPERM => ": No required capability for this process",
        _ => "",
    };
    warn(cx, error as i32, text)?;
    Ok(false)
}

/// `pcntl_getcpuaffinity()`
pub(crate) fn pcntl_getcpuaffinity(cx: &mut Cx, process_id: Option<i64>) -> PhpResult<Value> {
    let process_id = process_id.unwrap_or(0);
    match sched_getaffinity(Pid::from_raw(process_id as i32)) {
        Ok(set) => {
            let cores = (0..CpuSet::count()).filter(|core| set.is_set(*core).unwrap_or(false));
            Ok(PhpArray::from_values(cores.map(|core| core as i64)).into())
        }
        Err(error) => {
            if failed(cx, &error.into()) == ESRCH {
                return Err(cx.argument_value_error(1, format!("invalid process ({process_id})")));
            }
            warn(cx, error as i32, "")?;
            Ok(Value::FALSE)
        }
    }
}

/// `pcntl_setcpuaffinity()`
pub(crate) fn pcntl_setcpuaffinity(cx: &mut Cx, process_id: Option<i64>, cpu_ids: &PhpArray) -> PhpResult<bool> {
    if cpu_ids.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let mut set = CpuSet::new();
    let count = nix::unistd::sysconf(SysconfVar::_NPROCESSORS_CONF).ok().flatten().unwrap_or(1);
    for value in cpu_ids.clone().values() {
        let core = core_number(cx, value.deref())?;
        let known = core < count && usize::try_from(core).is_ok_and(|core| set.set(core).is_ok());
        if !known {
            return Err(cx.argument_value_error(2, format!("cpu id must be between 0 and {count} ({core})")));
        }
    }
    let process_id = process_id.unwrap_or(0);
    match sched_setaffinity(Pid::from_raw(process_id as i32), &set) {
        Ok(()) => Ok(true),
        Err(error) => match failed(cx, &error.into()) {
            ESRCH => Err(cx.argument_value_error(1, format!("invalid process ({process_id})"))),
            EINVAL => Err(cx.argument_value_error(2, "invalid cpu affinity mask size or unmapped cpu id(s)")),
            number => {
                warn(cx, number, "")?;
                Ok(false)
            }
        },
    }
}

/// A processor's number, as an integer or written like one.
fn core_number(cx: &mut Cx, value: &Value) -> PhpResult<i64> {
    if let Some(core) = value.as_int() {
        return Ok(core);
    }
    let Some(text) = value.as_bytes() else {
        let name = convert::value_name(value).to_string();
        return Err(cx.argument_type_error(2, format!("value must be of type int|string, {name} given")));
    };
    match Key::from_bytes_numeric(text) {
        Key::Int(core) => Ok(core),
        Key::Str(_) => Err(cx.argument_value_error(2, [b"cpu id invalid value (", text, b")"].concat())),
    }
}

/// `pcntl_getcpu()`
pub(crate) fn pcntl_getcpu(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(sched_getcpu().map_or(-1, |core| core as i64))
}
