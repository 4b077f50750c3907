//! `cargo xtask package`: packages of Loxo for Debian's and Red Hat's kinds of systems, an archive for all others, and an image for containers.

mod archive;
mod completions;
mod compress;
mod contents;
mod deb;
mod elf;
mod help;
mod licences;
mod man;
mod oci;
mod rpm;
mod run;
mod sbom;
mod tree;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use lexopt::prelude::*;

use crate::{Outcome, Result, paths};
use contents::Package;
use run::{name, output, sha256};

const HELP: &str = "\
usage: cargo xtask package [options] [deb] [rpm] [archive] [oci]

Makes packages of Loxo in target/package (all kinds if none is named), with a list of what is linked (CycloneDX), its licences and checksums. The same
commit and the same binary give the same bytes: times are the commit's, or SOURCE_DATE_EPOCH. Nothing is built: the binary is what
`cargo xtask dist` has left. It is run for its help, of which manual pages and completions are made.

  --binary FILE  package this one instead of target/dist/loxo
  --sign KEY     sign the .rpm, and the checksums (SHA256SUMS.asc), with this key of gpg; signatures have a time of their own
  --out FOLDER   put packages there
  --quick        compress little: for tests
";

const KINDS: [&str; 4] = ["deb", "rpm", "archive", "oci"];
pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let (mut binary, mut out, mut kinds, mut quick) =
        (paths::target().join("dist/loxo"), paths::target().join("package"), Vec::new(), false);
    let mut key = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("binary") => binary = std::path::absolute(parser.value()?)?,
            Long("out") => out = std::path::absolute(parser.value()?)?,
            Long("quick") => quick = true,
            Long("sign") => key = Some(parser.value()?.string()?),
            Value(kind) if KINDS.iter().any(|known| kind == *known) => kinds.push(kind),
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    if !binary.is_file() {
        return Err(format!("there is no {}: run `cargo xtask dist`, or name a binary with --binary", binary.display()).into());
    }
    let wanted = |kind: &str| kinds.is_empty() || kinds.contains(&OsString::from(kind));
    let package = Package::new(binary, out, quick)?;
    let mut made = Vec::new();
    for (kind, make) in
        [("deb", deb::make as fn(&Package) -> Result<PathBuf>), ("rpm", rpm::make), ("archive", archive::make), ("oci", oci::make)]
    {
        if wanted(kind) {
            made.push(make(&package)?);
        }
    }
    let sbom = package.out.join(format!("loxo-{}.cdx.json", package.version));
    fs::write(&sbom, &package.sbom)?;
    made.push(sbom);
    if let Some(key) = &key {
        made.iter().filter(|file| file.extension().is_some_and(|end| end == "rpm")).try_for_each(|file| rpm::sign(file, key))?;
    }
    let mut sums = String::new();
    for file in &made {
        sums += &format!("{}  {}\n", sha256(file)?, name(file));
        println!("{}", file.display());
    }
    let list = package.out.join("SHA256SUMS");
    fs::write(&list, sums)?;
    // A signature of other checksums would be wrong.
    let signature = package.out.join("SHA256SUMS.asc");
    if signature.exists() {
        fs::remove_file(&signature)?;
    }
    if let Some(key) = &key {
        let mut sign = Command::new("gpg");
        output(sign.args(["--batch", "--armor", "--detach-sign", "--local-user", key, "--output"]).arg(&signature).arg(&list))?;
    }
    Ok(ExitCode::SUCCESS)
}
