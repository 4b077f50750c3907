//! Proxies before the server: whom to believe when they say who the client is, by the PROXY protocol or by `X-Forwarded-*`.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use loxo_proxy_protocol::{Addresses, Header, MAX, parse};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use crate::message::RequestHead;

/// A proxy says who its client is at once.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Addresses that are believed.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    networks: Vec<(IpAddr, u8)>,
    /// Their connections begin with the PROXY protocol.
    protocol: bool,
}

/// Of a connection that a proxy has made: who is behind it. `None`: it is not as it must be.
type Behind = Option<Option<Addresses>>;

impl Proxies {
    /// Addresses and networks (`10.0.0.0/8`). The error is the one that is none.
    pub fn new<'a>(networks: impl IntoIterator<Item = &'a str>, protocol: bool) -> Result<Proxies, String> {
        let networks =
            networks.into_iter().map(|text| network(text.trim()).ok_or_else(|| text.trim().to_string())).collect::<Result<_, _>>()?;
        Ok(Proxies { networks, protocol })
    }

    fn trusts(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.networks.iter().any(|(network, bits)| first_bits(*network, *bits) == first_bits(ip, *bits))
    }

    /// Takes the header off a connection that one of them has made.
    pub(crate) async fn behind(&self, stream: &mut TcpStream, peer: SocketAddr) -> Behind {
        if !self.protocol || !self.trusts(peer.ip()) {
            return Some(None);
        }
        tokio::time::timeout(TIMEOUT, read_header(stream)).await.ok().flatten()
    }

    /// What a proxy has added to a request counts: the client's address, the scheme, the port. Others may write such fields as they like.
    pub(crate) fn apply(&self, head: &mut RequestHead) {
        if self.networks.is_empty() || !self.trusts(head.peer.ip()) {
            return;
        }
        if let Some(client) = head.header("x-forwarded-for").and_then(|all| self.client(all)) {
            head.peer = SocketAddr::new(client, 0);
        }
        let last = |value: &[u8]| -> String {
            let text = String::from_utf8_lossy(value).into_owned();
            text.rsplit(',').next().unwrap_or_default().trim().to_ascii_lowercase()
        };
        let scheme = head.header("x-forwarded-proto").map(last);
        let port = head.header("x-forwarded-port").map(last).and_then(|port| port.parse().ok());
        match scheme.as_deref() {
            Some("https") => {
                head.secure = true;
                head.local.set_port(port.unwrap_or(443));
            }
            Some("http") => {
                head.secure = false;
                head.local.set_port(port.unwrap_or(80));
            }
            _ => head.local.set_port(port.unwrap_or(head.local.port())),
        }
    }

    /// The nearest address that is no proxy's; what is before it anybody may have written.
    fn client(&self, all: &[u8]) -> Option<IpAddr> {
        let text = std::str::from_utf8(all).ok()?;
        let mut nearest = None;
        for entry in text.rsplit(',') {
            let Some(ip) = address(entry.trim()) else { break };
            nearest = Some(ip);
            if !self.trusts(ip) {
                break;
            }
        }
        nearest
    }
}

async fn read_header(stream: &mut TcpStream) -> Behind {
    let mut start = vec![0; MAX];
    loop {
        let count = stream.peek(&mut start).await.ok()?;
        match parse(&start[..count]) {
            Header::Complete { length, addresses } => {
                stream.read_exact(&mut start[..length]).await.ok()?;
                return Some(addresses);
            }
            Header::Incomplete if count > 0 && count < start.len() => {
                // What is there already would be reported at once, again and again.
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            _ => return None,
        }
    }
}

/// `192.0.2.1`, `[2001:db8::1]:80`, `192.0.2.1:80`
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let ip = plain.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(IpAddr::to_canonical(&ip))
}

fn network(text: &str) -> Option<(IpAddr, u8)> {
    let (ip, bits) = match text.split_once('/') {
        Some((ip, bits)) => (ip, Some(bits)),
        None => (text, None),
    };
    let ip: IpAddr = ip.parse().ok()?;
    let most = if ip.is_ipv4() { 32 } else { 128 };
    match bits {
        None => Some((ip, most)),
        Some(bits) => bits.parse().ok().filter(|bits| *bits <= most).map(|bits| (ip, bits)),
    }
}

/// The network of an address: so many bits, and of which kind.
fn first_bits(ip: IpAddr, bits: u8) -> (bool, u128) {
    let (four, all, width) = match ip {
        IpAddr::V4(ip) => (true, u128::from(ip.to_bits()), 32),
        IpAddr::V6(ip) => (false, ip.to_bits(), 128),
    };
    let dropped = u32::from(width - bits.min(width));
    (four, all.checked_shr(dropped).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies() -> Proxies {
        Proxies::new(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"], false).expect("networks")
    }

    #[test]
    fn networks() {
        let proxies = proxies();
        for (ip, trusted) in [
            ("10.1.2.3", true),
            ("11.0.0.1", false),
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("::ffff:10.9.9.9", true),
            ("2001:db8:1::1", true),
            ("2001:db9::1", false),
            ("::a00:1", false),
        ] {
            assert_eq!(proxies.trusts(ip.parse().expect("an address")), trusted, "{ip}");
        }
        for wrong in ["10.0.0.0/33", "x", "", "::/129", "10.0.0.0/-1"] {
            assert_eq!(Proxies::new([wrong], false).expect_err("is wrong"), wrong);
        }
        assert!(Proxies::new(["0.0.0.0/0"], false).expect("all").trusts("8.8.8.8".parse().expect("an address")));
    }

    #[test]
    fn the_client_is_the_nearest_that_is_no_proxy() {
        let client = |all: &str| proxies().client(all.as_bytes()).map(|ip| ip.to_string());
        assert_eq!(client("1.1.1.1, 203.0.113.9, 10.0.0.1").as_deref(), Some("203.0.113.9"));
        assert_eq!(client("10.0.0.2").as_deref(), Some("10.0.0.2"));
        assert_eq!(client("1.1.1.1, nonsense, 10.0.0.1").as_deref(), Some("10.0.0.1"));
        assert_eq!(client("[2001:db9::1]:443").as_deref(), Some("2001:db9::1"));
        assert_eq!(client("nonsense"), None);
    }
}
