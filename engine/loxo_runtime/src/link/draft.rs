//! The class that is being linked, before anything of it is final.

use loxo_bytecode::{FnFlags, MemberFlags};
use loxo_value::{IStr, SharedValue};
use std::sync::Arc;

use super::subtype::{Entity, resolve};
use crate::{Class, ClassConst, ErrorLevel, Func, Init, ParamInfo, Property, Slot, Type};

/// Why the class cannot be linked: the text of the fatal error, and where, if not at the class's line.
pub(super) struct LinkError {
    pub message: String,
    pub at: Option<(Vec<u8>, u32)>,
    /// What `error_get_last()` says it is.
    pub level: ErrorLevel,
}

pub(super) type Check<T = ()> = Result<T, LinkError>;

/// A fault at the class itself.
pub(super) fn fault<T>(message: String) -> Check<T> {
    Err(LinkError { message, at: None, level: ErrorLevel::CompileError })
}

/// The same, where PHP does not call it an error of compilation.
pub(super) fn plain_fault<T>(message: String) -> Check<T> {
    Err(LinkError { message, at: None, level: ErrorLevel::Error })
}

/// Whose member it is.
#[derive(Clone, Copy)]
pub(super) enum MemberOwner {
    /// The class that is being linked.
    Own,
    Linked(&'static Class),
}

impl MemberOwner {
    pub fn is_own(self) -> bool {
        matches!(self, MemberOwner::Own)
    }

    pub fn entity(self) -> Entity {
        match self {
            MemberOwner::Own => Entity::Draft,
            MemberOwner::Linked(class) => Entity::Linked(class),
        }
    }

    pub fn same(self, other: MemberOwner) -> bool {
        match (self, other) {
            (MemberOwner::Own, MemberOwner::Own) => true,
            (MemberOwner::Linked(a), MemberOwner::Linked(b)) => a.same(b),
            _ => false,
        }
    }
}

/// Where a method comes from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Own,
    Trait(&'static Class),
    /// Used as it is.
    Inherited,
}

/// A method or property hook; own ones and those of traits become copies of `func` in the end.
#[derive(Clone)]
pub(super) struct Method {
    pub func: &'static Func,
    pub source: Source,
    pub name: IStr,
    pub flags: FnFlags,
    pub params: Arc<[ParamInfo]>,
    pub ret: Option<Type>,
    pub prototype: Option<&'static Func>,
    pub shadows_private: bool,
    /// Name of the class that messages show. Methods of traits belong to their trait until all traits are applied.
    pub scope: IStr,
}

impl Method {
    /// Visibility bits.
    const VISIBILITY: FnFlags = FnFlags::PUBLIC.with(FnFlags::PROTECTED).with(FnFlags::PRIVATE);

    pub fn inherited(func: &'static Func) -> Method {
        Method {
            func,
            source: Source::Inherited,
            name: func.name,
            flags: func.flags,
            params: func.params.clone(),
            ret: func.return_type.clone(),
            prototype: func.prototype,
            shadows_private: func.shadows_private,
            scope: func.class.map_or(func.name, |class| class.name),
        }
    }

    /// A method of the class itself or, for a trait's method, of its new user. `self` and `parent` mean that class from now on;
    /// in a trait they keep meaning nothing yet.
    pub fn adopted(func: &'static Func, source: Source, class: &Names) -> Method {
        let scope = match source {
            Source::Trait(from) => from.name,
            _ => class.name,
        };
        let mut method = Method { source, scope, prototype: None, shadows_private: false, ..Method::inherited(func) };
        if !class.is_trait {
            method.params = resolve_params(&method.params, class);
            method.ret = method.ret.as_ref().map(|ty| class.resolve(ty));
        }
        method
    }

    pub fn is_own(&self) -> bool {
        !matches!(self.source, Source::Inherited)
    }

