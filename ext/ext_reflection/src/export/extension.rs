//! The text that `ReflectionExtension::__toString()` gives, and the tables of `phpinfo()` as text.

use loxo_runtime::ini::shown;
use loxo_runtime::{Extension, IniAccess, Registry};

use super::{class, function, members, put};
use crate::extension::{classes, constants, dependencies, functions, settings, tables};
use crate::prelude::*;
use crate::subject::FunctionRef;

/// `Extension [ <persistent> extension #1 name version 8 ] {...}`
pub(crate) fn write(cx: &mut Cx, out: &mut Vec<u8>, extension: &'static Extension) -> PhpResult<()> {
    let all = Registry::get().map_or(&[][..], |registry| &registry.extensions);
    let number = all.iter().position(|other| std::ptr::eq(*other, extension)).unwrap_or(0);
    put!(out, format!("Extension [ <persistent> extension #{number} {} version {} ] {{\n", extension.name, extension.version));
    let needed = dependencies(extension);
    if !needed.is_empty() {
        put!(out, "\n  - Dependencies {\n");
        for (name, relation) in needed {
            put!(out, format!("    Dependency [ {name} ({relation}) ]\n"));
        }
        put!(out, "  }\n");
    }
    write_settings(cx, out, extension);
    let constants = constants(extension);
    if !constants.is_empty() {
        put!(out, format!("\n  - Constants [{}] {{\n", constants.len()));
        for (name, deprecated, value) in constants {
            members::write_global_constant(cx, out, name.as_bytes(), &value, true, deprecated, "    ")?;
        }
        put!(out, "  }\n");
    }
    let functions = functions(extension);
    if !functions.is_empty() {
        put!(out, "\n  - Functions {\n");
        for func in functions {
            function::write(cx, out, &FunctionRef { func, class: None, closure: None }, None, "    ")?;
        }
        put!(out, "  }\n");
    }
    let classes = classes(cx, extension);
    if !classes.is_empty() {
        put!(out, format!("\n  - Classes [{}] {{", classes.len()));
        for found in classes {
            put!(out, "\n");
            class::write(cx, out, found, None, "    ")?;
        }
        put!(out, "  }\n");
    }
    put!(out, "}\n");
    Ok(())
}

fn write_settings(cx: &mut Cx, out: &mut Vec<u8>, extension: &'static Extension) {
    let settings = settings(cx, extension);
    if settings.is_empty() {
        return;
    }
    put!(out, "\n  - INI {\n");
    for setting in settings {
        let access = match setting.access {
            IniAccess::All => "ALL",
            IniAccess::PerDir => "PERDIR,SYSTEM",
            IniAccess::System => "SYSTEM",
            IniAccess::PerDirOnly => "PERDIR",
            IniAccess::User => "USER",
        };
        put!(out, format!("    Entry [ {} <{access}> ]\n      Current = '", setting.name));
        put!(out, setting.local.as_deref().unwrap_or_default(), "'\n");
        if cx.ini.is_changed(setting.name.as_bytes()) {
            put!(out, "      Default = '", setting.global.as_deref().unwrap_or_default(), "'\n");
        }
        put!(out, "    }\n");
    }
    put!(out, "  }\n");
}

/// What `phpinfo()` says of an extension, as text.
pub(crate) fn info(cx: &mut Cx, extension: &'static Extension) -> Vec<u8> {
    let mut out = format!("\n{}\n\n", extension.name).into_bytes();
    let all = tables(extension);
    if extension.name.eq_ignore_ascii_case("core") || all.iter().all(|table| table.info.is_none()) {
        let label = if extension.name.eq_ignore_ascii_case("core") { "PHP Version" } else { "Version" };
        put!(&mut out, label, " => ", extension.version, "\n");
    }
    for table in all {
        let Some(rows) = table.info else { continue };
        for (name, value) in rows(cx) {
            match (name.as_str(), value.as_str()) {
                ("", _) => put!(&mut out, "\n"),
                (name, "\0") => put!(&mut out, name, "\n"),
                (name, "") => put!(&mut out, name, " =>  \n"),
                (name, value) => put!(&mut out, name, " => ", value, "\n"),
            }
        }
    }
    let settings = settings(cx, extension);
    // PHP's client has settings, and does not list them.
    if !settings.is_empty() && extension.name != "mysqlnd" {
        put!(&mut out, "\nDirective => Local Value => Master Value\n");
        let web = cx.sapi.is_web();
        for setting in settings {
            let text = |value| match shown(setting.name, value, web) {
                text if text.is_empty() => b"no value"[..].into(),
                text => text,
            };
            put!(&mut out, setting.name, " => ", text(&setting.local), " => ", text(&setting.global), "\n");
        }
    }
    out
}
