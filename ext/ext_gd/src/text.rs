//! Texts in fonts of outlines.

use std::rc::Rc;

use loxo_gd_sys::freetype::{Bitmap, Charmap, Face};
use loxo_runtime::memory_limit;

use crate::image::{ALPHA_MAX, Image, Pixels, alpha_blend, alpha_of};

/// Glyphs are measured at this resolution, whatever they are drawn at.
const METRIC_DPI: u32 = 300;
const DPI: u32 = 96;
/// Shades of a palette's image.
const SHADES: i32 = 8;

/// HTML's names of characters, and what they are.
static ENTITIES: &str = include_str!("../data/entities.tsv");

pub struct Style<'a> {
    /// Points.
    pub size: f64,
    /// Radians, counterclockwise.
    pub angle: f64,
    pub x: i32,
    pub y: i32,
    /// Negative: without shades.
    pub color: i32,
    pub line_spacing: f64,
    pub text: &'a [u8],
}

/// The next character, and its length in bytes.
fn character(text: &[u8]) -> (u32, usize) {
    let first = text[0];
    if let Some(found) = (first == b'&').then(|| entity(&text[1..])).flatten() {
        return (found.0, found.1 + 1);
    }
    let more = |at: usize| text.get(at).filter(|byte| **byte & 0xc0 == 0x80).map(|byte| u32::from(byte & 0x3f));
    match first {
        0xc0..0xe0 => match more(1) {
            Some(second) => (u32::from(first & 0x1f) << 6 | second, 2),
            None => (first.into(), 1),
        },
        0xe0..0xf0 => match (more(1), more(2)) {
            (Some(second), Some(third)) => (u32::from(first & 0x0f) << 12 | second << 6 | third, 3),
            _ => (first.into(), 1),
        },
        _ => (first.into(), 1),
    }
}

/// What follows an ampersand: `#65;`, `#x41;`, `amp;`.
fn entity(text: &[u8]) -> Option<(u32, usize)> {
    if let [b'#', rest @ ..] = text {
        let (base, skipped, most) = match rest {
            [b'x' | b'X', ..] => (16, 1, 5),
            _ => (10, 0, 6),
        };
        let digits = rest.get(skipped..)?;
        let count = digits.iter().take(most).take_while(|byte| char::from(**byte).is_digit(base)).count();
        let number = digits[..count].iter().fold(0, |sum, byte| sum * base + char::from(*byte).to_digit(base).unwrap_or(0));
        return (digits.get(count) == Some(&b';')).then_some((number, 1 + skipped + count + 1));
    }
    let end = text.iter().take(9).position(|byte| *byte == b';')?;
    let name = std::str::from_utf8(&text[..end]).ok()?;
    let code = ENTITIES.lines().filter_map(|line| line.split_once('\t')).find(|(known, _)| *known == name)?.1;
    Some((code.parse().ok()?, end + 1))
}

struct Glyph {
    character: u32,
    number: u32,
    advance: i64,
}

/// The glyphs of a text, and how far each moves the pen.
fn layout(face: &mut Face, text: &[u8], symbol: bool) -> Result<Vec<Glyph>, &'static str> {
    let kerning = face.has_kerning();
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut before = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (character, length) = character(rest);
        rest = rest.get(length..).unwrap_or_default();
        let character = if symbol { character | 0xf000 } else { character };
        let number = face.glyph_of(character);
        let shift = if kerning && before != 0 && number != 0 { face.kerning(before, number) } else { 0 };
        let metrics = face.load(number, false).ok_or("Problem doing text layout")?;
        if let (true, Some(last)) = (shift != 0, glyphs.last_mut()) {
            last.advance += shift;
        }
        memory_limit::check_growth::<Glyph>(glyphs.len(), glyphs.capacity());
        glyphs.push(Glyph { character, number, advance: metrics.advance });
        before = if matches!(character, 10 | 13) { 0 } else { number };
    }
    Ok(glyphs)
}

