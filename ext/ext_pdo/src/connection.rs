//! `PDO`: a connection by whatever driver its data source name says, with attributes, transactions and quoting.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use loxo_observer::counters;
use loxo_runtime::object::{self, Access};
use loxo_runtime::{
    Class, Cx, FnFlags, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, Value, class_of, compare, convert,
};
use loxo_streams::OpenOptions;

use crate::attributes::{attr_int, bool_param, int_param};
use crate::driver::{self, Driver, Factory, Failure, Mode, Source, attr};
use crate::errors::{self, DriverError, EXCEPTION, Kept, Last, raise_impl_error};
use crate::{modes, persistent, statement};

/// A connection; several `PDO` objects have the same one if it is persistent.
pub struct Connection {
    pub driver: Box<dyn Driver>,
    pub(crate) error_mode: Cell<i64>,
    pub(crate) case: Cell<i64>,
    pub(crate) nulls: Cell<i64>,
    pub(crate) stringify: Cell<bool>,
    pub(crate) default_fetch: Cell<i64>,
    autocommit: Cell<bool>,
    in_transaction: Cell<bool>,
    persistent: bool,
    last: RefCell<Last>,
    kept: RefCell<Kept>,
    class: RefCell<Option<(&'static Class, Option<PhpArray>)>>,
    /// The statement of a `query()` that failed: its error is the connection's.
    failed_query: RefCell<Option<PhpObject>>,
}

#[derive(Default)]
struct Pdo {
    connection: Option<Rc<Connection>>,
}

impl Native for Pdo {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        // What others share cannot be distinguished from what is this object's alone.
        let Some(connection) = self.connection.as_ref().filter(|connection| !connection.persistent) else { return };
        if Rc::strong_count(connection) > 0 {
            connection.trace(tracer);
        }
    }
}

pub fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Pdo::default())),
        no_clone: true,
        no_serialize: true,
        method_holder: Some(method_holder),
        ..ObjectHandlers::default()
    }
}

/// The native part of an object that lends its methods. The collector learns of the connection's values from the `PDO` object alone.
#[derive(Default)]
struct Lender {
    connection: Option<Rc<Connection>>,
}

impl Native for Lender {}

/// Of a class that holds methods for `PDO` objects.
pub fn method_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Lender::default())),
        no_new: Some("Cannot directly construct methods of a driver"),
        shown_as: Some("PDO"),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// Methods of the driver's that the class does not have.
fn method_holder(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let Some(connection) = this.native::<Pdo>().and_then(|pdo| pdo.connection.clone()) else { return Ok(None) };
    let Some(class) = connection.driver.method_class() else { return Ok(None) };
    let class = cx.builtin_class(class);
    let holder = object::instantiate_raw(cx, class)?;
    holder.set_native(Box::new(Lender { connection: Some(connection) }));
    Ok(Some(holder))
}

impl Connection {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some((_, Some(arguments))) = &*self.class.borrow() {
            tracer.array(arguments);
        }
        if let Some(object) = &*self.failed_query.borrow() {
            tracer.object(object);
        }
        self.driver.trace(tracer);
    }

    /// Values of the request go.
    pub(crate) fn forget_request(&self) {
        self.clear();
        drop(self.class.take());
        self.driver.request_end();
    }

    pub fn error_mode(&self) -> i64 {
        self.error_mode.get()
    }

    pub(crate) fn mode(&self) -> Mode {
        Mode { stringify: self.stringify.get(), autocommit: self.autocommit.get() }
    }

    /// A new call begins: what the last one did is forgotten.
    fn clear(&self) {
        self.last.replace(Last::None);
        let statement = self.failed_query.take();
        drop(statement);
    }

    /// Tells what failed. `Ok`: the call answers false.
    pub fn failed(&self, cx: &mut Cx, failure: Failure) -> PhpResult<()> {
        match failure {
            Failure::Error(mut error) => {
                self.last.replace(Last::of(&mut error, &mut self.kept.borrow_mut()));
                errors::report(cx, self.error_mode.get(), &error)
            }
            Failure::Own(state, text) => {
                self.impl_error(cx, state, text)?;
                self.failed(cx, Failure::Error(DriverError::state(state)))
            }
            _ => cx.check(),
        }
    }

    /// The same for an error of PDO's own.
    fn impl_error(&self, cx: &mut Cx, state: &str, text: &str) -> PhpResult<()> {
        self.last.replace(Last::of(&mut DriverError::state(state), &mut self.kept.borrow_mut()));
        raise_impl_error(cx, self.error_mode.get(), state, Some(text))
    }

    fn is_in_transaction(&self) -> bool {
        self.driver.in_transaction().unwrap_or(self.in_transaction.get())
    }

    /// The class of new statements, and arguments of its constructor.
    fn statement_class(&self, cx: &Cx) -> (&'static Class, Option<PhpArray>) {
        self.class.borrow().clone().unwrap_or_else(|| (cx.builtin_class("PDOStatement"), None))
    }
}

