//! An image: pixels, palette and the state that drawing depends on.
//!
//! Coordinates and colours are C's `int`s, as libgd has them: what a program passes is cut to 32 bits before it comes here. A colour is an
//! index into the palette or `0xAARRGGBB` with seven bits of alpha (0 is opaque); the negative ones below say how to draw instead.

use std::rc::Rc;

use loxo_runtime::memory_limit::{self, Charge};

use crate::log::Log;

pub const STYLED: i32 = -2;
pub const BRUSHED: i32 = -3;
pub const STYLED_BRUSHED: i32 = -4;
pub const TILED: i32 = -5;
pub const TRANSPARENT: i32 = -6;
pub const ANTI_ALIASED: i32 = -7;

pub const ALPHA_MAX: i32 = 127;
pub const MAX_COLORS: usize = 256;

/// How a colour meets what is there (`imagelayereffect()`).
pub const REPLACE: i32 = 0;
const ALPHA_BLEND: i32 = 1;
const NORMAL: i32 = 2;
const OVERLAY: i32 = 3;
const MULTIPLY: i32 = 4;

/// A palette's entry.
#[derive(Clone, Copy, Default)]
pub struct Entry {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

#[derive(Clone)]
pub struct Palette {
    pub entries: [Entry; MAX_COLORS],
    /// Which entries nobody uses.
    pub open: [bool; MAX_COLORS],
    pub total: usize,
}

impl Palette {
    fn new(open: bool) -> Box<Palette> {
        Box::new(Palette { entries: [Entry::default(); MAX_COLORS], open: [open; MAX_COLORS], total: 0 })
    }

    pub fn entry(&self, index: i32) -> Entry {
        self.entries[(index & 0xff) as usize]
    }
}

#[derive(Clone)]
pub enum Pixels {
    Palette(Vec<u8>),
    True(Vec<i32>),
}

/// The part of an image that can be drawn on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Clip {
    pub x1: i32,
    pub y1: i32,
    pub x2: i32,
    pub y2: i32,
}

/// A brush or a tile, as it is when something is drawn with it; and what its palette's colours are in the image drawn on.
#[derive(Clone)]
pub struct Stamp {
    pub image: Rc<Image>,
    pub map: Rc<[i32; MAX_COLORS]>,
}

pub struct Image {
    pub sx: i32,
    pub sy: i32,
    pub pixels: Pixels,
    pub palette: Box<Palette>,
    /// The transparent colour, or -1.
    pub transparent: i32,
    pub interlace: bool,
    pub thick: i32,
    /// One of the effects above; others replace.
    pub effect: i32,
    pub save_alpha: bool,
    /// `imageantialias()`, and the colour of lines that are drawn so.
    pub anti_alias: bool,
    pub anti_alias_color: i32,
    pub style: Vec<i32>,
    pub style_at: usize,
    pub clip: Clip,
    /// One of the constants of [`crate::kernels`].
    pub interpolation: i32,
    /// Has a method been chosen? An image that nobody asked has the number of one, and no kernel.
    pub has_kernel: bool,
    pub resolution: (u32, u32),
    /// Set while something is drawn that needs them.
    pub brush: Option<Stamp>,
    pub tile: Option<Stamp>,
    charge: Charge,
}

pub fn rgba(red: i32, green: i32, blue: i32, alpha: i32) -> i32 {
    alpha.wrapping_shl(24).wrapping_add(red.wrapping_shl(16)).wrapping_add(green.wrapping_shl(8)).wrapping_add(blue)
}

pub fn red_of(color: i32) -> i32 {
    color >> 16 & 0xff
}

pub fn green_of(color: i32) -> i32 {
    color >> 8 & 0xff
}

pub fn blue_of(color: i32) -> i32 {
    color & 0xff
}

pub fn alpha_of(color: i32) -> i32 {
    color >> 24 & 0x7f
}

/// Does a product of sizes fit C's `int`? If not, that is said.
pub fn fits(log: &mut Log, a: i64, b: i64) -> bool {
    if a <= 0 || b <= 0 {
        log.warn("one parameter to a memory allocation multiplication is negative or zero, failing operation gracefully\n");
        return false;
    }
    if a.checked_mul(b).is_none_or(|product| product > i64::from(i32::MAX)) {
        log.warn("product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully\n");
        return false;
    }
    true
}

