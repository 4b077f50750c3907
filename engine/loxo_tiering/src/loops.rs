//! Hot loops: how they are found, compiled and entered.
//!
//! Backward jumps start with a handler that counts. When a loop has run often enough, a compiler is shown the loop and what its frame holds,
//! and what it makes is put in front of the instructions at which it may be entered. Machine code returns the instruction that the
//! interpreter goes on with; the frame is then what it would be if the interpreter had run everything before that instruction.
//! What runs a loop is shared by all threads, as its instructions are.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use loxo_bytecode::{Function, LiveKind, LiveRange};
use loxo_runtime::{FnId, Func};
use loxo_value::{IStr, Tag, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::{Compiled, Entry, Region, Table};
use loxo_vm::for_machine_code::{Code, Handler, Insn, Pc, code_of, finish, has_one_scope, header, slot};

use crate::builtins::{self, Builtin};
use crate::functions;
use crate::handlers::set_handlers;
use crate::observed;
use crate::side_exits::{SideExit, Slot};

/// A loop that has run often, and what is seen of it at the moment.
pub struct HotLoop<'a> {
    pub function: &'a Function,
    /// The op that its backward jump leads to, and the last op that jumps there.
    pub first: u32,
    pub last: u32,
    /// The loop's first op, if that is not the one that the jump leads to.
    pub low: u32,
    /// What the local variables hold.
    pub locals: &'a [Value],
    /// The tag of each slot of the frame.
    pub tags: &'a [u8],
    pub this: Option<&'a Value>,
    /// What was made for a loop of this function before met something else too often.
    pub again: bool,
    /// Counts how often the code is left because a type is other than expected.
    guard_failures: &'static AtomicU32,
    /// The jump that was run.
    jump: u32,
    code: &'a Code,
    fp: *mut Value,
    vm: *mut Vm,
}

/// Where a property is in objects of a class.
pub struct PropertyPlace<'a> {
    /// Address of the class.
    pub class: usize,
    /// Offset in the object, in bytes.
    pub offset: u32,
    /// A bit for each tag that may be stored there as it is.
    pub accepts: u16,
    /// What the object has there.
    pub value: &'a Value,
}

impl<'a> HotLoop<'a> {
    /// A property of an object, as the loop's code finds it in all objects of that class; `name`: a constant.
    pub fn property(&self, object: &'a Value, name: u32) -> Option<PropertyPlace<'a>> {
        let class = self.class(object)?;
        // SAFETY: the frame and its machine are those that run the loop; the object is live, and what it has there is looked at only.
        unsafe {
            let found = (*self.vm).prop_slot(self.fp, class, self.code.constant(name));
            // The code may run in other scopes, which see other properties.
            if !found.is_some() || !(has_one_scope(&*header(self.fp).func) || found.is_open()) {
                return None;
            }
            let value = &*found.place(slot::object(object));
            Some(PropertyPlace { class, offset: found.bits() as u32, accepts: (found.bits() >> 32) as u16, value })
        }
    }

    /// What the `foreach` loop whose iterator is in a slot goes over, if it is under way and that is an array.
    pub fn iterated(&self, slot: u32) -> Option<&'a Value> {
        let under_way =
            |range: &&LiveRange| range.kind == LiveKind::Iter && range.slot == slot && range.start < self.jump && self.jump < range.end;
        self.function.live.iter().find(under_way)?;
        // SAFETY: the slot is alive at this op, in the frame that runs.
        let value = unsafe { &*self.fp.add(slot as usize) };
        (value.tag() == Tag::Array).then_some(value)
    }

    /// Address of an object's class.
    pub fn class(&self, object: &Value) -> Option<usize> {
        // SAFETY: the tag says that it is an object.
        object.is_object().then(|| unsafe { (*slot::object(object)).class as usize })
    }

    /// The builtin that an op calls, if it has nothing to it but its arguments, and its name.
    pub fn builtin(&self, op: u32) -> Option<(Builtin, IStr)> {
        // SAFETY: the machine is the one that runs the loop.
        let found = unsafe { builtins::called(self.code, &self.function.code[op as usize], op, self.vm) }?;
        Some((found, FnId(found.id).name()))
    }

