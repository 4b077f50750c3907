//! Reads and writes archives in the format tar, with the files under `.phar` that hold the stub, alias and signature.

use std::fs::File;
use std::rc::Rc;

use loxo_runtime::Cx;

use crate::archive::{
    ALIAS, Archive, ArchiveRef, Entry, EntryCell, EntryRef, Format, Metadata, SIGNATURE, STUB, Source, Try, fail, flag, is_alias, text,
};
use crate::content::{self, Out, Region, length, read_exact};
use crate::opening::{Naming, register};
use crate::writing::{NewStub, drop_deleted, now};
use crate::{packed, signature};

const BLOCK: usize = 512;
/// Length of a header of the oldest kind.
const OLD_HEADER: usize = 257;
/// Where the archive's own metadata are.
const METADATA: &[u8] = b".phar/.metadata.bin";
const METADATA_PREFIX: &[u8] = b".phar/.metadata/";
const METADATA_SUFFIX: &[u8] = b"/.metadata.bin";
const DEFAULT_STUB: &[u8] = b"<?php // tar-based phar archive stub file\n__HALT_COMPILER();";

/// The fields of a header.
struct Header<'a>(&'a [u8]);

impl<'a> Header<'a> {
    fn field(&self, at: usize, len: usize) -> &'a [u8] {
        &self.0[at..at + len]
    }

    /// A text up to its NUL byte.
    fn text(&self, at: usize, len: usize) -> &'a [u8] {
        let field = self.field(at, len);
        &field[..memchr::memchr(0, field).unwrap_or(len)]
    }

    fn number(&self, at: usize, len: usize) -> u32 {
        number(self.field(at, len))
    }

    fn name(&self) -> &'a [u8] {
        self.text(0, 100)
    }

    fn kind(&self) -> u8 {
        self.0[156]
    }

    fn prefix(&self) -> &'a [u8] {
        self.text(345, 155)
    }

    fn checksum(&self) -> u32 {
        self.number(148, 8)
    }

    /// The sum of the bytes, with blanks for the checksum itself.
    fn sum(&self, len: usize) -> u32 {
        self.0[..len].iter().enumerate().map(|(at, &b)| if (148..156).contains(&at) { 32 } else { u32::from(b) }).sum()
    }
}

fn number(field: &[u8]) -> u32 {
    let digits = field.iter().skip_while(|&&b| b == b' ').take_while(|b| (b'0'..=b'7').contains(b));
    digits.fold(0u32, |n, &b| n.wrapping_mul(8).wrapping_add(u32::from(b - b'0')))
}

/// Is this the first block of a tar archive?
pub(crate) fn is_tar(block: &[u8], name: &[u8]) -> bool {
    if block.len() < BLOCK || block.starts_with(b"<?php") {
        return false;
    }
    let header = Header(block);
    if header.checksum() == header.sum(BLOCK) {
        return true;
    }
    let last = name.iter().rposition(|&b| b == b'/').map_or(name, |slash| &name[slash..]);
    memchr::memmem::find(last, b".tar").is_some_and(|at| matches!(last.get(at + 4), None | Some(b'.')))
}

/// A reading of an archive from block to block.
struct Reading<'a> {
    file: &'a Rc<File>,
    name: &'a [u8],
    at: u64,
    total: u64,
    archive: Archive,
    alias: Option<Vec<u8>>,
}

fn rounded(size: u32) -> u64 {
    (u64::from(size) + 511) & !511
}