impl Image {
    /// An image of colours of a palette, or of true ones. `None`, and a warning, for sizes that no image has; unwinds if the memory limit
    /// forbids it.
    pub fn new(log: &mut Log, sx: i32, sy: i32, true_color: bool) -> Option<Image> {
        let per_pixel = if true_color { 4 } else { 1 };
        let (width, height) = (i64::from(sx), i64::from(sy));
        if !fits(log, width, height) || !fits(log, 8, height) || !fits(log, per_pixel, width) {
            return None;
        }
        let count = (width * height) as usize;
        let bytes = count * per_pixel as usize;
        memory_limit::ensure_room(bytes);
        let charge = Charge::new(bytes);
        let pixels = if true_color { Pixels::True(vec![0; count]) } else { Pixels::Palette(vec![0; count]) };
        Some(Image {
            sx,
            sy,
            pixels,
            palette: Palette::new(!true_color),
            transparent: -1,
            interlace: false,
            thick: 1,
            effect: i32::from(true_color),
            save_alpha: false,
            anti_alias: false,
            anti_alias_color: 0,
            style: Vec::new(),
            style_at: 0,
            clip: Clip { x1: 0, y1: 0, x2: sx - 1, y2: sy - 1 },
            interpolation: crate::kernels::BILINEAR_FIXED,
            has_kernel: false,
            resolution: (96, 96),
            brush: None,
            tile: None,
            charge,
        })
    }

    /// A copy with its state, but without brush and tile.
    pub fn copy(&self) -> Image {
        let bytes = self.bytes();
        memory_limit::ensure_room(bytes);
        let charge = Charge::new(bytes);
        Image {
            sx: self.sx,
            sy: self.sy,
            pixels: self.pixels.clone(),
            palette: self.palette.clone(),
            transparent: -1,
            interlace: self.interlace,
            thick: 1,
            effect: self.effect,
            save_alpha: self.save_alpha,
            anti_alias: self.anti_alias,
            anti_alias_color: self.anti_alias_color,
            style: self.style.clone(),
            style_at: self.style_at,
            clip: self.clip,
            interpolation: self.interpolation,
            has_kernel: self.has_kernel,
            resolution: self.resolution,
            brush: None,
            tile: None,
            charge,
        }
    }

    fn bytes(&self) -> usize {
        match &self.pixels {
            Pixels::Palette(pixels) => pixels.len(),
            Pixels::True(pixels) => 4 * pixels.len(),
        }
    }

    /// Other pixels of the same size.
    pub fn replace_pixels(&mut self, pixels: Pixels) {
        self.pixels = pixels;
        self.charge = Charge::new(self.bytes());
    }

    pub fn is_true_color(&self) -> bool {
        matches!(self.pixels, Pixels::True(_))
    }

    #[inline]
    pub fn in_clip(&self, x: i32, y: i32) -> bool {
        let clip = &self.clip;
        y >= clip.y1 && y <= clip.y2 && x >= clip.x1 && x <= clip.x2
    }

    #[inline]
    fn index(&self, x: i32, y: i32) -> usize {
        y as usize * self.sx as usize + x as usize
    }

    /// The pixel at a place of the image, whatever the clip is; 0 outside.
    #[inline]
    pub fn raw(&self, x: i32, y: i32) -> i32 {
        if x < 0 || x >= self.sx || y < 0 {
            return 0;
        }
        let at = self.index(x, y);
        match &self.pixels {
            Pixels::Palette(pixels) => pixels.get(at).copied().map_or(0, i32::from),
            Pixels::True(pixels) => pixels.get(at).copied().unwrap_or(0),
        }
    }

    /// Sets a pixel as it is, whatever the clip and the effect are; nothing outside.
    #[inline]
    pub fn set_raw(&mut self, x: i32, y: i32, color: i32) {
        if x < 0 || x >= self.sx || y < 0 {
            return;
        }
        let at = self.index(x, y);
        match &mut self.pixels {
            Pixels::Palette(pixels) => {
                if let Some(pixel) = pixels.get_mut(at) {
                    *pixel = color as u8;
                }
            }
            Pixels::True(pixels) => {
                if let Some(pixel) = pixels.get_mut(at) {
                    *pixel = color;
                }
            }
        }
    }

