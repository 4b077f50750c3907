//! Blocks, instructions and frame states.

use crate::build::Place;
use crate::intrinsics::Intrinsic;
use crate::types::{Tags, Type};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u32);

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// What is known of each value.
    pub values: Vec<Type>,
    pub blocks: Vec<Block>,
    pub states: Vec<FrameState>,
    /// One behind the last op and the last constant that instructions name: those of functions that were inlined are numbered behind the function's own.
    /// 0: there are none.
    pub inlined: [u32; 2],
    /// The function has no frame: its parameters are those of the first block, and this is what it gives back. See [`crate::frameless()`].
    pub frameless: Option<Type>,
    /// Where the frame's truth may be taken up. The first is the function's start: op 0, behind which all parameters are in their slots.
    pub entries: Vec<Entry>,
}

impl Form {
    /// By value: how often it is used.
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.values.len()];
        let mut used = |value: ValueId| uses[value.0 as usize] += 1;
        for block in &self.blocks {
            block.insts.iter().flat_map(|inst| &inst.args).for_each(|value| used(*value));
            match &block.end {
                End::Branch { on: value, .. } | End::Switch { on: value, .. } | End::Return(value, _) => used(*value),
                End::Jump(..) | End::Leave(_) => {}
            }
            block.end.targets().into_iter().flat_map(|(_, arguments)| arguments).for_each(|value| used(*value));
        }
        self.states.iter().flat_map(|state| &state.slots).for_each(|(_, value)| used(*value));
        uses
    }

    /// By value: something asks for more of it than its tag.
    pub fn contents(&self) -> Vec<bool> {
        let mut asked = vec![false; self.values.len()];
        let mut guards: Vec<(ValueId, ValueId)> = Vec::new();
        for block in &self.blocks {
            for inst in &block.insts {
                match (&inst.kind, inst.args.as_slice(), inst.result) {
                    (Kind::HasTags(_), ..) | (Kind::Guard(_), _, None) => {}
                    (Kind::Guard(_), [value], Some(result)) => guards.push((*value, result)),
                    (_, values, _) => values.iter().for_each(|value| asked[value.0 as usize] = true),
                }
            }
            match &block.end {
                End::Branch { on: value, .. } | End::Switch { on: value, .. } | End::Return(value, _) => asked[value.0 as usize] = true,
                End::Jump(..) | End::Leave(_) => {}
            }
            block.end.targets().into_iter().flat_map(|(_, arguments)| arguments).for_each(|value| asked[value.0 as usize] = true);
        }
        self.states.iter().flat_map(|state| &state.slots).for_each(|(_, value)| asked[value.0 as usize] = true);
        // A guard's result may be the argument of another guard, which comes later.
        guards.iter().rev().for_each(|(value, result)| asked[value.0 as usize] |= asked[result.0 as usize] || self.is_unboxed(*result));
        asked
    }

    fn is_unboxed(&self, value: ValueId) -> bool {
        self.values[value.0 as usize].unboxed()
    }
}

/// A block without parameters at which the interpreter (or, for the first one, a call) enters. Everything is in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub op: u32,
    pub block: BlockId,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub params: Vec<ValueId>,
    pub insts: Vec<Inst>,
    pub end: End,
    /// Control hardly ever comes here.
    pub cold: bool,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    pub kind: Kind,
    pub args: Vec<ValueId>,
    pub result: Option<ValueId>,
    /// With which state it leaves, if it may.
    pub exit: Option<StateId>,
    /// The op that it is a part of, of the function or of one that was inlined.
    pub at: u32,
}

