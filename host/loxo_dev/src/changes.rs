//! What has changed since when, for pages that ask late or again.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Changes that are remembered; who has missed more loads its page again.
const MOST: usize = 256;

/// The changes of one run of the server.
pub struct Changes {
    /// Tells this run from others.
    run: u64,
    log: Mutex<Log>,
}

#[derive(Default)]
struct Log {
    /// How many there have been.
    count: u64,
    /// The last of them: the style sheet that has changed, or `None`, all else.
    last: VecDeque<Option<PathBuf>>,
}

/// What a page has to do.
#[derive(Debug, PartialEq)]
pub enum Since {
    Nothing,
    Reload,
    /// These style sheets are others.
    Styles(Vec<PathBuf>),
}

impl Default for Changes {
    fn default() -> Changes {
        let run = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(0));
        Changes { run, log: Mutex::default() }
    }
}

impl Changes {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Files that have changed together.
    pub fn add(&self, files: &[PathBuf]) {
        let is_style = |file: &Path| file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("css"));
        let mut log = self.log();
        let changes: Vec<Option<PathBuf>> = match files.iter().all(|file| is_style(file)) {
            true => files.iter().cloned().map(Some).collect(),
            false => vec![None],
        };
        for change in changes {
            log.count += 1;
            log.last.push_back(change);
        }
        while log.last.len() > MOST {
            log.last.pop_front();
        }
    }

    /// Where a page stands that is made now.
    pub fn position(&self) -> String {
        format!("{}-{}", self.run, self.log().count)
    }

    /// What has changed since a page stood there, and where it stands now.
    pub fn since(&self, position: &str) -> (Since, String) {
        let log = self.log();
        let now = format!("{}-{}", self.run, log.count);
        let seen = position.split_once('-').filter(|(run, _)| run.parse() == Ok(self.run)).and_then(|(_, count)| count.parse::<u64>().ok());
        let missed = seen.and_then(|seen| log.count.checked_sub(seen)).and_then(|missed| usize::try_from(missed).ok());
        let since = match missed {
            Some(0) => Since::Nothing,
            Some(missed) if missed <= log.last.len() => {
                let styles: Option<Vec<PathBuf>> = log.last.iter().skip(log.last.len() - missed).cloned().collect();
                styles.map_or(Since::Reload, |mut styles| {
                    styles.sort();
                    styles.dedup();
                    Since::Styles(styles)
                })
            }
            // Of another run, or too long ago.
            _ => Since::Reload,
        };
        (since, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hear_what_they_have_missed() {
        let changes = Changes::default();
        let start = changes.position();
        assert_eq!(changes.since(&start).0, Since::Nothing);
        let styles = [PathBuf::from("/p/b.css"), PathBuf::from("/p/a.CSS")];
        changes.add(&styles);
        changes.add(&styles[..1]);
        let (since, now) = changes.since(&start);
        assert_eq!(since, Since::Styles(vec!["/p/a.CSS".into(), "/p/b.css".into()]));
        assert_eq!(changes.since(&now), (Since::Nothing, now.clone()));
        changes.add(&["/p/a.php".into(), "/p/b.css".into()]);
        assert_eq!(changes.since(&now).0, Since::Reload);
        for other in ["", "1-2", "x", &format!("{}-99", changes.run), &format!("{}-x", changes.run)] {
            assert_eq!(changes.since(other).0, Since::Reload, "{other}");
        }
        for _ in 0..2 * MOST {
            changes.add(&styles[..1]);
        }
        assert_eq!(changes.since(&now).0, Since::Reload, "it is too long ago");
    }
}
