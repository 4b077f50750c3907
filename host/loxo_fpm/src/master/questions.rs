//! Asking children what they do, over a socket that each of them has for that.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use loxo_admin::Source;

/// A child that does not answer within this time is asked no more.
const LIMIT: Duration = Duration::from_secs(2);
/// No answer is longer.
const LONGEST: usize = 256 << 20;

/// The children that can be asked, by their numbers.
#[derive(Default)]
pub(super) struct Questions(Mutex<Vec<(i32, Arc<Mutex<UnixStream>>)>>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn put(socket: &mut UnixStream, question: &str) -> io::Result<()> {
    socket.write_all(format!("{question}\n").as_bytes())
}

fn answer(socket: &mut UnixStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    socket.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl Questions {
    /// Our end of the socket of a child.
    pub(super) fn add(&self, pid: i32, socket: UnixStream) {
        let limited = socket.set_read_timeout(Some(LIMIT)).and_then(|()| socket.set_write_timeout(Some(LIMIT)));
        if limited.is_ok() {
            lock(&self.0).push((pid, Arc::new(Mutex::new(socket))));
        }
    }

    pub(super) fn remove(&self, pid: i32) {
        lock(&self.0).retain(|(known, _)| *known != pid);
    }

    fn of(&self, pid: Option<i32>) -> Vec<(i32, Arc<Mutex<UnixStream>>)> {
        lock(&self.0).iter().filter(|(known, _)| pid.is_none_or(|pid| pid == *known)).cloned().collect()
    }

    /// What children answer, all at the same time. One that does not is asked no more: its next answer would be this one's.
    fn put(&self, pid: Option<i32>, question: &str) -> Vec<Vec<u8>> {
        let children = self.of(pid);
        let mut sockets: Vec<_> = children.iter().map(|(pid, socket)| (*pid, lock(socket))).collect();
        let asked: Vec<bool> = sockets.iter_mut().map(|(_, socket)| put(socket, question).is_ok()).collect();
        let mut answers = Vec::new();
        for ((pid, socket), asked) in sockets.iter_mut().zip(asked) {
            match answer(socket).ok().filter(|_| asked) {
                Some(answer) => answers.push(answer),
                None => self.remove(*pid),
            }
        }
        answers
    }

    /// The calls that the worker of a place on the board has under way, as lines of the slow log; empty: it could not be asked.
    pub(super) fn slow_log_lines(&self, pid: i32, slot: usize, depth: i32) -> Vec<u8> {
        self.put(Some(pid), &format!("slow {slot} {depth}")).pop().unwrap_or_default()
    }
}

impl Source for Questions {
    fn ask(&self, question: &str) -> Vec<Vec<u8>> {
        self.put(None, question)
    }
}
