//! Classes of extensions, linked when the process starts.

use loxo_bytecode::{ClassFlags, FnFlags, MemberFlags};
use loxo_value::{IStr, Key, PhpArray, PhpStr, SharedValue, Value};
use std::sync::Arc;

use super::declare::{effective_flags, own_property};
use super::draft::{Constant, InitialValue, MemberOwner, Method, Source};
use super::properties::null;
use super::typetext::parse_type;
use super::{LinkVm, Linker};
use crate::{
    Body, BuiltinClass, BuiltinConst, BuiltinFlags, BuiltinFn, BuiltinParam, Class, ConstInit, Cx, EntryKind, EnumMethods, Func,
    ParamDefault, ParamInfo,
};

/// Links a row of an extension's class table. Parents and interfaces must be linked and declared in `cx` before; the class itself is
/// declared there too. The error says what is missing.
pub fn link_builtin(cx: &mut Cx, row: &'static BuiltinClass) -> Result<&'static Class, String> {
    let vm = LinkVm {
        func: &|_| unreachable!("builtin classes have no units"),
        make_func: &|_, copy| Box::leak(Box::new(copy)),
        position: &|_| (Vec::new(), 0),
        return_type_will_change: &|_| true,
    };
    let mut linker = Linker::new(cx, vm, IStr::new(row.name.as_bytes()), row.flags);
    let missing = |name: &str| format!("{} must be registered before {}", name, row.name);
    if let Some(name) = row.parent {
        linker.parent = Some(linker.known(name).ok_or_else(|| missing(name))?);
    }
    for name in row.interfaces {
        let interface = linker.known(name).ok_or_else(|| missing(name))?;
        linker.direct.push(interface);
    }
    linker.checks = false;
    linker.builtin = Some(row);
    linker.backing = parse_type(row.backing);
    linker.allow_dynamic = row.attributes.iter().any(|a| a.name == "AllowDynamicProperties");
    linker.declare_builtin(row);
    let class = linker.run_builtin().map_err(|fault| fault.message)?;
    cx.set_class(class.id, class);
    Ok(class)
}

impl Linker<'_> {
    fn declare_builtin(&mut self, row: &'static BuiltinClass) {
        for constant in row.constants {
            self.declare_builtin_constant(constant);
        }
        let names = self.names();
        for property in row.properties {
            let name = IStr::new(property.name.as_bytes());
            let ty = parse_type(property.ty).map(|ty| names.resolve(&ty));
            let start = match (&property.default, &ty) {
                (Some(default), _) => InitialValue::Value(const_init(default)),
                (None, Some(_)) => InitialValue::Uninit,
                (None, None) => null(),
            };
            let flags = effective_flags(property.flags, false);
            self.props.insert(name, own_property(name, flags, ty, start, u32::MAX));
        }
        for method in row.methods {
            let func: &'static Func = Box::leak(Box::new(builtin_func(method)));
            let key = IStr::new(&method.name.as_bytes().to_ascii_lowercase());
            let mut method = Method::adopted(func, Source::Own, &names);
            if self.is_interface() {
                method.flags.set(FnFlags::ABSTRACT);
            }
            self.implicit_abstract |= method.is_abstract();
            self.methods.insert(key, method);
        }
        if row.flags.has(ClassFlags::ENUM) {
            for func in EnumMethods::of(!row.backing.is_empty()) {
                let key = IStr::new(&func.name.as_bytes().to_ascii_lowercase());
                self.methods.insert(key, Method::adopted(func, Source::Own, &names));
            }
        }
    }

    fn declare_builtin_constant(&mut self, constant: &BuiltinConst) {
        let name = IStr::new(constant.name.as_bytes());
        let mut flags = constant.flags;
        if !flags.any(MemberFlags::PROTECTED.with(MemberFlags::PRIVATE)) {
            flags.set(MemberFlags::PUBLIC);
        }
        let own = Constant {
            name,
            flags,
            ty: parse_type(constant.ty),
            value: InitialValue::Value(const_init(&constant.value)),
            home: MemberOwner::Own,
            index: self.next_const(),
            decl: u32::MAX,
            origin: None,
        };
        self.constants.insert(name, own);
    }

    fn run_builtin(&mut self) -> super::Check<&'static Class> {
        if self.flags.has(ClassFlags::ENUM) {
            self.declare_enum_properties();
        }
        self.add_implied_interfaces();
        self.collect_interfaces()?;
        self.inherit_parent()?;
        self.place_own_properties();
        self.implement_interfaces()?;
        // What builtins inherit comes first, as they declare their constants when they are children already.
        self.constants.sort_by_key(|_, constant| constant.home.is_own());
        Ok(self.build())
    }
}

