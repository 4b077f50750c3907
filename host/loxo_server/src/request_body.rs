//! Bodies of requests. They are read when it is known that a script is to have them, and before a worker is asked, long ones into a temporary
//! file, so that slow clients keep no worker.

use std::io::Seek;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http_body::Body;
use hyper::header::TRANSFER_ENCODING;
use hyper::{HeaderMap, Version};
use tokio::time::Instant;

use crate::message::RequestBody;
use crate::temp_file::{Failure, TempFile};

/// Shorter bodies stay in memory.
const MEMORY_LIMIT: usize = 256 << 10;

/// Why there is no body: the status that the client gets.
pub(crate) type ErrorStatus = u16;

/// How slow a client may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// A client that sends nothing for so long is given up.
    pub(crate) silence: Duration,
    /// So long a body may take whatever its length...
    pub(crate) grace: Duration,
    /// ...and a second more for each so many bytes.
    pub(crate) least_rate: u64,
}

/// What clients are held to.
pub(crate) const PACE: Pace = Pace { silence: Duration::from_secs(60), grace: Duration::from_secs(20), least_rate: 500 };

/// Do all who read the request agree on where its body ends? Codings other than `chunked` are refused, as by nginx. A length beside chunks does not
/// count, and the connection ends behind them (RFC 9112, 6.1): hyper takes it out.
pub(crate) fn framing(version: Version, fields: &HeaderMap) -> Result<(), ErrorStatus> {
    let mut codings = fields.get_all(TRANSFER_ENCODING).iter();
    let Some(coding) = codings.next() else { return Ok(()) };
    if version == Version::HTTP_10 || codings.next().is_some() {
        return Err(400);
    }
    if coding.as_bytes().eq_ignore_ascii_case(b"chunked") { Ok(()) } else { Err(501) }
}

/// A body on its way in.
struct Reader<B> {
    body: B,
    pace: Pace,
    began: Instant,
    received: u64,
}

/// The body and its length. `limit`: longer ones are refused.
pub(crate) async fn read<B: Body<Data = Bytes> + Unpin>(body: B, limit: u64, pace: Pace) -> Result<(RequestBody, u64), ErrorStatus> {
    if body.is_end_stream() {
        return Ok((RequestBody::Whole(Bytes::new()), 0));
    }
    if body.size_hint().lower() > limit {
        return Err(413);
    }
    let mut reader = Reader { body, pace, began: Instant::now(), received: 0 };
    let mut memory = Vec::new();
    while let Some(piece) = reader.next().await? {
        memory.extend_from_slice(&piece);
        if memory.len() > MEMORY_LIMIT {
            return store(reader, &memory, limit).await;
        }
    }
    let length = memory.len() as u64;
    Ok((RequestBody::Whole(memory.into()), length))
}

/// What is written to the disk at once.
const BLOCK: usize = 256 << 10;

/// The rest goes to a file. A disk that is full is the server's fault; that there are too many long bodies is over some time.
async fn store<B: Body<Data = Bytes> + Unpin>(
    mut reader: Reader<B>,
    beginning: &[u8],
    limit: u64,
) -> Result<(RequestBody, u64), ErrorStatus> {
    let created = tokio::task::spawn_blocking(TempFile::new).await;
    let mut file = created.ok().and_then(Result::ok).ok_or(500_u16)?;
    let mut block = beginning.to_vec();
    while let Some(piece) = reader.next().await? {
        if reader.received > limit {
            return Err(413);
        }
        block.extend_from_slice(&piece);
        if block.len() >= BLOCK {
            file = append(file, std::mem::take(&mut block)).await?;
        }
    }
    file = append(file, block).await?;
    file.file.rewind().map_err(|_| 500_u16)?;
    Ok((RequestBody::Stored(file), reader.received))
}

/// Writes where that may wait for the disk.
async fn append(mut file: TempFile, block: Vec<u8>) -> Result<TempFile, ErrorStatus> {
    let written = tokio::task::spawn_blocking(move || file.write(&block).map(|()| file)).await;
    written.map_err(|_| 500_u16)?.map_err(|failure| if failure == Failure::Full { 503 } else { 500 })
}

impl<B: Body<Data = Bytes> + Unpin> Reader<B> {
    /// `Err`: the client is gone, or too slow.
    async fn next(&mut self) -> Result<Option<Bytes>, ErrorStatus> {
        loop {
            let earned = Duration::from_secs(self.received / self.pace.least_rate.max(1));
            let until = (Instant::now() + self.pace.silence).min(self.began + self.pace.grace + earned);
            let body = &mut self.body;
            let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
            match tokio::time::timeout_at(until, frame).await {
                Ok(None) => return Ok(None),
                Ok(Some(Ok(frame))) => {
                    // What is no data are trailers.
                    if let Ok(piece) = frame.into_data() {
                        self.received += piece.len() as u64;
                        return Ok(Some(piece));
                    }
                }
                Ok(Some(Err(_))) => return Err(400),
                Err(_) => return Err(408),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body::Frame;
    use std::convert::Infallible;
    use std::task::{Context, Poll};

    /// Pieces of three bytes, one each so often.
    struct Slow(tokio::time::Interval, usize);

    impl Body for Slow {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            if self.1 == 0 {
                return Poll::Ready(None);
            }
            if self.0.poll_tick(context).is_pending() {
                return Poll::Pending;
            }
            self.1 -= 1;
            Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"abc")))))
        }
    }

    #[tokio::test]
    async fn a_client_that_sends_little_by_little_is_given_up() {
        let pace = Pace { silence: Duration::from_secs(5), grace: Duration::from_millis(200), least_rate: 500 };
        let slow = |pause, count| Slow(tokio::time::interval(Duration::from_millis(pause)), count);
        assert_eq!(read(slow(20, 1000), 1 << 20, pace).await.map(|(_, length)| length), Err(408));
        assert_eq!(read(slow(20, 5), 1 << 20, pace).await.map(|(_, length)| length), Ok(15));
        let impatient = Pace { silence: Duration::from_millis(20), ..pace };
        assert_eq!(read(slow(100, 5), 1 << 20, impatient).await.map(|(_, length)| length), Err(408));
    }
}
