//! A small resolver (RFC 1035): one question over UDP to the system's name servers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::Duration;

/// What an answer holds.
pub(super) struct Record {
    pub host: String,
    pub class: u16,
    pub ttl: u32,
    pub data: Data,
}

pub(super) enum Data {
    A(Ipv4Addr),
    Aaaa(Ipv6Addr),
    /// CNAME, NS, PTR: a name.
    Name(u16, String),
    Mx(u16, String),
    Txt(Vec<Vec<u8>>),
    Soa {
        mname: String,
        rname: String,
        numbers: [u32; 5],
    },
    Srv {
        priority: u16,
        weight: u16,
        port: u16,
        target: String,
    },
    Caa {
        flags: u8,
        tag: Vec<u8>,
        value: Vec<u8>,
    },
    Hinfo(Vec<u8>, Vec<u8>),
    Naptr {
        order: u16,
        preference: u16,
        texts: [Vec<u8>; 3],
        replacement: String,
    },
    Raw(u16, Vec<u8>),
}

pub(super) const A: u16 = 1;
pub(super) const NS: u16 = 2;
pub(super) const CNAME: u16 = 5;
pub(super) const SOA: u16 = 6;
pub(super) const PTR: u16 = 12;
pub(super) const HINFO: u16 = 13;
pub(super) const MX: u16 = 15;
pub(super) const TXT: u16 = 16;
pub(super) const AAAA: u16 = 28;
pub(super) const SRV: u16 = 33;
pub(super) const NAPTR: u16 = 35;
pub(super) const ANY: u16 = 255;
pub(super) const CAA: u16 = 257;

/// Sections of a response.
#[derive(Default)]
pub(super) struct Response {
    pub answers: Vec<Record>,
    pub authority: Vec<Record>,
    pub additional: Vec<Record>,
}

/// Asks the servers of `/etc/resolv.conf`, one after the other. `None`: nobody answered, or there is no such name.
pub(super) fn query(name: &str, kind: u16) -> Option<Response> {
    let question = question(name, kind)?;
    let servers = servers();
    for server in servers.iter().chain(&servers) {
        if let Some(answer) = ask(*server, &question) {
            return Reader { bytes: &answer, at: 0 }.response();
        }
    }
    None
}

/// The name of an address.
pub(super) fn reverse(address: IpAddr) -> Option<String> {
    let name = match address {
        IpAddr::V4(v4) => {
            let [a, b, c, d] = v4.octets();
            format!("{d}.{c}.{b}.{a}.in-addr.arpa")
        }
        IpAddr::V6(v6) => {
            let nibbles: Vec<String> = v6.octets().iter().rev().map(|b| format!("{:x}.{:x}", b & 15, b >> 4)).collect();
            format!("{}.ip6.arpa", nibbles.join("."))
        }
    };
    query(&name, PTR)?.answers.into_iter().find_map(|record| match record.data {
        Data::Name(PTR, name) => Some(name),
        _ => None,
    })
}

fn servers() -> Vec<SocketAddr> {
    let text = std::fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
    let mut all: Vec<SocketAddr> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("nameserver"))
        .filter_map(|rest| rest.trim().parse::<IpAddr>().ok())
        .map(|ip| SocketAddr::new(ip, 53))
        .collect();
    if all.is_empty() {
        all.push(SocketAddr::from(([127, 0, 0, 1], 53)));
    }
    all
}

