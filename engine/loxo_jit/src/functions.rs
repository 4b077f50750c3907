//! Compiles whole functions: bytecode to a form, that to Cranelift IR, that to machine code.

use std::mem::offset_of;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, TryLockError};

use loxo_bytecode::{FnFlags, Op, OpCode};
use loxo_form::{Block, Called, End, Form, Inlinable, Input, Interface, Intrinsic, Kind, Place, Seen, Source, Supported, Tags, Taken};
use loxo_lower::{BuiltinMethod, CalledBuiltin, Callee, EngineCalls, Frameless, FunctionRequest, LeftCall, Resume, SideExit};
use loxo_runtime::{Cx, EntryKind, Func};
use loxo_tiering::calls::{self, Compiled};
use loxo_tiering::functions::{self, Compiler, Verdict};
use loxo_tiering::hot_function::HotFunction;
use loxo_tiering::inlining::{self, is_called_natively, is_capturing};
use loxo_tiering::object_elements::{APPENDED, IN_SLOT};
use loxo_tiering::{builtin_methods, builtins, call_sites, closures, elements, generators, object_elements, places, side_exits};
use loxo_value::{PhpStr, Tag, Value, low_memory};
use loxo_vm::for_machine_code::{Handler, Pc, bind_next, code_of};

use crate::backend::{Backend, name_for_perf};
use crate::offsets::OFFSETS;
use crate::options::{Options, is_dumped};

/// After so many calls a function is compiled: that takes as long as its code saves in some thousand.
const HOT: u32 = 600;
/// Who finds a loop hot waits for the compiler, and what stands around the loop in its function is compiled with it.
const HOT_IN_LOOPS: u32 = 2_000;
/// In servers, which run the same functions for days.
const HOT_IN_SERVERS: u32 = 2_000;
/// Calls of functions of so many ops wait in programs: what the interpreter does meanwhile costs more than handing them over saves.
const LONGEST_AT_ONCE: usize = 200;
/// Where in an inline cache of a property the bits of the tags begin that it may hold as they are.
const ACCEPTED: u32 = 32;
/// Compiling takes one of so many parts of the processor time of a server.
const SHARE: u32 = 32;
/// Functions of servers are compiled to short code: thousands of them run in a page, and caches hold few.
static COMPACT: AtomicBool = AtomicBool::new(false);

