//! Which processes are a server's workers.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::network;
use crate::process::{all, children, command, read, sockets};
use crate::settings::{Pool, Pools, Settings};

/// What is watched.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// Process and thread of each worker.
    pub workers: Vec<(u32, u32)>,
    /// Processes whose children are workers, too, when they appear.
    pub parents: Vec<u32>,
    /// Where php-fpm says how many requests there were: its address and the path.
    pub status: Option<(String, String)>,
    pub settings: Settings,
    pub is_fpm: bool,
}

/// The workers of php-fpm behind a socket (a path, `HOST:PORT` or a port), or of all pools of a configuration file.
pub fn of_fpm(given: &str) -> Result<Target, String> {
    let path = Path::new(given);
    if path.is_file() {
        let pools = Pools::load(path)?;
        let listens: Vec<&str> = pools.pools.iter().map(|pool| pool.listen.as_str()).filter(|listen| !listen.is_empty()).collect();
        if listens.is_empty() {
            return Err(format!("{given}: no pool with a listen line"));
        }
        let mut target = Target { is_fpm: true, ..Target::default() };
        for listen in listens {
            let one = of_socket(listen)?;
            target.workers.extend(one.workers);
            target.parents.extend(one.parents);
        }
        return Ok(with_pool(target, &pools.pools[0]));
    }
    // The system knows sockets by the whole path.
    let whole = if path.exists() { std::path::absolute(path).ok() } else { None };
    let given = whole.as_deref().and_then(Path::to_str).unwrap_or(given);
    let target = of_socket(given)?;
    let pools = target.parents.first().and_then(|parent| Pools::load(&configuration(*parent)?).ok()).unwrap_or_default();
    let pool = pools.pools.into_iter().find(|pool| pool.listen == given).unwrap_or_default();
    Ok(with_pool(target, &pool))
}

/// The configuration of a php-fpm: its title names it, or its arguments.
fn configuration(process: u32) -> Option<PathBuf> {
    let command = command(process);
    let title = command.split_once("master process (").and_then(|(_, rest)| rest.split_once(')')).map(|(file, _)| PathBuf::from(file));
    let argument = || {
        let words: Vec<&str> = command.split_whitespace().collect();
        let at = words.iter().position(|word| matches!(*word, "-y" | "--fpm-config"))?;
        words.get(at + 1).map(PathBuf::from)
    };
    title.filter(|file| file.is_file()).or_else(argument)
}

/// The settings among the arguments of a process.
fn of_arguments(process: u32) -> Settings {
    let mut settings = Settings::default();
    let command = read(&format!("/proc/{process}/cmdline"));
    let words: Vec<&str> = command.split('\0').collect();
    for pair in words.windows(2).filter(|pair| pair[0] == "-d") {
        let (name, value) = pair[1].split_once('=').unwrap_or((pair[1], "1"));
        settings.set(name, value);
    }
    settings
}

fn with_pool(mut target: Target, pool: &Pool) -> Target {
    if let Some(parent) = target.parents.first().copied() {
        target.settings = of_program(parent);
        target.settings.add(&of_arguments(parent));
    }
    target.settings.add(&pool.settings);
    target.status = pool.status_path.clone().map(|path| (pool.listen.clone(), path));
    target
}

/// What the server's own program says about its settings, if it can be run from here.
fn of_program(process: u32) -> Settings {
    let mut settings = Settings::default();
    let Ok(program) = std::fs::read_link(format!("/proc/{process}/exe")) else { return settings };
    if !program.file_name().is_some_and(|name| name.to_string_lossy().contains("php")) || !is_trusted(&program) {
        return settings;
    }
    let mut asked = Command::new(program);
    asked.arg("-i");
    let environment = read(&format!("/proc/{process}/environ"));
    for (name, value) in environment.split('\0').filter_map(|entry| entry.split_once('=')) {
        if matches!(name, "PHPRC" | "PHP_INI_SCAN_DIR") {
            asked.env(name, value);
        }
    }
    if let Ok(output) = asked.output() {
        settings.add_information(&String::from_utf8_lossy(&output.stdout));
    }
    settings
}

/// Nobody but root and this user can have written the program: who asks about a process of somebody else must not run what that one likes.
fn is_trusted(program: &Path) -> bool {
    // What /proc has of a process belongs to who runs it.
    let Ok(own) = Path::new("/proc/self").metadata().map(|meta| meta.uid()) else { return false };
    let safe = |path: &Path| {
        let meta = path.metadata();
        meta.is_ok_and(|meta| {
            (meta.uid() == 0 || meta.uid() == own) && (meta.mode() & 0o022 == 0 || meta.is_dir() && meta.mode() & 0o1000 != 0)
        })
    };
    program.ancestors().all(safe)
}

fn of_socket(listen: &str) -> Result<Target, String> {
    let wanted = listening(listen);
    if wanted.is_empty() {
        return Err(format!("nothing listens at {listen}"));
    }
    let holders: BTreeSet<u32> = all().into_iter().filter(|process| sockets(*process).iter().any(|one| wanted.contains(one))).collect();
    if holders.is_empty() {
        return Err(format!("who listens at {listen} is not for this user to see: run loxo doctor as that user, or as root"));
    }
    let is_parent = |process: &u32| children(*process).iter().any(|child| holders.contains(child));
    let parents: Vec<u32> = holders.iter().copied().filter(is_parent).collect();
    let workers = holders.iter().filter(|process| !parents.contains(process)).map(|process| (*process, *process)).collect();
    Ok(Target { workers, parents, is_fpm: true, ..Target::default() })
}

/// The numbers of the sockets that listen there.
fn listening(listen: &str) -> BTreeSet<u64> {
    if listen.starts_with('/') {
        let table = network::unix_sockets(&read("/proc/net/unix"));
        return table.into_iter().filter(|(_, path)| path == listen).map(|(number, _)| number).collect();
    }
    let port = listen.rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
    let own = std::process::id();
    network::of_process(own).into_iter().filter(|one| one.listens && Some(one.local.port()) == port).map(|one| one.number).collect()
}

/// A process, and those below it if it has any.
pub fn of_process(process: u32) -> Result<Target, String> {
    if !Path::new(&format!("/proc/{process}")).exists() {
        return Err(format!("there is no process {process}"));
    }
    let below = children(process);
    let is_fpm = command(process).contains("php-fpm");
    let (workers, parents) = if below.is_empty() { (vec![process], Vec::new()) } else { (below, vec![process]) };
    let mut settings = of_program(process);
    settings.add(&of_arguments(process));
    Ok(Target { workers: workers.into_iter().map(|one| (one, one)).collect(), parents, settings, is_fpm, status: None })
}

/// The workers that a server of Loxo lists.
pub fn of_loxo(workers: &Value) -> Result<Target, String> {
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let list = workers.as_array().map_or(&[][..], Vec::as_slice);
    let workers: Vec<(u32, u32)> = list.iter().filter_map(|one| Some((number(&one["process"])?, number(&one["thread"])?))).collect();
    let Some((process, _)) = workers.first() else { return Err("the server lists no workers".into()) };
    let settings = of_arguments(*process);
    Ok(Target { workers, settings, ..Target::default() })
}
