//! What a statement says of itself, and its attributes.

use std::rc::Rc;

use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Thrown, Value};

use super::{native, ready};
use crate::link::{Conn, Status, count};
use crate::report::position;

/// `mysqli_stmt_affected_rows()`
pub(crate) fn affected_rows(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(count(native(cx, this, Status::Valid)?.affected))
}

/// `mysqli_stmt_insert_id()`
pub(crate) fn insert_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(count(Some(native(cx, this, Status::Valid)?.insert_id)))
}

/// `mysqli_stmt_num_rows()`
pub(crate) fn num_rows(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(count(Some(native(cx, this, Status::Valid)?.num_rows())))
}

/// `mysqli_stmt_param_count()`
pub(crate) fn param_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(native(cx, this, Status::Valid)?.param_count() as i64)
}

/// `mysqli_stmt_field_count()`
pub(crate) fn field_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(native(cx, this, Status::Valid)?.field_count() as i64)
}

/// `mysqli_stmt_errno()`
pub(crate) fn errno(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(native(cx, this, Status::Initialized)?.error.as_ref().map_or(0, |error| i64::from(error.code)))
}

/// `mysqli_stmt_error()`
pub(crate) fn error(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    Ok(native(cx, this, Status::Initialized)?.error.as_ref().map_or_else(Vec::new, |error| error.message.clone()))
}

/// `mysqli_stmt_error_list()`
pub(crate) fn error_list(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(crate::properties::error_list(native(cx, this, Status::Initialized)?.error.as_ref()))
}

/// `mysqli_stmt_sqlstate()`
pub(crate) fn sqlstate(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let stmt = native(cx, this, Status::Valid)?;
    Ok(stmt.error.as_ref().map_or_else(|| b"00000".to_vec(), |error| error.state.to_vec()))
}

/// The connection, and how many warnings the last run left.
pub(crate) fn warnings(cx: &mut Cx, this: &PhpObject) -> PhpResult<(Rc<Conn>, u16)> {
    let (stmt, conn, _) = ready(cx, this)?;
    Ok((conn, stmt.warnings))
}

mod attribute {
    pub const UPDATE_MAX_LENGTH: i64 = 0;
    pub const CURSOR_TYPE: i64 = 1;
}

fn no_attribute(cx: &mut Cx) -> Thrown {
    let at = position(cx, 2);
    cx.argument_value_error(at, "must be either MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH or MYSQLI_STMT_ATTR_CURSOR_TYPE")
}

/// `mysqli_stmt_attr_get()`
pub(crate) fn attr_get(cx: &mut Cx, this: &PhpObject, name: i64) -> PhpResult<i64> {
    let stmt = native(cx, this, Status::Valid)?;
    match name {
        attribute::UPDATE_MAX_LENGTH => Ok(stmt.update_max_length),
        attribute::CURSOR_TYPE => Ok(stmt.cursor),
        _ => Err(no_attribute(cx)),
    }
}

/// `mysqli_stmt_attr_set()`
pub(crate) fn attr_set(cx: &mut Cx, this: &PhpObject, name: i64, value: i64) -> PhpResult<bool> {
    let stmt = native(cx, this, Status::Valid)?;
    match name {
        attribute::UPDATE_MAX_LENGTH => {
            if value != 0 && value != 1 {
                let at = position(cx, 3);
                return Err(cx.argument_value_error(at, "must be 0 or 1 for attribute MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH"));
            }
            stmt.update_max_length = value;
        }
        attribute::CURSOR_TYPE => {
            if !(0..=1).contains(&value) {
                let at = position(cx, 3);
                let text = "must be one of the MYSQLI_CURSOR_TYPE_* constants for attribute MYSQLI_STMT_ATTR_CURSOR_TYPE";
                return Err(cx.argument_value_error(at, text));
            }
            stmt.cursor = value;
        }
        _ => return Err(no_attribute(cx)),
    }
    Ok(true)
}
