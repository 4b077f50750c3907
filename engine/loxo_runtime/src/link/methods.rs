//! Inheritance of methods: what a child may override, and how.

use loxo_bytecode::FnFlags;
use loxo_value::IStr;

use super::Linker;
use super::draft::{Check, LinkError, Method, fn_rank, or_weaker, visibility_word};
use super::signature::declaration;
use super::subtype::Status;
use crate::display::name_text;
use crate::{ErrorLevel, Func};

/// What to check and set when a method meets the one it overrides.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Modifiers and signature.
    pub proto: bool,
    pub visibility: bool,
    /// Note that a private method is shadowed.
    pub set_shadows: bool,
    pub set_prototype: bool,
    /// `#[Override]` is satisfied.
    pub satisfy_override: bool,
}

impl Rules {
    pub const PARENT: Rules = Rules { proto: true, visibility: true, set_shadows: true, set_prototype: true, satisfy_override: true };
    /// Interfaces do not set prototypes of overridden interface methods, because of abstract constructors.
    pub const fn interface(child_is_interface: bool) -> Rules {
        Rules { set_shadows: false, set_prototype: !child_is_interface, ..Rules::PARENT }
    }
}

/// A signature check that waits for classes to be loaded.
pub(super) struct MethodObligation {
    pub child: Method,
    pub parent: Method,
}

impl Linker<'_> {
    /// Takes over one method of the parent or of an interface.
    pub fn inherit_method(&mut self, key: IStr, parent: &'static Func, from_interface: bool, rules: Rules) -> Check {
        let Some(mut child) = self.methods.get(&key).cloned() else {
            self.implicit_abstract |= from_interface || parent.flags.has(FnFlags::ABSTRACT);
            self.methods.insert(key, Method::inherited(parent));
            return Ok(());
        };
        // Interfaces may hand down the same method over several ways.
        if from_interface && !child.is_own() && std::ptr::eq(child.func, parent) {
            return Ok(());
        }
        self.check_override(&mut child, &Method::inherited(parent), rules)?;
        self.methods.insert(key, child);
        Ok(())
    }

    /// All rules for `child` in place of `parent`.
    pub fn check_override(&mut self, child: &mut Method, parent: &Method, rules: Rules) -> Check {
        if parent.is_private() && !parent.is_abstract() && !parent.is_constructor() {
            child.shadows_private |= rules.set_shadows;
            return Ok(());
        }
        if rules.proto && self.checks {
            self.check_modifiers(child, parent)?;
        }
        if rules.set_shadows && (parent.is_private() || parent.shadows_private) {
            child.shadows_private = true;
        }
        let prototype = parent.prototype.unwrap_or(parent.func);
        let mut parent = parent.clone();
        if parent.is_constructor() {
            // Constructors have to fit abstract ones only.
            if !prototype.flags.has(FnFlags::ABSTRACT) {
                return Ok(());
            }
            if !std::ptr::eq(prototype, parent.func) {
                parent = Method::inherited(prototype);
            }
        }
        // An inherited method stays the function that it is.
        if rules.set_prototype && child.is_own() {
            child.prototype = Some(prototype);
        }
        if self.checks {
            self.check_access(child, &parent, rules)?;
            if rules.proto {
                self.check_signature(child, &parent)?;
            }
        }
        if rules.satisfy_override {
            child.flags = child.flags.without(FnFlags::OVERRIDE);
        }
        Ok(())
    }

    fn check_modifiers(&self, child: &Method, parent: &Method) -> Check {
        let name = String::from_utf8_lossy(child.name.as_bytes());
        let (ours, theirs) = (name_text(&child.scope), name_text(&parent.scope));
        if parent.flags.has(FnFlags::FINAL) {
            return self.fault_at(child, format!("Cannot override final method {theirs}::{name}()"));
        }
        match (child.is_static(), parent.is_static()) {
            (true, false) => {
                return self.fault_at(child, format!("Cannot make non static method {theirs}::{name}() static in class {ours}"));
            }
            (false, true) => {
                return self.fault_at(child, format!("Cannot make static method {theirs}::{name}() non static in class {ours}"));
            }
            _ => {}
        }
        if child.is_abstract() && !parent.is_abstract() {
            return self.fault_at(child, format!("Cannot make non abstract method {theirs}::{name}() abstract in class {ours}"));
        }
        Ok(())
    }

    fn check_access(&self, child: &Method, parent: &Method, rules: Rules) -> Check {
        let theirs = fn_rank(parent.flags);
        if !rules.visibility || fn_rank(child.flags) <= theirs {
            return Ok(());
        }
        let message = format!(
            "Access level to {}::{}() must be {} (as in class {}){}",
            name_text(&child.scope),
            String::from_utf8_lossy(child.name.as_bytes()),
            visibility_word(theirs),
            name_text(&parent.scope),
            or_weaker(theirs)
        );
        self.fault_at(child, message)
    }

    fn check_signature(&mut self, child: &Method, parent: &Method) -> Check {
        match self.universe().replaces(child, parent) {
            Status::Unresolved => {
                self.waiting_methods.push(MethodObligation { child: child.clone(), parent: parent.clone() });
                Ok(())
            }
            status => self.judge_signature(child, parent, status),
        }
    }

    /// Reports an outcome; after everything has been loaded, what is still unresolved is an error.
    pub fn judge_signature(&mut self, child: &Method, parent: &Method, status: Status) -> Check {
        match status {
            Status::Yes => Ok(()),
            Status::No => {
                self.fault_at(child, format!("Declaration of {} must be compatible with {}", declaration(child), declaration(parent)))
            }
            Status::Unresolved => {
                let missing = self.asked.borrow().missing.first().copied();
                let missing = missing.map_or_else(String::new, |id| name_text(&id.name()).into_owned());
                let (ours, theirs) = (declaration(child), declaration(parent));
                self.fault_at(
                    child,
                    format!("Could not check compatibility between {ours} and {theirs}, because class {missing} is not available"),
                )
            }
            Status::Tentative => {
                if !(self.vm.return_type_will_change)(child.func) {
                    let message = format!(
                        "Return type of {} should either be compatible with {}, or the #[\\ReturnTypeWillChange] attribute should be \
                         used to temporarily suppress the notice",
                        declaration(child),
                        declaration(parent)
                    );
                    let (file, line) = (self.vm.position)(child.func);
                    let during = name_text(&parent.scope).into_owned();
                    self.notices.push(Notice { level: ErrorLevel::Deprecated, message, file, line, during });
                }
                Ok(())
            }
        }
    }

    /// A fault at a method's line.
    pub fn fault_at<T>(&self, method: &Method, message: String) -> Check<T> {
        let at = method.func.is_user_declared().then(|| (self.vm.position)(method.func));
        Err(LinkError { message, at, level: ErrorLevel::CompileError })
    }
}

/// Something to report once the class is linked, and again whenever it comes from the cache.
#[derive(Clone)]
pub(super) struct Notice {
    pub level: ErrorLevel,
    pub message: String,
    pub file: Vec<u8>,
    pub line: u32,
    /// What was going on, for the fatal error that an exception of a handler becomes.
    pub during: String,
}

impl Func {
    /// Written in PHP code, abstract methods included.
    pub(super) fn is_user_declared(&self) -> bool {
        self.builtin.is_none()
    }
}
