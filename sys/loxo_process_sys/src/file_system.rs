//! What a thread shares with the others of its process of the file system's state.

use std::io;

/// Gives the calling thread an umask, a working directory and a root of its own, with the values that they have now. Threads and processes that it
/// starts later begin with its values.
pub fn separate_file_system_state() -> io::Result<()> {
    // SAFETY: nothing of the program's memory is passed, and what is separated are values that system calls of this thread use.
    if unsafe { libc::unshare(libc::CLONE_FS) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
