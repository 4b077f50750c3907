//! `imagescale()`: images in another size, by the method that the image has.

use loxo_runtime::memory_limit;

use crate::image::{ALPHA_MAX, Image, Pixels, alpha_of, blue_of, green_of, red_of, rgba};
use crate::kernels::{self, Kernel};
use crate::log::Log;

/// Numbers with eight binary places.
type Fixed = i64;

const ONE: Fixed = 256;

fn times(a: Fixed, b: Fixed) -> Fixed {
    (a * b) >> 8
}

/// How many pixels of the source one of the target is.
fn step(source: i32, target: i32) -> Fixed {
    let quotient = source as f32 / target as f32;
    f64::from(quotient * 256.0) as Fixed
}

impl Image {
    /// Chooses a method of interpolation; false if there is none of that number.
    pub fn set_interpolation(&mut self, id: i32) -> bool {
        let Some(kernel) = kernels::method(id) else { return false };
        self.has_kernel = kernel.is_some();
        self.interpolation = if id == kernels::DEFAULT { kernels::LINEAR } else { id };
        true
    }

    pub fn kernel(&self) -> Option<Kernel> {
        if self.has_kernel { kernels::method(self.interpolation).flatten() } else { None }
    }

    pub fn scale(&mut self, log: &mut Log, width: i32, height: i32) -> Option<Image> {
        if (width, height) == (self.sx, self.sy) {
            return Some(self.copy());
        }
        match self.interpolation {
            kernels::NEAREST_NEIGHBOUR => self.scale_nearest(log, width, height),
            kernels::BILINEAR_FIXED | kernels::LINEAR => self.scale_bilinear(log, width, height),
            kernels::BICUBIC | kernels::BICUBIC_FIXED => self.scale_bicubic(log, width, height),
            _ => self.scale_two_pass(log, width, height),
        }
    }

    fn scale_nearest(&self, log: &mut Log, width: i32, height: i32) -> Option<Image> {
        let mut target = Image::new(log, width, height, true)?;
        let (dx, dy) = (step(self.sx, width), step(self.sy, height));
        for y in 0..height {
            let from_y = (times(Fixed::from(y) << 8, dy) >> 8) as i32;
            for x in 0..width {
                let from_x = (times(Fixed::from(x) << 8, dx) >> 8) as i32;
                target.set_raw(x, y, self.to_true_if_palette(self.raw(from_x, from_y)));
            }
        }
        Some(target)
    }

    /// A pixel for interpolation: what is transparent, or outside of the clip, is the background.
    pub fn pixel_or(&self, x: i32, y: i32, background: i32) -> i32 {
        if !self.in_clip(x, y) {
            return background;
        }
        let color = self.raw(x, y);
        if color == self.transparent {
            return if background == -1 { rgba(0, 0, 0, ALPHA_MAX) } else { background };
        }
        self.to_true_if_palette(color)
    }

    fn scale_bilinear(&self, log: &mut Log, width: i32, height: i32) -> Option<Image> {
        let mut target = Image::new(log, width, height, true)?;
        if !self.is_true_color() {
            target.transparent = if self.transparent < 0 { -1 } else { self.to_true(self.transparent) };
        }
        let (dx, dy) = (step(self.sx, width), step(self.sy, height));
        for y in 0..height {
            let exact_y = times(Fixed::from(y) << 8, dy);
            let (from_y, below) = ((exact_y >> 8) as i32, exact_y & 0xff);
            for x in 0..width {
                let exact_x = times(Fixed::from(x) << 8, dx);
                let (from_x, right) = ((exact_x >> 8) as i32, exact_x & 0xff);
                let first = self.pixel_or(from_x, from_y, 0);
                let corners = [
                    (first, times(ONE - below, ONE - right)),
                    (self.pixel_or(from_x + 1, from_y, first), times(ONE - below, right)),
                    (self.pixel_or(from_x, from_y + 1, first), times(below, ONE - right)),
                    (self.pixel_or(from_x + 1, from_y + 1, first), times(below, right)),
                ];
                let mix = |part: fn(i32) -> i32| {
                    let sum: Fixed = corners.iter().map(|(color, weight)| times(*weight, Fixed::from(part(*color)) << 8)).sum();
                    (sum >> 8) as i32 & 0xff
                };
                target.set_raw(x, y, rgba(mix(red_of), mix(green_of), mix(blue_of), mix(alpha_of)));
            }
        }
        Some(target)
    }

    fn scale_bicubic(&mut self, log: &mut Log, width: i32, height: i32) -> Option<Image> {
        self.palette_to_true_color();
        let mut target = Image::new(log, width, height, true)?;
        target.save_alpha = true;
        let (dx, dy) = (step(self.sx, width), step(self.sy, height));
        let gamma = f64::from(1.04f32 * 256.0) as Fixed;
        // The point two rows below, where there is no such row, is the one of the pixel before that had it.
        let mut stale = None;
        for y in 0..height {
            let exact_y = times(Fixed::from(y) << 8, dy);
            let (from_y, below) = (exact_y >> 8, exact_y & 0xff);
            let vertical: [Fixed; 4] = std::array::from_fn(|at| cubic(((at as Fixed - 1) << 8) - below));
            for x in 0..width {
                let exact_x = times(Fixed::from(x) << 8, dx);
                let (from_x, right) = (exact_x >> 8, exact_x & 0xff);
                let mut sums = [0; 4];
                if (from_y as i32) < self.sy - 2 {
                    stale = Some((from_x as i32, from_y as i32));
                }
                for (row, weight) in vertical.iter().enumerate() {
                    for column in 0..4 {
                        let (px, py) = match (row, column, stale) {
                            (3, 1, Some(stale)) => stale,
                            _ => self.neighbour(from_x as i32, from_y as i32, column, row as i32),
                        };
                        let color = self.raw(px, py);
                        let weight = times(*weight, cubic(((Fixed::from(column) - 1) << 8) - right));
                        for (sum, part) in sums.iter_mut().zip([red_of, green_of, blue_of, alpha_of]) {
                            *sum += times(Fixed::from(part(color)) << 8, weight);
                        }
                    }
                }
                let [red, green, blue, alpha] = sums.map(|sum| times(sum, gamma) >> 8);
                let whole = |part: Fixed, max: Fixed| part.clamp(0, max) as i32;
                target.set_raw(x, y, rgba(whole(red, 255), whole(green, 255), whole(blue, 255), whole(alpha, 127)));
            }
        }
        Some(target)
    }

