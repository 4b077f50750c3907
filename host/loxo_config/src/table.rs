//! A table's entries by name and kind. What nobody has asked for is no setting.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::placed::{Placed, Problem};

type Entries<'i> = Vec<(Placed<String>, Spanned<DeValue<'i>>)>;

pub(crate) struct Table<'i> {
    text: &'i str,
    line: usize,
    entries: Entries<'i>,
}

fn line_of(text: &str, span: &Range<usize>) -> usize {
    let before = text.as_bytes().get(..span.start).unwrap_or_default();
    before.iter().filter(|b| **b == b'\n').count() + 1
}

impl<'i> Table<'i> {
    /// The table of a whole text.
    pub(crate) fn parse(text: &'i str) -> Result<Table<'i>, Problem> {
        let parsed = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(text, &span));
            // One line, whatever it says.
            Problem { line, message: error.message().split('\n').next().unwrap_or_default().to_string() }
        })?;
        Ok(Table::new(text, 1, parsed.into_inner()))
    }

    fn new(text: &'i str, line: usize, table: DeTable<'i>) -> Table<'i> {
        let mut entries: Entries<'i> = Vec::new();
        for (key, value) in table {
            let line = line_of(text, &key.span());
            entries.push((Placed { value: key.into_inner().into_owned(), line }, value));
        }
        entries.sort_by_key(|(key, _)| key.line);
        Table { text, line, entries }
    }

    /// The line where it begins.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Nothing else may be in it.
    pub(crate) fn finish(self) -> Result<(), Problem> {
        match self.entries.first() {
            None => Ok(()),
            Some((key, _)) => Err(Problem { line: key.line, message: format!("{} is no setting here", key.value) }),
        }
    }

    fn take(&mut self, name: &str) -> Option<Placed<DeValue<'i>>> {
        let at = self.entries.iter().position(|(key, _)| key.value == name)?;
        let (key, value) = self.entries.remove(at);
        Some(Placed { value: value.into_inner(), line: key.line })
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<Option<Placed<String>>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Placed { value: DeValue::String(text), line }) => Ok(Some(Placed { value: one_line(name, line, &text)?, line })),
            Some(Placed { line, .. }) => Err(Problem { line, message: format!("{name}: a text is needed") }),
        }
    }

    /// A text of several lines.
    pub(crate) fn lines(&mut self, name: &str) -> Result<Option<Placed<String>>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Placed { value: DeValue::String(text), line }) => {
                text.lines().try_for_each(|part| one_line(name, line, &part.replace('\t', " ")).map(drop))?;
                Ok(Some(Placed { value: text.to_string(), line }))
            }
            Some(Placed { line, .. }) => Err(Problem { line, message: format!("{name}: a text is needed") }),
        }
    }

    pub(crate) fn is_list(&self, name: &str) -> bool {
        self.entries.iter().any(|(key, value)| key.value == name && value.get_ref().is_array())
    }

    /// One text, or several; none if there is no such entry.
    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<Placed<String>>, Problem> {
        let wrong = |line| Problem { line, message: format!("{name}: a text or a list of texts is needed") };
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Placed { value: DeValue::String(text), line }) => Ok(vec![Placed { value: one_line(name, line, &text)?, line }]),
            Some(Placed { value: DeValue::Array(list), .. }) => {
                let texts = list.into_iter().map(|entry| {
                    let line = line_of(self.text, &entry.span());
                    match entry.into_inner() {
                        DeValue::String(text) => Ok(Placed { value: one_line(name, line, &text)?, line }),
                        _ => Err(wrong(line)),
                    }
                });
                texts.collect()
            }
            Some(Placed { line, .. }) => Err(wrong(line)),
        }
    }

    pub(crate) fn flag(&mut self, name: &str) -> Result<Option<bool>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Placed { value: DeValue::Boolean(on), .. }) => Ok(Some(on)),
            Some(Placed { line, .. }) => Err(Problem { line, message: format!("{name}: true or false is needed") }),
        }
    }

    /// The line of a flag that is on.
    pub(crate) fn flag_line(&mut self, name: &str) -> Result<Option<usize>, Problem> {
        let line = self.entries.iter().find(|(key, _)| key.value == name).map(|(key, _)| key.line);
        Ok(self.flag(name)?.filter(|on| *on).and(line))
    }

    pub(crate) fn integer(&mut self, name: &str, range: RangeInclusive<i64>) -> Result<Option<Placed<i64>>, Problem> {
        let Some(Placed { value, line }) = self.take(name) else { return Ok(None) };
        let number = value.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        match number.filter(|number| range.contains(number)) {
            Some(value) => Ok(Some(Placed { value, line })),
            None => Err(Problem { line, message: format!("{name}: a number from {} to {} is needed", range.start(), range.end()) }),
        }
    }

    pub(crate) fn number(&mut self, name: &str, range: RangeInclusive<usize>) -> Result<Option<Placed<usize>>, Problem> {
        let wide = |number: &usize| i64::try_from(*number).unwrap_or(i64::MAX);
        let number = self.integer(name, wide(range.start())..=wide(range.end()))?;
        Ok(number.map(|number| Placed { value: usize::try_from(number.value).unwrap_or(0), line: number.line }))
    }

    /// Seconds, or a text as php-fpm has times: `30s`, `5m`.
    pub(crate) fn time(&mut self, name: &str) -> Result<Option<Placed<String>>, Problem> {
        let Some(Placed { value, line }) = self.take(name) else { return Ok(None) };
        let text = match &value {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.as_str().to_string(),
            _ => String::new(),
        };
        let number = text.strip_suffix(['s', 'm', 'h', 'd']).unwrap_or(&text);
        if !number.is_empty() && number.len() <= 9 && number.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(Some(Placed { value: text, line }));
        }
        Err(Problem { line, message: format!("{name}: seconds are needed, or a number with s, m, h or d") })
    }

    /// Bytes, or a text as PHP has sizes: `512M`, `2G`.
    pub(crate) fn size(&mut self, name: &str) -> Result<Option<u64>, Problem> {
        let Some(Placed { value, line }) = self.take(name) else { return Ok(None) };
        let text = match &value {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.as_str().to_string(),
            _ => String::new(),
        };
        match bytes(&text) {
            Some(bytes) => Ok(Some(bytes)),
            None => Err(Problem { line, message: format!("{name}: a number of bytes is needed, with K, M or G behind it") }),
        }
    }

    /// The path of an address.
    pub(crate) fn path(&mut self, name: &str) -> Result<Option<Placed<String>>, Problem> {
        let path = self.text(name)?;
        match path.as_ref().filter(|path| !path.value.starts_with('/') || path.value.len() < 2) {
            Some(path) => Err(Problem { line: path.line, message: format!("{name} = {:?}: a path begins with a slash", path.value) }),
            None => Ok(path),
        }
    }

    /// A table of texts, numbers and flags; flags are `1` and `0`, as PHP's settings have them.
    pub(crate) fn pairs(&mut self, name: &str) -> Result<Vec<(String, Placed<String>)>, Problem> {
        Ok(self.some_pairs(name)?.map_or_else(Vec::new, |(_, pairs)| pairs))
    }

    /// The same, and the line where the table begins, if there is one.
    pub(crate) fn some_pairs(&mut self, name: &str) -> Result<Option<(usize, Vec<(String, Placed<String>)>)>, Problem> {
        let Some(table) = self.table(name)? else { return Ok(None) };
        let mut pairs = Vec::new();
        for (key, value) in table.entries {
            flatten(&mut pairs, name, key, value.into_inner(), self.text)?;
        }
        Ok(Some((table.line, pairs)))
    }

    pub(crate) fn table(&mut self, name: &str) -> Result<Option<Table<'i>>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Placed { value: DeValue::Table(table), line }) => Ok(Some(Table::new(self.text, line, table))),
            Some(Placed { line, .. }) => Err(Problem { line, message: format!("{name}: a table is needed, [{name}]") }),
        }
    }

    /// Tables within a table, by name.
    pub(crate) fn tables(&mut self, name: &str) -> Result<Vec<(Placed<String>, Table<'i>)>, Problem> {
        let Some(outer) = self.table(name)? else { return Ok(Vec::new()) };
        let inner = outer.entries.into_iter().map(|(key, value)| match value.into_inner() {
            DeValue::Table(table) => {
                let table = Table::new(self.text, key.line, table);
                Ok((key, table))
            }
            _ => Err(Problem { line: key.line, message: format!("{} is no setting here: [{name}.NAME] begins a {name}", key.value) }),
        });
        inner.collect()
    }

    /// `[[name]]`
    pub(crate) fn list(&mut self, name: &str) -> Result<Vec<Table<'i>>, Problem> {
        let wrong = |line| Problem { line, message: format!("[[{name}]] begins a {name}, each its own") };
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Placed { value: DeValue::Array(list), .. }) => {
                let tables = list.into_iter().map(|entry| {
                    let line = line_of(self.text, &entry.span());
                    match entry.into_inner() {
                        DeValue::Table(table) => Ok(Table::new(self.text, line, table)),
                        _ => Err(wrong(line)),
                    }
                });
                tables.collect()
            }
            Some(Placed { line, .. }) => Err(wrong(line)),
        }
    }
}

