//! Dense process-wide numbers for the names of functions, classes and constants. A request's tables are flat arrays indexed by them, so
//! resolving a name at run time is one load.

use std::sync::{LazyLock, RwLock};

use loxo_value::IStr;
use rustc_hash::FxHashMap;

/// One numbering.
pub struct Names {
    inner: RwLock<Inner>,
}

#[derive(Default)]
struct Inner {
    ids: FxHashMap<Vec<u8>, u32>,
    /// The name as it was first seen, for error messages.
    names: Vec<IStr>,
}

impl Names {
    fn new() -> Names {
        Names { inner: RwLock::new(Inner::default()) }
    }

    /// The number of a name that is already folded (lower case for functions and classes).
    fn id(&self, folded: &[u8], shown: &[u8]) -> u32 {
        if let Some(id) = self.find(folded) {
            return id;
        }
        let mut inner = self.inner.write().unwrap_or_else(|e| e.into_inner());
        if let Some(&id) = inner.ids.get(folded) {
            return id;
        }
        let id = inner.names.len() as u32;
        inner.ids.insert(folded.to_vec(), id);
        inner.names.push(IStr::new(shown));
        id
    }

    fn find(&self, folded: &[u8]) -> Option<u32> {
        self.inner.read().unwrap_or_else(|e| e.into_inner()).ids.get(folded).copied()
    }

    fn name(&self, id: u32) -> IStr {
        self.inner.read().unwrap_or_else(|e| e.into_inner()).names[id as usize]
    }

    fn len(&self) -> usize {
        self.inner.read().unwrap_or_else(|e| e.into_inner()).names.len()
    }
}

macro_rules! name_space {
    ($(#[$meta:meta])* $id:ident, $static:ident, $fold:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $id(pub u32);

        static $static: LazyLock<Names> = LazyLock::new(Names::new);

        impl $id {
            /// The number of a name, made if it is new. A leading backslash is not part of a name.
            pub fn of(name: &[u8]) -> $id {
                with_folded(name, $fold, |folded| $id($static.id(folded, name)))
            }

            /// The number of a name that some code or declaration has mentioned before.
            pub fn find(name: &[u8]) -> Option<$id> {
                with_folded(name, $fold, |folded| $static.find(folded).map($id))
            }

            /// The name as it was first written.
            pub fn name(self) -> IStr {
                $static.name(self.0)
            }

            /// How many numbers are in use.
            pub fn count() -> usize {
                $static.len()
            }
        }
    };
}

/// Namespaces fold, the last part of a constant's name does not.
fn fold_const(name: &mut [u8]) {
    if let Some(split) = name.iter().rposition(|&b| b == b'\\') {
        name[..split].make_ascii_lowercase();
    }
}

/// Gives a folded copy of a name, which needs no heap if it is as short as names are.
#[inline]
fn with_folded<T>(name: &[u8], fold: fn(&mut [u8]), then: impl FnOnce(&[u8]) -> T) -> T {
    let mut short = [0; 64];
    if let Some(folded) = short.get_mut(..name.len()) {
        folded.copy_from_slice(name);
        fold(folded);
        return then(folded);
    }
    let mut long = name.to_vec();
    fold(&mut long);
    then(&long)
}

name_space!(
    /// A function name.
    FnId, FN_NAMES, <[u8]>::make_ascii_lowercase
);
name_space!(
    /// A class, interface, trait or enum name.
    ClassId, CLASS_NAMES, <[u8]>::make_ascii_lowercase
);
name_space!(
    /// A global constant's name.
    ConstId, CONST_NAMES, fold_const
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_as_php_does() {
        assert_eq!(FnId::of(b"StrLen"), FnId::of(b"strlen"));
        assert_ne!(ConstId::of(b"Foo"), ConstId::of(b"foo"));
        assert_eq!(ConstId::of(b"NS\\Foo"), ConstId::of(b"ns\\Foo"));
        assert_eq!(ClassId::of(b"A\\B").name().as_bytes(), b"A\\B");
    }
}
