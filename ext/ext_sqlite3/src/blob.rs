//! A BLOB as a stream. Its size is fixed.

use std::rc::Rc;

use loxo_runtime::Cx;
use loxo_sqlite_sys::Blob;
use loxo_streams::{ReadResult, SeekFailed, Stat, Stream, StreamOps, StreamRef, Whence};

/// What is said where nothing can be written, and where nothing more can be.
pub const COMPLAINTS: [&str; 2] = ["Can't write to blob stream: is open as read only", "It is not possible to increase the size of a BLOB"];

struct BlobOps {
    blob: Option<Blob>,
    size: usize,
    at: usize,
    writable: bool,
    label: &'static str,
    /// What is said when a write cannot be.
    complaints: Option<[&'static str; 2]>,
}

/// Makes the stream. `complaints`: that it is read-only, and that it cannot grow.
pub fn stream(blob: Blob, writable: bool, label: &'static str, complaints: Option<[&'static str; 2]>) -> StreamRef {
    let size = blob.size();
    let ops = BlobOps { blob: Some(blob), size, at: 0, writable, label, complaints };
    Rc::new(Stream::new(Box::new(ops), if writable { b"r+b" } else { b"rb" }))
}

impl StreamOps for BlobOps {
    fn label(&self) -> &'static str {
        self.label
    }

    fn read(&mut self, _: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let left = self.size.saturating_sub(self.at);
        let count = buf.len().min(left);
        if count > 0 && !self.blob.as_ref().is_some_and(|blob| blob.read(self.at, &mut buf[..count])) {
            return ReadResult::failed();
        }
        self.at += count;
        ReadResult::with_eof(count, buf.len() >= left)
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        let problem = match () {
            () if !self.writable => Some(0),
            () if self.at + data.len() > self.size => Some(1),
            () => None,
        };
        if let Some(problem) = problem {
            if let Some(complaints) = self.complaints {
                cx.builtin_warning(complaints[problem]);
            }
            return None;
        }
        if !self.blob.as_ref()?.write(self.at, data) {
            return None;
        }
        self.at += data.len();
        Some(data.len())
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, _: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let base = match whence {
            Whence::Set => 0,
            Whence::Cur => self.at as i64,
            Whence::End => self.size as i64,
        };
        let target = base.saturating_add(offset);
        let inside = target.clamp(0, self.size as i64);
        self.at = inside as usize;
        if inside == target { Ok(target) } else { Err(SeekFailed(None)) }
    }

    fn close(&mut self, _: &mut Cx) -> i32 {
        self.blob = None;
        0
    }

    fn stat(&mut self, _: &mut Cx) -> Option<Stat> {
        Some(Stat { size: self.size as i64, ..Stat::default() })
    }
}
