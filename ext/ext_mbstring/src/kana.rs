//! `mb_convert_kana()`: Japanese characters of full and half width, and the two syllabaries.

use loxo_runtime::{Cx, PhpResult, PhpStr};

use crate::codec;
use crate::settings::{encoding, illegal};

/// Flags in the order of their bits. The second eight undo what the first do, or the other way round.
const FLAGS: &[u8; 17] = b"ARNSKHMCarnskhmcV";

mod flag {
    pub const ALL_WIDE: u32 = 1;
    pub const ALPHA_WIDE: u32 = 1 << 1;
    pub const NUMBER_WIDE: u32 = 1 << 2;
    pub const SPACE_WIDE: u32 = 1 << 3;
    pub const KATAKANA_WIDE: u32 = 1 << 4;
    pub const HIRAGANA_WIDE: u32 = 1 << 5;
    pub const SPECIAL_WIDE: u32 = 1 << 6;
    pub const TO_KATAKANA: u32 = 1 << 7;
    pub const ALL_NARROW: u32 = 1 << 8;
    pub const ALPHA_NARROW: u32 = 1 << 9;
    pub const NUMBER_NARROW: u32 = 1 << 10;
    pub const SPACE_NARROW: u32 = 1 << 11;
    pub const KATAKANA_NARROW: u32 = 1 << 12;
    pub const HIRAGANA_NARROW: u32 = 1 << 13;
    pub const SPECIAL_NARROW: u32 = 1 << 14;
    pub const TO_HIRAGANA: u32 = 1 << 15;
    /// Sound marks melt with the letter before them.
    pub const GLUE: u32 = 1 << 16;
}

/// Katakana of full width for FF61 and following, less 3000.
#[rustfmt::skip]
const WIDE: [u8; 63] = [
    0x02, 0x0c, 0x0d, 0x01, 0xfb, 0xf2, 0xa1, 0xa3, 0xa5, 0xa7, 0xa9, 0xe3, 0xe5, 0xe7, 0xc3, 0xfc, 0xa2, 0xa4, 0xa6, 0xa8, 0xaa,
    0xab, 0xad, 0xaf, 0xb1, 0xb3, 0xb5, 0xb7, 0xb9, 0xbb, 0xbd, 0xbf, 0xc1, 0xc4, 0xc6, 0xc8, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf,
    0xd2, 0xd5, 0xd8, 0xdb, 0xde, 0xdf, 0xe0, 0xe1, 0xe2, 0xe4, 0xe6, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xef, 0xf3, 0x9b, 0x9c,
];

const VOICED: u32 = 0xff9e;
const HALF_VOICED: u32 = 0xff9f;

/// The katakana of full width for one of half width, with the mark behind it if they melt.
fn widened(cp: u32, next: Option<u32>, hiragana: bool, glue: bool) -> (u32, bool) {
    let katakana = 0x3000 + u32::from(WIDE[(cp - 0xff61) as usize]);
    let marks = matches!(cp, 0xff76..=0xff84 | 0xff8a..=0xff8e);
    let half_marks = matches!(cp, 0xff8a..=0xff8e);
    let (wide, melted) = match next {
        Some(VOICED) if glue && marks => (katakana + 1, true),
        Some(VOICED) if glue && cp == 0xff73 && !hiragana => return (0x30f4, true),
        Some(HALF_VOICED) if glue && half_marks => (katakana + 2, true),
        _ => (katakana, false),
    };
    // Letters have their place in the other syllabary; signs have none.
    let letter = (0x30a1..=0x30f3).contains(&wide);
    (if hiragana && letter { wide - 0x60 } else { wide }, melted)
}