impl Reading<'_> {
    fn truncated<T>(&self) -> Try<T> {
        fail("phar error: \"{}\" is a corrupted tar file (truncated)", &[self.name])
    }

    fn block(&mut self) -> Option<Vec<u8>> {
        let block = read_exact(self.file, self.at, BLOCK)?;
        self.at += BLOCK as u64;
        Some(block)
    }

    fn skip(&mut self, len: u64) -> Try<()> {
        self.at = self.at.saturating_add(len);
        if self.at > self.total { self.truncated() } else { Ok(()) }
    }

    /// The signature, which must be the last.
    fn signature(&mut self, cx: &mut Cx, size: u32, kind: u8) -> Try<()> {
        let name = self.name;
        if size > 511 {
            return fail("phar error: tar-based phar \"{}\" has signature that is larger than 511 bytes, cannot process", &[name]);
        }
        let Some(bytes) = read_exact(self.file, self.at, size as usize).filter(|_| size > 8) else {
            return fail("phar error: tar-based phar \"{}\" signature cannot be read", &[name]);
        };
        // Only the lowest byte of the number counts.
        let signature_kind = u32::from(bytes[0]);
        let hex = signature::verify(cx, self.file, self.at - BLOCK as u64, signature_kind, &bytes[8..], name).map_err(|why| {
            Some(text("phar error: tar-based phar \"{}\" signature cannot be verified: {}", &[name, &why.unwrap_or_default()]))
        })?;
        (self.archive.signature_kind, self.archive.signature) = (signature_kind, Some(hex));
        self.at += BLOCK as u64;
        if matches!(kind, 0 | b'0') {
            self.skip(BLOCK as u64)?;
        }
        match self.block() {
            None => self.truncated(),
            Some(block) if Header(&block).checksum() == 0 && block.iter().all(|&b| b == 0) => Ok(()),
            Some(_) => fail("phar error: \"{}\" has entries after signature, invalid phar", &[name]),
        }
    }

    fn read_alias(&mut self, size: u32) -> Try<()> {
        let name = self.name;
        if size > 511 {
            return fail("phar error: tar-based phar \"{}\" has alias that is larger than 511 bytes, cannot process", &[name]);
        }
        let Some(alias) = read_exact(self.file, self.at, size as usize) else {
            return fail("phar error: Unable to read alias from tar-based phar \"{}\"", &[name]);
        };
        if !is_alias(&alias) {
            let shown = if alias.len() > 50 { [&alias[..50], b"..."].concat() } else { alias };
            return fail("phar error: invalid alias \"{}\" in tar-based phar \"{}\"", &[&shown, name]);
        }
        self.alias = Some(alias);
        Ok(())
    }

    /// Metadata of the archive or of a file in it.
    fn read_metadata(&mut self, entry: &EntryRef) -> Try<()> {
        let (name, size) = (entry.get().name.clone(), entry.get().size);
        let invalid = || fail("phar error: tar-based phar \"{}\" has invalid metadata in magic file \"{}\"", &[self.name, &name]);
        let Some(bytes) = read_exact(self.file, self.at, size as usize) else { return invalid() };
        let metadata = Metadata::of_text(&bytes);
        if name == METADATA {
            if self.archive.metadata.is_set() {
                return invalid();
            }
            self.archive.metadata = metadata;
            return Ok(());
        }
        let of = name.strip_prefix(METADATA_PREFIX).and_then(|rest| rest.strip_suffix(METADATA_SUFFIX));
        match of.and_then(|of| self.archive.entry(of)) {
            Some(other) if other.get().metadata.is_set() => invalid(),
            Some(other) => {
                other.edit().metadata = metadata;
                Ok(())
            }
            None => {
                entry.edit().metadata = metadata;
                Ok(())
            }
        }
    }
}

