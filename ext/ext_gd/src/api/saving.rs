//! Writing images: to files, streams and the output.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Value, convert};
use loxo_streams::{OpenOptions, StreamRef};

use super::{int, with, with_log};
use crate::codecs::{avif, bmp, gd, gd2, gif_out, jpeg, png_out, wbmp, webp, xbm};
use crate::image::Image;

/// Where an image goes.
enum Target {
    Output,
    /// A stream that was given.
    Stream(StreamRef),
    /// One that was opened for this.
    File(StreamRef),
}

impl Target {
    fn put(&self, cx: &mut Cx, data: &[u8]) -> PhpResult<()> {
        match self {
            Target::Output => cx.echo(data),
            Target::Stream(stream) | Target::File(stream) => {
                stream.write(cx, data);
            }
        }
        cx.check()
    }

    fn finish(self, cx: &mut Cx) {
        if let Target::File(stream) = self {
            stream.close(cx);
        }
    }
}

fn open(cx: &mut Cx, path: &PhpStr) -> PhpResult<Option<Target>> {
    let stream = loxo_streams::open_stream(cx, path, b"wb", OpenOptions::REPORT_ERRORS, None)?;
    Ok(stream.map(Target::File))
}

/// The target that an argument names: null for the output. `None`: it cannot be opened.
fn target(cx: &mut Cx, file: &Value) -> PhpResult<Option<Target>> {
    let file = file.deref();
    if file.is_null() || file.is_undef() {
        return Ok(Some(Target::Output));
    }
    if let Some(resource) = file.as_resource() {
        return loxo_streams::from_resource(cx, resource).map(|stream| Some(Target::Stream(stream)));
    }
    let Some(path) = file.as_str() else {
        let given = convert::value_name(file);
        return Err(cx.argument_type_error(2, format!("must be a file name or a stream resource, {given} given")));
    };
    if path.contains(&0) {
        return Err(cx.argument_type_error(2, "must not contain null bytes"));
    }
    open(cx, path)
}

/// Writes what an encoder makes; without it, nothing.
fn save(
    cx: &mut Cx,
    image: &PhpObject,
    target: Target,
    encode: impl FnOnce(&Image, &mut crate::log::Log) -> Option<Vec<u8>>,
) -> PhpResult<bool> {
    let data = with_log(cx, image, |image, log| encode(image, log))?;
    if let Some(data) = data {
        target.put(cx, &data)?;
    }
    target.finish(cx);
    cx.check()?;
    Ok(true)
}

/// Checks a number that only matters when there is something to write to.
fn check(cx: &mut Cx, target: Target, valid: bool, number: usize, message: &str) -> PhpResult<Target> {
    if valid {
        return Ok(target);
    }
    target.finish(cx);
    Err(cx.argument_value_error(number, message))
}

/// `imagegif()`
pub(crate) fn imagegif(cx: &mut Cx, image: &PhpObject, file: &Value) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    save(cx, image, target, |image, _| gif_out::encode(image))
}

/// `imagejpeg()`
pub(crate) fn imagejpeg(cx: &mut Cx, image: &PhpObject, file: &Value, quality: i64) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    let target = check(cx, target, (-1..=100).contains(&quality), 3, "must be at between -1 and 100")?;
    save(cx, image, target, |image, log| jpeg::encode(image, log, quality))
}

/// `imagepng()`: the filters are libpng's choice.
pub(crate) fn imagepng(cx: &mut Cx, image: &PhpObject, file: &Value, quality: i64, _filters: i64) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    let target = check(cx, target, (-1..=9).contains(&quality), 3, "must be between -1 and 9")?;
    save(cx, image, target, |image, log| png_out::encode(image, log, int(quality)))
}

/// `imagewebp()`
pub(crate) fn imagewebp(cx: &mut Cx, image: &PhpObject, file: &Value, quality: i64) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    let target = check(cx, target, quality >= -1, 3, "must be greater than or equal to -1")?;
    save(cx, image, target, |image, log| webp::encode(image, log, int(quality).into()))
}

