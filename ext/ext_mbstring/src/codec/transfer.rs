//! Encodings of bytes, for mail, that PHP counts among the character encodings: their code points are the bytes. And entities of HTML.

use loxo_runtime::base64;

use crate::unicode;

use super::{BAD, State};

pub(super) fn decode_base64(bytes: &[u8], out: &mut Vec<u32>) {
    let (mut bits, mut count) = (0u32, 0);
    for byte in bytes {
        if matches!(byte, b'\r' | b'\n' | b' ' | b'\t' | b'=') {
            continue;
        }
        let Some(value) = base64::digit_value(*byte) else {
            out.push(BAD);
            continue;
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count == 24 {
            out.extend([bits >> 16 & 0xff, bits >> 8 & 0xff, bits & 0xff]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        18 => out.extend([bits >> 10 & 0xff, bits >> 2 & 0xff]),
        12 => out.push(bits >> 4 & 0xff),
        _ => {}
    }
}

/// `bits` and `count`: bytes that wait for the group to be whole; `column`: digits in the line.
pub(super) fn encode_base64(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    state.bits = state.bits << 8 | cp & 0xff;
    state.count += 1;
    if state.count == 3 {
        group64(state, out, 4);
    }
    true
}

fn group64(state: &mut State, out: &mut Vec<u8>, digits: usize) {
    if state.column > 72 {
        out.extend_from_slice(b"\r\n");
        state.column = 0;
    }
    let bits = state.bits << (8 * (3 - state.count));
    for i in 0..4 {
        out.push(if i < digits { base64::ALPHABET[(bits >> (18 - 6 * i) & 0x3f) as usize] } else { b'=' });
    }
    state.column += 4;
    (state.bits, state.count) = (0, 0);
}

pub(super) fn end_base64(state: &mut State, out: &mut Vec<u8>) {
    if state.count > 0 {
        let digits = state.count as usize + 1;
        group64(state, out, digits);
    }
}

/// Lines of data, between a line that begins with `begin ` and anything.
pub(super) fn decode_uu(bytes: &[u8], out: &mut Vec<u32>) {
    let Some(start) = bytes.windows(6).position(|window| window == b"begin ") else { return };
    let mut rest = match bytes[start..].iter().position(|byte| *byte == b'\n') {
        Some(end) => &bytes[start + end + 1..],
        None => return,
    };
    let value = |byte: u8| u32::from(byte.wrapping_sub(b' ') & 0x3f);
    while let [size, data @ ..] = rest {
        let mut left = value(*size);
        rest = data;
        loop {
            let [a, b, c, d, more @ ..] = rest else { return };
            // The group must not be the last thing there is.
            if more.is_empty() {
                return;
            }
            let group = value(*a) << 18 | value(*b) << 12 | value(*c) << 6 | value(*d);
            rest = more;
            for shift in [16, 8, 0] {
                if left > 0 {
                    out.push(group >> shift & 0xff);
                    left -= 1;
                }
            }
            if left == 0 {
                break;
            }
        }
        rest = rest.get(1..).unwrap_or_default();
    }
}

/// Waits for the whole line, since its length comes first.
pub(super) fn encode_uu(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    if state.mode == 0 {
        out.extend_from_slice(b"begin 0644 filename\n");
        state.mode = 1;
    }
    state.pending.push(cp & 0xff);
    if state.pending.len() == 45 {
        line_uu(state, out);
    }
    true
}

fn line_uu(state: &mut State, out: &mut Vec<u8>) {
    let digit = |value: u32| match value & 0x3f {
        0 => b'`',
        value => b' ' + value as u8,
    };
    out.push(b' ' + state.pending.len() as u8);
    for group in state.pending.chunks(3) {
        let byte = |i: usize| group.get(i).copied().unwrap_or(0);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        out.extend([18, 12, 6, 0].map(|shift| digit(bits >> shift)));
    }
    out.push(b'\n');
    state.pending.clear();
}

pub(super) fn end_uu(state: &mut State, out: &mut Vec<u8>) {
    if !state.pending.is_empty() {
        line_uu(state, out);
    }
}

fn hexadecimal(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
}

pub(super) fn decode_quoted(bytes: &[u8], out: &mut Vec<u32>) {
    let mut rest = bytes;
    while let [byte, more @ ..] = rest {
        rest = more;
        let [second, more @ ..] = rest else {
            out.push(u32::from(*byte));
            continue;
        };
        if *byte != b'=' {
            out.push(u32::from(*byte));
            continue;
        }
        rest = more;
        match (second, more) {
            (_, [third, more @ ..]) if hexadecimal(*second).is_some() => {
                match (hexadecimal(*second), hexadecimal(*third)) {
                    (Some(high), Some(low)) => out.push(high << 4 | low),
                    _ => out.extend([b'=', *second, *third].map(u32::from)),
                }
                rest = more;
            }
            (b'\r', [third, more @ ..]) => {
                if *third != b'\n' {
                    out.push(u32::from(*third));
                }
                rest = more;
            }
            (b'\n', _) => {}
            _ => out.extend([b'=', *second].map(u32::from)),
        }
    }
}

/// `column`: characters in the line.
pub(super) fn encode_quoted(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    const LONGEST: usize = 72;
    match cp {
        0 => {
            out.push(0);
            state.column = 0;
            return true;
        }
        0x0a => {
            out.extend_from_slice(b"\r\n");
            state.column = 0;
            return true;
        }
        0x0d => return true,
        _ => {}
    }
    if state.column >= LONGEST {
        out.extend_from_slice(b"=\r\n");
        state.column = 0;
    }
    if cp >= 0x80 || cp == u32::from(b'=') {
        out.extend_from_slice(format!("={:02X}", cp as u8).as_bytes());
        state.column += 3;
    } else {
        out.push(cp as u8);
        state.column += 1;
    }
    true
}

fn in_entity(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'#'
}

/// The code point of what is between `&` and `;`.
fn entity(name: &[u8]) -> Option<u32> {
    let Some(number) = name.strip_prefix(b"#") else { return unicode::entity(name) };
    let (digits, radix) = match number {
        [b'x' | b'X', digits @ ..] => (digits, 16),
        digits => (digits, 10),
    };
    if digits.is_empty() {
        return None;
    }
    let value = digits.iter().try_fold(0u32, |sum, byte| {
        let digit = char::from(*byte).to_digit(radix)?;
        Some(sum.wrapping_mul(radix).wrapping_add(digit))
    })?;
    (value <= 0x10_ffff).then_some(value)
}

pub(super) fn decode_html(bytes: &[u8], out: &mut Vec<u32>) {
    let mut rest = bytes;
    while let [byte, more @ ..] = rest {
        rest = more;
        if *byte != b'&' {
            out.push(u32::from(*byte));
            continue;
        }
        let length = rest.iter().take_while(|byte| in_entity(byte)).count();
        let closed = rest.get(length) == Some(&b';');
        match entity(&rest[..length]).filter(|_| closed) {
            Some(cp) => {
                out.push(cp);
                rest = &rest[length + 1..];
            }
            None => {
                out.push(u32::from(b'&'));
                out.extend(rest[..length + usize::from(closed)].iter().map(|byte| u32::from(*byte)));
                rest = &rest[length + usize::from(closed)..];
            }
        }
    }
}

pub(super) fn encode_html(cp: u32, out: &mut Vec<u8>) -> bool {
    if cp < 0x80 {
        out.push(cp as u8);
        return true;
    }
    match unicode::entity_name(cp) {
        Some(name) => {
            out.push(b'&');
            out.extend_from_slice(name);
            out.push(b';');
        }
        None => out.extend_from_slice(format!("&#{cp};").as_bytes()),
    }
    true
}