/// A number of bytes with K, M or G behind it; `None`: it is none, or 0.
pub fn bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 10),
        (at, 'm' | 'M') => (&text[..at], 20),
        (at, 'g' | 'G') => (&text[..at], 30),
        _ => (text, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

/// Names with dots in them are tables within tables: `ini.session.name`.
fn flatten(
    pairs: &mut Vec<(String, Placed<String>)>,
    what: &str,
    key: Placed<String>,
    value: DeValue<'_>,
    text: &str,
) -> Result<(), Problem> {
    let line = key.line;
    let value = match value {
        DeValue::String(value) => one_line(what, line, &value)?,
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_string(),
        DeValue::Float(number) => number.as_str().to_string(),
        DeValue::Boolean(on) => u8::from(on).to_string(),
        DeValue::Table(table) => {
            for (inner, value) in Table::new(text, line, table).entries {
                let name = format!("{}.{}", key.value, inner.value);
                flatten(pairs, what, Placed { value: name, line: inner.line }, value.into_inner(), text)?;
            }
            return Ok(());
        }
        _ => return Err(Problem { line, message: format!("{what}.{}: a text, a number, true or false is needed", key.value) }),
    };
    if key.value.is_empty() || key.value.contains(['=', '\0', '\n']) {
        return Err(Problem { line, message: format!("{what}: {:?} is no name", key.value) });
    }
    pairs.push((key.value, Placed { value, line }));
    Ok(())
}

/// No value has control characters in it.
fn one_line(name: &str, line: usize, text: &str) -> Result<String, Problem> {
    if text.chars().any(char::is_control) {
        return Err(Problem { line, message: format!("{name}: control characters have no place here") });
    }
    Ok(text.to_string())
}
