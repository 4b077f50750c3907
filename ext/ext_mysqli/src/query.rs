//! Queries and their text results.

use std::rc::Rc;

use loxo_mysql::{Error, Reply, State, stats};
use loxo_observer::counters;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::link::{Conn, before_waiting, conn};
use crate::report::{self, position};
use crate::{local, result, statement};

pub(crate) const STORE: i64 = 0;
pub(crate) const USE: i64 = 1;
pub(crate) const ASYNC: i64 = 8;
const STORE_COPY: i64 = 16;

/// Reads the answer to a query; a file that the server asks for is sent.
pub(crate) fn answer(cx: &mut Cx, conn: &Conn) -> PhpResult<Result<(), Error>> {
    let mut outcome = conn.run(|client| client.read_reply());
    if let Ok(Reply::File(name)) = &outcome {
        outcome = local::send(cx, conn, &name.clone())?;
    }
    Ok(outcome.map(|reply| {
        let columns = match reply {
            Reply::Rows(columns) => Some(columns),
            _ => None,
        };
        conn.pending.replace(columns);
    }))
}

/// Sends a query and reads the answer. False: it failed, which has been reported.
pub(crate) fn run(cx: &mut Cx, conn: &Conn, sql: &[u8], many: bool) -> PhpResult<bool> {
    before_waiting(cx);
    let started = counters::start();
    let sent = conn.run(|client| {
        if conn.multi.get() != many {
            if client.state != State::Ready {
                return Err(if client.is_closed() { Error::gone() } else { Error::out_of_sync() });
            }
            client.set_multi_statements(many)?;
            conn.multi.set(many);
        }
        client.send_query(sql)
    });
    let outcome = match sent {
        Ok(()) => answer(cx, conn)?,
        Err(error) => Err(error),
    };
    started.queried(sql);
    match outcome {
        Ok(()) => Ok(true),
        Err(error) => {
            report::error(cx, &error)?;
            Ok(false)
        }
    }
}

/// The result that waits, as an object. `None`: there is none, or it broke off.
pub(crate) fn take(cx: &mut Cx, conn: &Rc<Conn>, mode: i64) -> PhpResult<Option<PhpObject>> {
    let Some(columns) = conn.pending.take() else { return Ok(None) };
    if mode == USE {
        conn.count(const { stats::at("unbuffered_sets") }, 1);
        return result::live(cx, conn, columns).map(Some);
    }
    let rows = conn.run(|client| {
        let mut rows = Vec::new();
        while let Some(row) = client.next_row(columns.len())? {
            rows.push(row);
        }
        client.affected = Some(rows.len() as u64);
        client.stats().add(const { stats::at("buffered_sets") }, 1);
        client.stats().add(const { stats::at("rows_buffered_from_client_normal") }, rows.len() as u64);
        Ok(rows)
    });
    match rows {
        Ok(rows) => result::stored(cx, conn, columns, rows).map(Some),
        Err(error) => {
            report::error(cx, &error)?;
            Ok(None)
        }
    }
}

/// `mysqli_query()`
pub(crate) fn query(cx: &mut Cx, this: &PhpObject, sql: &PhpStr, mode: i64) -> PhpResult<Value> {
    if sql.is_empty() {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must not be empty"));
    }
    let plain = mode & !(ASYNC | STORE_COPY);
    if mode & !ASYNC != USE && plain != STORE {
        let at = position(cx, 3);
        let text = "must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC as an optional bitmask flag";
        return Err(cx.argument_value_error(at, text));
    }
    let conn = conn(cx, this)?;
    if mode & ASYNC != 0 {
        let sent = conn.run(|client| client.send_query(sql.as_bytes()));
        return match sent {
            Ok(()) => {
                conn.async_mode.set(Some(plain));
                Ok(Value::TRUE)
            }
            Err(error) => {
                report::error(cx, &error)?;
                Ok(Value::FALSE)
            }
        };
    }
    if !run(cx, &conn, sql.as_bytes(), false)? {
        return Ok(Value::FALSE);
    }
    finish(cx, &conn, plain, sql.as_bytes())
}

/// What a query gives: an object, or true if it has no rows.
pub(crate) fn finish(cx: &mut Cx, conn: &Rc<Conn>, mode: i64, sql: &[u8]) -> PhpResult<Value> {
    let out = match conn.pending.borrow().is_some() {
        false => Value::TRUE,
        true => Value::NULL,
    };
    let out = match out.is_true() {
        true => out,
        false => match take(cx, conn, mode)? {
            Some(object) => Value::object(object),
            None => return Ok(Value::FALSE),
        },
    };
    let bits = conn.client.borrow().status;
    report::index(cx, sql, bits)?;
    Ok(out)
}

/// `mysqli_real_query()`
pub(crate) fn real_query(cx: &mut Cx, this: &PhpObject, sql: &PhpStr) -> PhpResult<bool> {
    let conn = conn(cx, this)?;
    if !run(cx, &conn, sql.as_bytes(), false)? {
        return Ok(false);
    }
    if conn.pending.borrow().is_none() {
        let bits = conn.client.borrow().status;
        report::index(cx, sql.as_bytes(), bits)?;
    }
    Ok(true)
}

/// `mysqli_multi_query()`
pub(crate) fn multi_query(cx: &mut Cx, this: &PhpObject, sql: &PhpStr) -> PhpResult<bool> {
    let conn = conn(cx, this)?;
    run(cx, &conn, sql.as_bytes(), true)
}

/// `mysqli_more_results()`
pub(crate) fn more_results(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let conn = conn(cx, this)?;
    let more = conn.client.borrow().has_more();
    Ok(more)
}

/// `mysqli_next_result()`
pub(crate) fn next_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let conn = conn(cx, this)?;
    *conn.error.borrow_mut() = None;
    if conn.client.borrow().state != State::More {
        return Ok(false);
    }
    match answer(cx, &conn)? {
        Ok(()) => Ok(true),
        Err(error) => {
            report::error(cx, &error)?;
            Ok(false)
        }
    }
}

/// `mysqli_store_result()`
pub(crate) fn store_result(cx: &mut Cx, this: &PhpObject, mode: Option<i64>) -> PhpResult<OrFalse<PhpObject>> {
    if mode.is_some() {
        cx.deprecated("Passing the $mode parameter is deprecated since 8.4, as it has been ignored since 8.1");
        cx.check()?;
    }
    let conn = conn(cx, this)?;
    waiting(cx, &conn, STORE)
}

/// `mysqli_use_result()`
pub(crate) fn use_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let conn = conn(cx, this)?;
    waiting(cx, &conn, USE)
}

/// False; what went wrong before is reported again.
pub(crate) fn refused(cx: &mut Cx, conn: &Conn) -> PhpResult<Value> {
    let error = conn.error.borrow().clone();
    if let Some(error) = error {
        report::error(cx, &error)?;
    }
    Ok(Value::FALSE)
}

fn waiting(cx: &mut Cx, conn: &Rc<Conn>, mode: i64) -> PhpResult<OrFalse<PhpObject>> {
    if conn.pending.borrow().is_none() {
        refused(cx, conn)?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse(take(cx, conn, mode)?))
}

/// `mysqli_execute_query()`
pub(crate) fn execute_query(cx: &mut Cx, this: &PhpObject, sql: &PhpStr, given: Option<&PhpArray>) -> PhpResult<Value> {
    statement::execute_query(cx, this, sql, given)
}
