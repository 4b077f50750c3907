//! The start of a draft: what the declaration itself says.

use loxo_bytecode::{ClassFlags, Const, ConstKey, FnFlags, Init as DeclInit, MemberFlags, PropDecl, TypeMask, TypeSpec};
use loxo_value::{IStr, Key, PhpArray, PhpStr, SharedValue, Value};

use super::draft::{Check, Constant, InitialValue, MemberOwner, Method, Prop, Source, fault};
use super::properties::null;
use super::{LinkInput, Linker};
use crate::display::name_text;
use crate::{ClassId, Cx, TypeSpecResolved};

impl<'a> Linker<'a> {
    pub(super) fn for_decl(cx: &'a mut Cx, input: &LinkInput<'a>) -> Linker<'a> {
        let decl = input.decl;
        let mut linker = Linker::new(cx, input.vm, IStr::new(&decl.name), decl.flags);
        linker.place = (input.file.to_vec(), decl.start_line);
        linker.parent = input.parent;
        linker.direct = input.interfaces.clone();
        for class in &input.traits {
            if !linker.traits.iter().any(|known| known.same(class)) {
                linker.traits.push(class);
            }
        }
        linker.backing = decl.backing.clone().map(TypeSpecResolved::new);
        linker.record = input.record.clone();
        linker
    }

    /// Own constants, properties and methods.
    pub(super) fn declare(&mut self, input: &LinkInput<'_>) -> Check {
        self.check_attributes(input)?;
        self.declare_constants(input);
        self.declare_enum_properties();
        for (index, prop) in input.decl.properties.iter().enumerate() {
            self.declare_property(prop, index as u32);
        }
        let names = self.names();
        for func in input.methods.iter().chain(&input.enum_methods) {
            let key = IStr::new(&func.name.as_bytes().to_ascii_lowercase());
            let mut method = Method::adopted(func, Source::Own, &names);
            if self.is_interface() {
                method.flags.set(FnFlags::ABSTRACT);
            }
            self.implicit_abstract |= method.is_abstract();
            self.methods.insert(key, method);
        }
        Ok(())
    }

    fn check_attributes(&mut self, input: &LinkInput<'_>) -> Check {
        self.allow_dynamic = input.decl.attributes.iter().any(|a| a.name.eq_ignore_ascii_case(b"AllowDynamicProperties"));
        if !self.allow_dynamic {
            return Ok(());
        }
        let kinds = [
            (ClassFlags::TRAIT, "trait"),
            (ClassFlags::INTERFACE, "interface"),
            (ClassFlags::READONLY, "readonly class"),
            (ClassFlags::ENUM, "enum"),
        ];
        match kinds.into_iter().find(|(flag, _)| self.flags.has(*flag)) {
            Some((_, kind)) => fault(format!("Cannot apply #[AllowDynamicProperties] to {kind} {}", name_text(&self.name))),
            None => Ok(()),
        }
    }

    fn declare_constants(&mut self, input: &LinkInput<'_>) {
        let names = self.names();
        for (index, constant) in input.decl.constants.iter().enumerate() {
            let name = IStr::new(&constant.name);
            let own = Constant {
                name,
                flags: constant.flags,
                ty: constant.ty.clone().map(|ty| names.resolve(&TypeSpecResolved::new(ty))),
                value: self.start(&constant.value, null()),
                home: MemberOwner::Own,
                index: self.next_const(),
                decl: index as u32,
                origin: None,
            };
            self.constants.insert(name, own);
        }
    }

    /// `name`, and for backed enums `value`.
    pub(super) fn declare_enum_properties(&mut self) {
        if !self.flags.has(ClassFlags::ENUM) {
            return;
        }
        let string = TypeSpec { mask: TypeMask::STRING, text: b"string".as_slice().into(), ..TypeSpec::default() };
        let backing = self.backing.clone();
        self.declare_enum_property(b"name", TypeSpecResolved::new(string));
        if let Some(backing) = backing {
            self.declare_enum_property(b"value", backing);
        }
    }

    fn declare_enum_property(&mut self, name: &[u8], ty: crate::Type) {
        let name = IStr::new(name);
        let flags = MemberFlags::PUBLIC.with(MemberFlags::READONLY).with(MemberFlags::PROTECTED_SET);
        self.props.insert(name, own_property(name, flags, Some(ty), InitialValue::Uninit, u32::MAX));
    }

    fn declare_property(&mut self, decl: &PropDecl, index: u32) {
        let name = IStr::new(&decl.name);
        let names = self.names();
        let ty = decl.ty.clone().map(|ty| names.resolve(&TypeSpecResolved::new(ty)));
        let mut flags = effective_flags(decl.flags, self.flags.has(ClassFlags::READONLY));
        if self.is_interface() {
            flags.set(MemberFlags::ABSTRACT.with(MemberFlags::VIRTUAL));
        }
        let missing = if ty.is_some() || flags.has(MemberFlags::VIRTUAL) { InitialValue::Uninit } else { null() };
        let start = self.start(&decl.default, missing);
        let mut prop = own_property(name, flags, ty, start, index);
        let hook = |index: Option<u32>| index.map(|index| Method::adopted((self.vm.func)(index), Source::Own, &names));
        prop.get = hook(decl.get);
        prop.set = hook(decl.set);
        if self.is_interface() {
            [&mut prop.get, &mut prop.set].into_iter().flatten().for_each(|hook| hook.flags.set(FnFlags::ABSTRACT));
        }
        self.implicit_abstract |= [&prop.get, &prop.set].into_iter().flatten().any(Method::is_abstract);
        self.props.insert(name, prop);
    }

    fn start(&self, init: &DeclInit, missing: InitialValue) -> InitialValue {
        match init {
            DeclInit::None => missing,
            DeclInit::Const(value) => InitialValue::Value(shared_const(value)),
            DeclInit::Thunk(index) => InitialValue::Thunk((self.vm.func)(*index)),
        }
    }
}

