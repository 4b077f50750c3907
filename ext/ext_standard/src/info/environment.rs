//! Environment variables. A request's changes are its own: the process has other requests.

use std::os::unix::ffi::OsStringExt;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::prelude::*;

/// What this request has set (`None`: removed).
#[derive(Default)]
pub(crate) struct Environment(FxHashMap<Vec<u8>, Option<Vec<u8>>>);

impl ExtSlot for Environment {}

/// The process's own variables. Nobody changes them while it runs.
static PROCESS: LazyLock<FxHashMap<Vec<u8>, Vec<u8>>> = LazyLock::new(|| {
    let mut all = FxHashMap::default();
    for (name, value) in std::env::vars_os() {
        // The first of a name counts.
        all.entry(name.into_vec()).or_insert_with(|| value.into_vec());
    }
    all
});

/// Looks at an environment variable as this request sees it.
fn look<R>(cx: &mut Cx, name: &[u8], look: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let changes = &cx.ext::<Environment>().0;
    let value = match if changes.is_empty() { None } else { changes.get(name) } {
        Some(changed) => changed.as_ref()?,
        None => PROCESS.get(name)?,
    };
    Some(look(value))
}

/// An environment variable as this request sees it.
pub fn variable(cx: &mut Cx, name: &[u8]) -> Option<Vec<u8>> {
    look(cx, name, <[u8]>::to_vec)
}

/// All environment variables, in the order of the process's.
pub(crate) fn variables(cx: &mut Cx) -> Vec<(Vec<u8>, Vec<u8>)> {
    let changes = cx.ext::<Environment>().0.clone();
    let mut out: Vec<(Vec<u8>, Vec<u8>)> = std::env::vars_os()
        .map(|(name, v)| (name.into_vec(), v.into_vec()))
        .filter_map(|(name, v)| match changes.get(&name) {
            None => Some((name, v)),
            Some(change) => change.clone().map(|v| (name, v)),
        })
        .collect();
    for (name, change) in changes {
        if let Some(v) = change
            && !out.iter().any(|(known, _)| *known == name)
        {
            out.push((name, v));
        }
    }
    out
}

/// `getenv()`
pub(crate) fn getenv(cx: &mut Cx, name: Option<&PhpStr>, local_only: bool) -> PhpResult<Value> {
    let Some(name) = name else {
        let mut out = PhpArray::new();
        for (name, v) in variables(cx) {
            out.set_sym(name, Value::bytes(&v));
        }
        return Ok(out.into());
    };
    // Web servers put some of what they know of the request into the environment; PHP's built-in one does not.
    if !local_only && cx.sapi.is_web() && cx.sapi.name() != "cli-server" {
        let known = cx.info.server.iter().find(|(known, _)| *known == name.as_bytes());
        if let Some((_, v)) = known {
            return Ok(Value::bytes(v));
        }
    }
    Ok(look(cx, name, Value::bytes).unwrap_or(Value::FALSE))
}

/// `putenv()`
pub(crate) fn putenv(cx: &mut Cx, assignment: &PhpStr) -> PhpResult<bool> {
    if assignment.is_empty() || assignment[0] == b'=' {
        return Err(cx.argument_value_error(1, "must have a valid syntax"));
    }
    let (name, v) = match memchr::memchr(b'=', assignment) {
        Some(at) => (&assignment[..at], Some(assignment[at + 1..].to_vec())),
        None => (assignment.as_bytes(), None),
    };
    cx.ext::<Environment>().0.insert(name.to_vec(), v);
    Ok(true)
}
