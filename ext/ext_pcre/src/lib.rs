//! PHP's pcre extension: searches and replaces by Perl-compatible regular expressions, with the library PCRE2.
//!
//! Patterns are compiled once per process and shared by its threads ([`pattern`]); each thread has matchers of its own ([`search`]). The
//! library is called through `loxo_pcre_sys` alone, and not at all where the pattern is simple ([`plain`]) or nothing in a short subject can begin
//! a match ([`prefilter`]).
#![forbid(unsafe_code)]

mod errors;
pub mod generated;
mod groups;
mod matching;
mod pattern;
mod plain;
mod prefilter;
mod replace;
mod search;
mod split;

use loxo_runtime::{Cx, Extension, PhpArray, PhpResult, PhpStr};

/// For other extensions; messages name the function of theirs that runs.
pub use matching::{preg_match, preg_match_all};
pub use replace::preg_replace;
pub use split::preg_split;

pub static EXTENSION: Extension = Extension {
    name: "pcre",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(info),
};

fn info(_: &mut loxo_runtime::Cx) -> Vec<(String, String)> {
    let row = |name: &str, value: &str| (name.into(), value.into());
    vec![
        row("PCRE (Perl Compatible Regular Expressions) Support", "enabled"),
        row("PCRE Library Version", &loxo_pcre_sys::version()),
        row("PCRE Unicode Version", "16.0.0"),
        row("PCRE JIT Support", "enabled"),
        row("PCRE JIT Target", &loxo_pcre_sys::jit_target()),
    ]
}

/// Can it be compiled? If not, there is a warning. For other extensions.
pub fn is_pattern(cx: &mut Cx, pattern: &PhpStr) -> PhpResult<bool> {
    let known = pattern::find(cx, pattern).is_some();
    cx.check().map(|()| known)
}

/// Does a pattern match somewhere in a text? False as well if it is none, with a warning, or if matching fails. `preg_last_error()` does not tell of
/// it. For other extensions.
pub fn matches(cx: &mut Cx, pattern: &PhpStr, subject: &PhpStr) -> PhpResult<bool> {
    let regex = pattern::find(cx, pattern);
    cx.check()?;
    let Some(regex) = regex else { return Ok(false) };
    Ok(quietly(cx, |cx| search::Search::new(cx, &regex, subject, 0).next(cx).unwrap_or(false)))
}

/// Works without leaving a trace in what `preg_last_error()` tells.
fn quietly<R>(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> R) -> R {
    let last = cx.ext::<errors::State>().last;
    let result = work(cx);
    cx.ext::<errors::State>().last = last;
    result
}

/// What `preg_match()` without flags finds in a text, as its third argument gets it, by a pattern that [`is_pattern`]. Nothing is said; outer
/// `None`: something must be said, so call `preg_match()`. For other extensions.
pub fn first_groups(cx: &mut Cx, pattern: &PhpStr, subject: &PhpStr) -> Option<Option<PhpArray>> {
    let regex = pattern::find(cx, pattern)?;
    matching::first_groups(cx, &regex, subject)
}
