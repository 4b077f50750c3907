//! Which functions become machine code as a whole, and how the interpreter enters it.
//!
//! A function that has a compiler to go to begins with a handler that counts calls. What is made of it is shared by all threads.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use loxo_bytecode::{FRAME_HEADER_SLOTS, FnFlags, Function, NONE};
use loxo_runtime::{EntryKind, Func};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::{Given, stack_pointer};
use loxo_vm::for_machine_code::{Code, Handler, Insn, Pc, code_of, finish, flags, header};

use crate::background;
use crate::calls::{Compiled, Exit, LEFT, drop_object, entered, gives_up_object, kept_for};
use crate::function_code::{FunctionCode, MOST_GUARD_FAILURES, MOST_LOOPS, TRIES, count_again, made, retire, was_left};
use crate::handlers::set_handlers;
use crate::hot_function::{HotFunction, look};
use crate::observed;
use crate::side_exits::own_object;

pub use crate::function_code::Frameless;

/// The code of a function that needs no frame, and the address of the code with a frame that was made beside it, if it has such code now.
pub fn frameless_code(func: &Func) -> Option<(&'static Frameless, usize)> {
    let code = code_of(func);
    // SAFETY: code of functions is never freed, and what was made of it neither.
    let whole: &'static FunctionCode = unsafe { &*std::ptr::from_ref(made(code)?) };
    let is_called = std::ptr::eq(code.native().load(Ordering::Acquire), whole.code as *mut ());
    whole.frameless.as_ref().filter(|its| is_called && its.func == std::ptr::from_ref(func) as usize).map(|its| (its, whole.code as usize))
}

impl HotFunction<'_> {
    /// The loop of these ops has machine code of its own, in which it stays for long.
    pub fn is_long_by_itself(&self, first: u32, last: u32) -> bool {
        let Some(table) = self.code.entries.0.get() else { return false };
        (first..=last).any(|op| {
            // SAFETY: entries are never freed; an instruction of the code.
            let (entry, handler) = unsafe { (table.entries[op as usize].load(Ordering::Acquire).as_ref(), (*self.code.at(op)).handler()) };
            let is_entered = !std::ptr::fn_addr_eq(handler, self.code.plain_handler(op)) && !is_entry(handler as *const ());
            is_entered && entry.is_some_and(|entry| entry.region.is_long)
        })
    }
}

/// What a compiler says of a function.
pub enum Verdict {
    /// Machine code; the ops at which it may be entered by their numbers, the first of which is 1; and code without a frame, if there is such.
    Compiled(Compiled, Vec<u32>, Option<Frameless>),
    NotWorthIt,
    /// Ask again later.
    Busy,
}

