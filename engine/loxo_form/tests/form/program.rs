//! Programs as units.

use loxo_bytecode::Unit;
use loxo_compiler::{CompileOptions, NoBuiltins};

/// The unit of a program that may be none.
pub fn compile(source: &str) -> Option<Unit> {
    let arena = bumpalo::Bump::new();
    let parsed = loxo_syntax::parse(&arena, source.as_bytes(), &loxo_syntax::ParseOptions::default()).ok()?;
    loxo_compiler::compile(&parsed, &CompileOptions::new(b"/case.php", &NoBuiltins)).ok().map(|(unit, _)| unit)
}
