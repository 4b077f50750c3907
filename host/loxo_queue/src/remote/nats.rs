//! Queues in NATS JetStream: each is a stream whose messages are there until they are acknowledged, with one consumer for all who take from it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::nats_calls::{Answer, Calls, NO_RESPONDERS, refused};
use super::{Session, StoreAddress, Taken, parent_of};
use crate::limits::Limits;
use crate::now;
use crate::queues::{Put, Take};
use crate::server::Options;
use crate::stats::QueueFigures;
use crate::store::{Result, StoreError};

/// The consumer of each stream.
const CONSUMER: &str = "q";
/// Another server's new fan-out queue is known after this time.
const CHILDREN: Duration = Duration::from_secs(1);
/// JetStream acknowledges an item before the consumer knows of it, which it does within this time.
const CONSUMER_DELAY: Duration = Duration::from_secs(1);
/// JetStream's names of streams are at most so long: they are names of folders.
const LONGEST_STREAM: usize = 255;

// JetStream's codes of errors.
const IS_ANOTHER: u64 = 10058;
const NO_STREAM: u64 = 10059;
const NOT_STORED: u64 = 10077;

/// Headers of messages.
const FLAGS: &str = "Loxo-Flags";
const EXPIRES: &str = "Loxo-Expires";

/// What this process has counted of a queue.
#[derive(Clone, Copy, Default)]
struct Counts {
    taken: u64,
    expired: u64,
    age: u64,
}

/// What all sessions of the process have in common.
pub(super) struct Nats {
    address: StoreAddress,
    limits: Limits,
    limits_of: HashMap<Vec<u8>, Limits>,
    most_queues: usize,
    longest_value: usize,
    shared: Mutex<Shared>,
}

#[derive(Default)]
struct Shared {
    counts: HashMap<Vec<u8>, Counts>,
    /// Where items that are open are acknowledged.
    open: HashSet<String>,
    /// The fan-out queues of queues, and when they were looked for.
    children: HashMap<Vec<u8>, (Instant, Vec<Vec<u8>>)>,
    /// The newest item that was put into a queue here, while its consumer may not know of it.
    newest: HashMap<Vec<u8>, u64>,
}

impl Nats {
    pub fn new(address: StoreAddress, options: &Options) -> Nats {
        Nats {
            address,
            limits: options.limits.clone(),
            limits_of: options.limits_of.clone(),
            most_queues: options.most_queues,
            longest_value: options.longest_value,
            shared: Mutex::default(),
        }
    }

    pub fn session(self: &Arc<Nats>) -> NatsSession {
        NatsSession { nats: self.clone(), calls: None }
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn limits(&self, name: &[u8]) -> &Limits {
        let own = self.limits_of.get(name).or_else(|| self.limits_of.get(parent_of(name)?));
        own.unwrap_or(&self.limits)
    }

    /// The stream of a queue.
    fn stream(&self, name: &[u8]) -> Result<String> {
        let stream = format!("{}_{}", self.address.prefix, word(name));
        if stream.len() > LONGEST_STREAM { Err(StoreError::new("the name is too long for this store")) } else { Ok(stream) }
    }

    /// The queue of a stream.
    fn name(&self, stream: &str) -> Option<Vec<u8>> {
        stream.strip_prefix(&self.address.prefix)?.strip_prefix('_').and_then(name_of)
    }

    /// Where items of a queue are published; those of its fan-out queues are one word longer.
    fn subject(&self, name: &[u8]) -> String {
        let prefix = &self.address.prefix;
        match parent_of(name) {
            Some(parent) => format!("{prefix}.q.{}.{}", word(parent), word(&name[parent.len() + 1..])),
            None => format!("{prefix}.q.{}", word(name)),
        }
    }

    fn all_subjects(&self) -> String {
        format!("{}.q.>", self.address.prefix)
    }

    fn configuration(&self, name: &[u8]) -> Result<Value> {
        let limits = self.limits(name);
        let number = |limit: Option<u64>| limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        Ok(json!({
            "name": self.stream(name)?, "subjects": [self.subject(name)], "retention": "workqueue", "storage": "file",
            "num_replicas": self.address.replicas, "allow_direct": true, "max_consumers": -1, "max_msg_size": -1,
            "max_msgs": number(limits.items), "max_bytes": number(limits.bytes),
            "max_age": limits.age.unwrap_or(0).saturating_mul(1_000_000), "discard": if limits.discard_oldest { "old" } else { "new" },
        }))
    }
}

/// A name as a word of a subject: letters, digits, `-` and `_` are themselves, other bytes are written as `=2B`. An empty name is `=`.
fn word(name: &[u8]) -> String {
    if name.is_empty() {
        return "=".into();
    }
    let mut word = String::new();
    for byte in name {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' => word.push(char::from(*byte)),
            _ => word.push_str(&format!("={byte:02X}")),
        }
    }
    word
}

