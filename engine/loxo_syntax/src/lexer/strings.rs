//! Strings, heredocs and what may be embedded in them.

use super::{Heredoc, Lexer, State, Token, TokenKind, is_label_part, is_label_start};
use loxo_base::Span;

const SPACES: u8 = 1;
const TABS: u8 = 2;
const MIXED: &str = "Invalid indentation - tabs and spaces cannot be mixed";

impl Lexer<'_> {
    /// `b'...'`, `b"..."` and `b<<<X`.
    pub(super) fn binary_string(&mut self) -> Option<Token> {
        let start = self.pos;
        match self.peek(1) {
            b'\'' => Some(self.single_quoted(start + 2)),
            b'"' => Some(self.double_quoted(start + 2)),
            b'<' => self.heredoc_start(start + 1),
            _ => None,
        }
    }

    /// A single-quoted string whose contents begin at `body`.
    pub(super) fn single_quoted(&mut self, body: usize) -> Token {
        let start = self.pos;
        let mut at = body;
        while let Some(&byte) = self.src.get(at) {
            at += 1;
            match byte {
                b'\'' => return self.token(TokenKind::ConstantString, start, at),
                b'\\' if at < self.src.len() => at += 1,
                _ => {}
            }
        }
        self.token(TokenKind::StringContent, start, self.src.len())
    }

    /// A double-quoted string without interpolation, or the quote that begins one with it.
    pub(super) fn double_quoted(&mut self, body: usize) -> Token {
        let start = self.pos;
        let end = self.literal_run(body, b'"');
        if self.at(end) == b'"' && end < self.src.len() {
            return self.token(TokenKind::ConstantString, start, end + 1);
        }
        self.scanned_to = end;
        self.state = State::DoubleQuotes;
        self.token(TokenKind::Quote, start, body)
    }

    /// Where literal text ends: at the closing quote, an interpolation, or the end of the source.
    fn literal_run(&self, from: usize, quote: u8) -> usize {
        let mut at = from;
        while let Some(&byte) = self.src.get(at) {
            match byte {
                b'\\' => at += 1,
                b'$' if self.begins_variable(at) => return at,
                b'{' if self.at(at + 1) == b'$' => return at,
                _ if byte == quote => return at,
                _ => {}
            }
            at += 1;
        }
        self.src.len()
    }

    /// True when the `$` at `at` begins an interpolation.
    fn begins_variable(&self, at: usize) -> bool {
        let next = self.at(at + 1);
        is_label_start(next) || next == b'{'
    }

    /// `$name`, `${` and `{$` inside a string.
    fn interpolation(&mut self) -> Option<Token> {
        let start = self.pos;
        match (self.peek(0), self.peek(1)) {
            (b'$', b'{') => {
                self.push_state(State::Varname);
                self.open(b'{', start);
                Some(self.token(TokenKind::DollarOpenCurlyBraces, start, start + 2))
            }
            (b'{', b'$') => {
                self.push_state(State::Scripting);
                self.open(b'{', start);
                Some(self.token(TokenKind::CurlyOpen, start, start + 1))
            }
            (b'$', next) if is_label_start(next) => {
                let end = self.label_end(start + 2);
                let after = match self.at(end) {
                    b'-' if self.at(end + 1) == b'>' => end + 2,
                    b'?' if self.at(end + 1) == b'-' && self.at(end + 2) == b'>' => end + 3,
                    _ => end,
                };
                if self.at(end) == b'[' {
                    self.push_state(State::VarOffset);
                } else if after > end && is_label_start(self.at(after)) {
                    self.push_state(State::Property);
                }
                Some(self.token(TokenKind::Variable, start, end))
            }
            _ => None,
        }
    }

    /// Inside double quotes or backticks.
    pub(super) fn quoted(&mut self, quote: u8) -> Token {
        let start = self.pos;
        if start >= self.src.len() {
            return self.end();
        }
        if let Some(token) = self.interpolation() {
            return token;
        }
        if self.peek(0) == quote {
            self.state = State::Scripting;
            let kind = if quote == b'"' { TokenKind::Quote } else { TokenKind::Backtick };
            return self.token(kind, start, start + 1);
        }
        let end = if self.scanned_to > start { self.scanned_to } else { self.literal_run(start, quote) };
        self.scanned_to = 0;
        self.token(TokenKind::StringContent, start, end.min(self.src.len()))
    }

    /// Behind `${`: a plain name if `[` or `}` follows it, else an expression.
    pub(super) fn varname(&mut self) -> Option<Token> {
        let start = self.pos;
        self.state = State::Scripting;
        if is_label_start(self.peek(0)) {
            let end = self.label_end(start + 1);
            if matches!(self.at(end), b'[' | b'}') {
                return Some(self.token(TokenKind::StringVarname, start, end));
            }
        }
        None
    }

    /// Inside `"$a[...]"`.
    pub(super) fn var_offset(&mut self) -> Token {
        let start = self.pos;
        let byte = self.peek(0);
        if start >= self.src.len() {
            return self.end();
        }
        if byte == b'$' && is_label_start(self.peek(1)) {
            let end = self.label_end(start + 2);
            return self.token(TokenKind::Variable, start, end);
        }
        if is_label_start(byte) {
            let end = self.label_end(start + 1);
            return self.token(TokenKind::Identifier, start, end);
        }
        if let Some(end) = self.offset_number(start) {
            return self.token(TokenKind::NumString, start, end);
        }
        match byte {
            b']' => {
                self.pop_state();
                self.token(TokenKind::RBracket, start, start + 1)
            }
            b' ' | b'\n' | b'\r' | b'\t' | b'\\' | b'\'' | b'#' => {
                self.pop_state();
                self.token(TokenKind::StringContent, start, start)
            }
            _ => self.token(TokenKind::from_byte(byte).unwrap_or(TokenKind::BadCharacter), start, start + 1),
        }
    }

    /// `<<<X`, `<<<"X"` or `<<<'X'` with its newline; `arrows` is where `<<<` stands.
    pub(super) fn heredoc_start(&mut self, arrows: usize) -> Option<Token> {
        if self.src.get(arrows..arrows + 3) != Some(b"<<<") {
            return None;
        }
        let mut at = arrows + 3;
        while matches!(self.at(at), b' ' | b'\t') {
            at += 1;
        }
        let quote = self.at(at);
        let is_quoted = quote == b'\'' || quote == b'"';
        at += usize::from(is_quoted);
        if !is_label_start(self.at(at)) {
            return None;
        }
        let label = Span::new(at as u32, self.label_end(at) as u32);
        at = label.hi as usize;
        if is_quoted {
            if self.at(at) != quote {
                return None;
            }
            at += 1;
        }
        let body = match (self.at(at), self.at(at + 1)) {
            (b'\r', b'\n') => at + 2,
            (b'\n' | b'\r', _) => at + 1,
            _ => return None,
        };
        Some(self.begin_heredoc(label, body, quote == b'\''))
    }

    fn begin_heredoc(&mut self, label: Span, body: usize, is_nowdoc: bool) -> Token {
        let start = self.pos;
        let token = self.token(TokenKind::StartHeredoc, start, body);
        self.state = if is_nowdoc { State::Nowdoc } else { State::Heredoc };
        let mut heredoc = Heredoc { label, indentation: 0, uses_spaces: false, is_nowdoc };
        let (first, kinds) = self.indentation(body);
        if first < self.src.len() && self.is_label_at(first, label) {
            heredoc.indentation = (first - body) as u32;
            self.heredocs.push(heredoc);
            self.state = State::EndHeredoc;
            if kinds == SPACES | TABS {
                return self.fail(MIXED, body, token);
            }
            return token;
        }
        self.heredocs.push(heredoc);
        if is_nowdoc || self.scan_ahead {
            return token;
        }
        let (indentation, uses_spaces) = self.find_heredoc_end(body, label);
        if let Some(open) = self.heredocs.last_mut() {
            open.indentation = indentation;
            open.uses_spaces = uses_spaces;
        }
        let begins_with_variable = match (self.at(body), self.at(body + 1)) {
            (b'$', next) => is_label_start(next) || next == b'{',
            (b'{', b'$') => true,
            _ => false,
        };
        if begins_with_variable && indentation > 0 {
            return self.fail(crate::decode::body_indentation_error(indentation), body, token);
        }
        token
    }

    /// The end of the blanks at `at`, and which kinds of blanks they are.
    fn indentation(&self, mut at: usize) -> (usize, u8) {
        let mut kinds = 0;
        loop {
            match self.at(at) {
                b' ' => kinds |= SPACES,
                b'\t' => kinds |= TABS,
                _ => return (at, kinds),
            }
            at += 1;
        }
    }

    /// True when the label stands at `at` as a whole word.
    fn is_label_at(&self, at: usize, label: Span) -> bool {
        let word = &self.src[label.lo as usize..label.hi as usize];
        // PHP wants a byte behind the label: one at the very end of the file does not close.
        self.src.get(at..at + word.len()) == Some(word) && self.src.get(at + word.len()).is_some_and(|&b| !is_label_part(b))
    }

    /// Indentation of the closing label. Only code inside `{$...}` can hide or fake a label, so text alone is scanned directly.
    fn find_heredoc_end(&self, body: usize, label: Span) -> (u32, bool) {
        let mut at = body;
        while let Some(&byte) = self.src.get(at) {
            match byte {
                b'\\' if !matches!(self.at(at + 1), b'\n' | b'\r') => at += 1,
                b'{' if self.at(at + 1) == b'$' => return self.scan_for_heredoc_end(body),
                b'$' if self.at(at + 1) == b'{' => return self.scan_for_heredoc_end(body),
                b'\n' | b'\r' => {
                    let line = at + 1 + usize::from(byte == b'\r' && self.at(at + 1) == b'\n');
                    let (first, kinds) = self.indentation(line);
                    if self.is_label_at(first, label) {
                        return ((first - line) as u32, kinds == SPACES);
                    }
                    at = first;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        (0, false)
    }

    /// Runs a copy of the lexer up to the end of the heredoc that has just begun.
    fn scan_for_heredoc_end(&self, body: usize) -> (u32, bool) {
        let mut ahead = Lexer {
            src: self.src,
            pos: body,
            state: State::Heredoc,
            stack: Vec::new(),
            heredocs: self.heredocs.clone(),
            nesting: Vec::new(),
            options: super::LexOptions { parser_mode: false, ..self.options },
            scanned_to: 0,
            scan_ahead: true,
            doc: None,
            error: None,
        };
        let depth = self.heredocs.len();
        loop {
            let token = ahead.next_token();
            if ahead.heredocs.len() == depth && ahead.state == State::EndHeredoc && token.kind != TokenKind::StartHeredoc {
                return ahead.heredocs.last().map_or((0, false), |h| (h.indentation, h.uses_spaces));
            }
            if token.kind == TokenKind::End || ahead.heredocs.len() < depth {
                return (0, false);
            }
        }
    }

    /// Scans text of a heredoc or nowdoc from `from` up to the end of the body (or an interpolation) and returns where it stops.
    fn body_run(&mut self, from: usize, interpolates: bool) -> Result<usize, usize> {
        let Some(open) = self.heredocs.last().copied() else { return Ok(self.src.len()) };
        let mut at = from;
        while let Some(&byte) = self.src.get(at) {
            match byte {
                b'\n' | b'\r' => {
                    let line = at + 1 + usize::from(byte == b'\r' && self.at(at + 1) == b'\n');
                    let (first, kinds) = self.indentation(line);
                    if first >= self.src.len() {
                        return Ok(first);
                    }
                    if self.is_label_at(first, open.label) {
                        return self.found_end(line, first, kinds, interpolates);
                    }
                    at = first;
                    continue;
                }
                b'$' if interpolates && self.begins_variable(at) => return Ok(at),
                b'{' if interpolates && self.at(at + 1) == b'$' => return Ok(at),
                b'\\' if interpolates && !matches!(self.at(at + 1), b'\n' | b'\r') => at += 1,
                _ => {}
            }
            at += 1;
        }
        Ok(self.src.len())
    }

    fn found_end(&mut self, line: usize, first: usize, kinds: u8, interpolates: bool) -> Result<usize, usize> {
        if kinds == SPACES | TABS && self.options.parser_mode {
            return Err(first);
        }
        self.state = State::EndHeredoc;
        if let Some(open) = self.heredocs.last_mut()
            && (self.scan_ahead || !interpolates)
        {
            open.indentation = (first - line) as u32;
            open.uses_spaces = kinds == SPACES;
        }
        Ok(line)
    }

    pub(super) fn heredoc_body(&mut self) -> Token {
        let start = self.pos;
        if start >= self.src.len() {
            return self.end();
        }
        if let Some(token) = self.interpolation() {
            return token;
        }
        self.body(start, true)
    }

    pub(super) fn nowdoc_body(&mut self) -> Token {
        let start = self.pos;
        if start >= self.src.len() {
            return self.end();
        }
        self.body(start, false)
    }

    fn body(&mut self, start: usize, interpolates: bool) -> Token {
        match self.body_run(start, interpolates) {
            Ok(end) => self.token(TokenKind::StringContent, start, end),
            Err(at) => {
                let token = self.token(TokenKind::StringContent, start, at);
                self.fail(MIXED, start, token)
            }
        }
    }

    pub(super) fn heredoc_end(&mut self) -> Token {
        let start = self.pos;
        self.state = State::Scripting;
        let (mut end, _) = self.indentation(start);
        if let Some(open) = self.heredocs.pop() {
            end += (open.label.hi - open.label.lo) as usize;
        }
        self.token(TokenKind::EndHeredoc, start, end.min(self.src.len()))
    }
}
