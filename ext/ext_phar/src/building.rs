//! `Phar`: adding, copying and deleting files.

use ext_spl::attach::{self, Subject};
use loxo_runtime::paths;
use loxo_runtime::{Cx, ForeachIterator, PhpArray, PhpObject, PhpResult, PhpStr, Value, args, class_of, iterate};
use loxo_streams::{Stat, Stream};

use crate::archive::{ALIAS, ArchiveRef, EntryCell, STUB, Source, check_path, flag, is_magic, text};
use crate::content::{self, Out, copy_stream, length};
use crate::entries::{Kind, Mode, entry_of, open_or_create};
use crate::phar::{BAD_CALL, PHAR, READONLY_SETTING, RUNTIME, UNEXPECTED, archive_of, open_quietly, thrown, writable, written};

fn permissions(stat: Option<Stat>, flags: u32) -> u32 {
    // What is made of nothing may be all that the umask leaves.
    stat.map_or_else(|| flags & !loxo_streams::file_mask(), |stat| stat.mode & flag::PERMISSIONS)
}

/// Where the content of a new file comes from.
enum Content<'a> {
    Text(&'a [u8]),
    Stream(&'a Stream),
}

fn add(cx: &mut Cx, archive: &ArchiveRef, name: &[u8], content: Content<'_>) -> PhpResult<()> {
    if is_magic(name) {
        return Err(cx.throw(BAD_CALL, "Cannot create any files in magic \".phar\" directory"));
    }
    let handle = match open_or_create(cx, &archive.name(), name, Mode::Truncate, Kind::File) {
        Ok(handle) => handle,
        Err(why) => {
            cx.check()?;
            let mut message = text("Entry {} does not exist and cannot be created", &[name]);
            if let Some(why) = why {
                message.extend_from_slice(&[b": ", &why[..]].concat());
            }
            return Err(cx.throw(BAD_CALL, message));
        }
    };
    let source = handle.entry.get().source.clone();
    let is_dir = handle.entry.get().is_dir;
    let mut stat = None;
    if let (Source::Own(file), false) = (source, is_dir) {
        let mut out = Out { file, at: 0 };
        let good = match content {
            Content::Text(bytes) => out.write(bytes),
            Content::Stream(stream) => {
                stat = stream.stat(cx);
                copy_stream(cx, stream, &mut out)
            }
        };
        let size = u32::try_from(out.at).ok().filter(|_| good);
        let Some(size) = size else { return Err(cx.throw(BAD_CALL, text("Entry {} could not be written to", &[name]))) };
        let mut entry = handle.entry.edit();
        (entry.size, entry.packed) = (size, size);
    }
    let flags = handle.entry.get().flags;
    handle.entry.edit().flags = permissions(stat, flags);
    drop(handle);
    cx.check()?;
    written(cx, archive, PHAR)
}

/// `Phar::addFile()`
pub(crate) fn add_file(cx: &mut Cx, this: &PhpObject, filename: &PhpStr, local: Option<&PhpStr>) -> PhpResult<()> {
    let archive = archive_of(cx, this)?;
    let is_url = memchr::memmem::find(filename, b"://").is_some();
    if !is_url && !paths::check_open_basedir(cx, filename, true) {
        let pattern = "phar error: unable to open file \"{}\" to add to phar archive, open_basedir restrictions prevent this";
        return Err(cx.throw(RUNTIME, text(pattern, &[filename])));
    }
    let Some(stream) = open_quietly(cx, filename)? else {
        return Err(cx.throw(RUNTIME, text("phar error: unable to open file \"{}\" to add to phar archive", &[filename])));
    };
    let done = add(cx, &archive, local.unwrap_or(filename), Content::Stream(&stream));
    stream.close(cx);
    done
}

/// `Phar::addFromString()`
pub(crate) fn add_from_string(cx: &mut Cx, this: &PhpObject, local: &PhpStr, contents: &PhpStr) -> PhpResult<()> {
    let archive = archive_of(cx, this)?;
    add(cx, &archive, local, Content::Text(contents))
}

/// `Phar::addEmptyDir()`
pub(crate) fn add_empty_dir(cx: &mut Cx, this: &PhpObject, directory: &PhpStr) -> PhpResult<()> {
    let archive = archive_of(cx, this)?;
    if is_magic(directory) {
        return Err(cx.throw(BAD_CALL, "Cannot create a directory in magic \".phar\" directory"));
    }
    match open_or_create(cx, &archive.name(), directory, Mode::Truncate, Kind::Directory) {
        Ok(handle) => drop(handle),
        Err(why) => {
            cx.check()?;
            let mut message = text("Directory {} does not exist and cannot be created", &[directory]);
            if let Some(why) = why {
                message.extend_from_slice(&[b": ", &why[..]].concat());
            }
            return Err(cx.throw(BAD_CALL, message));
        }
    }
    written(cx, &archive, PHAR)
}

/// A name of a file as a key of an array that it is not.
fn name_argument(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    let mut value = value.clone_deref();
    args::path(cx, 1, &mut value).cloned()
}

/// `Phar::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, name: &Value) -> PhpResult<bool> {
    let name = name_argument(cx, name)?;
    let archive = archive_of(cx, this)?;
    let data = archive.get();
    if let Some(entry) = data.entry(&name) {
        return Ok(!entry.get().is_deleted && !is_magic(&name));
    }
    let fitting = attach::info_class(this).is_none_or(|class| class.is_subclass_of(cx.builtin_class("PharFileInfo")));
    Ok(fitting && data.implied_dirs.contains(name.as_bytes()))
}

