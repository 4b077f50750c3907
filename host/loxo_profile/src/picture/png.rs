//! A picture as PNG, at two pixels per unit. Text is drawn from the outlines of Hack, a font that the binary has.

use std::fmt;

use tiny_skia::{FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::scene::{ADVANCE, Anchor, Color, Scene, Shape};

/// Pixels per unit, unless the picture gets too large.
const SCALE: f32 = 2.0;
const MAX_PIXELS: f32 = 60e6;

/// Why there is no picture.
#[derive(Debug)]
pub struct PictureError(&'static str);

impl fmt::Display for PictureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for PictureError {}

struct Canvas<'a> {
    pixels: Pixmap,
    transform: Transform,
    face: Face<'a>,
}

pub fn write(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (scene.width as f32, scene.height as f32);
    let scale = SCALE.min((MAX_PIXELS / (width * height)).sqrt());
    let pixels =
        Pixmap::new((width * scale).ceil() as u32, (height * scale).ceil() as u32).ok_or(PictureError("the picture has no size"))?;
    let face = Face::parse(epaint_default_fonts::HACK_REGULAR, 0).map_err(|_| PictureError("the font cannot be read"))?;
    let mut canvas = Canvas { pixels, transform: Transform::from_scale(scale, scale), face };
    canvas.pixels.fill(tiny_skia::Color::WHITE);
    for shape in &scene.shapes {
        canvas.draw(shape);
    }
    canvas.pixels.encode_png().map_err(|_| PictureError("the picture cannot be written as PNG"))
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.0, color.1, color.2, 255);
    paint
}

impl Canvas<'_> {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { x, y, width, height, fill, border, .. } => {
                let Some(rect) = Rect::from_xywh(*x as f32, *y as f32, *width as f32, *height as f32) else { return };
                self.pixels.fill_rect(rect, &paint(*fill), self.transform, None);
                if let Some((color, width)) = border {
                    self.stroke(&PathBuilder::from_rect(rect), *color, *width);
                }
            }
            Shape::Curve { points, color, width, .. } => {
                let mut path = PathBuilder::new();
                let Some((first, rest)) = points.split_first() else { return };
                path.move_to(first.0 as f32, first.1 as f32);
                for curve in rest.chunks_exact(3) {
                    let [a, b, c] = [curve[0], curve[1], curve[2]];
                    path.cubic_to(a.0 as f32, a.1 as f32, b.0 as f32, b.1 as f32, c.0 as f32, c.1 as f32);
                }
                if let Some(path) = path.finish() {
                    self.stroke(&path, *color, *width);
                }
            }
            Shape::Arrow { x, y, size, color, up } => {
                let (x, y, size) = (*x as f32, *y as f32, *size as f32);
                let base = if *up { y + size } else { y - size };
                let mut path = PathBuilder::new();
                path.move_to(x, y);
                path.line_to(x - size / 2.0, base);
                path.line_to(x + size / 2.0, base);
                path.close();
                self.fill(path, *color);
            }
            Shape::Text { x, y, size, color, anchor, text } => {
                let advance = size * ADVANCE;
                let start = if *anchor == Anchor::Middle { x - advance * text.chars().count() as f64 / 2.0 } else { *x };
                let mut outline = Outline { path: PathBuilder::new(), x: 0.0, y: *y as f32, scale: 0.0 };
                outline.scale = *size as f32 / f32::from(self.face.units_per_em());
                for (at, c) in text.chars().enumerate() {
                    outline.x = (start + advance * at as f64) as f32;
                    // Of a character that the font does not have, it has a box.
                    let glyph = self.face.glyph_index(c).unwrap_or_default();
                    let _ = self.face.outline_glyph(glyph, &mut outline);
                }
                self.fill(outline.path, *color);
            }
        }
    }

    fn fill(&mut self, path: PathBuilder, color: Color) {
        if let Some(path) = path.finish() {
            self.pixels.fill_path(&path, &paint(color), FillRule::Winding, self.transform, None);
        }
    }

    fn stroke(&mut self, path: &Path, color: Color, width: f64) {
        let stroke = Stroke { width: width as f32, line_cap: LineCap::Round, ..Stroke::default() };
        self.pixels.stroke_path(path, &paint(color), &stroke, self.transform, None);
    }
}

/// Puts the outline of a glyph, whose y axis points up, to its place.
struct Outline {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
