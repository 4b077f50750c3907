//! `mysqli_result`: rows, all of them here or read one by one.

use std::rc::Rc;

use loxo_mysql::stats::{self, Stats};
use loxo_mysql::{Field, Row, Value as Sent};
use loxo_runtime::object::{self, Access};
use loxo_runtime::{
    Cx, ForeachIterator, Native, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Tracer, Value, convert, internal_iterator,
};

use crate::link::{Conn, Status, conn, unusable};
use crate::report::{self, position};
use crate::{query, values};

pub(crate) const ASSOC: i64 = 1;
pub(crate) const NUM: i64 = 2;
pub(crate) const BOTH: i64 = 3;

/// Where rows come from.
pub(crate) enum Rows {
    Text(Vec<Row>),
    Binary(Vec<Vec<Sent>>),
    /// Nobody else can use the connection until the last row was read.
    Live {
        done: bool,
    },
}

pub(crate) struct Rowset {
    pub conn: Rc<Conn>,
    pub fields: Rc<Vec<Field>>,
    pub rows: Rows,
    pub at: usize,
    pub field: usize,
    pub lengths: Option<Vec<i64>>,
    /// The names of the columns, once somebody has asked for them.
    names: Option<Rc<[PhpStr]>>,
}

impl Drop for Rowset {
    fn drop(&mut self) {
        self.read_out();
        self.conn.count(const { stats::at("explicit_free_result") }, 1);
    }
}

impl Rowset {
    /// What is left of a live result goes.
    fn read_out(&mut self) {
        if let Rows::Live { done: false } = self.rows
            && let Ok(mut client) = self.conn.client.try_borrow_mut()
        {
            // A connection that breaks here is found broken by its next command.
            let _ = client.skip_rows();
        }
        self.rows = Rows::Text(Vec::new());
    }

    /// The names of the columns, as names of properties.
    fn names(&mut self) -> Rc<[PhpStr]> {
        let fields = &self.fields;
        self.names.get_or_insert_with(|| fields.iter().map(|field| PhpStr::name_in_data(&field.name)).collect()).clone()
    }

    pub fn is_live(&self) -> bool {
        matches!(self.rows, Rows::Live { .. })
    }

    pub fn count(&self) -> usize {
        match &self.rows {
            Rows::Text(rows) => rows.len(),
            Rows::Binary(rows) => rows.len(),
            // Known at the end.
            Rows::Live { done: true } => self.at,
            Rows::Live { done: false } => 0,
        }
    }
}

/// The native part of a `mysqli_result`.
#[derive(Default)]
pub(crate) struct Result {
    pub set: Option<Rowset>,
}

impl Native for Result {}

fn create(cx: &mut Cx, set: Rowset) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("mysqli_result");
    let new = object::instantiate_raw(cx, class)?;
    new.set_native(Box::new(Result { set: Some(set) }));
    Ok(new)
}

fn rowset(conn: &Rc<Conn>, fields: Rc<Vec<Field>>, rows: Rows) -> Rowset {
    Rowset { conn: conn.clone(), fields, rows, at: 0, field: 0, lengths: None, names: None }
}

/// A result whose rows have all been read.
pub(crate) fn stored(cx: &mut Cx, conn: &Rc<Conn>, fields: Rc<Vec<Field>>, rows: Vec<Row>) -> PhpResult<PhpObject> {
    create(cx, rowset(conn, fields, Rows::Text(rows)))
}

/// The same of a prepared statement.
pub(crate) fn binary(cx: &mut Cx, conn: &Rc<Conn>, fields: Rc<Vec<Field>>, rows: Vec<Vec<Sent>>) -> PhpResult<PhpObject> {
    create(cx, rowset(conn, fields, Rows::Binary(rows)))
}

/// A result whose rows wait at the server.
pub(crate) fn live(cx: &mut Cx, conn: &Rc<Conn>, fields: Rc<Vec<Field>>) -> PhpResult<PhpObject> {
    create(cx, rowset(conn, fields, Rows::Live { done: false }))
}

/// The rows of an object.
pub(crate) fn of<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Rowset> {
    match this.native_mut::<Result>().and_then(|result| result.set.as_mut()) {
        Some(set) => Ok(set),
        None => Err(closed(cx, this)),
    }
}

fn closed(cx: &mut Cx, this: &PhpObject) -> Thrown {
    unusable(cx, this, Status::Closed)
}

