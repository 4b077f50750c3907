//! An open directory, or a list of files that match a pattern.

use loxo_runtime::PhpResource;
use loxo_streams::{OpenOptions, glob};

use super::{Kind, directory_iterator, directory_part, filesystem_iterator, not_initialized, state};
use crate::prelude::*;
use crate::support::throwing;

/// `FilesystemIterator::SKIP_DOTS`
pub(super) const SKIP_DOTS: i64 = 0x1000;

/// Where the names come from.
#[derive(Default)]
enum Source {
    #[default]
    Closed,
    Stream(PhpResource),
    /// Whole paths, the number of the next, and the resource that PHP has for such a list, which does nothing.
    Paths(Vec<Vec<u8>>, usize, #[expect(dead_code, reason = "programs can see it")] PhpResource),
}

#[derive(Default)]
pub(crate) struct Directory {
    source: Source,
    /// The name that it is on, empty behind the last.
    entry: Vec<u8>,
    /// Whether that is a directory, where the listing says so.
    pub(super) is_dir: Option<bool>,
    /// The directory of that, in a list.
    entry_path: Option<PhpStr>,
    pub(super) index: i64,
    pub(super) sub_path: PhpStr,
}

impl Directory {
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.source, Source::Closed)
    }

    pub(super) fn is_glob(&self) -> bool {
        matches!(self.source, Source::Paths(..))
    }

    pub(super) fn entry(&self) -> &[u8] {
        &self.entry
    }

    /// The directory that the file is in, if this is a list.
    pub(super) fn glob_path(&self) -> Option<PhpStr> {
        self.is_glob().then(|| self.entry_path.clone().unwrap_or_default())
    }

    pub(super) fn count(&self) -> Option<usize> {
        match &self.source {
            Source::Paths(paths, ..) => Some(paths.len()),
            _ => None,
        }
    }

    pub(super) fn is_dot(&self) -> bool {
        matches!(self.entry.as_slice(), b"." | b"..")
    }
}

/// The directory, which the constructor has opened.
#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(super) fn opened<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Directory> {
    match &mut state(this).kind {
        Kind::Directory(directory) if directory.is_open() => Ok(directory),
        _ => Err(not_initialized(cx)),
    }
}

fn directory(this: &PhpObject) -> Option<&mut Directory> {
    match &mut state(this).kind {
        Kind::Directory(directory) => Some(directory),
        _ => None,
    }
}

/// Opens what a constructor was given.
pub(super) fn open(cx: &mut Cx, this: &PhpObject, path: &[u8], flags: i64) -> PhpResult<()> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if state(this).path.is_some() {
        return Err(cx.throw_error("Directory object is already initialized"));
    }
    state(this).flags = flags;
    open_source(cx, this, path)?;
    read_wanted(cx, this);
    Ok(())
}

fn open_source(cx: &mut Cx, this: &PhpObject, path: &[u8]) -> PhpResult<()> {
    let source = match path.starts_with(b"glob://") {
        true => glob::listing(cx, path, OpenOptions::default()).map(|paths| {
            let stream = loxo_streams::dir::stream_of(loxo_streams::dir::ListOps::new("glob", Vec::new()));
            stream.set_flag(loxo_streams::flags::NO_FCLOSE);
            Source::Paths(paths, 0, loxo_streams::into_resource(stream))
        }),
        false => {
            let context = loxo_streams::context::default_context(cx);
            let options = OpenOptions::REPORT_ERRORS;
            let stream = throwing(cx, "UnexpectedValueException", None, |cx| loxo_streams::opendir(cx, path, options, Some(&context)))?;
            stream.map(|stream| {
                stream.set_flag(loxo_streams::flags::NO_FCLOSE);
                Source::Stream(loxo_streams::into_resource(stream))
            })
        }
    };
    let Some(source) = source else {
        let text = [b"Failed to open directory \"", path, b"\""].concat();
        return Err(cx.throw("UnexpectedValueException", text));
    };
    let stored = if path.len() > 1 { path.strip_suffix(b"/").unwrap_or(path) } else { path };
    state(this).path = Some(PhpStr::new(stored));
    if let Some(directory) = directory(this) {
        directory.source = source;
        directory.index = 0;
    }
    Ok(())
}

