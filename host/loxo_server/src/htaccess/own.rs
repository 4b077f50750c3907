//! Evaluating rules in this process: on the thread that serves the connection if that holds up nobody, else on one that may wait.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use loxo_htaccess::view::{Level, Log, Request};
use loxo_htaccess::{Edits, Folders, Head, Outcome, Surroundings, evaluate};

use super::asking::Asking;
use super::disk::Disk;
use super::folder_cache::AtHand;
use super::loaded::Htaccess;
use crate::log;
use crate::site::SapiKind;

/// Rules that take longer are evaluated apart from the connections of others from then on.
const SLOW: Duration = Duration::from_millis(20);

/// Lines go to the server's log.
struct ServerLog {
    trace: u8,
}

/// The same, without the lines of an evaluation that is given up and done again on another thread.
struct LogAtHand<'a> {
    log: ServerLog,
    folders: &'a AtHand<'a>,
}

impl Log for LogAtHand<'_> {
    fn wants(&self, level: Level) -> bool {
        self.log.wants(level)
    }

    fn add(&self, level: Level, line: &str) {
        if !self.folders.is_missing() {
            self.log.add(level, line);
        }
    }
}

impl Log for ServerLog {
    fn wants(&self, level: Level) -> bool {
        match level {
            Level::Error => true,
            Level::Trace(level) => level <= self.trace,
        }
    }

    fn add(&self, _: Level, line: &str) {
        log::error(SapiKind::Fpm, line.as_bytes());
    }
}

impl Htaccess {
    /// A password or a program takes time.
    fn may_wait(&self, asked: &impl Asking) -> bool {
        self.options.maps.is_some() || self.is_slow.load(Ordering::Relaxed) || asked.has_field("authorization")
    }

    fn with<T>(
        &self,
        asked: &impl Asking,
        folders: &dyn Folders,
        log: &dyn Log,
        run: impl FnOnce(&Request<'_>, Surroundings<'_>) -> T,
    ) -> T {
        let request = asked.request();
        let disk = Disk::default();
        run(&request, self.around(&disk, folders, log))
    }

    fn log(&self) -> ServerLog {
        ServerLog { trace: self.options.trace }
    }

    /// Remembers that something has held up the connections of others.
    fn note_time(&self, began: Instant) {
        if began.elapsed() > SLOW {
            self.is_slow.store(true, Ordering::Relaxed);
        }
    }

    /// What a request means, on a thread that serves connections. `None`: it would hold up others.
    fn decide_here(&self, asked: &impl Asking) -> Option<(Outcome, Option<Edits>)> {
        let began = Instant::now();
        let folders = self.folders.at_hand();
        let log = LogAtHand { log: self.log(), folders: &folders };
        let decided = self.with(asked, &folders, &log, evaluate);
        self.note_time(began);
        (!folders.is_missing()).then_some(decided)
    }

    /// Does something on a thread that may wait. No more requests do so at once than a few: those of one site leave threads for others. `None`: a
    /// bug, which the log reports.
    async fn wait_for<T: Send + 'static>(self: &Arc<Self>, work: impl FnOnce(&Htaccess) -> T + Send + 'static) -> Option<T> {
        let _place = self.waiting.acquire().await.ok()?;
        let rules = self.clone();
        tokio::task::spawn_blocking(move || work(&rules)).await.ok()
    }

    /// What a request means, and what its answer's head becomes. `None`: a bug, which the log reports.
    pub(crate) async fn decide(self: &Arc<Self>, asked: &impl Asking) -> Option<(Outcome, Option<Edits>)> {
        if !self.may_wait(asked)
            && let Some(decided) = self.decide_here(asked)
        {
            return Some(decided);
        }
        let asked = asked.clone();
        self.wait_for(move |rules| rules.with(&asked, &rules.folders, &rules.log(), evaluate)).await
    }

    /// Changes the head of an answer as the rules say. `None`: a bug, which the log reports.
    pub(crate) async fn edit(self: &Arc<Self>, asked: &impl Asking, outcome: &Outcome, edits: Edits, mut made: Head) -> Option<Head> {
        if !self.may_wait(asked) {
            let began = Instant::now();
            self.with(asked, &self.folders.at_hand(), &self.log(), |request, around| edits.apply(outcome, request, around, &mut made));
            self.note_time(began);
            return Some(made);
        }
        let (asked, outcome) = (asked.clone(), outcome.clone());
        let edit = move |rules: &Htaccess| {
            rules.with(&asked, &rules.folders, &rules.log(), |request, around| edits.apply(&outcome, request, around, &mut made));
            made
        };
        self.wait_for(edit).await
    }
}
