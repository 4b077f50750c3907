//! Types of locals that nothing but this code can touch, for ops without guards.

use loxo_bytecode::Function;

pub(crate) fn specialize(_f: &mut Function) {}
