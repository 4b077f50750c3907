//! Commands that a program sends to a certain server: the first argument is a key that lies there, or its address.

use loxo_redis::{Command, slot_of};
use loxo_runtime::{Cx, PhpObject, PhpResult, Value, convert};

use super::{Cluster, build, cluster, method_name, spec, transaction};
use crate::builder::{is, is_any};
use crate::reply_conversion::{self, ReplyKind};

/// The server that an argument means; `None`: there is none, which has been reported.
pub(super) fn node_of(cx: &mut Cx, cluster: &Cluster, place: &Value) -> PhpResult<Option<usize>> {
    let place = place.deref();
    if let Some(address) = place.as_array() {
        let (host, port) = (address.get_int(0).map(Value::clone_deref), address.get_int(1).map(Value::clone_deref));
        if let (Some(host), Some(port)) = (host.as_ref().and_then(Value::as_bytes), port.as_ref().and_then(Value::as_int)) {
            let node = cluster.nodes(cx)?.by_address(host, port);
            if node.is_none() {
                let host = String::from_utf8_lossy(host);
                cx.builtin_warning(format!("Unknown node {host}:{port}"));
                cx.check()?;
            }
            return Ok(node);
        }
    } else if place.is_string() || place.is_int() || place.is_float() {
        let key = convert::to_string(cx, place)?;
        let key = cluster.flags.lock(cx)?.prefixed(&key);
        let nodes = cluster.nodes(cx)?;
        return Ok(nodes.owner(slot_of(&key)));
    }
    cx.builtin_warning("Directed commands must be passed a key or [host,port] array");
    cx.check().map(|()| None)
}

fn send(cx: &mut Cx, this: &PhpObject, cluster: &Cluster, node: usize, bytes: &[u8], answer: &ReplyKind) -> PhpResult<Value> {
    if cluster.is_collecting() {
        return transaction::enqueue_at(cx, cluster, node, bytes, transaction::Queued::single(answer.clone()), this);
    }
    let reply = cluster.nodes(cx)?.ask_node(cx, node, bytes)?;
    match reply {
        Some(reply) => reply_conversion::convert(cx, &cluster.flags, reply, answer),
        None => Err(super::throw(cx, "Unable to send command at a specific node")),
    }
}

/// Commands that are the same as with a single server, but for the first argument.
pub(crate) fn run(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let name = method_name(cx);
    let place = args.first().map_or(Value::NULL, Value::clone_deref);
    let Some(node) = node_of(cx, &cluster, &place)? else { return Ok(Value::FALSE) };
    let Some(spec) = spec(&name) else { return Ok(Value::FALSE) };
    let Some(built) = build(cx, &cluster, spec, args, true)? else { return Ok(Value::FALSE) };
    let answer = match spec.method {
        "time" | "role" => ReplyKind::Any,
        "randomkey" => ReplyKind::Value,
        _ => built.answer,
    };
    send(cx, this, &cluster, node, &built.bytes, &answer)
}

/// Commands whose arguments go out as they are.
pub(crate) fn words(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    if cluster.is_collecting() {
        cx.builtin_warning("Command can't be issued in MULTI mode");
        return cx.check().map(|()| Value::FALSE);
    }
    let name = String::from_utf8_lossy(&method_name(cx)).to_uppercase();
    let place = args.first().map_or(Value::NULL, Value::clone_deref);
    let Some(node) = node_of(cx, &cluster, &place)? else { return Ok(Value::FALSE) };
    let mut command = Command::new(&name);
    for word in args.iter().skip(1) {
        command.arg(&convert::to_string(cx, word.deref())?);
    }
    send(cx, this, &cluster, node, &command.bytes(), &ReplyKind::Any)
}

/// `RedisCluster::flushdb()` and `RedisCluster::flushall()`
pub(crate) fn flush(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let name = String::from_utf8_lossy(&method_name(cx)).to_uppercase();
    let place = args.first().map_or(Value::NULL, Value::clone_deref);
    let Some(node) = node_of(cx, &cluster, &place)? else { return Ok(Value::FALSE) };
    let mut command = Command::new(&name);
    let in_background = match args.get(1) {
        Some(value) if !value.is_undef() => convert::to_bool(cx, value.deref())?,
        _ => false,
    };
    if in_background {
        command.word("ASYNC");
    }
    send(cx, this, &cluster, node, &command.bytes(), &ReplyKind::Bool)
}

/// `RedisCluster::client()`
pub(crate) fn client(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let place = args.first().map_or(Value::NULL, Value::clone_deref);
    let Some(node) = node_of(cx, &cluster, &place)? else { return Ok(Value::FALSE) };
    let operation = match args.get_mut(1) {
        Some(operation) => loxo_runtime::args::string(cx, 2, operation)?.clone(),
        None => return Ok(Value::FALSE),
    };
    let answer = if is(&operation, "list") {
        ReplyKind::Clients
    } else if is_any(&operation, &["kill", "setname"]) {
        ReplyKind::Bool
    } else if is(&operation, "getname") {
        ReplyKind::Value
    } else {
        cx.builtin_warning("Invalid CLIENT subcommand (LIST, KILL, GETNAME, and SETNAME are valid");
        return cx.check().map(|()| Value::FALSE);
    };
    let mut command = Command::new("CLIENT");
    command.arg(&operation);
    if let Some(argument) = args.get(2).filter(|argument| !argument.deref().is_null() && !argument.is_undef()) {
        command.arg(&convert::to_string(cx, argument.deref())?);
    }
    send(cx, this, &cluster, node, &command.bytes(), &answer)
}
