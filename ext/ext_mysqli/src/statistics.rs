//! What connections have counted: `mysqli_get_client_stats()` and its sister.

use loxo_mysql::stats;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Value};

use crate::link::conn;

fn to_array(counters: impl Iterator<Item = (&'static str, u64)>) -> PhpArray {
    let mut out = PhpArray::new();
    for (name, count) in counters {
        out.set_sym(name, Value::bytes(count.to_string().as_bytes()));
    }
    out
}

/// `mysqli_get_client_stats()`
pub(crate) fn get_client_stats(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(to_array(stats::all()))
}

/// `mysqli_get_connection_stats()`
pub(crate) fn get_connection_stats(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let conn = conn(cx, this)?;
    let mut client = conn.client.borrow_mut();
    Ok(to_array(client.stats().iter()))
}
