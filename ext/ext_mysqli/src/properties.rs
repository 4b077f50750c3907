//! Properties of the classes: what is asked for is looked up.

use loxo_mysql::Error;
use loxo_runtime::{Cx, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::link::{self, Link, Status, native};
use crate::report::Settings;
use crate::statement::{self, Stmt};
use crate::warning::Warnings;
use crate::{CLIENT_INFO, CLIENT_VERSION, result};

/// A value, if the class has such a property. Errors: the object is in no state to be asked.
type Read = fn(&mut Cx, &PhpObject, &[u8]) -> PhpResult<Option<Value>>;

const LINK: &[&str] = &[
    "affected_rows",
    "client_info",
    "client_version",
    "connect_errno",
    "connect_error",
    "errno",
    "error",
    "error_list",
    "field_count",
    "host_info",
    "info",
    "insert_id",
    "server_info",
    "server_version",
    "sqlstate",
    "protocol_version",
    "thread_id",
    "warning_count",
];
const RESULT: &[&str] = &["current_field", "field_count", "lengths", "num_rows", "type"];
const STATEMENT: &[&str] =
    &["affected_rows", "insert_id", "num_rows", "param_count", "field_count", "errno", "error", "error_list", "sqlstate", "id"];
const WARNING: &[&str] = &["message", "sqlstate", "errno"];

/// ObjectHandlers of a class from its names and the function that reads them.
macro_rules! class {
    ($names:expr, $read:expr, $class:literal, $native:expr) => {
        ObjectHandlers {
            new_native: Some(|_, _| Box::new($native)),
            no_clone: true,
            read_property: Some(|cx, this, name| {
                if $names.iter().any(|known| known.as_bytes() == name.as_bytes()) { $read(cx, this, name.as_bytes()) } else { Ok(None) }
            }),
            write_property: Some(|cx, _, name, _| refuse(cx, $names, $class, name)),
            has_property: Some(|cx, this, name, not_empty| {
                if !$names.iter().any(|known| known.as_bytes() == name.as_bytes()) {
                    return Ok(None);
                }
                let value = quietly(cx, this, name.as_bytes(), $read);
                Ok(Some(value.is_some_and(|value| if not_empty { value.to_bool() } else { !value.is_null() })))
            }),
            has_place: Some(|_, _, name| Ok(!$names.iter().any(|known| known.as_bytes() == name.as_bytes()))),
            debug_info: Some(|cx, this| all(cx, this, $names, $read)),
            ..ObjectHandlers::default()
        }
    };
}

pub(crate) fn link() -> ObjectHandlers {
    class!(LINK, read_link, "mysqli", Link::default())
}

pub(crate) fn result() -> ObjectHandlers {
    ObjectHandlers { iterate: Some(result::walk), ..class!(RESULT, read_result, "mysqli_result", result::Result::default()) }
}

pub(crate) fn statement() -> ObjectHandlers {
    class!(STATEMENT, read_statement, "mysqli_stmt", Stmt::default())
}

pub(crate) fn warning() -> ObjectHandlers {
    class!(WARNING, read_warning, "mysqli_warning", Warnings::default())
}

fn refuse(cx: &mut Cx, names: &[&str], class: &str, name: &PhpStr) -> PhpResult<bool> {
    match names.iter().find(|known| known.as_bytes() == name.as_bytes()) {
        Some(name) => Err(cx.throw_error(format!("Cannot write read-only property {class}::${name}"))),
        None => Ok(false),
    }
}

/// A value without complaints.
fn quietly(cx: &mut Cx, this: &PhpObject, name: &[u8], read: Read) -> Option<Value> {
    match read(cx, this, name) {
        Ok(value) => value,
        Err(_) => {
            cx.exception = None;
            None
        }
    }
}

/// For `var_dump()`: own properties first.
fn all(cx: &mut Cx, this: &PhpObject, names: &[&str], read: Read) -> PhpResult<PhpArray> {
    let standard = loxo_runtime::object::properties_table(cx, this, loxo_runtime::object::Purpose::Debug)?;
    let mut out = standard.clone();
    for name in names {
        if let Some(value) = quietly(cx, this, name.as_bytes(), read) {
            out.set_bytes(name.as_bytes(), value);
        }
    }
    Ok(out)
}

/// `error_list`
pub(crate) fn error_list(error: Option<&Error>) -> PhpArray {
    let mut out = PhpArray::new();
    if let Some(error) = error {
        let mut one = PhpArray::new();
        one.set_bytes(b"errno", Value::int(i64::from(error.code)));
        one.set_bytes(b"sqlstate", Value::bytes(&error.state));
        one.set_bytes(b"error", Value::bytes(&error.message));
        let _ = out.push(Value::array(one));
    }
    out
}

/// An object that is not that far cannot be asked yet. These properties say so of closed ones as well.
fn not_yet(cx: &mut Cx, status: Status, wanted: Status, also_closed: bool) -> PhpResult<()> {
    match status {
        status if status >= wanted => Ok(()),
        Status::Closed if !also_closed => Ok(()),
        _ => Err(cx.throw_error("Property access is not allowed yet")),
    }
}

fn read_link(cx: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<Option<Value>> {
    let status = this.native::<Link>().map_or(Status::Closed, |link| link.status);
    match name {
        b"client_info" | b"client_version" | b"connect_errno" | b"connect_error" => {}
        b"errno" | b"error" => not_yet(cx, status, Status::Initialized, false)?,
        _ => not_yet(cx, status, Status::Valid, matches!(name, b"affected_rows" | b"error_list"))?,
    }
    Ok(Some(match name {
        b"client_info" => Value::from(CLIENT_INFO),
        b"client_version" => Value::int(CLIENT_VERSION),
        b"connect_errno" => {
            let error = cx.ext::<Settings>().connect_error.clone();
            Value::int(error.map_or(0, |error| i64::from(error.code)))
        }
        b"connect_error" => {
            let error = cx.ext::<Settings>().connect_error.clone();
            error.map_or(Value::NULL, |error| Value::bytes(&error.message))
        }
        b"errno" | b"error" => {
            let own = native(cx, this, Status::Initialized)?;
            let error = own.conn.as_ref().map_or_else(|| own.error.clone(), |conn| conn.error.borrow().clone());
            match name {
                b"errno" => Value::int(error.map_or(0, |error| i64::from(error.code))),
                _ => Value::bytes(&error.map_or_else(Vec::new, |error| error.message)),
            }
        }
        b"error_list" => Value::array(link::error_list(cx, this)?),
        b"affected_rows" => link::affected_rows(cx, this)?,
        b"insert_id" => link::insert_id(cx, this)?,
        b"field_count" => Value::int(link::field_count(cx, this)?),
        b"host_info" => Value::bytes(&link::get_host_info(cx, this)?),
        b"info" => link::info_of(cx, this)?.map_or(Value::NULL, |info| Value::bytes(&info)),
        b"server_info" => Value::bytes(&link::get_server_info(cx, this)?),
        b"server_version" => Value::int(link::get_server_version(cx, this)?),
        b"sqlstate" => Value::bytes(&link::sqlstate(cx, this)?),
        b"protocol_version" => Value::int(link::get_proto_info(cx, this)?),
        b"thread_id" => Value::int(link::thread_id(cx, this)?),
        b"warning_count" => Value::int(link::warning_count(cx, this)?),
        _ => return Ok(None),
    }))
}

fn read_result(cx: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<Option<Value>> {
    let status = match this.native::<result::Result>() {
        Some(result) if result.set.is_some() => Status::Valid,
        _ => Status::Closed,
    };
    not_yet(cx, status, Status::Valid, matches!(name, b"type" | b"lengths"))?;
    let set = result::of(cx, this)?;
    Ok(Some(match name {
        b"current_field" => Value::int(set.field as i64),
        b"field_count" => Value::int(set.fields.len() as i64),
        b"lengths" => set.lengths.as_ref().map_or(Value::NULL, |all| Value::array(PhpArray::from_values(all.iter().copied()))),
        b"num_rows" => Value::int(set.count() as i64),
        b"type" => Value::int(i64::from(set.is_live())),
        _ => return Ok(None),
    }))
}

fn read_statement(cx: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<Option<Value>> {
    let status = this.native::<Stmt>().and_then(|stmt| stmt.status).unwrap_or(Status::Closed);
    let wanted = if matches!(name, b"errno" | b"error" | b"error_list" | b"sqlstate") { Status::Initialized } else { Status::Valid };
    not_yet(cx, status, wanted, matches!(name, b"id" | b"affected_rows" | b"error_list"))?;
    Ok(Some(match name {
        b"affected_rows" => statement::affected_rows(cx, this)?,
        b"insert_id" => statement::insert_id(cx, this)?,
        b"num_rows" => statement::num_rows(cx, this)?,
        b"param_count" => Value::int(statement::param_count(cx, this)?),
        b"field_count" => Value::int(statement::field_count(cx, this)?),
        b"errno" => Value::int(statement::errno(cx, this)?),
        b"error" => Value::bytes(&statement::error(cx, this)?),
        b"error_list" => Value::array(statement::error_list(cx, this)?),
        b"sqlstate" => Value::bytes(&statement::sqlstate(cx, this)?),
        b"id" => Value::int(statement::native(cx, this, Status::Valid)?.id()),
        _ => return Ok(None),
    }))
}

fn read_warning(_: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<Option<Value>> {
    let Some((code, message)) = this.native::<Warnings>().and_then(|warnings| warnings.all.get(warnings.at)) else { return Ok(None) };
    Ok(Some(match name {
        b"message" => Value::bytes(message),
        b"sqlstate" => Value::from("HY000"),
        b"errno" => Value::int(*code),
        _ => return Ok(None),
    }))
}
