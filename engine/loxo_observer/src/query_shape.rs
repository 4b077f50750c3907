//! The text of a query without what differs from one run of it to the next: literals, placeholders, comments, lengths of lists.
//!
//! No literal may stay. Dialects differ in what ends one (a backslash before a quote), so behind such a place nothing is kept.

use std::hash::BuildHasher;

use foldhash::quality::RandomState;

/// In place of a literal, or of what cannot be read.
const HOLE: u8 = b'?';

/// Shapes that are remembered, and how many of them stand where a hash says.
const MOST_KNOWN: usize = 256;
const WAYS: usize = 4;
/// Those of longer texts are not: these are rarely the same.
const LONGEST_KNOWN: usize = 1 << 16;

/// Shapes of queries that were made before: from one request to the next most of them are the same, with their literals. Of the texts only a hash
/// stays, which is another one in each process.
#[derive(Default)]
pub(crate) struct Known {
    hasher: RandomState,
    places: Vec<Place>,
    /// How many have been put there: the next one's place goes round.
    misses: usize,
}

#[derive(Clone, Default)]
struct Place {
    hash: u64,
    /// Of the text; 0: nothing is there.
    length: usize,
    shape: Box<[u8]>,
}

impl Known {
    /// Does something with the shape of a query, which is at most so many bytes long, always the same number.
    pub(crate) fn with_shape(&mut self, sql: &[u8], most: usize, work: impl FnOnce(&[u8])) {
        if sql.is_empty() || sql.len() > LONGEST_KNOWN {
            return work(&of(sql, most));
        }
        if self.places.is_empty() {
            self.places.resize(MOST_KNOWN, Place::default());
        }
        let hash = self.hasher.hash_one(sql);
        let (sets, _) = self.places.as_chunks_mut::<WAYS>();
        let set = &mut sets[(hash % (MOST_KNOWN / WAYS) as u64) as usize];
        let known = set.iter().position(|place| (place.hash, place.length) == (hash, sql.len()));
        let at = known.unwrap_or_else(|| {
            self.misses = self.misses.wrapping_add(1);
            let at = self.misses % WAYS;
            set[at] = Place { hash, length: sql.len(), shape: of(sql, most).into() };
            at
        });
        work(&set[at].shape);
    }
}

/// The shape of a query, at most so many bytes long.
pub(crate) fn of(sql: &[u8], most: usize) -> Vec<u8> {
    let mut shape = Shape { sql, at: 0, out: Vec::with_capacity(sql.len().min(most)) };
    while shape.at < sql.len() && shape.out.len() < most {
        shape.step();
    }
    let mut out = shape.out;
    out.truncate(most);
    while out.last().is_some_and(|last| *last == b' ' || *last == b';') {
        out.pop();
    }
    out
}

