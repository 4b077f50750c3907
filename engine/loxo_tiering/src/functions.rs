//! Which functions become machine code as a whole, and how the interpreter enters it.
//!
//! A function that has a compiler to go to begins with a handler that counts calls. What is made of it is shared by all threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use loxo_bytecode::{FnFlags, Function, Unit};
use loxo_runtime::EntryKind;
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, Handler, Pc, code_of, flags, header, single, skipped_defaults, slot};

use crate::calls::{Compiled, step};
use crate::handlers::set_handlers;

/// Machine code of a function.
pub(crate) struct FunctionCode {
    code: Compiled,
    /// For each op the number of the entry there, or 0.
    numbers: Vec<u32>,
    /// How often it was left because a type was other than expected: in all, then at each op. The machine code counts.
    guard_failures: &'static [AtomicU32],
}

/// A function that has been called often, and what is seen of it at the moment.
pub struct HotFunction<'a> {
    pub function: &'a Function,
    pub unit: &'a Unit,
    /// The tag of each local variable.
    pub tags: &'a [u8],
    /// Address of numbers that the code adds one to when it is left because a type is other than expected: one for all ops, then one for each.
    pub guard_failures: usize,
    pub name: Vec<u8>,
    code: &'a Code,
}

/// A user function that a call op names.
pub struct Callee {
    /// Address of the function.
    pub func: usize,
    /// Address of the word with the address of its native code.
    pub native: usize,
    pub num_params: u32,
    pub frame_slots: u32,
}

impl HotFunction<'_> {
    /// Code that was made before was left too often at an op.
    pub fn failed_at(&self, op: u32) -> bool {
        // SAFETY: code of functions is never freed.
        let before = unsafe { made(self.code) };
        before.is_some_and(|before| before.guard_failures[op as usize + 1].load(Ordering::Relaxed) >= MOST_GUARD_FAILURES / 10)
    }

    /// The copy of an op's instruction that machine code runs, and its handler.
    pub fn step(&self, op: u32) -> (usize, usize) {
        (step(self.code, op) as usize, single(self.unit, self.function, op as usize) as usize)
    }

    /// The number of an op's inline cache.
    pub fn cache(&self, op: u32) -> u32 {
        // SAFETY: an instruction of the function.
        unsafe { (*self.code.at(op)).x() }
    }

    /// Address of an op's instruction, and of the handler that runs it without machine code.
    pub fn resume(&self, op: u32) -> (usize, usize) {
        (self.code.at(op) as usize, self.code.plain_handler(op) as usize)
    }

    /// The two words of a constant.
    pub fn constant(&self, index: u32) -> [u64; 2] {
        let value = self.code.constant(index).cast::<u64>();
        // SAFETY: a constant of the function; they are never written.
        unsafe { [value.read(), u64::from(value.add(1).cast::<u32>().read())] }
    }

    /// Address of a constant.
    pub fn constant_place(&self, index: u32) -> usize {
        self.code.constant(index) as usize
    }

    /// The function of the unit with an index, if a call with as many arguments as it has parameters needs nothing but those.
    pub fn callee(&self, index: u32) -> Option<Callee> {
        let func = self.code.unit.funcs[index as usize];
        (func.entry_kind == EntryKind::Plain).then(|| Callee {
            func: std::ptr::from_ref(func) as usize,
            native: code_of(func).native() as *const _ as usize,
            num_params: func.num_params,
            frame_slots: func.frame_slots,
        })
    }
}

/// What a compiler says of a function.
pub enum Verdict {
    /// Machine code, and the ops at which it may be entered by their numbers, the first of which is 1.
    Compiled(Compiled, Vec<u32>),
    NotWorthIt,
    /// Ask again later.
    Busy,
}

