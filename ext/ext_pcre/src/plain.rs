//! Patterns that are sets of bytes one after another, without groups or alternatives: matched in place, without the library.
//!
//! Programs clean texts with them (`/[^a-z0-9_]/`, `/\s+/`, `|(?<=.)/+|`), again and again on a few bytes, where preparing a match by the
//! library and reading its result take longer than the match. What is not surely such a pattern is none: [`Plain::parse`] gives nothing then.

use loxo_pcre_sys::flag;
use loxo_runtime::find::find;

/// Items of a pattern, and the character that must stand before it, have a bit each in the table.
const SETS: usize = 8;
/// Bytes looked at before a search by vectors begins.
const NEAR: usize = 16;

/// A pattern of sets of bytes.
pub(crate) struct Plain {
    /// By byte: a bit for each set that it is in. The first item's is bit 0.
    table: Box<[u8; 256]>,
    items: Box<[Item]>,
    /// The bytes that every match begins with.
    prefix: Box<[u8]>,
    before: Option<Before>,
    /// `^`
    from_start: bool,
    end: End,
}

/// A set, and how often it is taken: as often as it goes.
struct Item {
    bit: u8,
    least: u32,
    most: u32,
}

/// What must stand before a match, or must not.
#[derive(Clone, Copy)]
struct Before {
    bit: u8,
    wanted: bool,
}

/// Where a match must end.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Anywhere,
    /// `$`: at the end, or before a newline there.
    Line,
    /// The same under the modifier D.
    Subject,
}

/// The outcome of a search.
#[derive(Debug, PartialEq)]
pub(crate) enum Found {
    Match(usize, usize),
    Nothing,
    /// It takes so many steps that the library's limits are to decide.
    Unknown,
}

/// A set of bytes.
type Set = [bool; 256];

impl Plain {
    /// A pattern without its delimiters, if it is of this kind; `options` are the library's.
    pub(crate) fn parse(pattern: &[u8], options: u32) -> Option<Plain> {
        if options & !(flag::CASELESS | flag::DOLLAR_ENDONLY | flag::DOTALL) != 0 {
            return None;
        }
        let mut parser = Parser { rest: pattern, options };
        let before = parser.before()?;
        let from_start = parser.eat(b"^");
        let mut sets: Vec<Set> = Vec::new();
        let mut items = Vec::new();
        let mut end = End::Anywhere;
        while !parser.rest.is_empty() {
            if parser.rest == b"$" {
                end = if options & flag::DOLLAR_ENDONLY != 0 { End::Subject } else { End::Line };
                break;
            }
            let set = parser.atom()?;
            let (least, most) = parser.quantifier()?;
            let at = place_of(&mut sets, set)?;
            items.push(Item { bit: 1 << at, least, most });
        }
        if items.first()?.least == 0 || !goes_forward(&items, &sets) {
            return None;
        }
        let before = match before {
            Some((set, wanted)) => Some(Before { bit: 1 << place_of(&mut sets, set)?, wanted }),
            None => None,
        };
        let mut table = Box::new([0; 256]);
        for (at, set) in sets.iter().enumerate() {
            for (bits, is_in) in table.iter_mut().zip(set) {
                *bits |= u8::from(*is_in) << at;
            }
        }
        let prefix = prefix_of(&items, &sets);
        Some(Plain { table, items: items.into(), prefix, before, from_start, end })
    }

    /// The first match from `start` on, which is within the subject.
    #[inline]
    pub(crate) fn find(&self, subject: &[u8], start: usize) -> Found {
        if self.from_start {
            return match start == 0 && self.may_begin(subject, 0) {
                true => self.end_of(subject, 0).map_or(Found::Nothing, |end| Found::Match(0, end)),
                false => Found::Nothing,
            };
        }
        let mut at = start;
        // Runs may be gone through once for each place in them: the library's limits end that.
        let mut left = 64 + 2 * (subject.len() - start);
        while let Some(begin) = self.next_begin(subject, at) {
            match self.end_of(subject, begin) {
                Ok(end) => return Found::Match(begin, end),
                Err(stop) if stop - begin >= left => return Found::Unknown,
                Err(stop) => left -= stop - begin,
            }
            at = begin + 1;
        }
        Found::Nothing
    }

    #[inline(always)]
    fn has(&self, byte: u8, bit: u8) -> bool {
        self.table[usize::from(byte)] & bit != 0
    }

