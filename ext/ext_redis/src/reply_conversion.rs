//! What replies become: each command says which kind of answer it has.

use loxo_runtime::value::number;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::info;
use crate::pack::Packing;
use crate::reply::Reply;
use crate::shared_connection::SharedConnection;

/// Kinds of answers. Where something else comes the answer is false.
#[derive(Clone, Debug)]
pub(crate) enum ReplyKind {
    /// Was it done?
    Bool,
    /// Was it one?
    One,
    Int,
    /// A float that is sent as text.
    Float,
    /// A packed value.
    Value,
    /// Text as it is.
    Text,
    /// Whatever comes, without unpacking.
    Any,
    /// The same, where what is said in words is a string and not true.
    AnyInWords,
    /// The same as the option `OPT_REPLY_LITERAL` says.
    AnyByOption,
    /// The same where only a list will do.
    AnyList,
    /// Packed values.
    Values,
    /// Strings.
    Texts,
    Floats,
    /// Names and text, alternating.
    Map,
    /// Several of those.
    Maps,
    /// Names, and numbers.
    IntMap,
    /// Packed members, and scores.
    Scores,
    /// Names, and packed values.
    ValueMap,
    /// The same as `Map`, where values are what they are.
    AnyMap,
    /// Packed values by the names that were asked for.
    Fields(Vec<Vec<u8>>),
    /// A number that stands for a type.
    Type,
    Info,
    Client,
    Clients,
    /// A place, or places.
    Position {
        many: bool,
    },
    /// Members, or more about each of them.
    Geo {
        more: bool,
    },
    /// A key and what was taken from it.
    Popped {
        scores: bool,
    },
    Stream,
    Streams,
    Claimed {
        automatic: bool,
    },
    StreamInfo,
    AclUser,
    AclLog,
    /// Maps within lists.
    Functions,
    Selected(i64),
    Watching(bool),
    /// A packed value, and how long it is.
    WithMeta,
}

/// What an answer depends on besides the reply.
#[derive(Clone, Copy)]
struct Taste {
    packing: Packing,
    null: bool,
    literal: bool,
}

impl Taste {
    fn nothing(self) -> Value {
        if self.null { Value::NULL } else { Value::FALSE }
    }
}

/// Which parts of a flat list are packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packed {
    Nothing,
    Even,
    Odd,
    All,
}

/// The answer to a reply.
pub(crate) fn convert(cx: &mut Cx, connection: &SharedConnection, reply: Reply, kind: &ReplyKind) -> PhpResult<Value> {
    let taste = {
        let sock = connection.lock(cx)?;
        Taste { packing: sock.packing, null: sock.null_as_null, literal: sock.literal }
    };
    let reader = Reader { connection, taste };
    reader.answer(cx, reply, kind)
}

struct Reader<'a> {
    connection: &'a SharedConnection,
    taste: Taste,
}

