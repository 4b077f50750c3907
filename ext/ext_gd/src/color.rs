//! Colours of palettes: found, made, and matched to others.

use crate::image::{Entry, Image, MAX_COLORS, Pixels, alpha_of, blue_of, green_of, red_of, rgba};

impl Image {
    /// Mixed colours may have parts that are far out of range.
    fn distance(&self, index: usize, red: i32, green: i32, blue: i32, alpha: i32) -> i64 {
        let entry = self.palette.entries[index];
        let square = |part: u8, wanted: i32| (i64::from(part) - i64::from(wanted)).pow(2);
        let sum = square(entry.red, red).wrapping_add(square(entry.green, green));
        sum.wrapping_add(square(entry.blue, blue)).wrapping_add(square(entry.alpha, alpha))
    }

    fn used(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.palette.total).filter(|index| !self.palette.open[*index])
    }

    /// The nearest colour, or -1.
    pub fn closest(&self, red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
        if self.is_true_color() {
            return rgba(red, green, blue, alpha);
        }
        // Of equals the first.
        let nearest = self.used().min_by_key(|index| self.distance(*index, red, green, blue, alpha));
        nearest.map_or(-1, |index| index as i32)
    }

    /// The colour that is nearest in hue, whiteness and blackness, or -1.
    pub fn closest_hwb(&self, red: i32, green: i32, blue: i32) -> i32 {
        if self.is_true_color() {
            return rgba(red, green, blue, 0);
        }
        let wanted = Hwb::of(red, green, blue);
        let mut best: Option<(f32, usize)> = None;
        for index in self.used() {
            let entry = self.palette.entries[index];
            let distance = Hwb::of(entry.red.into(), entry.green.into(), entry.blue.into()).distance(&wanted);
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, index));
            }
        }
        best.map_or(-1, |(_, index)| index as i32)
    }

    /// The index of just this colour, or -1.
    pub fn exact(&self, red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
        if self.is_true_color() {
            return rgba(red, green, blue, alpha);
        }
        self.used().find(|index| self.distance(*index, red, green, blue, alpha) == 0).map_or(-1, |index| index as i32)
    }

    fn place(&mut self, index: usize, red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
        self.palette.entries[index] = Entry { red: red as u8, green: green as u8, blue: blue as u8, alpha: alpha as u8 };
        self.palette.open[index] = false;
        index as i32
    }

    /// A new colour; -1 if the palette is full.
    pub fn allocate(&mut self, red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
        if self.is_true_color() {
            return rgba(red, green, blue, alpha);
        }
        let total = self.palette.total;
        let index = match self.palette.open[..total].iter().position(|open| *open) {
            Some(index) => index,
            None if total == MAX_COLORS => return -1,
            None => {
                self.palette.total += 1;
                total
            }
        };
        self.place(index, red, green, blue, alpha)
    }

    /// A colour that exists, else a new one, else the nearest.
    pub fn resolve(&mut self, red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
        if self.is_true_color() {
            return rgba(red, green, blue, alpha);
        }
        let (mut nearest, mut least, mut open) = (-1, 4 * 255 * 255, None);
        for index in 0..self.palette.total {
            if self.palette.open[index] {
                open = Some(index);
                continue;
            }
            if index as i32 == self.transparent {
                continue;
            }
            let distance = self.distance(index, red, green, blue, alpha);
            if distance == 0 {
                return index as i32;
            }
            if distance < least {
                (least, nearest) = (distance, index as i32);
            }
        }
        let index = match open {
            Some(index) => index,
            None if self.palette.total == MAX_COLORS => return nearest,
            None => {
                self.palette.total += 1;
                self.palette.total - 1
            }
        };
        self.place(index, red, green, blue, alpha)
    }

    /// A new colour, or the nearest if there is no space.
    pub fn allocate_or_closest(&mut self, red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
        match self.allocate(red, green, blue, alpha) {
            -1 => self.closest(red, green, blue, alpha),
            color => color,
        }
    }

    pub fn set_transparent(&mut self, color: i32) {
        if color == -1 {
            self.transparent = -1;
            return;
        }
        if color < -1 {
            return;
        }
        if self.is_true_color() {
            self.transparent = color;
            return;
        }
        if color as usize >= MAX_COLORS {
            return;
        }
        if let Some(old) = usize::try_from(self.transparent).ok().and_then(|index| self.palette.entries.get_mut(index)) {
            old.alpha = 0;
        }
        self.palette.entries[color as usize].alpha = 127;
        self.transparent = color;
    }

    /// Takes another image's palette over: pixels become what is nearest there.
    pub fn palette_copy(&mut self, from: &Image) {
        let Pixels::Palette(_) = &from.pixels else { return };
        let own = self.palette.clone();
        let Pixels::Palette(pixels) = &mut self.pixels else { return };
        let mut map: [Option<u8>; MAX_COLORS] = [None; MAX_COLORS];
        for pixel in pixels {
            let entry = own.entries[usize::from(*pixel)];
            let at = &mut map[usize::from(*pixel)];
            *pixel =
                *at.get_or_insert_with(|| from.closest(entry.red.into(), entry.green.into(), entry.blue.into(), entry.alpha.into()) as u8);
        }
        let (old, new) = (self.palette.total, from.palette.total);
        self.palette.entries[..new].copy_from_slice(&from.palette.entries[..new]);
        self.palette.open[..new].fill(false);
        for index in new..old {
            self.palette.open[index] = true;
        }
        self.palette.total = new;
    }

    /// Makes this palette's colours the means of what another image has in their places.
    pub fn color_match(&mut self, from: &Image) -> Result<(), MatchError> {
        let Pixels::True(colors) = &from.pixels else { return Err(MatchError::NotTrueColor) };
        let Pixels::Palette(pixels) = &self.pixels else { return Err(MatchError::NotPalette) };
        if (self.sx, self.sy) != (from.sx, from.sy) {
            return Err(MatchError::Size);
        }
        if self.palette.total < 1 {
            return Err(MatchError::NoColors);
        }
        let mut sums = vec![[0u64; 5]; MAX_COLORS];
        for (index, color) in pixels.iter().zip(colors) {
            let sum = &mut sums[usize::from(*index)];
            sum[0] += 1;
            for (at, part) in [red_of(*color), green_of(*color), blue_of(*color), alpha_of(*color)].into_iter().enumerate() {
                sum[at + 1] += part as u64;
            }
        }
        for (entry, [count, red, green, blue, alpha]) in self.palette.entries[..self.palette.total].iter_mut().zip(sums) {
            if count > 0 {
                let mean = |sum: u64| (sum / count) as u8;
                *entry = Entry { red: mean(red), green: mean(green), blue: mean(blue), alpha: mean(alpha) };
            }
        }
        Ok(())
    }

    /// Are two colours nearer than so many hundredths?
    pub fn colors_match(&self, a: i32, b: i32, threshold: f32) -> bool {
        let square = |part: i32| part * part;
        let distance = square(self.red(a) - self.red(b))
            + square(self.green(a) - self.green(b))
            + square(self.blue(a) - self.blue(b))
            + square(self.alpha(a) - self.alpha(b));
        100.0 * f64::from(distance) / 195_075.0 < f64::from(threshold)
    }
}

