//! Upper, lower and title case.

use loxo_runtime::{Cx, PhpResult, PhpStr, StrBuilder};

use crate::codec::{self, BAD};
use crate::encoding::Encoding;
use crate::position::marked_utf8;
use crate::settings::{encoding, illegal};
use crate::unicode::{self, Mapping};

const MAPPINGS: [Mapping; 8] = [
    Mapping::Upper,
    Mapping::Lower,
    Mapping::Title,
    Mapping::Fold,
    Mapping::UpperSimple,
    Mapping::LowerSimple,
    Mapping::TitleSimple,
    Mapping::FoldSimple,
];

const SIGMA: u32 = 0x3a3;
const FINAL_SIGMA: u32 = 0x3c2;

/// PHP converts code points in pieces; it sees no more of those before.
const LOOK_BACK: usize = 64;

/// At the end of a word: letters before it, none behind it.
fn ends_word(codes: &[u32], at: usize) -> bool {
    let cased = |mut codes: Box<dyn Iterator<Item = &u32> + '_>| {
        codes.find(|cp| !unicode::is_case_ignorable(**cp)).is_some_and(|cp| unicode::is_cased(*cp))
    };
    cased(Box::new(codes[..at].iter().rev().take(LOOK_BACK))) && !cased(Box::new(codes[at + 1..].iter()))
}

/// One code point; Turkish has two letters i.
fn map_one(mapping: Mapping, cp: u32, turkish: bool, out: &mut Vec<u32>) {
    match (mapping, cp) {
        (Mapping::Upper | Mapping::UpperSimple | Mapping::Title | Mapping::TitleSimple, 0x69) if turkish => out.push(0x130),
        (Mapping::Lower | Mapping::LowerSimple | Mapping::Fold | Mapping::FoldSimple, 0x49) if turkish => out.push(0x131),
        (Mapping::Lower | Mapping::Fold | Mapping::LowerSimple | Mapping::FoldSimple, 0x130) if turkish => out.push(0x69),
        _ => unicode::map(mapping, cp, out),
    }
}

fn convert(codes: &[u32], mapping: Mapping, encoding: &Encoding) -> Vec<u32> {
    let turkish = encoding.name == "ISO-8859-9";
    let mut out = Vec::with_capacity(codes.len());
    let mut in_word = false;
    for (i, cp) in codes.iter().enumerate() {
        if *cp > 0xff_ffff {
            out.push(*cp);
            continue;
        }
        let one = match mapping {
            Mapping::Title if in_word => Mapping::Lower,
            Mapping::TitleSimple if in_word => Mapping::LowerSimple,
            mapping => mapping,
        };
        if one == Mapping::Lower && *cp == SIGMA && ends_word(codes, i) {
            out.push(FINAL_SIGMA);
        } else {
            map_one(one, *cp, turkish, &mut out);
        }
        if matches!(mapping, Mapping::Title | Mapping::TitleSimple) && !unicode::is_case_ignorable(*cp) {
            in_word = unicode::is_cased(*cp);
        }
    }
    out
}

/// In UTF-8, for comparisons that do not look at case.
pub(crate) fn folded(string: &PhpStr, encoding: &Encoding) -> PhpStr {
    match string.as_text().filter(|_| encoding.is_utf8()) {
        Some(text) if text.is_ascii() => string.to_ascii_lower(),
        Some(text) => change_text(text, Mapping::FoldSimple),
        None => {
            let codes = codec::decode(encoding.codec, string);
            PhpStr::from_vec(marked_utf8(&convert(&codes, Mapping::FoldSimple, encoding)))
        }
    }
}

fn change(cx: &mut Cx, string: &PhpStr, mapping: Mapping, encoding: &Encoding) -> PhpStr {
    if encoding.is_utf8() && string.is_ascii() {
        match mapping {
            Mapping::Upper | Mapping::UpperSimple => return string.to_ascii_upper(),
            Mapping::Lower | Mapping::LowerSimple | Mapping::Fold | Mapping::FoldSimple => return string.to_ascii_lower(),
            _ => {}
        }
    }
    if let Some(text) = string.as_text().filter(|_| encoding.is_utf8()) {
        return match mapping {
            Mapping::Title => title_text(text, Mapping::Title, Mapping::Lower),
            Mapping::TitleSimple => title_text(text, Mapping::TitleSimple, Mapping::LowerSimple),
            mapping => change_text(text, mapping),
        };
    }
    let illegal = illegal(cx);
    let codes = codec::decode(encoding.codec, string);
    PhpStr::from_vec(codec::encode(encoding.codec, &convert(&codes, mapping, encoding), illegal).0)
}

