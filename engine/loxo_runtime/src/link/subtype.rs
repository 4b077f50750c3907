//! Which declared types may stand in for which: `A extends B` promises that they do.

use loxo_bytecode::{TypeMask, TypeSpec};
use std::cell::RefCell;

use super::PendingClass;
use crate::{Class, ClassId, Cx, Type, TypeSpecResolved};

/// The answer to "may it stand in?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Yes,
    No,
    /// A tentative return type of a builtin is not respected.
    Tentative,
    /// Depends on classes that are not loaded.
    Unresolved,
}

/// A class as type checks see it: linked, or the one that is being linked.
#[derive(Clone, Copy)]
pub(super) enum Entity {
    Linked(&'static Class),
    /// The class that is being linked.
    Draft,
    /// A class whose linking has begun (and waits for this one, perhaps): what its declaration says is known.
    PendingClass(ClassId),
}

/// The classes that type checks can see, and what they asked for.
pub(super) struct TypeEnv<'a> {
    pub cx: &'a Cx,
    /// The class that is being linked.
    pub id: ClassId,
    pub parent: Option<&'static Class>,
    /// All its interfaces.
    pub interfaces: &'a [&'static Class],
    pub asked: &'a RefCell<LinkDependencies>,
}

/// Classes that the outcome of a link depended on.
#[derive(Default)]
pub(super) struct LinkDependencies {
    pub found: Vec<&'static Class>,
    pub missing: Vec<ClassId>,
    /// Classes that are not linked yet, whose declarations played a part: with what those say of their ancestors.
    pub pending: Vec<(ClassId, Vec<ClassId>)>,
}

impl LinkDependencies {
    fn found(&mut self, class: &'static Class) {
        if !self.found.iter().any(|known| known.same(class)) {
            self.found.push(class);
        }
    }

    fn pending(&mut self, class: &PendingClass) {
        if !self.pending.iter().any(|(known, _)| *known == class.id) {
            self.pending.push((class.id, class.ancestors.to_vec()));
        }
    }

    fn missing(&mut self, id: ClassId) {
        if !self.missing.contains(&id) {
            self.missing.push(id);
        }
    }
}

/// Builtin part and class part of a type, with `iterable` spelled out.
struct Parts<'t> {
    mask: TypeMask,
    groups: Vec<&'t [ClassId]>,
}

impl TypeEnv<'_> {
    fn find(&self, id: ClassId) -> Option<Entity> {
        if id == self.id {
            return Some(Entity::Draft);
        }
        let Some(class) = self.cx.class_by_id(id) else {
            let pending = self.cx.linking.iter().find(|pending| pending.id == id)?;
            pending.trusted.set(true);
            self.asked.borrow_mut().pending(pending);
            return Some(Entity::PendingClass(id));
        };
        // Builtins are the same in every request.
        if class.builtin.is_none() {
            self.asked.borrow_mut().found(class);
        }
        Some(Entity::Linked(class))
    }

    fn instance_of(&self, child: Entity, ancestor: Entity) -> bool {
        match (child, ancestor) {
            (Entity::Draft, Entity::Draft) => true,
            (Entity::Linked(_), Entity::Draft | Entity::PendingClass(_)) | (Entity::Draft, Entity::PendingClass(_)) => false,
            (Entity::PendingClass(child), ancestor) => self.nearly_instance_of(child, ancestor, 0),
            (Entity::Linked(child), Entity::Linked(ancestor)) => child.is_subclass_of(ancestor),
            (Entity::Draft, Entity::Linked(ancestor)) => {
                self.parent.is_some_and(|parent| parent.is_subclass_of(ancestor)) || self.interfaces.iter().any(|i| i.same(ancestor))
            }
        }
    }

    /// By the declarations of classes that are not linked yet. A cycle of these ends in an error elsewhere.
    fn nearly_instance_of(&self, child: ClassId, ancestor: Entity, depth: u32) -> bool {
        let wanted = match ancestor {
            Entity::Draft => self.id,
            Entity::PendingClass(id) => id,
            Entity::Linked(class) => class.id,
        };
        if child == wanted {
            return true;
        }
        let Some(nearly) = self.cx.linking.iter().find(|nearly| nearly.id == child).filter(|_| depth < 64) else { return false };
        nearly.ancestors.iter().any(|&id| {
            id == wanted
                || match self.find(id) {
                    Some(Entity::PendingClass(id)) => self.nearly_instance_of(id, ancestor, depth + 1),
                    Some(entity) => self.instance_of(entity, ancestor),
                    None => false,
                }
        })
    }

    /// May a value of type `child` (written in `scope`) be used where `parent` is expected?
    pub fn covariant(&self, scope: Entity, child: &Type, parent: &Type) -> Status {
        let traversable = [ClassId::of(b"Traversable")];
        let (child_parts, parent_parts) = (parts(child, &traversable), parts(parent, &traversable));
        if parent_parts.mask == TypeMask::MIXED && !child_parts.mask.any(TypeMask::VOID) {
            return Status::Yes;
        }
        let mut added = child_parts.mask.without(parent_parts.mask);
        if added.any(TypeMask::STATIC) && self.permits(&parent_parts, scope) {
            added = added.without(TypeMask::STATIC);
        }
        if added == TypeMask::NEVER {
            return Status::Yes;
        }
        if !added.is_empty() {
            return Status::No;
        }
        let mut unresolved = false;
        for group in &child_parts.groups {
            match self.group_in(group, &parent_parts) {
                Status::Unresolved => unresolved = true,
                Status::Yes => {}
                other => return other,
            }
        }
        if unresolved {
            self.note_missing(child);
            self.note_missing(parent);
            return Status::Unresolved;
        }
        Status::Yes
    }

    /// Is the class `scope` among what the type accepts, so that `static` may replace it?
    fn permits(&self, parent: &Parts<'_>, scope: Entity) -> bool {
        parent.mask.any(TypeMask::OBJECT)
            || parent
                .groups
                .iter()
                .flat_map(|group| group.iter())
                .any(|&id| self.find(id).is_some_and(|class| self.instance_of(scope, class)))
    }

    /// An intersection (or a single class) against a whole type.
    fn group_in(&self, group: &[ClassId], parent: &Parts<'_>) -> Status {
        let mut unresolved = false;
        if parent.mask.any(TypeMask::OBJECT) {
            if group.iter().any(|&id| self.find(id).is_some()) {
                return Status::Yes;
            }
            unresolved = true;
        }
        for alternative in &parent.groups {
            match self.group_in_group(group, alternative) {
                Status::Yes => return Status::Yes,
                Status::Unresolved => unresolved = true,
                _ => {}
            }
        }
        if unresolved { Status::Unresolved } else { Status::No }
    }

    /// Every class of `parent` must be promised by some class of `child`.
    fn group_in_group(&self, child: &[ClassId], parent: &[ClassId]) -> Status {
        let mut all = Status::Yes;
        for &wanted in parent {
            match self.promised(child, wanted) {
                Status::Yes => {}
                Status::Unresolved => all = Status::Unresolved,
                other => return other,
            }
        }
        all
    }

    fn promised(&self, child: &[ClassId], wanted: ClassId) -> Status {
        if child.contains(&wanted) {
            return Status::Yes;
        }
        let mut unresolved = false;
        for &id in child {
            match (self.find(id), self.find(wanted)) {
                (Some(class), Some(wanted)) if self.instance_of(class, wanted) => return Status::Yes,
                (Some(_), Some(_)) => {}
                _ => unresolved = true,
            }
        }
        if unresolved { Status::Unresolved } else { Status::No }
    }

    fn note_missing(&self, ty: &TypeSpecResolved) {
        for &id in ty.ids.iter().flatten() {
            if id != self.id && self.cx.class_by_id(id).is_none() {
                self.asked.borrow_mut().missing(id);
            }
        }
    }
}

