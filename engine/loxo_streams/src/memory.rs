//! `php://memory`, and `php://temp`, which becomes a file when it grows.

use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_value::{PhpArray, PhpResource, Value};

use super::stream::flags;
use super::{Kind, OptionResult, ReadResult, SeekFailed, Stat, Stream, StreamOps, StreamOption, StreamRef, Whence, into_resource, plain};
use loxo_runtime::Cx;
use loxo_runtime::memory_limit::{CountedBuf, ensure_room};

/// Bytes that `php://temp` keeps in memory.
pub const TEMP_LIMIT: usize = 2 * 1024 * 1024;

/// What may be done with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryMode {
    ReadWrite,
    ReadOnly,
    Append,
}

impl MemoryMode {
    /// Out of an `fopen()` mode.
    pub fn from_mode(mode: &[u8]) -> MemoryMode {
        match () {
            () if mode.contains(&b'a') => MemoryMode::Append,
            () if mode.iter().any(|b| matches!(b, b'w' | b'+')) => MemoryMode::ReadWrite,
            () => MemoryMode::ReadOnly,
        }
    }

    fn text(self) -> &'static [u8] {
        match self {
            MemoryMode::ReadWrite => b"w+b",
            MemoryMode::ReadOnly => b"rb",
            MemoryMode::Append => b"a+b",
        }
    }
}

pub struct MemoryOps {
    data: CountedBuf,
    position: usize,
    mode: MemoryMode,
}

/// A stream over bytes in memory.
pub fn memory(mode: MemoryMode, data: Vec<u8>) -> StreamRef {
    let stream = Stream::new(Box::new(MemoryOps { data: data.into(), position: 0, mode }), mode.text());
    stream.set_flag(flags::NO_BUFFER);
    Rc::new(stream)
}

impl MemoryOps {
    fn place(&mut self, target: Option<i64>) -> Result<i64, SeekFailed> {
        match target.filter(|at| *at >= 0) {
            Some(at) => {
                self.position = at as usize;
                Ok(at)
            }
            None => {
                self.position = 0;
                Err(SeekFailed(Some(-1)))
            }
        }
    }
}

impl StreamOps for MemoryOps {
    fn label(&self) -> &'static str {
        "MEMORY"
    }

    fn kind(&self) -> Kind {
        Kind::Memory
    }

    fn read(&mut self, _: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let rest = self.data.get(self.position..).unwrap_or_default();
        if rest.is_empty() {
            return ReadResult::end();
        }
        let n = rest.len().min(buf.len());
        buf[..n].copy_from_slice(&rest[..n]);
        self.position += n;
        ReadResult::data(n)
    }

    fn write(&mut self, _: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        match self.mode {
            MemoryMode::ReadOnly => return None,
            MemoryMode::Append => self.position = self.data.len(),
            MemoryMode::ReadWrite => {}
        }
        let end = self.position.checked_add(data.len())?;
        if end > self.data.len() {
            if end > self.data.capacity() {
                ensure_room(end);
            }
            self.data.resize(end, 0);
            self.data.settle();
        }
        self.data[self.position..end].copy_from_slice(data);
        self.position = end;
        Some(data.len())
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, _: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let base = match whence {
            Whence::Set => 0,
            Whence::Cur => self.position as i64,
            Whence::End => self.data.len() as i64,
        };
        self.place(base.checked_add(offset))
    }

    fn stat(&mut self, _: &mut Cx) -> Option<Stat> {
        let permissions = if self.mode == MemoryMode::ReadOnly { 0o444 } else { 0o666 };
        Some(Stat {
            dev: 0xC,
            mode: Stat::FILE | permissions,
            nlink: 1,
            rdev: -1,
            size: self.data.len() as i64,
            blksize: -1,
            blocks: -1,
            ..Stat::default()
        })
    }

    fn set_option(&mut self, _: &mut Cx, _: &Stream, option: StreamOption<'_>) -> OptionResult {
        match option {
            StreamOption::TruncateSupported => OptionResult::Ok,
            StreamOption::Truncate(size) => {
                let Ok(size) = usize::try_from(size) else { return OptionResult::Failed };
                if self.mode == MemoryMode::ReadOnly {
                    return OptionResult::Failed;
                }
                if size > self.data.capacity() {
                    ensure_room(size);
                }
                self.data.resize(size, 0);
                self.data.settle();
                self.position = self.position.min(size);
                OptionResult::Ok
            }
            _ => OptionResult::NotImplemented,
        }
    }
}

