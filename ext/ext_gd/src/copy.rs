//! Parts of images in other images. Copying within one image reads what was just written, as libgd does: the source is then `None`.

use loxo_runtime::memory_limit;

use crate::image::{Image, MAX_COLORS, Pixels, alpha_of, blue_of, green_of, red_of, rgba};

/// Where from, where to.
#[derive(Clone, Copy)]
pub struct CopyRect {
    pub to_x: i32,
    pub to_y: i32,
    pub from_x: i32,
    pub from_y: i32,
    pub width: i32,
    pub height: i32,
}

/// Rows or columns of a rectangle.
type Range = std::ops::Range<i32>;

impl CopyRect {
    /// The rows and columns that can change anything: the others of a huge rectangle are not walked. Palettes learn colours of pixels that
    /// nobody sees, too.
    fn within(&self, target: &Image, source: Option<&Image>) -> (Range, Range) {
        let range = |to: i32, size: i32, low: i32, high: i32| {
            let size = i64::from(size.max(0));
            let start = (i64::from(low) - i64::from(to)).clamp(0, size);
            let end = (i64::from(high) + 1 - i64::from(to)).clamp(start, size);
            start as i32..end as i32
        };
        let clip = target.clip;
        let rows = range(self.to_y, self.height, clip.y1, clip.y2);
        let columns = range(self.to_x, self.width, clip.x1, clip.x2);
        let Some(source) = source.filter(|_| !target.is_true_color()) else { return (rows, columns) };
        let both = |seen: Range, from: i32, size: i32, extent: i32| {
            let there = range(from, size, 0, extent - 1);
            let hull = match (seen.is_empty(), there.is_empty()) {
                (_, true) => return seen,
                (true, false) => there,
                (false, false) => seen.start.min(there.start)..seen.end.max(there.end),
            };
            if i64::from(hull.end) - i64::from(hull.start) < 1 << 16 { hull } else { seen }
        };
        (both(rows, self.from_y, self.height, source.sy), both(columns, self.from_x, self.width, source.sx))
    }
}

impl Image {
    /// Calls for every pixel: the source's colour, and where it goes. Transparent ones are left out.
    fn each_copied(&mut self, source: Option<&Image>, place: CopyRect, mut each: impl FnMut(&mut Image, i32, i32, i32)) {
        let (rows, columns) = place.within(self, source);
        for row in rows {
            for column in columns.clone() {
                let (x, y) = (place.from_x.wrapping_add(column), place.from_y.wrapping_add(row));
                let (color, transparent) = match source {
                    Some(source) => (source.get(x, y), source.transparent),
                    None => (self.get(x, y), self.transparent),
                };
                if color != transparent {
                    each(self, color, place.to_x.wrapping_add(column), place.to_y.wrapping_add(row));
                }
            }
        }
    }

    pub fn copy_from(&mut self, source: Option<&Image>, place: CopyRect) {
        let Some(from) = source else { return self.each_copied(None, place, |image, color, x, y| image.set(x, y, color)) };
        match (self.is_true_color(), from.is_true_color()) {
            (true, true) => self.each_copied(source, place, |image, color, x, y| image.set(x, y, color)),
            (true, false) => self.each_copied(source, place, |image, color, x, y| image.set(x, y, from.to_true(color))),
            (false, _) => {
                let mut map = ColorMap::new();
                self.each_copied(source, place, |image, color, x, y| {
                    let color = map.get(image, from, color);
                    image.set(x, y, color);
                });
            }
        }
    }

    /// Mixes so many hundredths of the source in.
    pub fn copy_merge(&mut self, source: Option<&Image>, place: CopyRect, percent: i32) {
        let Some(from) = source else { return self.copy_from(None, place) };
        let (own, other) = (f64::from(percent) / 100.0, f64::from(100i32.wrapping_sub(percent)) / 100.0);
        self.each_copied(source, place, |image, color, x, y| {
            let below = image.get(x, y);
            let mix = |new: i32, old: i32| (f64::from(new) * own + f64::from(old) * other) as i32;
            let red = mix(from.red(color), image.red(below));
            let green = mix(from.green(color), image.green(below));
            let blue = mix(from.blue(color), image.blue(below));
            let color = image.resolve(red, green, blue, 0);
            image.set(x, y, color);
        });
    }

