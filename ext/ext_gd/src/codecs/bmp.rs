//! Reads and writes images in the format BMP, run-length encoded ones among them, without a library.

use super::{Input, put_int_le, put_word_le};
use crate::image::{Entry, Image, blue_of, green_of, red_of, rgba};
use crate::log::Log;

/// How pixels are written.
const PLAIN: i32 = 0;
const RUNS8: i32 = 1;
const RUNS4: i32 = 2;

struct Info {
    width: i32,
    height: i32,
    top_down: bool,
    depth: i32,
    encoding: i32,
    colors: i32,
    /// Bytes of a palette's entry.
    entry: usize,
    /// Where pixels begin.
    offset: i32,
}

fn read_info(input: &mut Input<'_>) -> Option<Info> {
    let magic = input.word_le()?;
    input.take(8)?;
    let offset = input.int_le()?;
    if magic != 0x4d42 {
        return None;
    }
    let length = input.int_le()?;
    if length == 12 {
        let (width, height) = (input.word_le()?, input.word_le()?);
        let (planes, depth) = (input.word_le()?, input.word_le()?);
        if !matches!(depth, 1 | 4 | 8 | 16 | 24) || width <= 0 || height <= 0 || planes <= 0 {
            return None;
        }
        let colors = 1 << depth;
        return Some(Info { width, height, top_down: false, depth, encoding: PLAIN, colors, entry: 3, offset });
    }
    if !matches!(length, 40 | 64 | 108 | 124) {
        return None;
    }
    let (width, height) = (input.int_le()?, input.int_le()?);
    let (planes, depth) = (input.word_le()?, input.word_le()?);
    let encoding = input.int_le()?;
    input.take(12)?;
    let (colors, important) = (input.int_le()?, input.int_le()?);
    if length == 64 {
        input.take(24)?;
    }
    if height == 0 || height == i32::MIN || width <= 0 || planes <= 0 || depth <= 0 || colors < 0 || important < 0 {
        return None;
    }
    Some(Info { width, height: height.abs(), top_down: height < 0, depth, encoding, colors, entry: 4, offset })
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let mut input = Input::new(data);
    let info = read_info(&mut input)?;
    // Rows that are not packed say how much there must be.
    if info.encoding == PLAIN && info.width as u128 * info.height as u128 * info.depth as u128 / 8 > data.len() as u128 {
        crate::image::fits(log, info.width.into(), info.height.into());
        return None;
    }
    let mut image = Image::new(log, info.width, info.height, info.depth >= 16)?;
    match info.depth {
        1 | 4 | 8 => {
            let packed = match info.depth {
                4 => info.encoding == RUNS4,
                8 => info.encoding == RUNS8,
                _ => false,
            };
            if info.encoding != PLAIN && !packed {
                return None;
            }
            read_palette(&mut input, &mut image, &info)?;
            seek(&mut input, &info)?;
            if packed { read_runs(&mut input, &mut image, &info)? } else { read_indices(&mut input, &mut image, &info)? }
        }
        16 | 24 | 32 if info.encoding == PLAIN => {
            seek(&mut input, &info)?;
            read_colors(&mut input, &mut image, &info)?;
        }
        _ => return None,
    }
    Some(image)
}

fn seek(input: &mut Input<'_>, info: &Info) -> Option<()> {
    if input.at() as i64 != i64::from(info.offset) {
        input.seek(usize::try_from(info.offset).ok()?);
    }
    Some(())
}

fn read_palette(input: &mut Input<'_>, image: &mut Image, info: &Info) -> Option<()> {
    let most = 1 << info.depth;
    let count = if info.colors == 0 { most } else { info.colors };
    if count > most {
        return None;
    }
    for entry in &mut image.palette.entries[..count as usize] {
        let bytes = input.take(info.entry)?;
        *entry = Entry { red: bytes[2], green: bytes[1], blue: bytes[0], alpha: 0 };
    }
    image.palette.total = count as usize;
    Some(())
}

/// Sets a pixel; its colour is in use now.
fn set(image: &mut Image, x: i32, y: i32, index: u8) {
    image.palette.open[usize::from(index)] = false;
    image.set_raw(x, y, index.into());
}

fn row_of(info: &Info, number: i32) -> i32 {
    if info.top_down { number } else { info.height - number - 1 }
}

fn read_indices(input: &mut Input<'_>, image: &mut Image, info: &Info) -> Option<()> {
    let per_byte = 8 / info.depth;
    let bytes = (info.width as usize).div_ceil(per_byte as usize);
    for number in 0..info.height {
        let row = row_of(info, number);
        let line = input.take(bytes)?;
        for (at, byte) in line.iter().enumerate() {
            for part in 0..per_byte {
                let x = at as i32 * per_byte + part;
                let index = (u32::from(*byte) >> (8 - info.depth * (part + 1)) & ((1 << info.depth) - 1)) as u8;
                // A pixel beyond the row still counts as a colour in use.
                image.palette.open[usize::from(index)] = false;
                if x < info.width {
                    image.set_raw(x, row, index.into());
                } else if info.depth == 1 {
                    break;
                }
            }
        }
        input.take((4 - bytes % 4) % 4)?;
    }
    Some(())
}

