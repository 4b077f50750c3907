//! Runs files, text, and the builtins that some options stand for, in a request that has begun.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use loxo_engine::{Outcome, Request};
use loxo_runtime::{ConstId, FnId, Registry, Value};

pub fn as_path(text: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(text))
}

/// Absolute, links resolved; as it is if there is no such file.
pub fn full_path(file: &[u8]) -> Vec<u8> {
    loxo_files::canonicalize(as_path(file)).map_or_else(|_| file.to_vec(), |path| path.into_os_string().into_vec())
}

/// Runs a file as the main program. Pipes and devices (`php <(echo …)`) are read once.
pub fn run_file(request: &mut Request, file: &[u8]) -> Outcome {
    match loxo_files::about(as_path(file)) {
        Ok(about) if about.is_file() => request.run_file(&full_path(file)),
        // What cannot be read, a folder for one, is an empty program.
        _ => run_text(request, &std::fs::read(as_path(file)).unwrap_or_default(), file),
    }
}

/// Runs a program that is in no file.
pub fn run_text(request: &mut Request, source: &[u8], name: &[u8]) -> Outcome {
    request.run_source(source, name, false)
}

/// The next line of the stream that programs know as `STDIN`, so that they go on where this one ends.
pub fn line_of_stdin(request: &mut Request) -> Option<Vec<u8>> {
    let mut line = None;
    request.guarded(|cx| {
        let stream = ConstId::find(b"STDIN").and_then(|id| cx.consts.get(id.0 as usize).cloned().flatten());
        let callable = (cx.hooks.callable)(cx, &Value::bytes(b"fgets"))?;
        if let (Some(stream), Ok(callable)) = (stream, callable) {
            line = cx.call_vec(&callable, vec![stream])?.as_bytes().map(<[u8]>::to_vec);
        }
        Ok(())
    });
    line
}

/// Calls a builtin that an option stands for. False, with a line on standard error: there is none of that name.
fn call(request: &mut Request, option: &str, function: &str, args: Vec<Value>) -> bool {
    let known = Registry::get().and_then(|registry| registry.function(FnId::find(function.as_bytes())?));
    if known.is_none() {
        eprintln!("loxo: {option} needs {function}(), which is not in this build");
        return false;
    }
    let name = Value::bytes(function.as_bytes());
    request.guarded(|cx| {
        let callable = (cx.hooks.callable)(cx, &name)?;
        if let Ok(callable) = callable {
            let result = cx.call_vec(&callable, args)?;
            if let Some(text) = result.as_bytes() {
                cx.echo(text);
            }
        }
        Ok(())
    });
    true
}

fn finish(request: &mut Request, done: bool) -> i32 {
    let status = request.finish();
    if done { status } else { 1 }
}

/// `-i`
pub fn phpinfo(request: &mut Request) -> i32 {
    let done = call(request, "-i", "phpinfo", Vec::new());
    finish(request, done)
}

/// `-s`
pub fn highlight(request: &mut Request, file: &[u8]) -> i32 {
    let done = call(request, "-s", "highlight_file", vec![Value::bytes(file)]);
    finish(request, done)
}

/// `-w`
pub fn strip(request: &mut Request, file: &[u8]) -> i32 {
    let done = call(request, "-w", "php_strip_whitespace", vec![Value::bytes(file)]);
    finish(request, done)
}

/// `-l`
pub fn lint(request: &mut Request, file: &[u8]) -> i32 {
    let source = std::fs::read(as_path(file)).unwrap_or_default();
    lint_text(request, &source, file)
}

pub fn lint_text(request: &mut Request, source: &[u8], name: &[u8]) -> i32 {
    let good = request.lint(source, name);
    let verdict = if good { "No syntax errors detected in " } else { "Errors parsing " };
    request.cx().ending = None;
    request.cx().echo(&[verdict.as_bytes(), name, b"\n"].concat());
    if good { 0 } else { 255 }
}
