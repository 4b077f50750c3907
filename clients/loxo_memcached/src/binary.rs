//! memcached's binary protocol: requests and responses as 24-byte headers with a body, and the login by SASL, which only this protocol has.

use crate::item::Item;
use crate::status::{Failure, Status};
use crate::wire::{LARGEST_VALUE, Link};

const REQUEST: u8 = 0x80;
const RESPONSE: u8 = 0x81;
const HEADER: usize = 24;

pub(crate) mod op {
    pub const SET: u8 = 0x01;
    pub const ADD: u8 = 0x02;
    pub const REPLACE: u8 = 0x03;
    pub const DELETE: u8 = 0x04;
    pub const INCREMENT: u8 = 0x05;
    pub const DECREMENT: u8 = 0x06;
    pub const QUIT: u8 = 0x07;
    pub const FLUSH: u8 = 0x08;
    pub const NOOP: u8 = 0x0a;
    pub const VERSION: u8 = 0x0b;
    pub const GETKQ: u8 = 0x0d;
    pub const APPEND: u8 = 0x0e;
    pub const PREPEND: u8 = 0x0f;
    pub const STAT: u8 = 0x10;
    pub const SETQ: u8 = 0x11;
    pub const ADDQ: u8 = 0x12;
    pub const REPLACEQ: u8 = 0x13;
    pub const DELETEQ: u8 = 0x14;
    pub const INCREMENTQ: u8 = 0x15;
    pub const DECREMENTQ: u8 = 0x16;
    pub const FLUSHQ: u8 = 0x18;
    pub const APPENDQ: u8 = 0x19;
    pub const PREPENDQ: u8 = 0x1a;
    pub const TOUCH: u8 = 0x1c;
    pub const SASL_AUTH: u8 = 0x21;
}

/// A request.
#[derive(Clone, Copy, Default)]
pub(crate) struct Request<'a> {
    pub op: u8,
    pub extras: &'a [u8],
    pub prefix: &'a [u8],
    pub key: &'a [u8],
    pub value: &'a [u8],
    pub cas: u64,
}

impl Request<'_> {
    /// Puts it behind what waits to be sent.
    pub fn put(&self, link: &mut Link) -> Result<(), Failure> {
        let fail = |_| Failure::from(Status::E2BIG);
        let key = u16::try_from(self.prefix.len() + self.key.len()).map_err(fail)?;
        let extras = u8::try_from(self.extras.len()).map_err(fail)?;
        let body = u32::try_from(usize::from(key) + self.extras.len() + self.value.len()).map_err(fail)?;
        let mut header = [0; HEADER];
        let fields: [(usize, &[u8]); 5] =
            [(0, &[REQUEST, self.op]), (2, &key.to_be_bytes()), (4, &[extras]), (8, &body.to_be_bytes()), (16, &self.cas.to_be_bytes())];
        for (at, bytes) in fields {
            for (place, byte) in header.iter_mut().skip(at).zip(bytes) {
                *place = *byte;
            }
        }
        link.put(&[&header, self.extras, self.prefix, self.key, self.value]);
        Ok(())
    }
}

/// An answer.
pub(crate) struct Response {
    pub op: u8,
    pub status: u16,
    pub cas: u64,
    pub extras: Vec<u8>,
    pub key: Vec<u8>,
    pub value: Vec<u8>,
}

/// Reads what a server says next.
pub(crate) fn answer(link: &mut Link) -> Result<Response, Failure> {
    let unreadable = || Failure::from(Status::UNKNOWN_READ_FAILURE);
    let header = link.bytes(HEADER)?;
    let field = |at: usize, size: usize| header.iter().skip(at).take(size).fold(0u64, |n, byte| n << 8 | u64::from(*byte));
    if field(0, 1) != u64::from(RESPONSE) {
        return Err(unreadable());
    }
    let (key, extras, body) = (field(2, 2) as usize, field(4, 1) as usize, field(8, 4) as usize);
    let value = body.checked_sub(key + extras).filter(|length| *length <= LARGEST_VALUE).ok_or_else(unreadable)?;
    Ok(Response {
        op: field(1, 1) as u8,
        status: field(6, 2) as u16,
        cas: field(16, 8),
        extras: link.bytes(extras)?,
        key: link.bytes(key)?,
        value: link.bytes(value)?,
    })
}

impl Response {
    /// libmemcached's number for the status.
    pub fn checked(self) -> Result<Response, Failure> {
        let status = match self.status {
            0 => return Ok(self),
            1 => Status::NOTFOUND,
            2 => Status::DATA_EXISTS,
            3 => Status::E2BIG,
            5 => Status::NOTSTORED,
            // Not a number.
            6 => Status::UNKNOWN_READ_FAILURE,
            0x20 => Status::AUTH_FAILURE,
            0x82 => Status::SERVER_MEMORY_ALLOCATION_FAILURE,
            _ => Status::PROTOCOL_ERROR,
        };
        let quiet = matches!(status, Status::NOTFOUND | Status::DATA_EXISTS | Status::NOTSTORED);
        Err(Failure::new(status, if quiet { String::new() } else { String::from_utf8_lossy(&self.value).into_owned() }))
    }

    /// The number in an answer to an increment.
    pub fn number(&self) -> u64 {
        self.value.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }

    pub fn into_item(self) -> Item {
        let flags = self.extras.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
        Item { key: self.key, value: self.value, flags, cas: self.cas }
    }
}

/// Says who one is, in plain words.
pub(crate) fn authenticate(link: &mut Link, user: &[u8], password: &[u8]) -> Result<(), Failure> {
    let value = [b"\0", user, b"\0", password].concat();
    Request { op: op::SASL_AUTH, key: b"PLAIN", value: &value, ..Request::default() }.put(link)?;
    link.send()?;
    answer(link)?.checked().map(drop).map_err(|failure| match failure.status {
        Status::AUTH_FAILURE => failure,
        status if status == Status::PROTOCOL_ERROR => Failure { status: Status::AUTH_FAILURE, ..failure },
        _ => failure,
    })
}

pub(crate) fn put_quit(link: &mut Link) {
    // A request without a key is never too long.
    let _ = Request { op: op::QUIT, ..Request::default() }.put(link);
}
