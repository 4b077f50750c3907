//! In which system call the processor was when it was sampled: addresses in the kernel to the names of its calls.

use std::collections::BTreeMap;

use loxo_perf_sys::Event;

use crate::process::read;

/// The rate of samples, of a thread's processor time. No divisor of usual periods.
const HZ: u32 = 997;
/// How entries of system calls are named in the kernel, by kind of processor.
const ENTRIES: &[&str] = &["__x64_sys_", "__arm64_sys_", "__do_sys_", "__se_sys_"];

/// The kernel's functions by address; empty if the system hides them.
pub struct Symbols(Vec<(u64, String)>);

impl Symbols {
    pub fn load() -> Symbols {
        Symbols::parse(&read("/proc/kallsyms"))
    }

    fn parse(text: &str) -> Symbols {
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let address = u64::from_str_radix(words.next()?, 16).ok().filter(|address| *address != 0)?;
            Some((address, words.nth(1)?.to_string()))
        };
        let mut all: Vec<(u64, String)> = text.lines().filter_map(line).collect();
        all.sort();
        Symbols(all)
    }

    fn name(&self, address: u64) -> Option<&str> {
        let after = self.0.partition_point(|(start, _)| *start <= address);
        Some(&self.0.get(after.checked_sub(1)?)?.1)
    }

    /// The system call that these addresses, innermost first, are in.
    fn call(&self, addresses: &[u64]) -> Option<&str> {
        let entry = |name: &'_ str| ENTRIES.iter().find_map(|prefix| name.strip_prefix(prefix).map(str::len));
        addresses.iter().filter_map(|address| self.name(*address)).find_map(|name| entry(name).map(|length| &name[name.len() - length..]))
    }
}

/// Samples of some threads.
pub struct Samples {
    symbols: Symbols,
    events: BTreeMap<u32, Event>,
    /// Samples by system call; the program itself, and the kernel outside of calls, have no name.
    pub counts: BTreeMap<String, u64>,
    pub all: u64,
}

impl Samples {
    /// An error says what the system does not allow.
    pub fn start(threads: &[u32]) -> Result<Samples, String> {
        let symbols = Symbols::load();
        if symbols.0.is_empty() {
            return Err("the kernel hides its symbols (kernel.kptr_restrict)".into());
        }
        let mut samples = Samples { symbols, events: BTreeMap::new(), counts: BTreeMap::new(), all: 0 };
        for thread in threads {
            samples.add(*thread).map_err(|error| format!("perf_event_open: {error}"))?;
        }
        Ok(samples)
    }

    pub fn add(&mut self, thread: u32) -> std::io::Result<()> {
        let number = i32::try_from(thread).map_err(|_| std::io::ErrorKind::InvalidInput)?;
        self.events.insert(thread, Event::open(number, HZ)?);
        Ok(())
    }

    pub fn take(&mut self) {
        for event in self.events.values_mut() {
            event.take(|addresses| {
                self.all += 1;
                if let Some(name) = self.symbols.call(addresses) {
                    *self.counts.entry(name.to_string()).or_default() += 1;
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_of_a_call_names_it() {
        let symbols = Symbols::parse("10 t vfs_statx\n20 T __x64_sys_newfstatat\n30 T do_syscall_64\n0 t hidden\n");
        assert_eq!(symbols.call(&[0x18, 0x21, 0x30]), Some("newfstatat"));
        assert_eq!(symbols.call(&[0x18, 0x30]), None);
        assert_eq!(symbols.call(&[1]), None);
    }
}
