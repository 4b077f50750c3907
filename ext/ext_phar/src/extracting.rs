//! `Phar::extractTo()`: writes the files of an archive below a folder, and none beside it, whatever their names say.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::rc::Rc;

use loxo_runtime::streams::{self, error_text, paths};
use loxo_runtime::{Cx, ErrorLevel, PhpObject, PhpResult, PhpStr, Value};

use crate::archive::{ArchiveRef, EntryRef, Try, fail, flag, is_magic, text};
use crate::content::{self, Out};
use crate::phar::{PHAR, RUNTIME, archive_of};

const INVALID: &str = "InvalidArgumentException";

/// `Phar::extractTo()`
pub(crate) fn extract_to(cx: &mut Cx, this: &PhpObject, directory: &PhpStr, files: Option<&Value>, overwrite: bool) -> PhpResult<bool> {
    let archive = archive_of(cx, this)?;
    let name = archive.name();
    if File::open(paths::path_of(&name)).is_err() {
        return Err(cx.throw(INVALID, text("Invalid argument, {} cannot be found", &[&name])));
    }
    if directory.is_empty() {
        return Err(cx.throw(INVALID, "Invalid argument, extraction path must be non-zero length"));
    }
    if directory.len() >= paths::MAX_PATH {
        let pattern = "Cannot extract to \"{}...\", destination directory is too long for filesystem";
        return Err(cx.throw(INVALID, text(pattern, &[&directory[..50]])));
    }
    match streams::stat_path(cx, directory, false, true, None) {
        Some(stat) if stat.is_dir() => {}
        Some(_) => {
            let pattern = "Unable to use path \"{}\" for extraction, it is a file, must be a directory";
            return Err(cx.throw(RUNTIME, text(pattern, &[directory])));
        }
        None if make_dirs(cx, directory, 0o777) => {}
        None => return Err(cx.throw(RUNTIME, text("Unable to create path \"{}\" for extraction", &[directory]))),
    }
    let mut wanted = Vec::new();
    match files.map(Value::deref) {
        Some(list) if list.is_array() => {
            let Some(list) = list.as_array() else { return Ok(false) };
            if list.is_empty() {
                return Ok(false);
            }
            for file in list.values() {
                match file.deref().as_bytes() {
                    Some(file) => wanted.push(file.to_vec()),
                    None => return Err(cx.throw(INVALID, "Invalid argument, array of filenames to extract contains non-string value")),
                }
            }
        }
        Some(one) if one.is_string() => wanted.push(one.as_bytes().unwrap_or_default().to_vec()),
        _ => {
            some(cx, &archive, None, directory, overwrite)?;
            return Ok(true);
        }
    }
    for file in wanted {
        if !some(cx, &archive, Some(&file), directory, overwrite)? {
            let pattern = "phar error: attempted to extract non-existent file or directory \"{}\" from phar \"{}\"";
            return Err(cx.throw(PHAR, text(pattern, &[&file, &name])));
        }
    }
    Ok(true)
}

/// Extracts a file, what is in a directory, or all. False: there was nothing.
fn some(cx: &mut Cx, archive: &ArchiveRef, wanted: Option<&[u8]>, directory: &[u8], overwrite: bool) -> PhpResult<bool> {
    let chosen: Vec<EntryRef> = match wanted {
        None => archive.entries(),
        Some(dir) if dir.ends_with(b"/") => archive.entries().into_iter().filter(|entry| entry.get().name.starts_with(dir)).collect(),
        Some(file) => archive.entry(file).into_iter().collect(),
    };
    let found = !chosen.is_empty();
    for entry in chosen {
        if let Err(why) = extract(cx, archive, &entry, directory, overwrite) {
            cx.check()?;
            let pattern = "Extraction from phar \"{}\" failed: {}";
            return Err(cx.throw(PHAR, text(pattern, &[&archive.name(), &why.unwrap_or_default()])));
        }
    }
    cx.check()?;
    Ok(found)
}

fn make_dirs(cx: &mut Cx, path: &[u8], mode: u32) -> bool {
    use std::os::unix::fs::DirBuilderExt;
    let full = paths::absolute(cx, path);
    paths::check_open_basedir(cx, path, true) && fs::DirBuilder::new().recursive(true).mode(mode).create(paths::path_of(&full)).is_ok()
}

fn extract(cx: &mut Cx, archive: &ArchiveRef, entry: &EntryRef, directory: &[u8], overwrite: bool) -> Try<()> {
    let data = entry.get().clone();
    if data.is_mounted || data.is_deleted || is_magic(&data.name) {
        return Ok(());
    }
    // Nothing leads out of the directory: the name is taken from the root.
    let inner = paths::normalize(&[b"/", &data.name[..]].concat());
    if inner.len() <= 1 || data.name.contains(&0) {
        return fail("Cannot extract \"{}\", internal error", &[&data.name]);
    }
    let path = [directory, &inner[..]].concat();
    if path.len() >= paths::MAX_PATH {
        let pattern = match data.name.len() > 50 {
            true => "Cannot extract \"{}...\" to \"{}...\", extracted filename is too long for filesystem",
            false => "Cannot extract \"{}\" to \"{}...\", extracted filename is too long for filesystem",
        };
        return fail(pattern, &[&data.name[..data.name.len().min(50)], &path[..50]]);
    }
    if !paths::check_open_basedir(cx, &path, true) {
        return fail("Cannot extract \"{}\" to \"{}\", openbasedir/safe mode restrictions in effect", &[&data.name, &path]);
    }
    if !overwrite && streams::stat_path(cx, &path, false, true, None).is_some() {
        return fail("Cannot extract \"{}\" to \"{}\", path already exists", &[&data.name, &path]);
    }
    // Of directories too only what they are in is made.
    let parent = path[..path.iter().rposition(|&b| b == b'/').unwrap_or(0)].to_vec();
    let mode = if data.is_dir { data.flags & flag::PERMISSIONS } else { 0o777 };
    if streams::stat_path(cx, &parent, false, true, None).is_none() && !make_dirs(cx, &parent, mode) {
        return fail("Cannot extract \"{}\", could not create directory \"{}\"", &[&data.name, &parent]);
    }
    if data.is_dir {
        return Ok(());
    }
    let full = paths::absolute(cx, &path);
    let file = match File::options().read(true).write(true).create(true).truncate(true).open(paths::path_of(&full)) {
        Ok(file) => Rc::new(file),
        Err(error) => {
            let why = ["Failed to open stream: ", &error_text(error)].concat();
            cx.builtin_raise_about(ErrorLevel::Warning, &path, why);
            return fail("Cannot extract \"{}\", could not open for writing \"{}\"", &[&data.name, &path]);
        }
    };
    if let Err(why) = content::open(cx, archive, entry, true) {
        let pattern = "Cannot extract \"{}\" to \"{}\", unable to open internal file pointer: {}";
        return fail(pattern, &[&data.name, &path, &why.unwrap_or_default()]);
    }
    let Some(region) = content::region(cx, archive, entry) else {
        return fail("Cannot extract \"{}\" to \"{}\", unable to seek internal file pointer", &[&data.name, &path]);
    };
    if !region.copy(cx, &mut Out { file: file.clone(), at: 0 }) {
        return fail("Cannot extract \"{}\" to \"{}\", copying contents failed", &[&data.name, &path]);
    }
    if file.set_permissions(fs::Permissions::from_mode(data.flags & flag::PERMISSIONS)).is_err() {
        return fail("Cannot extract \"{}\" to \"{}\", setting file permissions failed", &[&data.name, &path]);
    }
    Ok(())
}
