//! WBMP: black and white, for telephones.

use super::Input;
use crate::image::{Image, fits};
use crate::log::Log;

/// A number of groups of seven bits.
fn read_number(input: &mut Input<'_>) -> Option<i32> {
    let mut number = 0u32;
    loop {
        let byte = input.byte()?;
        number = number << 7 | u32::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            break;
        }
    }
    // All bits set is what the end of the file would be.
    (number != u32::MAX).then_some(number as i32)
}

fn put_number(out: &mut Vec<u8>, number: i32) {
    let groups = (32 - (number as u32).leading_zeros()).div_ceil(7).max(1);
    for group in (0..groups).rev() {
        let more = if group > 0 { 0x80 } else { 0 };
        out.push(more | (number as u32 >> (7 * group) & 0x7f) as u8);
    }
}

/// Does data begin as such an image does?
pub fn is_header(data: &[u8]) -> bool {
    let checked = |input: &mut Input<'_>| -> Option<u32> {
        let mut number = 0u32;
        loop {
            let byte = input.byte()?;
            if number > i32::MAX as u32 >> 7 {
                return None;
            }
            number = number << 7 | u32::from(byte & 0x7f);
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
    };
    let mut input = Input::new(data.get(..8).unwrap_or(data));
    checked(&mut input) == Some(0) && checked(&mut input).is_some()
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let mut input = Input::new(data);
    if input.byte()? != 0 {
        return None;
    }
    while input.byte()? & 0x80 != 0 {}
    let (width, height) = (read_number(&mut input)?, read_number(&mut input)?);
    if !fits(log, 4, width.into()) || !fits(log, 4 * i64::from(width), height.into()) {
        return None;
    }
    let mut image = Image::new(log, width, height, false)?;
    let white = image.allocate(255, 255, 255, 0);
    let black = image.allocate(0, 0, 0, 0);
    for y in 0..height {
        for x in (0..width).step_by(8) {
            // What is missing is white.
            let byte = input.byte().unwrap_or(0xff);
            for bit in 0..8.min(width - x) {
                image.set_raw(x + bit, y, if byte >> (7 - bit) & 1 != 0 { white } else { black });
            }
        }
    }
    Some(image)
}

pub fn encode(image: &Image, foreground: i32) -> Vec<u8> {
    let mut out = vec![0, 0];
    put_number(&mut out, image.sx);
    put_number(&mut out, image.sy);
    for y in 0..image.sy {
        for x in (0..image.sx).step_by(8) {
            let mut byte = 0;
            for bit in 0..8.min(image.sx - x) {
                if image.get(x + bit, y) != foreground {
                    byte |= 0x80 >> bit;
                }
            }
            out.push(byte);
        }
    }
    out
}
