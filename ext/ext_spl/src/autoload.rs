//! The functions `spl_autoload_*`: the list of functions that load classes, and the default one, which looks for files.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::rc::Rc;

use loxo_runtime::FnId;

use crate::prelude::*;

/// What `spl_autoload_extensions()` was given.
#[derive(Default)]
struct Extensions(Option<PhpStr>);

impl ExtSlot for Extensions {}

fn extensions(cx: &mut Cx) -> PhpStr {
    cx.ext::<Extensions>().0.clone().unwrap_or_else(|| PhpStr::from(".inc,.php"))
}

fn is_declared(cx: &Cx, name: &[u8]) -> bool {
    ClassId::find(name).is_some_and(|id| cx.class_by_id(id).is_some())
}

/// `spl_autoload()`
pub(crate) fn spl_autoload(cx: &mut Cx, class: &PhpStr, file_extensions: Option<&PhpStr>) -> PhpResult<()> {
    let extensions = match file_extensions {
        Some(given) => given.clone(),
        None => extensions(cx),
    };
    let name = class.strip_prefix(b"\\").unwrap_or(class);
    let file: Vec<u8> = name.iter().map(|&b| if b == b'\\' { b'/' } else { b.to_ascii_lowercase() }).collect();
    for extension in extensions.split(|&b| b == b',') {
        let Some(path) = find_file(cx, &[&file[..], extension].concat()) else { continue };
        const REQUIRE_ONCE: u32 = 3;
        (cx.hooks.include)(cx, &path, REQUIRE_ONCE)?;
        if is_declared(cx, name) {
            break;
        }
    }
    Ok(())
}

/// The first file of that name along the include path, then beside the running script.
fn find_file(cx: &mut Cx, name: &[u8]) -> Option<Vec<u8>> {
    if name.starts_with(b"/") {
        return is_file(name).then(|| name.to_vec());
    }
    let beside = (cx.hooks.location)(cx).0;
    let beside = beside.iter().rposition(|&b| b == b'/').map(|end| beside[..end].to_vec());
    let include_path = cx.ini_str("include_path").to_vec();
    let dirs = include_path.split(|&b| b == b':').map(|dir| match dir {
        b"" | b"." => cx.info.cwd.clone(),
        dir if dir.starts_with(b"/") => dir.to_vec(),
        dir => [&cx.info.cwd[..], b"/", dir].concat(),
    });
    dirs.chain(beside).map(|dir| [&dir[..], b"/", name].concat()).find(|path| is_file(path))
}

fn is_file(path: &[u8]) -> bool {
    !path.contains(&0) && loxo_files::is_file(Path::new(OsStr::from_bytes(path)))
}

/// `spl_autoload_call()`
pub(crate) fn spl_autoload_call(cx: &mut Cx, class: &PhpStr) -> PhpResult<()> {
    let mut next = 0;
    // Autoloaders may come and go meanwhile.
    while let Some(loader) = cx.autoloaders.get(next).cloned() {
        cx.call(&loader, &[Value::string(class.clone())])?;
        if is_declared(cx, class) {
            break;
        }
        next += 1;
    }
    Ok(())
}

/// `spl_autoload_extensions()`
pub(crate) fn spl_autoload_extensions(cx: &mut Cx, file_extensions: Option<&PhpStr>) -> PhpResult<PhpStr> {
    if let Some(given) = file_extensions {
        cx.ext::<Extensions>().0 = Some(given.clone());
    }
    Ok(extensions(cx))
}

/// `spl_autoload_functions()`
pub(crate) fn spl_autoload_functions(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(cx.autoloaders.iter().map(|loader| callable_value(loader)).collect())
}

/// A callable as PHP code writes it.
fn callable_value(loader: &Callable) -> Value {
    if let Some(closure) = &loader.closure {
        return Value::object(closure.clone());
    }
    let name = loader.magic_name.clone().unwrap_or_else(|| loader.func.name.to_php());
    let Some(scope) = loader.func.class else { return Value::string(name) };
    let holder = match &loader.this {
        // An object that is called itself.
        Some(this) if loader.magic_name.is_none() && name.eq_ignore_ascii_case(b"__invoke") => return Value::object(this.clone()),
        Some(this) => Value::object(this.clone()),
        None => loader.called_class.unwrap_or(scope).name.to_value(),
    };
    Value::array(PhpArray::from_values([holder, Value::string(name)]))
}

fn same(a: &Callable, b: &Callable) -> bool {
    fn same_object(a: &Option<PhpObject>, b: &Option<PhpObject>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => a.ptr_eq(b),
            (None, None) => true,
            _ => false,
        }
    }
    std::ptr::eq(a.func, b.func)
        && same_object(&a.this, &b.this)
        && same_object(&a.closure, &b.closure)
        && a.called_class.map(|class| class.uid) == b.called_class.map(|class| class.uid)
        && a.magic_name == b.magic_name
}

fn is_builtin(loader: &Callable, name: &[u8]) -> bool {
    loader.func.builtin.is_some() && loader.func.class.is_none() && loader.func.name.as_bytes() == name
}

/// `spl_autoload_register()`
pub(crate) fn spl_autoload_register(cx: &mut Cx, callback: Option<&Callable>, throw: bool, prepend: bool) -> PhpResult<bool> {
    if !throw {
        cx.builtin_notice("Argument #2 ($do_throw) has been ignored, spl_autoload_register() will always throw");
        cx.check()?;
    }
    let loader = match callback {
        Some(callback) if is_builtin(callback, b"spl_autoload_call") => {
            return Err(cx.argument_value_error(1, "must not be the spl_autoload_call() function"));
        }
        Some(callback) => callback.clone(),
        None => match FnId::find(b"spl_autoload").and_then(|id| cx.func(id)) {
            Some(func) => Callable { func, this: None, called_class: None, closure: None, magic_name: None },
            None => return Ok(false),
        },
    };
    if !cx.autoloaders.iter().any(|known| same(known, &loader)) {
        let place = if prepend { 0 } else { cx.autoloaders.len() };
        cx.autoloaders.insert(place, Rc::new(loader));
    }
    Ok(true)
}

/// `spl_autoload_unregister()`
pub(crate) fn spl_autoload_unregister(cx: &mut Cx, callback: &Callable) -> PhpResult<bool> {
    if is_builtin(callback, b"spl_autoload_call") {
        let all = std::mem::take(&mut cx.autoloaders);
        drop(all);
        return Ok(true);
    }
    let Some(place) = cx.autoloaders.iter().position(|known| same(known, callback)) else { return Ok(false) };
    let gone = cx.autoloaders.remove(place);
    drop(gone);
    Ok(true)
}
