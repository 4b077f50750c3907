//! Dense process-wide numbers for the names of functions, classes and constants. A request's tables are flat arrays indexed by them, so
//! resolving a name at run time is one load.
//!
//! What extensions declare has the first numbers, in the order of their tables: those names are in no map, an index of the rows finds them.

use std::hash::BuildHasher;
use std::sync::{OnceLock, RwLock};

use loxo_value::IStr;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Which spellings are the same name.
#[derive(Clone, Copy)]
struct Folding {
    /// Makes a name what all its spellings are.
    fold: fn(&mut [u8]),
    /// Is the second, which is folded, what the first becomes?
    same: fn(&[u8], &[u8]) -> bool,
}

/// Names up to this length are folded without an allocation.
const SHORT: usize = 64;

impl Folding {
    fn with<R>(self, name: &[u8], work: impl FnOnce(&[u8]) -> R) -> R {
        let mut short = [0; SHORT];
        if let Some(copy) = short.get_mut(..name.len()) {
            copy.copy_from_slice(name);
            (self.fold)(copy);
            return work(copy);
        }
        let mut long = name.to_vec();
        (self.fold)(&mut long);
        work(&long)
    }
}

/// One numbering.
pub struct Names {
    folding: Folding,
    builtin: OnceLock<Index>,
    inner: RwLock<Inner>,
}

#[derive(Default)]
struct Inner {
    ids: FxHashMap<Box<[u8]>, u32>,
    /// The name as it was first seen, for error messages.
    names: Vec<IStr>,
}

/// The names of the rows of all extensions, found by hash.
#[derive(Default)]
struct Index {
    /// By number.
    names: Vec<&'static str>,
    /// Open addressing, a power of two long: a number, or [`FREE`].
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Index {
    fn new(names: Vec<&'static str>, folding: Folding) -> Index {
        let mut index = Index { slots: vec![FREE; (names.len() * 2).next_power_of_two()], names };
        for id in 0..index.names.len() {
            // A later row of the same name replaces the earlier one.
            let place = folding.with(index.names[id].as_bytes(), |folded| index.place(folded, folding));
            index.slots[place] = id as u32;
        }
        index
    }

    /// Where that name is, or would be.
    fn place(&self, folded: &[u8], folding: Folding) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = FxBuildHasher.hash_one(folded) as usize & mask;
        loop {
            let id = self.slots[at];
            if id == FREE || (folding.same)(self.names[id as usize].as_bytes(), folded) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn find(&self, folded: &[u8], folding: Folding) -> Option<u32> {
        if self.names.is_empty() {
            return None;
        }
        Some(self.slots[self.place(folded, folding)]).filter(|id| *id != FREE)
    }
}

impl Names {
    const fn new(folding: Folding) -> Names {
        let inner = Inner { ids: FxHashMap::with_hasher(FxBuildHasher), names: Vec::new() };
        Names { folding, builtin: OnceLock::new(), inner: RwLock::new(inner) }
    }

    /// Gives the names of the extensions' rows the first numbers; false: names have been numbered before.
    fn reserve(&self, names: Vec<&'static str>) -> bool {
        self.builtin.set(Index::new(names, self.folding)).is_ok()
    }

    fn builtin(&self) -> &Index {
        self.builtin.get_or_init(Index::default)
    }

    fn id(&self, name: &[u8]) -> u32 {
        self.folding.with(name, |folded| self.find_folded(folded).unwrap_or_else(|| self.add(name, folded)))
    }

    fn add(&self, name: &[u8], folded: &[u8]) -> u32 {
        let mut inner = self.inner.write().unwrap_or_else(|e| e.into_inner());
        if let Some(&id) = inner.ids.get(folded) {
            return id;
        }
        let id = (self.builtin().names.len() + inner.names.len()) as u32;
        inner.ids.insert(folded.into(), id);
        inner.names.push(IStr::new(name));
        id
    }

    fn find(&self, name: &[u8]) -> Option<u32> {
        self.folding.with(name, |folded| self.find_folded(folded))
    }

    fn find_folded(&self, folded: &[u8]) -> Option<u32> {
        self.builtin().find(folded, self.folding).or_else(|| self.inner.read().unwrap_or_else(|e| e.into_inner()).ids.get(folded).copied())
    }

    fn name(&self, id: u32) -> IStr {
        let builtin = &self.builtin().names;
        match builtin.get(id as usize) {
            Some(name) => IStr::new(name.as_bytes()),
            None => self.inner.read().unwrap_or_else(|e| e.into_inner()).names[id as usize - builtin.len()],
        }
    }

    fn is_builtin(&self, id: u32) -> bool {
        (id as usize) < self.builtin().names.len()
    }

    fn len(&self) -> usize {
        self.builtin().names.len() + self.inner.read().unwrap_or_else(|e| e.into_inner()).names.len()
    }
}

macro_rules! name_space {
    ($(#[$meta:meta])* $id:ident, $static:ident, $fold:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $id(pub u32);

        static $static: Names = Names::new($fold);

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

const IGNORING_CASE: Folding = Folding { fold: lower, same: is_lower };

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

fn lower(name: &mut [u8]) {
    let (words, rest) = name.as_chunks_mut::<8>();
    for word in words {
        *word = lower_word(u64::from_le_bytes(*word)).to_le_bytes();
    }
    rest.make_ascii_lowercase();
}

/// Is the second, which is in lower case, what the first becomes in it?
fn is_lower(name: &[u8], lower: &[u8]) -> bool {
    let ((words, rest), (lower_words, lower_rest)) = (name.as_chunks::<8>(), lower.as_chunks::<8>());
    name.len() == lower.len()
        && words.iter().zip(lower_words).all(|(word, lower)| lower_word(u64::from_le_bytes(*word)) == u64::from_le_bytes(*lower))
        && rest.eq_ignore_ascii_case(lower_rest)
}

/// Namespaces fold, the last part of a constant's name does not.
const CONSTANTS: Folding = Folding {
    fold: |name| {
        let last = last_part(name);
        name[..last].make_ascii_lowercase();
    },
    same: |name, folded| {
        let last = last_part(folded);
        name.len() == folded.len() && name[last..] == folded[last..] && name[..last].eq_ignore_ascii_case(&folded[..last])
    },
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
    fn words_fold_as_bytes_do() {
        let all: Vec<u8> = (0..=255).collect();
        for start in 0..240 {
            let name = &all[start..start + 13];
            let mut folded = name.to_vec();
            lower(&mut folded);
            assert_eq!(folded, name.to_ascii_lowercase());
            assert!(is_lower(name, &folded) && !is_lower(name, &folded[1..]) && !is_lower(&all[..13], &all[13..26]));
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
    }
}
