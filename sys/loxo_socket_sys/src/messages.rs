//! `sendmsg()` and `recvmsg()`: data with ancillary messages, among them open descriptors. Those that arrive have an owner from the start.

use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

use crate::{count, own};

/// A message's head: its length (the head's own included), its level and its type.
pub const HEAD: usize = size_of::<libc::cmsghdr>();
const WORD: usize = size_of::<usize>();

/// What a list of ancillary messages needs for one with so many bytes.
pub const fn space(length: usize) -> usize {
    length.next_multiple_of(WORD) + HEAD
}

/// What goes out with the data.
pub enum Content<'a> {
    Bytes(Vec<u8>),
    Descriptors(Vec<BorrowedFd<'a>>),
}

/// An ancillary message to send. Descriptors are `SCM_RIGHTS`, whatever is said here.
pub struct Sent<'a> {
    pub level: i32,
    pub kind: i32,
    pub content: Content<'a>,
}

/// Of an ancillary message that came.
pub enum Got {
    Bytes(Vec<u8>),
    Descriptors(Vec<OwnedFd>),
}

pub struct Ancillary {
    pub level: i32,
    pub kind: i32,
    /// As the message says: its head included.
    pub length: usize,
    pub content: Got,
}

pub struct Received {
    /// Bytes of data.
    pub count: usize,
    pub flags: i32,
    pub ancillary: Vec<Ancillary>,
}

fn control(messages: &[Sent<'_>]) -> Vec<u8> {
    let mut all = Vec::new();
    for message in messages {
        let (level, kind, bytes) = match &message.content {
            Content::Bytes(bytes) => (message.level, message.kind, bytes.clone()),
            Content::Descriptors(fds) => {
                (libc::SOL_SOCKET, libc::SCM_RIGHTS, fds.iter().flat_map(|fd| fd.as_raw_fd().to_ne_bytes()).collect())
            }
        };
        all.extend((HEAD + bytes.len()).to_ne_bytes());
        all.extend(level.to_ne_bytes());
        all.extend(kind.to_ne_bytes());
        all.extend(bytes);
        all.resize(all.len().next_multiple_of(WORD), 0);
    }
    all
}

/// Sends data and ancillary messages; without an address to whom the socket is connected.
pub fn send_message(fd: BorrowedFd<'_>, to: Option<&[u8]>, data: &[IoSlice<'_>], messages: &[Sent<'_>], flags: i32) -> io::Result<usize> {
    let control = control(messages);
    // SAFETY: a structure of integers and addresses, for which zeros are right.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    if let Some(to) = to {
        message.msg_name = to.as_ptr().cast_mut().cast();
        message.msg_namelen = to.len() as libc::socklen_t;
    }
    // An `IoSlice` is laid out as an `iovec` is.
    message.msg_iov = data.as_ptr().cast_mut().cast();
    message.msg_iovlen = data.len() as _;
    if !control.is_empty() {
        message.msg_control = control.as_ptr().cast_mut().cast();
        message.msg_controllen = control.len() as _;
    }
    // SAFETY: all that the message names lives until the call returns, which only reads it.
    count(unsafe { libc::sendmsg(fd.as_raw_fd(), &raw const message, flags) })
}

/// Receives into buffers: who has sent it, the data, and space for ancillary messages.
pub fn receive_message(
    fd: BorrowedFd<'_>,
    from: Option<&mut [u8]>,
    data: &mut [u8],
    control: &mut [u8],
    flags: i32,
) -> io::Result<Received> {
    let mut slice = libc::iovec { iov_base: data.as_mut_ptr().cast(), iov_len: data.len() };
    // SAFETY: a structure of integers and addresses, for which zeros are right.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    if let Some(from) = from {
        message.msg_name = from.as_mut_ptr().cast();
        message.msg_namelen = from.len() as libc::socklen_t;
    }
    message.msg_iov = &raw mut slice;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    message.msg_controllen = control.len() as _;
    // SAFETY: the buffers live until the call returns, and are as long as the message says.
    let count = count(unsafe { libc::recvmsg(fd.as_raw_fd(), &raw mut message, flags) })?;
    let filled = control.get(..message.msg_controllen as usize).unwrap_or(control);
    // SAFETY: the system has just written them, with descriptors that are new.
    let ancillary = unsafe { read_control(filled) };
    Ok(Received { count: count.min(data.len()), flags: message.msg_flags, ancillary })
}

fn int(bytes: &[u8], at: usize) -> i32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk::<4>).map_or(0, |four| i32::from_ne_bytes(*four))
}

/// # Safety
/// Descriptors in the messages are open, and nobody else's.
unsafe fn read_control(mut rest: &[u8]) -> Vec<Ancillary> {
    let mut all = Vec::new();
    while let Some(length) = rest.get(..HEAD).and_then(<[u8]>::first_chunk::<WORD>).map(|word| usize::from_ne_bytes(*word)) {
        if length < HEAD {
            break;
        }
        let (level, kind) = (int(rest, WORD), int(rest, WORD + 4));
        let body = rest.get(HEAD..length.min(rest.len())).unwrap_or_default();
        let content = match (level, kind) {
            (libc::SOL_SOCKET, libc::SCM_RIGHTS) => {
                // SAFETY: as the caller promises.
                Got::Descriptors(body.chunks_exact(4).map(|four| unsafe { own(int(four, 0)) }).collect())
            }
            _ => Got::Bytes(body.to_vec()),
        };
        all.push(Ancillary { level, kind, length, content });
        match length.checked_next_multiple_of(WORD).and_then(|step| rest.get(step..)) {
            Some(behind) => rest = behind,
            None => break,
        }
    }
    all
}
