//! Comma-separated values in files.

use loxo_runtime::PhpResource;

use super::stream;
use crate::prelude::*;
use crate::strings::{CsvFormat, parse_line};

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
    let line = csv_line(cx, fields, format, eol)?;
    let written = stream.write(cx, &line);
    cx.check()?;
    Ok(written.map_or(Value::FALSE, Value::from))
}

/// A line of fields, quoted where they need it.
pub(crate) fn csv_line(cx: &mut Cx, fields: &PhpArray, format: CsvFormat, eol: &[u8]) -> PhpResult<Vec<u8>> {
    let mut line = Vec::new();
    for (index, field) in fields.values().enumerate() {
        if index > 0 {
            line.push(format.separator);
        }
        let text = cx.str_of(field)?;
        let needs_quotes = text.iter().any(|b| {
            *b == format.separator || *b == format.enclosure || Some(*b) == format.escape || matches!(*b, b'\n' | b'\r' | b'\t' | b' ')
        });
        if !needs_quotes {
            line.extend_from_slice(&text);
            continue;
        }
        line.push(format.enclosure);
        let mut escaped = false;
        for &b in text.iter() {
            if Some(b) == format.escape && format.escape != Some(format.enclosure) {
                escaped = true;
            } else if !escaped && b == format.enclosure {
                line.push(b);
            } else {
                escaped = false;
            }
            line.push(b);
        }
        line.push(format.enclosure);
    }
    line.extend_from_slice(eol);
    Ok(line)
}
