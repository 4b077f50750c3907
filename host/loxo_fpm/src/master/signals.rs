//! The signals that the supervisor takes and sends, by number and name.

/// Those that must not end it while it starts or is replaced.
pub(super) const HELD_BACK: &[i32] = &[SIGUSR1, SIGUSR2, SIGCHLD];
pub(super) const SIGHUP: i32 = 1;
pub(super) const SIGINT: i32 = 2;
pub(super) const SIGQUIT: i32 = 3;
pub(super) const SIGKILL: i32 = 9;
pub(super) const SIGUSR1: i32 = 10;
pub(super) const SIGUSR2: i32 = 12;
pub(super) const SIGTERM: i32 = 15;
pub(super) const SIGCHLD: i32 = 17;
/// To hold signals back, besides those that are already.
pub(super) const SIG_BLOCK: i32 = 0;

/// The names of signals, as php-fpm has them.
pub(super) fn signal_name(signal: i32) -> &'static str {
    match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        10 => "SIGUSR1",
        11 => "SIGSEGV",
        12 => "SIGUSR2",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        17 => "SIGCHLD",
        18 => "SIGCONT",
        19 => "SIGSTOP",
        20 => "SIGTSTP",
        21 => "SIGTTIN",
        22 => "SIGTTOU",
        23 => "SIGURG",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        26 => "SIGVTALRM",
        27 => "SIGPROF",
        28 => "SIGWINCH",
        29 => "SIGPOLL",
        31 => "SIGSYS",
        _ => "",
    }
}