impl Reader<'_> {
    fn answer(&self, cx: &mut Cx, reply: Reply, kind: &ReplyKind) -> PhpResult<Value> {
        if let Reply::Error(text) = &reply {
            let lists = self.reads_list(kind);
            self.connection.note_error(cx, text, !lists)?;
            return Ok(Value::FALSE);
        }
        if let Some(list) = self.list_kind(kind) {
            if matches!(reply, Reply::NilArray)
                && self.taste.null
                && matches!(kind, ReplyKind::Values | ReplyKind::Streams | ReplyKind::Geo { .. })
            {
                return Ok(Value::NULL);
            }
            let Some(elements) = reply.into_list() else { return Ok(Value::FALSE) };
            return list(self, cx, elements, kind);
        }
        match kind {
            ReplyKind::Bool => Ok(Value::from(matches!(reply, Reply::Status(_)))),
            ReplyKind::Selected(database) => {
                let done = matches!(reply, Reply::Status(_));
                if done {
                    self.connection.lock(cx)?.database = *database;
                }
                Ok(Value::from(done))
            }
            ReplyKind::Watching(on) => {
                let done = matches!(reply, Reply::Status(_));
                if done {
                    self.connection.lock(cx)?.watching = *on;
                }
                Ok(Value::from(done))
            }
            ReplyKind::One => Ok(Value::from(match reply {
                Reply::Int(number) => number.to_string().starts_with('1'),
                other => other.text().is_some_and(|text| text.get(1) == Some(&b'1')),
            })),
            ReplyKind::Int => Ok(match reply {
                Reply::Int(number) => Value::int(number),
                _ => Value::FALSE,
            }),
            ReplyKind::Float => Ok(reply.text().map_or(Value::FALSE, |text| Value::float(number::str_to_float(&text)))),
            ReplyKind::Value => match reply.text() {
                Some(text) => self.taste.packing.unpack(cx, text),
                None => Ok(Value::FALSE),
            },
            ReplyKind::WithMeta => {
                let text = reply.text();
                let length = text.as_ref().map_or(-1, |text| text.len() as i64);
                let value = match text {
                    Some(text) => self.taste.packing.unpack(cx, text)?,
                    None => Value::FALSE,
                };
                let mut about = PhpArray::new();
                about.set_bytes(b"length", Value::int(length));
                Ok(Value::array(PhpArray::from_values([value, Value::array(about)])))
            }
            ReplyKind::Text => Ok(reply.text().map_or(Value::FALSE, Value::string)),
            ReplyKind::Any => self.any(cx, reply, false),
            ReplyKind::AnyByOption => self.any(cx, reply, self.taste.literal),
            ReplyKind::AnyInWords => match reply {
                Reply::NilArray => Ok(Value::array(PhpArray::new())),
                other => self.any(cx, other, true),
            },
            ReplyKind::Type => Ok(match &reply {
                Reply::Status(name) => Value::int(type_number(name)),
                _ => reply.text().map_or(Value::FALSE, |_| Value::int(0)),
            }),
            ReplyKind::Info => Ok(reply.text().map_or(Value::FALSE, |text| info::info(&text))),
            ReplyKind::Client => Ok(reply.text().map_or(Value::FALSE, |text| info::client(&text))),
            ReplyKind::Clients => Ok(reply.text().map_or(Value::FALSE, |text| info::clients(&text))),
            ReplyKind::Position { many: false } => Ok(match reply {
                Reply::Int(at) => Value::int(at),
                Reply::Nil => self.taste.nothing(),
                _ => Value::FALSE,
            }),
            ReplyKind::Popped { scores } => self.popped(cx, reply, *scores),
            _ => Ok(Value::FALSE),
        }
    }

    /// Errors in place of lists are kept, and never thrown.
    fn reads_list(&self, kind: &ReplyKind) -> bool {
        matches!(kind, ReplyKind::Popped { .. }) || self.list_kind(kind).is_some()
    }

    #[allow(clippy::type_complexity)] // it is said once
    fn list_kind(&self, kind: &ReplyKind) -> Option<fn(&Self, &mut Cx, Vec<Reply>, &ReplyKind) -> PhpResult<Value>> {
        Some(match kind {
            ReplyKind::Values => |this, cx, list, _| this.flat(cx, list, Packed::All).map(Value::array),
            ReplyKind::Texts => |this, cx, list, _| this.flat(cx, list, Packed::Nothing).map(Value::array),
            ReplyKind::Floats => |this, cx, list, _| {
                let flat = this.flat(cx, list, Packed::Nothing)?;
                Ok(Value::array(PhpArray::from_values(flat.values().map(|text| match text.as_bytes() {
                    Some(text) => Value::float(number::str_to_float(text)),
                    None => Value::FALSE,
                }))))
            },
            ReplyKind::Map => |this, cx, list, _| this.zipped(cx, list, Packed::Nothing, |value| value),
            ReplyKind::Maps => |this, cx, list, _| {
                let mut maps = PhpArray::new();
                for map in list {
                    let map = this.zipped(cx, map.into_list().unwrap_or_default(), Packed::Nothing, |value| value)?;
                    let _ = maps.push(map);
                }
                Ok(Value::array(maps))
            },
            ReplyKind::ValueMap => |this, cx, list, _| this.zipped(cx, list, Packed::Odd, |value| value),
            ReplyKind::IntMap => |this, cx, list, _| {
                let int = |value: Value| Value::int(value.as_bytes().and_then(|text| text.get(1..)).map_or(0, number::str_to_int));
                this.zipped(cx, list, Packed::Even, int)
            },
            ReplyKind::Scores => |this, cx, list, _| this.zipped(cx, list, Packed::Even, score),
            ReplyKind::AnyList => |this, cx, list, _| this.nested(cx, list, false).map(Value::array),
            ReplyKind::AnyMap => |this, cx, list, _| {
                let values = this.nested(cx, list, false)?;
                zip(cx, &values, |value| value)
            },
            ReplyKind::Fields(_) => |this, cx, list, kind| {
                let ReplyKind::Fields(names) = kind else { return Ok(Value::FALSE) };
                let values = this.flat(cx, list, Packed::All)?;
                let mut map = PhpArray::new();
                for (name, value) in names.iter().zip(values.values()) {
                    map.set_sym(name, value.clone());
                }
                Ok(Value::array(map))
            },
            ReplyKind::Position { many: true } => |_, _, list, _| {
                Ok(Value::array(PhpArray::from_values(list.iter().map(|at| match at {
                    Reply::Int(at) => Value::int(*at),
                    _ => Value::int(0),
                }))))
            },
            ReplyKind::Geo { more: false } => |this, cx, list, _| this.flat(cx, list, Packed::Nothing).map(Value::array),
            ReplyKind::Geo { more: true } => Reader::geo,
            ReplyKind::Stream => |this, cx, list, _| this.messages(cx, list),
            ReplyKind::Streams => Reader::streams,
            ReplyKind::Claimed { .. } => Reader::claimed,
            ReplyKind::StreamInfo => |_, _, list, _| Reader::stream_info(list),
            ReplyKind::AclUser => Reader::acl_user,
            ReplyKind::AclLog => Reader::acl_log,
            ReplyKind::Functions => |this, cx, list, _| {
                let values = this.nested(cx, list, false)?;
                Ok(Value::array(zip_nested(&values)))
            },
            _ => return None,
        })
    }

    /// A reply as it is.
    fn any(&self, cx: &mut Cx, reply: Reply, words: bool) -> PhpResult<Value> {
        Ok(match reply {
            Reply::Status(text) if words => Value::string(text),
            Reply::Status(_) => Value::TRUE,
            Reply::Error(text) => {
                self.connection.note_error(cx, &text, true)?;
                Value::FALSE
            }
            Reply::Int(number) => Value::int(number),
            Reply::Bulk(text) => Value::string(text),
            // Clusters tell nothing from false.
            Reply::Nil if self.connection.is_cluster() => Value::NULL,
            Reply::Nil => Value::FALSE,
            Reply::NilArray if self.taste.null => Value::NULL,
            Reply::NilArray => Value::array(PhpArray::new()),
            Reply::Array(list) => Value::array(self.nested(cx, list, words)?),
        })
    }

    fn nested(&self, cx: &mut Cx, list: Vec<Reply>, words: bool) -> PhpResult<PhpArray> {
        let mut array = PhpArray::packed_with_capacity(list.len());
        for reply in list {
            let _ = array.push(self.any(cx, reply, words)?);
        }
        Ok(array)
    }

    /// Elements as text, unpacked where they are packed.
    fn flat(&self, cx: &mut Cx, list: Vec<Reply>, packed: Packed) -> PhpResult<PhpArray> {
        let mut array = PhpArray::packed_with_capacity(list.len());
        for (at, reply) in list.into_iter().enumerate() {
            if let Reply::Error(text) = &reply {
                self.connection.note_error(cx, text, true)?;
            }
            let is_packed = match packed {
                Packed::Nothing => false,
                Packed::Even => at % 2 == 0,
                Packed::Odd => at % 2 == 1,
                Packed::All => true,
            };
            let value = match reply.text() {
                Some(text) if is_packed => self.taste.packing.unpack(cx, text)?,
                Some(text) => Value::string(text),
                None => Value::FALSE,
            };
            let _ = array.push(value);
        }
        Ok(array)
    }

    fn zipped(&self, cx: &mut Cx, list: Vec<Reply>, packed: Packed, decode: impl Fn(Value) -> Value) -> PhpResult<Value> {
        let flat = self.flat(cx, list, packed)?;
        zip(cx, &flat, decode)
    }

    fn geo(&self, cx: &mut Cx, list: Vec<Reply>, _: &ReplyKind) -> PhpResult<Value> {
        let mut map = PhpArray::new();
        for element in list {
            let mut parts = element.into_list().unwrap_or_default().into_iter();
            let Some(name) = parts.next().and_then(|name| name.text()) else { continue };
            let mut about = PhpArray::new();
            for part in parts {
                let value = self.any(cx, part, false)?;
                let _ = about.push(floats(value));
            }
            map.set_sym(&name, Value::array(about));
        }
        Ok(Value::array(map))
    }

    fn popped(&self, cx: &mut Cx, reply: Reply, scores: bool) -> PhpResult<Value> {
        if matches!(reply, Reply::NilArray) {
            return Ok(self.taste.nothing());
        }
        let mut parts = reply.into_list().unwrap_or_default().into_iter();
        let key = parts.next().and_then(|key| key.text());
        let (Some(key), Some(elements)) = (key, parts.next().and_then(Reply::into_list)) else { return Ok(Value::FALSE) };
        let elements = if scores {
            let pairs = elements.into_iter().flat_map(|pair| pair.into_list().unwrap_or_default()).collect();
            self.zipped(cx, pairs, Packed::Even, score)?
        } else {
            Value::array(self.flat(cx, elements, Packed::All)?)
        };
        Ok(Value::array(PhpArray::from_values([Value::string(key), elements])))
    }

    /// Messages of a stream by their ids; false: it is not such a list.
    fn messages(&self, cx: &mut Cx, list: Vec<Reply>) -> PhpResult<Value> {
        let mut map = PhpArray::new();
        for message in list {
            let mut parts = message.into_list().unwrap_or_default().into_iter();
            let (id, fields) = (parts.next().and_then(|id| id.text()), parts.next());
            let (Some(id), Some(fields)) = (id, fields) else { return Ok(Value::FALSE) };
            let fields = match fields {
                Reply::Array(fields) => self.zipped(cx, fields, Packed::Odd, |value| value)?,
                _ => Value::NULL,
            };
            map.set_sym(&id, fields);
        }
        Ok(Value::array(map))
    }

    fn streams(&self, cx: &mut Cx, list: Vec<Reply>, _: &ReplyKind) -> PhpResult<Value> {
        let mut map = PhpArray::new();
        for stream in list {
            let mut parts = stream.into_list().unwrap_or_default().into_iter();
            let (name, messages) = (parts.next().and_then(|name| name.text()), parts.next().and_then(Reply::into_list));
            let (Some(name), Some(messages)) = (name, messages) else { return Ok(Value::FALSE) };
            let messages = self.messages(cx, messages)?;
            map.set_sym(&name, messages);
        }
        Ok(Value::array(map))
    }

    fn claimed(&self, cx: &mut Cx, list: Vec<Reply>, kind: &ReplyKind) -> PhpResult<Value> {
        if !matches!(kind, ReplyKind::Claimed { automatic: true }) {
            return self.claimed_messages(cx, list);
        }
        let mut parts = list.into_iter();
        let next = parts.next().and_then(|next| next.text());
        let (Some(next), Some(messages)) = (next, parts.next().and_then(Reply::into_list)) else { return Ok(Value::FALSE) };
        let messages = self.claimed_messages(cx, messages)?;
        let mut result = PhpArray::from_values([Value::string(next), messages]);
        if let Some(deleted) = parts.next().and_then(Reply::into_list) {
            let deleted = self.flat(cx, deleted, Packed::All)?;
            let _ = result.push(Value::array(deleted));
        }
        Ok(Value::array(result))
    }

    /// Messages, or ids alone.
    fn claimed_messages(&self, cx: &mut Cx, list: Vec<Reply>) -> PhpResult<Value> {
        let mut result = PhpArray::new();
        for message in list {
            if let Reply::Bulk(id) = message {
                let _ = result.push(Value::string(id));
                continue;
            }
            let mut parts = message.into_list().unwrap_or_default().into_iter();
            let (id, fields) = (parts.next().and_then(|id| id.text()), parts.next().and_then(Reply::into_list));
            let (Some(id), Some(fields)) = (id, fields) else { return Ok(Value::FALSE) };
            let fields = self.zipped(cx, fields, Packed::Odd, |value| value)?;
            result.set_sym(&id, fields);
        }
        Ok(Value::array(result))
    }

    /// Names and values, alternating; lists without a name are numbered.
    fn stream_info(list: Vec<Reply>) -> PhpResult<Value> {
        let mut map = PhpArray::new();
        let mut name: Option<PhpStr> = None;
        for reply in list {
            let value = match reply {
                Reply::Bulk(text) if name.is_none() => {
                    name = Some(text);
                    continue;
                }
                Reply::Int(number) if name.is_none() => {
                    name = Some(PhpStr::from_vec(number.to_string().into_bytes()));
                    continue;
                }
                Reply::Bulk(text) => Value::string(text),
                Reply::Int(number) => Value::int(number),
                Reply::Nil => Value::NULL,
                Reply::Array(inner) => Self::stream_info(inner)?,
                Reply::NilArray => Value::array(PhpArray::new()),
                Reply::Status(_) | Reply::Error(_) => return Ok(Value::FALSE),
            };
            match name.take() {
                Some(name) => map.set_sym(&name, value),
                None => drop(map.push(value)),
            }
        }
        Ok(Value::array(map))
    }

    fn acl_user(&self, cx: &mut Cx, list: Vec<Reply>, _: &ReplyKind) -> PhpResult<Value> {
        let mut map = PhpArray::new();
        let mut parts = list.into_iter();
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            let Some(name) = name.text() else { return Ok(Value::FALSE) };
            let value = match value {
                Reply::Bulk(text) => Value::string(text),
                Reply::Array(list) => Value::array(self.flat(cx, list, Packed::Nothing)?),
                _ => return Ok(Value::FALSE),
            };
            map.set_sym(&name, value);
        }
        Ok(Value::array(map))
    }

    fn acl_log(&self, _: &mut Cx, list: Vec<Reply>, _: &ReplyKind) -> PhpResult<Value> {
        let mut log = PhpArray::new();
        for entry in list {
            let mut map = PhpArray::new();
            let mut parts = entry.into_list().unwrap_or_default().into_iter();
            while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
                let Some(name) = name.text() else { return Ok(Value::FALSE) };
                let value = match value {
                    Reply::Bulk(text) => info::number_or_text(&text),
                    Reply::Int(number) => Value::int(number),
                    _ => Value::NULL,
                };
                map.set_sym(&name, value);
            }
            let _ = log.push(Value::array(map));
        }
        Ok(Value::array(log))
    }
}

