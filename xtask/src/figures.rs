//! `cargo xtask figures`: writes `docs/figures.md`, the table of what was measured last, so that no document has figures that somebody must keep.

use crate::{Outcome, Result, paths};
use lexopt::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask figures [--check]

Writes docs/figures.md from what `cargo xtask conformance`, `bench` and its `instructions`, `pages` and `constructs` have left in the target folder, from the committed
lists of tests, and from the sources. What was not measured here is left out.

  --check   prints the table and writes nothing
";

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut check = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("check") => check = true,
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    let text = render()?;
    if check {
        print!("{text}");
    } else {
        let folder = paths::root().join("docs");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("figures.md"), text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn render() -> Result<String> {
    let mut out = String::from("# Figures\n\nWritten by `cargo xtask figures`; do not edit.\n");
    let lists = paths::root().join("tests/conformance");
    conformance(&count(&lists.join("attainable.txt")), &count(&lists.join("passing.txt")), &mut out);
    let measured = |name: &str| fs::read_to_string(paths::target().join("bench").join(name)).unwrap_or_default();
    programs(&measured("results.tsv"), &mut out);
    instructions(&measured("instructions.tsv"), &mut out);
    let second = "CPU milliseconds of one request, warm, one worker (`cargo xtask bench pages`).";
    pages("Pages", second, 1e6, &measured("pages.tsv"), &mut out);
    let second = "Millions of instructions of one request (`cargo xtask bench pages --instructions`).";
    pages("Instructions of pages", second, 1e6, &measured("pages-instructions.tsv"), &mut out);
    constructs(&measured("constructs.tsv"), &mut out);
    sources(&mut out)?;
    Ok(out)
}

/// How many names each folder of php-src has in a list of tests.
fn count(list: &Path) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let text = fs::read_to_string(list).unwrap_or_default();
    for name in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = name.split('/');
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let folder = if matches!(first, "ext" | "sapi") { format!("{first}/{second}") } else { first.to_string() };
        *counts.entry(folder).or_default() += 1;
    }
    counts
}

fn conformance(attainable: &BTreeMap<String, usize>, passing: &BTreeMap<String, usize>, out: &mut String) {
    let (all, passed) = (attainable.values().sum::<usize>(), passing.values().sum::<usize>());
    if all == 0 {
        return;
    }
    let _ = writeln!(
        out,
        "\n## php-src's tests\n\nThe ratchet leaves out what depends on the machine (curl, openssl, sockets and the like); `cargo xtask conformance` runs all.\n\n| folder | PHP 8.4 passes | on the ratchet | per cent |\n| --- | ---: | ---: | ---: |"
    );
    let mut row = |name: &str, all: usize, passed: usize| {
        let _ = writeln!(out, "| {name} | {all} | {passed} | {:.1} |", passed as f64 * 100.0 / all as f64);
    };
    for (folder, all) in attainable {
        row(folder, *all, passing.get(folder).copied().unwrap_or(0));
    }
    row("**all**", all, passed);
}

/// Rows of `bench/results.tsv`: program, seconds of Loxo, seconds of the reference.
fn programs(table: &str, out: &mut String) {
    let rows: Vec<(&str, f64, f64)> = table
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some((fields.next()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n## Programs\n\nLeast CPU milliseconds. Below 1 Loxo is faster.\n");
    let _ = writeln!(out, "| program | Loxo | PHP 8.4 | ratio |\n| --- | ---: | ---: | ---: |");
    let mut logarithms = 0.0;
    for (name, ours, theirs) in &rows {
        logarithms += (ours / theirs).ln();
        let _ = writeln!(out, "| {name} | {:.1} | {:.1} | {:.2} |", ours * 1e3, theirs * 1e3, ours / theirs);
    }
    let _ = writeln!(out, "| **geometric mean** | | | {:.2} |", (logarithms / rows.len() as f64).exp());
}

/// Rows of `bench/instructions.tsv`: what was run, its instructions, perhaps those of an engine before.
fn instructions(table: &str, out: &mut String) {
    let mut rows = table.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?, fields.next()?.parse::<u64>().ok()?))
    });
    let Some(first) = rows.next() else { return };
    let _ = writeln!(out, "\n## Instructions\n\n| what | instructions |\n| --- | ---: |");
    for (name, number) in std::iter::once(first).chain(rows) {
        let _ = writeln!(out, "| {name} | {number} |");
    }
}

