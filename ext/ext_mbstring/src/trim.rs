//! `mb_trim()` and its like.

use loxo_runtime::{Cx, PhpResult, PhpStr};

use crate::codec;
use crate::settings::{encoding, illegal};
use crate::strings::substring;

/// White space and what else is trimmed unless the program says what.
const DEFAULT: [u32; 27] = [
    0x20, 0x0c, 0x0a, 0x0d, 0x09, 0x0b, 0x00, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009,
    0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0x85, 0x180e,
];

fn trim(cx: &mut Cx, string: &PhpStr, characters: Option<&PhpStr>, name: Option<&PhpStr>, left: bool, right: bool) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 3)?;
    let illegal = illegal(cx);
    let what = characters.map_or_else(|| DEFAULT.to_vec(), |characters| codec::decode(encoding.codec, characters));
    let codes = codec::decode(encoding.codec, string);
    let trimmed = |cp: &u32| what.contains(cp);
    let start = if left { codes.iter().take_while(|cp| trimmed(cp)).count() } else { 0 };
    let rest = &codes[start..];
    let end = if right { rest.iter().rev().take_while(|cp| trimmed(cp)).count() } else { 0 };
    if start == 0 && end == 0 {
        return Ok(string.clone());
    }
    Ok(substring(string, start, rest.len() - end, encoding, illegal))
}

/// `mb_trim()`
pub(crate) fn mb_trim(cx: &mut Cx, string: &PhpStr, characters: Option<&PhpStr>, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    trim(cx, string, characters, name, true, true)
}

/// `mb_ltrim()`
pub(crate) fn mb_ltrim(cx: &mut Cx, string: &PhpStr, characters: Option<&PhpStr>, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    trim(cx, string, characters, name, true, false)
}

/// `mb_rtrim()`
pub(crate) fn mb_rtrim(cx: &mut Cx, string: &PhpStr, characters: Option<&PhpStr>, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    trim(cx, string, characters, name, false, true)
}
