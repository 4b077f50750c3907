//! `phar://`: files of archives as streams.

use std::os::unix::fs::FileExt;

use loxo_runtime::{Cx, PhpResource};
use loxo_streams::{
    Failures, OpenOptions, ReadResult, SeekFailed, Stat, StatFlags, Stream, StreamOps, StreamRef, Whence, Wrapper, context,
};

use crate::archive::{Archive, ArchiveRef, Entry, EntryCell, Handle, Metadata, STUB, Source, Try, fail, flag, text};
use crate::content::{self, link_target};
use crate::entries::{self, Kind, Mode, mount};
use crate::paths_in::{Purpose, Wanted, split, without_scheme};
use crate::registry::{find, is_readonly, registry};
use crate::writing::{flush, now};
use crate::{dirs, opening};

pub(crate) struct PharWrapper;

/// What a URL names: the archive, and the path in it without a slash in front.
pub(crate) struct Url {
    pub(crate) host: Vec<u8>,
    pub(crate) path: Vec<u8>,
}

/// Takes a URL apart and opens the archive. Failures may be without words.
pub(crate) fn parse(cx: &mut Cx, url: &[u8], writes: bool, report: bool) -> Try<Url> {
    let Some(name) = without_scheme(url) else { return Err(None) };
    let purpose = if writes { Purpose::Write } else { Purpose::Read };
    let (host, path) = match split(cx, url, Wanted::Any, purpose) {
        Ok(parts) => parts,
        Err(why) if why.bare => {
            let pattern =
                "phar error: no directory in \"{}\", must have at least phar://{}/ for root directory (always use full path to a new phar)";
            return fail(pattern, &[url, name]);
        }
        Err(_) => return fail("phar error: invalid url or non-existent phar \"{}\"", &[url]),
    };
    Ok(Url { host, path: path.strip_prefix(b"/").unwrap_or(&path).to_vec() }).and_then(|parsed| {
        if writes {
            open_for_writing(cx, &parsed.host, report)?
        } else {
            drop(opening::open(cx, &parsed.host, None, report)?)
        }
        Ok(parsed)
    })
}

fn open_for_writing(cx: &mut Cx, host: &[u8], report: bool) -> Try<()> {
    let known = registry(cx).archives.get(host).cloned();
    if is_readonly(cx) && !known.is_some_and(|archive| archive.get().is_data) {
        return fail("phar error: write operations disabled by the php.ini setting phar.readonly", &[]);
    }
    opening::open_or_create(cx, host, None, false, report).map(drop)
}

/// Tells a failure that has words.
fn log(failures: &mut Failures, why: Option<Vec<u8>>) {
    if let Some(why) = why {
        failures.log(why);
    }
}

