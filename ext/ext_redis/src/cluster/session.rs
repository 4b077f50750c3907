//! Sessions in a cluster: `session.save_handler = rediscluster`.

use ext_session::SaveHandler;
use loxo_redis::{Command, slot_of};
use loxo_runtime::web::read_query;
use loxo_runtime::{Cx, ExtSlot, PhpArray, PhpResult, PhpStr};

use super::nodes::{Access, Failover, Nodes};
use crate::builder::is;
use crate::connection::credentials;
use crate::pack::Packing;
use crate::reply::Reply;
use crate::session::{Settings, lifetime, packing};

pub(crate) static HANDLER: SaveHandler =
    SaveHandler { name: "rediscluster", open, close, read, write, touch, destroy, gc, create_sid, validate_sid };

const PREFIX: &[u8] = b"PHPREDIS_CLUSTER_SESSION:";

/// What is open in this request.
#[derive(Default)]
struct Open(Option<Storage>);

impl ExtSlot for Open {}

struct Storage {
    nodes: Nodes,
    prefix: Vec<u8>,
    packing: Packing,
}

fn open(cx: &mut Cx, save_path: &[u8], _: &[u8]) -> PhpResult<bool> {
    let mut all = PhpArray::new();
    read_query(cx, save_path, &mut all)?;
    let settings = Settings(all);
    let Some(seeds) = settings.0.get_bytes(b"seed").and_then(|seeds| seeds.as_array().cloned()) else { return Ok(false) };
    let seeds: Vec<Vec<u8>> = seeds.values().filter_map(|seed| seed.as_bytes().map(<[u8]>::to_vec)).collect();
    let (timeout, read_timeout) = (settings.float(cx, "timeout")?.unwrap_or(0.0), settings.float(cx, "read_timeout")?.unwrap_or(0.0));
    if timeout < 0.0 || read_timeout < 0.0 {
        cx.builtin_warning("Can't set negative timeout values in session configuration");
        return Ok(false);
    }
    let (user, password) = match settings.0.get_bytes(b"auth").cloned() {
        Some(auth) => credentials(cx, &auth)?.unwrap_or_default(),
        None => (None, None),
    };
    let persistent = settings.flag(cx, "persistent")?;
    let mut nodes = Nodes::new(cx, &seeds, Access { timeout, read_timeout, persistent, user, password, ssl: None })?;
    nodes.failover = match settings.text(cx, "failover")? {
        Some(word) if is(&word, "error") => Failover::Error,
        Some(word) if is(&word, "distribute") => Failover::Distribute,
        _ => Failover::None,
    };
    let prefix = settings.text(cx, "prefix")?.map_or_else(|| PREFIX.to_vec(), |prefix| prefix.as_bytes().to_vec());
    let packing = packing(cx);
    cx.ext::<Open>().0 = Some(Storage { nodes, prefix, packing });
    Ok(true)
}

/// Sends a command about a session; `None`: nothing is open.
fn ask(cx: &mut Cx, id: &[u8], keyword: &str, rest: &[&[u8]], reads: bool) -> PhpResult<Option<Reply>> {
    let Some(mut storage) = cx.ext::<Open>().0.take() else { return Ok(None) };
    let key = [&storage.prefix[..], id].concat();
    let mut command = Command::new(keyword);
    command.arg(&key);
    for part in rest {
        command.arg(part);
    }
    let reply = storage.nodes.ask(cx, slot_of(&key), &command.bytes(), reads);
    cx.ext::<Open>().0 = Some(storage);
    reply.map(|(_, reply)| Some(reply))
}

fn own_packing(cx: &mut Cx) -> Packing {
    cx.ext::<Open>().0.as_ref().map_or_else(Packing::default, |storage| storage.packing)
}

fn close(cx: &mut Cx) -> PhpResult<bool> {
    cx.ext::<Open>().0 = None;
    Ok(true)
}

fn read(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<PhpStr>> {
    let reply = if cx.ini_bool("redis.session.early_refresh") {
        let seconds = lifetime(cx).to_string();
        ask(cx, id, "GETEX", &[b"EX", seconds.as_bytes()], false)?
    } else {
        ask(cx, id, "GET", &[], true)?
    };
    Ok(match reply {
        Some(Reply::Bulk(text)) => Some(own_packing(cx).uncompress(&text).unwrap_or(text)),
        Some(Reply::Nil) => Some(PhpStr::empty()),
        _ => None,
    })
}

fn write(cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
    let packed = own_packing(cx).compress(data).unwrap_or_else(|| data.clone());
    let seconds = lifetime(cx).to_string();
    Ok(ask(cx, id, "SETEX", &[seconds.as_bytes(), &packed], false)?.is_some_and(|reply| reply.is_ok()))
}

fn touch(cx: &mut Cx, id: &PhpStr, _: &PhpStr) -> PhpResult<bool> {
    if cx.ini_bool("redis.session.early_refresh") {
        return Ok(true);
    }
    let seconds = lifetime(cx).to_string();
    Ok(matches!(ask(cx, id, "EXPIRE", &[seconds.as_bytes()], false)?, Some(Reply::Int(_))))
}

fn destroy(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    Ok(matches!(ask(cx, id, "DEL", &[], false)?, Some(Reply::Int(0 | 1))))
}

fn validate_sid(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    Ok(!id.is_empty() && matches!(ask(cx, id, "EXISTS", &[], true)?, Some(Reply::Int(1))))
}

fn create_sid(cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
    Ok(ext_session::create_id(cx))
}

/// Redis forgets by itself.
fn gc(_: &mut Cx, _: i64) -> PhpResult<i64> {
    Ok(0)
}
