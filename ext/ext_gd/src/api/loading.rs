//! Reading images from files and strings.

use loxo_runtime::{Cx, OrFalse, PhpObject, PhpResult, PhpStr};
use loxo_streams::OpenOptions;

use super::{deliver, int};
use crate::codecs::{avif, bmp, gd, gd2, gif_in, jpeg, png_in, tga, wbmp, webp, xbm, xpm};
use crate::image::Image;
use crate::log::Log;

type Decode = fn(&[u8], &mut Log) -> Option<Image>;

fn jpeg_quietly(data: &[u8], log: &mut Log) -> Option<Image> {
    jpeg::decode(data, log, true)
}

/// Reads a file. What reads files of the file system only is not asked about others.
fn load(
    cx: &mut Cx,
    file: &PhpStr,
    name: &str,
    plain_only: bool,
    decode: impl FnOnce(&[u8], &mut Log, bool) -> Option<Image>,
) -> PhpResult<OrFalse<PhpObject>> {
    let stream = loxo_streams::open_stream(cx, file, b"rb", OpenOptions::REPORT_ERRORS, None)?;
    let Some(stream) = stream else { return Ok(OrFalse::FALSE) };
    let plain = stream.label() == "STDIO";
    let data = stream.read_all(cx, None);
    stream.close(cx);
    cx.check()?;
    let mut log = Log::default();
    let image = if plain || !plain_only { decode(&data, &mut log, plain) } else { None };
    if image.is_none() {
        log.warn([b"\"", file.as_bytes(), b"\" is not a valid ", name.as_bytes(), b" file"].concat());
    }
    deliver(cx, image, log)
}

/// `imagecreatefromgif()`
pub(crate) fn imagecreatefromgif(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "GIF", false, |data, log, _| gif_in::decode(data, log))
}

/// `imagecreatefromjpeg()`
pub(crate) fn imagecreatefromjpeg(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    let ignore = cx.ini_int("gd.jpeg_ignore_warning") != 0;
    // Other streams than files are read without warnings, whatever is set.
    load(cx, filename, "JPEG", false, |data, log, plain| jpeg::decode(data, log, ignore || !plain))
}

/// `imagecreatefrompng()`
pub(crate) fn imagecreatefrompng(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "PNG", false, |data, log, _| png_in::decode(data, log))
}

/// `imagecreatefromwebp()`
pub(crate) fn imagecreatefromwebp(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "WEBP", false, |data, log, _| webp::decode(data, log))
}

/// `imagecreatefromavif()`
pub(crate) fn imagecreatefromavif(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "AVIF", false, |data, log, _| avif::decode(data, log))
}

/// `imagecreatefrombmp()`
pub(crate) fn imagecreatefrombmp(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "BMP", false, |data, log, _| bmp::decode(data, log))
}

/// `imagecreatefromwbmp()`
pub(crate) fn imagecreatefromwbmp(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "WBMP", false, |data, log, _| wbmp::decode(data, log))
}

/// `imagecreatefromxbm()`
pub(crate) fn imagecreatefromxbm(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "XBM", false, |data, log, _| xbm::decode(data, log))
}

/// `imagecreatefromxpm()`
pub(crate) fn imagecreatefromxpm(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "XPM", true, |data, log, _| xpm::decode(data, log))
}

/// `imagecreatefromtga()`
pub(crate) fn imagecreatefromtga(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "TGA", false, |data, log, _| tga::decode(data, log))
}

/// `imagecreatefromgd()`
pub(crate) fn imagecreatefromgd(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "GD", false, |data, log, _| gd::decode(data, log))
}

/// `imagecreatefromgd2()`
pub(crate) fn imagecreatefromgd2(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    load(cx, filename, "GD2", false, |data, log, _| gd2::decode(data, log))
}

/// `imagecreatefromgd2part()`
pub(crate) fn imagecreatefromgd2part(
    cx: &mut Cx,
    filename: &PhpStr,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
) -> PhpResult<OrFalse<PhpObject>> {
    for (number, size) in [(4, width), (5, height)] {
        if size < 1 {
            return Err(cx.argument_value_error(number, "must be greater than or equal to 1"));
        }
    }
    load(cx, filename, "GD2", false, |data, log, _| gd2::decode_part(data, log, int(x), int(y), int(width), int(height)))
}

/// What data is, by its first bytes.
fn kind(data: &[u8]) -> Option<(&'static str, Decode)> {
    if data.len() < 12 {
        return None;
    }
    Some(match data {
        [b'g', b'd', b'2', ..] => ("GD2", gd2::decode as Decode),
        [0xff, 0xd8, 0xff, ..] => ("JPEG", jpeg_quietly),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => ("PNG", png_in::decode),
        [b'G', b'I', b'F', ..] => ("GIF", gif_in::decode),
        [b'B', b'M', ..] => ("BMP", bmp::decode),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => ("WEBP", webp::decode),
        _ if is_avif(data) => ("AVIF", avif::decode),
        _ if wbmp::is_header(data) => ("WBMP", wbmp::decode),
        _ => return None,
    })
}

/// Is this a file whose brands say that it is AVIF?
fn is_avif(data: &[u8]) -> bool {
    let Some(size) = data.first_chunk::<4>().map(|size| u32::from_be_bytes(*size) as usize) else { return false };
    let end = size.min(data.len());
    data.get(4..8) == Some(b"ftyp")
        && data.get(8..end).is_some_and(|brands| brands.chunks_exact(4).any(|brand| matches!(brand, b"avif" | b"avis")))
}

/// `imagecreatefromstring()`
pub(crate) fn imagecreatefromstring(cx: &mut Cx, data: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    let mut log = Log::default();
    let mut image = None;
    if let Some((name, decode)) = kind(data) {
        image = decode(data, &mut log);
        if image.is_none() {
            log.warn(format!("Passed data is not in \"{name}\" format"));
            log.warn("Couldn't create GD Image Stream out of Data");
        }
    } else {
        log.warn("Data is not in a recognized format");
    }
    deliver(cx, image, log)
}
