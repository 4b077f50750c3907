//! Extensions.

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
    for table in tables(extension) {
        let Some(rows) = table.info else { continue };
        for (name, value) in rows(cx) {
            put!(&mut out, name, " => ", value, "\n");
        }
    }
    let settings = settings(cx, extension);
    if !settings.is_empty() {
        put!(&mut out, "\nDirective => Local Value => Master Value\n");
        for setting in settings {
            let shown = |value: Option<std::sync::Arc<[u8]>>| match value {
                Some(text) if !text.is_empty() => text.to_vec(),
                _ => b"no value".to_vec(),
            };
            put!(&mut out, setting.name, " => ", shown(setting.local), " => ", shown(setting.global), "\n");
        }
    }
    out
}
