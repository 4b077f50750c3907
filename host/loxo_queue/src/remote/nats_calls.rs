//! Calls to NATS and to its JetStream: a request, and the answer to it.
//!
//! Source: "JetStream wire API reference" in NATS's documentation (docs.nats.io/reference/reference-protocols/nats_api_reference).

use std::time::{Duration, Instant};

use loxo_nats::{Event, Headers};
use serde_json::{Value, json};

use super::link::{Link, PATIENCE};
use super::{StoreAddress, random_name, said};
use crate::store::{Result, StoreError};

/// Who is subscribed to what a request went to: nobody.
pub const NO_RESPONDERS: u16 = 503;

/// An answer.
pub struct Answer {
    head: Vec<u8>,
    pub payload: Vec<u8>,
    /// The subject that answers to it are expected at.
    pub reply: Option<String>,
}

impl Answer {
    pub fn headers(&self) -> Headers<'_> {
        Headers(&self.head)
    }
}

/// Why JetStream has refused something.
pub struct Refusal {
    pub code: u64,
    pub description: String,
}

impl From<Refusal> for StoreError {
    fn from(refusal: Refusal) -> StoreError {
        said(refusal.description.as_bytes())
    }
}

/// A connection.
pub struct Calls {
    link: Link,
    /// Answers come to this subject and a number.
    inbox: String,
    next: u64,
    /// What the server takes at most.
    longest_payload: usize,
}

/// What a server has sent.
enum Heard {
    Ping,
    Pong,
    /// To the request of this number.
    Answer(u64, Answer),
    /// To the last request that pulled: it has the subject that it was published to.
    Item(Answer),
    Error(Vec<u8>),
    Nothing,
}

impl Calls {
    pub fn connect(address: &StoreAddress, longest_value: usize) -> Result<Calls> {
        let mut link = Link::connect(&address.hosts, longest_value)?;
        let until = Instant::now() + PATIENCE;
        let first = link.receive(until, |input| match loxo_nats::parse(input, 0) {
            Ok(Some((Event::Info(info), length))) => Ok(Some((serde_json::from_slice::<Value>(info).unwrap_or_default(), length))),
            Ok(None) => Ok(None),
            _ => Err(no_nats()),
        })?;
        let info = first.ok_or_else(silent)?;
        if info["tls_required"] == true {
            return Err(StoreError::new("the store wants TLS, which is not supported"));
        }
        let longest_payload = info["max_payload"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
        let mut options = json!({
            "verbose": false, "pedantic": false, "lang": "rust", "version": env!("CARGO_PKG_VERSION"), "name": "loxo queue",
            "protocol": 1, "headers": true, "no_responders": true,
        });
        match (address.user.is_empty(), address.password.is_empty()) {
            (true, true) => {}
            (false, true) => options["auth_token"] = json!(address.user),
            _ => {
                options["user"] = json!(address.user);
                options["pass"] = json!(address.password);
            }
        }
        let mut calls = Calls { link, inbox: format!("_INBOX.{}", random_name()?), next: 0, longest_payload };
        let mut out = Vec::new();
        loxo_nats::connect(&mut out, &options.to_string());
        loxo_nats::subscribe(&mut out, &format!("{}.*", calls.inbox), 1);
        calls.link.send(&out)?;
        calls.settle()?;
        Ok(calls)
    }

    /// Sends a request and waits for the answer.
    pub fn request(&mut self, subject: &str, headers: &[(&str, &str)], payload: &[u8]) -> Result<Answer> {
        self.ask(subject, headers, payload, PATIENCE, false)
    }

    /// Asks a consumer for an item; the answer may also be a status. It may take so long beside the usual.
    pub fn pull(&mut self, subject: &str, payload: &[u8], wait: Duration) -> Result<Answer> {
        self.ask(subject, &[], payload, PATIENCE + wait, true)
    }

    fn ask(&mut self, subject: &str, headers: &[(&str, &str)], payload: &[u8], wait: Duration, pulls: bool) -> Result<Answer> {
        let length: usize = headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum::<usize>() + payload.len() + 12;
        if length > self.longest_payload {
            return Err(StoreError::new("the value is longer than the store takes (max_payload)"));
        }
        self.next += 1;
        let number = self.next;
        let mut out = Vec::new();
        loxo_nats::publish(&mut out, subject, Some(&format!("{}.{number}", self.inbox)), headers, payload);
        self.link.send(&out)?;
        let until = Instant::now() + wait;
        loop {
            match self.hear(until)? {
                Heard::Answer(found, answer) if found == number => return Ok(answer),
                Heard::Item(answer) if pulls => return Ok(answer),
                // Nobody waits for it any more.
                Heard::Item(Answer { reply: Some(reply), .. }) => self.publish(&reply, b"-NAK")?,
                _ => {}
            }
        }
    }

    /// A request to JetStream's API.
    pub fn api(&mut self, what: &str, body: &Value) -> Result<std::result::Result<Value, Refusal>> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let answer = self.request(&format!("$JS.API.{what}"), &[], &body)?;
        if answer.headers().status() == Some(NO_RESPONDERS) {
            return Err(StoreError::new("the store has no JetStream: start nats-server with -js"));
        }
        refused(&answer.payload)
    }

