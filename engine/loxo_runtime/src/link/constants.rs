//! Inheritance of class constants.

use loxo_bytecode::MemberFlags;

use super::Linker;
use super::draft::{Check, Constant, MemberOwner, fault, member_rank, or_weaker, visibility_word};
use super::signature::type_text;
use super::subtype::Status;
use crate::display::name_text;
use crate::{Class, ClassConst};

/// A constant's type check that waits for classes to be loaded.
pub(super) struct ConstantObligation {
    pub name: loxo_value::IStr,
    pub parent: ClassConst,
}

impl Linker<'_> {
    pub fn inherit_parent_constants(&mut self, parent: &'static Class) -> Check {
        for constant in parent.constants.values() {
            if self.constants.contains_key(&constant.name) {
                self.check_constant(constant)?;
            } else if !constant.flags.has(MemberFlags::PRIVATE) {
                self.constants.insert(constant.name, Constant::inherited(constant));
            }
        }
        Ok(())
    }

    pub fn inherit_interface_constants(&mut self, interface: &'static Class) -> Check {
        for constant in interface.constants.values() {
            if self.constants.contains_key(&constant.name) {
                self.check_constant(constant)?;
            } else {
                self.constants.insert(constant.name, Constant::inherited(constant));
            }
        }
        Ok(())
    }

    /// The class has a constant of that name already: may it?
    pub fn check_constant(&mut self, parent: &ClassConst) -> Check {
        let Some(child) = self.constants.get(&parent.name) else { return Ok(()) };
        if !self.checks {
            return Ok(());
        }
        let same_home = child.home.same(MemberOwner::Linked(parent.class));
        let name = String::from_utf8_lossy(parent.name.as_bytes()).into_owned();
        let (own, theirs) = (name_text(&self.name).into_owned(), name_text(&parent.class.name).into_owned());
        let ours = name_text(&self.home_name(child.home)).into_owned();
        if !same_home && parent.flags.has(MemberFlags::FINAL) {
            return fault(format!("{ours}::{name} cannot override final constant {theirs}::{name}"));
        }
        if !same_home && !child.home.is_own() {
            let kind = self.kind_name_uc();
            return fault(format!("{kind} {own} inherits both {ours}::{name} and {theirs}::{name}, which is ambiguous"));
        }
        let wanted = member_rank(parent.flags);
        if member_rank(child.flags) > wanted {
            return fault(format!(
                "Access level to {own}::{name} must be {} (as in {} {theirs}){}",
                visibility_word(wanted),
                parent.class.kind_name(),
                or_weaker(wanted)
            ));
        }
        if !parent.flags.has(MemberFlags::PRIVATE) && parent.ty.is_some() {
            match self.constant_type_status(child, parent) {
                Status::Yes => {}
                Status::Unresolved => self.waiting_constants.push(ConstantObligation { name: parent.name, parent: parent.clone() }),
                _ => return self.constant_type_fault(parent),
            }
        }
        Ok(())
    }

    pub fn constant_type_status(&self, child: &Constant, parent: &ClassConst) -> Status {
        match (&child.ty, &parent.ty) {
            (_, None) => Status::Yes,
            (None, Some(_)) => Status::No,
            (Some(ours), Some(theirs)) => self.universe().covariant(child.home.entity(), ours, theirs),
        }
    }

    pub fn constant_type_fault(&self, parent: &ClassConst) -> Check {
        let name = String::from_utf8_lossy(parent.name.as_bytes());
        let ours = self.constants.get(&parent.name).map_or(self.name, |child| self.home_name(child.home));
        let theirs = name_text(&parent.class.name).into_owned();
        let ty = parent.ty.as_ref().map_or_else(String::new, type_text);
        fault(format!("Type of {}::{name} must be compatible with {theirs}::{name} of type {ty}", name_text(&ours)))
    }
}
