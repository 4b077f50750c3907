//! Type declarations are resolved and checked here, as PHP does while compiling.

use std::borrow::Cow;

use loxo_bytecode::{TypeMask, TypeSpec};
use loxo_syntax::ast::{Name, NameKind, Type, TypeKind};

use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::{CompileResult, Level, text};
use crate::state::names::{RelativeClass, is_reserved_class, lower, relative_class_of};

fn builtin(name: &[u8]) -> Option<TypeMask> {
    Some(match name {
        b"null" => TypeMask::NULL,
        b"true" => TypeMask::TRUE,
        b"false" => TypeMask::FALSE,
        b"int" => TypeMask::INT,
        b"float" => TypeMask::FLOAT,
        b"string" => TypeMask::STRING,
        b"bool" => TypeMask::BOOL,
        b"void" => TypeMask::VOID,
        b"never" => TypeMask::NEVER,
        b"iterable" => TypeMask::ITERABLE,
        b"object" => TypeMask::OBJECT,
        b"mixed" => TypeMask::MIXED,
        _ => return None,
    })
}

const MASK_ORDER: [(TypeMask, &[u8]); 13] = [
    (TypeMask::STATIC, b"static"),
    (TypeMask::CALLABLE, b"callable"),
    (TypeMask::OBJECT, b"object"),
    (TypeMask::ARRAY, b"array"),
    (TypeMask::STRING, b"string"),
    (TypeMask::INT, b"int"),
    (TypeMask::FLOAT, b"float"),
    (TypeMask::BOOL, b"bool"),
    (TypeMask::FALSE, b"false"),
    (TypeMask::TRUE, b"true"),
    (TypeMask::VOID, b"void"),
    (TypeMask::NEVER, b"never"),
    (TypeMask::RESOURCE, b"resource"),
];

/// As PHP prints the type.
pub(crate) fn type_text(mask: TypeMask, classes: &[Vec<Box<[u8]>>]) -> Box<[u8]> {
    let mut out: Vec<u8> = Vec::new();
    let add = |out: &mut Vec<u8>, part: &[u8]| {
        if !out.is_empty() {
            out.push(b'|');
        }
        out.extend_from_slice(part);
    };
    let pure = classes.len() == 1 && mask.is_empty();
    for group in classes {
        let joined = group.join(&b'&');
        if group.len() > 1 && !pure {
            add(&mut out, &[b"(", &*joined, b")"].concat());
        } else {
            add(&mut out, &joined);
        }
    }
    if mask.has(TypeMask::MIXED) {
        add(&mut out, b"mixed");
        return out.into();
    }
    let mut rest = mask;
    for (bit, name) in MASK_ORDER {
        if rest.has(bit) {
            add(&mut out, name);
            rest = rest.without(bit);
        }
    }
    if mask.has(TypeMask::NULL) {
        // One plain type takes the question mark.
        if out.is_empty() || out.contains(&b'|') || out.contains(&b'&') {
            add(&mut out, b"null");
        } else {
            out.insert(0, b'?');
        }
    }
    out.into()
}

fn spec(mask: TypeMask, classes: Vec<Vec<Box<[u8]>>>) -> TypeSpec {
    let text = type_text(mask, &classes);
    TypeSpec { mask, classes, text }
}

pub(crate) fn plain(mask: TypeMask) -> TypeSpec {
    spec(mask, Vec::new())
}

pub(crate) fn with_null(t: &TypeSpec) -> TypeSpec {
    spec(t.mask.with(TypeMask::NULL), t.classes.clone())
}

/// The type admits the value as it is.
pub(crate) fn admits(t: &TypeSpec, v: &ConstValue<'_>) -> bool {
    let bit = match v {
        ConstValue::Null => TypeMask::NULL,
        ConstValue::Bool(false) => TypeMask::FALSE,
        ConstValue::Bool(true) => TypeMask::TRUE,
        ConstValue::Int(_) => TypeMask::INT,
        ConstValue::Float(_) => TypeMask::FLOAT,
        ConstValue::Str(_) => TypeMask::STRING,
        ConstValue::Array(_) => TypeMask::ARRAY,
    };
    t.mask.has(bit)
}

impl<'a> Compiler<'a> {
    pub(crate) fn type_spec(&mut self, ty: &Type<'a>) -> CompileResult<TypeSpec> {
        let mut forced = false;
        self.type_spec_ex(ty, false, &mut forced)
    }

