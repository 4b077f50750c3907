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
    queued: Mutex<u64>,
    drained: Condvar,
}

impl Backlog {
    fn queued(&self) -> MutexGuard<'_, u64> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove(&self, count: usize) {
        let mut queued = self.queued();
        *queued = queued.saturating_sub(count as u64);
        drop(queued);
        self.drained.notify_all();
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

    /// False: the client is gone.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        if self.pieces.is_closed() {
            return false;
        }
        let queued = *self.backlog.queued();
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
        *self.backlog.queued() += length;
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
        let mut queued = self.backlog.queued();
        while *queued > bytes {
            if self.pieces.is_closed() {
                return false;
            }
            queued = self.backlog.drained.wait_timeout(queued, CLIENT_CHECK).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
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
}

impl BodyReader {
    /// Sends a part of a file.
    pub(crate) fn of_file(file: File, from: u64, length: u64) -> BodyReader {
        let (writer, reader) = channel();
        writer.hand_over(Chunk::File(TempFile::foreign(file), from, length), length);
        reader
    }

    fn poll_file(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some(part) = &mut self.file else { return Poll::Ready(None) };
        let block = match std::task::ready!(part.poll_block(context)) {
            Ok(block) if !block.is_empty() => block,
            _ => {
                self.cut = true;
                return Poll::Ready(None);
            }
        };
        part.at += block.len() as u64;
        part.left -= block.len() as u64;
        if part.left == 0 {
            self.file = None;
        }
        self.backlog.remove(block.len());
        Poll::Ready(Some(block.into()))
    }
}

impl PieceStream for BodyReader {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        loop {
            if self.file.is_some() {
                return self.poll_file(context);
            }
            match self.pieces.poll_recv(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Chunk::Cut)) => {
                    self.cut = true;
                    self.pieces.close();
                    return Poll::Ready(None);
                }
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(Chunk::File(_, _, 0))) => {}
                Poll::Ready(Some(Chunk::File(file, at, left))) => {
                    self.file = Some(Part { file: Arc::new(file), at, left, waiting: None });
                }
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
        let mut reader = BodyReader::of_file(stored.file.try_clone().expect("a file"), 3, 4);
        assert_eq!(collect(&mut reader).await, b"3456");
    }
}
