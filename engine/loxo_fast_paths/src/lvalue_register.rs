//! The lvalue register: the place that the ops of a nested write (`$a['b']->c[] = …`) have got to, and what must stay alive meanwhile.

use loxo_value::{PhpObject, RcHeader, Value};

/// Where a nested write has got to; `P` is what the runtime knows of typed properties. Its ops move it from container to container; the last one writes, and ends it.
#[repr(C)]
pub struct LvalueRegister<P: 'static> {
    /// The place; null after a nested `unset()` that found nothing.
    pub place: *mut Value,
    /// Where `place` points when the container is a result instead of a variable.
    scratch: Value,
    /// What the nested write keeps alive.
    kept: Value,
    /// The array, object or reference that the place belongs to, unless that is a frame, a static property or `scratch`. It means something
    /// during a nested write only (see [`LvalueRegister::hold_owner`]).
    owner: *const RcHeader,
    /// The typed property that `place` is.
    pub property: Option<&'static P>,
}

/// The register of a nested write that waits for PHP code to end.
pub struct SetAside<P: 'static> {
    place: *mut Value,
    property: Option<&'static P>,
    owner: *const RcHeader,
    /// What `scratch` and `kept` held, if that was more than what an earlier nested write has left there.
    values: Option<Box<(Value, Value)>>,
}

impl<P> Default for LvalueRegister<P> {
    fn default() -> LvalueRegister<P> {
        LvalueRegister { place: std::ptr::null_mut(), scratch: Value::UNDEF, kept: Value::UNDEF, owner: std::ptr::null(), property: None }
    }
}

impl<P> LvalueRegister<P> {
    /// Points to a variable or another place that nothing counted owns; null: there is nothing.
    #[inline(always)]
    pub fn point_to(&mut self, place: *mut Value) {
        self.point_into(std::ptr::null(), place);
        self.property = None;
    }

    /// Points to an element of a live array or a slot of a live object without a type.
    #[inline(always)]
    pub fn point_to_element(&mut self, owner: *const RcHeader, place: *mut Value) {
        self.point_into(owner, place);
        self.property = None;
    }

    /// Points to a place inside of a live array, object or reference, and leaves it to the caller to say what property that is.
    #[inline(always)]
    pub fn point_into(&mut self, owner: *const RcHeader, place: *mut Value) {
        self.place = place;
        self.owner = owner;
    }

    /// Points to a value of its own.
    pub fn point_to_scratch(&mut self, value: Value) {
        let old = std::mem::replace(&mut self.scratch, value);
        self.place = &mut self.scratch;
        self.property = None;
        self.owner = std::ptr::null();
        drop(old);
    }

    /// Points to a value of its own.
    pub fn is_scratch(&self) -> bool {
        std::ptr::eq(self.place, &raw const self.scratch)
    }

    /// Nothing is known of what the place belongs to: the container is a variable, or not looked at yet.
    #[inline(always)]
    pub fn forget_owner(&mut self) {
        self.owner = std::ptr::null();
    }

    /// The typed property that `place` is, if the register points there.
    #[inline(always)]
    pub fn take_property_at(&mut self, place: *const Value) -> Option<&'static P> {
        self.property.take().filter(|_| std::ptr::eq(place, self.place))
    }

    /// Makes the nested write an owner of what the place belongs to: PHP code may run, and let go of it. Whatever that code writes to an array
    /// goes to a copy of it then; the nested write itself goes where `place` points.
    #[inline(always)]
    pub fn hold_owner(&mut self) {
        if !self.owner.is_null() {
            self.keep_owner();
        }
    }

    #[cold]
    fn keep_owner(&mut self) {
        let mut held = Value::UNDEF;
        std::mem::swap(&mut held, &mut self.kept);
        // SAFETY: the owner was live when the register was pointed into it, and no PHP code has run since.
        self.kept = unsafe { Value::sharing(self.owner) };
        self.owner = std::ptr::null();
        drop(held);
    }

    /// An object that nobody but the nested write may hold stays until that ends.
    pub fn keep(&mut self, object: &PhpObject) {
        let old = std::mem::replace(&mut self.kept, Value::object(object.clone()));
        drop(old);
    }

    /// The end of the nested write lets nothing go.
    #[inline(always)]
    pub fn holds_nothing(&self) -> bool {
        !self.kept.is_refcounted() && !self.scratch.is_refcounted()
    }

    /// The nested write is over: what only it held is let go.
    #[inline(always)]
    pub fn end(&mut self) {
        if self.kept.is_refcounted() {
            drop(self.kept.take_undef());
        }
        if self.scratch.is_refcounted() {
            drop(self.scratch.take_undef());
        }
    }

    /// Makes way for PHP code that is called in the middle of a nested write and has nested writes of its own.
    #[inline(always)]
    pub fn set_aside(&mut self) -> SetAside<P> {
        // Few calls come out of the middle of a nested write that keeps something.
        let values = if self.holds_nothing() && !self.is_scratch() { None } else { Some(self.take_values()) };
        SetAside { place: self.place, property: self.property.take(), owner: std::mem::replace(&mut self.owner, std::ptr::null()), values }
    }

    #[cold]
    #[inline(never)]
    fn take_values(&mut self) -> Box<(Value, Value)> {
        Box::new((self.scratch.take_undef(), self.kept.take_undef()))
    }

    /// The same where nothing is held ([`LvalueRegister::holds_nothing`]), and the place is none of its own.
    #[inline(always)]
    pub fn set_bare_aside(&mut self) -> (*mut Value, Option<&'static P>, *const RcHeader) {
        (self.place, self.property.take(), std::mem::replace(&mut self.owner, std::ptr::null()))
    }

    /// Goes on where that was.
    #[inline(always)]
    pub fn put_bare_back(&mut self, (place, property, owner): (*mut Value, Option<&'static P>, *const RcHeader)) {
        (self.place, self.property, self.owner) = (place, property, owner);
        self.end();
    }

    /// Goes on where [`LvalueRegister::set_aside`] was: what `scratch` held is back at its address.
    #[inline(always)]
    pub fn put_back(&mut self, aside: SetAside<P>) {
        (self.place, self.property, self.owner) = (aside.place, aside.property, aside.owner);
        match aside.values {
            Some(values) => self.put_values_back(*values),
            None => self.end(),
        }
    }

    #[cold]
    #[inline(never)]
    fn put_values_back(&mut self, (scratch, kept): (Value, Value)) {
        drop((std::mem::replace(&mut self.scratch, scratch), std::mem::replace(&mut self.kept, kept)));
    }
}
