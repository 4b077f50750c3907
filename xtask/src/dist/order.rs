//! The order of functions in the text: those that a start runs, those that most programs run, and those that some run, each group in one piece. The
//! linker puts a crate's functions side by side, so that a start touches 140 places that lie 64 kB apart and more, each of which the kernel maps
//! by itself.

use crate::bench::{training, valgrind};
use crate::{Result, paths};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The linker's script, which `host/loxo_cli/build.rs` gives to it.
pub const SCRIPT: &str = "host/loxo_cli/functions.ld";

const HEADER: &str = "\
/* Functions in the order of use, written by `cargo xtask dist --order`: what a start runs, what most programs run, what some run. What a name
   ends in (a hash of types where the rest says which function it is, and what link-time optimization adds) is left open. */
";

/// Writes the script, from what `binary` runs in training. Gives a line about it.
pub fn write(binary: &Path, folder: &Path) -> Result<String> {
    valgrind::ensure()?;
    let listing = Command::new("nm").arg("--defined-only").arg(binary).output()?;
    let listing = String::from_utf8_lossy(&listing.stdout);
    let all = symbols(&listing);
    let mut runs = Vec::new();
    for command in training::programs(binary)? {
        let out = folder.join("functions.callgrind");
        training::finish(valgrind::naming(&command, &out))?;
        runs.push(functions(&std::fs::read_to_string(out)?));
    }
    let groups = groups(&runs, &all);
    std::fs::write(paths::root().join(SCRIPT), script(&groups, &all))?;
    let [start, most, some] = groups.map(|group| group.len());
    Ok(format!("{SCRIPT}: {start} functions of a start, {most} of most programs, {some} of some"))
}

/// Names of functions in what `nm` prints.
fn symbols(listing: &str) -> HashSet<&str> {
    let of_function = |line: &&str| line.split_whitespace().nth(1).is_some_and(|kind| kind.eq_ignore_ascii_case("t"));
    listing.lines().filter(of_function).filter_map(|line| line.split_whitespace().nth(2)).map(stem).collect()
}

/// Names of the functions that ran, in callgrind's file: `fn=(7) name` the first time, `fn=(7)` from then on; `cfn=` for one that is called.
fn functions(profile: &str) -> BTreeSet<String> {
    let (mut names, mut ran) = (HashMap::new(), BTreeSet::new());
    for line in profile.lines() {
        let Some(rest) = line.strip_prefix("fn=(").or_else(|| line.strip_prefix("cfn=(")) else { continue };
        let Some((number, name)) = rest.split_once(')') else { continue };
        // Recursive ones are counted by depth: `name'2`.
        let name = name.trim().split('\'').next().unwrap_or_default();
        if !name.is_empty() {
            names.insert(number, stem(name));
        }
        if line.starts_with("fn=")
            && let Some(name) = names.get(number)
        {
            ran.insert((*name).to_string());
        }
    }
    ran
}

/// A name without what link-time optimization adds where a function becomes visible to other units.
fn stem(name: &str) -> &str {
    name.split_once(".llvm.").map_or(name, |(stem, _)| stem)
}

/// A mangled name without its hash: `17h`, 16 digits, `E`.
fn path(name: &str) -> &str {
    match name.rfind("17h") {
        Some(at) if name.len() == at + 20 && name.ends_with('E') => &name[..at + 3],
        _ => name,
    }
}

/// What the first run (a start) has run, then what at least half of the others have, then a tenth.
fn groups(runs: &[BTreeSet<String>], all: &HashSet<&str>) -> [Vec<String>; 3] {
    let mut groups = [const { Vec::new() }; 3];
    let [start, programs @ ..] = runs else { return groups };
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    for name in runs.iter().flatten().filter(|name| all.contains(name.as_str())) {
        *used.entry(name).or_default() += 1;
    }
    for (name, times) in used {
        let group = match () {
            () if start.contains(name) => 0,
            () if times * 2 >= programs.len() => 1,
            () if times * 10 >= programs.len() => 2,
            () => continue,
        };
        groups[group].push(name.to_string());
    }
    groups
}

fn script(groups: &[Vec<String>; 3], all: &HashSet<&str>) -> String {
    let mut same: HashMap<&str, usize> = HashMap::new();
    for name in all {
        *same.entry(path(name)).or_default() += 1;
    }
    let mut text = format!("{HEADER}SECTIONS {{\n  .text : {{\n");
    let mut written = HashSet::new();
    for name in groups.iter().flatten() {
        // Of several functions under one path (closures, instances for types) only the hash says which one.
        let known = if same[path(name)] == 1 { path(name) } else { name };
        if written.insert(known) {
            let end = if name.starts_with('_') { "*" } else { "" };
            let _ = writeln!(text, "    *(.text.{known}{end})");
        }
    }
    text + "  }\n} INSERT BEFORE .init;\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_named_once() {
        let profile =
            "fn=(1) main\n1 5\ncfn=(2) _ZN1a1b17h0123456789abcdefE.llvm.77\ncalls=1 1\n1 9\nfn=(2)\n1 9\ncfn=(3) never\nfn=(4) b'2\n";
        assert_eq!(functions(profile).into_iter().collect::<Vec<_>>(), ["_ZN1a1b17h0123456789abcdefE", "b", "main"]);
    }

    #[test]
    fn hashes_stay_where_they_are_needed() {
        let all = HashSet::from(["main", "_ZN1a1b17h0123456789abcdefE", "_ZN1a1c17h0123456789abcdefE", "_ZN1a1c17h1123456789abcdefE"]);
        let start = BTreeSet::from(["main".to_string()]);
        let program: BTreeSet<String> =
            all.iter().filter(|name| !name.ends_with("17h1123456789abcdefE")).map(|name| name.to_string()).collect();
        let groups = groups(&[start, program], &all);
        let lines: Vec<String> =
            script(&groups, &all).lines().filter(|line| line.contains("*(")).map(|line| line.trim().to_string()).collect();
        assert_eq!(lines, ["*(.text.main)", "*(.text._ZN1a1b17h*)", "*(.text._ZN1a1c17h0123456789abcdefE*)"]);
    }
}