impl Wrapper for PharWrapper {
    fn label(&self) -> &'static str {
        "phar"
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        if mode.first() == Some(&b'a') {
            failures.log("phar error: open mode append not supported");
            return None;
        }
        let writes = mode.first() == Some(&b'w') || mode.starts_with(b"r+");
        let url = parse(cx, path, writes, true).map_err(|why| log(failures, why)).ok()?;
        let handle = match writes {
            true => open_to_write(cx, &url, mode, context),
            false => open_to_read(cx, &url, options),
        };
        let handle = handle.map_err(|why| log(failures, why)).ok()?;
        let ops = PharOps { handle, position: 0 };
        Some(StreamRef::new(Stream::new(Box::new(ops), mode)))
    }

    fn opendir(
        &self,
        cx: &mut Cx,
        path: &[u8],
        _: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        dirs::open(cx, path, context, failures)
    }

    fn can_list(&self) -> bool {
        true
    }

    fn can_stat(&self) -> bool {
        true
    }

    fn url_stat(&self, cx: &mut Cx, path: &[u8], _: StatFlags, _: Option<&PhpResource>) -> Option<Stat> {
        let url = parse(cx, path, false, false).ok()?;
        let archive = find(cx, &url.host, None).ok()?;
        if url.path.is_empty() {
            return Some(stat_of(&archive.get(), None));
        }
        if let Some(entry) = archive.entry(&url.path) {
            return Some(stat_of(&archive.get(), Some(&entry.get())));
        }
        if archive.get().implied_dirs.contains(&url.path) {
            return Some(stat_of(&archive.get(), None));
        }
        let dirs: Vec<Vec<u8>> = archive.get().mounted_dirs.iter().cloned().collect();
        for dir in dirs {
            let Some(rest) = url.path.strip_prefix(&dir[..]).filter(|rest| !rest.is_empty()) else { continue };
            let base = archive.entry(&dir)?.get().outside.clone()?;
            let outside = [&base[..], rest].concat();
            if loxo_streams::stat_path(cx, &outside, false, true, None).is_none() {
                continue;
            }
            if !mount(cx, &archive, &outside, &url.path) {
                return None;
            }
            let entry = archive.entry(&url.path)?;
            return Some(stat_of(&archive.get(), Some(&entry.get())));
        }
        None
    }

    fn unlink(&self, cx: &mut Cx, path: &[u8], _: Option<&PhpResource>) -> Option<bool> {
        if let Err(why) = unlink(cx, path) {
            for message in why {
                cx.builtin_warning(message);
            }
            return Some(false);
        }
        Some(true)
    }

    fn rename(&self, cx: &mut Cx, from: &[u8], to: &[u8], _: Option<&PhpResource>) -> Option<bool> {
        Some(told(cx, |cx| dirs::rename(cx, from, to)))
    }

    fn mkdir(&self, cx: &mut Cx, path: &[u8], _: i64, _: bool, _: Option<&PhpResource>) -> Option<bool> {
        Some(told(cx, |cx| dirs::mkdir(cx, path)))
    }

    fn rmdir(&self, cx: &mut Cx, path: &[u8], _: Option<&PhpResource>) -> Option<bool> {
        Some(told(cx, |cx| dirs::rmdir(cx, path)))
    }
}

/// Works; a failure is a warning.
fn told(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> Try<()>) -> bool {
    match work(cx) {
        Ok(()) => true,
        Err(why) => {
            if let Some(why) = why {
                cx.builtin_warning(why);
            }
            false
        }
    }
}

fn open_to_write(cx: &mut Cx, url: &Url, mode: &[u8], context: Option<&PhpResource>) -> Try<Handle> {
    let how = if mode.first() == Some(&b'w') { Mode::Truncate } else { Mode::Change };
    let handle = entries::open_or_create(cx, &url.host, &url.path, how, Kind::File).map_err(|why| {
        why.or_else(|| Some(text("phar error: file \"{}\" could not be created in phar \"{}\"", &[&url.path, &url.host])))
    })?;
    let option = |name: &str| context::option(context, "phar", name);
    if let Some(compress) = option("compress").and_then(|value| value.deref().as_int()) {
        let mut entry = handle.entry.edit();
        if entry.size == 0 && entry.packed == 0 && compress & !i64::from(flag::PACKED) == 0 {
            entry.flags = entry.flags & !flag::PACKED | compress as u32;
        }
    }
    if let Some(value) = option("metadata") {
        handle.entry.edit().metadata = Metadata { value: Some(value.clone_deref()), text: None };
        handle.archive().edit().modified = true;
    }
    Ok(handle)
}

/// The file behind a URL that names an archive alone, for `include`.
fn whole_stub(cx: &mut Cx, url: &Url) -> Try<Handle> {
    let Ok(archive) = find(cx, &url.host, None) else { return fail("file {} is not a valid phar archive", &[&url.host]) };
    if archive.get().is_tar() || archive.get().is_zip() {
        let handle = entries::open_entry(cx, &url.host, STUB, Mode::Read, Kind::File, false)?;
        return handle.ok_or_else(|| Some(text("phar error: \"{}\" is not a file in phar \"{}\"", &[&url.path, &url.host])));
    }
    let halt = archive.get().halt as u32;
    let entry = EntryCell::new(Entry { size: halt, packed: halt, is_implied: true, is_checked: true, ..Entry::default() });
    Ok(Handle::new(&archive, &entry))
}

