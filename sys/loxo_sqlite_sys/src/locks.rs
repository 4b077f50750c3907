//! Locks of database files that belong to what SQLite has open, and not to the process.
//!
//! SQLite locks by `fcntl(F_SETLK)`. Such locks are the process's: when any part of it closes any descriptor of the file, they are gone. In a
//! process that runs many requests, one that copies or hashes the database takes the locks of another's transaction away. Locks of open file
//! descriptions (`F_OFD_SETLK`) stay until they are lifted, and exclude the process-wide locks of other programs as those exclude each other.
//!
//! SQLite counts on locks being the process's in one respect: its connections to one file share them, and lift through one descriptor what was
//! set through another. So all locks of a database file are set through one description, which is kept from the first lock until SQLite
//! lifts all. Files of shared memory (`-shm`) have one descriptor in a process, and are locked through it.

use std::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, Once, PoisonError};

use libsqlite3_sys as ffi;

/// Where SQLite locks database files: behind a gibibyte, whatever their length.
const PENDING_BYTE: libc::off_t = 0x4000_0000;

/// The description through which a file is locked.
struct Locked {
    device: libc::dev_t,
    inode: libc::ino_t,
    descriptor: c_int,
}

static LOCKED: Mutex<Vec<Locked>> = Mutex::new(Vec::new());

/// From now on SQLite locks by open file descriptions.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: asks for the default file system, which lives for ever; the name is a C string. SQLite stores the function and calls it
        // as `int (*)(int, int, ...)`, which is how `control` is made.
        unsafe {
            let system = ffi::sqlite3_vfs_find(std::ptr::null());
            let Some(set) = system.as_ref().filter(|system| system.iVersion >= 3).and_then(|system| system.xSetSystemCall) else { return };
            let function: unsafe extern "C" fn(c_int, c_int, *mut c_void) -> c_int = control;
            let function =
                std::mem::transmute::<unsafe extern "C" fn(c_int, c_int, *mut c_void) -> c_int, unsafe extern "C" fn()>(function);
            set(system, c"fcntl".as_ptr().cast::<c_char>(), Some(function));
        }
    });
}

/// `fcntl()` with one more argument, a pointer or a number, as all callers in SQLite have it. On the systems that Loxo runs on, functions with a
/// variable number of arguments get their first ones as others do.
unsafe extern "C" fn control(descriptor: c_int, command: c_int, argument: *mut c_void) -> c_int {
    match command {
        libc::F_SETLK | libc::F_SETLKW | libc::F_GETLK => {
            // SAFETY: SQLite gives these commands a `flock` of its own that lives through the call.
            let wanted = unsafe { &mut *argument.cast::<libc::flock>() };
            lock(descriptor, command, wanted)
        }
        // SAFETY: passed on as it came.
        _ => unsafe { libc::fcntl(descriptor, command, argument) },
    }
}

fn lock(descriptor: c_int, command: c_int, wanted: &mut libc::flock) -> c_int {
    let command = match command {
        libc::F_SETLK => libc::F_OFD_SETLK,
        libc::F_SETLKW => libc::F_OFD_SETLKW,
        _ => libc::F_OFD_GETLK,
    };
    wanted.l_pid = 0;
    let all = wanted.l_start == 0 && wanted.l_len == 0;
    if wanted.l_start < PENDING_BYTE && !all {
        // SAFETY: a `flock` that lives through the call.
        return unsafe { libc::fcntl(descriptor, command, std::ptr::from_mut(wanted)) };
    }
    let Some((device, inode)) = identity(descriptor) else { return -1 };
    let mut locked = LOCKED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = locked.iter().position(|file| file.device == device && file.inode == inode);
    let through = match known {
        Some(at) => locked[at].descriptor,
        // Nothing of it is locked.
        None if wanted.l_type == libc::F_UNLCK as libc::c_short => return 0,
        None => {
            let duplicate = description(descriptor);
            if duplicate == -1 {
                return -1;
            }
            locked.push(Locked { device, inode, descriptor: duplicate });
            duplicate
        }
    };
    // SAFETY: an open descriptor, and a `flock` that lives through the call.
    let result = unsafe { libc::fcntl(through, command, std::ptr::from_mut(wanted)) };
    let lifted = all && wanted.l_type == libc::F_UNLCK as libc::c_short && command == libc::F_OFD_SETLK;
    let fresh_and_failed = known.is_none() && (result == -1 || command == libc::F_OFD_GETLK);
    if lifted || fresh_and_failed {
        locked.retain(|file| file.descriptor != through);
        // SAFETY: the thread's own `errno`; the descriptor is this module's, and nobody else knows it any more.
        unsafe {
            let error = *libc::__errno_location();
            libc::close(through);
            *libc::__errno_location() = error;
        }
    }
    result
}

fn identity(descriptor: c_int) -> Option<(libc::dev_t, libc::ino_t)> {
    let mut meta = std::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: a place for the answer.
    if unsafe { libc::fstat(descriptor, meta.as_mut_ptr()) } == -1 {
        return None;
    }
    // SAFETY: the call has succeeded and written it.
    let meta = unsafe { meta.assume_init() };
    Some((meta.st_dev, meta.st_ino))
}

