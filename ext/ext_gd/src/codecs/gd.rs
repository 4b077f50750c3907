//! gd's own format, in its versions 1 and 2.

use super::{Input, put_int, put_word};
use crate::image::{Image, MAX_COLORS, Pixels};
use crate::log::Log;

/// First words of files that say whether colours are true.
const PALETTE: i32 = 65535;
const TRUE_COLOR: i32 = 65534;

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let mut input = Input::new(data);
    let mut sx = input.word()?;
    let (newer, true_color) = (sx == PALETTE || sx == TRUE_COLOR, sx == TRUE_COLOR);
    if newer {
        sx = input.word()?;
    }
    let sy = input.word()?;
    let needed = sx as u64 * sy as u64 * if true_color { 4 } else { 1 };
    if needed > data.len() as u64 {
        // It will not do; but sizes have their say first.
        crate::image::fits(log, sx.into(), sy.into());
        return None;
    }
    let mut image = Image::new(log, sx, sy, true_color)?;
    read_colors(&mut input, &mut image, newer)?;
    match &mut image.pixels {
        Pixels::True(pixels) => {
            for pixel in pixels {
                *pixel = input.int()?;
            }
        }
        Pixels::Palette(pixels) => {
            let count = pixels.len();
            pixels.copy_from_slice(input.take(count)?);
        }
    }
    Some(image)
}

/// The palette and what is transparent.
pub fn read_colors(input: &mut Input<'_>, image: &mut Image, newer: bool) -> Option<()> {
    let mut total = 0;
    if newer {
        if input.byte()? != u8::from(image.is_true_color()) {
            return None;
        }
        if !image.is_true_color() {
            total = input.word()?;
            if total as usize > MAX_COLORS {
                return None;
            }
        }
        image.transparent = input.int()?;
    } else {
        total = input.byte()?.into();
        image.transparent = input.word()?;
    }
    if image.is_true_color() {
        return Some(());
    }
    image.palette.total = total as usize;
    if image.transparent >= total || image.transparent < 0 {
        image.transparent = -1;
    }
    for entry in &mut image.palette.entries {
        entry.red = input.byte()?;
        entry.green = input.byte()?;
        entry.blue = input.byte()?;
        if newer {
            entry.alpha = input.byte()?;
        }
    }
    image.palette.open[..total as usize].fill(false);
    Some(())
}

pub fn put_colors(image: &Image, out: &mut Vec<u8>) {
    out.push(image.is_true_color().into());
    if !image.is_true_color() {
        put_word(out, image.palette.total as i32);
    }
    put_int(out, image.transparent);
    if !image.is_true_color() {
        for entry in &image.palette.entries {
            out.extend_from_slice(&[entry.red, entry.green, entry.blue, entry.alpha]);
        }
    }
}

pub fn encode(image: &Image) -> Vec<u8> {
    let mut out = Vec::new();
    put_word(&mut out, if image.is_true_color() { TRUE_COLOR } else { PALETTE });
    put_word(&mut out, image.sx);
    put_word(&mut out, image.sy);
    put_colors(image, &mut out);
    match &image.pixels {
        Pixels::True(pixels) => pixels.iter().for_each(|pixel| put_int(&mut out, *pixel)),
        Pixels::Palette(pixels) => out.extend_from_slice(pixels),
    }
    out
}
