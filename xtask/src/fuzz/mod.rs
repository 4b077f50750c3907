//! `cargo xtask fuzz`: the fuzz targets, with a corpus made of what lies in the repository.

mod corpus;

use crate::{Outcome, Result, paths};
use lexopt::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
usage: cargo xtask fuzz [options] [TARGET…]

Builds the targets of fuzz/ with coverage counters (stable Rust is enough) and runs each for some minutes, one at a time, at low
priority. A target goes on after a finding. What was found is in TARGET_DIR/fuzz/findings/TARGET, one input each.

  TARGET        one of the list below (default: all)
  --minutes N   for each target (default 10)
  --only FILE   run one input, and show what happens

Targets:";

/// Options of libFuzzer: from when on an input counts as one that hangs or takes too much memory, and how long inputs get.
const LIMITS: [&str; 3] = ["-timeout=20", "-rss_limit_mb=3000", "-max_len=8192"];

struct Target {
    name: &'static str,
    dictionary: &'static str,
    /// Calls builtins: needs all extensions.
    engine: bool,
}

const TARGETS: &[Target] = &[
    Target { name: "syntax", dictionary: "php.txt", engine: false },
    Target { name: "compiler", dictionary: "php.txt", engine: false },
    Target { name: "units", dictionary: "php.txt", engine: false },
    Target { name: "program", dictionary: "archives.txt", engine: false },
    Target { name: "multipart", dictionary: "multipart.txt", engine: false },
    Target { name: "mysql", dictionary: "mysql.txt", engine: true },
    Target { name: "gettext_mo", dictionary: "gettext_mo.txt", engine: true },
    Target { name: "memcache", dictionary: "memcache.txt", engine: true },
    Target { name: "fastcgi", dictionary: "fastcgi.txt", engine: false },
    Target { name: "admin", dictionary: "profile.txt", engine: false },
    Target { name: "doctor", dictionary: "doctor.txt", engine: false },
    Target { name: "hugepages", dictionary: "hugepages.txt", engine: false },
    Target { name: "profile", dictionary: "profile.txt", engine: false },
    Target { name: "htaccess", dictionary: "htaccess.txt", engine: false },
    Target { name: "rules_message", dictionary: "rules_message.txt", engine: false },
    Target { name: "rewrite_map", dictionary: "rewrite_map.txt", engine: false },
    Target { name: "pages", dictionary: "pages.txt", engine: false },
    Target { name: "proxy_protocol", dictionary: "proxy_protocol.txt", engine: false },
    Target { name: "nats", dictionary: "nats.txt", engine: false },
    Target { name: "queue", dictionary: "queue.txt", engine: false },
    Target { name: "configuration", dictionary: "configuration.txt", engine: false },
    Target { name: "schedule", dictionary: "schedule.txt", engine: false },
    Target { name: "migrate", dictionary: "migrate.txt", engine: false },
    Target { name: "redis", dictionary: "redis.txt", engine: false },
    Target { name: "json", dictionary: "json.txt", engine: true },
    Target { name: "html", dictionary: "html.txt", engine: true },
    Target { name: "unserialize", dictionary: "unserialize.txt", engine: true },
    Target { name: "igbinary", dictionary: "igbinary.txt", engine: true },
    Target { name: "archives", dictionary: "archives.txt", engine: true },
    Target { name: "fileinfo", dictionary: "fileinfo.txt", engine: true },
    Target { name: "images", dictionary: "images.txt", engine: true },
    Target { name: "numbers", dictionary: "numbers.txt", engine: true },
    Target { name: "msgpack", dictionary: "msgpack.txt", engine: true },
    Target { name: "metadata", dictionary: "metadata.txt", engine: true },
    Target { name: "dates", dictionary: "dates.txt", engine: true },
    Target { name: "text_formats", dictionary: "text_formats.txt", engine: true },
    Target { name: "encodings", dictionary: "encodings.txt", engine: true },
    Target { name: "http_wrapper", dictionary: "http_wrapper.txt", engine: true },
    Target { name: "mysql_compressed", dictionary: "mysql_compressed.txt", engine: true },
    Target { name: "resolver", dictionary: "resolver.txt", engine: true },
    Target { name: "filters", dictionary: "filters.txt", engine: true },
    Target { name: "patterns", dictionary: "patterns.txt", engine: true },
    Target { name: "xml", dictionary: "xml.txt", engine: true },
    Target { name: "pem", dictionary: "pem.txt", engine: true },
    Target { name: "certificate_times", dictionary: "certificate_times.txt", engine: true },
    Target { name: "http_server", dictionary: "http_server.txt", engine: true },
];

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut names: Vec<String> = Vec::new();
    let mut minutes = 10.0;
    let mut only = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) => names.push(name.string()?),
            Long("minutes") => minutes = parser.value()?.parse::<f64>()?,
            Long("only") => only = Some(std::path::absolute(parser.value()?)?),
            Short('h') | Long("help") => {
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                println!("{HELP} {}", names.join(", "));
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    if let Some(unknown) = names.iter().find(|name| !TARGETS.iter().any(|target| target.name == **name)) {
        return Err(format!("there is no target `{unknown}`").into());
    }
    let chosen: Vec<&Target> = TARGETS.iter().filter(|target| names.is_empty() || names.iter().any(|name| name == target.name)).collect();
    let built = build(&chosen)?;
    if let Some(input) = only {
        let [target] = chosen[..] else { return Err("--only needs one target".into()) };
        let status = Command::new(built.join(target.name)).args(LIMITS).arg(input).status()?;
        return Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let mut good = true;
    for target in chosen {
        good &= run(target, &built, minutes)?;
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds with the counters that the fuzzer steers by. Gives the folder of the binaries.
fn build(targets: &[&Target]) -> Result<PathBuf> {
    // With a target named, build scripts are left without the flags.
    let triple = paths::host()?;
    let folder = paths::target().join("fuzz");
    let flags = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                 -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";
    let mut command = Command::new("cargo");
    command.current_dir(paths::root().join("fuzz")).args(["build", "--release", "-j2", "--target", &triple]);
    for target in targets {
        command.args(["--bin", target.name]);
    }
    if targets.iter().any(|target| target.engine) {
        command.args(["--features", "engine"]);
    }
    let status = command.env("CARGO_TARGET_DIR", &folder).env("RUSTFLAGS", flags).status()?;
    if status.success() { Ok(folder.join(triple).join("release")) } else { Err("the fuzz targets cannot be built".into()) }
}

fn run(target: &Target, built: &Path, minutes: f64) -> Result<bool> {
    let folder = paths::target().join("fuzz");
    let corpus = folder.join("corpus").join(target.name);
    let findings = folder.join("findings").join(target.name);
    let _ = fs::remove_dir_all(&findings);
    fs::create_dir_all(&findings)?;
    let seeds = corpus::make(target.name, &corpus)?;
    println!("{}: {seeds} seeds, {minutes} minutes", target.name);
    let log_path = folder.join(format!("{}.log", target.name));
    let log = fs::File::create(&log_path)?;
    let status = Command::new("nice")
        .args(["-n", "10"])
        .arg(built.join(target.name))
        .args(LIMITS)
        .args(["-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"])
        .arg(format!("-max_total_time={}", (minutes * 60.0) as u64))
        .arg(format!("-dict={}", paths::root().join("fuzz/dictionaries").join(target.dictionary).display()))
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .arg(&corpus)
        .stdout(Stdio::null())
        .stderr(log)
        .status()?;
    let text = String::from_utf8_lossy(&fs::read(&log_path)?).into_owned();
    println!("{}: {}", target.name, last_state(&text).unwrap_or_else(|| format!("ended with {status}, see {}", log_path.display())));
    let good = report(target, built, &findings)?;
    let lost = losses(&text).filter(|count| *count > 0 && good);
    if let Some(count) = lost {
        println!("{}: {count} processes ended without leaving an input, see {}", target.name, log_path.display());
    }
    Ok(good && lost.is_none())
}

/// How many processes have crashed, hung or eaten memory, by the fuzzer's last line about itself.
fn losses(log: &str) -> Option<u64> {
    let state = last_state(log)?;
    let counts = state.split("oom/timeout/crash: ").nth(1)?.split_whitespace().next()?;
    counts.split('/').map(|count| count.parse::<u64>().ok()).sum()
}

/// `#12345: cov: 678 ft: 90 corp: 12 exec/s 345 …` of the fuzzer's last line about itself.
fn last_state(log: &str) -> Option<String> {
    let line = log.lines().rev().find(|line| line.starts_with('#') && line.contains(" cov: "))?;
    let (runs, rest) = line[1..].split_once(':')?;
    Some(format!("{runs} inputs, {}", rest.trim()))
}

/// Runs every finding again and groups them by what they say.
fn report(target: &Target, built: &Path, findings: &Path) -> Result<bool> {
    let mut groups: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(findings)? {
        let input = entry?.path();
        let output = Command::new(built.join(target.name)).args(LIMITS).arg(&input).output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        groups.entry(said(&text, output.status.success())).or_default().push(input);
    }
    for (what, inputs) in &groups {
        println!("{}: {} × {what}, such as {}", target.name, inputs.len(), inputs[0].display());
    }
    println!("{}: {} findings", target.name, groups.len());
    Ok(groups.is_empty())
}

/// Where it panicked and what it said, or what the fuzzer said.
fn said(text: &str, success: bool) -> String {
    if success {
        return "not when run alone".into();
    }
    let mut lines = text.lines().skip_while(|line| !line.contains("panicked at"));
    if let Some(place) = lines.next() {
        let place = place.split("panicked at ").nth(1).unwrap_or(place);
        return format!("{place} {}", lines.next().unwrap_or_default());
    }
    let line = text.lines().find(|line| line.contains("ERROR: libFuzzer"));
    line.map_or("ended without a word", |line| line.split("libFuzzer: ").nth(1).unwrap_or(line)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_fuzzer_says() {
        let log = "INFO: x\n#10: cov: 1 ft: 2\n#230: cov: 5 ft: 6 corp: 7 exec/s 8\nINFO: fuzzed for 3 seconds\n";
        assert_eq!(last_state(log).as_deref(), Some("230 inputs, cov: 5 ft: 6 corp: 7 exec/s 8"));
        let log = "#8: cov: 1 ft: 2 corp: 3 exec/s 4 oom/timeout/crash: 1/0/22 time: 5s\n";
        assert_eq!((losses(log), losses("")), (Some(23), None));
        let panic = "x\nthread '<unnamed>' panicked at engine/a.rs:1:2:\nno way\nstack\n";
        assert_eq!(said(panic, false), "engine/a.rs:1:2: no way");
        assert_eq!(said("==1== ERROR: libFuzzer: timeout after 20 seconds\n", false), "timeout after 20 seconds");
    }
}
