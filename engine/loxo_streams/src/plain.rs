//! Files, and everything else that is a file descriptor.

use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;

use loxo_value::{PhpArray, PhpResource, PhpStr, Value};
use rustix::fs::{FlockOperation, Mode, OFlags, SeekFrom};
use rustix::io::Errno;

use super::php_scheme::Role;
use super::stream::flags;
use super::wrapper::Done;
use super::{
    Failures, Kind, MetaChange, OpenOptions, OptionResult, ReadResult, SeekFailed, Stat, StatFlags, Stream, StreamOps, StreamOption,
    StreamRef, Whence, Wrapper, dir, error_text, files, state,
};
use loxo_runtime::Cx;
use loxo_runtime::paths::{absolute, check_open_basedir, expand, path_of};
use loxo_runtime::web::temporary_name;

/// Operations of a file descriptor.
pub struct StdioOps {
    fd: Rc<OwnedFd>,
    seekable: bool,
    /// What is shown of a file that the program carries: the descriptor is of a copy.
    carried: Option<Box<Stat>>,
    /// Deleted when it is closed.
    pub temp_path: Option<Vec<u8>>,
    pub(crate) standard: Role,
}

/// How to open what an `fopen()` mode asks for; `None`: not a mode.
pub fn parse_mode(mode: &[u8]) -> Option<OFlags> {
    let base = match mode.first()? {
        b'r' => OFlags::empty(),
        b'w' => OFlags::TRUNC | OFlags::CREATE,
        b'a' => OFlags::CREATE | OFlags::APPEND,
        b'x' => OFlags::CREATE | OFlags::EXCL,
        b'c' => OFlags::CREATE,
        _ => return None,
    };
    let access = match (mode.contains(&b'+'), mode[0]) {
        (true, _) => OFlags::RDWR,
        (false, b'r') => OFlags::RDONLY,
        _ => OFlags::WRONLY,
    };
    let wait = if mode.contains(&b'n') { OFlags::NONBLOCK } else { OFlags::empty() };
    Some(base | access | wait | OFlags::CLOEXEC)
}

/// A stream of a descriptor that is open.
pub fn from_fd(fd: OwnedFd, mode: &[u8]) -> StreamRef {
    let stat = rustix::fs::fstat(&fd).map(Stat::from).unwrap_or_default();
    let mut seekable = !matches!(stat.file_type(), Stat::FIFO | Stat::CHAR | Stat::SOCKET) || is_endless(&stat);
    let mut position = -1;
    if seekable {
        match rustix::fs::tell(&fd) {
            Ok(at) => position = at as i64,
            Err(Errno::SPIPE) => seekable = false,
            Err(_) => {}
        }
    }
    let ops = StdioOps { fd: Rc::new(fd), seekable, carried: None, temp_path: None, standard: Role::default() };
    let stream = Stream::new(Box::new(ops), mode);
    if !seekable {
        stream.set_flag(flags::NO_SEEK);
    }
    stream.position.set(position);
    Rc::new(stream)
}

/// `/dev/null`, `/dev/zero` and `/dev/full` say yes to every position.
fn is_endless(stat: &Stat) -> bool {
    const MEMORY: u32 = 1;
    let device = stat.rdev as u64;
    stat.file_type() == Stat::CHAR && rustix::fs::major(device) == MEMORY && matches!(rustix::fs::minor(device), 3 | 5 | 7)
}

/// Operations of a pipe.
pub(crate) fn pipe_ops(fd: OwnedFd) -> StdioOps {
    StdioOps { fd: Rc::new(fd), seekable: false, carried: None, temp_path: None, standard: Role::default() }
}

