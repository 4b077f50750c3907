//! Closures: the native part of `Closure` objects, making and binding them.

use std::cell::RefCell;
use std::sync::{LazyLock, PoisonError, RwLock};

use loxo_bytecode::FnFlags;
use loxo_runtime::{Body, Callable, Class, Func, PhpResult};
use loxo_value::{Native, PhpObject, PhpStr, Tracer, Value, Values};
use rustc_hash::FxHashMap;

use crate::Vm;
use crate::frame::slot;

/// What a `Closure` object holds.
pub struct Closure {
    pub func: &'static Func,
    pub this: Option<PhpObject>,
    pub called: Option<&'static Class>,
    /// Captured variables, references where captured by reference; undef where an arrow function found none.
    pub bound: Values,
    /// Static variables of this closure object (each has its own).
    pub statics: RefCell<Vec<Value>>,
    /// Made by `f(...)` or `Closure::fromCallable()`.
    pub of_callable: bool,
    pub magic_name: Option<PhpStr>,
}

impl Closure {
    pub fn new(func: &'static Func, this: Option<PhpObject>, called: Option<&'static Class>, bound: Values) -> Closure {
        Closure { func, this, called, bound, statics: RefCell::default(), of_callable: false, magic_name: None }
    }

    /// What calling the closure calls.
    pub fn callable(&self, object: &PhpObject) -> Callable {
        Callable {
            func: self.func,
            this: self.this.clone(),
            called_class: self.called,
            closure: Some(object.clone()),
            magic_name: self.magic_name.clone(),
        }
    }

    /// Writes the captured variables into the slots behind the parameters; gives their number.
    ///
    /// # Safety
    /// `slots` are the used-variable slots of a frame of this closure's function, which own nothing.
    #[inline(always)]
    pub unsafe fn bind_variables(&self, slots: *mut Value) -> usize {
        for (i, value) in self.bound.iter().enumerate() {
            // SAFETY: as the caller promises.
            unsafe { slot::copy(slots.add(i), value) };
        }
        self.bound.len()
    }
}

impl Native for Closure {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(this) = &self.this {
            tracer.object(this);
        }
        self.bound.iter().for_each(|v| tracer.value(v));
        self.statics.borrow().iter().for_each(|v| tracer.value(v));
    }

    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(Closure {
            func: self.func,
            this: self.this.clone(),
            called: self.called,
            bound: self.bound.clone(),
            statics: RefCell::new(self.statics.borrow().iter().map(Value::clone_deref).collect()),
            of_callable: self.of_callable,
            magic_name: self.magic_name.clone(),
        }))
    }
}

/// A new Closure object.
pub fn new_object(vm: &mut Vm, closure: Closure) -> PhpObject {
    let class = *vm.closure_class.get_or_init(|| vm.cx.builtin_class("Closure"));
    let object = loxo_value::new_object_shared(class, &class.defaults);
    object.set_native(Box::new(closure));
    object
}

/// A Closure of something that can be called.
pub fn of_callable(vm: &mut Vm, callable: &Callable) -> PhpObject {
    if let Some(closure) = &callable.closure {
        return closure.clone();
    }
    new_object(
        vm,
        Closure {
            of_callable: true,
            magic_name: callable.magic_name.clone(),
            ..Closure::new(callable.func, callable.this.clone(), callable.called_class, Values::NONE)
        },
    )
}

/// Functions by the addresses of one and of a scope that it was not declared in.
type Scoped = FxHashMap<(usize, usize), &'static Func>;

/// All of the process: which function it is never depends on the thread.
static SCOPED: LazyLock<RwLock<Scoped>> = LazyLock::new(RwLock::default);

thread_local! {
    /// Those that the thread has asked for.
    static KNOWN: RefCell<Scoped> = RefCell::default();
}

/// The closure's function with `class` as its scope. The few combinations that a program uses are kept.
#[inline]
pub fn with_scope(func: &'static Func, class: Option<&'static Class>) -> &'static Func {
    if func.class.map(std::ptr::from_ref) == class.map(std::ptr::from_ref) {
        return func;
    }
    rebound(func, class)
}

