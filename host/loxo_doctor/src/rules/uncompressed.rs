//! Texts that are sent as they are to clients that would take them compressed. Needs Loxo's counters.

use crate::finding::Finding;
use crate::observed::Observed;

/// Bytes in a request: less fits the first packets of a connection anyway.
const MANY: f64 = 8192.0;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let Some(counted) = &observed.counted else { return Vec::new() };
    let Some(requests) = observed.requests.filter(|requests| *requests > 0) else { return Vec::new() };
    let bytes = counted.number("uncompressed_bytes");
    let each = bytes as f64 / requests as f64;
    if each < MANY {
        return Vec::new();
    }
    vec![Finding {
        rule: "uncompressed",
        // Clients wait longer; the server itself does not.
        share: 0.0,
        what: "Texts are sent uncompressed".into(),
        evidence: vec![format!(
            "{:.0} kB in each request, {:.1} MB per second, to clients that accept zstd, br or gzip",
            each / 1000.0,
            observed.per_second(bytes) / 1e6
        )],
        fix: "Start loxo serve without --no-compression (compression = true in loxo.toml), or let the proxy before it compress.".into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counted::Counted;
    use crate::finding::healthy;

    #[test]
    fn long_texts_are_found() {
        let mut observed = healthy();
        observed.counted = Some(Counted { numbers: [("uncompressed_bytes".to_string(), 50_000_000)].into(), ..Counted::default() });
        assert!(look(&observed)[0].evidence[0].starts_with("50 kB in each request"));
        observed.requests = Some(100_000);
        assert_eq!(look(&observed), []);
    }
}
