//! Whether what was typed so far is a complete statement, and what its end stands in.
//!
//! As in PHP, this looks at brackets, quotes and semicolons alone: code that is complete and wrong is for the compiler to refuse.

/// What the end of the typed text stands in; the prompt shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndsIn {
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
pub(super) struct Progress {
    /// It can be run.
    pub complete: bool,
    pub ends_in: EndsIn,
}

/// Looks over what was typed.
pub(super) fn check(code: &[u8], short_tags: bool) -> Progress {
    let mut scanner = Scanner { rest: code, complete: true, braces: 0, parentheses: 0, short_tags };
    let ends_in = match scanner.run() {
        Err(ends_in) if ends_in != EndsIn::Code => ends_in,
        _ if scanner.parentheses > 0 => EndsIn::Parentheses,
        _ if scanner.braces > 0 => EndsIn::Braces,
        _ => EndsIn::Code,
    };
    let cut = matches!(ends_in, EndsIn::SingleQuotes | EndsIn::DoubleQuotes | EndsIn::Heredoc);
    Progress { complete: scanner.complete && scanner.braces == 0 && !cut, ends_in }
}

struct Scanner<'a> {
    rest: &'a [u8],
    /// Nothing but white space and comments behind the last statement.
    complete: bool,
    braces: usize,
    parentheses: usize,
    short_tags: bool,
}

impl Scanner<'_> {
    /// The error is what the text ends in.
    fn run(&mut self) -> Result<(), EndsIn> {
        while let [byte, rest @ ..] = self.rest {
            self.rest = rest;
            match (byte, rest.first()) {
                (b' ' | b'\r' | b'\n' | b'\t', _) => {}
                (b';', _) => self.complete = self.braces == 0 && self.parentheses == 0,
                (b'}', _) => {
                    self.braces = self.braces.saturating_sub(1);
                    self.complete = self.braces == 0;
                }
                (b'\'', _) => self.quoted(b'\'', EndsIn::SingleQuotes)?,
                (b'"', _) => self.quoted(b'"', EndsIn::DoubleQuotes)?,
                (b'#', next) if next != Some(&b'[') => self.skip_past(b"\n", EndsIn::Code)?,
                (b'/', Some(b'/')) => self.skip_past(b"\n", EndsIn::Code)?,
                (b'/', Some(b'*')) => {
                    self.rest = &rest[1..];
                    let before = std::mem::replace(&mut self.complete, false);
                    self.skip_past(b"*/", EndsIn::Comment)?;
                    self.complete = before;
                }
                (b'?', Some(b'>')) => self.html()?,
                (b'<', _) if rest.starts_with(b"<<") => {
                    self.complete = false;
                    self.rest = &rest[2..];
                    self.heredoc()?;
                }
                _ => {
                    self.complete = false;
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

    fn skip_past(&mut self, end: &[u8], ends_in: EndsIn) -> Result<(), EndsIn> {
        let at = self.rest.windows(end.len()).position(|bytes| bytes == end).ok_or(ends_in)?;
        self.rest = &self.rest[at + end.len()..];
        Ok(())
    }

    fn quoted(&mut self, quote: u8, ends_in: EndsIn) -> Result<(), EndsIn> {
        loop {
            match self.rest {
                [b'\\', _, rest @ ..] => self.rest = rest,
                [byte, rest @ ..] => {
                    self.rest = rest;
                    if *byte == quote {
                        return Ok(());
                    }
                }
                [] => return Err(ends_in),
            }
        }
    }

    /// Behind `?>`, up to the next opening tag.
    fn html(&mut self) -> Result<(), EndsIn> {
        let opens = |text: &[u8]| text.starts_with(b"<?php") || text.starts_with(b"<?=") || (self.short_tags && text.starts_with(b"<?"));
        let at = (0..self.rest.len()).find(|at| opens(&self.rest[*at..])).ok_or(EndsIn::Html)?;
        let length = if self.rest[at..].starts_with(b"<?php") { 5 } else { 2 };
        self.rest = &self.rest[at + length..];
        Ok(())
    }

    /// Behind `<<<`, up to the line that its label begins.
    fn heredoc(&mut self) -> Result<(), EndsIn> {
        let end = self.rest.iter().position(|byte| *byte == b'\n').ok_or(EndsIn::Heredoc)?;
        let label: Vec<u8> = self.rest[..end].iter().copied().filter(|byte| !b" \t\r'\"".contains(byte)).collect();
        self.rest = &self.rest[end + 1..];
        if label.is_empty() {
            return Ok(());
        }
        while !self.rest.is_empty() {
            let blank = self.rest.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(self.rest.len());
            if let Some(behind) = self.rest[blank..].strip_prefix(&label[..])
                && !behind.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
            {
                self.rest = behind;
                return Ok(());
            }
            self.skip_past(b"\n", EndsIn::Heredoc)?;
        }
        Err(EndsIn::Heredoc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(code: &str) -> bool {
        check(format!("{code}\n").as_bytes(), false).complete
    }

    fn ends_in(code: &str) -> EndsIn {
        let progress = check(format!("{code}\n").as_bytes(), false);
        assert!(!progress.complete || progress.ends_in == EndsIn::Html, "{code}");
        progress.ends_in
    }

    #[test]
    fn statements_end_with_semicolons_and_braces() {
        for code in
            ["echo 1;", "", "// x", "echo 1; # x", "echo 1; /* x */", "function f() { return ';'; }", "if (1) { { } }", "echo ')', \"(\";"]
        {
            assert!(complete(code), "{code}");
        }
        for code in ["echo 1", "echo 1; 2", "f(1;", "#[A]", "$x = [1,", "echo 1; // x\n 2", "fn() => 1"] {
            assert!(!complete(code), "{code}");
        }
    }

    #[test]
    fn the_prompt_knows_where_it_is() {
        assert_eq!(ends_in("echo 1"), EndsIn::Code);
        assert_eq!(ends_in("f(1,"), EndsIn::Parentheses);
        assert_eq!(ends_in("f(function() {"), EndsIn::Parentheses);
        assert_eq!(ends_in("class A {"), EndsIn::Braces);
        assert_eq!(ends_in("echo 'a\\'"), EndsIn::SingleQuotes);
        assert_eq!(ends_in("\"a;"), EndsIn::DoubleQuotes);
        assert_eq!(ends_in("/* a;"), EndsIn::Comment);
        assert_eq!(ends_in("echo 1; ?> a;"), EndsIn::Html);
    }

    #[test]
    fn heredocs_end_at_their_label() {
        assert_eq!(ends_in("echo <<<A\n;\nAB;"), EndsIn::Heredoc);
        assert_eq!(ends_in("echo <<<'A'"), EndsIn::Heredoc);
        assert!(complete("echo <<<\"A\"\n;'\n  A;"));
        assert!(complete("echo <<<A\n A\u{e9}\nA . 'x';"));
        // Without a label it is none.
        assert!(complete("echo <<<\n;"));
    }
}
