//! The names that a PHP file uses, by its tokens: calls, classes, settings. A file with errors is read up to the first text that is no token.

use std::collections::BTreeSet;
use std::path::Path;

use loxo_syntax::lexer::{LexOptions, Lexer};
use loxo_syntax::{Token, TokenKind};

use super::known::{Lacking, Missing};

/// Functions that ask whether something is there, and that set or read a setting.
const QUESTIONS: &[&str] = &["function_exists", "class_exists", "extension_loaded", "is_callable", "defined"];
const SETTINGS: &[&str] = &["ini_set", "ini_get", "ini_alter"];

pub(super) fn read(
    source: &[u8],
    file: &Path,
    lacking: &Lacking,
    found: &mut Vec<Missing>,
    declared: &mut BTreeSet<(&'static str, String)>,
) {
    let options = LexOptions { short_open_tag: false, parser_mode: false, start_in_php: false, skip_shebang: true };
    let mut lexer = Lexer::new(source, options);
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        let token = lexer.next_token();
        match token.kind {
            TokenKind::End | TokenKind::Error => break,
            TokenKind::Whitespace | TokenKind::Comment | TokenKind::DocComment => {}
            _ => tokens.push(token),
        }
    }
    let text = |at: usize| tokens.get(at).map_or_else(String::new, |token| spelled(source, *token));
    let kind = |at: usize| tokens.get(at).map_or(TokenKind::End, |token| token.kind);
    let (mut asked, first) = (BTreeSet::new(), found.len());
    for at in 0..tokens.len() {
        if !matches!(kind(at), TokenKind::Identifier | TokenKind::NameFullyQualified | TokenKind::NameQualified) {
            continue;
        }
        let (name, before, after) = (text(at), at.checked_sub(1).map_or(TokenKind::End, kind), kind(at + 1));
        let argument = || (kind(at + 2) == TokenKind::ConstantString).then(|| text(at + 2).trim_matches(['\'', '"']).to_string());
        let mut use_of = |sort: &'static str, name: &str| {
            if let Some(extension) = lacking.get(&(sort, name.to_string())) {
                let line = 1 + source[..tokens[at].lo as usize].iter().filter(|byte| **byte == b'\n').count();
                let about = format!("of the extension {extension}");
                found.push(Missing { kind: sort, name: name.to_string(), file: file.into(), line, about, is_optional: false });
            }
        };
        match (before, after) {
            (TokenKind::Function, _) => _ = declared.insert(("function", name)),
            (TokenKind::Class, _) => _ = declared.insert(("class", name)),
            (TokenKind::ObjectOperator | TokenKind::NullsafeObjectOperator | TokenKind::DoubleColon | TokenKind::Const, _) => {}
            (TokenKind::New | TokenKind::Extends | TokenKind::Use, _) | (_, TokenKind::DoubleColon) => use_of("class", &name),
            (_, TokenKind::LParen) => {
                use_of("function", &name);
                if let Some(argument) = argument() {
                    if QUESTIONS.contains(&name.as_str()) {
                        asked.insert(argument.trim_start_matches('\\').to_string());
                    } else if SETTINGS.contains(&name.as_str()) {
                        use_of("setting", &argument);
                    }
                }
            }
            _ => {}
        }
    }
    for one in &mut found[first..] {
        let extension = one.about.rsplit(' ').next().unwrap_or_default();
        one.is_optional = one.kind == "setting" || asked.contains(&one.name) || asked.contains(extension);
    }
}

/// In small letters, without the backslash at the beginning.
fn spelled(source: &[u8], token: Token) -> String {
    let bytes = source.get(token.lo as usize..token.hi as usize).unwrap_or_default();
    String::from_utf8_lossy(bytes).trim_start_matches('\\').to_ascii_lowercase()
}
