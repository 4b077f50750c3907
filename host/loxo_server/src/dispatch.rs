//! Decides what a request means, hands it to a worker if a script is to run, and makes the answer that the client gets.

use std::sync::Arc;

use loxo_htaccess::Action;
use tokio::sync::oneshot;

use crate::file_cache::FileState;
use crate::files::{self, Asked};
use crate::htaccess::{self, Evaluator};
use crate::message::{Job, ROUTER, Reply, RequestBody, RequestHead, Response, Script};
use crate::pool::Pool;
use crate::route::{Target, as_path};
use crate::site::Site;
use crate::upstream::{Failure, Parameters, Upstream};
use crate::variables::Variables;
use crate::{pages, route, sendfile, variables};

/// Why there is no answer from a worker.
enum NoReply {
    /// The queue is full.
    Busy,
    /// The worker died: a bug, which the log reports.
    Died,
    /// The request has taken longer than it may.
    Expired,
    /// The pool's process has ended, or none listens.
    Lost,
}

/// Where the answer of a worker comes, and the news that it takes too long.
struct Awaited {
    reply: oneshot::Receiver<Reply>,
    expired: oneshot::Receiver<()>,
}

fn channels() -> (oneshot::Sender<Reply>, oneshot::Sender<()>, Awaited) {
    let ((reply, awaited), (expired, expiry)) = (oneshot::channel(), oneshot::channel());
    (reply, expired, Awaited { reply: awaited, expired: expiry })
}

async fn run_on_worker(pool: &Pool, job: Job, awaited: Awaited) -> Result<Reply, NoReply> {
    pool.submit(job).map_err(|_| NoReply::Busy)?;
    let Awaited { mut reply, mut expired } = awaited;
    tokio::select! {
        biased;
        // An error only says that the request has ended: its reply is there, or never comes.
        expired = &mut expired => match expired {
            Ok(()) => Err(NoReply::Expired),
            Err(_) => reply.await.map_err(|_| NoReply::Died),
        },
        reply = &mut reply => reply.map_err(|_| NoReply::Died),
    }
}

fn no_reply(head: &RequestHead, reason: &NoReply) -> Response {
    match reason {
        NoReply::Busy => {
            let mut answer = pages::error(head, 503);
            answer.headers.push(("Retry-After".to_string(), b"1".to_vec()));
            answer
        }
        NoReply::Died => pages::error(head, 500),
        NoReply::Expired => pages::error(head, 504),
        NoReply::Lost => pages::error(head, 502),
    }
}

/// Whoever runs scripts for a site.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'a> {
    pub(crate) site: &'a Arc<Site>,
    pub(crate) pool: &'a Pool,
    /// Processes, rather than threads of the pool.
    pub(crate) upstream: Option<&'a Arc<Upstream>>,
}

/// `loxo serve`. The body is not asked for before a script is to have it.
pub(crate) async fn serve(
    runner: Runner<'_>,
    head: RequestHead,
    body: impl Future<Output = Result<(RequestBody, u64), u16>>,
) -> (RequestHead, Response) {
    let site = runner.site;
    if let Some(evaluator) = &site.htaccess
        && !site.rules.pool_pages.contains(&head.path)
    {
        return by_rules(runner, evaluator, head, body).await;
    }
    let target = route::serve(&site.root, &site.rules, &head.path);
    let (script, run_script) = match (&target, &site.router) {
        (Target::Script(script), _) => (script.clone(), true),
        (_, Some(router)) => (Script { file: router.to_vec(), name: head.path.clone(), path_info: None, rules: None }, false),
        _ => {
            let answer = without_script(site, &head, target);
            return (head, answer);
        }
    };
    match runner.run(head, script, run_script, None, body).await {
        (head, Some(answer)) => (head, answer),
        (head, None) => {
            let answer = without_script(site, &head, target);
            (head, answer)
        }
    }
}