/// Reads a tar archive.
// Long because: one loop over the blocks, whose checks come in the order in which PHP reports what is wrong.
pub(crate) fn parse(cx: &mut Cx, file: Rc<File>, name: &[u8], alias: Option<&[u8]>, compression: u32) -> Try<ArchiveRef> {
    let total = length(&file);
    let mut archive = Archive::new(name, Format::Tar);
    archive.flags = compression;
    let mut reading = Reading { file: &file, name, at: 0, total, archive, alias: None };
    let Some(mut block) = reading.block() else {
        return fail("phar error: \"{}\" is not a tar file or is truncated", &[name]);
    };
    let mut old = &block[257..262] != b"ustar";
    let mut long_name: Option<Vec<u8>> = None;
    loop {
        cx.check_interrupt().map_err(|_| None)?;
        let header = Header(&block);
        let given = header.checksum();
        if given == 0 && block.iter().all(|&b| b == 0) {
            break;
        }
        let mut sum = header.sum(if old { OLD_HEADER } else { BLOCK });
        if old && sum != given && header.sum(BLOCK) == given {
            (sum, old) = (given, false);
        }
        let (size, kind) = (header.number(124, 12), header.kind());
        let start = reading.at;
        if !old && matches!(kind, b'g' | b'x') {
            reading.skip(rounded(size))?;
        } else if (old || header.prefix().is_empty()) && header.name() == SIGNATURE {
            reading.signature(cx, size, kind)?;
            break;
        } else if long_name.is_none() && kind == b'L' {
            if size == 0 || size == u32::MAX {
                return fail("phar error: \"{}\" is a corrupted tar file (invalid entry size)", &[name]);
            }
            let Some(long) = read_exact(&file, reading.at, size as usize) else { return reading.truncated() };
            long_name = Some(long);
            reading.skip(rounded(size))?;
            match reading.block() {
                Some(next) => block = next,
                None => return reading.truncated(),
            }
            continue;
        } else {
            let full = match long_name.take() {
                // The name is written with its NUL byte, which belongs to it no more.
                Some(long) => long.strip_suffix(b"\0").unwrap_or(&long).to_vec(),
                None => {
                    let whole = match header.prefix() {
                        prefix if !old && !prefix.is_empty() => [prefix, b"/", header.name()].concat(),
                        _ => header.name().to_vec(),
                    };
                    whole.strip_suffix(b"/").unwrap_or(&whole).to_vec()
                }
            };
            reading.archive.imply_dirs(&full);
            if given != sum {
                return fail("phar error: \"{}\" is a corrupted tar file (checksum mismatch of file \"{}\")", &[name, &full]);
            }
            let mode = header.number(100, 8);
            let mut tar_type = if old && kind == 0 { b'0' } else { kind };
            if old && tar_type == b'0' && mode & 0o170_000 == 0o040_000 {
                tar_type = b'5';
            }
            let link = header.text(157, 100);
            if tar_type == b'1' && !reading.archive.manifest.contains_key(link) {
                let pattern = "phar error: \"{}\" is a corrupted tar file - hard link to non-existent file \"{}\"";
                return fail(pattern, &[name, link]);
            }
            let entry = EntryCell::new(Entry {
                size,
                packed: size,
                flags: mode & flag::PERMISSIONS,
                time: header.number(136, 12),
                at: start,
                at_in_archive: start,
                link: matches!(tar_type, b'1' | b'2').then(|| link.to_vec()),
                tar_type,
                is_dir: tar_type == b'5',
                is_checked: true,
                inode: reading.archive.inode(&full),
                name: full.clone(),
                ..Entry::default()
            });
            reading.archive.manifest.insert(full.clone(), entry.clone());
            if full.starts_with(b".phar/.metadata") {
                reading.read_metadata(&entry)?;
            }
            if reading.alias.is_none() && full == ALIAS {
                reading.read_alias(size)?;
            }
            if matches!(kind, 0 | b'0') {
                reading.skip(rounded(size))?;
            }
        }
        if reading.at == total {
            break;
        }
        match reading.block() {
            Some(next) => block = next,
            None => return reading.truncated(),
        }
    }
    let Reading { mut archive, alias: own, .. } = reading;
    archive.is_data = !archive.manifest.contains_key(STUB);
    if !archive.is_data && cx.ini_bool("phar.require_hash") && archive.signature.is_none() {
        return fail("tar-based phar \"{}\" does not have a signature", &[name]);
    }
    archive.file = Some(file.clone());
    let taken = "phar error: Unable to add tar-based phar \"{}\", alias is already in use";
    register(cx, archive, Naming { own, wanted: alias, taken: (taken, taken) })
}

/// A file that stands for something of the archive itself.
pub(crate) fn own_file(cx: &mut Cx, name: &[u8], content: &[u8], format: Format) -> Try<EntryRef> {
    let mut out = Out::temporary(cx)?;
    if !out.write(content) {
        return fail("phar error: unable to create temporary file", &[]);
    }
    Ok(EntryCell::new(Entry {
        name: name.to_vec(),
        size: content.len() as u32,
        packed: content.len() as u32,
        flags: flag::DEFAULT_FILE,
        time: now(),
        source: Source::Own(out.file),
        tar_type: if format == Format::Tar { b'0' } else { 0 },
        is_modified: true,
        is_checked: true,
        ..Entry::default()
    }))
}

