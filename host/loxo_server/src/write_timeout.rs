//! A limit on how long a client may take nothing, or next to nothing, of what is sent to it; hyper has none of its own.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use crate::flushes::Flushes;

/// Bytes that earn a client a second more of waiting.
const LEAST_RATE: u64 = 500;

/// A stream whose writes fail when the client has taken nothing for `limit`, or so little that waiting for it took longer than that in all.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    /// Runs while the client takes nothing.
    timer: Option<Pin<Box<Sleep>>>,
    waiting_since: Option<Instant>,
    /// How long the client has been waited for, less what it has earned.
    waited: Duration,
    flushes: Flushes,
}

impl<S: AsyncRead + AsyncWrite + Unpin> WriteTimeout<S> {
    pub(crate) fn new(stream: S, limit: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, limit, timer: None, waiting_since: None, waited: Duration::ZERO, flushes: Flushes::default() }
    }

    /// Counts when all that was written has been sent.
    pub(crate) fn flushes(&self) -> Flushes {
        self.flushes.clone()
    }

    fn check_progress<T>(&mut self, context: &mut Context<'_>, progress: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if progress.is_ready() {
            self.timer = None;
            if let Some(since) = self.waiting_since.take() {
                self.waited += since.elapsed();
            }
            return progress;
        }
        self.waiting_since.get_or_insert_with(Instant::now);
        let limit = self.limit.saturating_sub(self.waited);
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    /// The client has taken so many bytes.
    fn earn(&mut self, progress: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(count)) = &progress {
            self.waited = self.waited.saturating_sub(Duration::from_millis(*count as u64 * 1000 / LEAST_RATE));
        }
        progress
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let progress = Pin::new(&mut self.stream).poll_write(context, bytes);
        let progress = self.check_progress(context, progress);
        self.earn(progress)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let progress = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        let progress = self.check_progress(context, progress);
        self.earn(progress)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let progress = Pin::new(&mut self.stream).poll_flush(context);
        if let Poll::Ready(Ok(())) = progress {
            self.flushes.add();
        }
        self.check_progress(context, progress)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let progress = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check_progress(context, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_given_up_and_a_slow_one_is_not() {
        let (ours, mut theirs) = tokio::io::duplex(16);
        let mut stream = WriteTimeout::new(ours, Duration::from_millis(200));
        let slow = tokio::spawn(async move {
            for _ in 0..4 {
                tokio::time::sleep(Duration::from_millis(80)).await;
                theirs.read_exact(&mut [0; 16]).await.expect("reads");
            }
            theirs
        });
        stream.write_all(&[1; 64]).await.expect("a slow client is served");
        let _silent = slow.await.expect("ends");
        let error = stream.write_all(&[1; 64]).await.expect_err("a silent one is not");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
