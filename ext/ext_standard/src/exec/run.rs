//! Commands that run to their end.

use loxo_streams::{StreamRef, process};

use super::shell_command;
use crate::prelude::*;

/// Starts a command whose output is read. `None`: reported.
fn start(cx: &mut Cx, command: &PhpStr, failure: impl Fn(&[u8]) -> Vec<u8>) -> PhpResult<Option<StreamRef>> {
    if command.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let shell = shell_command(cx, command);
    match process::popen(shell, true, b"rb") {
        Ok(stream) => Ok(Some(stream)),
        Err(_) => {
            cx.builtin_warning(failure(command));
            cx.check()?;
            Ok(None)
        }
    }
}

fn cannot_fork(command: &[u8]) -> Vec<u8> {
    [b"Unable to fork [", command, b"]"].concat()
}

/// Reads lines until the end; answers the last one without white space at its end, and the status.
fn lines(cx: &mut Cx, stream: &StreamRef, mut each: impl FnMut(&mut Cx, &[u8])) -> (PhpStr, i32) {
    // The pipe takes a number, as PHP's does.
    let resource = loxo_streams::into_resource(stream.clone());
    let mut last = PhpStr::empty();
    while let Some(line) = stream.get_line(cx, None) {
        each(cx, &line);
        last = PhpStr::new(trim_end(&line));
    }
    let status = loxo_streams::close_resource(cx, &resource);
    (last, status)
}

fn trim_end(line: &[u8]) -> &[u8] {
    let keep = line.iter().rposition(|b| !matches!(b, b' ' | 9..=13)).map_or(0, |at| at + 1);
    &line[..keep]
}

fn set_status(cx: &mut Cx, place: Option<&RefArg>, status: i32) -> PhpResult<()> {
    match place {
        Some(place) => place.set(cx, Value::int(i64::from(status))),
        None => Ok(()),
    }
}

/// `exec()`
pub(crate) fn exec(cx: &mut Cx, command: &PhpStr, output: Option<&RefArg>, result_code: Option<&RefArg>) -> PhpResult<Value> {
    let Some(stream) = start(cx, command, cannot_fork)? else {
        set_status(cx, result_code, -1)?;
        return Ok(Value::FALSE);
    };
    let mut list = output.map(|output| output.array());
    let (last, status) = lines(cx, &stream, |_, line| {
        if let Some(list) = &mut list {
            let _ = list.push(Value::bytes(trim_end(line)));
        }
    });
    if let (Some(output), Some(list)) = (output, list) {
        output.set(cx, Value::array(list))?;
    }
    set_status(cx, result_code, status)?;
    cx.check()?;
    Ok(Value::string(last))
}

/// `system()`
pub(crate) fn system(cx: &mut Cx, command: &PhpStr, result_code: Option<&RefArg>) -> PhpResult<Value> {
    let Some(stream) = start(cx, command, cannot_fork)? else {
        set_status(cx, result_code, -1)?;
        return Ok(Value::FALSE);
    };
    let (last, status) = lines(cx, &stream, |cx, line| {
        cx.echo(line);
        if cx.output.level() < 1 {
            cx.flush_output();
        }
    });
    set_status(cx, result_code, status)?;
    cx.check()?;
    Ok(Value::string(last))
}

/// `passthru()`
pub(crate) fn passthru(cx: &mut Cx, command: &PhpStr, result_code: Option<&RefArg>) -> PhpResult<Value> {
    let Some(stream) = start(cx, command, cannot_fork)? else {
        set_status(cx, result_code, -1)?;
        return Ok(Value::FALSE);
    };
    let resource = loxo_streams::into_resource(stream.clone());
    loxo_streams::copy::passthru(cx, &stream);
    let status = loxo_streams::close_resource(cx, &resource);
    set_status(cx, result_code, status)?;
    cx.check()?;
    Ok(Value::NULL)
}

/// `shell_exec()`
pub(crate) fn shell_exec(cx: &mut Cx, command: &PhpStr) -> PhpResult<Value> {
    let failure = |command: &[u8]| [b"Unable to execute '", command, b"'"].concat();
    let Some(stream) = start(cx, command, failure)? else { return Ok(Value::FALSE) };
    let resource = loxo_streams::into_resource(stream.clone());
    let output = stream.read_all(cx, None);
    loxo_streams::close_resource(cx, &resource);
    cx.check()?;
    Ok(if output.is_empty() { Value::NULL } else { Value::string(output) })
}

/// `proc_nice()`
pub(crate) fn proc_nice(cx: &mut Cx, priority: i64) -> PhpResult<bool> {
    // Of a thread that serves other requests later nothing is changed.
    if cx.sapi.shares_process() || rustix::process::nice(priority as i32).is_err() {
        cx.warn("Only a super user may attempt to increase the priority of a process")?;
        return Ok(false);
    }
    Ok(true)
}
