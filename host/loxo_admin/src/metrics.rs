//! Sums of all requests for Prometheus and the like, as OpenMetrics. Source: the OpenMetrics specification, version 1.0.

use loxo_sampler::counters::COUNTERS;
use loxo_sampler::{Counted, Counts};

/// Since the server started; they only grow.
#[derive(Clone, Default)]
pub(crate) struct Totals {
    pub counts: Counts,
    pub counted: Counted,
}

impl Totals {
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        family(&mut out, "requests", self.counts.requests);
        family(&mut out, "request_ns", self.counts.wall_ns);
        for (counter, name) in COUNTERS {
            family(&mut out, name, self.counted.number(counter));
        }
        out.push_str("# EOF\n");
        out
    }
}

/// A counter of that name. Times are counted in nanoseconds, and shown in seconds.
fn family(out: &mut String, name: &str, number: u64) {
    match name.strip_suffix("_ns") {
        Some(name) => {
            let seconds = number as f64 / 1e9;
            out.push_str(&format!(
                "# TYPE loxo_{name}_seconds counter\n# UNIT loxo_{name}_seconds seconds\nloxo_{name}_seconds_total {seconds}\n"
            ));
        }
        None => out.push_str(&format!("# TYPE loxo_{name} counter\nloxo_{name}_total {number}\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds() {
        let totals = Totals { counts: Counts { requests: 3, wall_ns: 1_500_000_000, ..Counts::default() }, counted: Counted::default() };
        let text = totals.text();
        assert!(text.contains("# TYPE loxo_requests counter\nloxo_requests_total 3\n"), "{text}");
        assert!(text.contains("# UNIT loxo_request_seconds seconds\nloxo_request_seconds_total 1.5\n"), "{text}");
        assert!(text.contains("\nloxo_queries_total 0\n") && text.ends_with("# EOF\n"), "{text}");
    }
}
