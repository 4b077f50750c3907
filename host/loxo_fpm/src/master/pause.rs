//! How long the next process waits when those before it ended at once.

/// A process that ends sooner than this, in microseconds, has not really started.
pub(super) const SOON: u64 = 1_000_000;
/// So many of them in a row make the next one wait, longer each time.
pub(super) const PATIENCE: u32 = 5;
const LONGEST_PAUSE: u64 = 10_000_000;

/// How long the next one waits after so many that ended soon.
pub(super) fn longer_pause(failures: u32) -> u64 {
    (100_000u64 << failures.saturating_sub(PATIENCE).min(10)).min(LONGEST_PAUSE)
}
