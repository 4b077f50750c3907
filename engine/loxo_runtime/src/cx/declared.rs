//! The list of what a program has declared so far, which `get_declared_classes()` and the like show.

use crate::{ClassId, ConstId, FnId};

/// What the program declared, in order. Builtins are not here.
#[derive(Default)]
pub struct Declared {
    pub fns: Vec<FnId>,
    /// Second names of classes included.
    pub classes: Vec<ClassId>,
    pub consts: Vec<ConstId>,
}
