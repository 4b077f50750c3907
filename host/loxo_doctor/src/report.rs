//! What was found, as text and as JSON; and what has changed since an earlier report.

use serde_json::{Map, Value, json};

use crate::finding::Finding;
use crate::observed::Observed;

/// What a report says of the server as a whole, to compare it with another one's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Requests per second, and milliseconds of processor time for each, if they were counted.
    pub requests: Option<(f64, f64)>,
    /// The server's use of processors: 1 is one of them.
    pub cpu: f64,
    /// What each finding was about, and its share.
    pub findings: Vec<(String, f64)>,
}

impl Report {
    pub fn of(observed: &Observed, found: &[Finding]) -> Report {
        let counted = observed.requests.filter(|requests| *requests > 0);
        Report {
            requests: counted.map(|count| (observed.per_second(count), observed.cpu * 1000.0 / count as f64)),
            cpu: observed.cpu / observed.seconds.max(0.001),
            findings: found.iter().map(|one| (one.what.clone(), one.share)).collect(),
        }
    }

    /// What [`findings`] has written as JSON.
    pub fn from_json(value: &Value) -> Option<Report> {
        let number = |name: &str| value[name].as_f64();
        let finding = |one: &Value| Some((one["what"].as_str()?.to_string(), one["share"].as_f64()?));
        Some(Report {
            requests: number("requests_per_second").zip(number("cpu_ms_per_request")),
            cpu: number("cpu")?,
            findings: value["findings"].as_array()?.iter().filter_map(finding).collect(),
        })
    }

    /// Lines about what is different.
    pub fn since(&self, before: &Report) -> String {
        let mut out = String::from("Since the earlier report:\n");
        if let (Some((rate, cost)), Some((rate_before, cost_before))) = (self.requests, before.requests) {
            let change = |new: f64, old: f64| format!("{:+.0} %", (new / old.max(1e-9) - 1.0) * 100.0);
            out.push_str(&format!("  requests per second  {rate_before:.0} -> {rate:.0} ({})\n", change(rate, rate_before)));
            out.push_str(&format!("  processor per request  {cost_before:.2} ms -> {cost:.2} ms ({})\n", change(cost, cost_before)));
        }
        for (what, share) in &before.findings {
            let left = self.findings.iter().find(|(other, _)| other == what).map(|(_, share)| share);
            match left {
                Some(left) => out.push_str(&format!("  still there: {what} ({:.0} % -> {:.0} %)\n", share * 100.0, left * 100.0)),
                None => out.push_str(&format!("  gone: {what} (was {:.0} %)\n", share * 100.0)),
            }
        }
        out
    }
}

/// All findings with evidence, as text for a terminal or as JSON.
pub fn findings(observed: &Observed, found: &[Finding], as_json: bool) -> String {
    let report = Report::of(observed, found);
    if as_json {
        let list: Vec<Value> = found
            .iter()
            .map(|one| json!({ "rule": one.rule, "what": one.what, "share": one.share, "gain": one.gain(), "evidence": one.evidence, "fix": one.fix }))
            .collect();
        let (rate, cost) = report.requests.unzip();
        let value = json!({
            "seconds": observed.seconds, "workers": observed.workers, "cpu": report.cpu, "requests_per_second": rate,
            "cpu_ms_per_request": cost, "findings": list,
            "time": { "processor": observed.cpu, "kernel": observed.system, "ready": observed.ready,
                "waits": observed.waits.iter().map(|(wait, time)| (wait.to_string(), json!(time))).collect::<Map<_, _>>(),
                "system_calls": observed.calls, "connections": observed.opened },
        });
        return format!("{value:#}\n");
    }
    let mut out = format!("{} workers watched for {:.0} s: {:.2} processors used", observed.workers, observed.seconds, report.cpu);
    if let Some((rate, cost)) = report.requests {
        out.push_str(&format!(", {rate:.0} requests per second, {cost:.2} ms of processor time each"));
    }
    out.push('\n');
    let mut times: Vec<(String, f64)> = observed.waits.iter().map(|(wait, time)| (format!("waiting for {wait}"), *time)).collect();
    times.push(("computing".into(), observed.cpu - observed.system));
    times.push(("in the kernel".into(), observed.system));
    times.sort_by(|a, b| b.1.total_cmp(&a.1));
    let all = times.iter().map(|(_, time)| time).sum::<f64>().max(0.001);
    let shares = times.iter().map(|(what, time)| (what, time / all)).filter(|(_, share)| *share >= 0.01);
    let shares: Vec<String> = shares.take(6).map(|(what, share)| format!("{:.0} % {}", share * 100.0, plain(what))).collect();
    if !shares.is_empty() {
        out.push_str(&format!("the time of requests: {}\n", wrapped(&shares.join(", "))));
    }
    if found.is_empty() {
        let idle = observed.busy() < 0.01 * observed.seconds;
        out.push_str(if idle { "\nNothing to say: the server did next to nothing.\n" } else { "\nNothing found.\n" });
    }
    for (at, one) in found.iter().enumerate() {
        out.push_str(&format!("\n{}. {}\n", at + 1, plain(&one.what)));
        let cost = match one.share > 0.0 {
            true => {
                format!("{:.0} % of the time of requests; without it up to {:.0} % more of them", one.share * 100.0, one.gain() * 100.0)
            }
            false => "not in the time of requests".to_string(),
        };
        out.push_str(&format!("   cost   {cost}\n"));
        for line in &one.evidence {
            out.push_str(&format!("   seen   {}\n", plain(line)));
        }
        out.push_str(&format!("   do     {}\n", wrapped(&one.fix)));
    }
    out
}

/// Names that come from elsewhere must not move the cursor.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '.' } else { c }).collect()
}

/// In lines of a terminal's width, below the first one.
fn wrapped(text: &str) -> String {
    let (mut out, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        if length > 0 && length + word.chars().count() > 85 {
            out.push_str("\n          ");
            length = 0;
        } else if length > 0 {
            out.push(' ');
        }
        out.push_str(word);
        length += word.chars().count() + 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_back_and_compared() {
        let observed = Observed { seconds: 10.0, workers: 2, cpu: 5.0, requests: Some(1000), ..Observed::default() };
        let found = [Finding { rule: "lookups", share: 0.25, what: "Files\x1b".into(), evidence: vec!["x".into()], fix: "y ".repeat(60) }];
        let json = findings(&observed, &found, true);
        let before = Report::from_json(&serde_json::from_str(&json).unwrap()).unwrap();
        assert_eq!(before, Report::of(&observed, &found));
        let text = findings(&observed, &found, false);
        assert!(text.contains("1. Files.") && text.contains("up to 33 % more") && text.lines().all(|line| line.len() < 110), "{text}");
        let after = Observed { requests: Some(2000), ..observed };
        let since = Report::of(&after, &[]).since(&before);
        assert!(since.contains("100 -> 200 (+100 %)") && since.contains("gone: Files"), "{since}");
    }
}
