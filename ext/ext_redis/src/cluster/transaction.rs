//! `multi()` and `exec()` over several servers: each has a transaction of its own.

use loxo_redis::{Command, slot_of};
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Value, convert};

use super::nodes::throw;
use super::{Cluster, cluster};
use crate::reply::Reply;
use crate::reply_conversion::{self, ReplyKind};

/// How answers to the parts of one command become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Merge {
    List,
    Sum,
    /// Was everything done?
    All,
    /// The same answer for each key.
    Each,
}

impl Merge {
    pub(super) fn start(self) -> Value {
        match self {
            Merge::List | Merge::Each => Value::array(PhpArray::new()),
            Merge::Sum => Value::int(0),
            Merge::All => Value::TRUE,
        }
    }

    pub(super) fn add(self, whole: &mut Value, part: &Value, keys: usize) {
        match self {
            Merge::Sum => *whole = Value::int(whole.as_int().unwrap_or(0).saturating_add(part.as_int().unwrap_or(0))),
            Merge::All if !part.is_true() => *whole = Value::FALSE,
            Merge::All => {}
            Merge::List | Merge::Each => {
                let Some(list) = whole.as_array_mut() else { return };
                match part.as_array() {
                    Some(values) => {
                        list.extend_list(values);
                    }
                    None => {
                        for _ in 0..keys {
                            let _ = list.push(part.clone());
                        }
                    }
                }
            }
        }
    }
}

/// A command whose answer comes later.
pub(super) struct Queued {
    pub answer: ReplyKind,
    /// It is part of one, with so many keys.
    pub merge: Option<(Merge, usize)>,
    pub is_last: bool,
    pub node: usize,
}

impl Queued {
    pub(super) fn single(answer: ReplyKind) -> Queued {
        Queued { answer, merge: None, is_last: true, node: 0 }
    }
}

/// Sends a command to the master of a slot, within a transaction.
pub(super) fn enqueue(cx: &mut Cx, cluster: &Cluster, slot: u16, bytes: &[u8], queued: Queued, this: &PhpObject) -> PhpResult<Value> {
    let node = cluster.nodes(cx)?.owner(slot);
    match node {
        Some(node) => enqueue_at(cx, cluster, node, bytes, queued, this),
        None => Err(throw(cx, "Can't communicate with any node in the cluster")),
    }
}

/// Sends a command to a server, within a transaction.
pub(super) fn enqueue_at(
    cx: &mut Cx,
    cluster: &Cluster,
    node: usize,
    bytes: &[u8],
    mut queued: Queued,
    this: &PhpObject,
) -> PhpResult<Value> {
    let Some(connection) = cluster.nodes(cx)?.connection(node) else { return Ok(Value::FALSE) };
    let has_begun = connection.peek(|sock| sock.mode.multi).unwrap_or(false);
    if !has_begun {
        let reply = cluster.nodes(cx)?.ask_node(cx, node, &Command::new("MULTI").bytes())?;
        if !reply.is_some_and(|reply| reply.is_ok()) {
            return Err(throw(cx, "Couldn't start a transaction at a node"));
        }
        connection.lock(cx)?.mode.multi = true;
    }
    match cluster.nodes(cx)?.ask_node(cx, node, bytes)? {
        Some(Reply::Status(text)) if text.as_bytes() == b"QUEUED" => {
            queued.node = node;
            cluster.queue.borrow_mut().push(queued);
            Ok(Value::object(this.clone()))
        }
        Some(Reply::Error(text)) => {
            cluster.flags.lock(cx)?.error = Some(text.as_bytes().to_vec());
            Ok(Value::FALSE)
        }
        _ => Ok(Value::FALSE),
    }
}

/// `RedisCluster::multi()`
pub(crate) fn multi(cx: &mut Cx, this: &PhpObject, value: i64) -> PhpResult<Value> {
    /// `Redis::MULTI`
    const MULTI: i64 = 1;
    let cluster = cluster(cx, this)?;
    if value != MULTI {
        cx.builtin_warning("RedisCluster does not support PIPELINING");
        cx.check()?;
    }
    if cluster.is_collecting() {
        cx.builtin_warning("RedisCluster is already in MULTI mode, ignoring");
        return cx.check().map(|()| Value::FALSE);
    }
    cluster.flags.lock(cx)?.mode.multi = true;
    Ok(Value::object(this.clone()))
}

