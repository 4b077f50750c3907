//! `--compare`: what the reference says of the functions, methods, classes and constants that stubs declare.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use super::model::{Class, Const, Crate, Function, Param};
use crate::{Result, paths};

/// Prints one line per name of its input.
const SCRIPT: &str = r#"
function type(?ReflectionType $type): string { return $type === null ? '' : "$type "; }
function param(ReflectionParameter $p): string {
    $text = type($p->getType()) . ($p->isPassedByReference() ? '&' : '') . ($p->isVariadic() ? '...' : '') . '$' . $p->getName();
    if ($p->isOptional() && !$p->isVariadic()) {
        $text .= ' = ' . ($p->isDefaultValueAvailable() ? json_encode($p->getDefaultValue(), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION) : '?');
    }
    return $text;
}
function kind(string $name): string {
    if (!class_exists($name, false) && !interface_exists($name, false)) return 'unknown';
    $c = new ReflectionClass($name);
    $modifiers = Reflection::getModifierNames($c->getModifiers() & ~ReflectionMethod::IS_ABSTRACT);
    if ($c->isAbstract() && !$c->isInterface() && $c->getModifiers()) $modifiers[] = 'abstract';
    $properties = array_filter($c->getProperties(), fn($p) => $p->class === $c->name);
    $properties = array_map(fn($p) => implode(' ', Reflection::getModifierNames($p->getModifiers() & ~ReflectionProperty::IS_PROTECTED_SET)) . ' ' . type($p->getType()) . '$' . $p->name, $properties);
    return implode(' ', [...$modifiers, $c->getParentClass() ? $c->getParentClass()->name : '-', ...$properties]);
}
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $name) {
    if (str_starts_with($name, 'const ')) {
        $constant = substr($name, 6);
        echo "$name: ", defined($constant) ? json_encode(constant($constant), JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION) : 'unknown', "\n";
        continue;
    }
    if (str_starts_with($name, 'extension ')) {
        $e = new ReflectionExtension(substr($name, 10));
        echo implode(' ', [...array_keys($e->getFunctions()), ...array_map(fn($c) => "class:$c", $e->getClassNames()), ...array_map(fn($c) => "const:$c", array_keys($e->getConstants()))]), "\n";
        continue;
    }
    if (str_starts_with($name, 'class ')) {
        echo "$name: ", kind(substr($name, 6)), "\n";
        continue;
    }
    try {
        $f = str_contains($name, '::') ? ReflectionMethod::createFromMethodName($name) : new ReflectionFunction($name);
    } catch (ReflectionException) {
        echo "$name: unknown\n";
        continue;
    }
    $return = $f->getReturnType() ?? $f->getTentativeReturnType();
    $static = $f instanceof ReflectionMethod && $f->isStatic() ? 'static ' : '';
    $deprecated = $f->isDeprecated() ? ' deprecated' : '';
    echo "$name: $static(", implode(', ', array_map('param', $f->getParameters())), ')', rtrim($return === null ? '' : ": $return"), "$deprecated\n";
}
"#;

/// Prints the declarations that differ; answers how many do. Those that the reference does not have are not counted.
pub fn compare(crates: &[Crate]) -> Result<usize> {
    let files = || crates.iter().flat_map(|krate| &krate.files);
    let mut ours: Vec<(String, String)> = Vec::new();
    for function in files().flat_map(|file| &file.functions) {
        ours.push((function.name.clone(), signature(function)));
    }
    for class in files().flat_map(|file| &file.classes) {
        ours.extend(class.methods.iter().map(|method| (format!("{}::{}", class.name, method.name), signature(method))));
    }
    for constant in files().flat_map(|file| &file.constants) {
        ours.push((format!("const {}", constant.name), json(&constant.value)));
    }
    for class in files().flat_map(|file| &file.classes) {
        if class.kind != "ENUM" {
            ours.push((format!("class {}", class.name), class_line(class)));
        }
        let constants = class.constants.iter().filter(|constant| !constant.flags.contains(&"CASE"));
        ours.extend(constants.map(|constant| (format!("const {}::{}", class.name, constant.name), json(&constant.value))));
    }
    let names: Vec<&str> = ours.iter().map(|(name, _)| name.as_str()).collect();
    let answer = ask(&names.join("\n"))?;
    let mut differences = 0;
    for ((name, mine), line) in ours.iter().zip(answer.lines()) {
        let theirs = line.strip_prefix(name.as_str()).and_then(|line| line.strip_prefix(": ")).unwrap_or(line);
        if theirs != "unknown" && theirs != mine && mine != "?" {
            println!("{name}\n  stub      {mine}\n  reference {theirs}");
            differences += 1;
        }
    }
    Ok(differences)
}

