//! Messages on a socket: their length as four bytes, the highest first, and then the message.

use std::io::{Error, ErrorKind};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

/// Longer messages are refused, bytes.
const LONGEST: u32 = 16 << 20;

/// The length of a message that may be sent.
pub(crate) fn length(message: &[u8]) -> Option<u32> {
    u32::try_from(message.len()).ok().filter(|length| *length <= LONGEST)
}

/// Sends a message.
pub(crate) async fn send(socket: &mut UnixStream, message: &[u8]) -> std::io::Result<()> {
    let length = length(message).ok_or_else(|| Error::new(ErrorKind::InvalidInput, "the message is too long"))?;
    socket.write_all(&[&length.to_be_bytes(), message].concat()).await
}

/// Waits for a message. An error of the kind `UnexpectedEof`: the other side has closed.
pub(crate) async fn receive(socket: &mut UnixStream) -> std::io::Result<Vec<u8>> {
    let length = socket.read_u32().await?;
    if length > LONGEST {
        return Err(Error::new(ErrorKind::InvalidData, "the message is too long"));
    }
    let mut message = Vec::new();
    socket.take(length.into()).read_to_end(&mut message).await?;
    match message.len() as u64 == u64::from(length) {
        true => Ok(message),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}
