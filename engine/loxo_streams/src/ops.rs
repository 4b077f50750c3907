//! What a kind of stream can do. Everything else (buffering, filters, positions) is [`super::Stream`]'s.

use std::any::Any;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_value::PhpArray;

use super::dir::DirEntry;
use super::{Stat, Stream};
use loxo_runtime::Cx;

/// What came of a read.
#[derive(Clone, Copy, Debug)]
pub struct ReadResult {
    /// Bytes read; `None`: the read failed.
    pub count: Option<usize>,
    /// What the stream knows now about its end; `None`: nothing new.
    pub eof: Option<bool>,
}

impl ReadResult {
    pub fn data(count: usize) -> ReadResult {
        ReadResult { count: Some(count), eof: None }
    }
    pub fn end() -> ReadResult {
        ReadResult { count: Some(0), eof: Some(true) }
    }
    pub fn failed() -> ReadResult {
        ReadResult { count: None, eof: None }
    }
    /// `count` bytes, which are the last ones if `eof`.
    pub fn with_eof(count: usize, eof: bool) -> ReadResult {
        ReadResult { count: Some(count), eof: eof.then_some(true) }
    }
}

/// Families of streams that others must tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Stdio,
    Memory,
    Temp,
    Socket,
    User,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    Set,
    Cur,
    End,
}

impl Whence {
    pub fn from_int(n: i64) -> Option<Whence> {
        match n {
            0 => Some(Whence::Set),
            1 => Some(Whence::Cur),
            2 => Some(Whence::End),
            _ => None,
        }
    }
}

/// A failed seek; some streams know where they are now in spite of it.
#[derive(Clone, Copy, Debug)]
pub struct SeekFailed(pub Option<i64>);

/// Questions and orders beyond reading and writing.
pub enum StreamOption<'a> {
    /// Answers whether it was blocking before.
    Blocking(bool),
    /// Mode (0 none, 1 line, 2 full) and size.
    ReadBuffer(i64, Option<usize>),
    WriteBuffer(i64, Option<usize>),
    /// Seconds and microseconds.
    ReadTimeout(i64, i64),
    /// `flock()` operation: 1 shared, 2 exclusive, 3 release; 4 is added for "do not wait".
    Lock(i64),
    LockSupported,
    Truncate(i64),
    TruncateSupported,
    /// True: data only.
    Sync(bool),
    SyncSupported,
    /// Adds what the kind of stream knows to the array of `stream_get_meta_data()`.
    MetaData(&'a mut PhpArray),
    CheckLiveness,
    ChunkSize(i64),
}

/// The answer to a [`StreamOption`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionResult {
    Ok,
    /// With a number that belongs to the option.
    Value(i64),
    Failed,
    /// Would have had to wait (locks).
    WouldBlock,
    NotImplemented,
}

/// One kind of stream.
///
/// Dropping the box releases what the operating system holds; [`StreamOps::close`] is for what wants a request, or has an answer.
#[allow(unused_variables)]
pub trait StreamOps: Any {
    /// `stream_type` of `stream_get_meta_data()`.
    fn label(&self) -> &'static str;

    fn kind(&self) -> Kind {
        Kind::Other
    }

    fn read(&mut self, cx: &mut Cx, stream: &Stream, buf: &mut [u8]) -> ReadResult {
        ReadResult::failed()
    }

    fn can_write(&self) -> bool {
        true
    }

    /// Bytes written; `None`: failed.
    fn write(&mut self, cx: &mut Cx, stream: &Stream, data: &[u8]) -> Option<usize> {
        None
    }

    fn can_seek(&self) -> bool {
        false
    }

    /// The new position.
    fn seek(&mut self, cx: &mut Cx, stream: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        Err(SeekFailed(None))
    }

    fn flush(&mut self, cx: &mut Cx, stream: &Stream) -> bool {
        true
    }

    /// Status: 0 is success, or what `pclose()` answers.
    fn close(&mut self, cx: &mut Cx) -> i32 {
        0
    }

    /// Closing may run PHP code, so it must not happen where a value is dropped.
    fn closes_in_php(&self) -> bool {
        false
    }

    fn stat(&mut self, cx: &mut Cx) -> Option<Stat> {
        None
    }

    fn set_option(&mut self, cx: &mut Cx, stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        OptionResult::NotImplemented
    }

    /// The descriptor behind it, for `select()` and children. `select` tells that only readiness is asked for.
    fn fd(&mut self, cx: &mut Cx, stream: &Stream, select: bool) -> Option<Rc<OwnedFd>> {
        None
    }

    /// A cast could give a file (what a temporary stream says before it is one).
    fn is_castable(&self) -> bool {
        false
    }

    /// The next entry, of streams that are directories.
    fn read_dir(&mut self, cx: &mut Cx, stream: &Stream) -> Option<DirEntry> {
        None
    }

    fn rewind_dir(&mut self, cx: &mut Cx) -> bool {
        false
    }
}

/// What a closed stream is.
pub(crate) struct Closed;

impl StreamOps for Closed {
    fn label(&self) -> &'static str {
        "closed"
    }
    fn can_write(&self) -> bool {
        false
    }
}
