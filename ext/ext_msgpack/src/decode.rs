//! Bytes to values: a machine that can stop between any two bytes. `pairs` knows what pairs of maps mean.

use loxo_runtime::{Cx, PhpArray, PhpResult, Tracer, Value};

use crate::settings::{self, Options};

/// How deep containers may lie in each other.
const MAX_DEPTH: usize = 1024;
/// The number of elements up to which a count is believed before the elements are there.
const BELIEVED: usize = 64;

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The data ends too early.
    Short,
    Bad,
    TooDeep,
}

/// What the next bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Expect {
    /// The first byte of a value.
    #[default]
    Head,
    /// The number, length or count that belongs to such a byte.
    Number(u8),
    /// The bytes of a string, or of an extension type.
    Content { is_string: bool },
}

/// A container under construction.
pub(crate) struct Frame {
    pub(crate) value: Value,
    is_map: bool,
    /// Elements or pairs that are to come.
    pub(crate) left: u32,
    /// The key of the pair whose value comes next.
    key: Option<Value>,
    slot: Option<usize>,
    /// The value is an array that others have, by number: it is not written to.
    pub(crate) borrowed: bool,
}

/// A container that data may refer to.
pub(crate) enum Known {
    /// In the frame of that number.
    Open(usize),
    Done(Value),
}

#[derive(Default)]
pub(crate) struct Decoder {
    expect: Expect,
    /// Bytes that `expect` needs.
    need: usize,
    pub(crate) frames: Vec<Frame>,
    /// Containers in containers, in the order in which they began.
    pub(crate) known: Vec<Known>,
    /// What the pair before said of the next one: one of `mark`, or 0.
    pub(crate) mark: i64,
    pub(crate) options: Options,
}

/// What a complete value was good for.
enum Step {
    /// It was part of another one.
    Inner,
    /// It was the one.
    Whole(Value),
}

pub(crate) type Read<T> = PhpResult<Result<T, Fault>>;

/// `msgpack_unserialize()`
pub(crate) fn decode(cx: &mut Cx, data: &[u8]) -> PhpResult<Option<Value>> {
    if data.is_empty() {
        return Ok(None);
    }
    let (read, end) = read(cx, data)?;
    let complaint = match read {
        Ok(_) if end < data.len() => "Extra bytes",
        Ok(_) => "",
        Err(Fault::Short) => "Insufficient data for unserializing",
        Err(Fault::Bad) => "Parse error",
        Err(Fault::TooDeep) => "Memory error",
    };
    if !complaint.is_empty() {
        settings::warn(cx, "php_msgpack_unserialize", complaint)?;
    }
    Ok(read.ok())
}

/// The first value in the data, and where it ends; nothing is reported of data that is bad as a whole.
pub(crate) fn read(cx: &mut Cx, data: &[u8]) -> PhpResult<(Result<Value, Fault>, usize)> {
    let mut decoder = Decoder { options: settings::options(cx), ..Decoder::default() };
    let (read, end) = decoder.run(cx, data, 0);
    Ok((read?.map(|v| v.clone_deref()), end))
}

impl Decoder {
    /// Reads on at a place; tells where it stopped, which is at the byte that is wrong, or at the first that is not used up.
    pub(crate) fn run(&mut self, cx: &mut Cx, data: &[u8], start: usize) -> (Read<Value>, usize) {
        let mut at = start;
        while at < data.len() {
            if self.expect == Expect::Head {
                let head = data[at];
                let step = match self.need_of(head) {
                    Some(need) => {
                        (self.need, at) = (need, at + 1);
                        self.expect = if (0xa0..=0xbf).contains(&head) {
                            Expect::Content { is_string: true }
                        } else {
                            // Extension types of fixed length have no number.
                            if (0xd4..=0xd8).contains(&head) { Expect::Content { is_string: false } } else { Expect::Number(head) }
                        };
                        continue;
                    }
                    None => self.short_value(cx, head),
                };
                match step {
                    Ok(Ok(Step::Inner)) => at += 1,
                    Ok(Ok(Step::Whole(v))) => return (Ok(Ok(v)), at + 1),
                    Ok(Err(fault)) => return (Ok(Err(fault)), at),
                    Err(thrown) => return (Err(thrown), at),
                }
                continue;
            }
            let Some(bytes) = data.get(at..).and_then(|rest| rest.get(..self.need)) else { break };
            let end = at + self.need;
            let step = match self.expect {
                Expect::Content { is_string: true } => self.value(cx, Value::bytes(bytes)),
                Expect::Content { is_string: false } => self.value(cx, Value::NULL),
                Expect::Number(head) => {
                    let number = bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
                    match self.content_of(head, number) {
                        Some(0) => self.empty(cx, head),
                        Some(need) => {
                            self.need = need;
                            self.expect = Expect::Content { is_string: !matches!(head, 0xc7..=0xc9) };
                            at = end;
                            continue;
                        }
                        None => self.numbered(cx, head, number),
                    }
                }
                Expect::Head => Ok(Err(Fault::Bad)),
            };
            match step {
                Ok(Ok(step)) => {
                    (self.expect, at) = (Expect::Head, end);
                    if let Step::Whole(v) = step {
                        return (Ok(Ok(v)), at);
                    }
                }
                Ok(Err(fault)) => return (Ok(Err(fault)), end - 1),
                Err(thrown) => return (Err(thrown), end - 1),
            }
        }
        (Ok(Err(Fault::Short)), at)
    }

