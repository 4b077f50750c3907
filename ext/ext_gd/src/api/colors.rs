//! The builtins for colours: allocating them in a palette, finding near ones, and asking for their parts.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, Value};

use super::{int, with, with_two};
use crate::color::MatchError;
use crate::image::Entry;

/// Checks parts of a colour, the first of which is an argument of that number.
fn parts<const N: usize>(cx: &mut Cx, first: usize, values: [i64; N]) -> PhpResult<[i32; N]> {
    for (at, value) in values.iter().enumerate() {
        let max = if at == 3 { 127 } else { 255 };
        if !(0..=max).contains(value) {
            return Err(cx.argument_value_error(first + at, format!("must be between 0 and {max} (inclusive)")));
        }
    }
    Ok(values.map(int))
}

fn found(color: i32) -> OrFalse<i64> {
    OrFalse((color >= 0).then_some(color.into()))
}

/// `imagecolorallocate()`
pub(crate) fn imagecolorallocate(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64) -> PhpResult<OrFalse<i64>> {
    let [red, green, blue] = parts(cx, 2, [red, green, blue])?;
    with(cx, image, |image| found(image.allocate(red, green, blue, 0)))
}

/// `imagecolorallocatealpha()`
pub(crate) fn imagecolorallocatealpha(
    cx: &mut Cx,
    image: &PhpObject,
    red: i64,
    green: i64,
    blue: i64,
    alpha: i64,
) -> PhpResult<OrFalse<i64>> {
    let [red, green, blue, alpha] = parts(cx, 2, [red, green, blue, alpha])?;
    with(cx, image, |image| found(image.allocate(red, green, blue, alpha)))
}

/// `imagecolordeallocate()`
pub(crate) fn imagecolordeallocate(cx: &mut Cx, image: &PhpObject, color: i64) -> PhpResult<bool> {
    let color = int(color);
    let total = with(cx, image, |image| {
        if image.is_true_color() {
            return None;
        }
        let total = image.palette.total;
        if color >= 0 && (color as usize) < total {
            image.palette.open[color as usize] = true;
            return None;
        }
        Some(total)
    })?;
    match total {
        None => Ok(true),
        Some(total) => Err(cx.argument_value_error(2, format!("must be between 0 and {total}"))),
    }
}

/// `imagecolorresolve()`
pub(crate) fn imagecolorresolve(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64) -> PhpResult<i64> {
    let [red, green, blue] = parts(cx, 2, [red, green, blue])?;
    with(cx, image, |image| image.resolve(red, green, blue, 0).into())
}

/// `imagecolorresolvealpha()`
pub(crate) fn imagecolorresolvealpha(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64, alpha: i64) -> PhpResult<i64> {
    let [red, green, blue, alpha] = parts(cx, 2, [red, green, blue, alpha])?;
    with(cx, image, |image| image.resolve(red, green, blue, alpha).into())
}

/// `imagecolorclosest()`
pub(crate) fn imagecolorclosest(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64) -> PhpResult<i64> {
    let [red, green, blue] = parts(cx, 2, [red, green, blue])?;
    with(cx, image, |image| image.closest(red, green, blue, 0).into())
}

/// `imagecolorclosestalpha()`
pub(crate) fn imagecolorclosestalpha(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64, alpha: i64) -> PhpResult<i64> {
    let [red, green, blue, alpha] = parts(cx, 2, [red, green, blue, alpha])?;
    with(cx, image, |image| image.closest(red, green, blue, alpha).into())
}

/// `imagecolorclosesthwb()`
pub(crate) fn imagecolorclosesthwb(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64) -> PhpResult<i64> {
    let [red, green, blue] = parts(cx, 2, [red, green, blue])?;
    with(cx, image, |image| image.closest_hwb(red, green, blue).into())
}

/// `imagecolorexact()`
pub(crate) fn imagecolorexact(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64) -> PhpResult<i64> {
    let [red, green, blue] = parts(cx, 2, [red, green, blue])?;
    with(cx, image, |image| image.exact(red, green, blue, 0).into())
}

