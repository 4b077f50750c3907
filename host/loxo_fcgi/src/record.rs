//! Records: a head of eight bytes, content, padding.

/// The only version that there is.
pub const VERSION: u8 = 1;
/// Bytes of a head.
pub const HEAD: usize = 8;
/// Bytes that a record carries at most.
pub const MAX_CONTENT: usize = 0xffff;

pub const BEGIN_REQUEST: u8 = 1;
pub const ABORT_REQUEST: u8 = 2;
pub const END_REQUEST: u8 = 3;
pub const PARAMS: u8 = 4;
pub const STDIN: u8 = 5;
pub const STDOUT: u8 = 6;
pub const STDERR: u8 = 7;
pub const DATA: u8 = 8;
pub const GET_VALUES: u8 = 9;
pub const GET_VALUES_RESULT: u8 = 10;
pub const UNKNOWN_TYPE: u8 = 11;

/// The application's status of a request that it leaves to the server: Loxo's own, where a router has returned `false`.
pub const DECLINED: u32 = 1;

/// How a request ended, in an end record.
pub const REQUEST_COMPLETE: u8 = 0;
pub const CANT_MULTIPLEX: u8 = 1;
pub const UNKNOWN_ROLE: u8 = 3;

/// The head of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub kind: u8,
    /// Which request of the connection; 0: about the connection itself.
    pub request: u16,
    pub length: u16,
    pub padding: u8,
}

impl Head {
    /// `None`: not a version that is known. A higher one is taken for the first, as PHP does.
    pub fn parse(bytes: [u8; HEAD]) -> Option<Head> {
        let [version, kind, id1, id0, length1, length0, padding, _] = bytes;
        (version >= VERSION).then(|| Head {
            kind,
            request: u16::from_be_bytes([id1, id0]),
            length: u16::from_be_bytes([length1, length0]),
            padding,
        })
    }

    pub fn bytes(self) -> [u8; HEAD] {
        let ([id1, id0], [length1, length0]) = (self.request.to_be_bytes(), self.length.to_be_bytes());
        [VERSION, self.kind, id1, id0, length1, length0, self.padding, 0]
    }

    /// Content and padding.
    pub fn rest(self) -> usize {
        usize::from(self.length) + usize::from(self.padding)
    }
}

/// What an application is asked to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Responder,
    Authorizer,
    Filter,
}

impl Role {
    /// `FCGI_ROLE`
    pub fn name(self) -> &'static str {
        match self {
            Role::Responder => "RESPONDER",
            Role::Authorizer => "AUTHORIZER",
            Role::Filter => "FILTER",
        }
    }
}

/// The body of a begin record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeginRequest {
    /// `None`: one that the protocol does not know.
    pub role: Option<Role>,
    /// The connection stays open after the answer.
    pub keep: bool,
}

impl BeginRequest {
    /// `None`: the body has the wrong length.
    pub fn parse(body: &[u8]) -> Option<BeginRequest> {
        let [role1, role0, flags, ..] = *<&[u8; 8]>::try_from(body).ok()?;
        let role = match u16::from_be_bytes([role1, role0]) {
            1 => Some(Role::Responder),
            2 => Some(Role::Authorizer),
            3 => Some(Role::Filter),
            _ => None,
        };
        Some(BeginRequest { role, keep: flags & 1 != 0 })
    }
}

/// Appends records with this content, padded to a multiple of eight. Nothing at all for no content: an empty record would end the stream.
pub fn push_record(out: &mut Vec<u8>, kind: u8, request: u16, content: &[u8]) {
    for part in content.chunks(MAX_CONTENT & !7) {
        let padding = part.len().next_multiple_of(8) - part.len();
        let head = Head { kind, request, length: part.len() as u16, padding: padding as u8 };
        out.extend_from_slice(&head.bytes());
        out.extend_from_slice(part);
        out.resize(out.len() + padding, 0);
    }
}

/// A begin record for a responder. `keep`: the connection is to stay open after the answer.
pub fn begin_request(request: u16, keep: bool) -> [u8; 16] {
    let mut out = [0; 16];
    out[..HEAD].copy_from_slice(&Head { kind: BEGIN_REQUEST, request, length: 8, padding: 0 }.bytes());
    (out[HEAD + 1], out[HEAD + 2]) = (1, u8::from(keep));
    out
}

/// An end record.
pub fn end_request(request: u16, app_status: u32, protocol_status: u8) -> [u8; 16] {
    let mut out = [0; 16];
    out[..HEAD].copy_from_slice(&Head { kind: END_REQUEST, request, length: 8, padding: 0 }.bytes());
    out[HEAD..HEAD + 4].copy_from_slice(&app_status.to_be_bytes());
    out[12] = protocol_status;
    out
}

/// The answer to a record of the connection that is not known.
pub fn unknown_type(kind: u8) -> [u8; 16] {
    let mut out = [0; 16];
    out[..HEAD].copy_from_slice(&Head { kind: UNKNOWN_TYPE, request: 0, length: 8, padding: 0 }.bytes());
    out[HEAD] = kind;
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        let head = Head { kind: STDIN, request: 258, length: 0x1234, padding: 4 };
        assert_eq!(head.bytes(), [1, 5, 1, 2, 0x12, 0x34, 4, 0]);
        assert_eq!(Head::parse(head.bytes()), Some(head));
        assert_eq!(head.rest(), 0x1238);
        assert_eq!(Head::parse([0, 5, 1, 2, 0, 0, 0, 0]), None);
    }

    #[test]
    fn beginnings() {
        let cases: [(&[u8], Option<(Option<Role>, bool)>); 5] = [
            (&[0, 1, 0, 0, 0, 0, 0, 0], Some((Some(Role::Responder), false))),
            (&[0, 1, 1, 9, 9, 9, 9, 9], Some((Some(Role::Responder), true))),
            (&[0, 3, 0xfe, 0, 0, 0, 0, 0], Some((Some(Role::Filter), false))),
            (&[1, 1, 0, 0, 0, 0, 0, 0], Some((None, false))),
            (&[0, 1, 0], None),
        ];
        for (body, expected) in cases {
            assert_eq!(BeginRequest::parse(body).map(|begin| (begin.role, begin.keep)), expected, "{body:?}");
        }
    }

    #[test]
    fn records_are_padded_and_split() {
        let mut out = Vec::new();
        push_record(&mut out, STDOUT, 1, b"");
        assert!(out.is_empty());
        push_record(&mut out, STDOUT, 1, b"abc");
        assert_eq!(out, [1, 6, 0, 1, 0, 3, 5, 0, b'a', b'b', b'c', 0, 0, 0, 0, 0]);
        out.clear();
        push_record(&mut out, STDOUT, 1, &[7; 70_000]);
        let first = Head::parse(*out.first_chunk().expect("a head")).expect("a version");
        assert_eq!((first.length, first.padding), (65_528, 0));
        assert_eq!(out.len(), 16 + 70_000);
    }

    #[test]
    fn ends() {
        assert_eq!(end_request(1, 258, REQUEST_COMPLETE), [1, 3, 0, 1, 0, 8, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0]);
        assert_eq!(unknown_type(77)[..9], [1, 11, 0, 0, 0, 8, 0, 0, 77]);
    }
}
