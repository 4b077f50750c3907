//! The pages of php-fpm's status: five formats of the same figures.

use loxo_runtime::value::{PhpArray, Value};

use crate::status::{Process, Stage, Totals, clock, now};

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Plain,
    Html,
    Xml,
    Json,
    OpenMetrics,
}

/// The page and its media type, as the query asks for it: `html`, `xml`, `json`, `openmetrics`, else plain; `full` with what each process does.
pub fn status_page(query: &[u8], totals: &Totals, processes: impl FnOnce() -> Vec<Process>) -> (String, &'static str) {
    let has = |key: &str| query.split(|b| *b == b'&').any(|pair| pair.split(|b| *b == b'=').next() == Some(key.as_bytes()));
    let (format, kind) = match () {
        () if has("html") => (Format::Html, "text/html"),
        () if has("xml") => (Format::Xml, "text/xml"),
        () if has("json") => (Format::Json, "application/json"),
        () if has("openmetrics") => (Format::OpenMetrics, METRICS_TYPE),
        () => (Format::Plain, "text/plain"),
    };
    if format == Format::OpenMetrics {
        return (metrics(totals), kind);
    }
    let full = has("full");
    let mut page = summary(totals, format, full);
    if full {
        page += &self::processes(&processes(), format);
    }
    (page, kind)
}

/// The media type of the pages for Prometheus.
pub const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A time as a format has it.
fn time(format: Format, seconds: i64) -> String {
    match format {
        Format::Plain | Format::Html => text(&loxo_process_sys::format_local(b"%d/%b/%Y:%H:%M:%S %z", seconds)),
        _ => seconds.to_string(),
    }
}

/// Names and values of the pool's counters.
fn counters(totals: &Totals, format: Format) -> Vec<(&'static str, String)> {
    let since = now() - totals.start;
    vec![
        ("pool", text(&totals.name)),
        ("process manager", totals.manager.into()),
        ("start time", time(format, totals.start)),
        ("start since", since.to_string()),
        ("accepted conn", totals.requests.to_string()),
        ("listen queue", totals.queue.to_string()),
        ("max listen queue", totals.queue_max.to_string()),
        ("listen queue len", totals.queue_length.to_string()),
        ("idle processes", totals.idle.to_string()),
        ("active processes", totals.active.to_string()),
        ("total processes", (totals.idle + totals.active).to_string()),
        ("max active processes", totals.active_max.to_string()),
        ("max children reached", totals.max_children_reached.to_string()),
        ("slow requests", totals.slow.to_string()),
        ("memory peak", totals.memory_peak.to_string()),
    ]
}

fn summary(totals: &Totals, format: Format, full: bool) -> String {
    let rows = counters(totals, format);
    let tag = |name: &str| name.replace(' ', "-");
    match format {
        Format::Plain | Format::OpenMetrics => rows.iter().map(|(name, value)| format!("{:<22}{value}\n", format!("{name}:"))).collect(),
        Format::Html => {
            let cells: String = rows.iter().map(|(name, value)| format!("<tr><th>{name}</th><td>{value}</td></tr>\n")).collect();
            let head = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n\
                <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\" lang=\"en\">\n\
                <head><title>PHP-FPM Status Page</title></head>\n<body>\n<table>\n";
            format!("{head}{cells}</table>\n{}", if full { "" } else { "</body></html>" })
        }
        Format::Xml => {
            let tags: String = rows.iter().map(|(name, value)| format!("<{0}>{value}</{0}>\n", tag(name))).collect();
            format!("<?xml version=\"1.0\" ?>\n<status>\n{tags}{}", if full { "" } else { "</status>" })
        }
        Format::Json => {
            let quoted = |index: usize, value: &str| if index < 2 { format!("\"{value}\"") } else { value.to_string() };
            let members: Vec<String> =
                rows.iter().enumerate().map(|(index, (name, value))| format!("\"{name}\":{}", quoted(index, value))).collect();
            format!("{{{}{}", members.join(","), if full { "" } else { "}" })
        }
    }
}

/// Microseconds of the running request, or of the last one.
fn duration(process: &Process) -> u64 {
    if process.stage == Stage::Accepting { process.duration } else { clock().saturating_sub(process.accepted) }
}

fn cpu(process: &Process) -> f64 {
    if process.stage == Stage::Accepting { process.cpu_percent(process.cpu.iter().sum()) } else { 0.0 }
}

fn memory(process: &Process) -> u64 {
    if process.stage == Stage::Accepting { process.memory } else { 0 }
}

