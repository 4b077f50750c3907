//! The system, limits, errors.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use loxo_runtime::paths;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value, args};
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::time::TimeVal;
use nix::unistd::{PathconfVar, SysconfVar, pathconf, sysconf};

use crate::files::{Descriptor, descriptor, open_file};
use crate::{LastError, done, failed, whole_process};

/// `posix_uname()`
pub(crate) fn posix_uname(cx: &mut Cx) -> PhpResult<Value> {
    let system = match nix::sys::utsname::uname() {
        Ok(system) => system,
        Err(error) => return Ok(failed(cx, error)),
    };
    let mut out = PhpArray::new();
    let facts = [
        ("sysname", system.sysname()),
        ("nodename", system.nodename()),
        ("release", system.release()),
        ("version", system.version()),
        ("machine", system.machine()),
        ("domainname", system.domainname()),
    ];
    for (name, fact) in facts {
        out.set_bytes(name.as_bytes(), Value::bytes(fact.as_bytes()));
    }
    Ok(out.into())
}

/// A hundred to the second, on every Linux.
const TICK: i64 = 10_000;

fn ticks(time: TimeVal) -> i64 {
    (time.tv_sec() * 1_000_000 + time.tv_usec()) / TICK
}

/// `posix_times()`
pub(crate) fn posix_times(cx: &mut Cx) -> PhpResult<Value> {
    let used = getrusage(UsageWho::RUSAGE_SELF).and_then(|own| Ok((own, getrusage(UsageWho::RUSAGE_CHILDREN)?)));
    let (own, children) = match used {
        Ok(used) => used,
        Err(error) => return Ok(failed(cx, error)),
    };
    // Since the system was started; where that is not known, since 1970.
    let uptime = std::fs::read_to_string("/proc/uptime").ok();
    let uptime = uptime.and_then(|text| text.split(' ').next()?.parse::<f64>().ok()).unwrap_or(cx.info.start_time);
    let mut out = PhpArray::new();
    let rows = [
        ("ticks", (uptime * 100.0) as i64),
        ("utime", ticks(own.user_time())),
        ("stime", ticks(own.system_time())),
        ("cutime", ticks(children.user_time())),
        ("cstime", ticks(children.system_time())),
    ];
    for (name, value) in rows {
        out.set_bytes(name.as_bytes(), Value::int(value));
    }
    Ok(out.into())
}

/// The limits that are given when all are asked for.
const TOLD: [(Resource, &str); 11] = [
    (Resource::RLIMIT_CORE, "core"),
    (Resource::RLIMIT_DATA, "data"),
    (Resource::RLIMIT_STACK, "stack"),
    (Resource::RLIMIT_AS, "totalmem"),
    (Resource::RLIMIT_RSS, "rss"),
    (Resource::RLIMIT_NPROC, "maxproc"),
    (Resource::RLIMIT_MEMLOCK, "memlock"),
    (Resource::RLIMIT_CPU, "cpu"),
    (Resource::RLIMIT_FSIZE, "filesize"),
    (Resource::RLIMIT_NOFILE, "openfiles"),
    (Resource::RLIMIT_LOCKS, ""),
];

/// By number: those that are given, and the rest.
fn resource(number: i64) -> Result<Resource, Errno> {
    let rest =
        [Resource::RLIMIT_SIGPENDING, Resource::RLIMIT_MSGQUEUE, Resource::RLIMIT_NICE, Resource::RLIMIT_RTPRIO, Resource::RLIMIT_RTTIME];
    let mut all = TOLD.iter().map(|(resource, _)| *resource).chain(rest);
    all.find(|resource| i64::from(*resource as u32) == number).ok_or(Errno::EINVAL)
}

fn limit(value: u64) -> Value {
    if value == RLIM_INFINITY { Value::bytes(b"unlimited") } else { Value::int(value as i64) }
}

