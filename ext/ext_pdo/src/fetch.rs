//! Rows in all the forms that they are fetched in.

use loxo_runtime::object::{self, Access};
use loxo_runtime::streams;
use loxo_runtime::streams::memory::{MemoryMode, memory};
use loxo_runtime::{Callable, Cx, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, Value, convert};

use crate::driver::{Failure, param};
use crate::modes::{self, count_error, type_error};
use crate::row;
use crate::statement::{self, failed, impl_error_again, parts, with};

/// What the fetch modes of a statement want.
#[derive(Default)]
pub(crate) struct Fetch {
    pub column: i64,
    pub class: Class,
    pub into: Option<PhpObject>,
    pub function: Option<Callable>,
}

/// A class whose objects rows become, and arguments of its constructor.
#[derive(Clone, Default)]
pub(crate) struct Class {
    pub class: Option<&'static loxo_runtime::Class>,
    pub arguments: Option<PhpArray>,
}

impl Fetch {
    pub fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(arguments) = &self.class.arguments {
            tracer.array(arguments);
        }
        if let Some(into) = &self.into {
            tracer.object(into);
        }
        if let Some(function) = &self.function {
            function.this.iter().chain(&function.closure).for_each(|object| tracer.object(object));
        }
    }
}

/// A value of the current row; `kind` is what a bound variable wants.
pub(crate) fn value(cx: &mut Cx, this: &PhpObject, column: i64, kind: Option<i64>) -> PhpResult<Value> {
    const EMPTY_IS_NULL: i64 = 1;
    const NULL_IS_EMPTY: i64 = 2;
    let (connection, statement) = parts(cx, this)?;
    let count = with(cx, this, |stmt| stmt.column_count)?;
    let Ok(at) = usize::try_from(column) else { return Err(cx.value_error("Column index must be greater than or equal to 0")) };
    if at >= count {
        return Err(cx.value_error("Invalid column index"));
    }
    let mut value = match statement.value(cx, at, connection.mode()) {
        Ok(value) => value,
        Err(failure) => {
            failed(cx, this, failure)?;
            Value::NULL
        }
    };
    if value.as_bytes().is_some_and(<[u8]>::is_empty) && connection.nulls.get() == EMPTY_IS_NULL {
        value = Value::NULL;
    }
    let kind = if connection.stringify.get() { Some(param::STR) } else { kind };
    if let (Some(kind), false) = (kind, value.is_null()) {
        value = converted(cx, value, kind)?;
    }
    if value.is_null() && connection.nulls.get() == NULL_IS_EMPTY {
        value = Value::EMPTY_STRING;
    }
    Ok(value)
}

fn converted(cx: &mut Cx, value: Value, kind: i64) -> PhpResult<Value> {
    Ok(match kind {
        param::INT => Value::int(convert::to_int(cx, &value)?),
        param::BOOL => Value::bool(convert::to_bool(cx, &value)?),
        param::NULL => Value::NULL,
        param::STR if value.is_string() => value,
        param::STR if value.is_false() => Value::bytes(b"0"),
        param::STR => match value.as_resource() {
            Some(resource) => Value::string(streams::read_all(cx, resource)?),
            None => Value::string(convert::to_string(cx, &value)?),
        },
        param::LOB => match value.as_bytes() {
            Some(bytes) => {
                let stream = memory(MemoryMode::ReadOnly, bytes.to_vec());
                Value::resource(streams::into_resource(stream))
            }
            None => value,
        },
        _ => value,
    })
}

