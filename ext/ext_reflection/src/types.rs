//! Declared types as objects: `ReflectionNamedType`, `ReflectionUnionType` and `ReflectionIntersectionType`, from a type's text.

use std::rc::Rc;

use loxo_runtime::{Type, TypeMask};

use crate::prelude::*;
use crate::subject::{self, TypeRef};

/// A type in disjunctive normal form, class names as the program wrote them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shape {
    /// Each a conjunction.
    pub classes: Vec<Vec<Vec<u8>>>,
    pub mask: TypeMask,
    /// `iterable`, which is `Traversable|array` wherever it is not alone.
    pub iterable: bool,
}

/// In the order in which PHP prints them.
const PRINTED: [(TypeMask, &str); 12] = [
    (TypeMask::STATIC, "static"),
    (TypeMask::CALLABLE, "callable"),
    (TypeMask::OBJECT, "object"),
    (TypeMask::ARRAY, "array"),
    (TypeMask::STRING, "string"),
    (TypeMask::INT, "int"),
    (TypeMask::FLOAT, "float"),
    (TypeMask::BOOL, "bool"),
    (TypeMask::FALSE, "false"),
    (TypeMask::TRUE, "true"),
    (TypeMask::VOID, "void"),
    (TypeMask::NEVER, "never"),
];

fn builtin(name: &[u8]) -> Option<TypeMask> {
    if name.eq_ignore_ascii_case(b"mixed") {
        return Some(TypeMask::MIXED);
    }
    if name.eq_ignore_ascii_case(b"null") {
        return Some(TypeMask::NULL);
    }
    PRINTED.iter().find(|(_, known)| name.eq_ignore_ascii_case(known.as_bytes())).map(|(mask, _)| *mask)
}

impl Shape {
    pub fn of(ty: &Type) -> Shape {
        let text = ty.written.as_ref().unwrap_or(&ty.spec.text);
        let mut shape = Shape::parse(text);
        if ty.spec.mask.has(TypeMask::ITERABLE) && !shape.iterable {
            shape.iterable = shape.classes.iter().any(|all| matches!(all.as_slice(), [one] if one.eq_ignore_ascii_case(b"Traversable")));
        }
        shape
    }

    /// Reads `?int`, `A|B|null`, `(A&B)|null`.
    pub fn parse(text: &[u8]) -> Shape {
        let mut shape = Shape::default();
        let text = match text.strip_prefix(b"?") {
            Some(rest) => {
                shape.mask = TypeMask::NULL;
                rest
            }
            None => text,
        };
        for part in text.split(|&b| b == b'|') {
            let part = part.strip_prefix(b"(").unwrap_or(part);
            let part = part.strip_suffix(b")").unwrap_or(part);
            match builtin(part) {
                Some(mask) => shape.mask = shape.mask.with(mask),
                None if part.eq_ignore_ascii_case(b"iterable") => {
                    shape.classes.push(vec![b"Traversable".to_vec()]);
                    shape.mask = shape.mask.with(TypeMask::ARRAY);
                    shape.iterable = true;
                }
                None => {
                    let names = part.split(|&b| b == b'&').map(|name| name.strip_prefix(b"\\").unwrap_or(name).to_vec());
                    shape.classes.push(names.collect());
                }
            }
        }
        shape
    }

    fn of_mask(mask: TypeMask) -> Shape {
        Shape { mask, ..Shape::default() }
    }

    fn of_class(name: &[u8]) -> Shape {
        Shape { classes: vec![vec![name.to_vec()]], ..Shape::default() }
    }

    pub fn allows_null(&self) -> bool {
        self.mask.has(TypeMask::NULL)
    }

    fn is_mixed(&self) -> bool {
        self.mask.has(TypeMask::MIXED)
    }

    /// `iterable` and nothing else but null.
    pub fn is_iterable_alone(&self) -> bool {
        self.iterable && self.classes.len() == 1 && self.mask.without(TypeMask::NULL) == TypeMask::ARRAY
    }

    fn is_intersection(&self) -> bool {
        matches!(self.classes.as_slice(), [all] if all.len() > 1) && self.mask.is_empty()
    }

    /// One type, or null besides it.
    pub fn is_named(&self) -> bool {
        if self.is_mixed() || self.is_iterable_alone() {
            return true;
        }
        let rest = self.mask.without(TypeMask::NULL);
        match self.classes.as_slice() {
            [] => PRINTED.iter().any(|(mask, _)| *mask == rest) || rest.is_empty(),
            [one] => one.len() == 1 && rest.is_empty(),
            _ => false,
        }
    }

    fn without_null(&self) -> Shape {
        Shape { mask: self.mask.without(TypeMask::NULL), ..self.clone() }
    }

    /// The one class, if it is no builtin type.
    pub fn class_name(&self) -> Option<&[u8]> {
        match self.classes.as_slice() {
            [one] if one.len() == 1 && !self.iterable => Some(&one[0]),
            _ => None,
        }
    }

