//! One handler per op. Fast paths are inline and end in [`go!`]; everything else is a cold function that returns the next instruction.
//!
//! The shape matters: a handler must hold nothing with drop glue when it continues, or the call of the next handler is not a jump. The macros of [`slow_path`] give
//! slow halves that shape.

mod arguments;
mod arith;
pub(crate) mod array_access;
mod builtin_calls;
mod calls;
mod concat;
mod constants;
mod declare;
mod dims;
mod elements;
mod exceptions;
mod generators;
mod include;
mod init_calls;
mod intrinsics;
pub(crate) mod iterate;
mod jumps;
mod lent_arguments;
mod literals;
mod lvalue;
mod moves;
mod objects;
mod output;
mod params;
mod prop_ops;
mod prop_writes;
mod props;
mod returns;
mod silence;
pub(crate) mod slow_path;
mod static_props;
pub(crate) mod superinstructions;
mod variables;

use loxo_bytecode::for_each_op;

use crate::code::instruction::Handler;

pub(crate) use calls::CallForArg;
pub use calls::{bind_captured, collect, resume_by_call};
pub use declare::make_closure;
pub use iterate::bind_next;
pub(crate) use iterate::{IterNextTmp, is_iter_next};
pub use jumps::truth;
pub use slow_path::finish;
pub use superinstructions::single;

use arguments::*;
use arith::*;
use builtin_calls::*;
use calls::*;
use concat::*;
use constants::*;
use declare::*;
use dims::*;
use elements::{FetchDim, FetchDimK, IssetDim, IssetDimK};
use exceptions::*;
use generators::*;
use include::*;
use init_calls::*;
use intrinsics::*;
use iterate::*;
use jumps::*;
use literals::*;
use lvalue::*;
use moves::*;
use objects::*;
use output::*;
use params::*;
use prop_ops::*;
use prop_writes::*;
use props::*;
use returns::*;
use silence::*;
use static_props::*;
use variables::*;

macro_rules! handler_table {
    ($($name:ident [$($prop:tt)*] ($ka:ident $a:tt, $kb:ident $b:tt, $kc:ident $c:tt; $kx:ident $x:tt) $doc:literal;)*) => {
        /// Handlers by op number.
        pub static HANDLERS: &[Handler] = &[$($name),*];
    };
}
for_each_op!(handler_table);
