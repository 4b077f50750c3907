//! GB 18030: codes of two bytes from a table, and codes of four bytes for the rest of Unicode.

use super::BAD;
use super::tables::{FourBytes, Table, push_code};

/// Codes of four bytes that begin with 90 are for the code points from here on.
const UPPER: u32 = 0x1_0000;

pub(super) fn decode(table: &Table, four: &FourBytes, mut bytes: &[u8], out: &mut Vec<u32>) {
    let mut single = [0];
    while let [first, rest @ ..] = bytes {
        if let (0x81..=0x84 | 0x90..=0xe3, [0x30..=0x39, ..]) = (first, rest) {
            let (cp, used) = read_four(four, bytes);
            out.push(cp);
            bytes = &bytes[used..];
            continue;
        }
        let (used, codes) = table.read_one(bytes, &mut single);
        out.extend_from_slice(codes);
        bytes = &bytes[used..];
    }
}

fn read_four(four: &FourBytes, bytes: &[u8]) -> (u32, usize) {
    let &[b1, b2, ref rest @ ..] = bytes else { return (BAD, bytes.len()) };
    match *rest {
        [] => (BAD, 2),
        [b3 @ 0x81..=0xfe, b4, ..] => {
            let number = |base: u8| {
                let upper = (u32::from(b1 - base) * 10 + u32::from(b2 - b'0')) * 126 + u32::from(b3 - 0x81);
                upper * 10 + u32::from(b4.wrapping_sub(b'0'))
            };
            let cp = match b1 {
                _ if !b4.is_ascii_digit() => None,
                0x90.. => char::from_u32(number(0x90) + UPPER).map(u32::from),
                _ => four.code_point(number(0x81)),
            };
            (cp.unwrap_or(BAD), 4)
        }
        _ => (BAD, 3),
    }
}

pub(super) fn encode(table: &Table, four: &FourBytes, cp: u32, out: &mut Vec<u8>) -> bool {
    if let Some((code, _)) = table.write_one(&[cp]) {
        push_code(code, out);
        return true;
    }
    let (number, base) = match cp {
        UPPER..0x11_0000 => (cp - UPPER, 0x90),
        _ => match four.number(cp) {
            Some(number) => (number, 0x81),
            None => return false,
        },
    };
    let digit = |n: u32| b'0' + (n % 10) as u8;
    out.extend_from_slice(&[base + (number / 12_600) as u8, digit(number / 1260), 0x81 + (number / 10 % 126) as u8, digit(number)]);
    true
}
