//! What is bound to a statement: parameters, and variables for columns.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Value, convert, streams};

use crate::driver::{DriverStatement, Failure, Outcome, param, supports};
use crate::scanner::{Placeholder, scan};
use crate::statement::{self, failed, impl_error};

/// A parameter, or a column's variable.
pub struct Bound {
    pub name: Option<PhpStr>,
    /// From 0; -1: the name says which.
    pub number: i64,
    /// A value, or a reference to the variable.
    pub value: Value,
    /// See [`param`].
    pub kind: i64,
    pub max_len: i64,
    pub options: Value,
}

impl Bound {
    pub(crate) fn new(name: Option<PhpStr>, number: i64, value: Value, kind: i64) -> Bound {
        Bound { name, number, value, kind, max_len: 0, options: Value::NULL }
    }

    /// The value now.
    pub fn get(&self) -> Value {
        self.value.clone_deref()
    }

    /// Gives the variable, or the value, another type.
    pub fn set(&mut self, value: Value) {
        match self.value.as_ref() {
            Some(reference) => reference.set(value),
            None => self.value = value,
        }
    }

    fn copy(&self) -> Bound {
        Bound { name: self.name.clone(), value: self.value.clone(), options: self.options.clone(), ..*self }
    }
}

/// Binds. False: it cannot be, which has been reported.
pub(crate) fn register(cx: &mut Cx, this: &PhpObject, mut bound: Bound, is_param: bool) -> PhpResult<bool> {
    let value = bound.get();
    match param::kind(bound.kind) {
        param::STR if bound.max_len <= 0 && !value.is_null() => {
            if !value.is_string() {
                let text = convert::to_string(cx, &value)?;
                bound.set(Value::string(text));
            }
        }
        param::INT if value.is_bool() => bound.set(Value::int(i64::from(value.is_true()))),
        param::BOOL if value.is_int() => bound.set(Value::bool(value.to_bool())),
        _ => {}
    }
    let (_, driver) = statement::parts(cx, this)?;
    if !is_param {
        return register_column(cx, this, bound);
    }
    if let Some(name) = bound.name.as_mut().filter(|name| name.as_bytes().first() != Some(&b':')) {
        *name = PhpStr::concat2(b":", name.as_bytes());
    }
    let names = statement::with(cx, this, |stmt| stmt.names.clone())?;
    if let Some(names) = names {
        let Some(name) = &bound.name else {
            return match usize::try_from(bound.number).ok().and_then(|at| names.get(at)) {
                Some(name) => {
                    bound.name = Some(PhpStr::new(name));
                    insert(cx, this, driver.as_ref(), bound)
                }
                None => undefined(cx, this),
            };
        };
        let mut places = names.iter().enumerate().filter(|(_, known)| known[..] == *name.as_bytes());
        match (places.next(), places.next()) {
            (None, _) => return undefined(cx, this),
            (Some((at, _)), None) => bound.number = at as i64,
            (Some((at, _)), Some(_)) => bound.number = at as i64,
        }
    }
    insert(cx, this, driver.as_ref(), bound)
}

fn undefined(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    impl_error(cx, this, "HY093", "parameter was not defined")?;
    Ok(false)
}

fn register_column(cx: &mut Cx, this: &PhpObject, mut bound: Bound) -> PhpResult<bool> {
    if let Some(name) = bound.name.clone() {
        let columns = statement::with(cx, this, |stmt| stmt.columns.clone())?;
        if let Some(columns) = columns {
            match columns.iter().position(|column| column.name == name) {
                Some(at) => bound.number = at as i64,
                None => {
                    let text = format!(
                        "Did not find column name '{}' in the defined columns; it will not be bound",
                        String::from_utf8_lossy(name.as_bytes())
                    );
                    impl_error(cx, this, "HY000", &text)?;
                }
            }
        }
    }
    let gone = statement::with(cx, this, |stmt| put(&mut stmt.bound_columns, bound))?;
    drop(gone);
    Ok(true)
}

fn insert(cx: &mut Cx, this: &PhpObject, driver: &dyn DriverStatement, bound: Bound) -> PhpResult<bool> {
    if let Err(failure) = driver.check_number(bound.number) {
        failed(cx, this, failure)?;
        return Ok(false);
    }
    let gone = statement::with(cx, this, |stmt| put(&mut stmt.params, bound))?;
    drop(gone);
    Ok(true)
}

/// Puts it where its name or number says; what was there.
fn put(all: &mut Vec<Bound>, bound: Bound) -> Vec<Bound> {
    let mut gone = Vec::new();
    if bound.number >= 0 {
        while let Some(at) = all.iter().position(|known| known.name.is_none() && known.number == bound.number) {
            gone.push(all.remove(at));
        }
    }
    match all.iter_mut().find(|known| known.name.is_some() && known.name == bound.name) {
        Some(place) => gone.push(std::mem::replace(place, bound)),
        None => all.push(bound),
    }
    gone
}

