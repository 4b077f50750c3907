//! Checks of the class as a whole: abstract methods, enums, `#[Override]`, magic methods, hook types.

use loxo_bytecode::{ClassFlags, FnFlags, TypeMask};

use super::Linker;
use super::draft::{Check, Method, fault, plain_fault};
use super::subtype::Status;
use super::traits::abstract_hooks;
use crate::display::name_text;

/// Messages name at most this many abstract methods.
const SHOWN_ABSTRACT: usize = 3;

impl Linker<'_> {
    /// A class that may be instantiated must have no abstract methods; an abstract one no private abstract ones.
    pub fn verify_abstract(&mut self) -> Check {
        let explicit = self.flags.has(ClassFlags::ABSTRACT);
        if self.is_interface() || self.is_trait() || !(explicit || self.implicit_abstract) {
            return Ok(());
        }
        let mut missing: Vec<&Method> = self.methods.values().filter(|m| m.is_abstract() && (!explicit || m.is_private())).collect();
        if !explicit {
            missing.extend(self.props.values().flat_map(abstract_hooks));
        }
        if missing.is_empty() {
            self.implicit_abstract = false;
            return Ok(());
        }
        let mut names: Vec<String> = missing
            .iter()
            .take(SHOWN_ABSTRACT)
            .map(|m| format!("{}::{}", name_text(&m.scope), String::from_utf8_lossy(m.name.as_bytes())))
            .collect();
        if missing.len() > SHOWN_ABSTRACT {
            names.push("...".into());
        }
        let (kind, name, count) = (self.kind_name_uc(), name_text(&self.name), missing.len());
        let (plural, names) = (if count > 1 { "s" } else { "" }, names.join(", "));
        if !explicit && !self.flags.has(ClassFlags::ENUM) {
            return plain_fault(format!(
                "{kind} {name} contains {count} abstract method{plural} and must therefore be declared abstract or implement the \
                 remaining methods ({names})"
            ));
        }
        plain_fault(format!("{kind} {name} must implement {count} abstract private method{plural} ({names})"))
    }

    pub fn verify_enum(&self) -> Check {
        if !self.flags.has(ClassFlags::ENUM) {
            return Ok(());
        }
        let name = name_text(&self.name);
        for prop in self.props.keys() {
            let known = prop.as_bytes() == b"name" || (self.backing.is_some() && prop.as_bytes() == b"value");
            if !known {
                return fault(format!("Enum {name} cannot include properties"));
            }
        }
        const FORBIDDEN: [&str; 14] = [
            "__construct",
            "__destruct",
            "__clone",
            "__get",
            "__set",
            "__unset",
            "__isset",
            "__toString",
            "__debugInfo",
            "__serialize",
            "__unserialize",
            "__sleep",
            "__wakeup",
            "__set_state",
        ];
        for magic in FORBIDDEN {
            if self.methods.contains_key(magic.to_ascii_lowercase().as_bytes()) {
                return fault(format!("Enum {name} cannot include magic method {magic}"));
            }
        }
        if self.interfaces.iter().any(|i| i.name.as_bytes() == b"Serializable") {
            return fault(format!("Enum {name} cannot implement the Serializable interface"));
        }
        Ok(())
    }

    /// `#[Override]` on what overrides nothing.
    pub fn verify_overrides(&self) -> Check {
        if self.is_trait() {
            return Ok(());
        }
        let hooks = self.props.values().flat_map(|prop| [&prop.get, &prop.set]).flatten();
        for method in self.methods.values().chain(hooks) {
            if method.is_own() && method.flags.has(FnFlags::OVERRIDE) {
                let message = format!(
                    "{}::{}() has #[\\Override] attribute, but no matching parent method exists",
                    name_text(&method.scope),
                    String::from_utf8_lossy(method.name.as_bytes())
                );
                return self.fault_at(method, message);
            }
        }
        Ok(())
    }

    /// A set hook must accept what the property accepts.
    pub fn verify_hook_types(&mut self) -> Check {
        let mut waiting = Vec::new();
        for (name, prop) in self.props.iter().filter(|(_, prop)| prop.home.is_own()) {
            match self.hook_type_status(prop) {
                Status::Yes => {}
                Status::Unresolved => waiting.push(*name),
                _ => return self.hook_type_fault(prop),
            }
        }
        self.waiting_hooks = waiting;
        Ok(())
    }

    pub fn hook_type_status(&self, prop: &super::draft::Prop) -> Status {
        let Some(set) = prop.set.as_ref().filter(|set| set.is_own()) else { return Status::Yes };
        let accepted = set.params.first().and_then(|param| param.ty.as_ref());
        match (accepted, &prop.ty) {
            (None, _) => Status::Yes,
            (Some(_), None) => Status::No,
            (Some(accepted), Some(ty)) => self.universe().covariant(prop.home.entity(), ty, accepted),
        }
    }

    pub fn hook_type_fault(&self, prop: &super::draft::Prop) -> Check {
        let param = prop.set.as_ref().and_then(|set| set.params.first());
        fault(format!(
            "Type of parameter ${} of hook {}::${}::set must be compatible with property type",
            param.map_or_else(String::new, |param| String::from_utf8_lossy(param.name.as_bytes()).into_owned()),
            name_text(&self.name),
            String::from_utf8_lossy(prop.name.as_bytes())
        ))
    }

    /// Signatures of the own magic methods.
    pub fn verify_magic(&mut self) -> Check {
        for (key, method) in &self.methods {
            let key = key.as_bytes();
            if !key.starts_with(b"__") {
                continue;
            }
            let Some(rule) = MAGIC.iter().find(|rule| rule.name.as_bytes() == key) else { continue };
            self.verify_magic_method(rule, method)?;
        }
        Ok(())
    }

    fn verify_magic_method(&self, rule: &MagicRule, method: &Method) -> Check {
        let (class, name) = (name_text(&self.name), String::from_utf8_lossy(method.name.as_bytes()));
        let plain = method.params.iter().filter(|param| !param.variadic).count();
        if let Some(count) = rule.args {
            if plain != count {
                return self.fault_at(
                    method,
                    match count {
                        0 => format!("Method {class}::{name}() cannot take arguments"),
                        1 => format!("Method {class}::{name}() must take exactly 1 argument"),
                        _ => format!("Method {class}::{name}() must take exactly {count} arguments"),
                    },
                );
            }
            if method.params.iter().take(count).any(|param| param.by_ref) {
                return self.fault_at(method, format!("Method {class}::{name}() cannot take arguments by reference"));
            }
        }
        if method.is_static() && !rule.is_static {
            return self.fault_at(method, format!("Method {class}::{name}() cannot be static"));
        }
        if !method.is_static() && rule.is_static {
            return self.fault_at(method, format!("Method {class}::{name}() must be static"));
        }
        for (index, (word, mask)) in rule.types.iter().enumerate() {
            let Some(param) = method.params.get(index) else { continue };
            if param.ty.as_ref().is_some_and(|ty| !ty.spec.mask.any(*mask)) {
                let message = format!(
                    "{class}::{name}(): Parameter #{} (${}) must be of type {word} when declared",
                    index + 1,
                    String::from_utf8_lossy(param.name.as_bytes())
                );
                return self.fault_at(method, message);
            }
        }
        self.verify_magic_return(rule, method)
    }

    fn verify_magic_return(&self, rule: &MagicRule, method: &Method) -> Check {
        let Some(ret) = &method.ret else { return Ok(()) };
        let (class, name) = (name_text(&self.name), String::from_utf8_lossy(method.name.as_bytes()));
        match rule.returns {
            Returns::Any => Ok(()),
            Returns::Undeclared => self.fault_at(method, format!("Method {class}::{name}() cannot declare a return type")),
            Returns::Type(word, mask) => {
                let never = ret.spec.mask.any(TypeMask::NEVER);
                let extra = ret.spec.mask.without(mask).without(TypeMask::STATIC);
                let complex = !ret.spec.classes.is_empty() || ret.spec.mask.any(TypeMask::STATIC);
                if never || (extra.is_empty() && (!complex || mask == TypeMask::OBJECT)) {
                    return Ok(());
                }
                self.fault_at(method, format!("{class}::{name}(): Return type must be {word} when declared"))
            }
        }
    }
}