/// Compiles functions, where that can be done. `eager`: at their first call. `serves`: the process is a server.
pub fn compiler(eager: bool, serves: bool) -> Option<Compiler> {
    type Compile = fn(&HotFunction<'_>, bool) -> Verdict;
    let compile: Compile = if eager { |what, at_once| compile(what, true, at_once) } else { |what, at_once| compile(what, false, at_once) };
    let [hot, hot_in_loops] = match (eager, serves) {
        (true, _) => [1; 2],
        (false, true) => [HOT_IN_SERVERS; 2],
        (false, false) => [HOT, HOT_IN_LOOPS],
    };
    let compact = Options::get().compact.unwrap_or(serves);
    COMPACT.store(compact, Ordering::Relaxed);
    // Code in memory that was just written runs without further ado on this kind of machine only.
    cfg!(target_arch = "x86_64").then_some(Compiler {
        compile,
        hot: Options::get().hot.unwrap_or(hot),
        hot_in_loops: Options::get().hot.unwrap_or(hot_in_loops),
        longest_at_once: if eager { usize::MAX } else { Options::get().at_once.unwrap_or(if serves { 0 } else { LONGEST_AT_ONCE }) },
        share: serves.then_some(Options::get().share.unwrap_or(SHARE)),
        // Code of servers is to be short.
        inlines: !compact,
    })
}

struct FunctionJit(Backend);

enum State {
    Unused,
    /// The machine is one that no code can be made for.
    Unavailable,
    Ready(Box<FunctionJit>),
}

// SAFETY: the pointers in it lead to memory of its own; the lock lets one thread at a time use them.
unsafe impl Send for State {}

static JIT: Mutex<State> = Mutex::new(State::Unused);

fn compile(what: &HotFunction<'_>, eager: bool, at_once: bool) -> Verdict {
    let state = if at_once { JIT.try_lock() } else { JIT.lock().map_err(TryLockError::Poisoned) };
    let mut state = match state {
        Ok(state) => state,
        Err(TryLockError::Poisoned(_)) => return Verdict::NotWorthIt,
        Err(TryLockError::WouldBlock) => return Verdict::Busy,
    };
    if matches!(*state, State::Unused) {
        *state = FunctionJit::new().map_or(State::Unavailable, |jit| State::Ready(Box::new(jit)));
    }
    let State::Ready(jit) = &mut *state else { return Verdict::NotWorthIt };
    let Some(form) = form_of(what).filter(|form| eager || is_worth_it(what, form)) else { return Verdict::NotWorthIt };
    debug_assert!(loxo_form::verify(&form, what.function).is_ok());
    let own = jit.compile_frameless(what, &form);
    let entries = form.entries.iter().map(|entry| entry.op).collect();
    let Some(code) = jit.compile(what, &form, own.as_ref()) else { return Verdict::NotWorthIt };
    // SAFETY: the function was lowered with the signature that `Compiled` names, and its memory is never freed.
    let code = unsafe { std::mem::transmute::<*const u8, Compiled>(code) };
    let set = |tags: Tags| tags.0;
    let of_tiering = |Frameless { code, interface: Interface { params, result, .. } }| functions::Frameless {
        code,
        func: what.plain.map_or(0, |func| std::ptr::from_ref(func) as usize),
        params: params.into_iter().map(set).collect(),
        result: set(result),
    };
    Verdict::Compiled(code, entries, own.map(of_tiering))
}

/// The form of a function that is worth it.
fn form_of(what: &HotFunction<'_>) -> Option<Form> {
    let params: Vec<Tags> = what.tags.iter().take(what.function.params.len()).map(|tag| Tags(1 << tag)).collect();
    let elements: Vec<Tags> = what.elements.iter().map(|tags| if *tags == 0 { Tags::ANY } else { Tags(*tags) }).collect();
    let places: Vec<Vec<Option<Place>>> = what.inlining.functions.iter().map(|its| its.places.iter().map(place).collect()).collect();
    let inlinable: Vec<Inlinable<'_>> = what.inlining.functions.iter().zip(&places).map(|(its, places)| of_form(its, places)).collect();
    let input = Input {
        function: what.function,
        on_object: what.on_object,
        params: &params,
        elements: &elements,
        hint: &|op| what.result_of(op).map_or(Tags::ANY, Tags),
        observed: &|op| what.observed_at(op).map(Tags),
        finds: &|op| what.classes_read_at(op) > 0,
        seen: &|op| {
            what.property_seen_at(op)
                .and_then(|(classes, bits)| Some(Seen { classes, place: place(&bits)?, refers: what.property_refers_at(op) }))
        },
        reached: &|op| what.reached_at(op),
        taken: &|op| what.taken_at(op).map(|(tags, classes)| Taken { tags: Tags(tags), classes }),
        refers: &|local| what.tags.get(local as usize) == Some(&(Tag::Reference as u8)),
        intrinsic: &|op| Intrinsic::named(what.builtin_name(op)?.as_bytes()),
        avoid: &|op| what.failed_at(op),
        called: &what.inlining.called,
        inlinable: &inlinable,
        is_text: &|index| is_text(what, index),
        first: [0; 2],
        only: what.only.as_ref().map(|ops| [ops.start, ops.end]),
    };
    loxo_form::build_with(&input, Supported::ALL).ok()
}

/// The bytes of a constant that is a string.
fn text<'a>(what: &HotFunction<'a>, index: u32) -> Option<&'a [u8]> {
    // SAFETY: constants live as long as the code, and are never written.
    unsafe { &*(what.constant_place(index) as *const Value) }.as_bytes()
}

