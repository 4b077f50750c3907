//! Reads the first picture of a GIF file, without a library: its colours, transparency, interlacing and LZW codes.

use super::Input;
use crate::image::{Entry, Image};
use crate::log::Log;

const MOST_BITS: u32 = 12;
const TABLE: usize = 1 << MOST_BITS;

type Colors = [Entry; 256];

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let mut input = Input::new(data);
    if !matches!(input.take(6)?, b"GIF87a" | b"GIF89a") {
        return None;
    }
    let screen = input.take(7)?;
    let word = |bytes: &[u8], at: usize| i32::from(bytes[at]) | i32::from(bytes[at + 1]) << 8;
    let (screen_width, screen_height) = (word(screen, 0), word(screen, 2));
    let mut colors: Colors = [Entry::default(); 256];
    if screen[4] & 0x80 != 0 {
        read_colors(&mut input, 2 << (screen[4] & 7), &mut colors)?;
    } else {
        colors[1] = Entry { red: 255, green: 255, blue: 255, alpha: 0 };
    }
    let mut transparent = -1;
    let place = loop {
        match input.byte()? {
            b';' => return None,
            b'!' => read_extension(&mut input, &mut transparent)?,
            b',' => break input.take(9)?,
            _ => {}
        }
    };
    let (left, top, width, height) = (word(place, 0), word(place, 2), word(place, 4), word(place, 6));
    if left + width > screen_width || top + height > screen_height {
        return None;
    }
    let mut image = Image::new(log, width, height, false)?;
    image.interlace = place[8] & 0x40 != 0;
    if place[8] & 0x80 != 0 {
        colors = [Entry::default(); 256];
        read_colors(&mut input, 2 << (place[8] & 7), &mut colors)?;
    }
    read_pixels(&mut input, &mut image, &colors);
    if transparent != -1 {
        image.set_transparent(transparent);
    }
    while image.palette.total > 0 && image.palette.open[image.palette.total - 1] {
        image.palette.total -= 1;
    }
    (image.palette.total > 0).then_some(image)
}

fn read_colors(input: &mut Input<'_>, count: usize, colors: &mut Colors) -> Option<()> {
    for color in &mut colors[..count] {
        let bytes = input.take(3)?;
        *color = Entry { red: bytes[0], green: bytes[1], blue: bytes[2], alpha: 0 };
    }
    Some(())
}

/// A block of data; `None` at the end of the file, empty at the end of the blocks.
fn block<'a>(input: &mut Input<'a>) -> Option<&'a [u8]> {
    let size = input.byte()?;
    input.take(size.into())
}

fn read_extension(input: &mut Input<'_>, transparent: &mut i32) -> Option<()> {
    let label = input.byte()?;
    let first = block(input);
    if let (0xf9, Some(first)) = (label, first)
        && first.first().is_some_and(|flags| flags & 1 != 0)
    {
        *transparent = first.get(3).copied().unwrap_or(0).into();
    }
    if first.is_some_and(|first| !first.is_empty()) || label == 0xf9 {
        while block(input).is_some_and(|block| !block.is_empty()) {}
    }
    Some(())
}

/// Space for a block and the two bytes before it.
const ROOM: usize = 280;

/// Codes out of blocks. What remains of damaged files is what libgd makes of it: the last code may have bits of the block before.
struct Codes<'a, 'b> {
    input: &'b mut Input<'a>,
    bytes: [u8; ROOM],
    /// Where the bytes that were read end.
    end: usize,
    at: i64,
    last: i64,
    done: bool,
    /// Was the last block the empty one that ends them?
    ended: bool,
}

impl<'a, 'b> Codes<'a, 'b> {
    fn new(input: &'b mut Input<'a>) -> Codes<'a, 'b> {
        Codes { input, bytes: [0; ROOM], end: 2, at: 0, last: 0, done: false, ended: false }
    }

    /// The size of the next block, which is read behind the first two bytes; -1 if it is not there as a whole.
    fn block(&mut self) -> i64 {
        let Some(size) = self.input.byte() else { return -1 };
        self.ended = size == 0;
        let size = usize::from(size);
        let rest = self.input.rest();
        let there = &rest[..size.min(rest.len())];
        self.bytes[2..2 + there.len()].copy_from_slice(there);
        match self.input.take(size) {
            Some(_) => size as i64,
            None => -1,
        }
    }

