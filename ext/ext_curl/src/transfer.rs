//! Running a transfer, and what it tells on the way.

use loxo_curl_sys::{Events, OK, READ_ABORT};
use loxo_runtime::{Callable, Cx, PhpObject, PhpResource, PhpResult, PhpStr, Value, convert};
use loxo_streams::Whence;
use loxo_streams::{OpenOptions, StreamRef};

use crate::handle::{Target, state, stream};

const PARTIAL_FILE: i32 = 18;
const DEBUG_HEADER_OUT: i32 = 2;
const PREREQ_ABORT: i32 = 1;

/// Takes libcurl's events to the program.
pub(crate) struct Calls<'a> {
    pub cx: &'a mut Cx,
    pub handles: Vec<PhpObject>,
}

/// What a callback answers when it failed.
const FAILED: usize = usize::MAX;

impl Calls<'_> {
    fn find(&mut self, easy: usize) -> Option<PhpObject> {
        let cx = &mut *self.cx;
        self.handles.iter().find(|handle| state(cx, handle).is_ok_and(|own| own.easy.id() == easy)).cloned()
    }

    /// Calls a callback; no answer if it failed.
    fn call(&mut self, handle: &PhpObject, callable: &Callable, given: Vec<Value>) -> Option<Value> {
        self.cx.check().ok()?;
        let mut all = vec![Value::from(handle.clone())];
        all.extend(given);
        let before = std::mem::replace(&mut state(self.cx, handle).ok()?.calling, true);
        let answer = self.cx.call_vec(callable, all);
        if let Ok(own) = state(self.cx, handle) {
            own.calling = before;
        }
        answer.ok()
    }

    fn int(&mut self, answer: Option<Value>) -> Option<i64> {
        let answer = answer?;
        convert::to_int(self.cx, answer.deref()).ok()
    }

    fn write_to_stream(&mut self, resource: &PhpResource, data: &[u8]) -> usize {
        let Some(stream) = stream(resource) else { return FAILED };
        let written = stream.write(self.cx, data).unwrap_or(0);
        if self.cx.check().is_err() { FAILED } else { written }
    }

    fn to(&mut self, easy: usize, data: &[u8], header: bool) -> usize {
        let Some(handle) = self.find(easy) else { return data.len() };
        let Ok(own) = state(self.cx, &handle) else { return FAILED };
        let current = if header { &own.header } else { &own.write };
        if matches!(current, Target::Stream(resource) if closed(resource)) && check_streams(self.cx, &handle).is_err() {
            return FAILED;
        }
        let Ok(own) = state(self.cx, &handle) else { return FAILED };
        let target = if header { own.header.clone() } else { own.write.clone() };
        match target {
            Target::Nowhere => data.len(),
            Target::Text => {
                own.content.append(data);
                data.len()
            }
            Target::Output => {
                self.cx.echo(data);
                if self.cx.check().is_err() { FAILED } else { data.len() }
            }
            Target::Stream(resource) => self.write_to_stream(&resource, data),
            Target::Call(callable) => {
                let answer = self.call(&handle, &callable, vec![Value::bytes(data)]);
                self.int(answer).map_or(FAILED, |length| length as usize)
            }
        }
    }

    fn source(&mut self, number: usize) -> Option<(PhpObject, Option<StreamRef>, PhpStr)> {
        for handle in self.handles.clone() {
            let own = state(self.cx, &handle).ok()?;
            if let Some(source) = own.sources.iter().find(|source| source.number == number) {
                let (stream, path) = (source.stream.clone(), source.path.clone());
                return Some((handle, stream, path));
            }
        }
        None
    }
}

fn read_stream(cx: &mut Cx, stream: &StreamRef, out: &mut [u8]) -> usize {
    let count = stream.read(cx, out);
    match (count, cx.check()) {
        (Some(count), Ok(())) => count,
        (None, Ok(())) => 0,
        _ => READ_ABORT,
    }
}