/// Goes to the next row and sets bound variables. False: there is none, or that failed.
pub(crate) fn next_row(cx: &mut Cx, this: &PhpObject, orientation: i64, offset: i64) -> PhpResult<bool> {
    let (_, driver) = parts(cx, this)?;
    if !with(cx, this, |stmt| stmt.executed)? {
        return Ok(false);
    }
    match driver.fetch(cx, orientation, offset) {
        Ok(true) => {}
        Ok(false) => {
            cx.check()?;
            return Ok(false);
        }
        Err(Failure::Thrown) => return Err(loxo_runtime::Thrown),
        Err(failure) => {
            failed(cx, this, failure)?;
            return Ok(false);
        }
    }
    cx.check()?;
    statement::describe_once(cx, this)?;
    let bound: Vec<(i64, Value, i64)> = with(cx, this, |stmt| {
        let all = stmt.bound_columns.iter().filter(|bound| bound.number >= 0 && bound.value.is_ref());
        all.map(|bound| (bound.number, bound.value.clone(), bound.kind)).collect()
    })?;
    for (number, slot, kind) in bound {
        let new = value(cx, this, number, Some(kind))?;
        if let Some(reference) = slot.as_ref() {
            reference.set(new);
        }
    }
    Ok(true)
}

/// One row as `fetch()` gives it.
pub(crate) fn or_false(cx: &mut Cx, this: &PhpObject, mode: i64, orientation: i64, offset: i64) -> PhpResult<Value> {
    Ok(one(cx, this, mode, orientation, offset)?.unwrap_or(Value::FALSE))
}

/// One row; `None` at the end.
pub(crate) fn one(cx: &mut Cx, this: &PhpObject, mode: i64, orientation: i64, offset: i64) -> PhpResult<Option<Value>> {
    let mode = if mode == modes::USE_DEFAULT { with(cx, this, |stmt| stmt.default_fetch)? } else { mode };
    let (flags, how) = (mode & modes::FLAGS, mode & !modes::FLAGS);
    // Flags alone are not the statement's mode.
    let how = if how == modes::USE_DEFAULT { modes::BOTH } else { how };
    if !next_row(cx, this, orientation, offset)? {
        return Ok(None);
    }
    let form = Form { how, flags, grouped: false };
    shape(cx, this, form).map(|shaped| shaped.map(|shaped| shaped.1))
}

/// `fetchObject()`
pub(crate) fn as_class(cx: &mut Cx, this: &PhpObject, class: Class) -> PhpResult<Value> {
    let before = with(cx, this, |stmt| std::mem::replace(&mut stmt.fetch.class, class))?;
    let outcome = or_false(cx, this, modes::CLASS, 0, 0);
    let after = with(cx, this, |stmt| std::mem::replace(&mut stmt.fetch.class, before))?;
    drop(after);
    outcome
}

/// How a row is to be shaped.
#[derive(Clone, Copy)]
struct Form {
    how: i64,
    flags: i64,
    /// The first column is a key that rows are collected under.
    grouped: bool,
}

