//! The process that evaluates the rules of sites as the user whom their files belong to: the HTTP server asks it, request by request.
//!
//! It reads `.htaccess`, users and maps, opens no socket of its own and runs no PHP. A connection carries one request at a time, and keeps its rules
//! until the HTTP server has asked what the answer's head becomes.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};

use loxo_htaccess::message::{self, Asked, Question};
use loxo_htaccess::{Edits, Outcome};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

use crate::htaccess::{Htaccess, HtaccessOptions, frame};
use crate::loops;
use crate::rules::Rules;
use crate::site_options::SiteOptions;

/// Folders of a site whose rules are kept: the one that its root leads to, and those of before, while there are requests that began with them.
const FOLDERS: usize = 4;

/// What such a process is made of.
pub struct RulesServer {
    /// Where it listens.
    pub socket: OwnedFd,
    /// In the order of their numbers.
    pub sites: Vec<SiteOptions>,
}

/// The rules of one site.
struct SiteRules {
    options: Option<HtaccessOptions>,
    rules: Rules,
    /// By the folder, those that were used last at the end.
    by_root: Mutex<Vec<(Vec<u8>, Arc<Htaccess>)>>,
}

impl SiteRules {
    fn new(options: &SiteOptions) -> Result<SiteRules, String> {
        Ok(SiteRules { options: options.htaccess()?, rules: options.rules(), by_root: Mutex::default() })
    }

    /// The rules for a folder. `None`: the site has none.
    fn of_root(&self, root: &[u8]) -> Option<Arc<Htaccess>> {
        let mut by_root = self.by_root.lock().unwrap_or_else(PoisonError::into_inner);
        let known = by_root.iter().position(|(known, _)| known == root);
        let entry = match known {
            Some(at) => by_root.remove(at),
            None => (root.to_vec(), Arc::new(Htaccess::new(self.options.clone()?, root, &self.rules).ok()?)),
        };
        let rules = entry.1.clone();
        by_root.push(entry);
        if by_root.len() > FOLDERS {
            by_root.remove(0);
        }
        Some(rules)
    }
}

/// Answers until `stop` returns, and then as long as requests are on their way. The error is one line for the log.
pub fn serve_rules(server: RulesServer, stop: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let sites: Vec<SiteRules> = server.sites.iter().map(SiteRules::new).collect::<Result<_, _>>()?;
    crate::raise_file_limit();
    let failed = |error: std::io::Error| format!("rules cannot be evaluated: {error}");
    let runtime = loops::event_loop().map_err(failed)?;
    let (stopping, stopped) = watch::channel(false);
    let wait = move || {
        stop();
        stopping.send_replace(true);
    };
    std::thread::Builder::new().name("signals".into()).spawn(wait).map_err(failed)?;
    runtime.block_on(run(server.socket, Arc::new(sites), stopped)).map_err(failed)
}

async fn run(socket: OwnedFd, sites: Arc<Vec<SiteRules>>, stopped: watch::Receiver<bool>) -> std::io::Result<()> {
    let socket = std::os::unix::net::UnixListener::from(socket);
    socket.set_nonblocking(true)?;
    let listener = UnixListener::from_std(socket)?;
    tokio::spawn(loops::keep_time());
    let mut connections = tokio::task::JoinSet::new();
    let mut stop = stopped.clone();
    loop {
        tokio::select! {
            biased;
            _ = stop.wait_for(|is_stopped| *is_stopped) => break,
            accepted = listener.accept() => match accepted {
                Ok((connection, _)) => drop(connections.spawn(serve(connection, sites.clone(), stopped.clone()))),
                // Too many files are open: connections that end close some.
                Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
    Ok(())
}

/// A request whose answer's head is not made yet.
struct Open {
    rules: Arc<Htaccess>,
    asked: Asked,
    outcome: Outcome,
    edits: Edits,
}

/// Answers what comes on a connection, until its other end closes it, or until the process is to end and no request is on its way.
async fn serve(mut connection: UnixStream, sites: Arc<Vec<SiteRules>>, mut stopped: watch::Receiver<bool>) {
    let mut open = None;
    loop {
        let question = tokio::select! {
            biased;
            question = frame::receive(&mut connection) => question,
            _ = stopped.wait_for(|is_stopped| *is_stopped), if open.is_none() => return,
        };
        let Some(question) = question.ok().and_then(|bytes| message::question(&bytes)) else { return };
        let answer = match question {
            // A message without bytes is no outcome: the same request is not to be asked about again.
            Question::Evaluate(asked) => Some(evaluate(&sites, asked, &mut open).await.unwrap_or_default()),
            Question::Edit(head) => {
                let Some(Open { rules, asked, outcome, edits }) = open.take() else { return };
                rules.edit(&asked, &outcome, edits, head).await.map(|made| message::of_fields(&made.headers))
            }
        };
        // Closed without an answer, the connection says that there is no head.
        let Some(answer) = answer else { return };
        if frame::send(&mut connection, &answer).await.is_err() {
            return;
        }
    }
}

async fn evaluate(sites: &[SiteRules], asked: Asked, open: &mut Option<Open>) -> Option<Vec<u8>> {
    let site = sites.get(usize::try_from(asked.site).ok()?)?;
    let rules = site.of_root(&asked.root)?;
    let (outcome, edits) = rules.decide(&asked).await?;
    let answer = message::of_outcome(&outcome, edits.is_some());
    frame::length(&answer)?;
    *open = edits.map(|edits| Open { rules, asked, outcome, edits });
    Some(answer)
}