fn name_of(word: &str) -> Option<Vec<u8>> {
    let mut parts = word.split('=');
    let mut name = parts.next()?.as_bytes().to_vec();
    for part in parts {
        name.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        name.extend_from_slice(&part.as_bytes()[2..]);
    }
    Some(name)
}

pub(super) struct NatsSession {
    nats: Arc<Nats>,
    calls: Option<Calls>,
}

impl Session for NatsSession {
    fn put(&mut self, name: &[u8], flags: u64, lifetime: Option<Duration>, value: &[u8]) -> Result<Put> {
        let expires = lifetime.map(|time| now().saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)).to_string());
        let flags = flags.to_string();
        let mut headers = vec![(FLAGS, flags.as_str())];
        headers.extend(expires.as_ref().map(|expires| (EXPIRES, expires.as_str())));
        self.using(|session| {
            let outcome = session.put_one(name, &headers, value)?;
            if outcome != Put::TooManyQueues {
                for child in session.children(name)? {
                    session.put_one(&child, &headers, value)?;
                }
            }
            Ok(outcome)
        })
    }

    fn take(&mut self, name: &[u8], how: Take, wait: Duration) -> Result<Option<Taken>> {
        self.using(|session| if how == Take::Peek { session.peek(name) } else { session.take_next(name, how, wait) })
    }

    fn close(&mut self, receipt: &[u8]) -> Result<()> {
        let receipt = String::from_utf8_lossy(receipt).into_owned();
        self.using(|session| session.acknowledge(&receipt, b"+ACK"))?;
        self.nats.shared().open.remove(&receipt);
        if let Some(name) = Receipt::parse(&receipt).and_then(|receipt| self.nats.name(receipt.stream)) {
            self.count_taken(&name, &receipt);
        }
        Ok(())
    }

    fn abort(&mut self, receipt: &[u8]) -> Result<()> {
        let receipt = String::from_utf8_lossy(receipt).into_owned();
        // Even where this fails: without signs of life it comes back.
        self.nats.shared().open.remove(&receipt);
        self.using(|session| session.acknowledge(&receipt, b"-NAK"))
    }

    fn delete(&mut self, name: &[u8]) -> Result<bool> {
        let stream = self.nats.stream(name)?;
        self.nats.shared().children.clear();
        self.nats.shared().newest.remove(name);
        match self.using(|session| session.calls()?.api(&format!("STREAM.DELETE.{stream}"), &Value::Null))? {
            Ok(_) => Ok(true),
            Err(refusal) if refusal.code == NO_STREAM => Ok(false),
            Err(refusal) => Err(refusal.into()),
        }
    }

    fn flush(&mut self, name: &[u8]) -> Result<()> {
        let stream = self.nats.stream(name)?;
        self.nats.shared().newest.remove(name);
        self.using(|session| session.purge(&stream))
    }

    fn flush_all(&mut self) -> Result<()> {
        let all = self.nats.all_subjects();
        self.nats.shared().newest.clear();
        self.using(|session| session.streams(&all)?.iter().try_for_each(|stream| session.purge(stream)))
    }

    fn queues(&mut self) -> Result<Vec<QueueFigures>> {
        self.using(NatsSession::list)
    }

    fn renew(&mut self) -> Result<()> {
        self.tell_of_open(b"+WPI")
    }

    fn leave(&mut self) -> Result<()> {
        self.tell_of_open(b"-NAK")
    }
}

impl NatsSession {
    /// Does something with the connection, which is given up if that fails.
    fn using<T>(&mut self, what: impl FnOnce(&mut NatsSession) -> Result<T>) -> Result<T> {
        let outcome = what(self);
        if outcome.is_err() {
            self.calls = None;
        }
        outcome
    }

    fn calls(&mut self) -> Result<&mut Calls> {
        if self.calls.is_none() {
            self.calls = Some(Calls::connect(&self.nats.address, self.nats.longest_value)?);
        }
        self.calls.as_mut().ok_or_else(|| StoreError::new("the store is not connected"))
    }

