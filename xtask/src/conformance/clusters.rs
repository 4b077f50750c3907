//! Failures that look alike, most frequent first: what to work on next.

use super::expect::Diff;
use super::record::Record;
use super::run::{Report, Status};
use regex::Regex;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// What names a missing thing is kept as it is: it says what to build.
const EXACT: &[&str] = &[
    r"Call to undefined (?:function|method) [\w\\:@/.\-]+\(\)",
    r#"(?:Class|Interface|Trait|Enum) "[\w\\]+" not found"#,
    r#"Undefined constant "?[\w\\:]+"?"#,
    r"Undefined class constant [\w\\:']+",
    r"Unable to load dynamic library '[^']*'",
    r#"Invalid callback [\w\\:]+"#,
    r"(?:Parse error|Compile error): .*",
    r"(?i).*\b(?:not (?:yet )?(?:supported|implemented)|unimplemented|unsupported)\b.*",
];

/// The cluster a failed test belongs to.
pub fn key(report: &Report, diff: Option<&Diff>) -> String {
    static PANIC: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"panicked at ([^\n]*):\n([^\n]*)").expect("a valid pattern"));
    let output = String::from_utf8_lossy(&report.output);
    match report.status {
        Status::Crashed => {
            if let Some(panic) = PANIC.captures(&output) {
                return format!("panic: {} at {}", normalise(&panic[2]), &panic[1]);
            }
            if output.contains("has overflowed its stack") {
                return "crash: stack overflow".into();
            }
            return format!("crash: {}", report.reason);
        }
        Status::TimedOut => return "timed out".into(),
        _ => {}
    }
    let Some(diff) = diff else { return normalise(&report.reason) };
    static MISSING: LazyLock<Vec<Regex>> = LazyLock::new(|| EXACT.iter().map(|text| Regex::new(text).expect("a valid pattern")).collect());
    static PLACE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?: in \S+ on line \S+| in \S+:\d+| at \S+:\d+).*$").expect("a valid pattern"));
    static DIAGNOSTIC: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:PHP )?(?:Fatal error|Recoverable fatal error|Parse error|Warning|Notice|Deprecated): ").expect("a valid pattern")
    });
    for line in diff.unexpected() {
        let line = String::from_utf8_lossy(line);
        if let Some(found) = MISSING.iter().find_map(|pattern| pattern.find(&line)) {
            return PLACE.replace(found.as_str(), "").into_owned();
        }
    }
    if report.output.is_empty() && report.expectation.as_ref().is_some_and(|expectation| !expectation.text().is_empty()) {
        return "no output at all".into();
    }
    // A diagnostic says more than the line that happens to differ first.
    let message = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).into_owned();
        DIAGNOSTIC.is_match(&line).then(|| normalise(&PLACE.replace(&line, "")))
    };
    let (came, missing) = (diff.unexpected().find_map(message), diff.missing().find_map(message));
    match (missing, came) {
        (Some(missing), Some(came)) if missing != came => return format!("- {missing}  + {came}"),
        (None, Some(came)) => return format!("not expected: {came}"),
        (Some(missing), None) => return format!("missing: {missing}"),
        _ => {}
    }
    let (expected, actual) = diff.first();
    let show = |line: Option<&[u8]>| line.map_or("(nothing)".to_string(), |line| normalise(&String::from_utf8_lossy(line)));
    format!("- {}  + {}", show(expected), show(actual))
}

/// Leaves what failures of one kind share: no numbers, no quoted strings, no paths.
pub fn normalise(line: &str) -> String {
    static RULES: LazyLock<[(Regex, &str); 5]> = LazyLock::new(|| {
        let rule = |pattern: &str| Regex::new(pattern).expect("a valid pattern");
        [
            (rule(r#""(?:[^"\\]|\\.)*""#), "\"…\""),
            (rule(r"'(?:[^'\\]|\\.)*'"), "'…'"),
            (rule(r"(?:%s|/)[\w./%-]*\.(?:php|inc|phpt)\b"), "FILE"),
            (rule(r"0x[0-9a-fA-F]+|[+-]?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|%d|%i|%f"), "N"),
            (rule(r"\s+"), " "),
        ]
    });
    let mut line = line.trim().to_string();
    for (pattern, replacement) in RULES.iter() {
        line = pattern.replace_all(&line, *replacement).into_owned();
    }
    if line.chars().count() > 160 {
        line = line.chars().take(160).chain(['…']).collect();
    }
    line
}

/// The `top` largest clusters with example tests.
pub fn render(records: &[Record], top: usize, with_skipped: bool) -> String {
    let mut clusters: HashMap<&str, Vec<&Record>> = HashMap::new();
    for record in records.iter().filter(|record| record.is_failure() || with_skipped && record.status == Status::Skipped) {
        clusters.entry(&record.cluster).or_default().push(record);
    }
    let mut clusters: Vec<_> = clusters.into_iter().collect();
    clusters.sort_by_key(|(key, members)| (std::cmp::Reverse(members.len()), *key));
    let failures: usize = clusters.iter().map(|(_, members)| members.len()).sum();
    let mut out = format!("{failures} tests did not pass, in {} clusters\n", clusters.len());
    for (key, members) in clusters.iter().take(top) {
        let _ = writeln!(out, "\n{:>5}  {key}", members.len());
        let mut members = members.clone();
        // Short tests make the best examples; the name's length is a fair guess, and stable.
        members.sort_by_key(|record| (record.name.len(), &record.name));
        for record in members.iter().take(3) {
            let _ = writeln!(out, "         {}", record.name);
        }
    }
    if clusters.len() > top {
        let _ = writeln!(out, "\n  … and {} smaller clusters (--top N)", clusters.len() - top);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_between_tests_is_left_out() {
        assert_eq!(
            normalise("Warning: foo(): Argument #2 'x' in /a/b.php on line 12"),
            "Warning: foo(): Argument #N '…' in FILE on line N"
        );
        assert_eq!(normalise(r#"string(5) "a\"bcd""#), "string(N) \"…\"");
    }
}