    /// The same, with what was there made grey first.
    pub fn copy_merge_gray(&mut self, source: Option<&Image>, place: CopyRect, percent: i32) {
        if source.is_none() && percent == 100 {
            return self.copy_from(None, place);
        }
        let (own, other) = (f64::from(percent) / 100.0, f64::from(100i32.wrapping_sub(percent)) / 100.0);
        self.each_copied(source, place, |image, color, x, y| {
            let below = image.get(x, y);
            let gray = 0.299 * f64::from(image.red(below)) + 0.587 * f64::from(image.green(below)) + 0.114 * f64::from(image.blue(below));
            let gray = gray as f32;
            let [red, green, blue] = {
                let from = source.unwrap_or(image);
                [from.red(color), from.green(color), from.blue(color)]
            }
            .map(|part| (f64::from(part) * own + f64::from(gray) * other) as i32);
            let mut color = image.exact(red, green, blue, 0);
            if color == -1 {
                color = image.allocate_or_closest(red, green, blue, 0);
            }
            image.set(x, y, color);
        });
    }

    /// Copies in another size; pixels are repeated or left out.
    pub fn copy_resized(&mut self, source: Option<&Image>, place: CopyRect, from_width: i32, from_height: i32) {
        if from_width <= 0 || from_height <= 0 || place.width <= 0 || place.height <= 0 {
            return;
        }
        // Which row or column of the source one of the target's is.
        let origin = |at: i32, to: i32, from: i32| ((i64::from(at) + 1) * i64::from(from) + i64::from(to) - 1) / i64::from(to) - 1;
        // A palette learns colours that nobody sees.
        let learns = !self.is_true_color() && i64::from(place.width) * i64::from(place.height) < 1 << 26;
        let (rows, columns) = if learns { (0..place.height, 0..place.width) } else { place.within(self, None) };
        let mut map = ColorMap::new();
        for row in rows {
            let y = place.from_y.wrapping_add(origin(row, place.height, from_height) as i32);
            let mut before = None;
            for column in columns.clone() {
                let at = origin(column, place.width, from_width) as i32;
                let color = match before {
                    Some((same, color)) if same == at => color,
                    _ => self.resized_color(source, place.from_x.wrapping_add(at), y, &mut map),
                };
                before = Some((at, color));
                if let Some(color) = color {
                    self.set(place.to_x.wrapping_add(column), place.to_y.wrapping_add(row), color);
                }
            }
        }
    }

    /// A pixel of the source as a colour of this image; `None` where it is transparent.
    fn resized_color(&mut self, source: Option<&Image>, x: i32, y: i32, map: &mut ColorMap) -> Option<i32> {
        let from = source.unwrap_or(self);
        let color = from.get(x, y);
        if color == from.transparent {
            return None;
        }
        Some(match (self.is_true_color(), source) {
            (true, _) => from.get_true(x, y),
            (false, None) => color,
            (false, Some(from)) => map.get(self, from, color),
        })
    }

    /// Copies in another size; pixels are means, weighted by the area that they share with the target's.
    pub fn copy_resampled(&mut self, source: Option<&Image>, place: CopyRect, from_width: i32, from_height: i32) {
        if !self.is_true_color() {
            return self.copy_resized(source, place, from_width, from_height);
        }
        let (rows, columns) = place.within(self, None);
        let spans: Vec<Vec<Share>> = columns.clone().map(|x| shares(x, from_width, place.width)).collect();
        for row in rows {
            let vertical = shares(row, from_height, place.height);
            for (column, horizontal) in columns.clone().zip(&spans) {
                let from = source.unwrap_or(self);
                let color = mean(from, (place.from_x, place.from_y), horizontal, &vertical);
                self.set(place.to_x + column, place.to_y + row, color);
            }
        }
    }

