//! The wrapper of `data:` URLs (RFC 2397), whose content stands in the URL itself.

use loxo_base::base64;
use loxo_value::{PhpArray, PhpResource, Value};

use super::memory::{self, MemoryMode};
use super::{Failures, OpenOptions, StreamRef, Wrapper};
use loxo_runtime::Cx;

pub struct DataScheme;

impl Wrapper for DataScheme {
    fn label(&self) -> &'static str {
        "RFC2397"
    }

    fn is_url(&self) -> bool {
        true
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        _: OpenOptions,
        _: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        let (meta, data) = match parse(path) {
            Ok(parsed) => parsed,
            Err(why) => {
                failures.log(format!("rfc2397: {why}"));
                return None;
            }
        };
        let read_only = mode.first() == Some(&b'r') && mode.get(1) != Some(&b'+');
        let access = if read_only { MemoryMode::ReadOnly } else { MemoryMode::ReadWrite };
        let stream = memory::temp_with(cx, access, u32::MAX as usize, "RFC2397", data, Some(meta));
        *stream.mode.borrow_mut() = mode.to_vec();
        Some(stream)
    }
}

/// What stands before the comma as an array, and the data behind it.
fn parse(url: &[u8]) -> Result<(PhpArray, Vec<u8>), &'static str> {
    let rest = url.strip_prefix(b"data:").ok_or("illegal URL")?;
    let rest = rest.strip_prefix(b"//").unwrap_or(rest);
    let comma = memchr::memchr(b',', rest).ok_or("no comma in URL")?;
    let (head, data) = (&rest[..comma], &rest[comma + 1..]);
    let mut meta = PhpArray::new();
    let is_base64 = if head.is_empty() { false } else { parse_head(head, &mut meta)? };
    meta.set_bytes(b"base64", Value::bool(is_base64));
    let data = if is_base64 { base64::decode_strict(data).ok_or("unable to decode")? } else { decode_url(data, true) };
    Ok((meta, data))
}

/// Media type and parameters; answers whether the data is base64.
fn parse_head(head: &[u8], meta: &mut PhpArray) -> Result<bool, &'static str> {
    let semicolon = memchr::memchr(b';', head);
    let slash = memchr::memchr(b'/', head);
    let mut rest = match (semicolon, slash) {
        (None, None) => return Err("illegal media type"),
        (None, Some(_)) => {
            memory::meta_entry(meta, b"mediatype", head);
            return Ok(false);
        }
        (Some(end), Some(slash)) if slash < end => {
            memory::meta_entry(meta, b"mediatype", &head[..end]);
            &head[end..]
        }
        _ if head == b";base64" => head,
        _ => return Err("illegal media type"),
    };
    while let Some(parameter) = rest.strip_prefix(b";") {
        let end = memchr::memchr(b';', parameter).unwrap_or(parameter.len());
        match memchr::memchr(b'=', &parameter[..end]) {
            Some(equals) => {
                let (name, value) = (&parameter[..equals], &parameter[equals + 1..end]);
                if name != b"mediatype" {
                    memory::meta_entry(meta, name, value);
                }
                rest = &parameter[end..];
            }
            None if parameter == b"base64" => return Ok(true),
            None => return Err("illegal parameter"),
        }
    }
    if rest.is_empty() { Ok(false) } else { Err("illegal URL") }
}

/// `%xx`, and `+` for a space if it is that kind of text.
pub fn decode_url(text: &[u8], plus: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let digit = |b: Option<&u8>| b.and_then(|b| (*b as char).to_digit(16)).map(|d| d as u8);
    let mut i = 0;
    while i < text.len() {
        match (text[i], digit(text.get(i + 1)), digit(text.get(i + 2))) {
            (b'%', Some(high), Some(low)) => {
                out.push(high << 4 | low);
                i += 2;
            }
            (b'+', ..) if plus => out.push(b' '),
            (other, ..) => out.push(other),
        }
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        assert!(parse(b"data:;base64,aGk=").is_ok());
        assert_eq!(parse(b"data:text/plain;a,b").map(|r| r.1), Err("illegal parameter"));
        assert_eq!(parse(b"data:foo,b").map(|r| r.1), Err("illegal media type"));
        assert_eq!(parse(b"data:;base64,a").map(|r| r.1), Err("unable to decode"));
        assert_eq!(parse(b"data:;base64,aGVs bG8").map(|r| r.1), Ok(b"hello".to_vec()));
        assert_eq!(parse(b"data://,a%20b+c").map(|r| r.1), Ok(b"a b c".to_vec()));
    }
}
