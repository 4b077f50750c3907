//! `preg_match()` and `preg_match_all()`: runs a pattern over a text and gives the groups that it found.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, RefArg, Value};

use crate::errors::{PregError, State};
use crate::groups::{Shape, bounds, push};
use crate::pattern::{self, Regex};
use crate::search::Search;

const PATTERN_ORDER: i64 = 1;
const SET_ORDER: i64 = 2;

/// `preg_match()`
pub fn preg_match(
    cx: &mut Cx,
    pattern: &PhpStr,
    subject: &PhpStr,
    matches: Option<&RefArg>,
    flags: i64,
    offset: i64,
) -> PhpResult<OrFalse<i64>> {
    let Some(regex) = pattern::find(cx, pattern) else { return Ok(OrFalse::FALSE) };
    let Some(start) = prepare(cx, subject, matches, offset)? else { return Ok(OrFalse::FALSE) };
    if flags & 0xff != 0 {
        return Err(cx.argument_value_error(4, "must be a PREG_* constant"));
    }
    let mut search = Search::new(cx, &regex, subject, start);
    match search.next(cx) {
        Ok(true) => {}
        Ok(false) => return Ok(0.into()),
        Err(_) => return Ok(OrFalse::FALSE),
    }
    if let Some(matches) = matches {
        if is_reversed(&search) {
            return unreadable(cx);
        }
        let groups = Shape::of(flags).groups(&regex, subject, &search);
        drop(search);
        matches.set(cx, Value::array(groups))?;
    }
    Ok(1.into())
}

/// What `preg_match()` without flags finds in a text. Outer `None`: it has something to say.
pub(crate) fn first_groups(cx: &mut Cx, regex: &Regex, subject: &PhpStr) -> Option<Option<PhpArray>> {
    let mut search = Search::new(cx, regex, subject, 0);
    match search.next(cx) {
        Ok(true) if is_reversed(&search) => None,
        Ok(true) => Some(Some(Shape::of(0).groups(regex, subject, &search))),
        _ => Some(None),
    }
}

/// `preg_match_all()`
pub fn preg_match_all(
    cx: &mut Cx,
    pattern: &PhpStr,
    subject: &PhpStr,
    matches: Option<&RefArg>,
    flags: i64,
    offset: i64,
) -> PhpResult<OrFalse<i64>> {
    let Some(regex) = pattern::find(cx, pattern) else { return Ok(OrFalse::FALSE) };
    let Some(start) = prepare(cx, subject, matches, offset)? else { return Ok(OrFalse::FALSE) };
    let by_pattern = match flags & 0xff {
        0 | PATTERN_ORDER => true,
        SET_ORDER => false,
        _ => return Err(cx.argument_value_error(4, "must be a PREG_* constant")),
    };
    let mut search = Search::new(cx, &regex, subject, start);
    let shape = Shape::of(flags);
    let mut count = 0;
    let mut columns = Columns::new(if matches.is_some() && by_pattern { regex.groups } else { 0 });
    let mut sets = PhpArray::new();
    let outcome = loop {
        match search.next(cx) {
            Ok(true) => {}
            other => break other,
        }
        count += 1;
        if matches.is_none() {
            continue;
        }
        if is_reversed(&search) {
            return unreadable(cx);
        }
        if by_pattern {
            columns.add(shape, subject, &search, count - 1);
        } else {
            push(&mut sets, Value::array(shape.groups(&regex, subject, &search)));
        }
    };
    drop(search);
    if let Some(matches) = matches {
        let result = if by_pattern { columns.finish(&regex) } else { sets };
        matches.set(cx, Value::array(result))?;
    }
    Ok(if outcome.is_ok() { count.into() } else { OrFalse::FALSE })
}

/// Empties `$matches`; where the search starts, if that is within the subject.
fn prepare(cx: &mut Cx, subject: &PhpStr, matches: Option<&RefArg>, offset: i64) -> PhpResult<Option<usize>> {
    if offset == i64::MIN {
        return Err(cx.argument_value_error(5, format!("must be greater than {}", i64::MIN)));
    }
    if let Some(matches) = matches {
        matches.set(cx, Value::EMPTY_ARRAY)?;
    }
    let distance = offset.unsigned_abs() as usize;
    let start = if offset < 0 { subject.len().saturating_sub(distance) } else { distance };
    if start > subject.len() {
        cx.ext::<State>().last = PregError::Internal;
        return Ok(None);
    }
    Ok(Some(start))
}

/// `\K` in a look-ahead has put the start behind the end.
fn is_reversed(search: &Search<'_>) -> bool {
    matches!(search.offsets(), [start, end, ..] if end < start)
}

fn unreadable(cx: &mut Cx) -> PhpResult<OrFalse<i64>> {
    cx.builtin_warning("Get subpatterns list failed");
    cx.check()?;
    Ok(OrFalse::FALSE)
}

/// All that each group captured.
struct Columns {
    groups: Vec<PhpArray>,
    marks: PhpArray,
}

impl Columns {
    fn new(groups: usize) -> Columns {
        Columns { groups: vec![PhpArray::new(); groups], marks: PhpArray::new() }
    }

    fn add(&mut self, shape: Shape, subject: &PhpStr, search: &Search<'_>, row: i64) {
        let offsets = search.offsets();
        for (number, column) in self.groups.iter_mut().enumerate() {
            push(column, shape.group(subject, bounds(offsets, number)));
        }
        if let Some(mark) = search.mark() {
            self.marks.set_int(row, Value::bytes(mark));
        }
    }

    fn finish(self, regex: &Regex) -> PhpArray {
        let mut result = PhpArray::with_capacity(self.groups.len());
        for (number, column) in self.groups.into_iter().enumerate() {
            let column = Value::array(column);
            if let Some(name) = regex.name(number) {
                result.set_str(name.as_php(), column.clone());
            }
            push(&mut result, column);
        }
        if !self.marks.is_empty() {
            result.set_bytes(b"MARK", Value::array(self.marks));
        }
        result
    }
}
