//! Builtin functions that loops compute in place.

use loxo_form::{Intrinsic, Tags};

use crate::state::Ty;

/// What a builtin gives for numbers of one type; `None`: it is not computed with these.
pub(crate) fn result(what: Intrinsic, ty: Ty) -> Option<Ty> {
    let numbers = if ty == Ty::Float { Tags::FLOAT } else { Tags::INT };
    what.result(numbers).map(|result| if result == Tags::FLOAT { Ty::Float } else { Ty::Int })
}

/// A method of a builtin class: its address, whether it runs on objects, and the function that makes calls of it, if that is not the one for all.
#[derive(Clone, Copy)]
pub struct BuiltinMethod {
    pub func: usize,
    pub has_this: bool,
    pub caller: Option<usize>,
}

/// A builtin that an op calls.
#[derive(Clone, Copy, Debug)]
pub struct CalledBuiltin {
    /// Its number, and its address.
    pub id: u32,
    pub func: usize,
}

/// A builtin that an op of a loop calls.
#[derive(Clone, Copy, Debug)]
pub struct CalledIntrinsic {
    pub called: CalledBuiltin,
    pub what: Intrinsic,
}
