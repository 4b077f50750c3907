//! What is said of bytes.

/// What bytes are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind {
    /// For people. Of a text its encoding follows.
    pub name: String,
    pub mime: &'static str,
    /// Usual endings of names, with slashes between.
    pub endings: &'static str,
    /// Creator and type, as old Macintoshes have them.
    pub apple: &'static str,
    /// The description goes on with that of the text.
    pub is_text: bool,
}

impl Kind {
    pub fn new(name: impl Into<String>, mime: &'static str) -> Kind {
        Kind { name: name.into(), mime, ..Kind::default() }
    }

    pub fn text(name: impl Into<String>, mime: &'static str) -> Kind {
        Kind { is_text: true, ..Kind::new(name, mime) }
    }

    pub fn endings(self, endings: &'static str) -> Kind {
        Kind { endings, ..self }
    }

    pub fn apple(self, apple: &'static str) -> Kind {
        Kind { apple, ..self }
    }
}
