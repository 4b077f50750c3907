//! What the rules make of a request as a whole.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use crate::bytes::{contains, shown};
use crate::expr::evaluate;
use crate::limits;
use crate::phases::{self, Previous, begin, begin_anew, look_up};
use crate::respond::{self, Head};
use crate::rules::{ErrorDocument, Rules, Setting};
use crate::site::{Folders, Site};
use crate::state::{Env, Handler, State, World};
use crate::view::{Files, Kind, Log, Maps, Request};
use crate::walk;

/// Where the evaluation gets what it needs besides the request.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    pub site: &'a Site,
    pub files: &'a dyn Files,
    pub maps: &'a dyn Maps,
    pub folders: &'a dyn Folders,
    pub log: &'a dyn Log,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// PHP runs a script.
    Script {
        file: Vec<u8>,
        /// `SCRIPT_NAME`
        name: Vec<u8>,
        path_info: Option<Vec<u8>>,
        language: Option<Vec<u8>>,
    },
    /// A file is sent as it is.
    File {
        path: Vec<u8>,
        kind: Vec<u8>,
        coding: Option<Vec<u8>>,
        language: Option<Vec<u8>>,
        /// No entity tag.
        no_tag: bool,
    },
    /// The answer to `OPTIONS`: these methods.
    Options(&'static [u8]),
    /// The answer is there already.
    Answer {
        location: Option<Vec<u8>>,
        /// The text of an error's page. `None`: the server's own.
        body: Option<Vec<u8>>,
    },
}

/// What the rules make of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub action: Action,
    /// 200, or the status of an error, whose page the action may be.
    pub status: u16,
    pub method: Vec<u8>,
    pub query: Option<Vec<u8>>,
    /// Variables for the script: those that rules have set, `REDIRECT_…` among them.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// Header fields, as `RequestHeader` left them.
    pub headers: Arc<Vec<(String, Vec<u8>)>>,
    /// Who has logged in.
    pub user: Option<Vec<u8>>,
    /// The name of what a login is asked for.
    pub realm: Option<Vec<u8>>,
    /// `CGIPassAuth`: the script sees the credentials.
    pub passes_credentials: bool,
    pub settings: Vec<Setting>,
    /// Bytes.
    pub body_limit: Option<u64>,
}

/// What rules change of the answer's head.
#[derive(Debug)]
pub struct Edits {
    rules: Arc<Rules>,
    uri: Vec<u8>,
    filename: Vec<u8>,
    path_info: Vec<u8>,
    modified: Option<SystemTime>,
    content_type: Option<Vec<u8>>,
    vary: Vec<Vec<u8>>,
    cookies: Vec<(Vec<u8>, Vec<u8>)>,
}

fn world<'a>(request: &'a Request<'a>, around: Surroundings<'a>) -> World<'a> {
    let Surroundings { site, files, maps, folders, log } = around;
    World {
        request,
        site,
        files,
        maps,
        folders,
        log,
        began: Instant::now(),
        redirects: Cell::new(0),
        subrequests: Cell::new(0),
        logins: RefCell::default(),
        cookies: RefCell::default(),
        challenge: RefCell::default(),
        look_up,
    }
}

/// Finds out what a request means, and what its answer's head becomes. `None`: that stays as it is.
pub fn evaluate(request: &Request<'_>, around: Surroundings<'_>) -> (Outcome, Option<Edits>) {
    limits::begin();
    let world = world(request, around);
    let mut state = begin(&world, Arc::new(request.headers.to_vec()));
    let mut previous = Vec::new();
    let path = request.target.split(|b| *b == b'?').next().unwrap_or_default();
    // An encoded slash is not found, as with Apache (`AllowEncodedSlashes Off`).
    let is_unclear = contains(&path.to_ascii_lowercase(), b"%2f");
    let mut reached = if is_unclear { Err(404) } else { step(&mut state) };
    loop {
        if let Some(message) = limits::exceeded() {
            state.error(&format!("{}: {message}", shown(&state.uri)));
            state.env = Env::default();
            return finish(state, Action::Answer { location: None, body: None }, 500, &previous);
        }
        let target = match reached {
            Ok(Step::Done(action)) => {
                // A redirection that a later rule has taken back leaves its status.
                let status = state.status;
                return finish(state, action, status, &previous);
            }
            Ok(Step::Again(target)) => target,
            Err(status) => match fail(&mut state, status, &previous) {
                Failed::Answer(action, status) => return finish(state, action, status, &previous),
                Failed::Document(path) => path,
            },
        };
        reached = begin_anew(&mut state, &target, &mut previous).and_then(|next| {
            state = next;
            step(&mut state)
        });
    }
}

