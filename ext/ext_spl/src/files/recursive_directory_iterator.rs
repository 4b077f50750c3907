//! `RecursiveDirectoryIterator`: a `FilesystemIterator` that has the entries of subdirectories as children.

use super::directory::{self, opened};
use super::{Kind, file_name, state};
use crate::prelude::*;
use crate::support::call_function;

const FOLLOW_SYMLINKS: i64 = 0x4000;

/// `RecursiveDirectoryIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, directory: &PhpStr, flags: i64) -> PhpResult<()> {
    directory::open(cx, this, directory, flags)
}

/// `RecursiveDirectoryIterator::hasChildren()`
pub(crate) fn has_children(cx: &mut Cx, this: &PhpObject, allow_links: bool) -> PhpResult<bool> {
    let directory = opened(cx, this)?;
    if directory.entry().is_empty() || directory.is_dot() {
        return Ok(false);
    }
    if let Some(is_dir) = directory.is_dir {
        return Ok(is_dir);
    }
    let name = Value::string(file_name(cx, this)?);
    let follow = allow_links || state(this).flags & FOLLOW_SYMLINKS != 0;
    if !follow && call_function(cx, "is_link", vec![name.clone()])?.is_true() {
        return Ok(false);
    }
    Ok(call_function(cx, "is_dir", vec![name])?.is_true())
}

/// `RecursiveDirectoryIterator::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    opened(cx, this)?;
    let name = file_name(cx, this)?;
    let children = cx.new_object(class_of(this), &[Value::string(name), Value::int(state(this).flags)])?;
    let (sub_path, own) = (sub_path_name(cx, this)?, state(this));
    let new = state(&children);
    (new.info_class, new.file_class) = (own.info_class, own.file_class);
    if let Kind::Directory(directory) = &mut new.kind {
        directory.sub_path = sub_path;
    }
    Ok(children)
}

fn sub_path_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let directory = opened(cx, this)?;
    Ok(match directory.sub_path.is_empty() {
        true => PhpStr::new(directory.entry()),
        false => PhpStr::concat(&[&directory.sub_path, b"/", directory.entry()]),
    })
}

/// `RecursiveDirectoryIterator::getSubPath()`
pub(crate) fn get_sub_path(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(opened(cx, this)?.sub_path.clone())
}

/// `RecursiveDirectoryIterator::getSubPathname()`
pub(crate) fn get_sub_pathname(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    sub_path_name(cx, this)
}
