//! `phpinfo()`: the sections and what stands in them.

use loxo_runtime::ini::shown;
use loxo_runtime::{Extension, Registry};

use super::credits;
use super::page::Page;
use super::system::php_uname;
use crate::prelude::*;
use loxo_runtime::environment::variables;

/// Parts of the page: `INFO_*`.
mod part {
    pub(super) const GENERAL: i64 = 1;
    pub(super) const CREDITS: i64 = 2;
    pub(super) const CONFIGURATION: i64 = 4;
    pub(super) const MODULES: i64 = 8;
    pub(super) const ENVIRONMENT: i64 = 16;
    pub(super) const VARIABLES: i64 = 32;
    pub(super) const LICENSE: i64 = 64;
}

/// `phpinfo()`
pub(crate) fn phpinfo(cx: &mut Cx, flags: i64) -> PhpResult<bool> {
    let mut page = Page::new(cx.sapi.is_web());
    page.begin(version());
    if flags & part::GENERAL != 0 {
        general(cx, &mut page)?;
    }
    if flags & part::CONFIGURATION != 0 {
        page.rule();
        page.title("Configuration");
        if flags & part::MODULES == 0 {
            page.section("PHP Core");
            settings(cx, &mut page, "core");
        }
    }
    if flags & part::MODULES != 0 {
        modules(cx, &mut page);
    }
    if flags & part::ENVIRONMENT != 0 {
        page.section("Environment");
        page.table();
        page.header(&["Variable", "Value"]);
        for (name, value) in variables(cx) {
            page.row(&String::from_utf8_lossy(&name), &value);
        }
        page.end_table();
    }
    if flags & part::VARIABLES != 0 {
        superglobals(cx, &mut page)?;
    }
    if flags & part::CREDITS != 0 {
        page.rule();
        credits::within(&mut page);
    }
    if flags & part::LICENSE != 0 {
        license(&mut page);
    }
    page.end();
    cx.print(&page.out)?;
    Ok(true)
}

fn version() -> &'static str {
    crate::EXTENSION.version
}

/// What `phpinfo()` calls the server interfaces.
fn interface(sapi: &str) -> &str {
    match sapi {
        "cli" => "Command Line Interface",
        "cli-server" => "Built-in HTTP server",
        "cgi-fcgi" => "CGI/FastCGI",
        "fpm-fcgi" => "FPM/FastCGI",
        other => other,
    }
}

fn general(cx: &mut Cx, page: &mut Page) -> PhpResult<()> {
    page.version(version());
    page.table();
    let system = php_uname(cx, &PhpStr::new(b"a"))?;
    page.row("System", system.as_bytes());
    page.row("Build System", b"Linux");
    page.row("Build Provider", concat!("Loxo ", env!("CARGO_PKG_VERSION")).as_bytes());
    page.row("Server API", interface(cx.sapi.name()).as_bytes());
    page.row("Virtual Directory Support", b"disabled");
    let config = cx.ini.config().clone();
    page.row("Configuration File (php.ini) Path", b"/etc/php/8.4/cli");
    page.row("Loaded Configuration File", config.loaded_file.as_deref().unwrap_or(b"(none)"));
    let scanned = match std::env::var("PHP_INI_SCAN_DIR") {
        Ok(folders) if folders.is_empty() => "(none)".to_string(),
        Ok(folders) => folders,
        Err(_) => "/etc/php/8.4/cli/conf.d".to_string(),
    };
    page.row("Scan this dir for additional .ini files", scanned.as_bytes());
    let parsed = if config.scanned_files.is_empty() { b"(none)".to_vec() } else { config.scanned_files.join(&b",\n"[..]) };
    page.row("Additional .ini files parsed", &parsed);
    for (name, value) in [
        ("PHP API", "20240924"),
        ("PHP Extension", "20240924"),
        ("Zend Extension", "420240924"),
        ("Zend Extension Build", "API420240924,NTS"),
        ("PHP Extension Build", "API20240924,NTS"),
        ("PHP Integer Size", "64 bits"),
        ("Debug Build", "no"),
        ("Thread Safety", "disabled"),
        ("Zend Signal Handling", "disabled"),
        ("Zend Memory Manager", "enabled"),
        ("Zend Multibyte Support", "disabled"),
        ("Zend Max Execution Timers", "disabled"),
        ("IPv6 Support", "enabled"),
        ("DTrace Support", "disabled"),
    ] {
        page.row(name, value.as_bytes());
    }
    let lists = [
        ("PHP Streams", crate::streams::stream_get_wrappers(cx)?),
        ("Stream Socket Transports", crate::streams::stream_get_transports(cx)?),
        ("Stream Filters", crate::stream_filters::stream_get_filters(cx)?),
    ];
    for (what, list) in lists {
        let names: Vec<&[u8]> = list.iter().filter_map(|(_, name)| name.as_bytes()).collect();
        page.names(what, &names.join(&b", "[..]));
    }
    page.end_table();
    page.text_box();
    page.plain("This program runs PHP on the Loxo engine:");
    page.line_break();
    page.plain(concat!("Loxo ", env!("CARGO_PKG_VERSION"), "\n"));
    page.end_box();
    Ok(())
}

