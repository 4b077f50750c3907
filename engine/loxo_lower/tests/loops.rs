//! Lowers the loops of every `loops/*.php` and compares entries, side exits and IR with the `.out` file beside it. `LOXO_BLESS=1` writes the
//! files anew.
//!
//! A file holds several programs, separated by lines of dashes. A program is one function; the comment in front of it says what the function's
//! variables hold when its loops are found to be hot: `// $n = 100, $a = [1, 2], $x = 1.5`. Addresses in the IR are made up: the instruction of
//! op `n` is `0x1000 + n`, its handler `0x2000 + n`, constant `k` is at `0x3000 + k`, and the record of side exit `n` at `0x4000 + n`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cranelift_codegen::{ir, isa, settings};
use loxo_bytecode::{Function, OpCode, Unit, disasm};
use loxo_compiler::{CompileOptions, NoBuiltins};
use loxo_lower::{LoopCalls, LoopPlaces, LoopSnapshot, Resume, SideExit, lower};
use loxo_value::{PhpArray, Tag, Value};

fn compile(source: &str) -> Unit {
    let arena = bumpalo::Bump::new();
    let parsed = loxo_syntax::parse(&arena, source.as_bytes(), &loxo_syntax::ParseOptions::default()).expect("a program that parses");
    let options = CompileOptions::new(b"/case.php", &NoBuiltins);
    let (unit, _) = loxo_compiler::compile(&parsed, &options).expect("a program that compiles");
    loxo_bytecode::verify::unit(&unit).expect("a well-formed unit");
    unit
}

/// The value that a literal of the comment means.
fn value(text: &str) -> Value {
    if let Some(list) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let mut array = PhpArray::new();
        for item in list.split_whitespace() {
            array.push(value(item)).expect("a list that is not full");
        }
        return Value::array(array);
    }
    match text {
        "true" => Value::TRUE,
        "false" => Value::FALSE,
        "null" => Value::NULL,
        "'text'" => Value::string(loxo_value::PhpStr::new(b"text")),
        _ if text.contains('.') => Value::float(text.parse().expect("a float")),
        _ => Value::int(text.parse().expect("an int")),
    }
}

/// What the comment says of the variables.
fn variables(source: &str) -> BTreeMap<String, Value> {
    let comment = source.lines().find_map(|line| line.strip_prefix("// ")).unwrap_or_default();
    let pairs = comment.split(", ").filter_map(|pair| pair.split_once(" = "));
    pairs.map(|(name, text)| (name.trim_start_matches('$').to_owned(), value(text))).collect()
}

/// First and last ops of the loops: the targets of backward jumps, and the last jump to each.
fn loops(function: &Function) -> BTreeMap<u32, u32> {
    let jumps = function.code.iter().zip(0u32..).filter_map(|(op, at)| Some((op.jump_target()?, at)));
    jumps.filter(|(target, at)| target <= at).collect()
}

/// Entries, side exits and IR of one loop.
fn show(function: &Function, (first, last): (u32, u32), variables: &BTreeMap<String, Value>) -> String {
    let held = |name: &[u8]| variables.get(&*String::from_utf8_lossy(name)).cloned().unwrap_or(Value::UNDEF);
    let locals: Vec<Value> = function.locals.iter().map(|name| held(name)).collect();
    let mut tags = vec![Tag::Undef as u8; function.frame_slots as usize];
    tags.iter_mut().zip(&locals).for_each(|(tag, value)| *tag = value.tag() as u8);
    let exits = RefCell::new(BTreeSet::new());
    let resume = |op: u32| {
        exits.borrow_mut().insert(op);
        Resume { pc: 0x1000 + op as usize, handler: 0x2000 + op as usize }
    };
    let records = RefCell::new(String::new());
    let side_exits = |all: &[SideExit]| {
        for (n, SideExit { op, is_entry, is_guess, slots, .. }) in all.iter().enumerate() {
            let entry = if *is_entry { ", an entry" } else { "" };
            let guess = if *is_guess { ", a wrong guess" } else { "" };
            let slots: Vec<String> = slots.iter().map(|(slot, tag)| format!(", ${slot} {tag:?}")).collect();
            let _ = writeln!(records.borrow_mut(), "exit {n}: op {op}{entry}{guess}{}", slots.concat());
            exits.borrow_mut().insert(*op);
        }
        (0..all.len()).map(|n| 0x4000 + n).collect()
    };
    let iterated = |slot: u32| {
        let start = function.code.iter().find(|op| op.code == OpCode::IterInit && op.a == slot)?;
        locals.get(start.b as usize)
    };
    let snapshot = LoopSnapshot {
        function,
        first,
        low: first,
        last,
        locals: &locals,
        again: false,
        this: None,
        tags: &tags,
        resume: &resume,
        constant: &|k| 0x3000 + k as usize,
        property: &|_, _| None,
        class: &|_| None,
        iterated: &iterated,
        eager: false,
        engine: LoopCalls { own_array: 0x5000, assign: 0x5001, settle: 0x5002, side_exit: 0x5003 },
        side_exits: &side_exits,
        places: LoopPlaces { pending: 0x100, stack_limit: 0x108, functions: [0x110, 0x118] },
        intrinsic: &|_| None,
    };
    let target = isa::lookup_by_name(std::env::consts::ARCH).expect("a machine that code can be made for");
    let target = target.finish(settings::Flags::new(settings::builder())).expect("a machine without settings");
    let mut into = ir::Function::new();
    let lowered = lower(&snapshot, &mut into, &mut loxo_lower::Scratch::default(), target.frontend_config());
    let mut out = format!("loop {first}..={last}\n");
    match lowered {
        None => out.push_str("not lowered\n"),
        Some(lowered) => {
            cranelift_codegen::verify_function(&into, &*target).expect("well-formed IR");
            let _ = writeln!(out, "entries {:?}\nside exits {:?}\n{}{}", lowered.entries, exits.borrow(), records.borrow(), into.display());
        }
    }
    out
}

fn run(source: &str) -> String {
    let unit = compile(source);
    let function = unit.functions.get(1).expect("a function");
    let variables = variables(source);
    let mut out = disasm::function(function);
    for found in loops(function) {
        out.push('\n');
        out.push_str(&show(function, found, &variables));
    }
    out
}

#[test]
fn loops_are_lowered() {
    loxo_cases::check(&loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "loops", "php"), "out", loxo_cases::each_part(run));
}
