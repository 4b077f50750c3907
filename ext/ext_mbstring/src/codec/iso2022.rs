//! Encodings that switch between character sets: by escape sequences (ISO 2022), by shifting out and in, by tildes (HZ, RFC 1843).

use super::sets::{Check, HZ, ISO2022KR, Iso2022, Set};
use super::tables::push_code;
use super::{BAD, State};

/// ASCII, the set at the beginning and at the end.
const ASCII: u32 = 0;
/// Katakana of one byte that shifting out calls; no escape sequence.
const SHIFTED: u32 = 100;
const ESC: u8 = 0x1b;
const SHIFT_OUT: u8 = 0x0e;
const SHIFT_IN: u8 = 0x0f;

/// What is behind the escape: the set that it calls, and how many bytes it has.
enum Escape {
    Set(u32, usize),
    /// None of this encoding: how many bytes are no character, and how many of those behind the escape stand for themselves.
    Unknown(usize),
    /// The end came too early.
    Cut(usize),
}

fn escape(kind: &Iso2022, rest: &[u8]) -> Escape {
    if rest.len() < 2 {
        let lost = !kind.lenient || matches!(rest.first(), Some(b'$' | b'('));
        return Escape::Cut(if lost { rest.len() } else { 0 });
    }
    for (i, set) in kind.sets.iter().enumerate() {
        if set.escapes.iter().any(|escape| rest.starts_with(escape.as_bytes())) {
            let length = set.escapes.iter().find(|escape| rest.starts_with(escape.as_bytes())).map_or(0, |escape| escape.len());
            return Escape::Set(i as u32 + 1, length);
        }
    }
    match rest {
        [b'(', b'B', ..] => Escape::Set(ASCII, 2),
        [b'(', b'H', ..] if kind.lenient => Escape::Set(ASCII, 2),
        [b'$', b'('] => Escape::Cut(2),
        [b'$', b'(', ..] if !kind.lenient => Escape::Cut(3),
        [b'$' | b'(', ..] if !kind.lenient => Escape::Cut(2),
        _ if !kind.lenient => Escape::Cut(1),
        [b'$', b'(', ..] => Escape::Unknown(2),
        [b'$' | b'(', ..] => Escape::Unknown(1),
        _ => Escape::Unknown(0),
    }
}

pub(super) fn decode(kind: &'static Iso2022, bytes: &[u8], out: &mut Vec<u32>) {
    let mut set = ASCII;
    let mut at = 0;
    let mut single = [0];
    while let Some(byte) = bytes.get(at) {
        at += 1;
        let current: Option<&Set> = kind.sets.get((set as usize).wrapping_sub(1));
        match *byte {
            ESC => match escape(kind, &bytes[at..]) {
                Escape::Set(called, length) => {
                    set = called;
                    at += length;
                }
                Escape::Unknown(kept) => {
                    out.push(BAD);
                    out.extend(bytes[at..at + kept].iter().map(|byte| u32::from(*byte)));
                    at += kept;
                }
                Escape::Cut(lost) => {
                    out.push(BAD);
                    at += lost;
                }
            },
            SHIFT_OUT if kind.shifts => set = SHIFTED,
            SHIFT_IN if kind.shifts => set = ASCII,
            0x21..=0x5f if set == SHIFTED => out.push(0xff40 + u32::from(*byte)),
            _ if current.is_some_and(|set| set.wide && (0x21..=set.last).contains(byte)) => {
                let table = current.map(|set| set.table.get());
                let Some((table, second)) = table.zip(bytes.get(at)) else {
                    out.push(BAD);
                    break;
                };
                at += 1;
                if !(0x21..=0x7e).contains(second) {
                    out.push(BAD);
                    continue;
                }
                let (_, codes) = table.read_one(&[*byte, *second], &mut single);
                out.extend_from_slice(codes);
            }
            0x21..=0x7e if current.is_some_and(|set| !set.wide) => {
                let table = current.map(|set| set.table.get());
                if let Some(table) = table {
                    let (_, codes) = table.read_one(&[*byte], &mut single);
                    out.extend_from_slice(codes);
                }
            }
            0..=0x7f => out.push(u32::from(*byte)),
            0xa1..=0xdf if kind.eight_bit => out.push(0xfec0 + u32::from(*byte)),
            _ => out.push(BAD),
        }
    }
}

