//! Which property a name means, seen from a scope.

use loxo_bytecode::MemberFlags;

use crate::display::{class_text, member_text};
use crate::{Class, Cx, Property, Thrown};

/// What a property name means for objects of a class, seen from a scope. Depends on nothing else, so it may be cached.
#[derive(Clone, Copy)]
pub enum PropLookup {
    /// A declared property with storage and without hooks.
    Slot(&'static Property),
    /// A declared property with hooks, or one of a builtin class that has no storage either.
    Hooked(&'static Property),
    /// Not declared, or private to somebody else's parent.
    Dynamic,
    /// Declared, but not accessible.
    Denied(&'static Property),
    /// Declared static: a notice, then as if it were not declared.
    Static(&'static Property),
    /// The name begins with a NUL byte.
    BadName,
}

impl Property {
    /// Anybody who may read it may write it, and any value will do: its slot can be used directly.
    pub fn is_plain(&self) -> bool {
        self.ty.is_none() && self.is_simple()
    }

    /// As [`Property::is_plain`], but for the type, which written values must be coerced to.
    pub fn is_simple(&self) -> bool {
        !self.is_static() && !self.has_hooks() && !self.is_virtual() && !self.is_readonly() && !self.restricts_set()
    }

    /// Static, and written by whoever reads it.
    pub fn is_plain_static(&self) -> bool {
        self.is_static() && !self.restricts_set()
    }

    /// May code in `scope` write it, as far as asymmetric visibility is concerned?
    pub fn allows_set(&self, scope: Option<&'static Class>) -> bool {
        if !self.restricts_set() || scope.is_some_and(|scope| scope.same(self.class)) {
            return true;
        }
        self.flags.has(MemberFlags::PROTECTED_SET) && protected_reaches(self.root, scope)
    }
}

/// Protected members of `class` can be used in `scope`: one derives from the other.
pub fn protected_reaches(class: &'static Class, scope: Option<&'static Class>) -> bool {
    scope.is_some_and(|scope| class.same(scope) || class.derives_from(scope) || scope.derives_from(class))
}

/// Looks a property up.
pub fn lookup_prop(class: &'static Class, name: &[u8], scope: Option<&'static Class>) -> PropLookup {
    let Some(property) = class.properties.get(name) else {
        return match parent_private(class, name, scope) {
            Some(private) => found(private),
            None if name.first() == Some(&0) => PropLookup::BadName,
            None => PropLookup::Dynamic,
        };
    };
    let restricted = property.shadows_private || property.is_private() || property.is_protected();
    if !restricted || scope.is_some_and(|scope| scope.same(property.class)) {
        return found(property);
    }
    if property.shadows_private
        && let Some(private) = parent_private(class, name, scope)
        && (!private.is_static() || property.is_static())
    {
        return found(private);
    }
    if property.is_private() || (property.is_protected() && !protected_reaches(property.root, scope)) {
        return PropLookup::Denied(property);
    }
    found(property)
}

fn found(property: &'static Property) -> PropLookup {
    if property.is_static() {
        PropLookup::Static(property)
    } else if property.has_hooks() || property.is_virtual() {
        PropLookup::Hooked(property)
    } else {
        PropLookup::Slot(property)
    }
}

/// The private property that code of an ancestor means when it works on an object of a child class.
fn parent_private(class: &'static Class, name: &[u8], scope: Option<&'static Class>) -> Option<&'static Property> {
    let scope = scope.filter(|scope| !scope.same(class) && class.derives_from(scope))?;
    scope.properties.get(name).filter(|property| property.is_private() && property.class.same(scope))
}

/// The error for a name that must not be used.
pub(super) fn denied(cx: &mut Cx, class: &'static Class, lookup: PropLookup) -> Option<Thrown> {
    match lookup {
        PropLookup::Denied(property) => Some(denied_property(cx, class, property)),
        PropLookup::BadName => Some(cx.throw("Error", "Cannot access property starting with \"\\0\"")),
        _ => None,
    }
}

pub(super) fn denied_property(cx: &mut Cx, class: &'static Class, property: &Property) -> Thrown {
    let word = if property.is_private() { "private" } else { "protected" };
    let name = member_text(&property.name);
    cx.throw("Error", format!("Cannot access {word} property {}::${name}", class_text(class)))
}

/// The notice for a static property used like an instance's.
pub(super) fn notice_static(cx: &mut Cx, class: &'static Class, property: &Property) {
    cx.notice(format!("Accessing static property {}::${} as non static", class_text(class), member_text(&property.name)));
}
