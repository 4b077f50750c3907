//! The tables of `generated.rs`.

use std::fmt::Write;

use super::model::{Class, Const, Constant, Crate, Function, Property, StubFile, Type};
use super::names::{ident, short, snake};
use super::thunks::{self, byte_literal, float, int};
use crate::Result;

/// The text of a crate's `generated.rs`, not yet formatted.
pub fn generate(krate: &Crate) -> Result<String> {
    let mut thunks = String::new();
    let (mut functions, mut classes, mut constants, mut ini) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for file in &krate.files {
        for function in &file.functions {
            let mut row = String::new();
            write_function(&mut row, &mut thunks, krate, file, function)?;
            functions.push((&function.name, row));
        }
        for class in &file.classes {
            let mut row = String::new();
            write_class(&mut row, &mut thunks, krate, file, class)?;
            classes.push((&class.name, row));
        }
        for constant in &file.constants {
            constants.push((&constant.name, format!("{},\n", const_row(constant))));
        }
        for entry in &file.ini {
            let on_change = entry.on_change.as_ref().map_or("None".to_string(), |path| format!("Some({path})"));
            let (name, default, access) = (&entry.name, &entry.default, entry.access);
            let access = format!("IniAccess::{access}");
            let row = format!("IniEntry {{ name: {name:?}, default: {default:?}, access: {access}, on_change: {on_change} }},\n");
            ini.push((name, row));
        }
    }
    let order = &krate.order;
    let (functions, classes) = (order.table("functions", functions), order.table("classes", classes));
    let (constants, ini) = (order.table("constants", constants), order.table("ini", ini));
    let tables = format!(
        "pub static FUNCTIONS: &[BuiltinFn] = &[\n{functions}];\n\n\
         pub static CLASSES: &[BuiltinClass] = &[\n{classes}];\n\n\
         pub static CONSTANTS: &[BuiltinConst] = &[\n{constants}];\n\n\
         pub static INI: &[IniEntry] = &[\n{ini}];\n{thunks}"
    );
    let used = identifiers(&tables);
    let imports: Vec<&str> = RUNTIME_NAMES.iter().copied().filter(|name| used.contains(name)).collect();
    Ok(format!(
        "{}\n//! The builtins of this crate. Made from `stubs/*.php`; edit those.\n\n\
         use loxo_runtime::{{{}}};\n\n{tables}",
        crate::tidy::GENERATED_HEADER,
        imports.join(", ")
    ))
}

/// What tables and thunks may name of the runtime.
const RUNTIME_NAMES: [&str; 23] = [
    "ObjectHandlers",
    "Body",
    "BuiltinAttribute",
    "BuiltinClass",
    "BuiltinConst",
    "BuiltinFlags",
    "BuiltinFn",
    "BuiltinParam",
    "BuiltinProperty",
    "ClassFlags",
    "ConstInit",
    "Cx",
    "IniAccess",
    "IniEntry",
    "IntoValue",
    "MemberFlags",
    "PhpArray",
    "PhpObject",
    "PhpResult",
    "PhpStr",
    "TypeMask",
    "Value",
    "args",
];

/// The identifiers of Rust text that do not follow `::`; what stands in strings is none of them.
fn identifiers(text: &str) -> std::collections::HashSet<&str> {
    let mut found = std::collections::HashSet::new();
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if is_word(bytes[at]) {
            let start = at;
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            if !text[..start].ends_with("::") {
                found.insert(&text[start..at]);
            }
        } else {
            at += 1;
        }
    }
    found
}

fn write_function(table: &mut String, thunks: &mut String, krate: &Crate, file: &StubFile, function: &Function) -> Result<()> {
    let thunk = match &function.doc.alias {
        Some(target) => {
            let mut all = krate.files.iter().flat_map(|file| &file.functions);
            let Some(target) = all.find(|f| f.name == *target) else {
                return Err(format!("{}: @alias of an unknown function {target}", function.place).into());
            };
            thunks::function_thunk_name(&target.name)
        }
        None => {
            let name = thunks::function_thunk_name(&function.name);
            let body = match &function.doc.body {
                Some(path) => path.clone(),
                None => format!("{}::{}", file.module, ident(&snake(short(&function.name)))),
            };
            thunks::write(thunks, None, function, &name, &body)?;
            name
        }
    };
    writeln!(table, "{},", function_row(function, &format!("Body::Builtin({thunk})")))?;
    Ok(())
}

