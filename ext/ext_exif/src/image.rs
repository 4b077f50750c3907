//! What is known of an image so far.

use loxo_runtime::memory_limit::ensure_room;

use crate::number::{Format, Order};
use crate::tags::{self, Table};

/// After so many complaints there are none.
const COMPLAINTS: usize = 10;

pub(crate) const JPEG: i64 = 2;
pub(crate) const TIFF_INTEL: i64 = 7;
pub(crate) const TIFF_MOTOROLA: i64 = 8;

/// Parts of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    File,
    Computed,
    AnyTag,
    Image,
    Thumbnail,
    Comment,
    Jfif,
    Exif,
    FlashPix,
    Gps,
    Exchange,
    Picture,
    Windows,
    Maker,
}

pub(crate) const SECTIONS: [(Section, &str); 14] = [
    (Section::File, "FILE"),
    (Section::Computed, "COMPUTED"),
    (Section::AnyTag, "ANY_TAG"),
    (Section::Image, "IFD0"),
    (Section::Thumbnail, "THUMBNAIL"),
    (Section::Comment, "COMMENT"),
    (Section::Jfif, "APP0"),
    (Section::Exif, "EXIF"),
    (Section::FlashPix, "FPIX"),
    (Section::Gps, "GPS"),
    (Section::Exchange, "INTEROP"),
    (Section::Picture, "APP12"),
    (Section::Windows, "WINXP"),
    (Section::Maker, "MAKERNOTE"),
];

impl Section {
    pub fn bit(self) -> u32 {
        1 << self as u32
    }

    pub fn tags(self) -> Table {
        match self {
            Section::Gps => tags::GPS_POINTER,
            Section::Exchange => tags::EXCHANGE,
            _ => tags::IMAGE,
        }
    }
}

/// One value that was found.
pub(crate) enum Found {
    Nothing,
    Text(Vec<u8>),
    Bytes(Vec<u8>),
    /// The format is one of numbers.
    Numbers(Format, Order, usize, Vec<u8>),
    Int(i64),
}

#[derive(Default)]
pub(crate) struct Thumbnail {
    /// Zero: not known.
    pub kind: i64,
    pub width: usize,
    pub height: usize,
    pub size: usize,
    pub at: usize,
    pub data: Option<Vec<u8>>,
}

/// Texts of two bytes per character.
#[derive(Default)]
pub(crate) struct Wide {
    /// What they become, in capitals.
    pub encoding: Vec<u8>,
    /// Is the big end first in files of the one and the other order?
    pub motorola: bool,
    pub intel: bool,
}

#[derive(Default)]
pub(crate) struct Image<'a> {
    /// The whole file.
    pub file: &'a [u8],
    pub kind: i64,
    pub order: Option<Order>,
    pub width: i64,
    pub height: i64,
    pub colours: bool,
    pub sections: u32,
    pub found: [Vec<(String, Found)>; 14],
    pub thumbnail: Thumbnail,
    pub with_thumbnail: bool,
    /// Warnings, and notices as `false`.
    pub complaints: Vec<(bool, String)>,
    pub suppressed: bool,
    pub entries: usize,
    pub depth: usize,
    pub comment: Option<(Vec<u8>, String)>,
    pub copyright: Option<Vec<u8>>,
    pub copyrights: Option<(Vec<u8>, Vec<u8>)>,
    pub windows: Vec<(u16, Vec<u8>)>,
    pub make: Option<Vec<u8>>,
    /// Tags of the small image.
    pub small_entries: Vec<(u16, Format, Vec<u8>)>,
    pub aperture: f32,
    pub exposure: f32,
    pub distance: f32,
    pub chip_width: f32,
    pub exif_width: usize,
    pub plane: f64,
    pub plane_unit: f64,
    pub wide: Wide,
    /// Bytes of the file that were copied. Many tags may have one and the same value.
    pub copied: usize,
}

