//! Sessions: `session.save_handler=memcache`. A session lies on as many servers as the settings say, with a lock beside it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ext_session::SaveHandler;
use loxo_memcached::{Failure, PoolServer, Status, Store};
use loxo_runtime::{Cx, ExtSlot, PhpResult, PhpStr, Value};

use crate::object::{self, Own, SAVINGS, Shared};
use crate::{settings, values};

pub(crate) static HANDLER: SaveHandler = SaveHandler {
    name: "memcache",
    open,
    close: |cx| {
        cx.ext::<Opened>().0 = None;
        Ok(true)
    },
    read,
    write,
    touch: write,
    destroy,
    gc: |_, _| Ok(0),
    create_sid: |cx| Ok(ext_session::create_id(cx)),
    validate_sid: |_, _| Ok(true),
};

#[derive(Default)]
struct Opened(Option<Shared>);

impl ExtSlot for Opened {}

/// A server out of `tcp://host:port?weight=2`; `None`: it is none.
fn server(text: &str) -> Option<PoolServer> {
    let (place, query) = text.split_once('?').unwrap_or((text, ""));
    let parameter = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let number = |name: &str, default: i64| parameter(name).map_or(default, |value| value.parse().unwrap_or(0));
    let persistent = parameter("persistent").is_some_and(|value| !matches!(value, "" | "0"));
    let timeout: f64 = parameter("timeout").map_or(1.0, |value| value.parse().unwrap_or(0.0));
    let timeout = Duration::try_from_secs_f64(timeout).ok().filter(|timeout| !timeout.is_zero())?;
    let weight = u32::try_from(number("weight", 1)).ok().filter(|weight| *weight > 0)?;
    let retry = number("retry_interval", 15);
    let new = |host: &str, port: u16| PoolServer::new(host, port, weight, persistent, timeout, retry);
    if let Some(path) = place.strip_prefix("unix://").or(place.strip_prefix("file://")) {
        return Some(new(path.strip_suffix(":0").unwrap_or(path), 0));
    }
    let place = place.split_once("://").map_or(place, |(_, place)| place).trim_end_matches('/');
    let (host, port) = place.rsplit_once(':')?;
    if host.is_empty() {
        return None;
    }
    Some(new(host, port.parse().ok()?))
}

fn open(cx: &mut Cx, path: &[u8], _: &[u8]) -> PhpResult<bool> {
    let own_path = cx.ini_str("memcache.session_save_path").to_vec();
    let path = if own_path.is_empty() { path } else { &own_path };
    let text = String::from_utf8_lossy(path).into_owned();
    let mut pool = settings::new_pool(cx);
    for entry in text.split([',', ' ', '\t', '\n', '\r']).filter(|entry| !entry.is_empty()) {
        let Some(server) = server(entry) else {
            let offset = entry.as_ptr().addr() - text.as_ptr().addr();
            cx.builtin_warning(format!("Failed to parse memcache.save_path (error at offset {offset}, url was '{text}')"));
            cx.check()?;
            return Ok(false);
        };
        pool.add(server);
    }
    if pool.servers.is_empty() {
        return Ok(false);
    }
    let threshold = usize::try_from(cx.ini_int("memcache.compress_threshold")).unwrap_or(0);
    cx.ext::<Opened>().0 = Some(Rc::new(RefCell::new(Own { pool, threshold, savings: SAVINGS })));
    Ok(true)
}

