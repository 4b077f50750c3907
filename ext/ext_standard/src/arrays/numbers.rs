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
    fold(cx, array, 0, "Addition", operators::add)
}

/// `array_product()`
pub(crate) fn array_product(cx: &mut Cx, array: &PhpArray) -> PhpResult<Value> {
    fold(cx, array, 1, "Multiplication", operators::mul)
}

type Operator = fn(&mut Cx, &Value, &Value) -> PhpResult<Value>;

fn fold(cx: &mut Cx, array: &PhpArray, start: i64, name: &str, operator: Operator) -> PhpResult<Value> {
    let mut total = Value::int(start);
    for v in array.clone().values() {
        let v = v.deref();
        let quick = match (total.as_int(), total.as_float(), v.as_int(), v.as_float()) {
            (Some(a), _, Some(b), _) => if start == 0 { a.checked_add(b) } else { a.checked_mul(b) }.map(Value::int),
            (_, Some(a), _, Some(b)) => Some(Value::float(if start == 0 { a + b } else { a * b })),
            (_, Some(a), Some(b), _) => Some(Value::float(if start == 0 { a + b as f64 } else { a * b as f64 })),
            (Some(a), _, _, Some(b)) => Some(Value::float(if start == 0 { a as f64 + b } else { a as f64 * b })),
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
