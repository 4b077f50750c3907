//! What reflection asks the interpreter about declarations ([`Reflect`]), and attributes as they are written.

use loxo_value::{PhpObject, PhpStr};

use crate::{Class, Func, Init};

/// A question to the VM about a declaration.
pub enum Reflect<'a> {
    /// `[file, start line, end line, doc comment or false]`
    FunctionPosition(&'a Func),
    ClassPosition(&'a Class),
    /// Doc comments of members.
    PropertyDoc(&'a Class, u32),
    ConstantDoc(&'a Class, u32),
    /// The text of a property's default that is an expression; null for others.
    PropertyDefaultText(&'a Class, u32),
    /// The evaluated default of a parameter of a user function.
    ParamDefault(&'a Func, usize),
    /// List of `[alias, method, trait name or null]`, as `use` says.
    TraitAliases(&'a Class),
    /// Static variables of a function, or of a closure with its used variables, as an array.
    StaticVariables(&'a Func, Option<&'a PhpObject>),
    /// `[bound this, scope class name, ...]` of a Closure.
    Closure(&'a PhpObject),
    /// `[line, file, $this, is not closed, closure, generator that runs for it]`
    Generator(&'a PhpObject),
    /// The backtrace of a suspended generator, with options of `debug_backtrace()`.
    GeneratorTrace(&'a PhpObject, u32),
    /// `[callable or null, file, line, backtrace]`; without the latter three if the fiber does not run. With options of `debug_backtrace()`.
    Fiber(&'a PhpObject, u32),
}

/// What attributes stand on. Members are given by their index in the declaration of the trait they come from, or of the class itself.
#[derive(Clone, Copy)]
pub enum Attributed<'a> {
    Class(&'a Class),
    Function(&'a Func),
    Param(&'a Func, usize),
    Property(&'a Class, Option<&'a Class>, u32),
    Constant(&'a Class, Option<&'a Class>, u32),
}

/// An attribute as it is written.
#[derive(Clone)]
pub struct AttributeInfo {
    pub name: PhpStr,
    pub args: Vec<AttributeArg>,
    pub line: u32,
}

/// An argument of an attribute.
#[derive(Clone)]
pub struct AttributeArg {
    pub name: Option<PhpStr>,
    pub value: Init,
    /// Expressions as PHP prints them.
    pub text: Option<PhpStr>,
}
