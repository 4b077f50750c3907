//! Writing an archive anew, into a file beside it that then takes its place.

use std::fs::File;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::rc::Rc;

use bzip2::{Action, Compress, Compression, Status};
use loxo_runtime::paths;
use loxo_streams::plain;
use loxo_zlib_sys::{Deflate, flush, status};

use crate::container::{
    AES_128, AES_256, AES_FIELD, AES_METHOD, Container, Content, ENCRYPTED, Entry, LOCAL, Record, TRADITIONAL, UTF8, length,
};
use crate::crypt::{Aes, HEADER, Traditional, random, salt_length};
use crate::error::{COMPNOTSUPP, ENCRNOTSUPP, INCONS, NOPASSWD, OPEN, READ, REMOVE, RENAME, TMPOPEN, Try, WRITE, ZipError, fail};
use crate::finding::torrentzip_comment;
use crate::flags::archive_flag;
use crate::reader::{Reader, content_start};
use crate::{dos_time, names};

const PIECE: usize = 1 << 15;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const BZIPPED: u16 = 12;
/// Made on Unix, needs version 2.0.
const MADE_BY: u16 = 3 << 8 | 63;
const DEFAULT_ATTRIBUTES: u32 = 0o100_666 << 16;
/// Flags of how much work compression has taken.
const BEST: u16 = 2;
const FAST: u16 = 4;
/// Flag of a file with a descriptor behind it: what has not been known in front of it.
const DESCRIBED: u16 = 8;

/// zlib's memory level, as libzip chooses it, but for torrentzip: that says which bytes come out.
const MEMORY: i32 = 9;
const TORRENTZIP_MEMORY: i32 = 8;
/// The time of every file in a torrentzip.
const TORRENTZIP_TIME: u16 = 0xBC00;
const TORRENTZIP_DATE: u16 = 0x2198;
const WIDE: u64 = 0xFFFF_FFFF;

/// Called with how far it is (0 to 1); says whether to go on.
pub(crate) type Progress<'a> = dyn FnMut(f64) -> bool + 'a;

struct Out {
    file: File,
    at: u64,
}

impl Out {
    fn write(&mut self, bytes: &[u8]) -> Try<()> {
        self.file.write_all_at(bytes, self.at).map_err(|error| ZipError::io(WRITE, &error))?;
        self.at += bytes.len() as u64;
        Ok(())
    }
}

/// Content in its plain form.
enum Source {
    Text(loxo_runtime::PhpStr, usize),
    File { file: Rc<File>, at: u64, end: u64 },
    Archived(Box<Reader>),
}

impl Source {
    fn read(&mut self, out: &mut [u8]) -> Try<usize> {
        match self {
            Source::Text(text, at) => {
                let n = out.len().min(text.len() - *at);
                out[..n].copy_from_slice(&text[*at..*at + n]);
                *at += n;
                Ok(n)
            }
            Source::File { file, at, end } => {
                let want = out.len().min(usize::try_from(*end - *at).unwrap_or(usize::MAX));
                let n = file.read_at(&mut out[..want], *at).map_err(|error| ZipError::io(READ, &error))?;
                *at += n as u64;
                Ok(n)
            }
            Source::Archived(reader) => reader.read(out),
        }
    }
}

enum Secret {
    None,
    Traditional(Traditional),
    Aes(Box<Aes>),
}

/// Writes changes. The archive is closed after that.
pub(crate) fn close(container: &mut Container, progress: &mut Progress<'_>) -> Try<()> {
    let left: Vec<&Entry> = container.entries.iter().filter(|entry| !entry.deleted).collect();
    let keeps_empty = container.flags & archive_flag::KEEP_EMPTY != 0;
    let path = paths::path_of(&container.path);
    let fresh = container.file.is_none();
    let flags_changed = container.is_torrentzip_wanted() && container.flags & archive_flag::IS_TORRENTZIP == 0;
    if left.is_empty() && !keeps_empty {
        if (container.is_changed() || fresh) && path.exists() {
            std::fs::remove_file(path).map_err(|error| ZipError::io(REMOVE, &error))?;
        }
        return Ok(());
    }
    if !(container.is_changed() || flags_changed || (fresh && keeps_empty)) {
        return Ok(());
    }
    let folder = container.path.iter().rposition(|&b| b == b'/').map_or(&b"."[..], |slash| &container.path[..slash.max(1)]);
    let name = container.path.rsplit(|&b| b == b'/').next().unwrap_or_default();
    let prefix = [name, b"."].concat();
    let Some((temporary, fd)) = plain::create_temporary(folder, &prefix) else {
        return Err(ZipError::io(TMPOPEN, &std::io::Error::last_os_error()));
    };
    let mode = std::fs::metadata(path).map_or_else(|_| 0o666 & !loxo_streams::file_mask(), |meta| meta.permissions().mode());
    let mut out = Out { file: File::from(fd), at: 0 };
    let done = write_all(container, &mut out, progress).and_then(|()| {
        let _ = out.file.set_permissions(std::fs::Permissions::from_mode(mode));
        std::fs::rename(paths::path_of(&temporary), path).map_err(|error| ZipError::io(RENAME, &error))
    });
    if done.is_err() {
        let _ = std::fs::remove_file(paths::path_of(&temporary));
    }
    done
}

