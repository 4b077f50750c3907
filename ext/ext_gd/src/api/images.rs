//! Images as a whole: making them, and their settings.

use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, Value, compare};

use super::{Gd, deliver, int, with};
use crate::image::Image;
use crate::log::Log;

/// The formats, as bits: GIF, JPEG, PNG, WBMP, XPM, WebP, BMP, TGA.
const TYPES: i64 = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256;

pub(crate) fn image_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Gd::default())),
        compare: Some(compare::not_comparable),
        no_new: Some("You cannot initialize a GdImage object except through helper functions"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// What `gd_info()` and `phpinfo()` say is there.
pub(crate) const SUPPORT: [(&str, bool); 11] = [
    ("GIF Read Support", true),
    ("GIF Create Support", true),
    ("JPEG Support", true),
    ("PNG Support", true),
    ("WBMP Support", true),
    ("XPM Support", true),
    ("XBM Support", true),
    ("WebP Support", true),
    ("BMP Support", true),
    ("AVIF Support", true),
    ("TGA Read Support", true),
];

/// `gd_info()`
pub(crate) fn gd_info(_: &mut Cx) -> PhpResult<PhpArray> {
    let mut info = PhpArray::new();
    info.set_bytes(b"GD Version", Value::from("2.3.3"));
    info.set_bytes(b"FreeType Support", Value::TRUE);
    info.set_bytes(b"FreeType Linkage", Value::from("with freetype"));
    for (name, has) in SUPPORT {
        info.set_bytes(name.as_bytes(), Value::bool(has));
    }
    info.set_bytes(b"JIS-mapped Japanese Font Support", Value::FALSE);
    Ok(info)
}

/// `imagetypes()`
pub(crate) fn imagetypes(_: &mut Cx) -> PhpResult<i64> {
    Ok(TYPES)
}

fn create(cx: &mut Cx, width: i64, height: i64, true_color: bool) -> PhpResult<OrFalse<PhpObject>> {
    for (number, size) in [(1, width), (2, height)] {
        if size <= 0 || size >= i32::MAX.into() {
            return Err(cx.argument_value_error(number, "must be greater than 0"));
        }
    }
    let mut log = Log::default();
    let image = Image::new(&mut log, int(width), int(height), true_color);
    deliver(cx, image, log)
}

/// `imagecreate()`
pub(crate) fn imagecreate(cx: &mut Cx, width: i64, height: i64) -> PhpResult<OrFalse<PhpObject>> {
    create(cx, width, height, false)
}

/// `imagecreatetruecolor()`
pub(crate) fn imagecreatetruecolor(cx: &mut Cx, width: i64, height: i64) -> PhpResult<OrFalse<PhpObject>> {
    create(cx, width, height, true)
}

/// `imagedestroy()`
pub(crate) fn imagedestroy(_: &mut Cx, _image: &PhpObject) -> PhpResult<bool> {
    Ok(true)
}

/// `imageistruecolor()`
pub(crate) fn imageistruecolor(cx: &mut Cx, image: &PhpObject) -> PhpResult<bool> {
    with(cx, image, |image| image.is_true_color())
}

/// `imagesx()`
pub(crate) fn imagesx(cx: &mut Cx, image: &PhpObject) -> PhpResult<i64> {
    with(cx, image, |image| image.sx.into())
}

/// `imagesy()`
pub(crate) fn imagesy(cx: &mut Cx, image: &PhpObject) -> PhpResult<i64> {
    with(cx, image, |image| image.sy.into())
}

/// `imagealphablending()`
pub(crate) fn imagealphablending(cx: &mut Cx, image: &PhpObject, enable: bool) -> PhpResult<bool> {
    imagelayereffect(cx, image, enable.into())
}

/// `imagelayereffect()`
pub(crate) fn imagelayereffect(cx: &mut Cx, image: &PhpObject, effect: i64) -> PhpResult<bool> {
    with(cx, image, |image| image.effect = int(effect))?;
    Ok(true)
}

/// `imagesavealpha()`
pub(crate) fn imagesavealpha(cx: &mut Cx, image: &PhpObject, enable: bool) -> PhpResult<bool> {
    with(cx, image, |image| image.save_alpha = enable)?;
    Ok(true)
}

/// `imageantialias()`
pub(crate) fn imageantialias(cx: &mut Cx, image: &PhpObject, enable: bool) -> PhpResult<bool> {
    with(cx, image, |image| {
        if image.is_true_color() {
            image.anti_alias = enable;
        }
    })?;
    Ok(true)
}

/// `imageinterlace()`
pub(crate) fn imageinterlace(cx: &mut Cx, image: &PhpObject, enable: Option<bool>) -> PhpResult<bool> {
    with(cx, image, |image| {
        image.interlace = enable.unwrap_or(image.interlace);
        image.interlace
    })
}

/// `imageresolution()`
pub(crate) fn imageresolution(cx: &mut Cx, image: &PhpObject, x: Option<i64>, y: Option<i64>) -> PhpResult<Value> {
    for (number, dots) in [(2, x), (3, y)] {
        if dots.is_some_and(|dots| u32::try_from(dots).is_err()) {
            return Err(cx.argument_value_error(number, format!("must be between 0 and {}", u32::MAX)));
        }
    }
    if let Some(one) = x.or(y) {
        let (x, y) = (x.unwrap_or(one) as u32, y.unwrap_or(one) as u32);
        with(cx, image, |image| {
            let keep = |new: u32, old: u32| if new > 0 { new } else { old };
            image.resolution = (keep(x, image.resolution.0), keep(y, image.resolution.1));
        })?;
        return Ok(Value::TRUE);
    }
    let (x, y) = with(cx, image, |image| image.resolution)?;
    let mut list = PhpArray::new();
    let _ = list.push(Value::int(x.into()));
    let _ = list.push(Value::int(y.into()));
    Ok(Value::array(list))
}

/// `imagesetclip()`
pub(crate) fn imagesetclip(cx: &mut Cx, image: &PhpObject, x1: i64, y1: i64, x2: i64, y2: i64) -> PhpResult<bool> {
    with(cx, image, |image| image.set_clip(int(x1), int(y1), int(x2), int(y2)))?;
    Ok(true)
}

/// `imagegetclip()`
pub(crate) fn imagegetclip(cx: &mut Cx, image: &PhpObject) -> PhpResult<PhpArray> {
    let clip = with(cx, image, |image| image.clip)?;
    let mut list = PhpArray::new();
    for at in [clip.x1, clip.y1, clip.x2, clip.y2] {
        let _ = list.push(Value::int(at.into()));
    }
    Ok(list)
}

/// `imagegetinterpolation()`
pub(crate) fn imagegetinterpolation(cx: &mut Cx, image: &PhpObject) -> PhpResult<i64> {
    with(cx, image, |image| image.interpolation.into())
}

/// `imagesetinterpolation()`
pub(crate) fn imagesetinterpolation(cx: &mut Cx, image: &PhpObject, method: i64) -> PhpResult<bool> {
    let method = if method == -1 { crate::kernels::BILINEAR_FIXED } else { int(method) };
    with(cx, image, |image| image.set_interpolation(method))
}

/// `imagetruecolortopalette()`
pub(crate) fn imagetruecolortopalette(cx: &mut Cx, image: &PhpObject, dither: bool, num_colors: i64) -> PhpResult<bool> {
    if num_colors <= 0 || num_colors > i32::MAX.into() {
        return Err(cx.argument_value_error(3, format!("must be greater than 0 and less than {}", i32::MAX)));
    }
    let done = with(cx, image, |image| image.true_color_to_palette(dither, int(num_colors)))?;
    if !done {
        cx.builtin_warning("Couldn't convert to palette");
        cx.check()?;
    }
    Ok(done)
}

/// `imagepalettetotruecolor()`
pub(crate) fn imagepalettetotruecolor(cx: &mut Cx, image: &PhpObject) -> PhpResult<bool> {
    with(cx, image, Image::palette_to_true_color)?;
    Ok(true)
}
