//! What a match captured, as values and arrays.

use loxo_runtime::{IStr, PhpArray, PhpStr, Value};

use crate::pattern::Regex;
use crate::search::Search;

/// How results are wanted: flags of the functions.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub offsets: bool,
    pub nulls: bool,
}

const OFFSET_CAPTURE: i64 = 1 << 8;
const UNMATCHED_AS_NULL: i64 = 1 << 9;

impl Shape {
    pub(crate) fn of(flags: i64) -> Shape {
        Shape { offsets: flags & OFFSET_CAPTURE != 0, nulls: flags & UNMATCHED_AS_NULL != 0 }
    }

    /// The value of a group, by the bounds of what it captured.
    // Values that pass through memory on their way are slow to copy, hence no pair of text and place here.
    #[inline(always)]
    pub(crate) fn group(self, subject: &PhpStr, bounds: Option<(usize, usize)>) -> Value {
        if self.offsets {
            return pair(self.text(subject, bounds), bounds.map_or(-1, |(start, _)| start as i64));
        }
        self.text(subject, bounds)
    }

    #[inline(always)]
    fn text(self, subject: &PhpStr, bounds: Option<(usize, usize)>) -> Value {
        match bounds {
            Some((start, end)) => Value::string(subject.slice(start..end)),
            None if self.nulls => Value::NULL,
            None => Value::EMPTY_STRING,
        }
    }

    /// The array that `$matches` is after one match. Groups behind the last one that took part are left out, unless they are null.
    pub(crate) fn groups(self, regex: &Regex, subject: &PhpStr, search: &Search<'_>) -> PhpArray {
        let offsets = search.offsets();
        let count = if self.nulls { regex.groups } else { offsets.len() / 2 };
        if regex.names.is_empty() && !self.nulls && !self.offsets && search.mark().is_none() {
            let mut groups = PhpArray::packed_with_capacity(count);
            for number in 0..count {
                let text = bounds(offsets, number).map_or(PhpStr::empty(), |(start, end)| subject.slice(start..end));
                push(&mut groups, Value::string(text));
            }
            return groups;
        }
        if regex.names.is_empty() && search.mark().is_none() {
            return PhpArray::from_values((0..count).map(|number| self.group(subject, bounds(offsets, number))));
        }
        let named = !regex.names.is_empty();
        let mut groups = if named { PhpArray::hash_with_capacity(count * 2) } else { PhpArray::packed_with_capacity(count) };
        for number in 0..count {
            let bounds = bounds(offsets, number);
            let value = self.group(subject, bounds);
            if let Some(name) = regex.name(number) {
                add_named(&mut groups, name, &value, bounds.is_some());
            }
            push(&mut groups, value);
        }
        if let Some(mark) = search.mark() {
            groups.set_bytes(b"MARK", Value::bytes(mark));
        }
        groups
    }
}

/// What a group captured, if it took part and captured anything (`\K` can put the end before the start).
#[inline]
pub(crate) fn bounds(offsets: &[usize], number: usize) -> Option<(usize, usize)> {
    match offsets.get(number * 2..number * 2 + 2) {
        Some(&[start, end]) if start <= end && end != usize::MAX => Some((start, end)),
        _ => None,
    }
}

/// Several groups may have one name: the one that took part counts.
fn add_named(groups: &mut PhpArray, name: IStr, value: &Value, took_part: bool) {
    if took_part || groups.get_str(name.as_php()).is_none() {
        groups.set_str(name.as_php(), value.clone());
    }
}

pub(crate) fn pair(text: Value, at: i64) -> Value {
    Value::array(PhpArray::from_values([text, Value::int(at)]))
}

/// Appends to a list that is never too long for its keys.
#[inline]
pub(crate) fn push(list: &mut PhpArray, value: Value) {
    let _ = list.push(value);
}