/// A clone opens the directory again and goes where the original is.
pub(super) fn reopen(cx: &mut Cx, original: &PhpObject, copy: &PhpObject) -> PhpResult<()> {
    let (index, sub_path) = match &state(original).kind {
        Kind::Directory(directory) if directory.is_open() => (directory.index, directory.sub_path.clone()),
        _ => return Ok(()),
    };
    let path = state(original).path.clone().unwrap_or_default();
    open_source(cx, copy, &path)?;
    for _ in 0..=index {
        read_wanted(cx, copy);
    }
    if let Some(directory) = directory(copy) {
        directory.index = index;
        directory.sub_path = sub_path;
    }
    Ok(())
}

/// Reads the next name.
fn read(cx: &mut Cx, this: &PhpObject) {
    let Some(directory) = directory(this) else { return };
    let path = match &mut directory.source {
        Source::Closed => None,
        Source::Stream(stream) => {
            let entry = loxo_streams::of_resource(stream).and_then(|stream| stream.read_dir(cx));
            let is_dir = entry.as_ref().and_then(|entry| entry.is_dir);
            return set_entry(this, entry.map_or_else(Vec::new, |entry| entry.name.to_vec()), is_dir, None);
        }
        Source::Paths(paths, next, _) => {
            let path = paths.get(*next).cloned();
            *next += usize::from(path.is_some());
            path
        }
    };
    let Some(path) = path else { return set_entry(this, Vec::new(), None, None) };
    let parent = directory_part(&path);
    let name = if path.contains(&b'/') { &path[parent.len() + 1..] } else { &path[..] };
    set_entry(this, name.to_vec(), None, Some(PhpStr::new(parent)));
}

fn set_entry(this: &PhpObject, entry: Vec<u8>, is_dir: Option<bool>, path: Option<PhpStr>) {
    state(this).file_name = None;
    if let Some(directory) = directory(this) {
        directory.entry = entry;
        directory.is_dir = is_dir;
        directory.entry_path = path;
    }
}

/// Reads the next name that is not to be skipped.
fn read_wanted(cx: &mut Cx, this: &PhpObject) {
    let skip_dots = state(this).flags & SKIP_DOTS != 0;
    loop {
        read(cx, this);
        if !skip_dots || !directory(this).is_some_and(|directory| directory.is_dot()) {
            return;
        }
    }
}

pub(super) fn rewind(cx: &mut Cx, this: &PhpObject, skip: bool) {
    let Some(directory) = directory(this) else { return };
    directory.index = 0;
    match &mut directory.source {
        Source::Closed => {}
        Source::Paths(_, next, _) => *next = 0,
        Source::Stream(stream) => {
            if let Some(stream) = loxo_streams::of_resource(stream) {
                stream.rewind_dir(cx);
            }
        }
    }
    if skip { read_wanted(cx, this) } else { read(cx, this) }
}

pub(super) fn advance(cx: &mut Cx, this: &PhpObject) {
    if let Some(directory) = directory(this) {
        directory.index += 1;
    }
    read_wanted(cx, this);
}

pub(super) fn foreach_iterator(cx: &mut Cx, this: &PhpObject, by_ref: bool, filesystem: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    Ok(Box::new(DirectoryForeachIterator { object: this.clone(), filesystem }))
}

/// A foreach; the place is the object's own.
struct DirectoryForeachIterator {
    object: PhpObject,
    /// Keys and values are those of a `FilesystemIterator`.
    filesystem: bool,
}

impl ForeachIterator for DirectoryForeachIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        rewind(cx, &self.object, self.filesystem);
        cx.check()
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(directory(&self.object).is_some_and(|directory| !directory.entry().is_empty()))
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        match self.filesystem {
            true => filesystem_iterator::current(cx, &self.object),
            false => directory_iterator::current(cx, &self.object),
        }
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        match self.filesystem {
            true => filesystem_iterator::key(cx, &self.object).map(Value::string),
            false => directory_iterator::key(cx, &self.object),
        }
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        advance(cx, &self.object);
        cx.check()
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}
