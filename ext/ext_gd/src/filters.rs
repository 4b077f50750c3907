//! The work of `imagefilter()` and `imageconvolution()`: functions from pixels, or their neighbourhoods, to new pixels.

use crate::image::{Image, Pixels, REPLACE, alpha_of, blue_of, green_of, red_of, rgba};
use crate::log::Log;

impl Image {
    /// Changes every pixel by its red, green, blue and alpha.
    fn map_pixels(&mut self, change: impl Fn([i32; 4]) -> [i32; 4]) {
        for y in 0..self.sy {
            for x in 0..self.sx {
                let color = self.get(x, y);
                let [red, green, blue, alpha] = change([self.red(color), self.green(color), self.blue(color), self.alpha(color)]);
                let color = self.allocate_or_closest(red, green, blue, alpha);
                self.set(x, y, color);
            }
        }
    }

    pub fn negate(&mut self) {
        self.map_pixels(|[red, green, blue, alpha]| [255 - red, 255 - green, 255 - blue, alpha]);
    }

    pub fn gray_scale(&mut self) {
        let effect = std::mem::replace(&mut self.effect, REPLACE);
        self.map_pixels(|[red, green, blue, alpha]| {
            let gray = (0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)) as i32;
            [gray, gray, gray, alpha]
        });
        self.effect = effect;
    }

    pub fn brightness(&mut self, by: i32) -> bool {
        if !(-255..=255).contains(&by) {
            return false;
        }
        if by != 0 {
            self.map_pixels(|[red, green, blue, alpha]| {
                let shift = |part: i32| (part + by).clamp(0, 255);
                [shift(red), shift(green), shift(blue), alpha]
            });
        }
        true
    }

    pub fn contrast(&mut self, by: f64) {
        let factor = (100.0 - by) / 100.0;
        let factor = factor * factor;
        self.map_pixels(|[red, green, blue, alpha]| {
            let spread = |part: i32| ((((f64::from(part) / 255.0) - 0.5) * factor + 0.5) * 255.0).clamp(0.0, 255.0) as i32;
            [spread(red), spread(green), spread(blue), alpha]
        });
    }

    pub fn colorize(&mut self, by: [i32; 4]) {
        self.map_pixels(|parts| {
            let shift = |at: usize, max: i32| parts[at].saturating_add(by[at]).clamp(0, max);
            [shift(0, 255), shift(1, 255), shift(2, 255), shift(3, 127)]
        });
    }

    /// Makes every pixel a sum of those around it. Single precision, as libgd's.
    pub fn convolution(&mut self, log: &mut Log, matrix: &[[f32; 3]; 3], divisor: f32, offset: f32) -> bool {
        let Some(source) = self.convolution_source(log) else { return false };
        let (right, bottom) = (self.sx - 1, self.sy - 1);
        for y in 0..self.sy {
            for x in 0..self.sx {
                let alpha = alpha_of(source.raw(x, y));
                let (mut red, mut green, mut blue) = (0f32, 0f32, 0f32);
                for (row, factors) in matrix.iter().enumerate() {
                    let from_y = (y + row as i32 - 1).clamp(0, bottom);
                    for (column, factor) in factors.iter().enumerate() {
                        let color = source.raw((x + column as i32 - 1).clamp(0, right), from_y);
                        red += red_of(color) as f32 * factor;
                        green += green_of(color) as f32 * factor;
                        blue += blue_of(color) as f32 * factor;
                    }
                }
                let whole = |part: f32| ((part / divisor) + offset).clamp(0.0, 255.0) as i32;
                let color = self.allocate_or_closest(whole(red), whole(green), whole(blue), alpha);
                self.set(x, y, color);
            }
        }
        true
    }

    /// The image in true colours, on what is transparent.
    fn convolution_source(&self, log: &mut Log) -> Option<Image> {
        let mut source = Image::new(log, self.sx, self.sy, true)?;
        let empty = rgba(0, 0, 0, 127);
        if let Pixels::True(pixels) = &mut source.pixels {
            pixels.fill(empty);
        }
        source.copy_from(Some(self), whole_image(self));
        Some(source)
    }

    pub fn selective_blur(&mut self) {
        let true_color = self.is_true_color();
        for y in 0..self.sy {
            for x in 0..self.sx {
                // Colours of palettes are taken for true ones here: they are blue.
                let around: [[i32; 3]; 3] = std::array::from_fn(|row| {
                    std::array::from_fn(|column| {
                        let (x, y) = (x + column as i32 - 1, y + row as i32 - 1);
                        if true_color { self.get_true(x, y) } else { self.get(x, y) }
                    })
                });
                let alpha = alpha_of(around[2][2]);
                let [red, green, blue] = [red_of, green_of, blue_of].map(|part| blur(&around, part));
                let color = self.allocate_or_closest(red, green, blue, alpha);
                self.set(x, y, color);
            }
        }
    }

    /// Blocks of one colour: the upper left one's, or the mean.
    pub fn pixelate(&mut self, block: i32, average: bool) -> bool {
        if block <= 0 {
            return false;
        }
        if block == 1 {
            return true;
        }
        let step = block as usize;
        for y in (0..self.sy).step_by(step) {
            for x in (0..self.sx).step_by(step) {
                let (right, bottom) = (x.saturating_add(block - 1), y.saturating_add(block - 1));
                if average {
                    if let Some([red, green, blue, alpha]) = self.mean(x, y, right.min(self.sx - 1), bottom.min(self.sy - 1)) {
                        let color = self.resolve(red, green, blue, alpha);
                        self.filled_rectangle(x, y, right, bottom, color);
                    }
                } else if self.in_clip(x, y) {
                    let color = self.get(x, y);
                    self.filled_rectangle(x, y, right, bottom, color);
                }
            }
        }
        true
    }

    fn mean(&self, left: i32, top: i32, right: i32, bottom: i32) -> Option<[i32; 4]> {
        let (mut sums, mut total) = ([0i64; 4], 0i64);
        for y in top..=bottom {
            for x in left..=right {
                if self.in_clip(x, y) {
                    let color = self.get(x, y);
                    for (sum, part) in sums.iter_mut().zip([self.red(color), self.green(color), self.blue(color), self.alpha(color)]) {
                        *sum += i64::from(part);
                    }
                    total += 1;
                }
            }
        }
        (total > 0).then(|| sums.map(|sum| (sum / total) as i32))
    }

    /// Swaps pixels with others nearby: all, or those of some colours.
    pub fn scatter(&mut self, sub: i32, plus: i32, colors: &[i32], mut random: impl FnMut() -> u32) -> bool {
        if plus == 0 && sub == 0 {
            return true;
        }
        if sub >= plus {
            return false;
        }
        let range = (plus - sub) as u32;
        for y in 0..self.sy {
            for x in 0..self.sx {
                let mut shift = |at: i32| at.saturating_add(((random() >> 1) % range) as i32).saturating_add(sub);
                let (to_x, to_y) = (shift(x), shift(y));
                if !self.in_clip(to_x, to_y) {
                    continue;
                }
                let (here, there) = (self.get(x, y), self.get(to_x, to_y));
                if colors.is_empty() || colors.contains(&here) {
                    self.set(to_x, to_y, here);
                    self.set(x, y, there);
                }
            }
        }
        true
    }

    pub fn gamma(&mut self, gamma: f64) {
        let correct = |part: i32| ((f64::from(part) / 255.0).powf(gamma) * 255.0 + 0.5) as i32;
        if self.is_true_color() {
            for y in 0..self.sy {
                for x in 0..self.sx {
                    let color = self.get(x, y);
                    let new = rgba(correct(red_of(color)), correct(green_of(color)), correct(blue_of(color)), alpha_of(color));
                    self.set(x, y, new);
                }
            }
            return;
        }
        let total = self.palette.total;
        for entry in &mut self.palette.entries[..total] {
            entry.red = correct(entry.red.into()) as u8;
            entry.green = correct(entry.green.into()) as u8;
            entry.blue = correct(entry.blue.into()) as u8;
        }
    }
}

fn whole_image(image: &Image) -> crate::copy::CopyRect {
    crate::copy::CopyRect { to_x: 0, to_y: 0, from_x: 0, from_y: 0, width: image.sx, height: image.sy }
}

/// A mean in which what differs little weighs much.
fn blur(around: &[[i32; 3]; 3], part: fn(i32) -> i32) -> i32 {
    let center = part(around[1][1]) as f32;
    let mut weights = [[0f32; 3]; 3];
    let mut sum = 0f32;
    for row in 0..3 {
        for column in 0..3 {
            let difference = (center - part(around[row][column]) as f32).abs();
            let weight = match (row, column) {
                (1, 1) => 0.5,
                _ if difference != 0.0 => 1.0 / difference,
                _ => 1.0,
            };
            weights[row][column] = weight;
            sum += weight;
        }
    }
    let mut value = 0f32;
    for row in 0..3 {
        for column in 0..3 {
            value += part(around[row][column]) as f32 * (weights[row][column] / sum);
        }
    }
    value.clamp(0.0, 255.0) as i32
}
