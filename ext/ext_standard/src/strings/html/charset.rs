//! Character sets that HTML functions know: UTF-8, single byte ones, and East Asian ones as far as telling characters apart.

/// A character set.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Charset {
    Utf8,
    Latin1,
    /// ASCII below; the upper half as in the string.
    Page(&'static str),
    /// East Asian: several bytes count as one character.
    Multi(Multi),
}

/// East Asian character sets.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Multi {
    Big5,
    Big5Hkscs,
    Gb2312,
    ShiftJis,
    EucJp,
}

impl Multi {
    fn is_lead(self, b: u8) -> bool {
        match self {
            Multi::Big5 | Multi::Big5Hkscs => (0x81..=0xfe).contains(&b),
            Multi::Gb2312 => (0xa1..=0xfe).contains(&b),
            Multi::ShiftJis => matches!(b, 0x81..=0x9f | 0xe0..=0xfc),
            Multi::EucJp => matches!(b, 0xa1..=0xfe | 0x8e | 0x8f),
        }
    }

    /// A byte that is a character of its own.
    fn is_single(self, b: u8) -> bool {
        match self {
            Multi::Big5 | Multi::Big5Hkscs => !self.is_lead(b),
            Multi::Gb2312 => !matches!(b, 0x8e | 0x8f | 0xa0 | 0xff),
            Multi::ShiftJis => matches!(b, 0..=0x7f | 0xa1..=0xdf),
            Multi::EucJp => !matches!(b, 0xa0 | 0xff),
        }
    }

    fn is_trail(self, lead: u8, b: u8) -> bool {
        match self {
            Multi::Big5 | Multi::Big5Hkscs => matches!(b, 0x40..=0x7e | 0xa1..=0xfe),
            Multi::ShiftJis => matches!(b, 0x40..=0x7e | 0x80..=0xfc),
            Multi::EucJp if lead == 0x8e => (0xa1..=0xdf).contains(&b),
            Multi::Gb2312 | Multi::EucJp => (0xa1..=0xfe).contains(&b),
        }
    }

    /// May a byte that was no trail begin the next character?
    fn may_begin(self, b: u8) -> bool {
        match self {
            Multi::Big5 => true,
            Multi::Big5Hkscs => !matches!(b, 0x80 | 0xff),
            Multi::ShiftJis => !matches!(b, 0x80 | 0xa0 | 0xfd..=0xff),
            Multi::Gb2312 => !matches!(b, 0x8e | 0x8f | 0xa0 | 0xff),
            Multi::EucJp => !matches!(b, 0xa0 | 0xff),
        }
    }

    fn next(self, bytes: &[u8]) -> (Option<u32>, usize) {
        let lead = bytes[0];
        if !self.is_lead(lead) {
            return (self.is_single(lead).then_some(u32::from(lead)), 1);
        }
        let length = if self == Multi::EucJp && lead == 0x8f { 3 } else { 2 };
        if bytes.len() >= length && bytes[1..length].iter().all(|b| self.is_trail(lead, *b)) {
            return (Some(0xfffd), length);
        }
        // The mistake ends before the first byte that may begin a character.
        let stop = (1..length).find(|i| bytes.get(*i).is_none_or(|b| self.may_begin(*b)));
        (None, stop.unwrap_or(length))
    }
}

impl Charset {
    /// Only the special characters are known in these.
    pub(super) fn is_partial(self) -> bool {
        matches!(self, Charset::Multi(_))
    }

