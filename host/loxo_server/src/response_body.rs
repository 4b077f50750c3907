//! A response's body on its way from a worker to a client that may be slow. A worker never waits for a client before a gibibyte is on its
//! way: what the client has not taken is kept in memory first and in a temporary file, without a name, behind that.

use std::fs::File;
use std::future::Future;
use std::io::{self, IoSliceMut};
use std::os::unix::fs::FileExt;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use rustix::io::{Errno, ReadWriteFlags};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use crate::temp_file::TempFile;

/// Bytes of one response that wait in memory.
const MEMORY_LIMIT: u64 = 1 << 20;
/// Bytes of one response that wait at all; behind that the worker waits.
const TOTAL_LIMIT: u64 = 1 << 30;
/// How much of a file is read at once.
const FILE_BLOCK: usize = 64 << 10;
/// How often a waiting worker looks whether the client is still there.
const CLIENT_CHECK: Duration = Duration::from_millis(200);

#[derive(Debug)]
enum Chunk {
    Bytes(Bytes),
    /// A part of a file: its beginning and length.
    File(TempFile, u64, u64),
    /// What is missing will not come.
    Cut,
}

/// Bytes that were handed over and are not yet on their way to the client.
#[derive(Debug, Default)]
struct Backlog {
    state: Mutex<BacklogState>,
    drained: Condvar,
}

#[derive(Debug, Default)]
struct BacklogState {
    queued: u64,
    /// The worker waits for less.
    awaited: bool,
}

impl Backlog {
    fn state(&self) -> MutexGuard<'_, BacklogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove(&self, count: usize) {
        let mut state = self.state();
        state.queued = state.queued.saturating_sub(count as u64);
        if state.awaited {
            drop(state);
            self.drained.notify_all();
        }
    }
}

/// The worker's end. What is in it goes out when it is dropped.
#[derive(Debug)]
pub(crate) struct BodyWriter {
    pieces: UnboundedSender<Chunk>,
    backlog: Arc<Backlog>,
    spill: Option<(TempFile, u64)>,
}

/// The client's end.
#[derive(Debug)]
pub(crate) struct BodyReader {
    pieces: UnboundedReceiver<Chunk>,
    backlog: Arc<Backlog>,
    file: Option<Part>,
    cut: bool,
}

/// A part of a file that lies in memory.
#[derive(Debug)]
pub(crate) struct FilePart {
    file: Arc<TempFile>,
    pub(crate) at: u64,
    pub(crate) length: usize,
}

impl FilePart {
    pub(crate) fn file(&self) -> &File {
        &self.file.file
    }
}

/// What is left of a file's part.
#[derive(Debug)]
struct Part {
    file: Arc<TempFile>,
    at: u64,
    left: u64,
    /// A read that has to wait for the disk, on a thread that may.
    waiting: Option<JoinHandle<io::Result<Vec<u8>>>>,
}

impl Part {
    fn new(file: Arc<TempFile>, at: u64, left: u64) -> Part {
        Part { file, at, left, waiting: None }
    }

    fn advance(&mut self, count: usize) {
        (self.at, self.left) = (self.at + count as u64, self.left.saturating_sub(count as u64));
    }

    /// As [`PieceStream::take_part`].
    fn take(&mut self, most: usize) -> Option<FilePart> {
        let length = most.min(usize::try_from(self.left).unwrap_or(most));
        if length == 0 || self.waiting.is_some() || !is_cached(&self.file.file, self.at, length) {
            return None;
        }
        let taken = FilePart { file: self.file.clone(), at: self.at, length };
        self.advance(length);
        Some(taken)
    }

    /// The next bytes; `None` at the end, or, which `cut` says then, where the file is shorter than it was.
    fn poll_next(&mut self, context: &mut Context<'_>, cut: &mut bool) -> Poll<Option<Bytes>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        match std::task::ready!(self.poll_block(context)) {
            Ok(block) if !block.is_empty() => {
                self.advance(block.len());
                Poll::Ready(Some(block.into()))
            }
            _ => {
                *cut = true;
                Poll::Ready(None)
            }
        }
    }

    /// The next block; empty where the file is shorter than it was.
    fn poll_block(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Vec<u8>>> {
        if self.waiting.is_none() {
            let length = FILE_BLOCK.min(usize::try_from(self.left).unwrap_or(FILE_BLOCK));
            let mut block = vec![0; length];
            match read_cached(&self.file.file, &mut block, self.at) {
                Ok(count) => {
                    block.truncate(count);
                    return Poll::Ready(Ok(block));
                }
                Err(_) => {
                    let (file, at) = (self.file.clone(), self.at);
                    self.waiting = Some(tokio::task::spawn_blocking(move || {
                        let count = file.file.read_at(&mut block, at)?;
                        block.truncate(count);
                        Ok(block)
                    }));
                }
            }
        }
        let Some(waiting) = &mut self.waiting else { return Poll::Pending };
        let read = std::task::ready!(Pin::new(waiting).poll(context));
        self.waiting = None;
        Poll::Ready(read.unwrap_or_else(|_| Err(io::ErrorKind::Other.into())))
    }
}

