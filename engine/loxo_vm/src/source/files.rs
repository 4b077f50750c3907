//! Files by number: what a worker's thread knows of the files that its requests include, so that a path that is included again is looked up
//! once, by its bytes, and all else is found by the file's number.
//!
//! What a path means and which unit a file has is remembered no longer than the settings of opcache allow, exactly as by the caches behind it;
//! numbers themselves mean nothing but a path, and hold until the request ends.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Vm;
use crate::source::code_cache::{Cached, cache_generation};
use crate::source::resolve_path::has_scheme;

/// The number of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileId(u32);

struct File {
    path: Rc<[u8]>,
    /// What the code cache had for the path, and in which generation.
    cached: Option<(u64, Arc<Cached>)>,
}

#[derive(Default)]
struct KnownFiles {
    numbers: FxHashMap<Rc<[u8]>, FileId>,
    files: Vec<File>,
    /// What the paths of `include` meant, and when the request began that found out.
    meanings: FxHashMap<Vec<u8>, (FileId, u64)>,
}

thread_local! {
    static KNOWN: RefCell<KnownFiles> = RefCell::default();
}

/// A thread remembers no more files and meanings than this when a request begins.
const MOST: usize = 1 << 14;

/// Called when a request begins: no number is in use.
pub(crate) fn request_starts() {
    KNOWN.with_borrow_mut(|known| {
        if known.files.len() > MOST || known.meanings.len() > MOST {
            *known = KnownFiles::default();
        }
    });
}

impl FileId {
    /// The number of the file of a resolved path, or of a URL.
    pub(crate) fn of(path: &[u8]) -> FileId {
        KNOWN.with_borrow_mut(|known| {
            if let Some(number) = known.numbers.get(path) {
                return *number;
            }
            let number = FileId(known.files.len() as u32);
            let path: Rc<[u8]> = path.into();
            known.numbers.insert(path.clone(), number);
            known.files.push(File { path, cached: None });
            number
        })
    }

    pub(crate) fn path(self) -> Rc<[u8]> {
        KNOWN.with_borrow(|known| known.files[self.0 as usize].path.clone())
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// What the code cache has for the file.
    pub(crate) fn cached(self) -> Option<Arc<Cached>> {
        let now = cache_generation();
        KNOWN.with_borrow_mut(|known| {
            let file = &mut known.files[self.0 as usize];
            if let Some((generation, cached)) = &file.cached
                && *generation == now
            {
                return Some(cached.clone());
            }
            let cached = crate::source::code_cache::find(&file.path);
            file.cached = cached.clone().map(|cached| (now, cached));
            cached
        })
    }
}

impl Vm {
    /// The file that the path of an `include` means, as [`Vm::resolve`] says; what a path meant is remembered as long as files are not looked at
    /// again.
    pub(crate) fn included_file(&mut self, path: &[u8]) -> Option<FileId> {
        let policy = self.cache_policy();
        if !policy.waits() || !policy.remembers || path.contains(&0) || has_scheme(path) {
            return self.resolve(path).map(|path| FileId::of(&path));
        }
        let (time, wait) = (self.cx.info.start_time as u64, policy.wait);
        let recall =
            |key: &[u8]| KNOWN.with_borrow(|known| known.meanings.get(key).filter(|(_, since)| since + wait >= time).map(|known| known.0));
        if path.starts_with(b"/") {
            return recall(path).or_else(|| self.resolve_noting(path, path.to_vec(), time));
        }
        let key = self.key_of(path);
        recall(&key).or_else(|| self.resolve_noting(path, key, time))
    }

    fn resolve_noting(&mut self, path: &[u8], key: Vec<u8>, time: u64) -> Option<FileId> {
        let target = self.resolve(path)?;
        let file = FileId::of(&target);
        if !has_scheme(&target) {
            KNOWN.with_borrow_mut(|known| known.meanings.insert(key, (file, time)));
        }
        Some(file)
    }

    /// A relative path with all that its meaning depends on.
    fn key_of(&self, path: &[u8]) -> Vec<u8> {
        let (file, _) = (self.cx.hooks.location)(&self.cx);
        let folder = file.as_bytes().rsplitn(2, |byte| *byte == b'/').nth(1).unwrap_or_default();
        [path, &self.cx.info.cwd, &self.cx.ini_str("include_path"), folder].join(&0)
    }
}
