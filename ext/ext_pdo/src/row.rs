//! `PDORow`: the current row of a statement, read when somebody looks.

use loxo_runtime::object::{Fetch, Purpose};
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, Value, compare, convert};

use crate::{fetch, statement};

#[derive(Default)]
struct Row {
    statement: Option<PhpObject>,
}

impl Native for Row {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(statement) = &self.statement {
            tracer.object(statement);
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Row::default())),
        no_clone: true,
        no_serialize: true,
        created: Some(|cx, _| {
            // Rows of statements are made without this.
            let _ = cx.throw("PDOException", "You may not create a PDORow manually");
        }),
        read_property: Some(|cx, this, name| read(cx, this, name).map(Some)),
        write_property: Some(|cx, _, _, _| Err(cx.throw_error("Cannot write to PDORow property"))),
        unset_property: Some(|cx, _, _| Err(cx.throw_error("Cannot unset PDORow property"))),
        has_property: Some(|cx, this, name, not_empty| {
            let value = find(cx, this, name)?;
            has(cx, value, not_empty).map(Some)
        }),
        has_place: Some(|_, _, _| Ok(false)),
        read_dim: Some(|cx, this, key, _: Fetch| {
            let Some(key) = key else { return Err(cx.throw_error("Cannot append to PDORow offset")) };
            match key.deref().as_int() {
                Some(at) => Ok(by_number(cx, this, at)?.unwrap_or(Value::NULL)),
                None => {
                    let name = convert::to_string(cx, key.deref())?;
                    read(cx, this, &name)
                }
            }
        }),
        write_dim: Some(|cx, _, key, _| {
            let text = if key.is_some() { "Cannot write to PDORow offset" } else { "Cannot append to PDORow offset" };
            Err(cx.throw_error(text))
        }),
        has_dim: Some(|cx, this, key, not_empty| {
            let value = match key.deref().as_int() {
                Some(at) => {
                    let value = by_number(cx, this, at)?;
                    if !not_empty {
                        return Ok(value.is_some());
                    }
                    value
                }
                None => {
                    let name = convert::to_string(cx, key.deref())?;
                    find(cx, this, &name)?
                }
            };
            has(cx, value, not_empty)
        }),
        unset_dim: Some(|cx, _, _| Err(cx.throw_error("Cannot unset PDORow offset"))),
        properties_for: Some(|cx, this, purpose| match purpose {
            Purpose::Debug => debug(cx, this).map(Some),
            _ => Ok(None),
        }),
        debug_info: Some(debug),
        ..ObjectHandlers::default()
    }
}

/// A row that shows a statement's.
pub(crate) fn create(cx: &mut Cx, statement: &PhpObject) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("PDORow");
    let new = cx.new_object_raw(class);
    new.set_native(Box::new(Row { statement: Some(statement.clone()) }));
    Ok(new)
}

fn by_number(cx: &mut Cx, this: &PhpObject, at: i64) -> PhpResult<Option<Value>> {
    let Some(statement) = this.native::<Row>().and_then(|row| row.statement.clone()) else { return Ok(None) };
    let count = statement::column_count(cx, &statement)?;
    if (0..count).contains(&at) { fetch::value(cx, &statement, at, None).map(Some) } else { Ok(None) }
}

fn find(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Option<Value>> {
    let Some(statement) = this.native::<Row>().and_then(|row| row.statement.clone()) else { return Ok(None) };
    if crate::attributes::is_int_text(name.as_bytes()) {
        let at = convert::scalar_to_int(&Value::string(name.clone()));
        return by_number(cx, this, at);
    }
    let columns = statement::describe_once(cx, &statement)?;
    match columns.iter().position(|column| column.name == *name) {
        Some(at) => fetch::value(cx, &statement, at as i64, None).map(Some),
        None => Ok(None),
    }
}

fn read(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    if name.as_bytes() == b"queryString"
        && let Some(statement) = this.native::<Row>().and_then(|row| row.statement.clone())
    {
        return statement::query_string(cx, &statement);
    }
    Ok(find(cx, this, name)?.unwrap_or(Value::NULL))
}

fn has(cx: &mut Cx, value: Option<Value>, not_empty: bool) -> PhpResult<bool> {
    match value {
        None => Ok(false),
        Some(value) if not_empty => convert::to_bool(cx, &value),
        Some(value) => Ok(!value.is_null()),
    }
}

fn debug(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    let Some(statement) = this.native::<Row>().and_then(|row| row.statement.clone()) else { return Ok(out) };
    let query = statement::query_string(cx, &statement)?;
    out.set_bytes(b"queryString", query);
    let columns = statement::describe_once(cx, &statement)?;
    for (at, column) in columns.iter().enumerate().filter(|(_, column)| column.name.as_bytes() != b"queryString") {
        let value = fetch::value(cx, &statement, at as i64, None)?;
        out.set_str(&column.name, value);
    }
    Ok(out)
}
