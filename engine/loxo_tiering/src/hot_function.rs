//! What is seen of a function that is to be compiled.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use loxo_bytecode::{ClassOperand, FnFlags, Function, Op, OpCode, Unit};
use loxo_runtime::{EntryKind, FnId, Func};
use loxo_value::{IStr, PhpArray, Value, low_memory};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, Handler, Pc, has_one_scope, header, single, slot};

use crate::builtins::{self, Builtin};
use crate::calls::step;
use crate::declared_types::{DeclaredType, DeclaredTypes};
use crate::element_methods::{self, ElementMethod};
use crate::function_code::{Guesses, MOST_GUARD_FAILURES, TRIES, made};
use crate::inlining::{Inlining, PropertyReads, started_builtin, started_one, started_seen};
use crate::observed;
use crate::side_exits::start_constructor;

/// A function that has been called often, and what was seen of it then.
pub struct HotFunction<'a> {
    pub function: &'a Function,
    pub unit: &'a Unit,
    /// It is a method that runs on objects.
    pub on_object: bool,
    /// The ops that run often.
    pub hot: Range<u32>,
    /// Only the loop of these ops is to be compiled.
    pub only: Option<Range<u32>>,
    /// The tag of each local variable.
    pub tags: Vec<u8>,
    /// The tag of the first element of the array in each, as a bit, and if that is a reference, of what it refers to beside it; 0: there is none.
    pub elements: Vec<u16>,
    /// Each local holds an array that is a hash table.
    pub hashes: Vec<bool>,
    types: DeclaredTypes,
    /// For each op that starts a call by a name the user function that was called there last, or that has the name now.
    started: Vec<Option<&'static Func>>,
    /// By op: it has started calls of no other one.
    started_one: Vec<bool>,
    /// By op: the method of a builtin class that it has started a call of last.
    started_builtin: Vec<Option<&'static Func>>,
    /// Numbers that the code adds one to when it is left because a type is other than expected: one for all ops, then one for each.
    pub(crate) guard_failures: &'static [AtomicU32],
    /// For each op where in an array it has found its constant key last.
    positions: &'static [AtomicU32],
    pub name: Vec<u8>,
    /// The function, if calls enter it as it is, and it is a static method that runs in one scope only or none of a class and no closure.
    pub plain: Option<&'static Func>,
    pub(crate) code: &'a Code,
    /// Functions that its calls may become.
    pub inlining: Inlining,
    /// Address of the class of closures.
    pub closure_class: usize,
    /// For each op, numbered as calls are, what is known of the property that it reads or writes.
    pub(crate) property_reads: PropertyReads,
    /// For each op that calls a builtin what it calls.
    builtins: Vec<Option<Builtin>>,
    /// For each op: it passes an argument to a function that takes some by reference, as the call has found.
    passes_references: Vec<bool>,
    /// For each op the method that it calls without being a call.
    pub element_methods: Vec<Option<ElementMethod>>,
}

// SAFETY: the functions and the code that it refers to are shared by all threads. Nothing of a request is among them: `started_seen` leaves out what
// goes with it, and code that goes with it is not sent.
unsafe impl Send for HotFunction<'_> {}

