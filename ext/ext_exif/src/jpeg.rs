//! Reads the markers of a JPEG file up to the picture itself: size, comments, and the segment that has the EXIF data.

use crate::image::{Image, Section, Thumbnail, until_nul};
use crate::number::{Format, Order};

const CORRUPT: &str = "File structure corrupted";
const COMMENT: u8 = 0xfe;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;

/// Is the marker one of frames?
fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

/// Height and width. `data` begins at the length of a frame.
fn size(data: &[u8]) -> (u16, u16) {
    let order = Order { big: true };
    (order.u16(data, 3), order.u16(data, 5))
}

/// The markers behind the first, up to the picture itself.
pub(crate) fn read(image: &mut Image<'_>) -> bool {
    let file = image.file;
    let mut at = 2;
    let mut last = 0;
    // Some programs leave the two bytes of the length out of comments' lengths.
    let mut correction = 1;
    loop {
        if last == COMMENT && correction > 0 {
            correction = 2;
        }
        let marker = loop {
            let Some(byte) = file.get(at) else {
                image.warn(CORRUPT);
                return false;
            };
            at += 1;
            let mut byte = *byte;
            if last == COMMENT && correction > 0 {
                if byte == 0xff {
                    last = 0;
                } else {
                    byte = 0xff;
                    correction -= 1;
                }
            }
            if byte != 0xff {
                break byte;
            }
        };
        if last == COMMENT && correction == 0 {
            image.note("Image has corrupt COM section: some software set wrong length information");
        } else if last == COMMENT {
            return true;
        }
        let start = at;
        let length = file.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |length| usize::from(u16::from_be_bytes(*length)));
        if length < 2 {
            image.warn(CORRUPT);
            return false;
        }
        let Some(data) = file.get(start..start + length) else {
            let (got, all) = (file.len() - start - 2, length - 2);
            image.warn(format!("Error reading from file: got=x{got:04X}(={got}) != itemlen-2=x{all:04X}(={all})"));
            return false;
        };
        at += length;
        match marker {
            SCAN => return true,
            END => {
                image.warn("No image in jpeg!");
                return image.sections & !Section::Computed.bit() != 0;
            }
            COMMENT => image.add_value(Section::Comment, "Comment".into(), Format::Text, length - 2, &data[2..]),
            0xe1 if !image.has(Section::Image) => application(image, data, start),
            0xec => picture(image, data),
            _ if is_frame(marker) => {
                if length < 8 {
                    return false;
                }
                let (height, width) = size(data);
                (image.width, image.height) = (width.into(), height.into());
                image.colours = data[7] == 3;
            }
            _ => {}
        }
        last = marker;
    }
}

fn application(image: &mut Image<'_>, data: &[u8], start: usize) {
    if data.len() <= 8 || !data[2..].starts_with(b"Exif\0\0") {
        image.warn("Incorrect APP1 Exif Identifier Code");
        return;
    }
    crate::tiff::inside(image, &data[8..], start + 8);
}

/// Two texts, as cameras of Olympus write them.
fn picture(image: &mut Image<'_>, data: &[u8]) {
    let company = until_nul(&data[2..]);
    if company.is_empty() {
        return;
    }
    image.add_value(Section::Picture, "Company".into(), Format::Text, company.len(), company);
    if let Some(info) = data.get(3 + company.len()..).filter(|info| !info.is_empty()) {
        let info = until_nul(info);
        image.add_value(Section::Picture, "Info".into(), Format::Text, info.len(), info);
    }
}

/// The size of the small image, from its markers; and a complaint.
pub(crate) fn measure(thumbnail: &mut Thumbnail) -> Result<bool, &'static str> {
    const UNKNOWN: &str = "Could not compute size of thumbnail";
    let Some(data) = thumbnail.data.as_deref().filter(|data| data.len() >= 4) else { return Ok(false) };
    if !data.starts_with(b"\xff\xd8\xff") {
        let unknown = thumbnail.width == 0 && thumbnail.height == 0;
        return if unknown { Err("Thumbnail is not a JPEG image") } else { Ok(false) };
    }
    let mut at = 2;
    loop {
        if data.get(at) != Some(&0xff) {
            return Ok(false);
        }
        let Some(marker) = data[at..].iter().position(|byte| *byte != 0xff) else { return Ok(false) };
        at += marker;
        let Some(rest) = data.get(at + 1..).filter(|rest| rest.len() > 2) else { return Ok(false) };
        let length = usize::from(Order { big: true }.u16(rest, 0));
        if length >= rest.len() {
            return Ok(false);
        }
        match data[at] {
            marker if is_frame(marker) => {
                if length < 8 {
                    return Ok(false);
                }
                let (height, width) = size(rest);
                (thumbnail.height, thumbnail.width) = (height.into(), width.into());
                return Ok(true);
            }
            SCAN | END => return Err(UNKNOWN),
            _ => at += 1 + length,
        }
    }
}
