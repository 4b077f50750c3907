//! Packets over a socket.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use loxo_zlib_sys::{Deflate, Inflate, flush, status};

use crate::stats::{self, Stats};
use crate::{Error, Result, code};

/// A packet's largest part; longer ones are split.
const MAX_PART: usize = 0xff_ffff;
const BUFFER: usize = 16 * 1024;

/// What an encrypted connection is read and written through. It waits as its socket is set.
pub trait ReadWrite: Read + Write {}
impl<T: Read + Write> ReadWrite for T {}

/// Makes an encrypted connection of a socket; `None`: that failed.
pub type Secure<'a> = dyn FnMut(OwnedFd) -> Option<Box<dyn ReadWrite>> + 'a;

pub(crate) enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
    /// An encrypted connection, and the socket under it.
    Secure(TcpStream, Box<dyn ReadWrite>),
}

impl Socket {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(socket) => socket.read(buf),
            Socket::Unix(socket) => socket.read(buf),
            Socket::Secure(_, channel) => channel.read(buf),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Socket::Tcp(socket) => socket.write_all(bytes),
            Socket::Unix(socket) => socket.write_all(bytes),
            Socket::Secure(_, channel) => channel.write_all(bytes),
        }
    }

    pub fn set_read_timeout(&self, timeout: Option<Duration>) {
        // A socket without the timeout works, only more patiently.
        let _ = match self {
            Socket::Tcp(socket) | Socket::Secure(socket, _) => socket.set_read_timeout(timeout),
            Socket::Unix(socket) => socket.set_read_timeout(timeout),
        };
    }

    fn set_nonblocking(&self, on: bool) {
        let _ = match self {
            Socket::Tcp(socket) | Socket::Secure(socket, _) => socket.set_nonblocking(on),
            Socket::Unix(socket) => socket.set_nonblocking(on),
        };
    }
}

/// The second numbering that compressed connections have, and what was in the last compressed packet.
#[derive(Default)]
struct Compression {
    sequence: u8,
    plain: Vec<u8>,
    start: usize,
}

/// What a compressed packet contains, if it is as long as it says: memory grows with what comes out.
fn unpacked(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    const WINDOW: i32 = 15;
    let mut inflate = Inflate::new(WINDOW)?;
    let (mut plain, mut rest) = (Vec::new(), packed);
    let mut piece = [0; BUFFER];
    loop {
        let step = inflate.run(rest, &mut piece, flush::NONE);
        plain.extend_from_slice(piece.get(..step.produced)?);
        rest = rest.get(step.consumed..)?;
        match step.status {
            status::STREAM_END => return (plain.len() == length).then_some(plain),
            status::OK if plain.len() <= length && step.consumed + step.produced > 0 => {}
            _ => return None,
        }
    }
}

/// Bytes as they go into a compressed packet; `None`: they would not become fewer.
fn packed(plain: &[u8]) -> Option<Vec<u8>> {
    const WINDOW: i32 = 15;
    let mut deflate = Deflate::new(-1, WINDOW, 8, 0)?;
    let mut packed = vec![0; plain.len()];
    let step = deflate.run(plain, &mut packed, flush::FINISH);
    packed.truncate(step.produced);
    (step.status == status::STREAM_END && packed.len() < plain.len()).then_some(packed)
}

/// A socket with the numbering of packets.
pub(crate) struct Wire {
    socket: Socket,
    sequence: u8,
    /// Once something was read, of full length.
    buffer: Vec<u8>,
    /// What has been read and not been taken yet lies between these places of the buffer.
    start: usize,
    end: usize,
    compression: Option<Compression>,
    pub sent: u64,
    pub received: u64,
    pub stats: Stats,
}

impl Wire {
    pub fn new(socket: Socket) -> Wire {
        Wire { socket, sequence: 0, buffer: Vec::new(), start: 0, end: 0, compression: None, sent: 0, received: 0, stats: Stats::default() }
    }

    /// Nobody can listen on the way.
    pub fn is_private(&self) -> bool {
        matches!(self.socket, Socket::Unix(_) | Socket::Secure(..))
    }

    pub fn socket(&self) -> &Socket {
        &self.socket
    }

    /// From here on everything is encrypted by what is made of the socket. What has come in already must not be read as if it had been.
    pub fn secure(&mut self, make: &mut Secure<'_>) -> Result<()> {
        let failed = || Error::unknown(code::CONNECTION, "Cannot connect to MySQL using SSL");
        let Socket::Tcp(socket) = &self.socket else { return Err(failed()) };
        if self.start < self.end {
            return Err(Error::malformed());
        }
        let (under, own) = (socket.try_clone().map_err(|_| failed())?, socket.try_clone().map_err(|_| failed())?);
        self.socket = Socket::Secure(own, make(under.into()).ok_or_else(failed)?);
        Ok(())
    }

