//! What `loxo dev` adds to a server: pages load again when files change, an error is shown as a page, and only names of this machine are served.
//!
//! Its own paths lie below `/.loxo/`. Other servers have no [`Development`], and know none of them.

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use loxo_dev::{Changes, Failure, Hosts, Injector, Since, Watcher, error_page, is_plain_error};
use tokio::sync::{mpsc, watch};

use crate::dispatch::{self, Runner};
use crate::message::{FatalError, RequestBody, RequestHead, Response, ResponseBody};
use crate::pages;
use crate::response_body::PieceStream;

/// Where pages hear of changes, and the script that does so for them.
const EVENTS: &[u8] = b"/.loxo/reload";
const SCRIPT: &str = "/.loxo/dev.js";
/// A line now and then shows that there is still somebody.
const ALIVE: Duration = Duration::from_secs(20);
/// What the page of an error may load: nothing but the script, and that only the changes.
const ERROR_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/// A server for development.
#[derive(Default)]
pub struct DevelopmentOptions {
    /// The folder that is looked after.
    pub project: PathBuf,
    /// Names of the server besides those of this machine.
    pub hosts: Vec<String>,
    /// Pages do not load again.
    pub no_reload: bool,
    /// Signs certificates for names of this machine.
    pub authority: Option<Arc<loxo_dev::Authority>>,
}

pub(crate) struct Development {
    hosts: Hosts,
    project: PathBuf,
    root: PathBuf,
    changes: Arc<Changes>,
    /// `None`: pages do not load again.
    pub(crate) watcher: Option<Arc<Watcher>>,
    /// False: the server stops.
    reported: Arc<watch::Sender<bool>>,
}

/// What is known of a request before it is answered.
struct Asked {
    /// The client will show what comes as a page.
    is_shown: bool,
    /// It may be a page.
    may_be_page: bool,
    codings: Option<Vec<u8>>,
}

impl Development {
    /// `root`: the document root.
    pub(crate) fn start(options: &DevelopmentOptions, root: PathBuf) -> Result<Development, String> {
        let real = |path: &PathBuf| loxo_files::canonicalize(path).unwrap_or_else(|_| path.clone());
        let (project, root) = (real(&options.project), real(&root));
        let (changes, reported) = (Arc::new(Changes::default()), Arc::new(watch::channel(true).0));
        let (log, tell) = (changes.clone(), reported.clone());
        let changed = move |files: Vec<PathBuf>| {
            log.add(&files);
            tell.send_modify(|_| ());
        };
        let say = |line: &str| crate::log::error(crate::site::SapiKind::Fpm, line.as_bytes());
        let watcher = match options.no_reload {
            true => None,
            false => Some(
                Watcher::start(project.clone(), root.clone(), changed, say).map_err(|error| format!("cannot look after files: {error}"))?,
            ),
        };
        Ok(Development { hosts: Hosts::new(options.hosts.iter().cloned()), project, root, changes, watcher, reported })
    }

    /// Ends what would never end.
    pub(crate) fn stop(&self) {
        self.reported.send_replace(false);
    }

    /// An answer to a request that is the server's own affair.
    pub(crate) fn answer(&self, head: &RequestHead, path: &[u8]) -> Option<Response> {
        // HTTP/1.0 has no names.
        let is_known = head.header("host").is_none() || self.hosts.allow(head.host_name());
        if !is_known {
            let name = String::from_utf8_lossy(head.host_name()).into_owned();
            let text = format!("{name} is no name of this development server: start it with --host {name} if it should be one.\n");
            return Some(own(head, 403, "text/plain; charset=UTF-8", text.into_bytes()));
        }
        self.watcher.as_ref()?;
        if path == SCRIPT.as_bytes() {
            return Some(own(head, 200, "text/javascript; charset=UTF-8", loxo_dev::CLIENT.into()));
        }
        (path == EVENTS).then(|| self.events(head))
    }

    /// Serves a request as another server does, and changes what a developer should see otherwise.
    pub(crate) async fn serve(
        &self,
        runner: Runner<'_>,
        mut head: RequestHead,
        body: impl Future<Output = Result<(RequestBody, u64), u16>>,
    ) -> (RequestHead, Response) {
        let asked = asked(&mut head);
        let (mut head, answer) = dispatch::serve(runner, head, body).await;
        if let Some(codings) = asked.codings.clone() {
            head.headers.push(("accept-encoding".to_string(), codings));
        }
        let answer = match asked.may_be_page {
            true => self.show_error(&head, answer).await,
            false => answer,
        };
        let mut answer = if asked.may_be_page && self.watcher.is_some() { self.inject(&asked, &head, answer) } else { answer };
        // Browsers keep files for a while if nobody says otherwise.
        if answer.header("cache-control").is_none() && answer.header("last-modified").is_some() {
            answer.headers.push(("Cache-Control".to_string(), b"no-cache".to_vec()));
        }
        (head, answer)
    }

