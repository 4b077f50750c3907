//! Executable code: instructions and what belongs to them, shared by all threads; how it is loaded, and what of machine code belongs to it.

pub(crate) mod call_site;
pub(crate) mod constant_calls;
pub(crate) mod first_call;
pub(crate) mod instruction;
pub(crate) mod load;
pub mod machine_code;

use std::alloc::Layout;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use loxo_bytecode::{Const, Function, Op, OpCode, Unit};
use loxo_runtime::{Class, Func, ParamInfo};
use loxo_value::{IStr, PhpStr, Value};

use crate::code::instruction::{Handler, Insn, Pc};
use loxo_units::numbering::new_statics;
use loxo_units::{LoadedUnit, Switch};

/// Chooses the handler of the op at an index of a function.
pub(crate) type Chooser = fn(&Unit, &Function, usize) -> Handler;

/// Executable code of one function. Its instructions are made when they are first needed: most functions of an application are never called.
pub struct Code {
    loaded: OnceLock<Instructions>,
    /// Makes them.
    load: fn(&Code) -> Instructions,
    /// The constants, until there are instructions.
    consts: Mutex<Vec<Const>>,
    /// Where its inline caches begin; `None`: it uses none.
    cache_base: Option<u32>,
    /// Code of `eval`, which leaves nothing behind.
    transient: bool,
    /// Values of parameters for [`DirectEntry`]; immortal.
    defaults: Box<[Value]>,
    pub len: usize,
    pub unit: &'static LoadedUnit,
    pub index: u32,
    /// Where machine code may be entered.
    pub entries: machine_code::Entries,
    /// Machine code of the whole function.
    pub whole: machine_code::Whole,
    /// Says which handler runs an op where no machine code stands in front of it.
    pub(crate) chooser: Chooser,
    pub(crate) names: OnceLock<Box<[IStr]>>,
}

/// What of a function is run.
pub(crate) struct Instructions {
    /// Instructions, then constants, then pointer cells.
    block: *mut u8,
    layout: Layout,
    switches: Vec<Switch>,
}

// SAFETY: a block is written while it is built and never changed afterwards but for the handlers, which are atomic; its constants are
// immortal, and so are the defaults.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(loaded) = self.loaded.get() {
            // SAFETY: nobody runs what is dropped, and copies are made of these instructions only.
            unsafe { self.whole.free_steps(loaded.layout) }
        }
    }
}

impl Drop for Instructions {
    fn drop(&mut self) {
        constant_calls::forget(self.block as usize..self.block as usize + self.layout.size());
        // SAFETY: allocated with this layout in `load::instructions`.
        unsafe { std::alloc::dealloc(self.block.sub(machine_code::PREFIX), machine_code::with_prefix(self.layout)) }
    }
}

