//! Methods of `Phar` that make an archive in another format or compression, beside the one that was there.

use loxo_runtime::streams;
use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Value};

use crate::archive::{Archive, ArchiveCell, ArchiveRef, EntryCell, Format, Source, check_path, flag, text};
use crate::content::{self, Out};
use crate::paths_in::{Found, Purpose, Wanted, find_extension};
use crate::phar::{BAD_CALL, PHAR, UNEXPECTED, archive_of, format_of, writable, written};
use crate::registry::{is_readonly, registry};
use crate::writing::{NewStub, flush_with};

/// What older programs say for "as it is".
const SAME: i64 = 9_021_976;
/// Extensions that a new one takes the place of, longest first.
const EXTENSIONS: [&[u8]; 12] = [
    b".phar.tar.bz2",
    b".phar.tar.gz",
    b".phar.php",
    b".phar.bz2",
    b".phar.zip",
    b".phar.tar",
    b".phar.gz",
    b".tar.bz2",
    b".tar.gz",
    b".phar",
    b".tar",
    b".zip",
];
const ONE_OF_TWO: &str = "Unknown compression specified, please pass one of Phar::GZ or Phar::BZ2";

/// Flags of a compression of the whole archive.
fn whole(cx: &mut Cx, method: i64, format: Format) -> PhpResult<u32> {
    let (flags, word) = match u32::try_from(method) {
        Ok(0) => return Ok(0),
        Ok(flag::GZ) => (flag::WHOLE_GZ, "gzip"),
        Ok(flag::BZ2) => (flag::WHOLE_BZ2, "bz2"),
        _ => return Err(cx.throw(BAD_CALL, ONE_OF_TWO)),
    };
    if format == Format::Zip {
        let text = format!("Cannot compress entire archive with {word}, zip archives do not support whole-archive compression");
        return Err(cx.throw(BAD_CALL, text));
    }
    Ok(flags)
}

fn whole_or_same(cx: &mut Cx, archive: &ArchiveRef, method: Option<i64>, format: Format) -> PhpResult<u32> {
    match method.filter(|&method| method != SAME) {
        None => Ok(archive.get().flags & flag::WHOLE),
        Some(method) => whole(cx, method, format),
    }
}

/// `Phar::convertToExecutable()`
pub(crate) fn convert_to_executable(
    cx: &mut Cx,
    this: &PhpObject,
    format: Option<i64>,
    method: Option<i64>,
    extension: Option<&PhpStr>,
) -> PhpResult<Option<PhpObject>> {
    let archive = archive_of(cx, this)?;
    if is_readonly(cx) {
        return Err(cx.throw(UNEXPECTED, "Cannot write out executable phar archive, phar is read-only"));
    }
    let format = match format {
        None | Some(0 | SAME) => archive.get().format,
        Some(number) => match format_of(number) {
            Some(format) => format,
            None => {
                return Err(cx.throw(BAD_CALL, "Unknown file format specified, please pass one of Phar::PHAR, Phar::TAR or Phar::ZIP"));
            }
        },
    };
    let flags = whole_or_same(cx, &archive, method, format)?;
    convert(cx, &archive, format, false, flags, extension)
}

/// `Phar::convertToData()`
pub(crate) fn convert_to_data(
    cx: &mut Cx,
    this: &PhpObject,
    format: Option<i64>,
    method: Option<i64>,
    extension: Option<&PhpStr>,
) -> PhpResult<Option<PhpObject>> {
    let archive = archive_of(cx, this)?;
    let format = match format {
        None | Some(0 | SAME) => Some(archive.get().format),
        Some(number) => format_of(number),
    };
    let format = match format {
        Some(Format::Phar) => return Err(cx.throw(UNEXPECTED, "Cannot write out data phar archive, use Phar::TAR or Phar::ZIP")),
        Some(format) => format,
        None => return Err(cx.throw(BAD_CALL, "Unknown file format specified, please pass one of Phar::TAR or Phar::ZIP")),
    };
    let flags = whole_or_same(cx, &archive, method, format)?;
    convert(cx, &archive, format, true, flags, extension)
}

fn without_whole(cx: &mut Cx, this: &PhpObject, verb: &str) -> PhpResult<ArchiveRef> {
    let archive = writable(cx, this, UNEXPECTED, &format!("Cannot {verb} phar archive, phar is read-only"))?;
    if archive.get().is_zip() {
        return Err(cx.throw(UNEXPECTED, format!("Cannot {verb} zip-based archives with whole-archive compression")));
    }
    Ok(archive)
}

