//! The stream itself: a read buffer, a position, filters, and the operations of its kind.
//!
//! A stream is shared: the resource holds it, and so does whatever is reading from it right now. PHP code runs in the middle of
//! operations (user wrappers, user filters) and may use or close the very same stream, so every part is a cell of its own and borrowed
//! for as short as possible; what finds the operations busy fails as PHP code would see a failing read.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use loxo_value::{PhpResource, PhpStr, StrBuilder, Value};

use super::filters::{Chain, FilterFlags};
use super::ops::Closed;
use super::{Kind, OptionResult, ReadResult, Stat, StreamOps, StreamOption, Whence, Wrapper, context};
use loxo_runtime::Cx;

/// Streams are handed around by counted reference.
pub type StreamRef = Rc<Stream>;

/// Bytes that a read asks the underlying thing for.
pub const CHUNK_SIZE: usize = 8192;

/// Facts about a stream, as bits.
pub mod flags {
    /// Reads go past the buffer.
    pub const NO_BUFFER: u32 = 1;
    pub const NO_SEEK: u32 = 2;
    pub const WAS_WRITTEN: u32 = 4;
    /// Line ends are `\r`, `\n` or both; find out (`auto_detect_line_endings`).
    pub const DETECT_EOL: u32 = 8;
    pub const EOL_MAC: u32 = 16;
    /// `fclose()` is not allowed.
    pub const NO_FCLOSE: u32 = 32;
    pub const IS_DIR: u32 = 64;
    /// Failing reads and writes are not reported.
    pub const SUPPRESS_ERRORS: u32 = 128;
    /// Kept open for later requests.
    pub const PERSISTENT: u32 = 256;
}

/// More memory than that is not kept for the next read.
const LARGEST_SPARE: usize = 64 << 10;