/// The same with `.htaccess`.
async fn by_rules(
    runner: Runner<'_>,
    evaluator: &Evaluator,
    head: RequestHead,
    body: impl Future<Output = Result<(RequestBody, u64), u16>>,
) -> (RequestHead, Response) {
    let site = runner.site;
    let decided = match evaluator.decide(site, &head).await {
        Ok(decided) => decided,
        Err(status) => {
            let answer = pages::error(&head, status);
            return (head, answer);
        }
    };
    let outcome = &decided.outcome;
    let is_error = outcome.status != 200;
    // Not found, even where no rule refuses it.
    let is_hidden = |path: &[u8]| path.strip_prefix(&site.root[..]).is_none_or(route::is_hidden);
    let mut answer = match &outcome.action {
        Action::Answer { .. } => htaccess::page(&head, outcome),
        Action::File { path, .. } | Action::Script { file: path, .. } if is_hidden(path) => pages::error(&head, 404),
        Action::File { path, kind, coding, language, no_tag } => {
            let mut shown = head.clone();
            if shown.method == "POST" {
                // As with Apache: the body is not used.
                shown.method = "GET".to_string();
            }
            if is_error {
                // The page of an error is sent whole.
                shown.headers.retain(|(name, _)| !name.starts_with("if-") && name != "range");
                shown.method.clone_from(&String::from_utf8_lossy(&outcome.method).into_owned());
            }
            let mut answer = file_answer(site, &shown, path, None, Some(kind));
            for (name, value) in [("Content-Encoding", coding), ("Content-Language", language)] {
                if let Some(value) = value.as_ref().filter(|_| answer.status < 300) {
                    answer.headers.push((name.to_string(), value.clone()));
                }
            }
            if *no_tag {
                answer.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("etag"));
            }
            answer
        }
        Action::Options(methods) => {
            let mut answer = pages::empty(200);
            answer.headers.push(("Allow".to_string(), methods.to_vec()));
            answer
        }
        Action::Script { file, name, path_info, language } => {
            let rules = Some(htaccess::variables(outcome));
            let script = Script { file: file.clone(), name: name.clone(), path_info: path_info.clone(), rules };
            let shown = RequestHead {
                method: String::from_utf8_lossy(&outcome.method).into_owned(),
                query: outcome.query.as_ref().map(|query| String::from_utf8_lossy(query).into_owned()),
                headers: outcome.headers.to_vec(),
                ..head.clone()
            };
            let (shown, answer) = runner.run(shown, script, true, outcome.body_limit, body).await;
            let mut answer = answer.unwrap_or_else(|| pages::error(&shown, 500));
            if let Some(language) = language.as_ref().filter(|_| answer.status < 300 && answer.header("content-language").is_none()) {
                answer.headers.push(("Content-Language".to_string(), language.clone()));
            }
            answer
        }
    };
    if is_error && matches!(answer.status, 200 | 206 | 304) {
        answer.status = outcome.status;
        answer.line = None;
    }
    evaluator.edit(site, &head, decided, &mut answer).await;
    (head, answer)
}

impl Runner<'_> {
    /// Runs a script, or the router before it. `None`: the router leaves the request to the server. `limit`: of the body, in bytes.
    async fn run(
        self,
        head: RequestHead,
        script: Script,
        run_script: bool,
        limit: Option<u64>,
        body: impl Future<Output = Result<(RequestBody, u64), u16>>,
    ) -> (RequestHead, Option<Response>) {
        let Runner { site, pool, upstream } = self;
        // A long body need not be read for nothing.
        let announced = head.header("content-length");
        let has_body = announced.is_some_and(|length| length != b"0") || head.header("transfer-encoding").is_some();
        if has_body && upstream.map_or_else(|| pool.is_full(), |upstream| upstream.is_full()) {
            let answer = no_reply(&head, &NoReply::Busy);
            return (head, Some(answer));
        }
        let is_longer = |length: u64| limit.is_some_and(|limit| length > limit);
        let announced = announced.and_then(|length| std::str::from_utf8(length).ok()?.parse().ok());
        let body = if announced.is_some_and(is_longer) { Err(413) } else { body.await };
        let (body, length) = match body {
            Ok((_, length)) if is_longer(length) => return with_page(head, 413),
            Ok(body) => body,
            Err(status) => return with_page(head, status),
        };
        if let Some(upstream) = upstream {
            let put = |parameters: &mut Parameters<'_>| {
                variables::serve(site, &head, &script, parameters);
                if let Some(settings) = script.rules.as_ref().map(|rules| settings_text(&rules.settings)).filter(|text| !text.is_empty()) {
                    parameters.put(b"PHP_VALUE", &settings);
                }
                // Where it is the script itself, there is none behind it.
                if let Some(router) = &site.router {
                    parameters.put(ROUTER, router);
                }
            };
            let answer = match upstream.run(put, head.is_head(), body, length).await {
                Ok(Reply::Response(answer) | Reply::ByRouter(answer)) => Some(sendfile::apply(site, &head, answer)),
                Ok(Reply::Declined) => None,
                Err(Failure::Busy) => Some(no_reply(&head, &NoReply::Busy)),
                Err(Failure::Lost) => Some(no_reply(&head, &NoReply::Lost)),
                Err(Failure::Expired) => Some(no_reply(&head, &NoReply::Expired)),
            };
            return (head, answer);
        }
        let (reply, expired, awaited) = channels();
        let head = Arc::new(head);
        let (shared, router) = (site.clone(), site.router.clone());
        let job = Job { site: shared, head: head.clone(), body, length, router, script, run_script, reply, expired };
        let answer = match run_on_worker(pool, job, awaited).await {
            Ok(Reply::Response(answer) | Reply::ByRouter(answer)) => Some(sendfile::apply(site, &head, answer)),
            Ok(Reply::Declined) => None,
            Err(reason) => Some(no_reply(&head, &reason)),
        };
        (Arc::unwrap_or_clone(head), answer)
    }
}