    fn put_one(&mut self, name: &[u8], headers: &[(&str, &str)], value: &[u8]) -> Result<Put> {
        let subject = self.nats.subject(name);
        self.nats.stream(name)?;
        let mut answer = self.calls()?.request(&subject, headers, value)?;
        if answer.headers().status() == Some(NO_RESPONDERS) {
            if !self.ensure(name)? {
                return Ok(Put::TooManyQueues);
            }
            answer = self.calls()?.request(&subject, headers, value)?;
        }
        match refused(&answer.payload)? {
            Ok(stored) => {
                self.nats.shared().newest.insert(name.to_vec(), stored["seq"].as_u64().unwrap_or(0));
                Ok(Put::Stored)
            }
            Err(refusal) if refusal.code == NOT_STORED && refusal.description.contains("maximum") => Ok(Put::Full),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Makes a queue's stream, and sees to it that its limits are the configured ones; false: there are too many.
    fn ensure(&mut self, name: &[u8]) -> Result<bool> {
        let nats = self.nats.clone();
        let stream = nats.stream(name)?;
        let listed = self.calls()?.api("STREAM.NAMES", &json!({ "subject": nats.all_subjects() }))?.map_err(StoreError::from)?;
        let count = listed["total"].as_u64().unwrap_or(0);
        let is_there = self.calls()?.api(&format!("STREAM.INFO.{stream}"), &Value::Null)?.is_ok();
        if !is_there && count >= nats.most_queues as u64 {
            return Ok(false);
        }
        let configuration = nats.configuration(name)?;
        match self.calls()?.api(&format!("STREAM.CREATE.{stream}"), &configuration)? {
            Ok(_) => {}
            Err(refusal) if refusal.code == IS_ANOTHER => {
                self.calls()?.api(&format!("STREAM.UPDATE.{stream}"), &configuration)?.map_err(StoreError::from)?;
            }
            Err(refusal) => return Err(refusal.into()),
        }
        nats.shared().children.clear();
        self.ensure_consumer(&stream)?;
        Ok(true)
    }

    /// False: there is no stream.
    fn ensure_consumer(&mut self, stream: &str) -> Result<bool> {
        let lease = u64::try_from(self.nats.address.lease.as_nanos()).unwrap_or(u64::MAX);
        let body = json!({ "stream_name": stream, "config": {
            "name": CONSUMER, "durable_name": CONSUMER, "ack_policy": "explicit", "ack_wait": lease, "max_deliver": -1, "max_ack_pending": -1,
            "deliver_policy": "all", "replay_policy": "instant", "max_waiting": 8192,
        }});
        match self.calls()?.api(&format!("CONSUMER.CREATE.{stream}.{CONSUMER}"), &body)? {
            Ok(_) => Ok(true),
            Err(refusal) if refusal.code == NO_STREAM => Ok(false),
            Err(refusal) => Err(refusal.into()),
        }
    }

    fn take_next(&mut self, name: &[u8], how: Take, wait: Duration) -> Result<Option<Taken>> {
        let stream = self.nats.stream(name)?;
        let mut until = Instant::now() + wait;
        let (mut is_ensured, mut ahead) = (false, None);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let asked = u64::try_from(left.as_nanos()).unwrap_or(u64::MAX);
            let body = if left.is_zero() { json!({ "batch": 1, "no_wait": true }) } else { json!({ "batch": 1, "expires": asked }) };
            let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{CONSUMER}");
            let answer = self.calls()?.pull(&subject, body.to_string().as_bytes(), left)?;
            match answer.headers().status() {
                Some(NO_RESPONDERS) if !is_ensured => {
                    is_ensured = true;
                    // A queue that is only asked for is not made, unless it is a fan-out queue, or there is somebody who waits for it.
                    let is_there =
                        if parent_of(name).is_some() || !wait.is_zero() { self.ensure(name)? } else { self.ensure_consumer(&stream)? };
                    if !is_there {
                        return Ok(None);
                    }
                }
                Some(NO_RESPONDERS) => return Ok(None),
                // Nothing is there, the time is over, or the consumer has moved: who waits asks again.
                Some(_) if !wait.is_zero() => return Ok(None),
                // Who does not wait gets what was put before.
                Some(_) if ahead.is_none() => {
                    ahead = self.ahead_of_consumer(name, &stream)?;
                    if ahead.is_none() {
                        return Ok(None);
                    }
                    until = Instant::now() + CONSUMER_DELAY;
                }
                Some(_) => {
                    self.forget_newest(name, ahead);
                    return Ok(None);
                }
                None => {
                    if let Some(taken) = self.received(name, how, answer)? {
                        return Ok(Some(taken));
                    }
                }
            }
        }
    }

    /// The newest item that was put here, unless the queue's consumer has come to it.
    fn ahead_of_consumer(&mut self, name: &[u8], stream: &str) -> Result<Option<u64>> {
        let newest = self.nats.shared().newest.get(name).copied();
        if newest.is_some() {
            let consumer = self.calls()?.api(&format!("CONSUMER.INFO.{stream}.{CONSUMER}"), &Value::Null)?;
            if consumer.map_or(true, |consumer| consumer["delivered"]["stream_seq"].as_u64() >= newest) {
                self.forget_newest(name, newest);
                return Ok(None);
            }
        }
        Ok(newest)
    }

    /// The consumer knows of this item.
    fn forget_newest(&self, name: &[u8], item: Option<u64>) {
        let mut shared = self.nats.shared();
        if shared.newest.get(name).copied() == item {
            shared.newest.remove(name);
        }
    }

    /// An item that has come. `None`: it has expired.
    fn received(&mut self, name: &[u8], how: Take, answer: Answer) -> Result<Option<Taken>> {
        let Some(receipt) = answer.reply.clone() else { return Err(StoreError::new("the store has an item that cannot be acknowledged")) };
        if has_expired(&answer) {
            self.acknowledge(&receipt, b"+ACK")?;
            self.nats.shared().counts.entry(name.to_vec()).or_default().expired += 1;
            return Ok(None);
        }
        if how == Take::Open {
            self.nats.shared().open.insert(receipt.clone());
        } else {
            self.acknowledge(&receipt, b"+ACK")?;
            self.count_taken(name, &receipt);
        }
        let number = Receipt::parse(&receipt).map_or(0, |receipt| receipt.number);
        Ok(Some(Taken { flags: flags(&answer), number, value: answer.payload, receipt: receipt.into_bytes() }))
    }

    /// The first item of the stream, which may be one that somebody has open.
    fn peek(&mut self, name: &[u8]) -> Result<Option<Taken>> {
        let stream = self.nats.stream(name)?;
        let mut next = 1u64;
        loop {
            let body = json!({ "seq": next, "next_by_subj": self.nats.subject(name) });
            let answer = self.calls()?.request(&format!("$JS.API.DIRECT.GET.{stream}"), &[], body.to_string().as_bytes())?;
            if answer.headers().status().is_some() {
                return Ok(None);
            }
            let sequence = answer.headers().get("Nats-Sequence").and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u64>().ok());
            let Some(number) = sequence else { return Err(StoreError::new("the store has an item without a number")) };
            if !has_expired(&answer) {
                return Ok(Some(Taken { flags: flags(&answer), number, value: answer.payload, receipt: Vec::new() }));
            }
            let Some(following) = number.checked_add(1) else { return Ok(None) };
            next = following;
        }
    }

