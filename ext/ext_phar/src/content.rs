//! The content of files: temporary files, copying, compression.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use bzip2::{Action, Compress, Compression, Decompress, Status};
use loxo_runtime::Cx;
use loxo_runtime::paths;
use loxo_streams::{OpenOptions, plain};
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

use crate::archive::{ArchiveRef, Entry, EntryRef, Source, Try, fail, flag, text};

/// Bytes that are handled at a time.
pub(crate) const PIECE: usize = 1 << 16;

/// A temporary file without a name.
pub(crate) fn temporary(cx: &mut Cx) -> Try<Rc<File>> {
    let dir = plain::temp_dir(cx);
    let Some((path, fd)) = plain::create_temporary(&dir, b"php") else { return fail("unable to create temporary file", &[]) };
    let _ = std::fs::remove_file(paths::path_of(&path));
    Ok(Rc::new(File::from(fd)))
}

/// A file that is written from a place on.
pub(crate) struct Out {
    pub(crate) file: Rc<File>,
    pub(crate) at: u64,
}

impl Out {
    pub(crate) fn temporary(cx: &mut Cx) -> Try<Out> {
        Ok(Out { file: temporary(cx)?, at: 0 })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        let done = self.file.write_all_at(bytes, self.at).is_ok();
        self.at += bytes.len() as u64;
        done
    }
}

/// A part of a file.
#[derive(Clone)]
pub(crate) struct Region {
    pub(crate) file: Rc<File>,
    pub(crate) at: u64,
    pub(crate) len: u64,
}

impl Region {
    pub(crate) fn whole(file: &Rc<File>) -> Region {
        Region { file: file.clone(), at: 0, len: length(file) }
    }

    /// Reads from a place in it; 0 at the end.
    pub(crate) fn read(&self, position: u64, out: &mut [u8]) -> std::io::Result<usize> {
        let left = self.len.saturating_sub(position);
        let want = out.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.file.read_at(&mut out[..want], self.at.saturating_add(position))
    }

    /// Hands all of it on in pieces. False: there is less than there should be, or `each` has had enough.
    pub(crate) fn pieces(&self, cx: &mut Cx, mut each: impl FnMut(&[u8]) -> bool) -> bool {
        let mut piece = vec![0; PIECE.min(usize::try_from(self.len).unwrap_or(PIECE))];
        let mut position = 0;
        while position < self.len {
            match self.read(position, &mut piece) {
                Ok(n) if n > 0 && each(&piece[..n]) => position += n as u64,
                _ => return false,
            }
            if cx.check_interrupt().is_err() {
                return false;
            }
        }
        true
    }

    /// Copies all of it.
    pub(crate) fn copy(&self, cx: &mut Cx, out: &mut Out) -> bool {
        self.pieces(cx, |piece| out.write(piece))
    }

    pub(crate) fn crc(&self, cx: &mut Cx) -> Option<u32> {
        let mut hasher = crc32fast::Hasher::new();
        self.pieces(cx, |piece| {
            hasher.update(piece);
            true
        })
        .then(|| hasher.finalize())
    }

    /// All of it in memory, if it is there.
    pub(crate) fn bytes(&self, cx: &mut Cx) -> Option<Vec<u8>> {
        // A length that is only claimed is worth nothing.
        let there = length(&self.file).saturating_sub(self.at).min(self.len);
        if there < self.len {
            return None;
        }
        let size = usize::try_from(self.len).ok()?;
        loxo_runtime::memory_limit::ensure_room(size);
        let mut all = Vec::with_capacity(size);
        self.pieces(cx, |piece| {
            all.extend_from_slice(piece);
            true
        })
        .then_some(all)
    }
}

pub(crate) fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |meta| meta.len())
}

/// Exactly so many bytes at a place.
pub(crate) fn read_exact(file: &File, at: u64, len: usize) -> Option<Vec<u8>> {
    if length(file) < at.checked_add(len as u64)? {
        return None;
    }
    loxo_runtime::memory_limit::ensure_room(len);
    let mut out = vec![0; len];
    file.read_exact_at(&mut out, at).ok().map(|()| out)
}

/// A method of compression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Deflate as it is, or with the head and tail of a gzip file.
    Gz {
        whole: bool,
    },
    Bz2,
}

