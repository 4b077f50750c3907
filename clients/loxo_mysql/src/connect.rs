//! Connecting: the socket, the greeting, and proving who one is.

use std::os::unix::net::UnixStream;
use std::time::Duration;

use crate::client::{Client, State};
use crate::reader::{Reader, error_packet, put_counted};
use crate::wire::{Secure, Socket, Wire};
use crate::{Error, Result, auth, caps, charsets, code, stats};

/// Where a server is.
#[derive(Clone, Debug)]
pub enum Address {
    /// A host as the program names it, which may have a port of its own behind it (`127.0.0.1:3307`), and the port where it has none.
    Tcp(Vec<u8>, u16),
    Unix(Vec<u8>),
}

impl Address {
    /// `HOST:PORT`, or the path.
    pub fn text(&self) -> Vec<u8> {
        match self {
            Address::Tcp(host, port) => [&host[..], format!(":{port}").as_bytes()].concat(),
            Address::Unix(path) => path.clone(),
        }
    }
}

/// How to connect.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    pub user: Vec<u8>,
    pub password: Vec<u8>,
    pub database: Option<Vec<u8>>,
    /// Wanted beyond what is always wanted; see [`caps`].
    pub flags: u32,
    /// Number of a character set's collation; 0: the server's.
    pub charset: u16,
    pub connect_timeout: Option<Duration>,
    pub read_timeout: Option<Duration>,
    /// Attributes that the server may show.
    pub attributes: Vec<(&'static str, String)>,
    /// A server's public key in a file's text, for passwords that must not be seen.
    pub public_key: Option<Vec<u8>>,
}

impl Default for ConnectOptions {
    fn default() -> ConnectOptions {
        ConnectOptions {
            user: Vec::new(),
            password: Vec::new(),
            database: None,
            flags: 0,
            charset: 0,
            connect_timeout: Some(Duration::from_secs(60)),
            read_timeout: Some(Duration::from_secs(86400)),
            attributes: Vec::new(),
            public_key: None,
        }
    }
}

const ALWAYS: u32 = caps::LONG_PASSWORD
    | caps::LONG_FLAG
    | caps::PROTOCOL_41
    | caps::TRANSACTIONS
    | caps::SECURE_CONNECTION
    | caps::MULTI_RESULTS
    | caps::PLUGIN_AUTH
    | caps::LOCAL_FILES;

const MAX_PACKET: u32 = 0xc000_0000;

