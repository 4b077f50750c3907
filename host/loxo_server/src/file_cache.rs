//! Small files that were sent lately, in memory. A file is known by its path and its state: one look at that tells whether what is here is still it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use loxo_files::About;

/// Longer files are not kept.
pub(crate) const LONGEST: u64 = 32 << 10;
/// Bytes of all that are kept, names included.
const LIMIT: usize = 16 << 20;
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

    fn is_settled(&self) -> bool {
        let now = SystemTime::now();
        let settled = |time: SystemTime| now.duration_since(time).is_ok_and(|age| age >= SETTLED);
        settled(self.modified) && settled(self.changed)
    }
}

/// What a response needs of a file.
#[derive(Debug)]
pub(crate) struct SmallFile {
    pub(crate) bytes: Bytes,
    pub(crate) tag: String,
    pub(crate) modified: SystemTime,
    /// The same as the field has it.
    pub(crate) last_modified: String,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<Vec<u8>, (FileState, Arc<SmallFile>)>,
    size: usize,
}

#[derive(Debug, Default)]
pub(crate) struct FileCache(Mutex<Kept>);

impl FileCache {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, path: &[u8], state: &FileState) -> Option<Arc<SmallFile>> {
        self.kept().files.get(path).filter(|(known, _)| known == state).map(|(_, file)| file.clone())
    }

    /// `state`: as it was before the file was read.
    pub(crate) fn add(&self, path: &[u8], state: FileState, file: Arc<SmallFile>) {
        if !state.is_settled() || state.size > LONGEST {
            return;
        }
        let size = |path: &[u8], file: &SmallFile| path.len() + file.bytes.len();
        let mut kept = self.kept();
        let added = size(path, &file);
        // What is asked for often is soon back.
        if kept.size + added > LIMIT {
            *kept = Kept::default();
        }
        kept.size += added;
        if let Some((_, old)) = kept.files.insert(path.to_vec(), (state, file)) {
            kept.size -= size(path, &old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(inode: u64, size: u64, seconds: u64) -> FileState {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        FileState { device: 1, inode, size, modified: time, changed: time }
    }

    fn file(size: usize) -> Arc<SmallFile> {
        let time = SystemTime::UNIX_EPOCH;
        Arc::new(SmallFile { bytes: vec![b'a'; size].into(), tag: String::new(), modified: time, last_modified: String::new() })
    }

    #[test]
    fn a_file_is_kept_until_its_state_is_another() {
        let cache = FileCache::default();
        cache.add(b"/a", state(1, 3, 100), file(3));
        assert_eq!(cache.get(b"/a", &state(1, 3, 100)).map(|file| file.bytes.len()), Some(3));
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
        let counted: usize = kept.files.iter().map(|(path, (_, file))| path.len() + file.bytes.len()).sum();
        assert_eq!(kept.size, counted);
    }
}
