//! Settings that refuse some values, and all of them as `opcache_get_configuration()` shows them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use loxo_runtime::codecache::LogLevel;
use loxo_runtime::ini::{IniStage, parse_bool, parse_quantity};
use loxo_runtime::value::number::str_to_int;
use loxo_runtime::{Cx, PhpArray, PhpStr, Value};

/// A setting as a value.
enum Kind {
    Bool,
    Int,
    /// The setting counts MiB, the value bytes.
    Mega,
    Float,
    Percent,
    Text,
}

/// In the order in which they are shown.
const SHOWN: &[(&str, Kind)] = &[
    ("enable", Kind::Bool),
    ("enable_cli", Kind::Bool),
    ("use_cwd", Kind::Bool),
    ("validate_timestamps", Kind::Bool),
    ("validate_permission", Kind::Bool),
    ("validate_root", Kind::Bool),
    ("dups_fix", Kind::Bool),
    ("revalidate_path", Kind::Bool),
    ("log_verbosity_level", Kind::Int),
    ("memory_consumption", Kind::Mega),
    ("interned_strings_buffer", Kind::Int),
    ("max_accelerated_files", Kind::Int),
    ("max_wasted_percentage", Kind::Percent),
    ("force_restart_timeout", Kind::Int),
    ("revalidate_freq", Kind::Int),
    ("preferred_memory_model", Kind::Text),
    ("blacklist_filename", Kind::Text),
    ("max_file_size", Kind::Int),
    ("error_log", Kind::Text),
    ("protect_memory", Kind::Bool),
    ("save_comments", Kind::Bool),
    ("record_warnings", Kind::Bool),
    ("enable_file_override", Kind::Bool),
    ("optimization_level", Kind::Int),
    ("lockfile_path", Kind::Text),
    ("file_cache", Kind::Text),
    ("file_cache_only", Kind::Bool),
    ("file_cache_consistency_checks", Kind::Bool),
    ("file_update_protection", Kind::Int),
    ("opt_debug_level", Kind::Int),
    ("restrict_api", Kind::Text),
    ("huge_code_pages", Kind::Bool),
    ("preload", Kind::Text),
    ("preload_user", Kind::Text),
    ("jit", Kind::Text),
    ("jit_buffer_size", Kind::Int),
    ("jit_debug", Kind::Int),
    ("jit_bisect_limit", Kind::Int),
    ("jit_blacklist_root_trace", Kind::Int),
    ("jit_blacklist_side_trace", Kind::Int),
    ("jit_hot_func", Kind::Int),
    ("jit_hot_loop", Kind::Int),
    ("jit_hot_return", Kind::Int),
    ("jit_hot_side_exit", Kind::Int),
    ("jit_max_exit_counters", Kind::Int),
    ("jit_max_loop_unrolls", Kind::Int),
    ("jit_max_polymorphic_calls", Kind::Int),
    ("jit_max_recursive_calls", Kind::Int),
    ("jit_max_recursive_returns", Kind::Int),
    ("jit_max_root_traces", Kind::Int),
    ("jit_max_side_traces", Kind::Int),
    ("jit_prof_threshold", Kind::Float),
    ("jit_max_trace_length", Kind::Int),
];

/// All settings with their values.
pub(crate) fn directives(cx: &Cx) -> PhpArray {
    let mut all = PhpArray::new();
    for (name, kind) in SHOWN {
        let name = format!("opcache.{name}");
        let value = match kind {
            Kind::Bool => Value::bool(cx.ini_bool(&name)),
            Kind::Int => Value::int(cx.ini_int(&name)),
            Kind::Mega => Value::int(mebibytes(cx, &name)),
            Kind::Float => Value::float(cx.ini_float(&name)),
            Kind::Percent => Value::float(cx.ini_int(&name) as f64 / 100.0),
            Kind::Text => Value::bytes(&cx.ini_str(&name)),
        };
        all.set_str(&name_of(&name), value);
    }
    all
}

