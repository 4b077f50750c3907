//! Queues in Redis: each request is one script, which Redis runs as a whole (`store.lua`). Items that are open belong to a server with a lease.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loxo_redis::{Command, Reply};

use super::link::{Link, PATIENCE};
use super::{Session, StoreAddress, Taken, parent_of, random_name, said};
use crate::limits::Limits;
use crate::queues::{Put, Take};
use crate::server::Options;
use crate::stats::QueueFigures;
use crate::store::{Result, StoreError};

const SCRIPT: &str = include_str!("store.lua");

/// What all sessions of the process have in common.
pub(super) struct Redis {
    address: StoreAddress,
    /// What this process is called in the store.
    server: String,
    next_receipt: AtomicU64,
    /// Receipts of items that are to come back, if they are open at all: the connection ended before the answer came.
    in_doubt: Mutex<Vec<Vec<u8>>>,
    limits: Limits,
    limits_of: Vec<(Vec<u8>, Limits)>,
    most_queues: usize,
    longest_value: usize,
}

impl Redis {
    pub fn new(address: StoreAddress, options: &Options) -> Result<Redis> {
        Ok(Redis {
            address,
            server: random_name()?,
            next_receipt: AtomicU64::new(1),
            in_doubt: Mutex::default(),
            limits: options.limits.clone(),
            limits_of: options.limits_of.clone().into_iter().collect(),
            most_queues: options.most_queues,
            longest_value: options.longest_value,
        })
    }

    pub fn session(self: &Arc<Redis>) -> RedisSession {
        RedisSession { redis: self.clone(), link: None }
    }

    fn in_doubt(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.in_doubt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn limits(&self, name: &[u8]) -> &Limits {
        self.limits_of.iter().find(|(other, _)| other == name).map_or(&self.limits, |(_, limits)| limits)
    }
}

/// A connection that the script has been loaded over, and what Redis knows the script by.
struct Loaded {
    link: Link,
    script: Vec<u8>,
}

pub(super) struct RedisSession {
    redis: Arc<Redis>,
    link: Option<Loaded>,
}

impl Session for RedisSession {
    fn put(&mut self, name: &[u8], flags: u64, lifetime: Option<Duration>, value: &[u8]) -> Result<Put> {
        let redis = self.redis.clone();
        let own = redis.limits(name);
        let lifetime = lifetime.map_or(-1, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let reply = self.call("put", |command| {
            command.arg(name).word(&flags.to_string()).int(lifetime).arg(value).word(&redis.most_queues.to_string());
            add_limits(command, own);
            for (child, limits) in redis.limits_of.iter().filter(|(child, _)| parent_of(child) == Some(name)) {
                add_limits(command.arg(child), limits);
            }
        })?;
        match reply {
            Reply::Int(1) => Ok(Put::Stored),
            Reply::Int(0) => Ok(Put::Full),
            Reply::Int(-1) => Ok(Put::TooManyQueues),
            other => Err(unexpected(&other)),
        }
    }

    fn take(&mut self, name: &[u8], how: Take, wait: Duration) -> Result<Option<Taken>> {
        let found = self.take_once(name, how, !wait.is_zero())?;
        if found.is_some() || wait.is_zero() {
            return Ok(found);
        }
        // No time at all would be no limit.
        let wait = wait.max(Duration::from_millis(1));
        let mut command = Command::new("BLPOP");
        command.arg(&[self.redis.address.prefix.as_bytes(), b":wake:", name].concat()).word(&format!("{:.3}", wait.as_secs_f64()));
        self.send(&command)?;
        match self.reply(wait)? {
            Reply::Nil => Ok(None),
            Reply::Array(_) => self.take_once(name, how, true),
            other => Err(unexpected(&other)),
        }
    }

    fn close(&mut self, receipt: &[u8]) -> Result<()> {
        self.call_with_receipt("close", receipt)
    }

    fn abort(&mut self, receipt: &[u8]) -> Result<()> {
        let done = self.call_with_receipt("abort", receipt);
        if done.is_err() {
            self.redis.in_doubt().push(receipt.to_vec());
        }
        done
    }

    fn delete(&mut self, name: &[u8]) -> Result<bool> {
        let reply = self.call("delete", |command| {
            command.arg(name);
        })?;
        Ok(reply == Reply::Int(1))
    }

    fn flush(&mut self, name: &[u8]) -> Result<()> {
        self.call("flush", |command| {
            command.arg(name);
        })
        .map(drop)
    }

    fn flush_all(&mut self) -> Result<()> {
        self.call("flush_all", |_| {}).map(drop)
    }

    fn queues(&mut self) -> Result<Vec<QueueFigures>> {
        match self.call("queues", |_| {})? {
            Reply::Array(rows) => rows.iter().map(|row| figures(row).ok_or_else(|| unexpected(row))).collect(),
            other => Err(unexpected(&other)),
        }
    }

    fn renew(&mut self) -> Result<()> {
        let redis = self.redis.clone();
        let lease = redis.address.lease.as_millis().to_string();
        self.call("renew", |command| {
            command.word(&redis.server).word(&lease);
        })?;
        let in_doubt = std::mem::take(&mut *redis.in_doubt());
        // Those for which it fails stay in doubt.
        let failed = in_doubt.iter().filter_map(|receipt| self.abort(receipt).err()).last();
        failed.map_or(Ok(()), Err)
    }

    fn leave(&mut self) -> Result<()> {
        let redis = self.redis.clone();
        self.call("leave", |command| {
            command.word(&redis.server);
        })
        .map(drop)
    }
}

impl RedisSession {
    fn take_once(&mut self, name: &[u8], how: Take, waits: bool) -> Result<Option<Taken>> {
        let redis = self.redis.clone();
        let receipt = redis.next_receipt.fetch_add(1, Ordering::Relaxed).to_string();
        let word = match how {
            Take::Remove => "remove",
            Take::Open => "open",
            Take::Peek => "peek",
        };
        let reply = self.call("take", |command| {
            command.arg(name).word(word).word(&redis.most_queues.to_string()).word(if waits { "1" } else { "0" });
            command.word(&redis.server).word(&receipt);
        });
        match reply {
            Ok(Reply::Nil) => Ok(None),
            Ok(Reply::Bulk(packed)) => {
                unpacked(packed, receipt.into_bytes()).map(Some).ok_or_else(|| StoreError::new("the store has an item that is none"))
            }
            Ok(other) => Err(unexpected(&other)),
            Err(error) => {
                if how == Take::Open {
                    redis.in_doubt().push(receipt.into_bytes());
                }
                Err(error)
            }
        }
    }

