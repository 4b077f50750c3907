//! The files of folders, parsed, until they change. A thread hears of changes from the system (inotify), so that a request costs no look at the
//! disk; where the system does not tell, a folder is looked at again after a second.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use loxo_htaccess::{Allow, FolderFile, Folders, LONGEST};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;

use super::disk::{self, as_path};
use crate::file_cache::FileState;

/// A folder that cannot be watched is looked at again after so long.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// Longer files are not read on a thread that serves connections, bytes: 64 KiB of rules take some milliseconds.
const SHORT: u64 = 64 << 10;
/// Folders that are kept.
const MOST: usize = 20_000;
/// How often the thread checks whether the cache is still there.
const PATIENCE: Timespec = Timespec { tv_sec: 10, tv_nsec: 0 };

type File = Option<Arc<FolderFile>>;

/// What is known of a folder.
struct Known {
    file: File,
    /// `None`: the system tells when it changes.
    looked: Option<(Instant, Option<FileState>)>,
}

/// Whether that may be used.
enum Kept {
    Nothing,
    Fresh(File),
    /// The file must be looked at, whether it is still in this state.
    Stale(File, Option<FileState>),
}

#[derive(Default)]
struct State {
    known: HashMap<Vec<u8>, Known>,
    /// The folders of a watch: one, or several names of the same.
    watched: HashMap<i32, HashSet<Vec<u8>>>,
}

struct Shared {
    state: Mutex<State>,
    /// Counts changes that were heard of.
    changes: AtomicU64,
    name: Vec<u8>,
}

/// The files of folders.
pub(super) struct FolderCache {
    shared: Arc<Shared>,
    allow: Allow,
    /// Held while a file is read: of many requests that want it one reads it.
    reading: Mutex<()>,
    /// The inner `None`: the system gives no inotify instance.
    watch: OnceLock<Option<Arc<OwnedFd>>>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something below a folder is another than it was.
    fn forget(&self, watch: i32, name: Option<&[u8]>, flags: ReadFlags) {
        let mut state = self.state();
        if flags.contains(ReadFlags::QUEUE_OVERFLOW) {
            state.known.clear();
            return;
        }
        let State { known, watched } = &mut *state;
        let Some(folders) = watched.get(&watch) else { return };
        let is_of_names = flags.intersects(ReadFlags::CREATE | ReadFlags::DELETE | ReadFlags::MOVED_FROM | ReadFlags::MOVED_TO);
        for folder in folders {
            match name {
                Some(name) if name == self.name => drop(known.remove(folder)),
                // A folder, or a link to one, may have come or gone by that name.
                Some(name) if is_of_names => {
                    let below = [&folder[..], name, b"/"].concat();
                    known.retain(|path, _| !path.starts_with(&below));
                }
                Some(_) => {}
                None => known.retain(|path, _| !path.starts_with(folder)),
            }
        }
        if flags.contains(ReadFlags::IGNORED) {
            watched.remove(&watch);
        }
    }
}

/// Hears of changes as long as the cache is there.
fn listen(shared: &Weak<Shared>, watch: &OwnedFd) {
    let mut buffer = [std::mem::MaybeUninit::uninit(); 16 << 10];
    loop {
        let readable = poll(&mut [PollFd::new(watch, PollFlags::IN)], Some(&PATIENCE));
        let Some(shared) = shared.upgrade() else { return };
        match readable {
            Ok(0) | Err(Errno::INTR) => continue,
            Ok(_) => {}
            Err(_) => return,
        }
        let mut events = inotify::Reader::new(watch, &mut buffer);
        while let Ok(event) = events.next() {
            // Whoever reads a file just now must not keep what it has read; what was kept before this is forgotten.
            shared.changes.fetch_add(1, Ordering::SeqCst);
            shared.forget(event.wd(), event.file_name().map(std::ffi::CStr::to_bytes), event.events());
            if events.is_buffer_empty() {
                break;
            }
        }
    }
}

