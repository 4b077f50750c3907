//! Whether what was typed so far is a whole statement, and what its end stands in.
//!
//! As in PHP, this looks at brackets, quotes and semicolons alone: code that is whole and wrong is for the compiler to refuse.

/// What the end of the typed text stands in; the prompt shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inside {
    Code,
    /// Between `(` and `)`.
    Parentheses,
    /// Between `{` and `}`.
    Braces,
    SingleQuotes,
    DoubleQuotes,
    Comment,
    Heredoc,
    /// Behind `?>`.
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scan {
    /// It can be run.
    pub whole: bool,
    pub inside: Inside,
}

/// Looks over what was typed.
pub(super) fn scan(code: &[u8], short_tags: bool) -> Scan {
    let mut scanner = Scanner { rest: code, whole: true, braces: 0, parentheses: 0, short_tags };
    let inside = match scanner.run() {
        Err(inside) if inside != Inside::Code => inside,
        _ if scanner.parentheses > 0 => Inside::Parentheses,
        _ if scanner.braces > 0 => Inside::Braces,
        _ => Inside::Code,
    };
    let cut = matches!(inside, Inside::SingleQuotes | Inside::DoubleQuotes | Inside::Heredoc);
    Scan { whole: scanner.whole && scanner.braces == 0 && !cut, inside }
}

struct Scanner<'a> {
    rest: &'a [u8],
    /// Nothing but white space and comments behind the last statement.
    whole: bool,
    braces: usize,
    parentheses: usize,
    short_tags: bool,
}

impl Scanner<'_> {
    /// The error is what the text ends in.
    fn run(&mut self) -> Result<(), Inside> {
        while let [byte, rest @ ..] = self.rest {
            self.rest = rest;
            match (byte, rest.first()) {
                (b' ' | b'\r' | b'\n' | b'\t', _) => {}
                (b';', _) => self.whole = self.braces == 0 && self.parentheses == 0,
                (b'}', _) => {
                    self.braces = self.braces.saturating_sub(1);
                    self.whole = self.braces == 0;
                }
                (b'\'', _) => self.quoted(b'\'', Inside::SingleQuotes)?,
                (b'"', _) => self.quoted(b'"', Inside::DoubleQuotes)?,
                (b'#', next) if next != Some(&b'[') => self.skip_past(b"\n", Inside::Code)?,
                (b'/', Some(b'/')) => self.skip_past(b"\n", Inside::Code)?,
                (b'/', Some(b'*')) => {
                    self.rest = &rest[1..];
                    let before = std::mem::replace(&mut self.whole, false);
                    self.skip_past(b"*/", Inside::Comment)?;
                    self.whole = before;
                }
                (b'?', Some(b'>')) => self.html()?,
                (b'<', _) if rest.starts_with(b"<<") => {
                    self.whole = false;
                    self.rest = &rest[2..];
                    self.heredoc()?;
                }
                _ => {
                    self.whole = false;
                    match byte {
                        b'{' => self.braces += 1,
                        b'(' => self.parentheses += 1,
                        b')' => self.parentheses = self.parentheses.saturating_sub(1),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn skip_past(&mut self, end: &[u8], inside: Inside) -> Result<(), Inside> {
        let at = self.rest.windows(end.len()).position(|bytes| bytes == end).ok_or(inside)?;
        self.rest = &self.rest[at + end.len()..];
        Ok(())
    }

    fn quoted(&mut self, quote: u8, inside: Inside) -> Result<(), Inside> {
        loop {
            match self.rest {
                [b'\\', _, rest @ ..] => self.rest = rest,
                [byte, rest @ ..] => {
                    self.rest = rest;
                    if *byte == quote {
                        return Ok(());
                    }
                }
                [] => return Err(inside),
            }
        }
    }

    /// Behind `?>`, up to the next opening tag.
    fn html(&mut self) -> Result<(), Inside> {
        let opens = |text: &[u8]| text.starts_with(b"<?php") || text.starts_with(b"<?=") || (self.short_tags && text.starts_with(b"<?"));
        let at = (0..self.rest.len()).find(|at| opens(&self.rest[*at..])).ok_or(Inside::Html)?;
        let length = if self.rest[at..].starts_with(b"<?php") { 5 } else { 2 };
        self.rest = &self.rest[at + length..];
        Ok(())
    }

    /// Behind `<<<`, up to the line that its label begins.
    fn heredoc(&mut self) -> Result<(), Inside> {
        let end = self.rest.iter().position(|byte| *byte == b'\n').ok_or(Inside::Heredoc)?;
        let label: Vec<u8> = self.rest[..end].iter().copied().filter(|byte| !b" \t\r'\"".contains(byte)).collect();
        self.rest = &self.rest[end + 1..];
        if label.is_empty() {
            return Ok(());
        }
        while !self.rest.is_empty() {
            let blank = self.rest.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(self.rest.len());
            if let Some(behind) = self.rest[blank..].strip_prefix(&label[..]) {
                if !behind.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80) {
                    self.rest = behind;
                    return Ok(());
                }
            }
            self.skip_past(b"\n", Inside::Heredoc)?;
        }
        Err(Inside::Heredoc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(code: &str) -> bool {
        scan(format!("{code}\n").as_bytes(), false).whole
    }

    fn inside(code: &str) -> Inside {
        let scan = scan(format!("{code}\n").as_bytes(), false);
        assert!(!scan.whole || scan.inside == Inside::Html, "{code}");
        scan.inside
    }

    #[test]
    fn statements_end_with_semicolons_and_braces() {
        for code in
            ["echo 1;", "", "// x", "echo 1; # x", "echo 1; /* x */", "function f() { return ';'; }", "if (1) { { } }", "echo ')', \"(\";"]
        {
            assert!(whole(code), "{code}");
        }
        for code in ["echo 1", "echo 1; 2", "f(1;", "#[A]", "$x = [1,", "echo 1; // x\n 2", "fn() => 1"] {
            assert!(!whole(code), "{code}");
        }
    }

    #[test]
    fn the_prompt_knows_where_it_is() {
        assert_eq!(inside("echo 1"), Inside::Code);
        assert_eq!(inside("f(1,"), Inside::Parentheses);
        assert_eq!(inside("f(function() {"), Inside::Parentheses);
        assert_eq!(inside("class A {"), Inside::Braces);
        assert_eq!(inside("echo 'a\\'"), Inside::SingleQuotes);
        assert_eq!(inside("\"a;"), Inside::DoubleQuotes);
        assert_eq!(inside("/* a;"), Inside::Comment);
        assert_eq!(inside("echo 1; ?> a;"), Inside::Html);
    }

    #[test]
    fn heredocs_end_at_their_label() {
        assert_eq!(inside("echo <<<A\n;\nAB;"), Inside::Heredoc);
        assert_eq!(inside("echo <<<'A'"), Inside::Heredoc);
        assert!(whole("echo <<<\"A\"\n;'\n  A;"));
        assert!(whole("echo <<<A\n A\u{e9}\nA . 'x';"));
        // Without a label it is none.
        assert!(whole("echo <<<\n;"));
    }
}
