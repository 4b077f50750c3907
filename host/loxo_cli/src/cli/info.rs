//! Options that only print something: `-i`, `--ini`, and those that describe a function, a class or an extension.

use loxo_engine::Request;
use loxo_runtime::ini::IniConfig;
use loxo_runtime::{ClassId, Registry, Value};

use super::{CliArgs, Mode};
use crate::boot::{self, Boot};
use crate::config;
use crate::sapi::{CliSapi, write_stdout};
use crate::script;

/// `--ini`
pub(super) fn configuration_files(config: &IniConfig) -> i32 {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let loaded = config.loaded_file.as_deref().map_or_else(|| "(none)".into(), text);
    let folders: Vec<String> = config::scan_folders().iter().map(|folder| folder.display().to_string()).collect();
    let folders = if folders.is_empty() { "(none)".into() } else { folders.join(":") };
    let files: Vec<String> = config.scanned_files.iter().map(|file| text(file)).collect();
    let files = if files.is_empty() { "(none)".into() } else { files.join(",\n") };
    let report = format!(
        "Configuration File (php.ini) Path: {}\nLoaded Configuration File:         {loaded}\n\
         Scan for additional .ini files in: {folders}\nAdditional .ini files parsed:      {files}\n",
        config::FOLDER
    );
    write_stdout(report.as_bytes());
    0
}

/// `-i`
pub(super) fn information(boot: &Boot) -> i32 {
    let mut request = begin(boot);
    script::phpinfo(&mut request)
}

fn begin(boot: &Boot) -> Request {
    let mut request = boot.request(Box::new(CliSapi), boot::info(b"", vec![Vec::new()]));
    request.set_superglobals();
    request
}

/// `--rf`, `--rc`, `--re`, `--rz`: a reflector, printed.
pub(super) fn describe(boot: &Boot, args: &CliArgs) -> i32 {
    let method = args.text.windows(2).any(|pair| pair == b"::");
    let (option, class, make) = match args.mode {
        Mode::Function if method => ("--rf", "ReflectionMethod", "ReflectionMethod::createFromMethodName"),
        Mode::Function => ("--rf", "ReflectionFunction", "new ReflectionFunction"),
        Mode::Class => ("--rc", "ReflectionClass", "new ReflectionClass"),
        Mode::ZendExtension => ("--rz", "ReflectionZendExtension", "new ReflectionZendExtension"),
        _ => ("--re", "ReflectionExtension", "new ReflectionExtension"),
    };
    if !has_class(class) {
        eprintln!("loxo: {option} needs the class {class}, which is not in this build");
        return 1;
    }
    let mut request = begin(boot);
    request.set_global("what", Value::bytes(&args.text));
    let code = format!(
        "try {{ echo {make}($what), \"\\n\"; }} catch (Exception $e) {{ echo 'Exception: ', $e->getMessage(), \"\\n\"; exit(1); }}"
    );
    request.run_source(code.as_bytes(), b"Command line code", true);
    request.finish()
}

fn has_class(name: &str) -> bool {
    Registry::get().is_some_and(|registry| ClassId::find(name.as_bytes()).and_then(|id| registry.class(id)).is_some())
}

/// `--ri`
pub(super) fn extension(boot: &Boot, args: &CliArgs) -> i32 {
    let mut request = begin(boot);
    let known = boot.engine.registry.extensions_named(&args.text).next().is_some();
    if args.text == b"main" {
        print_settings(&mut request, "core");
    } else if !known {
        let text = [b"Extension '", &args.text[..], b"' not present.\n"].concat();
        request.cx().echo(&text);
        request.finish();
        return 1;
    } else if has_class("ReflectionExtension") {
        request.set_global("what", Value::bytes(&args.text));
        request.run_source(b"(new ReflectionExtension($what))->info();", b"Command line code", true);
    } else {
        let name = String::from_utf8_lossy(&args.text).into_owned();
        request.cx().echo(format!("\n{name}\n\n").as_bytes());
        print_settings(&mut request, &name);
    }
    request.finish()
}

/// The settings of an extension, as `phpinfo()` lists them.
fn print_settings(request: &mut Request, extension: &str) {
    let display = |text: &Option<std::sync::Arc<[u8]>>| match text.as_deref() {
        None | Some(b"") => "no value".to_string(),
        Some(text) => String::from_utf8_lossy(text).into_owned(),
    };
    let rows: Vec<String> = request
        .cx()
        .ini
        .all()
        .filter(|(_, owner, ..)| owner.eq_ignore_ascii_case(extension))
        .map(|(name, _, global, local, _)| format!("{name} => {} => {}\n", display(local), display(global)))
        .collect();
    if !rows.is_empty() {
        request.cx().echo(format!("Directive => Local Value => Master Value\n{}\n", rows.concat()).as_bytes());
    }
}
