//! What is shown under which path.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loxo_profile::formats::{self, Format};
use loxo_profile::{Profile, page};
use loxo_sampler::counters::{Counter, Kind};
use loxo_sampler::{Route, Routes};
use serde_json::Value;

use crate::http::{Answer, Asked};
use crate::source::Source;
use crate::store::Store;

/// Before the body of the page that lists all.
const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"UTF-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
<title>Loxo</title>\n<style>\n:root { color-scheme: light dark }\nbody { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 75rem; padding: 0 1rem }\n\
h1 { font-size: 1.3rem } h2 { font-size: 1.05rem; margin-top: 2rem }\n.scroll { overflow-x: auto }\ntable { border-collapse: collapse; width: 100% }\n\
th { text-align: left; font-weight: 600; border-bottom: 2px solid #8886 }\nth, td { padding: .25rem .75rem .25rem 0; vertical-align: top }\n\
td { border-bottom: 1px solid #8883 }\n.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }\ntd code { display: inline-block; min-width: 11rem }\ncode { font-size: .9em; overflow-wrap: anywhere }\n\
p.note { color: #777 }\n</style>\n";

/// Of `/metrics`.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Lines of the table of queries.
const QUERIES: usize = 20;

/// What there is to show.
pub(crate) struct Shown {
    source: Arc<dyn Source>,
    store: Mutex<Store>,
}

impl Shown {
    pub(crate) fn new(source: Arc<dyn Source>, folder: Option<PathBuf>) -> Shown {
        Shown { source, store: Mutex::new(Store::new(folder)) }
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over what the processes have seen.
    pub(crate) fn take(&self) -> MutexGuard<'_, Store> {
        let mut store = self.store();
        store.take(&*self.source);
        store
    }
}

/// The page, or what there is in its place.
pub(crate) fn page(shown: &Shown, asked: &Asked) -> Answer {
    if asked.changes {
        return change(shown, asked);
    }
    match asked.path.as_str() {
        "/" => Answer::html(overview(shown, asked)),
        // Browsers ask by themselves.
        "/favicon.ico" => Answer { status: 200, kind: "image/x-icon", body: Vec::new() },
        "/profile" => with_routes(shown, asked, |routes| match chosen(routes, asked) {
            Some(profile) => show(&profile, asked),
            None => Answer::refusal(404, "there is no such route"),
        }),
        "/profile.json" => with_routes(shown, asked, |routes| Answer::json(routes.to_json().to_string())),
        "/counters.json" => with_routes(shown, asked, |routes| Answer::json(routes.counters_to_json().to_string())),
        "/metrics" => Answer { status: 200, kind: METRICS_TYPE, body: shown.take().totals().text().into_bytes() },
        "/workers.json" => Answer::json(all(shown, "workers").to_string()),
        "/sampler.json" => Answer::json(all(shown, "sampler").to_string()),
        "/traces.json" => Answer::json(all(shown, "traces").to_string()),
        "/stack.json" => match asked.number("thread").and_then(|thread| first(shown, &format!("stack {thread}"))) {
            Some(stack) => Answer::json(stack),
            None => Answer::refusal(404, "no worker of that number runs a request, or it computes or waits where it cannot be asked"),
        },
        "/trace" => {
            let (process, id) = (asked.number("process").unwrap_or(0), asked.number("id").unwrap_or(0));
            let saved = first(shown, &format!("trace {process} {id}"));
            match saved.and_then(|saved| Profile::load(&saved).ok()) {
                Some(profile) => show(&profile, asked),
                None => Answer::refusal(404, "there is no such trace, or no longer"),
            }
        }
        _ => Answer::refusal(404, "there is no such page; / lists all"),
    }
}

/// What is to be changed is, and the answer says how it is now.
fn change(shown: &Shown, asked: &Asked) -> Answer {
    match (asked.path.as_str(), asked.value("switch")) {
        ("/sampler", Some(to @ ("on" | "off"))) => Answer::json(all(shown, &format!("sampler {to}")).to_string()),
        ("/sampler", _) => Answer::refusal(400, "what to? switch=on or switch=off"),
        _ => Answer::refusal(405, "nothing can be changed there"),
    }
}

/// What was seen lately, or in the span that `kept` names.
fn with_routes(shown: &Shown, asked: &Asked, work: impl FnOnce(&Routes) -> Answer) -> Answer {
    let mut store = shown.store();
    let routes = match asked.value("kept") {
        Some(name) => store.load(name),
        None => {
            store.take(&*shown.source);
            Some(store.live())
        }
    };
    drop(store);
    routes.map_or_else(|| Answer::refusal(404, "there is no such file of profiles"), |routes| work(&routes))
}

/// The route of that number in the list, or all of them.
fn chosen(routes: &Routes, asked: &Asked) -> Option<Profile> {
    match asked.number("route") {
        None => Some(routes.profile(None)),
        Some(number) => {
            let list = routes.list();
            let (route, ..) = list.get(usize::try_from(number).ok()?)?;
            Some(routes.profile(Some(route)))
        }
    }
}

fn show(profile: &Profile, asked: &Asked) -> Answer {
    match asked.value("format") {
        None => Answer::html(page::write(profile, None)),
        Some(name) => match Format::by_name(name) {
            Some(format) => Answer { status: 200, kind: "application/octet-stream", body: formats::export(profile, format) },
            None => Answer::refusal(404, "there is no such format"),
        },
    }
}

/// The lists of all processes in one.
fn all(shown: &Shown, question: &str) -> Value {
    let lists = shown.source.ask(question);
    let read = |answer: Vec<u8>| match serde_json::from_slice(&answer) {
        Ok(Value::Array(entries)) => entries,
        Ok(entry @ Value::Object(_)) => vec![entry],
        _ => Vec::new(),
    };
    Value::from(lists.into_iter().flat_map(read).collect::<Vec<Value>>())
}

/// The answer of the process that has one.
fn first(shown: &Shown, question: &str) -> Option<Vec<u8>> {
    shown.source.ask(question).into_iter().find(|answer| !answer.is_empty())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn overview(shown: &Shown, asked: &Asked) -> String {
    let mut store = shown.store();
    let kept = asked.value("kept");
    let routes = match kept {
        Some(name) => store.load(name).unwrap_or_else(|| Routes::new(1)),
        None => {
            store.take(&*shown.source);
            store.live()
        }
    };
    let files = store.files();
    drop(store);
    let mut out = String::from(HEAD);
    out.push_str("<h1>Loxo</h1>\n");
    if kept.is_none() {
        workers(&mut out, &all(shown, "workers"));
    }
    let (link, when) = match kept {
        Some(name) => (format!("kept={}&amp;", escape(name)), "in this file"),
        None => (String::new(), "in the last ten to twenty minutes"),
    };
    routes_table(&mut out, &routes, &link, when);
    queries_table(&mut out, &routes);
    if kept.is_none() {
        traces(&mut out, &all(shown, "traces"));
    }
    if !files.is_empty() {
        out.push_str("<h2>Kept</h2>\n<p>");
        for name in files.iter().take(200) {
            out.push_str(&format!("<a href=\"/?kept={0}\">{0}</a> ", escape(name)));
        }
        out.push_str("</p>\n");
    }
    out
}

fn workers(out: &mut String, list: &Value) {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    let busy: Vec<&Value> = list.iter().filter(|worker| !worker["request"].is_null()).collect();
    out.push_str(&format!("<h2>Workers</h2>\n<p>{} of {} run a request.</p>\n", busy.len(), list.len()));
    let unseen = list.iter().filter(|worker| worker["looked_at"] == false).count();
    if unseen > 0 {
        out.push_str(&format!("<p class=\"note\">The sampler is off: what {unseen} of them do is not seen.</p>\n"));
    }
    if busy.is_empty() {
        return;
    }
    out.push_str(
        "<div class=\"scroll\"><table><tr><th class=\"n\">process<th class=\"n\">thread<th class=\"n\">seconds<th>request<th>where</tr>\n",
    );
    for worker in busy {
        let request = &worker["request"];
        let text = |name: &str| escape(request[name].as_str().unwrap_or_default());
        out.push_str(&format!(
            "<tr><td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{:.2}<td>{} <code>{}</code><td><code>{}</code></tr>\n",
            worker["process"],
            worker["thread"],
            request["seconds"].as_f64().unwrap_or(0.0),
            text("method"),
            text("target"),
            text("where")
        ));
    }
    out.push_str("</table></div>\n");
}

fn routes_table(out: &mut String, routes: &Routes, link: &str, when: &str) {
    let list = routes.list();
    out.push_str(&format!("<h2>Routes</h2>\n<p>What PHP functions took {when}: <a href=\"/profile?{link}\">all routes</a>"));
    out.push_str(&format!(", <a href=\"/profile.json?{link}\">as JSON</a>.</p>\n"));
    if list.is_empty() {
        out.push_str("<p class=\"note\">No request has run yet.</p>\n");
        return;
    }
    out.push_str(
        "<div class=\"scroll\"><table><tr><th>script<th class=\"n\">requests<th class=\"n\">mean ms<th class=\"n\">slowest ms\
         <th class=\"n\">queries each<th class=\"n\">sampled wall s<th class=\"n\">sampled CPU s<th class=\"n\">peak MB</tr>\n",
    );
    for (number, (route, counts, wall_ns, cpu_ns)) in list.iter().enumerate() {
        let text = |bytes: &[u8]| escape(&String::from_utf8_lossy(bytes));
        let milliseconds = |ns: u64| ns as f64 / 1e6;
        let site = if route.site.is_empty() { String::new() } else { format!("{} ", text(&route.site)) };
        let mean = milliseconds(counts.wall_ns.checked_div(counts.requests).unwrap_or(0));
        let queries = routes.counted(route).map_or(0, |counted| counted.number(Counter::Queries));
        out.push_str(&format!(
            "<tr><td>{site}<a href=\"/profile?{link}route={number}\"><code>{}</code></a><td class=\"n\">{}<td class=\"n\">{mean:.2}\
             <td class=\"n\">{:.2}<td class=\"n\">{:.1}<td class=\"n\">{:.2}<td class=\"n\">{:.2}<td class=\"n\">{:.1}</tr>\n",
            text(&route.script),
            counts.requests,
            milliseconds(counts.slowest_ns),
            queries as f64 / counts.requests.max(1) as f64,
            *wall_ns as f64 / 1e9,
            *cpu_ns as f64 / 1e9,
            counts.peak_memory as f64 / 1e6
        ));
    }
    out.push_str("</table></div>\n");
}

/// The queries that took most of the time, without their literals.
fn queries_table(out: &mut String, routes: &Routes) {
    let list = routes.list();
    let of = |route: &Arc<Route>| routes.counted(route).into_iter().flat_map(|counted| counted.named(Kind::Query));
    let mut all: Vec<_> = list.iter().flat_map(|(route, ..)| of(route).map(move |query| (route, query))).collect();
    if all.is_empty() {
        return;
    }
    all.sort_by_key(|(_, query)| std::cmp::Reverse(query.time_ns));
    out.push_str(
        "<h2>Queries</h2>\n<p>Literals are left out. <a href=\"/counters.json\">All counters as JSON</a>.</p>\n<div class=\"scroll\"><table>\
         <tr><th>script<th>query<th class=\"n\">runs<th class=\"n\">each request<th class=\"n\">most<th class=\"n\">seconds</tr>\n",
    );
    for (route, query) in all.into_iter().take(QUERIES) {
        let text = |bytes: &[u8]| escape(&String::from_utf8_lossy(bytes));
        out.push_str(&format!(
            "<tr><td><code>{}</code><td><code>{}</code><td class=\"n\">{}<td class=\"n\">{:.1}<td class=\"n\">{}<td class=\"n\">{:.3}</tr>\n",
            text(&route.script),
            text(&query.name),
            query.count,
            query.count as f64 / query.requests.max(1) as f64,
            query.most,
            query.time_ns as f64 / 1e9
        ));
    }
    out.push_str("</table></div>\n");
}

fn traces(out: &mut String, list: &Value) {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    if list.is_empty() {
        return;
    }
    out.push_str("<h2>Traces</h2>\n<div class=\"scroll\"><table><tr><th>request<th class=\"n\">ms<th>why<th>script</tr>\n");
    for trace in list.iter().rev() {
        let text = |name: &str| escape(trace[name].as_str().unwrap_or_default());
        out.push_str(&format!(
            "<tr><td><a href=\"/trace?process={}&amp;id={}\"><code>{}</code></a><td class=\"n\">{:.2}<td>{}<td><code>{}</code></tr>\n",
            trace["process"],
            trace["id"],
            text("title"),
            trace["seconds"].as_f64().unwrap_or(0.0) * 1e3,
            text("why"),
            text("script")
        ));
    }
    out.push_str("</table></div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_requests_say_is_text() {
        let mut out = String::new();
        let request = json!({ "method": "GET", "target": "/<script>", "seconds": 1.5, "where": "f() a\"b:3" });
        workers(&mut out, &json!([{ "process": 1, "thread": 2, "request": request }, { "process": 1, "thread": 3, "request": null }]));
        assert!(out.contains("1 of 2 run a request") && out.contains("/&lt;script>") && out.contains("a&quot;b:3"), "{out}");
    }
}
