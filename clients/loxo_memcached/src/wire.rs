//! A connection: its socket, what waits to be sent, what came and was not read yet.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

use crate::status::{Failure, Status};

/// Nothing that is not a value is longer.
const LONGEST_LINE: usize = 64 * 1024;
/// The largest item that a memcached can be configured to keep.
pub(crate) const LARGEST_VALUE: usize = 1 << 30;
const PIECE: usize = 64 * 1024;

/// How long is waited; `None` is for ever.
#[derive(Clone, Copy, Default, Debug)]
pub struct Timeouts {
    pub connect: Option<Duration>,
    pub read: Option<Duration>,
    pub write: Option<Duration>,
}

/// What is asked of a socket.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tuning {
    pub nodelay: bool,
    pub keepalive: bool,
    pub keepalive_idle: u32,
    pub send_size: Option<usize>,
    pub receive_size: Option<usize>,
}

enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(stream) => stream.read(buffer),
            Socket::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(stream) => stream.write(buffer),
            Socket::Unix(stream) => stream.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An open connection.
pub struct Link {
    socket: Socket,
    input: Vec<u8>,
    start: usize,
    output: Vec<u8>,
    /// Answers to requests that nobody waited for.
    pub(crate) owed: usize,
}

impl Link {
    /// Connects to a port, or to a socket in the file system.
    pub fn open(host: &str, port: u16, timeouts: Timeouts) -> Result<Link, Failure> {
        Self::open_tuned(host, port, timeouts, Tuning::default())
    }

    /// A connection that is there already.
    pub fn over(stream: UnixStream) -> Link {
        Link { socket: Socket::Unix(stream), input: Vec::new(), start: 0, output: Vec::new(), owed: 0 }
    }

    pub(crate) fn open_tuned(host: &str, port: u16, timeouts: Timeouts, tuning: Tuning) -> Result<Link, Failure> {
        let socket = if host.starts_with('/') {
            let stream = UnixStream::connect(host).map_err(refused)?;
            Socket::Unix(stream)
        } else {
            let stream = connect(host, port, timeouts.connect)?;
            let socket = SockRef::from(&stream);
            // What the system does not grant is not worth failing for.
            let _ = stream.set_nodelay(tuning.nodelay);
            if tuning.keepalive {
                let keepalive = TcpKeepalive::new();
                let idle = Duration::from_secs(u64::from(tuning.keepalive_idle));
                let _ = socket.set_tcp_keepalive(&if tuning.keepalive_idle > 0 { keepalive.with_time(idle) } else { keepalive });
            }
            if let Some(size) = tuning.send_size {
                let _ = socket.set_send_buffer_size(size);
            }
            if let Some(size) = tuning.receive_size {
                let _ = socket.set_recv_buffer_size(size);
            }
            Socket::Tcp(stream)
        };
        let link = Link { socket, input: Vec::new(), start: 0, output: Vec::new(), owed: 0 };
        link.set_timeouts(timeouts)?;
        Ok(link)
    }

    pub(crate) fn set_timeouts(&self, timeouts: Timeouts) -> Result<(), Failure> {
        match &self.socket {
            Socket::Tcp(stream) => stream.set_read_timeout(timeouts.read).and_then(|()| stream.set_write_timeout(timeouts.write))?,
            Socket::Unix(stream) => stream.set_read_timeout(timeouts.read).and_then(|()| stream.set_write_timeout(timeouts.write))?,
        }
        Ok(())
    }

    /// The sizes of the system's buffers: to send, to receive.
    pub(crate) fn buffer_sizes(&self) -> (usize, usize) {
        let sizes = |socket: SockRef<'_>| (socket.send_buffer_size().unwrap_or(0), socket.recv_buffer_size().unwrap_or(0));
        match &self.socket {
            Socket::Tcp(stream) => sizes(SockRef::from(stream)),
            Socket::Unix(stream) => sizes(SockRef::from(stream)),
        }
    }

    /// Puts pieces behind what waits to be sent.
    pub fn put(&mut self, pieces: &[&[u8]]) {
        for piece in pieces {
            self.output.extend_from_slice(piece);
        }
    }

    /// How much waits to be sent.
    pub fn waiting(&self) -> usize {
        self.output.len()
    }

    pub fn send(&mut self) -> Result<(), Failure> {
        let output = std::mem::take(&mut self.output);
        self.socket.write_all(&output).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::WriteZero => Failure::from(Status::CONNECTION_FAILURE),
            _ => error.into(),
        })?;
        // The buffer is kept if it is of a usual size.
        if output.capacity() <= PIECE {
            self.output = output;
            self.output.clear();
        }
        Ok(())
    }

    fn unread(&self) -> &[u8] {
        self.input.get(self.start..).unwrap_or_default()
    }

    /// Waits for more.
    fn fill(&mut self) -> Result<(), Failure> {
        if self.start > 0 {
            self.input.drain(..self.start.min(self.input.len()));
            self.start = 0;
        }
        let length = self.input.len();
        self.input.resize(length + PIECE, 0);
        let read = loop {
            match self.socket.read(self.input.get_mut(length..).unwrap_or_default()) {
                Err(error) if error.kind() == ErrorKind::Interrupted && !loxo_process_sys::is_interrupted() => {}
                result => break result,
            }
        };
        self.input.truncate(length + read.as_ref().map_or(0, |n| *n));
        match read {
            Ok(0) => Err(Status::CONNECTION_FAILURE.into()),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => Err(Status::CONNECTION_FAILURE.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// A line without its end.
    pub fn line(&mut self) -> Result<Vec<u8>, Failure> {
        let mut looked = 0;
        loop {
            let unread = self.unread();
            if let Some(at) = unread.iter().skip(looked).position(|byte| *byte == b'\n') {
                let end = looked + at;
                let mut line = unread.get(..end).unwrap_or_default().to_vec();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                self.start += end + 1;
                return Ok(line);
            }
            looked = unread.len();
            if looked > LONGEST_LINE {
                return Err(Failure::new(Status::UNKNOWN_READ_FAILURE, "a line without end"));
            }
            self.fill()?;
        }
    }

    /// So many bytes. Memory is taken as they come, not as they are announced.
    pub fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Failure> {
        if count > LARGEST_VALUE {
            return Err(Failure::new(Status::UNKNOWN_READ_FAILURE, "a value that is too long"));
        }
        let mut bytes = Vec::with_capacity(count.min(PIECE));
        loop {
            let unread = self.unread();
            let more = unread.get(..unread.len().min(count - bytes.len())).unwrap_or_default();
            bytes.extend_from_slice(more);
            let taken = more.len();
            self.start += taken;
            if bytes.len() == count {
                return Ok(bytes);
            }
            self.fill()?;
        }
    }
}

/// All refusals are one.
fn refused(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => Status::TIMEOUT.into(),
        _ => Failure { errno: error.raw_os_error().unwrap_or(0), ..Failure::from(Status::CONNECTION_FAILURE) },
    }
}

fn connect(host: &str, port: u16, timeout: Option<Duration>) -> Result<TcpStream, Failure> {
    let addresses = loxo_process_sys::resolve(host, port).map_err(|_| Failure::from(Status::HOST_LOOKUP_FAILURE))?;
    let mut last = Failure::from(Status::HOST_LOOKUP_FAILURE);
    for address in addresses {
        match loxo_process_sys::connect_tcp(address, timeout.filter(|timeout| !timeout.is_zero())) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = refused(error),
        }
    }
    Err(last)
}
