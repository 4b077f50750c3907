//! `DirectoryIterator`: the entries of a directory, where the iterator itself poses as each of them.

use super::directory::{self, opened};
use super::spl_file_info;
use crate::prelude::*;

/// `DirectoryIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, directory: &PhpStr) -> PhpResult<()> {
    directory::open(cx, this, directory, 0)
}

/// `DirectoryIterator::getFilename()`
pub(crate) fn get_filename(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(PhpStr::new(opened(cx, this)?.entry()))
}

/// `DirectoryIterator::getExtension()`
pub(crate) fn get_extension(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let name = get_filename(cx, this)?;
    spl_file_info::extension(cx, name)
}

/// `DirectoryIterator::getBasename()`
pub(crate) fn get_basename(cx: &mut Cx, this: &PhpObject, suffix: &PhpStr) -> PhpResult<PhpStr> {
    let name = get_filename(cx, this)?;
    spl_file_info::basename(cx, name, suffix.clone())
}

/// `DirectoryIterator::isDot()`
pub(crate) fn is_dot(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(opened(cx, this)?.is_dot())
}

/// `DirectoryIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    opened(cx, this)?;
    directory::rewind(cx, this, false);
    cx.check()
}

/// `DirectoryIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(!opened(cx, this)?.entry().is_empty())
}

/// `DirectoryIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(Value::int(opened(cx, this)?.index))
}

/// `DirectoryIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    opened(cx, this)?;
    Ok(Value::object(this.clone()))
}

/// `DirectoryIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    opened(cx, this)?;
    directory::advance(cx, this);
    cx.check()
}

/// `DirectoryIterator::seek()`
pub(crate) fn seek(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<()> {
    if opened(cx, this)?.index > offset {
        cx.call_method_named(this, "rewind", &[])?;
    }
    while opened(cx, this)?.index < offset {
        let valid = cx.call_method_named(this, "valid", &[])?.unwrap_or(Value::FALSE);
        if !convert::to_bool(cx, valid.deref())? {
            return Err(cx.throw("OutOfBoundsException", format!("Seek position {offset} is out of range")));
        }
        cx.call_method_named(this, "next", &[])?;
    }
    Ok(())
}
