//! Classes as the linker leaves them, with their members and tables.
//!
//! Immutable and shared; what a request may change (static properties, evaluated constants) is in [`ClassState`].

use indexmap::IndexMap;
use loxo_bytecode::{ClassFlags, MemberFlags};
use loxo_value::{ClassBase, IStr, Native, PhpArray, PhpObject, SharedValue, Value};
use rustc_hash::FxBuildHasher;
use std::sync::{Arc, OnceLock};

use crate::{BuiltinFn, ClassId, Cx, Func, PhpResult, Type};

pub type NameMap<T> = IndexMap<IStr, T, FxBuildHasher>;

/// A linked class, interface, trait or enum.
#[repr(C)]
pub struct Class {
    /// What `loxo_value` needs to free objects. First, so that an object's class pointer is a pointer to this.
    pub base: ClassBase,
    pub name: IStr,
    pub id: ClassId,
    /// Dense process-wide number of this linked class; indexes the request's [`ClassState`]s.
    pub uid: u32,
    pub flags: ClassFlags,
    /// Abstract methods remain (`abstract` written, or an interface's methods unimplemented in an abstract class).
    pub is_abstract: bool,
    pub parent: Option<&'static Class>,
    /// All interfaces, inherited ones included.
    pub interfaces: Vec<&'static Class>,
    /// Directly used traits.
    pub traits: Vec<&'static Class>,
    /// Enums: `int` or `string` backing.
    pub backing: Option<Type>,
    /// What assigning to an undeclared property does.
    pub dynamic: DynamicProperties,
    pub object_handlers: ObjectHandlers,
    /// Builtin classes.
    pub builtin: Option<&'static BuiltinClass>,
    /// The VM's declaration record of user classes (file, lines, attributes, doc).
    pub decl: Option<Arc<dyn std::any::Any + Send + Sync>>,
    /// Members point back to their class, so the class comes to be before them. Set once, before anybody else sees the class.
    pub(crate) members: OnceLock<Members>,
}

/// The members of a class; read as if they were fields of [`Class`].
#[derive(Default)]
pub struct Members {
    pub constants: NameMap<ClassConst>,
    /// Instance and static properties as seen from this class: own, and inherited ones that are not private to a parent.
    pub properties: NameMap<Property>,
    /// One per object slot, parents' first; private properties of parents keep their slots.
    pub slots: Vec<Slot>,
    /// The default of each slot that needs no evaluation, undefined for the others.
    pub defaults: Vec<SharedValue>,
    /// Some default must be computed at run time.
    pub lazy_defaults: bool,
    /// Some static property, own or inherited, must be computed at run time.
    pub lazy_statics: bool,
    /// Some constant, default or static property, own or inherited, must be computed before objects or static properties are used. A constant
    /// that is overridden is not.
    pub needs_init: bool,
    /// Some instance property is readonly (clones must forget that they may write it).
    pub has_readonly: bool,
    /// Some instance property has hooks.
    pub has_hooks: bool,
    /// Number of own static property slots in [`ClassState`].
    pub static_count: u32,
    /// Initial values of the own static properties, by slot.
    pub static_inits: Vec<StaticInit>,
    /// Number of own constants in [`ClassState::constants`].
    pub const_count: u32,
    /// Keys are lower case.
    pub methods: NameMap<&'static Func>,
    pub magic: Magic,
    /// None where the class does not implement `ArrayAccess`.
    pub array_access: ArrayAccessMethods,
    /// `count()` of a class that implements `Countable`.
    pub count: Option<&'static Func>,
}

/// The methods of `ArrayAccess`.
#[derive(Default)]
pub struct ArrayAccessMethods {
    pub get: Option<&'static Func>,
    pub set: Option<&'static Func>,
    pub exists: Option<&'static Func>,
    pub unset: Option<&'static Func>,
}

/// An own static property before a request has evaluated it.
pub struct StaticInit {
    pub name: IStr,
    pub init: Init,
}

