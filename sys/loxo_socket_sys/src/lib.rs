//! The system's sockets as the system has them, with a safe interface: any family, any option, addresses as bytes. For programs that name
//! families, types and options by number; others are better served by the libraries that know them. Knows nothing of PHP.

mod lookup;
mod messages;

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

pub use lookup::{AddressInfo, InterfaceAddress, interface_addresses, interface_index, interfaces, lookup};
pub use messages::{Ancillary, Content, Got, HEAD, Received, Sent, receive_message, send_message, space};

/// Space for any address.
const ADDRESS: usize = size_of::<libc::sockaddr_storage>();

fn checked(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn count(result: isize) -> io::Result<usize> {
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

/// # Safety
/// The number is that of a descriptor which nobody else owns.
unsafe fn own(fd: i32) -> OwnedFd {
    // SAFETY: as the caller promises.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

pub fn socket(domain: i32, kind: i32, protocol: i32) -> io::Result<OwnedFd> {
    // SAFETY: plain integers.
    let fd = checked(unsafe { libc::socket(domain, kind, protocol) })?;
    // SAFETY: the system has just made it.
    Ok(unsafe { own(fd) })
}

pub fn pair(domain: i32, kind: i32, protocol: i32) -> io::Result<[OwnedFd; 2]> {
    let mut fds = [0; 2];
    // SAFETY: space for two descriptors.
    checked(unsafe { libc::socketpair(domain, kind, protocol, fds.as_mut_ptr()) })?;
    // SAFETY: the system has just made them.
    Ok(fds.map(|fd| unsafe { own(fd) }))
}

pub fn bind(fd: BorrowedFd<'_>, address: &[u8]) -> io::Result<()> {
    let length = address.len() as libc::socklen_t;
    // SAFETY: so many bytes are there; the system copies them and asks for no alignment.
    checked(unsafe { libc::bind(fd.as_raw_fd(), address.as_ptr().cast(), length) }).map(drop)
}

pub fn connect(fd: BorrowedFd<'_>, address: &[u8]) -> io::Result<()> {
    let length = address.len() as libc::socklen_t;
    // SAFETY: as in `bind`.
    checked(unsafe { libc::connect(fd.as_raw_fd(), address.as_ptr().cast(), length) }).map(drop)
}

pub fn listen(fd: BorrowedFd<'_>, backlog: i32) -> io::Result<()> {
    // SAFETY: plain integers.
    checked(unsafe { libc::listen(fd.as_raw_fd(), backlog) }).map(drop)
}

/// Calls with a buffer for an address; gives what was written there.
fn with_address<T>(call: impl FnOnce(*mut libc::sockaddr, *mut libc::socklen_t) -> io::Result<T>) -> io::Result<(T, Vec<u8>)> {
    let mut address = vec![0u8; ADDRESS];
    let mut length = ADDRESS as libc::socklen_t;
    let result = call(address.as_mut_ptr().cast(), &raw mut length)?;
    address.truncate(length as usize);
    Ok((result, address))
}

/// The next connection, which is closed when the program starts another, and the address it comes from.
pub fn accept(fd: BorrowedFd<'_>) -> io::Result<(OwnedFd, Vec<u8>)> {
    with_address(|address, length| {
        // SAFETY: `with_address` gives a buffer and its length.
        let fd = checked(unsafe { libc::accept4(fd.as_raw_fd(), address, length, libc::SOCK_CLOEXEC) })?;
        // SAFETY: the system has just made it.
        Ok(unsafe { own(fd) })
    })
}

pub fn local_address(fd: BorrowedFd<'_>) -> io::Result<Vec<u8>> {
    // SAFETY: `with_address` gives a buffer and its length.
    with_address(|address, length| checked(unsafe { libc::getsockname(fd.as_raw_fd(), address, length) })).map(|(_, address)| address)
}

pub fn peer_address(fd: BorrowedFd<'_>) -> io::Result<Vec<u8>> {
    // SAFETY: `with_address` gives a buffer and its length.
    with_address(|address, length| checked(unsafe { libc::getpeername(fd.as_raw_fd(), address, length) })).map(|(_, address)| address)
}

pub fn receive(fd: BorrowedFd<'_>, buffer: &mut [u8], flags: i32) -> io::Result<usize> {
    // SAFETY: a buffer and its length.
    count(unsafe { libc::recv(fd.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len(), flags) }).map(|n| n.min(buffer.len()))
}

/// Also gives who has sent it; empty for connected sockets.
pub fn receive_from(fd: BorrowedFd<'_>, buffer: &mut [u8], flags: i32) -> io::Result<(usize, Vec<u8>)> {
    with_address(|address, length| {
        // SAFETY: a buffer and its length, and another one from `with_address`.
        let got = unsafe { libc::recvfrom(fd.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len(), flags, address, length) };
        count(got).map(|n| n.min(buffer.len()))
    })
}

pub fn send(fd: BorrowedFd<'_>, data: &[u8], flags: i32) -> io::Result<usize> {
    // SAFETY: so many bytes are there.
    count(unsafe { libc::send(fd.as_raw_fd(), data.as_ptr().cast(), data.len(), flags) })
}

pub fn send_to(fd: BorrowedFd<'_>, data: &[u8], flags: i32, address: &[u8]) -> io::Result<usize> {
    let length = address.len() as libc::socklen_t;
    // SAFETY: so many bytes of either are there.
    count(unsafe { libc::sendto(fd.as_raw_fd(), data.as_ptr().cast(), data.len(), flags, address.as_ptr().cast(), length) })
}

pub fn shutdown(fd: BorrowedFd<'_>, how: i32) -> io::Result<()> {
    // SAFETY: plain integers.
    checked(unsafe { libc::shutdown(fd.as_raw_fd(), how) }).map(drop)
}

/// Is the next byte the one behind urgent data?
pub fn at_mark(fd: BorrowedFd<'_>) -> io::Result<bool> {
    /// The C library's headers have it, its Rust bindings have not.
    const SIOCATMARK: libc::Ioctl = 0x8905;
    let mut answer: libc::c_int = 0;
    // SAFETY: this request writes an `int`.
    checked(unsafe { libc::ioctl(fd.as_raw_fd(), SIOCATMARK, &raw mut answer) })?;
    Ok(answer != 0)
}

/// An option's value of at most `size` bytes.
pub fn option(fd: BorrowedFd<'_>, level: i32, name: i32, size: usize) -> io::Result<Vec<u8>> {
    let mut value = vec![0u8; size];
    let mut length = size as libc::socklen_t;
    // SAFETY: a buffer and its length.
    checked(unsafe { libc::getsockopt(fd.as_raw_fd(), level, name, value.as_mut_ptr().cast(), &raw mut length) })?;
    value.truncate(length as usize);
    Ok(value)
}

/// Options whose value holds addresses of memory must not be set so; there is [`attach_balance`] for the one that is known.
pub fn set_option(fd: BorrowedFd<'_>, level: i32, name: i32, value: &[u8]) -> io::Result<()> {
    const WITH_POINTERS: [i32; 4] = [libc::SO_ATTACH_FILTER, libc::SO_ATTACH_BPF, libc::SO_ATTACH_REUSEPORT_CBPF, 52];
    if level == libc::SOL_SOCKET && WITH_POINTERS.contains(&name) {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    let length = value.len() as libc::socklen_t;
    // SAFETY: so many bytes are there, and they are taken as plain data.
    checked(unsafe { libc::setsockopt(fd.as_raw_fd(), level, name, value.as_ptr().cast(), length) }).map(drop)
}

/// Has the sockets of a port chosen by a number that the kernel knows of each packet (its offset among the ancillary data).
pub fn attach_balance(fd: BorrowedFd<'_>, ancillary: u32) -> io::Result<()> {
    const OFFSET: u32 = -0x1000i32 as u32;
    let load =
        libc::sock_filter { code: (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16, jt: 0, jf: 0, k: OFFSET.wrapping_add(ancillary) };
    let answer = libc::sock_filter { code: (libc::BPF_RET | libc::BPF_A) as u16, jt: 0, jf: 0, k: 0 };
    let mut filter = [load, answer];
    let program = libc::sock_fprog { len: 2, filter: filter.as_mut_ptr() };
    let (value, length) = (&raw const program, size_of::<libc::sock_fprog>() as libc::socklen_t);
    // SAFETY: the program and its two instructions live until the call returns; the kernel copies them.
    let result = unsafe { libc::setsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ATTACH_REUSEPORT_CBPF, value.cast(), length) };
    checked(result).map(drop)
}
