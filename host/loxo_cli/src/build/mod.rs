//! `loxo build`: one program out of an application. Modules: `collect` (which files), this one (arguments, units, the program).

mod collect;

use std::path::{Path, PathBuf};

use loxo_engine::Request;
use loxo_files::{BuildError, Manifest, Packer};

use crate::boot::{self, Boot};
use crate::config::{self, IniOptions};
use crate::script::as_path;
use crate::serve_args::{fail, name_and_value};
use crate::{help, sapi};

use collect::{Collected, Kind};

/// The tree's place, unless `--root` names another: `/proc/self/exe` is a file wherever there is a `/proc`, so no file of a disk can lie below it.
const ROOT: &[u8] = b"/proc/self/exe/app";

/// What the arguments say.
#[derive(Default)]
struct BuildArgs {
    source: Option<PathBuf>,
    output: Option<PathBuf>,
    entry: Option<Vec<u8>>,
    serve: bool,
    /// The document root below the folder.
    public: Option<Vec<u8>>,
    root: Option<Vec<u8>>,
    exclude: Vec<Vec<u8>>,
    defines: Vec<Vec<u8>>,
    help: bool,
}

fn parse(argv: &[Vec<u8>]) -> Result<BuildArgs, String> {
    let mut args = BuildArgs::default();
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let (name, inline) = name_and_value(arg);
        let option = String::from_utf8_lossy(name).into_owned();
        let mut value =
            || inline.clone().or_else(|| rest.next().cloned()).ok_or_else(|| format!("{option} needs a value; see loxo build --help"));
        match name {
            b"--help" | b"-h" => args.help = true,
            b"-o" | b"--output" => args.output = Some(as_path(&value()?).to_path_buf()),
            b"--entry" => args.entry = Some(value()?),
            b"--serve" => (args.serve, args.public) = (true, inline),
            b"--root" => args.root = Some(value()?),
            b"--exclude" => args.exclude.push(value()?),
            b"-d" => args.defines.push(value()?),
            [b'-', b'd', define @ ..] => args.defines.push(define.to_vec()),
            [b'-', _, ..] => return Err(format!("build has no option {option}; see loxo build --help")),
            _ if args.source.is_some() => return Err("build takes one folder or file; see loxo build --help".into()),
            _ => args.source = Some(as_path(arg).to_path_buf()),
        }
    }
    if args.serve && args.entry.is_some() {
        return Err("--serve starts a server, --entry names a script: one of them".into());
    }
    Ok(args)
}

/// The command.
pub fn run(argv: &[Vec<u8>]) -> i32 {
    let args = match parse(argv) {
        Ok(args) => args,
        Err(message) => return fail(&message),
    };
    if args.help {
        sapi::write_stdout(help::BUILD_HELP.as_bytes());
        return 0;
    }
    match build(&args) {
        Ok(summary) => {
            sapi::write_stdout(summary.as_bytes());
            0
        }
        Err(message) => fail(&message),
    }
}

fn build(args: &BuildArgs) -> Result<String, String> {
    let source = args.source.as_deref().ok_or("build needs a folder or a file; see loxo build --help")?;
    let output = args.output.as_deref().ok_or("build needs -o PROGRAM; see loxo build --help")?;
    let files = collect::collect(source, output, &args.exclude)?;
    let manifest = manifest(args, source, &files)?;
    let kind = if manifest.serve.is_some() { "fpm-fcgi" } else { "cli" };
    let mut compiler = Compiler::start(kind, &args.defines);
    let (mut packer, mut scripts, mut skipped) = (Packer::default(), 0, 0);
    let count = files.len();
    for file in files {
        match file.kind {
            Kind::Folder => packer.folder(&file.path, file.mtime),
            Kind::Link(target) => packer.link(&file.path, file.mtime, &target),
            Kind::File { from, executable } => {
                let content = std::fs::read(&from).map_err(|error| format!("{}: {error}", from.display()))?;
                let place = [&manifest.root[..], b"/", &file.path].concat();
                let script = is_script(&file.path, &content);
                let unit = if script { compiler.compile(&place, &content) } else { None };
                scripts += u32::from(unit.is_some());
                skipped += u32::from(script && unit.is_none());
                packer.file(&file.path, executable, file.mtime, content, unit);
            }
        }
    }
    compiler.finish();
    let tree = packer.finish(&manifest);
    loxo_files::write_program(&tree, output).map_err(|error| explain(&error, output))?;
    let unparsed = if skipped > 0 { format!(", {skipped} as text since they do not compile") } else { String::new() };
    Ok(format!(
        "{}: {count} files and folders, {scripts} of them compiled{unparsed}; {} KiB\n",
        output.display(),
        tree.len().div_ceil(1024)
    ))
}