/// What assigning to an undeclared property does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DynamicProperties {
    #[default]
    Deprecated,
    /// `#[AllowDynamicProperties]`, own or inherited; stdClass.
    Allowed,
    /// Enums, readonly classes and some builtins.
    Forbidden,
}

impl std::ops::Deref for Class {
    type Target = Members;

    #[inline]
    fn deref(&self) -> &Members {
        self.members.get().expect("a class is complete before it is used")
    }
}

impl Class {
    pub fn is_interface(&self) -> bool {
        self.flags.has(ClassFlags::INTERFACE)
    }
    pub fn is_trait(&self) -> bool {
        self.flags.has(ClassFlags::TRAIT)
    }
    pub fn is_enum(&self) -> bool {
        self.flags.has(ClassFlags::ENUM)
    }

    /// `new` is possible as far as the kind of class is concerned.
    pub fn is_instantiable(&self) -> bool {
        !self.is_abstract && !self.flags.any(ClassFlags::INTERFACE.with(ClassFlags::TRAIT).with(ClassFlags::ENUM))
    }

    pub fn same(&self, other: &Class) -> bool {
        std::ptr::eq(self, other)
    }

    /// `instanceof`: the class itself, an ancestor, or an interface.
    pub fn is_subclass_of(&self, other: &Class) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        if other.is_interface() {
            return self.interfaces.iter().any(|i| std::ptr::eq(*i, other));
        }
        let mut parent = self.parent;
        while let Some(class) = parent {
            if std::ptr::eq(class, other) {
                return true;
            }
            parent = class.parent;
        }
        false
    }

    /// A method by lower-case name.
    pub fn method(&self, lower: &[u8]) -> Option<&'static Func> {
        self.methods.get(lower).copied()
    }

    /// Is `ancestor` a (not necessarily direct) parent class?
    pub fn derives_from(&self, ancestor: &Class) -> bool {
        std::iter::successors(self.parent, |class| class.parent).any(|class| std::ptr::eq(class, ancestor))
    }

    /// `class`, `interface`, `trait` or `enum`, for messages.
    pub fn kind_name(&self) -> &'static str {
        match () {
            () if self.is_interface() => "interface",
            () if self.is_trait() => "trait",
            () if self.is_enum() => "enum",
            () => "class",
        }
    }
}

impl std::fmt::Debug for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Class({})", String::from_utf8_lossy(self.name.as_bytes()))
    }
}

/// The magic methods, looked up once.
#[derive(Default, Clone, Copy)]
pub struct Magic {
    pub constructor: Option<&'static Func>,
    pub destructor: Option<&'static Func>,
    pub clone: Option<&'static Func>,
    pub get: Option<&'static Func>,
    pub set: Option<&'static Func>,
    pub isset: Option<&'static Func>,
    pub unset: Option<&'static Func>,
    pub call: Option<&'static Func>,
    pub call_static: Option<&'static Func>,
    pub to_string: Option<&'static Func>,
    pub invoke: Option<&'static Func>,
    pub debug_info: Option<&'static Func>,
    pub serialize: Option<&'static Func>,
    pub unserialize: Option<&'static Func>,
}