    /// Puts a page in the place of the engine's own text of an error.
    async fn show_error(&self, head: &RequestHead, mut answer: Response) -> Response {
        let accepts = head.header("accept").is_some_and(|kinds| kinds.windows(9).any(|kind| kind == b"text/html"));
        let (Some(error), ResponseBody::Whole(body)) = (&answer.error, &answer.body) else { return answer };
        let failure = failure(error);
        let Some(at) = is_plain_error(body, &failure).filter(|_| accepts && is_html(&answer) && head.method != "HEAD") else {
            return answer;
        };
        let (output, project, request) = (body.slice(..at), self.project.clone(), format!("{} {}", head.method, head.target));
        // Files are read.
        let made = tokio::task::spawn_blocking(move || error_page(&failure, &output, &project, &request)).await;
        let Ok(page) = made else { return answer };
        let gone = ["content-type", "content-length", "etag", "last-modified", "content-security-policy", "status"];
        answer.headers.retain(|(name, _)| !gone.iter().any(|gone| name.eq_ignore_ascii_case(gone)));
        answer.headers.push(("Content-Type".to_string(), b"text/html; charset=UTF-8".to_vec()));
        answer.headers.push(("Content-Security-Policy".to_string(), ERROR_POLICY.into()));
        Response { status: 500, line: None, body: ResponseBody::Whole(page.into()), ..answer }
    }

    /// Gives a page the script that loads it again.
    fn inject(&self, asked: &Asked, head: &RequestHead, mut answer: Response) -> Response {
        let is_download = answer.header("content-disposition").is_some_and(|value| value.to_ascii_lowercase().starts_with(b"attachment"));
        let has_page = !matches!(answer.status, 100..=199 | 204..=206 | 300..=399) && answer.header("content-encoding").is_none();
        if head.method != "GET" || !is_html(&answer) || is_download || !has_page {
            return answer;
        }
        let nonce = answer.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("content-security-policy"));
        let nonce =
            nonce.filter_map(|(_, policy)| nonce_of(policy)).next_back().map(|nonce| format!(" nonce=\"{nonce}\"")).unwrap_or_default();
        let tag = format!("<script src=\"{SCRIPT}?v={}\"{nonce} async></script>", self.changes.position());
        let mut injector = Injector::new(tag.into_bytes(), asked.is_shown);
        answer.body = match answer.body {
            ResponseBody::Whole(bytes) => {
                let mut page = injector.push(&bytes);
                page.extend(injector.finish());
                ResponseBody::Whole(page.into())
            }
            ResponseBody::Pieces(pieces) => ResponseBody::Pieces(Box::new(InjectedBody { pieces, injector, ended: false })),
            absent @ ResponseBody::Absent(_) => absent,
        };
        // It is another than the script or the file has said: a browser that kept it would show an old one.
        let gone = ["content-length", "accept-ranges", "etag", "last-modified"];
        answer.headers.retain(|(name, _)| !gone.iter().any(|gone| name.eq_ignore_ascii_case(gone)));
        answer
    }

    /// The stream of changes.
    fn events(&self, head: &RequestHead) -> Response {
        let since =
            head.query.as_deref().and_then(|query| query.split('&').find_map(|part| part.strip_prefix("since="))).unwrap_or_default();
        let (sender, pieces) = mpsc::channel(4);
        let follower = Follower {
            changes: self.changes.clone(),
            reported: self.reported.subscribe(),
            root: self.root.clone(),
            position: since.to_string(),
            sender,
        };
        if head.method == "GET" {
            tokio::spawn(follower.run());
        }
        let mut answer = own(head, 200, "text/event-stream", Vec::new());
        answer.body = ResponseBody::Pieces(Box::new(EventBody(pieces)));
        answer
    }
}

/// An answer of the server itself, which nobody keeps.
fn own(head: &RequestHead, status: u16, kind: &str, text: Vec<u8>) -> Response {
    let mut answer = pages::text(head, status, &text);
    answer.headers = vec![("Content-Type".to_string(), kind.into()), ("Cache-Control".to_string(), b"no-store".to_vec())];
    answer
}

/// Does the client want a page? Then the codings that it accepts are kept from the script: what is to be changed must come as it is.
fn asked(head: &mut RequestHead) -> Asked {
    let is = |name: &str, values: &[&str]| {
        head.header(name).map(|value| values.iter().any(|known| value.eq_ignore_ascii_case(known.as_bytes())))
    };
    let is_shown = is("sec-fetch-dest", &["document", "iframe", "frame"]);
    let by_script = is("x-requested-with", &["xmlhttprequest", "fetch"]).unwrap_or(false) || head.header("hx-request").is_some();
    let may_be_page = is_shown.unwrap_or(!by_script);
    let mut codings = None;
    if may_be_page && let Some(at) = head.headers.iter().position(|(name, _)| name == "accept-encoding") {
        codings = Some(head.headers.remove(at).1);
    }
    Asked { is_shown: is_shown.unwrap_or(false), may_be_page, codings }
}

