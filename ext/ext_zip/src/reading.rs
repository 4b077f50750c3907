//! `ZipArchive`: what is in it.

use loxo_runtime::paths;

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, StrBuilder, Value, memory_limit};
use loxo_streams::{MetaChange, OpenOptions, StreamRef};

use crate::archive::{noted, opened};
use crate::container::{Container, Content};
use crate::error::{Try, fail};
use crate::flags::flag;
use crate::wrapper;

/// `ZipArchive::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(opened(cx, this)?.entries.len() as i64)
}

/// `ZipArchive::getArchiveComment()`
pub(crate) fn get_archive_comment(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<PhpStr> {
    let container = opened(cx, this)?;
    let new = container.new_comment.as_deref().filter(|_| flags & flag::UNCHANGED == 0);
    Ok(PhpStr::new(&crate::names::decode_text(new.unwrap_or(&container.comment), new.is_some(), flags)))
}

/// `ZipArchive::getArchiveFlag()`
pub(crate) fn get_archive_flag(cx: &mut Cx, this: &PhpObject, which: i64, flags: i64) -> PhpResult<i64> {
    let container = opened(cx, this)?;
    let own = if flags & flag::UNCHANGED != 0 { container.original_flags } else { container.flags };
    Ok(i64::from(own & which != 0))
}

/// The number of a file by its name, which must not be empty.
fn located(cx: &mut Cx, this: &PhpObject, name: &PhpStr, flags: i64) -> PhpResult<Option<i64>> {
    opened(cx, this)?;
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let container = opened(cx, this)?;
    let found = container.locate(name, flags);
    Ok(noted(container, found))
}

/// `ZipArchive::locateName()`
pub(crate) fn locate_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, flags: i64) -> PhpResult<OrFalse<i64>> {
    let container = opened(cx, this)?;
    if name.is_empty() {
        return Ok(OrFalse(None));
    }
    let found = container.locate(name, flags);
    Ok(OrFalse(noted(container, found)))
}

/// `ZipArchive::getNameIndex()`
pub(crate) fn get_name_index(cx: &mut Cx, this: &PhpObject, index: i64, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    let container = opened(cx, this)?;
    let name = container.name(index, flags);
    Ok(OrFalse(noted(container, name).map(|name| PhpStr::new(&name))))
}

fn comment(cx: &mut Cx, this: &PhpObject, index: Option<i64>, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    let container = opened(cx, this)?;
    let Some(index) = index else { return Ok(OrFalse(None)) };
    let comment = container.entry_comment(index, flags);
    Ok(OrFalse(noted(container, comment).map(|comment| PhpStr::new(&comment))))
}

/// `ZipArchive::getCommentName()`
pub(crate) fn get_comment_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    let index = located(cx, this, name, 0)?;
    comment(cx, this, index, flags)
}

/// `ZipArchive::getCommentIndex()`
pub(crate) fn get_comment_index(cx: &mut Cx, this: &PhpObject, index: i64, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    comment(cx, this, Some(index), flags)
}

fn attributes(container: &Container, index: i64, flags: i64) -> Try<(i64, i64)> {
    const DEFAULT: (u8, u32) = (3, 0o100_666 << 16);
    let unchanged = flags & flag::UNCHANGED != 0;
    let entry = container.entry(index, unchanged)?;
    let (system, attributes) = match (entry.attributes.filter(|_| !unchanged), &entry.original) {
        (Some(own), _) => own,
        (None, Some(record)) => ((record.made_by >> 8) as u8, record.attributes),
        (None, None) => DEFAULT,
    };
    Ok((i64::from(system), i64::from(attributes)))
}

fn put_attributes(cx: &mut Cx, this: &PhpObject, index: Option<i64>, flags: i64, opsys: &RefArg, attr: &RefArg) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    let Some(index) = index else { return Ok(false) };
    let found = attributes(container, index, flags);
    let Some((system, value)) = noted(container, found) else { return Ok(false) };
    opsys.set(cx, Value::int(system))?;
    attr.set(cx, Value::int(value))?;
    Ok(true)
}

/// `ZipArchive::getExternalAttributesName()`
pub(crate) fn get_external_attributes_name(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    opsys: &RefArg,
    attr: &RefArg,
    flags: i64,
) -> PhpResult<bool> {
    let index = located(cx, this, name, 0)?;
    put_attributes(cx, this, index, flags, opsys, attr)
}

/// `ZipArchive::getExternalAttributesIndex()`
pub(crate) fn get_external_attributes_index(
    cx: &mut Cx,
    this: &PhpObject,
    index: i64,
    opsys: &RefArg,
    attr: &RefArg,
    flags: i64,
) -> PhpResult<bool> {
    put_attributes(cx, this, Some(index), flags, opsys, attr)
}

/// What is known of a file.
pub(crate) struct Known {
    pub(crate) name: Vec<u8>,
    pub(crate) index: i64,
    pub(crate) crc: i64,
    pub(crate) size: i64,
    pub(crate) mtime: i64,
    pub(crate) packed: i64,
    pub(crate) method: i64,
    encryption: i64,
}

