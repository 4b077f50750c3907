//! The virtual machine of one request: its registers, and what the request knows and keeps.

use std::cell::{Cell, OnceCell};

use loxo_fast_paths::LvalueRegister;
use loxo_runtime::deadline::Deadline;
use loxo_runtime::{Class, Cx, Property};
use loxo_value::frame_stack::FrameStack;
use loxo_value::interrupter::{Interrupter, Interrupts};
use loxo_value::{PhpObject, PhpStr, Value, interrupt, thread};

use crate::access::lookup_cache::{self, InlineCache, LookupCache, Met};
use crate::code::instruction::Pc;
use loxo_units::{Numbers, numbering};
use loxo_value::symbol_table::SymbolTable;

/// A request's interpreter. The context comes first, so that the two share their address and hooks find one from the other.
#[repr(C)]
pub struct Vm {
    pub cx: Cx,
    /// Frame of the PHP function that is running.
    pub fp: *mut Value,
    /// The place that a nested write has got to.
    pub lv: LvalueRegister<Property>,
    pub caches: *mut InlineCache,
    /// The number of the request among those of the thread, in the upper 16 bits: a part of the keys of what holds in this request only.
    pub request_key: usize,
    /// The heap's byte that says destructors or the collector wait.
    pub pending: *const u8,
    pub stack: FrameStack,
    pub(crate) cache_table: Vec<InlineCache>,
    pub(crate) interrupts: Interrupts,
    /// `max_execution_time`, if there is one.
    pub(crate) deadline: Option<Deadline>,
    /// Classes, by the numbers of their declarations, that were declared before the code of their file ran.
    pub(crate) early: Numbers,
    pub globals: Box<SymbolTable>,
    /// Static variables by `Func::statics`.
    pub(crate) statics: Vec<Vec<Value>>,
    /// `ticks` counter and functions.
    pub(crate) ticks: u32,
    pub(crate) fiber: Option<PhpObject>,
    /// Depth of nested interpreter loops on this native stack.
    pub(crate) depth: u32,
    /// At which depth calls from Rust code are refused: see `loxo_runtime::stack_limit`.
    pub(crate) deepest: u32,
    /// The frame that called the builtin method that is running, and the method's late-static-binding class. In PHP code that the
    /// method runs, another frame is on top.
    pub(crate) native_caller: (*mut Value, Option<&'static Class>),
    /// Properties whose storage started `parent::$x::get()`/`set()` calls mean.
    pub(crate) storage_hooks: Vec<PhpStr>,
    /// Instructions that have called methods of objects without being calls, and the class of each: the last ones.
    pub met: Met,
    /// An empty argument list for the next call with spreads or names.
    pub spare_list: Value,
    /// What traces and samples have asked of instructions.
    pub(crate) sites: std::cell::OnceCell<loxo_units::sites::Sites>,
    /// Memory for the parts of a trace.
    pub(crate) trace_parts: Vec<Value>,
    /// Members found before, in this request or an earlier one of the thread.
    pub(crate) members: LookupCache,
    pub(crate) closure_class: OnceCell<&'static Class>,
    pub(crate) generator_class: OnceCell<&'static Class>,
    /// Classes being autoloaded right now.
    pub(crate) loading: Vec<loxo_runtime::ClassId>,
    /// The global variables are being let go.
    pub(crate) at_end: bool,
    /// Deprecated class constants (addresses) whose messages are being made.
    pub(crate) reporting_constants: Vec<usize>,
    /// The frame that stands at a call of a builtin whose arguments reach beyond the frame, and their end.
    pub(crate) overflow_args: (*mut Value, *mut Value),
    /// How often the top of the stack was asked for, which whoever writes frames there does.
    pub(crate) stack_tops: Cell<u64>,
    /// Functions for `declare(ticks)` are running.
    pub(crate) ticking: bool,
    /// A bug of the engine ended a part of the request.
    pub(crate) broken: bool,
    /// A catch clause did not match: the handler entry to try next.
    pub(crate) next_catch: Option<Pc>,
    /// Constant expressions that are being evaluated by themselves.
    pub(crate) expressions: u32,
}

impl Vm {
    /// The machine of a request that begins on this thread.
    pub fn new(cx: Cx) -> Box<Vm> {
        let kept = lookup_cache::take();
        let deepest = loxo_runtime::stack_limit::deepest(&cx);
        let mut vm = Box::new(Vm {
            cx,
            fp: std::ptr::null_mut(),
            lv: LvalueRegister::default(),
            reporting_constants: Vec::new(),
            at_end: false,
            caches: std::ptr::null_mut(),
            request_key: kept.request_key,
            pending: interrupt::pending_ptr().cast(),
            stack: FrameStack::new(),
            cache_table: kept.inline,
            interrupts: Interrupts::of_this_thread(),
            deadline: None,
            early: Numbers::default(),
            globals: Box::new(SymbolTable::behind(kept.generation)),
            statics: Vec::new(),
            ticks: 0,
            fiber: None,
            depth: 0,
            deepest,
            next_catch: None,
            native_caller: (std::ptr::null_mut(), None),
            storage_hooks: Vec::new(),
            met: Met::default(),
            spare_list: Value::UNDEF,
            sites: std::cell::OnceCell::new(),
            trace_parts: Vec::new(),
            members: kept.members,
            closure_class: OnceCell::new(),
            generator_class: OnceCell::new(),
            loading: Vec::new(),
            overflow_args: (std::ptr::null_mut(), std::ptr::null_mut()),
            stack_tops: Cell::new(1),
            ticking: false,
            broken: false,
            expressions: 0,
        });
        let machine = (&raw mut *vm).cast();
        // SAFETY: the machine is boxed, and its interrupts go with it.
        unsafe { vm.interrupts.at_calls(vm.stack.entry_gate(), machine) };
        vm.push_root();
        vm.caches = vm.cache_table.as_mut_ptr();
        vm.grow_caches();
        vm
    }

    /// Drops everything that the request owns and gives its heap back.
    pub fn end(mut self: Box<Self>) {
        self.cx.leave_tables();
        self.leave_caches();
        thread::begin_reset();
        drop(self);
        // SAFETY: the machine, the last owner of values on this thread, is gone.
        unsafe { thread::reset() };
        loxo_runtime::object::forget_ref_sources();
    }

    /// Sets a global variable.
    pub fn set_global(&mut self, name: &str, value: Value) {
        let place = self.globals.place(&PhpStr::interned(name.as_bytes()));
        // SAFETY: a place of the global table.
        drop(unsafe { std::mem::replace(&mut *place, value) });
    }

    /// A handle for other threads.
    pub fn interrupter(&self) -> Interrupter {
        self.interrupts.handle()
    }

    /// The machine that a context belongs to.
    #[inline]
    pub fn of(cx: &mut Cx) -> &mut Vm {
        // SAFETY: contexts are only made as the first field of a `#[repr(C)]` Vm (see `Vm::new`), which is alive while it is.
        unsafe { &mut *std::ptr::from_mut(cx).cast::<Vm>() }
    }

    #[inline]
    pub fn of_ref(cx: &Cx) -> &Vm {
        // SAFETY: as above.
        unsafe { &*std::ptr::from_ref(cx).cast::<Vm>() }
    }
}

impl Vm {
    /// Makes the inline cache table as large as the process needs by now.
    pub fn grow_caches(&mut self) {
        if self.cache_table.len() < numbering::cache_count() {
            self.cache_table.resize(numbering::cache_count() + 1024, InlineCache::default());
            self.caches = self.cache_table.as_mut_ptr();
        }
    }
}
