//! Arrays of what was found.

use loxo_runtime::{PhpArray, Value};

use crate::image::{Found, Image, SECTIONS, Section, until_nul};
use crate::jpeg;
use crate::number::{Format, Order};
use crate::tags;

/// The file itself.
pub(crate) struct FileFacts {
    pub name: Option<Vec<u8>>,
    pub time: i64,
    pub size: usize,
}

fn mime(kind: i64) -> &'static [u8] {
    match kind {
        crate::image::JPEG => b"image/jpeg",
        crate::image::TIFF_INTEL | crate::image::TIFF_MOTOROLA => b"image/tiff",
        _ => b"application/octet-stream",
    }
}

/// The names of the sections that were found.
fn section_names(sections: u32) -> String {
    let names: Vec<&str> = SECTIONS.iter().filter(|(section, _)| sections & section.bit() != 0).map(|(_, name)| *name).collect();
    names.join(", ")
}

/// Fills the sections that are about the whole.
fn conclude(image: &mut Image<'_>, facts: &FileFacts, sections: u32) {
    if let Some(name) = &facts.name {
        image.add_text(Section::File, "FileName", name);
    }
    image.add(Section::File, "FileDateTime", Found::Int(i64::from(facts.time as i32)));
    image.add(Section::File, "FileSize", Found::Int(i64::from(facts.size as i32)));
    image.add(Section::File, "FileType", Found::Int(image.kind));
    image.add_text(Section::File, "MimeType", mime(image.kind));
    image.add_text(Section::File, "SectionsFound", section_names(sections).as_bytes());
    compute(image);
    for (tag, text) in std::mem::take(&mut image.windows) {
        image.add_text(Section::Windows, tags::name_or_none(tags::IMAGE, tag), &text);
    }
    if image.thumbnail.size != 0 {
        conclude_thumbnail(image);
    }
    let (width, height) = (image.thumbnail.width, image.thumbnail.height);
    if width != 0 && height != 0 {
        image.add(Section::Computed, "Thumbnail.Height", Found::Int(i64::from(height as i32)));
        image.add(Section::Computed, "Thumbnail.Width", Found::Int(i64::from(width as i32)));
    }
}

fn compute(image: &mut Image<'_>) {
    let (width, height) = (image.width, image.height);
    if width > 0 && height > 0 {
        image.add_text(Section::Computed, "html", format!("width=\"{width}\" height=\"{height}\"").as_bytes());
        image.add(Section::Computed, "Height", Found::Int(height));
        image.add(Section::Computed, "Width", Found::Int(width));
    }
    image.add(Section::Computed, "IsColor", Found::Int(image.colours.into()));
    if let Some(order) = image.order {
        image.add(Section::Computed, "ByteOrderMotorola", Found::Int(order.big.into()));
    }
    if image.chip_width != 0.0 {
        image.add_text(Section::Computed, "CCDWidth", format!("{}mm", image.chip_width as i32).as_bytes());
    }
    if image.exposure > 0.0 {
        let part = 0.5 + 1.0 / image.exposure;
        let text = if image.exposure <= 0.5 && part < i32::MAX as f32 {
            format!("{:.3} s (1/{})", image.exposure, part as i32)
        } else {
            format!("{:.3} s", image.exposure)
        };
        image.add_text(Section::Computed, "ExposureTime", text.as_bytes());
    }
    if image.aperture != 0.0 {
        image.add_text(Section::Computed, "ApertureFNumber", format!("f/{:.1}", image.aperture).as_bytes());
    }
    if image.distance < 0.0 {
        image.add_text(Section::Computed, "FocusDistance", b"Infinite");
    } else if image.distance != 0.0 {
        image.add_text(Section::Computed, "FocusDistance", format!("{:.2}m", image.distance).as_bytes());
    }
    if let Some((text, encoding)) = image.comment.take() {
        let found = if text.is_empty() { Found::Nothing } else { Found::Bytes(text) };
        image.add(Section::Computed, "UserComment", found);
        if !encoding.is_empty() {
            image.add_text(Section::Computed, "UserCommentEncoding", encoding.as_bytes());
        }
    }
    if let Some(text) = image.copyright.take() {
        image.add_text(Section::Computed, "Copyright", &text);
    }
    if let Some((photographer, editor)) = image.copyrights.take() {
        image.add_text(Section::Computed, "Copyright.Photographer", &photographer);
        image.add_text(Section::Computed, "Copyright.Editor", &editor);
    }
}

