//! `sort()` and its like: the flags, and the comparison functions that they choose.
//!
//! The order of comparisons is `PhpArray::try_sort_by`'s, which is PHP's; equal elements keep their order. The array being sorted is out of
//! its variable only where no PHP code can look at it.

use std::cmp::Ordering;

use value::array::SortEntry;

use loxo_runtime::class_of;

use super::sort_words::{As, By, order_of};
use crate::prelude::*;
use loxo_runtime::locale;

/// How two values compare: a `SORT_*` flag.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    Regular,
    Numeric,
    Text,
    TextNoCase,
    Natural,
    NaturalNoCase,
    /// In the order of the locale.
    Locale,
}

/// Tells cases of enums apart.
fn enum_case(v: &Value) -> Option<u32> {
    let object = v.as_object()?;
    class_of(object).is_enum().then(|| object.handle())
}

impl Mode {
    const FLAG_CASE: i64 = 8;

    pub(super) fn from_flags(flags: i64) -> Mode {
        let no_case = flags & Mode::FLAG_CASE != 0;
        match flags & !Mode::FLAG_CASE {
            1 => Mode::Numeric,
            2 if no_case => Mode::TextNoCase,
            2 => Mode::Text,
            5 => Mode::Locale,
            6 if no_case => Mode::NaturalNoCase,
            6 => Mode::Natural,
            _ => Mode::Regular,
        }
    }

    /// Compares two values.
    pub(super) fn compare(self, cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<Ordering> {
        let (a, b) = (a.deref(), b.deref());
        match self {
            Mode::Regular => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => Ok(a.cmp(&b)),
                _ => match (a.as_str(), b.as_str()) {
                    (Some(a), Some(b)) => Ok(value::number::smart_str_compare(a, b)),
                    _ => match (enum_case(a), enum_case(b)) {
                        // Cases are in no order, but equal ones must come together; what is no case comes before them.
                        (Some(a), Some(b)) => Ok(a.cmp(&b)),
                        (None, Some(_)) => Ok(Ordering::Less),
                        _ => cx.cmp(a, b),
                    },
                },
            },
            Mode::Numeric => {
                let (a, b) = (cx.float_of(a)?, cx.float_of(b)?);
                // NAN is greater than everything, as in PHP.
                Ok(a.partial_cmp(&b).unwrap_or(Ordering::Greater))
            }
            Mode::Locale => {
                let (a, b) = (cx.str_of(a)?, cx.str_of(b)?);
                Ok(crate::strings::collate(cx, &a, &b))
            }
            _ => match (a.as_str(), b.as_str()) {
                (Some(a), Some(b)) => Ok(self.compare_text(a, b)),
                _ => {
                    let (a, b) = (cx.str_of(a)?, cx.str_of(b)?);
                    Ok(self.compare_text(&a, &b))
                }
            },
        }
    }

    fn compare_text(self, a: &[u8], b: &[u8]) -> Ordering {
        match self {
            Mode::TextNoCase => compare_no_case(a, b),
            Mode::Natural => compare::natural_compare(a, b, false),
            Mode::NaturalNoCase => compare::natural_compare(a, b, true),
            _ => a.cmp(b),
        }
    }
}

/// Compares ASCII letters without case.
pub(crate) fn compare_no_case(a: &[u8], b: &[u8]) -> Ordering {
    let lower = |b: &u8| b.to_ascii_lowercase();
    a.iter().map(lower).cmp(b.iter().map(lower))
}

/// What is compared, and which way round.
#[derive(Clone, Copy)]
struct Order {
    mode: Mode,
    by_key: bool,
    reverse: bool,
}

/// Sorts the array of a by-reference argument; without `renumber`, keys stay with their values.
fn sort_with(cx: &mut Cx, array: &RefArg, order: Order, renumber: bool) -> PhpResult<bool> {
    let mut sorted = array.take_array();
    let result = sort_array(cx, &mut sorted, order, renumber);
    array.put_array(sorted);
    result.map(|()| true)
}

