//! `phar://`: directories, and names that change.

use indexmap::IndexSet;
use loxo_runtime::{Cx, PhpResource, PhpStr};
use loxo_streams::dir::DirEntry;
use loxo_streams::{Failures, OpenOptions, SeekFailed, Stream, StreamOps, StreamRef, Whence};

use crate::archive::{ArchiveRef, Entry, EntryCell, Source, Try, fail, flag, is_magic, text};
use crate::content;
use crate::entries::{Kind, entry_of};
use crate::paths_in::{Purpose, Wanted, split};
use crate::registry::{find, is_readonly};
use crate::wrapper::parse;
use crate::writing::{flush, now};

/// `opendir()`
pub(crate) fn open(cx: &mut Cx, url: &[u8], context: Option<&PhpResource>, failures: &mut Failures) -> Option<StreamRef> {
    let parsed = match parse(cx, url, false, true) {
        Ok(parsed) => parsed,
        Err(why) => {
            if let Some(why) = why {
                failures.log(why);
            }
            failures.log(text("phar url \"{}\" is unknown", &[url]));
            return None;
        }
    };
    let archive = match find(cx, &parsed.host, None) {
        Ok(archive) => archive,
        Err(why) => {
            failures.log(why.unwrap_or_else(|| text("phar file \"{}\" is unknown", &[&parsed.host])));
            return None;
        }
    };
    let dir = parsed.path;
    if dir.is_empty() {
        return Some(listing(&archive, b""));
    }
    let known = archive.entry(&dir);
    match known {
        Some(entry) if !entry.get().is_dir => None,
        Some(entry) => {
            let outside = entry.get().outside.clone().filter(|_| entry.get().is_mounted);
            match outside {
                Some(outside) => loxo_streams::opendir(cx, &outside, OpenOptions::REPORT_ERRORS, context).ok().flatten(),
                None => Some(listing(&archive, &dir)),
            }
        }
        None => {
            let below = archive.get().manifest.keys().any(|name| name.len() > dir.len() && name.starts_with(&dir));
            below.then(|| listing(&archive, &dir))
        }
    }
}

/// The names in a directory, sorted.
fn listing(archive: &ArchiveRef, dir: &[u8]) -> StreamRef {
    let archive = archive.get();
    let mut names = IndexSet::new();
    if !is_magic(dir) {
        for name in archive.manifest.keys() {
            let rest = match dir.is_empty() {
                true if is_magic(name) => continue,
                true => &name[..],
                false => match name.strip_prefix(dir).and_then(|rest| rest.strip_prefix(b"/")) {
                    Some(rest) => rest,
                    None => continue,
                },
            };
            let first = rest.split(|&b| b == b'/').next().unwrap_or_default();
            if !first.is_empty() {
                names.insert(first.to_vec());
            }
        }
    }
    names.sort();
    let names = names.iter().map(|name| PhpStr::new(name)).collect();
    StreamRef::new(Stream::new(Box::new(DirOps { names, next: 0 }), b"r"))
}

/// An open directory. Its names can be walked by seeking, too.
struct DirOps {
    names: Vec<PhpStr>,
    next: usize,
}

impl StreamOps for DirOps {
    fn label(&self) -> &'static str {
        "phar dir"
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, _: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let offset = if whence == Whence::End { self.names.len() as i64 + offset } else { offset };
        if whence != Whence::Cur {
            self.next = 0;
        }
        let Ok(steps) = usize::try_from(offset) else { return Err(SeekFailed(None)) };
        let moved = steps.min(self.names.len().saturating_sub(self.next));
        self.next += moved;
        Ok(moved as i64)
    }

    fn read_dir(&mut self, _: &mut Cx, _: &Stream) -> Option<DirEntry> {
        let name = self.names.get(self.next).cloned();
        self.next += usize::from(name.is_some());
        name.map(DirEntry::from)
    }

    fn rewind_dir(&mut self, _: &mut Cx) -> bool {
        self.next = 0;
        true
    }
}

