//! Functions as the run time sees them: user functions and builtins behind one type.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use loxo_bytecode::{FnFlags, TypeMask, TypeSpec};
use loxo_value::{IStr, PhpObject, SharedValue, Value};

use crate::{Class, ConstInit, Cx, EntryKind, PhpResult};

/// The body of a builtin function: its arguments, already placed; coercion happens inside (generated thunks).
pub type Thunk = fn(&mut Cx, &mut [Value]) -> PhpResult<Value>;
/// The body of a builtin method. `this` is `None` for static methods.
pub type MethodThunk = fn(&mut Cx, Option<&PhpObject>, &mut [Value]) -> PhpResult<Value>;

/// What runs when a function is called.
#[derive(Clone, Copy)]
pub enum Body {
    /// Bytecode; the VM knows where from `Func::entry`.
    User,
    Builtin(Thunk),
    BuiltinMethod(MethodThunk),
    /// No body: abstract and interface methods.
    Abstract,
}

/// How many arguments of a builtin a caller may lend: see [`Func::kept_tags`].
pub const LENDABLE_ARGUMENTS: usize = 4;

/// A linked function or method. Lives at least as long as every request that can see it; shared by threads, never changed but for its addresses.
///
/// The first fields are what a call touches.
#[derive(Clone)]
#[repr(C)]
pub struct Func {
    /// Address of the first instruction (user functions; 0 otherwise). That of a function whose code was not made yet is only good for being other than 0.
    pub entry: EntryAddress,
    pub flags: FnFlags,
    /// Declared parameters, the variadic one included.
    pub num_params: u32,
    pub required: u32,
    /// Variable slots: parameters, used variables, other locals.
    pub num_locals: u32,
    pub frame_slots: u32,
    pub direct: DirectEntry,
    /// Request slot of this function's static variables, counted per process; `u32::MAX`: has none.
    pub statics: u32,
    /// What entering it takes; [`Func::linked`] writes it.
    pub entry_kind: EntryKind,
    /// An ancestor of the class has a private method of this name: code of that ancestor means its own.
    pub shadows_private: bool,
    /// Builtin functions: for each of the first parameters the tags that an argument may have and is left as it is, one bit a tag. Others are
    /// coerced where they lie, or refused. [`Func::linked`] writes it.
    pub kept_tags: [u16; LENDABLE_ARGUMENTS],
    pub body: Body,
    /// Scope: the class whose private members it may touch (for trait methods the using class).
    pub class: Option<&'static Class>,
    pub name: IStr,
    pub params: Arc<[ParamInfo]>,
    pub return_type: Option<Type>,
    /// Methods: the declaration that this one implements or overrides, the first of its kind.
    pub prototype: Option<&'static Func>,
    /// The VM's compiled function for user functions (its `CodeInfo`); empty for builtins.
    pub code: Option<Arc<dyn Any + Send + Sync>>,
    pub builtin: Option<&'static BuiltinFn>,
    /// The trait it was copied from, for reflection and `__TRAIT__`.
    pub origin: Option<&'static Class>,
}

/// The address of an instruction. Code is made when it is first needed, and the addresses of the function change then, while other threads call it:
/// the old address and the new one are both right.
#[derive(Default)]
pub struct EntryAddress(AtomicUsize);

impl EntryAddress {
    pub const fn new(address: usize) -> EntryAddress {
        EntryAddress(AtomicUsize::new(address))
    }

    #[inline(always)]
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }

    pub fn set(&self, address: usize) {
        self.0.store(address, Ordering::Release);
    }
}

impl Clone for EntryAddress {
    fn clone(&self) -> EntryAddress {
        EntryAddress::new(self.get())
    }
}

/// How a call that needs nothing but its arguments enters a user function: the constant defaults are copied into the frame, and the instructions that
/// would set them are left out.
#[derive(Clone, Default)]
pub struct DirectEntry {
    /// Address of the first instruction behind those, or of one that makes the code.
    pub entry: EntryAddress,
    /// Address of a value for each parameter: its default if that is a constant, else undef.
    pub defaults: usize,
    /// How many values there are; 0 if no parameter has a constant default.
    pub count: u32,
}

