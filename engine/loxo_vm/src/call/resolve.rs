//! Resolving callees into windows, and entering them when something is out of the ordinary.

use loxo_bytecode::{CallSite, ClassOperand, Const, FnFlags, OperandKind};
use loxo_runtime::object::{self, ParentHook};
use loxo_runtime::{Body, BuiltinFlags, Callable, Class, ClassId, FnId, Func, PhpResult, Thrown, convert};
use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::Vm;
use crate::code::call_site::call_site;
use crate::code::code_of;
use crate::code::instruction::Pc;
use crate::frame::reentry;
use crate::frame::slot;
use crate::frame::{self, HEADER, flags, header};
use crate::handlers::start;
use crate::objects::closure::Closure;

/// `A::f` in two. The last colon counts, so that a class of `A::B` may be asked for; without a class there is nothing to split.
pub(crate) fn split_name(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = name.iter().rposition(|&b| b == b':')?;
    let class = name[..colon].strip_suffix(b":")?;
    Some((class, &name[colon + 1..]))
}

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

    /// What `self`, `static` and `parent` mean in the running code, or PHP's error.
    fn class_of_word(&mut self, word: ClassOperand) -> PhpResult<&'static Class> {
        let (found, word) = match word {
            ClassOperand::Static => (self.called(), "static"),
            ClassOperand::Parent => match self.scope() {
                Some(scope) if scope.parent.is_none() => {
                    return Err(self.cx.throw_error("Cannot access \"parent\" when current class scope has no parent"));
                }
                scope => (scope.and_then(|scope| scope.parent), "parent"),
            },
            _ => (self.scope(), "self"),
        };
        found.ok_or_else(|| self.cx.throw_error(format!("Cannot access \"{word}\" when no class scope is active")))
    }

    /// The class of that name or PHP's error, which shows the name as the program spelled it. In names that are values, `self` is a name like others.
    pub(crate) fn class_or_error(&mut self, name: &[u8]) -> PhpResult<&'static Class> {
        match (self.cx.hooks.class)(&mut self.cx, name, true)? {
            Some(class) => Ok(class),
            None => Err(self.cx.throw_error([b"Class \"", convert::shown_name(name), b"\" not found"].concat())),
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
            start(callee, callable.func, class);
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
                frame::set_magic(callee, name.clone());
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
                start(callee, call, class);
                (&raw mut header(callee).this).write(Value::object(object.clone()));
                frame::set_magic(callee, name.clone());
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
            start(callee, found.func, class);
            let head = header(callee);
            if found.func.takes_object() {
                (&raw mut head.this).write(Value::object(object.clone()));
            }
            if let Some(name) = found.magic_name {
                frame::set_magic(callee, name);
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
                    start(callee, call, class);
                    frame::set_magic(callee, name.clone());
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

    /// `parent::$property::get()` / `::set()`
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`]; `fp` is the running frame.
    pub(crate) unsafe fn init_parent_hook(&mut self, fp: *mut Value, callee: *mut Value, name: &PhpStr, set: bool) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            let scope = self.scope_of(fp);
            let Some(scope) = scope else {
                return Err(self.cx.throw_error("Cannot access \"parent\" when no class scope is active"));
            };
            let func = match object::parent_hook(&mut self.cx, scope, name.as_bytes(), set)? {
                ParentHook::Hook(func) => func,
                ParentHook::Storage => {
                    self.storage_hooks.push(name.clone());
                    if set { reentry::storage_set() } else { reentry::storage_get() }
                }
            };
            let class = header(fp).class;
            start(callee, func, class);
            (&raw mut header(callee).this).write(header(fp).this.clone());
        }
        Ok(())
    }

    /// The class that an op's operand names.
    ///
    /// # Safety
    /// `fp` is the running frame.
    #[inline]
    pub(crate) unsafe fn class_operand(&mut self, fp: *mut Value, operand: u32) -> PhpResult<&'static Class> {
        // SAFETY: as the caller promises.
        match unsafe { self.declared_class(fp, operand) } {
            Some(class) => Ok(class),
            None => self.find_class_operand(operand),
        }
    }

    /// The class that an op's operand names, if it is declared already.
    ///
    /// # Safety
    /// `fp` is the running frame.
    #[inline(always)]
    pub(crate) unsafe fn declared_class(&self, fp: *mut Value, operand: u32) -> Option<&'static Class> {
        // SAFETY: as the caller promises; class temporaries hold the class's address as an int.
        unsafe {
            match ClassOperand::decode(operand) {
                ClassOperand::Name(id) => self.cx.class_by_id(ClassId(id)),
                ClassOperand::Slot(slot) => (slot::int(fp.add(slot as usize)) as *const Class).as_ref(),
                ClassOperand::SelfClass => self.scope_of(fp),
                ClassOperand::Parent => self.scope_of(fp)?.parent,
                ClassOperand::Static => {
                    let head = header(fp);
                    self.scope_of(fp)?;
                    match slot::tag(&raw const head.this) {
                        slot::OBJECT => Some(&*(*slot::object(&raw const head.this)).class.cast::<Class>()),
                        _ if head.class.is_null() => (*head.func).class,
                        _ => Some(&*head.class),
                    }
                }
            }
        }
    }

    #[cold]
    fn find_class_operand(&mut self, operand: u32) -> PhpResult<&'static Class> {
        match ClassOperand::decode(operand) {
            ClassOperand::Name(id) => {
                let name = self.spelled_class(ClassId(id));
                self.class_or_error(&name)
            }
            word => self.class_of_word(word),
        }
    }

    /// A class's name as the running op spells it: autoloaders look for files, and other code may have spelled it in another case before.
    pub(crate) fn spelled_class(&self, id: ClassId) -> Vec<u8> {
        let spelled = self.user_frame().and_then(|fp| {
            // SAFETY: a live frame of a user function.
            let head = unsafe { header(fp) };
            if head.pc.is_null() {
                return None;
            }
            // SAFETY: as above.
            let code = code_of(unsafe { &*head.func });
            let op = code.op_at(head.pc);
            let operands = op.code.info().operands.iter().zip(op.operands());
            let names = operands.filter(|(kind, _)| matches!(kind, OperandKind::Class)).filter_map(|(_, bits)| {
                let ClassOperand::Name(k) = ClassOperand::decode(bits) else { return None };
                match code.function().consts.get(k as usize) {
                    Some(Const::Str(name)) => Some(&name[..]),
                    _ => None,
                }
            });
            names.into_iter().find(|name| id.name().as_bytes().eq_ignore_ascii_case(name)).map(<[u8]>::to_vec)
        });
        spelled.unwrap_or_else(|| id.name().as_bytes().to_vec())
    }

    /// The late-static-binding class of the running code.
    pub(crate) fn called(&self) -> Option<&'static Class> {
        let fp = self.user_frame()?;
        // SAFETY: a live frame.
        unsafe {
            let head = header(fp);
            if let Some(this) = head.this.as_object() {
                return Some(self.cx.class_of(this));
            }
            if head.class.is_null() { (*head.func).class } else { Some(&*head.class) }
        }
    }

    /// `$this` of the running code.
    pub(crate) fn this_object(&self) -> Option<PhpObject> {
        // SAFETY: a live frame.
        self.user_frame().and_then(|fp| unsafe { header(fp).this.as_object().cloned() })
    }

    // ---------------------------------------------------------------------------------------------------- entering

    /// Runs the call started in the window `callee` with `count` arguments in place: everything that `Call`'s fast path leaves out.
    ///
    /// # Safety
    /// `pc` is the call op of the running frame `fp`.
    pub(crate) unsafe fn enter_call(&mut self, callee: *mut Value, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(callee);
            let func: &'static Func = &*head.func;
            if head.flags & flags::NO_CONSTRUCTOR != 0 {
                self.drop_args(callee, count);
                self.write_result(pc, fp, Value::NULL);
                return Ok(pc.add(1));
            }
            if func.flags.has(FnFlags::REF_PARAMS) {
                if let Err(thrown) = self.before_call(callee, count, fp, |vm| vm.fix_ref_args(callee, func, count, pc, fp)) {
                    self.drop_call(callee, count);
                    return Err(thrown);
                }
            }
            if func.flags.any(FnFlags::DEPRECATED.with(FnFlags::NO_DISCARD)) {
                if let Err(thrown) = self.before_call(callee, count, fp, |vm| vm.report_deprecation(func, pc)) {
                    self.drop_call(callee, count);
                    return Err(thrown);
                }
            }
            if head.flags & flags::MAGIC != 0 {
                return self.enter_magic(callee, count, pc, fp);
            }
            self.enter_body(callee, func, count, pc, fp)
        }
    }

    /// Does something that may run PHP code while the arguments of a call wait. They may reach beyond the frame if they came out of an
    /// array.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn before_call<R>(&mut self, callee: *mut Value, count: u32, fp: *mut Value, work: impl FnOnce(&mut Vm) -> R) -> R {
        // SAFETY: as the caller promises.
        unsafe {
            let end = callee.add(count as usize);
            let wide = if end > self.stack_top() { (self.fp, end) } else { self.overflow_args };
            let outer = std::mem::replace(&mut self.overflow_args, wide);
            let result = self.beside_call(fp, work);
            self.overflow_args = outer;
            result
        }
    }

    /// The last part of entering a call, when nothing is left to say about it.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn enter_body(&mut self, callee: *mut Value, func: &'static Func, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            match func.body {
                Body::User => self.enter_user(callee, count, fp),
                Body::Abstract => {
                    self.drop_call(callee, count);
                    Err(self.cx.throw_error([b"Cannot call abstract method ".as_slice(), &func.display_name(), b"()"].concat()))
                }
                // Too many arguments are refused first, by the builtin itself.
                Body::Builtin(_) if header(callee).flags & flags::DYNAMIC != 0 && (count <= func.num_params || func.is_variadic()) => {
                    let error = self.refuse_dynamic_call(func);
                    self.drop_call(callee, count);
                    Err(error)
                }
                Body::Builtin(_) | Body::BuiltinMethod(_) => {
                    let result = self.run_builtin(callee, func, count);
                    self.drop_call(callee, count);
                    let value = result?;
                    let value = if value.is_ref() && !(*pc).has(loxo_bytecode::flag::KEEP) { value.clone_deref() } else { value };
                    self.write_result(pc, fp, value);
                    Ok(pc.add(1))
                }
            }
        }
    }

    /// A builtin that works on its caller's variables was not called outright.
    #[cold]
    fn refuse_dynamic_call(&mut self, func: &'static Func) -> loxo_runtime::Thrown {
        let outer = self.cx.active.replace(func);
        let error = self.cx.throw_error(format!("Cannot call {}() dynamically", func.name));
        self.cx.active = outer;
        error
    }

    /// # Safety
    /// The window holds a complete call of a builtin.
    unsafe fn run_builtin(&mut self, callee: *mut Value, func: &'static Func, count: u32) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            let outer = self.cx.active.replace(func);
            self.cx.named = if header(callee).extra.is_null() { None } else { (*header(callee).extra).named.take() };
            if self.cx.named.is_some() && !func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NAMED_REST)) {
                self.cx.named = None;
                // That arguments are missing is said first, by the builtin.
                if count >= func.required {
                    let thrown = crate::call::errors::no_named_rest(&mut self.cx, func);
                    self.cx.active = outer;
                    return Err(thrown);
                }
            }
            let end = callee.add(count as usize);
            let wide = if end > self.stack_top() { (self.fp, end) } else { self.overflow_args };
            let wide = std::mem::replace(&mut self.overflow_args, wide);
            // For backtraces: the op may not say how many arguments there are.
            header(callee).nargs = count;
            let args = std::slice::from_raw_parts_mut(callee, count as usize);
            let result = match func.body {
                Body::Builtin(thunk) => thunk(&mut self.cx, args),
                Body::BuiltinMethod(thunk) => {
                    let this = header(callee).this.as_object().cloned();
                    let called = if header(callee).class.is_null() { func.class } else { Some(&*header(callee).class) };
                    let outer = std::mem::replace(&mut self.native_caller, (self.fp, called));
                    let result = thunk(&mut self.cx, this.as_ref(), args);
                    self.native_caller = outer;
                    result
                }
                _ => Ok(Value::NULL),
            };
            self.overflow_args = wide;
            self.cx.active = outer;
            result
        }
    }

    /// # Safety
    /// `callee` has `count` arguments.
    pub(crate) unsafe fn drop_args(&mut self, callee: *mut Value, count: u32) {
        for i in 0..count as usize {
            // SAFETY: as the caller promises.
            drop(unsafe { (*callee.add(i)).take_undef() });
        }
    }

    /// Drops a window with its arguments.
    ///
    /// # Safety
    /// As for [`Vm::drop_args`].
    pub(crate) unsafe fn drop_call(&mut self, callee: *mut Value, count: u32) {
        // SAFETY: as the caller promises.
        unsafe {
            self.drop_args(callee, count);
            let head = header(callee);
            drop(head.this.take_undef());
            drop(head.closure.take_undef());
            if !head.extra.is_null() {
                drop(Box::from_raw(head.extra));
                head.extra = std::ptr::null_mut();
            }
        }
    }

    /// Enters a user function: surplus arguments move below its header, a closure's variables into their slots.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn enter_user(&mut self, mut callee: *mut Value, count: u32, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises; the stack is made to reach before anything is written.
        unsafe {
            let func: &'static Func = &*header(callee).func;
            let end = callee.add(func.frame_slots as usize + 2 * HEADER + count as usize);
            if let Err(thrown) = self.ensure_stack(end) {
                self.drop_call(callee, count);
                return Err(thrown);
            }
            let params = func.num_params;
            let mut passed = count;
            if count > params {
                callee = frame::shift_surplus(callee, params, count);
                passed = params;
            }
            let head = header(callee);
            head.prev = fp;
            head.nargs = count;
            for i in passed as usize..func.num_locals as usize {
                slot::set_tag(callee.add(i), slot::UNDEF);
            }
            if func.flags.has(FnFlags::CLOSURE) {
                if let Some(closure) = head.closure.as_object().and_then(|o| o.native::<Closure>()) {
                    closure.bind_variables(callee.add(params as usize));
                }
            }
            self.fp = callee;
            let entry = func.entry as Pc;
            head.pc = entry;
            if count < func.required && !self.required_passed(callee, func) {
                let thrown = self.miss_argument(callee, func, count);
                // No handler of the function sees it: its code has not begun.
                self.leave_frame(callee);
                return Err(thrown);
            }
            Ok(entry)
        }
    }

    /// A required parameter got nothing. Those in front of it are looked at first.
    ///
    /// # Safety
    /// `callee` is the entered frame.
    unsafe fn miss_argument(&mut self, callee: *mut Value, func: &'static Func, count: u32) -> Thrown {
        for (i, param) in func.params.iter().enumerate() {
            // SAFETY: as the caller promises.
            let place = unsafe { &mut *callee.add(i) };
            if place.is_undef() {
                break;
            }
            if param.ty.is_some() {
                // SAFETY: as the caller promises.
                if let Err(thrown) = unsafe { self.check_parameter(callee, func, i, i, place.deref_mut()) } {
                    return thrown;
                }
            }
        }
        crate::call::errors::too_few_arguments(self, callee, count)
    }

    /// With named arguments a count says nothing: every required parameter must have a value.
    ///
    /// # Safety
    /// `callee` is the entered frame.
    unsafe fn required_passed(&self, callee: *mut Value, func: &Func) -> bool {
        // SAFETY: as the caller promises.
        (0..func.required as usize).all(|i| unsafe { slot::tag(callee.add(i)) != slot::UNDEF })
    }

    /// `__call($name, $args)` behind a method that does not exist.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn enter_magic(&mut self, callee: *mut Value, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises; the window has room for two arguments (frames end in spare slots).
        unsafe {
            let mut args = PhpArray::with_capacity(count as usize);
            for i in 0..count as usize {
                let _ = args.push((*callee.add(i)).take_undef());
            }
            let named = header(callee).extra.as_mut().and_then(|extra| extra.named.take());
            for (key, value) in named.iter().flat_map(PhpArray::iter) {
                args.set(&key.to_key(), value.clone());
            }
            let (func, name) = frame::take_magic(callee).expect("a call of that kind");
            self.ensure_stack(callee.add(HEADER + 4))?;
            callee.write(Value::string(name.clone()));
            callee.add(1).write(Value::array(args));
            if func.flags.any(FnFlags::DEPRECATED.with(FnFlags::NO_DISCARD)) {
                // Messages name the method that was called.
                let called = Func { name: loxo_value::IStr::new(name.as_bytes()), ..func.clone() };
                if let Err(thrown) = self.before_call(callee, 2, fp, |vm| vm.report_deprecation(&called, pc)) {
                    self.drop_call(callee, 2);
                    return Err(thrown);
                }
            }
            self.enter_body(callee, func, 2, pc, fp)
        }
    }

    /// Arguments of by-reference parameters that did not arrive as references.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn fix_ref_args(&mut self, callee: *mut Value, func: &'static Func, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            let site = call_site(fp, pc, count);
            for i in 0..count as usize {
                let arg = callee.add(i);
                if !func.by_ref(i) || slot::tag(arg) == slot::REFERENCE || slot::tag(arg) == slot::UNDEF {
                    continue;
                }
                let prefer = func.param_for(i).is_some_and(|p| p.prefer_ref);
                if !prefer {
                    match site.and_then(|s| s.kinds.get(i)) {
                        Some(&CallSite::VALUE) => return Err(crate::call::errors::not_by_reference(&mut self.cx, func, i)),
                        Some(&CallSite::CALL) => self.cx.notice("Only variables should be passed by reference"),
                        Some(&CallSite::USER) => crate::call::errors::warn_by_value(self, func, i),
                        _ => {}
                    }
                    self.cx.check()?;
                    let _ = (*arg).make_ref();
                }
            }
            Ok(())
        }
    }

    /// `CheckRefArg`
    ///
    /// # Safety
    /// `arg` is a live slot.
    pub(crate) unsafe fn check_ref_argument(&mut self, func: &'static Func, index: usize, arg: *mut Value, kind: u32) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let is_ref = unsafe { slot::tag(arg) == slot::REFERENCE };
        if !func.by_ref(index) || is_ref || func.param_for(index).is_some_and(|p| p.prefer_ref) {
            return Ok(());
        }
        if kind == 0 {
            return Err(crate::call::errors::not_by_reference(&mut self.cx, func, index));
        }
        self.cx.notice("Only variables should be passed by reference");
        Ok(())
    }

    /// Deprecation and `#[\NoDiscard]` of a function about to run.
    fn report_deprecation(&mut self, func: &Func, pc: Pc) -> PhpResult<()> {
        // SAFETY: `pc` is the running instruction.
        let discards = unsafe { (*pc).x() == loxo_bytecode::NONE && (*pc).has(loxo_bytecode::flag::DISCARD) };
        crate::call::errors::report_deprecation(self, func, discards)
    }

    /// A Closure of the call started in a window, whose owned parts move into it: `f(...)`.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn callable_of_window(&mut self, callee: *mut Value) -> PhpResult<PhpObject> {
        // SAFETY: as the caller promises.
        unsafe {
            let magic = frame::take_magic(callee);
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

pub(crate) fn method_callable(func: &'static Func, object: &PhpObject, class: &'static Class) -> Callable {
    let this = if func.is_static() { None } else { Some(object.clone()) };
    Callable { func, this, called_class: Some(class), closure: None, magic_name: None }
}