/// A table of pages: its first row names the columns, of which the first is Loxo and what follows it is compared with.
fn pages(title: &str, about: &str, unit: f64, table: &str, out: &mut String) {
    let mut lines = table.lines();
    let titles: Vec<&str> = lines.next().unwrap_or_default().split('\t').skip(1).collect();
    let rows: Vec<(&str, Vec<f64>)> = lines
        .filter_map(|line| {
            let (name, values) = line.split_once('\t')?;
            let values: Option<Vec<f64>> = values.split('\t').map(|value| value.parse().ok()).collect();
            Some((name, values.filter(|values| values.len() == titles.len())?))
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    let others = titles.iter().skip(1);
    let _ = writeln!(out, "\n## {title}\n\n{about} Ratios below 1: Loxo needs less.\n");
    let heads: Vec<String> = titles.iter().map(|title| title.to_string()).chain(others.map(|title| format!("/ {title}"))).collect();
    let _ = writeln!(out, "| page | {} |\n| --- |{}", heads.join(" | "), " ---: |".repeat(heads.len()));
    let mut logarithms = vec![0.0; titles.len() - 1];
    for (name, values) in &rows {
        let mut cells: Vec<String> = values.iter().map(|value| format!("{:.1}", value / unit)).collect();
        for (at, other) in values.iter().skip(1).enumerate() {
            logarithms[at] += (values[0] / other).ln();
            cells.push(format!("{:.2}", values[0] / other));
        }
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    }
    let means: String = logarithms.iter().map(|sum| format!(" {:.2} |", (sum / rows.len() as f64).exp())).collect();
    let _ = writeln!(out, "| **geometric mean** |{}{means}", " |".repeat(titles.len()));
}

/// Rows of `bench/constructs.tsv`: group, construct, instructions of Loxo and of the reference.
fn constructs(table: &str, out: &mut String) {
    let rows: Vec<(&str, f64, f64)> = table
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t').skip(1);
            Some((fields.next()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    // As `bench constructs` has it: nearly nothing counts as ten.
    let ratio = |ours: f64, theirs: f64| ours.max(10.0) / theirs.max(10.0);
    let mean = (rows.iter().map(|(_, ours, theirs)| ratio(*ours, *theirs).ln()).sum::<f64>() / rows.len() as f64).exp();
    let above = rows.iter().filter(|(_, ours, theirs)| ratio(*ours, *theirs) > 1.0).count();
    let _ = writeln!(
        out,
        "\n## Constructs\n\nInstructions of one turn of a loop, less those of an empty one (`cargo xtask bench constructs`)."
    );
    let _ = writeln!(out, "Geometric mean {mean:.2}; {above} of {} above 1.\n", rows.len());
    let _ = writeln!(out, "| construct | Loxo | PHP 8.4 | ratio |\n| --- | ---: | ---: | ---: |");
    for (name, ours, theirs) in &rows {
        let _ = writeln!(out, "| {} | {ours:.0} | {theirs:.0} | {:.2} |", name.replace('|', "\\|"), ratio(*ours, *theirs));
    }
}

/// Crates and lines of Rust by folder.
fn sources(out: &mut String) -> Result<()> {
    let _ = writeln!(out, "\n## Sources\n\n| folder | crates | lines of Rust | of these generated |\n| --- | ---: | ---: | ---: |");
    for folder in paths::CRATES {
        let (mut crates, mut lines, mut generated) = (0, 0, 0);
        for entry in fs::read_dir(paths::root().join(folder))? {
            let path = entry?.path();
            if !path.join("Cargo.toml").is_file() {
                continue;
            }
            crates += 1;
            let mut files = Vec::new();
            collect(&path.join("src"), &mut files)?;
            for file in files {
                let text = fs::read_to_string(&file)?;
                let number = text.lines().count();
                lines += number;
                if text.starts_with(crate::tidy::GENERATED_HEADER) {
                    generated += number;
                }
            }
        }
        let _ = writeln!(out, "| {folder}/ | {crates} | {lines} | {generated} |");
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        let mut out = String::new();
        programs("a\t0.001\t0.002\nb\t0.004\t0.002\nbroken\tx\n", &mut out);
        assert!(out.contains("| a | 1.0 | 2.0 | 0.50 |") && out.contains("mean** | | | 1.00 |") && !out.contains("broken"), "{out}");
        out.clear();
        instructions("Zend/bench.php\t12\t13\n", &mut out);
        assert!(out.ends_with("| Zend/bench.php | 12 |\n"), "{out}");
        out.clear();
        let counts = |rows: &[(&str, usize)]| rows.iter().map(|(name, number)| (name.to_string(), *number)).collect();
        conformance(&counts(&[("Zend", 4), ("ext/json", 4)]), &counts(&[("Zend", 3)]), &mut out);
        assert!(out.ends_with("| Zend | 4 | 3 | 75.0 |\n| ext/json | 4 | 0 | 0.0 |\n| **all** | 8 | 3 | 37.5 |\n"), "{out}");
        out.clear();
        pages("Pages", "All.", 1e6, "page\tloxo\tPHP 8.4\nfront\t2000000\t1000000\n", &mut out);
        assert!(out.contains("| page | loxo | PHP 8.4 | / PHP 8.4 |\n| --- | ---: | ---: | ---: |\n| front | 2.0 | 1.0 | 2.00 |"), "{out}");
        assert!(out.ends_with("| **geometric mean** | | | 2.00 |\n"), "{out}");
        out.clear();
        constructs("group\tconstruct\tloxo\treference\narrays\tisset\t50\t100\n", &mut out);
        assert!(out.contains("Geometric mean 0.50; 0 of 1 above 1.") && out.ends_with("| isset | 50 | 100 | 0.50 |\n"), "{out}");
        out.clear();
        instructions("", &mut out);
        assert_eq!(out, "");
    }
}
