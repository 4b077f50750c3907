//! Fonts of pixels: the five that are built in, and what `imageloadfont()` reads.

use std::rc::Rc;

use crate::image::Image;

/// The pixels of the built-in fonts, eight to a byte; made by `examples/glyphs.php`.
static GLYPHS: &[u8] = include_bytes!("../data/glyphs.bin");
/// Their sizes.
const SIZES: [(i32, i32); 5] = [(5, 8), (6, 13), (7, 13), (8, 16), (9, 15)];

#[derive(Clone)]
pub struct Font {
    pub count: i32,
    /// The code of the first character.
    pub first: i32,
    pub width: i32,
    pub height: i32,
    data: Data,
}

#[derive(Clone)]
enum Data {
    /// Where in the built-in pixels it begins.
    BuiltIn(usize),
    /// A byte for each pixel.
    Loaded(Rc<[u8]>),
}

impl Font {
    /// A built-in font; there is one for every number.
    pub fn built_in(number: i64) -> Font {
        let index = number.clamp(1, 5) as usize - 1;
        let start = SIZES[..index].iter().map(|(width, height)| (256 * width * height) as usize).sum();
        let (width, height) = SIZES[index];
        Font { count: 256, first: 0, width, height, data: Data::BuiltIn(start) }
    }

    pub fn loaded(count: i32, first: i32, width: i32, height: i32, data: Rc<[u8]>) -> Font {
        Font { count, first, width, height, data: Data::Loaded(data) }
    }

    /// The number of a character in the font.
    fn glyph(&self, code: u8) -> Option<usize> {
        let code = i64::from(code);
        let first = i64::from(self.first);
        (code >= first && code < first + i64::from(self.count)).then(|| (code - first) as usize)
    }

    fn has(&self, glyph: usize, x: i32, y: i32) -> bool {
        let at = glyph * (self.width as usize * self.height as usize) + y as usize * self.width as usize + x as usize;
        match &self.data {
            Data::BuiltIn(start) => {
                let at = start + at;
                GLYPHS.get(at / 8).is_some_and(|byte| byte >> (7 - at % 8) & 1 != 0)
            }
            Data::Loaded(data) => data.get(at).is_some_and(|byte| *byte != 0),
        }
    }
}

impl Image {
    pub fn char(&mut self, font: &Font, x: i32, y: i32, code: u8, color: i32) {
        let Some(glyph) = font.glyph(code) else { return };
        for row in 0..font.height {
            for column in 0..font.width {
                if font.has(glyph, column, row)
                    && let (Some(x), Some(y)) = (x.checked_add(column), y.checked_add(row))
                {
                    self.set(x, y, color);
                }
            }
        }
    }

    /// The same from below upwards.
    pub fn char_up(&mut self, font: &Font, x: i32, y: i32, code: u8, color: i32) {
        let Some(glyph) = font.glyph(code) else { return };
        for column in 0..font.width {
            for row in 0..font.height {
                if font.has(glyph, column, row)
                    && let (Some(x), Some(y)) = (x.checked_add(row), y.checked_sub(column))
                {
                    self.set(x, y, color);
                }
            }
        }
    }
}
