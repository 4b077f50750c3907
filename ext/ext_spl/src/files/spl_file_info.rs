//! `SplFileInfo`: the parts of a path and what the file system knows of the file.

use loxo_runtime::paths;

use loxo_streams::{Stat, StatFlags};

use super::{Kind, directory_part, file_name, info, new_info, path_of, pathname, set_name, short_name, state};
use crate::file_object;
use crate::prelude::*;
use crate::support::{add_private, call_function, members, throwing};

/// `SplFileInfo::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, filename: &PhpStr) -> PhpResult<()> {
    set_name(this, filename);
    Ok(())
}

/// `SplFileInfo::getPath()`
pub(crate) fn get_path(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    file_object::check(cx, this)?;
    Ok(path_of(this))
}

fn short(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let name = file_name(cx, this)?;
    Ok(PhpStr::new(short_name(&name, &path_of(this))))
}

/// `SplFileInfo::getFilename()`
pub(crate) fn get_filename(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    file_object::check(cx, this)?;
    short(cx, this)
}

pub(super) fn basename(cx: &mut Cx, name: PhpStr, suffix: PhpStr) -> PhpResult<PhpStr> {
    let result = call_function(cx, "basename", vec![Value::string(name), Value::string(suffix)])?;
    convert::to_string(cx, &result)
}

pub(super) fn extension(cx: &mut Cx, name: PhpStr) -> PhpResult<PhpStr> {
    let name = basename(cx, name, PhpStr::default())?;
    Ok(name.iter().rposition(|&b| b == b'.').map_or_else(PhpStr::default, |dot| PhpStr::new(&name[dot + 1..])))
}

/// `SplFileInfo::getExtension()`
pub(crate) fn get_extension(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    file_object::check(cx, this)?;
    let name = short(cx, this)?;
    extension(cx, name)
}

/// `SplFileInfo::getBasename()`
pub(crate) fn get_basename(cx: &mut Cx, this: &PhpObject, suffix: &PhpStr) -> PhpResult<PhpStr> {
    file_object::check(cx, this)?;
    let name = short(cx, this)?;
    basename(cx, name, suffix.clone())
}

/// `SplFileInfo::getPathname()`
pub(crate) fn get_pathname(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    file_object::check(cx, this)?;
    pathname(cx, this)
}

/// What is known about the file; that nothing is, is an exception.
fn stat(cx: &mut Cx, this: &PhpObject, link: bool) -> PhpResult<Option<Stat>> {
    file_object::check(cx, this)?;
    let name = file_name(cx, this)?;
    if name.is_empty() {
        return Ok(None);
    }
    throwing(cx, "RuntimeException", None, |cx| {
        if !paths::check_open_basedir(cx, &name, true) {
            return Ok(None);
        }
        let stat = loxo_streams::stat_path_as(cx, &name, StatFlags::of(link, false).with(StatFlags::IGNORE_OPEN_BASEDIR), None);
        if stat.is_none() {
            let kind: &[u8] = if link { b"Lstat failed for " } else { b"stat failed for " };
            cx.builtin_warning([kind, name.as_bytes()].concat());
        }
        Ok(stat)
    })
}

fn number(cx: &mut Cx, this: &PhpObject, pick: fn(&Stat) -> i64) -> PhpResult<Value> {
    Ok(stat(cx, this, false)?.map_or(Value::FALSE, |stat| Value::int(pick(&stat))))
}

/// `SplFileInfo::getPerms()`
pub(crate) fn get_perms(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| i64::from(stat.mode))
}

/// `SplFileInfo::getInode()`
pub(crate) fn get_inode(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.ino)
}

/// `SplFileInfo::getSize()`
pub(crate) fn get_size(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.size)
}

/// `SplFileInfo::getOwner()`
pub(crate) fn get_owner(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.uid)
}

/// `SplFileInfo::getGroup()`
pub(crate) fn get_group(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.gid)
}

/// `SplFileInfo::getATime()`
pub(crate) fn get_a_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.atime)
}

/// `SplFileInfo::getMTime()`
pub(crate) fn get_m_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.mtime)
}

/// `SplFileInfo::getCTime()`
pub(crate) fn get_c_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    number(cx, this, |stat| stat.ctime)
}

/// `SplFileInfo::getType()`
pub(crate) fn get_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let Some(stat) = stat(cx, this, true)? else { return Ok(Value::FALSE) };
    Ok(Value::from(match stat.file_type() {
        Stat::LINK => "link",
        Stat::FIFO => "fifo",
        Stat::CHAR => "char",
        Stat::DIR => "dir",
        Stat::BLOCK => "block",
        Stat::FILE => "file",
        Stat::SOCKET => "socket",
        _ => "unknown",
    }))
}

/// What a function that never complains says of the file.
fn ask(cx: &mut Cx, this: &PhpObject, function: &str) -> PhpResult<Value> {
    file_object::check(cx, this)?;
    let name = Value::string(file_name(cx, this)?);
    call_function(cx, function, vec![name])
}

/// `SplFileInfo::isWritable()`
pub(crate) fn is_writable(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "is_writable")
}

/// `SplFileInfo::isReadable()`
pub(crate) fn is_readable(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "is_readable")
}

/// `SplFileInfo::isExecutable()`
pub(crate) fn is_executable(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "is_executable")
}

/// `SplFileInfo::isFile()`
pub(crate) fn is_file(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "is_file")
}

/// `SplFileInfo::isDir()`
pub(crate) fn is_dir(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "is_dir")
}

/// `SplFileInfo::isLink()`
pub(crate) fn is_link(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "is_link")
}

