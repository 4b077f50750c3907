//! `FilesystemIterator`: the entries of a directory, with keys and values in the form that its flags choose.

use super::directory::{self, opened};
use super::{file_name, info, state};
use crate::prelude::*;

const CURRENT_MODE_MASK: i64 = 0xF0;
const CURRENT_AS_PATHNAME: i64 = 0x20;
const CURRENT_AS_FILEINFO: i64 = 0;
const KEY_MODE_MASK: i64 = 0xF00;
const KEY_AS_FILENAME: i64 = 0x100;
/// Flags that programs set.
const PUBLIC: i64 = 0x7FF0;

/// `FilesystemIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, directory: &PhpStr, flags: i64) -> PhpResult<()> {
    directory::open(cx, this, directory, flags)
}

/// `FilesystemIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    opened(cx, this)?;
    directory::rewind(cx, this, true);
    cx.check()
}

/// `FilesystemIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let directory = opened(cx, this)?;
    if state(this).flags & KEY_MODE_MASK == KEY_AS_FILENAME {
        return Ok(PhpStr::new(directory.entry()));
    }
    file_name(cx, this)
}

/// `FilesystemIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    opened(cx, this)?;
    match state(this).flags & CURRENT_MODE_MASK {
        CURRENT_AS_PATHNAME => file_name(cx, this).map(Value::string),
        CURRENT_AS_FILEINFO => info(cx, this, None).map(Value::object),
        _ => Ok(Value::object(this.clone())),
    }
}

/// `FilesystemIterator::getFlags()`
pub(crate) fn get_flags(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(state(this).flags & PUBLIC)
}

/// `FilesystemIterator::setFlags()`
pub(crate) fn set_flags(_: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    let own = state(this);
    own.flags = (own.flags & !PUBLIC) | (flags & PUBLIC);
    Ok(())
}
