//! The code of other processes, by advice to the kernel about their memory.

use loxo_hugepages_sys::{Advice, advise_process};

use crate::maps::{self, Mapping};

/// Which mappings are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// The program and its libraries.
    Files,
    /// Code that the program has made.
    Anonymous,
    Both,
}

impl Kinds {
    /// The modes of the command line.
    pub fn from_mode(mode: &str) -> Option<Kinds> {
        match mode {
            "1" => Some(Kinds::Files),
            "2" => Some(Kinds::Anonymous),
            "3" => Some(Kinds::Both),
            _ => None,
        }
    }

    pub fn has(self, mapping: &Mapping) -> bool {
        let kind = if mapping.is_anonymous() { Kinds::Anonymous } else { Kinds::Files };
        mapping.executable && !mapping.is_of_system() && (self == Kinds::Both || self == kind)
    }
}

/// What became of one mapping.
#[derive(Debug)]
pub struct Outcome {
    pub mapping: Mapping,
    /// Why not all of its whole huge pages are such.
    pub error: Option<String>,
}

/// The process has not ended.
pub fn is_running(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")))
}

/// Has the kernel make huge pages of the code of a process. An error says why nothing can be done at all.
pub fn apply(pid: u32, kinds: Kinds) -> Result<Vec<Outcome>, String> {
    advise_all(pid, kinds, Advice::Collapse, |mapping| mapping.huge() < mapping.range.whole_pages().len())
}

/// Has the kernel give the huge pages of its code back; what is needed again comes in pages of the usual size.
pub fn drop_pages(pid: u32, kinds: Kinds) -> Result<Vec<Outcome>, String> {
    advise_all(pid, kinds, Advice::PageOut, |mapping| mapping.huge() > 0)
}

fn advise_all(pid: u32, kinds: Kinds, advice: Advice, wanted: impl Fn(&Mapping) -> bool) -> Result<Vec<Outcome>, String> {
    let all = maps::of(&pid.to_string())?;
    let mut outcomes = Vec::new();
    for mapping in all.into_iter().filter(|mapping| kinds.has(mapping) && wanted(mapping)) {
        let done = if mapping.is_congruent() {
            advise_process(pid, mapping.range.whole_pages(), advice).map_err(|error| because(&mapping, &error))
        } else {
            Err("it does not lie in memory as in the file: link it with -z max-page-size=2097152".into())
        };
        outcomes.push(Outcome { mapping, error: done.err() });
    }
    Ok(outcomes)
}

/// The kernel's error in words, with what would help.
fn because(mapping: &Mapping, error: &std::io::Error) -> String {
    match error.raw_os_error().and_then(|number| u8::try_from(number).ok()) {
        // EPERM, EACCES
        Some(1 | 13) => format!("{error}: root, or who has CAP_SYS_PTRACE and CAP_SYS_NICE, may"),
        // EINVAL
        Some(22) if !mapping.is_anonymous() => "the kernel does not collapse files: one with CONFIG_READ_ONLY_THP_FOR_FS does".into(),
        // ENOSYS
        Some(38) => "the kernel has no process_madvise(MADV_COLLAPSE): Linux 6.1 has".into(),
        // ENOMEM, EAGAIN
        Some(12 | 11) => format!("{error}: no huge page is free; /proc/sys/vm/compact_memory may help"),
        _ => error.to_string(),
    }
}
