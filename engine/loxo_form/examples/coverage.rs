//! Builds the forms of all functions of the PHP files below the given folders, verifies them, and counts what their ops became. Prints the code and the
//! form of functions of the name that `LOXO_SHOW` says. With `LOXO_KINDS=all`, of all kinds of instructions.

#[path = "../tests/form/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use loxo_form::{End, Form, Input, Kind, Supported, Tags, build_with, verify};

fn collect(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| collect(&entry.path(), out));
    } else if path.extension().is_some_and(|extension| extension == "php" || extension == "phpt") {
        out.push(path.into());
    }
}

#[derive(Default)]
struct Counts {
    functions: usize,
    refused: BTreeMap<String, usize>,
    ops: usize,
    run: BTreeMap<&'static str, usize>,
    left: BTreeMap<&'static str, usize>,
    instructions: usize,
    states: usize,
}

impl Counts {
    fn add(&mut self, function: &loxo_bytecode::Function, form: &Form) {
        let name = |at: u32| function.code[at as usize].code.info().name;
        let mut seen: BTreeMap<u32, bool> = BTreeMap::new();
        for block in &form.blocks {
            self.instructions += block.insts.len() + 1;
            for inst in &block.insts {
                if matches!(inst.kind, Kind::Run | Kind::RunJump | Kind::Call) {
                    seen.insert(inst.at, false);
                }
            }
            if let End::Leave(state) = block.end {
                seen.entry(form.states[state.0 as usize].op).or_insert(true);
            }
        }
        for (at, leaves) in seen {
            *if leaves { &mut self.left } else { &mut self.run }.entry(name(at)).or_default() += 1;
        }
        self.ops += function.code.len();
        self.states += form.states.len();
    }
}

fn print(title: &str, counts: &BTreeMap<&'static str, usize>) {
    let total: usize = counts.values().sum();
    let mut all: Vec<_> = counts.iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    println!("{title}: {total}");
    all.iter().take(60).for_each(|(name, count)| println!("  {count:7} {name}"));
}

fn main() {
    // Some tests are nested deeply.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(count);
    thread.expect("a thread").join().expect("no panic");
}

fn count() {
    let mut files = Vec::new();
    std::env::args().skip(1).for_each(|folder| collect(Path::new(&folder), &mut files));
    let mut counts = Counts::default();
    let shown = std::env::var("LOXO_SHOW").ok();
    let supported = if std::env::var_os("LOXO_KINDS").is_some() { Supported::ALL } else { Supported::default() };
    for file in files {
        let Ok(source) = std::fs::read_to_string(&file) else { continue };
        let Some(unit) = program::compile(&source) else { continue };
        for function in &unit.functions {
            let input = Input {
                function,
                on_object: false,
                params: &[],
                elements: &[],
                intrinsic: &|_| None,
                hint: &|_| Tags::ANY,
                observed: &|_| [Tags::NONE; 4],
                finds: &|_| false,
                seen: &|_| None,
                reached: &|_| None,
                taken: &|_| None,
                refers: &|_| false,
                avoid: &|_| false,
                called: &[],
                inlinable: &[],
                is_text: &|k| program::is_text(function, k),
                first: [0; 2],
                only: None,
            };
            match build_with(&input, supported) {
                Ok(form) => {
                    counts.functions += 1;
                    if let Err(error) = verify(&form, function) {
                        println!("{} {}: {error}", file.display(), String::from_utf8_lossy(&function.name));
                    }
                    if shown.as_deref().is_some_and(|name| name.as_bytes() == &*function.name) {
                        println!("{}\n{form}", loxo_bytecode::disasm::function(function));
                    }
                    counts.add(function, &form);
                }
                Err(refusal) => *counts.refused.entry(format!("{refusal:?}")).or_default() += 1,
            }
        }
    }
    println!("{} functions, refused: {:?}", counts.functions, counts.refused);
    println!("{} ops, {} instructions, {} states", counts.ops, counts.instructions, counts.states);
    print("run", &counts.run);
    print("left", &counts.left);
}
