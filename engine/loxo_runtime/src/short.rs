//! Short forms for what bodies of builtins do all the time: [`Short`].

use crate::{ClassId, Cx, PhpObject, PhpResult, PhpStr, Value, convert, display};

/// Diagnostics that stop the builtin if a handler threw, and names in messages.
pub trait Short {
    /// A builtin's warning, its name in front.
    fn warn(&mut self, message: &str) -> PhpResult<()>;
    /// A warning without the function's name.
    fn warn_plain(&mut self, message: &str) -> PhpResult<()>;
    /// A builtin's deprecation.
    fn deprecate(&mut self, message: &str) -> PhpResult<()>;
    /// Name of the builtin that runs.
    fn active_name(&self) -> String;
    /// `(string)`
    fn str_of(&mut self, v: &Value) -> PhpResult<PhpStr>;
    /// A value in messages about arguments.
    fn value_name(&self, v: &Value) -> String;
    /// Is the object of a class or interface that may not be declared?
    fn instance_of(&self, object: &PhpObject, class: &str) -> bool;
}

impl Short for Cx {
    fn warn(&mut self, message: &str) -> PhpResult<()> {
        self.builtin_warning(message);
        self.check()
    }

    fn warn_plain(&mut self, message: &str) -> PhpResult<()> {
        self.warning(message);
        self.check()
    }

    fn deprecate(&mut self, message: &str) -> PhpResult<()> {
        self.builtin_deprecated(message);
        self.check()
    }

    fn active_name(&self) -> String {
        self.active.map_or_else(String::new, |func| String::from_utf8_lossy(&func.display_name()).into_owned())
    }

    #[inline]
    fn str_of(&mut self, v: &Value) -> PhpResult<PhpStr> {
        convert::to_string(self, v)
    }

    fn value_name(&self, v: &Value) -> String {
        display::value_name(v).to_string()
    }

    fn instance_of(&self, object: &PhpObject, class: &str) -> bool {
        let found = ClassId::find(class.as_bytes()).and_then(|id| self.class_by_id(id));
        found.is_some_and(|class| self.class_of(object).is_subclass_of(class))
    }
}
