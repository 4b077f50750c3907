//! Writing PNG, byte for byte as libpng does with its own choice of filters and zlib's parameters.

use loxo_runtime::memory_limit;
use loxo_zlib_sys::{Deflate, flush, status};

use super::webp::opacity;
use crate::image::{Entry, Image, MAX_COLORS, blue_of, fits, green_of, red_of};
use crate::log::Log;

/// Compressed data comes in pieces of this size.
const PIECE: usize = 8192;

fn put_chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    out.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend_from_slice(name);
    out.extend_from_slice(data);
    let checksum = crc32fast::hash(&out[start..]);
    out.extend_from_slice(&checksum.to_be_bytes());
}

/// How colours are written.
struct Layout {
    color_type: u8,
    depth: u32,
    /// Bits of a pixel.
    bits: u32,
    /// New numbers of a palette's colours.
    map: [u8; MAX_COLORS],
}

/// The colours that are in use, those that let something through first, as PNG wants them; and their alphas.
fn order_palette(image: &Image) -> (Vec<Entry>, Vec<u8>, [u8; MAX_COLORS]) {
    let used: Vec<usize> = (0..image.palette.total).filter(|index| !image.palette.open[*index]).collect();
    let entry = |index: usize| image.palette.entries[index];
    // Pixels of colours that are not in use have the number that no colour has.
    let mut map = [255; MAX_COLORS];
    let clear: Vec<usize> = used.iter().copied().filter(|index| entry(*index).alpha != 0).collect();
    let solid = used.iter().copied().filter(|index| entry(*index).alpha == 0);
    // Behind them the others, from the last to the first.
    let order: Vec<usize> =
        if clear.is_empty() { used } else { clear.iter().copied().chain(solid.collect::<Vec<_>>().into_iter().rev()).collect() };
    for (new, old) in order.iter().enumerate() {
        map[*old] = new as u8;
    }
    if clear.is_empty() && order.len() == image.palette.total {
        map = std::array::from_fn(|index| index as u8);
    }
    let alphas = clear.into_iter().map(|index| opacity(entry(index).alpha.into())).collect();
    (order.into_iter().map(entry).collect(), alphas, map)
}

pub fn encode(image: &Image, log: &mut Log, level: i32) -> Option<Vec<u8>> {
    let mut layout = Layout { color_type: 2, depth: 8, bits: 24, map: [0; MAX_COLORS] };
    let mut palette = Vec::new();
    let mut alphas = Vec::new();
    if image.is_true_color() {
        if image.save_alpha {
            (layout.color_type, layout.bits) = (6, 32);
        } else if image.transparent >= 0 {
            for part in [red_of(image.transparent), green_of(image.transparent), blue_of(image.transparent)] {
                alphas.extend_from_slice(&[0, part as u8]);
            }
        }
        if !fits(log, image.sx.into(), i64::from(layout.bits / 8)) {
            return None;
        }
    } else {
        let entries;
        (entries, alphas, layout.map) = order_palette(image);
        layout.depth = match entries.len() {
            0 => {
                log.warn("gd-png error: no colors in palette\n");
                return None;
            }
            1 | 2 => 1,
            3 | 4 => 2,
            5..=16 => 4,
            _ => 8,
        };
        (layout.color_type, layout.bits) = (3, layout.depth);
        palette = entries.iter().flat_map(|entry| [entry.red, entry.green, entry.blue]).collect();
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend_from_slice(&(image.sx as u32).to_be_bytes());
    header.extend_from_slice(&(image.sy as u32).to_be_bytes());
    header.extend_from_slice(&[layout.depth as u8, layout.color_type, 0, 0, image.interlace.into()]);
    put_chunk(&mut out, b"IHDR", &header);
    if !palette.is_empty() {
        put_chunk(&mut out, b"PLTE", &palette);
    }
    if !alphas.is_empty() {
        put_chunk(&mut out, b"tRNS", &alphas);
    }
    let per_metre = |dots: u32| ((f64::from(dots) / 0.0254 + 0.5) as u32).to_be_bytes();
    let mut resolution = [per_metre(image.resolution.0), per_metre(image.resolution.1)].concat();
    resolution.push(1);
    put_chunk(&mut out, b"pHYs", &resolution);
    put_pixels(&mut out, image, &layout, level)?;
    put_chunk(&mut out, b"IEND", &[]);
    Some(out)
}

/// A pass of an interlaced image: first column and row, and the steps between them.
type Pass = (i32, i32, usize, usize);

const PASSES: [Pass; 7] = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];

