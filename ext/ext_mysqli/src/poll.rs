//! Queries that nobody waits for.

use std::time::{Duration, Instant};

use loxo_mysql::State;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, RefArg, Value, convert};

use crate::link::{Conn, Link, Status, conn, unusable};
use crate::{query, report};

/// The connections in an array.
fn links(cx: &mut Cx, array: &PhpArray) -> PhpResult<Vec<(Value, std::rc::Rc<Conn>)>> {
    let mut out = Vec::new();
    for (at, value) in array.values().map(Value::clone_deref).enumerate() {
        let is_link = value.as_object().is_some_and(|object| object.native::<Link>().is_some());
        let Some(object) = value.as_object().filter(|_| is_link) else {
            let given = convert::value_name(&value);
            return Err(cx.argument_type_error(at + 1, format!("must be an instance of mysqli, {given} given")));
        };
        let status = object.native::<Link>().map_or(Status::Closed, |link| link.status);
        if status < Status::Valid {
            return Err(unusable(cx, object, status));
        }
        let conn = conn(cx, object)?;
        out.push((value, conn));
    }
    Ok(out)
}

/// `mysqli_poll()`
pub(crate) fn poll(
    cx: &mut Cx,
    read: &RefArg,
    error: &RefArg,
    reject: &RefArg,
    seconds: i64,
    microseconds: i64,
) -> PhpResult<OrFalse<i64>> {
    const PAUSE: Duration = Duration::from_micros(500);
    let Ok(whole) = u64::try_from(seconds) else { return Err(cx.argument_value_error(4, "must be greater than or equal to 0")) };
    let Ok(micros) = u64::try_from(microseconds) else {
        return Err(cx.argument_value_error(5, "must be greater than or equal to 0"));
    };
    let (reads, errors) = (read.get().as_array().cloned(), error.get().as_array().cloned());
    if reads.is_none() && errors.is_none() {
        return Err(cx.value_error("No stream arrays were passed"));
    }
    let all = match &reads {
        Some(array) => links(cx, array)?,
        None => Vec::new(),
    };
    if let Some(array) = &errors {
        links(cx, array)?;
    }
    // Who has asked nothing has nothing to wait for.
    let (waiting, idle): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, conn)| conn.async_mode.get().is_some());
    if waiting.is_empty() && errors.as_ref().is_none_or(PhpArray::is_empty) {
        cx.builtin_warning(if idle.is_empty() { "No stream arrays were passed" } else { "All arrays passed are clear" });
        cx.check()?;
        if reads.is_some() {
            read.set(cx, Value::EMPTY_ARRAY)?;
        }
        reject.set(cx, Value::array(idle.into_iter().map(|(value, _)| value).collect()))?;
        return Ok(OrFalse::FALSE);
    }
    let end = Instant::now().checked_add(Duration::from_secs(whole).saturating_add(Duration::from_micros(micros)));
    let ready = loop {
        let is_ready = |conn: &Conn| conn.client.try_borrow_mut().is_ok_and(|mut client| client.is_readable());
        let ready: Vec<Value> = waiting.iter().filter(|(_, conn)| is_ready(conn)).map(|(value, _)| value.clone()).collect();
        if !ready.is_empty() || end.is_some_and(|end| Instant::now() >= end) {
            break ready;
        }
        loxo_process_sys::sleep(PAUSE);
        cx.check_interrupt()?;
    };
    let count = ready.len() as i64;
    reject.set(cx, Value::array(idle.into_iter().map(|(value, _)| value).collect()))?;
    if reads.is_some() {
        read.set(cx, Value::array(ready.into_iter().collect()))?;
    }
    if errors.is_some() {
        error.set(cx, Value::EMPTY_ARRAY)?;
    }
    Ok(OrFalse::some(count))
}

/// `mysqli_reap_async_query()`
pub(crate) fn reap_async_query(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let conn = conn(cx, this)?;
    let nothing_sent = matches!(conn.client.borrow().state, State::Ready | State::Closed);
    if nothing_sent {
        cx.builtin_warning("Connection not opened, clear or has been closed");
        cx.check()?;
        return query::refused(cx, &conn);
    }
    let mode = conn.async_mode.take().unwrap_or(query::STORE);
    match query::answer(cx, &conn)? {
        Ok(()) => query::finish(cx, &conn, mode, b""),
        Err(error) => {
            report::error(cx, &error)?;
            Ok(Value::FALSE)
        }
    }
}
