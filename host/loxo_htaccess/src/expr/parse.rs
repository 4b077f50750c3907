//! Reads expressions from their text.

use crate::bytes::is;
use crate::expr::{Comparison, Expr, Function, Word};
use crate::pattern::Pattern;
use crate::text::Result;

/// Parentheses and negations within each other.
const DEEPEST: usize = 50;

/// Names that expressions may have, besides `SSL_…`.
const VARIABLES: &[&str] = &[
    "API_VERSION",
    "AUTH_TYPE",
    "CONN_LOG_ID",
    "CONN_REMOTE_ADDR",
    "CONTENT_TYPE",
    "CONTEXT_DOCUMENT_ROOT",
    "CONTEXT_PREFIX",
    "DOCUMENT_ROOT",
    "DOCUMENT_URI",
    "HANDLER",
    "HTTPS",
    "HTTP_ACCEPT",
    "HTTP_COOKIE",
    "HTTP_FORWARDED",
    "HTTP_HOST",
    "HTTP_PROXY_CONNECTION",
    "HTTP_REFERER",
    "HTTP_USER_AGENT",
    "IPV6",
    "IS_SUBREQ",
    "LAST_MODIFIED",
    "PATH_INFO",
    "QUERY_STRING",
    "REMOTE_ADDR",
    "REMOTE_HOST",
    "REMOTE_IDENT",
    "REMOTE_PORT",
    "REMOTE_USER",
    "REQUEST_FILENAME",
    "REQUEST_LOG_ID",
    "REQUEST_METHOD",
    "REQUEST_SCHEME",
    "REQUEST_STATUS",
    "REQUEST_URI",
    "SCRIPT_FILENAME",
    "SCRIPT_GROUP",
    "SCRIPT_USER",
    "SERVER_ADDR",
    "SERVER_ADMIN",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "SERVER_PROTOCOL_VERSION",
    "SERVER_PROTOCOL_VERSION_MAJOR",
    "SERVER_PROTOCOL_VERSION_MINOR",
    "SERVER_SOFTWARE",
    "THE_REQUEST",
    "TIME",
    "TIME_DAY",
    "TIME_HOUR",
    "TIME_MIN",
    "TIME_MON",
    "TIME_SEC",
    "TIME_WDAY",
    "TIME_YEAR",
];

/// An expression that is true or false.
pub(crate) fn condition(text: &[u8]) -> Result<Expr> {
    let mut parser = Parser { text, depth: 0 };
    let expr = parser.or()?;
    parser.blanks();
    if parser.text.is_empty() { Ok(expr) } else { Err(parser.unexpected()) }
}

/// A text with variables in it.
pub(crate) fn string(text: &[u8]) -> Result<Word> {
    Parser { text, depth: 0 }.string(None)
}

struct Parser<'t> {
    text: &'t [u8],
    depth: usize,
}

impl<'t> Parser<'t> {
    fn blanks(&mut self) {
        self.text = self.text.trim_ascii_start();
    }

    fn unexpected(&self) -> String {
        match self.text.first() {
            Some(byte) => format!("Parse error near '{}'", char::from(*byte).escape_default()),
            None => "syntax error, unexpected end of expression".into(),
        }
    }

