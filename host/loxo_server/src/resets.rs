//! Requests that a client of HTTP/2 takes back before it has an answer. A few are usual; a connection that brings little else costs the server work
//! that nobody wants, and ends (CVE-2023-44487).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

/// So many requests may be taken back whatever else comes; beyond that, half of all.
const FREE: u64 = 200;
/// The frame that ends a connection: no stream is named, the reason is `ENHANCE_YOUR_CALM` (RFC 9113, 6.8 and 7).
const GO_AWAY: [u8; 17] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 11];

/// Those of a connection.
#[derive(Debug, Default)]
pub(crate) struct Resets {
    begun: AtomicU64,
    taken_back: AtomicU64,
    changed: Notify,
}

impl Resets {
    /// A request begins.
    pub(crate) fn begin(self: &Arc<Resets>) -> Pending {
        self.begun.fetch_add(1, Ordering::Relaxed);
        Pending { resets: self.clone(), answered: false }
    }

    fn are_too_many(&self) -> bool {
        let (begun, taken_back) = (self.begun.load(Ordering::Relaxed), self.taken_back.load(Ordering::Relaxed));
        taken_back > FREE && taken_back > begun / 2
    }

    /// Waits until there are.
    pub(crate) async fn too_many(&self) {
        while !self.are_too_many() {
            self.changed.notified().await;
        }
    }
}

/// A request without an answer so far.
#[derive(Debug)]
pub(crate) struct Pending {
    resets: Arc<Resets>,
    answered: bool,
}

impl Pending {
    pub(crate) fn answered(mut self) {
        self.answered = true;
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.answered {
            self.resets.taken_back.fetch_add(1, Ordering::Relaxed);
            if self.resets.are_too_many() {
                self.resets.changed.notify_one();
            }
        }
    }
}

/// The stream of a connection. Where that ends because of its resets, the client hears why.
pub(crate) struct Guarded<S: AsyncWrite + Unpin> {
    stream: S,
    resets: Arc<Resets>,
    /// All that was written has gone out, whole frames: another may follow.
    flushed: bool,
}

impl<S: AsyncWrite + Unpin> Guarded<S> {
    pub(crate) fn new(stream: S, resets: Arc<Resets>) -> Guarded<S> {
        Guarded { stream, resets, flushed: true }
    }
}

impl<S: AsyncWrite + Unpin> Drop for Guarded<S> {
    fn drop(&mut self) {
        if self.flushed && self.resets.are_too_many() {
            // Nobody waits for a client that takes nothing.
            let mut context = Context::from_waker(Waker::noop());
            if Pin::new(&mut self.stream).poll_write(&mut context, &GO_AWAY).is_ready() {
                let _ = Pin::new(&mut self.stream).poll_flush(&mut context);
            }
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.flushed = false;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.flushed = false;
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.flushed |= matches!(flushed, Poll::Ready(Ok(())));
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.flushed = false;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_client_that_only_takes_back_hears_of_it() {
        let (ours, mut theirs) = tokio::io::duplex(1024);
        let resets = Arc::new(Resets::default());
        let mut stream = Guarded::new(ours, resets.clone());
        stream.write_all(b"frame").await.expect("writes");
        stream.flush().await.expect("writes");
        (0..300).for_each(|_| resets.begin().answered());
        (0..=FREE).for_each(|_| drop(resets.begin()));
        assert!(!resets.are_too_many());
        (0..200).for_each(|_| drop(resets.begin()));
        resets.too_many().await;
        drop(stream);
        let mut all = Vec::new();
        theirs.read_to_end(&mut all).await.expect("reads");
        assert_eq!(all, [&b"frame"[..], &GO_AWAY].concat());
    }

    #[tokio::test]
    async fn no_frame_goes_into_another() {
        let (ours, mut theirs) = tokio::io::duplex(1024);
        let resets = Arc::new(Resets::default());
        let mut stream = Guarded::new(ours, resets.clone());
        (0..=FREE).for_each(|_| drop(resets.begin()));
        stream.write_all(b"fra").await.expect("writes");
        drop(stream);
        let mut all = Vec::new();
        theirs.read_to_end(&mut all).await.expect("reads");
        assert_eq!(all, b"fra");
    }
}