pub(crate) fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

fn write_all(container: &Container, out: &mut Out, progress: &mut Progress<'_>) -> Try<()> {
    let mut left: Vec<&Entry> = container.entries.iter().filter(|entry| !entry.deleted).collect();
    let torrentzip = container.is_torrentzip_wanted();
    if torrentzip {
        left.sort_by_cached_key(|entry| entry.raw_name(false).unwrap_or_default().to_ascii_lowercase());
    }
    let cancelled = || fail(crate::error::CANCELLED);
    if !progress(0.0) {
        return cancelled();
    }
    let mut records = Vec::with_capacity(left.len());
    for (index, entry) in left.iter().enumerate() {
        records.push(write_entry(container, entry, out)?);
        if index + 1 < left.len() && !progress((index + 1) as f64 / left.len() as f64) {
            return cancelled();
        }
    }
    let comment = container.new_comment.as_deref().unwrap_or(&container.comment);
    write_directory(out, &records, (!torrentzip).then_some(comment))?;
    if !progress(1.0) {
        return cancelled();
    }
    Ok(())
}

/// Content of a new file, when it was changed, and its mode if it comes from outside.
fn source_of(container: &Container, entry: &Entry) -> Try<(Source, Option<i64>, Option<u32>)> {
    Ok(match (&entry.content, &entry.original, &container.file) {
        (Some(Content::Text(text)), ..) => (Source::Text(text.clone(), 0), None, None),
        (Some(Content::Directory), ..) => (Source::Text(loxo_runtime::PhpStr::default(), 0), None, None),
        (Some(Content::File { path, open, start, len }), ..) => {
            let file = match open {
                Some(file) => file.clone(),
                None => Rc::new(loxo_files::open_file(paths::path_of(path)).map_err(|error| ZipError::io(OPEN, &error))?),
            };
            let meta = file.metadata().map_err(|error| ZipError::io(READ, &error))?;
            if meta.is_dir() {
                return Err(ZipError { zip: READ, system: 21 });
            }
            let total = length(&file);
            let (start, end) = match len {
                Some(u64::MAX) => (*start, u64::MAX),
                Some(len) => ((*start).min(total), start.saturating_add(*len).min(total)),
                None => ((*start).min(total), total),
            };
            use std::os::unix::fs::MetadataExt;
            (Source::File { file, at: start, end }, Some(meta.mtime()), Some(meta.mode()))
        }
        (None, Some(record), Some(file)) => {
            (Source::Archived(Box::new(Reader::new(file, record, 0, container.password.as_deref())?)), Some(record.mtime()), None)
        }
        _ => return fail(READ),
    })
}

fn method_of(entry: &Entry) -> Try<Option<u16>> {
    Ok(match entry.method.map(|(method, _)| method) {
        None | Some(-1) => None,
        Some(method @ (0 | 8 | 12)) => Some(method as u16),
        Some(_) => return fail(COMPNOTSUPP),
    })
}

