//! What rules say of bytes.

use super::show::{self, Shown};
use super::{Database, Group, Kind, Location, Mask, Number, NumberKind, Order, Rule, TextFlags, Value};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Name,
    Mime,
    Endings,
    Apple,
}

/// What was found.
pub(crate) type Answer = Vec<u8>;

/// Of a string so much is shown.
const LONGEST_TEXT: usize = 127;
/// Patterns are looked for in so much.
const LONGEST_PATTERN_RANGE: usize = 8192;
/// Rules that use rules, and bytes in bytes.
const DEEPEST: usize = 15;
/// No file is worth more steps.
const MOST_STEPS: usize = 1 << 24;

/// What is asked, and about what.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub wanted: Wanted,
    /// By the rules on the characters of texts, or the others.
    pub in_texts: bool,
    pub is_text: bool,
    /// Not only the first rule that has something to say.
    pub all: bool,
    pub is_file: bool,
}

pub(crate) fn look(database: &Database, data: &[u8], question: Question) -> Option<Answer> {
    let Question { wanted, in_texts, is_text, all, is_file } = question;
    let mut runner = Runner { database, wanted, in_texts, is_text, all, is_file, out: Vec::new(), steps: MOST_STEPS };
    runner.groups(data, 0).then_some(runner.out).filter(|out| !out.is_empty())
}

struct Runner<'a> {
    database: &'a Database,
    wanted: Wanted,
    in_texts: bool,
    is_text: bool,
    all: bool,
    /// Strings that are looked at have no end that places count from, as PHP has it.
    is_file: bool,
    out: Vec<u8>,
    steps: usize,
}

/// What is remembered of a level.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Behind what the last rule fitted.
    end: usize,
    has_fitted: bool,
}

/// How a group is looked at: where its places begin, with the other order of bytes or not, and how deep.
#[derive(Clone, Copy)]
struct Frame {
    base: usize,
    flip: bool,
    depth: usize,
    has_end: bool,
}

enum Fit {
    /// There are no such bytes.
    Missing,
    No,
    Yes {
        end: usize,
        message: Option<Vec<u8>>,
    },
}

