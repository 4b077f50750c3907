//! Bodies of requests. They are read before a worker is asked, long ones into a temporary file, so that slow clients keep no worker.

use std::io::{Seek, SeekFrom};
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http_body::Body;
use hyper::body::Incoming as HyperBody;
use hyper::header::TRANSFER_ENCODING;
use hyper::{HeaderMap, Version};
use tokio::io::AsyncWriteExt;

use crate::message::RequestBody;
use crate::temp_file;

/// Shorter bodies stay in memory.
const MEMORY_LIMIT: usize = 256 << 10;
/// A client that sends nothing for so long is given up.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Why there is no body: the status that the client gets.
pub(crate) type ErrorStatus = u16;

/// Do all who read the request agree on where its body ends? Codings other than `chunked` are refused, as by nginx. A length beside chunks does not
/// count (RFC 9112, 6.1): hyper takes it out.
pub(crate) fn framing(version: Version, fields: &HeaderMap) -> Result<(), ErrorStatus> {
    let mut codings = fields.get_all(TRANSFER_ENCODING).iter();
    let Some(coding) = codings.next() else { return Ok(()) };
    if version == Version::HTTP_10 || codings.next().is_some() {
        return Err(400);
    }
    if coding.as_bytes().eq_ignore_ascii_case(b"chunked") { Ok(()) } else { Err(501) }
}

/// The body and its length. `limit`: longer ones are refused.
pub(crate) async fn read(mut body: HyperBody, limit: u64) -> Result<(RequestBody, u64), ErrorStatus> {
    if body.is_end_stream() {
        return Ok((RequestBody::Whole(Bytes::new()), 0));
    }
    if body.size_hint().lower() > limit {
        return Err(413);
    }
    let mut memory = Vec::new();
    while let Some(piece) = next_piece(&mut body).await? {
        memory.extend_from_slice(&piece);
        if memory.len() > MEMORY_LIMIT {
            return store(body, &memory, limit).await;
        }
    }
    let length = memory.len() as u64;
    Ok((RequestBody::Whole(memory.into()), length))
}

/// The rest goes to a file. A disk that is full is the server's fault.
async fn store(mut body: HyperBody, beginning: &[u8], limit: u64) -> Result<(RequestBody, u64), ErrorStatus> {
    let created = tokio::task::spawn_blocking(temp_file::unnamed).await;
    let file = created.ok().and_then(Result::ok).ok_or(500_u16)?;
    let mut file = tokio::fs::File::from_std(file);
    file.write_all(beginning).await.map_err(|_| 500_u16)?;
    let mut length = beginning.len() as u64;
    while let Some(piece) = next_piece(&mut body).await? {
        length += piece.len() as u64;
        if length > limit {
            return Err(413);
        }
        file.write_all(&piece).await.map_err(|_| 500_u16)?;
    }
    file.flush().await.map_err(|_| 500_u16)?;
    let mut file = file.into_std().await;
    file.seek(SeekFrom::Start(0)).map_err(|_| 500_u16)?;
    Ok((RequestBody::Stored(file), length))
}

/// `Err`: the client is gone, or sends nothing any more.
async fn next_piece(body: &mut HyperBody) -> Result<Option<Bytes>, ErrorStatus> {
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
        match tokio::time::timeout(READ_TIMEOUT, frame).await {
            Ok(None) => return Ok(None),
            Ok(Some(Ok(frame))) => {
                // What is no data are trailers.
                if let Ok(piece) = frame.into_data() {
                    return Ok(Some(piece));
                }
            }
            Ok(Some(Err(_))) => return Err(400),
            Err(_) => return Err(408),
        }
    }
}
