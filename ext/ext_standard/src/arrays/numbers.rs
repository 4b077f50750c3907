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

/// The value that compares as `wanted` to all others; the first of equal ones.
fn extreme(cx: &mut Cx, value: &Value, values: &[Value], wanted: Ordering) -> PhpResult<Value> {
    if !values.is_empty() {
        return best_of(cx, std::iter::once(value).chain(values), wanted).map(|v| v.unwrap_or(Value::NULL));
    }
    let Some(array) = value.as_array().cloned() else {
        let text = format!("must be of type array, {} given", cx.value_name(value));
        return Err(cx.argument_type_error(1, &text));
    };
    match best_of(cx, array.values(), wanted)? {
        Some(v) => Ok(v),
        None => Err(cx.argument_value_error(1, "must contain at least one element")),
    }
}

fn best_of<'a>(cx: &mut Cx, values: impl Iterator<Item = &'a Value>, wanted: Ordering) -> PhpResult<Option<Value>> {
    let mut best: Option<&Value> = None;
    for v in values.map(Value::deref) {
        let better = match best {
            None => true,
            Some(best) => match (best.as_int(), v.as_int()) {
                (Some(a), Some(b)) => b.cmp(&a) == wanted,
                // The order of operands matters for what cannot be compared.
                _ if wanted == Ordering::Greater => cx.cmp(v, best)? == Ordering::Greater,
                _ => cx.cmp(best, v)? == Ordering::Greater,
            },
        };
        if better {
            best = Some(v);
        }
    }
    Ok(best.cloned())
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
