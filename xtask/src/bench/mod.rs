//! `cargo xtask bench`: Loxo beside the reference, in one run, as ratios.

mod compile;
mod constructs;
mod functions;
mod hello;
mod instructions;
mod library;
mod pages;
mod probes;
mod programs;
mod queue;
mod ratchet;
mod servers;
mod static_files;
pub mod training;
pub mod valgrind;

use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::{Outcome, Result, paths, reference};
use lexopt::prelude::*;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const HELP: &str = "\
usage: cargo xtask bench [options] [NAME…]

Runs benches/programs/*.php (those whose name contains a NAME) and php-src's Zend/bench.php and Zend/micro_bench.php with Loxo and
with the reference in turns, compares their outputs, and prints the least CPU time of each and their ratio: below 1 Loxo is faster.

Other NAMEs measure something else:
  startup      `-r ''`
  memory       bytes of a million values
  scaling      time per element from 10^3 to 10^7 elements
  collisions   65,536 keys that collide, against friendly ones
  compile      parsing and compiling a large tree (--tree DIR for one of yours), `-l`; functions to machine code, counted by valgrind
  library      single builtins by family (benches/library; --family NAME for one)
  hello        requests per second of `loxo serve` beside nginx with php-fpm (apt-get install nginx-light wrk)
  static       requests per second of files of 1 KiB, 100 KiB and 10 MiB beside nginx (apt-get install nginx-light wrk)
  queue        items per second of `loxo queue` beside memcached and Redis (apt-get install memcached redis-server)
  instructions what valgrind counts in Zend/bench.php and in one request of examples/notes (apt-get install valgrind; some minutes)
  pages        pages of real applications on servers (has options of its own: `bench pages --help`)
  constructs   instructions of single constructs of the language (`bench constructs --help`)
  ratchet      instructions of small programs beside the committed list: fails when one has become dearer
  all          everything but these five

options
  --php PATH   the binary under test (default: target/release/loxo, called as php); --engine is the same
  --against PATH  instructions: another binary, to give the ratio in per cent
  --jit        also against the reference with its JIT on
  -n N         rounds of which the least time counts (default 7)
  -d KEY=VALUE an ini setting for the binary under test (may be repeated)
  --max N      scaling: largest number of elements (default 10000000)
  --family F   library: only this family (may be repeated)
  --worst N    library: how many of the slowest to list (default 20)
  --only WHO   `loxo` or `reference`: time one of them alone
The reference is $LOXO_REFERENCE or what `cargo xtask reference` installed; opcache is on, its JIT off.
";

/// What programs use and the reference does not have built in.
const EXTENSIONS: &[&str] = &["ctype", "mbstring", "tokenizer"];

/// A bench must end, whatever the engine does.
const LIMITS: Limits = Limits { time: Duration::from_secs(120), memory: 12 << 30 };

struct Options {
    names: Vec<String>,
    php: PathBuf,
    settings: Vec<String>,
    jit: bool,
    rounds: usize,
    max: u64,
    against: Option<PathBuf>,
    tree: Option<PathBuf>,
    only: Option<String>,
    families: Vec<String>,
    worst: usize,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut options = Options {
        names: Vec::new(),
        php: paths::engine(),
        settings: Vec::new(),
        jit: false,
        rounds: 7,
        max: 10_000_000,
        against: None,
        tree: None,
        only: None,
        families: Vec::new(),
        worst: 20,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) if name == "pages" && options.names.is_empty() => return pages::main(parser),
            Value(name) if name == "ratchet" && options.names.is_empty() => return ratchet::main(parser),
            Value(name) if name == "constructs" && options.names.is_empty() => return constructs::main(parser),
            Value(name) => options.names.push(name.string()?),
            Long("against") => options.against = Some(std::path::absolute(parser.value()?)?),
            Long("php" | "engine") => options.php = std::path::absolute(parser.value()?)?,
            Short('d') => options.settings.push(parser.value()?.string()?),
            Long("jit") => options.jit = true,
            Short('n') | Long("rounds") => options.rounds = parser.value()?.parse::<usize>()?.max(1),
            Long("max") => options.max = parser.value()?.parse()?,
            Long("tree") => options.tree = Some(std::path::absolute(parser.value()?)?),
            Long("only") => options.only = Some(parser.value()?.string()?),
            Long("family") => options.families.push(parser.value()?.string()?),
            Long("worst") => options.worst = parser.value()?.parse()?,
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    options.run()
}

impl Options {
    fn run(mut self) -> Outcome {
        let everything = self.names.iter().any(|name| name == "all");
        let mut good = true;
        let taken = |names: &mut Vec<String>, name: &str| {
            let before = names.len();
            names.retain(|known| known != name);
            everything || names.len() < before
        };
        let mut names = std::mem::take(&mut self.names);
        if names.iter().any(|name| name == "instructions") {
            instructions::run(&self)?;
            names.retain(|name| name != "instructions");
            if names.is_empty() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        if taken(&mut names, "queue") && !everything {
            queue::run(&self.php, self.rounds)?;
            if names.is_empty() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        taken(&mut names, "all");
        let probes = ["startup", "memory", "scaling", "collisions", "compile", "library", "hello", "static"]
            .map(|name| (name, taken(&mut names, name)));
        let asked = probes.iter().any(|(_, asked)| *asked);
        self.names = names;
        let sides = self.sides()?;
        if everything || !asked || !self.names.is_empty() {
            good &= programs::run(&self, &sides)?;
        }
        for (name, _) in probes.iter().filter(|(_, asked)| *asked) {
            match *name {
                "startup" => probes::startup(&self, &sides)?,
                "memory" => probes::memory(&sides)?,
                "scaling" => probes::scaling(&self, &sides)?,
                "collisions" => probes::collisions(&sides)?,
                "library" => good &= library::run(&self)?,
                "hello" => hello::run(&self)?,
                "static" => static_files::run(&self.php, self.rounds)?,
                _ => {
                    compile::run(&self, &sides)?;
                    functions::run(&self.php)?;
                }
            }
        }
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Who is measured: Loxo, then the reference, then the reference with its JIT.
    fn sides(&self) -> Result<Vec<Side>> {
        let mut sides = Vec::new();
        let wanted = |who: &str| self.only.as_deref().is_none_or(|only| only == who);
        if wanted("loxo") {
            if !self.php.is_file() {
                return Err(format!(
                    "there is no {}: build it with `cargo build --release`, or name another with --php",
                    self.php.display()
                )
                .into());
            }
            let arguments = self.settings.iter().flat_map(|setting| ["-d".to_string(), setting.clone()]).collect();
            sides.push(Side { name: "loxo", program: Program::Engine(self.php.clone()), arguments, extensions: EXTENSIONS });
        }
        if wanted("reference") {
            reference::command()?;
            sides.push(Side {
                name: "reference",
                program: Program::Reference,
                arguments: settings(&["opcache.enable_cli=1", "opcache.jit=disable"]),
                extensions: EXTENSIONS,
            });
            if self.jit {
                let jit = settings(&["opcache.enable_cli=1", "opcache.jit=tracing", "opcache.jit_buffer_size=64M"]);
                sides.push(Side { name: "ref. JIT", program: Program::Reference, arguments: jit, extensions: EXTENSIONS });
            }
        }
        Ok(sides)
    }
}

fn settings(settings: &[&str]) -> Vec<String> {
    settings.iter().flat_map(|setting| ["-d".to_string(), setting.to_string()]).collect()
}

enum Program {
    Engine(PathBuf),
    /// Without the extensions that no program needs: their start is not what is compared.
    Reference,
}

struct Side {
    name: &'static str,
    program: Program,
    arguments: Vec<String>,
    /// What the reference loads.
    extensions: &'static [&'static str],
}

impl Side {
    fn command(&self) -> Result<Command> {
        let mut command = match &self.program {
            Program::Engine(path) => {
                let mut command = Command::new(path);
                command.arg0("php");
                command
            }
            Program::Reference => {
                let mut command = reference::command()?;
                command.args(["-n", "-d", "zend_extension=opcache.so"]);
                for extension in self.extensions {
                    command.arg("-d").arg(format!("extension={extension}.so"));
                }
                command
            }
        };
        command.args(["-d", "memory_limit=-1", "-d", "display_errors=1"]).args(&self.arguments);
        command.env_remove("PHP_INI_SCAN_DIR").current_dir(paths::root());
        Ok(command)
    }

    /// Runs once; CPU seconds are those of the process and its children.
    fn measure(&self, arguments: &[&str]) -> Result<Measured> {
        let mut command = self.command()?;
        command.args(arguments);
        let before = cpu_seconds()?;
        let finished = process::run(command, b"", CAPTURE_ALL, LIMITS)?;
        let cpu = cpu_seconds()? - before;
        Ok(Measured { cpu, wall: finished.time.as_secs_f64(), ok: finished.end == End::Exit(0), output: finished.output })
    }

    /// The least of `rounds` runs' CPU times.
    fn least_cpu(&self, arguments: &[&str], rounds: usize) -> Result<f64> {
        let mut least = f64::INFINITY;
        for _ in 0..rounds {
            least = least.min(self.measure(arguments)?.cpu);
        }
        Ok(least)
    }

    /// What a probe printed, as numbers; `None` when it failed.
    fn numbers(&self, script: &Path, arguments: &[&str]) -> Result<Option<Vec<f64>>> {
        let script = script.display().to_string();
        let all: Vec<&str> = std::iter::once(script.as_str()).chain(arguments.iter().copied()).collect();
        let measured = self.measure(&all)?;
        let text = String::from_utf8_lossy(&measured.output).into_owned();
        let numbers: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| measured.ok && !numbers.is_empty());
        if numbers.is_none() {
            eprintln!("{} failed on {script}: {}", self.name, text.lines().next().unwrap_or("no output"));
        }
        Ok(numbers)
    }
}

struct Measured {
    cpu: f64,
    wall: f64,
    ok: bool,
    output: Vec<u8>,
}

/// Of all children that have ended.
fn cpu_seconds() -> Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}