    fn call_with_receipt(&mut self, request: &str, receipt: &[u8]) -> Result<()> {
        let redis = self.redis.clone();
        self.call(request, |command| {
            command.word(&redis.server).arg(receipt);
        })
        .map(drop)
    }

    /// Runs the script.
    fn call(&mut self, request: &str, arguments: impl Fn(&mut Command)) -> Result<Reply> {
        let is_known = |reply: Result<Reply>| match reply {
            // Nothing was done: Redis has forgotten the script.
            Ok(Reply::Error(text)) if text.starts_with(b"NOSCRIPT") => None,
            Ok(Reply::Error(text)) => Some(Err(said(&text))),
            other => Some(other),
        };
        let mut outcome = is_known(self.call_once(request, &arguments));
        if outcome.is_none() {
            self.link = None;
            outcome = is_known(self.call_once(request, &arguments));
        }
        outcome.unwrap_or_else(|| Err(StoreError::new("the store forgets the script")))
    }

    fn call_once(&mut self, request: &str, arguments: &impl Fn(&mut Command)) -> Result<Reply> {
        self.connect()?;
        let mut command = Command::new("EVALSHA");
        command.arg(self.link.as_ref().map_or(&b""[..], |loaded| &loaded.script)).word("0");
        command.word(&self.redis.address.prefix).word(request);
        arguments(&mut command);
        self.send(&command)?;
        self.reply(Duration::ZERO)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.connect()?;
        let Some(loaded) = &mut self.link else { return Err(StoreError::new("the store is not connected")) };
        let sent = loaded.link.send(&command.bytes());
        if sent.is_err() {
            self.link = None;
        }
        sent
    }

    /// The next reply, which Redis may let wait so long.
    fn reply(&mut self, wait: Duration) -> Result<Reply> {
        let Some(loaded) = &mut self.link else { return Err(StoreError::new("the store is not connected")) };
        let reply = next_reply(&mut loaded.link, wait);
        if reply.is_err() {
            self.link = None;
        }
        reply
    }

