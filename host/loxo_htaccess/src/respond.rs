//! What rules do to the header fields of requests and of answers.

use std::time::{Duration, SystemTime};

use crate::bytes::{is, split_at_byte};
use crate::expr::evaluate;
use crate::headers::{Action, Condition, HeaderEdit, Part, Value, substitute};
use crate::rules::Expiry;
use crate::state::{Date, State};

type Fields = Vec<(String, Vec<u8>)>;

/// `RequestHeader`
pub(crate) fn edit_request(state: &mut State<'_>) {
    let edits = state.rules.request_headers.clone();
    if edits.is_empty() {
        return;
    }
    let mut fields = state.header_edits().clone();
    for edit in &edits {
        apply(edit, &mut fields, state);
    }
    // Names come in lower case everywhere else.
    for (name, _) in &mut fields {
        name.make_ascii_lowercase();
    }
    *state.header_edits() = fields;
}

/// An answer's head, as the rules see and change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub status: u16,
    pub headers: Fields,
    /// The file that was sent was modified then.
    pub modified: Option<SystemTime>,
    /// The server has made it itself, for an error or a redirection.
    pub is_own_page: bool,
    /// A script has made it.
    pub is_of_script: bool,
}

/// Fields of scripts that `Header` changes without `always`. All others are in the other table, as Apache has it for FastCGI.
const USUAL_OF_SCRIPTS: &[&str] =
    &["content-type", "content-length", "content-range", "etag", "last-modified", "location", "transfer-encoding"];

/// What stands in the table of `Header` and in that of `Header always`.
struct Tables {
    usual: Fields,
    always: Fields,
}

impl Tables {
    fn of(headers: Fields, is_of_script: bool) -> Tables {
        let is_usual = |name: &str| !is_of_script || USUAL_OF_SCRIPTS.iter().any(|usual| name.eq_ignore_ascii_case(usual));
        let (usual, always) = headers.into_iter().partition(|(name, _)| is_usual(name));
        Tables { usual, always }
    }

    /// All fields, of which `Vary` names each of its own once.
    fn joined(self) -> Fields {
        let is_vary = |name: &str| name.eq_ignore_ascii_case("vary");
        let (vary, mut fields): (Fields, Fields) = self.always.into_iter().chain(self.usual).partition(|(name, _)| is_vary(name));
        let mut names: Vec<Vec<u8>> = Vec::new();
        for name in vary.iter().flat_map(|(_, value)| value.split(|b| *b == b',')).map(<[u8]>::trim_ascii) {
            if !name.is_empty() && !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name.to_vec());
            }
        }
        if !names.is_empty() {
            fields.push(("Vary".into(), names.join(&b","[..])));
        }
        fields
    }
}

/// `Header`, `ExpiresActive`, and what rules of rewriting add.
pub(crate) fn edit_response(state: &mut State<'_>, head: &mut Head) {
    let rules = state.rules.clone();
    let mut tables = Tables::of(std::mem::take(&mut head.headers), head.is_of_script);
    tables.always.extend(state.world.cookies.borrow().iter().map(|(_, cookie)| ("Set-Cookie".into(), cookie.clone())));
    if !head.is_own_page {
        for name in std::mem::take(&mut state.vary) {
            merge(&mut tables.usual, "Vary", &name);
        }
    }
    let is_success = !head.is_own_page;
    if head.status < 400 && rules.expires.active == Some(true) {
        expire(state, head.modified, &mut tables);
    }
    if !rules.response_headers.is_empty() {
        let headers = tables.always.iter().chain(&tables.usual).cloned().collect();
        state.response = Some(crate::state::ResponseView { status: head.status, headers });
        for edit in rules.response_headers.iter().filter(|edit| edit.always) {
            apply(edit, &mut tables.always, state);
        }
        // Errors of the server have no part in the other.
        for edit in rules.response_headers.iter().filter(|edit| is_success && !edit.always) {
            apply(edit, &mut tables.usual, state);
        }
    }
    head.headers = tables.joined();
}

fn content_type(fields: &Fields) -> Vec<u8> {
    let field = fields.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    field.map(|(_, value)| without_parameters(value)).unwrap_or_default()
}