/// The current row, and its key if it is to be collected under one. `None`: that failed and has been reported.
// Long because: all fetch modes share the class, the object and the column to begin with, which the first half settles for the second.
fn shape(cx: &mut Cx, this: &PhpObject, form: Form) -> PhpResult<Option<(Option<PhpStr>, Value)>> {
    let count = with(cx, this, |stmt| stmt.column_count)?;
    let columns = statement::describe_once(cx, this)?;
    let name = |at: usize| columns.get(at).map_or_else(PhpStr::empty, |column| column.name.clone());
    let mut from = 0;
    let mut class = None;
    match form.how {
        modes::BOUND => return Ok(Some((None, Value::TRUE))),
        modes::LAZY => return row::create(cx, this).map(|row| Some((None, Value::object(row)))),
        modes::COLUMN => return column(cx, this, form, count),
        modes::CLASS => {
            let wanted = class_of_row(cx, this, form, &mut from)?;
            class = Some(wanted);
        }
        modes::INTO | modes::FUNC | modes::ASSOC | modes::BOTH | modes::NUM | modes::NAMED | modes::OBJ => {}
        modes::KEY_PAIR => {
            if count != 2 {
                impl_error_again(
                    cx,
                    this,
                    "HY000",
                    "PDO::FETCH_KEY_PAIR fetch mode requires the result set to contain exactly 2 columns.",
                )?;
                return Ok(None);
            }
        }
        _ => return Err(cx.value_error("Fetch mode must be a bitmask of PDO::FETCH_* constants")),
    }
    let object = match form.how {
        modes::OBJ => {
            let class = cx.builtin_class("stdClass");
            Some(object::instantiate(cx, class)?)
        }
        modes::INTO => match with(cx, this, |stmt| stmt.fetch.into.clone())? {
            Some(object) => Some(object),
            None => {
                impl_error_again(cx, this, "HY000", "No fetch-into object specified.")?;
                return Ok(None);
            }
        },
        modes::CLASS => {
            let Some(Class { class: Some(class), arguments }) = &class else {
                impl_error_again(cx, this, "HY000", "No fetch class specified")?;
                return Ok(None);
            };
            if form.flags & modes::SERIALIZE != 0 {
                return unserialized(cx, this, class, form, from);
            }
            let new = object::instantiate(cx, class)?;
            if arguments.is_some() && class.magic.constructor.is_none() {
                return Err(cx.throw_error("User-supplied statement does not accept constructor arguments"));
            }
            if form.flags & modes::PROPS_LATE != 0 {
                construct(cx, &new, class, arguments.as_ref())?;
            }
            Some(new)
        }
        _ => None,
    };
    let mut key = None;
    if form.grouped {
        let first = value(cx, this, from as i64, None)?;
        key = Some(convert::to_string(cx, &first)?);
        from += 1;
    }
    if let Some(object) = object {
        let scope = class.as_ref().and_then(|class| class.class);
        let access = Access::scoped(scope);
        for at in from..count {
            let value = value(cx, this, at as i64, None)?;
            object::write_prop(cx, &object, &name(at), value, &access)?;
        }
        if let (Some(Class { class: Some(class), arguments }), 0) = (&class, form.flags & modes::PROPS_LATE) {
            construct(cx, &object, class, arguments.as_ref())?;
        }
        return Ok(Some((key, Value::object(object))));
    }
    if form.how == modes::KEY_PAIR {
        let (first, second) = (value(cx, this, 0, None)?, value(cx, this, 1, None)?);
        let mut pair = PhpArray::new();
        put_pair(cx, &mut pair, &first, second)?;
        return Ok(Some((None, Value::array(pair))));
    }
    let mut out = PhpArray::new();
    for at in from..count {
        let value = value(cx, this, at as i64, None)?;
        match form.how {
            modes::ASSOC => out.set_sym(&name(at), value),
            modes::BOTH => {
                out.set_sym(&name(at), value.clone());
                if out.get_int(at as i64).is_none() {
                    out.set_int(at as i64, value);
                }
            }
            modes::NAMED => named(&mut out, &name(at), value),
            _ => drop(out.push(value)),
        }
    }
    match form.how {
        modes::FUNC => {
            let function = with(cx, this, |stmt| stmt.fetch.function.clone())?;
            let Some(function) = function else {
                impl_error_again(cx, this, "HY000", "No fetch function specified")?;
                return Ok(None);
            };
            let given: Vec<Value> = out.values().cloned().collect();
            let answer = cx.call_vec(&function, given)?;
            Ok(Some((key, answer.clone_deref())))
        }
        _ => Ok(Some((key, Value::array(out)))),
    }
}

/// `FETCH_SERIALIZE`: the first column is what the class's own `unserialize()` takes.
fn unserialized(
    cx: &mut Cx,
    this: &PhpObject,
    class: &'static loxo_runtime::Class,
    form: Form,
    from: usize,
) -> PhpResult<Option<(Option<PhpStr>, Value)>> {
    let mut from = from;
    let mut key = None;
    if form.grouped {
        let first = value(cx, this, from as i64, None)?;
        key = Some(convert::to_string(cx, &first)?);
        from += 1;
    }
    let serializable = cx.builtin_class("Serializable");
    let Some(method) = class.method(b"unserialize").filter(|_| class.is_subclass_of(serializable)) else {
        impl_error_again(cx, this, "HY000", "cannot unserialize class")?;
        return Ok(None);
    };
    let data = value(cx, this, from as i64, None)?;
    let data = if data.is_string() { data } else { Value::EMPTY_STRING };
    let new = object::instantiate_raw(cx, class)?;
    cx.call_method(&new, method, &[data])?;
    let columns = statement::describe_once(cx, this)?;
    let access = Access::scoped(Some(class));
    for (at, column) in columns.iter().enumerate().skip(from + 1) {
        let value = value(cx, this, at as i64, None)?;
        object::write_prop(cx, &new, &column.name, value, &access)?;
    }
    Ok(Some((key, Value::object(new))))
}

