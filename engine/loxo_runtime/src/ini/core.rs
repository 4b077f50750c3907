//! The core's own settings: names, defaults and access as `ini_get_all('core')` of PHP 8.4 lists them.

use loxo_value::heap;

use super::{IniStage, leading_int, parse_bool, parse_quantity};
use crate::IniAccess::{All, PerDir, PerDirOnly, System};
use crate::{Cx, ErrorLevel, IniAccess, IniEntry};

const fn entry(name: &'static str, default: Option<&'static str>, access: IniAccess) -> IniEntry {
    IniEntry { name, default, access, on_change: None }
}

const fn on(name: &'static str, default: Option<&'static str>, access: IniAccess, on_change: fn(&mut Cx, &[u8]) -> bool) -> IniEntry {
    IniEntry { name, default, access, on_change: Some(on_change) }
}

pub(super) static CORE: &[IniEntry] = &[
    entry("highlight.comment", Some("#FF8000"), All),
    entry("highlight.default", Some("#0000BB"), All),
    entry("highlight.html", Some("#000000"), All),
    entry("highlight.keyword", Some("#007700"), All),
    entry("highlight.string", Some("#DD0000"), All),
    entry("display_errors", Some("1"), All),
    entry("display_startup_errors", Some("1"), All),
    entry("enable_dl", Some("1"), System),
    entry("expose_php", Some("1"), System),
    entry("docref_root", Some(""), All),
    entry("docref_ext", Some(""), All),
    entry("html_errors", Some("1"), All),
    entry("xmlrpc_errors", Some("0"), System),
    entry("xmlrpc_error_number", Some("0"), All),
    entry("max_input_time", Some("-1"), PerDir),
    entry("ignore_user_abort", Some("0"), All),
    on("implicit_flush", Some("0"), All, implicit_flush),
    entry("log_errors", Some("0"), All),
    entry("ignore_repeated_errors", Some("0"), All),
    entry("ignore_repeated_source", Some("0"), All),
    entry("report_memleaks", Some("1"), All),
    entry("report_zend_debug", Some("0"), All),
    entry("output_buffering", Some("0"), PerDir),
    entry("output_handler", None, PerDir),
    entry("register_argc_argv", Some("1"), PerDir),
    entry("auto_globals_jit", Some("1"), PerDir),
    entry("short_open_tag", Some("1"), PerDir),
    entry("unserialize_callback_func", None, All),
    on("serialize_precision", Some("-1"), All, serialize_precision),
    on("arg_separator.output", Some("&"), All, not_empty),
    on("arg_separator.input", Some("&"), PerDir, not_empty),
    entry("auto_append_file", None, PerDir),
    entry("auto_prepend_file", None, PerDir),
    entry("doc_root", None, System),
    on("default_charset", Some("UTF-8"), All, header_text),
    on("default_mimetype", Some("text/html"), All, header_text),
    entry("internal_encoding", None, All),
    entry("input_encoding", None, All),
    entry("output_encoding", None, All),
    on("error_log", None, All, log_file),
    entry("error_log_mode", Some("0644"), All),
    entry("extension_dir", Some("/usr/lib/php/20240924"), System),
    entry("sys_temp_dir", None, System),
    on("include_path", Some(".:/usr/share/php"), All, not_empty),
    on("max_execution_time", Some("30"), All, time_limit),
    on("open_basedir", None, All, open_basedir),
    entry("file_uploads", Some("1"), System),
    entry("upload_max_filesize", Some("2M"), PerDir),
    entry("post_max_size", Some("8M"), PerDir),
    entry("upload_tmp_dir", None, System),
    entry("max_input_nesting_level", Some("64"), PerDir),
    entry("max_input_vars", Some("1000"), PerDir),
    entry("user_dir", None, System),
    on("variables_order", Some("EGPCS"), PerDir, not_empty),
    entry("request_order", None, PerDir),
    entry("error_append_string", None, All),
    entry("error_prepend_string", None, All),
    entry("SMTP", Some("localhost"), All),
    entry("smtp_port", Some("25"), All),
    entry("mail.add_x_header", Some("0"), PerDir),
    entry("mail.mixed_lf_and_crlf", Some("0"), PerDir),
    entry("mail.log", None, PerDir),
    entry("browscap", None, System),
    on("memory_limit", Some("128M"), All, memory_limit),
    on("precision", Some("14"), All, precision),
    entry("sendmail_from", None, All),
    entry("sendmail_path", Some("/usr/sbin/sendmail -t -i"), System),
    entry("mail.force_extra_parameters", None, PerDir),
    entry("disable_functions", Some(""), System),
    entry("disable_classes", Some(""), System),
    entry("max_file_uploads", Some("20"), PerDir),
    entry("max_multipart_body_parts", Some("-1"), PerDir),
    entry("allow_url_fopen", Some("1"), System),
    on("allow_url_include", Some("0"), System, url_include),
    entry("enable_post_data_reading", Some("1"), PerDir),
    entry("realpath_cache_size", Some("4096K"), System),
    entry("realpath_cache_ttl", Some("120"), System),
    entry("user_ini.filename", Some(".user.ini"), System),
    entry("user_ini.cache_ttl", Some("300"), System),
    entry("hard_timeout", Some("2"), System),
    entry("syslog.facility", Some("LOG_USER"), System),
    entry("syslog.ident", Some("php"), System),
    entry("syslog.filter", Some("no-ctrl"), All),
    on("error_reporting", None, All, error_reporting),
    on("zend.assertions", Some("1"), All, assertions),
    on("zend.enable_gc", Some("1"), All, enable_gc),
    entry("zend.multibyte", Some("0"), PerDirOnly),
    entry("zend.script_encoding", None, All),
    entry("zend.detect_unicode", Some("1"), All),
    entry("zend.signal_check", Some("0"), System),
    entry("zend.exception_ignore_args", Some("0"), All),
    on("zend.exception_string_param_max_len", Some("15"), All, param_length),
    on("fiber.stack_size", None, All, stack_size),
    entry("zend.max_allowed_stack_size", Some("0"), System),
    entry("zend.reserved_stack_size", Some("0"), System),
];