/// A constant string is no number: such have digits, or a point with digits, behind spaces and a sign.
fn is_text(what: &HotFunction<'_>, index: u32) -> bool {
    let Some(text) = text(what, index) else { return false };
    let space_or_sign = |byte: &&u8| matches!(byte, b'\t'..=b'\r' | b' ' | b'+' | b'-');
    text.iter().find(|byte| !space_or_sign(byte)).is_none_or(|byte| !byte.is_ascii_digit() && *byte != b'.')
}

/// A function that may be inlined, as the form wants it.
fn of_form<'f>(its: &inlining::Inlinable, places: &'f [Option<Place>]) -> Inlinable<'f> {
    Inlinable {
        function: its.function(),
        on_object: inlining::runs_on_object(its.func),
        first: its.first,
        is_certain: its.is_certain,
        next: its.next,
        places,
        may_return_this: its.may_return_this,
        constructs: its.constructs,
    }
}

/// The same as the code wants it.
fn of_code(its: &inlining::Inlinable) -> loxo_lower::Inlinable<'_> {
    loxo_lower::Inlinable {
        func: std::ptr::from_ref(its.func) as usize,
        function: its.function(),
        first_op: its.first[0],
        classes: &its.classes,
        on_object: inlining::runs_on_object(its.func),
    }
}

/// Where objects have a property, of what an inline cache says of it: see [`inlining::Inlinable::places`].
fn place(bits: &usize) -> Option<Place> {
    (*bits != 0).then_some(Place { distance: *bits as u32, accepts: Tags((*bits >> ACCEPTED) as u16) })
}

/// The function's code would be faster than the interpreter, and its loops not better compiled by themselves.
fn is_worth_it(what: &HotFunction<'_>, form: &Form) -> bool {
    let (mut run, mut all) = (0, 0);
    let insts = form.blocks.iter().filter(|block| !block.cold).flat_map(|block| &block.insts);
    let is_inlined = |op: u32| op as usize >= what.function.code.len();
    let is_left_to_handler = |op: u32| !what.function.code.get(op as usize).is_some_and(|op| loxo_lower::is_done_in_place(op.code));
    for inst in insts.filter(|inst| what.hot.contains(&inst.at) || is_inlined(inst.at)) {
        run += u32::from(matches!(inst.kind, Kind::Run | Kind::RunJump) && is_left_to_handler(inst.at));
        all += u32::from(!matches!(inst.kind, Kind::Load(_) | Kind::Store(_) | Kind::Int(_) | Kind::Count | Kind::Poll));
    }
    // Where an inlined function can't go on, it is called: that is not what mostly happens.
    let is_left = |block: &&Block| {
        let End::Leave(state) = block.end else { return false };
        let state = &form.states[state.0 as usize];
        what.hot.contains(&state.op) && !state.guessed && (state.before.is_empty() || !block.cold)
    };
    let left = form.blocks.iter().filter(is_left).count() as u32;
    2 * (run + 4 * left) <= all && !what.hot.clone().any(|jump| is_loop_of_elements(what, jump as usize))
}

/// The op jumps back to the head of a long loop that writes elements of packed arrays or properties: its own code has them in registers.
fn is_loop_of_elements(what: &HotFunction<'_>, jump: usize) -> bool {
    let function = what.function;
    let Some(first) = function.backward_jump(jump as u32).filter(|first| what.is_long_by_itself(*first, jump as u32)) else { return false };
    let ops = &function.code[first as usize..=jump];
    // A file's variables are reached by their names: they are in no registers where whole functions are compiled.
    let is_file = function.flags.has(FnFlags::MAIN);
    let is_element = |op: &Op| matches!(op.code, OpCode::AssignDim | OpCode::AssignDimOp | OpCode::AssignDimAppend | OpCode::LvDim);
    let is_of_hash = |op: &Op| is_element(op) && what.hashes.get(op.a as usize) == Some(&true);
    let writes = |op: &Op| {
        is_element(op)
            || op.code == OpCode::LvProp
            || matches!(op.code, OpCode::AssignProp | OpCode::AssignPropOp | OpCode::IncDecProp)
            || is_file && matches!(op.code, OpCode::IterNext | OpCode::IterNextTmp)
    };
    !ops.iter().any(is_of_hash) && ops.iter().any(writes)
}

