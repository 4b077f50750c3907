//! Selectors out of text.

use super::{Combinator, Complex, Compound, List, Match, Simple};

/// What is wrong; empty if there is nothing to say.
type Wrong = Vec<u8>;

/// Functions in functions in functions are read to this depth.
const DEEPEST: usize = 32;

/// Classes that are known.
const CLASSES: &[&str] = &[
    "active",
    "any-link",
    "blank",
    "checked",
    "disabled",
    "empty",
    "enabled",
    "first-child",
    "first-of-type",
    "focus",
    "hover",
    "last-child",
    "last-of-type",
    "link",
    "only-child",
    "only-of-type",
    "optional",
    "placeholder-shown",
    "read-only",
    "read-write",
    "required",
    "root",
];

/// Classes, functions and elements that are known to exist, and refused.
const UNSUPPORTED: &[&str] = &[
    "current",
    "default",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "in-range",
    "indeterminate",
    "invalid",
    "local-link",
    "out-of-range",
    "past",
    "scope",
    "target",
    "target-within",
    "user-invalid",
    "valid",
    "visited",
    "warning",
];
const UNSUPPORTED_FUNCTIONS: &[&str] = &["dir", "lang", "nth-col", "nth-last-col"];
const ELEMENTS: &[&str] = &[
    "after",
    "backdrop",
    "before",
    "first-letter",
    "first-line",
    "grammar-error",
    "inactive-selection",
    "marker",
    "placeholder",
    "selection",
    "spelling-error",
    "target-text",
];

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

pub(super) fn list(text: &[u8]) -> Result<List, Wrong> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let list = reader.list(false)?;
    match reader.at < text.len() {
        true => Err(reader.unexpected()),
        false => Ok(list),
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}