fn row_bytes(pixels: usize, bits: u32) -> usize {
    (pixels * bits as usize).div_ceil(8)
}

/// Bytes of all rows with their filters' numbers.
fn plain_size(image: &Image, passes: &[Pass], bits: u32) -> usize {
    let count = |start: i32, size: i32, step: usize| (start..size).step_by(step).count();
    let of_pass = |(x, y, dx, dy): &Pass| {
        let columns = count(*x, image.sx, *dx);
        if columns == 0 { 0 } else { (row_bytes(columns, bits) + 1) * count(*y, image.sy, *dy) }
    };
    passes.iter().map(of_pass).sum()
}

fn put_pixels(out: &mut Vec<u8>, image: &Image, layout: &Layout, level: i32) -> Option<()> {
    let passes: &[Pass] = if image.interlace { &PASSES } else { &[(0, 0, 1, 1)] };
    let size = plain_size(image, passes, layout.bits);
    let filtered = layout.color_type != 3;
    let mut packer = Packer::new(size, level, filtered)?;
    let step = (layout.bits as usize).div_ceil(8);
    let mut rows = Filtered::default();
    for (x, y, dx, dy) in passes.iter().copied() {
        let columns: Vec<i32> = (x..image.sx).step_by(dx).collect();
        if columns.is_empty() {
            continue;
        }
        // Rows begin with what stands left of them: nothing.
        let mut before = vec![0u8; step + row_bytes(columns.len(), layout.bits)];
        let mut line = before.clone();
        for row in (y..image.sy).step_by(dy) {
            line.truncate(step);
            pack_row(&mut line, image, layout, row, &columns);
            if filtered {
                packer.put(out, rows.choose(&line, &before, step, (image.sx, image.sy)), flush::NONE);
            } else {
                packer.put(out, &[0], flush::NONE);
                packer.put(out, &line[step..], flush::NONE);
            }
            std::mem::swap(&mut before, &mut line);
        }
    }
    packer.put(out, &[], flush::FINISH);
    Some(())
}

fn pack_row(line: &mut Vec<u8>, image: &Image, layout: &Layout, y: i32, columns: &[i32]) {
    if image.is_true_color() {
        for x in columns {
            let color = image.raw(*x, y);
            line.extend_from_slice(&[red_of(color) as u8, green_of(color) as u8, blue_of(color) as u8]);
            if layout.bits == 32 {
                line.push(opacity(image.alpha(color)));
            }
        }
        return;
    }
    let per_byte = 8 / layout.depth as usize;
    for group in columns.chunks(per_byte) {
        let mut byte = 0u8;
        for (at, x) in group.iter().enumerate() {
            let index = u32::from(layout.map[(image.raw(*x, y) & 0xff) as usize]) & ((1 << layout.depth) - 1);
            byte |= (index << (8 - layout.depth as usize * (at + 1))) as u8;
        }
        line.push(byte);
    }
}

fn mean(left: u8, up: u8) -> u8 {
    ((u16::from(left) + u16::from(up)) / 2) as u8
}

/// Without branches: many bytes at once.
fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(up), i16::from(corner));
    let (da, db, dc) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    let other = if db <= dc { b } else { c };
    (if (da <= db) & (da <= dc) { a } else { other }) as u8
}

/// A row with a filter, and the one that is being tried.
#[derive(Default)]
struct Filtered {
    best: Vec<u8>,
    trial: Vec<u8>,
}

