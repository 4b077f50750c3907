//! Fibers: PHP code on a stack of its own, and how control goes to it and back, by `corosensei`. The class that programs see is in `builtins::fiber`.

use corosensei::{Coroutine, CoroutineResult, Yielder};
use loxo_base::stack as native;
use loxo_runtime::{Callable, Cx, PhpResult, Thrown};
use loxo_value::fiber_stacks::NativeStack;
use loxo_value::frame_stack::FrameStack;
use loxo_value::{Native, PhpArray, PhpObject, Tracer, Value};

use crate::Vm;
use crate::frame::reentry;

/// What PHP code may use of the native stack, in bytes: the rest is for builtins that do not look.
const USABLE: usize = 7 << 20;

/// Where a fiber is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Init,
    Running,
    Suspended,
    Terminated,
}

/// What goes in on resume.
pub enum Input {
    Value(Value),
    Exception(PhpObject),
    /// The object is being destroyed: run `finally` blocks and leave.
    Destroy,
}

/// The native part of a `Fiber`.
pub struct Fiber {
    callable: Option<Callable>,
    args: Vec<Value>,
    named: Option<PhpArray>,
    pub status: Status,
    routine: Option<Coroutine<Input, Value, PhpResult<Value>, NativeStack>>,
    /// Where the fiber's body suspends itself; valid while it exists.
    yielder: *const Yielder<Input, Value>,
    /// The VM's registers while the fiber does not run; the resumer's while it does.
    parked: Option<Parked>,
    previous: Option<PhpObject>,
    pub result: Value,
    pub threw: bool,
    /// The object is going away: its code may not suspend any more.
    pub closing: bool,
}

/// The registers that belong to a stack.
struct Parked {
    fp: *mut Value,
    stack: FrameStack,
    limit: usize,
    overflow_args: (*mut Value, *mut Value),
    depth: u32,
    /// `error_reporting`, which `@` changes for a while.
    reporting: u32,
}

impl Fiber {
    pub fn new(callable: Callable) -> Fiber {
        Fiber {
            callable: Some(callable),
            args: Vec::new(),
            named: None,
            status: Status::Init,
            routine: None,
            yielder: std::ptr::null(),
            parked: None,
            previous: None,
            result: Value::UNDEF,
            threw: false,
            closing: false,
        }
    }

    /// Gives the fiber, which is the native part of `object`, its stacks and the arguments of its function; false: there is no memory for them.
    pub fn prepare(&mut self, cx: &mut Cx, object: &PhpObject, args: &[Value]) -> bool {
        let Some((frames, stack)) = FrameStack::for_fiber() else { return false };
        self.args = args.to_vec();
        let reporting = cx.error_reporting_set();
        self.named = cx.named.take();
        let vm: *mut Vm = Vm::of(cx);
        // Not an owner: the fiber would keep itself alive. Whoever starts it holds it until its body has begun.
        let object = std::ptr::from_ref(object);
        let routine = Coroutine::with_stack(stack, move |yielder: &Yielder<Input, Value>, _input: Input| {
            // SAFETY: the VM outlives its fibers, and only one of them runs at a time.
            unsafe { body(&mut *vm, &*object, yielder) }
        });
        self.routine = Some(routine);
        self.parked = Some(Parked {
            fp: std::ptr::null_mut(),
            stack: frames,
            limit: 0,
            overflow_args: (std::ptr::null_mut(), std::ptr::null_mut()),
            depth: 0,
            reporting,
        });
        true
    }
}

impl Native for Fiber {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.args.iter().for_each(|v| tracer.value(v));
        self.named.iter().for_each(|named| tracer.array(named));
        tracer.value(&self.result);
        if let Some(callable) = &self.callable {
            callable.this.iter().chain(&callable.closure).for_each(|o| tracer.object(o));
        }
        if let Some(parked) = self.parked.as_ref().filter(|_| self.status == Status::Suspended) {
            // SAFETY: a suspended stack: every frame on it is complete and stands at a call.
            unsafe { crate::frame::owned::each_owned(parked.fp, |place| crate::call::argument_list::trace(place, tracer)) };
        }
    }
}

/// The native part of a `Fiber`; `None`: its constructor has not run.
#[allow(clippy::mut_from_ref)]
pub fn fiber(object: &PhpObject) -> Option<&mut Fiber> {
    object.native_mut::<Fiber>()
}

/// What runs on the fiber's own stack.
unsafe fn body(vm: &mut Vm, object: &PhpObject, yielder: &Yielder<Input, Value>) -> PhpResult<Value> {
    native::set_remaining(USABLE);
    let Some(state) = fiber(object) else { return Err(Thrown) };
    state.yielder = yielder;
    // Borrowed: what lies on this stack keeps its things alive without the collector's knowledge.
    let Some(callable) = state.callable.as_ref().map(std::ptr::from_ref) else { return Err(Thrown) };
    let mut args = std::mem::take(&mut state.args);
    let named = state.named.take();
    // The root of this stack's frames.
    vm.push_root();
    // SAFETY: the callable stays in the object's native part, which does not move, until this function has returned.
    vm.call(unsafe { &*callable }, &mut args, named.as_ref())
}

