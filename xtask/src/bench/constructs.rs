//! `cargo xtask bench constructs`: the instructions that single constructs of PHP take, beside the reference's.

use super::{EXTENSIONS, Program, Side, settings, valgrind};
use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::{Outcome, Result, paths};
use lexopt::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const HELP: &str = "\
usage: cargo xtask bench constructs [options] [SUBSTRING…]

Counts with valgrind what each row of benches/constructs/constructs.txt (those whose name or group contains a SUBSTRING) takes in a loop: the
difference of a run with few turns and one with many, less that of the empty loop. Loxo's compiled loops are off and so is the reference's JIT,
as this is about code that runs a few times in a request; opcache is on. A ratio below 1: Loxo needs less.

  --php PATH     the binary under test (default: target/release/loxo); --engine is the same
  --only WHO     `loxo` or `reference`: one of them alone
  --builtins     the rows of benches/constructs/builtins.txt instead: 300 more builtins that programs use
  --compiled     with Loxo's compiler of loops and functions, in runs that are long enough for it
  --sorted       the dearest first, at the end
  --dump ROW     print the PHP that is run for a row
";

const LIMITS: Limits = Limits { time: Duration::from_secs(300), memory: 4 << 30 };
/// Turns of the shorter run; of the longer one so many more.
const FEW: u64 = 500;
const MORE: u64 = 4_000;
/// After so many turns everything in the loop is compiled.
const WARM: u64 = 30_000;
/// Rows that take less than this count as if they took this much: PHP's compiler removes some altogether, and nothing divides by nothing.
const LEAST: f64 = 10.0;
/// How many run at once.
const WORKERS: usize = 2;

struct Row {
    group: String,
    name: String,
    code: String,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let (mut names, mut binary, mut only, mut dump) = (Vec::new(), paths::engine(), None, None);
    let (mut compiled, mut sorted, mut builtins) = (false, false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) => names.push(name.string()?),
            Long("php" | "engine") => binary = std::path::absolute(parser.value()?)?,
            Long("only") => only = Some(parser.value()?.string()?),
            Long("compiled") => compiled = true,
            Long("builtins") => builtins = true,
            Long("sorted") => sorted = true,
            Long("dump") => dump = Some(parser.value()?.string()?),
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    let folder = paths::root().join("benches/constructs");
    let harness = fs::read_to_string(folder.join("prelude.php"))?;
    let mut rows = parse(&fs::read_to_string(folder.join(if builtins { "builtins.txt" } else { "constructs.txt" }))?);
    if let Some(dump) = dump {
        let row = rows.iter().find(|row| row.name == dump).ok_or_else(|| format!("there is no row `{dump}`"))?;
        print!("{}", program(&harness, &row.code));
        return Ok(ExitCode::SUCCESS);
    }
    rows.retain(|row| names.is_empty() || names.iter().any(|name| row.name.contains(name.as_str()) || row.group.contains(name.as_str())));
    // What the loop itself takes.
    rows.insert(0, Row { group: String::new(), name: "empty loop".into(), code: String::new() });
    valgrind::ensure()?;
    let sides = sides(binary, only.as_deref())?;
    let counts = count_all(&rows, &sides, &harness, compiled)?;
    let table = Table::new(&rows, &sides, counts);
    print!("{}", table.means());
    if sorted {
        print!("{}", table.sorted());
    }
    if names.is_empty() && only.is_none() && !compiled && !builtins {
        let out = paths::target().join("bench");
        fs::create_dir_all(&out)?;
        fs::write(out.join("constructs.tsv"), table.saved())?;
    }
    Ok(if table.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn sides(binary: PathBuf, only: Option<&str>) -> Result<Vec<Side>> {
    let wanted = |who: &str| only.is_none_or(|only| only == who);
    let mut sides = Vec::new();
    if wanted("loxo") {
        if !binary.is_file() {
            return Err(format!("there is no {}: build it, or name another with --php", binary.display()).into());
        }
        sides.push(Side { name: "loxo", program: Program::Engine(binary), arguments: Vec::new(), extensions: EXTENSIONS });
    }
    if wanted("reference") {
        let arguments = settings(&["opcache.enable_cli=1", "opcache.jit=disable"]);
        sides.push(Side { name: "reference", program: Program::Reference, arguments, extensions: EXTENSIONS });
    }
    if sides.is_empty() { Err("--only takes `loxo` or `reference`".into()) } else { Ok(sides) }
}

fn parse(text: &str) -> Vec<Row> {
    let mut group = String::new();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, code)) = line.split_once(" | ") {
            rows.push(Row { group: group.clone(), name: name.to_string(), code: code.to_string() });
        } else if let Some(name) = line.strip_prefix("== ") {
            group = name.to_string();
        }
    }
    rows
}

