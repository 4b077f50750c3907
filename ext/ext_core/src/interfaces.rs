//! Interfaces of the language: who may implement them.

use loxo_runtime::{ClassFlags, InheritingClass, ObjectHandlers};

fn checked(on_inherit: fn(&InheritingClass<'_>) -> Result<Option<String>, String>) -> ObjectHandlers {
    ObjectHandlers { on_inherit: Some(on_inherit), ..ObjectHandlers::default() }
}

pub(crate) fn traversable() -> ObjectHandlers {
    checked(|heir| {
        // Abstract classes may leave the choice to their children; builtin ones iterate in ways of their own.
        if heir.flags.any(ClassFlags::ABSTRACT.with(ClassFlags::INTERFACE))
            || heir.parent.is_some_and(|parent| parent.object_handlers.iterate.is_some())
            || heir.implements("Iterator")
            || heir.implements("IteratorAggregate")
        {
            return Ok(None);
        }
        let (kind, name) = (heir.kind(), heir.display_name());
        Err(format!("{kind} {name} must implement interface Traversable as part of either Iterator or IteratorAggregate"))
    })
}

fn not_both(heir: &InheritingClass<'_>) -> Result<Option<String>, String> {
    if heir.implements("Iterator") && heir.implements("IteratorAggregate") {
        return Err(format!("Class {} cannot implement both Iterator and IteratorAggregate at the same time", heir.display_name()));
    }
    Ok(None)
}

pub(crate) fn iterator() -> ObjectHandlers {
    checked(not_both)
}

pub(crate) fn iterator_aggregate() -> ObjectHandlers {
    checked(not_both)
}

pub(crate) fn serializable() -> ObjectHandlers {
    checked(|heir| {
        let new = heir.has_method("__serialize") && heir.has_method("__unserialize");
        let old = !new && !heir.flags.any(ClassFlags::INTERFACE.with(ClassFlags::ABSTRACT));
        Ok(old.then(|| {
            let name = heir.display_name();
            format!(
                "{name} implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead \
                 (or in addition, if support for old PHP versions is necessary)"
            )
        }))
    })
}

fn only_enums(heir: &InheritingClass<'_>, interface: &str) -> Result<Option<String>, String> {
    match heir.is_enum() || heir.is_interface() {
        true => Ok(None),
        false => Err(format!("Non-enum class {} cannot implement interface {interface}", heir.display_name())),
    }
}

pub(crate) fn unit_enum() -> ObjectHandlers {
    checked(|heir| only_enums(heir, "UnitEnum"))
}

pub(crate) fn backed_enum() -> ObjectHandlers {
    checked(|heir| {
        only_enums(heir, "BackedEnum")?;
        match heir.is_enum() && !heir.is_backed {
            true => Err(format!("Non-backed enum {} cannot implement interface BackedEnum", heir.display_name())),
            false => Ok(None),
        }
    })
}
