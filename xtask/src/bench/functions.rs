//! Compiling whole functions to machine code: the instructions that it takes, and the bytes that it gives.

use super::valgrind;
use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::{Result, paths};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LIMITS: Limits = Limits { time: Duration::from_secs(900), memory: 8 << 30 };
/// Of an application whose functions all run in them.
const REQUESTS: &str = "3";

/// What was compiled in one run.
#[derive(Default, PartialEq, Debug)]
struct Compiled {
    functions: u64,
    ops: u64,
    bytes: u64,
    instructions: u64,
}

/// Every function of examples/notes at its first call.
pub fn run(engine: &Path) -> Result<()> {
    valgrind::ensure()?;
    let data = paths::target().join("bench/functions");
    std::fs::create_dir_all(&data)?;
    let mut command = Command::new(engine);
    command.arg(paths::root().join("benches/instructions/notes.php")).arg(REQUESTS).current_dir(paths::root());
    command.env("NOTES_DATA", &data).env_remove("PHP_INI_SCAN_DIR").env("LOXO_STRESS", "jit").env("LOXO_JIT", "sizes");
    let finished = process::run(valgrind::of_function(&command, "loxo_jit::functions::compile"), b"", CAPTURE_ALL, LIMITS)?;
    let output = String::from_utf8_lossy(&finished.output);
    if finished.end != End::Exit(0) {
        let last = output.lines().rev().find(|line| !line.is_empty()).unwrap_or("no output");
        return Err(format!("examples/notes under valgrind: {last}").into());
    }
    let all = compiled(&output);
    if all.ops == 0 {
        return Err("no function was compiled".into());
    }
    let of_ops = |count: u64| count as f64 * 1000.0 / all.ops as f64;
    println!("\ncompiling {} functions of examples/notes, {} ops, to machine code; for 1,000 ops:", all.functions, all.ops);
    println!("  {:>6.1} million instructions, {:.1} kB of code", of_ops(all.instructions) / 1e6, of_ops(all.bytes) / 1e3);
    Ok(())
}

/// What the engine says of each function, and what callgrind says at the end.
fn compiled(output: &str) -> Compiled {
    let mut all = Compiled::default();
    for line in output.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            // A name may have spaces in it.
            [.., ops, "ops", bytes, "bytes"] => {
                all.functions += 1;
                all.ops += ops.parse().unwrap_or(0);
                all.bytes += bytes.parse().unwrap_or(0);
            }
            [_, "Collected", ":", count, ..] => all.instructions = count.parse().unwrap_or(0),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        let output = "compiled f: 10 ops 500 bytes\ncompiled {closure} in g: 2 ops 70 bytes\n==7== Collected : 9000\n";
        assert_eq!(compiled(output), Compiled { functions: 2, ops: 12, bytes: 570, instructions: 9000 });
    }
}
