//! Fills in texts of rules for a request.

use crate::bytes::GroupEscape;
use crate::limits;
use crate::pattern::Groups;
use crate::rewrite::template::{Part, Template};
use crate::state::State;

/// What the last matches held.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    pub(crate) rule: Option<Groups>,
    pub(crate) condition: Option<Groups>,
}

/// A filled text.
#[derive(Debug, Default)]
pub(crate) struct Filled {
    pub(crate) text: Vec<u8>,
    /// The question mark that begins the query has come out of a request's path or the like.
    pub(crate) has_unsafe_query: bool,
}

impl Template {
    /// Fills the text in.
    pub(crate) fn fill(&self, state: &mut State<'_>, matches: &Matches) -> Vec<u8> {
        self.fill_with(state, matches, None, true).text
    }

    /// The same, with groups escaped, and whether a `?` of the text itself begins the query. `last`: the last question mark counts.
    pub(crate) fn fill_with(&self, state: &mut State<'_>, matches: &Matches, escape: Option<&GroupEscape>, last: bool) -> Filled {
        let mut filled = Filled::default();
        let mut has_query = false;
        for part in &self.parts {
            let (text, is_own) = match part {
                Part::Text(text) => (text.clone(), true),
                Part::RuleGroup(number) => (group(matches.rule.as_ref(), *number, escape), false),
                Part::ConditionGroup(number) => (group(matches.condition.as_ref(), *number, escape), false),
                Part::Variable(name) => (state.rewrite_variable(name), false),
                Part::Map { name, key, default } => {
                    let key = key.fill_with(state, matches, escape, true).text;
                    let value = match state.map(name, &key) {
                        Some(value) => value,
                        None => default.as_ref().map(|default| default.fill_with(state, matches, escape, true).text).unwrap_or_default(),
                    };
                    (value, false)
                }
            };
            if !limits::may_make(text.len()) {
                break;
            }
            if text.contains(&b'?') && (last || !has_query) {
                has_query = true;
                filled.has_unsafe_query = !is_own;
            }
            filled.text.extend(text);
        }
        filled
    }
}

fn group(groups: Option<&Groups>, number: usize, escape: Option<&GroupEscape>) -> Vec<u8> {
    let text = groups.map_or(&[][..], |groups| groups.get(number));
    escape.map_or_else(|| text.to_vec(), |escape| escape.apply(text))
}
