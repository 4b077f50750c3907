//! SQL functions, aggregates, collations and authorizers that are PHP callables.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use loxo_runtime::{Callable, Cx, PhpRef, PhpResult, Tracer, Value, convert};
use loxo_sqlite_sys::{ACTION_ATTACH, Aggregate, Answer, Argument, Database, status};

/// The callables that a database has been given. The database's functions hold their own handles on them.
#[derive(Default)]
pub struct Callbacks {
    all: Vec<Rc<Callable>>,
    /// Functions by name and number of arguments, and collations: what is removed at the end of a request.
    functions: Vec<(Vec<u8>, i32)>,
    collations: Vec<Vec<u8>>,
    authorizer: Rc<RefCell<Option<Callable>>>,
}

/// What an answer of a collation that is no int means.
pub type NotAnInt = fn(&mut Cx, &Value) -> PhpResult<i64>;
/// Says what is wrong with the answer of an authorizer.
pub type Complain = dyn Fn(&mut Cx, &str);

impl Callbacks {
    /// For the cycle collector.
    pub fn trace(&self, tracer: &mut Tracer<'_>) {
        self.all.iter().for_each(|callable| trace(callable, tracer));
        if let Some(callable) = &*self.authorizer.borrow() {
            trace(callable, tracer);
        }
    }

    fn keep(&mut self, callable: &Callable) -> Rc<Callable> {
        let callable = Rc::new(callable.clone());
        self.all.push(callable.clone());
        callable
    }

    /// A function.
    pub fn function(&mut self, database: &Database, name: &[u8], callable: &Callable, arguments: i64, flags: i64) -> bool {
        let callable = self.keep(callable);
        self.functions.push((name.to_vec(), clamp(arguments)));
        database.create_function(name, clamp(arguments), clamp(flags), move |host, given| scalar(host, &callable, given))
    }

    /// An aggregate.
    pub fn aggregate(
        &mut self,
        database: &Database,
        name: &[u8],
        step: &Callable,
        finish: &Callable,
        arguments: i64,
        by_ref: bool,
    ) -> bool {
        self.functions.push((name.to_vec(), clamp(arguments)));
        let pair = Pair { step: self.keep(step), finish: self.keep(finish), by_ref };
        database.create_aggregate(name, clamp(arguments), Box::new(pair))
    }

    /// A collation.
    pub fn collation(&mut self, database: &Database, name: &[u8], callable: &Callable, not_an_int: NotAnInt) -> bool {
        let callable = self.keep(callable);
        self.collations.push(name.to_vec());
        database.create_collation(name, move |host, a, b| {
            let Some(cx) = host.downcast_mut::<Cx>() else { return 0 };
            if cx.check().is_err() {
                return 0;
            }
            let Ok(answer) = cx.call(&callable, &[Value::bytes(a), Value::bytes(b)]) else { return 0 };
            let order = match answer.deref().as_int() {
                Some(order) => order,
                None => not_an_int(cx, answer.deref()).unwrap_or(0),
            };
            order.clamp(-1, 1) as i32
        })
    }

    /// Takes everything from a database that lives on.
    pub fn remove(&self, database: &Database) {
        self.functions.iter().for_each(|(name, arguments)| database.remove_function(name, *arguments));
        self.collations.iter().for_each(|name| database.remove_collation(name));
    }

    /// What `setAuthorizer()` gives.
    pub fn set_authorizer(&self, callable: Option<&Callable>) {
        let old = self.authorizer.replace(callable.cloned());
        drop(old);
    }

    /// Lets the database ask: `open_basedir` first, then the program's authorizer.
    pub fn authorize(&self, database: &Database, complain: Box<Complain>) {
        let authorizer = self.authorizer.clone();
        database.set_authorizer(move |host, action, texts| {
            let Some(cx) = host.downcast_mut::<Cx>() else { return status::OK };
            if action == ACTION_ATTACH && !may_attach(cx, texts[0]) {
                return status::DENY;
            }
            let Some(callable) = authorizer.borrow().clone() else { return status::OK };
            let mut given = vec![Value::int(i64::from(action))];
            given.extend(texts.iter().map(|text| text.map_or(Value::NULL, Value::bytes)));
            let answer = match cx.call_vec(&callable, given) {
                Ok(answer) => answer,
                Err(_) => {
                    complain(cx, "An error occurred while invoking the authorizer callback");
                    return status::DENY;
                }
            };
            match answer.deref().as_int().map(i32::try_from) {
                None => complain(cx, "The authorizer callback returned an invalid type: expected int"),
                Some(Ok(answer @ (status::OK | status::DENY | status::IGNORE))) => return answer,
                Some(_) => {
                    let shown = answer.deref().as_int().unwrap_or(0) as i32;
                    complain(cx, &format!("The authorizer callback returned an invalid value: {shown}"));
                }
            }
            status::DENY
        });
    }
}