    /// The character set of that name.
    pub(crate) fn named(name: &[u8]) -> Option<Charset> {
        Some(match name.to_ascii_lowercase().as_slice() {
            b"utf-8" => Charset::Utf8,
            b"iso-8859-1" | b"iso8859-1" => Charset::Latin1,
            b"iso-8859-5" | b"iso8859-5" => Charset::Page(ISO_8859_5),
            b"iso-8859-15" | b"iso8859-15" => Charset::Page(ISO_8859_15),
            b"cp1252" | b"windows-1252" | b"1252" => Charset::Page(CP1252),
            b"cp1251" | b"windows-1251" | b"win-1251" => Charset::Page(CP1251),
            b"koi8-r" | b"koi8-ru" | b"koi8r" => Charset::Page(KOI8_R),
            b"cp866" | b"866" | b"ibm866" => Charset::Page(CP866),
            b"macroman" => Charset::Page(MAC_ROMAN),
            b"big5" | b"950" => Charset::Multi(Multi::Big5),
            b"big5-hkscs" => Charset::Multi(Multi::Big5Hkscs),
            b"gb2312" | b"936" => Charset::Multi(Multi::Gb2312),
            b"shift_jis" | b"sjis" | b"932" | b"sjis-win" | b"cp932" => Charset::Multi(Multi::ShiftJis),
            b"eucjp" | b"euc-jp" | b"eucjp-win" => Charset::Multi(Multi::EucJp),
            _ => return None,
        })
    }

    /// The first character of `bytes` (as Unicode, if that is known) and its length; `None` for an invalid sequence.
    pub(super) fn next(self, bytes: &[u8]) -> (Option<u32>, usize) {
        match (self, bytes[0]) {
            (Charset::Utf8, _) => next_utf8(bytes),
            (Charset::Multi(set), _) => set.next(bytes),
            (_, b @ 0..0x80) | (Charset::Latin1, b) => (Some(u32::from(b)), 1),
            (Charset::Page(page), b) => (Some(page.chars().nth(b as usize - 0x80).map_or(0xfffd, u32::from)), 1),
        }
    }

    /// Appends a Unicode character; false if the set does not have it.
    pub(super) fn push(self, out: &mut Vec<u8>, code: u32) -> bool {
        let Some(c) = char::from_u32(code) else { return false };
        match self {
            Charset::Utf8 => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            _ if c.is_ascii() => out.push(code as u8),
            Charset::Latin1 if code < 0x100 => out.push(code as u8),
            Charset::Page(page) if c != '\u{fffd}' => match page.chars().position(|p| p == c) {
                Some(at) => out.push(0x80 + at as u8),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

/// The first character of UTF-8 text and its length. What is invalid ends before the next byte that could begin a character.
pub(crate) fn next_utf8(bytes: &[u8]) -> (Option<u32>, usize) {
    let trail = |i: usize| bytes.get(i).is_some_and(|b| b & 0xc0 == 0x80);
    let lead = |i: usize| bytes.get(i).is_some_and(|b| *b < 0x80 || (0xc2..=0xf4).contains(b));
    let length = match bytes[0] {
        0..0x80 => return (Some(u32::from(bytes[0])), 1),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return (None, 1),
    };
    for i in 1..length {
        if !trail(i) {
            // All bytes up to a leading one, or up to the end of the sequence, are one mistake.
            let stop = (1..length).find(|i| *i >= bytes.len() || lead(*i));
            return (None, stop.unwrap_or(length).max(1));
        }
    }
    let first = u32::from(bytes[0]) & (0x7f >> length);
    let code = bytes[1..length].iter().fold(first, |code, b| code << 6 | u32::from(b & 0x3f));
    let shortest = match length {
        2 => 0x80,
        3 => 0x800,
        _ => 0x10000,
    };
    let valid = code >= shortest && char::from_u32(code).is_some();
    (valid.then_some(code), length)
}

const ISO_8859_5: &str = "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\
    \u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\u{a0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{ad}ЎЏ\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ";
const ISO_8859_15: &str = "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\
    \u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\u{a0}¡¢£€¥Š§š©ª«¬\u{ad}®¯\
    °±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
const CP1252: &str = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâã\
    äåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
const CP1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—�™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвг\
    дежзийклмнопрстуфхцчшщъыьэюя";
const KOI8_R: &str = "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХ\
    ИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";
const CP866: &str = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэ\
    юяЁёЄєЇїЎў°∙·√№¤■\u{a0}";
const MAC_ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁË\
    ÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";
