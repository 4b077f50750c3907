//! Pages about the server itself: php-fpm's status in its formats, its ping, and the same figures for Prometheus. There are none unless somebody
//! says under which paths; no worker is needed for them.

use std::time::{SystemTime, UNIX_EPOCH};

use loxo_cgi::status::{Process, Stage, Totals, clock};
use loxo_cgi::{METRICS_TYPE, metrics, status_page};
use loxo_workers::State;

use crate::message::{RequestHead, Response, ResponseBody};
use crate::pool::{Pool, View};
use crate::slot::About;

/// Under which paths they are asked for.
#[derive(Default)]
pub struct StatusPaths {
    pub status: Option<Vec<u8>>,
    pub ping: Option<Vec<u8>>,
    pub metrics: Option<Vec<u8>>,
}

/// The page of a path, if it is one of these.
pub(crate) fn page(paths: &StatusPaths, pool: &Pool, head: &RequestHead, path: &[u8]) -> Option<Response> {
    let is = |known: &Option<Vec<u8>>| known.as_deref() == Some(path);
    let (text, kind) = match () {
        () if is(&paths.ping) => ("pong".to_string(), "text/plain"),
        () if is(&paths.metrics) => (metrics(&totals(&pool.view())), METRICS_TYPE),
        () if is(&paths.status) => {
            let view = pool.view();
            let query = head.query.as_deref().unwrap_or_default();
            status_page(query.as_bytes(), &totals(&view), || processes(&view))
        }
        () => return None,
    };
    let headers = vec![
        ("Expires".to_string(), b"Thu, 01 Jan 1970 00:00:00 GMT".to_vec()),
        ("Cache-Control".to_string(), b"no-cache, no-store, must-revalidate, max-age=0".to_vec()),
        ("Content-Type".to_string(), kind.as_bytes().to_vec()),
    ];
    let body = if head.is_head() { ResponseBody::Absent(text.len() as u64) } else { ResponseBody::Whole(text.into()) };
    Some(Response { status: 200, line: None, headers, body, error: None })
}

fn unix(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs().cast_signed())
}

fn totals(view: &View) -> Totals {
    let mut totals = Totals {
        name: b"www".to_vec(),
        manager: "static",
        start: unix(view.began),
        requests: view.counters.requests,
        idle: 0,
        active: 0,
        active_max: view.counters.active_max as u64,
        max_children_reached: view.counters.all_busy,
        slow: view.counters.expired,
        memory_peak: view.counters.memory_peak,
        queue: view.waiting as u64,
        queue_max: view.counters.queue_max as u64,
        queue_length: view.limit as u64,
    };
    for slot in &view.slots {
        let state = slot.state();
        let busy = u64::from(state.request.is_some());
        totals.requests += state.requests + busy;
        totals.active += busy;
        totals.idle += 1 - busy;
    }
    totals
}

fn processes(view: &View) -> Vec<Process> {
    view.slots.iter().map(|slot| process(&slot.state())).collect()
}

fn process(state: &State<About>) -> Process {
    let blank = Process { pid: state.thread, start: unix(state.began), requests: state.requests, ..Process::default() };
    match (&state.request, &state.last) {
        (Some(running), _) => {
            let stage = if running.is_answered() { Stage::Finished } else { Stage::Executing };
            Process { stage, requests: state.requests + 1, ..described(blank, &running.about) }
        }
        (None, Some(last)) => {
            let duration = last.duration.as_micros() as u64;
            Process { stage: Stage::Accepting, duration, memory: last.memory, ..described(blank, &last.about) }
        }
        (None, None) => Process { stage: Stage::Accepting, ..blank },
    }
}

fn described(process: Process, about: &About) -> Process {
    let head = &about.head;
    Process {
        accepted: clock().saturating_sub(about.began.elapsed().as_micros() as u64),
        accepted_time: unix(about.began_time),
        length: about.length,
        // As php-fpm has it: the script's name for the client, and the query beside it.
        uri: head.target.split('?').next().unwrap_or_default().into(),
        query: head.query.clone().unwrap_or_default().into(),
        method: head.method.clone().into(),
        script: about.script.clone(),
        ..process
    }
}
