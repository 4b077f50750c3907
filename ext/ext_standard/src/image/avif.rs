//! AVIF: what the boxes of an ISO base media file say of its primary image (ISO/IEC 14496-12, 23008-12). Rotations are not applied.

use super::{Reader, Size};

/// More boxes are no sensible image.
const MOST_BOXES: u32 = 4096;
/// As many of each thing are remembered.
const MOST_ENTRIES: usize = 32;
/// Numbers of items and properties, depths and counts of channels have to be smaller.
const GREATEST: u32 = 255;
/// Grids of grids of tiles, no further.
const DEEPEST: u32 = 3;

struct Part<'a> {
    name: [u8; 4],
    version: u32,
    flags: u32,
    content: Reader<'a>,
}

/// The next box; inside of others no box reaches to the end without saying so.
fn next<'a>(r: &mut Reader<'a>, outermost: bool, count: &mut u32) -> Option<Part<'a>> {
    let left = r.data.len().checked_sub(r.at)?;
    let (length, name) = (r.u32(true)?, r.take(4)?);
    let mut header = 8;
    let length = match length {
        0 if outermost => left,
        0 => return None,
        1 => {
            header += 8;
            (r.u32(true)? == 0).then_some(())?;
            r.u32(true)? as usize
        }
        length => length as usize,
    };
    let content = length.checked_sub(header)?;
    let mut part = Part { name: name.try_into().ok()?, version: 0, flags: 0, content: Reader { data: &[], at: 0 } };
    // The file's own end may be missing, it is looked at only as far as it is there.
    let content = if outermost { content.min(r.data.len() - r.at) } else { content };
    part.content.data = r.take(content)?;
    if outermost && &part.name == b"ftyp" {
        return Some(part);
    }
    *count += 1;
    if *count >= MOST_BOXES {
        return None;
    }
    let newest = match &part.name {
        b"meta" | b"ispe" | b"pixi" | b"auxC" => 0,
        b"pitm" | b"ipma" | b"iref" | b"iinf" => 1,
        b"infe" => 3,
        _ => return Some(part),
    };
    (part.version, part.flags) = (part.content.byte()?, part.content.number(3, true)?);
    let readable = part.version <= newest && (&part.name != b"infe" || part.version >= 2);
    if !readable {
        part.name = *b"skip";
    }
    Some(part)
}

/// Is it a file of that kind, by the brands in its first box?
pub(super) fn is_avif(data: &[u8]) -> bool {
    const MOST_BRANDS: usize = 33;
    let mut r = Reader { data, at: 0 };
    let Some(first) = next(&mut r, true, &mut 0).filter(|part| &part.name == b"ftyp") else { return false };
    first.content.data.chunks_exact(4).take(MOST_BRANDS).any(|brand| matches!(brand, b"avif" | b"avis"))
}

#[derive(Default)]
struct Found {
    primary: Option<u32>,
    has_alpha: bool,
    knows_items: bool,
    knows_references: bool,
    tone_map: Option<u32>,
    gain_map_property: Option<u32>,
    /// Property and item.
    properties: Vec<(u32, u32)>,
    /// Property, width, height.
    sides: Vec<(u32, u32, u32)>,
    /// Property, depth, channels.
    depths: Vec<(u32, u32, u32)>,
    /// Tile and the item that it is part of, with its place there.
    tiles: Vec<(u32, u32, u32)>,
}

impl Found {
    /// Its numbers, as soon as all is known that they depend on.
    fn size(&self) -> Option<Size> {
        let primary = self.primary?;
        if self.sides.is_empty() || self.depths.is_empty() {
            return None;
        }
        let maps_gain = self.tone_map.is_some_and(|item| self.tiles.iter().any(|(_, parent, place)| (*parent, *place) == (item, 1)))
            || self.gain_map_property.is_some_and(|property| self.properties.iter().any(|(of, _)| *of == property));
        if !maps_gain && (!self.knows_items || (self.tone_map.is_some() && !self.knows_references)) {
            return None;
        }
        let mut size = Size::default();
        self.complete(&mut size, primary, primary, 0).then(|| {
            size.channels += u32::from(self.has_alpha);
            size
        })
    }

    /// Takes what the properties of an item say, then those of its tiles.
    fn complete(&self, size: &mut Size, item: u32, primary: u32, depth: u32) -> bool {
        for (property, _) in self.properties.iter().filter(|(_, of)| *of == item) {
            if item == primary
                && size.width == 0
                && let Some((_, width, height)) = self.sides.iter().find(|(of, ..)| of == property)
            {
                (size.width, size.height) = (*width, *height);
            }
            if size.bits == 0
                && let Some((_, bits, channels)) = self.depths.iter().find(|(of, ..)| of == property)
            {
                (size.bits, size.channels) = (*bits, *channels);
            }
            if size.width != 0 && size.bits != 0 {
                return true;
            }
        }
        depth < DEEPEST
            && self.tiles.iter().filter(|(_, parent, _)| *parent == item).any(|(tile, ..)| self.complete(size, *tile, primary, depth + 1))
    }
}

/// Remembers, unless there is too much of it or a number is too great.
fn keep<T>(list: &mut Vec<T>, entry: T, numbers: &[u32]) {
    if list.len() < MOST_ENTRIES && numbers.iter().all(|number| *number <= GREATEST) {
        list.push(entry);
    }
}

/// `None` where the file breaks a rule, otherwise the size, if it is known already.
type Step = Option<Option<Size>>;

