//! Zip archives, as far as programs are kept in them.

use std::fs::File;
use std::rc::Rc;

use ext_zip::dos_time;
use loxo_runtime::Cx;

use crate::archive::{
    ALIAS, Archive, ArchiveRef, Entry, EntryCell, EntryRef, Format, Metadata, SIGNATURE, STUB, Source, Try, fail, flag, is_alias, text,
};
use crate::content::{self, Method, Out, Region, length, read_exact};
use crate::opening::{Naming, register};
use crate::tar::{own_file, set_own_files};
use crate::writing::{NewStub, drop_deleted};
use crate::{packed, signature};

const LOCAL: usize = 30;
const CENTRAL: usize = 46;
const END: usize = 22;
const LOCAL_MAGIC: &[u8] = b"PK\x03\x04";
const CENTRAL_MAGIC: &[u8] = b"PK\x01\x02";
const END_MAGIC: &[u8] = b"PK\x05\x06";
/// Behind the sizes of what was written as a stream.
const DESCRIPTOR: usize = 16;
const MOST_COMMENT: u64 = 65536;
const ENCRYPTED: u16 = 1;
const WITH_DESCRIPTOR: u16 = 8;
const UTF8: u16 = 1 << 11;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const BZIPPED: u16 = 12;
/// The extra field with permissions: tag, size, checksum, mode, size of a link, owner, group.
const PERMISSIONS: usize = 18;

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// Compares a file's own header with the directory's; the header says where the content begins.
pub(crate) fn check_header(archive: &ArchiveRef, entry: &EntryRef, file: &Rc<File>) -> Try<()> {
    let name = archive.name();
    let data = entry.get().clone();
    let Some(header) = read_exact(file, data.header_at, LOCAL) else {
        let pattern = "phar error: internal corruption of zip-based phar \"{}\" (cannot read local file header for file \"{}\")";
        return fail(pattern, &[&name, &data.name]);
    };
    let (name_len, extra_len) = (u16_at(&header, 26), u16_at(&header, 28));
    let start = data.header_at + (LOCAL + usize::from(name_len) + usize::from(extra_len)) as u64;
    let mut sums = [u32_at(&header, 14), u32_at(&header, 18), u32_at(&header, 22)];
    if u16_at(&header, 6) & WITH_DESCRIPTOR != 0 {
        let Some(descriptor) = read_exact(file, start + u64::from(data.packed), DESCRIPTOR) else {
            let pattern = "phar error: internal corruption of zip-based phar \"{}\" (cannot read local data descriptor for file \"{}\")";
            return fail(pattern, &[&name, &data.name]);
        };
        let at = if descriptor.starts_with(b"PK") { 4 } else { 0 };
        sums = [u32_at(&descriptor, at), u32_at(&descriptor, at + 4), u32_at(&descriptor, at + 8)];
    }
    if usize::from(name_len) != data.name.len() || sums != [data.crc, data.packed, data.size] {
        let pattern =
            "phar error: internal corruption of zip-based phar \"{}\" (local header of file \"{}\" does not match central directory)";
        return fail(pattern, &[&name, &data.name]);
    }
    let mut data = entry.edit();
    (data.at, data.at_in_archive) = (start, start);
    Ok(())
}

/// Extra fields: times and permissions.
fn read_extra(entry: &mut Entry, extra: &[u8]) -> Option<()> {
    let mut rest = extra;
    while !rest.is_empty() {
        let size = usize::from(u16_at(rest, 2));
        let tag = rest.get(..2)?;
        let field = rest.get(4..4 + size)?;
        rest = &rest[4 + size..];
        match tag {
            b"UT" if size >= 5 && field[0] & 1 != 0 => entry.time = u32_at(field, 1),
            b"nu" => {
                // Some writers do not count the checksum.
                let mut field = field;
                if size == PERMISSIONS - 8 {
                    let at = extra.len() - rest.len() - size;
                    field = extra.get(at..at + size + 4)?;
                    rest = rest.get(4..)?;
                }
                if field.len() < PERMISSIONS - 4 {
                    return None;
                }
                entry.flags = entry.flags & flag::PACKED | u32::from(u16_at(field, 4)) & flag::PERMISSIONS;
            }
            _ => {}
        }
    }
    Some(())
}

