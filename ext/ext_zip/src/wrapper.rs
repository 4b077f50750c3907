//! `zip://`, and the streams that `getStream()` gives.

use std::rc::Rc;

use loxo_runtime::paths;

use loxo_runtime::{Cx, PhpResource, PhpStr};
use loxo_streams::{Failures, OpenOptions, ReadResult, SeekFailed, Stat, Stream, StreamOps, StreamRef, Whence, Wrapper, context};

use crate::archive::open_container;
use crate::flags::flag;
use crate::reader::Reader;

pub(crate) struct ZipWrapper;

/// The archive's path and the file's name.
fn split(url: &[u8]) -> Option<(&[u8], &[u8])> {
    const SCHEME: &[u8] = b"zip://";
    let at = memchr::memchr(b'#', url)?;
    let path = &url[..at];
    let path = path.get(..SCHEME.len()).filter(|start| start.eq_ignore_ascii_case(SCHEME)).map_or(path, |_| &path[SCHEME.len()..]);
    let name = &url[at + 1..];
    (url.len() < paths::MAX_PATH).then_some((path, name))
}

impl Wrapper for ZipWrapper {
    fn label(&self) -> &'static str {
        "zip wrapper"
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        _: OpenOptions,
        context: Option<&PhpResource>,
        _: &mut Failures,
    ) -> Option<StreamRef> {
        let (archive, name) = split(path)?;
        if mode.first() != Some(&b'r') || !paths::check_open_basedir(cx, archive, true) {
            return None;
        }
        let full = paths::absolute(cx, archive);
        let mut container = open_container(&full, 1).ok()?;
        if let Some(password) = context::option(context, "zip", "password") {
            match password.deref().as_bytes() {
                Some(password) => container.password = Some(password.to_vec()),
                None => cx.builtin_warning("Can't set zip password"),
            }
        }
        let index = container.locate(name, 0).ok()?;
        let reader = container.open(index, 0, None).ok()?;
        Some(stream_of(reader, mode, path))
    }
}

/// A stream of a file.
pub(crate) fn stream_of(reader: Reader, mode: &[u8], path: &[u8]) -> StreamRef {
    let stream = Stream::new(Box::new(ZipOps { reader, path: path.to_vec() }), mode);
    *stream.path.borrow_mut() = Some(PhpStr::new(path));
    Rc::new(stream)
}

struct ZipOps {
    reader: Reader,
    path: Vec<u8>,
}

impl StreamOps for ZipOps {
    fn label(&self) -> &'static str {
        "zip"
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        match self.reader.read(buf) {
            Ok(count) => ReadResult::with_eof(count, count < buf.len()),
            Err(error) => {
                cx.builtin_warning(format!("Zip stream error: {}", error.text()));
                ReadResult { count: None, eof: Some(true) }
            }
        }
    }

    /// Nothing is written, and nothing reported.
    fn write(&mut self, _: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        Some(data.len())
    }

    fn can_seek(&self) -> bool {
        self.reader.is_seekable()
    }

    fn seek(&mut self, _: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let base = match whence {
            Whence::Set => 0,
            Whence::Cur => self.reader.position as i64,
            Whence::End => self.reader.size() as i64,
        };
        let to = base.checked_add(offset).and_then(|to| u64::try_from(to).ok()).filter(|&to| to <= self.reader.size());
        match to {
            Some(to) if self.reader.seek(to) => Ok(to as i64),
            _ => Err(SeekFailed(Some(self.reader.position as i64))),
        }
    }

    fn close(&mut self, _: &mut Cx) -> i32 {
        -1
    }

    fn stat(&mut self, cx: &mut Cx) -> Option<Stat> {
        let (archive, name) = split(&self.path)?;
        if !paths::check_open_basedir(cx, archive, true) {
            return None;
        }
        let container = open_container(&paths::absolute(cx, archive), 1).ok()?;
        let index = container.locate(name, flag::NOCASE).ok()?;
        let known = container.stat(index, 0).ok()?;
        let is_dir = self.path.ends_with(b"/");
        Some(Stat {
            ino: -1,
            mode: if is_dir { Stat::DIR } else { Stat::FILE },
            nlink: 1,
            rdev: -1,
            size: if is_dir { 0 } else { known.size },
            atime: known.mtime,
            mtime: known.mtime,
            ctime: known.mtime,
            blksize: -1,
            blocks: -1,
            ..Stat::default()
        })
    }
}
