//! `cargo xtask codegen`: builtins are declared in PHP.
//!
//! The stubs of a crate (`ext/*/stubs/*.php`, `engine/loxo_vm/stubs/*.php`) become `src/generated.rs`: the static tables `FUNCTIONS`,
//! `CLASSES`, `CONSTANTS` and `INI`, and one plain thunk per builtin, which checks the number of arguments, coerces them and calls the body.
//! The result is committed; `--check` compares it with what the stubs say now. `--compare` shows where stubs and the reference differ.
//!
//! # Where bodies are
//!
//! One stub file, one Rust module: functions of `stubs/strings.php` have their bodies in `src/strings.rs` under their own names
//! (`str_repeat` is `crate::strings::str_repeat`). Names become snake case, a Rust keyword gets a `_` behind it, and namespaces fall away.
//! Methods are snake case without leading underscores: `offsetGet` is `offset_get`, `__construct` is `construct`. If a class has both
//! `serialize` and `__serialize`, the latter is `magic_serialize`.
//!
//! - The one class with bodies in a file, and a class named like the file, have their methods in the file's module:
//!   `crate::array_object::offset_get`.
//! - Each other class of a file has a module of its own in it: `crate::iterators::limit_iterator::next`.
//!
//! `@module strings::html` in the comment of the file (the first comment, with an empty line behind it) or of a class moves its bodies;
//! `@body path::name` on a function or method moves one.
//!
//! # What bodies get
//!
//! `cx: &mut Cx`, then `this: &PhpObject` for methods that are not static, then the parameters:
//!
//! | PHP | Rust |
//! | --- | --- |
//! | `int`, `float`, `bool` | `i64`, `f64`, `bool` |
//! | `string`, `array` | `&PhpStr`, `&PhpArray` |
//! | `object`, class types, unions and intersections of classes | `&PhpObject` |
//! | `callable` | `&Callable` |
//! | `mixed`, no type, `iterable`, other unions | `&Value`, of one of the types declared |
//! | `?T`, `T\|null`; also `T` with the default `UNKNOWN` or an enum case | `Option` of the above |
//! | `&$x` | `&RefArg`; with a default (null or `[]`): `Option<&RefArg>` |
//! | `T ...$x` | `&[Value]`, each checked |
//!
//! They return `PhpResult<T>` with `T: IntoValue`. Other defaults than these are filled in by the thunk.
//!
//! # Doc tags
//!
//! On functions and methods: `@pure`, `@compile-time-eval`, `@needs-frame` (looks into the frame of its caller), `@no-discard`,
//! `@resumes` (moves a generator on or shows what it yielded, which the interpreter can do itself),
//! `@discreet` (backtraces of what it throws have no arguments),
//! `@frameless 1, 2` (PHP calls it without a frame when it is called by its name with so many arguments, which backtraces show),
//! `@keeps-this` (a static method whose body gets `this: Option<&PhpObject>`: the object that it was called on as `$object->method()`),
//! `@named` (its variadic parameter takes named arguments: they are in `cx.named`), `@tentative-return`, `@deprecated text`, `@name exit` (names that PHP's grammar forbids), `@alias name` (shares the thunk of another function, or `Class::method`, of the crate), `@body`,
//! `@raw` (the body gets `args: &mut [Value]`, counted but not coerced; with `@any-count` not even counted), `@prefer-ref $x` (takes a reference if it gets one; a `&Value`),
//! `@path $x` (a string without NUL bytes), `@value $x` (checked, but always a `&Value`),
//! `@unchecked $x` (a `&Value` as it was passed, for types that PHP checks in ways of its own),
//! `@optional $x` (an `Option` in spite of its default), `@param resource $x` (a `&PhpResource`, an
//! `Option` with the default null; the parameter has no type).
//! On classes: `@object-handlers path` of a `fn() -> ObjectHandlers`, `@module`.
//! On constants: `@cvalue code`: Rust code of a constant expression whose type stands in the declaration or in `@var int`; without
//! either it is the path of a `fn() -> SharedValue`. `@deprecated`.
//! On files: `@module`, `@ini name "default" all|perdir|system|perdir-only|user [path of on_change]`; a default of `null` is no value.
//! `@return`, `@see`, `@since`, `@throws` and `@link` mean nothing here.
//!
//! # Order
//!
//! The tables have the order of the files' names and of what stands in them. Where PHP registers things in another order, which reflection
//! shows, `stubs/order.txt` lists their names under `[functions]`, `[classes]`, `[constants]` and `[ini]`.