impl Runner<'_> {
    fn groups(&mut self, data: &[u8], depth: usize) -> bool {
        let database = self.database;
        let mut found = false;
        for group in &database.groups {
            let wanted_here = if self.in_texts { group.for_texts } else { group.for_bytes };
            if !wanted_here || !self.fits_kind(group) {
                continue;
            }
            let before = self.out.len();
            if found {
                self.out.extend_from_slice(b"\n- ");
            }
            let from = self.out.len();
            if self.group(group, data, Frame { base: 0, flip: false, depth, has_end: self.is_file }) && self.out.len() > from {
                found = true;
                if !self.all {
                    return true;
                }
            } else {
                self.out.truncate(before);
            }
        }
        found
    }

    /// Rules may ask for texts alone, or for anything else.
    fn fits_kind(&self, group: &Group) -> bool {
        let flags = match group.rules.first().map(|rule| &rule.kind) {
            Some(Kind::Text { flags } | Kind::Counted { flags, .. } | Kind::Search { flags, .. } | Kind::Regex { flags, .. }) => *flags,
            _ => return true,
        };
        match (flags.is_text, flags.is_binary) {
            (true, false) => self.is_text,
            (false, true) => !self.is_text,
            _ => true,
        }
    }

    /// A rule and what it goes on with. Has it said something?
    fn group(&mut self, group: &Group, data: &[u8], frame: Frame) -> bool {
        let mut levels = vec![Level::default(); 2];
        let mut open = 0;
        let from = self.out.len();
        let mut said = false;
        for (index, rule) in group.rules.iter().enumerate() {
            if rule.level > open {
                continue;
            }
            if self.steps == 0 {
                break;
            }
            self.steps -= 1;
            open = rule.level;
            let is_first = index == 0;
            let fit = match place(&rule.place, data, &levels, rule.level, frame) {
                Some(at) => self.fit(rule, data, at, frame, &levels),
                None => Fit::Missing,
            };
            let (end, message) = match fit {
                Fit::Yes { end, message } => (end, message),
                // What is not there is not that.
                Fit::Missing if rule.test.relation == b'!' => (levels.get(rule.level).map_or(0, |level| level.end), None),
                Fit::Missing | Fit::No => {
                    if is_first {
                        return false;
                    }
                    continue;
                }
            };
            if let Kind::Indirect { is_relative } = rule.kind
                && !self.inside(data, if is_relative { end.saturating_add(frame.base) } else { end }, &message, frame.depth)
            {
                if is_first {
                    return false;
                }
                continue;
            }
            if levels.len() < rule.level + 2 {
                levels.resize(rule.level + 2, Level::default());
            }
            levels[rule.level] = Level { end, has_fitted: !matches!(rule.kind, Kind::Clear) };
            levels[rule.level + 1].has_fitted = false;
            open = rule.level + 1;
            let note = match self.wanted {
                Wanted::Name => None,
                Wanted::Mime => Some(&rule.mime),
                Wanted::Endings => Some(&rule.endings),
                Wanted::Apple => Some(&rule.apple),
            };
            match note {
                Some(note) if !note.is_empty() => {
                    self.out.truncate(from);
                    self.out.extend_from_slice(note);
                    return true;
                }
                Some(_) => {}
                None if !rule.message.is_empty() => {
                    if said && !rule.is_joined {
                        self.out.push(b' ');
                    }
                    said = true;
                    match message {
                        // That was in front of what is inside.
                        Some(_) if matches!(rule.kind, Kind::Indirect { .. }) => {}

                        Some(message) => self.out.extend_from_slice(&message),
                        None => self.out.extend_from_slice(&show::format(&rule.message, &Shown::Text(b""))),
                    }
                }
                None => {}
            }
            if let Kind::Use = rule.kind {
                said |= self.other(rule, data, Frame { base: end, depth: frame.depth + 1, ..frame }, said);
            }
            if self.wanted != Wanted::Name && self.out.len() > from {
                return true;
            }
        }
        self.out.len() > from
    }

    /// All rules on the bytes from a place on. Says the message and what is found, if anything is.
    fn inside(&mut self, data: &[u8], at: usize, message: &Option<Vec<u8>>, depth: usize) -> bool {
        let Some(rest) = data.get(at..).filter(|rest| at > 0 && !rest.is_empty() && depth < DEEPEST) else { return false };
        let from = self.out.len();
        if let (Wanted::Name, Some(message)) = (self.wanted, message) {
            self.out.extend_from_slice(message);
        }
        let all = std::mem::replace(&mut self.all, false);
        let found = self.groups(rest, depth + 1);
        self.all = all;
        if !found {
            self.out.truncate(from);
        }
        found
    }

    /// `use NAME`; `^NAME` turns the order of bytes around.
    fn other(&mut self, rule: &Rule, data: &[u8], frame: Frame, said: bool) -> bool {
        let name = rule.test.value.text();
        let (flip, name) = match name.strip_prefix(b"^") {
            Some(name) => (!frame.flip, name),
            None => (frame.flip, name),
        };
        let database = self.database;
        let Some(group) = database.named.get(name).filter(|_| frame.depth < DEEPEST) else { return false };
        let from = self.out.len();
        if said && self.wanted == Wanted::Name {
            self.out.push(b' ');
        }
        let begin = self.out.len();
        let fits = self.group(group, data, Frame { flip, ..frame });
        if !fits || self.out.len() == begin {
            self.out.truncate(from);
            return false;
        }
        // The first words may be joined to what is there.
        let joined = group.rules.iter().find(|rule| !rule.message.is_empty()).is_some_and(|rule| rule.is_joined);
        if joined && begin > from {
            self.out.remove(from);
        }
        true
    }

    fn fit(&mut self, rule: &Rule, data: &[u8], at: usize, frame: Frame, levels: &[Level]) -> Fit {
        let relation = rule.test.relation;
        let rest = data.get(at..).unwrap_or_default();
        let yes = |end: usize, shown: &Shown<'_>| Fit::Yes { end, message: Some(show::format(&rule.message, shown)) };
        match &rule.kind {
            Kind::Number { number, is_signed, mask } => {
                let Some(raw) = number.read(data, at, frame.flip) else { return Fit::Missing };
                let end = at + number.size;
                if number.kind == NumberKind::Float {
                    let float = number.float(raw);
                    return if compare_floats(float, &rule.test.value, relation) { yes(end, &Shown::Float(float)) } else { Fit::No };
                }
                let value = number.extended(mask.map_or(raw, |mask| mask.apply(raw)), *is_signed);
                if !compare_ints(value, rule.test.value.int(), relation, *is_signed) {
                    return Fit::No;
                }
                match number.kind {
                    NumberKind::Date(_) => yes(end, &Shown::Text(&show::date(value as i64, number.kind))),
                    _ => yes(end, &Shown::Int { number: value as i64, is_signed: *is_signed, size: number.size }),
                }
            }
            Kind::Offset => match compare_ints(at as u64, rule.test.value.int(), relation, false) {
                true => yes(at, &Shown::Int { number: at as i64, is_signed: true, size: 8 }),
                false => Fit::No,
            },
            Kind::Default => {
                let has_fitted = levels.get(rule.level).is_some_and(|level| level.has_fitted);
                if has_fitted { Fit::No } else { Fit::Yes { end: at, message: None } }
            }
            Kind::Clear | Kind::Name | Kind::Use | Kind::Indirect { .. } => match rule.kind {
                Kind::Indirect { .. } => yes(at, &Shown::Int { number: at as i64, is_signed: false, size: 4 }),
                _ => Fit::Yes { end: at, message: None },
            },
            Kind::Text { flags } => {
                if at > data.len() || relation != b'x' && rest.len() < rule.test.value.text().len() {
                    return Fit::Missing;
                }
                self.text(rule, rest, at, 0, *flags)
            }
            Kind::Wide(order) => {
                let low = usize::from(order.flipped(frame.flip) == Order::Big);
                let bytes: Vec<u8> = rest.chunks_exact(2).take(LONGEST_TEXT).map(|two| two[low]).take_while(|b| *b != 0).collect();
                if bytes.is_empty() { Fit::Missing } else { self.text(rule, &bytes, at, 0, TextFlags::default()) }
            }
            Kind::Counted { number, includes_itself, flags } => {
                let Some(length) = number.read(data, at, frame.flip) else { return Fit::Missing };
                let length = usize::try_from(length).unwrap_or(usize::MAX).saturating_sub(if *includes_itself { number.size } else { 0 });
                let text = rest.get(number.size..).unwrap_or_default();
                self.text(rule, &text[..length.min(text.len()).min(LONGEST_TEXT)], at, number.size, *flags)
            }
            Kind::Guid => match rest.get(..16) {
                None => Fit::Missing,
                Some(bytes) if relation == b'x' || (bytes == rule.test.value.text()) == (relation == b'=') => {
                    yes(at + 16, &Shown::Text(b""))
                }
                Some(_) => Fit::No,
            },
            Kind::Search { range, flags } => self.search(rule, rest, at, *range, *flags),
            Kind::Regex { range, lines, flags, pattern } => {
                let Some(pattern) = pattern else { return if fits_order(1, relation) { yes(at, &Shown::Text(b"")) } else { Fit::No } };
                let most = if *lines { range.saturating_mul(80) } else { *range };
                let most = if most == 0 { LONGEST_PATTERN_RANGE } else { most.min(LONGEST_PATTERN_RANGE) };
                let mut text = &rest[..rest.len().min(most)];
                if *lines {
                    let ends = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
                    let end = ends.take(*range).last().unwrap_or(if *range > 0 { text.len() } else { 0 });
                    text = &text[..end];
                }
                self.steps = self.steps.saturating_sub(text.len() / 8);
                match pattern.find(text) {
                    None if fits_order(1, relation) => yes(at, &Shown::Text(b"")),
                    Some(found) if fits_order(0, relation) => {
                        let end = if flags.from_start { found.start() } else { found.end() };
                        yes(at + end, &Shown::Text(&printable(found.as_bytes())))
                    }
                    _ => Fit::No,
                }
            }
            Kind::Never => Fit::No,
        }
    }

    fn text(&mut self, rule: &Rule, bytes: &[u8], at: usize, head: usize, flags: TextFlags) -> Fit {
        let pattern = rule.test.value.text();
        let relation = rule.test.relation;
        let (order, _) = compare_texts(pattern, bytes, flags);
        if !fits_order(order, relation) {
            return Fit::No;
        }
        let (shown, end) = if matches!(relation, b'=' | b'!') {
            (pattern.to_vec(), at + head + pattern.len())
        } else {
            let length =
                bytes.iter().take(LONGEST_TEXT).position(|b| matches!(b, 0 | b'\r' | b'\n')).unwrap_or(bytes.len().min(LONGEST_TEXT));
            let text = if flags.trim { bytes[..length].trim_ascii() } else { &bytes[..length] };
            (text.to_vec(), at + head + length)
        };
        Fit::Yes { end, message: Some(show::format(&rule.message, &Shown::Text(&printable(&shown)))) }
    }

    fn search(&mut self, rule: &Rule, rest: &[u8], at: usize, range: usize, flags: TextFlags) -> Fit {
        let pattern = rule.test.value.text();
        let yes = |end: usize| Fit::Yes { end, message: Some(show::format(&rule.message, &Shown::Text(&printable(pattern)))) };
        if rest.len() < pattern.len() {
            return Fit::Missing;
        }
        let plain = !(flags.lower_fits_both || flags.upper_fits_both || flags.compact || flags.optional || flags.whole_word);
        let most = rest.len() - pattern.len() + 1;
        let tries = if range == 0 { most } else { range.min(most) };
        self.steps = self.steps.saturating_sub(tries / if plain { 64 } else { 4 });
        let found = if plain {
            loxo_runtime::find::find(&rest[..tries - 1 + pattern.len()], pattern)
        } else {
            (0..tries).find(|from| compare_texts(pattern, &rest[*from..], flags).0 == 0)
        };
        match found {
            None if fits_order(1, rule.test.relation) => yes(at),
            Some(found) if fits_order(0, rule.test.relation) => yes(at + found + if flags.from_start { 0 } else { pattern.len() }),
            _ => Fit::No,
        }
    }
}

