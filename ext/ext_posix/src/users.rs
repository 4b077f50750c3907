//! The builtins for users and groups: whose rights the process has, and the entries of the system's databases.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};
use nix::errno::Errno;
use nix::unistd::{self, Gid, Group, Uid, User};

use crate::{done, failed, whole_process};

/// C takes the low 32 bits.
fn uid(number: i64) -> Uid {
    Uid::from_raw(number as u32)
}

fn gid(number: i64) -> Gid {
    Gid::from_raw(number as u32)
}

/// `posix_getuid()`
pub(crate) fn posix_getuid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::getuid().as_raw()))
}

/// `posix_setuid()`
pub(crate) fn posix_setuid(cx: &mut Cx, user_id: i64) -> PhpResult<bool> {
    let result = whole_process(cx).and_then(|()| unistd::setuid(uid(user_id)));
    Ok(done(cx, result))
}

/// `posix_geteuid()`
pub(crate) fn posix_geteuid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::geteuid().as_raw()))
}

/// `posix_seteuid()`
pub(crate) fn posix_seteuid(cx: &mut Cx, user_id: i64) -> PhpResult<bool> {
    let result = whole_process(cx).and_then(|()| unistd::seteuid(uid(user_id)));
    Ok(done(cx, result))
}

/// `posix_getgid()`
pub(crate) fn posix_getgid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::getgid().as_raw()))
}

/// `posix_setgid()`
pub(crate) fn posix_setgid(cx: &mut Cx, group_id: i64) -> PhpResult<bool> {
    let result = whole_process(cx).and_then(|()| unistd::setgid(gid(group_id)));
    Ok(done(cx, result))
}

/// `posix_getegid()`
pub(crate) fn posix_getegid(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(unistd::getegid().as_raw()))
}

/// `posix_setegid()`
pub(crate) fn posix_setegid(cx: &mut Cx, group_id: i64) -> PhpResult<bool> {
    let result = whole_process(cx).and_then(|()| unistd::setegid(gid(group_id)));
    Ok(done(cx, result))
}

/// `posix_getgroups()`
pub(crate) fn posix_getgroups(cx: &mut Cx) -> PhpResult<Value> {
    Ok(match unistd::getgroups() {
        Ok(groups) => PhpArray::from_values(groups.iter().map(|group| i64::from(group.as_raw()))).into(),
        Err(error) => failed(cx, error),
    })
}

/// `posix_initgroups()`
pub(crate) fn posix_initgroups(cx: &mut Cx, username: &PhpStr, group_id: i64) -> PhpResult<bool> {
    let name = CString::new(username.to_vec()).unwrap_or_default();
    Ok(!name.is_empty() && whole_process(cx).is_ok() && unistd::initgroups(&name, gid(group_id)).is_ok())
}

/// `posix_getlogin()`: whom the kernel remembers as having logged in.
pub(crate) fn posix_getlogin(cx: &mut Cx) -> PhpResult<Value> {
    let number = std::fs::read_to_string("/proc/self/loginuid").ok().and_then(|text| text.trim().parse::<u32>().ok());
    let user = number.filter(|number| *number != u32::MAX).and_then(|number| User::from_uid(Uid::from_raw(number)).ok().flatten());
    Ok(match user {
        Some(user) => Value::bytes(user.name.as_bytes()),
        None => failed(cx, Errno::ENXIO),
    })
}

/// Nobody of that name is no error, but the number of the last one is gone.
fn described<T>(cx: &mut Cx, found: Result<Option<T>, Errno>, describe: fn(&T) -> PhpArray) -> Value {
    match found {
        Ok(Some(found)) => describe(&found).into(),
        Ok(None) => failed(cx, Errno::from_raw(0)),
        Err(error) => failed(cx, error),
    }
}

fn group(group: &Group) -> PhpArray {
    let mut out = PhpArray::new();
    out.set_bytes(b"name", Value::bytes(group.name.as_bytes()));
    out.set_bytes(b"passwd", Value::bytes(group.passwd.to_bytes()));
    out.set_bytes(b"members", PhpArray::from_values(group.mem.iter().map(|name| Value::bytes(name.as_bytes()))).into());
    out.set_bytes(b"gid", Value::int(i64::from(group.gid.as_raw())));
    out
}

fn user(user: &User) -> PhpArray {
    let mut out = PhpArray::new();
    out.set_bytes(b"name", Value::bytes(user.name.as_bytes()));
    out.set_bytes(b"passwd", Value::bytes(user.passwd.to_bytes()));
    out.set_bytes(b"uid", Value::int(i64::from(user.uid.as_raw())));
    out.set_bytes(b"gid", Value::int(i64::from(user.gid.as_raw())));
    out.set_bytes(b"gecos", Value::bytes(user.gecos.to_bytes()));
    out.set_bytes(b"dir", Value::bytes(user.dir.as_os_str().as_bytes()));
    out.set_bytes(b"shell", Value::bytes(user.shell.as_os_str().as_bytes()));
    out
}

/// A name as C sees it: up to the first NUL.
fn name(text: &PhpStr) -> String {
    let end = text.iter().position(|b| *b == 0).unwrap_or(text.len());
    String::from_utf8_lossy(&text[..end]).into_owned()
}

/// `posix_getgrnam()`
pub(crate) fn posix_getgrnam(cx: &mut Cx, group_name: &PhpStr) -> PhpResult<Value> {
    Ok(described(cx, Group::from_name(&name(group_name)), group))
}

/// `posix_getgrgid()`
pub(crate) fn posix_getgrgid(cx: &mut Cx, group_id: i64) -> PhpResult<Value> {
    Ok(described(cx, Group::from_gid(gid(group_id)), group))
}

/// `posix_getpwnam()`
pub(crate) fn posix_getpwnam(cx: &mut Cx, username: &PhpStr) -> PhpResult<Value> {
    Ok(described(cx, User::from_name(&name(username)), user))
}

/// `posix_getpwuid()`
pub(crate) fn posix_getpwuid(cx: &mut Cx, user_id: i64) -> PhpResult<Value> {
    Ok(described(cx, User::from_uid(uid(user_id)), user))
}
