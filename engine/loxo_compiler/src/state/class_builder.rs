//! The class under construction, with what its later members are checked against.

use loxo_bytecode::{Bytes, ClassDecl, ClassFlags, Const};
use rustc_hash::{FxHashMap, FxHashSet};

/// The class being compiled.
#[derive(Debug, Default)]
pub(crate) struct ClassBuilder {
    pub decl: ClassDecl,
    /// Lowercase method names.
    pub methods: FxHashSet<Bytes>,
    pub properties: FxHashSet<Bytes>,
    pub constants: FxHashSet<Bytes>,
    /// Constants with literal values.
    pub const_values: FxHashMap<Bytes, Const>,
    /// Abstract methods and hooks, as `name` for the message.
    pub abstracts: Vec<String>,
    pub implicitly_abstract: bool,
}

impl ClassBuilder {
    pub(crate) fn is_trait(&self) -> bool {
        self.decl.flags.has(ClassFlags::TRAIT)
    }
    pub(crate) fn is_interface(&self) -> bool {
        self.decl.flags.has(ClassFlags::INTERFACE)
    }
    pub(crate) fn is_enum(&self) -> bool {
        self.decl.flags.has(ClassFlags::ENUM)
    }
}
