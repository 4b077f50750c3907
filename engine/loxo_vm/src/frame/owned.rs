//! What the frames of a suspended stack own.

use loxo_bytecode::LiveKind;
use loxo_value::Value;

use crate::frame::{HEADER, Header, flags, header};

/// Calls `each` with every place on a suspended stack whose value its frames own, from the frame at `fp` down. Arguments of a builtin that
/// is running are left out.
///
/// # Safety
/// All frames are complete and stand at calls; nobody runs them meanwhile.
pub unsafe fn each_owned(mut fp: *mut Value, mut each: impl FnMut(*mut Value)) {
    // SAFETY: as the caller promises.
    unsafe {
        while !fp.is_null() {
            let head = header(fp);
            if head.flags & flags::REENTRY == 0 && (*head.func).is_user() && head.flags & flags::MAIN == 0 {
                each_in_frame(fp, |place, _| each(place));
            }
            fp = head.prev;
        }
    }
}

/// Calls `each` with every place whose value a frame of a user function owns, and whether it is the first slot of a loop.
///
/// # Safety
/// The frame is complete and stands at an op; nobody runs it meanwhile.
pub unsafe fn each_in_frame(fp: *mut Value, mut each: impl FnMut(*mut Value, bool)) {
    // SAFETY: as the caller promises; live ranges say which temporaries hold values.
    unsafe {
        let head = header(fp);
        let code = crate::code::code_of(&*head.func);
        if head.flags & flags::EXTRA_ARGS != 0 {
            let surplus = (head.nargs - (*head.func).num_params) as usize;
            for i in 0..surplus {
                each(fp.sub(HEADER + surplus).add(i), false);
            }
        }
        each(&raw mut head.closure, false);
        each(&raw mut head.this, false);
        for i in 0..(*head.func).num_locals as usize {
            each(fp.add(i), false);
        }
        let at = code.index_of(head.pc) as u32;
        for range in code.function().live.iter().filter(|r| r.start < at && at < r.end) {
            let place = fp.add(range.slot as usize);
            match range.kind {
                LiveKind::Tmp | LiveKind::New => each(place, false),
                LiveKind::Iter => each(place, true),
                LiveKind::Call => {
                    let window = place.cast::<Header>();
                    each(&raw mut (*window).this, false);
                    each(&raw mut (*window).closure, false);
                }
                LiveKind::Silence => {}
            }
        }
    }
}