/// Writes a file; the answer is what the directory will say of it.
// Long because: the fields of a record are settled one after the other, and each depends on those before.
fn write_entry(container: &Container, entry: &Entry, out: &mut Out) -> Try<Record> {
    let mut record = entry.original.clone().unwrap_or_else(|| Record { attributes: DEFAULT_ATTRIBUTES, ..Record::default() });
    record.made_by = MADE_BY;
    if let Some(name) = &entry.name {
        record.name.clone_from(name);
    }
    if let Some(comment) = &entry.comment {
        record.comment.clone_from(comment);
    }
    if let Some((system, attributes)) = entry.attributes {
        record.made_by = u16::from(system) << 8 | MADE_BY & 0xFF;
        record.attributes = attributes;
    } else if let Some(original) = &entry.original {
        record.made_by = original.made_by;
    }
    let old_utf8 = entry.original.as_ref().is_some_and(|original| original.bits & UTF8 != 0) && entry.name.is_none();
    record.bits = if old_utf8
        || ((entry.name.is_some() || entry.comment.is_some()) && (names::needs_flag(&record.name) || names::needs_flag(&record.comment)))
    {
        UTF8
    } else {
        0
    };
    let wanted = method_of(entry)?;
    let encryption = entry.encryption.as_ref().map_or(record.encryption, |(method, _)| *method);
    let repacks = entry.content.is_some() || wanted.is_some_and(|method| method != record.method) || entry.encryption.is_some();
    if let Some(mtime) = entry.mtime {
        (record.time, record.date) = dos_time::from_unix(mtime);
    }
    let torrentzip = container.is_torrentzip_wanted();
    if !repacks && !torrentzip {
        return copy_entry(container, entry, record, out);
    }
    let (mut source, mtime, mode) = source_of(container, entry)?;
    if let (Some(mode), None) = (mode, entry.attributes) {
        record.attributes = mode << 16;
    }
    if entry.mtime.is_none() && entry.content.is_some() {
        (record.time, record.date) = dos_time::from_unix(mtime.unwrap_or_else(now));
    }
    let mut method = wanted.unwrap_or(if entry.content.is_some() { DEFLATED } else { record.method });
    record.needs = match method {
        BZIPPED => 46,
        DEFLATED => 20,
        _ if encryption == TRADITIONAL || record.name.ends_with(b"/") => 20,
        _ => 10,
    };
    let level = entry.method.filter(|_| !torrentzip).map_or(0, |(_, level)| level);
    record.encryption = encryption;
    let is_dir = matches!(entry.content, Some(Content::Directory));
    // Small content is known at once: nothing is made smaller that would not be.
    if is_dir || matches!(&source, Source::Text(text, _) if text.is_empty()) {
        method = STORED;
    }
    if torrentzip {
        // All is settled, so that the same files give the same archive.
        method = DEFLATED;
        let name = std::mem::take(&mut record.name);
        record = Record { name, bits: record.bits, needs: 20, time: TORRENTZIP_TIME, date: TORRENTZIP_DATE, ..Record::default() };
    }
    record.method = method;
    if record.encryption == TRADITIONAL {
        record.bits |= DESCRIBED;
    }
    if method == DEFLATED {
        record.bits |= match level {
            1..=2 => FAST,
            3..=7 => 0,
            _ => BEST,
        };
    }
    let password = entry.encryption.as_ref().and_then(|(_, password)| password.as_deref()).or(container.password.as_deref());
    record.at = out.at;
    let head_len = local_header(&record).len() as u64;
    out.at += head_len;
    let start = out.at;
    let mut secret = start_secret(&record, password, out)?;
    let memory = if torrentzip { TORRENTZIP_MEMORY } else { MEMORY };
    let (crc, size) = pack(&mut source, method, level, memory, &mut secret, out)?;
    if let Secret::Aes(aes) = &mut secret
        && let Some(tag) = aes.tag()
    {
        out.write(&tag)?;
    }
    (record.size, record.packed) = (size, out.at - start);
    record.crc = if matches!(secret, Secret::Aes(_)) { 0 } else { crc };
    // What compression does not make smaller is stored, unless somebody has asked for it.
    if method == DEFLATED && wanted.is_none() && encryption == 0 && !torrentzip && record.packed >= size && size > 0 {
        let (mut again, ..) = source_of(container, entry)?;
        out.at = start;
        record.method = STORED;
        record.bits &= !(BEST | FAST);
        pack(&mut again, STORED, 0, memory, &mut Secret::None, out)?;
        record.packed = out.at - start;
        let _ = out.file.set_len(out.at);
    }
    let end = out.at;
    out.at = record.at;
    let head = local_header(&record);
    out.write(&head)?;
    out.at = end;
    write_descriptor(&record, out)?;
    Ok(record)
}

/// Sums and lengths behind the content, if the flags promise them.
fn write_descriptor(record: &Record, out: &mut Out) -> Try<()> {
    if record.bits & DESCRIBED == 0 {
        return Ok(());
    }
    let mut descriptor = b"PK\x07\x08".to_vec();
    descriptor.extend_from_slice(&record.crc.to_le_bytes());
    for size in [record.packed, record.size] {
        if is_wide(record) {
            descriptor.extend_from_slice(&size.to_le_bytes());
        } else {
            descriptor.extend_from_slice(&(size as u32).to_le_bytes());
        }
    }
    out.write(&descriptor)
}

/// Its sizes need 64 bits.
fn is_wide(record: &Record) -> bool {
    record.size >= WIDE || record.packed >= WIDE
}