/// `imageavif()`
pub(crate) fn imageavif(cx: &mut Cx, image: &PhpObject, file: &Value, quality: i64, speed: i64) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    let target = check(cx, target, (-1..=100).contains(&quality), 3, "must be between -1 and 100")?;
    let target = check(cx, target, (-1..=10).contains(&speed), 4, "must be between -1 and 10")?;
    save(cx, image, target, |image, log| avif::encode(image, log, quality, speed))
}

/// `imagebmp()`
pub(crate) fn imagebmp(cx: &mut Cx, image: &PhpObject, file: &Value, compressed: bool) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    save(cx, image, target, |image, _| Some(bmp::encode(image, compressed)))
}

/// The first black of a palette; if there is none, a number that no colour has.
fn black(image: &Image) -> i32 {
    let entries = &image.palette.entries[..image.palette.total];
    let at = entries.iter().position(|entry| (entry.red, entry.green, entry.blue) == (0, 0, 0));
    at.unwrap_or(entries.len()) as i32
}

/// `imagewbmp()`
pub(crate) fn imagewbmp(cx: &mut Cx, image: &PhpObject, file: &Value, foreground_color: Option<i64>) -> PhpResult<bool> {
    let Some(target) = target(cx, file)? else { return Ok(false) };
    save(cx, image, target, |image, _| Some(wbmp::encode(image, foreground_color.map_or_else(|| black(image), int))))
}

/// `imagexbm()`
pub(crate) fn imagexbm(cx: &mut Cx, image: &PhpObject, filename: Option<&PhpStr>, foreground_color: Option<i64>) -> PhpResult<bool> {
    let target = match filename {
        None => Target::Output,
        Some(path) => match open(cx, path)? {
            Some(target) => target,
            None => return Ok(false),
        },
    };
    let name = filename.map_or(&b""[..], PhpStr::as_bytes);
    save(cx, image, target, |image, _| Some(xbm::encode(image, name, foreground_color.map_or_else(|| black(image), int))))
}

/// Writes to a file of the file system, or to the output.
fn save_plain(cx: &mut Cx, file: Option<&PhpStr>, data: &[u8]) -> PhpResult<bool> {
    let Some(path) = file.filter(|path| !path.is_empty()) else {
        Target::Output.put(cx, data)?;
        return Ok(true);
    };
    if !loxo_runtime::paths::check_open_basedir(cx, path, true) {
        cx.builtin_warning("Invalid filename");
        cx.check()?;
        return Ok(false);
    }
    let full = loxo_runtime::paths::absolute(cx, path);
    if std::fs::write(loxo_runtime::paths::path_of(&full), data).is_err() {
        cx.builtin_warning([b"Unable to open \"", path.as_bytes(), b"\" for writing"].concat());
        cx.check()?;
        return Ok(false);
    }
    Ok(true)
}

/// `imagegd()`
pub(crate) fn imagegd(cx: &mut Cx, image: &PhpObject, file: Option<&PhpStr>) -> PhpResult<bool> {
    let data = with(cx, image, |image| gd::encode(image))?;
    save_plain(cx, file, &data)
}

/// `imagegd2()`
pub(crate) fn imagegd2(cx: &mut Cx, image: &PhpObject, file: Option<&PhpStr>, chunk_size: i64, mode: i64) -> PhpResult<bool> {
    if i32::try_from(chunk_size).is_err() {
        let (low, high) = (i32::MIN, i32::MAX);
        cx.builtin_warning(format!("Argument #3 ($chunk_size) must be between {low} and {high}"));
        cx.check()?;
        return Ok(false);
    }
    let chunk = if chunk_size == -1 { 128 } else { int(chunk_size) };
    let data = with(cx, image, |image| gd2::encode(image, chunk, int(mode)))?;
    save_plain(cx, file, &data)
}