    fn next(&mut self, length: u32) -> Option<usize> {
        let length = i64::from(length);
        if self.at + length >= self.last {
            if self.done {
                return None;
            }
            self.bytes[0] = self.bytes[self.end.saturating_sub(2)];
            self.bytes[1] = self.bytes[self.end - 1];
            let size = self.block();
            self.done = size <= 0;
            self.end = (2 + size) as usize;
            self.at = self.at - self.last + 16;
            self.last = (2 + size) * 8;
        }
        let start = self.at;
        self.at += length;
        if start < 0 || start + length > 8 * ROOM as i64 {
            return None;
        }
        let bit = |at: usize| usize::from(self.bytes[at / 8] >> (at % 8) & 1);
        Some((0..length as usize).fold(0, |code, offset| code | bit(start as usize + offset) << offset))
    }
}

/// LZW backwards.
struct Strings<'a, 'b> {
    codes: Codes<'a, 'b>,
    start: u32,
    length: u32,
    /// The code before, and the last byte, of each code's string.
    prefix: Vec<u16>,
    last: Vec<u8>,
    next: usize,
    limit: usize,
    first: usize,
    old: usize,
    fresh: bool,
    stack: Vec<u8>,
}

impl<'a, 'b> Strings<'a, 'b> {
    fn new(input: &'b mut Input<'a>, start: u32) -> Strings<'a, 'b> {
        let codes = Codes::new(input);
        let mut strings = Strings {
            codes,
            start,
            length: 0,
            prefix: vec![0; TABLE],
            last: vec![0; TABLE],
            next: 0,
            limit: 0,
            first: 0,
            old: 0,
            fresh: true,
            stack: Vec::new(),
        };
        strings.clear();
        strings
    }

    fn clear_code(&self) -> usize {
        1 << self.start
    }

    fn clear(&mut self) {
        let clear = self.clear_code();
        self.prefix.fill(0);
        self.last.fill(0);
        for (code, last) in self.last.iter_mut().enumerate().take(clear) {
            *last = code as u8;
        }
        self.length = self.start + 1;
        self.limit = 2 * clear;
        self.next = clear + 2;
        self.stack.clear();
    }

    /// The first code after a start; `repeat`: as long as it is a start again.
    fn begin(&mut self, repeat: bool) -> Option<usize> {
        loop {
            let code = self.codes.next(self.length)?;
            (self.first, self.old) = (code, code);
            if !repeat || code != self.clear_code() {
                return Some(code);
            }
        }
    }

    fn pixel(&mut self) -> Option<usize> {
        if self.fresh {
            self.fresh = false;
            return self.begin(true);
        }
        if let Some(pixel) = self.stack.pop() {
            return Some(pixel.into());
        }
        let clear = self.clear_code();
        let mut code = self.codes.next(self.length)?;
        if code == clear {
            self.clear();
            return self.begin(false);
        }
        if code == clear + 1 {
            // The end; but if blocks follow, it counts as a string when they have been left out.
            if self.codes.ended {
                return None;
            }
            let mut size = 1;
            while size > 0 {
                size = self.codes.block();
            }
            if size != 0 {
                return None;
            }
        }
        let new = code;
        if code >= self.next {
            self.stack.push(self.first as u8);
            code = self.old;
        }
        while code >= clear {
            // Chains that are longer than the table go round in circles.
            if self.stack.len() >= 2 * TABLE || code >= TABLE {
                return None;
            }
            self.stack.push(self.last[code]);
            code = self.prefix[code].into();
        }
        self.first = (*self.last.get(code)?).into();
        self.stack.push(self.first as u8);
        if self.next < TABLE {
            self.prefix[self.next] = self.old as u16;
            self.last[self.next] = self.first as u8;
            self.next += 1;
            if self.next >= self.limit && self.limit < TABLE {
                self.limit *= 2;
                self.length += 1;
            }
        }
        self.old = new;
        self.stack.pop().map(usize::from)
    }
}

fn read_pixels(input: &mut Input<'_>, image: &mut Image, colors: &Colors) {
    let Some(start) = input.byte() else { return };
    if u32::from(start) > MOST_BITS {
        return;
    }
    image.palette.entries = *colors;
    image.palette.open.fill(true);
    image.palette.total = 256;
    let mut strings = Strings::new(input, start.into());
    let (width, height) = (image.sx, image.sy);
    let passes: &[(i32, i32)] = if image.interlace { &[(0, 8), (4, 8), (2, 4), (1, 2)] } else { &[(0, 1)] };
    let mut passes = passes.iter();
    let Some(mut pass) = passes.next() else { return };
    let (mut x, mut y) = (0, 0);
    while let Some(index) = strings.pixel() {
        let index = if index >= 256 { 0 } else { index };
        image.palette.open[index] = false;
        image.set_raw(x, y, index as i32);
        x += 1;
        if x < width {
            continue;
        }
        x = 0;
        y += pass.1;
        if y >= height {
            // A pass that has no row ends the picture.
            match passes.next() {
                Some(next) if next.0 < height => (pass, y) = (next, next.0),
                _ => return,
            }
        }
    }
}
