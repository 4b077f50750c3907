//! `array_multisort()`: several arrays sorted together, as the columns of one table.

use std::cmp::Ordering;

use super::sort::Mode;
use crate::prelude::*;

const DESC: i64 = 3;
const ASC: i64 = 4;

/// One column: an array argument with the flags behind it.
struct Column {
    /// Argument index.
    at: usize,
    values: Vec<Value>,
    keys: Vec<Key>,
    mode: Mode,
    reverse: bool,
}

/// `array_multisort()`
pub(crate) fn array_multisort(cx: &mut Cx, array: &Value, rest: &[Value]) -> PhpResult<bool> {
    let args: Vec<&Value> = std::iter::once(array).chain(rest).collect();
    let columns = read_columns(cx, &args)?;
    let rows = columns.first().map_or(0, |c| c.values.len());
    if columns.iter().any(|c| c.values.len() != rows) {
        return Err(cx.value_error("Array sizes are inconsistent"));
    }
    if rows == 0 {
        return Ok(true);
    }
    let mut order = PhpArray::from_values((0..rows as i64).map(Value::int));
    order.try_sort_by(|a, b| compare_rows(cx, &columns, &a.value, &b.value), true)?;
    let order: Vec<usize> = order.values().filter_map(Value::as_int).map(|n| n as usize).collect();
    for column in &columns {
        let mut sorted = PhpArray::with_capacity(rows);
        for row in &order {
            match &column.keys[*row] {
                Key::Int(_) => drop(sorted.push(column.values[*row].clone())),
                Key::Str(key) => sorted.set_str(key, column.values[*row].clone()),
            }
        }
        if let Some(reference) = args[column.at].as_ref() {
            reference.set(sorted.into());
        }
    }
    Ok(true)
}

fn compare_rows(cx: &mut Cx, columns: &[Column], a: &Value, b: &Value) -> PhpResult<Ordering> {
    let (a, b) = (a.as_int().unwrap_or(0) as usize, b.as_int().unwrap_or(0) as usize);
    for column in columns {
        let order = column.mode.compare(cx, &column.values[a], &column.values[b])?;
        if order != Ordering::Equal {
            return Ok(if column.reverse { order.reverse() } else { order });
        }
    }
    Ok(Ordering::Equal)
}

/// Arrays, each with an order and a flag behind it, in either order, at most one of each kind.
fn read_columns(cx: &mut Cx, args: &[&Value]) -> PhpResult<Vec<Column>> {
    let mut columns: Vec<Column> = Vec::new();
    let (mut order_allowed, mut flag_allowed) = (false, false);
    for (at, v) in args.iter().enumerate() {
        match v.deref() {
            v if v.is_array() => {
                let array = v.as_array().cloned().unwrap_or_default();
                columns.push(Column {
                    at,
                    values: array.values().cloned().collect(),
                    keys: array.keys().map(KeyRef::to_key).collect(),
                    mode: Mode::Regular,
                    reverse: false,
                });
                (order_allowed, flag_allowed) = (true, true);
            }
            v if v.is_int() => {
                let flag = v.as_int().unwrap_or(0);
                let allowed = match flag & !8 {
                    ASC | DESC => std::mem::replace(&mut order_allowed, false),
                    0 | 1 | 2 | 5 | 6 => std::mem::replace(&mut flag_allowed, false),
                    _ => return Err(cx.argument_value_error(at + 1, "must be a valid sort flag")),
                };
                let Some(column) = columns.last_mut().filter(|_| allowed) else {
                    return Err(cx.argument_type_error(at + 1, "must be an array or a sort flag that has not already been specified"));
                };
                match flag & !8 {
                    ASC | DESC => column.reverse = flag & !8 == DESC,
                    _ => column.mode = Mode::from_flags(flag),
                }
            }
            _ => return Err(cx.argument_type_error(at + 1, "must be an array or a sort flag")),
        }
    }
    Ok(columns)
}
