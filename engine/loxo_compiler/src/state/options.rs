//! The input of a compilation beside the text: settings, and the builtins that the engine has.

use std::sync::atomic::AtomicU32;

use loxo_bytecode::Const;

/// What the compiler needs to know of the engine and the request.
#[derive(Clone, Copy)]
pub struct CompileOptions<'a> {
    /// As `__FILE__` gives it.
    pub path: &'a [u8],
    pub builtins: &'a dyn Builtins,
    pub short_open_tag: bool,
    /// The text of an `eval()`, which gives null where a file gives 1.
    pub eval: bool,
    /// `zend.assertions`: -1 compiles `assert()` to nothing.
    pub assertions: i32,
    /// Working directory: `__DIR__` of a path without directory.
    pub cwd: &'a [u8],
    /// Run the optimizer. Off only to look at plain code.
    pub optimize: bool,
    /// Every call is made, also one whose result is known: for those who want to see all of them.
    pub keep_calls: bool,
    /// Jumps stay where statements have them, and cases of `switch` are compared one after another: for those who want to see which lines run.
    pub keep_lines: bool,
    /// Where numbers of anonymous classes come from, for texts that share a path. `None`: they begin with 0.
    pub anonymous: Option<&'a AtomicU32>,
    /// `declare(encoding=…)` was honoured (ini `zend.multibyte`).
    pub multibyte: bool,
}

impl<'a> CompileOptions<'a> {
    /// As a file is compiled by settings that nobody changed.
    pub fn new(path: &'a [u8], builtins: &'a dyn Builtins) -> CompileOptions<'a> {
        CompileOptions {
            path,
            builtins,
            short_open_tag: false,
            eval: false,
            assertions: 1,
            cwd: b"/",
            optimize: true,
            keep_calls: false,
            keep_lines: false,
            anonymous: None,
            multibyte: false,
        }
    }
}

/// A function of the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinFn {
    pub min_args: u32,
    /// `None`: variadic.
    pub max_args: Option<u32>,
    /// Bit n: parameter n is by reference. Bit 63: the variadic ones are.
    pub ref_params: u64,
    /// The by-reference parameters take values silently too (`array_multisort`).
    pub prefer_ref: bool,
    /// Looks at its caller's variables or arguments (`compact`, `extract`, `func_get_args`, `get_defined_vars`...).
    pub needs_frame: bool,
    /// No side effects and the same result for the same arguments.
    pub pure: bool,
    /// Its result depends on its arguments alone, in all requests: [`Builtins::evaluate`] may call it.
    pub constant: bool,
    pub deprecated: bool,
}

impl BuiltinFn {
    /// Parameter `i` is by reference.
    pub fn by_ref(&self, i: usize) -> bool {
        let declared = self.max_args.map_or(self.ref_params.count_zeros().min(63) as usize, |max| max as usize);
        let bit = if self.max_args.is_none() && (i >= declared.min(62) || self.ref_params >> i.min(62) == 0) && self.ref_params >> 63 != 0 {
            // Behind the named parameters of a variadic function.
            if i < 62 && self.ref_params & (1 << i) != 0 { i } else { 63 }
        } else {
            i.min(62)
        };
        self.ref_params >> bit & 1 != 0
    }
}

/// The engine's functions and persistent constants.
pub trait Builtins {
    fn function(&self, lowercase_name: &[u8]) -> Option<BuiltinFn>;
    /// Constants that are the same in every request (`PHP_INT_MAX`, `E_ALL`, `M_PI`); `true`, `false` and `null` need not be there.
    fn constant(&self, name: &[u8]) -> Option<Const>;
    /// What a function that is [`BuiltinFn::constant`] gives for these arguments. `None`: it cannot be called now, or not without a message or an
    /// exception.
    fn evaluate(&self, _lowercase_name: &[u8], _args: &[Const]) -> Option<Const> {
        None
    }
}

/// Where nothing says which builtins there are.
pub struct NoBuiltins;

impl Builtins for NoBuiltins {
    fn function(&self, _: &[u8]) -> Option<BuiltinFn> {
        None
    }

    fn constant(&self, _: &[u8]) -> Option<Const> {
        None
    }
}
