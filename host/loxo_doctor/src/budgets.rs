//! What a server may cost at most, for tests that run by themselves: a file of names and numbers.

use serde_json::Value;

use crate::report::Report;

/// One line of the file: what is bounded, and by how much.
#[derive(Clone, Debug, PartialEq)]
struct Budget {
    /// The script of a route; none: the server as a whole.
    route: Option<String>,
    name: String,
    most: f64,
}

const OF_SERVER: &[&str] = &["findings", "cpu-ms-per-request", "processors"];
const OF_ROUTE: &[&str] = &["mean-ms", "slowest-ms", "peak-memory-mb", "queries"];

fn parse(text: &str) -> Result<Vec<Budget>, String> {
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let (route, name, most) = match words[..] {
            [] => continue,
            [name, most] if OF_SERVER.contains(&name) => (None, name, most),
            ["route", route, name, most] if OF_ROUTE.contains(&name) => (Some(route.to_string()), name, most),
            _ => return Err(format!("line {}: a line is NAME MOST or route SCRIPT NAME MOST: see loxo doctor --help", at + 1)),
        };
        let most = most.parse().map_err(|_| format!("line {}: {most} is no number", at + 1))?;
        all.push(Budget { route, name: name.to_string(), most });
    }
    Ok(all)
}

/// What exceeds its budget, a line each; what could not be measured does so, too. `page` is `/profile.json` of a server of Loxo.
pub fn exceeded(text: &str, report: &Report, page: &Value) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    for budget in parse(text)? {
        let measured = match &budget.route {
            None => match budget.name.as_str() {
                "findings" => Some(report.findings.len() as f64),
                "processors" => Some(report.cpu),
                _ => report.requests.map(|(_, cost)| cost),
            },
            Some(route) => of_route(page, route, &budget.name),
        };
        let subject = budget.route.map_or_else(|| budget.name.clone(), |route| format!("{route} {}", budget.name));
        match measured {
            Some(measured) if measured <= budget.most => {}
            Some(measured) => out.push(format!("{subject}: {measured:.2}, allowed are {}", budget.most)),
            None => out.push(format!("{subject}: not measured, no request has been seen")),
        }
    }
    Ok(out)
}

fn of_route(page: &Value, script: &str, name: &str) -> Option<f64> {
    let route = page["routes"].as_array()?.iter().find(|route| route["script"].as_str() == Some(script))?;
    let number = |name: &str| route[name].as_f64();
    let requests = number("requests").filter(|requests| *requests > 0.0)?;
    match name {
        "mean-ms" => Some(number("wall_ns")? / requests / 1e6),
        "slowest-ms" => Some(number("slowest_ns")? / 1e6),
        "queries" => Some(route["counters"]["queries"].as_f64()? / requests),
        _ => Some(number("peak_memory")? / f64::from(1 << 20)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_exceeds_is_told() {
        let page = json!({ "routes": [{ "script": "/a.php", "requests": 10, "wall_ns": 1e9, "slowest_ns": 2e8, "peak_memory": 4 << 20,
            "counters": { "queries": 55 } }] });
        let report = Report { requests: Some((10.0, 5.0)), ..Report::default() };
        let check = |text: &str| exceeded(text, &report, &page);
        let text = "findings 0\ncpu-ms-per-request 5 # enough\nroute /a.php mean-ms 100\nroute /a.php peak-memory-mb 4\n";
        assert_eq!(check(text), Ok(Vec::new()));
        assert_eq!(check("route /a.php slowest-ms 100"), Ok(vec!["/a.php slowest-ms: 200.00, allowed are 100".into()]));
        assert_eq!(check("route /a.php queries 5"), Ok(vec!["/a.php queries: 5.50, allowed are 5".into()]));
        assert_eq!(check("route /b.php mean-ms 100").unwrap().len(), 1);
        assert!(check("findings none").is_err() && check("x 1").is_err());
    }
}
