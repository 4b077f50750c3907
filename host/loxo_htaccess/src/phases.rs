//! The phases of a request, in Apache's order: its path becomes a file, it is let in, and what hangs on the folder is done. Subrequests take the
//! same way.

use std::sync::Arc;

use crate::bytes::{climbs_out, escape_path, find, normal_path, shown, strip_prefix_any_case, unescape};
use crate::expr::evaluate;
use crate::rewrite::fixup::{self, Verdict};
use crate::rules::{ConditionalEnv, EnvCondition, EnvEdit, EnvSubject, Redirect, RedirectFrom, RedirectTo, Rules};
use crate::state::{Env, Handler, LookUp, State, World};
use crate::view::Kind;
use crate::{authorize, respond, walk};

/// How often a request begins anew.
const REDIRECTS: usize = 10;

/// A request at its start.
pub(crate) fn begin<'a>(world: &'a World<'a>, headers: Arc<Vec<(String, Vec<u8>)>>) -> State<'a> {
    let request = world.request;
    State {
        world,
        method: request.method.to_vec(),
        uri: request.path.to_vec(),
        args: request.query.map(<[u8]>::to_vec),
        filename: Vec::new(),
        path_info: Vec::new(),
        kind: None,
        modified: None,
        rules: world.site.own.clone(),
        sources: None,
        sources_before: None,
        env: Env::default(),
        headers,
        handler: None,
        handler_is_set: false,
        forced_type: None,
        forced_handler: None,
        content_type: None,
        coding: None,
        language: None,
        user: None,
        is_subrequest: false,
        main_uri: None,
        depth: 0,
        ended: false,
        status: 200,
        location: None,
        vary: Vec::new(),
        vary_candidate: Vec::new(),
        has_no_answer: false,
        groups: Default::default(),
        response: None,
        rewritten: None,
    }
}

/// All phases. The error is the status of the answer.
pub(crate) fn run(state: &mut State<'_>) -> Result<(), u16> {
    let own = state.world.site.own.clone();
    if !state.is_subrequest {
        for edit in &own.conditional_env {
            set_conditional_env(edit, state);
        }
    }
    let is_file = match &own.rewriting {
        Some(rewriting) => fixup::in_site(state, rewriting)?,
        None => false,
    };
    if !is_file {
        state.filename = [&state.world.site.root[..], &state.uri].concat();
    }
    run_for_file(state)
}

/// The phases from the path of a file on.
fn run_for_file(state: &mut State<'_>) -> Result<(), u16> {
    walk::find_file(state)?;
    if !state.is_subrequest {
        let own = state.world.site.own.conditional_env.len();
        for edit in state.rules.conditional_env.clone().iter().skip(own) {
            set_conditional_env(edit, state);
        }
    }
    let name = state.filename.rsplit(|b| *b == b'/').next().unwrap_or_default();
    if name.starts_with(b".ht") {
        state.error(&format!("client denied by server configuration: {}", shown(&state.filename)));
        return Err(403);
    }
    authorize::check(state)?;
    walk::find_type(state);
    fix_up(state)
}

/// What hangs on the folder: rules of rewriting, redirections, variables, the file that a folder shows.
fn fix_up(state: &mut State<'_>) -> Result<(), u16> {
    // The site's own rules have run.
    let has_own = state.rules.rewriting.as_ref().is_some_and(|rewriting| rewriting.folder.is_empty());
    if !has_own && let Verdict::Status(status) = fixup::in_folder(state) {
        return Err(status);
    }
    let rules = state.rules.clone();
    for redirect in rules.redirect_all.iter().chain(&rules.redirects) {
        if let Some(status) = redirected(redirect, state) {
            return Err(status);
        }
    }
    for edit in state.rules.env.clone() {
        match &*edit {
            EnvEdit::Set(name, value) => state.env.set(name, value),
            EnvEdit::Unset(name) => state.env.unset(name),
        }
    }
    match state.kind {
        Some(Kind::Folder) => folder(state)?,
        None if state.handler.is_none() && may_fall_back(state) => fall_back(state)?,
        _ => {}
    }
    respond::edit_request(state);
    Ok(())
}

