//! What the code of a block has found out about elements of arrays in variables, so that it need not look again.
//!
//! It holds for the ops that follow each other in one block, as long as they neither copy arrays nor make them shorter
//! ([`crate::action::Action::keeps_arrays`]). Arrays and keys are named by slots, which have a new version when their registers change.

use cranelift_codegen::ir::Value as Ir;
use rustc_hash::FxHashMap;

use crate::action::Operand;
use crate::state::Ty;

/// A slot, and how often its register has changed.
type Version = (u32, u32);

/// A key of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Int(i64),
    Slot(Version),
}

/// An element that is there, and not counted.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub address: Ir,
    /// `None`: it is a scalar, but some other one may have been put there.
    pub ty: Option<Ty>,
}

#[derive(Default)]
pub(crate) struct Seen {
    versions: FxHashMap<u32, u32>,
    elements: Vec<(Version, Key, Element)>,
}

impl Seen {
    /// Nothing is known any more.
    pub fn forget(&mut self) {
        self.elements.clear();
    }

    /// The register of a slot has something else.
    pub fn changed(&mut self, slot: u32) {
        *self.versions.entry(slot).or_default() += 1;
    }

    fn version(&self, slot: u32) -> Version {
        (slot, self.versions.get(&slot).copied().unwrap_or_default())
    }

    fn key(&self, key: Operand) -> Option<Key> {
        match key {
            Operand::Int(i) => Some(Key::Int(i)),
            Operand::Slot(slot, _) => Some(Key::Slot(self.version(slot))),
            Operand::Float(_) | Operand::Bool(_) => None,
        }
    }

    /// Addresses of what is known to be in the array.
    pub fn addresses(&self, base: u32) -> Vec<Ir> {
        let version = self.version(base);
        self.elements.iter().filter(|(of, ..)| *of == version).map(|(.., element)| element.address).collect()
    }

    /// All of these are elsewhere now.
    pub fn moved(&mut self, base: u32, to: &[Ir]) {
        let version = self.version(base);
        let elements = self.elements.iter_mut().filter(|(of, ..)| *of == version).map(|(.., element)| &mut element.address);
        elements.zip(to).for_each(|(address, to)| *address = *to);
    }

    pub fn element(&self, base: u32, key: Operand) -> Option<Element> {
        let (base, key) = (self.version(base), self.key(key)?);
        self.elements.iter().find(|(of, at, _)| *of == base && *at == key).map(|(.., element)| *element)
    }

    /// An element is there, a scalar of this type.
    pub fn found(&mut self, base: u32, key: Operand, address: Ir, ty: Ty) {
        let Some(key) = self.key(key) else { return };
        let base = self.version(base);
        self.elements.retain(|(of, at, _)| *of != base || *at != key);
        self.elements.push((base, key, Element { address, ty: Some(ty) }));
    }

    /// Some element has been overwritten with a scalar of this type: it may be any of those that are known.
    pub fn overwritten(&mut self, ty: Ty) {
        for (.., element) in &mut self.elements {
            element.ty = element.ty.filter(|was| *was == ty);
        }
    }
}
