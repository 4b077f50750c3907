//! Transactions: `begin_transaction()`, `commit()`, `rollback()` with their flags and names, savepoints and autocommit.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr};

use crate::link::conn;
use crate::query;
use crate::report::position;

fn run(cx: &mut Cx, this: &PhpObject, sql: &[u8]) -> PhpResult<bool> {
    let conn = conn(cx, this)?;
    query::run(cx, &conn, sql, conn.multi.get())
}

/// `mysqli_autocommit()`
pub(crate) fn autocommit(cx: &mut Cx, this: &PhpObject, enable: bool) -> PhpResult<bool> {
    run(cx, this, if enable { b"SET AUTOCOMMIT=1" } else { b"SET AUTOCOMMIT=0" })
}

/// A transaction's name as a comment; what a comment must not hold is left out.
fn comment(cx: &mut Cx, name: Option<&PhpStr>) -> PhpResult<Vec<u8>> {
    let Some(name) = name else { return Ok(Vec::new()) };
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_ =".contains(byte);
    let text: Vec<u8> = name.as_bytes().iter().copied().take_while(|byte| *byte != 0).collect();
    if !text.iter().all(fits) {
        cx.builtin_warning(
            "Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, \"\\\", \"-\", \"_\", and \"=\" characters",
        );
        cx.check()?;
    }
    let kept: Vec<u8> = text.into_iter().filter(fits).collect();
    Ok([b" /*", &kept[..], b"*/"].concat())
}

fn check_name(cx: &mut Cx, number: usize, name: Option<&PhpStr>) -> PhpResult<()> {
    if name.is_some_and(|name| name.is_empty()) {
        let at = position(cx, number);
        return Err(cx.argument_value_error(at, "must not be empty"));
    }
    Ok(())
}

/// `mysqli_begin_transaction()`
pub(crate) fn begin_transaction(cx: &mut Cx, this: &PhpObject, flags: i64, name: Option<&PhpStr>) -> PhpResult<bool> {
    const CONSISTENT: i64 = 1;
    const READ_WRITE: i64 = 2;
    const READ_ONLY: i64 = 4;
    conn(cx, this)?;
    if flags < 0 {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must be one of the MYSQLI_TRANS_* constants"));
    }
    check_name(cx, 3, name)?;
    let comment = comment(cx, name)?;
    let mut how = Vec::new();
    if flags & CONSISTENT != 0 {
        how.push("WITH CONSISTENT SNAPSHOT");
    }
    match flags & (READ_WRITE | READ_ONLY) {
        READ_WRITE => how.push("READ WRITE"),
        READ_ONLY => how.push("READ ONLY"),
        _ => {}
    }
    run(cx, this, &[b"START TRANSACTION", &comment[..], b" ", how.join(", ").as_bytes()].concat())
}

fn end(cx: &mut Cx, this: &PhpObject, word: &[u8], flags: i64, name: Option<&PhpStr>) -> PhpResult<bool> {
    const CHAIN: i64 = 1;
    const NO_CHAIN: i64 = 2;
    const RELEASE: i64 = 4;
    const NO_RELEASE: i64 = 8;
    conn(cx, this)?;
    let comment = comment(cx, name)?;
    let mut how = Vec::new();
    match flags & (CHAIN | NO_CHAIN) {
        CHAIN => how.push("AND CHAIN"),
        NO_CHAIN => how.push("AND NO CHAIN"),
        _ => {}
    }
    match flags & (RELEASE | NO_RELEASE) {
        RELEASE => how.push("RELEASE"),
        NO_RELEASE => how.push("NO RELEASE"),
        _ => {}
    }
    run(cx, this, &[word, &comment, b" ", how.join(" ").as_bytes()].concat())
}

/// `mysqli_commit()`
pub(crate) fn commit(cx: &mut Cx, this: &PhpObject, flags: i64, name: Option<&PhpStr>) -> PhpResult<bool> {
    end(cx, this, b"COMMIT", flags, name)
}

/// `mysqli_rollback()`
pub(crate) fn rollback(cx: &mut Cx, this: &PhpObject, flags: i64, name: Option<&PhpStr>) -> PhpResult<bool> {
    end(cx, this, b"ROLLBACK", flags, name)
}

/// `mysqli_savepoint()`
pub(crate) fn savepoint(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    conn(cx, this)?;
    check_name(cx, 2, Some(name))?;
    run(cx, this, &[b"SAVEPOINT `", name.as_bytes(), b"`"].concat())
}

/// `mysqli_release_savepoint()`
pub(crate) fn release_savepoint(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    conn(cx, this)?;
    check_name(cx, 2, Some(name))?;
    run(cx, this, &[b"RELEASE SAVEPOINT `", name.as_bytes(), b"`"].concat())
}
