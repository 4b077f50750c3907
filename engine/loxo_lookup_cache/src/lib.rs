//! What the interpreter remembers of members: found by class, name and scope. The tables stand behind the inline caches, and serve ops that have
//! none. A place in a table holds one entry; a new one overwrites it.
//!
//! Tables and inline caches belong to a worker's thread and outlive its requests. So an entry holds either what is the same in all requests, or
//! what holds in one, with the number of that request in its key:
//!
//! - The same in all: slots of objects, methods and hooks of a class, a class and its constructor, the declarations of static properties, values
//!   of class constants that need no evaluation. Classes, functions and interned names stay where they are as long as the process lives, and
//!   what a name means in a class for a scope never changes. Positions among undeclared properties are looked at before they are believed.
//! - In one request: functions by name, places of static properties, evaluated class constants. Their key is that of the class, or 0, with
//!   the machine's `request_key` added. Places of global variables have the table's generation as key, which no two requests
//!   of a thread share. What must be reported once in each request is of this kind as well: methods that are called on a trait itself.

use std::cell::Cell;

use loxo_bytecode::{ClassOperand, FnFlags, MemberFlags};
use loxo_runtime::{Class, ClassId, DynamicProperties, Func, Property, Type};
use loxo_value::{ObjHeader, Value, slot};

/// One inline cache: what was found last time, valid while the key matches.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct InlineCache {
    /// Address of the class that was seen; see the module for what else it tells.
    pub key: usize,
    pub value: usize,
}

/// Entries of one table; a power of two.
const ENTRIES: usize = 1024;

/// One remembered look-up. Names are addresses of interned strings.
#[derive(Clone, Copy)]
pub struct Entry<T> {
    class: usize,
    name: usize,
    scope: usize,
    value: T,
}

/// Remembered look-ups of one kind. It has its entries from the first one on that is remembered.
pub struct Table<T> {
    entries: Box<[Entry<T>]>,
    /// By entry, a bit: it has been written.
    written: [u64; ENTRIES / 64],
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { entries: Box::default(), written: [0; ENTRIES / 64] }
    }
}

impl<T: Copy + Default> Table<T> {
    #[inline(always)]
    fn index(class: usize, name: usize, scope: usize) -> usize {
        // Addresses of things of one size differ in few bits, and in which ones is the allocator's business: all of them are mixed.
        const GOLDEN: usize = 0x9e37_79b9_7f4a_7c15;
        let mixed = (class ^ name.rotate_left(21) ^ scope.rotate_left(42)).wrapping_mul(GOLDEN);
        mixed >> (usize::BITS - ENTRIES.trailing_zeros())
    }

    #[inline(always)]
    pub fn get(&mut self, class: usize, name: usize, scope: usize) -> Option<T> {
        let entry = self.entries.get(Self::index(class, name, scope))?;
        if entry.class == class && entry.name == name && entry.scope == scope { Some(entry.value) } else { None }
    }

    /// What is remembered by a name for whatever class, without a scope.
    #[inline]
    pub fn named(&self, name: usize) -> impl Iterator<Item = (usize, T)> {
        let its = move |entry: &&Entry<T>| entry.class != 0 && entry.name == name && entry.scope == 0;
        let written = self.written.iter().enumerate().flat_map(|(i, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(i * 64 + bit)
            })
        });
        written.filter_map(|at| self.entries.get(at)).filter(its).map(|entry| (entry.class, entry.value))
    }

    #[inline]
    pub fn set(&mut self, class: usize, name: usize, scope: usize, value: T) {
        if self.entries.is_empty() {
            self.make_entries();
        }
        let index = Self::index(class, name, scope);
        self.written[index / 64] |= 1 << (index % 64);
        self.entries[index] = Entry { class, name, scope, value };
    }

    #[cold]
    fn make_entries(&mut self) {
        let empty = Entry { class: 0, name: 0, scope: 0, value: T::default() };
        self.entries = vec![empty; ENTRIES].into_boxed_slice();
    }
}

/// A property that lies in a slot: where, and which values may be written there as they are.
#[derive(Clone, Copy, Default)]
pub struct PropertySlot {
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
    pub const NONE: PropertySlot = PropertySlot { bits: 0, property: None };

