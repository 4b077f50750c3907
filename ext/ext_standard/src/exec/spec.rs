//! The descriptors of a new process, as `proc_open()` is given them.

use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_streams::{OpenOptions, StreamRef, flags, plain, socket};
use rustix::net::{AddressFamily, SocketFlags, SocketType};

use crate::prelude::*;

/// One descriptor: what the child gets, and what stays here.
pub(super) struct Descriptor {
    pub number: i32,
    pub child: OwnedFd,
    pub parent: Option<StreamRef>,
}

/// A pseudo terminal that all descriptors which ask for one share.
#[derive(Default)]
struct Terminal(Option<(OwnedFd, OwnedFd)>);

/// Makes all descriptors. `None`: refused (reported); errors are exceptions.
pub(super) fn descriptors(cx: &mut Cx, spec: &PhpArray) -> PhpResult<Option<Vec<Descriptor>>> {
    let mut made: Vec<Descriptor> = Vec::new();
    let mut terminal = Terminal::default();
    for (key, item) in spec.clone().iter() {
        let KeyRef::Int(number) = key else {
            return Err(cx.argument_value_error(2, "must be an integer indexed array"));
        };
        let item = item.deref();
        let number = number as i32;
        let ends = match (item.as_resource(), item.as_array()) {
            (Some(resource), _) => of_stream(cx, resource)?.map(|child| (child, None)),
            (None, Some(item)) => of_array(cx, item, number, &made, &mut terminal)?,
            (None, None) => return Err(cx.argument_value_error(2, "must only contain arrays and streams")),
        };
        cx.check()?;
        let Some((child, parent)) = ends else { return Ok(None) };
        made.push(Descriptor { number, child, parent });
    }
    Ok(Some(made))
}

type Ends = Option<(OwnedFd, Option<StreamRef>)>;

fn of_stream(cx: &mut Cx, resource: &loxo_runtime::PhpResource) -> PhpResult<Option<OwnedFd>> {
    let stream = loxo_streams::from_resource(cx, resource)?;
    match stream.fd(cx, false) {
        Some(fd) => {
            let lost = stream.buffered();
            if lost > 0 {
                cx.warn(&format!("{lost} bytes of buffered data lost during stream conversion!"))?;
            }
            duplicate(cx, &fd, resource.id())
        }
        None => {
            let label = stream.label();
            cx.warn(&format!("Cannot represent a stream of type {label} as a File Descriptor"))?;
            Ok(None)
        }
    }
}

fn duplicate(cx: &mut Cx, fd: &impl std::os::fd::AsFd, number: i64) -> PhpResult<Option<OwnedFd>> {
    match plain::duplicate(fd) {
        Ok(copy) => Ok(Some(copy)),
        Err(error) => {
            cx.warn(&format!("Failed to dup() for descriptor {number}: {}", loxo_streams::error_text(error)))?;
            Ok(None)
        }
    }
}

/// An element that must be there, as a string.
fn text_item(cx: &mut Cx, item: &PhpArray, index: i64, what: &str) -> PhpResult<PhpStr> {
    match item.get_int(index) {
        Some(value) => cx.str_of(&value.clone()),
        None => Err(cx.value_error(format!("Missing {what}"))),
    }
}

fn of_array(cx: &mut Cx, item: &PhpArray, number: i32, made: &[Descriptor], terminal: &mut Terminal) -> PhpResult<Ends> {
    let kind = text_item(cx, item, 0, "handle qualifier")?;
    match kind.as_bytes() {
        b"pipe" => {
            let mode = text_item(cx, item, 1, "mode parameter for 'pipe'")?;
            pipe(cx, mode.starts_with(b"w"))
        }
        b"socket" => socket_pair(cx),
        b"file" => {
            let path = text_item(cx, item, 1, "file name parameter for 'file'")?;
            let mode = text_item(cx, item, 2, "mode parameter for 'file'")?;
            file(cx, &path, &mode, number)
        }
        b"redirect" => {
            let target = match item.get_int(1).map(Value::deref) {
                None => return Err(cx.value_error("Missing redirection target")),
                Some(target) => target.clone(),
            };
            match target.as_int() {
                Some(target) => redirect(cx, target, made, number),
                None => {
                    let given = cx.value_name(&target);
                    Err(cx.value_error(format!("Redirection target must be of type int, {given} given")))
                }
            }
        }
        b"null" => nothing(cx),
        b"pty" => pseudo_terminal(cx, terminal),
        other => {
            cx.builtin_warning([other, b" is not a valid descriptor spec/mode"].concat());
            cx.check()?;
            Ok(None)
        }
    }
}

