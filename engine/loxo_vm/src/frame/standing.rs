//! The calls that are under way, for those who look at them from time to time. No values are made, and nothing is counted.

use std::cell::Cell;

use loxo_bytecode::{FnFlags, OpCode};
use loxo_observer::{Called, Standing};
use loxo_runtime::Func;
use loxo_value::{IStr, Value};

use crate::Vm;
use crate::code::instruction::{Pc, slot, slot_x};
use crate::code::{code_of, is_call};
use crate::frame::{HEADER, backtrace, flags, header};

/// What a frame can be calling.
#[derive(Clone, Copy, PartialEq)]
enum Callee {
    /// No builtin.
    User,
    /// What the window of the call says.
    InWindow,
    /// What the op says, or its list of arguments.
    OfOp,
}

/// What is to be known of an instruction that a frame stands at.
#[derive(Clone, Copy)]
struct Place {
    pc: Pc,
    /// `None` where nothing is known.
    file: Option<IStr>,
    line: u32,
    first_line: u32,
    callee: Callee,
    /// Its function is none of the program's.
    is_bare: bool,
}

/// Places are remembered by so many residues of their addresses.
const PLACES: usize = 512;

thread_local! {
    /// Those that were asked for, from request to request: lines, ops and flags lie in memory that nothing else reads while a program runs, and a processor
    /// waits for each of them.
    static KNOWN: Box<[Cell<Place>; PLACES]> =
        Box::new([const { Cell::new(Place { pc: std::ptr::null(), file: None, line: 0, first_line: 0, callee: Callee::OfOp, is_bare: false }) }; PLACES]);
}

impl Place {
    /// Where a frame of this function stands.
    fn of(func: &Func, pc: Pc) -> Place {
        let known = KNOWN.with(|known| known[pc as usize / size_of::<u64>() % PLACES].get());
        if known.pc == pc && known.file.is_some() { known } else { Place::look_up(func, pc) }
    }

    #[cold]
    fn look_up(func: &Func, pc: Pc) -> Place {
        let code = code_of(func);
        let first_line = code.function().start_line;
        let (line, callee) = match pc.is_null() {
            true => (first_line, Callee::User),
            false => (code.line_at(pc), callee_at(code.op_at(pc).code)),
        };
        let is_bare = func.flags.has(FnFlags::THUNK);
        let place = Place { pc, file: Some(code.unit.path), line, first_line, callee, is_bare };
        if !pc.is_null() && !code.is_transient() {
            KNOWN.with(|known| known[pc as usize / size_of::<u64>() % PLACES].set(place));
        }
        place
    }
}

/// What a frame that stands at an op may be calling.
fn callee_at(op: OpCode) -> Callee {
    match op {
        OpCode::CallBuiltin | OpCode::CallFrameBuiltin | OpCode::CallArgs => Callee::OfOp,
        // Of functions of the same file.
        OpCode::CallFn => Callee::User,
        op if is_call(op) => Callee::InWindow,
        _ => Callee::User,
    }
}

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
                let place = (!reentry).then(|| Place::of(&*head.func, head.pc));
                let builtin = match place {
                    None => self.reentry_builtin(fp),
                    Some(_) if innermost && self.cx.active.is_none() => self.ended_builtin(fp),
                    Some(place) if place.callee == Callee::User => None,
                    // The frame of PHP code lies in that window.
                    Some(place) if place.callee == Callee::InWindow && fp.byte_offset((*head.pc).a as isize) == inner => None,
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
                if let Some(place) = place
                    && !place.is_bare
                    && !each(standing(fp, place))
                {
                    return;
                }
                let waiting = if head.flags & (flags::GENERATOR | flags::DELEGATE) != 0 { self.waiting_frames(fp) } else { Vec::new() };
                for frame in waiting {
                    let place = Place::of(&*header(frame).func, header(frame).pc);
                    if !place.is_bare && !each(standing(frame, place)) {
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
unsafe fn standing(fp: *mut Value, place: Place) -> Standing {
    // SAFETY: as the caller promises; functions outlive the requests that can see them.
    let (func, flags): (&'static Func, u32) = unsafe { (&*header(fp).func, header(fp).flags) };
    let Place { file, line, first_line, .. } = place;
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
