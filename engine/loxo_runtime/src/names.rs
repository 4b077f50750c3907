//! Dense process-wide numbers for the names of functions, classes and constants. A request's tables are flat arrays indexed by them, so
//! resolving a name at run time is one load.
//!
//! What extensions declare has the first numbers, in the order of their tables: those names are in no map, an index of the rows finds them.

use std::sync::{OnceLock, RwLock};

use loxo_value::IStr;

/// Which spellings are the same name. All spellings of a name have the same letters but for their case.
type Same = fn(&[u8], &[u8]) -> bool;

/// One numbering.
pub struct Names {
    same: Same,
    builtin: OnceLock<Index<&'static str>>,
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
            if id == FREE || same(self.names[id as usize].as_ref(), name) {
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
    fn reserve(&self, names: Vec<&'static str>) -> bool {
        self.builtin.set(Index::new(names, self.same)).is_ok()
    }

    fn builtin(&self) -> &Index<&'static str> {
        self.builtin.get_or_init(|| Index::EMPTY)
    }

    fn id(&self, name: &[u8]) -> u32 {
        self.find(name).unwrap_or_else(|| self.add(name))
    }

    fn add(&self, name: &[u8]) -> u32 {
        let mut others = self.others.write().unwrap_or_else(|e| e.into_inner());
        // Another thread may have been faster.
        let id = others.find(name, hash(name), self.same).unwrap_or_else(|| others.add(IStr::new(name), self.same));
        self.builtin().names.len() as u32 + id
    }

    fn find(&self, name: &[u8]) -> Option<u32> {
        let (builtin, hash) = (self.builtin(), hash(name));
        builtin.find(name, hash, self.same).or_else(|| {
            let others = self.others.read().unwrap_or_else(|e| e.into_inner());
            others.find(name, hash, self.same).map(|id| builtin.names.len() as u32 + id)
        })
    }

    fn name(&self, id: u32) -> IStr {
        let builtin = &self.builtin().names;
        match builtin.get(id as usize) {
            Some(name) => IStr::new(name.as_bytes()),
            None => self.others.read().unwrap_or_else(|e| e.into_inner()).names[id as usize - builtin.len()],
        }
    }

    fn is_builtin(&self, id: u32) -> bool {
        (id as usize) < self.builtin().names.len()
    }

    fn len(&self) -> usize {
        self.builtin().names.len() + self.others.read().unwrap_or_else(|e| e.into_inner()).names.len()
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

            /// Gives the names of the extensions' rows the numbers from 0 on; false: it is too late for that.
            pub(crate) fn reserve(names: Vec<&'static str>) -> bool {
                $static.reserve(names)
            }
        }
    };
}

/// Eight bytes with their letters in lower case. What is no ASCII stays.
fn lower_word(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let low = word & (0x7f * ONES);
    // The top bit of each byte says: from `A` on, behind `Z`.
    let from_a = low + ONES * (0x80 - b'A' as u64);
    let behind_z = low + ONES * (0x80 - b'Z' as u64 - 1);
    let upper = (from_a ^ behind_z) & !word & (0x80 * ONES);
    word | upper >> 2
}

/// The bytes behind the last whole word of a name, together with some before them where there are any: as one word. 0: there are none.
fn last_word(name: &[u8], rest: &[u8]) -> u64 {
    if let (false, Some(last)) = (rest.is_empty(), name.last_chunk()) {
        return u64::from_le_bytes(*last);
    }
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
    }
    match *rest {
        [a] => u64::from(a),
        [a, b] => u64::from(a) | u64::from(b) << 8,
        [a, b, c] => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
        _ => 0,
    }
}

/// The same for all spellings.
fn hash(name: &[u8]) -> u64 {
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let mix = |state: u64, word: u64| (state.rotate_left(5) ^ lower_word(word)).wrapping_mul(FACTOR);
    let (words, rest) = name.as_chunks();
    let mut state = name.len() as u64;
    for word in words {
        state = mix(state, u64::from_le_bytes(*word));
    }
    state = mix(state, last_word(name, rest));
    // The upper bits know most.
    state.rotate_left(24)
}

const IGNORING_CASE: Same = |a, b| {
    let ((words, rest), (others, other_rest)) = (a.as_chunks(), b.as_chunks());
    let same = |a, b| a == b || lower_word(a) == lower_word(b);
    a.len() == b.len()
        && words.iter().zip(others).all(|(a, b)| same(u64::from_le_bytes(*a), u64::from_le_bytes(*b)))
        && same(last_word(a, rest), last_word(b, other_rest))
};

/// The case of namespaces does not matter, that of the last part of a constant's name does.
const CONSTANTS: Same = |a, b| {
    if a.len() != b.len() {
        return false;
    }
    let last = last_part(b);
    a[last..] == b[last..] && a[..last].eq_ignore_ascii_case(&b[..last])
};

/// Where the last part of a name begins.
fn last_part(name: &[u8]) -> usize {
    name.iter().rposition(|&b| b == b'\\').map_or(0, |split| split + 1)
}

name_space!(
    /// A function name.
    FnId, FN_NAMES, IGNORING_CASE
);
name_space!(
    /// A class, interface, trait or enum name.
    ClassId, CLASS_NAMES, IGNORING_CASE
);
name_space!(
    /// A global constant's name.
    ConstId, CONST_NAMES, CONSTANTS
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
            assert!(IGNORING_CASE(name, &lower) && IGNORING_CASE(&upper, &lower));
            assert!(hash(name) == hash(&lower) && hash(&upper) == hash(&lower));
            assert!(!IGNORING_CASE(name, &all[start..start + len + 1]));
            for at in 0..len {
                let mut other = lower.clone();
                other[at] ^= 1;
                assert_eq!(IGNORING_CASE(name, &other), name.eq_ignore_ascii_case(&other));
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
        static NAMES: Names = Names::new(IGNORING_CASE);
        assert!(NAMES.reserve(vec!["One", "two", "three", "TWO"]));
        assert!(!NAMES.reserve(vec!["four"]));
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
}
