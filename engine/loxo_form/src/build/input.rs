//! What a form is built from, and why there may be none.

use loxo_bytecode::Function;

use crate::{Intrinsic, Tags};

/// A function, and what is known of its runs.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub function: &'a Function,
    /// It is a method that runs on objects: `$this` is one.
    pub on_object: bool,
    /// What parameters hold when it is called, as far as one has seen: a guess, which is checked where it is used.
    pub params: &'a [Tags],
    /// By local: what the first element was of the array that it held. May be shorter.
    pub elements: &'a [Tags],
    /// What the result of an op was seen to be, or is by the declared type of a builtin; [`Tags::ANY`]: nothing is known.
    pub hint: &'a dyn Fn(u32) -> Tags,
    /// What the operands `a`, `b` and `c` of an op held when somebody looked, as far as they are slots that it reads, and what its result was;
    /// [`Tags::NONE`]: nobody has.
    pub observed: &'a dyn Fn(u32) -> [Tags; 4],
    /// The op reads a property, and has found it where it looked for it.
    pub finds: &'a dyn Fn(u32) -> bool,
    /// Where an op has found the property that it names, if that was the same place in all objects that it met.
    pub seen: &'a dyn Fn(u32) -> Option<Seen>,
    /// Whether the op has ever run, if one can tell.
    pub reached: &'a dyn Fn(u32) -> Option<bool>,
    /// What the type takes that an op checks a value against, as far as tags and classes say it.
    pub taken: &'a dyn Fn(u32) -> Option<Taken>,
    /// A local was a reference when the form was asked for.
    pub refers: &'a dyn Fn(u32) -> bool,
    /// What the op calls, if that can be computed in place.
    pub intrinsic: &'a dyn Fn(u32) -> Option<Intrinsic>,
    /// Guesses at this op have failed too often: it makes none.
    pub avoid: &'a dyn Fn(u32) -> bool,
    /// By op that starts a call, or calls what it names: the place in the list of the function, if that may be inlined there.
    pub called: &'a [Option<u32>],
    pub inlinable: &'a [Inlinable<'a>],
    /// A constant, which is a string, is no number as comparisons see it: no other string is equal to it.
    pub is_text: &'a dyn Fn(u32) -> bool,
    /// What the function's ops and its constants are numbered from, which is not 0 for one that is to be inlined.
    pub first: [u32; 2],
    /// The form is of one loop: from the op that its jumps lead to, where it is entered, to behind the last jump. It is left where the loop ends.
    pub only: Option<[u32; 2]>,
}

/// A function that may be inlined.
#[derive(Clone, Copy)]
pub struct Inlinable<'a> {
    pub function: &'a Function,
    pub on_object: bool,
    /// What its ops and its constants are numbered from in the form of the function that it is inlined into.
    pub first: [u32; 2],
    /// The call is one of it whenever it is made where this may be inlined.
    pub is_certain: bool,
    /// Another function that the same call may be one of: its place in the list.
    pub next: Option<u32>,
    /// By op: the property of `$this` that it names, where that is known. May be shorter.
    pub places: &'a [Option<Place>],
    /// Its declared type takes `$this` as a result.
    pub may_return_this: bool,
    /// It is the constructor of an object that is made for the call.
    pub constructs: bool,
}

/// Where objects have a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// In bytes.
    pub distance: u32,
    /// What may be written there as it is, at any time.
    pub accepts: Tags,
}

/// Where objects of a few classes have a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The number of the set of these classes, which no other one has.
    pub classes: u32,
    pub place: Place,
    /// What is there has been a reference.
    pub refers: bool,
}

/// What a declared type takes for sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    pub tags: Tags,
    /// The number of a set of classes, see [`Seen::classes`].
    pub classes: u32,
}

/// Kinds of instructions that not every lowering has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Supported {
    /// [`crate::Kind::TakesReferences`], [`crate::Kind::Deref`], and those that write to what references refer to
    pub references: bool,
    /// [`crate::Kind::Element`] and [`crate::Kind::ElementAt`]
    pub elements: bool,
    /// [`crate::Kind::Property`]
    pub properties: bool,
    /// [`crate::Kind::TruthOf`]
    pub truth: bool,
    /// [`crate::Kind::SameString`] and [`crate::Kind::CaseOf`]
    pub strings: bool,
    /// [`crate::Kind::ArrayPositions`], [`crate::Kind::ValueInOrder`] and [`crate::Kind::KeyInOrder`]
    pub iteration: bool,
}

impl Supported {
    pub const ALL: Supported =
        Supported { references: true, elements: true, properties: true, truth: true, strings: true, iteration: true };
}

/// Why a function has no form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It has no code, or nothing but ops that are left to the interpreter.
    Nothing,
    /// Building it would take too long.
    Large,
}
