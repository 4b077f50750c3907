//! Comma separated values: one line taken apart, or put together.

use crate::prelude::*;

/// `str_getcsv()`
pub(crate) fn str_getcsv(
    cx: &mut Cx,
    string: &PhpStr,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: Option<&PhpStr>,
) -> PhpResult<PhpArray> {
    let format = CsvFormat::read(cx, 2, separator, enclosure, escape)?;
    Ok(match parse_line(string, format, || None) {
        Some(fields) => PhpArray::from_values(fields),
        // An empty line has always been one field that is null.
        None => PhpArray::from_values([Value::NULL]),
    })
}

/// The characters that structure a line.
#[derive(Clone, Copy)]
pub(crate) struct CsvFormat {
    pub separator: u8,
    pub enclosure: u8,
    pub escape: Option<u8>,
}

impl CsvFormat {
    /// Checks the arguments; the separator is number `first`.
    pub(crate) fn read(cx: &mut Cx, first: usize, separator: &[u8], enclosure: &[u8], escape: Option<&PhpStr>) -> PhpResult<CsvFormat> {
        let [separator] = *separator else { return Err(cx.argument_value_error(first, "must be a single character")) };
        let [enclosure] = *enclosure else { return Err(cx.argument_value_error(first + 1, "must be a single character")) };
        let escape = match escape.map(|e| e.as_bytes()) {
            None => {
                cx.deprecate("the $escape parameter must be provided as its default value will change")?;
                Some(b'\\')
            }
            Some([]) => None,
            Some([escape]) => Some(*escape),
            Some(_) => return Err(cx.argument_value_error(first + 2, "must be empty or a single character")),
        };
        Ok(CsvFormat { separator, enclosure, escape })
    }
}

/// The fields of a line; `None` for an empty one. `more` gives the next line for fields that go on there.
pub(crate) fn parse_line(line: &[u8], format: CsvFormat, more: impl FnMut() -> Option<Vec<u8>>) -> Option<Vec<PhpStr>> {
    let mut parser = Parser { line: line.to_vec(), at: 0, limit: 0, format, more };
    parser.limit = content_length(&parser.line);
    let mut fields = Vec::new();
    loop {
        if parser.opens_quote() {
            fields.push(parser.quoted());
        } else {
            if fields.is_empty() && parser.limit == 0 {
                return None;
            }
            fields.push(parser.plain());
        }
        if !parser.eat_separator() {
            return Some(fields);
        }
    }
}

/// Length without the line end.
fn content_length(line: &[u8]) -> usize {
    match line {
        [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n' | b'\r'] => rest.len(),
        _ => line.len(),
    }
}

struct Parser<F> {
    line: Vec<u8>,
    at: usize,
    /// Where the line end begins.
    limit: usize,
    format: CsvFormat,
    more: F,
}

impl<F: FnMut() -> Option<Vec<u8>>> Parser<F> {
    /// Goes over white space and an opening quote behind it, if there is one.
    fn opens_quote(&mut self) -> bool {
        let space = |b: &u8| *b != self.format.separator && matches!(*b, b' ' | 9..=13);
        let skip = self.line[self.at..self.limit].iter().take_while(|b| space(b)).count();
        let quote = self.at + skip;
        if quote < self.limit && self.line[quote] == self.format.enclosure {
            self.at = quote + 1;
            return true;
        }
        false
    }

    fn eat_separator(&mut self) -> bool {
        let hit = self.at < self.limit && self.line[self.at] == self.format.separator;
        self.at += usize::from(hit);
        hit
    }

    /// Up to the next separator.
    fn rest_of_field(&mut self) -> &[u8] {
        let start = self.at;
        let rest = &self.line[start..self.limit];
        self.at += memchr::memchr(self.format.separator, rest).unwrap_or(rest.len());
        &self.line[start..self.at]
    }

    fn plain(&mut self) -> PhpStr {
        let field = self.rest_of_field();
        PhpStr::new(&field[..content_length(field)])
    }

    /// Doubled quotes are quotes; an escaped one is a character and stays escaped; what follows the closing one belongs to the field.
    fn quoted(&mut self) -> PhpStr {
        let CsvFormat { enclosure, escape, .. } = self.format;
        let mut field = Vec::new();
        loop {
            while self.at < self.limit {
                let b = self.line[self.at];
                self.at += 1;
                let next = (self.at < self.limit).then(|| self.line[self.at]);
                if b == enclosure {
                    if next != Some(enclosure) {
                        field.extend_from_slice(self.rest_of_field());
                        return PhpStr::new(&field);
                    }
                    field.push(enclosure);
                    self.at += 1;
                } else {
                    field.push(b);
                    if escape == Some(b)
                        && let Some(next) = next
                    {
                        field.push(next);
                        self.at += 1;
                    }
                }
            }
            // The field goes on with the line end, and on the next line.
            field.extend_from_slice(&self.line[self.limit..]);
            match (self.more)() {
                Some(line) => {
                    self.limit = content_length(&line);
                    self.line = line;
                    self.at = 0;
                }
                None => {
                    self.limit = self.line.len();
                    self.at = self.limit;
                    return PhpStr::new(&field);
                }
            }
        }
    }
}

/// A line of values, as `fputcsv()` writes it: values with special characters are quoted.
pub(crate) fn format_line(fields: &[PhpStr], format: CsvFormat, line_end: &[u8]) -> Vec<u8> {
    let CsvFormat { separator, enclosure, escape } = format;
    let special = |b: &u8| *b == separator || *b == enclosure || Some(*b) == escape || matches!(b, b'\n' | b'\r' | b'\t' | b' ');
    let mut out = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            out.push(separator);
        }
        if !field.iter().any(special) {
            out.extend_from_slice(field);
            continue;
        }
        out.push(enclosure);
        let mut escaped = false;
        for b in field.iter().copied() {
            if Some(b) == escape && escape != Some(enclosure) {
                escaped = true;
            } else if !escaped && b == enclosure {
                out.push(enclosure);
            } else {
                escaped = false;
            }
            out.push(b);
        }
        out.push(enclosure);
    }
    out.extend_from_slice(line_end);
    out
}