fn known(name: &[u8], names: &[&'static str]) -> Option<&'static str> {
    names.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(name)).copied()
}

fn not_supported(name: &[u8]) -> Wrong {
    [b"Selectors. Not supported: ", name].concat()
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Skips comments, and white space if asked for; was there white space?
    fn skip(&mut self) -> bool {
        let mut space = false;
        loop {
            match self.peek() {
                Some(byte) if is_space(byte) => {
                    self.at += 1;
                    space = true;
                }
                Some(b'/') if self.peek_at(1) == Some(b'*') => {
                    let rest = &self.text[self.at + 2..];
                    self.at += rest.windows(2).position(|part| part == b"*/").map_or(rest.len() + 2, |end| end + 4);
                }
                _ => return space,
            }
        }
    }

    /// The token that nobody expected here.
    fn unexpected(&mut self) -> Wrong {
        let from = self.at;
        let token = match self.peek() {
            None => b"END-OF-FILE".to_vec(),
            Some(b'"' | b'\'') => match self.string() {
                Some(text) => [b"\"", &text[..], b"\""].concat(),
                None => self.text[from..].to_vec(),
            },
            Some(b'@' | b'#') => {
                self.at += 1;
                let name = self.name().unwrap_or_default();
                [&self.text[from..=from], &name[..]].concat()
            }
            Some(byte) if byte.is_ascii_digit() => {
                let number = self.text[from..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'.').count();
                self.text[from..from + number].to_vec()
            }
            Some(byte) if is_space(byte) => b" ".to_vec(),
            Some(byte) => match self.ident() {
                Some(mut name) => {
                    if self.peek() == Some(b'(') {
                        let rest = &self.text[self.at..];
                        let url = name.eq_ignore_ascii_case(b"url").then(|| rest.iter().position(|byte| *byte == b')')).flatten();
                        name.extend(&rest[..=url.unwrap_or(0)]);
                    }
                    name
                }
                None => vec![byte],
            },
        };
        self.at = from;
        [b"Selectors. Unexpected token: ", &token[..]].concat()
    }

    /// An escape behind its backslash.
    fn escape(&mut self, out: &mut Vec<u8>) {
        let hex = self.text[self.at..].iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if hex == 0 {
            if let Some(byte) = self.peek() {
                out.push(byte);
                self.at += 1;
            }
            return;
        }
        let digits = std::str::from_utf8(&self.text[self.at..self.at + hex]).unwrap_or("0");
        let code = u32::from_str_radix(digits, 16).unwrap_or(0);
        let c = char::from_u32(code).filter(|c| *c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
        self.at += hex;
        if self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    /// As many characters of names as there are.
    fn name(&mut self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        loop {
            match self.peek() {
                Some(byte) if is_name(byte) => {
                    out.push(byte);
                    self.at += 1;
                }
                Some(b'\\') if self.peek_at(1).is_some_and(|byte| byte != b'\n') => {
                    self.at += 1;
                    self.escape(&mut out);
                }
                _ => return (!out.is_empty()).then_some(out),
            }
        }
    }

    fn ident(&mut self) -> Option<Vec<u8>> {
        let starts = match self.peek()? {
            b'-' => self.peek_at(1).is_some_and(|byte| is_name_start(byte) || byte == b'-' || byte == b'\\'),
            b'\\' => self.peek_at(1).is_some_and(|byte| byte != b'\n'),
            byte => is_name_start(byte),
        };
        if starts { self.name() } else { None }
    }

    fn string(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek().filter(|byte| matches!(byte, b'"' | b'\''))?;
        self.at += 1;
        let mut out = Vec::new();
        loop {
            match self.peek() {
                None => return Some(out),
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return Some(out);
                }
                Some(b'\n') => return None,
                Some(b'\\') => {
                    self.at += 1;
                    if !self.take(b'\n') {
                        self.escape(&mut out);
                    }
                }
                Some(byte) => {
                    out.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    /// Complex selectors with commas between them, up to the end or a parenthesis.
    fn list(&mut self, relative: bool) -> Result<List, Wrong> {
        let mut list = Vec::new();
        loop {
            self.skip();
            list.push(self.complex(relative)?);
            self.skip();
            if !self.take(b',') {
                return Ok(list);
            }
        }
    }

    fn combinator(&mut self) -> Option<Combinator> {
        let found = match self.peek()? {
            b'>' => Combinator::Child,
            b'+' => Combinator::Next,
            b'~' => Combinator::Following,
            b'|' if self.peek_at(1) == Some(b'|') => {
                self.at += 1;
                Combinator::Column
            }
            _ => return None,
        };
        self.at += 1;
        Some(found)
    }

    fn complex(&mut self, relative: bool) -> Result<Complex, Wrong> {
        let mut complex = Vec::new();
        let mut how = Combinator::Descendant;
        if relative && let Some(first) = self.combinator() {
            how = first;
            self.skip();
        }
        loop {
            complex.push((how, self.compound()?));
            let space = self.skip();
            how = match self.combinator() {
                Some(how) => {
                    self.skip();
                    how
                }
                None if space && !matches!(self.peek(), None | Some(b',' | b')')) => Combinator::Descendant,
                None => return Ok(complex),
            };
        }
    }

    fn compound(&mut self) -> Result<Compound, Wrong> {
        let mut all = Vec::new();
        if let Some(of_type) = self.type_selector()? {
            all.push(of_type);
        }
        loop {
            let simple = match self.peek() {
                Some(b'#') => {
                    let from = self.at;
                    self.at += 1;
                    match self.name() {
                        Some(name) => Simple::Id(name),
                        None => {
                            self.at = from;
                            return Err(self.unexpected());
                        }
                    }
                }
                Some(b'.') => {
                    self.at += 1;
                    match self.ident() {
                        Some(name) => Simple::Class(name),
                        None => return Err(self.unexpected()),
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    self.attribute()?
                }
                Some(b':') => {
                    self.at += 1;
                    self.pseudo()?
                }
                _ if all.is_empty() => return Err(self.unexpected()),
                _ => return Ok(all),
            };
            all.push(simple);
        }
    }

    /// `name`, `*`, `ns|name` and the like.
    fn type_selector(&mut self) -> Result<Option<Simple>, Wrong> {
        let first = match self.peek() {
            Some(b'*') => {
                self.at += 1;
                Some(Simple::Any)
            }
            Some(b'|') => Some(Simple::Any),
            _ => self.ident().map(Simple::Type),
        };
        if first.is_none() || self.peek() != Some(b'|') || self.peek_at(1) == Some(b'|') {
            return Ok(first);
        }
        self.at += 1;
        match self.take(b'*') {
            true => Ok(Some(Simple::Any)),
            false => match self.ident() {
                Some(name) => Ok(Some(Simple::Type(name))),
                None => Err(self.unexpected()),
            },
        }
    }

    fn attribute(&mut self) -> Result<Simple, Wrong> {
        self.skip();
        let from = self.at;
        let mut name = if self.take(b'*') { Some(b"*".to_vec()) } else { self.ident() };
        if self.peek() == Some(b'|') && self.peek_at(1) != Some(b'=') {
            self.at += 1;
            name = self.ident();
        } else if name.as_deref() == Some(b"*") {
            name = None;
            self.at = from;
        }
        let Some(name) = name else { return Err(self.unexpected()) };
        self.skip();
        let mut found = (Match::Present, Vec::new(), false);
        if self.peek() != Some(b']') {
            let how = match self.peek() {
                Some(b'=') => Match::Equal,
                Some(b'~') => Match::Word,
                Some(b'|') => Match::Dash,
                Some(b'^') => Match::Prefix,
                Some(b'$') => Match::Suffix,
                Some(b'*') => Match::Substring,
                _ => return Err(self.unexpected()),
            };
            if how != Match::Equal && self.peek_at(1) != Some(b'=') {
                return Err(self.unexpected());
            }
            self.at += if how == Match::Equal { 1 } else { 2 };
            self.skip();
            let Some(value) = self.string().or_else(|| self.ident()) else { return Err(self.unexpected()) };
            self.skip();
            let before = self.at;
            let insensitive = match self.ident() {
                Some(modifier) if modifier.eq_ignore_ascii_case(b"i") => true,
                Some(modifier) if modifier.eq_ignore_ascii_case(b"s") => false,
                Some(_) => {
                    self.at = before;
                    return Err(self.unexpected());
                }
                None => false,
            };
            self.skip();
            found = (how, value, insensitive);
        }
        if !self.take(b']') {
            return Err(self.unexpected());
        }
        let (how, value, insensitive) = found;
        Ok(Simple::Attribute { name, how, value, insensitive })
    }

    fn pseudo(&mut self) -> Result<Simple, Wrong> {
        let element = self.take(b':');
        let from = self.at;
        let Some(name) = self.ident() else { return Err(self.unexpected()) };
        if element {
            return match known(&name, ELEMENTS) {
                Some(_) => Err(not_supported(&name)),
                None => {
                    self.at = from;
                    Err(self.unexpected())
                }
            };
        }
        if self.take(b'(') {
            return self.function(&name, from);
        }
        if known(&name, UNSUPPORTED).is_some() {
            return Err(not_supported(&name));
        }
        match known(&name, CLASSES) {
            Some(class) => Ok(Simple::Pseudo(class)),
            None => {
                self.at = from;
                Err(self.unexpected())
            }
        }
    }

    fn function(&mut self, name: &[u8], from: usize) -> Result<Simple, Wrong> {
        if known(name, UNSUPPORTED_FUNCTIONS).is_some() {
            return Err(not_supported(name));
        }
        if self.depth >= DEEPEST {
            return Err(Wrong::new());
        }
        self.depth += 1;
        self.skip();
        let lower = name.to_ascii_lowercase();
        let nth = |last: bool, of_type: bool| (last, of_type);
        let kind = match &lower[..] {
            b"nth-child" => Some(nth(false, false)),
            b"nth-last-child" => Some(nth(true, false)),
            b"nth-of-type" => Some(nth(false, true)),
            b"nth-last-of-type" => Some(nth(true, true)),
            _ => None,
        };
        let empty = || [b"Selectors. Pseudo function can't be empty: ", name, b"()"].concat();
        let takes_list = matches!(&lower[..], b"is" | b"where" | b"has" | b"not" | b"current");
        match self.peek() {
            Some(b')') if takes_list => return Err(empty()),
            None if kind.is_some() => return Err(b"Selectors. End Of File in pseudo function".to_vec()),
            None if takes_list => return Err(self.unexpected()),
            None if lower == b"lexbor-contains" => return Err(b"Selectors. Unexpected token: END".to_vec()),
            _ => {}
        }
        let simple = match (&lower[..], kind) {
            (_, Some((last, of_type))) => self.nth(last, of_type)?,
            (b"is" | b"where", _) => Simple::Is(self.forgiving(false)),
            (b"has", _) => Simple::Has(self.forgiving(true)),
            (b"current", _) => Simple::Is(self.list(false)?),
            (b"not", _) => match self.list(false) {
                Ok(list) => Simple::Not(list),
                Err(_) if self.peek() == Some(b')') => return Err(empty()),
                Err(why) => return Err(why),
            },
            (b"lexbor-contains", _) => {
                self.skip_to_end();
                Simple::Nothing
            }
            _ => {
                self.at = from;
                return Err(self.unexpected());
            }
        };
        self.depth -= 1;
        self.skip();
        if self.peek().is_some() && !self.take(b')') {
            return Err(self.unexpected());
        }
        Ok(simple)
    }

    /// A list out of which selectors that are wrong are left.
    fn forgiving(&mut self, relative: bool) -> List {
        let mut list = Vec::new();
        loop {
            self.skip();
            match self.complex(relative) {
                Ok(complex) if matches!(self.peek(), None | Some(b',' | b')')) => list.push(complex),
                _ => self.skip_one(),
            }
            self.skip();
            if !self.take(b',') {
                return list;
            }
        }
    }

    /// Up to the comma or the parenthesis that ends what is being read.
    fn skip_one(&mut self) {
        let mut open = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' | b'[' => open += 1,
                b')' | b',' if open == 0 => return,
                b')' | b']' => open = open.saturating_sub(1),
                b'"' | b'\'' if self.string().is_some() => {
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn skip_to_end(&mut self) {
        self.skip_one();
        while self.take(b',') {
            self.skip_one();
        }
    }

    /// `2n+1`, `odd`, `5`, and what may be counted alone.
    fn nth(&mut self, last: bool, of_type: bool) -> Result<Simple, Wrong> {
        self.skip();
        let (step, offset) = self.step()?;
        self.skip();
        let mut of = None;
        if !of_type && self.peek() != Some(b')') {
            let from = self.at;
            match self.ident() {
                Some(word) if word.eq_ignore_ascii_case(b"of") => {
                    self.skip();
                    of = Some(self.list(false)?);
                }
                _ => self.at = from,
            }
            // What stands behind the number without meaning anything is passed over.
            self.skip_one();
        }
        Ok(Simple::Nth { last, of_type, step, offset, of })
    }

    fn step(&mut self) -> Result<(i64, i64), Wrong> {
        let from = self.at;
        for (word, value) in [(&b"odd"[..], (2, 1)), (b"even", (2, 0))] {
            if self.text[self.at..].get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word)) {
                self.at += word.len();
                if !self.peek().is_some_and(is_name) {
                    return Ok(value);
                }
                self.at = from;
            }
        }
        let sign = self.sign();
        let number = self.digits();
        if !matches!(self.peek(), Some(b'n' | b'N')) {
            return match number {
                Some(number) => Ok((0, sign.unwrap_or(1) * number)),
                None => {
                    self.at = from;
                    Err(self.unexpected())
                }
            };
        }
        self.at += 1;
        let step = sign.unwrap_or(1) * number.unwrap_or(1);
        let after = self.at;
        self.skip();
        let Some(sign) = self.sign() else {
            self.at = after;
            return Ok((step, 0));
        };
        self.skip();
        match self.digits() {
            Some(number) => Ok((step, sign * number)),
            None => Err(self.unexpected()),
        }
    }

    fn sign(&mut self) -> Option<i64> {
        if self.take(b'+') {
            Some(1)
        } else if self.take(b'-') {
            Some(-1)
        } else {
            None
        }
    }

    fn digits(&mut self) -> Option<i64> {
        let count = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&self.text[self.at..self.at + count]).ok().filter(|digits| !digits.is_empty())?;
        self.at += count;
        Some(digits.parse::<i64>().unwrap_or(i64::MAX / 2).min(i64::MAX / 2))
    }
}