impl Func {
    /// The function with its entry kind: who makes one, or changes its flags, body or row, ends with this.
    #[must_use]
    pub fn linked(mut self) -> Func {
        let needs_frame = self.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NEEDS_FRAME));
        self.entry_kind = match self.body {
            Body::User => EntryKind::of_user(self.flags),
            Body::Builtin(_) | Body::BuiltinMethod(_) | Body::Abstract => EntryKind::of_builtin(self.flags, needs_frame),
        };
        let lends = matches!(self.body, Body::Builtin(_));
        self.kept_tags = std::array::from_fn(|index| if lends { self.kept_tags_of(index) } else { 0 });
        self
    }

    fn kept_tags_of(&self, index: usize) -> u16 {
        match self.param_for(index) {
            Some(param) if !param.by_ref && !param.prefer_ref => {
                // Without a type the builtin may coerce as it likes.
                let counted = TypeMask::STRING.with(TypeMask::ARRAY).with(TypeMask::OBJECT);
                let mask = param.ty.as_ref().map_or(TypeMask::MIXED.without(counted), |ty| ty.spec.mask);
                (mask.0 & TypeMask::MIXED.0) as u16
            }
            _ => 0,
        }
    }

    pub fn is_user(&self) -> bool {
        matches!(self.body, Body::User)
    }

    pub fn is_static(&self) -> bool {
        self.flags.has(FnFlags::STATIC)
    }

    /// Whether `$object->method()` gives it its object. Callables and `parent::method()` ask [`Func::is_static`].
    pub fn takes_object(&self) -> bool {
        !self.is_static() || self.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::KEEPS_THIS))
    }

    pub fn is_variadic(&self) -> bool {
        self.flags.has(FnFlags::VARIADIC)
    }

    /// The parameter that receives argument `index` (the variadic one for all that follow).
    pub fn param_for(&self, index: usize) -> Option<&ParamInfo> {
        match self.params.get(index) {
            Some(param) => Some(param),
            None if self.is_variadic() => self.params.last(),
            None => None,
        }
    }

    /// Whether argument `index` is passed by reference ("prefer reference" builtins answer true: they take what they get).
    pub fn by_ref(&self, index: usize) -> bool {
        self.flags.has(FnFlags::REF_PARAMS) && self.param_for(index).is_some_and(|p| p.by_ref)
    }
}

impl std::fmt::Debug for Func {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Func({})", String::from_utf8_lossy(&self.display_name()))
    }
}

#[derive(Clone)]
pub struct ParamInfo {
    pub name: IStr,
    pub ty: Option<Type>,
    pub by_ref: bool,
    /// Builtins that take a reference if they get one and a value otherwise (`array_multisort`).
    pub prefer_ref: bool,
    pub variadic: bool,
    pub promoted: bool,
    pub default: ParamDefault,
    /// User functions: the default as PHP prints constant expressions.
    pub default_text: Option<Box<[u8]>>,
}