fn score(value: Value) -> Value {
    Value::float(value.as_bytes().map_or(0.0, number::str_to_float))
}

/// Every string in it becomes a float.
fn floats(value: Value) -> Value {
    if let Some(list) = value.as_array() {
        return Value::array(PhpArray::from_values(list.values().map(|value| floats(value.clone()))));
    }
    match value.as_bytes() {
        Some(text) => Value::float(number::str_to_float(text)),
        None => value,
    }
}

/// Names and values, alternating, as a map.
fn zip(cx: &mut Cx, flat: &PhpArray, decode: impl Fn(Value) -> Value) -> PhpResult<Value> {
    let mut map = PhpArray::new();
    let mut parts = flat.values();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        let name = match name.as_array() {
            Some(_) => PhpStr::new(b"Array"),
            None => convert::to_string(cx, name)?,
        };
        map.set_sym(&name, decode(value.clone()));
    }
    Ok(Value::array(map))
}

/// The same in all lists within: a string is a name, everything else stands for itself.
fn zip_nested(list: &PhpArray) -> PhpArray {
    let inner = |value: &Value| match value.as_array() {
        Some(list) => Value::array(zip_nested(list)),
        None => value.clone(),
    };
    let mut map = PhpArray::new();
    let mut parts = list.values();
    while let Some(part) = parts.next() {
        match (part.as_str(), part) {
            (Some(name), _) => match parts.next() {
                Some(value) => map.set_sym(name, inner(value)),
                None => break,
            },
            (None, part) => drop(map.push(inner(part))),
        }
    }
    map
}

/// `Redis::REDIS_*`
fn type_number(name: &[u8]) -> i64 {
    let names: [&[u8]; 6] = [b"string", b"set", b"list", b"zset", b"hash", b"stream"];
    names.iter().position(|known| name.starts_with(known)).map_or(0, |at| at as i64 + 1)
}
