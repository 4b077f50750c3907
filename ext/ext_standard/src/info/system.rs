//! The process and the machine.

use nix::sys::resource::{UsageWho, getrusage as usage};
use nix::sys::time::TimeValLike;

use crate::prelude::*;

/// `php_sapi_name()`
pub(crate) fn php_sapi_name(cx: &mut Cx) -> PhpResult<&'static str> {
    Ok(cx.sapi.name())
}

/// `php_uname()`
pub(crate) fn php_uname(cx: &mut Cx, mode: &PhpStr) -> PhpResult<String> {
    let [mode] = mode.as_bytes() else {
        return Err(cx.argument_value_error(1, "must be a single character"));
    };
    let Ok(system) = nix::sys::utsname::uname() else { return Ok(String::new()) };
    let text = |s: &std::ffi::OsStr| s.to_string_lossy().into_owned();
    let (name, host) = (text(system.sysname()), text(system.nodename()));
    let (release, version, machine) = (text(system.release()), text(system.version()), text(system.machine()));
    Ok(match mode {
        b'a' => format!("{name} {host} {release} {version} {machine}"),
        b's' => name,
        b'n' => host,
        b'r' => release,
        b'v' => version,
        b'm' => machine,
        _ => return Err(cx.argument_value_error(1, "must be one of \"a\", \"m\", \"n\", \"r\", \"s\", or \"v\"")),
    })
}

/// `getmypid()`
pub(crate) fn getmypid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(std::process::id()))
}

/// Facts about the script that was started. Its path is that of the first file of the request: the current folder may have changed.
fn script_metadata(cx: &mut Cx) -> Option<rustix::fs::Stat> {
    use std::os::unix::ffi::OsStrExt;
    let files = (cx.hooks.included_files)(cx);
    loxo_files::stat(std::path::Path::new(std::ffi::OsStr::from_bytes(files.first()?.as_bytes()))).ok()
}

fn script_fact(cx: &mut Cx, fact: impl FnOnce(&rustix::fs::Stat) -> i64) -> Value {
    script_metadata(cx).map_or(Value::FALSE, |m| Value::int(fact(&m)))
}

/// `getmyuid()`; without a script, that of the process.
pub(crate) fn getmyuid(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(script_metadata(cx).map_or_else(|| nix::unistd::getuid().as_raw(), |m| m.st_uid)))
}

/// `getmygid()`; without a script, that of the process.
pub(crate) fn getmygid(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(script_metadata(cx).map_or_else(|| nix::unistd::getgid().as_raw(), |m| m.st_gid)))
}

/// `getmyinode()`
pub(crate) fn getmyinode(cx: &mut Cx) -> PhpResult<Value> {
    Ok(script_fact(cx, |m| m.st_ino as i64))
}

/// `getlastmod()`
pub(crate) fn getlastmod(cx: &mut Cx) -> PhpResult<Value> {
    Ok(script_fact(cx, |m| m.st_mtime))
}

/// `get_current_user()`
pub(crate) fn get_current_user(cx: &mut Cx) -> PhpResult<String> {
    let owner = script_metadata(cx).map_or_else(|| nix::unistd::getuid().as_raw(), |m| m.st_uid);
    let user = nix::unistd::User::from_uid(nix::unistd::Uid::from_raw(owner));
    Ok(user.ok().flatten().map_or_else(String::new, |user| user.name))
}

/// `gethostname()`
pub(crate) fn gethostname(_cx: &mut Cx) -> PhpResult<Value> {
    Ok(nix::unistd::gethostname().map_or(Value::FALSE, |name| name.to_string_lossy().as_ref().into()))
}

/// `sys_getloadavg()`
pub(crate) fn sys_getloadavg(_cx: &mut Cx) -> PhpResult<Value> {
    // In units of 1/65536, as getloadavg(3) reads them.
    let loads = rustix::system::sysinfo().loads;
    Ok(PhpArray::from_values(loads.map(|load| load as f64 / 65536.0)).into())
}

/// `getrusage()`
pub(crate) fn getrusage(_cx: &mut Cx, mode: i64) -> PhpResult<Value> {
    let who = if mode == 1 { UsageWho::RUSAGE_CHILDREN } else { UsageWho::RUSAGE_SELF };
    let Ok(used) = usage(who) else { return Ok(Value::FALSE) };
    let micros = |t: nix::sys::time::TimeVal| t.num_microseconds();
    let (user, system) = (micros(used.user_time()), micros(used.system_time()));
    let rows = [
        ("ru_oublock", used.block_writes()),
        ("ru_inblock", used.block_reads()),
        ("ru_msgsnd", used.ipc_sends()),
        ("ru_msgrcv", used.ipc_receives()),
        ("ru_maxrss", used.max_rss()),
        ("ru_ixrss", used.shared_integral()),
        ("ru_idrss", used.unshared_data_integral()),
        ("ru_minflt", used.minor_page_faults()),
        ("ru_majflt", used.major_page_faults()),
        ("ru_nsignals", used.signals()),
        ("ru_nvcsw", used.voluntary_context_switches()),
        ("ru_nivcsw", used.involuntary_context_switches()),
        ("ru_nswap", used.full_swaps()),
        ("ru_utime.tv_usec", user % 1_000_000),
        ("ru_utime.tv_sec", user / 1_000_000),
        ("ru_stime.tv_usec", system % 1_000_000),
        ("ru_stime.tv_sec", system / 1_000_000),
    ];
    let mut out = PhpArray::new();
    for (name, n) in rows {
        out.set_bytes(name.as_bytes(), Value::int(n));
    }
    Ok(out.into())
}

/// `memory_get_usage()`
pub(crate) fn memory_get_usage(_cx: &mut Cx, real_usage: bool) -> PhpResult<i64> {
    Ok(value::heap::memory_usage(real_usage) as i64)
}

/// `memory_get_peak_usage()`
pub(crate) fn memory_get_peak_usage(_cx: &mut Cx, real_usage: bool) -> PhpResult<i64> {
    Ok(value::heap::peak(real_usage) as i64)
}

/// `memory_reset_peak_usage()`
pub(crate) fn memory_reset_peak_usage(_cx: &mut Cx) -> PhpResult<()> {
    value::heap::reset_peak();
    Ok(())
}
