//! `cargo xtask bench instructions`: how many instructions the engine executes, counted by valgrind. Unlike times they hardly vary between runs, so
//! that a change of the house that must cost nothing can be held to less than one per cent.

use super::{Options, valgrind};
use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::{Result, paths};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Valgrind is some forty times slower than the program.
const LIMITS: Limits = Limits { time: Duration::from_secs(600), memory: 8 << 30 };

/// Requests for the notes: the difference of two runs leaves out the start, compilation and what else happens once.
const FEW: u64 = 20;
const MANY: u64 = 220;

struct Workload {
    name: &'static str,
    jit: bool,
    count: fn(&Engine, bool) -> Result<u64>,
}

const WORKLOADS: &[Workload] = &[
    Workload { name: "Zend/bench.php", jit: false, count: zend_bench },
    Workload { name: "Zend/bench.php, JIT", jit: true, count: zend_bench },
    Workload { name: "a request of the notes", jit: false, count: notes },
    Workload { name: "a request of the notes, JIT", jit: true, count: notes },
];

struct Engine {
    binary: PathBuf,
    /// The notes of this run.
    data: PathBuf,
}

/// Prints the table; with a second engine also the ratio.
pub fn run(options: &Options) -> Result<()> {
    let folder = paths::target().join("bench/instructions");
    std::fs::create_dir_all(&folder)?;
    let engines: Vec<Engine> = std::iter::once(&options.php)
        .chain(&options.against)
        .enumerate()
        .map(|(at, binary)| Engine { binary: binary.clone(), data: folder.join(format!("notes{at}")) })
        .collect();
    for engine in &engines {
        if !engine.binary.is_file() {
            return Err(format!("there is no {}", engine.binary.display()).into());
        }
        // Notes that somebody has left behind would be more work.
        let _ = std::fs::remove_dir_all(&engine.data);
    }
    let header = if engines.len() > 1 { format!("{:>16} {:>9}", "before", "per cent") } else { String::new() };
    println!("{:<28} {:>16} {header}", "instructions", "now");
    let mut saved = String::new();
    for workload in WORKLOADS {
        let mut counts = Vec::new();
        for engine in &engines {
            counts.push((workload.count)(engine, workload.jit)?);
        }
        saved += &format!("{}\t{}\n", workload.name, counts.iter().map(u64::to_string).collect::<Vec<_>>().join("\t"));
        let rest = match counts[..] {
            [now, before] => format!("{before:>16} {:>9.2}", now as f64 * 100.0 / before as f64),
            _ => String::new(),
        };
        println!("{:<28} {:>16} {rest}", workload.name, counts[0]);
    }
    std::fs::write(paths::target().join("bench/instructions.tsv"), saved)?;
    Ok(())
}

fn zend_bench(engine: &Engine, jit: bool) -> Result<u64> {
    engine.count(&paths::php_src().join("Zend/bench.php"), &[], jit)
}

/// One request of many: what a further one takes in a process that has answered some.
fn notes(engine: &Engine, jit: bool) -> Result<u64> {
    let script = paths::root().join("benches/instructions/notes.php");
    if !engine.data.is_dir() {
        // The first visit of all writes the notes that there are in the beginning.
        engine.count(&script, &["1".into()], false)?;
    }
    let few = engine.count(&script, &[FEW.to_string()], jit)?;
    let many = engine.count(&script, &[MANY.to_string()], jit)?;
    Ok(many.saturating_sub(few) / (MANY - FEW))
}

impl Engine {
    /// The instructions of one run.
    fn count(&self, script: &Path, arguments: &[String], jit: bool) -> Result<u64> {
        let mut command = Command::new(&self.binary);
        command.arg(script).args(arguments).current_dir(paths::root());
        command.env("LOXO_JIT", if jit { "1" } else { "0" }).env("NOTES_DATA", &self.data).env_remove("PHP_INI_SCAN_DIR");
        let finished = process::run(valgrind::counting(&command), b"", CAPTURE_ALL, LIMITS)
            .map_err(|error| format!("valgrind (apt-get install valgrind): {error}"))?;
        let output = String::from_utf8_lossy(&finished.output);
        match valgrind::total(&output) {
            Some(count) if finished.end == End::Exit(0) => Ok(count),
            _ => {
                let last = output.lines().rev().find(|line| !line.is_empty()).unwrap_or("no output");
                Err(format!("{} under valgrind: {last}", script.display()).into())
            }
        }
    }
}
