//! Errors, worded as PHP's parser generator words them.

use super::*;
use crate::lexer::line_at;

impl<'a> Parser<'a> {
    /// "unexpected X": `expecting` lists what would fit, empty when that is too much.
    #[cold]
    pub(super) fn unexpected(&mut self, expecting: &[TokenKind]) -> Failed {
        if let Some(failed) = self.lexer_error() {
            return failed;
        }
        let mut message = String::from("syntax error, unexpected ");
        message.push_str(&self.describe(self.tok));
        // A keyword that begins an argument but does not go on as an expression is taken for the argument's name.
        let names_argument =
            self.prev.lo == self.arg_lo && (self.prev.kind.is_reserved_word() || (self.prev.kind == T::Identifier && self.at(T::As)));
        let mut expecting = if names_argument { vec![T::Colon] } else { expecting.to_vec() };
        expecting.sort_by_key(|kind| kind.error_order());
        for (i, kind) in expecting.iter().enumerate() {
            message.push_str(if i == 0 { ", expecting " } else { " or " });
            message.push_str(&kind.display().replace('\'', "\""));
        }
        let line = self.line_of(self.tok);
        self.fail(ErrorKind::Parse, message, self.tok.lo, line)
    }

    /// Where a variable must end. Behind a comma, only `close` fits.
    #[cold]
    pub(super) fn unexpected_behind_variable(&mut self, close: TokenKind) -> Failed {
        if self.prev.kind == T::Comma {
            return self.unexpected(&[close]);
        }
        self.unexpected(&[T::ObjectOperator, T::NullsafeObjectOperator, T::LBracket])
    }

    /// A grammar-level error that PHP throws at once, even if the lookahead is broken.
    #[cold]
    pub(super) fn compile_error(&mut self, message: impl Into<String>) -> Failed {
        let line = self.line_of(self.tok);
        self.fail(ErrorKind::Thrown, message.into(), self.tok.lo, line)
    }

    /// A parse error with its own text.
    #[cold]
    pub(super) fn parse_error(&mut self, message: impl Into<String>, offset: u32) -> Failed {
        let line = line_at(self.src, offset as usize);
        self.fail(ErrorKind::Parse, message.into(), offset, line)
    }

    /// A compile error that only counts if the rest of the file is grammatical.
    #[cold]
    pub(super) fn defer(&mut self, message: impl Into<String>, offset: u32) {
        if self.deferred.is_none() {
            let line = line_at(self.src, offset as usize);
            self.deferred = Some(ParseError { message: message.into(), offset, line, kind: ErrorKind::Compile, diagnostics: Vec::new() });
        }
    }

    #[cold]
    pub(super) fn too_deep(&mut self) -> Failed {
        let line = self.line_of(self.tok);
        self.fail(ErrorKind::Compile, "Maximum call stack size reached. Try splitting expression".into(), self.tok.lo, line)
    }

    fn fail(&mut self, kind: ErrorKind, message: String, offset: u32, line: u32) -> Failed {
        if self.failure.is_none() {
            self.failure = Some(ParseError { message, offset, line, kind, diagnostics: Vec::new() });
        }
        Failed
    }

    /// The lookahead may carry an error of its own, which then is the one to report.
    fn lexer_error(&mut self) -> Option<Failed> {
        if let Some(error) = self.lx.take_error() {
            return Some(self.parse_error(error.message, error.offset));
        }
        let problem = self.literal_problem()?;
        Some(self.parse_error(problem.0, problem.1 as u32))
    }

    /// The line PHP has reached when it has read the token.
    fn line_of(&self, token: Token) -> u32 {
        let is_close_tag = token.kind == T::Semicolon && token.hi > token.lo + 1;
        let mut at = if is_close_tag { token.lo } else { token.hi } as usize;
        if token.kind == T::StringContent && self.lx.at_heredoc_end() {
            at = at.saturating_sub(1);
        }
        line_at(self.src, at)
    }

    /// The lookahead in PHP's words.
    fn describe(&self, token: Token) -> String {
        let text = self.text(token);
        match token.kind {
            T::End => return "end of file".into(),
            T::Quote => return "double-quote mark".into(),
            T::Amp => return "token \"&\"".into(),
            // A token that the grammar does not know at all.
            T::AmpChar => return "invalid token \"&\"".into(),
            T::BadCharacter if text.len() == 1 => return format!("character 0x{:02X}", text[0]),
            _ => {}
        }
        let display = token.kind.display();
        if let Some(spelling) = display.strip_prefix('\'') {
            return format!("token \"{}\"", spelling.strip_suffix('\'').unwrap_or(spelling));
        }
        let what = match (token.kind, text.first()) {
            (T::ConstantString, Some(b'"')) => "double-quoted string",
            (T::ConstantString, Some(b'\'')) => "single-quoted string",
            _ => display,
        };
        format!("{what} \"{}\"", excerpt(text))
    }
}

/// The first line without its quotes, cut to 30 bytes.
fn excerpt(text: &[u8]) -> String {
    let quote = |b: Option<&u8>| matches!(b, Some(b'\'' | b'"'));
    let end = text.iter().position(|&b| b == b'\n').unwrap_or(text.len());
    let mut shown = &text[..end];
    if quote(shown.first()) {
        shown = &shown[1..];
    }
    if quote(shown.last()) {
        shown = &shown[..shown.len() - 1];
    }
    if shown.len() > 33 {
        return format!("{}...", String::from_utf8_lossy(&shown[..30]));
    }
    String::from_utf8_lossy(shown).into_owned()
}
