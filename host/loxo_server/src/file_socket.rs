//! A client's connection that sends parts of files straight from the system's memory.
//!
//! hyper writes bytes and knows no files. Where a part of a file is to go it gets [`PLACEHOLDER`] instead, of the part's length, and the part waits
//! in the connection's [`FileParts`]; the socket knows the placeholder by its address and sends the part in its place. hyper must not copy what it is
//! given to write: it writes in vectors.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use rustix::net::{SendAncillaryBuffer, SendFlags};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

use crate::response_body::FilePart;

/// The longest part that is sent at once.
pub(crate) const LONGEST: usize = 1 << 20;
/// Nobody reads it: only its address counts.
static PLACEHOLDER: [u8; LONGEST] = [0; LONGEST];

fn is_placeholder(bytes: &[u8]) -> bool {
    PLACEHOLDER.as_ptr_range().contains(&bytes.as_ptr())
}

/// Parts of files that a connection is about to send, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileParts(Arc<Mutex<VecDeque<FilePart>>>);

impl FileParts {
    fn queue(&self) -> MutexGuard<'_, VecDeque<FilePart>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be written in the part's place.
    pub(crate) fn add(&self, part: FilePart) -> Bytes {
        let placeholder = Bytes::from_static(&PLACEHOLDER[..part.length.min(LONGEST)]);
        self.queue().push_back(part);
        placeholder
    }

    /// Sends from the part that is next.
    fn send(&self, stream: &TcpStream) -> io::Result<usize> {
        let mut queue = self.queue();
        let part = queue.front_mut().ok_or(io::ErrorKind::InvalidInput)?;
        let mut at = part.at;
        match rustix::fs::sendfile(stream, part.file(), Some(&mut at), part.length)? {
            // The file has become shorter than it was.
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                (part.at, part.length) = (at, part.length.saturating_sub(count));
                if part.length == 0 {
                    queue.pop_front();
                }
                Ok(count)
            }
        }
    }
}

pub(crate) struct FileSocket {
    stream: TcpStream,
    parts: FileParts,
}

impl FileSocket {
    pub(crate) fn new(stream: TcpStream, parts: FileParts) -> FileSocket {
        FileSocket { stream, parts }
    }

    /// Does what writes once the socket takes something.
    fn poll_writing(&self, context: &mut Context<'_>, write: impl Fn() -> io::Result<usize>) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            match self.stream.try_io(Interest::WRITABLE, &write) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return Poll::Ready(result),
            }
        }
    }
}

impl AsyncRead for FileSocket {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for FileSocket {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        match pieces.iter().position(|piece| is_placeholder(piece)) {
            None => Pin::new(&mut self.stream).poll_write_vectored(context, pieces),
            Some(0) => self.poll_writing(context, || self.parts.send(&self.stream)),
            // What stands before a part waits for it, so that both share a packet.
            Some(count) => self.poll_writing(context, || {
                let flags = SendFlags::MORE | SendFlags::NOSIGNAL;
                Ok(rustix::net::sendmsg(&self.stream, &pieces[..count], &mut SendAncillaryBuffer::default(), flags)?)
            }),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response_body::{FileBody, PieceStream};
    use crate::temp_file::TempFile;
    use std::io::{Read, Write};
    use tokio::io::AsyncWriteExt;

    #[tokio::test]
    async fn parts_go_between_bytes() {
        let folder = std::env::temp_dir().join(format!("loxo-file-socket-{}", std::process::id()));
        let mut file = std::fs::File::create_new(&folder).expect("a file");
        let content: Vec<u8> = (0..3_000_000_u32).map(|n| (n % 251) as u8).collect();
        file.write_all(&content).expect("writes");
        let file = std::fs::File::open(&folder).expect("a file");
        std::fs::remove_file(&folder).expect("a file");
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let client = std::net::TcpStream::connect(listener.local_addr().expect("an address")).expect("connects");
        let (server, _) = listener.accept().expect("connects");
        server.set_nonblocking(true).expect("a socket");
        let reader = std::thread::spawn(move || {
            let mut all = Vec::new();
            (&client).read_to_end(&mut all).map(|_| all)
        });
        let parts = FileParts::default();
        let mut socket = FileSocket::new(TcpStream::from_std(server).expect("a socket"), parts.clone());
        let mut body = FileBody::new(Arc::new(TempFile::foreign(file)), 0, content.len() as u64);
        socket.write_all(b"head").await.expect("writes");
        while let Some(part) = body.take_part(LONGEST) {
            let mut placeholder = parts.add(part);
            let mut between: &[u8] = b"|";
            while !placeholder.is_empty() {
                let pieces = [IoSlice::new(between), IoSlice::new(&placeholder)];
                let pieces = if between.is_empty() { &pieces[1..] } else { &pieces[..] };
                let count =
                    std::future::poll_fn(|context| Pin::new(&mut socket).poll_write_vectored(context, pieces)).await.expect("writes");
                let head = count.min(between.len());
                between = &between[head..];
                let _ = placeholder.split_to(count - head);
            }
        }
        drop(socket);
        let received = reader.join().expect("ends").expect("reads");
        let expected: Vec<u8> = content.chunks(LONGEST).fold(b"head".to_vec(), |all, chunk| [&all[..], b"|", chunk].concat());
        assert!(received == expected, "{} bytes of {}", received.len(), expected.len());
    }
}
