//! Global constants: `define()`, `defined()`, `get_defined_constants()`, and those whose values depend on how PHP was started.

use std::os::unix::ffi::OsStringExt;
use std::sync::OnceLock;

use loxo_runtime::{ConstId, Cx, Extension, PhpArray, PhpResult, PhpStr, Value};

/// `define()`
pub(crate) fn define(cx: &mut Cx, constant_name: &PhpStr, value: &Value, case_insensitive: bool) -> PhpResult<bool> {
    if constant_name.windows(2).any(|pair| pair == b"::") {
        return Err(cx.argument_value_error(1, "cannot be a class constant"));
    }
    if case_insensitive {
        cx.warning(
            "define(): Argument #3 ($case_insensitive) is ignored since declaration of case-insensitive constants is no longer supported",
        );
        cx.check()?;
    }
    let value = match value.as_array() {
        Some(array) => match without_references(array, &mut Vec::new()) {
            Some(array) => Value::array(array),
            None => return Err(cx.argument_value_error(2, "cannot be a recursive array")),
        },
        None => value.clone_deref(),
    };
    if is_taken(cx, constant_name) {
        cx.warning([b"Constant ", constant_name.as_bytes(), b" already defined"].concat());
        cx.check()?;
        return Ok(false);
    }
    cx.set_constant(ConstId::of(constant_name), value);
    Ok(true)
}

fn is_taken(cx: &Cx, name: &[u8]) -> bool {
    let special = [b"true".as_slice(), b"false", b"null"].iter().any(|word| name.eq_ignore_ascii_case(word));
    let halt = name == b"__COMPILER_HALT_OFFSET__";
    special || halt || ConstId::find(name).is_some_and(|id| lookup(cx, id).is_some())
}

/// A constant's value, those whose use is deprecated included.
fn lookup(cx: &Cx, id: ConstId) -> Option<&Value> {
    cx.constant(id).or_else(|| cx.deprecated_constant(id))
}

/// Constant arrays hold no references; `None` for an array that contains itself.
fn without_references(array: &PhpArray, inside: &mut Vec<PhpArray>) -> Option<PhpArray> {
    if inside.iter().any(|outer| outer.ptr_eq(array)) {
        return None;
    }
    if array.is_immortal() {
        return Some(array.clone());
    }
    inside.push(array.clone());
    let mut copy = PhpArray::with_capacity(array.len());
    for (key, value) in array {
        let value = value.deref();
        let value = match value.as_array() {
            Some(inner) => Value::array(without_references(inner, inside)?),
            None => value.clone(),
        };
        copy.set_ref(key, value);
    }
    inside.pop();
    Some(copy)
}

/// `defined()`
pub(crate) fn defined(cx: &mut Cx, constant_name: &PhpStr) -> PhpResult<bool> {
    let name = constant_name.strip_prefix(b"\\").unwrap_or(constant_name);
    if let Some(split) = class_part(name) {
        return class_constant_exists(cx, &name[..split], &name[split + 2..]);
    }
    let special = [b"true".as_slice(), b"false", b"null"].iter().any(|word| name.eq_ignore_ascii_case(word));
    Ok(special || ConstId::find(name).is_some_and(|id| cx.load_constant(id).is_some() || cx.deprecated_constant(id).is_some()))
}

/// Where the `::` of a class constant's name is.
fn class_part(name: &[u8]) -> Option<usize> {
    if name.contains(&b':') { name.windows(2).rposition(|pair| pair == b"::") } else { None }
}

fn class_constant_exists(cx: &mut Cx, class: &[u8], name: &[u8]) -> PhpResult<bool> {
    let scope = (cx.hooks.scope)(cx);
    let word = class.to_ascii_lowercase();
    let class = match word.as_slice() {
        b"self" => scope,
        b"parent" => scope.and_then(|scope| scope.parent),
        b"static" => (cx.hooks.called_class)(cx),
        _ => cx.class(class)?,
    };
    if class.is_none() && matches!(word.as_slice(), b"self" | b"parent" | b"static") {
        let why = if scope.is_some() { "current class scope has no parent" } else { "no class scope is active" };
        return Err(cx.throw_error(format!("Cannot access \"{}\" when {why}", String::from_utf8_lossy(&word))));
    }
    // Constants of traits are those of the classes that use them.
    let Some(constant) = class.filter(|class| !class.is_trait()).and_then(|class| class.constants.get(name)) else { return Ok(false) };
    if !crate::classes::is_visible(constant.flags, constant.class, scope) {
        return Ok(false);
    }
    // A constant that has no value is reported, not missing.
    loxo_runtime::object::const_value(cx, constant).map(|_| true)
}