fn put_pair(cx: &mut Cx, out: &mut PhpArray, key: &Value, value: Value) -> PhpResult<()> {
    match key.as_int() {
        Some(key) => out.set_int(key, value),
        None => {
            let key = convert::to_string(cx, key)?;
            out.set_sym(&key, value);
        }
    }
    Ok(())
}

/// `FETCH_NAMED`: values of columns with one name are a list.
fn named(out: &mut PhpArray, name: &PhpStr, value: Value) {
    let Some(known) = out.get_str(name).cloned() else { return out.set_str(name, value) };
    let mut list = match known.as_array() {
        Some(list) => list.clone(),
        None => PhpArray::from_values([known.clone()]),
    };
    let _ = list.push(value);
    out.set_str(name, Value::array(list));
}

fn construct(cx: &mut Cx, object: &PhpObject, class: &'static loxo_runtime::Class, arguments: Option<&PhpArray>) -> PhpResult<()> {
    let Some(constructor) = class.magic.constructor else { return Ok(()) };
    let given: Vec<Value> = arguments.map_or_else(Vec::new, |all| all.values().map(Value::clone_deref).collect());
    cx.call_method(object, constructor, &given).map(drop)
}

/// The class that a row becomes an object of; a first column may name it.
fn class_of_row(cx: &mut Cx, this: &PhpObject, form: Form, from: &mut usize) -> PhpResult<Class> {
    let mut class = with(cx, this, |stmt| stmt.fetch.class.clone())?;
    if form.flags & modes::CLASSTYPE != 0 {
        let name = value(cx, this, 0, None)?;
        *from = 1;
        if !name.is_null() {
            let name = convert::to_string(cx, &name)?;
            class.class = Some(cx.class(name.as_bytes())?.unwrap_or_else(|| cx.builtin_class("stdClass")));
        }
    }
    Ok(class)
}

/// `FETCH_COLUMN`
fn column(cx: &mut Cx, this: &PhpObject, form: Form, count: usize) -> PhpResult<Option<(Option<PhpStr>, Value)>> {
    let wanted = with(cx, this, |stmt| stmt.fetch.column)?;
    let group = form.flags & modes::GROUP != 0;
    let at = if group && wanted == -1 { 1 } else { wanted };
    if at < 0 {
        return Err(cx.value_error("Column index must be greater than or equal to 0"));
    }
    if at >= count as i64 {
        return Err(cx.value_error("Invalid column index"));
    }
    let only_group = form.flags == modes::GROUP;
    let shown = match () {
        () if only_group && wanted == -1 => 1,
        () if only_group && at != 0 => 0,
        () => at,
    };
    let found = value(cx, this, shown, None)?;
    let mut key = None;
    if form.grouped {
        let by = if only_group && wanted > 0 { at } else { 0 };
        let by = value(cx, this, by, None)?;
        key = Some(convert::to_string(cx, &by)?);
    }
    Ok(Some((key, found)))
}