/// What the system reads from a disk at once, as a rule.
const READ_AHEAD: usize = 128 << 10;

/// Whether the system has a part of a file in memory, as its ends say: what a program or another client has read lately is there as a whole.
fn is_cached(file: &File, at: u64, length: usize) -> bool {
    let has = |at| read_cached(file, &mut [0], at) == Ok(1);
    has(at + length as u64 - 1) && (length <= READ_AHEAD || has(at))
}

/// Reads what the system has in memory. An error, mostly that it would have to wait for the disk.
pub(crate) fn read_cached(file: &File, block: &mut [u8], at: u64) -> Result<usize, Errno> {
    rustix::io::preadv2(file, &mut [IoSliceMut::new(block)], at, ReadWriteFlags::NOWAIT)
}

/// Ends a response before its time, from another thread.
#[derive(Debug)]
pub(crate) struct Cutter(WeakUnboundedSender<Chunk>);

impl Cutter {
    /// The client gets what is on its way and then sees that there should be more.
    pub(crate) fn cut(&self) {
        if let Some(pieces) = self.0.upgrade() {
            // A client that has gone misses nothing.
            let _ = pieces.send(Chunk::Cut);
        }
    }
}

pub(crate) fn channel() -> (BodyWriter, BodyReader) {
    let (sender, receiver) = unbounded_channel();
    let backlog = Arc::new(Backlog::default());
    (BodyWriter { pieces: sender, backlog: backlog.clone(), spill: None }, BodyReader { pieces: receiver, backlog, file: None, cut: false })
}

impl BodyWriter {
    pub(crate) fn cutter(&self) -> Cutter {
        Cutter(self.pieces.downgrade())
    }

    /// So many bytes can be written without waiting for anything.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.spill.is_none() && self.backlog.state().queued + bytes as u64 <= MEMORY_LIMIT
    }

    /// False: the client is gone.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        if self.pieces.is_closed() {
            return false;
        }
        let queued = self.backlog.state().queued;
        let spilled = self.spill.as_ref().map_or(0, |(_, length)| *length);
        if spilled > 0 && (queued <= MEMORY_LIMIT / 2 || spilled >= TOTAL_LIMIT / 2) {
            self.flush();
        }
        if self.spill.is_none() && queued + bytes.len() as u64 <= MEMORY_LIMIT {
            return self.hand_over(Chunk::Bytes(Bytes::copy_from_slice(bytes)), bytes.len() as u64);
        }
        if queued + spilled + bytes.len() as u64 > TOTAL_LIMIT && !self.wait(TOTAL_LIMIT / 2) {
            return false;
        }
        if self.spill(bytes) {
            return true;
        }
        // The disk is full: then the worker does wait for the client.
        self.flush();
        self.wait(MEMORY_LIMIT / 2) && self.hand_over(Chunk::Bytes(Bytes::copy_from_slice(bytes)), bytes.len() as u64)
    }

    /// What lies in a file is the client's to take.
    pub(crate) fn flush(&mut self) -> bool {
        let Some((file, length)) = self.spill.take() else { return !self.pieces.is_closed() };
        self.hand_over(Chunk::File(file, 0, length), length)
    }

    fn hand_over(&self, piece: Chunk, length: u64) -> bool {
        self.backlog.state().queued += length;
        self.pieces.send(piece).is_ok()
    }

    fn spill(&mut self, bytes: &[u8]) -> bool {
        if self.spill.is_none() {
            self.spill = TempFile::new().ok().map(|file| (file, 0));
        }
        let Some((file, length)) = &mut self.spill else { return false };
        if file.write(bytes).is_err() {
            // Of a piece that was written in part nothing counts: the client takes what lies before it.
            return false;
        }
        *length += bytes.len() as u64;
        true
    }

    /// Until no more than `bytes` are on their way. False: the client is gone.
    fn wait(&self, bytes: u64) -> bool {
        let mut state = self.backlog.state();
        state.awaited = true;
        while state.queued > bytes && !self.pieces.is_closed() {
            state = self.backlog.drained.wait_timeout(state, CLIENT_CHECK).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.awaited = false;
        state.queued <= bytes
    }
}

impl Drop for BodyWriter {
    fn drop(&mut self) {
        self.flush();
    }
}

