//! `.htaccess` in the server: asks `loxo_htaccess` what a request means, on a thread that may wait where it must.

mod disk;
mod folder_cache;

use std::sync::Arc;
use std::time::SystemTime;

use loxo_htaccess::view::{Level, Log, Maps, NoMaps, Request};
use loxo_htaccess::{Action, Allow, Fault, Head, Outcome, Surroundings, evaluate};

use self::disk::Disk;
use self::folder_cache::FolderCache;
use crate::message::{RequestHead, Response, RuleVariables};
use crate::rules::Rules;
use crate::site::SapiKind;
use crate::{log, mime, pages};

/// What a site's rules may be.
#[derive(Clone)]
pub struct HtaccessOptions {
    /// Which directives files of folders may have.
    pub allow: Allow,
    /// Rules of the site itself.
    pub rules: String,
    /// The maps that those and the folders' use. `None`: there are none.
    pub maps: Option<Arc<dyn Maps + Send + Sync>>,
    /// How much of each step of rewriting the log gets: 0 is nothing, 8 everything.
    pub trace: u8,
}

impl std::fmt::Debug for HtaccessOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HtaccessOptions").field("allow", &self.allow).field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl HtaccessOptions {
    /// Whether the rules of the site itself are right; the error has the line in them.
    pub fn check(&self) -> Result<(), Fault> {
        self.site(Vec::new(), &Rules::default()).map(drop)
    }

    fn site(&self, root: Vec<u8>, rules: &Rules) -> Result<loxo_htaccess::Site, Fault> {
        let mut site = loxo_htaccess::Site::new(root, self.allow, mime::of_one_extension);
        site.index.clone_from(&rules.index);
        if !self.rules.is_empty() {
            site.set_rules(self.rules.as_bytes())?;
        }
        if let Some(path) = &rules.front_controller {
            site.set_fallback(path);
        }
        Ok(site)
    }
}

/// The rules of a site.
pub(crate) struct Htaccess {
    site: loxo_htaccess::Site,
    folders: FolderCache,
    options: HtaccessOptions,
    rules: Rules,
}

/// Lines go to the server's log.
struct ServerLog {
    trace: u8,
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
    /// The error is a fault in the rules of the site itself.
    pub(crate) fn new(options: HtaccessOptions, root: &[u8], rules: &Rules) -> Result<Htaccess, Fault> {
        let site = options.site(root.to_vec(), rules)?;
        let folders = FolderCache::new(options.allow, site.file_name.clone());
        Ok(Htaccess { site, folders, options, rules: rules.clone() })
    }

    /// The same rules for a folder that has come in the place of the root.
    pub(crate) fn for_root(&self, root: &[u8]) -> Option<Htaccess> {
        Htaccess::new(self.options.clone(), root, &self.rules).ok()
    }

    /// A password or a program takes its time.
    fn may_wait(&self, head: &RequestHead) -> bool {
        self.options.maps.is_some() || head.header("authorization").is_some()
    }

    fn with<T>(&self, head: &RequestHead, software: &[u8], run: impl FnOnce(&Request<'_>, Surroundings<'_>) -> T) -> T {
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
        let (disk, log) = (Disk::default(), ServerLog { trace: self.options.trace });
        let maps: &dyn Maps = self.options.maps.as_ref().map_or(&NoMaps, |maps| &**maps);
        run(&request, Surroundings { site: &self.site, files: &disk, maps, folders: &self.folders, log: &log })
    }

    /// What a request means. `None`: a bug, which the log reports.
    pub(crate) async fn decide(self: &Arc<Self>, head: &RequestHead, software: &str) -> Option<Outcome> {
        if !self.may_wait(head) {
            return Some(self.with(head, software.as_bytes(), evaluate));
        }
        let (rules, head, software) = (self.clone(), head.clone(), software.to_string());
        tokio::task::spawn_blocking(move || rules.with(&head, software.as_bytes(), evaluate)).await.ok()
    }

    /// Changes the head of an answer as the rules say.
    pub(crate) fn edit(&self, head: &RequestHead, software: &str, outcome: &Outcome, answer: &mut Response) {
        let realm = match &outcome.action {
            Action::Answer { realm, .. } => realm.as_ref(),
            _ => outcome.realm.as_ref(),
        };
        if let Some(realm) = realm {
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
        self.with(head, software.as_bytes(), |request, around| outcome.edit_response(request, around, &mut made));
        answer.headers = made.headers;
    }
}

/// The rules of a site, if it has any; the error is one line.
pub(crate) fn of(options: Option<&HtaccessOptions>, root: &[u8], rules: &Rules) -> Result<Option<Arc<Htaccess>>, String> {
    let made = options.map(|options| Htaccess::new(options.clone(), root, rules)).transpose();
    made.map(|rules| rules.map(Arc::new)).map_err(|fault| format!("rewrite: line {}: {}", fault.line, fault.message))
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
