//! Writes a synthetic profile, to try views with: `samples COUNT` or `trace EVENTS`.

use std::io::Write;

#[path = "../tests/synthetic/mod.rs"]
mod synthetic;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().unwrap_or_default();
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let profile = if kind == "trace" { synthetic::trace(count as usize) } else { synthetic::sampled(count) };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    profile.save(&mut out)?;
    out.flush()
}