/// Well-formed UTF-8 without a detour.
fn change_text(text: &str, mapping: Mapping) -> PhpStr {
    let mut out = PhpStr::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = rest.bytes().position(|byte| byte >= 0x80).unwrap_or(rest.len());
        let (head, tail) = rest.split_at(ascii);
        let start = out.len();
        out.push_bytes(head.as_bytes());
        match mapping {
            Mapping::Upper | Mapping::UpperSimple => out.as_mut_bytes()[start..].make_ascii_uppercase(),
            _ => out.as_mut_bytes()[start..].make_ascii_lowercase(),
        }
        let Some(c) = tail.chars().next() else { break };
        rest = &tail[c.len_utf8()..];
        if u32::from(c) == SIGMA && mapping == Mapping::Lower {
            out.push_char(final_or_not(text, text.len() - tail.len()));
            continue;
        }
        push_image(mapping, c, &mut out);
    }
    out.finish()
}

fn push_image(mapping: Mapping, c: char, out: &mut StrBuilder) {
    match unicode::image(mapping, u32::from(c)) {
        Some(image) => image.iter().filter_map(|cp| char::from_u32(*cp)).for_each(|c| out.push_char(c)),
        None => out.push_char(c),
    }
}

/// Words with a beginning of their own.
fn title_text(text: &str, first: Mapping, other: Mapping) -> PhpStr {
    let mut out = PhpStr::with_capacity(text.len());
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let cp = u32::from(c);
        if c.is_ascii() {
            out.push(if in_word { (c as u8).to_ascii_lowercase() } else { (c as u8).to_ascii_uppercase() });
        } else if in_word && cp == SIGMA && other == Mapping::Lower {
            out.push_char(final_or_not(text, at));
        } else {
            push_image(if in_word { other } else { first }, c, &mut out);
        }
        if !unicode::is_case_ignorable(cp) {
            in_word = unicode::is_cased(cp);
        }
    }
    out.finish()
}

/// The small sigma for the capital one at a place.
fn final_or_not(text: &str, at: usize) -> char {
    let cased = |chars: &mut dyn Iterator<Item = char>| {
        chars.map(u32::from).find(|cp| !unicode::is_case_ignorable(*cp)).is_some_and(unicode::is_cased)
    };
    let mut before = text[..at].chars().rev().take(LOOK_BACK);
    let mut after = text[at..].chars().skip(1);
    if cased(&mut before) && !cased(&mut after) { 'ς' } else { 'σ' }
}

/// `mb_convert_case()`
pub(crate) fn mb_convert_case(cx: &mut Cx, string: &PhpStr, mode: i64, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 3)?;
    let Some(mapping) = usize::try_from(mode).ok().and_then(|mode| MAPPINGS.get(mode)) else {
        return Err(cx.argument_value_error(2, "must be one of the MB_CASE_* constants"));
    };
    Ok(change(cx, string, *mapping, encoding))
}

/// `mb_strtoupper()`
pub(crate) fn mb_strtoupper(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 2)?;
    Ok(change(cx, string, Mapping::Upper, encoding))
}

/// `mb_strtolower()`
pub(crate) fn mb_strtolower(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 2)?;
    Ok(change(cx, string, Mapping::Lower, encoding))
}

fn change_first(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>, mapping: Mapping) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 2)?;
    if let Some(text) = string.as_text().filter(|_| encoding.is_utf8()) {
        let mut chars = text.chars();
        let Some(first) = chars.next() else { return Ok(string.clone()) };
        let mut head = [0; 4];
        let head = PhpStr::new(first.encode_utf8(&mut head).as_bytes());
        let image = change(cx, &head, mapping, encoding);
        return Ok(if image == head { string.clone() } else { PhpStr::concat2(&image, chars.as_str().as_bytes()) });
    }
    let illegal = illegal(cx);
    let codes = codec::decode(encoding.codec, string);
    let Some((first, rest)) = codes.split_first() else { return Ok(string.clone()) };
    let head = convert(&[*first], mapping, encoding);
    if *first == BAD || head == [*first] {
        return Ok(string.clone());
    }
    let codes = [&head[..], rest].concat();
    Ok(PhpStr::from_vec(codec::encode(encoding.codec, &codes, illegal).0))
}

/// `mb_ucfirst()`
pub(crate) fn mb_ucfirst(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    change_first(cx, string, name, Mapping::Title)
}

/// `mb_lcfirst()`
pub(crate) fn mb_lcfirst(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    change_first(cx, string, name, Mapping::Lower)
}