fn open_to_read(cx: &mut Cx, url: &Url, options: OpenOptions) -> Try<Handle> {
    let includes = options.has(OpenOptions::FOR_INCLUDE);
    if url.path.is_empty() && includes {
        return whole_stub(cx, url);
    }
    let handle = entries::open_entry(cx, &url.host, &url.path, Mode::Read, Kind::File, false)
        .and_then(|handle| handle.ok_or(None))
        .map_err(|why| why.or_else(|| Some(text("phar error: \"{}\" is not a file in phar \"{}\"", &[&url.path, &url.host]))))?;
    if !handle.entry.get().is_checked {
        content::check(cx, handle.archive(), &handle.entry)?;
    }
    if includes && !registry(cx).cwd_known {
        let name = handle.entry.get().name.clone();
        let stub = handle.archive().get().format != crate::archive::Format::Phar && name == STUB;
        let own = registry(cx);
        own.cwd_known = !stub;
        own.cwd = if stub { None } else { name.iter().rposition(|&b| b == b'/').map(|slash| name[..slash].to_vec()) };
    }
    Ok(handle)
}

/// The messages of a failure, in order.
fn unlink(cx: &mut Cx, path: &[u8]) -> Result<(), Vec<Vec<u8>>> {
    let url = match parse(cx, path, false, true) {
        Ok(url) => url,
        Err(why) => return Err(why.into_iter().chain([b"phar error: unlink failed".to_vec()]).collect()),
    };
    let known = registry(cx).archives.get(&url.host).cloned();
    if is_readonly(cx) && !known.is_some_and(|archive| archive.get().is_data) {
        return Err(vec![b"phar error: write operations disabled by the php.ini setting phar.readonly".to_vec()]);
    }
    let handle = match entries::open_entry(cx, &url.host, &url.path, Mode::Read, Kind::File, true) {
        Ok(Some(handle)) => handle,
        Err(Some(why)) => return Err(vec![text("unlink of \"{}\" failed: {}", &[path, &why])]),
        Ok(None) | Err(None) => return Err(vec![text("unlink of \"{}\" failed, file does not exist", &[path])]),
    };
    if handle.entry.readers.get() > 1 {
        let pattern = "phar error: \"{}\" in phar \"{}\", has open file pointers, cannot unlink";
        return Err(vec![text(pattern, &[&url.path, &url.host])]);
    }
    let (archive, entry) = (handle.archive().clone(), handle.entry.clone());
    let gone = entry.locks.get() == 0;
    if gone {
        let name = entry.get().name.clone();
        archive.edit().manifest.shift_remove(&name);
    } else {
        entry.edit().is_deleted = true;
    }
    archive.stays.set(gone);
    drop(handle);
    if !archive.get().buffering
        && let Err(Some(why)) = flush(cx, &archive)
    {
        cx.builtin_warning(why);
    }
    Ok(())
}

/// What `stat()` says of a file, or of a directory that is only implied.
pub(crate) fn stat_of(archive: &Archive, entry: Option<&Entry>) -> Stat {
    let time = entry.map_or(archive.newest, |entry| entry.time);
    let mut mode = match entry {
        Some(entry) if entry.is_dir => Stat::DIR | entry.flags & flag::PERMISSIONS,
        Some(entry) => Stat::FILE | entry.flags & flag::PERMISSIONS,
        None => Stat::DIR | 0o777,
    };
    if !archive.writeable {
        mode &= !0o222;
    }
    let time = i64::from(time);
    Stat {
        dev: 0xC,
        ino: entry.map_or(0, |entry| i64::from(entry.inode)),
        mode,
        nlink: 1,
        rdev: -1,
        size: entry.filter(|entry| !entry.is_dir).map_or(0, |entry| i64::from(entry.size)),
        atime: time,
        mtime: time,
        ctime: time,
        blksize: -1,
        blocks: -1,
        ..Stat::default()
    }
}

