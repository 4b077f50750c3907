//! Compresses responses for clients that accept it: the output handler `ob_gzhandler` and the setting `zlib.output_compression`.

use loxo_runtime::ini::IniStage;
use loxo_runtime::output::{InternalHandler, flag};
use loxo_runtime::{Cx, ErrorLevel, ExtSlot, LocalsOp, OrFalse, PhpResult, PhpStr, Value, ini};
use loxo_zlib_sys::{Deflate, flush, status};

use crate::zlib::{DEFLATE, GZIP, MOST_MEMORY, room_for};

const NAME: &str = "zlib output compression";
const HANDLER: &str = "ob_gzhandler";
/// Chunks of responses where no size was asked for.
const CHUNK: i64 = 0x4000;

/// What the request knows of its compressed response.
#[derive(Default)]
struct State {
    /// The encoding that the client takes; 0 until it was looked for, or if it takes none.
    coding: i64,
    /// Chunk size of compressed output; 0: it is off.
    compression: i64,
    /// The work of `ob_gzhandler()` when programs call it themselves.
    called: Option<Work>,
}

impl ExtSlot for State {}

/// Output on its way through the compressor.
#[derive(Default)]
struct Work {
    deflate: Option<Deflate>,
    /// Input that is not taken yet.
    held: Vec<u8>,
}

pub(crate) fn request_start(cx: &mut Cx) {
    cx.output.register_handler(HANDLER, |cx, chunk_size| handler(cx, HANDLER, chunk_size));
    cx.after_superglobals.push(|cx| {
        let text = cx.ini_str("zlib.output_compression");
        let size = setting(&text);
        cx.ext::<State>().compression = size;
        start(cx);
    });
}

pub(crate) fn request_end(cx: &mut Cx) {
    cx.ext::<State>().called = None;
}

/// `On`, `Off`, or the size of chunks.
fn setting(text: &[u8]) -> i64 {
    if text.eq_ignore_ascii_case(b"off") {
        0
    } else if text.eq_ignore_ascii_case(b"on") {
        1
    } else {
        ini::parse_quantity(text).value
    }
}

/// `zlib.output_compression`
pub(crate) fn change_compression(cx: &mut Cx, value: &[u8]) -> bool {
    let size = setting(value);
    if size != 0 && !cx.ini_str("output_handler").is_empty() {
        cx.builtin_raise(ErrorLevel::CoreError, "Cannot use both zlib.output_compression and output_handler together!!");
        return false;
    }
    if cx.ini.stage != IniStage::Runtime {
        return true;
    }
    if cx.info.headers_sent {
        cx.builtin_warning("Cannot change zlib.output_compression - headers already sent");
        return false;
    }
    cx.ext::<State>().compression = size;
    if size != 0 && !cx.output.has_handler(NAME) {
        start(cx);
    }
    true
}

/// `zlib.output_handler`
pub(crate) fn change_handler(cx: &mut Cx, _: &[u8]) -> bool {
    if cx.ini.stage == IniStage::Runtime && cx.info.headers_sent {
        cx.builtin_warning("Cannot change zlib.output_handler - headers already sent");
        return false;
    }
    cx.ini.settles(true)
}

/// Starts compressing, if that is wanted and the client takes it.
fn start(cx: &mut Cx) {
    let state = cx.ext::<State>();
    match state.compression {
        0 => return,
        1 => state.compression = CHUNK,
        _ => {}
    }
    let size = usize::try_from(state.compression).unwrap_or(0);
    if coding(cx) == 0 {
        return;
    }
    let Some(work) = handler(cx, NAME, size) else { return };
    if cx.start_internal_buffer(NAME, work, size, flag::STDFLAGS) {
        let behind = cx.ini_str("zlib.output_handler");
        if !behind.is_empty() {
            cx.start_buffer(&Value::bytes(&behind), size, flag::STDFLAGS);
        }
    }
}

/// The encoding that the client takes; 0: none of ours.
fn coding(cx: &mut Cx) -> i64 {
    if cx.ext::<State>().coding == 0 {
        let server = (cx.hooks.globals)(cx, LocalsOp::Get(&PhpStr::interned(b"_SERVER"))).ok();
        let accepted = server.as_ref().and_then(|server| server.deref().as_array()?.get_bytes(b"HTTP_ACCEPT_ENCODING"));
        let accepted = accepted.and_then(|value| value.deref().as_bytes()).unwrap_or_default();
        let found = if contains(accepted, b"gzip") {
            GZIP
        } else if contains(accepted, b"deflate") {
            DEFLATE
        } else {
            0
        };
        cx.ext::<State>().coding = found;
    }
    cx.ext::<State>().coding
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part == word)
}

/// `zlib_get_coding_type()`
pub(crate) fn zlib_get_coding_type(cx: &mut Cx) -> PhpResult<OrFalse<&'static str>> {
    Ok(match cx.ext::<State>().coding {
        GZIP => "gzip".into(),
        DEFLATE => "deflate".into(),
        _ => OrFalse::FALSE,
    })
}

