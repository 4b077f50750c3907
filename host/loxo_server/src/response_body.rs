//! A response's body on its way from a worker to a client that may be slow. A worker never waits for a client before a gibibyte is on its
//! way: what the client has not taken is kept in memory first and in a temporary file, without a name, behind that.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::temp_file;

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
    /// A file from where it stands, and how much of it.
    File(File, u64),
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
    spill: Option<(File, u64)>,
}

/// The client's end.
#[derive(Debug)]
pub(crate) struct BodyReader {
    pieces: UnboundedReceiver<Chunk>,
    backlog: Arc<Backlog>,
    file: Option<(tokio::fs::File, u64)>,
    block: Vec<u8>,
}

pub(crate) fn channel() -> (BodyWriter, BodyReader) {
    let (sender, receiver) = unbounded_channel();
    let backlog = Arc::new(Backlog::default());
    (
        BodyWriter { pieces: sender, backlog: backlog.clone(), spill: None },
        BodyReader { pieces: receiver, backlog, file: None, block: Vec::new() },
    )
}

impl BodyWriter {
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
        let Some((mut file, length)) = self.spill.take() else { return !self.pieces.is_closed() };
        file.seek(SeekFrom::Start(0)).is_ok() && self.hand_over(Chunk::File(file, length), length)
    }

    fn hand_over(&self, piece: Chunk, length: u64) -> bool {
        *self.backlog.queued() += length;
        self.pieces.send(piece).is_ok()
    }

    fn spill(&mut self, bytes: &[u8]) -> bool {
        if self.spill.is_none() {
            self.spill = temp_file::unnamed().ok().map(|file| (file, 0));
        }
        let Some((file, length)) = &mut self.spill else { return false };
        if file.write_all(bytes).is_err() {
            // Of a piece that was written in part nothing counts.
            return file.seek(SeekFrom::Start(*length)).is_err();
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
}

impl BodyReader {
    /// Sends a part of a file.
    pub(crate) fn of_file(mut file: File, from: u64, length: u64) -> std::io::Result<BodyReader> {
        file.seek(SeekFrom::Start(from))?;
        let (writer, reader) = channel();
        writer.hand_over(Chunk::File(file, length), length);
        Ok(reader)
    }

    fn poll_file(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some((file, left)) = &mut self.file else { return Poll::Ready(None) };
        self.block.resize(FILE_BLOCK.min(usize::try_from(*left).unwrap_or(FILE_BLOCK)), 0);
        let mut buffer = ReadBuf::new(&mut self.block);
        match Pin::new(file).poll_read(context, &mut buffer) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Err(_)) => return Poll::Ready(None),
            Poll::Ready(Ok(())) => {}
        }
        let bytes = Bytes::copy_from_slice(buffer.filled());
        *left -= bytes.len() as u64;
        if *left == 0 {
            self.file = None;
        }
        self.backlog.remove(bytes.len());
        Poll::Ready(Some(bytes).filter(|bytes| !bytes.is_empty()))
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
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(Chunk::File(_, 0))) => {}
                Poll::Ready(Some(Chunk::File(file, length))) => self.file = Some((tokio::fs::File::from_std(file), length)),
                Poll::Ready(Some(Chunk::Bytes(bytes))) => {
                    self.backlog.remove(bytes.len());
                    return Poll::Ready(Some(bytes));
                }
            }
        }
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
    async fn a_client_that_leaves_is_noticed() {
        let (mut writer, reader) = channel();
        assert!(writer.write(b"a"));
        drop(reader);
        assert!(!writer.write(b"b"));
    }

    #[tokio::test]
    async fn part_of_a_file() {
        let mut file = temp_file::unnamed().expect("a file");
        file.write_all(b"0123456789").expect("writes");
        let mut reader = BodyReader::of_file(file, 3, 4).expect("a reader");
        assert_eq!(collect(&mut reader).await, b"3456");
    }
}