fn or_dash(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".into() } else { text(bytes) }
}

/// Names and values of a child's row; the first name is that of HTML, XML and JSON, the second the plain one.
fn row(process: &Process, format: Format) -> Vec<(&'static str, &'static str, String)> {
    let escaped = |bytes: &[u8]| match format {
        Format::Html | Format::Xml => text(&loxo_runtime::escape_html(bytes)),
        Format::Json => json_text(bytes),
        _ => text(bytes),
    };
    let mut uri = if process.uri.is_empty() { "-".into() } else { escaped(&process.uri) };
    if !process.query.is_empty() {
        uri = format!("{uri}?{}", escaped(&process.query));
    }
    vec![
        ("pid", "pid", process.pid.to_string()),
        ("state", "state", process.stage.name().into()),
        ("start time", "start time", time(format, process.start)),
        ("start since", "start since", (now() - process.start).to_string()),
        ("requests", "requests", process.requests.to_string()),
        ("request duration", "request duration", duration(process).to_string()),
        ("request method", "request method", or_dash(&process.method)),
        ("request uri", "request URI", uri),
        ("content length", "content length", process.length.to_string()),
        ("user", "user", or_dash(&process.user)),
        ("script", "script", or_dash(&process.script)),
        ("last request cpu", "last request cpu", format!("{:.2}", cpu(process))),
        ("last request memory", "last request memory", memory(process).to_string()),
    ]
}

fn processes(all: &[Process], format: Format) -> String {
    let rows: Vec<_> = all.iter().map(|process| row(process, format)).collect();
    match format {
        Format::Plain | Format::OpenMetrics => {
            let shown = |row: &Vec<(&str, &str, String)>| -> String {
                row.iter().map(|(_, name, value)| format!("{:<22}{value}\n", format!("{name}:"))).collect()
            };
            rows.iter().map(|row| format!("\n************************\n{}", shown(row))).collect()
        }
        Format::Html => {
            let names: String = row(&Process::default(), format).iter().map(|(name, ..)| format!("<th>{name}</th>")).collect();
            let cells = |row: &Vec<(&str, &str, String)>| -> String { row.iter().map(|(.., value)| format!("<td>{value}</td>")).collect() };
            let body: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
            format!("<table border=\"1\">\n<tr>{names}</tr>\n{body}</table></body></html>")
        }
        Format::Xml => {
            let tags = |row: &Vec<(&str, &str, String)>| -> String {
                row.iter().map(|(name, _, value)| format!("<{0}>{value}</{0}>", name.replace(' ', "-"))).collect()
            };
            let body: String = rows.iter().map(|row| format!("<process>{}</process>\n", tags(row))).collect();
            format!("<processes>\n{body}</processes>\n</status>")
        }
        Format::Json => {
            const TEXTS: [&str; 5] = ["state", "request method", "request uri", "user", "script"];
            let member = |name: &str, value: &str| match TEXTS.contains(&name) {
                true => format!("\"{name}\":\"{value}\""),
                false => format!("\"{name}\":{value}"),
            };
            let object = |row: &Vec<(&str, &str, String)>| {
                let members: Vec<String> = row.iter().map(|(name, _, value)| member(name, value)).collect();
                format!("{{{}}}", members.join(","))
            };
            let objects: Vec<String> = rows.iter().map(object).collect();
            format!(", \"processes\":[{}]}}", objects.join(","))
        }
    }
}

/// A text within quotes, as `json_encode()` writes it; what is no UTF-8 is left out.
fn json_text(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => out += "\\\"",
                '\\' => out += "\\\\",
                '/' => out += "\\/",
                '\n' => out += "\\n",
                '\r' => out += "\\r",
                '\t' => out += "\\t",
                '\u{8}' => out += "\\b",
                '\u{c}' => out += "\\f",
                ' '..='~' => out.push(c),
                _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out += &format!("\\u{unit:04x}")),
            }
        }
    }
    out
}

