//! Operations on the names of plain files: delete, rename, make directories, change owners and times.

use rustix::fs::{AtFlags, CWD, Mode, Timespec, Timestamps};
use rustix::io::Errno;

use super::{MetaChange, error_text};
use loxo_files::{may_change, may_create};
use loxo_runtime::paths::{absolute, check_open_basedir, normalize, path_of};
use loxo_runtime::{Cx, ErrorLevel};

fn warn_about(cx: &mut Cx, subject: &[u8], error: Errno) {
    cx.builtin_raise_about(ErrorLevel::Warning, subject, error_text(error));
}

pub(crate) fn unlink(cx: &mut Cx, path: &[u8]) -> bool {
    if !check_open_basedir(cx, path, true) {
        return false;
    }
    let full = absolute(cx, path);
    match may_change(path_of(&full)).and_then(|()| rustix::fs::unlink(path_of(&full))) {
        Ok(()) => true,
        Err(error) => {
            warn_about(cx, path, error);
            false
        }
    }
}

pub(crate) fn rmdir(cx: &mut Cx, path: &[u8]) -> bool {
    if !check_open_basedir(cx, path, true) {
        return false;
    }
    let full = absolute(cx, path);
    match may_change(path_of(&full)).and_then(|()| rustix::fs::rmdir(path_of(&full))) {
        Ok(()) => true,
        Err(error) => {
            warn_about(cx, path, error);
            false
        }
    }
}

pub(crate) fn rename(cx: &mut Cx, from: &[u8], to: &[u8]) -> bool {
    if !check_open_basedir(cx, from, true) || !check_open_basedir(cx, to, true) {
        return false;
    }
    let (source, target) = (absolute(cx, from), absolute(cx, to));
    let both = [from, b",", to].concat();
    let may = may_change(path_of(&source)).and_then(|()| may_take_place(path_of(&target)));
    match may.and_then(|()| rustix::fs::rename(path_of(&source), path_of(&target))) {
        Ok(()) => true,
        Err(Errno::XDEV) => move_over(cx, &source, &target, &both),
        Err(error) => {
            warn_about(cx, &both, error);
            false
        }
    }
}

/// May a file come here, whether there is one or not?
fn may_take_place(target: &std::path::Path) -> Result<(), Errno> {
    match loxo_files::may_create(target) {
        Err(Errno::EXIST) => Err(Errno::ROFS),
        other => other,
    }
}

/// To another file system: copies, with owner and permissions, and deletes.
fn move_over(cx: &mut Cx, source: &[u8], target: &[u8], both: &[u8]) -> bool {
    let (source, target) = (path_of(source), path_of(target));
    let copied =
        std::fs::copy(source, target).map_err(|e| Errno::from_io_error(&e).unwrap_or(Errno::IO)).and_then(|_| rustix::fs::stat(source));
    let st = match copied {
        Ok(st) => st,
        Err(error) => {
            warn_about(cx, both, error);
            return false;
        }
    };
    let owner = Some(rustix::fs::Uid::from_raw(st.st_uid));
    let group = Some(rustix::fs::Gid::from_raw(st.st_gid));
    for result in [rustix::fs::chown(target, owner, group), rustix::fs::chmod(target, Mode::from_raw_mode(st.st_mode & 0o7777))] {
        if let Err(error) = result {
            warn_about(cx, both, error);
            if error != Errno::PERM {
                return false;
            }
        }
    }
    // The copy is what was asked for, even if the original stays.
    let _ = rustix::fs::unlink(source);
    true
}

pub(crate) fn mkdir(cx: &mut Cx, path: &[u8], mode: i64, recursive: bool) -> bool {
    if !check_open_basedir(cx, path, true) {
        return false;
    }
    let full = absolute(cx, path);
    let mode = Mode::from_raw_mode(mode as u32 & 0o7777);
    let result = if recursive { mkdir_all(&normalize(&full), mode) } else { make_dir(&full, mode) };
    match result {
        Ok(()) => true,
        Err(error) => {
            cx.builtin_warning(error_text(error));
            false
        }
    }
}

fn make_dir(full: &[u8], mode: Mode) -> Result<(), Errno> {
    may_create(path_of(full)).and_then(|()| rustix::fs::mkdir(path_of(full), mode))
}

/// The last directory must be new, those above may exist.
fn mkdir_all(full: &[u8], mode: Mode) -> Result<(), Errno> {
    let mut missing = Vec::new();
    let mut at = full.len();
    while at > 0 && loxo_files::stat(path_of(&full[..at])).is_err() {
        missing.push(at);
        at = full[..at].iter().rposition(|&b| b == b'/').unwrap_or(0);
    }
    if missing.is_empty() {
        return Err(Errno::EXIST);
    }
    while let Some(end) = missing.pop() {
        match make_dir(&full[..end], mode) {
            Err(Errno::EXIST) if !missing.is_empty() => {}
            other => other?,
        }
    }
    Ok(())
}