impl FolderCache {
    pub(super) fn new(allow: Allow, name: Vec<u8>) -> FolderCache {
        let shared = Shared { state: Mutex::default(), changes: AtomicU64::new(0), name };
        FolderCache { shared: Arc::new(shared), allow, reading: Mutex::default(), watch: OnceLock::new() }
    }

    /// Begins to listen; the first request does.
    fn watch(&self) -> Option<&OwnedFd> {
        let start = || {
            let watch = Arc::new(inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?);
            let (shared, fd) = (Arc::downgrade(&self.shared), watch.clone());
            let thread = std::thread::Builder::new().name("htaccess".into()).spawn(move || listen(&shared, &fd));
            thread.is_ok().then_some(watch)
        };
        self.watch.get_or_init(start).as_deref()
    }

    /// True: changes in the folder will be heard of.
    fn add_watch(&self, folder: &[u8]) -> bool {
        let Some(watch) = self.watch() else { return false };
        let path = as_path(folder);
        if loxo_files::is_remote(path) {
            return false;
        }
        let flags = WatchFlags::CLOSE_WRITE
            | WatchFlags::ATTRIB
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::ONLYDIR;
        let Ok(number) = inotify::add_watch(watch, path, flags) else { return false };
        self.shared.state().watched.entry(number).or_default().insert(folder.to_vec());
        true
    }

    /// What is known of a folder.
    fn kept(&self, folder: &[u8]) -> Kept {
        match self.shared.state().known.get(folder) {
            None => Kept::Nothing,
            Some(Known { file, looked: Some((looked, state)) }) if looked.elapsed() >= LOOK_AGAIN => Kept::Stale(file.clone(), *state),
            Some(Known { file, .. }) => Kept::Fresh(file.clone()),
        }
    }

    /// Reads the file of a folder.
    fn read(&self, folder: &[u8], path: &[u8]) -> File {
        let fault = |message: &str| Some(Arc::new(FolderFile::unreadable(message)));
        match disk::read(path, LONGEST) {
            Ok(text) => Some(Arc::new(FolderFile::parse(&text, folder, self.allow))),
            Err(error) if matches!(error.raw_os_error(), Some(2 | 20)) => None,
            // What it says is not known, and it may say who may not see the folder.
            Err(error) => fault(&format!("cannot be read: {error}")),
        }
    }
}

fn state_of(path: &[u8]) -> Option<FileState> {
    loxo_files::about(as_path(path)).ok().map(|about| FileState::of(&about))
}

/// The files as a thread sees them that serves connections: what would hold it up is not there, and the evaluation is to be done elsewhere.
pub(super) struct AtHand<'c> {
    cache: &'c FolderCache,
    is_missing: Cell<bool>,
}

impl AtHand<'_> {
    pub(super) fn is_missing(&self) -> bool {
        self.is_missing.get()
    }
}

impl Folders for AtHand<'_> {
    fn get(&self, folder: &[u8]) -> Option<Arc<FolderFile>> {
        if let Kept::Fresh(file) = self.cache.kept(folder) {
            return file;
        }
        let path = [folder, &self.cache.shared.name].concat();
        let is_long = loxo_files::about(as_path(&path)).is_ok_and(|about| about.size > SHORT);
        match self.cache.reading.try_lock() {
            Ok(reading) if !is_long => self.cache.read_anew(folder, &path, reading),
            _ => {
                self.is_missing.set(true);
                Some(Arc::new(FolderFile::unreadable("is read elsewhere")))
            }
        }
    }
}

impl Folders for FolderCache {
    fn get(&self, folder: &[u8]) -> Option<Arc<FolderFile>> {
        if let Kept::Fresh(file) = self.kept(folder) {
            return file;
        }
        let path = [folder, &self.shared.name].concat();
        let reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        self.read_anew(folder, &path, reading)
    }
}