/// Katakana of half width for 30A1 and following, and what stands behind it.
fn narrowed(cp: u32) -> (u32, Option<u32>) {
    // Letters that half width does not tell from their full ones.
    match cp {
        0x30ee => return (0xff9c, None),
        0x30f0 => return (0xff72, None),
        0x30f1 => return (0xff74, None),
        0x30f4 => return (0xff73, Some(VOICED)),
        _ => {}
    }
    let find = |wide: u32| WIDE.iter().position(|low| 0x3000 + u32::from(*low) == wide).map(|at| 0xff61 + at as u32);
    if let Some(narrow) = find(cp) {
        return (narrow, None);
    }
    match (find(cp - 1), find(cp - 2)) {
        (Some(narrow), _) => (narrow, Some(VOICED)),
        (_, Some(narrow)) => (narrow, Some(HALF_VOICED)),
        _ => (cp, None),
    }
}

fn convert(cp: u32, next: Option<u32>, mode: u32, out: &mut Vec<u32>) -> bool {
    let has = |flags: u32| mode & flags != 0;
    let ascii = |range: std::ops::RangeInclusive<u8>| u8::try_from(cp).is_ok_and(|byte| range.contains(&byte));
    let alpha = ascii(b'A'..=b'Z') || ascii(b'a'..=b'z');
    let quoted = [0x22, 0x27, 0x5c].contains(&cp);
    if (has(flag::ALL_WIDE) && ascii(0x21..=0x7d) && !quoted)
        || (has(flag::ALPHA_WIDE) && alpha)
        || (has(flag::NUMBER_WIDE) && ascii(b'0'..=b'9'))
    {
        out.push(cp + 0xfee0);
        return false;
    }
    if has(flag::SPACE_WIDE) && cp == 0x20 {
        out.push(0x3000);
        return false;
    }
    if has(flag::KATAKANA_WIDE | flag::HIRAGANA_WIDE) && (0xff61..=0xff9f).contains(&cp) {
        let (wide, melted) = widened(cp, next, !has(flag::KATAKANA_WIDE), has(flag::GLUE));
        out.push(wide);
        return melted;
    }
    if has(flag::SPECIAL_WIDE) {
        let wide = match cp {
            0x5c | 0xa5 => 0xffe5,
            0x7e | 0x203e => 0xffe3,
            0x27 => 0x2019,
            0x22 => 0x201d,
            _ => 0,
        };
        if wide != 0 {
            out.push(wide);
            return false;
        }
    }
    let narrow = match cp {
        0xff02 | 0xff07 | 0xff3c => None,
        0xff01..=0xff5d if has(flag::ALL_NARROW) => Some(cp - 0xfee0),
        0xff21..=0xff3a | 0xff41..=0xff5a if has(flag::ALPHA_NARROW) => Some(cp - 0xfee0),
        0xff10..=0xff19 if has(flag::NUMBER_NARROW) => Some(cp - 0xfee0),
        0x3000 if has(flag::SPACE_NARROW) => Some(0x20),
        0x2212 if has(flag::ALL_NARROW) => Some(0x2d),
        _ => None,
    };
    if let Some(narrow) = narrow {
        out.push(narrow);
        return false;
    }
    if has(flag::KATAKANA_NARROW | flag::HIRAGANA_NARROW) {
        let letter = match cp {
            0x30a1..=0x30f4 if has(flag::KATAKANA_NARROW) => Some(cp),
            0x3041..=0x3093 if has(flag::HIRAGANA_NARROW) => Some(cp + 0x60),
            _ => None,
        };
        if let Some(letter) = letter {
            let (narrow, mark) = narrowed(letter);
            out.push(narrow);
            out.extend(mark);
            return false;
        }
        let sign = match cp {
            0x3001 => 0xff64,
            0x3002 => 0xff61,
            0x300c => 0xff62,
            0x300d => 0xff63,
            0x309b => VOICED,
            0x309c => HALF_VOICED,
            0x30fc => 0xff70,
            0x30fb => 0xff65,
            _ => 0,
        };
        if sign != 0 {
            out.push(sign);
            return false;
        }
    }
    out.push(match cp {
        0x3041..=0x3093 | 0x309d | 0x309e if has(flag::TO_KATAKANA) => cp + 0x60,
        0x30a1..=0x30f3 | 0x30fd | 0x30fe if has(flag::TO_HIRAGANA) => cp - 0x60,
        0xffe5 | 0xff3c if has(flag::SPECIAL_NARROW) => 0x5c,
        0xffe3 | 0x203e if has(flag::SPECIAL_NARROW) => 0x7e,
        0x2018 | 0x2019 if has(flag::SPECIAL_NARROW) => 0x27,
        0x201c | 0x201d if has(flag::SPECIAL_NARROW) => 0x22,
        _ => cp,
    });
    false
}

