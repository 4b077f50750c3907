//! Traits: their methods, constants and properties become the class's own.

use loxo_bytecode::{ClassFlags, FnFlags, MemberFlags, TraitRule};
use loxo_value::IStr;
use rustc_hash::FxHashSet;
use std::sync::Arc;

use super::Linker;
use super::draft::{Check, Constant, HookKind, InitialValue, MemberOwner, Method, Prop, Source, fault};
use super::methods::{Notice, Rules};
use super::properties::Variance;
use super::subtype::{Status, identical};
use crate::display::name_text;
use crate::{Class, ClassConst, ClassId, ErrorLevel, Func, Init, Property};

/// An `as` rule whose trait is known.
struct Alias {
    from: &'static Class,
    method: Vec<u8>,
    modifiers: MemberFlags,
    name: Option<IStr>,
}

/// The rules of a `use` block, resolved.
#[derive(Default)]
struct UseRules {
    /// (trait, method) pairs that `insteadof` excludes.
    excluded: FxHashSet<(u32, Vec<u8>)>,
    aliases: Vec<Alias>,
}

impl Linker<'_> {
    /// Applies all traits of the class.
    pub fn bind_traits(&mut self, rules: &[TraitRule]) -> Check {
        if self.traits.is_empty() {
            return Ok(());
        }
        let rules = self.resolve_rules(rules)?;
        for from in self.traits.clone() {
            for (key, method) in &from.methods {
                self.copy_method(from, *key, method, &rules)?;
            }
        }
        self.adopt_trait_methods();
        for (index, from) in self.traits.clone().into_iter().enumerate() {
            for constant in from.constants.values() {
                self.bind_constant(from, index, constant)?;
            }
        }
        for (index, from) in self.traits.clone().into_iter().enumerate() {
            for property in from.properties.values() {
                self.bind_property(from, index, property)?;
            }
        }
        Ok(())
    }

    fn resolve_rules(&self, rules: &[TraitRule]) -> Check<UseRules> {
        let mut resolved = UseRules::default();
        for rule in rules {
            if let TraitRule::Precedence { class, method, instead_of } = rule {
                self.resolve_precedence(&mut resolved, class, method, instead_of)?;
            }
        }
        for rule in rules {
            if let TraitRule::Alias { class, method, flags, alias } = rule {
                let from = match class {
                    Some(class) => self.named_trait_with(class, method, "An alias was defined")?,
                    None => self.only_trait_with(method, alias.as_deref())?,
                };
                let name = alias.as_ref().map(|name| IStr::new(name));
                resolved.aliases.push(Alias { from, method: method.to_ascii_lowercase(), modifiers: *flags, name });
            }
        }
        Ok(resolved)
    }

    fn resolve_precedence(&self, resolved: &mut UseRules, class: &[u8], method: &[u8], instead_of: &[Box<[u8]>]) -> Check {
        let from = self.named_trait_with(class, method, "A precedence rule was defined")?;
        let shown_method = String::from_utf8_lossy(method);
        for excluded in instead_of {
            let excluded = self.used_trait(excluded)?;
            if !resolved.excluded.insert((excluded.uid, method.to_ascii_lowercase())) {
                return fault(format!(
                    "Failed to evaluate a trait precedence ({shown_method}). Method of trait {} was defined to be excluded multiple times",
                    name_text(&excluded.name)
                ));
            }
            if excluded.same(from) {
                let name = name_text(&from.name);
                return fault(format!(
                    "Inconsistent insteadof definition. The method {shown_method} is to be used from {name}, but {name} is also on the \
                     exclude list"
                ));
            }
        }
        Ok(())
    }

    /// A trait that a rule names; it must be among the used ones.
    fn used_trait(&self, name: &[u8]) -> Check<&'static Class> {
        let Some(class) = ClassId::find(name).and_then(|id| self.cx.class_by_id(id)) else {
            return fault(format!("Could not find trait {}", String::from_utf8_lossy(name)));
        };
        if !class.is_trait() {
            return fault(format!(
                "Class {} is not a trait, Only traits may be used in 'as' and 'insteadof' statements",
                name_text(&class.name)
            ));
        }
        if !self.traits.iter().any(|known| known.same(class)) {
            return fault(format!("Required Trait {} wasn't added to {}", name_text(&class.name), name_text(&self.name)));
        }
        Ok(class)
    }

    fn named_trait_with(&self, class: &[u8], method: &[u8], what: &str) -> Check<&'static Class> {
        let from = self.used_trait(class)?;
        if from.method(&method.to_ascii_lowercase()).is_none() {
            let (name, method) = (name_text(&from.name), String::from_utf8_lossy(method));
            return fault(format!("{what} for {name}::{method} but this method does not exist"));
        }
        Ok(from)
    }

    /// The trait that a rule without a trait's name means.
    fn only_trait_with(&self, method: &[u8], alias: Option<&[u8]>) -> Check<&'static Class> {
        let lower = method.to_ascii_lowercase();
        let shown_method = String::from_utf8_lossy(method);
        let mut having = self.traits.iter().filter(|from| from.method(&lower).is_some());
        match (having.next(), having.next(), alias) {
            (Some(from), None, _) => Ok(from),
            (Some(first), Some(second), _) => {
                let (first, second) = (name_text(&first.name), name_text(&second.name));
                fault(format!(
                    "An alias was defined for method {shown_method}(), which exists in both {first} and {second}. Use \
                     {first}::{shown_method} or {second}::{shown_method} to resolve the ambiguity"
                ))
            }
            (None, _, Some(alias)) => fault(format!(
                "An alias ({}) was defined for method {shown_method}(), but this method does not exist",
                String::from_utf8_lossy(alias)
            )),
            (None, _, None) => {
                fault(format!("The modifiers of the trait method {shown_method}() are changed, but this method does not exist. Error"))
            }
        }
    }

    /// One method of a trait, under its own name and its aliases.
    fn copy_method(&mut self, from: &'static Class, key: IStr, func: &'static Func, rules: &UseRules) -> Check {
        let original = Method::adopted(func, Source::Trait(from), &self.names());
        let applies = |alias: &&Alias| alias.from.same(from) && alias.method == key.as_bytes();
        for alias in rules.aliases.iter().filter(applies) {
            let Some(name) = alias.name else { continue };
            let mut copy = original.clone().with_modifiers(alias.modifiers);
            self.warn_private_final(&original, &copy, name);
            copy.name = name;
            self.add_trait_method(IStr::new(&name.as_bytes().to_ascii_lowercase()), copy)?;
        }
        if rules.excluded.contains(&(from.uid, key.as_bytes().to_vec())) {
            return Ok(());
        }
        let mut copy = original.clone();
        for alias in rules.aliases.iter().filter(applies).filter(|alias| alias.name.is_none()) {
            copy = original.clone().with_modifiers(alias.modifiers);
        }
        self.warn_private_final(&original, &copy, original.name);
        self.add_trait_method(key, copy)
    }

    fn warn_private_final(&mut self, original: &Method, copy: &Method, name: IStr) {
        let both = FnFlags::PRIVATE.with(FnFlags::FINAL);
        if !original.flags.has(FnFlags::FINAL) && copy.flags.has(both) && !name.as_bytes().eq_ignore_ascii_case(b"__construct") {
            let (file, line) = self.place.clone();
            let message = "Private methods cannot be final as they are never overridden by other classes".into();
            self.notices.push(Notice { level: ErrorLevel::CompileWarning, message, file, line, during: String::new() });
        }
    }

    fn add_trait_method(&mut self, key: IStr, mut method: Method) -> Check {
        let mut inherited = None;
        if let Some(existing) = self.methods.get(&key).cloned() {
            let from_trait = matches!(existing.source, Source::Trait(_));
            if from_trait && same_code(existing.func, method.func) && existing.visibility() == method.visibility() {
                return Ok(());
            }
            if method.is_abstract() {
                // `abstract protected` used to stand for "private", so visibility is not checked.
                let rules = Rules { visibility: false, set_shadows: false, set_prototype: false, ..Rules::PARENT };
                let mut existing = existing;
                self.check_override(&mut existing, &method, rules)?;
                self.methods.insert(key, existing);
                return Ok(());
            }
            match existing.source {
                Source::Own => return Ok(()),
                Source::Trait(_) if !existing.is_abstract() => return self.collision(&method, &existing),
                _ => inherited = Some(existing),
            }
        }
        if let Some(existing) = inherited {
            let from_trait = matches!(existing.source, Source::Trait(_));
            let rules = Rules { set_shadows: !from_trait, set_prototype: !from_trait, satisfy_override: !from_trait, ..Rules::PARENT };
            self.check_override(&mut method, &existing, rules)?;
        }
        self.methods.insert(key, method);
        Ok(())
    }

    fn collision(&self, method: &Method, existing: &Method) -> Check {
        let text = |name: &IStr| String::from_utf8_lossy(name.as_bytes()).into_owned();
        fault(format!(
            "Trait method {}::{} has not been applied as {}::{}, because of collision with {}::{}",
            name_text(&method.scope),
            text(&method.func.name),
            name_text(&self.name),
            text(&method.name),
            name_text(&existing.scope),
            text(&existing.name)
        ))
    }

    /// From here on the methods of traits are the class's.
    fn adopt_trait_methods(&mut self) {
        let name = self.name;
        for method in self.methods.values_mut().filter(|method| matches!(method.source, Source::Trait(_))) {
            method.scope = name;
            self.implicit_abstract |= method.is_abstract();
        }
    }

    fn bind_constant(&mut self, from: &'static Class, index: usize, constant: &ClassConst) -> Check {
        let ty = constant.ty.as_ref().map(|ty| self.names().resolve(ty));
        if let Some(existing) = self.constants.get(&constant.name) {
            if existing.flags.has(MemberFlags::CASE) {
                let (theirs, own) = (name_text(&constant.class.name), name_text(&self.name));
                let name = String::from_utf8_lossy(constant.name.as_bytes());
                return fault(format!("Cannot use trait {theirs}, because {theirs}::{name} conflicts with enum case {own}::{name}"));
            }
            let mask = MemberFlags::PROTECTED.with(MemberFlags::PRIVATE).with(MemberFlags::FINAL);
            let compatible = existing.flags.0 & mask.0 == constant.flags.0 & mask.0
                && match (&existing.ty, &ty) {
                    (None, None) => true,
                    (Some(ours), Some(theirs)) => self.equivalent(ours, theirs),
                    _ => false,
                };
            let (ours, home) = (existing.value.as_init(), existing.home);
            if !compatible || !self.same_value(&ours, &constant.value) {
                return self.constant_conflict(from, index, constant.name, home);
            }
            return Ok(());
        }
        let index = self.next_const();
        let copy = Constant {
            name: constant.name,
            flags: constant.flags,
            ty,
            value: InitialValue::from_trait(&constant.value),
            home: MemberOwner::Own,
            index,
            decl: constant.decl,
            origin: Some(constant.origin.unwrap_or(from)),
        };
        self.constants.insert(constant.name, copy);
        Ok(())
    }

    fn equivalent(&self, ours: &crate::Type, theirs: &crate::Type) -> bool {
        let universe = self.universe();
        let own = MemberOwner::Own.entity();
        identical(ours, theirs)
            || (universe.covariant(own, ours, theirs) != Status::No && universe.covariant(own, theirs, ours) != Status::No)
    }

    fn constant_conflict(&self, from: &'static Class, index: usize, name: IStr, home: MemberOwner) -> Check {
        let first = self.first_definition(index, home, |class| class.constants.contains_key(&name));
        fault(format!(
            "{} and {} define the same constant ({}) in the composition of {}. However, the definition differs and is considered \
             incompatible. Class was composed",
            name_text(&first),
            name_text(&from.name),
            String::from_utf8_lossy(name.as_bytes()),
            name_text(&self.name)
        ))
    }

    /// Who brought a conflicting member: an earlier trait, or the class that has it.
    fn first_definition(&self, index: usize, home: MemberOwner, has: impl Fn(&Class) -> bool) -> IStr {
        if home.is_own()
            && let Some(from) = self.traits[..index].iter().find(|from| has(from))
        {
            return from.name;
        }
        self.home_name(home)
    }

    fn bind_property(&mut self, from: &'static Class, index: usize, property: &Property) -> Check {
        let mut prop = self.prop_of_trait(from, property);
        if let Some(existing) = self.props.get(&property.name).cloned() {
            let (own, name) = (name_text(&self.name).into_owned(), String::from_utf8_lossy(property.name.as_bytes()));
            let has = |class: &Class| class.properties.contains_key(&property.name);
            let first = name_text(&self.first_definition(index, existing.home, has)).into_owned();
            if existing.has_hooks() || property.has_hooks() {
                return fault(format!(
                    "{first} and {} define the same hooked property (${name}) in the composition of {own}. Conflict resolution between \
                     hooked properties is currently not supported. Class was composed",
                    name_text(&from.name)
                ));
            }
            if !self.same_property(&existing, &prop, property, from) {
                return fault(format!(
                    "{first} and {} define the same property (${name}) in the composition of {own}. However, the definition differs and \
                     is considered incompatible. Class was composed",
                    name_text(&from.name)
                ));
            }
            // Static ones are declared anew, so that the class does not share its parent's.
            if !prop.is_static() || existing.home.is_own() {
                return Ok(());
            }
            prop.root = existing.root;
        }
        if self.flags.has(ClassFlags::READONLY) && !prop.has(MemberFlags::READONLY) {
            return fault(format!(
                "Readonly class {} cannot use trait with a non-readonly property {}::${}",
                name_text(&self.name),
                name_text(&from.name),
                String::from_utf8_lossy(property.name.as_bytes())
            ));
        }
        self.props.insert(prop.name, prop);
        Ok(())
    }

    fn prop_of_trait(&self, from: &'static Class, property: &Property) -> Prop {
        let names = self.names();
        let hook = |func: Option<&'static Func>| {
            func.map(|func| {
                let mut hook = Method::adopted(func, Source::Trait(from), &names);
                hook.scope = self.name;
                hook
            })
        };
        let slots = if property.is_static() { None } else { from.slots.get(property.slot as usize) };
        let start = match (property.is_virtual(), property.is_static()) {
            (true, _) => InitialValue::Uninit,
            (_, true) => {
                from.static_inits.get(property.slot as usize).map_or(InitialValue::Uninit, |init| InitialValue::from_trait(&init.init))
            }
            _ => slots.map_or(InitialValue::Uninit, |slot| InitialValue::from_trait(&slot.default)),
        };
        Prop {
            name: property.name,
            flags: property.flags,
            ty: property.ty.as_ref().map(|ty| names.resolve(ty)),
            home: MemberOwner::Own,
            root: MemberOwner::Own,
            slot: None,
            get: hook(property.get),
            set: hook(property.set),
            decl: property.decl,
            shadows_private: self.parent.is_some_and(|parent| super::properties::ancestors_have_private(parent, property.name.as_bytes())),
            origin: Some(property.origin.unwrap_or(from)),
            start,
        }
    }

    fn same_property(&mut self, existing: &Prop, prop: &Prop, property: &Property, from: &'static Class) -> bool {
        let visibility = MemberFlags::PROTECTED.with(MemberFlags::PRIVATE);
        let mask = visibility.with(MemberFlags::STATIC).with(MemberFlags::READONLY);
        if existing.flags.0 & mask.0 != prop.flags.0 & mask.0 {
            return false;
        }
        if self.types_compatible(existing, prop, Variance::Invariant) != Status::Yes {
            return false;
        }
        let ours = self.start_of(existing);
        let theirs = if property.is_static() {
            from.static_inits.get(property.slot as usize).map(|init| init.init.clone())
        } else {
            from.slots.get(property.slot as usize).map(|slot| slot.default.clone())
        };
        self.same_value(&ours, &theirs.unwrap_or(Init::Uninit))
    }

    /// The initial value of a property that may be inherited.
    fn start_of(&self, prop: &Prop) -> Init {
        match (prop.home, prop.slot) {
            (MemberOwner::Own, _) => prop.start.as_init(),
            (MemberOwner::Linked(class), Some(slot)) if prop.is_static() => {
                class.static_inits.get(slot as usize).map_or(Init::Uninit, |init| init.init.clone())
            }
            (MemberOwner::Linked(_), Some(slot)) => {
                let linked = self.slots.get(slot as usize).and_then(|slot| slot.linked.as_ref());
                linked.map_or(Init::Uninit, |slot| slot.default.clone())
            }
            _ => Init::Uninit,
        }
    }

    /// Are two initial values the same? Constant expressions are evaluated to find out.
    fn same_value(&mut self, a: &Init, b: &Init) -> bool {
        match (a, b) {
            (Init::Uninit, Init::Uninit) => true,
            (Init::Thunk(a), Init::Thunk(b)) if same_code(a, b) => true,
            (Init::Uninit, _) | (_, Init::Uninit) => false,
            _ => match (self.evaluate(a), self.evaluate(b)) {
                (Some(a), Some(b)) => crate::compare::identical(&a, &b),
                _ => false,
            },
        }
    }

    fn evaluate(&mut self, init: &Init) -> Option<loxo_value::Value> {
        match init {
            Init::Uninit => None,
            Init::Value(value) => Some(value.get().clone()),
            Init::Thunk(func) => (self.cx.hooks.run_thunk)(self.cx, func).ok(),
        }
    }
}

/// Is one a copy of the other, under whatever name?
fn same_code(a: &'static Func, b: &'static Func) -> bool {
    if std::ptr::eq(a, b) {
        return true;
    }
    matches!((&a.code, &b.code), (Some(a), Some(b)) if Arc::ptr_eq(a, b))
}

/// Hooks of trait properties that the class must still implement.
pub(super) fn abstract_hooks(prop: &Prop) -> impl Iterator<Item = &Method> {
    HookKind::BOTH.into_iter().filter_map(|kind| prop.hook(kind)).filter(|hook| hook.is_abstract())
}
