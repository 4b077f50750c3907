//! Files of an archive by their names, and making new ones.

use std::rc::Rc;

use loxo_runtime::Cx;
use loxo_runtime::paths;

use crate::archive::{ArchiveRef, Entry, EntryCell, EntryRef, Handle, Source, Try, Why, check_path, fail, flag, is_magic};
use crate::content;
use crate::registry::{find, is_readonly};
use crate::writing::now;

/// What a name may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    File,
    Any,
    Directory,
}

/// The file of a name. `guarded`: the archive's own files are nobody's business. Failures may be without words: it is not there.
pub(crate) fn entry_of(cx: &mut Cx, archive: &ArchiveRef, path: &[u8], kind: Kind, guarded: bool) -> Try<EntryRef> {
    if guarded && is_magic(path) {
        return fail("phar error: cannot directly access magic \".phar\" directory or files within it", &[]);
    }
    if path.is_empty() && kind == Kind::File {
        return fail("phar error: invalid path \"\" must not be empty", &[]);
    }
    let ends_as_dir = path.ends_with(b"/");
    let checked = check_path(path).or_else(|why| fail("phar error: invalid path \"{}\" contains {}", &[path, why.as_bytes()]))?;
    let name = if ends_as_dir {
        if checked.len() <= 1 {
            return Err(None);
        }
        checked.strip_suffix(b"/").unwrap_or(checked)
    } else {
        checked
    };
    let known = archive.entry(name);
    if let Some(entry) = known {
        let data = entry.get();
        if data.is_deleted {
            return Err(None);
        }
        if data.is_dir && kind == Kind::File {
            return fail("phar error: path \"{}\" is a directory", &[name]);
        }
        if !data.is_dir && kind == Kind::Directory {
            return fail("phar error: path \"{}\" exists and is a not a directory", &[name]);
        }
        drop(data);
        return Ok(entry);
    }
    if kind != Kind::File && archive.get().implied_dirs.contains(name) {
        let entry = Entry { name: name.to_vec(), is_dir: true, is_implied: true, ..Entry::default() };
        return Ok(EntryCell::new(entry));
    }
    below_mounted(cx, archive, name, kind)
}

/// What is in a directory outside of the archive that is mounted.
fn below_mounted(cx: &mut Cx, archive: &ArchiveRef, name: &[u8], kind: Kind) -> Try<EntryRef> {
    let dirs: Vec<Vec<u8>> = archive.get().mounted_dirs.iter().cloned().collect();
    for dir in dirs {
        let Some(rest) = name.strip_prefix(&dir[..]).filter(|rest| !rest.is_empty()) else { continue };
        let Some(base) = archive.entry(&dir).and_then(|entry| entry.get().outside.clone()) else {
            return fail("phar internal error: mounted path \"{}\" could not be retrieved from manifest", &[&dir]);
        };
        let outside = [&base[..], rest].concat();
        let Some(stat) = loxo_streams::stat_path(cx, &outside, false, true, None) else { return Err(None) };
        if stat.is_dir() && kind == Kind::File {
            return fail("phar error: path \"{}\" is a directory", &[name]);
        }
        if !stat.is_dir() && kind != Kind::File {
            return fail("phar error: path \"{}\" exists and is a not a directory", &[name]);
        }
        let mounted = mount(cx, archive, &outside, name);
        let entry = archive.entry(name);
        return match entry.filter(|_| mounted) {
            Some(entry) => Ok(entry),
            None => fail("phar error: path \"{}\" exists as file \"{}\" and could not be mounted", &[name, &outside]),
        };
    }
    Err(None)
}

/// Shows something outside of the archive as a file in it.
pub(crate) fn mount(cx: &mut Cx, archive: &ArchiveRef, outside: &[u8], path: &[u8]) -> bool {
    let Ok(name) = check_path(path) else { return false };
    if is_magic(name) {
        return false;
    }
    let outside = if outside.starts_with(b"phar://") { outside.to_vec() } else { paths::expand(cx, outside) };
    if !outside.starts_with(b"phar://") && !paths::check_open_basedir(cx, &outside, true) {
        return false;
    }
    let Some(stat) = loxo_streams::stat_path(cx, &outside, false, true, None) else { return false };
    let mut data = archive.edit();
    if stat.is_dir() && !data.mounted_dirs.insert(name.to_vec()) {
        return false;
    }
    if data.manifest.contains_key(name) {
        return false;
    }
    let size = if stat.is_dir() { 0 } else { u32::try_from(stat.size).unwrap_or(u32::MAX) };
    let entry = Entry {
        name: name.to_vec(),
        size,
        packed: size,
        flags: stat.mode,
        source: Source::Outside(None),
        outside: Some(outside),
        is_dir: stat.is_dir(),
        is_mounted: true,
        is_checked: true,
        ..Entry::default()
    };
    data.manifest.insert(name.to_vec(), EntryCell::new(entry));
    true
}