/// Puts the alias and the stub of an archive in a foreign format into files of their own.
pub(crate) fn set_own_files(cx: &mut Cx, archive: &ArchiveRef, stub: NewStub<'_>) -> Try<()> {
    let (format, word, default) = match archive.get().format {
        Format::Zip => (Format::Zip, &b"zip"[..], &b"<?php // zip-based phar archive stub file\n__HALT_COMPILER();"[..]),
        _ => (Format::Tar, &b"tar"[..], DEFAULT_STUB),
    };
    let alias = Some(archive.get().alias_bytes().to_vec()).filter(|alias| !archive.get().temporary_alias && !alias.is_empty());
    match alias {
        Some(alias) => {
            let entry = own_file(cx, ALIAS, &alias, format)?;
            archive.edit().manifest.insert(ALIAS.to_vec(), entry);
        }
        None => drop(archive.edit().manifest.shift_remove(ALIAS)),
    }
    let stub = match stub {
        NewStub::Given(stub) => match packed::complete_stub(stub) {
            Some(stub) => stub,
            None => return fail("illegal stub for {}-based phar \"{}\"", &[word, &archive.name()]),
        },
        NewStub::Keep if archive.get().manifest.contains_key(STUB) => return Ok(()),
        NewStub::Keep | NewStub::Default(_) => default.to_vec(),
    };
    let entry = own_file(cx, STUB, &stub, format)?;
    archive.edit().manifest.insert(STUB.to_vec(), entry);
    Ok(())
}

/// Puts metadata into files of their own.
fn set_metadata(cx: &mut Cx, archive: &ArchiveRef) -> Try<()> {
    let noted = archive.get().metadata.clone();
    if noted.is_set() {
        put_metadata(cx, archive, METADATA, &noted)?;
    }
    for entry in archive.entries() {
        let name = entry.get().name.clone();
        if name.starts_with(b".phar/.metadata") && name.len() > 15 {
            let of = name.strip_prefix(METADATA_PREFIX).and_then(|rest| rest.strip_suffix(METADATA_SUFFIX));
            if name == METADATA {
                put_metadata(cx, archive, METADATA, &noted)?;
            } else if of.is_some_and(|of| !archive.get().manifest.contains_key(of)) {
                archive.edit().manifest.shift_remove(&name);
            }
            continue;
        }
        if !entry.get().is_modified {
            continue;
        }
        crate::metadata::ensure_text(cx, &entry);
        let own = [METADATA_PREFIX, &name, METADATA_SUFFIX].concat();
        let metadata = entry.get().metadata.clone();
        match metadata.is_set() {
            true => put_metadata(cx, archive, &own, &metadata)?,
            false => drop(archive.edit().manifest.shift_remove(&own)),
        }
    }
    Ok(())
}

fn put_metadata(cx: &mut Cx, archive: &ArchiveRef, name: &[u8], metadata: &Metadata) -> Try<()> {
    let made = own_file(cx, name, metadata.bytes(), Format::Tar)?;
    let known = archive.entry(name);
    match known {
        Some(known) => {
            let made = made.get().clone();
            let mut data = known.edit();
            (data.size, data.packed, data.source, data.at, data.is_modified) = (made.size, made.packed, made.source, 0, true);
        }
        None => {
            // PHP writes no permissions and no time for these.
            {
                let mut data = made.edit();
                (data.flags, data.time) = (0, 0);
            }
            archive.edit().manifest.insert(name.to_vec(), made);
        }
    }
    Ok(())
}

