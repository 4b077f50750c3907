//! Reports errors as the connection's error mode has it: not at all, as warnings, or as exceptions.

use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Value};

use crate::states::describe;

pub(crate) const SILENT: i64 = 0;
pub(crate) const EXCEPTION: i64 = 2;

/// An error of a database.
#[derive(Clone, Debug)]
pub struct DriverError {
    pub state: [u8; 5],
    /// The driver's number and message, if it has them.
    pub info: Option<(i64, Vec<u8>)>,
}

impl DriverError {
    pub fn new(state: &str, code: i64, message: impl Into<Vec<u8>>) -> DriverError {
        DriverError { state: five(state), info: Some((code, message.into())) }
    }

    pub fn state(state: &str) -> DriverError {
        DriverError { state: five(state), info: None }
    }
}

fn five(state: &str) -> [u8; 5] {
    let mut out = *b"HY000";
    for (to, from) in out.iter_mut().zip(state.bytes()) {
        *to = from;
    }
    out
}

/// The error of a connection's or statement's last call.
#[derive(Clone, Default, Debug)]
pub(crate) enum Last {
    /// Nothing was done yet.
    #[default]
    Never,
    None,
    Error(DriverError),
}

/// A driver's number and message as they were last: its handle keeps them, and PDO's own errors are shown with them.
pub(crate) type Kept = Option<(i64, Vec<u8>)>;

impl Last {
    /// An error has come.
    pub fn of(error: &mut DriverError, kept: &mut Kept) -> Last {
        match &error.info {
            Some(_) => kept.clone_from(&error.info),
            None => error.info.clone_from(kept),
        }
        Last::Error(error.clone())
    }

    pub fn code(&self) -> Option<&[u8]> {
        match self {
            Last::Never => None,
            Last::None => Some(b"00000"),
            Last::Error(error) => Some(&error.state),
        }
    }

    /// `errorInfo()`
    pub fn info(&self) -> PhpArray {
        let mut out = vec![Value::bytes(self.code().unwrap_or_default())];
        if let Last::Error(DriverError { info: Some((code, message)), .. }) = self {
            out.extend([Value::int(*code), Value::bytes(message)]);
        }
        out.resize_with(3, || Value::NULL);
        PhpArray::from_values(out)
    }
}

/// A `PDOException` that is not thrown yet.
fn exception(cx: &mut Cx, message: &[u8], code: Value, info: PhpArray) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("PDOException");
    let new = cx.new_exception(class, message, 0);
    cx.write_property(&new, "code", code)?;
    cx.write_property(&new, "errorInfo", Value::array(info))?;
    Ok(new)
}

/// The error of a driver.
pub(crate) fn report(cx: &mut Cx, mode: i64, error: &DriverError) -> PhpResult<()> {
    if mode == SILENT || &error.state == b"00000" {
        return cx.check();
    }
    let state = &error.state[..];
    let words = describe(state).unwrap_or("<<Unknown error>>").as_bytes();
    let mut message = [b"SQLSTATE[", state, b"]: ", words].concat();
    if let Some((code, text)) = error.info.as_ref().filter(|(code, _)| *code != 0) {
        message.extend_from_slice(format!(": {code} ").as_bytes());
        message.extend_from_slice(text);
    }
    if mode != EXCEPTION {
        cx.builtin_warning(message);
        return cx.check();
    }
    cx.check()?;
    let mut info = vec![Value::bytes(state)];
    if let Some((code, text)) = &error.info {
        info.extend([Value::int(*code), Value::bytes(text)]);
    }
    let new = exception(cx, &message, Value::bytes(state), PhpArray::from_values(info))?;
    Err(cx.throw_object(new))
}

/// An error of PDO's own. The caller keeps the state.
pub fn raise_impl_error(cx: &mut Cx, mode: i64, state: &str, text: Option<&str>) -> PhpResult<()> {
    let words = describe(state.as_bytes()).unwrap_or("<<Unknown error>>");
    let message = match text {
        Some(text) => format!("SQLSTATE[{state}]: {words}: {text}"),
        None => format!("SQLSTATE[{state}]: {words}"),
    };
    if mode != EXCEPTION {
        cx.builtin_warning(message);
        return cx.check();
    }
    cx.check()?;
    let info = PhpArray::from_values([Value::from(state), Value::int(0)]);
    let new = exception(cx, message.as_bytes(), Value::from(state), info)?;
    Err(cx.throw_object(new))
}

/// A connection could not be made: always an exception.
pub(crate) fn connect_failed(cx: &mut Cx, error: &DriverError) -> PhpResult<()> {
    let (code, text) = error.info.clone().unwrap_or_default();
    let state = &error.state[..];
    let message = [b"SQLSTATE[", state, b"] [", code.to_string().as_bytes(), b"] ", &text].concat();
    let info = PhpArray::from_values([Value::bytes(state), Value::int(code), Value::bytes(&text)]);
    let new = exception(cx, &message, Value::int(code), info)?;
    Err(cx.throw_object(new))
}
