//! The builtins of exif: `exif_read_data()`, `exif_thumbnail()`, `exif_imagetype()` and `exif_tagname()`.

use ext_standard::image;
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::streams::{self, OpenOptions, StreamRef, Whence};
use loxo_runtime::{Cx, PhpResult, PhpStr, RefArg, Value, convert};

use crate::image::{Image, Wide};
use crate::output::{self, FileFacts};
use crate::{jpeg, tags, tiff};

const TYPE_BITS: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;

pub(crate) fn info(_: &mut Cx) -> Vec<(String, String)> {
    let pairs = [
        ("EXIF Support", "enabled"),
        ("Supported EXIF Version", "0220"),
        ("Supported filetypes", "JPEG, TIFF"),
        ("Multibyte decoding support using mbstring", "enabled"),
        (
            "Extended EXIF tag formats",
            "Canon, Casio, Fujifilm, Nikon, Olympus, Samsung, Panasonic, DJI, Sony, Pentax, Minolta, Sigma, Foveon, Kyocera, Ricoh, AGFA, Epson",
        ),
    ];
    pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
}

/// `exif_tagname()`
pub(crate) fn exif_tagname(_: &mut Cx, index: i64) -> PhpResult<Value> {
    let name = u16::try_from(index).ok().and_then(|tag| tags::name(tags::IMAGE, tag));
    Ok(name.map_or(Value::FALSE, |name| Value::bytes(name.as_bytes())))
}

fn complain(cx: &mut Cx, function: &str, name: &[u8], complaints: Vec<(bool, String)>) -> PhpResult<()> {
    for (warning, message) in complaints {
        let whole = if message.is_empty() {
            format!("{function}(): Further exif parsing errors have been suppressed").into_bytes()
        } else {
            [function.as_bytes(), b"(", name, b"): ", message.as_bytes()].concat()
        };
        if warning {
            cx.warning(whole);
        } else {
            cx.notice(whole);
        }
    }
    cx.check()
}

/// The bytes of a stream, and what is known of the file. None: it is no file, and that was said.
fn contents(cx: &mut Cx, function: &str, stream: &StreamRef) -> PhpResult<Option<(Vec<u8>, FileFacts)>> {
    let before = stream.position.get();
    if before != 0 {
        stream.seek(cx, 0, Whence::Set);
    }
    let mut facts = FileFacts { name: None, time: 0, size: 0 };
    let path = stream.path.borrow().clone();
    if stream.label() != "STDIO" {
        stream.seek(cx, 0, Whence::End);
        facts.size = usize::try_from(stream.position.get()).unwrap_or(0);
        stream.seek(cx, 0, Whence::Set);
    } else if let Some(path) = path
        && let Some(stat) = streams::stat_path(cx, &path, false, true, None)
    {
        if stat.mode & TYPE_BITS != REGULAR {
            complain(cx, function, b"", vec![(true, "Not a file".into())])?;
            return Ok(None);
        }
        facts.name = path.split(|byte| *byte == b'/').rfind(|part| !part.is_empty()).map(<[u8]>::to_vec);
        facts.time = stat.mtime;
        facts.size = usize::try_from(stat.size).unwrap_or(0);
    }
    let data = read(cx, stream, facts.size);
    if before != 0 {
        stream.seek(cx, before, Whence::Set);
    }
    cx.check()?;
    Ok(Some((data, facts)))
}

fn read(cx: &mut Cx, stream: &StreamRef, size: usize) -> Vec<u8> {
    let mut data = Vec::new();
    let mut part = [0; 8192];
    while data.len() < size {
        if data.len() == data.capacity() {
            ensure_room(data.len().saturating_mul(2));
        }
        let wanted = part.len().min(size - data.len());
        match stream.read(cx, &mut part[..wanted]) {
            Some(got) if got > 0 => data.extend_from_slice(&part[..got]),
            _ => break,
        }
    }
    data
}

