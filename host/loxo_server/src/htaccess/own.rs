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
        let place = self.waiting.clone().acquire_owned().await.ok()?;
        let rules = self.clone();
        let work = move || {
            // The thread's, not the request's: the thread goes on when the client has gone.
            let _place = place;
            work(&rules)
        };
        tokio::task::spawn_blocking(work).await.ok()
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

    /// Changes the head of an answer as the rules say. `None`: a bound was reached, or a bug; the log reports it.
    pub(crate) async fn edit(self: &Arc<Self>, asked: &impl Asking, outcome: &Outcome, edits: Edits, made: Head) -> Option<Head> {
        if !self.may_wait(asked) {
            let began = Instant::now();
            let folders = self.folders.at_hand();
            let log = LogAtHand { log: self.log(), folders: &folders };
            let edited = self.with(asked, &folders, &log, |request, around| edits.apply(outcome, request, around, made.clone()));
            self.note_time(began);
            if !folders.is_missing() {
                return edited;
            }
        }
        let (asked, outcome) = (asked.clone(), outcome.clone());
        let edit = move |rules: &Htaccess| {
            rules.with(&asked, &rules.folders, &rules.log(), |request, around| edits.apply(&outcome, request, around, made))
        };
        self.wait_for(edit).await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::htaccess::HtaccessOptions;
    use crate::htaccess::loaded::AT_ONCE;
    use crate::rules::Rules;

    #[test]
    fn a_thread_has_its_place_until_it_is_done() {
        let options = HtaccessOptions { allow: loxo_htaccess::Allow::ALL, rules: String::new(), maps: None, trace: 0 };
        let rules = Arc::new(Htaccess::new(options, b"/srv", &Rules::default()).expect("has no rules"));
        let (started, starts) = std::sync::mpsc::channel();
        let (go, waits) = std::sync::mpsc::channel::<()>();
        let runtime = crate::loops::event_loop().expect("a runtime");
        runtime.block_on(async {
            let work = rules.wait_for(move |_| {
                started.send(()).expect("somebody waits");
                waits.recv().expect("is told to go on");
            });
            // The client goes while the thread works.
            tokio::select! {
                biased;
                _ = work => panic!("it waits"),
                () = async {
                    while starts.try_recv().is_err() {
                        tokio::task::yield_now().await;
                    }
                } => {}
            }
            assert_eq!(rules.waiting.available_permits(), AT_ONCE - 1);
            go.send(()).expect("it waits");
            let all = u32::try_from(AT_ONCE).expect("is small");
            drop(rules.waiting.acquire_many(all).await.expect("is open"));
        });
    }
}
