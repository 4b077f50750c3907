//! What `xhprof_sample_enable()` gathers: the names of the calls under way, at each end of an interval. As in xhprof the time is looked at where
//! functions begin and end: what happened in a long one is written down when it ends, for each interval that has passed.

use std::time::{SystemTime, UNIX_EPOCH};

use loxo_observer::{Called, Observer, wall_nanoseconds};
use loxo_runtime::{PhpArray, PhpStr, Value};
use rustc_hash::FxHashMap;

use crate::names::{Ignored, Names, Symbol};

/// A call under way, and how many of the same name are below it.
type Entry = (Symbol, u32);

pub(crate) struct Samples {
    /// In microseconds, as all times here.
    interval: u64,
    /// So many of the innermost calls are shown.
    depth: usize,
    names: Names,
    stack: Vec<Entry>,
    /// When the last sample was due: by the steady clock, and by the calendar.
    last: u64,
    last_time: u64,
    samples: Vec<(u64, Vec<u8>)>,
    aside: FxHashMap<usize, Vec<Entry>>,
}

impl Samples {
    /// Begins, in the main code.
    pub(crate) fn new(interval: u64, depth: usize) -> Samples {
        let mut names = Names::new(Ignored::default());
        names.begin(names.main());
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as u64;
        let (stack, last) = (vec![(names.main(), 0)], wall_nanoseconds() / 1000);
        let aside = FxHashMap::default();
        Samples { interval, depth, names, stack, last, last_time: time / interval * interval, samples: Vec::new(), aside }
    }

    /// Writes down the stack for each interval that has passed.
    fn look(&mut self) {
        let now = wall_nanoseconds() / 1000;
        if now.saturating_sub(self.last) <= self.interval {
            return;
        }
        let mut text = Vec::new();
        let hidden = self.stack.len().saturating_sub(self.depth.max(1));
        for (at, (symbol, level)) in self.stack[hidden..].iter().enumerate() {
            if at > 0 {
                text.extend_from_slice(b"==>");
            }
            self.names.write(&mut text, *symbol, *level);
        }
        while now - self.last > self.interval {
            self.last += self.interval;
            self.last_time += self.interval;
            self.samples.push((self.last_time, text.clone()));
        }
    }

    fn pop(&mut self) {
        self.look();
        if let Some((symbol, _)) = self.stack.pop() {
            self.names.end(symbol);
        }
    }

    pub(crate) fn finish(&mut self) -> PhpArray {
        while !self.stack.is_empty() {
            self.pop();
        }
        let mut all = PhpArray::hash_with_capacity(self.samples.len());
        for (time, text) in &self.samples {
            let key = format!("{}.{:06}", time / 1_000_000, time % 1_000_000);
            all.set_str(&PhpStr::new(key.as_bytes()), Value::bytes(text));
        }
        all
    }
}

impl Observer for Samples {
    fn enter(&mut self, called: Called<'_>) {
        self.look();
        let symbol = self.names.of(called);
        let level = self.names.begin(symbol);
        self.stack.push((symbol, level));
    }

    fn leave(&mut self) {
        if self.stack.len() > 1 {
            self.pop();
        }
    }

    fn set_aside(&mut self, fiber: usize, calls: usize) {
        self.look();
        let kept = self.stack.len() - calls.min(self.stack.len().saturating_sub(1));
        let calls = self.stack.split_off(kept);
        calls.iter().for_each(|(symbol, _)| self.names.end(*symbol));
        self.aside.insert(fiber, calls);
    }

    fn take_up(&mut self, fiber: usize) {
        self.look();
        for (symbol, _) in self.aside.remove(&fiber).unwrap_or_default() {
            let level = self.names.begin(symbol);
            self.stack.push((symbol, level));
        }
    }
}
