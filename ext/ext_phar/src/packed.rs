//! PHP's own format: a stub, a manifest, the files one after the other, a signature.

use std::fs::File;
use std::rc::Rc;

use loxo_runtime::Cx;
use loxo_runtime::paths;

use crate::archive::{Archive, ArchiveRef, Entry, EntryCell, Format, HALT, Metadata, Source, Try, fail, flag, is_alias, text};
use crate::content::{self, Method, Out, Region, length, read_exact};
use crate::opening::{Naming, find_ignoring_case, register};
use crate::registry::is_readonly;
use crate::{signature, stub};

/// A manifest is not longer than this.
const LONGEST: u32 = 100 << 20;
/// Of the part of a manifest that is always there.
const FIXED: usize = 18;
/// Least length of what a manifest says of a file.
const LEAST_ENTRY: usize = 21;
const OLDEST_VERSION: u16 = 0x1000;
/// From this version on directories are in the manifest.
const WITH_DIRS: u16 = 0x1110;
const NO_DIRS: u16 = 0x1100;
const VERSION_MASK: u16 = 0xFFF0;
/// What a stub ends with behind `__HALT_COMPILER();`.
pub(crate) const STUB_END: &[u8] = b" ?>\r\n";
const MAGIC: &[u8] = b"GBMB";

/// Reads numbers and texts off a manifest.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
}

fn corrupt<T>(what: &str, name: &[u8]) -> Try<T> {
    fail("internal corruption of phar \"{}\" ({})", &[name, what.as_bytes()])
}

/// Where the manifest begins, behind what may follow the stub's last word.
fn manifest_start(file: &File, halt: u64, name: &[u8]) -> Try<u64> {
    let at_end = || corrupt("truncated manifest at stub end", name);
    let Some(tail) = read_exact(file, halt, 3) else { return at_end() };
    if !matches!(tail[..], [b' ' | b'\n', b'?', b'>']) {
        return Ok(halt);
    }
    let Some(next) = read_exact(file, halt + 3, 1) else { return at_end() };
    match next[0] {
        b'\n' => Ok(halt + 4),
        b'\r' if read_exact(file, halt + 4, 1).as_deref() == Some(b"\n") => Ok(halt + 5),
        b'\r' => at_end(),
        _ => Ok(halt + 3),
    }
}

/// The kind of signature at the end of the file and itself, once it was found right.
fn check_signature(cx: &mut Cx, file: &Rc<File>, name: &[u8]) -> Try<(u32, Vec<u8>)> {
    let total = length(file);
    let broken = || fail("phar \"{}\" has a broken signature", &[name]);
    let Some(tail) = total.checked_sub(8).filter(|&at| at >= 20).and_then(|at| read_exact(file, at, 8)) else { return broken() };
    let (kind, magic) = tail.split_at(4);
    if magic != MAGIC {
        return broken();
    }
    let kind = u32::from_le_bytes(kind.try_into().unwrap_or_default());
    let verify = |cx: &mut Cx, end: u64, signature: &[u8], label: &str| {
        signature::verify(cx, file, end, kind, signature, name).map_err(|why| {
            Some(text("phar \"{}\" {} signature could not be verified: {}", &[name, label.as_bytes(), &why.unwrap_or_default()]))
        })
    };
    if signature::is_keyed(kind) {
        let Some(at) = total.checked_sub(12) else { return broken() };
        let Some(len) = read_exact(file, at, 4) else {
            return fail("phar \"{}\" openssl signature length could not be read", &[name]);
        };
        let len = u32::from_le_bytes(len.try_into().unwrap_or_default());
        let end = at.checked_sub(u64::from(len)).filter(|&end| end > 0);
        let Some((end, made)) = end.and_then(|end| Some((end, read_exact(file, end, len as usize)?))) else {
            return fail("phar \"{}\" openssl signature could not be read", &[name]);
        };
        return Ok((kind, verify(cx, end, &made, "openssl")?));
    }
    let (Some(len), Some(label)) = (signature::length(kind), signature::name(kind)) else {
        return fail("phar \"{}\" has a broken or unsupported signature", &[name]);
    };
    let end = total.checked_sub(8 + len as u64);
    let Some((end, made)) = end.and_then(|end| Some((end, read_exact(file, end, len)?))) else { return broken() };
    Ok((kind, verify(cx, end, &made, &label.replace('-', ""))?))
}

