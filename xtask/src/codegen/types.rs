//! Types as stubs write them.

use loxo_syntax::ast::{self, NameKind, TypeKind};

use super::model::{Scope, Type};

/// In the order in which PHP prints them.
const BUILTIN: &[&str] = &[
    "static", "callable", "object", "iterable", "array", "string", "int", "float", "bool", "false", "true", "void", "never", "mixed",
    "null",
];

/// Reads a type.
pub fn read(ty: &ast::Type<'_>, scope: &Scope) -> Type {
    let mut out = Type::default();
    collect(ty, scope, &mut out);
    out.builtin.sort_by_key(|name| BUILTIN.iter().position(|b| b == name));
    out.text = text(&out);
    out
}

fn collect(ty: &ast::Type<'_>, scope: &Scope, out: &mut Type) {
    match ty.kind {
        TypeKind::Nullable(inner) => {
            collect(inner, scope, out);
            out.builtin.push("null");
        }
        TypeKind::Union(parts) => parts.iter().for_each(|part| collect(part, scope, out)),
        TypeKind::Intersection(parts) => {
            let mut all = Type::default();
            parts.iter().for_each(|part| collect(part, scope, &mut all));
            out.classes.push(all.classes.concat());
        }
        TypeKind::Name(name) => {
            let builtin = BUILTIN.iter().find(|b| name.kind == NameKind::Unqualified && b.as_bytes().eq_ignore_ascii_case(name.text));
            match builtin {
                Some(builtin) => out.builtin.push(builtin),
                None => out.classes.push(vec![scope.class_name(&name)]),
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