/// The extensions, by name.
fn modules(cx: &mut Cx, page: &mut Page) {
    let mut tables: Vec<&'static Extension> = Registry::get().map(|registry| registry.extensions.clone()).unwrap_or_default();
    // One extension may be built of several tables.
    tables.sort_by_key(|table| table.name.to_ascii_lowercase());
    for tables in tables.chunk_by(|a, b| a.name.eq_ignore_ascii_case(b.name)) {
        let Some(first) = tables.first() else { continue };
        page.module(first.name);
        let rows: Vec<(String, String)> = tables.iter().filter_map(|table| table.info).flat_map(|info| info(cx)).collect();
        page.table();
        if first.name.eq_ignore_ascii_case("core") {
            page.row("PHP Version", version().as_bytes());
        } else if rows.is_empty() {
            page.row("Version", first.version.as_bytes());
        }
        for (name, value) in rows {
            if name.is_empty() {
                page.end_table();
                page.table();
            } else if value == "\0" {
                page.lone(&name);
            } else {
                page.row(&name, value.as_bytes());
            }
        }
        page.end_table();
        settings(cx, page, first.name);
    }
    page.section("Additional Modules");
    page.table();
    page.header(&["Module Name"]);
    page.end_table();
}

/// The settings of an extension, by name.
fn settings(cx: &Cx, page: &mut Page, extension: &str) {
    let own = cx.ini.all().filter(|(_, owner, ..)| owner.eq_ignore_ascii_case(extension));
    let web = cx.sapi.is_web();
    let mut rows: Vec<_> = own.map(|(name, _, global, local, _)| (name, shown(name, local, web), shown(name, global, web))).collect();
    // PHP's client has settings, and does not list them.
    if rows.is_empty() || extension == "mysqlnd" {
        return;
    }
    rows.sort_by_key(|(name, ..)| name.to_ascii_lowercase());
    page.table();
    page.header(&["Directive", "Local Value", "Master Value"]);
    for (name, local, master) in rows {
        page.setting(name, &local, &master);
    }
    page.end_table();
}

fn superglobals(cx: &mut Cx, page: &mut Page) -> PhpResult<()> {
    page.section("PHP Variables");
    page.table();
    page.header(&["Variable", "Value"]);
    for name in ["PHP_SELF", "PHP_AUTH_TYPE", "PHP_AUTH_USER", "PHP_AUTH_PW"] {
        let value = (cx.hooks.globals)(cx, LocalsOp::Get(&PhpStr::new(name.as_bytes())))?;
        if let Some(text) = value.deref().as_bytes() {
            page.row(name, text);
        }
    }
    for name in ["_REQUEST", "_GET", "_POST", "_FILES", "_COOKIE", "_SERVER", "_ENV"] {
        let value = (cx.hooks.globals)(cx, LocalsOp::Get(&PhpStr::new(name.as_bytes())))?;
        let Some(array) = value.deref().as_array() else { continue };
        for (key, value) in array.clone().iter() {
            page.element(cx, name, &key_str(key), value.deref())?;
        }
    }
    page.end_table();
    Ok(())
}

fn license(page: &mut Page) {
    page.section("License");
    page.text_box();
    page.paragraph("Loxo is free software, licensed under Apache-2.0 or MIT, at your choice. It comes without any warranty.");
    page.end_box();
}
