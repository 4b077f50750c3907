//! What a development server knows that another does not: which files have changed, how a page comes to hear of it, how an error is shown, and
//! certificates for names that mean this machine.
//!
//! Speaks no HTTP and runs no PHP: `loxo_server` asks it what to add to answers. Nothing here is used by a server that is not `loxo dev`.
//!
//! Modules: `watch` (hears of changes) with `filter` (which files count) and `written` (files that requests write themselves); `changes` (what has
//! changed since when); `inject` (where a page takes a script), `client.js` (that script); `error_page`; `hosts` (the names of the server); `authority` (certificates).
#![forbid(unsafe_code)]

mod authority;
mod changes;
mod error_page;
mod filter;
mod hosts;
mod inject;
mod watch;
mod written;

pub use authority::{Authority, Issued, usual_folder};
pub use changes::{Changes, Since};
pub use error_page::{Failure, error_page, is_plain_error};
pub use hosts::Hosts;
pub use inject::Injector;
pub use watch::{Busy, Watcher};

/// The script that pages load.
pub const CLIENT: &str = include_str!("client.js");

/// Text as it stands in a page or an attribute of it.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