fn ask(server: SocketAddr, question: &[u8]) -> Option<Vec<u8>> {
    const PATIENCE: Duration = Duration::from_secs(3);
    let any: SocketAddr = if server.is_ipv4() { ([0, 0, 0, 0], 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind(any).ok()?;
    socket.set_read_timeout(Some(PATIENCE)).ok()?;
    socket.connect(server).ok()?;
    socket.send(question).ok()?;
    let mut answer = vec![0; 65_535];
    let n = socket.recv(&mut answer).ok()?;
    answer.truncate(n);
    // The answer must be to this question.
    answer.starts_with(question.get(..2)?).then_some(answer)
}

fn question(name: &str, kind: u16) -> Option<Vec<u8>> {
    const RECURSION_DESIRED: u16 = 0x100;
    let id = std::hash::BuildHasher::hash_one(&std::collections::hash_map::RandomState::new(), name) as u16;
    let mut out = Vec::new();
    for word in [id, RECURSION_DESIRED, 1, 0, 0, 0] {
        out.extend_from_slice(&word.to_be_bytes());
    }
    for label in name.trim_end_matches('.').split('.').filter(|label| !label.is_empty()) {
        let length = u8::try_from(label.len()).ok().filter(|n| *n < 64)?;
        out.push(length);
        out.extend_from_slice(label.as_bytes());
    }
    out.push(0);
    out.extend_from_slice(&kind.to_be_bytes());
    out.extend_from_slice(&1u16.to_be_bytes());
    Some(out)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, n: usize) -> Option<&[u8]> {
        let part = self.bytes.get(self.at..self.at.checked_add(n)?)?;
        self.at += n;
        Some(part)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|b| b[0])
    }

    fn word(&mut self) -> Option<u16> {
        let b = self.take(2)?;
        Some(u16::from_be_bytes([b[0], b[1]]))
    }

    fn long(&mut self) -> Option<u32> {
        let b = self.take(4)?;
        Some(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }

    /// A name; parts of it may stand elsewhere in the message.
    fn name(&mut self) -> Option<String> {
        let mut labels: Vec<String> = Vec::new();
        let mut back = None;
        for _ in 0..128 {
            let length = self.byte()?;
            match length {
                0 => {
                    self.at = back.unwrap_or(self.at);
                    return Some(labels.join("."));
                }
                0xc0.. => {
                    let low = self.byte()?;
                    back.get_or_insert(self.at);
                    self.at = usize::from(length & 0x3f) << 8 | usize::from(low);
                }
                length => {
                    let label = self.take(usize::from(length))?;
                    labels.push(String::from_utf8_lossy(label).into_owned());
                }
            }
        }
        // A name that goes in circles.
        None
    }

    fn response(mut self) -> Option<Response> {
        self.word()?;
        let status = self.word()? & 15;
        if status != 0 {
            return None;
        }
        let [questions, answers, authority, additional] = [self.word()?, self.word()?, self.word()?, self.word()?];
        for _ in 0..questions {
            self.name()?;
            self.take(4)?;
        }
        let mut out = Response::default();
        for (count, section) in [(answers, &mut out.answers), (authority, &mut out.authority), (additional, &mut out.additional)] {
            for _ in 0..count {
                section.extend(self.record()?);
            }
        }
        Some(out)
    }

    /// `None`: the message is broken; an inner `None`: a record that says nothing.
    fn record(&mut self) -> Option<Option<Record>> {
        let host = self.name()?;
        let (kind, class, ttl) = (self.word()?, self.word()?, self.long()?);
        let length = usize::from(self.word()?);
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len())?;
        let data = self.data(kind, end);
        self.at = end;
        Some(data.map(|data| Record { host, class, ttl, data }))
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let n = usize::from(self.byte()?);
        self.take(n).map(<[u8]>::to_vec)
    }

    fn data(&mut self, kind: u16, end: usize) -> Option<Data> {
        Some(match kind {
            A => Data::A(Ipv4Addr::from(self.long()?)),
            AAAA => Data::Aaaa(Ipv6Addr::from(<[u8; 16]>::try_from(self.take(16)?).ok()?)),
            NS | CNAME | PTR => Data::Name(kind, self.name()?),
            MX => Data::Mx(self.word()?, self.name()?),
            TXT => {
                let mut texts = Vec::new();
                while self.at < end {
                    texts.push(self.text()?);
                }
                Data::Txt(texts)
            }
            SOA => {
                let (mname, rname) = (self.name()?, self.name()?);
                let numbers = [self.long()?, self.long()?, self.long()?, self.long()?, self.long()?];
                Data::Soa { mname, rname, numbers }
            }
            SRV => Data::Srv { priority: self.word()?, weight: self.word()?, port: self.word()?, target: self.name()? },
            HINFO => Data::Hinfo(self.text()?, self.text()?),
            NAPTR => {
                let (order, preference) = (self.word()?, self.word()?);
                let texts = [self.text()?, self.text()?, self.text()?];
                Data::Naptr { order, preference, texts, replacement: self.name()? }
            }
            CAA => {
                let flags = self.byte()?;
                let tag = self.text()?;
                let rest = end.checked_sub(self.at)?;
                Data::Caa { flags, tag, value: self.take(rest)?.to_vec() }
            }
            other => {
                let rest = end.checked_sub(self.at)?;
                Data::Raw(other, self.take(rest)?.to_vec())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_compressed_names() {
        let mut message = question("php.net", MX).expect("a question");
        message[7] = 1;
        // The answer's name is the question's; its target is `mx` in front of it.
        message.extend_from_slice(&[0xc0, 12, 0, 15, 0, 1, 0, 0, 1, 0, 0, 7, 0, 10, 2, b'm', b'x', 0xc0, 12]);
        let response = Reader { bytes: &message, at: 0 }.response().expect("a response");
        let [record] = &response.answers[..] else { panic!("one answer") };
        assert_eq!((record.host.as_str(), record.ttl), ("php.net", 256));
        assert!(matches!(&record.data, Data::Mx(10, name) if name == "mx.php.net"));
    }

    #[test]
    fn broken_answers_are_none() {
        let mut message = question("a.b", A).expect("a question");
        message[7] = 1;
        message.extend_from_slice(&[0xc0, 200]);
        assert!(Reader { bytes: &message, at: 0 }.response().is_none());
    }
}