impl Image<'_> {
    pub fn order(&self) -> Order {
        self.order.unwrap_or(Order { big: true })
    }

    pub fn mark(&mut self, section: Section) {
        self.sections |= section.bit();
    }

    pub fn has(&self, section: Section) -> bool {
        self.sections & section.bit() != 0
    }

    pub fn warn(&mut self, message: impl Into<String>) {
        self.complain(true, message.into());
    }

    pub fn note(&mut self, message: impl Into<String>) {
        self.complain(false, message.into());
    }

    fn complain(&mut self, warning: bool, message: String) {
        if self.complaints.len() < COMPLAINTS {
            self.complaints.push((warning, message));
        } else if !self.suppressed {
            self.suppressed = true;
            self.complaints.push((warning, String::new()));
        }
    }

    /// Before so many more bytes are kept: a request that has no space for them ends.
    pub fn make_room(&mut self, more: usize) {
        self.copied = self.copied.saturating_add(more);
        ensure_room(self.copied);
    }

    pub fn add(&mut self, section: Section, name: impl Into<String>, found: Found) {
        self.mark(section);
        self.found[section as usize].push((name.into(), found));
    }

    pub fn add_text(&mut self, section: Section, name: &str, text: &[u8]) {
        self.add(section, name, Found::Text(until_nul(text).to_vec()));
    }

    /// A value as it stands in the file.
    pub fn add_value(&mut self, section: Section, name: String, format: Format, count: usize, data: &[u8]) {
        self.make_room(data.len());
        let found = match format {
            Format::Text => match until_nul(data) {
                [] => Found::Nothing,
                text => Found::Text(text.to_vec()),
            },
            Format::Byte | Format::SignedByte | Format::Bytes | Format::Directory if count == 0 => Found::Nothing,
            Format::Byte | Format::SignedByte | Format::Bytes | Format::Directory => Found::Bytes(data[..count.min(data.len())].to_vec()),
            _ if count == 0 => Found::Nothing,
            _ => Found::Numbers(format, self.order(), count, data.to_vec()),
        };
        self.add(section, name, found);
    }

    /// Which end of texts of two bytes per character comes first, where they do not say.
    pub fn wide_order(&self) -> bool {
        if self.order().big { self.wide.motorola } else { self.wide.intel }
    }

    /// The text of a text of two bytes per character.
    pub fn wide(&self, data: &[u8], big: bool) -> Option<Vec<u8>> {
        let order = Order { big };
        let units = data
            .chunks_exact(2)
            .map(|pair| char::from_u32(u32::from(order.u16(pair, 0))).unwrap_or('?'))
            .chain((!data.len().is_multiple_of(2)).then_some('?'));
        let one = |c: char| u8::try_from(u32::from(c)).ok();
        let euro = |c: char| match c {
            '€' => Some(0xa4),
            'Š' => Some(0xa6),
            'š' => Some(0xa8),
            'Ž' => Some(0xb4),
            'ž' => Some(0xb8),
            'Œ' => Some(0xbc),
            'œ' => Some(0xbd),
            'Ÿ' => Some(0xbe),
            '¤' | '¦' | '¨' | '´' | '¸' | '¼' | '½' | '¾' => None,
            _ => one(c),
        };
        match &self.wide.encoding[..] {
            b"ISO-8859-15" => Some(units.map(|c| euro(c).unwrap_or(b'?')).collect()),
            b"ISO-8859-1" => Some(units.map(|c| one(c).unwrap_or(b'?')).collect()),
            b"ASCII" | b"US-ASCII" => Some(units.map(|c| one(c).filter(u8::is_ascii).unwrap_or(b'?')).collect()),
            b"UTF-8" => Some(units.collect::<String>().into_bytes()),
            _ => None,
        }
    }
}

/// The text before the first zero.
pub(crate) fn until_nul(data: &[u8]) -> &[u8] {
    data.split(|byte| *byte == 0).next().unwrap_or(data)
}
