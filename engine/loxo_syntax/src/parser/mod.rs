//! Tokens → tree: recursive descent, with precedence climbing for operators.
//!
//! One token of lookahead (plus raw peeks at the bytes behind it). The first error ends the parse: [`Failed`] travels up while the
//! error itself waits in the parser, so that results stay two words.

mod args;
mod attributes;
mod class;
mod control;
mod errors;
mod expr;
mod function;
mod literal;
mod modifiers;
mod postfix;
mod primary;
mod property;
mod stmt;
mod top;
mod types;
mod uses;

use crate::ast::*;
use crate::lexer::{LexOptions, Lexer};
use crate::token::{Token, TokenKind};
use crate::{Diagnostic, DiagnosticKind, ErrorKind, ParseError, ParseOptions, Parsed};
use TokenKind as T;
use bumpalo::Bump;
use loxo_base::{LineTable, Span};

/// The error is in [`Parser::failure`].
struct Failed;
type PResult<T> = Result<T, Failed>;

pub(super) struct Parser<'a> {
    arena: &'a Bump,
    src: &'a [u8],
    lx: Lexer<'a>,
    /// The lookahead.
    tok: Token,
    /// The token before it.
    prev: Token,
    /// Where the argument being read begins: a keyword there may also be its name.
    arg_lo: u32,
    failure: Option<ParseError>,
    /// The first compile error that PHP reports only when the whole file is grammatical.
    deferred: Option<ParseError>,
    diagnostics: Vec<Diagnostic>,
    keyword_names: Vec<u32>,
    halt_offset: Option<u32>,
    encodings: Option<fn(&[u8]) -> bool>,
}

pub(crate) fn parse<'a>(arena: &'a Bump, source: &'a [u8], options: &ParseOptions, start_in_php: bool) -> Result<Parsed<'a>, ParseError> {
    // Spans are 32 bits wide, and lookahead may go a few bytes beyond the end.
    if source.len() > u32::MAX as usize - 16 {
        return Err(ParseError {
            message: "File is too large".into(),
            offset: 0,
            line: 1,
            kind: ErrorKind::Compile,
            diagnostics: Vec::new(),
        });
    }
    let lex = LexOptions {
        short_open_tag: options.short_open_tag,
        parser_mode: true,
        start_in_php,
        skip_shebang: options.skip_shebang && !start_in_php,
    };
    let mut lx = Lexer::new(source, lex);
    let tok = lx.next_token();
    let mut parser = Parser {
        arena,
        src: source,
        lx,
        tok,
        prev: Token { kind: T::End, lo: 0, hi: 0 },
        arg_lo: u32::MAX,
        failure: None,
        deferred: None,
        diagnostics: Vec::new(),
        keyword_names: Vec::new(),
        halt_offset: None,
        encodings: options.encodings,
    };
    match parser.file() {
        Ok(stmts) => parser.finish(stmts),
        Err(Failed) => {
            let unknown =
                || ParseError { message: "syntax error".into(), offset: 0, line: 1, kind: ErrorKind::Parse, diagnostics: Vec::new() };
            let mut failure = parser.failure.unwrap_or_else(unknown);
            // PHP reports this kind alone while it still parses.
            failure.diagnostics = parser.diagnostics;
            failure.diagnostics.retain(|d| d.kind == DiagnosticKind::CompileWarning);
            Err(failure)
        }
    }
}

