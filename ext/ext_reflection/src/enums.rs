//! The reflection of enumerations and their cases: `ReflectionEnum`, `ReflectionEnumUnitCase` and `ReflectionEnumBackedCase`.

use loxo_runtime::ClassConst;

use crate::prelude::*;
use crate::subject::{self, class};
use crate::{class as classes, class_constant, types};

/// `ReflectionEnum::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, object_or_class: &Value) -> PhpResult<()> {
    classes::construct(cx, this, object_or_class)?;
    let class = class(cx, this)?;
    if class.is_enum() {
        return Ok(());
    }
    Err(exception_with_code(cx, message(&[b"Class \"", convert::class_name(class), b"\" is not an enum"]), -1))
}

/// `ReflectionEnum::hasCase()`
pub(crate) fn has_case(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let class = class(cx, this)?;
    Ok(class.constants.get(name.as_bytes()).is_some_and(|constant| constant.flags.has(MemberFlags::CASE)))
}

/// The object for a case.
fn of_case(cx: &mut Cx, enumeration: &'static Class, case: &'static ClassConst) -> PhpResult<PhpObject> {
    let reflection = if enumeration.backing.is_some() { "ReflectionEnumBackedCase" } else { "ReflectionEnumUnitCase" };
    let names = [case.name.to_value(), case.class.name.to_value()];
    subject::make(cx, reflection, Subject::ClassConstant(case), &names)
}

/// `ReflectionEnum::getCase()`
pub(crate) fn get_case(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    let shown = convert::class_name(class);
    match class.constants.get(name.as_bytes()) {
        Some(case) if case.flags.has(MemberFlags::CASE) => of_case(cx, class, case),
        Some(_) => Err(exception(cx, message(&[shown, b"::", name, b" is not a case"]))),
        None => Err(exception(cx, message(&[b"Case ", shown, b"::", name, b" does not exist"]))),
    }
}

/// `ReflectionEnum::getCases()`
pub(crate) fn get_cases(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    let mut cases = PhpArray::new();
    for case in class.constants.values().filter(|constant| constant.flags.has(MemberFlags::CASE)) {
        let object = of_case(cx, class, case)?;
        let _ = cases.push(Value::object(object));
    }
    Ok(cases)
}

/// `ReflectionEnum::isBacked()`
pub(crate) fn is_backed(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.backing.is_some())
}

/// `ReflectionEnum::getBackingType()`
pub(crate) fn get_backing_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let class = class(cx, this)?;
    types::of_type(cx, class.backing.as_ref(), false)
}

pub(crate) mod unit_case {
    use super::*;

    /// `ReflectionEnumUnitCase::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, class: &Value, constant: &PhpStr) -> PhpResult<()> {
        class_constant::construct(cx, this, class, constant)?;
        let found = class_constant::constant(cx, this)?;
        if found.flags.has(MemberFlags::CASE) {
            return Ok(());
        }
        Err(exception(cx, message(&[b"Constant ", convert::class_name(found.class), b"::", constant, b" is not a case"])))
    }

    /// `ReflectionEnumUnitCase::getEnum()`
    pub(crate) fn get_enum(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
        class_constant::get_declaring_class(cx, this)
    }

    /// `ReflectionEnumUnitCase::getValue()`
    pub(crate) fn get_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
        class_constant::get_value(cx, this)
    }
}

pub(crate) mod backed_case {
    use super::*;

    /// `ReflectionEnumBackedCase::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, class: &Value, constant: &PhpStr) -> PhpResult<()> {
        unit_case::construct(cx, this, class, constant)?;
        let found = class_constant::constant(cx, this)?;
        if found.class.backing.is_some() {
            return Ok(());
        }
        Err(exception(cx, message(&[b"Enum case ", convert::class_name(found.class), b"::", constant, b" is not a backed case"])))
    }

    /// `ReflectionEnumBackedCase::getBackingValue()`
    pub(crate) fn get_backing_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
        let constant = class_constant::constant(cx, this)?;
        let case = classes::constant_value(cx, constant)?;
        // Name and value are the first slots of a case.
        Ok(case.as_object().and_then(|case| case.slots().get(1)).map_or(Value::NULL, Value::clone_deref))
    }
}
