//! What the interpreter of a request remembers of members: found by class, name and scope. They stand behind the inline caches, and serve ops
//! that have none. A place in a table holds one entry; a new one overwrites it.

use loxo_bytecode::{FnFlags, MemberFlags};
use loxo_runtime::object::{self, PropLookup};
use loxo_runtime::{Class, DynamicProperties, Func, Property};
use loxo_value::{ObjHeader, Value};

use crate::Vm;
use crate::frame::slot;

/// Entries of one table; a power of two.
const ENTRIES: usize = 1024;

/// One remembered look-up. Names are addresses of interned strings.
#[derive(Clone, Copy)]
struct Entry<T> {
    class: usize,
    name: usize,
    scope: usize,
    value: T,
}

/// Remembered look-ups of one kind.
pub(crate) struct Table<T> {
    entries: Box<[Entry<T>]>,
}

impl<T: Copy + Default> Default for Table<T> {
    fn default() -> Self {
        let empty = Entry { class: 0, name: 0, scope: 0, value: T::default() };
        Table { entries: vec![empty; ENTRIES].into_boxed_slice() }
    }
}

impl<T: Copy> Table<T> {
    #[inline(always)]
    fn at(&mut self, class: usize, name: usize, scope: usize) -> &mut Entry<T> {
        // Addresses of things of one size differ in few bits, and in which ones is the allocator's business: all of them are mixed.
        const GOLDEN: usize = 0x9e37_79b9_7f4a_7c15;
        let mixed = (class ^ name.rotate_left(21) ^ scope.rotate_left(42)).wrapping_mul(GOLDEN);
        &mut self.entries[mixed >> (usize::BITS - ENTRIES.trailing_zeros())]
    }

    #[inline(always)]
    fn get(&mut self, class: usize, name: usize, scope: usize) -> Option<T> {
        let entry = self.at(class, name, scope);
        if entry.class == class && entry.name == name && entry.scope == scope { Some(entry.value) } else { None }
    }

    fn set(&mut self, class: usize, name: usize, scope: usize, value: T) {
        *self.at(class, name, scope) = Entry { class, name, scope, value };
    }
}

/// A property that lies in a slot: where, and which values may be written there as they are.
#[derive(Clone, Copy, Default)]
pub(crate) struct PropertySlot {
    /// Byte offset in the object in the low half; above it a bit per tag that may be stored, and the flags.
    bits: u64,
    property: Option<&'static Property>,
}

/// Where the bits of the tags begin.
const TAGS: u32 = 32;
/// It has no type: anything may be stored, references may be made.
const UNTYPED: u64 = 1 << 48;
/// Whoever may read it may write it.
const WRITABLE: u64 = 1 << 49;
/// Not declared: if there is such a property, it is in the object's own table, and nobody else is asked for it.
const DYNAMIC: u64 = 1 << 50;
/// One that is not there may be made without a word.
const CREATABLE: u64 = 1 << 51;
/// It is undeclared for code of all scopes.
const UNDECLARED_ANYWHERE: u64 = 1 << 52;

impl PropertySlot {
    pub(crate) const NONE: PropertySlot = PropertySlot { bits: 0, property: None };

    fn of(property: &'static Property) -> PropertySlot {
        let offset = (ObjHeader::SLOTS + property.slot as usize * 16) as u64;
        let mut bits = offset;
        if property.is_simple() {
            bits |= WRITABLE;
            bits |= match &property.ty {
                None => UNTYPED | u64::from(loxo_bytecode::TypeMask::MIXED.0) << TAGS,
                Some(ty) => u64::from(ty.spec.mask.0 & loxo_bytecode::TypeMask::MIXED.0) << TAGS,
            };
        }
        PropertySlot { bits, property: Some(property) }
    }

    /// What an inline cache keeps of it.
    pub(crate) fn bits(self) -> usize {
        self.bits as usize
    }

    /// It is the same property for code of all scopes.
    pub(crate) fn is_open(self) -> bool {
        self.bits & UNDECLARED_ANYWHERE != 0 || self.property.is_some_and(|p| p.flags.has(MemberFlags::PUBLIC) && !p.shadows_private)
    }

