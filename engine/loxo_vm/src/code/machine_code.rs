//! What the code of a function keeps for machine code: where it may be entered, copies of the instructions for single ops, and who is asked about it.
//!
//! # Steps
//!
//! A handler ends in a jump to the next instruction's handler. Machine code that wants one op run calls its handler with the address of a *copy* of
//! the instruction. The copies of a function's instructions, with the constants behind them, lie at the same distances as the instructions themselves;
//! every copy has the handler [`step`], which returns the address that it was reached at. So whatever the op does, control comes back to the machine
//! code when the frame goes on: behind the op, at its jump target, or behind a call when the callee has returned. A frame whose header has the address
//! of a copy is run by machine code: unwinding stops there ([`unwound`]), since native frames must be left first.

use std::alloc::Layout;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use loxo_bytecode::Function;
pub use loxo_fast_paths::native_stack::stack_pointer;
use loxo_runtime::Func;
use loxo_value::{Value, low_memory};

use crate::Vm;
use crate::code::instruction::{Handler, Insn, Pc};

/// Who puts machine code in front of instructions.
pub struct Tiering {
    /// The handler that stands in front of an op while runs of it are counted, if they are to be.
    pub counting_handler: fn(&Function, usize) -> Option<Handler>,
    /// The handler is one of its own, which stands for many ops.
    pub is_its_own: fn(*const ()) -> bool,
    /// Goes on in the interpreter where machine code has left a frame, down to the re-entry frame below. Gives the result.
    pub go_on: unsafe fn(Given, *mut Value, &mut Vm) -> Value,
}

/// Machine code of a function: runs a frame that has its parameters and what a closure has captured, and the flags of one that machine code has called.
pub type CompiledFunction = unsafe extern "C-unwind" fn(*mut Value, *mut Vm, u64) -> Given;

/// The two words of a value, or others, of which the second has the highest bit: the interpreter goes on.
#[repr(C)]
pub struct Given(pub u64, pub u64);

impl Given {
    /// There is no result: the interpreter goes on.
    #[inline(always)]
    pub(crate) fn is_left(&self) -> bool {
        self.1 >> 63 != 0
    }

    /// What a frame gives back that machine code has run for a builtin.
    ///
    /// # Safety
    /// `fp` is that frame.
    #[inline(always)]
    pub(crate) unsafe fn value(self, fp: *mut Value, vm: &mut Vm) -> Value {
        // SAFETY: as the caller promises; a value is two words.
        unsafe { if !self.is_left() { std::mem::transmute::<Given, Value>(self) } else { go_on(self, fp, vm) } }
    }
}

#[cold]
#[inline(never)]
unsafe fn go_on(given: Given, fp: *mut Value, vm: &mut Vm) -> Value {
    // SAFETY: as the caller promises.
    TIERING.get().map_or(Value::NULL, |tiering| unsafe { (tiering.go_on)(given, fp, vm) })
}

static TIERING: OnceLock<Tiering> = OnceLock::new();

/// The handler that `loxo_coverage` puts in front of ops, if it does.
pub static COVERAGE: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// Says who is asked about code that is loaded from now on. Only the first one counts.
pub fn install(tiering: Tiering) {
    _ = TIERING.set(tiering);
}

/// The handler that counts runs of an op, if there is one.
pub fn counting_handler(function: &Function, at: usize) -> Option<Handler> {
    TIERING.get().and_then(|tiering| (tiering.counting_handler)(function, at))
}

/// The machine code of a function that calls enter, if there is any.
///
/// # Safety
/// It is a user function.
#[inline(always)]
pub(crate) unsafe fn of_calls(func: &Func) -> Option<CompiledFunction> {
    // SAFETY: the word lies in front of the first instruction, also in front of the one of functions without code; null is `None`.
    unsafe {
        let code = (*(func.entry.get() as *const AtomicPtr<()>).sub(1)).load(Ordering::Acquire);
        std::mem::transmute::<*mut (), Option<CompiledFunction>>(code)
    }
}

/// A handler that other ops may have than those that it is named for.
pub(crate) fn stands_for_ops(handler: *const ()) -> bool {
    let is_coverage = std::ptr::eq(handler, COVERAGE.load(Ordering::Relaxed));
    is_coverage || is_step_handler(handler) || TIERING.get().is_some_and(|tiering| (tiering.is_its_own)(handler))
}

/// So many bytes lie in front of the first instruction; the last eight are the address of native code for calls, or null; the eight
/// before them what [`Whole::code`] is, and those before the address of [`Table::entries`], or null.
pub(crate) const PREFIX: usize = 64;

pub(crate) fn with_prefix(block: Layout) -> Layout {
    Layout::from_size_align(block.size() + PREFIX, block.align()).expect("code is far smaller than the address space")
}

