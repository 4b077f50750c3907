//! A small resolver (RFC 1035): one question over UDP to the system's name servers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::Duration;

/// What an answer holds.
pub struct Record {
    pub host: String,
    pub class: u16,
    pub ttl: u32,
    pub data: Data,
}

pub enum Data {
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

pub const A: u16 = 1;
pub const NS: u16 = 2;
pub const CNAME: u16 = 5;
pub const SOA: u16 = 6;
pub const PTR: u16 = 12;
pub const HINFO: u16 = 13;
pub const MX: u16 = 15;
pub const TXT: u16 = 16;
pub const AAAA: u16 = 28;
pub const SRV: u16 = 33;
pub const NAPTR: u16 = 35;
pub const ANY: u16 = 255;
pub const CAA: u16 = 257;

/// What a name may take on the wire. Written out, each of its bytes may take four.
pub const LONGEST_NAME: usize = 255;

impl Data {
    /// The number of its kind.
    pub fn kind(&self) -> u16 {
        match self {
            Data::A(_) => A,
            Data::Aaaa(_) => AAAA,
            Data::Name(kind, _) | Data::Raw(kind, _) => *kind,
            Data::Mx(..) => MX,
            Data::Txt(_) => TXT,
            Data::Soa { .. } => SOA,
            Data::Srv { .. } => SRV,
            Data::Caa { .. } => CAA,
            Data::Hinfo(..) => HINFO,
            Data::Naptr { .. } => NAPTR,
        }
    }
}

/// Sections of a response.
#[derive(Default)]
pub struct Response {
    pub answers: Vec<Record>,
    pub authority: Vec<Record>,
    pub additional: Vec<Record>,
}

/// Asks the servers of `/etc/resolv.conf`, one after the other. `None`: nobody answered, or there is no such name.
pub(crate) fn query(name: &str, kind: u16, raw: bool) -> Option<Response> {
    let question = question(name, kind)?;
    let servers = servers();
    for server in servers.iter().chain(&servers) {
        if let Some(answer) = ask(*server, &question) {
            return read(&answer, raw);
        }
        // The request is to end.
        if loxo_process_sys::is_interrupted() {
            return None;
        }
    }
    None
}

/// What a name server's answer says. `None`: there is no such name, or the head is broken.
///
/// * `raw`: What is in the records is not looked at.
pub fn read(answer: &[u8], raw: bool) -> Option<Response> {
    Reader { bytes: answer, at: 0, raw }.response()
}

/// The name of an address.
pub(crate) fn reverse(address: IpAddr) -> Option<String> {
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
    query(&name, PTR, false)?.answers.into_iter().find_map(|record| match record.data {
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

/// A part of a name, in which dots and whatever is not printable are written as masters of zones do.
fn write_label(label: &[u8], out: &mut String) {
    for byte in label {
        match byte {
            b'"' | b'.' | b';' | b'\\' | b'(' | b')' | b'@' | b'$' => out.extend(['\\', char::from(*byte)]),
            b'!'..=b'~' => out.push(char::from(*byte)),
            byte => out.push_str(&format!("\\{byte:03}")),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    raw: bool,
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
        let (mut name, mut used) = (String::new(), 0);
        let mut back = None;
        // Names that go in circles end here, too.
        for _ in 0..LONGEST_NAME {
            let length = self.byte()?;
            match length {
                0 => {
                    self.at = back.unwrap_or(self.at);
                    return Some(name);
                }
                0xc0.. => {
                    let low = self.byte()?;
                    back.get_or_insert(self.at);
                    self.at = usize::from(length & 0x3f) << 8 | usize::from(low);
                }
                // Kinds of labels that were never used.
                0x40.. => return None,
                length => {
                    used += usize::from(length) + 1;
                    let label = self.take(usize::from(length))?;
                    if !name.is_empty() {
                        name.push('.');
                    }
                    write_label(label, &mut name);
                    if used >= LONGEST_NAME {
                        return None;
                    }
                }
            }
        }
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
        // What stands before a broken record counts.
        let _ = [(answers, &mut out.answers), (authority, &mut out.authority), (additional, &mut out.additional)]
            .into_iter()
            .try_for_each(|(count, section)| self.section(count, section));
        Some(out)
    }

    /// `None`: one of the records is broken.
    fn section(&mut self, count: u16, out: &mut Vec<Record>) -> Option<()> {
        for _ in 0..count {
            out.extend(self.record()?);
        }
        Some(())
    }

    /// `None`: the message is broken; an inner `None`: a record that says nothing.
    fn record(&mut self) -> Option<Option<Record>> {
        let host = self.name()?;
        let (kind, class, ttl) = (self.word()?, self.word()?, self.long()?);
        let length = usize::from(self.word()?);
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len() && length > 0)?;
        let data = if self.raw { self.take(length).map(|data| Data::Raw(kind, data.to_vec())) } else { self.data(kind, end) };
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
                    // One that claims to be longer than the record ends with it.
                    let n = usize::from(self.byte()?).min(end - self.at);
                    let text = self.take(n)?.to_vec();
                    if !text.is_empty() {
                        texts.push(text);
                    }
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
            _ => return None,
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
        let response = read(&message, false).expect("a response");
        let [record] = &response.answers[..] else { panic!("one answer") };
        assert_eq!((record.host.as_str(), record.ttl), ("php.net", 256));
        assert!(matches!(&record.data, Data::Mx(10, name) if name == "mx.php.net"));
    }

    #[test]
    fn broken_answers_are_none() {
        let mut message = question("a.b", A).expect("a question");
        message[7] = 1;
        message.extend_from_slice(&[0xc0, 200]);
        assert!(read(&message, false).is_some_and(|response| response.answers.is_empty()));
        assert!(read(&message[..11], false).is_none());
    }

    #[test]
    fn names_are_written_with_escapes_and_have_an_end() {
        let name = |bytes: &[u8]| Reader { bytes, at: 0, raw: false }.name();
        assert_eq!(name(b"\x05a.b\\c\x02\xff \0").as_deref(), Some("a\\.b\\\\c.\\255\\032"));
        // In a circle, with labels on the way or none.
        assert_eq!((name(&[0xc0, 0]), name(b"\x01a\xc0\0"), name(&[0x41, 0])), (None, None, None));
        let mut long = [&[63; 64][..]; 3].concat();
        assert!(name(&[&long[..], &[0]].concat()).is_some());
        long.extend_from_slice(&[63; 64]);
        long.push(0);
        assert_eq!(name(&long), None);
    }
}