fn read_runs(input: &mut Input<'_>, image: &mut Image, info: &Info) -> Option<()> {
    let per_byte = 8 / info.depth;
    let part_of = |byte: u8, part: i32| (u32::from(byte) >> (8 - info.depth * (part + 1)) & ((1 << info.depth) - 1)) as u8;
    let (mut x, mut y) = (0i32, 0i32);
    while y < info.height && x <= info.width {
        let (length, value) = (input.byte()?, input.byte()?);
        let row = info.height - y - 1;
        match (length, value) {
            (0, 0) => (x, y) = (0, y + 1),
            (0, 1) => break,
            (0, 2) => {
                x += i32::from(input.byte()?);
                y += i32::from(input.byte()?);
            }
            (0, count) => {
                let count = i32::from(count);
                let mut read = 0;
                let mut done = 0;
                while done < count && x < info.width {
                    let byte = input.byte()?;
                    read += 1;
                    for part in 0..per_byte.min(count - done) {
                        if x < info.width {
                            set(image, x, row, part_of(byte, part));
                            x += 1;
                        }
                    }
                    done += per_byte;
                }
                if read % 2 != 0 {
                    input.byte()?;
                }
            }
            (length, value) => {
                image.palette.open[usize::from(value)] = false;
                for at in 0..i32::from(length) {
                    if x >= info.width {
                        break;
                    }
                    set(image, x, row, part_of(value, at % per_byte));
                    x += 1;
                }
            }
        }
    }
    Some(())
}

fn read_colors(input: &mut Input<'_>, image: &mut Image, info: &Info) -> Option<()> {
    let depth = info.depth as usize / 8;
    let padding = (4 - depth * info.width as usize % 4) % 4;
    for number in 0..info.height {
        let row = row_of(info, number);
        for x in 0..info.width {
            let color = match input.take(depth)? {
                [low, high] => {
                    let data = i32::from(i16::from_le_bytes([*low, *high]));
                    rgba((data & 0x7c00) >> 10 << 3, (data & 0x3e0) >> 5 << 3, (data & 0x1f) << 3, 0)
                }
                [blue, green, red, ..] => rgba((*red).into(), (*green).into(), (*blue).into(), 0),
                _ => return None,
            };
            image.set_raw(x, row, color);
        }
        input.take(padding)?;
    }
    Some(())
}

pub fn encode(image: &Image, compressed: bool) -> Vec<u8> {
    let true_color = image.is_true_color();
    let compressed = compressed && !true_color;
    let total = image.palette.total as i32;
    let depth = if true_color { 3 } else { 1 };
    let plain_size = if compressed { 0 } else { depth * image.sx as i64 * image.sy as i64 };
    let header = 14 + 40 + if true_color { 0 } else { 4 * total };
    let mut out = b"BM".to_vec();
    put_int_le(&mut out, (i64::from(header) + plain_size) as i32);
    put_int_le(&mut out, 0);
    put_int_le(&mut out, header);
    put_int_le(&mut out, 40);
    put_int_le(&mut out, image.sx);
    put_int_le(&mut out, image.sy);
    put_word_le(&mut out, 1);
    put_word_le(&mut out, if true_color { 24 } else { 8 });
    put_int_le(&mut out, if compressed { RUNS8 } else { PLAIN });
    put_int_le(&mut out, plain_size as i32);
    for value in [0, 0, if true_color { 0 } else { total }, 0] {
        put_int_le(&mut out, value);
    }
    if !true_color {
        for entry in &image.palette.entries[..image.palette.total] {
            out.extend_from_slice(&[entry.blue, entry.green, entry.red, 0]);
        }
    }
    let start = out.len();
    let padding = ((4 - depth * i64::from(image.sx) % 4) % 4) as usize;
    for y in (0..image.sy).rev() {
        if compressed {
            let row: Vec<u8> = (0..image.sx).map(|x| image.get(x, y) as u8).collect();
            put_runs(&mut out, &row);
            out.extend_from_slice(&[0, 0]);
            continue;
        }
        for x in 0..image.sx {
            let color = image.get(x, y);
            if true_color {
                out.extend_from_slice(&[blue_of(color) as u8, green_of(color) as u8, red_of(color) as u8]);
            } else {
                out.push(color as u8);
            }
        }
        out.resize(out.len() + padding, 0);
    }
    if compressed {
        out.extend_from_slice(&[0, 1]);
        let size = (out.len() - start) as u32;
        out[2..6].copy_from_slice(&(header as u32 + size).to_le_bytes());
        out[34..38].copy_from_slice(&size.to_le_bytes());
    }
    out
}

/// A row as runs of one colour and of several, of up to 128 pixels.
fn put_runs(out: &mut Vec<u8>, row: &[u8]) {
    let mut start = 0;
    while start < row.len() {
        let rest = &row[start..row.len().min(start + 128)];
        let same = rest.len() > 1 && rest[0] == rest[1];
        let steps = rest.windows(2).take_while(|pair| (pair[0] == pair[1]) == same).count();
        let length = steps + 1;
        let run = &rest[..length];
        match (same, length) {
            (true, _) => out.extend_from_slice(&[length as u8, run[0]]),
            (false, 1 | 2) => run.iter().for_each(|pixel| out.extend_from_slice(&[1, *pixel])),
            (false, _) => {
                out.extend_from_slice(&[0, length as u8]);
                out.extend_from_slice(run);
                if length % 2 != 0 {
                    out.push(0);
                }
            }
        }
        start += length;
    }
}