/// Where the strings of one byte are: the address of the first, and how far they lie apart.
fn byte_strings() -> [usize; 2] {
    let [first, second] = [0, 1].map(|byte| words(&Value::string(PhpStr::byte(byte)))[0] as usize);
    [first, second - first]
}

/// The two words of a value.
fn words(value: &Value) -> [u64; 2] {
    let value = std::ptr::from_ref(value).cast::<u64>();
    // SAFETY: a value is two words, the second of which has the tag in its lower half.
    unsafe { [value.read(), u64::from(value.add(1).cast::<u32>().read())] }
}

/// A function that compiled code may call; `None`: it is none.
fn callee(func: &'static Func) -> Option<Callee> {
    if !is_called_natively(func) && !is_capturing(func) {
        return None;
    }
    let default = |index: u32| {
        let value = (func.direct.defaults as *const Value).wrapping_add(index as usize);
        // SAFETY: there are as many defaults as the function says; they are never written.
        if index < func.direct.count { words(unsafe { &*value }) } else { words(&Value::UNDEF) }
    };
    Some(Callee {
        func: std::ptr::from_ref(func) as usize,
        native: std::ptr::from_ref(code_of(func).native()) as usize,
        num_params: func.num_params,
        frame_slots: func.frame_slots,
        required: func.required,
        defaults: (0..func.num_params).map(default).collect(),
        has_this: func.class.is_some() && !func.is_static(),
        class: func.class.filter(|_| func.is_static()).map_or(0, |class| std::ptr::from_ref(class) as usize),
        by_reference: func.params.iter().zip(0..).filter(|(param, _)| param.by_ref).map(|(_, index)| index).collect(),
        captures: code_of(func).function().uses.len() as u32,
        collects: func.entry_kind == EntryKind::Variadic,
        frameless: None,
        made: 0,
    })
}

/// The same with its code that needs no frame; `own` is that of the function that is compiled.
fn callee_of(what: &HotFunction<'_>, func: &'static Func, own: Option<&Frameless>) -> Option<Callee> {
    let mut callee = callee(func)?;
    if what.is(func) {
        callee.frameless = own.cloned();
    } else if let Some((its, made)) = functions::frameless_code(func).filter(|_| !COMPACT.load(Ordering::Relaxed)) {
        let params = its.params.iter().map(|set| Tags(*set)).collect();
        let defaults = callee.defaults.iter().map(number).collect();
        callee.frameless = Some(Frameless { code: its.code, interface: Interface { params, defaults, result: Tags(its.result) } });
        callee.made = made;
    }
    Some(callee)
}

/// The number that a value is, by its words.
fn number([payload, word]: &[u64; 2]) -> Option<Kind> {
    let tag = |tag: Tag| word & 0xff == tag as u64;
    match () {
        () if tag(Tag::Int) => Some(Kind::Int(*payload as i64)),
        () if tag(Tag::Float) => Some(Kind::Float(*payload)),
        () if tag(Tag::False) || tag(Tag::True) => Some(Kind::Bool(tag(Tag::True))),
        () => None,
    }
}

fn method(func: &Func) -> BuiltinMethod {
    let caller = generators::caller_of(func).map(|caller| caller as *const () as usize);
    BuiltinMethod { func: std::ptr::from_ref(func) as usize, has_this: !func.is_static(), caller }
}

