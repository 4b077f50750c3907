//! Syntax tree → bytecode units: name resolution, constant folding, code generation, PHP's compile-time errors, and an optimizer.
//!
//! Reads no files, runs no PHP code and knows the builtins only through [`Builtins`]. Every unit it returns passes
//! `loxo_bytecode::verify`. No unsafe code.
#![forbid(unsafe_code)]

mod args;
mod assign;
mod attributes;
mod call;
mod call_user_func;
mod class;
mod closure;
mod constant_calls;
mod constexpr;
mod control;
mod expr;
mod fetch;
mod foreach;
mod function;
mod hooks;
mod intrinsics;
mod isset;
mod jumps;
mod list;
mod lvalue;
mod magic_consts;
mod match_expr;
mod members;
mod names;
mod opt;
mod params;
mod pretty;
mod state;
mod stmt;
mod strings;
mod toplevel;
mod try_catch;
mod types;

use loxo_bytecode::Unit;
use loxo_syntax::Parsed;

pub use state::diagnostics::{CompileError, CompileResult, Diagnostic, Level};
pub use state::options::{BuiltinFn, Builtins, CompileOptions, NoBuiltins};

/// Compiles a file, or the string of an `eval()`.
pub fn compile<'p>(parsed: &'p Parsed<'p>, options: &CompileOptions<'p>) -> CompileResult<(Unit, Vec<Diagnostic>)> {
    let (mut unit, diagnostics) = toplevel::unit(parsed, options)?;
    if options.optimize {
        opt::unit(&mut unit, options.keep_lines);
    }
    unit.trim();
    Ok((unit, diagnostics))
}
