//! Decodes and encodes images in the format WebP by libwebp, one call for a whole image.

use std::ffi::c_int;

use libwebp_sys::{WebPDecodeARGBInto, WebPEncodeLosslessRGBA, WebPEncodeRGBA, WebPFree, WebPGetInfo};

/// Width and height; `None` if it is no WebP.
pub fn size(data: &[u8]) -> Option<(i32, i32)> {
    let (mut width, mut height): (c_int, c_int) = (0, 0);
    // SAFETY: the pointer and the length are the slice's, the results are written to our own integers.
    let found = unsafe { WebPGetInfo(data.as_ptr(), data.len(), &raw mut width, &raw mut height) };
    (found != 0).then_some((width, height))
}

/// Decodes into four bytes for each pixel: alpha, red, green, blue. False if that is not possible, or the buffer too small.
pub fn decode_argb(data: &[u8], width: usize, buffer: &mut [u8]) -> bool {
    let Some(stride) = width.checked_mul(4).and_then(|stride| c_int::try_from(stride).ok()) else { return false };
    // SAFETY: both pointers and lengths are those of slices; the library checks the buffer's length against the image's size.
    let result = unsafe { WebPDecodeARGBInto(data.as_ptr(), data.len(), buffer.as_mut_ptr(), buffer.len(), stride) };
    !result.is_null()
}

/// Encodes pixels of red, green, blue, alpha; without a quality, without loss. `None` if that is not possible.
pub fn encode_rgba(pixels: &[u8], width: usize, height: usize, quality: Option<f32>) -> Option<Vec<u8>> {
    let stride = width.checked_mul(4)?;
    if stride.checked_mul(height)? != pixels.len() {
        return None;
    }
    let (width, height, stride) = (c_int::try_from(width).ok()?, c_int::try_from(height).ok()?, c_int::try_from(stride).ok()?);
    let mut output = std::ptr::null_mut();
    // SAFETY: the slice holds `height` rows of `stride` bytes, as was checked; the library sets `output` to a block of its own.
    let length = unsafe {
        match quality {
            Some(quality) => WebPEncodeRGBA(pixels.as_ptr(), width, height, stride, quality, &raw mut output),
            None => WebPEncodeLosslessRGBA(pixels.as_ptr(), width, height, stride, &raw mut output),
        }
    };
    if length == 0 || output.is_null() {
        return None;
    }
    // SAFETY: the block has the length that was answered; it is copied before it is given back, once.
    let data = unsafe { std::slice::from_raw_parts(output, length).to_vec() };
    // SAFETY: as above.
    unsafe { WebPFree(output.cast()) };
    Some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let pixels: Vec<u8> = (0..4 * 6 * 5).map(|byte| if byte % 4 == 3 { 255 } else { byte as u8 }).collect();
        let data = encode_rgba(&pixels, 6, 5, None).expect("is encoded");
        assert_eq!(size(&data), Some((6, 5)));
        let mut argb = vec![0; pixels.len()];
        assert!(decode_argb(&data, 6, &mut argb));
        assert_eq!((&argb[..4], &argb[4..8]), (&[255, 0, 1, 2][..], &[255, 4, 5, 6][..]));
        assert!(!decode_argb(&data, 6, &mut argb[..20]) && !decode_argb(b"RIFF", 6, &mut []));
    }
}
