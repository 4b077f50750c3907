//! What is known of each command: its word, its arguments, its answer.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::builder::{Builder, Built};
use crate::commands::{geo, hashes, keys, lists, scripts, server, sets, sorted_sets, streams, strings};
use crate::reply_conversion::ReplyKind;

/// One command.
pub(crate) struct Spec {
    /// The method's name, in small letters.
    pub method: &'static str,
    pub keyword: &'static str,
    pub shape: Shape,
    pub answer: ReplyKind,
}

/// How arguments become parts of a command.
pub(crate) enum Shape {
    /// One letter for each argument: `k` key, `v` packed value, `s` string, `t` anything as text, `l` int, `d` int of 32 bits, `f` float. Those behind
    /// `|` may be missing or null.
    Plain(&'static str),
    Special(fn(&mut Builder<'_>) -> Built),
}

impl Spec {
    pub(crate) fn build(&self, b: &mut Builder<'_>) -> Built {
        b.answer = self.answer.clone();
        match &self.shape {
            Shape::Special(build) => build(b),
            Shape::Plain(kinds) => plain(b, kinds),
        }
    }
}

fn plain(b: &mut Builder<'_>, kinds: &str) -> Built {
    let mut optional = false;
    let mut at = 0;
    for kind in kinds.chars() {
        if kind == '|' {
            optional = true;
            continue;
        }
        if !optional || b.given(at) {
            match kind {
                'k' => b.key_arg(at)?,
                'v' => b.value_arg(at)?,
                'l' => b.int_arg(at)?,
                'd' => {
                    let number = b.int(at, 0)? as i32;
                    b.push_int(number.into());
                }
                'f' => b.float_arg(at)?,
                't' => {
                    let value = b.raw(at);
                    b.text(&value)?;
                }
                _ => b.str_arg(at)?,
            }
        }
        at += 1;
    }
    Ok(true)
}

/// The command behind a method.
pub(crate) fn find(method: &[u8]) -> Option<&'static Spec> {
    static BY_NAME: OnceLock<FxHashMap<&'static [u8], &'static Spec>> = OnceLock::new();
    let known = BY_NAME.get_or_init(|| COMMANDS.iter().map(|spec| (spec.method.as_bytes(), spec)).collect());
    known.get(&method.to_ascii_lowercase()[..]).copied()
}

pub(crate) const fn plain_row(method: &'static str, keyword: &'static str, kinds: &'static str, answer: ReplyKind) -> Spec {
    Spec { method, keyword, shape: Shape::Plain(kinds), answer }
}

pub(crate) const fn row(method: &'static str, keyword: &'static str, build: fn(&mut Builder<'_>) -> Built, answer: ReplyKind) -> Spec {
    Spec { method, keyword, shape: Shape::Special(build), answer }
}

#[rustfmt::skip]
pub(crate) static COMMANDS: &[Spec] = &[
    // Keys.
    row("del", "DEL", keys::keys, ReplyKind::Int),
    row("delete", "DEL", keys::keys, ReplyKind::Int),
    row("unlink", "UNLINK", keys::keys, ReplyKind::Int),
    row("exists", "EXISTS", keys::keys, ReplyKind::Int),
    row("touch", "TOUCH", keys::keys, ReplyKind::Int),
    row("watch", "WATCH", keys::keys, ReplyKind::Watching(true)),
    plain_row("unwatch", "UNWATCH", "", ReplyKind::Watching(false)),
    plain_row("keys", "KEYS", "k", ReplyKind::Texts),
    plain_row("type", "TYPE", "k", ReplyKind::Type),
    plain_row("randomkey", "RANDOMKEY", "", ReplyKind::Text),
    plain_row("rename", "RENAME", "kk", ReplyKind::Bool),
    plain_row("renamenx", "RENAMENX", "kk", ReplyKind::One),
    row("copy", "COPY", keys::copy, ReplyKind::One),
    plain_row("move", "MOVE", "kl", ReplyKind::One),
    plain_row("persist", "PERSIST", "k", ReplyKind::One),
    row("expire", "EXPIRE", keys::expire, ReplyKind::One),
    row("pexpire", "PEXPIRE", keys::expire, ReplyKind::One),
    row("expireat", "EXPIREAT", keys::expire, ReplyKind::One),
    row("pexpireat", "PEXPIREAT", keys::expire, ReplyKind::One),
    plain_row("expiretime", "EXPIRETIME", "k", ReplyKind::Int),
    plain_row("pexpiretime", "PEXPIRETIME", "k", ReplyKind::Int),
    plain_row("ttl", "TTL", "k", ReplyKind::Int),
    plain_row("pttl", "PTTL", "k", ReplyKind::Int),
    row("object", "OBJECT", keys::object, ReplyKind::Int),
    plain_row("dump", "DUMP", "k", ReplyKind::Value),
    row("restore", "RESTORE", keys::restore, ReplyKind::Bool),
    row("migrate", "MIGRATE", keys::migrate, ReplyKind::Bool),
    row("sort", "SORT", keys::sort, ReplyKind::Any),
    row("sort_ro", "SORT_RO", keys::sort, ReplyKind::Any),
    row("sortasc", "SORT", keys::sort_asc, ReplyKind::Any),
    row("sortascalpha", "SORT", keys::sort_asc_alpha, ReplyKind::Any),
    row("sortdesc", "SORT", keys::sort_desc, ReplyKind::Any),
    row("sortdescalpha", "SORT", keys::sort_desc_alpha, ReplyKind::Any),
    row("pfadd", "PFADD", keys::pfadd, ReplyKind::Int),
    row("pfcount", "PFCOUNT", keys::pfcount, ReplyKind::Int),
    row("pfmerge", "PFMERGE", keys::pfmerge, ReplyKind::Bool),
    // Strings.
    row("set", "SET", strings::set, ReplyKind::Bool),
    plain_row("setex", "SETEX", "klv", ReplyKind::Bool),
    plain_row("psetex", "PSETEX", "klv", ReplyKind::Bool),
    plain_row("setnx", "SETNX", "kv", ReplyKind::One),
    plain_row("get", "GET", "k", ReplyKind::Value),
    plain_row("getwithmeta", "GET", "k", ReplyKind::WithMeta),
    plain_row("getdel", "GETDEL", "k", ReplyKind::Value),
    row("getex", "GETEX", strings::getex, ReplyKind::Value),
    plain_row("getset", "GETSET", "kv", ReplyKind::Value),
    row("mget", "MGET", keys::mget, ReplyKind::Values),
    row("mset", "MSET", keys::pairs, ReplyKind::Bool),
    row("msetnx", "MSETNX", keys::pairs, ReplyKind::One),
    plain_row("append", "APPEND", "kv", ReplyKind::Int),
    plain_row("getrange", "GETRANGE", "kll", ReplyKind::Value),
    plain_row("setrange", "SETRANGE", "kds", ReplyKind::Int),
    plain_row("strlen", "STRLEN", "k", ReplyKind::Int),
    row("lcs", "LCS", strings::lcs, ReplyKind::Any),
    row("incr", "INCR", strings::incr, ReplyKind::Int),
    row("decr", "DECR", strings::decr, ReplyKind::Int),
    plain_row("incrby", "INCRBY", "kl", ReplyKind::Int),
    plain_row("decrby", "DECRBY", "kl", ReplyKind::Int),
    plain_row("incrbyfloat", "INCRBYFLOAT", "kf", ReplyKind::Float),
    plain_row("getbit", "GETBIT", "kl", ReplyKind::Int),
    row("setbit", "SETBIT", strings::setbit, ReplyKind::Int),
    row("bitcount", "BITCOUNT", strings::bitcount, ReplyKind::Int),
    row("bitpos", "BITPOS", strings::bitpos, ReplyKind::Int),
    row("bitop", "BITOP", strings::bitop, ReplyKind::Int),
    // Lists.
    row("lpush", "LPUSH", keys::key_values, ReplyKind::Int),
    row("rpush", "RPUSH", keys::key_values, ReplyKind::Int),
    plain_row("lpushx", "LPUSHX", "kv", ReplyKind::Int),
    plain_row("rpushx", "RPUSHX", "kv", ReplyKind::Int),
    row("lpop", "LPOP", lists::pop, ReplyKind::Value),
    row("rpop", "RPOP", lists::pop, ReplyKind::Value),
    row("blpop", "BLPOP", keys::blocking_keys, ReplyKind::Values),
    row("brpop", "BRPOP", keys::blocking_keys, ReplyKind::Values),
    plain_row("rpoplpush", "RPOPLPUSH", "kk", ReplyKind::Value),
    row("brpoplpush", "BRPOPLPUSH", lists::brpoplpush, ReplyKind::Value),
    row("lmove", "LMOVE", lists::lmove, ReplyKind::Value),
    row("blmove", "BLMOVE", lists::blmove, ReplyKind::Value),
    row("lmpop", "LMPOP", lists::lmpop, ReplyKind::Bool),
    row("blmpop", "BLMPOP", lists::blmpop, ReplyKind::Bool),
    plain_row("llen", "LLEN", "k", ReplyKind::Int),
    plain_row("lindex", "LINDEX", "kl", ReplyKind::Value),
    plain_row("lset", "LSET", "klv", ReplyKind::Bool),
    plain_row("lrange", "LRANGE", "kll", ReplyKind::Values),
    plain_row("ltrim", "LTRIM", "kll", ReplyKind::Bool),
    row("linsert", "LINSERT", lists::linsert, ReplyKind::Int),
    row("lrem", "LREM", lists::lrem, ReplyKind::Int),
    row("lpos", "LPOS", lists::lpos, ReplyKind::Int),
    // Sets.
    row("sadd", "SADD", keys::key_values, ReplyKind::Int),
    row("saddarray", "SADD", keys::key_value_array, ReplyKind::Int),
    row("srem", "SREM", keys::key_values, ReplyKind::Int),
    plain_row("smove", "SMOVE", "kkv", ReplyKind::One),
    row("spop", "SPOP", sets::spop, ReplyKind::Value),
    row("srandmember", "SRANDMEMBER", sets::srandmember, ReplyKind::Value),
    plain_row("scard", "SCARD", "k", ReplyKind::Int),
    plain_row("smembers", "SMEMBERS", "k", ReplyKind::Values),
    plain_row("sismember", "SISMEMBER", "kv", ReplyKind::One),
    row("smismember", "SMISMEMBER", keys::key_values, ReplyKind::Any),
    row("sinter", "SINTER", keys::keys, ReplyKind::Values),
    row("sinterstore", "SINTERSTORE", keys::keys, ReplyKind::Int),
    row("sintercard", "SINTERCARD", sets::intercard, ReplyKind::Int),
    row("sunion", "SUNION", keys::keys, ReplyKind::Values),
    row("sunionstore", "SUNIONSTORE", keys::keys, ReplyKind::Int),
    row("sdiff", "SDIFF", keys::keys, ReplyKind::Values),
    row("sdiffstore", "SDIFFSTORE", keys::keys, ReplyKind::Int),
    // Sorted sets.
    row("zadd", "ZADD", sorted_sets::zadd, ReplyKind::Int),
    plain_row("zincrby", "ZINCRBY", "kfv", ReplyKind::Float),
    row("zrem", "ZREM", keys::key_values, ReplyKind::Int),
    plain_row("zcard", "ZCARD", "k", ReplyKind::Int),
    plain_row("zcount", "ZCOUNT", "kss", ReplyKind::Int),
    plain_row("zscore", "ZSCORE", "kv", ReplyKind::Float),
    row("zmscore", "ZMSCORE", keys::key_values, ReplyKind::Floats),
    plain_row("zrank", "ZRANK", "kv", ReplyKind::Int),
    plain_row("zrevrank", "ZREVRANK", "kv", ReplyKind::Int),
    row("zrange", "ZRANGE", sorted_sets::zrange, ReplyKind::Values),
    row("zrangestore", "ZRANGESTORE", sorted_sets::zrangestore, ReplyKind::Int),
    row("zrevrange", "ZREVRANGE", sorted_sets::zrevrange, ReplyKind::Values),
    row("zrangebyscore", "ZRANGEBYSCORE", sorted_sets::zrangebyscore, ReplyKind::Values),
    row("zrevrangebyscore", "ZREVRANGEBYSCORE", sorted_sets::zrangebyscore, ReplyKind::Values),
    row("zrangebylex", "ZRANGEBYLEX", sorted_sets::zrangebylex, ReplyKind::Values),
    row("zrevrangebylex", "ZREVRANGEBYLEX", sorted_sets::zrangebylex, ReplyKind::Values),
    row("zlexcount", "ZLEXCOUNT", sorted_sets::between_lexical, ReplyKind::Int),
    row("zremrangebylex", "ZREMRANGEBYLEX", sorted_sets::between_lexical, ReplyKind::Int),
    plain_row("zremrangebyscore", "ZREMRANGEBYSCORE", "kss", ReplyKind::Int),
    plain_row("zremrangebyrank", "ZREMRANGEBYRANK", "kll", ReplyKind::Int),
    row("zrandmember", "ZRANDMEMBER", sorted_sets::zrandmember, ReplyKind::Value),
    row("zpopmin", "ZPOPMIN", sorted_sets::zpop, ReplyKind::Scores),
    row("zpopmax", "ZPOPMAX", sorted_sets::zpop, ReplyKind::Scores),
    row("bzpopmin", "BZPOPMIN", keys::blocking_keys, ReplyKind::Values),
    row("bzpopmax", "BZPOPMAX", keys::blocking_keys, ReplyKind::Values),
    row("zmpop", "ZMPOP", lists::zmpop, ReplyKind::Bool),
    row("bzmpop", "BZMPOP", lists::bzmpop, ReplyKind::Bool),
    row("zdiff", "ZDIFF", sorted_sets::zdiff, ReplyKind::Texts),
    row("zdiffstore", "ZDIFFSTORE", sorted_sets::zdiffstore, ReplyKind::Int),
    row("zinter", "ZINTER", sorted_sets::combine, ReplyKind::Texts),
    row("zinterstore", "ZINTERSTORE", sorted_sets::combine_store, ReplyKind::Int),
    row("zintercard", "ZINTERCARD", sets::intercard, ReplyKind::Int),
    row("zunion", "ZUNION", sorted_sets::combine, ReplyKind::Texts),
    row("zunionstore", "ZUNIONSTORE", sorted_sets::combine_store, ReplyKind::Int),
    // Hashes.
    row("hset", "HSET", hashes::hset, ReplyKind::Int),
    plain_row("hsetnx", "HSETNX", "ksv", ReplyKind::One),
    plain_row("hget", "HGET", "ks", ReplyKind::Value),
    row("hmset", "HMSET", hashes::hmset, ReplyKind::Bool),
    row("hmget", "HMGET", hashes::hmget, ReplyKind::Bool),
    plain_row("hgetall", "HGETALL", "k", ReplyKind::ValueMap),
    row("hdel", "HDEL", hashes::hdel, ReplyKind::Int),
    plain_row("hexists", "HEXISTS", "ks", ReplyKind::One),
    plain_row("hlen", "HLEN", "k", ReplyKind::Int),
    plain_row("hkeys", "HKEYS", "k", ReplyKind::Texts),
    plain_row("hvals", "HVALS", "k", ReplyKind::Values),
    plain_row("hstrlen", "HSTRLEN", "ks", ReplyKind::Int),
    plain_row("hincrby", "HINCRBY", "ksl", ReplyKind::Int),
    plain_row("hincrbyfloat", "HINCRBYFLOAT", "ksf", ReplyKind::Float),
    row("hrandfield", "HRANDFIELD", hashes::hrandfield, ReplyKind::Value),
    plain_row("expiremember", "EXPIREMEMBER", "ksl|s", ReplyKind::Int),
    plain_row("expirememberat", "EXPIREMEMBERAT", "ksl", ReplyKind::Int),
    // Places.
    row("geoadd", "GEOADD", geo::geoadd, ReplyKind::Int),
    row("geodist", "GEODIST", geo::geodist, ReplyKind::Float),
    row("geohash", "GEOHASH", keys::key_values, ReplyKind::Texts),
    row("geopos", "GEOPOS", keys::key_values, ReplyKind::Any),
    row("georadius", "GEORADIUS", geo::georadius, ReplyKind::Any),
    row("georadius_ro", "GEORADIUS_RO", geo::georadius, ReplyKind::Any),
    row("georadiusbymember", "GEORADIUSBYMEMBER", geo::georadiusbymember, ReplyKind::Any),
    row("georadiusbymember_ro", "GEORADIUSBYMEMBER_RO", geo::georadiusbymember, ReplyKind::Any),
    row("geosearch", "GEOSEARCH", geo::geosearch, ReplyKind::Texts),
    row("geosearchstore", "GEOSEARCHSTORE", geo::geosearchstore, ReplyKind::Int),
    // Streams.
    row("xadd", "XADD", streams::xadd, ReplyKind::Any),
    plain_row("xlen", "XLEN", "k", ReplyKind::Int),
    row("xdel", "XDEL", keys::key_text_array, ReplyKind::Int),
    row("xrange", "XRANGE", streams::xrange, ReplyKind::Stream),
    row("xrevrange", "XREVRANGE", streams::xrange, ReplyKind::Stream),
    row("xtrim", "XTRIM", streams::xtrim, ReplyKind::Int),
    row("xread", "XREAD", streams::xread, ReplyKind::Streams),
    row("xreadgroup", "XREADGROUP", streams::xreadgroup, ReplyKind::Streams),
    row("xgroup", "XGROUP", streams::xgroup, ReplyKind::Any),
    row("xack", "XACK", streams::xack, ReplyKind::Int),
    row("xpending", "XPENDING", streams::xpending, ReplyKind::AnyInWords),
    row("xclaim", "XCLAIM", streams::xclaim, ReplyKind::Claimed { automatic: false }),
    row("xautoclaim", "XAUTOCLAIM", streams::xautoclaim, ReplyKind::Claimed { automatic: true }),
    row("xinfo", "XINFO", streams::xinfo, ReplyKind::StreamInfo),
    // Scripts.
    row("eval", "EVAL", scripts::eval, ReplyKind::AnyByOption),
    row("eval_ro", "EVAL_RO", scripts::eval, ReplyKind::AnyByOption),
    row("evalsha", "EVALSHA", scripts::eval, ReplyKind::AnyByOption),
    row("evalsha_ro", "EVALSHA_RO", scripts::eval, ReplyKind::AnyByOption),
    row("fcall", "FCALL", scripts::fcall, ReplyKind::AnyByOption),
    row("fcall_ro", "FCALL_RO", scripts::fcall, ReplyKind::AnyByOption),
    row("script", "SCRIPT", scripts::script, ReplyKind::Any),
    row("function", "FUNCTION", scripts::function, ReplyKind::Bool),
    row("rawcommand", "", server::raw, ReplyKind::AnyByOption),
    // The server.
    plain_row("ping", "PING", "|s", ReplyKind::Any),
    plain_row("echo", "ECHO", "s", ReplyKind::Value),
    row("auth", "AUTH", server::auth, ReplyKind::Bool),
    row("select", "SELECT", server::select, ReplyKind::Bool),
    plain_row("swapdb", "SWAPDB", "ll", ReplyKind::Bool),
    plain_row("dbsize", "DBSIZE", "", ReplyKind::Int),
    row("flushdb", "FLUSHDB", server::flush, ReplyKind::Bool),
    row("flushall", "FLUSHALL", server::flush, ReplyKind::Bool),
    plain_row("save", "SAVE", "", ReplyKind::Bool),
    plain_row("bgsave", "BGSAVE", "", ReplyKind::Bool),
    plain_row("lastsave", "LASTSAVE", "", ReplyKind::Int),
    plain_row("bgrewriteaof", "BGREWRITEAOF", "", ReplyKind::Bool),
    row("replicaof", "REPLICAOF", server::replicaof, ReplyKind::Bool),
    row("slaveof", "SLAVEOF", server::replicaof, ReplyKind::Bool),
    row("failover", "FAILOVER", server::failover, ReplyKind::Bool),
    plain_row("wait", "WAIT", "ll", ReplyKind::Int),
    row("waitaof", "WAITAOF", server::waitaof, ReplyKind::Any),
    plain_row("role", "ROLE", "", ReplyKind::Any),
    plain_row("time", "TIME", "", ReplyKind::Texts),
    row("info", "INFO", keys::words, ReplyKind::Info),
    row("config", "CONFIG", server::config, ReplyKind::Bool),
    row("slowlog", "SLOWLOG", server::slowlog, ReplyKind::Any),
    row("acl", "ACL", server::acl, ReplyKind::Any),
    row("client", "CLIENT", server::client, ReplyKind::Bool),
    row("command", "COMMAND", server::command, ReplyKind::Any),
    plain_row("debug", "DEBUG", "k", ReplyKind::Value),
    // Messages.
    plain_row("publish", "PUBLISH", "ks", ReplyKind::Int),
    row("pubsub", "PUBSUB", server::pubsub, ReplyKind::Any),
];