    fn connect(&mut self) -> Result<()> {
        if self.link.is_some() {
            return Ok(());
        }
        let address = &self.redis.address;
        let mut link = Link::connect(&address.hosts, self.redis.longest_value)?;
        let mut commands = Vec::new();
        if !address.password.is_empty() {
            let mut auth = Command::new("AUTH");
            if !address.user.is_empty() {
                auth.word(&address.user);
            }
            auth.word(&address.password);
            commands.push(auth);
        }
        if address.database != 0 {
            let mut select = Command::new("SELECT");
            select.int(address.database.into());
            commands.push(select);
        }
        let mut load = Command::new("SCRIPT");
        load.word("LOAD").word(SCRIPT);
        commands.push(load);
        link.send(&commands.iter().flat_map(Command::bytes).collect::<Vec<u8>>())?;
        let mut script = Vec::new();
        for number in 0..commands.len() {
            match next_reply(&mut link, Duration::ZERO)? {
                // What Redis says of a command that it does not know has the password in it.
                Reply::Error(text) if number == 0 && !address.password.is_empty() => {
                    let code = text.split(|byte| *byte == b' ').next().filter(|code| code.iter().all(u8::is_ascii_uppercase));
                    let code = String::from_utf8_lossy(code.unwrap_or_default());
                    return Err(StoreError::new(format!("the store refuses the password or the connection ({code})")));
                }
                Reply::Bulk(name) => script = name,
                Reply::Status(_) => {}
                other => return Err(unexpected(&other)),
            }
        }
        self.link = Some(Loaded { link, script });
        Ok(())
    }
}

fn next_reply(link: &mut Link, wait: Duration) -> Result<Reply> {
    let until = Instant::now() + PATIENCE + wait;
    let found =
        link.receive(until, |input| Reply::parse(input).map_err(|_| StoreError::new("the store does not speak Redis's protocol")))?;
    found.ok_or_else(|| StoreError::new("the store does not answer"))
}

fn unexpected(reply: &Reply) -> StoreError {
    match reply {
        Reply::Error(text) => said(text),
        _ => StoreError::new("the store has answered something else than it was asked"),
    }
}

fn add_limits(command: &mut Command, limits: &Limits) {
    let number = |limit: Option<u64>| limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
    command.int(number(limits.items)).int(number(limits.bytes)).int(limits.age.unwrap_or(-1));
    command.word(if limits.discard_oldest { "1" } else { "0" });
}

/// `FLAGS EXPIRES PUT NUMBER\n` and the value.
fn unpacked(mut packed: Vec<u8>, receipt: Vec<u8>) -> Option<Taken> {
    let end = packed.iter().position(|byte| *byte == b'\n')?;
    let value = packed.split_off(end + 1);
    let head = std::str::from_utf8(&packed[..end]).ok()?;
    let mut words = head.split(' ');
    let flags = words.next()?.parse().ok()?;
    let number = words.nth(2)?.parse().ok()?;
    Some(Taken { flags, number, value, receipt })
}

fn figures(row: &Reply) -> Option<QueueFigures> {
    let Reply::Array(row) = row else { return None };
    let (Reply::Bulk(name), rest) = row.split_first()? else { return None };
    let numbers: Vec<u64> = rest
        .iter()
        .map(|number| match number {
            Reply::Int(number) => u64::try_from(*number).ok(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let [items, bytes, total, expired, age, discarded, taken, open, children] = numbers[..] else { return None };
    Some(QueueFigures { name: name.clone(), items, bytes, total, expired, age, discarded, taken, open, children, waiters: 0 })
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread::{JoinHandle, spawn};

    use super::*;

    /// A session with a store that answers each of these words with a reply; the thread gives what it was asked.
    fn session(answers: Vec<(&'static str, Vec<u8>)>) -> (RedisSession, JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("has one");
        let store = spawn(move || {
            let (mut client, _) = listener.accept().expect("comes");
            let (mut asked, mut buffer) = (Vec::new(), [0; 1024]);
            for (word, reply) in answers {
                while !asked.windows(word.len()).any(|part| part == word.as_bytes()) {
                    let count = client.read(&mut buffer).expect("is asked");
                    assert!(count > 0, "{word} is not asked");
                    asked.extend_from_slice(&buffer[..count]);
                }
                // The client may have heard enough.
                let _ = client.write_all(&reply);
            }
            String::from_utf8_lossy(&asked).into_owned()
        });
        let redis = Redis {
            address: StoreAddress::parse(&format!("redis://:secret@{address}")).expect("is one"),
            server: "s".into(),
            next_receipt: AtomicU64::new(1),
            in_doubt: Mutex::default(),
            limits: Limits::default(),
            limits_of: Vec::new(),
            most_queues: 1,
            longest_value: 1024,
        };
        (Arc::new(redis).session(), store)
    }

    const READY: &[u8] = b"+OK\r\n$1\r\na\r\n";

    #[test]
    fn a_short_wait_is_not_for_ever() {
        let (mut session, store) = session(vec![("LOAD", READY.into()), ("EVALSHA", b"$-1\r\n".into()), ("BLPOP", b"*-1\r\n".into())]);
        assert!(session.take(b"q", Take::Remove, Duration::from_micros(300)).is_ok_and(|taken| taken.is_none()));
        let asked = store.join().expect("no panic");
        assert!(asked.ends_with("$5\r\n0.001\r\n"), "{asked}");
    }

    #[test]
    fn errors_do_not_repeat_the_password() {
        let said = b"-ERR unknown command 'AUTH', with args beginning with: 'secret'\r\n";
        let (mut session, store) = session(vec![("AUTH", said.into())]);
        let error = session.flush_all().expect_err("is refused").to_string();
        assert_eq!(error, "the store refuses the password or the connection (ERR)");
        store.join().expect("no panic");
    }

    #[test]
    fn an_answer_without_an_end_is_given_up() {
        let endless = [b"$4000000000\r\n".to_vec(), vec![b'x'; 20 << 20]].concat();
        let (mut session, store) = session(vec![("LOAD", READY.into()), ("EVALSHA", endless)]);
        let error = session.take(b"q", Take::Remove, Duration::ZERO).err().expect("is refused").to_string();
        assert_eq!(error, "the store's answer is longer than --max-value allows");
        store.join().expect("no panic");
    }
}