fn called(builtin: builtins::Builtin) -> CalledBuiltin {
    CalledBuiltin { id: builtin.id, func: builtin.func }
}

/// Code with a frame need do no more than call the code without one: it is entered at its start alone. The header of a closure's frame owns what is written
/// over where code without a frame leaves.
fn is_adapter(what: &HotFunction<'_>, form: &Form) -> bool {
    form.frameless.is_none() && form.entries.len() == 1 && !what.function.flags.has(FnFlags::CLOSURE)
}

/// Addresses of records of side exits.
fn keep_exits(what: &HotFunction<'_>, exits: &[SideExit]) -> Vec<usize> {
    let before: Vec<Vec<_>> = exits.iter().map(|exit| exit.before.iter().map(|op| what.put_off(*op)).collect()).collect();
    let all: Vec<_> = exits.iter().zip(&before).map(|(exit, before)| side_exit(what, exit, before)).collect();
    side_exits::keep(&all)
}

fn side_exit<'a>(what: &HotFunction<'_>, exit: &'a SideExit, before: &'a [(Pc, Handler)]) -> side_exits::SideExit<'a> {
    let (pc, handler) = what.interpreted(exit.op);
    side_exits::SideExit {
        pc,
        handler: exit.is_entry.then_some(handler),
        guesses: if exit.is_guess { what.guesses(exit.op) } else { [None; 2] },
        slots: &exit.slots,
        undefined: &exit.undefined,
        before,
        appends: None,
        pending_behind: exit.pending_behind.map(|op| what.interpreted(op).0),
    }
}

/// Address of the record of a call whose callee has left.
fn keep_call(what: &HotFunction<'_>, call: &LeftCall) -> usize {
    let none = SideExit::default();
    let caller = call.caller.as_ref().unwrap_or(&none);
    let before: Vec<_> = caller.before.iter().map(|op| what.put_off(*op)).collect();
    // Who has a frame goes on in machine code.
    let (pc, _) = if call.caller.is_some() { what.interpreted(call.op) } else { what.copied(call.op) };
    // SAFETY: functions of compiled code, and words in front of their instructions, are never freed.
    let (func, made) = unsafe { (&*(call.func as *const Func), call.made.map(|[word, code]| (&*(word as *const AtomicUsize), code))) };
    let caller = side_exits::SideExit { pc, guesses: what.guesses(call.op), ..side_exit(what, caller, &before) };
    side_exits::keep_call(side_exits::LeftCall {
        func,
        nargs: call.count,
        flags: call.flags,
        frame: call.frame,
        result: call.result,
        caller,
        made,
    })
}

impl FunctionJit {
    fn new() -> Option<FunctionJit> {
        Some(FunctionJit(Backend::new(crate::isa::native()?)?))
    }

    /// Compiles a function so that it needs no frame, if it is new and can do without.
    fn compile_frameless(&mut self, what: &HotFunction<'_>, form: &Form) -> Option<Frameless> {
        // Code that is left makes its callers leave, and is made anew with a frame. Short code does without.
        if what.plain.is_none() || !what.is_new() || COMPACT.load(Ordering::Relaxed) {
            return None;
        }
        let params: Vec<Tags> = what.tags.iter().take(what.function.params.len()).map(|tag| Tags(1 << tag)).collect();
        let params: Vec<Tags> = params.into_iter().map(|tags| if tags.within(Tags::BOOL) { Tags::BOOL } else { tags }).collect();
        let called = |op: u32| {
            let func = what.named(op)?;
            if what.is(func) {
                return Some(Called::Itself);
            }
            Some(Called::Other(callee_of(what, func, None)?.frameless?.interface))
        };
        let source = Source { form, function: what.function, params: &params, called: &called };
        let (form, interface) = loxo_form::frameless(&source)?;
        debug_assert!(loxo_form::verify(&form, what.function).is_ok());
        let mut own = Frameless { code: 0, interface };
        own.code = self.compile(what, &form, Some(&own))? as usize;
        Some(own)
    }

