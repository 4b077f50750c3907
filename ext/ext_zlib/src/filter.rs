//! The stream filters `zlib.deflate` and `zlib.inflate`, which convert what passes through a stream.

use loxo_runtime::streams::{Bucket, Filter, FilterFlags, FilterStatus, Stream};
use loxo_runtime::{Cx, PhpArray, Value, convert, object};
use loxo_zlib_sys::{Deflate, Inflate, Step, flush, status};

use crate::zlib::MOST_MEMORY;

/// Bytes that are handed over at a time, and space for what comes out.
const PIECE: usize = 0x8000;
const WIDEST_WINDOW: i64 = 15;

/// Makes one of the filters.
pub(crate) fn create(cx: &mut Cx, name: &[u8], params: Option<&Value>) -> Option<Box<dyn Filter>> {
    if name.eq_ignore_ascii_case(b"zlib.inflate") {
        return inflate_filter(cx, params);
    }
    if name.eq_ignore_ascii_case(b"zlib.deflate") {
        return deflate_filter(cx, params);
    }
    None
}

/// Parameters by name, of an array or of an object's properties.
fn table(cx: &mut Cx, params: &Value) -> Option<PhpArray> {
    if let Some(array) = params.as_array() {
        return Some(array.clone());
    }
    object::properties_table(cx, params.as_object()?, object::Purpose::ArrayCast).ok()
}

fn number(cx: &mut Cx, table: &PhpArray, name: &str) -> Option<i64> {
    let value = table.get_bytes(name.as_bytes())?.clone_deref();
    convert::to_int(cx, &value).ok()
}

/// A number between two, or the default with a warning.
fn checked(cx: &mut Cx, value: Option<i64>, least: i64, most: i64, default: i64, message: &str) -> i64 {
    match value {
        None => default,
        Some(value) if (least..=most).contains(&value) => value,
        Some(value) => {
            cx.builtin_warning(format!("{message} ({value})"));
            default
        }
    }
}

fn inflate_filter(cx: &mut Cx, params: Option<&Value>) -> Option<Box<dyn Filter>> {
    let table = params.and_then(|params| table(cx, params.deref())).unwrap_or_default();
    let window = number(cx, &table, "window");
    let text = "Invalid parameter given for window size";
    let window = checked(cx, window, -WIDEST_WINDOW, WIDEST_WINDOW + 32, -WIDEST_WINDOW, text);
    Some(Box::new(Decompress { inflate: Inflate::new(window as i32)?, finished: false }))
}

fn deflate_filter(cx: &mut Cx, params: Option<&Value>) -> Option<Box<dyn Filter>> {
    let (mut memory, mut window, mut level) = (i64::from(MOST_MEMORY), -WIDEST_WINDOW, -1);
    if let Some(params) = params.map(Value::deref) {
        let mut wanted_level = None;
        if let Some(table) = table(cx, params) {
            let value = number(cx, &table, "memory");
            memory = checked(cx, value, 1, memory, memory, "Invalid parameter given for memory level");
            let value = number(cx, &table, "window");
            window = checked(cx, value, -WIDEST_WINDOW, WIDEST_WINDOW + 16, window, "Invalid parameter given for window size");
            wanted_level = number(cx, &table, "level");
        } else if params.is_string() || params.is_int() || params.is_float() {
            wanted_level = Some(convert::scalar_to_int(params));
        } else {
            cx.builtin_warning("Invalid filter parameter, ignored");
        }
        level = checked(cx, wanted_level, -1, 9, level, "Invalid compression level specified.");
    }
    let deflate = Deflate::new(level as i32, window as i32, memory as i32, 0)?;
    Some(Box::new(Compress { deflate, flushed: true }))
}

struct Compress {
    deflate: Deflate,
    /// Nothing is held back.
    flushed: bool,
}

struct Decompress {
    inflate: Inflate,
    finished: bool,
}

/// Appends what one step wrote.
fn pass_on(output: &mut Vec<Bucket>, room: &[u8], step: Step) -> bool {
    if step.produced > 0 {
        output.push(room[..step.produced].to_vec());
    }
    step.produced > 0
}

impl Filter for Compress {
    fn filter(
        &mut self,
        _: &mut Cx,
        _: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize) {
        let mut room = vec![0; PIECE];
        let (mut consumed, mut passed) = (0, false);
        let mode = match flags {
            FilterFlags::FlushClose => flush::FULL,
            FilterFlags::FlushInc => flush::SYNC,
            FilterFlags::Normal => flush::NONE,
        };
        for bucket in &input {
            let mut rest = &bucket[..];
            while !rest.is_empty() {
                self.flushed = mode != flush::NONE;
                let step = self.deflate.run(&rest[..rest.len().min(PIECE)], &mut room, mode);
                if step.status != status::OK {
                    return (FilterStatus::Fatal, consumed);
                }
                rest = &rest[step.consumed..];
                passed |= pass_on(output, &room, step);
            }
            consumed += bucket.len();
        }
        if flags == FilterFlags::FlushClose || (flags == FilterFlags::FlushInc && !self.flushed) {
            let mode = if flags == FilterFlags::FlushClose { flush::FINISH } else { flush::SYNC };
            loop {
                let step = self.deflate.run(&[], &mut room, mode);
                self.flushed = true;
                passed |= pass_on(output, &room, step);
                if step.status != status::OK {
                    break;
                }
            }
        }
        (if passed { FilterStatus::PassOn } else { FilterStatus::FeedMe }, consumed)
    }
}

impl Filter for Decompress {
    fn filter(
        &mut self,
        cx: &mut Cx,
        _: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize) {
        let mut room = vec![0; PIECE];
        let (mut consumed, mut passed) = (0, false);
        let mode = if flags == FilterFlags::FlushClose { flush::FINISH } else { flush::SYNC };
        for bucket in &input {
            let mut rest = &bucket[..];
            while !rest.is_empty() && !self.finished {
                let step = self.inflate.run(&rest[..rest.len().min(PIECE)], &mut room, mode);
                match step.status {
                    status::STREAM_END => {
                        self.finished = true;
                        passed = true;
                    }
                    status::OK | status::BUF_ERROR => {}
                    other => {
                        cx.builtin_notice(format!("zlib: {}", status::text(other)));
                        return (FilterStatus::Fatal, consumed);
                    }
                }
                rest = &rest[step.consumed..];
                passed |= pass_on(output, &room, step);
            }
            consumed += bucket.len();
        }
        if !self.finished && flags == FilterFlags::FlushClose {
            loop {
                let step = self.inflate.run(&[], &mut room, flush::FINISH);
                passed |= pass_on(output, &room, step);
                if step.status != status::OK {
                    break;
                }
            }
        }
        (if passed { FilterStatus::PassOn } else { FilterStatus::FeedMe }, consumed)
    }
}
