//! Tokens of PHP code, as opposed to text outside of `<?php ... ?>` and to strings.

use super::{Lexer, State, Token, TokenKind, is_blank, is_label_part, is_label_start, keywords};
use loxo_base::Span;

/// Blanks in a row: code is indented.
const INDENTATION: &[u8; 8] = b"        ";

impl Lexer<'_> {
    /// One token of code; `None` when something was skipped or the state changed.
    #[inline]
    pub(super) fn scripting(&mut self) -> Option<Token> {
        let start = self.pos;
        let at = self.blank_end(start);
        if at > start {
            let space = self.token(TokenKind::Whitespace, start, at);
            if !self.options.parser_mode {
                return Some(space);
            }
        }
        let byte = self.at(at);
        if is_label_start(byte) {
            return Some(self.label(byte));
        }
        if byte == b';' || byte == b',' {
            let kind = if byte == b';' { TokenKind::Semicolon } else { TokenKind::Comma };
            return Some(self.token(kind, at, at + 1));
        }
        if byte == b'$' && is_label_start(self.peek(1)) {
            let end = self.label_end(at + 2);
            return Some(self.token(TokenKind::Variable, at, end));
        }
        if byte.is_ascii_digit() || (byte == b'.' && self.peek(1).is_ascii_digit()) {
            return Some(self.number());
        }
        self.punctuation(byte)
    }

    #[inline]
    pub(super) fn label_end(&self, at: usize) -> usize {
        let rest = self.src.get(at..).unwrap_or_default();
        at + rest.iter().position(|&byte| !is_label_part(byte)).unwrap_or(rest.len())
    }

    /// The offset behind blanks.
    #[inline]
    fn blank_end(&self, mut at: usize) -> usize {
        while is_blank(self.at(at)) {
            at += 1;
            while self.src.get(at..at + INDENTATION.len()).is_some_and(|next| next == INDENTATION) {
                at += INDENTATION.len();
            }
        }
        at
    }

    fn label(&mut self, first: u8) -> Token {
        let start = self.pos;
        if first | 0x20 == b'b'
            && let Some(token) = self.binary_string()
        {
            return token;
        }
        let end = self.label_end(start + 1);
        if self.at(end) == b'\\' && is_label_start(self.at(end + 1)) {
            let relative = self.src[start..end].eq_ignore_ascii_case(b"namespace");
            let kind = if relative { TokenKind::NameRelative } else { TokenKind::NameQualified };
            let end = self.qualified_end(end);
            return self.token(kind, start, end);
        }
        let Some(kind) = keywords::lookup(&self.src[start..end]) else {
            return self.token(TokenKind::Identifier, start, end);
        };
        match kind {
            TokenKind::Yield => self.yield_token(start, end),
            TokenKind::Enum => {
                let kind = if self.enum_declares(end) { TokenKind::Enum } else { TokenKind::Identifier };
                self.token(kind, start, end)
            }
            TokenKind::Public => self.visibility(start, end, kind, TokenKind::PublicSet),
            TokenKind::Protected => self.visibility(start, end, kind, TokenKind::ProtectedSet),
            TokenKind::Private => self.visibility(start, end, kind, TokenKind::PrivateSet),
            _ => self.token(kind, start, end),
        }
    }

    /// The end of `\a\b...` that begins at `at`.
    fn qualified_end(&self, mut at: usize) -> usize {
        while self.at(at) == b'\\' && is_label_start(self.at(at + 1)) {
            at = self.label_end(at + 2);
        }
        at
    }

    fn visibility(&mut self, start: usize, end: usize, plain: TokenKind, set: TokenKind) -> Token {
        if self.src.get(end..end + 5).is_some_and(|s| s.eq_ignore_ascii_case(b"(set)")) {
            return self.token(set, start, end + 5);
        }
        self.token(plain, start, end)
    }

    fn yield_token(&mut self, start: usize, end: usize) -> Token {
        let from = self.skip_trivia(end);
        if from > end && self.src.get(from..from + 4).is_some_and(|s| s.eq_ignore_ascii_case(b"from")) && !is_label_part(self.at(from + 4))
        {
            return self.token(TokenKind::YieldFrom, start, from + 4);
        }
        self.token(TokenKind::Yield, start, end)
    }

    /// `enum` is a keyword only before a name.
    fn enum_declares(&self, end: usize) -> bool {
        let next = self.skip_trivia(end);
        let begins = |word: &[u8]| self.src.get(next..next + word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
        next > end && is_label_start(self.at(next)) && !begins(b"extends") && !begins(b"implements")
    }

    /// The offset behind whitespace and comments.
    pub(crate) fn skip_trivia(&self, mut at: usize) -> usize {
        loop {
            match self.at(at) {
                b' ' | b'\n' | b'\r' | b'\t' => at += 1,
                b'/' if self.at(at + 1) == b'*' => match find(self.src, at + 2, b"*/") {
                    Some(end) => at = end + 2,
                    None => return at,
                },
                b'/' if self.at(at + 1) == b'/' => match self.line_end(at) {
                    Some(end) => at = end + 1,
                    None => return at,
                },
                b'#' if self.at(at + 1) != b'[' => match self.line_end(at) {
                    Some(end) => at = end + 1,
                    None => return at,
                },
                _ => return at,
            }
        }
    }

    fn line_end(&self, at: usize) -> Option<usize> {
        let rest = self.src.get(at..)?;
        rest.iter().position(|&b| b == b'\n' || b == b'\r').map(|i| at + i)
    }

    /// `#...` and `//...`, up to the end of the line or `?>`.
    pub(super) fn line_comment(&mut self) -> Option<Token> {
        let start = self.pos;
        let mut at = start + 1;
        while let Some(&byte) = self.src.get(at) {
            if byte == b'\n' || byte == b'\r' || (byte == b'?' && self.at(at + 1) == b'>') {
                break;
            }
            at += 1;
        }
        self.trivia(TokenKind::Comment, start, at)
    }

    pub(super) fn block_comment(&mut self) -> Option<Token> {
        let start = self.pos;
        let is_doc = self.peek(2) == b'*' && is_blank(self.peek(3));
        if is_doc {
            self.doc = None;
        }
        let body = if is_doc { start + 4 } else { start + 2 };
        let kind = if is_doc { TokenKind::DocComment } else { TokenKind::Comment };
        let Some(end) = find(self.src, body, b"*/") else {
            let line = super::nesting::line_at(self.src, start);
            let token = self.token(kind, start, self.src.len());
            let error = self.fail(format!("Unterminated comment starting line {line}"), start, token);
            return Some(error);
        };
        if is_doc && !self.scan_ahead {
            self.doc = Some(Span::new(start as u32, end as u32 + 2));
        }
        self.trivia(kind, start, end + 2)
    }

    pub(super) fn trivia(&mut self, kind: TokenKind, start: usize, end: usize) -> Option<Token> {
        let token = self.token(kind, start, end);
        (!self.options.parser_mode).then_some(token)
    }

    /// Operators, brackets, comments, quotes.
    fn punctuation(&mut self, byte: u8) -> Option<Token> {
        use TokenKind as T;
        let start = self.pos;
        let (second, third) = (self.peek(1), self.peek(2));
        let (kind, len) = match (byte, second, third) {
            (b'(', ..) => return Some(self.paren()),
            (b')', ..) => return Some(self.close(b')', T::RParen)),
            (b'[', ..) => {
                self.open(b'[', start);
                (T::LBracket, 1)
            }
            (b']', ..) => return Some(self.close(b']', T::RBracket)),
            (b'{', ..) => {
                self.push_state(State::Scripting);
                self.open(b'{', start);
                (T::LBrace, 1)
            }
            (b'}', ..) => {
                self.doc = None;
                if let Some(state) = self.stack.pop() {
                    self.state = state;
                }
                return Some(self.close(b'}', T::RBrace));
            }
            (b'-', b'>', _) => {
                self.push_state(State::Property);
                (T::ObjectOperator, 2)
            }
            (b'?', b'-', b'>') => {
                self.push_state(State::Property);
                (T::NullsafeObjectOperator, 3)
            }
            (b'?', b'>', _) => return Some(self.close_tag()),
            (b'#', b'[', _) => {
                self.open(b'[', start);
                (T::Attribute, 2)
            }
            (b'#', ..) | (b'/', b'/', _) => return self.line_comment(),
            (b'/', b'*', _) => return self.block_comment(),
            (b'\'', ..) => return Some(self.single_quoted(start + 1)),
            (b'"', ..) => return Some(self.double_quoted(start + 1)),
            (b'`', ..) => {
                self.state = State::Backquote;
                (T::Backtick, 1)
            }
            (b'\\', next, _) if is_label_start(next) => {
                let end = self.qualified_end(start);
                return Some(self.token(T::NameFullyQualified, start, end));
            }
            (b'<', b'<', b'<') => match self.heredoc_start(start) {
                Some(token) => return Some(token),
                None => (T::Sl, 2),
            },
            (b'&', ..) => return Some(self.ampersand(second)),
            _ if start >= self.src.len() => return Some(self.end()),
            // Programs that look at tokens expect those of 8.4, where this is no token.
            (b'|', b'>', _) if !self.options.parser_mode => (T::Pipe, 1),
            _ => operator(byte, second, third),
        };
        Some(self.token(kind, start, start + len))
    }

    fn ampersand(&mut self, second: u8) -> Token {
        use TokenKind as T;
        let start = self.pos;
        match second {
            b'&' => self.token(T::BooleanAnd, start, start + 2),
            b'=' => self.token(T::AndEqual, start, start + 2),
            _ => {
                let next = self.skip_trivia(start + 1);
                let is_var = self.at(next) == b'$' || self.src.get(next..next + 3) == Some(b"...");
                self.token(if is_var { T::AmpVar } else { T::Amp }, start, start + 1)
            }
        }
    }

    /// `(`, or a cast.
    fn paren(&mut self) -> Token {
        let start = self.pos;
        let blank = |b: u8| b == b' ' || b == b'\t';
        let mut at = start + 1;
        while blank(self.at(at)) {
            at += 1;
        }
        let word = at;
        while self.at(at).is_ascii_alphabetic() {
            at += 1;
        }
        let word_end = at;
        while blank(self.at(at)) {
            at += 1;
        }
        if self.at(at) == b')' && (3..=7).contains(&(word_end - word)) {
            let mut buffer = [0u8; 8];
            let lower = &mut buffer[..word_end - word];
            lower.copy_from_slice(&self.src[word..word_end]);
            lower.make_ascii_lowercase();
            let removed = lower == b"real";
            if let Some(kind) = cast(lower).filter(|&kind| kind != TokenKind::VoidCast || self.options.parser_mode) {
                let token = self.token(kind, start, at + 1);
                if removed {
                    return self.fail("The (real) cast has been removed, use (float) instead", start, token);
                }
                return token;
            }
        }
        self.open(b'(', start);
        self.token(TokenKind::LParen, start, start + 1)
    }

    fn close_tag(&mut self) -> Token {
        let start = self.pos;
        self.state = State::Initial;
        let end = match (self.peek(2), self.peek(3)) {
            (b'\r', b'\n') => start + 4,
            (b'\n' | b'\r', _) => start + 3,
            _ => start + 2,
        };
        let kind = if self.options.parser_mode { TokenKind::Semicolon } else { TokenKind::CloseTag };
        self.token(kind, start, end)
    }

    /// Behind `->` or `?->`.
    pub(super) fn property(&mut self) -> Option<Token> {
        let start = self.pos;
        let byte = self.peek(0);
        match byte {
            _ if is_blank(byte) => {
                let mut at = start;
                while is_blank(self.at(at)) {
                    at += 1;
                }
                self.trivia(TokenKind::Whitespace, start, at)
            }
            _ if is_label_start(byte) => {
                self.pop_state();
                let end = self.label_end(start + 1);
                Some(self.token(TokenKind::Identifier, start, end))
            }
            b'-' if self.peek(1) == b'>' => Some(self.token(TokenKind::ObjectOperator, start, start + 2)),
            b'?' if self.peek(1) == b'-' && self.peek(2) == b'>' => Some(self.token(TokenKind::NullsafeObjectOperator, start, start + 3)),
            b'#' => self.line_comment(),
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            _ => {
                self.pop_state();
                None
            }
        }
    }
}

