//! What a cluster says of itself, without asking any server.

use loxo_redis::compress::Compression;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use super::nodes::{Failover, throw};
use super::{Cluster, cluster};
use crate::options;
use crate::pack::{Packing, Serializer};

/// `RedisCluster::OPT_SLAVE_FAILOVER`
const FAILOVER: i64 = 5;

/// `host:port` of a server.
pub(super) fn server_address(cluster: &Cluster, cx: &mut Cx, node: usize) -> PhpResult<String> {
    let nodes = cluster.nodes(cx)?;
    Ok(nodes.masters.get(node).map_or_else(String::new, |node| format!("{}:{}", String::from_utf8_lossy(&node.host), node.port)))
}

/// `RedisCluster::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let cluster = cluster(cx, this)?;
    let nodes = cluster.nodes(cx)?;
    for node in nodes.masters.iter().flat_map(|master| std::iter::once(master).chain(&master.replicas)) {
        node.connection.lock(cx)?.disconnect(true, true);
    }
    Ok(true)
}

/// `RedisCluster::getmode()`
pub(crate) fn getmode(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(cluster(cx, this)?.is_collecting().into())
}

/// `RedisCluster::getlasterror()`
pub(crate) fn getlasterror(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Vec<u8>>> {
    let cluster = cluster(cx, this)?;
    Ok(cluster.flags.lock(cx)?.error.clone())
}

/// `RedisCluster::clearlasterror()`
pub(crate) fn clearlasterror(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let cluster = cluster(cx, this)?;
    cluster.flags.lock(cx)?.error = None;
    Ok(true)
}

/// `RedisCluster::gettransferredbytes()`
pub(crate) fn gettransferredbytes(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let cluster = cluster(cx, this)?;
    let nodes = cluster.nodes(cx)?;
    let (mut sent, mut received) = (0, 0);
    for node in nodes.masters.iter().flat_map(|master| std::iter::once(master).chain(&master.replicas)) {
        let sock = node.connection.lock(cx)?;
        sent += sock.sent as i64;
        received += sock.received as i64;
    }
    Ok(PhpArray::from_values([sent, received]))
}

/// `RedisCluster::cleartransferredbytes()`
pub(crate) fn cleartransferredbytes(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let cluster = cluster(cx, this)?;
    let nodes = cluster.nodes(cx)?;
    for node in nodes.masters.iter().flat_map(|master| std::iter::once(master).chain(&master.replicas)) {
        let mut sock = node.connection.lock(cx)?;
        (sock.sent, sock.received) = (0, 0);
    }
    Ok(())
}

/// `RedisCluster::getoption()`
pub(crate) fn getoption(cx: &mut Cx, this: &PhpObject, option: i64) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    if option == FAILOVER {
        return Ok(Value::int(cluster.nodes(cx)?.failover as i64));
    }
    options::get(cx, &cluster.flags, option)
}

/// `RedisCluster::setoption()`
pub(crate) fn setoption(cx: &mut Cx, this: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    let cluster = cluster(cx, this)?;
    if option != FAILOVER {
        return options::set(cx, &cluster.flags, option, value);
    }
    let number = convert::to_int(cx, value.deref())?;
    match Failover::find(number) {
        Some(failover) => {
            cluster.nodes(cx)?.failover = failover;
            Ok(true)
        }
        None => Ok(false),
    }
}

/// `RedisCluster::_masters()`
pub(crate) fn masters(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let cluster = cluster(cx, this)?;
    let nodes = cluster.nodes(cx)?;
    let address = |node: &super::nodes::Node| Value::array(PhpArray::from_values([Value::bytes(&node.host), Value::int(node.port)]));
    Ok(PhpArray::from_values(nodes.masters.iter().map(address)))
}

/// `RedisCluster::_redir()`
pub(crate) fn redir(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Vec<u8>>> {
    let cluster = cluster(cx, this)?;
    Ok(cluster.nodes(cx)?.redirected.clone())
}

fn packing(cx: &mut Cx, this: &PhpObject) -> PhpResult<Packing> {
    let cluster = cluster(cx, this)?;
    Ok(cluster.flags.lock(cx)?.packing)
}

/// `RedisCluster::_prefix()`
pub(crate) fn prefix(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<Vec<u8>> {
    let cluster = cluster(cx, this)?;
    Ok(cluster.flags.lock(cx)?.prefixed(key))
}

/// `RedisCluster::_serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<PhpStr> {
    packing(cx, this)?.serialize(cx, value)
}

/// `RedisCluster::_unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<Value> {
    let packing = packing(cx, this)?;
    if packing.serializer == Serializer::None {
        return Ok(Value::string(value.clone()));
    }
    match packing.unserialize(cx, value)? {
        Some(value) => Ok(value),
        None => Err(throw(cx, "Invalid serialized data, or unserialization error")),
    }
}

/// `RedisCluster::_compress()`
pub(crate) fn compress(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<PhpStr> {
    Ok(packing(cx, this)?.compress(value).unwrap_or_else(|| value.clone()))
}

/// `RedisCluster::_uncompress()`
pub(crate) fn uncompress(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<PhpStr> {
    let packing = packing(cx, this)?;
    if value.is_empty() || packing.compression == Compression::None {
        return Ok(value.clone());
    }
    match packing.uncompress(value) {
        Some(plain) => Ok(plain),
        None => Err(throw(cx, "Invalid compressed data or uncompression error")),
    }
}

/// `RedisCluster::_pack()`
pub(crate) fn pack(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<PhpStr> {
    packing(cx, this)?.pack(cx, value)
}

/// `RedisCluster::_unpack()`
pub(crate) fn unpack(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<Value> {
    packing(cx, this)?.unpack(cx, value.clone())
}
