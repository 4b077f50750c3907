//! Texts, in fonts of pixels and of outlines.

use std::f64::consts::PI;
use std::rc::Rc;

use loxo_runtime::{Cx, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};
use loxo_streams::OpenOptions;

use super::{draw, int, with};
use crate::font::Font;
use crate::image::Image;
use crate::text::{self, Style};

/// The native part of a `GdFont`.
#[derive(Default)]
struct Loaded(Option<Font>);

impl Native for Loaded {}

pub(crate) fn font_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Loaded::default())),
        no_new: Some("You cannot initialize a GdFont object except through helper functions"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// A product of sizes that is an `int`; what is wrong with it otherwise.
fn product(a: i32, b: i32) -> Result<i32, &'static str> {
    if a <= 0 || b <= 0 {
        return Err("One parameter to a memory allocation multiplication is negative or zero, failing operation gracefully\n");
    }
    a.checked_mul(b).ok_or("Product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully\n")
}

/// `imageloadfont()`
pub(crate) fn imageloadfont(cx: &mut Cx, filename: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    let Some(stream) = loxo_streams::open_stream(cx, filename, b"rb", OpenOptions::REPORT_ERRORS, None)? else { return Ok(OrFalse::FALSE) };
    let data = stream.read_all(cx, None);
    stream.close(cx);
    cx.check()?;
    match parse_font(&data) {
        Ok(font) => {
            let object = cx.new_object_raw(cx.builtin_class("GdFont"));
            object.set_native(Box::new(Loaded(Some(font))));
            Ok(OrFalse::some(object))
        }
        Err(warnings) => {
            for warning in warnings {
                cx.builtin_warning(warning);
                cx.check()?;
            }
            Ok(OrFalse::FALSE)
        }
    }
}

/// Four numbers, in the machine's order or the other one, and a byte for each pixel.
fn parse_font(data: &[u8]) -> Result<Font, Vec<&'static str>> {
    let Some((header, body)) = data.split_at_checked(16) else { return Err(vec!["End of file while reading header"]) };
    let number = |at: usize| i32::from_le_bytes([header[4 * at], header[4 * at + 1], header[4 * at + 2], header[4 * at + 3]]);
    let size = |[count, _, width, height]: [i32; 4]| product(count, height).and_then(|rows| product(rows, width));
    let invalid = |text: &'static str| vec![text, "Error reading font, invalid font header"];
    let mut numbers: [i32; 4] = std::array::from_fn(number);
    if size(numbers).map_err(invalid)? as usize != body.len() {
        // The first character's code stays as it is.
        let first = numbers[1];
        numbers = numbers.map(i32::swap_bytes);
        numbers[1] = first;
        if size(numbers).map_err(invalid)? as usize != body.len() {
            return Err(vec!["Error reading font"]);
        }
    }
    let [count, first, width, height] = numbers;
    Ok(Font::loaded(count, first, width, height, body.into()))
}

/// The font of an argument: an object or a number.
fn font(value: &Value) -> Font {
    let value = value.deref();
    let loaded = value.as_object().and_then(|object| object.native::<Loaded>()).and_then(|loaded| loaded.0.clone());
    loaded.unwrap_or_else(|| Font::built_in(value.as_int().unwrap_or(1)))
}

/// `imagefontwidth()`
pub(crate) fn imagefontwidth(_: &mut Cx, of: &Value) -> PhpResult<i64> {
    Ok(font(of).width.into())
}

/// `imagefontheight()`
pub(crate) fn imagefontheight(_: &mut Cx, of: &Value) -> PhpResult<i64> {
    Ok(font(of).height.into())
}

/// `imagechar()`
pub(crate) fn imagechar(cx: &mut Cx, image: &PhpObject, of: &Value, x: i64, y: i64, char: &PhpStr, color: i64) -> PhpResult<bool> {
    let (font, code) = (font(of), char.first().copied().unwrap_or(0));
    draw(cx, image, color, |image, color| image.char(&font, int(x), int(y), code, color))
}

/// `imagecharup()`
pub(crate) fn imagecharup(cx: &mut Cx, image: &PhpObject, of: &Value, x: i64, y: i64, char: &PhpStr, color: i64) -> PhpResult<bool> {
    let (font, code) = (font(of), char.first().copied().unwrap_or(0));
    draw(cx, image, color, |image, color| image.char_up(&font, int(x), int(y), code, color))
}

/// A text as far as C sees it.
fn until_zero(text: &PhpStr) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// `imagestring()`
pub(crate) fn imagestring(cx: &mut Cx, image: &PhpObject, of: &Value, x: i64, y: i64, string: &PhpStr, color: i64) -> PhpResult<bool> {
    let font = font(of);
    draw(cx, image, color, |image, color| {
        let mut x = int(x);
        for code in until_zero(string) {
            image.char(&font, x, int(y), *code, color);
            x = x.wrapping_add(font.width);
        }
    })
}