fn set_conditional_env(edit: &ConditionalEnv, state: &mut State<'_>) {
    let groups = match &edit.when {
        EnvCondition::Expression(expr) => {
            state.groups = Default::default();
            evaluate::holds(expr, state).then(|| state.groups.clone())
        }
        EnvCondition::Matches(subject, pattern) => {
            let request = state.world.request;
            match subject {
                EnvSubject::Field(name, written) => {
                    let field = state.header(name.as_bytes());
                    let value = field.or_else(|| state.env.get(written)).unwrap_or_default();
                    pattern.find(value)
                }
                EnvSubject::FieldsLike(names) => {
                    let values: Vec<u8> = state
                        .headers
                        .iter()
                        .filter(|(name, _)| names.is_in(name.as_bytes()))
                        .flat_map(|(_, value)| value.clone())
                        .collect();
                    pattern.find(&values)
                }
                EnvSubject::RemoteHost | EnvSubject::RemoteAddress => pattern.find(state.peer().to_canonical().to_string().as_bytes()),
                EnvSubject::ServerAddress => pattern.find(request.local.ip().to_canonical().to_string().as_bytes()),
                EnvSubject::Method => pattern.find(&state.method),
                EnvSubject::Protocol => pattern.find(request.protocol),
                EnvSubject::Uri => pattern.find(&state.uri),
            }
        }
    };
    let Some(groups) = groups else { return };
    for (name, value) in &edit.edits {
        match value {
            None => state.env.unset(name),
            Some(value) => {
                let value = crate::headers::substitute(value, &groups);
                state.env.set(name, &value);
            }
        }
    }
}

/// How long the beginning of a path is that a directive names; slashes that follow each other count as one.
fn prefix_length(path: &[u8], prefix: &[u8]) -> Option<usize> {
    let (mut at, mut wanted) = (0, 0);
    while wanted < prefix.len() {
        if prefix[wanted] == b'/' {
            if path.get(at) != Some(&b'/') {
                return None;
            }
            while path.get(at) == Some(&b'/') {
                at += 1;
            }
            while prefix.get(wanted) == Some(&b'/') {
                wanted += 1;
            }
            continue;
        }
        if path.get(at) != Some(&prefix[wanted]) {
            return None;
        }
        (at, wanted) = (at + 1, wanted + 1);
    }
    let is_whole = at == path.len() || path[at] == b'/' || at > 0 && path[at - 1] == b'/';
    is_whole.then_some(at)
}

/// Addresses that a group was put into: the path is escaped, query and fragment are left.
fn escape_target(text: &[u8]) -> Vec<u8> {
    let end = text.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(text.len());
    let start = find(text, b':')
        .filter(|at| text[at + 1..].starts_with(b"//"))
        .and_then(|at| find(&text[at + 3..], b'/').map(|slash| at + 3 + slash))
        .unwrap_or(0);
    let start = if text.starts_with(b"/") { 0 } else { start };
    if start > end {
        return text.to_vec();
    }
    [&text[..start], &escape_path(&text[start..end]), &text[end..]].concat()
}

/// The status, if a redirection is meant; `State::location` gets the address.
fn redirected(redirect: &Redirect, state: &mut State<'_>) -> Option<u16> {
    let found = match (&redirect.from, &redirect.to) {
        (RedirectFrom::Everything, to) => match to {
            RedirectTo::Nowhere => None,
            RedirectTo::Text(text) => Some(text.clone()),
            RedirectTo::Expression(word) => Some(evaluate::text(word, state)),
        },
        (RedirectFrom::Prefix(prefix), to) => {
            let length = prefix_length(&state.uri, prefix)?;
            match to {
                RedirectTo::Text(text) => Some([&text[..], &escape_path(&state.uri[length..])].concat()),
                _ => None,
            }
        }
        (RedirectFrom::Pattern(pattern), to) => {
            let groups = pattern.find(&state.uri)?;
            match to {
                RedirectTo::Text(text) => Some(escape_target(&crate::headers::substitute(text, &groups))),
                _ => None,
            }
        }
    };
    if let Some(mut address) = found {
        if address.starts_with(b"/") {
            address = [&state.authority()[..], &address].concat();
        }
        if let Some(args) = state.args.as_ref().filter(|_| !address.contains(&b'?')) {
            address = [&address[..], b"?", args].concat();
        }
        state.location = Some(address);
    }
    Some(redirect.status)
}

