//! Constants, class constants, class names.

use loxo_bytecode::ClassOperand;
use loxo_runtime::ConstId;
use loxo_value::Value;

use super::slow_op;
use crate::insn::{konst, slot};
use crate::raw;

slow_op!(FetchConst, |vm, fp, pc| {
    let id = ConstId((*pc).b as u32);
    if let Some(value) = vm.cx.constant(id) {
        slot!(pc, fp, a).write(value.clone());
        return Ok(());
    }
    let value = vm.missing_constant(id)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchConstNs, |vm, fp, pc| {
    let (id, fallback) = (ConstId((*pc).b as u32), ConstId((*pc).c as u32));
    if let Some(value) = vm.cx.constant(id).or_else(|| vm.cx.constant(fallback)) {
        slot!(pc, fp, a).write(value.clone());
        return Ok(());
    }
    let value = vm.missing_constant_ns(id, fallback)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchClassConst, |vm, fp, pc| {
    let entry = *vm.caches.add((*pc).x() as usize);
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    if (*pc).x() != 0 && entry.key == std::ptr::from_ref(class) as usize {
        if let Some(value) = vm.cached_constant(entry.value) {
            slot!(pc, fp, a).write(value);
            return Ok(());
        }
    }
    let name = (*konst!(pc, c)).as_str().expect("constant names are strings").clone();
    let scope = vm.scope_of(fp);
    let value = vm.class_constant(class, &name, scope, (*pc).x())?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchClassConstDyn, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let name = vm.operand_c(fp, pc);
    let Some(name) = name.as_str() else {
        let kind = crate::kind(&name);
        return Err(vm.cx.type_error(format!("Cannot use value of type {kind} as class constant name")));
    };
    let scope = vm.scope_of(fp);
    let value = if name.as_bytes().eq_ignore_ascii_case(b"class") {
        Value::string(class.name.to_php())
    } else {
        vm.class_constant(class, name, scope, 0)?
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchClassName, |vm, fp, pc| {
    let operand = (*pc).b as u32;
    if let ClassOperand::SelfClass | ClassOperand::Parent | ClassOperand::Static = ClassOperand::decode(operand) {
        let class = vm.class_operand(fp, operand)?;
        slot!(pc, fp, a).write(Value::string(class.name.to_php()));
        return Ok(());
    }
    let class = vm.class_operand(fp, operand)?;
    slot!(pc, fp, a).write(Value::string(class.name.to_php()));
    Ok(())
});

slow_op!(FetchObjectClass, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let Some(object) = value.as_object() else {
        let kind = crate::kind(&value);
        return Err(vm.cx.type_error(format!("Cannot use \"::class\" on {kind}")));
    };
    let name = vm.cx.class_of(object).name;
    slot!(pc, fp, a).write(Value::string(name.to_php()));
    Ok(())
});

slow_op!(DeclareConst, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let name = (*konst!(pc, a)).as_str().expect("constant names are strings").clone();
    let id = ConstId::of(name.as_bytes());
    if vm.cx.constant(id).is_some() {
        vm.cx.warning([b"Constant ", name.as_bytes(), b" already defined, this will be an error in PHP 9"].concat());
        return Ok(());
    }
    vm.cx.set_constant(id, value);
    Ok(())
});

slow_op!(FetchClass, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let dst = slot!(pc, fp, a);
    let mode = (*pc).x();
    let class = match (value.as_object(), value.as_str()) {
        (Some(object), _) => Some(vm.cx.class_of(object)),
        (_, Some(name)) if mode == 1 => {
            let plain = name.as_bytes().strip_prefix(b"\\").unwrap_or(name.as_bytes()).to_vec();
            (vm.cx.hooks.class)(&mut vm.cx, &plain, false)?
        }
        (_, Some(name)) => {
            let name = name.clone();
            Some(vm.class_or_error(name.as_bytes())?)
        }
        _ if mode == 1 => return Err(vm.cx.error("Class name must be a valid object or a string")),
        _ => return Err(vm.cx.error("Class name must be a valid object or a string")),
    };
    raw::set_int(dst, class.map_or(0, |c| std::ptr::from_ref(c) as i64));
    Ok(())
});

slow_op!(InstanceOf, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let class = match ClassOperand::decode((*pc).c as u32) {
        ClassOperand::Name(id) => vm.cx.class_by_id(loxo_runtime::ClassId(id)),
        ClassOperand::Slot(slot) => (raw::int(fp.add(slot as usize)) as *const loxo_runtime::Class).as_ref(),
        _ => Some(vm.class_operand(fp, (*pc).c as u32)?),
    };
    let result = match (value.as_object(), class) {
        (Some(object), Some(class)) => vm.cx.class_of(object).is_subclass_of(class),
        _ => false,
    };
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});
