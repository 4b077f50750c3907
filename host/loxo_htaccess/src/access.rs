//! Who may see a folder, as it is written: `Require` and its sections, `Order`, `Allow`, `Deny`, `Satisfy`. `authorize` finds out who may.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use crate::bytes::{is, split_at_byte};
use crate::expr::{Expr, Word};
use crate::text::Result;

/// Which methods a directive is about: those of `<Limit>`, or all others of `<LimitExcept>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Methods {
    All,
    Only(Vec<Vec<u8>>),
    Except(Vec<Vec<u8>>),
}

impl Methods {
    /// The methods of a section that stands in one for these; the error is Apache's.
    pub(crate) fn narrowed(&self, inner: &Methods) -> std::result::Result<Methods, &'static str> {
        const NONE: &str = "directive excludes all methods";
        const SAME: &str = "directive specifies methods already excluded";
        let split = |names: &[Vec<u8>], by: &[Vec<u8>]| -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
            names.iter().cloned().partition(|name| by.contains(name))
        };
        match (self, inner) {
            (Methods::All, inner) => Ok(inner.clone()),
            (outer, Methods::All) => Ok(outer.clone()),
            (Methods::Only(outer), Methods::Only(inner)) => match split(outer, inner) {
                (both, _) if both.is_empty() => Err(NONE),
                (_, rest) if rest.is_empty() => Err(SAME),
                (both, _) => Ok(Methods::Only(both)),
            },
            (Methods::Only(outer), Methods::Except(inner)) => match split(outer, inner) {
                (_, rest) if rest.is_empty() => Err(NONE),
                (both, _) if both.is_empty() => Err(SAME),
                (_, rest) => Ok(Methods::Only(rest)),
            },
            (Methods::Except(outer), Methods::Only(inner)) => match split(inner, outer) {
                (_, rest) if rest.is_empty() => Err(NONE),
                (_, rest) => Ok(Methods::Only(rest)),
            },
            (Methods::Except(outer), Methods::Except(inner)) => match split(inner, outer) {
                (_, rest) if rest.is_empty() => Err(SAME),
                (_, rest) => Ok(Methods::Except(outer.iter().cloned().chain(rest).collect())),
            },
        }
    }

    /// Both count.
    pub(crate) fn include(&self, method: &[u8]) -> bool {
        // A limit on GET is one on HEAD.
        let method = if method == b"HEAD" { b"GET" } else { method };
        match self {
            Methods::All => true,
            Methods::Only(names) => names.iter().any(|name| name == method),
            Methods::Except(names) => !names.iter().any(|name| name == method),
        }
    }
}

/// `Satisfy`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Satisfy {
    All,
    Any,
}

/// A network, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    address: u128,
    mask: u128,
    is_v4: bool,
}

fn bits(address: IpAddr) -> (u128, bool) {
    match address {
        IpAddr::V4(v4) => (u128::from(u32::from(v4)), true),
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => (u128::from(u32::from(v4)), true),
            None => (u128::from(v6), false),
        },
    }
}

/// Whether a name is that of this machine, which means its own addresses without being looked up (RFC 6761, 6.3).
fn is_localhost(name: &[u8]) -> bool {
    is(name, "localhost")
}

