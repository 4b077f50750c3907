//! Packets over a socket.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use crate::{Error, Result, code};

/// A packet's largest part; longer ones are split.
const MAX_PART: usize = 0xff_ffff;
const BUFFER: usize = 16 * 1024;

pub(crate) enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Socket {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(socket) => socket.read(buf),
            Socket::Unix(socket) => socket.read(buf),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Socket::Tcp(socket) => socket.write_all(bytes),
            Socket::Unix(socket) => socket.write_all(bytes),
        }
    }

    pub fn set_read_timeout(&self, timeout: Option<Duration>) {
        // A socket without the timeout works, only more patiently.
        let _ = match self {
            Socket::Tcp(socket) => socket.set_read_timeout(timeout),
            Socket::Unix(socket) => socket.set_read_timeout(timeout),
        };
    }

    fn set_nonblocking(&self, on: bool) {
        let _ = match self {
            Socket::Tcp(socket) => socket.set_nonblocking(on),
            Socket::Unix(socket) => socket.set_nonblocking(on),
        };
    }
}

/// A socket with the numbering of packets.
pub(crate) struct Wire {
    socket: Socket,
    sequence: u8,
    buffer: Vec<u8>,
    start: usize,
    pub sent: u64,
    pub received: u64,
}

impl Wire {
    pub fn new(socket: Socket) -> Wire {
        Wire { socket, sequence: 0, buffer: Vec::new(), start: 0, sent: 0, received: 0 }
    }

    /// Nobody can listen on the way.
    pub fn is_local(&self) -> bool {
        matches!(self.socket, Socket::Unix(_))
    }

    pub fn socket(&self) -> &Socket {
        &self.socket
    }

    /// A new command begins.
    pub fn restart(&mut self) {
        self.sequence = 0;
    }

    /// Something has come in already, or the connection has ended.
    pub fn is_readable(&mut self) -> bool {
        if self.start < self.buffer.len() {
            return true;
        }
        self.socket.set_nonblocking(true);
        let outcome = self.fill();
        self.socket.set_nonblocking(false);
        !matches!(outcome, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    fn fill(&mut self) -> io::Result<usize> {
        self.buffer.resize(BUFFER, 0);
        self.start = 0;
        let outcome = loop {
            match self.socket.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let count = *outcome.as_ref().unwrap_or(&0);
        self.buffer.truncate(count);
        self.received += count as u64;
        outcome
    }

    /// Takes bytes until there are `count`; they are stored as they come.
    fn take(&mut self, out: &mut Vec<u8>, count: usize) -> io::Result<()> {
        let end = out.len() + count;
        while out.len() < end {
            if self.start == self.buffer.len() && self.fill()? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let part = (end - out.len()).min(self.buffer.len() - self.start);
            out.extend_from_slice(&self.buffer[self.start..self.start + part]);
            self.start += part;
        }
        Ok(())
    }

    /// The next packet.
    pub fn read(&mut self) -> Result<Vec<u8>> {
        let mut packet = Vec::new();
        let lost = |_| Error::gone();
        loop {
            let mut head = Vec::with_capacity(4);
            self.take(&mut head, 4).map_err(lost)?;
            let length = usize::from(head[0]) | usize::from(head[1]) << 8 | usize::from(head[2]) << 16;
            if head[3] != self.sequence {
                return Err(Error::malformed());
            }
            self.sequence = self.sequence.wrapping_add(1);
            self.take(&mut packet, length).map_err(lost)?;
            if length < MAX_PART {
                return Ok(packet);
            }
        }
    }

    /// Sends a packet.
    pub fn write(&mut self, packet: &[u8]) -> Result<()> {
        let mut rest = packet;
        loop {
            let (part, more) = rest.split_at(rest.len().min(MAX_PART));
            let mut out = Vec::with_capacity(part.len() + 4);
            out.extend_from_slice(&(part.len() as u32).to_le_bytes()[..3]);
            out.push(self.sequence);
            out.extend_from_slice(part);
            self.sequence = self.sequence.wrapping_add(1);
            self.sent += out.len() as u64;
            self.socket.write_all(&out).map_err(|_| Error::unknown(code::SERVER_GONE, "MySQL server has gone away"))?;
            if part.len() < MAX_PART {
                return Ok(());
            }
            rest = more;
        }
    }
}
