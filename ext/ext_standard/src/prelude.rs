//! What every room uses, and short forms for what every body does.

pub(crate) use loxo_runtime::args::RefArg;
pub(crate) use loxo_runtime::{
    Callable, Cx, ExtSlot, Key, KeyRef, LocalsOp, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, StrBuilder, Tag, Thrown, Value, compare,
    convert, object, operators, value,
};

pub(crate) use loxo_runtime::compare::identical;
pub(crate) use loxo_runtime::memory_limit::ensure_room;
pub(crate) use loxo_runtime::stack;

pub(crate) const TOO_DEEP: &str = "Maximum call stack size reached. Infinite recursion?";

/// Short forms: diagnostics that stop the builtin if a handler threw, and conversions.
pub(crate) trait Short {
    /// A builtin's warning, its name in front.
    fn warn(&mut self, message: &str) -> PhpResult<()>;
    /// A warning without the function's name.
    fn warn_plain(&mut self, message: &str) -> PhpResult<()>;
    /// A builtin's notice.
    fn note(&mut self, message: &str) -> PhpResult<()>;
    /// A builtin's deprecation.
    fn deprecate(&mut self, message: &str) -> PhpResult<()>;
    /// Prints.
    fn print(&mut self, text: &[u8]) -> PhpResult<()>;
    fn argument_count_error(&mut self, message: &str) -> Thrown;
    /// Name of the builtin that runs.
    fn active_name(&self) -> String;
    /// `(string)`
    fn str_of(&mut self, v: &Value) -> PhpResult<PhpStr>;
    /// `(int)`
    fn int_of(&mut self, v: &Value) -> PhpResult<i64>;
    /// `(float)`
    fn float_of(&mut self, v: &Value) -> PhpResult<f64>;
    /// `==`
    fn loose_eq(&mut self, a: &Value, b: &Value) -> PhpResult<bool>;
    /// `<=>`; what cannot be compared is greater.
    fn cmp(&mut self, a: &Value, b: &Value) -> PhpResult<std::cmp::Ordering>;
    /// A value in messages about arguments.
    fn value_name(&self, v: &Value) -> String;
    /// The type of a value in messages about operands.
    fn type_name(&self, v: &Value) -> String;
    /// Is the object of a class or interface that may not be declared?
    fn instance_of(&self, object: &PhpObject, class: &str) -> bool;
    /// All properties, mangled.
    fn properties(&mut self, object: &PhpObject) -> PhpResult<PhpArray>;
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

    fn note(&mut self, message: &str) -> PhpResult<()> {
        self.builtin_notice(message);
        self.check()
    }

    fn deprecate(&mut self, message: &str) -> PhpResult<()> {
        self.builtin_deprecated(message);
        self.check()
    }

    fn print(&mut self, text: &[u8]) -> PhpResult<()> {
        self.echo(text);
        if self.output.level() == 0 { Ok(()) } else { self.check() }
    }

    fn argument_count_error(&mut self, message: &str) -> Thrown {
        self.throw("ArgumentCountError", message)
    }

    fn active_name(&self) -> String {
        self.active.map_or_else(String::new, |f| String::from_utf8_lossy(&f.display_name()).into_owned())
    }

    #[inline]
    fn str_of(&mut self, v: &Value) -> PhpResult<PhpStr> {
        convert::to_string(self, v)
    }

    #[inline]
    fn int_of(&mut self, v: &Value) -> PhpResult<i64> {
        convert::to_int(self, v)
    }

    #[inline]
    fn float_of(&mut self, v: &Value) -> PhpResult<f64> {
        convert::to_float(self, v)
    }

    fn loose_eq(&mut self, a: &Value, b: &Value) -> PhpResult<bool> {
        compare::loose_equal(self, a, b)
    }

    fn cmp(&mut self, a: &Value, b: &Value) -> PhpResult<std::cmp::Ordering> {
        compare::compare(self, a, b).map(|order| order.cmp(&0))
    }

    fn value_name(&self, v: &Value) -> String {
        convert::value_name(v).to_string()
    }

    fn type_name(&self, v: &Value) -> String {
        convert::type_name(v).to_string()
    }

    fn instance_of(&self, object: &PhpObject, class: &str) -> bool {
        let found = loxo_runtime::ClassId::find(class.as_bytes()).and_then(|id| self.class_by_id(id));
        found.is_some_and(|class| self.class_of(object).is_subclass_of(class))
    }

    fn properties(&mut self, object: &PhpObject) -> PhpResult<PhpArray> {
        object::properties_table(self, object, object::Purpose::ArrayCast)
    }
}

/// A key as a string.
pub(crate) fn key_str(key: KeyRef<'_>) -> PhpStr {
    match key {
        KeyRef::Int(n) => value::number::int_to_string(n),
        KeyRef::Str(s) => s.clone(),
    }
}