/// Why a method of compression is none of ours.
fn unsupported(method: u16) -> &'static str {
    match method {
        1 => "unsupported compression method (Shrunk) used in this zip",
        2..=5 => "unsupported compression method (Reduce) used in this zip",
        6 => "unsupported compression method (Implode) used in this zip",
        7 => "unsupported compression method (Tokenize) used in this zip",
        9 => "unsupported compression method (Deflate64) used in this zip",
        10 => "unsupported compression method (PKWare Implode/old IBM TERSE) used in this zip",
        14 => "unsupported compression method (LZMA) used in this zip",
        18 => "unsupported compression method (IBM TERSE) used in this zip",
        19 => "unsupported compression method (IBM LZ77) used in this zip",
        97 => "unsupported compression method (WavPack) used in this zip",
        98 => "unsupported compression method (PPMd) used in this zip",
        _ => "unsupported compression method (unknown) used in this zip",
    }
}

/// The record at the end, and the comment behind it.
fn find_end(file: &File) -> Option<(Vec<u8>, Vec<u8>)> {
    let total = length(file);
    let size = total.min(END as u64 + MOST_COMMENT);
    let tail = read_exact(file, total - size, size as usize)?;
    let mut end = tail.len();
    while let Some(at) = memchr::memmem::rfind(&tail[..end], END_MAGIC) {
        if at + END <= tail.len() && at + END + usize::from(u16_at(&tail, at + 20)) == tail.len() {
            return Some((tail[at..at + END].to_vec(), tail[at + END..].to_vec()));
        }
        end = at;
    }
    None
}

/// Reads a zip archive.
// Long because: one loop over the directory, whose checks come in the order in which PHP reports what is wrong.
pub(crate) fn parse(cx: &mut Cx, file: Rc<File>, name: &[u8], alias: Option<&[u8]>) -> Try<ArchiveRef> {
    let broken = |what: &[u8]| fail("phar error: {} in zip-based phar \"{}\"", &[what, name]);
    let Some((end, comment)) = find_end(&file) else { return broken(b"end of central directory not found") };
    if u16_at(&end, 4) != 0 || u16_at(&end, 6) != 0 {
        return broken(b"split archives spanning multiple zips cannot be processed");
    }
    let count = u16_at(&end, 10);
    if u16_at(&end, 8) != count {
        return broken(b"corrupt zip archive, conflicting file count in end of central directory record");
    }
    let mut archive = Archive::new(name, Format::Zip);
    archive.metadata = Metadata::of_text(&comment);
    let directory = u64::from(u32_at(&end, 16));
    let (mut at, mut own) = (directory, None);
    for index in 0..count {
        let before = at;
        let Some(central) = read_exact(&file, at, CENTRAL) else {
            return broken(b"unable to read central directory entry, truncated");
        };
        if !central.starts_with(CENTRAL_MAGIC) {
            return broken(b"corrupted central directory entry, no magic signature");
        }
        let lengths = [u16_at(&central, 28), u16_at(&central, 30), u16_at(&central, 32)].map(usize::from);
        let [name_len, extra_len, comment_len] = lengths;
        if u16_at(&central, 8) & ENCRYPTED != 0 {
            return broken(b"Cannot process encrypted zip files");
        }
        if name_len == 0 {
            return broken(b"Cannot process zips created from stdin (zero-length filename)");
        }
        at += CENTRAL as u64;
        let Some(full) = read_exact(&file, at, name_len) else {
            return broken(b"unable to read in filename from central directory, truncated");
        };
        at += name_len as u64;
        let is_dir = full.ends_with(b"/");
        let short = if is_dir && full.len() > 1 { &full[..full.len() - 1] } else { &full[..] };
        let mut entry = Entry {
            name: short.to_vec(),
            crc: u32_at(&central, 16),
            packed: u32_at(&central, 20),
            size: u32_at(&central, 24),
            time: dos_time::to_unix(u16_at(&central, 12), u16_at(&central, 14)) as u32,
            flags: if is_dir { flag::DEFAULT_DIR } else { flag::DEFAULT_FILE },
            header_at: u64::from(u32_at(&central, 42)),
            is_dir,
            ..Entry::default()
        };
        let mut skip = extra_len;
        let mut local = Vec::new();
        if !is_dir {
            match read_exact(&file, entry.header_at, LOCAL) {
                None => return broken(b"phar error: internal corruption (cannot read local file header)"),
                Some(header) if usize::from(u16_at(&header, 26)) != name_len => {
                    return broken(b"phar error: internal corruption (local file header does not match central directory)");
                }
                Some(header) => local = header,
            }
            skip = usize::from(u16_at(&local, 28));
        }
        entry.at = entry.header_at + (LOCAL + short.len() + skip) as u64;
        entry.at_in_archive = entry.at;
        if short == SIGNATURE {
            let (kind, hex) = check_signature(cx, &file, name, &entry, (directory, before), &comment)?;
            (archive.signature_kind, archive.signature) = (kind, Some(hex));
            if index + 1 != count {
                return broken(b"entries exist after signature, invalid phar");
            }
            continue;
        }
        archive.imply_dirs(short);
        let extra = read_exact(&file, at, extra_len);
        if extra.and_then(|extra| read_extra(&mut entry, &extra)).is_none() {
            return broken(b"Unable to process extra field header for file in central directory");
        }
        at += extra_len as u64;
        match u16_at(&central, 10) {
            STORED => {}
            DEFLATED => entry.flags |= flag::GZ,
            BZIPPED => entry.flags |= flag::BZ2,
            other => return broken(unsupported(other).as_bytes()),
        }
        let Some(noted) = read_exact(&file, at, comment_len) else {
            return broken(b"unable to read in file comment, truncated");
        };
        at += comment_len as u64;
        entry.metadata = Metadata::of_text(&noted);
        if own.is_none() && short == ALIAS {
            if [entry.crc, entry.packed, entry.size] != [u32_at(&local, 14), u32_at(&local, 18), u32_at(&local, 22)] {
                let what = "phar error: internal corruption of zip-based phar (local header of alias does not match central directory)";
                return broken(what.as_bytes());
            }
            own = read_alias(cx, &file, &entry);
            if own.as_ref().is_none_or(Vec::is_empty) {
                return broken(b"unable to read in alias, truncated");
            }
        }
        entry.inode = archive.inode(short);
        archive.manifest.entry(short.to_vec()).or_insert_with(|| EntryCell::new(entry));
    }
    archive.is_data = !archive.manifest.contains_key(STUB);
    if !archive.is_data && cx.ini_bool("phar.require_hash") && archive.signature.is_none() {
        return broken(b"signature is missing");
    }
    archive.file = Some(file);
    if let Some(alias) = own.as_ref().filter(|alias| !is_alias(alias)) {
        return fail("phar error: invalid alias \"{}\" in zip-based phar \"{}\"", &[alias, name]);
    }
    let taken = (
        "phar error: Unable to add zip-based phar \"{}\" with implicit alias, alias is already in use",
        "phar error: Unable to add zip-based phar \"{}\" with explicit alias, alias is already in use",
    );
    register(cx, archive, Naming { own, wanted: alias, taken })
}