/// `mysqli_result::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, mysql: &PhpObject, mode: i64) -> PhpResult<()> {
    if mode != query::STORE && mode != query::USE {
        return Err(cx.argument_value_error(2, "must be either MYSQLI_STORE_RESULT or MYSQLI_USE_RESULT"));
    }
    let conn = conn(cx, mysql)?;
    if let Some(taken) = query::take(cx, &conn, mode)? {
        let set = taken.native_mut::<Result>().and_then(|result| result.set.take());
        this.set_native(Box::new(Result { set }));
    }
    Ok(())
}

/// What is wrong with a row of a prepared statement.
pub(crate) fn broken(row: &[Sent]) -> Option<&'static str> {
    match row.first() {
        Some(Sent::Broken(problem)) => Some(problem),
        _ => None,
    }
}

/// The next row as values. `Err`: it broke off.
fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<std::result::Result<Option<Vec<Value>>, ()>> {
    let set = of(cx, this)?;
    let native = set.conn.native_numbers.get();
    let broken = match &set.rows {
        Rows::Text(rows) => rows.get(set.at).and_then(Row::broken),
        Rows::Binary(rows) => rows.get(set.at).and_then(|row| broken(row)),
        Rows::Live { .. } => None,
    };
    if let Some(problem) = broken {
        set.at += 1;
        cx.builtin_warning(problem);
        cx.check()?;
        return Ok(Err(()));
    }
    let text = |fields: &[Field], row: &Row| -> Vec<Value> {
        fields.iter().enumerate().map(|(at, field)| values::of_text(field, row.get(at), native)).collect()
    };
    // A program that reads a row by a callback of `LOAD DATA LOCAL` is not counted.
    let count = |work: &dyn Fn(&mut Stats)| {
        if let Ok(mut client) = set.conn.client.try_borrow_mut() {
            work(client.stats());
        }
    };
    match &set.rows {
        Rows::Text(rows) => {
            if let Some(row) = rows.get(set.at) {
                stats::count(const { stats::at("rows_fetched_from_client_normal_buffered") }, 1);
                count(&|stats| stats::text_row(stats, &set.fields, row));
            }
        }
        Rows::Binary(rows) => {
            if let Some(row) = rows.get(set.at) {
                stats::count(const { stats::at("rows_fetched_from_client_ps_buffered") }, 1);
                count(&|stats| stats::binary_row(stats, &set.fields, row));
            }
        }
        Rows::Live { .. } => {}
    }
    let row = match &mut set.rows {
        Rows::Text(rows) => rows.get(set.at).map(|row| text(&set.fields, row)),
        Rows::Binary(rows) => {
            rows.get(set.at).map(|row| set.fields.iter().zip(row).map(|(field, value)| values::of_binary(field, value)).collect())
        }
        Rows::Live { done: true } => None,
        Rows::Live { done } => {
            let columns = set.fields.len();
            match set.conn.run(|client| client.next_row(columns)) {
                Ok(Some(row)) => {
                    if let Some(problem) = row.broken() {
                        cx.builtin_warning(problem);
                        cx.check()?;
                        return Ok(Err(()));
                    }
                    if let Ok(mut client) = set.conn.client.try_borrow_mut() {
                        client.count_unbuffered();
                        stats::text_row(client.stats(), &set.fields, &row);
                    }
                    Some(text(&set.fields, &row))
                }
                Ok(None) => {
                    *done = true;
                    None
                }
                Err(error) => {
                    *done = true;
                    report::error(cx, &error)?;
                    return Ok(Err(()));
                }
            }
        }
    };
    match &row {
        Some(row) => {
            set.at += 1;
            let mut lengths = set.lengths.take().unwrap_or_default();
            lengths.clear();
            lengths.extend(row.iter().map(values::length));
            set.lengths = Some(lengths);
        }
        None => set.lengths = None,
    }
    Ok(Ok(row))
}

fn shape(fields: &[Field], row: Vec<Value>, mode: i64) -> PhpArray {
    let mut out = PhpArray::new();
    for (at, (field, value)) in fields.iter().zip(row).enumerate() {
        // A column that is named like a number has its place already.
        if mode & NUM != 0 && out.get_int(at as i64).is_none() {
            out.set_int(at as i64, value.clone());
        }
        if mode & ASSOC != 0 {
            out.set_sym(&field.name, value);
        }
    }
    out
}