    /// Is the first byte right, and what stands before it?
    #[inline(always)]
    fn may_begin(&self, subject: &[u8], at: usize) -> bool {
        subject.get(at).is_some_and(|byte| self.has(*byte, 1)) && self.fits_before(subject, at)
    }

    #[inline(always)]
    fn fits_before(&self, subject: &[u8], at: usize) -> bool {
        let Some(before) = self.before else { return true };
        let is_there = at > 0 && self.has(subject[at - 1], before.bit);
        is_there == before.wanted
    }

    /// The first place from `at` on where a match may begin.
    #[inline(always)]
    fn next_begin(&self, subject: &[u8], mut at: usize) -> Option<usize> {
        loop {
            let rest = subject.get(at..)?;
            at += match *self.prefix {
                [_] if rest.len() > NEAR => match first_in(&self.table, 1, &rest[..NEAR]) {
                    Some(distance) => distance,
                    None => NEAR + find(&rest[NEAR..], &self.prefix)?,
                },
                [] | [_] => first_in(&self.table, 1, rest)?,
                _ => find(rest, &self.prefix)?,
            };
            if self.fits_before(subject, at) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Where the match that begins at `at` ends; if it is none, where that showed.
    #[inline(always)]
    fn end_of(&self, subject: &[u8], mut at: usize) -> Result<usize, usize> {
        for item in &self.items {
            let rest = &subject[at..];
            let most = rest.len().min(item.most as usize);
            let taken = rest[..most].iter().take_while(|byte| self.has(**byte, item.bit)).count();
            at += taken;
            if taken < item.least as usize {
                return Err(at);
            }
        }
        let is_end = match self.end {
            End::Anywhere => true,
            End::Subject => at == subject.len(),
            End::Line => matches!(subject[at..], [] | [b'\n']),
        };
        if is_end { Ok(at) } else { Err(at) }
    }
}

/// Place of the first byte that has one of these bits in the table.
#[inline(always)]
pub(crate) fn first_in(table: &[u8; 256], bits: u8, bytes: &[u8]) -> Option<usize> {
    let is_in = |byte: &u8| table[usize::from(*byte)] & bits != 0;
    let (fours, rest) = bytes.as_chunks::<4>();
    for (i, four) in fours.iter().enumerate() {
        let any = four.iter().fold(0, |any, byte| any | table[usize::from(*byte)]);
        if any & bits != 0 {
            return four.iter().position(is_in).map(|at| i * 4 + at);
        }
    }
    rest.iter().position(is_in).map(|at| fours.len() * 4 + at)
}

/// The bytes that every match begins with, as far as items are single ones.
fn prefix_of(items: &[Item], sets: &[Set]) -> Box<[u8]> {
    let mut prefix = Vec::new();
    for item in items {
        let set = &sets[item.bit.trailing_zeros() as usize];
        if set.iter().map(|is_in| u32::from(*is_in)).sum::<u32>() != 1 {
            break;
        }
        let byte = set.iter().position(|is_in| *is_in).unwrap_or_default();
        prefix.extend(std::iter::repeat_n(byte as u8, item.least as usize));
        if item.least != item.most {
            break;
        }
    }
    prefix.into()
}

/// The number of a set among all of them.
fn place_of(sets: &mut Vec<Set>, set: Set) -> Option<usize> {
    if let Some(at) = sets.iter().position(|known| *known == set) {
        return Some(at);
    }
    sets.push(set);
    (sets.len() <= SETS).then(|| sets.len() - 1)
}

/// Does taking as much as possible of each item find every match? It does where none of what an item might take less of can begin what follows.
fn goes_forward(items: &[Item], sets: &[Set]) -> bool {
    let set = |item: &Item| &sets[item.bit.trailing_zeros() as usize];
    let meet = |a: &Set, b: &Set| a.iter().zip(b).any(|(a, b)| *a && *b);
    items.iter().enumerate().all(|(at, item)| {
        let behind = &items[at + 1..];
        let needed = behind.iter().position(|next| next.least > 0).map_or(behind.len(), |at| at + 1);
        item.least == item.most || behind[..needed].iter().all(|next| !meet(set(item), set(next)))
    })
}

struct Parser<'p> {
    rest: &'p [u8],
    options: u32,
}

impl Parser<'_> {
    fn eat(&mut self, text: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    /// A look-behind of one byte at the start of the pattern. Outer `None`: of anything else.
    fn before(&mut self) -> Option<Option<(Set, bool)>> {
        let wanted = self.eat(b"(?<=");
        if !wanted && !self.eat(b"(?<!") {
            return Some(None);
        }
        let set = self.atom()?;
        self.eat(b")").then_some(Some((set, wanted)))
    }

    /// A literal, a class or a dot.
    fn atom(&mut self) -> Option<Set> {
        let mut set = [false; 256];
        match self.next()? {
            b'[' => return self.class(),
            b'.' => {
                set = [true; 256];
                set[usize::from(b'\n')] = self.options & flag::DOTALL != 0;
                return Some(set);
            }
            b'\\' => set = self.escape()?.0,
            b'^' | b'$' | b'|' | b'(' | b')' | b'?' | b'*' | b'+' | b'{' => return None,
            byte => set[usize::from(byte)] = true,
        }
        Some(self.folded(set))
    }

    /// Both cases of its letters, where case does not matter.
    fn folded(&self, mut set: Set) -> Set {
        if self.options & flag::CASELESS != 0 {
            for (lower, upper) in (b'a'..=b'z').zip(b'A'..=b'Z') {
                let (lower, upper) = (usize::from(lower), usize::from(upper));
                let either = set[lower] || set[upper];
                (set[lower], set[upper]) = (either, either);
            }
        }
        set
    }

    /// What a backslash begins; the byte if it is a single one.
    fn escape(&mut self) -> Option<(Set, Option<u8>)> {
        let escape = self.next()?;
        let single = match escape {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'f' => b'\x0c',
            b'x' => {
                let digits =
                    std::str::from_utf8(self.rest.get(..2)?).ok().filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
                self.rest = &self.rest[2..];
                u8::from_str_radix(digits, 16).ok()?
            }
            punctuation if punctuation.is_ascii_punctuation() => punctuation,
            kind => {
                let has = |byte: u8| match kind.to_ascii_lowercase() {
                    b'd' => byte.is_ascii_digit(),
                    b'w' => byte.is_ascii_alphanumeric() || byte == b'_',
                    _ => matches!(byte, b' ' | b'\t'..=b'\r'),
                };
                if !matches!(kind, b'd' | b'D' | b'w' | b'W' | b's' | b'S') {
                    return None;
                }
                return Some((std::array::from_fn(|byte| has(byte as u8) != kind.is_ascii_uppercase()), None));
            }
        };
        let mut set = [false; 256];
        set[usize::from(single)] = true;
        Some((set, Some(single)))
    }

    /// A class in brackets, of which the first is read.
    fn class(&mut self) -> Option<Set> {
        let mut set = [false; 256];
        let negated = self.eat(b"^");
        let mut is_first = true;
        // What a hyphen may make a range of.
        let mut low = None;
        loop {
            match self.next()? {
                b']' if !is_first => break,
                // Names of classes are left to the library.
                b'[' if matches!(self.rest.first(), Some(b':' | b'.' | b'=')) => return None,
                b'-' if !is_first && self.rest.first() != Some(&b']') => {
                    let low = low.take()?;
                    let high = match self.next()? {
                        b'\\' => self.escape()?.1?,
                        b'[' => return None,
                        byte => byte,
                    };
                    if high < low {
                        return None;
                    }
                    set[usize::from(low)..=usize::from(high)].fill(true);
                }
                b'\\' => {
                    let (more, single) = self.escape()?;
                    set.iter_mut().zip(more).for_each(|(set, more)| *set |= more);
                    low = single;
                }
                byte => {
                    set[usize::from(byte)] = true;
                    low = Some(byte);
                }
            }
            is_first = false;
        }
        set = self.folded(set);
        Some(if negated { set.map(|is_in| !is_in) } else { set })
    }

    /// How often: once if nothing is said.
    fn quantifier(&mut self) -> Option<(u32, u32)> {
        let (least, most) = match self.rest.first() {
            Some(b'+') => (1, u32::MAX),
            Some(b'*') => (0, u32::MAX),
            Some(b'?') => (0, 1),
            Some(b'{') => {
                let end = self.rest.iter().position(|byte| *byte == b'}')?;
                let count = std::str::from_utf8(&self.rest[1..end]).ok()?;
                self.rest = &self.rest[end..];
                let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n <= 255 && text.bytes().all(|b| b.is_ascii_digit()));
                match count.split_once(',') {
                    None => (number(count)?, number(count)?),
                    Some((least, "")) => (number(least)?, u32::MAX),
                    Some((least, most)) => (number(least)?, number(most)?),
                }
            }
            _ => return Some((1, 1)),
        };
        self.rest = &self.rest[1..];
        // Lazy ones, possessive ones and repeated repeats are left to the library.
        let is_last = least <= most && most > 0 && !matches!(self.rest.first(), Some(b'?' | b'+' | b'*' | b'{'));
        is_last.then_some((least, most))
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Plain};
    use loxo_pcre_sys::{Code, Matcher, Subject, flag};