fn read_alias(cx: &mut Cx, file: &Rc<File>, entry: &Entry) -> Option<Vec<u8>> {
    /// An alias is a word.
    const LONGEST: u64 = 1 << 16;
    let size = u64::from(entry.size).min(LONGEST);
    let from = Region { file: file.clone(), at: entry.at, len: u64::from(entry.packed) };
    let Some(method) = Method::of(entry.flags) else { return Region { len: size, ..from }.bytes(cx) };
    let mut out = Out::temporary(cx).ok()?;
    method.unpack(cx, &from, &mut out, size);
    Region { file: out.file, at: 0, len: out.at }.bytes(cx)
}

/// The signature is of the files, the directory up to its own entry, and the comment.
fn check_signature(
    cx: &mut Cx,
    file: &Rc<File>,
    name: &[u8],
    entry: &Entry,
    (directory, before): (u64, u64),
    comment: &[u8],
) -> Try<(u32, Vec<u8>)> {
    let broken = |what: &[u8]| fail("phar error: {} in zip-based phar \"{}\"", &[what, name]);
    if entry.size > 0x10000 {
        return broken(b"signatures larger than 64 KiB are not supported");
    }
    let Ok(mut out) = Out::temporary(cx) else { return broken(b"couldn't open temporary file") };
    let mut copy = |at: u64, end: u64, out: &mut Out| {
        let len = end.saturating_sub(at);
        (Region { file: file.clone(), at, len }).copy(cx, out);
    };
    copy(0, entry.header_at, &mut out);
    copy(directory, before, &mut out);
    out.write(comment);
    let Some(bytes) = read_exact(file, entry.at, entry.size as usize).filter(|bytes| bytes.len() > 8) else {
        return broken(b"signature cannot be read");
    };
    let kind = u32_at(&bytes, 0);
    let hex = signature::verify(cx, &out.file, out.at, kind, &bytes[8..], name).map_err(|why| {
        let what = text("signature cannot be verified: {}", &[&why.unwrap_or_default()]);
        Some(text("phar error: {} in zip-based phar \"{}\"", &[&what, name]))
    })?;
    Ok((kind, hex))
}

