//! Making arrays, and mixing them up.

use super::slice::MAX_ARRAY_SIZE;
use super::{kept, keys::set_symbol};
use crate::prelude::*;

/// `array_fill()`
pub(crate) fn array_fill(cx: &mut Cx, start_index: i64, count: i64, value: &Value) -> PhpResult<PhpArray> {
    if count < 0 {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    }
    if count as usize >= MAX_ARRAY_SIZE {
        return Err(cx.argument_value_error(2, "is too large"));
    }
    if count > 0 && start_index > i64::MAX - count + 1 {
        return Err(cx.throw_error(super::OCCUPIED));
    }
    if start_index == 0 {
        return Ok(PhpArray::from_values(std::iter::repeat_n(value.clone(), count as usize)));
    }
    let mut out = PhpArray::with_capacity(count as usize);
    for key in start_index..start_index.saturating_add(count) {
        out.set_int(key, value.clone());
    }
    if count > 0 && start_index.checked_add(count).is_none() {
        out.set_int(i64::MAX, value.clone());
    }
    Ok(out)
}

/// `array_fill_keys()`
pub(crate) fn array_fill_keys(cx: &mut Cx, keys: &PhpArray, value: &Value) -> PhpResult<PhpArray> {
    let mut out = PhpArray::with_capacity(keys.len());
    for key in keys.clone().values() {
        set_symbol(cx, &mut out, key.deref(), value.clone())?;
    }
    Ok(out)
}

/// `shuffle()`
pub(crate) fn shuffle(cx: &mut Cx, array: &RefArg) -> PhpResult<bool> {
    let old = array.take_array();
    let mut values: Vec<Value> = old.values().map(kept).collect();
    drop(old);
    loxo_random::shuffle(cx, &mut loxo_random::RequestEngine, &mut values)?;
    array.put_array(PhpArray::from_values(values));
    Ok(true)
}

/// `array_rand()`
pub(crate) fn array_rand(cx: &mut Cx, array: &PhpArray, num: i64) -> PhpResult<Value> {
    let mut keys = loxo_random::pick_keys(cx, &mut loxo_random::RequestEngine, array, num)?;
    if num == 1 { Ok(keys.pop().unwrap_or(Value::NULL)) } else { Ok(PhpArray::from_values(keys).into()) }
}

/// `range()`
pub(crate) fn range(cx: &mut Cx, start: &Value, end: &Value, step: &Value) -> PhpResult<PhpArray> {
    let step = Step::read(cx, step)?;
    let mut start = Bound::read(cx, 1, "start", start)?;
    let mut end = Bound::read(cx, 2, "end", end)?;
    if (start.is_text() || end.is_text())
        && let Some(out) = characters(cx, &mut start, &mut end, &step)?
    {
        return Ok(out);
    }
    if start.kind == Kind::Float || end.kind == Kind::Float || step.fraction {
        floats(cx, start.float, end.float, &step)
    } else {
        ints(cx, start.int, end.int, &step)
    }
}

struct Step {
    int: i64,
    float: f64,
    negative: bool,
    fraction: bool,
}

impl Step {
    fn read(cx: &mut Cx, step: &Value) -> PhpResult<Step> {
        let read = match (step.as_float(), step.as_int()) {
            (Some(f), _) if f.is_infinite() => return Err(cx.argument_value_error(3, "must be a finite number, INF provided")),
            (Some(f), _) if f.is_nan() => return Err(cx.argument_value_error(3, "must be a finite number, NAN provided")),
            (Some(f), _) => {
                let whole = value::number::float_is_int(f.abs());
                Step { int: f.abs() as i64, float: f.abs(), negative: f < 0.0, fraction: !whole }
            }
            (None, Some(i64::MIN)) => return Err(cx.argument_value_error(3, format!("must be greater than {}", i64::MIN))),
            (None, n) => {
                let n = n.unwrap_or(1);
                Step { int: n.abs(), float: n.abs() as f64, negative: n < 0, fraction: false }
            }
        };
        if read.float == 0.0 {
            return Err(cx.argument_value_error(3, "cannot be 0"));
        }
        Ok(read)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Float,
    Text,
    /// One digit: a number or a character, as the other bound has it.
    Digit,
}

struct Bound {
    kind: Kind,
    int: i64,
    float: f64,
    byte: u8,
}

impl Bound {
    fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Digit)
    }

    fn read(cx: &mut Cx, number: usize, name: &str, v: &Value) -> PhpResult<Bound> {
        let int = |n: i64| Bound { kind: Kind::Int, int: n, float: n as f64, byte: 0 };
        if let Some(n) = v.as_int() {
            return Ok(int(n));
        }
        if let Some(f) = v.as_float() {
            return Bound::float(cx, number, f);
        }
        let text = v.as_bytes().unwrap_or_default();
        let Some(first) = text.first().copied() else {
            cx.warn(&format!("Argument #{number} (${name}) must not be empty, casted to 0"))?;
            return Ok(int(0));
        };
        match value::number::parse_numeric(text).filter(|p| !p.trailing_data).map(|p| p.number) {
            Some(value::number::Numeric::Float(f)) => Bound::float(cx, number, f),
            Some(value::number::Numeric::Int(n)) => {
                let kind = if text.len() == 1 { Kind::Digit } else { Kind::Int };
                Ok(Bound { kind, int: n, float: n as f64, byte: first })
            }
            None => {
                if text.len() != 1 {
                    cx.warn(&format!("Argument #{number} (${name}) must be a single byte, subsequent bytes are ignored"))?;
                }
                Ok(Bound { kind: Kind::Text, int: 0, float: 0.0, byte: first })
            }
        }
    }

    fn float(cx: &mut Cx, number: usize, f: f64) -> PhpResult<Bound> {
        if !f.is_finite() {
            let what = if f.is_nan() { "NAN" } else { "INF" };
            return Err(cx.argument_value_error(number, format!("must be a finite number, {what} provided")));
        }
        Ok(Bound { kind: Kind::Float, int: 0, float: f, byte: 0 })
    }
}

