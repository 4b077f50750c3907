//! `SplFileInfo` and what iterates over directories: one native part, which `SplFileObject` shares.

pub mod attach;
pub(crate) mod directory;
pub(crate) mod directory_iterator;
pub(crate) mod filesystem_iterator;
pub(crate) mod glob_iterator;
pub(crate) mod recursive_directory_iterator;
pub(crate) mod spl_file_info;

use std::any::Any;
use std::rc::Rc;

use loxo_runtime::Thrown;

use crate::file_object::OpenFile;
use crate::prelude::*;
use directory::Directory;

/// The native part.
pub(crate) struct FileState {
    /// The directory that the file is in.
    pub(crate) path: Option<PhpStr>,
    /// The whole name. Of an element of a directory: once somebody has asked for it.
    pub(crate) file_name: Option<PhpStr>,
    pub(crate) flags: i64,
    /// What `openFile()` makes, if it is not `SplFileObject`.
    file_class: Option<&'static Class>,
    /// What `getFileInfo()` makes, if it is not `SplFileInfo`.
    info_class: Option<&'static Class>,
    /// What another extension keeps with the object.
    attached: Option<Rc<dyn Any>>,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Name,
    Directory(Box<Directory>),
    File(Box<OpenFile>),
}

impl Native for FileState {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Kind::File(file) = &self.kind {
            file.trace(tracer);
        }
    }
}

pub(crate) fn fresh(kind: Kind) -> Box<FileState> {
    Box::new(FileState { path: None, file_name: None, flags: 0, file_class: None, info_class: None, attached: None, kind })
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn state(this: &PhpObject) -> &mut FileState {
    this.native_mut::<FileState>().expect("objects of these classes have this native part")
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| fresh(Kind::Name)),
        after_clone: Some(after_clone),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

pub(crate) fn directory_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| fresh(Kind::Directory(Box::default()))),
        iterate: Some(|cx, this, by_ref| directory::foreach_iterator(cx, this, by_ref, false)),
        ..ObjectHandlers::default()
    }
}

pub(crate) fn filesystem_object_handlers() -> ObjectHandlers {
    ObjectHandlers { iterate: Some(|cx, this, by_ref| directory::foreach_iterator(cx, this, by_ref, true)), ..ObjectHandlers::default() }
}

fn after_clone(cx: &mut Cx, original: &PhpObject, copy: &PhpObject) -> PhpResult<()> {
    let from = state(original);
    let kind = match &from.kind {
        Kind::Directory(_) => Kind::Directory(Box::default()),
        Kind::Name | Kind::File(_) => Kind::Name,
    };
    let mut new = fresh(kind);
    (new.path, new.file_name, new.flags) = (from.path.clone(), from.file_name.clone(), from.flags);
    (new.file_class, new.info_class) = (from.file_class, from.info_class);
    if matches!(from.kind, Kind::Directory(_)) {
        new.attached = from.attached.clone();
    }
    copy.set_native(new);
    directory::reopen(cx, original, copy)
}

#[cold]
pub(crate) fn not_initialized(cx: &mut Cx) -> Thrown {
    cx.throw_error("Object not initialized")
}

/// The directory's name, if it is known.
pub(crate) fn path_of(this: &PhpObject) -> PhpStr {
    if let Kind::Directory(directory) = &state(this).kind
        && let Some(path) = directory.glob_path()
    {
        return path;
    }
    state(this).path.clone().unwrap_or_default()
}

/// The whole name of the file that is meant.
pub(crate) fn file_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    if let Some(name) = &state(this).file_name {
        return Ok(name.clone());
    }
    let Kind::Directory(directory) = &state(this).kind else { return Err(not_initialized(cx)) };
    if !directory.is_open() {
        return Err(not_initialized(cx));
    }
    let (path, entry) = (path_of(this), directory.entry());
    let name = if path.is_empty() { PhpStr::new(entry) } else { PhpStr::concat(&[&path, b"/", entry]) };
    state(this).file_name = Some(name.clone());
    Ok(name)
}

/// The whole name, empty if there is no file at present.
fn pathname(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    match &state(this).kind {
        Kind::Directory(directory) if directory.entry().is_empty() => Ok(PhpStr::default()),
        Kind::Directory(_) => file_name(cx, this),
        Kind::Name | Kind::File(_) => Ok(state(this).file_name.clone().unwrap_or_default()),
    }
}

/// Takes a file's name apart.
fn set_name(this: &PhpObject, name: &[u8]) {
    let end = name.iter().rposition(|&b| b != b'/').map_or(name.len().min(1), |at| at + 1);
    let name = &name[..end];
    let own = state(this);
    own.path = Some(PhpStr::new(directory_part(name)));
    own.file_name = Some(PhpStr::new(name));
}

/// What stands in front of the last slash.
pub(crate) fn directory_part(name: &[u8]) -> &[u8] {
    name.iter().rposition(|&b| b == b'/').map_or(b"", |at| &name[..at])
}

/// The name without its directory.
fn short_name<'a>(name: &'a [u8], path: &[u8]) -> &'a [u8] {
    if !path.is_empty() && path.len() < name.len() { &name[path.len() + 1..] } else { name }
}

/// A new object about a file: what `class`, or the object's own choice, is.
fn new_info(cx: &mut Cx, this: &PhpObject, name: &PhpStr, path: PhpStr, class: Option<&'static Class>) -> PhpResult<PhpObject> {
    let base = cx.builtin_class("SplFileInfo");
    let class = class.or(state(this).info_class).unwrap_or(base);
    let new = cx.instantiate(class)?;
    match class.magic.constructor.filter(|func| !func.class.is_some_and(|owner| owner.same(base))) {
        Some(constructor) => {
            cx.call_method(&new, constructor, &[Value::string(name.clone())])?;
        }
        None => {
            let own = state(&new);
            own.file_name = Some(name.clone());
            own.path = Some(path);
        }
    }
    let (file_class, info_class) = (state(this).file_class, state(this).info_class);
    let own = state(&new);
    (own.file_class, own.info_class) = (file_class, info_class);
    Ok(new)
}

/// `getFileInfo()`, and the elements of a `FilesystemIterator`.
pub(crate) fn info(cx: &mut Cx, this: &PhpObject, class: Option<&'static Class>) -> PhpResult<PhpObject> {
    if matches!(&state(this).kind, Kind::Directory(directory) if directory.is_open() && directory.entry().is_empty()) {
        return Err(cx.throw("RuntimeException", "Could not open file"));
    }
    let name = file_name(cx, this)?;
    let path = path_of(this);
    new_info(cx, this, &name, path, class)
}
