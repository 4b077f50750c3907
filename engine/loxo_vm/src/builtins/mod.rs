//! The classes that are part of the machine: Closure, Generator, Fiber.

pub mod closure;
pub mod fiber;
pub mod generator;

/// Stands in for the native part of an object until its maker puts the real one there.
struct Unmade;

impl loxo_value::Native for Unmade {}

fn unmade(_cx: &mut loxo_runtime::Cx, _class: &'static loxo_runtime::Class) -> Box<dyn loxo_value::Native> {
    Box::new(Unmade)
}
