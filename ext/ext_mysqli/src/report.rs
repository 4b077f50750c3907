//! How errors are reported: as warnings, as exceptions, or not at all.

use loxo_mysql::{Error, status};
use loxo_runtime::{Cx, ExtSlot, PhpObject, PhpResult, PhpStr, Value, convert};

pub(crate) const ERROR: i64 = 1;
pub(crate) const STRICT: i64 = 2;
const INDEX: i64 = 4;

/// Settings and memory of a request.
pub(crate) struct Settings {
    pub mode: i64,
    /// The last connection's error.
    pub connect_error: Option<Error>,
    /// Open connections.
    pub links: i64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { mode: ERROR | STRICT, connect_error: None, links: 0 }
    }
}

impl ExtSlot for Settings {}

/// `mysqli_report()`
pub(crate) fn set_mode(cx: &mut Cx, flags: i64) -> PhpResult<bool> {
    cx.ext::<Settings>().mode = flags;
    Ok(true)
}

/// Tells an error in any mode: an exception if that is wanted, else a warning.
pub(crate) fn tell(cx: &mut Cx, code: u32, state: &[u8], message: &[u8]) -> PhpResult<()> {
    if cx.ext::<Settings>().mode & STRICT == 0 {
        let text = [b"(", state, b"/", code.to_string().as_bytes(), b"): ", message].concat();
        cx.builtin_warning(text);
        return cx.check();
    }
    cx.check()?;
    let class = cx.builtin_class("mysqli_sql_exception");
    let new = cx.new_exception(class, message, i64::from(code));
    cx.write_property(&new, "sqlstate", Value::bytes(state))?;
    Err(cx.throw_object(new))
}

/// Warns of a packet that was found broken.
pub(crate) fn complain(cx: &mut Cx, error: &Error) -> PhpResult<()> {
    for line in error.complaint.iter().flat_map(|text| text.lines()) {
        cx.builtin_warning(line);
        cx.check()?;
    }
    Ok(())
}

/// Reports an error if errors are to be reported.
pub(crate) fn error(cx: &mut Cx, error: &Error) -> PhpResult<()> {
    if error.complaint.is_some() {
        return complain(cx, error);
    }
    if cx.ext::<Settings>().mode & ERROR == 0 {
        return Ok(());
    }
    tell(cx, error.code, &error.state, &error.message)
}

/// Reports a query that used no index, if that is to be reported.
pub(crate) fn index(cx: &mut Cx, query: &[u8], bits: u16) -> PhpResult<()> {
    if cx.ext::<Settings>().mode & INDEX == 0 {
        return Ok(());
    }
    let what = match () {
        () if bits & status::NO_GOOD_INDEX != 0 => "Bad index",
        () if bits & status::NO_INDEX != 0 => "No index",
        () => return Ok(()),
    };
    tell(cx, 0, b"00000", &[what.as_bytes(), b" used in query/prepared statement ", query].concat())
}

/// `mysqli_sql_exception::getSqlState()`
pub(crate) fn get_sql_state(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let state = cx.read_property(this, "sqlstate")?;
    convert::to_string(cx, state.deref())
}

/// The number of an argument as functions have it; methods have one less in front.
pub(crate) fn position(cx: &Cx, number: usize) -> usize {
    let is_method = cx.active.is_some_and(|func| func.class.is_some());
    if is_method { number - 1 } else { number }
}
