//! The PROXY protocol, versions 1 and 2: what a proxy says of a client before the client's own bytes.
//!
//! Bytes in, addresses out: does no I/O. Whom to believe is for whoever reads the connection. Source: HAProxy's `proxy-protocol.txt`.
#![forbid(unsafe_code)]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// How version 2 begins.
const SIGNATURE: &[u8; 12] = b"\r\n\r\n\0\r\nQUIT\n";
/// The head of version 2: the signature, what it is, and the length of what follows.
const HEAD: usize = 16;
/// Lines of version 1 are at most so long, their end included.
const LINE: usize = 107;
/// More than this no header of version 2 needs: addresses and some remarks.
const LONGEST: usize = 4096;
/// No header is longer.
pub const MAX: usize = HEAD + LONGEST;

/// What a connection begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// More bytes must come before this is known.
    Incomplete,
    /// There is no header, or a wrong one.
    Malformed,
    /// So many bytes are the header.
    Complete { length: usize, addresses: Option<Addresses> },
}

/// Of the connection between client and proxy. None come where the proxy speaks for itself, or the client is no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    pub client: SocketAddr,
    pub server: SocketAddr,
}

/// Reads the header from the first bytes of a connection.
pub fn parse(bytes: &[u8]) -> Header {
    let common = bytes.len().min(SIGNATURE.len());
    if bytes[..common] == SIGNATURE[..common] {
        return if common < SIGNATURE.len() { Header::Incomplete } else { version_2(bytes) };
    }
    version_1(bytes)
}

fn version_1(bytes: &[u8]) -> Header {
    const START: &[u8] = b"PROXY ";
    let common = bytes.len().min(START.len());
    if bytes[..common] != START[..common] {
        return Header::Malformed;
    }
    let window = &bytes[..bytes.len().min(LINE)];
    let Some(end) = window.windows(2).position(|two| two == b"\r\n") else {
        return if bytes.len() < LINE { Header::Incomplete } else { Header::Malformed };
    };
    let length = end + 2;
    let Some(Ok(rest)) = bytes.get(START.len()..end).map(std::str::from_utf8) else { return Header::Malformed };
    if rest == "UNKNOWN" || rest.starts_with("UNKNOWN ") {
        return Header::Complete { length, addresses: None };
    }
    match addresses_of_line(rest) {
        Some(addresses) => Header::Complete { length, addresses: Some(addresses) },
        None => Header::Malformed,
    }
}

/// `TCP4 192.0.2.1 192.0.2.2 56324 443`
fn addresses_of_line(line: &str) -> Option<Addresses> {
    let mut words = line.split(' ');
    let (family, client, server) = (words.next()?, words.next()?, words.next()?);
    let (client_port, server_port) = (port(words.next()?)?, port(words.next()?)?);
    if words.next().is_some() {
        return None;
    }
    let ip = |text: &str| -> Option<IpAddr> {
        match family {
            "TCP4" => text.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
            "TCP6" => text.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            _ => None,
        }
    };
    Some(Addresses { client: SocketAddr::new(ip(client)?, client_port), server: SocketAddr::new(ip(server)?, server_port) })
}