/// The archive of a URL, if it is known; and whether it may be changed.
fn writable(cx: &mut Cx, url: &[u8], unknown: &str, forbidden: &str) -> Try<()> {
    let Ok((name, _)) = split(cx, url, Wanted::Any, Purpose::Write) else { return fail(unknown, &[url]) };
    let archive = find(cx, &name, None).ok();
    if is_readonly(cx) && !archive.is_some_and(|archive| archive.get().is_data) {
        return fail(forbidden, &[url]);
    }
    Ok(())
}

/// `mkdir()`
pub(crate) fn mkdir(cx: &mut Cx, url: &[u8]) -> Try<()> {
    writable(
        cx,
        url,
        "phar error: cannot create directory \"{}\", no phar archive specified",
        "phar error: cannot create directory \"{}\", write operations disabled",
    )?;
    let parsed = parse(cx, url, true, true)?;
    let (host, path) = (parsed.host, parsed.path);
    let refuse = |why: &[u8]| fail("phar error: cannot create directory \"{}\" in phar \"{}\", {}", &[&path, &host, why]);
    let archive = match find(cx, &host, None) {
        Ok(archive) => archive,
        Err(why) => return refuse(&[b"error retrieving phar information: ", &why.unwrap_or_default()[..]].concat()),
    };
    match entry_of(cx, &archive, &path, Kind::Directory, true) {
        Ok(_) => return refuse(b"directory already exists"),
        Err(Some(why)) => return refuse(&why),
        Err(None) => {}
    }
    match entry_of(cx, &archive, &path, Kind::File, true) {
        Ok(_) => return refuse(b"file already exists"),
        Err(Some(why)) => return refuse(&why),
        Err(None) => {}
    }
    let mut data = archive.edit();
    let entry = EntryCell::new(Entry {
        name: path.clone(),
        flags: flag::DEFAULT_DIR,
        old_flags: flag::DEFAULT_DIR,
        tar_type: if data.is_tar() { b'5' } else { 0 },
        is_dir: true,
        is_modified: true,
        is_checked: true,
        ..Entry::default()
    });
    data.manifest.insert(path.clone(), entry);
    drop(data);
    if let Err(Some(why)) = flush(cx, &archive) {
        archive.edit().manifest.shift_remove(&path);
        return refuse(&why);
    }
    archive.edit().imply_dirs(&path);
    Ok(())
}

fn is_below(name: &[u8], dir: &[u8]) -> bool {
    name.strip_prefix(dir).is_some_and(|rest| rest.starts_with(b"/"))
}

/// `rmdir()`
pub(crate) fn rmdir(cx: &mut Cx, url: &[u8]) -> Try<()> {
    writable(
        cx,
        url,
        "phar error: cannot remove directory \"{}\", no phar archive specified, or phar archive does not exist",
        "phar error: cannot rmdir directory \"{}\", write operations disabled",
    )?;
    let parsed = parse(cx, url, true, true)?;
    let (host, path) = (parsed.host, parsed.path);
    let refuse = |why: &[u8]| fail("phar error: cannot remove directory \"{}\" in phar \"{}\", {}", &[&path, &host, why]);
    let archive = match find(cx, &host, None) {
        Ok(archive) => archive,
        Err(why) => return refuse(&[b"error retrieving phar information: ", &why.unwrap_or_default()[..]].concat()),
    };
    let entry = match entry_of(cx, &archive, &path, Kind::Directory, true) {
        Ok(entry) => entry,
        Err(why) => return refuse(&why.unwrap_or_else(|| b"directory does not exist".to_vec())),
    };
    let used = {
        let data = archive.get();
        data.manifest.keys().chain(&data.implied_dirs).any(|name| is_below(name, &path))
    };
    if used {
        return fail("phar error: Directory not empty", &[]);
    }
    if entry.get().is_implied {
        archive.edit().implied_dirs.shift_remove(&path);
        return Ok(());
    }
    {
        let mut data = entry.edit();
        (data.is_deleted, data.is_modified) = (true, true);
    }
    match flush(cx, &archive) {
        Err(Some(why)) => refuse(&why),
        _ => Ok(()),
    }
}

