//! What several tests need: a compiled program, and sets of tags by name.

#[allow(dead_code, reason = "not every test needs all of this")]
pub mod evaluate;
#[allow(dead_code, reason = "not every test needs all of this")]
pub mod machine;

use loxo_bytecode::{Const, Unit};
use loxo_compiler::{BuiltinFn, Builtins, CompileOptions};
use loxo_form::Tags;

struct NoBuiltins;

impl Builtins for NoBuiltins {
    fn function(&self, _: &[u8]) -> Option<BuiltinFn> {
        None
    }

    fn constant(&self, _: &[u8]) -> Option<Const> {
        None
    }
}

pub fn try_compile(source: &str) -> Option<Unit> {
    let arena = bumpalo::Bump::new();
    let parsed = loxo_syntax::parse(&arena, source.as_bytes(), &loxo_syntax::ParseOptions::default()).ok()?;
    let options = CompileOptions {
        path: b"/case.php",
        builtins: &NoBuiltins,
        short_open_tag: false,
        eval: false,
        assertions: 1,
        cwd: b"/",
        optimize: true,
        anonymous: None,
        multibyte: false,
    };
    loxo_compiler::compile(&parsed, &options).ok().map(|(unit, _)| unit)
}

#[allow(dead_code, reason = "not every test needs all of this")]
pub fn compile(source: &str) -> Unit {
    let unit = try_compile(source).expect("a program that compiles");
    loxo_bytecode::verify::unit(&unit).expect("a well-formed unit");
    unit
}

#[allow(dead_code, reason = "not every test needs all of this")]
/// `int|null`
pub fn tags(names: &str) -> Option<Tags> {
    let known = [
        ("int", Tags::INT),
        ("float", Tags::FLOAT),
        ("bool", Tags::BOOL),
        ("null", Tags::NULL),
        ("string", Tags::STRING),
        ("array", Tags::ARRAY),
        ("object", Tags::OBJECT),
    ];
    names.split('|').try_fold(Tags::NONE, |all, name| known.iter().find(|(known, _)| *known == name).map(|(_, tags)| all.with(*tags)))
}
