//! The list of applications, and what setting one up takes.

use super::database::Database;
use super::engines::state_folder;
use super::site::Site;
use super::wordpress;
use crate::process::{self, CAPTURE_ALL, End, Limits};
use crate::reference::{self, PHP84};
use crate::{Result, paths};
use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMITS: Limits = Limits { time: Duration::from_secs(600), memory: 4 << 30 };

pub struct Application {
    /// Names of its pages begin with it.
    pub name: &'static str,
    pub prepare: fn(&Ground) -> Result<Site>,
}

/// A new application is a line here and a function that sets it up.
pub const APPLICATIONS: &[Application] = &[Application { name: "wordpress", prepare: wordpress::prepare }];

impl Application {
    /// Whether a name that was asked for can be of one of its pages.
    pub fn is_wanted(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| name.contains(self.name) || self.name.contains(name.as_str()))
    }
}

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

    /// Sets an application up unless it is.
    pub fn site(&self, application: &Application) -> Result<Site> {
        let folder = state_folder().join(application.name);
        if self.fresh {
            let _ = fs::remove_dir_all(&folder);
        }
        fs::create_dir_all(&folder)?;
        (application.prepare)(&Ground { folder, shared: self })
    }
}

/// Where one application is set up.
pub struct Ground<'a> {
    /// Its own folder, which outlives the run.
    pub folder: PathBuf,
    shared: &'a Grounds<'a>,
}

impl Ground<'_> {
    /// The folder of a tree: copied from `from` when it is not there.
    pub fn tree(&self, from: &Path) -> Result<PathBuf> {
        let tree = self.folder.join("tree");
        if !tree.is_dir() {
            let fresh = self.folder.join("tree.new");
            let _ = fs::remove_dir_all(&fresh);
            let copied = Command::new("cp").arg("-rL").arg(from).arg(&fresh).output()?;
            // Links to what is not installed are left out.
            if !fresh.is_dir() {
                return Err(String::from_utf8_lossy(&copied.stderr).trim().to_string().into());
            }
            fs::rename(&fresh, &tree)?;
        }
        Ok(tree)
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
        let script = paths::root().join("benches/pages").join(script);
        let mut command = PHP84.program("cli")?;
        command.args(["-d", "display_errors=1", "-d", "memory_limit=1G"]).arg(&script).args(arguments);
        command.envs(environment.iter().cloned()).current_dir(&self.folder);
        let finished = process::run(command, b"", CAPTURE_ALL, LIMITS)?;
        let text = String::from_utf8_lossy(&finished.output).into_owned();
        if finished.end == End::Exit(0) {
            return Ok(text);
        }
        let said: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        Err(format!("{}: {}", script.display(), said[said.len().saturating_sub(3)..].join(" / ")).into())
    }

    /// Debian's packages, in the root of the reference.
    pub fn packages(&self, packages: &[&str]) -> Result<PathBuf> {
        reference::debian_packages(packages)
    }
}