impl Events for Calls<'_> {
    fn is_interrupted(&self) -> bool {
        loxo_process_sys::is_interrupted()
    }

    fn write(&mut self, easy: usize, data: &[u8]) -> usize {
        self.to(easy, data, false)
    }

    fn header(&mut self, easy: usize, data: &[u8]) -> usize {
        self.to(easy, data, true)
    }

    fn read(&mut self, easy: usize, out: &mut [u8]) -> usize {
        let Some(handle) = self.find(easy) else { return READ_ABORT };
        let Ok(own) = state(self.cx, &handle) else { return READ_ABORT };
        let (callable, resource) = (own.read_call.clone(), own.read_stream.clone());
        let Some(callable) = callable else {
            return match resource.as_ref().and_then(stream) {
                Some(stream) => read_stream(self.cx, &stream, out),
                None => 0,
            };
        };
        let given = vec![resource.map_or(Value::NULL, Value::resource), Value::int(out.len() as i64)];
        let Some(answer) = self.call(&handle, &callable, given) else { return READ_ABORT };
        if let Some(text) = answer.deref().as_bytes() {
            let count = text.len().min(out.len());
            out[..count].copy_from_slice(&text[..count]);
            return count;
        }
        match answer.deref().as_int() {
            // More than there is space for would be a lie; the numbers that stop or pause a transfer are larger than any buffer.
            Some(0) => 0,
            None if answer.deref().is_null() => 0,
            Some(number @ (0x1000_0000 | 0x1000_0001)) => number as usize,
            _ => READ_ABORT,
        }
    }

    fn progress(&mut self, easy: usize, old: bool, sizes: [i64; 4]) -> i32 {
        let Some(handle) = self.find(easy) else { return 0 };
        let Ok(own) = state(self.cx, &handle) else { return 1 };
        let callable = if old { own.progress.clone() } else { own.transfer_info.clone() };
        let Some(callable) = callable else { return 0 };
        let answer = self.call(&handle, &callable, sizes.map(Value::int).to_vec());
        i32::from(self.int(answer).is_none_or(|answer| answer != 0))
    }

    fn debug(&mut self, easy: usize, kind: i32, data: &[u8]) {
        let Some(handle) = self.find(easy) else { return };
        let Ok(own) = state(self.cx, &handle) else { return };
        if kind == DEBUG_HEADER_OUT {
            own.sent = Some(data.to_vec());
        }
        if let Some(callable) = own.debug.clone() {
            self.call(&handle, &callable, vec![Value::int(i64::from(kind)), Value::bytes(data)]);
        }
    }

    fn fnmatch(&mut self, easy: usize, pattern: &[u8], text: &[u8]) -> i32 {
        const FAIL: i32 = 2;
        let Some(handle) = self.find(easy) else { return FAIL };
        let Some(callable) = state(self.cx, &handle).ok().and_then(|own| own.fnmatch.clone()) else { return FAIL };
        let answer = self.call(&handle, &callable, vec![Value::bytes(pattern), Value::bytes(text)]);
        self.int(answer).map_or(FAIL, |answer| answer as i32)
    }

    fn prereq(&mut self, easy: usize, addresses: [&[u8]; 2], ports: [i32; 2]) -> i32 {
        let Some(handle) = self.find(easy) else { return PREREQ_ABORT };
        let Some(callable) = state(self.cx, &handle).ok().and_then(|own| own.prereq.clone()) else { return 0 };
        let mut given: Vec<Value> = addresses.map(Value::bytes).to_vec();
        given.extend(ports.map(|port| Value::int(i64::from(port))));
        let Some(answer) = self.call(&handle, &callable, given) else { return PREREQ_ABORT };
        let wrong = "The CURLOPT_PREREQFUNCTION callback must return either CURL_PREREQFUNC_OK or CURL_PREREQFUNC_ABORT";
        match answer.deref().as_int() {
            Some(answer @ (0 | 1)) => answer as i32,
            Some(_) => {
                self.cx.value_error(wrong);
                PREREQ_ABORT
            }
            None => {
                self.cx.type_error(wrong);
                PREREQ_ABORT
            }
        }
    }

    fn part_read(&mut self, part: usize, out: &mut [u8]) -> usize {
        let Some((handle, stream, path)) = self.source(part) else { return READ_ABORT };
        if let Some(stream) = stream {
            return read_stream(self.cx, &stream, out);
        }
        let Ok(Some(stream)) = loxo_streams::open_stream(self.cx, &path, b"rb", OpenOptions::default(), None) else { return READ_ABORT };
        if let Ok(own) = state(self.cx, &handle)
            && let Some(source) = own.sources.iter_mut().find(|source| source.number == part)
        {
            source.stream = Some(stream.clone());
        }
        read_stream(self.cx, &stream, out)
    }

    fn part_seek(&mut self, part: usize, offset: i64, whence: i32) -> i32 {
        const CANNOT: i32 = 2;
        let Some((_, Some(stream), _)) = self.source(part) else { return CANNOT };
        let Some(whence) = Whence::from_int(i64::from(whence)) else { return CANNOT };
        if stream.seek(self.cx, offset, whence) { 0 } else { CANNOT }
    }
}

