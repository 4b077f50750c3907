//! The beginning of a program, without what Rust's library does there to tell of a native stack that is full: it reads the list of the process's memory
//! and gives each thread another stack for a signal, which takes a twentieth of the time of a short process. Such a process ends by the signal itself.

/// Makes a function of a program without `main` (`#![no_main]`) its beginning.
#[macro_export]
macro_rules! begins_with {
    ($function:path) => {
        // SAFETY: the C library calls what has this name, with these arguments, and there is one in a program.
        #[unsafe(no_mangle)]
        extern "C" fn main(_: i32, _: *const *const std::ffi::c_char) -> i32 {
            $crate::begin($function)
        }
    };
}

/// Prepares the process as Rust's library does, and runs `work`; gives the status to end with.
pub fn begin(work: fn()) -> i32 {
    open_standard_descriptors();
    // SAFETY: before there is another thread; whoever writes to a closed pipe gets an error.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    i32::from(std::panic::catch_unwind(work).is_err()) * 101
}

/// Opens standard input, output and error where they are closed: what is opened next would have their numbers.
fn open_standard_descriptors() {
    let mut all = [0, 1, 2].map(|fd| libc::pollfd { fd, events: 0, revents: 0 });
    // SAFETY: so many descriptions, which live until it returns.
    if unsafe { libc::poll(all.as_mut_ptr(), all.len() as libc::nfds_t, 0) } < 0 {
        return;
    }
    for one in all.iter().filter(|one| one.revents & libc::POLLNVAL != 0) {
        // SAFETY: a path and integers. The lowest number that is free is given out.
        if unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR) } != one.fd {
            std::process::abort();
        }
    }
}