/// Two parts of a new archive: files, and the directory.
struct Writing {
    files: Out,
    central: Out,
    /// Where contents are in it, to be noted when all is written.
    places: Vec<(EntryRef, u64, u64)>,
    count: u16,
}

/// Writes a zip archive anew.
pub(crate) fn write(cx: &mut Cx, archive: &ArchiveRef, stub: NewStub<'_>) -> Try<()> {
    let name = archive.name();
    if !archive.get().is_data {
        set_own_files(cx, archive, stub)?;
        let alias = archive.get().alias_bytes().to_vec();
        if !alias.is_empty() {
            crate::registry::find(cx, &name, Some(&alias))?;
        }
    }
    if archive.get().file.is_none() {
        let old = packed::old_file(archive);
        archive.edit().file = old;
    }
    let flush_failed = |why: crate::archive::Why| {
        why.map(|why| text("phar zip flush of \"{}\" failed: {}", &[&name, &why]))
            .or_else(|| Some(text("phar zip flush of \"{}\" failed", &[&name])))
    };
    if !archive.get().is_data && archive.get().signature_kind == 0 {
        archive.edit().signature_kind = signature::SHA256;
    }
    let mut writing = Writing { files: Out::temporary(cx)?, central: Out::temporary(cx)?, places: Vec::new(), count: 0 };
    drop_deleted(archive, true);
    let entries = archive.entries();
    for entry in entries {
        if !entry.get().is_mounted && !entry.get().is_deleted {
            let file = entry.get().name.clone();
            archive.edit().imply_dirs(&file);
            write_entry(cx, archive, &entry, &mut writing).map_err(flush_failed)?;
        }
    }
    if archive.get().signature_kind != 0 {
        write_signature(cx, archive, &mut writing).map_err(flush_failed)?;
    }
    let Writing { mut files, central, places, count } = writing;
    let directory = files.at;
    let from = Region { file: central.file.clone(), at: 0, len: central.at };
    if !from.copy(cx, &mut files) {
        return fail("phar zip flush of \"{}\" failed: unable to write central-directory", &[&name]);
    }
    let noted = archive.get().metadata.bytes().to_vec();
    let mut end = END_MAGIC.to_vec();
    end.extend_from_slice(&[0; 4]);
    end.extend_from_slice(&count.to_le_bytes());
    end.extend_from_slice(&count.to_le_bytes());
    end.extend_from_slice(&(central.at as u32).to_le_bytes());
    end.extend_from_slice(&(directory as u32).to_le_bytes());
    end.extend_from_slice(&(noted.len() as u16).to_le_bytes());
    end.extend_from_slice(&noted);
    if !files.write(&end) {
        return fail("phar zip flush of \"{}\" failed: unable to write end of central-directory", &[&name]);
    }
    for (entry, header_at, at) in places {
        let mut data = entry.edit();
        (data.header_at, data.at, data.at_in_archive) = (header_at, at, at);
        (data.source, data.is_modified, data.old_flags) = (Source::Archive, false, data.flags);
    }
    let mut data = archive.edit();
    (data.scratch, data.brand_new) = (None, false);
    drop(data);
    content::replace_file(cx, archive, &files)
}

/// What is written of a file's content, and its checksum and sizes.
fn prepare(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef) -> Try<Option<Region>> {
    let name = archive.name();
    let data = entry.get().clone();
    if data.is_dir {
        return Ok(None);
    }
    let same = data.old_flags == 0 || data.old_flags & flag::PACKED == data.flags & flag::PACKED;
    let untouched = !data.is_modified || (same && data.flags & flag::PACKED != 0);
    if untouched && !matches!(data.source, Source::Own(_) | Source::Outside(_)) && archive.get().file.is_some() {
        let file = archive.get().file.clone();
        // Content in the scratch file that was never in the archive is new.
        if !(matches!(data.source, Source::Scratch) && data.is_modified) {
            return Ok(file.map(|file| Region { file, at: data.at_in_archive, len: u64::from(data.packed) }));
        }
    }
    let pattern = "unable to open file contents of file \"{}\" in zip-based phar \"{}\"";
    if content::open(cx, archive, entry, false).is_err() {
        return fail(pattern, &[&data.name, &name]);
    }
    let Some(region) = content::region(cx, archive, entry) else { return fail(pattern, &[&data.name, &name]) };
    let crc = region.crc(cx).unwrap_or_default();
    let packed = match Method::of(data.flags) {
        None => region,
        Some(method) => {
            let mut out = Out::temporary(cx)?;
            if !method.pack(cx, &region, &mut out) {
                let pattern = "unable to copy compressed file contents of file \"{}\" while creating new phar \"{}\"";
                return fail(pattern, &[&data.name, &name]);
            }
            Region { file: out.file, at: 0, len: out.at }
        }
    };
    let mut data = entry.edit();
    (data.crc, data.packed) = (crc, packed.len as u32);
    Ok(Some(packed))
}

