//! Sums, products and extremes.

use std::cmp::Ordering;

use crate::prelude::*;

/// `max()`
pub(crate) fn max(cx: &mut Cx, value: &Value, values: &[Value]) -> PhpResult<Value> {
    extreme(cx, value, values, Ordering::Greater)
}

/// `min()`
pub(crate) fn min(cx: &mut Cx, value: &Value, values: &[Value]) -> PhpResult<Value> {
    extreme(cx, value, values, Ordering::Less)
}

/// The value that compares as `wanted` to all others. What equal values, NAN and values that cannot be compared give depends on whether
/// the values are two, more, or elements of an array.
fn extreme(cx: &mut Cx, value: &Value, values: &[Value], wanted: Ordering) -> PhpResult<Value> {
    match values {
        [] => {}
        [other] => return better_of(cx, value.deref(), other, wanted),
        _ => return best_argument(cx, value.deref(), values, wanted),
    }
    let Some(array) = value.as_array().cloned() else {
        let text = format!("must be of type array, {} given", cx.value_name(value));
        return Err(cx.argument_type_error(1, &text));
    };
    let mut best: Option<&Value> = None;
    for v in array.values().map(Value::deref) {
        let better = match best {
            None => true,
            Some(best) => match (best.as_int(), v.as_int()) {
                (Some(a), Some(b)) => b.cmp(&a) == wanted,
                // The order of operands matters for what cannot be compared.
                _ => cx.cmp(best, v)? == wanted.reverse(),
            },
        };
        if better {
            best = Some(v);
        }
    }
    match best {
        Some(v) => Ok(v.clone()),
        None => Err(cx.argument_value_error(1, "must contain at least one element")),
    }
}

/// Two values. Where neither is the better one, PHP gives what the function without a frame does that calls by name are compiled to, or the first,
/// as of three.
fn better_of(cx: &mut Cx, a: &Value, other: &Value, wanted: Ordering) -> PhpResult<Value> {
    let b = other.deref();
    let order = match (a.as_int(), b.as_int(), as_floats(a, b)) {
        (Some(a), Some(b), _) => Some(a.cmp(&b)),
        (_, _, Some((a, b))) => a.partial_cmp(&b).filter(|order| order.is_ne()),
        _ if a.is_string() && b.is_string() => Some(cx.cmp(a, b)?).filter(|order| order.is_ne()),
        _ => None,
    };
    match order {
        Some(order) => Ok(if order == wanted { a } else { b }.clone()),
        None if (cx.hooks.called_by_name)(cx) => better_by_name(cx, a, b, wanted),
        None => best_argument(cx, a, std::slice::from_ref(other), wanted),
    }
}

/// Equal values give `max()` the first and `min()` the second.
fn better_by_name(cx: &mut Cx, a: &Value, b: &Value, wanted: Ordering) -> PhpResult<Value> {
    let least = wanted == Ordering::Less;
    let first = match as_floats(a, b) {
        Some((a, b)) if least => a < b,
        Some((a, b)) => a >= b,
        None => (cx.cmp(a, b)? == Ordering::Less) == least,
    };
    Ok(if first { a } else { b }.clone())
}

/// The first of equal values. The first pair that is not of numbers ends the comparison as floats, which NAN never wins.
fn best_argument(cx: &mut Cx, first: &Value, others: &[Value], wanted: Ordering) -> PhpResult<Value> {
    let mut best = first;
    let mut numbers = true;
    for v in others.iter().map(Value::deref) {
        let floats = if numbers { as_floats(best, v) } else { None };
        let better = match (best.as_int(), v.as_int(), floats) {
            (Some(a), Some(b), _) => b.cmp(&a) == wanted,
            (_, _, Some((a, b))) => b.partial_cmp(&a) == Some(wanted),
            _ => {
                numbers = false;
                cx.cmp(v, best)? == wanted
            }
        };
        if better {
            best = v;
        }
    }
    Ok(best.clone())
}

