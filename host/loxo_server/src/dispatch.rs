//! Decides what a request means, hands it to a worker if a script is to run, and makes the answer that the client gets.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::files::{self, Asked};
use crate::message::{Job, Reply, RequestBody, RequestHead, Response, Script};
use crate::pool::Pool;
use crate::route::{Target, as_path};
use crate::site::Site;
use crate::upstream::{Failure, Parameters, ROUTER, Upstream};
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

/// `loxo serve`. The body is not asked for before a script is to have it.
pub(crate) async fn serve(
    site: &Arc<Site>,
    pool: &Pool,
    upstream: Option<&Arc<Upstream>>,
    head: RequestHead,
    body: impl Future<Output = Result<(RequestBody, u64), u16>>,
) -> (RequestHead, Response) {
    let target = route::serve(&site.root, &site.rules, &head.path);
    let (script, run_script) = match (&target, &site.router) {
        (Target::Script(script), _) => (script.clone(), true),
        (_, Some(router)) => (Script { file: router.to_vec(), name: head.path.clone(), path_info: None }, false),
        _ => {
            let answer = without_script(site, &head, target);
            return (head, answer);
        }
    };
    // A long body need not be read for nothing.
    let has_body = head.header("content-length").is_some_and(|length| length != b"0") || head.header("transfer-encoding").is_some();
    if has_body && upstream.map_or_else(|| pool.is_full(), |upstream| upstream.is_full()) {
        let answer = no_reply(&head, &NoReply::Busy);
        return (head, answer);
    }
    let (body, length) = match body.await {
        Ok(body) => body,
        Err(status) => {
            let answer = pages::error(&head, status);
            return (head, answer);
        }
    };
    if let Some(upstream) = upstream {
        let put = |parameters: &mut Parameters<'_>| {
            variables::serve(site, &head, &script, parameters);
            // Where it is the script itself, there is none behind it.
            if let Some(router) = &site.router {
                parameters.put(ROUTER, router);
            }
        };
        let answer = match upstream.run(put, head.is_head(), body, length).await {
            Ok(Reply::Response(answer)) => sendfile::apply(site, &head, answer),
            Ok(Reply::Declined) => without_script(site, &head, target),
            Err(Failure::Busy) => no_reply(&head, &NoReply::Busy),
            Err(Failure::Lost) => no_reply(&head, &NoReply::Lost),
            Err(Failure::Expired) => no_reply(&head, &NoReply::Expired),
        };
        return (head, answer);
    }
    let (reply, expired, awaited) = channels();
    let head = Arc::new(head);
    let (shared, router) = (site.clone(), site.router.clone());
    let job = Job { site: shared, head: head.clone(), body, length, router, script, run_script, reply, expired };
    let answer = match run_on_worker(pool, job, awaited).await {
        Ok(Reply::Response(answer)) => sendfile::apply(site, &head, answer),
        Ok(Reply::Declined) => without_script(site, &head, target),
        Err(reason) => no_reply(&head, &reason),
    };
    (Arc::unwrap_or_clone(head), answer)
}

fn without_script(site: &Site, head: &RequestHead, target: Target) -> Response {
    match target {
        Target::File(..) if !matches!(&*head.method, "GET" | "HEAD") => {
            let mut answer = pages::error(head, 405);
            answer.headers.push(("Allow".to_string(), b"GET, HEAD".to_vec()));
            answer
        }
        Target::File(path, state) => {
            files::answer(head, &Asked { path: &path, state, kind: None, site }).unwrap_or_else(|| pages::error(head, 403))
        }
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
    let script = found.clone().unwrap_or_else(|| Script { file: router.to_vec(), name: head.path.clone(), path_info: None });
    let (reply, expired, awaited) = channels();
    let (site, router) = (site.clone(), site.router.clone());
    let job = Job { site, head: head.clone(), body, length, router, script, run_script, reply, expired };
    match run_on_worker(pool, job, awaited).await {
        Ok(Reply::Response(answer)) => BuiltinResponse { answer, remark: None, own: false },
        Ok(Reply::Declined) => built_in_file(head, found),
        Err(_) => BuiltinResponse { answer: pages::built_in_error(head, 500), remark: None, own: true },
    }
}

fn built_in_file(head: &RequestHead, found: Option<Script>) -> BuiltinResponse {
    let error = |status, remark| BuiltinResponse { answer: pages::built_in_error(head, status), remark, own: true };
    if matches!(&*head.method, "DELETE" | "PUT" | "PATCH") {
        return error(405, None);
    }
    let readable = found.filter(|found| loxo_files::open_file(as_path(&found.file)).is_ok());
    let answer = readable.and_then(|found| files::whole(head, &found.file));
    match answer {
        Some(answer) => BuiltinResponse { answer, remark: None, own: true },
        None => error(404, Some("No such file or directory")),
    }
}
