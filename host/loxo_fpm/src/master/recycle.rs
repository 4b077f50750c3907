//! Processes that others replace: they have served as many requests as they may, or their pool uses more memory than it may. The other one is there
//! before the first is asked to end, and that one ends when its requests are done.

use super::child::Leaving;
use super::signals::{SIGKILL, SIGQUIT};
use super::state::{Master, Running};
use crate::scoreboard::Stage;

/// Microseconds between two looks at the memory of a pool.
const MEMORY: u64 = 2_000_000;
/// What a process uses at its start is no reason to replace it.
const YOUTH: u64 = 5_000_000;
/// A process that was asked to end has so long for its requests.
const PATIENCE: u64 = 3_600_000_000;

/// The memory that a process has for itself, and its part of what it shares, in bytes.
fn memory_of(pid: i32) -> u64 {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

impl Running {
    /// The child that should be replaced, and why.
    fn candidate(&self, now: u64, look_at_memory: bool) -> Option<(usize, String)> {
        let stays = |at: &usize| self.children[*at].leaving.is_none();
        let name = &self.config.name;
        let asks = |at: &usize| self.children[*at].slots.iter().any(|slot| self.board.asks_for_another(*slot));
        if let Some(at) = (0..self.children.len()).filter(stays).find(asks) {
            return Some((at, String::new()));
        }
        if self.config.memory == 0 || !look_at_memory {
            return None;
        }
        let used: Vec<u64> = self.children.iter().map(|child| memory_of(child.pid)).collect();
        let all: u64 = used.iter().sum();
        if all <= self.config.memory {
            return None;
        }
        let is_old = |at: &usize| now.saturating_sub(self.children[*at].started) > YOUTH;
        let at = (0..self.children.len()).filter(stays).filter(is_old).max_by_key(|at| used[*at])?;
        let (pid, own) = (self.children[at].pid, used[at] >> 20);
        let (all, most) = (all >> 20, self.config.memory >> 20);
        Some((at, format!("[pool {name}] uses {all} MiB of {most}: child {pid}, with {own} MiB, is replaced when its requests are done")))
    }
}

impl Master {
    /// The look of each second.
    pub(super) fn recycle(&mut self, now: u64) {
        let look_at_memory = now / MEMORY != now.saturating_sub(1_000_000) / MEMORY;
        for index in 0..self.pools.len() {
            let pool = &self.pools[index];
            // One after the other.
            let busy = pool.children.iter().any(|child| child.leaving.is_some());
            if !busy
                && pool.board.has_space(pool.config.threads.max(1))
                && let Some((at, line)) = pool.candidate(now, look_at_memory)
            {
                if !line.is_empty() {
                    self.log.warning(line);
                }
                self.pools[index].children[at].leaving = Some(Leaving { since: now, asked: false });
                let wanted = self.pools[index].config.max_children;
                self.make_children(index, wanted, true);
            }
            self.ask_leaving(index, now);
        }
    }

    fn ask_leaving(&mut self, index: usize, now: u64) {
        let pool = &mut self.pools[index];
        let is_there = |slot: &usize| pool.board.stage(*slot) >= Stage::Accepting;
        let wanted = usize::try_from(pool.config.max_children).unwrap_or(0);
        let there = pool.children.iter().filter(|child| child.leaving.is_none() && child.slots.iter().any(is_there)).count();
        for child in &mut pool.children {
            let Some(leaving) = &mut child.leaving else { continue };
            if !leaving.asked && there >= wanted {
                leaving.asked = true;
                let _ = loxo_process_sys::kill(child.pid, SIGQUIT);
            } else if now.saturating_sub(leaving.since) > PATIENCE {
                let _ = loxo_process_sys::kill(child.pid, SIGKILL);
            }
        }
    }
}
