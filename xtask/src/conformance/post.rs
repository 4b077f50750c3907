//! Request bodies, and the CGI variables that describe them.

use super::phpt::Phpt;
use std::collections::BTreeMap;

type Env = BTreeMap<String, String>;

/// The body a test posts, if it does. Sets the request's method, type and length.
pub fn body(phpt: &Phpt, env: &mut Env) -> Option<Vec<u8>> {
    let is_unset = |env: &Env, name: &str| env.get(name).is_none_or(|value| value.is_empty() || value == "0");
    if let Some(text) = phpt.non_empty("POST_RAW") {
        let body = raw(text, env);
        if is_unset(env, "REQUEST_METHOD") {
            env.insert("REQUEST_METHOD".into(), "POST".into());
        }
        return Some(body);
    }
    if let Some(text) = phpt.non_empty("PUT") {
        let body = raw(text, env);
        env.insert("REQUEST_METHOD".into(), "PUT".into());
        return Some(body);
    }
    let (body, encoding) = if let Some(text) = phpt.non_empty("POST") {
        (text.trim_ascii().to_vec(), None)
    } else if let Some(text) = phpt.non_empty("GZIP_POST") {
        (gzip(text.trim_ascii()), Some("gzip"))
    } else if let Some(text) = phpt.non_empty("DEFLATE_POST") {
        (zlib(text.trim_ascii()), Some("deflate"))
    } else {
        return None;
    };
    env.insert("REQUEST_METHOD".into(), "POST".into());
    match encoding {
        Some(encoding) => {
            env.insert("HTTP_CONTENT_ENCODING".into(), encoding.into());
            env.insert("CONTENT_TYPE".into(), "application/x-www-form-urlencoded".into());
            env.insert("CONTENT_LENGTH".into(), body.len().to_string());
        }
        None => {
            if is_unset(env, "CONTENT_TYPE") {
                env.insert("CONTENT_TYPE".into(), "application/x-www-form-urlencoded".into());
            }
            if is_unset(env, "CONTENT_LENGTH") {
                env.insert("CONTENT_LENGTH".into(), body.len().to_string());
            }
        }
    }
    Some(body)
}

/// Takes the first `Content-Type:` line out of the text; the rest is the body as it stands.
fn raw(text: &[u8], env: &mut Env) -> Vec<u8> {
    let mut body: Vec<u8> = Vec::new();
    let mut started = false;
    for line in text.trim_ascii().split(|&byte| byte == b'\n') {
        let untyped = env.get("CONTENT_TYPE").is_none_or(|value| value.is_empty());
        if untyped && line.len() >= 13 && line[..13].eq_ignore_ascii_case(b"content-type:") {
            let value = String::from_utf8_lossy(&line[13..]).replace('\r', "");
            env.insert("CONTENT_TYPE".into(), value.trim().into());
            continue;
        }
        if started {
            body.push(b'\n');
        }
        started = true;
        body.extend_from_slice(line);
    }
    env.insert("CONTENT_LENGTH".into(), body.len().to_string());
    body
}

/// Stored blocks only: valid for every reader, and no compressor is needed.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut chunks = data.chunks(0xffff).peekable();
    while let Some(chunk) = chunks.next() {
        out.push(u8::from(chunks.peek().is_none()));
        out.extend_from_slice(&(chunk.len() as u16).to_le_bytes());
        out.extend_from_slice(&(!(chunk.len() as u16)).to_le_bytes());
        out.extend_from_slice(chunk);
    }
    out
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut crc = !0u32;
    for &byte in data {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    out.extend(stored(data));
    out.extend((!crc).to_le_bytes());
    out.extend((data.len() as u32).to_le_bytes());
    out
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let (mut low, mut high) = (1u32, 0u32);
    for &byte in data {
        low = (low + u32::from(byte)) % 65521;
        high = (high + low) % 65521;
    }
    let mut out = vec![0x78, 0x01];
    out.extend(stored(data));
    out.extend(((high << 16) | low).to_be_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums() {
        assert_eq!(gzip(b"123456789")[24..28], 0xcbf4_3926u32.to_le_bytes());
        assert_eq!(zlib(b"Wikipedia")[16..], 0x11e6_0398u32.to_be_bytes());
    }
}