/// A key of the arrays that are shown.
pub(crate) fn name_of(name: &str) -> PhpStr {
    PhpStr::interned(name.as_bytes())
}

/// A setting that counts MiB, in bytes.
pub(crate) fn mebibytes(cx: &Cx, name: &str) -> i64 {
    cx.ini_int(name).saturating_mul(1 << 20)
}

/// Programs may turn the cache off for themselves, and not on again.
pub(crate) fn enable(cx: &mut Cx, value: &[u8]) -> bool {
    let refused = !matches!(cx.ini.stage, IniStage::Activate | IniStage::Restore) && parse_bool(value);
    if refused {
        cx.warning("Zend OPcache can't be temporary enabled (it may be only disabled till the end of request)");
    }
    cx.ini.settles(!refused)
}

/// Tells once in a process why a value is not taken.
fn refuse(cx: &Cx, message: String) -> bool {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.contains(&message) {
        cx.opcache_log(LogLevel::Warning, format!("{message}\n").as_bytes());
        told.insert(message);
    }
    false
}

pub(crate) fn memory(cx: &mut Cx, value: &[u8]) -> bool {
    let size = parse_quantity(value).value;
    if size < 8 {
        return refuse(cx, "opcache.memory_consumption is set below the required 8MB.".into());
    }
    if size >= i64::MAX >> 20 {
        return refuse(cx, "opcache.memory_consumption is too large.".into());
    }
    cx.ini.settles(true)
}

pub(crate) fn interned(cx: &mut Cx, value: &[u8]) -> bool {
    const MOST: i64 = 32_767;
    match parse_quantity(value).value {
        size if size < 0 => refuse(cx, format!("opcache.interned_strings_buffer must be greater than or equal to 0, {size} given.")),
        size if size > MOST => refuse(cx, format!("opcache.interned_strings_buffer must be less than or equal to {MOST}, {size} given.")),
        _ => cx.ini.settles(true),
    }
}

pub(crate) fn files(cx: &mut Cx, value: &[u8]) -> bool {
    match parse_quantity(value).value {
        ..200 => refuse(cx, "opcache.max_accelerated_files is set below the required minimum (200).".into()),
        1_000_001.. => refuse(cx, "opcache.max_accelerated_files exceeds the limit (1000000).".into()),
        _ => cx.ini.settles(true),
    }
}

pub(crate) fn wasted(cx: &mut Cx, value: &[u8]) -> bool {
    match parse_quantity(value).value {
        1..=50 => cx.ini.settles(true),
        _ => refuse(cx, "opcache.max_wasted_percentage must be set between 1 and 50.".into()),
    }
}

/// What there is no compiler for is still spelled as PHP wants it.
pub(crate) fn jit(cx: &mut Cx, value: &[u8]) -> bool {
    if cx.ini.stage == IniStage::Runtime && is_disabled(cx.ini.config().get(b"opcache.jit").unwrap_or_default()) {
        cx.warning("Cannot change opcache.jit setting at run-time (JIT is disabled)");
        return false;
    }
    let good = is_jit_mode(value);
    if !good {
        cx.warning("Invalid \"opcache.jit\" setting. Should be \"disable\", \"on\", \"off\", \"tracing\", \"function\" or 4-digit number");
    }
    cx.ini.settles(good)
}

fn is_disabled(value: &[u8]) -> bool {
    value.eq_ignore_ascii_case(b"disable")
}

fn is_jit_mode(value: &[u8]) -> bool {
    const WORDS: [&[u8]; 11] = [b"", b"0", b"disable", b"off", b"no", b"false", b"on", b"yes", b"true", b"tracing", b"function"];
    if WORDS.iter().any(|word| value.eq_ignore_ascii_case(word)) {
        return true;
    }
    if value.len() > 9 || !value.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let number = str_to_int(value);
    // CPU flags, registers, trigger, level.
    matches!(number % 10, 1..=5) && matches!(number / 10 % 10, 0..=3 | 5) && number / 100 % 10 <= 2 && number / 1000 <= 1
}
