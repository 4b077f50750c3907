//! Bytecode to Cranelift IR.
//!
//! What is lowered is a loop: the ops from the target of a backward jump to the last jump that leads there. Locals that hold numbers live in
//! registers; everything else stays in the frame. Types are what the frame held when the loop was found to be hot, what constants say,
//! and what follows from these; where they come from outside, a guard looks. A guard that fails, and every op that is not lowered, leaves:
//! what is only in registers is written to the frame, and the interpreter goes on at that op. Behind such an op it may come back
//! (see [`Lowered::entries`]). So the frame is the truth at every op boundary that anybody else can see.
//!
//! Lowered code runs no PHP code and raises nothing. It calls the engine to assign an array and to copy one that others own too, and nothing else.
//!
//! # Compiled loops
//!
//! - Backward jumps begin with a handler that counts per thread (`loxo_vm::tiering`). A loop that has run as long as its compilation takes is
//!   compiled where it stands, with the types that its frame shows at that moment; the machine code is put in front of instructions, for all
//!   threads. It is never freed.
//! - A region is the ops from the target of the jump to the last jump there; if it begins with the condition of a loop whose body stands before that, from
//!   that body on. Ints, floats and bools of its locals are in registers; an array that is
//!   known to be packed has its address in one; a temporary that only leads to an element stands for its location and is not counted. All else
//!   stays in the frame.
//! - Whatever comes from outside is guarded. A guard that fails, an op that is not lowered and a jump out of the region are side exits: they write
//!   the registers to the frame and return the instruction to go on with, and its handler. So the frame is the truth at every op boundary that PHP
//!   code, the unwinder, the collector or another thread can see, and nothing beside the interpreter needs to know of compiled code.
//! - Behind an op that is not lowered the interpreter may enter again, if enough ops follow that are. Entries check what their block takes for
//!   granted. Guards on types count when they fail; a loop that fails often is compiled anew, a few times, each after twice as many runs.
//! - Compiled code runs no PHP code and raises nothing. A value that is overwritten is released there only if it has other owners and the collector
//!   knows it, or if an array is assigned: what is due then (destructors) is the interpreter's ([`LoopCalls`]). An array of a variable that others own too
//!   is copied before it is written, if there is certainly memory for that.
//! - The first iteration of an inner loop is code of its own where later ones then know more of variables (`peeling`): it looks at what they hold, and an
//!   int that becomes a float has become one.
//! - What ints lie between, who owns arrays and how long they are is followed along all paths (`state`): what is expected of ints where a loop begins is
//!   guarded there, all of them at once, and less is expected when that was wrong too often. In innermost loops the slice of an array is in registers.
//!   Ops that follow each other in a block look once at what an element holds (`seen`). `max()`, `min()`, `abs()`, `sqrt()` and others of numbers are
//!   computed in place (`intrinsics`).
//! - `LOXO_JIT=0` leaves it out. `LOXO_STRESS=jit` compiles each loop at its second iteration and enters wherever that is possible.

mod action;
mod arithmetic;
mod builder;
mod builtins;
mod emit;
mod exit_records;
mod flow;
mod function;
mod function_calls;
mod function_classes;
mod function_closures;
mod function_element_methods;
mod function_elements;
mod function_engine;
mod function_exits;
mod function_frameless;
mod function_identity;
mod function_inlining;
mod function_interface;
mod function_intrinsics;
mod function_places;
mod function_returns;
mod function_starts;
mod function_values;
mod function_writes;
mod guards;
mod in_place;
mod intrinsics;
mod live;
mod locations;
mod numbers;
mod op_slots;
mod peeling;
mod plan;
mod quotients;
mod seen;
mod side_exits;
mod state;

use cranelift_codegen::ir;
use cranelift_codegen::isa::TargetFrontendConfig;
use loxo_bytecode::Function;
use loxo_value::Value;

pub use intrinsics::{BuiltinMethod, CalledBuiltin, CalledIntrinsic};

pub use builder::Scratch;
pub use exit_records::LeftCall;
pub use exit_records::SideExit;
pub use function::{Callee, FunctionRequest, Inlinable, lower_function, named_address};
pub use function_engine::{EngineCalls, Offsets};
pub use function_interface::Frameless;
pub use in_place::is_done_in_place;

