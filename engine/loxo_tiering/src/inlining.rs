//! Which functions calls have found, and which of them may become a part of the machine code of those that call them.

use std::cell::Cell;

use loxo_bytecode::{ClassOperand, FnFlags, Function, Op, OpCode, THIS, TypeMask};
use loxo_runtime::object::{PropLookup, lookup_prop};
use loxo_runtime::{Body, Class, EntryKind, Func, Type};
use loxo_value::{Tag, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, always_takes, code_of, has_one_scope, slot};

use crate::declared_types;
use crate::function_code::made;

/// So many ops a function has that may be inlined.
const MOST_OPS: usize = 40;
/// Functions are inlined into such as are inlined themselves, so many times over.
const DEEPEST: u32 = 3;
/// So many may be inlined into one.
const MOST: usize = 60;

/// So many classes of objects are known by one call.
const MOST_CLASSES: usize = 6;

/// So many classes are compared with one after the other before a property is read.
const MOST_GUARDED: usize = 3;

/// A function that may be inlined at one place.
pub struct Inlinable {
    pub func: &'static Func,
    pub code: &'static Code,
    /// What its ops and its constants are numbered from: behind those of the function that calls are inlined into, and of the functions before.
    pub first: [u32; 2],
    /// Addresses of classes: for objects of these the call is one of this method. None: what is called says it.
    pub classes: Vec<usize>,
    /// The call is one of this function whenever it is made where this may be inlined.
    pub is_certain: bool,
    /// Another function that the same call may be one of: its place in the list.
    pub next: Option<u32>,
    /// By op that names a property of `$this`: what all classes have there as inline caches keep it; 0: that is not known.
    pub places: Vec<usize>,
    /// Its declared type takes `$this` as a result.
    pub may_return_this: bool,
    /// It is the constructor of an object of its class that is made for the call.
    pub constructs: bool,
}

impl Inlinable {
    pub fn function(&self) -> &'static Function {
        self.code.function()
    }
}

/// What may be inlined into a function.
pub struct Inlining {
    pub functions: Vec<Inlinable>,
    /// By op, numbered like this, that starts a call or calls what it names: the place of the first function in the list.
    pub called: Vec<Option<u32>>,
}

/// A function whose calls are looked at.
struct Caller<'c> {
    code: &'c Code,
    func: &'static Func,
    /// What its ops are numbered from.
    first: usize,
    /// What `$this` is an object of, where that is known.
    classes: Vec<usize>,
}

/// A function that may be inlined at one place: see [`Inlinable`].
struct Inlined {
    func: &'static Func,
    classes: Vec<usize>,
    is_certain: bool,
    constructs: bool,
}

