//! Copying, and images made of others.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, Value, convert};

use super::{deliver, int, with, with_two};
use crate::copy::CopyRect;
use crate::crop::Background;
use crate::kernels;
use crate::log::Log;
use crate::rotate::{self, Matrix, Rect};

fn place(to: (i64, i64), from: (i64, i64), size: (i64, i64)) -> CopyRect {
    CopyRect { to_x: int(to.0), to_y: int(to.1), from_x: int(from.0), from_y: int(from.1), width: int(size.0), height: int(size.1) }
}

/// `imagecopy()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagecopy(
    cx: &mut Cx,
    dst: &PhpObject,
    src: &PhpObject,
    dst_x: i64,
    dst_y: i64,
    src_x: i64,
    src_y: i64,
    width: i64,
    height: i64,
) -> PhpResult<bool> {
    let place = place((dst_x, dst_y), (src_x, src_y), (width, height));
    with_two(cx, dst, src, |image, source| image.copy_from(source, place))?;
    Ok(true)
}

/// `imagecopymerge()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagecopymerge(
    cx: &mut Cx,
    dst: &PhpObject,
    src: &PhpObject,
    dst_x: i64,
    dst_y: i64,
    src_x: i64,
    src_y: i64,
    width: i64,
    height: i64,
    pct: i64,
) -> PhpResult<bool> {
    let place = place((dst_x, dst_y), (src_x, src_y), (width, height));
    with_two(cx, dst, src, |image, source| image.copy_merge(source, place, int(pct)))?;
    Ok(true)
}

/// `imagecopymergegray()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagecopymergegray(
    cx: &mut Cx,
    dst: &PhpObject,
    src: &PhpObject,
    dst_x: i64,
    dst_y: i64,
    src_x: i64,
    src_y: i64,
    width: i64,
    height: i64,
    pct: i64,
) -> PhpResult<bool> {
    let place = place((dst_x, dst_y), (src_x, src_y), (width, height));
    with_two(cx, dst, src, |image, source| image.copy_merge_gray(source, place, int(pct)))?;
    Ok(true)
}

/// `imagecopyresized()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagecopyresized(
    cx: &mut Cx,
    dst: &PhpObject,
    src: &PhpObject,
    dst_x: i64,
    dst_y: i64,
    src_x: i64,
    src_y: i64,
    dst_width: i64,
    dst_height: i64,
    src_width: i64,
    src_height: i64,
) -> PhpResult<bool> {
    let place = place((dst_x, dst_y), (src_x, src_y), (dst_width, dst_height));
    for (number, size) in [(7, place.width), (8, place.height), (9, int(src_width)), (10, int(src_height))] {
        if size <= 0 {
            return Err(cx.argument_value_error(number, "must be greater than 0"));
        }
    }
    with_two(cx, dst, src, |image, source| image.copy_resized(source, place, int(src_width), int(src_height)))?;
    Ok(true)
}

/// `imagecopyresampled()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagecopyresampled(
    cx: &mut Cx,
    dst: &PhpObject,
    src: &PhpObject,
    dst_x: i64,
    dst_y: i64,
    src_x: i64,
    src_y: i64,
    dst_width: i64,
    dst_height: i64,
    src_width: i64,
    src_height: i64,
) -> PhpResult<bool> {
    let place = place((dst_x, dst_y), (src_x, src_y), (dst_width, dst_height));
    with_two(cx, dst, src, |image, source| image.copy_resampled(source, place, int(src_width), int(src_height)))?;
    Ok(true)
}

/// A rectangle of an array with keys.
fn rectangle(cx: &mut Cx, number: usize, list: &PhpArray) -> PhpResult<[i64; 4]> {
    let mut values = [0; 4];
    for (value, name) in values.iter_mut().zip(["x", "y", "width", "height"]) {
        let Some(found) = list.get_bytes(name.as_bytes()).cloned() else {
            let article = if name == "x" { "an" } else { "a" };
            return Err(cx.argument_value_error(number, format!("must have {article} \"{name}\" key")));
        };
        *value = convert::to_int(cx, &found)?;
    }
    Ok(values)
}