fn refuse(cx: &mut Cx, what: &str, error: impl Into<std::io::Error>) -> PhpResult<Ends> {
    cx.warn(&format!("{what}{}", loxo_streams::error_text(error)))?;
    Ok(None)
}

fn pipe(cx: &mut Cx, child_writes: bool) -> PhpResult<Ends> {
    match rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC) {
        Ok((read, write)) if child_writes => Ok(Some((write, Some(parent_end(plain::from_fd(read, b"r")))))),
        Ok((read, write)) => Ok(Some((read, Some(parent_end(plain::from_fd(write, b"w")))))),
        Err(error) => refuse(cx, "Unable to create pipe ", error),
    }
}

fn parent_end(stream: StreamRef) -> StreamRef {
    stream.set_flag(flags::NO_SEEK);
    stream
}

fn socket_pair(cx: &mut Cx) -> PhpResult<Ends> {
    match rustix::net::socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None) {
        Ok((here, there)) => Ok(Some((there, Some(parent_end(socket::from_fd(here, "generic_socket")))))),
        Err(error) => refuse(cx, "Unable to create socket pair: ", error),
    }
}

fn file(cx: &mut Cx, path: &PhpStr, mode: &PhpStr, number: i32) -> PhpResult<Ends> {
    let Some(resource) = loxo_streams::open(cx, path, mode, OpenOptions::REPORT_ERRORS, None)? else { return Ok(None) };
    let fd = loxo_streams::from_resource(cx, &resource)?.fd(cx, false);
    let copy = match fd {
        Some(fd) => duplicate(cx, &fd, i64::from(number))?,
        None => None,
    };
    loxo_streams::close_resource(cx, &resource);
    Ok(copy.map(|child| (child, None)))
}

fn redirect(cx: &mut Cx, target: i64, made: &[Descriptor], number: i32) -> PhpResult<Ends> {
    let number = i64::from(number);
    let copy = match (made.iter().find(|d| i64::from(d.number) == target), target) {
        (Some(other), _) => duplicate(cx, &other.child, number)?,
        (None, 0) => duplicate(cx, &rustix::stdio::stdin(), number)?,
        (None, 1) => duplicate(cx, &rustix::stdio::stdout(), number)?,
        (None, 2) => duplicate(cx, &rustix::stdio::stderr(), number)?,
        (None, _) => {
            cx.warn(&format!("Redirection target {target} not found"))?;
            None
        }
    };
    Ok(copy.map(|child| (child, None)))
}

fn nothing(cx: &mut Cx) -> PhpResult<Ends> {
    match std::fs::OpenOptions::new().read(true).write(true).open("/dev/null") {
        Ok(file) => Ok(Some((file.into(), None))),
        Err(error) => refuse(cx, "Failed to open /dev/null: ", error),
    }
}

/// Both ends of a new pseudo terminal: ours and the child's.
fn open_terminal() -> Result<(OwnedFd, OwnedFd), std::io::Error> {
    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let slave = rustix::fs::open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
    Ok((master, slave))
}

fn pseudo_terminal(cx: &mut Cx, terminal: &mut Terminal) -> PhpResult<Ends> {
    if terminal.0.is_none() {
        match open_terminal() {
            Ok(ends) => terminal.0 = Some(ends),
            Err(error) => return refuse(cx, "Could not open PTY (pseudoterminal): ", error),
        }
    }
    let Some((master, slave)) = &terminal.0 else { return Ok(None) };
    match (plain::duplicate(master), plain::duplicate(slave)) {
        (Ok(master), Ok(slave)) => Ok(Some((slave, Some(parent_end(plain::from_fd(master, b"r+")))))),
        (Err(error), _) | (_, Err(error)) => refuse(cx, "Could not open PTY (pseudoterminal): ", error),
    }
}

/// What pipes hold besides their streams.
pub(super) type Pipes = Vec<Rc<loxo_streams::Stream>>;