/// The keys of a session and of its lock.
fn keys(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<(Vec<u8>, Vec<u8>)>> {
    let key = object::prepared(cx, id, true)?;
    Ok(key.map(|key| {
        let lock = [&key[..], b".lock"].concat();
        (key, lock)
    }))
}

/// How many servers have a session.
fn copies(cx: &Cx, own: &Shared) -> usize {
    usize::try_from(cx.ini_int("memcache.session_redundancy")).unwrap_or(1).min(own.borrow().pool.servers.len())
}

/// Takes the lock of a session on a server: whoever counts to 1 has it.
fn lock(own: &Shared, index: usize, key: &[u8], timeout: i64) -> Result<bool, Failure> {
    let pool = &mut own.borrow_mut().pool;
    if pool.binary {
        return Ok(pool.add_to(index, key, 1, Some((1, timeout)))? == 1);
    }
    match pool.add_to(index, key, 1, None) {
        Ok(number) => Ok(number == 1),
        Err(failure) if failure.status == Status::NOTFOUND => match pool.store(index, Store::Add, key, b"1", 0x300, timeout) {
            Ok(()) => Ok(true),
            Err(failure) if failure.status == Status::NOTSTORED => Ok(false),
            Err(failure) => Err(failure),
        },
        Err(failure) => Err(failure),
    }
}

fn read(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<PhpStr>> {
    const LONGEST: u64 = 1_000_000;
    let Some(own) = cx.ext::<Opened>().0.clone() else { return Ok(None) };
    let Some((key, lock_key)) = keys(cx, id)? else { return Ok(None) };
    let attempts = settings::attempts(cx).unwrap_or(1);
    let timeout = cx.ini_int("memcache.lock_timeout");
    let copies = copies(cx, &own);
    let (mut skip, mut last) = (Vec::new(), 0);
    let mut wait = 5000;
    let mut left = u64::try_from(timeout).unwrap_or(0) * 2_000_000;
    while skip.len() < copies {
        let before = last;
        let index = own.borrow_mut().pool.find_next(&key, &skip, &mut last, attempts);
        if !own.borrow().pool.is_valid(index) {
            skip.push(index);
            continue;
        }
        let found = lock(&own, index, &lock_key, timeout).and_then(|locked| {
            let items = own.borrow_mut().pool.get(index, std::slice::from_ref(&key), false)?;
            Ok((locked, items))
        });
        match found {
            Err(failure) => {
                object::failed(cx, None, &own, index, &failure)?;
                skip.push(index);
            }
            Ok((true, items)) => {
                if let Some(item) = items.first()
                    && let Some(value) = values::unpack(cx, item)?
                {
                    return Ok(Some(value.as_str().cloned().unwrap_or_default()));
                }
                skip.push(index);
            }
            Ok((false, _)) => {
                // Somebody else has it: a little later, the same server.
                last = before;
                if left == 0 {
                    break;
                }
                loxo_process_sys::sleep(Duration::from_micros(wait));
                left = left.saturating_sub(wait);
                wait = (wait * 2).min(LONGEST);
                cx.check()?;
            }
        }
    }
    Ok(Some(PhpStr::default()))
}

/// Does something on all servers that have a session. Was it done on one, and failed on none that answered?
fn on_all(cx: &mut Cx, own: &Shared, key: &[u8], mut work: impl FnMut(usize) -> Result<(), Failure>) -> PhpResult<bool> {
    let attempts = settings::attempts(cx).unwrap_or(1);
    let copies = copies(cx, own);
    let (mut skip, mut last, mut done) = (Vec::new(), 0, false);
    while skip.len() < copies {
        let index = own.borrow_mut().pool.find_next(key, &skip, &mut last, attempts);
        skip.push(index);
        if !own.borrow().pool.is_valid(index) {
            continue;
        }
        match work(index) {
            Ok(()) => done = true,
            Err(failure) => object::failed(cx, None, own, index, &failure)?,
        }
    }
    Ok(done)
}

fn write(cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
    let Some(own) = cx.ext::<Opened>().0.clone() else { return Ok(false) };
    let Some((key, lock_key)) = keys(cx, id)? else { return Ok(false) };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let until = i64::try_from(now).unwrap_or(0).saturating_add(cx.ini_int("session.gc_maxlifetime"));
    let timeout = cx.ini_int("memcache.lock_timeout");
    let Some((payload, flags)) = values::pack(cx, &own, &Value::string(data.clone()), 0)? else { return Ok(false) };
    let shared = own.clone();
    on_all(cx, &own, &key, |index| {
        let pool = &mut shared.borrow_mut().pool;
        pool.store(index, Store::Set, &key, &payload, flags, until)?;
        pool.store(index, Store::Set, &lock_key, b"0", 0x300, timeout)
    })
}

fn destroy(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    let Some(own) = cx.ext::<Opened>().0.clone() else { return Ok(false) };
    let Some((key, lock_key)) = keys(cx, id)? else { return Ok(false) };
    let shared = own.clone();
    on_all(cx, &own, &key, |index| {
        let pool = &mut shared.borrow_mut().pool;
        let missing = |result: Result<(), Failure>| match result {
            Err(failure) if failure.status == Status::NOTFOUND => Ok(()),
            result => result,
        };
        missing(pool.delete(index, &key))?;
        missing(pool.delete(index, &lock_key))
    })
}