    /// Address of an op's instruction.
    pub fn pc(&self, op: u32) -> usize {
        self.code.at(op) as usize
    }

    /// Address of the handler that runs an op without machine code.
    pub fn handler(&self, op: u32) -> usize {
        self.code.plain_handler(op) as usize
    }

    /// What is left to do where code hands over at an op, with these slots. `is_entry`: the code is entered there. `is_guess`: something was other than
    /// expected, perhaps what is appended.
    pub fn side_exit<'s>(&self, op: u32, is_entry: bool, is_guess: bool, slots: &'s [Slot], appends: Option<[u32; 2]>) -> SideExit<'s> {
        let handler = is_entry.then(|| self.code.plain_handler(op));
        let guesses = [is_guess.then_some(self.guard_failures), None];
        SideExit { pc: self.code.at(op), handler, guesses, slots, undefined: &[], before: &[], appends, pending_behind: None }
    }

    /// Address of a constant of the function.
    pub fn constant(&self, index: u32) -> usize {
        self.code.constant(index) as usize
    }
}

/// What a compiler says of a loop.
pub enum Verdict {
    Compiled(LoopCode),
    /// It would not get faster.
    NotWorthIt,
    /// Ask again later.
    Busy,
}

/// Machine code of a loop.
pub struct LoopCode {
    pub code: Compiled,
    /// The ops at which it may be entered, by their number.
    pub entries: Vec<u32>,
    /// Many of the ops of an iteration are left to the interpreter.
    pub leaves_often: bool,
}

/// A compiler, and when it is asked.
pub struct Compiler {
    pub compile: fn(&HotLoop<'_>) -> Verdict,
    /// So many runs of a backward jump make a loop of so many ops hot.
    pub hot_loop: fn(u32) -> u16,
    /// A loop that calls is compiled with its function if that can be done, not only if it needs the interpreter otherwise (for tests).
    pub functions_first: bool,
}

static COMPILER: OnceLock<Compiler> = OnceLock::new();

/// Code that is loaded from now on may be compiled.
pub(crate) fn install(compiler: Compiler) {
    // Only the first one counts.
    _ = COMPILER.set(compiler);
}

/// So many loops are counted apart; others share.
const HEATS: usize = 512;

thread_local! {
    /// How often backward jumps have run, by a part of their address: in all requests of the thread. Null until one has: a thread's own memory is written when
    /// the thread starts, and most run no loops.
    static HEAT: Cell<*const [Heat; HEATS]> = const { Cell::new(std::ptr::null()) };
    static OWNED: Owned = Owned::new();
}

/// What `HEAT` leads to.
struct Owned(Box<[Heat; HEATS]>);

impl Owned {
    fn new() -> Owned {
        Owned(Box::new([const { Heat::none() }; HEATS]))
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        HEAT.set(std::ptr::null());
    }
}

/// Runs of the backward jumps that share a place, and what is known of the one that was counted last.
struct Heat {
    runs: Cell<u16>,
    /// So many runs make it hot.
    limit: Cell<u16>,
    /// Its instruction, in code that is never freed.
    jump: Cell<Pc>,
    /// What runs it.
    handler: Cell<Option<Handler>>,
    /// The instruction of a jump whose loop waits for its function to be compiled: by itself it was left in every iteration.
    waiting: Cell<Pc>,
}

impl Heat {
    const fn none() -> Heat {
        Heat {
            runs: Cell::new(0),
            limit: Cell::new(0),
            jump: Cell::new(std::ptr::null()),
            handler: Cell::new(None),
            waiting: Cell::new(std::ptr::null()),
        }
    }

    /// `None`: no jump of this thread has been counted.
    #[inline(always)]
    fn at<R>(jump: Pc, work: impl FnOnce(&Heat) -> R) -> Option<R> {
        // SAFETY: null, or what is owned until it sets null.
        let all = unsafe { HEAT.get().as_ref() }?;
        Some(work(&all[(jump as usize >> 3) % HEATS]))
    }

    /// Counts a run of the jump that was counted last, if it is that and stays cold; gives its handler.
    #[inline(always)]
    fn count_again(jump: Pc) -> Option<Handler> {
        Heat::at(jump, |heat| {
            let runs = heat.runs.get() + 1;
            if heat.jump.get() != jump || runs >= heat.limit.get() {
                return None;
            }
            heat.runs.set(runs);
            heat.handler.get()
        })?
    }

