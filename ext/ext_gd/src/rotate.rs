//! `imagerotate()` and `imageaffine()`: transforms images by matrices, and interpolates between their pixels.

use std::f64::consts::PI;

use crate::image::{ALPHA_MAX, Image, MAX_COLORS, REPLACE, alpha_of, blue_of, green_of, red_of, rgba};
use crate::kernels;
use crate::log::Log;

/// `x' = m0 x + m2 y + m4`, `y' = m1 x + m3 y + m5`.
pub type Matrix = [f64; 6];

#[derive(Clone, Copy)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

pub fn translation(x: f64, y: f64) -> Matrix {
    [1.0, 0.0, 0.0, 1.0, x, y]
}

pub fn rotation(degrees: f64) -> Matrix {
    let (sin, cos) = (degrees * PI / 180.0).sin_cos();
    [cos, sin, -sin, cos, 0.0, 0.0]
}

pub fn concat(a: &Matrix, b: &Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn invert(m: &Matrix) -> Option<Matrix> {
    let determinant = m[0] * m[3] - m[1] * m[2];
    if !determinant.is_finite() || determinant == 0.0 {
        return None;
    }
    let scale = 1.0 / determinant;
    let (a, b, c, d) = (m[3] * scale, -m[1] * scale, -m[2] * scale, m[0] * scale);
    Some([a, b, c, d, -m[4] * a - m[5] * c, -m[4] * b - m[5] * d])
}

fn apply(m: &Matrix, x: f64, y: f64) -> (f64, f64) {
    (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5])
}

/// What a rectangle at the origin covers when it is transformed.
fn bounds(width: i32, height: i32, m: &Matrix) -> Rect {
    let (w, h) = (f64::from(width), f64::from(height));
    let corners = [apply(m, 0.0, 0.0), apply(m, w, 0.0), apply(m, w, h), apply(m, 0.0, h)];
    let least = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|c| c.0), least(|c| c.1));
    Rect { x: left as i32, y: top as i32, width: (most(|c| c.0) - left).ceil() as i32, height: (most(|c| c.1) - top).ceil() as i32 }
}

impl Image {
    /// Turned counterclockwise; what was outside gets the background.
    pub fn rotate(&mut self, log: &mut Log, degrees: f32, background: i32) -> Option<Image> {
        if background < 0 {
            return None;
        }
        let mut background = background;
        if !self.is_true_color() && (background as usize) < MAX_COLORS {
            background = self.to_true(background);
        }
        match ((degrees * 100.0).floor() as i32) % 36000 {
            0 => return Some(self.copy()),
            9000 | -27000 => return self.turn(log, self.sy, self.sx, |image, x, y| (y, image.sx - x - 1)),
            18000 | -18000 => return self.turn(log, self.sx, self.sy, |image, x, y| (image.sx - x - 1, image.sy - y - 1)),
            27000 | -9000 => return self.turn(log, self.sy, self.sx, |image, x, y| (image.sy - y - 1, x)),
            _ => {}
        }
        let nearest = self.interpolation == kernels::NEAREST_NEIGHBOUR;
        if !nearest && !self.has_kernel {
            self.set_interpolation(kernels::DEFAULT);
        }
        self.rotate_any(log, degrees, background, nearest)
    }

    /// By quarters: pixels only change places.
    fn turn(&self, log: &mut Log, width: i32, height: i32, to: impl Fn(&Image, i32, i32) -> (i32, i32)) -> Option<Image> {
        let mut target = Image::new(log, width, height, true)?;
        target.transparent = self.transparent;
        for y in 0..self.sy {
            for x in 0..self.sx {
                let color = self.get(x, y);
                let (to_x, to_y) = to(self, x, y);
                target.set_raw(to_x, to_y, self.to_true_if_palette(color));
            }
        }
        Some(target)
    }

    fn rotate_any(&self, log: &mut Log, degrees: f32, background: i32, nearest: bool) -> Option<Image> {
        let angle = f64::from(-degrees / 180.0f32 * PI as f32);
        let fixed = |value: f64| (value * 256.0) as i64;
        let (cos, sin) = (fixed((-angle).cos()), fixed((-angle).sin()));
        let size = bounds(self.sx, self.sy, &rotation(degrees.into()));
        let mut target = Image::new(log, size.width, size.height, true)?;
        target.save_alpha = true;
        let half = if nearest { 128 } else { 0 };
        let (center_x, center_y) = (i64::from(self.sx / 2) << 8, i64::from(self.sy / 2) << 8);
        for y in 0..size.height {
            let dy = i64::from(y - size.height / 2) << 8;
            for x in 0..size.width {
                let dx = i64::from(x - size.width / 2) << 8;
                let from_y = ((dx * sin) >> 8) + ((dy * cos) >> 8) + half + center_y;
                let from_x = ((dx * cos) >> 8) - ((dy * sin) >> 8) + half + center_x;
                let (row, column) = ((from_y >> 8) as i32, (from_x >> 8) as i32);
                let color = if nearest {
                    let inner = row > 0 && row < self.sy - 1 && column > 0 && column < self.sx - 1;
                    if inner { self.to_true_if_palette(self.raw(column, row)) } else { background }
                } else if row < -1 || column < -1 || row >= self.sy || column >= self.sx {
                    background
                } else {
                    self.interpolated(from_x as f64 / 256.0, from_y as f64 / 256.0, background)
                };
                target.set_raw(x, y, color);
            }
        }
        Some(target)
    }