/// `SplFileInfo::getLinkTarget()`
pub(crate) fn get_link_target(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    file_object::check(cx, this)?;
    let name = file_name(cx, this)?;
    if name.is_empty() {
        cx.builtin_warning("No such file or directory");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let full = paths::absolute(cx, &name);
    match loxo_files::read_link(paths::path_of(&full)) {
        Ok(target) => Ok(Value::from(paths::bytes_of(target))),
        Err(error) => {
            let why = loxo_streams::error_text(error);
            let text = [b"Unable to read link ", name.as_bytes(), b", error: ", why.as_bytes()].concat();
            Err(cx.throw("RuntimeException", text))
        }
    }
}

/// `SplFileInfo::getRealPath()`
pub(crate) fn get_real_path(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    file_object::check(cx, this)?;
    let name = match &state(this).kind {
        Kind::Directory(directory) if !directory.entry().is_empty() => Some(file_name(cx, this)?),
        Kind::File(file) => file.opened_path().or_else(|| state(this).file_name.clone()),
        _ => state(this).file_name.clone(),
    };
    let real = name.and_then(|name| paths::real(cx, &name));
    Ok(real.map_or(Value::FALSE, Value::from))
}

/// The class that an argument names, which must derive from `base`.
fn class_argument(cx: &mut Cx, name: &PhpStr, base: &str, or_null: &str) -> PhpResult<&'static Class> {
    let root = cx.builtin_class(base);
    match cx.class(name)? {
        Some(class) if class.is_subclass_of(root) => Ok(class),
        _ => {
            let text = format!("must be a class name derived from {base}{or_null}, ");
            Err(cx.argument_type_error(1, [text.as_bytes(), name.as_bytes(), b" given"].concat()))
        }
    }
}

fn info_class(cx: &mut Cx, class: Option<&PhpStr>) -> PhpResult<Option<&'static Class>> {
    class.map(|class| class_argument(cx, class, "SplFileInfo", " or null")).transpose()
}

/// `SplFileInfo::getFileInfo()`
pub(crate) fn get_file_info(cx: &mut Cx, this: &PhpObject, class: Option<&PhpStr>) -> PhpResult<PhpObject> {
    file_object::check(cx, this)?;
    let class = info_class(cx, class)?;
    info(cx, this, class)
}

/// `SplFileInfo::getPathInfo()`
pub(crate) fn get_path_info(cx: &mut Cx, this: &PhpObject, class: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    file_object::check(cx, this)?;
    let class = info_class(cx, class)?;
    let name = pathname(cx, this)?;
    if name.is_empty() {
        return Ok(None);
    }
    let directory = call_function(cx, "dirname", vec![Value::string(name)])?;
    let directory = convert::to_string(cx, &directory)?;
    if directory.is_empty() {
        return Ok(None);
    }
    let path = PhpStr::new(directory_part(&directory));
    new_info(cx, this, &directory, path, class).map(Some)
}

/// `SplFileInfo::openFile()`
pub(crate) fn open_file(cx: &mut Cx, this: &PhpObject, mode: &PhpStr, use_include_path: bool, context: &Value) -> PhpResult<PhpObject> {
    file_object::check(cx, this)?;
    if matches!(&state(this).kind, Kind::Directory(directory) if directory.is_open() && directory.entry().is_empty()) {
        return Err(cx.throw("RuntimeException", "Could not open file"));
    }
    let name = file_name(cx, this)?;
    let base = cx.builtin_class("SplFileObject");
    let class = state(this).file_class.unwrap_or(base);
    let new = cx.instantiate(class)?;
    match class.magic.constructor.filter(|func| !func.class.is_some_and(|owner| owner.same(base))) {
        Some(constructor) => {
            cx.call_method(&new, constructor, &[Value::string(name), Value::string(mode.clone())])?;
        }
        None => {
            file_object::open(cx, &new, &name, mode, use_include_path, context, 3)?;
            state(&new).path = Some(path_of(this));
        }
    }
    Ok(new)
}

/// `SplFileInfo::setFileClass()`
pub(crate) fn set_file_class(cx: &mut Cx, this: &PhpObject, class: &PhpStr) -> PhpResult<()> {
    let class = class_argument(cx, class, "SplFileObject", "")?;
    state(this).file_class = Some(class);
    Ok(())
}

/// `SplFileInfo::setInfoClass()`
pub(crate) fn set_info_class(cx: &mut Cx, this: &PhpObject, class: &PhpStr) -> PhpResult<()> {
    let class = class_argument(cx, class, "SplFileInfo", "")?;
    state(this).info_class = Some(class);
    Ok(())
}

/// `SplFileInfo::__debugInfo()`
pub(crate) fn debug_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = members(this);
    let path_name = pathname(cx, this)?;
    add_private(&mut shown, "SplFileInfo", "pathName", Value::string(path_name));
    if let Some(name) = state(this).file_name.clone() {
        add_private(&mut shown, "SplFileInfo", "fileName", Value::bytes(short_name(&name, &path_of(this))));
    }
    match &state(this).kind {
        Kind::Name => {}
        Kind::Directory(directory) => {
            let glob = match directory.is_glob() {
                true => state(this).path.clone().map_or(Value::FALSE, Value::string),
                false => Value::FALSE,
            };
            add_private(&mut shown, "DirectoryIterator", "glob", glob);
            add_private(&mut shown, "RecursiveDirectoryIterator", "subPathName", Value::string(directory.sub_path.clone()));
        }
        Kind::File(file) => file.add_debug_info(&mut shown),
    }
    Ok(shown)
}

/// `SplFileInfo::_bad_state_ex()`
pub(crate) fn bad_state_ex(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_error("The parent constructor was not called: the object is in an invalid state"))
}
