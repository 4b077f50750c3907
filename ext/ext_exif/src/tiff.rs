//! Reads the directories of tags of a TIFF file, alone or inside a JPEG file, and distrusts every offset in them.

use std::borrow::Cow;

use crate::image::{Image, JPEG, Section, TIFF_INTEL, TIFF_MOTOROLA, until_nul};
use crate::makers;
use crate::number::{Format, Order};
use crate::tags::{self, Table};

/// Directories within directories, and entries in all: more are a trick.
const DEEPEST: usize = 10;
const MOST_ENTRIES: usize = 1000;
const ENTRY: usize = 12;
const END_OF_FILE: &str = "Unexpected end of file reached";
const END_OF_THUMBNAIL: &str = "Thumbnail goes IFD boundary or end of file reached";

const WIDTH: u16 = 0x100;
const HEIGHT: u16 = 0x101;
const COLOURS: u16 = 0x106;
const MAKE: u16 = 0x10f;
const STRIPS: u16 = 0x111;
const STRIP_SIZES: u16 = 0x117;
const INNER: u16 = 0x14a;
const JPEG_AT: u16 = 0x201;
const JPEG_SIZE: u16 = 0x202;
const COPYRIGHT: u16 = 0x8298;
const EXPOSURE: u16 = 0x829a;
const F_NUMBER: u16 = 0x829d;
const EXIF: u16 = 0x8769;
const GPS_POINTER: u16 = 0x8825;
const SHUTTER: u16 = 0x9201;
const APERTURE: u16 = 0x9202;
const MOST_APERTURE: u16 = 0x9205;
const DISTANCE: u16 = 0x9206;
const MAKER: u16 = 0x927c;
const COMMENT: u16 = 0x9286;
const EXIF_WIDTH: u16 = 0xa002;
const EXIF_HEIGHT: u16 = 0xa003;
const EXCHANGE: u16 = 0xa005;
const PLANE: u16 = 0xa20e;
const PLANE_UNIT: u16 = 0xa210;

/// Where a directory's offsets lead to. Places are places in the file.
#[derive(Clone, Copy)]
struct Area {
    base: usize,
    start: usize,
    end: usize,
    /// Where offsets begin that lead out of the area.
    outside: usize,
}

impl Area {
    fn contains(&self, at: usize, length: usize) -> bool {
        at >= self.start && at.checked_add(length).is_some_and(|end| end <= self.end)
    }

    fn find(&self, offset: usize, length: usize) -> Option<usize> {
        let at = self.base.checked_add(offset)?;
        self.contains(at, length).then_some(at)
    }
}

/// What the entry under work says.
struct Entry<'a> {
    tag: u16,
    format: Format,
    /// Where the value stands.
    at: usize,
    value: &'a [u8],
    table: Table,
}

impl Entry<'_> {
    fn number(&self, order: Order) -> f64 {
        self.format.number(self.value, order)
    }

    fn size(&self, order: Order) -> usize {
        self.format.size_value(self.value, order)
    }
}

fn pointed_to(tag: u16) -> Option<Section> {
    match tag {
        EXIF => Some(Section::Exif),
        GPS_POINTER => Some(Section::Gps),
        EXCHANGE => Some(Section::Exchange),
        _ => None,
    }
}

/// A TIFF file inside another file, `start` bytes from its beginning.
pub(crate) fn inside(image: &mut Image<'_>, data: &[u8], start: usize) {
    if data.len() < 2 {
        return image.warn("Missing TIFF alignment marker");
    }
    let order = match &data[..2] {
        b"II" => Order { big: false },
        b"MM" => Order { big: true },
        _ => return image.warn("Invalid TIFF alignment marker"),
    };
    image.order = Some(order);
    let at = order.u32(data, 4) as usize;
    if data.len() < 8 || order.u16(data, 2) != 0x2a || at < 8 {
        return image.warn("Invalid TIFF start (1)");
    }
    if at > data.len() {
        return image.warn("Invalid IFD start");
    }
    image.mark(Section::Image);
    let area = Area { base: start, start, end: start + data.len(), outside: start };
    directory(image, area, start + at, Section::Image, 0);
    if image.plane != 0.0 {
        image.chip_width = (image.exif_width as f64 * image.plane_unit / image.plane) as f32;
    }
}

