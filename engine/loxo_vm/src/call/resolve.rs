//! Resolving callees into windows, and entering them when something is out of the ordinary.

use loxo_bytecode::{ClassOperand, FnFlags};
use loxo_runtime::{BuiltinFlags, Callable, Class, FnId, Func, PhpResult, convert, object};
use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::Vm;
use crate::call::callable::{method_callable, split_name};
use crate::frame::{flags, header, open_window};
use crate::objects::closure::Closure;

impl Vm {
    // ----------------------------------------------------------------------------------------------------- callees

    /// Starts a call of a callable value in the window `callee`.
    ///
    /// # Safety
    /// `callee` is the frame address of a window of the running frame.
    pub(crate) unsafe fn init_dynamic(&mut self, callee: *mut Value, value: Value) -> PhpResult<()> {
        let name = value.clone();
        let callable = self.dynamic_callee(value)?;
        self.insert_callee(&name, callable.func);
        // SAFETY: as the caller promises.
        unsafe { self.init_callable(callee, &callable) };
        Ok(())
    }

    /// What `$f(...)` calls.
    fn dynamic_callee(&mut self, value: Value) -> PhpResult<Callable> {
        if let Some(object) = value.as_object() {
            if let Some(closure) = object.native::<Closure>() {
                return Ok(closure.callable(object));
            }
            let class = self.cx.class_of(object);
            if let Some(get) = class.object_handlers.callable {
                if let Some(callable) = get(&mut self.cx, object)? {
                    return Ok(callable);
                }
            }
            return match class.magic.invoke {
                Some(func) => Ok(method_callable(func, object, class)),
                None => Err(self.cx.throw_error(format!("Object of type {} is not callable", convert::class_text(class)))),
            };
        }
        if let Some(name) = value.as_str() {
            return self.named_callee(name);
        }
        if let Some(pair) = value.as_array() {
            return self.pair_callee(pair);
        }
        Err(self.cx.throw_error("Value of type {} is not callable".replace("{}", crate::kind(&value))))
    }

    /// `"f"` or `"A::f"`.
    fn named_callee(&mut self, name: &PhpStr) -> PhpResult<Callable> {
        let bytes = name.as_bytes();
        if let Some((class, method)) = split_name(bytes) {
            let class = self.class_or_error(class)?;
            return self.dynamic_static_callee(class, &PhpStr::new(method));
        }
        let plain = bytes.strip_prefix(b"\\").unwrap_or(bytes);
        match FnId::find(plain).and_then(|id| self.cx.func(id)) {
            Some(func) => Ok(Callable { func, this: None, called_class: None, closure: None, magic_name: None }),
            None => Err(self.cx.throw_error([b"Call to undefined function ", convert::shown_name(bytes), b"()"].concat())),
        }
    }

    /// `[object or class name, method name]`
    fn pair_callee(&mut self, pair: &PhpArray) -> PhpResult<Callable> {
        let (target, method) = match (pair.len(), pair.get_int(0), pair.get_int(1)) {
            (2, Some(target), Some(method)) => (target.clone_deref(), method.clone_deref()),
            (2, ..) => return Err(self.cx.throw_error("Array callback has to contain indices 0 and 1")),
            _ => return Err(self.cx.throw_error("Array callback must have exactly two elements")),
        };
        if target.as_object().is_none() && target.as_str().is_none() {
            return Err(self.cx.throw_error("First array member is not a valid class name or object"));
        }
        let name = method;
        let Some(method) = name.as_str() else {
            return Err(self.cx.throw_error("Second array member is not a valid method"));
        };
        if let Some(object) = target.as_object() {
            if let Some(closure) = object.native::<Closure>().filter(|_| method.as_bytes().eq_ignore_ascii_case(b"__invoke")) {
                return Ok(closure.callable(object));
            }
            let (class, scope) = (self.cx.class_of(object), self.scope());
            // SAFETY: a live value.
            if let Some(func) = unsafe { self.get_method(std::ptr::from_ref(class) as usize, &raw const name, scope) } {
                return Ok(method_callable(func, object, class));
            }
            let found = self.find_method(object, method)?;
            // Not those that a lazy object's real one answers.
            if found.magic_name.is_none() && found.this.as_ref().is_some_and(|this| this.ptr_eq(object)) {
                self.insert_method(class, &name, scope, found.func);
            }
            return Ok(found);
        }
        match target.as_str() {
            Some(name) => {
                let class = self.class_or_error(name.as_bytes())?;
                self.dynamic_static_callee(class, method)
            }
            None => Err(self.cx.throw_error("First array member is not a valid class name or object")),
        }
    }