/// Ints from the negative of this one up to it are floats too, all of them.
pub const WHOLE: i64 = 1 << 53;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntOp {
    /// These three leave at an overflow.
    Add,
    Sub,
    Mul,
    /// Leaves when something remains, or the right side is 0 or -1.
    Div,
    /// Toward zero: what remains is dropped. Leaves when the right side is 0 or -1, or a side is beyond [`WHOLE`], where a division of floats rounds.
    Quotient,
    /// Leaves when the right side is 0 or -1.
    Mod,
    And,
    Or,
    Xor,
    /// These two leave unless the right side is 0 to 63.
    Shl,
    Shr,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    /// Leaves when the right side is 0.
    Div,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// What an instruction does with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    // ------------------------------------------------------------------------------------------------ constants
    Int(i64),
    /// By its bits.
    Float(u64),
    Bool(bool),
    Null,
    /// Constant of the function; boxed, and never counted.
    Constant(u32),
    // --------------------------------------------------------------------------------------------------- slots
    /// What a slot ([`loxo_bytecode::THIS`] too) holds, boxed.
    Load(u32),
    /// Writes an argument to a slot, without a look at what it held. A boxed one becomes the slot's own: it was counted for it.
    Store(u32),
    /// Writes an argument to a local and drops what that held, which is no reference. Leaves if destructors are pending then, before the state's op runs;
    /// it needs no exit if the local held nothing that has one.
    Replace(u32),
    /// Drops what a temporary holds, which is dead then. May free, so destructors may be pending.
    Release(u32),
    // -------------------------------------------------------------------------------------------------- guards
    /// The argument, which has one of these tags, or leaves. Where that makes it a number, it is unboxed.
    Guard(Tags),
    /// The argument as a boxed value.
    Box,
    /// The number in a boxed argument, which is known to have the type of the result (int, float or bool): nothing is checked.
    Unbox,
    // -------------------------------------------------------------------------------------------------- numbers
    Ints(IntOp),
    Floats(FloatOp),
    /// Of two ints, which gives an int where nothing remains, or else a float; boxed. Leaves when the right side is 0 or -1.
    DivideInts,
    /// A float to the power of one that is not negative.
    Power,
    /// What the builtin gives that op `at` calls: of two ints or floats, of one, of a float, or of a string. Leaves where the op's name means another
    /// function, where somebody watches calls, and where the builtin would throw or gives something of another type.
    Intrinsic(Intrinsic),
    IntToFloat,
    /// 1 or 0.
    BoolToInt,
    /// Toward zero; leaves if an int can't hold it.
    FloatToInt,
    /// Of two ints; or of two bools, for `Equal` and `NotEqual`.
    CompareInts(Compare),
    CompareFloats(Compare),
    /// The argument (a bool) the other way round.
    Not,
    /// An int or a float is not zero.
    Truth,
    /// A boxed argument has one of these tags.
    HasTags(Tags),
    /// The truth of a boxed argument that is no object and no reference.
    TruthOf,
    /// A boxed argument, which is a string, is this constant string.
    SameString(u32),
    /// The op that the table of a `Switch` leads to for a boxed argument, which is a string as the table's keys are.
    CaseOf,
    // ------------------------------------------------------------------------------------------------- elements
    /// What an array holds under a constant string that means no int: borrowed and boxed. The argument is any boxed value; references are followed, on
    /// both sides. Undefined: certainly nothing (also of what has no elements: null, undefined, bools and numbers). Tagged as a reference: the
    /// interpreter has to look, as the argument is an object or the like.
    Element(u32),
    /// The same with a key that is the second argument: an unboxed int, or boxed. Of a string the byte at an offset. What is neither an int nor a string
    /// as key is for the interpreter too.
    ElementAt,
    /// What the property that the op names holds in an object, the argument: borrowed and boxed, found by the op's inline cache. Tagged as a reference,
    /// or undefined: the interpreter has to look.
    Property,
    /// What an object of a known class, the argument, has so many bytes from its start: borrowed and boxed.
    PropertyAt(u32),
    /// Writes the second argument there, which was counted for it if it is boxed, and drops what was there before: nothing that has a destructor.
    SetPropertyAt(u32),
    /// The same where nothing that is counted was before.
    StorePropertyAt(u32),
    /// Writes the second argument to a place in an object of a class that the op's inline cache has seen, the first one, and gives whether that was
    /// done: the property takes the value, and it takes no more than to lower the count of what was there. A boxed value gets an owner more, unless it
    /// is moved (`true`).
    SetPropertyIn(Place, bool),
    /// The same, by a copy, where nothing was written before.
    PromoteIn(Place),
    /// Writes the second argument to the property that the op names in an object, the first one, as its inline cache has it, and gives whether that was
    /// done: the first one is an object, the property takes the value as it is, and it takes no more than to lower the count of what was there. A boxed
    /// value gets an owner more, unless it is moved (`true`).
    SetProperty(bool),
    /// A boxed argument, or what it refers to.
    Deref,
    /// No typed property is bound to a reference, the argument: it takes any value.
    IsUntyped,
    /// Writes the second argument to what a reference, the first one, refers to: that is nothing counted, and the reference takes any value. A boxed one
    /// was counted for it.
    StoreInside,
    /// The same whatever is there, which is dropped. Leaves if destructors are pending then, before the state's op runs.
    ReplaceInside,
    // -------------------------------------------------------------------------------------------- places of elements
    // A place is the address of a value, an int. It is good until anything else than the next of these runs. 0: there is none.
    /// The place that a slot is.
    PlaceOf(u32),
    /// The place in a reference, the argument.
    PlaceInside,
    /// The place of the property that the op names in an object, the argument, as its inline cache has it, if that may hold an array; or 0.
    PropertyPlace,
    /// The place of the static property that the op names, as its inline cache has it, if that may hold an array; or 0.
    StaticPlace,
    /// The place that an object of a known class, the argument, has so many bytes from its start.
    PlaceIn(u32),
    /// The place of the element that is there under a key, the second argument (an unboxed int, or boxed), in the array at a place, the first one, if
    /// that array has no other owner; or 0.
    ElementPlace,
    /// What is at a place: borrowed and boxed.
    ValueAt,
    /// Writes the third argument to the element under a key, the second one, of the array at a place, the first one, and gives whether that was done.
    /// Nothing is done if the array has another owner, or where it takes more than to lower the count of what was there. A boxed value gets an owner
    /// more, unless it is moved (`true`).
    SetElement(bool),
    /// The same for an element behind the last one: the second argument is the value.
    AppendElement(bool),
    /// Removes the element under a key, the second argument (an unboxed int, or boxed), from the array at a place, the first one, and gives whether that was
    /// done: the array has no other owner, and the key is an int or a string. What was there is given up, so destructors may be pending.
    RemoveElement,
    /// Makes what is at a place a reference, if it is none, and binds a local to it; gives whether that was done: what the local held has other owners.
    BindElement(u32),
    /// Computes with the number at a place, the first argument, and another one, and writes the result there; gives whether that was done: both were
    /// numbers, and nothing was in the way.
    ChangeAt(IntOp),
    /// A boxed argument, or null where that is undefined.
    OrNull,
    /// How many elements a boxed argument has, which is an array.
    ArrayLength,
    /// How many positions a boxed argument has, which is an array: elements, and holes where some were.
    ArrayPositions,
    /// What an array, the first argument, has at a position, the second: borrowed and boxed. Undefined: a hole.
    ValueInOrder,
    /// The key there: borrowed and boxed.
    KeyInOrder,
    /// How many bytes a boxed argument has, which is a string.
    StringLength,
    // ------------------------------------------------------------------------------------------------- counting
    /// One owner more of a boxed argument, if it is counted.
    Count,
    // ------------------------------------------------------------------------------------------- calls of the engine
    /// The object that the op makes, which starts the call of the inlined function with this number: boxed, and its one owner is whoever takes it.
    NewObject(u32),
    /// Starts the call of that constructor, the inlined function with this number, on the object, as the op does.
    StartConstructor(u32),
    /// Gives up what the header of a call's window owns, that an op has started.
    EndWindow(u32),
    /// The interpreter's code runs this op of the function on the frame, which must be up to date, and comes back. The result is what it left in its
    /// `Dst` (or `Var`) slot, if there is one and it is wanted. Leaves where the op goes elsewhere: an exception, a destructor, a jump.
    Run,
    /// The same for an op that has a jump target: the result (a bool) is whether it goes there, and not on to the next op. Leaves where it goes to
    /// neither.
    RunJump,
    /// Calls the function whose window is complete in the frame, by call op `at`. The result (boxed, its own in the op's slot, if that is not
    /// [`loxo_bytecode::NONE`]) is what it returned. Leaves into the unwinder if it threw.
    Call,
    /// Calls the function that call op `at` names, or the op that starts its call, without a frame: with its arguments, and with what it gives back as the result, if that is not null.
    /// Where the callee leaves, the state is written, and the caller leaves too: the interpreter stands in the call, of which the state has all but the
    /// arguments. Where there is no space for the call, both are written, and the interpreter makes it.
    CallFrameless,
    /// Leaves unless the bool is this one.
    GuardBool(bool),
    /// The argument, which is an object of one of the classes of the set with this number, or leaves.
    GuardClass(u32),
    /// Leaves unless the function that the op starts a call of is the one that it was when the code was made. Nothing is written.
    GuardCallee,
    /// The call that the op starts, or makes without a start, is one of the inlined function with this number, and nobody watches calls.
    IsCallOf(u32),
    /// The same for a method: the argument, boxed, is what it is called on.
    IsMethodCallOf(u32),
    /// The same for a closure: the argument, boxed, is what is called.
    IsClosureOf(u32),
    /// The object that a closure, the argument, is bound to, which is so for sure: borrowed and boxed.
    ClosureThis,
    /// What a closure, the argument, has captured, by its number: borrowed and boxed.
    Captured(u32),
    /// The call that was started in this window is of a function with parameters by reference.
    TakesReferences(u32),
    /// Leaves if something is pending (a signal, a limit of time, destructors), which is then dealt with before the state's op runs.
    Poll,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Jump(BlockId, Vec<ValueId>),
    /// By a bool.
    Branch {
        on: ValueId,
        then: (BlockId, Vec<ValueId>),
        otherwise: (BlockId, Vec<ValueId>),
    },
    /// By an int; where no case matches, to the last.
    Switch {
        on: ValueId,
        cases: Vec<(i64, BlockId)>,
        otherwise: BlockId,
    },
    /// The function's result, which belongs to the caller (boxed: counted for it). The frame still owns what is in the locals of the list, which may
    /// be counted; the other ones hold nothing that must be released.
    Return(ValueId, Vec<Owned>),
    /// The interpreter goes on.
    Leave(StateId),
}

/// A local that a frame owns something in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owned {
    pub slot: u32,
    /// It certainly holds a reference.
    pub is_reference: bool,
}

/// What is newer than the frame where code leaves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FrameState {
    /// The op that the interpreter runs next.
    pub op: u32,
    /// Slots and what they hold: unboxed values only.
    pub slots: Vec<(u32, ValueId)>,
    /// Ops in front of that one which the interpreter's code runs first, in this order: they start calls of inlined functions and of such without a
    /// frame, and copy arguments, and none of them can fail.
    pub before: Vec<u32>,
    /// Something was guessed that is not so: an inlined function can't go on, and is called from its beginning, or an op is reached that never was before.
    pub guessed: bool,
}
