//! What `include`, `require` and `eval` do: the file is found and compiled once for all threads, and its code runs.

use loxo_bytecode::IncludeKind;
use loxo_observer::{Called, counters};
use loxo_runtime::memory_limit::Charge;
use loxo_runtime::{Cx, PhpResult, paths};
use loxo_units::LoadedUnit;
use loxo_value::{PhpResource, Value};
use loxo_vm::{Variables, Vm};

use crate::code_cache::{cache_policy, unit_of_file};
use crate::compile::source_error;
use crate::eval_cache::text_unit;
use crate::files::{self, FileId};
use crate::resolve_path::{has_scheme, resolve};
use crate::sources::sources;

/// Includes a file or evaluates text.
pub(crate) fn include(cx: &mut Cx, path: &[u8], kind: IncludeKind, variables: Variables) -> PhpResult<Value> {
    if kind == IncludeKind::Eval {
        return eval(cx, path, variables);
    }
    let once = kind.is_once();
    // A wrapper that stands in the place of plain files is asked for a name that no file has, too.
    let unfound = |cx: &mut Cx| (!path.is_empty() && !path.contains(&0) && !loxo_streams::files_are_plain(cx)).then(|| FileId::of(path));
    let Some(file) = included_file(cx, path).or_else(|| unfound(cx)) else {
        loxo_observer::as_call(Called::Load(path), || ());
        counters::lookup(|| None::<()>);
        let forbidden = path.starts_with(b"/") && is_forbidden(cx, path, kind)?;
        return cannot_include(cx, path, path, kind, forbidden);
    };
    if once && sources(cx).files.has(file) {
        return Ok(Value::TRUE);
    }
    let resolved = file.path();
    if is_forbidden(cx, &resolved, kind)? {
        return cannot_include(cx, path, &resolved, kind, true);
    }
    // It is in the list before it is compiled: error handlers that hear of deprecations in it may ask for it too.
    let listed = once && !has_scheme(&resolved);
    if listed {
        sources(cx).files.add(file);
    }
    let found = loxo_observer::as_call(Called::Load(&resolved), || unit_of(cx, file, &resolved));
    let unit = match found {
        Ok(Some(unit)) => unit,
        Ok(None) => {
            if listed {
                sources(cx).files.remove(file);
            }
            let tried = if has_scheme(path) { path } else { &resolved };
            return cannot_include(cx, path, tried, kind, false);
        }
        // It was there, and is not tried again.
        Err(thrown) => return Err(thrown),
    };
    sources(cx).files.add(file);
    counters::add(counters::Counter::Includes, 1);
    run_main(cx, unit, kind, variables)
}

/// Runs the main code of a unit.
pub(crate) fn run_main(cx: &mut Cx, unit: &'static LoadedUnit, kind: IncludeKind, variables: Variables) -> PhpResult<Value> {
    if let Some(units) = &mut sources(cx).preloading {
        units.run.push(unit);
    }
    if loxo_coverage::is_recording() && kind != IncludeKind::Eval {
        crate::coverage::unit_runs(cx, unit);
    }
    Vm::of(cx).run_main(unit, kind, variables)
}

/// A unit from a plain file or through a stream wrapper.
fn unit_of(cx: &mut Cx, file: FileId, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
    if !has_scheme(path) && loxo_streams::files_are_plain(cx) {
        let found = unit_of_file(cx, path, file.cached());
        if !matches!(found, Ok(None)) && !cache_policy(cx).active {
            // PHP reads it through a stream.
            PhpResource::skip_number();
        }
        return found;
    }
    let Some(read) = sources(cx).read_source else { return Ok(None) };
    let Some(source) = read(cx, path)? else { return Ok(None) };
    match text_unit(cx, &source, path, false) {
        Ok(unit) => Ok(Some(unit)),
        Err(error) => Err(source_error(cx, error, path)),
    }
}

