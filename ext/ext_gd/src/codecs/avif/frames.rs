//! How large the frames in an AVIF file are, before anything is decoded. Boxes say how large the image is, but the decoder takes memory for
//! what the coded data says (ISO/IEC 14496-12; AV1 Bitstream Specification, 5.5).

use std::borrow::Cow;

use crate::codecs::Input;

/// Files with more parts than that are no images.
const MOST_UNITS: usize = 1 << 16;

/// Pixels of the largest frame of any coded item. `None`: there are too many parts to tell.
pub fn largest(data: &[u8]) -> Option<u64> {
    let Some(meta) = boxes(data).find(|(name, _)| name == b"meta").and_then(|(_, content)| content.get(4..)) else { return Some(0) };
    let inside = |wanted: &[u8; 4]| boxes(meta).find(|(name, _)| name == wanted).map(|(_, content)| content);
    let idat = inside(b"idat").unwrap_or_default();
    let (mut largest, mut left, mut room) = (0, MOST_UNITS, data.len());
    for item in inside(b"iloc").and_then(places).unwrap_or_default() {
        let source = if item.in_idat { idat } else { data };
        let Some(pieces) = item.pieces(source) else { continue };
        let coded = match pieces[..] {
            [one] => Cow::Borrowed(one),
            _ => {
                // Items that are put together of more bytes than the file has are no honest ones.
                room = room.checked_sub(pieces.iter().map(|piece| piece.len()).sum())?;
                Cow::Owned(pieces.concat())
            }
        };
        for (kind, content) in units(&coded) {
            left = left.checked_sub(1)?;
            if kind == SEQUENCE_HEADER
                && let Some((width, height)) = frame_size(content)
            {
                largest = largest.max(width * height);
            }
        }
    }
    Some(largest)
}

/// Names and contents of boxes that follow each other.
fn boxes(data: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut input = Input::new(data);
    std::iter::from_fn(move || {
        let length = number(&mut input, 4)?;
        let name = *input.take(4)?.first_chunk()?;
        let length = match length {
            0 => input.rest().len(),
            1 => usize::try_from(number(&mut input, 8)?.checked_sub(16)?).ok()?,
            length => usize::try_from(length.checked_sub(8)?).ok()?,
        };
        // What is cut off counts as far as it is there.
        let content = input.rest();
        let length = length.min(content.len());
        Some((name, input.take(length)?))
    })
}

fn number(input: &mut Input<'_>, bytes: usize) -> Option<u64> {
    Some(input.take(bytes)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Where an item lies.
struct ItemLocation {
    in_idat: bool,
    /// Offsets and lengths; a length of 0 goes to the end.
    extents: Vec<(u64, u64)>,
}

impl ItemLocation {
    /// Its bytes, if all of them are there.
    fn pieces<'a>(&self, source: &'a [u8]) -> Option<Vec<&'a [u8]>> {
        let piece = |(offset, length): &(u64, u64)| {
            let rest = source.get(usize::try_from(*offset).ok()?..)?;
            let length = if *length == 0 { rest.len() } else { rest.len().min(usize::try_from(*length).ok()?) };
            Some(&rest[..length])
        };
        self.extents.iter().map(piece).collect()
    }
}

/// The box `iloc`.
fn places(content: &[u8]) -> Option<Vec<ItemLocation>> {
    let mut input = Input::new(content);
    let version = input.byte()?;
    input.take(3)?;
    let (sizes, more) = (input.byte()?, input.byte()?);
    let (offset_size, length_size, base_size) = (usize::from(sizes >> 4), usize::from(sizes & 15), usize::from(more >> 4));
    let index_size = if version == 0 { 0 } else { usize::from(more & 15) };
    if [offset_size, length_size, base_size, index_size].iter().any(|size| *size > 8) {
        return None;
    }
    let wide = if version < 2 { 2 } else { 4 };
    let mut places = Vec::new();
    for _ in 0..number(&mut input, wide)? {
        input.take(wide)?;
        let in_idat = version > 0 && number(&mut input, 2)? & 15 == 1;
        input.take(2)?;
        let base = number(&mut input, base_size)?;
        let mut extents = Vec::new();
        for _ in 0..number(&mut input, 2)? {
            input.take(index_size)?;
            let offset = base.checked_add(number(&mut input, offset_size)?)?;
            extents.push((offset, number(&mut input, length_size)?));
        }
        places.push(ItemLocation { in_idat, extents });
    }
    Some(places)
}

const SEQUENCE_HEADER: u8 = 1;

/// Kinds and contents of the units (OBU) of coded data.
fn units(data: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut input = Input::new(data);
    std::iter::from_fn(move || {
        let head = input.byte()?;
        if head & 4 != 0 {
            input.byte()?;
        }
        let mut length = input.rest().len();
        if head & 2 != 0 {
            let mut said = 0;
            for part in 0..8 {
                let byte = input.byte()?;
                said |= u64::from(byte & 127) << (7 * part);
                if byte & 128 == 0 {
                    break;
                }
            }
            length = input.rest().len().min(usize::try_from(said).ok()?);
        }
        Some((head >> 3 & 15, input.take(length)?))
    })
}

/// The greatest width and height that a sequence header allows.
fn frame_size(header: &[u8]) -> Option<(u64, u64)> {
    let mut bits = Bits { data: header, at: 0 };
    bits.read(4)?;
    let is_reduced = bits.flag()?;
    if is_reduced {
        bits.read(5)?;
    } else {
        operating_points(&mut bits)?;
    }
    let (width_bits, height_bits) = (bits.read(4)? + 1, bits.read(4)? + 1);
    Some((bits.read(width_bits)? + 1, bits.read(height_bits)? + 1))
}

/// What stands before the size in headers of sequences that are more than one picture.
fn operating_points(bits: &mut Bits<'_>) -> Option<()> {
    let mut delay_bits = None;
    if bits.flag()? {
        bits.read(64)?;
        if bits.flag()? {
            let zeros = (0..32).take_while(|_| bits.flag() == Some(false)).count() as u64;
            bits.read(zeros)?;
        }
        if bits.flag()? {
            delay_bits = Some(bits.read(5)? + 1);
            bits.read(32 + 5 + 5)?;
        }
    }
    let has_delays = bits.flag()?;
    for _ in 0..=bits.read(5)? {
        bits.read(12)?;
        let level = bits.read(5)?;
        if level > 7 {
            bits.flag()?;
        }
        if let Some(delay_bits) = delay_bits
            && bits.flag()?
        {
            bits.read(delay_bits)?;
            bits.read(delay_bits)?;
            bits.flag()?;
        }
        if has_delays && bits.flag()? {
            bits.read(4)?;
        }
    }
    Some(())
}

struct Bits<'a> {
    data: &'a [u8],
    at: u64,
}

impl Bits<'_> {
    /// The next bits, at most 64.
    fn read(&mut self, count: u64) -> Option<u64> {
        (0..count).try_fold(0, |number, _| {
            let byte = self.data.get(usize::try_from(self.at / 8).ok()?)?;
            let bit = byte >> (7 - self.at % 8) & 1;
            self.at += 1;
            Some(number << 1 | u64::from(bit))
        })
    }

    fn flag(&mut self) -> Option<bool> {
        self.read(1).map(|bit| bit == 1)
    }
}
