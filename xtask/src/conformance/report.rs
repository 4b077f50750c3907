//! What a run leaves behind: a table for people, `results.txt` for tools, and the outputs of what failed.

use super::clusters;
use super::record::Record;
use super::run::{Report, Status, Test};
use crate::Result;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Takes reports from all threads.
pub struct Sink {
    /// Outputs of failed tests go below this folder.
    pub failures: PathBuf,
}

impl Sink {
    pub fn accept(&self, test: &Test, report: Report) -> Record {
        let base = self.failures.join(test.name.trim_end_matches(".phpt").replace(':', "_"));
        let failed = !matches!(report.status, Status::Passed | Status::Skipped);
        let mut cluster = String::new();
        if failed {
            let diff = report.expectation.as_ref().map(|expectation| expectation.diff(&report.output));
            cluster = clusters::key(&report, diff.as_ref());
            let _ = base.parent().map(fs::create_dir_all);
            let write = |suffix: &str, text: &[u8]| {
                let _ = fs::write(with_suffix(&base, suffix), text);
            };
            write("out", &report.output);
            write("exp", report.expectation.as_ref().map_or(&[][..], |expectation| expectation.text()));
            write("diff", &diff.map(|diff| diff.render(3, false)).unwrap_or_default());
            write("sh", format!("#!/bin/sh\n{}\n", report.command).as_bytes());
        } else {
            for suffix in ["out", "exp", "diff", "sh"] {
                let _ = fs::remove_file(with_suffix(&base, suffix));
            }
            if report.status == Status::Skipped {
                cluster = format!("skipped: {}", clusters::normalise(&report.reason));
            }
        }
        Record { status: report.status, name: test.name.clone(), seconds: report.time.as_secs_f64(), reason: report.reason, cluster }
    }
}

fn with_suffix(base: &Path, suffix: &str) -> PathBuf {
    let mut name = base.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    name.into()
}

/// The latest result of every test that was ever run here.
pub fn load(path: &Path) -> Vec<Record> {
    fs::read_to_string(path).unwrap_or_default().lines().filter_map(Record::parse).collect()
}

/// Replaces the results of the tests in `records`, keeps the others.
pub fn save(path: &Path, records: &[Record]) -> Result<()> {
    let mut all: BTreeMap<String, Record> = load(path).into_iter().map(|record| (record.name.clone(), record)).collect();
    all.extend(records.iter().map(|record| (record.name.clone(), record.clone())));
    let text: String = all.values().map(Record::line).collect();
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text)?;
    fs::rename(temporary, path)?;
    Ok(())
}

/// Counts by the first two folders, or by more when all tests lie deeper.
pub fn table(records: &[Record]) -> String {
    let depth = |name: &str, depth: usize| {
        let folders = name.rsplit_once('/').map_or("", |(folders, _)| folders);
        folders.split('/').take(depth).collect::<Vec<_>>().join("/")
    };
    let first = |level| records.first().map(|record| depth(&record.name, level));
    let levels = (2..6).find(|&level| records.iter().any(|record| Some(depth(&record.name, level)) != first(level))).unwrap_or(2);
    let mut rows: BTreeMap<String, [usize; 5]> = BTreeMap::new();
    let mut sum = [0; 5];
    for record in records {
        rows.entry(depth(&record.name, levels)).or_default()[record.status as usize] += 1;
        sum[record.status as usize] += 1;
    }
    let width = rows.keys().map(String::len).max().unwrap_or(0).max(12);
    let mut out = format!(
        "{:<width$} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>8}\n",
        "folder", "tests", "passed", "failed", "crashed", "timeout", "skipped", "passed %"
    );
    let line = |name: &str, counts: &[usize; 5]| {
        let tests: usize = counts.iter().sum();
        let share = if tests == 0 { 0.0 } else { 100.0 * counts[0] as f64 / tests as f64 };
        let [passed, failed, crashed, timeout, skipped] = counts;
        format!("{name:<width$} {tests:>7} {passed:>7} {failed:>7} {crashed:>7} {timeout:>7} {skipped:>7} {share:>7.1}%\n")
    };
    for (name, counts) in &rows {
        out += &line(name, counts);
    }
    if rows.len() != 1 {
        out += &line("all", &sum);
    }
    out
}
