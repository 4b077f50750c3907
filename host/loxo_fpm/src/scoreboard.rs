//! What each child does, in memory that the supervisor and all children of a pool see.
//!
//! A head with counters of the pool, then one slot for each child that may run. A slot is written by its child alone, but for its beginning and
//! its end; readers look at a counter before and after, so that they see no half of a change. Texts are cut to lengths that php-fpm has.

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use loxo_process_sys::SharedWords;

use crate::config::Pm;

pub(crate) use loxo_cgi::status::{Process, Stage, Totals, clock};

/// Words of the head.
mod head {
    pub const SLOTS: usize = 0;
    pub const PM: usize = 1;
    pub const START: usize = 2;
    pub const REQUESTS: usize = 3;
    pub const IDLE: usize = 4;
    pub const ACTIVE: usize = 5;
    pub const ACTIVE_MAX: usize = 6;
    pub const MAX_CHILDREN: usize = 7;
    pub const SLOW: usize = 8;
    pub const MEMORY_PEAK: usize = 9;
    pub const QUEUE: usize = 10;
    pub const QUEUE_MAX: usize = 11;
    pub const QUEUE_LENGTH: usize = 12;
    pub const NAME: usize = 13;
    pub const NAME_BYTES: usize = 32;
    pub const WORDS: usize = NAME + 1 + NAME_BYTES / 8;
}

/// Words of a slot.
mod slot {
    /// Odd while it is being written.
    pub const SEQUENCE: usize = 0;
    pub const PID: usize = 1;
    pub const STAGE: usize = 2;
    pub const START: usize = 3;
    pub const REQUESTS: usize = 4;
    /// Microseconds of the clock that only goes on.
    pub const CHANGED: usize = 5;
    pub const ACCEPTED: usize = 6;
    pub const ACCEPTED_TIME: usize = 7;
    pub const DURATION: usize = 8;
    pub const LENGTH: usize = 9;
    pub const MEMORY: usize = 10;
    /// Ticks when the request began, then what it took: user, system, and children's.
    pub const TICKS: usize = 11;
    pub const CPU: usize = 15;
    pub const URI: (usize, usize) = (19, 128);
    pub const QUERY: (usize, usize) = (URI.0 + 17, 512);
    pub const METHOD: (usize, usize) = (QUERY.0 + 65, 16);
    pub const USER: (usize, usize) = (METHOD.0 + 3, 32);
    pub const SCRIPT: (usize, usize) = (USER.0 + 5, 256);
    /// The process wants another one to take its place.
    pub const ANOTHER: usize = SCRIPT.0 + 33;
    pub const WORDS: usize = ANOTHER + 1;
}

pub(crate) struct Scoreboard(SharedWords);

impl AsFd for Scoreboard {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

fn put_text(words: &[AtomicU64], bytes: usize, text: &[u8]) {
    // One byte is the terminator's in php-fpm.
    let text = &text[..text.len().min(bytes - 1)];
    let text = text.split(|b| *b == 0).next().unwrap_or_default();
    words[0].store(text.len() as u64, Ordering::Relaxed);
    for (word, part) in words[1..].iter().zip(text.chunks(8)) {
        let mut eight = [0; 8];
        eight[..part.len()].copy_from_slice(part);
        word.store(u64::from_le_bytes(eight), Ordering::Relaxed);
    }
}

fn get_text(words: &[AtomicU64], bytes: usize) -> Vec<u8> {
    let length = usize::try_from(words[0].load(Ordering::Relaxed)).unwrap_or(0).min(bytes);
    let mut text: Vec<u8> =
        words[1..].iter().take(length.div_ceil(8)).flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect();
    text.truncate(length);
    text
}

impl Scoreboard {
    pub(crate) fn create(name: &str, pm: Pm, slots: usize) -> io::Result<Scoreboard> {
        let board = Scoreboard(SharedWords::create(head::WORDS + slots * slot::WORDS)?);
        board.set(head::SLOTS, slots as u64);
        board.set(head::PM, pm as u64);
        board.set(head::START, crate::log::now().0.cast_unsigned());
        put_text(&board.0[head::NAME..head::WORDS], head::NAME_BYTES, name.as_bytes());
        Ok(board)
    }