/// Reads an archive whose stub ends at `halt`.
pub(crate) fn parse(cx: &mut Cx, file: Rc<File>, name: &[u8], alias: Option<&[u8]>, halt: u64, compression: u32) -> Try<ArchiveRef> {
    let halt = manifest_start(&file, halt, name)?;
    let Some(len) = read_exact(&file, halt, 4) else { return corrupt("truncated manifest at manifest length", name) };
    let len = u32::from_le_bytes(len.try_into().unwrap_or_default());
    if len > LONGEST {
        return fail("manifest cannot be larger than 100 MB in phar \"{}\"", &[name]);
    }
    let bytes = if (len as usize) < FIXED { None } else { read_exact(&file, halt + 4, len as usize) };
    let Some(bytes) = bytes else { return corrupt("truncated manifest header", name) };
    let mut cursor = Cursor(&bytes);
    let header = || corrupt("truncated manifest header", name);
    let (Some(count), Some(version)) = (cursor.u32(), cursor.take(2)) else { return header() };
    let version = u16::from_be_bytes([version[0], version[1]]);
    if count == 0 {
        return fail("in phar \"{}\", manifest claims to have zero entries.  Phars must have at least 1 entry", &[name]);
    }
    let numbers = format!("{}.{}.{}", version >> 12, version >> 8 & 0xF, version >> 4 & 0xF);
    if version & VERSION_MASK < OLDEST_VERSION {
        return fail("phar \"{}\" is API version {}, and cannot be processed", &[name, numbers.as_bytes()]);
    }
    let Some(flags) = cursor.u32() else { return header() };
    let mut archive = Archive::new(name, Format::Phar);
    archive.flags = flags & !flag::PACKED & !flag::WHOLE | compression;
    let signed = flags & flag::SIGNED != 0;
    if signed {
        let (kind, hex) = check_signature(cx, &file, name)?;
        (archive.signature_kind, archive.signature) = (kind, Some(hex));
    } else if cx.ini_bool("phar.require_hash") {
        return fail("phar \"{}\" does not have a signature", &[name]);
    }
    let Some(alias_len) = cursor.u32() else { return header() };
    let Some(own) = cursor.take(alias_len as usize) else { return corrupt("buffer overrun", name) };
    if bytes.len() < FIXED + own.len() {
        return header();
    }
    if let Some(alias) = alias.filter(|alias| !own.is_empty() && !alias.is_empty() && *alias != own) {
        return fail("cannot load phar \"{}\" with implicit alias \"{}\" under different alias \"{}\"", &[name, own, alias]);
    }
    if count as usize > (bytes.len() - FIXED).saturating_sub(own.len()) / LEAST_ENTRY {
        return corrupt("too many manifest entries for size of manifest", name);
    }
    let Some(noted) = cursor.u32() else { return header() };
    let Some(noted) = cursor.take(noted as usize) else { return corrupt("trying to read past buffer end", name) };
    archive.metadata = Metadata::of_text(noted);
    let mut at = halt + u64::from(len) + 4;
    for _ in 0..count {
        read_entry(&mut archive, &mut cursor, version & VERSION_MASK >= WITH_DIRS, &mut at, signed)?;
    }
    archive.version = numbers.into_bytes();
    archive.halt = halt;
    archive.file = Some(file);
    let own = (!own.is_empty()).then(|| own.to_vec());
    let wanted = own.as_deref().or(alias).filter(|alias| !alias.is_empty());
    if wanted.is_some_and(|alias| !is_alias(alias)) {
        return fail("Cannot open archive \"{}\", invalid alias", &[name]);
    }
    let taken = "Cannot open archive \"{}\", alias is already in use by existing archive";
    register(cx, archive, Naming { own, wanted: alias, taken: (taken, taken) })
}