    /// As PHP prints types; `iterable` comes apart.
    pub fn text(&self) -> Vec<u8> {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        let alone = self.classes.len() == 1 && self.mask.is_empty();
        for all in &self.classes {
            let joined = all.join(&b'&');
            parts.push(if all.len() > 1 && !alone { [b"(", &joined[..], b")"].concat() } else { joined });
        }
        if self.is_mixed() {
            parts.push(b"mixed".to_vec());
            return parts.join(&b'|');
        }
        let mut rest = self.mask;
        for (mask, name) in PRINTED {
            if rest.has(mask) {
                parts.push(name.into());
                rest = rest.without(mask);
            }
        }
        if self.allows_null() {
            let single = parts.len() == 1 && !self.classes.first().is_some_and(|all| all.len() > 1);
            if single {
                return [b"?", &parts[0][..]].concat();
            }
            parts.push(b"null".to_vec());
        }
        parts.join(&b'|')
    }

    /// As the type's own object shows it: `iterable` stays what it is.
    fn own_text(&self) -> Vec<u8> {
        match (self.is_iterable_alone(), self.allows_null()) {
            (true, true) => b"?iterable".to_vec(),
            (true, false) => b"iterable".to_vec(),
            (false, _) => self.text(),
        }
    }
}

/// The text of a type in exports.
pub(crate) fn text(ty: &Type) -> Vec<u8> {
    Shape::of(ty).text()
}

/// The object for a declared type; null for none.
pub(crate) fn of_type(cx: &mut Cx, ty: Option<&Type>, short_name: bool) -> PhpResult<Value> {
    match ty {
        Some(ty) => of_shape(cx, Shape::of(ty), short_name).map(Value::object),
        None => Ok(Value::NULL),
    }
}

pub(crate) fn of_shape(cx: &mut Cx, shape: Shape, short_name: bool) -> PhpResult<PhpObject> {
    let class = match () {
        () if shape.is_intersection() => "ReflectionIntersectionType",
        () if shape.is_named() => "ReflectionNamedType",
        () => "ReflectionUnionType",
    };
    let plain_null = shape.classes.is_empty() && shape.mask == TypeMask::NULL;
    let short_name = short_name && class == "ReflectionNamedType" && !shape.is_mixed() && !plain_null;
    subject::make(cx, class, Subject::Type(TypeRef { shape: Rc::new(shape), short_name }), &[])
}

fn type_ref(cx: &mut Cx, this: &PhpObject) -> PhpResult<TypeRef> {
    match subject::subject(this) {
        Subject::Type(ty) => Ok(ty.clone()),
        _ => Err(subject::unfinished(cx)),
    }
}

pub(crate) mod reflection_type {
    use super::*;

    /// `ReflectionType::allowsNull()`
    pub(crate) fn allows_null(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
        Ok(type_ref(cx, this)?.shape.allows_null())
    }

    /// `ReflectionType::__toString()`
    pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
        Ok(type_ref(cx, this)?.shape.own_text())
    }
}

pub(crate) mod named_type {
    use super::*;

    /// `ReflectionNamedType::getName()`
    pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
        let ty = type_ref(cx, this)?;
        Ok(if ty.short_name { ty.shape.without_null().own_text() } else { ty.shape.own_text() })
    }

    /// `ReflectionNamedType::isBuiltin()`
    pub(crate) fn is_builtin(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
        let shape = type_ref(cx, this)?.shape;
        // `static` counts as a class.
        Ok(shape.is_iterable_alone() || shape.classes.is_empty() && !shape.mask.has(TypeMask::STATIC))
    }
}

pub(crate) mod union_type {
    use super::*;

    /// In the order of `getTypes()`.
    const LISTED: [TypeMask; 7] =
        [TypeMask::STATIC, TypeMask::CALLABLE, TypeMask::OBJECT, TypeMask::ARRAY, TypeMask::STRING, TypeMask::INT, TypeMask::FLOAT];

    /// `ReflectionUnionType::getTypes()`
    pub(crate) fn get_types(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
        let shape = type_ref(cx, this)?.shape;
        let mut shapes: Vec<Shape> = shape.classes.iter().map(|all| Shape { classes: vec![all.clone()], ..Shape::default() }).collect();
        shapes.extend(LISTED.into_iter().filter(|mask| shape.mask.has(*mask)).map(Shape::of_mask));
        let bools = [TypeMask::BOOL, TypeMask::TRUE, TypeMask::FALSE];
        shapes.extend(bools.into_iter().find(|mask| shape.mask.has(*mask)).map(Shape::of_mask));
        if shape.allows_null() {
            shapes.push(Shape::of_mask(TypeMask::NULL));
        }
        list(cx, shapes)
    }
}

pub(crate) mod intersection_type {
    use super::*;

    /// `ReflectionIntersectionType::getTypes()`
    pub(crate) fn get_types(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
        let shape = type_ref(cx, this)?.shape;
        let shapes = shape.classes.iter().flatten().map(|name| Shape::of_class(name)).collect();
        list(cx, shapes)
    }
}

fn list(cx: &mut Cx, shapes: Vec<Shape>) -> PhpResult<PhpArray> {
    let mut list = PhpArray::new();
    for shape in shapes {
        let object = of_shape(cx, shape, false)?;
        let _ = list.push(Value::object(object));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn types_print_in_one_order() {
        for (written, printed) in [
            ("string|false", "string|false"),
            ("Closure|string", "Closure|string"),
            ("null|int", "?int"),
            ("int|string|null", "string|int|null"),
            ("(A&B)|null", "(A&B)|null"),
            ("?iterable", "Traversable|array|null"),
            ("A&B", "A&B"),
        ] {
            assert_eq!(String::from_utf8_lossy(&Shape::parse(written.as_bytes()).text()), printed);
        }
    }
}