fn is_html(answer: &Response) -> bool {
    let essence = |kind: &[u8]| kind.split(|b| *b == b';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
    answer.header("content-type").is_some_and(|kind| matches!(&essence(kind)[..], b"text/html" | b"application/xhtml+xml"))
}

/// `'nonce-…'` of a policy: the script is let in as the page's own are.
fn nonce_of(policy: &[u8]) -> Option<&str> {
    let policy = std::str::from_utf8(policy).ok()?;
    let (_, rest) = policy.split_once("'nonce-")?;
    let (nonce, _) = rest.split_once('\'')?;
    nonce.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_' | b'=')).then_some(nonce)
}

fn failure(error: &FatalError) -> Failure {
    let FatalError { level, message, file, line } = error.clone();
    Failure { level, message, file, line: u64::from(line) }
}

/// A page that takes a script while it comes.
#[derive(Debug)]
struct InjectedBody {
    pieces: Box<dyn PieceStream>,
    injector: Injector,
    ended: bool,
}

impl PieceStream for InjectedBody {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        while !self.ended {
            match std::task::ready!(self.pieces.poll_next(context)) {
                Some(piece) if self.injector.is_done() => return Poll::Ready(Some(piece)),
                Some(piece) => {
                    let out = self.injector.push(&piece);
                    if !out.is_empty() {
                        return Poll::Ready(Some(out.into()));
                    }
                }
                None => {
                    self.ended = true;
                    let rest = self.injector.finish();
                    if !rest.is_empty() {
                        return Poll::Ready(Some(rest.into()));
                    }
                }
            }
        }
        Poll::Ready(None)
    }

    fn is_cut(&self) -> bool {
        self.pieces.is_cut()
    }
}

/// Tells one page what changes (server-sent events, the HTML standard, 9.2).
struct Follower {
    changes: Arc<Changes>,
    reported: watch::Receiver<bool>,
    root: PathBuf,
    /// Where the page stands. Empty: it is as it should be.
    position: String,
    sender: mpsc::Sender<Bytes>,
}

impl Follower {
    /// Until the page is gone, or the server.
    async fn run(mut self) {
        if self.position.is_empty() {
            self.position = self.changes.position();
        }
        if self.send(format!("event: position\ndata: {}\n\n", self.position)).await.is_none() {
            return;
        }
        while *self.reported.borrow_and_update() {
            let (since, now) = self.changes.since(&self.position);
            self.position = now;
            if let Some(text) = self.event(&since)
                && self.send(text).await.is_none()
            {
                return;
            }
            tokio::select! {
                changed = self.reported.changed() => if changed.is_err() {
                    return;
                },
                () = tokio::time::sleep(ALIVE) => if self.send(":\n\n".to_string()).await.is_none() {
                    return;
                },
                () = self.sender.closed() => return,
            }
        }
    }

    async fn send(&self, text: String) -> Option<()> {
        self.sender.send(text.into()).await.ok()
    }

    fn event(&self, since: &Since) -> Option<String> {
        let styles = match since {
            Since::Nothing => return None,
            Since::Reload => None,
            // Style sheets that no page can have loaded as they are mean something else.
            Since::Styles(files) => files.iter().map(|file| file.strip_prefix(&self.root).ok()).collect::<Option<Vec<_>>>(),
        };
        Some(match styles {
            None => format!("event: reload\ndata: {}\n\n", self.position),
            Some(files) => {
                let path =
                    |file: &std::path::Path| crate::log::json_text(&format!("/{}", String::from_utf8_lossy(file.as_os_str().as_bytes())));
                let paths: Vec<String> = files.into_iter().map(path).collect();
                format!("event: styles\ndata: {{\"position\":\"{}\",\"paths\":[{}]}}\n\n", self.position, paths.join(","))
            }
        })
    }
}

/// The events of one page.
#[derive(Debug)]
struct EventBody(mpsc::Receiver<Bytes>);

impl PieceStream for EventBody {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.0.poll_recv(context)
    }

    fn is_cut(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonces() {
        for (policy, expected) in [
            ("script-src 'self' 'nonce-aB1+/=_-' 'strict-dynamic'", Some("aB1+/=_-")),
            ("script-src 'self'", None),
            ("script-src 'nonce-a\"onload=x'", None),
            ("script-src 'nonce-a", None),
        ] {
            assert_eq!(nonce_of(policy.as_bytes()), expected, "{policy}");
        }
    }
}
