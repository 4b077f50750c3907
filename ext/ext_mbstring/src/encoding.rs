//! The list of encodings, and how they are found by name.

use crate::codec::{self, Codec, Endian, Width};
use codec::sets;

/// How long a character is, if that is known without a look at what it is.
#[derive(Clone, Copy)]
pub(crate) enum Lengths {
    Unknown,
    Fixed(usize),
    ByLead(fn(u8) -> usize),
}

pub(crate) struct Encoding {
    pub name: &'static str,
    /// What mail calls it.
    pub mime: Option<&'static str>,
    pub aliases: &'static [&'static str],
    pub codec: Codec,
    pub lengths: Lengths,
}

/// Lengths by first byte.
mod lead {
    pub fn sjis(byte: u8) -> usize {
        1 + usize::from(matches!(byte, 0x81..=0x9f | 0xe0..=0xef))
    }
    pub fn sjis_mac(byte: u8) -> usize {
        1 + usize::from(matches!(byte, 0x81..=0x9f | 0xe0..=0xed))
    }
    pub fn sjis_wide(byte: u8) -> usize {
        1 + usize::from(matches!(byte, 0x81..=0x9f | 0xe0..=0xfc))
    }
    pub fn sjis_win(byte: u8) -> usize {
        1 + usize::from(matches!(byte, 0x81..=0x9f | 0xe0..=0xff))
    }
    pub fn euc_jp(byte: u8) -> usize {
        match byte {
            0x8f => 3,
            0x8e | 0xa1..=0xfe => 2,
            _ => 1,
        }
    }
    pub fn euc(byte: u8) -> usize {
        1 + usize::from(matches!(byte, 0xa1..=0xfe))
    }
    pub fn from_81(byte: u8) -> usize {
        1 + usize::from(matches!(byte, 0x81..=0xfe))
    }
    pub fn utf8(byte: u8) -> usize {
        match byte {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        }
    }
}

macro_rules! encoding {
    ($name:literal, $mime:expr, [$($alias:literal),*], $codec:expr, $lengths:expr) => {
        Encoding { name: $name, mime: $mime, aliases: &[$($alias),*], codec: $codec, lengths: $lengths }
    };
}

