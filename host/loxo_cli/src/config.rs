//! Which configuration files there are, and in what order settings count: defaults, the command line's own, php.ini, scanned files, `-d`.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use loxo_runtime::ini::IniConfig;
use loxo_runtime::{Extension, IniAccess, IniEntry};

/// Where php.ini is looked for last, and the folder whose `*.ini` files are read after it.
pub const FOLDER: &str = "/etc/php/8.4/cli";
pub const SCAN_FOLDER: &str = "/etc/php/8.4/cli/conf.d";
/// The same for php-fpm.
pub const FPM_FOLDER: &str = "/etc/php/8.4/fpm";
const FPM_SCAN_FOLDER: &str = "/etc/php/8.4/fpm/conf.d";

/// The setting that only the built-in server has.
pub static BUILT_IN_SETTINGS: Extension =
    settings("cli_server", &[IniEntry { name: "cli_server.color", default: Some("0"), access: IniAccess::All, on_change: None }]);

/// How much text the first and the last huge page must hold, bytes; what they have beside it is filled up.
pub const HUGE_CODE_PAD: &str = "loxo.huge_code_pages_pad";

/// Settings of servers: the first is one that php-fpm has in its pools.
pub static SERVE_SETTINGS: Extension = settings("serve", &[system("request_terminate_timeout", "0"), system(HUGE_CODE_PAD, "64K")]);

const fn system(name: &'static str, default: &'static str) -> IniEntry {
    IniEntry { name, default: Some(default), access: IniAccess::System, on_change: None }
}

const fn settings(name: &'static str, ini: &'static [IniEntry]) -> Extension {
    Extension {
        name,
        version: env!("CARGO_PKG_VERSION"),
        functions: &[],
        classes: &[],
        constants: &[],
        ini,
        request_start: None,
        request_end: None,
        info: None,
    }
}

/// What the command line says of configuration.
#[derive(Clone, Default)]
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
    /// php-fpm's folders count.
    pub fpm: bool,
}

/// The texts of the files that count, with their names.
#[derive(Clone, Default)]
pub struct IniTexts {
    pub main: Option<(PathBuf, Vec<u8>)>,
    pub scanned: Vec<(PathBuf, Vec<u8>)>,
}

/// The settings of the process.
pub fn load(extensions: &[&'static Extension], ini_options: &IniOptions) -> IniConfig {
    build(extensions, ini_options, texts(ini_options))
}

/// Reads the files.
pub fn texts(ini_options: &IniOptions) -> IniTexts {
    let read = |file: PathBuf| {
        let text = std::fs::read(&file).unwrap_or_default();
        (file, text)
    };
    let scan_folder = if ini_options.fpm { FPM_SCAN_FOLDER } else { SCAN_FOLDER };
    let scanned = if ini_options.no_files { Vec::new() } else { scanned(scan_folder) };
    IniTexts { main: find(ini_options).map(read), scanned: scanned.into_iter().map(read).collect() }
}

/// The settings that follow from them.
pub fn build(extensions: &[&'static Extension], ini_options: &IniOptions, texts: IniTexts) -> IniConfig {
    let mut config = IniConfig::new(extensions);
    if ini_options.cli {
        config.set_cli_defaults();
    }
    if let Some((file, text)) = texts.main {
        take(&mut config, &file, &text);
        config.loaded_file = Some(file.into_os_string().into_vec());
    }
    for (file, text) in texts.scanned {
        take(&mut config, &file, &text);
        config.scanned_files.push(file.into_os_string().into_vec());
    }
    for define in &ini_options.defines {
        let _ = config.define(define);
    }
    config
}

fn take(config: &mut IniConfig, file: &Path, text: &[u8]) {
    if let Err(error) = config.load(text) {
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
        None => rc.into_iter().chain([PathBuf::from(if ini_options.fpm { FPM_FOLDER } else { FOLDER })]).collect(),
    };
    let names = [format!("php-{}.ini", ini_options.sapi), "php.ini".to_string()];
    folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name))).find(|file| file.is_file())
}

/// Folders to scan: `PHP_INI_SCAN_DIR`, where an empty part means the usual folder.
pub fn scan_folders() -> Vec<PathBuf> {
    scan_folders_with(SCAN_FOLDER)
}

fn scan_folders_with(usual: &str) -> Vec<PathBuf> {
    match std::env::var_os("PHP_INI_SCAN_DIR") {
        None => vec![usual.into()],
        Some(dirs) if dirs.is_empty() => Vec::new(),
        Some(dirs) => {
            let parts = dirs.as_bytes().split(|b| *b == b':');
            parts.map(|part| if part.is_empty() { usual.into() } else { std::ffi::OsStr::from_bytes(part).into() }).collect()
        }
    }
}

fn scanned(usual: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in scan_folders_with(usual) {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|file| file.extension().is_some_and(|ext| ext == "ini") && file.is_file());
        found.sort();
        files.extend(found);
    }
    files
}
