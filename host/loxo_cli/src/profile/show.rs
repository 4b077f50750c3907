//! The table of a run, and the files that viewers read: JSON for speedscope, and a line for each stack, which flame graphs are made of.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use loxo_observer::Clock;

use super::record::{Function, Id, Run};

/// Names in the table are shortened to so many characters.
const WIDTH: usize = 70;

/// The dearest functions, those first that take most time on their own.
pub fn table(run: &Run, lines: usize) -> String {
    let sampled = run.period.is_some();
    let total = run.ended.saturating_sub(run.begun).max(1);
    let mut functions: Vec<&Function> = run.functions.iter().filter(|function| function.calls > 0).collect();
    functions.sort_by(|a, b| b.own.cmp(&a.own).then_with(|| a.name.cmp(&b.name)));
    let clock = if run.clock == Clock::Cpu { "processor" } else { "wall" };
    let mut text = String::new();
    let _ = writeln!(text, "\n{:.3} ms ({clock} time), {} functions", total as f64 / 1e6, functions.len());
    let count = if sampled { "samples" } else { "calls" };
    let _ = writeln!(text, "{:>7} {:>12} {:>12} {:>10} {:>12}  function", "own %", "own ms", "with inner", count, "memory");
    for function in functions.iter().take(lines) {
        let share = function.own as f64 * 100.0 / total as f64;
        let memory = if sampled { "-".to_string() } else { function.memory.to_string() };
        let (own, inclusive) = (function.own as f64 / 1e6, function.inclusive as f64 / 1e6);
        let _ = writeln!(text, "{share:>7.2} {own:>12.3} {inclusive:>12.3} {:>10} {memory:>12}  {}", function.calls, short(&function.name));
    }
    if functions.len() > lines {
        let _ = writeln!(text, "… and {} more (--lines N)", functions.len() - lines);
    }
    if run.unlisted > 0 {
        let _ = writeln!(text, "The run was too long to be kept as a whole: {} are in the sums alone.", run.unlisted);
    }
    text
}

/// The end of a long name says most.
fn short(name: &str) -> String {
    let length = name.chars().count();
    if length <= WIDTH { name.into() } else { format!("…{}", name.chars().skip(length + 1 - WIDTH).collect::<String>()) }
}

/// Writes the run in the format that the file's name asks for.
pub fn write(run: &Run, title: &str, file: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    if file.extension().is_some_and(|extension| extension == "collapsed") {
        collapsed(run, &mut out)?;
    } else {
        speedscope(run, title, &mut out)?;
    }
    out.flush()
}

/// A line for each stack, with microseconds, or samples.
fn collapsed(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let mut stacks: BTreeMap<Vec<Id>, u64> = BTreeMap::new();
    for (stack, times) in &run.samples {
        *stacks.entry(stack.clone()).or_default() += times;
    }
    let mut stack: Vec<Id> = Vec::new();
    let mut since = run.begun;
    for event in &run.events {
        *stacks.entry(stack.clone()).or_default() += event.at.saturating_sub(since);
        since = event.at;
        match event.begins {
            Some(id) => stack.push(id),
            None => drop(stack.pop()),
        }
    }
    for (stack, cost) in stacks {
        let cost = if run.period.is_some() { cost } else { cost / 1000 };
        if cost > 0 && !stack.is_empty() {
            let names = stack.iter().map(|id| run.functions[*id as usize].name.replace([';', ' ', '\n'], "_"));
            writeln!(out, "{} {cost}", names.collect::<Vec<_>>().join(";"))?;
        }
    }
    Ok(())
}

fn speedscope(run: &Run, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let title = json(title);
    write!(out, "{{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"Loxo\",\"name\":{title},")?;
    write!(out, "\"shared\":{{\"frames\":[")?;
    for (at, function) in run.functions.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let file = if function.file.is_empty() { String::new() } else { format!(",\"file\":{}", json(&function.file)) };
        write!(out, "{comma}{{\"name\":{}{file}}}", json(&function.name))?;
    }
    let length = run.ended.saturating_sub(run.begun);
    let kind = if run.period.is_some() { "sampled" } else { "evented" };
    write!(
        out,
        "]}},\"profiles\":[{{\"type\":\"{kind}\",\"name\":{title},\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":{length},"
    )?;
    match run.period {
        Some(period) => samples(run, period.as_nanos() as u64, out)?,
        None => events(run, out)?,
    }
    writeln!(out, "}}]}}")
}

fn samples(run: &Run, period: u64, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\"samples\":[")?;
    for (at, (stack, _)) in run.samples.iter().enumerate() {
        let numbers: Vec<String> = stack.iter().map(Id::to_string).collect();
        write!(out, "{}[{}]", if at > 0 { "," } else { "" }, numbers.join(","))?;
    }
    write!(out, "],\"weights\":[")?;
    for (at, (_, times)) in run.samples.iter().enumerate() {
        write!(out, "{}{}", if at > 0 { "," } else { "" }, times * period)?;
    }
    write!(out, "]")
}

fn events(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\"events\":[")?;
    let mut stack = Vec::new();
    for (at, event) in run.events.iter().enumerate() {
        let (kind, id) = match event.begins {
            Some(id) => {
                stack.push(id);
                ("O", id)
            }
            None => ("C", stack.pop().unwrap_or(0)),
        };
        let when = event.at.saturating_sub(run.begun);
        write!(out, "{}{{\"type\":\"{kind}\",\"frame\":{id},\"at\":{when}}}", if at > 0 { "," } else { "" })?;
    }
    write!(out, "]")
}

/// A text as JSON has it.
fn json(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if u32::from(c) < 0x20 => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(json("a\"b\\c\n\u{1}é"), "\"a\\\"b\\\\c\\u000a\\u0001é\"");
    }

    #[test]
    fn long_names_keep_their_end() {
        let name = format!("{}::method", "x".repeat(100));
        assert!(short(&name).chars().count() == WIDTH && short(&name).ends_with("::method"));
        assert_eq!(short("short"), "short");
    }
}