/// Where the rule looks.
fn place(place: &Location, data: &[u8], levels: &[Level], level: usize, frame: Frame) -> Option<usize> {
    let before = level.checked_sub(1).and_then(|level| levels.get(level)).map_or(0, |level| level.end) as i64;
    let base = frame.base as i64;
    let begin = |is_relative: bool| if is_relative { before } else { base };
    let Some(indirect) = &place.indirect else {
        if place.from_end {
            if !frame.has_end {
                return None;
            }
            return data.len().checked_sub(usize::try_from(place.offset).ok()?);
        }
        return usize::try_from(begin(place.is_relative).checked_add(place.offset)?).ok();
    };
    let at = usize::try_from(begin(indirect.is_relative).checked_add(place.offset)?).ok()?;
    let number = indirect.number.pointer(data, at, frame.flip, indirect.is_signed)?;
    let operand = if indirect.operand_is_place {
        let at = usize::try_from((at as i64).checked_add(indirect.operand)?).ok()?;
        indirect.number.pointer(data, at, frame.flip, indirect.is_signed)?
    } else {
        indirect.operand
    };
    let found = match indirect.operation {
        b'+' => number.checked_add(operand)?,
        b'-' => number.checked_sub(operand)?,
        b'*' => number.checked_mul(operand)?,
        b'/' => number.checked_div(operand)?,
        b'%' => number.checked_rem(operand)?,
        b'&' => number & operand,
        b'|' => number | operand,
        b'^' => number ^ operand,
        _ => number,
    };
    usize::try_from(found.checked_add(begin(place.is_relative))?).ok()
}