/// The value of a constant or default, before a request has evaluated it.
#[derive(Clone)]
pub enum Init {
    /// Typed property without default.
    Uninit,
    Value(SharedValue),
    /// Run this function in the scope of the declaring class.
    Thunk(&'static Func),
}

#[derive(Clone)]
pub struct ClassConst {
    pub name: IStr,
    pub flags: MemberFlags,
    pub ty: Option<Type>,
    pub value: Init,
    /// The class it was declared in (for constants of traits: the using class); the evaluated value is kept there.
    pub class: &'static Class,
    /// Number of the constant in its declaring class's [`ClassState::constants`].
    pub index: u32,
    /// Index into the constants of the declaration of `origin`, or of `class` (attributes, doc); `u32::MAX` for builtins.
    pub decl: u32,
    /// The trait it was copied from.
    pub origin: Option<&'static Class>,
}

#[derive(Clone)]
pub struct Property {
    pub name: IStr,
    pub flags: MemberFlags,
    pub ty: Option<Type>,
    /// The class it was declared in (for properties of traits: the using class).
    pub class: &'static Class,
    /// Object slot; for static properties the slot in the declaring class's [`ClassState::statics`]; unused when virtual.
    pub slot: u32,
    pub get: Option<&'static Func>,
    pub set: Option<&'static Func>,
    /// Index into the properties of the declaration of `origin`, or of `class` (attributes, doc); `u32::MAX` for builtins.
    pub decl: u32,
    /// The class whose declaration introduced the property first (for `protected` checks across siblings).
    pub root: &'static Class,
    /// An ancestor has a private property of this name: code of that ancestor means its own.
    pub shadows_private: bool,
    /// The trait it was copied from.
    pub origin: Option<&'static Class>,
}

impl Property {
    pub fn is_static(&self) -> bool {
        self.flags.has(MemberFlags::STATIC)
    }
    pub fn has_hooks(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }
    pub fn is_readonly(&self) -> bool {
        self.flags.has(MemberFlags::READONLY)
    }
    pub fn is_private(&self) -> bool {
        self.flags.has(MemberFlags::PRIVATE)
    }
    pub fn is_protected(&self) -> bool {
        self.flags.has(MemberFlags::PROTECTED)
    }
    /// Without backing storage: hooked, or made up by the behaviour of a builtin class.
    pub fn is_virtual(&self) -> bool {
        self.flags.has(MemberFlags::VIRTUAL)
    }
    /// Asymmetric visibility that restricts writing.
    pub fn restricts_set(&self) -> bool {
        self.flags.any(MemberFlags::PROTECTED_SET.with(MemberFlags::PRIVATE_SET))
    }
}

/// One object slot.
#[derive(Clone)]
pub struct Slot {
    pub property: Property,
    pub default: Init,
}

/// What a request knows of a class.
#[derive(Default)]
pub struct ClassState {
    /// Static properties declared by the class itself; values are references where PHP code made them so.
    pub statics: Vec<Value>,
    pub statics_ready: bool,
    /// Enums: the backing values were found to be of one type and different.
    pub cases_checked: bool,
    /// Enums: where among the constants the case of each backing value is.
    pub cases: PhpArray,
    /// Evaluated constants (enum cases are objects); undef: not yet.
    pub constants: Vec<Value>,
    /// Evaluated slot defaults, if the class has lazy ones.
    pub defaults: Option<Vec<Value>>,
    /// Static properties and defaults are being evaluated right now.
    pub initializing: bool,
    /// Being evaluated right now (recursion check).
    pub evaluating: Vec<bool>,
}

/// What builtin classes do differently, as plain functions; `None` is standard behaviour. Inherited by user classes that extend them.
#[derive(Clone, Copy, Default)]
pub struct ObjectHandlers {
    /// Makes the native part of a new object.
    pub new_native: Option<fn(&mut Cx, &'static Class) -> Box<dyn Native>>,
    /// Runs on a new object before its constructor.
    pub created: Option<fn(&mut Cx, &PhpObject)>,
    /// `$o[k]`; `$o[]` has no key. Fetched for modification the result may be a reference to the element.
    pub read_dim: Option<fn(&mut Cx, &PhpObject, Option<&Value>, crate::object::Fetch) -> PhpResult<Value>>,
    pub write_dim: Option<fn(&mut Cx, &PhpObject, Option<&Value>, Value) -> PhpResult<()>>,
    /// `$o[k] = &$reference`; standard is that no element can be bound.
    pub bind_dim: Option<fn(&mut Cx, &PhpObject, &Value, Value) -> PhpResult<()>>,
    /// `isset($o[k])` (second flag false) and `!empty($o[k])` (true).
    pub has_dim: Option<fn(&mut Cx, &PhpObject, &Value, bool) -> PhpResult<bool>>,
    pub unset_dim: Option<fn(&mut Cx, &PhpObject, &Value) -> PhpResult<()>>,
    /// `count($o)`
    pub count: Option<fn(&mut Cx, &PhpObject) -> PhpResult<i64>>,
    /// `(int)`, `(float)`, `(bool)`, `(string)`, and as int or float, whichever it is (undef): `None` means "not handled".
    pub cast: Option<fn(&mut Cx, &PhpObject, loxo_value::Tag) -> PhpResult<Option<Value>>>,
    /// `==`, `<`: -1, 0, 1, or 2 for uncomparable.
    pub compare: Option<fn(&mut Cx, &Value, &Value) -> PhpResult<i32>>,
    /// Takes what `C:` entries of serialized data hold.
    pub unserialize: Option<fn(&mut Cx, &PhpObject, &[u8]) -> PhpResult<()>>,
    /// Operator overloading (gmp, bcmath numbers).
    pub operate: Option<fn(&mut Cx, loxo_bytecode::BinaryOp, &Value, &Value) -> PhpResult<Option<Value>>>,
    /// Properties for var_dump and friends.
    pub debug_info: Option<fn(&mut Cx, &PhpObject) -> PhpResult<PhpArray>>,
    /// Properties for `(array)`, foreach, get_object_vars, serialization.
    pub properties: Option<fn(&mut Cx, &PhpObject) -> PhpResult<PhpArray>>,
    /// The same where it depends on what they are for: `None` result falls back to the standard. Goes before `properties`.
    pub properties_for: Option<fn(&mut Cx, &PhpObject, crate::object::Purpose) -> PhpResult<Option<PhpArray>>>,
    /// Are properties that do not exist elements at present (`ArrayObject::ARRAY_AS_PROPS`)?
    pub elements_as_properties: Option<fn(&PhpObject) -> bool>,
    /// Property access that is not slots and a table (DOM, DateInterval...): `None` result falls back to the standard.
    pub read_property: Option<fn(&mut Cx, &PhpObject, &loxo_value::PhpStr) -> PhpResult<Option<Value>>>,
    pub write_property: Option<fn(&mut Cx, &PhpObject, &loxo_value::PhpStr, &Value) -> PhpResult<bool>>,
    pub has_property: Option<fn(&mut Cx, &PhpObject, &loxo_value::PhpStr, bool) -> PhpResult<Option<bool>>>,
    /// May the property be changed in place (`&$o->x`, `$o->x[]`), where it is standard? Without an answer: if reading is standard.
    pub has_place: Option<fn(&mut Cx, &PhpObject, &loxo_value::PhpStr) -> PhpResult<bool>>,
    pub unset_property: Option<fn(&mut Cx, &PhpObject, &loxo_value::PhpStr) -> PhpResult<bool>>,
    /// A foreach iterator for Traversable builtins that are neither Iterator nor IteratorAggregate in PHP's sense, or faster than their methods.
    pub iterate: Option<fn(&mut Cx, &PhpObject, bool) -> PhpResult<Box<dyn ForeachIterator>>>,
    /// After a clone: fix up the native part of the copy (original, copy).
    pub after_clone: Option<fn(&mut Cx, &PhpObject, &PhpObject) -> PhpResult<()>>,
    /// Before a method is looked up: refuses objects that are in no state for any, and names the object whose methods are meant
    /// where the class does not have the method itself.
    pub method_holder: Option<fn(&mut Cx, &PhpObject) -> PhpResult<Option<PhpObject>>>,
    /// `$o()`: Closure.
    pub callable: Option<fn(&mut Cx, &PhpObject) -> PhpResult<Option<crate::Callable>>>,
    /// Runs when a class implements this interface or extends this class: may answer with a deprecation; an error is a fatal one.
    pub on_inherit: Option<fn(&InheritingClass<'_>) -> Result<Option<String>, String>>,
    /// `new`: refuse (message) for classes that cannot be instantiated directly.
    pub no_new: Option<&'static str>,
    /// Messages show its methods as those of this class, which borrows them.
    pub shown_as: Option<&'static str>,
    /// Runs where a destructor would, before the object is freed: what has PHP code of its own to finish (generators, fibers).
    pub destroy: Option<fn(&mut Cx, &PhpObject)>,
    pub no_clone: bool,
    pub no_serialize: bool,
    pub no_dynamic_properties: bool,
}

/// A class that is being linked, as [`ObjectHandlers::on_inherit`] sees it.
pub struct InheritingClass<'a> {
    pub name: IStr,
    pub flags: ClassFlags,
    pub parent: Option<&'static Class>,
    /// All of them.
    pub interfaces: &'a [&'static Class],
    /// An enum with backing values.
    pub is_backed: bool,
    pub(crate) methods: &'a dyn Fn(&[u8]) -> bool,
}

impl InheritingClass<'_> {
    /// Has it a method of that lower-case name, its own or an inherited one?
    pub fn has_method(&self, lower: &str) -> bool {
        (self.methods)(lower.as_bytes())
    }