struct Shape<'a> {
    sql: &'a [u8],
    at: usize,
    out: Vec<u8>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl Shape<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.sql.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn step(&mut self) {
        let byte = self.peek(0);
        match byte {
            b'\'' | b'"' => self.string(byte),
            b'0'..=b'9' => self.number(),
            b'`' => self.copy_through(b'`'),
            b'[' if self.is_bracketed_name() => self.copy_through(b']'),
            b'[' => self.give_up(),
            b'/' if self.peek(1) == b'*' => {
                let rest = &self.sql[self.at + 2..];
                let end = rest.windows(2).position(|two| two == b"*/");
                self.at = end.map_or(self.sql.len(), |end| self.at + 2 + end + 2);
                self.space();
            }
            b'#' => self.skip_line(),
            b'-' if self.peek(1) == b'-' => match self.peek(2) {
                0 | b' ' | b'\t' | b'\r' | b'\n' => self.skip_line(),
                // A comment in some dialects, two signs in others.
                _ => self.give_up(),
            },
            b':' if is_word(self.peek(1)) && self.out.last() != Some(&b':') => {
                self.at += 1;
                self.skip_word();
                self.hole();
            }
            b'?' => {
                self.at += 1;
                self.skip_word();
                self.hole();
            }
            b')' => {
                self.at += 1;
                self.out.push(b')');
                self.join_rows();
            }
            _ if byte.is_ascii_whitespace() => {
                self.at += 1;
                self.space();
            }
            _ if is_word(byte) => {
                let start = self.at;
                self.skip_word();
                self.out.extend_from_slice(&self.sql[start..self.at]);
            }
            _ => {
                self.at += 1;
                self.out.push(byte);
            }
        }
    }

    fn space(&mut self) {
        if !matches!(self.out.last(), None | Some(b' ')) {
            self.out.push(b' ');
        }
    }

    fn skip_word(&mut self) {
        while is_word(self.peek(0)) {
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.sql.len() && self.peek(0) != b'\n' {
            self.at += 1;
        }
    }

    fn give_up(&mut self) {
        self.at = self.sql.len();
        self.hole();
    }

    /// A quote that is doubled is one of the text.
    fn string(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.sql.len() {
            if self.peek(0) == b'\\' && matches!(self.peek(1), b'\'' | b'"' | b'\\' | 0) {
                return self.give_up();
            }
            if self.peek(0) == quote {
                if self.peek(1) != quote {
                    self.at += 1;
                    return self.hole();
                }
                self.at += 1;
            }
            self.at += 1;
        }
        self.hole();
    }

    fn number(&mut self) {
        let start = self.at;
        let is_hexadecimal = matches!(self.peek(1), b'x' | b'X');
        while is_word(self.peek(0)) || self.peek(0) == b'.' || self.is_exponent_sign(start, is_hexadecimal) {
            self.at += 1;
        }
        self.hole();
    }

    fn is_exponent_sign(&self, start: usize, is_hexadecimal: bool) -> bool {
        !is_hexadecimal
            && matches!(self.peek(0), b'+' | b'-')
            && self.at > start
            && matches!(self.sql[self.at - 1], b'e' | b'E')
            && self.peek(1).is_ascii_digit()
    }

    /// An identifier in quotes, whose end is doubled where it is part of the name.
    fn copy_through(&mut self, end: u8) {
        let start = self.at;
        self.at += 1;
        while self.at < self.sql.len() && self.peek(0) != end {
            self.at += 1;
        }
        if self.at == self.sql.len() {
            return self.hole();
        }
        self.at += 1;
        self.out.extend_from_slice(&self.sql[start..self.at]);
    }

    /// In some dialects an array stands in brackets, and literals in that.
    fn is_bracketed_name(&self) -> bool {
        let rest = &self.sql[self.at + 1..];
        rest.split(|b| *b == b']').next().is_some_and(|name| name.iter().all(|b| is_word(*b) || matches!(b, b' ' | b'.' | b'-')))
    }

    /// A literal; one in a list behind another one is left out.
    fn hole(&mut self) {
        if self.out.ends_with(&[HOLE]) {
            return;
        }
        let list = self.out.trim_ascii_end();
        let before = list.strip_suffix(b",").map(<[u8]>::trim_ascii_end);
        match before.filter(|before| before.ends_with(&[HOLE])).map(<[u8]>::len) {
            Some(length) => self.out.truncate(length),
            None => self.out.push(HOLE),
        }
    }

    /// A row behind one that looks the same is left out: `(?), (?)`.
    fn join_rows(&mut self) {
        let Some(list) = self.out.strip_suffix(b"(?)") else { return };
        let before = list.trim_ascii_end().strip_suffix(b",").map(<[u8]>::trim_ascii_end);
        if let Some(length) = before.filter(|before| before.ends_with(b"(?)")).map(<[u8]>::len) {
            self.out.truncate(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(sql: &str) -> String {
        String::from_utf8(of(sql.as_bytes(), 300)).unwrap()
    }

    #[test]
    fn literals_are_left_out() {
        let same = [
            ("select * from t1 where a = 'it''s' and b=\"x\" and c=-1.5e-3", "select * from t1 where a = ? and b=? and c=-?"),
            ("SELECT  a\n FROM `t``2` WHERE id IN (1, 2,3);", "SELECT a FROM `t``2` WHERE id IN (?)"),
            ("insert into t values (1,'a'), (2,'b'),(3,'c')", "insert into t values (?)"),
            ("select :a, :b, ?, ?2 from t -- 4711\n where x = 0xFF /* tag 1 */ limit 10", "select ? from t where x = ? limit ?"),
            ("select a::text, @v, t.c1 from [a b] where d = x'4d'", "select a::text, @v, t.c1 from [a b] where d = x?"),
            ("select 1 # secret", "select ?"),
        ];
        for (sql, expected) in same {
            assert_eq!(shape(sql), expected);
        }
    }

    #[test]
    fn shapes_that_are_known_are_those_of_their_texts() {
        let mut known = Known::default();
        let texts = (0..3 * MOST_KNOWN).map(|number| format!("select {}{number} from t{number}", "a, ".repeat(number % 7)));
        let texts: Vec<String> = texts.chain([String::new(), format!("select '{}'", "x".repeat(LONGEST_KNOWN))]).collect();
        for text in texts.iter().chain(&texts) {
            known.with_shape(text.as_bytes(), 300, |found| assert_eq!(String::from_utf8_lossy(found), shape(text)));
        }
        assert_eq!(known.places.len(), MOST_KNOWN);
    }

    #[test]
    fn what_dialects_read_differently_is_not_kept() {
        assert_eq!(shape(r"select * from t where a = 'x\' and b = ' secret '"), "select * from t where a = ?");
        assert_eq!(shape(r#"select "a\\" , 'secret"#), "select ?");
        assert_eq!(shape("select 5--'a\nsecret'"), "select ?");
        assert_eq!(shape("select 'secret"), "select ?");
        assert_eq!(shape("select `secret"), "select ?");
        assert_eq!(shape("select array['secret', 1]"), "select array?");
    }

    #[test]
    fn nothing_panics_and_nothing_is_too_long() {
        let pieces = ["'", "\"", "`", "[", "--", "/*", "*/", "#", "\\", "1e", ":", "?", ",", "(", ")", "a", "\n", "-", "ä"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    of([first, second, third].concat().as_bytes(), 300);
                }
            }
        }
        assert_eq!(of("a ".repeat(10_000).as_bytes(), 300).len(), 299);
        assert_eq!(shape(&format!("select * from t where id in ({}0)", "1, ".repeat(100_000))), "select * from t where id in (?)");
    }
}