fn directory(image: &mut Image<'_>, area: Area, at: usize, section: Section, tag: u16) -> bool {
    image.mark(Section::Image);
    if !area.contains(at, 2) {
        image.warn("Illegal IFD size");
        return false;
    }
    let count = usize::from(image.order().u16(image.file, at));
    let entries = at + 2;
    let end = entries + count * ENTRY;
    if !area.contains(entries, count * ENTRY) {
        let (from, to, all) = (entries - area.start, end - area.start, area.end - area.start);
        image.warn(format!("Illegal IFD size: x{from:04X} + 2 + x{count:04X}*12 = x{to:04X} > x{all:04X}"));
        return false;
    }
    for n in 0..count {
        if !entry(image, entries + n * ENTRY, area, section, true, section.tags()) {
            return false;
        }
    }
    if section == Section::Thumbnail || !area.contains(end, 4) || tag == EXIF || tag == GPS_POINTER {
        return true;
    }
    let next = image.order().u32(image.file, end) as usize;
    if next == 0 {
        return true;
    }
    let Some(next) = area.find(next, 0) else {
        image.warn("Illegal IFD offset");
        return false;
    };
    if !directory(image, area, next, Section::Thumbnail, 0) {
        return false;
    }
    let small = &image.thumbnail;
    if small.kind != 0 && small.size != 0 && small.at != 0 && image.with_thumbnail {
        take_thumbnail(image, area);
    }
    true
}

fn take_thumbnail(image: &mut Image<'_>, area: Area) {
    let small = &image.thumbnail;
    if small.data.is_some() {
        return image.warn("Multiple possible thumbnails");
    }
    if small.size >= 1 << 16 {
        return image.warn("Illegal thumbnail size/offset");
    }
    match area.find(small.at, small.size) {
        Some(at) => {
            image.thumbnail.data = Some(image.file[at..at + image.thumbnail.size].to_vec());
            build_thumbnail(image);
        }
        None => image.warn(END_OF_THUMBNAIL),
    }
}

/// Makes a file of the strips of the small image.
fn build_thumbnail(image: &mut Image<'_>) {
    if matches!(image.thumbnail.kind, JPEG | 0) || image.thumbnail.data.is_none() {
        return;
    }
    let order = image.order();
    let two = |n: u16| if order.big { n.to_be_bytes() } else { n.to_le_bytes() };
    let four = |n: usize| if order.big { (n as u32).to_be_bytes() } else { (n as u32).to_le_bytes() };
    let entries = &image.small_entries;
    let mut far = 8 + 2 + entries.len() * ENTRY + 4;
    let strips = far + entries.iter().map(|(_, _, data)| data.len()).filter(|length| *length > 4).sum::<usize>();
    let mut out = if order.big { b"MM\0\x2a\0\0\0\x08".to_vec() } else { b"II\x2a\0\x08\0\0\0".to_vec() };
    let mut values = Vec::new();
    out.extend(two(entries.len() as u16));
    for (tag, format, data) in entries {
        out.extend(two(*tag));
        if matches!(*tag, STRIPS | JPEG_AT) {
            out.extend(two(Format::Long.code()));
            out.extend(four(1));
            out.extend(four(strips));
            if data.len() > 4 {
                values.resize(values.len() + data.len(), 0);
                far += data.len();
            }
            continue;
        }
        out.extend(two(format.code()));
        out.extend(four(data.len() / format.size()));
        if data.len() <= 4 {
            out.extend(data.iter().copied().chain([0; 4]).take(4));
        } else {
            out.extend(four(far));
            values.extend(data);
            far += data.len();
        }
    }
    out.extend([0; 4]);
    out.extend(values);
    out.extend(image.thumbnail.data.take().unwrap_or_default());
    image.thumbnail.size = out.len();
    image.thumbnail.data = Some(out);
}