fn with_page(head: RequestHead, status: u16) -> (RequestHead, Option<Response>) {
    let answer = pages::error(&head, status);
    (head, Some(answer))
}

/// Settings as lines of an ini file, each value in quotes.
fn settings_text(settings: &[loxo_htaccess::Setting]) -> Vec<u8> {
    let mut text = Vec::new();
    for setting in settings {
        let is_name = !setting.name.is_empty() && setting.name.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'));
        if !is_name || setting.value.iter().any(u8::is_ascii_control) {
            continue;
        }
        text.extend([&setting.name[..], b"=\""].concat());
        for byte in &setting.value {
            if matches!(byte, b'"' | b'\\' | b'$') {
                text.push(b'\\');
            }
            text.push(*byte);
        }
        text.extend_from_slice(b"\"\n");
    }
    text
}

/// A file, sent as it is.
fn file_answer(site: &Site, head: &RequestHead, path: &[u8], state: Option<FileState>, kind: Option<&[u8]>) -> Response {
    if !matches!(&*head.method, "GET" | "HEAD") {
        let mut answer = pages::error(head, 405);
        answer.headers.push(("Allow".to_string(), b"GET, HEAD".to_vec()));
        return answer;
    }
    if let Some(watcher) = &site.watcher {
        watcher.note([path]);
    }
    files::answer(head, &Asked { path, state, kind, site }).unwrap_or_else(|| pages::error(head, 403))
}

fn without_script(site: &Site, head: &RequestHead, target: Target) -> Response {
    match target {
        Target::File(path, state) => file_answer(site, head, &path, state, None),
        Target::Redirect(path) => pages::redirect(head, &path),
        Target::Forbidden => pages::error(head, 403),
        Target::Missing | Target::Script(_) => pages::error(head, 404),
    }
}

/// An answer of the built-in server, and what its log says besides the status.
pub(crate) struct BuiltinResponse {
    pub(crate) answer: Response,
    pub(crate) remark: Option<&'static str>,
    /// The server's own answer, not a script's: it carries no headers of PHP unless it is an error page.
    pub(crate) own: bool,
    pub(crate) logged: bool,
}

/// `php -S`
pub(crate) async fn built_in(site: &Arc<Site>, pool: &Pool, head: &Arc<RequestHead>, body: RequestBody, length: u64) -> BuiltinResponse {
    let (target, found) = route::built_in(&site.root, &head.path);
    let run_script = matches!(target, Target::Script(_));
    if !run_script && site.router.is_none() {
        return built_in_file(head, found);
    }
    // A router sees the names of what the path means, script or not.
    let router = site.router.as_deref().unwrap_or_default();
    let script = found.clone().unwrap_or_else(|| Script { file: router.to_vec(), name: head.path.clone(), path_info: None, rules: None });
    let (reply, expired, awaited) = channels();
    let (site, router) = (site.clone(), site.router.clone());
    let job = Job { site, head: head.clone(), body, length, router, script, run_script, reply, expired };
    match run_on_worker(pool, job, awaited).await {
        Ok(Reply::Response(answer)) => BuiltinResponse { answer, remark: None, own: false, logged: true },
        // PHP's server does not log what its router answers.
        Ok(Reply::ByRouter(answer)) => BuiltinResponse { answer, remark: None, own: false, logged: false },
        Ok(Reply::Declined) => built_in_file(head, found),
        Err(_) => BuiltinResponse { answer: pages::built_in_error(head, 500), remark: None, own: true, logged: true },
    }
}

fn built_in_file(head: &RequestHead, found: Option<Script>) -> BuiltinResponse {
    let error = |status, remark| BuiltinResponse { answer: pages::built_in_error(head, status), remark, own: true, logged: true };
    if matches!(&*head.method, "DELETE" | "PUT" | "PATCH") {
        return error(405, None);
    }
    let readable = found.filter(|found| loxo_files::open_file(as_path(&found.file)).is_ok());
    let answer = readable.and_then(|found| files::whole(head, &found.file));
    match answer {
        Some(answer) => BuiltinResponse { answer, remark: None, own: true, logged: true },
        None => error(404, Some("No such file or directory")),
    }
}
