//! Settings, and what they refuse.

use loxo_runtime::ini::{IniStage, parse_bool, parse_quantity};
use loxo_runtime::value::number::{parse_numeric, str_to_int};
use loxo_runtime::{Cx, ErrorLevel};

use crate::format::Format;
use crate::state::{Short, Storage};

/// Settings stand still while a session is active, and when it is too late.
fn may_change(cx: &mut Cx) -> bool {
    if cx.is_active() {
        cx.builtin_warning("Session ini settings cannot be changed when a session is active");
        return false;
    }
    if cx.info.headers_sent {
        cx.builtin_warning("Session ini settings cannot be changed after headers have already been sent");
        return false;
    }
    true
}

/// Settings that take anything.
pub(crate) fn plain(cx: &mut Cx, _value: &[u8]) -> bool {
    let accepted = may_change(cx);
    cx.ini.settles(accepted)
}

/// Mistakes of the configuration end the request, others are warnings.
fn severity(cx: &Cx, stages: &[IniStage]) -> ErrorLevel {
    if stages.contains(&cx.ini.stage) { ErrorLevel::Warning } else { ErrorLevel::Error }
}

pub(crate) fn save_handler(cx: &mut Cx, value: &[u8]) -> bool {
    if !may_change(cx) {
        return false;
    }
    let found = Storage::find(value);
    let starting = cx.ini.stage == IniStage::Activate;
    let level = severity(cx, &[IniStage::Runtime]);
    if found.is_none() && !starting {
        let message = [b"Session save handler \"", value, b"\" cannot be found"].concat();
        cx.builtin_raise(level, message);
        return false;
    }
    if found == Some(Storage::User) && !cx.session().setting_handler {
        cx.builtin_raise(level, "Session save handler \"user\" cannot be set by ini_set()");
        return false;
    }
    let session = cx.session();
    session.default_storage = session.storage;
    session.storage = found;
    true
}

pub(crate) fn serialize_handler(cx: &mut Cx, value: &[u8]) -> bool {
    if !may_change(cx) {
        return false;
    }
    let found = Format::find(value);
    if found.is_none() && cx.ini.stage != IniStage::Activate {
        let level = severity(cx, &[IniStage::Runtime]);
        cx.builtin_raise(level, [b"Serialization handler \"", value, b"\" cannot be found"].concat());
        return false;
    }
    cx.session().format = found;
    true
}

pub(crate) fn save_path(cx: &mut Cx, value: &[u8]) -> bool {
    if !may_change(cx) {
        return false;
    }
    if !matches!(cx.ini.stage, IniStage::Runtime | IniStage::UserFile) {
        return cx.ini.settles(true);
    }
    if value.contains(&0) {
        return false;
    }
    // `depth;mode;path`
    let path = value.splitn(3, |b| *b == b';').last().unwrap_or_default();
    path.is_empty() || loxo_runtime::paths::check_open_basedir(cx, path, true)
}

pub(crate) fn name(cx: &mut Cx, value: &[u8]) -> bool {
    if !may_change(cx) {
        return false;
    }
    let forbidden = |b: &u8| b"=,;.[ \t\r\n\x0b\x0c".contains(b);
    if value.is_empty() || value.contains(&0) || is_numeric(cx, value) || value.iter().any(forbidden) {
        let level = severity(cx, &[IniStage::Runtime, IniStage::Activate]);
        let shown = crate::id::before_nul(value);
        let message = [
            b"session.name \"",
            shown,
            b"\" must not be numeric, empty, contain null bytes or any of the following characters \"=,;.[ \\t\\r\\n\\013\\014\"",
        ];
        cx.builtin_raise(level, message.concat());
        return false;
    }
    cx.ini.settles(true)
}

/// A number, or something that begins with one.
fn is_numeric(cx: &mut Cx, value: &[u8]) -> bool {
    let Some(number) = parse_numeric(value) else { return false };
    if number.trailing_data {
        cx.warning("A non-numeric value encountered");
    }
    true
}