    /// An undeclared property of a class.
    fn dynamic(class: &Class, name: &[u8]) -> PropertySlot {
        let b = &class.object_handlers;
        if b.read_property.is_some() || b.write_property.is_some() || b.has_property.is_some() || b.elements_as_properties.is_some() {
            return PropertySlot::NONE;
        }
        let free = class.dynamic == DynamicProperties::Allowed && class.magic.set.is_none();
        // Ancestors may see private ones of their own.
        let anywhere = std::iter::successors(class.parent, |class| class.parent).all(|class| class.properties.get(name).is_none());
        let flag = |given: bool, flag: u64| if given { flag } else { 0 };
        PropertySlot { bits: DYNAMIC | flag(free, CREATABLE) | flag(anywhere, UNDECLARED_ANYWHERE), property: None }
    }

    /// It has a place in the object.
    #[inline(always)]
    pub(crate) fn is_some(self) -> bool {
        self.bits as u32 != 0
    }

    #[inline(always)]
    pub(crate) fn is_dynamic(self) -> bool {
        self.bits & DYNAMIC != 0
    }

    pub(crate) fn is_creatable(self) -> bool {
        self.bits & CREATABLE != 0
    }

    /// The slot in an object of the class that this was found for.
    #[inline(always)]
    pub(crate) unsafe fn place(self, object: *mut ObjHeader) -> *mut Value {
        // SAFETY: the caller passes an object of that class.
        unsafe { place(self.bits as usize, object) }
    }

    #[inline(always)]
    pub(crate) fn is_writable(self) -> bool {
        is_writable(self.bits())
    }

    /// May this value be stored as it is? It is neither undefined nor a reference.
    #[inline(always)]
    pub(crate) unsafe fn takes(self, value: *const Value) -> bool {
        // SAFETY: the caller passes a live value; an object's class lives as long as the process.
        unsafe {
            let tag = slot::tag(value);
            if accepts(self.bits as usize, tag) {
                return true;
            }
            // A class of that very name; subclasses are looked up the long way.
            tag == slot::OBJECT
                && self.bits & WRITABLE != 0
                && self.property.and_then(|p| p.ty.as_ref()).is_some_and(|ty| {
                    let class = &*(*slot::object(value)).class.cast::<Class>();
                    ty.ids.iter().any(|all| matches!(&all[..], [id] if *id == class.id))
                })
        }
    }

    /// May this value be stored as it is where nothing was stored before, by the class itself? So are readonly properties set.
    #[inline(always)]
    pub(crate) unsafe fn takes_first(self, value: *const Value) -> bool {
        // SAFETY: as for `takes`.
        unsafe {
            self.takes(value)
                || self.property.is_some_and(|p| match &p.ty {
                    None => true,
                    Some(ty) => ty.spec.mask.0 >> slot::tag(value) & 1 != 0,
                })
        }
    }
}

/// The slot that the bits in an inline cache name.
#[inline(always)]
pub(crate) unsafe fn place(bits: usize, object: *mut ObjHeader) -> *mut Value {
    // SAFETY: the caller passes an object of the class that the bits were found for.
    unsafe { object.cast::<u8>().add(bits & 0xffff_ffff).cast::<Value>() }
}

/// Whoever may read the property may write it.
#[inline(always)]
pub(crate) fn is_writable(bits: usize) -> bool {
    bits as u64 & WRITABLE != 0
}

/// The property has no type.
#[inline(always)]
pub(crate) fn is_untyped(bits: usize) -> bool {
    bits as u64 & UNTYPED != 0
}

/// May values of this tag be stored as they are?
#[inline(always)]
pub(crate) fn accepts(bits: usize, tag: u8) -> bool {
    bits >> TAGS >> tag & 1 != 0
}

/// Where a static property is, in this request.
#[derive(Clone, Copy)]
pub(crate) struct StaticSlot {
    pub(crate) place: *mut Value,
    pub(crate) property: Option<&'static Property>,
}

impl StaticSlot {
    /// The tags of values that the property takes as they are, a bit each.
    pub(crate) fn accepted(&self) -> u16 {
        match self.property {
            Some(p) if p.is_plain_static() => p.ty.as_ref().map_or(u16::MAX, |ty| ty.spec.mask.0 as u16),
            _ => 0,
        }
    }
}

