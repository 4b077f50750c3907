//! Compiler and optimizer: what parses is refused or gives units that the verifier and the checker of temporaries accept.
#![no_main]

#[path = "../../engine/loxo_compiler/tests/support/flow.rs"]
mod flow;

use loxo_bytecode::Const;
use loxo_compiler::{BuiltinFn, Builtins, CompileOptions};

/// One function of each kind that the compiler treats in a way of its own.
struct Few;

impl Builtins for Few {
    fn function(&self, name: &[u8]) -> Option<BuiltinFn> {
        let plain = |min_args, max_args| Some(BuiltinFn { min_args, max_args: Some(max_args), ..BuiltinFn::default() });
        match name {
            b"strlen" | b"is_array" | b"is_int" | b"count" | b"chr" | b"ord" | b"shell_exec" => plain(1, 1),
            b"in_array" | b"array_slice" => plain(2, 4),
            b"assert" => plain(1, 2),
            b"sort" => Some(BuiltinFn { min_args: 1, max_args: Some(2), ref_params: 1, ..BuiltinFn::default() }),
            b"array_multisort" => Some(BuiltinFn { min_args: 1, ref_params: 1 | 1 << 63, prefer_ref: true, ..BuiltinFn::default() }),
            b"sprintf" | b"max" | b"printf" => Some(BuiltinFn { min_args: 1, ..BuiltinFn::default() }),
            b"compact" | b"extract" | b"func_get_args" => Some(BuiltinFn { needs_frame: true, ..BuiltinFn::default() }),
            _ => None,
        }
    }

    fn constant(&self, name: &[u8]) -> Option<Const> {
        match name {
            b"PHP_INT_MAX" => Some(Const::Int(i64::MAX)),
            b"PHP_INT_MIN" => Some(Const::Int(i64::MIN)),
            b"NAN" => Some(Const::Float(f64::NAN)),
            b"INF" => Some(Const::Float(f64::INFINITY)),
            b"PHP_EOL" => Some(Const::Str(b"\n".as_slice().into())),
            _ => None,
        }
    }
}

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    loxo_fuzz::limit_stack();
    let arena = bumpalo::Bump::new();
    let Ok(parsed) = loxo_syntax::parse(&arena, source, &loxo_syntax::ParseOptions::default()) else { return };
    for optimize in [false, true] {
        let options = CompileOptions { optimize, ..CompileOptions::new(b"/fuzz.php", &Few) };
        let Ok((unit, _)) = loxo_compiler::compile(&parsed, &options) else { return };
        loxo_bytecode::verify::unit(&unit).expect("a well-formed unit");
        let problems: Vec<String> = unit.functions.iter().flat_map(flow::check).collect();
        assert!(problems.is_empty(), "{problems:#?}\n{}", loxo_bytecode::disasm::unit(&unit));
    }
});
