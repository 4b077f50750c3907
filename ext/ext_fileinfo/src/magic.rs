//! Databases of rules in text, as magic(5) describes them.

mod parse;
mod run;
mod show;
mod strength;

use std::collections::HashMap;

pub(crate) use parse::read;
pub(crate) use run::{Question, Wanted, look};

/// Rules on many kinds of bytes.
#[derive(Default)]
pub(crate) struct Database {
    /// Rules with what they go on with, the most telling first.
    groups: Vec<Group>,
    /// Those that others use.
    named: HashMap<Vec<u8>, Group>,
}

/// A rule, and those of higher levels behind it.
pub(crate) struct Group {
    rules: Vec<Rule>,
    strength: usize,
    /// Looked at in any bytes, and in the characters of texts.
    for_bytes: bool,
    for_texts: bool,
}

pub(crate) struct Rule {
    level: usize,
    place: Location,
    kind: Kind,
    test: Test,
    /// What is said if it fits: no space in front of it, and a format of C's `printf()`.
    is_joined: bool,
    message: Vec<u8>,
    mime: Vec<u8>,
    endings: Vec<u8>,
    apple: Vec<u8>,
    /// `!:strength`: sign and number.
    factor: Option<(u8, usize)>,
}

/// Where the bytes are.
#[derive(Default)]
pub(crate) struct Location {
    offset: i64,
    /// Counted from what the rule before fitted.
    is_relative: bool,
    from_end: bool,
    indirect: Option<Indirect>,
}

/// `(4.s+2)`: the place stands at the place.
pub(crate) struct Indirect {
    /// The place of the number is relative.
    is_relative: bool,
    number: Number,
    is_signed: bool,
    operation: u8,
    /// Applied to the number, or found at that distance from it.
    operand: i64,
    operand_is_place: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Little,
    Big,
    Middle,
}

impl Order {
    fn flipped(self, flip: bool) -> Order {
        match self {
            Order::Little if flip => Order::Big,
            Order::Big if flip => Order::Little,
            order => order,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberKind {
    Int,
    Float,
    /// Seconds; with `true` those of Windows.
    Date(bool),
    /// Sizes as ID3 has them.
    Id3,
    /// Octal digits, up to something else.
    Octal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    kind: NumberKind,
    /// 1, 2, 4 or 8.
    size: usize,
    order: Order,
}

/// `&0x0f`: what is done with a number before it is compared.
#[derive(Clone, Copy)]
pub(crate) struct Mask {
    operation: u8,
    operand: u64,
    inverse: bool,
}

pub(crate) enum Kind {
    Number {
        number: Number,
        is_signed: bool,
        mask: Option<Mask>,
    },
    Text {
        flags: TextFlags,
    },
    /// With a length in front, of so many bytes.
    Counted {
        number: Number,
        includes_itself: bool,
        flags: TextFlags,
    },
    /// Of two bytes each.
    Wide(Order),
    Search {
        range: usize,
        flags: TextFlags,
    },
    Regex {
        range: usize,
        lines: bool,
        flags: TextFlags,
        pattern: Option<Box<regex::bytes::Regex>>,
    },
    Guid,
    /// The place itself.
    Offset,
    /// Fits if nothing has on its level.
    Default,
    Clear,
    Name,
    Use,
    Indirect {
        is_relative: bool,
    },
    /// Known, but never found.
    Never,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct TextFlags {
    lower_fits_both: bool,
    upper_fits_both: bool,
    compact: bool,
    optional: bool,
    whole_word: bool,
    trim: bool,
    is_text: bool,
    is_binary: bool,
    from_start: bool,
}

pub(crate) struct Test {
    /// `=`, `!`, `<`, `>`, `&`, `^`, or `x` for anything.
    relation: u8,
    value: Value,
}

pub(crate) enum Value {
    Int(u64),
    Float(f64),
    Text(Vec<u8>),
}

impl Value {
    fn text(&self) -> &[u8] {
        if let Value::Text(text) = self { text } else { b"" }
    }

    fn int(&self) -> u64 {
        if let Value::Int(int) = self { *int } else { 0 }
    }
}
