//! Whole programs, side by side.

use super::{Measured, Options, Side};
use crate::{Result, paths};
use regex::bytes::Regex;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::sync::LazyLock;

struct Program {
    name: String,
    path: PathBuf,
    /// Prints times, which differ from run to run.
    prints_times: bool,
}

/// Prints the table; false when an output is wrong.
pub fn run(options: &Options, sides: &[Side]) -> Result<bool> {
    let programs: Vec<Program> = find(options)?;
    if programs.is_empty() {
        return Err(format!("no program is called {:?}", options.names).into());
    }
    let width = programs.iter().map(|program| program.name.len()).max().unwrap_or(0).max(16);
    let mut header = format!("{:<width$}", "program");
    for side in sides {
        let _ = write!(header, " {:>11}", format!("{}", side.name));
    }
    for side in &sides[1..] {
        let _ = write!(header, " {:>11}", format!("/ {}", side.name));
    }
    println!("least CPU milliseconds of {}\n{header}", options.rounds);
    let mut logarithms = vec![0.0; sides.len()];
    let (mut counted, mut wrong, mut worst) = (0, Vec::new(), (0.0, String::new()));
    let mut saved = String::new();
    for program in &programs {
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[K{} …", program.name);
        }
        let (times, problem) = measure(program, sides, options.rounds)?;
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
        let mut line = format!("{:<width$}", program.name);
        for time in &times {
            let _ = write!(line, " {:>11.1}", time * 1000.0);
        }
        if let Some(problem) = problem {
            println!("{line}  {problem}");
            wrong.push(program.name.clone());
            continue;
        }
        counted += 1;
        for (at, time) in times.iter().enumerate().skip(1) {
            let ratio = times[0] / time;
            logarithms[at] += ratio.ln();
            let _ = write!(line, " {ratio:>11.3}");
            if at == 1 && ratio > worst.0 {
                worst = (ratio, program.name.clone());
            }
        }
        println!("{line}");
        std::io::stdout().flush()?;
        let _ = writeln!(saved, "{}\t{}", program.name, times.iter().map(|time| format!("{time:.6}")).collect::<Vec<_>>().join("\t"));
    }
    if counted > 0 && sides.len() > 1 {
        let mut line = format!("{:<width$}", "geometric mean");
        line += &" ".repeat(12 * sides.len());
        for logarithm in &logarithms[1..] {
            let _ = write!(line, " {:>11.3}", (logarithm / counted as f64).exp());
        }
        println!("{line}\nslowest against the {}: {} ({:.2})", sides[1].name, worst.1, worst.0);
    }
    if !wrong.is_empty() {
        println!("{} of {} programs went wrong and are not counted: {}", wrong.len(), programs.len(), wrong.join(", "));
    }
    let out = paths::target().join("bench");
    std::fs::create_dir_all(&out)?;
    std::fs::write(out.join("results.tsv"), saved)?;
    Ok(wrong.is_empty())
}

/// The least CPU seconds of each side, and what is wrong.
fn measure(program: &Program, sides: &[Side], rounds: usize) -> Result<(Vec<f64>, Option<String>)> {
    let path = program.path.display().to_string();
    let mut least = vec![f64::INFINITY; sides.len()];
    let mut expected: Option<Vec<u8>> = None;
    let mut problem = None;
    for round in 0..rounds {
        // The reference speaks first: its output is the expected one.
        for (at, side) in sides.iter().enumerate().rev() {
            let measured: Measured = side.measure(&[&path])?;
            least[at] = least[at].min(measured.cpu);
            let output = stable(program, &measured.output);
            if !measured.ok {
                let text = String::from_utf8_lossy(&measured.output).into_owned();
                let last = text.lines().rev().find(|line| !line.is_empty()).unwrap_or("no output");
                problem = Some(format!("{} failed: {}", side.name, last.chars().take(120).collect::<String>()));
            } else if *expected.get_or_insert_with(|| output.clone()) != output && problem.is_none() {
                problem = Some(format!("{}: output differs", side.name));
                let file = paths::target().join(format!("bench/{}.{}.out", program.name.replace('/', "-"), side.name));
                let _ = file.parent().map(std::fs::create_dir_all);
                let _ = std::fs::write(file, &measured.output);
            }
        }
        if problem.is_some() && round == 0 {
            break;
        }
    }
    Ok((least, problem))
}

fn stable(program: &Program, output: &[u8]) -> Vec<u8> {
    static TIME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r" *-?[0-9]+\.[0-9]+").expect("a valid pattern"));
    if program.prints_times { TIME.replace_all(output, &b" T"[..]).into_owned() } else { output.to_vec() }
}

fn find(options: &Options) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(paths::root().join("benches/programs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "php") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            programs.push(Program { name, path, prints_times: false });
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    for name in ["Zend/bench.php", "Zend/micro_bench.php"] {
        let path = paths::php_src().join(name);
        if path.is_file() {
            programs.push(Program { name: name.into(), path, prints_times: true });
        } else {
            eprintln!("{name} is left out: php-src is not installed (cargo xtask reference php-src)");
        }
    }
    programs.retain(|program| options.names.is_empty() || options.names.iter().any(|name| program.name.contains(name)));
    Ok(programs)
}