    pub(crate) fn open(fd: OwnedFd) -> io::Result<Scoreboard> {
        let board = Scoreboard(SharedWords::open(fd)?);
        let whole = board.0.len() >= head::WORDS && (board.0.len() - head::WORDS) / slot::WORDS >= board.slots();
        if whole { Ok(board) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    fn set(&self, word: usize, value: u64) {
        self.0[word].store(value, Ordering::Relaxed);
    }

    fn get(&self, word: usize) -> u64 {
        self.0[word].load(Ordering::Relaxed)
    }

    /// Adds, and never goes below 0.
    fn add(&self, word: usize, by: i64) -> u64 {
        let step = |value: u64| Some(value.saturating_add_signed(by));
        let old = self.0[word].fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).unwrap_or(0);
        old.saturating_add_signed(by)
    }

    pub(crate) fn slots(&self) -> usize {
        self.get(head::SLOTS) as usize
    }

    fn slot(&self, index: usize) -> &[AtomicU64] {
        &self.0[head::WORDS + index * slot::WORDS..][..slot::WORDS]
    }

    /// So many slots for a new child; `None`: there are not so many.
    pub(crate) fn allocate(&self, count: usize) -> Option<Vec<usize>> {
        let is_free = |index: &usize| self.slot(*index)[slot::STAGE].load(Ordering::Relaxed) == 0;
        let found: Vec<usize> = (0..self.slots()).filter(is_free).take(count).collect();
        if found.len() < count {
            return None;
        }
        for index in &found {
            let words = self.slot(*index);
            words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            words[slot::STAGE].store(Stage::Creating as u64, Ordering::Relaxed);
            words[slot::START].store(crate::log::now().0.cast_unsigned(), Ordering::Relaxed);
            words[slot::CHANGED].store(clock(), Ordering::Relaxed);
        }
        Some(found)
    }

    /// Are there so many slots for another child?
    pub(crate) fn has_space(&self, count: usize) -> bool {
        (0..self.slots()).filter(|index| self.slot(*index)[slot::STAGE].load(Ordering::Relaxed) == 0).take(count).count() == count
    }

    /// The process of this slot should be replaced.
    pub(crate) fn ask_for_another(&self, index: usize) {
        self.slot(index)[slot::ANOTHER].store(1, Ordering::Relaxed);
    }

    pub(crate) fn asks_for_another(&self, index: usize) -> bool {
        self.slot(index)[slot::ANOTHER].load(Ordering::Relaxed) != 0
    }

    /// The number of the child that has got a slot.
    pub(crate) fn set_pid(&self, index: usize, pid: i32) {
        self.slot(index)[slot::PID].store(u64::from(pid.cast_unsigned()), Ordering::Relaxed);
    }

    /// The child of this slot is gone.
    pub(crate) fn free(&self, index: usize) {
        self.slot(index).iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    pub(crate) fn stage(&self, index: usize) -> Stage {
        Stage::of(self.slot(index)[slot::STAGE].load(Ordering::Relaxed))
    }

    /// When the slot changed last, by [`clock`].
    pub(crate) fn changed(&self, index: usize) -> u64 {
        self.slot(index)[slot::CHANGED].load(Ordering::Relaxed)
    }

    /// What a slot says; `None`: nobody has it.
    pub(crate) fn process(&self, index: usize) -> Option<Process> {
        let words = self.slot(index);
        let mut process = None;
        // A child that was killed while it wrote leaves the counter odd: better a mixed answer than none.
        for _ in 0..1000 {
            let before = words[slot::SEQUENCE].load(Ordering::Acquire);
            process = read(words);
            std::sync::atomic::fence(Ordering::Acquire);
            if before.is_multiple_of(2) && words[slot::SEQUENCE].load(Ordering::Relaxed) == before {
                break;
            }
            std::hint::spin_loop();
        }
        process
    }

    /// All children, in order of their slots.
    pub(crate) fn processes(&self) -> Vec<Process> {
        (0..self.slots()).filter_map(|index| self.process(index)).collect()
    }

    pub(crate) fn totals(&self) -> Totals {
        let pm = [Pm::Static, Pm::Dynamic, Pm::Ondemand].into_iter().find(|pm| *pm as u64 == self.get(head::PM));
        Totals {
            name: get_text(&self.0[head::NAME..head::WORDS], head::NAME_BYTES),
            manager: pm.unwrap_or(Pm::Static).name(),
            start: self.get(head::START).cast_signed(),
            requests: self.get(head::REQUESTS),
            idle: self.get(head::IDLE),
            active: self.get(head::ACTIVE),
            active_max: self.get(head::ACTIVE_MAX),
            max_children_reached: self.get(head::MAX_CHILDREN),
            slow: self.get(head::SLOW),
            memory_peak: self.get(head::MEMORY_PEAK),
            queue: self.get(head::QUEUE),
            queue_max: self.get(head::QUEUE_MAX),
            queue_length: self.get(head::QUEUE_LENGTH),
        }
    }

    /// What the supervisor has counted.
    pub(crate) fn set_counts(&self, idle: usize, active: usize, queue: u64) {
        self.set(head::IDLE, idle as u64);
        self.set_active(active as u64);
        self.set(head::QUEUE, queue);
        self.0[head::QUEUE_MAX].fetch_max(queue, Ordering::Relaxed);
    }

    pub(crate) fn set_queue_length(&self, length: u64) {
        self.set(head::QUEUE_LENGTH, length);
    }

    fn set_active(&self, active: u64) {
        self.set(head::ACTIVE, active);
        self.0[head::ACTIVE_MAX].fetch_max(active, Ordering::Relaxed);
    }

    pub(crate) fn max_children_reached(&self) {
        self.add(head::MAX_CHILDREN, 1);
    }

    pub(crate) fn slow_request(&self) {
        self.add(head::SLOW, 1);
    }
}

fn read(words: &[AtomicU64]) -> Option<Process> {
    let word = |index: usize| words[index].load(Ordering::Relaxed);
    let text = |(at, bytes): (usize, usize)| get_text(&words[at..=at + bytes / 8], bytes);
    if word(slot::STAGE) == 0 {
        return None;
    }
    Some(Process {
        pid: word(slot::PID) as i32,
        stage: Stage::of(word(slot::STAGE)),
        start: word(slot::START).cast_signed(),
        requests: word(slot::REQUESTS),
        accepted: word(slot::ACCEPTED),
        accepted_time: word(slot::ACCEPTED_TIME).cast_signed(),
        duration: word(slot::DURATION),
        length: word(slot::LENGTH),
        memory: word(slot::MEMORY),
        cpu: std::array::from_fn(|index| word(slot::CPU + index)),
        uri: text(slot::URI),
        query: text(slot::QUERY),
        method: text(slot::METHOD),
        user: text(slot::USER),
        script: text(slot::SCRIPT),
    })
}

/// The slot of this child, and the board it is on.
pub(crate) struct Own {
    pub(crate) board: Arc<Scoreboard>,
    pub(crate) index: usize,
    /// Processor time when the last request ended: nothing was used since then.
    ticks: Cell<[i64; 4]>,
    /// The processor time is the process's; else the calling thread's.
    whole_process: bool,
}

/// What is known of a request when it begins.
pub(crate) struct About<'a> {
    pub uri: &'a [u8],
    pub query: &'a [u8],
    pub method: &'a [u8],
    pub user: &'a [u8],
    pub script: &'a [u8],
    pub length: u64,
}

/// Processor time of the calling thread: of the program and of the system in one.
fn thread_ticks() -> [i64; 4] {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanoseconds = time.tv_sec * 1_000_000_000 + time.tv_nsec;
    [nanoseconds / (1_000_000_000 / loxo_process_sys::ticks_per_second().max(1)), 0, 0, 0]
}

impl Own {
    pub(crate) fn new(board: Arc<Scoreboard>, index: usize) -> Own {
        Own { board, index, ticks: Cell::new(loxo_process_sys::processor_ticks()), whole_process: true }
    }

