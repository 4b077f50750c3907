//! `/proc/PID/smaps` as values: proc_pid_smaps(5). Lines that say something else are passed over.

use loxo_hugepages_sys::Range;

/// A mapping of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    pub range: Range,
    pub executable: bool,
    /// Where it begins in its file.
    pub offset: usize,
    /// A path, a name in brackets, or nothing.
    pub name: String,
    /// Bytes that are in memory.
    pub resident: usize,
    /// Bytes on huge pages: of a file, of shared memory, anonymous, and of those that are set aside.
    pub file: usize,
    pub shared: usize,
    pub anonymous: usize,
    pub reserved: usize,
    /// It was asked for that there be none (`VM_NOHUGEPAGE`).
    pub refused: bool,
}

impl Mapping {
    /// Bytes on huge pages.
    pub fn huge(&self) -> usize {
        self.file.saturating_add(self.shared).saturating_add(self.anonymous).saturating_add(self.reserved)
    }

    /// The system's own code, which is no memory of the process's.
    pub fn is_of_system(&self) -> bool {
        matches!(&self.name[..], "[vdso]" | "[vsyscall]" | "[vvar]" | "[vvar_vclock]" | "[uprobes]")
    }

    /// No file stands behind it.
    pub fn is_anonymous(&self) -> bool {
        self.name.is_empty() || self.name.starts_with("[anon:") || self.name.starts_with("/anon_hugepage")
    }

    /// Bytes lie at the same place in a huge page of the file and in one of memory.
    pub fn is_congruent(&self) -> bool {
        self.is_anonymous() || self.range.start % crate::HUGE == self.offset % crate::HUGE
    }
}

/// `START-END rwxp OFFSET DEVICE INODE NAME`
fn heading(line: &str) -> Option<Mapping> {
    let mut words = line.splitn(6, ' ');
    let (start, end) = words.next()?.split_once('-')?;
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    let range = Range { start: number(start)?, end: number(end)? };
    let rights = words.next().filter(|rights| rights.len() == 4 && range.end >= range.start)?;
    let offset = number(words.next()?)?;
    let name = words.nth(2).unwrap_or("").trim_start().to_string();
    Some(Mapping { range, executable: rights.as_bytes()[2] == b'x', offset, name, ..Mapping::default() })
}

/// All mappings of a file's text, in its order.
pub fn parse(text: &str) -> Vec<Mapping> {
    let mut all: Vec<Mapping> = Vec::new();
    for line in text.lines() {
        if let Some(mapping) = heading(line) {
            all.push(mapping);
            continue;
        }
        let (Some(mapping), Some((key, value))) = (all.last_mut(), line.split_once(':')) else { continue };
        let bytes = || value.trim().strip_suffix(" kB").and_then(|number| number.parse::<usize>().ok()).unwrap_or(0).saturating_mul(1024);
        match key {
            "Rss" => mapping.resident = bytes(),
            "FilePmdMapped" => mapping.file = bytes(),
            "ShmemPmdMapped" => mapping.shared = bytes(),
            "AnonHugePages" => mapping.anonymous = bytes(),
            "Shared_Hugetlb" | "Private_Hugetlb" => mapping.reserved = mapping.reserved.saturating_add(bytes()),
            "VmFlags" => mapping.refused = value.split(' ').any(|flag| flag == "nh"),
            _ => {}
        }
    }
    all
}

/// The mappings of a process. An error says why they can't be seen.
pub fn of(process: &str) -> Result<Vec<Mapping>, String> {
    match std::fs::read(format!("/proc/{process}/smaps")) {
        Ok(text) => Ok(parse(&String::from_utf8_lossy(&text))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err("there is no such process".into()),
        Err(error) => Err(format!("its memory cannot be seen: {error} (the same user or root may)")),
    }
}
