//! What is known of the request that a worker runs.

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use crate::message::RequestHead;

/// The place of one worker.
pub(crate) type Slot = loxo_workers::Slot<About>;

/// A request, as the page of the status shows it.
#[derive(Clone)]
pub(crate) struct About {
    pub(crate) head: Arc<RequestHead>,
    pub(crate) script: Vec<u8>,
    pub(crate) length: u64,
    pub(crate) began: Instant,
    pub(crate) began_time: SystemTime,
}

impl loxo_workers::About for About {
    fn began(&self) -> Instant {
        self.began
    }

    fn describe(&self) -> String {
        format!("{} {}, script {}", self.head.method, self.head.target, String::from_utf8_lossy(&self.script))
    }
}
