//! A stream over a compressed file: `compress.bzip2://` and what `bzopen()` opens.

use std::rc::Rc;

use bzip2::{Action, Compress, Compression, Decompress, Status};
use loxo_runtime::{Cx, PhpResource};
use loxo_streams::{Failures, OpenOptions, ReadResult, Stream, StreamOps, StreamRef, Wrapper};

use crate::error_code::code;

const PIECE: usize = 8192;
const SEQUENCE_ERROR: i64 = -1;
const UNEXPECTED_END: i64 = -7;
/// The library's own choices for files.
const FILE_BLOCKS: u32 = 9;
const FILE_WORK: u32 = 30;

/// `compress.bzip2://`
pub(crate) struct Bzip2Wrapper;

impl Wrapper for Bzip2Wrapper {
    fn label(&self) -> &'static str {
        "BZip2"
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

/// Opens a compressed file. Failures are reported if the options say so.
pub(crate) fn open(cx: &mut Cx, path: &[u8], mode: &[u8], options: OpenOptions, context: Option<&PhpResource>) -> Option<StreamRef> {
    const SCHEME: &[u8] = b"compress.bzip2://";
    let first = mode.first()?;
    if !matches!(first, b'r' | b'w') && mode.len() > 1 {
        return None;
    }
    let has_scheme = path.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME));
    let path = if has_scheme { &path[SCHEME.len()..] } else { path };
    let inner = loxo_streams::open(cx, path, mode, options, context).ok().flatten()?;
    Some(over(inner, mode, *first == b'r'))
}

/// A compressed stream over another one.
pub(crate) fn over(inner: PhpResource, mode: &[u8], reads: bool) -> StreamRef {
    let side = match reads {
        true => Side::Read(Reader::default()),
        false => Side::Write(Compress::new(Compression::new(FILE_BLOCKS), FILE_WORK)),
    };
    let ops = Bzip2Ops { inner, side, error: 0 };
    Rc::new(Stream::new(Box::new(ops), mode))
}

enum Side {
    Read(Reader),
    Write(Compress),
}

#[derive(Default)]
struct Reader {
    decompress: Option<Decompress>,
    input: Vec<u8>,
    start: usize,
    ended: bool,
}

pub(crate) struct Bzip2Ops {
    /// The file itself; its resource has a number of its own.
    inner: PhpResource,
    side: Side,
    error: i64,
}

impl Bzip2Ops {
    /// The library's number of the last error.
    pub(crate) fn error(&self) -> i64 {
        self.error
    }

    fn push(&mut self, cx: &mut Cx, data: &[u8], action: Action) -> bool {
        let (Some(file), Side::Write(compress)) = (loxo_streams::of_resource(&self.inner), &mut self.side) else { return false };
        let (mut rest, mut room) = (data, vec![0; PIECE]);
        loop {
            let (taken, made) = (compress.total_in(), compress.total_out());
            let status = compress.compress(rest, &mut room, action);
            rest = &rest[(compress.total_in() - taken) as usize..];
            let produced = (compress.total_out() - made) as usize;
            if produced > 0 && file.write(cx, &room[..produced]) != Some(produced) {
                return false;
            }
            match status {
                Err(error) => {
                    self.error = code(&error);
                    return false;
                }
                Ok(Status::StreamEnd) => return true,
                Ok(_) if action == Action::Run && rest.is_empty() => return true,
                Ok(_) => {}
            }
        }
    }
}

impl Reader {
    /// Bytes read; an error is the library's number.
    fn read(&mut self, cx: &mut Cx, file: &Stream, buf: &mut [u8]) -> Result<usize, i64> {
        let mut done = 0;
        while done < buf.len() && !self.ended {
            if self.start == self.input.len() {
                self.input.resize(PIECE, 0);
                let got = file.read(cx, &mut self.input).unwrap_or(0);
                self.input.truncate(got);
                self.start = 0;
                if got == 0 {
                    return if done > 0 { Ok(done) } else { Err(UNEXPECTED_END) };
                }
            }
            let decompress = self.decompress.get_or_insert_with(|| Decompress::new(false));
            let (taken, made) = (decompress.total_in(), decompress.total_out());
            let status = decompress.decompress(&self.input[self.start..], &mut buf[done..]);
            self.start += (decompress.total_in() - taken) as usize;
            done += (decompress.total_out() - made) as usize;
            match status {
                Ok(Status::StreamEnd) => self.ended = true,
                Ok(_) => {}
                Err(error) => return if done > 0 { Ok(done) } else { Err(code(&error)) },
            }
        }
        Ok(done)
    }
}

impl StreamOps for Bzip2Ops {
    fn label(&self) -> &'static str {
        "BZip2"
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let (Some(file), Side::Read(reader)) = (loxo_streams::of_resource(&self.inner), &mut self.side) else {
            self.error = SEQUENCE_ERROR;
            return ReadResult { count: None, eof: Some(true) };
        };
        match reader.read(cx, &file, buf) {
            Ok(count) => {
                self.error = 0;
                ReadResult::with_eof(count, count < buf.len())
            }
            Err(error) => {
                self.error = error;
                ReadResult { count: None, eof: Some(true) }
            }
        }
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        if matches!(self.side, Side::Read(_)) {
            self.error = SEQUENCE_ERROR;
            return None;
        }
        self.push(cx, data, Action::Run).then_some(data.len())
    }

    fn close(&mut self, cx: &mut Cx) -> i32 {
        let fine = matches!(self.side, Side::Read(_)) || self.push(cx, &[], Action::Finish);
        loxo_streams::close_resource(cx, &self.inner);
        if fine { 0 } else { -1 }
    }

    /// The end of the compressed data is still to be written.
    fn closes_in_php(&self) -> bool {
        true
    }
}
