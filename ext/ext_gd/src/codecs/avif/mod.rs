//! Reads and writes images in the format AVIF: quality becomes the quantizers, chroma sampling and tiles that libgd would choose.

mod frames;

use loxo_gd_sys::avif::{self, Decoder, Failure, Options};
use loxo_runtime::memory_limit;

use crate::codecs::webp::opacity;
use crate::image::{ALPHA_MAX, Image, Pixels, alpha_of, blue_of, fits, green_of, red_of, rgba};
use crate::log::Log;

/// The best quality, which loses nothing.
const LOSSLESS: i64 = 100;
/// From this quality on every pixel has its own colour.
const FULL_CHROMA: i64 = 90;
/// The speed if none is asked for.
const SPEED: i64 = 6;
/// The quantizer if no quality is asked for, and the worst one.
const QUANTIZER: i32 = 30;
const WORST_QUANTIZER: f32 = 63.0;
/// Pixels that are worth a tile of their own, and the greatest number of tiles.
const TILE: f64 = 512.0 * 512.0;
const MOST_TILES: f64 = 8.0;
/// What decoding and encoding take for a pixel: its three planes and alpha, what the codec compares them with, and the colours.
const BYTES_OF_PIXEL: usize = 16;

fn failed(log: &mut Log, failure: &Failure) {
    log.warn(format!("avif error - {}: {}\n", failure.doing, failure.reason));
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let decoded = Decoder::new(data).and_then(|decoder| {
        let (width, height) = decoder.size();
        let pixels = (u64::from(width) * u64::from(height)).max(frames::largest(data).unwrap_or(u64::MAX));
        memory_limit::ensure_room(usize::try_from(pixels).unwrap_or(usize::MAX).saturating_mul(BYTES_OF_PIXEL));
        decoder.decode()
    });
    let decoded = decoded.map_err(|failure| failed(log, &failure)).ok()?;
    if !decoded.is_srgb {
        log.notice("Image's color profile is not sRGB");
    }
    let mut image = Image::new(log, decoded.width.try_into().ok()?, decoded.height.try_into().ok()?, true)?;
    if let Pixels::True(pixels) = &mut image.pixels {
        for (pixel, parts) in pixels.iter_mut().zip(decoded.rgba.chunks_exact(4)) {
            let [red, green, blue, alpha] = [parts[0], parts[1], parts[2], parts[3]].map(i32::from);
            *pixel = rgba(red, green, blue, ALPHA_MAX - (alpha >> 1));
        }
    }
    image.save_alpha = true;
    Some(image)
}

/// Logarithms to base 2 of rows and columns of tiles: as many as the pixels are worth, near to squares.
fn tiles(width: i32, height: i32) -> (i32, i32) {
    let count = (f64::from(width) * f64::from(height) / TILE).ceil().clamp(1.0, MOST_TILES);
    let all = count.log2() as i32;
    let (fewer, more) = (all / 2, all - all / 2);
    if width >= height { (fewer, more) } else { (more, fewer) }
}

pub fn encode(image: &Image, log: &mut Log, quality: i64, speed: i64) -> Option<Vec<u8>> {
    let Pixels::True(pixels) = &image.pixels else {
        log.warn("avif doesn't support palette images");
        return None;
    };
    if !fits(log, image.sx.into(), image.sy.into()) {
        return None;
    }
    memory_limit::ensure_room(pixels.len().saturating_mul(BYTES_OF_PIXEL));
    let mut rgba = Vec::with_capacity(4 * pixels.len());
    for color in pixels {
        rgba.extend_from_slice(&[red_of(*color) as u8, green_of(*color) as u8, blue_of(*color) as u8, opacity(alpha_of(*color))]);
    }
    let options = Options {
        quantizer: if quality < 0 { QUANTIZER } else { (WORST_QUANTIZER / 100.0 * (100 - quality) as f32).round() as i32 },
        speed: if speed < 0 { SPEED } else { speed } as i32,
        full_chroma: quality >= FULL_CHROMA,
        identity: quality == LOSSLESS,
        tiles: tiles(image.sx, image.sy),
    };
    avif::encode(&mut rgba, image.sx as u32, image.sy as u32, &options).map_err(|failure| failed(log, &failure)).ok()
}
