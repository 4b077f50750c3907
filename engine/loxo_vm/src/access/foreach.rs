//! Iteration for `foreach`, spreads and `yield from`: arrays by position, objects by their properties or as iterators.
//!
//! A foreach owns two slots. By value over an array: the array, then the position (int). By reference: the variable's reference, then a
//! registered position that survives what the loop does to the array. Objects: an internal resource with a [`ForeachIterator`].

use loxo_runtime::{ForeachIterator, PhpResult, iterate, object};
use loxo_value::{IterId, PhpArray, PhpObject, PhpRef, PhpResource, PhpStr, ReservedHandle, Value};
use rustc_hash::FxHashSet;

use crate::Vm;
use crate::frame::slot;
use crate::objects::generator::{Generator, GeneratorIterator, State, step};

/// What the first slot of a foreach holds when it is not an array.
pub enum ForeachState {
    /// By value over an object that iterates itself. The loop's second slot holds the address of this state, and of the next two.
    Iterator { inner: Box<dyn ForeachIterator>, started: bool, _number: ReservedHandle },
    /// Over a generator, which the loop may run without leaving the interpreter (see [`Vm::resume_in_loop`]). `body` is what the object in
    /// `inner` owns.
    Generator { inner: GeneratorIterator, body: *mut Generator, started: bool, _number: ReservedHandle },
    /// By reference over an array in a variable.
    ArrayRef { variable: PhpRef, id: IterId },
    /// Over an object's visible properties.
    Properties { object: PhpObject, names: Vec<PhpStr>, at: usize, by_ref: bool },
}

impl ForeachState {
    /// Type of the second slot of a loop over a generator that has given its first value. It holds the generator's address then.
    pub const GOES_ON: u8 = slot::TRUE;
    /// The same of a loop that has begun a generator itself, and not given a value yet. The first slot of such a loop holds the generator in place of a state.
    pub const BEGINS: u8 = slot::FALSE;

    fn into_value(self) -> Value {
        Value::resource(PhpResource::internal(Box::new(self)))
    }

    /// Fills a loop's slots with a state that is found by its address.
    ///
    /// # Safety
    /// `iter` are the loop's two slots.
    unsafe fn put(self, iter: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            iter.write(self.into_value());
            let state = ForeachState::of(&mut *iter).map_or(std::ptr::null_mut(), std::ptr::from_mut);
            iter.add(1).write(Value::int(state as i64));
        }
    }

    /// The state of a loop over an object that iterates itself, without asking what the resource is. Null: it is another loop.
    ///
    /// # Safety
    /// `iter` are the slots of a running loop.
    #[inline(always)]
    pub unsafe fn by_address(iter: *mut Value) -> *mut ForeachState {
        // SAFETY: as the caller promises. Only loops over arrays have another integer in their second slot.
        unsafe {
            match slot::tag(iter.add(1)) {
                slot::INT if slot::tag(iter) != slot::ARRAY => slot::int(iter.add(1)) as *mut ForeachState,
                ForeachState::GOES_ON => ForeachState::of(&mut *iter).map_or(std::ptr::null_mut(), std::ptr::from_mut),
                _ => std::ptr::null_mut(),
            }
        }
    }

    /// The generator of a loop that has had its first value from it, else null.
    ///
    /// # Safety
    /// As for [`ForeachState::by_address`].
    #[inline(always)]
    pub unsafe fn generator(iter: *mut Value) -> *mut Generator {
        // SAFETY: as the caller promises.
        unsafe {
            let goes_on = slot::tag(iter.add(1)) == ForeachState::GOES_ON;
            if goes_on { slot::int(iter.add(1)) as *mut Generator } else { std::ptr::null_mut() }
        }
    }

    /// The generator of a loop that has none of these states, since it has begun the generator itself; else null.
    ///
    /// # Safety
    /// As for [`ForeachState::by_address`].
    #[inline(always)]
    pub unsafe fn begun(iter: *mut Value) -> *mut Generator {
        // SAFETY: as the caller promises: no other loop holds an object in its first slot.
        unsafe { if slot::tag(iter) == slot::OBJECT { slot::int(iter.add(1)) as *mut Generator } else { std::ptr::null_mut() } }
    }

    pub fn of(value: &mut Value) -> Option<&mut ForeachState> {
        value.as_resource()?.data_mut::<ForeachState>()
    }
}

