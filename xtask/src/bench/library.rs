//! One builtin at a time: families of small measured functions.

use super::{Options, Side};
use crate::{Result, paths};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What the families use and the reference does not have built in; in the order in which they can be loaded.
const EXTENSIONS: &[&str] =
    &["ctype", "mbstring", "tokenizer", "iconv", "dom", "simplexml", "xml", "xmlreader", "xmlwriter", "pdo", "pdo_sqlite", "sqlite3"];

/// No function of the library shall take longer than this many times the reference's.
const LIMIT: f64 = 2.0;

struct Function {
    name: String,
    count: u64,
    /// Least CPU nanoseconds of one call, by side.
    least: Vec<f64>,
    digest: String,
    problem: Option<String>,
}

/// Prints a table per family and what stands out; false when a result is wrong.
pub fn run(options: &Options) -> Result<bool> {
    let mut sides = options.sides()?;
    for side in &mut sides {
        side.extensions = EXTENSIONS;
    }
    let folder = paths::root().join("benches/library");
    let (mut means, mut ratios, mut good) = (String::new(), Vec::new(), true);
    for family in super::probes::scripts("benches/library")?.iter().filter(|name| *name != "data") {
        if !options.families.is_empty() && !options.families.contains(family) {
            continue;
        }
        let functions = measure(options, &sides, &folder, family)?;
        let width = functions.iter().map(|function| function.name.chars().count()).max().unwrap_or(0).max(family.len());
        let mut table = format!("\n{family:<width$}");
        for side in &sides {
            let _ = write!(table, " {:>13}", format!("{}, ns", side.name));
        }
        let _ = writeln!(table, " {:>8}", "ratio");
        let mut own = Vec::new();
        for function in &functions {
            let _ = write!(table, "{:<width$}", function.name);
            for time in &function.least {
                let _ = write!(table, " {time:>13.0}");
            }
            if let Some(problem) = &function.problem {
                good = false;
                let _ = writeln!(table, "  {problem}");
                continue;
            }
            if let [loxo, reference, ..] = function.least[..] {
                let ratio = loxo / reference;
                let _ = write!(table, " {ratio:>8.2}");
                own.push((ratio, format!("{family}: {}", function.name)));
            }
            table.push('\n');
        }
        print!("{table}");
        if !own.is_empty() {
            let _ = writeln!(means, "{family:<16} {:>4} functions {:>8.3}", own.len(), mean(&own));
        }
        ratios.append(&mut own);
    }
    if !ratios.is_empty() {
        ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
        println!("\ngeometric means of loxo / reference\n{means}{:<16} {:>4} functions {:>8.3}", "all", ratios.len(), mean(&ratios));
        println!("{} above {LIMIT}; the slowest:", ratios.iter().filter(|(ratio, _)| *ratio > LIMIT).count());
        for (ratio, name) in ratios.iter().take(options.worst) {
            println!("{ratio:>8.2} {name}");
        }
    }
    Ok(good)
}

fn mean(ratios: &[(f64, String)]) -> f64 {
    (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// One family on all sides in turns. The last side finds out how often each function must run, so that all do the same.
fn measure(options: &Options, sides: &[Side], folder: &Path, family: &str) -> Result<Vec<Function>> {
    let out = paths::target().join("bench");
    fs::create_dir_all(&out)?;
    let counts = out.join(format!("library-{family}.tsv"));
    let path = |path: &Path| path.display().to_string();
    let (harness, file, counts_file) = (path(&folder.join("harness.php")), path(&folder.join(format!("{family}.php"))), path(&counts));
    let mut functions: Vec<Function> = Vec::new();
    for round in 0..=options.rounds {
        for (at, side) in sides.iter().enumerate().rev() {
            let first = round == 0;
            if first && at + 1 != sides.len() {
                continue;
            }
            let measured = side.measure(&[&harness, &file, if first { "-" } else { &counts_file }])?;
            let text = String::from_utf8_lossy(&measured.output).into_owned();
            if !measured.ok {
                let said = text.lines().rfind(|line| !line.is_empty() && line.split('\t').count() != 4).unwrap_or("no output");
                return Err(format!("{} fails on {family}: {said}", side.name).into());
            }
            let lines = text.lines().filter_map(parse);
            if first {
                let mut found = String::new();
                for (name, count, _, digest) in lines {
                    let _ = writeln!(found, "{name}\t{count}");
                    let least = vec![f64::INFINITY; sides.len()];
                    functions.push(Function { name: name.into(), count, least, digest: digest.into(), problem: None });
                }
                fs::write(&counts, found)?;
                continue;
            }
            let lines: HashMap<&str, (u64, f64, &str)> = lines.map(|(name, count, time, digest)| (name, (count, time, digest))).collect();
            for function in &mut functions {
                match lines.get(function.name.as_str()) {
                    Some((count, time, digest)) => {
                        function.least[at] = function.least[at].min(*time);
                        if *count != function.count || *digest != function.digest {
                            function.problem = Some(format!("{}: the result differs", side.name));
                        }
                    }
                    None => function.problem = Some(format!("{}: no result", side.name)),
                }
            }
        }
    }
    Ok(functions)
}

/// Name, count, nanoseconds and digest of a line of the harness.
fn parse(line: &str) -> Option<(&str, u64, f64, &str)> {
    let mut fields = line.split('\t');
    let fields = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?, fields.next()?);
    Some(fields)
}
