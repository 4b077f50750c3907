//! Parsing and compiling, without running.

use super::{Options, Side};
use crate::{Result, paths};
use std::fs;
use std::path::{Path, PathBuf};

const LINES: usize = 60_000;

/// `-l` over a tree in one process, less the time of a start.
pub fn run(options: &Options, sides: &[Side]) -> Result<()> {
    let tree = match &options.tree {
        Some(tree) => tree.clone(),
        None => generate()?,
    };
    let mut files = Vec::new();
    collect(&tree, &mut files)?;
    files.sort();
    let lines: usize = files.iter().map(|file| fs::read(file).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())).sum();
    println!("\ncompiling {} files of {}, {lines} lines, least CPU milliseconds of {}", files.len(), tree.display(), options.rounds);
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let mut base = None;
    for side in sides.iter().filter(|side| side.name != "ref. JIT") {
        // Without the optimizer: it is the parser and the compiler that are compared.
        let empty = side.least_cpu(&["-d", "opcache.enable_cli=0", "-r", ""], options.rounds)?;
        let mut arguments = vec!["-d", "opcache.enable_cli=0", "-l"];
        arguments.extend(names.iter().map(String::as_str));
        let checked = side.measure(&arguments)?;
        if !checked.ok {
            let text = String::from_utf8_lossy(&checked.output).into_owned();
            let said = text.lines().find(|line| !line.is_empty() && !line.starts_with("No syntax errors")).unwrap_or("no output");
            println!("{:<12} fails: {said}", side.name);
            continue;
        }
        let time = side.least_cpu(&arguments, options.rounds)? - empty;
        let base = *base.get_or_insert(time);
        println!(
            "{:<12} {:>9.1}   {:>6.2} million lines/s   loxo / it: {:.3}",
            side.name,
            time * 1e3,
            lines as f64 / time / 1e6,
            base / time
        );
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?;
        } else if entry.path().extension().is_some_and(|extension| extension == "php") {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Copies of our own programs, each in a namespace of its own, up to [`LINES`].
fn generate() -> Result<PathBuf> {
    let tree = paths::target().join("bench/tree");
    let _ = fs::remove_dir_all(&tree);
    fs::create_dir_all(&tree)?;
    let mut sources = Vec::new();
    collect(&paths::root().join("benches/programs"), &mut sources)?;
    sources.sort();
    let mut lines = 0;
    for copy in 0.. {
        for source in &sources {
            let text = fs::read_to_string(source)?;
            let text = match text.strip_prefix("<?php\n") {
                Some(rest) => format!("<?php\nnamespace Copy{copy};\nuse Generator;\n{rest}"),
                None => text,
            };
            lines += text.lines().count();
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            fs::write(tree.join(format!("{name}_{copy}.php")), text)?;
            if lines >= LINES {
                return Ok(tree);
            }
        }
    }
    Ok(tree)
}
