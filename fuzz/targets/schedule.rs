//! Cron's five fields of any text: a schedule that runs at some minute, or one line that says what is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_cron::{Due, Schedule};

fuzz_target!(|data: &[u8]| {
    let Some((start, data)) = data.split_first_chunk() else { return };
    let Ok(text) = std::str::from_utf8(data) else { return };
    let schedule = match Schedule::parse(text) {
        Ok(schedule) => schedule,
        Err(message) => return assert!(!message.is_empty() && !message.contains('\n'), "{message:?}"),
    };
    let start = i64::from(u32::from_le_bytes(*start));
    // An hour has at most a run each minute, also when the local clock is set back behind it.
    let mut due = Due::after(start, start);
    let runs = due.advance(&schedule, start + 60, |minute| minute);
    assert!(runs.count <= 60 && (runs.count == 0 || (start + 1..=start + 60).contains(&runs.first)));
    let again = due.advance(&schedule, start + 61, |minute| minute - 60);
    assert!(again.count <= 1);
});