/// Reported once, with what else is wrong with the configuration.
fn url_include(cx: &mut Cx, value: &[u8]) -> bool {
    if !parse_bool(value) {
        return cx.ini.settles(true);
    }
    if cx.ini.stage == IniStage::Activate {
        cx.deprecated("Directive 'allow_url_include' is deprecated");
    }
    true
}

fn precision(cx: &mut Cx, value: &[u8]) -> bool {
    set_precision(value, &mut cx.precision)
}

fn serialize_precision(cx: &mut Cx, value: &[u8]) -> bool {
    set_precision(value, &mut cx.serialize_precision)
}

fn set_precision(value: &[u8], place: &mut i32) -> bool {
    match i32::try_from(parse_quantity(value).value) {
        Ok(n) if n >= -1 => {
            *place = n;
            true
        }
        _ => false,
    }
}

fn error_reporting(cx: &mut Cx, value: &[u8]) -> bool {
    cx.errors.reporting = if value.is_empty() { ErrorLevel::ALL_LEVELS } else { leading_int(value) as u32 };
    true
}

/// The command line's default would mean a system call for every `echo`, so only what the application asks for counts.
fn implicit_flush(cx: &mut Cx, value: &[u8]) -> bool {
    if cx.ini.stage == IniStage::Runtime {
        cx.output.implicit_flush = parse_bool(value);
    }
    cx.ini.settles(true)
}

fn time_limit(cx: &mut Cx, value: &[u8]) -> bool {
    let seconds = i64::from(leading_int(value));
    (cx.hooks.time_limit)(cx, seconds);
    true
}

fn memory_limit(cx: &mut Cx, value: &[u8]) -> bool {
    let quantity = parse_quantity(value);
    if let Some(error) = quantity.error {
        cx.warning(format!("Invalid \"memory_limit\" setting. {error}"));
    }
    let bytes = if value.is_empty() { 128 << 20 } else { quantity.value };
    // -1 (and whatever else is negative) means no limit.
    let limit = usize::try_from(bytes).unwrap_or(usize::MAX);
    if heap::set_limit(limit) {
        return true;
    }
    if cx.ini.stage == IniStage::Runtime {
        let used = heap::memory_usage(true);
        cx.warning(format!("Failed to set memory limit to {bytes} bytes (Current memory usage is {used} bytes)"));
    }
    false
}

/// Code for assertions is left out at -1, so that state cannot be left or entered while the request runs.
fn assertions(cx: &mut Cx, value: &[u8]) -> bool {
    if cx.ini.stage == IniStage::Activate {
        return cx.ini.settles(true);
    }
    let old = cx.ini_int("zend.assertions");
    let new = parse_quantity(value).value;
    if cx.ini.stage == IniStage::Runtime && old != new && (old < 0 || new < 0) {
        cx.warning("zend.assertions may be completely enabled or disabled only in php.ini");
        return false;
    }
    true
}

/// Becomes part of a header.
fn header_text(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(!value.iter().any(|b| matches!(b, 0 | b'\r' | b'\n')))
}

fn not_empty(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(!value.is_empty())
}

fn open_basedir(cx: &mut Cx, value: &[u8]) -> bool {
    if cx.ini.stage != IniStage::Runtime {
        return cx.ini.settles(true);
    }
    match crate::paths::narrow_basedir(cx, value) {
        Some(narrow) => {
            cx.info.basedir = Some(narrow.into());
            true
        }
        None => false,
    }
}

fn log_file(cx: &mut Cx, value: &[u8]) -> bool {
    let free = cx.ini.stage != IniStage::Runtime || value.is_empty() || value == b"syslog";
    if free { cx.ini.settles(true) } else { crate::paths::check_open_basedir(cx, value, true) }
}

fn stack_size(cx: &mut Cx, value: &[u8]) -> bool {
    let is_size = parse_quantity(value).value >= 0;
    if !is_size {
        cx.warning("fiber.stack_size must be a positive number");
    }
    cx.ini.settles(is_size)
}

fn param_length(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles((0..=1_000_000).contains(&parse_quantity(value).value))
}

fn enable_gc(_cx: &mut Cx, value: &[u8]) -> bool {
    loxo_value::gc::set_enabled(parse_bool(value));
    true
}