/// Two numbers as floats, if that loses nothing.
fn as_floats(a: &Value, b: &Value) -> Option<(f64, f64)> {
    let exact = |v: &Value| match v.as_int() {
        Some(i) => (i != i64::MAX && i as f64 as i64 == i).then_some(i as f64),
        None => v.as_float(),
    };
    Some((exact(a)?, exact(b)?))
}

/// `array_sum()`
pub(crate) fn array_sum(cx: &mut Cx, array: &PhpArray) -> PhpResult<Value> {
    let sum = Fold { start: 0, ints: i64::checked_add, floats: |a, b| a + b, name: "Addition", operator: operators::add };
    fold(cx, array, sum)
}

/// `array_product()`
pub(crate) fn array_product(cx: &mut Cx, array: &PhpArray) -> PhpResult<Value> {
    let product = Fold { start: 1, ints: i64::checked_mul, floats: |a, b| a * b, name: "Multiplication", operator: operators::mul };
    fold(cx, array, product)
}

/// What is done with a total and the next value; `ints` and `floats` are what the operator does with numbers.
struct Fold<I, F> {
    start: i64,
    ints: I,
    floats: F,
    name: &'static str,
    operator: fn(&mut Cx, &Value, &Value) -> PhpResult<Value>,
}

fn fold<I: Fn(i64, i64) -> Option<i64>, F: Fn(f64, f64) -> f64>(cx: &mut Cx, array: &PhpArray, how: Fold<I, F>) -> PhpResult<Value> {
    // Warnings may run code that changes the variable.
    let array = array.clone();
    match array.dense_values() {
        Some(values) => fold_values(cx, values.iter().map(Value::deref), how),
        None => fold_values(cx, array.values().map(Value::deref), how),
    }
}

fn fold_values<'a, I: Fn(i64, i64) -> Option<i64>, F: Fn(f64, f64) -> f64>(
    cx: &mut Cx,
    mut values: impl Iterator<Item = &'a Value>,
    Fold { start, ints, floats, name, operator }: Fold<I, F>,
) -> PhpResult<Value> {
    // Most arrays are numbers of one kind: these are added up in a register.
    let (mut sum, mut next) = (start, values.next());
    while let Some(n) = next.and_then(Value::as_int).and_then(|n| ints(sum, n)) {
        (sum, next) = (n, values.next());
    }
    let mut total = Value::int(sum);
    if next.is_some_and(Value::is_float) {
        let mut sum = sum as f64;
        while let Some(n) = next.and_then(|v| v.as_float().or_else(|| v.as_int().map(|n| n as f64))) {
            (sum, next) = (floats(sum, n), values.next());
        }
        total = Value::float(sum);
    }
    for v in next.into_iter().chain(values) {
        let quick = match (total.as_int(), total.as_float(), v.as_int(), v.as_float()) {
            (Some(a), _, Some(b), _) => ints(a, b).map(Value::int),
            (_, Some(a), _, Some(b)) => Some(Value::float(floats(a, b))),
            (_, Some(a), Some(b), _) => Some(Value::float(floats(a, b as f64))),
            (Some(a), _, _, Some(b)) => Some(Value::float(floats(a as f64, b))),
            _ => None,
        };
        if let Some(quick) = quick {
            total = quick;
            continue;
        }
        if v.is_object() {
            match convert::to_number(cx, v)? {
                Some(n) => total = operator(cx, &total, &n)?,
                None => unsupported(cx, name, v)?,
            }
            continue;
        }
        match operator(cx, &total, v) {
            Ok(sum) => total = sum,
            Err(_) if cx.ending.is_some() => return Err(Thrown),
            Err(_) => {
                // What the operator refuses has always counted as the integer it casts to, or as nothing.
                cx.exception = None;
                let id = v.as_resource().map(|r| r.id());
                if let Some(n) = id.or(v.is_string().then_some(0)) {
                    total = operator(cx, &total, &Value::int(n))?;
                }
                unsupported(cx, name, v)?;
            }
        }
    }
    Ok(total)
}

fn unsupported(cx: &mut Cx, name: &str, v: &Value) -> PhpResult<()> {
    cx.warn(&format!("{name} is not supported on type {}", cx.type_name(v)))
}