/// Some encodings are stricter with what is well formed than with what they read.
pub(super) fn is_valid(kind: &'static Iso2022, bytes: &[u8]) -> bool {
    let mut out = Vec::new();
    decode(kind, bytes, &mut out);
    !out.contains(&BAD) && (kind.check == Check::Reads || is_orderly(kind, bytes))
}

/// Whether sets are called and left as they must be, of a string that can be read.
fn is_orderly(kind: &'static Iso2022, bytes: &[u8]) -> bool {
    let (mut set, mut at) = (ASCII, 0);
    let plain = kind.check == Check::Rfc1468;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match *byte {
            ESC => {
                let Escape::Set(called, length) = escape(kind, &bytes[at..]) else { return false };
                let known = [&b"$@"[..], b"$B", b"(B", b"(J"].contains(&&bytes[at..at + length]);
                if set == SHIFTED || (plain && !known) {
                    return false;
                }
                set = called;
                at += length;
            }
            SHIFT_OUT if plain || set != ASCII => return false,
            SHIFT_OUT => set = SHIFTED,
            SHIFT_IN if plain || set != SHIFTED => return false,
            SHIFT_IN => set = ASCII,
            0xa1.. if plain => return false,
            0x21..=0x7e if kind.sets.get((set as usize).wrapping_sub(1)).is_some_and(|set| set.wide) => at += 1,
            _ => {}
        }
    }
    set == ASCII
}

fn call(kind: &'static Iso2022, set: u32, state: &mut State, out: &mut Vec<u8>) {
    if state.mode == set {
        return;
    }
    if state.mode == SHIFTED {
        out.push(SHIFT_IN);
        state.mode = ASCII;
    }
    if state.mode != set {
        match set {
            ASCII => out.extend_from_slice(b"\x1b(B"),
            SHIFTED => out.push(SHIFT_OUT),
            _ => {
                out.push(ESC);
                out.extend_from_slice(kind.sets[set as usize - 1].written.as_bytes());
            }
        }
    }
    state.mode = set;
}

pub(super) fn encode(kind: &'static Iso2022, codes: &[u32], state: &mut State, out: &mut Vec<u8>) -> usize {
    let cp = codes[0];
    if cp < 0x80 {
        // Combined codes may begin with ASCII (emoji of digits).
        let combined = kind.sets.iter().position(|set| set.wide && set.table.get().write_one(codes).is_some_and(|(_, used)| used > 1));
        if combined.is_none() {
            call(kind, ASCII, state, out);
            out.push(cp as u8);
            return 1;
        }
    }
    if kind.shifted_kana && (0xff61..=0xff9f).contains(&cp) {
        call(kind, SHIFTED, state, out);
        out.push((cp - 0xff40) as u8);
        return 1;
    }
    for (i, set) in kind.sets.iter().enumerate().filter(|(_, set)| !set.foreign) {
        if let Some((code, used)) = set.table.get().write_one(codes) {
            call(kind, i as u32 + 1, state, out);
            push_code(code, out);
            return used;
        }
    }
    0
}

pub(super) fn end(kind: &'static Iso2022, state: &mut State, out: &mut Vec<u8>) {
    call(kind, ASCII, state, out);
}

/// The shift of ISO-2022-KR's sets.
const KOREAN: u32 = 1;
/// The announcement of the set has been written.
const ANNOUNCED: u32 = 1;

