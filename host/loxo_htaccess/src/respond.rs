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
#[derive(Clone, Debug)]
pub struct Head {
    pub status: u16,
    pub headers: Fields,
    /// The file that was sent was modified then.
    pub modified: Option<SystemTime>,
    /// The server has made it itself, for an error or a redirection.
    pub is_own_page: bool,
}

/// `Header`, `ExpiresActive`, and what rules of rewriting add.
pub(crate) fn edit_response(state: &mut State<'_>, head: &mut Head) {
    let rules = state.rules.clone();
    for (_, cookie) in &state.cookies {
        head.headers.push(("Set-Cookie".into(), cookie.clone()));
    }
    if !head.is_own_page && !state.vary.is_empty() {
        let names = std::mem::take(&mut state.vary);
        for name in &names {
            merge_token(&mut head.headers, "Vary", name);
        }
    }
    let is_success = !head.is_own_page;
    if is_success && head.status < 400 && rules.expires.active == Some(true) {
        expire(state, head);
    }
    if rules.response_headers.is_empty() {
        return;
    }
    state.response = Some(crate::state::ResponseView { status: head.status, headers: head.headers.clone() });
    let mut fields = std::mem::take(&mut head.headers);
    for edit in rules.response_headers.iter().filter(|edit| edit.always) {
        apply(edit, &mut fields, state);
    }
    // The first table is that of answers that are no errors of the server.
    if is_success {
        for edit in rules.response_headers.iter().filter(|edit| !edit.always) {
            apply(edit, &mut fields, state);
        }
    }
    head.headers = fields;
}

fn content_type(head: &Head) -> Vec<u8> {
    let field = head.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let kind = field.map(|(_, value)| value.split(|b| *b == b';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase());
    kind.unwrap_or_default()
}

fn expire(state: &State<'_>, head: &mut Head) {
    if head.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("expires")) {
        return;
    }
    let expires = &state.rules.expires;
    let kind = content_type(head);
    let any = split_at_byte(&kind, b'/').map(|(major, _)| [major, b"/*"].concat()).unwrap_or_default();
    let Some(expiry) = expires.by_type.get(&kind).or_else(|| expires.by_type.get(&any)).copied().or(expires.default) else { return };
    let now = state.world.request.time;
    let Expiry { from_modification, seconds } = expiry;
    // A script's own file counts, too.
    let modified = || state.world.files.about(&state.filename).map(|about| about.modified);
    let base = if from_modification { head.modified.or_else(modified) } else { Some(now) };
    let Some(base) = base else { return };
    // Further than a calendar reaches is no date.
    let seconds = Duration::from_secs(u64::try_from(seconds).unwrap_or(0).min(100_000_000_000));
    let until = base.checked_add(seconds).unwrap_or(now).max(now);
    let age = until.duration_since(now).unwrap_or_default().as_secs();
    merge(&mut head.headers, "Cache-Control", format!("max-age={age}").as_bytes());
    head.headers.push(("Expires".into(), Date::of(until).http(' ').into_bytes()));
}

/// Adds to the value of a field, with a comma.
fn merge(fields: &mut Fields, name: &str, value: &[u8]) {
    match fields.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, old)) => old.extend([b", ", value].concat()),
        None => fields.push((name.into(), value.to_vec())),
    }
}

/// The same, unless it is there.
fn merge_token(fields: &mut Fields, name: &str, value: &[u8]) {
    let has = fields
        .iter()
        .filter(|(known, _)| known.eq_ignore_ascii_case(name))
        .any(|(_, old)| old.split(|b| *b == b',').any(|token| token.trim_ascii().eq_ignore_ascii_case(value)));
    if !has {
        merge(fields, name, value);
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
