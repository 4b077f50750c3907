//! Inheritance of properties: slots, visibility, types, hooks.

use loxo_bytecode::{FnFlags, MemberFlags};
use loxo_value::{SharedValue, Value};

use super::Linker;
use super::draft::{Check, HookKind, InitialValue, MemberOwner, Method, Prop, SlotDraft, fault, member_rank, or_weaker, visibility_word};
use super::methods::Rules;
use super::signature::type_text;
use super::subtype::{Status, identical};
use crate::display::name_text;
use crate::{Class, Property};

/// Which way the type of a property may change in a child.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Variance {
    Invariant,
    Covariant,
    Contravariant,
}

/// A property's type check that waits for classes to be loaded.
pub(super) struct PropertyObligation {
    pub child: Prop,
    pub parent: Prop,
    pub variance: Variance,
}

impl Linker<'_> {
    /// Slots and properties of the parent class.
    pub fn inherit_parent_properties(&mut self, parent: &'static Class) -> Check {
        self.slots =
            parent.slots.iter().map(|slot| SlotDraft { linked: Some(slot.clone()), own: None, start: InitialValue::Uninit }).collect();
        let own: Vec<_> = self.props.keys().copied().collect();
        for name in own {
            if ancestors_have_private(parent, name.as_bytes())
                && let Some(prop) = self.props.get_mut(&name)
            {
                prop.shadows_private = true;
            }
        }
        for property in parent.properties.values() {
            if !property.is_private() {
                self.inherit_property(property)?;
            }
        }
        Ok(())
    }

    /// One property of the parent or of an interface.
    pub fn inherit_property(&mut self, property: &Property) -> Check {
        let parent = Prop::inherited(property);
        let Some(mut child) = self.props.get(&property.name).cloned() else {
            self.implicit_abstract |= parent.has_hooks() && parent.has(MemberFlags::ABSTRACT);
            self.props.insert(parent.name, parent);
            return Ok(());
        };
        child.shadows_private |= parent.shadows_private;
        if self.checks {
            self.check_property(&child, &parent)?;
        }
        if !property.class.is_interface() {
            child.root = parent.root;
        }
        self.share_slot(&mut child, &parent);
        for kind in HookKind::BOTH {
            self.inherit_hook(&mut child, &parent, kind)?;
        }
        if self.checks {
            self.check_property_type(&child, &parent)?;
        }
        self.props.insert(child.name, child);
        Ok(())
    }

    fn check_property(&self, child: &Prop, parent: &Prop) -> Check {
        let name = String::from_utf8_lossy(child.name.as_bytes());
        let (own, theirs) = (name_text(&self.name), name_text(&self.home_name(parent.home)).into_owned());
        if parent.has(MemberFlags::FINAL) {
            return fault(format!("Cannot override final property {theirs}::${name}"));
        }
        let kind = |prop: &Prop| if prop.is_static() { "static " } else { "non static " };
        if child.is_static() != parent.is_static() {
            return fault(format!("Cannot redeclare {}{theirs}::${name} as {}{own}::${name}", kind(parent), kind(child)));
        }
        let kind = |prop: &Prop| if prop.has(MemberFlags::READONLY) { "readonly" } else { "non-readonly" };
        if child.has(MemberFlags::READONLY) != parent.has(MemberFlags::READONLY) && !parent.has(MemberFlags::ABSTRACT) {
            return fault(format!("Cannot redeclare {} property {theirs}::${name} as {} {own}::${name}", kind(parent), kind(child)));
        }
        self.check_set_visibility(child, parent)?;
        let wanted = member_rank(parent.flags);
        if member_rank(child.flags) > wanted {
            return fault(format!(
                "Access level to {own}::${name} must be {} (as in class {theirs}){}",
                visibility_word(wanted),
                or_weaker(wanted)
            ));
        }
        Ok(())
    }

    /// Asymmetric visibility may only become weaker.
    fn check_set_visibility(&self, child: &Prop, parent: &Prop) -> Check {
        let Some(ours) = set_rank(child.flags) else { return Ok(()) };
        // Get-only virtual properties have no visibility for writing.
        if parent.is_virtual() && parent.has_hooks() && parent.set.is_none() {
            return Ok(());
        }
        let theirs = set_rank(parent.flags);
        if ours <= theirs.unwrap_or_else(|| member_rank(parent.flags)) {
            return Ok(());
        }
        let word = match theirs {
            Some(2) => "private(set)",
            Some(1) => "protected(set)",
            _ => "omitted",
        };
        fault(format!(
            "Set access level of {}::${} must be {word} (as in class {}){}",
            name_text(&self.name),
            String::from_utf8_lossy(child.name.as_bytes()),
            name_text(&self.home_name(parent.home)),
            if theirs.is_some() { " or weaker" } else { "" }
        ))
    }

    /// A redeclared property lives where its parent's lives; one that was virtual becomes backed by it.
    fn share_slot(&mut self, child: &mut Prop, parent: &Prop) {
        if child.is_static() || parent.is_virtual() || !child.home.is_own() {
            return;
        }
        let Some(slot) = parent.slot else { return };
        let Some(draft) = self.slots.get_mut(slot as usize) else { return };
        let mut start = child.start.clone();
        if child.is_virtual() {
            child.flags = child.flags.without(MemberFlags::VIRTUAL);
            if matches!(start, InitialValue::Uninit) && child.ty.is_none() {
                start = null();
            }
        }
        child.slot = Some(slot);
        child.start = start.clone();
        draft.own = Some(child.name);
        draft.start = start;
    }

    fn inherit_hook(&mut self, child: &mut Prop, parent: &Prop, kind: HookKind) -> Check {
        if parent.supports(kind)
            && let Some(hook) = child.hook_mut(kind)
        {
            hook.flags = hook.flags.without(FnFlags::OVERRIDE);
        }
        let Some(theirs) = parent.hook(kind) else { return Ok(()) };
        let Some(mut ours) = child.hook(kind).cloned() else {
            if theirs.is_abstract() {
                if child.supports(kind) {
                    return Ok(());
                }
                self.implicit_abstract = true;
            }
            *child.hook_mut(kind) = Some(theirs.clone());
            return Ok(());
        };
        if theirs.is_private() {
            ours.shadows_private = true;
        } else {
            if theirs.flags.has(FnFlags::FINAL) {
                return fault(format!(
                    "Cannot override final property hook {}::{}()",
                    name_text(&theirs.scope),
                    String::from_utf8_lossy(theirs.name.as_bytes())
                ));
            }
            self.check_override(&mut ours, theirs, Rules::PARENT)?;
        }
        *child.hook_mut(kind) = Some(ours);
        Ok(())
    }

    fn check_property_type(&mut self, child: &Prop, parent: &Prop) -> Check {
        let name = String::from_utf8_lossy(child.name.as_bytes());
        if parent.ty.is_none() {
            if child.ty.is_some() {
                let theirs = name_text(&self.home_name(parent.home)).into_owned();
                return fault(format!("Type of {}::${name} must not be defined (as in class {theirs})", name_text(&self.name)));
            }
            return Ok(());
        }
        let variance = variance_of(parent);
        match self.property_type_status(child, parent, variance) {
            Status::Yes => Ok(()),
            Status::Unresolved => {
                self.waiting_properties.push(PropertyObligation { child: child.clone(), parent: parent.clone(), variance });
                Ok(())
            }
            _ => self.property_type_fault(child, parent, variance),
        }
    }

    pub fn property_type_status(&self, child: &Prop, parent: &Prop, variance: Variance) -> Status {
        match self.types_compatible(child, parent, variance) {
            Status::Yes => {}
            other => return other,
        }
        match self.set_type_status(child, parent) {
            Some(status) => status,
            None => Status::Yes,
        }
    }

    pub fn types_compatible(&self, child: &Prop, parent: &Prop, variance: Variance) -> Status {
        let (Some(ours), Some(theirs)) = (&child.ty, &parent.ty) else {
            return if child.ty.is_some() == parent.ty.is_some() { Status::Yes } else { Status::No };
        };
        if identical(ours, theirs) {
            return Status::Yes;
        }
        let universe = self.universe();
        let narrower = match variance {
            Variance::Contravariant => Status::Yes,
            _ => universe.covariant(child.home.entity(), ours, theirs),
        };
        let wider = match variance {
            Variance::Covariant => Status::Yes,
            _ => universe.covariant(parent.home.entity(), theirs, ours),
        };
        match (narrower, wider) {
            (Status::Yes, Status::Yes) => Status::Yes,
            (Status::No, _) | (_, Status::No) => Status::No,
            _ => Status::Unresolved,
        }
    }

    /// An abstract property's set hook demands what the child must accept.
    fn set_type_status(&self, child: &Prop, parent: &Prop) -> Option<Status> {
        if !parent.has(MemberFlags::ABSTRACT) || child.set.as_ref().is_some_and(Method::is_own) {
            return None;
        }
        let wanted = parent.set.as_ref()?.params.first()?.ty.as_ref()?;
        Some(self.universe().covariant(parent.home.entity(), wanted, child.ty.as_ref()?))
    }

    pub fn property_type_fault(&self, child: &Prop, parent: &Prop, variance: Variance) -> Check {
        let name = String::from_utf8_lossy(child.name.as_bytes());
        let ours = name_text(&self.home_name(child.home)).into_owned();
        let theirs = name_text(&self.home_name(parent.home)).into_owned();
        if self.types_compatible(child, parent, variance) == Status::Yes
            && let Some(ty) = parent.set.as_ref().and_then(|set| set.params.first()).and_then(|param| param.ty.as_ref())
        {
            let kind = match parent.home {
                MemberOwner::Linked(class) => class.kind_name(),
                MemberOwner::Own => "class",
            };
            return fault(format!("Set type of {ours}::${name} must be supertype of {} (as in {kind} {theirs})", type_text(ty)));
        }
        let relation = match variance {
            Variance::Invariant => "",
            Variance::Covariant => "subtype of ",
            Variance::Contravariant => "supertype of ",
        };
        let ty = parent.ty.as_ref().map_or_else(String::new, type_text);
        fault(format!("Type of {ours}::${name} must be {relation}{ty} (as in class {theirs})"))
    }

    /// Rules for hooked properties that need to know whether there is storage behind them.
    pub fn verify_hooked_properties(&mut self) -> Check {
        let names: Vec<_> = self.props.iter().filter(|(_, p)| p.home.is_own() && p.has_hooks()).map(|(name, _)| *name).collect();
        for name in names {
            if let Some(prop) = self.props.get(&name) {
                self.verify_hooked(prop)?;
            }
        }
        Ok(())
    }

    fn verify_hooked(&self, prop: &Prop) -> Check {
        let (own, name) = (name_text(&self.name), String::from_utf8_lossy(prop.name.as_bytes()));
        if prop.is_virtual() && !matches!(prop.start, InitialValue::Uninit) {
            return fault(format!("Cannot specify default value for virtual hooked property {own}::${name}"));
        }
        if !prop.is_virtual() && prop.set.is_some() && prop.get.as_ref().is_some_and(|get| get.flags.has(FnFlags::RETURNS_REF)) {
            return fault(format!("Get hook of backed property {own}::{name} with set hook may not return by reference"));
        }
        let hooks = [&prop.get, &prop.set];
        if prop.has(MemberFlags::ABSTRACT) && !hooks.into_iter().flatten().any(Method::is_abstract) {
            return fault(format!("Abstract property {own}::${name} must specify at least one abstract hook"));
        }
        if prop.is_virtual() && set_rank(prop.flags).is_some() && (prop.get.is_none() || prop.set.is_none()) {
            let prefix = if prop.get.is_none() { "Write-only" } else { "Read-only" };
            return fault(format!("{prefix} virtual property {own}::${name} must not specify asymmetric visibility"));
        }
        Ok(())
    }

    /// Own properties that found no place in the parent get slots behind it.
    pub fn place_own_properties(&mut self) {
        for (name, prop) in &mut self.props {
            if !prop.home.is_own() || prop.slot.is_some() || prop.is_virtual() {
                continue;
            }
            if prop.is_static() {
                prop.slot = Some(self.statics.len() as u32);
                self.statics.push((*name, prop.start.clone()));
                continue;
            }
            prop.slot = Some(self.slots.len() as u32);
            self.slots.push(SlotDraft { linked: None, own: Some(*name), start: prop.start.clone() });
        }
    }
}

pub(super) fn null() -> InitialValue {
    SharedValue::new(Value::NULL).map_or(InitialValue::Uninit, InitialValue::Value)
}

/// How far asymmetric visibility restricts writing, if it is specified.
pub(super) fn set_rank(flags: MemberFlags) -> Option<u8> {
    if flags.has(MemberFlags::PRIVATE_SET) {
        Some(2)
    } else if flags.has(MemberFlags::PROTECTED_SET) {
        Some(1)
    } else {
        flags.has(MemberFlags::PUBLIC_SET).then_some(0)
    }
}

fn variance_of(parent: &Prop) -> Variance {
    match (parent.is_virtual() && parent.has_hooks(), &parent.get, &parent.set) {
        (true, _, None) => Variance::Covariant,
        (true, None, _) => Variance::Contravariant,
        _ => Variance::Invariant,
    }
}

/// Does the class or an ancestor of it keep a property of that name to itself?
pub(super) fn ancestors_have_private(class: &'static Class, name: &[u8]) -> bool {
    std::iter::successors(Some(class), |class| class.parent).any(|class| class.properties.get(name).is_some_and(Property::is_private))
}
