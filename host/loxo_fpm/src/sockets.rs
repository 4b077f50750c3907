//! The listening sockets: made, or inherited from the supervisor that this one replaces.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::rc::Rc;

use rustix::fs::{Gid, Uid, XattrFlags};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

use crate::config::Pool;
use crate::log::Log;
use crate::users::{SOCKET_PATH, SocketRights, socket_rights};

/// A socket, by the name under which a reload hands it on.
pub(crate) struct Listener {
    pub key: String,
    pub socket: Rc<OwnedFd>,
    pub unix: bool,
    used: bool,
}

/// All of them.
#[derive(Default)]
pub(crate) struct Listeners(pub(crate) Vec<Listener>);

/// So many are named in one environment variable.
const PER_VARIABLE: usize = 256;

fn variable(index: usize) -> String {
    if index == 0 { "FPM_SOCKETS".into() } else { format!("FPM_SOCKETS_{index}") }
}

/// `127.0.0.1:9000`, `:::9000`
fn key_of(address: &SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => ip.to_string(),
    };
    format!("{ip}:{}", address.port())
}

/// Why there is no socket of the HTTP server, and what to do.
fn not_listening(at: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("{at} is in use: stop what listens there, or choose another address"),
        io::ErrorKind::PermissionDenied => format!("may not listen on {at}: ports below 1024 are root's, choose another"),
        _ => format!("cannot listen on {at}: {error}"),
    }
}

impl Listeners {
    /// Those that the environment names.
    pub(crate) fn inherit(log: &Log) -> Listeners {
        let mut all = Listeners::default();
        for index in 0.. {
            let Ok(named) = std::env::var(variable(index)) else { break };
            for entry in named.split(',') {
                let Some((key, number)) = entry.split_once('=') else { continue };
                let number: i32 = number.parse().unwrap_or(-1);
                log.notice(format!("using inherited socket fd={number}, \"{key}\""));
                let unix = !key.contains(':') && !key.bytes().all(|b| b.is_ascii_digit());
                if let Ok(socket) = loxo_process_sys::inherited(number) {
                    all.0.push(Listener { key: key.to_string(), socket: Rc::new(socket), unix, used: false });
                }
            }
        }
        all
    }