/// `Phar::compress()`
pub(crate) fn compress(cx: &mut Cx, this: &PhpObject, method: i64, extension: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    let archive = without_whole(cx, this, "compress")?;
    let (format, is_data) = (archive.get().format, archive.get().is_data);
    let flags = whole(cx, method, format)?;
    convert(cx, &archive, format, is_data, flags, extension)
}

/// `Phar::decompress()`
pub(crate) fn decompress(cx: &mut Cx, this: &PhpObject, extension: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    let archive = without_whole(cx, this, "decompress")?;
    let (format, is_data) = (archive.get().format, archive.get().is_data);
    convert(cx, &archive, format, is_data, 0, extension)
}

/// Gives all files the same compression.
fn set_compression(archive: &ArchiveRef, packed: u32) {
    for entry in archive.get().manifest.values().filter(|entry| !entry.get().is_deleted) {
        let mut entry = entry.edit();
        if matches!(entry.source, Source::Archive) && entry.old_flags == 0 {
            entry.old_flags = entry.flags;
        }
        entry.flags = entry.flags & !flag::PACKED | packed;
        entry.is_modified = true;
    }
    archive.edit().modified = true;
}

/// Content that is compressed is decompressed before its compression changes.
fn open_all(cx: &mut Cx, archive: &ArchiveRef) -> PhpResult<()> {
    let entries = archive.entries();
    for entry in entries {
        if !entry.get().is_deleted
            && !entry.get().is_dir
            && let Err(why) = content::open(cx, archive, &entry, false)
        {
            crate::phar::thrown(cx, BAD_CALL, why)?;
        }
    }
    cx.check()
}

/// `Phar::compressFiles()`
pub(crate) fn compress_files(cx: &mut Cx, this: &PhpObject, method: i64) -> PhpResult<()> {
    let archive = writable(cx, this, BAD_CALL, "Phar is readonly, cannot change compression")?;
    let Some(packed) = u32::try_from(method).ok().filter(|method| matches!(*method, flag::GZ | flag::BZ2)) else {
        return Err(cx.throw(BAD_CALL, ONE_OF_TWO));
    };
    if archive.get().is_tar() {
        let why = "Cannot compress with Gzip compression, tar archives cannot compress individual files, use compress() to compress the whole archive";
        return Err(cx.throw(BAD_CALL, why));
    }
    open_all(cx, &archive)?;
    set_compression(&archive, packed);
    written(cx, &archive, BAD_CALL)
}

/// `Phar::decompressFiles()`
pub(crate) fn decompress_files(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let archive = writable(cx, this, BAD_CALL, "Phar is readonly, cannot change compression")?;
    if !archive.get().is_tar() {
        open_all(cx, &archive)?;
        set_compression(&archive, 0);
    }
    archive.edit().modified = true;
    written(cx, &archive, BAD_CALL)?;
    Ok(true)
}

/// A copy of an archive in another format, under another extension.
fn convert(
    cx: &mut Cx,
    source: &ArchiveRef,
    format: Format,
    is_data: bool,
    flags: u32,
    extension: Option<&PhpStr>,
) -> PhpResult<Option<PhpObject>> {
    registry(cx).last = None;
    let Ok(mut out) = Out::temporary(cx) else { return Err(cx.throw(PHAR, "unable to create temporary file")) };
    let name = source.name();
    let mut new = Archive::new(&name, format);
    new.is_data = is_data && format != Format::Phar;
    new.flags = flags;
    new.version = crate::opening::VERSION.to_vec();
    {
        let data = source.get();
        new.temporary_alias = data.temporary_alias;
        new.alias.clone_from(&data.alias);
        new.metadata = data.metadata.clone();
    }
    let entries = source.entries();
    for entry in entries {
        let mut data = entry.get().clone();
        if data.link.is_none() && data.outside.is_none() {
            let at = out.at;
            if !data.is_dir {
                let cannot = |why: &[u8]| {
                    let pattern = "Cannot convert phar archive \"{}\", unable to open entry \"{}\" contents{}";
                    text(pattern, &[&name, &data.name, why])
                };
                let region = match content::opened(cx, source, &entry) {
                    Ok(region) => region,
                    Err(why) => {
                        let why = why.map_or_else(Vec::new, |why| [b": ", &why[..]].concat());
                        return Err(cx.throw(UNEXPECTED, cannot(&why)));
                    }
                };
                if !region.copy(cx, &mut out) {
                    let pattern = "Cannot convert phar archive \"{}\", unable to copy entry \"{}\" contents";
                    return Err(cx.throw(UNEXPECTED, text(pattern, &[&name, &data.name])));
                }
            }
            (data.source, data.at) = (Source::Own(out.file.clone()), at);
        }
        data.tar_type = match (format, data.is_dir) {
            (Format::Tar, true) => b'5',
            (Format::Tar, false) => b'0',
            _ => 0,
        };
        (data.is_modified, data.header_at, data.is_deleted) = (true, 0, false);
        data.old_flags = data.flags & !flag::PACKED;
        data.inode = new.inode(&data.name);
        new.imply_dirs(&data.name);
        new.manifest.insert(data.name.clone(), EntryCell::new(data));
    }
    rename(cx, new, extension)
}