/// A range of characters, unless the bounds turn out to be meant as numbers.
fn characters(cx: &mut Cx, start: &mut Bound, end: &mut Bound, step: &Step) -> PhpResult<Option<PhpArray>> {
    if !start.is_text() {
        if end.kind != Kind::Digit {
            cx.warn("Argument #1 ($start) must be a single byte string if argument #2 ($end) is a single byte string, argument #2 ($end) converted to 0")?;
        }
        end.kind = Kind::Int;
        return Ok(None);
    }
    if !end.is_text() {
        if start.kind != Kind::Digit {
            cx.warn("Argument #2 ($end) must be a single byte string if argument #1 ($start) is a single byte string, argument #1 ($start) converted to 0")?;
        }
        start.kind = Kind::Int;
        return Ok(None);
    }
    if step.fraction {
        if start.kind == Kind::Text || end.kind == Kind::Text {
            cx.warn("Argument #3 ($step) must be of type int when generating an array of characters, inputs converted to 0")?;
        }
        start.kind = Kind::Int;
        end.kind = Kind::Int;
        return Ok(None);
    }
    // Digits come here too, but only together with characters or each other.
    let (low, high) = (i64::from(start.byte), i64::from(end.byte));
    let bytes = span(cx, low, high, step.int, step.negative)?;
    Ok(Some(PhpArray::from_values(bytes.map(|b| PhpStr::byte(b as u8)))))
}

/// The integers from `start` to `end`, in either direction.
fn span(cx: &mut Cx, start: i64, end: i64, step: i64, negative: bool) -> PhpResult<impl Iterator<Item = i64> + use<>> {
    let distance = start.abs_diff(end);
    let step = step.unsigned_abs();
    if start < end && negative {
        return Err(negative_step(cx));
    }
    if start != end && distance < step {
        return Err(too_large_step(cx));
    }
    if distance / step >= MAX_ARRAY_SIZE as u64 - 1 {
        let (low, high) = (start.min(end), start.max(end));
        return Err(cx.value_error(format!("The supplied range exceeds the maximum array size: start={low} end={high} step={step}")));
    }
    let down = start > end;
    Ok((0..=distance / step).map(move |i| {
        let offset = (i * step) as i64;
        if down { start.wrapping_sub(offset) } else { start.wrapping_add(offset) }
    }))
}

fn ints(cx: &mut Cx, start: i64, end: i64, step: &Step) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(span(cx, start, end, step.int, step.negative)?))
}

fn floats(cx: &mut Cx, start: f64, end: f64, step: &Step) -> PhpResult<PhpArray> {
    if start == end {
        return Ok(PhpArray::from_values([start]));
    }
    if start < end && step.negative {
        return Err(negative_step(cx));
    }
    let distance = (start - end).abs();
    if distance < step.float {
        return Err(too_large_step(cx));
    }
    let size = distance / step.float + 1.0;
    if size >= MAX_ARRAY_SIZE as f64 {
        let (low, high) = (start.min(end), start.max(end));
        return Err(cx.value_error(format!(
            "The supplied range exceeds the maximum array size: start={low:.1} end={high:.1} step={:.1}",
            step.float
        )));
    }
    let size = crate::math::round_half_up(size, 0) as u32;
    let elements = (0..size).map(|i| {
        let offset = f64::from(i) * step.float;
        if start > end { start - offset } else { start + offset }
    });
    Ok(PhpArray::from_values(elements.take_while(|f| if start > end { *f >= end } else { *f <= end })))
}

fn negative_step(cx: &mut Cx) -> Thrown {
    cx.argument_value_error(3, "must be greater than 0 for increasing ranges")
}

fn too_large_step(cx: &mut Cx) -> Thrown {
    cx.argument_value_error(3, "must be less than the range spanned by argument #1 ($start) and argument #2 ($end)")
}