impl Method {
    /// Of a file in an archive.
    pub(crate) fn of(flags: u32) -> Option<Method> {
        match flags & flag::PACKED {
            flag::GZ => Some(Method::Gz { whole: false }),
            flag::BZ2 => Some(Method::Bz2),
            _ => None,
        }
    }

    /// Of a whole archive.
    pub(crate) fn of_archive(flags: u32) -> Option<Method> {
        match () {
            () if flags & flag::WHOLE_GZ != 0 => Some(Method::Gz { whole: true }),
            () if flags & flag::WHOLE_BZ2 != 0 => Some(Method::Bz2),
            () => None,
        }
    }

    /// Compresses.
    pub(crate) fn pack(self, cx: &mut Cx, from: &Region, out: &mut Out) -> bool {
        const DEFAULT_BLOCKS: u32 = 4;
        match self {
            Method::Gz { whole } => {
                let Some(mut deflate) = Deflate::new(-1, if whole { 31 } else { -15 }, 9, 0) else { return false };
                let mut room = vec![0; PIECE];
                let mut push = |input: &[u8], how: i32, out: &mut Out| {
                    let mut rest = input;
                    loop {
                        let step = deflate.run(rest, &mut room, how);
                        rest = &rest[step.consumed..];
                        if !out.write(&room[..step.produced]) {
                            return false;
                        }
                        match step.status {
                            status::STREAM_END => return true,
                            status::OK | status::BUF_ERROR if how == flush::NONE && rest.is_empty() && step.produced < room.len() => {
                                return true;
                            }
                            status::OK => {}
                            _ => return false,
                        }
                    }
                };
                from.pieces(cx, |piece| push(piece, flush::NONE, out)) && push(&[], flush::FINISH, out)
            }
            Method::Bz2 => {
                let mut compress = Compress::new(Compression::new(DEFAULT_BLOCKS), 0);
                let mut room = vec![0; PIECE];
                let mut push = |input: &[u8], action: Action, out: &mut Out| {
                    let mut rest = input;
                    loop {
                        let (taken, made) = (compress.total_in(), compress.total_out());
                        let status = compress.compress(rest, &mut room, action);
                        rest = &rest[(compress.total_in() - taken) as usize..];
                        if !out.write(&room[..(compress.total_out() - made) as usize]) {
                            return false;
                        }
                        match status {
                            Ok(Status::StreamEnd) => return true,
                            Ok(_) if action == Action::Run && rest.is_empty() => return true,
                            Ok(_) => {}
                            Err(_) => return false,
                        }
                    }
                };
                from.pieces(cx, |piece| push(piece, Action::Run, out)) && push(&[], Action::Finish, out)
            }
        }
    }

    /// Decompresses, up to `most` bytes. False: the data is broken, or gives more.
    pub(crate) fn unpack(self, cx: &mut Cx, from: &Region, out: &mut Out, most: u64) -> bool {
        let end = out.at.saturating_add(most);
        let mut room = vec![0; PIECE];
        match self {
            Method::Gz { whole } => {
                let Some(mut inflate) = Inflate::new(if whole { 47 } else { -15 }) else { return false };
                let mut ended = false;
                let read = from.pieces(cx, |piece| {
                    let mut rest = piece;
                    while !ended {
                        let step = inflate.run(rest, &mut room, flush::NONE);
                        rest = &rest[step.consumed..];
                        if !out.write(&room[..step.produced]) || out.at > end {
                            return false;
                        }
                        match step.status {
                            status::STREAM_END => ended = true,
                            status::OK | status::BUF_ERROR if rest.is_empty() && step.produced < room.len() => return true,
                            status::OK => {}
                            _ => return false,
                        }
                    }
                    true
                });
                read || ended && out.at <= end
            }
            Method::Bz2 => {
                let mut decompress = Decompress::new(false);
                let mut ended = false;
                from.pieces(cx, |piece| {
                    let mut rest = piece;
                    while !ended {
                        let (taken, made) = (decompress.total_in(), decompress.total_out());
                        let status = decompress.decompress(rest, &mut room);
                        rest = &rest[(decompress.total_in() - taken) as usize..];
                        let produced = (decompress.total_out() - made) as usize;
                        if !out.write(&room[..produced]) || out.at > end {
                            return false;
                        }
                        match status {
                            Ok(Status::StreamEnd) => ended = true,
                            Ok(_) if rest.is_empty() && produced < room.len() => return true,
                            Ok(_) => {}
                            Err(_) => return false,
                        }
                    }
                    true
                })
            }
        }
    }
}