    pub fn implements(&self, name: &str) -> bool {
        self.interfaces.iter().any(|interface| interface.builtin.is_some() && interface.name.as_bytes() == name.as_bytes())
    }

    pub fn is_interface(&self) -> bool {
        self.flags.has(ClassFlags::INTERFACE)
    }

    pub fn is_enum(&self) -> bool {
        self.flags.has(ClassFlags::ENUM)
    }

    /// The word in front of its name in messages.
    pub fn kind(&self) -> &'static str {
        match () {
            () if self.is_interface() => "Interface",
            () if self.flags.has(ClassFlags::TRAIT) => "Trait",
            () if self.is_enum() => "Enum",
            () => "Class",
        }
    }
}

/// A running foreach over an object.
pub trait ForeachIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()>;
    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool>;
    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value>;
    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value>;
    fn next(&mut self, cx: &mut Cx) -> PhpResult<()>;
    /// Whether [`ForeachIterator::rewind`] means anything once it has moved.
    fn goes_back(&self) -> bool {
        true
    }
    /// Forgets a current value that it keeps: somebody else has moved what it walks.
    fn invalidate(&mut self) {}
    /// For the cycle collector.
    fn trace(&self, _tracer: &mut loxo_value::Tracer) {}

    /// Moves to the next element; its key (undef unless wanted) and value, `None` at the end.
    fn step(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        self.next(cx)?;
        self.here(cx, want_key)
    }

    /// The element that it is on, as [`ForeachIterator::step`] gives it.
    fn here(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        if !self.valid(cx)? {
            return Ok(None);
        }
        let value = self.current(cx)?;
        let key = if want_key { self.key(cx)? } else { Value::UNDEF };
        Ok(Some((key, value)))
    }
}

