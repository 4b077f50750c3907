//! Where machine code may be entered in the code of a function, and where it leaves.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32};

use loxo_value::Value;

use crate::code::instruction::{Handler, Pc};

/// Machine code: takes a frame, the address of the byte that says that something is pending, and the number of an entry.
pub type Compiled = unsafe extern "C" fn(*mut Value, *const u8, u64) -> Exit;

/// Where machine code hands over to the interpreter.
#[repr(C)]
pub struct Exit {
    pub pc: Pc,
    /// The handler to go on with: not always that of the instruction, which may lead back to where it came from.
    pub handler: Handler,
}

/// Machine code of a loop.
pub(crate) struct Region {
    pub(crate) code: Compiled,
    /// Op that the loop's backward jumps lead to.
    pub(crate) first: u32,
    /// Ops at which it is entered.
    pub(crate) entries: Vec<u32>,
    /// How often it was left because a type was other than expected. The machine code counts.
    pub(crate) guard_failures: &'static AtomicU32,
}

/// Where machine code is entered.
pub(crate) struct Entry {
    pub(crate) region: &'static Region,
    pub(crate) number: u64,
}

/// Entries of a function's code, by op.
#[derive(Default)]
pub struct Entries(pub(crate) OnceLock<Table>);

pub(crate) struct Table {
    pub(crate) entries: Box<[AtomicPtr<Entry>]>,
    /// How often loops of this function were compiled again.
    pub(crate) tries: AtomicU32,
}

impl Entries {
    pub(crate) fn table(&self, len: usize) -> &Table {
        self.0.get_or_init(|| Table { entries: (0..len).map(|_| AtomicPtr::default()).collect(), tries: AtomicU32::new(0) })
    }
}
