//! A built program: the application that this binary carries runs, and nothing of the command line is the engine's.

use loxo_files::{Damaged, Tree};

use crate::boot::{self, Boot};
use crate::config::{self, IniOptions};
use crate::serve_args::{self, fail};
use crate::{cli, commands, help, sapi};

/// The tree that this binary carries, seen by the whole process from now on. The error is one line.
pub fn carried() -> Option<Result<&'static Tree, String>> {
    let damaged = |Damaged(why)| format!("this program is damaged: {why}; copy it anew");
    loxo_files::carried().map(|tree| tree.map(loxo_files::install).map_err(damaged))
}

/// Runs what the tree says.
pub fn run(tree: &'static Tree, argv: &[Vec<u8>]) -> i32 {
    match &tree.manifest.serve {
        Some(folder) => serve(tree, folder, argv),
        None => script(tree, argv),
    }
}

/// The settings of the machine are not the program's: php.ini counts where the environment names one.
fn settings(tree: &Tree, sapi: &'static str) -> IniOptions {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let no_files = !named("PHPRC") && !named("PHP_INI_SCAN_DIR");
    IniOptions { no_files, cli: sapi == "cli", sapi, defines: tree.manifest.defines.clone(), ..IniOptions::default() }
}

fn script(tree: &Tree, argv: &[Vec<u8>]) -> i32 {
    let registry = boot::registry("cli");
    let boot = Boot::new(registry, config::load(&registry.extensions, &settings(tree, "cli")));
    if !boot.preload(Box::new(sapi::CliSapi)) {
        return 1;
    }
    cli::run_program(&boot, &[&tree.manifest.root[..], b"/", &tree.manifest.entry].concat(), argv)
}

fn serve(tree: &Tree, folder: &[u8], argv: &[Vec<u8>]) -> i32 {
    let mut args = match serve_args::parse(argv.get(1..).unwrap_or_default()) {
        Ok(args) => args,
        Err(message) => return fail(&message),
    };
    if args.help {
        sapi::write_stdout(help::SERVE_HELP.as_bytes());
        return 0;
    }
    if args.folder.is_some() || args.config.is_some() || args.processes > 0 {
        return fail("this program serves the application that it carries, on threads: no folder, --config or --processes");
    }
    let given = std::mem::take(&mut args.settings);
    args.settings = settings(tree, "fpm-fcgi");
    args.settings.defines.extend(given.defines);
    if given.path.is_some() {
        (args.settings.path, args.settings.no_files) = (given.path, false);
    }
    args.folder = Some(if folder.is_empty() { tree.manifest.root.clone() } else { [&tree.manifest.root[..], b"/", folder].concat() });
    commands::serve(args)
}