fn sort_array(cx: &mut Cx, array: &mut PhpArray, mut order: Order, renumber: bool) -> PhpResult<()> {
    if order.mode == Mode::Locale && locale::other_than_c(cx).is_none() {
        order.mode = Mode::Text;
    }
    if renumber && !order.by_key && sort_ints(array, order) {
        return Ok(());
    }
    if order.by_key && !renumber && keys_are_sorted(array, order) {
        array.set_pos(0);
        return Ok(());
    }
    let compared = match order.mode {
        Mode::Regular => Some(As::Themselves),
        Mode::Numeric => Some(As::Floats),
        Mode::Text => Some(As::Bytes),
        _ => None,
    };
    if let Some(compared) = compared.filter(|_| array.len() > 1 && (!renumber || array.is_packed() && array.is_list())) {
        let by = if order.by_key { By::Keys } else { By::Values };
        if let Some(positions) = order_of(array, by, compared, order.reverse) {
            array.reorder(&positions, renumber);
            return Ok(());
        }
    }
    array.try_sort_by(
        |a, b| {
            let found = if order.by_key { compare_keys(cx, order.mode, a, b) } else { order.mode.compare(cx, &a.value, &b.value) };
            // The result is turned round, not the operands: what cannot be compared tells the difference.
            if order.reverse { found.map(Ordering::reverse) } else { found }
        },
        renumber,
    )
}

/// Few keys that are in order as they stand: the sort would compare these neighbours, and move nothing.
fn keys_are_sorted(array: &PhpArray, order: Order) -> bool {
    const FEW: usize = 16;
    let in_order = |(a, b): (KeyRef<'_>, KeyRef<'_>)| {
        let found = match (a, b, order.mode) {
            (KeyRef::Int(a), KeyRef::Int(b), Mode::Regular | Mode::Numeric) => a.cmp(&b),
            (KeyRef::Str(a), KeyRef::Str(b), Mode::Regular) => value::number::smart_str_compare(a, b),
            _ => return false,
        };
        found != if order.reverse { Ordering::Less } else { Ordering::Greater }
    };
    array.len() <= FEW && array.keys().zip(array.keys().skip(1)).all(in_order)
}

/// Lists of ints need no care for the order of comparisons. False: not such a list. The table stays the same one, since a `foreach` by reference may be on it.
fn sort_ints(list: &mut PhpArray, order: Order) -> bool {
    let is_numeric = matches!(order.mode, Mode::Regular | Mode::Numeric);
    if !is_numeric || !list.is_packed() || !list.is_list() || !list.values().all(Value::is_int) {
        return false;
    }
    let mut ints: Vec<i64> = list.values().filter_map(Value::as_int).collect();
    ints.sort_unstable();
    if order.reverse {
        ints.reverse();
    }
    for (int, at) in ints.into_iter().zip(0..) {
        if let Some(place) = list.value_at_mut(at) {
            *place = Value::int(int);
        }
    }
    list.set_pos(0);
    true
}

fn compare_keys(cx: &mut Cx, mode: Mode, a: &SortEntry, b: &SortEntry) -> PhpResult<Ordering> {
    match (a.key(), b.key(), mode) {
        (KeyRef::Int(a), KeyRef::Int(b), Mode::Regular) => Ok(a.cmp(&b)),
        (KeyRef::Str(a), KeyRef::Str(b), Mode::Regular) => Ok(value::number::smart_str_compare(a, b)),
        (KeyRef::Str(a), KeyRef::Str(b), mode) if !matches!(mode, Mode::Numeric | Mode::Locale) => Ok(mode.compare_text(a, b)),
        (a, b, mode) => mode.compare(cx, &a.to_value(), &b.to_value()),
    }
}

/// `sort()`
pub(crate) fn sort(cx: &mut Cx, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::from_flags(flags), by_key: false, reverse: false }, true)
}

