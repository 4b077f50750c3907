//! Fields of a packet.

use crate::{Error, Result};

/// Reads a packet from its start.
pub(crate) struct Reader<'a> {
    pub rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(packet: &'a [u8]) -> Reader<'a> {
        Reader { rest: packet }
    }

    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(Error::malformed)?;
        self.rest = rest;
        Ok(taken)
    }

    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    /// A number of that many bytes, the lowest first.
    pub fn number(&mut self, bytes: usize) -> Result<u64> {
        Ok(self.bytes(bytes)?.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte)))
    }

    pub fn u16(&mut self) -> Result<u16> {
        self.number(2).map(|n| n as u16)
    }

    pub fn u32(&mut self) -> Result<u32> {
        self.number(4).map(|n| n as u32)
    }

    /// A number that says its own length; `None` is null.
    pub fn length(&mut self) -> Result<Option<u64>> {
        Ok(match self.u8()? {
            0xfb => None,
            0xfc => Some(self.number(2)?),
            0xfd => Some(self.number(3)?),
            0xfe => Some(self.number(8)?),
            small => Some(u64::from(small)),
        })
    }

    /// Bytes behind their length; `None` is null.
    pub fn counted(&mut self) -> Result<Option<&'a [u8]>> {
        match self.length()? {
            None => Ok(None),
            Some(length) => self.bytes(usize::try_from(length).map_err(|_| Error::malformed())?).map(Some),
        }
    }

    /// Bytes up to a NUL, which is taken; all that is left without one.
    pub fn text(&mut self) -> &'a [u8] {
        match self.rest.iter().position(|byte| *byte == 0) {
            Some(end) => {
                let text = &self.rest[..end];
                self.rest = &self.rest[end + 1..];
                text
            }
            None => std::mem::take(&mut self.rest),
        }
    }
}

/// Appends a number that says its own length.
pub(crate) fn put_length(out: &mut Vec<u8>, n: u64) {
    match n {
        0..=250 => out.push(n as u8),
        251..=0xffff => {
            out.push(0xfc);
            out.extend_from_slice(&(n as u16).to_le_bytes());
        }
        0x1_0000..=0xff_ffff => {
            out.push(0xfd);
            out.extend_from_slice(&(n as u32).to_le_bytes()[..3]);
        }
        _ => {
            out.push(0xfe);
            out.extend_from_slice(&n.to_le_bytes());
        }
    }
}

pub(crate) fn put_counted(out: &mut Vec<u8>, bytes: &[u8]) {
    put_length(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// An error packet, also one from before the protocol is settled.
pub(crate) fn error_packet(packet: &[u8]) -> Error {
    let mut reader = Reader::new(packet.get(1..).unwrap_or_default());
    let code = u32::from(reader.u16().unwrap_or(0));
    let mut state = *b"HY000";
    if let Some(marked) = reader.rest.strip_prefix(b"#").filter(|marked| marked.len() >= 5) {
        state.copy_from_slice(&marked[..5]);
        reader.rest = &marked[5..];
    }
    Error { code, state, message: reader.rest.to_vec(), complaint: None }
}