/// `imagecolorexactalpha()`
pub(crate) fn imagecolorexactalpha(cx: &mut Cx, image: &PhpObject, red: i64, green: i64, blue: i64, alpha: i64) -> PhpResult<i64> {
    let [red, green, blue, alpha] = parts(cx, 2, [red, green, blue, alpha])?;
    with(cx, image, |image| image.exact(red, green, blue, alpha).into())
}

/// `imagecolorset()`
pub(crate) fn imagecolorset(cx: &mut Cx, image: &PhpObject, color: i64, red: i64, green: i64, blue: i64, alpha: i64) -> PhpResult<Value> {
    let [red, green, blue, alpha] = parts(cx, 3, [red, green, blue, alpha])?.map(|part| part as u8);
    let color = int(color);
    with(cx, image, |image| {
        if color < 0 || color as usize >= image.palette.total {
            return Value::FALSE;
        }
        image.palette.entries[color as usize] = Entry { red, green, blue, alpha };
        Value::NULL
    })
}

/// `imagecolorsforindex()`
pub(crate) fn imagecolorsforindex(cx: &mut Cx, image: &PhpObject, color: i64) -> PhpResult<PhpArray> {
    let color = int(color);
    let parts = with(cx, image, |image| {
        let known = color >= 0 && (image.is_true_color() || (color as usize) < image.palette.total);
        known.then(|| [image.red(color), image.green(color), image.blue(color), image.alpha(color)])
    })?;
    let Some(parts) = parts else { return Err(cx.argument_value_error(2, "is out of range")) };
    let mut list = PhpArray::new();
    for (name, part) in ["red", "green", "blue", "alpha"].into_iter().zip(parts) {
        list.set_bytes(name.as_bytes(), Value::int(part.into()));
    }
    Ok(list)
}

/// `imagecolorstotal()`
pub(crate) fn imagecolorstotal(cx: &mut Cx, image: &PhpObject) -> PhpResult<i64> {
    with(cx, image, |image| image.palette.total as i64)
}

/// `imagecolortransparent()`
pub(crate) fn imagecolortransparent(cx: &mut Cx, image: &PhpObject, color: Option<i64>) -> PhpResult<i64> {
    with(cx, image, |image| {
        if let Some(color) = color {
            image.set_transparent(int(color));
        }
        image.transparent.into()
    })
}

/// `imagecolorat()`
pub(crate) fn imagecolorat(cx: &mut Cx, image: &PhpObject, x: i64, y: i64) -> PhpResult<OrFalse<i64>> {
    let (at_x, at_y) = (int(x), int(y));
    let color = with(cx, image, |image| image.in_clip(at_x, at_y).then(|| image.raw(at_x, at_y)))?;
    if color.is_none() {
        cx.builtin_notice(format!("{x},{y} is out of bounds"));
        cx.check()?;
    }
    Ok(OrFalse(color.map(i64::from)))
}

/// `imagecolormatch()`
pub(crate) fn imagecolormatch(cx: &mut Cx, image1: &PhpObject, image2: &PhpObject) -> PhpResult<bool> {
    let result = with_two(cx, image2, image1, |image, source| match source {
        Some(source) => image.color_match(source),
        None if image.is_true_color() => Err(MatchError::NotPalette),
        None => Err(MatchError::NotTrueColor),
    })?;
    match result {
        Ok(()) => Ok(true),
        Err(MatchError::NotTrueColor) => Err(cx.argument_value_error(1, "must be TrueColor")),
        Err(MatchError::NotPalette) => Err(cx.argument_value_error(2, "must be Palette")),
        Err(MatchError::Size) => Err(cx.argument_value_error(2, "must be the same size as argument #1 ($im1)")),
        Err(MatchError::NoColors) => Err(cx.argument_value_error(2, "must have at least one color")),
    }
}

/// `imagepalettecopy()`
pub(crate) fn imagepalettecopy(cx: &mut Cx, dst: &PhpObject, src: &PhpObject) -> PhpResult<()> {
    with_two(cx, dst, src, |image, source| {
        if let Some(source) = source {
            image.palette_copy(source);
        }
    })
}