/// Prints what the reference has in extensions of the crates' names, and stubs have not.
pub fn missing(crates: &[Crate]) -> Result<()> {
    let files = || crates.iter().flat_map(|krate| &krate.files);
    let mut known: HashSet<String> = HashSet::new();
    known.extend(files().flat_map(|file| &file.functions).map(|function| function.name.to_ascii_lowercase()));
    known.extend(files().flat_map(|file| &file.classes).map(|class| format!("class:{}", class.name)));
    known.extend(files().flat_map(|file| &file.constants).map(|constant| format!("const:{}", constant.name)));
    for name in crates.iter().filter_map(|krate| krate.name.strip_prefix("ext_")) {
        let answer = ask(&format!("extension {name}"))?;
        let missing: Vec<&str> = answer.split_whitespace().filter(|name| !known.contains(*name)).collect();
        println!("{name}: {} missing\n  {}", missing.len(), missing.join(" "));
    }
    Ok(())
}

fn ask(names: &str) -> Result<String> {
    let php = paths::reference_php();
    let mut child = Command::new(&php)
        .args(["-d", "error_reporting=0", "-d", "serialize_precision=-1", "-r", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{}: {e} (cargo xtask reference installs it)", php.display()))?;
    let mut stdin = child.stdin.take().ok_or("the reference has no input")?;
    let input = names.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer to the reference died")??;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn signature(function: &Function) -> String {
    let params: Vec<String> = function.params.iter().map(param).collect();
    let ret = function.ret.as_ref().map_or(String::new(), |ty| format!(": {}", printed(&ty.text)));
    let is_static = if function.is_static { "static " } else { "" };
    let deprecated = if function.doc.deprecated.is_some() { " deprecated" } else { "" };
    format!("{is_static}({}){ret}{deprecated}", params.join(", "))
}

/// Modifiers, parent and own properties.
fn class_line(class: &Class) -> String {
    let mut words: Vec<String> = Vec::new();
    let modifiers = [("abstract", class.is_abstract), ("final", class.is_final), ("readonly", class.is_readonly)];
    words.extend(modifiers.into_iter().filter(|(_, set)| *set).map(|(word, _)| word.to_string()));
    words.push(class.parent.clone().unwrap_or_else(|| "-".into()));
    for property in &class.properties {
        let order = ["ABSTRACT", "FINAL", "PUBLIC", "PRIVATE", "PROTECTED", "STATIC", "READONLY"];
        let flags = order.into_iter().filter(|flag| property.flags.contains(flag)).map(str::to_ascii_lowercase);
        let ty = property.ty.as_ref().map_or(String::new(), |ty| format!("{} ", ty.text));
        words.extend(flags);
        words.push(format!("{ty}${}", property.name));
    }
    words.join(" ")
}

fn param(param: &Param) -> String {
    let ty = param.ty.as_ref().map_or(String::new(), |ty| format!("{} ", printed(&ty.text)));
    let marks = [if param.by_ref || param.prefer_ref { "&" } else { "" }, if param.variadic { "..." } else { "" }].concat();
    let default = match &param.default {
        Some(default) if default.value == Const::Unknown => " = ?".to_string(),
        Some(default) => format!(" = {}", json(&default.value)),
        None => String::new(),
    };
    format!("{ty}{marks}${}{default}", param.name)
}

/// Reflection prints `iterable` as what it stands for.
fn printed(text: &str) -> String {
    text.replace("iterable", "Traversable|array")
}

/// As PHP's `json_encode` writes it.
fn json(value: &Const) -> String {
    match value {
        Const::Null => "null".into(),
        Const::Bool(v) => v.to_string(),
        Const::Int(v) => v.to_string(),
        Const::Float(v) if v.fract() == 0.0 && v.abs() < 1e15 => format!("{v:.1}"),
        Const::Float(v) if v.abs() >= 1e15 || v.abs() < 1e-4 => exponent(*v),
        Const::Float(v) => v.to_string(),
        Const::Str(v) => json_string(&String::from_utf8_lossy(v)),
        Const::Array(items) if items.is_empty() => "[]".into(),
        Const::Array(items) => format!("[{}]", items.iter().map(|(_, v)| json(v)).collect::<Vec<_>>().join(",")),
        // Pure enums have no JSON.
        Const::Runtime => String::new(),
        Const::Unknown | Const::Rust(..) => "?".into(),
    }
}

/// `1.5e+300`
fn exponent(v: f64) -> String {
    let text = format!("{v:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let dot = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{digits}{dot}e{sign}{exponent}")
}

fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            c if c.is_ascii_graphic() || c == ' ' => out.push(c),
            c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out.push('"');
    out
}
