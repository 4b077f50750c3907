//! The environment of a process that has one thread.

use std::ffi::OsString;
use std::io;

/// Puts these variables in the place of all that there are. An error: the process has more than one thread, or nobody knows how many.
pub fn replace_environment(variables: &[(OsString, OsString)]) -> io::Result<()> {
    if std::fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::from_raw_os_error(libc::EBUSY));
    }
    let old: Vec<OsString> = std::env::vars_os().map(|(name, _)| name).collect();
    // SAFETY: there is no other thread that could read the environment now.
    unsafe {
        old.iter().for_each(|name| std::env::remove_var(name));
        variables.iter().for_each(|(name, value)| std::env::set_var(name, value));
    }
    Ok(())
}