/// What a call may be one of: a function, for objects of which classes.
type Found = (&'static Func, Vec<usize>);

impl Inlining {
    /// Nothing may be.
    pub(crate) fn none(code: &Code) -> Inlining {
        Inlining { functions: Vec::new(), called: vec![None; code.len] }
    }

    /// Looks at the calls of a function, of which `started` says what the ops that start them have found last.
    ///
    /// # Safety
    /// The machine is the running one, and runs the code of the function.
    pub(crate) unsafe fn of(func: &'static Func, code: &Code, started: &[Option<&'static Func>], vm: *mut Vm) -> Inlining {
        let function = code.function();
        let mut all = Inlining::none(code);
        let mut constants = function.consts.len() as u32;
        // SAFETY: as the caller promises.
        unsafe { all.calls_of(&Caller { code, func, first: 0, classes: Vec::new() }, started, &mut constants, vm) };
        let (mut next, mut end) = (0, all.functions.len());
        for _ in 1..DEEPEST {
            for inner in next..end {
                let Inlinable { func, code, first, .. } = all.functions[inner];
                let classes = all.functions[inner].classes.clone();
                // SAFETY: as the caller promises: the table of caches is that of all code.
                unsafe {
                    let started = started_seen(code, vm);
                    all.calls_of(&Caller { code, func, first: first[0] as usize, classes }, &started, &mut constants, vm);
                }
            }
            (next, end) = (end, all.functions.len());
        }
        all
    }

    /// Adds the functions that one calls.
    ///
    /// # Safety
    /// As for [`Inlining::of`].
    unsafe fn calls_of(&mut self, caller: &Caller<'_>, started: &[Option<&'static Func>], constants: &mut u32, vm: *mut Vm) {
        let code = caller.code;
        for (at, op) in code.function().code.iter().enumerate() {
            let mut is_certain = false;
            let found: Vec<Found> = match op.code {
                OpCode::CallFn => vec![(code.unit.funcs[op.b as usize], Vec::new())],
                OpCode::InitFn => started[at].map(|func| (func, Vec::new())).into_iter().collect(),
                OpCode::InitStaticCall => {
                    let is_relative = matches!(ClassOperand::decode(op.b), ClassOperand::Parent | ClassOperand::SelfClass);
                    is_certain = is_relative && has_one_scope(caller.func);
                    let func = started[at].filter(|_| is_certain || !is_relative);
                    func.map(|func| (func, if is_certain { caller.classes.clone() } else { Vec::new() })).into_iter().collect()
                }
                // SAFETY: as the caller promises.
                OpCode::InitMethod => unsafe {
                    let of_this = op.b == THIS && !caller.classes.is_empty();
                    let found = if of_this { methods_of_this(caller, op, vm) } else { methods_seen(code, at as u32, vm) };
                    is_certain = of_this && found.len() == 1 && found[0].1.len() == caller.classes.len();
                    found
                },
                // SAFETY: as the caller promises.
                OpCode::InitDyn => unsafe { closures_seen(code, at as u32, vm) },
                // A function that is inlined makes no objects: it must be possible to run it again.
                // SAFETY: as the caller promises.
                OpCode::New if caller.first == 0 => unsafe { constructors_seen(code, at as u32, vm) },
                _ => Vec::new(),
            };
            let constructs = op.code == OpCode::New;
            for (func, classes) in found.into_iter().rev() {
                let on_object = runs_on_object(func);
                // Of a function that calls itself nothing would be left out: its call is in it again.
                if self.functions.len() < MOST && is_small(func) && !std::ptr::eq(code_of(func), code) && (on_object || classes.is_empty())
                {
                    // SAFETY: as the caller promises.
                    unsafe { self.add(caller.first + at, Inlined { func, classes, is_certain, constructs }, constants, vm) };
                }
            }
        }
    }

    /// Adds a function to those that the call of an op may be one of.
    ///
    /// # Safety
    /// As for [`Inlining::of`].
    unsafe fn add(&mut self, at: usize, its: Inlined, constants: &mut u32, vm: *mut Vm) {
        let Inlined { func, classes, is_certain, constructs } = its;
        let next = self.called[at].replace(self.functions.len() as u32);
        let code = code_of(func);
        let function = code.function();
        // SAFETY: as the caller promises; these are addresses of classes.
        let (places, takes) = unsafe {
            let takes = |class: &usize| func.return_type.as_ref().is_some_and(|ty| takes_this(ty, &*(*class as *const Class)));
            (function.code.iter().map(|op| place_in_this(func, code, op, (&classes, constructs), vm)).collect(), classes.iter().all(takes))
        };
        let may_return_this = !classes.is_empty() && takes;
        let first = [self.called.len() as u32, *constants];
        self.functions.push(Inlinable { func, code, first, classes, is_certain, next, places, may_return_this, constructs });
        self.called.resize(self.called.len() + function.code.len(), None);
        *constants += function.consts.len() as u32;
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

/// Methods with the classes that they were found for, one entry each.
fn by_method(found: Vec<(usize, &'static Func)>) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for (class, func) in found {
        match all.iter_mut().find(|(other, _)| std::ptr::eq(*other, func)) {
            Some((_, classes)) => classes.push(class),
            None => all.push((func, vec![class])),
        }
    }
    all
}

/// What the inline cache of an op has kept, the last first. Nothing if it was too much.
///
/// # Safety
/// The machine is the running one; the op has an inline cache.
unsafe fn seen_at(code: &Code, op: u32, vm: *mut Vm) -> Vec<(usize, usize)> {
    // SAFETY: an instruction of the code, whose cache lies in the machine's table.
    let seen = unsafe {
        match (*code.at(op)).x() {
            0 => return Vec::new(),
            cache => (*vm).all_seen_inline(cache),
        }
    };
    if seen.len() > MOST_CLASSES { Vec::new() } else { seen }
}

/// The methods that an op has found by its inline cache, for which classes; the last one first. None if there were too many.
///
/// # Safety
/// The machine is the running one; the op is an `InitMethod`.
unsafe fn methods_seen(code: &Code, op: u32, vm: *mut Vm) -> Vec<Found> {
    // SAFETY: an instruction of the code; its cache holds methods, which are never freed.
    unsafe { by_method(seen_at(code, op, vm).into_iter().map(|(class, func)| (class, &*(func as *const Func))).collect()) }
}

/// The functions of closures that an op has called, with the class of what each was bound to if it runs on that; the last one first. None if there
/// were too many.
///
/// # Safety
/// The machine is the running one; the op is an `InitDyn`.
unsafe fn closures_seen(code: &Code, op: u32, vm: *mut Vm) -> Vec<Found> {
    // SAFETY: an instruction of the code; its cache holds functions that are never freed, and the classes of objects.
    unsafe {
        let found = |(func, class): (usize, usize)| {
            let func = &*(func as *const Func);
            let class = Some(class - 1).filter(|class| *class != 0 && runs_on_object(func));
            (func, Vec::from_iter(class))
        };
        seen_at(code, op, vm).into_iter().map(found).collect()
    }
}

/// The constructors that an op has started calls of, each with the class of the objects, which are made of nothing but shared values; the last one first.
///
/// # Safety
/// The machine is the running one; the op is a `New`.
unsafe fn constructors_seen(code: &Code, op: u32, vm: *mut Vm) -> Vec<Found> {
    // SAFETY: an instruction of the code; its cache holds functions that are never freed, and classes.
    unsafe {
        let found = |(class, func): (usize, usize)| {
            let its = &*(class as *const Class);
            let is_plain = !its.needs_init && its.object_handlers.created.is_none();
            Some(((func as *const Func).as_ref().filter(|_| is_plain)?, vec![class]))
        };
        seen_at(code, op, vm).into_iter().filter_map(found).collect()
    }
}

/// The function has an object, or none of its code is run. Closures in methods may be bound to none.
pub fn runs_on_object(func: &Func) -> bool {
    let is_bound = !func.flags.has(FnFlags::CLOSURE) || func.flags.has(FnFlags::USES_THIS);
    func.class.is_some() && !func.is_static() && is_bound
}

/// The methods that a call on `$this` is one of, for the classes that it may be of. None if that is not known of all.
///
/// # Safety
/// The machine is the running one; the op is an `InitMethod` of the caller.
unsafe fn methods_of_this(caller: &Caller<'_>, op: &Op, vm: *mut Vm) -> Vec<Found> {
    // SAFETY: a constant of the code.
    let name = unsafe { &*caller.code.constant(op.c) };
    let method = |class: &usize| {
        // SAFETY: as the caller promises.
        let found = unsafe { (*vm).get_method(*class, name, caller.func.class) };
        found.map(|func| (*class, func))
    };
    caller.classes.iter().map(method).collect::<Option<Vec<_>>>().map(by_method).unwrap_or_default()
}

/// What is known of a property that an op reads, or writes.
#[derive(Clone, Copy, Default)]
pub(crate) struct PropertyRead {
    /// In objects of how many classes it was found.
    pub classes: usize,
    /// The tags, one bit each, that its declared type lets it have in all of them; 0: there is no such type.
    pub tags: u16,
    /// The tag of what an object had there when somebody looked, if that was a number.
    pub likely: u16,
    /// The number of the set of these classes, and where all of them have it, as inline caches keep it; if they are few.
    pub seen: Option<(u32, usize)>,
    /// It has ever run, if one can tell: what it has found is in its inline cache.
    pub reached: Option<bool>,
    /// What the declared type takes in every request that the op checks a value against: tags, and the number of a set of classes.
    pub taken: Option<(u16, u32)>,
    /// It was a reference when somebody looked: what was passed by reference once stays one.
    pub refers: bool,
}

/// The same for all ops, numbered as calls are.
pub(crate) struct PropertyReads {
    pub by_op: Vec<PropertyRead>,
    /// Sets of classes by their numbers: addresses, in order.
    pub sets: Vec<Vec<usize>>,
}

impl PropertyReads {
    /// What the inline caches of a function have found, which runs on an object, and of those that are inlined into it.
    ///
    /// # Safety
    /// The machine is the running one; the code is the function's.
    pub unsafe fn of(
        func: &'static Func,
        code: &Code,
        (this, locals, has_run): (Option<&Value>, &[Value], bool),
        inlining: &Inlining,
        vm: *mut Vm,
    ) -> PropertyReads {
        let mut reads = PropertyReads { by_op: Vec::new(), sets: Vec::new() };
        // SAFETY: as the caller promises.
        unsafe {
            reads.add(func, code, (this, locals), &[], vm);
            if has_run {
                reads.reached(0, code, &*vm);
            }
            for its in &inlining.functions {
                let first = reads.by_op.len();
                reads.add(its.func, its.code, (None, &[]), &its.classes, vm);
                for (op, at) in its.function().code.iter().zip(first..) {
                    reads.by_op[at].taken = reads.taken(its, op, &*vm);
                }
                // No object is at hand, but one was when the function was compiled by itself.
                for (read, likely) in reads.by_op[first..].iter_mut().zip(made(its.code).map_or(&[][..], |made| &made.likely)) {
                    read.likely = *likely;
                }
                if has_run {
                    reads.reached(first, its.code, &*vm);
                }
            }
        }
        reads
    }

    /// Adds the ops of a function which runs on an object and has these locals, or of whose `$this` these classes are known.
    ///
    /// # Safety
    /// As for [`PropertyReads::of`].
    unsafe fn add(&mut self, func: &'static Func, code: &Code, (this, locals): (Option<&Value>, &[Value]), known: &[usize], vm: *mut Vm) {
        // Calls that have been started, by their windows.
        let mut calls: Vec<(u32, Option<&'static Func>)> = Vec::new();
        for (op, at) in code.function().code.iter().zip(0..) {
            let mut read = PropertyRead::default();
            if let Some(window) = op.started_window() {
                // SAFETY: as the caller promises.
                calls.push((window, unsafe { started_by(*op, code, at, vm) }));
            }
            read.tags = match op.code {
                OpCode::Call => {
                    let call = calls.iter().rposition(|(window, _)| *window == op.a).map(|its| calls.swap_remove(its));
                    call.and_then(|(_, func)| result_tags(func?)).unwrap_or(0)
                }
                OpCode::CallFn => result_tags(code.unit.funcs[op.b as usize]).unwrap_or(0),
                _ => 0,
            };
            let writes =
                matches!(op.code, OpCode::AssignProp | OpCode::AssignPropOp | OpCode::IncDecProp | OpCode::PromoteParam | OpCode::LvProp);
            if writes || op.code == OpCode::IssetProp {
                // SAFETY: as the caller promises.
                let found = unsafe { seen_at(code, at, vm) };
                read.seen = self.numbered(&found);
                // SAFETY: as the caller promises.
                read.refers = op.code == OpCode::LvProp
                    && op.a == THIS
                    && this.is_some_and(|this| unsafe { tag_in(this, &found) } == Some(Tag::Reference));
            }
            if op.code == OpCode::FetchProp {
                // SAFETY: as the caller promises; a constant of the code; these are addresses of classes, which are never freed.
                unsafe {
                    let found = seen_at(code, at, vm);
                    let object = if op.b == THIS { this } else { locals.get(op.b as usize) };
                    let tag = object.and_then(|object| tag_in(object, &found));
                    read.refers = op.b == THIS && tag == Some(Tag::Reference);
                    read.likely = tag.filter(|tag| matches!(tag, Tag::Int | Tag::Float)).map_or(0, |tag| 1 << tag as u8);
                    read.seen = self.numbered(&found);
                    let found = found.into_iter().map(|(class, _)| class);
                    let classes: Vec<usize> = if op.b == THIS && !known.is_empty() { known.to_vec() } else { found.collect() };
                    let tags = |class: &usize| declared_tags(&*(*class as *const Class), &*code.constant(op.c), func.class);
                    let first = classes.first().and_then(tags).unwrap_or(0);
                    let is_same = classes.iter().all(|class| tags(class) == Some(first));
                    (read.classes, read.tags) = (classes.len(), if is_same { first } else { 0 });
                }
            }
            self.by_op.push(read);
        }
    }

    /// Notes which ops of a function, numbered from the first one on, have run.
    ///
    /// # Safety
    /// The machine is the running one.
    unsafe fn reached(&mut self, first: usize, code: &Code, vm: &Vm) {
        for (op, at) in code.function().code.iter().zip(0..) {
            let fills =
                matches!(op.code, OpCode::InitMethod | OpCode::InitStaticCall | OpCode::New | OpCode::FetchProp | OpCode::AssignProp);
            // SAFETY: an instruction of the code; its cache lies in the table of the machine that runs it.
            let cache = unsafe { (*code.at(at)).x() as usize };
            if fills && cache != 0 {
                // SAFETY: as above.
                self.by_op[first + at as usize].reached = Some(unsafe { (*vm.caches.add(cache)).key != 0 });
            }
        }
    }

    /// What the declared type takes that an op of a function that is inlined has to do with, if it names classes.
    ///
    /// # Safety
    /// A function's classes are addresses of such.
    unsafe fn taken(&mut self, its: &Inlinable, op: &Op, vm: &Vm) -> Option<(u16, u32)> {
        let ty = match op.code {
            OpCode::CheckParam => its.func.params.get(op.b as usize).filter(|param| !param.by_ref)?.ty.as_ref(),
            OpCode::CheckReturn => its.func.return_type.as_ref(),
            OpCode::AssignProp if op.a == THIS => {
                // SAFETY: as the caller promises; a constant of the code.
                let (class, name) = unsafe { (&*(*its.classes.first()? as *const Class), &*its.code.constant(op.b)) };
                let PropLookup::Slot(property) = lookup_prop(class, name.as_str()?.as_bytes(), its.func.class) else { return None };
                property.ty.as_ref().filter(|_| its.classes.len() == 1 && property.is_simple())
            }
            _ => None,
        }?;
        let mut classes = declared_types::declared(its.func, ty, None, vm)?.classes;
        classes.sort_unstable();
        let tags = (ty.spec.mask.0 & TypeMask::MIXED.0) as u16;
        (!classes.is_empty()).then(|| (tags, self.number(classes)))
    }

    fn number(&mut self, set: Vec<usize>) -> u32 {
        let known = self.sets.iter().position(|other| *other == set);
        let number = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        number as u32
    }

    /// The number of the set of the classes that an inline cache has seen, and what it keeps for each if that is the same.
    fn numbered(&mut self, found: &[(usize, usize)]) -> Option<(u32, usize)> {
        let (_, place) = *found.first().filter(|_| found.len() <= MOST_GUARDED)?;
        if found.iter().any(|(_, other)| *other != place) {
            return None;
        }
        let mut set: Vec<usize> = found.iter().map(|(class, _)| *class).collect();
        set.sort_unstable();
        Some((self.number(set), place))
    }
}

/// The tag of a property in an object, if that is of one of the classes for which an inline cache says where it is.
///
/// # Safety
/// The object is live.
unsafe fn tag_in(object: &Value, found: &[(usize, usize)]) -> Option<Tag> {
    if !object.is_object() {
        return None;
    }
    // SAFETY: as the caller promises; objects of the class have a value there.
    unsafe {
        let object = slot::object(object);
        let (_, place) = found.iter().find(|(class, _)| *class == (*object).class as usize)?;
        Some((*object.cast::<u8>().add(*place as u32 as usize).cast::<Value>()).tag())
    }
}

/// The tags that the declared type of a property lets it have, for code of a scope; `None`: it has no such type, or is not only a place.
fn declared_tags(class: &'static Class, name: &Value, scope: Option<&'static Class>) -> Option<u16> {
    let PropLookup::Slot(property) = lookup_prop(class, name.as_str()?.as_bytes(), scope) else { return None };
    let spec = &property.ty.as_ref()?.spec;
    spec.classes.is_empty().then_some((spec.mask.0 & TypeMask::MIXED.0) as u16)
}

/// The tags that the declared type of a function's result lets it have.
fn result_tags(func: &'static Func) -> Option<u16> {
    let spec = &func.return_type.as_ref().filter(|_| !func.flags.has(FnFlags::GENERATOR))?.spec;
    spec.classes.is_empty().then_some((spec.mask.0 & TypeMask::MIXED.0) as u16)
}

/// What all classes have where an op names a property of `$this`: see [`Inlinable::places`].
///
/// # Safety
/// The machine is the running one; these are addresses of classes.
unsafe fn place_in_this(func: &'static Func, code: &Code, op: &Op, (classes, constructs): (&[usize], bool), vm: *mut Vm) -> usize {
    let name = match op.code {
        OpCode::PromoteParam if constructs => op.b,
        OpCode::FetchProp | OpCode::IncDecProp if op.b == THIS => op.c,
        OpCode::AssignProp | OpCode::AssignPropOp if op.a == THIS => op.b,
        _ => return 0,
    };
    let mut all = classes.iter().map(|class| {
        // SAFETY: a constant of the code; as the caller promises.
        unsafe {
            let (class, name) = (&*(*class as *const Class), &*code.constant(name));
            let slot = (*vm).find_prop_slot(class, name, func.class);
            match op.code {
                _ if !slot.is_some() => 0,
                OpCode::PromoteParam => slot.first_bits(),
                _ => slot.bits(),
            }
        }
    });
    let first = all.next().unwrap_or(0);
    if all.all(|other| other == first) { first } else { 0 }
}

/// A declared result may be any object of a class that a method was called on.
fn takes_this(ty: &Type, class: &'static Class) -> bool {
    ty.spec.mask.has(TypeMask::STATIC) || always_takes(ty, class)
}

/// A function without loops, of a few ops.
fn is_small(func: &Func) -> bool {
    let is_plain = matches!(func.entry_kind, EntryKind::Plain | EntryKind::Constant | EntryKind::Closure);
    if !is_plain || func.flags.has(FnFlags::GENERATOR) || code_of(func).is_transient() {
        return false;
    }
    let function = code_of(func).function();
    let loops = function.code.iter().zip(0..).any(|(op, at)| function.targets(op).any(|to| to <= at));
    function.code.len() <= MOST_OPS && !loops
}

/// [`started_by`] for each op.
///
/// # Safety
/// As for [`started_by`].
pub(crate) unsafe fn started_seen(code: &Code, vm: *mut Vm) -> Vec<Option<&'static Func>> {
    // SAFETY: as the caller promises.
    code.function().code.iter().zip(0..).map(|(op, at)| unsafe { started_by(*op, code, at, vm) }).collect()
}

/// The user function that the inline cache of an op which starts a call remembers, or that the request knows by the name; if it is one that compiled
/// code could call.
///
/// # Safety
/// The machine is the running one; the op is the code's at this place.
unsafe fn started_by(op: Op, code: &Code, at: u32, vm: *mut Vm) -> Option<&'static Func> {
    // SAFETY: an instruction of the code; its cache lies in the table of the machine that runs it, and holds a function if it holds anything.
    let func = unsafe {
        match op.code {
            OpCode::InitMethod | OpCode::InitStaticCall | OpCode::New => method_seen(code, at, vm),
            OpCode::InitDyn => {
                let cache = (*code.at(at)).x() as usize;
                if cache == 0 { None } else { ((*(*vm).caches.add(cache)).key as *const Func).as_ref() }
            }
            OpCode::InitFn => (&(*vm).cx.fns).get((*code.at(at)).b as usize).and_then(Cell::get),
            _ => None,
        }
    };
    func.filter(|func| is_called_natively(func) || is_capturing(func))
}