fn entry(image: &mut Image<'_>, at: usize, area: Area, section: Section, follow: bool, table: Table) -> bool {
    image.entries += 1;
    if image.entries > MOST_ENTRIES + 1 {
        image.warn("corrupt EXIF header: maximum IFD tag count reached");
        return false;
    }
    if image.depth > DEEPEST {
        image.warn("corrupt EXIF header: maximum directory nesting level reached");
        return false;
    }
    image.depth += 1;
    let went_on = read_entry(image, at, area, section, follow, table);
    image.depth -= 1;
    went_on
}

fn read_entry(image: &mut Image<'_>, at: usize, area: Area, section: Section, follow: bool, table: Table) -> bool {
    let (order, file) = (image.order(), image.file);
    let tag = order.u16(file, at);
    let code = order.u16(file, at + 2);
    let count = order.u32(file, at + 4) as usize;
    let name = tags::name_or_none(table, tag);
    let format = Format::of(code).unwrap_or_else(|| {
        image.warn(format!("Process tag(x{tag:04X}={name}): Illegal format code 0x{code:04X}, suppose BYTE"));
        Format::Byte
    });
    let length = count * format.size();
    if length > i32::MAX as usize {
        image.warn(format!("Process tag(x{tag:04X}={name}): Illegal byte_count"));
        return false;
    }
    let mut place = at + 8;
    if length > 4 {
        let offset = order.u32(file, at + 8) as usize;
        place = match area.find(offset, length) {
            Some(place) => place,
            None => {
                let size = file.len();
                if offset + length > size {
                    let (offset, end) = (offset as u32, (offset + length) as u32);
                    image.warn(format!(
                        "Process tag(x{tag:04X}={name}): Illegal pointer offset(x{offset:04X} + x{length:04X} = x{end:04X} > x{size:04X})"
                    ));
                    return false;
                }
                area.outside + offset
            }
        };
    }
    let Some(value) = file.get(place..place + length) else {
        image.warn(END_OF_FILE);
        return false;
    };
    image.mark(Section::AnyTag);
    let entry = Entry { tag, format, at: place, value, table };
    let went_on = match section {
        Section::Thumbnail => small(image, &entry),
        Section::Image | Section::Exif => main(image, &entry, area, follow),
        _ => true,
    };
    if !went_on {
        return false;
    }
    let mut value = Cow::Borrowed(value);
    if tag == MAKER && matches!(format, Format::Bytes | Format::Byte | Format::SignedByte | Format::Directory) {
        value = Cow::Borrowed(until_nul(entry.value));
    }
    let spaces = tag == COMMENT && matches!(section, Section::Image | Section::Exif) && !is_encoded(&value);
    if spaces && value.ends_with(b" ") {
        let first = if value.len() >= 8 && has_encoding(&value) { 9 } else { 1 };
        let bytes = value.to_mut();
        let spaces = bytes[first..].iter_mut().rev().take_while(|byte| **byte == b' ');
        spaces.for_each(|byte| *byte = 0);
    }
    let key = tags::name(table, tag).map_or_else(|| format!("UndefinedTag:0x{tag:04X}"), String::from);
    if section == Section::Thumbnail {
        let kept = if format == Format::Text { until_nul(&value) } else { &value[..] };
        image.make_room(kept.len());
        image.small_entries.push((tag, format, kept.to_vec()));
    }
    let count = if tag == MAKER && format.size() == 1 && format != Format::Text { value.len() } else { count };
    image.add_value(section, key, format, count, &value);
    true
}

fn needs_value(image: &mut Image<'_>, entry: &Entry<'_>) -> bool {
    if entry.value.is_empty() {
        image.warn(format!("Process tag(x{:04X}={}): Cannot be empty", entry.tag, tags::name_or_none(entry.table, entry.tag)));
    }
    !entry.value.is_empty()
}

