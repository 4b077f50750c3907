//! Placeholders in SQL: `?` and `:name` outside of quotes and comments.

/// How a database's SQL is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// A backslash in quotes takes the meaning of what follows it.
    pub backslash: bool,
    /// Names in backticks.
    pub backticks: bool,
    /// Names in brackets.
    pub brackets: bool,
    /// `#` begins a comment, and `--` only with a space behind it.
    pub hash_comments: bool,
}

impl Dialect {
    pub const STANDARD: Dialect = Dialect { backslash: false, backticks: false, brackets: false, hash_comments: false };
}

/// A placeholder of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placeholder {
    pub start: usize,
    pub end: usize,
    pub named: bool,
}

/// Finds the placeholders.
pub(crate) fn scan(sql: &[u8], dialect: Dialect) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(byte) = sql.get(at) {
        let rest = &sql[at..];
        let length = match byte {
            b'"' | b'\'' => quoted(rest, dialect.backslash),
            b'`' if dialect.backticks => quoted(rest, false),
            b'[' if dialect.brackets => rest.iter().position(|byte| *byte == b']').map_or(1, |end| end + 1),
            b'/' => block_comment(rest),
            b'-' if rest.starts_with(b"--") && (!dialect.hash_comments || rest.get(2).is_some_and(|b| b" \t\x0b\x0c\r".contains(b))) => {
                line(rest)
            }
            b'#' if dialect.hash_comments => line(rest),
            b':' | b'?' => {
                let run = rest.iter().take_while(|other| *other == byte).count();
                let name = rest[1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
                match byte {
                    _ if run > 1 => run,
                    b'?' => {
                        found.push(Placeholder { start: at, end: at + 1, named: false });
                        1
                    }
                    _ if name > 0 => {
                        if at == 0 || !sql[at - 1].is_ascii_alphanumeric() {
                            found.push(Placeholder { start: at, end: at + 1 + name, named: true });
                        }
                        name + 1
                    }
                    _ => 1,
                }
            }
            _ => 1,
        };
        at += length;
    }
    found
}

/// The length of a quoted piece; without its end only the quote is taken.
fn quoted(text: &[u8], backslash: bool) -> usize {
    let quote = text[0];
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match *byte {
            b'\\' if backslash => at += 1,
            byte if byte == quote && text.get(at + 1) == Some(&quote) => at += 1,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    1
}

fn block_comment(text: &[u8]) -> usize {
    match text.strip_prefix(b"/*") {
        Some(inside) => inside.windows(2).position(|pair| pair == b"*/").map_or(1, |end| end + 4),
        None => 1,
    }
}

fn line(text: &[u8]) -> usize {
    text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sql: &str, dialect: Dialect) -> Vec<&str> {
        scan(sql.as_bytes(), dialect).iter().map(|p| &sql[p.start..p.end]).collect()
    }

    #[test]
    fn outside_of_quotes() {
        assert_eq!(found("select ':a', ?, :b_1 -- ?\n, ?? ::c x:d /* ? */ \"?\"\"?\" :e", Dialect::STANDARD), ["?", ":b_1", ":e"]);
        let mysql = Dialect { backslash: true, backticks: true, brackets: false, hash_comments: true };
        assert_eq!(found("'\\'?' `?` ? --? # ?\n?", mysql), ["?", "?", "?"]);
        assert_eq!(found("' ?", Dialect::STANDARD), ["?"]);
    }
}