fn read_entry(archive: &mut Archive, cursor: &mut Cursor<'_>, with_dirs: bool, at: &mut u64, signed: bool) -> Try<()> {
    const NUMBERS: usize = 24;
    let name = archive.name.clone();
    let short = || corrupt("truncated manifest entry", &name);
    if cursor.0.len() < NUMBERS + 4 {
        return short();
    }
    let Some(len) = cursor.u32().map(|len| len as usize) else { return short() };
    if len == 0 {
        return fail("zero-length filename encountered in phar \"{}\"", &[&name]);
    }
    if len > cursor.0.len().saturating_sub(NUMBERS) {
        return short();
    }
    let mut read = || {
        let file = cursor.take(len)?;
        let numbers = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
        let noted = cursor.u32()?;
        Some((file, numbers, cursor.take(noted as usize)?))
    };
    let Some((file, [size, time, packed, crc, flags], noted)) = read() else { return short() };
    archive.imply_dirs(file);
    let is_dir = with_dirs && file.ends_with(b"/");
    let file = if is_dir { &file[..len - 1] } else { file };
    archive.newest = archive.newest.max(time);
    let entry = Entry {
        name: file.to_vec(),
        size,
        packed,
        crc,
        flags: flags | if is_dir { flag::DEFAULT_DIR } else { 0 },
        time,
        metadata: Metadata::of_text(noted),
        at: *at,
        at_in_archive: *at,
        is_dir,
        is_checked: signed,
        inode: archive.inode(file),
        ..Entry::default()
    };
    *at += u64::from(packed);
    if !matches!(flags & flag::PACKED, flag::GZ | flag::BZ2) && size != packed {
        return corrupt("compressed and uncompressed size does not match for uncompressed entry", &name);
    }
    archive.flags |= flags & flag::PACKED;
    archive.manifest.entry(file.to_vec()).or_insert_with(|| EntryCell::new(entry));
    Ok(())
}

/// Up to the end of `__HALT_COMPILER();`, with PHP's end behind it. `None`: the word is missing.
pub(crate) fn complete_stub(stub: &[u8]) -> Option<Vec<u8>> {
    let at = find_ignoring_case(stub, HALT)?;
    Some([&stub[..at + HALT.len()], STUB_END].concat())
}

/// Writes an archive of this format anew.
pub(crate) fn write(cx: &mut Cx, archive: &ArchiveRef, new_stub: Option<&[u8]>) -> Try<()> {
    if is_readonly(cx) {
        return Err(None);
    }
    let name = archive.name();
    let old = old_file(archive);
    let mut out = Out::temporary(cx)?;
    write_stub(cx, archive, new_stub, old.as_ref(), &mut out)?;
    let halt = out.at;
    archive.edit().halt = halt;
    crate::writing::drop_deleted(archive, false);
    let mut pieces = Vec::new();
    let (mut flags, mut has_dirs, mut shared) = (flag::SIGNED, false, None);
    for entry in archive.entries() {
        if entry.get().is_deleted || entry.get().is_mounted {
            continue;
        }
        let file_name = entry.get().name.clone();
        archive.edit().imply_dirs(&file_name);
        crate::metadata::ensure_text(cx, &entry);
        let is_dir = entry.get().is_dir;
        has_dirs |= is_dir;
        if is_dir || (old.is_some() && !entry.get().is_modified) {
            // What was decompressed meanwhile stays compressed in the archive.
            let mut data = entry.edit();
            if matches!(data.source, Source::Scratch) {
                data.source = Source::Archive;
                data.at = data.at_in_archive;
            }
            let region = old.clone().map(|file| Region { file, at: data.at_in_archive, len: u64::from(data.packed) });
            drop(data);
            pieces.push((entry, region.filter(|_| !is_dir)));
            continue;
        }
        // What cannot be read is not written.
        if content::open(cx, archive, &entry, true).is_err() {
            continue;
        }
        let target = content::link_target(archive, &entry).unwrap_or_else(|| entry.clone());
        let Some(region) = content::region(cx, archive, &target) else { continue };
        let Some(crc) = region.crc(cx) else {
            let pattern = "unable to seek to start of file \"{}\" while creating new phar \"{}\"";
            return fail(pattern, &[&file_name, &name]);
        };
        let mut data = entry.edit();
        (data.crc, data.is_checked) = (crc, true);
        let region = match Method::of(data.flags) {
            None => {
                data.packed = data.size;
                region
            }
            Some(method) => {
                drop(data);
                if shared.is_none() {
                    shared = Some(Out::temporary(cx)?);
                }
                let Some(target) = &mut shared else { continue };
                let start = target.at;
                if !method.pack(cx, &region, target) {
                    let pattern = "unable to copy compressed file contents of file \"{}\" while creating new phar \"{}\"";
                    return fail(pattern, &[&file_name, &name]);
                }
                data = entry.edit();
                data.packed = (target.at - start) as u32;
                flags |= data.flags & flag::PACKED;
                Region { file: target.file.clone(), at: start, len: target.at - start }
            }
        };
        drop(data);
        pieces.push((entry, Some(region)));
    }
    write_manifest(archive, &pieces, flags, has_dirs, &mut out)?;
    for (entry, region) in &pieces {
        let Some(region) = region else { continue };
        let at = out.at;
        if !region.copy(cx, &mut out) {
            return fail("unable to write contents of file \"{}\" to new phar \"{}\"", &[&entry.get().name, &name]);
        }
        let mut data = entry.edit();
        (data.at, data.at_in_archive, data.is_modified, data.source) = (at, at, false, Source::Archive);
        data.old_flags = data.flags;
    }
    sign(cx, archive, &mut out)?;
    let mut data = archive.edit();
    (data.scratch, data.brand_new, data.halt) = (None, false, halt);
    drop(data);
    content::replace_file(cx, archive, &out)
}

