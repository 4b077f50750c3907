//! `ZipArchive`: names, comments, attributes, times, compression, encryption.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr};

use crate::archive::{noted, opened};
use crate::container::Container;
use crate::error::{COMPNOTSUPP, ENCRNOTSUPP, INVAL, NOPASSWD, NOT_ALLOWED, RDONLY, Try, ZipError, fail};
use crate::flags::flag;

const LONGEST: usize = 0xFFFF;

/// Works with the archive; failures are noted with it.
fn done(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Container) -> Try<()>) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    let outcome = work(container);
    Ok(noted(container, outcome).is_some())
}

/// The same for a file by its name, which must not be empty.
fn named(cx: &mut Cx, this: &PhpObject, name: &PhpStr, work: impl FnOnce(&mut Container, i64) -> Try<()>) -> PhpResult<bool> {
    opened(cx, this)?;
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    done(cx, this, |container| {
        let index = container.locate(name, 0)?;
        work(container, index)
    })
}

/// `ZipArchive::deleteIndex()`
pub(crate) fn delete_index(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<bool> {
    opened(cx, this)?;
    if index < 0 {
        return Ok(false);
    }
    done(cx, this, |container| container.delete(index))
}

/// `ZipArchive::deleteName()`
pub(crate) fn delete_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    opened(cx, this)?;
    if name.is_empty() {
        return Ok(false);
    }
    named(cx, this, name, Container::delete)
}

/// `ZipArchive::renameIndex()`
pub(crate) fn rename_index(cx: &mut Cx, this: &PhpObject, index: i64, name: &PhpStr) -> PhpResult<bool> {
    if index < 0 {
        return Ok(false);
    }
    opened(cx, this)?;
    if name.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    done(cx, this, |container| container.rename(index, name))
}

/// `ZipArchive::renameName()`
pub(crate) fn rename_name(cx: &mut Cx, this: &PhpObject, old: &PhpStr, name: &PhpStr) -> PhpResult<bool> {
    opened(cx, this)?;
    if name.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    named(cx, this, old, |container, index| container.rename(index, name))
}

/// `ZipArchive::unchangeIndex()`
pub(crate) fn unchange_index(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<bool> {
    opened(cx, this)?;
    if index < 0 {
        return Ok(false);
    }
    done(cx, this, |container| container.unchange(index))
}

/// `ZipArchive::unchangeName()`
pub(crate) fn unchange_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    opened(cx, this)?;
    if name.is_empty() {
        return Ok(false);
    }
    named(cx, this, name, Container::unchange)
}

/// `ZipArchive::unchangeAll()`
pub(crate) fn unchange_all(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    opened(cx, this)?.unchange_all();
    Ok(true)
}

/// `ZipArchive::unchangeArchive()`
pub(crate) fn unchange_archive(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    opened(cx, this)?.unchange_archive();
    Ok(true)
}

/// `ZipArchive::setArchiveComment()`
pub(crate) fn set_archive_comment(cx: &mut Cx, this: &PhpObject, comment: &PhpStr) -> PhpResult<bool> {
    opened(cx, this)?;
    if comment.len() > LONGEST {
        return Err(cx.argument_value_error(1, "must be less than 65535 bytes"));
    }
    done(cx, this, |container| {
        if container.is_readonly() {
            return fail(RDONLY);
        }
        if container.is_torrentzip_wanted() {
            return fail(NOT_ALLOWED);
        }
        container.new_comment = (container.comment != comment.as_bytes()).then(|| comment.to_vec());
        Ok(())
    })
}

/// `ZipArchive::setArchiveFlag()`
pub(crate) fn set_archive_flag(cx: &mut Cx, this: &PhpObject, which: i64, value: i64) -> PhpResult<bool> {
    done(cx, this, |container| container.set_flag(which, value != 0))
}

fn comment(container: &mut Container, index: i64, comment: &[u8]) -> Try<()> {
    if container.entry_comment(index, flag::RAW)? == comment {
        return Ok(());
    }
    container.change_detail(index)?.comment = Some(comment.to_vec());
    Ok(())
}

/// `ZipArchive::setCommentName()`
pub(crate) fn set_comment_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, text: &PhpStr) -> PhpResult<bool> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    opened(cx, this)?;
    if text.len() > LONGEST {
        return Err(cx.argument_value_error(2, "must be less than 65535 bytes"));
    }
    named(cx, this, name, |container, index| comment(container, index, text))
}

