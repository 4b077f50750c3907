//! `strip_tags()`: text without its HTML and PHP tags.

use crate::prelude::*;

/// `strip_tags()`
pub(crate) fn strip_tags(cx: &mut Cx, string: &PhpStr, allowed_tags: Option<&Value>) -> PhpResult<PhpStr> {
    let allowed = match allowed_tags.map(|v| (v, v.as_array())) {
        None => None,
        Some((_, Some(list))) => {
            let mut tags = Vec::new();
            for tag in list.values() {
                let tag = cx.str_of(tag)?;
                tags.push(b'<');
                tags.extend_from_slice(&tag);
                tags.push(b'>');
            }
            Some(tags)
        }
        Some((list, None)) => Some(cx.str_of(list)?.to_vec()),
    };
    let allowed = allowed.filter(|tags| !tags.is_empty()).map(|tags| tags.to_ascii_lowercase());
    Ok(Stripper::new(string, allowed.as_deref()).run())
}

/// What the text at hand is.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Text,
    Tag,
    Php,
    /// `<!...`
    Declaration,
    Comment,
}

struct Stripper<'a> {
    text: &'a [u8],
    at: usize,
    state: State,
    /// Tags to keep, as `<a><b>`.
    allowed: Option<&'a [u8]>,
    /// The tag being read, if it may have to be kept.
    tag: Vec<u8>,
    out: StrBuilder,
    /// Nested `<`.
    depth: usize,
    /// The quote that is open, or 0.
    quote: u8,
    /// Open parentheses in PHP code.
    parens: i32,
    /// Last significant character of PHP code.
    last: u8,
    xml: bool,
}

impl<'a> Stripper<'a> {
    fn new(text: &'a [u8], allowed: Option<&'a [u8]>) -> Stripper<'a> {
        Stripper {
            text,
            at: 0,
            state: State::Text,
            allowed,
            tag: Vec::new(),
            out: StrBuilder::with_capacity(text.len()),
            depth: 0,
            quote: 0,
            parens: 0,
            last: 0,
            xml: false,
        }
    }

    fn run(mut self) -> PhpStr {
        while let Some(c) = self.text.get(self.at).copied() {
            match self.state {
                State::Text if !matches!(c, 0 | b'<' | b'>') => {
                    let rest = &self.text[self.at..];
                    let run = memchr::memchr3(0, b'<', b'>', rest).unwrap_or(rest.len());
                    self.out.push_bytes(&rest[..run]);
                    self.at += run;
                    continue;
                }
                State::Text => self.text_byte(c),
                State::Tag => self.tag_byte(c),
                State::Php => self.php_byte(c),
                State::Declaration => self.declaration_byte(c),
                State::Comment => {
                    if c == b'>' && self.quote == 0 && self.back(1) == b'-' && self.back(2) == b'-' {
                        self.leave();
                    }
                }
            }
            self.at += 1;
        }
        self.out.finish()
    }

    /// The byte so many places back, or 0.
    fn back(&self, n: usize) -> u8 {
        self.at.checked_sub(n).map_or(0, |i| self.text[i])
    }

    fn space_follows(&self) -> bool {
        matches!(self.text.get(self.at + 1), Some(b' ' | 9..=13))
    }

    fn leave(&mut self) {
        self.quote = 0;
        self.state = State::Text;
        self.tag.clear();
    }

    fn keep(&mut self, c: u8) {
        if self.allowed.is_some() {
            self.tag.push(c);
        }
    }

    /// A `>` that only ends a nested or quoted part.
    fn inner_end(&mut self) -> bool {
        if self.depth > 0 {
            self.depth -= 1;
            return true;
        }
        self.quote != 0
    }

    fn toggle_quote(&mut self, c: u8) {
        if self.at != 0 && (self.quote == 0 || self.quote == c) {
            self.quote = if self.quote != 0 { 0 } else { c };
        }
    }

    fn text_byte(&mut self, c: u8) {
        match c {
            0 => {}
            b'<' if self.quote != 0 => {}
            b'<' if self.space_follows() => self.out.push(c),
            b'<' => {
                self.last = b'<';
                self.state = State::Tag;
                self.keep(b'<');
            }
            b'>' if self.inner_end() => {}
            _ => self.out.push(c),
        }
    }

    fn tag_byte(&mut self, c: u8) {
        match c {
            0 => {}
            b'<' if self.quote != 0 => {}
            b'<' if !self.space_follows() => self.depth += 1,
            b'>' => self.tag_end(),
            b'"' | b'\'' => {
                self.toggle_quote(c);
                self.keep(c);
            }
            b'!' if self.back(1) == b'<' => {
                self.state = State::Declaration;
                self.last = c;
            }
            b'?' if self.back(1) == b'<' => {
                self.parens = 0;
                self.state = State::Php;
            }
            _ => self.keep(c),
        }
    }

    fn tag_end(&mut self) {
        if self.inner_end() {
            return;
        }
        self.last = b'>';
        if self.xml && self.back(1) == b'-' {
            return;
        }
        self.xml = false;
        if let Some(allowed) = self.allowed {
            self.tag.push(b'>');
            if tag_allowed(&self.tag, allowed) {
                self.out.push_bytes(&self.tag);
            }
        }
        self.leave();
    }

    fn php_byte(&mut self, c: u8) {
        let quoted = matches!(self.last, b'"' | b'\'');
        match c {
            b'(' if !quoted => {
                self.last = c;
                self.parens += 1;
            }
            b')' if !quoted => {
                self.last = c;
                self.parens -= 1;
            }
            b'>' if !self.inner_end() && self.parens == 0 && self.last != b'"' && self.back(1) == b'?' => {
                self.leave();
            }
            b'"' | b'\'' if self.at > 0 && self.back(1) != b'\\' => {
                if self.last == c {
                    self.last = 0;
                } else if self.last != b'\\' {
                    self.last = c;
                }
                self.toggle_quote(c);
            }
            // `<?xml` is no PHP.
            b'l' | b'L' if self.at > 4 && self.before_is(b"<?xm") => {
                self.state = State::Tag;
                self.xml = true;
            }
            _ => {}
        }
    }

    fn declaration_byte(&mut self, c: u8) {
        match c {
            b'>' if !self.inner_end() => self.leave(),
            b'"' | b'\'' if self.back(1) != b'\\' => self.toggle_quote(c),
            b'-' if self.back(1) == b'-' && self.back(2) == b'!' => self.state = State::Comment,
            b'e' | b'E' if self.at > 6 && self.before_is(b"doctyp") => self.state = State::Tag,
            _ => {}
        }
    }

    fn before_is(&self, text: &[u8]) -> bool {
        self.text[..self.at].get(self.at.wrapping_sub(text.len())..).is_some_and(|b| b.eq_ignore_ascii_case(text))
    }
}

/// Is `<tag attributes>` or `</tag>` one of `<a><b>`?
fn tag_allowed(tag: &[u8], allowed: &[u8]) -> bool {
    let mut name = Vec::with_capacity(tag.len());
    let mut started = false;
    for (i, c) in tag.iter().enumerate() {
        match c.to_ascii_lowercase() {
            b'<' => name.push(b'<'),
            b'>' => break,
            b' ' | 9..=13 => {
                if started {
                    break;
                }
            }
            c => {
                started = true;
                let closing = i > 0 && tag[i - 1] == b'<' || tag.get(i + 1) == Some(&b'>');
                if c != b'/' || !closing {
                    name.push(c);
                }
            }
        }
    }
    name.push(b'>');
    memchr::memmem::find(allowed, &name).is_some()
}