    /// The colour of a pixel; 0 outside of the clip.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> i32 {
        if self.in_clip(x, y) { self.raw(x, y) } else { 0 }
    }

    /// The colour of a pixel as true colour.
    pub fn get_true(&self, x: i32, y: i32) -> i32 {
        let color = self.get(x, y);
        if self.is_true_color() {
            return color;
        }
        let entry = self.palette.entry(color);
        let alpha = if color == self.transparent { ALPHA_MAX } else { i32::from(entry.alpha) };
        rgba(entry.red.into(), entry.green.into(), entry.blue.into(), alpha)
    }

    /// A colour of this image as true colour.
    pub fn to_true(&self, color: i32) -> i32 {
        rgba(self.red(color), self.green(color), self.blue(color), self.alpha(color))
    }

    pub fn red(&self, color: i32) -> i32 {
        if self.is_true_color() { red_of(color) } else { self.palette.entry(color).red.into() }
    }

    pub fn green(&self, color: i32) -> i32 {
        if self.is_true_color() { green_of(color) } else { self.palette.entry(color).green.into() }
    }

    pub fn blue(&self, color: i32) -> i32 {
        if self.is_true_color() { blue_of(color) } else { self.palette.entry(color).blue.into() }
    }

    pub fn alpha(&self, color: i32) -> i32 {
        if self.is_true_color() { alpha_of(color) } else { self.palette.entry(color).alpha.into() }
    }

    /// Draws a point: a colour, or one of the ways to draw.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, color: i32) {
        match color {
            ANTI_ALIASED..=STYLED => self.set_special(x, y, color),
            _ => self.blend(x, y, color),
        }
    }

    /// Lets a colour meet what is there.
    #[inline]
    fn blend(&mut self, x: i32, y: i32, color: i32) {
        if !self.in_clip(x, y) {
            return;
        }
        let at = self.index(x, y);
        let effect = self.effect;
        match &mut self.pixels {
            Pixels::Palette(pixels) => {
                if let Some(pixel) = pixels.get_mut(at) {
                    *pixel = color as u8;
                }
            }
            Pixels::True(pixels) => {
                let Some(pixel) = pixels.get_mut(at) else { return };
                *pixel = match effect {
                    ALPHA_BLEND | NORMAL => alpha_blend(*pixel, color),
                    OVERLAY => overlay(*pixel, color),
                    MULTIPLY => multiply(*pixel, color),
                    _ => color,
                };
            }
        }
    }

    #[cold]
    fn set_special(&mut self, x: i32, y: i32, color: i32) {
        match color {
            STYLED | STYLED_BRUSHED => {
                let Some(own) = self.style.get(self.style_at).copied() else { return };
                self.style_at = (self.style_at + 1) % self.style.len();
                if own == TRANSPARENT {
                    return;
                }
                // A style's own colours are no styles.
                match (color, own) {
                    (STYLED_BRUSHED, 0) => {}
                    (STYLED_BRUSHED, _) | (_, BRUSHED) => self.set_brushed(x, y),
                    (_, TILED) => self.set_tiled(x, y),
                    (_, ANTI_ALIASED) => self.blend(x, y, self.anti_alias_color),
                    (_, STYLED | STYLED_BRUSHED) => {}
                    _ => self.blend(x, y, own),
                }
            }
            BRUSHED => self.set_brushed(x, y),
            TILED => self.set_tiled(x, y),
            ANTI_ALIASED => {
                let own = self.anti_alias_color;
                if (TRANSPARENT..=STYLED).contains(&own) {
                    self.set(x, y, own);
                } else {
                    self.blend(x, y, own);
                }
            }
            _ => self.blend(x, y, color),
        }
    }

    /// A colour of a stamp as a colour of this image; `None` where the stamp is transparent.
    fn stamp_color(&mut self, stamp: &Stamp, x: i32, y: i32, is_tile: bool) -> Option<i32> {
        let source = &stamp.image;
        let color = source.get(x, y);
        if color == source.transparent {
            return None;
        }
        if self.is_true_color() {
            return Some(match is_tile {
                true => source.to_true_if_palette(color),
                false => source.get_true(x, y),
            });
        }
        if source.is_true_color() {
            return Some(self.resolve(red_of(color), green_of(color), blue_of(color), alpha_of(color)));
        }
        Some(stamp.map[(color & 0xff) as usize])
    }

    pub fn to_true_if_palette(&self, color: i32) -> i32 {
        if self.is_true_color() { color } else { self.to_true(color) }
    }

    fn set_brushed(&mut self, x: i32, y: i32) {
        let Some(brush) = self.brush.clone() else { return };
        let (width, height) = (brush.image.sx, brush.image.sy);
        let (left, top) = (x.wrapping_sub(width / 2), y.wrapping_sub(height / 2));
        for row in 0..height {
            for column in 0..width {
                if let Some(color) = self.stamp_color(&brush, column, row, false) {
                    self.blend(left.wrapping_add(column), top.wrapping_add(row), color);
                }
            }
        }
    }

    fn set_tiled(&mut self, x: i32, y: i32) {
        let Some(tile) = self.tile.clone() else { return };
        let (from_x, from_y) = (x % tile.image.sx, y % tile.image.sy);
        if let Some(color) = self.stamp_color(&tile, from_x, from_y, true) {
            self.blend(x, y, color);
        }
    }

    /// The clip, cut to the image.
    pub fn set_clip(&mut self, x1: i32, y1: i32, x2: i32, y2: i32) {
        let (right, bottom) = (self.sx - 1, self.sy - 1);
        self.clip = Clip { x1: x1.clamp(0, right), y1: y1.clamp(0, bottom), x2: x2.clamp(0, right), y2: y2.clamp(0, bottom) };
    }

    /// Makes a palette's image one of true colours.
    pub fn palette_to_true_color(&mut self) {
        let Pixels::Palette(pixels) = &self.pixels else { return };
        memory_limit::ensure_room(4 * pixels.len());
        let mut colors = [0; MAX_COLORS];
        for (index, color) in colors.iter_mut().enumerate() {
            let index = index as i32;
            *color = if index == self.transparent { rgba(0, 0, 0, ALPHA_MAX) } else { self.to_true(index) };
        }
        let pixels = pixels.iter().map(|index| colors[usize::from(*index)]).collect();
        if self.transparent >= 0 {
            self.transparent = self.to_true(self.transparent);
        }
        self.effect = REPLACE;
        self.save_alpha = true;
        self.replace_pixels(Pixels::True(pixels));
    }

    pub fn flip_vertical(&mut self) {
        let width = self.sx as usize;
        match &mut self.pixels {
            Pixels::Palette(pixels) => flip_rows(pixels, width),
            Pixels::True(pixels) => flip_rows(pixels, width),
        }
    }

    pub fn flip_horizontal(&mut self) {
        let width = self.sx as usize;
        match &mut self.pixels {
            Pixels::Palette(pixels) => pixels.chunks_mut(width).for_each(<[u8]>::reverse),
            Pixels::True(pixels) => pixels.chunks_mut(width).for_each(<[i32]>::reverse),
        }
    }
}