/// What a request has come to.
enum Step {
    Done(Action),
    /// It begins anew with this path and query.
    Again(Vec<u8>),
}

fn step(state: &mut State<'_>) -> Result<Step, u16> {
    phases::run(state)?;
    match state.handler {
        Some(Handler::InternalRedirect) => Ok(Step::Again(redirect_target(state))),
        _ => action(state).map(Step::Done),
    }
}

/// Where a request begins anew that the rules of a folder have changed.
fn redirect_target(state: &State<'_>) -> Vec<u8> {
    match &state.args {
        Some(args) => [&state.filename[..], b"?", args].concat(),
        None => state.filename.clone(),
    }
}

/// Methods that files know.
pub const FILE_METHODS: &[u8] = b"GET,POST,OPTIONS,HEAD";

/// What is done with the file that a request has come to. The error is the status of the answer.
fn action(state: &State<'_>) -> Result<Action, u16> {
    let is_script = state.kind == Some(Kind::File) && walk::is_script(state);
    match state.method.as_slice() {
        _ if is_script => {}
        b"GET" | b"HEAD" | b"POST" => {}
        b"OPTIONS" => return Ok(Action::Options(FILE_METHODS)),
        // A script that is not there is not found, however it is asked.
        _ if state.kind.is_none() && walk::is_script(state) => return Err(404),
        _ => return Err(405),
    }
    match state.kind {
        Some(Kind::File) => {}
        // Apache's module that lists folders knows no other methods, and is no other handler.
        Some(Kind::Folder) if state.method == b"POST" || state.handler_is_set && state.handler.is_some() => return Err(404),
        Some(Kind::Folder) => {
            state.error(&format!("Cannot serve directory {}: no matching DirectoryIndex found", shown(&state.filename)));
            return Err(403);
        }
        _ => return Err(404),
    }
    let accepts_path_info = state.rules.core.path_info.flatten();
    if is_script {
        if accepts_path_info == Some(false) && !state.path_info.is_empty() {
            return Err(404);
        }
        let name = state.uri.strip_suffix(&state.path_info[..]).unwrap_or(&state.uri).to_vec();
        let path_info = (!state.path_info.is_empty()).then(|| state.path_info.clone());
        return Ok(Action::Script { file: state.filename.clone(), name, path_info, language: state.language.clone() });
    }
    if matches!(&state.handler, Some(Handler::Named(name)) if &**name == b"cgi-script") {
        state.error(&format!("Options ExecCGI is off in this directory: {}", shown(&state.filename)));
        return Err(403);
    }
    if accepts_path_info != Some(true) && !state.path_info.is_empty() {
        return Err(404);
    }
    let kind = state.forced_type.clone().or_else(|| state.content_type.clone()).unwrap_or_else(|| b"application/octet-stream".to_vec());
    Ok(Action::File {
        path: state.filename.clone(),
        kind: with_charset(kind, &state.rules),
        coding: state.coding.clone(),
        language: state.language.clone(),
        no_tag: state.rules.core.no_tag == Some(true),
    })
}

/// `AddDefaultCharset` for texts that name none.
fn with_charset(kind: Vec<u8>, rules: &Rules) -> Vec<u8> {
    let is_text = kind.starts_with(b"text/plain") || kind.starts_with(b"text/html");
    match &rules.core.default_charset {
        Some(Some(charset)) if is_text && !contains(&kind, b"charset=") => [&kind[..], b"; charset=", charset].concat(),
        _ => kind,
    }
}

/// What becomes of an error or a redirection.
enum Failed {
    Answer(Action, u16),
    /// The request begins anew with the page that is to be shown.
    Document(Vec<u8>),
}