impl HotFunction<'_> {
    /// What counts that the code was left at an op because of a type.
    pub fn guesses(&self, op: u32) -> Guesses {
        [self.guard_failures.first(), self.guard_failures.get(op as usize + 1)]
    }

    /// Address of the number that says where in an array an op has found its constant key last.
    pub fn position(&self, op: u32) -> usize {
        std::ptr::from_ref(&self.positions[op as usize]) as usize
    }

    /// Code that was made before was left too often at an op, or would be, or nothing is to be guessed any more.
    pub fn failed_at(&self, op: u32) -> bool {
        if self.passes_references.get(op as usize) == Some(&true) {
            return true;
        }
        let Some(failures) = self.guard_failures.get(op as usize + 1) else {
            let its = self.inlining.op(op);
            // SAFETY: code of functions is never freed.
            let made = its.and_then(|(its, at)| Some((unsafe { made(its.code) }?, at)));
            return made.is_some_and(|(made, at)| made.guard_failures[at as usize + 1].load(Ordering::Relaxed) >= MOST_GUARD_FAILURES / 10);
        };
        let failures = failures.load(Ordering::Relaxed);
        let tries = self.code.whole.tries.load(Ordering::Relaxed);
        failures >= MOST_GUARD_FAILURES / 10 || failures > 0 && tries == TRIES - 2 || tries >= TRIES - 1
    }

    /// It is this function.
    pub fn is(&self, func: &Func) -> bool {
        self.plain.is_some_and(|plain| std::ptr::eq(plain, func))
    }

    /// It was not compiled before.
    pub fn is_new(&self) -> bool {
        self.code.whole.tries.load(Ordering::Relaxed) == 0
    }

    /// The copy of an op's instruction that machine code runs, and its handler.
    pub fn step(&self, op: u32) -> (usize, usize) {
        let (pc, handler) = self.copied(op);
        (pc as usize, handler as usize)
    }

    pub fn copied(&self, op: u32) -> (Pc, Handler) {
        (step(self.code, op), single(self.unit, self.function, op as usize))
    }

    /// The same of an op that was put off until the code was left.
    pub fn put_off(&self, op: u32) -> (Pc, Handler) {
        let (pc, handler) = self.copied(op);
        (pc, if self.function.code[op as usize].code == OpCode::New { start_constructor } else { handler })
    }

    /// The number of an op's inline cache.
    pub fn cache(&self, op: u32) -> u32 {
        let (code, op) = self.code_of_op(op);
        // SAFETY: an instruction of the code.
        unsafe { (*code.at(op)).x() }
    }

    /// The code that has an op, which may be one of a function that is inlined, and the op's place there.
    fn code_of_op(&self, op: u32) -> (&Code, u32) {
        if (op as usize) < self.code.len {
            return (self.code, op);
        }
        self.inlining.op(op).map_or((self.code, op), |(its, at)| (its.code, at))
    }

    /// Address of an op's instruction, and of the handler that runs it without machine code.
    pub fn resume(&self, op: u32) -> (usize, usize) {
        let (pc, handler) = self.interpreted(op);
        (pc as usize, handler as usize)
    }

    pub fn interpreted(&self, op: u32) -> (Pc, Handler) {
        (self.code.at(op), self.code.plain_handler(op))
    }

    /// The two words of a constant.
    pub fn constant(&self, index: u32) -> [u64; 2] {
        let value = (self.constant_place(index) as *const Value).cast::<u64>();
        // SAFETY: a constant of the function; they are never written.
        unsafe { [value.read(), u64::from(value.add(1).cast::<u32>().read())] }
    }

    /// Address of a constant.
    pub fn constant_place(&self, index: u32) -> usize {
        let own = (index as usize) < self.function.consts.len();
        let its = if own { None } else { self.inlining.constant(index) };
        its.map_or(self.code.constant(index), |(its, index)| its.code.constant(index)) as usize
    }

    /// The function of the unit with an index.
    pub fn callee(&self, index: u32) -> &'static Func {
        self.code.unit.funcs[index as usize]
    }

    /// The user function that was called last by the call that an op starts, or that has the name which it calls.
    pub fn started(&self, op: u32) -> Option<&'static Func> {
        self.started[op as usize].filter(|_| !self.failed_at(op))
    }

    /// No call of another function was started by the op.
    pub fn has_started_one(&self, op: u32) -> bool {
        self.started_one[op as usize]
    }

    /// The method of a builtin class that the op has started a call of last.
    pub fn started_builtin(&self, op: u32) -> Option<&'static Func> {
        self.started_builtin.get(op as usize).copied().flatten()
    }

    /// The function that an op calls by itself, or starts a call of if what it names has not changed: it is a static method of the very class then, or
    /// none of a class. The running function is one too.
    pub fn named(&self, op: u32) -> Option<&'static Func> {
        let its = &self.function.code[op as usize];
        match its.code {
            OpCode::CallFn => Some(self.callee(its.b)),
            OpCode::InitFn => self.named_function(op).and(self.started(op)).filter(|func| func.class.is_none()),
            OpCode::InitStaticCall => {
                let func = self.started(op).filter(|func| func.is_static())?;
                let class = func.class?;
                let own = || self.plain.and_then(|plain| plain.class);
                let is_it = match ClassOperand::decode(its.b) {
                    ClassOperand::Name(_) => self.named_class(op).is_some_and(|[id, _]| id == class.id.0),
                    ClassOperand::SelfClass | ClassOperand::Static => own().is_some_and(|own| std::ptr::eq(own, class)),
                    ClassOperand::Parent | ClassOperand::Slot(_) => false,
                };
                is_it.then_some(func)
            }
            _ => None,
        }
    }

    /// The place of the function that an op names in a request's table of functions: its number, and the distance in bytes.
    pub fn named_function(&self, op: u32) -> Option<[u32; 2]> {
        let (code, op) = self.code_of_op(op);
        // SAFETY: an instruction of the code.
        let named = || entry(unsafe { (*code.at(op)).b as u32 });
        (code.function().code[op as usize].code == OpCode::InitFn).then(named)?
    }

    /// Address of the jump table of an op.
    pub fn switch(&self, op: u32) -> usize {
        let (code, op) = self.code_of_op(op);
        std::ptr::from_ref(code.switch(code.function().code[op as usize].b)) as usize
    }

    /// The same for the class that an op names.
    pub fn named_class(&self, op: u32) -> Option<[u32; 2]> {
        let (code, op) = self.code_of_op(op);
        // SAFETY: an instruction of the code.
        let insn = unsafe { &*code.at(op) };
        match code.function().code[op as usize].code {
            OpCode::InitStaticCall | OpCode::FetchClassConst => entry(insn.b as u32),
            OpCode::FetchStaticProp | OpCode::IssetStaticProp | OpCode::IncDecStaticProp => entry(insn.b as u32),
            OpCode::AssignStaticProp | OpCode::AssignStaticPropOp => entry(insn.a as u32),
            OpCode::New => entry(insn.b as u32),
            OpCode::InstanceOf => entry(insn.c as u32),
            _ => None,
        }
    }

    /// The same for the constants that an op names, of which the second is meant where the first is missing.
    pub fn named_constants(&self, op: u32) -> Vec<[u32; 2]> {
        let (code, op) = self.code_of_op(op);
        // SAFETY: an instruction of the code.
        let insn = unsafe { &*code.at(op) };
        let ids = match code.function().code[op as usize].code {
            OpCode::FetchConst => vec![insn.b],
            OpCode::FetchConstNs => vec![insn.b, insn.c],
            _ => Vec::new(),
        };
        ids.into_iter().map(|id| entry_of(id as u32, size_of::<Option<Value>>())).collect::<Option<_>>().unwrap_or_default()
    }

    /// The builtin that a `CallBuiltin` calls, if it has nothing to it but its arguments.
    pub fn builtin(&self, op: u32) -> Option<Builtin> {
        self.builtins.get(op as usize).copied().flatten()
    }

    /// Its name.
    pub fn builtin_name(&self, op: u32) -> Option<IStr> {
        self.builtin(op).map(|builtin| FnId(builtin.id).name())
    }

    /// The tags that the op's result has by the declared type of the builtin which it calls, of the function that it called last, or of the property that it
    /// reads, or else that the property had when somebody looked, one bit a tag; `None`: it may have any.
    pub fn result_of(&self, op: u32) -> Option<u16> {
        if let Some(builtin) = self.builtins.get(op as usize).copied().flatten() {
            return Some(builtin.result).filter(|tags| *tags != 0);
        }
        let read = self.property_reads.by_op.get(op as usize)?;
        let likely = || Some(read.likely).filter(|tags| *tags != 0 && !self.failed_at(op));
        Some(read.tags).filter(|tags| *tags != 0).or_else(likely)
    }

    /// Sets of tags that the operands `a`, `b` and `c` of an op had when somebody looked, and its result, one bit a tag; 0: nobody has.
    pub fn observed_at(&self, op: u32) -> [u16; 4] {
        let (code, op) = self.code_of_op(op);
        observed::seen_at(code, op)
    }

    /// In objects of how many classes an op has found the property that it reads.
    pub fn classes_read_at(&self, op: u32) -> usize {
        self.property_reads.by_op.get(op as usize).map_or(0, |read| read.classes)
    }

    /// The number of the set of their classes, and where all have it as inline caches keep it: if they are few, and it is the same place in all.
    pub fn property_seen_at(&self, op: u32) -> Option<(u32, usize)> {
        self.property_reads.by_op.get(op as usize)?.seen
    }

    /// An op has ever run, if its inline cache says so.
    pub fn reached_at(&self, op: u32) -> Option<bool> {
        self.property_reads.by_op.get(op as usize)?.reached
    }

    /// What the declared type that an op checks a value against takes in every request: tags, and the number of a set of classes.
    pub fn taken_at(&self, op: u32) -> Option<(u16, u32)> {
        self.property_reads.by_op.get(op as usize)?.taken
    }

    /// The property that an op reads was a reference when somebody looked.
    pub fn property_refers_at(&self, op: u32) -> bool {
        self.property_reads.by_op.get(op as usize).is_some_and(|read| read.refers)
    }

    /// The addresses of the classes of a set.
    pub fn class_set(&self, number: u32) -> &[usize] {
        self.property_reads.sets.get(number as usize).map_or(&[], Vec::as_slice)
    }

    /// The declared type of a parameter, or else of the result, if that names classes.
    pub fn declared_type(&self, param: Option<u32>) -> Option<&DeclaredType> {
        self.types.get(param)
    }
}

