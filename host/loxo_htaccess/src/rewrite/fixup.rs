//! What is made of a path that rules have changed: a redirection, a request that begins anew, or a file.

use std::sync::Arc;

use crate::bytes::{escape_path, shown};
use crate::rewrite::Rewriting;
use crate::rewrite::address::{escape, replace_folder, scheme};
use crate::rewrite::apply::{Context, Outcome, run};
use crate::state::{Handler, State};
use crate::status::is_redirection;

/// What the rules mean for the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It goes on, with the same path or with another.
    GoesOn,
    /// The answer is this status.
    Status(u16),
}

/// Characters that a query must not have as they are.
fn is_malformed(args: Option<&[u8]>) -> bool {
    args.is_some_and(|args| args.iter().any(|byte| *byte <= b' ' || *byte == 0x7f))
}

/// The redirection to the whole address that `State::filename` is.
fn redirect(state: &mut State<'_>, length: usize, no_escape: bool, old_args: Option<&[u8]>) -> Verdict {
    if !no_escape {
        state.trace(1, || format!("escaping {} for redirect", shown(&state.filename)));
        state.filename = escape(&state.filename, length);
    }
    if let Some(args) = &state.args {
        let args = if no_escape || old_args == Some(args) { args.clone() } else { escape_path(args) };
        state.filename = [&state.filename[..], b"?", &args].concat();
    }
    let status = if is_redirection(state.status) { state.status } else { 302 };
    state.status = 200;
    state.trace(1, || format!("redirect to {} [REDIRECT/{status}]", shown(&state.filename)));
    state.location = Some(state.filename.clone());
    Verdict::Status(status)
}

/// The query must be well formed where it is not escaped, and a proxy there is none.
fn refused(state: &mut State<'_>, outcome: Outcome) -> Option<Verdict> {
    let no_escape = outcome == Outcome::Changed { no_escape: true };
    let will_escape = scheme(&state.filename).is_some() && !no_escape;
    if !will_escape && is_malformed(state.args.as_deref()) {
        state.error("Rewritten query string contains control characters or spaces");
        return Some(Verdict::Status(403));
    }
    if let Outcome::Status(status) = outcome {
        state.status = 200;
        return Some(Verdict::Status(status));
    }
    if state.handler == Some(Handler::Proxy) {
        state.error(&format!("attempt to make remote request from mod_rewrite without proxy enabled: {}", shown(&state.filename)));
        return Some(Verdict::Status(403));
    }
    None
}

/// The rules of a folder.
pub(crate) fn in_folder(state: &mut State<'_>) -> Verdict {
    let Some(rewriting) = state.rules.rewriting.clone() else { return Verdict::GoesOn };
    if rewriting.is_on != Some(true) {
        return Verdict::GoesOn;
    }
    let folder = &rewriting.folder;
    // The folder without its slash: the client is to ask with it first.
    if !rewriting.options.unwrap_or_default().allow_no_slash && folder.strip_suffix(b"/") == Some(&state.filename) {
        return Verdict::GoesOn;
    }
    if state.ended {
        state.trace(8, || "Declining, no further rewriting due to END flag".into());
        return Verdict::GoesOn;
    }
    let options = state.rules.options;
    if !options.follow_links() && !options.follow_owners_links() {
        state.error(&format!(
            "Options FollowSymLinks and SymLinksIfOwnerMatch are both off, so the RewriteRule directive is also forbidden due to its similar ability to circumvent directory restrictions : {}",
            shown(&state.filename)
        ));
        return Verdict::Status(403);
    }
    let (old_filename, old_args) = (state.filename.clone(), state.args.clone());
    let mut context = Context::new(Some(folder));
    let outcome = run(&rewriting.rules, &mut context, state);
    if outcome == Outcome::Unchanged {
        state.trace(1, || format!("pass through {}", shown(&state.filename)));
        state.filename = old_filename;
        return Verdict::GoesOn;
    }
    if let Some(verdict) = refused(state, outcome) {
        return verdict;
    }
    if let Some((length, _)) = scheme(&state.filename).filter(|_| !context.passes_on) {
        if let Some(base) = &rewriting.base {
            replace_folder_in_address(state, length, folder, base);
        }
        return redirect(state, length, outcome == Outcome::Changed { no_escape: true }, old_args.as_deref());
    }
    if !state.filename.starts_with(b"/") {
        return Verdict::Status(400);
    }
    if state.filename == old_filename {
        state.trace(1, || format!("initial URL equal rewritten URL: {} [IGNORING REWRITE]", shown(&state.filename)));
        return Verdict::GoesOn;
    }
    begin_anew(state, &rewriting);
    Verdict::GoesOn
}

/// `http://host/path/of/the/folder/x` becomes `http://host/base/x`.
fn replace_folder_in_address(state: &mut State<'_>, length: usize, folder: &[u8], base: &[u8]) {
    let Some(slash) = crate::bytes::find(&state.filename[length..], b'/').map(|at| length + at + 1) else { return };
    let folder = folder.strip_prefix(b"/").unwrap_or(folder);
    if let Some(path) = replace_folder(&state.filename[slash..], folder, base.strip_prefix(b"/").unwrap_or(base)) {
        state.filename.truncate(slash);
        state.filename.extend(path);
    }
}

/// The path of a file becomes that of an address, with which the request begins anew.
fn begin_anew(state: &mut State<'_>, rewriting: &Rewriting) {
    let path = match &rewriting.base {
        Some(base) => replace_folder(&state.filename, &rewriting.folder, base),
        None => state.filename.strip_prefix(&state.world.site.root[..]).filter(|rest| rest.starts_with(b"/")).map(<[u8]>::to_vec),
    };
    if let Some(path) = path {
        state.filename = path;
    }
    state.trace(1, || format!("internal redirect with {} [INTERNAL REDIRECT]", shown(&state.filename)));
    state.handler = Some(Handler::InternalRedirect);
}

/// The rules of a site, before the path means a file. True: the path is that of a file already.
pub(crate) fn in_site(state: &mut State<'_>, rewriting: &Arc<Rewriting>) -> Result<bool, u16> {
    // Who writes rules for a site means them.
    if rewriting.is_on == Some(false) || state.ended {
        return Ok(false);
    }
    state.filename = state.uri.clone();
    let old_args = state.args.clone();
    state.trace(2, || format!("init rewrite engine with requested uri {}", shown(&state.filename)));
    let mut context = Context::new(None);
    let outcome = run(&rewriting.rules, &mut context, state);
    if outcome == Outcome::Unchanged {
        state.trace(1, || format!("pass through {}", shown(&state.filename)));
        return Ok(false);
    }
    if let Some(Verdict::Status(status)) = refused(state, outcome) {
        return Err(status);
    }
    if let Some((length, _)) = scheme(&state.filename).filter(|_| !context.passes_on) {
        match redirect(state, length, outcome == Outcome::Changed { no_escape: true }, old_args.as_deref()) {
            Verdict::Status(status) => return Err(status),
            Verdict::GoesOn => return Ok(false),
        }
    }
    if !state.filename.starts_with(b"/") {
        return Err(400);
    }
    if context.passes_on {
        state.uri = state.filename.clone();
        return Ok(false);
    }
    let is_file = !context.is_reduced && state.filename.starts_with(&state.world.site.root);
    if !is_file {
        // A path of the site: the document root stands before it.
        state.filename = [&state.world.site.root[..], &state.filename].concat();
    }
    state.trace(1, || format!("go-ahead with {} [OK]", shown(&state.filename)));
    Ok(true)
}
