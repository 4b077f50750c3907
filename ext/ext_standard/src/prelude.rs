//! What every module uses, and short forms for what every body does.

pub(crate) use loxo_runtime::args::RefArg;
pub(crate) use loxo_runtime::{
    Callable, CallsInARow, Cx, ExtSlot, Key, KeyRef, LocalsOp, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, StrBuilder, Tag, Thrown,
    Value, compare, convert, object, operators, value,
};

pub(crate) use loxo_runtime::compare::identical;
pub(crate) use loxo_runtime::memory_limit::ensure_room;
pub(crate) use loxo_runtime::value::Held;
pub(crate) use loxo_runtime::{Short, stack};

pub(crate) const TOO_DEEP: &str = "Maximum call stack size reached. Infinite recursion?";

/// Short forms beyond those of [`Short`], which other crates have as well.
pub(crate) trait MoreShort {
    /// A builtin's notice.
    fn note(&mut self, message: &str) -> PhpResult<()>;
    /// Prints.
    fn print(&mut self, text: &[u8]) -> PhpResult<()>;
    fn argument_count_error(&mut self, message: &str) -> Thrown;
    /// `(int)`
    fn int_of(&mut self, v: &Value) -> PhpResult<i64>;
    /// `(float)`
    fn float_of(&mut self, v: &Value) -> PhpResult<f64>;
    /// `==`
    fn loose_eq(&mut self, a: &Value, b: &Value) -> PhpResult<bool>;
    /// `<=>`; what cannot be compared is greater.
    fn cmp(&mut self, a: &Value, b: &Value) -> PhpResult<std::cmp::Ordering>;
    /// The type of a value in messages about operands.
    fn type_name(&self, v: &Value) -> String;
    /// All properties, mangled.
    fn properties(&mut self, object: &PhpObject) -> PhpResult<PhpArray>;
}

impl MoreShort for Cx {
    fn note(&mut self, message: &str) -> PhpResult<()> {
        self.builtin_notice(message);
        self.check()
    }

    fn print(&mut self, text: &[u8]) -> PhpResult<()> {
        self.echo(text);
        if self.output.level() == 0 { Ok(()) } else { self.check() }
    }

    fn argument_count_error(&mut self, message: &str) -> Thrown {
        self.throw("ArgumentCountError", message)
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

    fn type_name(&self, v: &Value) -> String {
        convert::type_name(v).to_string()
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
