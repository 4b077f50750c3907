//! Commands whose keys may lie anywhere: they are cut where the slot changes.

use loxo_redis::{Command, slot_of};
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value, args, convert};

use super::transaction::{self, Merge, Queued};
use super::{Cluster, cluster, method_name};
use crate::reply_conversion::{self, ReplyKind};

/// Parts of a command with keys of one slot each, and how many keys they have.
struct Piece {
    slot: u16,
    command: Command,
    keys: usize,
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    /// The piece that a key belongs to.
    fn of(&mut self, keyword: &str, key: &[u8]) -> Option<&mut Piece> {
        let slot = slot_of(key);
        if self.0.last().is_none_or(|piece| piece.slot != slot) {
            self.0.push(Piece { slot, command: Command::new(keyword), keys: 0 });
        }
        let piece = self.0.last_mut()?;
        piece.command.arg(key);
        piece.keys += 1;
        Some(piece)
    }
}

/// Sends all pieces, and makes one answer of theirs.
fn send(
    cx: &mut Cx,
    this: &PhpObject,
    cluster: &Cluster,
    pieces: Pieces,
    answer: &ReplyKind,
    merge: Merge,
    reads: bool,
) -> PhpResult<Value> {
    let count = pieces.0.len();
    if count == 0 {
        return Ok(Value::FALSE);
    }
    let mut whole = merge.start();
    for (number, piece) in pieces.0.into_iter().enumerate() {
        let bytes = piece.command.bytes();
        if cluster.is_collecting() {
            let queued = Queued { answer: answer.clone(), merge: Some((merge, piece.keys)), is_last: number + 1 == count, node: 0 };
            transaction::enqueue(cx, cluster, piece.slot, &bytes, queued, this)?;
            continue;
        }
        let (_, reply) = cluster.nodes(cx)?.ask(cx, piece.slot, &bytes, reads)?;
        let part = reply_conversion::convert(cx, &cluster.flags, reply, answer)?;
        merge.add(&mut whole, &part, piece.keys);
    }
    Ok(if cluster.is_collecting() { Value::object(this.clone()) } else { whole })
}

fn prefixed(cx: &mut Cx, cluster: &Cluster, key: &Value) -> PhpResult<Vec<u8>> {
    let key = convert::to_string(cx, key.deref())?;
    Ok(cluster.flags.lock(cx)?.prefixed(&key))
}

/// `RedisCluster::mget()`
pub(crate) fn mget(cx: &mut Cx, this: &PhpObject, keys: &PhpArray) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let mut pieces = Pieces::default();
    for key in keys.values() {
        let key = prefixed(cx, &cluster, key)?;
        pieces.of("MGET", &key);
    }
    send(cx, this, &cluster, pieces, &ReplyKind::Values, Merge::List, true)
}

/// `RedisCluster::del()` and `RedisCluster::unlink()`
pub(crate) fn delete(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let name = String::from_utf8_lossy(&method_name(cx)).to_uppercase();
    let given: Vec<Value> = args.iter().map(Value::clone_deref).collect();
    let single = given.first().filter(|_| given.len() == 1).and_then(|first| first.as_array().cloned());
    let keys = single.unwrap_or_else(|| PhpArray::from_values(given));
    let mut pieces = Pieces::default();
    for key in keys.values() {
        let key = prefixed(cx, &cluster, key)?;
        pieces.of(&name, &key);
    }
    send(cx, this, &cluster, pieces, &ReplyKind::Int, Merge::Sum, false)
}

/// `RedisCluster::mset()` and `RedisCluster::msetnx()`
pub(crate) fn mset(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let name = String::from_utf8_lossy(&method_name(cx)).to_uppercase();
    let pairs = match args.first_mut() {
        Some(pairs) => args::array(cx, 1, pairs)?.clone(),
        None => return Ok(Value::FALSE),
    };
    let packing = cluster.flags.lock(cx)?.packing;
    let mut pieces = Pieces::default();
    for (key, value) in &pairs {
        let key = prefixed(cx, &cluster, &key.to_value())?;
        let packed: PhpStr = packing.pack(cx, value)?;
        if let Some(piece) = pieces.of(&name, &key) {
            piece.command.arg(&packed);
        }
    }
    let (answer, merge) = if name == "MSET" { (ReplyKind::Bool, Merge::All) } else { (ReplyKind::Int, Merge::Each) };
    send(cx, this, &cluster, pieces, &answer, merge, false)
}
