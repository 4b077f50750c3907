//! `sprintf()` and its family.
//!
//! `spec` reads conversion specifications, `write` lays out one value; here they are put together.

mod spec;
mod write;

use crate::prelude::*;
use spec::{Argument, Scanner, Spec};
pub(crate) use write::fixed;

/// `sprintf()`
pub(crate) fn sprintf(cx: &mut Cx, format: &PhpStr, values: &[Value]) -> PhpResult<PhpStr> {
    formatted(cx, format, values, Missing::Count(1))
}

/// `vsprintf()`
pub(crate) fn vsprintf(cx: &mut Cx, format: &PhpStr, values: &PhpArray) -> PhpResult<PhpStr> {
    let values: Vec<Value> = values.values().cloned().collect();
    formatted(cx, format, &values, Missing::Array)
}

/// `printf()`
pub(crate) fn printf(cx: &mut Cx, format: &PhpStr, values: &[Value]) -> PhpResult<i64> {
    let text = formatted(cx, format, values, Missing::Count(1))?;
    cx.print(&text)?;
    Ok(text.len() as i64)
}

/// `vprintf()`
pub(crate) fn vprintf(cx: &mut Cx, format: &PhpStr, values: &PhpArray) -> PhpResult<i64> {
    let text = vsprintf(cx, format, values)?;
    cx.print(&text)?;
    Ok(text.len() as i64)
}

/// How a missing argument is reported.
#[derive(Clone, Copy)]
pub(crate) enum Missing {
    /// As an argument of the function, of which so many stand before the values.
    Count(usize),
    /// As an item of the arguments array.
    Array,
}

/// The text of `format` with the values put in.
pub(crate) fn formatted(cx: &mut Cx, format: &[u8], values: &[Value], missing: Missing) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::with_capacity(format.len() + 16 * values.len());
    let mut scanner = Scanner::new(format);
    let mut next = 0;
    let mut most_missing = None;
    loop {
        let text = scanner.literal();
        out.push_bytes(text);
        if scanner.done() {
            break;
        }
        let mut note_missing = |index: usize| most_missing = most_missing.max(Some(index));
        let spec = match scanner.spec(values, &mut next) {
            Ok(Some(spec)) => spec,
            Ok(None) => {
                out.push(b'%');
                continue;
            }
            Err(spec::Fault::Missing(index)) => {
                note_missing(index);
                continue;
            }
            Err(spec::Fault::Bad(text)) => return Err(cx.value_error(&text)),
        };
        let index = match spec.argument {
            Argument::Next => {
                next += 1;
                next - 1
            }
            Argument::Number(n) => n,
        };
        match values.get(index) {
            None => note_missing(index),
            Some(value) => {
                convert(cx, &mut out, &spec, scanner.conversion(), value)?;
                scanner.advance();
            }
        }
    }
    match most_missing {
        None => Ok(out.finish()),
        Some(index) => Err(missing_argument(cx, index, values.len(), missing)),
    }
}

fn missing_argument(cx: &mut Cx, index: usize, given: usize, missing: Missing) -> Thrown {
    match missing {
        Missing::Array => cx.value_error(format!("The arguments array must contain {} items, {given} given", index + 1)),
        Missing::Count(before) => {
            cx.argument_count_error(&format!("{} arguments are required, {} given", index + 1 + before, given + before))
        }
    }
}

/// Lays out one value.
fn convert(cx: &mut Cx, out: &mut StrBuilder, spec: &Spec, conversion: Option<u8>, value: &Value) -> PhpResult<()> {
    let Some(conversion) = conversion else {
        return Err(cx.value_error("Missing format specifier at end of string"));
    };
    if spec.precision == Some(-1) && !b"gGhH".contains(&conversion) {
        return Err(cx.value_error("Precision -1 is only supported for %g, %G, %h and %H"));
    }
    match conversion {
        b's' if spec.is_plain()
            && let Some(text) = value.deref().as_str() =>
        {
            out.push_bytes(text);
        }
        b'd' if spec.is_plain()
            && let Some(number) = value.deref().as_int() =>
        {
            out.push_int(number);
        }
        b's' => {
            let text = cx.str_of(value)?;
            let shown = spec.precision.map_or(text.len(), |p| text.len().min(p as usize));
            spec.push(out, &text[..shown], false, false);
        }
        b'd' => {
            let number = cx.int_of(value)?;
            write::signed(out, spec, number);
        }
        b'u' => {
            let number = cx.int_of(value)?;
            write::unsigned(out, spec, number as u64);
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'h' | b'H' => {
            let number = cx.float_of(value)?;
            write::float(cx, out, spec, conversion, number)?;
        }
        b'c' => out.push(cx.int_of(value)? as u8),
        b'o' => write::radix(out, spec, format!("{:o}", cx.int_of(value)?)),
        b'x' => write::radix(out, spec, format!("{:x}", cx.int_of(value)?)),
        b'X' => write::radix(out, spec, format!("{:X}", cx.int_of(value)?)),
        b'b' => write::radix(out, spec, format!("{:b}", cx.int_of(value)?)),
        b'%' => out.push(b'%'),
        other => {
            let text = [b"Unknown format specifier \"".as_slice(), &[other], b"\""].concat();
            return Err(cx.value_error(text));
        }
    }
    Ok(())
}
