//! Starting calls: what a callable value, a method or a static method leads to is written into a window.

use loxo_bytecode::ClassOperand;
use loxo_runtime::{Callable, Class, PhpResult, object};
use loxo_value::{PhpObject, Value};

use crate::Vm;
use crate::call::resolve::{self, Asker};
use crate::frame::{flags, header, open_window};
use crate::objects::closure::Closure;

impl Vm {
    /// Starts a call of a callable value in the window `callee`.
    ///
    /// # Safety
    /// `callee` is the frame address of a window of the running frame.
    pub(crate) unsafe fn init_dynamic(&mut self, callee: *mut Value, value: &Value) -> PhpResult<()> {
        let callable = match resolve::resolve(&mut self.cx, Asker::Call, value)? {
            Ok(callable) => callable,
            Err(why) => return Err(self.cx.throw_error(why.error())),
        };
        // SAFETY: as the caller promises.
        unsafe { self.init_callable(callee, &callable) };
        Ok(())
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

    /// `$object->name(...)`
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn init_method(&mut self, callee: *mut Value, object: Value, method: &Value) -> PhpResult<()> {
        let Some(name) = method.as_str() else { return Err(self.cx.throw_error("Method name must be a string")) };
        let Some(object) = object.as_object() else {
            let kind = loxo_runtime::convert::value_name(&object);
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
        let callable = self.static_method(class, name, relative)?;
        match &callable.magic_name {
            None if callable.func.is_static() || relative => self.insert_static_method(class, method, self.scope(), callable.func),
            Some(asked) if plain && asked == name => self.insert_magic(class, method, self.scope(), false, callable.func),
            _ => {}
        }
        // SAFETY: as the caller promises.
        unsafe { self.init_callable(callee, &callable) };
        Ok(())
    }

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
