//! Writes an image as a GIF file, with the LZW codes that libgd would write.

use super::put_word_le;
use crate::image::{Image, Pixels};

const MOST_BITS: u32 = 12;

/// Codes of varying length, in blocks.
struct Codes<'a> {
    out: &'a mut Vec<u8>,
    block: Vec<u8>,
    bits: u64,
    count: u32,
    length: u32,
}

impl Codes<'_> {
    fn put(&mut self, code: u32) {
        self.bits |= u64::from(code) << self.count;
        self.count += self.length;
        while self.count >= 8 {
            self.byte();
        }
    }

    fn byte(&mut self) {
        self.block.push(self.bits as u8);
        self.bits >>= 8;
        self.count = self.count.saturating_sub(8);
        if self.block.len() == 254 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.block.is_empty() {
            self.out.push(self.block.len() as u8);
            self.out.append(&mut self.block);
        }
    }

    fn end(&mut self) {
        while self.count > 0 {
            self.byte();
        }
        self.flush();
    }
}

/// The order in which rows are written. A pass that has no row begins all the same: a row that is not there is written for it, and the
/// last one is left out.
fn rows(height: i32, interlaced: bool) -> Vec<i32> {
    if !interlaced {
        return (0..height).collect();
    }
    let mut starts = [4, 2, 1].into_iter();
    let mut steps = [8, 8, 4, 2].into_iter();
    let mut step = steps.next().unwrap_or(8);
    let mut list = Vec::new();
    let mut row = 0;
    for _ in 0..height {
        list.push(row);
        row += step;
        if row >= height
            && let (Some(start), Some(next)) = (starts.next(), steps.next())
        {
            (row, step) = (start, next);
        }
    }
    list
}

pub fn encode(image: &Image) -> Option<Vec<u8>> {
    let reduced;
    let image = match image.pixels {
        Pixels::True(_) => {
            let interlace = image.interlace;
            reduced = image.to_palette(true, 256).map(|mut reduced| {
                reduced.interlace = interlace;
                reduced
            })?;
            &reduced
        }
        Pixels::Palette(_) => image,
    };
    let mut depth = 1;
    while depth < 8 && 1 << depth < image.palette.total {
        depth += 1;
    }
    let transparent = image.transparent;
    let mut out = if transparent < 0 { b"GIF87a".to_vec() } else { b"GIF89a".to_vec() };
    put_word_le(&mut out, image.sx);
    put_word_le(&mut out, image.sy);
    out.extend_from_slice(&[0x80 | (depth as u8 - 1) << 4 | (depth as u8 - 1), 0, 0]);
    for entry in &image.palette.entries[..1 << depth] {
        out.extend_from_slice(&[entry.red, entry.green, entry.blue]);
    }
    if transparent >= 0 {
        out.extend_from_slice(&[b'!', 0xf9, 4, 1, 0, 0, transparent as u8, 0]);
    }
    out.push(b',');
    for value in [0, 0, image.sx, image.sy] {
        put_word_le(&mut out, value);
    }
    out.push(if image.interlace { 0x40 } else { 0 });
    let start = depth.max(2);
    out.push(start as u8);
    compress(&mut out, image, start as u32);
    out.extend_from_slice(&[0, b';']);
    Some(out)
}

/// Codes of strings of pixels, in a hash table. The string of two pixels of colour 0 has the key that an entry's absence would have where
/// others collide with it, and is then lost: what is written depends on it.
struct Table {
    keys: Vec<i32>,
    codes: Vec<u16>,
}

const SLOTS: usize = 5003;
const FREE: i32 = -1;

impl Table {
    fn new() -> Table {
        Table { keys: vec![FREE; SLOTS], codes: vec![0; SLOTS] }
    }

    /// The slot of a string and one more pixel, and whether it is there.
    fn find(&self, string: u32, pixel: u32) -> (usize, bool) {
        let key = (pixel << MOST_BITS | string) as i32;
        let mut slot = ((pixel << 4) ^ string) as usize % SLOTS;
        if self.keys[slot] == key {
            return (slot, true);
        }
        if self.keys[slot] == FREE {
            return (slot, false);
        }
        let step = if slot == 0 { 1 } else { SLOTS - slot };
        loop {
            slot = (slot + SLOTS - step) % SLOTS;
            match self.keys[slot] {
                found if found == key => return (slot, true),
                FREE | 0 => return (slot, false),
                _ => {}
            }
        }
    }
}

/// LZW: codes for strings of pixels, until there are no more codes and all begins anew.
fn compress(out: &mut Vec<u8>, image: &Image, start: u32) {
    let (clear, end) = (1u32 << start, (1u32 << start) + 1);
    let mut codes = Codes { out, block: Vec::new(), bits: 0, count: 0, length: start + 1 };
    let mut table = Table::new();
    let mut next = end + 1;
    codes.put(clear);
    let mut string: Option<u32> = None;
    let pixels = rows(image.sy, image.interlace).into_iter().flat_map(|y| (0..image.sx).map(move |x| (x, y)));
    for (x, y) in pixels {
        let pixel = (image.get(x, y) & 0xff) as u32;
        let Some(before) = string else {
            string = Some(pixel);
            continue;
        };
        let (slot, found) = table.find(before, pixel);
        if found {
            string = Some(table.codes[slot].into());
            continue;
        }
        codes.put(before);
        lengthen(&mut codes, next);
        string = Some(pixel);
        if next < 1 << MOST_BITS {
            table.codes[slot] = next as u16;
            table.keys[slot] = (pixel << MOST_BITS | before) as i32;
            next += 1;
        } else {
            table.keys.fill(FREE);
            next = end + 1;
            codes.put(clear);
            codes.length = start + 1;
        }
    }
    if let Some(string) = string {
        codes.put(string);
        lengthen(&mut codes, next);
    }
    codes.put(end);
    codes.end();
}

/// Codes are as long as the highest in the table needs.
fn lengthen(codes: &mut Codes<'_>, next: u32) {
    if codes.length < MOST_BITS && next > (1 << codes.length) - 1 {
        codes.length += 1;
    }
}