    /// `forced` says that null was added only because `force_null` asked for it.
    pub(crate) fn type_spec_ex(&mut self, ty: &Type<'a>, force_null: bool, forced: &mut bool) -> CompileResult<TypeSpec> {
        let (inner, nullable) = match ty.kind {
            TypeKind::Nullable(inner) => (inner, true),
            _ => (ty, false),
        };
        let (mut mask, classes) = match inner.kind {
            TypeKind::Union(types) => self.union(types)?,
            TypeKind::Intersection(types) => (TypeMask::default(), vec![self.intersection(types)?]),
            TypeKind::Name(name) => self.single(&name)?,
            TypeKind::Nullable(inner) => self.single_of(inner)?,
        };
        if mask == TypeMask::MIXED && nullable {
            return self.fail("Type mixed cannot be marked as nullable since mixed already includes null");
        }
        if mask.has(TypeMask::NULL) && nullable {
            return self.fail("null cannot be marked as nullable");
        }
        if force_null && !nullable && !mask.has(TypeMask::NULL) {
            *forced = true;
        }
        if nullable || force_null {
            mask = mask.with(TypeMask::NULL);
        }
        let alone = |bit: TypeMask| mask.any(bit) && (!classes.is_empty() || mask != bit);
        if alone(TypeMask::VOID) {
            return self.fail("Void can only be used as a standalone type");
        }
        if alone(TypeMask::NEVER) {
            return self.fail("never can only be used as a standalone type");
        }
        Ok(spec(mask, classes))
    }

    fn single_of(&mut self, ty: &Type<'a>) -> CompileResult<(TypeMask, Vec<Vec<Box<[u8]>>>)> {
        match ty.kind {
            TypeKind::Name(name) => self.single(&name),
            _ => {
                let t = self.type_spec(ty)?;
                Ok((t.mask, t.classes))
            }
        }
    }

    fn single(&mut self, name: &Name<'a>) -> CompileResult<(TypeMask, Vec<Vec<Box<[u8]>>>)> {
        let lc = lower(name.text);
        let keyword = match (&*lc, name.kind) {
            (b"array", NameKind::Unqualified) => Some(TypeMask::ARRAY),
            (b"callable", NameKind::Unqualified) => Some(TypeMask::CALLABLE),
            (b"static", NameKind::Unqualified) => {
                if self.class.is_none() && self.scope_known() {
                    return self.fail("Cannot use \"static\" when no class scope is active");
                }
                Some(TypeMask::STATIC)
            }
            _ => None,
        };
        if let Some(mask) = keyword {
            return Ok((mask, Vec::new()));
        }
        if let Some(mask) = builtin(&lc) {
            if matches!(name.kind, NameKind::FullyQualified | NameKind::Relative) {
                return self.fail(format!("Type declaration '{}' must be unqualified", text(&lc)));
            }
            if mask == TypeMask::ITERABLE {
                // An alias; the bit stays for reflection.
                return Ok((mask.with(TypeMask::ARRAY), vec![vec![b"Traversable".as_slice().into()]]));
            }
            return Ok((mask, Vec::new()));
        }
        let class = match relative_class_of(name) {
            Some(RelativeClass::Static) => Cow::Borrowed(name.text),
            Some(s) => {
                self.check_relative_class(s)?;
                Cow::Borrowed(name.text)
            }
            None => {
                let resolved = self.class_name(name)?;
                if is_reserved_class(&resolved) {
                    return self.fail(format!("Cannot use \"{}\" as a type name as it is reserved", text(&resolved)));
                }
                if &*resolved == b"_" {
                    self.note(Level::Deprecated, "Using \"_\" as a type name is deprecated since 8.4");
                }
                resolved
            }
        };
        if name.kind == NameKind::Unqualified {
            self.confusable(name.text, &class);
        }
        Ok((TypeMask::default(), vec![vec![class.into()]]))
    }

    fn confusable(&mut self, written: &[u8], resolved: &[u8]) {
        let correct = match written {
            b"boolean" => Some("bool"),
            b"integer" => Some("int"),
            b"double" => Some("float"),
            b"resource" => None,
            _ => return,
        };
        if self.names.classes.get(written).is_some() {
            return;
        }
        let extra = if self.names.namespace.is_some() { " or import the class with \"use\"" } else { "" };
        let (written, resolved) = (text(written), text(resolved));
        let message = match correct {
            Some(correct) => format!(
                "\"{written}\" will be interpreted as a class name. Did you mean \"{correct}\"? \
                 Write \"\\{resolved}\"{extra} to suppress this warning"
            ),
            None => format!(
                "\"{written}\" is not a supported builtin type and will be interpreted as a class name. \
                 Write \"\\{resolved}\"{extra} to suppress this warning"
            ),
        };
        self.note(Level::CompileWarning, message);
    }

