//! The tags of constants and of declared types.

use loxo_bytecode::{Const, TypeMask, TypeSpec};

use crate::Tags;

/// The tags that a declared type stands for, if it is no more than that.
pub(super) fn declared(ty: &TypeSpec) -> Option<Tags> {
    let only_tags = ty.classes.is_empty() && ty.mask.without(TypeMask::MIXED).is_empty() && !ty.mask.is_empty();
    only_tags.then_some(Tags(ty.mask.0 as u16))
}

/// The tags of a constant.
pub(super) fn tags_of(constant: &Const) -> Tags {
    match constant {
        Const::Null => Tags::NULL,
        Const::False | Const::True => Tags::BOOL,
        Const::Int(_) => Tags::INT,
        Const::Float(_) => Tags::FLOAT,
        Const::Str(_) => Tags::STRING,
        Const::Array(_) => Tags::ARRAY,
    }
}