enum Returns {
    Any,
    Undeclared,
    Type(&'static str, TypeMask),
}

struct MagicRule {
    name: &'static str,
    args: Option<usize>,
    is_static: bool,
    types: &'static [(&'static str, TypeMask)],
    returns: Returns,
}

const STRING: (&str, TypeMask) = ("string", TypeMask::STRING);
const ARRAY: (&str, TypeMask) = ("array", TypeMask::ARRAY);
const VOID: Returns = Returns::Type("void", TypeMask::VOID);
const TO_ARRAY: Returns = Returns::Type("array", TypeMask::ARRAY);

const fn rule(name: &'static str, args: Option<usize>, types: &'static [(&'static str, TypeMask)], returns: Returns) -> MagicRule {
    MagicRule { name, args, is_static: false, types, returns }
}

static MAGIC: [MagicRule; 17] = [
    rule("__construct", None, &[], Returns::Undeclared),
    rule("__destruct", Some(0), &[], Returns::Undeclared),
    rule("__clone", Some(0), &[], VOID),
    rule("__get", Some(1), &[STRING], Returns::Any),
    rule("__set", Some(2), &[STRING], VOID),
    rule("__unset", Some(1), &[STRING], VOID),
    rule("__isset", Some(1), &[STRING], Returns::Type("bool", TypeMask::BOOL)),
    rule("__call", Some(2), &[STRING, ARRAY], Returns::Any),
    MagicRule { is_static: true, ..rule("__callstatic", Some(2), &[STRING, ARRAY], Returns::Any) },
    rule("__tostring", Some(0), &[], Returns::Type("string", TypeMask::STRING)),
    rule("__debuginfo", Some(0), &[], Returns::Type("?array", TypeMask(TypeMask::ARRAY.0 | TypeMask::NULL.0))),
    rule("__serialize", Some(0), &[], TO_ARRAY),
    rule("__unserialize", Some(1), &[ARRAY], VOID),
    MagicRule { is_static: true, ..rule("__set_state", Some(1), &[ARRAY], Returns::Type("object", TypeMask::OBJECT)) },
    rule("__invoke", None, &[], Returns::Any),
    rule("__sleep", Some(0), &[], TO_ARRAY),
    rule("__wakeup", Some(0), &[], VOID),
];
