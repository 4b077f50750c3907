//! Keeps PHP's sessions in memcached (`session.save_handler=memcached`), with a lock for each session that is open.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ext_session::SaveHandler;
use loxo_memcached::{Client, ServerAddress, Status, Store, option};
use loxo_runtime::{Cx, ExtSlot, PhpResult, PhpStr};

pub(crate) static HANDLER: SaveHandler =
    SaveHandler { name: "memcached", open, close, read, write, touch, destroy, gc: |_, _| Ok(0), create_sid, validate_sid };

/// The client of the request's session, and the key of its lock.
#[derive(Default)]
struct Own {
    client: Option<Client>,
    lock: Option<Vec<u8>>,
    /// Under what the client is kept when the session is closed.
    keep_as: Option<Vec<u8>>,
}

impl ExtSlot for Own {}

thread_local! {
    /// Clients of persistent sessions that are closed, by their servers.
    static KEPT: RefCell<HashMap<Vec<u8>, Client>> = RefCell::default();
}

fn warn(cx: &mut Cx, message: impl AsRef<[u8]>) -> PhpResult<()> {
    cx.builtin_warning(message);
    cx.check()
}

fn whole(cx: &Cx, name: &str) -> u64 {
    cx.ini_int(name) as u64
}

/// Sets what settings say.
fn configure(cx: &Cx, client: &mut Client) -> Result<(), Status> {
    let mut wanted = Vec::new();
    let user = cx.ini_str("memcached.sess_sasl_username").to_vec();
    let password = cx.ini_str("memcached.sess_sasl_password").to_vec();
    let named = !user.is_empty() && !password.is_empty();
    if cx.ini_bool("memcached.sess_binary_protocol") || named {
        wanted.extend([(option::BINARY_PROTOCOL, 1), (option::TCP_NODELAY, 1)]);
    }
    if cx.ini_bool("memcached.sess_consistent_hash") {
        let weighted = cx.ini_str("memcached.sess_consistent_hash_type")[..] == b"ketama_weighted"[..];
        wanted.push((if weighted { option::KETAMA_WEIGHTED } else { option::KETAMA }, 1));
    }
    for (name, number) in [
        ("memcached.sess_server_failure_limit", option::SERVER_FAILURE_LIMIT),
        ("memcached.sess_number_of_replicas", option::NUMBER_OF_REPLICAS),
        ("memcached.sess_randomize_replica_read", option::RANDOMIZE_REPLICA_READ),
        ("memcached.sess_remove_failed_servers", option::REMOVE_FAILED_SERVERS),
        ("memcached.sess_connect_timeout", option::CONNECT_TIMEOUT),
    ] {
        let value = whole(cx, name);
        if value != 0 {
            wanted.push((number, value));
        }
    }
    for (number, value) in wanted {
        if client.option(number) != value {
            let status = client.set_option(number, value);
            if status != Status::SUCCESS {
                return Err(status);
            }
        }
    }
    client.set_prefix(&cx.ini_str("memcached.sess_prefix"));
    if named {
        client.set_credentials(&user, &password);
    }
    Ok(())
}

fn open(cx: &mut Cx, path: &[u8], _: &[u8]) -> PhpResult<bool> {
    let path_text = String::from_utf8_lossy(path).into_owned();
    if path_text.contains("PERSISTENT=") {
        warn(cx, "failed to parse session.save_path: PERSISTENT is replaced by memcached.sess_persistent = On")?;
        return Ok(false);
    }
    let Some(servers) = ServerAddress::parse_list(&path_text) else {
        warn(cx, "failed to parse session.save_path")?;
        return Ok(false);
    };
    let keep_as = cx.ini_bool("memcached.sess_persistent").then(|| path.to_vec());
    let kept = keep_as.as_ref().and_then(|key| KEPT.with_borrow_mut(|kept| kept.remove(key)));
    let mut client = match kept {
        Some(client) => client,
        None => {
            let mut client = Client::new();
            client.push_servers(servers);
            client.set_option(option::VERIFY_KEY, 1);
            client
        }
    };
    if let Err(status) = configure(cx, &mut client) {
        warn(cx, format!("failed to initialise session memcached configuration: {}", status.text()))?;
        return Ok(false);
    }
    *cx.ext::<Own>() = Own { client: Some(client), lock: None, keep_as };
    Ok(true)
}

/// Works with the client; `None`, and a warning, if there is none.
fn with<R>(cx: &mut Cx, work: impl FnOnce(&mut Client) -> R) -> PhpResult<Option<R>> {
    if let Some(client) = cx.ext::<Own>().client.as_mut() {
        return Ok(Some(work(client)));
    }
    warn(cx, "Session is not allocated, check session.save_path value")?;
    Ok(None)
}

fn unlock(cx: &mut Cx) {
    let own = cx.ext::<Own>();
    if let (Some(key), Some(client)) = (own.lock.take(), own.client.as_mut()) {
        client.delete(None, &key, 0);
    }
}

