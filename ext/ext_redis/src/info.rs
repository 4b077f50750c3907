//! Makes arrays of the reports that a server gives in lines: `INFO` and `CLIENT LIST`.

use loxo_runtime::value::number;
use loxo_runtime::{PhpArray, PhpStr, Value, convert};

/// A number if it looks like one.
pub(crate) fn number_or_text(text: &[u8]) -> Value {
    match number::parse_numeric(text).filter(|parsed| !parsed.trailing_data) {
        Some(parsed) => convert::numeric_value(parsed.number),
        None => Value::string(PhpStr::new(text)),
    }
}

fn pairs<'a>(parts: impl Iterator<Item = &'a [u8]>, mark: u8) -> Value {
    let mut map = PhpArray::new();
    let mut any = false;
    for part in parts.filter(|part| !part.is_empty()) {
        any = true;
        if mark == b':' && part.starts_with(b"#") {
            continue;
        }
        match part.iter().position(|byte| *byte == mark) {
            Some(at) => map.set_sym(&part[..at], number_or_text(&part[at + 1..])),
            None => drop(map.push(Value::string(PhpStr::new(part)))),
        }
    }
    if any { Value::array(map) } else { Value::FALSE }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\r' | b'\n')).filter(|line| !line.is_empty())
}

/// `name:value` in lines, with headlines.
pub(crate) fn info(text: &[u8]) -> Value {
    pairs(lines(text), b':')
}

/// `name=value name=value`
pub(crate) fn client(text: &[u8]) -> Value {
    pairs(text.split(|byte| *byte == b' '), b'=')
}

/// The same in lines.
pub(crate) fn clients(text: &[u8]) -> Value {
    Value::array(PhpArray::from_values(lines(text).map(client)))
}
