//! XPM: pictures as strings of C source.

use crate::image::{Image, fits};
use crate::log::Log;

/// X11's names of colours that are not grey by a number.
static NAMES: &str = include_str!("../../data/x11.tsv");

/// The strings of a source, without comments.
struct Strings<'a>(&'a [u8]);

impl<'a> Iterator for Strings<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            let at = self.0.iter().position(|byte| matches!(byte, b'"' | b'/'))?;
            let rest = &self.0[at..];
            if rest.starts_with(b"/*") {
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/")?;
                self.0 = &rest[end + 4..];
            } else if rest[0] == b'"' {
                let text = &rest[1..];
                let end = text.iter().position(|byte| *byte == b'"')?;
                self.0 = &text[end + 1..];
                return Some(&text[..end]);
            } else {
                self.0 = &rest[1..];
            }
        }
    }
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn number(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The colour of a line such as `. c #ffffff m white`.
fn color_of(line: &[u8]) -> Option<Vec<u8>> {
    let mut color: Option<Vec<u8>> = None;
    let mut within = false;
    for word in words(line) {
        match (word, within) {
            (b"c", false) => (color, within) = (Some(Vec::new()), true),
            (b"c" | b"m" | b"g" | b"g4" | b"s", _) => within = word == b"c",
            (_, true) => {
                let name = color.get_or_insert_default();
                if !name.is_empty() {
                    name.push(b' ');
                }
                name.extend_from_slice(word);
            }
            _ => {}
        }
    }
    color.filter(|color| !color.is_empty())
}

/// Red, green and blue; `None` for names that nobody knows.
fn parse_color(text: &[u8], before: [i32; 3]) -> Option<[i32; 3]> {
    let Some(digits) = text.strip_prefix(b"#") else { return named(text) };
    let part = |at: usize, length: usize| {
        let text = digits.get(at * length..(at + 1) * length).unwrap_or_default();
        let value = text.iter().map_while(|byte| char::from(*byte).to_digit(16)).fold(0, |sum, digit| sum << 4 | digit as i32);
        match length {
            1 => value * 17,
            3 => value / 64,
            4 => value / 256,
            _ => value,
        }
    };
    Some(match digits.len() {
        3 | 6 | 9 | 12 => std::array::from_fn(|at| part(at, digits.len() / 3)),
        // What has another length is what the colour before it was.
        _ => before,
    })
}

fn named(text: &[u8]) -> Option<[i32; 3]> {
    if let Some(percent) = text.strip_prefix(b"gray").or(text.strip_prefix(b"grey")).and_then(number) {
        return (percent <= 100).then(|| [(percent as i32 * 255 + 50) / 100; 3]);
    }
    let name = std::str::from_utf8(text).ok()?;
    let line = NAMES.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'))?;
    let mut parts = line.split(' ').map(|part| part.parse().ok());
    Some([parts.next()??, parts.next()??, parts.next()??])
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let start = data.iter().position(|byte| !byte.is_ascii_whitespace())?;
    if !data[start..].starts_with(b"/* XPM") && !data[start..].starts_with(b"! XPM2") {
        return None;
    }
    let mut strings = Strings(&data[start..]);
    let mut header = words(strings.next()?).map(number);
    let (width, height) = (header.next()??, header.next()??);
    let (count, length) = (header.next()??, header.next()??);
    let has = data.len();
    // All of this is written down, a character at least for each.
    if width == 0 || height == 0 || count == 0 || length == 0 || width.checked_mul(height)?.checked_mul(length)? > has || count > has {
        return None;
    }
    let mut keys = Vec::new();
    for _ in 0..count {
        let line = strings.next()?;
        let key = line.get(..length)?;
        keys.push((key, color_of(&line[length..])));
    }
    if !fits(log, 4, count as i64) || keys.iter().any(|(_, color)| color.is_none()) {
        return None;
    }
    let mut image = Image::new(log, i32::try_from(width).ok()?, i32::try_from(height).ok()?, false)?;
    let mut colors = std::collections::HashMap::new();
    let mut last = [0; 3];
    for (key, color) in keys {
        let color = color.unwrap_or_default();
        let index = if color == b"None" {
            if image.transparent == -1 {
                let index = image.allocate(0, 0, 0, 0);
                if index != -1 {
                    image.set_transparent(index);
                }
            }
            image.transparent
        } else {
            match parse_color(&color, last) {
                Some(parts) => {
                    last = parts;
                    image.resolve(parts[0], parts[1], parts[2], 0)
                }
                None => 0,
            }
        };
        colors.insert(key, index);
    }
    for y in 0..height {
        let line = strings.next()?;
        for x in 0..width {
            let index = *colors.get(line.get(x * length..(x + 1) * length)?)?;
            image.set_raw(x as i32, y as i32, index);
        }
    }
    Some(image)
}