fn program(harness: &str, code: &str) -> String {
    harness.replace("/* row */", code)
}

/// Instructions of one turn, by row and side; `Err` says why not.
type Counts = Vec<Vec<Result<f64, String>>>;

fn count_all(rows: &[Row], sides: &[Side], harness: &str, compiled: bool) -> Result<Counts> {
    let folder = paths::target().join("bench/constructs");
    fs::create_dir_all(&folder)?;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Vec<Result<f64, String>>>>> = Mutex::new(rows.iter().map(|_| None).collect());
    println!("instructions of one turn\n{}", head(sides));
    let printed = Mutex::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(at) else { break };
                    let file = folder.join(format!("{at}.php"));
                    let counts = match fs::write(&file, program(harness, &row.code)) {
                        Ok(()) => sides.iter().map(|side| count(side, &file, compiled).map_err(|error| error.to_string())).collect(),
                        Err(error) => sides.iter().map(|_| Err(error.to_string())).collect(),
                    };
                    let mut done = done.lock().expect("nobody panics with it");
                    done[at] = Some(counts);
                    // In the order of the file, as far as it is known.
                    let mut printed = printed.lock().expect("nobody panics with it");
                    while let (Some(Some(empty)), Some(Some(counts))) = (done.first(), done.get(*printed)) {
                        print_row(&rows[*printed], if *printed == 0 { &[] } else { empty }, counts);
                        *printed += 1;
                    }
                }
            });
        }
    });
    let done = done.into_inner().map_err(|_| "a count failed")?;
    let _ = fs::remove_dir_all(&folder);
    Ok(done.into_iter().map(Option::unwrap_or_default).collect())
}

fn count(side: &Side, file: &Path, compiled: bool) -> Result<f64> {
    let run = |turns: u64| -> Result<u64> {
        let mut command = side.command()?;
        command.arg(file).arg(turns.to_string());
        if compiled {
            command.env("LOXO_STRESS", "jit")
        } else {
            command.env("LOXO_JIT", "0")
        };
        let finished = process::run(valgrind::counting(&command), b"", CAPTURE_ALL, LIMITS)?;
        let text = String::from_utf8_lossy(&finished.output);
        let said = text.lines().find(|line| !line.starts_with("==") && !line.starts_with("--") && !line.trim().is_empty());
        match (valgrind::total(&text), said) {
            (Some(count), None) if finished.end == End::Exit(0) => Ok(count),
            (_, said) => Err(said.unwrap_or("valgrind says nothing").chars().take(100).collect::<String>().into()),
        }
    };
    let few = if compiled { WARM } else { FEW };
    Ok(run(few + MORE)?.saturating_sub(run(few)?) as f64 / MORE as f64)
}

fn head(sides: &[Side]) -> String {
    let mut line = format!("{:<40}", "");
    for side in sides {
        let _ = write!(line, " {:>10}", side.name);
    }
    if sides.len() > 1 { line + "   ratio" } else { line }
}

/// What a row takes beyond the empty loop.
fn net(empty: &[Result<f64, String>], counts: &[Result<f64, String>]) -> Vec<Option<f64>> {
    let empty = |at: usize| empty.get(at).and_then(|count| count.as_ref().ok().copied()).unwrap_or(0.0);
    counts.iter().enumerate().map(|(at, count)| count.as_ref().ok().map(|count| (count - empty(at)).max(0.0))).collect()
}

