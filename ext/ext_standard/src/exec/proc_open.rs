//! Commands that run beside the program: `proc_open()` & co.

use std::cell::{Cell, RefCell};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use command_fds::{CommandFdExt, FdMapping};
use loxo_runtime::PhpResource;
use loxo_runtime::paths;
use loxo_streams::{context, process};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, waitpid};

use super::spec::{Descriptor, Pipes, descriptors};
use super::with_environment;
use crate::prelude::*;

/// What a `process` resource is about.
struct Process {
    command: PhpStr,
    pid: Pid,
    /// Ends of pipes that were given to the program: closed before the child is waited for, which may wait for them.
    pipes: RefCell<Pipes>,
    /// The status it ended with, once that is known.
    ended: Cell<Option<WaitStatus>>,
}

impl Process {
    /// The status, if there is news; the end is remembered.
    fn wait(&self, options: WaitOptions) -> Result<Option<WaitStatus>, rustix::io::Errno> {
        if let Some(status) = self.ended.get() {
            return Ok(Some(status));
        }
        loop {
            match waitpid(Some(self.pid), options) {
                Err(rustix::io::Errno::INTR) if !loxo_process_sys::is_interrupted() => {}
                Err(error) => return Err(error),
                Ok(None) => return Ok(None),
                Ok(Some((_, status))) => {
                    if status.exited() {
                        self.ended.set(Some(status));
                    }
                    return Ok(Some(status));
                }
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nobody will ask any more; a child that has ended is let go.
        let _ = self.wait(WaitOptions::NOHANG);
    }
}

/// `proc_open()`
pub(crate) fn proc_open(
    cx: &mut Cx,
    command: &Value,
    descriptor_spec: &PhpArray,
    pipes: &RefArg,
    cwd: Option<&PhpStr>,
    env_vars: Option<&PhpArray>,
    _options: Option<&PhpArray>,
) -> PhpResult<Value> {
    let (mut program, shown) = program(cx, command)?;
    let environment = match env_vars {
        Some(variables) => Some(environment(cx, variables)?),
        None => None,
    };
    let Some(made) = descriptors(cx, descriptor_spec)? else { return Ok(Value::FALSE) };
    process::in_request(cx, &mut program);
    if let Some(cwd) = cwd {
        let full = paths::absolute(cx, cwd);
        program.current_dir(paths::path_of(&full));
    }
    match environment {
        Some(variables) => drop(program.env_clear().envs(variables)),
        None => with_environment(cx, &mut program),
    }
    let mut parents = Vec::new();
    let mapped = connect(&mut program, made, &mut parents);
    let spawned = mapped.map_err(std::io::Error::other).and_then(|()| program.spawn());
    // The child's ends are in the command; they must go, or pipes never end.
    drop(program);
    let child = match spawned {
        Ok(child) => child,
        Err(error) => {
            cx.warn(&format!("posix_spawn() failed: {}", loxo_streams::error_text(error)))?;
            return Ok(Value::FALSE);
        }
    };
    let mut given = PhpArray::new();
    let mut kept = Pipes::new();
    for (number, stream) in parents {
        kept.push(stream.clone());
        given.set_int(i64::from(number), Value::resource(loxo_streams::into_resource(stream)));
    }
    pipes.set(cx, Value::array(given))?;
    let Some(pid) = Pid::from_raw(child.id() as i32) else { return Ok(Value::FALSE) };
    let process = Process { command: shown, pid, pipes: RefCell::new(kept), ended: Cell::new(None) };
    Ok(Value::resource(PhpResource::new("process", Box::new(process))))
}

/// The command, and its text for `proc_get_status()`.
fn program(cx: &mut Cx, command: &Value) -> PhpResult<(Command, PhpStr)> {
    let Some(parts) = command.deref().as_array() else {
        let text = cx.str_of(command)?;
        let mut shell = Command::new("/bin/sh");
        // What the shell calls itself in its messages.
        shell.arg0("sh");
        shell.arg("-c").arg(std::ffi::OsStr::from_bytes(&text));
        return Ok((shell, text));
    };
    let parts = parts.clone();
    let mut program: Option<(Command, PhpStr)> = None;
    for (index, part) in parts.values().enumerate() {
        let text = cx.str_of(part)?;
        if index == 0 && text.is_empty() {
            return Err(cx.value_error("First element must contain a non-empty program name"));
        }
        if text.contains(&0) {
            return Err(cx.value_error(format!("Command array element {} contains a null byte", index + 1)));
        }
        match &mut program {
            None => program = Some((Command::new(std::ffi::OsStr::from_bytes(&text)), text)),
            Some((program, _)) => drop(program.arg(std::ffi::OsStr::from_bytes(&text))),
        }
    }
    match program {
        Some(program) => Ok(program),
        None => Err(cx.argument_value_error(1, "must have at least one element")),
    }
}

/// `name => value` pairs; numbered ones are whole entries.
fn environment(cx: &mut Cx, variables: &PhpArray) -> PhpResult<Vec<(std::ffi::OsString, std::ffi::OsString)>> {
    let os = |bytes: &[u8]| std::ffi::OsStr::from_bytes(bytes).to_os_string();
    let mut out = Vec::new();
    for (key, value) in variables.clone().iter() {
        let text = cx.str_of(value)?;
        if text.is_empty() || text.contains(&0) {
            continue;
        }
        match key {
            KeyRef::Str(name) if !name.is_empty() && !name.contains(&0) => out.push((os(name), os(&text))),
            _ => {
                if let Some(at) = memchr::memchr(b'=', &text).filter(|at| *at > 0) {
                    out.push((os(&text[..at]), os(&text[at + 1..])));
                }
            }
        }
    }
    Ok(out)
}

/// Gives the child its descriptors; collects the parent's streams.
fn connect(
    program: &mut Command,
    made: Vec<Descriptor>,
    parents: &mut Vec<(i32, loxo_streams::StreamRef)>,
) -> Result<(), command_fds::FdMappingCollision> {
    let mut others = Vec::new();
    for descriptor in made {
        if let Some(stream) = descriptor.parent {
            parents.push((descriptor.number, stream));
        }
        match descriptor.number {
            0 => drop(program.stdin(Stdio::from(descriptor.child))),
            1 => drop(program.stdout(Stdio::from(descriptor.child))),
            2 => drop(program.stderr(Stdio::from(descriptor.child))),
            number => others.push(FdMapping { parent_fd: descriptor.child, child_fd: number }),
        }
    }
    if !others.is_empty() {
        program.fd_mappings(others)?;
    }
    Ok(())
}

/// The process of an argument.
fn process_of<'a>(cx: &mut Cx, resource: &'a PhpResource) -> PhpResult<&'a Process> {
    match resource.data::<Process>() {
        Some(process) => Ok(process),
        None => Err(context::not_valid(cx, "process")),
    }
}