/// Digits without zeroes before them.
fn port(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

fn version_2(bytes: &[u8]) -> Header {
    let Some(&[kind, family, high, low]) = bytes.get(SIGNATURE.len()..HEAD).and_then(|rest| rest.first_chunk()) else {
        return Header::Incomplete;
    };
    let length = usize::from(u16::from_be_bytes([high, low]));
    // The upper half is the version; 0 is what the proxy itself asks, 1 what it passes on.
    if !matches!(kind, 0x20 | 0x21) || length > LONGEST {
        return Header::Malformed;
    }
    let Some(content) = bytes.get(HEAD..HEAD + length) else { return Header::Incomplete };
    let complete = |addresses| Header::Complete { length: HEAD + length, addresses };
    if kind == 0x20 {
        return complete(None);
    }
    let number = |at: usize| content.get(at..at + 2).map(|two| u16::from_be_bytes([two[0], two[1]]));
    let addresses = match family {
        // IPv4 and IPv6, as a stream.
        0x11 => {
            let ip = |at: usize| content.get(at..)?.first_chunk::<4>().map(|four| IpAddr::from(*four));
            ip(0).zip(ip(4)).zip(number(8).zip(number(10)))
        }
        0x21 => {
            let ip = |at: usize| content.get(at..)?.first_chunk::<16>().map(|all| IpAddr::from(*all));
            ip(0).zip(ip(16)).zip(number(32).zip(number(34)))
        }
        // Datagrams, Unix sockets, and what is not said.
        0x00 | 0x12 | 0x22 | 0x31 | 0x32 => return complete(None),
        _ => return Header::Malformed,
    };
    match addresses {
        Some(((client, server), (client_port, server_port))) => {
            complete(Some(Addresses { client: SocketAddr::new(client, client_port), server: SocketAddr::new(server, server_port) }))
        }
        None => Header::Malformed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(bytes: &[u8]) -> Option<(usize, Option<(String, String)>)> {
        match parse(bytes) {
            Header::Complete { length, addresses } => {
                Some((length, addresses.map(|addresses| (addresses.client.to_string(), addresses.server.to_string()))))
            }
            _ => None,
        }
    }

    #[test]
    fn lines() {
        let line = b"PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\nGET / HTTP/1.1\r\n";
        assert_eq!(complete(line), Some((42, Some(("192.0.2.1:56324".into(), "192.0.2.2:443".into())))));
        let six = b"PROXY TCP6 2001:db8::1 ::1 1 2\r\n";
        assert_eq!(complete(six), Some((32, Some(("[2001:db8::1]:1".into(), "[::1]:2".into())))));
        assert_eq!(complete(b"PROXY UNKNOWN whatever\r\n"), Some((24, None)));
        for wrong in [
            &b"GET / HTTP/1.1\r\n"[..],
            b"PROXY TCP4 192.0.2.1 192.0.2.2 56324\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.2 56324 443 5\r\n",
            b"PROXY TCP4 ::1 ::2 1 2\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.2 056 443\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.2 +5 443\r\n",
            b"PROXY TCP4  192.0.2.1 192.0.2.2 5 443\r\n",
            &[b"PROXY UNKNOWN ".as_slice(), &[b'x'; 120]].concat(),
        ] {
            assert_eq!(parse(wrong), Header::Malformed, "{}", String::from_utf8_lossy(wrong));
        }
        for cut in 0..42 {
            assert_eq!(parse(&line[..cut]), Header::Incomplete, "{cut}");
        }
    }

    #[test]
    fn binary() {
        let header = |kind: u8, family: u8, content: &[u8]| {
            let length = u16::try_from(content.len()).expect("short").to_be_bytes();
            [&SIGNATURE[..], &[kind, family], &length, content].concat()
        };
        let four = [10, 0, 0, 1, 10, 0, 0, 2, 1, 0, 0, 80, 3, 0, 1, 9];
        assert_eq!(complete(&header(0x21, 0x11, &four)), Some((32, Some(("10.0.0.1:256".into(), "10.0.0.2:80".into())))));
        let six = [[0; 15].as_slice(), &[1], &[0; 15], &[2], &[0, 1, 0, 2]].concat();
        assert_eq!(complete(&header(0x21, 0x21, &six)), Some((52, Some(("[::1]:1".into(), "[::2]:2".into())))));
        assert_eq!((complete(&header(0x20, 0, b"")), complete(&header(0x21, 0, b"abc"))), (Some((16, None)), Some((19, None))));
        assert_eq!(parse(&header(0x21, 0x11, &four[..11])), Header::Malformed);
        assert_eq!((parse(&header(0x11, 0x11, &four)), parse(&header(0x21, 0x13, &four))), (Header::Malformed, Header::Malformed));
        assert_eq!(parse(&header(0x21, 0x11, &[0; 5000])), Header::Malformed);
        let whole = header(0x21, 0x11, &four);
        for cut in 0..whole.len() {
            assert_eq!(parse(&whole[..cut]), Header::Incomplete, "{cut}");
        }
    }
}