    /// A part of an image as an image of the same kind.
    pub fn crop(&self, log: &mut crate::log::Log, x: i32, y: i32, width: i32, height: i32) -> Option<Image> {
        let mut part = Image::new(log, width, height, self.is_true_color())?;
        let effect = std::mem::replace(&mut part.effect, crate::image::REPLACE);
        part.copy_from(Some(self), CopyRect { to_x: 0, to_y: 0, from_x: x, from_y: y, width, height });
        part.effect = effect;
        Some(part)
    }
}

/// What colours of one image are in another's palette.
struct ColorMap([Option<i32>; MAX_COLORS]);

impl ColorMap {
    fn new() -> ColorMap {
        ColorMap([None; MAX_COLORS])
    }

    fn get(&mut self, target: &mut Image, source: &Image, color: i32) -> i32 {
        match &source.pixels {
            Pixels::True(_) => target.resolve(red_of(color), green_of(color), blue_of(color), alpha_of(color)),
            Pixels::Palette(_) => {
                let entry = source.palette.entry(color);
                *self.0[(color & 0xff) as usize]
                    .get_or_insert_with(|| target.resolve(entry.red.into(), entry.green.into(), entry.blue.into(), entry.alpha.into()))
            }
        }
    }
}

/// A pixel of the source, and how much of it.
struct Share {
    at: i32,
    part: f32,
}

/// What a pixel of the target covers of the source in one direction. Single precision, and in this order: results depend on it.
fn shares(at: i32, from: i32, to: i32) -> Vec<Share> {
    let start = at as f32 * from as f32 / to as f32;
    let end = (at + 1) as f32 * from as f32 / to as f32;
    let mut list = Vec::new();
    let mut here = start;
    loop {
        let part = if here.floor() == start.floor() {
            let rest = (1.0 - f64::from(here - here.floor())) as f32;
            here = here.floor();
            if rest > end - start { end - start } else { rest }
        } else if here == end.floor() {
            end - end.floor()
        } else {
            1.0
        };
        memory_limit::check_growth::<Share>(list.len(), list.capacity());
        list.push(Share { at: here as i32, part });
        let next = (f64::from(here) + 1.0) as f32;
        // Beyond 2^24 adding one changes nothing.
        if next >= end || next == here || next.is_nan() || end.is_nan() {
            break;
        }
        here = next;
    }
    list
}

fn mean(source: &Image, (left, top): (i32, i32), horizontal: &[Share], vertical: &[Share]) -> i32 {
    let (mut red, mut green, mut blue, mut alpha) = (0f32, 0f32, 0f32, 0f32);
    let (mut opacity, mut total) = (0f32, 0f32);
    for row in vertical {
        for column in horizontal {
            let share = column.part * row.part;
            let color = source.get_true(column.at.wrapping_add(left), row.at.wrapping_add(top));
            let factor = (127 - alpha_of(color)) as f32 * share;
            red += red_of(color) as f32 * factor;
            green += green_of(color) as f32 * factor;
            blue += blue_of(color) as f32 * factor;
            alpha += alpha_of(color) as f32 * share;
            opacity += factor;
            total += share;
        }
    }
    if total != 0.0 {
        red /= total;
        green /= total;
        blue /= total;
        alpha /= total;
    }
    if opacity != 0.0 {
        if total != 0.0 {
            opacity /= total;
        }
        red /= opacity;
        green /= opacity;
        blue /= opacity;
    }
    let whole = |part: f32, max: i32| if f64::from(part) >= f64::from(max) + 0.5 { max } else { (f64::from(part) + 0.5) as f32 as i32 };
    rgba(whole(red, 255), whole(green, 255), whole(blue, 255), whole(alpha, 127))
}
