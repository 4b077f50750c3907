//! The calls that are under way, for those who look at them from time to time. No values are made, and nothing is counted.

use loxo_bytecode::OpCode;
use loxo_observer::{Called, Standing};
use loxo_runtime::Func;
use loxo_units::sites::{Doing, Site};
use loxo_value::Value;

use crate::Vm;
use crate::code::code_of;
use crate::code::instruction::{slot, slot_x};
use crate::frame::{HEADER, backtrace, flags, header};

impl Vm {
    /// Shows them innermost first, until the answer is false.
    pub(crate) fn each_standing(&mut self, each: &mut dyn FnMut(Standing) -> bool) {
        let (mut fp, mut fiber) = (self.fp, self.fiber.clone());
        let mut innermost = true;
        // The frame of PHP code that was looked at before.
        let mut inner = std::ptr::null_mut();
        // SAFETY: as for `Vm::backtrace`.
        unsafe {
            loop {
                if fp.is_null() {
                    let Some((outer, previous)) = fiber.take().and_then(|f| crate::objects::fiber::resumer(&f)) else { return };
                    (fp, fiber) = (outer, previous);
                    continue;
                }
                let head = header(fp);
                let reentry = head.flags & flags::REENTRY != 0;
                let site = (!reentry).then(|| self.site(code_of(&*head.func), head.pc, |site| site));
                let builtin = match site {
                    None => self.reentry_builtin(fp),
                    Some(_) if innermost && self.cx.active.is_none() => self.ended_builtin(fp),
                    Some(site) if matches!(site.doing, Doing::Other | Doing::Including) => None,
                    // The frame of PHP code lies in that window.
                    Some(site) if site.doing == Doing::CallingFromWindow && fp.byte_offset((*head.pc).a as isize) == inner => None,
                    Some(_) => self.standing_builtin(fp),
                };
                if let Some(builtin) = builtin
                    && !each(Standing {
                        called: Called::Builtin(builtin.func),
                        line: 0,
                        file: None,
                        first_line: 0,
                        address: builtin.callee as usize,
                    })
                {
                    return;
                }
                if let Some(site) = site
                    && !site.is_bare
                    && !each(standing(fp, site))
                {
                    return;
                }
                let waiting = if head.flags & (flags::GENERATOR | flags::DELEGATE) != 0 { self.waiting_frames(fp) } else { Vec::new() };
                for frame in waiting {
                    let site = self.site(code_of(&*header(frame).func), header(frame).pc, |site| site);
                    if !site.is_bare && !each(standing(frame, site)) {
                        return;
                    }
                }
                innermost &= reentry;
                inner = if reentry { std::ptr::null_mut() } else { fp };
                fp = head.prev;
            }
        }
    }

    /// The builtin whose call the frame stands behind, at a safepoint: what was waited for was waited for there.
    ///
    /// # Safety
    /// As for [`standing`].
    unsafe fn ended_builtin(&self, fp: *mut Value) -> Option<backtrace::Standing> {
        // SAFETY: as the caller promises; the flag, by which the call is none of a backtrace's, is put back.
        unsafe {
            if !keeps_window(fp) {
                return None;
            }
            let head = header(fp);
            let beside = head.flags & flags::BESIDE_CALL;
            head.flags &= !flags::BESIDE_CALL;
            let found = self.standing_builtin(fp);
            head.flags |= beside;
            found
        }
    }
}

/// The call of a function whose frame stands there.
///
/// # Safety
/// `fp` is a live frame of a user function.
unsafe fn standing(fp: *mut Value, site: Site) -> Standing {
    // SAFETY: as the caller promises; functions outlive the requests that can see them.
    let (func, flags): (&'static Func, u32) = unsafe { (&*header(fp).func, header(fp).flags) };
    let Site { file, line, first_line, .. } = site;
    let called = match file {
        Some(file) if flags & flags::MAIN != 0 => Called::File(func, file),
        _ => Called::Function(func),
    };
    Standing { called, line, file, first_line, address: fp as usize }
}

/// The frame stands behind a call whose window still says what was called: the result was not written there.
///
/// # Safety
/// As for [`standing`].
unsafe fn keeps_window(fp: *mut Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let pc = header(fp).pc;
        if pc.is_null() {
            return false;
        }
        let op = code_of(&*header(fp).func).op_at(pc);
        match op.code {
            OpCode::CallBuiltin | OpCode::CallFrameBuiltin => true,
            OpCode::Call | OpCode::CallRef => {
                let callee = slot!(pc, fp, a);
                let result = slot_x!(pc, fp);
                !(callee.sub(HEADER)..callee).contains(&result)
            }
            _ => false,
        }
    }
}
