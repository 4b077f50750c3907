//! What workers owe their server: that they are free soon, end in time, and tell nothing from one request to another.

#[path = "common/address.rs"]
mod address;
#[path = "workers/declarations.rs"]
mod declarations;
#[path = "common/folder.rs"]
mod folder;
#[path = "workers/isolation.rs"]
mod isolation;
#[path = "workers/persistent.rs"]
mod persistent;
#[path = "common/proof.rs"]
mod proof;
#[path = "common/serve.rs"]
mod serve;
#[path = "workers/slow_client.rs"]
mod slow_client;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;
#[path = "workers/stuck.rs"]
mod stuck;

/// The body of an answer that has its length.
fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}
