//! Dense process-wide numbers for the names of functions, classes and constants. A request's tables are flat arrays indexed by them, so
//! resolving a name at run time is one load.
//!
//! What extensions declare has the first numbers, in the order of their tables: those names are in no map, an index of the rows finds them. That of the
//! extensions that every process has is made when the program is compiled.

use std::sync::{OnceLock, RwLock};

use loxo_value::IStr;

/// Which spellings are the same name. All spellings of a name have the same letters but for their case.
#[derive(Clone, Copy)]
enum Same {
    IgnoringCase,
    /// The case of namespaces does not matter, that of the last part of a constant's name does.
    Constants,
}

/// Names that have their numbers when the program is compiled, and places by their hashes as in [`Index`].
#[derive(Clone, Copy)]
pub struct Numbered {
    pub names: &'static [&'static str],
    /// As [`FnId::places`] and the like make them.
    pub places: &'static [u32],
}

impl Numbered {
    pub const NONE: Numbered = Numbered { names: &[], places: &[] };

    /// So many places are made for so many names.
    pub const fn places_for(names: usize) -> usize {
        let most = (names * 2).next_power_of_two();
        if most < 16 { 16 } else { most }
    }

    fn find(&self, name: &[u8], hash: u64, same: Same) -> Option<u32> {
        if self.names.is_empty() {
            return None;
        }
        Some(self.places[place_of(self.names, self.places, name, hash, same)]).filter(|id| *id != FREE)
    }
}

/// Where that name is, or would be. There are places.
const fn place_of(names: &[&str], places: &[u32], name: &[u8], hash: u64, same: Same) -> usize {
    let mask = places.len() - 1;
    let mut at = hash as usize & mask;
    loop {
        let id = places[at];
        if id == FREE || same.holds(names[id as usize].as_bytes(), name) {
            return at;
        }
        at = (at + 1) & mask;
    }
}

/// The places of names; a later one replaces an earlier one that is the same.
const fn places<const PLACES: usize>(names: &[&str], same: Same) -> [u32; PLACES] {
    let mut places = [FREE; PLACES];
    let mut id = 0;
    while id < names.len() {
        let name = names[id].as_bytes();
        let place = place_of(names, &places, name, hash(name), same);
        places[place] = id as u32;
        id += 1;
    }
    places
}

/// What extensions declare: what was numbered when the program was compiled, and what some processes have besides.
struct Builtin {
    numbered: Numbered,
    rest: Index<&'static str>,
}

impl Builtin {
    fn find(&self, name: &[u8], hash: u64, same: Same) -> Option<u32> {
        let rest = self.rest.find(name, hash, same).map(|id| self.numbered.names.len() as u32 + id);
        rest.or_else(|| self.numbered.find(name, hash, same))
    }

    fn name(&self, id: usize) -> Option<&'static str> {
        let numbered = self.numbered.names;
        numbered.get(id).or_else(|| self.rest.names.get(id - numbered.len())).copied()
    }

    fn len(&self) -> usize {
        self.numbered.names.len() + self.rest.names.len()
    }
}

/// One numbering.
pub struct Names {
    same: Same,
    builtin: OnceLock<Builtin>,
    /// The names as they were first seen, for error messages.
    others: RwLock<Index<IStr>>,
}

/// Names by number, found by a hash of their letters that does not see their case: nothing is folded to look for one.
struct Index<N> {
    names: Vec<N>,
    /// Open addressing, a power of two long and never more than half full: a number, or [`FREE`].
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl<N> Index<N> {
    const EMPTY: Index<N> = Index { names: Vec::new(), slots: Vec::new() };
}

impl<N: AsRef<[u8]>> Index<N> {
    fn new(names: Vec<N>, same: Same) -> Index<N> {
        let mut index = Index { names, slots: Vec::new() };
        index.spread(same);
        index
    }

    /// Makes space, and puts each where it belongs.
    fn spread(&mut self, same: Same) {
        self.slots = vec![FREE; (self.names.len() * 2).next_power_of_two().max(16)];
        for id in 0..self.names.len() {
            // A later row of the same name replaces the earlier one.
            let name = self.names[id].as_ref();
            let place = self.place(name, hash(name), same);
            self.slots[place] = id as u32;
        }
    }

    /// Where that name is, or would be. There are slots.
    fn place(&self, name: &[u8], hash: u64, same: Same) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let id = self.slots[at];
            if id == FREE || same.holds(self.names[id as usize].as_ref(), name) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn find(&self, name: &[u8], hash: u64, same: Same) -> Option<u32> {
        if self.names.is_empty() {
            return None;
        }
        Some(self.slots[self.place(name, hash, same)]).filter(|id| *id != FREE)
    }

    /// Adds a name that is not there.
    fn add(&mut self, name: N, same: Same) -> u32 {
        let id = self.names.len() as u32;
        self.names.push(name);
        if self.names.len() * 2 > self.slots.len() {
            self.spread(same);
        } else {
            let name = self.names[id as usize].as_ref();
            let place = self.place(name, hash(name), same);
            self.slots[place] = id;
        }
        id
    }
}

impl Names {
    const fn new(same: Same) -> Names {
        Names { same, builtin: OnceLock::new(), others: RwLock::new(Index::EMPTY) }
    }

