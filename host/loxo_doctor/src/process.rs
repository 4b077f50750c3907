//! What `/proc` says of processes and threads. Source: proc(5). What is gone, or not for us, is zero.

use std::fs;
use std::path::PathBuf;

pub fn read(path: &str) -> String {
    fs::read(path).map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The number after a name in a file of names and numbers.
pub fn number_after(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Seconds on a processor, and ready for one, of a thread.
pub fn times(thread: u32) -> (f64, f64) {
    let text = read(&format!("/proc/{thread}/schedstat"));
    let mut numbers = text.split_whitespace().map(|word| word.parse::<f64>().unwrap_or(0.0) / 1e9);
    (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0))
}

/// Of a thread: its parent, pages read from disk, and ticks in the program and in the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    pub parent: u32,
    pub major_faults: u64,
    pub user: u64,
    pub system: u64,
}

impl Stat {
    pub fn of(thread: u32) -> Stat {
        // Without `task` it would be the sum of the process's threads.
        Stat::parse(&read(&format!("/proc/{thread}/task/{thread}/stat")))
    }

    /// The name before the numbers may hold anything, also parentheses.
    fn parse(text: &str) -> Stat {
        let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
        let words: Vec<u64> = rest.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect();
        let word = |at: usize| words.get(at).copied().unwrap_or(0);
        Stat { parent: u32::try_from(word(1)).unwrap_or(0), major_faults: word(9), user: word(11), system: word(12) }
    }
}

/// Of the whole machine since it started: ticks without work, and all.
pub fn machine() -> (u64, u64) {
    let text = read("/proc/stat");
    let ticks: Vec<u64> = text.lines().next().unwrap_or_default().split_whitespace().filter_map(|word| word.parse().ok()).collect();
    (ticks.get(3).copied().unwrap_or(0), ticks.iter().take(8).sum())
}

pub fn command(process: u32) -> String {
    read(&format!("/proc/{process}/cmdline")).replace('\0', " ").trim().to_string()
}

pub fn all() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

pub fn children(process: u32) -> Vec<u32> {
    all().into_iter().filter(|other| Stat::of(*other).parent == process).collect()
}

pub fn descriptor(process: u32, fd: u64) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{process}/fd/{fd}")).ok()
}

/// The number of a socket, in the text of a descriptor.
pub fn socket_number(text: &str) -> Option<u64> {
    text.strip_prefix("socket:[")?.strip_suffix(']')?.parse().ok()
}

/// The sockets that a process holds.
pub fn sockets(process: u32) -> Vec<u64> {
    let entries = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    entries.filter_map(|entry| socket_number(fs::read_link(entry.path()).ok()?.to_str()?)).collect()
}

/// How long the limits of its control group have stopped a process, in seconds.
pub fn throttled(process: u32) -> f64 {
    let groups = read(&format!("/proc/{process}/cgroup"));
    let path = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let text = read(&format!("/sys/fs/cgroup{path}/cpu.stat"));
    number_after(&text, "throttled_usec") as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_is_passed_over() {
        let text = "12 (php) fpm) S 7 12 12 0 -1 4194560 100 0 3 0 55 44 0 0 20 0 1 0";
        assert_eq!(Stat::parse(text), Stat { parent: 7, major_faults: 3, user: 55, system: 44 });
        assert_eq!(Stat::parse("12 (php"), Stat::default());
        assert_eq!(number_after("VmRSS:\t 5 kB\nVmSwap:\t   12 kB\n", "VmSwap:"), 12);
        assert_eq!(socket_number("socket:[815]"), Some(815));
    }
}