/// `imagecrop()`
pub(crate) fn imagecrop(cx: &mut Cx, image: &PhpObject, rect: &PhpArray) -> PhpResult<OrFalse<PhpObject>> {
    let [x, y, width, height] = rectangle(cx, 2, rect)?.map(|value| i64::from(int(value)));
    let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
    for (at, size, names) in [(x, width, "\"x\" and \"width\""), (y, height, "\"y\" and \"height\"")] {
        if size > 0 && at > high - size {
            return Err(cx.argument_value_error(2, format!("overflow with {names} keys")));
        }
        if size < 0 && at < low - size {
            return Err(cx.argument_value_error(2, format!("underflow with {names} keys")));
        }
    }
    let mut log = Log::default();
    let part = with(cx, image, |image| image.crop(&mut log, int(x), int(y), int(width), int(height)))?;
    deliver(cx, part, log)
}

/// `imagecropauto()`
pub(crate) fn imagecropauto(cx: &mut Cx, image: &PhpObject, mode: i64, threshold: f64, color: i64) -> PhpResult<OrFalse<PhpObject>> {
    let background = match mode {
        0 | 1 => Background::Transparent,
        2 => Background::Black,
        3 => Background::White,
        4 => Background::Sides,
        5 => {
            let known = with(cx, image, |image| color >= 0 && (image.is_true_color() || color < image.palette.total as i64))?;
            if !known {
                return Err(cx.argument_value_error(4, "must be greater than or equal to 0 when using the threshold mode"));
            }
            Background::Near(int(color), threshold as f32)
        }
        _ => return Err(cx.argument_value_error(2, "must be a valid mode")),
    };
    let mut log = Log::default();
    let part = with(cx, image, |image| image.crop_auto(&mut log, &background))?;
    deliver(cx, part, log)
}

/// `imagescale()`
pub(crate) fn imagescale(cx: &mut Cx, image: &PhpObject, width: i64, height: i64, mode: i64) -> PhpResult<OrFalse<PhpObject>> {
    if mode < 0 || mode >= kernels::METHODS.into() {
        return Err(cx.argument_value_error(4, "must be one of the GD_* constants"));
    }
    if width < 0 && height < 0 {
        return Err(cx.value_error("Argument #2 ($width) and argument #3 ($height) cannot be both negative"));
    }
    let (sx, sy) = with(cx, image, |image| (i64::from(image.sx), i64::from(image.sy)))?;
    let (mut width, mut height) = (width, height);
    if height < 0 {
        if width > i64::MAX / sy {
            return Err(cx.argument_value_error(2, format!("must be less than or equal to {}", i64::MAX / sy)));
        }
        height = width * sy / sx;
    } else if width < 0 {
        if height > i64::MAX / sx {
            return Err(cx.argument_value_error(3, format!("must be less than or equal to {}", i64::MAX / sx)));
        }
        width = height * sx / sy;
    }
    for (number, size) in [(2, width), (3, height)] {
        if size <= 0 || size > i32::MAX.into() {
            return Err(cx.argument_value_error(number, format!("must be between 1 and {}", i32::MAX)));
        }
    }
    let mut log = Log::default();
    let scaled = with(cx, image, |image| {
        let old = image.interpolation;
        let scaled = if image.set_interpolation(int(mode)) { image.scale(&mut log, int(width), int(height)) } else { None };
        image.set_interpolation(old);
        scaled
    })?;
    deliver(cx, scaled, log)
}

/// `imagerotate()`
pub(crate) fn imagerotate(cx: &mut Cx, image: &PhpObject, angle: f64, background_color: i64) -> PhpResult<OrFalse<PhpObject>> {
    const MOST: i32 = i32::MAX / 100;
    const LEAST: i32 = i32::MIN / 100;
    if angle < LEAST.into() || angle > MOST.into() {
        return Err(cx.argument_value_error(2, format!("must be between {LEAST} and {MOST}")));
    }
    let mut log = Log::default();
    let turned = with(cx, image, |image| image.rotate(&mut log, angle as f32, int(background_color)))?;
    deliver(cx, turned, log)
}

/// `imageflip()`
pub(crate) fn imageflip(cx: &mut Cx, image: &PhpObject, mode: i64) -> PhpResult<bool> {
    if !(1..=3).contains(&mode) {
        return Err(cx.argument_value_error(2, "must be one of IMG_FLIP_VERTICAL, IMG_FLIP_HORIZONTAL, or IMG_FLIP_BOTH"));
    }
    with(cx, image, |image| {
        if mode & 2 != 0 {
            image.flip_vertical();
        }
        if mode & 1 != 0 {
            image.flip_horizontal();
        }
    })?;
    Ok(true)
}