/// A tag of the small image.
fn small(image: &mut Image<'_>, entry: &Entry<'_>) -> bool {
    if image.thumbnail.data.is_some() {
        return true;
    }
    if !needs_value(image, entry) {
        return false;
    }
    let size = entry.size(image.order());
    match entry.tag {
        WIDTH | EXIF_WIDTH => image.thumbnail.width = size,
        HEIGHT | EXIF_HEIGHT => image.thumbnail.height = size,
        STRIPS | JPEG_AT => image.thumbnail.at = size,
        STRIP_SIZES => {
            image.thumbnail.kind = if image.kind == JPEG { TIFF_MOTOROLA } else { image.kind };
            image.thumbnail.size = size;
        }
        JPEG_SIZE if image.thumbnail.kind == 0 => {
            image.thumbnail.kind = JPEG;
            image.thumbnail.size = size;
        }
        _ => {}
    }
    true
}

/// A tag of the image, or of how it was taken.
fn main(image: &mut Image<'_>, entry: &Entry<'_>, area: Area, follow: bool) -> bool {
    let order = image.order();
    let needs = match entry.tag {
        F_NUMBER | EXIF_WIDTH | PLANE | DISTANCE | PLANE_UNIT => true,
        APERTURE | MOST_APERTURE => image.aperture == 0.0,
        SHUTTER => image.exposure == 0.0,
        _ => false,
    };
    if needs && !needs_value(image, entry) {
        return false;
    }
    match entry.tag {
        COPYRIGHT => {
            let first = until_nul(entry.value);
            if entry.value.len() > 1 && !first.is_empty() {
                if first.len() + 1 < entry.value.len() {
                    let second = until_nul(&entry.value[first.len() + 1..]);
                    image.copyright = Some([first, b", ", second].concat());
                    image.copyrights = Some((first.to_vec(), second.to_vec()));
                } else {
                    image.copyright = Some(first.to_vec());
                }
            }
        }
        COMMENT => image.comment = Some(comment(image, entry.value)),
        0x9c9b..=0x9c9f => {
            image.mark(Section::Windows);
            // A unit of two bytes becomes three at most.
            image.make_room(entry.value.len() / 2 * 3);
            let text = image.wide(entry.value, image.wide_order()).unwrap_or_else(|| entry.value.to_vec());
            image.windows.push((entry.tag, text));
        }
        F_NUMBER => image.aperture = entry.number(order) as f32,
        APERTURE | MOST_APERTURE if image.aperture == 0.0 => {
            image.aperture = ((entry.number(order) * f64::from(std::f32::consts::LN_2) * 0.5) as f32).exp();
        }
        SHUTTER if image.exposure == 0.0 => {
            image.exposure = ((-entry.number(order) * f64::from(std::f32::consts::LN_2)) as f32).exp();
        }
        EXPOSURE => image.exposure = -1.0,
        EXIF_WIDTH => image.exif_width = entry.size(order),
        PLANE => image.plane = entry.number(order),
        DISTANCE => image.distance = entry.number(order) as f32,
        PLANE_UNIT => match entry.number(order) as i64 {
            1 | 2 => image.plane_unit = 25.4,
            3 => image.plane_unit = 10.0,
            4 => image.plane_unit = 1.0,
            5 => image.plane_unit = 0.001,
            _ => {}
        },
        INNER if entry.format == Format::Directory => image.note("Skip SUB IFD"),
        MAKE => image.make = Some(until_nul(entry.value).to_vec()),
        MAKER => return maker(image, entry, area),
        _ => return pointer(image, entry, area, follow),
    }
    true
}

/// A tag that may lead to another directory.
fn pointer(image: &mut Image<'_>, entry: &Entry<'_>, area: Area, follow: bool) -> bool {
    let Some(section) = pointed_to(entry.tag).filter(|_| follow) else { return true };
    if !needs_value(image, entry) {
        return false;
    }
    image.mark(section);
    let offset = image.order().u32(image.file, entry.at) as usize;
    let Some(at) = area.find(offset, 0) else {
        image.warn("Illegal IFD Pointer");
        return false;
    };
    directory(image, area, at, section, entry.tag)
}

fn has_encoding(value: &[u8]) -> bool {
    value.starts_with(b"ASCII\0\0\0") || value.starts_with(&[0; 8])
}

fn is_encoded(value: &[u8]) -> bool {
    value.starts_with(b"UNICODE\0") || value.starts_with(b"JIS\0\0\0\0\0")
}

