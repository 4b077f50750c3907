//! Hears of changes in a project: from the system (inotify) for its folders and those of files that requests have used, and by looking at these files
//! where the system has no more watches to give, or hears nothing itself.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};

use crate::filter::{is_source, is_watched_folder};
use crate::written::{Verdict, Written};

/// Programs that save a file do so in several steps: what comes within this time is one change.
const QUIET: Duration = Duration::from_millis(25);
/// Where changes do not end they are reported nevertheless.
const LONGEST: Duration = Duration::from_millis(500);
/// How often files are looked at that the system does not tell about.
const LOOK: Duration = Duration::from_millis(500);
/// Folders that are watched at most, and what part of the user's watches they may take: other programs need some, too.
const MOST_FOLDERS: usize = 32_768;
const SHARE: usize = 2;
/// Files that requests have used and that are remembered.
const MOST_FILES: usize = 50_000;
/// What is written shortly behind a request is of it.
const BEHIND: Duration = Duration::from_millis(50);

/// Tells files that have changed together.
type Tell = Box<dyn Fn(Vec<PathBuf>) + Send>;
/// Tells the user something, in a line.
type Say = Box<dyn Fn(&str) + Send + Sync>;

/// Looks after a project as long as it is there.
pub struct Watcher {
    project: PathBuf,
    /// The document root.
    root: PathBuf,
    watch: Option<OwnedFd>,
    most: usize,
    state: Mutex<State>,
    /// Files that requests have used.
    used: Mutex<HashSet<PathBuf>>,
    requests: AtomicUsize,
    last_request: Mutex<Option<Instant>>,
    /// The user knows that there are too few watches.
    complained: AtomicBool,
    say: Say,
}

#[derive(Default)]
struct State {
    folders: HashMap<i32, Folder>,
    numbers: HashMap<PathBuf, i32>,
    /// Files that are looked at, and how they were. `None`: not there.
    looked_at: HashMap<PathBuf, Option<(SystemTime, u64)>>,
}

#[derive(Clone)]
struct Folder {
    path: PathBuf,
    /// All sources in it count; otherwise files that requests have used.
    whole: bool,
}

/// A request that runs.
pub struct Busy(Arc<Watcher>);

impl Drop for Busy {
    fn drop(&mut self) {
        *self.0.last_request.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn state_of(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Watches that one user may have.
fn most_watches() -> usize {
    let text = std::fs::read_to_string("/proc/sys/fs/inotify/max_user_watches").unwrap_or_default();
    (text.trim().parse().unwrap_or(8192) / SHARE).min(MOST_FOLDERS)
}

impl Watcher {
    /// Both folders without links. `tell` is called on a thread of its own.
    pub fn start(
        project: PathBuf,
        root: PathBuf,
        tell: impl Fn(Vec<PathBuf>) + Send + 'static,
        say: impl Fn(&str) + Send + Sync + 'static,
    ) -> std::io::Result<Arc<Watcher>> {
        Watcher::with_limit(project, root, most_watches(), Box::new(tell), Box::new(say))
    }

    fn with_limit(project: PathBuf, root: PathBuf, most: usize, tell: Tell, say: Say) -> std::io::Result<Arc<Watcher>> {
        let watcher = Arc::new(Watcher {
            project,
            root,
            watch: inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok(),
            most,
            state: Mutex::default(),
            used: Mutex::default(),
            requests: AtomicUsize::new(0),
            last_request: Mutex::default(),
            complained: AtomicBool::new(false),
            say,
        });
        let watched = Arc::downgrade(&watcher);
        std::thread::Builder::new().name("watch".into()).spawn(move || Listener::new(watched, tell).run())?;
        Ok(watcher)
    }

    /// A request begins; it ends when this is dropped.
    pub fn begin(self: &Arc<Self>) -> Busy {
        self.requests.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }

    fn is_busy(&self) -> bool {
        self.requests.load(Ordering::Relaxed) > 0 || lock(&self.last_request).is_some_and(|last| last.elapsed() < BEHIND)
    }

    /// Files that a request has used: they count whatever they are called and wherever they lie.
    pub fn note<'a>(&self, files: impl IntoIterator<Item = &'a [u8]>) {
        let mut fresh = Vec::new();
        {
            let mut used = lock(&self.used);
            for file in files {
                let file = Path::new(OsStr::from_bytes(file));
                if file.is_absolute() && used.len() < MOST_FILES && !used.contains(file) {
                    used.insert(file.to_path_buf());
                    fresh.push(file.to_path_buf());
                }
            }
        }
        for file in fresh {
            let is_heard = file.parent().is_some_and(|folder| self.watch_folder(folder, false));
            if !is_heard {
                let state = state_of(&file);
                lock(&self.state).looked_at.insert(file, state);
            }
        }
    }

    /// False: the system does not tell about the folder.
    fn watch_folder(&self, path: &Path, whole: bool) -> bool {
        let Some(watch) = &self.watch else { return false };
        let mut state = lock(&self.state);
        if let Some(number) = state.numbers.get(path).copied() {
            if let Some(folder) = state.folders.get_mut(&number) {
                folder.whole |= whole;
            }
            return true;
        }
        if state.folders.len() >= self.most {
            drop(state);
            self.complain();
            return false;
        }
        if loxo_files::is_remote(path) {
            return false;
        }
        let flags = WatchFlags::CLOSE_WRITE
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::ONLYDIR;
        match inotify::add_watch(watch, path, flags) {
            Ok(number) => {
                state.folders.insert(number, Folder { path: path.to_path_buf(), whole });
                state.numbers.insert(path.to_path_buf(), number);
                true
            }
            Err(rustix::io::Errno::NOSPC) => {
                drop(state);
                self.complain();
                false
            }
            Err(_) => false,
        }
    }

    /// Says once that there are too few watches.
    fn complain(&self) {
        if !self.complained.swap(true, Ordering::Relaxed) {
            (self.say)(
                "there are more folders than can be watched (sysctl fs.inotify.max_user_watches): of the others, files that requests have used are looked at",
            );
        }
    }

    /// Watches a folder and all below it that count.
    fn watch_tree(&self, top: &Path) {
        let mut left = vec![top.to_path_buf()];
        while let Some(folder) = left.pop() {
            if !self.watch_folder(&folder, true) {
                continue;
            }
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                // Links are not followed: they may lead in circles.
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) && self.counts(&entry.path()) {
                    left.push(entry.path());
                }
            }
        }
    }

