//! What is known of each command: its word, its arguments, its answer.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::answer::Answer;
use crate::builder::{Builder, Built};
use crate::commands::{geo, hashes, keys, lists, scripts, server, sets, sorted_sets, streams, strings};

/// One command.
pub(crate) struct Spec {
    /// The method's name, in small letters.
    pub method: &'static str,
    pub keyword: &'static str,
    pub shape: Shape,
    pub answer: Answer,
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

pub(crate) const fn plain_row(method: &'static str, keyword: &'static str, kinds: &'static str, answer: Answer) -> Spec {
    Spec { method, keyword, shape: Shape::Plain(kinds), answer }
}

pub(crate) const fn row(method: &'static str, keyword: &'static str, build: fn(&mut Builder<'_>) -> Built, answer: Answer) -> Spec {
    Spec { method, keyword, shape: Shape::Special(build), answer }
}

#[rustfmt::skip]
pub(crate) static COMMANDS: &[Spec] = &[
    // Keys.
    row("del", "DEL", keys::keys, Answer::Int),
    row("delete", "DEL", keys::keys, Answer::Int),
    row("unlink", "UNLINK", keys::keys, Answer::Int),
    row("exists", "EXISTS", keys::keys, Answer::Int),
    row("touch", "TOUCH", keys::keys, Answer::Int),
    row("watch", "WATCH", keys::keys, Answer::Watching(true)),
    plain_row("unwatch", "UNWATCH", "", Answer::Watching(false)),
    plain_row("keys", "KEYS", "k", Answer::Texts),
    plain_row("type", "TYPE", "k", Answer::Type),
    plain_row("randomkey", "RANDOMKEY", "", Answer::Text),
    plain_row("rename", "RENAME", "kk", Answer::Bool),
    plain_row("renamenx", "RENAMENX", "kk", Answer::One),
    row("copy", "COPY", keys::copy, Answer::One),
    plain_row("move", "MOVE", "kl", Answer::One),
    plain_row("persist", "PERSIST", "k", Answer::One),
    row("expire", "EXPIRE", keys::expire, Answer::One),
    row("pexpire", "PEXPIRE", keys::expire, Answer::One),
    row("expireat", "EXPIREAT", keys::expire, Answer::One),
    row("pexpireat", "PEXPIREAT", keys::expire, Answer::One),
    plain_row("expiretime", "EXPIRETIME", "k", Answer::Int),
    plain_row("pexpiretime", "PEXPIRETIME", "k", Answer::Int),
    plain_row("ttl", "TTL", "k", Answer::Int),
    plain_row("pttl", "PTTL", "k", Answer::Int),
    row("object", "OBJECT", keys::object, Answer::Int),
    plain_row("dump", "DUMP", "k", Answer::Value),
    row("restore", "RESTORE", keys::restore, Answer::Bool),
    row("migrate", "MIGRATE", keys::migrate, Answer::Bool),
    row("sort", "SORT", keys::sort, Answer::Any),
    row("sort_ro", "SORT_RO", keys::sort, Answer::Any),
    row("sortasc", "SORT", keys::sort_asc, Answer::Any),
    row("sortascalpha", "SORT", keys::sort_asc_alpha, Answer::Any),
    row("sortdesc", "SORT", keys::sort_desc, Answer::Any),
    row("sortdescalpha", "SORT", keys::sort_desc_alpha, Answer::Any),
    row("pfadd", "PFADD", keys::pfadd, Answer::Int),
    row("pfcount", "PFCOUNT", keys::pfcount, Answer::Int),
    row("pfmerge", "PFMERGE", keys::pfmerge, Answer::Bool),
    // Strings.
    row("set", "SET", strings::set, Answer::Bool),
    plain_row("setex", "SETEX", "klv", Answer::Bool),
    plain_row("psetex", "PSETEX", "klv", Answer::Bool),
    plain_row("setnx", "SETNX", "kv", Answer::One),
    plain_row("get", "GET", "k", Answer::Value),
    plain_row("getwithmeta", "GET", "k", Answer::WithMeta),
    plain_row("getdel", "GETDEL", "k", Answer::Value),
    row("getex", "GETEX", strings::getex, Answer::Value),
    plain_row("getset", "GETSET", "kv", Answer::Value),
    row("mget", "MGET", keys::mget, Answer::Values),
    row("mset", "MSET", keys::pairs, Answer::Bool),
    row("msetnx", "MSETNX", keys::pairs, Answer::One),
    plain_row("append", "APPEND", "kv", Answer::Int),
    plain_row("getrange", "GETRANGE", "kll", Answer::Value),
    plain_row("setrange", "SETRANGE", "kds", Answer::Int),
    plain_row("strlen", "STRLEN", "k", Answer::Int),
    row("lcs", "LCS", strings::lcs, Answer::Any),
    row("incr", "INCR", strings::incr, Answer::Int),
    row("decr", "DECR", strings::decr, Answer::Int),
    plain_row("incrby", "INCRBY", "kl", Answer::Int),
    plain_row("decrby", "DECRBY", "kl", Answer::Int),
    plain_row("incrbyfloat", "INCRBYFLOAT", "kf", Answer::Float),
    plain_row("getbit", "GETBIT", "kl", Answer::Int),
    row("setbit", "SETBIT", strings::setbit, Answer::Int),
    row("bitcount", "BITCOUNT", strings::bitcount, Answer::Int),
    row("bitpos", "BITPOS", strings::bitpos, Answer::Int),
    row("bitop", "BITOP", strings::bitop, Answer::Int),
    // Lists.
    row("lpush", "LPUSH", keys::key_values, Answer::Int),
    row("rpush", "RPUSH", keys::key_values, Answer::Int),
    plain_row("lpushx", "LPUSHX", "kv", Answer::Int),
    plain_row("rpushx", "RPUSHX", "kv", Answer::Int),
    row("lpop", "LPOP", lists::pop, Answer::Value),
    row("rpop", "RPOP", lists::pop, Answer::Value),
    row("blpop", "BLPOP", keys::blocking_keys, Answer::Values),
    row("brpop", "BRPOP", keys::blocking_keys, Answer::Values),
    plain_row("rpoplpush", "RPOPLPUSH", "kk", Answer::Value),
    row("brpoplpush", "BRPOPLPUSH", lists::brpoplpush, Answer::Value),
    row("lmove", "LMOVE", lists::lmove, Answer::Value),
    row("blmove", "BLMOVE", lists::blmove, Answer::Value),
    row("lmpop", "LMPOP", lists::lmpop, Answer::Bool),
    row("blmpop", "BLMPOP", lists::blmpop, Answer::Bool),
    plain_row("llen", "LLEN", "k", Answer::Int),
    plain_row("lindex", "LINDEX", "kl", Answer::Value),
    plain_row("lset", "LSET", "klv", Answer::Bool),
    plain_row("lrange", "LRANGE", "kll", Answer::Values),
    plain_row("ltrim", "LTRIM", "kll", Answer::Bool),
    row("linsert", "LINSERT", lists::linsert, Answer::Int),
    row("lrem", "LREM", lists::lrem, Answer::Int),
    row("lpos", "LPOS", lists::lpos, Answer::Int),
    // Sets.
    row("sadd", "SADD", keys::key_values, Answer::Int),
    row("saddarray", "SADD", keys::key_value_array, Answer::Int),
    row("srem", "SREM", keys::key_values, Answer::Int),
    plain_row("smove", "SMOVE", "kkv", Answer::One),
    row("spop", "SPOP", sets::spop, Answer::Value),
    row("srandmember", "SRANDMEMBER", sets::srandmember, Answer::Value),
    plain_row("scard", "SCARD", "k", Answer::Int),
    plain_row("smembers", "SMEMBERS", "k", Answer::Values),
    plain_row("sismember", "SISMEMBER", "kv", Answer::One),
    row("smismember", "SMISMEMBER", keys::key_values, Answer::Any),
    row("sinter", "SINTER", keys::keys, Answer::Values),
    row("sinterstore", "SINTERSTORE", keys::keys, Answer::Int),
    row("sintercard", "SINTERCARD", sets::intercard, Answer::Int),
    row("sunion", "SUNION", keys::keys, Answer::Values),
    row("sunionstore", "SUNIONSTORE", keys::keys, Answer::Int),
    row("sdiff", "SDIFF", keys::keys, Answer::Values),
    row("sdiffstore", "SDIFFSTORE", keys::keys, Answer::Int),
    // Sorted sets.
    row("zadd", "ZADD", sorted_sets::zadd, Answer::Int),
    plain_row("zincrby", "ZINCRBY", "kfv", Answer::Float),
    row("zrem", "ZREM", keys::key_values, Answer::Int),
    plain_row("zcard", "ZCARD", "k", Answer::Int),
    plain_row("zcount", "ZCOUNT", "kss", Answer::Int),
    plain_row("zscore", "ZSCORE", "kv", Answer::Float),
    row("zmscore", "ZMSCORE", keys::key_values, Answer::Floats),
    plain_row("zrank", "ZRANK", "kv", Answer::Int),
    plain_row("zrevrank", "ZREVRANK", "kv", Answer::Int),
    row("zrange", "ZRANGE", sorted_sets::zrange, Answer::Values),
    row("zrangestore", "ZRANGESTORE", sorted_sets::zrangestore, Answer::Int),
    row("zrevrange", "ZREVRANGE", sorted_sets::zrevrange, Answer::Values),
    row("zrangebyscore", "ZRANGEBYSCORE", sorted_sets::zrangebyscore, Answer::Values),
    row("zrevrangebyscore", "ZREVRANGEBYSCORE", sorted_sets::zrangebyscore, Answer::Values),
    row("zrangebylex", "ZRANGEBYLEX", sorted_sets::zrangebylex, Answer::Values),
    row("zrevrangebylex", "ZREVRANGEBYLEX", sorted_sets::zrangebylex, Answer::Values),
    row("zlexcount", "ZLEXCOUNT", sorted_sets::between_lexical, Answer::Int),
    row("zremrangebylex", "ZREMRANGEBYLEX", sorted_sets::between_lexical, Answer::Int),
    plain_row("zremrangebyscore", "ZREMRANGEBYSCORE", "kss", Answer::Int),
    plain_row("zremrangebyrank", "ZREMRANGEBYRANK", "kll", Answer::Int),
    row("zrandmember", "ZRANDMEMBER", sorted_sets::zrandmember, Answer::Value),
    row("zpopmin", "ZPOPMIN", sorted_sets::zpop, Answer::Scores),
    row("zpopmax", "ZPOPMAX", sorted_sets::zpop, Answer::Scores),
    row("bzpopmin", "BZPOPMIN", keys::blocking_keys, Answer::Values),
    row("bzpopmax", "BZPOPMAX", keys::blocking_keys, Answer::Values),
    row("zmpop", "ZMPOP", lists::zmpop, Answer::Bool),
    row("bzmpop", "BZMPOP", lists::bzmpop, Answer::Bool),
    row("zdiff", "ZDIFF", sorted_sets::zdiff, Answer::Texts),
    row("zdiffstore", "ZDIFFSTORE", sorted_sets::zdiffstore, Answer::Int),
    row("zinter", "ZINTER", sorted_sets::combine, Answer::Texts),
    row("zinterstore", "ZINTERSTORE", sorted_sets::combine_store, Answer::Int),
    row("zintercard", "ZINTERCARD", sets::intercard, Answer::Int),
    row("zunion", "ZUNION", sorted_sets::combine, Answer::Texts),
    row("zunionstore", "ZUNIONSTORE", sorted_sets::combine_store, Answer::Int),
    // Hashes.
    row("hset", "HSET", hashes::hset, Answer::Int),
    plain_row("hsetnx", "HSETNX", "ksv", Answer::One),
    plain_row("hget", "HGET", "ks", Answer::Value),
    row("hmset", "HMSET", hashes::hmset, Answer::Bool),
    row("hmget", "HMGET", hashes::hmget, Answer::Bool),
    plain_row("hgetall", "HGETALL", "k", Answer::ValueMap),
    row("hdel", "HDEL", hashes::hdel, Answer::Int),
    plain_row("hexists", "HEXISTS", "ks", Answer::One),
    plain_row("hlen", "HLEN", "k", Answer::Int),
    plain_row("hkeys", "HKEYS", "k", Answer::Texts),
    plain_row("hvals", "HVALS", "k", Answer::Values),
    plain_row("hstrlen", "HSTRLEN", "ks", Answer::Int),
    plain_row("hincrby", "HINCRBY", "ksl", Answer::Int),
    plain_row("hincrbyfloat", "HINCRBYFLOAT", "ksf", Answer::Float),
    row("hrandfield", "HRANDFIELD", hashes::hrandfield, Answer::Value),
    plain_row("expiremember", "EXPIREMEMBER", "ksl|s", Answer::Int),
    plain_row("expirememberat", "EXPIREMEMBERAT", "ksl", Answer::Int),
    // Places.
    row("geoadd", "GEOADD", geo::geoadd, Answer::Int),
    row("geodist", "GEODIST", geo::geodist, Answer::Float),
    row("geohash", "GEOHASH", keys::key_values, Answer::Texts),
    row("geopos", "GEOPOS", keys::key_values, Answer::Any),
    row("georadius", "GEORADIUS", geo::georadius, Answer::Any),
    row("georadius_ro", "GEORADIUS_RO", geo::georadius, Answer::Any),
    row("georadiusbymember", "GEORADIUSBYMEMBER", geo::georadiusbymember, Answer::Any),
    row("georadiusbymember_ro", "GEORADIUSBYMEMBER_RO", geo::georadiusbymember, Answer::Any),
    row("geosearch", "GEOSEARCH", geo::geosearch, Answer::Texts),
    row("geosearchstore", "GEOSEARCHSTORE", geo::geosearchstore, Answer::Int),
    // Streams.
    row("xadd", "XADD", streams::xadd, Answer::Any),
    plain_row("xlen", "XLEN", "k", Answer::Int),
    row("xdel", "XDEL", keys::key_text_array, Answer::Int),
    row("xrange", "XRANGE", streams::xrange, Answer::Stream),
    row("xrevrange", "XREVRANGE", streams::xrange, Answer::Stream),
    row("xtrim", "XTRIM", streams::xtrim, Answer::Int),
    row("xread", "XREAD", streams::xread, Answer::Streams),
    row("xreadgroup", "XREADGROUP", streams::xreadgroup, Answer::Streams),
    row("xgroup", "XGROUP", streams::xgroup, Answer::Any),
    row("xack", "XACK", streams::xack, Answer::Int),
    row("xpending", "XPENDING", streams::xpending, Answer::AnyInWords),
    row("xclaim", "XCLAIM", streams::xclaim, Answer::Claimed { automatic: false }),
    row("xautoclaim", "XAUTOCLAIM", streams::xautoclaim, Answer::Claimed { automatic: true }),
    row("xinfo", "XINFO", streams::xinfo, Answer::StreamInfo),
    // Scripts.
    row("eval", "EVAL", scripts::eval, Answer::AnyByOption),
    row("eval_ro", "EVAL_RO", scripts::eval, Answer::AnyByOption),
    row("evalsha", "EVALSHA", scripts::eval, Answer::AnyByOption),
    row("evalsha_ro", "EVALSHA_RO", scripts::eval, Answer::AnyByOption),
    row("fcall", "FCALL", scripts::fcall, Answer::AnyByOption),
    row("fcall_ro", "FCALL_RO", scripts::fcall, Answer::AnyByOption),
    row("script", "SCRIPT", scripts::script, Answer::Any),
    row("function", "FUNCTION", scripts::function, Answer::Bool),
    row("rawcommand", "", server::raw, Answer::AnyByOption),
    // The server.
    plain_row("ping", "PING", "|s", Answer::Any),
    plain_row("echo", "ECHO", "s", Answer::Value),
    row("auth", "AUTH", server::auth, Answer::Bool),
    row("select", "SELECT", server::select, Answer::Bool),
    plain_row("swapdb", "SWAPDB", "ll", Answer::Bool),
    plain_row("dbsize", "DBSIZE", "", Answer::Int),
    row("flushdb", "FLUSHDB", server::flush, Answer::Bool),
    row("flushall", "FLUSHALL", server::flush, Answer::Bool),
    plain_row("save", "SAVE", "", Answer::Bool),
    plain_row("bgsave", "BGSAVE", "", Answer::Bool),
    plain_row("lastsave", "LASTSAVE", "", Answer::Int),
    plain_row("bgrewriteaof", "BGREWRITEAOF", "", Answer::Bool),
    row("replicaof", "REPLICAOF", server::replicaof, Answer::Bool),
    row("slaveof", "SLAVEOF", server::replicaof, Answer::Bool),
    row("failover", "FAILOVER", server::failover, Answer::Bool),
    plain_row("wait", "WAIT", "ll", Answer::Int),
    row("waitaof", "WAITAOF", server::waitaof, Answer::Any),
    plain_row("role", "ROLE", "", Answer::Any),
    plain_row("time", "TIME", "", Answer::Texts),
    row("info", "INFO", keys::words, Answer::Info),
    row("config", "CONFIG", server::config, Answer::Bool),
    row("slowlog", "SLOWLOG", server::slowlog, Answer::Any),
    row("acl", "ACL", server::acl, Answer::Any),
    row("client", "CLIENT", server::client, Answer::Bool),
    row("command", "COMMAND", server::command, Answer::Any),
    plain_row("debug", "DEBUG", "k", Answer::Value),
    // Messages.
    plain_row("publish", "PUBLISH", "ks", Answer::Int),
    row("pubsub", "PUBSUB", server::pubsub, Answer::Any),
];
