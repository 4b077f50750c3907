//! Tokens of ini files. What a character means depends on where it stands, so the scanner has states.

/// `INI_SCANNER_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IniMode {
    /// Constants, variables and operators are replaced; everything is text.
    Normal,
    /// Values are taken as they stand.
    Raw,
    /// As `Normal`, but booleans, null and numbers keep their types.
    Typed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Section,
    Raw,
    Constant,
    Number,
    Str,
    White,
    Label,
    Offset,
    DollarCurly,
    VarName,
    Quoted,
    Fallback,
    True,
    False,
    Null,
    Eol,
    Char(u8),
    End,
}

impl Token {
    /// The name in error messages.
    pub(super) fn describe(self) -> String {
        let name = match self {
            Token::Section => "TC_SECTION",
            Token::Raw => "TC_RAW",
            Token::Constant => "TC_CONSTANT",
            Token::Number => "TC_NUMBER",
            Token::Str => "TC_STRING",
            Token::White => "TC_WHITESPACE",
            Token::Label => "TC_LABEL",
            Token::Offset => "TC_OFFSET",
            Token::DollarCurly => "TC_DOLLAR_CURLY",
            Token::VarName => "TC_VARNAME",
            Token::Quoted => "TC_QUOTED_STRING",
            Token::Fallback => "TC_FALLBACK",
            Token::True => "BOOL_TRUE",
            Token::False => "BOOL_FALSE",
            Token::Null => "NULL_NULL",
            Token::Eol => "END_OF_LINE",
            Token::End => "end of file",
            Token::Char(b) => return format!("'{}'", char::from(b)),
        };
        name.into()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Initial,
    Value,
    RawValue,
    SectionValue,
    SectionRaw,
    Offset,
    VarName,
    Fallback,
    Quotes,
}

pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    mode: IniMode,
    state: State,
    outer: Vec<State>,
    pub(super) line: u32,
    /// Text of the token just read.
    pub(super) value: Vec<u8>,
}

fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t')
}

/// What names of settings are made of.
fn is_label(b: u8) -> bool {
    !matches!(
        b,
        b'=' | b'\n' | b'\r' | b'\t' | b';' | b'&' | b'|' | b'^' | b'$' | b'~' | b'(' | b')' | b'{' | b'}' | b'!' | b'"' | b'[' | b']' | 0
    )
}

fn trim_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rev().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
    &text[..text.len() - end]
}

fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().take_while(|b| is_blank(**b)).count();
    trim_end(&text[start..])
}