    fn takes(&mut self, token: &str) -> bool {
        match self.text.strip_prefix(token.as_bytes()) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    /// An operator that is a word.
    fn takes_word(&mut self, word: &str) -> bool {
        let ends = |rest: &[u8]| !rest.first().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        match self.text.strip_prefix(word.as_bytes()).filter(|rest| ends(rest)) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn or(&mut self) -> Result<Expr> {
        let mut all = vec![self.and()?];
        loop {
            self.blanks();
            if !self.takes("||") && !self.takes_word("or") {
                return Ok(if all.len() == 1 { all.remove(0) } else { Expr::Or(all) });
            }
            all.push(self.and()?);
        }
    }

    fn and(&mut self) -> Result<Expr> {
        let mut all = vec![self.not()?];
        loop {
            self.blanks();
            if !self.takes("&&") && !self.takes_word("and") {
                return Ok(if all.len() == 1 { all.remove(0) } else { Expr::And(all) });
            }
            all.push(self.not()?);
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("nested deeper than {DEEPEST}"));
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn not(&mut self) -> Result<Expr> {
        self.blanks();
        if self.takes("!") || self.takes_word("not") {
            return self.deeper(|parser| Ok(Expr::Not(Box::new(parser.not()?))));
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<Expr> {
        if self.takes("(") {
            let inner = self.deeper(Parser::or)?;
            self.blanks();
            return if self.takes(")") { Ok(inner) } else { Err(self.unexpected()) };
        }
        if self.takes_word("true") {
            return Ok(Expr::Constant(true));
        }
        if self.takes_word("false") {
            return Ok(Expr::Constant(false));
        }
        if let [b'-', letter, rest @ ..] = self.text
            && letter.is_ascii_alphabetic()
            && !rest.first().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
        {
            if !b"nzRTdefsLhxFUA".contains(letter) {
                return Err(format!("No such operator -{}", char::from(*letter)));
            }
            self.text = rest;
            return Ok(Expr::Test(*letter, self.word()?));
        }
        let left = self.word()?;
        self.blanks();
        self.comparison(left)
    }

    fn comparison(&mut self, left: Word) -> Result<Expr> {
        let text = |less, equal, greater| Comparison { numeric: false, less, equal, greater };
        for (token, negated) in [("=~", false), ("!~", true)] {
            if self.takes(token) {
                let matches = Expr::Matches(left, self.regex()?);
                return Ok(if negated { Expr::Not(Box::new(matches)) } else { matches });
            }
        }
        for (token, comparison) in [
            ("==", text(false, true, false)),
            ("!=", text(true, false, true)),
            ("<=", text(true, true, false)),
            (">=", text(false, true, true)),
            ("=", text(false, true, false)),
            ("<", text(true, false, false)),
            (">", text(false, false, true)),
        ] {
            if self.takes(token) {
                return Ok(Expr::Compare(left, comparison, self.word()?));
            }
        }
        let dash = self.takes("-");
        for (name, less, equal, greater) in [
            ("eq", false, true, false),
            ("ne", true, false, true),
            ("lt", true, false, false),
            ("le", true, true, false),
            ("gt", false, false, true),
            ("ge", false, true, true),
        ] {
            if self.takes_word(name) {
                return Ok(Expr::Compare(left, Comparison { numeric: true, less, equal, greater }, self.word()?));
            }
        }
        if self.takes_word("in") {
            return Ok(Expr::In(left, self.list()?));
        }
        for (name, any_case, path) in [("strmatch", false, false), ("strcmatch", true, false), ("fnmatch", false, true)] {
            if dash && self.takes_word(name) {
                return Ok(Expr::Wildcards { text: left, pattern: self.word()?, any_case, path });
            }
        }
        if dash && self.takes_word("ipmatch") {
            return Ok(Expr::Networks(left, self.word()?));
        }
        Err(self.unexpected())
    }

    fn list(&mut self) -> Result<Vec<Word>> {
        self.blanks();
        if !self.takes("{") {
            return Err("lists of functions are not supported: write { word, word }".into());
        }
        let mut words = Vec::new();
        loop {
            words.push(self.word()?);
            self.blanks();
            match self.takes(",") {
                true => {}
                false if self.takes("}") => return Ok(words),
                false => return Err(self.unexpected()),
            }
        }
    }

    fn regex(&mut self) -> Result<Pattern> {
        self.blanks();
        let delimiter = match self.text {
            [b'm', delimiter, ..] if b"/#$%^,;:_?|-!.'\"".contains(delimiter) => {
                self.text = &self.text[2..];
                *delimiter
            }
            [b'/', ..] => {
                self.text = &self.text[1..];
                b'/'
            }
            _ => return Err(self.unexpected()),
        };
        let end = crate::bytes::find(self.text, delimiter).ok_or("regular expression without an end")?;
        let text = &self.text[..end];
        self.text = &self.text[end + 1..];
        let any_case = self.takes("i");
        Pattern::new(text, any_case).map_err(|message| format!("Failed to compile regular expression: {message}"))
    }

    /// One word, or several with `.` between them.
    fn word(&mut self) -> Result<Word> {
        let mut words = vec![self.one_word()?];
        loop {
            self.blanks();
            if !self.takes(".") {
                break;
            }
            words.push(self.one_word()?);
        }
        Ok(if words.len() == 1 { words.remove(0) } else { Word::All(words) })
    }

    fn one_word(&mut self) -> Result<Word> {
        self.blanks();
        match self.text {
            [quote @ (b'"' | b'\''), ..] => {
                self.text = &self.text[1..];
                let string = self.string(Some(*quote))?;
                self.text = &self.text[1..];
                Ok(string)
            }
            [b'%', b'{', ..] => self.variable(),
            [b'$', digit @ b'0'..=b'9', ..] => {
                self.text = &self.text[2..];
                Ok(Word::Group(usize::from(*digit - b'0')))
            }
            [b'-' | b'0'..=b'9', ..] => {
                let start = usize::from(self.text[0] == b'-');
                let digits = self.text[start..].iter().take_while(|b| b.is_ascii_digit()).count();
                if digits == 0 {
                    return Err(self.unexpected());
                }
                let (number, rest) = self.text.split_at(start + digits);
                self.text = rest;
                Ok(Word::Text(number.to_vec()))
            }
            [b'a'..=b'z' | b'A'..=b'Z', ..] => {
                let name = self.identifier();
                self.blanks();
                if !self.takes("(") {
                    return Err(format!("syntax error near '{name}'"));
                }
                let argument = self.deeper(Parser::word)?;
                self.blanks();
                if self.takes(")") { call(&name, argument) } else { Err(self.unexpected()) }
            }
            _ => Err(self.unexpected()),
        }
    }

    fn identifier(&mut self) -> String {
        let length = self.text.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let (name, rest) = self.text.split_at(length);
        self.text = rest;
        String::from_utf8_lossy(name).into_owned()
    }

    /// `%{NAME}` or `%{function:text}`
    fn variable(&mut self) -> Result<Word> {
        self.text = &self.text[2..];
        let name = self.identifier();
        if self.takes("}") {
            let name = name.to_ascii_uppercase();
            let known = VARIABLES.binary_search(&name.as_str()).is_ok() || name.starts_with("SSL_");
            return if known { Ok(Word::Variable(name)) } else { Err(format!("Variable '{name}' does not exist")) };
        }
        if !self.takes(":") {
            return Err("Invalid character in variable name".into());
        }
        let argument = self.deeper(|parser| parser.string(Some(b'}')))?;
        self.text = &self.text[1..];
        call(&name, argument)
    }

    /// Up to the delimiter, which stays; without one, up to the end.
    fn string(&mut self, delimiter: Option<u8>) -> Result<Word> {
        let mut words = Vec::new();
        let mut plain = Vec::new();
        loop {
            let part = match self.text {
                [] if delimiter.is_none() => break,
                [] => return Err("Unterminated string or variable".into()),
                [byte, ..] if Some(*byte) == delimiter => break,
                [b'%', b'{', ..] => self.variable()?,
                [b'$', digit @ b'0'..=b'9', ..] => {
                    self.text = &self.text[2..];
                    Word::Group(usize::from(*digit - b'0'))
                }
                [b'\\', ..] => {
                    plain.push(self.escape()?);
                    continue;
                }
                [byte, rest @ ..] => {
                    plain.push(*byte);
                    self.text = rest;
                    continue;
                }
            };
            if !plain.is_empty() {
                words.push(Word::Text(std::mem::take(&mut plain)));
            }
            words.push(part);
        }
        if !plain.is_empty() || words.is_empty() {
            words.push(Word::Text(plain));
        }
        Ok(if words.len() == 1 { words.remove(0) } else { Word::All(words) })
    }

    fn escape(&mut self) -> Result<u8> {
        let rest = &self.text[1..];
        let digits = rest.iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
        if digits > 0 {
            let value = rest[..digits].iter().fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            self.text = &rest[digits..];
            return u8::try_from(value).map_err(|_| "Escape sequence out of bound".into());
        }
        let (byte, rest) = rest.split_first().ok_or("Unterminated string or variable")?;
        self.text = rest;
        Ok(match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            byte => *byte,
        })
    }
}

fn call(name: &str, argument: Word) -> Result<Word> {
    let function = match name.to_ascii_lowercase().as_str() {
        "req" | "http" | "req_novary" => Function::RequestHeader,
        "resp" => Function::ResponseHeader,
        "env" | "reqenv" => Function::Environment,
        "osenv" => Function::ProcessEnvironment,
        "note" => Function::Note,
        "tolower" => Function::Lower,
        "toupper" => Function::Upper,
        "escape" => Function::Escape,
        "unescape" => Function::Unescape,
        "sha1" => Function::Sha1,
        "md5" => Function::Md5,
        "base64" => Function::Base64,
        "unbase64" => Function::Unbase64,
        // Apache refuses them in files of folders, too.
        name if is(name.as_bytes(), "file") || is(name.as_bytes(), "filesize") => {
            return Err(format!("Function '{name}' is not allowed in this context"));
        }
        name => return Err(format!("Function '{name}' does not exist")),
    };
    Ok(Word::Call(function, Box::new(argument)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_expression_says_so() {
        for text in
            ["", "true &&", "%{NOPE} == 1", "nope('x') == 'y'", "'a' =~ /(/", "'a", "(true", "-q 'x'", "'a' 'b'", "file('/x') == ''"]
        {
            assert!(condition(text.as_bytes()).is_err(), "{text}");
        }
        let deep = "(".repeat(1000);
        assert!(condition(deep.as_bytes()).expect_err("too deep").contains("deeper"));
    }

    #[test]
    fn names_are_sorted() {
        assert!(VARIABLES.is_sorted());
        assert!(string(b"a%{HTTPS}b$1\\n").is_ok());
    }
}
