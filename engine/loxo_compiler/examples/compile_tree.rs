//! Compiles PHP files (and the FILE sections of `.phpt` files) below the given folders, verifies every unit, and with `--reference PHP`
//! compares fatal compile errors with `PHP -l`. `--dump` prints the code instead.

#[path = "../tests/support/flow.rs"]
mod flow;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use loxo_compiler::{BuiltinFn, Builtins, CompileOptions, Diagnostic, Level};

struct Everything {
    functions: std::collections::HashSet<Vec<u8>>,
}

impl Builtins for Everything {
    fn function(&self, name: &[u8]) -> Option<BuiltinFn> {
        let by_ref: &[(&[u8], u64)] = &[
            (b"sort", 1),
            (b"preg_match", 4),
            (b"preg_match_all", 4),
            (b"array_push", 1),
            (b"end", 1),
            (b"reset", 1),
            (b"usort", 1),
            (b"array_shift", 1),
            (b"array_pop", 1),
            (b"key", 0),
            (b"next", 1),
            (b"str_replace", 8),
            (b"ksort", 1),
        ];
        if !self.functions.contains(name) {
            return None;
        }
        let ref_params = by_ref.iter().find(|(n, _)| *n == name).map_or(0, |f| f.1);
        let frame: &[&[u8]] = &[b"compact", b"extract", b"func_get_args", b"func_num_args", b"get_defined_vars"];
        Some(BuiltinFn { max_args: None, ref_params, needs_frame: frame.contains(&name), ..BuiltinFn::default() })
    }
    fn constant(&self, name: &[u8]) -> Option<loxo_bytecode::Const> {
        match name {
            b"PHP_INT_MAX" => Some(loxo_bytecode::Const::Int(i64::MAX)),
            b"PHP_EOL" => Some(loxo_bytecode::Const::Str(b"\n".as_slice().into())),
            b"E_ALL" => Some(loxo_bytecode::Const::Int(30719)),
            _ => None,
        }
    }
}

fn collect(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
        paths.sort();
        paths.iter().for_each(|p| collect(p, out));
    } else if path.extension().is_some_and(|e| e == "php" || e == "phpt" || e == "inc") {
        out.push(path.into());
    }
}

fn source(path: &Path) -> Vec<u8> {
    let text = std::fs::read(path).unwrap_or_default();
    if path.extension().is_none_or(|e| e != "phpt") {
        return text;
    }
    let find = |marker: &[u8]| text.windows(marker.len()).position(|w| w == marker);
    let Some(start) = find(b"\n--FILE--\n").map(|i| i + 10) else { return Vec::new() };
    let rest = &text[start..];
    let end = (0..rest.len()).find(|&i| rest[i..].starts_with(b"\n--") && rest[i + 3..].first().is_some_and(u8::is_ascii_uppercase));
    rest[..end.unwrap_or(rest.len())].to_vec()
}

fn reference(php: &str, source: &[u8]) -> Option<String> {
    let path = std::env::temp_dir().join(format!("loxo-compile-{}.php", std::process::id()));
    std::fs::write(&path, source).ok()?;
    let out = Command::new(php)
        .args(["-d", "display_errors=1", "-d", "html_errors=0", "-d", "short_open_tag=0", "-l"])
        .arg(&path)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&out.stdout).replace(&*path.to_string_lossy(), "FILE");
    let kinds = ["Fatal error: ", "Parse error: ", "Deprecated: ", "Warning: "];
    let lines: Vec<&str> = text.lines().filter(|l| kinds.iter().any(|k| l.starts_with(k))).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn messages(diags: &[Diagnostic]) -> String {
    let word = |d: &Diagnostic| if d.level == Level::Deprecated { "Deprecated" } else { "Warning" };
    diags.iter().map(|d| format!("{}: {} in FILE on line {}\n", word(d), d.message, d.line)).collect()
}

fn main() {
    let child = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    child.join().expect("no panic");
}

fn run() {
    loxo_base::stack::set_remaining(200 << 20);
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut take = |flag: &str| args.iter().position(|a| a == flag).map(|i| args.remove(i)).is_some();
    let (dump, plain, check) = (take("--dump"), take("--plain"), take("--check"));
    let php = args.iter().position(|a| a == "--reference").map(|i| {
        args.remove(i);
        args.remove(i)
    });
    let list = "/tmp/loxo-functions.txt";
    let functions = std::fs::read(list).unwrap_or_default().split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let builtins = Everything { functions };
    let mut files = Vec::new();
    args.iter().for_each(|a| collect(Path::new(a), &mut files));
    let (mut ok, mut failed, mut malformed, mut differ, mut lines) = (0, 0, 0, 0, 0);
    let (mut parsing, mut compiling) = (Duration::ZERO, Duration::ZERO);
    for file in &files {
        let text = source(file);
        lines += text.iter().filter(|&&b| b == b'\n').count();
        let arena = bumpalo::Bump::new();
        let start = Instant::now();
        let parsed = loxo_syntax::parse(&arena, &text, &loxo_syntax::ParseOptions::default());
        parsing += start.elapsed();
        let path = file.to_string_lossy().into_owned();
        let mut error = None;
        match &parsed {
            Err(e) if e.kind == loxo_syntax::ErrorKind::Parse => continue,
            Err(e) => error = Some(format!("Fatal error: {} in FILE on line {}", e.message, e.line)),
            Ok(parsed) => {
                let options = CompileOptions {
                    path: path.as_bytes(),
                    builtins: &builtins,
                    short_open_tag: false,
                    eval: false,
                    assertions: 1,
                    cwd: b"/",
                    optimize: !plain,
                    keep_calls: false,
                    keep_lines: false,
                    anonymous: None,
                    multibyte: false,
                };
                let start = Instant::now();
                let result = loxo_compiler::compile(parsed, &options);
                compiling += start.elapsed();
                match result {
                    Err(e) => {
                        let fatal = format!("Fatal error: {} in FILE on line {}", e.message, e.line);
                        error = Some(messages(&e.diagnostics) + &fatal);
                    }
                    Ok((unit, diags)) => {
                        if php.is_some() && !diags.is_empty() {
                            error = Some(messages(&diags).trim_end().to_string());
                        }
                        ok += 1;
                        if dump {
                            println!("{}", loxo_bytecode::disasm::unit(&unit));
                            diags.iter().for_each(|d| println!("{:?}: {} on line {}", d.level, d.message, d.line));
                        }
                        if let Err(e) = loxo_bytecode::verify::unit(&unit) {
                            malformed += 1;
                            println!("MALFORMED {path}: {}", e.0);
                        }
                        if check {
                            for problem in unit.functions.iter().flat_map(flow::check) {
                                malformed += 1;
                                println!("FLOW {path}: {problem}");
                            }
                        }
                    }
                }
            }
        }
        if error.is_some() {
            failed += 1;
        }
        if let Some(php) = &php {
            let expected = reference(php, &text);
            if expected != error {
                differ += 1;
                println!("DIFFER {path}\n  php:  {}\n  loxo: {}", expected.as_deref().unwrap_or("-"), error.as_deref().unwrap_or("-"));
            }
        } else if let (Some(e), true) = (&error, dump) {
            println!("{path}: Fatal error: {e}");
        }
    }
    eprintln!(
        "{} files, {lines} lines: {ok} compiled, {failed} fatal, {malformed} malformed, {differ} differ; parse {parsing:?}, compile {compiling:?}",
        files.len()
    );
}