    /// Is this a folder of the project whose files count?
    fn counts(&self, folder: &Path) -> bool {
        folder.strip_prefix(&self.project).is_ok_and(is_watched_folder)
    }

    /// The folders at and below one are gone from there.
    fn forget_tree(&self, top: &Path) {
        let mut state = lock(&self.state);
        let gone: Vec<i32> = state.folders.iter().filter(|(_, folder)| folder.path.starts_with(top)).map(|(number, _)| *number).collect();
        for number in gone {
            if let Some(folder) = state.folders.remove(&number) {
                state.numbers.remove(&folder.path);
            }
            if let Some(watch) = &self.watch {
                // It may be gone already.
                let _ = inotify::remove_watch(watch, number);
            }
        }
    }

    fn is_used(&self, file: &Path) -> bool {
        lock(&self.used).contains(file)
    }

    /// Files that are looked at and are others than they were.
    fn look(&self) -> Vec<PathBuf> {
        let paths: Vec<PathBuf> = lock(&self.state).looked_at.keys().cloned().collect();
        let states: Vec<_> = paths.into_iter().map(|path| (state_of(&path), path)).collect();
        let mut state = lock(&self.state);
        let mut changed = Vec::new();
        for (now, path) in states {
            if let Some(known) = state.looked_at.get_mut(&path)
                && *known != now
            {
                *known = now;
                changed.push(path);
            }
        }
        changed
    }
}

/// The thread that hears of changes.
struct Listener {
    watcher: Weak<Watcher>,
    tell: Tell,
    written: Written,
    /// Changed, and not yet reported.
    changed: Vec<PathBuf>,
    /// When the first of them came.
    since: Option<Instant>,
    looked: Instant,
}

/// What is done about one event.
struct Event {
    number: i32,
    name: Option<OsString>,
    flags: ReadFlags,
}

impl Listener {
    fn new(watcher: Weak<Watcher>, tell: Tell) -> Listener {
        Listener { watcher, tell, written: Written::default(), changed: Vec::new(), since: None, looked: Instant::now() }
    }