    /// Gives the names of the extensions' rows the first numbers; false: names have been numbered before.
    fn reserve(&self, numbered: Numbered, rest: Vec<&'static str>) -> bool {
        self.builtin.set(Builtin { numbered, rest: Index::new(rest, self.same) }).is_ok()
    }

    fn builtin(&self) -> &Builtin {
        self.builtin.get_or_init(|| Builtin { numbered: Numbered::NONE, rest: Index::EMPTY })
    }

    fn id(&self, name: &[u8]) -> u32 {
        self.find(name).unwrap_or_else(|| self.add(name))
    }

    fn add(&self, name: &[u8]) -> u32 {
        let mut others = self.others.write().unwrap_or_else(|e| e.into_inner());
        // Another thread may have been faster.
        let id = others.find(name, hash(name), self.same).unwrap_or_else(|| others.add(IStr::new(name), self.same));
        self.builtin().len() as u32 + id
    }

    fn find(&self, name: &[u8]) -> Option<u32> {
        let (builtin, hash) = (self.builtin(), hash(name));
        builtin.find(name, hash, self.same).or_else(|| {
            let others = self.others.read().unwrap_or_else(|e| e.into_inner());
            others.find(name, hash, self.same).map(|id| builtin.len() as u32 + id)
        })
    }

    fn name(&self, id: u32) -> IStr {
        let builtin = self.builtin();
        match builtin.name(id as usize) {
            Some(name) => IStr::new(name.as_bytes()),
            None => self.others.read().unwrap_or_else(|e| e.into_inner()).names[id as usize - builtin.len()],
        }
    }

    fn is_builtin(&self, id: u32) -> bool {
        (id as usize) < self.builtin().len()
    }