/// In the order of `mb_list_encodings()`.
#[rustfmt::skip]
pub(crate) static ALL: &[Encoding] = &[
    encoding!("BASE64", Some("BASE64"), [], Codec::Base64, Lengths::Unknown),
    encoding!("UUENCODE", Some("x-uuencode"), [], Codec::Uuencode, Lengths::Fixed(1)),
    encoding!("HTML-ENTITIES", Some("HTML-ENTITIES"), ["HTML", "html"], Codec::Html, Lengths::Unknown),
    encoding!("Quoted-Printable", Some("Quoted-Printable"), ["qprint"], Codec::QuotedPrintable, Lengths::Unknown),
    encoding!("7bit", Some("7bit"), [], Codec::SevenBit, Lengths::Fixed(1)),
    encoding!("8bit", Some("8bit"), ["binary"], Codec::EightBit, Lengths::Fixed(1)),
    encoding!("UCS-4", Some("UCS-4"), ["ISO-10646-UCS-4", "UCS4"], Codec::Wide(Width::Ucs4, Endian::Marked), Lengths::Fixed(4)),
    encoding!("UCS-4BE", Some("UCS-4BE"), ["byte4be"], Codec::Wide(Width::Ucs4, Endian::Big), Lengths::Fixed(4)),
    encoding!("UCS-4LE", Some("UCS-4LE"), ["byte4le"], Codec::Wide(Width::Ucs4, Endian::Little), Lengths::Fixed(4)),
    encoding!("UCS-2", Some("UCS-2"), ["ISO-10646-UCS-2", "UCS2", "UNICODE"], Codec::Wide(Width::Ucs2, Endian::Marked), Lengths::Fixed(2)),
    encoding!("UCS-2BE", Some("UCS-2BE"), ["byte2be"], Codec::Wide(Width::Ucs2, Endian::Big), Lengths::Fixed(2)),
    encoding!("UCS-2LE", Some("UCS-2LE"), ["byte2le"], Codec::Wide(Width::Ucs2, Endian::Little), Lengths::Fixed(2)),
    encoding!("UTF-32", Some("UTF-32"), ["utf32"], Codec::Wide(Width::Utf32, Endian::Marked), Lengths::Fixed(4)),
    encoding!("UTF-32BE", Some("UTF-32BE"), [], Codec::Wide(Width::Utf32, Endian::Big), Lengths::Fixed(4)),
    encoding!("UTF-32LE", Some("UTF-32LE"), [], Codec::Wide(Width::Utf32, Endian::Little), Lengths::Fixed(4)),
    encoding!("UTF-16", Some("UTF-16"), ["utf16"], Codec::Wide(Width::Utf16, Endian::Marked), Lengths::Unknown),
    encoding!("UTF-16BE", Some("UTF-16BE"), [], Codec::Wide(Width::Utf16, Endian::Big), Lengths::Unknown),
    encoding!("UTF-16LE", Some("UTF-16LE"), [], Codec::Wide(Width::Utf16, Endian::Little), Lengths::Unknown),
    encoding!("UTF-8", Some("UTF-8"), ["utf8"], Codec::Utf8, Lengths::ByLead(lead::utf8)),
    encoding!("UTF-7", Some("UTF-7"), ["utf7"], Codec::Utf7, Lengths::Unknown),
    encoding!("UTF7-IMAP", None, ["mUTF-7"], Codec::Utf7Imap, Lengths::Unknown),
    encoding!("ASCII", Some("US-ASCII"), ["ANSI_X3.4-1968", "iso-ir-6", "ANSI_X3.4-1986", "ISO_646.irv:1991", "US-ASCII", "ISO646-US", "us", "IBM367", "IBM-367", "cp367", "csASCII"], Codec::Table(&sets::ASCII), Lengths::Fixed(1)),
    encoding!("EUC-JP", Some("EUC-JP"), ["EUC", "EUC_JP", "eucJP", "x-euc-jp"], Codec::Table(&sets::EUC_JP), Lengths::ByLead(lead::euc_jp)),
    encoding!("SJIS", Some("Shift_JIS"), ["x-sjis", "SHIFT-JIS"], Codec::Table(&sets::SJIS), Lengths::ByLead(lead::sjis)),
    encoding!("eucJP-win", Some("EUC-JP"), ["eucJP-open", "eucJP-ms"], Codec::Table(&sets::EUCJP_WIN), Lengths::ByLead(lead::euc_jp)),
    encoding!("EUC-JP-2004", Some("EUC-JP"), ["EUC_JP-2004"], Codec::Table(&sets::EUCJP_2004), Lengths::ByLead(lead::euc_jp)),
    encoding!("SJIS-Mobile#DOCOMO", Some("Shift_JIS"), ["SJIS-DOCOMO", "shift_jis-imode", "x-sjis-emoji-docomo"], Codec::Table(&sets::SJIS_DOCOMO), Lengths::ByLead(lead::sjis_wide)),
    encoding!("SJIS-Mobile#KDDI", Some("Shift_JIS"), ["SJIS-KDDI", "shift_jis-kddi", "x-sjis-emoji-kddi"], Codec::Table(&sets::SJIS_KDDI), Lengths::ByLead(lead::sjis_wide)),
    encoding!("SJIS-Mobile#SOFTBANK", Some("Shift_JIS"), ["SJIS-SOFTBANK", "shift_jis-softbank", "x-sjis-emoji-softbank"], Codec::Softbank(&sets::SJIS_SOFTBANK), Lengths::ByLead(lead::sjis_wide)),
    encoding!("SJIS-mac", Some("Shift_JIS"), ["MacJapanese", "x-Mac-Japanese"], Codec::Table(&sets::SJIS_MAC), Lengths::ByLead(lead::sjis_mac)),
    encoding!("SJIS-2004", Some("Shift_JIS"), ["SJIS2004", "Shift_JIS-2004"], Codec::Table(&sets::SJIS_2004), Lengths::ByLead(lead::sjis_wide)),
    encoding!("UTF-8-Mobile#DOCOMO", Some("UTF-8"), ["UTF-8-DOCOMO", "UTF8-DOCOMO"], Codec::Utf8Mobile(&sets::UTF8_DOCOMO), Lengths::ByLead(lead::utf8)),
    encoding!("UTF-8-Mobile#KDDI-A", Some("UTF-8"), [], Codec::Utf8Mobile(&sets::UTF8_KDDI_A), Lengths::ByLead(lead::utf8)),
    encoding!("UTF-8-Mobile#KDDI-B", Some("UTF-8"), ["UTF-8-Mobile#KDDI", "UTF-8-KDDI", "UTF8-KDDI"], Codec::Utf8Mobile(&sets::UTF8_KDDI_B), Lengths::ByLead(lead::utf8)),
    encoding!("UTF-8-Mobile#SOFTBANK", Some("UTF-8"), ["UTF-8-SOFTBANK", "UTF8-SOFTBANK"], Codec::Utf8Mobile(&sets::UTF8_SOFTBANK), Lengths::ByLead(lead::utf8)),
    encoding!("CP932", Some("Shift_JIS"), ["MS932", "Windows-31J", "MS_Kanji"], Codec::Table(&sets::CP932), Lengths::ByLead(lead::sjis_win)),
    encoding!("SJIS-win", Some("Shift_JIS"), ["SJIS-ms", "SJIS-open"], Codec::Table(&sets::SJIS_WIN), Lengths::ByLead(lead::sjis_win)),
    encoding!("CP51932", Some("CP51932"), ["cp51932"], Codec::Table(&sets::CP51932), Lengths::ByLead(lead::euc_jp)),
    encoding!("JIS", Some("ISO-2022-JP"), [], Codec::Iso2022(&sets::JIS), Lengths::Unknown),
    encoding!("ISO-2022-JP", Some("ISO-2022-JP"), [], Codec::Iso2022(&sets::ISO2022JP), Lengths::Unknown),
    encoding!("ISO-2022-JP-MS", Some("ISO-2022-JP"), ["ISO2022JPMS"], Codec::Iso2022(&sets::ISO2022JP_MS), Lengths::Unknown),
    encoding!("GB18030", Some("GB18030"), ["gb-18030", "gb-18030-2000"], Codec::Gb18030(&sets::GB18030, &sets::GB18030_FOUR), Lengths::Unknown),
    encoding!("GB18030-2022", Some("GB18030-2022"), [], Codec::Gb18030(&sets::GB18030_2022, &sets::GB18030_2022_FOUR), Lengths::Unknown),
    encoding!("Windows-1252", Some("Windows-1252"), ["cp1252"], Codec::Table(&sets::WINDOWS_1252), Lengths::Fixed(1)),
    encoding!("Windows-1254", Some("Windows-1254"), ["CP1254", "CP-1254", "WINDOWS-1254"], Codec::Table(&sets::WINDOWS_1254), Lengths::Fixed(1)),
    encoding!("ISO-8859-1", Some("ISO-8859-1"), ["ISO8859-1", "latin1"], Codec::Table(&sets::ISO_8859_1), Lengths::Fixed(1)),
    encoding!("ISO-8859-2", Some("ISO-8859-2"), ["ISO8859-2", "latin2"], Codec::Table(&sets::ISO_8859_2), Lengths::Fixed(1)),
    encoding!("ISO-8859-3", Some("ISO-8859-3"), ["ISO8859-3", "latin3"], Codec::Table(&sets::ISO_8859_3), Lengths::Fixed(1)),
    encoding!("ISO-8859-4", Some("ISO-8859-4"), ["ISO8859-4", "latin4"], Codec::Table(&sets::ISO_8859_4), Lengths::Fixed(1)),
    encoding!("ISO-8859-5", Some("ISO-8859-5"), ["ISO8859-5", "cyrillic"], Codec::Table(&sets::ISO_8859_5), Lengths::Fixed(1)),
    encoding!("ISO-8859-6", Some("ISO-8859-6"), ["ISO8859-6", "arabic"], Codec::Table(&sets::ISO_8859_6), Lengths::Fixed(1)),
    encoding!("ISO-8859-7", Some("ISO-8859-7"), ["ISO8859-7", "greek"], Codec::Table(&sets::ISO_8859_7), Lengths::Fixed(1)),
    encoding!("ISO-8859-8", Some("ISO-8859-8"), ["ISO8859-8", "hebrew"], Codec::Table(&sets::ISO_8859_8), Lengths::Fixed(1)),
    encoding!("ISO-8859-9", Some("ISO-8859-9"), ["ISO8859-9", "latin5"], Codec::Table(&sets::ISO_8859_9), Lengths::Fixed(1)),
    encoding!("ISO-8859-10", Some("ISO-8859-10"), ["ISO8859-10", "latin6"], Codec::Table(&sets::ISO_8859_10), Lengths::Fixed(1)),
    encoding!("ISO-8859-13", Some("ISO-8859-13"), ["ISO8859-13"], Codec::Table(&sets::ISO_8859_13), Lengths::Fixed(1)),
    encoding!("ISO-8859-14", Some("ISO-8859-14"), ["ISO8859-14", "latin8"], Codec::Table(&sets::ISO_8859_14), Lengths::Fixed(1)),
    encoding!("ISO-8859-15", Some("ISO-8859-15"), ["ISO8859-15"], Codec::Table(&sets::ISO_8859_15), Lengths::Fixed(1)),
    encoding!("ISO-8859-16", Some("ISO-8859-16"), ["ISO8859-16"], Codec::Table(&sets::ISO_8859_16), Lengths::Fixed(1)),
    encoding!("EUC-CN", Some("CN-GB"), ["CN-GB", "EUC_CN", "eucCN", "x-euc-cn", "gb2312"], Codec::Table(&sets::EUC_CN), Lengths::ByLead(lead::euc)),
    encoding!("CP936", Some("CP936"), ["CP-936", "GBK"], Codec::Table(&sets::CP936), Lengths::ByLead(lead::from_81)),
    encoding!("HZ", Some("HZ-GB-2312"), [], Codec::Hz, Lengths::Unknown),
    encoding!("EUC-TW", Some("EUC-TW"), ["EUC_TW", "eucTW", "x-euc-tw"], Codec::Table(&sets::EUC_TW), Lengths::ByLead(lead::euc)),
    encoding!("BIG-5", Some("BIG5"), ["CN-BIG5", "BIG-FIVE", "BIGFIVE"], Codec::Table(&sets::BIG5), Lengths::ByLead(lead::from_81)),
    encoding!("CP950", Some("BIG5"), [], Codec::Table(&sets::CP950), Lengths::ByLead(lead::from_81)),
    encoding!("EUC-KR", Some("EUC-KR"), ["EUC_KR", "eucKR", "x-euc-kr"], Codec::Table(&sets::EUC_KR), Lengths::ByLead(lead::euc)),
    encoding!("UHC", Some("UHC"), ["CP949"], Codec::Table(&sets::UHC), Lengths::ByLead(lead::from_81)),
    encoding!("ISO-2022-KR", Some("ISO-2022-KR"), [], Codec::Iso2022Kr, Lengths::Unknown),
    encoding!("Windows-1251", Some("Windows-1251"), ["CP1251", "CP-1251", "WINDOWS-1251"], Codec::Table(&sets::WINDOWS_1251), Lengths::Fixed(1)),
    encoding!("CP866", Some("CP866"), ["CP-866", "IBM866", "IBM-866"], Codec::Table(&sets::CP866), Lengths::Fixed(1)),
    encoding!("KOI8-R", Some("KOI8-R"), ["KOI8R"], Codec::Table(&sets::KOI8_R), Lengths::Fixed(1)),
    encoding!("KOI8-U", Some("KOI8-U"), ["KOI8U"], Codec::Table(&sets::KOI8_U), Lengths::Fixed(1)),
    encoding!("ArmSCII-8", Some("ArmSCII-8"), ["ArmSCII8", "ARMSCII-8", "ARMSCII8"], Codec::Table(&sets::ARMSCII_8), Lengths::Fixed(1)),
    encoding!("CP850", Some("CP850"), ["CP-850", "IBM850", "IBM-850"], Codec::Table(&sets::CP850), Lengths::Fixed(1)),
    encoding!("ISO-2022-JP-2004", Some("ISO-2022-JP-2004"), [], Codec::Iso2022(&sets::ISO2022JP_2004), Lengths::Unknown),
    encoding!("ISO-2022-JP-MOBILE#KDDI", Some("ISO-2022-JP"), ["ISO-2022-JP-KDDI"], Codec::Iso2022(&sets::ISO2022JP_KDDI), Lengths::Unknown),
    encoding!("CP50220", Some("ISO-2022-JP"), ["cp50220raw", "cp50220-raw", "JIS-ms"], Codec::Iso2022(&sets::CP50220), Lengths::Unknown),
    encoding!("CP50221", Some("ISO-2022-JP"), [], Codec::Iso2022(&sets::CP50221), Lengths::Unknown),
    encoding!("CP50222", Some("ISO-2022-JP"), [], Codec::Iso2022(&sets::CP50222), Lengths::Unknown),
];