/// Opens a plain file, as `fopen()` does. The path is absolute and clean if the options say so.
pub fn open_file(cx: &mut Cx, path: &[u8], mode: &[u8], options: OpenOptions, failures: &mut Failures) -> Option<StreamRef> {
    let Some(open_flags) = parse_mode(mode) else {
        failures.log([b"`", mode, b"' is not a valid mode for fopen"].concat());
        return None;
    };
    if path.contains(&0) {
        failures.set_error(Errno::NOENT);
        return None;
    }
    let full = if options.has(OpenOptions::REALPATH) { path.to_vec() } else { expand(cx, path) };
    // A slash at the end says "a directory".
    let full = if path.ends_with(b"/") && full != b"/" { [&full[..], b"/"].concat() } else { full };
    let fd = match loxo_files::open(path_of(&full), open_flags, Mode::from_raw_mode(0o666)) {
        Ok(fd) => fd,
        Err(error) => {
            failures.set_error(error);
            return None;
        }
    };
    if options.has(OpenOptions::FOR_INCLUDE) {
        let regular = rustix::fs::fstat(&fd).is_ok_and(|st| Stat::from(st).is_file());
        if !regular {
            // Directories and devices are no source text.
            failures.set_error(Errno::INVAL);
            return None;
        }
    }
    let stream = from_fd(fd, mode);
    if let Some((_, entry)) = loxo_files::entry(path_of(&full)) {
        let shown = entry.stat().ok().map(|stat| Box::new(Stat::from(stat)));
        stream.with_ops(|ops: &mut StdioOps| ops.carried = shown);
    }
    if stream.can_seek() {
        // Appending says 0 until the first write, as newly opened files do.
        stream.position.set(0);
    }
    Some(stream)
}

fn transient(error: Errno) -> bool {
    matches!(error, Errno::AGAIN)
}

impl StdioOps {
    /// Closes the descriptor now, whatever becomes of the operations.
    pub(crate) fn shut(&mut self) {
        if let Ok(nowhere) = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()) {
            self.fd = Rc::new(nowhere);
        }
    }

    fn blocking(&self, on: bool) -> OptionResult {
        let Ok(old) = rustix::fs::fcntl_getfl(&self.fd) else { return OptionResult::Failed };
        let new = if on { old - OFlags::NONBLOCK } else { old | OFlags::NONBLOCK };
        match rustix::fs::fcntl_setfl(&self.fd, new) {
            Ok(()) => OptionResult::Value(i64::from(!old.contains(OFlags::NONBLOCK))),
            Err(_) => OptionResult::Failed,
        }
    }

    fn metadata(&self, stream: &Stream, out: &mut PhpArray) -> OptionResult {
        let blocked = rustix::fs::fcntl_getfl(&self.fd).is_ok_and(|fl| !fl.contains(OFlags::NONBLOCK));
        out.set_bytes(b"timed_out", Value::FALSE);
        out.set_bytes(b"blocked", Value::bool(blocked));
        out.set_bytes(b"eof", Value::bool(stream.eof.get()));
        OptionResult::Ok
    }

    fn lock(&self, operation: i64) -> OptionResult {
        let wait = operation & 4 == 0;
        let operation = match (operation & 3, wait) {
            (1, true) => FlockOperation::LockShared,
            (1, false) => FlockOperation::NonBlockingLockShared,
            (2, true) => FlockOperation::LockExclusive,
            (2, false) => FlockOperation::NonBlockingLockExclusive,
            (3, true) => FlockOperation::Unlock,
            (3, false) => FlockOperation::NonBlockingUnlock,
            _ => return OptionResult::Failed,
        };
        loop {
            match rustix::fs::flock(&self.fd, operation) {
                Ok(()) => return OptionResult::Ok,
                Err(Errno::INTR) if !loxo_process_sys::is_interrupted() => {}
                Err(Errno::AGAIN) => return OptionResult::WouldBlock,
                Err(_) => return OptionResult::Failed,
            }
        }
    }
}

fn answer(result: Result<(), Errno>) -> OptionResult {
    if result.is_ok() { OptionResult::Ok } else { OptionResult::Failed }
}