/// The value of a row of a generated table.
pub(crate) fn const_init(init: &ConstInit) -> SharedValue {
    let value = match *init {
        ConstInit::Null => Value::NULL,
        ConstInit::Bool(v) => Value::bool(v),
        ConstInit::Int(v) => Value::int(v),
        ConstInit::Float(v) => Value::float(v),
        ConstInit::Str(v) => Value::string(PhpStr::interned(v)),
        ConstInit::Array(items) => Value::array(const_array(items)),
        ConstInit::Fn(make) => return make(),
        ConstInit::Deprecated(value, _) => return const_init(value),
    };
    // Only scalars, strings and arrays of those here.
    SharedValue::new(value).expect("a constant value")
}

fn const_array(items: &[(ConstInit, ConstInit)]) -> PhpArray {
    let mut array = PhpArray::new();
    for (key, value) in items {
        let value = const_init(value).get().clone();
        match key {
            ConstInit::Str(name) => array.set(&Key::from_bytes_numeric(name), value),
            ConstInit::Int(index) => array.set(&Key::Int(*index), value),
            _ => {}
        }
    }
    array
}

/// A function of a generated table; methods get their class when it is linked.
pub fn builtin_func(row: &'static BuiltinFn) -> Func {
    let params: Arc<[ParamInfo]> = row.params.iter().map(builtin_param).collect();
    let required = row.params.iter().take_while(|param| !param.optional).count();
    let by_ref = row.params.iter().any(|param| param.by_ref || param.prefer_ref);
    let variadic = row.params.last().is_some_and(|param| param.variadic);
    let return_type = parse_type(row.ret);
    let mut flags = builtin_flags(row.flags);
    let facts = [
        (by_ref, FnFlags::REF_PARAMS),
        (variadic, FnFlags::VARIADIC),
        (return_type.is_some(), FnFlags::TYPED_RETURN),
        (row.flags.has(BuiltinFlags::DEPRECATED), FnFlags::DEPRECATED),
    ];
    facts.into_iter().filter(|(holds, _)| *holds).for_each(|(_, flag)| flags.set(flag));
    let slots = params.len() as u32;
    Func {
        entry: crate::EntryAddress::default(),
        flags,
        num_params: slots,
        required: required as u32,
        num_locals: slots,
        frame_slots: slots,
        direct: crate::DirectEntry::default(),
        statics: u32::MAX,
        entry_kind: EntryKind::General,
        body: if row.flags.has(BuiltinFlags::ABSTRACT) { Body::Abstract } else { row.thunk },
        class: None,
        name: IStr::new(row.name.as_bytes()),
        params,
        return_type,
        prototype: None,
        shadows_private: false,
        kept_tags: Default::default(),
        code: None,
        builtin: Some(row),
        origin: None,
    }
    .linked()
}

fn builtin_param(param: &'static BuiltinParam) -> ParamInfo {
    ParamInfo {
        name: IStr::new(param.name.as_bytes()),
        ty: parse_type(param.ty),
        by_ref: param.by_ref,
        prefer_ref: param.prefer_ref,
        variadic: param.variadic,
        promoted: false,
        default: match &param.value {
            Some(value) => ParamDefault::Value(const_init(value)),
            None => param.default.map_or(ParamDefault::None, ParamDefault::Text),
        },
        default_text: None,
    }
}

fn builtin_flags(row: BuiltinFlags) -> FnFlags {
    let pairs = [
        (BuiltinFlags::STATIC, FnFlags::STATIC),
        (BuiltinFlags::PROTECTED, FnFlags::PROTECTED),
        (BuiltinFlags::PRIVATE, FnFlags::PRIVATE),
        (BuiltinFlags::ABSTRACT, FnFlags::ABSTRACT),
        (BuiltinFlags::FINAL, FnFlags::FINAL),
        (BuiltinFlags::RETURNS_REF, FnFlags::RETURNS_REF),
        (BuiltinFlags::NO_DISCARD, FnFlags::NO_DISCARD),
    ];
    let mut flags = FnFlags(0);
    pairs.into_iter().filter(|(from, _)| row.has(*from)).for_each(|(_, to)| flags.set(to));
    if !flags.any(FnFlags::PROTECTED.with(FnFlags::PRIVATE)) {
        flags.set(FnFlags::PUBLIC);
    }
    flags
}