/// An open file of an archive.
struct PharOps {
    handle: Handle,
    position: u64,
}

impl PharOps {
    fn archive(&self) -> &ArchiveRef {
        self.handle.archive()
    }

    fn size(&self) -> i64 {
        let target = link_target(self.archive(), &self.handle.entry).unwrap_or_else(|| self.handle.entry.clone());
        i64::from(target.get().size)
    }
}

impl StreamOps for PharOps {
    fn label(&self) -> &'static str {
        "phar stream"
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        if self.handle.entry.get().is_deleted {
            return ReadResult { count: None, eof: Some(true) };
        }
        // Its place may have changed since it was opened.
        let is_implied = self.handle.entry.get().is_implied;
        let region = match is_implied {
            true => content::region(cx, self.handle.archive(), &self.handle.entry),
            false => content::opened(cx, self.handle.archive(), &self.handle.entry).ok(),
        };
        let Some(region) = region else { return ReadResult::failed() };
        match region.read(self.position, buf) {
            Ok(n) => {
                self.position += n as u64;
                ReadResult { count: Some(n), eof: Some(self.position == region.len || n == 0) }
            }
            Err(_) => ReadResult::failed(),
        }
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        // It was written to the archive meanwhile, perhaps.
        if entries::separate(cx, self.handle.archive(), &self.handle.entry).is_err() {
            return None;
        }
        let file = match &self.handle.entry.get().source {
            Source::Own(file) => Some(file.clone()),
            _ => None,
        };
        let end = self.position.checked_add(data.len() as u64).and_then(|end| u32::try_from(end).ok());
        let written = file.zip(end).is_some_and(|(file, _)| file.write_all_at(data, self.position).is_ok());
        let Some(end) = end.filter(|_| written) else {
            let pattern = "phar error: Could not write {} characters to \"{}\" in phar \"{}\"";
            let count = data.len().to_string();
            let message = text(pattern, &[count.as_bytes(), &self.handle.entry.get().name, &self.archive().name()]);
            cx.builtin_warning(message);
            return None;
        };
        self.position = u64::from(end);
        let mut entry = self.handle.entry.edit();
        entry.size = entry.size.max(end);
        entry.packed = entry.size;
        entry.is_modified = true;
        Some(data.len())
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, _: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let size = self.size();
        let base = match whence {
            Whence::Set => 0,
            Whence::Cur => self.position as i64,
            Whence::End => size,
        };
        match base.checked_add(offset).filter(|at| (0..=size).contains(at)) {
            Some(at) => {
                self.position = at as u64;
                Ok(at)
            }
            None => Err(SeekFailed(None)),
        }
    }

    fn flush(&mut self, cx: &mut Cx, _: &Stream) -> bool {
        if !self.handle.entry.get().is_modified {
            return false;
        }
        self.handle.entry.edit().time = now();
        match flush(cx, self.handle.archive()) {
            Ok(()) => true,
            Err(why) => {
                if let Some(why) = why {
                    cx.builtin_warning(why);
                }
                false
            }
        }
    }

    fn close(&mut self, cx: &mut Cx) -> i32 {
        if !self.handle.entry.get().is_modified {
            return -1;
        }
        self.handle.entry.edit().time = now();
        match flush(cx, self.handle.archive()) {
            Ok(()) => 0,
            Err(why) => {
                if let Some(why) = why {
                    cx.builtin_warning(why);
                }
                -1
            }
        }
    }

    fn closes_in_php(&self) -> bool {
        self.handle.entry.get().is_modified
    }

    fn stat(&mut self, _: &mut Cx) -> Option<Stat> {
        Some(stat_of(&self.archive().get(), Some(&self.handle.entry.get())))
    }
}