fn trace(callable: &Callable, tracer: &mut Tracer<'_>) {
    callable.this.iter().chain(&callable.closure).for_each(|object| tracer.object(object));
}

fn clamp(n: i64) -> i32 {
    n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// `ATTACH` within `open_basedir`.
fn may_attach(cx: &mut Cx, name: Option<&[u8]>) -> bool {
    if cx.ini_str("open_basedir").is_empty() {
        return true;
    }
    match name {
        None => false,
        Some(b"" | b":memory:") => true,
        Some(name) => !name.starts_with(b"file:") && loxo_runtime::paths::check_open_basedir(cx, name, true),
    }
}

fn value(argument: &Argument<'_>) -> Value {
    match argument {
        Argument::Null => Value::NULL,
        Argument::Int(n) => Value::int(*n),
        Argument::Float(d) => Value::float(*d),
        Argument::Text(text) => Value::bytes(text),
    }
}

fn scalar(host: &mut dyn Any, callable: &Callable, given: &[Argument<'_>]) -> Answer {
    let Some(cx) = host.downcast_mut::<Cx>() else { return FAILED };
    let given: Vec<Value> = given.iter().map(value).collect();
    let answer = cx.call_vec(callable, given);
    to_answer(cx, answer)
}

const FAILED: Answer = Answer::Error("failed to invoke callback");

fn to_answer(cx: &mut Cx, answer: PhpResult<Value>) -> Answer {
    let Ok(answer) = answer else { return FAILED };
    let answer = answer.clone_deref();
    if answer.is_null() {
        return Answer::Null;
    }
    match (answer.as_int(), answer.as_float()) {
        (Some(n), _) => Answer::Int(n),
        (_, Some(d)) => Answer::Float(d),
        _ => match convert::to_string(cx, &answer) {
            Ok(text) => Answer::Text(text.as_bytes().to_vec()),
            Err(_) => Answer::Nothing,
        },
    }
}

struct Pair {
    step: Rc<Callable>,
    finish: Rc<Callable>,
    /// What is kept of a group is lent as a reference.
    by_ref: bool,
}

/// What an aggregate keeps: what the last step answered, and how many rows there were.
type State = (Value, i64);

impl Aggregate for Pair {
    fn step(&self, host: &mut dyn Any, state: &mut Option<Box<dyn Any>>, arguments: &[Argument<'_>]) {
        let Some(cx) = host.downcast_mut::<Cx>() else { return };
        let (context, rows) = state.take().and_then(|state| state.downcast::<State>().ok()).map_or((Value::NULL, 0), |state| *state);
        let rows = rows + 1;
        let context = if self.by_ref { Value::reference(PhpRef::new(context)) } else { context };
        let mut given = vec![context, Value::int(rows)];
        given.extend(arguments.iter().map(value));
        let context = cx.call_vec(&self.step, given).map_or(Value::NULL, |answer| answer.clone_deref());
        *state = Some(Box::new((context, rows)));
    }

    fn finish(&self, host: &mut dyn Any, state: Option<Box<dyn Any>>) -> Answer {
        let Some(cx) = host.downcast_mut::<Cx>() else { return FAILED };
        let context = state.and_then(|state| state.downcast::<State>().ok()).map_or(Value::NULL, |state| state.0);
        if cx.check().is_err() {
            return FAILED;
        }
        let context = if self.by_ref { Value::reference(PhpRef::new(context)) } else { context };
        let answer = cx.call_vec(&self.finish, [context, Value::int(0)]);
        to_answer(cx, answer)
    }
}