/// `ZipArchive::setCommentIndex()`
pub(crate) fn set_comment_index(cx: &mut Cx, this: &PhpObject, index: i64, text: &PhpStr) -> PhpResult<bool> {
    opened(cx, this)?;
    if text.len() > LONGEST {
        return Err(cx.argument_value_error(2, "must be less than 65535 bytes"));
    }
    done(cx, this, |container| comment(container, index, text))
}

fn attributes(container: &mut Container, index: i64, system: i64, attributes: i64) -> Try<()> {
    container.change_detail(index)?.attributes = Some((system as u8, attributes as u32));
    Ok(())
}

/// `ZipArchive::setExternalAttributesName()`
pub(crate) fn set_external_attributes_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, opsys: i64, attr: i64, _: i64) -> PhpResult<bool> {
    named(cx, this, name, |container, index| attributes(container, index, opsys, attr))
}

/// `ZipArchive::setExternalAttributesIndex()`
pub(crate) fn set_external_attributes_index(cx: &mut Cx, this: &PhpObject, index: i64, opsys: i64, attr: i64, _: i64) -> PhpResult<bool> {
    done(cx, this, |container| attributes(container, index, opsys, attr))
}

fn compression(container: &mut Container, index: i64, method: i64, flags: i64) -> Try<()> {
    container.entry(index, false)?;
    if container.is_readonly() {
        return fail(RDONLY);
    }
    if !matches!(method, -1 | 0 | 8 | 12) {
        return fail(COMPNOTSUPP);
    }
    container.change_detail(index)?.method = Some((method, flags));
    Ok(())
}

/// `ZipArchive::setCompressionName()`
pub(crate) fn set_compression_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, method: i64, flags: i64) -> PhpResult<bool> {
    named(cx, this, name, |container, index| compression(container, index, method, flags))
}

/// `ZipArchive::setCompressionIndex()`
pub(crate) fn set_compression_index(cx: &mut Cx, this: &PhpObject, index: i64, method: i64, flags: i64) -> PhpResult<bool> {
    done(cx, this, |container| compression(container, index, method, flags))
}

fn mtime(container: &mut Container, index: i64, time: i64) -> Try<()> {
    container.change_detail(index)?.mtime = Some(time);
    Ok(())
}

/// `ZipArchive::setMtimeName()`
pub(crate) fn set_mtime_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, time: i64, _: i64) -> PhpResult<bool> {
    named(cx, this, name, |container, index| mtime(container, index, time))
}

/// `ZipArchive::setMtimeIndex()`
pub(crate) fn set_mtime_index(cx: &mut Cx, this: &PhpObject, index: i64, time: i64, _: i64) -> PhpResult<bool> {
    done(cx, this, |container| mtime(container, index, time))
}

/// Chooses how a file is encrypted.
pub(crate) fn encryption(container: &mut Container, index: i64, method: i64, password: Option<&[u8]>) -> Try<()> {
    let Ok(method) = u16::try_from(method) else { return fail(INVAL) };
    if !matches!(method, 0 | 1 | 0x101..=0x103) {
        return fail(ENCRNOTSUPP);
    }
    if method != 0 && password.is_none() && container.password.is_none() {
        return Err(ZipError { zip: NOPASSWD, system: 0 });
    }
    container.change_detail(index)?.encryption = Some((method, password.map(<[u8]>::to_vec)));
    Ok(())
}

/// The file loses its old encryption first, which has a warning of its own.
fn encrypt(cx: &mut Cx, this: &PhpObject, index: i64, method: i64, password: Option<&PhpStr>) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    let reset = container.change_detail(index).map(|_| ());
    if noted(container, reset).is_none() {
        cx.builtin_warning("password reset failed");
        cx.check()?;
        return Ok(false);
    }
    done(cx, this, |container| encryption(container, index, method, password.map(PhpStr::as_bytes)))
}

/// `ZipArchive::setEncryptionName()`
pub(crate) fn set_encryption_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, method: i64, password: Option<&PhpStr>) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let found = container.locate(name, 0);
    match noted(container, found) {
        Some(index) => encrypt(cx, this, index, method, password),
        None => Ok(false),
    }
}

/// `ZipArchive::setEncryptionIndex()`
pub(crate) fn set_encryption_index(cx: &mut Cx, this: &PhpObject, index: i64, method: i64, password: Option<&PhpStr>) -> PhpResult<bool> {
    encrypt(cx, this, index, method, password)
}

/// `ZipArchive::setPassword()`
pub(crate) fn set_password(cx: &mut Cx, this: &PhpObject, password: &PhpStr) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    if password.is_empty() {
        return Ok(false);
    }
    container.password = Some(password.to_vec());
    Ok(true)
}