pub struct TempOps {
    inner: StreamRef,
    /// The inner stream's, so that numbers count as PHP's: taken after the outer one has its own.
    resource: Option<PhpResource>,
    limit: usize,
    label: &'static str,
    read_only: bool,
    /// `data:` URLs: what stands before their comma.
    meta: Option<PhpArray>,
}

/// A stream over memory that becomes a file beyond `limit` bytes. Its resource takes two numbers.
pub fn temp(cx: &mut Cx, mode: MemoryMode, limit: usize) -> StreamRef {
    temp_with(cx, mode, limit, "TEMP", Vec::new(), None)
}

pub(crate) fn temp_with(
    _: &mut Cx,
    mode: MemoryMode,
    limit: usize,
    label: &'static str,
    data: Vec<u8>,
    meta: Option<PhpArray>,
) -> StreamRef {
    let inner = memory(if mode == MemoryMode::Append { mode } else { MemoryMode::ReadWrite }, data);
    let read_only = mode == MemoryMode::ReadOnly;
    let ops = TempOps { inner, resource: None, limit, label, read_only, meta };
    let stream = Stream::new(Box::new(ops), mode.text());
    stream.set_flag(flags::NO_BUFFER);
    Rc::new(stream)
}

impl TempOps {
    /// Takes a number for the inner stream, once the outer one has its own.
    pub(crate) fn number_inner(&mut self) {
        self.resource = Some(into_resource(self.inner.clone()));
    }

    fn spill(&mut self, cx: &mut Cx) -> bool {
        let Some(file) = plain::temporary(cx) else { return false };
        let position = self.inner.position.get();
        let data = self.inner.with_ops(|ops: &mut MemoryOps| std::mem::take(&mut ops.data)).unwrap_or_default();
        if !data.is_empty() && file.write(cx, &data) != Some(data.len()) {
            return false;
        }
        file.seek(cx, position, Whence::Set);
        self.inner = file;
        if self.resource.is_some() {
            self.number_inner();
        }
        true
    }
}

impl StreamOps for TempOps {
    fn label(&self) -> &'static str {
        self.label
    }

    fn can_write(&self) -> bool {
        self.label == "TEMP"
    }

    fn kind(&self) -> Kind {
        if self.label == "TEMP" { Kind::Temp } else { Kind::Other }
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let count = self.inner.read(cx, buf);
        ReadResult { count, eof: Some(self.inner.eof.get()) }
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        if self.read_only {
            return None;
        }
        let end = (self.inner.position.get() as usize).saturating_add(data.len());
        if self.inner.kind() == Kind::Memory && end >= self.limit && !self.spill(cx) {
            cx.builtin_warning("Unable to create temporary file, Check permissions in temporary files directory.");
            return Some(0);
        }
        self.inner.write(cx, data)
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, cx: &mut Cx, stream: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let ok = self.inner.seek(cx, offset, whence);
        let at = self.inner.position.get();
        stream.eof.set(self.inner.eof.get());
        if ok { Ok(at) } else { Err(SeekFailed(Some(at))) }
    }

    fn flush(&mut self, cx: &mut Cx, _: &Stream) -> bool {
        self.inner.flush(cx, false)
    }

    fn close(&mut self, cx: &mut Cx) -> i32 {
        self.inner.close(cx);
        drop(self.resource.as_ref().and_then(PhpResource::close));
        0
    }

    fn stat(&mut self, cx: &mut Cx) -> Option<Stat> {
        let mut stat = self.inner.stat(cx)?;
        if self.read_only && self.inner.kind() == Kind::Memory {
            stat.mode = Stat::FILE | 0o444;
        }
        Some(stat)
    }

    fn set_option(&mut self, cx: &mut Cx, _: &Stream, option: StreamOption<'_>) -> OptionResult {
        match option {
            StreamOption::MetaData(out) => {
                for (key, value) in self.meta.iter().flat_map(PhpArray::iter) {
                    out.set(&key.to_key(), value.clone());
                }
                OptionResult::Ok
            }
            StreamOption::Truncate(_) if self.read_only => OptionResult::Failed,
            other => self.inner.set_option(cx, other),
        }
    }

    fn fd(&mut self, cx: &mut Cx, _: &Stream, select: bool) -> Option<Rc<OwnedFd>> {
        if self.inner.kind() == Kind::Memory && !self.spill(cx) {
            return None;
        }
        self.inner.fd(cx, select)
    }

    fn is_castable(&self) -> bool {
        true
    }
}

/// The metadata of a `data:` URL.
pub(crate) fn meta_entry(meta: &mut PhpArray, name: &[u8], value: &[u8]) {
    meta.set_sym(name, Value::bytes(value));
}