/// A body that comes piece by piece.
pub(crate) trait PieceStream: std::fmt::Debug + Send {
    /// The next bytes; `None` at the end, or where a file has become shorter than it was.
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>>;

    /// The end came before the end: the client must learn that it has not all.
    fn is_cut(&self) -> bool;

    /// Takes the next bytes, so many at most, as a part of a file. `None`: they lie in no file, or not in memory.
    fn take_part(&mut self, _most: usize) -> Option<FilePart> {
        None
    }
}

/// A part of a file as a body.
#[derive(Debug)]
pub(crate) struct FileBody {
    part: Part,
    cut: bool,
}

impl FileBody {
    pub(crate) fn new(file: Arc<TempFile>, from: u64, length: u64) -> FileBody {
        FileBody { part: Part::new(file, from, length), cut: false }
    }
}

impl PieceStream for FileBody {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.part.poll_next(context, &mut self.cut)
    }

    fn is_cut(&self) -> bool {
        self.cut
    }

    fn take_part(&mut self, most: usize) -> Option<FilePart> {
        self.part.take(most)
    }
}

impl PieceStream for BodyReader {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        loop {
            if let Some(part) = &mut self.file {
                let piece = std::task::ready!(part.poll_next(context, &mut self.cut));
                match piece {
                    Some(piece) => {
                        self.backlog.remove(piece.len());
                        return Poll::Ready(Some(piece));
                    }
                    None if self.cut => return Poll::Ready(None),
                    None => self.file = None,
                }
            }
            match self.pieces.poll_recv(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Chunk::Cut)) => {
                    self.cut = true;
                    self.pieces.close();
                    return Poll::Ready(None);
                }
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(Chunk::File(file, at, left))) => self.file = Some(Part::new(Arc::new(file), at, left)),
                Poll::Ready(Some(Chunk::Bytes(bytes))) => {
                    self.backlog.remove(bytes.len());
                    return Poll::Ready(Some(bytes));
                }
            }
        }
    }

    fn is_cut(&self) -> bool {
        self.cut
    }

    fn take_part(&mut self, most: usize) -> Option<FilePart> {
        let taken = self.file.as_mut()?.take(most)?;
        self.backlog.remove(taken.length);
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn collect(reader: &mut BodyReader) -> Vec<u8> {
        let mut all = Vec::new();
        while let Some(bytes) = std::future::poll_fn(|context| reader.poll_next(context)).await {
            all.extend_from_slice(&bytes);
        }
        all
    }

    #[tokio::test]
    async fn nothing_is_lost_and_nobody_waits() {
        let (mut writer, mut reader) = channel();
        let mut expected = Vec::new();
        for n in 0..200u8 {
            let piece = vec![n; 40_000];
            assert!(writer.write(&piece));
            expected.extend_from_slice(&piece);
            if n == 150 {
                writer.flush();
            }
        }
        drop(writer);
        assert!(collect(&mut reader).await == expected);
    }

    #[tokio::test]
    async fn a_response_that_is_cut_says_so() {
        let (mut writer, mut reader) = channel();
        assert!(writer.write(b"a"));
        writer.cutter().cut();
        writer.write(b"b");
        assert_eq!(collect(&mut reader).await, b"a");
        assert!(reader.is_cut() && !writer.write(b"c"));
        let (mut writer, mut reader) = channel();
        assert!(writer.write(b"a"));
        let cutter = writer.cutter();
        drop(writer);
        cutter.cut();
        assert_eq!(collect(&mut reader).await, b"a");
        assert!(!reader.is_cut());
    }

    #[tokio::test]
    async fn a_client_that_leaves_is_noticed() {
        let (mut writer, reader) = channel();
        assert!(writer.write(b"a"));
        drop(reader);
        assert!(!writer.write(b"b"));
    }

    #[tokio::test]
    async fn part_of_a_file() {
        let mut stored = TempFile::new().expect("a file");
        stored.write(b"0123456789").expect("writes");
        let stored = Arc::new(stored);
        let body = |from, length| FileBody::new(stored.clone(), from, length);
        let mut all = Vec::new();
        let mut part = body(3, 4);
        while let Some(bytes) = std::future::poll_fn(|context| part.poll_next(context)).await {
            all.extend_from_slice(&bytes);
        }
        assert!(all == b"3456" && !part.is_cut());
        let mut shorter = body(8, 4);
        while std::future::poll_fn(|context| shorter.poll_next(context)).await.is_some() {}
        assert!(shorter.is_cut());
        let mut taken = body(3, 4);
        assert_eq!(taken.take_part(3).map(|part| (part.at, part.length)), Some((3, 3)));
        assert_eq!(taken.take_part(3).map(|part| (part.at, part.length)), Some((6, 1)));
        assert!(taken.take_part(3).is_none());
    }
}