/// The bytes that an argument stands for.
fn given(cx: &mut Cx, function: &str, file: &Value) -> PhpResult<Option<(Vec<u8>, FileFacts)>> {
    let value = file.deref();
    if let Some(resource) = value.as_resource() {
        let stream = streams::from_resource(cx, resource)?;
        return contents(cx, function, &stream);
    }
    let name = convert::to_string(cx, value)?;
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if name.contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    let Some(stream) = streams::open_stream(cx, &name, b"rb", OpenOptions::default(), None)? else {
        cx.check()?;
        complain(cx, function, b"", vec![(true, "Unable to open file".into())])?;
        return Ok(None);
    };
    let found = contents(cx, function, &stream)?;
    stream.close(cx);
    Ok(found)
}

/// What the settings say of texts of two bytes per character.
fn wide(cx: &Cx) -> Wide {
    let big = |name| !cx.ini_str(name).to_ascii_uppercase().ends_with(b"LE");
    let [motorola, intel] = [big("exif.decode_unicode_motorola"), big("exif.decode_unicode_intel")];
    Wide { encoding: cx.ini_str("exif.encode_unicode").to_ascii_uppercase(), motorola, intel }
}

/// `exif_read_data()`
pub(crate) fn exif_read_data(
    cx: &mut Cx,
    file: &Value,
    required_sections: Option<&PhpStr>,
    as_arrays: bool,
    read_thumbnail: bool,
) -> PhpResult<Value> {
    const FUNCTION: &str = "exif_read_data";
    let wanted = required_sections.map_or(0, |list| output::sections_named(list));
    let Some((data, facts)) = given(cx, FUNCTION, file)? else { return Ok(Value::FALSE) };
    let mut image = Image { file: &data, with_thumbnail: read_thumbnail, wide: wide(cx), ..Image::default() };
    let found = tiff::read(&mut image).then(|| output::of(&mut image, &facts, wanted, as_arrays)).flatten();
    complain(cx, FUNCTION, facts.name.as_deref().unwrap_or_default(), image.complaints)?;
    Ok(found.map_or(Value::FALSE, Value::array))
}

/// `exif_thumbnail()`
pub(crate) fn exif_thumbnail(
    cx: &mut Cx,
    file: &Value,
    width: Option<&RefArg>,
    height: Option<&RefArg>,
    image_type: Option<&RefArg>,
) -> PhpResult<Value> {
    const FUNCTION: &str = "exif_thumbnail";
    let Some((data, facts)) = given(cx, FUNCTION, file)? else { return Ok(Value::FALSE) };
    let mut image = Image { file: &data, with_thumbnail: true, ..Image::default() };
    let read = tiff::read(&mut image);
    let mut small = std::mem::take(&mut image.thumbnail);
    let found = small.data.clone().filter(|data| read && !data.is_empty());
    if found.is_some() && height.is_some() && (small.width == 0 || small.height == 0) {
        let measured = jpeg::measure(&mut small);
        if measured != Ok(true) {
            (small.width, small.height) = (0, 0);
        }
        if let Err(message) = measured {
            image.warn(message);
        }
    }
    complain(cx, FUNCTION, facts.name.as_deref().unwrap_or_default(), image.complaints)?;
    let Some(found) = found else { return Ok(Value::FALSE) };
    if let (Some(width), Some(height)) = (width, height) {
        width.set(cx, Value::int(small.width as i64))?;
        height.set(cx, Value::int(small.height as i64))?;
    }
    if let Some(image_type) = image_type {
        image_type.set(cx, Value::int(small.kind))?;
    }
    Ok(Value::bytes(&found))
}

/// `exif_imagetype()`
pub(crate) fn exif_imagetype(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    let Some(stream) = streams::open_stream(cx, filename, b"rb", OpenOptions::REPORT_ERRORS, None)? else {
        return cx.check().map(|()| Value::FALSE);
    };
    let data = image::telling_part(cx, &stream);
    stream.close(cx);
    cx.check()?;
    Ok(image::kind(cx, &data, filename)?.map_or(Value::FALSE, |kind| Value::int(kind as i64)))
}
