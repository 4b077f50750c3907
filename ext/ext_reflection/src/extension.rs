//! `ReflectionExtension`: the functions, classes, constants and settings that an extension's static tables declare.

use loxo_runtime::ini::IniText;
use loxo_runtime::{Callable, ConstId, Extension, FnId, IniAccess, Registry};

use crate::prelude::*;
use crate::{class, export, subject};

/// The object for an extension.
pub(crate) fn of(cx: &mut Cx, extension: Option<&'static Extension>) -> PhpResult<Option<PhpObject>> {
    match extension {
        Some(extension) => {
            subject::make(cx, "ReflectionExtension", Subject::Extension(extension), &[Value::from(extension.name)]).map(Some)
        }
        None => Ok(None),
    }
}

pub(crate) fn extension(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static Extension> {
    match subject::subject(this) {
        Subject::Extension(extension) => Ok(extension),
        _ => Err(subject::unfinished(cx)),
    }
}

/// All tables of an extension: one may be built of several.
pub(crate) fn tables(extension: &'static Extension) -> Vec<&'static Extension> {
    Registry::get().map(|registry| registry.extensions_named(extension.name.as_bytes()).collect()).unwrap_or_default()
}

/// The functions of an extension.
pub(crate) fn functions(extension: &'static Extension) -> Vec<&'static Func> {
    let registry = Registry::get();
    let rows = tables(extension).into_iter().flat_map(|table| table.functions);
    rows.filter_map(|row| FnId::find(row.name.as_bytes()).and_then(|id| registry?.function(id))).collect()
}

/// The classes of an extension.
pub(crate) fn classes(cx: &Cx, extension: &'static Extension) -> Vec<&'static Class> {
    let rows = tables(extension).into_iter().flat_map(|table| table.classes);
    rows.map(|row| cx.builtin_class(row.name)).collect()
}

/// Names and values of the constants of an extension.
pub(crate) fn constants(extension: &'static Extension) -> Vec<(&'static str, bool, Value)> {
    let rows = tables(extension).into_iter().flat_map(|table| table.constants);
    let value = |name: &str| {
        let (registry, id) = (Registry::get()?, ConstId::find(name.as_bytes())?);
        registry.constant(id).or_else(|| registry.deprecated_constant(id)).map(|value| value.get().clone())
    };
    rows.filter_map(|row| Some((row.name, row.flags.has(MemberFlags::DEPRECATED), value(row.name)?))).collect()
}

/// `ReflectionExtension::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    let found = Registry::get().and_then(|registry| registry.extensions_named(name).next());
    let Some(found) = found else {
        return Err(exception(cx, message(&[b"Extension \"", name, b"\" does not exist"])));
    };
    subject::name(this, Subject::Extension(found), &[Value::from(found.name)]);
    Ok(())
}

/// `ReflectionExtension::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let extension = extension(cx, this)?;
    let mut out = Vec::new();
    export::extension::write(cx, &mut out, extension)?;
    Ok(out)
}

/// `ReflectionExtension::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static str> {
    Ok(extension(cx, this)?.name)
}

/// `ReflectionExtension::getVersion()`
pub(crate) fn get_version(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static str> {
    Ok(extension(cx, this)?.version)
}

/// `ReflectionExtension::getFunctions()`
pub(crate) fn get_functions(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let extension = extension(cx, this)?;
    let mut all = PhpArray::new();
    for func in functions(extension) {
        let function = subject::of_function(cx, func, None)?;
        all.set_bytes(func.name.as_bytes(), Value::object(function));
    }
    Ok(all)
}

/// `ReflectionExtension::getConstants()`
pub(crate) fn get_constants(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let extension = extension(cx, this)?;
    let mut all = PhpArray::new();
    // Constants of the request belong to the core as well.
    if extension.name == "Core"
        && let Some(func) = FnId::find(b"get_defined_constants").and_then(|id| cx.func(id))
    {
        let callable = Callable { func, this: None, called_class: None, closure: None, magic_name: None };
        let groups = cx.call(&callable, &[Value::TRUE])?;
        if let Some(core) = groups.as_array().and_then(|groups| groups.get_bytes(b"Core")).and_then(Value::as_array) {
            return Ok(core.clone());
        }
    }
    for (name, _, value) in constants(extension) {
        all.set_bytes(name.as_bytes(), value);
    }
    Ok(all)
}

/// Names, access, values now and in general of the settings of an extension.
pub(crate) fn settings(cx: &Cx, extension: &'static Extension) -> Vec<Setting> {
    let own = cx.ini.declared(extension.name);
    own.map(|(name, global, local, access)| Setting { name, access, global: global.clone(), local: local.clone() }).collect()
}

pub(crate) struct Setting {
    pub name: &'static str,
    pub access: IniAccess,
    pub global: IniText,
    pub local: IniText,
}

/// `ReflectionExtension::getINIEntries()`
pub(crate) fn get_ini_entries(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let extension = extension(cx, this)?;
    let mut all = PhpArray::new();
    for setting in settings(cx, extension) {
        all.set_bytes(setting.name.as_bytes(), setting.local.map_or(Value::NULL, |text| Value::bytes(&text)));
    }
    Ok(all)
}

/// `ReflectionExtension::getClasses()`
pub(crate) fn get_classes(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let extension = extension(cx, this)?;
    let all = classes(cx, extension);
    class::by_name(cx, &all)
}

/// `ReflectionExtension::getClassNames()`
pub(crate) fn get_class_names(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let extension = extension(cx, this)?;
    Ok(PhpArray::from_values(classes(cx, extension).into_iter().map(|class| class.name.to_value())))
}

/// What extensions of PHP need or can use, where that is known.
pub(crate) fn dependencies(extension: &Extension) -> &'static [(&'static str, &'static str)] {
    match extension.name {
        "SPL" => &[("json", "Required")],
        "session" => &[("spl", "Optional")],
        "standard" => &[("session", "Optional")],
        "sodium" | "mysqlnd" => &[("standard", "Required")],
        "PDO" => &[("spl", "Required")],
        "dom" => &[("libxml", "Required"), ("domxml", "Conflicts")],
        "igbinary" => &[("standard", "Required"), ("session", "Required"), ("apcu", "Optional")],
        "xml" | "xmlwriter" => &[("libxml", "Required")],
        "SimpleXML" => &[("libxml", "Required"), ("spl", "Required")],
        "xmlreader" => &[("dom", "Required"), ("libxml", "Required")],
        "mbstring" | "zip" => &[("pcre", "Required")],
        "exif" => &[("standard", "Required"), ("mbstring", "Optional")],
        "mysqli" => &[("spl", "Required"), ("mysqlnd", "Required")],
        "pdo_mysql" => &[("pdo", "Required"), ("mysqlnd", "Required")],
        "pdo_sqlite" => &[("pdo", "Required")],
        "Phar" => &[
            ("apc", "Optional"),
            ("bz2", "Optional"),
            ("openssl", "Optional"),
            ("zlib", "Optional"),
            ("standard", "Optional"),
            ("hash", "Required"),
            ("spl", "Required"),
        ],
        "memcached" => &[("session", "Required"), ("igbinary", "Required"), ("msgpack", "Required"), ("spl", "Required")],
        "redis" => &[("igbinary", "Required"), ("json", "Required"), ("session", "Required")],
        _ => &[],
    }
}

/// `ReflectionExtension::getDependencies()`
pub(crate) fn get_dependencies(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let extension = extension(cx, this)?;
    let mut all = PhpArray::new();
    for (name, relation) in dependencies(extension) {
        all.set_bytes(name.as_bytes(), Value::from(*relation));
    }
    Ok(all)
}

/// `ReflectionExtension::info()`
pub(crate) fn info(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let extension = extension(cx, this)?;
    let text = export::extension::info(cx, extension);
    cx.echo(&text);
    cx.check()
}

/// `ReflectionExtension::isPersistent()`
pub(crate) fn is_persistent(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    extension(cx, this).map(|_| true)
}

/// `ReflectionExtension::isTemporary()`
pub(crate) fn is_temporary(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    extension(cx, this).map(|_| false)
}
