//! The interpreter: loading units, frames, calls, handlers of ops, generators and fibers.
//!
//! Knows nothing of extensions but their tables, and nothing of HTTP or command lines. Handlers are the hot part: see `handlers` for the
//! shape they must have.
//!
//! # Instructions and handlers
//!
//! - An instruction is 24 bytes: handler address, three 32-bit operands, flags and a 24-bit operand. Slot operands are byte offsets from the
//!   frame, constants and jumps byte offsets from the instruction; constants lie behind the code in the same block.
//! - In release builds a handler ends in a call of the next one, which LLVM turns into a jump. This needs `codegen-units = 1` for this crate and
//!   nothing with drop glue alive at the end. Slow halves are handlers of their own, reached by jumps (`go_cold!`): a plain call would make the
//!   fast half save registers. So are the paths of operators for floats. Debug builds return to a loop. `cargo xtask tidy --tails BINARY` looks for
//!   handlers that call instead of jump.
//! - Handlers try `loxo_fast_paths` (numbers, elements of arrays) first, then a second handler that releases old values, then the cold path.
//! - Where the loader knows more than an op says, or sees ops that belong together, it puts a superinstruction (`handlers::superinstructions`).
//!   The bytecode stays as it is: a handler that gives up leaves the ops to themselves.
//! - Whoever knows an op by its handler must know that machine code may stand in front of it; calls are never entries of compiled code.
//!
//! # Frames and calls
//!
//! - Call windows: the caller evaluates arguments straight into what will be the callee's first slots. The header (five slots: closure; func, pc;
//!   previous frame, extra; called class, argument count, flags; `$this`) lies below them. Builtins run on the window without a frame;
//!   backtraces find them from the op that the calling frame stands at. A window for `__call()` has the name in place of the closure until it is
//!   entered.
//! - Rust code that calls PHP pushes a re-entry frame, whose return address is an instruction that leaves the loop.
//! - Functions that only return a constant are finished without a frame (`FnFlags::CONSTANT`); functions that PHP compiles to ops of their own
//!   (`count`, `strlen`, `is_int`…) are ops here too, and show in no backtrace.
//! - Messages about a call run handlers while its arguments wait: `before_call` keeps them, as running a builtin does, where they reach beyond the
//!   frame.
//! - Temporaries have one consumer. `LiveRange` says what is alive to the unwinder; exceptions, `exit` and fatal errors leave by the same path.
//!   Exhausted memory unwinds natively (`resume_unwind`) to the request's boundary; frames left like that are never taken down:
//!   `unbind_above` takes the global variables out of them.
//! - Generators: the frame moves between heap and stack, up to the highest temporary that may be alive at the `yield`. A `foreach`, `send()` and
//!   `next()` resume their generator without leaving the interpreter. Generators that delegate to each other are a chain
//!   (`objects::generator::chain`). Fibers: a second frame stack and a native stack (corosensei).
//!
//! # Access
//!
//! - Nested writes go step by step through one register, `loxo_fast_paths::LvalueRegister`; every container op exists for a slot and for it. Its owner is the
//!   array, object or reference that it points into. Nobody counts that until an op is about to run PHP code (`hold_owner`); what that code writes
//!   to the array then goes to a copy. If a warning's handler changes the container itself (`access::lvalue_guard`), the write goes nowhere, as in
//!   PHP. A variable that a symbol table holds becomes a reference before a nested write goes through it: tables move.
//! - Inline caches are per-request tables indexed by process-wide numbers; entry 0 is never used, units of `eval` use it for everything. Behind them
//!   stands `loxo_lookup_cache`: properties, methods, static properties and class constants by class, interned name and scope, direct mapped.
//!   Those of globals hold for a generation of the table: every variable that comes, goes or moves begins a new one.
//! - Code may run in several scopes (bound closures, methods of traits, constant expressions). Inline caches know nothing of scopes, so such code
//!   fills them with what is the same in all scopes alone.
//! - Properties that a builtin class computes (`@virtual` in its stub) have no slots; `FetchProp` asks `ObjectHandlers::read_property` at once.
//! - An array literal with known keys is a copy of a constant array (`ArrayShape`) into which the computed values are put by position.
//!
//! # Shared, and per request
//!
//! Names have dense process-wide ids (`FnId`, `ClassId`, `ConstId`) that index a request's flat tables; what extensions declare has the first ids.
//! Linked classes are cached by what they were linked from. Where units come from is not known here: see `loxo_engine`.
// Handlers are raw by nature; each module says what its pointers are.
#![allow(clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref, clippy::result_unit_err)]

mod access;
mod builtins;
mod call;
mod code;
mod frame;
pub mod generated;
mod handlers;
mod objects;
mod request;
mod source;
mod vm;

pub use call::watched::{INTERPRETER, run_every_op};
pub use code::load::load;
pub use code::{bytes_of, bytes_of_unit};
pub use loxo_value::address_space::process_ends;
pub use loxo_value::frame_stack::prepare_thread;
pub use loxo_value::interrupter;
pub use request::boundary::Outcome;
pub use request::hooks::{Loader, hooks};
pub use source::run_main::Variables;
pub use vm::Vm;

/// What entering, running and leaving machine code takes, and putting other handlers in front of ops: for `loxo_tiering` and `loxo_coverage`.
pub mod for_machine_code {
    pub use crate::access::lookup_cache::{InlineCache, always_takes, has_one_scope};
    pub use crate::call::builtin::{run_function, run_method};
    pub use crate::code::instruction::{Handler, Insn, Pc};
    pub use crate::code::{Code, code_of, machine_code};
    pub use crate::frame::{HEADER_BYTES, Header, flags, header, slot};
    pub use crate::handlers::{bind_captured, bind_next, collect, finish, make_closure, resume_by_call, single, truth};
    pub use crate::objects::closure::Closure;
    pub use crate::objects::generator::{Generator, Taker};
    pub use loxo_fast_paths::argument_list::ArgList;
    pub use loxo_fast_paths::entry_kind::{gives, is_collected};
    pub use loxo_fast_paths::stand_ins::no_constructor;
    pub use loxo_fast_paths::{identical, number_op, overwrite};
    pub use loxo_value::frame_stack::FrameStack;
    pub use loxo_value::symbol_table::SymbolTable;
}

/// Makes bugs of this thread's heap show: freed memory is overwritten, cycles are collected at every allocation.
pub fn set_stress(poison: bool, collect: bool) {
    loxo_value::thread::set_stress(poison, collect);
}