pub enum MatchError {
    NotTrueColor,
    NotPalette,
    Size,
    NoColors,
}

struct Hwb {
    /// Grey has no hue.
    hue: Option<f32>,
    white: f32,
    black: f32,
}

impl Hwb {
    fn of(red: i32, green: i32, blue: i32) -> Hwb {
        let part = |part: i32| (f64::from(part) / 255.0) as f32;
        let (r, g, b) = (part(red), part(green), part(blue));
        let (low, high) = (r.min(g).min(b), r.max(g).max(b));
        let black = 1.0 - high;
        if high == low {
            return Hwb { hue: None, white: low, black };
        }
        let (difference, sector) = if r == low {
            (g - b, 3.0)
        } else if g == low {
            (b - r, 5.0)
        } else {
            (r - g, 1.0)
        };
        Hwb { hue: Some(sector - difference / (high - low)), white: low, black }
    }

    fn distance(&self, other: &Hwb) -> f32 {
        let hue = match (self.hue, other.hue) {
            (Some(a), Some(b)) => {
                let difference = (a - b).abs();
                if difference > 3.0 { 6.0 - difference } else { difference }
            }
            _ => 0.0,
        };
        let (white, black) = (self.white - other.white, self.black - other.black);
        hue * hue + white * white + black * black
    }
}
