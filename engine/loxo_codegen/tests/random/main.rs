//! Random functions, compiled by Cranelift and by this crate: both do the same to registers and memory, and call the same with the same.
//!
//! `LOXO_CODEGEN=SEED,COUNT` tries so many from that seed on. `*.clif` beside this folder are functions that were compiled wrongly once.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod body;
mod callees;
mod compare;
mod frames;
mod memory;
mod patterns;
mod plan;
mod random;
mod run;
mod shrink;
mod steps;

use compare::{Comparison, Verdict};
use cranelift_codegen::ir::Function;

/// Sets of parameters that a function is run with.
const INPUTS: usize = 4;

/// What is wrong with a function, which is made smaller for that.
fn wrong(comparison: &Comparison, function: &Function, seed: u64) -> Result<Verdict, String> {
    match comparison.compare(function, seed, INPUTS) {
        Verdict::Invalid(why) => Err(format!("seed {seed} makes no function: {why}\n{}", function.display())),
        Verdict::Panics(what) => {
            let panics = |function: &_| matches!(comparison.compare(function, seed, INPUTS), Verdict::Panics(_));
            let hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(|_| {}));
            let small = shrink::shrink(function, &panics);
            std::panic::set_hook(hook);
            Err(format!("seed {seed}: it panics: {what}\n{}", small.display()))
        }
        Verdict::Wrong(what) => {
            let is_wrong = |function: &_| matches!(comparison.compare(function, seed, INPUTS), Verdict::Wrong(_));
            let small = shrink::shrink(function, &is_wrong);
            let what = if let Verdict::Wrong(what) = comparison.compare(&small, seed, INPUTS) { what } else { what };
            Err(comparison.report(&small, &format!("seed {seed}: {what}")))
        }
        verdict => Ok(verdict),
    }
}

#[test]
fn random_functions_do_what_cranelift_makes_them_do() {
    let asked = std::env::var("LOXO_CODEGEN").ok();
    let asked = asked.as_deref().and_then(|asked| asked.split_once(','));
    let (seed, count) = asked.and_then(|(seed, count)| Some((seed.parse().ok()?, count.parse().ok()?))).unwrap_or((1u64, 300u64));
    let comparison = Comparison::new();
    let (mut same, mut left) = (0, 0);
    for seed in seed..seed + count {
        let function = body::function(seed, comparison.isa.frontend_config());
        match wrong(&comparison, &function, seed) {
            Ok(Verdict::Left) => left += 1,
            Ok(_) => same += 1,
            Err(what) => panic!("{what}"),
        }
    }
    println!("{same} are the same, {left} were left to Cranelift");
    assert!(same > left, "hardly anything was compared");
}

/// What once was compiled wrongly, and is kept for that.
#[test]
fn listed_functions_do_what_cranelift_makes_them_do() {
    let comparison = Comparison::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let files = std::fs::read_dir(folder).expect("the folder of this test").map(|entry| entry.expect("a file").path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "clif")) {
        let text = std::fs::read_to_string(&file).expect("a text");
        let functions = cranelift_reader::parse_functions(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for (function, seed) in functions.iter().flat_map(|function| (1..20).map(move |seed| (function, seed))) {
            match wrong(&comparison, function, seed) {
                Ok(Verdict::Same) => {}
                Ok(_) => panic!("{}: it is left to Cranelift", file.display()),
                Err(what) => panic!("{}: {what}", file.display()),
            }
        }
    }
}
