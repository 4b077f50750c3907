//! Functions about variables: what they are, how they look, and how they are stored.

mod dump;
mod export;
mod print;
mod types;

pub(crate) use dump::*;
pub(crate) use export::*;
pub(crate) use print::*;
pub(crate) use types::*;

pub(crate) use ext_serialize::{enum_case, incomplete_object_handlers, serialize, unserialize};

use rustc_hash::FxHashSet;

use crate::prelude::*;

/// What is being shown right now, so that cycles end.
#[derive(Default)]
pub(crate) struct Open(FxHashSet<usize>);

impl Open {
    fn enter_array(&mut self, array: &PhpArray) -> bool {
        array.is_empty() || self.0.insert(array.header_ptr() as usize)
    }

    fn leave_array(&mut self, array: &PhpArray) {
        self.0.remove(&(array.header_ptr() as usize));
    }

    fn enter_object(&mut self, object: &PhpObject) -> bool {
        self.0.insert(object.header_ptr() as usize)
    }

    fn leave_object(&mut self, object: &PhpObject) {
        self.0.remove(&(object.header_ptr() as usize));
    }
}

/// Who may see a property.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Access<'a> {
    Public,
    Protected,
    /// To that class.
    Private(&'a [u8]),
}

/// Name and visibility of a mangled property name.
pub(crate) fn unmangle(mangled: &[u8]) -> (&[u8], Access<'_>) {
    match object::unmangle(mangled) {
        (None, name) => (name, Access::Public),
        (Some(b"*"), name) => (name, Access::Protected),
        (Some(class), name) => (name, Access::Private(convert::shown_name(class))),
    }
}
