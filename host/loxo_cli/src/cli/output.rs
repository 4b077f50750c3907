//! When output goes out. The engine collects what a script prints, which is much faster than PHP's one system call per `echo`; a reader at
//! the other end of a pipe still must not wait for it. So the main thread, which has nothing else to do, asks for it ten times a second.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use loxo_vm::interrupter::{Interrupter, reason};

const INTERVAL: Duration = Duration::from_millis(100);

static REQUEST: OnceLock<Mutex<Sender<Interrupter>>> = OnceLock::new();

/// What the main thread does while a script runs in another. Returns when that thread is gone.
pub fn ticker() -> impl FnOnce() {
    let (sender, receiver) = channel();
    let _ = REQUEST.set(Mutex::new(sender));
    move || tick(&receiver)
}

fn tick(requests: &Receiver<Interrupter>) {
    // Signals are for the script's thread: what it waits for must be interrupted.
    loxo_process_sys::leave_signals_to_others();
    let Ok(mut request) = requests.recv() else { return };
    loop {
        match requests.recv_timeout(INTERVAL) {
            Ok(next) => request = next,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return,
            // A request that has not reacted to the last time waits for something, and has sent its output before that.
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) if request.is_waiting() => {}
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => request.raise(reason::FLUSH),
        }
    }
}

/// From now on the output of this request goes out in time.
pub fn watch(request: Interrupter) {
    if let Some(sender) = REQUEST.get() {
        let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(request);
    }
}