/// Machine code of a loop: takes a frame, the machine that runs it, and the number of an entry.
pub type Compiled = unsafe extern "C" fn(*mut Value, *mut Vm, u64) -> Exit;

/// Where machine code of a loop hands over to the interpreter.
#[repr(C)]
pub struct Exit {
    pub pc: Pc,
    /// The handler to go on with: not always that of the instruction, which may lead back to where it came from.
    pub handler: Handler,
}

/// Machine code of a loop.
pub struct Region {
    pub code: Compiled,
    /// Op that the loop's backward jumps lead to.
    pub first: u32,
    /// Ops at which it is entered.
    pub entries: Vec<u32>,
    /// It had many ops to run in a call of its function before it was compiled.
    pub is_long: bool,
    /// If many of its ops are left to the interpreter: after so many entries more its function is to be compiled instead.
    pub entries_left: Option<AtomicU32>,
    /// How often it was left because a type was other than expected. The machine code counts.
    pub guard_failures: &'static AtomicU32,
}

/// Where machine code of a loop is entered.
pub struct Entry {
    /// That of the region: one step less to it.
    pub code: Compiled,
    pub number: u64,
    pub region: &'static Region,
}

/// Entries of loops in a function's code, by op.
#[derive(Default)]
pub struct Entries(pub OnceLock<Table>);

pub struct Table {
    pub entries: Box<[AtomicPtr<Entry>]>,
    /// How often loops of this function were compiled again.
    pub tries: AtomicU32,
}

impl Entries {
    /// Machine code of a loop was made that is entered at an op.
    pub fn has(&self, op: u32) -> bool {
        self.0.get().is_some_and(|table| !table.entries[op as usize].load(Ordering::Acquire).is_null())
    }

    pub fn table(&self, len: usize) -> &Table {
        self.0.get_or_init(|| Table { entries: (0..len).map(|_| AtomicPtr::default()).collect(), tries: AtomicU32::new(0) })
    }
}

/// What belongs to the machine code of a whole function.
#[derive(Default)]
pub struct Whole {
    /// Copies of the instructions and of what lies behind them; null before there is machine code.
    steps: AtomicPtr<u8>,
    /// What the one that makes machine code keeps of it; null: there is none.
    pub code: AtomicPtr<()>,
    /// The plain handler of the op where calls enter; null: nobody has asked for it.
    pub start: AtomicPtr<()>,
    /// What the one that makes machine code has seen of single ops; null: nothing.
    pub seen: AtomicPtr<()>,
    /// How often the function was called.
    pub calls: AtomicU32,
    /// How often it was compiled.
    pub tries: AtomicU32,
}

impl Whole {
    /// Address of the copies, or 0.
    pub fn steps(&self) -> usize {
        self.steps.load(Ordering::Acquire) as usize
    }

    /// Makes the copies, if there are none.
    ///
    /// # Safety
    /// The block is that of the code that this belongs to, begins with so many instructions, and has this layout.
    pub(crate) unsafe fn make_steps(&self, block: *const u8, instructions: usize, layout: Layout) {
        if self.steps() != 0 {
            return;
        }
        // SAFETY: the block is as large as its layout says; what is copied of it is not written meanwhile but for handlers, which are not kept. All
        // values in it are immortal.
        unsafe {
            let copy = low_memory::alloc(layout);
            if copy.is_null() {
                std::alloc::handle_alloc_error(layout);
            }
            std::ptr::copy_nonoverlapping(block, copy, layout.size());
            for at in 0..instructions {
                (*copy.cast::<Insn>().add(at)).set_handler(step);
            }
            if self.steps.compare_exchange(std::ptr::null_mut(), copy, Ordering::AcqRel, Ordering::Acquire).is_err() {
                low_memory::dealloc(copy, layout);
            }
        }
    }

    /// # Safety
    /// Nobody runs the code any more, whose block has this layout.
    pub(crate) unsafe fn free_steps(&mut self, layout: Layout) {
        let steps = *self.steps.get_mut();
        if !steps.is_null() {
            // SAFETY: allocated with this layout in `make_steps`.
            unsafe { low_memory::dealloc(steps, layout) };
        }
    }
}

/// The handler of copies: back to machine code.
unsafe extern "C-unwind" fn step(pc: Pc, _fp: *mut Value, _vm: *mut Vm) -> u64 {
    pc as u64
}

/// Machine code runs the op.
pub(crate) fn is_step_handler(handler: *const ()) -> bool {
    std::ptr::eq(handler, step as *const ())
}

/// Where unwinding stops that has reached a frame which machine code runs.
static UNWOUND: Insn = Insn::new(step, [0; 3], 0);

pub fn unwound() -> Pc {
    &raw const UNWOUND
}