mod compare;
mod doc;
mod eval;
mod model;
mod names;
mod read;
mod tables;
mod thunks;
mod types;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use bumpalo::Bump;
use loxo_syntax::ParseOptions;

use crate::{Outcome, Result, paths};
use model::{Crate, Order};

const USAGE: &str = "usage: cargo xtask codegen [--check | --compare | --missing]

Writes src/generated.rs of every crate that has stubs/*.php.

  --check     write nothing, and fail if a file is not what it should be
  --compare   write nothing, and print the signatures that the reference's reflection knows differently
  --missing   write nothing, and print what the reference's extensions have and the stubs have not";

pub fn main(mut arguments: lexopt::Parser) -> Outcome {
    let mut check = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Long("check") => check = true,
            lexopt::Arg::Long("compare") => {
                let differences = compare::compare(&load(paths::root())?)?;
                return Ok(if differences > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS });
            }
            lexopt::Arg::Long("missing") => {
                compare::missing(&load(paths::root())?)?;
                return Ok(ExitCode::SUCCESS);
            }
            lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => {
                println!("{USAGE}");
                return Ok(ExitCode::SUCCESS);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let mut stale = 0;
    for krate in load(paths::root())? {
        let target = krate.dir.join("src/generated.rs");
        let text = format(&tables::generate(&krate)?).map_err(|e| format!("{}: {e}", krate.name))?;
        if std::fs::read_to_string(&target).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            eprintln!("{} is stale: run `cargo xtask codegen`", target.display());
            stale += 1;
        } else {
            std::fs::write(&target, text).map_err(|e| format!("{}: {e}", target.display()))?;
            println!("{}", target.display());
        }
    }
    Ok(if stale > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads all stubs of the repository.
fn load(root: &Path) -> Result<Vec<Crate>> {
    let mut dirs = vec![root.join("engine/loxo_vm")];
    if let Ok(entries) = std::fs::read_dir(root.join("ext")) {
        dirs.extend(entries.flatten().map(|entry| entry.path()));
    }
    dirs.retain(|dir| dir.join("stubs").is_dir());
    dirs.sort();
    read_crates(root, dirs)
}

fn read_crates(root: &Path, dirs: Vec<PathBuf>) -> Result<Vec<Crate>> {
    let arena = Bump::new();
    let mut sources = Vec::new();
    for (index, dir) in dirs.iter().enumerate() {
        for path in php_files(&dir.join("stubs"))? {
            let text: &[u8] = arena.alloc_slice_copy(&std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?);
            let parsed = loxo_syntax::parse(&arena, text, &ParseOptions::default())
                .map_err(|e| format!("{}:{}: {}", path.display(), e.line, e.message))?;
            let shown = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            sources.push(read::Source::new(index, shown, text, parsed));
        }
    }
    let mut evaluator = eval::Evaluator::default();
    for source in &sources {
        read::declare_constants(source, &mut evaluator)?;
    }
    let mut crates: Vec<Crate> = dirs
        .into_iter()
        .map(|dir| {
            let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let order = std::fs::read_to_string(dir.join("stubs/order.txt")).map(|text| Order::parse(&text)).unwrap_or_default();
            Crate { name, dir, files: Vec::new(), order }
        })
        .collect();
    for source in &sources {
        crates[source.krate].files.push(read::read(source, &mut evaluator)?);
    }
    Ok(crates)
}

fn php_files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "php"));
    files.sort();
    Ok(files)
}

/// rustfmt with the repository's settings.
fn format(text: &str) -> Result<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(paths::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("rustfmt: {e}"))?;
    let mut stdin = child.stdin.take().ok_or("rustfmt has no input")?;
    let input = text.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer to rustfmt died")??;
    if !output.status.success() {
        return Err("rustfmt refused the generated text".into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::{format, paths, read_crates, tables};

    /// Every kind of declaration and parameter once; `LOXO_BLESS=1` writes what is made of them.
    #[test]
    fn all_shapes() {
        let root = paths::root();
        let crates = read_crates(root, vec![root.join("xtask/tests/codegen")]).expect("stubs are read");
        let made = format(&tables::generate(&crates[0]).expect("tables are made")).expect("rustfmt takes them");
        let file = root.join("xtask/tests/codegen/shapes.expected");
        if std::env::var_os("LOXO_BLESS").is_some() {
            std::fs::write(&file, &made).expect("the file can be written");
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(made == expected, "{} differs: LOXO_BLESS=1 cargo test -p xtask, and look at the difference", file.display());
    }
}
