//! Frames: slots on the request's stack with a header of five values below the first one.
//!
//! ```text
//!  fp-5  closure being called (undef without)
//!  fp-4  func: *const Func   | pc: *const Insn (where this frame stands while it calls others)
//!  fp-3  prev: *mut Value    | extra: *mut Extra
//!  fp-2  called class        | argument count u32, flags u32
//!  fp-1  $this
//!  fp+0… parameters, used variables, other locals, temporaries, call windows
//! ```

pub(crate) mod backtrace;
pub(crate) mod constant_expressions;
pub(crate) mod context;
pub(crate) mod operands;
pub(crate) mod owned;
pub(crate) mod reentry;
pub(crate) mod stack_limit;
pub(crate) mod standing;
pub(crate) mod unwind;
pub(crate) mod variables;

use loxo_bytecode::FRAME_HEADER_SLOTS;
use loxo_fast_paths::native_calls::{clear_locals, write_defaults};
use loxo_runtime::{Class, Func};
use loxo_value::Value;
pub use loxo_value::slot;

use crate::code::instruction::Pc;
pub use crate::objects::generator::Extra;

pub const HEADER: usize = FRAME_HEADER_SLOTS as usize;
pub const HEADER_BYTES: isize = (FRAME_HEADER_SLOTS as isize) * 16;

pub mod flags {
    /// The frame below belongs to Rust code: returning here leaves the interpreter loop.
    pub const REENTRY: u32 = 1;
    /// More arguments than parameters were passed; the surplus lies below the header.
    pub const EXTRA_ARGS: u32 = 2;
    /// Constructor called by `New`: an exception keeps the object from being destructed.
    pub const CONSTRUCTOR: u32 = 4;
    /// Generator body: slots belong to a generator and move with it.
    pub const GENERATOR: u32 = 8;
    /// Top-level code of a file or eval: locals are bound to a symbol table.
    pub const MAIN: u32 = 16;
    /// `extra` has been allocated.
    pub const HAS_EXTRA: u32 = 32;
    /// `New` found no constructor: the call that follows only drops its arguments.
    pub const NO_CONSTRUCTOR: u32 = 64;
    /// Beside `NO_CONSTRUCTOR`: arguments by name are dropped too.
    pub const DROPS_NAMES: u32 = 4096;
    /// `__call`/`__callStatic` trampoline: until it runs, the name asked for is in `closure` and the function in `prev`.
    pub const MAGIC: u32 = 128;
    /// Stands for code at a place of a file: what Rust code calls from it counts as called there.
    pub const PLACE: u32 = 2048;
    /// The frame stands at a call of a builtin that does not run yet, or no more (notices about the call, destructors behind it).
    pub const BESIDE_CALL: u32 = 256;
    /// The callee was found at run time, by its name or by Rust code.
    pub const DYNAMIC: u32 = 1024;
    /// The call has put the arguments of the variadic parameter into an array; until `CollectVariadic` runs, which finds that done.
    pub const COLLECTED: u32 = 8192;
    /// Called by machine code, which takes the result out of registers if machine code returns. Nothing to others.
    pub const NATIVE: u32 = 16384;
    /// Beside `NATIVE`: the header owns neither an object nor a closure. What it names is its caller's.
    pub const BARE: u32 = 32768;
    /// In a frame that machine code runs: nobody wants the result.
    pub const UNWANTED: u32 = 65536;
    /// Entered while somebody watched calls, who wants to know when it is left.
    pub const WATCHED: u32 = 131_072;
    /// A frame with these alone gives its result back without further ado.
    pub const ORDINARY: u32 = CONSTRUCTOR | NATIVE | BARE | UNWANTED;
    /// Re-entry frame below what a generator delegates to: `extra` names the generator.
    pub const DELEGATE: u32 = 512;
}

/// The header, as a view on the five slots below `fp`.
#[repr(C)]
pub struct Header {
    pub closure: Value,
    pub func: *const Func,
    pub pc: Pc,
    pub prev: *mut Value,
    pub extra: *mut Extra,
    pub class: *const Class,
    pub nargs: u32,
    pub flags: u32,
    pub this: Value,
}

const _: () = assert!(size_of::<Header>() == HEADER * 16);

/// The header of the frame at `fp`.
///
/// # Safety
/// `fp` must be a frame of the running VM. The reference must not outlive the frame or overlap another one to the same header.
#[inline(always)]
pub unsafe fn header<'a>(fp: *mut Value) -> &'a mut Header {
    // SAFETY: every frame has its header right below it; the caller promises uniqueness.
    unsafe { &mut *fp.sub(HEADER).cast::<Header>() }
}