fn write_class(table: &mut String, thunks: &mut String, krate: &Crate, file: &StubFile, class: &Class) -> Result<()> {
    let module = class_module(file, class);
    let mut methods = String::new();
    for method in &class.methods {
        let body = if method.is_abstract {
            "Body::Abstract".to_string()
        } else if let Some(target) = &method.doc.alias {
            format!("Body::BuiltinMethod({})", alias_of_method(krate, method, target)?)
        } else {
            let name = method_thunk_name(krate, class, &method.name);
            let path = match &method.doc.body {
                Some(path) => path.clone(),
                None => format!("{module}::{}", thunks::method_name(class, &method.name)),
            };
            thunks::write(thunks, Some(class), method, &name, &path)?;
            format!("Body::BuiltinMethod({name})")
        };
        writeln!(methods, "{},", function_row(method, &body))?;
    }
    let flags =
        [(class.kind, !class.kind.is_empty()), ("ABSTRACT", class.is_abstract), ("FINAL", class.is_final), ("READONLY", class.is_readonly)];
    let flags: Vec<&str> = flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| name).collect();
    let attributes = class.attributes.iter().map(|(name, args)| {
        let args: Vec<String> = args.iter().map(const_init).collect();
        format!("BuiltinAttribute {{ name: {name:?}, args: &[{}] }}", args.join(", "))
    });
    writeln!(
        table,
        "BuiltinClass {{ name: {:?}, flags: {}, parent: {:?}, interfaces: &{:?}, constants: &[{}], properties: &[{}], methods: &[{methods}], \
         backing: {:?}, object_handlers: {}, attributes: &[{}] }},",
        class.name,
        flag_set("ClassFlags", &flags),
        class.parent,
        class.interfaces,
        class.constants.iter().map(const_row).collect::<Vec<_>>().join(", "),
        class.properties.iter().map(property_row).collect::<Vec<_>>().join(", "),
        class.backing,
        class.doc.object_handlers.as_deref().unwrap_or("ObjectHandlers::default"),
        attributes.collect::<Vec<_>>().join(", "),
    )?;
    Ok(())
}

/// Where the methods of a class have their bodies; the rule stands in the module doc of `codegen`.
fn class_module(file: &StubFile, class: &Class) -> String {
    if let Some(module) = &class.doc.module {
        return module.clone();
    }
    let has_bodies = |class: &Class| class.methods.iter().any(|m| !m.is_abstract && m.doc.body.is_none() && m.doc.alias.is_none());
    let class_snake = ident(&snake(short(&class.name)));
    let alone = file.classes.iter().filter(|other| has_bodies(other)).count() <= 1;
    if alone || file.module.ends_with(&format!("::{class_snake}")) {
        file.module.clone()
    } else {
        format!("{}::{class_snake}", file.module)
    }
}

/// The thunk of a method. Functions that do what it does may be named as it is: `date_interval_format()`, `DateInterval::format()`; so may
/// methods of a class without namespace: `DOMNode`, `Dom\Node`.
fn method_thunk_name(krate: &Crate, class: &Class, method: &str) -> String {
    let name = thunks::method_thunk_name(class, method);
    let double = |other: &&Class| !other.name.contains('\\') && thunks::method_thunk_name(other, method) == name;
    if class.name.contains('\\')
        && let Some(other) = krate.files.iter().flat_map(|file| &file.classes).find(double)
        && other.methods.iter().any(|known| thunks::method_thunk_name(other, &known.name) == name)
    {
        return format!("{name}_namespaced");
    }
    let taken = krate.files.iter().flat_map(|file| &file.functions).any(|function| thunks::function_thunk_name(&function.name) == name);
    if taken { format!("{name}_method") } else { name }
}

/// `@alias Class::method` of the same crate.
fn alias_of_method(krate: &Crate, method: &Function, target: &str) -> Result<String> {
    let fail = || format!("{}: @alias of an unknown method {target}", method.place);
    let (class, name) = target.split_once("::").ok_or_else(fail)?;
    let class = krate.files.iter().flat_map(|file| &file.classes).find(|c| c.name == class).ok_or_else(fail)?;
    class.methods.iter().find(|m| m.name == name && m.doc.alias.is_none()).ok_or_else(fail)?;
    Ok(method_thunk_name(krate, class, name))
}

/// Only what is not as in `BuiltinFn::PLAIN`.
fn function_row(function: &Function, thunk: &str) -> String {
    let params: Vec<String> = function.params.iter().map(param_row).collect();
    let doc = &function.doc;
    let flags = [
        ("PURE", doc.pure),
        ("COMPILE_TIME_EVAL", doc.compile_time_eval),
        ("NEEDS_FRAME", doc.needs_frame),
        ("RESUMES", doc.resumes),
        ("NO_DISCARD", doc.no_discard),
        ("DISCREET", doc.discreet),
        ("FRAMELESS_1", doc.frameless[0]),
        ("FRAMELESS_2", doc.frameless[1]),
        ("FRAMELESS_3", doc.frameless[2]),
        ("KEEPS_THIS", doc.keeps_this),
        ("NAMED_REST", doc.named),
        ("STATIC", function.is_static),
        (function.visibility, !function.visibility.is_empty()),
        ("ABSTRACT", function.is_abstract),
        ("FINAL", function.is_final),
        ("TENTATIVE_RETURN", doc.tentative_return),
        ("RETURNS_REF", function.by_ref),
        ("DEPRECATED", doc.deprecated.is_some()),
    ];
    let flags: Vec<&str> = flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| name).collect();
    let mut fields = vec![format!("name: {:?}", function.name)];
    if !params.is_empty() {
        fields.push(format!("params: &[{}]", params.join(", ")));
    }
    if function.ret.is_some() {
        fields.push(format!("ret: {:?}", type_text(&function.ret)));
    }
    fields.push(format!("thunk: {thunk}"));
    if !flags.is_empty() {
        fields.push(format!("flags: {}", flag_set("BuiltinFlags", &flags)));
    }
    if let Some(text) = doc.deprecated.as_ref().filter(|text| !text.is_empty()) {
        fields.push(format!("deprecated: {text:?}"));
    }
    format!("BuiltinFn {{ {}, ..BuiltinFn::PLAIN }}", fields.join(", "))
}