    fn find_method(&mut self, object: &PhpObject, name: &PhpStr) -> PhpResult<Callable> {
        let scope = self.scope();
        let holder = object::method_holder(&mut self.cx, object, name)?;
        let object = holder.as_ref().unwrap_or(object);
        let found = self.cx.find_method(object, name, scope)?;
        Ok(Callable {
            func: found.func,
            this: found.func.takes_object().then(|| object.clone()),
            called_class: Some(self.cx.class_of(object)),
            closure: None,
            magic_name: found.magic_name,
        })
    }

    /// `"A::f"` and `["A", "f"]`, which never find the object that is running.
    fn dynamic_static_callee(&mut self, class: &'static Class, name: &PhpStr) -> PhpResult<Callable> {
        let callable = self.static_callee(class, name, false)?;
        if callable.func.is_static() {
            return Ok(callable);
        }
        let method = callable.magic_name.map_or_else(
            || callable.func.display_name(),
            |name| [loxo_runtime::convert::class_name(class), b"::", name.as_bytes()].concat(),
        );
        Err(self.cx.throw_error([b"Non-static method ".as_slice(), &method, b"() cannot be called statically"].concat()))
    }

    fn static_callee(&mut self, class: &'static Class, name: &PhpStr, relative: bool) -> PhpResult<Callable> {
        let scope = self.scope();
        let this = self.this_object();
        let found = self.cx.find_static_method(class, name, scope, this.as_ref())?;
        let called = if relative { self.called().filter(|c| c.is_subclass_of(class)).unwrap_or(class) } else { class };
        if found.func.is_static() {
            return Ok(Callable { func: found.func, this: None, called_class: Some(called), closure: None, magic_name: found.magic_name });
        }
        // An instance method of an ancestor, called on the object that is running (`parent::f()`).
        if let Some(this) = this.filter(|t| self.cx.class_of(t).is_subclass_of(class)) {
            let called_class = Some(self.cx.class_of(&this));
            return Ok(Callable { func: found.func, this: Some(this), called_class, closure: None, magic_name: found.magic_name });
        }
        if found.func.flags.has(FnFlags::ABSTRACT) {
            return Err(self.cx.throw_error([b"Cannot call abstract method ".as_slice(), &found.func.display_name(), b"()"].concat()));
        }
        Err(self.cx.throw_error([b"Non-static method ".as_slice(), &found.func.display_name(), b"() cannot be called statically"].concat()))
    }