fn is_constant(text: &[u8]) -> bool {
    text.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') && text.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// `-5`, `5`, `5.5`, `.5`, `5.`; a sign goes with whole numbers only.
fn is_number(text: &[u8]) -> bool {
    let digits = |t: &[u8]| t.iter().all(u8::is_ascii_digit);
    match text.iter().position(|b| *b == b'.') {
        Some(point) => text.len() > 1 && digits(&text[..point]) && digits(&text[point + 1..]),
        None => {
            let whole = text.strip_prefix(b"-").unwrap_or(text);
            !whole.is_empty() && digits(whole)
        }
    }
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8], mode: IniMode) -> Scanner<'a> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Scanner { text, at: 0, mode, state: State::Initial, outer: Vec::new(), line: 1, value: Vec::new() }
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn blanks(&self) -> usize {
        self.rest().iter().take_while(|b| is_blank(**b)).count()
    }

    fn run(&self, keep: impl Fn(u8) -> bool) -> usize {
        self.rest().iter().take_while(|b| keep(**b)).count()
    }

    /// Length of a line end, 0 if there is none at `ahead`.
    fn newline(&self, ahead: usize) -> usize {
        match (self.peek(ahead), self.peek(ahead + 1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(b'\r' | b'\n'), _) => 1,
            _ => 0,
        }
    }

    fn emit(&mut self, token: Token, text: &[u8], length: usize) -> Token {
        self.value = text.to_vec();
        self.at += length;
        token
    }

    fn push(&mut self, state: State) {
        self.outer.push(self.state);
        self.state = state;
    }

    fn pop(&mut self) {
        self.state = self.outer.pop().unwrap_or(State::Initial);
    }

    /// The end of a line: behind blanks, and behind a comment.
    fn line_end(&mut self) -> bool {
        let blanks = self.blanks();
        let comment = if self.peek(blanks) == Some(b';') {
            self.rest()[blanks..].iter().take_while(|b| !matches!(b, b'\r' | b'\n')).count()
        } else {
            0
        };
        let newline = self.newline(blanks + comment);
        let at_end = comment > 0 && self.at + blanks + comment == self.text.len();
        if newline == 0 && !at_end {
            return false;
        }
        self.at += blanks + comment + newline;
        self.line += u32::from(newline > 0);
        self.state = State::Initial;
        true
    }

    pub(super) fn next(&mut self) -> Token {
        self.value.clear();
        if self.at >= self.text.len() {
            let open = matches!(self.state, State::Value | State::RawValue);
            self.state = if open { State::Initial } else { self.state };
            return if open { Token::Eol } else { Token::End };
        }
        match self.state {
            State::Initial => self.initial(),
            State::Value => self.in_value(),
            State::RawValue => self.raw_value(),
            State::SectionValue | State::Offset => self.in_brackets(),
            State::SectionRaw => self.raw_section(),
            State::VarName => self.var_name(),
            State::Fallback => self.fallback(),
            State::Quotes => self.in_quotes(),
        }
    }

    fn initial(&mut self) -> Token {
        if self.line_end() {
            return Token::Eol;
        }
        let rest = self.rest();
        if rest[0] == b'[' {
            self.at += 1;
            self.state = if self.mode == IniMode::Raw { State::SectionRaw } else { State::SectionValue };
            return Token::Section;
        }
        let blanks = self.blanks();
        if self.peek(blanks) == Some(b'=') {
            self.at += blanks + 1;
            self.at += self.blanks();
            self.state = if self.mode == IniMode::Raw { State::RawValue } else { State::Value };
            return Token::Char(b'=');
        }
        let label = self.run(is_label);
        if label > 0 && self.peek(label) == Some(b'[') {
            let name = trim(&rest[..label]);
            self.state = State::Offset;
            let token = self.emit(Token::Offset, name, label + 1);
            self.at += self.blanks();
            return token;
        }
        if let Some(token) = self.word(label) {
            return token;
        }
        if label > 0 {
            return self.emit(Token::Label, trim(&rest[..label]), label);
        }
        if blanks > 0 {
            self.at += blanks;
            return self.next();
        }
        match rest[0] {
            b @ (b':' | b',' | b'.' | b'[' | b']' | b'"' | b'\'' | b'(' | b')' | b'&' | b'|' | b'^' | b'+' | b'-' | b'/' | b'*' | b'='
            | b'%' | b'$' | b'!' | b'~' | b'<' | b'>' | b'?' | b'@' | b'{' | b'}') => {
                self.at += 1;
                Token::Char(b)
            }
            _ => {
                self.at += 1;
                Token::End
            }
        }
    }

    /// `true`, `off`, `null`..., with blanks behind, unless `longest` bytes are something longer.
    fn word(&mut self, longest: usize) -> Option<Token> {
        let length = self.run(|b| b.is_ascii_alphabetic());
        let word = self.rest()[..length].to_ascii_lowercase();
        let (token, text): (Token, &[u8]) = match word.as_slice() {
            b"true" | b"on" | b"yes" => (Token::True, b"1"),
            b"false" | b"off" | b"no" | b"none" => (Token::False, b""),
            b"null" => (Token::Null, b""),
            _ => return None,
        };
        let blanks = self.rest()[length..].iter().take_while(|b| is_blank(**b)).count();
        (length + blanks >= longest).then(|| self.emit(token, text, length + blanks))
    }

    fn in_value(&mut self) -> Token {
        if self.line_end() {
            return Token::Eol;
        }
        if let Some(token) = self.common() {
            return token;
        }
        let rest = self.rest();
        let length = self.chars(|b| {
            !matches!(b, b'=' | b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b'^' | b'~' | b'(' | b')' | b'!' | b'"' | b'\'' | 0)
        });
        if let Some(token) = self.word(length) {
            return token;
        }
        match rest[0] {
            b @ (b'&' | b'|' | b'^' | b'~' | b'(' | b')' | b'!') => {
                self.at += 1;
                self.at += self.blanks();
                Token::Char(b)
            }
            // An equals sign ends the value, and is an error where the next line begins.
            b'=' => {
                self.state = State::Initial;
                Token::Eol
            }
            _ if length > 0 => self.literal(length),
            _ => {
                self.at += 1;
                self.state = State::Initial;
                // An apostrophe without a second one is nothing that a value can contain.
                if rest[0] == b'\'' { Token::End } else { Token::Eol }
            }
        }
    }

    /// Length of a run of plain characters; a `$` is one unless `{` follows. Backslashes take the next character along where `keep` has
    /// no say over them.
    fn chars(&self, keep: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest();
        let mut i = 0;
        while i < rest.len() {
            match rest[i] {
                b'$' => match rest.get(i + 1) {
                    Some(b'{') => break,
                    Some(b'\\') if i + 2 < rest.len() => i += 3,
                    Some(0) | None => break,
                    Some(_) => i += 2,
                },
                b if keep(b) => i += 1,
                _ => break,
            }
        }
        i
    }

    fn literal(&mut self, length: usize) -> Token {
        let text = &self.rest()[..length];
        let token = match text {
            t if is_constant(t) => Token::Constant,
            t if is_number(t) => Token::Number,
            _ => Token::Str,
        };
        self.emit(token, text, length)
    }

    /// What values, sections and offsets have in common: quotes, variables, blanks.
    fn common(&mut self) -> Option<Token> {
        let rest = self.rest();
        if rest.starts_with(b"${") {
            self.at += 2;
            self.push(State::VarName);
            return Some(Token::DollarCurly);
        }
        let blanks = self.blanks();
        if self.peek(blanks) == Some(b'"') {
            self.at += blanks + 1;
            self.push(State::Quotes);
            return Some(Token::Char(b'"'));
        }
        if rest[0] == b'\''
            && let Some(length) = rest[1..].iter().position(|b| *b == b'\'').filter(|length| *length > 0)
        {
            return Some(self.emit(Token::Raw, &rest[1..=length], length + 2));
        }
        if self.state == State::Value && blanks > 0 {
            return Some(self.emit(Token::White, &rest[..blanks], blanks));
        }
        None
    }

    fn in_brackets(&mut self) -> Token {
        let blanks = if self.state == State::Offset { self.blanks() } else { 0 };
        if self.peek(blanks) == Some(b']') {
            self.at += blanks + 1;
            if self.state == State::SectionValue {
                self.at += self.blanks();
                self.section_end();
            }
            self.state = State::Initial;
            return Token::Char(b']');
        }
        if let Some(token) = self.common() {
            return token;
        }
        match self.escaped_chars(|b| !matches!(b, b'\n' | b'\r' | b';' | b'"' | b'\'' | b']' | b'\\')) {
            0 => {
                self.at += 1;
                Token::End
            }
            length if self.rest()[..length].iter().all(|b| is_blank(*b)) => {
                let text = &self.rest()[..length];
                self.emit(Token::White, text, length)
            }
            length => self.literal(length),
        }
    }

    fn section_end(&mut self) {
        self.at += self.newline(0);
        self.line += 1;
    }

    /// As [`Scanner::chars`], and a backslash takes any character along.
    fn escaped_chars(&self, keep: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest();
        let mut i = 0;
        while i < rest.len() {
            match rest[i] {
                b'\\' if i + 1 < rest.len() => i += 2,
                b'$' => match rest.get(i + 1) {
                    Some(b'{') => break,
                    Some(0) | None => break,
                    Some(_) => i += 2,
                },
                b if keep(b) => i += 1,
                _ => break,
            }
        }
        i
    }

    fn raw_section(&mut self) -> Token {
        if self.peek(0) == Some(b']') {
            self.at += 1;
            self.at += self.blanks();
            self.section_end();
            self.state = State::Initial;
            return Token::Char(b']');
        }
        match self.run(|b| !matches!(b, b']' | b'\n' | b'\r')) {
            0 => {
                self.at += 1;
                Token::End
            }
            length => {
                let text = &self.rest()[..length];
                self.emit(Token::Raw, text, length)
            }
        }
    }

    /// The rest of the line, without a comment; double quotes around it go.
    fn raw_value(&mut self) -> Token {
        if self.line_end() {
            return Token::Eol;
        }
        let blanks = self.blanks();
        self.at += blanks;
        let rest = self.rest();
        let length = self.run(|b| !matches!(b, b'\n' | b'\r'));
        let line = &rest[..length];
        let quoted = line.first() == Some(&b'"');
        let mut comment = None;
        for (i, b) in line.iter().enumerate().skip(1) {
            match b {
                b';' => comment = comment.or(Some(i)),
                // A quote behind it means that the semicolon stood inside of the quotes.
                b'"' if quoted => comment = None,
                _ => {}
            }
        }
        let value = trim_end(&line[..comment.unwrap_or(length)]);
        let value = if value.len() > 1 && quoted && value.ends_with(b"\"") { &value[1..value.len() - 1] } else { value };
        self.emit(Token::Raw, value, length)
    }

    fn var_name(&mut self) -> Token {
        let rest = self.rest();
        if rest.starts_with(b":-") {
            self.at += 2;
            self.pop();
            self.push(State::Fallback);
            return Token::Fallback;
        }
        if rest[0] == b'}' {
            self.at += 1;
            self.pop();
            return Token::Char(b'}');
        }
        let length = (0..rest.len()).find(|i| !is_label(rest[*i]) || rest[*i..].starts_with(b":-")).unwrap_or(rest.len());
        if length == 0 {
            self.at += 1;
            return Token::End;
        }
        self.emit(Token::VarName, trim(&rest[..length]), length)
    }

    fn fallback(&mut self) -> Token {
        let rest = self.rest();
        if rest[0] == b'}' {
            self.at += 1;
            self.pop();
            return Token::Char(b'}');
        }
        if rest.starts_with(b"${") || rest[self.blanks().min(rest.len() - 1)] == b'"' {
            return self.common().unwrap_or(Token::End);
        }
        match self.escaped_chars(|b| !matches!(b, b'\n' | b'\r' | b';' | b'"' | b'\'' | b'}' | b'\\')) {
            0 => {
                self.at += 1;
                Token::End
            }
            length => self.literal(length),
        }
    }

    fn in_quotes(&mut self) -> Token {
        let rest = self.rest();
        if rest[0] == b'"' {
            self.at += 1;
            self.at += self.blanks();
            self.pop();
            return Token::Char(b'"');
        }
        if rest.starts_with(b"${") {
            self.at += 2;
            self.push(State::VarName);
            return Token::DollarCurly;
        }
        let mut i = 0;
        while i < rest.len() {
            match rest[i] {
                b'"' => break,
                b'$' if rest.get(i + 1) == Some(&b'{') => break,
                b'\\' => {
                    // As in Windows paths: the quote behind the last backslash of a line ends the string.
                    if rest.get(i + 1) == Some(&b'"') && matches!(rest.get(i + 2), None | Some(b'\n' | b'\r')) {
                        i += 1;
                        break;
                    }
                    i = (i + 2).min(rest.len());
                }
                _ => i += 1,
            }
        }
        let text = self.unescape(&rest[..i]);
        self.emit(Token::Quoted, &text, i)
    }

    /// `\"`, `\\` and `\$` lose their backslash.
    fn unescape(&mut self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut bytes = text.iter().copied().peekable();
        while let Some(b) = bytes.next() {
            self.line += u32::from(b == b'\n' || (b == b'\r' && bytes.peek() != Some(&b'\n')));
            if b == b'\\'
                && let Some(escaped) = bytes.next_if(|next| matches!(next, b'"' | b'\\' | b'$'))
            {
                out.push(escaped);
            } else {
                out.push(b);
            }
        }
        out
    }
}
