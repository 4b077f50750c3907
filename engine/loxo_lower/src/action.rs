//! What an op comes down to once the types of its operands are known.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};

use loxo_form::{FloatOp, IntOp};

use crate::intrinsics::CalledIntrinsic;
use crate::state::{Range, State, Ty};

/// A value that an action uses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Operand {
    /// A slot that is known to hold this.
    Slot(u32, Ty),
    Int(i64),
    Float(f64),
    Bool(bool),
}

impl Operand {
    pub fn ty(self) -> Ty {
        match self {
            Operand::Slot(_, ty) => ty,
            Operand::Int(_) => Ty::Int,
            Operand::Float(_) => Ty::Float,
            Operand::Bool(_) => Ty::Bool,
        }
    }

    /// What it lies between, if it is an int.
    pub fn range(self, state: &State) -> Range {
        match self {
            Operand::Int(int) => Range::one(int),
            Operand::Slot(slot, Ty::Int) => state.get(slot).range,
            _ => Range::ALL,
        }
    }
}

/// A question that is answered with yes or no.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    Ints(IntCC, Operand, Operand),
    /// Ints among them become floats.
    Floats(FloatCC, Operand, Operand),
    Truth(Operand),
    Const(bool),
}

/// One step on the way to a location.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hop {
    /// To an element of an array that lies packed.
    Key(Operand),
    /// To a property of an object of this class (its address), which is at this offset in it.
    Property { class: usize, offset: i32 },
}

/// An element of an array, or a property of an object.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    /// Slot with the array ([`Ty::Packed`] or [`Ty::Element`]) or with the object (in the frame, or [`Ty::Element`]).
    pub base: u32,
    pub hops: Vec<Hop>,
}

impl Location {
    /// The key, if it is an element of the array that the base is.
    pub fn key(&self) -> Option<Operand> {
        match self.hops[..] {
            [Hop::Key(key)] => Some(key),
            _ => None,
        }
    }
}

/// What is done with the value at a location.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Set(Operand),
    Ints(IntOp, Operand),
    Floats(FloatOp, Operand),
}

impl Change {
    /// What is there then.
    pub fn ty(self) -> Ty {
        match self {
            Change::Set(src) => src.ty(),
            Change::Ints(..) => Ty::Int,
            Change::Floats(..) => Ty::Float,
        }
    }
}

/// Which value of a location that changes is the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Before,
    After,
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    Nothing,
    /// `dst` = what `src` is.
    Set {
        dst: u32,
        src: Operand,
    },
    Ints {
        op: IntOp,
        dst: u32,
        lhs: Operand,
        rhs: Operand,
    },
    Floats {
        op: FloatOp,
        dst: u32,
        lhs: Operand,
        rhs: Operand,
    },
    /// The quotient of two ints as a float: they do not divide, or (`is_any`) only that float is asked for.
    Quotient {
        dst: u32,
        lhs: Operand,
        rhs: Operand,
        is_any: bool,
    },
    /// An int one more or less, and what it was before into another slot.
    Step {
        var: u32,
        by: i64,
        before: Option<u32>,
    },
    ToInt {
        dst: u32,
        src: Operand,
    },
    ToFloat {
        dst: u32,
        src: Operand,
    },
    Compare {
        dst: u32,
        test: Test,
    },
    Jump {
        target: u32,
    },
    /// Jumps if the test says `when`.
    Branch {
        test: Test,
        when: bool,
        target: u32,
    },
    /// A `foreach` over a packed array takes its next element: into a slot, as this type or (`None`) into the frame, and its key. Jumps to
    /// `end` behind the last one. `overwrites`: a variable that may hold something counted.
    Next {
        iter: u32,
        value: u32,
        ty: Option<Ty>,
        key: Option<u32>,
        overwrites: Option<u32>,
        end: u32,
    },
    /// Jumps where a table of the function says that an int leads.
    Switch {
        src: Operand,
        table: u32,
        otherwise: u32,
    },
    /// `dst` = constant `k`, into the frame.
    Constant {
        dst: u32,
        k: u32,
    },
    /// `dst` = a copy of what the frame holds in `src`, into the frame; no reference, not undefined.
    Copy {
        dst: u32,
        src: u32,
    },
    /// Variable `dst`, which the frame holds, is assigned the packed array that variable `src` holds.
    AssignArray {
        dst: u32,
        src: u32,
    },
    /// As `Copy`, and `src` is no more.
    Move {
        dst: u32,
        src: u32,
    },
    /// `dst` = what is at a location, of this type.
    Fetch {
        dst: u32,
        location: Location,
        ty: Ty,
    },
    /// `dst` = a copy of what is at a location, into the frame.
    FetchCopy {
        dst: u32,
        location: Location,
    },
    /// `dst` stands for a location, which holds a packed array (or an object of this class).
    Borrow {
        dst: u32,
        location: Location,
        class: Option<usize>,
    },
    /// A location that holds a number of this type (any scalar for `Set`) is changed; the result goes into a slot too, or what was there before.
    Change {
        location: Location,
        change: Change,
        ty: Option<Ty>,
        result: Option<(u32, When)>,
    },
    /// An element is added to the array at a location, if its memory suffices.
    Push {
        location: Location,
        src: Operand,
    },
    Count {
        dst: u32,
        base: u32,
    },
    /// The result of a builtin.
    Intrinsic {
        dst: u32,
        call: CalledIntrinsic,
        arguments: Vec<Operand>,
        result: Ty,
    },
}

impl Action {
    /// The location at which it looks for an element, or for an array to put one into, and whether it changes that.
    pub fn location(&self) -> Option<(&Location, bool)> {
        match self {
            Action::Fetch { location, .. } | Action::FetchCopy { location, .. } | Action::Borrow { location, .. } => {
                Some((location, false))
            }
            Action::Change { location, .. } | Action::Push { location, .. } => Some((location, true)),
            _ => None,
        }
    }

    /// An array that a variable holds may have another owner then.
    pub fn shares_arrays(&self) -> bool {
        let copies = matches!(self, Action::Copy { .. } | Action::AssignArray { .. } | Action::Move { .. } | Action::FetchCopy { .. });
        copies || matches!(self, Action::Next { ty: None, .. })
    }

    /// No array gets another owner, and none becomes shorter: what was found out about arrays and their elements before holds behind it too.
    pub fn keeps_arrays(&self) -> bool {
        match self {
            Action::Nothing
            | Action::Set { .. }
            | Action::Ints { .. }
            | Action::Floats { .. }
            | Action::Quotient { .. }
            | Action::Step { .. }
            | Action::ToInt { .. }
            | Action::ToFloat { .. }
            | Action::Compare { .. }
            | Action::Fetch { .. }
            | Action::Borrow { .. }
            | Action::Change { .. }
            | Action::Count { .. }
            | Action::Intrinsic { .. } => true,
            Action::Jump { .. }
            | Action::Branch { .. }
            | Action::Next { .. }
            | Action::Switch { .. }
            | Action::Constant { .. }
            | Action::Copy { .. }
            | Action::AssignArray { .. }
            | Action::Move { .. }
            | Action::FetchCopy { .. }
            | Action::Push { .. } => false,
        }
    }
}

/// An action and what goes before it.
#[derive(Debug)]
pub(crate) struct Step {
    /// Slots of the frame that must hold this.
    pub guards: Vec<(u32, Ty)>,
    /// A variable that is overwritten: it may hold nothing counted.
    pub overwrites: Option<u32>,
    pub action: Action,
    /// Ops that are done with it.
    pub ops: u32,
    /// Slots that the ops leave dead.
    pub consumed: Vec<u32>,
}
