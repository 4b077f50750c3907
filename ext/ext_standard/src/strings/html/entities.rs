//! The table of named character references, in both directions.
//!
//! `entities.txt` has those of HTML 5 (the WHATWG's list): name, code points, and a mark: `*` if the encoder prefers this name over others,
//! `4` if HTML 4.01 has it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A kind of document: decides which names there are, and which characters.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Doctype {
    Html401,
    Xml1,
    Xhtml,
    Html5,
}

impl Doctype {
    pub(super) fn from_flags(flags: i64) -> Doctype {
        match flags & 48 {
            0 => Doctype::Html401,
            16 => Doctype::Xml1,
            32 => Doctype::Xhtml,
            _ => Doctype::Html5,
        }
    }

    /// May the character stand in such a document?
    pub(super) fn allows(self, code: u32) -> bool {
        let space = matches!(code, 9 | 10 | 13);
        match self {
            Doctype::Html401 => space || matches!(code, 0x20..=0x7e | 0xa0..=0xd7ff | 0xe000..=0x10ffff),
            Doctype::Html5 => space || code == 12 || matches!(code, 0x20..=0x7e | 0xa0..=0xd7ff | 0xe000..=0x10ffff) && !noncharacter(code),
            Doctype::Xhtml | Doctype::Xml1 => {
                space || matches!(code, 0x20..=0xd7ff | 0xe000..=0x10ffff) && code != 0xfffe && code != 0xffff
            }
        }
    }

    /// May it be written as a number?
    pub(super) fn allows_number(self, code: u32) -> bool {
        match self {
            Doctype::Html401 => code <= 0x10ffff,
            Doctype::Html5 => matches!(code, 0x20..=0x7e | 9 | 10 | 12 | 0xa0..=0x10ffff) && !noncharacter(code),
            Doctype::Xhtml | Doctype::Xml1 => self.allows(code),
        }
    }
}

fn noncharacter(code: u32) -> bool {
    code & 0xffff >= 0xfffe || (0xfdd0..=0xfdef).contains(&code)
}

/// One or two code points; the second is 0 if there is one.
pub(super) type Codes = (u32, u32);

/// Names and characters of a kind of document.
#[derive(Default)]
pub(super) struct Table {
    pub by_name: FxHashMap<&'static str, Codes>,
    pub by_codes: FxHashMap<Codes, &'static str>,
    /// First code points of pairs.
    pub starts_pair: FxHashMap<u32, ()>,
}

static HTML5: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for (name, codes, marks) in rows() {
        table.by_name.insert(name, codes);
        if marks.contains('*') {
            table.by_codes.insert(codes, name);
            if codes.1 != 0 {
                table.starts_pair.insert(codes.0, ());
            }
        }
    }
    table
});

static HTML401: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    let old = rows().filter(|(_, _, marks)| marks.contains('4')).map(|(name, codes, _)| (name, codes));
    // HTML 5 moved the angle brackets.
    for (name, codes) in old.chain([("lang", (0x2329, 0)), ("rang", (0x232a, 0))]) {
        table.by_name.insert(name, codes);
        table.by_codes.insert(codes, name);
    }
    table.by_codes.insert((39, 0), "#039");
    table
});

static XHTML: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { by_name: HTML401.by_name.clone(), by_codes: HTML401.by_codes.clone(), ..Table::default() };
    table.by_codes.insert((39, 0), "#039");
    table.by_name.insert("apos", (39, 0));
    table
});

static XML1: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for (name, code) in [("quot", 34), ("amp", 38), ("apos", 39), ("lt", 60), ("gt", 62)] {
        table.by_name.insert(name, (code, 0));
        table.by_codes.insert((code, 0), name);
    }
    table
});

fn rows() -> impl Iterator<Item = (&'static str, Codes, &'static str)> {
    include_str!("entities.txt").split([',', '\n']).filter_map(|row| {
        let mut words = row.split(' ');
        let name = words.next()?;
        let mut codes = words.next()?.split('+').map(|hex| u32::from_str_radix(hex, 16).unwrap_or(0));
        Some((name, (codes.next()?, codes.next().unwrap_or(0)), words.next().unwrap_or("")))
    })
}

pub(super) fn table(doctype: Doctype) -> &'static Table {
    match doctype {
        Doctype::Html401 => &HTML401,
        Doctype::Xml1 => &XML1,
        Doctype::Xhtml => &XHTML,
        Doctype::Html5 => &HTML5,
    }
}
