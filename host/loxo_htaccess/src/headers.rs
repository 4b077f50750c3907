//! `Header` and `RequestHeader` as they are written; `respond` carries them out.

use crate::bytes::{is, split_at_byte, strip_prefix_any_case};
use crate::expr::{Expr, Word};
use crate::limits;
use crate::pattern::Pattern;
use crate::text::{Result, word};

/// One change of a header.
#[derive(Debug)]
pub(crate) struct HeaderEdit {
    /// `always`: in Apache's second table, whose fields errors have, too.
    pub(crate) always: bool,
    pub(crate) action: Action,
    /// As it was written.
    pub(crate) name: Vec<u8>,
    pub(crate) value: Value,
    pub(crate) condition: Condition,
}

#[derive(Debug)]
pub(crate) enum Action {
    Add,
    Append,
    Merge,
    Set,
    SetIfEmpty,
    Unset,
    /// The name is a pattern for fields of the request.
    Echo(Pattern),
    Edit {
        pattern: Pattern,
        all: bool,
    },
    Note,
}

/// A value: with `%{…}` in it, or an expression.
#[derive(Debug)]
pub(crate) enum Value {
    Parts(Vec<Part>),
    Expression(Word),
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text(Vec<u8>),
    /// `%{NAME}e`
    Env(Vec<u8>),
    /// `%{NAME}s`: of TLS; nothing is known of it.
    Tls,
    /// `%t`, `%D`
    Time,
    Duration,
}

#[derive(Debug)]
pub(crate) enum Condition {
    Always,
    Env {
        name: Vec<u8>,
        is_set: bool,
    },
    Expression(Expr),
    /// `early`: before all else, which files of folders cannot have.
    Early,
}

impl HeaderEdit {
    /// What stands behind `Header` (`response`) or `RequestHeader`.
    pub(crate) fn parse(text: &[u8], response: bool) -> Result<HeaderEdit> {
        let name = if response { "Header" } else { "RequestHeader" };
        let mut rest = text;
        let mut next = || word(&mut rest);
        let mut action = next().ok_or_else(|| format!("{name} takes an action and a header"))?;
        let mut always = false;
        if response && (is(&action, "always") || is(&action, "onsuccess")) {
            always = is(&action, "always");
            action = next().ok_or_else(|| format!("{name} takes an action and a header"))?;
        }
        let header = next().ok_or_else(|| format!("{name} takes a header"))?;
        let header = header.strip_suffix(b":").unwrap_or(&header).to_vec();
        let first = next();
        let mut more = Vec::new();
        while let Some(word) = next() {
            more.push(word);
        }
        let wanted = action.to_ascii_lowercase();
        let needs_value = matches!(wanted.as_slice(), b"add" | b"append" | b"merge" | b"set" | b"setifempty" | b"note");
        let mut more = more.into_iter();
        let missing = || format!("{name} {} requires a value", String::from_utf8_lossy(&action));
        let (action, value, condition) = match wanted.as_slice() {
            _ if needs_value => {
                let value = first.ok_or_else(missing)?;
                let action = match wanted.as_slice() {
                    b"add" => Action::Add,
                    b"append" => Action::Append,
                    b"merge" => Action::Merge,
                    b"set" => Action::Set,
                    b"setifempty" => Action::SetIfEmpty,
                    _ if response => Action::Note,
                    _ => return Err(format!("{name} has no action note")),
                };
                (action, Value::parse(&value)?, more.next())
            }
            b"unset" => (Action::Unset, Value::Parts(Vec::new()), first),
            b"echo" if response => {
                let pattern = Pattern::new(&header, true).map_err(|error| format!("Header echo regex could not be compiled: {error}"))?;
                (Action::Echo(pattern), Value::Parts(Vec::new()), first)
            }
            b"edit" | b"edit*" => {
                let text = first.ok_or_else(missing)?;
                let pattern = Pattern::new(&text, false).map_err(|error| format!("Header edit regex could not be compiled: {error}"))?;
                let value = more.next().ok_or_else(missing)?;
                (Action::Edit { pattern, all: wanted.ends_with(b"*") }, Value::parse(&value)?, more.next())
            }
            _ => {
                return Err(format!(
                    "first argument must be 'add', 'set', 'setifempty', 'append', 'merge', 'unset', 'echo', 'note', 'edit', or 'edit*', not {}",
                    String::from_utf8_lossy(&action)
                ));
            }
        };
        let condition = match condition {
            None => Condition::Always,
            Some(text) => Condition::parse(&text)?,
        };
        Ok(HeaderEdit { always, action, name: header, value, condition })
    }
}