/// The first occurrence of `needle` at or behind `from`. Its second byte is looked for, which comments have less of.
fn find(haystack: &[u8], from: usize, needle: &[u8; 2]) -> Option<usize> {
    let rest = haystack.get(from..)?;
    memchr::memchr_iter(needle[1], rest).find(|at| *at > 0 && rest[at - 1] == needle[0]).map(|at| from + at - 1)
}

fn cast(word: &[u8]) -> Option<TokenKind> {
    use TokenKind as T;
    Some(match word {
        b"int" | b"integer" => T::IntCast,
        b"double" | b"float" | b"real" => T::DoubleCast,
        b"string" | b"binary" => T::StringCast,
        b"array" => T::ArrayCast,
        b"object" => T::ObjectCast,
        b"bool" | b"boolean" => T::BoolCast,
        b"unset" => T::UnsetCast,
        b"void" => T::VoidCast,
        _ => return None,
    })
}

/// The longest operator at three bytes, and its length.
fn operator(first: u8, second: u8, third: u8) -> (TokenKind, usize) {
    use TokenKind as T;
    match (first, second, third) {
        (b'=', b'=', b'=') => (T::IsIdentical, 3),
        (b'=', b'=', _) => (T::IsEqual, 2),
        (b'=', b'>', _) => (T::DoubleArrow, 2),
        (b'!', b'=', b'=') => (T::IsNotIdentical, 3),
        (b'!', b'=', _) | (b'<', b'>', _) => (T::IsNotEqual, 2),
        (b'<', b'=', b'>') => (T::Spaceship, 3),
        (b'<', b'=', _) => (T::IsSmallerOrEqual, 2),
        (b'<', b'<', b'=') => (T::SlEqual, 3),
        (b'<', b'<', _) => (T::Sl, 2),
        (b'>', b'>', b'=') => (T::SrEqual, 3),
        (b'>', b'>', _) => (T::Sr, 2),
        (b'>', b'=', _) => (T::IsGreaterOrEqual, 2),
        (b'+', b'+', _) => (T::Inc, 2),
        (b'+', b'=', _) => (T::PlusEqual, 2),
        (b'-', b'-', _) => (T::Dec, 2),
        (b'-', b'=', _) => (T::MinusEqual, 2),
        (b'*', b'*', b'=') => (T::PowEqual, 3),
        (b'*', b'*', _) => (T::Pow, 2),
        (b'*', b'=', _) => (T::MulEqual, 2),
        (b'/', b'=', _) => (T::DivEqual, 2),
        (b'%', b'=', _) => (T::ModEqual, 2),
        (b'.', b'.', b'.') => (T::Ellipsis, 3),
        (b'.', b'=', _) => (T::ConcatEqual, 2),
        (b'|', b'|', _) => (T::BooleanOr, 2),
        (b'|', b'=', _) => (T::OrEqual, 2),
        (b'|', b'>', _) => (T::PipeArrow, 2),
        (b'^', b'=', _) => (T::XorEqual, 2),
        (b'?', b'?', b'=') => (T::CoalesceEqual, 3),
        (b'?', b'?', _) => (T::Coalesce, 2),
        (b':', b':', _) => (T::DoubleColon, 2),
        (b'\\', ..) => (T::NsSeparator, 1),
        _ => (T::from_byte(first).unwrap_or(T::BadCharacter), 1),
    }
}
