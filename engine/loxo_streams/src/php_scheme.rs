//! `php://`: standard streams, request body, output, memory, filters.

use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_value::{PhpResource, PhpStr, Value};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::memory::{self, MemoryMode, TEMP_LIMIT};
use super::{
    Failures, FilterSlot, OpenOptions, ReadResult, SeekFailed, Stat, Stream, StreamOps, StreamRef, Whence, Wrapper, data, error_text,
    filters, into_resource, open_stream, plain, socket,
};
use loxo_runtime::{ConstId, Cx};

pub struct PhpScheme;

/// The three streams that every process has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standard {
    In,
    Out,
    Err,
}

/// What a stream has to do with the process's own descriptors.
#[derive(Default)]
pub(crate) struct Role {
    /// Closing it closes that one, too.
    constant: Option<Standard>,
    /// What was printed before must be out before anything is written here.
    after_output: bool,
}

impl Role {
    pub(crate) fn before_write(&self, cx: &mut Cx) {
        if self.after_output {
            cx.flush_pending();
        }
    }

    /// Closing it does nothing to the process's own descriptor any more.
    pub(crate) fn release(&mut self) {
        self.constant = None;
    }

    pub(crate) fn close(&mut self) {
        if let Some(which) = self.constant.take() {
            close_standard(which);
        }
    }
}

/// The process's own descriptor leads nowhere from now on. Its number stays taken, so that no file gets it by accident.
fn close_standard(which: Standard) {
    let Ok(nowhere) = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()) else { return };
    // There is nothing to be done about a failure.
    let _ = match which {
        Standard::In => rustix::stdio::dup2_stdin(&nowhere),
        Standard::Out => rustix::stdio::dup2_stdout(&nowhere),
        Standard::Err => rustix::stdio::dup2_stderr(&nowhere),
    };
}

/// Works with the role of a stream that may have one.
pub(crate) fn with_role(stream: &Stream, work: impl FnOnce(&mut Role) + Copy) {
    stream.with_ops(|ops: &mut plain::StdioOps| work(&mut ops.standard));
    stream.with_ops(|ops: &mut socket::SocketOps| work(&mut ops.standard));
}

impl Wrapper for PhpScheme {
    fn label(&self) -> &'static str {
        "PHP"
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        let name = match path.get(..6) {
            Some(start) if start.eq_ignore_ascii_case(b"php://") => &path[6..],
            _ => path,
        };
        let lower = name.to_ascii_lowercase();
        match lower.as_slice() {
            b"memory" => Some(memory::memory(MemoryMode::from_mode(mode), Vec::new())),
            b"output" => Some(Rc::new(Stream::new(Box::new(OutputOps), b"wb"))),
            b"input" => not_included(options).then(open_input),
            b"stdin" => not_included(options).then(|| standard(Standard::In, mode)).flatten(),
            b"stdout" => standard(Standard::Out, mode),
            b"stderr" => standard(Standard::Err, mode),
            _ if lower.starts_with(b"temp") => open_temp(cx, &lower[4..], mode),
            _ if lower.starts_with(b"fd/") => open_fd(cx, &name[3..], mode, options, failures),
            _ if lower.starts_with(b"filter/") => open_filter(cx, &name[6..], mode, options, context),
            _ => {
                cx.builtin_warning("Invalid php:// URL specified");
                None
            }
        }
    }
}

/// What comes from outside is not to be run as a program.
fn not_included(options: OpenOptions) -> bool {
    !options.has(OpenOptions::FOR_INCLUDE)
}

fn open_temp(cx: &mut Cx, rest: &[u8], mode: &[u8]) -> Option<StreamRef> {
    let mut limit = TEMP_LIMIT;
    if let Some(number) = rest.strip_prefix(b"/maxmemory:") {
        let wanted = loxo_value::number::str_to_int(number);
        let Ok(wanted) = usize::try_from(wanted) else {
            cx.argument_value_error(2, "must be greater than or equal to 0");
            return None;
        };
        limit = wanted;
    }
    Some(memory::temp(cx, MemoryMode::from_mode(mode), limit))
}

/// One of the process's own streams, under a descriptor of its own.
pub fn standard(which: Standard, mode: &[u8]) -> Option<StreamRef> {
    let copy = match which {
        Standard::In => plain::duplicate(rustix::stdio::stdin()),
        Standard::Out => plain::duplicate(rustix::stdio::stdout()),
        Standard::Err => plain::duplicate(rustix::stdio::stderr()),
    };
    let stream = from_any_fd(copy.ok()?, mode);
    with_role(&stream, |role| role.after_output = which != Standard::In);
    Some(stream)
}

/// The stream behind `STDIN`, `STDOUT` or `STDERR`: closing it closes the process's own descriptor (by giving it to nothing).
pub fn standard_constant(which: Standard) -> Option<StreamRef> {
    let (mode, name): (&[u8], &str) = match which {
        Standard::In => (b"rb", "php://stdin"),
        Standard::Out => (b"wb", "php://stdout"),
        Standard::Err => (b"wb", "php://stderr"),
    };
    let stream = standard(which, mode)?;
    with_role(&stream, |role| role.constant = Some(which));
    *stream.path.borrow_mut() = Some(PhpStr::from(name));
    *stream.wrapper.borrow_mut() = Some(Rc::new(PhpScheme));
    Some(stream)
}

/// `STDIN`, `STDOUT` and `STDERR`: the first three resources of a request of the command line.
pub(crate) fn define_constants(cx: &mut Cx) {
    for (name, which) in [("STDIN", Standard::In), ("STDOUT", Standard::Out), ("STDERR", Standard::Err)] {
        let Some(stream) = standard_constant(which) else { continue };
        cx.set_undeclared_constant(ConstId::of(name.as_bytes()), Value::resource(into_resource(stream)));
    }
}

