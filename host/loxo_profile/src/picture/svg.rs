//! A picture as SVG that needs nothing else: no script, no font, no style sheet.

use std::fmt::Write;

use super::scene::{Anchor, Color, Scene, Shape};

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            // XML knows no other control characters.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}

pub fn write(scene: &Scene) -> String {
    let (width, height) = (scene.width.ceil(), scene.height.ceil());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escape(&scene.title)
    );
    for shape in &scene.shapes {
        // Writing to a string cannot fail.
        let _ = write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Rect { x, y, width, height, fill, border, tip } => {
            write!(out, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\" fill=\"{}\"", hex(*fill))?;
            if let Some((color, width)) = border {
                write!(out, " stroke=\"{}\" stroke-width=\"{width:.1}\"", hex(*color))?;
            }
            end(out, tip, "rect")
        }
        Shape::Curve { points, color, width, tip } => {
            out.push_str("<path d=\"");
            for (at, (x, y)) in points.iter().enumerate() {
                let command = match at {
                    0 => "M",
                    at if at % 3 == 1 => "C",
                    _ => " ",
                };
                write!(out, "{command}{x:.1} {y:.1}")?;
            }
            write!(out, "\" fill=\"none\" stroke-linecap=\"round\" stroke=\"{}\" stroke-width=\"{width:.1}\"", hex(*color))?;
            end(out, tip, "path")
        }
        Shape::Arrow { x, y, size, color, up } => {
            let base = if *up { y + size } else { y - size };
            let half = size * 0.5;
            writeln!(out, "<path d=\"M{x:.1} {y:.1}L{:.1} {base:.1}L{:.1} {base:.1}Z\" fill=\"{}\"/>", x - half, x + half, hex(*color))
        }
        Shape::Text { x, y, size, color, anchor, text } => {
            let anchor = if *anchor == Anchor::Middle { " text-anchor=\"middle\"" } else { "" };
            let fill = hex(*color);
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{fill}\"{anchor} pointer-events=\"none\">{}</text>",
                escape(text)
            )
        }
    }
}

fn end(out: &mut String, tip: &str, element: &str) -> std::fmt::Result {
    match tip.is_empty() {
        true => writeln!(out, "/>"),
        false => writeln!(out, "><title>{}</title></{element}>", escape(tip)),
    }
}
