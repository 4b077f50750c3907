//! Types as stubs write them.

use loxo_syntax::ast::{self, TypeKind};

use super::model::Type;

/// In the order in which PHP prints them.
const BUILTIN: &[&str] = &[
    "static", "callable", "object", "iterable", "array", "string", "int", "float", "bool", "false", "true", "void", "never", "mixed",
    "null",
];

/// Reads a type; `class` replaces `self`.
pub fn read(ty: &ast::Type<'_>, class: Option<&str>) -> Type {
    let mut out = Type::default();
    collect(ty, class, &mut out);
    out.builtin.sort_by_key(|name| BUILTIN.iter().position(|b| b == name));
    out.text = text(&out);
    out
}

fn collect(ty: &ast::Type<'_>, class: Option<&str>, out: &mut Type) {
    match ty.kind {
        TypeKind::Nullable(inner) => {
            collect(inner, class, out);
            out.builtin.push("null");
        }
        TypeKind::Union(parts) => parts.iter().for_each(|part| collect(part, class, out)),
        TypeKind::Intersection(parts) => {
            let mut all = Type::default();
            parts.iter().for_each(|part| collect(part, class, &mut all));
            out.classes.push(all.classes.concat());
        }
        TypeKind::Name(name) => {
            let name = String::from_utf8_lossy(name.text).into_owned();
            match BUILTIN.iter().find(|b| b.eq_ignore_ascii_case(&name)) {
                Some(builtin) => out.builtin.push(builtin),
                None if name == "self" => out.classes.push(vec![class.unwrap_or("self").to_string()]),
                None => out.classes.push(vec![name]),
            }
        }
    }
}

fn text(ty: &Type) -> String {
    let many = ty.classes.len() + ty.builtin.len() > 1;
    let mut parts: Vec<String> =
        ty.classes.iter().map(|all| if all.len() > 1 && many { format!("({})", all.join("&")) } else { all.join("&") }).collect();
    parts.extend(ty.builtin.iter().map(|name| name.to_string()));
    if parts.len() == 2 && parts[1] == "null" && !parts[0].starts_with('(') { format!("?{}", parts[0]) } else { parts.join("|") }
}