    /// Says something of an item, and waits until the store has heard it.
    fn acknowledge(&mut self, receipt: &str, what: &[u8]) -> Result<()> {
        self.calls()?.request(receipt, &[], what).map(drop)
    }

    fn count_taken(&self, name: &[u8], receipt: &str) {
        let put = Receipt::parse(receipt).map_or(0, |receipt| receipt.put);
        let mut shared = self.nats.shared();
        let counts = shared.counts.entry(name.to_vec()).or_default();
        counts.taken += 1;
        counts.age = now().cast_unsigned().saturating_sub(put);
    }

    fn children(&mut self, name: &[u8]) -> Result<Vec<Vec<u8>>> {
        if parent_of(name).is_some() {
            return Ok(Vec::new());
        }
        if let Some((at, children)) = self.nats.shared().children.get(name)
            && at.elapsed() < CHILDREN
        {
            return Ok(children.clone());
        }
        let subject = format!("{}.*", self.nats.subject(name));
        let children: Vec<Vec<u8>> = self.streams(&subject)?.iter().filter_map(|stream| self.nats.name(stream)).collect();
        self.nats.shared().children.insert(name.to_vec(), (Instant::now(), children.clone()));
        Ok(children)
    }

    fn purge(&mut self, stream: &str) -> Result<()> {
        match self.calls()?.api(&format!("STREAM.PURGE.{stream}"), &Value::Null)? {
            Err(refusal) if refusal.code != NO_STREAM => Err(refusal.into()),
            _ => Ok(()),
        }
    }

