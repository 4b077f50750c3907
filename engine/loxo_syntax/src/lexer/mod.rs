//! The lexer: bytes → tokens, one state machine for the parser and for `token_get_all()`.
//!
//! In parser mode whitespace, comments and open tags are skipped, `?>` becomes `;`, and errors surface as [`TokenKind::Error`].
//! Otherwise every byte of the source belongs to exactly one token and nothing is an error. It never allocates per token and
//! decodes no values: see [`crate::decode`] for what a literal means.

mod keywords;
mod nesting;
mod numbers;
mod scripting;
mod strings;

pub use crate::token::{Token, TokenKind};
use loxo_base::Span;
pub(crate) use nesting::line_at;

/// Where the lexer is. Mirrors what PHP's scanner distinguishes, because programs see the difference through the tokenizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Initial,
    Scripting,
    /// Behind `->`: the next label is a plain name.
    Property,
    DoubleQuotes,
    Backquote,
    Heredoc,
    Nowdoc,
    /// The next bytes are indentation and label of a heredoc's end.
    EndHeredoc,
    /// Inside `"$a[...]"`.
    VarOffset,
    /// Behind `"${"`.
    Varname,
}

/// A heredoc or nowdoc that is open.
#[derive(Clone, Copy, Debug)]
pub struct Heredoc {
    label: Span,
    /// Width of the closing label's indentation, which every line of the body loses.
    pub indentation: u32,
    pub uses_spaces: bool,
    pub is_nowdoc: bool,
}

#[derive(Clone, Debug)]
pub struct LexError {
    pub message: String,
    pub offset: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LexOptions {
    /// Accept `<?` as an open tag.
    pub short_open_tag: bool,
    /// Skip trivia and stop at errors.
    pub parser_mode: bool,
    /// Begin in PHP code instead of text (`eval`).
    pub start_in_php: bool,
    /// Skip a first line that begins with `#!`.
    pub skip_shebang: bool,
}

#[derive(Clone)]
pub struct Lexer<'s> {
    src: &'s [u8],
    pos: usize,
    state: State,
    stack: Vec<State>,
    heredocs: Vec<Heredoc>,
    /// Open brackets with their offsets, to report the ones that do not match.
    nesting: Vec<(u8, u32)>,
    options: LexOptions,
    /// How far the string that begins here is known to have no interpolation.
    scanned_to: usize,
    /// True while looking ahead for the end of a heredoc.
    scan_ahead: bool,
    doc: Option<Span>,
    error: Option<LexError>,
}

const LABEL_START: u8 = 1;
const LABEL_PART: u8 = 2;
const BLANK: u8 = 4;

/// The class of each byte. Most bytes of a file are looked at by this table alone.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80 {
            classes[at] |= LABEL_START;
        }
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 {
            classes[at] |= LABEL_PART;
        }
        if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            classes[at] |= BLANK;
        }
        at += 1;
    }
    classes
};

#[inline]
pub(crate) fn is_label_start(byte: u8) -> bool {
    CLASSES[byte as usize] & LABEL_START != 0
}

#[inline]
pub(crate) fn is_label_part(byte: u8) -> bool {
    CLASSES[byte as usize] & LABEL_PART != 0
}

#[inline]
fn is_blank(byte: u8) -> bool {
    CLASSES[byte as usize] & BLANK != 0
}

impl<'s> Lexer<'s> {
    pub fn new(src: &'s [u8], options: LexOptions) -> Self {
        let mut lexer = Lexer {
            src,
            pos: 0,
            state: if options.start_in_php { State::Scripting } else { State::Initial },
            stack: Vec::new(),
            heredocs: Vec::new(),
            nesting: Vec::new(),
            options,
            scanned_to: 0,
            scan_ahead: false,
            doc: None,
            error: None,
        };
        if options.skip_shebang && src.starts_with(b"#!") {
            lexer.pos = src.iter().position(|&b| b == b'\n').map_or(0, |i| i + 1);
        }
        lexer
    }