/// `mod_dir`: a folder is asked for with a slash, and shows a file.
fn folder(state: &mut State<'_>) -> Result<(), u16> {
    if !state.path_info.is_empty() {
        return Ok(());
    }
    let rules = state.rules.clone();
    if !state.uri.ends_with(b"/") {
        if rules.folder.adds_slash == Some(false) {
            return Ok(());
        }
        let query = state.args.as_ref().map(|args| [b"?", &args[..]].concat()).unwrap_or_default();
        state.location = Some([&state.authority()[..], &escape_path(&state.uri), b"/", &query].concat());
        return Err(301);
    }
    if state.handler == Some(Handler::InternalRedirect) {
        return Ok(());
    }
    let names = rules.folder.index.as_ref().unwrap_or(&state.world.site.index);
    let mut error = None;
    for name in names {
        let found = look_up(state, &with_query(name, state), LookUp::Uri);
        if found.status == 200 && found.kind == Some(Kind::File) {
            if let Some(status) = rules.folder.index_status.flatten() {
                state.location = Some([&state.authority()[..], &found.uri].concat());
                return Err(status);
            }
            take_over(state, found);
            return Ok(());
        }
        let is_alone = names.len() == 1 && matches!(found.status, 401 | 406);
        if crate::status::is_redirection(found.status) || is_alone {
            state.location.clone_from(&found.location);
            if found.status == 401 {
                state.world.challenge.replace(found.rules.login.realm.clone());
            }
            state.rules = found.rules;
            return Err(found.status);
        }
        if !matches!(found.status, 200 | 404) {
            error = Some(found.status);
        }
    }
    error.map_or(Ok(()), Err)
}

/// The request goes on as the subrequest does.
fn take_over(state: &mut State<'_>, found: State<'_>) {
    state.uri = found.uri;
    state.args = found.args;
    state.filename = found.filename;
    state.path_info = found.path_info;
    state.kind = found.kind;
    state.modified = found.modified;
    state.rules = found.rules;
    state.sources = found.sources;
    state.handler = found.handler;
    state.handler_is_set = found.handler_is_set;
    state.forced_type = found.forced_type;
    state.forced_handler = found.forced_handler;
    state.content_type = found.content_type;
    state.coding = found.coding;
    state.language = found.language;
    state.ended |= found.ended;
    state.user = found.user.or(state.user.take());
    state.vary.extend(found.vary);
    for (name, value) in &found.env.0 {
        state.env.set(name, value);
    }
}

/// A script that is not there has PHP as its handler, and Apache's `FallbackResource` is for what has none. What the site itself has stands in for it.
fn may_fall_back(state: &State<'_>) -> bool {
    let world = state.world;
    !world.site.is_script(&state.filename) || state.rules.folder.fallback == world.site.own.folder.fallback
}

/// `FallbackResource`
fn fall_back(state: &mut State<'_>) -> Result<(), u16> {
    let Some(Some(path)) = state.rules.folder.fallback.clone() else { return Ok(()) };
    let found = look_up(state, &with_query(&path, state), LookUp::Uri);
    match found.status {
        200 if found.kind == Some(Kind::File) => take_over(state, found),
        200 | 404 => {}
        status => {
            state.location.clone_from(&found.location);
            return Err(status);
        }
    }
    Ok(())
}

fn with_query(path: &[u8], state: &State<'_>) -> Vec<u8> {
    match &state.args {
        Some(args) => [path, b"?", args].concat(),
        None => path.to_vec(),
    }
}

/// What a subrequest comes to; its status is that of the answer that it would have.
pub(crate) fn look_up<'a>(state: &State<'a>, target: &[u8], what: LookUp) -> State<'a> {
    let mut found = begin(state.world, state.headers.clone());
    found.is_subrequest = true;
    found.main_uri = Some(state.uri.clone());
    found.method = b"GET".to_vec();
    found.depth = state.depth + 1;
    found.ended = state.ended;
    found.env = state.env.clone();
    found.user.clone_from(&state.user);
    found.sources_before.clone_from(&state.sources);
    // One that must not begin anew again has no subrequests either.
    if !state.may_look_up() || state.world.redirects.get() >= REDIRECTS {
        found.status = 500;
        return found;
    }
    state.world.subrequests.set(state.world.subrequests.get() + 1);
    let result = match what {
        LookUp::File => {
            found.args = None;
            found.filename = match target.starts_with(b"/") {
                true => target.to_vec(),
                false => [parent(&state.filename), target].concat(),
            };
            let beside = found.filename.strip_prefix(parent(&state.filename)).filter(|rest| !rest.contains(&b'/'));
            // Only a file beside the main request's has an address.
            found.uri = match (&state.uri[..], beside) {
                (b"", _) | (_, None) => Vec::new(),
                (address, Some(rest)) => [parent(address), rest].concat(),
            };
            run_for_file(&mut found)
        }
        LookUp::Uri => {
            let (path, args) = split_target(target);
            found.args = args;
            match unescaped(path) {
                Ok(path) => {
                    let path = if path.starts_with(b"/") { path } else { [parent(&state.uri), &path].concat() };
                    if climbs_out(&path) {
                        Err(400)
                    } else {
                        found.uri = normal_path(&path);
                        run(&mut found)
                    }
                }
                Err(status) => Err(status),
            }
        }
    };
    if let Err(status) = result {
        found.status = status;
    }
    found
}

