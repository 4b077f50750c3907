//! `SCAN` and its kin: a cursor that the program holds.

use loxo_redis::Command;
use loxo_runtime::{Cx, PhpResult, PhpStr, RefArg, Value};

use crate::reply::Reply;
use crate::reply_conversion::{self, ReplyKind};
use crate::shared_connection::SharedConnection;

/// What to walk through.
pub(crate) struct Scan<'a> {
    pub keyword: &'static str,
    pub key: Option<&'a PhpStr>,
    pub pattern: Option<&'a PhpStr>,
    pub count: i64,
    pub kind: Option<&'a PhpStr>,
}

impl Scan<'_> {
    fn answer(&self) -> ReplyKind {
        match self.keyword {
            "SSCAN" => ReplyKind::Values,
            "ZSCAN" => ReplyKind::Scores,
            "HSCAN" => ReplyKind::ValueMap,
            _ => ReplyKind::Texts,
        }
    }

    fn command(&self, connection: &SharedConnection, cursor: &str) -> Command {
        let prefixed = |key: &PhpStr| connection.peek(|sock| sock.prefixed(key)).unwrap_or_default();
        let mut command = Command::new(self.keyword);
        if let Some(key) = self.key {
            command.arg(&prefixed(key));
        }
        command.word(cursor);
        if self.count != 0 {
            command.word("COUNT").int(self.count);
        }
        let with_prefix = connection.peek(|sock| sock.scan_prefixes).unwrap_or(false);
        let pattern = match (self.pattern, with_prefix) {
            (Some(pattern), false) => Some(pattern.as_bytes().to_vec()),
            (pattern, true) => Some(prefixed(pattern.unwrap_or(&PhpStr::empty()))),
            (None, false) => None,
        };
        if let Some(pattern) = pattern.filter(|pattern| !pattern.is_empty()) {
            command.word("MATCH").arg(&pattern);
        }
        if let Some(kind) = self.kind {
            command.word("TYPE").arg(kind);
        }
        command
    }
}

/// The place that a program's variable tells. `None`: the walk is over.
pub(crate) fn cursor_of(cursor: &RefArg) -> Option<String> {
    let value = cursor.get();
    if let Some(number) = value.as_int() {
        return (number != 0).then(|| (number as u64).to_string());
    }
    match value.as_bytes() {
        Some(b"0") => None,
        Some(text) => Some(leading_u64(text).to_string()),
        None => Some("0".into()),
    }
}

fn leading_u64(text: &[u8]) -> u64 {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

/// Tells the program where to go on.
pub(crate) fn set_cursor(cx: &mut Cx, cursor: &RefArg, place: u64) -> PhpResult<()> {
    let value = match i64::try_from(place) {
        Ok(place) => Value::int(place),
        // More than a number holds.
        Err(_) => Value::string(PhpStr::from_vec(place.to_string().into_bytes())),
    };
    cursor.set(cx, value)
}

/// The next elements; false: there are no more.
pub(crate) fn scan(cx: &mut Cx, connection: &SharedConnection, cursor: &RefArg, scan: &Scan<'_>) -> PhpResult<Value> {
    connection.open(cx)?;
    if !connection.lock(cx)?.mode.is_atomic() {
        return Err(cx.fatal(format!("Redis::{}(): Can't call SCAN commands in multi or pipeline mode!", scan.keyword.to_lowercase())));
    }
    let Some(mut place) = cursor_of(cursor) else { return Ok(Value::FALSE) };
    loop {
        let bytes = scan.command(connection, &place).bytes();
        if !connection.write(cx, &bytes)? {
            return Ok(Value::FALSE);
        }
        let list = match connection.read(cx)? {
            Reply::Array(list) => list,
            Reply::Error(text) => {
                connection.note_error(cx, &text, false)?;
                return Ok(Value::FALSE);
            }
            _ => return Ok(Value::FALSE),
        };
        let mut parts = list.into_iter();
        let (Some(Reply::Bulk(next)), Some(elements)) = (parts.next(), parts.next()) else { return Ok(Value::FALSE) };
        let next = leading_u64(&next);
        let found = reply_conversion::convert(cx, connection, elements, &scan.answer())?;
        let retries = connection.lock(cx)?.scan_retries;
        if retries && next != 0 && found.as_array().is_some_and(|found| found.is_empty()) {
            place = next.to_string();
            cx.check_interrupt()?;
            continue;
        }
        set_cursor(cx, cursor, next)?;
        return Ok(found);
    }
}