pub(super) fn own_property(name: IStr, flags: MemberFlags, ty: Option<crate::Type>, start: InitialValue, decl: u32) -> Prop {
    Prop {
        name,
        flags,
        ty,
        home: MemberOwner::Own,
        root: MemberOwner::Own,
        slot: None,
        get: None,
        set: None,
        decl,
        shadows_private: false,
        origin: None,
        start,
    }
}

/// Modifiers that others imply: readonly properties are `protected(set)`, `private(set)` is final, equal visibilities are one.
pub(super) fn effective_flags(mut flags: MemberFlags, readonly_class: bool) -> MemberFlags {
    let sets = MemberFlags::PUBLIC_SET.with(MemberFlags::PROTECTED_SET).with(MemberFlags::PRIVATE_SET);
    if readonly_class && !flags.has(MemberFlags::STATIC) {
        flags.set(MemberFlags::READONLY);
    }
    if !flags.any(MemberFlags::PROTECTED.with(MemberFlags::PRIVATE)) {
        flags.set(MemberFlags::PUBLIC);
    }
    if flags.has(MemberFlags::PUBLIC.with(MemberFlags::READONLY)) && !flags.any(sets) {
        flags.set(MemberFlags::PROTECTED_SET);
    }
    let equal = [
        MemberFlags::PUBLIC.with(MemberFlags::PUBLIC_SET),
        MemberFlags::PROTECTED.with(MemberFlags::PROTECTED_SET),
        MemberFlags::PRIVATE.with(MemberFlags::PRIVATE_SET),
    ];
    if equal.into_iter().any(|both| flags.has(both)) {
        flags = flags.without(sets);
    }
    if flags.has(MemberFlags::PRIVATE_SET) {
        flags.set(MemberFlags::FINAL);
    }
    flags
}

/// A constant of a unit as a value that all threads may hold.
pub fn shared_const(constant: &Const) -> SharedValue {
    // Constants hold no objects, so they can always be frozen.
    SharedValue::new(const_value(constant)).expect("a constant without objects")
}

fn const_value(constant: &Const) -> Value {
    match constant {
        Const::Null => Value::NULL,
        Const::False => Value::FALSE,
        Const::True => Value::TRUE,
        Const::Int(v) => Value::int(*v),
        Const::Float(v) => Value::float(*v),
        Const::Str(bytes) => Value::string(PhpStr::interned(bytes)),
        Const::Array(entries) => {
            let mut array = PhpArray::with_capacity(entries.len());
            for (key, value) in entries {
                let value = const_value(value);
                match key {
                    Some(ConstKey::Int(key)) => array.set(&Key::Int(*key), value),
                    Some(ConstKey::Str(key)) => array.set(&Key::Str(PhpStr::interned(key)), value),
                    // The compiler has made sure that there is a next key.
                    None => drop(array.push(value)),
                }
            }
            Value::array(array)
        }
    }
}

impl Linker<'_> {
    /// A builtin class by name, while builtins are being linked.
    pub(super) fn known(&self, name: &str) -> Option<&'static crate::Class> {
        ClassId::find(name.as_bytes()).and_then(|id| self.cx.class_by_id(id))
    }
}