/// `imagestringup()`
pub(crate) fn imagestringup(cx: &mut Cx, image: &PhpObject, of: &Value, x: i64, y: i64, string: &PhpStr, color: i64) -> PhpResult<bool> {
    let font = font(of);
    draw(cx, image, color, |image, color| {
        let mut y = int(y);
        for code in until_zero(string) {
            image.char_up(&font, int(x), y, *code, color);
            y = y.wrapping_sub(font.width);
        }
    })
}

/// Folders of fonts that are named without one.
const FOLDERS: &str = "/usr/X11R6/lib/X11/fonts/TrueType:/usr/X11R6/lib/X11/fonts/truetype:/usr/X11R6/lib/X11/fonts/TTF:\
    /usr/share/fonts/TrueType:/usr/share/fonts/truetype:/usr/openwin/lib/X11/fonts/TrueType:/usr/X11R6/lib/X11/fonts/Type1:\
    /usr/lib/X11/fonts/Type1:/usr/openwin/lib/X11/fonts/Type1";

/// The file of a font: a path, or a name of a file in the folders for fonts (`GDFONTPATH`).
fn find_font(cx: &mut Cx, names: &[u8]) -> Option<Rc<[u8]>> {
    let folders = std::env::var("GDFONTPATH").unwrap_or_else(|_| FOLDERS.into());
    for name in names.split(|byte| *byte == b';').filter(|name| !name.is_empty()) {
        if name.contains(&b'/')
            && let Some(data) = read_file(cx, name)
        {
            return Some(data);
        }
        for folder in folders.split(':').filter(|folder| !folder.is_empty()) {
            let endings: &[&str] = if name.contains(&b'.') { &[""] } else { &[".ttf", ".pfa", ".pfb", ".dfont"] };
            for ending in endings {
                let path = [folder.as_bytes(), b"/", name, ending.as_bytes()].concat();
                if let Some(data) = read_file(cx, &path) {
                    return Some(data);
                }
            }
        }
    }
    None
}

/// A file, if there is one; of a folder nothing is a font.
fn read_file(cx: &mut Cx, path: &[u8]) -> Option<Rc<[u8]>> {
    let path = loxo_runtime::paths::absolute(cx, path);
    let path = loxo_runtime::paths::path_of(&path);
    let size = loxo_files::about(path).ok()?.size;
    loxo_runtime::memory_limit::ensure_room(2 * size as usize);
    match loxo_files::read(path) {
        Ok(data) => Some(data.into()),
        Err(_) => loxo_files::is_dir(path).then(|| Rc::from([])),
    }
}

struct TextPlacement {
    size: f64,
    angle: f64,
    x: i64,
    y: i64,
    color: i64,
}

fn text(
    cx: &mut Cx,
    image: Option<&PhpObject>,
    place: &TextPlacement,
    font_filename: &PhpStr,
    string: &PhpStr,
    options: &PhpArray,
) -> PhpResult<OrFalse<PhpArray>> {
    let most = i64::MAX as f64 / 64.0;
    if place.size < -most || place.size > most {
        let most = most as i64;
        return Err(cx.argument_value_error(2, format!("must be between {} and {most}", -most)));
    }
    if !place.size.is_finite() {
        return Err(cx.argument_value_error(2, "must be finite"));
    }
    let mut line_spacing = 1.05;
    if let Some(value) = options.get_bytes(b"linespacing") {
        line_spacing = convert::to_float(cx, &value.clone())?;
    }
    let path = until_zero(font_filename);
    if !loxo_runtime::paths::check_open_basedir(cx, path, true) {
        cx.builtin_warning("Invalid font filename");
        cx.check()?;
        return Ok(OrFalse::FALSE);
    }
    let style = Style {
        size: place.size,
        angle: place.angle * (PI / 180.0),
        x: int(place.x),
        y: int(place.y),
        color: int(place.color),
        line_spacing,
        text: until_zero(string),
    };
    let result = match (find_font(cx, path), image) {
        (None, _) => Err("Could not find/open font"),
        (Some(data), None) => text::draw(None, &data, &style),
        (Some(data), Some(image)) => with(cx, image, |image: &mut Image| text::draw(Some(image), &data, &style))?,
    };
    match result {
        Ok(corners) => {
            let mut list = PhpArray::new();
            for corner in corners {
                let _ = list.push(Value::int(corner.into()));
            }
            Ok(OrFalse::some(list))
        }
        Err(message) => {
            cx.builtin_warning(message);
            cx.check()?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `imageftbbox()`
pub(crate) fn imageftbbox(
    cx: &mut Cx,
    size: f64,
    angle: f64,
    font_filename: &PhpStr,
    string: &PhpStr,
    options: &PhpArray,
) -> PhpResult<OrFalse<PhpArray>> {
    text(cx, None, &TextPlacement { size, angle, x: 0, y: 0, color: -1 }, font_filename, string, options)
}

/// `imagefttext()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn imagefttext(
    cx: &mut Cx,
    image: &PhpObject,
    size: f64,
    angle: f64,
    x: i64,
    y: i64,
    color: i64,
    font_filename: &PhpStr,
    string: &PhpStr,
    options: &PhpArray,
) -> PhpResult<OrFalse<PhpArray>> {
    text(cx, Some(image), &TextPlacement { size, angle, x, y, color }, font_filename, string, options)
}