/// Default of a parameter, for named arguments and reflection; user functions also have it in their code.
#[derive(Clone)]
pub enum ParamDefault {
    None,
    Value(SharedValue),
    /// Constant expression of a builtin as PHP text, or of a user function through its code.
    Text(&'static str),
    Thunk(&'static Func),
}

/// A declared type, resolved: builtin types as a mask plus class names. Names are looked up when a check needs them (without autoloading).
pub type Type = Arc<TypeSpecResolved>;

/// See [`TypeSpec`]; names carry their ids. `self`/`parent` are already replaced.
pub struct TypeSpecResolved {
    pub spec: TypeSpec,
    pub ids: Vec<Vec<crate::ClassId>>,
    /// The text as written, if it mentions `self` or `parent` (reflection shows that one).
    pub written: Option<Box<[u8]>>,
}

impl TypeSpecResolved {
    pub fn new(spec: TypeSpec) -> Type {
        TypeSpecResolved::with_written(spec, None)
    }

    pub(crate) fn with_written(spec: TypeSpec, written: Option<Box<[u8]>>) -> Type {
        let ids = spec.classes.iter().map(|all| all.iter().map(|name| crate::ClassId::of(name)).collect()).collect();
        Arc::new(TypeSpecResolved { spec, ids, written })
    }
}

/// One row of an extension's generated function table.
pub struct BuiltinFn {
    pub name: &'static str,
    pub params: &'static [BuiltinParam],
    /// PHP text of the return type, `""` for none.
    pub ret: &'static str,
    pub thunk: Body,
    pub flags: BuiltinFlags,
    /// Text behind "Deprecated: Function x() is deprecated", e.g. `since 8.1, use y() instead`; empty without.
    pub deprecated: &'static str,
}

impl BuiltinFn {
    /// Without parameters, types and flags: what rows of tables begin with.
    pub const PLAIN: BuiltinFn =
        BuiltinFn { name: "", params: &[], ret: "", thunk: Body::Abstract, flags: BuiltinFlags(0), deprecated: "" };
}

/// One parameter of a builtin: name, PHP text of type and default.
pub struct BuiltinParam {
    pub name: &'static str,
    pub ty: &'static str,
    /// As the stub writes it; `None` also for optional parameters without a known default.
    pub default: Option<&'static str>,
    /// The default's value; `None` also for what only a request can evaluate (enum cases).
    pub value: Option<ConstInit>,
    pub optional: bool,
    pub by_ref: bool,
    pub prefer_ref: bool,
    pub variadic: bool,
    /// `#[SensitiveParameter]`: backtraces hide the argument.
    pub sensitive: bool,
}

impl BuiltinParam {
    /// Required, of any type, by value: what rows of tables begin with.
    pub const PLAIN: BuiltinParam = BuiltinParam {
        name: "",
        ty: "",
        default: None,
        value: None,
        optional: false,
        by_ref: false,
        prefer_ref: false,
        variadic: false,
        sensitive: false,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuiltinFlags(pub u32);

impl BuiltinFlags {
    /// No side effects, result depends on arguments only.
    pub const PURE: BuiltinFlags = BuiltinFlags(1);
    /// May be run by the compiler on constants.
    pub const COMPILE_TIME_EVAL: BuiltinFlags = BuiltinFlags(2);
    /// Looks into the frame of its caller (compact, extract, func_get_args, ...).
    pub const NEEDS_FRAME: BuiltinFlags = BuiltinFlags(4);
    pub const NO_DISCARD: BuiltinFlags = BuiltinFlags(8);
    pub const STATIC: BuiltinFlags = BuiltinFlags(16);
    pub const PROTECTED: BuiltinFlags = BuiltinFlags(32);
    pub const PRIVATE: BuiltinFlags = BuiltinFlags(64);
    pub const ABSTRACT: BuiltinFlags = BuiltinFlags(128);
    pub const FINAL: BuiltinFlags = BuiltinFlags(256);
    /// The return type is tentative (`#[ReturnTypeWillChange]` applies).
    pub const TENTATIVE_RETURN: BuiltinFlags = BuiltinFlags(512);
    pub const RETURNS_REF: BuiltinFlags = BuiltinFlags(1024);
    /// Also without a text.
    pub const DEPRECATED: BuiltinFlags = BuiltinFlags(2048);
    /// The variadic parameter takes named arguments: they are in [`Cx::named`].
    pub const NAMED_REST: BuiltinFlags = BuiltinFlags(4096);
    /// Backtraces of what it throws have no arguments, of no function: they are keys and passwords.
    pub const DISCREET: BuiltinFlags = BuiltinFlags(8192);
    /// Moves a generator on or shows what it yielded, which the interpreter can do by itself.
    pub const RESUMES: BuiltinFlags = BuiltinFlags(16384);

    /// Static, and yet `$object->method()` gives it its object.
    pub const KEEPS_THIS: BuiltinFlags = BuiltinFlags(32768);

    /// PHP calls it without a frame when it is called by its name with one argument: see [`BuiltinFlags::is_frameless`].
    pub const FRAMELESS_1: BuiltinFlags = BuiltinFlags(1 << 16);
    pub const FRAMELESS_2: BuiltinFlags = BuiltinFlags(1 << 17);
    pub const FRAMELESS_3: BuiltinFlags = BuiltinFlags(1 << 18);

    /// With so many arguments PHP's compiler makes a frameless call of it. Programs see that in traces only.
    pub const fn is_frameless(self, count: usize) -> bool {
        match count {
            1 => self.has(BuiltinFlags::FRAMELESS_1),
            2 => self.has(BuiltinFlags::FRAMELESS_2),
            3 => self.has(BuiltinFlags::FRAMELESS_3),
            _ => false,
        }
    }

    #[inline(always)]
    pub const fn has(self, other: BuiltinFlags) -> bool {
        self.0 & other.0 == other.0
    }
    #[inline(always)]
    pub const fn with(self, other: BuiltinFlags) -> BuiltinFlags {
        BuiltinFlags(self.0 | other.0)
    }
}

/// Something that can be called: what a `callable` argument resolves to. Keeps its object alive.
#[derive(Clone)]
pub struct Callable {
    pub func: &'static Func,
    pub this: Option<PhpObject>,
    /// Late static binding class.
    pub called_class: Option<&'static Class>,
    /// The Closure object, if it is one.
    pub closure: Option<PhpObject>,
    /// `__call`/`__callStatic` trampolines: the name that was asked for.
    pub magic_name: Option<loxo_value::PhpStr>,
}
