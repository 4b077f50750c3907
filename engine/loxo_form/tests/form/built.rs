//! Builds the forms of the functions in every `build/*.php` and compares them with the `.out` file beside it. `LOXO_BLESS=1` writes the files anew.
//!
//! A file holds several programs, separated by lines of dashes. The comment in front of one says what the parameters of its functions hold:
//! `// int, float|null`. `any` says nothing of a parameter. With the comment `// all kinds`, instructions are used that not every lowering has;
//! with `// inlining`, functions of the program are inlined; with `// guesses failed`, no op guesses; with `// frameless`, the form without a frame follows;
//! with `// on objects`, all functions are methods that run on objects.

use std::fmt::Write;

use loxo_bytecode::{Const, Function, OpCode, Unit, disasm};
use loxo_form::{Called, Form, Input, Interface, Kind, Place, Seen, Source, Supported, Tags, build_with, frameless};

use crate::calls::Calls;
use crate::program;

/// `int|null`
fn tags(names: &str) -> Option<Tags> {
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

/// What the comment says of the parameters.
fn params(source: &str) -> Vec<Tags> {
    let comment = source.lines().find_map(|line| line.strip_prefix("// ")).unwrap_or_default();
    comment.split(", ").map(|name| tags(name).unwrap_or(Tags::ANY)).collect()
}

fn show(unit: &Unit, function: &Function, params: &[Tags], source: &str) -> String {
    let says = |comment: &str| source.contains(comment);
    let supported = if says("// all kinds") { Supported::ALL } else { Supported::default() };
    let avoid = |_| says("// guesses failed");
    let calls = if says("// inlining") { Calls::of(unit, function) } else { Calls::default() };
    let input = Input {
        function,
        on_object: says("// on objects"),
        params,
        elements: &[],
        intrinsic: &|_| None,
        hint: &|_| Tags::ANY,
        observed: &|_| [Tags::NONE; 4],
        finds: &|_| says("// properties are found"),
        seen: &|op| says("// properties are seen").then(|| seen_at(function, op)).flatten(),
        reached: &|_| None,
        taken: &|_| None,
        refers: &|_| false,
        avoid: &avoid,
        called: &calls.called,
        inlinable: &calls.functions,
        is_text: &|k| program::is_text(function, k),
        first: [0; 2],
        only: None,
    };
    match build_with(&input, supported) {
        Err(refusal) => format!("{refusal:?}\n"),
        Ok(form) => {
            let text = form.to_string();
            loxo_form::verify(&form, function).unwrap_or_else(|error| panic!("{error}\n{}\n{text}", disasm::function(function)));
            if says("// frameless") { text + &show_frameless(unit, function, params, &form) } else { text }
        }
    }
}

/// Every object is of the same class, which has a property at a distance that its name's number says.
fn seen_at(function: &Function, op: u32) -> Option<Seen> {
    let op = function.code.get(op as usize)?;
    let name = match op.code {
        OpCode::FetchProp | OpCode::IssetProp | OpCode::IncDecProp => op.c,
        OpCode::AssignProp | OpCode::AssignPropOp | OpCode::PromoteParam | OpCode::LvProp => op.b,
        _ => return None,
    };
    Some(Seen { classes: 0, place: Place { distance: 32 + 16 * name, accepts: Tags::ANY }, refers: false })
}

/// The function whose name is a constant.
fn named<'u>(unit: &'u Unit, function: &Function, constant: u32) -> Option<&'u Function> {
    let Some(Const::Str(name)) = function.consts.get(constant as usize) else { return None };
    unit.functions.iter().find(|callee| callee.name.eq_ignore_ascii_case(name))
}

/// The form without a frame.
fn show_frameless(unit: &Unit, function: &Function, params: &[Tags], form: &Form) -> String {
    let called = |op: u32| {
        let op = &function.code[op as usize];
        let callee = match op.code {
            OpCode::CallFn => unit.functions.get(op.b as usize)?,
            OpCode::InitFn => named(unit, function, op.b)?,
            OpCode::InitStaticCall => named(unit, function, op.c)?,
            _ => return None,
        };
        let other = Interface {
            params: vec![Tags::INT; callee.params.len()],
            defaults: vec![Some(Kind::Int(7)); callee.params.len()],
            result: Tags::INT,
        };
        Some(if std::ptr::eq(callee, function) { Called::Itself } else { Called::Other(other) })
    };
    let Some((form, _)) = frameless(&Source { form, function, params, called: &called }) else { return "needs a frame\n".into() };
    let text = form.to_string();
    loxo_form::verify(&form, function).unwrap_or_else(|error| panic!("{error}\n{}\n{text}", disasm::function(function)));
    text
}

fn run(source: &str) -> String {
    let unit = program::compile(source).expect("a program that compiles");
    loxo_bytecode::verify::unit(&unit).expect("a well-formed unit");
    let params = params(source);
    let mut out = String::new();
    for function in unit.functions.iter().skip(1) {
        let _ = write!(out, "{}\n{}\n", disasm::function(function), show(&unit, function, &params, source));
    }
    out
}

#[test]
fn forms_are_built() {
    loxo_cases::check(&loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "build", "php"), "out", loxo_cases::each_part(run));
}