fn explain(error: &BuildError, output: &Path) -> String {
    match error {
        BuildError::Engine(error) => format!("the file of this program cannot be read: {error}"),
        BuildError::NoPlace => "this engine cannot carry an application: build with one that carries none".into(),
        BuildError::Output(error) => format!("{}: {error}", output.display()),
    }
}

/// Where the tree is seen, and what starts.
fn manifest(args: &BuildArgs, source: &Path, files: &[Collected]) -> Result<Manifest, String> {
    let root = args.root.clone().unwrap_or_else(|| ROOT.to_vec());
    if !root.starts_with(b"/") || root == b"/" || loxo_files::normalize(&root) != root || root.contains(&0) {
        return Err(format!("--root {}: an absolute path is needed, without a slash at its end", String::from_utf8_lossy(&root)));
    }
    let mut manifest = Manifest { root, defines: args.defines.clone(), ..Manifest::default() };
    if manifest.defines.iter().any(|define| define.contains(&0)) {
        return Err("-d: a setting has no NUL bytes".into());
    }
    let is_file = |path: &[u8]| matches!(kind_of(files, path), Some(Kind::File { .. }));
    let is_folder = |path: &[u8]| matches!(kind_of(files, path), Some(Kind::Folder));
    if args.serve {
        let public = args.public.clone().unwrap_or_else(|| if is_file(b"public/index.php") { b"public".to_vec() } else { Vec::new() });
        let public = below(&public);
        if !is_folder(&public) {
            return Err(format!("--serve {}: there is no such folder", String::from_utf8_lossy(&public)));
        }
        manifest.serve = Some(public);
        return Ok(manifest);
    }
    let single = || source.is_file().then(|| files.iter().rev().map(|file| file.path.clone()).next()).flatten();
    let entry = args.entry.as_deref().map(below).or_else(single).or_else(|| is_file(b"index.php").then(|| b"index.php".to_vec()));
    let entry = entry.ok_or("which script is to run? Name it with --entry FILE (below the folder), or --serve the folder")?;
    if !is_file(&entry) {
        let named = args.entry.as_deref().unwrap_or(&entry);
        return Err(format!("--entry {}: there is no such file", String::from_utf8_lossy(named)));
    }
    manifest.entry = entry;
    Ok(manifest)
}

/// What is at a path, or where a link there leads.
fn kind_of<'a>(files: &'a [Collected], path: &[u8]) -> Option<&'a Kind> {
    let mut kind = &files.iter().find(|file| file.path == path)?.kind;
    // Links lead to what is no link.
    if let Kind::Link(target) = kind {
        kind = &files.iter().find(|file| file.path == *target)?.kind;
    }
    Some(kind)
}

/// A path below the folder, as the tree has it.
fn below(path: &[u8]) -> Vec<u8> {
    loxo_files::normalize(&[b"/", path].concat())[1..].to_vec()
}

/// Files that may be included: by their names, and whatever begins as a script does.
fn is_script(path: &[u8], content: &[u8]) -> bool {
    const NAMES: [&[u8]; 4] = [b".php", b".phtml", b".inc", b".phps"];
    let named = NAMES.iter().any(|end| path.to_ascii_lowercase().ends_with(end));
    let text = match content.strip_prefix(b"#!") {
        Some(line) => line.iter().position(|b| *b == b'\n').map_or(&b""[..], |at| &line[at + 1..]),
        None => content,
    };
    named || text.starts_with(b"<?php")
}

/// A request that compiles scripts and says nothing.
struct Compiler(Request);

impl Compiler {
    fn start(kind: &'static str, defines: &[Vec<u8>]) -> Compiler {
        let registry = boot::registry(kind);
        // The settings of this machine are not those of the program.
        let mut settings = IniOptions { no_files: true, cli: kind == "cli", sapi: kind, ..IniOptions::default() };
        settings.defines.extend_from_slice(defines);
        settings.defines.extend([b"display_errors=0".to_vec(), b"log_errors=0".to_vec(), b"memory_limit=-1".to_vec()]);
        let boot = Boot::new(registry, config::load(&registry.extensions, &settings));
        Compiler(boot.request(Box::new(sapi::StartupSapi(kind)), boot::info(b"", Vec::new())))
    }

    /// What is stored of a script; `None`: it does not compile.
    fn compile(&mut self, place: &[u8], content: &[u8]) -> Option<Vec<u8>> {
        self.0.stored_unit(content, place)
    }

    fn finish(self) {
        self.0.release();
    }
}