    pub fn entity(&self) -> Entity {
        match (self.source, self.func.class) {
            (Source::Inherited, Some(class)) => Entity::Linked(class),
            _ => Entity::Draft,
        }
    }

    pub fn is_abstract(&self) -> bool {
        self.flags.has(FnFlags::ABSTRACT)
    }

    pub fn is_private(&self) -> bool {
        self.flags.has(FnFlags::PRIVATE)
    }

    pub fn is_static(&self) -> bool {
        self.flags.has(FnFlags::STATIC)
    }

    pub fn is_constructor(&self) -> bool {
        self.name.as_bytes().eq_ignore_ascii_case(b"__construct")
    }

    pub fn visibility(&self) -> FnFlags {
        FnFlags(self.flags.0 & Self::VISIBILITY.0)
    }

    /// The same method with the modifiers of a trait's `as` rule.
    pub fn with_modifiers(mut self, modifiers: MemberFlags) -> Method {
        let visibility = fn_visibility(modifiers);
        if visibility.0 != 0 {
            self.flags = self.flags.without(Self::VISIBILITY).with(visibility);
        }
        if modifiers.has(MemberFlags::FINAL) {
            self.flags.set(FnFlags::FINAL);
        }
        self
    }
}

/// Names that `self` and `parent` stand for.
pub(super) struct Names {
    pub name: IStr,
    pub parent: Option<IStr>,
    pub is_trait: bool,
}

impl Names {
    pub fn resolve(&self, ty: &Type) -> Type {
        if self.is_trait {
            return ty.clone();
        }
        resolve(ty, self.name.as_bytes(), self.parent.as_ref().map(|name| name.as_bytes()))
    }
}

fn resolve_params(params: &Arc<[ParamInfo]>, class: &Names) -> Arc<[ParamInfo]> {
    let types: Vec<Option<Type>> = params.iter().map(|param| param.ty.as_ref().map(|ty| class.resolve(ty))).collect();
    let unchanged = params.iter().zip(&types).all(|(param, ty)| match (&param.ty, ty) {
        (Some(old), Some(new)) => Arc::ptr_eq(old, new),
        _ => true,
    });
    if unchanged {
        return params.clone();
    }
    params.iter().zip(types).map(|(param, ty)| ParamInfo { ty, ..param.clone() }).collect()
}

fn fn_visibility(flags: MemberFlags) -> FnFlags {
    let pairs =
        [(MemberFlags::PUBLIC, FnFlags::PUBLIC), (MemberFlags::PROTECTED, FnFlags::PROTECTED), (MemberFlags::PRIVATE, FnFlags::PRIVATE)];
    pairs.into_iter().find(|(from, _)| flags.has(*from)).map_or(FnFlags(0), |(_, to)| to)
}

/// Initial value of a constant or property.
#[derive(Clone)]
pub(super) enum InitialValue {
    Uninit,
    Value(SharedValue),
    /// Thunk of the declaration (or of a trait), to be copied into the class.
    Thunk(&'static Func),
    /// Somebody else's, as it is.
    Linked(Init),
}

impl InitialValue {
    /// What a trait's user starts with.
    pub fn from_trait(init: &Init) -> InitialValue {
        match init {
            Init::Thunk(func) => InitialValue::Thunk(func),
            Init::Value(value) => InitialValue::Value(value.clone()),
            Init::Uninit => InitialValue::Uninit,
        }
    }

