//! Files that requests write themselves, found by what they do: a file that changes again and again while a request runs, each time shortly after
//! the reload that it caused, would have pages load for ever.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A change so soon after the one before may come of the reload.
const SOON: Duration = Duration::from_secs(3);
/// So many of them in a row are no accident.
const IN_A_ROW: u32 = 3;
/// A file that has not changed for so long is looked after again.
const FORGOTTEN: Duration = Duration::from_secs(60);
/// Files that are remembered.
const MOST: usize = 10_000;

#[derive(Default)]
pub(crate) struct Written {
    files: HashMap<PathBuf, (Instant, u32)>,
}

/// What is to be done about a change.
#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    Tell,
    /// It is the first that is not reported.
    Mute,
    Muted,
}

impl Written {
    /// A file has changed. `busy`: while a request ran.
    pub(crate) fn judge(&mut self, file: &Path, busy: bool, now: Instant) -> Verdict {
        let before = self.files.get(file).copied();
        let since = before.map(|(last, _)| now.duration_since(last));
        let times = match (before, since) {
            (Some((_, times)), Some(since)) if times >= IN_A_ROW && since < FORGOTTEN => times.saturating_add(1),
            (Some((_, times)), Some(since)) if busy && since < SOON => times + 1,
            _ if busy => 0,
            _ => {
                self.files.remove(file);
                return Verdict::Tell;
            }
        };
        if self.files.len() >= MOST {
            self.files.retain(|_, (last, _)| now.duration_since(*last) < SOON);
        }
        self.files.insert(file.to_path_buf(), (now, times));
        match times {
            0..IN_A_ROW => Verdict::Tell,
            IN_A_ROW => Verdict::Mute,
            _ => Verdict::Muted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_each_request_writes_is_left_alone() {
        let (mut written, start) = (Written::default(), Instant::now());
        let file = Path::new("/p/counter.json");
        let at = |millis| start + Duration::from_millis(millis);
        let verdicts: Vec<Verdict> = (0..6).map(|time| written.judge(file, true, at(time * 500))).collect();
        use Verdict::{Mute, Muted, Tell};
        assert_eq!(verdicts, [Tell, Tell, Tell, Mute, Muted, Muted]);
        assert_eq!(written.judge(file, false, at(4_000)), Muted);
        assert_eq!(written.judge(file, true, at(90_000)), Tell, "it was quiet for long");
    }

    #[test]
    fn who_saves_often_is_heard() {
        let (mut written, start) = (Written::default(), Instant::now());
        let file = Path::new("/p/a.php");
        for time in 0..20 {
            assert_eq!(written.judge(file, time % 3 == 0, start + Duration::from_millis(700 * time)), Verdict::Tell);
            assert_eq!(written.judge(Path::new("/p/b.php"), true, start + Duration::from_secs(4 * time)), Verdict::Tell);
        }
    }
}
