//! What is known of the request that one of several workers of a process runs.

use std::time::Instant;

/// The place of one worker.
pub(super) type Slot = loxo_workers::Slot<About>;

/// A request, as the log names it.
#[derive(Clone)]
pub(super) struct About {
    pub(super) began: Instant,
    pub(super) method: Vec<u8>,
    pub(super) target: Vec<u8>,
    pub(super) script: Vec<u8>,
}

impl loxo_workers::About for About {
    fn began(&self) -> Instant {
        self.began
    }

    fn describe(&self) -> String {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        format!("{} {}, script {}", text(&self.method), text(&self.target), text(&self.script))
    }
}
