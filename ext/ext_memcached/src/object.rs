//! What an object holds, and what it tells of its last operation.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use loxo_memcached::{Client, Distribution, Failure, Status, option};
use loxo_runtime::{Callable, Cx, Native, ObjectHandlers, PhpObject, PhpResult, PhpStr, Value};

use crate::{connection, settings};

/// Keys with their prefix are not longer.
const LONGEST_KEY: usize = 250;
/// `Memcached::RES_PAYLOAD_FAILURE`
pub(crate) const PAYLOAD_FAILURE: Status = Status(-1001);

/// The extension's own options.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub persistent: bool,
    pub compression: bool,
    pub compression_type: i64,
    pub compression_level: i64,
    pub serializer: i64,
    pub store_retry_count: i64,
    /// -1: none.
    pub user_flags: i64,
    pub item_size_limit: i64,
}

/// A client and its options; objects of one persistent id share it.
pub(crate) struct Core {
    pub client: Client,
    pub settings: Settings,
}

pub(crate) type Shared = Rc<RefCell<Core>>;

thread_local! {
    /// Clients that outlive requests, by their ids.
    static PERSISTENT: RefCell<HashMap<Vec<u8>, Shared>> = RefCell::default();
}

/// The native part.
#[derive(Default)]
pub(crate) struct Memc {
    core: Option<Shared>,
    pristine: bool,
    result: LastResult,
    errno: i32,
}

/// The number of the last result.
#[derive(Clone, Copy)]
struct LastResult(Status);

impl Default for LastResult {
    fn default() -> LastResult {
        LastResult(Status::SUCCESS)
    }
}

impl Native for Memc {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Memc::default())), no_clone: true, ..ObjectHandlers::default() }
}

/// The client of an object whose constructor ran.
pub(crate) fn core(cx: &mut Cx, this: &PhpObject) -> PhpResult<Shared> {
    let core = this.native_mut::<Memc>().and_then(|own| own.core.clone());
    core.ok_or_else(|| cx.throw_error("Memcached constructor was not called"))
}

/// The same for an operation: nothing has gone wrong yet.
pub(crate) fn begun(cx: &mut Cx, this: &PhpObject) -> PhpResult<Shared> {
    let core = core(cx, this)?;
    set_result(this, Status::SUCCESS);
    Ok(core)
}

pub(crate) fn set_result(this: &PhpObject, status: Status) {
    if let Some(own) = this.native_mut::<Memc>() {
        own.result = LastResult(status);
        own.errno = 0;
    }
}

pub(crate) fn result(this: &PhpObject) -> Status {
    this.native_mut::<Memc>().map_or(Status::FAILURE, |own| own.result.0)
}

/// Keeps how an operation ended. Was that well?
pub(crate) fn ended(this: &PhpObject, core: &Shared, status: Status) -> bool {
    set_result(this, status);
    let failed = status.is_error(true);
    if let (true, Some(own)) = (failed, this.native_mut::<Memc>()) {
        own.errno = core.borrow().client.last_failure().map_or(0, |failure| failure.errno);
    }
    !failed
}

/// Would the servers take the key? If not, that is the result.
pub(crate) fn key_is_good(this: &PhpObject, core: &Shared, key: &[u8]) -> bool {
    let client = &mut core.borrow_mut().client;
    let length = !key.is_empty() && key.len() <= LONGEST_KEY.saturating_sub(client.prefix().len());
    let characters = match (client.option(option::BINARY_PROTOCOL) != 0, client.option(option::VERIFY_KEY) != 0) {
        (true, _) => !key.contains(&b'\n'),
        (false, true) => key.iter().all(u8::is_ascii_graphic),
        (false, false) => !key.iter().any(|byte| byte.is_ascii_whitespace() || *byte == 0x0b),
    };
    if !(length && characters) {
        set_result(this, Status::BAD_KEY_PROVIDED);
    }
    length && characters
}

fn new_core(cx: &mut Cx, persistent: bool, connection: Option<&PhpStr>) -> PhpResult<Core> {
    let settings = Settings {
        persistent,
        compression: true,
        compression_type: settings::compression_type(cx),
        compression_level: cx.ini_int("memcached.compression_level"),
        serializer: settings::serializer(cx),
        store_retry_count: cx.ini_int("memcached.store_retry_count"),
        user_flags: -1,
        item_size_limit: cx.ini_int("memcached.item_size_limit"),
    };
    let mut client = Client::new();
    if let Some(text) = connection.filter(|text| !text.is_empty())
        && !connection::configure(&mut client, text)
    {
        return Err(cx.fatal("Memcached::__construct(): Failed to allocate memory for memcached structure"));
    }
    if cx.ini_bool("memcached.default_consistent_hash") {
        client.set_option(option::DISTRIBUTION, Distribution::Consistent as u64);
    }
    if cx.ini_bool("memcached.default_binary_protocol") {
        client.set_option(option::BINARY_PROTOCOL, 1);
        client.set_option(option::TCP_NODELAY, 1);
    }
    let timeout = cx.ini_int("memcached.default_connect_timeout");
    if timeout != 0 {
        client.set_option(option::CONNECT_TIMEOUT, timeout as u64);
    }
    Ok(Core { client, settings })
}

