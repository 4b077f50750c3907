//! Reads `Require` and its sections.

use std::sync::Arc;

use crate::access::{Methods, Requirement};
use crate::bytes::{is, shown};
use crate::text::{Directive, Fault, Result, at, words};

/// A line or a section about who may.
pub(super) struct Line {
    requirement: Requirement,
    is_negated: bool,
}

impl Line {
    /// The same for some methods.
    pub(super) fn limited(self, methods: &Methods) -> Line {
        Line { requirement: Requirement::Limited(methods.clone(), Arc::new(self.requirement)), is_negated: self.is_negated }
    }
}

/// `Require …`
pub(super) fn line(text: &[u8]) -> Result<Line> {
    let mut words = words(text);
    let is_negated = words.first().is_some_and(|word| is(word, "not"));
    let mut text = text;
    if is_negated {
        words.remove(0);
        text = text.trim_ascii_start()[3..].trim_ascii_start();
    }
    let requirement = Requirement::parse(&words, text)?;
    if is_negated && !requirement.may_be_negated() {
        return Err("Require not host: names of hosts are not looked up; write addresses".into());
    }
    let requirement = if is_negated { Requirement::Not(Arc::new(requirement)) } else { requirement };
    Ok(Line { requirement, is_negated })
}

/// `<RequireAll>` and its kin.
pub(super) fn section(name: &[u8], number: u32, inner: &[Directive]) -> std::result::Result<Line, Fault> {
    let mut all = Vec::new();
    for directive in inner {
        let inner_name = directive.name.to_ascii_lowercase();
        let line = match &directive.inner {
            Some(inner) if matches!(inner_name.as_slice(), b"requireall" | b"requireany" | b"requirenone") => {
                section(&inner_name, directive.line, inner)?
            }
            None if inner_name == b"require" => line(&directive.arguments).map_err(at(directive.line))?,
            _ => return Err(at(directive.line)(format!("{} not allowed in <{}>", shown(&directive.name), shown(name)))),
        };
        if line.is_negated && name != b"requireall" {
            let message = format!("negative {} directive has no effect in <{}> directive", shown(&directive.name), shown(name));
            return Err(at(directive.line)(message));
        }
        all.push(Arc::new(line.requirement));
    }
    if all.is_empty() {
        return Err(at(number)(format!("<{}> directive contains no authorization directives", shown(name))));
    }
    let (requirement, is_negated) = match name {
        b"requireall" => (Requirement::All(all), false),
        b"requireany" => (Requirement::Any(all), false),
        _ => (Requirement::None(all), true),
    };
    Ok(Line { requirement, is_negated })
}

impl Line {
    /// The error, where it stands in no section: it keeps out, and nothing lets in.
    pub(super) fn alone(self, name: &[u8]) -> Result<Line> {
        match self.is_negated {
            true => Err(format!("negative {} directive has no effect in <RequireAny> directive", shown(name))),
            false => Ok(self),
        }
    }
}

/// Lines that stand in no section: one of them is enough.
pub(super) fn any(lines: Vec<Line>) -> Requirement {
    Requirement::Any(lines.into_iter().map(|line| Arc::new(line.requirement)).collect())
}