/// One row of an extension's generated class table.
pub struct BuiltinClass {
    pub name: &'static str,
    pub flags: ClassFlags,
    pub parent: Option<&'static str>,
    pub interfaces: &'static [&'static str],
    pub constants: &'static [BuiltinConst],
    pub properties: &'static [BuiltinProperty],
    pub methods: &'static [BuiltinFn],
    /// Enum backing type, `""` for none.
    pub backing: &'static str,
    pub object_handlers: fn() -> ObjectHandlers,
    pub attributes: &'static [BuiltinAttribute],
}

/// An attribute of a builtin class.
pub struct BuiltinAttribute {
    pub name: &'static str,
    pub args: &'static [ConstInit],
}

pub struct BuiltinConst {
    pub name: &'static str,
    pub value: ConstInit,
    pub flags: MemberFlags,
    /// PHP text of the type, `""` for none.
    pub ty: &'static str,
}

/// A constant's value in a generated table.
#[derive(Clone, Copy)]
pub enum ConstInit {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(&'static [u8]),
    /// Keys and values.
    Array(&'static [(ConstInit, ConstInit)]),
    /// Computed when the process starts.
    Fn(fn() -> SharedValue),
    /// A class constant whose use is deprecated: its value, and what the message says behind "is deprecated".
    Deprecated(&'static ConstInit, &'static str),
}

pub struct BuiltinProperty {
    pub name: &'static str,
    pub ty: &'static str,
    pub flags: MemberFlags,
    /// `None`: uninitialized (typed) or null.
    pub default: Option<ConstInit>,
}