/// Words of the operating system for an error.
fn os_text(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::TimedOut {
        return "Connection timed out".into();
    }
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

/// `HOST:PORT` for a host that may have its port behind it already. Two colons outside of brackets are an IPv6 address without a port.
fn authority(host: &[u8], port: u16) -> String {
    let text = String::from_utf8_lossy(host);
    match text.find(':') {
        _ if text.starts_with('[') && text.contains("]:") => text.into_owned(),
        Some(colon) if !text.starts_with('[') && text[colon + 1..].contains(':') => format!("[{text}]:{port}"),
        Some(_) if !text.starts_with('[') => text.into_owned(),
        _ => format!("{text}:{port}"),
    }
}

/// Takes `HOST:PORT` apart. Ports are read as PHP reads them: as far as there are digits, and modulo 65,536.
fn host_and_port(authority: &str) -> Result<(&str, u16)> {
    let failed = |what: &str| Err(Error::unknown(code::CONNECTION, format!("Failed to parse {what} \"{authority}\"")));
    let (host, port) = if let Some(inside) = authority.strip_prefix('[') {
        match inside.split_once("]:") {
            Some(parts) => parts,
            None => return failed("IPv6 address"),
        }
    } else {
        match authority.split_once(':') {
            Some((host, port)) if !port.is_empty() => (host, port),
            _ => return failed("address"),
        }
    };
    let digits = port.bytes().take_while(u8::is_ascii_digit);
    Ok((host, digits.fold(0u16, |port, digit| port.wrapping_mul(10).wrapping_add(u16::from(digit - b'0')))))
}

fn socket(address: &Address, timeout: Option<Duration>) -> Result<Socket> {
    let failed = |error: std::io::Error| Error::unknown(code::CONNECTION, os_text(&error));
    match address {
        Address::Unix(path) => {
            use std::os::unix::ffi::OsStrExt;
            UnixStream::connect(std::ffi::OsStr::from_bytes(path)).map(Socket::Unix).map_err(failed)
        }
        Address::Tcp(host, port) => {
            let authority = authority(host, *port);
            let (host, port) = host_and_port(&authority)?;
            let unknown = |reason: &str| {
                let text = format!("php_network_getaddresses: getaddrinfo for {host} failed: {reason}");
                Error::unknown(code::CONNECTION, text)
            };
            let no_address = |error: std::io::Error| unknown(error.to_string().rsplit(": ").next().unwrap_or_default());
            let mut last = None;
            for address in loxo_process_sys::resolve(host, port).map_err(no_address)? {
                match loxo_process_sys::connect_tcp(address, timeout.filter(|timeout| !timeout.is_zero())) {
                    Ok(stream) => {
                        let _ = stream.set_nodelay(true);
                        return Ok(Socket::Tcp(stream));
                    }
                    Err(error) => last = Some(error),
                }
            }
            Err(last.map_or_else(|| unknown("Name or service not known"), failed))
        }
    }
}

/// Options of an encrypted connection as OpenSSL's context has them, from those of the program and its flags. Who the server is matters if
/// that can be known: there is something to trust, or the flags ask for it.
pub fn ssl_options<V>(
    given: &[(&'static str, Vec<u8>)],
    flags: u32,
    text: impl Fn(&[u8]) -> V,
    flag: impl Fn(bool) -> V,
) -> Vec<(&'static str, V)> {
    let own = |name: &str| given.iter().any(|(other, _)| *other == name);
    let mut all: Vec<(&'static str, V)> = given.iter().map(|(name, value)| (*name, text(value))).collect();
    let verify = match flags {
        _ if flags & caps::DONT_VERIFY != 0 => false,
        _ if flags & caps::VERIFY != 0 => true,
        _ => own("cafile") || own("capath"),
    };
    all.push(("verify_peer", flag(verify)));
    all.push(("verify_peer_name", flag(verify)));
    if !verify {
        all.push(("allow_self_signed", flag(true)));
    }
    all
}

fn put_attributes(packet: &mut Vec<u8>, attributes: &[(&str, String)]) {
    let mut all = Vec::new();
    for (name, value) in attributes {
        put_counted(&mut all, name.as_bytes());
        put_counted(&mut all, value.as_bytes());
    }
    put_counted(packet, &all);
}

/// What a server says first.
struct Greeting {
    version: Vec<u8>,
    thread: u32,
    salt: Vec<u8>,
    capabilities: u32,
    charset: u8,
    status: u16,
    plugin: Vec<u8>,
}

fn greeting(packet: &[u8]) -> Result<Greeting> {
    let mut reader = Reader::new(packet);
    let protocol = reader.u8()?;
    if protocol == 0xff {
        return Err(error_packet(packet));
    }
    if protocol != 10 {
        return Err(Error::unknown(2007, "Protocol mismatch"));
    }
    let version = reader.text().to_vec();
    let thread = reader.u32()?;
    let mut salt = reader.bytes(8)?.to_vec();
    reader.u8()?;
    let mut capabilities = u32::from(reader.u16()?);
    let (charset, status) = (reader.u8()?, reader.u16()?);
    capabilities |= u32::from(reader.u16()?) << 16;
    let salt_length = usize::from(reader.u8()?);
    reader.bytes(10)?;
    let more = reader.bytes(salt_length.saturating_sub(8).max(13).min(reader.rest.len()))?;
    salt.extend_from_slice(more.strip_suffix(&[0]).unwrap_or(more));
    let plugin = reader.text().to_vec();
    Ok(Greeting { version, thread, salt, capabilities, charset, status, plugin })
}

/// The answer to a salt by a way's name. `None`: unknown here.
fn answer(plugin: &[u8], password: &[u8], salt: &[u8], is_private: bool) -> Option<Vec<u8>> {
    Some(match plugin {
        b"mysql_native_password" | b"" => auth::native(password, salt),
        b"caching_sha2_password" => auth::sha2(password, salt),
        b"mysql_clear_password" => [password, &[0]].concat(),
        b"sha256_password" if password.is_empty() => vec![0],
        b"sha256_password" if is_private => [password, &[0]].concat(),
        b"sha256_password" => vec![1],
        _ => return None,
    })
}

impl Client {
    /// Connects. `secure` is asked if the options want encryption.
    pub fn connect(address: &Address, options: &ConnectOptions, secure: &mut Secure<'_>) -> Result<Client> {
        let host_info = match address {
            Address::Unix(_) => b"Localhost via UNIX socket".to_vec(),
            Address::Tcp(host, _) => [&host[..], b" via TCP/IP"].concat(),
        };
        let greeted = socket(address, options.connect_timeout).and_then(|socket| Client::greet(socket, options, secure));
        let mut client = greeted.map_err(|error| {
            Client::count_failure();
            if error.complaint.is_none() {
                return error;
            }
            let way = match address {
                Address::Tcp(host, port) => format!("tcp://{}", authority(host, *port)),
                Address::Unix(path) => format!("unix://{}", String::from_utf8_lossy(path)),
            };
            let message = format!("Unknown error while trying to connect via {way}").into_bytes();
            Error { code: code::CONNECTION, message, ..error }
        })?;
        client.host_info = host_info;
        client.attributes.clone_from(&options.attributes);
        Ok(client)
    }

    /// No connection came about; PHP takes it off the active ones all the same.
    pub fn count_failure() {
        stats::count(const { stats::at("connect_failure") }, 1);
        stats::count(const { stats::at("active_connections") }, u64::MAX);
    }

    /// The same over a socket that is connected.
    pub fn over(socket: UnixStream, options: &ConnectOptions) -> Result<Client> {
        Client::greet(Socket::Unix(socket), options, &mut |_| None)
    }

    fn greet(socket: Socket, options: &ConnectOptions, secure: &mut Secure<'_>) -> Result<Client> {
        let mut wire = Wire::new(socket);
        wire.socket().set_read_timeout(options.connect_timeout.filter(|timeout| !timeout.is_zero()));
        let first = wire.read().map_err(|_| Error::gone())?;
        let greeting = greeting(&first)?;
        let mut flags = ALWAYS | options.flags;
        if options.flags & caps::MULTI_STATEMENTS == 0 {
            flags &= !caps::MULTI_STATEMENTS;
        }
        if options.flags & caps::NO_SCHEMA != 0 {
            flags |= caps::NO_SCHEMA;
        }
        // These are words between us and the program only.
        flags &= !(caps::DONT_VERIFY | caps::VERIFY);
        if flags & caps::SSL & !greeting.capabilities != 0 {
            return Err(Error::gone());
        }
        if options.database.as_ref().is_some_and(|name| !name.is_empty()) {
            flags |= caps::CONNECT_WITH_DB;
        }
        if !options.attributes.is_empty() {
            flags |= caps::CONNECT_ATTRS;
        }
        flags &= greeting.capabilities | caps::MULTI_STATEMENTS | caps::LONG_PASSWORD;
        let charset = if options.charset == 0 { u16::from(greeting.charset) } else { options.charset };
        let plugin = if greeting.plugin.is_empty() { b"mysql_native_password".to_vec() } else { greeting.plugin.clone() };
        let is_private = wire.is_private() || flags & caps::SSL != 0;
        let (plugin, proof) = match answer(&plugin, &options.password, &greeting.salt, is_private) {
            Some(proof) => (plugin, proof),
            None => (b"mysql_native_password".to_vec(), auth::native(&options.password, &greeting.salt)),
        };
        let mut packet = Vec::new();
        packet.extend_from_slice(&flags.to_le_bytes());
        packet.extend_from_slice(&MAX_PACKET.to_le_bytes());
        packet.push(u8::try_from(charset).unwrap_or(45));
        packet.extend_from_slice(&[0; 23]);
        if flags & caps::SSL != 0 {
            // So far nothing was sent that others must not know.
            wire.write(&packet)?;
            wire.secure(secure)?;
        }
        packet.extend_from_slice(&options.user);
        packet.push(0);
        put_counted(&mut packet, &proof);
        if flags & caps::CONNECT_WITH_DB != 0 {
            packet.extend_from_slice(options.database.as_deref().unwrap_or_default());
            packet.push(0);
        }
        if flags & caps::PLUGIN_AUTH != 0 {
            packet.extend_from_slice(&plugin);
            packet.push(0);
        }
        if flags & caps::CONNECT_ATTRS != 0 {
            put_attributes(&mut packet, &options.attributes);
        }
        wire.write(&packet)?;
        let mut client = Client::new(wire, flags, greeting.capabilities);
        // MariaDB hides behind an old version for old clients.
        let hidden = greeting.version.strip_prefix(b"5.5.5-").filter(|rest| rest.windows(7).any(|part| part == b"MariaDB"));
        client.server_version = hidden.map_or_else(|| greeting.version.clone(), <[u8]>::to_vec);
        client.thread_id = greeting.thread;
        client.status = greeting.status;
        client.charset = charsets::by_number(charset).unwrap_or_else(charsets::standard);
        // Why somebody is not let in has no state of its own.
        client.prove(&plugin, greeting.salt, options).map_err(|error| Error { state: *b"HY000", ..error })?;
        if flags & caps::COMPRESS != 0 {
            client.wire.compress();
        }
        client.wire.socket().set_read_timeout(options.read_timeout.filter(|timeout| !timeout.is_zero()));
        Ok(client)
    }

    /// Follows the server until it is content.
    pub(crate) fn prove(&mut self, plugin: &[u8], salt: Vec<u8>, options: &ConnectOptions) -> Result<()> {
        const MORE: u8 = 1;
        const FAST_DONE: u8 = 3;
        const FULL: u8 = 4;
        let (mut plugin, mut salt) = (plugin.to_vec(), salt);
        loop {
            let packet = self.wire.read()?;
            match packet.first() {
                Some(0) => {
                    self.took_ok(&packet)?;
                    return Ok(());
                }
                Some(0xff) => return Err(error_packet(&packet)),
                Some(0xfe) => {
                    let mut reader = Reader::new(&packet[1..]);
                    plugin = reader.text().to_vec();
                    let new = reader.rest;
                    salt = new.strip_suffix(&[0]).unwrap_or(new).to_vec();
                    let Some(proof) = answer(&plugin, &options.password, &salt, self.wire.is_private()) else {
                        let name = String::from_utf8_lossy(&plugin).into_owned();
                        let text = format!("The server requested authentication method unknown to the client [{name}]");
                        return Err(Error::unknown(code::NOT_SUPPORTED_AUTH, text));
                    };
                    self.wire.write(&proof)?;
                }
                Some(&MORE) if plugin == b"caching_sha2_password" && packet.get(1) == Some(&FAST_DONE) => {}
                Some(&MORE) if plugin == b"caching_sha2_password" && packet.get(1) == Some(&FULL) => {
                    if self.wire.is_private() {
                        self.wire.write(&[&options.password[..], &[0]].concat())?;
                        continue;
                    }
                    let key = match &options.public_key {
                        Some(key) => key.clone(),
                        None => {
                            self.wire.write(&[2])?;
                            self.wire.read()?.get(1..).unwrap_or_default().to_vec()
                        }
                    };
                    self.send_encrypted(&options.password, &salt, &key)?;
                }
                Some(&MORE) if plugin == b"sha256_password" => {
                    let key = packet[1..].to_vec();
                    self.send_encrypted(&options.password, &salt, &key)?;
                }
                _ => return Err(Error::malformed()),
            }
        }
    }

    fn send_encrypted(&mut self, password: &[u8], salt: &[u8], key: &[u8]) -> Result<()> {
        let secret = auth::encrypted(password, salt, key)
            .ok_or_else(|| Error::unknown(code::NOT_SUPPORTED_AUTH, "The server's public key cannot be used"))?;
        self.wire.write(&secret)
    }

    /// Becomes another user; everything of the session goes.
    pub fn change_user(&mut self, options: &ConnectOptions) -> Result<()> {
        if !matches!(self.state, State::Ready | State::Closed) {
            // What comes next is not the answer; PHP gives the connection up as well.
            self.state = State::Closed;
            return Err(Error::gone());
        }
        self.begin(17)?;
        let mut packet = vec![17];
        packet.extend_from_slice(&options.user);
        packet.push(0);
        // The salt of this session is not known any more; an empty answer makes the server send another.
        packet.push(0);
        packet.extend_from_slice(options.database.as_deref().unwrap_or_default());
        packet.push(0);
        packet.extend_from_slice(&self.charset.number.min(255).to_le_bytes());
        if self.capabilities & caps::PLUGIN_AUTH != 0 {
            packet.extend_from_slice(b"mysql_native_password\0");
        }
        if self.capabilities & caps::CONNECT_ATTRS != 0 {
            put_attributes(&mut packet, &self.attributes);
        }
        self.wire.write(&packet)?;
        self.prove(b"mysql_native_password", Vec::new(), options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_may_have_a_port() {
        let parse = |host: &str| {
            let authority = authority(host.as_bytes(), 3306);
            host_and_port(&authority)
                .map(|(host, port)| format!("{host} {port}"))
                .map_err(|error| String::from_utf8_lossy(&error.message).into_owned())
        };
        let right = [
            ("db", "db 3306"),
            ("db:3307", "db 3307"),
            ("::1", "::1 3306"),
            ("[::1]", "::1 3306"),
            ("[::1]:3307", "::1 3307"),
            ("db:x", "db 0"),
            ("db:99999", "db 34463"),
            ("a:1:2", "a:1:2 3306"),
        ];
        for (host, expected) in right {
            assert_eq!(parse(host).as_deref(), Ok(expected), "{host}");
        }
        assert_eq!(parse("db:").unwrap_err(), "Failed to parse address \"db:\"");
    }
}
