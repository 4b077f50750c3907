//! Code in the order in which it runs: BOLT, LLVM's optimizer of finished binaries, puts what training has run together and moves the rest away,
//! so that the instruction cache holds less of what does not run.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Versions whose tools are looked for where Debian's packages put them, if there is none in the path. Older ones know less.
const VERSIONS: std::ops::RangeInclusive<u32> = 19..=40;
/// Functions that jump to addresses which they compute from a table of labels (Oniguruma's matcher): BOLT can't tell where to, and leaves them alone.
const SKIPPED: &str = "-skip-funcs=match_at.*";

/// BOLT moves code, and has to find every place that names its address.
pub const LINKER_FLAG: &str = "-Clink-arg=-Wl,--emit-relocs";

pub struct Bolt {
    optimizer: PathBuf,
    merge: PathBuf,
}

impl Bolt {
    /// `None`: it is not on this machine, with the library that its counters need.
    pub fn find() -> Option<Bolt> {
        // Not by the names in /usr/bin: the library with the counters is found beside the program that is called.
        let debian = VERSIONS.rev().map(|version| PathBuf::from(format!("/usr/lib/llvm-{version}/bin")));
        std::iter::once(PathBuf::new())
            .chain(debian)
            .map(|folder| Bolt { optimizer: folder.join("llvm-bolt"), merge: folder.join("merge-fdata") })
            .find(|bolt| is_there(&bolt.optimizer) && is_there(&bolt.merge))
    }

    /// A copy of a binary that counts which branches it takes; each process writes what it has counted to a file below `counts`.
    pub fn count(&self, binary: &Path, out: &Path, counts: &Path) -> Result<()> {
        let file = format!("-instrumentation-file={}", counts.join("counts").display());
        let mut command = Command::new(&self.optimizer);
        run(command.arg(binary).arg("-o").arg(out).args(["-instrument", &file, "-instrumentation-file-append-pid", SKIPPED]))
    }

    /// A copy of a binary in the order that the files below `counts` tell.
    pub fn arrange(&self, binary: &Path, out: &Path, counts: &Path) -> Result<()> {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(counts)?.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()?;
        files.sort();
        let merged = counts.with_extension("fdata");
        run(Command::new(&self.merge).arg("-o").arg(&merged).args(files))?;
        let mut command = Command::new(&self.optimizer);
        command.arg(binary).arg("-o").arg(out).arg("-data").arg(&merged);
        run(command.args([
            SKIPPED,
            "-reorder-blocks=ext-tsp",
            "-reorder-functions=cdsort",
            "-split-functions",
            "-split-all-cold",
            "-split-eh",
            "-icf=1",
        ]))
    }
}

fn is_there(tool: &Path) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdout(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let name = command.get_program().to_string_lossy();
    Err(format!("{name}: {}", text.lines().rev().find(|line| line.contains("ERROR")).unwrap_or("it failed")).into())
}