/// The connection of an object.
pub fn connection_of(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<Connection>> {
    let lent = || this.native::<Lender>().and_then(|lender| lender.connection.clone());
    match this.native::<Pdo>().and_then(|pdo| pdo.connection.clone()).or_else(lent) {
        Some(connection) => Ok(connection),
        None => {
            let class = convert::class_text(class_of(this));
            Err(cx.throw_error(format!("{class} object is uninitialized")))
        }
    }
}

/// The source behind a name of php.ini or a `uri:`.
fn resolve(cx: &mut Cx, dsn: &PhpStr) -> PhpResult<Vec<u8>> {
    let mut dsn = dsn.as_bytes().to_vec();
    if !dsn.contains(&b':') {
        let name = [b"pdo.dsn.", &dsn[..]].concat();
        let configured = match cx.ini.config().configured(&name) {
            Some(loxo_runtime::ini::CfgValue::Text(text)) => Some(text.to_vec()),
            _ => None,
        };
        let Some(configured) = configured else {
            return Err(cx.argument_error("PDOException", 1, "must be a valid data source name"));
        };
        dsn = configured;
        if !dsn.contains(&b':') {
            let text = [b"invalid data source name (via INI: ", &name[..], b")"].concat();
            return Err(cx.throw("PDOException", text));
        }
    }
    if let Some(uri) = dsn.strip_prefix(b"uri:") {
        let stream = loxo_streams::open_stream(cx, uri, b"rb", OpenOptions::REPORT_ERRORS, None)?;
        cx.check()?;
        let Some(stream) = stream else {
            return Err(cx.argument_error("PDOException", 1, "must be a valid data source URI"));
        };
        let text = stream.read_all(cx, Some(512));
        stream.close(cx);
        dsn = text.as_bytes().to_vec();
        if !dsn.contains(&b':') {
            return Err(cx.argument_error("PDOException", 1, "must be a valid data source name (via URI)"));
        }
    }
    Ok(dsn)
}

/// Finds the class that `new` (`called` has an object) or `connect()` is about.
fn driver_class(cx: &mut Cx, factory: &dyn Factory, called: &'static Class, method: &str) -> PhpResult<&'static Class> {
    let base = cx.builtin_class("PDO");
    let own = cx.builtin_class(factory.class());
    let others: Vec<&'static Class> = driver::all(cx).iter().map(|factory| cx.builtin_class(factory.class())).collect();
    let is_drivers = !called.same(base) && others.iter().any(|class| called.is_subclass_of(class));
    if is_drivers && called.is_subclass_of(own) || method == "__construct" && !is_drivers {
        return Ok(called);
    }
    if is_drivers || !called.same(base) {
        let (shown, own, name) = (convert::class_text(called), convert::class_text(own), factory.name());
        let text = format!(
            "{shown}::{method}() cannot be used for connecting to the \"{name}\" driver, either call {own}::{method}() or PDO::{method}() instead"
        );
        return Err(cx.throw("PDOException", text));
    }
    Ok(own)
}

/// What a call of the constructor or of `connect()` brings.
struct Wanted<'a> {
    dsn: &'a PhpStr,
    username: Option<&'a PhpStr>,
    password: Option<&'a PhpStr>,
    options: Option<&'a PhpArray>,
}

fn open(cx: &mut Cx, this: Option<&PhpObject>, called: &'static Class, wanted: &Wanted<'_>) -> PhpResult<PhpObject> {
    let dsn = resolve(cx, wanted.dsn)?;
    let colon = dsn.iter().position(|byte| *byte == b':').unwrap_or(dsn.len());
    let (name, data) = (&dsn[..colon], dsn.get(colon + 1..).unwrap_or_default());
    let Some(factory) = driver::all(cx).into_iter().find(|factory| factory.name().as_bytes() == name) else {
        return Err(cx.throw("PDOException", "could not find driver"));
    };
    let class = driver_class(cx, factory, called, if this.is_some() { "__construct" } else { "connect" })?;
    let object = match this {
        Some(this) => this.clone(),
        None => object::instantiate_raw(cx, class)?,
    };
    let (username, password) = (wanted.username.map(PhpStr::as_bytes), wanted.password.map(PhpStr::as_bytes));
    let key = persistent_key(cx, &dsn, username, password, wanted.options)?;
    let autocommit = attr_int(cx, wanted.options, attr::AUTOCOMMIT, 1)? != 0;
    let error_mode = attr_int(cx, wanted.options, attr::ERRMODE, EXCEPTION)?;
    let known = match &key {
        Some(key) => persistent::find(cx, key),
        None => None,
    };
    let is_new = known.is_none();
    let connection = match known {
        Some(connection) => connection,
        None => {
            let source = Source { data, username, password, options: wanted.options, persistent: key.is_some() };
            let outcome = throwing(cx, |cx| factory.connect(cx, &source));
            let driver = match outcome {
                Ok(driver) => driver,
                Err(Failure::Error(error)) => {
                    errors::connect_failed(cx, &error)?;
                    return Ok(object);
                }
                Err(_) => {
                    cx.check()?;
                    return Err(cx.throw("PDOException", "Constructor failed"));
                }
            };
            Rc::new(Connection {
                driver,
                error_mode: Cell::new(EXCEPTION),
                case: Cell::new(0),
                nulls: Cell::new(0),
                stringify: Cell::new(false),
                default_fetch: Cell::new(modes::BOTH),
                autocommit: Cell::new(true),
                in_transaction: Cell::new(false),
                persistent: key.is_some(),
                last: RefCell::default(),
                kept: RefCell::default(),
                class: RefCell::default(),
                failed_query: RefCell::default(),
            })
        }
    };
    connection.autocommit.set(autocommit);
    connection.error_mode.set(error_mode);
    if let (Some(key), true) = (key, is_new) {
        persistent::keep(key, &connection);
    }
    if let Some(pdo) = object.native_mut::<Pdo>() {
        pdo.connection = Some(connection.clone());
    }
    if let Some(options) = wanted.options {
        throwing(cx, |cx| {
            options.clone().iter().try_for_each(|(key, value)| match key {
                loxo_runtime::KeyRef::Int(attribute) => set(cx, &connection, attribute, value.deref()).map(drop),
                loxo_runtime::KeyRef::Str(_) => Ok(()),
            })
        })?;
    }
    cx.check()?;
    Ok(object)
}

/// Warnings of a constructor are exceptions.
fn throwing<R>(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> R) -> R {
    let class = cx.builtin_class("PDOException");
    let outer = cx.errors.warnings_throw.replace(loxo_runtime::WarningsThrow { class: Some(class), origin: None });
    let result = work(cx);
    cx.errors.warnings_throw = outer;
    result
}

/// Under what a persistent connection is kept; `None`: it is not to be.
fn persistent_key(
    cx: &mut Cx,
    dsn: &[u8],
    username: Option<&[u8]>,
    password: Option<&[u8]>,
    options: Option<&PhpArray>,
) -> PhpResult<Option<Vec<u8>>> {
    let Some(value) = options.and_then(|options| options.get_int(attr::PERSISTENT)).map(Value::clone_deref) else { return Ok(None) };
    let mut parts = vec![dsn, username.unwrap_or_default(), password.unwrap_or_default()];
    let named = value.as_bytes().filter(|text| !text.is_empty() && !crate::attributes::is_int_text(text)).map(<[u8]>::to_vec);
    match &named {
        Some(name) => parts.push(name),
        None if convert::to_int(cx, &value)? == 0 => return Ok(None),
        None => {}
    }
    Ok(Some(parts.join(&0)))
}

/// `PDO::__construct()`
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    dsn: &PhpStr,
    username: Option<&PhpStr>,
    password: Option<&PhpStr>,
    options: Option<&PhpArray>,
) -> PhpResult<()> {
    open(cx, Some(this), class_of(this), &Wanted { dsn, username, password, options }).map(drop)
}

