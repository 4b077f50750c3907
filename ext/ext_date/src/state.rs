//! What a request knows: its default zone, and what was wrong with the last text.

use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::parse::{Message, Parsed};
use crate::prelude::*;
use crate::time::{Time, ZoneRef};
use crate::zone::{Zone, data};

#[derive(Default)]
pub(crate) struct State {
    /// `date_default_timezone_set()`
    pub script_zone: Option<&'static Zone>,
    /// `date.timezone`
    pub setting: Option<&'static Zone>,
    pub last_errors: Option<LastErrors>,
}

impl ExtSlot for State {}

/// `date_get_last_errors()`; kept if there is something to tell.
pub(crate) struct LastErrors {
    pub warnings: Vec<Message>,
    pub errors: Vec<Message>,
}

static UTC: LazyLock<Option<&'static Zone>> = LazyLock::new(|| data::zone(b"UTC"));

/// The zone of functions that get none.
pub(crate) fn default_zone(cx: &mut Cx) -> &'static Zone {
    let state = cx.ext::<State>();
    state.script_zone.or(state.setting).or(*UTC).expect("UTC is in the database")
}

/// The time since 1970.
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Seconds since 1970.
pub(crate) fn seconds() -> i64 {
    now().as_secs() as i64
}

/// Now, on the clocks of a zone.
pub(crate) fn now_in(zone: ZoneRef) -> Time {
    let now = now();
    let mut time = Time::local(now.as_secs() as i64, zone);
    time.micro = i64::from(now.subsec_micros());
    time
}

/// Remembers what was wrong with a text.
pub(crate) fn remember(cx: &mut Cx, parsed: &Parsed) {
    let has_some = !parsed.errors.is_empty() || !parsed.warnings.is_empty();
    cx.ext::<State>().last_errors = has_some.then(|| LastErrors { warnings: parsed.warnings.clone(), errors: parsed.errors.clone() });
}

/// Nothing was wrong with the last text.
pub(crate) fn forget_errors(cx: &mut Cx) {
    cx.ext::<State>().last_errors = None;
}

/// Messages as PHP's arrays have them.
pub(crate) fn add_messages(array: &mut PhpArray, warnings: &[Message], errors: &[Message]) {
    let mut add = |count: &str, list: &str, messages: &[Message]| {
        let mut texts = PhpArray::new();
        for message in messages {
            texts.set_int(message.position as i64, Value::from(message.text));
        }
        array.set_bytes(count.as_bytes(), Value::int(messages.len() as i64));
        array.set_bytes(list.as_bytes(), Value::array(texts));
    };
    add("warning_count", "warnings", warnings);
    add("error_count", "errors", errors);
}

/// `at position 3 (x): Unexpected character`
pub(crate) fn describe(message: &Message) -> Vec<u8> {
    let byte = if message.byte == 0 { b' ' } else { message.byte };
    let position = format!("at position {} (", message.position);
    [position.as_bytes(), &[byte], b"): ", message.text.as_bytes()].concat()
}

/// A text as C sees it: it ends at a NUL byte.
pub(crate) fn c_string(text: &[u8]) -> &[u8] {
    text.split(|&b| b == 0).next().unwrap_or_default()
}