    /// Writes a resolved callable into a window.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn init_callable(&mut self, callee: *mut Value, callable: &Callable) {
        // SAFETY: as the caller promises.
        unsafe {
            let class = callable.called_class.map_or(std::ptr::null(), std::ptr::from_ref);
            open_window(callee, callable.func, class);
            let head = header(callee);
            if callable.func.builtin.is_some_and(|b| b.flags.has(loxo_runtime::BuiltinFlags::NEEDS_FRAME)) {
                head.flags |= flags::DYNAMIC;
            }
            if let Some(this) = &callable.this {
                (&raw mut head.this).write(Value::object(this.clone()));
            }
            if let Some(closure) = &callable.closure {
                (&raw mut head.closure).write(Value::object(closure.clone()));
            }
            if let Some(name) = &callable.magic_name {
                crate::call::magic::set_magic(callee, name.clone());
            }
        }
    }

    /// Remembers the function that a string names, if a call of it may be started in short.
    pub(crate) fn insert_callee(&mut self, name: &Value, func: &'static Func) {
        let ordinary = !func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NEEDS_FRAME));
        if name.is_string() && func.class.is_none() && ordinary {
            self.insert_function(name, func);
        }
    }

    /// `$object->name(...)`
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn init_method(&mut self, callee: *mut Value, object: Value, method: &Value) -> PhpResult<()> {
        let Some(name) = method.as_str() else { return Err(self.cx.throw_error("Method name must be a string")) };
        let Some(object) = object.as_object() else {
            let kind = crate::kind(&object);
            return Err(self.cx.throw_error([b"Call to a member function ", name.as_bytes(), b"() on ", kind.as_bytes()].concat()));
        };
        if object.native::<Closure>().is_some() && name.as_bytes().eq_ignore_ascii_case(b"__invoke") {
            let closure = object.native::<Closure>().expect("just seen").callable(object);
            // SAFETY: as the caller promises.
            unsafe { self.init_callable(callee, &closure) };
            return Ok(());
        }
        // SAFETY: as the caller promises; the cache index is in the table.
        unsafe {
            let scope = self.scope_of(self.fp);
            let class = self.cx.class_of(object);
            if let Some(call) = self.get_magic(class, method, scope, true) {
                open_window(callee, call, class);
                (&raw mut header(callee).this).write(Value::object(object.clone()));
                crate::call::magic::set_magic(callee, name.clone());
                return Ok(());
            }
            let holder = object::method_holder(&mut self.cx, object, name)?;
            let object = holder.as_ref().unwrap_or(object);
            let found = self.cx.find_method(object, name, scope)?;
            let class = self.cx.class_of(object);
            match &found.magic_name {
                None if found.func.takes_object() => self.insert_method(class, method, scope, found.func),
                Some(asked) if asked == name && class.object_handlers.method_holder.is_none() => {
                    self.insert_magic(class, method, scope, true, found.func);
                }
                _ => {}
            }
            open_window(callee, found.func, class);
            let head = header(callee);
            if found.func.takes_object() {
                (&raw mut head.this).write(Value::object(object.clone()));
            }
            if let Some(name) = found.magic_name {
                crate::call::magic::set_magic(callee, name);
            }
        }
        Ok(())
    }

    /// `class::name(...)`; `operand` says how the class was written.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn init_static(&mut self, callee: *mut Value, class: &'static Class, operand: u32, method: &Value) -> PhpResult<()> {
        let Some(name) = method.as_str() else { return Err(self.cx.throw_error("Method name must be a string")) };
        let written = ClassOperand::decode(operand);
        let relative = matches!(written, ClassOperand::SelfClass | ClassOperand::Parent | ClassOperand::Static);
        if name.as_bytes().eq_ignore_ascii_case(b"__construct") {
            let this = self.this_object();
            object::named_constructor(&mut self.cx, class, this.as_ref())?;
        }
        let plain = !relative && self.this_object().is_none();
        if plain {
            // SAFETY: a live value; else as the caller promises.
            unsafe {
                if let Some(call) = self.get_magic(class, method, self.scope(), false) {
                    open_window(callee, call, class);
                    crate::call::magic::set_magic(callee, name.clone());
                    return Ok(());
                }
            }
        }
        let callable = self.static_callee(class, name, relative)?;
        match &callable.magic_name {
            None if callable.func.is_static() || relative => self.insert_static_method(class, method, self.scope(), callable.func),
            Some(asked) if plain && asked == name => self.insert_magic(class, method, self.scope(), false, callable.func),
            _ => {}
        }
        // SAFETY: as the caller promises.
        unsafe { self.init_callable(callee, &callable) };
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------------- entering

    /// A Closure of the call started in a window, whose owned parts move into it: `f(...)`.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn callable_of_window(&mut self, callee: *mut Value) -> PhpResult<PhpObject> {
        // SAFETY: as the caller promises.
        unsafe {
            let magic = crate::call::magic::take_magic(callee);
            let head = header(callee);
            let callable = Callable {
                func: &*head.func,
                this: head.this.take_undef().into_object().ok(),
                called_class: head.class.as_ref(),
                closure: head.closure.take_undef().into_object().ok(),
                magic_name: magic.map(|(_, name)| name),
            };
            self.drop_call(callee, 0);
            if let Some(closure) = callable.closure {
                return Ok(closure);
            }
            Ok(crate::objects::closure::of_callable(self, &callable))
        }
    }
}
