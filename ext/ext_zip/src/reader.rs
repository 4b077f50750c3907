//! Reading a file of an archive: decrypted, decompressed, compared with its checksum.

use std::cell::Cell;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use bzip2::{Decompress, Status};
use loxo_zlib_sys::{Inflate, flush, status};

use loxo_runtime::paths;

use crate::container::{AES_128, AES_256, Container, Content, LOCAL, Record, TRADITIONAL, length, read_exact};
use crate::crypt::{Aes, HEADER, TAG, Traditional, salt_length};
use crate::error::{
    COMPNOTSUPP, COMPRESSED_DATA, CRC, DELETED, ENCRNOTSUPP, EOF, INCONS, INVAL, NOPASSWD, OPEN, READ, Try, WRONGPASSWD, ZIPCLOSED,
    ZipError, fail,
};
use crate::flags::flag;

const PIECE: usize = 1 << 15;

enum Secret {
    None,
    Traditional(Traditional),
    Aes(Box<Aes>),
}

enum Packing {
    Stored,
    Deflated(Inflate),
    Bzipped(Decompress),
}

/// A file that is being read.
pub(crate) struct Reader {
    /// None: all of the content is in memory already.
    file: Option<Rc<File>>,
    /// Where the encrypted or compressed content begins, how much of it there is, and how much was read.
    start: u64,
    len: u64,
    taken: u64,
    secret: Secret,
    packing: Packing,
    /// Read, but not given yet.
    input: Vec<u8>,
    used: usize,
    hasher: crc32fast::Hasher,
    crc: Option<u32>,
    size: u64,
    pub(crate) position: u64,
    finished: bool,
    /// Whether the archive was closed; the content may be gone then.
    closed: Rc<Cell<bool>>,
}

/// Where a file's content begins, behind its own header.
pub(crate) fn content_start(file: &File, record: &Record) -> Try<u64> {
    let Some(header) = read_exact(file, record.at, LOCAL) else { return fail(READ) };
    if !header.starts_with(b"PK\x03\x04") {
        return fail(INCONS);
    }
    let at = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    Ok(record.at + LOCAL as u64 + at(26) + at(28))
}

impl Container {
    /// Opens a file as it is in the archive. `password` goes before the archive's own.
    pub(crate) fn open(&self, index: i64, flags: i64, password: Option<&[u8]>) -> Try<Reader> {
        let Some(entry) = usize::try_from(index).ok().and_then(|index| self.entries.get(index)) else { return fail(INVAL) };
        let unchanged = flags & flag::UNCHANGED != 0;
        if entry.deleted && !unchanged {
            return fail(DELETED);
        }
        if let Some(content) = entry.content.as_ref().filter(|_| !unchanged) {
            return Ok(Reader { closed: self.closed.clone(), ..Reader::of_content(content)? });
        }
        let (Some(record), Some(file)) = (&entry.original, &self.file) else { return fail(INVAL) };
        let reader = Reader::new(file, record, flags, password.or(self.password.as_deref()))?;
        Ok(Reader { closed: self.closed.clone(), ..reader })
    }
}

impl Reader {
    pub(crate) fn new(file: &Rc<File>, record: &Record, flags: i64, password: Option<&[u8]>) -> Try<Reader> {
        let mut start = content_start(file, record)?;
        let mut len = record.packed;
        let raw = flags & flag::COMPRESSED != 0;
        let mut checked = true;
        let secret = match record.encryption {
            0 => Secret::None,
            TRADITIONAL => {
                let Some(password) = password else { return fail(NOPASSWD) };
                let mut keys = Traditional::new(password);
                let Some(mut header) = read_exact(file, start, HEADER) else { return fail(EOF) };
                keys.decrypt(&mut header);
                let last = header[HEADER - 1];
                if last != (record.crc >> 24) as u8 && last != (record.time >> 8) as u8 {
                    return fail(WRONGPASSWD);
                }
                start += HEADER as u64;
                len = len.saturating_sub(HEADER as u64);
                Secret::Traditional(keys)
            }
            method @ AES_128..=AES_256 => {
                let Some(password) = password else { return fail(NOPASSWD) };
                let strength = (method & 0xFF) as u8;
                let salt_len = salt_length(strength);
                let Some(head) = read_exact(file, start, salt_len + 2) else { return fail(EOF) };
                let Some((aes, check)) = Aes::new(password, &head[..salt_len], strength) else { return fail(ENCRNOTSUPP) };
                if head[salt_len..] != check {
                    return fail(WRONGPASSWD);
                }
                start += head.len() as u64;
                len = len.saturating_sub((head.len() + TAG) as u64);
                // The second version has the tag instead of a checksum.
                checked = record.crc != 0;
                Secret::Aes(Box::new(aes))
            }
            _ => return fail(ENCRNOTSUPP),
        };
        let packing = match record.method {
            _ if raw => Packing::Stored,
            0 => Packing::Stored,
            8 => match Inflate::new(-15) {
                Some(inflate) => Packing::Deflated(inflate),
                None => return fail(COMPNOTSUPP),
            },
            12 => Packing::Bzipped(Decompress::new(false)),
            _ => return fail(COMPNOTSUPP),
        };
        let crc = (checked && !raw).then_some(record.crc);
        let size = if raw { len } else { record.size };
        Ok(Reader {
            file: Some(file.clone()),
            start,
            len,
            taken: 0,
            secret,
            packing,
            input: Vec::new(),
            used: 0,
            hasher: crc32fast::Hasher::new(),
            crc,
            size,
            position: 0,
            finished: false,
            closed: Rc::default(),
        })
    }

