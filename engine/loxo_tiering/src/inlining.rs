//! Which functions calls have found, and which of them may become a part of the machine code of those that call them.

use std::cell::Cell;

use loxo_bytecode::{Function, OpCode};
use loxo_runtime::{EntryKind, Func};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, code_of};

/// So many ops a function has that may be inlined.
const MOST_OPS: usize = 40;
/// Functions are inlined into such as are inlined themselves, so many times over.
const DEEPEST: u32 = 3;
/// So many may be inlined into one.
const MOST: usize = 60;

/// A function that may be inlined at one place.
pub struct Inlinable {
    pub func: &'static Func,
    pub code: &'static Code,
    /// What its ops and its constants are numbered from: behind those of the function that calls are inlined into, and of the functions before.
    pub first: [u32; 2],
}

impl Inlinable {
    pub fn function(&self) -> &'static Function {
        self.code.function()
    }
}

/// What may be inlined into a function.
pub struct Inlining {
    pub functions: Vec<Inlinable>,
    /// By op, numbered like this, that starts a call or calls what it names: the place of the function in the list.
    pub called: Vec<Option<u32>>,
}

impl Inlining {
    /// Nothing may be.
    pub(crate) fn none(code: &Code) -> Inlining {
        Inlining { functions: Vec::new(), called: vec![None; code.len] }
    }

    /// Looks at the calls of a function, of which `started` says what the ops that start them have found last.
    ///
    /// # Safety
    /// The machine is the running one, and runs the code.
    pub(crate) unsafe fn of(code: &Code, started: &[Option<&'static Func>], vm: *mut Vm) -> Inlining {
        let function = code.function();
        let mut all = Inlining::none(code);
        let mut constants = function.consts.len() as u32;
        // SAFETY: as the caller promises.
        unsafe { all.calls_of(code, started, 0, &mut constants, vm) };
        let (mut next, mut end) = (0, all.functions.len());
        for _ in 1..DEEPEST {
            for inner in next..end {
                let Inlinable { code, first, .. } = all.functions[inner];
                // SAFETY: as the caller promises: the table of caches is that of all code.
                unsafe {
                    let started = started_seen(code, vm);
                    all.calls_of(code, &started, first[0] as usize, &mut constants, vm);
                }
            }
            (next, end) = (end, all.functions.len());
        }
        all
    }

    /// Adds the functions that one calls whose ops are numbered from `first` on.
    ///
    /// # Safety
    /// As for [`Inlining::of`].
    unsafe fn calls_of(&mut self, code: &Code, started: &[Option<&'static Func>], first: usize, constants: &mut u32, vm: *mut Vm) {
        for (at, op) in code.function().code.iter().enumerate() {
            let func = match op.code {
                OpCode::CallFn => Some(code.unit.funcs[op.b as usize]),
                OpCode::InitFn | OpCode::InitStaticCall => started[at],
                // SAFETY: as the caller promises.
                OpCode::InitMethod => started[at].filter(|_| unsafe { is_alone(code, at as u32, vm) }),
                _ => None,
            };
            // Of a function that calls itself nothing would be left out: its call is in it again.
            let fits = |func: &&Func| self.functions.len() < MOST && is_small(func) && !std::ptr::eq(code_of(func), code);
            if let Some(func) = func.filter(fits) {
                self.called[first + at] = Some(self.functions.len() as u32);
                let code = code_of(func);
                let function = code.function();
                self.functions.push(Inlinable { func, code, first: [self.called.len() as u32, *constants] });
                self.called.resize(self.called.len() + function.code.len(), None);
                *constants += function.consts.len() as u32;
            }
        }
    }

    /// The function that an op is one of which is not the caller's own, and the op's place in it.
    pub fn op(&self, at: u32) -> Option<(&Inlinable, u32)> {
        let its = self.functions.iter().rev().find(|its| its.first[0] <= at)?;
        Some((its, at - its.first[0]))
    }

    /// The same for a constant.
    pub fn constant(&self, index: u32) -> Option<(&Inlinable, u32)> {
        let its = self.functions.iter().rev().find(|its| its.first[1] <= index)?;
        Some((its, index - its.first[1]))
    }
}

/// The inline cache of an op has not held anything for another class.
///
/// # Safety
/// The machine is the running one; the op has a cache.
unsafe fn is_alone(code: &Code, op: u32, vm: *mut Vm) -> bool {
    // SAFETY: an instruction of the code; the number is that of its cache.
    unsafe {
        let cache = (*code.at(op)).x();
        let class = (*(*vm).caches.add(cache as usize)).key;
        (*vm).seen_inline(cache, class) == 0
    }
}

/// A function without loops, of a few ops.
fn is_small(func: &Func) -> bool {
    if !matches!(func.entry_kind, EntryKind::Plain | EntryKind::Constant) || !is_called_natively(func) {
        return false;
    }
    let function = code_of(func).function();
    let loops = function.code.iter().zip(0..).any(|(op, at)| function.targets(op).any(|to| to <= at));
    function.code.len() <= MOST_OPS && !loops
}

/// For each op that starts a call by a name the user function that its inline cache remembers, or that the request knows by the name; if it is one that
/// compiled code could call.
pub(crate) unsafe fn started_seen(code: &Code, vm: *mut Vm) -> Vec<Option<&'static Func>> {
    let seen = |(op, at): (&loxo_bytecode::Op, u32)| {
        // SAFETY: an instruction of the code; its cache lies in the table of the machine that runs it, and holds a function if it holds anything.
        let func = unsafe {
            match op.code {
                OpCode::InitMethod | OpCode::InitStaticCall | OpCode::New => {
                    let cache = (*code.at(at)).x() as usize;
                    let entry = &*(*vm).caches.add(cache);
                    if cache == 0 || entry.key == 0 { None } else { (entry.value as *const Func).as_ref() }
                }
                OpCode::InitFn => (&(*vm).cx.fns).get((*code.at(at)).b as usize).and_then(Cell::get),
                _ => None,
            }
        };
        func.filter(|func| is_called_natively(func))
    };
    code.function().code.iter().zip(0..).map(seen).collect()
}

/// Machine code may call the machine code of a function, which lives as long as the process.
pub fn is_called_natively(func: &Func) -> bool {
    let kinds = [EntryKind::Plain, EntryKind::Constant, EntryKind::References, EntryKind::Variadic];
    let collects_typed = func.entry_kind == EntryKind::Variadic && func.params.last().is_some_and(|param| param.ty.is_some());
    kinds.contains(&func.entry_kind) && !collects_typed && !code_of(func).is_transient()
}