pub(super) fn decode_korean(bytes: &[u8], out: &mut Vec<u32>) {
    let mut korean = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match *byte {
            ESC => match &bytes[at..] {
                [b'$', b')', b'C', ..] => {
                    korean = false;
                    at += 3;
                }
                [second, third, _, ..] => {
                    out.push(BAD);
                    at += if *third == b')' {
                        3
                    } else if *second == b'$' {
                        2
                    } else {
                        1
                    };
                }
                short => {
                    out.push(BAD);
                    at += if short.first() == Some(&b'$') { short.len() } else { short.len().min(1) };
                }
            },
            SHIFT_IN => korean = false,
            SHIFT_OUT => korean = true,
            0x21..=0x7e if korean => {
                let Some(second) = bytes.get(at) else {
                    out.push(BAD);
                    break;
                };
                at += 1;
                out.push(two_bytes(&ISO2022KR, *byte, *second));
            }
            0..=0x7f if !korean => out.push(u32::from(*byte)),
            _ => out.push(BAD),
        }
    }
}

/// A character of two bytes.
fn two_bytes(table: &super::tables::Lazy, first: u8, second: u8) -> u32 {
    if !(0x21..=0x7e).contains(&second) {
        return BAD;
    }
    let mut single = [0];
    match table.get().read_one(&[first, second], &mut single) {
        (2, [cp]) => *cp,
        _ => BAD,
    }
}

/// The two bytes of a character.
fn code_of(table: &super::tables::Lazy, cp: u32) -> Option<[u8; 2]> {
    let (code, _) = table.get().write_one(&[cp])?;
    (0x2121..=0x7e7e).contains(&code).then_some([(code >> 8) as u8, code as u8])
}

pub(super) fn encode_korean(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    if state.bits != ANNOUNCED {
        out.extend_from_slice(b"\x1b$)C");
        state.bits = ANNOUNCED;
    }
    if cp < 0x80 {
        end_korean(state, out);
        out.push(cp as u8);
        return true;
    }
    // PHP takes the number of a character that the set does not have for a code, if it looks like one.
    let code = match code_of(&ISO2022KR, cp) {
        Some(code) => code,
        None if (0x2121..=0x8080).contains(&cp) => [(cp >> 8) as u8, cp as u8],
        None => return false,
    };
    if state.mode != KOREAN {
        out.push(SHIFT_OUT);
        state.mode = KOREAN;
    }
    out.extend_from_slice(&code);
    true
}

pub(super) fn end_korean(state: &mut State, out: &mut Vec<u8>) {
    if state.mode == KOREAN {
        out.push(SHIFT_IN);
        state.mode = ASCII;
    }
}

pub(super) fn decode_hz(bytes: &[u8], out: &mut Vec<u32>) {
    let mut chinese = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match *byte {
            b'~' => {
                let Some(second) = bytes.get(at) else { break };
                at += 1;
                match second {
                    b'}' if chinese => chinese = false,
                    b'{' if !chinese => chinese = true,
                    b'~' if !chinese => out.push(u32::from(b'~')),
                    b'\n' => {}
                    _ => out.push(BAD),
                }
            }
            0x21..=0x29 | 0x30..=0x77 if chinese && at < bytes.len() => {
                out.push(two_bytes(&HZ, *byte, bytes[at]));
                at += 1;
            }
            0..=0x7f if !chinese => out.push(u32::from(*byte)),
            _ => out.push(BAD),
        }
    }
}

pub(super) fn encode_hz(cp: u32, state: &mut State, out: &mut Vec<u8>) -> bool {
    if cp < 0x80 {
        end_hz(state, out);
        out.extend_from_slice(if cp == u32::from(b'~') { b"~~" } else { std::slice::from_ref(&DIRECT[cp as usize]) });
        return true;
    }
    let Some(code) = code_of(&HZ, cp) else { return false };
    if state.mode == ASCII {
        out.extend_from_slice(b"~{");
        state.mode = 1;
    }
    out.extend_from_slice(&code);
    true
}

/// The bytes of ASCII.
static DIRECT: [u8; 128] = {
    let mut bytes = [0; 128];
    let mut i = 0;
    while i < 128 {
        bytes[i] = i as u8;
        i += 1;
    }
    bytes
};

pub(super) fn end_hz(state: &mut State, out: &mut Vec<u8>) {
    if state.mode != ASCII {
        out.extend_from_slice(b"~}");
        state.mode = ASCII;
    }
}
