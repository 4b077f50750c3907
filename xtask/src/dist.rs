//! `cargo xtask dist`: the release build, made once more with a profile of what it runs, and laid out by what runs together.

mod layout;
mod order;

use crate::bench::training;
use crate::{Outcome, Result, paths, tidy};
use layout::Bolt;
use lexopt::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
usage: cargo xtask dist [options]

Builds Loxo with counters, lets it run the programs and pages of the benchmarks, and builds it again with what was counted: profile-guided
optimization. Then LLVM's BOLT (apt-get install bolt-19 libbolt-19-dev), where it is there, puts the code that runs together next to each
other, which takes a second training. The result is target/dist/loxo; symbols are kept. Two builds from nothing and the training take about
three times as long as `cargo build --release`.

  --train COMMAND  train on this instead (may be repeated): a line for the shell, in which $LOXO is the binary with counters.
                   Servers count as well: the line has to stop them with SIGTERM
  --retrain        use the binary with counters that an earlier run has left
  --lay-out FILE   build nothing: lay out this binary, which was linked with -Clink-arg=-Wl,--emit-relocs
  --order FILE     build nothing: write host/loxo_cli/functions.ld, the order in which the linker lays functions, from what this binary runs in
                   the programs, under valgrind
  --profile FILE   use what an earlier run has counted (target/dist/loxo.profdata), and train on nothing: BOLT is left out
Pages want what `cargo xtask bench pages` wants; without it the programs alone are run, and a line says so. A server that does not answer
ends the run.
";

struct Options {
    commands: Vec<OsString>,
    retrain: bool,
    profile: Option<PathBuf>,
    built: Option<PathBuf>,
    ordered: Option<PathBuf>,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut options = Options { commands: Vec::new(), retrain: false, profile: None, built: None, ordered: None };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("train") => options.commands.push(parser.value()?),
            Long("retrain") => options.retrain = true,
            Long("lay-out") => options.built = Some(std::path::absolute(parser.value()?)?),
            Long("profile") => options.profile = Some(std::path::absolute(parser.value()?)?),
            Long("order") => options.ordered = Some(std::path::absolute(parser.value()?)?),
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
    if let Some(binary) = &options.ordered {
        println!("{}, after {} s", order::write(binary, &folder)?, start.elapsed().as_secs());
        return Ok(ExitCode::SUCCESS);
    }
    let binary = folder.join("loxo");
    let built = match &options.built {
        Some(built) if !built.is_file() => return Err(format!("there is no {}", built.display()).into()),
        Some(built) => options.lay_out(&Bolt::find().ok_or("BOLT is missing: apt-get install bolt-19 libbolt-19-dev")?, built, &folder)?,
        None => options.build(&folder)?,
    };
    fs::copy(built, &binary)?;
    println!("{}, after {} s", binary.display(), start.elapsed().as_secs());
    Ok(ExitCode::SUCCESS)
}

impl Options {
    /// The binary, from its sources.
    fn build(&self, folder: &Path) -> Result<PathBuf> {
        let profile = match &self.profile {
            Some(profile) => profile.clone(),
            None => self.count(folder)?,
        };
        println!("building with {} …", profile.display());
        let bolt = if self.profile.is_none() { Bolt::find() } else { None };
        let mut flags = vec![format!("-Cprofile-use={}", profile.display())];
        if bolt.is_some() {
            flags.push(layout::LINKER_FLAG.into());
        }
        let built = build(&folder.join("guided"), &flags)?;
        let calling = tidy::calling_handlers(&built)?;
        if !calling.is_empty() {
            return Err(format!(
                "{} is of no use: {} call the next handler, and the native stack grows with each",
                built.display(),
                calling.join(", ")
            )
            .into());
        }
        match bolt {
            Some(bolt) => self.lay_out(&bolt, &built, folder),
            None => {
                println!("without BOLT: code stays in the order of the linker");
                Ok(built)
            }
        }
    }

    /// Builds with counters and trains. Gives the file of what was counted.
    fn count(&self, folder: &Path) -> Result<PathBuf> {
        let profdata = llvm_profdata()?;
        let (raw, build_folder) = (folder.join("raw"), folder.join("counting"));
        let counting = if self.retrain {
            binary(&build_folder)?
        } else {
            println!("building with counters …");
            build(&build_folder, &[format!("-Cprofile-generate={}", raw.display())])?
        };
        // A file for each process: where processes add to one file, what is shorter than before leaves an end that cannot be read.
        let pattern = raw.join("%p.profraw");
        self.train(&counting, &raw, &pattern)?;
        let merged = folder.join("loxo.profdata");
        if !Command::new(profdata).arg("merge").arg("-o").arg(&merged).arg(&raw).status()?.success() {
            return Err("llvm-profdata cannot read what was counted".into());
        }
        Ok(merged)
    }

    /// Runs a binary with counters. What they count goes to files in an empty folder, `pattern` for those that the environment names.
    fn train(&self, binary: &Path, counts: &Path, pattern: &Path) -> Result<()> {
        let _ = fs::remove_dir_all(counts);
        fs::create_dir_all(counts)?;
        println!("training …");
        if self.commands.is_empty() {
            training::run(binary, pattern)?;
        }
        for command in &self.commands {
            let status = Command::new("sh").arg("-c").arg(command).env("LOXO", binary).env("LLVM_PROFILE_FILE", pattern).status()?;
            if !status.success() {
                return Err(format!("{} ended with {status}", command.to_string_lossy()).into());
            }
        }
        Ok(())
    }

    /// A copy of the binary whose code lies in the order in which it ran in training.
    fn lay_out(&self, bolt: &Bolt, binary: &Path, folder: &Path) -> Result<PathBuf> {
        let (counts, counting, out) = (folder.join("layout"), folder.join("loxo-counting"), folder.join("loxo-laid-out"));
        bolt.count(binary, &counting, &counts)?;
        self.train(&counting, &counts, &folder.join("raw/none"))?;
        println!("laying out the code …");
        bolt.arrange(binary, &out, &counts)?;
        Ok(out)
    }
}

/// A release build with more flags than the project's own. With the target named, build scripts are left without the flag.
fn build(folder: &Path, more: &[String]) -> Result<PathBuf> {
    // What .cargo/config.toml gives to all builds: the variable replaces it.
    // Handlers of the interpreter jump to the next one by its address: calls of the likeliest one in place of that would be inlined, and nothing jumps.
    let own = ["-Cllvm-args=-align-all-functions=6", "-Cllvm-args=-disable-icp"];
    let flags = own.into_iter().chain(more.iter().map(String::as_str)).collect::<Vec<_>>().join("\x1f");
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