fn ratio(values: &[Option<f64>]) -> Option<f64> {
    match values {
        [Some(ours), Some(theirs)] => Some(ours.max(LEAST) / theirs.max(LEAST)),
        _ => None,
    }
}

fn print_row(row: &Row, empty: &[Result<f64, String>], counts: &[Result<f64, String>]) {
    let values = net(empty, counts);
    let mut line = format!("{:<40}", row.name);
    for value in &values {
        let _ = match value {
            Some(value) => write!(line, " {value:>10.0}"),
            None => write!(line, " {:>10}", "failed"),
        };
    }
    if let Some(ratio) = ratio(&values) {
        let _ = write!(line, " {ratio:>7.2}");
    }
    for count in counts {
        if let Err(error) = count {
            let _ = write!(line, "  {error}");
        }
    }
    println!("{line}");
}

struct Table<'a> {
    /// Group, name, counts of the sides.
    rows: Vec<(&'a Row, Vec<Option<f64>>)>,
    failed: usize,
    titles: Vec<&'static str>,
}

impl<'a> Table<'a> {
    fn new(rows: &'a [Row], sides: &[Side], counts: Counts) -> Table<'a> {
        let values: Vec<_> = rows.iter().zip(&counts).skip(1).map(|(row, counts_of_row)| (row, net(&counts[0], counts_of_row))).collect();
        let failed = values.iter().filter(|(_, values)| values.contains(&None)).count();
        Table { rows: values, failed, titles: sides.iter().map(|side| side.name).collect() }
    }

    /// Geometric means by group and of all.
    fn means(&self) -> String {
        let mut groups: Vec<(&str, Vec<f64>)> = Vec::new();
        for (row, values) in &self.rows {
            let Some(ratio) = ratio(values) else { continue };
            match groups.last_mut() {
                Some((name, ratios)) if *name == row.group => ratios.push(ratio),
                _ => groups.push((&row.group, vec![ratio])),
            }
        }
        let all: Vec<f64> = groups.iter().flat_map(|(_, ratios)| ratios.iter().copied()).collect();
        if all.is_empty() {
            return String::new();
        }
        let mut text = String::from("\ngeometric means\n");
        groups.push(("all", all.clone()));
        for (name, ratios) in &groups {
            let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
            let above = ratios.iter().filter(|ratio| **ratio > 1.0).count();
            let _ = writeln!(text, "{name:<28} {:>4} rows {mean:>7.3}   {above} above 1", ratios.len());
        }
        text
    }

    fn sorted(&self) -> String {
        let mut rows: Vec<(f64, &str)> = self.rows.iter().filter_map(|(row, values)| Some((ratio(values)?, row.name.as_str()))).collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.iter().fold(String::from("\n"), |mut text, (ratio, name)| {
            let _ = writeln!(text, "{ratio:>7.2} {name}");
            text
        })
    }

    /// For `cargo xtask figures`.
    fn saved(&self) -> String {
        let mut text = format!("group\tconstruct\t{}\n", self.titles.join("\t"));
        for (row, values) in &self.rows {
            let values: Option<Vec<String>> = values.iter().map(|value| value.map(|value| format!("{value:.0}"))).collect();
            if let Some(values) = values {
                let _ = writeln!(text, "{}\t{}\t{}", row.group, row.name, values.join("\t"));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        let rows = parse("# a comment\n\n== numbers\nbits, or | $t = $i | 4;\n== null | $t = $i == null;\n");
        assert_eq!((rows[1].group.as_str(), rows[1].name.as_str()), ("numbers", "== null"));
        assert_eq!((rows[0].group.as_str(), rows[0].name.as_str(), rows[0].code.as_str()), ("numbers", "bits, or", "$t = $i | 4;"));
    }

    #[test]
    fn what_is_nearly_nothing_is_no_ratio() {
        assert_eq!(ratio(&[Some(3.0), Some(0.0)]), Some(1.0));
        assert_eq!(ratio(&[Some(50.0), Some(100.0)]), Some(0.5));
        assert_eq!(ratio(&[None, Some(1.0)]), None);
    }
}