impl Network {
    /// The addresses of `localhost`.
    pub(crate) fn localhost() -> [Network; 2] {
        [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)].map(|address| {
            let (address, is_v4) = bits(address);
            Network { address, mask: if is_v4 { u32::MAX.into() } else { u128::MAX }, is_v4 }
        })
    }

    /// `10.1.2.3`, `10.1`, `10.1.0.0/16`, `10.1.0.0/255.255.0.0`, `2001:db8::/32`. `None`: it is none of these.
    pub(crate) fn parse(text: &[u8]) -> Option<Network> {
        let text = std::str::from_utf8(text).ok()?;
        let (address, mask) = match text.split_once('/') {
            Some((address, mask)) => (address, Some(mask)),
            None => (text, None),
        };
        if mask.is_none() && !address.contains(':') && address.parse::<IpAddr>().is_err() {
            return Network::beginning(address);
        }
        let (address, is_v4) = bits(address.parse().ok()?);
        let (width, all) = if is_v4 { (32, u128::from(u32::MAX)) } else { (128, u128::MAX) };
        let mask = match mask {
            None => all,
            Some(mask) if mask.bytes().all(|b| b.is_ascii_digit()) => {
                let length: u32 = mask.parse().ok().filter(|length| *length <= width)?;
                if length == 0 { 0 } else { all & (all << (width - length)) }
            }
            Some(mask) => bits(mask.parse().ok().filter(|mask: &IpAddr| mask.is_ipv4() == is_v4)?).0,
        };
        Some(Network { address: address & mask, mask, is_v4 })
    }

    /// The first numbers of an address: `10.1` or `10.1.`
    fn beginning(text: &str) -> Option<Network> {
        let parts: Vec<u8> = text.strip_suffix('.').unwrap_or(text).split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let (address, mask) = match parts.len() {
            1..=3 => parts.iter().enumerate().fold((0u32, 0u32), |(address, mask), (at, part)| {
                let shift = 24 - 8 * at as u32;
                (address | u32::from(*part) << shift, mask | 0xff << shift)
            }),
            _ => return None,
        };
        Some(Network { address: address.into(), mask: mask.into(), is_v4: true })
    }

    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let (address, is_v4) = bits(address);
        is_v4 == self.is_v4 && address & self.mask == self.address
    }
}

/// In which order `Allow` and `Deny` count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// A client that neither list names is allowed.
    DenyAllow,
    /// A client that neither list names is denied.
    AllowDeny,
    /// Only a client that `Allow` names and `Deny` does not is allowed.
    Mutual,
}

/// `Order`, `Allow`, `Deny` and `Satisfy` of a folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Access {
    /// The last that is about a method counts.
    pub(crate) order: Vec<(Methods, Order)>,
    pub(crate) satisfy: Vec<(Methods, Satisfy)>,
    pub(crate) allow: Vec<(Methods, Who)>,
    pub(crate) deny: Vec<(Methods, Who)>,
}

/// Whom `Allow` and `Deny` name.
#[derive(Clone, Debug)]
pub(crate) enum Who {
    All,
    /// With this variable, or without it.
    Env {
        name: Vec<u8>,
        is_set: bool,
    },
    Network(Network),
    Localhost,
    /// Another host's name, which is not looked up.
    Host,
}

impl Who {
    pub(crate) fn parse(text: &[u8]) -> Who {
        match text {
            text if is(text, "all") => Who::All,
            text => match split_at_byte(text, b'=') {
                Some((env, name)) if is(env, "env") => match name.strip_prefix(b"!") {
                    Some(name) => Who::Env { name: name.to_vec(), is_set: false },
                    None => Who::Env { name: name.to_vec(), is_set: true },
                },
                _ if is_localhost(text) => Who::Localhost,
                _ => Network::parse(text).map_or(Who::Host, Who::Network),
            },
        }
    }
}

/// `Require`
#[derive(Debug)]
pub(crate) enum Requirement {
    Granted,
    Denied,
    /// One of these variables is set.
    Env(Vec<Vec<u8>>),
    Method(Vec<Vec<u8>>),
    Expression(Expr),
    Networks(Vec<Network>),
    /// The client is on the same machine.
    Local,
    /// Names of hosts, which are not looked up: nobody has them, but for this machine's.
    Host {
        or_localhost: bool,
    },
    User(Vec<Word>),
    Group(Vec<Word>),
    ValidUser,
    /// The file belongs to the user.
    FileOwner,
    Not(Arc<Requirement>),
    All(Vec<Arc<Requirement>>),
    Any(Vec<Arc<Requirement>>),
    None(Vec<Arc<Requirement>>),
    /// Of a section that is about some methods.
    Limited(Methods, Arc<Requirement>),
}

fn texts(words: &[Vec<u8>]) -> Result<Vec<Word>> {
    words.iter().map(|word| crate::expr::parse::string(word)).collect()
}