    /// The streams that have a subject.
    fn streams(&mut self, subject: &str) -> Result<Vec<String>> {
        let pages = self.pages("STREAM.NAMES", subject)?;
        Ok(pages.iter().filter_map(|stream| stream.as_str().map(str::to_string)).collect())
    }

    /// What a list has, all pages of it.
    fn pages(&mut self, what: &str, subject: &str) -> Result<Vec<Value>> {
        let mut all = Vec::new();
        loop {
            let page = self.calls()?.api(what, &json!({ "offset": all.len(), "subject": subject }))?.map_err(StoreError::from)?;
            let found = page["streams"].as_array().cloned().unwrap_or_default();
            if found.is_empty() {
                return Ok(all);
            }
            all.extend(found);
            if all.len() as u64 >= page["total"].as_u64().unwrap_or(0) {
                return Ok(all);
            }
        }
    }

    fn list(&mut self) -> Result<Vec<QueueFigures>> {
        let all = self.nats.all_subjects();
        let mut queues = Vec::new();
        for stream in self.pages("STREAM.LIST", &all)? {
            let Some(name) = stream["config"]["name"].as_str().and_then(|stream| self.nats.name(stream)) else { continue };
            let consumer = format!("CONSUMER.INFO.{}.{CONSUMER}", self.nats.stream(&name)?);
            let consumer = self.calls()?.api(&consumer, &Value::Null)?.unwrap_or(Value::Null);
            let state = &stream["state"];
            let number = |value: &Value| value.as_u64().unwrap_or(0);
            let items = number(&state["messages"]);
            let counts = self.nats.shared().counts.get(&name).copied().unwrap_or_default();
            queues.push(QueueFigures {
                items,
                bytes: number(&state["bytes"]),
                total: number(&state["last_seq"]),
                expired: counts.expired,
                age: if items == 0 { 0 } else { counts.age },
                discarded: 0,
                taken: counts.taken,
                open: number(&consumer["num_ack_pending"]),
                children: 0,
                waiters: 0,
                name,
            });
        }
        let children: Vec<Vec<u8>> = queues.iter().filter_map(|queue| parent_of(&queue.name).map(<[u8]>::to_vec)).collect();
        for queue in &mut queues {
            queue.children = children.iter().filter(|parent| **parent == queue.name).count() as u64;
        }
        Ok(queues)
    }

    fn tell_of_open(&mut self, what: &[u8]) -> Result<()> {
        let open: Vec<String> = self.nats.shared().open.iter().cloned().collect();
        self.using(|session| {
            for receipt in &open {
                session.calls()?.publish(receipt, what)?;
            }
            session.calls()?.settle()
        })
    }
}

/// What the subject says that an item is acknowledged at: `$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.…`, which newer servers begin with two
/// words more and may end with one more.
struct Receipt<'a> {
    stream: &'a str,
    number: u64,
    /// When it was put, in milliseconds since 1970.
    put: u64,
}

impl Receipt<'_> {
    fn parse(subject: &str) -> Option<Receipt<'_>> {
        let words: Vec<&str> = subject.split('.').collect();
        let words = words.get(if words.len() >= 11 { 4 } else { 2 }..)?;
        Some(Receipt { stream: words.first()?, number: words.get(3)?.parse().ok()?, put: words.get(5)?.parse::<u64>().ok()? / 1_000_000 })
    }
}

fn has_expired(answer: &Answer) -> bool {
    let expires = answer.headers().get(EXPIRES).and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<i64>().ok());
    expires.is_some_and(|expires| expires <= now())
}

fn flags(answer: &Answer) -> u64 {
    answer.headers().get(FLAGS).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_words() {
        for name in [&b"mail"[..], b"a.b*c> d", b"orders+audit", b"=", b"\xc3\xa4"] {
            let word = word(name);
            assert!(word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'=' | b'-' | b'_')), "{word}");
            assert_eq!(name_of(&word).as_deref(), Some(name));
        }
        assert_eq!((word(b""), name_of("=4"), name_of("=\u{e4}")), ("=".into(), None, None));
    }

    #[test]
    fn receipts_of_both_kinds() {
        for subject in ["$JS.ACK.s.q.1.42.7.1700000000000000000.3", "$JS.ACK.hub.abc.s.q.1.42.7.1700000000000000000.3.x"] {
            let receipt = Receipt::parse(subject).expect("is one");
            assert_eq!((receipt.stream, receipt.number, receipt.put), ("s", 42, 1_700_000_000_000));
        }
        assert!(Receipt::parse("$JS.ACK").is_none());
    }
}