fn conclude_thumbnail(image: &mut Image<'_>) {
    if image.with_thumbnail {
        let found = image.thumbnail.data.clone().map_or(Found::Nothing, Found::Bytes);
        image.add(Section::Thumbnail, "THUMBNAIL", found);
    }
    if (image.thumbnail.width == 0 || image.thumbnail.height == 0)
        && let Err(message) = jpeg::measure(&mut image.thumbnail)
    {
        image.warn(message);
    }
    image.add(Section::Computed, "Thumbnail.FileType", Found::Int(image.thumbnail.kind));
    image.add_text(Section::Computed, "Thumbnail.MimeType", mime(image.thumbnail.kind));
}

fn number(format: Format, order: Order, data: &[u8]) -> Value {
    let (over, under) = (order.u32(data, 0), order.u32(data, 4));
    match format {
        Format::Ratio => Value::bytes(format!("{over}/{under}").as_bytes()),
        Format::SignedRatio => Value::bytes(format!("{}/{}", over.cast_signed(), under.cast_signed()).as_bytes()),
        Format::Single | Format::Double => Value::float(format.number(data, order)),
        Format::Long => Value::int(over.cast_signed().into()),
        _ => Value::int(format.number(data, order) as i64),
    }
}

fn value(found: Found) -> Value {
    match found {
        Found::Nothing => Value::NULL,
        Found::Text(bytes) | Found::Bytes(bytes) => Value::bytes(&bytes),
        Found::Int(n) => Value::int(n),
        Found::Numbers(format, order, 1, data) => number(format, order, &data),
        Found::Numbers(format, order, _, data) => {
            let mut all = PhpArray::new();
            for (place, part) in data.chunks_exact(format.size()).enumerate() {
                all.set_int(place as i64, number(format, order, part));
            }
            Value::array(all)
        }
    }
}

/// The sections that a list names.
pub(crate) fn sections_named(list: &[u8]) -> u32 {
    let mut named = 0;
    for word in list.split(|byte| matches!(byte, b',' | b' ')) {
        let section = SECTIONS.iter().find(|(_, name)| name.as_bytes() == word);
        named |= section.map_or(0, |(section, _)| section.bit());
    }
    named
}

/// All that was found; none where nothing of it is `wanted`.
pub(crate) fn of(image: &mut Image<'_>, facts: &FileFacts, wanted: u32, arrays: bool) -> Option<PhpArray> {
    const ORDER: [Section; 13] = [
        Section::File,
        Section::Computed,
        Section::AnyTag,
        Section::Image,
        Section::Thumbnail,
        Section::Comment,
        Section::Exif,
        Section::Gps,
        Section::Exchange,
        Section::FlashPix,
        Section::Picture,
        Section::Windows,
        Section::Maker,
    ];
    let sections = image.sections;
    let all = sections | Section::File.bit() | Section::Computed.bit();
    if wanted != 0 && wanted & all == 0 {
        return None;
    }
    conclude(image, facts, sections);
    let mut out = PhpArray::new();
    for section in ORDER {
        let found = std::mem::take(&mut image.found[section as usize]);
        if found.is_empty() {
            continue;
        }
        let mut own = PhpArray::new();
        let apart = arrays || matches!(section, Section::Computed | Section::Thumbnail | Section::Comment);
        let into = if apart { &mut own } else { &mut out };
        let mut texts = 0;
        for (name, found) in found {
            if section == Section::Comment && matches!(found, Found::Text(_)) {
                into.set_int(texts, value(found));
                texts += 1;
            } else {
                into.set_sym(until_nul(name.as_bytes()), value(found));
            }
        }
        if apart {
            out.set_bytes(SECTIONS[section as usize].1.as_bytes(), Value::array(own));
        }
    }
    Some(out)
}