/// "pass": what must not be converted.
pub(crate) static PASS: Encoding = Encoding { name: "pass", mime: None, aliases: &[], codec: Codec::EightBit, lengths: Lengths::Fixed(1) };

thread_local! {
    /// What was found last: programs ask for the same again and again.
    static LAST: std::cell::Cell<Option<&'static Encoding>> = const { std::cell::Cell::new(None) };
}

impl Encoding {
    /// By any of its names, in any spelling.
    pub fn find(name: &[u8]) -> Option<&'static Encoding> {
        let is = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
        // The usual one first; then names, names in mail, and aliases, each of all encodings.
        if is("UTF-8") {
            return Some(utf8());
        }
        if let Some(last) = LAST.get().filter(|last| is(last.name)) {
            return Some(last);
        }
        let by = |matches: &dyn Fn(&Encoding) -> bool| ALL.iter().find(|encoding| matches(encoding));
        let found = by(&|encoding| is(encoding.name))
            .or_else(|| by(&|encoding| encoding.mime.is_some_and(is)))
            .or_else(|| by(&|encoding| encoding.aliases.iter().any(|alias| is(alias))));
        LAST.set(found);
        found
    }

    pub fn same(&self, other: &Encoding) -> bool {
        std::ptr::eq(self, other)
    }

    pub fn is_utf8(&self) -> bool {
        matches!(self.codec, Codec::Utf8)
    }

    /// Encodings of bytes: what they are is no matter of characters.
    pub fn is_transfer(&self) -> bool {
        matches!(self.codec, Codec::Base64 | Codec::Uuencode | Codec::QuotedPrintable | Codec::Html)
    }
}

pub(crate) fn utf8() -> &'static Encoding {
    static PLACE: std::sync::LazyLock<usize> =
        std::sync::LazyLock::new(|| ALL.iter().position(|encoding| encoding.name == "UTF-8").unwrap_or(0));
    &ALL[*PLACE]
}

/// One that is certain to exist.
pub(crate) fn known(name: &str) -> &'static Encoding {
    Encoding::find(name.as_bytes()).unwrap_or_else(utf8)
}
