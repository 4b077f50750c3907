//! Interfaces of the language: who may implement them.

use loxo_runtime::{Behaviour, Class};

/// What a class is called at the start of a message.
pub(crate) fn kind(class: &Class) -> &'static str {
    match class.kind_name() {
        "interface" => "Interface",
        "trait" => "Trait",
        "enum" => "Enum",
        _ => "Class",
    }
}

pub(crate) fn shown(class: &Class) -> String {
    String::from_utf8_lossy(loxo_runtime::convert::class_name(class)).into_owned()
}

fn checked(on_inherit: fn(&Class) -> Result<Option<String>, String>) -> Behaviour {
    Behaviour { on_inherit: Some(on_inherit), ..Behaviour::default() }
}

fn implements(class: &Class, name: &str) -> bool {
    class.interfaces.iter().any(|interface| interface.name.as_bytes() == name.as_bytes())
}

pub(crate) fn traversable() -> Behaviour {
    checked(|class| {
        // Abstract classes may leave the choice to their children; builtin ones iterate in ways of their own.
        if class.is_interface()
            || class.is_abstract
            || class.behaviour.iterate.is_some()
            || implements(class, "Iterator")
            || implements(class, "IteratorAggregate")
        {
            return Ok(None);
        }
        let (kind, name) = (kind(class), shown(class));
        Err(format!("{kind} {name} must implement interface Traversable as part of either Iterator or IteratorAggregate"))
    })
}

fn not_both(class: &Class) -> Result<Option<String>, String> {
    if implements(class, "Iterator") && implements(class, "IteratorAggregate") {
        return Err(format!("Class {} cannot implement both Iterator and IteratorAggregate at the same time", shown(class)));
    }
    Ok(None)
}

pub(crate) fn iterator() -> Behaviour {
    checked(not_both)
}

pub(crate) fn iterator_aggregate() -> Behaviour {
    checked(not_both)
}

pub(crate) fn serializable() -> Behaviour {
    checked(|class| {
        if class.is_enum() {
            return Err(format!("Enum {} cannot implement the Serializable interface", shown(class)));
        }
        let old = !class.is_interface() && !class.is_abstract && (class.magic.serialize.is_none() || class.magic.unserialize.is_none());
        Ok(old.then(|| {
            let name = shown(class);
            format!(
                "{name} implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead \
                 (or in addition, if support for old PHP versions is necessary)"
            )
        }))
    })
}

fn only_enums(class: &Class, interface: &str) -> Result<Option<String>, String> {
    match class.is_enum() || class.is_interface() {
        true => Ok(None),
        false => Err(format!("Non-enum class {} cannot implement interface {interface}", shown(class))),
    }
}

pub(crate) fn unit_enum() -> Behaviour {
    checked(|class| only_enums(class, "UnitEnum"))
}

pub(crate) fn backed_enum() -> Behaviour {
    checked(|class| {
        only_enums(class, "BackedEnum")?;
        match class.is_enum() && class.backing.is_none() {
            true => Err(format!("Non-backed enum {} cannot implement interface BackedEnum", shown(class))),
            false => Ok(None),
        }
    })
}