    pub fn publish(&mut self, subject: &str, payload: &[u8]) -> Result<()> {
        let mut out = Vec::new();
        loxo_nats::publish(&mut out, subject, None, &[], payload);
        self.link.send(&out)
    }

    /// Waits until the server has everything that was sent.
    pub fn settle(&mut self) -> Result<()> {
        self.link.send(loxo_nats::PING)?;
        let until = Instant::now() + PATIENCE;
        while !matches!(self.hear(until)?, Heard::Pong) {}
        Ok(())
    }

    fn hear(&mut self, until: Instant) -> Result<Heard> {
        let (inbox, longest) = (&self.inbox, self.link.longest);
        let heard = self.link.receive(until, |input| match loxo_nats::parse(input, longest) {
            Ok(Some((event, length))) => Ok(Some((heard(event, inbox), length))),
            Ok(None) => Ok(None),
            Err(_) => Err(no_nats()),
        })?;
        match heard.ok_or_else(silent)? {
            Heard::Ping => {
                self.link.send(loxo_nats::PONG)?;
                Ok(Heard::Nothing)
            }
            Heard::Error(text) => Err(said(&text)),
            other => Ok(other),
        }
    }
}

fn heard(event: Event<'_>, inbox: &str) -> Heard {
    let message = match event {
        Event::Message(message) => message,
        Event::Ping => return Heard::Ping,
        Event::Pong => return Heard::Pong,
        Event::Error(text) => return Heard::Error(text.to_vec()),
        Event::Info(_) | Event::Ok => return Heard::Nothing,
    };
    let reply = message.reply.map(|reply| String::from_utf8_lossy(reply).into_owned());
    let is_item = reply.as_ref().is_some_and(|reply| reply.starts_with("$JS.ACK."));
    let answer = Answer { head: message.headers.0.to_vec(), payload: message.payload.to_vec(), reply };
    let number =
        message.subject.strip_prefix(inbox.as_bytes()).and_then(|rest| std::str::from_utf8(rest.strip_prefix(b".")?).ok()?.parse().ok());
    match number {
        _ if is_item => Heard::Item(answer),
        Some(number) => Heard::Answer(number, answer),
        None => Heard::Nothing,
    }
}

/// What JetStream has answered, or why it refuses.
pub fn refused(payload: &[u8]) -> Result<std::result::Result<Value, Refusal>> {
    let value: Value = serde_json::from_slice(payload).map_err(|_| StoreError::new("the store has answered something that is no JSON"))?;
    let error = &value["error"];
    if error.is_null() {
        return Ok(Ok(value));
    }
    let description = error["description"].as_str().unwrap_or("no").to_string();
    Ok(Err(Refusal { code: error["err_code"].as_u64().unwrap_or(0), description }))
}

fn no_nats() -> StoreError {
    StoreError::new("the store does not speak NATS's protocol")
}

fn silent() -> StoreError {
    StoreError::new("the store does not answer")
}