fn eval(cx: &mut Cx, source: &[u8], variables: Variables) -> PhpResult<Value> {
    if source.is_empty() {
        return Ok(Value::FALSE);
    }
    let (file, line) = (cx.hooks.location)(cx);
    let path = [file.as_bytes(), format!("({line}) : eval()'d code").as_bytes()].concat();
    // They count while they run: each level of evals in evals has a longer name.
    let charge = Charge::new(path.len().saturating_add(source.len()));
    let found = loxo_observer::as_call(Called::Eval(&path), || text_unit(cx, source, &path, true));
    let result = match found {
        Ok(unit) => run_main(cx, unit, IncludeKind::Eval, variables),
        Err(error) => Err(source_error(cx, error, &path)),
    };
    drop(charge);
    result
}

/// Does `open_basedir` keep a plain file from being included? Then it was said.
fn is_forbidden(cx: &mut Cx, path: &[u8], kind: IncludeKind) -> PhpResult<bool> {
    if !cx.settings().is_confined || has_scheme(path) || path.contains(&0) || paths::check_open_basedir(cx, path, false) {
        return Ok(false);
    }
    let (allowed, verb) = (paths::basedir(cx), kind.name().as_bytes());
    let text = [verb, b"(): open_basedir restriction in effect. File(", path, b") is not within the allowed path(s): (", &allowed, b")"];
    cx.warning(text.concat());
    cx.check()?;
    Ok(true)
}

/// `tried` is what `path` was resolved to.
fn cannot_include(cx: &mut Cx, path: &[u8], tried: &[u8], kind: IncludeKind, forbidden: bool) -> PhpResult<Value> {
    let verb = kind.name();
    let shown = String::from_utf8_lossy(loxo_runtime::convert::shown_name(path)).into_owned();
    let include_path = String::from_utf8_lossy(&cx.ini_str("include_path")).into_owned();
    if path.is_empty() {
        return Err(cx.throw("ValueError", "Path must not be empty"));
    }
    let why = loxo_streams::take_include_failure(cx);
    let why = why.unwrap_or_else(|| if forbidden { b"Operation not permitted".to_vec() } else { b"No such file or directory".to_vec() });
    // A name with a NUL byte is not even tried.
    if !path.contains(&0) {
        let tried = loxo_runtime::convert::shown_name(tried);
        cx.warning([verb.as_bytes(), b"(", tried, b"): Failed to open stream: ", &why].concat());
        cx.check()?;
    }
    if kind.is_required() {
        return Err(cx.throw("Error", format!("Failed opening required '{shown}' (include_path='{include_path}')")));
    }
    cx.warning(format!("{verb}(): Failed opening '{shown}' for inclusion (include_path='{include_path}')"));
    cx.check()?;
    Ok(Value::FALSE)
}

/// The file that the path of an `include` means, as [`resolve`] says; what a path meant is remembered as long as files are not looked at
/// again.
pub(crate) fn included_file(cx: &mut Cx, path: &[u8]) -> Option<FileId> {
    let policy = cache_policy(cx);
    let (time, wait) = (cx.info.start_time as u64, policy.wait);
    let remembers = policy.waits() && policy.remembers;
    if remembers
        && path.starts_with(b"/")
        && let Some(known) = files::recall(path, time, wait)
    {
        return Some(known);
    }
    if !remembers || path.contains(&0) || has_scheme(path) {
        return resolve(cx, path).map(|path| FileId::of(&path));
    }
    if path.starts_with(b"/") {
        return resolve_noting(cx, path, path.to_vec(), time);
    }
    let key = key_of(cx, path);
    files::recall(&key, time, wait).or_else(|| resolve_noting(cx, path, key, time))
}

fn resolve_noting(cx: &mut Cx, path: &[u8], key: Vec<u8>, time: u64) -> Option<FileId> {
    let target = resolve(cx, path)?;
    let file = FileId::of(&target);
    if !has_scheme(&target) {
        files::note(key, file, time);
    }
    Some(file)
}

/// A relative path with all that its meaning depends on.
fn key_of(cx: &Cx, path: &[u8]) -> Vec<u8> {
    let (file, _) = (cx.hooks.location)(cx);
    let folder = file.as_bytes().rsplitn(2, |byte| *byte == b'/').nth(1).unwrap_or_default();
    [path, &cx.info.cwd, &cx.ini_str("include_path"), folder].join(&0)
}
