//! The form as text, for people and for tests: what is printed can be read back.
//!
//! ```text
//! entry 0: b0
//! b0():
//!   v0 = load $0 @ 1
//!   v1: int = guard int v0 ! s0 @ 1
//!   v2: int[1..1] = int 1 @ 1
//!   v3: int = int.add v1 v2 ! s0 @ 1
//!   return v3 []
//! s0: op 1
//! ```
//!
//! Blocks that control hardly ever comes to are marked `cold`. Behind `!` stands the state with which an instruction leaves, behind `@` its op. A value without a type may hold anything. A state lists what is
//! newer than the frame, and the ops that are run first: `s1: op 7 $2 = v3, $4 = v1 after 5, 6 inlined`. The first line may say how far the numbers of
//! ops and constants of inlined functions go: `inlined 40, 3`. What a function without a frame gives back stands in front of its entry: `frameless int`.

mod parse;
mod print;

pub use parse::{SyntaxError, parse};

use crate::{Compare, FloatOp, IntOp, Tags};
use loxo_value::Tag;

/// Names of single tags.
const TAGS: &[(Tag, &str)] = &[
    (Tag::Undef, "undef"),
    (Tag::Null, "null"),
    (Tag::False, "false"),
    (Tag::True, "true"),
    (Tag::Int, "int"),
    (Tag::Float, "float"),
    (Tag::String, "string"),
    (Tag::Array, "array"),
    (Tag::Object, "object"),
    (Tag::Resource, "resource"),
    (Tag::Reference, "reference"),
];

/// Names of sets, largest first.
const SETS: &[(Tags, &str)] = &[(Tags::ANY, "any"), (Tags::VALUE, "value"), (Tags::BOOL, "bool")];

const INT_OPS: &[(IntOp, &str)] = &[
    (IntOp::Add, "int.add"),
    (IntOp::Sub, "int.sub"),
    (IntOp::Mul, "int.mul"),
    (IntOp::Div, "int.div"),
    (IntOp::Quotient, "int.quotient"),
    (IntOp::Mod, "int.mod"),
    (IntOp::And, "int.and"),
    (IntOp::Or, "int.or"),
    (IntOp::Xor, "int.xor"),
    (IntOp::Shl, "int.shl"),
    (IntOp::Shr, "int.shr"),
];

const FLOAT_OPS: &[(FloatOp, &str)] =
    &[(FloatOp::Add, "float.add"), (FloatOp::Sub, "float.sub"), (FloatOp::Mul, "float.mul"), (FloatOp::Div, "float.div")];

/// Behind `int.` or `float.`.
const COMPARISONS: &[(Compare, &str)] = &[
    (Compare::Equal, "equal"),
    (Compare::NotEqual, "not_equal"),
    (Compare::Less, "less"),
    (Compare::LessEqual, "less_equal"),
    (Compare::Greater, "greater"),
    (Compare::GreaterEqual, "greater_equal"),
];

/// The name in a table.
fn name<T: PartialEq>(table: &[(T, &'static str)], item: &T) -> &'static str {
    table.iter().find(|(known, _)| known == item).map_or("?", |(_, name)| name)
}

/// What a name in a table means.
fn named<T: Copy>(table: &[(T, &str)], text: &str) -> Option<T> {
    table.iter().find(|(_, name)| *name == text).map(|(item, _)| *item)
}