/// The archive as it was, if it was written before.
pub(crate) fn old_file(archive: &ArchiveRef) -> Option<Rc<File>> {
    let data = archive.get();
    match &data.file {
        Some(file) if !data.brand_new => Some(file.clone()),
        _ => loxo_files::open_file(paths::path_of(&data.name)).ok().map(Rc::new),
    }
}

fn write_stub(cx: &mut Cx, archive: &ArchiveRef, new_stub: Option<&[u8]>, old: Option<&Rc<File>>, out: &mut Out) -> Try<()> {
    let (name, halt, brand_new) = (archive.name(), archive.get().halt, archive.get().brand_new);
    if let Some(stub) = new_stub {
        let Some(stub) = complete_stub(stub) else {
            return fail("illegal stub for phar \"{}\" (__HALT_COMPILER(); is missing)", &[&name]);
        };
        return if out.write(&stub) { Ok(()) } else { fail("unable to create stub from string in new phar \"{}\"", &[&name]) };
    }
    match old.filter(|_| halt > 0 && !brand_new) {
        Some(old) if (Region { file: old.clone(), at: 0, len: halt }).copy(cx, out) => Ok(()),
        Some(_) => fail("unable to copy stub of old phar to new phar \"{}\"", &[&name]),
        None if out.write(&stub::default_stub(b"index.php", b"index.php")) => Ok(()),
        None => fail("unable to create stub in new phar \"{}\"", &[&name]),
    }
}

type Pieces = [(crate::archive::EntryRef, Option<Region>)];

fn write_manifest(archive: &ArchiveRef, pieces: &Pieces, flags: u32, has_dirs: bool, out: &mut Out) -> Try<()> {
    let data = archive.get();
    let alias = if data.temporary_alias { b"" } else { data.alias_bytes() };
    let noted = data.metadata.bytes();
    let mut body = Vec::new();
    let number = |body: &mut Vec<u8>, n: u32| body.extend_from_slice(&n.to_le_bytes());
    number(&mut body, pieces.len() as u32);
    let version = if has_dirs { WITH_DIRS } else { NO_DIRS };
    body.extend_from_slice(&version.to_be_bytes());
    number(&mut body, flags);
    number(&mut body, alias.len() as u32);
    body.extend_from_slice(alias);
    number(&mut body, noted.len() as u32);
    body.extend_from_slice(noted);
    let now = crate::writing::now();
    for (entry, _) in pieces {
        let entry = entry.get();
        let slash: &[u8] = if entry.is_dir { b"/" } else { b"" };
        number(&mut body, (entry.name.len() + slash.len()) as u32);
        body.extend_from_slice(&entry.name);
        body.extend_from_slice(slash);
        for n in [entry.size, now, entry.packed, entry.crc, entry.flags] {
            number(&mut body, n);
        }
        number(&mut body, entry.metadata.bytes().len() as u32);
        body.extend_from_slice(entry.metadata.bytes());
    }
    // A line end behind the stub belongs to the stub, so the length must not look like one.
    if matches!(body.len() as u8, b'\r' | b'\n') {
        body.push(0);
    }
    let len = (body.len() as u32).to_le_bytes();
    if out.write(&len) && out.write(&body) {
        return Ok(());
    }
    fail("unable to write manifest header of new phar \"{}\"", &[&data.name])
}

fn sign(cx: &mut Cx, archive: &ArchiveRef, out: &mut Out) -> Try<()> {
    let region = Region { file: out.file.clone(), at: 0, len: out.at };
    let made = signature::create(cx, archive, &region)
        .map_err(|why| Some(text("phar error: unable to write signature: {}", &[&why.unwrap_or_default()])))?;
    let kind = archive.get().signature_kind;
    let mut tail = made.clone();
    if signature::is_keyed(kind) {
        tail.extend_from_slice(&(made.len() as u32).to_le_bytes());
    }
    tail.extend_from_slice(&kind.to_le_bytes());
    tail.extend_from_slice(MAGIC);
    if out.write(&tail) { Ok(()) } else { fail("unable to write signature", &[]) }
}