    /// The colour at a place between pixels; -1 for methods that cannot tell.
    fn interpolated(&self, x: f64, y: f64, background: i32) -> i32 {
        if self.interpolation == kernels::WEIGHTED4 {
            return self.weighted(x, y, background);
        }
        let Some(kernel) = self.kernel() else { return -1 };
        let (left, top) = (x as i32, y as i32);
        let weights =
            |start: i32, exact: f64| -> [f64; 4] { std::array::from_fn(|at| kernel(f64::from(start + at as i32 - 1) - exact, 1.0)) };
        let (horizontal, vertical) = (weights(left, x), weights(top, y));
        let (mut red, mut green, mut blue, mut alpha) = (0.0, 0.0, 0.0, 0.0);
        for (row, down) in vertical.iter().enumerate() {
            for (column, across) in horizontal.iter().enumerate() {
                let color = self.pixel_or(left + column as i32 - 1, top + row as i32 - 1, background);
                let weight = down * across;
                red += weight * f64::from(red_of(color));
                green += weight * f64::from(green_of(color));
                blue += weight * f64::from(blue_of(color));
                alpha += weight * f64::from(alpha_of(color));
            }
        }
        let whole = |part: f64, max: i32| part.clamp(0.0, f64::from(max)) as i32;
        rgba(whole(red, 255), whole(green, 255), whole(blue, 255), whole(alpha, ALPHA_MAX))
    }

    /// The mean of four pixels.
    fn weighted(&self, x: f64, y: f64, background: i32) -> i32 {
        let (left, top) = (x as i32, y as i32);
        let (across, down) = (x - f64::from(left), y - f64::from(top));
        let corners = [
            (self.pixel_or(left, top, background), across * down),
            (self.pixel_or(left - 1, top, background), (1.0 - across) * down),
            (self.pixel_or(left, top - 1, background), across * (1.0 - down)),
            (self.pixel_or(left - 1, top - 1, background), (1.0 - across) * (1.0 - down)),
        ];
        let mix = |part: fn(i32) -> i32, max: i32| {
            let sum = corners.iter().fold(0.0, |sum, (color, weight)| sum + weight * f64::from(part(*color)));
            (sum as i32).clamp(0, max)
        };
        rgba(mix(red_of, 255), mix(green_of, 255), mix(blue_of, 255), mix(alpha_of, ALPHA_MAX))
    }

    /// A part, or all, of the image, transformed.
    pub fn affine(&mut self, log: &mut Log, area: Option<Rect>, matrix: &Matrix) -> Option<Image> {
        let mut area = area.unwrap_or(Rect { x: 0, y: 0, width: self.sx, height: self.sy });
        let outer = bounds(area.width, area.height, matrix);
        let mut target = Image::new(log, outer.width, outer.height, true)?;
        target.save_alpha = true;
        target.effect = REPLACE;
        self.palette_to_true_color();
        let matrix = concat(matrix, &translation(-f64::from(outer.x), -f64::from(outer.y)));
        let method = self.interpolation;
        if matches!(method, kernels::BILINEAR_FIXED | kernels::BICUBIC_FIXED | kernels::NEAREST_NEIGHBOUR) {
            self.set_interpolation(kernels::BICUBIC);
        }
        self.clip_rect(&mut area);
        let clip = self.clip;
        let inner = area.x > 0 || area.y > 0 || area.width < self.sx || area.height < self.sy;
        if inner {
            let (right, bottom) = (area.x.saturating_add(area.width) - 1, area.y.saturating_add(area.height) - 1);
            self.set_clip(area.x, area.y, right, bottom);
        }
        let done = invert(&matrix).map(|inverse| self.affine_copy(&mut target, &area, &matrix, &inverse));
        self.clip = clip;
        self.set_interpolation(method);
        done.map(|()| target)
    }

    fn clip_rect(&self, area: &mut Rect) {
        let clip = self.clip;
        let (right, bottom) = (area.x.saturating_add(area.width).saturating_sub(1), area.y.saturating_add(area.height).saturating_sub(1));
        let within = |value: i32, low: i32, high: i32| value.min(high).max(low);
        area.x = within(area.x, clip.x1, clip.x2);
        area.y = within(area.y, clip.y1, clip.y2);
        area.width = within(right, clip.x1, clip.x2) - area.x + 1;
        area.height = within(bottom, clip.y1, clip.y2) - area.y + 1;
    }

    fn affine_copy(&self, target: &mut Image, area: &Rect, matrix: &Matrix, inverse: &Matrix) {
        let outer = bounds(area.width, area.height, matrix);
        let end_x = i64::from(outer.width) + i64::from(outer.x).abs();
        let end_y = i64::from(outer.height) + i64::from(outer.y).abs();
        let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
        let within = |value: f64, low: i32, high: i32| value.floor() >= low.into() && value.floor() <= high.into();
        for y in i64::from(outer.y).max(0)..=end_y.min(i64::from(target.sy) - 1) {
            // Rows that start left of the target are not drawn at all.
            if outer.x < 0 {
                break;
            }
            for x in i64::from(outer.x)..=end_x.min(i64::from(target.sx) - 1) {
                let (from_x, from_y) = apply(inverse, x as f64 + 0.5, y as f64 + 0.5);
                let (from_x, from_y) = (f64::from(area.x) + from_x, f64::from(area.y) + from_y);
                if within(from_x, area.x, right) && within(from_y, area.y, bottom) {
                    let color = self.interpolated(f64::from(from_x as i32), f64::from(from_y as i32), -1);
                    target.set_raw(x as i32, y as i32, color);
                }
            }
        }
    }
}