/// Gives control to the fiber until it suspends or ends.
pub fn switch(cx: &mut Cx, this: &PhpObject, input: Input) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    let Some(state) = fiber(this) else { return Err(Thrown) };
    let Some(mut routine) = state.routine.take() else { return Err(Thrown) };
    state.status = Status::Running;
    state.previous = vm.fiber.replace(this.clone());
    let key = std::ptr::from_ref(state) as usize;
    let watched = vm.stack.is_watched();
    if watched {
        loxo_observer::resume_fiber(key);
    }
    swap_registers(vm, state);
    let outcome = routine.resume(input);
    if watched {
        loxo_observer::suspend_fiber(key);
    }
    let state = fiber(this).expect("the fiber is kept by its caller");
    swap_registers(vm, state);
    vm.fiber = state.previous.take();
    match outcome {
        CoroutineResult::Yield(value) => {
            state.status = Status::Suspended;
            state.routine = Some(routine);
            Ok(value)
        }
        CoroutineResult::Return(result) => {
            state.status = Status::Terminated;
            state.parked = None;
            state.callable = None;
            state.threw = result.is_err();
            match result {
                Ok(value) => {
                    state.result = value;
                    Ok(Value::NULL)
                }
                Err(thrown) => Err(thrown),
            }
        }
    }
}

/// Gives control back to whoever resumed the running fiber `current`, until somebody resumes it again: with what is the answer.
pub fn leave(current: PhpObject, value: Value) -> Option<Input> {
    let yielder = fiber(&current)?.yielder;
    // A suspended fiber must not own itself.
    drop(current);
    // SAFETY: the fiber is running, so its body, which owns the yielder, is on the stack; who resumes it holds it.
    Some(unsafe { (*yielder).suspend(value) })
}

/// The frame that a running fiber was resumed from, and the fiber that frame belongs to.
pub fn resumer(object: &PhpObject) -> Option<(*mut Value, Option<PhpObject>)> {
    let state = fiber(object)?;
    Some((state.parked.as_ref()?.fp, state.previous.clone()))
}

/// Exchanges the VM's frame registers with those in the fiber.
fn swap_registers(vm: &mut Vm, state: &mut Fiber) {
    let Some(parked) = &mut state.parked else { return };
    std::mem::swap(&mut vm.fp, &mut parked.fp);
    vm.stack.replace(&mut parked.stack);
    std::mem::swap(&mut vm.overflow_args, &mut parked.overflow_args);
    std::mem::swap(&mut vm.depth, &mut parked.depth);
    std::mem::swap(&mut vm.cx.errors.reporting, &mut parked.reporting);
    parked.limit = native::set_limit(parked.limit);
}

/// What reflection asks of a fiber: see `Reflect::Fiber`.
pub fn describe(vm: &mut Vm, object: &PhpObject, options: u32) -> PhpArray {
    let mut parts = PhpArray::new();
    let Some(state) = fiber(object) else { return parts };
    let _ = parts.push(state.callable.as_ref().map_or(Value::NULL, loxo_fast_paths::callable::written));
    let Some(fp) = frame_of(vm, object) else { return parts };
    let outer = std::mem::replace(&mut vm.fp, fp);
    let line = vm.user_frame().map(|_| vm.location());
    let (file, line) = line.map_or((Value::NULL, Value::NULL), |(file, line)| (Value::string(file), Value::int(i64::from(line))));
    // Not of interest here who resumed it.
    let current = vm.fiber.take();
    let trace = loxo_runtime::error::trace::backtrace(&mut vm.cx, options, 0, 0);
    vm.fiber = current;
    vm.fp = outer;
    let _ = parts.push(file);
    let _ = parts.push(line);
    let _ = parts.push(Value::array(trace));
    parts
}

/// Where a fiber stands. The registers of one that waits for another are with that other.
fn frame_of(vm: &Vm, object: &PhpObject) -> Option<*mut Value> {
    let state = fiber(object)?;
    match state.status {
        Status::Suspended => return state.parked.as_ref().map(|parked| parked.fp),
        Status::Running => {}
        Status::Init | Status::Terminated => return None,
    }
    let (mut current, mut fp) = (vm.fiber.clone()?, vm.fp);
    while !current.ptr_eq(object) {
        let state = fiber(&current)?;
        fp = state.parked.as_ref()?.fp;
        current = state.previous.clone()?;
    }
    Some(fp)
}

/// A suspended fiber goes away: its `finally` blocks and destructors run.
pub fn destroy(vm: &mut Vm, object: &PhpObject) {
    if fiber(object).is_none_or(|f| f.status != Status::Suspended) {
        return;
    }
    if let Some(state) = fiber(object) {
        state.closing = true;
    }
    let _ = switch(&mut vm.cx, object, Input::Destroy);
    vm.clear_graceful_exit();
}

impl Vm {
    /// The frame that everything else on a frame stack lies above.
    pub(crate) fn push_root(&mut self) {
        let fp = self.stack.base().wrapping_add(crate::frame::HEADER);
        // SAFETY: the base of a fresh stack.
        unsafe {
            fp.sub(crate::frame::HEADER).cast::<crate::frame::Header>().write(crate::frame::Header {
                closure: Value::UNDEF,
                func: loxo_fast_paths::stand_ins::rust_code(),
                pc: reentry::HALT.as_ptr(),
                prev: std::ptr::null_mut(),
                extra: std::ptr::null_mut(),
                class: std::ptr::null(),
                nargs: 1,
                flags: crate::frame::flags::REENTRY,
                this: Value::UNDEF,
            });
            fp.write(Value::UNDEF);
        }
        self.fp = fp;
    }

    /// Something that no catch clause matches, to unwind a destroyed fiber with.
    pub(crate) fn graceful_exit(&mut self) -> PhpObject {
        let class = self.cx.builtin_class("stdClass");
        self.cx.new_object_raw(class)
    }

    fn clear_graceful_exit(&mut self) {
        let std = self.cx.builtin_class("stdClass");
        if self.cx.exception.as_ref().is_some_and(|e| self.cx.class_of(e).same(std)) {
            self.cx.exception = None;
        }
    }
}
