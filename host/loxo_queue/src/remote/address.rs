//! Which store on other machines: `redis://…` or `nats://…`.

use std::fmt;
use std::time::Duration;

/// After this time without a sign of life from a server, what its clients have open comes back.
const LEASE: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Redis,
    Nats,
}

/// `SCHEME://[USER[:PASSWORD]@]HOST[:PORT][,HOST…][/DATABASE][?prefix=NAME&lease=SECONDS&replicas=N]`
#[derive(Clone, PartialEq, Eq)]
pub struct StoreAddress {
    pub engine: Engine,
    /// `HOST:PORT`, tried in order; Redis has one.
    pub hosts: Vec<String>,
    pub user: String,
    pub password: String,
    /// Of Redis.
    pub database: u32,
    /// What all names in the store begin with: letters, digits and `_`.
    pub prefix: String,
    pub lease: Duration,
    /// How many servers of a cluster of NATS have each queue.
    pub replicas: u32,
}

/// Without user and password.
impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.engine {
            Engine::Redis => "redis",
            Engine::Nats => "nats",
        };
        write!(f, "{scheme}://{}", self.hosts.join(","))
    }
}

impl StoreAddress {
    /// Reads one. An error is one line, which does not repeat the text: it may have a password.
    pub fn parse(text: &str) -> Result<StoreAddress, String> {
        let (scheme, rest) = text.split_once("://").ok_or("--store begins with redis:// or nats://")?;
        let (engine, port) = match scheme {
            "redis" => (Engine::Redis, 6379),
            "nats" => (Engine::Nats, 4222),
            "rediss" | "tls" => return Err("--store: connections to stores are not encrypted: use a network that only they are in".into()),
            _ => return Err("--store begins with redis:// or nats://".into()),
        };
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (place, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (identity, hosts) = place.rsplit_once('@').unwrap_or(("", place));
        let (user, password) = identity.split_once(':').unwrap_or((identity, ""));
        let mut address = StoreAddress {
            engine,
            hosts: hosts
                .split(',')
                .map(|host| with_port(host, port))
                .collect::<Option<_>>()
                .ok_or("--store: HOST or HOST:PORT is missing")?,
            user: decoded(user).ok_or("--store: % is followed by two hexadecimal digits")?,
            password: decoded(password).ok_or("--store: % is followed by two hexadecimal digits")?,
            database: 0,
            prefix: "loxo".into(),
            lease: LEASE,
            replicas: 1,
        };
        if engine == Engine::Redis && address.hosts.len() > 1 {
            return Err("--store: of Redis, one server is named".into());
        }
        if !database.is_empty() {
            let number = database.parse().ok().filter(|_| engine == Engine::Redis);
            address.database = number.ok_or("--store: behind / stands the number of a database of Redis")?;
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match name {
                "prefix" if is_prefix(value) => address.prefix = value.into(),
                "prefix" => return Err("--store: prefix has letters, digits and _ only, at most 32".into()),
                "lease" => {
                    let seconds = value.parse().ok().filter(|seconds| (1..=3600).contains(seconds));
                    address.lease = Duration::from_secs(seconds.ok_or("--store: lease is 1 to 3600 seconds")?);
                }
                "replicas" if engine == Engine::Nats => {
                    let count = value.parse().ok().filter(|count| (1..=5).contains(count));
                    address.replicas = count.ok_or("--store: replicas is 1 to 5")?;
                }
                // It may be the rest of a password with a question mark.
                _ => return Err("--store: behind ? stand prefix, lease and, of NATS, replicas; other bytes of a password as %3F".into()),
            }
        }
        Ok(address)
    }
}

fn with_port(host: &str, port: u16) -> Option<String> {
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match host {
        "" => None,
        _ if has_port => Some(host.into()),
        _ => Some(format!("{host}:{port}")),
    }
}

fn is_prefix(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// With `%41` as `A`.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_address() {
        let address = StoreAddress::parse("redis://user:p%40ss@cache/3?prefix=shop&lease=2").expect("is one");
        assert_eq!((address.user.as_str(), address.password.as_str(), address.database), ("user", "p@ss", 3));
        assert_eq!(
            (address.prefix.as_str(), address.lease, address.to_string().as_str()),
            ("shop", Duration::from_secs(2), "redis://cache:6379")
        );
        let address = StoreAddress::parse("nats://token@a:1,b?replicas=3").expect("is one");
        assert_eq!((address.user.as_str(), address.hosts, address.replicas), ("token", vec!["a:1".to_string(), "b:4222".into()], 3));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for wrong in [
            "cache:6379",
            "http://secret@cache",
            "rediss://:secret@cache",
            "redis://:secret@",
            "redis://:secret%@cache",
            "redis://:secret@cache/x",
            "redis://:secret@a,b",
            "nats://secret@a/1",
            "nats://secret@a?lease=0",
            "nats://secret@a?prefix=a.b",
            "redis://:secret@a?replicas=1",
            "redis://:pass?secret@a",
            "nats://secret?secret=1&secret@a",
        ] {
            let error = StoreAddress::parse(wrong).err().expect(wrong);
            assert!(error.starts_with("--store") && !error.contains("secret"), "{wrong}: {error}");
        }
    }
}
