//! Reads and writes images in the format WebP by way of libwebp; gd's seven bits of alpha become eight and return.

use loxo_gd_sys::webp;
use loxo_runtime::memory_limit;

use crate::image::{ALPHA_MAX, Image, Pixels, alpha_of, blue_of, fits, green_of, red_of, rgba};
use crate::log::Log;

/// From this quality on nothing is lost.
pub const LOSSLESS: i64 = 101;

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let Some((width, height)) = webp::size(data) else {
        log.warn("gd-webp cannot get webp info");
        return None;
    };
    let mut image = Image::new(log, width, height, true)?;
    let size = 4 * width as usize * height as usize;
    memory_limit::ensure_room(2 * size);
    let mut argb = vec![0; size];
    if !webp::decode_argb(data, width as usize, &mut argb) {
        log.warn("gd-webp cannot allocate temporary buffer");
        return None;
    }
    if let Pixels::True(pixels) = &mut image.pixels {
        for (pixel, parts) in pixels.iter_mut().zip(argb.chunks_exact(4)) {
            let [alpha, red, green, blue] = [parts[0], parts[1], parts[2], parts[3]].map(i32::from);
            *pixel = rgba(red, green, blue, ALPHA_MAX - (alpha >> 1));
        }
    }
    image.save_alpha = true;
    Some(image)
}

/// gd's alpha as others have it: 255 is opaque.
pub fn opacity(alpha: i32) -> u8 {
    (255 - ((alpha << 1) + (alpha >> 6))) as u8
}

pub fn encode(image: &Image, log: &mut Log, quality: i64) -> Option<Vec<u8>> {
    let Pixels::True(pixels) = &image.pixels else {
        log.warn("Palette image not supported by webp");
        return None;
    };
    let quality = if quality == -1 { 80 } else { quality };
    if !fits(log, image.sx.into(), 4) || !fits(log, i64::from(image.sx) * 4, image.sy.into()) {
        return None;
    }
    memory_limit::ensure_room(8 * pixels.len());
    let mut rgba = Vec::with_capacity(4 * pixels.len());
    for color in pixels {
        let alpha = alpha_of(*color);
        rgba.extend_from_slice(&[red_of(*color) as u8, green_of(*color) as u8, blue_of(*color) as u8, opacity(alpha)]);
    }
    let quality = (quality < LOSSLESS).then_some(quality as f32);
    let data = webp::encode_rgba(&rgba, image.sx as usize, image.sy as usize, quality);
    if data.is_none() {
        log.warn("gd-webp encoding failed");
    }
    data
}
