//! Where machine code comes in: counts what runs often, shows it to a compiler, puts what that makes in front of instructions, and serves it.
//!
//! Knows the frames and handlers of the interpreter (`loxo_vm::for_machine_code`), which knows nothing of this crate but three functions;
//! knows no compiler but by its address (`loxo_jit`).

// It deals with frames and instructions as handlers do; each module says what its pointers are.
#![allow(clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

mod background;
pub mod builtin_methods;
pub mod builtins;
pub mod call_sites;
pub mod calls;
pub mod closures;
pub mod declared_types;
pub mod element_methods;
pub mod elements;
mod exits;
mod function_code;
pub mod functions;
mod generator_methods;
pub mod generators;
mod handlers;
pub mod hot_function;
pub mod inlining;
pub mod loops;
mod method_calls;
pub mod object_elements;
mod observed;
pub mod places;
pub mod side_exits;

pub use loxo_vm::for_machine_code::machine_code;

use loxo_bytecode::Function;
use loxo_vm::for_machine_code::Handler;
use machine_code::Tiering;

/// Code that is loaded from now on may be compiled: loops, and with a compiler for those whole functions.
pub fn install(loops: loops::Compiler, functions: Option<functions::Compiler>) {
    loops::install(loops);
    if let Some(functions) = functions {
        functions::install(functions);
    }
    machine_code::install(Tiering { counting_handler, is_its_own, go_on: functions::go_on });
}

fn counting_handler(function: &Function, at: usize) -> Option<Handler> {
    if loops::counts(function, at) { Some(loops::count) } else { functions::counts(function, at).then_some(functions::count as Handler) }
}

fn is_its_own(handler: *const ()) -> bool {
    loops::is_entry(handler) || functions::is_entry(handler) || observed::is_observing(handler)
}
