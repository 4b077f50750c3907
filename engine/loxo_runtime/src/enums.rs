//! The methods that every enum has: `UnitEnum::cases()`, `BackedEnum::from()` and `BackedEnum::tryFrom()`.

use std::sync::LazyLock;

use loxo_bytecode::{FnFlags, MemberFlags};
use loxo_value::{IStr, PhpArray, PhpObject, Value};

use crate::display::{class_text, value_name};
use crate::{Body, Class, Cx, DirectEntry, EntryAddress, EntryKind, Func, ParamDefault, ParamInfo, PhpResult, link, object, types};

/// The functions behind `cases()`, `from()` and `tryFrom()` of enums.
pub struct EnumMethods {
    pub cases: &'static Func,
    pub from: &'static Func,
    pub try_from: &'static Func,
}

impl EnumMethods {
    /// Those that an enum gets.
    pub fn of(backed: bool) -> Vec<&'static Func> {
        let all = enum_methods();
        if backed { vec![all.cases, all.from, all.try_from] } else { vec![all.cases] }
    }
}

/// The unlinked functions that every enum gets copies of.
fn enum_methods() -> &'static EnumMethods {
    static METHODS: LazyLock<EnumMethods> = LazyLock::new(|| EnumMethods {
        cases: make("cases", Body::BuiltinMethod(cases), false, "array"),
        from: make("from", Body::BuiltinMethod(from), true, "static"),
        try_from: make("tryFrom", Body::BuiltinMethod(try_from), true, "?static"),
    });
    &METHODS
}

fn make(name: &str, body: Body, takes_value: bool, ret: &str) -> &'static Func {
    let params = if takes_value {
        vec![ParamInfo {
            name: IStr::new(b"value"),
            ty: link::parse_type("int|string"),
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            promoted: false,
            default: ParamDefault::None,
            default_text: None,
        }]
    } else {
        Vec::new()
    };
    let func = Func {
        entry: EntryAddress::default(),
        flags: FnFlags::PUBLIC.with(FnFlags::STATIC),
        num_params: params.len() as u32,
        required: params.len() as u32,
        num_locals: params.len() as u32,
        frame_slots: params.len() as u32,
        direct: DirectEntry::default(),
        statics: u32::MAX,
        entry_kind: EntryKind::General,
        body,
        class: None,
        name: IStr::new(name.as_bytes()),
        params: params.into(),
        return_type: link::parse_type(ret),
        prototype: None,
        code: None,
        builtin: None,
        origin: None,
        shadows_private: false,
        kept_tags: Default::default(),
    };
    Box::leak(Box::new(func.linked()))
}

/// The enum whose method is running.
fn running_enum(cx: &Cx) -> Option<&'static Class> {
    cx.active.and_then(|func| func.class)
}

fn all_cases(cx: &mut Cx, class: &'static Class) -> PhpResult<Vec<Value>> {
    let names: Vec<IStr> = class.constants.iter().filter(|(_, c)| c.flags.has(MemberFlags::CASE)).map(|(name, _)| *name).collect();
    names.iter().map(|name| object::class_constant(cx, class, name.as_bytes(), Some(class))).collect()
}

fn cases(cx: &mut Cx, _this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(class) = running_enum(cx) else { return Ok(Value::NULL) };
    if !args.is_empty() {
        let name = String::from_utf8_lossy(class.name.as_bytes()).into_owned();
        return Err(cx.throw("ArgumentCountError", format!("{name}::cases() expects exactly 0 arguments, {} given", args.len())));
    }
    Ok(Value::array(PhpArray::from_values(all_cases(cx, class)?)))
}

fn find(cx: &mut Cx, args: &[Value], method: &str) -> PhpResult<(Option<Value>, &'static Class, Value)> {
    let class = running_enum(cx).expect("enum methods have their enum");
    let ([given], Some(backing)) = (args, class.backing.as_ref()) else {
        let message = format!("{}::{method}() expects exactly 1 argument, {} given", class_text(class), args.len());
        return Err(cx.throw("ArgumentCountError", message));
    };
    let mut wanted = given.clone_deref();
    let strict = (cx.hooks.strict)(cx);
    if !types::coerce(cx, backing, &mut wanted, strict, Some(class))? {
        let given = value_name(&wanted);
        let kind = if backing.spec.mask.has(loxo_bytecode::TypeMask::INT) { "int" } else { "string" };
        return Err(cx.type_error(format!("{}::{method}(): Argument #1 ($value) must be of type {kind}, {given} given", class_text(class))));
    }
    Ok((object::case_of_value(cx, class, &wanted)?, class, wanted))
}

fn from(cx: &mut Cx, _this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let (found, class, wanted) = find(cx, args, "from")?;
    if let Some(case) = found {
        return Ok(case);
    }
    let shown = match (wanted.as_int(), wanted.as_bytes()) {
        (Some(i), _) => i.to_string(),
        (_, Some(s)) => format!("\"{}\"", String::from_utf8_lossy(s)),
        _ => String::new(),
    };
    Err(cx.value_error(format!("{shown} is not a valid backing value for enum {}", class_text(class))))
}

fn try_from(cx: &mut Cx, _this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    Ok(find(cx, args, "tryFrom")?.0.unwrap_or(Value::NULL))
}
