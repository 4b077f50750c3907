//! What a request means, and its way to a worker and back.

use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::message::{Answer, Head, Incoming, Job, Reply, Script};
use crate::pool::Pool;
use crate::route::Target;
use crate::{Host, accel, files, pages, route};

/// Why there is no answer from a worker.
enum NoReply {
    /// The queue is full.
    Busy,
    /// The worker died: a bug, which the log tells of.
    Died,
}

/// What came of asking the workers.
enum Asked {
    Answer(Answer),
    Declined,
}

async fn ask(pool: &Pool, job: Job, reply: oneshot::Receiver<Reply>) -> Result<Asked, NoReply> {
    pool.submit(job).map_err(|_| NoReply::Busy)?;
    match reply.await {
        Ok(Reply::Answer(answer)) => Ok(Asked::Answer(answer)),
        Ok(Reply::Declined) => Ok(Asked::Declined),
        Err(_) => Err(NoReply::Died),
    }
}

fn give_up(head: &Head, reason: &NoReply) -> Answer {
    match reason {
        NoReply::Busy => {
            let mut answer = pages::error(head, 503);
            answer.headers.push(("Retry-After".to_string(), b"1".to_vec()));
            answer
        }
        NoReply::Died => pages::error(head, 500),
    }
}

/// `loxo serve`
pub(crate) async fn serve(host: &Host, pool: &Pool, head: Head, body: Incoming, length: u64) -> (Head, Answer) {
    let target = route::serve(&host.root, &head.path);
    let (place, runs) = match (&target, &host.router) {
        (Target::Script(script), _) => (script.clone(), true),
        (_, Some(router)) => (Script { file: router.to_vec(), name: head.path.clone(), path_info: None }, false),
        _ => {
            let answer = without_script(&head, target);
            return (head, answer);
        }
    };
    let (sender, receiver) = oneshot::channel();
    let head = Arc::new(head);
    let job = Job { head: head.clone(), body, length, router: host.router.clone(), place, runs, reply: sender };
    let answer = match ask(pool, job, receiver).await {
        Ok(Asked::Answer(answer)) => accel::apply(&host.root, &head, answer),
        Ok(Asked::Declined) => without_script(&head, target),
        Err(reason) => give_up(&head, &reason),
    };
    (Arc::unwrap_or_clone(head), answer)
}

fn without_script(head: &Head, target: Target) -> Answer {
    match target {
        Target::File(_) if !matches!(&*head.method, "GET" | "HEAD") => {
            let mut answer = pages::error(head, 405);
            answer.headers.push(("Allow".to_string(), b"GET, HEAD".to_vec()));
            answer
        }
        Target::File(file) => files::answer(head, &file, None).unwrap_or_else(|| pages::error(head, 403)),
        Target::Redirect(path) => pages::redirect(head, &path),
        Target::Forbidden => pages::error(head, 403),
        Target::Missing | Target::Script(_) => pages::error(head, 404),
    }
}

/// An answer of the built-in server, and what its log says besides the status.
pub(crate) struct BuiltInAnswer {
    pub(crate) answer: Answer,
    pub(crate) remark: Option<&'static str>,
    /// The server's own answer, not a script's: it carries no headers of PHP unless it is an error page.
    pub(crate) own: bool,
}

/// `php -S`
pub(crate) async fn built_in(host: &Host, pool: &Pool, head: &Arc<Head>, body: Incoming, length: u64) -> BuiltInAnswer {
    let (target, found) = route::built_in(&host.root, &head.path);
    let runs = matches!(target, Target::Script(_));
    if !runs && host.router.is_none() {
        return built_in_file(head, found);
    }
    // A router sees the names of what the path means, script or not.
    let router = host.router.as_deref().unwrap_or_default();
    let place = found.clone().unwrap_or_else(|| Script { file: router.to_vec(), name: head.path.clone(), path_info: None });
    let (sender, receiver) = oneshot::channel();
    let job = Job { head: head.clone(), body, length, router: host.router.clone(), place, runs, reply: sender };
    match ask(pool, job, receiver).await {
        Ok(Asked::Answer(answer)) => BuiltInAnswer { answer, remark: None, own: false },
        Ok(Asked::Declined) => built_in_file(head, found),
        Err(_) => BuiltInAnswer { answer: pages::built_in_error(head, 500), remark: None, own: true },
    }
}

fn built_in_file(head: &Head, found: Option<Script>) -> BuiltInAnswer {
    let error = |status, remark| BuiltInAnswer { answer: pages::built_in_error(head, status), remark, own: true };
    if matches!(&*head.method, "DELETE" | "PUT" | "PATCH") {
        return error(405, None);
    }
    let readable = found.filter(|found| std::fs::File::open(std::ffi::OsStr::from_bytes(&found.file)).is_ok());
    let answer = readable.and_then(|found| files::whole(head, &found.file));
    match answer {
        Some(answer) => BuiltInAnswer { answer, remark: None, own: true },
        None => error(404, Some("No such file or directory")),
    }
}