/// `Phar::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, name: &Value) -> PhpResult<PhpObject> {
    let name = name_argument(cx, name)?;
    let archive = archive_of(cx, this)?;
    let full = archive.name();
    if let Err(why) = entry_of(cx, &archive, &name, Kind::Any, false) {
        let mut message = text("Entry {} does not exist", &[&name]);
        if let Some(why) = why {
            message.extend_from_slice(&[b", ", &why[..]].concat());
        }
        return Err(cx.throw(BAD_CALL, message));
    }
    let refused = match name.as_bytes() {
        STUB => Some(text("Cannot get stub \".phar/stub.php\" directly in phar \"{}\", use getStub", &[&full])),
        ALIAS => Some(text("Cannot get alias \".phar/alias.txt\" directly in phar \"{}\", use getAlias", &[&full])),
        other if is_magic(other) => Some(b"Cannot directly get any files or directories in magic \".phar\" directory".to_vec()),
        _ => None,
    };
    if let Some(message) = refused {
        return Err(cx.throw(BAD_CALL, message));
    }
    let class = attach::info_class(this).unwrap_or_else(|| cx.builtin_class("PharFileInfo"));
    let url = PhpStr::concat(&[b"phar://", &full, b"/", &name]);
    cx.new_object(class, &[Value::string(url)])
}

/// `Phar::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, name: &Value, value: &Value) -> PhpResult<()> {
    let name = name_argument(cx, name)?;
    let mut value = value.clone_deref();
    let resource = value.as_resource().cloned();
    let content = if resource.is_some() { PhpStr::default() } else { args::string(cx, 2, &mut value)?.clone() };
    let archive = writable(cx, this, BAD_CALL, READONLY_SETTING)?;
    let full = archive.name();
    let refused = match name.as_bytes() {
        STUB => Some(text("Cannot set stub \".phar/stub.php\" directly in phar \"{}\", use setStub", &[&full])),
        ALIAS => Some(text("Cannot set alias \".phar/alias.txt\" directly in phar \"{}\", use setAlias", &[&full])),
        other if is_magic(other) => Some(b"Cannot set any files or directories in magic \".phar\" directory".to_vec()),
        _ => None,
    };
    if let Some(message) = refused {
        return Err(cx.throw(BAD_CALL, message));
    }
    match resource {
        Some(resource) => match loxo_streams::of_resource(&resource) {
            Some(stream) => add(cx, &archive, &name, Content::Stream(&stream)),
            None => Err(cx.throw(BAD_CALL, text("Entry {} could not be written to", &[&name]))),
        },
        None => add(cx, &archive, &name, Content::Text(&content)),
    }
}

