//! Asking children what they do, over a socket that each of them has for that.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use loxo_admin::Source;

/// A child has so long to answer. Later it is left out until it has.
const LIMIT: Duration = Duration::from_secs(2);
/// No answer is longer.
const LONGEST: usize = 256 << 20;

/// The children that can be asked, by their numbers.
#[derive(Default)]
pub(super) struct Questions(Mutex<Known>);

#[derive(Default)]
struct Known {
    children: Vec<(i32, Arc<Mutex<Child>>)>,
    /// How their samplers were switched last, which those that come later are asked for, too.
    switched: Option<String>,
}

/// Our end of the socket of a child.
struct Child {
    socket: UnixStream,
    /// What has come of answers that are not whole.
    received: Vec<u8>,
    /// Questions without an answer.
    open: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

impl Child {
    /// False: it still owes answers to earlier questions, and was asked nothing.
    fn put(&mut self, question: &str) -> io::Result<bool> {
        if self.open > 0 {
            self.socket.set_nonblocking(true)?;
            let came = self.answer();
            self.socket.set_nonblocking(false)?;
            match came {
                Err(error) if is_late(&error) => return Ok(false),
                came => came?,
            };
        }
        self.socket.write_all(format!("{question}\n").as_bytes())?;
        self.open += 1;
        Ok(true)
    }

    /// The answer to the last question.
    fn answer(&mut self) -> io::Result<Vec<u8>> {
        loop {
            let answer = self.next()?;
            self.open -= 1;
            if self.open == 0 {
                return Ok(answer);
            }
        }
    }

    fn next(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let Some((length, rest)) = self.received.split_first_chunk() {
                let length = u32::from_le_bytes(*length) as usize;
                if length > LONGEST {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                if let Some((answer, rest)) = rest.split_at_checked(length) {
                    let (answer, rest) = (answer.to_vec(), rest.to_vec());
                    self.received = rest;
                    return Ok(answer);
                }
            }
            let mut bytes = [0; 64 << 10];
            let count = self.socket.read(&mut bytes)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.received.extend_from_slice(&bytes[..count]);
        }
    }
}

impl Questions {
    /// Our end of the socket of a child.
    pub(super) fn add(&self, pid: i32, socket: UnixStream) {
        let limited = socket.set_read_timeout(Some(LIMIT)).and_then(|()| socket.set_write_timeout(Some(LIMIT)));
        if limited.is_ok() {
            let mut known = lock(&self.0);
            let mut child = Child { socket, received: Vec::new(), open: 0 };
            if let Some(switched) = &known.switched {
                // It answers when it runs; a socket that takes nothing is that of a child that is gone.
                _ = child.put(switched);
            }
            known.children.push((pid, Arc::new(Mutex::new(child))));
        }
    }

    pub(super) fn remove(&self, pid: i32) {
        lock(&self.0).children.retain(|(known, _)| *known != pid);
    }

    fn of(&self, pid: Option<i32>) -> Vec<(i32, Arc<Mutex<Child>>)> {
        lock(&self.0).children.iter().filter(|(known, _)| pid.is_none_or(|pid| pid == *known)).cloned().collect()
    }

    /// What children answer, all at the same time. Those that are late are left out, those that are gone are forgotten.
    fn put(&self, pid: Option<i32>, question: &str) -> Vec<Vec<u8>> {
        let children = self.of(pid);
        let mut locked: Vec<_> = children.iter().map(|(pid, child)| (*pid, lock(child))).collect();
        let asked: Vec<io::Result<bool>> = locked.iter_mut().map(|(_, child)| child.put(question)).collect();
        let mut answers = Vec::new();
        for ((pid, child), asked) in locked.iter_mut().zip(asked) {
            match asked.and_then(|asked| if asked { child.answer().map(Some) } else { Ok(None) }) {
                Ok(answer) => answers.extend(answer),
                Err(error) if is_late(&error) => {}
                Err(_) => self.remove(*pid),
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
        if question.starts_with("sampler ") {
            lock(&self.0).switched = Some(question.to_string());
        }
        self.put(None, question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(child: &mut UnixStream, answer: &str) {
        let bytes = [&(answer.len() as u32).to_le_bytes()[..], answer.as_bytes()].concat();
        child.write_all(&bytes).expect("is read");
    }

    #[test]
    fn a_late_answer_is_not_the_next_ones() {
        let questions = Questions::default();
        let (ours, mut child) = UnixStream::pair().expect("sockets");
        questions.add(1, ours);
        // As if the child had been stopped: part of its answer comes in time.
        lock(&questions.of(None)[0].1).socket.set_read_timeout(Some(Duration::from_millis(1))).expect("a socket");
        child.write_all(&4_u32.to_le_bytes()).expect("is read");
        assert!(questions.ask("first").is_empty());
        assert!(questions.ask("second").is_empty(), "it is not asked while it owes an answer");
        child.write_all(b"late").expect("is read");
        let answering = std::thread::spawn(move || {
            let mut asked = Vec::new();
            while !asked.ends_with(b"third\n") {
                let mut byte = [0];
                child.read_exact(&mut byte).expect("a question");
                asked.push(byte[0]);
            }
            say(&mut child, "third");
            asked
        });
        lock(&questions.of(None)[0].1).socket.set_read_timeout(Some(LIMIT)).expect("a socket");
        assert_eq!(questions.ask("third"), [b"third"]);
        assert_eq!(answering.join().expect("answers"), b"first\nthird\n");
        questions.ask("sampler off");
        let (ours, mut child) = UnixStream::pair().expect("sockets");
        questions.add(2, ours);
        let mut told = [0; 12];
        child.read_exact(&mut told).expect("a question");
        assert_eq!(&told, b"sampler off\n", "it came later");
        drop(child);
        assert!(questions.ask("fourth").is_empty() && questions.of(None).is_empty(), "it has closed its end");
    }
}