/// `PDOStatement::fetchAll()`
pub(crate) fn all(cx: &mut Cx, this: &PhpObject, mode: i64, given: &[Value]) -> PhpResult<PhpArray> {
    let default = with(cx, this, |stmt| stmt.default_fetch)?;
    if given.len() > 2 {
        return Err(loxo_runtime::args::wrong_count(cx, given.len() + 1));
    }
    if let Some(arguments) = given.get(1).map(Value::clone_deref).filter(|value| !value.is_null() && !value.is_array()) {
        return Err(type_error(cx, 3, &arguments, "?array"));
    }
    modes::verify(cx, default, mode, 1, true)?;
    let second = given.first().map(Value::clone_deref).filter(|value| !value.is_null());
    let total = given.len() + 1;
    let mut class = None;
    match mode & !modes::FLAGS {
        modes::CLASS => {
            let wanted = match &second {
                None => cx.builtin_class("stdClass"),
                Some(name) => {
                    let Some(text) = name.as_bytes() else { return Err(type_error(cx, 2, name, "string")) };
                    let found = cx.class(text)?;
                    match found {
                        Some(found) => found,
                        None => return Err(cx.argument_type_error(2, "must be a valid class")),
                    }
                }
            };
            let arguments = given.get(1).and_then(|value| value.deref().as_array().cloned()).filter(|list| !list.is_empty());
            class = Some(Class { class: Some(wanted), arguments });
        }
        modes::FUNC => {
            if total != 2 {
                let name = cx.active.map_or_else(String::new, |func| String::from_utf8_lossy(&func.display_name()).into_owned());
                let text = format!("{name}() expects exactly 2 argument for PDO::FETCH_FUNC, {total} given");
                return Err(cx.throw("ArgumentCountError", text));
            }
            let Some(function) = second else { return Err(cx.argument_type_error(2, "must be a callable, null given")) };
            let function = callable(cx, &function)?;
            with(cx, this, |stmt| stmt.fetch.function = Some(function))?;
        }
        modes::COLUMN => {
            if total > 2 {
                return Err(count_error(cx, "at most", 2, "argument", total));
            }
            let column = match &second {
                None if mode & modes::GROUP != 0 => -1,
                None => 0,
                Some(column) => match column.as_int() {
                    None => return Err(type_error(cx, 2, column, "int")),
                    Some(column) if column < 0 => return Err(cx.argument_value_error(2, "must be greater than or equal to 0")),
                    Some(column) => column,
                },
            };
            with(cx, this, |stmt| stmt.fetch.column = column)?;
        }
        _ if total > 1 => return Err(count_error(cx, "exactly", 1, "argument", total)),
        _ => {}
    }
    let (mut how, mut flags) = (mode & !modes::FLAGS, mode & modes::FLAGS);
    if how == modes::USE_DEFAULT {
        flags |= default & modes::FLAGS;
        how = default & !modes::FLAGS;
    }
    let before = match class {
        Some(class) => Some(with(cx, this, |stmt| std::mem::replace(&mut stmt.fetch.class, class))?),
        None => None,
    };
    statement::clear(cx, this)?;
    // The statement's own mode does not group.
    let outcome = collect(cx, this, Form { how, flags, grouped: mode & modes::GROUP != 0 });
    if let Some(before) = before {
        let after = with(cx, this, |stmt| std::mem::replace(&mut stmt.fetch.class, before))?;
        drop(after);
    }
    outcome
}

fn callable(cx: &mut Cx, value: &Value) -> PhpResult<Callable> {
    match (cx.hooks.callable)(cx, value)? {
        Ok(callable) => Ok(callable),
        Err(reason) => Err(cx.type_error(reason)),
    }
}

fn collect(cx: &mut Cx, this: &PhpObject, form: Form) -> PhpResult<PhpArray> {
    let Form { how, flags, .. } = form;
    let mut out = PhpArray::new();
    while next_row(cx, this, 0, 0)? {
        let Some((key, row)) = shape(cx, this, form)? else { break };
        match key {
            _ if how == modes::KEY_PAIR => {
                for (key, value) in row.as_array().into_iter().flatten() {
                    out.set_ref(key, value.clone());
                }
            }
            _ if how == modes::BOUND && form.grouped => {}
            Some(key) if flags & modes::UNIQUE == modes::UNIQUE => out.set_sym(&key, row),
            Some(key) => {
                let mut list = out.get_sym_str(&key).and_then(Value::as_array).cloned().unwrap_or_default();
                out.set_sym(&key, Value::NULL);
                let _ = list.push(row);
                out.set_sym(&key, Value::array(list));
            }
            None => drop(out.push(row)),
        }
        cx.check_interrupt()?;
    }
    Ok(out)
}