/// A file whose content stays as it is.
fn copy_entry(container: &Container, entry: &Entry, mut record: Record, out: &mut Out) -> Try<Record> {
    let (Some(original), Some(file)) = (&entry.original, &container.file) else { return fail(READ) };
    let mut from = content_start(file, original)?;
    let Some(end) = from.checked_add(original.packed) else { return fail(INCONS) };
    record.bits |= original.bits & (BEST | FAST | DESCRIBED);
    record.at = out.at;
    out.write(&local_header(&record))?;
    let mut piece = vec![0; PIECE];
    while from < end {
        let want = piece.len().min((end - from) as usize);
        let n = file.read_at(&mut piece[..want], from).map_err(|error| ZipError::io(READ, &error))?;
        if n == 0 {
            return fail(crate::error::EOF);
        }
        out.write(&piece[..n])?;
        from += n as u64;
    }
    write_descriptor(&record, out)?;
    Ok(record)
}

/// What stands in front of encrypted content.
fn start_secret(record: &Record, password: Option<&[u8]>, out: &mut Out) -> Try<Secret> {
    match record.encryption {
        0 => Ok(Secret::None),
        TRADITIONAL => {
            let Some(password) = password else { return fail(NOPASSWD) };
            let mut keys = Traditional::new(password);
            let mut header = random(HEADER);
            // The checksum is not known yet, so the time shows that the password is right.
            header[HEADER - 1] = (record.time >> 8) as u8;
            keys.encrypt(&mut header);
            out.write(&header)?;
            Ok(Secret::Traditional(keys))
        }
        method @ AES_128..=AES_256 => {
            let Some(password) = password else { return fail(NOPASSWD) };
            let strength = (method & 0xFF) as u8;
            let salt = random(salt_length(strength));
            let Some((aes, check)) = Aes::new(password, &salt, strength) else { return fail(ENCRNOTSUPP) };
            out.write(&salt)?;
            out.write(&check)?;
            Ok(Secret::Aes(Box::new(aes)))
        }
        _ => fail(ENCRNOTSUPP),
    }
}

/// Compresses, encrypts and writes all of a source: its checksum and size.
fn pack(source: &mut Source, method: u16, level: i64, memory: i32, secret: &mut Secret, out: &mut Out) -> Try<(u32, u64)> {
    let level = i32::try_from(level).ok().filter(|level| (1..=9).contains(level));
    let mut hasher = crc32fast::Hasher::new();
    let mut size = 0;
    let mut piece = vec![0; PIECE];
    let mut room = vec![0; PIECE];
    let mut put = |bytes: &mut [u8], out: &mut Out| {
        match secret {
            Secret::None => {}
            Secret::Traditional(keys) => keys.encrypt(bytes),
            Secret::Aes(aes) => {
                if aes.encrypt(bytes).is_none() {
                    return fail(ENCRNOTSUPP);
                }
            }
        }
        out.write(bytes)
    };
    let mut deflate = (method == DEFLATED).then(|| Deflate::new(level.unwrap_or(9), -15, memory, 0));
    let mut bzip = (method == BZIPPED).then(|| Compress::new(Compression::new(level.unwrap_or(9) as u32), 30));
    loop {
        let n = source.read(&mut piece)?;
        hasher.update(&piece[..n]);
        size += n as u64;
        let last = n == 0;
        if let Some(deflate) = &mut deflate {
            let Some(deflate) = deflate else { return fail(COMPNOTSUPP) };
            let mut rest = &piece[..n];
            loop {
                let step = deflate.run(rest, &mut room, if last { flush::FINISH } else { flush::NONE });
                rest = &rest[step.consumed..];
                put(&mut room[..step.produced], out)?;
                if step.status == status::STREAM_END || (!last && rest.is_empty() && step.produced < room.len()) {
                    break;
                }
            }
        } else if let Some(bzip) = &mut bzip {
            let mut rest = &piece[..n];
            loop {
                let (taken, made) = (bzip.total_in(), bzip.total_out());
                let result = bzip.compress(rest, &mut room, if last { Action::Finish } else { Action::Run });
                rest = &rest[(bzip.total_in() - taken) as usize..];
                put(&mut room[..(bzip.total_out() - made) as usize], out)?;
                match result {
                    Ok(Status::StreamEnd) => break,
                    Ok(_) if !last && rest.is_empty() => break,
                    Ok(_) => {}
                    Err(_) => return fail(COMPNOTSUPP),
                }
            }
        } else {
            put(&mut piece[..n], out)?;
        }
        if last {
            return Ok((hasher.finalize(), size));
        }
    }
}

