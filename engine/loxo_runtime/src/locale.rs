//! The request's locale, which `setlocale()` sets. It is the request's own: the process has other requests.

use std::rc::Rc;

pub use loxo_locale_sys::{CATEGORIES, Kind, Locale};

use crate::{Cx, ExtSlot};

/// `LC_ALL`
pub const ALL: i64 = 6;
/// `LC_CTYPE`
pub const CTYPE: i64 = 0;
/// `LC_COLLATE`
pub const COLLATE: i64 = 3;
/// `LC_MESSAGES`
pub const MESSAGES: i64 = 5;

const C: &str = "C";
/// What characters are, until a program says something else.
const UTF8: &str = "C.UTF-8";

struct State {
    /// The categories' names, in the order of [`CATEGORIES`].
    names: [Rc<str>; CATEGORIES.len()],
    /// Not there before it is asked for.
    locale: Option<Rc<Locale>>,
    /// Nothing differs from C but what characters are.
    is_c: bool,
}

impl Default for State {
    fn default() -> State {
        let names = CATEGORIES.map(|(_, category)| Rc::from(if i64::from(category) == CTYPE { UTF8 } else { C }));
        State { names, locale: None, is_c: true }
    }
}

impl ExtSlot for State {}

/// The place of a category, if there is one of that number.
fn place(category: i64) -> Option<usize> {
    CATEGORIES.iter().position(|(_, known)| i64::from(*known) == category)
}

/// The name of a category's locale; of all categories, one name or a list of theirs. `None`: there is no such category.
pub fn name(cx: &mut Cx, category: i64) -> Option<String> {
    let names = &cx.ext::<State>().names;
    if category != ALL {
        return place(category).map(|at| names[at].to_string());
    }
    if names.iter().all(|name| *name == names[0]) {
        return Some(names[0].to_string());
    }
    let parts: Vec<String> = CATEGORIES.iter().zip(names).map(|((category, _), name)| format!("{category}={name}")).collect();
    Some(parts.join(";"))
}

fn is_c(name: &str) -> bool {
    matches!(name, C | UTF8 | "C.utf8")
}

fn make(names: &[Rc<str>; CATEGORIES.len()]) -> Option<Locale> {
    CATEGORIES.iter().zip(names).try_fold(Locale::c()?, |locale, ((_, category), name)| match &**name {
        C => Some(locale),
        name => locale.with(*category, name.as_bytes()),
    })
}

/// Sets categories, all of them or, if the system lacks one of the locales, none.
pub fn set(cx: &mut Cx, changes: &[(i64, String)]) -> bool {
    let mut names = cx.ext::<State>().names.clone();
    for (category, name) in changes {
        let Some(at) = place(*category) else { return false };
        names[at] = Rc::from(if name == "POSIX" { C } else { name });
    }
    let Some(locale) = make(&names) else { return false };
    let is_c = names.iter().all(|name| is_c(name));
    *cx.ext::<State>() = State { names, locale: Some(Rc::new(locale)), is_c };
    true
}

/// The locale, if it is another than C; UTF-8 does not make it one.
#[inline]
pub fn other_than_c(cx: &mut Cx) -> Option<Rc<Locale>> {
    let state = cx.ext::<State>();
    if state.is_c { None } else { state.locale.clone() }
}

/// The locale, whichever it is. `None`: the system does not even have `C.UTF-8`.
pub fn current(cx: &mut Cx) -> Option<Rc<Locale>> {
    let state = cx.ext::<State>();
    if state.locale.is_none() {
        state.locale = make(&state.names).or_else(Locale::c).map(Rc::new);
    }
    state.locale.clone()
}
