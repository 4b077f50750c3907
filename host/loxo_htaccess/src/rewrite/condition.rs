//! Tests the conditions of a rule.

use std::cmp::Ordering;

use crate::bytes::{number, shown};
use crate::expr::evaluate;
use crate::rewrite::fill::Matches;
use crate::rewrite::{Condition, Test};
use crate::state::{LookUp, State};
use crate::view::Kind;

/// Whether all conditions hold; of those that are joined by `OR`, one.
pub(crate) fn all_hold(conditions: &[Condition], state: &mut State<'_>, matches: &mut Matches, vary: &mut Vec<Vec<u8>>) -> bool {
    let mut at = 0;
    while let Some(condition) = conditions.get(at) {
        let holds = holds(condition, state, matches);
        if condition.no_vary {
            state.vary_candidate.clear();
        }
        at += 1;
        match (condition.or_next, holds) {
            (true, false) => {
                state.vary_candidate.clear();
                continue;
            }
            // The rest of the alternatives, the last of which is not marked.
            (true, true) => {
                while conditions.get(at - 1).is_some_and(|condition| condition.or_next) {
                    at += 1;
                }
            }
            (false, false) => return false,
            (false, true) => {}
        }
        vary.append(&mut state.vary_candidate);
    }
    true
}

fn holds(condition: &Condition, state: &mut State<'_>, matches: &mut Matches) -> bool {
    let input = match &condition.test {
        Test::Expression(_) => Vec::new(),
        _ => condition.input.fill(state, matches),
    };
    let about = |state: &State<'_>| state.world.files.about(&input);
    let found = match &condition.test {
        Test::IsFile => about(state).is_some_and(|about| about.kind == Kind::File),
        Test::IsFileWithContent => about(state).is_some_and(|about| about.kind == Kind::File && about.size > 0),
        Test::IsFolder => about(state).is_some_and(|about| about.kind == Kind::Folder),
        Test::IsLink => state.world.files.about_link(&input).is_some_and(|about| about.kind == Kind::Link),
        Test::IsExecutable => about(state).is_some_and(|about| about.is_executable),
        Test::IsAddress => !input.is_empty() && state.may_look_ahead() && (state.world.look_up)(state, &input, LookUp::Uri).status < 400,
        Test::IsReachableFile => {
            !input.is_empty() && state.may_look_ahead() && { (state.world.look_up)(state, &input, LookUp::File).is_reachable_file() }
        }
        Test::Text { wanted, is_less, is_equal, is_greater, any_case } => match order(&input, wanted, *any_case) {
            Ordering::Less => *is_less,
            Ordering::Equal => *is_equal,
            Ordering::Greater => *is_greater,
        },
        Test::Number { wanted, is_less, is_equal, is_greater } => match number(&input).cmp(wanted) {
            Ordering::Less => *is_less,
            Ordering::Equal => *is_equal,
            Ordering::Greater => *is_greater,
        },
        Test::Expression(expr) => {
            state.groups = Default::default();
            // With `NV` nothing is said of what the answer varies with.
            let found = if condition.no_vary { evaluate::is_true(expr, state) } else { evaluate::holds(expr, state) };
            if found && !condition.is_negated {
                matches.condition = Some(std::mem::take(&mut state.groups));
            }
            found
        }
        Test::Pattern(pattern) => match pattern.find(&input) {
            None => false,
            Some(groups) => {
                if !condition.is_negated {
                    matches.condition = Some(groups);
                }
                true
            }
        },
    };
    let holds = found != condition.is_negated;
    state.trace(4, || {
        let result = if holds { "matched" } else { "not-matched" };
        format!("RewriteCond: input='{}' pattern='{}' => {result}", shown(&input), shown(&condition.shown))
    });
    holds
}

/// Longer texts are greater; those of the same length are compared byte by byte. Without case, as texts.
fn order(left: &[u8], right: &[u8], any_case: bool) -> Ordering {
    match any_case {
        true => left.to_ascii_lowercase().cmp(&right.to_ascii_lowercase()),
        false => left.len().cmp(&right.len()).then_with(|| left.cmp(right)),
    }
}