impl Container {
    pub(crate) fn stat(&self, index: i64, flags: i64) -> Try<Known> {
        let name = self.name(index, flags)?;
        let unchanged = flags & flag::UNCHANGED != 0;
        let entry = self.entry(index, unchanged)?;
        let mut known = Known { name, index, crc: 0, size: 0, mtime: 0, packed: 0, method: 0, encryption: 0 };
        match (&entry.content, &entry.original) {
            (Some(content), _) if !unchanged => match content {
                Content::Text(text) => (known.size, known.mtime) = (text.len() as i64, crate::writer::now()),
                Content::Directory => known.mtime = crate::writer::now(),
                Content::File { path, start, len, .. } => {
                    use std::os::unix::fs::MetadataExt;
                    if let Ok(meta) = std::fs::metadata(paths::path_of(path)) {
                        let left = meta.len().saturating_sub(*start);
                        known.size = len.map_or(left, |len| len.min(left)) as i64;
                        known.mtime = meta.mtime();
                    }
                }
            },
            (_, Some(record)) => {
                known.crc = i64::from(record.crc);
                (known.size, known.packed) = (record.size as i64, record.packed as i64);
                known.mtime = record.mtime();
                (known.method, known.encryption) = (i64::from(record.method), i64::from(record.encryption));
            }
            _ => return fail(crate::error::INVAL),
        }
        if known.packed == 0 && entry.content.is_some() && !unchanged {
            known.packed = known.size;
        }
        if let Some(mtime) = entry.mtime.filter(|_| !unchanged) {
            known.mtime = mtime;
        }
        Ok(known)
    }
}

fn stat(cx: &mut Cx, this: &PhpObject, index: Option<i64>, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    let container = opened(cx, this)?;
    let Some(index) = index else { return Ok(OrFalse(None)) };
    let known = container.stat(index, flags);
    let Some(known) = noted(container, known) else { return Ok(OrFalse(None)) };
    let mut out = PhpArray::new();
    out.set_bytes(b"name", Value::bytes(&known.name));
    let numbers = [
        ("index", known.index),
        ("crc", known.crc),
        ("size", known.size),
        ("mtime", known.mtime),
        ("comp_size", known.packed),
        ("comp_method", known.method),
        ("encryption_method", known.encryption),
    ];
    for (name, number) in numbers {
        out.set_bytes(name.as_bytes(), Value::int(number));
    }
    Ok(OrFalse(Some(out)))
}

/// `ZipArchive::statName()`
pub(crate) fn stat_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    let index = located(cx, this, name, flags)?;
    stat(cx, this, index, flags)
}

/// `ZipArchive::statIndex()`
pub(crate) fn stat_index(cx: &mut Cx, this: &PhpObject, index: i64, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    stat(cx, this, Some(index), flags)
}

fn get(cx: &mut Cx, this: &PhpObject, index: Option<i64>, len: i64, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    let container = opened(cx, this)?;
    let Some(index) = index else { return Ok(OrFalse(None)) };
    let known = container.stat(index, flags);
    let Some(known) = noted(container, known) else { return Ok(OrFalse(None)) };
    if known.size < 1 {
        return Ok(OrFalse(Some(PhpStr::default())));
    }
    let opened = container.open(index, flags, None);
    let Some(mut reader) = noted(container, opened) else { return Ok(OrFalse(None)) };
    let want = usize::try_from(if len < 1 { known.size } else { len }).unwrap_or(0);
    let mut out = StrBuilder::new();
    // The size is only what the archive claims: memory is reserved as content comes.
    while out.len() < want {
        let (have, step) = (out.len(), (want - out.len()).min(1 << 20));
        memory_limit::ensure_room(have + step);
        out.push_n(0, step);
        match reader.read(&mut out.as_mut_bytes()[have..]) {
            Ok(0) => {
                out.truncate(have);
                break;
            }
            Ok(n) => out.truncate(have + n),
            Err(_) => return Ok(OrFalse(Some(PhpStr::default()))),
        }
        cx.check_interrupt()?;
    }
    Ok(OrFalse(Some(out.finish())))
}

/// `ZipArchive::getFromName()`
pub(crate) fn get_from_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, len: i64, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    let index = located(cx, this, name, flags)?;
    get(cx, this, index, len, flags)
}

/// `ZipArchive::getFromIndex()`
pub(crate) fn get_from_index(cx: &mut Cx, this: &PhpObject, index: i64, len: i64, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    get(cx, this, Some(index), len, flags)
}

fn stream(cx: &mut Cx, this: &PhpObject, index: Option<i64>, flags: i64) -> PhpResult<Value> {
    let container = opened(cx, this)?;
    let Some(index) = index else { return Ok(Value::FALSE) };
    let known = container.stat(index, flags);
    let Some(known) = noted(container, known) else { return Ok(Value::FALSE) };
    let reader = container.open(index, flags, None);
    let Some(reader) = noted(container, reader) else { return Ok(Value::FALSE) };
    let stream: StreamRef = wrapper::stream_of(reader, b"rb", &known.name);
    Ok(Value::resource(loxo_streams::into_resource(stream)))
}