/// A loop, and what is seen of it at the moment.
pub struct LoopSnapshot<'a> {
    pub function: &'a Function,
    /// Op that the backward jump leads to.
    pub first: u32,
    /// First op of the loop: where the loop begins with the condition of another one, the body of that stands before its condition.
    pub low: u32,
    /// Last op of the loop.
    pub last: u32,
    /// What the local variables hold right now.
    pub locals: &'a [Value],
    /// What was made for a loop of the function before met something else too often: less is expected of numbers and arrays.
    pub again: bool,
    /// What `$this` is.
    pub this: Option<&'a Value>,
    /// Tag of each slot of the frame. Those of temporaries are what the last iteration left there.
    pub tags: &'a [u8],
    /// How the interpreter runs an op.
    pub resume: &'a dyn Fn(u32) -> Resume,
    /// Address of a constant of the function.
    pub constant: &'a dyn Fn(u32) -> usize,
    /// A property of an object, by its name (a constant of the function), if it has a slot there.
    pub property: &'a dyn Fn(&'a Value, u32) -> Option<Property<'a>>,
    /// Address of an object's class.
    pub class: &'a dyn Fn(&Value) -> Option<usize>,
    /// The array that the `foreach` loop with its iterator in a slot goes over right now.
    pub iterated: &'a dyn Fn(u32) -> Option<&'a Value>,
    /// Comes back behind each op that is left to the interpreter, whether it pays or not (for tests).
    pub eager: bool,
    pub engine: LoopCalls,
    /// Addresses of records of side exits, which live as long as the code.
    pub side_exits: &'a dyn Fn(&[SideExit]) -> Vec<usize>,
    pub places: LoopPlaces,
    /// What an op calls, if that can be computed in place.
    pub intrinsic: &'a dyn Fn(u32) -> Option<CalledIntrinsic>,
}

/// Where a loop finds what it looks at in the machine.
#[derive(Clone, Copy)]
pub struct LoopPlaces {
    /// The address of the byte that says that something is pending.
    pub pending: i32,
    /// The last address that a frame may have.
    pub stack_limit: i32,
    /// The address of the first entry of the request's table of functions, and their number.
    pub functions: [i32; 2],
}

/// Addresses of what the code of a loop calls: none of it runs PHP code or unwinds.
#[derive(Clone, Copy)]
pub struct LoopCalls {
    /// Of the place of an array: gives it a copy of its own if others own it too. Gives the array's address; null: nothing was done, the interpreter has to.
    pub own_array: usize,
    /// Of two places: the second value is assigned to the first, which is no reference.
    pub assign: usize,
    /// A handler for an op that was done but for what became due by it.
    pub settle: usize,
    /// Stands for a handler, and takes the record of a side exit for an instruction.
    pub side_exit: usize,
}

/// Where a property is in objects of a class.
#[derive(Clone, Copy)]
pub struct Property<'a> {
    /// Address of the class.
    pub class: usize,
    /// Offset in the object, in bytes.
    pub offset: i32,
    /// A bit for each tag that may be stored there as it is.
    pub accepts: u32,
    /// What one object has there.
    pub value: &'a Value,
}

impl Property<'_> {
    fn hop(&self) -> action::Hop {
        action::Hop::Property { class: self.class, offset: self.offset }
    }
}

/// How the interpreter runs an op: where the instruction is, and the handler that it had before compiled code was put in front of it.
#[derive(Clone, Copy)]
pub struct Resume {
    pub pc: usize,
    pub handler: usize,
}

/// What [`lower`] made beside the IR.
pub struct Lowered {
    /// Ops at which the interpreter may enter, by the number that the function wants.
    pub entries: Vec<u32>,
    /// Many of the ops of an iteration are left to the interpreter.
    pub leaves_often: bool,
}

/// Longer loops are not looked at, nor those with more ops times slots: it would take too long for whoever waits.
const MOST_OPS: u32 = 1000;
const MOST_WORK: u32 = 400_000;

/// Lowers a loop into `into`, a function of the frame's address, that of the machine that runs it, and the number of an entry; it returns where the interpreter goes on, and with which handler. `None`: nothing in it would be faster.
pub fn lower(what: &LoopSnapshot<'_>, into: &mut ir::Function, scratch: &mut Scratch, config: TargetFrontendConfig) -> Option<Lowered> {
    let ops = what.last - what.low;
    if ops > MOST_OPS || ops.saturating_mul(what.function.frame_slots) > MOST_WORK {
        return None;
    }
    let planner = plan::Planner::new(what);
    let flow = flow::solve(what, &planner)?;
    let leaves_often = flow.leaves_often(what);
    // Where its head is no entry either, most of it stays with the interpreter.
    if leaves_often && !what.eager && !flow.entries.contains(&what.first) {
        return None;
    }
    emit::function(what, &planner, &flow, into, scratch, config);
    Some(Lowered { leaves_often, entries: flow.entries })
}
