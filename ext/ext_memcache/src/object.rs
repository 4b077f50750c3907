//! What an object holds, and how a request goes on with another server when one fails.

use std::cell::RefCell;
use std::rc::Rc;

use loxo_memcached::{Failure, Pool, Status};
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, PhpStr, Tracer, Value};

use crate::settings;

const LONGEST_KEY: usize = 250;
/// Compressed values must be that much smaller.
pub(crate) const SAVINGS: f64 = 0.2;

/// Servers, and how large values are kept.
pub(crate) struct Own {
    pub pool: Pool,
    pub threshold: usize,
    pub savings: f64,
}

pub(crate) type Shared = Rc<RefCell<Own>>;

/// The native part.
#[derive(Default)]
pub(crate) struct Memcache {
    pub own: Option<Shared>,
    pub on_failure: Option<Value>,
    pub credentials: Option<(Vec<u8>, Vec<u8>)>,
}

impl Native for Memcache {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(callback) = &self.on_failure {
            tracer.value(callback);
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Memcache::default())), no_clone: true, ..ObjectHandlers::default() }
}

/// The servers; a new pool before the first is added.
pub(crate) fn pool_for_adding(cx: &mut Cx, this: &PhpObject) -> Shared {
    let known = this.native_mut::<Memcache>().and_then(|native| native.own.clone());
    known.unwrap_or_else(|| {
        let mut pool = settings::new_pool(cx);
        let threshold = usize::try_from(cx.ini_int("memcache.compress_threshold")).unwrap_or(0);
        pool.credentials = this.native_mut::<Memcache>().and_then(|native| native.credentials.clone());
        let own = Rc::new(RefCell::new(Own { pool, threshold, savings: SAVINGS }));
        if let Some(native) = this.native_mut::<Memcache>() {
            native.own = Some(own.clone());
        }
        own
    })
}

/// The servers; `None`, and a warning, if none was ever added.
pub(crate) fn pool(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Shared>> {
    let own = this.native_mut::<Memcache>().and_then(|native| native.own.clone());
    if own.is_none() {
        cx.builtin_warning("No servers added to memcache connection");
        cx.check()?;
    }
    Ok(own)
}

/// The same if there are servers now.
pub(crate) fn servers(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Shared>> {
    Ok(pool(cx, this)?.filter(|own| !own.borrow().pool.servers.is_empty()))
}

/// A key as it is sent: what would end it becomes `_`, what is too long is cut. `None`, and a warning, for an empty one.
pub(crate) fn prepared(cx: &mut Cx, key: &[u8], session: bool) -> PhpResult<Option<Vec<u8>>> {
    if key.is_empty() {
        cx.builtin_warning("Invalid key");
        cx.check()?;
        return Ok(None);
    }
    let mut all = settings::prefix(cx, session);
    all.extend_from_slice(key);
    all.truncate(LONGEST_KEY);
    for byte in &mut all {
        if *byte <= b' ' {
            *byte = b'_';
        }
    }
    Ok(Some(all))
}

/// Is it an answer, though not the one that was hoped for?
fn is_answer(status: Status) -> bool {
    matches!(
        status,
        Status::NOTFOUND
            | Status::NOTSTORED
            | Status::DATA_EXISTS
            | Status::E2BIG
            | Status::CLIENT_ERROR
            | Status::SERVER_MEMORY_ALLOCATION_FAILURE
    )
}

/// What the server said, with a number for it.
pub(crate) fn told(cx: &mut Cx, own: &Shared, index: usize, message: &str, number: i32) -> PhpResult<()> {
    let place = own.borrow().pool.servers.get(index).map(|server| (server.host.clone(), server.port));
    if let Some((host, port)) = place {
        cx.builtin_notice(format!("Server {host} (tcp {port}, udp 0) failed with: {message} ({number})"));
    }
    cx.check()
}

/// The server failed: it is left out for a while, and the program is informed.
pub(crate) fn failed(cx: &mut Cx, this: Option<&PhpObject>, own: &Shared, index: usize, failure: &Failure) -> PhpResult<()> {
    own.borrow_mut().pool.fail(index, failure);
    let known = own.borrow().pool.servers.get(index).map(|server| (server.host.clone(), server.port, server.error.clone()));
    let Some((host, port, error)) = known else { return Ok(()) };
    let (message, number) = error.unwrap_or_default();
    let callback = this.and_then(|this| this.native_mut::<Memcache>()).and_then(|native| native.on_failure.clone());
    let Some(callback) = callback else { return told(cx, own, index, &message, number) };
    let callable = (cx.hooks.callable)(cx, &callback)?;
    let Ok(callable) = callable else {
        if let Some(native) = this.and_then(|this| this.native_mut::<Memcache>()) {
            native.on_failure = None;
        }
        cx.builtin_warning("Invalid failure callback");
        return cx.check();
    };
    let arguments = vec![
        Value::from(host.as_str()),
        Value::int(i64::from(port)),
        Value::int(0),
        Value::string(PhpStr::from(message)),
        Value::int(i64::from(number)),
    ];
    cx.call_vec(&callable, arguments)?;
    cx.check()
}

/// How a request for a key ended: it was done; it was answered otherwise, by that server; nobody answered.
pub(crate) enum Outcome<R> {
    Done(R),
    Answered(usize, Failure),
    Failed,
}

/// Runs a request for a key on its server, or on the next ones if that fails.
pub(crate) fn attempt<R>(
    cx: &mut Cx,
    this: Option<&PhpObject>,
    own: &Shared,
    key: &[u8],
    mut work: impl FnMut(&mut Pool, usize) -> Result<R, Failure>,
) -> PhpResult<Outcome<R>> {
    let attempts = settings::attempts(cx);
    let mut index = own.borrow_mut().pool.find(key, attempts);
    let (mut skip, mut last) = (Vec::new(), 0);
    loop {
        if own.borrow().pool.is_valid(index) {
            let result = work(&mut own.borrow_mut().pool, index);
            match result {
                Ok(result) => return Ok(Outcome::Done(result)),
                Err(failure) if is_answer(failure.status) => return Ok(Outcome::Answered(index, failure)),
                Err(failure) => failed(cx, this, own, index, &failure)?,
            }
        }
        let Some(most) = attempts.filter(|most| last < *most) else { return Ok(Outcome::Failed) };
        skip.push(index);
        let pool = &mut own.borrow_mut().pool;
        if skip.len() > pool.servers.len().max(1) {
            return Ok(Outcome::Failed);
        }
        index = pool.find_next(key, &skip, &mut last, most);
    }
}

/// Further servers that get what is written for a key.
pub(crate) fn copies(cx: &Cx, own: &Shared, key: &[u8]) -> Vec<usize> {
    let wanted = usize::try_from(cx.ini_int("memcache.redundancy")).unwrap_or(1);
    let attempts = settings::attempts(cx).unwrap_or(1);
    let pool = &mut own.borrow_mut().pool;
    let first = pool.find(key, Some(attempts));
    let (mut all, mut last) = (vec![first], 0);
    while all.len() < wanted.min(pool.servers.len()) && last < attempts {
        let next = pool.find_next(key, &all, &mut last, attempts);
        if !all.contains(&next) {
            all.push(next);
        }
    }
    all.split_off(1)
}
