//! Programs as units.

use loxo_bytecode::{Const, Function, Unit};
use loxo_compiler::{CompileOptions, NoBuiltins};

/// The unit of a program that may be none.
pub fn compile(source: &str) -> Option<Unit> {
    let arena = bumpalo::Bump::new();
    let parsed = loxo_syntax::parse(&arena, source.as_bytes(), &loxo_syntax::ParseOptions::default()).ok()?;
    loxo_compiler::compile(&parsed, &CompileOptions::new(b"/case.php", &NoBuiltins)).ok().map(|(unit, _)| unit)
}

/// A constant of a function is a string that begins with a letter.
pub fn is_text(function: &Function, k: u32) -> bool {
    matches!(function.consts.get(k as usize), Some(Const::Str(text)) if text.first().is_some_and(u8::is_ascii_alphabetic))
}
