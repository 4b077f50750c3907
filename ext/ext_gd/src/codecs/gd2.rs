//! gd2: an image in square chunks, each compressed for itself, so that parts can be read.

use loxo_runtime::memory_limit;
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

use super::gd::{put_colors, read_colors};
use super::{Input, put_int, put_word};
use crate::image::{Image, fits};
use crate::log::Log;

const RAW: i32 = 1;
const COMPRESSED: i32 = 2;
/// Is added for true colours.
const TRUE_COLOR: i32 = 2;

const CHUNK_MIN: i32 = 64;
const CHUNK_MAX: i32 = 4096;

struct Header {
    sx: i32,
    sy: i32,
    chunk: i32,
    true_color: bool,
    version: i32,
    columns: i32,
    rows: i32,
    /// Where the chunks are and how long, if they are compressed.
    index: Option<Vec<(usize, usize)>>,
}

fn read_header(input: &mut Input<'_>, log: &mut Log) -> Option<Header> {
    if input.take(4)? != b"gd2\0" {
        return None;
    }
    let version = input.word()?;
    if version != 1 && version != 2 {
        return None;
    }
    let (sx, sy, chunk) = (input.word()?, input.word()?, input.word()?);
    if !(CHUNK_MIN..=CHUNK_MAX).contains(&chunk) {
        return None;
    }
    let format = input.word()?;
    if !(RAW..=COMPRESSED + TRUE_COLOR).contains(&format) {
        return None;
    }
    let (columns, rows) = (input.word()?, input.word()?);
    let mut index = None;
    if format % 2 == 0 {
        if !fits(log, columns.into(), rows.into()) || !fits(log, 8, i64::from(columns) * i64::from(rows)) {
            return None;
        }
        let count = columns as usize * rows as usize;
        if input.rest().len() < 8 * count {
            return None;
        }
        memory_limit::ensure_room(16 * count);
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            let (offset, size) = (input.int()?, input.int()?);
            if offset < 0 || !(0..i32::MAX).contains(&size) {
                return None;
            }
            list.push((offset as usize, size as usize));
        }
        index = Some(list);
    }
    Some(Header { sx, sy, chunk, true_color: format > 2, version, columns, rows, index })
}

/// Decompresses a chunk into a buffer: what it does not fill keeps what was there. False if it is damaged or too long.
fn read_chunk(input: &mut Input<'_>, (offset, size): (usize, usize), buffer: &mut [u8]) -> bool {
    input.seek(offset);
    let Some(data) = input.take(size) else { return false };
    let Some(mut inflate) = Inflate::new(15) else { return false };
    inflate.run(data, buffer, flush::FINISH).status == status::STREAM_END
}

fn chunk_buffer(header: &Header) -> Vec<u8> {
    let size = header.chunk as usize * header.chunk as usize * if header.true_color { 4 } else { 1 };
    if header.index.is_none() {
        return Vec::new();
    }
    memory_limit::ensure_room(size);
    vec![0; size]
}

fn next_color(input: &mut Input<'_>, true_color: bool) -> Option<i32> {
    if true_color { input.int() } else { input.byte().map(i32::from) }
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let mut input = Input::new(data);
    let header = read_header(&mut input, log)?;
    let depth = if header.true_color { 4 } else { 1 };
    if header.index.is_none() && header.sx as u64 * header.sy as u64 * depth > data.len() as u64 {
        if fits(log, header.sx.into(), header.sy.into()) {
            log.warn("gd2: EOF while reading\n");
        }
        return None;
    }
    let mut image = Image::new(log, header.sx, header.sy, header.true_color)?;
    read_colors(&mut input, &mut image, header.version == 2)?;
    let (columns, rows, chunk) = (i64::from(header.columns), i64::from(header.rows), i64::from(header.chunk));
    if !fits(log, columns, rows) || !fits(log, rows, chunk) || !fits(log, columns, chunk) {
        return None;
    }
    let mut buffer = chunk_buffer(&header);
    // Beside the image there may be as many chunks as the header says: those that are not packed have nothing in them.
    let within = |size: i32, count: i64| if header.index.is_some() { count } else { count.min(i64::from(size) / chunk + 1) };
    let (filled_rows, filled_columns) = (within(image.sy, rows), within(image.sx, columns));
    let numbers = (0..filled_rows).flat_map(|row| (0..filled_columns).map(move |column| row * columns + column));
    for number in numbers {
        let (left, top) = (number % columns * chunk, number / columns * chunk);
        let (right, bottom) = ((left + chunk).min(image.sx.into()), (top + chunk).min(image.sy.into()));
        if let Some(index) = &header.index
            && !read_chunk(&mut input, index[number as usize], &mut buffer)
        {
            return None;
        }
        let mut chunk_input = Input::new(&buffer);
        for y in top..bottom {
            for x in left..right {
                let color = match &header.index {
                    Some(_) => next_color(&mut chunk_input, header.true_color)?,
                    None => match next_color(&mut input, header.true_color) {
                        Some(color) => color,
                        None => {
                            log.warn("gd2: EOF while reading\n");
                            return None;
                        }
                    },
                };
                image.set_raw(x as i32, y as i32, color);
            }
        }
    }
    Some(image)
}

