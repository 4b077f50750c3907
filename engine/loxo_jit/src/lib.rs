//! Makes hot loops, and whole functions that are called often, into machine code and gives it to the interpreter.
//!
//! Code is made by the thread that finds a loop hot, one loop at a time in the process; who comes meanwhile goes on interpreting. It is never
//! freed: other threads may be running it.

mod backend;
mod functions;
mod isa;
mod memory;
mod offsets;
mod options;

use std::mem::offset_of;
use std::sync::{Mutex, TryLockError};

use loxo_form::Intrinsic;
use loxo_lower::{CalledBuiltin, CalledIntrinsic, LoopCalls, LoopPlaces, Property, Resume, SideExit};
use loxo_runtime::Cx;
use loxo_tiering::loops::{Compiler, HotLoop, LoopCode, Verdict};
use loxo_tiering::machine_code::Compiled;
use loxo_tiering::{builtins, elements, loops, side_exits};

use crate::backend::Backend;
use crate::offsets::OFFSETS;

/// So many runs of a backward jump make a loop of so many ops hot: it takes as long to compile one as the interpreter takes for some 8,000 ops, and for
/// 1,000 runs of the loop on top of them.
fn hot_loop(ops: u32) -> u16 {
    1000 + (8_000 / ops.max(2)) as u16
}

/// Compiles loops of code that is loaded from now on, and whole functions where that pays: not where the process `serves` requests, unless they are asked
/// for. `eager`: at their second iteration or first call, and wherever it can be done (for tests).
pub fn install(eager: bool, serves: bool) {
    let compile = if eager { |what: &HotLoop<'_>| compile(what, true) } else { |what: &HotLoop<'_>| compile(what, false) };
    let wanted = eager || options::Options::get().functions.unwrap_or(!serves);
    let functions = if wanted { functions::compiler(eager, serves) } else { None };
    loxo_tiering::install(Compiler { compile, hot_loop: if eager { |_| 2 } else { hot_loop }, functions_first: eager }, functions);
}

struct Jit(Backend);

enum State {
    Unused,
    /// The machine is one that no code can be made for.
    Unavailable,
    Ready(Box<Jit>),
}

// SAFETY: the module's raw pointers lead to memory that it owns; the lock lets one thread at a time use them.
unsafe impl Send for State {}

static JIT: Mutex<State> = Mutex::new(State::Unused);

impl Jit {
    fn new() -> Option<Jit> {
        Some(Jit(Backend::new(isa::native()?)?))
    }

    fn compile(&mut self, what: &HotLoop<'_>, eager: bool) -> Option<LoopCode> {
        self.0.begin()?;
        let resume = |op| Resume { pc: what.pc(op), handler: what.handler(op) };
        let constant = |index| what.constant(index);
        let class = |object: &_| what.class(object);
        let iterated = |slot| what.iterated(slot);
        let property = |object, name| {
            let found = what.property(object, name)?;
            Some(Property {
                class: found.class,
                offset: i32::try_from(found.offset).ok()?,
                accepts: u32::from(found.accepts),
                value: found.value,
            })
        };
        let intrinsic = |op| {
            let (builtin, name) = what.builtin(op)?;
            let called = CalledBuiltin { id: builtin.id, func: builtin.func };
            Some(CalledIntrinsic { called, what: Intrinsic::named(name.as_bytes())? })
        };
        let side_exits = |exits: &[SideExit]| {
            let guesses = |exit: &SideExit| exit.is_guess || exit.appends.is_some();
            let all = exits.iter().map(|exit| what.side_exit(exit.op, exit.is_entry, guesses(exit), &exit.slots, exit.appends));
            let all: Vec<_> = all.collect();
            side_exits::keep(&all)
        };
        let request = loxo_lower::LoopSnapshot {
            function: what.function,
            first: what.first,
            low: what.low,
            last: what.last,
            locals: what.locals,
            tags: what.tags,
            again: what.again,
            this: what.this,
            property: &property,
            class: &class,
            iterated: &iterated,
            resume: &resume,
            constant: &constant,
            eager,
            places: LoopPlaces {
                pending: OFFSETS.pending,
                stack_limit: OFFSETS.stack_limit,
                functions: builtins::table(offset_of!(Cx, fns)),
            },
            intrinsic: &intrinsic,
            engine: LoopCalls {
                own_array: elements::own_array as *const () as usize,
                assign: elements::assign as *const () as usize,
                settle: loops::settle as *const () as usize,
                side_exit: side_exits::leave as *const () as usize,
            },
            side_exits: &side_exits,
        };
        let Backend { isa, context, scratch, .. } = &mut self.0;
        let lowered = loxo_lower::lower(&request, &mut context.func, scratch, isa.frontend_config())?;
        let name = String::from_utf8_lossy(&what.function.name);
        let dump = options::is_dumped(&name);
        if dump {
            eprintln!("{name}, the loop of ops {} to {}\n{}", what.low, what.last, context.func.display());
        }
        let code = self.0.compile(&name, dump)?.code;
        // SAFETY: the function was lowered with the signature that `Compiled` names, and its memory is never freed.
        let code = unsafe { std::mem::transmute::<*const u8, Compiled>(code) };
        Some(LoopCode { code, entries: lowered.entries, leaves_often: lowered.leaves_often })
    }
}

fn compile(what: &HotLoop<'_>, eager: bool) -> Verdict {
    let mut state = match JIT.try_lock() {
        Ok(state) => state,
        Err(TryLockError::Poisoned(_)) => return Verdict::NotWorthIt,
        Err(TryLockError::WouldBlock) => return Verdict::Busy,
    };
    if matches!(*state, State::Unused) {
        *state = Jit::new().map_or(State::Unavailable, |jit| State::Ready(Box::new(jit)));
    }
    match &mut *state {
        State::Ready(jit) => jit.compile(what, eager).map_or(Verdict::NotWorthIt, Verdict::Compiled),
        _ => Verdict::NotWorthIt,
    }
}
