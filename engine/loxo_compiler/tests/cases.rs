//! Compiles every `cases/*.php` and compares code and diagnostics with the `.out` file beside it. `LOXO_BLESS=1` writes the files anew.
//! Whatever compiles must pass the verifier and the checker of temporaries, optimized or not.

#[path = "support/flow.rs"]
mod flow;

use std::fmt::Write;

use loxo_bytecode::{Const, Function};
use loxo_compiler::{BuiltinFn, Builtins, CompileOptions};

struct Few;

impl Builtins for Few {
    fn function(&self, name: &[u8]) -> Option<BuiltinFn> {
        let plain = |min_args, max_args| Some(BuiltinFn { min_args, max_args: Some(max_args), ..BuiltinFn::default() });
        match name {
            b"strlen" | b"is_array" | b"is_int" | b"shell_exec" => plain(1, 1),
            b"assert" => plain(1, 2),
            b"sort" => Some(BuiltinFn { min_args: 1, max_args: Some(2), ref_params: 1, ..BuiltinFn::default() }),
            b"preg_match" => Some(BuiltinFn { min_args: 2, max_args: Some(5), ref_params: 4, ..BuiltinFn::default() }),
            b"array_multisort" => Some(BuiltinFn { min_args: 1, ref_params: 1 | 1 << 63, prefer_ref: true, ..BuiltinFn::default() }),
            b"max" | b"printf" => Some(BuiltinFn { min_args: 1, ..BuiltinFn::default() }),
            b"compact" | b"extract" | b"func_get_args" => Some(BuiltinFn { needs_frame: true, ..BuiltinFn::default() }),
            _ => None,
        }
    }

    fn constant(&self, name: &[u8]) -> Option<Const> {
        match name {
            b"PHP_INT_MAX" => Some(Const::Int(i64::MAX)),
            b"PHP_EOL" => Some(Const::Str(b"\n".as_slice().into())),
            _ => None,
        }
    }
}

fn compile(source: &[u8], optimize: bool) -> String {
    compile_with(source, optimize, flow::check)
}

fn compile_with(source: &[u8], optimize: bool, check: fn(&Function) -> Vec<String>) -> String {
    let arena = bumpalo::Bump::new();
    let parsed = match loxo_syntax::parse(&arena, source, &loxo_syntax::ParseOptions::default()) {
        Ok(parsed) => parsed,
        Err(e) => return format!("Parse error: {} on line {}\n", e.message, e.line),
    };
    let options = CompileOptions { optimize, ..CompileOptions::new(b"/case.php", &Few) };
    match loxo_compiler::compile(&parsed, &options) {
        Err(e) => format!("Fatal error: {} on line {}\n", e.message, e.line),
        Ok((unit, diagnostics)) => {
            let mut out = String::new();
            for d in diagnostics {
                let _ = writeln!(out, "{:?}: {} on line {}", d.level, d.message, d.line);
            }
            loxo_bytecode::verify::unit(&unit).expect("a well-formed unit");
            let stored = loxo_bytecode::stored::write(&unit).expect("can be written");
            let read = loxo_bytecode::stored::read(&stored).expect("can be read");
            assert_eq!(format!("{read:?}"), format!("{unit:?}"), "what was written and read");
            let problems: Vec<String> = unit.functions.iter().flat_map(check).collect();
            assert!(problems.is_empty(), "{problems:#?}\n{}", loxo_bytecode::disasm::unit(&unit));
            out.push_str(&loxo_bytecode::disasm::unit(&unit));
            out
        }
    }
}

#[test]
fn cases() {
    let both = |program: &str| {
        compile(program.as_bytes(), false);
        compile(program.as_bytes(), true)
    };
    loxo_cases::check(&loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "cases", "php"), "out", loxo_cases::each_part(both));
}

/// Nesting as deep as it gets is an error, not a crash.
#[test]
fn deep_nesting() {
    let run = || {
        loxo_base::stack::set_remaining(6 << 20);
        for (open, close) in [("[", "]"), ("!", ""), ("$a->", "b"), ("-", "1"), ("1 + (", "1)")] {
            let n = 20_000;
            let mut source = format!("<?php $x = {}", open.repeat(n));
            source.push_str(&if close == "]" || close == "1)" { close.repeat(n).replacen("1)", "1", 1) } else { close.to_string() });
            source.push(';');
            let _ = compile_with(source.as_bytes(), true, |_| Vec::new());
        }
        for (piece, end) in [(" . $a", ";"), (" + 1", ";"), ("[0]", ";"), (" ?? $b", ";"), (" && $c", ";")] {
            let _ = compile_with(format!("<?php $x = $y{}{end}", piece.repeat(20_000)).as_bytes(), true, |_| Vec::new());
        }
    };
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread").join().expect("no crash");
}
