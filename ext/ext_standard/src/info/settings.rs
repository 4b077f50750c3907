//! `ini_get()`, `ini_set()` and the other functions about settings.

use loxo_runtime::Registry;
use loxo_runtime::ini::IniText;

use crate::prelude::*;

fn text_of(text: &IniText) -> Value {
    text.as_ref().map_or(Value::EMPTY_STRING, |t| Value::bytes(t))
}

/// `dl()`: extensions are part of the engine, so no file is one.
pub(crate) fn dl(cx: &mut Cx, extension_filename: &PhpStr) -> PhpResult<bool> {
    const LONGEST: usize = 4096;
    let refused = if !cx.ini_bool("enable_dl") {
        "Dynamically loaded extensions aren't enabled".into()
    } else if extension_filename.len() >= LONGEST {
        format!("Filename exceeds the maximum allowed length of {LONGEST} characters")
    } else if extension_filename.contains(&b'/') {
        "Temporary module name should contain only filename".into()
    } else {
        let folder = cx.ini_str("extension_dir");
        let folder = String::from_utf8_lossy(&folder).into_owned();
        let tried = ["", ".so"].map(|ending| {
            let path = format!("{folder}/{extension_filename}{ending}");
            let why = if std::path::Path::new(&path).exists() {
                "not made for this engine"
            } else {
                "cannot open shared object file: No such file or directory"
            };
            format!("{path} ({path}: {why})")
        });
        format!("Unable to load dynamic library '{extension_filename}' (tried: {})", tried.join(", "))
    };
    cx.warn(&refused)?;
    Ok(false)
}

/// `ini_get()`
pub(crate) fn ini_get(cx: &mut Cx, option: &PhpStr) -> PhpResult<Value> {
    Ok(cx.ini.get(option).map_or(Value::FALSE, text_of))
}

/// `ini_get_all()`
pub(crate) fn ini_get_all(cx: &mut Cx, extension: Option<&PhpStr>, details: bool) -> PhpResult<Value> {
    if let Some(name) = extension {
        // Only names in lower case are known.
        let known = Registry::get().is_some_and(|r| r.extensions_named(name).next().is_some());
        if !known || name.iter().any(u8::is_ascii_uppercase) {
            cx.warn(&format!("Extension \"{name}\" cannot be found"))?;
            return Ok(Value::FALSE);
        }
    }
    // What the core asks for is everything.
    let extension = extension.filter(|name| name.as_bytes() != b"core");
    let mut out = PhpArray::new();
    let or_null = |text: &IniText| text.as_ref().map_or(Value::NULL, |t| Value::bytes(t));
    for (name, owner, global, local, access) in cx.ini.all() {
        if extension.is_some_and(|wanted| !wanted.eq_ignore_ascii_case(owner.as_bytes())) {
            continue;
        }
        let row = if details {
            let mut row = PhpArray::new();
            row.set_bytes(b"global_value", or_null(global));
            row.set_bytes(b"local_value", or_null(local));
            row.set_bytes(b"access", Value::int(access.bits()));
            row.into()
        } else {
            or_null(local)
        };
        out.set_sym(name.as_bytes(), row);
    }
    Ok(out.into())
}

/// `ini_set()`
pub(crate) fn ini_set(cx: &mut Cx, option: &PhpStr, value: &Value) -> PhpResult<Value> {
    let value = value.clone_deref();
    if value.is_array() || value.is_object() || value.is_resource() {
        return Err(cx.argument_type_error(2, "must be of type string|int|float|bool|null"));
    }
    let text = cx.str_of(&value)?;
    let old = cx.ini_set(option, &text);
    cx.check()?;
    Ok(old.map_or(Value::FALSE, |old| text_of(&old)))
}

/// `ini_restore()`
pub(crate) fn ini_restore(cx: &mut Cx, option: &PhpStr) -> PhpResult<()> {
    cx.ini_restore(option);
    cx.check()
}

/// `ini_parse_quantity()`
pub(crate) fn ini_parse_quantity(cx: &mut Cx, shorthand: &PhpStr) -> PhpResult<i64> {
    let read = loxo_runtime::ini::parse_quantity(shorthand);
    if let Some(error) = read.error {
        // PHP names no function here.
        cx.warning(&error);
        cx.check()?;
    }
    Ok(read.value)
}

/// `set_include_path()`
pub(crate) fn set_include_path(cx: &mut Cx, include_path: &PhpStr) -> PhpResult<Value> {
    let old = cx.ini_str("include_path");
    let set = cx.ini_set(b"include_path", include_path);
    cx.check()?;
    Ok(if set.is_ok() { Value::bytes(&old) } else { Value::FALSE })
}

/// `get_include_path()`
pub(crate) fn get_include_path(cx: &mut Cx) -> PhpResult<Value> {
    Ok(Value::bytes(&cx.ini_str("include_path")))
}

/// `set_time_limit()`
pub(crate) fn set_time_limit(cx: &mut Cx, seconds: i64) -> PhpResult<bool> {
    let set = cx.ini_set(b"max_execution_time", seconds.to_string().as_bytes());
    cx.check()?;
    Ok(set.is_ok())
}

/// `ignore_user_abort()`
pub(crate) fn ignore_user_abort(cx: &mut Cx, enable: Option<bool>) -> PhpResult<i64> {
    let old = i64::from(cx.ini_bool("ignore_user_abort"));
    if let Some(enable) = enable {
        // A setting that exists and may be changed.
        let _ = cx.ini_set(b"ignore_user_abort", if enable { b"1" } else { b"0" });
        cx.check()?;
    }
    Ok(old)
}

/// `connection_aborted()`
pub(crate) fn connection_aborted(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(cx.output.aborted))
}

/// `connection_status()`
pub(crate) fn connection_status(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(cx.output.aborted))
}

/// `get_cfg_var()`
pub(crate) fn get_cfg_var(cx: &mut Cx, option: &PhpStr) -> PhpResult<Value> {
    use loxo_runtime::ini::CfgValue;
    Ok(match cx.ini.config().configured(option) {
        Some(CfgValue::Text(text)) => Value::bytes(text),
        Some(CfgValue::List(list)) => {
            let mut out = PhpArray::new();
            for (key, text) in list {
                match key {
                    Some(key) => out.set_sym(key, Value::bytes(text)),
                    None => drop(out.push(Value::bytes(text))),
                }
            }
            out.into()
        }
        None => Value::FALSE,
    })
}

/// `php_ini_loaded_file()`
pub(crate) fn php_ini_loaded_file(cx: &mut Cx) -> PhpResult<Value> {
    Ok(cx.ini.config().loaded_file.as_ref().map_or(Value::FALSE, |path| Value::bytes(path)))
}

/// `php_ini_scanned_files()`
pub(crate) fn php_ini_scanned_files(cx: &mut Cx) -> PhpResult<Value> {
    let files = &cx.ini.config().scanned_files;
    Ok(if files.is_empty() { Value::FALSE } else { Value::bytes(&[&files.join(&b",\n"[..])[..], b"\n"].concat()) })
}
