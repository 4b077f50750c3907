//! Interfaces: the list of them, and what they demand.

use super::Linker;
use super::draft::{Check, fault, plain_fault};
use super::methods::Rules;
use crate::display::name_text;
use crate::{Class, ClassId};

impl Linker<'_> {
    /// Interfaces that classes of this kind implement without saying so: enums, and classes with `__toString`.
    pub fn add_implied_interfaces(&mut self) {
        if self.flags.has(loxo_bytecode::ClassFlags::ENUM) {
            self.imply(b"UnitEnum");
            if self.backing.is_some() {
                self.imply(b"BackedEnum");
            }
        }
        if !self.is_trait() && self.methods.contains_key(b"__tostring".as_slice()) {
            self.imply(b"Stringable");
        }
    }

    fn imply(&mut self, name: &[u8]) {
        let class = ClassId::find(name).and_then(|id| self.cx.class_by_id(id));
        if let Some(class) = class
            && self.id != class.id
            && !self.direct.iter().any(|known| known.same(class))
        {
            // Builtins are registered with their methods, and get their interfaces after that.
            let place = if self.builtin.is_some() { 0 } else { self.direct.len() };
            self.direct.insert(place, class);
        }
    }

    /// Fills the list of all interfaces: the parent's, the direct ones, then what those inherit, in PHP's order.
    pub fn collect_interfaces(&mut self) -> Check {
        let inherited: Vec<&'static Class> = self.parent.map_or_else(Vec::new, |parent| parent.interfaces.clone());
        if self.direct.is_empty() {
            self.interfaces = inherited.into_iter().rev().collect();
            return Ok(());
        }
        let mut all = inherited.clone();
        let own = name_text(&self.name).into_owned();
        for interface in self.direct.clone() {
            if !interface.is_interface() {
                return plain_fault(format!("{own} cannot implement {} - it is not an interface", name_text(&interface.name)));
            }
            match all.iter().position(|known| known.same(interface)) {
                Some(at) if at >= inherited.len() => {
                    let kind = self.kind_name_uc();
                    return fault(format!("{kind} {own} cannot implement previously implemented interface {}", name_text(&interface.name)));
                }
                Some(_) => self.repeated.push(interface),
                None => all.push(interface),
            }
        }
        self.to_implement = all[inherited.len()..].to_vec();
        if self.builtin.is_some() {
            self.interfaces = self.interfaces_of_builtin(&inherited);
            return Ok(());
        }
        for interface in &self.to_implement {
            for further in interface.interfaces.iter().rev() {
                if !all.iter().any(|known| known.same(further)) {
                    all.push(further);
                }
            }
        }
        self.interfaces = all;
        Ok(())
    }

    /// PHP registers a builtin with its methods, so that it is [`Stringable`](Self::imply) first, then has it inherit, and adds its interfaces
    /// one by one, each with what that inherits.
    fn interfaces_of_builtin(&self, inherited: &[&'static Class]) -> Vec<&'static Class> {
        let own_text = self.methods.contains_key(b"__tostring".as_slice());
        let first = self.direct.iter().filter(|known| own_text && known.name.as_bytes() == b"Stringable").copied();
        let direct = self.direct.iter().flat_map(|direct| std::iter::once(*direct).chain(direct.interfaces.iter().rev().copied()));
        let mut all: Vec<&'static Class> = Vec::new();
        for interface in first.chain(inherited.iter().rev().copied()).chain(direct) {
            if !all.iter().any(|known| known.same(interface)) {
                all.push(interface);
            }
        }
        all
    }

    /// Takes over constants, methods and properties of the interfaces that the parent does not have yet.
    pub fn implement_interfaces(&mut self) -> Check {
        for interface in std::mem::take(&mut self.repeated) {
            for constant in interface.constants.values() {
                self.check_constant(constant)?;
            }
        }
        for interface in self.to_implement.clone() {
            self.implement(interface)?;
        }
        Ok(())
    }

    /// `__toString` that came from a trait.
    pub fn implement_stringable(&mut self) -> Check {
        if self.is_trait() || !self.methods.contains_key(b"__tostring".as_slice()) {
            return Ok(());
        }
        let Some(stringable) = ClassId::find(b"Stringable").and_then(|id| self.cx.class_by_id(id)) else { return Ok(()) };
        if self.id == stringable.id || self.interfaces.iter().any(|known| known.same(stringable)) {
            return Ok(());
        }
        self.interfaces.push(stringable);
        self.implement(stringable)
    }

    fn implement(&mut self, interface: &'static Class) -> Check {
        let rules = Rules::interface(self.is_interface());
        self.inherit_interface_constants(interface)?;
        for (key, method) in &interface.methods {
            self.inherit_method(*key, method, true, rules)?;
        }
        for property in interface.properties.values() {
            self.inherit_property(property)?;
        }
        Ok(())
    }
}