impl Default for StaticSlot {
    fn default() -> Self {
        StaticSlot { place: std::ptr::null_mut(), property: None }
    }
}

/// All tables.
#[derive(Default)]
pub(crate) struct LookupCache {
    props: Table<PropertySlot>,
    methods: Table<Option<&'static Func>>,
    /// `get` hooks of properties.
    getters: Table<Option<&'static Func>>,
    /// Of `class::name()`.
    static_methods: Table<Option<&'static Func>>,
    /// The `__call()` that answers for a method.
    magic_methods: Table<Option<&'static Func>>,
    /// The `__callStatic()` that answers for `class::name()` where there is no `$this`.
    magic_statics: Table<Option<&'static Func>>,
    /// By name alone.
    functions: Table<Option<&'static Func>>,
    statics: Table<StaticSlot>,
    /// Index into `values`, and one more.
    constants: Table<usize>,
    values: Vec<Value>,
}

/// The code of the function runs in one scope only. Closures can be bound to others, methods of traits and constant expressions run in the scopes
/// of all classes that use them; such code shares its inline caches, which know nothing of scopes.
#[inline]
pub(crate) fn has_one_scope(func: &Func) -> bool {
    !func.flags.any(FnFlags::CLOSURE.with(FnFlags::THUNK)) && func.origin.is_none()
}

/// The address of a class, 0 for none.
#[inline(always)]
fn address(class: Option<&'static Class>) -> usize {
    class.map_or(0, |c| std::ptr::from_ref(c) as usize)
}

/// The address that stands for a name; `None`: the string is not interned.
#[inline(always)]
unsafe fn name_key(name: *const Value) -> Option<usize> {
    // SAFETY: the caller passes a live value.
    unsafe { if slot::tag(name) == slot::STRING && !slot::counted(name) { Some(slot::int(name) as usize) } else { None } }
}

impl Vm {
    /// The slot of `$object->name` for code of frame `fp`.
    ///
    /// # Safety
    /// `fp` is the running frame, `class` a linked class, `name` a live value.
    #[inline(always)]
    pub(crate) unsafe fn prop_slot(&mut self, fp: *mut Value, class: usize, name: *const Value) -> PropertySlot {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(key) = name_key(name) else { return PropertySlot::NONE };
            let scope = self.scope_of(fp);
            match self.members.props.get(class, key, address(scope)) {
                Some(slot) => slot,
                None => self.find_prop_slot(&*(class as *const Class), &*name, scope),
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn find_prop_slot(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>) -> PropertySlot {
        let Some(text) = name.as_str() else { return PropertySlot::NONE };
        let slot = match object::lookup_prop(class, text.as_bytes(), scope) {
            PropLookup::Slot(property)
                if class.object_handlers.read_property.is_none() && class.object_handlers.write_property.is_none() =>
            {
                PropertySlot::of(property)
            }
            PropLookup::Dynamic => PropertySlot::dynamic(class, text.as_bytes()),
            _ => PropertySlot::NONE,
        };
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.props.set(std::ptr::from_ref(class) as usize, key, address(scope), slot);
        }
        slot
    }

    /// The `get` hook that `$object->name` runs in this scope, outside of hooks.
    ///
    /// # Safety
    /// `name` is a live value.
    pub(crate) unsafe fn getter(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        let at = std::ptr::from_ref(class) as usize;
        if let Some(known) = self.members.getters.get(at, key, address(scope)) {
            return known;
        }
        let found = match object::lookup_prop(class, name.as_str()?.as_bytes(), scope) {
            PropLookup::Hooked(property) if class.object_handlers.read_property.is_none() => property.get,
            _ => None,
        };
        self.members.getters.set(at, key, address(scope), found);
        found
    }

    /// A method that was found before under this interned name.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(always)]
    pub(crate) unsafe fn get_method(&mut self, class: usize, name: *const Value, scope: Option<&'static Class>) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.members.methods.get(class, key, address(scope)).flatten()
    }

    /// Remembers a method. It must be what the name means for all objects of the class in this scope.
    pub(crate) fn insert_method(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>, func: &'static Func) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.methods.set(std::ptr::from_ref(class) as usize, key, address(scope), Some(func));
        }
    }

