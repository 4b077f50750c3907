//! Encodings of Japanese mobile telephones: emoji in places of their own.

use super::tables::Table;
use super::{BAD, unicode};

const ESC: u8 = 0x1b;
const SHIFT_IN: u8 = 0x0f;

/// Where the emoji that an escape sequence calls are among two-byte codes: the row, and the last one.
fn row(letter: u8) -> Option<(u32, u8)> {
    Some(match letter {
        b'E' => (0x8d, 0x7a),
        b'F' => (0x8e, 0x7a),
        b'G' => (0x91, 0x7a),
        b'O' => (0x92, 0x6d),
        b'P' => (0x95, 0x6c),
        b'Q' => (0x96, 0x5e),
        _ => return None,
    })
}

/// The code of a row and a column.
fn shift_jis(row: u32, column: u8) -> [u8; 2] {
    let first = ((row - 1) >> 1) + if row < 0x5f { 0x71 } else { 0xb1 };
    let second = match (row & 1, column) {
        (0, _) => column + 0x7e,
        (_, ..0x60) => column + 0x1f,
        _ => column + 0x20,
    };
    [first as u8, second]
}

/// Shift JIS; `ESC $`, a letter, emoji of one byte each, and shift in.
pub(super) fn decode_softbank(table: &Table, bytes: &[u8], out: &mut Vec<u32>) {
    let mut at = 0;
    let mut single = [0];
    while let Some(byte) = bytes.get(at) {
        if *byte != ESC {
            let (used, codes) = table.read_one(&bytes[at..], &mut single);
            out.extend_from_slice(codes);
            at += used;
            continue;
        }
        at += 1;
        let called = match &bytes[at..] {
            [b'$', letter, ..] => {
                at += 2;
                row(*letter)
            }
            rest => {
                at += rest.len().min(1);
                None
            }
        };
        let Some((row, last)) = called else {
            out.push(BAD);
            continue;
        };
        while let Some(byte) = bytes.get(at) {
            at += 1;
            if *byte == SHIFT_IN {
                break;
            }
            let code = if (0x21..=last).contains(byte) { shift_jis(row, *byte) } else { [0xff; 2] };
            let (used, codes) = table.read_one(&code, &mut single);
            // Places without an emoji have kanji and characters for private use.
            let ideograph = |cp: &u32| matches!(cp, 0x4e00..=0x9fff | 0xe000..=0xfaff);
            if used != 2 || codes == [BAD] || codes.iter().any(ideograph) {
                out.push(BAD);
                break;
            }
            out.extend_from_slice(codes);
        }
    }
}

/// UTF-8; some code points for private use stand for others.
pub(super) fn decode_utf8(table: &Table, bytes: &[u8], out: &mut Vec<u32>) {
    let mut plain = Vec::with_capacity(bytes.len());
    unicode::decode_utf8(bytes, &mut plain);
    let mut single = [0];
    for cp in plain {
        if !(0xe000..=0xf8ff).contains(&cp) {
            out.push(cp);
            continue;
        }
        let (_, codes) = table.read_one(&[(cp >> 8) as u8, cp as u8], &mut single);
        out.extend_from_slice(if codes == [BAD] { std::slice::from_ref(&cp) } else { codes });
    }
}

/// How many code points were written, or 0.
pub(super) fn encode_utf8(table: &Table, codes: &[u32], out: &mut Vec<u8>) -> usize {
    match table.write_one(codes) {
        Some((0, _)) => 0,
        Some((private, used)) => {
            unicode::encode_utf8(private, out);
            used
        }
        None => usize::from(unicode::encode_utf8(codes[0], out)),
    }
}