/// `rename()`
pub(crate) fn rename(cx: &mut Cx, from: &[u8], to: &[u8]) -> Try<()> {
    const READONLY: &str = "phar error: Write operations disabled by the php.ini setting phar.readonly";
    let cannot = |why: &str, args: &[&[u8]]| {
        let all: Vec<&[u8]> = [from, to].into_iter().chain(args.iter().copied()).collect();
        fail(&["phar error: cannot rename \"{}\" to \"{}\"", why].concat(), &all)
    };
    let mut sides = Vec::new();
    for url in [from, to] {
        let Ok(parsed) = parse(cx, url, true, true) else { return cannot(": invalid or non-writable url \"{}\"", &[url]) };
        let archive = find(cx, &parsed.host, None).ok();
        if is_readonly(cx) && !archive.as_ref().is_some_and(|archive| archive.get().is_data) {
            return fail(READONLY, &[]);
        }
        sides.push((parsed, archive));
    }
    let (Some((new, _)), Some((old, archive))) = (sides.pop(), sides.pop()) else { return Err(None) };
    if old.host != new.host {
        return cannot(", not within the same phar archive", &[]);
    }
    let Some(archive) = archive else { return cannot(": ", &[]) };
    let (old, new) = (old.path, new.path);
    let mut modified = false;
    let known = archive.entry(&old);
    let is_dir = match known {
        Some(entry) => {
            if entry.get().is_deleted {
                return cannot(" from extracted phar archive, source has been deleted", &[]);
            }
            let mut data = entry.get().clone();
            data.name.clone_from(&new);
            data.is_modified = true;
            if !data.is_dir {
                match content::copy_of(cx, &archive, &entry) {
                    Ok(file) => (data.source, data.at) = (Source::Own(file), 0),
                    Err(why) => return cannot(": {}", &[&why.unwrap_or_default()]),
                }
            }
            let format = archive.get().format;
            data.unlink(format);
            let is_dir = data.is_dir;
            entry.edit().is_deleted = true;
            archive.edit().manifest.insert(new.clone(), EntryCell::new(data));
            modified = true;
            is_dir
        }
        None => {
            if !archive.get().implied_dirs.contains(&old) {
                return cannot(" from extracted phar archive, source does not exist", &[]);
            }
            true
        }
    };
    if is_dir {
        modified |= move_below(cx, &archive, &old, &new);
    }
    if modified && let Err(Some(why)) = flush(cx, &archive) {
        return cannot(": {}", &[&why]);
    }
    Ok(())
}

/// What is in a directory goes where the directory goes.
fn move_below(cx: &mut Cx, archive: &ArchiveRef, old: &[u8], new: &[u8]) -> bool {
    let moved = |name: &[u8]| [new, &name[old.len()..]].concat();
    let entries = archive.entries();
    // Their content is read while the archive is as it was.
    let mut modified = false;
    for entry in entries {
        let name = entry.get().name.clone();
        if entry.get().is_deleted || !is_below(&name, old) {
            continue;
        }
        modified = true;
        if !entry.get().is_dir
            && let Ok(file) = content::copy_of(cx, archive, &entry)
        {
            {
                let mut data = entry.edit();
                (data.source, data.at) = (Source::Own(file), 0);
            }
        }
        let mut data = entry.edit();
        (data.name, data.is_modified, data.time) = (moved(&name), true, if data.time == 0 { now() } else { data.time });
    }
    let mut data = archive.edit();
    let manifest = std::mem::take(&mut data.manifest);
    data.manifest = manifest.into_iter().map(|(name, entry)| (if is_below(&name, old) { moved(&name) } else { name }, entry)).collect();
    let rename = |names: &mut IndexSet<Vec<u8>>| {
        *names = names.iter().map(|name| if name == old || is_below(name, old) { moved(name) } else { name.clone() }).collect();
    };
    rename(&mut data.implied_dirs);
    rename(&mut data.mounted_dirs);
    modified
}