    /// Takes the sockets that systemd has opened for this process (`LISTEN_FDS`); they are found by their addresses.
    pub(crate) fn activated(&mut self) {
        const FIRST: i32 = 3;
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<i32>().ok());
        if number("LISTEN_PID") != Some(std::process::id().cast_signed()) {
            return;
        }
        for fd in FIRST..FIRST.saturating_add(number("LISTEN_FDS").unwrap_or(0).clamp(0, 1024)) {
            let Ok(socket) = loxo_process_sys::inherited(fd) else { continue };
            let address = rustix::net::getsockname(&socket).ok().and_then(|address| SocketAddr::try_from(address).ok());
            if let Some(address) = address.filter(|_| rustix::io::ioctl_fionbio(&socket, true).is_ok()) {
                self.0.push(Listener { key: key_of(&address), socket: Rc::new(socket), unix: false, used: false });
            }
        }
    }

    /// Environment variables that hand them on, and takes care that they stay open. The names of those that must not be there come without
    /// value.
    pub(crate) fn hand_on(&self) -> Vec<(String, Option<String>)> {
        let mut out = Vec::new();
        for (index, part) in self.0.chunks(PER_VARIABLE).enumerate() {
            let entry = |listener: &Listener| {
                let _ = rustix::io::fcntl_setfd(&*listener.socket, rustix::io::FdFlags::empty());
                format!("{}={}", listener.key, listener.socket.as_raw_fd())
            };
            out.push((variable(index), Some(part.iter().map(entry).collect::<Vec<_>>().join(","))));
        }
        out.push((variable(out.len()), None));
        out
    }

    /// Paths of sockets are taken away when the supervisor ends.
    pub(crate) fn unlink(&self) {
        for listener in self.0.iter().filter(|listener| listener.unix) {
            let _ = std::fs::remove_file(&listener.key);
        }
    }

    fn known(&mut self, key: &str) -> Option<Rc<OwnedFd>> {
        let listener = self.0.iter_mut().find(|listener| listener.key == key)?;
        listener.used = true;
        Some(listener.socket.clone())
    }

    fn add(&mut self, key: &str, socket: OwnedFd, unix: bool) -> Rc<OwnedFd> {
        let socket = Rc::new(socket);
        self.0.push(Listener { key: key.to_string(), socket: socket.clone(), unix, used: true });
        socket
    }

    /// The socket of a pool. `None`: the log says why not.
    pub(crate) fn of(&mut self, pool: &Pool, log: &Log) -> Option<Rc<OwnedFd>> {
        let socket = if pool.is_tcp() { self.tcp(pool, log) } else { self.unix(pool, log) }?;
        // Children wait for it and for signals at once; who comes too late must not wait.
        rustix::io::ioctl_fionbio(&*socket, true).ok()?;
        Some(socket)
    }

    /// A socket of the HTTP server: `HOST:PORT`, `:PORT` (all addresses) or `PORT` (this machine only); port 0 takes one that is free. The same
    /// address has the same socket after a reload. The error is one line.
    pub(crate) fn http(&mut self, address: &str) -> Result<Rc<OwnedFd>, String> {
        use std::net::TcpListener;
        let full = match address.rsplit_once(':') {
            None => format!("127.0.0.1:{address}"),
            Some(("", port)) => format!("0.0.0.0:{port}"),
            Some(_) => address.to_string(),
        };
        let candidates =
            full.to_socket_addrs().map_err(|_| format!("{address} is no address: use HOST:PORT, for example 127.0.0.1:8080"))?;
        let mut problem = format!("{address} names no address of this machine");
        for candidate in candidates {
            let key = key_of(&candidate);
            // Each that asks for a port that is free has one of its own.
            let any = candidate.port() == 0;
            if let Some(listener) = self.0.iter_mut().find(|listener| listener.key == key && !(any && listener.used)) {
                listener.used = true;
                return Ok(listener.socket.clone());
            }
            match TcpListener::bind(candidate).and_then(|socket| socket.set_nonblocking(true).map(|()| socket)) {
                Ok(socket) => return Ok(self.add(&key, socket.into(), false)),
                Err(error) => problem = not_listening(candidate, &error),
            }
        }
        Err(problem)
    }

    fn tcp(&mut self, pool: &Pool, log: &Log) -> Option<Rc<OwnedFd>> {
        let address = pool.address();
        let (host, port) = match address.rsplit_once(':') {
            Some((host, port)) => (Some(host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)), port),
            None => (None, address),
        };
        let Some(number) = port.parse::<u16>().ok().filter(|number| *number > 0) else {
            log.error(format!("invalid port value '{port}'"));
            return None;
        };
        if let Some(host) = host {
            return self.at(pool, host, number, log);
        }
        // The address of all addresses of IPv6 is that of IPv4, too.
        let everything = SocketAddr::from(([0u16; 8], number));
        self.open_tcp(pool, everything, None)
            .or_else(|_| {
                log.notice("Failed implicitly binding to ::, retrying with 0.0.0.0");
                self.open_tcp(pool, SocketAddr::from(([0u8; 4], number)), Some(log))
            })
            .ok()
    }

    fn at(&mut self, pool: &Pool, host: &str, port: u16, log: &Log) -> Option<Rc<OwnedFd>> {
        let addresses: Vec<SocketAddr> = match (host, port).to_socket_addrs() {
            Ok(addresses) => addresses.collect(),
            Err(error) => {
                let text = error.to_string();
                log.error(format!("getaddrinfo: {}", text.rsplit_once(": ").map_or(text.as_str(), |(_, reason)| reason)));
                return None;
            }
        };
        let mut socket = None;
        for address in addresses {
            if socket.is_some() {
                log.warning(format!("Found multiple addresses for {host}, {} ignored", address.ip()));
                continue;
            }
            socket = self.open_tcp(pool, address, Some(log)).ok();
            if socket.is_some() {
                log.debug(format!("Found address for {host}, socket opened on {}", address.ip()));
            }
        }
        socket
    }

    fn open_tcp(&mut self, pool: &Pool, address: SocketAddr, log: Option<&Log>) -> io::Result<Rc<OwnedFd>> {
        let key = key_of(&address);
        if let Some(socket) = self.known(&key) {
            return Ok(socket);
        }
        let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
        let report = |message: &str, error: rustix::io::Errno| {
            if let Some(log) = log {
                log.system_error(message, &error.into());
            }
            io::Error::from(error)
        };
        let socket = rustix::net::socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None)
            .map_err(|error| report("failed to create new listening socket: socket()", error))?;
        let _ = rustix::net::sockopt::set_socket_reuseaddr(&socket, true);
        rustix::net::bind(&socket, &address)
            .map_err(|error| report(&format!("unable to bind listening socket for address '{}'", pool.address()), error))?;
        rustix::net::listen(&socket, pool.listen_backlog)
            .map_err(|error| report(&format!("failed to listen to address '{}'", pool.address()), error))?;
        Ok(self.add(&key, socket, false))
    }

    fn unix(&mut self, pool: &Pool, log: &Log) -> Option<Rc<OwnedFd>> {
        let rights = socket_rights(pool, log)?;
        let whole = pool.address();
        let path = &whole[..whole.len().min(SOCKET_PATH - 1)];
        if path.len() < whole.len() {
            log.warning(format!(
                "[pool {}] cannot bind to UNIX socket '{whole}' as path is too long (found length: {}, maximal length: {SOCKET_PATH}), trying cut socket path instead '{path}'",
                pool.name,
                whole.len()
            ));
        }
        if let Some(socket) = self.known(path) {
            return Some(socket);
        }
        let failed = |message: &str, error: io::Error| log.system_error(message, &error);
        let flags = SocketFlags::CLOEXEC;
        let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)
            .map_err(|error| failed("failed to create new listening socket: socket()", error.into()))
            .ok()?;
        if std::os::unix::net::UnixStream::connect(path).is_ok() {
            log.error(format!("Another FPM instance seems to already listen on {path}"));
            return None;
        }
        let _ = std::fs::remove_file(path);
        let outer = rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o777 ^ (rights.mode & 0o777)));
        let bound = SocketAddrUnix::new(path).and_then(|address| rustix::net::bind(&socket, &address));
        rustix::process::umask(outer);
        bound.map_err(|error| failed(&format!("unable to bind listening socket for address '{whole}'"), error.into())).ok()?;
        give(path, &rights)
            .map_err(|(what, error)| failed(&format!("[pool {}] failed to {what} the socket '{whole}'", pool.name), error))
            .ok()?;
        rustix::net::listen(&socket, pool.listen_backlog)
            .map_err(|error| failed(&format!("failed to listen to address '{whole}'"), error.into()))
            .ok()?;
        Some(self.add(path, socket, true))
    }
}