/// The greatest lifetime that a date can have.
const LONGEST_LIFETIME: i64 = i64::MAX - i32::MAX as i64 - 1;

pub(crate) fn cookie_lifetime(cx: &mut Cx, value: &[u8]) -> bool {
    if !may_change(cx) {
        return false;
    }
    if str_to_int(value) < 0 {
        cx.builtin_warning("CookieLifetime cannot be negative");
        return false;
    }
    cx.ini.settles(true)
}

/// Seconds; lifetimes that are too long count as none.
pub(crate) fn lifetime(cx: &Cx) -> i64 {
    Some(cx.ini_int("session.cookie_lifetime")).filter(|lifetime| *lifetime <= LONGEST_LIFETIME).unwrap_or(0)
}

fn deprecated_unless(cx: &mut Cx, fine: bool, message: &str) -> bool {
    if !may_change(cx) {
        return false;
    }
    if !fine {
        cx.builtin_deprecated(message);
        return true;
    }
    cx.ini.settles(true)
}

pub(crate) fn use_only_cookies(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, parse_bool(value), "Disabling session.use_only_cookies INI setting is deprecated")
}

pub(crate) fn use_trans_sid(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, !parse_bool(value), "Enabling session.use_trans_sid INI setting is deprecated")
}

pub(crate) fn referer_check(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, value.is_empty(), "Usage of session.referer_check INI setting is deprecated")
}

pub(crate) fn sid_length(cx: &mut Cx, value: &[u8]) -> bool {
    let limits = "session.configuration \"session.sid_length\" must be between 22 and 256";
    deprecated_number(cx, value, 32, 22..=256, "session.sid_length INI setting is deprecated", limits)
}

pub(crate) fn sid_bits(cx: &mut Cx, value: &[u8]) -> bool {
    let limits = "session.configuration \"session.sid_bits_per_character\" must be between 4 and 6";
    deprecated_number(cx, value, 4, 4..=6, "session.sid_bits_per_character INI setting is deprecated", limits)
}

fn deprecated_number(
    cx: &mut Cx,
    value: &[u8],
    default: i64,
    limits: std::ops::RangeInclusive<i64>,
    deprecation: &str,
    refusal: &str,
) -> bool {
    let number = str_to_int(value);
    if !deprecated_unless(cx, number == default, deprecation) {
        return false;
    }
    let digits = value.trim_ascii_start();
    let digits = digits.strip_prefix(b"-").or(digits.strip_prefix(b"+")).unwrap_or(digits);
    if digits.iter().all(u8::is_ascii_digit) && limits.contains(&number) {
        return true;
    }
    cx.builtin_warning(refusal);
    false
}

pub(crate) fn gc_probability(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "session.gc_probability", value, 0, "session.gc_probability must be greater than or equal to 0")
}

pub(crate) fn gc_divisor(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "session.gc_divisor", value, 1, "session.gc_divisor must be greater than 0")
}

fn at_least(cx: &mut Cx, name: &str, value: &[u8], least: i64, refusal: &str) -> bool {
    if !may_change(cx) {
        return false;
    }
    let quantity = parse_quantity(value);
    let is_whole = quantity.error.is_none();
    if let Some(error) = quantity.error {
        cx.warning(format!("Invalid \"{name}\" setting. {error}"));
    }
    if quantity.value < least {
        cx.builtin_warning(refusal);
        return false;
    }
    if is_whole { cx.ini.settles(true) } else { true }
}

pub(crate) fn progress_frequency(cx: &mut Cx, value: &[u8]) -> bool {
    let number = str_to_int(value);
    if number < 0 {
        cx.builtin_warning("session.upload_progress.freq must be greater than or equal to 0");
        return false;
    }
    if value.ends_with(b"%") && number > 100 {
        cx.builtin_warning("session.upload_progress.freq must be less than or equal to 100%");
        return false;
    }
    cx.ini.settles(true)
}
