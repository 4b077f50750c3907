//! Values, strings, arrays, objects, references and the heap they live in.
//!
//! The layouts here are fixed (`#[repr(C)]`, offsets asserted): the interpreter's fast paths and compiled code read them directly.
//!
//! What this crate never does:
//!
//! - **It never runs PHP code.** An object whose class has a destructor is queued when its count reaches zero ([`gc`]), and the
//!   owner of the request runs the queue where it is safe.
//! - **It never prints, warns or converts.** No coercion with diagnostics, no class names, no warnings: those live in `loxo_runtime`.
//! - **It never shares a counted thing between threads.** Immortal strings and arrays are shared, and never written to.
//! - **It never overflows the native stack**, however deep a value is nested, when freeing, collecting or freezing.
//!
//! One rule for users that the types cannot hold: objects and references are shared cells. A `&Value` (or `&mut Value`) into one of
//! them must not be held across anything that may write to the same object or reference.
//!
//! Miri: `MIRIFLAGS=-Zmiri-ignore-leaks cargo +nightly miri test -p loxo_value` (constants live as long as the process, and the tables of
//! a thread until `thread::release`; that nothing else leaks, the tests check by the heap's own figures).

pub mod address_space;
mod alloc_hook;
pub mod array;
pub mod fiber_stacks;
pub mod frame_stack;
pub mod gc;
pub mod hashing;
pub mod heap;
mod intern;
pub mod interrupt;
pub mod interrupter;
mod istr;
pub mod low_memory;
pub mod memory_limit;
pub mod number;
mod object;
mod plain_object;
mod rc;
mod reference;
mod release;
mod resource;
mod shared;
pub mod slot;
mod store;
mod string;
mod string_index;
pub mod symbol_table;
mod tag;
pub mod thread;
mod tracer;
mod tracer_values;
mod value;
mod value_from;
mod values;

pub use array::iter::{
    IterId, iter_advance, iter_free, iter_peek, iter_pos, iter_register, iter_set, iter_step, iter_step_within, iter_transfer,
};
pub use array::{ArrayHeader, Bucket, CannotPush, FLAG_HASH, Key, KeyRef, Lookup, PhpArray, Probe, SortEntry, numeric_key};
pub use gc::take_pending_destructor;
pub use heap::MemoryExhausted;
pub use intern::interned_usage;
pub use interrupt::pending_destructors;
pub use istr::IStr;
pub use object::{ClassBase, Native, ObjHeader, PhpObject, class_flags, class_of, deferred, new_object, object_flags};
pub use plain_object::new_object_by_copy;
pub use rc::{IMMORTAL, KNOWN_TO_COLLECTOR, RcHeader};
pub use reference::{PhpRef, RefHeader, set_ref_types_hook};
pub use release::Held;
pub use resource::{PhpResource, for_each_resource};
pub use shared::{SharedStr, SharedValue, new_object_shared};
pub use store::{ReservedHandle, WeakHook, for_each_live_object, live_object_count, object_by_handle, set_weak_hook};
pub use string::{Part, PhpStr, StrBuilder, StrHeader};
pub use string_index::StringIndex;
pub use tag::{COLLECTABLE, REFCOUNTED, Tag};
pub use tracer::Tracer;
pub use value::{PRESENT, Value};
pub use values::Values;
