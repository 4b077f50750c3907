//! pprof's profile.proto, compressed by gzip: one sample per stack, with its self cost.

use std::io::Write;

use rustc_hash::FxHashMap;

use crate::model::*;
use crate::tree::Tree;

/// A message of protocol buffers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn number(&mut self, field: u64, value: u64) {
        self.varint(field << 3);
        self.varint(value);
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn packed(&mut self, field: u64, values: impl Iterator<Item = u64>) {
        let mut list = Message::default();
        values.for_each(|value| list.varint(value));
        self.bytes(field, &list.0);
    }
}

/// Strings are kept once; the first is empty.
struct Strings(Vec<String>, FxHashMap<String, u64>);

impl Strings {
    fn id(&mut self, text: &str) -> u64 {
        *self.1.entry(text.to_string()).or_insert_with(|| {
            self.0.push(text.to_string());
            self.0.len() as u64 - 1
        })
    }
}

pub fn write(profile: &Profile) -> Vec<u8> {
    let tree = Tree::of(profile, None);
    let mut strings = Strings(vec![String::new()], FxHashMap::from_iter([(String::new(), 0)]));
    let mut out = Message::default();
    let calls = if matches!(profile.data, Data::Samples { .. }) { "samples" } else { "calls" };
    for (kind, unit) in [(calls, "count"), ("cpu", "nanoseconds"), ("memory", "bytes"), ("wall", "nanoseconds")] {
        let mut value_type = Message::default();
        value_type.number(1, strings.id(kind));
        value_type.number(2, strings.id(unit));
        out.bytes(1, &value_type.0);
    }
    for (at, node) in tree.nodes.iter().enumerate().skip(1) {
        if node.own == Cost::default() {
            continue;
        }
        let mut sample = Message::default();
        // The innermost first. Locations are functions; 0 is none.
        sample.packed(1, tree.path(at as u32).iter().rev().map(|id| u64::from(id.0) + 1));
        sample.packed(2, [node.own.calls, node.own.cpu_ns, node.own.memory as u64, node.own.wall_ns].into_iter());
        out.bytes(2, &sample.0);
    }
    for (at, function) in profile.functions.iter().enumerate() {
        let id = at as u64 + 1;
        let mut line = Message::default();
        line.number(1, id);
        line.number(2, u64::from(function.line));
        let mut location = Message::default();
        location.number(1, id);
        location.bytes(4, &line.0);
        out.bytes(4, &location.0);
        let mut message = Message::default();
        message.number(1, id);
        message.number(2, strings.id(&function.name));
        message.number(3, strings.id(&function.name));
        message.number(4, strings.id(&function.file));
        message.number(5, u64::from(function.line));
        out.bytes(5, &message.0);
    }
    let wall = strings.id("wall");
    for text in &strings.0 {
        out.bytes(6, text.as_bytes());
    }
    out.number(9, profile.started_unix_ms.saturating_mul(1_000_000));
    out.number(10, profile.duration_ns);
    out.number(14, wall);
    let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    file.write_all(&out.0).and_then(|()| file.finish()).expect("memory can be written to")
}
