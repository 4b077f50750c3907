//! What setting an application up takes: a folder that stays, a copy of its files, a database, PHP to run its commands.

use super::database::Database;
use super::engines::state_folder;
use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::reference::{self, PHP84};
use crate::{Result, paths};
use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const LIMITS: Limits = Limits { time: Duration::from_secs(600), memory: 4 << 30 };

/// Where Debian's autoloaders look for each other, by their full paths.
pub const LIBRARIES: &str = "/usr/share/php";

/// What all applications share.
pub struct Grounds<'a> {
    run: &'a Path,
    fresh: bool,
    database: OnceCell<Database>,
}

impl<'a> Grounds<'a> {
    pub fn new(run: &'a Path, fresh: bool) -> Grounds<'a> {
        Grounds { run, fresh, database: OnceCell::new() }
    }

    /// Where an application of this name is set up, or will be.
    pub fn of(&self, name: &str) -> Result<Ground<'_>> {
        let folder = state_folder().join(name);
        if self.fresh {
            let _ = fs::remove_dir_all(&folder);
        }
        fs::create_dir_all(&folder)?;
        Ok(Ground { folder, shared: self })
    }
}

/// Where one application is set up.
pub struct Ground<'a> {
    /// Its own folder, which outlives the run.
    pub folder: PathBuf,
    shared: &'a Grounds<'a>,
}

impl Ground<'_> {
    /// The application's own copy of a folder of Debian's: made when it is not there. What links lead to is copied as well; they are
    /// followed inside the root, whose paths they name.
    pub fn tree(&self, root: &Path, from: &str) -> Result<PathBuf> {
        let tree = self.folder.join("tree");
        if !tree.is_dir() {
            let fresh = self.folder.join("tree.new");
            let _ = fs::remove_dir_all(&fresh);
            copy(root, from, &fresh)?;
            fs::rename(&fresh, &tree)?;
        }
        Ok(tree)
    }

    /// Copies a folder of Debian's into a folder that is not there yet.
    pub fn copy_once(&self, root: &Path, from: &str, to: &Path) -> Result<()> {
        if to.is_dir() { Ok(()) } else { copy(root, from, to) }
    }

    /// The database server, started when it is first asked for.
    pub fn database(&self) -> Result<&Database> {
        if let Some(database) = self.shared.database.get() {
            return Ok(database);
        }
        let database = Database::start(&state_folder().join("database"), self.shared.run)?;
        Ok(self.shared.database.get_or_init(|| database))
    }

    /// Does something once: when it has succeeded, a file of this name says so, with what it gave.
    pub fn once(&self, name: &str, act: impl FnOnce() -> Result<String>) -> Result<String> {
        let file = self.folder.join(name);
        if let Ok(text) = fs::read_to_string(&file) {
            return Ok(text);
        }
        let text = act()?;
        fs::write(&file, &text)?;
        Ok(text)
    }

    /// Runs a script of benches/pages with PHP 8.4 and gives what it printed.
    pub fn script(&self, script: &str, arguments: &[&Path], environment: &[(String, String)]) -> Result<String> {
        let arguments: Vec<String> = arguments.iter().map(|path| path.display().to_string()).collect();
        self.run_php(&paths::root().join("benches/pages").join(script), &arguments, environment, b"")
    }

    /// Runs a command of the application.
    pub fn php(&self, script: &Path, arguments: &[String], stdin: &[u8]) -> Result<String> {
        self.run_php(script, arguments, &[], stdin)
    }

    fn run_php(&self, script: &Path, arguments: &[String], environment: &[(String, String)], stdin: &[u8]) -> Result<String> {
        let mut command = PHP84.program("cli")?;
        command.args(["-d", "display_errors=1", "-d", "memory_limit=1G"]).arg(script).args(arguments);
        command.envs(environment.iter().cloned()).current_dir(&self.folder);
        let finished = process::run(command, stdin, CAPTURE_ALL, LIMITS)?;
        let text = String::from_utf8_lossy(&finished.output).into_owned();
        if finished.end == End::Exit(0) {
            return Ok(text);
        }
        let said: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        Err(format!("{}: {}", script.display(), said[said.len().saturating_sub(3)..].join(" / ")).into())
    }

    /// Debian's packages, in the root of the reference, which it gives.
    pub fn packages(&self, packages: &[&str]) -> Result<PathBuf> {
        reference::debian_packages(packages)
    }

    /// The same for packages with libraries, which must be where they expect to be.
    pub fn libraries(&self, packages: &[&str]) -> Result<PathBuf> {
        let root = self.packages(packages)?;
        let installed = root.join("usr/share/php");
        if !Path::new(LIBRARIES).exists() {
            std::os::unix::fs::symlink(&installed, LIBRARIES).map_err(|error| {
                format!("Debian's libraries must be at {LIBRARIES}: ln -s {} {LIBRARIES} ({error})", installed.display())
            })?;
        }
        Ok(root)
    }
}

fn copy(root: &Path, from: &str, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let mut pack = Command::new("chroot")
        .arg(root)
        .args(["tar", "-chf", "-", "-C", from, "."])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let packed = pack.stdout.take().ok_or("tar gives nothing")?;
    let unpacked = Command::new("tar").arg("xf").arg("-").arg("-C").arg(to).stdin(packed).status()?;
    // Links to what is not installed are left out, and tar complains of them.
    pack.wait()?;
    if unpacked.success() { Ok(()) } else { Err(format!("{from} cannot be copied").into()) }
}
