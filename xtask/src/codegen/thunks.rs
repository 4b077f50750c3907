//! One plain function per builtin: takes its arguments apart, coerces them, calls the body.

use std::fmt::Write;

use super::model::{Class, Const, Function, Param, Type};
use super::names::{ident, local, snake};
use crate::Result;

/// What a body gets for a parameter.
#[derive(Clone, PartialEq, Debug)]
enum Shape {
    /// `args::int` and the like: a function of `(cx, number, &mut Value)` whose result goes to the body as it is.
    By(&'static str),
    /// As above, but what the function gives is owned, and lent to the body.
    Owned(&'static str),
    /// Any value.
    Any,
    /// A callable that the body gets as it was passed.
    CallableValue,
    /// A union of builtin types.
    Union(String),
}

/// The Rust name of a method's body: magic methods lose their underscores unless the class has a method of the bare name as well.
pub fn method_name(class: &Class, method: &str) -> String {
    let bare = method.trim_start_matches('_');
    if bare != method && class.methods.iter().any(|other| other.name.eq_ignore_ascii_case(bare)) {
        return format!("magic_{}", snake(bare));
    }
    ident(&snake(method))
}

/// Functions of namespaces may be named as others are: `Dom\import_simplexml()`, `dom_import_simplexml()`.
pub fn function_thunk_name(name: &str) -> String {
    let end = if name.contains('\\') { "_namespaced" } else { "" };
    format!("thunk_{}{end}", snake(name))
}

pub fn method_thunk_name(class: &Class, method: &str) -> String {
    format!("thunk_{}_{}", snake(&class.name), method_name(class, method))
}

/// Writes the thunk of a function (`class` is `None`) or method.
pub fn write(out: &mut String, class: Option<&Class>, function: &Function, name: &str, body: &str) -> Result<()> {
    let fail = |error: String| format!("{}: {}: {error}", function.place, function.name);
    let this = if class.is_some() { "this: Option<&PhpObject>, " } else { "" };
    writeln!(out, "\nfn {name}(cx: &mut Cx, {this}args: &mut [Value]) -> PhpResult<Value> {{")?;
    if let Some(before) = &function.doc.before {
        writeln!(out, "{before}(cx);")?;
    }
    let mut passed = vec!["cx".to_string()];
    if class.is_some() {
        if function.doc.keeps_this {
            passed.push("this".into());
        } else if function.is_static {
            writeln!(out, "let _ = this;")?;
        } else {
            writeln!(out, "let Some(this) = this else {{ return Err(args::no_this(cx)) }};")?;
            passed.push("this".into());
        }
    }
    writeln!(out, "let given = args.len();")?;
    if function.doc.raw {
        if function.doc.any_count {
            writeln!(out, "let _ = given;")?;
        } else {
            write_count_check(out, function)?;
        }
        passed.push("args".into());
    } else {
        write_split(out, function)?;
        for (index, param) in function.params.iter().enumerate() {
            passed.push(write_param(out, function, index, param).map_err(fail)?);
        }
    }
    writeln!(out, "{body}({}).map(IntoValue::into_value)\n}}", passed.join(", "))?;
    Ok(())
}

/// How many arguments are required, may be passed; `None` for any number.
pub fn arity(function: &Function) -> (usize, Option<usize>) {
    let required = function.params.iter().take_while(|p| p.default.is_none() && !p.variadic).count();
    let variadic = function.params.iter().any(|p| p.variadic);
    (required, (!variadic).then_some(function.params.len()))
}

fn write_count_check(out: &mut String, function: &Function) -> Result<()> {
    let condition = match arity(function) {
        (0, None) => "false".to_string(),
        (min, None) => format!("given < {min}"),
        (0, Some(max)) => format!("given > {max}"),
        (min, Some(max)) if min == max => format!("given != {min}"),
        (min, Some(max)) => format!("!({min}..={max}).contains(&given)"),
    };
    writeln!(out, "if {condition} {{ return Err(args::wrong_count(cx, given)); }}")?;
    Ok(())
}

/// Required arguments become variables; what may be absent stays in `rest`.
fn write_split(out: &mut String, function: &Function) -> Result<()> {
    let (required, max) = arity(function);
    let mut pattern: Vec<String> = function.params.iter().take(required).map(|p| local(&p.name)).collect();
    let has_rest = max != Some(required);
    if !has_rest {
        writeln!(out, "let [{}] = args else {{ return Err(args::wrong_count(cx, given)) }};", pattern.join(", "))?;
        return Ok(());
    }
    if required == 0 {
        writeln!(out, "let rest = args;")?;
    } else {
        pattern.push("rest @ ..".into());
        writeln!(out, "let [{}] = args else {{ return Err(args::wrong_count(cx, given)) }};", pattern.join(", "))?;
    }
    if let Some(max) = max {
        writeln!(out, "if rest.len() > {} {{ return Err(args::wrong_count(cx, given)); }}", max - required)?;
    }
    if function.params.iter().any(|p| p.default.is_some()) {
        writeln!(out, "let mut rest = rest.iter_mut();")?;
        if required == 0 && max.is_none() {
            // Nothing checks the count.
            writeln!(out, "let _ = given;")?;
        }
    } else {
        writeln!(out, "let _ = given;")?;
    }
    Ok(())
}

/// Writes what turns one argument into what the body gets; answers the expression to pass.
fn write_param(out: &mut String, function: &Function, index: usize, param: &Param) -> Result<String, String> {
    let (var, number) = (local(&param.name), index + 1);
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    if param.variadic {
        let slice = if function.params.iter().any(|p| p.default.is_some()) { "rest.into_slice()" } else { "rest" };
        let checked = param.ty.as_ref().is_some_and(|ty| !ty.has("mixed")) && !param.by_ref && !param.unchecked;
        let tags = param
            .ty
            .as_ref()
            .filter(|ty| ty.classes.is_empty() && !ty.builtin.iter().any(|name| ["callable", "iterable", "static"].contains(name)));
        line(match tags {
            _ if !checked => format!("let {var} = &*{slice};"),
            Some(ty) => format!("let {var} = args::each_of(cx, {number}, {slice}, {})?;", mask(ty)),
            None => format!("let {var} = args::each(cx, {number}, {slice})?;"),
        });
        return Ok(var);
    }
    let null_resource = param.resource && param.default.as_ref().is_some_and(|default| default.value == Const::Null);
    let nullable =
        null_resource || !param.as_value && !param.unchecked && param.ty.as_ref().is_some_and(|ty| ty.has("null") && ty.text != "null");
    let shape = shape(param);
    let one = |from: &str| match &shape {
        Shape::By(name) | Shape::Owned(name) => format!("args::{name}(cx, {number}, {from})?"),
        Shape::Any => format!("&*{from}"),
        Shape::CallableValue => format!("args::callable_value(cx, {number}, {from})?"),
        Shape::Union(mask) => format!("args::union(cx, {number}, {from}, {mask})?"),
    };
    let by_ref = param.by_ref && !param.prefer_ref;
    let take = |from: &str| match nullable && !by_ref {
        true => format!("if {from}.is_null() {{ None }} else {{ Some({}) }}", one(from)),
        false => one(from),
    };
    let owned = matches!(shape, Shape::Owned(_));
    let Some(default) = &param.default else {
        line(format!("let {var} = {};", take(&var)));
        return Ok(lend(&var, owned, nullable && !by_ref));
    };
    let absent = match &default.value {
        Const::Unknown | Const::Runtime => None,
        _ if param.as_option => None,
        // Shown by reflection; what was not passed is not written to.
        Const::Array(elements) if by_ref && elements.is_empty() => None,
        Const::Null if nullable || by_ref || shape != Shape::Any => None,
        value if !by_ref => Some(default_code(&shape, value)?),
        _ => return Err(format!("${}: by-reference parameters have no default but null and []", param.name)),
    };
    match absent {
        None => {
            let some = if nullable && !by_ref { take("v") } else { format!("Some({})", one("v")) };
            line(match shape {
                Shape::Any => format!("let {var} = rest.next().map(|v| {});", one("v")),
                _ => format!("let {var} = match rest.next() {{ Some(v) => {some}, None => None }};"),
            });
            Ok(lend(&var, owned, true))
        }
        Some((code, is_copy)) => {
            let wrap = |code: String| if nullable { format!("Some({code})") } else { code };
            if is_copy {
                line(format!("let {var} = match rest.next() {{ Some(v) => {}, None => {} }};", take("v"), wrap(code)));
            } else {
                // Made only if it is needed, and living as long as the call.
                let kept = format!("{}_default", var.trim_end_matches('_'));
                let lent = wrap(format!("&{kept}"));
                line(format!("let {kept};"));
                line(format!("let {var} = match rest.next() {{ Some(v) => {}, None => {{ {kept} = {code}; {lent} }} }};", take("v")));
            }
            Ok(var)
        }
    }
}

fn lend(var: &str, owned: bool, optional: bool) -> String {
    match (owned, optional) {
        (false, _) => var.to_string(),
        (true, false) => format!("&{var}"),
        (true, true) => format!("{var}.as_ref()"),
    }
}

fn shape(param: &Param) -> Shape {
    let Some(ty) = &param.ty else {
        return match () {
            () if param.prefer_ref => Shape::Any,
            () if param.by_ref => Shape::Owned("reference"),
            () if param.resource => Shape::By("resource"),
            () => Shape::Any,
        };
    };
    let rest: Vec<&str> = ty.builtin.iter().copied().filter(|name| *name != "null").collect();
    if param.unchecked || param.prefer_ref || ty.has("mixed") && !param.by_ref {
        return Shape::Any;
    }
    if param.by_ref {
        return match rest.as_slice() {
            _ if ty.has("mixed") => Shape::Owned("reference"),
            ["array"] if ty.classes.is_empty() && !ty.has("null") => Shape::Owned("array_reference"),
            _ => Shape::Owned("typed_reference"),
        };
    }
    if param.as_value {
        return match rest.as_slice() {
            ["callable"] => Shape::CallableValue,
            _ if ty.classes.is_empty() && !ty.has("callable") => Shape::Union(mask(ty)),
            _ => Shape::By("typed"),
        };
    }
    match (rest.as_slice(), ty.classes.is_empty()) {
        ([], false) => Shape::By("instance"),
        (_, false) => Shape::By("typed"),
        (["int"], _) => Shape::By("int"),
        (["float"], _) => Shape::By("float"),
        (["bool"], _) => Shape::By("bool"),
        (["string"], _) if param.path => Shape::By("path"),
        (["string"], _) => Shape::By("string"),
        (["array"], _) => Shape::By("array"),
        (["object"], _) => Shape::By("object"),
        (["callable"], _) => Shape::Owned("callable"),
        (["static"], _) => Shape::By("instance"),
        (many, _) if many.contains(&"callable") => Shape::By("typed"),
        _ => Shape::Union(mask(ty)),
    }
}

fn mask(ty: &Type) -> String {
    let names: Vec<String> = ty.builtin.iter().map(|name| format!("TypeMask::{}", name.to_ascii_uppercase())).collect();
    names.iter().skip(1).fold(names.first().cloned().unwrap_or_else(|| "TypeMask(0)".into()), |all, name| format!("{all}.with({name})"))
}

/// Rust code of a default, and whether it is copied (else it must be kept and lent).
fn default_code(shape: &Shape, value: &Const) -> Result<(String, bool), String> {
    Ok(match (shape, value) {
        (Shape::By("int"), Const::Int(v)) => (int(*v), true),
        (Shape::By("int"), Const::Rust("int", code)) => (code.clone(), true),
        (Shape::By("float"), Const::Float(v)) => (float(*v), true),
        (Shape::By("float"), Const::Int(v)) => (float(*v as f64), true),
        (Shape::By("float"), Const::Rust("float", code)) => (code.clone(), true),
        (Shape::By("bool"), Const::Bool(v)) => (v.to_string(), true),
        (Shape::By("string" | "path"), Const::Str(v)) => (lent_string(v), true),
        (Shape::By("array"), Const::Array(items)) if items.is_empty() => ("PhpArray::new()".into(), false),
        (Shape::Any | Shape::CallableValue | Shape::Union(_) | Shape::By("typed"), value) => (value_code(value)?, false),
        _ => return Err(format!("a default {value:?} does not fit {shape:?}")),
    })
}

fn value_code(value: &Const) -> Result<String, String> {
    Ok(match value {
        Const::Null => "Value::NULL".into(),
        Const::Bool(v) => format!("Value::bool({v})"),
        Const::Int(v) => format!("Value::int({})", int(*v)),
        Const::Float(v) => format!("Value::float({})", float(*v)),
        Const::Str(v) => format!("Value::string({})", string(v)),
        Const::Array(items) if items.is_empty() => "Value::EMPTY_ARRAY".into(),
        Const::Rust("int", code) => format!("Value::int({code})"),
        _ => return Err(format!("{value:?} cannot be a default")),
    })
}

pub fn int(v: i64) -> String {
    match v {
        i64::MAX => "i64::MAX".into(),
        i64::MIN => "i64::MIN".into(),
        _ => v.to_string(),
    }
}

pub fn float(v: f64) -> String {
    match v {
        v if v.is_nan() => "f64::NAN".into(),
        f64::INFINITY => "f64::INFINITY".into(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".into(),
        v => format!("{v:?}"),
    }
}

/// A string that lives as long as the process, borrowed.
fn lent_string(bytes: &[u8]) -> String {
    format!(
        "{{\n    static TEXT: std::sync::LazyLock<loxo_runtime::IStr> = std::sync::LazyLock::new(|| loxo_runtime::IStr::new({}));\n    TEXT.as_php()\n}}",
        byte_literal(bytes)
    )
}

fn string(bytes: &[u8]) -> String {
    match bytes {
        [] => "PhpStr::empty()".into(),
        [one] => format!("PhpStr::byte({one})"),
        _ => format!(
            "{{\n    static TEXT: std::sync::LazyLock<loxo_runtime::IStr> = std::sync::LazyLock::new(|| loxo_runtime::IStr::new({}));\n    TEXT.to_php()\n}}",
            byte_literal(bytes)
        ),
    }
}

pub fn byte_literal(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}
