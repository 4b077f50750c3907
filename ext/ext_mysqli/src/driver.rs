//! `mysqli_driver`: settings of all connections.

use loxo_runtime::{Cx, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, TypeMask, Value, convert, types};

use crate::report::Settings;
use crate::{CLIENT_INFO, CLIENT_VERSION};

const NAMES: [&str; 4] = ["client_info", "client_version", "driver_version", "report_mode"];
const DRIVER_VERSION: i64 = 101_009;

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        read_property: Some(|cx, _, name| {
            if name.as_bytes() == b"driver_version" {
                cx.deprecated("The driver_version property is deprecated");
                cx.check()?;
            }
            Ok(value(cx, name.as_bytes()))
        }),
        write_property: Some(write),
        has_property: Some(|cx, _, name, not_empty| {
            Ok(value(cx, name.as_bytes()).map(|value| if not_empty { value.to_bool() } else { !value.is_null() }))
        }),
        has_place: Some(|cx, _, name| Ok(value(cx, name.as_bytes()).is_none())),
        debug_info: Some(debug),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

fn value(cx: &mut Cx, name: &[u8]) -> Option<Value> {
    Some(match name {
        b"client_info" => Value::from(CLIENT_INFO),
        b"client_version" => Value::int(CLIENT_VERSION),
        b"driver_version" => Value::int(DRIVER_VERSION),
        b"report_mode" => Value::int(cx.ext::<Settings>().mode),
        _ => return None,
    })
}

fn write(cx: &mut Cx, _: &PhpObject, name: &PhpStr, new: &Value) -> PhpResult<bool> {
    if name.as_bytes() == b"report_mode" {
        let strict = (cx.hooks.strict)(cx);
        let mode = match types::coerce_scalar(cx, TypeMask::INT, new.deref(), strict)? {
            Some(mode) => mode.as_int().unwrap_or(0),
            None => {
                let given = convert::value_name(new.deref());
                return Err(cx.type_error(format!("Cannot assign {given} to property mysqli_driver::$report_mode of type int")));
            }
        };
        cx.ext::<Settings>().mode = mode;
        return Ok(true);
    }
    if value(cx, name.as_bytes()).is_some() {
        let name = String::from_utf8_lossy(name.as_bytes()).into_owned();
        return Err(cx.throw_error(format!("Cannot write read-only property mysqli_driver::${name}")));
    }
    Ok(false)
}

fn debug(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    // The version is deprecated, and not shown.
    for name in NAMES.into_iter().filter(|name| *name != "driver_version") {
        let value = value(cx, name.as_bytes()).unwrap_or(Value::NULL);
        out.set_bytes(name.as_bytes(), value);
    }
    Ok(out)
}