    /// From here on packets travel compressed.
    pub fn compress(&mut self) {
        self.compression = Some(Compression::default());
    }

    /// A new command begins.
    pub fn restart(&mut self) {
        self.sequence = 0;
        if let Some(compression) = &mut self.compression {
            compression.sequence = 0;
        }
    }

    /// Something has come in already, or the connection has ended.
    pub fn is_readable(&mut self) -> bool {
        if self.start < self.end || self.compression.as_ref().is_some_and(|compression| compression.start < compression.plain.len()) {
            return true;
        }
        self.socket.set_nonblocking(true);
        let outcome = self.fill();
        self.socket.set_nonblocking(false);
        !matches!(outcome, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    fn fill(&mut self) -> io::Result<usize> {
        self.buffer.resize(BUFFER, 0);
        (self.start, self.end) = (0, 0);
        let outcome = loop {
            match self.socket.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted && !loxo_process_sys::is_interrupted() => {}
                other => break other,
            }
        };
        let count = *outcome.as_ref().unwrap_or(&0);
        self.end = count;
        self.received += count as u64;
        outcome
    }

    /// Takes bytes of the socket until there are `count`; they are stored as they come.
    fn take_raw(&mut self, out: &mut Vec<u8>, count: usize) -> io::Result<()> {
        let end = out.len() + count;
        while out.len() < end {
            if self.start == self.end && self.fill()? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let part = (end - out.len()).min(self.end - self.start);
            out.extend_from_slice(&self.buffer[self.start..self.start + part]);
            self.start += part;
        }
        Ok(())
    }

    /// Opens the next compressed packet. What is in it may not be longer than it says.
    fn open(&mut self) -> io::Result<()> {
        let wrong = || io::Error::from(io::ErrorKind::InvalidData);
        let mut head = Vec::with_capacity(7);
        self.take_raw(&mut head, 7)?;
        let [a, b, c, sequence, d, e, f] = head[..] else { return Err(wrong()) };
        let number = |low: u8, middle: u8, high: u8| usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16;
        let (length, whole) = (number(a, b, c), number(d, e, f));
        let mut body = Vec::new();
        self.take_raw(&mut body, length)?;
        let compression = self.compression.as_mut().filter(|compression| compression.sequence == sequence).ok_or_else(wrong)?;
        compression.sequence = sequence.wrapping_add(1);
        compression.start = 0;
        if whole == 0 {
            compression.plain = body;
            return Ok(());
        }
        compression.plain = unpacked(&body, whole).ok_or_else(wrong)?;
        Ok(())
    }

    /// Takes bytes until there are `count`.
    fn take(&mut self, out: &mut Vec<u8>, count: usize) -> io::Result<()> {
        let end = out.len() + count;
        while out.len() < end {
            let Some(compression) = &mut self.compression else { return self.take_raw(out, end - out.len()) };
            let there = compression.plain.get(compression.start..).unwrap_or_default();
            if there.is_empty() {
                self.open()?;
                continue;
            }
            let part = (end - out.len()).min(there.len());
            out.extend_from_slice(&there[..part]);
            compression.start += part;
        }
        Ok(())
    }

    /// Sends bytes, compressed if that was agreed.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        /// Shorter ones would not become shorter.
        const WORTHWHILE: usize = 50;
        let Some(compression) = &mut self.compression else {
            self.sent += bytes.len() as u64;
            return self.socket.write_all(bytes);
        };
        for part in bytes.chunks(MAX_PART) {
            let packed = if part.len() >= WORTHWHILE { packed(part) } else { None };
            let (body, whole) = packed.as_ref().map_or((part, 0), |packed| (&packed[..], part.len()));
            let mut out = Vec::with_capacity(body.len() + 7);
            out.extend_from_slice(&(body.len() as u32).to_le_bytes()[..3]);
            out.push(compression.sequence);
            out.extend_from_slice(&(whole as u32).to_le_bytes()[..3]);
            out.extend_from_slice(body);
            compression.sequence = compression.sequence.wrapping_add(1);
            self.sent += out.len() as u64;
            self.socket.write_all(&out)?;
        }
        Ok(())
    }

