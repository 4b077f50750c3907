//! UTF-7 (RFC 2152) and the form of it that IMAP uses for names of mailboxes (RFC 3501).

use loxo_runtime::base64;

use super::{BAD, State};

const IMAP_DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

/// What tells the two apart.
struct Kind {
    shift: u8,
    digits: &'static [u8; 64],
    imap: bool,
}

const PLAIN: Kind = Kind { shift: b'+', digits: base64::ALPHABET, imap: false };
const IMAP: Kind = Kind { shift: b'&', digits: IMAP_DIGITS, imap: true };

fn digit(kind: &Kind, byte: u8) -> Option<u32> {
    match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        _ if byte == kind.digits[63] => Some(63),
        _ => None,
    }
}

/// A unit of UTF-16 out of a shifted section.
fn unit(kind: &Kind, w: u32, half: &mut u32, out: &mut Vec<u32>) {
    if *half != 0 {
        let first = std::mem::take(half);
        if (0xdc00..0xe000).contains(&w) {
            out.push(0x1_0000 + ((first & 0x3ff) << 10 | w & 0x3ff));
            return;
        }
        out.push(BAD);
    }
    match w {
        0xd800..=0xdbff => *half = w,
        0xdc00..=0xdfff => out.push(BAD),
        0x20..=0x7e if kind.imap && w != u32::from(b'&') => out.push(BAD),
        _ => out.push(w),
    }
}

fn decode_kind(kind: &Kind, bytes: &[u8], out: &mut Vec<u32>) {
    let mut at = 0;
    let mut shifted = false;
    let mut half = 0;
    // Digits since the last whole group of 16 bits, and what they hold.
    let (mut bits, mut count) = (0u32, 0);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        if !shifted {
            match byte {
                _ if *byte == kind.shift => {
                    if bytes.get(at) == Some(&b'-') {
                        out.push(u32::from(*byte));
                        at += 1;
                    } else if at < bytes.len() || kind.imap {
                        shifted = true;
                        (bits, count) = (0, 0);
                    }
                }
                0x20..=0x7e => out.push(u32::from(*byte)),
                0..=0x7f if !kind.imap => out.push(u32::from(*byte)),
                _ => out.push(BAD),
            }
            continue;
        }
        let Some(value) = digit(kind, *byte) else {
            // Digits must not be left over, but for bits that fill up the last one and are 0.
            let illegal = kind.imap && *byte != b'-';
            if count >= 6 || bits != 0 || half != 0 || illegal {
                out.push(BAD);
                half = 0;
            }
            shifted = false;
            match byte {
                _ if illegal => {}
                b'-' => {}
                0..=0x7f if !kind.imap => at -= 1,
                _ => out.push(BAD),
            }
            continue;
        };
        bits = bits << 6 | value;
        count += 6;
        if count >= 16 {
            count -= 16;
            unit(kind, bits >> count, &mut half, out);
            bits &= (1 << count) - 1;
            if at == bytes.len() {
                if count != 0 && (bits != 0 || half != 0) {
                    out.push(BAD);
                    half = 0;
                }
                (bits, count) = (0, 0);
            }
        } else if at == bytes.len() {
            out.push(BAD);
            half = 0;
            shifted = false;
            (bits, count) = (0, 0);
        }
    }
    if half != 0 && !kind.imap {
        out.push(BAD);
    }
    let _ = count;
    if kind.imap && shifted {
        out.push(BAD);
    }
}

pub(super) fn decode(bytes: &[u8], out: &mut Vec<u32>) {
    decode_kind(&PLAIN, bytes, out);
}

pub(super) fn decode_imap(bytes: &[u8], out: &mut Vec<u32>) {
    decode_kind(&IMAP, bytes, out);
}

/// Valid is what is read without mistakes and would be written as it is, as far as shifting goes.
pub(super) fn is_valid(bytes: &[u8]) -> bool {
    let mut out = Vec::new();
    decode(bytes, &mut out);
    !out.contains(&BAD) && direct_bytes(bytes)
}

