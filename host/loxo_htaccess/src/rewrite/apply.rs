//! Runs the rules of a folder, or of a site, over a request.

use std::sync::Arc;
use std::time::Duration;

use crate::bytes::{is, number, shown, split_at_byte, strip_prefix_any_case};
use crate::limits;
use crate::rewrite::address::{qualify, reduce, scheme, split_query};
use crate::rewrite::condition::all_hold;
use crate::rewrite::fill::Matches;
use crate::rewrite::{Flags, Rule};
use crate::state::{Date, Handler, State};

/// A request's evaluation takes no longer.
const LONGEST: Duration = Duration::from_secs(2);
/// Longer paths are what a rule makes that runs over its own result.
const LONGEST_PATH: usize = 2 * 8190;

/// What rules have made of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Unchanged,
    Changed {
        no_escape: bool,
    },
    /// The answer is this status.
    Status(u16),
}

/// What one rule has done.
enum Applied {
    NoMatch,
    /// It matched, and nothing was to be replaced.
    Kept,
    Replaced,
    Status(u16),
}

/// What all rules share.
pub(crate) struct Context<'r> {
    /// The folder that the rules are from, with its slash. `None`: they are a site's.
    pub(crate) folder: Option<&'r [u8]>,
    /// Names for `Vary`, of the rule that is run.
    vary: Vec<Vec<u8>>,
    /// The last rule that replaced something.
    pub(crate) last: Option<Arc<Rule>>,
    /// `PT`: the path goes on as that of an address, even if it is a whole one.
    pub(crate) passes_on: bool,
    /// The path was an address of this server.
    pub(crate) is_reduced: bool,
}