pub(super) fn measure(data: &[u8]) -> Option<Size> {
    let mut r = Reader { data, at: 0 };
    let (mut count, mut found) = (0, Found::default());
    loop {
        let part = next(&mut r, true, &mut count)?;
        if &part.name == b"meta" {
            return inside(part.content, &mut count, &mut found, meta)?;
        }
    }
}

/// Each box that lies in one, until the size is known.
fn inside(mut r: Reader<'_>, count: &mut u32, found: &mut Found, one: fn(Part<'_>, &mut u32, &mut Found) -> Step) -> Step {
    while r.at < r.data.len() {
        let part = next(&mut r, false, count)?;
        if let Some(size) = one(part, count, found)? {
            return Some(Some(size));
        }
    }
    Some(None)
}

fn meta(mut part: Part<'_>, count: &mut u32, found: &mut Found) -> Step {
    match &part.name {
        b"pitm" => {
            let item = part.content.number(if part.version == 0 { 2 } else { 4 }, true)?;
            found.primary = Some(Some(item).filter(|item| *item <= GREATEST)?);
        }
        b"iprp" => return inside(part.content, count, found, properties),
        b"iref" => {
            found.knows_references = true;
            return inside(part.content, count, found, references);
        }
        b"iinf" => return items(part, count, found),
        _ => {}
    }
    Some(None)
}

fn items(mut part: Part<'_>, count: &mut u32, found: &mut Found) -> Step {
    found.knows_items = true;
    let entries = part.content.number(if part.version == 0 { 2 } else { 4 }, true)?;
    for _ in 0..entries {
        if part.content.at >= part.content.data.len() {
            break;
        }
        let mut entry = next(&mut part.content, false, count)?;
        if &entry.name == b"infe" {
            let item = entry.content.number(if entry.version == 2 { 2 } else { 4 }, true)?;
            entry.content.take(2)?;
            if entry.content.take(4)? == b"tmap" && item <= GREATEST {
                found.tone_map = Some(item);
            }
        }
    }
    Some(None)
}

fn references(mut part: Part<'_>, _count: &mut u32, found: &mut Found) -> Step {
    if &part.name != b"dimg" {
        return Some(None);
    }
    let width = 2;
    let (parent, tiles) = (part.content.number(width, true)?, part.content.u16(true)?);
    for place in 0..tiles.min(MOST_ENTRIES as u32) {
        let tile = part.content.number(width, true)?;
        keep(&mut found.tiles, (tile, parent, place), &[tile, parent]);
    }
    Some(found.size())
}

fn properties(part: Part<'_>, count: &mut u32, found: &mut Found) -> Step {
    match &part.name {
        b"ipco" => {
            let mut content = part.content;
            let mut number = 1;
            while content.at < content.data.len() {
                property(next(&mut content, false, count)?, number, found)?;
                number += 1;
            }
            Some(None)
        }
        b"ipma" => associations(part, found),
        _ => Some(None),
    }
}

fn property(mut part: Part<'_>, number: u32, found: &mut Found) -> Option<()> {
    const ALPHA: &[u8] = b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0";
    const GAIN_MAP: &[u8] = b"urn:com:photo:aux:hdrgainmap\0";
    match &part.name {
        b"ispe" => {
            let (width, height) = (part.content.u32(true)?, part.content.u32(true)?);
            (width != 0 && height != 0).then_some(())?;
            keep(&mut found.sides, (number, width, height), &[number]);
        }
        b"pixi" => {
            let channels = part.content.byte()?;
            let depths = part.content.take(channels as usize)?;
            let bits = u32::from(*depths.first()?);
            (bits > 0 && channels <= 33 && depths.iter().all(|depth| u32::from(*depth) == bits)).then_some(())?;
            keep(&mut found.depths, (number, bits, channels), &[number]);
        }
        b"av1C" => {
            let flags = part.content.take(3)?[2];
            let (is_high, is_twelve, is_grey) = (flags & 0x40 != 0, flags & 0x20 != 0, flags & 0x10 != 0);
            let bits = match (is_high, is_twelve) {
                (true, true) => 12,
                (true, false) => 10,
                (false, false) => 8,
                (false, true) => return None,
            };
            keep(&mut found.depths, (number, bits, if is_grey { 1 } else { 3 }), &[number]);
        }
        b"auxC" => {
            let kind = part.content.data.get(part.content.at..)?;
            if kind.starts_with(GAIN_MAP) && number <= GREATEST {
                found.gain_map_property = Some(number);
            }
            found.has_alpha |= kind.starts_with(ALPHA);
        }
        _ => {}
    }
    Some(())
}

fn associations(mut part: Part<'_>, found: &mut Found) -> Step {
    let (id, index, essential) =
        (if part.version < 1 { 2 } else { 4 }, 1 + (part.flags & 1) as usize, if part.flags & 1 == 0 { 0x80 } else { 0x8000 });
    let entries = part.content.u32(true)?;
    'entries: for _ in 0..entries {
        if found.properties.len() >= MOST_ENTRIES {
            break;
        }
        let (item, count) = (part.content.number(id, true)?, part.content.byte()?);
        for _ in 0..count {
            if found.properties.len() >= MOST_ENTRIES {
                break 'entries;
            }
            let property = part.content.number(index, true)? & !essential;
            keep(&mut found.properties, (property, item), &[property, item]);
        }
    }
    Some(found.size())
}