/// Gives a socket to whom it belongs. The error says what could not be done.
fn give(path: &str, rights: &SocketRights) -> Result<(), (&'static str, io::Error)> {
    if !rights.users.is_empty() || !rights.groups.is_empty() {
        let acl = access_list(rights);
        return rustix::fs::setxattr(path, "system.posix_acl_access", &acl, XattrFlags::empty())
            .map_err(|error| ("write the ACL of", error.into()));
    }
    if rights.owner.is_none() && rights.group.is_none() {
        return Ok(());
    }
    let (owner, group) = (rights.owner.map(Uid::from_raw), rights.group.map(Gid::from_raw));
    rustix::fs::chown(Path::new(std::ffi::OsStr::from_bytes(path.as_bytes())), owner, group).map_err(|error| ("chown()", error.into()))
}

/// An access list as the kernel stores it: a version, then entries of a kind, rights and a number, in order of kinds and numbers.
fn access_list(rights: &SocketRights) -> Vec<u8> {
    const READ_WRITE: u16 = 6;
    let class = |shift: u32| ((rights.mode >> shift) & 7) as u16;
    let mut entries: Vec<(u16, u16, u32)> = vec![(0x01, class(6), u32::MAX), (0x04, class(3), u32::MAX)];
    entries.extend(rights.users.iter().map(|user| (0x02, READ_WRITE, *user)));
    entries.extend(rights.groups.iter().map(|group| (0x08, READ_WRITE, *group)));
    entries.extend([(0x10, READ_WRITE | class(3), u32::MAX), (0x20, class(0), u32::MAX)]);
    entries.sort_by_key(|(kind, _, id)| (*kind, *id));
    let mut out = 2u32.to_le_bytes().to_vec();
    for (kind, permissions, id) in entries {
        out.extend_from_slice(&kind.to_le_bytes());
        out.extend_from_slice(&permissions.to_le_bytes());
        out.extend_from_slice(&id.to_le_bytes());
    }
    out
}

/// How many connections wait at a TCP socket, and how many may.
pub(crate) fn queue(socket: &OwnedFd) -> Option<(u64, u64)> {
    const TCP: i32 = 6;
    const TCP_INFO: i32 = 11;
    let info = loxo_socket_sys::option(socket.as_fd(), TCP, TCP_INFO, 104).ok()?;
    let word = |at: usize| info.get(at..)?.first_chunk::<4>().map(|four| u64::from(u32::from_ne_bytes(*four)));
    Some((word(24)?, word(28)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_lists_are_in_order() {
        let rights = SocketRights { mode: 0o660, users: vec![33, 7], groups: vec![5], ..SocketRights::default() };
        let list = access_list(&rights);
        let kinds: Vec<(u8, u8)> = list[4..].chunks(8).map(|entry| (entry[0], entry[4])).collect();
        assert_eq!(kinds, [(1, 255), (2, 7), (2, 33), (4, 255), (8, 5), (16, 255), (32, 255)]);
    }

    #[test]
    fn sockets_are_shared_by_name() {
        let folder = std::env::temp_dir().join(format!("loxo-fpm-sockets-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.sock").to_string_lossy().into_owned();
        let log = Log::for_tests();
        let pool = Pool { listen: Some(path.clone()), ..Pool::new("w") };
        let mut all = Listeners::default();
        let first = all.of(&pool, &log).unwrap_or_else(|| panic!("{}", log.recorded()));
        assert!(Rc::ptr_eq(&first, &all.of(&pool, &log).expect("the same")));
        assert!(Listeners::default().of(&pool, &log).is_none());
        assert!(log.recorded().starts_with("ERROR: Another FPM instance seems to already listen on /"));
        let handed = all.hand_on();
        assert_eq!(handed[0], ("FPM_SOCKETS".into(), Some(format!("{path}={}", first.as_raw_fd()))));
        assert_eq!(handed[1], ("FPM_SOCKETS_1".into(), None));
        all.unlink();
        assert!(!Path::new(&path).exists());
    }
}