/// Only what is not as in `BuiltinParam::PLAIN`.
fn param_row(param: &super::model::Param) -> String {
    let mut fields = vec![format!("name: {:?}", param.name)];
    if param.ty.is_some() {
        fields.push(format!("ty: {:?}", type_text(&param.ty)));
    }
    match &param.default {
        Some(default) if default.value != Const::Unknown => {
            fields.push(format!("default: Some({:?})", default.text));
            if default.value != Const::Runtime {
                fields.push(format!("value: Some({})", const_init(&default.value)));
            }
        }
        _ => {}
    }
    let marks = [
        ("optional", param.default.is_some() || param.variadic),
        ("by_ref", param.by_ref),
        ("prefer_ref", param.prefer_ref),
        ("variadic", param.variadic),
        ("sensitive", param.sensitive),
    ];
    fields.extend(marks.into_iter().filter(|(_, set)| *set).map(|(name, _)| format!("{name}: true")));
    format!("BuiltinParam {{ {}, ..BuiltinParam::PLAIN }}", fields.join(", "))
}

fn const_row(constant: &Constant) -> String {
    let mut flags = constant.flags.clone();
    let mut value = const_init(&constant.value);
    if let Some(text) = &constant.deprecated {
        flags.push("DEPRECATED");
        if !text.is_empty() {
            value = format!("ConstInit::Deprecated(&{value}, {text:?})");
        }
    }
    format!(
        "BuiltinConst {{ name: {:?}, value: {}, flags: {}, ty: {:?} }}",
        constant.name,
        value,
        flag_set("MemberFlags", &flags),
        type_text(&constant.ty),
    )
}

fn property_row(property: &Property) -> String {
    let default = property.default.as_ref().map_or("None".to_string(), |value| format!("Some({})", const_init(value)));
    format!(
        "BuiltinProperty {{ name: {:?}, ty: {:?}, flags: {}, default: {default} }}",
        property.name,
        type_text(&property.ty),
        flag_set("MemberFlags", &property.flags),
    )
}

fn type_text(ty: &Option<Type>) -> &str {
    ty.as_ref().map_or("", |ty| ty.text.as_str())
}

fn flag_set(of: &str, names: &[&str]) -> String {
    match names {
        [] => format!("{of}(0)"),
        [first, rest @ ..] => rest.iter().fold(format!("{of}::{first}"), |all, name| format!("{all}.with({of}::{name})")),
    }
}

fn const_init(value: &Const) -> String {
    match value {
        Const::Null | Const::Unknown | Const::Runtime => "ConstInit::Null".into(),
        Const::Bool(v) => format!("ConstInit::Bool({v})"),
        Const::Int(v) => format!("ConstInit::Int({})", int(*v)),
        Const::Float(v) => format!("ConstInit::Float({})", float(*v)),
        Const::Str(v) => format!("ConstInit::Str({})", byte_literal(v)),
        Const::Array(items) => {
            let items: Vec<String> = items.iter().map(|(k, v)| format!("({}, {})", const_init(k), const_init(v))).collect();
            format!("ConstInit::Array(&[{}])", items.join(", "))
        }
        Const::Rust("int", code) => format!("ConstInit::Int({code})"),
        Const::Rust("float", code) => format!("ConstInit::Float({code})"),
        Const::Rust("string", code) => format!("ConstInit::Str({code})"),
        Const::Rust("bool", code) => format!("ConstInit::Bool({code})"),
        Const::Rust(_, code) => format!("ConstInit::Fn({code})"),
    }
}

#[cfg(test)]
mod tests {
    use super::identifiers;

    #[test]
    fn names_in_strings_and_behind_paths_are_not_used() {
        let used = identifiers(r#"BuiltinFn { name: "Value \" Cx", ret: crate::PhpStr, thunk: Body::Builtin(thunk_a) }"#);
        assert!(used.contains("BuiltinFn") && used.contains("Body"));
        assert!(!used.contains("Value") && !used.contains("Cx") && !used.contains("PhpStr") && !used.contains("Builtin"));
    }
}