    /// For one of several threads, which it is made on.
    pub(crate) fn of_thread(board: Arc<Scoreboard>, index: usize) -> Own {
        Own { board, index, ticks: Cell::new(thread_ticks()), whole_process: false }
    }

    fn change(&self, stage: Stage, change: impl FnOnce(&[AtomicU64])) {
        let words = self.board.slot(self.index);
        words[slot::SEQUENCE].fetch_add(1, Ordering::Relaxed);
        std::sync::atomic::fence(Ordering::Release);
        words[slot::STAGE].store(stage as u64, Ordering::Relaxed);
        words[slot::CHANGED].store(clock(), Ordering::Relaxed);
        change(words);
        words[slot::SEQUENCE].fetch_add(1, Ordering::Release);
    }

    pub(crate) fn accepting(&self) {
        self.change(Stage::Accepting, |_| {});
        self.board.add(head::IDLE, 1);
        self.board.add(head::ACTIVE, -1);
    }

    pub(crate) fn reading_headers(&self) {
        self.change(Stage::ReadingHeaders, |words| {
            let put = |index: usize, value: u64| words[index].store(value, Ordering::Relaxed);
            put(slot::ACCEPTED, clock());
            put(slot::ACCEPTED_TIME, crate::log::now().0.cast_unsigned());
            put(slot::REQUESTS, words[slot::REQUESTS].load(Ordering::Relaxed) + 1);
            put(slot::LENGTH, 0);
            for (index, ticks) in self.ticks.get().into_iter().enumerate() {
                put(slot::TICKS + index, ticks.cast_unsigned());
            }
            for (at, _) in [slot::URI, slot::QUERY, slot::METHOD, slot::USER, slot::SCRIPT] {
                put(at, 0);
            }
        });
        self.board.add(head::IDLE, -1);
        let active = self.board.add(head::ACTIVE, 1);
        self.board.0[head::ACTIVE_MAX].fetch_max(active, Ordering::Relaxed);
        self.board.add(head::REQUESTS, 1);
    }