/// Tells the driver all parameters.
pub(crate) fn bind_all(cx: &mut Cx, this: &PhpObject, driver: &dyn DriverStatement) -> PhpResult<Outcome<()>> {
    let mut all: Vec<Bound> = statement::with(cx, this, |stmt| stmt.params.iter().map(Bound::copy).collect())?;
    if let Err(failure) = driver.before_execute(cx, all.len()) {
        return Ok(Err(failure));
    }
    for (at, bound) in all.iter_mut().enumerate() {
        if let Err(failure) = driver.bind(cx, bound) {
            return Ok(Err(failure));
        }
        cx.check()?;
        // The driver may have found the number or changed the type of the value.
        let (number, value) = (bound.number, bound.value.clone());
        let gone = statement::with(cx, this, |stmt| {
            stmt.params.get_mut(at).map(|kept| {
                kept.number = number;
                std::mem::replace(&mut kept.value, value)
            })
        })?;
        drop(gone);
    }
    Ok(Ok(()))
}

/// The text with values in the place of placeholders. `None`: it cannot be, which has been reported.
pub(crate) fn put_in(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpStr>> {
    let (connection, _) = statement::parts(cx, this)?;
    let sql = statement::with(cx, this, |stmt| stmt.query.clone())?;
    let places = scan(sql.as_bytes(), connection.driver.dialect());
    let named = places.iter().any(|place| place.named);
    if named && places.iter().any(|place| !place.named) {
        impl_error(cx, this, "HY093", "mixed named and positional parameters")?;
        return Ok(None);
    }
    let bound: Vec<Bound> = statement::with(cx, this, |stmt| stmt.params.iter().map(Bound::copy).collect())?;
    let text_of = |place: &Placeholder| &sql.as_bytes()[place.start..place.end];
    let find = |at: usize, place: &Placeholder| match named {
        true => bound.iter().find(|bound| bound.name.as_ref().is_some_and(|name| name.as_bytes() == text_of(place))),
        false => bound.iter().find(|bound| bound.name.is_none() && bound.number == at as i64),
    };
    if places.len() != bound.len() && !bound.is_empty() {
        let repeated = named && places.len() > bound.len() && places.iter().enumerate().all(|(at, place)| find(at, place).is_some());
        if !repeated {
            impl_error(cx, this, "HY093", "number of bound variables does not match number of tokens")?;
            return Ok(None);
        }
    }
    if places.is_empty() || bound.is_empty() {
        return Ok(Some(sql.clone()));
    }
    let (mut out, mut at) = (Vec::with_capacity(sql.len()), 0);
    for (number, place) in places.iter().enumerate() {
        let Some(bound) = find(number, place) else {
            impl_error(cx, this, "HY093", "parameter was not defined")?;
            return Ok(None);
        };
        let Some(text) = as_sql(cx, this, &connection, bound)? else { return Ok(None) };
        out.extend_from_slice(&sql.as_bytes()[at..place.start]);
        out.extend_from_slice(&text);
        at = place.end;
    }
    out.extend_from_slice(&sql.as_bytes()[at..]);
    loxo_runtime::memory_limit::ensure_room(out.len());
    Ok(Some(PhpStr::new(&out)))
}

/// A value as SQL.
fn as_sql(cx: &mut Cx, this: &PhpObject, connection: &crate::Connection, bound: &Bound) -> PhpResult<Option<Vec<u8>>> {
    let value = bound.get();
    if let (Some(resource), param::LOB) = (value.as_resource(), bound.kind) {
        let Some(stream) = streams::of_resource(resource) else {
            impl_error(cx, this, "HY105", "Expected a stream resource")?;
            return Ok(None);
        };
        let text = stream.read_all(cx, None);
        return Ok(connection.driver.quote(cx, text.as_bytes(), bound.kind));
    }
    Ok(match bound.kind {
        _ if value.is_null() => Some(b"NULL".to_vec()),
        param::NULL => Some(b"NULL".to_vec()),
        param::BOOL => Some(if convert::to_bool(cx, &value)? { b"1".to_vec() } else { b"0".to_vec() }),
        param::INT => Some(convert::to_int(cx, &value)?.to_string().into_bytes()),
        kind => {
            let text = convert::to_string(cx, &value)?;
            connection.driver.quote(cx, text.as_bytes(), kind)
        }
    })
}

/// For databases that only know `?`: the text in their way, and the names behind the placeholders if it had names.
pub fn positional(sql: &[u8], dialect: crate::Dialect) -> Result<(Vec<u8>, Option<Vec<Vec<u8>>>), Failure> {
    let places = scan(sql, dialect);
    let named = places.iter().filter(|place| place.named).count();
    match named {
        0 => Ok((sql.to_vec(), None)),
        all if all == places.len() => {
            let (text, names) = statement::rewrite_named(sql, &places);
            Ok((text, Some(names)))
        }
        _ => Err(Failure::Own("HY093", "mixed named and positional parameters")),
    }
}

/// Placeholders of both kinds are the database's own.
pub const BOTH: u8 = supports::NAMED | supports::POSITIONAL;
