//! XBM: black and white as C source.

use crate::image::Image;
use crate::log::Log;

/// Longer lines than this are not read.
const LINE: usize = 254;

/// The next word of a line, and what follows it.
fn word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// `#define NAME_width 16`
fn definition(line: &[u8]) -> Option<(&[u8], i64)> {
    let (name, rest) = word(line.strip_prefix(b"#define")?)?;
    let rest = rest.trim_ascii_start();
    let digits = rest.iter().enumerate().take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && **byte == b'-')).count();
    let value = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    Some((name, value))
}

/// `static unsigned char NAME_bits[] = {`: the name, and how many bits a number has.
fn array(line: &[u8]) -> Option<(&[u8], u32)> {
    let (first, rest) = word(line)?;
    if first != b"static" {
        return None;
    }
    let (mut kind, mut rest) = word(rest)?;
    if kind == b"unsigned" {
        (kind, rest) = word(rest)?;
    }
    let bits = match kind {
        b"char" => 8,
        b"short" => 16,
        _ => return None,
    };
    Some((word(rest)?.0, bits))
}

/// What follows a name's last underscore.
fn suffix(name: &[u8]) -> &[u8] {
    name.iter().rposition(|byte| *byte == b'_').map_or(name, |at| &name[at + 1..])
}

pub fn decode(data: &[u8], log: &mut Log) -> Option<Image> {
    let (mut width, mut height) = (0u32, 0u32);
    let mut rest = data;
    let mut found_array = false;
    let (bits, count) = loop {
        if rest.is_empty() {
            if found_array {
                log.warn("EOF before image was complete");
            }
            return None;
        }
        let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
        if end >= LINE {
            return None;
        }
        let (line, after) = rest.split_at(end);
        rest = after;
        if let Some((name, value)) = definition(line) {
            match suffix(name) {
                b"width" => width = value as u32,
                b"height" => height = value as u32,
                _ => {}
            }
        } else if let Some((name, bits)) = array(line) {
            let count = (width.wrapping_add(7) / 8).wrapping_mul(height);
            if count == 0 {
                return None;
            }
            if suffix(name) == b"bits[]" {
                break (bits, count);
            }
            found_array = true;
        }
    };
    // Each number is written with four characters at least.
    if u64::from(width) * u64::from(height) > 16 * data.len() as u64 {
        if crate::image::fits(log, (width as i32).into(), (height as i32).into()) {
            log.warn("EOF before image was complete");
        }
        return None;
    }
    let mut image = Image::new(log, width as i32, height as i32, false)?;
    image.allocate(255, 255, 255, 0);
    image.allocate(0, 0, 0, 0);
    let (mut x, mut y) = (0, 0);
    for _ in 0..count {
        let Some(at) = rest.iter().position(|byte| *byte == b'x') else { break };
        let Some(digits) = rest.get(at + 1..at + 1 + bits as usize / 4) else { break };
        rest = &rest[at + 1 + digits.len()..];
        let Some(number) = hexadecimal(digits) else {
            log.warn("invalid XBM");
            return None;
        };
        for bit in 0..bits {
            image.set_raw(x, y, i32::from(number >> bit & 1 != 0));
            x += 1;
            if x == image.sx {
                (x, y) = (0, y + 1);
                if y == image.sy {
                    return Some(image);
                }
                break;
            }
        }
    }
    log.warn("EOF before image was complete");
    None
}

/// A number as far as there are digits.
fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let digits = digits.trim_ascii_start();
    let mut number = None;
    for byte in digits {
        let Some(digit) = char::from(*byte).to_digit(16) else { break };
        number = Some(number.unwrap_or(0) << 4 | digit);
    }
    number
}

pub fn encode(image: &Image, file: &[u8], foreground: i32) -> Vec<u8> {
    let name = name_of(file);
    let mut out = Vec::new();
    let mut define = |what: &str, value: i32| {
        out.extend_from_slice(b"#define ");
        out.extend_from_slice(&name);
        out.extend_from_slice(format!("_{what} {value}\n").as_bytes());
    };
    define("width", image.sx);
    define("height", image.sy);
    out.extend_from_slice(b"static unsigned char ");
    out.extend_from_slice(&name);
    out.extend_from_slice(b"_bits[] = {\n  ");
    let mut written = 0u64;
    for y in 0..image.sy {
        for x in (0..image.sx).step_by(8) {
            let mut byte = 0u8;
            for bit in 0..8.min(image.sx - x) {
                if image.get(x + bit, y) == foreground {
                    byte |= 1 << bit;
                }
            }
            if written > 0 {
                out.extend_from_slice(b", ");
                if written.is_multiple_of(12) {
                    out.extend_from_slice(b"\n  ");
                }
            }
            written += 1;
            out.extend_from_slice(format!("0x{byte:02X}").as_bytes());
        }
    }
    out.extend_from_slice(b"};\n");
    out
}

/// The name of what is written, after the file's.
fn name_of(file: &[u8]) -> Vec<u8> {
    let name = file.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or(file);
    let name = match name.iter().rposition(|byte| *byte == b'.') {
        Some(at) if name[at..].eq_ignore_ascii_case(b".xbm") => &name[..at],
        _ => name,
    };
    if name.is_empty() {
        return b"image".to_vec();
    }
    name.iter().map(|byte| if byte.is_ascii_alphanumeric() { *byte } else { b'_' }).collect()
}
