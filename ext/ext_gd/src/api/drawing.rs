//! The builtins that draw pixels, lines, rectangles, arcs, polygons and fillings: they check arguments and leave the work to `draw` and `fill`.

use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, convert};

use super::{Gd, draw, hold, int, with};
use crate::draw::{ARC_NOFILL, Point};
use crate::image::{ANTI_ALIASED, Image};

/// The colour to draw lines with: smooth ones have it set aside.
fn smooth(image: &mut Image, color: i32) -> i32 {
    if image.anti_alias {
        image.anti_alias_color = color;
        return ANTI_ALIASED;
    }
    color
}

/// `imagesetpixel()`
pub(crate) fn imagesetpixel(cx: &mut Cx, image: &PhpObject, x: i64, y: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| image.set(int(x), int(y), color))
}

/// `imageline()`
pub(crate) fn imageline(cx: &mut Cx, image: &PhpObject, x1: i64, y1: i64, x2: i64, y2: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| {
        let color = smooth(image, color);
        image.line(int(x1), int(y1), int(x2), int(y2), color);
    })
}

/// `imagedashedline()`
pub(crate) fn imagedashedline(cx: &mut Cx, image: &PhpObject, x1: i64, y1: i64, x2: i64, y2: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| image.dashed_line(int(x1), int(y1), int(x2), int(y2), color))
}

/// `imagerectangle()`
pub(crate) fn imagerectangle(cx: &mut Cx, image: &PhpObject, x1: i64, y1: i64, x2: i64, y2: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| image.rectangle(int(x1), int(y1), int(x2), int(y2), color))
}

/// `imagefilledrectangle()`
pub(crate) fn imagefilledrectangle(cx: &mut Cx, image: &PhpObject, x1: i64, y1: i64, x2: i64, y2: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| image.filled_rectangle(int(x1), int(y1), int(x2), int(y2), color))
}

/// An angle: negative ones are less than a turn.
fn angle(degrees: i64) -> i32 {
    let degrees = int(degrees);
    if degrees < 0 { degrees % 360 } else { degrees }
}

/// `imagearc()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagearc(
    cx: &mut Cx,
    image: &PhpObject,
    center_x: i64,
    center_y: i64,
    width: i64,
    height: i64,
    start_angle: i64,
    end_angle: i64,
    color: i64,
) -> PhpResult<bool> {
    imagefilledarc(cx, image, center_x, center_y, width, height, start_angle, end_angle, color, ARC_NOFILL.into())
}

/// `imagefilledarc()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagefilledarc(
    cx: &mut Cx,
    image: &PhpObject,
    center_x: i64,
    center_y: i64,
    width: i64,
    height: i64,
    start_angle: i64,
    end_angle: i64,
    color: i64,
    style: i64,
) -> PhpResult<bool> {
    let center = Point { x: int(center_x), y: int(center_y) };
    draw(cx, image, color, |image, color| {
        let angles = (angle(start_angle), angle(end_angle));
        image.arc(center, (int(width), int(height)), angles, color, int(style));
    })
}

/// `imageellipse()`
pub(crate) fn imageellipse(cx: &mut Cx, image: &PhpObject, x: i64, y: i64, width: i64, height: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| image.ellipse(int(x), int(y), int(width), int(height), color))
}

/// `imagefilledellipse()`
pub(crate) fn imagefilledellipse(cx: &mut Cx, image: &PhpObject, x: i64, y: i64, width: i64, height: i64, color: i64) -> PhpResult<bool> {
    if width < 0 || width > i32::MAX.into() {
        return Err(cx.argument_value_error(4, format!("must be between 0 and {}", i32::MAX)));
    }
    draw(cx, image, color, |image, color| image.filled_ellipse(int(x), int(y), int(width), int(height), color))
}

