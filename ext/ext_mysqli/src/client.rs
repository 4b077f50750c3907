//! The client as an extension of its own, mysqlnd: programs ask whether it is there, since what they can do depends on it.

use loxo_mysql::stats;
use loxo_runtime::{Cx, Extension, IniAccess, IniEntry, ini};

use crate::CLIENT_INFO;

pub static CLIENT: Extension = Extension {
    name: "mysqlnd",
    version: CLIENT_INFO,
    functions: &[],
    classes: &[],
    constants: &[],
    ini: &[
        on("mysqlnd.collect_statistics", "1", collect),
        IniEntry { name: "mysqlnd.collect_memory_statistics", default: Some("0"), access: IniAccess::System, on_change: None },
        IniEntry { name: "mysqlnd.debug", default: None, access: IniAccess::System, on_change: None },
        IniEntry { name: "mysqlnd.trace_alloc", default: None, access: IniAccess::System, on_change: None },
        on("mysqlnd.net_cmd_buffer_size", "4096", command_buffer),
        all("mysqlnd.net_read_buffer_size", "32768"),
        all("mysqlnd.net_read_timeout", "86400"),
        all("mysqlnd.log_mask", "0"),
        all("mysqlnd.mempool_default_size", "16000"),
        IniEntry { name: "mysqlnd.sha256_server_public_key", default: None, access: IniAccess::PerDirOnly, on_change: None },
    ],
    request_start: None,
    request_end: None,
    info: Some(info),
};

const fn all(name: &'static str, default: &'static str) -> IniEntry {
    IniEntry { name, default: Some(default), access: IniAccess::All, on_change: None }
}

const fn on(name: &'static str, default: &'static str, on_change: fn(&mut Cx, &[u8]) -> bool) -> IniEntry {
    IniEntry { name, default: Some(default), access: IniAccess::All, on_change: Some(on_change) }
}

fn collect(_: &mut Cx, value: &[u8]) -> bool {
    stats::collect(ini::parse_bool(value));
    true
}

/// The least that PHP's client takes. Ours grows as it needs to.
fn command_buffer(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(ini::parse_quantity(value).value >= 4096)
}

fn info(cx: &mut Cx) -> Vec<(String, String)> {
    let yes = |on: bool| if on { "Yes" } else { "No" }.to_string();
    let number = |name: &str| cx.ini_int(name).to_string();
    let tracing = match cx.ini.get(b"mysqlnd.debug") {
        Some(Some(text)) => String::from_utf8_lossy(text).into_owned(),
        _ => "n/a".into(),
    };
    vec![
        ("mysqlnd".into(), "enabled".into()),
        ("Version".into(), CLIENT_INFO.into()),
        ("Compression".into(), "supported".into()),
        ("core SSL".into(), "supported".into()),
        ("extended SSL".into(), "supported".into()),
        ("Command buffer size".into(), number("mysqlnd.net_cmd_buffer_size")),
        ("Read buffer size".into(), number("mysqlnd.net_read_buffer_size")),
        ("Read timeout".into(), number("mysqlnd.net_read_timeout")),
        ("Collecting statistics".into(), yes(cx.ini_bool("mysqlnd.collect_statistics"))),
        ("Collecting memory statistics".into(), yes(cx.ini_bool("mysqlnd.collect_memory_statistics"))),
        ("Tracing".into(), tracing),
        // What is built in, by the names that PHP's plugins for it have.
        (
            "Loaded plugins".into(),
            "mysqlnd,auth_plugin_mysql_native_password,auth_plugin_mysql_clear_password,auth_plugin_caching_sha2_password,\
             auth_plugin_sha256_password"
                .into(),
        ),
        ("API Extensions".into(), "mysqli,pdo_mysql".into()),
    ]
}