fn flip_rows<T>(pixels: &mut [T], width: usize) {
    let height = pixels.len() / width.max(1);
    for row in 0..height / 2 {
        let (above, below) = pixels.split_at_mut((height - 1 - row) * width);
        above[row * width..(row + 1) * width].swap_with_slice(&mut below[..width]);
    }
}

pub fn alpha_blend(below: i32, above: i32) -> i32 {
    let above_alpha = alpha_of(above);
    let below_alpha = alpha_of(below);
    if above_alpha == 0 {
        return above;
    }
    if above_alpha == ALPHA_MAX {
        return below;
    }
    if below_alpha == ALPHA_MAX {
        return above;
    }
    let above_weight = ALPHA_MAX - above_alpha;
    let below_weight = (ALPHA_MAX - below_alpha) * above_alpha / ALPHA_MAX;
    let total = above_weight + below_weight;
    let mix = |part: fn(i32) -> i32| (part(above) * above_weight + part(below) * below_weight) / total;
    rgba(mix(red_of), mix(green_of), mix(blue_of), above_alpha * below_alpha / ALPHA_MAX)
}

fn overlay(below: i32, above: i32) -> i32 {
    let part = |above: i32, below: i32| {
        let below = below << 1;
        if below > 255 { below + (above << 1) - below * above / 255 - 255 } else { below * above / 255 }
    };
    let alpha = ALPHA_MAX - (ALPHA_MAX - alpha_of(below)) * (ALPHA_MAX - alpha_of(above)) / ALPHA_MAX;
    rgba(part(red_of(above), red_of(below)), part(green_of(above), green_of(below)), part(blue_of(above), blue_of(below)), alpha)
}

fn multiply(below: i32, above: i32) -> i32 {
    let (above_alpha, below_alpha) = (ALPHA_MAX - alpha_of(above), ALPHA_MAX - alpha_of(below));
    let part = |of: fn(i32) -> i32| {
        let high = 255 - above_alpha * (255 - of(above)) / ALPHA_MAX;
        let low = 255 - below_alpha * (255 - of(below)) / ALPHA_MAX;
        high * low / 255
    };
    let alpha = (ALPHA_MAX - above_alpha) * (ALPHA_MAX - below_alpha) / ALPHA_MAX;
    rgba(part(red_of), part(green_of), part(blue_of), alpha)
}
