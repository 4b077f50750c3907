//! The encodings' kinds, and where their tables are.

use super::tables::{FourBytes, Lazy, Row};
use super::unicode::{Endian, Width};

/// How an encoding is read and written.
#[derive(Clone, Copy)]
pub(crate) enum Codec {
    Utf8,
    Wide(Width, Endian),
    Utf7,
    Utf7Imap,
    SevenBit,
    EightBit,
    Table(&'static Lazy),
    /// Shift JIS with escape sequences for emoji.
    Softbank(&'static Lazy),
    /// UTF-8 with emoji at code points of a telephone company.
    Utf8Mobile(&'static Lazy),
    Gb18030(&'static Lazy, &'static FourBytes),
    Iso2022(&'static Iso2022),
    Iso2022Kr,
    Hz,
    Base64,
    Uuencode,
    QuotedPrintable,
    Html,
}

impl Codec {
    /// What each byte is, if bytes are characters.
    pub fn bytes_image(self) -> Option<&'static Row> {
        match self {
            Codec::Table(table) => table.get().image(),
            _ => None,
        }
    }

    /// Nothing but ASCII.
    pub fn is_ascii_alone(self) -> bool {
        matches!(self, Codec::Table(table) if std::ptr::eq(table, &ASCII))
    }
}

/// An encoding that escape sequences switch between sets.
pub(crate) struct Iso2022 {
    pub sets: &'static [Set],
    /// Shifting out calls katakana when reading.
    pub shifts: bool,
    /// So it is written too.
    pub shifted_kana: bool,
    /// Katakana may have the eighth bit.
    pub eight_bit: bool,
    /// `ESC ( H` calls ASCII; of sequences that call nothing only the escape is wrong.
    pub lenient: bool,
    pub check: Check,
}

/// When a string is well formed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// When it can be read.
    Reads,
    /// And ends in ASCII; katakana that was shifted to is left by shifting back.
    Jis,
    /// And has no sets but those of RFC 1468.
    Rfc1468,
}

/// A set of characters of one or two bytes.
pub(crate) struct Set {
    /// What calls it, without the escape.
    pub escapes: &'static [&'static str],
    pub written: &'static str,
    pub wide: bool,
    /// The last lead byte.
    pub last: u8,
    pub table: &'static Lazy,
    /// It is read only.
    pub foreign: bool,
}

pub(crate) static EUC_JP: Lazy = Lazy::new(include_bytes!("../../tables/euc-jp.bin"));
pub(crate) static SJIS: Lazy = Lazy::new(include_bytes!("../../tables/sjis.bin"));
pub(crate) static EUCJP_WIN: Lazy = Lazy::new(include_bytes!("../../tables/eucjp-win.bin"));
pub(crate) static EUCJP_2004: Lazy = Lazy::new(include_bytes!("../../tables/eucjp-2004.bin"));
pub(crate) static SJIS_DOCOMO: Lazy = Lazy::new(include_bytes!("../../tables/sjis-docomo.bin"));
pub(crate) static SJIS_KDDI: Lazy = Lazy::new(include_bytes!("../../tables/sjis-kddi.bin"));
pub(crate) static SJIS_SOFTBANK: Lazy = Lazy::new(include_bytes!("../../tables/sjis-softbank.bin"));
pub(crate) static SJIS_MAC: Lazy = Lazy::new(include_bytes!("../../tables/sjis-mac.bin"));
pub(crate) static SJIS_2004: Lazy = Lazy::new(include_bytes!("../../tables/sjis-2004.bin"));
pub(crate) static CP932: Lazy = Lazy::new(include_bytes!("../../tables/cp932.bin"));
pub(crate) static SJIS_WIN: Lazy = Lazy::new(include_bytes!("../../tables/sjis-win.bin"));
pub(crate) static CP51932: Lazy = Lazy::new(include_bytes!("../../tables/cp51932.bin"));
pub(crate) static EUC_CN: Lazy = Lazy::new(include_bytes!("../../tables/euc-cn.bin"));
pub(crate) static CP936: Lazy = Lazy::new(include_bytes!("../../tables/cp936.bin"));
pub(crate) static EUC_TW: Lazy = Lazy::new(include_bytes!("../../tables/euc-tw.bin"));
pub(crate) static BIG5: Lazy = Lazy::new(include_bytes!("../../tables/big5.bin"));
pub(crate) static CP950: Lazy = Lazy::new(include_bytes!("../../tables/cp950.bin"));
pub(crate) static EUC_KR: Lazy = Lazy::new(include_bytes!("../../tables/euc-kr.bin"));
pub(crate) static UHC: Lazy = Lazy::new(include_bytes!("../../tables/uhc.bin"));
pub(crate) static WINDOWS_1251: Lazy = Lazy::new(include_bytes!("../../tables/windows-1251.bin"));
pub(crate) static WINDOWS_1252: Lazy = Lazy::new(include_bytes!("../../tables/windows-1252.bin"));
pub(crate) static WINDOWS_1254: Lazy = Lazy::new(include_bytes!("../../tables/windows-1254.bin"));
pub(crate) static CP866: Lazy = Lazy::new(include_bytes!("../../tables/cp866.bin"));
pub(crate) static CP850: Lazy = Lazy::new(include_bytes!("../../tables/cp850.bin"));
pub(crate) static KOI8_R: Lazy = Lazy::new(include_bytes!("../../tables/koi8-r.bin"));
pub(crate) static KOI8_U: Lazy = Lazy::new(include_bytes!("../../tables/koi8-u.bin"));
pub(crate) static ARMSCII_8: Lazy = Lazy::new(include_bytes!("../../tables/armscii-8.bin"));
pub(crate) static ASCII: Lazy = Lazy::new(include_bytes!("../../tables/ascii.bin"));
pub(crate) static ISO_8859_1: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-1.bin"));
pub(crate) static ISO_8859_2: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-2.bin"));
pub(crate) static ISO_8859_3: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-3.bin"));
pub(crate) static ISO_8859_4: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-4.bin"));
pub(crate) static ISO_8859_5: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-5.bin"));
pub(crate) static ISO_8859_6: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-6.bin"));
pub(crate) static ISO_8859_7: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-7.bin"));
pub(crate) static ISO_8859_8: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-8.bin"));
pub(crate) static ISO_8859_9: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-9.bin"));
pub(crate) static ISO_8859_10: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-10.bin"));
pub(crate) static ISO_8859_13: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-13.bin"));
pub(crate) static ISO_8859_14: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-14.bin"));
pub(crate) static ISO_8859_15: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-15.bin"));
pub(crate) static ISO_8859_16: Lazy = Lazy::new(include_bytes!("../../tables/iso-8859-16.bin"));
pub(crate) static UTF8_DOCOMO: Lazy = Lazy::new(include_bytes!("../../tables/utf8-docomo.bin"));
pub(crate) static UTF8_KDDI_A: Lazy = Lazy::new(include_bytes!("../../tables/utf8-kddi-a.bin"));
pub(crate) static UTF8_KDDI_B: Lazy = Lazy::new(include_bytes!("../../tables/utf8-kddi-b.bin"));
pub(crate) static UTF8_SOFTBANK: Lazy = Lazy::new(include_bytes!("../../tables/utf8-softbank.bin"));
pub(crate) static HZ: Lazy = Lazy::new(include_bytes!("../../tables/hz.bin"));
pub(crate) static ISO2022KR: Lazy = Lazy::new(include_bytes!("../../tables/iso2022kr.bin"));
pub(crate) static GB18030: Lazy = Lazy::new(include_bytes!("../../tables/gb18030.bin"));
pub(crate) static GB18030_2022: Lazy = Lazy::new(include_bytes!("../../tables/gb18030-2022.bin"));
pub(crate) static GB18030_FOUR: FourBytes = FourBytes::new(include_bytes!("../../tables/gb18030-four.bin"));
pub(crate) static GB18030_2022_FOUR: FourBytes = FourBytes::new(include_bytes!("../../tables/gb18030-2022-four.bin"));

macro_rules! sets {
    ($name:ident, $shifts:literal, $written:literal, $eight:literal, $check:ident, [$($file:literal $wide:literal $last:literal $foreign:literal $first:literal $($also:literal)*),*]) => {
        pub(crate) static $name: Iso2022 = Iso2022 {
            sets: &[$(Set {
                escapes: &[$first $(, $also)*],
                written: $first,
                wide: $wide,
                last: $last,
                table: {
                    static TABLE: Lazy = Lazy::new(include_bytes!(concat!("../../tables/", $file, ".bin")));
                    &TABLE
                },
                foreign: $foreign,
            }),*],
            shifts: $shifts,
            shifted_kana: $written,
            eight_bit: $eight,
            lenient: $shifts,
            check: Check::$check,
        };
    };
}

sets!(JIS, true, false, true, Jis, [
    "jis-J" false 0x7e false "(J", "jis-I" false 0x7e false "(I",
    "jis-xB" true 0x7e false "$B" "$@" "$(@" "$(B", "jis-xD" true 0x7e false "$(D"
]);
sets!(ISO2022JP, true, false, true, Rfc1468, [
    "iso2022jp-J" false 0x7e false "(J", "iso2022jp-xB" true 0x7e false "$B" "$@" "$(@" "$(B",
    "jis-xD" true 0x7e true "$(D", "jis-I" false 0x7e true "(I"
]);
sets!(ISO2022JP_MS, false, false, true, Reads, [
    "iso2022jp-ms-J" false 0x7e false "(J", "iso2022jp-ms-I" false 0x7e false "(I",
    "iso2022jp-ms-xB" true 0x7f false "$B" "$@" "$(@" "$(B", "iso2022jp-ms-xu" true 0x7f false "$(?"
]);
sets!(ISO2022JP_2004, false, false, false, Reads, [
    "iso2022jp-2004-xB" true 0x7e false "$B",
    "iso2022jp-2004-xQ" true 0x7e false "$(Q", "iso2022jp-2004-xP" true 0x7e false "$(P"
]);
sets!(ISO2022JP_KDDI, false, false, true, Reads, [
    "iso2022jp-kddi-J" false 0x7e false "(J", "iso2022jp-kddi-I" false 0x7e false "(I",
    "iso2022jp-kddi-xB" true 0x7f false "$B" "$@" "$(@" "$(B"
]);
sets!(CP50221, true, false, true, Reads, [
    "cp50221-J" false 0x7e false "(J", "cp50221-I" false 0x7e false "(I",
    "cp50221-xB" true 0x97 false "$B" "$@" "$(@" "$(B", "cp50221-xD" true 0x97 false "$(D"
]);
sets!(CP50220, true, false, true, Reads, [
    "cp50221-J" false 0x7e false "(J", "cp50221-I" false 0x7e false "(I",
    "cp50221-xB" true 0x97 false "$B" "$@" "$(@" "$(B", "cp50221-xD" true 0x97 false "$(D"
]);
sets!(CP50222, true, true, true, Reads, [
    "cp50221-J" false 0x7e false "(J", "cp50221-I" false 0x7e false "(I",
    "cp50221-xB" true 0x97 false "$B" "$@" "$(@" "$(B", "cp50221-xD" true 0x97 false "$(D"
]);
