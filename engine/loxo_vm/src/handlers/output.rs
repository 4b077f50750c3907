//! Handlers of `echo`: values go to the output as strings.

use loxo_runtime::convert;

use super::slow_path::slow_op;
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
