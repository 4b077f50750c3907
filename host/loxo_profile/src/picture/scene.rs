//! What a picture consists of, whatever the file it is written to: rectangles, curves and text in pixels.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

pub const INK: Color = Color(0x22, 0x26, 0x2c);
pub const FAINT: Color = Color(0x6b, 0x72, 0x7c);
pub const PAPER: Color = Color(0xff, 0xff, 0xff);

impl Color {
    /// From this to `other`, at 0 to 1 of the way.
    pub fn mix(self, other: Color, share: f64) -> Color {
        let part = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share.clamp(0.0, 1.0)).round() as u8;
        Color(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
}

#[derive(Clone, Debug)]
pub enum Shape {
    /// `tip` is shown when one points at it.
    Rect { x: f64, y: f64, width: f64, height: f64, fill: Color, border: Option<(Color, f64)>, tip: String },
    /// A curve from the first point; every three more are a cubic Bézier curve.
    Curve { points: Vec<(f64, f64)>, color: Color, width: f64, tip: String },
    /// A triangle whose point is here, and which points down (or up).
    Arrow { x: f64, y: f64, size: f64, color: Color, up: bool },
    /// `y` is the base line.
    Text { x: f64, y: f64, size: f64, color: Color, anchor: Anchor, text: String },
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub width: f64,
    pub height: f64,
    pub title: String,
    pub shapes: Vec<Shape>,
}

/// Width of a character in the monospaced fonts that are used, as a part of their size.
pub const ADVANCE: f64 = 0.602;

/// As much of a text as `columns` characters hold. Of names the end says more.
pub fn shorten(text: &str, columns: usize) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let count = text.chars().count();
    if count <= columns {
        return text.chars().map(clean).collect();
    }
    if columns == 0 {
        return String::new();
    }
    std::iter::once('…').chain(text.chars().skip(count - (columns - 1)).map(clean)).collect()
}
