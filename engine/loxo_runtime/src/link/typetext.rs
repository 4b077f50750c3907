//! Types of builtins, which their tables give as PHP text: `?int`, `A|B|null`, `(A&B)|null`.

use loxo_bytecode::{TypeMask, TypeSpec};

use crate::{Type, TypeSpecResolved};

/// Reads the PHP text of a type; `None` for the empty text.
pub fn parse_type(text: &str) -> Option<Type> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let mut spec = TypeSpec { text: text.as_bytes().into(), ..TypeSpec::default() };
    let inner = match text.strip_prefix('?') {
        Some(inner) => {
            spec.mask = TypeMask::NULL;
            inner
        }
        None => text,
    };
    // Classes of intersections hold no `|`, so splitting at it never cuts a parenthesis in two.
    for part in inner.split('|') {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')');
        if part.contains('&') {
            spec.classes.push(part.split('&').map(class_name).collect());
            continue;
        }
        match builtin_mask(part) {
            Some(mask) => spec.mask = spec.mask.with(mask),
            None => spec.classes.push(vec![class_name(part)]),
        }
    }
    Some(TypeSpecResolved::new(spec))
}

fn class_name(name: &str) -> Box<[u8]> {
    name.trim().trim_start_matches('\\').as_bytes().into()
}

fn builtin_mask(name: &str) -> Option<TypeMask> {
    Some(match name.trim().to_ascii_lowercase().as_str() {
        "null" => TypeMask::NULL,
        "false" => TypeMask::FALSE,
        "true" => TypeMask::TRUE,
        "bool" => TypeMask::BOOL,
        "int" => TypeMask::INT,
        "float" => TypeMask::FLOAT,
        "string" => TypeMask::STRING,
        "array" => TypeMask::ARRAY,
        "object" => TypeMask::OBJECT,
        "resource" => TypeMask::RESOURCE,
        "callable" => TypeMask::CALLABLE,
        "iterable" => TypeMask::ITERABLE,
        "void" => TypeMask::VOID,
        "never" => TypeMask::NEVER,
        "static" => TypeMask::STATIC,
        "mixed" => TypeMask::MIXED,
        _ => return None,
    })
}