/// A path up to its last slash.
fn parent(path: &[u8]) -> &[u8] {
    path.iter().rposition(|b| *b == b'/').map_or(&[], |at| &path[..=at])
}

/// A path of an address, decoded. The error is the status of the answer: an encoded slash is not found, and a code that is none is malformed.
fn unescaped(path: &[u8]) -> Result<Vec<u8>, u16> {
    let has_slash = || path.windows(3).any(|code| strip_prefix_any_case(code, "%2f").is_some());
    unescape(path).ok_or_else(|| if has_slash() { 404 } else { 400 })
}

/// Path and query; what follows `#` is neither.
fn split_target(target: &[u8]) -> (&[u8], Option<Vec<u8>>) {
    let end = target.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(target.len());
    let args = target[end..].strip_prefix(b"?").map(|args| args.split(|b| *b == b'#').next().unwrap_or_default().to_vec());
    (&target[..end], args)
}

/// What has become of requests that have begun anew, the last first.
pub(crate) struct Previous {
    pub(crate) uri: Vec<u8>,
    pub(crate) args: Option<Vec<u8>>,
    /// 200, or what it has failed with.
    pub(crate) status: u16,
    pub(crate) rules: Arc<Rules>,
}

/// The request begins anew with another path.
pub(crate) fn begin_anew<'a>(state: &mut State<'a>, target: &[u8], previous: &mut Vec<Previous>) -> Result<State<'a>, u16> {
    if previous.len() >= REDIRECTS {
        state.error(&format!(
            "Request exceeded the limit of {REDIRECTS} internal redirects due to probable configuration error. {}",
            shown(&state.uri)
        ));
        return Err(500);
    }
    let (path, args) = split_target(target);
    let path = unescaped(path)?;
    if climbs_out(&path) {
        return Err(400);
    }
    previous.push(Previous {
        uri: std::mem::take(&mut state.uri),
        args: state.args.take(),
        status: state.status,
        rules: state.rules.clone(),
    });
    state.world.redirects.set(previous.len());
    let mut next = begin(state.world, state.headers.clone());
    next.uri = normal_path(&path);
    next.args = args;
    next.method.clone_from(&state.method);
    next.env = state.env.redirected();
    next.env.set(b"REDIRECT_STATUS", state.status.to_string().as_bytes());
    next.status = state.status;
    next.ended = state.ended;
    next.user.clone_from(&state.user);
    next.sources_before = state.sources.take();
    // What a refusal varies by is not said of the page that is shown for it.
    if state.handler == Some(Handler::InternalRedirect) {
        next.vary = std::mem::take(&mut state.vary);
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_paths() {
        for (path, prefix, length) in [
            ("/a/b", "/a", Some(2)),
            ("/ab", "/a", None),
            ("//a/b", "/a/", Some(4)),
            ("/a", "/a/", None),
            ("/", "/", Some(1)),
            ("/x", "/", Some(1)),
        ] {
            assert_eq!(prefix_length(path.as_bytes(), prefix.as_bytes()), length, "{path} {prefix}");
        }
    }

    #[test]
    fn targets() {
        assert_eq!(split_target(b"/a?b#c"), (&b"/a"[..], Some(b"b".to_vec())));
        assert_eq!(split_target(b"/a#b?c"), (&b"/a"[..], None));
        assert_eq!(escape_target(b"http://h:1/a b?c d"), b"http://h:1/a%20b?c d");
        assert_eq!(escape_target(b"/a b"), b"/a%20b");
    }
}
