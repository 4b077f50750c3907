//! The classes that are part of the machine: Closure, Generator, Fiber; and the methods of enums.

pub mod closure;
pub mod enums;
pub mod fiber;
pub mod generator;

pub use enums::enum_methods;