/// One row: an array, null at the end, false if it broke off.
fn fetch(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<Value> {
    match next(cx, this)? {
        Ok(Some(row)) => {
            let fields = of(cx, this)?.fields.clone();
            Ok(Value::array(shape(&fields, row, mode)))
        }
        Ok(None) => Ok(Value::NULL),
        Err(()) => Ok(Value::FALSE),
    }
}

fn check_mode(cx: &mut Cx, mode: i64) -> PhpResult<()> {
    if mode == 0 || mode & !BOTH != 0 {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH"));
    }
    Ok(())
}

/// `mysqli_fetch_array()`
pub(crate) fn fetch_array(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<Value> {
    of(cx, this)?;
    check_mode(cx, mode)?;
    fetch(cx, this, mode)
}

/// `mysqli_fetch_assoc()`
pub(crate) fn fetch_assoc(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    fetch(cx, this, ASSOC)
}

/// `mysqli_fetch_row()`
pub(crate) fn fetch_row(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    fetch(cx, this, NUM)
}

/// `mysqli_fetch_all()`
pub(crate) fn fetch_all(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<PhpArray> {
    let fields = of(cx, this)?.fields.clone();
    check_mode(cx, mode)?;
    let mut out = PhpArray::new();
    while let Ok(Some(row)) = next(cx, this)? {
        let _ = out.push(Value::array(shape(&fields, row, mode)));
        cx.check_interrupt()?;
    }
    Ok(out)
}

/// Checks the number of a column.
fn column_number(cx: &mut Cx, this: &PhpObject, number: i64) -> PhpResult<usize> {
    let at = position(cx, 2);
    let Ok(column) = usize::try_from(number) else {
        return Err(cx.argument_value_error(at, "must be greater than or equal to 0"));
    };
    if column >= of(cx, this)?.fields.len() {
        return Err(cx.argument_value_error(at, "must be less than the number of fields for this result set"));
    }
    Ok(column)
}

/// `mysqli_fetch_column()`
pub(crate) fn fetch_column(cx: &mut Cx, this: &PhpObject, column: i64) -> PhpResult<Value> {
    of(cx, this)?;
    let column = column_number(cx, this, column)?;
    match next(cx, this)? {
        Ok(Some(mut row)) if column < row.len() => Ok(row.swap_remove(column)),
        _ => Ok(Value::FALSE),
    }
}

/// `mysqli_fetch_object()`
pub(crate) fn fetch_object(cx: &mut Cx, this: &PhpObject, class: &PhpStr, given: &PhpArray) -> PhpResult<Value> {
    let Some(class) = cx.class(class.as_bytes())? else {
        let at = position(cx, 2);
        let text = [b"must be a valid class name, ", class.as_bytes(), b" given"].concat();
        return Err(cx.argument_type_error(at, text));
    };
    if class.is_abstract || !class.is_instantiable() {
        let text = format!("Class {} cannot be instantiated", convert::class_text(class));
        return Err(cx.throw_error(text));
    }
    let row = match next(cx, this)? {
        Ok(Some(row)) => row,
        Ok(None) => return Ok(Value::NULL),
        Err(()) => return Ok(Value::FALSE),
    };
    let new = object::instantiate(cx, class)?;
    if class.same(cx.builtin_class("stdClass")) {
        for (name, value) in of(cx, this)?.names().iter().zip(row) {
            new.dynamic_mut().set_str(name, value);
        }
    } else {
        let access = Access::scoped(Some(class));
        let fields = of(cx, this)?.fields.clone();
        // Of columns with the same name the last one is written.
        for (key, value) in &shape(&fields, row, ASSOC) {
            let name = convert::to_string(cx, &key.to_value())?;
            object::write_prop(cx, &new, &name, value.clone(), &access)?;
        }
    }
    match class.magic.constructor {
        Some(constructor) => {
            let given: Vec<Value> = given.values().map(Value::clone_deref).collect();
            cx.call_method(&new, constructor, &given)?;
        }
        None if !given.is_empty() => {
            let at = position(cx, 3);
            let name = convert::class_text(class);
            let text = format!("must be empty when the specified class ({name}) does not have a constructor");
            return Err(cx.argument_value_error(at, text));
        }
        None => {}
    }
    Ok(Value::object(new))
}

/// What is known of a column.
fn describe(cx: &mut Cx, field: &Field) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("stdClass");
    let out = object::instantiate(cx, class)?;
    let rows = [
        ("name", Value::bytes(&field.name)),
        ("orgname", Value::bytes(&field.org_name)),
        ("table", Value::bytes(&field.table)),
        ("orgtable", Value::bytes(&field.org_table)),
        ("def", Value::EMPTY_STRING),
        ("db", Value::bytes(&field.database)),
        ("catalog", Value::from("def")),
        ("max_length", Value::int(0)),
        ("length", Value::int(i64::from(field.length))),
        ("charsetnr", Value::int(i64::from(field.charset))),
        ("flags", Value::int(i64::from(field.flags))),
        ("type", Value::int(i64::from(field.kind))),
        ("decimals", Value::int(i64::from(field.decimals))),
    ];
    for (name, value) in rows {
        cx.write_property(&out, name, value)?;
    }
    Ok(out)
}

/// `mysqli_fetch_field()`
pub(crate) fn fetch_field(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let set = of(cx, this)?;
    let Some(field) = set.fields.get(set.field).cloned() else { return Ok(OrFalse::FALSE) };
    set.field += 1;
    describe(cx, &field).map(OrFalse::some)
}

/// `mysqli_fetch_fields()`
pub(crate) fn fetch_fields(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let fields = of(cx, this)?.fields.clone();
    let mut out = PhpArray::new();
    for field in fields.iter() {
        let _ = out.push(Value::object(describe(cx, field)?));
    }
    Ok(out)
}

/// `mysqli_fetch_field_direct()`
pub(crate) fn fetch_field_direct(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<OrFalse<PhpObject>> {
    let at = column_number(cx, this, index)?;
    let field = of(cx, this)?.fields.get(at).cloned();
    match field {
        Some(field) => describe(cx, &field).map(OrFalse::some),
        None => Ok(OrFalse::FALSE),
    }
}

/// `mysqli_fetch_lengths()`
pub(crate) fn fetch_lengths(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    Ok(OrFalse(of(cx, this)?.lengths.as_ref().map(|all| PhpArray::from_values(all.iter().copied()))))
}

/// `mysqli_field_seek()`
pub(crate) fn field_seek(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<bool> {
    let at = column_number(cx, this, index)?;
    of(cx, this)?.field = at;
    Ok(true)
}

/// `mysqli_field_tell()`
pub(crate) fn field_tell(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(of(cx, this)?.field as i64)
}

/// `mysqli_num_fields()`
pub(crate) fn num_fields(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(of(cx, this)?.fields.len() as i64)
}

/// `mysqli_num_rows()`
pub(crate) fn num_rows(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let set = of(cx, this)?;
    if matches!(set.rows, Rows::Live { done: false }) {
        return Err(cx.throw_error("mysqli_num_rows() cannot be used in MYSQLI_USE_RESULT mode"));
    }
    Ok(set.count() as i64)
}

/// `mysqli_data_seek()`
pub(crate) fn data_seek(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<bool> {
    let Ok(offset) = usize::try_from(offset) else {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must be greater than or equal to 0"));
    };
    let set = of(cx, this)?;
    if set.is_live() {
        let name = cx.active.map_or_else(String::new, |func| String::from_utf8_lossy(&func.display_name()).into_owned());
        return Err(cx.throw_error(format!("{name}() cannot be used in MYSQLI_USE_RESULT mode")));
    }
    if offset >= set.count() {
        return Ok(false);
    }
    set.at = offset;
    Ok(true)
}

/// `mysqli_free_result()`
pub(crate) fn free_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    of(cx, this)?;
    let set = this.native_mut::<Result>().and_then(|result| result.set.take());
    drop(set);
    Ok(())
}

/// `mysqli_result::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let walk = walk(cx, this, false)?;
    internal_iterator::create(cx, walk)
}

/// A walk through the rows.
pub(crate) fn walk(cx: &mut Cx, this: &PhpObject, by_ref: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    of(cx, this)?;
    Ok(Box::new(Walk { result: this.clone(), row: Value::UNDEF, key: 0 }))
}

struct Walk {
    result: PhpObject,
    row: Value,
    key: i64,
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let result = self.result.clone();
        let set = of(cx, &result)?;
        if set.is_live() {
            if set.at > 0 || matches!(set.rows, Rows::Live { done: true }) {
                cx.warning("Data fetched with MYSQLI_USE_RESULT can be iterated only once");
                self.row = Value::NULL;
                return cx.check();
            }
        } else {
            set.at = 0;
        }
        self.key = 0;
        self.row = fetch(cx, &result, ASSOC)?;
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(self.row.is_array())
    }

    fn current(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(if self.row.is_undef() { Value::NULL } else { self.row.clone() })
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(self.key))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let result = self.result.clone();
        self.row = fetch(cx, &result, ASSOC)?;
        self.key += 1;
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.result);
        tracer.value(&self.row);
    }
}