/// Makes the handler of a buffer, unless there is one already that it does not go with.
fn handler(cx: &mut Cx, name: &str, chunk_size: usize) -> Option<InternalHandler> {
    for other in [NAME, HANDLER, "mb_output_handler", "URL-Rewriter"] {
        if cx.output.has_handler(other) {
            match other == name {
                true => cx.builtin_warning(format!("Output handler '{name}' cannot be used twice")),
                false => cx.builtin_warning(format!("Output handler '{name}' conflicts with '{other}'")),
            }
            return None;
        }
    }
    let state = cx.ext::<State>();
    if state.compression == 0 {
        state.compression = if chunk_size > 0 { chunk_size as i64 } else { CHUNK };
    }
    let mut work = Work::default();
    Some(Box::new(move |cx, input, op| handle(cx, &mut work, input, op)))
}

/// One operation of a buffer.
fn handle(cx: &mut Cx, work: &mut Work, input: &[u8], op: u32) -> Option<Vec<u8>> {
    let coding = coding(cx);
    if coding == 0 {
        // Caches must know that others get something else; not if nothing is sent at all.
        if op & flag::START != 0 && op != flag::START | flag::CLEAN | flag::FINAL {
            add_header(cx, "Vary", "Accept-Encoding", false);
        }
        return None;
    }
    let out = work.run(cx, coding, input, op)?;
    let sends = op & flag::CLEAN == 0 || (op & flag::START != 0 && op & flag::FINAL == 0);
    if sends && op & flag::START != 0 {
        if cx.info.headers_sent || cx.ext::<State>().compression == 0 {
            return None;
        }
        announce(cx, coding);
        cx.output.pin_running_buffer();
    }
    Some(out)
}

fn announce(cx: &mut Cx, coding: i64) {
    add_header(cx, "Content-Encoding", if coding == GZIP { "gzip" } else { "deflate" }, true);
    add_header(cx, "Vary", "Accept-Encoding", false);
}

fn add_header(cx: &mut Cx, name: &str, value: &str, replace: bool) {
    if cx.info.headers_sent {
        let began = cx.info.output_started.as_ref().map(|(file, line)| format!(" by (output started at {file}:{line})"));
        cx.warning(format!("Cannot modify header information - headers already sent{}", began.unwrap_or_default()));
        return;
    }
    if replace {
        cx.info.headers.set(name, value.as_bytes());
    } else {
        cx.info.headers.add(name, value.as_bytes());
    }
}

impl Work {
    fn begin(&mut self, cx: &mut Cx, coding: i64) -> Option<()> {
        let level = cx.ini_int("zlib.output_compression_level") as i32;
        self.deflate = Some(Deflate::new(level, coding as i32, MOST_MEMORY, 0)?);
        Some(())
    }

    /// Compresses what a buffer hands over. `None`: it cannot.
    fn run(&mut self, cx: &mut Cx, coding: i64, input: &[u8], op: u32) -> Option<Vec<u8>> {
        if op & flag::START != 0 {
            self.begin(cx, coding)?;
        }
        if op & flag::CLEAN != 0 {
            self.deflate = None;
            self.held.clear();
            if op & flag::FINAL == 0 {
                self.begin(cx, coding)?;
            }
            return Some(Vec::new());
        }
        self.held.extend_from_slice(input);
        let mode = match op {
            op if op & flag::FINAL != 0 => flush::FINISH,
            op if op & flag::FLUSH != 0 => flush::FULL,
            _ => flush::SYNC,
        };
        let mut out = vec![0; room_for(input.len())];
        let step = self.deflate.as_mut()?.run(&self.held, &mut out, mode);
        match step.status {
            status::STREAM_END => {}
            status::OK if mode != flush::FINISH => {}
            _ => {
                self.deflate = None;
                return None;
            }
        }
        self.held.drain(..step.consumed);
        out.truncate(step.produced);
        if mode == flush::FINISH {
            self.deflate = None;
        }
        Some(out)
    }
}

/// `ob_gzhandler()`, called by the program itself.
pub(crate) fn ob_gzhandler(cx: &mut Cx, data: &PhpStr, flags: i64) -> PhpResult<OrFalse<PhpStr>> {
    let coding = coding(cx);
    if coding == 0 {
        return Ok(OrFalse::FALSE);
    }
    let op = flags as u32;
    if op & flag::START != 0 {
        announce(cx, coding);
        cx.check()?;
    }
    let mut work = cx.ext::<State>().called.take().unwrap_or_default();
    let out = work.run(cx, coding, data, op);
    if out.is_some() {
        cx.ext::<State>().called = Some(work);
    }
    Ok(OrFalse(out.map(|out| PhpStr::new(&out))))
}