/// Writes a tar archive anew.
pub(crate) fn write(cx: &mut Cx, archive: &ArchiveRef, stub: NewStub<'_>) -> Try<()> {
    if !archive.get().is_data {
        set_own_files(cx, archive, stub)?;
    }
    if archive.get().file.is_none() {
        let old = packed::old_file(archive);
        archive.edit().file = old;
    }
    let mut out = Out::temporary(cx)?;
    set_metadata(cx, archive)?;
    drop_deleted(archive, true);
    let entries = archive.entries();
    let mut written = Vec::new();
    for entry in entries {
        if !entry.get().is_mounted && !entry.get().is_deleted {
            let file = entry.get().name.clone();
            archive.edit().imply_dirs(&file);
            let at = write_entry(cx, archive, &entry, &mut out)?;
            written.push((entry, at));
        }
    }
    // Only now: while it was written, the old places counted.
    for (entry, at) in written {
        let mut data = entry.edit();
        (data.at, data.at_in_archive, data.source, data.is_modified) = (at, at, Source::Archive, false);
        data.old_flags = data.flags;
    }
    let wants = !archive.get().is_data || archive.get().signature_kind != 0;
    if wants {
        let region = Region { file: out.file.clone(), at: 0, len: out.at };
        let made = signature::create(cx, archive, &region)
            .map_err(|why| Some(text("phar error: unable to write signature to tar-based phar: {}", &[&why.unwrap_or_default()])))?;
        let content = [&archive.get().signature_kind.to_le_bytes()[..], &(made.len() as u32).to_le_bytes(), &made].concat();
        let entry = own_file(cx, SIGNATURE, &content, Format::Tar)?;
        write_entry(cx, archive, &entry, &mut out)?;
    }
    out.write(&[0; 2 * BLOCK]);
    let mut data = archive.edit();
    (data.scratch, data.brand_new) = (None, false);
    drop(data);
    content::replace_file(cx, archive, &out)
}

/// An octal number of so many digits; `None`: it needs more.
fn octal(value: u32, len: usize) -> Option<Vec<u8>> {
    let digits = format!("{value:0len$o}");
    (digits.len() <= len).then(|| digits.into_bytes())
}

/// Writes a file; answers where its content begins.
fn write_entry(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef, out: &mut Out) -> Try<u64> {
    let archive_name = archive.name();
    let data = entry.get().clone();
    let refuse = |why: &str, what: &[u8]| {
        let pattern = ["tar-based phar \"{}\" cannot be created, ", why].concat();
        fail(&pattern, &[&archive_name, what])
    };
    let mut header = [0; BLOCK];
    let (prefix, short) = match data.name.len() {
        0..=100 => (&b""[..], &data.name[..]),
        len => {
            let from = len - 101;
            let slash = memchr::memchr(b'/', &data.name[from..]).map(|at| at + from).filter(|&at| at <= 155 && len <= 256);
            match slash {
                Some(slash) => (&data.name[..slash], &data.name[slash + 1..]),
                None => return refuse("filename \"{}\" is too long for tar file format", &data.name),
            }
        }
    };
    header[..short.len()].copy_from_slice(short);
    header[345..345 + prefix.len()].copy_from_slice(prefix);
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(100, &octal(data.flags & flag::PERMISSIONS, 7).unwrap_or_default());
    let Some(size) = octal(data.size, 11) else { return refuse("filename \"{}\" is too large for tar file format", &data.name) };
    put(124, &size);
    let Some(time) = octal(data.time, 11) else {
        return refuse("file modification time of file \"{}\" is too large for tar file format", &data.name);
    };
    put(136, &time);
    put(156, &[data.tar_type]);
    if let Some(link) = &data.link {
        if link.len() >= 100 {
            return refuse("link \"{}\" is too long for format", link);
        }
        put(157, link);
    }
    put(257, b"ustar\x0000");
    let sum = Header(&header).sum(BLOCK);
    header[148..155].copy_from_slice(&octal(sum, 7).unwrap_or_default());
    header[155] = b' ';
    if !out.write(&header) {
        return refuse("header for  file \"{}\" could not be written", &data.name);
    }
    let at = out.at;
    if data.size > 0 && matches!(data.tar_type, 0 | b'0'..=b'9') {
        content::open(cx, archive, entry, false)?;
        let Some(region) = content::region(cx, archive, entry) else {
            return refuse("contents of file \"{}\" could not be written, seek failed", &data.name);
        };
        if !region.copy(cx, out) {
            return refuse("contents of file \"{}\" could not be written", &data.name);
        }
        out.write(&vec![0; (rounded(data.size) - u64::from(data.size)) as usize]);
    }
    entry.edit().header_at = at - BLOCK as u64;
    entry.edit().crc = sum;
    Ok(at)
}