    /// Bytes that must follow this one; `None` if it stands for itself.
    fn need_of(&self, head: u8) -> Option<usize> {
        Some(match head {
            0xa1..=0xbf => usize::from(head & 0x1f),
            0xc4 | 0xc7 | 0xcc | 0xd0 | 0xd9 => 1,
            0xc5 | 0xc8 | 0xcd | 0xd1 | 0xda | 0xdc | 0xde => 2,
            0xc6 | 0xc9 | 0xca | 0xce | 0xd2 | 0xdb | 0xdd | 0xdf => 4,
            0xcb | 0xcf | 0xd3 => 8,
            // With a byte that says which type it is.
            0xd4..=0xd8 => (1 << (head - 0xd4)) + 1,
            _ => return None,
        })
    }

    /// Bytes that follow a length; `None` if the number is none.
    fn content_of(&self, head: u8, number: u64) -> Option<usize> {
        let number = number as u32;
        match head {
            0xc4..=0xc6 | 0xd9..=0xdb => Some(number as usize),
            // With the type; of the largest length there is, nothing is left in 32 bits.
            0xc7..=0xc9 => Some(number.wrapping_add(1) as usize),
            _ => None,
        }
    }

    fn empty(&mut self, cx: &mut Cx, head: u8) -> Read<Step> {
        let v = if matches!(head, 0xc7..=0xc9) { Value::NULL } else { Value::bytes(b"") };
        self.value(cx, v)
    }

    /// A byte that is a value, or begins a short container.
    fn short_value(&mut self, cx: &mut Cx, head: u8) -> Read<Step> {
        let v = match head {
            0..=0x7f => Value::from(i64::from(head)),
            0xe0.. => Value::from(i64::from(head as i8)),
            0x80..=0x8f => return self.container(cx, true, u32::from(head & 0xf)),
            0x90..=0x9f => return self.container(cx, false, u32::from(head & 0xf)),
            0xa0 => Value::bytes(b""),
            0xc0 => Value::NULL,
            0xc2 => Value::FALSE,
            0xc3 => Value::TRUE,
            _ => return Ok(Err(Fault::Bad)),
        };
        self.value(cx, v)
    }

    /// A number, or a container of so many elements.
    fn numbered(&mut self, cx: &mut Cx, head: u8, number: u64) -> Read<Step> {
        let v = match head {
            0xca => Value::from(f64::from(f32::from_bits(number as u32))),
            0xcb => Value::from(f64::from_bits(number)),
            0xd0 => Value::from(i64::from(number as i8)),
            0xd1 => Value::from(i64::from(number as i16)),
            0xd2 => Value::from(i64::from(number as i32)),
            0xd3 => Value::from(number as i64),
            0xdc | 0xdd => return self.container(cx, false, number as u32),
            0xde | 0xdf => return self.container(cx, true, number as u32),
            _ => match i64::try_from(number) {
                Ok(n) => Value::from(n),
                // As a float it would be another number.
                Err(_) => Value::bytes(number.to_string().as_bytes()),
            },
        };
        self.value(cx, v)
    }

    fn container(&mut self, cx: &mut Cx, is_map: bool, count: u32) -> Read<Step> {
        let depth = self.frames.len();
        if depth >= MAX_DEPTH {
            return Ok(Err(Fault::TooDeep));
        }
        let slot = (depth > 0).then_some(self.known.len());
        if is_map {
            self.mark = 0;
        }
        if count == 0 {
            let v = match is_map && (self.options.php_only || !self.options.assoc) {
                true => Value::object(crate::restore::plain_object(cx)?),
                false => Value::EMPTY_ARRAY,
            };
            if slot.is_some() {
                self.known.push(Known::Done(v.clone()));
            }
            return self.value(cx, v);
        }
        if slot.is_some() {
            self.known.push(Known::Open(depth));
        }
        // What a map becomes depends on its pairs.
        let value = if is_map { Value::NULL } else { PhpArray::packed_with_capacity((count as usize).min(BELIEVED)).into() };
        self.frames.push(Frame { value, is_map, left: count, key: None, slot, borrowed: false });
        Ok(Ok(Step::Inner))
    }

    /// Puts a complete value where it belongs; containers that are complete then follow it.
    fn value(&mut self, cx: &mut Cx, v: Value) -> Read<Step> {
        let mut v = v;
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(Ok(Step::Whole(v))) };
            if !frame.is_map {
                let Some(array) = frame.value.as_array_mut() else { return Ok(Err(Fault::Bad)) };
                if array.push(v).is_err() {
                    return Ok(Err(Fault::Bad));
                }
            } else {
                let Some(key) = frame.key.take() else {
                    frame.key = Some(v);
                    return Ok(Ok(Step::Inner));
                };
                if let Err(fault) = self.pair(cx, key, v)? {
                    return Ok(Err(fault));
                }
            }
            match self.finish_element() {
                Some(complete) => v = complete,
                None => return Ok(Ok(Step::Inner)),
            }
        }
    }

    /// The container, if that was its last element.
    fn finish_element(&mut self) -> Option<Value> {
        let frame = self.frames.last_mut()?;
        frame.left = frame.left.saturating_sub(1);
        if frame.left > 0 {
            return None;
        }
        let frame = self.frames.pop()?;
        if let Some(slot) = frame.slot.and_then(|slot| self.known.get_mut(slot)) {
            *slot = Known::Done(frame.value.clone());
        }
        Some(frame.value)
    }

    /// The outermost container as far as it is there.
    pub(crate) fn part(&self) -> Option<Value> {
        self.frames.first().map(|frame| frame.value.clone())
    }

    pub(crate) fn trace(&self, tracer: &mut Tracer<'_>) {
        for frame in &self.frames {
            tracer.value(&frame.value);
            frame.key.iter().for_each(|key| tracer.value(key));
        }
        for known in &self.known {
            if let Known::Done(v) = known {
                tracer.value(v);
            }
        }
    }
}