/// `ZipArchive::getStream()`
pub(crate) fn get_stream(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    get_stream_name(cx, this, name, 0)
}

/// `ZipArchive::getStreamName()`
pub(crate) fn get_stream_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr, flags: i64) -> PhpResult<Value> {
    let index = located(cx, this, name, flags)?;
    stream(cx, this, index, flags)
}

/// `ZipArchive::getStreamIndex()`
pub(crate) fn get_stream_index(cx: &mut Cx, this: &PhpObject, index: i64, flags: i64) -> PhpResult<Value> {
    stream(cx, this, Some(index), flags)
}

fn make_dirs(cx: &mut Cx, path: &[u8]) -> bool {
    let full = paths::absolute(cx, path);
    paths::check_open_basedir(cx, path, true) && std::fs::create_dir_all(paths::path_of(&full)).is_ok()
}

/// `ZipArchive::extractTo()`
pub(crate) fn extract_to(cx: &mut Cx, this: &PhpObject, target: &PhpStr, files: Option<&Value>) -> PhpResult<bool> {
    opened(cx, this)?;
    if target.is_empty() {
        return Ok(false);
    }
    if loxo_streams::stat_path(cx, target, false, true, None).is_none() && !make_dirs(cx, target) {
        cx.check()?;
        return Ok(false);
    }
    let files = files.map(Value::clone_deref);
    let mut wanted: Vec<(Vec<u8>, Option<i64>)> = Vec::new();
    match (files.as_ref().and_then(Value::as_bytes), files.as_ref().and_then(Value::as_array)) {
        (Some(file), _) => wanted.push((file.to_vec(), None)),
        (None, Some(list)) => {
            if list.is_empty() {
                return Ok(false);
            }
            for index in 0..list.len() as i64 {
                if let Some(file) = list.get_int(index).and_then(|value| value.deref().as_bytes()) {
                    wanted.push((file.to_vec(), None));
                }
            }
        }
        (None, None) => {
            let container = opened(cx, this)?;
            for index in 0..container.entries.len() as i64 {
                let name = container.name(index, flag::UNCHANGED);
                let Some(name) = noted(container, name) else { return Ok(false) };
                wanted.push((name, Some(index)));
            }
        }
    }
    for (name, index) in wanted {
        if !extract(cx, this, target, &name, index)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Extracts a file. Nothing leads out of the directory: names are taken from the root.
fn extract(cx: &mut Cx, this: &PhpObject, target: &[u8], name: &[u8], index: Option<i64>) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    let index = match index {
        Some(index) => index,
        None => {
            let found = container.locate(name, 0);
            match noted(container, found) {
                Some(index) => index,
                None => return Ok(false),
            }
        }
    };
    let inner = paths::normalize(&[b"/", name].concat());
    let is_dir = name.ends_with(b"/");
    if inner.len() <= 1 {
        return Ok(is_dir);
    }
    let known = container.stat(index, 0);
    let Some(known) = noted(container, known) else { return Ok(false) };
    let path = [target, &inner].concat();
    let parent = if is_dir { &path[..] } else { &path[..path.iter().rposition(|&b| b == b'/').unwrap_or(0)] };
    if path.len() >= paths::MAX_PATH || name.contains(&0) {
        cx.builtin_warning(format!("Full extraction path exceed MAXPATHLEN ({})", paths::MAX_PATH));
        cx.check()?;
        return Ok(false);
    }
    if loxo_streams::stat_path(cx, parent, false, true, None).is_none() && !make_dirs(cx, parent) {
        cx.check()?;
        return Ok(false);
    }
    if is_dir {
        return Ok(true);
    }
    if !paths::check_open_basedir(cx, &path, true) {
        cx.check()?;
        return Ok(false);
    }
    let container = opened(cx, this)?;
    let reader = container.open(index, 0, None);
    let Some(mut reader) = noted(container, reader) else { return Ok(false) };
    let Some(file) = loxo_streams::open_stream(cx, &path, b"w+b", OpenOptions::REPORT_ERRORS, None)? else { return Ok(false) };
    let mut piece = vec![0; 1 << 16];
    loop {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(n) => {
                file.write(cx, &piece[..n]);
                cx.check_interrupt()?;
            }
            Err(error) => {
                file.close(cx);
                if let Ok(container) = opened(cx, this) {
                    container.error = error;
                }
                return Ok(true);
            }
        }
    }
    file.close(cx);
    cx.check()?;
    if let Some((wrapper, inner)) = loxo_streams::locate(cx, &path, OpenOptions::default()) {
        wrapper.metadata(cx, inner, &MetaChange::Touch(Some((known.mtime, known.mtime))));
    }
    cx.check()?;
    Ok(true)
}
