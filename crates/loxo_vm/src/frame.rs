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

use loxo_bytecode::FRAME_HEADER_SLOTS;
use loxo_runtime::{Class, Func};
use loxo_value::{PhpArray, Value};

use crate::insn::Pc;
use crate::symbols::SymbolTable;

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
    /// `__call`/`__callStatic` trampoline: the name asked for is in `extra`.
    pub const MAGIC: u32 = 128;
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

/// What only some frames need.
pub struct Extra {
    /// Variables by name: those that the compiler did not see.
    pub symbols: Option<Box<SymbolTable>>,
    /// Top-level code: the table that the locals are bound to (owned by the VM or by the including function's frame).
    pub table: *mut SymbolTable,
    /// Unknown named arguments collected by a variadic.
    pub named: Option<PhpArray>,
    /// The method name behind a `__call`.
    pub magic_name: Option<loxo_value::PhpStr>,
    /// The generator whose body this is (not counted: the generator owns the frame).
    pub generator: usize,
    /// Include kind, for backtraces (`include`, `eval`).
    pub include_kind: Option<u32>,
}

impl Default for Extra {
    fn default() -> Self {
        Extra { symbols: None, table: std::ptr::null_mut(), named: None, magic_name: None, generator: 0, include_kind: None }
    }
}

/// The header of the frame at `fp`.
///
/// # Safety
/// `fp` must be a frame of the running VM. The reference must not outlive the frame or overlap another one to the same header.
#[inline(always)]
pub unsafe fn header<'a>(fp: *mut Value) -> &'a mut Header {
    // SAFETY: every frame has its header right below it; the caller promises uniqueness.
    unsafe { &mut *fp.sub(HEADER).cast::<Header>() }
}

/// The extra part of a frame, made if there is none.
///
/// # Safety
/// As for [`header`].
pub unsafe fn extra<'a>(fp: *mut Value) -> &'a mut Extra {
    // SAFETY: as promised by the caller; `extra` is null or came from `Box::into_raw` below.
    unsafe {
        let head = header(fp);
        if head.extra.is_null() {
            head.extra = Box::into_raw(Box::default());
            head.flags |= flags::HAS_EXTRA;
        }
        &mut *head.extra
    }
}