    /// Content that is not in the archive yet.
    fn of_content(content: &Content) -> Try<Reader> {
        let (bytes, file, start, len) = match content {
            Content::Text(text) => (text.to_vec(), None, 0, text.len() as u64),
            Content::Directory => (Vec::new(), None, 0, 0),
            Content::File { path, open, start, len } => {
                let file = match open {
                    Some(file) => file.clone(),
                    None => Rc::new(loxo_files::open_file(paths::path_of(path)).map_err(|error| ZipError::io(OPEN, &error))?),
                };
                let left = length(&file).saturating_sub(*start);
                (Vec::new(), Some(file), *start, len.map_or(left, |len| len.min(left)))
            }
        };
        let taken = bytes.len() as u64;
        Ok(Reader {
            file,
            start,
            len,
            taken,
            secret: Secret::None,
            packing: Packing::Stored,
            input: bytes,
            used: 0,
            hasher: crc32fast::Hasher::new(),
            crc: None,
            size: len,
            position: 0,
            finished: len == 0,
            closed: Rc::default(),
        })
    }

    /// Stored as it is: any place of it can be read.
    pub(crate) fn is_seekable(&self) -> bool {
        self.file.is_some() && matches!(self.packing, Packing::Stored) && matches!(self.secret, Secret::None)
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Goes to a place; the checksum is not compared then.
    pub(crate) fn seek(&mut self, to: u64) -> bool {
        if !self.is_seekable() || to > self.len {
            return false;
        }
        self.input.clear();
        (self.taken, self.used, self.position, self.finished, self.crc) = (to, 0, to, false, None);
        true
    }

    /// More of the content, decrypted. False: there is no more.
    fn fill(&mut self) -> Try<bool> {
        if self.used < self.input.len() {
            return Ok(true);
        }
        let want = usize::try_from(self.len - self.taken).unwrap_or(PIECE).min(PIECE);
        if want == 0 {
            return Ok(false);
        }
        self.input.resize(want, 0);
        let Some(file) = &self.file else { return Ok(false) };
        let got = file.read_at(&mut self.input, self.start + self.taken).map_err(|error| ZipError::io(READ, &error))?;
        if got == 0 {
            return fail(EOF);
        }
        self.input.truncate(got);
        self.taken += got as u64;
        self.used = 0;
        match &mut self.secret {
            Secret::None => {}
            Secret::Traditional(keys) => keys.decrypt(&mut self.input),
            Secret::Aes(aes) => {
                if aes.decrypt(&mut self.input).is_none() {
                    return fail(ENCRNOTSUPP);
                }
            }
        }
        Ok(true)
    }

    fn finish(&mut self) -> Try<()> {
        if std::mem::replace(&mut self.finished, true) {
            return Ok(());
        }
        if let Secret::Aes(aes) = &mut self.secret {
            let tag = self.file.as_ref().and_then(|file| read_exact(file, self.start.saturating_add(self.len), TAG)).unwrap_or_default();
            // What is behind the compressed data counts too.
            if self.taken == self.len && !aes.tag_is(&tag) {
                return fail(CRC);
            }
        }
        match self.crc {
            Some(crc) if crc != self.hasher.clone().finalize() || self.position != self.size => fail(CRC),
            _ => Ok(()),
        }
    }

    /// Reads as much as there is space for; less than that only at the end.
    pub(crate) fn read(&mut self, out: &mut [u8]) -> Try<usize> {
        if self.closed.get() {
            return fail(ZIPCLOSED);
        }
        let mut done = 0;
        while done < out.len() && !self.finished {
            let there = self.fill()?;
            let input = &self.input[self.used..];
            let room = &mut out[done..];
            let (consumed, produced, ended) = match &mut self.packing {
                Packing::Stored => {
                    let n = input.len().min(room.len());
                    room[..n].copy_from_slice(&input[..n]);
                    (n, n, !there)
                }
                Packing::Deflated(inflate) => {
                    let step = inflate.run(input, room, flush::NONE);
                    match step.status {
                        status::STREAM_END => (step.consumed, step.produced, true),
                        status::OK | status::BUF_ERROR if there || step.produced > 0 => (step.consumed, step.produced, false),
                        status::OK | status::BUF_ERROR => return fail(EOF),
                        _ => return fail(COMPRESSED_DATA),
                    }
                }
                Packing::Bzipped(decompress) => {
                    let (taken, made) = (decompress.total_in(), decompress.total_out());
                    let result = decompress.decompress(input, room);
                    let consumed = (decompress.total_in() - taken) as usize;
                    let produced = (decompress.total_out() - made) as usize;
                    match result {
                        Ok(Status::StreamEnd) => (consumed, produced, true),
                        Ok(_) if there || produced > 0 => (consumed, produced, false),
                        Ok(_) => return fail(EOF),
                        Err(_) => return fail(COMPRESSED_DATA),
                    }
                }
            };
            self.used += consumed;
            self.hasher.update(&room[..produced]);
            self.position += produced as u64;
            done += produced;
            if ended || (matches!(self.packing, Packing::Stored) && self.position == self.len) {
                self.finish()?;
            }
        }
        Ok(done)
    }
}