fn face(data: &Rc<[u8]>, style: &Style<'_>, dpi: u32) -> Result<(Face, bool), &'static str> {
    let mut face = Face::new(data.clone()).ok_or("Could not read font")?;
    face.set_rotation(style.angle.sin(), style.angle.cos());
    if !face.set_size((style.size * 64.0) as i64, dpi) {
        return Err("Could not set character size");
    }
    let charmap = face.choose_charmap().ok_or("No character set found")?;
    Ok((face, charmap == Charmap::Symbol))
}

/// Draws a text, if there is an image, and tells the corners of what it covers: lower left, lower right, upper right, upper left.
pub fn draw(image: Option<&mut Image>, data: &Rc<[u8]>, style: &Style<'_>) -> Result<[i32; 8], &'static str> {
    let (mut metric, symbol) = face(data, style, METRIC_DPI)?;
    let mut canvas = match image {
        Some(image) if image.is_true_color() || (-255..=255).contains(&style.color) => Some((image, face(data, style, DPI)?.0)),
        _ => None,
    };
    let (sin, cos) = (style.angle.sin(), style.angle.cos());
    let mono = style.color < 0;
    let glyphs = layout(&mut metric, style.text, symbol)?;
    let (mut pen_x, mut pen_y) = (0i64, 0i64);
    // Left, top, right, bottom.
    let mut bounds = [0i64; 4];
    for (at, glyph) in glyphs.iter().enumerate() {
        match glyph.character {
            13 => {
                pen_x = 0;
                continue;
            }
            10 => {
                pen_x = 0;
                let step = style.line_spacing * style.size * 64.0 * f64::from(METRIC_DPI) / 72.0;
                pen_y = (pen_y as f64 + step) as i64 & !63;
                continue;
            }
            _ => {}
        }
        let metrics = metric.load(glyph.number, mono).ok_or("Problem loading glyph")?;
        let (left, top) = (pen_x.saturating_add(metrics.bearing_x), pen_y.saturating_sub(metrics.bearing_y));
        let own = [left, top, pen_x.saturating_add(glyph.advance), top.saturating_add(metrics.height)];
        bounds = match at {
            0 => own,
            _ => [bounds[0].min(own[0]), bounds[1].min(own[1]), bounds[2].max(own[2]), bounds[3].max(own[3])],
        };
        if let Some((image, face)) = &mut canvas {
            let metrics = face.load(glyph.number, mono).ok_or("Problem loading glyph")?;
            // Turned glyphs need the space of a square.
            let side = (metrics.width.max(metrics.height) >> 6).clamp(0, 1 << 15) as usize + 2;
            memory_limit::ensure_room(2 * side * side);
            let bitmap = face.render().ok_or("Problem rendering glyph")?;
            let (x, y) = (pen_x as f64, pen_y as f64);
            let scale = |value: f64| value * f64::from(DPI) / f64::from(METRIC_DPI * 64);
            let to_x = (f64::from(style.x) + scale(x * cos + y * sin) + f64::from(bitmap.left)) as i32;
            let to_y = (f64::from(style.y) - scale(x * sin - y * cos) - f64::from(bitmap.top)) as i32;
            put(image, &bitmap, style.color, to_x, to_y);
        }
        pen_x = pen_x.saturating_add(glyph.advance);
    }
    let scale = f64::from(DPI) / f64::from(64 * METRIC_DPI);
    let corner = |x: i64, y: i64| {
        let (x, y) = (x as f64, y as f64);
        [(f64::from(style.x) + (x * cos + y * sin) * scale) as i32, (f64::from(style.y) - (x * sin - y * cos) * scale) as i32]
    };
    let [left, top, right, bottom] = bounds;
    let corners = [corner(left, bottom), corner(right, bottom), corner(right, top), corner(left, top)];
    Ok(std::array::from_fn(|at| corners[at / 2][at % 2]))
}

/// Draws a glyph.
fn put(image: &mut Image, bitmap: &Bitmap, color: i32, left: i32, top: i32) {
    for (at, coverage) in bitmap.coverage.iter().enumerate() {
        let (Some(x), Some(y)) = (left.checked_add((at % bitmap.width) as i32), top.checked_add((at / bitmap.width) as i32)) else {
            continue;
        };
        if *coverage == 0 || !image.in_clip(x, y) {
            continue;
        }
        let coverage = i32::from(*coverage);
        let below = image.raw(x, y);
        let new = match &image.pixels {
            Pixels::True(_) => shade_true(below, color, coverage, image.effect != 0),
            Pixels::Palette(_) => shade_palette(image, below, color, coverage),
        };
        if let Some(new) = new {
            image.set_raw(x, y, new);
        }
    }
}

fn shade_true(below: i32, color: i32, coverage: i32, blend: bool) -> Option<i32> {
    let level = coverage * ALPHA_MAX / 255;
    if level == 0 {
        return None;
    }
    if color < 0 {
        return (ALPHA_MAX - level < ALPHA_MAX / 2).then(|| color.wrapping_neg());
    }
    let alpha = ALPHA_MAX - level * (ALPHA_MAX - alpha_of(color)) / ALPHA_MAX;
    let above = alpha << 24 | color & 0xff_ffff;
    Some(if blend && alpha_of(below) != ALPHA_MAX { alpha_blend(below, above) } else { above })
}

fn shade_palette(image: &mut Image, below: i32, color: i32, coverage: i32) -> Option<i32> {
    let shade = (coverage * SHADES + 128) / 255;
    match shade {
        0 => None,
        SHADES => Some(color.wrapping_abs()),
        _ if color < 0 => Some(if 2 * shade >= SHADES { -color } else { below }),
        _ => {
            let mix = |own: i32, other: i32| (shade * own + (SHADES - shade) * other) / SHADES;
            let red = mix(image.red(color), image.red(below));
            let green = mix(image.green(color), image.green(below));
            let blue = mix(image.blue(color), image.blue(below));
            Some(image.resolve(red, green, blue, 0))
        }
    }
}