impl<'r> Context<'r> {
    pub(crate) fn new(folder: Option<&'r [u8]>) -> Context<'r> {
        Context { folder, vary: Vec::new(), last: None, passes_on: false, is_reduced: false }
    }
}

/// Runs them in order.
pub(crate) fn run(rules: &[Arc<Rule>], context: &mut Context<'_>, state: &mut State<'_>) -> Outcome {
    let mut outcome = Outcome::Unchanged;
    let mut round = 1;
    let mut at = 0;
    while let Some(rule) = rules.get(at) {
        let flags = &rule.flags;
        at += 1;
        if state.is_subrequest && (flags.not_in_subrequests || flags.redirect.is_some()) {
            continue;
        }
        // What bound that was is in the log once the evaluation has ended.
        if limits::exceeded().is_some() {
            return Outcome::Status(500);
        }
        if state.world.began.elapsed() > LONGEST {
            state.error(&format!("rewriting {} takes longer than {} s", shown(&state.uri), LONGEST.as_secs()));
            return Outcome::Status(500);
        }
        context.vary.clear();
        let applied = apply(rule, context, state);
        if std::mem::take(&mut state.has_no_answer) {
            return Outcome::Status(500);
        }
        if let Applied::NoMatch = applied {
            // So does none of the rules that hang on it.
            while rules.get(at - 1).is_some_and(|rule| rule.flags.chain) {
                at += 1;
            }
            continue;
        }
        if rule.output.is_some() {
            context.last = Some(rule.clone());
        }
        if state.filename.len() > LONGEST_PATH {
            state.error(&format!(
                "RewriteRule '{}' and URI '{}' exceeded maximum length ({LONGEST_PATH})",
                shown(rule.pattern.text()),
                shown(&state.uri)
            ));
            return Outcome::Status(500);
        }
        state.vary.append(&mut context.vary);
        match applied {
            Applied::Status(status) => return Outcome::Status(status),
            Applied::Replaced => outcome = Outcome::Changed { no_escape: flags.no_escape },
            Applied::Kept | Applied::NoMatch => {}
        }
        if let Some(status) = flags.status {
            return Outcome::Status(status);
        }
        if flags.pass_through {
            context.passes_on = true;
            return Outcome::Changed { no_escape: false };
        }
        if flags.end {
            state.ended = true;
            break;
        }
        if flags.proxy || flags.last {
            break;
        }
        if let Some(rounds) = flags.next {
            round += 1;
            if round >= rounds {
                state.error(&format!(
                    "RewriteRule '{}' and URI '{}' exceeded maximum number of rounds ({rounds}) via the [N] flag",
                    shown(rule.pattern.text()),
                    shown(&state.uri)
                ));
                return Outcome::Status(500);
            }
            at = 0;
            continue;
        }
        at = at.saturating_add(flags.skip);
    }
    outcome
}

/// The path that a rule matches, as the folder sees it.
fn subject(context: &Context<'_>, state: &State<'_>) -> Vec<u8> {
    let Some(folder) = context.folder else { return state.filename.clone() };
    let whole = [&state.filename[..], &state.path_info].concat();
    if !state.path_info.is_empty() {
        state.trace(3, || format!("add path info postfix: {} -> {}", shown(&state.filename), shown(&whole)));
    }
    match whole.strip_prefix(folder) {
        Some(rest) if !is_proxied(state) => {
            state.trace(3, || format!("strip per-dir prefix: {} -> {}", shown(&whole), shown(rest)));
            rest.to_vec()
        }
        _ => whole,
    }
}

fn is_proxied(state: &State<'_>) -> bool {
    state.handler == Some(Handler::Proxy)
}

fn apply(rule: &Rule, context: &mut Context<'_>, state: &mut State<'_>) -> Applied {
    let uri = subject(context, state);
    state.trace(3, || format!("applying pattern '{}' to uri '{}'", shown(rule.pattern.text()), shown(&uri)));
    let found = rule.pattern.find(&uri);
    if found.is_some() == rule.is_negated {
        return Applied::NoMatch;
    }
    let mut matches = Matches { rule: found, condition: None };
    state.vary_candidate.clear();
    state.rewritten = Some(uri.clone());
    if !all_hold(&rule.conditions, state, &mut matches, &mut context.vary) {
        return Applied::NoMatch;
    }
    let flags = &rule.flags;
    let mut replaced = None;
    if let Some(output) = &rule.output {
        let filled = output.fill_with(state, &matches, flags.escapes.then_some(&flags.escape), flags.query_last);
        state.trace(2, || format!("rewrite '{}' -> '{}'", shown(&uri), shown(&filled.text)));
        if filled.has_unsafe_query && !flags.unsafe_allow_3f {
            state.error("Unsafe URL with %3f URL rewritten without UnsafeAllow3F");
            return Applied::Status(403);
        }
        replaced = Some(filled.text);
    }
    set_env(flags, &matches, state);
    set_cookies(flags, &matches, state);
    let Some(mut path) = replaced else {
        force_type_and_handler(flags, &matches, state);
        if let Some(status) = flags.status {
            state.trace(2, || format!("forcing responsecode {status} for {}", shown(&state.filename)));
        }
        return Applied::Kept;
    };
    let mut is_prefixed = false;
    if !is_proxied(state) && !path.starts_with(b"/") && scheme(&path).is_none() {
        if let Some(folder) = context.folder {
            state.trace(3, || format!("add per-dir prefix: {} -> {}{}", shown(&path), shown(folder), shown(&path)));
            path = [folder, &path].concat();
            is_prefixed = true;
        } else if !flags.proxy && flags.redirect.is_none() {
            state.trace(3, || format!("add root prefix: {} -> /{}", shown(&path), shown(&path)));
            path.insert(0, b'/');
            is_prefixed = true;
        }
    }
    state.filename = path;
    if context.folder.is_some() && flags.discards_path_info {
        state.path_info.clear();
    }
    split_query(state, flags);
    finish(rule, context, state, is_prefixed);
    if scheme(&state.filename).is_none() {
        force_type_and_handler(flags, &matches, state);
    }
    Applied::Replaced
}

/// A redirection is made a whole address, and an address of this server a path.
fn finish(rule: &Rule, context: &mut Context<'_>, state: &mut State<'_>, is_prefixed: bool) {
    let flags = &rule.flags;
    if flags.proxy {
        qualify(state);
        state.handler = Some(Handler::Proxy);
        return;
    }
    if let Some(status) = flags.redirect {
        qualify(state);
        state.trace(2, || format!("explicitly forcing redirect with {}", shown(&state.filename)));
        state.status = status;
        return;
    }
    context.is_reduced |= reduce(state);
    if scheme(&state.filename).is_some() {
        state.trace(2, || format!("implicitly forcing redirect (rc=302) with {}", shown(&state.filename)));
        state.status = 302;
        return;
    }
    let writes_slashes = rule.output.as_ref().is_some_and(|output| output.text.starts_with(b"//"));
    if !flags.keeps_slashes && !is_prefixed && !writes_slashes {
        let slashes = state.filename.iter().take_while(|b| **b == b'/').count();
        state.filename.drain(..slashes.saturating_sub(1));
    }
}

fn force_type_and_handler(flags: &Flags, matches: &Matches, state: &mut State<'_>) {
    if let Some(kind) = &flags.kind {
        let kind = kind.fill(state, matches).to_ascii_lowercase();
        if !kind.is_empty() {
            state.trace(2, || format!("remember {} to have MIME-type '{}'", shown(&state.filename), shown(&kind)));
            state.forced_type = Some(kind);
        }
    }
    if let Some(handler) = &flags.handler {
        let handler = handler.fill(state, matches).to_ascii_lowercase();
        if !handler.is_empty() {
            state.trace(2, || format!("remember {} to have Content-handler '{}'", shown(&state.filename), shown(&handler)));
            state.forced_handler = Some(handler);
        }
    }
}

fn set_env(flags: &Flags, matches: &Matches, state: &mut State<'_>) {
    for template in &flags.env {
        let text = template.fill(state, matches);
        if let Some(name) = text.strip_prefix(b"!") {
            state.env.unset(name);
            state.trace(5, || format!("unsetting env variable '{}'", shown(name)));
            continue;
        }
        let (name, value) = split_at_byte(&text, b':').unwrap_or((&text, b""));
        state.env.set(name, value);
        state.trace(5, || format!("setting env variable '{}' to '{}'", shown(name), shown(value)));
    }
}

/// `CO=name:value:domain:minutes:path:secure:httponly:samesite`
fn set_cookies(flags: &Flags, matches: &Matches, state: &mut State<'_>) {
    for template in &flags.cookies {
        let text = template.fill(state, matches);
        let (separator, text) = match text.strip_prefix(b";") {
            Some(text) => (b';', text),
            None => (b':', &text[..]),
        };
        let mut fields = text.split(|b| *b == separator).filter(|field| !field.is_empty());
        let (Some(name), Some(value), Some(domain)) = (fields.next(), fields.next(), fields.next()) else { continue };
        if state.world.cookies.borrow().iter().any(|(known, _)| known == name) {
            continue;
        }
        let (minutes, path) = (fields.next(), fields.next());
        let [secure, http_only, same_site] = [fields.next(), fields.next(), fields.next()];
        let says = |field: Option<&[u8]>, word: &str| field.is_some_and(|field| is(field, "true") || field == b"1" || is(field, word));
        let mut cookie = [name, b"=", value, b"; path=", path.unwrap_or(b"/"), b"; domain=", domain].concat();
        let minutes = minutes.map_or(0, number);
        let expires = u64::try_from(minutes)
            .ok()
            .filter(|minutes| *minutes > 0)
            .and_then(|minutes| state.world.request.time.checked_add(Duration::from_secs(minutes.saturating_mul(60))));
        if let Some(time) = expires {
            cookie.extend(format!("; expires={}", Date::of(time).http('-')).into_bytes());
        }
        if says(secure, "secure") {
            cookie.extend_from_slice(b"; secure");
        }
        if says(http_only, "httponly") {
            cookie.extend_from_slice(b"; HttpOnly");
        }
        if let Some(same_site) =
            same_site.filter(|field| *field != b"0" && strip_prefix_any_case(field, "false").is_none_or(|rest| !rest.is_empty()))
        {
            cookie.extend([b"; SameSite=", same_site].concat());
        }
        state.trace(5, || format!("setting cookie '{}'", shown(&cookie)));
        state.world.cookies.borrow_mut().push((name.to_vec(), cookie));
    }
}
