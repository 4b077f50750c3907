//! `.htaccess` in the server: asks `loxo_htaccess` what a request means.
//!
//! Modules: `evaluator` (who evaluates a site's rules) with `decided` (what it says of a request) and `asking` (the requests): this process by `own`, on a
//! thread that may wait where it must, or another one by `rules_process` and `frame` (the messages to it); `loaded` (the rules of a site),
//! `folder_cache` (the files of its folders), `disk` (what rules see of all files).

mod asking;
mod decided;
mod disk;
mod evaluator;
mod folder_cache;
pub(crate) mod frame;
mod loaded;
mod own;
mod rules_process;

use std::sync::Arc;

use loxo_htaccess::{Action, Outcome};

pub(crate) use self::evaluator::{Evaluator, of};
pub(crate) use self::loaded::Htaccess;
pub use self::loaded::HtaccessOptions;
pub(crate) use self::rules_process::RulesProcess;
use crate::message::{RequestHead, Response, RuleVariables};
use crate::pages;

/// The page of an error or a redirection that the rules have found.
pub(crate) fn page(head: &RequestHead, outcome: &Outcome) -> Response {
    let Action::Answer { location, body, .. } = &outcome.action else { return pages::error(head, outcome.status) };
    let mut answer = match body {
        Some(text) => pages::text(head, outcome.status, text),
        None => pages::error(head, outcome.status),
    };
    if outcome.status == 405 {
        answer.headers.push(("Allow".into(), loxo_htaccess::FILE_METHODS.to_vec()));
    }
    if let Some(location) = location {
        answer.headers.push(("Location".into(), location.clone()));
    }
    answer
}

/// What a script sees of the rules.
pub(crate) fn variables(outcome: &Outcome) -> Arc<RuleVariables> {
    Arc::new(RuleVariables {
        env: outcome.env.clone(),
        user: outcome.user.clone(),
        query: outcome.query.clone().unwrap_or_default(),
        shows_credentials: outcome.passes_credentials,
        settings: outcome.settings.clone(),
    })
}
