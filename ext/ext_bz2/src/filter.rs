//! The stream filters `bzip2.compress` and `bzip2.decompress`, which convert what passes through a stream.

use bzip2::{Action, Compress, Compression, Decompress, Status};
use loxo_runtime::streams::{Bucket, Filter, FilterFlags, FilterStatus, Stream};
use loxo_runtime::{Cx, PhpArray, Value, convert, object};

/// Bytes that are handed over at a time, and space for what comes out.
const PIECE: usize = 2048;
const DEFAULT_BLOCKS: i64 = 4;

/// Makes one of the filters.
pub(crate) fn create(cx: &mut Cx, name: &[u8], params: Option<&Value>) -> Option<Box<dyn Filter>> {
    let params = params.map(Value::clone_deref);
    let table = params.as_ref().and_then(|params| table(cx, params));
    if name.eq_ignore_ascii_case(b"bzip2.decompress") {
        let flag = |name: &str| table.as_ref().and_then(|table| table.get_bytes(name.as_bytes())).map(|value| value.deref().to_bool());
        let small = match (&table, &params) {
            (None, Some(params)) => params.to_bool(),
            _ => flag("small").unwrap_or(false),
        };
        let concatenated = flag("concatenated").unwrap_or(false);
        return Some(Box::new(Unpack { decompress: None, small, concatenated, finished: false }));
    }
    if !name.eq_ignore_ascii_case(b"bzip2.compress") {
        return None;
    }
    let table = table.unwrap_or_default();
    let blocks = checked(cx, &table, "blocks", 1, 9, DEFAULT_BLOCKS, "number of blocks to allocate");
    let work = checked(cx, &table, "work", 0, 250, 0, "work factor");
    Some(Box::new(Pack { compress: Compress::new(Compression::new(blocks as u32), work as u32), flushed: true }))
}

/// Parameters by name, of an array or of an object's properties.
fn table(cx: &mut Cx, params: &Value) -> Option<PhpArray> {
    match params.as_array() {
        Some(array) => Some(array.clone()),
        None => object::properties_table(cx, params.as_object()?, object::Purpose::ArrayCast).ok(),
    }
}

/// A number between two, or the default with a warning.
fn checked(cx: &mut Cx, table: &PhpArray, name: &str, least: i64, most: i64, default: i64, label: &str) -> i64 {
    let Some(value) = table.get_bytes(name.as_bytes()).map(Value::clone_deref) else { return default };
    let value = convert::to_int(cx, &value).unwrap_or(default);
    if (least..=most).contains(&value) {
        return value;
    }
    cx.builtin_warning(format!("Invalid parameter given for {label} ({value})"));
    default
}

struct Pack {
    compress: Compress,
    /// Nothing is held back.
    flushed: bool,
}

impl Pack {
    /// One step; `None`: it failed.
    fn step(&mut self, input: &[u8], output: &mut Vec<Bucket>, action: Action) -> Option<(Status, usize)> {
        let mut room = vec![0; PIECE];
        let (taken, made) = (self.compress.total_in(), self.compress.total_out());
        let status = self.compress.compress(input, &mut room, action).ok()?;
        room.truncate((self.compress.total_out() - made) as usize);
        if !room.is_empty() {
            output.push(room);
        }
        Some((status, (self.compress.total_in() - taken) as usize))
    }
}

impl Filter for Pack {
    fn filter(
        &mut self,
        _: &mut Cx,
        _: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize) {
        let mut consumed = 0;
        for bucket in &input {
            let mut rest = &bucket[..];
            while !rest.is_empty() {
                self.flushed = false;
                let piece = &rest[..rest.len().min(PIECE)];
                let Some((_, taken)) = self.step(piece, output, Action::Run) else { return (FilterStatus::Fatal, consumed) };
                rest = &rest[taken..];
                consumed += taken;
            }
        }
        let action = match flags {
            FilterFlags::FlushClose => Some(Action::Finish),
            FilterFlags::FlushInc if !self.flushed => Some(Action::Flush),
            _ => None,
        };
        if let Some(action) = action {
            self.flushed = true;
            while let Some((Status::FinishOk | Status::FlushOk, _)) = self.step(&[], output, action) {}
        }
        (if output.is_empty() { FilterStatus::FeedMe } else { FilterStatus::PassOn }, consumed)
    }
}

struct Unpack {
    decompress: Option<Decompress>,
    small: bool,
    /// More may follow behind the end.
    concatenated: bool,
    finished: bool,
}

impl Filter for Unpack {
    fn filter(&mut self, cx: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, _: FilterFlags) -> (FilterStatus, usize) {
        let mut consumed = 0;
        for bucket in &input {
            let mut rest = &bucket[..];
            while !rest.is_empty() {
                if self.finished {
                    consumed += rest.len();
                    break;
                }
                let small = self.small;
                let decompress = self.decompress.get_or_insert_with(|| Decompress::new(small));
                let mut room = vec![0; PIECE];
                let (taken, made) = (decompress.total_in(), decompress.total_out());
                let status = decompress.decompress(&rest[..rest.len().min(PIECE)], &mut room);
                let taken = (decompress.total_in() - taken) as usize;
                room.truncate((decompress.total_out() - made) as usize);
                match status {
                    Ok(Status::StreamEnd) => {
                        self.decompress = None;
                        self.finished = !self.concatenated;
                    }
                    Ok(_) => {}
                    Err(_) => {
                        cx.builtin_notice("bzip2 decompression failed");
                        return (FilterStatus::Fatal, consumed);
                    }
                }
                let nothing = room.is_empty();
                if !nothing {
                    output.push(room);
                }
                rest = &rest[taken..];
                consumed += taken;
                if nothing && matches!(status, Ok(Status::StreamEnd)) {
                    return (FilterStatus::PassOn, consumed);
                }
            }
        }
        // What the library holds back although all of its input was taken.
        while let Some(decompress) = &mut self.decompress {
            let mut room = vec![0; PIECE];
            let made = decompress.total_out();
            let status = decompress.decompress(&[], &mut room);
            room.truncate((decompress.total_out() - made) as usize);
            if room.is_empty() || status.is_err() {
                break;
            }
            output.push(room);
        }
        (if output.is_empty() { FilterStatus::FeedMe } else { FilterStatus::PassOn }, consumed)
    }
}