impl Requirement {
    /// What stands behind `Require`. Unknown kinds are errors: what guards access must not be passed over.
    pub(crate) fn parse(words: &[Vec<u8>], text: &[u8]) -> Result<Requirement> {
        let (kind, rest) = words.split_first().ok_or("Require takes what is required")?;
        let some = |what: &str| if rest.is_empty() { Err(format!("Require {what} wants at least one argument")) } else { Ok(rest) };
        Ok(match kind.to_ascii_lowercase().as_slice() {
            b"all" => match rest {
                [what] if is(what, "granted") => Requirement::Granted,
                [what] if is(what, "denied") => Requirement::Denied,
                _ => return Err("Require all must be granted or denied".into()),
            },
            b"env" => Requirement::Env(some("env")?.to_vec()),
            b"method" => Requirement::Method(some("method")?.to_vec()),
            b"ip" => {
                let network = |word: &Vec<u8>| {
                    Network::parse(word).ok_or_else(|| format!("ip address '{}' appears to be invalid", crate::bytes::shown(word)))
                };
                Requirement::Networks(some("ip")?.iter().map(network).collect::<Result<_>>()?)
            }
            b"local" if rest.is_empty() => Requirement::Local,
            b"host" | b"forward-dns" => {
                let names = some("host")?;
                match names.iter().filter(|name| is_localhost(name)).count() {
                    found if found == names.len() => Requirement::Networks(Network::localhost().into()),
                    found => Requirement::Host { or_localhost: found > 0 },
                }
            }
            b"expr" => {
                let rest = text.trim_ascii_start()[kind.len()..].trim_ascii();
                // One word in quotes is taken out of them.
                let unquoted = match rest.first() {
                    Some(b'"' | b'\'') if crate::text::words(rest).len() == 1 => crate::text::words(rest).remove(0),
                    _ => rest.to_vec(),
                };
                let expr = crate::expr::parse::condition(&unquoted)
                    .map_err(|error| format!("Cannot parse expression in require line: {error}"))?;
                Requirement::Expression(expr)
            }
            b"user" => Requirement::User(texts(some("user")?)?),
            b"group" => Requirement::Group(texts(some("group")?)?),
            b"valid-user" => Requirement::ValidUser,
            b"file-owner" => Requirement::FileOwner,
            kind => return Err(format!("Unknown Authz provider: {}", crate::bytes::shown(kind))),
        })
    }

    /// Nobody can be let in by a thing that cannot be found out; by its opposite everybody would be.
    pub(crate) fn may_be_negated(&self) -> bool {
        !matches!(self, Requirement::Host { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks() {
        for (network, address, is_in) in [
            ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false),
            ("10.1", "10.1.255.1", true),
            ("10.1.", "10.2.0.1", false),
            ("10.1.0.0/16", "10.1.9.9", true),
            ("10.1.0.0/255.255.0.0", "10.2.9.9", false),
            ("::1", "::1", true),
            ("2001:db8::/32", "2001:db8:5::1", true),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("0.0.0.0/0", "::1", false),
        ] {
            let parsed = Network::parse(network.as_bytes()).expect("is one");
            assert_eq!(parsed.contains(address.parse().expect("an address")), is_in, "{network} {address}");
        }
        for text in ["example.org", "10.1.2.3/33", "1.2.3.4.5", "300.1", "", "10.0.0.0/x"] {
            assert_eq!(Network::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn sections_for_methods() {
        let names = |names: &[&str]| names.iter().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>();
        let (only, except) = (|list: &[&str]| Methods::Only(names(list)), |list: &[&str]| Methods::Except(names(list)));
        assert_eq!(only(&["GET", "PUT"]).narrowed(&only(&["GET", "POST"])), Ok(only(&["GET"])));
        assert_eq!(except(&["GET"]).narrowed(&only(&["GET", "POST"])), Ok(only(&["POST"])));
        assert_eq!(except(&["GET"]).narrowed(&except(&["POST"])), Ok(except(&["GET", "POST"])));
        assert!(only(&["POST"]).narrowed(&except(&["GET"])).is_err());
        assert!(only(&["POST"]).narrowed(&only(&["GET"])).is_err());
    }

    #[test]
    fn unknown_requirements_are_errors() {
        for text in ["", "all", "all maybe", "ldap-user x", "ip 1.2.3.4.5", "user", "expr (", "valid-users"] {
            assert!(Requirement::parse(&crate::text::words(text.as_bytes()), text.as_bytes()).is_err(), "{text}");
        }
    }
}
