//! The names under which a development server answers. Any name can be made to lead to this machine, so that pages of others could read what it
//! serves (DNS rebinding): names that nobody could have made, and those that the user names, are all that count.

use std::net::IpAddr;

/// The names of a server.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    own: Vec<String>,
}

impl Hosts {
    /// `own`: names that the user has given; `*.example.org` is all below that.
    pub fn new(own: impl IntoIterator<Item = String>) -> Hosts {
        Hosts { own: own.into_iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// `host`: without its port.
    pub fn allow(&self, host: &[u8]) -> bool {
        let Ok(host) = std::str::from_utf8(host) else { return false };
        let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&host);
        is_of_this_machine(&host) || address.parse::<IpAddr>().is_ok() || self.own.iter().any(|own| covers(own, &host))
    }
}

fn covers(own: &str, host: &str) -> bool {
    match own.strip_prefix('*') {
        Some(suffix) => host.len() > suffix.len() && host.ends_with(suffix),
        None => own == host,
    }
}

/// Names that nobody can register (RFC 2606, RFC 6761).
pub(crate) fn is_of_this_machine(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host == "localhost" || matches!(last, "localhost" | "test") && host.len() > last.len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let hosts = Hosts::new(["Shop.example".to_string(), "*.dev.example".to_string()]);
        for (host, expected) in [
            ("localhost", true),
            ("LOCALHOST.", true),
            ("shop.localhost", true),
            ("a.b.test", true),
            ("127.0.0.1", true),
            ("192.168.1.7", true),
            ("[::1]", true),
            ("shop.example", true),
            ("a.dev.example", true),
            ("dev.example", false),
            (".test", false),
            ("test", false),
            ("", false),
            ("evil.example", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false),
            ("nottest", false),
        ] {
            assert_eq!(hosts.allow(host.as_bytes()), expected, "{host}");
        }
        assert!(!hosts.allow(b"\xff.test"));
    }
}