/// `Memcached::__construct()`
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    id: Option<&PhpStr>,
    callback: Option<&Callable>,
    connection: Option<&PhpStr>,
) -> PhpResult<()> {
    let kept = id.filter(|id| !id.is_empty());
    let known = kept.and_then(|id| PERSISTENT.with_borrow(|all| all.get(id.as_bytes()).cloned()));
    let is_new = known.is_none();
    let core = match known {
        Some(core) => core,
        None => Rc::new(RefCell::new(new_core(cx, kept.is_some(), connection)?)),
    };
    if let Some(own) = this.native_mut::<Memc>() {
        own.core = Some(core.clone());
        own.pristine = is_new;
    }
    if !is_new {
        return Ok(());
    }
    if let Some(callback) = callback {
        let id = id.map_or(Value::NULL, |id| Value::string(id.clone()));
        let called = cx.call(callback, &[Value::object(this.clone()), id]).map(drop).and_then(|()| cx.check());
        if called.is_err() {
            if let Some(own) = this.native_mut::<Memc>() {
                own.core = None;
            }
            return called;
        }
    }
    if let Some(id) = kept {
        PERSISTENT.with_borrow_mut(|all| all.insert(id.to_vec(), core));
    }
    Ok(())
}

/// `Memcached::getResultCode()`
pub(crate) fn get_result_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    core(cx, this)?;
    Ok(i64::from(result(this).0))
}

/// `Memcached::getResultMessage()`
pub(crate) fn get_result_message(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    core(cx, this)?;
    let (status, errno) = this.native_mut::<Memc>().map_or((Status::FAILURE, 0), |own| (own.result.0, own.errno));
    if status == PAYLOAD_FAILURE {
        return Ok(PhpStr::from("PAYLOAD FAILURE"));
    }
    if errno != 0 && matches!(status, Status::ERRNO | Status::ERROR | Status::UNKNOWN_READ_FAILURE) {
        let system = std::io::Error::from_raw_os_error(errno).to_string();
        // Without the number that Rust puts behind it.
        let system = system.split(" (os error").next().unwrap_or_default();
        return Ok(PhpStr::from(format!("{}: {system}", status.text())));
    }
    Ok(PhpStr::from(status.text()))
}

/// `Memcached::getLastErrorMessage()`
pub(crate) fn get_last_error_message(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let core = core(cx, this)?;
    let address = Rc::as_ptr(&core).addr();
    let core = core.borrow();
    let Some(failure) = core.client.last_failure() else { return Ok(PhpStr::from(Status::SUCCESS.text())) };
    let Failure { status, detail, server, .. } = failure;
    let text = if detail.is_empty() { status.text() } else { detail };
    let place = if server.is_empty() { String::new() } else { format!(",  host: {server}") };
    Ok(PhpStr::from(format!("({address:#x}) {text}{place}")))
}

/// `Memcached::getLastErrorCode()`
pub(crate) fn get_last_error_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let core = core(cx, this)?;
    let code = core.borrow().client.last_failure().map_or(0, |failure| failure.status.0);
    Ok(i64::from(code))
}

/// `Memcached::getLastErrorErrno()`
pub(crate) fn get_last_error_errno(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let core = core(cx, this)?;
    let errno = core.borrow().client.last_failure().map_or(0, |failure| failure.errno);
    Ok(i64::from(errno))
}

/// `Memcached::isPersistent()`
pub(crate) fn is_persistent(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let core = core(cx, this)?;
    let persistent = core.borrow().settings.persistent;
    Ok(persistent)
}

/// `Memcached::isPristine()`
pub(crate) fn is_pristine(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    core(cx, this)?;
    Ok(this.native_mut::<Memc>().is_some_and(|own| own.pristine))
}

/// `Memcached::checkKey()`
pub(crate) fn check_key(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<bool> {
    let core = begun(cx, this)?;
    Ok(key_is_good(this, &core, key))
}
