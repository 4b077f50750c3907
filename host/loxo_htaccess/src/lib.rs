//! Apache's rules for a folder, `.htaccess`: read, merged, and evaluated for a request.
//!
//! The crate opens no socket and runs no PHP. It sees requests and files through the traits of [`view`], and says what is to be done
//! ([`evaluate`]) and what becomes of the answer's head ([`Edits::apply`]). Modules: `text` (lines and words), `read` (directives),
//! `rules` (what they say, merged by folder), `access`, `headers`, `mime`, `expr` and `rewrite` (parts of that); `limits` (what a request may cost); `state` (a request on its way),
//! `walk` (its file), `sources` (whose rules count there), `authorize`, `phases` (all of its way), `respond`, `outcome`; `message` (requests and outcomes as bytes, for where another process evaluates).
#![forbid(unsafe_code)]

mod access;
mod allow;
mod authorize;
mod bytes;
mod expr;
mod headers;
mod limits;
mod merge;
pub mod message;
mod mime;
mod options;
mod outcome;
mod passwords;
mod pattern;
mod phases;
mod read;
mod respond;
mod rewrite;
mod rules;
mod site;
mod sources;
mod state;
mod status;
mod text;
pub mod view;
mod walk;

pub use crate::allow::Allow;
pub use crate::outcome::{Action, Edits, FILE_METHODS, Outcome, Surroundings, evaluate};
pub use crate::read::{FolderFile, LONGEST};
pub use crate::respond::Head;
pub use crate::rules::Setting;
pub use crate::site::{Folders, Site};
pub use crate::text::Fault;