/// Sockets have a kind of their own.
fn from_any_fd(fd: OwnedFd, mode: &[u8]) -> StreamRef {
    let is_socket = rustix::fs::fstat(&fd).is_ok_and(|st| Stat::from(st).file_type() == Stat::SOCKET);
    if is_socket { socket::from_fd(fd, "generic_socket") } else { plain::from_fd(fd, mode) }
}

fn open_fd(cx: &mut Cx, number: &[u8], mode: &[u8], options: OpenOptions, failures: &mut Failures) -> Option<StreamRef> {
    if cx.sapi.name() != "cli" || !not_included(options) {
        return None;
    }
    let Some(fd) = std::str::from_utf8(number).ok().and_then(|text| text.parse::<i32>().ok()) else {
        failures.log("php://fd/ stream must be specified in the form php://fd/<orig fd>");
        return None;
    };
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX);
    if fd < 0 || fd as u64 >= most {
        failures.log(format!("The file descriptors must be non-negative numbers smaller than {most}"));
        return None;
    }
    match copy_of(fd) {
        Ok(copy) => Some(from_any_fd(copy, mode)),
        Err(error) => {
            let text = error_text(error);
            failures.log(format!("Error duping file descriptor {fd}; possibly it doesn't exist: [{}]: {text}", error.raw_os_error()));
            None
        }
    }
}

/// A copy of a descriptor known by number only: the process asks the kernel for its own.
fn copy_of(fd: i32) -> Result<OwnedFd, Errno> {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    let copied = pidfd_open(getpid(), PidfdFlags::empty()).and_then(|me| pidfd_getfd(me, fd, PidfdGetfdFlags::empty()));
    match copied {
        Err(Errno::PERM | Errno::NOSYS) => {
            let path = format!("/proc/self/fd/{fd}");
            let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
            rustix::fs::open(path, flags, rustix::fs::Mode::empty()).map_err(|e| if e == Errno::NOENT { Errno::BADF } else { e })
        }
        other => other,
    }
}

/// `/read=a|b/write=c/d/resource=...`
fn open_filter(cx: &mut Cx, spec: &[u8], mode: &[u8], options: OpenOptions, context: Option<&PhpResource>) -> Option<StreamRef> {
    let Some(at) = memchr::memmem::find(spec, b"/resource=") else {
        cx.throw_error("No URL resource specified");
        return None;
    };
    let (chains, resource) = (&spec[..at], &spec[at + b"/resource=".len()..]);
    let reads = mode.iter().any(|b| matches!(b, b'r' | b'+'));
    let writes = mode.iter().any(|b| matches!(b, b'w' | b'+' | b'a'));
    let stream = open_stream(cx, resource, mode, options.with(OpenOptions::REPORT_ERRORS), context).ok().flatten()?;
    for part in chains.split(|&b| b == b'/').filter(|part| !part.is_empty()) {
        let lower = part.to_ascii_lowercase();
        match () {
            () if lower.starts_with(b"read=") => apply_filters(cx, &stream, &part[5..], true, false),
            () if lower.starts_with(b"write=") => apply_filters(cx, &stream, &part[6..], false, true),
            () => apply_filters(cx, &stream, part, reads, writes),
        }
    }
    if cx.exception.is_some() {
        stream.close(cx);
        return None;
    }
    Some(stream)
}

fn apply_filters(cx: &mut Cx, stream: &StreamRef, list: &[u8], read: bool, write: bool) {
    for name in list.split(|&b| b == b'|').filter(|name| !name.is_empty()) {
        let name = data::decode_url(name, true);
        for (wanted, reading) in [(read, true), (write, false)] {
            if !wanted {
                continue;
            }
            match filters::create(cx, &name, None) {
                Some(filter) => {
                    let slot = FilterSlot::new(&name, filter);
                    if reading {
                        stream.add_read_filter(cx, &slot, true);
                    } else {
                        stream.add_write_filter(&slot, true);
                    }
                }
                None => cx.builtin_warning([b"Unable to create filter (", &name[..], b")"].concat()),
            }
        }
    }
}

/// `php://output`
struct OutputOps;

impl StreamOps for OutputOps {
    fn label(&self) -> &'static str {
        "Output"
    }

    fn read(&mut self, _: &mut Cx, stream: &Stream, _: &mut [u8]) -> ReadResult {
        stream.eof.set(true);
        ReadResult::failed()
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        cx.echo(data);
        Some(data.len())
    }
}

/// A position in the request's body, which others read too.
struct InputOps {
    position: u64,
}

fn open_input() -> StreamRef {
    Rc::new(Stream::new(Box::new(InputOps { position: 0 }), b"rb"))
}

impl StreamOps for InputOps {
    fn label(&self) -> &'static str {
        "Input"
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let n = cx.read_input(self.position, buf);
        self.position += n as u64;
        if n == 0 { ReadResult::end() } else { ReadResult::data(n) }
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, cx: &mut Cx, _: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let base = match whence {
            Whence::Set => 0,
            Whence::Cur => self.position as i64,
            Whence::End => cx.ext::<loxo_runtime::web::RequestBody>().len() as i64,
        };
        let to = base.checked_add(offset).filter(|to| *to >= 0).ok_or(SeekFailed(None))?;
        self.position = to as u64;
        Ok(to)
    }

    fn flush(&mut self, _: &mut Cx, _: &Stream) -> bool {
        false
    }
}
