//! The `@` operator: error reporting goes down for an expression.

use loxo_runtime::ErrorLevel;
use loxo_value::Value;

use super::slow_path::slow_op;
use crate::Vm;
use crate::code::instruction::slot;

slow_op!(BeginSilence, |vm, fp, pc| {
    let level = vm.cx.errors.reporting;
    slot!(pc, fp, a).write(Value::int(i64::from(level)));
    // Fatal errors are never silenced.
    vm.cx.errors.reporting = level & ErrorLevel::FATAL_LEVELS;
    Ok(())
});

slow_op!(EndSilence, |vm, fp, pc| {
    vm.end_silence(slot!(pc, fp, a));
    Ok(())
});

impl Vm {
    /// `@` ends: the level comes back unless the code in between set another.
    ///
    /// # Safety
    /// `saved` is the temporary that `BeginSilence` wrote.
    pub(crate) unsafe fn end_silence(&mut self, saved: *mut Value) {
        // SAFETY: as the caller promises.
        let level = unsafe { (*saved).take_undef() }.as_int().unwrap_or_default() as u32;
        let now = self.cx.errors.reporting;
        // `error_reporting()` called inside keeps its effect.
        if now & !ErrorLevel::FATAL_LEVELS == 0 && level & !ErrorLevel::FATAL_LEVELS != 0 {
            self.cx.errors.reporting = level;
        }
    }
}