/// `Phar::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, name: &Value) -> PhpResult<()> {
    let name = name_argument(cx, name)?;
    let archive = writable(cx, this, BAD_CALL, READONLY_SETTING)?;
    let entry = archive.entry(&name);
    let Some(entry) = entry.filter(|entry| !entry.get().is_deleted) else { return Ok(()) };
    {
        let mut data = entry.edit();
        (data.is_modified, data.is_deleted) = (false, true);
    }
    written(cx, &archive, PHAR)
}

/// `Phar::delete()`
pub(crate) fn delete(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let archive = writable(cx, this, UNEXPECTED, "Cannot write out phar archive, phar is read-only")?;
    let entry = archive.entry(name);
    let Some(entry) = entry else {
        return Err(cx.throw(BAD_CALL, text("Entry {} does not exist and cannot be deleted", &[name])));
    };
    if entry.get().is_deleted {
        return Ok(true);
    }
    {
        let mut data = entry.edit();
        (data.is_deleted, data.is_modified) = (true, true);
    }
    archive.edit().modified = true;
    written(cx, &archive, PHAR)?;
    Ok(true)
}

/// `Phar::copy()`
pub(crate) fn copy(cx: &mut Cx, this: &PhpObject, from: &PhpStr, to: &PhpStr) -> PhpResult<bool> {
    let archive = archive_of(cx, this)?;
    let readonly = text("Cannot copy \"{}\" to \"{}\", phar is read-only", &[from, to]);
    let archive = if archive.get().is_data { archive } else { writable(cx, this, UNEXPECTED, &String::from_utf8_lossy(&readonly))? };
    let full = archive.name();
    let cannot = |why: &str| text(&["file \"{}\" cannot be copied to file \"{}\", ", why].concat(), &[from, to, &full]);
    if is_magic(from) {
        return Err(cx.throw(UNEXPECTED, cannot("cannot copy Phar meta-file in {}")));
    }
    if is_magic(to) {
        return Err(cx.throw(UNEXPECTED, cannot("cannot copy to Phar meta-file in {}")));
    }
    let old = archive.entry(from).filter(|entry| !entry.get().is_deleted);
    let Some(old) = old else { return Err(cx.throw(UNEXPECTED, cannot("file does not exist in {}"))) };
    if archive.entry(to).is_some_and(|entry| !entry.get().is_deleted) {
        return Err(cx.throw(UNEXPECTED, cannot("file must not already exist in phar {}")));
    }
    let name = match check_path(to) {
        Ok(name) => name.to_vec(),
        Err(why) => {
            let pattern = "file \"{}\" contains invalid characters {}, cannot be copied from \"{}\" in phar {}";
            return Err(cx.throw(UNEXPECTED, text(pattern, &[to, why.as_bytes(), from, &full])));
        }
    };
    let mut new = old.get().clone();
    if !matches!(new.source, Source::Archive) {
        match content::copy_of(cx, &archive, &old) {
            Ok(file) => (new.source, new.at, new.is_modified) = (Source::Own(file), 0, true),
            Err(why) => {
                thrown(cx, PHAR, why)?;
                return Ok(true);
            }
        }
        let format = archive.get().format;
        new.unlink(format);
    }
    new.name.clone_from(&name);
    archive.edit().manifest.insert(name, EntryCell::new(new));
    archive.edit().modified = true;
    written(cx, &archive, PHAR)?;
    Ok(true)
}

