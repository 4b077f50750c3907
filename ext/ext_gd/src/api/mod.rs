//! The functions of the extension, and the objects that hold images.

pub(crate) mod colors;
pub(crate) mod copies;
pub(crate) mod drawing;
pub(crate) mod effects;
pub(crate) mod images;
pub(crate) mod loading;
pub(crate) mod saving;
pub(crate) mod texts;

use std::rc::Rc;

use loxo_runtime::{Cx, Native, OrFalse, PhpObject, PhpResult, Tracer};

use crate::image::{Image, MAX_COLORS, Pixels, STYLED, Stamp, TILED};
use crate::log::Log;

/// A brush or a tile: another image, or the same, as it is when it is drawn with.
struct Held {
    object: PhpObject,
    map: Rc<[i32; MAX_COLORS]>,
}

/// The native part of a `GdImage`.
#[derive(Default)]
pub(crate) struct Gd {
    image: Option<Image>,
    brush: Option<Held>,
    tile: Option<Held>,
}

impl Native for Gd {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.brush.iter().chain(&self.tile).for_each(|held| tracer.object(&held.object));
    }
}

/// C's `int` of a number.
pub(crate) fn int(number: i64) -> i32 {
    number as i32
}

pub(crate) fn new_object(cx: &mut Cx, image: Image) -> PhpObject {
    let object = cx.new_object_raw(cx.builtin_class("GdImage"));
    object.set_native(Box::new(Gd { image: Some(image), ..Gd::default() }));
    object
}

fn missing(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.throw_error("The GdImage object has not been initialized")
}

/// Works on an image. Nothing of PHP runs meanwhile.
pub(crate) fn with<R>(cx: &mut Cx, object: &PhpObject, work: impl FnOnce(&mut Image) -> R) -> PhpResult<R> {
    match object.native_mut::<Gd>().and_then(|gd| gd.image.as_mut()) {
        Some(image) => Ok(work(image)),
        None => Err(missing(cx)),
    }
}

/// The same for what has something to say; it is said afterwards.
pub(crate) fn with_log<R>(cx: &mut Cx, object: &PhpObject, work: impl FnOnce(&mut Image, &mut Log) -> R) -> PhpResult<R> {
    let mut log = Log::default();
    let result = with(cx, object, |image| work(image, &mut log))?;
    log.report(cx)?;
    Ok(result)
}

/// Works on an image with another one, which is `None` if it is the same.
pub(crate) fn with_two<R>(
    cx: &mut Cx,
    target: &PhpObject,
    source: &PhpObject,
    work: impl FnOnce(&mut Image, Option<&Image>) -> R,
) -> PhpResult<R> {
    if target.ptr_eq(source) {
        return with(cx, target, |image| work(image, None));
    }
    let Some(from) = source.native::<Gd>().and_then(|gd| gd.image.as_ref()) else { return Err(missing(cx)) };
    with(cx, target, |image| work(image, Some(from)))
}

/// Draws with a colour, for which brush and tile are at hand if it asks for them.
pub(crate) fn draw(cx: &mut Cx, object: &PhpObject, color: i64, work: impl FnOnce(&mut Image, i32)) -> PhpResult<bool> {
    let color = int(color);
    let special = (TILED..=STYLED).contains(&color);
    if special {
        let stamps = object.native::<Gd>().map(|gd| (gd.brush.as_ref().and_then(stamp), gd.tile.as_ref().and_then(stamp)));
        let (brush, tile) = stamps.unwrap_or_default();
        with(cx, object, |image| (image.brush, image.tile) = (brush, tile))?;
    }
    with(cx, object, |image| {
        work(image, color);
        (image.brush, image.tile) = (None, None);
    })?;
    Ok(true)
}

fn stamp(held: &Held) -> Option<Stamp> {
    let image = held.object.native::<Gd>()?.image.as_ref()?;
    let mut copy = image.copy();
    copy.transparent = image.transparent;
    Some(Stamp { image: Rc::new(copy), map: held.map.clone() })
}

/// Takes an image for a brush or a tile: palettes are matched now.
fn hold(cx: &mut Cx, object: &PhpObject, other: &PhpObject) -> PhpResult<Held> {
    let map = with_two(cx, object, other, |image, source| {
        let mut map = [0; MAX_COLORS];
        let entries: Vec<_> = match source {
            Some(source) if matches!(source.pixels, Pixels::Palette(_)) => source.palette.entries[..source.palette.total].to_vec(),
            None => image.palette.entries[..image.palette.total].to_vec(),
            _ => Vec::new(),
        };
        if !image.is_true_color() {
            for (index, entry) in entries.into_iter().enumerate() {
                map[index] = image.resolve(entry.red.into(), entry.green.into(), entry.blue.into(), entry.alpha.into());
            }
        }
        map
    })?;
    Ok(Held { object: other.clone(), map: Rc::new(map) })
}

/// Reports, and makes an object of an image if there is one.
pub(crate) fn deliver(cx: &mut Cx, image: Option<Image>, log: Log) -> PhpResult<OrFalse<PhpObject>> {
    log.report(cx)?;
    Ok(OrFalse(image.map(|image| new_object(cx, image))))
}
