//! A stream over a file that is compressed as gzip does: `compress.zlib://` and what `gzopen()` opens. Reading takes other files as they are.

use std::rc::Rc;

use loxo_runtime::streams::{
    self, Failures, Kind, OpenOptions, OptionResult, ReadResult, SeekFailed, Stream, StreamOps, StreamOption, StreamRef, Whence, Wrapper,
    context, flags,
};
use loxo_runtime::{Cx, PhpResource, convert};
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

/// Bytes that are read at a time.
const PIECE: usize = 8192;
/// zlib's own choice for files.
const FILE_MEMORY: i32 = 8;
const GZIP_BITS: i32 = 31;

/// `compress.zlib://`
pub(crate) struct GzipWrapper;

impl Wrapper for GzipWrapper {
    fn label(&self) -> &'static str {
        "ZLIB"
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        _: &mut Failures,
    ) -> Option<StreamRef> {
        open(cx, path, mode, options, context)
    }
}

fn without_scheme<'p>(path: &'p [u8], scheme: &str) -> Option<&'p [u8]> {
    let start = path.get(..scheme.len())?;
    start.eq_ignore_ascii_case(scheme.as_bytes()).then(|| &path[scheme.len()..])
}

/// Opens a compressed file. Failures are reported if the options say so.
pub(crate) fn open(cx: &mut Cx, path: &[u8], mode: &[u8], options: OpenOptions, context: Option<&PhpResource>) -> Option<StreamRef> {
    let report = options.has(OpenOptions::REPORT_ERRORS);
    if mode.contains(&b'+') {
        if report {
            cx.builtin_warning("Cannot open a zlib stream for reading and writing at the same time!");
        }
        return None;
    }
    let path = without_scheme(path, "compress.zlib://").or_else(|| without_scheme(path, "zlib:")).unwrap_or(path);
    let inner = streams::open(cx, path, mode, options, context).ok().flatten()?;
    let stream = streams::of_resource(&inner)?;
    // What is written in PHP has no descriptor to read from.
    let side = if stream.kind() == Kind::User { None } else { side_of(mode) };
    let Some(mut side) = side else {
        if report && stream.kind() != Kind::User {
            cx.builtin_warning("gzopen failed");
        }
        streams::close_resource(cx, &inner);
        return None;
    };
    if let Some(level) = context::option(context, "zlib", "level") {
        let level = convert::to_int(cx, &level).unwrap_or(-1);
        match &mut side {
            Side::Write(writer) if !writer.plain => writer.level = level as i32,
            _ => cx.warning("failed setting compression level"),
        }
    }
    let gzip = Stream::new(Box::new(GzipOps { inner, side }), mode);
    gzip.set_flag(flags::NO_BUFFER);
    Some(Rc::new(gzip))
}

/// What a mode asks for: letters and a level in any order.
fn side_of(mode: &[u8]) -> Option<Side> {
    let (mut reads, mut level, mut strategy, mut plain) = (None, -1, 0, false);
    for letter in mode {
        match letter {
            b'r' => reads = Some(true),
            b'w' | b'a' => reads = Some(false),
            b'0'..=b'9' => level = i32::from(letter - b'0'),
            b'f' => strategy = 1,
            b'h' => strategy = 2,
            b'R' => strategy = 3,
            b'F' => strategy = 4,
            b'T' => plain = true,
            _ => {}
        }
    }
    match reads? {
        true if plain => None,
        true => Some(Side::Read(Reader::default())),
        false => Some(Side::Write(Writer { deflate: None, level, strategy, plain, position: 0, zeros: 0, broken: false })),
    }
}

enum Side {
    Read(Reader),
    Write(Writer),
}

struct GzipOps {
    /// The file itself; its resource has a number of its own.
    inner: PhpResource,
    side: Side,
}

impl GzipOps {
    fn file(&self) -> Option<StreamRef> {
        streams::of_resource(&self.inner)
    }
}