fn without_parameters(kind: &[u8]) -> Vec<u8> {
    kind.split(|b| *b == b';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase()
}

fn expire(state: &State<'_>, modified: Option<SystemTime>, tables: &mut Tables) {
    if tables.always.iter().chain(&tables.usual).any(|(name, _)| name.eq_ignore_ascii_case("expires")) {
        return;
    }
    let expires = &state.rules.expires;
    let mut kind = content_type(&tables.usual);
    // The answer to OPTIONS names no type, and yet the file has one.
    if let (true, Some(known)) = (kind.is_empty(), &state.content_type) {
        kind = without_parameters(known);
    }
    let any = split_at_byte(&kind, b'/').map(|(major, _)| [major, b"/*"].concat()).unwrap_or_default();
    let Some(expiry) = expires.by_type.get(&kind).or_else(|| expires.by_type.get(&any)).copied().or(expires.default) else { return };
    let now = state.world.request.time;
    let Expiry { from_modification, seconds } = expiry;
    // A script's own file counts, too.
    let of_file = || state.world.files.about(&state.filename).map(|about| about.modified);
    let base = if from_modification { modified.or(state.modified).or_else(of_file) } else { Some(now) };
    let Some(base) = base else { return };
    // Further than a calendar reaches is no date.
    let seconds = Duration::from_secs(u64::try_from(seconds).unwrap_or(0).min(100_000_000_000));
    let until = base.checked_add(seconds).unwrap_or(now).max(now);
    let age = until.duration_since(now).unwrap_or_default().as_secs();
    merge(&mut tables.usual, "Cache-Control", format!("max-age={age}").as_bytes());
    tables.usual.push(("Expires".into(), Date::of(until).http(' ').into_bytes()));
}

/// Adds to the value of a field, with a comma.
fn merge(fields: &mut Fields, name: &str, value: &[u8]) {
    match fields.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, old)) => old.extend([b", ", value].concat()),
        None => fields.push((name.into(), value.to_vec())),
    }
}

fn is_wanted(condition: &Condition, state: &mut State<'_>) -> bool {
    match condition {
        Condition::Always => true,
        Condition::Env { name, is_set } => state.env.get(name).is_some() == *is_set,
        Condition::Expression(expr) => evaluate::is_true(expr, state),
        Condition::Early => false,
    }
}

fn value(value: &Value, state: &mut State<'_>) -> Vec<u8> {
    let made = match value {
        Value::Expression(word) => evaluate::text(word, state),
        Value::Parts(parts) => {
            let mut out = Vec::new();
            for part in parts {
                match part {
                    Part::Text(text) => out.extend_from_slice(text),
                    Part::Env(name) => out.extend_from_slice(state.env.get(name).unwrap_or(b"(null)")),
                    Part::Tls => out.extend_from_slice(b"(null)"),
                    Part::Time => {
                        let time = state.world.request.time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
                        out.extend(format!("t={}", time.as_micros()).into_bytes());
                    }
                    Part::Duration => out.extend(format!("D={}", state.world.began.elapsed().as_micros()).into_bytes()),
                }
            }
            out
        }
    };
    // No value begins another line.
    made.into_iter().map(|byte| if matches!(byte, b'\r' | b'\n' | 0) { b' ' } else { byte }).collect()
}

fn apply(edit: &HeaderEdit, fields: &mut Fields, state: &mut State<'_>) {
    if !is_wanted(&edit.condition, state) {
        return;
    }
    let name = String::from_utf8_lossy(&edit.name).into_owned();
    let has = |fields: &Fields| fields.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name));
    match &edit.action {
        Action::Add => fields.push((name, value(&edit.value, state))),
        Action::Append => merge(fields, &name, &value(&edit.value, state)),
        Action::Merge => {
            let value = value(&edit.value, state);
            let known = fields.iter().filter(|(known, _)| known.eq_ignore_ascii_case(&name));
            let is_there = known.flat_map(|(_, old)| old.split(|b| *b == b',')).any(|token| token.trim_ascii() == value);
            if !is_there {
                merge(fields, &name, &value);
            }
        }
        Action::SetIfEmpty if has(fields) => {}
        Action::Set | Action::SetIfEmpty => {
            let value = value(&edit.value, state);
            fields.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
            fields.push((name, value));
        }
        Action::Unset => fields.retain(|(known, _)| !known.eq_ignore_ascii_case(&name)),
        Action::Echo(pattern) => {
            let echoed: Fields = state.headers.iter().filter(|(name, _)| pattern.is_in(name.as_bytes())).cloned().collect();
            fields.extend(echoed);
        }
        Action::Edit { pattern, all } => {
            let with = value(&edit.value, state);
            for (known, old) in fields.iter_mut().filter(|(known, _)| is(known.as_bytes(), &name)) {
                let _ = known;
                if let Some(new) = pattern.replace(old, *all, |groups| substitute(&with, groups)) {
                    *old = new;
                }
            }
        }
        // Notes are seen by nothing that there is here.
        Action::Note => {}
    }
}