    /// The `__call()` (`__callStatic()` without an object) that was found to answer for a method before.
    ///
    /// # Safety
    /// `name` is a live value.
    pub(crate) unsafe fn get_magic(
        &mut self,
        class: &'static Class,
        name: &Value,
        scope: Option<&'static Class>,
        has_object: bool,
    ) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.magics(has_object).get(std::ptr::from_ref(class) as usize, key, address(scope)).flatten()
    }

    /// Remembers that a method is answered by this one in the scope.
    pub(crate) fn insert_magic(
        &mut self,
        class: &'static Class,
        name: &Value,
        scope: Option<&'static Class>,
        has_object: bool,
        func: &'static Func,
    ) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.magics(has_object).set(std::ptr::from_ref(class) as usize, key, address(scope), Some(func));
        }
    }

    fn magics(&mut self, has_object: bool) -> &mut Table<Option<&'static Func>> {
        if has_object { &mut self.members.magic_methods } else { &mut self.members.magic_statics }
    }

    /// The function that a string was found to name before.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(always)]
    pub(crate) unsafe fn get_function(&mut self, name: *const Value) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.members.functions.get(0, key, 0).flatten()
    }

    /// Remembers which function a string names.
    pub(crate) fn insert_function(&mut self, name: &Value, func: &'static Func) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.functions.set(0, key, 0, Some(func));
        }
    }

    /// What `class::name()` was found to call before.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(always)]
    pub(crate) unsafe fn get_static_method(
        &mut self,
        class: &'static Class,
        name: *const Value,
        scope: Option<&'static Class>,
    ) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.members.static_methods.get(std::ptr::from_ref(class) as usize, key, address(scope)).flatten()
    }

    /// Remembers what `class::name()` calls: a static method, or an instance method of the scope's ancestors.
    pub(crate) fn insert_static_method(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>, func: &'static Func) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.static_methods.set(std::ptr::from_ref(class) as usize, key, address(scope), Some(func));
        }
    }

    /// Where `class::$name` is, if it was found before.
    ///
    /// # Safety
    /// `fp` is the running frame, `name` a live value.
    #[inline(always)]
    pub(crate) unsafe fn static_slot(&mut self, fp: *mut Value, class: &'static Class, name: *const Value) -> Option<StaticSlot> {
        // SAFETY: as the caller promises.
        unsafe {
            let key = name_key(name)?;
            let scope = address(self.scope_of(fp));
            self.members.statics.get(std::ptr::from_ref(class) as usize, key, scope)
        }
    }

    /// Remembers where a static property is; the place belongs to the request's class state, which never moves.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn insert_static(&mut self, fp: *mut Value, class: &'static Class, name: &Value, slot: StaticSlot) {
        // SAFETY: as the caller promises.
        unsafe {
            // Using a trait's own property is reported each time.
            if let (Some(key), false) = (name_key(name), class.is_trait()) {
                let scope = address(self.scope_of(fp));
                self.members.statics.set(std::ptr::from_ref(class) as usize, key, scope, slot);
            }
        }
    }

    /// The value of a class constant that was read before.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(never)]
    pub(crate) unsafe fn get_constant(
        &mut self,
        class: &'static Class,
        name: *const Value,
        scope: Option<&'static Class>,
    ) -> Option<usize> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        let index = self.members.constants.get(std::ptr::from_ref(class) as usize, key, address(scope))?;
        index.checked_sub(1)
    }

    /// A constant by what [`Vm::get_constant`] gave.
    #[inline(always)]
    pub(crate) fn remembered_constant(&self, index: usize) -> *const Value {
        &raw const self.members.values[index]
    }

    /// Remembers the value of a class constant whose use is reported by nothing.
    pub(crate) fn insert_constant(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>, value: &Value) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.values.push(value.clone());
            let index = self.members.values.len();
            self.members.constants.set(std::ptr::from_ref(class) as usize, key, address(scope), index);
        }
    }
}