/// The archive's file, opened if it is not.
pub(crate) fn archive_file(cx: &mut Cx, archive: &ArchiveRef) -> Option<Rc<File>> {
    if let Some(file) = &archive.get().file {
        return Some(file.clone());
    }
    let name = archive.name();
    if !paths::check_open_basedir(cx, &name, true) {
        return None;
    }
    let file = Rc::new(loxo_files::open_file(paths::path_of(&name)).ok()?);
    archive.edit().file = Some(file.clone());
    Some(file)
}

/// What a link stands for in the end; nothing if it leads nowhere, or round in circles.
pub(crate) fn link_target(archive: &ArchiveRef, entry: &EntryRef) -> Option<EntryRef> {
    let mut current = entry.clone();
    let most = archive.get().manifest.len();
    for _ in 0..=most {
        let (link, name) = match current.get().link.clone() {
            None => return Some(current.clone()),
            Some(link) => (link, current.get().name.clone()),
        };
        let beside = match (link.strip_prefix(b"/"), name.iter().rposition(|&b| b == b'/')) {
            (Some(rest), _) => rest.to_vec(),
            (None, Some(slash)) => [&name[..=slash], &link].concat(),
            (None, None) => link.clone(),
        };
        let data = archive.get();
        let next = data.entry(&link).or_else(|| data.entry(&beside))?;
        drop(data);
        current = next;
    }
    None
}

/// Where the uncompressed content of a file is at present. It was made ready by [`open`].
pub(crate) fn region(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef) -> Option<Region> {
    let (source, at, size) = {
        let entry = entry.get();
        (entry.source.clone(), entry.at, u64::from(entry.size))
    };
    let file = match source {
        Source::Archive => archive_file(cx, archive)?,
        Source::Scratch => archive.get().scratch.clone()?,
        Source::Own(file) | Source::Outside(Some(file)) => file,
        Source::Outside(None) => {
            let path = entry.get().outside.clone()?;
            let file = outside_file(cx, &path)?;
            entry.edit().source = Source::Outside(Some(file.clone()));
            file
        }
    };
    Some(Region { file, at, len: size })
}

/// The file outside of the archive that is mounted.
fn outside_file(cx: &mut Cx, path: &[u8]) -> Option<Rc<File>> {
    if loxo_streams::scheme(path).is_none() {
        return loxo_files::open_file(paths::path_of(path)).ok().map(Rc::new);
    }
    let stream = loxo_streams::open_stream(cx, path, b"rb", OpenOptions::default(), None).ok().flatten()?;
    let mut out = Out::temporary(cx).ok()?;
    let done = copy_stream(cx, &stream, &mut out);
    stream.close(cx);
    done.then_some(out.file)
}

/// Copies what is left of a stream.
pub(crate) fn copy_stream(cx: &mut Cx, stream: &loxo_streams::Stream, out: &mut Out) -> bool {
    let mut piece = vec![0; PIECE];
    loop {
        match stream.read(cx, &mut piece) {
            Some(0) | None => return true,
            Some(n) if !out.write(&piece[..n]) => return false,
            Some(_) => {}
        }
        if cx.check_interrupt().is_err() {
            return false;
        }
    }
}

/// Compression that the content of a file has in the archive.
fn packed_with(entry: &Entry) -> Option<Method> {
    Method::of(if entry.old_flags != 0 { entry.old_flags } else { entry.flags })
}