/// The first of the requests, of those that have begun anew with the status of an error.
fn first_failed(previous: &[Previous]) -> Option<&Previous> {
    previous.iter().rev().take_while(|request| request.status != 200).last()
}

/// Finds the document that is to be shown for an error. An error on the way to one is not reported: the first counts, with the server's own page.
fn fail(state: &mut State<'_>, status: u16, previous: &[Previous]) -> Failed {
    // The first of all has documents of its own for whatever happens.
    if state.status != 200 && !previous.is_empty() {
        let first = first_failed(previous);
        if let Some(first) = first {
            state.rules = first.rules.clone();
        }
        let status = first.map_or(status, |first| first.status);
        return Failed::Answer(Action::Answer { location: None, body: None }, status);
    }
    state.status = status;
    let answer = |location, body| Action::Answer { location, body };
    match state.rules.error_documents.get(&status).cloned() {
        Some(ErrorDocument::Text(word)) => {
            let text = evaluate::text(&word, state);
            Failed::Answer(answer(None, Some(text)), status)
        }
        Some(ErrorDocument::Address(word)) => {
            let address = evaluate::text(&word, state);
            Failed::Answer(answer(Some(address), None), 302)
        }
        Some(ErrorDocument::Path(word)) => {
            let path = evaluate::text(&word, state);
            let method = std::mem::replace(&mut state.method, b"GET".to_vec());
            state.env.set(b"REQUEST_METHOD", &method);
            Failed::Document(path)
        }
        Some(ErrorDocument::Default) | None => Failed::Answer(answer(state.location.take(), None), status),
    }
}

fn finish(state: State<'_>, action: Action, status: u16, previous: &[Previous]) -> (Outcome, Option<Edits>) {
    let mut env = state.env;
    if let Some(last) = previous.last() {
        env.set(b"REDIRECT_URL", &last.uri);
        if let Some(args) = &last.args {
            env.set(b"REDIRECT_QUERY_STRING", args);
        }
    }
    let (world, core) = (state.world, &state.rules.core);
    let outcome = Outcome {
        action,
        status,
        method: state.method,
        query: state.args,
        env: env.0,
        headers: state.headers,
        user: state.user,
        passes_credentials: core.passes_credentials == Some(true),
        realm: world.challenge.take(),
        settings: state.rules.settings.clone(),
        body_limit: core.body_limit.filter(|limit| *limit > 0),
    };
    let edits = Edits {
        uri: state.uri,
        filename: state.filename,
        path_info: state.path_info,
        modified: state.modified,
        content_type: state.content_type,
        vary: state.vary,
        cookies: world.cookies.take(),
        rules: state.rules,
    };
    let edits = edits.change_something().then_some(edits);
    (outcome, edits)
}

impl Edits {
    fn change_something(&self) -> bool {
        let Edits { rules, vary, cookies, .. } = self;
        !rules.response_headers.is_empty() || rules.expires.active == Some(true) || !vary.is_empty() || !cookies.is_empty()
    }

    /// The head of the answer to the request that had this outcome, as the rules change it. `None`: a bound was reached, which the log says.
    pub fn apply(&self, outcome: &Outcome, request: &Request<'_>, around: Surroundings<'_>, mut head: Head) -> Option<Head> {
        limits::begin();
        let world = world(request, around);
        world.cookies.replace(self.cookies.clone());
        let mut state = begin(&world, outcome.headers.clone());
        state.uri.clone_from(&self.uri);
        state.args.clone_from(&outcome.query);
        state.filename.clone_from(&self.filename);
        state.path_info.clone_from(&self.path_info);
        state.modified = self.modified;
        state.content_type.clone_from(&self.content_type);
        state.rules = self.rules.clone();
        state.env = Env(outcome.env.clone());
        state.user.clone_from(&outcome.user);
        state.vary.clone_from(&self.vary);
        state.status = head.status;
        respond::edit_response(&mut state, &mut head);
        if let Some(message) = limits::exceeded() {
            state.error(&format!("{}: {message}", shown(&state.uri)));
            return None;
        }
        Some(head)
    }
}