/// Katakana of half width as those of full width, as CP50220 writes them.
pub(crate) fn widen(codes: &[u32]) -> Vec<u32> {
    convert_all(codes, flag::KATAKANA_WIDE | flag::GLUE)
}

fn convert_all(codes: &[u32], mode: u32) -> Vec<u32> {
    let mut out = Vec::with_capacity(codes.len());
    let mut at = 0;
    while let Some(cp) = codes.get(at) {
        let melted = convert(*cp, codes.get(at + 1).copied(), mode, &mut out);
        at += 1 + usize::from(melted);
    }
    out
}

fn read_mode(cx: &mut Cx, letters: &[u8]) -> PhpResult<u32> {
    let mut mode = 0;
    for letter in letters {
        mode |= match letter {
            b'A' => flag::ALL_WIDE | flag::ALPHA_WIDE | flag::NUMBER_WIDE,
            b'a' => flag::ALL_NARROW | flag::ALPHA_NARROW | flag::NUMBER_NARROW,
            _ => match FLAGS.iter().position(|known| known == letter) {
                Some(bit) => 1 << bit,
                None => return Err(cx.argument_value_error(2, [b"contains invalid flag: '", &[*letter][..], b"'"].concat())),
            },
        };
    }
    let mut refuse = |first: u8, second: u8| {
        Err(cx.argument_value_error(2, format!("must not combine '{}' and '{}' flags", char::from(first), char::from(second))))
    };
    let both = (mode >> 8) & mode & 0xff;
    if both != 0 {
        let bit = both.trailing_zeros() as usize;
        let (mut first, mut second) = (FLAGS[bit], FLAGS[bit + 8]);
        if b"RN".contains(&first) && mode & flag::ALL_WIDE != 0 {
            first = b'A';
        }
        if b"rn".contains(&second) && mode & flag::ALL_NARROW != 0 {
            second = b'a';
        }
        return refuse(first, second);
    }
    let pairs = [
        (flag::HIRAGANA_WIDE, flag::KATAKANA_WIDE, b'H', b'K'),
        (flag::HIRAGANA_NARROW, flag::TO_KATAKANA, b'h', b'C'),
        (flag::HIRAGANA_NARROW, flag::TO_HIRAGANA, b'h', b'c'),
        (flag::KATAKANA_NARROW, flag::TO_KATAKANA, b'k', b'C'),
        (flag::KATAKANA_NARROW, flag::TO_HIRAGANA, b'k', b'c'),
    ];
    match pairs.iter().find(|(a, b, ..)| mode & a != 0 && mode & b != 0) {
        Some((_, _, first, second)) => refuse(*first, *second),
        None => Ok(mode),
    }
}

/// `mb_convert_kana()`
pub(crate) fn mb_convert_kana(cx: &mut Cx, string: &PhpStr, mode: &PhpStr, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let mode = read_mode(cx, mode)?;
    let encoding = encoding(cx, name, 3)?;
    let illegal = illegal(cx);
    let codes = codec::decode(encoding.codec, string);
    let out = convert_all(&codes, mode);
    Ok(PhpStr::from_vec(codec::encode(encoding.codec, &out, illegal).0))
}
