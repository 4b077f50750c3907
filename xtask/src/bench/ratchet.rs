//! `cargo xtask bench ratchet`: instructions of small programs, beside those that are written down. What has become dearer fails.

use super::valgrind;
use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::{Outcome, Result, paths};
use lexopt::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const HELP: &str = "\
usage: cargo xtask bench ratchet [--bless] [--php PATH]

Counts with valgrind what one turn of each program of benches/ratchet and one request of the notes take, compiled loops off, and compares with
benches/ratchet.txt, which was counted with a release build. More than 1 % above what is written there fails.

  --bless     write down what was counted
  --php PATH  the binary under test (default: target/release/loxo); --engine is the same
The last line is `N passed, N failed`.
";

const LIMITS: Limits = Limits { time: Duration::from_secs(300), memory: 4 << 30 };
/// What a count may rise by without a word.
const TOLERANCE: f64 = 1.01;
/// Turns of the two runs whose difference counts: what happens once, and differs between machines, is in neither.
const FEW: u64 = 100;
const MANY: u64 = 600;
/// Of the notes, a turn of which is a request. Many, since a process may cost 200,000 instructions more than the next: the allocator's work depends on
/// addresses, files are asked for changes every two seconds.
const NOTES: (u64, u64) = (10, 510);
const WORKERS: usize = 2;

struct Program {
    name: String,
    path: PathBuf,
    turns: (u64, u64),
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let (mut bless, mut binary) = (false, paths::engine());
    while let Some(argument) = parser.next()? {
        match argument {
            Long("bless") => bless = true,
            Long("php" | "engine") => binary = std::path::absolute(parser.value()?)?,
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    valgrind::ensure()?;
    let list = paths::root().join("benches/ratchet.txt");
    let known = read(&fs::read_to_string(&list).unwrap_or_default());
    let place = Place::new()?;
    let programs = programs(&place)?;
    let counts = count_all(&programs, &binary, &place)?;
    println!("{:<16} {:>12} {:>12} {:>8}", "", "written", "counted", "ratio");
    let (mut text, mut failed) = (String::from("# Instructions of one turn, by `cargo xtask bench ratchet --bless`.\n"), 0);
    for (program, count) in programs.iter().zip(&counts) {
        let count = count.as_ref().map_err(|error| format!("{}: {error}", program.name))?;
        let _ = writeln!(text, "{}\t{count}", program.name);
        let before = known.get(&program.name).copied();
        let ratio = before.map(|before| *count as f64 / before as f64);
        let verdict = match ratio {
            None => "  is not in the list: --bless",
            Some(ratio) if ratio > TOLERANCE => "  DEARER",
            Some(ratio) if ratio < 2.0 - TOLERANCE => "  cheaper: --bless keeps it so",
            Some(_) => "",
        };
        failed += usize::from(ratio.is_none_or(|ratio| ratio > TOLERANCE));
        let (before, ratio) = (before.unwrap_or(0), ratio.unwrap_or(f64::NAN));
        println!("{:<16} {before:>12} {count:>12} {ratio:>8.3}{verdict}", program.name);
    }
    if bless {
        fs::write(&list, text)?;
        failed = 0;
    }
    println!("{} passed, {failed} failed", programs.len() - failed);
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Where the notes are while they are counted: each component of a file's path costs instructions, and checkouts lie at different depths.
struct Place(PathBuf);

impl Place {
    fn new() -> Result<Place> {
        let place = Place(PathBuf::from(format!("/tmp/loxo-ratchet-{}", std::process::id())));
        for folder in ["benches/instructions", "examples/notes"] {
            let target = place.0.join(folder);
            fs::create_dir_all(&target)?;
            // A folder of notes may be there from a demo; it is not read.
            let status = Command::new("cp").arg("-r").arg(paths::root().join(folder).join(".")).arg(&target).status()?;
            if !status.success() {
                return Err(format!("{folder} cannot be copied to {}", target.display()).into());
            }
        }
        Ok(place)
    }

    fn script(&self) -> PathBuf {
        self.0.join("benches/instructions/notes.php")
    }

    fn data(&self) -> PathBuf {
        self.0.join("data")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn programs(place: &Place) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for name in super::probes::scripts("benches/ratchet")? {
        let path = paths::root().join(format!("benches/ratchet/{name}.php"));
        programs.push(Program { name, path, turns: (FEW, MANY) });
    }
    programs.push(Program { name: "notes".into(), path: place.script(), turns: NOTES });
    Ok(programs)
}

fn read(text: &str) -> BTreeMap<String, u64> {
    let rows = text.lines().filter_map(|line| line.split_once('\t'));
    rows.filter_map(|(name, count)| Some((name.to_string(), count.trim().parse().ok()?))).collect()
}

fn count_all(programs: &[Program], binary: &Path, place: &Place) -> Result<Vec<std::result::Result<u64, String>>> {
    let notes = place.data();
    // The first visit of all writes the notes that there are in the beginning.
    run(Command::new(binary).arg(place.script()).arg("1"), &notes)?;
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(programs.iter().map(|_| Ok(0)).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(at) else { break };
                    let count = count(program, binary, &notes).map_err(|error| error.to_string());
                    counts.lock().expect("nobody panics with it")[at] = count;
                }
            });
        }
    });
    Ok(counts.into_inner().map_err(|_| "a count failed")?)
}

fn count(program: &Program, binary: &Path, notes: &Path) -> Result<u64> {
    let (few, many) = program.turns;
    let total = |turns: u64| -> Result<u64> {
        let mut command = Command::new(binary);
        command.arg(&program.path).arg(turns.to_string()).current_dir(paths::root());
        let text = run(&mut valgrind::counting(&command), notes)?;
        valgrind::total(&text).ok_or_else(|| "valgrind says nothing".into())
    };
    Ok(total(many)?.saturating_sub(total(few)?) / (many - few))
}

fn run(command: &mut Command, notes: &Path) -> Result<String> {
    command.env("LOXO_JIT", "0").env("NOTES_DATA", notes).env_remove("PHP_INI_SCAN_DIR");
    let command = std::mem::replace(command, Command::new(""));
    let finished = process::run(command, b"", CAPTURE_ALL, LIMITS)?;
    let text = String::from_utf8_lossy(&finished.output).into_owned();
    let last = text.lines().rev().find(|line| !line.is_empty()).unwrap_or("no output");
    if finished.end == End::Exit(0) { Ok(text) } else { Err(last.to_string().into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        let list = read("# a comment\ncalls\t12\nmethods\tx\n");
        assert_eq!((list.get("calls"), list.get("methods")), (Some(&12), None));
    }
}
