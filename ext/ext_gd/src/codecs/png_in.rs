//! Reads PNG files, as palette or true colour image by what they contain, and reports errors in libpng's words.

use std::io::Cursor;

use loxo_runtime::memory_limit::{self, Charge};
use png::{BitDepth, ColorType, Decoder, DecodingError, Limits};

use crate::image::{ALPHA_MAX, Entry, Image, Pixels, fits, rgba};
use crate::log::Log;

/// libpng's words for an error, as far as there are the same.
fn explain(error: &DecodingError) -> String {
    let text = error.to_string();
    match error {
        DecodingError::IoError(_) => return "Read Error: truncated data".into(),
        DecodingError::LimitsExceeded => return "Out of memory".into(),
        _ => {}
    }
    if text.contains("CRC error") || text.contains("CRC") {
        let chunk = if text.contains("IDAT") { "IDAT" } else { "IHDR" };
        return format!("{chunk}: CRC error");
    }
    if text.contains("more data") || text.contains("eof") || text.contains("EOF") || text.contains("not enough") {
        return "Read Error: truncated data".into();
    }
    if text.contains("PLTE") {
        return "Missing PLTE before IDAT".into();
    }
    if text.contains("orrupt") || text.contains("flate") {
        return "IDAT: invalid data".into();
    }
    "Invalid IHDR data".into()
}

fn fail(log: &mut Log, error: &DecodingError, stage: u8) -> Option<Image> {
    log.warn(format!("gd-png: fatal libpng error: {}\n", explain(error)));
    log.warn(format!("gd-png error: setjmp returns error condition {stage}\n"));
    None
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    if !data.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    let mut decoder = Decoder::new_with_limits(Cursor::new(data), Limits { bytes: usize::MAX });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = match decoder.read_info() {
        Ok(reader) => reader,
        Err(error) => return fail(log, &error, 1),
    };
    let info = reader.info();
    let (color_type, bits, interlaced) = (info.color_type, info.bit_depth, info.interlaced);
    let (palette, transparency) = (info.palette.clone(), info.trns.clone());
    let resolution = info.pixel_dims.filter(|dims| matches!(dims.unit, png::Unit::Meter)).map(|dims| (dims.xppu, dims.yppu));
    let size = |size: u32| i32::try_from(size).unwrap_or(-1);
    let true_color = !matches!(color_type, ColorType::Indexed | ColorType::Grayscale);
    let Some(mut image) = Image::new(log, size(info.width), size(info.height), true_color) else {
        log.warn("gd-png error: cannot allocate gdImage struct\n");
        return None;
    };
    if let Some((x, y)) = resolution {
        let inches = |dots: u32| (f64::from(dots) * 0.0254 + 0.5) as u32;
        image.resolution = (inches(x), inches(y));
    }
    let needed = reader.output_buffer_size()?;
    let per_row = needed as i64 / i64::from(image.sy);
    if !fits(log, per_row, image.sy.into()) {
        return None;
    }
    memory_limit::ensure_room(needed);
    let charge = Charge::new(needed);
    let mut buffer = vec![0; needed];
    if let Err(error) = reader.next_frame(&mut buffer) {
        return fail(log, &error, 3);
    }
    // Nobody looks at the checksum of the last chunk, as long as it is there.
    match reader.finish() {
        Err(error) if !error.to_string().contains("CRC") => return fail(log, &error, 3),
        _ => {}
    }
    let wide = bits == BitDepth::Sixteen;
    if true_color {
        fill_true_color(&mut image, &buffer, color_type, wide);
        // Of narrow colours the decoder keeps the lower bytes.
        let color = transparency.as_deref().unwrap_or_default();
        image.transparent = match (color_type, color) {
            (ColorType::Rgb, [red, _, green, _, blue, _]) => rgba((*red).into(), (*green).into(), (*blue).into(), 0),
            (ColorType::Rgb, [red, green, blue]) => rgba((*red).into(), (*green).into(), (*blue).into(), 0),
            _ => -1,
        };
    } else {
        let transparency = transparency.as_deref().unwrap_or_default();
        let bits = if wide { 16 } else { bits as usize };
        if color_type == ColorType::Indexed {
            set_palette(&mut image, palette.as_deref().unwrap_or_default(), transparency);
        } else {
            set_grays(&mut image, bits, transparency);
        }
        fill_palette(&mut image, &buffer, bits, per_row as usize);
    }
    image.interlace = interlaced;
    drop(charge);
    Some(image)
}

fn set_palette(image: &mut Image, colors: &[u8], transparency: &[u8]) {
    let palette = &mut image.palette;
    for (entry, parts) in palette.entries.iter_mut().zip(colors.chunks_exact(3)) {
        *entry = Entry { red: parts[0], green: parts[1], blue: parts[2], alpha: 0 };
    }
    palette.total = (colors.len() / 3).min(256);
    for (entry, alpha) in palette.entries.iter_mut().zip(transparency) {
        entry.alpha = 127 - (alpha >> 1);
    }
    image.transparent = transparency.iter().take(256).position(|alpha| *alpha == 0).map_or(-1, |index| index as i32);
}

fn set_grays(image: &mut Image, bits: usize, transparency: &[u8]) {
    let total = 1usize << bits.min(8);
    for (index, entry) in image.palette.entries.iter_mut().enumerate().take(total) {
        let gray = (255 * index / (total - 1)) as u8;
        *entry = Entry { red: gray, green: gray, blue: gray, alpha: 0 };
    }
    image.palette.total = total;
    if let [gray, ..] = transparency {
        image.transparent = (*gray).into();
    }
}

fn fill_palette(image: &mut Image, buffer: &[u8], bits: usize, per_row: usize) {
    for y in 0..image.sy {
        let row = buffer.get(y as usize * per_row..).unwrap_or_default();
        for x in 0..image.sx {
            let at = x as usize;
            let index = match bits {
                16 => row.get(2 * at).copied().unwrap_or(0),
                8 => row.get(at).copied().unwrap_or(0),
                _ => {
                    let byte = row.get(at * bits / 8).copied().unwrap_or(0);
                    byte >> (8 - bits - at * bits % 8) & ((1 << bits) - 1)
                }
            };
            image.palette.open[usize::from(index)] = false;
            image.set_raw(x, y, index.into());
        }
    }
}

fn fill_true_color(image: &mut Image, buffer: &[u8], color_type: ColorType, wide: bool) {
    let samples = color_type.samples();
    let width = if wide { 2 } else { 1 };
    let Pixels::True(pixels) = &mut image.pixels else { return };
    for (pixel, parts) in pixels.iter_mut().zip(buffer.chunks_exact(samples * width)) {
        let part = |at: usize| i32::from(parts[at * width]);
        *pixel = match color_type {
            ColorType::Rgb => rgba(part(0), part(1), part(2), 0),
            ColorType::Rgba => rgba(part(0), part(1), part(2), ALPHA_MAX - (part(3) >> 1)),
            _ => rgba(part(0), part(0), part(0), ALPHA_MAX - (part(1) >> 1)),
        };
    }
}
