//! Files by number: what a worker's thread knows of the files that its requests include, so that a path that is included again is looked up
//! once, by its bytes, and all else is found by the file's number.
//!
//! What a path means and which unit a file has is remembered no longer than the settings of opcache allow, exactly as by the caches behind it;
//! numbers themselves mean nothing but a path, and hold until the request ends.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cached::{self, Cached, cache_generation};

/// The number of a file, for one worker's thread and as long as a request lasts.
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
    pub(crate) fn number(self) -> u32 {
        self.0
    }

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
            let cached = cached::find(&file.path);
            file.cached = cached.clone().map(|cached| (now, cached));
            cached
        })
    }
}

/// What the path of an `include` meant to a request that began at most `wait` seconds before `time`.
pub(crate) fn recall(key: &[u8], time: u64, wait: u64) -> Option<FileId> {
    KNOWN.with_borrow(|known| known.meanings.get(key).filter(|(_, since)| since + wait >= time).map(|known| known.0))
}

/// A request that began at `time` found what a path means.
pub(crate) fn note(key: Vec<u8>, file: FileId, time: u64) {
    KNOWN.with_borrow_mut(|known| known.meanings.insert(key, (file, time)));
}
