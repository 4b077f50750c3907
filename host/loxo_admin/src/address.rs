//! Where the pages are.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    Unix(PathBuf),
    /// `HOST:PORT`
    Tcp(String),
}

impl Address {
    /// `HOST:PORT`; a path begins with `unix:`, has a slash in it, or has no colon.
    pub fn parse(text: &str) -> Address {
        match text.strip_prefix("unix:") {
            Some(path) => Address::Unix(path.into()),
            None if text.contains('/') || !text.contains(':') => Address::Unix(text.into()),
            None => Address::Tcp(text.into()),
        }
    }
}

/// A folder that only this user may look into; made if it is not there.
fn own_folder() -> io::Result<PathBuf> {
    let user = rustix::process::geteuid();
    let run = user.is_root().then(|| PathBuf::from("/run"));
    let given = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let base = run.into_iter().chain(given).find(|folder| folder.is_dir()).unwrap_or_else(std::env::temp_dir);
    let folder = base.join(format!("loxo-admin-{}", user.as_raw()));
    match std::fs::DirBuilder::new().mode(0o700).create(&folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let found = std::fs::symlink_metadata(&folder)?;
    let own = found.is_dir() && found.uid() == user.as_raw() && found.mode() & 0o077 == 0;
    if own { Ok(folder) } else { Err(io::Error::new(io::ErrorKind::PermissionDenied, format!("{} is not mine alone", folder.display()))) }
}

/// Where a server's pages are if nobody says otherwise. `process`: its number.
pub fn default_address(process: u32) -> io::Result<Address> {
    Ok(Address::Unix(own_folder()?.join(format!("{process}.sock"))))
}

/// Servers of this user that run.
pub fn running() -> Vec<(u32, Address)> {
    let Ok(entries) = own_folder().and_then(std::fs::read_dir) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let process = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".sock")?.parse().ok());
        let Some(process) = process else { continue };
        // A socket of a server that was killed is nobody's.
        match UnixStream::connect(&path) {
            Ok(_) => found.push((process, Address::Unix(path))),
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => drop(std::fs::remove_file(&path)),
            Err(_) => {}
        }
    }
    found.sort_by_key(|(process, _)| *process);
    found
}

/// A socket that listens.
pub(crate) enum Listener {
    Unix(UnixListener, PathBuf),
    Tcp(TcpListener),
}

/// A connection.
pub(crate) trait Stream: io::Read + io::Write {}
impl<T: io::Read + io::Write> Stream for T {}

impl Listener {
    /// `has_token`: who comes from elsewhere must show one. The error is one line.
    pub(crate) fn bind(address: &Address, has_token: bool) -> Result<Listener, String> {
        match address {
            Address::Unix(path) => bind_unix(path).map_err(|error| format!("admin {}: {error}", path.display())),
            Address::Tcp(name) => {
                let wrong = |error: &dyn std::fmt::Display| format!("admin {name}: {error}");
                let found: Vec<SocketAddr> = name.to_socket_addrs().map_err(|error| wrong(&error))?.collect();
                if !has_token && found.iter().any(|address| !address.ip().is_loopback()) {
                    return Err(wrong(&"an address of this machine alone is needed, or an admin-token"));
                }
                let listener = TcpListener::bind(&found[..]).map_err(|error| wrong(&error))?;
                listener.set_nonblocking(true).map_err(|error| wrong(&error))?;
                Ok(Listener::Tcp(listener))
            }
        }
    }

    pub(crate) fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Listener::Unix(listener, _) => listener.as_fd(),
            Listener::Tcp(listener) => listener.as_fd(),
        }
    }

    /// The next connection, whose reads and writes each take at most so long. True: over the network.
    pub(crate) fn accept(&self, limit: Duration) -> io::Result<(Box<dyn Stream>, bool)> {
        match self {
            Listener::Unix(listener, _) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(limit))?;
                stream.set_write_timeout(Some(limit))?;
                Ok((Box::new(stream), false))
            }
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(limit))?;
                stream.set_write_timeout(Some(limit))?;
                Ok((Box::new(stream), true))
            }
        }
    }

    /// The socket's path, which whoever made it removes.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        match self {
            Listener::Unix(_, path) => Some(path.clone()),
            Listener::Tcp(_) => None,
        }
    }

    /// Where it listens, as tools name it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Listener::Unix(_, path) => path.display().to_string(),
            Listener::Tcp(listener) => listener.local_addr().map_or_else(|_| String::new(), |address| address.to_string()),
        }
    }
}

/// Nobody else may open it, not even for a moment: it gets its name when its rights are right.
fn bind_unix(path: &Path) -> io::Result<Listener> {
    if let Ok(meta) = std::fs::symlink_metadata(path) {
        if !meta.file_type().is_socket() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is a file, and it is no socket"));
        }
        if UnixStream::connect(path).is_ok() {
            return Err(io::Error::new(io::ErrorKind::AddrInUse, "a server listens there"));
        }
    }
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{}", std::process::id()));
    let made = PathBuf::from(name);
    let _ = std::fs::remove_file(&made);
    let listener = UnixListener::bind(&made)?;
    let placed = std::fs::set_permissions(&made, std::fs::Permissions::from_mode(0o600)).and_then(|()| std::fs::rename(&made, path));
    if let Err(error) = placed {
        let _ = std::fs::remove_file(&made);
        return Err(error);
    }
    listener.set_nonblocking(true)?;
    Ok(Listener::Unix(listener, path.to_path_buf()))
}

/// Connects to a server.
pub(crate) fn connect(address: &Address, limit: Duration) -> io::Result<Box<dyn Stream>> {
    match address {
        Address::Unix(path) => {
            let stream = UnixStream::connect(path)?;
            stream.set_read_timeout(Some(limit))?;
            Ok(Box::new(stream))
        }
        Address::Tcp(name) => {
            let stream = TcpStream::connect(name)?;
            stream.set_read_timeout(Some(limit))?;
            Ok(Box::new(stream))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_path() {
        for path in ["/run/a.sock", "./a:1", "a.sock"] {
            assert_eq!(Address::parse(path), Address::Unix(path.into()));
        }
        assert_eq!(Address::parse("unix:a:1"), Address::Unix("a:1".into()));
        for name in ["127.0.0.1:80", "[::1]:80"] {
            assert_eq!(Address::parse(name), Address::Tcp(name.into()));
        }
    }
}