/// A descriptor of the file that lives on its own; one that can be written through if there may be one, as exclusive locks want it. -1: none.
fn description(descriptor: c_int) -> c_int {
    // SAFETY: takes and gives integers.
    let writable = unsafe { libc::fcntl(descriptor, libc::F_GETFL) } & libc::O_ACCMODE == libc::O_RDWR;
    if !writable && let Ok(path) = std::ffi::CString::new(format!("/proc/self/fd/{descriptor}")) {
        // SAFETY: a path that ends in NUL.
        let opened = unsafe { libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
        if opened != -1 {
            return opened;
        }
    }
    // SAFETY: takes and gives integers.
    unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 0) }
}

#[cfg(test)]
mod tests {
    use crate::{Database, Failed, open, status};
    use std::time::{SystemTime, UNIX_EPOCH};

    fn run(database: &Database, sql: &str) -> Result<(), Failed> {
        database.execute(&mut (), sql.as_bytes())
    }

    fn folder(name: &str) -> std::path::PathBuf {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let folder = std::env::temp_dir().join(format!("loxo-sqlite-{name}-{}-{time}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn connect(file: &std::path::Path) -> Database {
        Database::open(file.as_os_str().as_encoded_bytes(), open::READWRITE | open::CREATE).expect("opens")
    }

    /// Another process asks for the lock of a writer, by `fcntl` as every SQLite does. True: it would get it.
    fn other_may_write(file: &std::path::Path) -> bool {
        let program = "import fcntl, sys\nf = open(sys.argv[1], 'r+b')\n\
                       try:\n fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB, 512, 0x40000000)\nexcept OSError:\n sys.exit(7)\n";
        let status = std::process::Command::new("python3").args(["-c", program]).arg(file).status().expect("python3 runs");
        assert!(status.success() || status.code() == Some(7), "{status}");
        status.success()
    }

    #[test]
    fn a_lock_outlives_other_descriptors_of_its_file() {
        let folder = folder("outlives");
        let file = folder.join("a.db");
        let (first, second) = (connect(&file), connect(&file));
        run(&first, "create table t (n)").expect("is made");
        assert!(other_may_write(&file));
        run(&first, "begin immediate; insert into t values (1)").expect("begins");
        assert!(!other_may_write(&file));
        // What a request that copies the database does.
        std::fs::read(&file).expect("reads");
        assert!(!other_may_write(&file), "the lock is gone");
        assert_eq!(run(&second, "insert into t values (2)").expect_err("is locked").status, status::BUSY);
        run(&first, "commit").expect("commits");
        assert!(other_may_write(&file));
        run(&second, "insert into t values (2)").expect("is free");
        drop((first, second));
        std::fs::remove_dir_all(folder).expect("is removed");
    }

    #[test]
    fn connections_of_a_process_lift_what_they_share() {
        let folder = folder("shared");
        let file = folder.join("a.db");
        let (first, second) = (connect(&file), connect(&file));
        run(&first, "create table t (n); insert into t values (1)").expect("is made");
        run(&first, "begin; select * from t").expect("reads");
        run(&second, "begin; select * from t").expect("reads");
        // The first lock was set through the first connection, and is lifted through the second.
        run(&first, "commit").expect("ends");
        drop(first);
        assert!(!other_may_write(&file));
        run(&second, "insert into t values (2); commit").expect("writes");
        assert!(other_may_write(&file), "nothing is locked any more");
        run(&second, "pragma journal_mode = wal; insert into t values (3)").expect("writes");
        let third = connect(&file);
        run(&third, "begin immediate; insert into t values (4)").expect("begins");
        std::fs::read(folder.join("a.db-shm")).expect("reads");
        assert_eq!(run(&second, "insert into t values (5)").expect_err("is locked").status, status::BUSY);
        run(&third, "commit").expect("ends");
        run(&second, "insert into t values (5)").expect("writes");
        drop((second, third));
        assert!(other_may_write(&file));
        std::fs::remove_dir_all(folder).expect("is removed");
    }

    #[test]
    fn threads_write_one_after_the_other() {
        let folder = folder("threads");
        let file = folder.join("a.db");
        run(&connect(&file), "create table t (n)").expect("is made");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let file = &file;
                scope.spawn(move || {
                    let database = connect(file);
                    database.busy_timeout(20_000).expect("a limit");
                    for n in 0..25 {
                        run(&database, &format!("begin immediate; insert into t values ({n}); commit")).expect("writes");
                        std::fs::metadata(file).and_then(|_| std::fs::read(file)).expect("reads");
                    }
                });
            }
        });
        let database = connect(&file);
        run(&database, "create table u (n check (n = 100)); insert into u select count(*) from t").expect("all are there");
        assert!(other_may_write(&file));
        drop(database);
        std::fs::remove_dir_all(folder).expect("is removed");
    }
}