/// Ends the transactions of all servers with a word: what they say, in their order.
fn finish(cx: &mut Cx, cluster: &Cluster, word: &str) -> PhpResult<Vec<Option<Reply>>> {
    let bytes = Command::new(word).bytes();
    let count = cluster.nodes(cx)?.masters.len();
    let mut replies = Vec::with_capacity(count);
    for node in 0..count {
        let connection = cluster.nodes(cx)?.connection(node);
        let has_begun = connection.as_ref().and_then(|connection| connection.peek(|sock| sock.mode.multi)).unwrap_or(false);
        let (Some(connection), true) = (connection, has_begun) else {
            replies.push(None);
            continue;
        };
        let reply = cluster.nodes(cx)?.ask_node(cx, node, &bytes)?;
        let mut sock = connection.lock(cx)?;
        sock.mode.multi = false;
        sock.watching = false;
        replies.push(reply);
    }
    cluster.flags.lock(cx)?.mode.multi = false;
    Ok(replies)
}

/// `RedisCluster::exec()`
pub(crate) fn exec(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    if !cluster.is_collecting() {
        cx.builtin_warning("RedisCluster is not in MULTI mode");
        return cx.check().map(|()| Value::FALSE);
    }
    let replies = finish(cx, &cluster, "EXEC")?;
    let queue = cluster.queue.take();
    let mut lists: Vec<_> = replies
        .into_iter()
        .map(|reply| match reply {
            Some(Reply::Array(list)) => Some(list.into_iter()),
            _ => None,
        })
        .collect();
    let mut answers = PhpArray::new();
    let mut whole: Option<Value> = None;
    for queued in queue {
        let reply = lists.get_mut(queued.node).and_then(Option::as_mut).and_then(Iterator::next);
        let part = match reply {
            Some(reply) => reply_conversion::convert(cx, &cluster.flags, reply, &queued.answer)?,
            None => Value::FALSE,
        };
        let Some((merge, keys)) = queued.merge else {
            let _ = answers.push(part);
            continue;
        };
        let sum = whole.get_or_insert_with(|| merge.start());
        merge.add(sum, &part, keys);
        if queued.is_last {
            let _ = answers.push(whole.take().unwrap_or(Value::FALSE));
        }
    }
    Ok(Value::array(answers))
}

/// `RedisCluster::discard()`
pub(crate) fn discard(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let cluster = cluster(cx, this)?;
    if !cluster.is_collecting() {
        cx.builtin_warning("Cluster is not in MULTI mode");
        return cx.check().map(|()| false);
    }
    finish(cx, &cluster, "DISCARD")?;
    cluster.queue.take();
    Ok(true)
}

/// `RedisCluster::watch()`
pub(crate) fn watch(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    if cluster.is_collecting() {
        cx.builtin_warning("WATCH command not allowed in MULTI mode");
        return cx.check().map(|()| Value::FALSE);
    }
    for key in args.iter() {
        let key = convert::to_string(cx, key.deref())?;
        let key = cluster.flags.lock(cx)?.prefixed(&key);
        let bytes = Command::new("WATCH").arg(&key).bytes();
        let (node, reply) = cluster.nodes(cx)?.ask(cx, slot_of(&key), &bytes, false)?;
        if !reply.is_ok() {
            return Ok(Value::FALSE);
        }
        if let Some(connection) = cluster.nodes(cx)?.connection(node) {
            connection.lock(cx)?.watching = true;
        }
    }
    Ok(Value::from(!args.is_empty()))
}

/// `RedisCluster::unwatch()`
pub(crate) fn unwatch(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let cluster = cluster(cx, this)?;
    let bytes = Command::new("UNWATCH").bytes();
    let count = cluster.nodes(cx)?.masters.len();
    for node in 0..count {
        let Some(connection) = cluster.nodes(cx)?.connection(node) else { continue };
        if !connection.peek(|sock| sock.watching).unwrap_or(false) {
            continue;
        }
        let reply = cluster.nodes(cx)?.ask_node(cx, node, &bytes)?;
        if !reply.is_some_and(|reply| reply.is_ok()) {
            return Ok(false);
        }
        connection.lock(cx)?.watching = false;
    }
    Ok(true)
}