/// Ends a foreach.
///
/// # Safety
/// `iter` is the first of the loop's two slots.
pub unsafe fn free(_vm: &mut Vm, iter: *mut Value) {
    // SAFETY: as the caller promises; a loop holds its generator.
    let (number, mut value) = unsafe { (take_number(iter), (*iter).take_undef()) };
    if let Some(ForeachState::ArrayRef { id, .. }) = ForeachState::of(&mut value) {
        loxo_value::iter_free(*id);
    }
    drop(value);
    drop(number);
}

/// The number that a loop has kept from objects, if its generator has that.
///
/// # Safety
/// As for [`free`].
pub unsafe fn take_number(iter: *mut Value) -> Option<ReservedHandle> {
    // SAFETY: as the caller promises; a loop holds its generator.
    unsafe { ForeachState::begun(iter).as_mut()?.loop_number.take() }
}

impl Vm {
    /// Something to iterate with for a Traversable; `None` if the value is no such object.
    pub(crate) fn foreach_iterator(&mut self, value: &Value) -> PhpResult<Option<Box<dyn ForeachIterator>>> {
        let Some(object) = value.deref().as_object().cloned() else { return Ok(None) };
        iterate::iterator_of(&mut self.cx, &object, false)
    }

    /// Starts a foreach by value; `false`: nothing to iterate (after a warning where PHP gives one).
    ///
    /// # Safety
    /// `iter` are the loop's two slots.
    pub(crate) unsafe fn foreach_init(&mut self, iter: *mut Value, subject: Value) -> PhpResult<bool> {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(array) = subject.as_array() {
                if array.is_empty() {
                    return Ok(false);
                }
                iter.add(1).write(Value::int(0));
                iter.write(subject);
                return Ok(true);
            }
            let Some(object) = subject.as_object().cloned() else {
                self.not_iterable(&subject);
                return Ok(false);
            };
            self.foreach_object(iter, object, false)
        }
    }

    /// Starts a foreach by value over a generator that nothing has run of: the loop's first step will, as if this one did. Else gives the subject back.
    ///
    /// # Safety
    /// `iter` are the loop's two slots.
    pub(crate) unsafe fn foreach_init_fresh(iter: *mut Value, subject: Value) -> Result<(), Value> {
        // SAFETY: as the caller promises.
        unsafe {
            let body = subject.as_object().and_then(|object| object.native_mut::<Generator>());
            let Some(body) = body.filter(|body| body.state.get() == State::Fresh && body.loop_number.is_none()) else {
                return Err(subject);
            };
            body.loop_number = Some(ReservedHandle::new());
            slot::set_int(iter.add(1), std::ptr::from_mut(body) as i64);
            slot::set_tag(iter.add(1), ForeachState::BEGINS);
            iter.write(subject);
            Ok(())
        }
    }

    /// # Safety
    /// As for [`Vm::foreach_init`].
    unsafe fn foreach_object(&mut self, iter: *mut Value, subject: PhpObject, by_ref: bool) -> PhpResult<bool> {
        // An aggregate is there until the loop has begun.
        let (object, _aggregate) = match iterate::what_is_walked(&mut self.cx, &subject)? {
            Some(given) => (given, Some(subject)),
            None => (subject, None),
        };
        if object.native::<Generator>().is_some() {
            crate::objects::generator::check_iterable(&mut self.cx, &object, by_ref)?;
            let _number = ReservedHandle::new();
            let body = std::ptr::from_mut(crate::objects::generator::state(&object));
            let mut inner = GeneratorIterator { object, by_ref };
            inner.rewind(&mut self.cx)?;
            if !inner.valid(&mut self.cx)? {
                return Ok(false);
            }
            // SAFETY: as the caller promises.
            unsafe { ForeachState::Generator { inner, body, started: false, _number }.put(iter) };
            return Ok(true);
        }
        let state = match iterate::iterator_of_walked(&mut self.cx, &object, by_ref)? {
            Some(mut inner) => {
                let _number = ReservedHandle::new();
                inner.rewind(&mut self.cx)?;
                if !inner.valid(&mut self.cx)? {
                    return Ok(false);
                }
                // SAFETY: as the caller promises.
                unsafe { ForeachState::Iterator { inner, started: false, _number }.put(iter) };
                return Ok(true);
            }
            None => {
                let scope = self.scope();
                let names = self.visible_names(&object, scope)?;
                if names.is_empty() {
                    return Ok(false);
                }
                ForeachState::Properties { object, names, at: 0, by_ref }
            }
        };
        // SAFETY: as the caller promises.
        unsafe {
            iter.add(1).write(Value::UNDEF);
            iter.write(state.into_value());
        }
        Ok(true)
    }

    /// Starts a foreach by reference over the variable at `place`.
    ///
    /// # Safety
    /// `place` is live, `iter` are the loop's two slots.
    pub(crate) unsafe fn foreach_init_ref(&mut self, iter: *mut Value, place: *mut Value) -> PhpResult<bool> {
        // SAFETY: as the caller promises.
        unsafe {
            let subject = (*place).deref();
            if subject.is_array() {
                let variable = (*place).make_ref();
                let array: *mut Value = variable.value_ptr();
                let Some(array) = (*array).as_array_mut() else { return Ok(false) };
                if array.is_empty() {
                    return Ok(false);
                }
                let id = loxo_value::iter_register(array);
                ForeachState::ArrayRef { variable, id }.put(iter);
                return Ok(true);
            }
            if let Some(object) = subject.as_object().cloned() {
                return self.foreach_object(iter, object, true);
            }
            self.not_iterable(subject);
            Ok(false)
        }
    }

    fn not_iterable(&mut self, subject: &Value) {
        let kind = loxo_runtime::convert::value_name(subject);
        self.cx.warning(format!("foreach() argument must be of type array|object, {kind} given"));
    }

    /// The next value (and key, if wanted) of a by-value loop over an array.
    ///
    /// # Safety
    /// `iter` are the slots of such a loop.
    pub(crate) unsafe fn next_of_array(iter: *mut Value, want_key: bool) -> Option<(Value, Value)> {
        // SAFETY: as the caller promises.
        unsafe {
            let array: &PhpArray = (*iter).as_array()?;
            let at = (*iter.add(1)).as_int().unwrap_or(0) as u32;
            let at = array.valid_pos(at);
            let (key, value) = array.entry_at(at)?;
            let key = if want_key { key.to_value() } else { Value::UNDEF };
            let value = value.clone_deref();
            iter.add(1).write(Value::int(i64::from(at) + 1));
            Some((key, value))
        }
    }

    /// The next element of any loop: key (undef unless wanted) and value; by-reference loops give references.
    ///
    /// # Safety
    /// `iter` are the slots of a running loop.
    pub(crate) unsafe fn foreach_next(&mut self, iter: *mut Value, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        // SAFETY: as the caller promises. The resource keeps its address while PHP code runs.
        unsafe {
            if (*iter).is_array() {
                return Ok(Vm::next_of_array(iter, want_key));
            }
            if !ForeachState::begun(iter).is_null() {
                slot::set_tag(iter.add(1), ForeachState::GOES_ON);
                let Some(object) = (*iter).as_object() else { return Ok(None) };
                return step(&mut self.cx, object, false, want_key);
            }
            let mut state = ForeachState::by_address(iter);
            if state.is_null() {
                state = ForeachState::of(&mut *iter).map_or(std::ptr::null_mut(), std::ptr::from_mut);
            }
            let Some(state) = state.as_mut() else { return Ok(None) };
            match state {
                ForeachState::Iterator { inner, started: true, .. } => inner.step(&mut self.cx, want_key),
                ForeachState::Iterator { inner, started, .. } => self.next_of_iterator(&mut **inner, started, want_key),
                ForeachState::Generator { inner, body, started, .. } => {
                    // It stays a value that owns nothing.
                    slot::set_int(iter.add(1), *body as i64);
                    slot::set_tag(iter.add(1), ForeachState::GOES_ON);
                    self.next_of_iterator(inner, started, want_key)
                }
                ForeachState::ArrayRef { variable, .. } => {
                    let now = &*variable.value_ptr();
                    if !now.is_array() && now.as_object().is_none() {
                        self.not_iterable(now);
                        return Ok(None);
                    }
                    let mut key = Value::UNDEF;
                    let place = if want_key { &raw mut key } else { std::ptr::null_mut() };
                    Ok(Vm::next_reference(iter, place).map(|reference| (key, Value::reference(reference))))
                }
                ForeachState::Properties { object, names, at, by_ref } => self.next_property(object, names, at, *by_ref),
            }
        }
    }

    fn next_of_iterator(
        &mut self,
        inner: &mut dyn ForeachIterator,
        started: &mut bool,
        want_key: bool,
    ) -> PhpResult<Option<(Value, Value)>> {
        if std::mem::replace(started, true) {
            return inner.step(&mut self.cx, want_key);
        }
        let value = inner.current(&mut self.cx)?;
        let key = if want_key { inner.key(&mut self.cx)? } else { Value::UNDEF };
        Ok(Some((key, value)))
    }

    /// The next element of a by-reference loop over an array, as a reference; its key is written to `key` unless that is null. `None`: the loop
    /// is over no array, or at its end.
    ///
    /// # Safety
    /// `iter` are the slots of a running loop; what `key` points to owns nothing.
    pub(crate) unsafe fn next_reference(iter: *mut Value, key: *mut Value) -> Option<PhpRef> {
        // SAFETY: as the caller promises; the reference is alive, and nothing else looks into its value meanwhile.
        unsafe {
            let Some(ForeachState::ArrayRef { variable, id }) = ForeachState::by_address(iter).as_ref() else { return None };
            // Another loop ends when its variable is no array any more; PHP would go on with an object's properties.
            let array = (*variable.value_ptr()).as_array_mut()?;
            let at = loxo_value::iter_step(*id, array);
            let (its_key, _) = array.entry_at(at)?;
            if !key.is_null() {
                key.write(its_key.to_value());
            }
            // The step has made the array the variable's alone.
            Some((*array.own_slot(at)).make_ref())
        }
    }

    /// Binds a variable to the next element of a by-reference loop over an array that nobody shares, and writes its key to `key` unless that is null.
    /// `false`: nothing was done; the loop has no more elements, or is another one, or it takes more.
    ///
    /// # Safety
    /// As for [`Vm::next_reference`]; the variable is a live slot.
    #[inline(always)]
    pub(crate) unsafe fn bind_next(iter: *mut Value, var: *mut Value, key: *mut Value) -> bool {
        // SAFETY: as the caller promises. The array is the variable's alone, so its elements may be written.
        unsafe {
            let Some(ForeachState::ArrayRef { variable, id }) = ForeachState::by_address(iter).as_ref() else { return false };
            let Some(array) = (*variable.value_ptr()).as_array_mut().filter(|array| array.refcount() == 1) else { return false };
            if slot::counted(var) && !slot::count_down_outside_handlers(var) {
                return false;
            }
            let Some(at) = loxo_value::iter_step_within(*id, array) else {
                slot::count_up(var);
                return false;
            };
            if !key.is_null()
                && let Some((its_key, _)) = array.entry_at(at)
            {
                key.write(its_key.to_value());
            }
            let element = array.own_slot(at);
            if slot::tag(element) == slot::REFERENCE {
                slot::copy(var, element);
            } else {
                var.write(Value::reference((*element).make_ref()));
            }
            true
        }
    }

    /// Names of the properties that a loop in `scope` sees.
    fn visible_names(&mut self, object: &PhpObject, scope: Option<&'static loxo_runtime::Class>) -> PhpResult<Vec<PhpStr>> {
        let table = object::visible_properties(&mut self.cx, object, scope)?;
        Ok(table
            .keys()
            .map(|key| match key {
                loxo_value::KeyRef::Str(s) => s.clone(),
                loxo_value::KeyRef::Int(i) => loxo_value::number::int_to_string(i),
            })
            .collect())
    }

    /// A property as a loop gets it; `None`: it is gone.
    fn property_for_foreach(
        &mut self,
        object: &PhpObject,
        name: &PhpStr,
        scope: Option<&'static loxo_runtime::Class>,
        by_ref: bool,
    ) -> PhpResult<Option<Value>> {
        if !by_ref && let Some(value) = object::stored_value(object, name, scope) {
            return Ok(Some(value.clone_deref()));
        }
        let access = object::Access::scoped(scope);
        if name.first() == Some(&0) {
            return Ok(from_cast_array(object, name, by_ref));
        }
        if !object::isset_prop(&mut self.cx, object, name, &access, object::Probe::Exists)? {
            // Some builtins show more than can be asked for by name.
            if !by_ref && self.cx.class_of(object).object_handlers.properties.is_some() {
                let table = object::visible_properties(&mut self.cx, object, scope)?;
                return Ok(table.get_str(name).map(Value::clone_deref));
            }
            return Ok(None);
        }
        if by_ref {
            let class = self.cx.class_of(object);
            if let object::PropLookup::Slot(p) | object::PropLookup::Hooked(p) = object::lookup_prop(class, name.as_bytes(), scope) {
                let why = match () {
                    () if p.get.is_some_and(|get| !get.flags.has(loxo_bytecode::FnFlags::RETURNS_REF)) => "create reference to",
                    () if p.is_readonly() => "acquire reference to readonly",
                    () => "",
                };
                if !why.is_empty() {
                    let class = String::from_utf8_lossy(loxo_runtime::convert::class_name(class)).into_owned();
                    return Err(self.cx.throw_error(format!("Cannot {why} property {class}::${}", String::from_utf8_lossy(name))));
                }
            }
            let mut place = object::prop_place(&mut self.cx, object, name, &access, object::Fetch::Write)?;
            return object::place_ref(&mut self.cx, &mut place).map(|r| Some(Value::reference(r)));
        }
        let value = object::read_prop(&mut self.cx, object, name, &access, object::Fetch::Quiet)?;
        Ok(Some(value.clone_deref()))
    }

    fn next_property(
        &mut self,
        object: &PhpObject,
        names: &mut Vec<PhpStr>,
        at: &mut usize,
        by_ref: bool,
    ) -> PhpResult<Option<(Value, Value)>> {
        let scope = self.scope();
        loop {
            let Some(name) = names.get(*at).cloned() else {
                // Properties added by the loop's body come last.
                if object::has_only(object, names) {
                    return Ok(None);
                }
                let now = self.visible_names(object, scope)?;
                let known: FxHashSet<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
                match now.iter().find(|name| !known.contains(name.as_bytes())).cloned() {
                    Some(new) => {
                        names.push(new);
                        continue;
                    }
                    None => return Ok(None),
                }
            };
            *at += 1;
            let found = self.property_for_foreach(object, &name, scope, by_ref)?;
            if let Some(value) = found {
                let key = self.key_of_property(object, &name)?;
                return Ok(Some((key, value)));
            }
        }
    }

    /// The key that a loop gives a property: its name as a string, without what an array said about the class and visibility.
    fn key_of_property(&mut self, object: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
        if self.cx.class_of(object).object_handlers.properties.is_some() {
            return Ok(loxo_value::Key::from_str(name.clone()).into());
        }
        if name.first() != Some(&0) {
            return Ok(Value::string(name.clone()));
        }
        // No class, or no name.
        if name.len() < 3 || name[1] == 0 {
            self.cx.notice("Illegal member variable name");
            self.cx.check()?;
            return Ok(Value::string(name.clone()));
        }
        Ok(Value::bytes(object::unmangle(name).1))
    }
}

/// A property under the mangled name that it had in an array which was cast to an object.
fn from_cast_array(object: &PhpObject, name: &PhpStr, by_ref: bool) -> Option<Value> {
    if !by_ref {
        return object.dynamic()?.get_str(name).map(Value::clone_deref);
    }
    object.dynamic_mut().get_str_mut(name).map(|value| Value::reference(value.make_ref()))
}