/// Writes the header of a window whose callee is known.
///
/// # Safety
/// `callee` is the frame address of a window of the running frame.
#[inline(always)]
pub(crate) unsafe fn open_window(callee: *mut Value, func: &Func, class: *const Class) {
    // SAFETY: the window's header slots belong to the frame and hold nothing.
    unsafe {
        let head = callee.sub(HEADER).cast::<Header>();
        (&raw mut (*head).func).write(func);
        (&raw mut (*head).class).write(class);
        (&raw mut (*head).extra).write(std::ptr::null_mut());
        slot::set_tag(&raw mut (*head).this, slot::UNDEF);
        slot::set_tag(&raw mut (*head).closure, slot::UNDEF);
        (&raw mut (*head).flags).write(0);
        (&raw mut (*head).nargs).write(0);
    }
}

/// Completes the frame of a user function in a window that holds what was passed for its first `passed` parameters: all other locals are undef, and it
/// returns to the frame `prev`. `count` arguments were given.
///
/// # Safety
/// `callee` is the frame address of a started window, and the stack reaches beyond the frame. Nothing of anybody else's lies there.
#[inline(always)]
pub(crate) unsafe fn complete(callee: *mut Value, func: &Func, passed: usize, count: u32, prev: *mut Value) {
    // SAFETY: as the caller promises.
    unsafe {
        let head = callee.sub(HEADER).cast::<Header>();
        (*head).prev = prev;
        (*head).nargs = count;
        clear_locals(callee.add(passed), callee.add(func.num_locals as usize));
    }
}

/// The same, with the constant defaults of parameters that nothing was passed for: the function is entered at its [`DirectEntry`]'s address.
///
/// # Safety
/// As for [`complete`], and `passed` arguments are enough.
///
/// [`DirectEntry`]: loxo_runtime::DirectEntry
#[inline(always)]
pub(crate) unsafe fn complete_directly(callee: *mut Value, func: &Func, passed: usize, count: u32, prev: *mut Value) {
    // SAFETY: as the caller promises; there are as many defaults as the function says, all of them constants.
    unsafe {
        let head = callee.sub(HEADER).cast::<Header>();
        (*head).prev = prev;
        (*head).nargs = count;
        clear_locals(write_defaults(callee, func, passed), callee.add(func.num_locals as usize));
    }
}

/// The extra part of a frame, made if there is none.
///
/// # Safety
/// As for [`header`].
#[inline(always)]
pub unsafe fn extra<'a>(fp: *mut Value) -> &'a mut Extra {
    #[cold]
    #[inline(never)]
    unsafe fn make(head: &mut Header) {
        head.extra = Box::into_raw(Box::default());
        head.flags |= flags::HAS_EXTRA;
    }
    // SAFETY: as promised by the caller; `extra` is null or came from `Box::into_raw` above.
    unsafe {
        let head = header(fp);
        if head.extra.is_null() {
            make(head);
        }
        &mut *head.extra
    }
}

/// Drops the extra part of a frame, if there is one. That of a generator's is a piece of the generator.
///
/// # Safety
/// As for [`header`]; nobody looks at the part any more.
#[inline]
pub unsafe fn drop_extra(head: &mut Header) {
    let extra = std::mem::replace(&mut head.extra, std::ptr::null_mut());
    match head.flags & flags::GENERATOR {
        _ if extra.is_null() => {}
        // SAFETY: as the caller promises; it came from `Box::into_raw`.
        0 => drop(unsafe { Box::from_raw(extra) }),
        // SAFETY: it is there until the generator goes.
        _ => drop(unsafe { std::mem::take(&mut *extra) }),
    }
}

/// Moves the header and the parameters of a call above its surplus arguments; gives the new frame address.
///
/// # Safety
/// The window holds `count` > `params` arguments and the stack reaches `HEADER + count` slots further.
pub unsafe fn shift_surplus(callee: *mut Value, params: u32, count: u32) -> *mut Value {
    // SAFETY: as the caller promises.
    unsafe {
        let moved = callee.add(count as usize + HEADER);
        std::ptr::copy_nonoverlapping(callee.sub(HEADER), moved.sub(HEADER), HEADER);
        std::ptr::copy_nonoverlapping(callee, moved, params as usize);
        header(moved).flags |= flags::EXTRA_ARGS;
        moved
    }
}