/// A compiler, and after how many calls it is asked.
pub struct Compiler {
    /// Compiles a function; `at_once`: somebody waits for it, and would rather go on if the compiler is busy.
    pub compile: fn(&HotFunction<'_>, at_once: bool) -> Verdict,
    /// After so many calls a function is compiled.
    pub hot: u32,
    /// The same where a loop of it is hot, whose runs count as calls by their part of the function.
    pub hot_in_loops: u32,
    /// Calls wait for functions of so many ops at most; others are compiled by another thread. Who finds a hot loop always waits.
    pub longest_at_once: usize,
    /// That thread takes one of so many parts of the process's processor time; `None`: what it wants.
    pub share: Option<u32>,
    /// Small functions become a part of the code of those that call them.
    pub inlines: bool,
}

static COMPILER: OnceLock<Compiler> = OnceLock::new();

/// Functions that are loaded from now on may be compiled.
pub(crate) fn install(compiler: Compiler) {
    // Only the first one counts.
    _ = COMPILER.set(compiler);
}

/// There is a compiler.
pub(crate) fn is_installed() -> bool {
    COMPILER.get().is_some()
}

/// The op at an index is where calls enter the function, and there is a compiler.
pub(crate) fn counts(function: &Function, at: usize) -> bool {
    is_installed() && at == function.skipped_defaults() && !function.flags.has(FnFlags::GENERATOR) && !function.name.is_empty()
}

/// Stands for the first op of a function that may become hot.
pub(crate) unsafe extern "C-unwind" fn count(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op.
    unsafe {
        let handler = counted(pc, fp, vm);
        handler(pc, fp, vm)
    }
}

/// What becomes of a hot loop.
pub(crate) enum Loop {
    /// There is a way into the function's machine code in it.
    Taken,
    /// It is better compiled by itself.
    Alone,
    /// The compiler is busy, or it has not run often enough.
    Later,
}

/// Takes a loop over that has run so many times more.
///
/// # Safety
/// The frame runs the function.
pub(crate) unsafe fn take_loop(code: &Code, fp: *mut Value, vm: *mut Vm, first: u32, last: u32, runs: u16) -> Loop {
    let Some(compiler) = COMPILER.get() else { return Loop::Alone };
    if code.is_transient() {
        return Loop::Alone;
    }
    // The loop may be entered where its condition is.
    // SAFETY: code of functions is never freed.
    let made = || unsafe { made(code) };
    let has_entry = || made().is_some_and(|whole| whole.has_entry_in(first..=last));
    // What was compiled may be a loop inside this one.
    let is_all = || made().is_none_or(|whole| whole.ops.start <= first && last < whole.ops.end);
    // Code that was left too often has no handlers any more.
    // SAFETY: instructions of the code.
    let entered = || has_entry() && is_all() && (first..=last).any(|op| is_way_in(unsafe { (*code.at(op)).handler() } as *const ()));
    let tries = code.whole.tries.load(Ordering::Relaxed);
    if !entered() && (tries == 0 || tries < TRIES && (has_entry() || !is_all())) {
        // What compiling costs goes with the length of the function, so its calls and the runs of a short loop in it are not the same.
        let of_function = || u64::from(runs) * u64::from(last - first + 1) / code.len.max(1) as u64;
        let worth = if only_loop(code, &(first..last + 1)).is_some() { runs.into() } else { of_function() };
        let calls = code.whole.calls.load(Ordering::Relaxed).saturating_add(worth.max(1) as u32);
        code.whole.calls.store(calls, Ordering::Relaxed);
        if calls < compiler.hot_in_loops {
            return Loop::Later;
        }
        // SAFETY: as the caller promises.
        unsafe { compile(compiler, code, first..last + 1, fp, vm) };
        if code.whole.tries.load(Ordering::Relaxed) == tries {
            return Loop::Later;
        }
    }
    if entered() { Loop::Taken } else { Loop::Alone }
}

/// Counts a call; gives the handler to go on with.
#[inline(never)]
unsafe fn counted(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Handler {
    // SAFETY: the frame runs the function that `pc` is an instruction of, the one where calls enter; the word that is kept for that is null or a handler.
    unsafe {
        let code = code_of(&*header(fp).func);
        let at = code.index_of(pc) as u32;
        if let Some(compiler) = COMPILER.get() {
            let calls = code.whole.calls.load(Ordering::Relaxed) + 1;
            code.whole.calls.store(calls, Ordering::Relaxed);
            let tries = code.whole.tries.load(Ordering::Relaxed);
            let hot = compiler.hot << (2 * tries.saturating_sub(1));
            if calls == observed::first_run(hot) {
                observed::begin(code);
            }
            if calls >= hot {
                if code.len > compiler.longest_at_once && !code.is_transient() {
                    // Code that is not transient is never freed.
                    compile_later(compiler, &*std::ptr::from_ref(code), fp, vm);
                } else if compile(compiler, code, 0..code.len as u32, fp, vm) {
                    return enter;
                } else if code.whole.tries.load(Ordering::Relaxed) == tries {
                    // The compiler is busy.
                    code.whole.calls.store(calls / 2, Ordering::Relaxed);
                }
            }
        }
        // To find out which it is takes longer than many functions do.
        let known = code.whole.start.load(Ordering::Relaxed);
        if !known.is_null() {
            return std::mem::transmute::<*mut (), Handler>(known);
        }
        let handler = code.plain_handler(at);
        code.whole.start.store(handler as *mut (), Ordering::Relaxed);
        handler
    }
}

/// Of a file's code a hot loop is compiled alone, as the file runs once. If something was compiled before, it is the loop around both; what stands beside it in no
/// loop has most likely had its time.
fn only_loop(code: &Code, hot: &Range<u32>) -> Option<Range<u32>> {
    let function = code.function();
    if !function.flags.has(FnFlags::MAIN) {
        return None;
    }
    // SAFETY: code of functions is never freed.
    let Some(before) = (unsafe { made(code) }) else { return Some(hot.clone()) };
    let both = hot.start.min(before.ops.start)..hot.end.max(before.ops.end);
    if both == *hot || both == before.ops {
        return Some(both);
    }
    let around = (both.end - 1..code.len as u32)
        .find_map(|at| Some((function.backward_jump(at)?, at + 1)).filter(|(first, _)| *first <= both.start));
    Some(around.map_or(hot.clone(), |(first, end)| first..end))
}

/// Shows a function to the compiler; true: there is machine code now.
unsafe fn compile(compiler: &Compiler, code: &Code, hot: Range<u32>, fp: *mut Value, vm: *mut Vm) -> bool {
    observed::end(code);
    code.make_steps();
    // SAFETY: the frame runs the function.
    let seen = unsafe { look([compiler.inlines, compiler.hot <= 1], code, hot.clone(), only_loop(code, &hot), fp, vm) };
    let verdict = (compiler.compile)(&seen, true);
    publish(&seen, verdict)
}

/// Has a function compiled by another thread. It is not counted meanwhile.
unsafe fn compile_later(compiler: &'static Compiler, code: &'static Code, fp: *mut Value, vm: *mut Vm) {
    observed::end(code);
    code.make_steps();
    set_handlers(code, [code.function().skipped_defaults() as u32], |at| code.plain_handler(at));
    // SAFETY: the frame runs the function.
    let seen = unsafe { look([compiler.inlines, compiler.hot <= 1], code, 0..code.len as u32, None, fp, vm) };
    let tries = code.whole.tries.load(Ordering::Relaxed);
    let waits = background::run(compiler.share, move || {
        // One of its loops may have had it compiled meanwhile, and since then it may have turned out what not to guess.
        let is_first = || code.whole.tries.load(Ordering::Relaxed) == tries;
        if is_first() {
            let verdict = (compiler.compile)(&seen, false);
            if is_first() {
                publish(&seen, verdict);
            }
        }
    });
    if !waits {
        code.whole.calls.store(0, Ordering::Relaxed);
        set_handlers(code, [code.function().skipped_defaults() as u32], |_| count);
    }
}

/// Puts what a compiler has made in front of the instructions; true: there is machine code now.
fn publish(seen: &HotFunction<'_>, verdict: Verdict) -> bool {
    let (code, function) = (seen.code, seen.function);
    if matches!(verdict, Verdict::Busy) {
        return false;
    }
    code.whole.calls.store(0, Ordering::Relaxed);
    code.whole.tries.fetch_add(1, Ordering::Relaxed);
    let start = function.skipped_defaults() as u32;
    let Verdict::Compiled(compiled, entries, frameless) = verdict else {
        set_handlers(code, [start], |at| code.plain_handler(at));
        return false;
    };
    let mut numbers = vec![0; code.len];
    // A call of a generator's function runs nothing of its body.
    let is_generator = function.flags.has(FnFlags::GENERATOR);
    for (number, &op) in entries.iter().enumerate().filter(|(_, op)| !is_generator || **op != start) {
        // SAFETY: an instruction of this code.
        let handler = unsafe { (*code.at(op)).handler() };
        // Loops that are compiled already stay so.
        let is_plain = std::ptr::fn_addr_eq(handler, code.plain_handler(op));
        if op == start || is_plain || is_entry(handler as *const ()) || !code.entries.has(op) {
            numbers[op as usize] = number as u32 + 1;
        }
    }
    let entered: Vec<u32> = (0..code.len as u32).filter(|&op| numbers[op as usize] != 0).collect();
    let (guard_failures, ops) = (seen.guard_failures, seen.only.clone().unwrap_or(0..code.len as u32));
    // SAFETY: code of functions is never freed.
    let before = unsafe { made(code) };
    let loops = before.map_or(0, |before| before.loops + u32::from(before.ops != ops));
    if let Some(other) = before.filter(|before| before.ops != ops) {
        if loops < MOST_LOOPS {
            // Another loop than the one that was compiled before is not the same once more.
            code.whole.tries.store(1, Ordering::Relaxed);
        }
        count_again(code, other);
    }
    let likely = seen.property_reads.by_op.iter().take(code.len).map(|read| read.likely).collect();
    let whole: &FunctionCode =
        Box::leak(Box::new(FunctionCode { code: compiled, owner: code, ops, loops, numbers, guard_failures, likely, frameless }));
    code.keep(std::ptr::from_ref(whole).cast());
    if EntryKind::of_user(function.flags) != EntryKind::General && counts(function, start as usize) {
        code.native().store(compiled as *mut (), Ordering::Release);
    }
    set_handlers(code, entered, |at| match at {
        _ if is_generator => enter_body,
        _ if at == start => enter_start,
        _ => enter,
    });
    true
}

/// The handler of an instruction that machine code of the whole function stands in front of.
pub(crate) fn is_entry(handler: *const ()) -> bool {
    is_way_in(handler) || std::ptr::eq(handler, count as *const ())
}

/// The same where there is machine code.
fn is_way_in(handler: *const ()) -> bool {
    [enter as *const (), enter_start as *const (), enter_body as *const ()].iter().any(|way| std::ptr::eq(handler, *way))
}

/// Stands for an instruction at which machine code is entered.
unsafe extern "C-unwind" fn enter(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op.
    unsafe {
        let next = run(pc, fp, vm);
        (next.handler)(next.pc, (*vm).fp, vm)
    }
}

/// The same for the instruction at which calls enter the function, which has the first number.
unsafe extern "C-unwind" fn enter_start(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op; a frame runs its function's code, whose machine code is never freed.
    unsafe {
        let head = header(fp);
        let limit = (*vm).stack.native_limit;
        // Copies of a function may not know yet that it has instructions.
        let Some(whole) = Code::kept_of(&*head.func).cast::<FunctionCode>().as_ref().filter(|_| limit != 0 && stack_pointer() > limit)
        else {
            return enter(pc, fp, vm);
        };
        // As machine code calls it: the result comes in registers, and what the header names is kept here meanwhile.
        let kept = kept_for(head);
        let caller = head.prev;
        let call = header(caller).pc;
        if kept.is_some() {
            head.flags = flags::NATIVE | flags::BARE | if (*call).x() == NONE { flags::UNWANTED } else { 0 };
        } else {
            entered(head);
        }
        let exit = (whole.code)(fp, vm, 1);
        if whole.guard_failures.get_unchecked(0).load(Ordering::Relaxed) >= MOST_GUARD_FAILURES {
            retire(&*whole.owner, whole);
        }
        let object = kept.unwrap_or(0);
        if !exit.has_result() {
            return if object == 0 { left(exit, vm) } else { left_closure(exit, caller, vm, object) };
        }
        (*vm).fp = caller;
        if (*call).x() != NONE {
            exit.write(caller.add((*call).x() as usize));
        }
        if object != 0 && !gives_up_object(object) {
            return drop_kept(call, caller, vm, object);
        }
        let next = call.add(1);
        ((*next).handler())(next, caller, vm)
    }
}

/// Machine code of a function has left a frame that a builtin has made: the interpreter goes on until the frame has returned to the re-entry frame below.
/// Gives the result.
///
/// # Safety
/// That is so.
pub(crate) unsafe fn go_on(Given(content, word): Given, fp: *mut Value, vm: &mut Vm) -> Value {
    // SAFETY: as the caller promises: a re-entry frame has one slot, and lies right below the header of the frame. If that runs still, it is live.
    unsafe {
        if vm.fp == fp {
            was_left(fp);
        }
        let (pc, handler) = Exit { content, word }.next();
        // A handler gives null where the interpreter is left, and in debug builds the next instruction before.
        let mut at = handler(pc, vm.fp, vm) as Pc;
        while !at.is_null() {
            at = ((*at).handler())(at, vm.fp, vm) as Pc;
        }
        std::mem::replace(&mut *fp.sub(1 + FRAME_HEADER_SLOTS as usize), Value::UNDEF)
    }
}

/// As [`enter_start`], in the body of a generator, whose frame nobody has called and which gives no result.
unsafe extern "C-unwind" fn enter_body(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `enter_start`.
    unsafe {
        let func = &*header(fp).func;
        let limit = (*vm).stack.native_limit;
        let Some(whole) = Code::kept_of(func).cast::<FunctionCode>().as_ref().filter(|_| limit != 0 && stack_pointer() > limit) else {
            return enter(pc, fp, vm);
        };
        let at = (pc as usize - func.entry.get()) / size_of::<Insn>();
        let number = whole.numbers.get(at).copied().unwrap_or(0);
        if number == 0 {
            return enter(pc, fp, vm);
        }
        let exit = (whole.code)(fp, vm, u64::from(number));
        if exit.word == LEFT {
            // It has yielded.
            let next = exit.content as Pc;
            return ((*next).handler())(next, (*vm).fp, vm);
        }
        if whole.guard_failures.get_unchecked(0).load(Ordering::Relaxed) >= MOST_GUARD_FAILURES {
            retire(&*whole.owner, whole);
        }
        left(exit, vm)
    }
}

/// The interpreter goes on somewhere.
#[inline(always)]
unsafe fn left(exit: Exit, vm: *mut Vm) -> u64 {
    // SAFETY: as for `enter_start`.
    unsafe {
        let (pc, handler) = exit.next();
        handler(pc, (*vm).fp, vm)
    }
}

/// The same where an object was kept, of which the callee's frame has a count of its own, if there still is one.
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn left_closure(exit: Exit, caller: *mut Value, vm: *mut Vm, object: u64) -> u64 {
    // SAFETY: as for `enter_start`.
    unsafe {
        let call = header(caller).pc;
        own_object(exit.word, vm);
        let pending = drop_object(object, vm) != 0;
        if pending && (*vm).fp == caller && std::ptr::eq(exit.next().0, call.add(1)) {
            return settled(call, caller, vm);
        }
        left(exit, vm)
    }
}

/// Gives up the last count of an object that was kept, or one that leaves a possible root of a cycle.
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn drop_kept(call: Pc, caller: *mut Value, vm: *mut Vm, object: u64) -> u64 {
    // SAFETY: as for `enter_start`.
    unsafe {
        drop_object(object, vm);
        settled(call, caller, vm)
    }
}

/// Goes on behind a call when what is pending has been seen to.
unsafe fn settled(call: Pc, caller: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `enter_start`.
    unsafe {
        let next = finish(Ok(call.add(1)), call, caller, vm);
        ((*next).handler())(next, (*vm).fp, vm)
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
        if (*vm).stack.runs_every_op() {
            return Next { pc, handler: code.plain_handler(at as u32) };
        }
        (*vm).stack.native_limit = loxo_base::stack::limit();
        let number = whole.map_or(0, |whole| whole.numbers[at]);
        let (Some(whole), false) = (whole, number == 0 || loxo_base::stack::exhausted()) else {
            return Next { pc, handler: code.plain_handler(at as u32) };
        };
        entered(header(fp));
        let exit = (whole.code)(fp, vm, u64::from(number));
        if whole.guard_failures[0].load(Ordering::Relaxed) >= MOST_GUARD_FAILURES {
            retire(code, whole);
        }
        let (pc, handler) = exit.next();
        Next { pc, handler }
    }
}
