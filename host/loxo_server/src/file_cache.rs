//! Files that were sent lately: small ones in memory, longer ones open. A file is known by its path and its state: one look at that tells whether
//! what is here is still it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use loxo_files::About;

use crate::temp_file::TempFile;

/// Longer files are not kept in memory.
pub(crate) const LONGEST: u64 = 32 << 10;
/// Longer files are not kept open: to send them takes so long that to open them does not count, and those that are deleted keep their space.
const LONGEST_OPEN: u64 = 1 << 20;
/// Bytes of all that are kept, names included.
const LIMIT: usize = 16 << 20;
/// Files that are kept open.
const OPEN_LIMIT: usize = 64;
/// A file that was changed just now may be changed again without its times telling.
const SETTLED: Duration = Duration::from_secs(2);

/// What changes when a file is written, replaced, or made readable for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    device: u64,
    inode: u64,
    size: u64,
    modified: SystemTime,
    changed: SystemTime,
}

impl FileState {
    pub(crate) fn of(about: &About) -> FileState {
        FileState { device: about.device, inode: about.inode, size: about.size, modified: about.modified, changed: about.changed }
    }

    pub(crate) fn is_settled(&self) -> bool {
        let now = SystemTime::now();
        let settled = |time: SystemTime| now.duration_since(time).is_ok_and(|age| age >= SETTLED);
        settled(self.modified) && settled(self.changed)
    }
}

/// Where the bytes of a file are.
#[derive(Debug)]
pub(crate) enum Content {
    Memory(Bytes),
    Open(Arc<TempFile>),
}

/// What a response needs of a file.
#[derive(Debug)]
pub(crate) struct KnownFile {
    pub(crate) content: Content,
    pub(crate) size: u64,
    pub(crate) tag: String,
    pub(crate) modified: SystemTime,
    /// The same as the field has it.
    pub(crate) last_modified: String,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<Vec<u8>, (FileState, Arc<KnownFile>)>,
    size: usize,
    open: usize,
}

impl Kept {
    /// How many bytes and how many open files an entry takes.
    fn cost(path: &[u8], file: &KnownFile) -> (usize, usize) {
        match &file.content {
            Content::Memory(bytes) => (path.len() + bytes.len(), 0),
            Content::Open(_) => (path.len(), 1),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct FileCache(Mutex<Kept>);

impl FileCache {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, path: &[u8], state: &FileState) -> Option<Arc<KnownFile>> {
        self.kept().files.get(path).filter(|(known, _)| known == state).map(|(_, file)| file.clone())
    }

    /// `state`: as it was before the file was read.
    pub(crate) fn add(&self, path: &[u8], state: FileState, file: Arc<KnownFile>) {
        let longest = if matches!(file.content, Content::Open(_)) { LONGEST_OPEN } else { LONGEST };
        if !state.is_settled() || state.size > longest {
            return;
        }
        let mut kept = self.kept();
        let (bytes, open) = Kept::cost(path, &file);
        // What is asked for often is soon back.
        if kept.size + bytes > LIMIT || kept.open + open > OPEN_LIMIT {
            *kept = Kept::default();
        }
        (kept.size, kept.open) = (kept.size + bytes, kept.open + open);
        if let Some((_, old)) = kept.files.insert(path.to_vec(), (state, file)) {
            let (bytes, open) = Kept::cost(path, &old);
            (kept.size, kept.open) = (kept.size - bytes, kept.open - open);
        }
    }

    /// Closes the files that are kept open: a deleted one has its space no longer, and its file system can be unmounted.
    pub(crate) fn close_files(&self) {
        let mut kept = self.kept();
        let closed: usize =
            kept.files.iter().filter(|(_, (_, file))| matches!(file.content, Content::Open(_))).map(|(path, _)| path.len()).sum();
        kept.files.retain(|_, (_, file)| !matches!(file.content, Content::Open(_)));
        (kept.size, kept.open) = (kept.size - closed, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(inode: u64, size: u64, seconds: u64) -> FileState {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        FileState { device: 1, inode, size, modified: time, changed: time }
    }

    fn known(content: Content, size: u64) -> Arc<KnownFile> {
        Arc::new(KnownFile { content, size, tag: String::new(), modified: SystemTime::UNIX_EPOCH, last_modified: String::new() })
    }

    fn file(size: usize) -> Arc<KnownFile> {
        known(Content::Memory(vec![b'a'; size].into()), size as u64)
    }

    #[test]
    fn a_file_is_kept_until_its_state_is_another() {
        let cache = FileCache::default();
        cache.add(b"/a", state(1, 3, 100), file(3));
        assert_eq!(cache.get(b"/a", &state(1, 3, 100)).map(|file| file.size), Some(3));
        for other in [state(2, 3, 100), state(1, 4, 100), state(1, 3, 101)] {
            assert!(cache.get(b"/a", &other).is_none());
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time").as_secs();
        let fresh = state(1, 3, now);
        cache.add(b"/b", fresh, file(3));
        assert!(cache.get(b"/b", &fresh).is_none());
    }

    #[test]
    fn no_more_is_kept_than_may_be() {
        let cache = FileCache::default();
        for n in 0..2000_u64 {
            cache.add(format!("/{n}").as_bytes(), state(n, 30_000, 100), file(30_000));
            assert!(cache.kept().size <= LIMIT);
            assert!(cache.get(format!("/{n}").as_bytes(), &state(n, 30_000, 100)).is_some());
        }
        cache.add(b"/1999", state(1, 5, 100), file(5));
        let kept = cache.kept();
        let counted: usize = kept.files.iter().map(|(path, (_, file))| Kept::cost(path, file).0).sum();
        assert_eq!(kept.size, counted);
    }

    #[test]
    fn so_many_files_are_kept_open_and_for_a_time() {
        let cache = FileCache::default();
        let open = || known(Content::Open(Arc::new(TempFile::new().expect("a file"))), 50_000);
        cache.add(b"/small", state(1, 3, 100), file(3));
        for n in 0..OPEN_LIMIT as u64 - 1 {
            cache.add(format!("/{n}").as_bytes(), state(n, 50_000, 100), open());
        }
        cache.add(b"/0", state(1000, 50_000, 100), open());
        cache.add(b"/long", state(1, LONGEST_OPEN + 1, 100), open());
        let counts = |kept: &Kept| (kept.open, kept.size, kept.files.len());
        let (open_files, _, all) = counts(&cache.kept());
        assert_eq!((open_files, all), (OPEN_LIMIT - 1, OPEN_LIMIT));
        cache.close_files();
        assert_eq!(counts(&cache.kept()), (0, 9, 1));
        assert!(cache.get(b"/small", &state(1, 3, 100)).is_some() && cache.get(b"/1", &state(1, 50_000, 100)).is_none());
        for n in 0..=OPEN_LIMIT as u64 {
            cache.add(format!("/{n}").as_bytes(), state(n, 50_000, 100), open());
        }
        assert_eq!(cache.kept().open, 1);
    }
}
