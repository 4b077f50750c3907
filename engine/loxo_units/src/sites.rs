//! What traces and samples ask of instructions that frames stand at, remembered from request to request: lines, ops and flags lie in memory that nothing
//! else reads while a program runs, and a processor waits for each of them.

use std::cell::Cell;
use std::rc::Rc;

use loxo_value::IStr;

/// What a frame that stands at an instruction may be doing.
#[derive(Clone, Copy, PartialEq)]
pub enum Doing {
    /// It calls no builtin.
    Other,
    /// Including a file.
    Including,
    /// Calling what the window of the call says.
    CallingFromWindow,
    /// Calling what the op says, or its list of arguments.
    Calling,
}

/// An instruction.
#[derive(Clone, Copy)]
pub struct Site {
    /// One more than its address; 0 where nothing is remembered.
    pub key: usize,
    pub file: Option<IStr>,
    pub line: u32,
    /// Of the code that needs the value of a parameter's default which the instruction is a part of; 0: it is none.
    pub default_line: u32,
    /// Of its function.
    pub first_line: u32,
    pub doing: Doing,
    /// Its function is none of the program's.
    pub is_bare: bool,
    /// No temporary is to be dropped if an exception passes.
    pub is_clean: bool,
    /// Its function has try statements.
    pub has_tries: bool,
}

/// Sites are remembered by so many residues of their addresses. Behind them is a place for one that cannot be remembered.
pub const SITES: usize = 512;

const NONE: Site = Site {
    key: 0,
    file: None,
    line: 0,
    default_line: 0,
    first_line: 0,
    doing: Doing::Other,
    is_bare: false,
    is_clean: false,
    has_tries: false,
};

/// What is remembered of sites.
pub type Sites = Rc<[Cell<Site>; SITES + 1]>;

thread_local! {
    /// On the heap: the system takes what is local to threads from each thread's stack, and some have a small one.
    static OF_THREAD: Sites = Rc::new([const { Cell::new(NONE) }; SITES + 1]);
}

/// Those of the calling thread.
pub fn of_thread() -> Sites {
    OF_THREAD.with(Rc::clone)
}
