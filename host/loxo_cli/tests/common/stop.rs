//! The end of a server that has processes of its own: killed at once, it would leave them.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Tells it to stop, and kills it if it has not ended within ten seconds.
pub fn stop(process: &mut Child) {
    let _ = Command::new("kill").arg(process.id().to_string()).stderr(Stdio::null()).status();
    let until = Instant::now() + Duration::from_secs(10);
    while Instant::now() < until && !matches!(process.try_wait(), Ok(Some(_))) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = process.kill();
    let _ = process.wait();
}
