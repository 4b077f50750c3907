//! The questions and orders that the runtime has for the interpreter: the table [`VmHooks`], which the VM fills.

use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::codecache::CodeCacheHooks;
use crate::reflect::{AttributeInfo, Attributed, Reflect};
use crate::{Callable, Class, ClassConst, Cx, Func, PhpResult};

/// What the interpreter knows of the last call in a row of calls.
#[derive(Clone, Copy)]
pub struct LastCall {
    /// The frame that called the builtin.
    pub frame: *mut Value,
    /// The frame that stands for the builtin.
    pub base: *mut Value,
    /// Says whether anything else was written there since.
    pub stamp: u64,
    /// Number of arguments.
    pub count: usize,
    /// The end of what the called frame uses.
    pub end: *mut Value,
}

impl LastCall {
    /// There was none.
    pub const NONE: LastCall =
        LastCall { frame: std::ptr::null_mut(), base: std::ptr::null_mut(), stamp: 0, count: 0, end: std::ptr::null_mut() };
}

/// What only the interpreter can do. Installed by the VM; never null, never changed.
pub struct VmHooks {
    /// Calls with positional and named arguments (names → values); by-reference parameters see [`loxo_value::Tag::Reference`] values.
    /// Calls with arguments that are moved out of the slice (undef: skipped, with named ones behind).
    pub call: fn(&mut Cx, &Callable, &mut [Value], Option<&PhpArray>) -> PhpResult<Value>,
    /// Calls with positional arguments, in a row of calls by one builtin.
    pub call_again: fn(&mut Cx, &Callable, &mut [Value], &mut LastCall) -> PhpResult<Value>,
    /// Calls a method of an object that takes no arguments, in a row of such calls by one step of something that is no call.
    pub call_method_again: fn(&mut Cx, &PhpObject, &'static Func, &mut LastCall) -> PhpResult<Value>,
    /// Calls a method of an object; arguments are moved out of the slice.
    pub call_method: fn(&mut Cx, &PhpObject, &'static Func, &mut [Value]) -> PhpResult<Value>,
    /// Resolves a `callable`; the error is the text behind "must be a valid callback, ". Respects the scope of the calling code.
    pub callable: fn(&mut Cx, &Value) -> PhpResult<Result<Callable, String>>,
    /// Makes a Closure object of a callable.
    pub closure: fn(&mut Cx, &Callable) -> PhpObject,
    /// Looks a class up by name; runs the autoloaders if asked to.
    pub class: fn(&mut Cx, &[u8], bool) -> PhpResult<Option<&'static Class>>,
    /// Static properties, constants and defaults of a class are evaluated and ready after this.
    pub init_class: fn(&mut Cx, &'static Class) -> PhpResult<()>,
    /// The evaluated value of a class constant (by its name as seen from the class).
    pub class_constant: fn(&mut Cx, &'static Class, &[u8]) -> PhpResult<Option<Value>>,
    /// Raises the message about the use of a deprecated class constant.
    pub deprecated_constant: fn(&mut Cx, &'static ClassConst) -> PhpResult<()>,
    /// Runs a constant-expression thunk or default in the scope of its function.
    pub run_thunk: fn(&mut Cx, &'static Func) -> PhpResult<Value>,
    /// File and line of the PHP code that is running.
    pub location: fn(&Cx) -> (PhpStr, u32),
    /// What messages name where no builtin runs: the user function, `main`, or the construct that includes a file.
    pub running: fn(&Cx) -> Option<Vec<u8>>,
    /// The calling PHP code throws away what the running builtin returns.
    pub result_unused: fn(&Cx) -> bool,
    /// The calling PHP code has the running builtin's name and its arguments one by one: PHP calls some builtins without a frame there.
    pub called_by_name: fn(&Cx) -> bool,
    /// Class scope of the PHP code that is running (the caller of the builtin).
    pub scope: fn(&Cx) -> Option<&'static Class>,
    pub this: fn(&Cx) -> Option<PhpObject>,
    /// The late-static-binding class of the running code.
    pub called_class: fn(&Cx) -> Option<&'static Class>,
    /// The calling PHP code has `declare(strict_types=1)`.
    pub strict: fn(&Cx) -> bool,
    /// What a trace is made of, and how many arrays more it will have ([`crate::error::trace::Calls`]). Options and limit are those of `debug_backtrace()`; skips
    /// the innermost `skip` frames.
    pub calls: fn(&mut Cx, u32, usize, usize) -> (PhpArray, u32),
    /// `include`, `require`, ... of a file by kind (0 include, 1 include_once, 2 require, 3 require_once, 4 eval of source text).
    pub include: fn(&mut Cx, &[u8], u32) -> PhpResult<Value>,
    /// Variables of the calling PHP frame.
    pub locals: fn(&mut Cx, LocalsOp<'_>) -> PhpResult<Value>,
    /// Global variables by name (`$GLOBALS`).
    pub globals: fn(&mut Cx, LocalsOp<'_>) -> PhpResult<Value>,
    /// Attributes as they are written, in order.
    pub attributes: fn(&mut Cx, Attributed<'_>) -> Vec<AttributeInfo>,
    /// Runs something as code at that place of a file would: errors and traces say so.
    pub at_site: fn(&mut Cx, &Site<'_>, &mut dyn FnMut(&mut Cx) -> PhpResult<()>) -> PhpResult<()>,
    /// Source positions and the like: what reflection wants of VM-private records.
    pub reflect: fn(&mut Cx, Reflect<'_>) -> PhpResult<Value>,
    /// The function that a generator runs.
    pub generator_function: fn(&PhpObject) -> Option<&'static Func>,
    /// Runs destructors that are waiting and, when due, the cycle collector.
    pub housekeeping: fn(&mut Cx),
    /// The request may use this many more seconds of CPU time; 0: any.
    pub time_limit: fn(&mut Cx, i64),
    /// Files included so far.
    pub included_files: fn(&mut Cx) -> Vec<PhpStr>,
    /// Links a builtin or user class under another name (`class_alias`) and the like.
    pub alias_class: fn(&mut Cx, &'static Class, &[u8]) -> bool,
    /// The cache of compiled files.
    pub code_cache: CodeCacheHooks,
}

/// What to do with the variables of a frame.
pub enum LocalsOp<'a> {
    /// All of them as an array (references kept).
    All,
    /// One as a reference, made if it does not exist.
    Ref(&'a PhpStr),
    /// One by value; undef if it does not exist.
    Get(&'a PhpStr),
    Set(&'a PhpStr, Value),
    Unset(&'a PhpStr),
    /// `func_get_args()`
    Args,
}

/// A place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub file: &'a [u8],
    pub line: u32,
    /// `declare(strict_types=1)`
    pub strict: bool,
}
