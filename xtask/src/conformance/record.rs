//! The outcome of one test as `results.txt` keeps it, so that later runs and reports can read it again.

use super::run::Status;

/// The line of a test in `results.txt`: status, name, seconds, reason, cluster; separated by tabs.
#[derive(Clone)]
pub struct Record {
    pub status: Status,
    pub name: String,
    pub seconds: f64,
    pub reason: String,
    /// What failures of the same kind have in common.
    pub cluster: String,
}

impl Record {
    pub fn is_failure(&self) -> bool {
        matches!(self.status, Status::Failed | Status::Crashed | Status::TimedOut)
    }

    pub fn line(&self) -> String {
        let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let (reason, cluster) = (plain(&self.reason), plain(&self.cluster));
        format!("{}\t{}\t{:.2}\t{reason}\t{cluster}\n", self.status.name(), self.name, self.seconds)
    }

    pub fn parse(line: &str) -> Option<Record> {
        let mut fields = line.split('\t');
        let status = fields.next()?;
        let status = Status::ALL.into_iter().find(|known| known.name() == status)?;
        let mut text = || fields.next().map(str::to_string);
        Some(Record { status, name: text()?, seconds: text()?.parse().ok()?, reason: text()?, cluster: text()? })
    }
}