    fn run(mut self) {
        if let Some(watcher) = self.watcher.upgrade() {
            watcher.watch_tree(&watcher.project);
            if !watcher.root.starts_with(&watcher.project) {
                watcher.watch_tree(&watcher.root);
            }
            watcher.watch_folder(&watcher.project.join("vendor/composer"), true);
        }
        while let Some(watcher) = self.watcher.upgrade() {
            let events = self.wait(&watcher);
            for event in &events {
                self.heard(&watcher, event);
            }
            if self.looked.elapsed() >= LOOK {
                self.looked = Instant::now();
                for file in watcher.look() {
                    self.add(&watcher, file);
                }
            }
            let is_over = events.is_empty() || self.since.is_some_and(|since| since.elapsed() > LONGEST);
            if is_over && self.since.take().is_some() {
                let mut files = std::mem::take(&mut self.changed);
                files.sort();
                files.dedup();
                (self.tell)(files);
            }
        }
    }

    /// The next events; none: it was quiet for a while.
    fn wait(&self, watcher: &Watcher) -> Vec<Event> {
        let time = if self.since.is_some() { QUIET } else { LOOK };
        let Some(watch) = &watcher.watch else {
            std::thread::sleep(time);
            return Vec::new();
        };
        let time = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
        match poll(&mut [PollFd::new(watch, PollFlags::IN)], Some(&time)) {
            Ok(0) => return Vec::new(),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Vec::new(),
            Err(_) => {
                std::thread::sleep(LOOK);
                return Vec::new();
            }
        }
        let mut buffer = [std::mem::MaybeUninit::uninit(); 16 << 10];
        let mut reader = inotify::Reader::new(watch, &mut buffer);
        let mut events = Vec::new();
        while let Ok(event) = reader.next() {
            let name = event.file_name().map(|name| OsStr::from_bytes(name.to_bytes()).to_os_string());
            events.push(Event { number: event.wd(), name, flags: event.events() });
            if reader.is_buffer_empty() {
                break;
            }
        }
        events
    }

    fn heard(&mut self, watcher: &Watcher, event: &Event) {
        let Event { number, name, flags } = event;
        if flags.contains(ReadFlags::QUEUE_OVERFLOW) {
            // Whatever it was, there is much of it.
            watcher.watch_tree(&watcher.project);
            self.since.get_or_insert_with(Instant::now);
            self.changed.push(watcher.project.clone());
            return;
        }
        let Some(folder) = lock(&watcher.state).folders.get(number).cloned() else { return };
        let Some(name) = name else {
            if flags.intersects(ReadFlags::DELETE_SELF | ReadFlags::MOVE_SELF | ReadFlags::IGNORED) {
                watcher.forget_tree(&folder.path);
            }
            return;
        };
        let path = folder.path.join(name);
        if flags.contains(ReadFlags::ISDIR) {
            self.folder(watcher, &folder, &path, *flags);
            return;
        }
        // Whoever creates a file writes it next, unless it is a link.
        let is_new_file = flags.contains(ReadFlags::CREATE) && std::fs::symlink_metadata(&path).is_ok_and(|about| about.is_file());
        let in_root = path.starts_with(&watcher.root);
        let is_own = folder.whole && is_source(name, in_root);
        // What counts only because requests use it may be what they compile for the next one.
        if !is_new_file && (is_own || watcher.is_used(&path) && !watcher.is_busy()) {
            self.add(watcher, path);
        }
    }

