//! How `phpinfo()`, `--ri` and `ReflectionExtension::info()` show the value of a setting.

use std::borrow::Cow;

use super::{IniText, parse_bool};

/// The settings that are on or off, and shown so, whatever was written.
#[rustfmt::skip]
const SWITCHES: &[&str] = &[
    "allow_url_fopen", "allow_url_include", "apc.coredump_unmap", "apc.enable_cli",
    "apc.enabled", "apc.slam_defense", "apc.use_request_time", "assert.active",
    "assert.bail", "assert.exception", "assert.warning", "auto_detect_line_endings",
    "auto_globals_jit", "display_startup_errors", "enable_dl", "enable_post_data_reading",
    "expose_php", "file_uploads", "gd.jpeg_ignore_warning", "html_errors",
    "igbinary.compact_strings", "ignore_repeated_errors", "ignore_repeated_source", "ignore_user_abort", "implicit_flush",
    "intl.use_exceptions", "log_errors", "mail.add_x_header", "mail.mixed_lf_and_crlf",
    "mbstring.encoding_translation", "mbstring.strict_detection", "memcached.default_binary_protocol",
    "memcached.default_consistent_hash", "memcached.sess_binary_protocol", "memcached.sess_consistent_hash",
    "memcached.sess_locking", "memcached.sess_persistent", "memcached.sess_randomize_replica_read",
    "memcached.sess_remove_failed_servers", "msgpack.assoc", "msgpack.error_display", "msgpack.illegal_key_insert",
    "msgpack.php_only", "msgpack.use_str8_serialization", "mysqli.allow_local_infile", "mysqli.allow_persistent",
    "mysqli.rollback_on_cached_plink", "opcache.dups_fix", "opcache.enable", "opcache.enable_cli",
    "opcache.enable_file_override", "opcache.file_cache_consistency_checks", "opcache.file_cache_only",
    "opcache.huge_code_pages", "opcache.protect_memory", "opcache.record_warnings", "opcache.revalidate_path",
    "opcache.save_comments", "opcache.use_cwd", "opcache.validate_permission", "opcache.validate_root",
    "opcache.validate_timestamps", "pcre.jit", "phar.readonly", "phar.require_hash",
    "register_argc_argv", "report_memleaks", "report_zend_debug", "session.auto_start",
    "session.cookie_httponly", "session.cookie_secure", "session.lazy_write", "session.upload_progress.cleanup",
    "session.upload_progress.enabled", "session.use_cookies", "session.use_only_cookies",
    "session.use_strict_mode", "session.use_trans_sid", "short_open_tag", "sqlite3.defensive",
    "xmlrpc_errors", "zend.detect_unicode", "zend.enable_gc", "zend.exception_ignore_args",
    "zend.multibyte", "zend.signal_check", "zlib.output_compression",
];

/// Numbers of connections, of which -1 means any.
const LIMITS: &[&str] = &["mysqli.max_links", "mysqli.max_persistent"];

/// A setting's value as it is shown; empty if there is none. `web`: the server interface sends its errors to a browser.
pub fn shown<'t>(name: &str, value: &'t IniText, web: bool) -> Cow<'t, [u8]> {
    let text = value.as_deref().unwrap_or_default();
    let switch = |on: bool| if on { &b"On"[..] } else { b"Off" };
    match name {
        "display_errors" => match text {
            text if text.eq_ignore_ascii_case(b"stderr") => b"STDERR"[..].into(),
            text if text.eq_ignore_ascii_case(b"stdout") || parse_bool(text) => if web { &b"On"[..] } else { b"STDOUT" }.into(),
            _ => b"Off"[..].into(),
        },
        // The colour is its own sample, in text too.
        _ if name.starts_with("highlight.") && !text.is_empty() => {
            [b"<span style=\"color: ", text, b"\">", text, b"</span>"].concat().into()
        }
        _ if LIMITS.contains(&name) && text == b"-1" => b"Unlimited"[..].into(),
        _ if SWITCHES.contains(&name) => switch(parse_bool(text)).into(),
        _ => text.into(),
    }
}