/// Outside of shifted sections only some of ASCII may stand.
fn direct_bytes(bytes: &[u8]) -> bool {
    let mut shifted = false;
    for (i, byte) in bytes.iter().enumerate() {
        if shifted {
            if digit(&PLAIN, *byte).is_some() {
                continue;
            }
            shifted = false;
            if *byte == b'-' {
                continue;
            }
        }
        if *byte == b'+' {
            shifted = true;
            if bytes.get(i + 1).is_some_and(|next| *next != b'-' && digit(&PLAIN, *next).is_none()) {
                return false;
            }
        } else if !(is_direct(u32::from(*byte)) || is_optional(*byte)) {
            return false;
        }
    }
    true
}

fn is_optional(byte: u8) -> bool {
    b"!\"#$%&*;<=>@[]^_`{|}\x0c\x0b".contains(&byte)
}

pub(super) fn is_valid_imap(bytes: &[u8]) -> bool {
    let mut out = Vec::new();
    decode_imap(bytes, &mut out);
    !out.contains(&BAD)
}

fn ends_shift(cp: u32) -> bool {
    matches!(u8::try_from(cp), Ok(b' ' | b'\t' | b'\r' | b'\n' | b'\'' | b'(' | b')' | b',' | b'.' | b':' | b'?'))
}

fn is_direct(cp: u32) -> bool {
    matches!(u8::try_from(cp), Ok(b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | 0 | b'/' | b'-')) || ends_shift(cp)
}

/// `mode` 1: shifted; `bits` and `count`: those that wait for a digit.
fn flush(kind: &Kind, state: &mut State, out: &mut Vec<u8>) {
    if state.count > 0 {
        out.push(kind.digits[(state.bits << (6 - state.count) & 0x3f) as usize]);
    }
    (state.bits, state.count, state.mode) = (0, 0, 0);
}

fn shifted(kind: &Kind, cp: u32, state: &mut State, out: &mut Vec<u8>) {
    if state.mode == 0 {
        out.push(kind.shift);
        state.mode = 1;
    }
    let mut units = [0; 2];
    let units: &[u16] = match char::from_u32(cp) {
        Some(c) => c.encode_utf16(&mut units),
        None => {
            units[0] = cp as u16;
            &units[..1]
        }
    };
    for w in units {
        let mut bits = u64::from(state.bits) << 16 | u64::from(*w);
        let mut count = state.count + 16;
        while count >= 6 {
            count -= 6;
            out.push(kind.digits[(bits >> count & 0x3f) as usize]);
            bits &= (1 << count) - 1;
        }
        (state.bits, state.count) = (bits as u32, count);
    }
}

pub(super) fn encode(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    if is_direct(cp) {
        if state.mode == 1 {
            flush(&PLAIN, state, out);
            if !ends_shift(cp) {
                out.push(b'-');
            }
        }
        out.push(cp as u8);
        return true;
    }
    if cp >= 0x11_0000 {
        return false;
    }
    shifted(&PLAIN, cp, state, out);
    true
}

pub(super) fn end(state: &mut State, out: &mut Vec<u8>) {
    if state.mode == 1 {
        flush(&PLAIN, state, out);
        out.push(b'-');
    }
}

pub(super) fn encode_imap(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    if (0x20..=0x7e).contains(&cp) {
        end_imap(state, out);
        out.push(cp as u8);
        if cp == u32::from(b'&') {
            out.push(b'-');
        }
        return true;
    }
    if cp >= 0x11_0000 {
        return false;
    }
    shifted(&IMAP, cp, state, out);
    true
}

pub(super) fn end_imap(state: &mut State, out: &mut Vec<u8>) {
    if state.mode == 1 {
        flush(&IMAP, state, out);
        out.push(b'-');
    }
}