    #[inline]
    pub fn of(property: &'static Property) -> PropertySlot {
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
    #[inline]
    pub fn bits(self) -> usize {
        self.bits as usize
    }

    /// It is the same property for code of all scopes.
    #[inline]
    pub fn is_open(self) -> bool {
        self.bits & UNDECLARED_ANYWHERE != 0 || self.property.is_some_and(|p| p.flags.has(MemberFlags::PUBLIC) && !p.shadows_private)
    }

    /// An undeclared property of a class.
    pub fn dynamic(class: &Class, name: &[u8]) -> PropertySlot {
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

    /// The slot in an object of the class that this was found for.
    #[inline(always)]
    pub fn place(self, object: *mut ObjHeader) -> *mut Value {
        place(self.bits as usize, object)
    }

    /// Are objects of the class stored as they are, in every request?
    #[inline]
    pub fn takes_objects_of(self, class: &'static Class) -> bool {
        self.bits & WRITABLE != 0 && self.property.and_then(|p| p.ty.as_ref()).is_some_and(|ty| always_takes(ty, class))
    }

    /// It has a place in the object.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.bits as u32 != 0
    }

    #[inline(always)]
    pub fn is_dynamic(self) -> bool {
        self.bits & DYNAMIC != 0
    }

    #[inline]
    pub fn is_creatable(self) -> bool {
        self.bits & CREATABLE != 0
    }

    /// What an inline cache keeps of it for values that have the property's type, and are stored where nothing was before, by the class itself: so
    /// readonly properties are set. It is in a slot.
    #[inline]
    pub fn first_bits(self) -> usize {
        let any = loxo_bytecode::TypeMask::MIXED.0;
        let object = 1 << slot::OBJECT;
        let mask = self.property.and_then(|property| property.ty.as_ref()).map_or(any, |ty| ty.spec.mask.0 & any | object);
        self.bits as u32 as usize | (mask as usize) << TAGS
    }
}

/// A type takes all objects of a class in every request: what it names are the class's own names and those of its ancestors, whatever else
/// they may be called.
pub fn always_takes(ty: &Type, class: &'static Class) -> bool {
    let is_named = |id: &ClassId| {
        let parents = std::iter::successors(Some(class), |class| class.parent);
        parents.chain(class.interfaces.iter().copied()).any(|one| one.id == *id)
    };
    ty.ids.iter().any(|all| all.iter().all(is_named))
}

/// The slot that the bits in an inline cache name, in an object of the class that they were found for.
#[inline(always)]
pub fn place(bits: usize, object: *mut ObjHeader) -> *mut Value {
    object.cast::<u8>().wrapping_add(bits & 0xffff_ffff).cast::<Value>()
}

/// Whoever may read the property may write it.
#[inline(always)]
pub fn is_writable(bits: usize) -> bool {
    bits as u64 & WRITABLE != 0
}

/// The property has no type.
#[inline(always)]
pub fn is_untyped(bits: usize) -> bool {
    bits as u64 & UNTYPED != 0
}

/// May values of this tag be stored as they are?
#[inline(always)]
pub fn accepts(bits: usize, tag: u8) -> bool {
    bits >> TAGS >> tag & 1 != 0
}

/// Where a static property is, in this request.
#[derive(Clone, Copy)]
pub struct StaticSlot {
    pub place: *mut Value,
    pub property: Option<&'static Property>,
}

impl StaticSlot {
    /// The tags of values that the property takes as they are, a bit each.
    #[inline]
    pub fn accepted(&self) -> u16 {
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
pub struct LookupCache {
    pub props: Table<PropertySlot>,
    pub methods: Table<Option<&'static Func>>,
    /// `get` hooks of properties.
    pub getters: Table<Option<&'static Func>>,
    /// Of `class::name()`.
    pub static_methods: Table<Option<&'static Func>>,
    /// The `__call()` that answers for a method.
    pub magic_methods: Table<Option<&'static Func>>,
    /// The `__callStatic()` that answers for `class::name()` where there is no `$this`.
    pub magic_statics: Table<Option<&'static Func>>,
    /// By the request and the name alone; or by the request with the class of the running code, and both names of a callable `[class, method]`.
    pub functions: Table<Option<&'static Func>>,
    /// Static properties that the scope may use.
    pub statics: Table<Option<&'static Property>>,
    /// Addresses of values: those of declarations, which all requests share, or of the request's state of the class.
    pub constants: Table<usize>,
    /// What inline caches hold, or held, where an op has seen several classes: by the class and the cache's number. Types that take a class: by
    /// the class with the number of the request, which is no class's address, and the type's address. And classes whose objects a property takes: by the
    /// class, the number of the property's second inline cache, and the class that has the property.
    pub polymorphic: Table<usize>,
}

/// What a thread's requests leave to the next one.
#[derive(Default)]
pub struct Kept {
    pub inline: Vec<InlineCache>,
    pub members: LookupCache,
    /// The number of the request, as a part of keys.
    pub request_key: usize,
    /// The generation that the last request's global variables had reached.
    pub generation: usize,
}

thread_local! {
    /// `None` while a request has it.
    static KEPT: Cell<Option<Kept>> = const { Cell::new(None) };
}

/// Requests are numbered in the bits of a key that no address has.
pub const FIRST_REQUEST: usize = 1 << 48;

/// Leaves the tables to the thread's next request.
pub fn leave(kept: Kept) {
    KEPT.set(Some(kept));
}

/// Takes what the thread's last request left, for one with the next number.
pub fn take() -> Kept {
    let mut kept = KEPT.take().unwrap_or_default();
    kept.request_key = kept.request_key.wrapping_add(FIRST_REQUEST);
    if kept.request_key == 0 {
        // The numbers begin again: nothing may be left of the requests that had them.
        kept = Kept { request_key: FIRST_REQUEST, generation: kept.generation, ..Kept::default() };
    }
    kept
}

/// Instructions that have called methods of objects without being calls, and the class of each: the last ones. What is known here is a guess.
pub struct Met([(usize, Option<&'static Class>); Met::ENTRIES]);

impl Default for Met {
    fn default() -> Met {
        Met([(0, None); Met::ENTRIES])
    }
}

impl Met {
    /// A power of two.
    const ENTRIES: usize = 64;

    /// Instructions lie eight bytes apart, or a multiple of that.
    #[inline(always)]
    fn index(instruction: usize) -> usize {
        instruction / 8 % Met::ENTRIES
    }

    /// An instruction calls a method of an object of a class.
    #[inline(always)]
    pub fn note(&mut self, instruction: usize, class: &'static Class) {
        self.0[Met::index(instruction)] = (instruction, Some(class));
    }

    /// The class of the object whose method an instruction has called last, as far as that is known still.
    pub fn class_at(&self, instruction: usize) -> Option<&'static Class> {
        let (its, class) = self.0[Met::index(instruction)];
        class.filter(|_| its == instruction)
    }
}

/// The code of the function runs in one scope only. Closures can be bound to others, methods of traits and constant expressions run in the scopes
/// of all classes that use them; such code shares its inline caches, which know nothing of scopes.
#[inline]
pub fn has_one_scope(func: &Func) -> bool {
    !func.flags.any(FnFlags::CLOSURE.with(FnFlags::THUNK)) && func.origin.is_none()
}

/// What an op finds in the class that its operand means depends on the class alone: the code runs in one scope, or that class is the scope.
#[inline]
pub fn is_found_by_class(func: &Func, operand: u32) -> bool {
    has_one_scope(func) || matches!(ClassOperand::decode(operand), ClassOperand::SelfClass)
}

/// The same of a trait's method for what it does with `$this` of a class: no other ancestor of that uses the trait.
#[cold]
#[inline(never)]
pub fn has_one_scope_on(func: &Func, class: &'static Class) -> bool {
    let Some(origin) = func.origin.filter(|_| !func.flags.any(FnFlags::CLOSURE.with(FnFlags::THUNK))) else { return false };
    let is_scope = |class: &&Class| func.class.is_some_and(|scope| std::ptr::eq(scope, *class));
    std::iter::successors(Some(class), |class| class.parent).filter(|class| !is_scope(class)).all(|class| !uses(class, origin))
}

/// A class uses a trait, or traits that do.
fn uses(class: &Class, other: &Class) -> bool {
    class.traits.iter().any(|one| std::ptr::eq(*one, other) || uses(one, other))
}

/// The address of a class, 0 for none.
#[inline(always)]
pub fn address(class: Option<&'static Class>) -> usize {
    class.map_or(0, |c| std::ptr::from_ref(c) as usize)
}