/// A mode of opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Read,
    /// `r+`
    Change,
    /// `w`
    Truncate,
}

/// Opens a file for reading or writing. `Ok(None)`: it is not there, and may be made.
pub(crate) fn open_entry(cx: &mut Cx, name: &[u8], path: &[u8], mode: Mode, kind: Kind, guarded: bool) -> Try<Option<Handle>> {
    let archive = find(cx, name, None)?;
    let writes = mode != Mode::Read;
    let creates = mode == Mode::Truncate;
    let readonly = is_readonly(cx);
    let is_data = archive.get().is_data;
    if writes && readonly && !is_data {
        return fail("phar error: file \"{}\" in phar \"{}\" cannot be opened for writing, disabled by ini setting", &[path, name]);
    }
    if path.is_empty() {
        return fail("phar error: file \"\" in phar \"{}\" must not be empty", &[name]);
    }
    let entry = match entry_of(cx, &archive, path, kind, guarded) {
        Ok(entry) => entry,
        Err(why) => return missing(why, creates, readonly, is_data),
    };
    if entry.get().is_modified && !writes {
        let pattern = "phar error: file \"{}\" in phar \"{}\" cannot be opened for reading, writable file pointers are open";
        return fail(pattern, &[path, name]);
    }
    if entry.readers.get() > 0 && writes {
        let pattern = "phar error: file \"{}\" in phar \"{}\" cannot be opened for writing, readable file pointers are open";
        return fail(pattern, &[path, name]);
    }
    if entry.get().is_dir {
        return Ok(Some(Handle::new(&archive, &entry)));
    }
    match mode {
        Mode::Truncate => truncate(cx, &archive, &entry)?,
        Mode::Change => separate(cx, &archive, &entry)?,
        Mode::Read => content::open(cx, &archive, &entry, true)?,
    }
    if entry.get().link.is_some() && content::link_target(&archive, &entry).is_none() {
        return Err(None);
    }
    Ok(Some(Handle::new(&archive, &entry)))
}

fn missing(why: Why, creates: bool, readonly: bool, is_data: bool) -> Try<Option<Handle>> {
    if creates && (!readonly || is_data) {
        // Only of archives that can be run nothing is said here; the failure is the same.
        return Ok(None);
    }
    Err(why)
}

/// A file without content, to be written.
fn truncate(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef) -> Try<()> {
    let file = content::temporary(cx)?;
    let format = archive.get().format;
    let mut data = entry.edit();
    data.unlink(format);
    data.old_flags = data.flags;
    data.is_modified = true;
    (data.size, data.packed, data.crc, data.at) = (0, 0, 0, 0);
    data.flags = flag::DEFAULT_FILE;
    data.source = Source::Own(file);
    archive.edit().modified = true;
    Ok(())
}

/// Content of its own, to be changed.
pub(crate) fn separate(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef) -> Try<()> {
    if matches!(entry.get().source, Source::Own(_)) {
        return Ok(());
    }
    let file = content::copy_of(cx, archive, entry)?;
    let format = archive.get().format;
    let mut data = entry.edit();
    data.unlink(format);
    (data.source, data.at, data.is_modified) = (Source::Own(file), 0, true);
    Ok(())
}

/// Opens a file for writing, made if it is not there.
pub(crate) fn open_or_create(cx: &mut Cx, name: &[u8], path: &[u8], mode: Mode, kind: Kind) -> Try<Handle> {
    let archive = find(cx, name, None)?;
    if let Some(handle) = open_entry(cx, name, path, mode, kind, true)? {
        return Ok(handle);
    }
    let checked = check_path(path).or_else(|why| fail("phar error: invalid path \"{}\" contains {}", &[path, why.as_bytes()]))?;
    let file = checked.strip_suffix(b"/").unwrap_or(checked).to_vec();
    let is_dir = kind == Kind::Directory;
    let source = Source::Own(content::temporary(cx)?);
    let mut data = archive.edit();
    data.imply_dirs(&file);
    if data.manifest.get(&file).is_some_and(|known| !known.get().is_deleted) {
        return fail("phar error: unable to add new entry \"{}\" to phar \"{}\"", &[&file, &data.name]);
    }
    let flags = if is_dir { flag::DEFAULT_DIR } else { flag::DEFAULT_FILE };
    let tar_type = if data.is_tar() { if is_dir { b'5' } else { b'0' } } else { 0 };
    let entry = EntryCell::new(Entry {
        name: file.clone(),
        flags,
        old_flags: flags,
        time: now(),
        source,
        tar_type,
        is_dir,
        is_modified: true,
        is_checked: true,
        ..Entry::default()
    });
    data.manifest.insert(file, Rc::clone(&entry));
    drop(data);
    Ok(Handle::new(&archive, &entry))
}