/// `rsort()`
pub(crate) fn rsort(cx: &mut Cx, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::from_flags(flags), by_key: false, reverse: true }, true)
}

/// `asort()`
pub(crate) fn asort(cx: &mut Cx, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::from_flags(flags), by_key: false, reverse: false }, false)
}

/// `arsort()`
pub(crate) fn arsort(cx: &mut Cx, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::from_flags(flags), by_key: false, reverse: true }, false)
}

/// `ksort()`
pub(crate) fn ksort(cx: &mut Cx, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::from_flags(flags), by_key: true, reverse: false }, false)
}

/// `krsort()`
pub(crate) fn krsort(cx: &mut Cx, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::from_flags(flags), by_key: true, reverse: true }, false)
}

/// `natsort()`
pub(crate) fn natsort(cx: &mut Cx, array: &RefArg) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::Natural, by_key: false, reverse: false }, false)
}

/// `natcasesort()`
pub(crate) fn natcasesort(cx: &mut Cx, array: &RefArg) -> PhpResult<bool> {
    sort_with(cx, array, Order { mode: Mode::NaturalNoCase, by_key: false, reverse: false }, false)
}

/// `usort()`
pub(crate) fn usort(cx: &mut Cx, array: &RefArg, callback: &Callable) -> PhpResult<bool> {
    user_sort(cx, array, callback, false, true)
}

/// `uasort()`
pub(crate) fn uasort(cx: &mut Cx, array: &RefArg, callback: &Callable) -> PhpResult<bool> {
    user_sort(cx, array, callback, false, false)
}

/// `uksort()`
pub(crate) fn uksort(cx: &mut Cx, array: &RefArg, callback: &Callable) -> PhpResult<bool> {
    user_sort(cx, array, callback, true, false)
}

/// Sorts a copy: the callback may look at the array, and sees it as it was.
fn user_sort(cx: &mut Cx, array: &RefArg, callback: &Callable, by_key: bool, renumber: bool) -> PhpResult<bool> {
    let mut sorted = array.array();
    if sorted.is_empty() {
        return Ok(true);
    }
    let mut judge = Judge::new(callback);
    // Once the callback has thrown, all is equal: the array is left as sorted as it is then.
    let mut thrown = None;
    let compare = |a: &SortEntry, b: &SortEntry| -> Ordering {
        if thrown.is_some() {
            return Ordering::Equal;
        }
        let answer = match by_key {
            true => judge.compare(cx, &a.key().to_value(), &b.key().to_value()),
            false => judge.compare(cx, &a.value, &b.value),
        };
        answer.unwrap_or_else(|error| {
            thrown = Some(error);
            Ordering::Equal
        })
    };
    sorted.sort_by(compare, renumber);
    array.put_array(sorted);
    thrown.map_or(Ok(true), Err)
}

/// A user's comparison function.
pub(super) struct Judge<'a> {
    calls: CallsInARow<'a>,
    warned: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(callback: &'a Callable) -> Judge<'a> {
        Judge { calls: CallsInARow::of(callback), warned: false }
    }

    pub(super) fn compare(&mut self, cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<Ordering> {
        let answer = self.calls.call(cx, [a.clone(), b.clone()])?;
        if let Some(n) = answer.as_int() {
            return Ok(n.cmp(&0));
        }
        if !answer.is_bool() {
            return Ok(cx.int_of(&answer)?.cmp(&0));
        }
        if !std::mem::replace(&mut self.warned, true) {
            cx.deprecate(
                "Returning bool from comparison function is deprecated, \
                 return an integer less than, equal to, or greater than zero",
            )?;
        }
        if answer.is_true() {
            return Ok(Ordering::Greater);
        }
        // "Not greater" may mean "less": asking the other way round tells.
        let swapped = self.calls.call(cx, [b.clone(), a.clone()])?;
        Ok(cx.int_of(&swapped)?.cmp(&0).reverse())
    }
}