fn parts<'t>(ty: &'t TypeSpecResolved, traversable: &'t [ClassId]) -> Parts<'t> {
    let mut mask = ty.spec.mask;
    let mut groups: Vec<&[ClassId]> = ty.ids.iter().map(Vec::as_slice).collect();
    if mask.has(TypeMask::ITERABLE) {
        mask = mask.without(TypeMask::ITERABLE).with(TypeMask::ARRAY);
        groups.push(traversable);
    }
    Parts { mask, groups }
}

/// The same type, letter for letter (cheap test before the real one).
pub(super) fn identical(a: &Type, b: &Type) -> bool {
    std::sync::Arc::ptr_eq(a, b) || (a.spec.mask == b.spec.mask && a.ids == b.ids)
}

/// Replaces `self` and `parent` by the names they stand for in a class.
pub(super) fn resolve(ty: &Type, own: &[u8], parent: Option<&[u8]>) -> Type {
    let relative = |name: &[u8]| name.eq_ignore_ascii_case(b"self") || (parent.is_some() && name.eq_ignore_ascii_case(b"parent"));
    if !ty.spec.classes.iter().flatten().any(|name| relative(name)) {
        return ty.clone();
    }
    let replace = |name: &[u8]| -> Box<[u8]> {
        match parent {
            _ if name.eq_ignore_ascii_case(b"self") => own.into(),
            Some(parent) if name.eq_ignore_ascii_case(b"parent") => parent.into(),
            _ => name.into(),
        }
    };
    let classes = ty.spec.classes.iter().map(|group| group.iter().map(|name| replace(name)).collect()).collect();
    let spec = TypeSpec { mask: ty.spec.mask, classes, text: replace_words(&ty.spec.text, replace) };
    TypeSpecResolved::with_written(spec, Some(ty.spec.text.clone()))
}

/// The same for a function that gets `class` as its scope while it runs (closures).
pub fn resolve_in(ty: &Type, class: &Class) -> Type {
    if class.is_trait() { ty.clone() } else { resolve(ty, class.name.as_bytes(), class.parent.map(|p| p.name.as_bytes())) }
}

/// The text of a type for messages: `static` is `called`, and anonymous classes show no more than their kind.
pub fn shown_type(ty: &Type, called: Option<&Class>) -> Box<[u8]> {
    replace_words(&ty.spec.text, |name| match called {
        Some(class) if name == b"static" => crate::display::class_name(class).into(),
        _ => crate::display::shown_name(name).into(),
    })
}

/// Maps every name in the text of a type, leaving `?|&()` alone.
fn replace_words(text: &[u8], replace: impl Fn(&[u8]) -> Box<[u8]>) -> Box<[u8]> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut start = 0;
    for (i, byte) in text.iter().enumerate() {
        if b"?|&()".contains(byte) {
            out.extend_from_slice(&replace(&text[start..i]));
            out.push(*byte);
            start = i + 1;
        }
    }
    out.extend_from_slice(&replace(&text[start..]));
    out.into()
}
