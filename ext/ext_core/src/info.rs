//! About the engine: extensions, files, resources, the cycle collector.

use std::time::{SystemTime, UNIX_EPOCH};

use loxo_runtime::value::{for_each_resource, gc};
use loxo_runtime::{Cx, Extension, PhpArray, PhpResource, PhpResult, PhpStr, Registry, Value, object};

/// All extensions, in the order in which they are listed.
pub(crate) fn extensions() -> impl Iterator<Item = &'static Extension> {
    Registry::get().into_iter().flat_map(|registry| registry.extensions.iter().copied())
}

fn extension_named(name: &[u8]) -> impl Iterator<Item = &'static Extension> {
    extensions().filter(move |extension| extension.name.as_bytes().eq_ignore_ascii_case(name))
}

/// `zend_version()`
pub(crate) fn zend_version(_: &mut Cx) -> PhpResult<PhpStr> {
    Ok(PhpStr::interned(b"4.4.24"))
}

/// `get_included_files()`
pub(crate) fn get_included_files(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok((cx.hooks.included_files)(cx).into_iter().collect())
}

/// `get_resource_type()`
pub(crate) fn get_resource_type(_: &mut Cx, resource: &PhpResource) -> PhpResult<PhpStr> {
    let name = if resource.is_closed() { "Unknown" } else { resource.type_name() };
    Ok(PhpStr::interned(name.as_bytes()))
}

/// `get_resource_id()`
pub(crate) fn get_resource_id(_: &mut Cx, resource: &PhpResource) -> PhpResult<i64> {
    Ok(resource.id())
}

/// `get_resources()`
pub(crate) fn get_resources(_: &mut Cx, kind: Option<&PhpStr>) -> PhpResult<PhpArray> {
    let mut result = PhpArray::new();
    for_each_resource(|resource| {
        let wanted = match kind {
            None => !resource.is_closed(),
            Some(kind) if *kind == "Unknown" => resource.is_closed(),
            Some(kind) => !resource.is_closed() && *kind == resource.type_name(),
        };
        if wanted {
            result.set_int(resource.id(), Value::resource(resource.clone()));
        }
    });
    Ok(result)
}

/// `get_loaded_extensions()`
pub(crate) fn get_loaded_extensions(_: &mut Cx, zend_extensions: bool) -> PhpResult<PhpArray> {
    if zend_extensions {
        return Ok([PhpStr::interned(b"Zend OPcache")].into_iter().collect());
    }
    let mut names: Vec<&str> = Vec::new();
    for extension in extensions() {
        if !names.contains(&extension.name) {
            names.push(extension.name);
        }
    }
    Ok(names.into_iter().map(|name| PhpStr::interned(name.as_bytes())).collect())
}

/// `extension_loaded()`
pub(crate) fn extension_loaded(_: &mut Cx, extension: &PhpStr) -> PhpResult<bool> {
    Ok(extension_named(extension).next().is_some())
}

/// `get_extension_funcs()`
pub(crate) fn get_extension_funcs(_: &mut Cx, extension: &PhpStr) -> PhpResult<Value> {
    // PHP's engine goes by this name as well.
    let name: &[u8] = if extension.eq_ignore_ascii_case(b"zend") { b"core" } else { extension };
    let names: PhpArray = extension_named(name).flat_map(|e| e.functions).map(|row| PhpStr::interned(row.name.as_bytes())).collect();
    Ok(if names.is_empty() { Value::FALSE } else { Value::array(names) })
}

/// `gc_mem_caches()`
pub(crate) fn gc_mem_caches(_: &mut Cx) -> PhpResult<i64> {
    // The heap keeps no caches besides its free lists, which the next allocation uses.
    Ok(0)
}

/// `gc_collect_cycles()`
pub(crate) fn gc_collect_cycles(cx: &mut Cx) -> PhpResult<i64> {
    let collected = gc::collect(&mut |garbage| {
        // What a destructor throws waits in the context, and becomes the previous one of what the next throws.
        let outer = cx.exception.take();
        let _ = object::destruct(cx, &garbage);
        if let Some(outer) = outer {
            match cx.exception.clone() {
                None => cx.exception = Some(outer),
                Some(inner) => loxo_runtime::error::chain_previous(cx, &inner, outer),
            }
        }
    });
    cx.check()?;
    Ok(collected as i64)
}

/// `gc_enabled()`
pub(crate) fn gc_enabled(_: &mut Cx) -> PhpResult<bool> {
    Ok(gc::is_enabled())
}

/// `gc_enable()`
pub(crate) fn gc_enable(cx: &mut Cx) -> PhpResult<()> {
    gc::enable();
    switch_setting(cx, b"1");
    Ok(())
}

/// `gc_disable()`
pub(crate) fn gc_disable(cx: &mut Cx) -> PhpResult<()> {
    gc::disable();
    switch_setting(cx, b"0");
    Ok(())
}

/// Shows in the settings what was switched; refusing the change would not undo it.
fn switch_setting(cx: &mut Cx, value: &[u8]) {
    let _ = cx.ini_set(b"zend.enable_gc", value);
}

/// `gc_status()`
pub(crate) fn gc_status(cx: &mut Cx) -> PhpResult<PhpArray> {
    let status = gc::status();
    let mut result = PhpArray::new();
    let flags = [("running", status.running), ("protected", false), ("full", false)];
    let counts = [
        ("runs", status.runs as i64),
        ("collected", status.collected as i64),
        ("threshold", status.threshold as i64),
        ("buffer_size", status.buffer_size as i64),
        ("roots", status.roots as i64),
    ];
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let times = [
        ("application_time", now - cx.info.start_time),
        ("collector_time", status.collector_time.as_secs_f64()),
        ("destructor_time", status.destructor_time.as_secs_f64()),
        ("free_time", status.free_time.as_secs_f64()),
    ];
    flags.into_iter().for_each(|(name, on)| result.set_bytes(name.as_bytes(), Value::bool(on)));
    counts.into_iter().for_each(|(name, count)| result.set_bytes(name.as_bytes(), Value::int(count)));
    times.into_iter().for_each(|(name, time)| result.set_bytes(name.as_bytes(), Value::float(time)));
    Ok(result)
}