/// Makes the content of a file ready to be read: decompresses it, and compares it with its checksum.
pub(crate) fn open(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef, follow: bool) -> Try<()> {
    if follow
        && entry.get().link.is_some()
        && let Some(target) = link_target(archive, entry)
    {
        return open(cx, archive, &target, false);
    }
    if !matches!(entry.get().source, Source::Archive) {
        return Ok(());
    }
    let name = archive.name();
    let Some(file) = archive_file(cx, archive) else {
        return fail("phar error: Cannot open phar archive \"{}\" for reading", &[&name]);
    };
    if archive.get().is_tar() {
        return Ok(());
    }
    if archive.get().is_zip() {
        crate::zip::check_header(archive, entry, &file)?;
    }
    let Some(method) = packed_with(&entry.get()) else { return Ok(()) };
    let scratch = archive.get().scratch.clone();
    let scratch = match scratch {
        Some(scratch) => scratch,
        None => {
            let Ok(scratch) = temporary(cx) else {
                let pattern = "phar error: Cannot open temporary file for decompressing phar archive \"{}\" file \"{}\"";
                return fail(pattern, &[&name, &entry.get().name]);
            };
            archive.edit().scratch = Some(scratch.clone());
            scratch
        }
    };
    let start = length(&scratch);
    let mut out = Out { file: scratch, at: start };
    let (at, packed, size, file_name) = {
        let entry = entry.get();
        (entry.at, u64::from(entry.packed), u64::from(entry.size), entry.name.clone())
    };
    let from = Region { file, at, len: packed };
    let good = size == 0 || method.unpack(cx, &from, &mut out, size);
    if !good || out.at - start != size {
        let _ = out.file.set_len(start);
        let pattern = "phar error: internal corruption of phar \"{}\" (actual filesize mismatch on file \"{}\")";
        return fail(pattern, &[&name, &file_name]);
    }
    let mut data = entry.edit();
    data.source = Source::Scratch;
    data.at = start;
    drop(data);
    check(cx, archive, entry)
}

/// Compares the content with its checksum.
pub(crate) fn check(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef) -> Try<()> {
    let crc = region(cx, archive, entry).and_then(|region| region.crc(cx));
    if crc == Some(entry.get().crc) {
        entry.edit().is_checked = true;
        return Ok(());
    }
    let pattern = "phar error: internal corruption of phar \"{}\" (crc32 mismatch on file \"{}\")";
    fail(pattern, &[&archive.name(), &entry.get().name])
}

/// The content, ready to be read; links are followed.
pub(crate) fn opened(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef) -> Try<Region> {
    open(cx, archive, entry, true)?;
    let target = link_target(archive, entry).unwrap_or_else(|| entry.clone());
    match region(cx, archive, &target) {
        Some(region) => Ok(region),
        None => fail("phar error: Cannot open phar archive \"{}\" for reading", &[&archive.name()]),
    }
}

/// Gives a file content of its own, a copy of another's.
pub(crate) fn copy_of(cx: &mut Cx, archive: &ArchiveRef, from: &EntryRef) -> Try<Rc<File>> {
    let region = opened(cx, archive, from)?;
    let mut out = Out::temporary(cx)?;
    if region.copy(cx, &mut out) {
        return Ok(out.file);
    }
    let pattern = "phar error: cannot separate entry file \"{}\" contents in phar archive \"{}\" for write access";
    fail(pattern, &[&from.get().name, &archive.name()])
}

/// Replaces the file of an archive by what was made. The error is reported already, and comes with words of its own.
pub(crate) fn replace_file(cx: &mut Cx, archive: &ArchiveRef, made: &Out) -> Try<()> {
    if archive.get().buffering {
        archive.edit().file = Some(made.file.clone());
        return Ok(());
    }
    let (name, flags) = (archive.name(), archive.get().flags);
    let opened = match paths::check_open_basedir(cx, &name, true) {
        true => File::options().read(true).write(true).create(true).truncate(true).open(paths::path_of(&name)),
        false => Err(std::io::Error::from(std::io::ErrorKind::PermissionDenied)),
    };
    let file = match opened {
        Ok(file) => Rc::new(file),
        Err(error) => {
            archive.edit().file = Some(made.file.clone());
            let why = ["Failed to open stream: ", &loxo_streams::error_text(error)].concat();
            cx.builtin_raise_about(loxo_runtime::ErrorLevel::Warning, &name, why);
            return fail("unable to open new phar \"{}\" for writing", &[&name]);
        }
    };
    let from = Region { file: made.file.clone(), at: 0, len: made.at };
    let mut out = Out { file: file.clone(), at: 0 };
    let (done, kept) = match Method::of_archive(flags) {
        Some(method) => (method.pack(cx, &from, &mut out), made.file.clone()),
        None => (from.copy(cx, &mut out), file),
    };
    archive.edit().file = Some(kept);
    if done { Ok(()) } else { Err(Some(text("unable to open new phar \"{}\" for writing", &[&name]))) }
}