fn write_entry(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef, writing: &mut Writing) -> Try<()> {
    crate::metadata::ensure_text(cx, entry);
    let region = prepare(cx, archive, entry)?;
    let archive_name = archive.name();
    let data = entry.get().clone();
    let slash: &[u8] = if data.is_dir { b"/" } else { b"" };
    let mode = ((data.flags & flag::PERMISSIONS) as u16).to_le_bytes();
    let mut extra = [0; PERMISSIONS];
    extra[..4].copy_from_slice(&[b'n', b'u', (PERMISSIONS - 4) as u8, 0]);
    extra[4..8].copy_from_slice(&crc32fast::hash(&mode).to_le_bytes());
    extra[8..10].copy_from_slice(&mode);
    let method = match Method::of(data.flags) {
        None => STORED,
        Some(Method::Gz { .. }) => DEFLATED,
        Some(Method::Bz2) => BZIPPED,
    };
    let (time, date) = dos_time::from_unix(i64::from(data.time));
    let name_len = (data.name.len() + slash.len()) as u16;
    let (crc, packed, size) = if data.is_dir { (0, 0, 0) } else { (data.crc, data.packed, data.size) };
    // What both headers have in common: flags to the length of extra fields.
    let mut common = Vec::with_capacity(26);
    for n in [UTF8, method, time, date] {
        common.extend_from_slice(&n.to_le_bytes());
    }
    for n in [crc, packed, size] {
        common.extend_from_slice(&n.to_le_bytes());
    }
    common.extend_from_slice(&name_len.to_le_bytes());
    common.extend_from_slice(&(PERMISSIONS as u16).to_le_bytes());
    let header_at = writing.files.at;
    let local = [LOCAL_MAGIC, &[0; 2], &common, &data.name, slash, &extra].concat();
    let noted = data.metadata.bytes();
    let central = [
        CENTRAL_MAGIC,
        &[0; 4],
        &common,
        &(noted.len() as u16).to_le_bytes(),
        &[0; 8],
        &(header_at as u32).to_le_bytes(),
        &data.name,
        slash,
        &extra,
        noted,
    ]
    .concat();
    if !writing.files.write(&local) || !writing.central.write(&central) {
        let pattern = "unable to write local file header of file \"{}\" to zip-based phar \"{}\"";
        return fail(pattern, &[&data.name, &archive_name]);
    }
    let at = writing.files.at;
    if region.is_some_and(|region| !region.copy(cx, &mut writing.files)) {
        let pattern = "unable to copy contents of file \"{}\" while creating zip-based phar \"{}\"";
        return fail(pattern, &[&data.name, &archive_name]);
    }
    writing.count = writing.count.wrapping_add(1);
    writing.places.push((entry.clone(), header_at, at));
    Ok(())
}

fn write_signature(cx: &mut Cx, archive: &ArchiveRef, writing: &mut Writing) -> Try<()> {
    let mut whole = Out::temporary(cx)?;
    for part in [&writing.files, &writing.central] {
        (Region { file: part.file.clone(), at: 0, len: part.at }).copy(cx, &mut whole);
    }
    whole.write(archive.get().metadata.bytes());
    let region = Region { file: whole.file.clone(), at: 0, len: whole.at };
    let made = signature::create(cx, archive, &region)
        .map_err(|why| Some(text("phar error: unable to write signature to zip-based phar: {}", &[&why.unwrap_or_default()])))?;
    let kind = archive.get().signature_kind;
    let content = [&kind.to_le_bytes()[..], &(made.len() as u32).to_le_bytes(), &made].concat();
    let entry = own_file(cx, SIGNATURE, &content, Format::Zip)?;
    {
        let mut data = entry.edit();
        (data.flags, data.time) = (0, 0);
    }
    write_entry(cx, archive, &entry, writing)
}