    #[test]
    fn what_is_such_a_pattern() {
        let is_plain = |pattern: &str| Plain::parse(pattern.as_bytes(), 0).is_some();
        for pattern in [r"[^a-z0-9_\-]", r"\s+", "(?<=.)/+", r"(?<!\\)r", r"^[a-z]+-\d{1,3}$", r"[\x00-\x08\]]x", "[]a]+", "a{2,}b"] {
            assert!(is_plain(pattern), "{pattern}");
        }
        for pattern in [
            "",
            "^",
            "a|b",
            "(a)",
            "a*",
            "a?b",
            "a+?",
            "a++",
            "[a-z]+[a-z0-9]",
            "[[:alpha:]]",
            r"\bx",
            r"\Qa\E",
            "(?<=ab)c",
            "[z-a]",
            "[a-c-e]",
            "a{,2}",
            r"\1",
        ] {
            assert!(!is_plain(pattern), "{pattern}");
        }
        assert!(Plain::parse(b"a", flag::UTF).is_none() && Plain::parse(b"a", flag::MULTILINE).is_none());
    }

    /// A long run that is gone through from each of its places.
    #[test]
    fn too_many_steps_are_the_library_s() {
        let plain = Plain::parse(b"x[^y]*y", 0).expect("is plain");
        assert_eq!(plain.find(&[b'x'; 1000], 0), Found::Unknown);
        assert_eq!(plain.find(b"axbxy", 0), Found::Match(1, 5));
    }

