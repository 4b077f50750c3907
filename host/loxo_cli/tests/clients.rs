//! Clients that mean no good: floods, heads that two readers could take differently, and clients that are slow on purpose. The site answers others
//! meanwhile.

#[path = "common/address.rs"]
mod address;
#[path = "common/figures.rs"]
mod figures;
#[path = "clients/floods.rs"]
mod floods;
#[path = "common/folder.rs"]
mod folder;
#[path = "clients/framing.rs"]
mod framing;
#[path = "common/proof.rs"]
mod proof;
#[path = "common/serve.rs"]
mod serve;
#[path = "clients/short.rs"]
mod short;
#[path = "clients/slow.rs"]
mod slow;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serve::Server;

/// Another client asks for pages and files while something goes on: how long it waited at most.
fn others_are_served<T>(server: &Server, path: &str, expected: &str, what: impl FnOnce() -> T) -> (T, Duration) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut longest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let began = Instant::now();
                let answer = server.get(path);
                assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with(expected), "{path}: {answer:?}");
                longest = longest.max(began.elapsed());
                std::thread::sleep(Duration::from_millis(20));
            }
            longest
        });
        // The other client must learn of the end also where it comes by a panic.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(what));
        over.store(true, Ordering::Relaxed);
        let longest = other.join().expect("the other client is served");
        (done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)), longest)
    })
}