/// The function that the inline cache of an op which starts a call has found last.
///
/// # Safety
/// The machine is the running one; the op is one that finds methods, by a cache.
unsafe fn method_seen(code: &Code, at: u32, vm: *mut Vm) -> Option<&'static Func> {
    // SAFETY: an instruction of the code; its cache lies in the table of the machine that runs it, and holds a function if it holds anything.
    unsafe {
        let cache = (*code.at(at)).x() as usize;
        let entry = &*(*vm).caches.add(cache);
        if cache == 0 || entry.key == 0 { None } else { (entry.value as *const Func).as_ref() }
    }
}

/// For each op that starts a call the method of a builtin class that its inline cache has found last, if it has found one.
pub(crate) unsafe fn started_builtin(code: &Code, vm: *mut Vm) -> Vec<Option<&'static Func>> {
    let builtin = |(op, at): (&loxo_bytecode::Op, u32)| {
        let finds_method = matches!(op.code, OpCode::InitMethod | OpCode::InitStaticCall | OpCode::New);
        // SAFETY: as the caller promises.
        let func = if finds_method { unsafe { method_seen(code, at, vm) } } else { None };
        func.filter(|func| matches!(func.body, Body::BuiltinMethod(_)))
    };
    code.function().code.iter().zip(0..).map(builtin).collect()
}

