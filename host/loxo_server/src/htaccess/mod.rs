//! `.htaccess` in the server: asks `loxo_htaccess` what a request means, on a thread that may wait where it must. Modules: `loaded` (the rules of a
//! site), `folder_cache` (the files of its folders), `disk` (what rules see of all files).

mod disk;
mod folder_cache;
mod loaded;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use loxo_htaccess::view::{Level, Log, Request};
use loxo_htaccess::{Action, Folders, Head, Outcome, Surroundings, evaluate};

use self::disk::Disk;
use self::folder_cache::AtHand;
pub use self::loaded::HtaccessOptions;
pub(crate) use self::loaded::{Htaccess, of};
use crate::message::{RequestHead, Response, RuleVariables};
use crate::site::SapiKind;
use crate::{log, pages};

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
    fn may_wait(&self, head: &RequestHead) -> bool {
        self.options.maps.is_some() || self.is_slow.load(Ordering::Relaxed) || head.header("authorization").is_some()
    }

    fn with<T>(
        &self,
        head: &RequestHead,
        software: &[u8],
        folders: &dyn Folders,
        log: &dyn Log,
        run: impl FnOnce(&Request<'_>, Surroundings<'_>) -> T,
    ) -> T {
        let request = Request {
            method: head.method.as_bytes(),
            target: head.target.as_bytes(),
            path: &head.path,
            query: head.query.as_ref().map(String::as_bytes),
            protocol: head.protocol.as_bytes(),
            secure: head.secure,
            headers: &head.headers,
            peer: head.peer,
            local: head.local,
            software,
            time: SystemTime::now(),
        };
        let disk = Disk::default();
        run(&request, self.around(&disk, folders, log))
    }

    fn log(&self) -> ServerLog {
        ServerLog { trace: self.options.trace }
    }

    /// What a request means, on a thread that serves connections. `None`: it would hold up others.
    fn decide_here(&self, head: &RequestHead, software: &str) -> Option<Outcome> {
        let began = Instant::now();
        let folders = self.folders.at_hand();
        let log = LogAtHand { log: self.log(), folders: &folders };
        let outcome = self.with(head, software.as_bytes(), &folders, &log, evaluate);
        if began.elapsed() > SLOW {
            self.is_slow.store(true, Ordering::Relaxed);
        }
        (!folders.is_missing()).then_some(outcome)
    }

    /// What a request means. `None`: a bug, which the log reports.
    pub(crate) async fn decide(self: &Arc<Self>, head: &RequestHead, software: &str) -> Option<Outcome> {
        if !self.may_wait(head)
            && let Some(outcome) = self.decide_here(head, software)
        {
            return Some(outcome);
        }
        let (rules, head, software) = (self.clone(), head.clone(), software.to_string());
        let decide = move || rules.with(&head, software.as_bytes(), &rules.folders, &rules.log(), evaluate);
        tokio::task::spawn_blocking(decide).await.ok()
    }

    /// Changes the head of an answer as the rules say.
    pub(crate) fn edit(&self, head: &RequestHead, software: &str, outcome: &Outcome, answer: &mut Response) {
        if let Some(realm) = &outcome.realm {
            let quoted: Vec<u8> = realm
                .iter()
                .filter(|byte| !byte.is_ascii_control())
                .flat_map(|byte| match byte {
                    b'"' | b'\\' => vec![b'\\', *byte],
                    byte => vec![*byte],
                })
                .collect();
            answer.headers.push(("WWW-Authenticate".into(), [b"Basic realm=\"", &quoted[..], b"\""].concat()));
        }
        if !outcome.edits_response() {
            return;
        }
        let modified = answer.header("last-modified").and_then(|date| httpdate::parse_http_date(std::str::from_utf8(date).ok()?).ok());
        let is_own_page = matches!(outcome.action, Action::Answer { .. });
        let is_of_script = matches!(outcome.action, Action::Script { .. });
        let headers = std::mem::take(&mut answer.headers);
        let mut made = Head { status: answer.status, headers, modified, is_own_page, is_of_script };
        self.with(head, software.as_bytes(), &self.folders.at_hand(), &self.log(), |request, around| {
            outcome.edit_response(request, around, &mut made)
        });
        answer.headers = made.headers;
    }
}

/// The page of an error or a redirection that the rules have found.
pub(crate) fn page(head: &RequestHead, outcome: &Outcome) -> Response {
    let Action::Answer { location, body, .. } = &outcome.action else { return pages::error(head, outcome.status) };
    let mut answer = match body {
        Some(text) => pages::text(head, outcome.status, text),
        None => pages::error(head, outcome.status),
    };
    if outcome.status == 405 {
        answer.headers.push(("Allow".into(), loxo_htaccess::FILE_METHODS.to_vec()));
    }
    if let Some(location) = location {
        answer.headers.push(("Location".into(), location.clone()));
    }
    answer
}

/// What a script sees of the rules.
pub(crate) fn variables(outcome: &Outcome) -> Arc<RuleVariables> {
    Arc::new(RuleVariables {
        env: outcome.env.clone(),
        user: outcome.user.clone(),
        query: outcome.query.clone().unwrap_or_default(),
        shows_credentials: outcome.passes_credentials,
        settings: outcome.settings.clone(),
    })
}