/// A compiler, and after how many calls it is asked.
pub struct Compiler {
    pub compile: fn(&HotFunction<'_>) -> Verdict,
    pub hot: u32,
}

static COMPILER: OnceLock<Compiler> = OnceLock::new();

/// Functions that are loaded from now on may be compiled.
pub(crate) fn install(compiler: Compiler) {
    // Only the first one counts.
    _ = COMPILER.set(compiler);
}

/// What is kept of a function's machine code, if it has any.
///
/// # Safety
/// For code that lives: it is never freed, and nobody else stores anything there.
unsafe fn made(code: &Code) -> Option<&FunctionCode> {
    // SAFETY: as the caller promises.
    unsafe { code.whole.code.load(Ordering::Acquire).cast::<FunctionCode>().as_ref() }
}

/// So many times machine code may be left because a type was other than expected, before it is made anew.
const MOST_GUARD_FAILURES: u32 = 100;
/// So many times a function is compiled.
const TRIES: u32 = 3;

/// The op at an index is where calls enter the function, and there is a compiler.
pub(crate) fn counts(function: &Function, at: usize) -> bool {
    const NEVER: FnFlags = FnFlags::GENERATOR.with(FnFlags::DYNAMIC_VARS);
    COMPILER.get().is_some() && at == skipped_defaults(function) && !function.flags.any(NEVER) && !function.name.is_empty()
}

/// Stands for the first op of a function that may become hot.
pub(crate) unsafe extern "C-unwind" fn count(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op.
    unsafe {
        let handler = counted(pc, fp);
        handler(pc, fp, vm)
    }
}

/// Takes a hot loop over, if there is a way into the function's machine code at its head, or can be; false: it is better compiled by itself.
///
/// # Safety
/// The frame runs the function.
pub(crate) unsafe fn take_loop(code: &Code, fp: *mut Value, first: u32, last: u32) -> bool {
    let Some(compiler) = COMPILER.get() else { return false };
    let function = code.function();
    if !counts(function, skipped_defaults(function)) || !function.code[first as usize..=last as usize].iter().any(|op| op.code.info().calls)
    {
        return false;
    }
    // SAFETY: code of functions is never freed.
    let entered = || unsafe { made(code) }.is_some_and(|whole| whole.numbers[first as usize] != 0);
    // SAFETY: as the caller promises.
    entered() || code.whole.tries.load(Ordering::Relaxed) == 0 && unsafe { compile(compiler, code, fp) } && entered()
}

/// Counts a call; gives the handler to go on with.
#[inline(never)]
unsafe fn counted(pc: Pc, fp: *mut Value) -> Handler {
    // SAFETY: the frame runs the function that `pc` is an instruction of.
    unsafe {
        let code = code_of(&*header(fp).func);
        let at = code.index_of(pc) as u32;
        if let Some(compiler) = COMPILER.get() {
            let calls = code.whole.calls.load(Ordering::Relaxed) + 1;
            code.whole.calls.store(calls, Ordering::Relaxed);
            let tries = code.whole.tries.load(Ordering::Relaxed);
            if calls >= compiler.hot << (2 * tries) && compile(compiler, code, fp) {
                return enter;
            }
        }
        code.plain_handler(at)
    }
}

/// Shows a function to the compiler; true: there is machine code now.
unsafe fn compile(compiler: &Compiler, code: &Code, fp: *mut Value) -> bool {
    let function = code.function();
    code.make_steps();
    // SAFETY: locals are live.
    let tags: Vec<u8> = unsafe { (0..function.locals.len()).map(|local| slot::tag(fp.add(local))).collect() };
    // What is leaked here lives as long as the code that it belongs to: other threads may be in it.
    let guard_failures: &'static [AtomicU32] = Vec::leak((0..=code.len).map(|_| AtomicU32::new(0)).collect());
    // SAFETY: the frame runs the function.
    let name = unsafe { (*header(fp).func).display_name() };
    let address = guard_failures[0].as_ptr() as usize;
    let seen = HotFunction { function, unit: &code.unit.unit, tags: &tags, guard_failures: address, name, code };
    let verdict = (compiler.compile)(&seen);
    if matches!(verdict, Verdict::Busy) {
        return false;
    }
    code.whole.calls.store(0, Ordering::Relaxed);
    code.whole.tries.fetch_add(1, Ordering::Relaxed);
    let start = skipped_defaults(function) as u32;
    let Verdict::Compiled(compiled, entries) = verdict else {
        set_handlers(code, [start], |at| code.plain_handler(at));
        return false;
    };
    let mut numbers = vec![0; code.len];
    for (number, &op) in entries.iter().enumerate() {
        // SAFETY: an instruction of this code.
        let handler = unsafe { (*code.at(op)).handler() };
        // Loops that are compiled already stay so.
        if op == start || is_entry(handler as *const ()) || std::ptr::fn_addr_eq(handler, code.plain_handler(op)) {
            numbers[op as usize] = number as u32 + 1;
        }
    }
    let entered: Vec<u32> = (0..code.len as u32).filter(|&op| numbers[op as usize] != 0).collect();
    let whole: &FunctionCode = Box::leak(Box::new(FunctionCode { code: compiled, numbers, guard_failures }));
    code.whole.code.store(std::ptr::from_ref(whole).cast_mut().cast(), Ordering::Release);
    if EntryKind::of_user(function.flags) == EntryKind::Plain {
        code.native().store(compiled as *mut (), Ordering::Release);
    }
    set_handlers(code, entered, |_| enter);
    true
}

/// The handler of an instruction that machine code of the whole function stands in front of.
pub(crate) fn is_entry(handler: *const ()) -> bool {
    std::ptr::eq(handler, enter as *const ()) || std::ptr::eq(handler, count as *const ())
}

/// Stands for an instruction at which machine code is entered.
unsafe extern "C-unwind" fn enter(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op.
    unsafe {
        let next = run(pc, fp, vm);
        (next.handler)(next.pc, (*vm).fp, vm)
    }
}

/// Where the interpreter goes on.
#[repr(C)]
struct Next {
    pc: Pc,
    handler: Handler,
}

/// Runs machine code from an instruction on. Not inlined: looking at the native stack needs memory there, and what has such memory cannot end in a jump.
#[inline(never)]
unsafe fn run(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Next {
    // SAFETY: the frame runs the function that `pc` is an instruction of; what is entered was compiled for it.
    unsafe {
        let code = code_of(&*header(fp).func);
        let at = code.index_of(pc);
        let whole = made(code);
        (*vm).stack.native_limit = loxo_base::stack::limit();
        let number = whole.map_or(0, |whole| whole.numbers[at]);
        let (Some(whole), false) = (whole, number == 0 || loxo_base::stack::exhausted()) else {
            return Next { pc, handler: code.plain_handler(at as u32) };
        };
        // Whoever called the frame, the interpreter runs it.
        header(fp).flags &= !(flags::NATIVE | flags::BARE | flags::UNWANTED);
        let exit = (whole.code)(fp, vm, u64::from(number));
        if whole.guard_failures[0].load(Ordering::Relaxed) >= MOST_GUARD_FAILURES {
            retire(code, whole);
        }
        let (pc, handler) = exit.next();
        Next { pc, handler }
    }
}

/// What a function was compiled for is not what it meets: it is counted and compiled again, unless that was tried often enough.
#[cold]
#[inline(never)]
fn retire(code: &Code, whole: &FunctionCode) {
    // Threads that are still in it begin to count anew.
    if whole.guard_failures[0].swap(0, Ordering::Relaxed) < MOST_GUARD_FAILURES {
        return;
    }
    code.native().store(std::ptr::null_mut(), Ordering::Release);
    let start = skipped_defaults(code.function()) as u32;
    let again = code.whole.tries.load(Ordering::Relaxed) < TRIES;
    let its = (0..code.len as u32).filter(|&op| whole.numbers[op as usize] != 0);
    set_handlers(code, its, |at| if at == start && again { count } else { code.plain_handler(at) });
}
