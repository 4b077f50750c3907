//! Which configuration files there are, and in what order settings count: defaults, the command line's own, php.ini, scanned files, `-d`.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use loxo_runtime::ini::IniConfig;
use loxo_runtime::{Extension, IniAccess, IniEntry};

/// Where php.ini is looked for last, and the folder whose `*.ini` files are read after it.
pub const FOLDER: &str = "/etc/php/8.4/cli";
pub const SCAN_FOLDER: &str = "/etc/php/8.4/cli/conf.d";

/// The setting that only the built-in server has.
pub static SERVER_SETTINGS: Extension = Extension {
    name: "cli_server",
    version: env!("CARGO_PKG_VERSION"),
    functions: &[],
    classes: &[],
    constants: &[],
    ini: &[IniEntry { name: "cli_server.color", default: Some("0"), access: IniAccess::All, on_change: None }],
    request_start: None,
    request_end: None,
    info: None,
};

/// What the command line says of configuration.
#[derive(Default)]
pub struct IniOptions {
    /// `-n`: no files.
    pub no_files: bool,
    /// `-c`: a file, or the folder of php.ini.
    pub path: Option<Vec<u8>>,
    /// `-d`, in order.
    pub defines: Vec<Vec<u8>>,
    /// `php.ini` may be named for the kind of program: `php-cli.ini` comes first.
    pub sapi: &'static str,
    /// The command line's own defaults count.
    pub cli: bool,
}

/// The settings of the process.
pub fn load(extensions: &[&'static Extension], ini_options: &IniOptions) -> IniConfig {
    let mut config = IniConfig::new(extensions);
    if ini_options.cli {
        config.set_cli_defaults();
    }
    if let Some(file) = find(ini_options) {
        read(&mut config, &file);
        config.loaded_file = Some(file.into_os_string().into_vec());
    }
    if !ini_options.no_files {
        for file in scanned() {
            read(&mut config, &file);
            config.scanned_files.push(file.into_os_string().into_vec());
        }
    }
    for define in &ini_options.defines {
        let _ = config.define(define);
    }
    config
}

fn read(config: &mut IniConfig, file: &Path) {
    let Ok(text) = std::fs::read(file) else { return };
    if let Err(error) = config.load(&text) {
        eprintln!("PHP:  {} in {} on line {}", error.message, file.display(), error.line);
    }
}

/// php.ini: what `-c` names, then `PHPRC`, then the folder of configuration.
fn find(ini_options: &IniOptions) -> Option<PathBuf> {
    let named = ini_options.path.as_deref().map(|path| PathBuf::from(std::ffi::OsStr::from_bytes(path)));
    if let Some(path) = named.as_deref().filter(|path| !path.is_dir() && path.is_file()) {
        return Some(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
    }
    if ini_options.no_files {
        return None;
    }
    let rc = std::env::var_os("PHPRC").filter(|rc| !rc.is_empty()).map(PathBuf::from);
    if let Some(rc) = rc.as_deref().filter(|rc| rc.is_file()) {
        return Some(rc.to_path_buf());
    }
    let folders = match named {
        Some(path) => vec![path],
        None => rc.into_iter().chain([PathBuf::from(FOLDER)]).collect(),
    };
    let names = [format!("php-{}.ini", ini_options.sapi), "php.ini".to_string()];
    folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name))).find(|file| file.is_file())
}

/// Folders to scan: `PHP_INI_SCAN_DIR`, where an empty part means the usual folder.
pub fn scan_folders() -> Vec<PathBuf> {
    match std::env::var_os("PHP_INI_SCAN_DIR") {
        None => vec![SCAN_FOLDER.into()],
        Some(dirs) if dirs.is_empty() => Vec::new(),
        Some(dirs) => {
            let parts = dirs.as_bytes().split(|b| *b == b':');
            parts.map(|part| if part.is_empty() { SCAN_FOLDER.into() } else { std::ffi::OsStr::from_bytes(part).into() }).collect()
        }
    }
}

fn scanned() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in scan_folders() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|file| file.extension().is_some_and(|ext| ext == "ini") && file.is_file());
        found.sort();
        files.extend(found);
    }
    files
}
