//! What the processes have seen, taken over and kept: the last minutes in memory, and all of it in files if there is a folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use loxo_sampler::Routes;

use crate::metrics::Totals;
use crate::source::Source;

/// A span of so long is one file.
const SPAN: Duration = Duration::from_secs(600);
/// So many files are kept, and so many bytes of them: the oldest go.
const MOST_FILES: usize = 2000;
const MOST_BYTES: u64 = 256 << 20;

pub(crate) struct Store {
    current: Option<Routes>,
    /// The span before.
    previous: Option<Routes>,
    began: Instant,
    totals: Totals,
    folder: Option<PathBuf>,
}

impl Store {
    pub(crate) fn new(folder: Option<PathBuf>) -> Store {
        Store { current: None, previous: None, began: Instant::now(), totals: Totals::default(), folder }
    }

    /// Takes over what has been seen since.
    pub(crate) fn take(&mut self, source: &dyn Source) {
        for answer in source.ask("take") {
            // A process that has just ended has said nothing.
            let read = serde_json::from_slice(&answer).map_err(|error| error.to_string()).and_then(|value| Routes::from_json(&value));
            let Ok(routes) = read else { continue };
            let (counts, counted) = routes.totals();
            self.totals.counts.add(&counts);
            self.totals.counted.add(&counted);
            match &mut self.current {
                Some(current) => current.merge(&routes),
                None => self.current = Some(routes),
            }
        }
        if self.began.elapsed() >= SPAN {
            self.end_span();
        }
    }

    /// What is new from now on is another span's.
    pub(crate) fn end_span(&mut self) {
        self.began = Instant::now();
        let Some(ended) = self.current.take() else { return };
        if let Some(folder) = self.folder.as_deref().filter(|_| !ended.is_empty())
            && let Err(problem) = write(folder, &ended)
        {
            let _ = writeln!(std::io::stderr(), "loxo: {problem}");
        }
        self.previous = Some(ended);
    }

    /// All that is in memory: ten minutes at least, twenty at most.
    pub(crate) fn live(&self) -> Routes {
        let mut all = Routes::new(1);
        for routes in self.previous.iter().chain(&self.current) {
            all.merge(routes);
        }
        all
    }

    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Names of the files, the newest first.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.folder.as_deref().map_or_else(Vec::new, |folder| kept(folder).into_iter().map(|(name, _)| name).collect());
        names.reverse();
        names
    }

    /// What a file holds; only those that [`Store::files`] names are read.
    pub(crate) fn load(&self, name: &str) -> Option<Routes> {
        let folder = self.folder.as_deref().filter(|_| self.files().iter().any(|known| known == name))?;
        let bytes = std::fs::read(folder.join(name)).ok()?;
        Routes::from_json(&serde_json::from_slice(&bytes).ok()?).ok()
    }
}

/// Our files with their lengths, the oldest first: their names are moments.
fn kept(folder: &Path) -> Vec<(String, u64)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let ours = |name: &str| {
        name.strip_prefix("profile-")
            .and_then(|rest| rest.strip_suffix(".json"))
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
    };
    let mut files: Vec<(String, u64)> = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.metadata().ok()?.len())))
        .filter(|(name, _)| ours(name))
        .collect();
    files.sort();
    files
}

fn write(folder: &Path, routes: &Routes) -> Result<(), String> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = folder.join(format!("profile-{:015}-{}.json", routes.since_ms, std::process::id()));
    let wrong = |error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(wrong)?;
    file.write_all(routes.to_json().to_string().as_bytes()).map_err(wrong)?;
    let files = kept(folder);
    let (mut count, mut bytes) = (files.len(), files.iter().map(|(_, length)| length).sum::<u64>());
    for (name, length) in files {
        if count <= MOST_FILES && bytes <= MOST_BYTES {
            break;
        }
        let _ = std::fs::remove_file(folder.join(name));
        (count, bytes) = (count - 1, bytes - length);
    }
    Ok(())
}