    pub fn as_init(&self) -> Init {
        match self {
            InitialValue::Uninit => Init::Uninit,
            InitialValue::Value(value) => Init::Value(value.clone()),
            InitialValue::Thunk(func) => Init::Thunk(func),
            InitialValue::Linked(init) => init.clone(),
        }
    }
}

pub(super) struct Constant {
    pub name: IStr,
    pub flags: MemberFlags,
    pub ty: Option<Type>,
    pub value: InitialValue,
    pub home: MemberOwner,
    pub index: u32,
    pub decl: u32,
    pub origin: Option<&'static Class>,
}

impl Constant {
    pub fn inherited(constant: &ClassConst) -> Constant {
        Constant {
            name: constant.name,
            flags: constant.flags,
            ty: constant.ty.clone(),
            value: InitialValue::Linked(constant.value.clone()),
            home: MemberOwner::Linked(constant.class),
            index: constant.index,
            decl: constant.decl,
            origin: constant.origin,
        }
    }
}

#[derive(Clone)]
pub(super) struct Prop {
    pub name: IStr,
    pub flags: MemberFlags,
    pub ty: Option<Type>,
    pub home: MemberOwner,
    pub root: MemberOwner,
    /// Object slot, or static slot of the home class; own ones get theirs late.
    pub slot: Option<u32>,
    pub get: Option<Method>,
    pub set: Option<Method>,
    pub decl: u32,
    pub shadows_private: bool,
    pub origin: Option<&'static Class>,
    /// Own properties.
    pub start: InitialValue,
}

impl Prop {
    pub fn inherited(property: &Property) -> Prop {
        Prop {
            name: property.name,
            flags: property.flags,
            ty: property.ty.clone(),
            home: MemberOwner::Linked(property.class),
            root: MemberOwner::Linked(property.root),
            slot: (!property.is_virtual()).then_some(property.slot),
            get: property.get.map(Method::inherited),
            set: property.set.map(Method::inherited),
            decl: property.decl,
            shadows_private: property.shadows_private,
            origin: property.origin,
            start: InitialValue::Uninit,
        }
    }

    pub fn has(&self, flag: MemberFlags) -> bool {
        self.flags.has(flag)
    }

    pub fn is_static(&self) -> bool {
        self.has(MemberFlags::STATIC)
    }

    pub fn is_virtual(&self) -> bool {
        self.has(MemberFlags::VIRTUAL)
    }

    pub fn has_hooks(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }

    pub fn hook(&self, kind: HookKind) -> Option<&Method> {
        match kind {
            HookKind::Get => self.get.as_ref(),
            HookKind::Set => self.set.as_ref(),
        }
    }

    pub fn hook_mut(&mut self, kind: HookKind) -> &mut Option<Method> {
        match kind {
            HookKind::Get => &mut self.get,
            HookKind::Set => &mut self.set,
        }
    }

    /// Can it be read (written), by its storage or by a hook?
    pub fn supports(&self, kind: HookKind) -> bool {
        let backed = !self.is_virtual() && (kind == HookKind::Get || !self.has(MemberFlags::READONLY));
        backed || self.hook(kind).is_some()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HookKind {
    Get,
    Set,
}

impl HookKind {
    pub const BOTH: [HookKind; 2] = [HookKind::Get, HookKind::Set];
}

/// An object slot.
pub(super) struct SlotDraft {
    /// The parent's, unless the class redeclares the property.
    pub linked: Option<Slot>,
    /// Name of the own property that lives here.
    pub own: Option<IStr>,
    pub start: InitialValue,
}

/// 0 for public, 1 for protected, 2 for private.
pub(super) fn rank(protected: bool, private: bool) -> u8 {
    if private { 2 } else { u8::from(protected) }
}

pub(super) fn fn_rank(flags: FnFlags) -> u8 {
    rank(flags.has(FnFlags::PROTECTED), flags.has(FnFlags::PRIVATE))
}

pub(super) fn member_rank(flags: MemberFlags) -> u8 {
    rank(flags.has(MemberFlags::PROTECTED), flags.has(MemberFlags::PRIVATE))
}

pub(super) fn visibility_word(rank: u8) -> &'static str {
    ["public", "protected", "private"][usize::from(rank.min(2))]
}

/// What messages add when less than public is demanded.
pub(super) fn or_weaker(rank: u8) -> &'static str {
    if rank == 0 { "" } else { " or weaker" }
}