/// A number, and the distance of that entry in a table of addresses.
fn entry(id: u32) -> Option<[u32; 2]> {
    entry_of(id, size_of::<usize>())
}

/// The same in a table of things of this size.
fn entry_of(id: u32, size: usize) -> Option<[u32; 2]> {
    let distance = id.checked_mul(size as u32).filter(|distance| *distance < i32::MAX as u32 - size as u32)?;
    Some([id, distance])
}

/// Looks at a function that is to be compiled.
///
/// # Safety
/// The frame runs the function on this machine.
pub(crate) unsafe fn look<'a>(
    [inlines, eager]: [bool; 2],
    code: &'a Code,
    hot: Range<u32>,
    only: Option<Range<u32>>,
    fp: *mut Value,
    vm: *mut Vm,
) -> HotFunction<'a> {
    let function = code.function();
    // SAFETY: as the caller promises; locals are live.
    unsafe {
        let func = &*header(fp).func;
        let started = started_seen(code, vm);
        let inlining = if inlines { Inlining::of(func, code, &started, vm) } else { Inlining::none(code) };
        HotFunction {
            function,
            // Closures in methods may be bound to none.
            on_object: func.class.is_some() && !func.is_static() && !function.flags.has(FnFlags::CLOSURE),
            unit: &code.unit.unit,
            hot,
            only,
            tags: (0..function.locals.len()).map(|local| slot::tag(fp.add(local))).collect(),
            elements: (0..function.locals.len()).map(|local| first_element(&*fp.add(local))).collect(),
            hashes: (0..function.locals.len()).map(|local| is_hash(&*fp.add(local))).collect(),
            types: DeclaredTypes::of(func, fp, &*vm),
            passes_references: passes_references(code, &started),
            started,
            started_one: started_one(code, vm),
            started_builtin: started_builtin(code, vm),
            builtins: builtins::seen(code, vm),
            element_methods: element_methods::met(code, vm),
            property_reads: {
                let locals = std::slice::from_raw_parts(fp, function.locals.len());
                PropertyReads::of(func, code, (Some(&header(fp).this), locals, !eager), &inlining, vm)
            },
            // What is leaked here lives as long as the code that it belongs to: other threads may be in it.
            guard_failures: low_memory::leak(failures_before(code)),
            positions: low_memory::leak(inlining.called.iter().map(|_| AtomicU32::new(0)).collect()),
            inlining,
            closure_class: std::ptr::from_ref((*vm).cx.builtin_class("Closure")) as usize,
            name: func.display_name(),
            plain: Some(func).filter(|func| {
                let on_nothing = func.class.is_none() || func.is_static() && has_one_scope(func);
                let is_entered = func.entry_kind == EntryKind::Plain && !func.flags.has(FnFlags::GENERATOR);
                on_nothing && is_entered && !code.is_transient()
            }),
            code,
        }
    }
}

