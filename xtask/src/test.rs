//! `cargo xtask test`: everything that must hold, in the order in which it fails quickest.

use crate::{Outcome, Result, paths};
use lexopt::prelude::*;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const HELP: &str = "\
usage: cargo xtask test [--quick]

Formatting, generated code, house rules, clippy, licences (when cargo-deny is there), the workspace's tests, instructions of small
programs (cargo xtask bench ratchet), our own .phpt tests
and php-src's that are known to pass (cargo xtask conformance --ratchet), those of the language also with every loop compiled.
Goes on after a failure; the last line counts tests.

  --quick   without php-src's tests
";

#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    broken: Vec<String>,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut quick = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("quick") => quick = true,
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    let start = Instant::now();
    let mut tally = Tally::default();
    tally.step("format", cargo(&["fmt", "--all", "--check"]))?;
    tally.step("codegen", xtask(&["codegen", "--check"])?)?;
    tally.step("tidy", xtask(&["tidy"])?)?;
    if Command::new("cargo")
        .args(["deny", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        tally.step("licences", cargo(&["deny", "check", "licenses", "bans", "sources"]))?;
    }
    tally.step("clippy", cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    tally.step("tests", cargo(&["test", "--workspace", "--no-fail-fast"]))?;
    if tally.step("build", cargo(&["build", "--release", "--package", "loxo_cli"]))? {
        let mut tails = xtask(&["tidy", "--tails"])?;
        tails.arg(paths::engine());
        tally.step("tails", tails)?;
        tally.step("instructions", xtask(&["bench", "ratchet"])?)?;
        let own = own_tests();
        if !own.is_empty() {
            let mut command = xtask(&["conformance", "--own"])?;
            command.args(own);
            tally.step("own .phpt tests", command)?;
        }
        if !quick {
            tally.step("conformance", xtask(&["conformance", "--ratchet"])?)?;
            let mut compiled = xtask(&["conformance", "--ratchet", "Zend/tests", "tests/lang"])?;
            compiled.env("LOXO_STRESS", "jit");
            tally.step("conformance of compiled loops", compiled)?;
        }
    }
    println!("\n{:.0} s; {}", start.elapsed().as_secs_f64(), tally.verdict());
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(if tally.broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Tally {
    /// Runs a step, passes its output on, and adds up the tests it reports.
    fn step(&mut self, name: &str, mut command: Command) -> Result<bool> {
        println!("\n== {name}");
        let start = Instant::now();
        let mut child = command.current_dir(paths::root()).stdout(Stdio::piped()).spawn()?;
        let mut failures = 0;
        for line in BufReader::new(child.stdout.take().expect("piped above")).lines() {
            let line = line?;
            println!("{line}");
            if let Some((passed, failed)) = counts(&line) {
                self.passed += passed;
                failures += failed;
            }
        }
        let good = child.wait()?.success();
        // A step that fails without counting is one failure itself.
        self.failed += if good { failures } else { failures.max(1) };
        if !good {
            self.broken.push(name.to_string());
        }
        println!("== {name}: {} in {:.0} s", if good { "good" } else { "FAILED" }, start.elapsed().as_secs_f64());
        Ok(good)
    }

    fn verdict(&self) -> String {
        if self.broken.is_empty() { "everything holds".into() } else { format!("failed: {}", self.broken.join(", ")) }
    }
}

/// `test result: ok. 3 passed; 1 failed; …` of cargo, `3 passed, 1 failed` of ours.
fn counts(line: &str) -> Option<(u64, u64)> {
    let text = line.strip_prefix("test result:").and_then(|rest| rest.split_once(". ")).map_or(line, |(_, rest)| rest);
    let (passed, rest) = text.trim().split_once(" passed")?;
    let failed = rest.trim_start_matches([',', ';', ' ']).split_once(" failed")?.0;
    Some((passed.parse().ok()?, failed.parse().ok()?))
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments);
    command
}

/// This very program, so that nothing is built twice.
fn xtask(arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments);
    Ok(command)
}

/// Folders of ours with `.phpt` files.
fn own_tests() -> Vec<String> {
    let mut folders = Vec::new();
    let mut waiting = paths::CRATES.iter().chain(&["tests"]).map(|folder| paths::root().join(folder)).collect::<Vec<_>>();
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut has_tests = false;
        let mut inner = Vec::new();
        for entry in entries.flatten() {
            if entry.path().is_dir() {
                inner.push(entry.path());
            }
            has_tests |= entry.path().extension().is_some_and(|extension| extension == "phpt");
        }
        if has_tests {
            folders.push(folder.strip_prefix(paths::root()).unwrap_or(&folder).display().to_string());
        } else {
            waiting.extend(inner);
        }
    }
    folders.sort();
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting() {
        assert_eq!(counts("test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured"), Some((9, 0)));
        assert_eq!(counts("test result: FAILED. 9 passed; 2 failed; 0 ignored"), Some((9, 2)));
        assert_eq!(counts("120 passed, 3 failed"), Some((120, 3)));
        assert_eq!(counts("running 3 tests"), None);
    }
}