pub(crate) fn change_metadata(cx: &mut Cx, path: &[u8], change: &MetaChange) -> bool {
    if !check_open_basedir(cx, path, true) {
        return false;
    }
    let full = absolute(cx, path);
    let target = path_of(&full);
    let result = match change {
        MetaChange::Touch(times) => {
            if loxo_files::access(target, rustix::fs::Access::EXISTS).is_err()
                && let Err(error) = create_empty(target)
            {
                let text = [b"Unable to create file ", path, b" because ", error_text(error).as_bytes()].concat();
                cx.builtin_raise_about(ErrorLevel::Warning, path, text);
                return false;
            }
            set_times(target, *times)
        }
        MetaChange::OwnerName(_) | MetaChange::Owner(_) | MetaChange::GroupName(_) | MetaChange::Group(_) => {
            let Some(owner) = resolve_owner(cx, path, change) else { return false };
            may_change(target).and_then(|()| rustix::fs::chown(target, owner.0, owner.1))
        }
        MetaChange::Access(mode) => may_change(target).and_then(|()| rustix::fs::chmod(target, Mode::from_raw_mode(*mode as u32 & 0o7777))),
    };
    match result {
        Ok(()) => true,
        Err(error) => {
            cx.builtin_raise_about(ErrorLevel::Warning, path, format!("Operation failed: {}", error_text(error)));
            false
        }
    }
}

/// What `touch()` could not do.
pub enum TouchError {
    Create(String),
    Times(String),
}

/// Sets the times of a file (absolute path), and makes it if there is none.
pub fn touch_file(full: &[u8], times: Option<(i64, i64)>) -> Result<(), TouchError> {
    let target = path_of(full);
    if loxo_files::access(target, rustix::fs::Access::EXISTS).is_err() {
        create_empty(target).map_err(|error| TouchError::Create(error_text(error)))?;
    }
    set_times(target, times).map_err(|error| TouchError::Times(error_text(error)))
}

fn create_empty(target: &std::path::Path) -> Result<(), Errno> {
    use rustix::fs::OFlags;
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
    loxo_files::open(target, flags, Mode::from_raw_mode(0o666)).map(drop)
}

fn set_times(target: &std::path::Path, times: Option<(i64, i64)>) -> Result<(), Errno> {
    // What `utimensat()` takes for "now".
    const NOW: i64 = 0x3fff_ffff;
    let at = |seconds: i64| Timespec { tv_sec: seconds, tv_nsec: 0 };
    let now = || Timespec { tv_sec: 0, tv_nsec: NOW };
    let stamps = match times {
        Some((mtime, atime)) => Timestamps { last_access: at(atime), last_modification: at(mtime) },
        None => Timestamps { last_access: now(), last_modification: now() },
    };
    may_change(target).and_then(|()| rustix::fs::utimensat(CWD, target, &stamps, AtFlags::empty()))
}

/// User and group.
pub type Owner = (Option<rustix::fs::Uid>, Option<rustix::fs::Gid>);

/// Who shall own a file; `None`: nobody has that name.
pub fn find_owner(change: &MetaChange) -> Option<Owner> {
    // To the system, the largest number means "as it is".
    let given = |id: i64| Some(id as u32).filter(|id| *id != u32::MAX);
    let uid = |id: i64| (given(id).map(rustix::fs::Uid::from_raw), None);
    let gid = |id: i64| (None, given(id).map(rustix::fs::Gid::from_raw));
    match change {
        MetaChange::Owner(id) => Some(uid(*id)),
        MetaChange::Group(id) => Some(gid(*id)),
        MetaChange::OwnerName(name) => id_by_name("/etc/passwd", name).map(uid),
        MetaChange::GroupName(name) => id_by_name("/etc/group", name).map(gid),
        MetaChange::Touch(_) | MetaChange::Access(_) => None,
    }
}

/// The same; reports names that nobody has.
fn resolve_owner(cx: &mut Cx, path: &[u8], change: &MetaChange) -> Option<Owner> {
    let owner = find_owner(change);
    if let (None, MetaChange::OwnerName(name) | MetaChange::GroupName(name)) = (&owner, change) {
        let kind: &[u8] = if matches!(change, MetaChange::OwnerName(_)) { b"uid" } else { b"gid" };
        cx.builtin_raise_about(ErrorLevel::Warning, path, [b"Unable to find ", kind, b" for ", name.as_bytes()].concat());
    }
    owner
}

/// The number in the third field of the line of that name.
fn id_by_name(database: &str, name: &[u8]) -> Option<i64> {
    let text = std::fs::read(database).ok()?;
    text.split(|&b| b == b'\n').find_map(|line| {
        let mut fields = line.split(|&b| b == b':');
        if fields.next()? != name {
            return None;
        }
        std::str::from_utf8(fields.nth(1)?).ok()?.parse().ok()
    })
}