impl StreamOps for GzipOps {
    fn label(&self) -> &'static str {
        "ZLIB"
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let (Some(file), Side::Read(reader)) = (self.file(), &mut self.side) else { return ReadResult::failed() };
        let count = reader.read(cx, &file, buf);
        ReadResult { count, eof: reader.past.then_some(true) }
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        let (Some(file), Side::Write(writer)) = (self.file(), &mut self.side) else { return Some(0) };
        Some(if writer.write(cx, &file, data) { data.len() } else { 0 })
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, cx: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        if whence == Whence::End {
            cx.builtin_warning("SEEK_END is not supported");
            return Err(SeekFailed(None));
        }
        let Some(file) = self.file() else { return Err(SeekFailed(None)) };
        let at = match &mut self.side {
            Side::Read(reader) => reader.seek(cx, &file, offset, whence),
            Side::Write(writer) => writer.seek(offset, whence),
        };
        at.ok_or(SeekFailed(None))
    }

    fn flush(&mut self, cx: &mut Cx, _: &Stream) -> bool {
        let (Some(file), Side::Write(writer)) = (self.file(), &mut self.side) else { return true };
        writer.write_zeros(cx, &file) && writer.push(cx, &file, &[], flush::SYNC)
    }

    fn close(&mut self, cx: &mut Cx) -> i32 {
        let mut status = 0;
        if let (Some(file), Side::Write(writer)) = (self.file(), &mut self.side) {
            let ok = writer.write_zeros(cx, &file) && writer.push(cx, &file, &[], flush::FINISH);
            status = if ok { 0 } else { -1 };
        }
        streams::close_resource(cx, &self.inner);
        status
    }

    /// The end of the compressed data is still to be written.
    fn closes_in_php(&self) -> bool {
        true
    }

    fn set_option(&mut self, _: &mut Cx, _: &Stream, _: StreamOption<'_>) -> OptionResult {
        OptionResult::NotImplemented
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Format {
    /// The next bytes tell.
    #[default]
    Unknown,
    Plain,
    Gzip,
}

#[derive(Default)]
struct Reader {
    inflate: Option<Inflate>,
    /// Bytes of the file; those before `start` are taken.
    input: Vec<u8>,
    start: usize,
    /// The file has no more.
    ended: bool,
    format: Format,
    /// A compressed part was seen: what follows and is none is no data.
    compressed: bool,
    /// Decompressed bytes; those before `out_start` are taken.
    out: Vec<u8>,
    out_start: usize,
    position: i64,
    /// Bytes that a seek goes over; they are read when the next ones are.
    skip: i64,
    /// Something was asked for behind the end.
    past: bool,
    broken: bool,
}

impl Reader {
    fn available(&self) -> usize {
        self.input.len() - self.start
    }

    /// Reads from the file until there are `least` bytes, or no more.
    fn load(&mut self, cx: &mut Cx, file: &Stream, least: usize) {
        self.input.drain(..self.start);
        self.start = 0;
        while self.input.len() < least && !self.ended {
            let have = self.input.len();
            self.input.resize(have + PIECE, 0);
            let got = file.read(cx, &mut self.input[have..]).unwrap_or(0);
            self.input.truncate(have + got);
            self.ended = got == 0;
        }
    }

    /// Fills `out`; false: the data is bad.
    fn fetch(&mut self, cx: &mut Cx, file: &Stream) -> bool {
        if self.format == Format::Unknown && !self.recognize(cx, file) {
            return true;
        }
        if self.available() == 0 {
            self.load(cx, file, 1);
        }
        if self.available() == 0 {
            // A file that ends in the middle gives what it has.
            return true;
        }
        self.out_start = 0;
        match (self.format, &mut self.inflate) {
            (Format::Gzip, Some(inflate)) => {
                self.out.resize(2 * PIECE, 0);
                let step = inflate.run(&self.input[self.start..], &mut self.out, flush::NONE);
                self.start += step.consumed;
                self.out.truncate(step.produced);
                if step.status == status::STREAM_END {
                    self.format = Format::Unknown;
                }
                matches!(step.status, status::OK | status::STREAM_END | status::BUF_ERROR)
            }
            _ => {
                self.out.clear();
                self.out.extend_from_slice(&self.input[self.start..]);
                self.start = self.input.len();
                true
            }
        }
    }

    /// Finds out what follows; false: nothing does.
    fn recognize(&mut self, cx: &mut Cx, file: &Stream) -> bool {
        if self.available() < 2 {
            self.load(cx, file, 2);
        }
        if self.available() == 0 {
            return false;
        }
        if self.input[self.start..].starts_with(&[0x1f, 0x8b]) {
            self.inflate = Inflate::new(GZIP_BITS);
            self.broken |= self.inflate.is_none();
            self.format = Format::Gzip;
            self.compressed = true;
        } else if self.compressed {
            self.start = self.input.len();
            self.ended = true;
            return false;
        } else {
            self.format = Format::Plain;
        }
        true
    }

    /// Bytes read; `None`: the data is bad.
    fn read(&mut self, cx: &mut Cx, file: &Stream, buf: &mut [u8]) -> Option<usize> {
        if self.broken {
            return None;
        }
        while self.skip > 0 {
            let wanted = usize::try_from(self.skip).unwrap_or(usize::MAX);
            match self.step(cx, file, wanted)? {
                0 => break,
                n => {
                    self.out_start += n;
                    self.skip -= n as i64;
                    self.position += n as i64;
                }
            }
        }
        let mut done = 0;
        while done < buf.len() && !self.past {
            let n = self.step(cx, file, buf.len() - done)?;
            if n == 0 {
                self.past = true;
                break;
            }
            buf[done..done + n].copy_from_slice(&self.out[self.out_start..self.out_start + n]);
            self.out_start += n;
            self.position += n as i64;
            done += n;
        }
        Some(done)
    }

    /// How many decompressed bytes are there, up to `wanted`; 0 at the end.
    fn step(&mut self, cx: &mut Cx, file: &Stream, wanted: usize) -> Option<usize> {
        while self.out_start == self.out.len() {
            if self.ended && self.available() == 0 {
                return Some(0);
            }
            if !self.fetch(cx, file) {
                self.broken = true;
                return None;
            }
        }
        Some(wanted.min(self.out.len() - self.out_start))
    }

    fn seek(&mut self, cx: &mut Cx, file: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        if self.broken {
            return None;
        }
        let here = self.position + self.skip;
        let target = if whence == Whence::Cur { here.checked_add(offset)? } else { offset };
        if target < 0 {
            return None;
        }
        if target < self.position {
            if !file.seek(cx, 0, Whence::Set) {
                return None;
            }
            *self = Reader::default();
        }
        self.past = false;
        self.skip = target - self.position;
        Some(target)
    }
}

struct Writer {
    /// Made when the first byte is written.
    deflate: Option<Deflate>,
    level: i32,
    strategy: i32,
    /// Nothing is compressed.
    plain: bool,
    position: i64,
    /// Zeros that a seek asks for.
    zeros: i64,
    broken: bool,
}

impl Writer {
    fn write(&mut self, cx: &mut Cx, file: &Stream, data: &[u8]) -> bool {
        if self.broken || !self.write_zeros(cx, file) || !self.push(cx, file, data, flush::NONE) {
            return false;
        }
        self.position += data.len() as i64;
        true
    }

    fn write_zeros(&mut self, cx: &mut Cx, file: &Stream) -> bool {
        let zeros = [0; PIECE];
        while self.zeros > 0 {
            let n = usize::try_from(self.zeros).unwrap_or(PIECE).min(PIECE);
            self.zeros -= n as i64;
            self.position += n as i64;
            if !self.push(cx, file, &zeros[..n], flush::NONE) {
                return false;
            }
        }
        true
    }

    /// Compresses, and hands on what comes out.
    fn push(&mut self, cx: &mut Cx, file: &Stream, data: &[u8], mode: i32) -> bool {
        if self.plain {
            return file.write(cx, data) == Some(data.len());
        }
        if self.deflate.is_none() {
            self.deflate = Deflate::new(self.level, GZIP_BITS, FILE_MEMORY, self.strategy);
        }
        let Some(deflate) = &mut self.deflate else {
            self.broken = true;
            return false;
        };
        let (mut rest, mut room) = (data, vec![0; PIECE]);
        loop {
            let step = deflate.run(rest, &mut room, mode);
            rest = &rest[step.consumed..];
            if step.produced > 0 && file.write(cx, &room[..step.produced]) != Some(step.produced) {
                self.broken = true;
                return false;
            }
            // There is more to come as long as the buffer is filled.
            if step.produced < room.len() && rest.is_empty() || step.status == status::STREAM_END {
                return true;
            }
            if step.status != status::OK {
                return step.status == status::BUF_ERROR;
            }
        }
    }

    fn seek(&mut self, offset: i64, whence: Whence) -> Option<i64> {
        let here = self.position + self.zeros;
        let target = if whence == Whence::Cur { here.checked_add(offset)? } else { offset };
        if target < here {
            return None;
        }
        self.zeros = target - self.position;
        Some(target)
    }
}