    /// A folder has come or gone.
    fn folder(&mut self, watcher: &Watcher, above: &Folder, path: &Path, flags: ReadFlags) {
        if flags.intersects(ReadFlags::DELETE | ReadFlags::MOVED_FROM) {
            watcher.forget_tree(path);
        }
        if !above.whole || !watcher.counts(path) {
            return;
        }
        if flags.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO) {
            watcher.watch_tree(path);
        }
        // What lay in it before it was watched was not heard of.
        let has_files = !flags.contains(ReadFlags::CREATE) || std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some());
        if has_files {
            self.add(watcher, path.to_path_buf());
        }
    }

    fn add(&mut self, watcher: &Watcher, path: PathBuf) {
        match self.written.judge(&path, watcher.is_busy(), Instant::now()) {
            Verdict::Tell => {
                self.since.get_or_insert_with(Instant::now);
                self.changed.push(path);
            }
            Verdict::Mute => {
                let shown = path.strip_prefix(&watcher.project).unwrap_or(&path).display().to_string();
                (watcher.say)(&format!("{shown:?} changes with each request: pages do not load again for it"));
            }
            Verdict::Muted => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    struct Project {
        folder: PathBuf,
        watcher: Arc<Watcher>,
        reported: Receiver<Vec<PathBuf>>,
        said: Receiver<String>,
    }

    impl Project {
        fn new(name: &str, most: usize) -> Project {
            let folder = std::env::temp_dir().join(format!("loxo-dev-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            for below in ["public", "src/deep", "vendor/a", "var/cache"] {
                std::fs::create_dir_all(folder.join(below)).expect("a folder");
            }
            let folder = folder.canonicalize().expect("is there");
            let ((tell, reported), (say, said)) = (channel(), channel());
            let (tell, say): (Tell, Say) =
                (Box::new(move |files| drop(tell.send(files))), Box::new(move |line: &str| drop(say.send(line.to_string()))));
            let watcher = Watcher::with_limit(folder.clone(), folder.join("public"), most, tell, say).expect("a thread");
            let project = Project { folder, watcher, reported, said };
            if most > 4 {
                while lock(&project.watcher.state).folders.len() < 4 {
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
            project
        }

        fn write(&self, file: &str) -> PathBuf {
            let path = self.folder.join(file);
            std::fs::write(&path, "x").expect("a file");
            path
        }

        fn next(&self) -> Vec<PathBuf> {
            self.reported.recv_timeout(Duration::from_secs(20)).expect("is reported")
        }

        fn is_quiet(&self) -> bool {
            self.reported.recv_timeout(Duration::from_millis(250)).is_err()
        }
    }

    impl Drop for Project {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn changes_are_told_together() {
        let project = Project::new("together", 100);
        let files = [project.write("public/a.css"), project.write("src/deep/a.php")];
        assert_eq!(project.next(), files);
        for quiet in ["src/a.log", "src/a.css", "vendor/a/a.php", "var/cache/a.php", "src/.a.php.swp"] {
            project.write(quiet);
        }
        assert!(project.is_quiet());
        // Editors write beside the file and rename.
        std::fs::rename(project.write("src/a.php.tmp"), project.folder.join("src/b.php")).expect("renames");
        assert_eq!(project.next(), [project.folder.join("src/b.php")]);
        std::fs::remove_file(project.folder.join("src/b.php")).expect("is there");
        assert_eq!(project.next(), [project.folder.join("src/b.php")]);
    }

    #[test]
    fn folders_come_and_go() {
        let project = Project::new("folders", 100);
        std::fs::create_dir_all(project.folder.join("src/new/below")).expect("a folder");
        let wait = |path: &str| {
            while !lock(&project.watcher.state).numbers.contains_key(&project.folder.join(path)) {
                std::thread::sleep(Duration::from_millis(2));
            }
        };
        wait("src/new/below");
        project.write("src/new/below/a.php");
        while !project.next().contains(&project.folder.join("src/new/below/a.php")) {}
        std::fs::rename(project.folder.join("src/new"), project.folder.join("src/other")).expect("renames");
        wait("src/other/below");
        assert!(!lock(&project.watcher.state).numbers.contains_key(&project.folder.join("src/new/below")));
        project.write("src/other/below/b.php");
        while !project.next().contains(&project.folder.join("src/other/below/b.php")) {}
    }

    #[test]
    fn files_that_are_used_count_everywhere() {
        let project = Project::new("used", 100);
        let files = [project.write("vendor/a/a.php"), project.write("src/page.volt")];
        project.watcher.note(files.iter().map(|file| file.as_os_str().as_bytes()));
        while project.reported.recv_timeout(Duration::from_millis(100)).is_ok() {}
        for file in &files {
            std::fs::write(file, "y").expect("a file");
        }
        assert_eq!(project.next(), [files[1].clone(), files[0].clone()]);
        project.write("vendor/a/b.php");
        assert!(project.is_quiet());
    }

    #[test]
    fn without_watches_files_are_looked_at() {
        let project = Project::new("looked", 1);
        let file = project.write("src/deep/a.php");
        project.watcher.note([file.as_os_str().as_bytes()]);
        assert!(project.said.recv_timeout(Duration::from_secs(20)).expect("it says so").contains("max_user_watches"));
        std::fs::write(&file, "longer").expect("a file");
        assert_eq!(project.next(), [file]);
    }

    #[test]
    fn what_requests_write_is_muted() {
        let project = Project::new("written", 100);
        for _ in 0..4 {
            let busy = project.watcher.begin();
            project.write("src/hits.json");
            std::thread::sleep(Duration::from_millis(80));
            drop(busy);
        }
        assert!(project.said.recv_timeout(Duration::from_secs(20)).expect("it says so").contains("hits.json"));
        while project.reported.recv_timeout(Duration::from_millis(100)).is_ok() {}
        project.write("src/hits.json");
        assert!(project.is_quiet());
        let other = project.write("src/a.php");
        assert_eq!(project.next(), [other]);
    }
}
