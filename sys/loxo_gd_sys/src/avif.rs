//! AVIF: libavif, with libaom behind it.

use std::ffi::{CStr, c_int};
use std::marker::PhantomData;

use libavif_sys as sys;

/// What went wrong: at what, and how the library calls it.
#[derive(Debug, PartialEq)]
pub struct Failure {
    pub doing: &'static str,
    pub reason: String,
}

fn check(result: sys::avifResult, doing: &'static str) -> Result<(), Failure> {
    if result == sys::AVIF_RESULT_OK {
        return Ok(());
    }
    // SAFETY: the function knows every number and answers a string that lives as long as the program.
    let reason = unsafe { CStr::from_ptr(sys::avifResultToString(result)) };
    Err(Failure { doing, reason: reason.to_string_lossy().into_owned() })
}

fn no_memory(doing: &'static str) -> Failure {
    Failure { doing, reason: "Out of memory".into() }
}

/// A file whose boxes were read.
pub struct Decoder<'a> {
    decoder: *mut sys::avifDecoder,
    data: PhantomData<&'a [u8]>,
}

impl Drop for Decoder<'_> {
    fn drop(&mut self) {
        // SAFETY: the decoder is ours and is given back once.
        unsafe { sys::avifDecoderDestroy(self.decoder) };
    }
}

/// Four bytes for each pixel: red, green, blue, alpha.
#[derive(Debug)]
pub struct Decoded {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
    /// Its colours are those of sRGB, or it does not say.
    pub is_srgb: bool,
}