/// `get_defined_constants()`
pub(crate) fn get_defined_constants(cx: &mut Cx, categorize: bool) -> PhpResult<PhpArray> {
    let mut result = PhpArray::new();
    let mut groups: Vec<(&str, PhpArray)> = Vec::new();
    for extension in crate::info::extensions() {
        if !groups.iter().any(|(name, _)| *name == extension.name) {
            groups.push((extension.name, PhpArray::new()));
        }
        if let Some((_, group)) = groups.iter_mut().find(|(name, _)| *name == extension.name) {
            add_constants(cx, extension, group);
        }
    }
    let mut user = PhpArray::new();
    for id in &cx.declared.consts {
        if let Some(value) = cx.constant(*id) {
            if OF_REQUEST.contains(&id.name().as_bytes()) || OF_STREAMS.contains(&id.name().as_bytes()) {
                continue;
            }
            user.set_sym(id.name(), value.clone());
        }
    }
    groups.push(("user", user));
    for (name, group) in groups {
        if !categorize {
            group.iter().for_each(|(key, value)| result.set_ref(key, value.clone()));
        } else if !group.is_empty() {
            result.set_bytes(name.as_bytes(), Value::array(group));
        }
    }
    Ok(result)
}

fn add_constants(cx: &Cx, extension: &Extension, group: &mut PhpArray) {
    for row in extension.constants {
        if row.name == "PHP_CLI_PROCESS_TITLE" {
            add_of_request(cx, &OF_REQUEST, group);
        }
        if let Some(value) = ConstId::find(row.name.as_bytes()).and_then(|id| lookup(cx, id)) {
            group.set_bytes(row.name.as_bytes(), value.clone());
        }
        // PHP has the words of the language behind its build flags.
        if row.name == "ZEND_DEBUG_BUILD" {
            let words = [("TRUE", Value::TRUE), ("FALSE", Value::FALSE), ("NULL", Value::NULL)];
            words.into_iter().for_each(|(name, value)| group.set_bytes(name.as_bytes(), value));
        }
        if row.name == "PHP_CLI_PROCESS_TITLE" {
            add_of_request(cx, &OF_STREAMS, group);
        }
    }
}

fn add_of_request(cx: &Cx, names: &[&[u8]], group: &mut PhpArray) {
    for name in names {
        if let Some(value) = ConstId::find(name).and_then(|id| cx.constant(id)) {
            group.set_bytes(name, value.clone());
        }
    }
}

/// What a server interface declares, in front of its last constant and behind it.
const OF_REQUEST: [&[u8]; 2] = [b"PHP_SAPI", b"PHP_BINARY"];
const OF_STREAMS: [&[u8]; 3] = [b"STDIN", b"STDOUT", b"STDERR"];

/// The constants that depend on how PHP was started.
pub(crate) fn of_request(cx: &mut Cx) {
    let sapi = Value::string(PhpStr::interned(cx.sapi.name().as_bytes()));
    cx.set_constant(ConstId::of(b"PHP_SAPI"), sapi);
    cx.set_constant(ConstId::of(b"PHP_BINARY"), Value::string(PhpStr::interned(&binary(cx.sapi.name()))));
}

/// Path of the running program under the name that it was called by, so that a link named `php` stays one. Servers have none, as in PHP. Whoever
/// starts it under a bare name need not have found it in the path, which may have another program of that name.
fn binary(sapi: &str) -> Vec<u8> {
    static FOUND: OnceLock<Vec<u8>> = OnceLock::new();
    if sapi == "cli-server" {
        return Vec::new();
    }
    let find = || {
        let called = std::env::args_os().next().map(std::path::PathBuf::from).unwrap_or_default();
        let named = called.components().count() > 1;
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let running = std::env::current_exe().and_then(std::fs::canonicalize).ok();
        let is_it = |path: &std::path::PathBuf| path.is_file() && path.canonicalize().ok() == running;
        let in_path = || std::env::split_paths(&paths).map(|folder| folder.join(&called)).find(is_it);
        let found = if named { std::path::absolute(&called).ok().filter(|path| path.is_file()) } else { in_path() };
        found.or_else(|| std::env::current_exe().ok()).map_or_else(Vec::new, |path| path.into_os_string().into_vec())
    };
    FOUND.get_or_init(find).clone()
}
