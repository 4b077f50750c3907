//! Programs that are started with chosen descriptors, and what such a program finds open when it starts.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// Targets of [`Spawn::descriptors`] are lower than this; what is duplicated on the way lies above.
pub const FIRST_FREE: i32 = 64;

/// A program to start.
pub struct Spawn<'a> {
    pub program: &'a CStr,
    /// Its own name first.
    pub arguments: &'a [CString],
    /// `NAME=value`
    pub environment: &'a [CString],
    /// What it finds open, and under which number. All else that is marked close-on-exec is closed.
    pub descriptors: &'a [(BorrowedFd<'a>, i32)],
    /// The signals that it holds back when it starts.
    pub held_back: &'a [i32],
}

fn pointers(texts: &[CString]) -> Vec<*mut libc::c_char> {
    texts.iter().map(|text| text.as_ptr().cast_mut()).chain([ptr::null_mut()]).collect()
}

/// `posix_spawn` and its kin give the error itself.
fn checked(error: i32) -> io::Result<()> {
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}

/// File actions that are destroyed when they are not needed any more.
struct Actions(libc::posix_spawn_file_actions_t);

impl Drop for Actions {
    fn drop(&mut self) {
        // SAFETY: initialised when it was made, and not used afterwards.
        unsafe { libc::posix_spawn_file_actions_destroy(&raw mut self.0) };
    }
}

/// Attributes that are destroyed when they are not needed any more.
struct Attributes(libc::posix_spawnattr_t);

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: initialised when it was made, and not used afterwards.
        unsafe { libc::posix_spawnattr_destroy(&raw mut self.0) };
    }
}

/// Starts it; gives the number of the new process.
pub fn spawn(what: &Spawn<'_>) -> io::Result<i32> {
    // A target may be the number of another's source: all sources go out of the way first.
    let mut sources = Vec::with_capacity(what.descriptors.len());
    for (fd, target) in what.descriptors {
        if !(0..FIRST_FREE).contains(target) {
            return Err(io::Error::from_raw_os_error(libc::EBADF));
        }
        // SAFETY: an open descriptor and integers.
        let copy = super::check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, FIRST_FREE) })?;
        // SAFETY: the system has just made it.
        sources.push((unsafe { OwnedFd::from_raw_fd(copy) }, *target));
    }
    let mut actions = MaybeUninit::uninit();
    // SAFETY: initialises the place it is given.
    checked(unsafe { libc::posix_spawn_file_actions_init(actions.as_mut_ptr()) })?;
    // SAFETY: just initialised.
    let mut actions = Actions(unsafe { actions.assume_init() });
    for (source, target) in &sources {
        // SAFETY: initialised actions and integers.
        checked(unsafe { libc::posix_spawn_file_actions_adddup2(&raw mut actions.0, source.as_raw_fd(), *target) })?;
    }
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: initialises the place it is given.
    checked(unsafe { libc::posix_spawnattr_init(attributes.as_mut_ptr()) })?;
    // SAFETY: just initialised.
    let mut attributes = Attributes(unsafe { attributes.assume_init() });
    let mask = super::set_of(what.held_back)?;
    let (arguments, environment) = (pointers(what.arguments), pointers(what.environment));
    let mut pid = 0;
    // SAFETY: initialised attributes and an initialised set, which is copied; two lists of texts that end with null and live until the
    // call returns, as all else does that is passed.
    unsafe {
        checked(libc::posix_spawnattr_setsigmask(&raw mut attributes.0, &raw const mask))?;
        checked(libc::posix_spawnattr_setflags(&raw mut attributes.0, libc::POSIX_SPAWN_SETSIGMASK as libc::c_short))?;
        checked(libc::posix_spawn(
            &raw mut pid,
            what.program.as_ptr(),
            &raw const actions.0,
            &raw const attributes.0,
            arguments.as_ptr(),
            environment.as_ptr(),
        ))?;
    }
    Ok(pid)
}

/// Numbers that [`inherited`] has given away.
static TAKEN: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// A descriptor, higher than standard error, that whoever started this process left open, and that nothing in this process has closed; it is
/// closed on `exec` from now on. Each can be taken once.
pub fn inherited(fd: i32) -> io::Result<OwnedFd> {
    let bad = || io::Error::from_raw_os_error(libc::EBADF);
    if fd <= libc::STDERR_FILENO || !TAKEN.lock().unwrap_or_else(PoisonError::into_inner).insert(fd) {
        return Err(bad());
    }
    // SAFETY: integers; a number that is not open gives an error.
    super::check(unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) })?;
    // SAFETY: it is open, and given out this once; by contract it was open before this process opened anything.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}
