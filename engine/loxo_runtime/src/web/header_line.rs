//! The lines of a response's head, as the program wrote them: [`HeaderLine`], [`HeaderLines`].

/// One line: mostly a field, but a program may send any text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderLine {
    text: Vec<u8>,
    /// Where the colon is; `None`: this is no field.
    colon: Option<usize>,
}

impl HeaderLine {
    pub fn new(text: Vec<u8>) -> Self {
        let colon = memchr::memchr(b':', &text);
        HeaderLine { text, colon }
    }

    /// `name: value`
    pub fn field(name: &str, value: &[u8]) -> Self {
        HeaderLine { text: [name.as_bytes(), b": ", value].concat(), colon: Some(name.len()) }
    }

    /// The whole line, without its end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// What stands before the colon; `None` if there is none.
    pub fn name(&self) -> Option<&[u8]> {
        self.colon.map(|colon| &self.text[..colon])
    }

    /// What stands behind the colon and spaces; all of a line that has none.
    pub fn value(&self) -> &[u8] {
        self.colon.map_or(&self.text, |colon| self.text[colon + 1..].trim_ascii_start())
    }

    pub fn is_named(&self, name: &[u8]) -> bool {
        self.name().is_some_and(|known| known.eq_ignore_ascii_case(name))
    }
}

/// All of them, in their order.
#[derive(Clone, Debug, Default)]
pub struct HeaderLines(Vec<HeaderLine>);

impl std::ops::Deref for HeaderLines {
    type Target = [HeaderLine];

    fn deref(&self) -> &[HeaderLine] {
        &self.0
    }
}

impl HeaderLines {
    pub fn push(&mut self, line: HeaderLine) {
        self.0.push(line);
    }

    pub fn add(&mut self, name: &str, value: &[u8]) {
        self.0.push(HeaderLine::field(name, value));
    }

    /// One field in place of all that have its name, whatever case they are in.
    pub fn set(&mut self, name: &str, value: &[u8]) {
        self.remove(name.as_bytes());
        self.add(name, value);
    }

    pub fn remove(&mut self, name: &[u8]) {
        self.0.retain(|line| !line.is_named(name));
    }

    pub fn retain(&mut self, keep: impl FnMut(&HeaderLine) -> bool) {
        self.0.retain(keep);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The value of the first field of a name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|line| line.is_named(name.as_bytes())).map(HeaderLine::value)
    }
}