impl FolderCache {
    pub(super) fn at_hand(&self) -> AtHand<'_> {
        AtHand { cache: self, is_missing: Cell::new(false) }
    }

    fn read_anew(&self, folder: &[u8], path: &[u8], _reading: MutexGuard<'_, ()>) -> File {
        let kept = self.kept(folder);
        if let Kept::Fresh(file) = kept {
            return file;
        }
        if let Kept::Stale(file, state) = kept {
            let now = state_of(path);
            if now == state && now.as_ref().is_none_or(FileState::is_settled) {
                let looked = Some((Instant::now(), now));
                self.shared.state().known.insert(folder.to_vec(), Known { file: file.clone(), looked });
                return file;
            }
        }
        let changes = self.shared.changes.load(Ordering::SeqCst);
        // The watch comes first: what changes while the file is read is heard of.
        let is_link = std::fs::symlink_metadata(as_path(path)).is_ok_and(|about| about.is_symlink());
        let is_watched = !is_link && self.add_watch(folder);
        let looked = (!is_watched).then(|| (Instant::now(), state_of(path)));
        let file = self.read(folder, path);
        let mut state = self.shared.state();
        if self.shared.changes.load(Ordering::SeqCst) == changes {
            if state.known.len() >= MOST {
                state.known.clear();
            }
            state.known.insert(folder.to_vec(), Known { file: file.clone(), looked });
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    fn wait_until(mut is_so: impl FnMut() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_secs(20), "it never came");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn changes_are_seen() {
        let root = std::env::temp_dir().join(format!("loxo-folders-{}", std::process::id()));
        let inner = root.join("a");
        std::fs::create_dir_all(&inner).expect("a folder");
        let cache = FolderCache::new(Allow::ALL, b".htaccess".to_vec());
        let folder = [inner.as_os_str().as_bytes(), b"/"].concat();
        let above = [root.as_os_str().as_bytes(), b"/"].concat();
        let is_there = || {
            drop(cache.get(&above));
            cache.get(&folder).is_some()
        };
        assert!(!is_there());
        std::fs::write(inner.join(".htaccess"), "Options None\n").expect("a file");
        wait_until(is_there);
        let first = cache.get(&folder).expect("a file");
        assert!(first.fault().is_none());
        assert!(Arc::ptr_eq(&first, &cache.get(&folder).expect("the same")));
        std::fs::write(inner.join(".htaccess"), "Nonsense\n").expect("a file");
        wait_until(|| cache.get(&folder).is_some_and(|file| file.fault().is_some()));
        // Another folder in its place.
        std::fs::rename(&inner, root.join("b")).expect("moved");
        std::fs::create_dir(&inner).expect("a folder");
        wait_until(|| !is_there());
        // A link to a file elsewhere is looked at again.
        std::fs::write(root.join("rules"), "Options None\n").expect("a file");
        std::os::unix::fs::symlink(root.join("rules"), inner.join(".htaccess")).expect("a link");
        wait_until(|| cache.get(&folder).is_some_and(|file| file.fault().is_none()));
        std::fs::write(root.join("rules"), "Nonsense 2\n").expect("a file");
        wait_until(|| cache.get(&folder).is_some_and(|file| file.fault().is_some()));
        std::fs::remove_dir_all(root).expect("gone");
    }

    #[test]
    fn long_files_are_read_elsewhere() {
        let root = std::env::temp_dir().join(format!("loxo-long-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a folder");
        let write = |lines: usize| std::fs::write(root.join(".htaccess"), "Options None\n".repeat(lines)).expect("a file");
        let folder = [root.as_os_str().as_bytes(), b"/"].concat();
        let cache = FolderCache::new(Allow::ALL, b".htaccess".to_vec());
        let at_hand = || {
            let folders = cache.at_hand();
            let file = folders.get(&folder).expect("is there");
            (!folders.is_missing()).then_some(file)
        };
        write(10_000);
        assert!(at_hand().is_none());
        let read = cache.get(&folder).expect("is there");
        assert!(read.fault().is_none() && Arc::ptr_eq(&read, &at_hand().expect("is known")));
        // A short one is read at once, unless somebody is reading.
        let reading = cache.reading.lock().expect("is free");
        write(1);
        wait_until(|| at_hand().is_none());
        drop(reading);
        assert!(at_hand().expect("is read").fault().is_none());
        std::fs::remove_dir_all(root).expect("gone");
    }
}