    /// Takes the four bytes in front of a packet; gives what has been read behind them, or nothing where that is compressed.
    fn take_head(&mut self) -> io::Result<([u8; 4], &[u8])> {
        if self.compression.is_some() || self.end - self.start < 4 {
            let mut head = Vec::with_capacity(4);
            self.take(&mut head, 4)?;
            let head = head.first_chunk().copied().unwrap_or_default();
            return Ok((head, &[]));
        }
        let there = &self.buffer[self.start..self.end];
        self.start += 4;
        Ok((there.first_chunk().copied().unwrap_or_default(), &there[4..]))
    }

    /// The next packet.
    pub fn read(&mut self) -> Result<Vec<u8>> {
        let mut packet = Vec::new();
        let lost = |_| Error::gone();
        loop {
            let ([a, b, c, sequence], there) = self.take_head().map_err(lost)?;
            let length = usize::from(a) | usize::from(b) << 8 | usize::from(c) << 16;
            // Most packets have come whole.
            let is_whole = there.get(..length).inspect(|whole| packet.extend_from_slice(whole)).is_some();
            // In compressed packets a server begins anew whenever it sends what it has; there their own numbers tell.
            if sequence != self.sequence && self.compression.is_none() {
                return Err(Error::malformed());
            }
            self.sequence = sequence.wrapping_add(1);
            if is_whole {
                self.start += length;
            } else {
                self.take(&mut packet, length).map_err(lost)?;
            }
            self.stats.add_all([
                (const { stats::at("bytes_received") }, length as u64 + 4),
                (const { stats::at("packets_received") }, 1),
                (const { stats::at("protocol_overhead_in") }, 4),
            ]);
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
            // PHP counts heads and packets twice.
            self.stats.add(const { stats::at("bytes_sent") }, out.len() as u64 + 4);
            self.stats.add(const { stats::at("packets_sent") }, 2);
            self.stats.add(const { stats::at("protocol_overhead_out") }, 8);
            self.put(&out).map_err(|_| Error::unknown(code::SERVER_GONE, "MySQL server has gone away"))?;
            if part.len() < MAX_PART {
                return Ok(());
            }
            rest = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (Wire, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut wire = Wire::new(Socket::Unix(ours));
        wire.compress();
        (wire, theirs)
    }

    #[test]
    fn compressed_packets_come_back() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let (mut ours, mut theirs) = (Wire::new(Socket::Unix(ours)), Wire::new(Socket::Unix(theirs)));
        ours.compress();
        theirs.compress();
        for packet in [vec![1, 2, 3], vec![7; 100_000], (0..=255).cycle().take(5000).collect()] {
            ours.restart();
            theirs.restart();
            ours.write(&packet).unwrap();
            assert_eq!(theirs.read().unwrap(), packet);
        }
    }

    #[test]
    fn packets_come_whole_or_in_pieces() {
        let (ours, mut server) = UnixStream::pair().unwrap();
        let mut wire = Wire::new(Socket::Unix(ours));
        let packets = [vec![], vec![1], vec![2; 20_000], vec![3; 5], vec![4; BUFFER - 4], vec![5; 3]];
        let mut sent = Vec::new();
        for (sequence, packet) in packets.iter().enumerate() {
            sent.extend_from_slice(&(packet.len() as u32).to_le_bytes()[..3]);
            sent.push(sequence as u8);
            sent.extend_from_slice(packet);
        }
        let pieces = std::thread::spawn(move || {
            // Heads and bodies break off at all places.
            for piece in sent.chunks(7) {
                server.write_all(piece).unwrap();
            }
            server.write_all(&sent[..2]).unwrap();
        });
        for packet in packets {
            assert_eq!(wire.read().unwrap(), packet);
        }
        pieces.join().unwrap();
        // The sequence is another by now, and the head breaks off.
        assert!(wire.read().is_err());
    }

    #[test]
    fn what_lies_about_its_length_is_refused() {
        let body = packed(&[5; 1000]).unwrap();
        for whole in [999u32, 1001, 0xff_ffff] {
            let (mut wire, mut server) = pair();
            let mut sent = (body.len() as u32).to_le_bytes()[..3].to_vec();
            sent.push(0);
            sent.extend_from_slice(&whole.to_le_bytes()[..3]);
            sent.extend_from_slice(&body);
            server.write_all(&sent).unwrap();
            assert!(wire.read().is_err());
        }
        // No zlib at all, and a number out of turn.
        for sent in [&[4, 0, 0, 0, 9, 0, 0, 1, 2, 3, 4][..], &[1, 0, 0, 7, 0, 0, 0, 1]] {
            let (mut wire, mut server) = pair();
            server.write_all(sent).unwrap();
            assert!(wire.read().is_err());
        }
    }
}