/// Version, flags, method, time, sums and lengths: what both headers have in common.
fn common(record: &Record, extra_len: usize) -> Vec<u8> {
    let aes = record.encryption >= AES_128;
    let version = match () {
        () if aes => record.needs.max(51),
        () if is_wide(record) => record.needs.max(45),
        () => record.needs,
    };
    let bits = record.bits | if record.encryption != 0 { ENCRYPTED } else { 0 };
    let method = if aes { AES_METHOD } else { record.method };
    let mut out = Vec::with_capacity(26);
    for n in [version, bits, method, record.time, record.date] {
        out.extend_from_slice(&n.to_le_bytes());
    }
    for n in [record.crc, record.packed.min(WIDE) as u32, record.size.min(WIDE) as u32] {
        out.extend_from_slice(&n.to_le_bytes());
    }
    out.extend_from_slice(&(record.name.len() as u16).to_le_bytes());
    out.extend_from_slice(&(extra_len as u16).to_le_bytes());
    out
}

/// Extra fields; `at`: with the place of the file.
fn extra(record: &Record, with_place: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut wide = Vec::new();
    if is_wide(record) {
        wide.extend_from_slice(&record.size.to_le_bytes());
        wide.extend_from_slice(&record.packed.to_le_bytes());
    }
    if with_place && record.at >= WIDE {
        wide.extend_from_slice(&record.at.to_le_bytes());
    }
    if !wide.is_empty() {
        out.extend_from_slice(&1u16.to_le_bytes());
        out.extend_from_slice(&(wide.len() as u16).to_le_bytes());
        out.extend_from_slice(&wide);
    }
    if record.encryption >= AES_128 {
        let strength = (record.encryption & 0xFF) as u8;
        out.extend_from_slice(&AES_FIELD.to_le_bytes());
        out.extend_from_slice(&[7, 0, if record.crc == 0 { 2 } else { 1 }, 0, b'A', b'E', strength]);
        out.extend_from_slice(&record.method.to_le_bytes());
    }
    out.extend_from_slice(&record.extra);
    out
}

fn local_header(record: &Record) -> Vec<u8> {
    let extra = extra(record, false);
    let mut out = Vec::with_capacity(LOCAL + record.name.len());
    out.extend_from_slice(b"PK\x03\x04");
    out.extend_from_slice(&common(record, extra.len()));
    out.extend_from_slice(&record.name);
    out.extend_from_slice(&extra);
    out
}

/// Without a comment it gets torrentzip's.
fn write_directory(out: &mut Out, records: &[Record], comment: Option<&[u8]>) -> Try<()> {
    let start = out.at;
    let mut hasher = crc32fast::Hasher::new();
    for record in records {
        let extra = extra(record, true);
        let mut head = b"PK\x01\x02".to_vec();
        head.extend_from_slice(&record.made_by.to_le_bytes());
        head.extend_from_slice(&common(record, extra.len()));
        head.extend_from_slice(&(record.comment.len() as u16).to_le_bytes());
        head.extend_from_slice(&[0; 4]);
        head.extend_from_slice(&record.attributes.to_le_bytes());
        head.extend_from_slice(&(record.at.min(WIDE) as u32).to_le_bytes());
        head.extend_from_slice(&record.name);
        head.extend_from_slice(&extra);
        head.extend_from_slice(&record.comment);
        hasher.update(&head);
        out.write(&head)?;
    }
    let (size, count) = (out.at - start, records.len() as u64);
    if count >= 0xFFFF || size >= WIDE || start >= WIDE {
        let at = out.at;
        let mut wide = b"PK\x06\x06".to_vec();
        wide.extend_from_slice(&44u64.to_le_bytes());
        wide.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for n in [count, count, size, start] {
            wide.extend_from_slice(&n.to_le_bytes());
        }
        wide.extend_from_slice(b"PK\x06\x07\0\0\0\0");
        wide.extend_from_slice(&at.to_le_bytes());
        wide.extend_from_slice(&1u32.to_le_bytes());
        out.write(&wide)?;
    }
    let own = torrentzip_comment(hasher.finalize());
    let comment = comment.unwrap_or(&own);
    let short = count.min(0xFFFF) as u16;
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    end.extend_from_slice(&short.to_le_bytes());
    end.extend_from_slice(&short.to_le_bytes());
    end.extend_from_slice(&(size.min(WIDE) as u32).to_le_bytes());
    end.extend_from_slice(&(start.min(WIDE) as u32).to_le_bytes());
    end.extend_from_slice(&(comment.len() as u16).to_le_bytes());
    end.extend_from_slice(comment);
    out.write(&end)
}