impl StreamOps for StdioOps {
    fn label(&self) -> &'static str {
        "STDIO"
    }

    fn kind(&self) -> Kind {
        Kind::Stdio
    }

    fn read(&mut self, cx: &mut Cx, stream: &Stream, buf: &mut [u8]) -> ReadResult {
        if !self.seekable {
            // It may wait, and the one at the other end for what was printed.
            cx.flush_pending();
        }
        // The time of access changes.
        state(cx).forget_stat();
        let mut result = rustix::io::read(&self.fd, &mut *buf);
        if result == Err(Errno::INTR) && !loxo_process_sys::is_interrupted() {
            result = rustix::io::read(&self.fd, &mut *buf);
        }
        match result {
            Ok(0) => ReadResult::end(),
            Ok(n) => ReadResult::data(n),
            Err(error) if transient(error) => ReadResult::data(0),
            Err(Errno::INTR) => ReadResult::failed(),
            Err(error) => {
                if !stream.has_flag(flags::SUPPRESS_ERRORS) {
                    report_io(cx, "Read", buf.len(), error);
                }
                ReadResult { count: None, eof: (error != Errno::BADF).then_some(true) }
            }
        }
    }

    fn write(&mut self, cx: &mut Cx, stream: &Stream, data: &[u8]) -> Option<usize> {
        self.standard.before_write(cx);
        state(cx).forget_stat();
        let written = if self.carried.is_some() { Err(Errno::BADF) } else { rustix::io::write(&self.fd, data) };
        match written {
            Ok(n) => Some(n),
            Err(error) if transient(error) => Some(0),
            Err(Errno::INTR) => None,
            Err(error) => {
                if !stream.has_flag(flags::SUPPRESS_ERRORS) {
                    report_io(cx, "Write", data.len(), error);
                }
                None
            }
        }
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, cx: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        if !self.seekable {
            cx.builtin_warning("Cannot seek on this stream");
            return Err(SeekFailed(None));
        }
        let to = match whence {
            Whence::Set => SeekFrom::Start(u64::try_from(offset).map_err(|_| SeekFailed(None))?),
            Whence::Cur => SeekFrom::Current(offset),
            Whence::End => SeekFrom::End(offset),
        };
        rustix::fs::seek(&self.fd, to).map(|at| at as i64).map_err(|_| SeekFailed(None))
    }

    fn close(&mut self, _: &mut Cx) -> i32 {
        self.standard.close();
        if let Some(path) = self.temp_path.take() {
            // It may have been moved or deleted by the program.
            let _ = std::fs::remove_file(path_of(&path));
        }
        0
    }

    fn stat(&mut self, _: &mut Cx) -> Option<Stat> {
        self.carried.as_deref().copied().or_else(|| rustix::fs::fstat(&self.fd).ok().map(Stat::from))
    }

    fn set_option(&mut self, _: &mut Cx, stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        match option {
            StreamOption::Blocking(on) => self.blocking(on),
            StreamOption::WriteBuffer(..) => OptionResult::Failed,
            StreamOption::LockSupported | StreamOption::SyncSupported | StreamOption::TruncateSupported => OptionResult::Ok,
            StreamOption::Lock(operation) => self.lock(operation),
            StreamOption::Sync(true) => answer(rustix::fs::fdatasync(&self.fd)),
            StreamOption::Sync(false) => answer(rustix::fs::fsync(&self.fd)),
            StreamOption::Truncate(size) => match u64::try_from(size) {
                Ok(size) => answer(rustix::fs::ftruncate(&self.fd, size)),
                Err(_) => OptionResult::Failed,
            },
            StreamOption::MetaData(out) => self.metadata(stream, out),
            _ => OptionResult::NotImplemented,
        }
    }

    fn fd(&mut self, _: &mut Cx, _: &Stream, _: bool) -> Option<Rc<OwnedFd>> {
        Some(self.fd.clone())
    }

    fn is_castable(&self) -> bool {
        true
    }
}

impl Drop for StdioOps {
    fn drop(&mut self) {
        if let Some(path) = self.temp_path.take() {
            let _ = std::fs::remove_file(path_of(&path));
        }
    }
}

fn report_io(cx: &mut Cx, what: &str, bytes: usize, error: Errno) {
    let text = error_text(error);
    cx.builtin_notice(format!("{what} of {bytes} bytes failed with errno={} {text}", error.raw_os_error()));
}

/// `file://` and paths without scheme.
pub struct PlainFiles;

/// Some callers hand the scheme through.
pub(crate) fn without_scheme(path: &[u8]) -> &[u8] {
    match path.get(..7) {
        Some(start) if start.eq_ignore_ascii_case(b"file://") => &path[7..],
        _ => path,
    }
}