impl<'a> Parser<'a> {
    fn finish(self, stmts: &'a [Stmt<'a>]) -> Result<Parsed<'a>, ParseError> {
        if let Some(error) = self.deferred {
            return Err(error);
        }
        let mut deprecations = self.diagnostics;
        deprecations.sort_by_key(|d| d.offset);
        let lines = LineTable::new(self.src);
        let file = File { stmts, halt_offset: self.halt_offset };
        Ok(Parsed { file, lines, deprecations, keyword_names: self.keyword_names })
    }

    fn warn(&mut self, kind: DiagnosticKind, message: impl Into<String>, offset: u32) {
        let line = crate::lexer::line_at(self.src, offset as usize);
        self.diagnostics.push(Diagnostic { message: message.into(), offset, line, kind });
    }

    // ---- tokens

    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tok;
        self.prev = token;
        self.tok = self.lx.next_token();
        token
    }

    #[inline(always)]
    fn at(&self, kind: TokenKind) -> bool {
        self.tok.kind == kind
    }

    #[inline]
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    fn expect(&mut self, kind: TokenKind) -> PResult<Token> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.unexpected(&[kind])) }
    }

    /// Like `expect` where PHP's grammar allows too much else to list it.
    #[inline]
    fn expect_quietly(&mut self, kind: TokenKind) -> PResult<Token> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.unexpected(&[])) }
    }

    /// `;`, where a list that `,` would continue ends.
    fn end_of_list(&mut self) -> PResult<()> {
        if self.eat(T::Semicolon) { Ok(()) } else { Err(self.unexpected(&[T::Comma, T::Semicolon])) }
    }

    /// Eats `&` of either kind.
    fn eat_ampersand(&mut self) -> bool {
        self.eat(T::AmpVar) || self.eat(T::Amp)
    }

    /// The byte behind the lookahead, whitespace and comments skipped, and the one after it. 0 is the end of the file.
    fn byte_behind(&self) -> (u8, u8) {
        let at = self.lx.skip_trivia(self.tok.hi as usize);
        let byte = |i: usize| self.src.get(i).copied().unwrap_or(0);
        (byte(at), byte(at + 1))
    }

    /// True when a single `:` follows the lookahead.
    fn colon_behind(&self) -> bool {
        matches!(self.byte_behind(), (b':', next) if next != b':')
    }

    #[inline]
    fn text(&self, token: Token) -> &'a [u8] {
        &self.src[token.lo as usize..token.hi as usize]
    }

    fn span_from(&self, lo: u32) -> Span {
        Span::new(lo, self.prev.hi.max(lo))
    }

    // ---- nodes

    #[inline]
    fn list<X: Copy>(&self, items: Vec<X>) -> &'a [X] {
        if items.is_empty() { &[] } else { self.arena.alloc_slice_copy(&items) }
    }

    #[inline]
    fn node(&self, lo: u32, kind: ExprKind<'a>) -> Expr<'a> {
        Expr { kind: self.arena.alloc(kind), span: self.span_from(lo) }
    }

    fn stmt_node(&self, stmt: Stmt<'a>) -> &'a Stmt<'a> {
        self.arena.alloc(stmt)
    }

    #[inline]
    fn ident(&self, token: Token) -> Ident<'a> {
        Ident { name: self.text(token), span: Span::new(token.lo, token.hi) }
    }

    /// A variable's name, without `$`.
    #[inline]
    fn var_ident(&self, token: Token) -> Ident<'a> {
        Ident { name: self.text(token).get(1..).unwrap_or(&[]), span: Span::new(token.lo, token.hi) }
    }

    /// The name that a token with [`TokenKind::is_name`] spells.
    fn name_of(&self, token: Token) -> Name<'a> {
        let text = self.text(token);
        let (kind, skip) = match token.kind {
            T::NameFullyQualified => (NameKind::FullyQualified, 1),
            T::NameRelative => (NameKind::Relative, b"namespace\\".len()),
            T::NameQualified => (NameKind::Qualified, 0),
            _ => (NameKind::Unqualified, 0),
        };
        Name { kind, text: text.get(skip..).unwrap_or(&[]), span: Span::new(token.lo, token.hi) }
    }

    fn take_doc(&mut self) -> Option<Bytes<'a>> {
        let span = self.lx.take_doc()?;
        self.src.get(span.lo as usize..span.hi as usize)
    }
}