/// A part of an image.
pub fn decode_part(data: &[u8], log: &mut Log, x: i32, y: i32, width: i32, height: i32) -> Option<Image> {
    let mut input = Input::new(data);
    let header = read_header(&mut input, log)?;
    let mut image = Image::new(log, width, height, header.true_color)?;
    read_colors(&mut input, &mut image, header.version == 2)?;
    let start = input.at();
    let depth = if header.true_color { 4 } else { 1 };
    let [x, y, width, height, chunk] = [x, y, width, height, header.chunk].map(i64::from);
    let (sx, sy) = (i64::from(header.sx), i64::from(header.sy));
    let last = |from: i64, size: i64, count: i32| ((from + size) / chunk).min(i64::from(count) - 1);
    let mut buffer = chunk_buffer(&header);
    for row in (y / chunk).max(0)..=last(y, height, header.rows) {
        let (top, bottom) = (row * chunk, ((row + 1) * chunk).min(sy));
        for column in (x / chunk).max(0)..=last(x, width, header.columns) {
            let (left, right) = (column * chunk, ((column + 1) * chunk).min(sx));
            let from = match &header.index {
                Some(index) => {
                    let place = *index.get((column + row * i64::from(header.columns)) as usize)?;
                    if !read_chunk(&mut input, place, &mut buffer) {
                        return None;
                    }
                    &[]
                }
                None => {
                    let offset = (row * chunk * sx + column * chunk * (bottom - top).max(0)) * depth;
                    input.seek(start + usize::try_from(offset).ok()?);
                    input.rest()
                }
            };
            let mut chunk_input = if header.index.is_some() { Input::new(&buffer) } else { Input::new(from) };
            for at_y in top..bottom {
                for at_x in left..right {
                    let color = next_color(&mut chunk_input, header.true_color).unwrap_or(0);
                    let (to_x, to_y) = (at_x - x, at_y - y);
                    if (0..width).contains(&to_x) && (0..height).contains(&to_y) {
                        image.set_raw(to_x as i32, to_y as i32, color);
                    }
                }
            }
        }
    }
    Some(image)
}

pub fn encode(image: &Image, chunk: i32, format: i32) -> Vec<u8> {
    let compressed = format != RAW;
    let true_color = image.is_true_color();
    let chunk = if chunk == 0 { 128 } else { chunk.clamp(CHUNK_MIN, CHUNK_MAX) };
    let count = |size: i32| (i64::from(size) + i64::from(chunk) - 1) / i64::from(chunk);
    let (columns, rows) = (count(image.sx), count(image.sy));
    let mut out = b"gd2\0".to_vec();
    let format = if compressed { COMPRESSED } else { RAW } + if true_color { TRUE_COLOR } else { 0 };
    for word in [2, image.sx, image.sy, chunk, format, columns as i32, rows as i32] {
        put_word(&mut out, word);
    }
    let index_at = out.len();
    if compressed {
        out.resize(index_at + 8 * (columns * rows) as usize, 0);
    }
    put_colors(image, &mut out);
    let mut index = Vec::new();
    for number in 0..columns * rows {
        let (left, top) = ((number % columns) as i32 * chunk, (number / columns) as i32 * chunk);
        let mut plain = Vec::new();
        for y in top..top.saturating_add(chunk).min(image.sy) {
            for x in left..left.saturating_add(chunk).min(image.sx) {
                let color = image.raw(x, y);
                match (true_color, compressed) {
                    // Compressed colours lose what no colour has.
                    (true, true) => put_int(&mut plain, color & 0x7fff_ffff),
                    (true, false) => put_int(&mut plain, color),
                    (false, _) => plain.push(color as u8),
                }
            }
        }
        if compressed {
            let packed = compress(&plain);
            index.push((out.len(), packed.len()));
            out.extend_from_slice(&packed);
        } else {
            out.extend_from_slice(&plain);
        }
    }
    for (at, (offset, size)) in index.into_iter().enumerate() {
        let place = index_at + 8 * at;
        out[place..place + 4].copy_from_slice(&(offset as u32).to_be_bytes());
        out[place + 4..place + 8].copy_from_slice(&(size as u32).to_be_bytes());
    }
    out
}

fn compress(plain: &[u8]) -> Vec<u8> {
    let mut packed = vec![0; plain.len() + plain.len() / 1000 + 64];
    let Some(mut deflate) = Deflate::new(-1, 15, 8, 0) else { return Vec::new() };
    let step = deflate.run(plain, &mut packed, flush::FINISH);
    packed.truncate(step.produced);
    packed
}
