//! The committed list of tests that pass: it only grows.

use super::record::Record;
use super::run::Status;
use crate::Result;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub fn attainable_path() -> PathBuf {
    crate::paths::root().join("tests/conformance/attainable.txt")
}

pub fn passing_path() -> PathBuf {
    crate::paths::root().join("tests/conformance/passing.txt")
}

/// The list of tests whose `--SKIPIF--` asks how large the machine is.
pub fn machine_path() -> PathBuf {
    crate::paths::root().join("tests/conformance/machine.txt")
}

/// A list of names, one a line.
pub fn read(path: &Path) -> Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_string).collect())
}

/// Tests that were run and did not pass; those of `machine` may be skipped.
pub fn lost<'a>(machine: &BTreeSet<String>, records: &'a [Record]) -> Vec<&'a Record> {
    let holds = |record: &Record| match record.status {
        Status::Passed => true,
        Status::Skipped => machine.contains(&record.name),
        _ => false,
    };
    records.iter().filter(|record| !holds(record)).collect()
}

/// Adds what passes; with `force` also takes out what was run and does not. Returns how many came and went.
pub fn bless(path: &Path, attainable: &BTreeSet<String>, records: &[Record], force: bool) -> Result<(usize, usize)> {
    let mut listed = read(path).unwrap_or_default();
    let (mut added, mut removed) = (0, 0);
    for record in records {
        if record.status == Status::Passed && attainable.contains(&record.name) {
            added += usize::from(listed.insert(record.name.clone()));
        } else if force && record.status != Status::Passed {
            removed += usize::from(listed.remove(&record.name));
        }
    }
    let text: String = listed.iter().map(|name| format!("{name}\n")).collect();
    std::fs::write(path, text)?;
    Ok((added, removed))
}