/// `Phar::buildFromDirectory()`
pub(crate) fn build_from_directory(cx: &mut Cx, this: &PhpObject, directory: &PhpStr, pattern: &PhpStr) -> PhpResult<PhpArray> {
    const FLAGS: i64 = 0x3000;
    let archive = writable(cx, this, UNEXPECTED, "Cannot write to archive - write operations restricted by INI setting")?;
    let class = cx.builtin_class("RecursiveDirectoryIterator");
    let walk = cx.new_object(class, &[Value::string(directory.clone()), Value::int(FLAGS)])?;
    let class = cx.builtin_class("RecursiveIteratorIterator");
    let mut walk = cx.new_object(class, &[Value::object(walk)])?;
    if !pattern.is_empty() {
        let class = cx.builtin_class("RegexIterator");
        walk = cx.new_object(class, &[Value::object(walk), Value::string(pattern.clone())])?;
    }
    build(cx, &archive, &walk, Some(directory))
}

/// `Phar::buildFromIterator()`
pub(crate) fn build_from_iterator(cx: &mut Cx, this: &PhpObject, walk: &PhpObject, base: Option<&PhpStr>) -> PhpResult<PhpArray> {
    let archive = writable(cx, this, UNEXPECTED, "Cannot write out phar archive, phar is read-only")?;
    build(cx, &archive, walk, base)
}

fn build(cx: &mut Cx, archive: &ArchiveRef, walk: &PhpObject, base: Option<&PhpStr>) -> PhpResult<PhpArray> {
    let class = class_of(walk).name.as_bytes();
    let base = base.filter(|base| !base.is_empty());
    let mut added = PhpArray::new();
    iterate::walk(cx, walk, |cx, each| {
        if let Some((name, opened)) = build_one(cx, archive, each, class, base.map(PhpStr::as_bytes))? {
            added.set_sym(&name, Value::bytes(&opened));
        }
        Ok(true)
    })?;
    written(cx, archive, PHAR)?;
    Ok(added)
}

/// The path behind all links, so that none leads out of a directory.
fn followed(cx: &Cx, path: &[u8]) -> Vec<u8> {
    paths::real(cx, path).unwrap_or_else(|| paths::expand(cx, path))
}

/// The key of an iterator, which must be a name.
fn key(cx: &mut Cx, each: &mut dyn ForeachIterator, class: &[u8]) -> PhpResult<Vec<u8>> {
    let key = each.key(cx)?;
    match key.deref().as_bytes() {
        Some(key) => Ok(key.to_vec()),
        None => Err(cx.throw(UNEXPECTED, text("Iterator {} returned an invalid key (must return a string)", &[class]))),
    }
}