impl Condition {
    fn parse(text: &[u8]) -> Result<Condition> {
        if is(text, "early") {
            return Ok(Condition::Early);
        }
        if let Some(name) = strip_prefix_any_case(text, "env=") {
            return Ok(match name.strip_prefix(b"!") {
                Some(name) => Condition::Env { name: name.to_vec(), is_set: false },
                None => Condition::Env { name: name.to_vec(), is_set: true },
            });
        }
        match strip_prefix_any_case(text, "expr=") {
            Some(expr) => Ok(Condition::Expression(crate::expr::parse::condition(expr)?)),
            None => Err("error: envclause should be in the form env=envar or expr=expression".into()),
        }
    }
}

impl Value {
    fn parse(text: &[u8]) -> Result<Value> {
        if let Some(expr) = strip_prefix_any_case(text, "expr=") {
            return Ok(Value::Expression(crate::expr::parse::string(expr)?));
        }
        let (mut parts, mut plain, mut rest) = (Vec::new(), Vec::new(), text);
        while let Some((byte, more)) = rest.split_first() {
            rest = more;
            if *byte != b'%' {
                plain.push(*byte);
                continue;
            }
            if let Some(more) = rest.strip_prefix(b"%") {
                plain.push(b'%');
                rest = more;
                continue;
            }
            let (argument, tag) = match rest.strip_prefix(b"{") {
                Some(inner) => split_at_byte(inner, b'}').ok_or("header format has no end of %{")?,
                None => (&rest[..0], rest),
            };
            let part = match tag.first() {
                Some(b'e') => Part::Env(argument.to_vec()),
                Some(b's') => Part::Tls,
                Some(b't') => Part::Time,
                Some(b'D') => Part::Duration,
                Some(b'l' | b'i' | b'b') => Part::Text(b"l=0".to_vec()),
                Some(tag) => return Err(format!("Unrecognized header format %{}", char::from(*tag))),
                None => return Err("Unrecognized header format %".into()),
            };
            if !plain.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut plain)));
            }
            parts.push(part);
            rest = &tag[1..];
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Value::Parts(parts))
    }
}

/// What an edit puts in place of a match: `$1` and `\1` are groups.
pub(crate) fn substitute(text: &[u8], groups: &crate::pattern::Groups) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'$' | b'\\' | b'&')) {
        out.extend_from_slice(&rest[..at]);
        let byte = rest[at];
        match rest.get(at + 1) {
            Some(digit) if byte != b'&' && digit.is_ascii_digit() => {
                let group = groups.get(usize::from(*digit - b'0'));
                if !limits::may_make(group.len()) {
                    return out;
                }
                out.extend_from_slice(group);
                rest = &rest[at + 2..];
            }
            Some(next) if byte == b'\\' && (*next == b'$' || *next == b'&') => {
                out.push(*next);
                rest = &rest[at + 2..];
            }
            _ => {
                out.push(byte);
                rest = &rest[at + 1..];
            }
        }
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_read() {
        let edit = HeaderEdit::parse(br#"always set X-A "a %{B}e 5%%" env=!C"#, true).expect("is right");
        assert!(edit.always);
        assert!(matches!(edit.condition, Condition::Env { ref name, is_set: false } if name == b"C"));
        let Value::Parts(parts) = edit.value else { panic!("an expression") };
        assert_eq!(parts, [Part::Text(b"a ".to_vec()), Part::Env(b"B".to_vec()), Part::Text(b" 5%".to_vec())]);
        for text in ["", "set", "set X", "frob X y", "edit X (", "edit X ( y", "set X %q", "set X y z", "set X %{A", "set X y expr=("] {
            assert!(HeaderEdit::parse(text.as_bytes(), true).is_err(), "{text}");
        }
        assert!(HeaderEdit::parse(b"always set X y", false).is_err());
    }
}
