//! Replies as they come in.

use loxo_redis::{Header, Malformed};
use loxo_runtime::value::number;
use loxo_runtime::{Cx, PhpStr};

use crate::connection::{Connection, ConnectionError, IoResult};

/// A reply, whole.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Status(PhpStr),
    Error(PhpStr),
    Int(i64),
    Bulk(PhpStr),
    /// No value.
    Nil,
    Array(Vec<Reply>),
    /// No list.
    NilArray,
}

/// Lists within lists; Redis itself stops long before.
const DEEPEST: usize = 128;

impl Reply {
    /// What a reader of lines sees: bytes, or the line with its mark. `None`: no value, or an error.
    pub(crate) fn text(&self) -> Option<PhpStr> {
        match self {
            Reply::Bulk(text) => Some(text.clone()),
            Reply::Status(text) => Some(PhpStr::concat2(b"+", text)),
            Reply::Int(number) => Some(PhpStr::from_vec(format!(":{number}").into_bytes())),
            Reply::Array(list) => Some(PhpStr::from_vec(format!("*{}", list.len()).into_bytes())),
            Reply::Error(_) | Reply::Nil | Reply::NilArray => None,
        }
    }

    /// Elements of a list, none if there is none; `None`: it is something else.
    pub(crate) fn into_list(self) -> Option<Vec<Reply>> {
        match self {
            Reply::Array(list) => Some(list),
            Reply::NilArray => Some(Vec::new()),
            _ => None,
        }
    }

    pub(crate) fn is_ok(&self) -> bool {
        matches!(self, Reply::Status(text) if text.as_bytes() == b"OK")
    }
}

impl Connection {
    pub(crate) fn read_reply(&mut self, cx: &mut Cx) -> IoResult<Reply> {
        self.read_nested(cx, 0)
    }

    fn read_nested(&mut self, cx: &mut Cx, depth: usize) -> IoResult<Reply> {
        let line = self.read_line(cx)?;
        let header = match Header::parse(&line) {
            Ok(header) => header,
            Err(Malformed(byte)) => {
                let shown = char::from(byte);
                self.disconnect(true, true);
                return Err(ConnectionError(format!("protocol error, got '{shown}' as reply type byte\n").into_bytes()));
            }
        };
        Ok(match header {
            Header::Status(text) => Reply::Status(PhpStr::new(text)),
            Header::Error(text) => Reply::Error(PhpStr::new(text)),
            Header::Int(digits) => Reply::Int(number::str_to_int(digits)),
            Header::Bulk(Some(length)) => Reply::Bulk(self.read_bulk(cx, length)?),
            Header::Bulk(None) => Reply::Nil,
            Header::Array(None) => Reply::NilArray,
            Header::Array(Some(_)) if depth == DEEPEST => {
                self.disconnect(true, true);
                return Err("protocol error, couldn't parse MULTI-BULK response\n".into());
            }
            Header::Array(Some(count)) => {
                // The count is a claim; elements are what there is.
                let mut list = Vec::with_capacity(count.min(1024));
                for _ in 0..count {
                    list.push(self.read_nested(cx, depth + 1)?);
                }
                Reply::Array(list)
            }
        })
    }
}