    fn union(&mut self, types: &'a [Type<'a>]) -> CompileResult<(TypeMask, Vec<Vec<Box<[u8]>>>)> {
        let mut mask = TypeMask::default();
        let mut classes: Vec<Vec<Box<[u8]>>> = Vec::new();
        let mut only_iterable = true;
        for ty in types {
            if let TypeKind::Intersection(parts) = ty.kind {
                only_iterable = false;
                let group = self.intersection(parts)?;
                for other in &classes {
                    self.redundant(&group, other)?;
                }
                classes.push(group);
                continue;
            }
            let (m, c) = self.single_of(ty)?;
            if m == TypeMask::MIXED {
                return self.fail("Type mixed can only be used as a standalone type");
            }
            self.union_overlap(mask, m)?;
            if (mask.has(TypeMask::TRUE) && m == TypeMask::FALSE) || (mask.has(TypeMask::FALSE) && m == TypeMask::TRUE) {
                return self.fail("Type contains both true and false, bool must be used instead");
            }
            mask = mask.with(m);
            only_iterable &= c.is_empty() || m.has(TypeMask::ITERABLE);
            for group in c {
                for other in &classes {
                    self.redundant_single(&group, other)?;
                }
                classes.push(group);
            }
        }
        if mask.has(TypeMask::OBJECT) && ((!only_iterable && !classes.is_empty()) || mask.has(TypeMask::STATIC)) {
            let t = type_text(mask, &classes);
            return self.fail(format!("Type {} contains both object and a class type, which is redundant", text(&t)));
        }
        Ok((mask, classes))
    }

    fn union_overlap(&self, mask: TypeMask, m: TypeMask) -> CompileResult<()> {
        let overlap = TypeMask(mask.0 & m.0).without(TypeMask::ITERABLE);
        if overlap.is_empty() {
            return Ok(());
        }
        self.fail(format!("Duplicate type {} is redundant", text(&type_text(overlap, &[]))))
    }

    fn redundant_single(&self, group: &[Box<[u8]>], other: &[Box<[u8]>]) -> CompileResult<()> {
        let [class] = group else { return Ok(()) };
        if let [single] = other {
            if single.eq_ignore_ascii_case(class) {
                return self.fail(format!("Duplicate type {} is redundant", text(class)));
            }
        } else if other.iter().any(|c| c.eq_ignore_ascii_case(class)) {
            let whole = type_text(TypeMask::default(), &[other.to_vec()]);
            return self.fail(format!("Type {} is redundant as it is more restrictive than type {}", text(&whole), text(class)));
        }
        Ok(())
    }

    fn redundant(&self, group: &[Box<[u8]>], other: &[Box<[u8]>]) -> CompileResult<()> {
        if other.len() == 1 {
            return self.redundant_single(other, group);
        }
        let (small, large, flipped) = if other.len() < group.len() { (other, group, true) } else { (group, other, false) };
        let all = small.iter().all(|a| large.iter().any(|b| a.eq_ignore_ascii_case(b)));
        if !all {
            return Ok(());
        }
        let _ = flipped;
        let (s, l) = (type_text(TypeMask::default(), &[small.to_vec()]), type_text(TypeMask::default(), &[large.to_vec()]));
        if small.len() == large.len() {
            return self.fail(format!("Type {} is redundant with type {}", text(&s), text(&l)));
        }
        self.fail(format!("Type {} is redundant as it is more restrictive than type {}", text(&l), text(&s)))
    }

    fn intersection(&mut self, types: &'a [Type<'a>]) -> CompileResult<Vec<Box<[u8]>>> {
        let mut out: Vec<Box<[u8]>> = Vec::new();
        for ty in types {
            let (mask, mut classes) = self.single_of(ty)?;
            if mask.has(TypeMask::ITERABLE) {
                classes.clear();
            }
            let Some(class) = classes.pop().and_then(|mut group| group.pop()) else {
                let name = if mask.has(TypeMask::ITERABLE) { b"Traversable|array".as_slice().into() } else { type_text(mask, &[]) };
                return self.fail(format!("Type {} cannot be part of an intersection type", text(&name)));
            };
            if class.eq_ignore_ascii_case(b"self") || class.eq_ignore_ascii_case(b"parent") {
                return self.fail(format!("Type {} cannot be part of an intersection type", text(&class)));
            }
            if out.iter().any(|c| c.eq_ignore_ascii_case(&class)) {
                return self.fail(format!("Duplicate type {} is redundant", text(&class)));
            }
            out.push(class);
        }
        Ok(out)
    }
}
