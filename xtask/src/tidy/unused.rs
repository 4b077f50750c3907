//! A public function that no other place names is called by nobody: the compiler warns of private ones alone.

use super::files::{collect, is_generated};
use super::tokens::{self, Kind, Token};
use crate::{Result, paths};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files, lines and faults. Tests and fuzz targets count as callers.
pub fn check<'a>(crates: impl Iterator<Item = &'a Path>) -> Result<Vec<(PathBuf, usize, String)>> {
    let (mut declared, mut named) = (Vec::new(), HashMap::<String, usize>::new());
    let mut files = Vec::new();
    for dir in crates {
        collect(dir, &mut files)?;
    }
    let fuzz = paths::root().join("fuzz");
    if fuzz.is_dir() {
        collect(&fuzz, &mut files)?;
    }
    for file in files {
        let text = fs::read_to_string(&file)?;
        let tokens = tokens::scan(&text).tokens;
        for token in tokens.iter().filter(|token| token.kind == Kind::Word) {
            match named.get_mut(token.text) {
                Some(count) => *count += 1,
                None => drop(named.insert(token.text.to_string(), 1)),
            }
        }
        if !is_generated(&file) {
            declared.extend(public_functions(&tokens).map(|token| (file.clone(), token.line, token.text.to_string())));
        }
    }
    let unused = declared.into_iter().filter(|(.., name)| named.get(name) == Some(&1));
    Ok(unused.map(|(file, line, name)| (file, line, format!("nobody calls `{name}`"))).collect())
}

/// The names of functions behind `pub`, `pub(crate)` and the like.
fn public_functions<'a>(tokens: &'a [Token<'a>]) -> impl Iterator<Item = &'a Token<'a>> {
    let functions = tokens.iter().enumerate().filter(|(at, token)| token.text == "fn" && is_public(&tokens[..*at]));
    functions.filter_map(|(at, _)| tokens.get(at + 1))
}

/// Do the tokens before a `fn` make it public?
fn is_public(before: &[Token<'_>]) -> bool {
    let is_kind = |token: &Token<'_>| token.kind == Kind::Other || matches!(token.text, "const" | "unsafe" | "async" | "extern");
    let end = before.iter().rposition(|token| !is_kind(token)).map_or(0, |at| at + 1);
    let to_whom = before[..end].last().is_some_and(|token| token.text == ")");
    let end = if to_whom { before[..end].iter().rposition(|token| token.text == "(").unwrap_or(0) } else { end };
    before[..end].last().is_some_and(|token| token.text == "pub")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_functions_are_found() {
        let text = "fn a() {} pub fn b() {} pub(crate) const unsafe extern \"C\" fn c(f: fn()) {} pub(in x::y) fn d() {} struct E(pub u8); impl E { fn e() {} }";
        let scanned = tokens::scan(text);
        assert_eq!(public_functions(&scanned.tokens).map(|token| token.text).collect::<Vec<_>>(), ["b", "c", "d"]);
    }
}
