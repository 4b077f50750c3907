//! The builtins for files and terminals: `posix_isatty()`, `posix_ttyname()`, `posix_mkfifo()`, `posix_access()` and others.

use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use loxo_runtime::streams::{self, paths};
use loxo_runtime::{Cx, PhpResult, PhpStr, Value, convert, types};
use nix::errno::Errno;
use nix::fcntl::{AT_FDCWD, AtFlags};
use nix::sys::stat::{Mode, SFlag, makedev, mknod};
use nix::unistd::{AccessFlags, faccessat, mkfifo};

use crate::{done, failed};

/// What an argument that is a stream or a descriptor turned out to be.
pub(crate) enum Descriptor {
    Number(i64),
    /// A stream without one; a warning has said so.
    None,
    /// Neither.
    Other,
}

/// The descriptor of a stream, or the number itself.
pub(crate) fn descriptor(cx: &mut Cx, value: &Value) -> PhpResult<Descriptor> {
    let value = value.deref();
    if let Some(resource) = value.as_resource() {
        let stream = streams::from_resource(cx, resource)?;
        if let Some(fd) = stream.fd(cx, true) {
            return Ok(Descriptor::Number(i64::from(fd.as_raw_fd())));
        }
        cx.check()?;
        cx.builtin_warning(format!("Could not use stream of type '{}'", stream.label()));
        cx.check()?;
        return Ok(Descriptor::None);
    }
    if value.is_null() {
        let mut value = Value::NULL;
        return loxo_runtime::args::int(cx, 1, &mut value).map(Descriptor::Number);
    }
    let number = if (cx.hooks.strict)(cx) { value.as_int() } else { types::weak_int(cx, value)? };
    Ok(number.map_or(Descriptor::Other, Descriptor::Number))
}

fn not_a_descriptor(cx: &mut Cx, value: &Value) -> PhpResult<()> {
    let name = convert::value_name(value.deref()).to_string();
    cx.builtin_warning(format!("Argument #1 ($file_descriptor) must be of type int|resource, {name} given"));
    cx.check()
}

/// Where the kernel shows an open file.
pub(crate) fn open_file(number: i64) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{number}"))
}

/// The terminal that a descriptor is.
fn terminal(number: i64) -> Result<PathBuf, Errno> {
    let shown = open_file(number);
    let kind = std::fs::metadata(&shown).map_err(|_| Errno::EBADF)?.file_type();
    let path = std::fs::read_link(&shown).map_err(|_| Errno::EBADF)?;
    let name = path.as_os_str().as_bytes();
    let is_terminal =
        kind.is_char_device() && [&b"/dev/pts/"[..], b"/dev/tty", b"/dev/console"].iter().any(|start| name.starts_with(start));
    if is_terminal { Ok(path) } else { Err(Errno::ENOTTY) }
}

/// `posix_ctermid()`
pub(crate) fn posix_ctermid(_cx: &mut Cx) -> PhpResult<Value> {
    Ok(Value::bytes(b"/dev/tty"))
}

/// `posix_ttyname()`
pub(crate) fn posix_ttyname(cx: &mut Cx, file_descriptor: &Value) -> PhpResult<Value> {
    let number = match descriptor(cx, file_descriptor)? {
        Descriptor::Number(number) => number,
        Descriptor::None => return Ok(Value::FALSE),
        Descriptor::Other => {
            not_a_descriptor(cx, file_descriptor)?;
            convert::to_int(cx, file_descriptor)?
        }
    };
    if i32::try_from(number).is_ok_and(|number| number >= 0) {
        return Ok(match terminal(number) {
            Ok(path) => Value::bytes(path.as_os_str().as_bytes()),
            Err(error) => failed(cx, error),
        });
    }
    cx.builtin_warning(format!("Argument #1 ($file_descriptor) must be between 0 and {}", i32::MAX));
    cx.check()?;
    Ok(Value::FALSE)
}

/// `posix_isatty()`
pub(crate) fn posix_isatty(cx: &mut Cx, file_descriptor: &Value) -> PhpResult<bool> {
    match descriptor(cx, file_descriptor)? {
        Descriptor::Number(number) => {
            let found = i32::try_from(number).map_err(|_| Errno::EBADF).and_then(|_| terminal(number));
            Ok(done(cx, found.map(drop)))
        }
        Descriptor::None => Ok(false),
        Descriptor::Other => {
            not_a_descriptor(cx, file_descriptor)?;
            Ok(false)
        }
    }
}

fn full(cx: &Cx, path: &[u8]) -> Vec<u8> {
    // An empty name stays one: it is the system's to refuse.
    if path.is_empty() { Vec::new() } else { paths::absolute(cx, path) }
}

fn mode(bits: i64) -> Mode {
    Mode::from_bits_truncate(bits as u32)
}

/// `posix_mkfifo()`
pub(crate) fn posix_mkfifo(cx: &mut Cx, filename: &PhpStr, permissions: i64) -> PhpResult<bool> {
    let path = full(cx, filename);
    if !paths::check_open_basedir(cx, &path, true) {
        cx.check()?;
        return Ok(false);
    }
    Ok(done(cx, mkfifo(as_path(&path), mode(permissions))))
}

fn as_path(path: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(path))
}

/// `posix_mknod()`
pub(crate) fn posix_mknod(cx: &mut Cx, filename: &PhpStr, flags: i64, major: i64, minor: i64) -> PhpResult<bool> {
    let path = full(cx, filename);
    if !paths::check_open_basedir(cx, &path, true) {
        cx.check()?;
        return Ok(false);
    }
    let kind = SFlag::from_bits_truncate(flags as u32);
    let is_device = kind.intersects(SFlag::S_IFCHR) || kind.contains(SFlag::S_IFBLK);
    if is_device && major == 0 {
        return Err(cx.argument_value_error(3, "cannot be 0 for the POSIX_S_IFCHR and POSIX_S_IFBLK modes"));
    }
    let device = if is_device { makedev(major as u64, minor as u64) } else { 0 };
    let result = mknod(as_path(&path), kind & SFlag::S_IFMT, mode(flags), device);
    Ok(done(cx, result))
}

fn may(cx: &mut Cx, path: &[u8], flags: i64, how: AtFlags) -> PhpResult<bool> {
    if !paths::check_open_basedir(cx, path, true) {
        cx.check()?;
        failed(cx, Errno::EPERM);
        return Ok(false);
    }
    let wanted = AccessFlags::from_bits(flags as i32).ok_or(Errno::EINVAL);
    let result = wanted.and_then(|wanted| faccessat(AT_FDCWD, as_path(path), wanted, how));
    Ok(done(cx, result))
}

/// Longer paths are none.
const LONGEST: usize = 4096;

/// `posix_access()`
pub(crate) fn posix_access(cx: &mut Cx, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
    if filename.is_empty() || filename.len() >= LONGEST {
        failed(cx, Errno::EIO);
        return Ok(false);
    }
    let path = full(cx, filename);
    may(cx, &path, flags, AtFlags::empty())
}

/// `posix_eaccess()`
pub(crate) fn posix_eaccess(cx: &mut Cx, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
    if filename.is_empty() || filename.len() >= LONGEST {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let path = full(cx, filename);
    may(cx, &path, flags, AtFlags::AT_EACCESS)
}
