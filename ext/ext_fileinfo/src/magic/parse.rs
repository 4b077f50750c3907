//! From text to rules.

use super::{Database, Group, Indirect, Kind, Location, Mask, Number, NumberKind, Order, Rule, Test, TextFlags, Value, strength};

/// Levels beyond are no sensible rules.
const DEEPEST: usize = 256;
/// Strings in rules are shorter.
const LONGEST_TEXT: usize = 128;

/// Adds the rules of one file, and what is wrong with it to the complaints. False: it is no such file, which nobody complains about.
pub(crate) fn read(text: &[u8], database: &mut Database, complaints: &mut Vec<Vec<u8>>) -> bool {
    let mut group: Vec<Rule> = Vec::new();
    // Rules that cannot be read are begun, too.
    let mut has_begun = false;
    for line in text.split(|b| *b == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line[0] == b'#' || line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if let Some(note) = line.strip_prefix(b"!:") {
            match group.last_mut() {
                Some(rule) => annotate(rule, note),
                None => return false,
            }
            continue;
        }
        if line[0] == b'>' && !has_begun {
            return false;
        }
        has_begun = true;
        match (Line { rest: line }).rule() {
            Ok(rule) => {
                if rule.level == 0 {
                    close(std::mem::take(&mut group), database);
                } else if group.is_empty() {
                    // What it goes on with is missing, and complained about.
                    continue;
                }
                group.push(rule);
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    close(group, database);
    // The most telling first; equal ones as they came.
    database.groups.sort_by_key(|group| std::cmp::Reverse(group.strength));
    true
}

fn close(rules: Vec<Rule>, database: &mut Database) {
    let Some(first) = rules.first() else { return };
    if matches!(first.kind, Kind::Name) {
        let name = first.test.value.text().to_vec();
        database.named.insert(name, Group { strength: 0, for_bytes: true, for_texts: true, rules });
        return;
    }
    let (for_bytes, for_texts) = match &first.kind {
        Kind::Text { flags } | Kind::Counted { flags, .. } => (!flags.is_text, flags.is_text),
        Kind::Search { flags, .. } | Kind::Regex { flags, .. } if flags.is_text || flags.is_binary => (flags.is_binary, flags.is_text),
        Kind::Search { .. } | Kind::Regex { .. } => {
            let readable = std::str::from_utf8(first.test.value.text())
                .is_ok_and(|text| !text.is_empty() && text.bytes().all(|b| b >= 0x20 && b != 0x7f || matches!(b, 7..=13 | 27)));
            (!readable, readable)
        }
        Kind::Default => (true, true),
        _ => (true, false),
    };
    let strength = strength::of(first);
    database.groups.push(Group { strength, for_bytes, for_texts, rules });
}

/// `!:mime text/plain`
fn annotate(rule: &mut Rule, note: &[u8]) {
    let end = note.iter().position(u8::is_ascii_whitespace).unwrap_or(note.len());
    let (name, text) = (&note[..end], note[end..].trim_ascii());
    let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default().to_vec();
    match name {
        b"mime" => rule.mime = word,
        b"apple" => rule.apple = word,
        b"ext" => rule.endings = word,
        b"strength" => {
            let digits = text.get(1..).unwrap_or_default().trim_ascii();
            let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
            rule.factor = text.first().copied().zip(number);
        }
        _ => {}
    }
}

type Read<T> = Result<T, Vec<u8>>;

/// What is left of a line.
struct Line<'a> {
    rest: &'a [u8],
}

impl<'a> Line<'a> {
    fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(0)
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    fn takes(&mut self, byte: u8) -> bool {
        let there = self.rest.first() == Some(&byte);
        if there {
            self.skip(1);
        }
        there
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn while_is(&mut self, is_one: impl Fn(&u8) -> bool) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(self.rest.iter().position(|b| !is_one(b)).unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// A number as C reads it: decimal, octal or hexadecimal.
    fn number(&mut self) -> Option<i64> {
        let negative = self.takes(b'-');
        if !negative {
            self.takes(b'+');
        }
        let hex = self.rest.len() > 2 && self.rest[0] == b'0' && matches!(self.rest[1], b'x' | b'X') && self.rest[2].is_ascii_hexdigit();
        let base: u32 = match (hex, self.peek()) {
            (true, _) => 16,
            (false, b'0') => 8,
            _ => 10,
        };
        self.skip(if hex { 2 } else { 0 });
        let digits = self.while_is(|b| (*b as char).is_digit(base));
        if digits.is_empty() {
            return None;
        }
        let add = |number: u64, b: &u8| number.wrapping_mul(base.into()).wrapping_add((*b as char).to_digit(base).unwrap_or(0).into());
        let number = digits.iter().fold(0u64, add) as i64;
        Some(if negative { number.wrapping_neg() } else { number })
    }

    fn rule(&mut self) -> Read<Rule> {
        let level = self.while_is(|b| *b == b'>').len();
        if level >= DEEPEST {
            return Err(b"Too many levels".to_vec());
        }
        let start = self.rest;
        let place = self.place(level).ok_or_else(|| [b"offset `", start, b"' invalid"].concat())?;
        self.spaces();
        let (kind, is_text) = self.kind()?;
        self.spaces();
        let (relation, value) = self.test(&kind, is_text)?;
        let mut kind = kind;
        if let Kind::Regex { pattern, flags, .. } = &mut kind {
            *pattern = compiled(value.text(), *flags);
        }
        self.spaces();
        let is_joined = self.takes(8) || self.rest.starts_with(b"\\b");
        if self.rest.starts_with(b"\\b") {
            self.skip(2);
        }
        Ok(Rule {
            level,
            place,
            kind,
            test: Test { relation, value },
            is_joined,
            message: self.rest.trim_ascii_end().to_vec(),
            mime: Vec::new(),
            endings: Vec::new(),
            apple: Vec::new(),
            factor: None,
        })
    }

    fn place(&mut self, level: usize) -> Option<Location> {
        let mut place = Location { is_relative: level > 0 && self.takes(b'&'), ..Location::default() };
        if self.takes(b'(') {
            return self.indirect(place);
        }
        place.from_end = self.takes(b'-');
        place.offset = self.number()?;
        Some(place)
    }

    fn indirect(&mut self, mut place: Location) -> Option<Location> {
        let is_relative = self.takes(b'&');
        place.offset = self.number()?;
        let is_signed = self.peek() == b',';
        let mut number = Number { kind: NumberKind::Int, size: 4, order: Order::Little };
        if self.takes(b'.') || self.takes(b',') {
            let letter = self.peek();
            let order = if letter.is_ascii_uppercase() { Order::Big } else { Order::Little };
            let (kind, size, order) = match letter {
                b'b' | b'c' | b'B' | b'C' => (NumberKind::Int, 1, order),
                b'h' | b's' | b'H' | b'S' => (NumberKind::Int, 2, order),
                b'l' | b'L' => (NumberKind::Int, 4, order),
                b'm' => (NumberKind::Int, 4, Order::Middle),
                b'q' | b'Q' => (NumberKind::Int, 8, order),
                b'e' | b'f' | b'g' | b'E' | b'F' | b'G' => (NumberKind::Float, 8, order),
                b'i' | b'I' => (NumberKind::Id3, 4, order),
                b'o' => (NumberKind::Octal, 1, order),
                _ => return None,
            };
            number = Number { kind, size, order };
            self.skip(1);
        }
        self.takes(b'~');
        let mut found = Indirect { is_relative, number, is_signed, operation: 0, operand: 0, operand_is_place: false };
        if b"+-*/%&|^".contains(&self.peek()) {
            found.operation = self.peek();
            self.skip(1);
        }
        if found.operation != 0 || self.peek() != b')' {
            found.operand_is_place = self.takes(b'(');
            found.operand = self.number()?;
            if found.operand_is_place && !self.takes(b')') {
                return None;
            }
        }
        place.indirect = Some(found);
        self.takes(b')').then_some(place)
    }

    /// The kind, and whether texts are compared.
    fn kind(&mut self) -> Read<(Kind, bool)> {
        let start = self.rest;
        let word = self.while_is(|b| b.is_ascii_alphanumeric());
        let unknown = || [b"type `", start, b"' invalid"].concat();
        let kind = match word {
            b"string" | b"ustring" => Kind::Text { flags: self.text_flags().0 },
            b"pstring" => {
                let (flags, letters, _) = self.text_flags();
                let includes_itself = letters.contains(&b'J');
                let (size, order) = match letters.iter().rev().find(|b| b"BHhLl".contains(b)) {
                    Some(b'H') => (2, Order::Big),
                    Some(b'h') => (2, Order::Little),
                    Some(b'L') => (4, Order::Big),
                    Some(b'l') => (4, Order::Little),
                    _ => (1, Order::Little),
                };
                Kind::Counted { number: Number { kind: NumberKind::Int, size, order }, includes_itself, flags }
            }
            b"search" => {
                let (flags, _, range) = self.text_flags();
                Kind::Search { range: range.unwrap_or(0), flags }
            }
            b"regex" => {
                let (flags, letters, range) = self.text_flags();
                Kind::Regex { range: range.unwrap_or(0), lines: letters.contains(&b'l'), flags, pattern: None }
            }
            b"lestring16" => Kind::Wide(Order::Little),
            b"bestring16" => Kind::Wide(Order::Big),
            b"default" => Kind::Default,
            b"clear" => Kind::Clear,
            b"name" => Kind::Name,
            b"use" => Kind::Use,
            b"indirect" => Kind::Indirect { is_relative: self.rest.starts_with(b"/r") },
            b"guid" | b"leguid" | b"beguid" => Kind::Guid,
            b"offset" => Kind::Offset,
            b"der" | b"octal" | b"bevarint" | b"levarint" => Kind::Never,
            b"msdosdate" | b"msdostime" | b"lemsdosdate" | b"lemsdostime" | b"bemsdosdate" | b"bemsdostime" => Kind::Never,
            word => {
                let (is_signed, name) = match word.strip_prefix(b"u") {
                    Some(name) => (false, name),
                    None => (true, word),
                };
                let number = number_named(name).ok_or_else(unknown)?;
                Kind::Number { number, is_signed, mask: self.mask() }
            }
        };
        // What does not concern us.
        self.while_is(|b| !b.is_ascii_whitespace());
        let is_text = !matches!(kind, Kind::Number { .. } | Kind::Offset | Kind::Default | Kind::Clear | Kind::Indirect { .. });
        Ok((kind, is_text))
    }

    /// `/cW`, `/128`: flags, their letters, the number.
    fn text_flags(&mut self) -> (TextFlags, &'a [u8], Option<usize>) {
        let (mut flags, mut range) = (TextFlags::default(), None);
        let all = self.rest;
        while self.takes(b'/') {
            while !matches!(self.peek(), b'/' | 0) && !self.peek().is_ascii_whitespace() {
                if self.peek().is_ascii_digit() {
                    range = self.number().and_then(|number| usize::try_from(number).ok());
                    continue;
                }
                match self.peek() {
                    b'c' => flags.lower_fits_both = true,
                    b'C' => flags.upper_fits_both = true,
                    b'W' => flags.compact = true,
                    b'w' => flags.optional = true,
                    b'f' => flags.whole_word = true,
                    b'T' => flags.trim = true,
                    b't' => flags.is_text = true,
                    b'b' => flags.is_binary = true,
                    b's' => flags.from_start = true,
                    _ => {}
                }
                self.skip(1);
            }
        }
        (flags, &all[..all.len() - self.rest.len()], range)
    }

    fn mask(&mut self) -> Option<Mask> {
        let inverse = self.takes(b'~');
        let operation = self.peek();
        if !b"&|^+-*/%".contains(&operation) {
            return None;
        }
        self.skip(1);
        Some(Mask { operation, operand: self.number()? as u64, inverse })
    }

    fn test(&mut self, kind: &Kind, is_text: bool) -> Read<(u8, Value)> {
        let mut relation = b'=';
        match self.peek() {
            found @ (b'>' | b'<' | b'&' | b'^' | b'=') => {
                relation = found;
                self.skip(1);
                self.takes(b'=');
            }
            b'!' => {
                relation = b'!';
                self.skip(1);
            }
            b'x' if self.rest.get(1).is_none_or(u8::is_ascii_whitespace) => {
                self.skip(1);
                relation = b'x';
            }
            _ => {}
        }
        if relation == b'x' || matches!(kind, Kind::Default | Kind::Clear) {
            if matches!(kind, Kind::Name | Kind::Use) {
                return Ok((b'=', Value::Text(b"x".to_vec())));
            }
            return Ok((b'x', Value::Int(0)));
        }
        if is_text {
            let mut text = self.text();
            if matches!(kind, Kind::Guid) {
                text = guid(&text).unwrap_or_default();
            }
            return Ok((relation, Value::Text(text)));
        }
        self.spaces();
        let is_float = matches!(kind, Kind::Number { number, .. } if number.kind == NumberKind::Float);
        if is_float {
            let word = self.while_is(|b| !b.is_ascii_whitespace());
            let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            return Ok((relation, Value::Float(number.unwrap_or(0.0))));
        }
        if let Kind::Indirect { .. } = kind {
            return Err(b"Expected numeric type got `indirect'".to_vec());
        }
        let start = self.rest;
        let Some(number) = self.number() else { return Err([b"Unparsable number `", start, b"'"].concat()) };
        // Letters of the size may follow.
        self.while_is(|b| b"uUlLsShHbBcCqQ".contains(b));
        let number = match kind {
            Kind::Number { number: of, is_signed, .. } => of.extended(number as u64, *is_signed),
            _ => number as u64,
        };
        Ok((relation, Value::Int(number)))
    }

    /// Up to white space; backslashes hide what is behind them.
    fn text(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        while !self.rest.is_empty() && !self.peek().is_ascii_whitespace() && out.len() < LONGEST_TEXT {
            let byte = self.peek();
            self.skip(1);
            if byte != b'\\' {
                out.push(byte);
                continue;
            }
            let hidden = self.peek();
            if self.rest.is_empty() {
                break;
            }
            self.skip(1);
            out.push(match hidden {
                b'a' => 7,
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 11,
                b'0'..=b'7' => {
                    let mut number = u32::from(hidden - b'0');
                    for _ in 0..2 {
                        if (b'0'..=b'7').contains(&self.peek()) {
                            number = number * 8 + u32::from(self.peek() - b'0');
                            self.skip(1);
                        }
                    }
                    number as u8
                }
                b'x' => {
                    let digits = self.rest.iter().take(2).take_while(|b| b.is_ascii_hexdigit()).count();
                    let number = self.rest[..digits].iter().fold(0, |n, b| n * 16 + (*b as char).to_digit(16).unwrap_or(0));
                    self.skip(digits);
                    if digits == 0 { b'x' } else { number as u8 }
                }
                other => other,
            });
        }
        out
    }
}

/// `lelong`, `beshort`, `quad`, `ledate`
fn number_named(name: &[u8]) -> Option<Number> {
    let (order, name) = match name {
        [b'l', b'e', name @ ..] => (Order::Little, name),
        [b'b', b'e', name @ ..] => (Order::Big, name),
        [b'm', b'e', name @ ..] => (Order::Middle, name),
        name => (Order::Little, name),
    };
    let (kind, size) = match name {
        b"byte" => (NumberKind::Int, 1),
        b"short" => (NumberKind::Int, 2),
        b"long" => (NumberKind::Int, 4),
        b"quad" => (NumberKind::Int, 8),
        b"id3" => (NumberKind::Id3, 4),
        b"float" => (NumberKind::Float, 4),
        b"double" => (NumberKind::Float, 8),
        b"date" | b"ldate" => (NumberKind::Date(false), 4),
        b"qdate" | b"qldate" => (NumberKind::Date(false), 8),
        b"qwdate" => (NumberKind::Date(true), 8),
        _ => return None,
    };
    Some(Number { kind, size, order })
}

/// The bytes of `00000000-0000-0000-0000-000000000000`: the first three numbers are little-endian.
fn guid(text: &[u8]) -> Option<Vec<u8>> {
    let digits: String = text.iter().filter(|b| **b != b'-').map(|b| *b as char).collect();
    let number = u128::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 32)?;
    let mut bytes = number.to_be_bytes();
    bytes[..4].reverse();
    bytes[4..6].reverse();
    bytes[6..8].reverse();
    Some(bytes.to_vec())
}

/// Patterns that cannot be read never fit.
fn compiled(pattern: &[u8], flags: TextFlags) -> Option<Box<regex::bytes::Regex>> {
    /// A pattern of a hostile database may not eat memory.
    const MOST: usize = 1 << 20;
    let mut text = String::new();
    for byte in pattern {
        match byte {
            0x20..=0x7e => text.push(*byte as char),
            other => text.push_str(&format!("\\x{other:02x}")),
        }
    }
    let mut builder = regex::bytes::RegexBuilder::new(&text);
    builder.unicode(false).multi_line(true).case_insensitive(flags.lower_fits_both).size_limit(MOST).dfa_size_limit(MOST);
    builder.build().ok().map(Box::new)
}