    pub(crate) fn info(&self, about: &About<'_>) {
        self.change(Stage::Info, |words| {
            for ((at, bytes), text) in [
                (slot::URI, about.uri),
                (slot::QUERY, about.query),
                (slot::METHOD, about.method),
                (slot::USER, about.user),
                (slot::SCRIPT, about.script),
            ] {
                put_text(&words[at..=at + bytes / 8], bytes, text);
            }
            words[slot::LENGTH].store(about.length, Ordering::Relaxed);
        });
    }

    pub(crate) fn executing(&self) {
        self.change(Stage::Executing, |_| {});
    }

    /// The script is done; `memory`: the most that it has used.
    pub(crate) fn end(&self, memory: u64) {
        self.change(Stage::Finished, |words| {
            let get = |index: usize| words[index].load(Ordering::Relaxed);
            words[slot::DURATION].store(clock().saturating_sub(get(slot::ACCEPTED)), Ordering::Relaxed);
            words[slot::MEMORY].store(memory, Ordering::Relaxed);
            self.ticks.set(if self.whole_process { loxo_process_sys::processor_ticks() } else { thread_ticks() });
            for (index, ticks) in self.ticks.get().into_iter().enumerate() {
                let taken = ticks.cast_unsigned().saturating_sub(get(slot::TICKS + index));
                words[slot::CPU + index].store(taken, Ordering::Relaxed);
            }
        });
        self.board.0[head::MEMORY_PEAK].fetch_max(memory, Ordering::Relaxed);
    }

    /// The client has all of its answer, though the script may go on.
    pub(crate) fn finished(&self) {
        self.change(Stage::Finished, |_| {});
    }

    pub(crate) fn process(&self) -> Process {
        self.board.process(self.index).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_seen() {
        let board = Scoreboard::create("www", Pm::Ondemand, 2).expect("memory");
        let (first, second) = (board.allocate(1).expect("a slot")[0], board.allocate(1));
        assert_eq!((first, second, board.allocate(1)), (0, Some(vec![1]), None));
        board.set_pid(1, 77);
        let copy = Scoreboard::open(board.as_fd().try_clone_to_owned().expect("a descriptor")).expect("a board");
        let own = Own::new(Arc::new(copy), 1);
        own.accepting();
        assert_eq!((board.totals().idle, board.stage(1)), (1, Stage::Accepting));
        own.reading_headers();
        let about = About { uri: &[b'u'; 300], query: b"a=b", method: b"GET", user: b"", script: b"/x.php", length: 9 };
        own.info(&about);
        own.end(4096);
        let process = board.process(1).expect("a child");
        assert_eq!((process.pid, process.requests, process.length, process.memory), (77, 1, 9, 4096));
        assert_eq!((process.uri.len(), &process.query[..], &process.script[..]), (127, &b"a=b"[..], &b"/x.php"[..]));
        let totals = board.totals();
        assert_eq!((totals.requests, totals.active, totals.idle, totals.active_max), (1, 1, 0, 1));
        assert_eq!((&totals.name[..], totals.manager, totals.memory_peak), (&b"www"[..], "ondemand", 4096));
        board.free(0);
        assert_eq!(board.processes().len(), 1);
    }
}
