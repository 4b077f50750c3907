//! How much of a long test runs: a small part each time, all of it with `LOXO_PROOF=1`, a tenth with `LOXO_PROOF=0.1`.

/// So much of a number, at least 1.
pub fn part(whole: u32) -> u32 {
    let share = std::env::var("LOXO_PROOF").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.03);
    ((f64::from(whole) * share).round() as u32).max(1)
}
