//! What forms without frames are made from.

use loxo_bytecode::{Function, Op, OpCode};

use crate::{Form, Tags};

/// What a function without a frame takes and gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// Of each parameter: ints, floats or bools.
    pub params: Vec<Tags>,
    /// The same, or null: nothing is given back then.
    pub result: Tags,
}

/// A function that can be called without a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Called {
    /// The one whose form this is.
    Itself,
    Other(Interface),
}

/// What a form without a frame is made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub form: &'a Form,
    pub function: &'a Function,
    /// What the parameters are.
    pub params: &'a [Tags],
    /// What the call op calls, which is certain, if that can be called without a frame.
    pub called: &'a dyn Fn(u32) -> Option<Called>,
}

impl Source<'_> {
    /// What a call op calls, and the op, if it passes an argument for each parameter.
    pub(super) fn called_by(&self, at: u32) -> Option<(&Op, Called)> {
        let op = self.function.code.get(at as usize).filter(|op| op.code == OpCode::CallFn)?;
        let called = (self.called)(at)?;
        let count = match &called {
            Called::Itself => self.params.len(),
            Called::Other(interface) => interface.params.len(),
        };
        (op.c as usize == count).then_some((op, called))
    }
}

/// Tags of ints, floats or bools that what has these tags is one of.
pub(super) fn number(tags: Tags) -> Option<Tags> {
    [Tags::INT, Tags::FLOAT, Tags::BOOL].into_iter().find(|number| tags != Tags::NONE && tags.within(*number))
}