impl Wrapper for PlainFiles {
    fn label(&self) -> &'static str {
        "plainfile"
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        _: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        if !options.has(OpenOptions::NO_OPEN_BASEDIR) && !check_open_basedir(cx, path, true) {
            failures.set_error(Errno::PERM);
            return None;
        }
        state(cx).forget_stat();
        open_file(cx, path, mode, options, failures)
    }

    fn opendir(
        &self,
        cx: &mut Cx,
        path: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        if options.has(OpenOptions::GLOB_DIR) {
            return super::glob::GlobWrapper.opendir(cx, path, options, context, failures);
        }
        if !options.has(OpenOptions::NO_OPEN_BASEDIR) && !check_open_basedir(cx, path, true) {
            failures.set_error(Errno::PERM);
            return None;
        }
        dir::open(cx, path, failures)
    }

    fn can_list(&self) -> bool {
        true
    }

    fn url_stat(&self, cx: &mut Cx, path: &[u8], flags: StatFlags, _: Option<&PhpResource>) -> Option<Stat> {
        let path = without_scheme(path);
        let is_allowed =
            |cx: &mut Cx| flags.has(StatFlags::IGNORE_OPEN_BASEDIR) || check_open_basedir(cx, path, !flags.has(StatFlags::QUIET));
        if path.contains(&0) || !is_allowed(cx) {
            return None;
        }
        stat_file(cx, path, flags.has(StatFlags::LINK))
    }

    fn can_stat(&self) -> bool {
        true
    }

    fn unlink(&self, cx: &mut Cx, path: &[u8], _: Option<&PhpResource>) -> Done {
        Some(files::unlink(cx, without_scheme(path)))
    }

    fn rename(&self, cx: &mut Cx, from: &[u8], to: &[u8], _: Option<&PhpResource>) -> Done {
        Some(files::rename(cx, without_scheme(from), without_scheme(to)))
    }

    fn mkdir(&self, cx: &mut Cx, path: &[u8], mode: i64, recursive: bool, _: Option<&PhpResource>) -> Done {
        Some(files::mkdir(cx, without_scheme(path), mode, recursive))
    }

    fn rmdir(&self, cx: &mut Cx, path: &[u8], _: Option<&PhpResource>) -> Done {
        Some(files::rmdir(cx, without_scheme(path)))
    }

    fn metadata(&self, cx: &mut Cx, path: &[u8], change: &MetaChange) -> Done {
        Some(files::change_metadata(cx, without_scheme(path), change))
    }
}

/// `stat()` or `lstat()` of a file.
pub fn stat_file(cx: &Cx, path: &[u8], link: bool) -> Option<Stat> {
    if path.is_empty() {
        return None;
    }
    let full = absolute(cx, path);
    let result = if link { loxo_files::lstat(path_of(&full)) } else { loxo_files::stat(path_of(&full)) };
    result.ok().map(Stat::from)
}

/// A stream of a new file, deleted when it is closed.
pub fn temporary(cx: &mut Cx) -> Option<StreamRef> {
    let (path, fd) = create_temporary(&temp_dir(cx), b"php")?;
    let stream = from_fd(fd, b"r+b");
    *stream.path.borrow_mut() = Some(PhpStr::new(&path));
    *stream.wrapper.borrow_mut() = Some(Rc::new(PlainFiles));
    stream.with_ops(|ops: &mut StdioOps| ops.temp_path = Some(path));
    Some(stream)
}

/// `sys_get_temp_dir()`
pub fn temp_dir(cx: &mut Cx) -> Vec<u8> {
    let setting = cx.ini_str("sys_temp_dir");
    let chosen =
        if setting.is_empty() { std::env::var_os("TMPDIR").map(std::os::unix::ffi::OsStringExt::into_vec) } else { Some(setting.to_vec()) };
    match chosen {
        Some(mut dir) if !dir.is_empty() => {
            if dir.len() > 1 && dir.ends_with(b"/") {
                dir.pop();
            }
            dir
        }
        _ => b"/tmp".to_vec(),
    }
}

/// A new file in a directory, with a name that starts with the prefix.
pub fn create_temporary(dir: &[u8], prefix: &[u8]) -> Option<(Vec<u8>, OwnedFd)> {
    let open_flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    for _ in 0..100 {
        let mut path = dir.to_vec();
        if !path.ends_with(b"/") {
            path.push(b'/');
        }
        path.extend_from_slice(&temporary_name(prefix));
        match loxo_files::open(path_of(&path), open_flags, Mode::from_raw_mode(0o600)) {
            Ok(fd) => return Some((path, fd)),
            Err(Errno::EXIST | Errno::INTR) => {}
            Err(_) => return None,
        }
    }
    None
}

/// Makes a copy of one of the process's own descriptors.
pub fn duplicate(fd: impl AsFd) -> Result<OwnedFd, Errno> {
    rustix::io::fcntl_dupfd_cloexec(fd, 3)
}