/// A user's text, and the name of its encoding.
fn comment(image: &Image<'_>, value: &[u8]) -> (Vec<u8>, String) {
    // What is copied as it is has a zero behind it.
    let raw = |value: &[u8]| [value, b"\0"].concat();
    let mut name = "";
    let mut text = value;
    if let Some(text) = value.strip_prefix(b"UNICODE\0") {
        let (big, text) = match text {
            [0xfe, 0xff, text @ ..] => (true, text),
            [0xff, 0xfe, text @ ..] => (false, text),
            _ => (image.wide_order(), text),
        };
        return (image.wide(text, big).unwrap_or_else(|| raw(text)), "UNICODE".into());
    }
    if let Some(text) = value.strip_prefix(b"JIS\0\0\0\0\0") {
        return (if text.is_empty() { Vec::new() } else { raw(text) }, "JIS".into());
    }
    if has_encoding(value) {
        name = if value[0] == 0 { "UNDEFINED" } else { "ASCII" };
        text = &value[8..];
    }
    let spaces = text.iter().rev().take_while(|byte| **byte == b' ').count();
    let kept = (text.len() - spaces).max(text.len().min(1));
    (until_nul(&text[..kept]).to_vec(), name.into())
}

/// What a maker of cameras keeps in a directory of its own.
fn maker(image: &mut Image<'_>, entry: &Entry<'_>, area: Area) -> bool {
    let Some(maker) = makers::find(image.make.as_deref(), entry.value) else { return true };
    let length = entry.value.len();
    if length < 2 || maker.offset >= length - 1 {
        image.warn(format!("IFD data too short: 0x{length:04X} offset 0x{:04X}", maker.offset));
        return true;
    }
    let Some(table) = maker.tags else { return true };
    let start = entry.at + maker.offset;
    image.mark(Section::Maker);
    let before = image.order;
    if let Some(big) = maker.big {
        image.order = Some(Order { big });
    }
    let mut count = usize::from(image.order().u16(image.file, start));
    if 2 + count * ENTRY > length {
        image.note("Potentially invalid endianess, trying again with different endianness before imminent failure.");
        image.order = Some(Order { big: !image.order().big });
        count = usize::from(image.order().u16(image.file, start));
    }
    let all = 2 + count * ENTRY;
    if all > length {
        image.warn(format!("Illegal IFD size: 2 + 0x{count:04X}*12 = 0x{all:04X} > 0x{length:04X}"));
        return false;
    }
    if maker.offset + all > length {
        image.warn(format!("Illegal IFD size: 0x{:04X} > 0x{length:04X}", maker.offset + all));
        return false;
    }
    let own = Area { base: entry.at, start: entry.at, end: entry.at + length, ..area };
    let area = if maker.own_offsets { own } else { area };
    for n in 0..count {
        if !self::entry(image, start + 2 + n * ENTRY, area, Section::Maker, false, table) {
            return false;
        }
    }
    image.order = before;
    true
}

/// A TIFF file. Its first eight bytes were seen.
pub(crate) fn file(image: &mut Image<'_>) -> bool {
    image.mark(Section::Image);
    let at = image.order().u32(image.file, 4) as usize;
    file_directory(image, at, Section::Image)
}

fn file_directory(image: &mut Image<'_>, at: usize, section: Section) -> bool {
    image.entries += 1;
    if image.entries > MOST_ENTRIES + 1 || image.depth > DEEPEST {
        return false;
    }
    image.depth += 1;
    let went_on = read_file_directory(image, at, section);
    image.depth -= 1;
    went_on
}