    /// Counts a run of a jump; `None`: it is hot.
    fn count(jump: Pc, limit: u16) -> Option<u16> {
        if HEAT.get().is_null() {
            // A thread that ends counts no more.
            _ = OWNED.try_with(|owned| HEAT.set(&raw const *owned.0));
        }
        let counted = Heat::at(jump, |heat| {
            let runs = Some(heat.runs.get() + 1).filter(|runs| *runs < limit);
            heat.runs.set(runs.unwrap_or(0));
            runs
        });
        counted.unwrap_or(Some(0))
    }

    fn remember(jump: Pc, limit: u16, handler: Handler) {
        Heat::at(jump, |heat| {
            heat.jump.set(jump);
            heat.limit.set(limit);
            heat.handler.set(Some(handler));
        });
    }
}

/// So many times machine code may be left because a type was other than expected, before the loop is looked at again.
const MOST_GUARD_FAILURES: u32 = 100;
/// With so many ops to run in a call of the function it matters more that a loop has its variables in registers than that it need not be entered.
const LONG_LOOP: u32 = 256;
/// So many times loops of a function are compiled again.
const TRIES: u32 = 8;

/// The op at an index is a backward jump, and there is a compiler.
pub(crate) fn counts(function: &Function, at: usize) -> bool {
    COMPILER.get().is_some() && function.backward_jump(at as u32).is_some()
}

/// Stands for a backward jump that is not known to be hot or cold.
pub(crate) unsafe extern "C-unwind" fn count(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the jump.
    unsafe {
        match Heat::count_again(pc) {
            Some(handler) => handler(pc, fp, vm),
            None => counted(pc, fp, vm)(pc, fp, vm),
        }
    }
}

/// Counts a jump that was not the last one counted at its place, or is hot; gives the handler that runs it.
#[inline(never)]
unsafe fn counted(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Handler {
    // SAFETY: the frame runs the function that `pc` is an instruction of.
    unsafe {
        let code = code_of(&*header(fp).func);
        let at = code.index_of(pc) as u32;
        let handler = code.plain_handler(at);
        if let Some(compiler) = COMPILER.get() {
            let ops = at - code.function().backward_jump(at).unwrap_or(at) + 1;
            // What was compiled in vain is waited for longer and longer.
            let limit = u32::from((compiler.hot_loop)(ops)) << tries(code).min(TRIES);
            let limit = limit.min(u32::from(u16::MAX)) as u16;
            // Loops that are compiled by themselves are not looked at: their variables are at hand.
            let observed_from = if functions::is_installed() { observed::first_run(limit.into()) as u16 } else { limit };
            match Heat::count(pc, limit) {
                None => hot(compiler, code, pc, fp, vm),
                Some(_) if code.is_transient() => {}
                Some(runs) if runs < observed_from => Heat::remember(pc, observed_from, handler),
                Some(_) => {
                    observed::begin(code);
                    Heat::remember(pc, limit, handler);
                }
            }
        }
        handler
    }
}

/// How often loops of a function were compiled in vain.
fn tries(code: &Code) -> u32 {
    code.entries.0.get().map_or(0, |table| table.tries.load(Ordering::Relaxed))
}

/// Shows a loop to the compiler.
unsafe fn hot(compiler: &Compiler, code: &Code, pc: Pc, fp: *mut Value, vm: *mut Vm) {
    observed::end(code);
    let function = code.function();
    let jump = code.index_of(pc) as u32;
    let Some(first) = function.backward_jump(jump) else { return };
    let jumps: Vec<u32> = jumps_to(function, first).collect();
    let Some(&last) = jumps.last() else { return };
    let runs = (compiler.hot_loop)(last - first + 1);
    // SAFETY: the frame runs this code.
    let taken = |jumps: &[u32]| match unsafe { functions::take_loop(code, fp, vm, first, last, runs) } {
        functions::Loop::Taken => {
            // SAFETY: instructions of this code.
            let counted = jumps.iter().copied().filter(|at| unsafe { is_counting((*code.at(*at)).handler() as *const ()) });
            set_handlers(code, counted, |at| code.plain_handler(at));
            true
        }
        functions::Loop::Later => true,
        functions::Loop::Alone => false,
    };
    let calls = || function.code[first as usize..=last as usize].iter().any(|op| op.code.info().calls);
    let waits = Heat::at(pc, |heat| heat.waiting.get() == pc) == Some(true);
    if (waits || compiler.functions_first && calls()) && taken(&jumps) {
        return;
    }
    // SAFETY: locals are live; the stack is memory that the system has cleared, so any byte of the frame may be read.
    let (locals, tags, this) = unsafe {
        let locals = std::slice::from_raw_parts(fp, function.locals.len());
        let this = Some(&header(fp).this).filter(|this| this.is_object());
        let tags: Vec<u8> = (0..function.frame_slots as usize).map(|slot| slot::tag(fp.add(slot))).collect();
        (locals, tags, this)
    };
    // What is leaked here lives as long as the code that it belongs to: other threads may be in it.
    let guard_failures: &'static AtomicU32 = Box::leak(Box::default());
    let seen = HotLoop {
        function,
        first,
        last,
        low: function.loop_start(first, last),
        locals,
        tags: &tags,
        this,
        again: tries(code) > 0,
        guard_failures,
        jump,
        code,
        fp,
        vm,
    };
    let verdict = (compiler.compile)(&seen);
    if matches!(verdict, Verdict::Busy) {
        return;
    }
    if matches!(verdict, Verdict::NotWorthIt) && taken(&jumps) {
        Heat::at(pc, |heat| heat.waiting.set(pc));
        return;
    }
    set_handlers(code, jumps, |at| code.plain_handler(at));
    if let Verdict::Compiled(made) = verdict {
        let ops_per_call = u32::from(runs) * (last - first + 1) / code.whole.calls.load(Ordering::Relaxed).max(1);
        let is_long = !made.leaves_often && ops_per_call >= LONG_LOOP;
        let entries_left = (made.leaves_often && !compiler.functions_first).then(|| AtomicU32::new(runs.into()));
        let region = Region { code: made.code, first, entries: made.entries, is_long, entries_left, guard_failures };
        let region: &'static Region = Box::leak(Box::new(region));
        let table = code.entries.table(code.len);
        keep_entries(code, table);
        for (number, &op) in region.entries.iter().enumerate() {
            let entry = Box::leak(Box::new(Entry { code: region.code, number: number as u64, region }));
            table.entries[op as usize].store(entry, Ordering::Release);
        }
        set_handlers(code, region.entries.iter().copied(), |_| enter);
    }
}

/// The backward jumps that lead to an op.
fn jumps_to(function: &Function, first: u32) -> impl Iterator<Item = u32> + '_ {
    (first..function.code.len() as u32).filter(move |&at| function.backward_jump(at) == Some(first))
}

/// The handler of an instruction that machine code stands in front of.
pub(crate) fn is_entry(handler: *const ()) -> bool {
    std::ptr::eq(handler, enter as *const ())
}

/// The handler counts runs of a jump.
fn is_counting(handler: *const ()) -> bool {
    std::ptr::eq(handler, count as *const ())
}

/// Stands for an instruction at which machine code is entered.
unsafe extern "C-unwind" fn enter(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the frame runs the function that `pc` is an instruction of; what is entered was compiled for it. Only instructions with an
    // entry have this handler, never copies of them.
    unsafe {
        let func = &*header(fp).func;
        let entry = match entries_of(func) {
            Some((entries, start)) => (*entries.add((pc as usize - start) / size_of::<Insn>())).load(Ordering::Acquire),
            None => entry_at(func, pc),
        };
        let Entry { code, number, region } = &*entry;
        if let Some(left) = &region.entries_left {
            // Threads may lose a count to each other.
            let count = left.load(Ordering::Relaxed).wrapping_sub(1);
            left.store(count, Ordering::Relaxed);
            if count == 0 {
                join_function(code_of(func), region, fp, vm);
                return ((*pc).handler())(pc, fp, vm);
            }
        }
        let exit = code(fp, vm, *number);
        if region.guard_failures.load(Ordering::Relaxed) >= MOST_GUARD_FAILURES {
            retire(code_of(func), region);
        }
        (exit.handler)(exit.pc, fp, vm)
    }
}

/// Where the loops of a function are entered, by instruction, and the address of the first instruction; `None`: the function is a copy that does not know.
///
/// # Safety
/// It is a user function.
#[inline(always)]
unsafe fn entries_of(func: &Func) -> Option<(*const AtomicPtr<Entry>, usize)> {
    let start = func.entry.get();
    // SAFETY: the word lies three in front of the first instruction, also in front of the one of functions without code.
    let entries = unsafe { (*(start as *const AtomicPtr<AtomicPtr<Entry>>).sub(3)).load(Ordering::Acquire) };
    (!entries.is_null()).then_some((entries.cast_const(), start))
}

/// Says what [`entries_of`] is to give.
fn keep_entries(code: &Code, table: &Table) {
    // SAFETY: the word lies in front of the code's instructions, and is never written but as an atomic.
    let word = unsafe { &*code.start().cast::<AtomicPtr<AtomicPtr<Entry>>>().sub(3) };
    word.store(table.entries.as_ptr().cast_mut(), Ordering::Release);
}

/// The entry at an instruction of a function that does not know where its entries are.
#[cold]
#[inline(never)]
unsafe fn entry_at(func: &Func, pc: Pc) -> *const Entry {
    let code = code_of(func);
    // SAFETY: as for `enter`.
    unsafe {
        let Some(table) = code.entries.0.get() else { std::hint::unreachable_unchecked() };
        table.entries.get_unchecked(code.index_of(pc)).load(Ordering::Acquire)
    }
}

/// Much of a loop was run by the interpreter for long: the code of its function takes it over, if there can be such.
#[cold]
#[inline(never)]
unsafe fn join_function(code: &Code, region: &'static Region, fp: *mut Value, vm: *mut Vm) {
    let (Some(compiler), Some(left)) = (COMPILER.get(), &region.entries_left) else { return };
    let last = jumps_to(code.function(), region.first).last().unwrap_or(region.first);
    let runs = (compiler.hot_loop)(last - region.first + 1);
    // The function's code is entered where no loop's is.
    let its = own_entries(code, region);
    set_handlers(code, its.iter().copied(), |at| code.plain_handler(at));
    // SAFETY: the frame runs this code.
    let taken = unsafe { functions::take_loop(code, fp, vm, region.first, last, runs) };
    if !matches!(taken, functions::Loop::Taken) {
        let again = if matches!(taken, functions::Loop::Later) { runs.into() } else { u32::MAX };
        left.store(again, Ordering::Relaxed);
        set_handlers(code, its, |_| enter);
    }
}

/// The ops at which a loop's code is entered now.
fn own_entries(code: &Code, region: &Region) -> Vec<u32> {
    let table = code.entries.table(code.len);
    let is_its = |at: &&u32| {
        // SAFETY: entries are never freed.
        unsafe { table.entries[**at as usize].load(Ordering::Acquire).as_ref() }.is_some_and(|entry| std::ptr::eq(entry.region, region))
    };
    region.entries.iter().filter(is_its).copied().collect()
}

/// Runs what became due by an op that machine code did, and goes on behind it.
///
/// # Safety
/// As for the handler of the op.
pub unsafe extern "C-unwind" fn settle(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as the caller promises; the frame that runs then may be another one.
    unsafe {
        header(fp).pc = pc;
        let next = finish(Ok(pc.add(1)), pc, fp, vm);
        (*next).handler()(next, (*vm).fp, vm)
    }
}

/// What a loop was compiled for is not what it meets: it is counted and compiled again, unless that was tried often enough.
#[cold]
#[inline(never)]
fn retire(code: &Code, region: &Region) {
    // Threads that are still in it begin to count anew.
    if region.guard_failures.swap(0, Ordering::Relaxed) < MOST_GUARD_FAILURES {
        return;
    }
    let table = code.entries.table(code.len);
    set_handlers(code, own_entries(code, region), |at| code.plain_handler(at));
    if table.tries.fetch_add(1, Ordering::Relaxed) < TRIES {
        set_handlers(code, jumps_to(code.function(), region.first), |_| count);
    }
}