/// The same where that is another one.
#[inline(never)]
fn rebound(func: &'static Func, class: Option<&'static Class>) -> &'static Func {
    let key = (std::ptr::from_ref(func) as usize, class.map_or(0, |c| std::ptr::from_ref(c) as usize));
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).copied()) {
        return known;
    }
    let mut all = SCOPED.write().unwrap_or_else(PoisonError::into_inner);
    let scoped = *all.entry(key).or_insert_with(|| Box::leak(Box::new(crate::code::rebind(func, class))));
    drop(all);
    KNOWN.with_borrow_mut(|known| known.insert(key, scoped));
    scoped
}

/// `Closure::bind()`: the new closure, or `None` after a warning.
pub fn bind(vm: &mut Vm, object: &PhpObject, this: Option<PhpObject>, scope: Option<&'static Class>) -> PhpResult<Option<PhpObject>> {
    let Some(closure) = object.native::<Closure>() else { return Ok(None) };
    let func = closure.func;
    if let Some(why) = why_not_bound(vm, closure, this.as_ref(), scope) {
        vm.cx.warning(why);
        return Ok(None);
    }
    let called = this.as_ref().map(|o| vm.cx.class_of(o)).or(scope);
    // A closure bound to an object needs some scope: PHP takes Closure itself.
    let scope = match (scope, &this) {
        (None, Some(_)) => Some(vm.cx.builtin_class("Closure")),
        (scope, _) => scope,
    };
    let func = if matches!(func.body, Body::User) && !closure.of_callable { with_scope(func, scope) } else { func };
    let copy = Closure {
        func,
        this,
        called,
        bound: closure.bound.clone(),
        statics: RefCell::new(closure.statics.borrow().iter().map(Value::clone_deref).collect()),
        of_callable: closure.of_callable,
        magic_name: closure.magic_name.clone(),
    };
    Ok(Some(new_object(vm, copy)))
}

/// Why a closure cannot be bound like that; `None`: it can.
fn why_not_bound(vm: &mut Vm, closure: &Closure, this: Option<&PhpObject>, scope: Option<&'static Class>) -> Option<Vec<u8>> {
    let func = closure.func;
    let is_method = closure.of_callable && func.class.is_some();
    match this {
        Some(_) if func.is_static() => return Some(b"Cannot bind an instance to a static closure".to_vec()),
        Some(this) if is_method && !func.class.is_some_and(|c| vm.cx.class_of(this).is_subclass_of(c)) => {
            let [class, its] = [func.class, Some(vm.cx.class_of(this))].map(|class| class.map_or(&b""[..], |class| class.name.as_bytes()));
            return Some([b"Cannot bind method ", class, b"::", func.name.as_bytes(), b"() to object of class ", its].concat());
        }
        None if is_method && !func.is_static() => return Some(b"Cannot unbind $this of method".to_vec()),
        None if !closure.of_callable && closure.this.is_some() && func.flags.has(FnFlags::USES_THIS) => {
            return Some(b"Cannot unbind $this of closure using $this".to_vec());
        }
        _ => {}
    }
    let same_scope = scope.map(std::ptr::from_ref) == func.class.map(std::ptr::from_ref);
    if let Some(class) = scope.filter(|_| !same_scope) {
        // A bound object without a scope has Closure's.
        let stand_in = this.is_some() && class.same(vm.cx.builtin_class("Closure"));
        if class.builtin.is_some() && !stand_in {
            return Some([b"Cannot bind closure to scope of internal class ", class.name.as_bytes()].concat());
        }
    }
    let created_from: &[u8] = if func.class.is_none() { b"function" } else { b"method" };
    let is_rebound = closure.of_callable && !same_scope;
    is_rebound.then(|| [b"Cannot rebind scope of closure created from ", created_from].concat())
}
