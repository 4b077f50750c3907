//! What the workers of a server do, looked at from time to time: how long PHP functions take, per site, script and release; where a worker
//! stands right now; and whole traces of requests that ask for one.
//!
//! Each thread that runs requests has a place here, and a [`Recorder`] with which it says when a request begins and ends. One thread of the
//! process wakes once in a period while a request runs, or less often where that would be dear: it interrupts the requests that run, which show their stacks at their next safepoint, and
//! adds up what they have shown. A worker that waits in a system call shows its stack there when it is asked. While no request runs nothing
//! wakes, and without a [`Sampler`] none of this exists.
//!
//! Memory is bounded (`routes`): beyond the limits routes are one, and stacks end early.
//!
//! Modules: `settings`, `stack`, `counted` (what requests do beside computing), `place` (one worker), `recorder` (the worker's side), `route`, `seen` and `routes` (sums), `run` (every call of a request), `traces` (which
//! requests are traced, and what is kept), `sampler` (the thread), `pace` (how often it looks), `question` (what others may ask).
#![forbid(unsafe_code)]

mod counted;
mod pace;
mod place;
mod question;
mod recorder;
mod route;
mod routes;
mod run;
mod sampler;
mod seen;
mod settings;
mod stack;
mod traces;

pub use loxo_observer::counters;

pub use counted::{Counted, NamedSum};
pub use recorder::Recorder;
pub use route::{About, Counts, Route};
pub use routes::Routes;
pub use run::{Calls, Run, Shared};
pub use sampler::Sampler;
pub use settings::Settings;
pub use traces::{TraceSettings, is_valid, sign};