/// Forgets what the last transfer left.
pub(crate) fn clean(cx: &mut Cx, handle: &PhpObject) -> PhpResult<()> {
    let own = state(cx, handle)?;
    own.content = PhpStr::default();
    own.sent = None;
    own.status = OK;
    Ok(())
}

fn closed(resource: &PhpResource) -> bool {
    stream(resource).is_none_or(|stream| stream.is_closed())
}

/// Streams that were closed are replaced by what was before them, with a warning.
pub(crate) fn check_streams(cx: &mut Cx, handle: &PhpObject) -> PhpResult<()> {
    let own = state(cx, handle)?;
    if own.stderr.as_ref().is_some_and(closed) {
        own.stderr = None;
        own.easy.set_stderr(None);
        cx.builtin_warning("CURLOPT_STDERR resource has gone away, resetting to stderr");
        cx.check()?;
    }
    let own = state(cx, handle)?;
    let header = matches!(&own.header, Target::Stream(resource) if closed(resource));
    if header {
        own.header = Target::Nowhere;
    }
    let write = matches!(&own.write, Target::Stream(resource) if closed(resource));
    if write {
        own.write = Target::Output;
    }
    let read = own.read_stream.as_ref().is_some_and(closed);
    if read {
        own.read_stream = None;
    }
    for (wrong, name) in [(read, "CURLOPT_INFILE"), (header, "CURLOPT_WRITEHEADER"), (write, "CURLOPT_FILE")] {
        if wrong {
            cx.builtin_warning(format!("{name} resource has gone away, resetting to default"));
            cx.check()?;
        }
    }
    Ok(())
}

/// `curl_exec()`
pub(crate) fn curl_exec(cx: &mut Cx, handle: &PhpObject) -> PhpResult<Value> {
    check_streams(cx, handle)?;
    clean(cx, handle)?;
    let easy = state(cx, handle)?.easy.clone();
    let status = easy.perform(&mut Calls { cx, handles: vec![handle.clone()] });
    crate::info::count_connections(&easy);
    let own = state(cx, handle)?;
    own.status = status;
    let content = std::mem::take(&mut own.content);
    let (write, header) = (own.write.clone(), own.header.clone());
    cx.check()?;
    if status != OK && status != PARTIAL_FILE {
        return Ok(Value::FALSE);
    }
    for target in [&write, &header] {
        if let Target::Stream(resource) = target
            && let Some(stream) = stream(resource)
        {
            stream.flush(cx, false);
        }
    }
    cx.check()?;
    Ok(if matches!(write, Target::Text) { Value::from(content) } else { Value::TRUE })
}

/// `curl_pause()`
pub(crate) fn curl_pause(cx: &mut Cx, handle: &PhpObject, flags: i64) -> PhpResult<i64> {
    let easy = state(cx, handle)?.easy.clone();
    let status = easy.pause(&mut Calls { cx, handles: vec![handle.clone()] }, flags as i32);
    cx.check()?;
    Ok(i64::from(status))
}