/// The usual extension of an archive.
fn usual_extension(archive: &Archive) -> Vec<u8> {
    let base = match (archive.format, archive.is_data) {
        (Format::Zip, true) => return b"zip".to_vec(),
        (Format::Zip, false) => return b"phar.zip".to_vec(),
        (Format::Tar, true) => "tar",
        (Format::Tar, false) => "phar.tar",
        (Format::Phar, _) => "phar",
    };
    let packed = match archive.flags {
        flag::WHOLE_GZ => ".gz",
        flag::WHOLE_BZ2 => ".bz2",
        _ => "",
    };
    [base, packed].concat().into_bytes()
}

/// Names, notes and writes an archive that was made of another.
fn rename(cx: &mut Cx, mut archive: Archive, extension: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    let old = archive.name.clone();
    let kind = if archive.is_data { "data phar" } else { "phar" };
    let extension = match extension {
        None => usual_extension(&archive),
        Some(extension) => match check_path(extension) {
            Ok(checked) => checked.to_vec(),
            Err(_) => {
                let pattern = format!("{kind} converted from \"{{}}\" has invalid extension {{}}");
                return Err(cx.throw(BAD_CALL, text(&pattern, &[&old, extension])));
            }
        },
    };
    let extension = extension.strip_prefix(b".").unwrap_or(&extension).to_vec();
    let start = old.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
    let last = &old[start..];
    let known = EXTENSIONS.iter().find_map(|known| last.strip_suffix(*known).filter(|base| !base.is_empty()));
    let base = known.unwrap_or_else(|| last.iter().rposition(|&b| b == b'.').map_or(last, |dot| &last[..dot]));
    let name = [&old[..start], base, b".", &extension].concat();
    archive.name.clone_from(&name);
    let known = registry(cx).archives.get(&name).cloned();
    // An archive without files takes nobody's place.
    let empty = known.as_ref().filter(|_| archive.manifest.is_empty()).cloned();
    if known.is_some() && empty.is_none() {
        let pattern = "Unable to add newly converted phar \"{}\" to the list of phars, a phar with that name already exists";
        return Err(cx.throw(BAD_CALL, text(pattern, &[&name])));
    }
    let target = if empty.is_some() { &old } else { &name };
    if streams::stat_path(cx, target, false, true, None).is_some() {
        return Err(cx.throw(BAD_CALL, text("phar \"{}\" exists and must be unlinked prior to conversion", &[&name])));
    }
    let wanted = if archive.is_data { Wanted::Data } else { Wanted::Executable };
    let Found::At(_, len) = find_extension(cx, &name, wanted, Purpose::Create, true) else {
        let pattern = format!("{kind} \"{{}}\" has invalid extension {{}}");
        return Err(cx.throw(BAD_CALL, text(&pattern, &[&name, &extension])));
    };
    archive.ext_len = len;
    let mut alias = None;
    if archive.is_data || archive.temporary_alias {
        archive.alias = None;
    } else if archive.alias.is_some() {
        archive.alias = Some(name.clone());
        archive.temporary_alias = true;
        alias = Some(name.clone());
    }
    let is_data = archive.is_data;
    let archive = match empty {
        Some(known) => {
            let mut data = known.edit();
            (data.format, data.is_data, data.flags) = (archive.format, archive.is_data, archive.flags);
            drop(data);
            known
        }
        None => ArchiveCell::new(archive),
    };
    let own = registry(cx);
    own.archives.insert(name.clone(), archive.clone());
    if let Some(alias) = alias {
        own.aliases.insert(alias, archive.clone());
    }
    if let Err(Some(why)) = flush_with(cx, &archive, NewStub::Default(None)) {
        registry(cx).remove(&name);
        cx.check()?;
        return Err(cx.throw(BAD_CALL, why));
    }
    let class = cx.builtin_class(if is_data { "PharData" } else { "Phar" });
    cx.new_object(class, &[Value::bytes(&name)]).map(Some)
}