/// For each op that starts a call: it has started calls of no more than one function.
pub(crate) unsafe fn started_one(code: &Code, vm: *mut Vm) -> Vec<bool> {
    let is_one = |(op, at): (&loxo_bytecode::Op, u32)| match op.code {
        // SAFETY: the machine is the running one.
        OpCode::InitMethod => unsafe { methods_seen(code, at, vm) }.len() == 1,
        // SAFETY: as above.
        OpCode::InitDyn => unsafe { closures_seen(code, at, vm) }.len() == 1,
        OpCode::InitFn | OpCode::InitStaticCall | OpCode::New => true,
        _ => false,
    };
    code.function().code.iter().zip(0..).map(is_one).collect()
}

/// Machine code may call the machine code of a closure's function, which wants what that has captured.
pub fn is_capturing(func: &Func) -> bool {
    func.entry_kind == EntryKind::Closure && !code_of(func).is_transient()
}

/// Machine code may call the machine code of a function, which lives as long as the process.
pub fn is_called_natively(func: &Func) -> bool {
    let kinds = [EntryKind::Plain, EntryKind::Constant, EntryKind::References, EntryKind::Variadic];
    let collects_typed =
        func.entry_kind == EntryKind::Variadic && func.params.last().is_some_and(|param| param.ty.is_some() || param.by_ref);
    kinds.contains(&func.entry_kind) && !collects_typed && !code_of(func).is_transient()
}
