//! TGA: true colours, plain or by run lengths.

use super::Input;
use crate::image::{ALPHA_MAX, Image, REPLACE, fits, rgba};
use crate::log::Log;

const PLAIN: u8 = 2;
const RUN_LENGTHS: u8 = 10;

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let mut input = Input::new(data);
    let Some(header) = input.take(18) else {
        log.warn("fail to read header");
        return None;
    };
    let (bits, alpha_bits) = (header[16], header[17] & 0x0f);
    if (bits, alpha_bits) != (24, 0) && (bits, alpha_bits) != (32, 8) {
        log.warn(format!("gd-tga: {bits} bits per pixel with {alpha_bits} alpha bits not supported\n"));
        return None;
    }
    if input.take(header[0].into()).is_none() {
        log.warn("fail to read header ident");
        return None;
    }
    let word = |at: usize| i32::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let (width, height) = (word(12), word(14));
    let depth = usize::from(bits / 8);
    if !fits(log, width.into(), height.into())
        || !fits(log, i64::from(width) * i64::from(height), depth as i64)
        || !fits(log, i64::from(width) * i64::from(height) * depth as i64, 4)
    {
        return None;
    }
    let size = width as usize * height as usize * depth;
    let unpacked;
    let pixels = match header[2] {
        PLAIN => match input.take(size) {
            Some(pixels) => pixels,
            None => {
                log.warn("gd-tga: premature end of image data\n");
                return None;
            }
        },
        RUN_LENGTHS => {
            unpacked = unpack(input.rest().get(..size).unwrap_or(input.rest()), size, depth)?;
            &unpacked
        }
        _ => return None,
    };
    let mut image = Image::new(log, width, height, true)?;
    if alpha_bits != 0 {
        image.effect = REPLACE;
        image.save_alpha = true;
    }
    for (at, pixel) in pixels.chunks_exact(depth).enumerate() {
        let alpha = pixel.get(3).map_or(0, |alpha| ALPHA_MAX - i32::from(alpha >> 1));
        let color = rgba(pixel[2].into(), pixel[1].into(), pixel[0].into(), alpha);
        image.set_raw((at % width as usize) as i32, (at / width as usize) as i32, color);
    }
    if header[17] & 0x20 == 0 {
        image.flip_vertical();
    }
    if header[17] & 0x10 != 0 {
        image.flip_horizontal();
    }
    Some(image)
}

/// Runs of one pixel, and runs of several. A run makes 128 pixels of four bytes at most, so a short file stays small.
fn unpack(packed: &[u8], size: usize, depth: usize) -> Option<Vec<u8>> {
    if size > packed.len().saturating_mul(128) {
        return None;
    }
    loxo_runtime::memory_limit::ensure_room(size);
    let mut input = Input::new(packed);
    let mut pixels = Vec::with_capacity(size);
    while pixels.len() < size {
        let head = input.byte()?;
        let count = usize::from(head & 0x7f) + 1;
        if pixels.len() + count * depth > size {
            return None;
        }
        if head & 0x80 != 0 {
            let pixel = input.take(depth)?;
            (0..count).for_each(|_| pixels.extend_from_slice(pixel));
        } else {
            pixels.extend_from_slice(input.take(count * depth)?);
        }
    }
    Some(pixels)
}