fn close(cx: &mut Cx) -> PhpResult<bool> {
    if with(cx, |_| ())?.is_none() {
        return Ok(false);
    }
    unlock(cx);
    let own = std::mem::take(cx.ext::<Own>());
    if let (Some(client), Some(key)) = (own.client, own.keep_as) {
        KEPT.with_borrow_mut(|kept| kept.insert(key, client));
    }
    Ok(true)
}

/// Times of more than a month are points in time for memcached.
fn expiration(seconds: i64) -> i64 {
    const MONTH: i64 = 60 * 60 * 24 * 30;
    if seconds <= MONTH {
        return seconds.max(0);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    i64::try_from(now).unwrap_or(0).saturating_add(seconds)
}

fn lock_expiration(cx: &Cx) -> i64 {
    let own = cx.ini_int("memcached.sess_lock_expire");
    expiration(if own > 0 { own } else { cx.ini_int("max_execution_time") })
}

fn session_expiration(cx: &Cx) -> i64 {
    expiration(cx.ini_int("session.gc_maxlifetime"))
}

/// Waits until nobody else has the session.
fn lock(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    let key = [b"lock.", id.as_bytes()].concat();
    let until = lock_expiration(cx);
    let most = whole(cx, "memcached.sess_lock_wait_max");
    let mut wait = whole(cx, "memcached.sess_lock_wait_min");
    let mut retries = cx.ini_int("memcached.sess_lock_retries");
    loop {
        let Some(status) = with(cx, |client| client.store(Store::Add, None, &key, b"1", until, 0))? else { return Ok(false) };
        match status {
            Status::SUCCESS => {
                cx.ext::<Own>().lock = Some(key);
                return Ok(true);
            }
            Status::NOTSTORED | Status::DATA_EXISTS if retries > 0 => {
                loxo_process_sys::sleep(Duration::from_millis(wait));
                wait = most.min(wait.saturating_mul(2));
            }
            Status::NOTSTORED | Status::DATA_EXISTS => {}
            status => warn(cx, format!("Failed to write session lock: {}", status.text()))?,
        }
        if retries <= 0 {
            return Ok(false);
        }
        retries -= 1;
        cx.check()?;
    }
}

/// What went wrong, in the client's words.
fn reason(cx: &mut Cx) -> String {
    let failure = cx.ext::<Own>().client.as_ref().and_then(Client::last_failure);
    failure.map_or_else(
        || Status::SUCCESS.text().into(),
        |failure| format!("{},  host: {}", if failure.detail.is_empty() { failure.status.text() } else { &failure.detail }, failure.server),
    )
}

fn read(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<PhpStr>> {
    if with(cx, |_| ())?.is_none() {
        return Ok(None);
    }
    if cx.ini_bool("memcached.sess_locking") && !lock(cx, id)? {
        warn(cx, "Unable to clear session lock record")?;
        return Ok(None);
    }
    let found = with(cx, |client| {
        let status = client.get(None, &[id.as_bytes()], false);
        if status != Status::SUCCESS {
            return Err(status);
        }
        let item = client.fetch();
        client.discard();
        item
    })?;
    match found {
        Some(Ok(item)) => Ok(Some(PhpStr::from_vec(item.value))),
        Some(Err(Status::NOTFOUND | Status::END)) => Ok(Some(PhpStr::default())),
        Some(Err(_)) => {
            let reason = reason(cx);
            warn(cx, format!("error getting session from memcached: {reason}"))?;
            Ok(None)
        }
        None => Ok(None),
    }
}

fn write(cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
    let until = session_expiration(cx);
    let mut tries = 1;
    if cx.ini_bool("memcached.sess_remove_failed_servers") {
        // Each copy may fail as often as it takes to leave a server out.
        let limits = with(cx, |client| (client.option(option::NUMBER_OF_REPLICAS), client.option(option::SERVER_FAILURE_LIMIT)))?;
        tries += limits.map_or(0, |(replicas, failures)| replicas.saturating_mul(failures.saturating_add(1)));
    }
    for _ in 0..tries {
        let status = with(cx, |client| client.store(Store::Set, None, id, data, until, 0))?;
        match status {
            None => return Ok(false),
            Some(Status::SUCCESS) => return Ok(true),
            Some(_) => {
                let reason = reason(cx);
                warn(cx, format!("error saving session to memcached: {reason}"))?;
            }
        }
    }
    Ok(false)
}

fn touch(cx: &mut Cx, id: &PhpStr, _: &PhpStr) -> PhpResult<bool> {
    let until = session_expiration(cx);
    let status = with(cx, |client| client.touch(None, id, until))?;
    Ok(status.is_some_and(|status| status != Status::FAILURE))
}

fn destroy(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    if with(cx, |client| client.delete(None, id, 0))?.is_none() {
        return Ok(false);
    }
    unlock(cx);
    Ok(true)
}

fn create_sid(cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
    let until = lock_expiration(cx);
    for _ in 0..3 {
        let Some(id) = ext_session::create_id(cx) else { return Ok(None) };
        let Some(client) = cx.ext::<Own>().client.as_mut() else { return Ok(Some(id)) };
        if client.store(Store::Add, None, &id, b"", until, 0) == Status::SUCCESS {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

fn validate_sid(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    Ok(with(cx, |client| client.exists(id))? == Some(Status::SUCCESS))
}