/// [`HotFunction::passes_references`], by what the ops that start calls have found.
fn passes_references(code: &Code, started: &[Option<&Func>]) -> Vec<bool> {
    let mut calls: Vec<(u32, bool)> = Vec::new();
    let passes = |(op, started): (&Op, &Option<&Func>)| {
        if let Some(window) = op.started_window() {
            calls.retain(|(its, _)| *its != window);
            calls.push((window, started.is_some_and(|func| func.params.iter().any(|param| param.by_ref))));
        }
        let window = match op.code {
            OpCode::CopyArg => op.c,
            OpCode::JumpIfArgByValue | OpCode::JumpIfNamedByValue | OpCode::JumpIfNextByValue => op.a,
            _ => return false,
        };
        calls.contains(&(window, true))
    };
    code.function().code.iter().zip(started).map(passes).collect()
}

/// The tags of what comes first in an array: [`HotFunction::elements`].
fn first_element(value: &Value) -> u16 {
    let first = value.deref().as_array().and_then(PhpArray::first);
    first.map_or(0, |(_, first)| 1 << first.tag() as u16 | 1 << first.deref().tag() as u16)
}

fn is_hash(value: &Value) -> bool {
    value.deref().as_array().is_some_and(|array| !array.is_empty() && array.packed_data().is_none())
}

/// How often the code that was made before was left at each op; for all ops together from 0 on.
fn failures_before(code: &Code) -> Vec<AtomicU32> {
    // SAFETY: code of functions is never freed.
    let before = unsafe { made(code) };
    let failures = |at: usize| before.filter(|_| at != 0).map_or(0, |before| before.guard_failures[at].load(Ordering::Relaxed));
    (0..=code.len).map(|at| AtomicU32::new(failures(at))).collect()
}