impl Filtered {
    /// The row with the filter that leaves the least: bytes count as far as they are from zero. Of equals the first.
    fn choose(&mut self, line: &[u8], before: &[u8], step: usize, (width, height): (i32, i32)) -> &[u8] {
        let mut least = u64::MAX;
        for filter in 0..5u8 {
            let sideways = matches!(filter, 1 | 3 | 4) && width == 1;
            let upwards = filter >= 2 && height == 1;
            if sideways || upwards {
                continue;
            }
            let sum = self.try_filter(filter, line, before, step);
            if sum < least {
                least = sum;
                std::mem::swap(&mut self.best, &mut self.trial);
            }
        }
        &self.best
    }

    /// `line` and `before` begin with `step` bytes of nothing.
    fn try_filter(&mut self, filter: u8, line: &[u8], before: &[u8], step: usize) -> u64 {
        let (bytes, ups) = (&line[step..], &before[step..]);
        let count = bytes.len();
        let (lefts, corners) = (&line[..count], &before[..count]);
        self.trial.resize(count + 1, 0);
        self.trial[0] = filter;
        let trial = &mut self.trial[1..];
        let places = trial.iter_mut().zip(bytes);
        match filter {
            0 => trial.copy_from_slice(bytes),
            1 => places.zip(lefts).for_each(|((place, byte), left)| *place = byte.wrapping_sub(*left)),
            2 => places.zip(ups).for_each(|((place, byte), up)| *place = byte.wrapping_sub(*up)),
            3 => places.zip(lefts).zip(ups).for_each(|(((place, byte), left), up)| *place = byte.wrapping_sub(mean(*left, *up))),
            _ => places.zip(lefts).zip(ups).zip(corners).for_each(|((((place, byte), left), up), corner)| {
                *place = byte.wrapping_sub(paeth(*left, *up, *corner));
            }),
        }
        // In pieces, so that small numbers are enough for each.
        let sum = |piece: &[u8]| piece.iter().map(|byte| u32::from((*byte as i8).unsigned_abs())).sum::<u32>();
        trial.chunks(PIECE).map(|piece| u64::from(sum(piece))).sum()
    }
}

/// Compresses rows into chunks.
struct Packer {
    deflate: Deflate,
    piece: Vec<u8>,
    used: usize,
    size: usize,
    started: bool,
}

impl Packer {
    fn new(size: usize, level: i32, filtered: bool) -> Option<Packer> {
        let mut window = 15;
        if size <= 16384 {
            let mut half = 1 << (window - 1);
            while size + 262 <= half {
                half >>= 1;
                window -= 1;
            }
        }
        memory_limit::ensure_room(size);
        let deflate = Deflate::new(level, window, 8, filtered.into())?;
        Some(Packer { deflate, piece: vec![0; PIECE], used: 0, size, started: false })
    }

    fn put(&mut self, out: &mut Vec<u8>, mut data: &[u8], how: i32) {
        loop {
            let step = self.deflate.run(data, &mut self.piece[self.used..], how);
            data = &data[step.consumed..];
            self.used += step.produced;
            let ended = step.status == status::STREAM_END;
            if self.used == PIECE || (ended && self.used > 0) {
                self.flush(out);
            }
            let stuck = step.status != status::OK || (step.consumed == 0 && step.produced == 0);
            if ended || stuck || (how == flush::NONE && data.is_empty()) {
                return;
            }
        }
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if !self.started {
            self.started = true;
            narrow_window(&mut self.piece, self.size);
        }
        put_chunk(out, b"IDAT", &self.piece[..self.used]);
        self.used = 0;
    }
}

/// Lets the data's header ask for no larger a window than it needs.
fn narrow_window(data: &mut [u8], size: usize) {
    if size > 16384 {
        return;
    }
    let [method, check, ..] = data else { return };
    let mut window = u32::from(*method >> 4);
    if *method & 0x0f != 8 || window > 7 {
        return;
    }
    let mut half = 1usize << (window + 7);
    if size > half {
        return;
    }
    loop {
        half >>= 1;
        window -= 1;
        if window == 0 || size > half {
            break;
        }
    }
    *method = (window << 4) as u8 | 8;
    let flags = u32::from(*check & 0xe0);
    *check = (flags + 0x1f - ((u32::from(*method) << 8) + flags) % 0x1f) as u8;
}