/// `proc_terminate()`
pub(crate) fn proc_terminate(cx: &mut Cx, process: &PhpResource, signal: i64) -> PhpResult<bool> {
    let process = process_of(cx, process)?;
    let signal = i32::try_from(signal).ok().and_then(Signal::from_named_raw);
    Ok(signal.is_some_and(|signal| process.ended.get().is_none() && kill_process(process.pid, signal).is_ok()))
}

/// `proc_close()`
pub(crate) fn proc_close(cx: &mut Cx, process: &PhpResource) -> PhpResult<i64> {
    process_of(cx, process)?;
    let Some(data) = process.close() else { return Ok(-1) };
    let Ok(data) = data.downcast::<Process>() else { return Ok(-1) };
    for stream in data.pipes.take() {
        match loxo_streams::resource_of(&stream) {
            Some(resource) => drop(loxo_streams::close_resource(cx, &resource)),
            None => drop(stream.close(cx)),
        }
    }
    cx.flush_pending();
    let status = data.wait(WaitOptions::empty());
    cx.check()?;
    Ok(match status {
        Ok(Some(status)) => i64::from(status.exit_status().unwrap_or_else(|| status.as_raw())),
        _ => -1,
    })
}

/// `proc_get_status()`
pub(crate) fn proc_get_status(cx: &mut Cx, process: &PhpResource) -> PhpResult<PhpArray> {
    let process = process_of(cx, process)?;
    let cached = process.ended.get().is_some();
    let status = process.wait(WaitOptions::NOHANG | WaitOptions::UNTRACED);
    let (exit, killed, stopped) = match status {
        Ok(Some(status)) => (status.exit_status(), status.terminating_signal(), status.stopping_signal()),
        _ => (None, None, None),
    };
    let running = status.is_ok() && exit.is_none() && killed.is_none();
    let mut out = PhpArray::new();
    out.set_bytes(b"command", Value::string(process.command.clone()));
    out.set_bytes(b"pid", Value::int(i64::from(process.pid.as_raw_nonzero().get())));
    out.set_bytes(b"cached", Value::bool(cached || process.ended.get().is_some()));
    out.set_bytes(b"running", Value::bool(running));
    out.set_bytes(b"signaled", Value::bool(killed.is_some()));
    out.set_bytes(b"stopped", Value::bool(stopped.is_some()));
    out.set_bytes(b"exitcode", Value::int(i64::from(exit.unwrap_or(-1))));
    out.set_bytes(b"termsig", Value::int(i64::from(killed.unwrap_or(0))));
    out.set_bytes(b"stopsig", Value::int(i64::from(stopped.unwrap_or(0))));
    Ok(out)
}