/// A number of a matrix; `None` for what is none.
fn element(cx: &mut Cx, value: &Value) -> PhpResult<Option<f64>> {
    let value = value.deref();
    if value.as_int().is_none() && value.as_float().is_none() && !value.is_string() {
        return Ok(None);
    }
    convert::to_float(cx, value).map(Some)
}

/// `imageaffine()`
pub(crate) fn imageaffine(cx: &mut Cx, image: &PhpObject, affine: &PhpArray, clip: Option<&PhpArray>) -> PhpResult<OrFalse<PhpObject>> {
    if affine.len() != 6 {
        return Err(cx.argument_value_error(2, "must have 6 elements"));
    }
    let mut matrix: Matrix = [0.0; 6];
    for (at, number) in matrix.iter_mut().enumerate() {
        let Some(value) = affine.get_int(at as i64).cloned() else { continue };
        let Some(found) = element(cx, &value)? else {
            return Err(cx.argument_type_error(3, format!("contains invalid type for element {at}")));
        };
        if found < i32::MIN.into() || found > i32::MAX.into() {
            let text = format!("element {at} must be between {} and {}", i32::MIN, i32::MAX);
            return Err(cx.argument_value_error(2, text));
        }
        *number = found;
    }
    let area = match clip {
        Some(list) => {
            let [x, y, width, height] = rectangle(cx, 3, list)?.map(int);
            Some(Rect { x, y, width, height })
        }
        None => None,
    };
    let mut log = Log::default();
    let result = with(cx, image, |image| image.affine(&mut log, area, &matrix))?;
    deliver(cx, result, log)
}

fn list_of(matrix: Matrix) -> PhpArray {
    let mut list = PhpArray::new();
    for number in matrix {
        let _ = list.push(Value::float(number));
    }
    list
}

/// `imageaffinematrixget()`
pub(crate) fn imageaffinematrixget(cx: &mut Cx, kind: i64, options: &Value) -> PhpResult<OrFalse<PhpArray>> {
    let options = options.deref();
    let matrix = match kind {
        0 | 1 => {
            let Some(list) = options.as_array().cloned() else {
                return Err(cx.argument_type_error(1, "must be of type array when using translate or scale"));
            };
            let mut values = [0.0; 2];
            for (value, (name, article)) in values.iter_mut().zip([("x", "an"), ("y", "a")]) {
                let Some(found) = list.get_bytes(name.as_bytes()) else {
                    return Err(cx.argument_value_error(2, format!("must have {article} \"{name}\" key")));
                };
                *value = convert::to_float(cx, found)?;
            }
            let [x, y] = values;
            if kind == 0 { rotate::translation(x, y) } else { [x, 0.0, 0.0, y, 0.0, 0.0] }
        }
        2..=4 => {
            let angle = convert::to_float(cx, options)?;
            let slope = (angle * std::f64::consts::PI / 180.0).tan();
            match kind {
                2 => rotate::rotation(angle),
                3 => [1.0, 0.0, slope, 1.0, 0.0, 0.0],
                _ => [1.0, slope, 0.0, 1.0, 0.0, 0.0],
            }
        }
        _ => return Err(cx.argument_value_error(1, "must be a valid element type")),
    };
    Ok(OrFalse::some(list_of(matrix)))
}

/// `imageaffinematrixconcat()`
pub(crate) fn imageaffinematrixconcat(cx: &mut Cx, matrix1: &PhpArray, matrix2: &PhpArray) -> PhpResult<OrFalse<PhpArray>> {
    if matrix1.len() != 6 || matrix2.len() != 6 {
        return Err(cx.argument_value_error(1, "must have 6 elements"));
    }
    let mut both: [Matrix; 2] = [[0.0; 6]; 2];
    #[expect(
        clippy::needless_range_loop,
        reason = "what is wrong with an element of one list is reported before the other list's next one"
    )]
    for at in 0..6 {
        for (number, list) in [matrix1, matrix2].into_iter().enumerate() {
            let Some(value) = list.get_int(at as i64).cloned() else { continue };
            let Some(found) = element(cx, &value)? else {
                return Err(cx.argument_type_error(number + 1, format!("contains invalid type for element {at}")));
            };
            both[number][at] = found;
        }
    }
    Ok(OrFalse::some(list_of(rotate::concat(&both[0], &both[1]))))
}