/// `posix_getrlimit()`
pub(crate) fn posix_getrlimit(cx: &mut Cx, number: Option<i64>) -> PhpResult<Value> {
    if let Some(number) = number {
        return Ok(match resource(number).and_then(getrlimit) {
            Ok((soft, hard)) => PhpArray::from_values([limit(soft), limit(hard)]).into(),
            Err(error) => failed(cx, error),
        });
    }
    let mut out = PhpArray::new();
    for (resource, name) in TOLD.into_iter().filter(|(_, name)| !name.is_empty()) {
        match getrlimit(resource) {
            Ok((soft, hard)) => {
                out.set_bytes(format!("soft {name}").as_bytes(), limit(soft));
                out.set_bytes(format!("hard {name}").as_bytes(), limit(hard));
            }
            Err(error) => return Ok(failed(cx, error)),
        }
    }
    Ok(out.into())
}

/// `posix_setrlimit()`
pub(crate) fn posix_setrlimit(cx: &mut Cx, number: i64, soft_limit: i64, hard_limit: i64) -> PhpResult<bool> {
    let result =
        whole_process(cx).and_then(|()| resource(number)).and_then(|resource| setrlimit(resource, soft_limit as u64, hard_limit as u64));
    Ok(done(cx, result))
}

/// `posix_sysconf()`
pub(crate) fn posix_sysconf(_cx: &mut Cx, conf_id: i64) -> PhpResult<i64> {
    let all = [
        SysconfVar::ARG_MAX,
        SysconfVar::CHILD_MAX,
        SysconfVar::CLK_TCK,
        SysconfVar::PAGE_SIZE,
        SysconfVar::_NPROCESSORS_CONF,
        SysconfVar::_NPROCESSORS_ONLN,
        SysconfVar::OPEN_MAX,
    ];
    let known = all.into_iter().find(|known| i64::from(*known as i32) == conf_id);
    Ok(known.and_then(|known| sysconf(known).ok().flatten()).unwrap_or(-1))
}

/// The limit of a path; none is -1.
fn path_limit(cx: &mut Cx, path: &Path, name: i64) -> Value {
    let all = [
        PathconfVar::LINK_MAX,
        PathconfVar::MAX_CANON,
        PathconfVar::MAX_INPUT,
        PathconfVar::NAME_MAX,
        PathconfVar::PATH_MAX,
        PathconfVar::PIPE_BUF,
        PathconfVar::_POSIX_CHOWN_RESTRICTED,
        PathconfVar::_POSIX_NO_TRUNC,
        PathconfVar::POSIX_ALLOC_SIZE_MIN,
        PathconfVar::SYMLINK_MAX,
    ];
    let known = all.into_iter().find(|known| i64::from(*known as i32) == name).ok_or(Errno::EINVAL);
    match known.and_then(|known| pathconf(path, known)) {
        Ok(limit) => Value::int(limit.unwrap_or(-1)),
        Err(error) => failed(cx, error),
    }
}

/// `posix_pathconf()`
pub(crate) fn posix_pathconf(cx: &mut Cx, path: &PhpStr, name: i64) -> PhpResult<Value> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let full = paths::absolute(cx, path);
    if !paths::check_open_basedir(cx, &full, true) {
        cx.check()?;
        cx.builtin_warning([b"Invalid path supplied: ", path.as_bytes()].concat());
        cx.check()?;
        return Ok(Value::FALSE);
    }
    Ok(path_limit(cx, paths::path_of(&full), name))
}

/// `posix_fpathconf()`
pub(crate) fn posix_fpathconf(cx: &mut Cx, file_descriptor: &Value, name: i64) -> PhpResult<Value> {
    match descriptor(cx, file_descriptor)? {
        Descriptor::Number(number) => {
            let file = open_file(number);
            if std::fs::metadata(&file).is_err() {
                return Ok(failed(cx, Errno::EBADF));
            }
            Ok(path_limit(cx, &file, name))
        }
        Descriptor::None => Ok(Value::FALSE),
        Descriptor::Other => Err(args::type_error(cx, 1, file_descriptor, "int|resource")),
    }
}

/// `posix_get_last_error()`
pub(crate) fn posix_get_last_error(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(cx.ext::<LastError>().0))
}

/// `posix_strerror()`
pub(crate) fn posix_strerror(_cx: &mut Cx, error_code: i64) -> PhpResult<String> {
    Ok(loxo_streams::error_text(std::io::Error::from_raw_os_error(error_code as i32)))
}