impl Number {
    fn read(self, data: &[u8], at: usize, flip: bool) -> Option<u64> {
        let bytes = data.get(at..at.checked_add(self.size)?)?;
        if self.kind == NumberKind::Octal {
            const MOST_DIGITS: usize = 20;
            let digits = data.get(at..)?.iter().take(MOST_DIGITS).skip_while(|b| **b == b' ').take_while(|b| (b'0'..=b'7').contains(b));
            return Some(digits.fold(0, |number, b| number << 3 | u64::from(b - b'0')));
        }
        let order = self.order.flipped(flip);
        let fold = |number: u64, b: &u8| number << 8 | u64::from(*b);
        let number = match order {
            Order::Big => bytes.iter().fold(0, fold),
            Order::Little => bytes.iter().rev().fold(0, fold),
            // The PDP-11's.
            Order::Middle => [1usize, 0, 3, 2].iter().filter_map(|at| bytes.get(*at)).fold(0, fold),
        };
        Some(if self.kind == NumberKind::Id3 { (0..4).fold(0, |all, n| all | (number >> (8 * n) & 0x7f) << (7 * n)) } else { number })
    }

    fn float(self, raw: u64) -> f64 {
        if self.size == 4 { f64::from(f32::from_bits(raw as u32)) } else { f64::from_bits(raw) }
    }