fn read_file_directory(image: &mut Image<'_>, at: usize, section: Section) -> bool {
    let (order, file) = (image.order(), image.file);
    let size = file.len();
    if at + 2 > size {
        image.warn(format!("Error in TIFF: filesize(x{size:04X}) less than start of IFD dir(x{:04X})", at + 2));
        return false;
    }
    let count = usize::from(order.u16(file, at));
    let own = 2 + count * ENTRY + 4;
    if at + own > size {
        image.warn(format!("Error in TIFF: filesize(x{size:04X}) less than size of IFD dir(x{:04X})", at + own));
        return false;
    }
    let next = order.u32(file, at + own - 4) as usize;
    let mut length = own;
    let mut value = 0;
    for place in (0..count).map(|n| at + 2 + n * ENTRY) {
        length = length.max(measure_entry(image, place, section, at + length, &mut value) - at);
    }
    if at + length > size {
        image.warn(format!("Error in TIFF: filesize(x{size:04X}) less than size of IFD(x{at:04X} + x{length:04X})"));
        return false;
    }
    let area = Area { base: 0, start: at, end: at + length, outside: 0 };
    for place in (0..count).map(|n| at + 2 + n * ENTRY) {
        let tag = order.u16(file, place);
        let inner = if tag == INNER { Some(Section::Thumbnail) } else { pointed_to(tag) };
        let Some(inner) = inner else {
            if !entry(image, place, area, section, false, section.tags()) {
                return false;
            }
            continue;
        };
        image.mark(inner);
        file_directory(image, order.u32(file, place + 8) as usize, inner);
        if section != Section::Thumbnail && tag == INNER && image.thumbnail.kind != 0 {
            take_strips(image);
        }
    }
    if next != 0 && section != Section::Thumbnail {
        file_directory(image, next, Section::Thumbnail);
        take_strips(image);
    }
    true
}

fn take_strips(image: &mut Image<'_>) {
    let small = &image.thumbnail;
    if small.data.is_some() || small.at == 0 || small.size == 0 || !image.with_thumbnail {
        return;
    }
    let end = small.at.saturating_add(small.size);
    match image.file.get(small.at..end) {
        Some(data) => {
            image.thumbnail.data = Some(data.to_vec());
            build_thumbnail(image);
        }
        None => image.warn(END_OF_THUMBNAIL),
    }
}

/// Where the directory ends that has this entry and ended at `end` before; on the way the size of the image. `value` is that of the entry
/// before, which counts again where an entry has none.
fn measure_entry(image: &mut Image<'_>, place: usize, section: Section, end: usize, value: &mut i64) -> usize {
    let (order, file) = (image.order(), image.file);
    let tag = order.u16(file, place);
    let mut code = order.u16(file, place + 2);
    if code > 13 {
        let name = tags::name_or_none(section.tags(), tag);
        image.note(format!("Read from TIFF: tag(0x{tag:04X},{name:>12}): Illegal format code 0x{code:04X}, switching to BYTE"));
        code = Format::Byte.code();
    }
    let format = Format::of(code);
    let length = order.u32(file, place + 4).wrapping_mul(format.map_or(0, Format::size) as u32) as usize;
    if length > 4 {
        let offset = order.u32(file, place + 8) as usize;
        return if offset == end { offset + length } else { end };
    }
    if let Some(format @ (Format::Short | Format::SignedShort | Format::Long | Format::SignedLong)) = format {
        *value = format.number(&file[place + 8..], order) as i64;
    }
    match tag {
        WIDTH | EXIF_WIDTH => image.width = *value,
        HEIGHT | EXIF_HEIGHT => image.height = *value,
        COLOURS => match *value {
            0 | 1 | 4 => image.colours = false,
            2 | 3 | 5 | 6 | 8 => image.colours = true,
            _ => {}
        },
        _ => {}
    }
    end
}

/// The whole of it: the kind of file first.
pub(crate) fn read(image: &mut Image<'_>) -> bool {
    let file = image.file;
    if file.len() < 2 {
        image.warn(format!("File too small ({})", file.len()));
        return false;
    }
    if file.starts_with(&[0xff, 0xd8]) {
        image.kind = JPEG;
        let read = crate::jpeg::read(image);
        if !read {
            image.warn("Invalid JPEG file");
        }
        return read;
    }
    if file.len() < 8 {
        return false;
    }
    (image.kind, image.order) = match &file[..4] {
        b"II\x2a\0" => (TIFF_INTEL, Some(Order { big: false })),
        b"MM\0\x2a" => (TIFF_MOTOROLA, Some(Order { big: true })),
        _ => {
            image.warn("File not supported");
            return false;
        }
    };
    let read = self::file(image);
    if !read {
        image.warn("Invalid TIFF file");
    }
    read
}
