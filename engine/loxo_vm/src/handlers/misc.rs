//! echo, include, exit, `@`, ticks, clone.

use loxo_bytecode::NONE;
use loxo_runtime::convert;
use loxo_value::Value;

use super::slow_op;
use crate::code::instruction::{konst, slot};
use crate::frame::slot;

slow_op!(Echo, |vm, fp, pc| {
    let src = slot!(pc, fp, a);
    if slot::tag(src) == slot::STRING && !(*pc).has(loxo_bytecode::flag::CONSUME_A) {
        let text = (*src).as_str().unwrap_unchecked().clone();
        vm.cx.echo(text.as_bytes());
        return Ok(());
    }
    let value = vm.operand_a(fp, pc);
    match value.as_str() {
        Some(text) => vm.cx.echo(text.as_bytes()),
        None => {
            let text = convert::to_string(&mut vm.cx, &value)?;
            vm.cx.echo(text.as_bytes());
        }
    }
    Ok(())
});

slow_op!(EchoK, |vm, fp, pc| {
    let text = (*konst!(pc, a)).as_str().expect("echo of a constant string");
    vm.cx.echo(text.as_bytes());
    Ok(())
});

slow_op!(ThrowError, |vm, fp, pc| {
    let message = (*konst!(pc, a)).as_str().expect("messages are strings").clone();
    Err(vm.cx.throw_error(message.as_bytes()))
});

slow_op!(AssertCheck => jump, |vm, fp, pc| {
    if vm.cx.ini_int("zend.assertions") > 0 {
        return Ok(pc.add(1));
    }
    if (*pc).a as u32 != NONE {
        slot!(pc, fp, a).write(Value::TRUE);
    }
    Ok(crate::code::instruction::target!(pc))
});

slow_op!(Include => jump, |vm, fp, pc| {
    let path = vm.operand_b(fp, pc);
    let path = convert::to_string(&mut vm.cx, &path)?;
    let kind = (*pc).x();
    vm.include_op(fp, pc, slot!(pc, fp, a), &path, kind)
});

slow_op!(Exit, |vm, fp, pc| {
    let status = if (*pc).a as u32 == NONE { None } else { Some(vm.operand_a(fp, pc)) };
    Err(vm.exit(status)?)
});

slow_op!(BeginSilence, |vm, fp, pc| {
    let level = vm.cx.errors.reporting;
    slot!(pc, fp, a).write(Value::int(i64::from(level)));
    // Fatal errors are never silenced.
    vm.cx.errors.reporting = level & 4437;
    Ok(())
});

slow_op!(EndSilence, |vm, fp, pc| {
    vm.end_silence(slot!(pc, fp, a));
    Ok(())
});

slow_op!(Ticks, |vm, fp, pc| {
    vm.ticks += 1;
    if vm.ticks >= (*pc).a as u32 {
        vm.ticks = 0;
        return vm.run_tick_functions();
    }
    Ok(())
});

slow_op!(Clone, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let with = if (*pc).c as u32 == NONE { None } else { Some(vm.operand_c(fp, pc)) };
    let Some(object) = value.as_object() else {
        return Err(vm.cx.throw_error("__clone method called on non-object"));
    };
    let scope = vm.scope_of(fp);
    let copy = vm.cx.clone_object(object, scope)?;
    if let Some(properties) = with.as_ref().and_then(Value::as_array) {
        for (key, value) in properties.iter() {
            let name = convert::to_string(&mut vm.cx, &crate::access::elements::key_value(key))?;
            let access = vm.access(fp);
            loxo_runtime::object::write_prop(&mut vm.cx, &copy, &name, value.clone_deref(), &access)?;
        }
    }
    slot!(pc, fp, a).write(Value::object(copy));
    Ok(())
});

impl crate::Vm {
    /// `@` ends: the level comes back unless the code in between set another.
    ///
    /// # Safety
    /// `saved` is the temporary that `BeginSilence` wrote.
    pub(crate) unsafe fn end_silence(&mut self, saved: *mut Value) {
        // SAFETY: as the caller promises.
        let level = unsafe { (*saved).take_undef() }.as_int().unwrap_or_default() as u32;
        let now = self.cx.errors.reporting;
        // `error_reporting()` called inside keeps its effect.
        if now & !4437 == 0 && level & !4437 != 0 {
            self.cx.errors.reporting = level;
        }
    }
}