/// `PDO::connect()`
pub(crate) fn connect(
    cx: &mut Cx,
    dsn: &PhpStr,
    username: Option<&PhpStr>,
    password: Option<&PhpStr>,
    options: Option<&PhpArray>,
) -> PhpResult<PhpObject> {
    let called = (cx.hooks.called_class)(cx).unwrap_or_else(|| cx.builtin_class("PDO"));
    open(cx, None, called, &Wanted { dsn, username, password, options })
}

/// `PDO::getAvailableDrivers()`
pub(crate) fn get_available_drivers(cx: &mut Cx) -> PhpResult<PhpArray> {
    crate::pdo_drivers(cx)
}

/// Checks what an attribute says of the class of statements.
fn class_option(cx: &mut Cx, value: &Value) -> PhpResult<(&'static Class, Option<PhpArray>)> {
    let Some(pair) = value.as_array().cloned() else {
        let given = convert::value_name(value);
        return Err(cx.type_error(format!("PDO::ATTR_STATEMENT_CLASS value must be of type array, {given} given")));
    };
    let Some(name) = pair.get_int(0).map(Value::clone_deref) else {
        return Err(cx.value_error("PDO::ATTR_STATEMENT_CLASS value must be an array with the format array(classname, constructor_args)"));
    };
    let class = match name.as_bytes() {
        Some(name) => cx.class(name)?,
        None => None,
    };
    let Some(class) = class else { return Err(cx.type_error("PDO::ATTR_STATEMENT_CLASS class must be a valid class")) };
    if !class.is_subclass_of(cx.builtin_class("PDOStatement")) {
        return Err(cx.type_error("PDO::ATTR_STATEMENT_CLASS class must be derived from PDOStatement"));
    }
    let hidden = FnFlags::PRIVATE.with(FnFlags::PROTECTED);
    if class.magic.constructor.is_some_and(|constructor| !constructor.flags.any(hidden)) {
        return Err(cx.type_error("User-supplied statement class cannot have a public constructor"));
    }
    let arguments = match pair.get_int(1).map(Value::clone_deref) {
        None => None,
        Some(arguments) => match arguments.as_array() {
            Some(arguments) => Some(arguments.clone()),
            None => {
                let given = convert::value_name(value);
                return Err(cx.type_error(format!("PDO::ATTR_STATEMENT_CLASS constructor_args must be of type ?array, {given} given")));
            }
        },
    };
    Ok((class, arguments))
}

