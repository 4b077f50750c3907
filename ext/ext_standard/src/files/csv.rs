//! Comma-separated values in files.

use loxo_runtime::PhpResource;

use super::stream;
use crate::prelude::*;
use crate::strings::{CsvFormat, format_line, parse_line};

/// `fgetcsv()`
pub(crate) fn fgetcsv(
    cx: &mut Cx,
    resource: &PhpResource,
    length: Option<i64>,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: Option<&PhpStr>,
) -> PhpResult<Value> {
    let format = CsvFormat::read(cx, 3, separator, enclosure, escape)?;
    let max = match length {
        None | Some(0) => None,
        Some(length @ 1..) if length < i64::MAX => Some(length as usize),
        Some(_) => return Err(cx.argument_value_error(2, format!("must be between 0 and {}", i64::MAX - 1))),
    };
    let stream = stream(cx, resource)?;
    let line = stream.get_line(cx, max);
    cx.check()?;
    let Some(line) = line else { return Ok(Value::FALSE) };
    let fields = parse_line(&line, format, || stream.get_line(cx, None).map(|line| line.to_vec()));
    cx.check()?;
    Ok(Value::array(match fields {
        Some(fields) => PhpArray::from_values(fields),
        None => PhpArray::from_values([Value::NULL]),
    }))
}

/// `fputcsv()`
pub(crate) fn fputcsv(
    cx: &mut Cx,
    resource: &PhpResource,
    fields: &PhpArray,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: Option<&PhpStr>,
    eol: &PhpStr,
) -> PhpResult<Value> {
    let format = CsvFormat::read(cx, 3, separator, enclosure, escape)?;
    let stream = stream(cx, resource)?;
    let mut texts = Vec::with_capacity(fields.len());
    for field in fields.clone().values() {
        texts.push(cx.str_of(field)?);
    }
    let line = format_line(&texts, format, eol);
    let written = stream.write(cx, &line);
    cx.check()?;
    Ok(written.map_or(Value::FALSE, Value::from))
}