/// The figures for Prometheus.
pub fn metrics(totals: &Totals) -> String {
    let since = now() - totals.start;
    let all = totals.idle + totals.active;
    let rows: [(&str, &str, &str, String); 13] = [
        ("start_since", "counter", "The number of seconds since FPM has started.", since.to_string()),
        ("accepted_connections", "counter", "The number of requests accepted by the pool.", totals.requests.to_string()),
        ("listen_queue", "gauge", "The number of requests in the queue of pending connections.", totals.queue.to_string()),
        (
            "max_listen_queue",
            "counter",
            "The maximum number of requests in the queue of pending connections since FPM has started.",
            totals.queue_max.to_string(),
        ),
        ("listen_queue_length", "gauge", "The size of the socket queue of pending connections.", totals.queue_length.to_string()),
        ("idle_processes", "gauge", "The number of idle processes.", totals.idle.to_string()),
        ("active_processes", "gauge", "The number of active processes.", totals.active.to_string()),
        ("total_processes", "gauge", "The number of idle + active processes.", all.to_string()),
        ("max_active_processes", "counter", "The maximum number of active processes since FPM has started.", totals.active_max.to_string()),
        (
            "max_children_reached",
            "counter",
            "The number of times, the process limit has been reached, when pm tries to start more children (works only for pm 'dynamic' and 'ondemand').",
            totals.max_children_reached.to_string(),
        ),
        ("slow_requests", "counter", "The number of requests that exceeded your 'request_slowlog_timeout' value.", totals.slow.to_string()),
        ("memory_peak", "gauge", "The memory usage peak since FPM has started.", totals.memory_peak.to_string()),
        ("up", "gauge", "", "1".into()),
    ];
    let up = format!("Could pool {} using a {} PM on PHP-FPM be reached?", text(&totals.name), totals.manager);
    let (last, others) = rows.split_last().expect("there are rows");
    let mut out = String::new();
    for (name, kind, help, value) in std::iter::once(last).chain(others) {
        let help = if help.is_empty() { &up } else { *help };
        let (help, kind) = (format!("# HELP phpfpm_{name} {help}\n"), format!("# TYPE phpfpm_{name} {kind}\n"));
        // One of them is the other way round in php-fpm.
        let head = if *name == "listen_queue_length" { kind + &help } else { help + &kind };
        out += &format!("{head}phpfpm_{name} {value}\n");
    }
    out + "# EOF\n"
}

/// `fpm_get_status()`
pub fn status_array(totals: &Totals, processes: &[Process]) -> PhpArray {
    let number = |value: u64| Value::int(value.cast_signed());
    let now = now();
    let mut status = PhpArray::new();
    let mut put = |name: &str, value: Value| status.set_bytes(name.as_bytes(), value);
    put("pool", Value::bytes(&totals.name));
    put("process-manager", Value::bytes(totals.manager.as_bytes()));
    put("start-time", Value::int(totals.start));
    put("start-since", Value::int(now - totals.start));
    put("accepted-conn", number(totals.requests));
    put("listen-queue", number(totals.queue));
    put("max-listen-queue", number(totals.queue_max));
    put("listen-queue-len", number(totals.queue_length));
    put("idle-processes", number(totals.idle));
    put("active-processes", number(totals.active));
    put("total-processes", number(totals.idle + totals.active));
    put("max-active-processes", number(totals.active_max));
    put("max-children-reached", number(totals.max_children_reached));
    put("slow-requests", number(totals.slow));
    put("memory-peak", number(totals.memory_peak));
    put("procs", Value::array(PhpArray::from_values(processes.iter().map(|process| Value::array(process_array(process, now))))));
    status
}

fn process_array(process: &Process, now: i64) -> PhpArray {
    let number = |value: u64| Value::int(value.cast_signed());
    let mut out = PhpArray::new();
    let mut put = |name: &str, value: Value| out.set_bytes(name.as_bytes(), value);
    put("pid", Value::int(process.pid.into()));
    put("state", Value::bytes(process.stage.name().as_bytes()));
    put("start-time", Value::int(process.start));
    put("start-since", Value::int(now - process.start));
    put("requests", number(process.requests));
    put("request-duration", number(duration(process)));
    put("request-method", Value::bytes(or_dash(&process.method).as_bytes()));
    put("request-uri", Value::bytes(&process.uri));
    put("query-string", Value::bytes(&process.query));
    put("request-length", number(process.length));
    put("user", Value::bytes(or_dash(&process.user).as_bytes()));
    put("script", Value::bytes(or_dash(&process.script).as_bytes()));
    put("last-request-cpu", Value::float(cpu(process)));
    put("last-request-memory", number(memory(process)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_json() {
        assert_eq!(json_text("a\"/\\\n\u{e9}\u{1f600}".as_bytes()), "a\\\"\\/\\\\\\n\\u00e9\\ud83d\\ude00");
        assert_eq!(json_text(b"a\xffb"), "ab");
    }
}
