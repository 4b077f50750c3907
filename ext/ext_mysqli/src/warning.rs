//! `mysqli_warning`: warnings of the last command.

use loxo_mysql::Reply;
use loxo_runtime::{Cx, Native, OrFalse, PhpObject, PhpResult};

use crate::link::{Conn, conn};
use crate::statement;

/// Warnings, and the one that the object shows.
#[derive(Default)]
pub(crate) struct Warnings {
    pub all: Vec<(i64, Vec<u8>)>,
    pub at: usize,
}

impl Native for Warnings {}

/// Asks the server.
fn fetch(cx: &mut Cx, conn: &Conn) -> PhpResult<OrFalse<PhpObject>> {
    let all = conn.run(|client| {
        let Reply::Rows(columns) = client.query(b"SHOW WARNINGS")? else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        while let Some(row) = client.next_row(columns.len())? {
            let code = row.get(1).and_then(|code| std::str::from_utf8(code).ok()?.parse().ok()).unwrap_or(0);
            all.push((code, row.get(2).unwrap_or_default().to_vec()));
        }
        Ok(all)
    });
    let all = all.unwrap_or_default();
    if all.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let class = cx.builtin_class("mysqli_warning");
    let new = loxo_runtime::object::instantiate_raw(cx, class)?;
    new.set_native(Box::new(Warnings { all, at: 0 }));
    Ok(OrFalse::some(new))
}

/// `mysqli_get_warnings()`
pub(crate) fn of_link(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let conn = conn(cx, this)?;
    if conn.client.borrow().warnings == 0 {
        return Ok(OrFalse::FALSE);
    }
    fetch(cx, &conn)
}

/// `mysqli_stmt_get_warnings()`
pub(crate) fn of_statement(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let (conn, warnings) = statement::warnings(cx, this)?;
    if warnings == 0 {
        return Ok(OrFalse::FALSE);
    }
    fetch(cx, &conn)
}

/// `mysqli_warning::__construct()`: private.
pub(crate) fn construct(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `mysqli_warning::next()`
pub(crate) fn next(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let Some(warnings) = this.native_mut::<Warnings>() else { return Ok(false) };
    if warnings.at + 1 >= warnings.all.len() {
        return Ok(false);
    }
    warnings.at += 1;
    Ok(true)
}