/// A new object for a statement.
fn instantiate(cx: &mut Cx, class: &'static Class, arguments: Option<&PhpArray>) -> PhpResult<PhpObject> {
    if arguments.is_some() && class.magic.constructor.is_none() {
        return Err(cx.throw_error("User-supplied statement does not accept constructor arguments"));
    }
    object::instantiate(cx, class)
}

/// The object is complete: its constructor runs.
fn finish(cx: &mut Cx, object: &PhpObject, class: &'static Class, sql: &PhpStr, arguments: Option<&PhpArray>) -> PhpResult<()> {
    statement::set_query_string(object, sql);
    if let Some(constructor) = class.magic.constructor {
        let given: Vec<Value> = arguments.map_or_else(Vec::new, |all| all.values().map(Value::clone_deref).collect());
        cx.call_method(object, constructor, &given)?;
    }
    Ok(())
}

/// `PDO::prepare()`
pub(crate) fn prepare(cx: &mut Cx, this: &PhpObject, query: &PhpStr, options: &PhpArray) -> PhpResult<OrFalse<PhpObject>> {
    let connection = connection_of(cx, this)?;
    if query.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    connection.clear();
    let (class, arguments) = match options.get_int(attr::STATEMENT_CLASS).map(Value::clone_deref) {
        Some(value) => class_option(cx, &value)?,
        None => connection.statement_class(cx),
    };
    let object = instantiate(cx, class, arguments.as_ref())?;
    match connection.driver.prepare(cx, query, Some(options)) {
        Ok(prepared) => {
            statement::fill(&object, this, &connection, prepared, query);
            finish(cx, &object, class, query, arguments.as_ref())?;
            Ok(OrFalse::some(object))
        }
        Err(failure) => {
            connection.failed(cx, failure)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `PDO::query()`
pub(crate) fn query(
    cx: &mut Cx,
    this: &PhpObject,
    query: &PhpStr,
    mode: Option<i64>,
    arguments: &[Value],
) -> PhpResult<OrFalse<PhpObject>> {
    let connection = connection_of(cx, this)?;
    if query.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    connection.clear();
    let (class, constructor_arguments) = connection.statement_class(cx);
    let object = instantiate(cx, class, constructor_arguments.as_ref())?;
    let started = counters::start();
    match connection.driver.prepare(cx, query, None) {
        Ok(prepared) => statement::fill(&object, this, &connection, prepared, query),
        Err(failure) => {
            connection.failed(cx, failure)?;
            return Ok(OrFalse::FALSE);
        }
    }
    statement::sent_as_is(&object, query);
    if let Some(mode) = mode {
        modes::set_up(cx, &object, mode, 2, arguments)?;
    }
    match statement::run(cx, &object, started)? {
        Ok(()) => {
            finish(cx, &object, class, query, constructor_arguments.as_ref())?;
            Ok(OrFalse::some(object))
        }
        Err(failure) => {
            let before = connection.failed_query.replace(Some(object.clone()));
            drop(before);
            statement::let_go(&object);
            statement::failed(cx, &object, failure)?;
            Ok(OrFalse::FALSE)
        }
    }
}

fn transaction(cx: &mut Cx, connection: &Connection, outcome: Result<(), Failure>, now: bool) -> PhpResult<bool> {
    match outcome {
        Ok(()) => {
            connection.in_transaction.set(now);
            Ok(true)
        }
        Err(failure) => {
            connection.failed(cx, failure)?;
            Ok(false)
        }
    }
}

/// `PDO::beginTransaction()`
pub(crate) fn begin_transaction(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let connection = connection_of(cx, this)?;
    if connection.is_in_transaction() {
        return Err(cx.throw("PDOException", "There is already an active transaction"));
    }
    let outcome = connection.driver.begin(cx);
    transaction(cx, &connection, outcome, true)
}

fn in_one(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<Connection>> {
    let connection = connection_of(cx, this)?;
    if !connection.is_in_transaction() {
        return Err(cx.throw("PDOException", "There is no active transaction"));
    }
    Ok(connection)
}

/// `PDO::commit()`
pub(crate) fn commit(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let connection = in_one(cx, this)?;
    let outcome = connection.driver.commit(cx);
    transaction(cx, &connection, outcome, false)
}

/// `PDO::rollBack()`
pub(crate) fn roll_back(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let connection = in_one(cx, this)?;
    let outcome = connection.driver.roll_back(cx);
    transaction(cx, &connection, outcome, false)
}

/// `PDO::inTransaction()`
pub(crate) fn in_transaction(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(connection_of(cx, this)?.is_in_transaction())
}

/// Sets an attribute of a connection.
fn set(cx: &mut Cx, connection: &Connection, attribute: i64, value: &Value) -> PhpResult<bool> {
    match attribute {
        attr::ERRMODE => {
            let mode = int_param(cx, value)?;
            if !(0..=2).contains(&mode) {
                return Err(cx.value_error("Error mode must be one of the PDO::ERRMODE_* constants"));
            }
            connection.error_mode.set(mode);
        }
        attr::CASE => {
            let case = int_param(cx, value)?;
            if !(0..=2).contains(&case) {
                return Err(cx.value_error("Case folding mode must be one of the PDO::CASE_* constants"));
            }
            connection.case.set(case);
        }
        attr::ORACLE_NULLS => connection.nulls.set(int_param(cx, value)?),
        attr::DEFAULT_FETCH_MODE => {
            let mode = match value.as_array() {
                Some(list) => {
                    let first = list.get_int(0).and_then(|first| first.deref().as_int());
                    if first.is_some_and(|mode| mode == modes::INTO || mode == modes::CLASS) {
                        return Err(cx.value_error("PDO::FETCH_INTO and PDO::FETCH_CLASS cannot be set as the default fetch mode"));
                    }
                    convert::to_int(cx, value)?
                }
                None => int_param(cx, value)?,
            };
            if mode == modes::USE_DEFAULT {
                return Err(cx.value_error("Fetch mode must be a bitmask of PDO::FETCH_* constants"));
            }
            connection.default_fetch.set(mode);
        }
        attr::STRINGIFY_FETCHES => {
            connection.stringify.set(bool_param(cx, value)?);
            let _ = connection.driver.set_attribute(cx, attribute, value);
            cx.check()?;
        }
        attr::STATEMENT_CLASS => {
            if connection.persistent {
                connection.impl_error(cx, "HY000", "PDO::ATTR_STATEMENT_CLASS cannot be used with persistent PDO instances")?;
                return Ok(false);
            }
            let class = class_option(cx, value)?;
            let before = connection.class.replace(Some(class));
            drop(before);
        }
        _ => {
            connection.clear();
            match connection.driver.set_attribute(cx, attribute, value) {
                Ok(done) => {
                    cx.check()?;
                    return Ok(done);
                }
                Err(failure) => {
                    connection.failed(cx, failure)?;
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// `PDO::setAttribute()`
pub(crate) fn set_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64, value: &Value) -> PhpResult<bool> {
    let connection = connection_of(cx, this)?;
    connection.clear();
    set(cx, &connection, attribute, value.deref())
}

/// `PDO::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64) -> PhpResult<Value> {
    let connection = connection_of(cx, this)?;
    connection.clear();
    Ok(match attribute {
        attr::PERSISTENT => Value::bool(connection.persistent),
        attr::CASE => Value::int(connection.case.get()),
        attr::ORACLE_NULLS => Value::int(connection.nulls.get()),
        attr::ERRMODE => Value::int(connection.error_mode.get()),
        attr::DRIVER_NAME => Value::from(connection.driver.name()),
        attr::STATEMENT_CLASS => {
            let (class, arguments) = connection.statement_class(cx);
            let mut out = vec![Value::bytes(class.name.as_bytes())];
            out.extend(arguments.map(Value::array));
            Value::array(PhpArray::from_values(out))
        }
        attr::DEFAULT_FETCH_MODE => Value::int(connection.default_fetch.get()),
        attr::STRINGIFY_FETCHES => Value::bool(connection.stringify.get()),
        _ => match connection.driver.attribute(cx, attribute) {
            Ok(Some(value)) => value,
            Ok(None) => {
                connection.impl_error(cx, "IM001", "driver does not support that attribute")?;
                Value::FALSE
            }
            Err(failure) => {
                connection.failed(cx, failure)?;
                Value::FALSE
            }
        },
    })
}

/// `PDO::exec()`
pub(crate) fn exec(cx: &mut Cx, this: &PhpObject, sql: &PhpStr) -> PhpResult<OrFalse<i64>> {
    if sql.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let connection = connection_of(cx, this)?;
    connection.clear();
    let started = counters::start();
    let outcome = connection.driver.execute(cx, sql);
    started.queried(sql);
    match outcome {
        Ok(rows) => {
            cx.check()?;
            Ok(OrFalse::some(rows))
        }
        Err(failure) => {
            connection.failed(cx, failure)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `PDO::lastInsertId()`
pub(crate) fn last_insert_id(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    let connection = connection_of(cx, this)?;
    connection.clear();
    match connection.driver.last_insert_id(cx, name) {
        Ok(id) => Ok(OrFalse::some(id)),
        Err(failure) => {
            connection.failed(cx, failure)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `PDO::errorCode()`
pub(crate) fn error_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Vec<u8>>> {
    let connection = connection_of(cx, this)?;
    let statement = connection.failed_query.borrow().clone();
    let last = statement.map_or_else(|| connection.last.borrow().clone(), |object| statement::last(&object));
    Ok(last.code().map(<[u8]>::to_vec))
}

/// `PDO::errorInfo()`
pub(crate) fn error_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let connection = connection_of(cx, this)?;
    let statement = connection.failed_query.borrow().clone();
    let last = statement.map_or_else(|| connection.last.borrow().clone(), |object| statement::last(&object));
    Ok(last.info())
}

/// `PDO::quote()`
pub(crate) fn quote(cx: &mut Cx, this: &PhpObject, string: &PhpStr, kind: i64) -> PhpResult<OrFalse<Vec<u8>>> {
    let connection = connection_of(cx, this)?;
    connection.clear();
    Ok(OrFalse(connection.driver.quote(cx, string.as_bytes(), kind)))
}

/// Writing `queryString`, which statements have once.
pub(crate) fn plain_access() -> Access<'static> {
    Access::scoped(None)
}
