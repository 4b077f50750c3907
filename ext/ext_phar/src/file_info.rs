//! `PharFileInfo`: a file or folder in an archive, its size, compression, permissions and metadata.

use std::rc::Rc;

use ext_spl::attach;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::archive::{ArchiveRef, EntryRef, Hold, Metadata, flag, text};
use crate::entries::{Kind, entry_of};
use crate::paths_in::{Purpose, Wanted, split};
use crate::phar::{BAD_CALL, PHAR, READONLY_SETTING, RUNTIME, written};
use crate::registry::is_readonly;
use crate::{content, metadata, opening};

/// What an object is about.
struct About {
    hold: Hold,
    entry: EntryRef,
}

impl Drop for About {
    fn drop(&mut self) {
        self.entry.locks.set(self.entry.locks.get() - 1);
    }
}

fn about(cx: &mut Cx, this: &PhpObject) -> PhpResult<(ArchiveRef, EntryRef)> {
    match attach::attached::<About>(this) {
        Some(about) => Ok((about.hold.archive().clone(), about.entry.clone())),
        None => Err(cx.throw(BAD_CALL, "Cannot call method on an uninitialized PharFileInfo object")),
    }
}

/// `PharFileInfo::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, filename: &PhpStr) -> PhpResult<()> {
    if attach::attached::<About>(this).is_some() {
        return Err(cx.throw(BAD_CALL, "Cannot call constructor twice"));
    }
    let parts = if filename.starts_with(b"phar://") { split(cx, filename, Wanted::Any, Purpose::Read).ok() } else { None };
    let Some((name, path)) = parts else {
        let pattern = "'{}' is not a valid phar archive URL (must have at least phar://filename.phar)";
        return Err(cx.throw(RUNTIME, text(pattern, &[filename])));
    };
    let archive = match opening::open(cx, &name, None, true) {
        Ok(archive) => archive,
        Err(why) => {
            cx.check()?;
            let mut message = text("Cannot open phar file '{}'", &[filename]);
            if let Some(why) = why {
                message.extend_from_slice(&[b": ", &why[..]].concat());
            }
            return Err(cx.throw(RUNTIME, message));
        }
    };
    let entry = match entry_of(cx, &archive, &path, Kind::Any, true) {
        Ok(entry) => entry,
        Err(why) => {
            let mut message = text("Cannot access phar file entry '{}' in archive '{}'", &[&path, &name]);
            if let Some(why) = why {
                message.extend_from_slice(&[b", ", &why[..]].concat());
            }
            return Err(cx.throw(RUNTIME, message));
        }
    };
    entry.locks.set(entry.locks.get() + 1);
    attach::attach(this, Rc::new(About { hold: Hold::new(&archive), entry }));
    if let Some(constructor) = cx.builtin_class("SplFileInfo").magic.constructor {
        cx.call_method(this, constructor, &[Value::string(filename.clone())])?;
    }
    Ok(())
}

/// `PharFileInfo::__destruct()`
pub(crate) fn destruct(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    attach::detach(this);
    Ok(())
}

/// `PharFileInfo::getCompressedSize()`
pub(crate) fn get_compressed_size(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(about(cx, this)?.1.get().packed))
}

/// `PharFileInfo::isCompressed()`
pub(crate) fn is_compressed(cx: &mut Cx, this: &PhpObject, method: Option<i64>) -> PhpResult<bool> {
    const ANY: i64 = 9_021_976;
    let flags = about(cx, this)?.1.get().flags;
    match method {
        None | Some(ANY) => Ok(flags & flag::PACKED != 0),
        Some(method) => match u32::try_from(method) {
            Ok(method @ (flag::GZ | flag::BZ2)) => Ok(flags & method != 0),
            _ => Err(cx.throw(BAD_CALL, "Unknown compression type specified")),
        },
    }
}

