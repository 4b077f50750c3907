//! `cargo xtask dist`: the release build, made once more with a profile of what it runs.

use crate::bench::training;
use crate::{Outcome, Result, paths, tidy};
use lexopt::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
usage: cargo xtask dist [options]

Builds Loxo with counters, lets it run the programs and pages of the benchmarks, and builds it again with what was counted: profile-guided
optimization. The result is target/dist/loxo; symbols are kept. Two builds from nothing and the training take about three times as long as
`cargo build --release`.

  --train COMMAND  train on this instead (may be repeated): a line for the shell, in which $LOXO is the binary with counters.
                   Servers count as well: the line has to stop them with SIGTERM
  --retrain        use the binary with counters that an earlier run has left
  --profile FILE   use what an earlier run has counted (target/dist/loxo.profdata), and train on nothing
Pages want what `cargo xtask bench pages` wants; without it the programs alone are run, and a line says so.
";

struct Options {
    commands: Vec<OsString>,
    retrain: bool,
    profile: Option<PathBuf>,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut options = Options { commands: Vec::new(), retrain: false, profile: None };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("train") => options.commands.push(parser.value()?),
            Long("retrain") => options.retrain = true,
            Long("profile") => options.profile = Some(std::path::absolute(parser.value()?)?),
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    let start = Instant::now();
    let folder = paths::target().join("dist");
    fs::create_dir_all(&folder)?;
    let profile = match &options.profile {
        Some(profile) => profile.clone(),
        None => options.count(&folder)?,
    };
    println!("building with {} …", profile.display());
    let built = build(&folder.join("guided"), &format!("-Cprofile-use={}", profile.display()))?;
    let calling = tidy::calling_handlers(&built)?;
    if !calling.is_empty() {
        return Err(format!(
            "{} is of no use: {} call the next handler, and the native stack grows with each",
            built.display(),
            calling.join(", ")
        )
        .into());
    }
    let binary = folder.join("loxo");
    fs::copy(built, &binary)?;
    println!("{}, after {} s", binary.display(), start.elapsed().as_secs());
    Ok(ExitCode::SUCCESS)
}

impl Options {
    /// Builds with counters and trains. Gives the file of what was counted.
    fn count(&self, folder: &Path) -> Result<PathBuf> {
        let profdata = llvm_profdata()?;
        let (raw, build_folder) = (folder.join("raw"), folder.join("counting"));
        let counting = if self.retrain {
            binary(&build_folder)?
        } else {
            println!("building with counters …");
            build(&build_folder, &format!("-Cprofile-generate={}", raw.display()))?
        };
        let _ = fs::remove_dir_all(&raw);
        fs::create_dir_all(&raw)?;
        println!("training …");
        // A file for each process: where processes add to one file, what is shorter than before leaves an end that cannot be read.
        let pattern = raw.join("%p.profraw");
        if self.commands.is_empty() {
            training::run(&counting, &pattern)?;
        }
        for command in &self.commands {
            let status = Command::new("sh").arg("-c").arg(command).env("LOXO", &counting).env("LLVM_PROFILE_FILE", &pattern).status()?;
            if !status.success() {
                return Err(format!("{} ended with {status}", command.to_string_lossy()).into());
            }
        }
        let merged = folder.join("loxo.profdata");
        if !Command::new(profdata).arg("merge").arg("-o").arg(&merged).arg(&raw).status()?.success() {
            return Err("llvm-profdata cannot read what was counted".into());
        }
        Ok(merged)
    }
}

/// A release build with a flag more than the project's own. With the target named, build scripts are left without the flag.
fn build(folder: &Path, flag: &str) -> Result<PathBuf> {
    // What .cargo/config.toml gives to all builds: the variable replaces it.
    // Handlers of the interpreter jump to the next one by its address: calls of the likeliest one in place of that would be inlined, and nothing jumps.
    let flags = ["-Cllvm-args=-align-all-functions=6", "-Cllvm-args=-disable-icp", flag].join("\x1f");
    let mut command = Command::new("cargo");
    command.args(["build", "--release", "--package", "loxo_cli", "--target", &paths::host()?]).current_dir(paths::root());
    command.env("CARGO_TARGET_DIR", folder).env("CARGO_ENCODED_RUSTFLAGS", flags).env("CARGO_INCREMENTAL", "0");
    if command.status()?.success() { binary(folder) } else { Err("the build failed".into()) }
}

fn binary(folder: &Path) -> Result<PathBuf> {
    let binary = folder.join(paths::host()?).join("release/loxo");
    if binary.is_file() { Ok(binary) } else { Err(format!("there is no {}", binary.display()).into()) }
}

/// The toolchain's own: the format of profiles changes with LLVM.
fn llvm_profdata() -> Result<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    let root = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let tool = root.join("lib/rustlib").join(paths::host()?).join("bin/llvm-profdata");
    if !tool.is_file() {
        println!("installing llvm-tools …");
        let status = Command::new("rustup").args(["component", "add", "llvm-tools"]).current_dir(paths::root()).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err("llvm-profdata is missing: rustup component add llvm-tools".into());
        }
    }
    Ok(tool)
}