    pub fn source(&self) -> &'s [u8] {
        self.src
    }

    /// The error behind the last [`TokenKind::Error`].
    pub fn take_error(&mut self) -> Option<LexError> {
        self.error.take()
    }

    /// The last doc comment that nothing has claimed yet.
    #[inline]
    pub fn take_doc(&mut self) -> Option<Span> {
        self.doc.take()
    }

    /// The innermost open heredoc.
    pub fn heredoc(&self) -> Option<Heredoc> {
        self.heredocs.last().copied()
    }

    /// True right behind the last piece of a heredoc's body.
    pub fn at_heredoc_end(&self) -> bool {
        self.state == State::EndHeredoc
    }

    /// Makes everything behind the current position invisible (`__halt_compiler`).
    pub(crate) fn stop(&mut self) {
        self.src = &self.src[..self.pos];
    }

    /// The byte at `self.pos + ahead`; 0 behind the end.
    #[inline(always)]
    fn peek(&self, ahead: usize) -> u8 {
        self.at(self.pos + ahead)
    }

    #[inline(always)]
    fn at(&self, pos: usize) -> u8 {
        match self.src.get(pos) {
            Some(&b) => b,
            None => 0,
        }
    }

    #[inline(always)]
    fn token(&mut self, kind: TokenKind, lo: usize, hi: usize) -> Token {
        self.pos = hi;
        Token { kind, lo: lo as u32, hi: hi as u32 }
    }

    /// An error in parser mode; `otherwise` when only tokens are wanted.
    fn fail(&mut self, message: impl Into<String>, offset: usize, otherwise: Token) -> Token {
        if !self.options.parser_mode {
            return otherwise;
        }
        self.error = Some(LexError { message: message.into(), offset: offset as u32 });
        Token { kind: TokenKind::Error, ..otherwise }
    }

    fn push_state(&mut self, state: State) {
        self.stack.push(self.state);
        self.state = state;
    }

    fn pop_state(&mut self) {
        self.state = self.stack.pop().unwrap_or(State::Scripting);
    }

    /// The next token.
    #[inline]
    pub fn next_token(&mut self) -> Token {
        loop {
            let token = match self.state {
                State::Scripting => self.scripting(),
                State::Initial => Some(self.inline_html()),
                State::Property => self.property(),
                State::DoubleQuotes => Some(self.quoted(b'"')),
                State::Backquote => Some(self.quoted(b'`')),
                State::Heredoc => Some(self.heredoc_body()),
                State::Nowdoc => Some(self.nowdoc_body()),
                State::EndHeredoc => Some(self.heredoc_end()),
                State::VarOffset => Some(self.var_offset()),
                State::Varname => self.varname(),
            };
            if let Some(token) = token {
                if self.options.parser_mode && token.kind == TokenKind::OpenTag {
                    continue;
                }
                return token;
            }
        }
    }

    /// Text outside of PHP tags, or the open tag.
    fn inline_html(&mut self) -> Token {
        let start = self.pos;
        if start >= self.src.len() {
            return self.end();
        }
        if let Some(token) = self.open_tag() {
            return token;
        }
        let mut at = start + 1;
        while at < self.src.len() {
            match self.src[at..].iter().position(|&b| b == b'<') {
                Some(i) if self.begins_open_tag(at + i) => return self.token(TokenKind::InlineHtml, start, at + i),
                Some(i) => at += i + 1,
                None => break,
            }
        }
        self.token(TokenKind::InlineHtml, start, self.src.len())
    }

    fn begins_open_tag(&self, at: usize) -> bool {
        if self.at(at + 1) != b'?' {
            return false;
        }
        self.options.short_open_tag || self.at(at + 2) == b'=' || self.is_long_tag(at)
    }

    /// `<?php` with a blank or the end of the file behind it.
    fn is_long_tag(&self, at: usize) -> bool {
        self.src.get(at..at + 5).is_some_and(|s| s.eq_ignore_ascii_case(b"<?php"))
            && matches!(self.src.get(at + 5), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    fn open_tag(&mut self) -> Option<Token> {
        let start = self.pos;
        if !self.begins_open_tag(start) || self.peek(0) != b'<' {
            return None;
        }
        self.state = State::Scripting;
        if self.peek(2) == b'=' {
            let kind = if self.options.parser_mode { TokenKind::Echo } else { TokenKind::OpenTagWithEcho };
            return Some(self.token(kind, start, start + 3));
        }
        let mut end = start + 2;
        if self.is_long_tag(start) {
            end = start + 5;
            end += match (self.at(end), self.at(end + 1)) {
                _ if end >= self.src.len() => 0,
                (b'\r', b'\n') => 2,
                _ => 1,
            };
        }
        Some(self.token(TokenKind::OpenTag, start, end))
    }
}