    fn pointer(self, data: &[u8], at: usize, flip: bool, is_signed: bool) -> Option<i64> {
        let raw = self.read(data, at, flip)?;
        match self.kind {
            NumberKind::Float => return Some(self.float(raw) as i64),
            NumberKind::Octal => return i64::try_from(raw).ok(),
            _ => {}
        }
        i64::try_from(self.extended(raw, is_signed)).ok().or_else(|| is_signed.then_some(self.extended(raw, true) as i64))
    }

    /// With the sign in all bits, if there is one.
    pub(super) fn extended(self, raw: u64, is_signed: bool) -> u64 {
        if !is_signed {
            return if self.size >= 8 { raw } else { raw & ((1 << (8 * self.size)) - 1) };
        }
        match self.size {
            1 => raw as i8 as i64 as u64,
            2 => raw as i16 as i64 as u64,
            4 => raw as i32 as i64 as u64,
            _ => raw,
        }
    }
}

impl Mask {
    fn apply(&self, number: u64) -> u64 {
        let masked = match self.operation {
            b'&' => number & self.operand,
            b'|' => number | self.operand,
            b'^' => number ^ self.operand,
            b'+' => number.wrapping_add(self.operand),
            b'-' => number.wrapping_sub(self.operand),
            b'*' => number.wrapping_mul(self.operand),
            b'/' => number.checked_div(self.operand).unwrap_or(0),
            b'%' => number.checked_rem(self.operand).unwrap_or(0),
            _ => number,
        };
        if self.inverse { !masked } else { masked }
    }
}

fn compare_ints(found: u64, wanted: u64, relation: u8, is_signed: bool) -> bool {
    match relation {
        b'x' => true,
        b'!' => found != wanted,
        b'>' if is_signed => found as i64 > wanted as i64,
        b'<' if is_signed => (found as i64) < wanted as i64,
        b'>' => found > wanted,
        b'<' => found < wanted,
        b'&' => found & wanted == wanted,
        b'^' => found & wanted != wanted,
        _ => found == wanted,
    }
}

/// For texts: zero is the same, or found. They have no bits: all of them are always set.
fn fits_order(order: i32, relation: u8) -> bool {
    match relation {
        b'x' | b'&' => true,
        b'^' => false,
        b'!' => order != 0,
        b'>' => order > 0,
        b'<' => order < 0,
        _ => order == 0,
    }
}

fn compare_floats(found: f64, wanted: &Value, relation: u8) -> bool {
    let wanted = if let Value::Float(wanted) = wanted { *wanted } else { 0.0 };
    match relation {
        b'x' => true,
        b'!' => found != wanted,
        b'>' => found > wanted,
        b'<' => found < wanted,
        _ => found == wanted,
    }
}

/// Whether the text comes before or behind the pattern, and how much of it was compared. What is not there is zero.
fn compare_texts(pattern: &[u8], text: &[u8], flags: TextFlags) -> (i32, usize) {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let is_space = |b: u8| b.is_ascii_whitespace() || b == 11;
    let mut at = 0;
    for (index, wanted) in pattern.iter().copied().enumerate() {
        let found = byte(at);
        let difference = if flags.lower_fits_both && wanted.is_ascii_lowercase() {
            i32::from(found.to_ascii_lowercase()) - i32::from(wanted)
        } else if flags.upper_fits_both && wanted.is_ascii_uppercase() {
            i32::from(found.to_ascii_uppercase()) - i32::from(wanted)
        } else if flags.compact && is_space(wanted) {
            if !is_space(found) {
                return (1, at);
            }
            if !pattern.get(index + 1).is_some_and(|next| is_space(*next)) {
                while at + 1 < text.len() && is_space(byte(at + 1)) {
                    at += 1;
                }
            }
            0
        } else if flags.optional && is_space(wanted) {
            while at < text.len() && is_space(byte(at)) {
                at += 1;
            }
            continue;
        } else {
            i32::from(found) - i32::from(wanted)
        };
        if difference != 0 {
            return (difference, at);
        }
        at += 1;
    }
    let goes_on = flags.whole_word && (byte(at).is_ascii_alphanumeric() || byte(at) == b'_');
    (i32::from(goes_on), at)
}

/// What no terminal shows is spelled out.
fn printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        match byte {
            0x20..=0x7e => out.push(*byte),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out
}
