//! Fetch modes, and what they want.

use loxo_runtime::{Cx, PhpObject, PhpResult, Value, convert};

use crate::fetch::Class;
use crate::statement::{self, Stmt};

pub(crate) const USE_DEFAULT: i64 = 0;
pub(crate) const LAZY: i64 = 1;
pub(crate) const ASSOC: i64 = 2;
pub(crate) const NUM: i64 = 3;
pub(crate) const BOTH: i64 = 4;
pub(crate) const OBJ: i64 = 5;
pub(crate) const BOUND: i64 = 6;
pub(crate) const COLUMN: i64 = 7;
pub(crate) const CLASS: i64 = 8;
pub(crate) const INTO: i64 = 9;
pub(crate) const FUNC: i64 = 10;
pub(crate) const NAMED: i64 = 11;
pub(crate) const KEY_PAIR: i64 = 12;
const MAX: i64 = 13;

pub(crate) const FLAGS: i64 = 0xffff_0000;
pub(crate) const GROUP: i64 = 0x0001_0000;
pub(crate) const UNIQUE: i64 = 0x0003_0000;
pub(crate) const CLASSTYPE: i64 = 0x0004_0000;
pub(crate) const SERIALIZE: i64 = 0x0008_0000;
pub(crate) const PROPS_LATE: i64 = 0x0010_0000;

/// Checks a mode that is argument `number` of the call.
pub(crate) fn verify(cx: &mut Cx, default: i64, mode: i64, number: usize, all: bool) -> PhpResult<()> {
    let (mut flags, mut kind) = (mode & FLAGS, mode & !FLAGS);
    if !(0..=MAX).contains(&kind) {
        return Err(cx.argument_value_error(number, "must be a bitmask of PDO::FETCH_* constants"));
    }
    if kind == USE_DEFAULT {
        (flags, kind) = (default & FLAGS, default & !FLAGS);
    }
    match kind {
        FUNC if !all => return Err(cx.value_error("Can only use PDO::FETCH_FUNC in PDOStatement::fetchAll()")),
        FUNC => return Ok(()),
        LAZY if all => {
            return Err(cx.argument_value_error(number, "cannot be PDO::FETCH_LAZY in PDOStatement::fetchAll()"));
        }
        CLASS => {}
        _ if flags & SERIALIZE != 0 => {
            return Err(cx.argument_value_error(number, "must use PDO::FETCH_SERIALIZE with PDO::FETCH_CLASS"));
        }
        _ if flags & CLASSTYPE != 0 => {
            return Err(cx.argument_value_error(number, "must use PDO::FETCH_CLASSTYPE with PDO::FETCH_CLASS"));
        }
        _ if kind >= MAX => return Err(cx.argument_value_error(number, "must be a bitmask of PDO::FETCH_* constants")),
        _ => {}
    }
    if flags & SERIALIZE != 0 {
        cx.builtin_deprecated("The PDO::FETCH_SERIALIZE mode is deprecated");
        cx.check()?;
    }
    Ok(())
}

/// "expects exactly 2 arguments for the fetch mode provided"
pub(crate) fn count_error(cx: &mut Cx, how: &str, wanted: usize, word: &str, given: usize) -> loxo_runtime::Thrown {
    let name = cx.active.map_or_else(String::new, |func| String::from_utf8_lossy(&func.display_name()).into_owned());
    cx.throw("ArgumentCountError", format!("{name}() expects {how} {wanted} {word} for the fetch mode provided, {given} given"))
}

/// Sets the default mode of a statement; the mode is argument `number`, `given` are those behind it.
pub(crate) fn set_up(cx: &mut Cx, this: &PhpObject, mode: i64, number: usize, given: &[Value]) -> PhpResult<()> {
    let default = statement::with(cx, this, |stmt| {
        if stmt.default_fetch == INTO {
            stmt.fetch.into = None;
        }
        std::mem::replace(&mut stmt.default_fetch, BOTH)
    })?;
    let _ = default;
    verify(cx, BOTH, mode, number, false)?;
    let (next, total) = (number + 1, number + given.len());
    let first = given.first().map(Value::clone_deref);
    match mode & !FLAGS {
        USE_DEFAULT | LAZY | ASSOC | NUM | BOTH | OBJ | BOUND | NAMED | KEY_PAIR => {
            if !given.is_empty() {
                return Err(count_error(cx, "exactly", number, "arguments", total));
            }
        }
        COLUMN => {
            let (Some(first), 1) = (&first, given.len()) else { return Err(count_error(cx, "exactly", next, "arguments", total)) };
            let Some(column) = first.as_int() else { return Err(type_error(cx, next, first, "int")) };
            if column < 0 {
                return Err(cx.argument_value_error(next, "must be greater than or equal to 0"));
            }
            statement::with(cx, this, |stmt| stmt.fetch.column = column)?;
        }
        CLASS if mode & CLASSTYPE != 0 => {
            if !given.is_empty() {
                return Err(count_error(cx, "exactly", number, "arguments", total));
            }
            statement::with(cx, this, |stmt| stmt.fetch.class = Class::default())?;
        }
        CLASS => {
            let Some(first) = &first else { return Err(count_error(cx, "at least", next, "arguments", total)) };
            if given.len() > 2 {
                return Err(count_error(cx, "at most", next + 1, "arguments", total));
            }
            let Some(name) = first.as_bytes() else { return Err(type_error(cx, next, first, "string")) };
            let Some(class) = cx.class(name)? else { return Err(cx.argument_type_error(next, "must be a valid class")) };
            let arguments = match given.get(1).map(Value::clone_deref) {
                None => None,
                Some(value) if value.is_null() => None,
                Some(value) => match value.as_array() {
                    Some(list) => Some(list.clone()).filter(|list| !list.is_empty()),
                    None => return Err(type_error(cx, next + 1, &value, "?array")),
                },
            };
            let no_constructor = class.magic.constructor.is_none() && arguments.is_some();
            statement::with(cx, this, |stmt| stmt.fetch.class = Class { class: Some(class), arguments })?;
            if no_constructor {
                return Err(cx.throw_error("User-supplied statement does not accept constructor arguments"));
            }
        }
        INTO => {
            let (Some(first), 1) = (&first, given.len()) else { return Err(count_error(cx, "exactly", next, "arguments", total)) };
            let Some(object) = first.as_object().cloned() else { return Err(type_error(cx, next, first, "object")) };
            let before = statement::with(cx, this, |stmt| stmt.fetch.into.replace(object))?;
            drop(before);
        }
        _ => return Err(cx.argument_value_error(number, "must be one of the PDO::FETCH_* constants")),
    }
    statement::with(cx, this, |stmt: &mut Stmt| stmt.default_fetch = mode)
}

/// "must be of type ..., ... given"
pub(crate) fn type_error(cx: &mut Cx, number: usize, value: &Value, wanted: &str) -> loxo_runtime::Thrown {
    let given = convert::value_name(value);
    cx.argument_type_error(number, format!("must be of type {wanted}, {given} given"))
}