/// `PharFileInfo::getCRC32()`
pub(crate) fn get_crc32(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let (_, entry) = about(cx, this)?;
    let entry = entry.get();
    if entry.is_dir {
        return Err(cx.throw(BAD_CALL, "Phar entry is a directory, does not have a CRC"));
    }
    if !entry.is_checked {
        return Err(cx.throw(BAD_CALL, "Phar entry was not CRC checked"));
    }
    Ok(i64::from(entry.crc))
}

/// `PharFileInfo::isCRCChecked()`
pub(crate) fn is_crc_checked(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(about(cx, this)?.1.get().is_checked)
}

/// `PharFileInfo::getPharFlags()`
pub(crate) fn get_phar_flags(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(about(cx, this)?.1.get().flags & !(flag::PERMISSIONS | flag::PACKED)))
}

fn is_fixed(cx: &Cx, archive: &ArchiveRef) -> bool {
    is_readonly(cx) && !archive.get().is_data
}

/// `PharFileInfo::chmod()`
pub(crate) fn chmod(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<()> {
    let (archive, entry) = about(cx, this)?;
    let name = entry.get().name.clone();
    if entry.get().is_implied {
        let pattern = "Phar entry \"{}\" is a temporary directory (not an actual entry in the archive), cannot chmod";
        return Err(cx.throw(BAD_CALL, text(pattern, &[&name])));
    }
    if is_fixed(cx, &archive) {
        let pattern = "Cannot modify permissions for file \"{}\" in phar \"{}\", write operations are prohibited";
        return Err(cx.throw(PHAR, text(pattern, &[&name, &archive.name()])));
    }
    let mut data = entry.edit();
    let old = if data.old_flags == 0 { data.flags } else { data.old_flags };
    data.flags = data.flags & !flag::PERMISSIONS | mode as u32 & flag::PERMISSIONS;
    data.old_flags = old;
    data.is_modified = true;
    drop(data);
    archive.edit().modified = true;
    written(cx, &archive, PHAR)
}

/// `PharFileInfo::hasMetadata()`
pub(crate) fn has_metadata(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(about(cx, this)?.1.get().metadata.is_set())
}

/// `PharFileInfo::getMetadata()`
pub(crate) fn get_metadata(cx: &mut Cx, this: &PhpObject, options: &PhpArray) -> PhpResult<Value> {
    let noted = about(cx, this)?.1.get().metadata.clone();
    metadata::value_of(cx, &noted, options)
}

/// The file whose metadata change.
fn notable(cx: &mut Cx, this: &PhpObject, verb: &str) -> PhpResult<(ArchiveRef, EntryRef)> {
    let (archive, entry) = about(cx, this)?;
    if is_fixed(cx, &archive) {
        return Err(cx.throw(BAD_CALL, READONLY_SETTING));
    }
    if entry.get().is_implied {
        let text = format!("Phar entry is a temporary directory (not an actual entry in the archive), cannot {verb} metadata");
        return Err(cx.throw(BAD_CALL, text));
    }
    Ok((archive, entry))
}

fn note(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef, metadata: Metadata) -> PhpResult<()> {
    {
        let mut data = entry.edit();
        (data.metadata, data.is_modified) = (metadata, true);
    }
    archive.edit().modified = true;
    written(cx, archive, PHAR)
}

/// `PharFileInfo::setMetadata()`
pub(crate) fn set_metadata(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
    let (archive, entry) = notable(cx, this, "set")?;
    let metadata = metadata::make(cx, value)?;
    note(cx, &archive, &entry, metadata)
}

/// `PharFileInfo::delMetadata()`
pub(crate) fn del_metadata(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (archive, entry) = notable(cx, this, "delete")?;
    if entry.get().metadata.is_set() {
        note(cx, &archive, &entry, Metadata::default())?;
    }
    Ok(true)
}

/// `PharFileInfo::getContent()`
pub(crate) fn get_content(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let (archive, entry) = about(cx, this)?;
    let (name, full) = (entry.get().name.clone(), archive.name());
    if entry.get().is_dir {
        let pattern = "phar error: Cannot retrieve contents, \"{}\" in phar \"{}\" is a directory";
        return Err(cx.throw(BAD_CALL, text(pattern, &[&name, &full])));
    }
    match content::opened(cx, &archive, &entry) {
        Ok(region) => Ok(PhpStr::from_vec(region.bytes(cx).unwrap_or_default())),
        Err(why) => {
            let pattern = "phar error: Cannot retrieve contents, \"{}\" in phar \"{}\": {}";
            Err(cx.throw(BAD_CALL, text(pattern, &[&name, &full, &why.unwrap_or_default()])))
        }
    }
}

/// Makes the content ready to be compressed in another way, and notes that.
fn repack(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef, packed: u32, cannot: &str) -> PhpResult<bool> {
    if entry.get().is_deleted {
        return Err(cx.throw(BAD_CALL, "Cannot compress deleted file"));
    }
    if let Err(why) = content::open(cx, archive, entry, true) {
        let message = text(cannot, &[&entry.get().name, &archive.name(), &why.unwrap_or_default()]);
        return Err(cx.throw(BAD_CALL, message));
    }
    let mut data = entry.edit();
    if data.old_flags == 0 {
        data.old_flags = data.flags;
    }
    data.flags = data.flags & !flag::PACKED | packed;
    data.is_modified = true;
    drop(data);
    archive.edit().modified = true;
    written(cx, archive, PHAR)?;
    Ok(true)
}

/// `PharFileInfo::compress()`
pub(crate) fn compress(cx: &mut Cx, this: &PhpObject, method: i64) -> PhpResult<bool> {
    let (archive, entry) = about(cx, this)?;
    if archive.get().is_tar() {
        return Err(cx.throw(BAD_CALL, "Cannot compress with Gzip compression, not possible with tar-based phar archives"));
    }
    if entry.get().is_dir {
        return Err(cx.throw(BAD_CALL, "Phar entry is a directory, cannot set compression"));
    }
    if is_fixed(cx, &archive) {
        return Err(cx.throw(BAD_CALL, "Phar is readonly, cannot change compression"));
    }
    if entry.get().is_deleted {
        return Err(cx.throw(BAD_CALL, "Cannot compress deleted file"));
    }
    let (packed, cannot) = match u32::try_from(method) {
        Ok(flag::GZ) => {
            (flag::GZ, "phar error: Cannot decompress bzip2-compressed file \"{}\" in phar \"{}\" in order to compress with gzip: {}")
        }
        Ok(flag::BZ2) => {
            (flag::BZ2, "phar error: Cannot decompress gzip-compressed file \"{}\" in phar \"{}\" in order to compress with bzip2: {}")
        }
        _ => return Err(cx.throw(BAD_CALL, "Unknown compression type specified")),
    };
    if entry.get().flags & packed != 0 {
        return Ok(true);
    }
    repack(cx, &archive, &entry, packed, cannot)
}

/// `PharFileInfo::decompress()`
pub(crate) fn decompress(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (archive, entry) = about(cx, this)?;
    if entry.get().is_dir {
        return Err(cx.throw(BAD_CALL, "Phar entry is a directory, cannot set compression"));
    }
    let cannot = match entry.get().flags & flag::PACKED {
        0 => return Ok(true),
        flag::GZ => "Phar error: Cannot decompress gzip-compressed file \"{}\" in phar \"{}\": {}",
        flag::BZ2 => "Phar error: Cannot decompress bz2-compressed file \"{}\" in phar \"{}\": {}",
        _ => return Err(cx.throw(BAD_CALL, "Cannot decompress file compressed with unknown compression type")),
    };
    if is_fixed(cx, &archive) {
        return Err(cx.throw(BAD_CALL, "Phar is readonly, cannot decompress"));
    }
    repack(cx, &archive, &entry, 0, cannot)
}