    /// The pixel that stands in for one around another. libgd takes the first row from the pixel's own, and falls back to the pixel itself
    /// wherever something is outside.
    fn neighbour(&self, x: i32, y: i32, column: i32, row: i32) -> (i32, i32) {
        let row_is_missing = match row {
            0 => y < 1,
            1 => false,
            2 => y >= self.sy - 1,
            _ => y >= self.sy - 2,
        };
        let missing = match column {
            0 => x < 1 || row_is_missing,
            1 => true,
            2 => x >= self.sx - 1 || row_is_missing,
            _ => x >= self.sx - 2 || row_is_missing,
        };
        if missing { (x, y) } else { (x + column - 1, y) }
    }

    fn scale_two_pass(&mut self, log: &mut Log, width: i32, height: i32) -> Option<Image> {
        let kernel = self.kernel()?;
        self.palette_to_true_color();
        let id = self.interpolation;
        let wide;
        let source = if self.sx == width {
            &*self
        } else {
            let mut target = Image::new(log, width, self.sy, true)?;
            target.set_interpolation(id);
            scale_axis(self, &mut target, true, kernel, kernels::support(id))?;
            wide = target;
            if wide.sy == height {
                return Some(wide);
            }
            &wide
        };
        let mut target = Image::new(log, width, height, true)?;
        target.set_interpolation(id);
        scale_axis(source, &mut target, false, kernel, kernels::support(id))?;
        Some(target)
    }
}

/// The weight of a pixel at a distance, for bicubic scaling.
fn cubic(distance: Fixed) -> Fixed {
    let cube = |x: Fixed| if x > 0 { times(x, times(x, x)) } else { 0 };
    let sum = cube(distance + 2 * ONE) - times(4 * ONE, cube(distance + ONE)) + times(6 * ONE, cube(distance))
        - times(4 * ONE, cube(distance - ONE));
    (sum << 8) / (6 * ONE)
}

/// Which pixels of a line make one of the target, and how much each.
struct Contribution {
    left: usize,
    weights: Vec<f64>,
}

/// `None` if weights have a negative sum.
fn contributions(target: i32, source: i32, kernel: Kernel, support: f64) -> Option<Vec<Contribution>> {
    let scale = f64::from(target) / f64::from(source);
    let factor = if scale < 1.0 { scale } else { 1.0 };
    let reach = support / factor;
    let window = 2 * reach.ceil() as i64 + 1;
    let last = i64::from(source) - 1;
    memory_limit::ensure_room((target as usize).saturating_mul(8 * window.min(i64::from(source)) as usize));
    let mut list = Vec::with_capacity(target as usize);
    for at in 0..target {
        let center = f64::from(at) / scale;
        let mut left = ((center - reach).floor() as i64).max(0);
        let mut right = ((center + reach).ceil() as i64).min(last);
        if right - left + 1 > window {
            if left < i64::from(source) {
                left += 1;
            } else {
                right -= 1;
            }
        }
        let mut weights: Vec<f64> = (left..=right).map(|from| factor * kernel(factor * (center - from as f64), support)).collect();
        let total: f64 = weights.iter().fold(0.0, |sum, weight| sum + weight);
        if total < 0.0 {
            return None;
        }
        if total > 0.0 {
            weights.iter_mut().for_each(|weight| *weight /= total);
        }
        list.push(Contribution { left: left as usize, weights });
    }
    Some(list)
}

/// C's conversion of a double into a byte's range: to the nearest, and cut.
fn to_byte(value: f64, max: i32) -> i32 {
    ((value + 0.5) as i32).clamp(0, max)
}

fn scale_axis(source: &Image, target: &mut Image, horizontal: bool, kernel: Kernel, support: f64) -> Option<()> {
    let (width, height) = (source.sx as usize, source.sy as usize);
    let (length, from, lines) = if horizontal { (target.sx, source.sx, height) } else { (target.sy, source.sy, width) };
    let list = contributions(length, from, kernel, support)?;
    let Pixels::True(pixels) = &source.pixels else { return None };
    for line in 0..lines {
        for (at, contribution) in list.iter().enumerate() {
            let (mut red, mut green, mut blue, mut alpha) = (0.0, 0.0, 0.0, 0.0);
            for (offset, weight) in contribution.weights.iter().enumerate() {
                let here = contribution.left + offset;
                let color = pixels[if horizontal { line * width + here } else { here * width + line }];
                red += weight * f64::from(red_of(color));
                green += weight * f64::from(green_of(color));
                blue += weight * f64::from(blue_of(color));
                alpha += weight * f64::from(alpha_of(color));
            }
            let color = rgba(to_byte(red, 255), to_byte(green, 255), to_byte(blue, 255), to_byte(alpha, 127));
            let (x, y) = if horizontal { (at, line) } else { (line, at) };
            target.set_raw(x as i32, y as i32, color);
        }
    }
    Some(())
}