    /// Machine code of a form. `own`: the function's code that needs no frame.
    fn compile(&mut self, what: &HotFunction<'_>, form: &Form, own: Option<&Frameless>) -> Option<*const u8> {
        // Long because: most of it lists what the engine offers to machine code.
        self.0.begin()?;
        let resume = |op| {
            let (pc, handler) = what.resume(op);
            Resume { pc, handler }
        };
        let step = |op| {
            let (pc, handler) = what.step(op);
            Resume { pc, handler }
        };
        let engine = EngineCalls {
            go_on: calls::go_on as *const () as usize,
            call_left: call_sites::left as *const () as usize,
            call_by_handler: builtin_methods::call_function_or_handler as *const () as usize,
            drop_kept: call_sites::drop_kept as *const () as usize,
            frameless_left: side_exits::frameless_left as *const () as usize,
            adapter_left: side_exits::adapter_left as *const () as usize,
            leave_adapter: calls::leave_adapter as *const () as usize,
            side_exit: side_exits::leave as *const () as usize,
            drop_slot: calls::drop_slot as *const () as usize,
            leave: calls::leave as *const () as usize,
            give_back: calls::give_back as *const () as usize,
            leave_or_give_back: calls::leave_or_give_back as *const () as usize,
            run_step: calls::run_step as *const () as usize,
            prepare: calls::prepare as *const () as usize,
            call: call_sites::call as *const () as usize,
            call_named: call_sites::call_named as *const () as usize,
            call_builtin_method: std::array::from_fn(|count| builtin_methods::caller(count) as *const () as usize),
            yield_value: [generators::yield_value::<false> as *const () as usize, generators::yield_value::<true> as *const () as usize],
            call_prepared: call_sites::call_prepared as *const () as usize,
            call_with_list: call_sites::call_with_list as *const () as usize,
            collect: calls::collect as *const () as usize,
            spread: calls::spread as *const () as usize,
            release_slot: calls::release_slot as *const () as usize,
            release_slots: calls::release_slots as *const () as usize,
            free_slot: calls::free_slot as *const () as usize,
            fetch_dim: [object_elements::fetch::<false> as *const () as usize, object_elements::fetch::<true> as *const () as usize],
            assign_dim: [object_elements::assign::<false> as *const () as usize, object_elements::assign::<true> as *const () as usize],
            count: object_elements::count as *const () as usize,
            isset_dim: [object_elements::isset::<false> as *const () as usize, object_elements::isset::<true> as *const () as usize],
            unset_dim: object_elements::unset as *const () as usize,
            append_dim: object_elements::set::<APPENDED, false> as *const () as usize,
            nested_set: [
                object_elements::set::<IN_SLOT, true> as *const () as usize,
                object_elements::set::<APPENDED, true> as *const () as usize,
            ],
            element: elements::element as *const () as usize,
            element_at_int: elements::element_at_int as *const () as usize,
            element_at: elements::element_at as *const () as usize,
            set_element: elements::set_element as *const () as usize,
            set_element_at_int: elements::set_element_at_int as *const () as usize,
            append_element: elements::append_element as *const () as usize,
            remove_element: elements::remove_element as *const () as usize,
            own_element: elements::own_element as *const () as usize,
            bind_element: elements::bind_element as *const () as usize,
            bind_next: bind_next as *const () as usize,
            change_at: elements::change_at as *const () as usize,
            truth: places::truth as *const () as usize,
            seen: places::seen as *const () as usize,
            takes: places::takes as *const () as usize,
            holds: places::holds as *const () as usize,
            make: places::make as *const () as usize,
            constructor: places::constructor as *const () as usize,
            make_closure: closures::make as *const () as usize,
            is_subclass: places::is_subclass as *const () as usize,
            call_builtin: builtins::call as *const () as usize,
            drop_words: builtins::drop_words as *const () as usize,
            settle_behind: builtins::settle_behind as *const () as usize,
            same_string: places::same_string as *const () as usize,
            case_of: places::case_of as *const () as usize,
            identical: places::identical as *const () as usize,
            power: places::power as *const () as usize,
            append_text: places::append_text as *const () as usize,
        };
        let inlinable: Vec<loxo_lower::Inlinable<'_>> = what.inlining.functions.iter().map(of_code).collect();
        let Backend { isa, context: ir, scratch, memory, .. } = &mut self.0;
        let request = FunctionRequest {
            form,
            interface: own.map(|own| &own.interface),
            adapts: own.filter(|own| own.code != 0 && is_adapter(what, form)),
            func: what.plain.map_or(0, |func| std::ptr::from_ref(func) as usize),
            function: what.function,
            on_object: what.on_object,
            step: &step,
            resume: &resume,
            constant: &|index| what.constant(index),
            constant_place: &|index| what.constant_place(index),
            text: &|index| text(what, index).map(<[u8]>::to_vec),
            switch: &|op| what.switch(op),
            cache: &|op| what.cache(op),
            classes_read: &|op| what.classes_read_at(op),
            class_set: &|number| what.class_set(number).to_vec(),
            callee: &|index| callee_of(what, what.callee(index), own),
            compact: COMPACT.load(Ordering::Relaxed),
            numbers: &|numbers| low_memory::leak(numbers.to_vec()).as_ptr() as usize,
            call_site: &|op| std::ptr::from_ref(call_sites::CallSite::of(what, op)) as usize,
            started: &|op| what.started(op).and_then(|func| callee_of(what, func, own)),
            has_started_one: &|op| what.has_started_one(op),
            element_method: &|op| {
                let its = what.element_methods.get(op as usize).copied().flatten()?;
                Some((std::ptr::from_ref(its.class) as usize, callee_of(what, its.func, own)?))
            },
            started_builtin: &|op| what.started_builtin(op).map(method),
            builtin: &|op| what.builtin(op).map(called),
            inlinable: &inlinable,
            no_constructor: std::ptr::from_ref(loxo_vm::for_machine_code::no_constructor()) as usize,
            closure_class: what.closure_class,
            named_function: &|op| what.named_function(op),
            functions_table: builtins::table(offset_of!(Cx, fns)),
            named_class: &|op| what.named_class(op),
            named_constants: &|op| what.named_constants(op),
            constants_table: builtins::table(offset_of!(Cx, consts)),
            classes_table: builtins::table(offset_of!(Cx, classes)),
            declared_type: &|param| what.declared_type(param).map(|ty| (ty.address, ty.classes.clone())),
            position: &|op| what.position(op),
            side_exits: &|exits| keep_exits(what, exits),
            left_call: &|call| keep_call(what, call),
            empty_array: words(&Value::EMPTY_ARRAY),
            byte_strings: byte_strings(),
            engine: &engine,
            offsets: &OFFSETS,
            is_near: &|address| address == 0 || memory.reaches(address),
        };
        loxo_lower::lower_function(&request, &mut ir.func, scratch, isa.frontend_config())?;
        let name = String::from_utf8_lossy(&what.name).into_owned();
        let dump = is_dumped(&name);
        if dump {
            eprintln!("{name}\n{form}\n{}", self.0.context.func.display());
        }
        let placed = self.0.compile(&name, dump)?;
        if Options::get().perf_map {
            name_for_perf(placed, &name);
        }
        if Options::get().sizes {
            let (what, ops) = if form.frameless.is_some() { (", without a frame", 0) } else { ("", what.function.code.len()) };
            eprintln!("compiled {name}{what}: {ops} ops {} bytes", placed.size);
        }
        Some(placed.code)
    }
}
