//! What a generator consists of: the frame that it keeps while it waits, and what it has yielded.

use std::cell::Cell;
use std::mem::{ManuallyDrop, MaybeUninit};

use loxo_bytecode::IncludeKind;
use loxo_runtime::{ForeachIterator, Func};
use loxo_value::symbol_table::SymbolTable;
use loxo_value::{PhpArray, PhpObject, ReservedHandle, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing of the body has run.
    Fresh,
    Suspended,
    Running,
    Done,
}

/// What `yield from` is taking its values from.
pub enum Delegate {
    Array(PhpArray, u32),
    /// `body` is what `object` owns, `own_key` the key that the delegating one has again when `object` was ended by somebody else.
    Generator {
        object: PhpObject,
        body: *mut Generator,
        own_key: Value,
    },
    Iterator(Box<dyn ForeachIterator>),
}

/// The native part of a `Generator` object.
pub struct Generator {
    pub func: &'static Func,
    /// The object that this is the native part of, not counted.
    pub(super) object: ManuallyDrop<PhpObject>,
    /// Who gets what it yields, while it runs.
    pub(super) taker: Taker,
    pub state: Cell<State>,
    /// Surplus arguments, header and slots, while suspended. Slots that are not alive hold garbage.
    pub(super) block: Block,
    pub(super) surplus: usize,
    /// How far the stack must reach from the place of the header on, in bytes: beyond the frame.
    pub(super) reach: usize,
    /// It is suspended at a `yield` of its own, with nothing sent, and its frame begins with the header: it can simply go on.
    pub ready: bool,
    /// What it yielded last, until the next `yield` or the object's end. Nobody sees it when the body has ended.
    pub value: Value,
    pub key: Value,
    pub result: Value,
    /// Largest integer key so far.
    pub(super) last_key: i64,
    /// What `send()` passes to the next resume.
    pub(super) sent: Value,
    pub delegate: Option<Delegate>,
    /// While the chain runs that it is in, the one that delegates to it.
    pub(super) waiter: Handle,
    /// Of the frame.
    pub(super) extra: Extra,
    /// Frame while running.
    pub frame: *mut Value,
    /// It is being destroyed: its `finally` blocks run, and may not yield.
    pub(super) closing: bool,
    /// What it delegated to ended without a result, which it learns when it goes on.
    pub(super) aborted: bool,
    /// How often it was resumed: rewinding is possible up to the first `yield`.
    pub(super) resumes: u64,
    /// That of the loop that has begun it: such a loop has no state of its own.
    pub(crate) loop_number: Option<ReservedHandle>,
}

/// The memory of a slot, aligned as slots of a stack are: pages hold whole numbers of them.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct FrameSlot(pub(super) [u64; 2]);

/// So many slots a generator has space for in itself.
const OWN: usize = 24;

/// Where a frame waits: in the generator, or in memory of its own if it is large.
pub(super) struct Block {
    /// Null before there is space.
    pub(super) start: *mut FrameSlot,
    /// So many slots hold a frame now.
    pub(super) len: usize,
    large: Vec<FrameSlot>,
    own: [MaybeUninit<FrameSlot>; OWN],
}

impl Block {
    #[inline(always)]
    pub(super) const fn new() -> Block {
        Block { start: std::ptr::null_mut(), len: 0, large: Vec::new(), own: [MaybeUninit::uninit(); OWN] }
    }

    /// Makes space for so many slots, once. The block stays where it is from then on.
    pub(super) fn make_space(&mut self, slots: usize) {
        if self.start.is_null() {
            self.large.reserve_exact(if slots > OWN { slots } else { 0 });
            self.start = if slots > OWN { self.large.as_mut_ptr() } else { self.own.as_mut_ptr().cast() };
        }
    }
}

/// Who gets what a generator yields.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Taker {
    /// It has to be found out.
    #[default]
    Other,
    /// The call of `send()` or `next()` that resumed it.
    Call,
    /// A temporary of the `foreach` loop that resumed it.
    Temporary,
    /// The same, a variable.
    Variable,
    /// The same, with a key that the next op moves from its temporary to a variable.
    VariableAndKey,
}

/// A generator that runs or is about to, which its resumer keeps alive.
#[derive(Clone, Copy)]
pub struct Handle {
    pub(super) body: *mut Generator,
}

impl Default for Handle {
    #[inline(always)]
    fn default() -> Handle {
        Handle { body: std::ptr::null_mut() }
    }
}

/// What only some frames need.
pub struct Extra {
    /// Variables by name: those that the compiler did not see.
    pub symbols: Option<Box<SymbolTable>>,
    /// Top-level code: the table that the locals are bound to (owned by the VM or by the including function's frame).
    pub table: *mut SymbolTable,
    /// Unknown named arguments collected by a variadic.
    pub named: Option<PhpArray>,
    /// The closure of a call whose header keeps a method's name in its place ([`set_magic`]).
    pub closure: Option<PhpObject>,
    /// The generator whose body this is (not counted: the generator owns the frame).
    pub generator: Handle,
    /// The generator that was resumed: that one, or the first of those that wait for it ([`Extra::chain`]).
    pub root: Handle,
    /// Include kind, for backtraces (`include`, `eval`).
    pub include_kind: Option<IncludeKind>,
}

impl Default for Extra {
    fn default() -> Self {
        Extra {
            symbols: None,
            table: std::ptr::null_mut(),
            named: None,
            closure: None,
            generator: Handle::default(),
            root: Handle::default(),
            include_kind: None,
        }
    }
}

impl Extra {
    /// The generator that runs, and the first of those that wait for it.
    ///
    /// # Safety
    /// One runs in the frame.
    pub unsafe fn chain(&self) -> (Handle, Handle) {
        (self.generator, self.root)
    }
}