/// Adds what an iterator is on. The answer is the name in the archive, and where the content came from.
fn build_one(
    cx: &mut Cx,
    archive: &ArchiveRef,
    each: &mut dyn ForeachIterator,
    class: &[u8],
    base: Option<&[u8]>,
) -> PhpResult<Option<(Vec<u8>, Vec<u8>)>> {
    let value = each.current(cx)?.clone_deref();
    if let Some(resource) = value.as_resource() {
        let Some(stream) = loxo_streams::of_resource(resource) else {
            return Err(cx.throw(BAD_CALL, text("Iterator {} returned an invalid stream handle", &[class])));
        };
        let name = key(cx, each, class)?;
        return put(cx, archive, name, &stream, b"[stream]".to_vec());
    }
    let file = match (&value, value.as_object()) {
        (_, Some(object)) if class_of(object).is_subclass_of(cx.builtin_class("SplFileInfo")) => {
            if base.is_none() {
                let pattern = "Iterator {} returns an SplFileInfo object, so base directory must be specified";
                return Err(cx.throw(BAD_CALL, text(pattern, &[class])));
            }
            let path = match attach::subject(object) {
                Some(Subject::Element(path, name)) => {
                    let path = [&path[..], b"/", &name].concat();
                    if loxo_streams::stat_path(cx, &path, false, true, None).is_some_and(|stat| stat.is_dir()) {
                        return Ok(None);
                    }
                    path
                }
                Some(Subject::File(name)) => name.to_vec(),
                None => return Err(cx.throw(UNEXPECTED, "Could not resolve file path")),
            };
            if loxo_streams::scheme(&path).is_some() { path } else { followed(cx, &path) }
        }
        (value, None) if value.is_string() => value.as_bytes().unwrap_or_default().to_vec(),
        _ => {
            let pattern = "Iterator {} returned an invalid value (must return a string, a stream, or an SplFileInfo object)";
            return Err(cx.throw(UNEXPECTED, text(pattern, &[class])));
        }
    };
    let name = match base {
        Some(base) => {
            let base = followed(cx, base);
            let rest = file.strip_prefix(&base[..]).filter(|rest| base.ends_with(b"/") || matches!(rest.first(), None | Some(b'/')));
            match rest {
                Some(b"") => return Ok(None),
                Some(rest) => rest.strip_prefix(b"/").or_else(|| rest.strip_prefix(b"\\")).unwrap_or(rest).to_vec(),
                None => {
                    let pattern = "Iterator {} returned a path \"{}\" that is not in the base directory \"{}\"";
                    return Err(cx.throw(UNEXPECTED, text(pattern, &[class, &file, &base])));
                }
            }
        }
        None => key(cx, each, class)?,
    };
    if !paths::check_open_basedir(cx, &file, true) {
        let pattern = "Iterator {} returned a path \"{}\" that open_basedir prevents opening";
        return Err(cx.throw(UNEXPECTED, text(pattern, &[class, &file])));
    }
    let Some(stream) = open_quietly(cx, &file)? else {
        let pattern = "Iterator {} returned a file that could not be opened \"{}\"";
        return Err(cx.throw(UNEXPECTED, text(pattern, &[class, &file])));
    };
    let opened = if loxo_streams::scheme(&file).is_some() { file } else { paths::expand(cx, &file) };
    let done = put(cx, archive, name, &stream, opened);
    stream.close(cx);
    done
}

/// Adds a file whose content goes to the archive's scratch file until it is written.
fn put(cx: &mut Cx, archive: &ArchiveRef, name: Vec<u8>, stream: &Stream, opened: Vec<u8>) -> PhpResult<Option<(Vec<u8>, Vec<u8>)>> {
    if is_magic(&name) {
        return Ok(None);
    }
    let handle = match open_or_create(cx, &archive.name(), &name, Mode::Truncate, Kind::File) {
        Ok(handle) => handle,
        Err(why) => {
            cx.check()?;
            let why = why.unwrap_or_default();
            return Err(cx.throw(BAD_CALL, text("Entry {} cannot be created: {}", &[&name, &why])));
        }
    };
    let scratch = archive.get().scratch.clone();
    let scratch = match scratch {
        Some(scratch) => scratch,
        None => match content::temporary(cx) {
            Ok(scratch) => scratch,
            Err(_) => return Err(cx.throw(PHAR, text("phar \"{}\" unable to create temporary file", &[&archive.name()]))),
        },
    };
    archive.edit().scratch = Some(scratch.clone());
    let start = length(&scratch);
    let mut out = Out { file: scratch, at: start };
    let done = copy_stream(cx, stream, &mut out);
    cx.check()?;
    let Some(size) = u32::try_from(out.at - start).ok().filter(|_| done) else {
        return Err(cx.throw(BAD_CALL, text("Entry {} could not be written to", &[&name])));
    };
    let stat = stream.stat(cx);
    let flags = handle.entry.get().flags;
    let mut entry = handle.entry.edit();
    (entry.source, entry.at, entry.size, entry.packed) = (Source::Scratch, start, size, size);
    entry.flags = permissions(stat, flags);
    drop(entry);
    drop(handle);
    Ok(Some((name, opened)))
}
