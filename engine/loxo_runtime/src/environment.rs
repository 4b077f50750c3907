//! The environment variables that a request sees. Its changes are its own: the process has other requests.

use std::os::unix::ffi::OsStringExt;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::{Cx, ExtSlot};

/// What this request has set (`None`: removed).
#[derive(Default)]
struct Environment(FxHashMap<Vec<u8>, Option<Vec<u8>>>);

impl ExtSlot for Environment {}

/// The process's own variables, in its order. Nobody changes them while it runs.
pub(crate) static VARIABLES: LazyLock<Vec<(Vec<u8>, Vec<u8>)>> =
    LazyLock::new(|| std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect());

/// The same by name.
static PROCESS: LazyLock<FxHashMap<&[u8], &[u8]>> = LazyLock::new(|| {
    // The first of a name counts.
    VARIABLES.iter().rev().map(|(name, value)| (&name[..], &value[..])).collect()
});

/// Looks at an environment variable as this request sees it.
pub fn with_variable<R>(cx: &mut Cx, name: &[u8], look: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let changes = &cx.ext::<Environment>().0;
    let value = match if changes.is_empty() { None } else { changes.get(name) } {
        Some(changed) => changed.as_deref()?,
        None => *PROCESS.get(name)?,
    };
    Some(look(value))
}

/// An environment variable as this request sees it.
pub fn variable(cx: &mut Cx, name: &[u8]) -> Option<Vec<u8>> {
    with_variable(cx, name, <[u8]>::to_vec)
}

/// All environment variables, in the order of the process's.
pub fn variables(cx: &mut Cx) -> Vec<(Vec<u8>, Vec<u8>)> {
    let changes = cx.ext::<Environment>().0.clone();
    let now = |(name, value): &(Vec<u8>, Vec<u8>)| Some((name.clone(), changes.get(name).map_or(Some(value), Option::as_ref)?.clone()));
    let mut out: Vec<_> = VARIABLES.iter().filter_map(now).collect();
    for (name, change) in changes {
        if let Some(v) = change
            && !out.iter().any(|(known, _)| *known == name)
        {
            out.push((name, v));
        }
    }
    out
}

/// Sets a variable for this request; `None` takes it away.
pub fn set_variable(cx: &mut Cx, name: &[u8], value: Option<Vec<u8>>) {
    cx.ext::<Environment>().0.insert(name.to_vec(), value);
}