impl Code {
    #[inline]
    pub fn function(&self) -> &'static Function {
        &self.unit.unit.functions[self.index as usize]
    }

    /// Names of the variable slots.
    pub fn names(&'static self) -> &'static [PhpStr] {
        IStr::slice_as_php(self.names.get_or_init(|| self.function().locals.iter().map(|name| IStr::new(name)).collect()))
    }

    #[inline]
    fn instructions(&self) -> &Instructions {
        self.loaded.get().unwrap_or_else(|| self.load_now())
    }

    /// Not inlined: it needs memory on the native stack, and a handler with such memory cannot end in a jump.
    #[cold]
    #[inline(never)]
    fn load_now(&self) -> &Instructions {
        self.loaded.get_or_init(|| (self.load)(self))
    }

    pub fn start(&self) -> Pc {
        self.instructions().block.cast()
    }

    pub(crate) fn switches(&self) -> &[Switch] {
        &self.instructions().switches
    }

    /// A jump table, by its number.
    pub fn switch(&self, table: u32) -> &Switch {
        &self.switches()[table as usize]
    }

    /// What the instructions take, or would take if they were made.
    pub fn bytes(&self) -> usize {
        let guess = || self.len * size_of::<Insn>() + self.function().consts.len() * size_of::<Value>();
        self.loaded.get().map_or_else(guess, |loaded| loaded.layout.size())
    }

    /// Index of an instruction of this function.
    #[inline]
    pub fn index_of(&self, pc: Pc) -> usize {
        let instructions = self.instructions();
        let offset = (pc as usize).wrapping_sub(instructions.block as usize);
        let offset = if offset < instructions.layout.size() { offset } else { (pc as usize).wrapping_sub(self.whole.steps()) };
        offset / size_of::<Insn>()
    }

    /// The instruction is one that machine code runs: see [`machine_code::Whole`].
    pub fn is_step(&self, pc: Pc) -> bool {
        let steps = self.whole.steps();
        steps != 0 && (pc as usize).wrapping_sub(steps) < self.len * size_of::<Insn>()
    }

    /// The code goes when what it belongs to is done, and others may come to lie where it was.
    pub fn is_transient(&self) -> bool {
        self.transient
    }

    /// The code of a function that has been called natively: what is kept of its machine code, as [`machine_code::Whole::code`] has it.
    ///
    /// # Safety
    /// The function is a user function whose instructions were made.
    #[inline(always)]
    pub unsafe fn kept_of(func: &Func) -> *const () {
        // SAFETY: the word lies in front of the instructions, two in front of the first one, and is never written but as an atomic.
        unsafe { (*(func.entry.get() as *const AtomicPtr<()>).sub(2)).load(Ordering::Acquire) }
    }

    /// Says what [`Code::kept_of`] is to give.
    pub fn keep(&self, kept: *const ()) {
        self.whole.code.store(kept.cast_mut(), Ordering::Release);
        // SAFETY: the word lies in front of the block and is never written but as an atomic.
        let word: &AtomicPtr<()> = unsafe { &*self.instructions().block.sub(2 * size_of::<AtomicPtr<()>>()).cast() };
        word.store(kept.cast_mut(), Ordering::Release);
    }

    /// Makes copies of the instructions for machine code, if there are none.
    pub fn make_steps(&self) {
        let instructions = self.instructions();
        // SAFETY: they belong to this code.
        unsafe { self.whole.make_steps(instructions.block, self.len, instructions.layout) }
    }

    /// Address of the native code that calls enter, or null.
    pub fn native(&self) -> &AtomicPtr<()> {
        // SAFETY: the word lies in front of the block and is never written but as an atomic.
        unsafe { &*self.instructions().block.sub(size_of::<AtomicPtr<()>>()).cast() }
    }

    pub fn at(&self, index: u32) -> Pc {
        debug_assert!((index as usize) < self.len);
        // SAFETY: the verifier checked all indices that the tables hold.
        unsafe { self.start().add(index as usize) }
    }

    /// The handler that the loader chose for an instruction.
    pub fn plain_handler(&self, index: u32) -> Handler {
        (self.chooser)(&self.unit.unit, self.function(), index as usize)
    }

    /// A constant of the function.
    pub fn const_value(&self, index: u32) -> &Value {
        assert!((index as usize) < self.function().consts.len(), "a constant of another function");
        // SAFETY: it is one of the constants, which were written when the code was built and are never dropped before it.
        unsafe { &*self.constant(index) }
    }

    /// Address of a constant.
    pub fn constant(&self, index: u32) -> *const Value {
        debug_assert!((index as usize) < self.function().consts.len());
        let consts = (self.len * size_of::<Insn>()).next_multiple_of(16);
        // SAFETY: constants lie behind the instructions.
        unsafe { self.instructions().block.add(consts).cast::<Value>().add(index as usize) }
    }

    pub fn op_at(&self, pc: Pc) -> &'static Op {
        &self.function().code[self.index_of(pc)]
    }

    pub fn line_at(&self, pc: Pc) -> u32 {
        self.line_of(self.index_of(pc))
    }

    /// The line of an op, by its index.
    pub fn line_of(&self, index: usize) -> u32 {
        self.function().line_of(index).unwrap_or(self.function().start_line)
    }
}

/// The code of a user function.
#[inline]
pub fn code_of(func: &Func) -> &'static Code {
    let code = func.code.as_ref().expect("user functions have code");
    debug_assert!(code.is::<Code>());
    // SAFETY: this crate alone makes functions with code, and only of this type. Functions, and with them their code, live at least as long
    // as any request that can see them.
    unsafe { &*Arc::as_ptr(code).cast::<Code>() }
}

/// A copy of a function for another scope: closures and thunks in a class.
pub fn rebind(func: &Func, class: Option<&'static Class>) -> Func {
    let code = code_of(func);
    let base = code.unit.funcs[code.index as usize];
    let (mut params, mut return_type) = (base.params.clone(), base.return_type.clone());
    if let Some(class) = class {
        // `self` and `parent` mean what they mean in the new scope.
        return_type = return_type.map(|ty| loxo_runtime::link::resolve_in(&ty, class));
        if params.iter().any(|p| p.ty.as_ref().is_some_and(|ty| !ty.ids.is_empty())) {
            let bound = |p: &ParamInfo| ParamInfo { ty: p.ty.as_ref().map(|ty| loxo_runtime::link::resolve_in(ty, class)), ..p.clone() };
            params = params.iter().map(bound).collect();
        }
    }
    Func {
        statics: if func.statics == u32::MAX { u32::MAX } else { new_statics() },
        class,
        params,
        return_type,
        code: func.code.clone(),
        entry: func.entry.clone(),
        direct: func.direct.clone(),
        ..*func
    }
}

/// True for ops that call something and have their result slot in `x`.
pub fn is_call(code: OpCode) -> bool {
    code.info().calls
}

/// How much the code of a function takes.
pub fn bytes_of(func: &Func) -> usize {
    code_of(func).bytes()
}

/// The same of all functions of a unit.
pub fn bytes_of_unit(unit: &LoadedUnit) -> usize {
    unit.funcs.iter().map(|func| bytes_of(func)).sum()
}