impl<'a> Decoder<'a> {
    pub fn new(data: &'a [u8]) -> Result<Decoder<'a>, Failure> {
        let doing = "Could not parse image";
        // SAFETY: no conditions.
        let decoder = unsafe { sys::avifDecoderCreate() };
        if decoder.is_null() {
            return Err(no_memory(doing));
        }
        let this = Decoder { decoder, data: PhantomData };
        // SAFETY: the decoder is a valid one that only we know; it reads the slice while `this` lives, which the slice outlives.
        unsafe {
            (*decoder).strictFlags &= !(sys::AVIF_STRICT_PIXI_REQUIRED as sys::avifStrictFlags);
            check(sys::avifDecoderSetIOMemory(decoder, data.as_ptr(), data.len()), doing)?;
            check(sys::avifDecoderParse(decoder), doing)?;
        }
        Ok(this)
    }

    /// Width and height, as the file claims.
    pub fn size(&self) -> (u32, u32) {
        // SAFETY: a decoder that has read the boxes has an image until it is destroyed.
        unsafe { ((*(*self.decoder).image).width, (*(*self.decoder).image).height) }
    }

    /// The image, or the first one of a sequence.
    pub fn decode(self) -> Result<Decoded, Failure> {
        // SAFETY: the decoder is valid and only ours; its image belongs to it and stays where it is. The pixels go to a buffer of our
        // own, as long as the rows and their bytes say.
        unsafe {
            check(sys::avifDecoderNextImage(self.decoder), "Could not decode image")?;
            let image = (*self.decoder).image;
            let mut rgb = sys::avifRGBImage::default();
            sys::avifRGBImageSetDefaults(&raw mut rgb, image);
            rgb.depth = 8;
            let mut rgba = buffer(&mut rgb).ok_or_else(|| no_memory("Allocating RGB pixels failed"))?;
            rgb.pixels = rgba.as_mut_ptr();
            check(sys::avifImageYUVToRGB(image, &raw mut rgb), "Conversion from YUV to RGB failed")?;
            let (primaries, transfer) = (u32::from((*image).colorPrimaries), u32::from((*image).transferCharacteristics));
            let is_srgb = [sys::AVIF_COLOR_PRIMARIES_BT709, sys::AVIF_COLOR_PRIMARIES_UNSPECIFIED].contains(&primaries)
                && [sys::AVIF_TRANSFER_CHARACTERISTICS_SRGB, sys::AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED].contains(&transfer);
            Ok(Decoded { width: rgb.width, height: rgb.height, rgba, is_srgb })
        }
    }
}

/// Space for the pixels of an image of four bytes each, whose rows follow each other.
fn buffer(rgb: &mut sys::avifRGBImage) -> Option<Vec<u8>> {
    let row = rgb.width.checked_mul(4)?;
    let size = (row as usize).checked_mul(rgb.height as usize)?;
    rgb.format = sys::AVIF_RGB_FORMAT_RGBA;
    rgb.rowBytes = row;
    let mut pixels = Vec::new();
    pixels.try_reserve_exact(size).ok()?;
    pixels.resize(size, 0);
    Some(pixels)
}

/// How an image is encoded.
pub struct Options {
    /// 0 is the best, 63 the worst.
    pub quantizer: i32,
    /// 0 is the slowest, 10 the fastest.
    pub speed: i32,
    /// Every pixel has a colour of its own, not every four.
    pub full_chroma: bool,
    /// Colours are kept as they are, which loses nothing with the best quantizer.
    pub identity: bool,
    /// Logarithms to base 2 of the numbers of rows and columns of tiles, which are encoded side by side.
    pub tiles: (i32, i32),
}

/// What is freed when encoding ends.
struct Encoding {
    image: *mut sys::avifImage,
    encoder: *mut sys::avifEncoder,
    output: sys::avifRWData,
}

impl Drop for Encoding {
    fn drop(&mut self) {
        // SAFETY: all three are ours and are given back once; an image or an encoder that was not made is left out.
        unsafe {
            if !self.image.is_null() {
                sys::avifImageDestroy(self.image);
            }
            if !self.encoder.is_null() {
                sys::avifEncoderDestroy(self.encoder);
            }
            sys::avifRWDataFree(&raw mut self.output);
        }
    }
}

/// Encodes pixels of red, green, blue, alpha.
pub fn encode(rgba: &mut [u8], width: u32, height: u32, options: &Options) -> Result<Vec<u8>, Failure> {
    let format = if options.full_chroma { sys::AVIF_PIXEL_FORMAT_YUV444 } else { sys::AVIF_PIXEL_FORMAT_YUV420 };
    let doing = "Could not encode image";
    if rgba.len() as u64 != 4 * u64::from(width) * u64::from(height) || width > u32::MAX / 4 {
        return Err(Failure { doing, reason: "Invalid argument".into() });
    }
    let mut all = Encoding { image: std::ptr::null_mut(), encoder: std::ptr::null_mut(), output: sys::avifRWData::default() };
    // SAFETY: image and encoder are checked before they are used and live until `all` is dropped. The slice has as many rows of as many
    // bytes as the description says, which was checked; it is only read. The output's block has the size that the library says.
    unsafe {
        all.image = sys::avifImageCreate(width, height, 8, format);
        all.encoder = sys::avifEncoderCreate();
        if all.image.is_null() || all.encoder.is_null() {
            return Err(no_memory(doing));
        }
        (*all.image).colorPrimaries = sys::AVIF_COLOR_PRIMARIES_BT709 as sys::avifColorPrimaries;
        (*all.image).transferCharacteristics = sys::AVIF_TRANSFER_CHARACTERISTICS_SRGB as sys::avifTransferCharacteristics;
        let matrix = if options.identity { sys::AVIF_MATRIX_COEFFICIENTS_IDENTITY } else { sys::AVIF_MATRIX_COEFFICIENTS_BT709 };
        (*all.image).matrixCoefficients = matrix as sys::avifMatrixCoefficients;
        let mut rgb = sys::avifRGBImage::default();
        sys::avifRGBImageSetDefaults(&raw mut rgb, all.image);
        (rgb.depth, rgb.format, rgb.rowBytes, rgb.pixels) = (8, sys::AVIF_RGB_FORMAT_RGBA, 4 * width, rgba.as_mut_ptr());
        check(sys::avifImageRGBToYUV(all.image, &raw const rgb), "Could not convert image to YUV")?;
        let encoder = &mut *all.encoder;
        (encoder.minQuantizer, encoder.maxQuantizer) = (options.quantizer, options.quantizer);
        (encoder.minQuantizerAlpha, encoder.maxQuantizerAlpha) = (options.quantizer, options.quantizer);
        encoder.speed = options.speed;
        (encoder.tileRowsLog2, encoder.tileColsLog2) = options.tiles;
        encoder.maxThreads = 1 << (options.tiles.0 + options.tiles.1) as c_int;
        check(sys::avifEncoderAddImage(all.encoder, all.image, 1, sys::AVIF_ADD_IMAGE_FLAG_SINGLE as sys::avifAddImageFlags), doing)?;
        check(sys::avifEncoderFinish(all.encoder, &raw mut all.output), "Could not finish encoding")?;
        Ok(std::slice::from_raw_parts(all.output.data, all.output.size).to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let mut pixels: Vec<u8> = (0..4 * 9 * 5).map(|byte| byte as u8).collect();
        let exact = Options { quantizer: 0, speed: 10, full_chroma: true, identity: true, tiles: (0, 0) };
        let data = encode(&mut pixels, 9, 5, &exact).expect("is encoded");
        let decoder = Decoder::new(&data).expect("is a file");
        assert_eq!(decoder.size(), (9, 5));
        let decoded = decoder.decode().expect("is decoded");
        assert_eq!((decoded.width, decoded.height, decoded.is_srgb), (9, 5, true));
        assert_eq!(decoded.rgba, pixels);
        assert!(encode(&mut pixels, 9, 6, &exact).is_err());
        let failure = Decoder::new(&data[..data.len() - 9]).and_then(Decoder::decode).expect_err("is cut off");
        assert_eq!((failure.doing, failure.reason.as_str()), ("Could not decode image", "Truncated data"));
        assert!(Decoder::new(b"").is_err());
    }
}