    /// Patterns and subjects put together at random find what the library finds.
    #[test]
    fn as_the_library() {
        const PARTS: &[&str] = &[
            "a", "b", "-", "/", ".", r"\d", r"\W", r"\s", "[ab]", "[^a-c]", r"[\d_-]", "[b-]", "[^/\n]", r"\x41", r"\.", "A", "[]x]", "_",
        ];
        const REPEATS: &[&str] = &["", "", "", "+", "*", "?", "{2}", "{1,2}", "{2,}"];
        const STARTS: &[&str] = &["", "", "", "^", "(?<=.)", "(?<!a)", r"(?<=\d)", "(?<=[^/])"];
        const BYTES: &[u8] = b"aabbAc1-_/x. \n\xe9]";
        const OPTIONS: &[u32] = &[0, 0, flag::CASELESS, flag::DOTALL, flag::DOLLAR_ENDONLY];
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        let (mut plain_ones, mut matches) = (0, 0);
        for _ in 0..4000 {
            let mut pattern = STARTS[random(STARTS.len())].to_string();
            for _ in 0..1 + random(3) {
                pattern += PARTS[random(PARTS.len())];
                pattern += REPEATS[random(REPEATS.len())];
            }
            if random(4) == 0 {
                pattern.push('$');
            }
            let options = OPTIONS[random(OPTIONS.len())];
            let Some(plain) = Plain::parse(pattern.as_bytes(), options) else { continue };
            let code = Code::compile(pattern.as_bytes(), options, 0).expect("compiles");
            let mut matcher = Matcher::new(code.groups());
            plain_ones += 1;
            for _ in 0..20 {
                let most = if random(8) == 0 { 90 } else { 12 };
                let length = random(most);
                let subject: Vec<u8> = (0..length).map(|_| BYTES[random(BYTES.len())]).collect();
                let start = random(length + 1);
                let found = plain.find(&subject, start);
                let expected = match matcher.run(&code, &Subject::bytes(&subject), start, 0) {
                    1.. => Found::Match(matcher.whole().0, matcher.whole().1),
                    _ => Found::Nothing,
                };
                matches += usize::from(found != Found::Nothing);
                assert!(
                    found == expected || found == Found::Unknown,
                    "{pattern} {options:x} {:?} from {start}: {found:?}, {expected:?}",
                    subject.escape_ascii()
                );
            }
        }
        assert!(plain_ones > 1000 && matches > 5000, "{plain_ones} {matches}");
    }
}