thread_local! {
    /// Memory that reads of this thread read into, one after another; of full length, so that nothing is filled with zeros for a read.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

pub struct Stream {
    pub(crate) ops: RefCell<Box<dyn StreamOps>>,
    kind: Cell<Kind>,
    /// Bytes read ahead; those before `start` are taken.
    buffer: RefCell<Vec<u8>>,
    start: Cell<usize>,
    /// What `ftell()` says.
    pub position: Cell<i64>,
    pub eof: Cell<bool>,
    /// A read has something already and need not wait for more.
    pub(crate) has_buffered_data: Cell<bool>,
    /// A filter has given up: reading is over.
    pub fatal_error: Cell<bool>,
    pub chunk_size: Cell<usize>,
    pub flags: Cell<u32>,
    pub mode: RefCell<Vec<u8>>,
    /// As it was asked for.
    pub path: RefCell<Option<PhpStr>>,
    pub wrapper: RefCell<Option<Rc<dyn Wrapper>>>,
    /// `wrapper_data` of `stream_get_meta_data()`; undef: none.
    pub wrapper_data: RefCell<Value>,
    pub context: RefCell<Option<PhpResource>>,
    pub(crate) read_filters: Chain,
    pub(crate) write_filters: Chain,
    closing: Cell<bool>,
}

impl Stream {
    pub fn new(ops: Box<dyn StreamOps>, mode: &[u8]) -> Stream {
        Stream {
            kind: Cell::new(ops.kind()),
            ops: RefCell::new(ops),
            buffer: RefCell::default(),
            start: Cell::new(0),
            position: Cell::new(0),
            eof: Cell::new(false),
            has_buffered_data: Cell::new(false),
            fatal_error: Cell::new(false),
            chunk_size: Cell::new(CHUNK_SIZE),
            flags: Cell::new(0),
            mode: RefCell::new(mode.to_vec()),
            path: RefCell::default(),
            wrapper: RefCell::default(),
            wrapper_data: RefCell::new(Value::UNDEF),
            context: RefCell::default(),
            read_filters: Chain::default(),
            write_filters: Chain::default(),
            closing: Cell::new(false),
        }
    }

    pub fn kind(&self) -> Kind {
        self.kind.get()
    }

    pub fn has_flag(&self, flag: u32) -> bool {
        self.flags.get() & flag != 0
    }

    pub fn set_flag(&self, flag: u32) {
        self.flags.set(self.flags.get() | flag);
    }

    pub fn clear_flag(&self, flag: u32) {
        self.flags.set(self.flags.get() & !flag);
    }

    pub fn is_closed(&self) -> bool {
        self.closing.get()
    }

    /// Bytes in the read buffer.
    pub fn buffered(&self) -> usize {
        self.buffer.borrow().len() - self.start.get()
    }

    pub fn is_filtered(&self) -> bool {
        !self.read_filters.is_empty() || !self.write_filters.is_empty()
    }

    pub fn can_seek(&self) -> bool {
        !self.has_flag(flags::NO_SEEK) && self.ops.try_borrow().is_ok_and(|ops| ops.can_seek())
    }

    pub fn label(&self) -> &'static str {
        self.ops.try_borrow().map_or("busy", |ops| ops.label())
    }

    /// The operations as their own type, for those who know it.
    pub fn with_ops<T: StreamOps, R>(&self, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut ops = self.ops.try_borrow_mut().ok()?;
        let any: &mut dyn std::any::Any = &mut **ops;
        any.downcast_mut().map(f)
    }

    /// Runs the operations, unless they are running already.
    pub(crate) fn call<R>(&self, f: impl FnOnce(&mut dyn StreamOps) -> R) -> Option<R> {
        let mut ops = self.ops.try_borrow_mut().ok()?;
        Some(f(&mut **ops))
    }

    /// Moves bytes out of the buffer.
    pub(crate) fn take_buffered(&self, out: &mut [u8]) -> usize {
        let mut buffer = self.buffer.borrow_mut();
        let start = self.start.get();
        let n = out.len().min(buffer.len() - start);
        out[..n].copy_from_slice(&buffer[start..start + n]);
        self.start.set(start + n);
        if start + n == buffer.len() {
            buffer.clear();
            self.start.set(0);
        }
        n
    }

    /// Looks at what is buffered.
    pub(crate) fn with_buffered<R>(&self, f: impl FnOnce(&[u8]) -> R) -> R {
        f(&self.buffer.borrow()[self.start.get()..])
    }

    /// Forgets `n` buffered bytes.
    pub(crate) fn skip_buffered(&self, n: usize) {
        self.start.set((self.start.get() + n).min(self.buffer.borrow().len()));
    }

    pub(crate) fn drop_buffer(&self) {
        self.buffer.borrow_mut().clear();
        self.start.set(0);
    }

    pub(crate) fn append_buffer(&self, data: &[u8]) {
        let mut buffer = self.buffer.borrow_mut();
        let start = self.start.replace(0);
        if start > 0 {
            buffer.drain(..start);
        }
        buffer.extend_from_slice(data);
    }

    /// Everything that is buffered, for filters that are added late.
    pub(crate) fn take_all_buffered(&self) -> Vec<u8> {
        let all = self.with_buffered(<[u8]>::to_vec);
        self.drop_buffer();
        all
    }

    /// One read of the underlying thing.
    pub(crate) fn raw_read(&self, cx: &mut Cx, buf: &mut [u8]) -> Option<usize> {
        let result = self.call(|ops| ops.read(cx, self, buf)).unwrap_or_else(ReadResult::failed);
        if let Some(eof) = result.eof {
            self.eof.set(eof);
        }
        result.count
    }

    /// Tries to have `size` bytes in the buffer; false: the read failed.
    pub(crate) fn fill(&self, cx: &mut Cx, size: usize) -> bool {
        let old_eof = self.eof.get();
        let ok = if self.read_filters.is_empty() { self.fill_plain(cx, size) } else { self.fill_filtered(cx, size) };
        if old_eof != self.eof.get() && (self.read_filters.is_empty() || self.fatal_error.get()) {
            context::notify_completed(cx, self);
        }
        ok
    }

    fn fill_plain(&self, cx: &mut Cx, size: usize) -> bool {
        if self.buffered() >= size {
            return true;
        }
        // The buffer itself is not lent out: PHP code may run in the middle of a read.
        let size = self.chunk_size.get().max(1);
        let mut chunk = SPARE.take();
        if chunk.len() < size {
            chunk.resize(size, 0);
        }
        let got = self.raw_read(cx, &mut chunk[..size]);
        let n = got.unwrap_or(0).min(size);
        self.append_buffer(&chunk[..n]);
        if size <= LARGEST_SPARE {
            SPARE.set(chunk);
        }
        got.is_some()
    }

    fn fill_filtered(&self, cx: &mut Cx, size: usize) -> bool {
        let wanted = size.min(self.chunk_size.get());
        let mut chunk = vec![0; self.chunk_size.get().max(1)];
        while !self.eof.get() && self.buffered() < wanted {
            let got = self.raw_read(cx, &mut chunk);
            if got.is_none() && self.buffered() == 0 {
                return false;
            }
            let n = got.unwrap_or(0);
            let flags = match (self.eof.get(), n) {
                (true, _) => FilterFlags::FlushClose,
                (false, 0) => FilterFlags::FlushInc,
                _ => FilterFlags::Normal,
            };
            let input = if n > 0 { vec![chunk[..n].to_vec()] } else { Vec::new() };
            match self.read_filters.run(cx, self, input, flags).0 {
                Ok(output) => output.iter().for_each(|bucket| self.append_buffer(bucket)),
                Err(()) => {
                    self.eof.set(true);
                    self.fatal_error.set(true);
                    return false;
                }
            }
            if n == 0 {
                break;
            }
        }
        true
    }

    /// Reads once, or as long as there is something for files and memory. `None`: failed before the first byte.
    pub fn read(&self, cx: &mut Cx, buf: &mut [u8]) -> Option<usize> {
        self.read_into(cx, buf, false)
    }

    /// The same; `to_end`: all the rest will be read, so nothing need be buffered.
    fn read_into(&self, cx: &mut Cx, buf: &mut [u8], to_end: bool) -> Option<usize> {
        let mut done = 0;
        while done < buf.len() {
            done += self.take_buffered(&mut buf[done..]);
            if done == buf.len() {
                break;
            }
            self.has_buffered_data.set(done > 0);
            let want = buf.len() - done;
            let got = if self.reads_past_buffer(to_end || want >= self.chunk_size.get()) {
                self.raw_read(cx, &mut buf[done..])
            } else {
                self.fill(cx, want).then(|| self.take_buffered(&mut buf[done..]))
            };
            match got {
                None if done == 0 => {
                    self.has_buffered_data.set(false);
                    return None;
                }
                None | Some(0) => break,
                Some(n) => done += n,
            }
            if !self.is_greedy() {
                break;
            }
        }
        self.has_buffered_data.set(false);
        self.position.set(self.position.get().saturating_add(done as i64));
        Some(done)
    }

    /// Buffering a large read of a file or of memory would only copy it twice.
    fn reads_past_buffer(&self, is_large: bool) -> bool {
        self.read_filters.is_empty()
            && (self.has_flag(flags::NO_BUFFER)
                || self.chunk_size.get() == 1
                || (is_large && (matches!(self.kind(), Kind::Memory | Kind::Temp) || (self.kind() == Kind::Stdio && self.is_plain_file()))))
    }

    fn is_plain_file(&self) -> bool {
        self.wrapper.borrow().as_ref().is_some_and(|w| w.label() == "plainfile")
    }

    fn is_greedy(&self) -> bool {
        matches!(self.kind(), Kind::Memory | Kind::Temp) || self.is_plain_file()
    }

    /// One `read` as a string; `None`: failed.
    pub fn read_str(&self, cx: &mut Cx, max: usize) -> Option<PhpStr> {
        let mut out = StrBuilder::with_capacity(max.min(1 << 20));
        // Huge lengths are asked for as "all there is": memory is taken as data comes.
        loop {
            let have = out.len();
            let step = (max - have).min(if have == 0 { 1 << 20 } else { have });
            if step == 0 {
                break;
            }
            out.push_n(0, step);
            let got = self.read(cx, &mut out.as_mut_bytes()[have..]);
            out.truncate(have + got.unwrap_or(0));
            match got {
                None if have == 0 => return None,
                None => break,
                Some(n) if n < step || !self.is_greedy() => break,
                Some(_) => {}
            }
        }
        Some(out.finish())
    }

    /// One byte.
    pub fn getc(&self, cx: &mut Cx) -> Option<u8> {
        let mut byte = [0];
        (self.read(cx, &mut byte) == Some(1)).then_some(byte[0])
    }

    /// Everything up to the end, or `max` bytes.
    pub fn read_all(&self, cx: &mut Cx, max: Option<usize>) -> PhpStr {
        const STEP: usize = CHUNK_SIZE;
        let limit = max.unwrap_or(usize::MAX);
        let mut room = STEP;
        if limit >= 4 * STEP
            && let Some(stat) = self.stat(cx)
            && stat.size > 0
        {
            // One byte more shows the end. Folders open but cannot be read: the warning has the length that PHP asks for.
            let beyond = if stat.is_dir() { STEP } else { 1 };
            room = (stat.size.saturating_sub(self.position.get()).max(0) as usize).saturating_add(beyond).min(1 << 30);
        }
        let mut out = StrBuilder::with_capacity(room.min(limit));
        while out.len() < limit {
            // Short limits do not ask again after the end was seen.
            if limit < 4 * STEP && self.eof(cx) {
                break;
            }
            let have = out.len();
            if room <= have {
                room = have + STEP.max(have / 2);
            }
            out.push_n(0, (room - have).min(limit - have));
            let got = self.read_into(cx, &mut out.as_mut_bytes()[have..], max.is_none()).unwrap_or(0);
            out.truncate(have + got);
            if got == 0 {
                break;
            }
        }
        out.finish()
    }

    /// Nothing more to read.
    pub fn eof(&self, cx: &mut Cx) -> bool {
        if self.buffered() > 0 {
            return false;
        }
        if !self.eof.get() && self.set_option(cx, StreamOption::CheckLiveness) == OptionResult::Failed {
            self.eof.set(true);
        }
        self.eof.get()
    }

    /// Writes all of it, through the filters. `None`: failed.
    pub fn write(&self, cx: &mut Cx, data: &[u8]) -> Option<usize> {
        if data.is_empty() {
            return Some(0);
        }
        if !self.ops.try_borrow().is_ok_and(|ops| ops.can_write()) {
            cx.builtin_notice("Stream is not writable");
            return None;
        }
        let written = if self.write_filters.is_empty() {
            self.write_buffer(cx, data)
        } else {
            self.write_filtered(cx, Some(data), FilterFlags::Normal)
        };
        if written != Some(0) {
            self.set_flag(flags::WAS_WRITTEN);
        }
        written
    }

    /// The same with bytes that no filter shall see.
    pub(crate) fn write_buffer(&self, cx: &mut Cx, data: &[u8]) -> Option<usize> {
        if self.buffered() > 0 && self.can_seek() {
            // What was read ahead is not where the program thinks it is.
            self.drop_buffer();
            let to = self.position.get();
            if let Some(Ok(at)) = self.call(|ops| ops.seek(cx, self, to, Whence::Set)) {
                self.position.set(at);
            }
        }
        let old_eof = self.eof.get();
        let step = if self.kind() == Kind::User { self.chunk_size.get().max(1) } else { usize::MAX };
        let mut done = 0;
        let mut failed = false;
        while done < data.len() {
            let end = data.len().min(done.saturating_add(step));
            match self.call(|ops| ops.write(cx, self, &data[done..end])).flatten() {
                Some(n) if n > 0 => {
                    done += n;
                    self.position.set(self.position.get().saturating_add(n as i64));
                }
                Some(_) => break,
                None => {
                    failed = true;
                    break;
                }
            }
        }
        if old_eof != self.eof.get() {
            context::notify_completed(cx, self);
        }
        if failed && done == 0 { None } else { Some(done) }
    }

    fn write_filtered(&self, cx: &mut Cx, data: Option<&[u8]>, flags: FilterFlags) -> Option<usize> {
        let input = data.map(<[u8]>::to_vec).into_iter().collect();
        let (output, consumed) = self.write_filters.run(cx, self, input, flags);
        let mut ok = true;
        for bucket in output.ok()? {
            ok &= self.write_buffer(cx, &bucket).is_some();
        }
        ok.then_some(consumed)
    }

    /// Hands on what filters and the kind of stream hold back.
    pub fn flush(&self, cx: &mut Cx, closing: bool) -> bool {
        if !self.write_filters.is_empty() && self.ops.try_borrow().is_ok_and(|ops| ops.can_write()) {
            self.write_filtered(cx, None, if closing { FilterFlags::FlushClose } else { FilterFlags::FlushInc });
        }
        self.clear_flag(flags::WAS_WRITTEN);
        self.call(|ops| ops.flush(cx, self)).unwrap_or(false)
    }

    /// `fseek()`
    pub fn seek(&self, cx: &mut Cx, offset: i64, whence: Whence) -> bool {
        if self.seek_in_buffer(offset, whence) {
            return true;
        }
        let (mut offset, mut whence) = (offset, whence);
        if self.can_seek() {
            if !self.write_filters.is_empty() {
                self.flush(cx, false);
            }
            match whence {
                Whence::Cur => {
                    offset = self.position.get().saturating_add(offset);
                    whence = Whence::Set;
                }
                Whence::Set if offset < 0 => return false,
                _ => {}
            }
            let result = self.call(|ops| ops.seek(cx, self, offset, whence));
            match result {
                Some(Ok(at)) => {
                    self.position.set(at);
                    self.clear_end();
                    self.drop_buffer();
                    return true;
                }
                // Only now it turned out that this stream cannot seek: go on below.
                _ if self.has_flag(flags::NO_SEEK) => {}
                Some(Err(failed)) => {
                    if let Some(at) = failed.0 {
                        self.position.set(at);
                    }
                    self.drop_buffer();
                    return false;
                }
                None => return false,
            }
        }
        if whence == Whence::Cur && offset >= 0 {
            return self.skip_forward(cx, offset);
        }
        cx.builtin_warning("Stream does not support seeking");
        false
    }

    fn clear_end(&self) {
        self.eof.set(false);
        self.fatal_error.set(false);
    }

    fn seek_in_buffer(&self, offset: i64, whence: Whence) -> bool {
        if self.has_flag(flags::NO_BUFFER) {
            return false;
        }
        let position = self.position.get();
        let ahead = match whence {
            Whence::Cur => offset,
            Whence::Set => offset.saturating_sub(position),
            Whence::End => return false,
        };
        if ahead <= 0 || ahead > self.buffered() as i64 {
            return false;
        }
        self.skip_buffered(ahead as usize);
        self.position.set(position + ahead);
        self.clear_end();
        true
    }

    /// Forward seeks of what cannot seek are reads.
    fn skip_forward(&self, cx: &mut Cx, mut left: i64) -> bool {
        let mut scratch = [0; 1024];
        while left > 0 {
            let step = left.min(scratch.len() as i64) as usize;
            match self.read(cx, &mut scratch[..step]) {
                None | Some(0) => return false,
                Some(n) => left -= n as i64,
            }
        }
        self.clear_end();
        true
    }

    pub fn stat(&self, cx: &mut Cx) -> Option<Stat> {
        self.call(|ops| ops.stat(cx)).flatten()
    }

    pub fn set_option(&self, cx: &mut Cx, option: StreamOption<'_>) -> OptionResult {
        let generic = match &option {
            StreamOption::ChunkSize(size) => Some(Generic::ChunkSize(*size)),
            StreamOption::ReadBuffer(mode, _) => Some(Generic::ReadBuffer(*mode)),
            _ => None,
        };
        let result = self.call(|ops| ops.set_option(cx, self, option)).unwrap_or(OptionResult::NotImplemented);
        match (result, generic) {
            (OptionResult::NotImplemented, Some(Generic::ChunkSize(size))) => {
                OptionResult::Value(self.chunk_size.replace(usize::try_from(size).unwrap_or(1)) as i64)
            }
            (OptionResult::NotImplemented, Some(Generic::ReadBuffer(mode))) => {
                if mode == 0 {
                    self.set_flag(flags::NO_BUFFER)
                } else {
                    self.clear_flag(flags::NO_BUFFER)
                }
                OptionResult::Ok
            }
            _ => result,
        }
    }

    /// Closing may run PHP code (user wrappers and filters), or has data to write.
    pub(crate) fn closes_in_php(&self) -> bool {
        !self.closing.get()
            && (!self.write_filters.is_empty()
                || self.read_filters.closes_in_php()
                || self.ops.try_borrow().is_ok_and(|ops| ops.closes_in_php()))
    }

    /// Ends the stream, but not what it reads and writes, which is given away with the bytes that were read ahead.
    pub(crate) fn detach(&self) -> Option<(Box<dyn StreamOps>, Vec<u8>)> {
        let mut ops = self.ops.try_borrow_mut().ok()?;
        self.closing.set(true);
        self.context.take();
        Some((std::mem::replace(&mut *ops, Box::new(Closed)), self.take_all_buffered()))
    }

    /// Closes it; what is left answers every call with failure. The status is 0, or what `pclose()` answers.
    pub fn close(&self, cx: &mut Cx) -> i32 {
        if self.closing.replace(true) {
            return 0;
        }
        if self.has_flag(flags::WAS_WRITTEN) || !self.write_filters.is_empty() {
            self.flush(cx, true);
        }
        // Taken out before they are closed, so that PHP code that runs meanwhile finds a closed stream.
        let taken = self.ops.try_borrow_mut().ok().map(|mut ops| std::mem::replace(&mut *ops, Box::new(Closed)));
        let status = taken.map_or(0, |mut ops| ops.close(cx));
        self.read_filters.close(cx);
        self.write_filters.close(cx);
        self.drop_buffer();
        let data = self.wrapper_data.replace(Value::UNDEF);
        let context = self.context.take();
        drop((data, context));
        status
    }
}

/// Options that every stream has an answer to.
enum Generic {
    ChunkSize(i64),
    ReadBuffer(i64),
}