    fn len(&self) -> usize {
        self.builtin().len() + self.others.read().unwrap_or_else(|e| e.into_inner()).names.len()
    }
}

macro_rules! name_space {
    ($(#[$meta:meta])* $id:ident, $static:ident, $same:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $id(pub u32);

        static $static: Names = Names::new($same);

        impl $id {
            /// The number of a name, made if it is new. A leading backslash is not part of a name.
            pub fn of(name: &[u8]) -> $id {
                $id($static.id(name))
            }

            /// The number of a name that some code or declaration has mentioned before.
            pub fn find(name: &[u8]) -> Option<$id> {
                $static.find(name).map($id)
            }

            /// The name as it was first written.
            pub fn name(self) -> IStr {
                $static.name(self.0)
            }

            /// It is the name of something that an extension declares.
            #[inline]
            pub fn is_builtin(self) -> bool {
                $static.is_builtin(self.0)
            }

            /// How many numbers are in use.
            pub fn count() -> usize {
                $static.len()
            }

            /// Places for [`Numbered`].
            pub const fn places<const PLACES: usize>(names: &[&str]) -> [u32; PLACES] {
                places(names, $same)
            }

            /// Gives the names of the extensions' rows the numbers from 0 on; false: it is too late for that.
            pub(crate) fn reserve(numbered: Numbered, rest: Vec<&'static str>) -> bool {
                $static.reserve(numbered, rest)
            }
        }
    };
}

/// Eight bytes with their letters in lower case. What is no ASCII stays.
const fn lower_word(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let low = word & (0x7f * ONES);
    // The top bit of each byte says: from `A` on, behind `Z`.
    let from_a = low + ONES * (0x80 - b'A' as u64);
    let behind_z = low + ONES * (0x80 - b'Z' as u64 - 1);
    let upper = (from_a ^ behind_z) & !word & (0x80 * ONES);
    word | upper >> 2
}

/// The bytes behind the last whole word of a name, together with some before them where there are any: as one word. 0: there are none.
const fn last_word(name: &[u8], rest: &[u8]) -> u64 {
    if let (false, Some(last)) = (rest.is_empty(), name.last_chunk()) {
        return u64::from_le_bytes(*last);
    }
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        return u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32;
    }
    match *rest {
        [a] => a as u64,
        [a, b] => a as u64 | (b as u64) << 8,
        [a, b, c] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
        _ => 0,
    }
}

/// The same for all spellings.
const fn hash(name: &[u8]) -> u64 {
    const fn mix(state: u64, word: u64) -> u64 {
        const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
        (state.rotate_left(5) ^ lower_word(word)).wrapping_mul(FACTOR)
    }
    let (words, rest) = name.as_chunks();
    let mut state = name.len() as u64;
    let mut at = 0;
    while at < words.len() {
        state = mix(state, u64::from_le_bytes(words[at]));
        at += 1;
    }
    state = mix(state, last_word(name, rest));
    // The upper bits know most.
    state.rotate_left(24)
}

impl Same {
    const fn holds(self, a: &[u8], b: &[u8]) -> bool {
        match self {
            _ if a.len() != b.len() => false,
            Same::IgnoringCase => same_but_for_case(a, b),
            Same::Constants => same_but_for_case(a, b) && same_last_part(a, b),
        }
    }
}

/// Two names of the same length.
const fn same_but_for_case(a: &[u8], b: &[u8]) -> bool {
    const fn same(a: u64, b: u64) -> bool {
        a == b || lower_word(a) == lower_word(b)
    }
    let ((words, rest), (others, other_rest)) = (a.as_chunks(), b.as_chunks());
    let mut at = 0;
    while at < words.len() {
        if !same(u64::from_le_bytes(words[at]), u64::from_le_bytes(others[at])) {
            return false;
        }
        at += 1;
    }
    same(last_word(a, rest), last_word(b, other_rest))
}

/// Two names of the same length: what stands behind the last backslash of the second.
const fn same_last_part(a: &[u8], b: &[u8]) -> bool {
    let mut at = b.len();
    while at > 0 && b[at - 1] != b'\\' {
        at -= 1;
        if a[at] != b[at] {
            return false;
        }
    }
    true
}

name_space!(
    /// A function name.
    FnId, FN_NAMES, Same::IgnoringCase
);
name_space!(
    /// A class, interface, trait or enum name.
    ClassId, CLASS_NAMES, Same::IgnoringCase
);
name_space!(
    /// A global constant's name.
    ConstId, CONST_NAMES, Same::Constants
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_compare_as_bytes_do() {
        let all: Vec<u8> = (0..=255).collect();
        for (start, len) in (0..236).flat_map(|start| (0..20).map(move |len| (start, len))) {
            let name = &all[start..start + len];
            let (lower, upper) = (name.to_ascii_lowercase(), name.to_ascii_uppercase());
            assert!(Same::IgnoringCase.holds(name, &lower) && Same::IgnoringCase.holds(&upper, &lower));
            assert!(hash(name) == hash(&lower) && hash(&upper) == hash(&lower));
            assert!(!Same::IgnoringCase.holds(name, &all[start..start + len + 1]));
            for at in 0..len {
                let mut other = lower.clone();
                other[at] ^= 1;
                assert_eq!(Same::IgnoringCase.holds(name, &other), name.eq_ignore_ascii_case(&other));
            }
        }
    }

    #[test]
    fn names_fold_as_php_does() {
        assert_eq!(FnId::of(b"StrLen"), FnId::of(b"strlen"));
        assert_ne!(ConstId::of(b"Foo"), ConstId::of(b"foo"));
        assert_eq!(ConstId::of(b"NS\\Foo"), ConstId::of(b"ns\\Foo"));
        assert_eq!(ClassId::of(b"A\\B").name().as_bytes(), b"A\\B");
    }

    #[test]
    fn rows_have_the_first_numbers() {
        static NAMES: Names = Names::new(Same::IgnoringCase);
        assert!(NAMES.reserve(Numbered::NONE, vec!["One", "two", "three", "TWO"]));
        assert!(!NAMES.reserve(Numbered::NONE, vec!["four"]));
        assert_eq!((NAMES.find(b"one"), NAMES.find(b"THREE"), NAMES.find(b"four")), (Some(0), Some(2), None));
        assert_eq!(NAMES.find(b"two"), Some(3), "the later row counts");
        assert_eq!((NAMES.id(b"Four"), NAMES.id(b"four"), NAMES.id(b"ONE")), (4, 4, 0));
        assert_eq!((NAMES.name(0).as_bytes(), NAMES.name(4).as_bytes()), (&b"One"[..], &b"Four"[..]));
        assert!(NAMES.is_builtin(3) && !NAMES.is_builtin(4));
        assert_eq!(NAMES.len(), 5);
        let ids: Vec<u32> = (0..100).map(|number| NAMES.id(format!("name{number}").as_bytes())).collect();
        assert!(ids.iter().enumerate().all(|(number, id)| NAMES.find(format!("NAME{number}").as_bytes()) == Some(*id)));
        assert_eq!((NAMES.find(b"four"), NAMES.len()), (Some(4), 105));
    }

    #[test]
    fn names_numbered_early_are_those_numbered_late() {
        const ROWS: &[&str] = &["One", "two", "three_and_more_letters", "TWO", "A\\B", "Three_and_more_letters_"];
        static PLACES: [u32; Numbered::places_for(ROWS.len())] = FnId::places(ROWS);
        static EARLY: Names = Names::new(Same::IgnoringCase);
        static LATE: Names = Names::new(Same::IgnoringCase);
        let rest = ["four", "one"];
        assert!(EARLY.reserve(Numbered { names: ROWS, places: &PLACES }, rest.to_vec()));
        assert!(LATE.reserve(Numbered::NONE, [ROWS, &rest].concat()));
        for name in [ROWS, &rest, &["ONE", "a\\b", "five", "tw", ""]].concat() {
            assert_eq!(EARLY.find(name.as_bytes()), LATE.find(name.as_bytes()), "{name}");
        }
        for names in [&EARLY, &LATE] {
            assert_eq!((names.find(b"one"), names.name(7).as_bytes(), names.len()), (Some(7), &b"one"[..], 8));
            assert_eq!((names.id(b"five"), names.name(8).as_bytes()), (8, &b"five"[..]));
        }
    }
}
