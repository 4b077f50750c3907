//! `RedisSentinel`: asks the processes that watch over servers which of them is the master.

use loxo_redis::Command;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, Value, args};

use crate::builder::named;
use crate::connection::Connection;
use crate::redis::configure;
use crate::reply_conversion::ReplyKind;
use crate::shared_connection::SharedConnection;

const PORT: i64 = 26379;

#[derive(Default)]
struct Slot(Option<SharedConnection>);

impl Native for Slot {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Slot::default())), no_clone: true, ..ObjectHandlers::default() }
}

/// `RedisSentinel::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, options: Option<&PhpArray>) -> PhpResult<()> {
    let mut sock = Connection::new(b"127.0.0.1", PORT);
    for (key, value) in options.unwrap_or(&PhpArray::new()) {
        let Some(name) = named(&key) else { continue };
        configure(cx, &mut sock, name, value.deref())?;
    }
    this.set_native(Box::new(Slot(Some(SharedConnection::new(sock)))));
    Ok(())
}

/// What a method asks, and how it is answered.
fn question(method: &[u8]) -> Option<(&'static str, ReplyKind)> {
    Some(match &method.to_ascii_lowercase()[..] {
        b"ckquorum" => ("ckquorum", ReplyKind::Bool),
        b"failover" => ("failover", ReplyKind::Bool),
        b"flushconfig" => ("flushconfig", ReplyKind::Bool),
        b"getmasteraddrbyname" => ("get-master-addr-by-name", ReplyKind::Texts),
        b"master" => ("master", ReplyKind::Map),
        b"masters" => ("masters", ReplyKind::Maps),
        b"myid" => ("myid", ReplyKind::Value),
        b"reset" => ("reset", ReplyKind::Int),
        b"sentinels" => ("sentinels", ReplyKind::Maps),
        b"slaves" => ("slaves", ReplyKind::Maps),
        _ => return None,
    })
}

/// Every method that is a command.
pub(crate) fn run(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let method = cx.active.map_or_else(Vec::new, |func| func.name.as_bytes().to_vec());
    let Some(connection) = this.native::<Slot>().and_then(|slot| slot.0.clone()) else {
        return Err(cx.throw("RedisException", "Redis server went away"));
    };
    connection.open(cx)?;
    let (command, answer) = match question(&method) {
        Some((word, answer)) => {
            let mut command = Command::new("SENTINEL");
            command.word(word);
            if let Some(name) = args.first_mut() {
                command.arg(args::string(cx, 1, name)?);
            }
            (command, answer)
        }
        None => (Command::new("PING"), ReplyKind::Bool),
    };
    connection.execute(cx, &command.bytes(), answer, &Value::object(this.clone()))
}
