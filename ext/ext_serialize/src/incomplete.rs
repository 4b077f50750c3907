//! `__PHP_Incomplete_Class`: what `unserialize()` makes of objects whose class is not there. Nothing can be done with them but storing them
//! again.

use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, PhpStr, Value};

use loxo_runtime::Short;

pub const INCOMPLETE_CLASS: &[u8] = b"__PHP_Incomplete_Class";
/// The property that keeps the name of the missing class.
pub const INCOMPLETE_NAME: &[u8] = b"__PHP_Incomplete_Class_Name";

/// The name of the missing class.
pub fn incomplete_name(object: &PhpObject) -> Option<PhpStr> {
    object.dynamic()?.get_bytes(INCOMPLETE_NAME)?.deref().as_str().cloned()
}

/// The handlers of such objects: reading warns, writing and calling throw.
pub fn incomplete_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        read_property: Some(|cx, object, _| {
            warn(cx, object)?;
            Ok(Some(Value::NULL))
        }),
        has_property: Some(|cx, object, _, _| {
            warn(cx, object)?;
            Ok(Some(false))
        }),
        write_property: Some(|cx, object, _, _| Err(cx.throw_error(complaint(object, "modify a property")))),
        unset_property: Some(|cx, object, _| Err(cx.throw_error(complaint(object, "modify a property")))),
        method_holder: Some(|cx, object| Err(cx.throw_error(complaint(object, "call a method")))),
        ..ObjectHandlers::default()
    }
}

/// Outside of builtins the code that runs is named.
fn warn(cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
    let text = complaint(object, "access a property");
    if cx.active.is_some() {
        return cx.warn(&text);
    }
    let name = running(cx);
    cx.warn_plain(&format!("{name}(): {text}"))
}

/// Name of the function whose code runs; of a file it is `main`.
fn running(cx: &mut Cx) -> String {
    const WITHOUT_ARGUMENTS: u32 = 2;
    let trace = loxo_runtime::error::trace::backtrace(cx, WITHOUT_ARGUMENTS, 1, 0);
    let part = |name: &[u8]| trace.get_int(0)?.as_array()?.get_bytes(name)?.as_str().map(PhpStr::to_string);
    let name = part(b"function").unwrap_or_default();
    match (name.as_str(), part(b"class"), part(b"type")) {
        ("" | "include" | "include_once" | "require" | "require_once" | "eval", None, _) => "main".into(),
        (_, Some(class), Some(kind)) => class + &kind + &name,
        _ => name,
    }
}

fn complaint(object: &PhpObject, what: &str) -> String {
    let class = incomplete_name(object).map_or_else(|| "unknown".into(), |name| name.to_string());
    format!(
        "The script tried to {what} on an incomplete object. Please ensure that the class definition \"{class}\" of the object you are \
         trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition"
    )
}