fn polygon(
    cx: &mut Cx,
    image: &PhpObject,
    points: &PhpArray,
    count_or_color: i64,
    color: Option<i64>,
    work: fn(&mut Image, &[Point], i32),
) -> PhpResult<bool> {
    let (count, color) = match color {
        Some(color) => {
            cx.builtin_deprecated("Using the $num_points parameter is deprecated");
            cx.check()?;
            (count_or_color, color)
        }
        None if points.len() % 2 != 0 => return Err(cx.argument_value_error(2, "must have an even number of elements")),
        None => (points.len() as i64 / 2, count_or_color),
    };
    let count = int(count);
    if count < 3 {
        return Err(cx.argument_value_error(3, "must be greater than or equal to 3"));
    }
    if (points.len() as i64) < i64::from(count) * 2 {
        let has = points.len() / 2;
        return Err(cx.value_error(format!("Trying to use {count} points in array with only {has} points")));
    }
    let mut list = Vec::with_capacity(count as usize);
    for at in 0..i64::from(count) {
        let mut coordinate = |key: i64| -> PhpResult<i32> {
            match points.get_int(key) {
                Some(value) => convert::to_int(cx, value).map(int),
                None => Ok(0),
            }
        };
        list.push(Point { x: coordinate(2 * at)?, y: coordinate(2 * at + 1)? });
    }
    draw(cx, image, color, |image, color| {
        let color = smooth(image, color);
        work(image, &list, color);
    })
}

/// `imagepolygon()`
pub(crate) fn imagepolygon(cx: &mut Cx, image: &PhpObject, points: &PhpArray, count: i64, color: Option<i64>) -> PhpResult<bool> {
    polygon(cx, image, points, count, color, Image::polygon)
}

/// `imageopenpolygon()`
pub(crate) fn imageopenpolygon(cx: &mut Cx, image: &PhpObject, points: &PhpArray, count: i64, color: Option<i64>) -> PhpResult<bool> {
    polygon(cx, image, points, count, color, Image::open_polygon)
}

/// `imagefilledpolygon()`
pub(crate) fn imagefilledpolygon(cx: &mut Cx, image: &PhpObject, points: &PhpArray, count: i64, color: Option<i64>) -> PhpResult<bool> {
    polygon(cx, image, points, count, color, Image::filled_polygon)
}

/// `imagefill()`
pub(crate) fn imagefill(cx: &mut Cx, image: &PhpObject, x: i64, y: i64, color: i64) -> PhpResult<bool> {
    let mut log = crate::log::Log::default();
    draw(cx, image, color, |image, color| image.fill(&mut log, int(x), int(y), color))?;
    log.report(cx)?;
    Ok(true)
}

/// `imagefilltoborder()`
pub(crate) fn imagefilltoborder(cx: &mut Cx, image: &PhpObject, x: i64, y: i64, border_color: i64, color: i64) -> PhpResult<bool> {
    draw(cx, image, color, |image, color| image.fill_to_border(int(x), int(y), int(border_color), color))
}

/// `imagesetthickness()`
pub(crate) fn imagesetthickness(cx: &mut Cx, image: &PhpObject, thickness: i64) -> PhpResult<bool> {
    with(cx, image, |image| image.thick = int(thickness))?;
    Ok(true)
}

/// `imagesetstyle()`
pub(crate) fn imagesetstyle(cx: &mut Cx, image: &PhpObject, style: &PhpArray) -> PhpResult<bool> {
    if style.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let mut colors = Vec::with_capacity(style.len());
    for value in style.values() {
        colors.push(int(convert::to_int(cx, value)?));
    }
    with(cx, image, |image| (image.style, image.style_at) = (colors, 0))?;
    Ok(true)
}

/// `imagesetbrush()`
pub(crate) fn imagesetbrush(cx: &mut Cx, image: &PhpObject, brush: &PhpObject) -> PhpResult<bool> {
    let held = hold(cx, image, brush)?;
    if let Some(gd) = image.native_mut::<Gd>() {
        gd.brush = Some(held);
    }
    Ok(true)
}

/// `imagesettile()`
pub(crate) fn imagesettile(cx: &mut Cx, image: &PhpObject, tile: &PhpObject) -> PhpResult<bool> {
    let held = hold(cx, image, tile)?;
    if let Some(gd) = image.native_mut::<Gd>() {
        gd.tile = Some(held);
    }
    Ok(true)
}
